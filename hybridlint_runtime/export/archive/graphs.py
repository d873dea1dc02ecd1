"""Determine which graphs an archive contains, and make them.

A graph is written for every call of a HybridBlock by plain Python code: that of the root, and those below plain Blocks.
Calls of HybridBlocks inside a graph are parts of it (`InnerGraph`) and need no extra space. A HybridBlock that
overrides `forward` without calling `hybrid_forward` is plain here: `hybridize()` has no effect on it either.

The dimensions of its inputs that may change are determined by shape inference; nothing is run.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import itertools
import warnings
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Set, Tuple

from ...backend import load_backend
from ...diagnostics.failures import TraceFailure
from ...model.internals import Internals, document_of
from ...model.recording import UNREGISTERED, Call, Recording
from ...model.reshaping import shapes_inside, unfit_reshape
from ...model.tracing import NoGraph, TracedGraph, trace
from ...model.tree import HybridBlock
from ...mxnet_compat import import_mxnet
from ...structures import arrays
from . import nesting
from .errors import ArchiveError
from .graph_file import Graph, to_symbol, variables, with_names, without_attributes_of_variables
from .manifest import GraphRecord, InnerGraph
from .model import Model
from .nesting import describe

mx = import_mxnet()
_backend = load_backend()


@dataclasses.dataclass
class MadeGraph:
    """A graph, its record (without a file yet), a call that it computes, the names of its auxiliary states, and the
    axes of its inputs that are `bound` by the graph itself."""

    record: GraphRecord
    graph: Graph
    call: Optional[Call]
    auxiliary: Set[str]
    bound: Dict[str, List[int]] = dataclasses.field(default_factory=dict)


def graphs_of_recording(model: Model, recording: Recording) -> List[MadeGraph]:
    """Return one graph for each block that plain code called, and each nesting of its arguments, in order of the
    calls."""
    children: Dict[int, List[Call]] = {}
    # Children complete before their parents, so the next call one level up is the parent.
    open_calls: Dict[int, List[Call]] = {}
    for call in recording.calls:
        children[id(call)] = open_calls.pop(call.depth + 1, [])
        open_calls.setdefault(call.depth, []).append(call)
    made: List[MadeGraph] = []
    has_graph: Dict[Any, bool] = {}
    waiting = open_calls.get(0, [])[::-1]
    with _backend.renamed_variables(model.parameters):
        while waiting:
            call = waiting.pop()
            key = (call.path, str(nesting.comparable(describe(call.args)[0])), _skip_states(call))
            if key not in has_graph:
                graphs = _graphs_of(model, recording, call)
                made.extend(graphs)
                has_graph[key] = bool(graphs)
            if not has_graph[key]:
                waiting.extend(reversed(children[id(call)]))
    return made


def _graphs_of(model: Model, recording: Recording, call: Call) -> List[MadeGraph]:
    """Return the graphs of a call, [] if the block is plain: those of its children are written."""
    if not isinstance(call.block, HybridBlock) or call.path == UNREGISTERED:
        return []
    try:
        traced = trace(call.block, call.args, call.path, call.kwargs)
    except NoGraph:
        return []
    at = "both" if _backend.passes_arguments_on(call.block) and not call.kwargs else "forward"
    made = [_made_graph(model, recording, call, traced, tuple(traced.arguments), at)]
    if at == "forward":
        # In the graph of a HybridBlock around it, `__call__` and `forward` run with Symbols, unless they cannot.
        with contextlib.suppress(NoGraph, TraceFailure), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            traced = trace(_backend.caller_of(call.block, call.kwargs), call.args, call.path)
            made.append(_made_graph(model, recording, call, traced, call.args, "call"))
    return made


def _made_graph(
    model: Model, recording: Recording, call: Call, traced: TracedGraph, arguments: Tuple[Any, ...], at: str
) -> MadeGraph:
    inputs, tensors = describe(arguments)
    outputs, output_tensors = describe(call.outputs)
    count = len(traced.symbol.list_outputs())
    if count != len(output_tensors):
        raise ArchiveError(
            f"{call.path or 'the root'} ({type(call.block).__name__}) returns {nesting.shown(outputs)} when it runs, "
            f"and its graph has {count} outputs: what it returns depends on hybridization"
        )
    names, known = traced.input_names, model.parameters
    graph, auxiliary = named_graph(traced.symbol, names, set(known), model.names_below(call.path), call.path)
    shapes = [list(tensor.shape) for tensor in tensors]
    axes = axes_of(graph, names, shapes, {name: known[name].shape for name in variables(graph) if name in known})
    record = _record(
        *(call.path, at, traced.symbol, graph, names, inputs, outputs),
        skip_states=None if at == "call" else _skip_states(call),
        recorded_shapes=shapes,
        fixed_axes=[each.fixed for each in axes],
        limited_axes=[each.some for each in axes],
        # In the graph of a whole call, paths are relative to the caller; the other graph has the same parts.
        inner=[] if at == "call" else _inner_graphs(traced, graph, recording, call),
    )
    bound = {name: each.bound for name, each in zip(names, axes) if each.bound}
    return MadeGraph(record, graph, call, auxiliary, bound)


def _record(
    path: str, at: str, symbol: Any, graph: Graph, input_names: Sequence[str], inputs: Any, outputs: Any, **more: Any
) -> GraphRecord:
    """Return the record of a graph without a file; `more` are the fields about the recorded call."""
    used, unknown = variables(graph), [None] * len(input_names)
    of_call = {"recorded_shapes": unknown, "fixed_axes": unknown, "limited_axes": unknown, "inner": [], **more}
    return GraphRecord(
        file="",
        path=path,
        at=at,
        inputs=inputs,
        input_names=list(input_names),
        unused_inputs=[name for name in input_names if name not in used],
        outputs=outputs,
        parameters=[name for name in used if name not in input_names],
        numpy=isinstance(symbol, mx.sym.numpy._Symbol),
        **of_call,
    )


def named_graph(
    symbol: Any, input_names: Sequence[str], parameters: Set[str], by_name: Mapping[str, Sequence[str]], path: str
) -> Tuple[Graph, Set[str]]:
    """Return the graph of `symbol` with every variable named as in the archive, and the names of its auxiliary states.

    `parameters` are names in the archive. `by_name` maps MXNet's name to those in the archive, for variables that
    existed before (those of a SymbolBlock). Raise ArchiveError for a variable that is neither an input nor a parameter.
    """
    graph = document_of(symbol)
    names: Dict[str, str] = {}
    for name in variables(graph):
        if name in input_names or name in parameters:
            continue
        candidates = by_name.get(name, [])
        if len(candidates) != 1:
            what = "is called by two parameters" if candidates else "is neither an input nor a parameter of it"
            raise ArchiveError(
                f"the graph of {path or 'the root'} has a variable {name!r}, which {what}"
                + (f" ({', '.join(candidates)}): MXNet cannot hybridize it either" if candidates else "")
            )
        names[name] = candidates[0]
    auxiliary = {names.get(name, name) for name in symbol.list_auxiliary_states()}
    return with_names(graph, names), auxiliary


def _inner_graphs(traced: TracedGraph, graph: Graph, recording: Recording, call: Call) -> List[InnerGraph]:
    """Return the parts of the graph that are calls of inner HybridBlocks, one for each block and nesting of arguments.

    Grouping the graph's outputs with the Symbols of these calls yields one numbering for all: the nodes of the graph
    come first, unchanged, and entries that refer to later ones are not part of it.
    """
    calls = [inner for inner in traced.inner_calls if inner.path != call.path and inner.outputs and inner.inputs]
    if not calls:
        return []
    symbols = [traced.symbol, *(symbol for inner in calls for symbol in [*inner.inputs, *inner.outputs])]
    is_numpy = mx.sym.numpy._Symbol
    together = mx.sym.Group([each.as_nd_ndarray() if isinstance(each, is_numpy) else each for each in symbols])
    heads = iter(document_of(together)["heads"][len(traced.symbol.list_outputs()) :])
    graphs: Dict[Tuple[str, str], InnerGraph] = {}
    for inner in calls:
        counts = [sum(len(symbol.list_outputs()) for symbol in part) for part in (inner.inputs, inner.outputs)]
        entries = [[[int(node), int(output)] for node, output, *_ in itertools.islice(heads, n)] for n in counts]
        alike = (
            other
            for other in recording.calls_of(inner.path)
            if not other.kwargs and [len(arrays(list(other.args))), len(arrays(other.outputs))] == counts
        )
        shown = next(alike, None)
        if shown is None or any(node >= len(graph["nodes"]) for part in entries for node, _ in part):
            continue
        inputs, outputs = describe(shown.args)[0], describe(shown.outputs)[0]
        key = (inner.path, str(nesting.comparable(inputs)))
        graphs.setdefault(key, InnerGraph(inner.path, inputs, entries[0], outputs, entries[1]))
    return list(graphs.values())


def _skip_states(call: Call) -> Optional[bool]:
    """Return whether states were omitted in a call of MXNet's recurrent layers, on which their graph depends."""
    if not hasattr(call.block, "skip_states"):
        return None
    return len(call.args) < 2 or call.args[1] is None


