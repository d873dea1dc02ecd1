"""Gradients: how they flow back through the operators of a graph."""

from __future__ import annotations

import functools
from typing import Any, FrozenSet, Iterable, Optional
from typing import Sequence as SequenceOf

from hybridlint.dataclass import dataclass


@dataclass(frozen=True)
class Gradient:
    """How a gradient flows back through a tensor.

    `flows` is False if it is zero or stopped; `asked` is True if a graph computes it all the same. `missing` is an
    operator without a registered gradient that the tensor was computed by. `paused` are the nodes of the
    `with autograd.pause():` that stop it imperatively, and only then.
    """

    flows: bool = True
    missing: str = ""
    paused: FrozenSet[Any] = frozenset()
    asked: bool = False


#: The gradient of a tensor through which none flows: the least value.
STOPPED = Gradient(flows=False)


@dataclass(frozen=True)
class Backward:
    """What an operator does with the gradient of its result.

    With `stops` it passes nothing of it to its operands. `flows` replaces `Gradient.flows` of the operands if it is not
    None; `asked`, `missing` and `paused` are added to theirs.
    """

    stops: bool = False
    flows: Optional[bool] = None
    asked: bool = False
    missing: str = ""
    paused: FrozenSet[Any] = frozenset()


THROUGH = Backward()
STOPS = Backward(stops=True)
#: Starts a gradient, as an input and a loss do.
STARTS = Backward(stops=True, flows=True)
#: Adds a gradient to those of the operands, as the parameters of a layer do.
HAS_PARAMETERS = Backward(flows=True)
#: Its gradient is zero, but the operands need one all the same.
ZERO = Backward(flows=False)
#: Its gradient is computed, and zero.
COMPUTES_ZERO = Backward(flows=False, asked=True)
#: It is not known whether a gradient flows; neither is reported.
NOT_KNOWN = Backward(stops=True, asked=True)


def joined(gradients: Iterable[Gradient]) -> Gradient:
    """Return the gradient of a result of operands with these; :data:`STOPPED` if there are none."""
    distinct = dict.fromkeys(gradients)
    return functools.reduce(_join, distinct) if distinct else STOPPED


def _join(first: Gradient, second: Gradient) -> Gradient:
    return Gradient(
        first.flows or second.flows,
        max(first.missing, second.missing),
        first.paused | second.paused,
        first.asked or second.asked,
    )


def transfer(node: Any, gradients: SequenceOf[Gradient]) -> Gradient:
    """Return the gradient of the result of `node` from the `gradients` of all nodes, by their numbers."""
    backward: Backward = node.backward
    operands: SequenceOf[Any] = () if backward.stops else node.operands
    if len(operands) == 1:
        before: Gradient = gradients[operands[0].number]
    else:
        before = joined(gradients[operand.number] for operand in operands)
    if backward is THROUGH:
        return before
    flows = before.flows if backward.flows is None else backward.flows
    return Gradient(
        flows,
        backward.missing or before.missing,
        before.paused | backward.paused if flows else before.paused,
        before.asked or backward.asked,
    )
