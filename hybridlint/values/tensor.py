"""Tensors: NDArrays in one phase, Symbols in the other."""

from __future__ import annotations

import dataclasses
from typing import Any, FrozenSet, Iterator, Optional

from hybridlint.dataclass import dataclass
from hybridlint.graph import Gradient, Node, gradients
from hybridlint.shapes import KnownDims, Shape
from hybridlint.values.base import Mergeable
from hybridlint.values.lattice import Merge, flat
from hybridlint.values.memory import ELSEWHERE, Memory


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


def _merged_origin(first: Optional[Origin], second: Optional[Origin]) -> Optional[Origin]:
    if first is None or second is None:
        return first or second
    return Origin(first.kinds | second.kinds, first.conditional or second.conditional)


def origin(kind: str) -> Origin:
    """Return the origin of a tensor with the single source `kind`."""
    return Origin(frozenset([kind]))


@dataclass(frozen=True)
class Tensor(Mergeable):
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

    def merged(self, other: Tensor, nodes: Merge) -> Tensor:
        identity, memory = nodes.place(self, other)
        return Tensor(
            outputs=flat(self.outputs, other.outputs, None),
            shape=flat(self.shape, other.shape, None),
            identity=identity,
            origin=_merged_origin(self.origin, other.origin),
            certain=self.certain and other.certain and (self.outputs == 1) is (other.outputs == 1),
            loop_rows=self.loop_rows or other.loop_rows,
            source=flat(self.source, other.source, ""),
            description=flat(self.description, other.description, "a tensor"),
            numpy=self.numpy and other.numpy,
            node=nodes.node(self.node, other.node),
            elementwise_random=flat(self.elementwise_random, other.elementwise_random, ""),
            dtype=flat(self.dtype, other.dtype, ""),
            memory=memory,
        )

    @property
    def holds_tensor(self) -> bool:
        return True

    def tensors(self) -> Iterator[Tensor]:
        yield self

    def nodes(self) -> Iterator[Optional[Node]]:
        yield self.node

    @property
    def operand_key(self) -> Any:
        return None if self.node is None or self.node.is_choice else self.node.number

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
