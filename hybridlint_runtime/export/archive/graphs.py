"""Determine which graphs an archive contains, and make them.

A graph is written for every call of a HybridBlock by plain Python code: that of the root, and those below plain Blocks.
Calls of HybridBlocks inside a graph are parts of it (`InnerGraph`) and need no extra space. A HybridBlock that
overrides `forward` without calling `hybrid_forward` is plain here: `hybridize()` has no effect on it either.

The dimensions of its inputs that may change are determined by shape inference; nothing is run.
"""

from __future__ import annotations

import dataclasses
import json
import math
import warnings
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Set, Tuple

from ...backend import load_backend
from ...diagnostics.failures import TraceFailure
from ...model.internals import Internals
from ...model.recording import UNREGISTERED, Call, Recording
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
    return _Tracer(model, recording).run()


class _Tracer:
    def __init__(self, model: Model, recording: Recording) -> None:
        self._model = model
        self._recording = recording
        self._made: Dict[Any, Optional[List[MadeGraph]]] = {}

    def run(self) -> List[MadeGraph]:
        children: Dict[int, List[Call]] = {}
        roots: List[Call] = []
        # Children complete before their parents, so the next call one level up is the parent.
        open_calls: Dict[int, List[Call]] = {}
        for call in self._recording.calls:
            children[id(call)] = open_calls.pop(call.depth + 1, [])
            open_calls.setdefault(call.depth, []).append(call)
        roots = open_calls.get(0, [])
        made: List[MadeGraph] = []
        waiting = list(reversed(roots))
        with _backend.renamed_variables(self._model.parameters):
            while waiting:
                call = waiting.pop()
                graphs = self._graphs_of(call)
                if graphs is None:
                    waiting.extend(reversed(children[id(call)]))
                else:
                    made.extend(graphs)
        return made

    def _graphs_of(self, call: Call) -> Optional[List[MadeGraph]]:
        """Return the new graphs for this call, [] if they exist already; None if the block is plain: its children are
        used."""
        if not isinstance(call.block, HybridBlock) or call.path == UNREGISTERED:
            return None
        skip_states = _skip_states(call)
        key = (call.path, str(nesting.comparable(describe(call.args)[0])), skip_states)
        if key in self._made:
            return None if self._made[key] is None else []
        try:
            traced = trace(call.block, call.args, call.path, call.kwargs)
        except NoGraph:
            self._made[key] = None
            return None
        graphs = self._made_from(call, traced, skip_states)
        self._made[key] = graphs
        return graphs

    def _made_from(self, call: Call, traced: TracedGraph, skip_states: Optional[bool]) -> List[MadeGraph]:
        block, arguments = call.block, tuple(traced.arguments)
        plain_call = _backend.passes_arguments_on(block)
        at = "both" if plain_call and not call.kwargs else "forward"
        made = [self._made_graph(call, traced, arguments, at, skip_states)]
        if at == "forward":
            by_call = self._traced_as_child(call)
            if by_call is not None:
                made.append(by_call)
        return made

    def _traced_as_child(self, call: Call) -> Optional[MadeGraph]:
        """Return the graph of the whole call, as a part of the graph of a HybridBlock around it.

        `__call__` and `forward` then run with Symbols. None if they cannot.
        """
        around = _backend.caller_of(call.block, call.kwargs)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                traced = trace(around, call.args, call.path)
        except (NoGraph, TraceFailure):
            return None
        return self._made_graph(call, traced, call.args, "call", None)

    def _made_graph(
        self, call: Call, traced: TracedGraph, arguments: Tuple[Any, ...], at: str, skip_states: Optional[bool]
    ) -> MadeGraph:
        inputs, tensors = describe(arguments)
        outputs, output_tensors = describe(call.outputs)
        name = call.path or "the root"
        if len(traced.symbol.list_outputs()) != len(output_tensors):
            raise ArchiveError(
                f"{name} ({type(call.block).__name__}) returns {nesting.shown(outputs)} when it runs, and its graph "
                f"has {len(traced.symbol.list_outputs())} outputs: what it returns depends on hybridization"
            )
        graph, auxiliary = named_graph(
            traced.symbol,
            traced.input_names,
            set(self._model.parameters),
            self._model.names_below(call.path),
            call.path,
        )
        # In the graph of a whole call, paths are relative to the caller; the other graph of the block has the same
        # parts.
        inner = [] if at == "call" else _inner_graphs(traced, graph, self._recording, call)
        shapes = [list(tensor.shape) for tensor in tensors]
        known = {name: self._model.parameters[name].shape for name in _parameters_in(graph, traced.input_names)}
        axes = axes_of(graph, traced.input_names, shapes, known)
        record = GraphRecord(
            file="",
            path=call.path,
            at=at,
            inputs=inputs,
            input_names=list(traced.input_names),
            unused_inputs=[name for name in traced.input_names if name not in variables(graph)],
            outputs=outputs,
            parameters=_parameters_in(graph, traced.input_names),
            numpy=isinstance(traced.symbol, mx.sym.numpy._Symbol),
            skip_states=skip_states,
            recorded_shapes=[list(shape) for shape in shapes],
            fixed_axes=[list(each.fixed) for each in axes],
            limited_axes=[list(each.some) for each in axes],
            inner=inner,
        )
        bound = {name: each.bound for name, each in zip(traced.input_names, axes) if each.bound}
        return MadeGraph(record, graph, call, auxiliary, bound)


