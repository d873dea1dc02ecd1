"""Mechanisms of fixes, which rules apply to the expression that they report.

A mechanism gets the event of the rule and the :class:`~hybridlint.rewrites.source.Source` of its node, and returns a
:class:`~hybridlint.rewrites.correction.Correction`, or None if there is no known fix. It decides by the syntax and the
abstract values (rank, lengths, kinds), and replaces as little text as possible, to preserve comments and formatting.
"""
