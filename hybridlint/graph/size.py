"""The number of operators of a graph. MXNet computes equal ones once, as the nodes here are hash-consed."""

from __future__ import annotations

from typing import FrozenSet, Iterable, Optional
from typing import Sequence as SequenceOf

from hybridlint.graph.nodes import Node

#: The most choices of an alternative that are tried one after the other; all alternatives count in further ones.
MOST_CHOICES = 3


def has_at_most(outputs: SequenceOf[Optional[Node]], number: int, also: Iterable[Optional[Node]] = ()) -> bool:
    """Return whether the graph of `outputs` certainly has at most this number of operators, with those that `also`
    depends on."""
    if None in outputs:
        return False
    return not _may_exceed(_known(outputs) | _known(also), frozenset(), number - _copies(outputs), MOST_CHOICES)


def has_more_than(outputs: SequenceOf[Optional[Node]], number: int) -> bool:
    """Return whether the graph of `outputs` certainly has more than this number of operators, without those that only
    one alternative needs."""
    count, seen = _copies(outputs), set(_known(outputs))
    pending = list(seen)
    while pending and count <= number:
        node = pending.pop()
        count += node.operators
        if not node.is_choice:
            added = set(node.operands) - seen
            seen |= added
            pending.extend(added)
    return count > number


def _known(nodes: Iterable[Optional[Node]]) -> FrozenSet[Node]:
    return frozenset(node for node in nodes if node is not None)


def _copies(outputs: SequenceOf[Optional[Node]]) -> int:
    """Return the number of outputs that occur again, each of which MXNet copies with an operator."""
    known = [node for node in outputs if node is not None]
    return len(known) - len(set(known))


def _may_exceed(pending: FrozenSet[Node], seen: FrozenSet[Node], number: int, choices: int) -> bool:
    """Return whether there may be more than `number` operators among `pending` and the nodes that they depend on,
    without those that were `seen`."""
    while pending and number >= 0:
        node = next(iter(pending))
        pending, seen = pending - {node}, seen | {node}
        if node.operator == "unknown" or node.is_repeated and node.operators:
            return True
        number -= node.operators
        if node.is_choice and not node.is_loop and choices:
            left = choices - 1
            return any(_may_exceed(pending | {one} - seen, seen, number, left) for one in node.operands)
        pending |= set(node.operands) - seen
    return number < 0
