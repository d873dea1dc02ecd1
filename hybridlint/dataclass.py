"""`dataclass` for classes of which an analysis makes many instances.

The constructor of a frozen dataclass calls `object.__setattr__` for each field, which takes about three times as long
as an assignment. Here `frozen=True` is checked by mypy alone: at run time the class has the same constructor as one
that is not frozen, and the hash of a frozen one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    import dataclasses

    def dataclass(*, frozen: bool, eq: bool = True):
        """Return the decorator `dataclasses.dataclass(frozen=frozen, eq=eq)`, but for the check at run time."""
        return dataclasses.dataclass(eq=eq, unsafe_hash=frozen and eq)
