"""Diagnostics of a failure: the user's line that causes it, and the rule that explains it."""
