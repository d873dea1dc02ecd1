"""The number of operators of a graph. MXNet computes equal ones once, as the nodes here are hash-consed."""

from __future__ import annotations

from typing import FrozenSet, Iterable, Optional, Sequence as SequenceOf

from hybridlint.graph.nodes import Node

#: The most choices of an alternative that are tried one after the other. Of further ones all alternatives may count,
#: and none certainly does.
MOST_CHOICES = 3


def has_at_most(outputs: SequenceOf[Optional[Node]], number: int, also: Iterable[Optional[Node]] = ()) -> bool:
    """Return whether the graph of `outputs` certainly has at most this number of operators, with those that `also`
    depends on."""
    if None in outputs:
        return False
    pending = _known(outputs) | _known(also)
    return not _exceeds(pending, frozenset(), number - _copies(outputs), MOST_CHOICES, certainly=False)


def has_more_than(outputs: SequenceOf[Optional[Node]], number: int) -> bool:
    """Return whether the graph of `outputs` certainly has more than this number of operators."""
    return _exceeds(_known(outputs), frozenset(), number - _copies(outputs), MOST_CHOICES, certainly=True)


def _known(nodes: Iterable[Optional[Node]]) -> FrozenSet[Node]:
    return frozenset(node for node in nodes if node is not None)


def _copies(outputs: SequenceOf[Optional[Node]]) -> int:
    """Return the number of outputs that occur again, each of which MXNet copies with an operator."""
    known = [node for node in outputs if node is not None]
    return len(known) - len(set(known))


def _exceeds(pending: FrozenSet[Node], seen: FrozenSet[Node], number: int, choices: int, *, certainly: bool) -> bool:
    """Return whether there are `certainly`, or may be, more than `number` operators among `pending` and the nodes that
    they depend on, without those that were `seen`."""
    while pending and number >= 0:
        node = next(iter(pending))
        pending, seen = pending - {node}, seen | {node}
        if not certainly and (node.operator == "unknown" or node.is_repeated and node.operators):
            return True
        number -= node.operators
        if node.is_choice and not node.is_loop and choices:
            left = choices - 1
            each = (
                _exceeds(pending | {operand} - seen, seen, number, left, certainly=certainly)
                for operand in node.operands
            )
            return all(each) if certainly else any(each)
        if not (certainly and node.is_choice):
            pending |= set(node.operands) - seen
    return number < 0
