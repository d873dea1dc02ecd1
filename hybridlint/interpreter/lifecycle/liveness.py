"""What the outputs of an entry point's graph are computed from: operators, layers and parameters."""

from __future__ import annotations

import ast
import collections
from typing import (
    TYPE_CHECKING,
    Dict,
    FrozenSet,
    Iterator,
    List,
    Mapping,
    NamedTuple,
    Optional,
    Sequence as SequenceOf,
    Set,
    Tuple,
)

from hybridlint.dataclass import replace
from hybridlint.divergences import Kind
from hybridlint.events import BinaryOperation, Event, EventKey, OperatorCall, Returned
from hybridlint.graph.liveness import Live, graphs_of, live
from hybridlint.interpreter.engine import traced
from hybridlint.values import Tensor, Value

if TYPE_CHECKING:
    from hybridlint.graph import Node
    from hybridlint.interpreter import Frame, Run


class Unused(NamedTuple):
    """What no output of an entry point depends on: layers, by their identities, with the call, or that around it, that
    yields nothing used; the names of inputs and parameters; and the calls in loops over layers of which the last round
    yields nothing used."""

    layers: Dict[int, ast.AST] = {}
    arguments: Set[str] = set()
    last_rounds: Set[ast.AST] = set()


def note(run: Run, frame: Frame, given: Mapping[str, Value]) -> Unused:
    """Record what is, or is not, used in the graph of the entry point that has run in `frame` with the arguments
    `given`. Nothing is known of one that does not return."""
    if not frame.returns:
        return Unused()
    returned = frame.values_returned()
    for value in returned:  # each is the result of a graph of its own
        for outputs in graphs_of(_outputs(run, value)):
            alive = live(outputs)
            if alive is not None:
                _note_left_out(run, alive)
    alive = live(_outputs(run, *returned))
    if alive is None:
        return Unused()
    _forget_unused_differences(run, alive)
    _note_only_returned(run, alive)
    _note_thrown_away(run, alive)
    unused = {title for title, value in given.items() if isinstance(value, Tensor) and value.node not in {None, *alive}}
    return Unused(_unused_layers(run, alive), unused, _unused_in_last_rounds(run, _outputs(run, *returned)))


def _outputs(run: Run, *results: Value) -> List[Optional[Node]]:
    """Return the outputs of a graph with these results; an unknown node if they may hold others."""
    values = (*results, *run.attempt.escaped)
    return [None] if any(value.hides_tensors for value in values) else list(traced.nodes_in(values))


def _forget_unused_differences(run: Run, alive: Live) -> None:
    """Remove the events about tensors that differ between the phases if no output depends on these."""
    unused = {
        key
        for key, nodes in run.attempt.differing.items()
        if all(node is not None and node not in alive for node in nodes)
    }
    if unused:
        run.replace_events({key: event for key, event in run.events.items() if key not in unused})


def _note_left_out(run: Run, alive: Live) -> None:
    """Record the calls of which the first output is not used, but others that depend on it are. Of equal calls, which
    are one operator of the graph, the first is recorded."""
    noted: Set[Node] = set()
    for made, node, wrong in run.attempt.calls_in_part:
        used = alive.get(made, set())
        numbers = [number for number in wrong if number in used]
        if numbers and not used & {None, 0} and made not in noted:
            noted.add(made)
            run.observe(node, Kind.FIRST_LEFT_OUT, number=min(numbers))


def _note_thrown_away(run: Run, alive: Live) -> None:
    """Mark the operations on two tensors at which the phases differ and whose results are known and not live."""
    differing = {key: _operands(event) for key, event in run.events.items() if run.divergences(event)}
    users: Dict[Node, List[Node]] = {next(iter(operands)): [] for operands in differing.values() if operands}
    for node in run.graph.nodes[run.attempt.nodes_before :] if users else ():
        for operand in users.keys() & node.operands:
            users[operand].append(node)
    changed: Dict[EventKey, Event] = {}
    for key, operands in differing.items():
        results = [node for node in users[next(iter(operands))] if operands.issubset(node.operands)] if operands else []
        # The operators in the body of a loop operator are not counted: what it uses is not known here.
        if results and all(node.operators and node not in alive for node in results):
            changed[key] = replace(run.events[key], thrown_away=True)  # type: ignore[call-arg]
    run.replace_events({**run.events, **changed})


