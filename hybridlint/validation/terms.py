"""Value numbers (hash-consing): equal operations on equal operands have one number, in both versions of a file."""

from __future__ import annotations

from typing import Dict, Hashable, Tuple

#: The number of a term.
Term = int
#: How many steps comparing two versions of a function takes at most.
MOST_STEPS = 400_000


class NotShown(Exception):
    """What the function does cannot be followed, for a reason."""


class Terms:
    """A table of terms, shared by both versions, and the steps that executing these has taken."""

    def __init__(self) -> None:
        self._numbers: Dict[Tuple[Hashable, ...], Term] = {}
        self.steps = 0

    def step(self) -> None:
        """Count one more. Raise NotShown beyond `MOST_STEPS`."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise NotShown("it takes too many steps")

    def __call__(self, operator: str, *operands: Hashable) -> Term:
        self.step()
        return self._numbers.setdefault((operator, *operands), len(self._numbers))
