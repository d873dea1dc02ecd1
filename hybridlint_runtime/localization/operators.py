"""The first operator of a graph that diverges: its result differs, it fails, or its shape is unknown."""

from __future__ import annotations

import re
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

from ..backend import load_backend
from ..diagnostics.failures import essential
from ..model.calls import OperatorRun
from ..model.comparing import Tolerances, compare
from ..model.internals import Internals, Node
from ..model.memory import fill_memory
from ..model.recording import seed_all
from ..model.reshaping import shapes_inside, unfit_in
from ..model.tracing import TracedGraph
from ..mxnet_compat import import_mxnet
from ..spec.options import Tolerance
from ..structures import arrays, shape_of
from .engine import GraphNode, first_divergent, first_divergent_prefix

mx = import_mxnet()

#: The operators whose bodies are graphs inside the graph.
CONTROL_FLOW = ("_foreach", "_while_loop", "_cond")
#: Results of one operator run twice hardly differ; results of different operators may be close by chance.
_CLOSE = Tolerances({"float32": Tolerance(relative=2e-5, absolute=1e-6)})
_OPERATOR = re.compile(r"(?:\w*Error: )*Operator (\w+) ")
#: MXNet's message for a loop, in training, that has a state without a gradient.
_OF_LOOPS = "Assigning to NDArrays that are already in a computational graph"
#: Maximum number of lines that are searched; larger graphs come from generated code.
_LINES = 5000


def node_of_message(graph: TracedGraph, message: str, parameters: Mapping[str, Any]) -> Optional[GraphNode]:
    """Return the node of `graph` that an MXNet message names ("Error in operator net0__plus0"), None if it names none.

    `parameters` are those of the block by MXNet's names.
    """
    named = graph.line_of(message)
    if named is not None:
        return described(graph, named[0], parameters)
    # "Operator _shuffle is non-differentiable" names the operator, not the node. Other messages name none.
    operator = _OPERATOR.match(essential(message))
    name = operator.group(1) if operator is not None else "_while_loop" if _OF_LOOPS in message else None
    made = [node for node in Internals(graph.symbol).nodes if node.operator == name]
    return described(graph, made[0].name, parameters) if made else None


def first_diverging_operator(
    graph: TracedGraph, runs: Sequence[OperatorRun], parameters: Mapping[str, Any], seed: int
) -> Optional[GraphNode]:
    """Return the first operator of `graph`, in execution order, whose result no imperative run on its line has.

    `runs` are the operators of an imperative run with the same arguments and `seed`. None if the results of all lines
    agree, or the graph cannot be run.
    """
    nodes = Internals(graph.symbol).nodes
    values = inner_values(graph, parameters, seed)
    by_line: Dict[Tuple[str, int], List[OperatorRun]] = {}
    for run in runs:
        if run.location is not None:
            by_line.setdefault((run.location.file, run.location.line), []).append(run)

    def diverges(node: Node) -> bool:
        location = graph.node_lines.get(node.name)
        if node.operator == "null" or location is None:
            return False
        results = [values[name] for name in node.outputs if name in values]
        on_line = by_line.get((location.file, location.line), [])
        alike = [run for run in on_line if run.operator == node.operator]
        expected = [output for run in alike or on_line for output in run.outputs]
        if not alike:  # identity operators that only graphs have return the result of an earlier one
            expected += [values[name] for name in node.inputs if name in values]
        return bool(results) and not any(same_result(results[0], other) for other in expected)

    divergent = first_divergent(nodes[:_LINES], diverges)
    skipped = _skipped_run(graph, runs, nodes, divergent)
    if skipped is not None:
        text = f"{skipped.operator}, which runs imperatively; the graph has no operator for this line"
        return GraphNode(skipped.operator, text, graph.path, skipped.location)
    if divergent is not None:
        return described(graph, divergent.name, parameters)
    # The result of an operator may be missing in the graph, such as that of `[0]` of the only output of `split`.
    known = [run for run in runs[:_LINES] if run.location is not None and run.outputs] if values else []
    lost = first_divergent(known, lambda run: not any(same_result(run.outputs[0], each) for each in values.values()))
    if lost is not None:
        text = f"{lost.operator}, which runs imperatively; the graph has no such result"
        return GraphNode(lost.operator, text, graph.path, lost.location)
    return None


def first_that_fails(graph: TracedGraph, parameters: Mapping[str, Any], static: bool = False) -> Optional[GraphNode]:
    """Return the first operator of `graph`, in execution order, that cannot be run; None if all can.

    With `static`, memory is planned statically, for the result of one operator at a time.
    """
    internals = Internals(graph.symbol)
    feeds = feeds_of(graph, parameters)

    if any(name not in feeds for name in internals.symbol.list_inputs()):  # a call with fewer arguments
        return None

    # Without inputs, an operator cannot be run alone.
    names = [name for name in internals.names if not static or internals.value(name).list_inputs()]

    def fails(count: int) -> bool:
        part = mx.sym.Group([internals.value(name) for name in names[count - 1 if static else 0 : count]])
        try:
            load_backend().run_graph(part, feeds, static)
            mx.nd.waitall()
        except mx.base.MXNetError:
            return True
        return False

    unfit = unfit_in(graph.symbol, {name: value.shape for name, value in feeds.items()})
    if unfit is not None:
        return described(graph, unfit.node, parameters)
    failing = first_divergent_prefix(names, fails)
    return described(graph, internals.node_of(failing).name, parameters) if failing is not None else None


