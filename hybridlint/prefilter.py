"""Which texts can hold a hybrid block at all. All others cost one search, and no import."""

from __future__ import annotations

import re

_HYBRID = re.compile("[Hh]ybrid")


def may_hold_block(text: str) -> bool:
    """Whether `text` has the word that every hybrid block, and every class that is derived from one by name, has."""
    return _HYBRID.search(text) is not None
