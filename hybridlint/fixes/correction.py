"""The edits of a fix, and whether the imperative result stays the same."""

from __future__ import annotations

import dataclasses
from typing import Optional, Tuple

from hybridlint.finding import Edit

#: Edits, or None where they would lose a comment or cannot be made.
Edits = Optional[Tuple[Edit, ...]]


@dataclasses.dataclass(frozen=True)
class Correction:
    """The edits of a fix.

    `description` states what is done, as an imperative. `risk` states in one line what may change in imperative
    execution; it is empty for a safe fix, whose imperative result is the same for all inputs.
    """

    edits: Tuple[Edit, ...]
    description: str
    risk: str = ""


def correction(edits: Edits, description: str, risk: str = "") -> Optional[Correction]:
    """Return the correction with these edits, None if there are none."""
    return Correction(edits, description, risk) if edits else None