def graphs_of_cache(model: Model) -> List[MadeGraph]:
    """Return the cached graphs of hybridized blocks. Their nestings have no tuples.

    Raise ArchiveError, stating what to do, if there are none.
    """
    made: List[MadeGraph] = []
    covered: Set[Optional[str]] = set()
    missing: List[str] = []
    for node in model.nodes:
        if node.parent in covered:
            covered.add(node.path)
        elif node.shared_with is None and isinstance(node.block, HybridBlock):
            if node.block._cached_graph:
                covered.add(node.path)
                made.append(_from_cache(model, node.path, node.block))
            else:
                missing.append(node.path)
    uncovered = [
        path for path in missing if not any(other == path or str(other).startswith(f"{path}.") for other in covered)
    ]
    if not made or any(map(model.own, uncovered)):
        names = ", ".join(repr(path or "the root") for path in uncovered[:5]) or "no block"
        raise ArchiveError(
            f"no call was recorded, and {names} holds no graph: give export_tree the inputs of a call, as in "
            "export_tree(net, path, x), or hybridize the model and call it first"
        )
    return made


def _from_cache(model: Model, path: str, block: Any) -> MadeGraph:
    variables_in, symbol = block._cached_graph
    by_name = model.names_below(path)
    for name, parameter in _backend.cached_parameters(block).items():
        known = model.name_of(parameter)
        by_name[name] = by_name.get(name, []) if known is None else [known]
    input_names = [variable.name for variable in variables_in]
    graph, auxiliary = named_graph(symbol, input_names, set(), by_name, path)
    form = block._in_format if isinstance(block._in_format, list) else [block._in_format]
    inputs = {"tuple": [nesting.from_format(item) for item in form]}
    at = "both" if _backend.passes_arguments_on(block) else "forward"
    outputs, skip_states = nesting.from_format(block._out_format), getattr(block, "skip_states", None)
    record = _record(path, at, symbol, graph, input_names, inputs, outputs, skip_states=skip_states)
    return MadeGraph(record, graph, None, auxiliary)


