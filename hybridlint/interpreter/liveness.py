"""What the outputs of an entry point's graph are computed from: outputs of operators, and parameters."""

from __future__ import annotations

import collections
from typing import Iterator, List, Tuple

from hybridlint.events import FirstLeftOut, OnlyReturned, Returned
from hybridlint.graph.liveness import Live, live
from hybridlint.interpreter import traced
from hybridlint.interpreter.run import Frame, Run
from hybridlint.queries import tensors_in
from hybridlint.values import Tensor


def note(run: Run, frame: Frame) -> None:
    """Record what is, or is not, used in the graph of the entry point that has run in `frame`."""
    returned = list(_returned_unchanged(run))
    if not (returned or run.attempt.calls_in_part):
        return
    values = (*frame.returns, *run.attempt.escaped)
    alive = None if any(map(traced.may_hold_others, values)) else live(traced.nodes_in(values))
    if alive is not None:
        _note_left_out(run, alive)
        _note_only_returned(run, alive, returned)


def _note_left_out(run: Run, alive: Live) -> None:
    """Record the calls of which the first output is not used, but others that depend on it are."""
    for made, path, node, wrong in run.attempt.calls_in_part:
        used = alive.get(made, set())
        numbers = [number for number in wrong if number in used]
        if numbers and not used & {None, 0}:
            run.emit(FirstLeftOut(node, path, min(numbers)))


def _returned_unchanged(run: Run) -> Iterator[Tuple[Returned, Tensor]]:
    """Yield the parameters and constants that are returned unchanged, once. For a parameter it is enough if MXNet may
    execute the graph as a whole; for a constant it certainly has to."""
    kinds = ("parameter", "constant") if run.makes_many_operators() else ("parameter",)
    for returned in run.events.values():
        if isinstance(returned, Returned) and not returned.inlined:
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
