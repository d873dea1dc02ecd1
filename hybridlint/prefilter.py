"""Decide quickly which texts can contain traced code. All others cost one search, and no import."""

from __future__ import annotations

import re

#: The word in the name of every hybrid block, or of a class derived from one; or a function with a parameter `F`, which
#: can be called from `hybrid_forward`.
CONCERNS_HYBRIDIZATION = re.compile(r"[Hh]ybrid|^[ \t]*def \w+\(F\b", re.MULTILINE)


def may_hold_block(text: str) -> bool:
    """Return whether `text` can contain a hybrid block, or a function for one."""
    return CONCERNS_HYBRIDIZATION.search(text) is not None