@dataclasses.dataclass
class Axes:
    """The axes of one input that cannot change; those of them `bound` by the graph itself, such as a `reshape` to a
    number, and not by the shape of a parameter; and the axes that only support `some` other sizes."""

    fixed: List[int] = dataclasses.field(default_factory=list)
    bound: List[int] = dataclasses.field(default_factory=list)
    some: List[int] = dataclasses.field(default_factory=list)


def axes_of(
    graph: Graph, input_names: Sequence[str], shapes: Sequence[Sequence[int]], parameters: Mapping[str, Any]
) -> List[Axes]:
    """Return for each input the axes that can become one longer and twice as long, alone or with all axes of the same
    length.

    An axis that MXNet does not find fixed may still be fixed by an operator whose shapes it cannot infer.
    """
    fits = _fitting(graph)
    used = set(variables(graph))
    given = {name: tuple(shape) for name, shape in zip(input_names, shapes) if name in used}
    known = {
        name: tuple(shape) for name, shape in parameters.items() if shape is not None and all(n > 0 for n in shape)
    }
    result = [Axes() for _ in input_names]
    if not fits({**given, **known}):
        return result

    @functools.lru_cache(maxsize=None)
    def fit_together(length: int, size: int, with_parameters: bool) -> bool:
        """Return whether all axes of this length can have another size."""
        changed = {name: tuple(size if n == length else n for n in shape) for name, shape in given.items()}
        return fits({**changed, **(known if with_parameters else {})})

    def is_possible(name: str, axis: int, size: int, with_parameters: bool) -> bool:
        alone = {**given, name: tuple(size if i == axis else n for i, n in enumerate(given[name]))}
        return fits({**alone, **(known if with_parameters else {})}) or fit_together(
            given[name][axis], size, with_parameters
        )

    for axes, name, shape in zip(result, input_names, shapes):
        for axis in range(len(shape)) if name in used else ():
            sizes = [shape[axis] + 1, shape[axis] * 2]
            possible = [is_possible(name, axis, size, True) for size in sizes]
            if not any(possible):
                axes.fixed.append(axis)
                if not any(is_possible(name, axis, size, False) for size in sizes):
                    axes.bound.append(axis)
            elif not all(possible):
                axes.some.append(axis)
    return result


def _fitting(graph: Graph) -> Callable[[Mapping[str, Sequence[int]]], bool]:
    """Return a function that returns whether the graph can run on inputs and parameters of these shapes, as far as
    MXNet infers."""
    internals = Internals(to_symbol(without_attributes_of_variables(graph)))

    def fits(shapes: Mapping[str, Sequence[int]]) -> bool:
        inside = shapes_inside(internals, shapes)
        return inside is not None and unfit_reshape(internals, inside) is None

    return fits
