"""Changes of what a name or an attribute stands for."""

from __future__ import annotations

import enum


class Change(enum.Enum):
    """How a statement changes the value of an attribute or name."""

    SET = "another value is assigned, or the container is emptied"
    ENTRY = "an entry of the container is set, which is recorded by itself"
    OF_EACH_PHASE = "each phase sets an entry of its own, with the same value in every call"
    CHANGED = "the container is changed in place"
    GROWN = "elements are added to the container"
