"""The block and operator at which outputs first diverge, on a later call, at another batch size, in another mode, or
after a change.

The graph is traced at the first call and run with the arguments of the diverging call, which is also executed
imperatively while recorded. So every block and every operator has two results under the same conditions.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import re
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

from ..backend import load_backend
from ..diagnostics.failures import TraceFailure
from ..errors import model_code
from ..model.calls import OperatorRun, watching, watching_operators
from ..model.comparing import Tolerances, compare, undetermined
from ..model.memory import fill_memory, repeated
from ..model.recording import Call, deactivate, seed_all
from ..model.steps import Step, mode_of, seed_of
from ..model.subject import Subject
from ..model.tracing import InnerCall, NoGraph, TracedGraph, trace
from ..model.tree import is_below, paths_by_identity, walk_blocks
from ..structures import Symbol, arrays, copied, leaves, wait
from .engine import GraphNode, Origin, first_divergent, localizer
from .mode_queries import mode_changes, mode_queries
from .operators import first_diverging_operator, first_that_fails, inner_values, node_of_message

#: The operators that depend on the mode, as they appear in the text of a node.
_KNOWS_MODE = re.compile(r"\((?:Dropout|\w*BatchNorm|RNN|LeakyReLU|Custom)\)")

_SCOPE_OUTSIDE = "Put the scope around the call of the model: a graph has the mode in which it is run."


@dataclasses.dataclass
class _Watched:
    """The record of several calls of the model.

    It has the graph of each outermost hybridized block, traced at its first call, and every call of a block and every
    operator of the last call. `spans` is the range of operators of a call of a block, by path and index.
    """

    graphs: Dict[str, TracedGraph]
    calls: List[Call]
    operators: List[OperatorRun]
    spans: Dict[Tuple[str, int], Tuple[int, int]]
    parameters: Mapping[str, Any]


@localizer
def localize_outputs(
    subject: Subject,
    steps: Sequence[Step],
    failed: Optional[Tuple[Any, str]] = None,
) -> Optional[Origin]:
    """Return the origin of the divergence at the last of `steps`.

    `failed` is the hybridized net that raised there, if one did, with the message. None if every part agrees under
    these conditions, or no graph can be made.
    """
    watched = _watch(subject, steps, failed is not None)
    for path, graph in watched.graphs.items():
        last = [call for call in watched.calls if call.path == path]
        if failed is not None:
            given = _given(graph, last[0]) if last else graph  # with the shapes of the failing call
            node = node_of_message(given, _renamed_message(failed, graph), watched.parameters)
            if node is None and last:
                node = first_that_fails(given, watched.parameters)
            if node is not None:
                return Origin(node.block, node)
        elif last:
            difference = _first_difference(subject, _given(graph, last[0]), watched, last[0].outputs, steps)
            if difference is not None:
                if difference.node is not None:
                    difference = changing_mode(last[0], difference.node) or difference
                return _querying_block(subject, difference) if len({step.mode for step in steps}) > 1 else difference
    return None


def changing_mode(call: Call, node: GraphNode) -> Optional[Origin]:
    """Return where the mode is changed around an operator that depends on it, which a graph ignores; None for other
    operators."""
    if not _KNOWS_MODE.search(node.text):
        return None
    change = next((item for item in mode_changes(call) if is_below(node.block, item.block)), None)
    return Origin(change.block, node, change.location, _SCOPE_OUTSIDE) if change is not None else None


@localizer
def localize_undetermined(subject: Subject, step: Step) -> Optional[Origin]:
    """Return the first operator whose results differ between two equal imperative runs, None if unknown."""
    both: List[List[OperatorRun]] = []
    for memory in (contextlib.nullcontext(), repeated()):
        with model_code():
            net = subject.nets.fresh()
            deactivate(net)
            arguments = subject.inputs(step.seed, step.batch, step.maker)
            both.append(_watched_run(subject, net, arguments, step, memory))
    pair = first_divergent(list(zip(*both)), lambda pair: bool(undetermined(pair[0].outputs, pair[1].outputs)))
    if pair is None:
        return None
    return Origin("", GraphNode(pair[0].operator, pair[0].operator, "", pair[0].location))


def _watched_run(subject: Subject, net: Any, arguments: List[Any], step: Step, memory: Any) -> List[OperatorRun]:
    """Return the operators of one call of `net`."""
    seed_all(subject.seed + seed_of(step, 0))
    with memory, mode_of(step.mode), watching_operators(_watched_run.__code__) as runs:
        fill_memory(hybridized=False)
        wait(subject.run(net, arguments))
    return runs


@localizer
def localize_mode_query(subject: Subject) -> Optional[Origin]:
    """Return the block that queries the mode and the line on which it does, None if none does."""
    queries = mode_queries(subject)
    return Origin(queries[0].block, line=queries[0].location) if queries else None


def _querying_block(subject: Subject, origin: Origin) -> Origin:
    """Return the line of a mode query in the block of `found`, in one inside it, or in one around it, else `found`."""
    every = mode_queries(subject)
    queries = [item for item in every if is_below(item.block, origin.block)]
    queries = queries or [item for item in reversed(every) if is_below(origin.block, item.block)]
    if not queries:
        return origin
    return Origin(queries[0].block, origin.node if queries[0].block == origin.block else None, queries[0].location)


def _renamed_message(failed: Tuple[Any, str], graph: TracedGraph) -> str:
    """Return the message of a failed net with the names of its nodes replaced by those of `graph`, of an equal net.

    Prefixes of names count the nets that were made.
    """
    net, message = failed
    block = next(node.block for node in walk_blocks(net) if node.path == graph.path)
    made = getattr(block, "_cached_graph", ())
    if not made:
        return message
    names = [[entry["name"] for entry in json.loads(symbol.tojson())["nodes"]] for symbol in (made[1], graph.symbol)]
    if len(names[0]) != len(names[1]):
        return message
    for theirs, ours in sorted(zip(*names), key=lambda pair: -len(pair[0])):
        if theirs in message:
            return message.replace(theirs, ours)
    return message


def _given(graph: TracedGraph, call: Call) -> TracedGraph:
    return dataclasses.replace(graph, arguments=tuple(call.args))


def _watch(subject: Subject, steps: Sequence[Step], fails: bool) -> _Watched:
    with model_code():
        return _watched(subject, steps, fails)


def _watched(subject: Subject, steps: Sequence[Step], fails: bool) -> _Watched:
    fill_memory(hybridized=False)
    net = subject.nets.fresh()
    deactivate(net)
    paths = paths_by_identity(net)
    watched = _Watched({}, [], [], {}, {})
    last = len(steps) - 1
    busy = [False]
    now = [0]

    def unwatched(value: Any) -> Any:
        """Return a copy of `value` without recording the operators that copy it."""
        count = len(watched.operators)
        copies = copied(value)
        del watched.operators[count:]
        return copies

    def keep(block: Any, args: Tuple[Any, ...], named: Dict[str, Any], run: Any) -> Any:
        path = paths.get(id(block))
        if busy[0] or path is None or any(isinstance(leaf, Symbol) for _, leaf in leaves([args, named])):
            return run()
        if now[0] == 0 and path in subject.roots and path not in watched.graphs:
            busy[0] = True
            try:
                watched.graphs[path] = trace(block, args, path, named)
            except (NoGraph, TraceFailure):
                pass
            finally:
                busy[0] = False
        if now[0] != last:
            return run()
        before, before_named = unwatched(tuple(args)), unwatched(dict(named))
        start = len(watched.operators)
        outputs = wait(run())
        index = sum(call.path == path for call in watched.calls)
        watched.spans[path, index] = (start, len(watched.operators))
        watched.calls.append(Call(path, block, index, 0, before, before_named, unwatched(outputs), None))
        return outputs

    for number, step in enumerate(steps):
        now[0] = number
        arguments = subject.inputs(step.seed, step.batch, step.maker)
        if step.change is not None:
            step.change(net)
        seed_all(subject.seed + seed_of(step, number))
        with watching(keep), mode_of(step.mode):
            if number == last and not fails:
                with watching_operators(_watched.__code__) as watched.operators:
                    wait(subject.run(net, arguments))
            else:
                wait(subject.run(net, arguments))
        if number == 0 and subject.scenario.between is not None:
            subject.scenario.between(net)
    watched.parameters = load_backend().variables(net)
    return watched


def _first_difference(
    subject: Subject, graph: TracedGraph, watched: _Watched, outputs: Any, steps: Sequence[Step]
) -> Optional[Origin]:
    """Return the first block, in order of completion, whose results differ, and its first operator that does.

    None if the graph as a whole returns `outputs`.
    """
    step, seed = steps[-1], subject.seed + seed_of(steps[-1], len(steps) - 1)
    with mode_of(step.mode):
        values = inner_values(graph, watched.parameters, seed)
    block, runs = graph.path, watched.operators
    by_call = {(call.path, call.index): call for call in watched.calls}
    whole = [values[name] for name in graph.symbol.list_outputs() if name in values]
    usual = Tolerances(subject.options.tolerances)
    strict = dataclasses.replace(usual, only_rounding=True)
    differing = [each for each in (usual, strict) if not whole or not compare(arrays(outputs), whole, each)]
    if not differing:
        return None
    tolerances = differing[0]

    def diverges(inner: InnerCall) -> bool:
        call = by_call.get((inner.path, inner.index))
        names = [name for symbol in inner.outputs for name in symbol.list_outputs()]
        if call is None or any(name not in values for name in names):
            return False
        return not compare(arrays(call.outputs), [values[name] for name in names], tolerances)

    inner = first_divergent(graph.inner_calls, diverges)
    if inner is not None:
        first, last = watched.spans[inner.path, inner.index]
        block, runs = inner.path, runs[first:last]
    with mode_of(step.mode):
        node = first_diverging_operator(graph, runs, watched.parameters, seed, block)
    return Origin(node.block if node is not None else block, node)
