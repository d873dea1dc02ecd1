"""Value numbers (hash-consing): equal operations on equal operands have one number, in both versions of a file."""

from __future__ import annotations

from typing import Dict, Hashable, Tuple

#: The number of a term.
Term = int


class Terms:
    """A table of terms, shared by both versions."""

    def __init__(self) -> None:
        self._numbers: Dict[Tuple[Hashable, ...], Term] = {}

    def __call__(self, operator: str, *operands: Hashable) -> Term:
        return self._numbers.setdefault((operator, *operands), len(self._numbers))
