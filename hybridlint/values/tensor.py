"""Tensors: NDArrays in one phase, Symbols in the other."""

from __future__ import annotations

import dataclasses
from typing import Any, FrozenSet, Optional, Tuple

from hybridlint.dataclass import dataclass
from hybridlint.graph import Gradient, Node, gradients
from hybridlint.shapes import KnownDims, Shape
from hybridlint.values.base import Value


@dataclass(frozen=True)
class Origin:
    """The possible sources of a tensor that no operator was applied to.

    A source is "input", "element" (of an input that is a list), "parameter", "constant" (a parameter without gradient)
    or "random". With `conditional` the tensor is computed in other configurations.
    """

    kinds: FrozenSet[str]
    conditional: bool = False

    @property
    def kind(self) -> str:
        """The source that messages name."""
        return min(self.kinds)


def origin(kind: str) -> Origin:
    """Return the origin of a tensor with the single source `kind`."""
    return Origin(frozenset([kind]))


#: The address of an array; and which of the outputs of an operator it is, if these have one address. None for any.
Cell = Tuple[int, Optional[int]]
#: The name of the step from several outputs to one of them.
OUTPUT = "output"
#: Memory that may be at more addresses than this may be at any.
_MOST_ADDRESSES = 16
#: The address of every array that code outside of the file may hold.
ELSEWHERE = -1


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


@dataclass(frozen=True)
class Tensor(Value):
    """An NDArray in the imperative phase and a Symbol in the traced one.

    `outputs` is the number of outputs of the Symbol: 1 for most, n for `F.split(x, n)`, None if unknown.
    `shape` is the known part of the shape. Aliases of one array have the same `identity`.
    `origin` is None for the result of an operator.
    `certain` is False if an input may also be a list.
    `description` is the noun phrase for it in messages.
    `numpy` marks arrays of `mx.np`, which have other semantics.
    `node` is its node in the traced graph; None if unknown.
    `dtype` is that of a cast; elementwise operators preserve it.
    `memory` is None for an array of its own, at the address `identity`; see :attr:`storage`.
    """

    outputs: Optional[int] = 1
    shape: Optional[Shape] = None
    identity: int = 0
    origin: Optional[Origin] = dataclasses.field(default=None, hash=False)
    certain: bool = True
    loop_rows: bool = False
    source: str = ""
    description: str = "a tensor"
    numpy: bool = False
    node: Optional[Node] = None
    elementwise_random: str = ""
    dtype: str = ""
    memory: Optional[Memory] = dataclasses.field(default=None, hash=False)

    @property
    def storage(self) -> Memory:
        """The memory that it shares with its aliases and views."""
        if self.memory is not None:
            return self.memory
        return Memory(frozenset([self.identity or ELSEWHERE]), (), not self.identity, self.node)

    def is_still(self, *kinds: str) -> bool:
        """Return whether this certainly has an :class:`Origin` of one of `kinds`, and no operator was applied to it."""
        return self.origin is not None and not self.origin.conditional and self.origin.kinds <= set(kinds)

    @property
    def gradient(self) -> Gradient:
        """How a gradient flows back through it; it does if `node` is unknown."""
        return gradients.FLOWING if self.node is None else self.node.gradient

    @property
    def of_no_input(self) -> bool:
        """Whether it depends on no input and no parameter of the block: `F.zeros((2, 3))`."""
        return self.node is not None and not self.node.needs_input

    @property
    def dims(self) -> Optional[KnownDims]:
        """The lengths of the axes, None for an unknown one; None if the rank is unknown."""
        return None if self.shape is None else self.shape.dims

    @property
    def rank(self) -> Optional[int]:
        """The number of axes, None if it is unknown."""
        return None if self.shape is None else self.shape.rank

    @property
    def as_list(self) -> bool:
        """Whether the imperative phase has a Python list of NDArrays, one for each output of the Symbol."""
        return self.certain and self.outputs != 1

    @property
    def of_input(self) -> bool:
        """Whether this is a named input, in some configuration at least."""
        return bool(self.source) and self.origin is not None and "input" in self.origin.kinds


#: The kinds of `Origin` that take a gradient.
TAKES_GRADIENT = ("input", "element", "parameter")
#: `Tensor.description` of the result of a slice.
SLICE = "a slice"