def named_graph(
    symbol: Any, input_names: Sequence[str], parameters: Set[str], by_name: Mapping[str, Sequence[str]], path: str
) -> Tuple[Graph, Set[str]]:
    """Return the graph of `symbol` with every variable named as in the archive, and the names of its auxiliary states.

    `parameters` are names in the archive. `by_name` maps MXNet's name to those in the archive, for variables that
    existed before (those of a SymbolBlock). Raise ArchiveError for a variable that is neither an input nor a parameter.
    """
    graph = json.loads(json_of(symbol))
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


def json_of(symbol: Any) -> str:
    """Return the symbol as JSON with its amp_cast operators: they are part of what was compared."""
    try:
        return str(symbol.tojson(remove_amp_cast=False))
    except TypeError:
        return str(symbol.tojson())


def _parameters_in(graph: Graph, input_names: Sequence[str]) -> List[str]:
    return [name for name in variables(graph) if name not in input_names]


def _inner_graphs(traced: TracedGraph, graph: Graph, recording: Recording, call: Call) -> List[InnerGraph]:
    """Return the parts of the graph that are calls of inner HybridBlocks, one for each block and nesting of arguments.

    Grouping the graph's outputs with the Symbols of these calls yields one numbering for all: the nodes of the graph
    come first, unchanged, and entries that refer to later ones are not part of it.
    """
    calls = [inner for inner in traced.inner_calls if inner.path != call.path and inner.outputs and inner.inputs]
    if not calls:
        return []
    own = len(traced.symbol.list_outputs())
    symbols = [symbol for inner in calls for symbol in [*inner.inputs, *inner.outputs]]
    together = mx.sym.Group([_classic(traced.symbol), *(_classic(symbol) for symbol in symbols)])
    heads = json.loads(json_of(together))["heads"][own:]
    size = len(graph["nodes"])
    recorded: Dict[str, List[Call]] = {}
    for other in recording.calls:
        recorded.setdefault(other.path, []).append(other)
    graphs: Dict[Tuple[str, str], InnerGraph] = {}
    position = 0
    for inner in calls:
        counts = [sum(len(symbol.list_outputs()) for symbol in part) for part in (inner.inputs, inner.outputs)]
        entries = [[int(entry[0]), int(entry[1])] for entry in heads[position : position + sum(counts)]]
        position += sum(counts)
        shown = _recorded_like(recorded.get(inner.path, []), counts)
        if shown is None or any(entry[0] >= size for entry in entries):
            continue
        inputs, outputs = describe(shown.args)[0], describe(shown.outputs)[0]
        key = (inner.path, str(nesting.comparable(inputs)))
        graphs.setdefault(key, InnerGraph(inner.path, inputs, entries[: counts[0]], outputs, entries[counts[0] :]))
    return list(graphs.values())


def _recorded_like(calls: Sequence[Call], counts: Sequence[int]) -> Optional[Call]:
    """Return the first of `calls` with these numbers of input and output tensors."""
    for call in calls:
        if not call.kwargs and [len(arrays(list(call.args))), len(arrays(call.outputs))] == list(counts):
            return call
    return None


def _classic(symbol: Any) -> Any:
    return symbol.as_nd_ndarray() if isinstance(symbol, mx.sym.numpy._Symbol) else symbol


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
    covered: Set[str] = set()
    missing: List[str] = []
    for node in model.nodes:
        if node.shared_with is not None or (node.parent in covered and node.parent is not None):
            if node.parent in covered:
                covered.add(node.path)
            continue
        block = node.block
        if not isinstance(block, HybridBlock):
            continue
        if not block._cached_graph:
            missing.append(node.path)
            continue
        covered.add(node.path)
        made.append(_from_cache(model, node.path, block))
    uncovered = [
        path for path in missing if not any(other == path or other.startswith(f"{path}.") for other in covered)
    ]
    if not made or (uncovered and _holds_parameters(model, uncovered)):
        names = ", ".join(repr(path or "the root") for path in uncovered[:5]) or "no block"
        raise ArchiveError(
            f"no call was recorded, and {names} holds no graph: give export_tree the inputs of a call, as in "
            "export_tree(net, path, x), or hybridize the model and call it first"
        )
    return made


