"""The block and operator at which outputs first diverge, on a later call, at another batch size, in another mode, or
after a change.

The graph is traced at the first call and run with the arguments of the diverging call, which is also executed
imperatively while recorded. So every block and every operator has two results under the same conditions.
"""

from __future__ import annotations

import contextlib
import dataclasses
import re
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

from ..backend import load_backend
from ..diagnostics.explaining import has_silent_finding
from ..diagnostics.failures import TraceFailure
from ..errors import model_code
from ..model.calls import OperatorRun, watching, watching_operators
from ..model.comparing import Tolerances, compare, undetermined
from ..model.memory import fill_memory, repeated
from ..model.recording import Call, seed_all
from ..model.steps import Step, mode_of, seed_of
from ..model.subject import Subject
from ..model.tracing import NoGraph, TracedGraph, trace
from ..model.tree import is_below, paths_by_identity
from ..structures import Symbol, arrays, copied, leaves, wait
from .engine import GraphNode, Origin, first_divergent, localizer
from .mode_queries import mode_changes, mode_queries
from .operators import first_diverging_operator, first_that_fails, inner_values

#: The operators that depend on the mode, as they appear in the text of a node.
_KNOWS_MODE = re.compile(r"\((?:Dropout|\w*BatchNorm|RNN|LeakyReLU|Custom)\)")

_SCOPE_OUTSIDE = "Put the scope around the call of the model: a graph has the mode in which it is run."


@dataclasses.dataclass
class _Watched:
    """The record of several calls of the model.

    By the path of an outermost hybridized block: its graph, traced at its first call, its first call in the last step,
    and the operators that ran in that.
    """

    graphs: Dict[str, Optional[TracedGraph]]
    calls: Dict[str, Call]
    operators: Dict[str, List[OperatorRun]]
    parameters: Mapping[str, Any]


@localizer
def localize_outputs(
    subject: Subject,
    steps: Sequence[Step],
    failed: bool = False,
    open_shapes: bool = False,
) -> Optional[Origin]:
    """Return the origin of the divergence at the last of `steps`.

    `failed` is whether the hybridized net raised there, `open_shapes` whether the net is traced before the shapes of
    its parameters are known. None if every part agrees under these conditions, or no graph can be made.
    """
    with model_code():
        watched = _watched(subject, steps, failed, open_shapes)
    for path, graph in watched.graphs.items():
        call = watched.calls.get(path)
        if graph is None or call is None:
            continue
        graph = dataclasses.replace(graph, arguments=tuple(call.args))
        if failed:
            node = first_that_fails(graph, watched.parameters)
            if node is not None:
                return Origin(node.block, node)
        else:
            difference = _first_difference(subject, graph, watched, call, steps)
            if difference is not None:
                if difference.node is not None:
                    difference = changing_mode(call, difference.node) or difference
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
            net = subject.prepared_net(False)
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
    """Return the line of a mode query in the block of `origin`, in one inside it or in one around it; else, and where
    the linter reports the line of `origin` itself, `origin`: it reads state that a mode sets."""
    if has_silent_finding(origin.location):
        return origin
    every = mode_queries(subject)
    queries = [item for item in every if is_below(item.block, origin.block)]
    queries = queries or [item for item in reversed(every) if is_below(origin.block, item.block)]
    if not queries:
        return origin
    return Origin(queries[0].block, origin.node if queries[0].block == origin.block else None, queries[0].location)


def _watched(subject: Subject, steps: Sequence[Step], fails: bool, open_shapes: bool) -> _Watched:
    net = subject.prepared_net(False, open_shapes=open_shapes)
    paths = paths_by_identity(net)
    watched = _Watched({}, {}, {}, {})

    def keep(block: Any, args: Tuple[Any, ...], named: Dict[str, Any], run: Any) -> Any:
        path = paths.get(id(block))
        if path not in subject.roots or any(isinstance(leaf, Symbol) for _, leaf in leaves([args, named])):
            return run()
        if number == 0 and path not in watched.graphs:
            watched.graphs[path] = None  # tracing calls the block again
            with contextlib.suppress(NoGraph, TraceFailure):
                watched.graphs[path] = trace(block, args, path, named)
        if number < len(steps) - 1 or path in watched.calls:
            return run()
        before, before_named = copied(tuple(args)), copied(dict(named))
        with contextlib.ExitStack() as stack:
            watched.operators[path] = [] if fails else stack.enter_context(watching_operators(_watched.__code__))
            outputs = wait(run())
        watched.calls[path] = Call(path, block, 0, 0, before, before_named, copied(outputs), None)
        return outputs

    for number, step in enumerate(steps):
        arguments = subject.inputs(step.seed, step.batch, step.maker)
        if step.change is not None:
            step.change(net)
        seed_all(subject.seed + seed_of(step, number))
        with watching(keep), mode_of(step.mode):
            wait(subject.run(net, arguments))
        if number == 0 and subject.scenario.between is not None:
            subject.scenario.between(net)
    watched.parameters = load_backend().variables(net)
    return watched


def _first_difference(
    subject: Subject, graph: TracedGraph, watched: _Watched, call: Call, steps: Sequence[Step]
) -> Optional[Origin]:
    """Return the first operator whose results differ, with its block; None if the graph returns what the call does."""
    step, seed = steps[-1], subject.seed + seed_of(steps[-1], len(steps) - 1)
    tolerances = Tolerances(subject.options.tolerances, only_rounding=True)
    with mode_of(step.mode):
        values = inner_values(graph, watched.parameters, seed)
        whole = [values[name] for name in graph.symbol.list_outputs() if name in values]
        if whole and compare(arrays(call.outputs), whole, tolerances):
            return None
        node = first_diverging_operator(graph, watched.operators[graph.path], watched.parameters, seed)
    return Origin(node.block if node is not None else graph.path, node)
