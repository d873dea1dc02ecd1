"""The nodes of the traced graph for operations on abstract values."""

from __future__ import annotations

from typing import Any, Iterable, Iterator, Optional
from typing import Sequence as SequenceOf

from hybridlint import gluon
from hybridlint.events import Conversion, Event, MethodCall, TruthTest
from hybridlint.graph import Graph, Node, size
from hybridlint.graph.gradients import THROUGH, Backward
from hybridlint.mxnet_api import Api
from hybridlint.values import (
    NONE,
    Block,
    Container,
    Instance,
    Partial,
    Phased,
    Plain,
    Sequence,
    Tensor,
    Unknown,
    Value,
    Variable,
)

#: Operators of two arguments whose order does not matter, not even to NaN.
_COMMUTATIVE = ("broadcast_add", "broadcast_mul", "broadcast_equal", "broadcast_not_equal")

#: A graph of at most this number of operators is executed operator by operator (`inline_limit` in MXNet's
#: imperative/cached_op.h). Only then an input among its outputs gets no gradient, or a wrong one.
INLINED = 2


def operation(
    graph: Graph,
    operator: str,
    values: Iterable[Value],
    names: SequenceOf[str] = (),
    backward: Backward = THROUGH,
    is_given: bool = False,
    is_new: bool = False,
    operators: int = 1,
) -> Node:
    """Return the node of `operator` on the arguments `values`, of which those by keyword have these `names`. It is the
    same node for equal arguments, unless `is_new`. `is_given` and `operators` as in :class:`Node`."""
    given = tuple(values)
    key = None
    if not is_new:
        parts = tuple(map(_operand_key, given))
        if operator in _COMMUTATIVE:
            parts = tuple(sorted(parts, key=repr))
        key = None if None in parts else (*names, parts)
    held = [value for value in given if value.__class__ is not Plain]
    is_open = any(map(may_hold_others, held))
    return graph.apply(operator, nodes_in(held), key, backward, is_given, is_open, operators)


def _operand_key(value: Value) -> Any:
    """Return the key of an operand that is equal for equal values; None if unknown."""
    if isinstance(value, Tensor):
        return None if value.node is None or value.node.is_choice else value.node.number
    if isinstance(value, Plain) and value.known and not value.taint:
        return "", value.value
    if isinstance(value, Sequence) and value.items is not None:
        parts = tuple(map(_operand_key, value.items))
        return None if None in parts else parts
    return None


def nodes_in(values: Iterable[Value]) -> Iterator[Optional[Node]]:
    """Yield the nodes of the tensors in `values` while tracing, at any depth."""
    for value in values:
        if isinstance(value, Tensor):
            yield value.node
        elif isinstance(value, Phased):
            yield from nodes_in((value.symbolic,))
        elif isinstance(value, (Sequence, Variable)):
            yield from nodes_in(value.values if isinstance(value, Variable) else value.possible_items())
        elif isinstance(value, Container):
            rest = value.rest()
            yield from nodes_in([*(part for _, part in value.parts()), *([] if rest is None else [rest])])


def may_hold_others(value: Value) -> bool:
    """Return whether `value` may hold tensors that `nodes_in` does not yield."""
    if isinstance(value, (Sequence, Variable)):
        several = value.values if isinstance(value, Variable) else value.possible_items()
        return any(map(may_hold_others, several))
    return isinstance(value, (Unknown, Instance, Partial))


def of_block(graph: Graph, block: int, inputs: Iterable[Value], result: Optional[Node]) -> Node:
    """Return `result`, the node that a call of the block with this identity has returned for `inputs`: the one of an
    earlier call with equal inputs, if there was any."""
    parts = tuple(map(_operand_key, inputs))
    return graph.called(None if None in parts else (block, parts), result)


#: The operator that is the identity in inference.
DROPOUT = "Dropout"


def differ_in_dropout(one: Value, other: Value) -> bool:
    """Return whether two values are the same tensor but for a Dropout, which does nothing in inference."""
    nodes = [
        _before_dropout(value.node) for value in (one, other) if isinstance(value, Tensor) and value.node is not None
    ]
    return len(nodes) == 2 and nodes[0] is nodes[1]


def _before_dropout(node: Node) -> Node:
    while len(node.operands) == 1 and (node.operator == DROPOUT or node.has_same_outputs and not node.is_choice):
        node = node.operands[0]
    return node


def operators_of(block: Block) -> int:
    """Return the number of operators of a layer of Gluon in a graph; more than :data:`INLINED` if unknown."""
    known = gluon.block(block.type)
    if known is None or known.operators is None:
        return INLINED + 1
    optional = known.positional[:1] != ("activation",)
    return known.operators + (optional and block.option("activation") not in (None, NONE))


def makes_few_operators(result: Value, events: Iterable[Event], api: Api) -> bool:
    """Return whether the graph with this result certainly has at most :data:`INLINED` operators, also after Python's
    reads of tensors among `events`, which raise, are replaced by operators."""
    outputs = list(nodes_in((result,)))
    if may_hold_others(result) or not size.has_at_most(outputs, INLINED):
        return False
    read = (event.tensor for event in events if _is_read_by_python(event, api))  # type: ignore[attr-defined]
    return size.has_at_most(outputs, INLINED, nodes_in(read))


def _is_read_by_python(event: Event, api: Api) -> bool:
    if not isinstance(event, MethodCall):
        return isinstance(event, (Conversion, TruthTest))
    method = api.method(event.name)
    return method is None or not method.symbolic


def makes_many_operators(result: Value) -> bool:
    """Return whether the graph with this result certainly has more than :data:`INLINED` operators."""
    return size.has_more_than(list(nodes_in((result,))), INLINED)
