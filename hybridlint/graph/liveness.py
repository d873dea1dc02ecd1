"""Liveness: which nodes, and which outputs of them, the outputs of a graph are computed from."""

from __future__ import annotations

from typing import Dict, Iterable, List, Optional, Sequence as SequenceOf, Set, Tuple

from hybridlint.graph.nodes import Node

#: Live nodes → the numbers of their outputs that are used; None for all of them.
Live = Dict[Node, Set[Optional[int]]]


def live(outputs: Iterable[Optional[Node]], in_last_round: bool = False) -> Optional[Live]:
    """Return the nodes from which `outputs` are computed; None if these may be any. With `in_last_round` a node that a
    loop makes is one of its last round, which needs what is before the loop, but nothing of earlier rounds."""
    result: Live = {}
    pending: List[Tuple[Optional[Node], Optional[int]]] = [(node, None) for node in outputs]
    while pending:
        node, number = pending.pop()
        if node is None or node.is_open:
            return None
        used = result.setdefault(node, set())
        if number in used:
            continue
        first = not used
        used.add(number)
        if node.selects:
            pending.extend((operand, node.output) for operand in node.operands)
        elif node.has_same_outputs:
            pending.extend((operand, number) for operand in node.operands)
        elif first:
            for operand in node.operands:
                if in_last_round and node.is_from_earlier_round(operand):
                    pending.extend((before, None) for before in operand.operands if before.loop is not node.loop)
                else:
                    pending.append((operand, None))
    return result


def graphs_of(outputs: SequenceOf[Optional[Node]]) -> List[List[Optional[Node]]]:
    """Return the outputs of each graph, if one of `outputs` is a join: for each alternative of it. Several joins may
    depend on the same condition, so that all of them stay."""
    joins = {node for node in outputs if node is not None and node.is_choice and not node.is_loop}
    if len(joins) != 1:
        return [list(outputs)]
    return [[operand if node in joins else node for node in outputs] for operand in next(iter(joins)).operands]