def _holds_parameters(model: Model, paths: Sequence[str]) -> bool:
    return any(model.own(path) for path in paths)


def _from_cache(model: Model, path: str, block: Any) -> MadeGraph:
    variables_in, symbol = block._cached_graph
    input_names = [variable.name for variable in variables_in]
    graph = json.loads(json_of(symbol))
    names: Dict[str, str] = {}
    for name, parameter in _backend.cached_parameters(block).items():
        names[name] = model.name_of(parameter) or name
    by_name = model.names_below(path)
    for name in variables(graph):
        if name not in input_names and names.get(name) not in model.parameters:
            candidates = by_name.get(name, [])
            if len(candidates) != 1:
                raise ArchiveError(
                    f"the graph of {path or 'the root'} has a variable {name!r}, which no parameter is called"
                )
            names[name] = candidates[0]
    form = block._in_format if isinstance(block._in_format, list) else [block._in_format]
    inputs = {"tuple": [nesting.from_format(item) for item in form]}
    graph = with_names(graph, names)
    record = GraphRecord(
        file="",
        path=path,
        at="both" if _backend.passes_arguments_on(block) else "forward",
        inputs=inputs,
        input_names=input_names,
        unused_inputs=[name for name in input_names if name not in variables(graph)],
        outputs=nesting.from_format(block._out_format),
        parameters=_parameters_in(graph, input_names),
        numpy=isinstance(symbol, mx.sym.numpy._Symbol),
        skip_states=getattr(block, "skip_states", None),
        recorded_shapes=[None] * len(input_names),
        fixed_axes=[None] * len(input_names),
        limited_axes=[None] * len(input_names),
        inner=[],
    )
    return MadeGraph(record, graph, None, {names.get(name, name) for name in symbol.list_auxiliary_states()})


Shape = Tuple[int, ...]


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
    inference = _Inference(graph)
    used = set(variables(graph))
    given = {name: tuple(shape) for name, shape in zip(input_names, shapes) if name in used}
    known = {
        name: tuple(shape) for name, shape in parameters.items() if shape is not None and all(n > 0 for n in shape)
    }

    def fits(inputs: Mapping[str, Shape]) -> bool:
        return inference.fits({**inputs, **known})

    def fits_without_parameters(inputs: Mapping[str, Shape]) -> bool:
        return inference.fits(inputs)

    result = [Axes() for _ in input_names]
    if not fits(given):
        return result
    together: Dict[Tuple[int, int], bool] = {}
    for axes, name, shape in zip(result, input_names, shapes):
        for axis in range(len(shape)) if name in used else ():
            sizes = [shape[axis] + 1, shape[axis] * 2]
            possible = [_possible(given, name, axis, size, fits, together) for size in sizes]
            if not any(possible):
                axes.fixed.append(axis)
                if not any(_possible(given, name, axis, size, fits_without_parameters, {}) for size in sizes):
                    axes.bound.append(axis)
            elif not all(possible):
                axes.some.append(axis)
    return result


def _possible(
    given: Mapping[str, Shape],
    name: str,
    axis: int,
    size: int,
    fits: Callable[[Mapping[str, Shape]], bool],
    together: Dict[Tuple[int, int], bool],
) -> bool:
    """Return whether an axis can have this size, alone or with all others of the same length."""
    shape = given[name]
    if fits({**given, name: tuple(size if i == axis else n for i, n in enumerate(shape))}):
        return True
    key = (shape[axis], size)
    if key not in together:
        together[key] = fits({other: tuple(size if n == key[0] else n for n in old) for other, old in given.items()})
    return together[key]


class _Inference:
    """Infers the shapes of all values of a graph. Only the given shapes of its variables are known."""

    def __init__(self, graph: Graph) -> None:
        symbol = to_symbol(without_attributes_of_variables(graph))
        internals = Internals(symbol)
        self._internals = internals.symbol
        #: MXNet does not compare the sizes before and after a `reshape`; running it then reads beyond its input.
        self._reshapes = [
            (internals.place(node.inputs[0]), internals.place(node.outputs[0]))
            for node in internals.nodes
            if node.operator.lower().endswith("reshape") and node.inputs
        ]

    def fits(self, shapes: Mapping[str, Shape]) -> bool:
        """Return whether the graph can run on inputs and parameters of these shapes."""
        try:
            # `infer_shape` itself prints all arguments when it fails.
            outputs = self._internals._infer_shape_impl(True, **shapes)[1]
        except mx.base.MXNetError:
            return False
        for before, after in self._reshapes:
            sizes = [outputs[before] or (), outputs[after] or ()]
            if (
                all(sizes)
                and all(n > 0 for shape in sizes for n in shape)
                and math.prod(sizes[0]) != math.prod(sizes[1])
            ):
                return False
        return True
