"""Gradients: how they flow back through the operators of a graph."""

from __future__ import annotations

import functools
from typing import Any, FrozenSet, Iterable, Optional, Sequence as SequenceOf

from hybridlint.dataclass import dataclass


@dataclass(frozen=True)
class Gradient:
    """How a gradient flows back through a tensor.

    `flows` is False if none but zero reaches an input or a parameter; `asked` is False if the backward pass does not
    use the gradient of the tensor. `missing` is an operator without a registered gradient that a graph asks for one.
    `paused` are the nodes of the `with autograd.pause():` that stop it imperatively, and only then.
    """

    flows: bool
    asked: bool
    missing: str = ""
    paused: FrozenSet[Any] = frozenset()


#: The gradient of an input.
FLOWING = Gradient(flows=True, asked=True)
#: The gradient of a tensor through which none flows: the least value.
STOPPED = Gradient(flows=False, asked=False)


@dataclass(frozen=True)
class Backward:
    """What an operator does with the gradient of its result.

    With `stops` it asks its operands for none. `flows` and `asked` replace those of the operands if they are not None;
    `missing` and `paused` are added to theirs.
    """

    stops: bool = False
    flows: Optional[bool] = None
    asked: Optional[bool] = None
    missing: str = ""
    paused: FrozenSet[Any] = frozenset()


THROUGH = Backward()
STOPS = Backward(stops=True)
#: Takes a gradient, as an input does.
STARTS = Backward(stops=True, flows=True, asked=True)
#: Takes a gradient besides its operands, as the parameters of a layer do.
HAS_PARAMETERS = Backward(flows=True, asked=True)
#: Gives its operands a gradient that does not depend on that of its result.
LOSS = Backward(asked=False)
#: Computes a gradient, which is zero.
ZERO = Backward(flows=False)
#: It is not known whether a gradient flows; neither is reported.
NOT_KNOWN = Backward(stops=True, asked=True)


def joined(gradients: Iterable[Gradient]) -> Gradient:
    """Return the gradient of a result of operands with these; :data:`STOPPED` if there are none."""
    distinct = dict.fromkeys(gradients)
    return functools.reduce(_join, distinct) if distinct else STOPPED


def _join(first: Gradient, second: Gradient) -> Gradient:
    return Gradient(
        first.flows or second.flows,
        first.asked or second.asked,
        max(first.missing, second.missing),
        first.paused | second.paused,
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
    if backward is HAS_PARAMETERS and before == FLOWING:
        return before  # as the results of most layers
    flows = before.flows if backward.flows is None else backward.flows
    return Gradient(
        flows,
        before.asked if backward.asked is None else backward.asked,
        backward.missing or before.missing,
        before.paused | backward.paused if flows else frozenset(),
    )
