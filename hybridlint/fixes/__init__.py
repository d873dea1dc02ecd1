"""How fixes are made: mechanisms that rules use for the very expression that they report.

A mechanism is given the event that a rule judges and the :class:`~hybridlint.fixes.source.Source` of its node, and
returns a :class:`~hybridlint.fixes.correction.Correction`, or None where it cannot tell what to write. It decides by
the syntax and by the abstract values (rank, lengths, kinds), and replaces no more text than it must, so that comments
and formatting stay.
"""