def first_without_shape(graph: TracedGraph, parameters: Mapping[str, Any]) -> Optional[GraphNode]:
    """Return the first operator of `graph`, in execution order, whose output shape MXNet cannot infer.

    Shapes of `parameters` may be unknown.
    """
    internals = Internals(graph.symbol)
    shapes = {name: value.shape for name, value in zip(graph.input_names, arrays(list(graph.arguments)))}
    open_ones = {name: parameter.shape for name, parameter in parameters.items() if parameter.shape is not None}
    # If shapes contradict each other, the error is independent of unknown ones.
    inferred = shapes_inside(internals, {**open_ones, **shapes})
    by_name = dict(zip(internals.names, inferred or ()))

    def has_none(node: Node) -> bool:
        first = by_name.get(node.outputs[0]) if node.outputs and node.operator != "null" else None
        return node.operator != "null" and (not first or 0 in first)

    node = first_divergent(internals.nodes, has_none) if inferred is not None else None
    return described(graph, node.name, {}) if node is not None else None


def _skipped_run(
    graph: TracedGraph, runs: Sequence[OperatorRun], nodes: Sequence[Node], divergent: Optional[Node]
) -> Optional[OperatorRun]:
    """Return the first imperative operator that the graph skips.

    It is on a line that made no node (such as `x[0]`), or wrote to an array on a line whose nodes the graph does not
    use (such as `F.relu(x, out=y)`).
    """
    made = {(location.file, location.line) for location in graph.node_lines.values()}
    kept = [graph.node_lines[node.name] for node in nodes if node.name in graph.node_lines]
    used = {(location.file, location.line) for location in kept}
    end = graph.node_lines.get(divergent.name) if divergent is not None else None
    # A line may run several times, as in a layer: the run of the divergent operator is the last of that many.
    left = 0
    for node in nodes if divergent is not None else []:
        location = graph.node_lines.get(node.name)
        left += location is not None and end is not None and (location.file, location.line) == (end.file, end.line)
        if node is divergent:
            break
    for run in runs:
        if run.location is None:
            continue
        if end is not None and (run.location.file, run.location.line) == (end.file, end.line):
            left -= 1
            if left <= 0:
                return None
        if (run.location.file, run.location.line) not in (used if run.in_place else made):
            return run
    return None


def same_result(first: Any, second: Any) -> bool:
    """Return whether the two values may be results of the same operator, run twice.

    A part of a graph of `mx.np` returns classic arrays.
    """
    first, second = (value.as_nd_ndarray() if isinstance(value, mx.np.ndarray) else value for value in (first, second))
    shape = shape_of(first)
    return bool(shape is not None and shape == shape_of(second) and compare(first, second, _CLOSE))


def described(graph: TracedGraph, name: str, parameters: Mapping[str, Any]) -> GraphNode:
    """Return the node called `name`, with the shapes and dtypes of its inputs."""
    location, block = graph.node_lines.get(name), graph.node_blocks.get(name, graph.path)
    internals = Internals(graph.symbol)
    node = next((node for node in internals.nodes if node.name == name), None)
    if node is None:
        return GraphNode(name, name, block, location)
    feeds = feeds_of(graph, parameters)
    inputs = ", ".join(f"{key} {_shape_and_dtype(internals, key, feeds)}".strip() for key in node.inputs)
    text = f"{name} ({node.operator}) of {inputs}" if inputs else f"{name} ({node.operator})"
    return GraphNode(name, text, block, location)


def _shape_and_dtype(internals: Internals, key: str, feeds: Mapping[str, Any]) -> str:
    """Return "float32[2, 3]" for one inner value, as far as MXNet can infer it."""
    try:
        symbol = internals.value(key)
        known = {name: feeds[name] for name in symbol.list_inputs() if name in feeds}
        _, shapes, _ = symbol.infer_shape_partial(**{name: value.shape for name, value in known.items()})
        _, dtypes, _ = symbol.infer_type(**{name: value.dtype for name, value in known.items()})
    except mx.base.MXNetError:  # an earlier node may be the one that fails
        return ""
    dtype = getattr(dtypes[0], "__name__", "") if dtypes else ""
    return f"{dtype}{list(shapes[0]) if shapes else ''}"


def feeds_of(graph: TracedGraph, parameters: Mapping[str, Any]) -> Dict[str, Any]:
    """Return the values of the graph's variables by name: arguments and parameters."""
    feeds = dict(zip(graph.input_names, arrays(list(graph.arguments))))
    for name, parameter in parameters.items():
        if parameter._data is not None:
            feeds.setdefault(name, parameter.list_data()[0])
    return feeds


def inner_values(graph: TracedGraph, parameters: Mapping[str, Any], seed: int) -> Dict[str, Any]:
    """Return the results of every node of the graph, run after seeding, by the names of `Internals`; {} if the graph
    cannot be run as a whole."""
    internals = Internals(graph.symbol)
    feeds = feeds_of(graph, parameters)
    if any(name not in feeds for name in internals.symbol.list_inputs()):
        return {}
    if unfit_in(graph.symbol, {name: value.shape for name, value in feeds.items()}) is not None:
        return {}
    fill_memory(hybridized=True)
    seed_all(seed)
    try:
        outputs = load_backend().run_graph(internals.symbol, feeds)
        mx.nd.waitall()
    except mx.base.MXNetError:  # running the graph has already located a node that fails
        return {}
    return dict(zip(internals.names, outputs))
