"""Runs Gluon models on real MXNet: imperatively, hybridized, exported and loaded again, and compares."""
