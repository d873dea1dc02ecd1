"""Decide quickly which texts can contain traced code. All others cost a few searches, and no import."""

from __future__ import annotations

import re

#: A function with a parameter `F`, which can be called from `hybrid_forward`.
_TAKES_F = re.compile(r"^[ \t]*def \w+\(F\b", re.MULTILINE)


def may_hold_block(text: str) -> bool:
    """Return whether `text` can contain a hybrid block, or a function for one: it has the word that is in the name of
    every such block, or of the class it is derived from, or a function with a parameter `F`."""
    return "Hybrid" in text or "hybrid" in text or "(F" in text and _TAKES_F.search(text) is not None


def may_concern(text: str) -> bool:
    """Return whether `text` can contain a hybrid block, or methods of one whose base is in another file: some take
    `F`."""
    return may_hold_block(text) or "(self, F," in text
