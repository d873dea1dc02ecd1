"""Diagnostics of a failure: the user's line that it comes from, and the rule that explains it."""
