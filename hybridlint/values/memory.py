"""The memory of arrays: aliases and views, and which operations make them. The interpreter and the validation of fixes
share this model."""

from __future__ import annotations

import dataclasses
from typing import Any, FrozenSet, Optional, Sequence, Tuple

from hybridlint.dataclass import dataclass
from hybridlint.graph import Node

#: The address of an array; and which of the outputs of an operator it is, if these have one address. None for any.
Cell = Tuple[int, Optional[int]]
#: The name of the step from several outputs to one of them.
OUTPUT = "output"
#: Memory that may be at more addresses than this may be at any.
_MOST_ADDRESSES = 16
#: The address of every array that code outside of the file may hold.
ELSEWHERE = -1
#: Methods whose result is the array itself, or always shares its memory.
VIEWS = ("detach", "reshape", "as_np_ndarray", "as_nd_ndarray")
#: Methods whose result may be the array itself.
PERHAPS = ("as_in_context", "as_in_ctx", "astype")


def item_shares(kinds: Sequence[str]) -> Optional[bool]:
    """Return whether an index of such parts makes a view, which it does if the selected elements are contiguous; None
    if that depends on the shape. A part is a "number", a "slice" without a step, an "array" or list, "other" or
    "unknown"."""
    if "array" in kinds:
        return False
    is_part_of_first_axis = tuple(kinds) == ("slice",)
    return True if is_part_of_first_axis or all(kind == "number" for kind in kinds) else None


@dataclass(frozen=True)
class Memory:
    """The arrays of which a tensor is an alias or a view, in the imperative phase.

    Unless it `may_be_other`, it is the array at the only address of `addresses`, or the part of it that `steps` select:
    each is the name of an operation and its arguments. Otherwise it may share memory with any. A negative address
    stands for several arrays: :data:`ELSEWHERE`, or those that the rounds of a loop make. Without addresses it is any
    array. `base` is the node of the only array when the view was made.
    """

    addresses: FrozenSet[int]
    steps: Tuple[Any, ...] = ()
    may_be_other: bool = False
    base: Optional[Node] = dataclasses.field(default=None, compare=False)

    def joined(self, other: Memory) -> Memory:
        """Return the memory of what is at one of two places."""
        both = self.addresses | other.addresses
        bounded = self.addresses and other.addresses and len(both) <= _MOST_ADDRESSES
        return Memory(both if bounded else frozenset(), (), True)

    @property
    def cell(self) -> Cell:
        """The array that it is certainly in, unless it `may_be_other`."""
        (address,) = self.addresses
        is_output = self.steps and self.steps[0][0] == OUTPUT
        return address, self.steps[0][1] if is_output else None

    def may_share(self, other: Memory) -> bool:
        """Return whether two tensors may share memory."""
        if not self.addresses or not other.addresses:
            return True
        if not (self.may_be_other or other.may_be_other):
            (address, output), (another, of_other) = self.cell, other.cell
            return address == another and (output == of_other or output is None or of_other is None)
        return not self.addresses.isdisjoint(other.addresses)


#: The memory of an array that code outside of the file may hold.
FOREIGN = Memory(frozenset([ELSEWHERE]), (), True)
