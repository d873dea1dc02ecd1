"""Statements and expressions of Python."""
