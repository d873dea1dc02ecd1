"""What a fix changes, and whether the imperative result stays the same."""

from __future__ import annotations

import dataclasses
from typing import Optional, Tuple

from hybridlint.finding import Edit

#: Edits, or None where they would lose a comment or cannot be made.
Edits = Optional[Tuple[Edit, ...]]


@dataclasses.dataclass(frozen=True)
class Correction:
    """`description` says what is done, as an imperative. `risk` says in one line what may change in imperative
    execution; empty for a fix that is safe: whatever the inputs, the imperative result is the same."""

    edits: Tuple[Edit, ...]
    description: str
    risk: str = ""


def correction(edits: Edits, description: str, risk: str = "") -> Optional[Correction]:
    """The correction with these edits; None where there are none."""
    return Correction(edits, description, risk) if edits else None
