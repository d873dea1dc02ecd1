"""`dataclass` and `replace` for classes of which an analysis makes many instances.

The constructor of a frozen dataclass calls `object.__setattr__` for each field, which takes about three times as long
as an assignment, and `dataclasses.replace` calls the constructor. Here mypy alone checks that `frozen=True` holds and
that a replaced field exists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass, replace as replace
else:
    import dataclasses

    def dataclass(*, frozen: bool, eq: bool = True):
        """Return the decorator `dataclasses.dataclass(frozen=frozen, eq=eq)`, but for the check at run time."""
        return dataclasses.dataclass(eq=eq, unsafe_hash=frozen and eq)

    def replace(instance, **changes):
        """Return a copy of a dataclass without `__post_init__`, with other values of some fields."""
        made = object.__new__(instance.__class__)
        made.__dict__.update(instance.__dict__)
        made.__dict__.update(changes)
        return made
