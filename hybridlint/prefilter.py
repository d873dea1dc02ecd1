"""Which texts can hold anything that is traced. All others cost one search, and no import."""

from __future__ import annotations

import re

#: The word that every hybrid block, and every class that is derived from one by name, has; or a function that takes the
#: namespace of operators as `hybrid_forward` does, to be called from there.
CONCERNS_HYBRIDIZATION = re.compile(r"[Hh]ybrid|^[ \t]*def \w+\(F\b", re.MULTILINE)


def may_hold_block(text: str) -> bool:
    """Whether `text` can hold a hybrid block, or a function for one."""
    return CONCERNS_HYBRIDIZATION.search(text) is not None
