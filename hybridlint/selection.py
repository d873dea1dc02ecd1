"""Which codes there are to select, and which must be asked for. It imports nothing, for flake8 to start quickly."""

from __future__ import annotations

from typing import Callable, Iterable

#: Where all codes begin.
PREFIX = "HYB"
#: Where the opt-in codes begin. They are selected by this prefix or a longer one; `HYB` alone does not select them.
OPT_IN = "HYB9"
#: The codes for a file, or a part of it, that was not analysed.
COULD_NOT_LOOK = ("HYB001", "HYB002")

#: Whether a code is selected.
Selects = Callable[[str], bool]


def opted_in(code: str, selected: Iterable[str]) -> bool:
    """Whether `code` is on by default or, being an opt-in code, is selected by one of the `selected` prefixes."""
    if not code.startswith(OPT_IN):
        return True
    return code.startswith(tuple(prefix for prefix in selected if prefix.startswith(OPT_IN)))


def everything(code: str) -> bool:
    """Selects every code."""
    return True
