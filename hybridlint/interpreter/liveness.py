"""What the outputs of an entry point's graph are computed from: outputs of operators, and parameters."""

from __future__ import annotations

import collections
from typing import Iterator, List, Optional, Set, Tuple

from hybridlint.events import FirstLeftOut, OnlyReturned, Returned
from hybridlint.graph import Node
from hybridlint.graph.liveness import Live, live
from hybridlint.interpreter import traced
from hybridlint.interpreter.run import Frame, Run
from hybridlint.queries import tensors_in
from hybridlint.values import Tensor, Value


def note(run: Run, frame: Frame) -> None:
    """Record what is, or is not, used in the graph of the entry point that has run in `frame`."""
    returned = list(_returned_unchanged(run))
    if not (returned or run.attempt.calls_in_part):
        return
    for value in frame.returns:  # each is the result of a graph of its own
        alive = _live(run, value)
        if alive is not None:
            _note_left_out(run, alive)
    alive = _live(run, *frame.returns)
    if alive is not None:
        _note_only_returned(run, alive, returned)


def _live(run: Run, *results: Value) -> Optional[Live]:
    """Return what is live in a graph with these results; None if it may be anything."""
    values = (*results, *run.attempt.escaped)
    return None if any(map(traced.may_hold_others, values)) else live(traced.nodes_in(values))


def _note_left_out(run: Run, alive: Live) -> None:
    """Record the calls of which the first output is not used, but others that depend on it are. Of equal calls, which
    are one operator of the graph, the first is recorded."""
    noted: Set[Node] = set()
    for made, path, node, wrong in run.attempt.calls_in_part:
        used = alive.get(made, set())
        numbers = [number for number in wrong if number in used]
        if numbers and not used & {None, 0} and made not in noted:
            noted.add(made)
            run.emit(FirstLeftOut(node, path, min(numbers)))


def _returned_unchanged(run: Run) -> Iterator[Tuple[Returned, Tensor]]:
    """Yield the parameters and constants that are returned unchanged, once. For a parameter it is enough if MXNet may
    execute the graph as a whole; for a constant it certainly has to."""
    for returned in run.events.values():
        if isinstance(returned, Returned) and not returned.inlined:
            many = traced.makes_many_operators(returned.value)
            kinds = ("parameter", "constant") if many else ("parameter",)
            parameters = [one for one in tensors_in(returned.value) if one.is_still(*kinds)]
            times = collections.Counter(parameter.identity for parameter in parameters)
            yield from ((returned, parameter) for parameter in parameters if times[parameter.identity] == 1)


def _note_only_returned(run: Run, alive: Live, returned: List[Tuple[Returned, Tensor]]) -> None:
    """Record those that no operator uses."""
    used = {operand for node in alive for operand in node.operands}
    used.update(node for node in traced.nodes_in(run.attempt.escaped) if node is not None)
    for event, parameter in returned:
        if parameter.node not in used and parameter.origin is not None:
            run.emit(OnlyReturned(event.node, parameter.origin.kind, parameter.source))
