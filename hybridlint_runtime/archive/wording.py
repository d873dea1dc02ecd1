"""How numbers of things are said."""

from __future__ import annotations

from typing import Sized


def counted(things: Sized, noun: str) -> str:
    """ "1 graph", "2 graphs"."""
    return f"{len(things)} {noun}{'' if len(things) == 1 else 's'}"