def _operands(event: Event) -> FrozenSet[Node]:
    """Return the nodes of both operands of an operation on two tensors; none if it is no such or one is unknown."""
    operands: SequenceOf[Value] = ()
    if isinstance(event, BinaryOperation):
        operands = (event.left, event.right)
    elif isinstance(event, OperatorCall):
        operands = event.arguments.positional[:2]
    nodes = [value.node for value in operands if isinstance(value, Tensor) and value.node is not None]
    return frozenset(nodes if len(nodes) == len(operands) else ())


def _unused_layers(run: Run, alive: Live) -> Dict[int, ast.AST]:
    """Return the identities of the layers with parameters of which no call is live, each with the outermost call that
    contains none that is live. A layer may use the parameters of another, which are then live."""
    calls = run.attempt.block_calls
    if any(call.block.option("params") is not None for call in calls):
        return {}
    is_live = [_may_be_live(call.result, alive) for call in calls]
    used = {call.block.identity for call, live_call in zip(calls, is_live) if live_call}
    unused: Dict[int, ast.AST] = {}
    position = len(calls)
    while position:
        position -= 1
        around = calls[position]
        if any(is_live[around.first : position + 1]):
            continue
        for call in calls[around.first : position + 1]:
            if call.block.identity and call.block.identity not in used and call.block.has_parameters:
                unused[call.block.identity] = around.node
        position = around.first
    return unused


def _unused_in_last_rounds(run: Run, outputs: List[Optional[Node]]) -> Set[ast.AST]:
    """Return the calls of layers on which none of `outputs` depends in the last round of a loop over blocks, so that
    none depends on the last of these layers; of such calls in each other the outermost."""
    calls = run.attempt.block_calls
    unused: Dict[ast.AST, Optional[ast.AST]] = {}
    if not any(_is_repeated(call.result) for call in calls):
        return set()
    alive = live(outputs, in_last_round=True) or {}
    for position, call in enumerate(calls):
        around = [other for other in calls[position:] if other.first <= position]
        dead = [other for other in around if _is_repeated(other.result) and not _may_be_live(other.result, alive)]
        called = getattr(around[-1].node, "func", None)
        of_each = getattr(called, "id", "") in run.module.loop_targets
        if not (of_each and dead[:1] == [call]):
            unused[call.node] = None
        elif call.block.infers_sizes:
            unused.setdefault(call.node, dead[-1].node)
    return {node for node in unused.values() if node is not None}


def _is_repeated(result: Value) -> bool:
    return all(node is not None and node.is_repeated for node in traced.nodes_in((result,)))


def _may_be_live(result: Value, alive: Live) -> bool:
    nodes = traced.nodes_in((result,))
    return result.hides_tensors or any(node is None or node in alive for node in nodes)


def _returned_unchanged(run: Run) -> Iterator[Tuple[Returned, Tensor]]:
    """Yield the parameters and constants that are returned unchanged, once. For a parameter it is enough if MXNet may
    execute the graph as a whole; for a constant it certainly has to."""
    for returned in run.events.values():
        if isinstance(returned, Returned) and not returned.inlined:
            many = traced.makes_many_operators(returned.value)
            kinds = ("parameter", "constant") if many else ("parameter",)
            parameters = [item for item in returned.value.tensors() if item.is_still(*kinds)]
            times = collections.Counter(parameter.identity for parameter in parameters)
            yield from ((returned, parameter) for parameter in parameters if times[parameter.identity] == 1)


def _note_only_returned(run: Run, alive: Live) -> None:
    """Record the parameters and constants that are returned unchanged and that no operator uses."""
    used = {operand for node in alive for operand in node.operands}
    used.update(node for node in traced.nodes_in(run.attempt.escaped) if node is not None)
    for event, parameter in list(_returned_unchanged(run)):
        if parameter.node not in used and parameter.origin is not None:
            run.observe(event.node, Kind.ONLY_RETURNED, part=parameter.origin.kind, name=parameter.source)
