"""The number of operators of a graph. MXNet computes equal ones once, as the nodes here are hash-consed."""

from __future__ import annotations

from typing import FrozenSet, Iterable, Optional
from typing import Sequence as SequenceOf

from hybridlint.graph.nodes import Node

_Nodes = FrozenSet[Node]
_NONE: _Nodes = frozenset()


def has_at_most(outputs: SequenceOf[Optional[Node]], number: int, also: Iterable[Optional[Node]] = ()) -> bool:
    """Return whether the graph of `outputs` certainly has at most this number of operators, with those that `also`
    depends on."""
    if None in outputs:
        return False
    return not _may_exceed(_known(outputs) | _known(also), _NONE, number - _copies(outputs))


def has_more_than(outputs: SequenceOf[Optional[Node]], number: int) -> bool:
    """Return whether the graph of `outputs` certainly has more than this number of operators."""
    return _certainly_exceeds(_known(outputs), _NONE, number - _copies(outputs))


def _known(nodes: Iterable[Optional[Node]]) -> _Nodes:
    return frozenset(node for node in nodes if node is not None)


def _copies(outputs: SequenceOf[Optional[Node]]) -> int:
    """Return the number of outputs that occur again, each of which MXNet copies with an operator."""
    known = [node for node in outputs if node is not None]
    return len(known) - len(set(known))


def _certainly_exceeds(pending: _Nodes, seen: _Nodes, number: int) -> bool:
    """Return whether there are more than `number` operators among `pending` and the nodes that they depend on, without
    those that were `seen`, whichever alternatives are chosen."""
    while pending and number >= 0:
        node = next(iter(pending))
        pending, seen = pending - {node}, seen | {node}
        number -= node.operators
        if node.is_choice:
            return all(_certainly_exceeds(pending | {one} - seen, seen, number) for one in node.operands)
        pending |= set(node.operands) - seen
    return number < 0


def _may_exceed(pending: _Nodes, seen: _Nodes, number: int) -> bool:
    """Return whether there may be more than `number` operators, if some alternatives are chosen. A loop may have any
    number of rounds, each with operators of its own."""
    while pending and number >= 0:
        node = next(iter(pending))
        pending, seen = pending - {node}, seen | {node}
        if node.operator == "unknown" or node.is_loop and _may_exceed(frozenset(node.operands), seen, 0):
            return True
        number -= node.operators
        if node.is_choice and not node.is_loop:
            return any(_may_exceed(pending | {one} - seen, seen, number) for one in node.operands)
        pending |= set(node.operands) - seen
    return number < 0
