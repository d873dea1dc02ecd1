"""The nodes of the traced graph for operations on abstract values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterable, Iterator, Optional, Sequence as SequenceOf

from hybridlint.events import Conversion, Event, MethodCall, TruthTest
from hybridlint.graph import Graph, Node, size
from hybridlint.graph.gradients import THROUGH, Backward
from hybridlint.mxnet_api import gluon
from hybridlint.values import NONE, Block, Tensor, Value

if TYPE_CHECKING:
    from hybridlint.mxnet_api import Api

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
        parts = tuple([value.operand_key for value in given])
        if operator in _COMMUTATIVE:
            parts = tuple(sorted(parts, key=repr))
        key = None if None in parts else (*names, parts)
    is_open = any(value.hides_tensors for value in given)
    operands = [node for value in given for node in value.nodes()]
    return graph.apply(operator, operands, key, backward, is_given, is_open, operators)


def nodes_in(values: Iterable[Value]) -> Iterator[Optional[Node]]:
    """Yield the nodes of the tensors in `values` while tracing, at any depth."""
    for value in values:
        yield from value.nodes()


def of_block(graph: Graph, block: int, inputs: Iterable[Value], result: Optional[Node]) -> Node:
    """Return `result`, the node that a call of the block with this identity has returned for `inputs`: the one of an
    earlier call with equal inputs, if there was any."""
    parts = tuple([value.operand_key for value in inputs])
    return graph.called(None if None in parts else (block, parts), result)


#: The operator that is the identity in inference.
DROPOUT = "Dropout"


def differ_in_dropout(first: Value, second: Value) -> bool:
    """Return whether two values, or the elements of two lists, are the same tensors but for a Dropout, which does
    nothing in inference."""
    if first.items and second.items:
        return len(first.items) == len(second.items) and all(map(differ_in_dropout, first.items, second.items))
    nodes = [
        _before_dropout(value.node) for value in (first, second) if isinstance(value, Tensor) and value.node is not None
    ]
    return len(nodes) == 2 and nodes[0] is nodes[1]


def _before_dropout(node: Node) -> Node:
    node = node.computed
    while node.operator in (DROPOUT, "identity") and len(node.operands) == 1:
        node = node.operands[0].computed
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
    if result.hides_tensors or not size.has_at_most(outputs, INLINED):
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
