"""The selection of codes. This module imports nothing, for flake8 to start quickly."""

from __future__ import annotations

from typing import Callable, Iterable

#: Prefix of all codes.
PREFIX = "HYB"
#: Prefix of the opt-in codes. They are selected by this prefix or a longer one; `HYB` alone does not select them.
OPT_IN = "HYB9"
#: The codes for a file, or a part of it, that was not analysed.
COULD_NOT_LOOK = ("HYB001", "HYB002")

#: Returns whether a code is selected.
Selects = Callable[[str], bool]


def opted_in(code: str, selected: Iterable[str]) -> bool:
    """Return whether `code` is on by default or, if it is opt-in, is selected by one of the `selected` prefixes."""
    if not code.startswith(OPT_IN):
        return True
    return code.startswith(tuple(prefix for prefix in selected if prefix.startswith(OPT_IN)))


def everything(code: str) -> bool:
    """Select every code."""
    return True
