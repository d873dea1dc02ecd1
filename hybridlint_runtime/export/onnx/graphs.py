"""The outermost graphs of a model, with the inputs and outputs of each at one or two batch sizes."""

from __future__ import annotations

import dataclasses
import inspect
import json
import re
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from ...backend import load_backend
from ...model.draws import draws, without_order
from ...model.internals import document_of
from ...model.memory import fill_memory
from ...model.recording import Call, Recording, seed_all
from ...model.tracing import NoGraph, TracedGraph, trace
from ...model.tree import SymbolBlock
from ...mxnet_compat import import_mxnet
from ...structures import arrays, copied, leaves
from .converting import Value

mx = import_mxnet()

_SEED = 7


@dataclasses.dataclass
class GraphCall:
    """One call of a graph.

    `inputs` are its tensors in the order of `TracedGraph.input_names`. `outputs` is what the block returned
    imperatively, or what the graph returned in MXNet if the block returned another number of tensors
    (recurrent layers omit states if none were passed).
    """

    inputs: List[Any]
    outputs: Any


@dataclasses.dataclass
class OutermostGraph:
    """The graph of one outermost HybridBlock for one structure of arguments.

    `calls` are its first call, one for each other shape of inputs, and, if the model accepts another batch size, the
    first at that (`has_another`: the last is that one). `number` counts the structures of one block from 0.
    """

    path: str
    block: Any
    graph: TracedGraph
    parameters: Mapping[str, Any]
    calls: List[GraphCall]
    number: int = 0
    has_another: bool = False

    def random_node(self) -> str:
        """Return the name of the first node that draws random numbers, "" if there is none."""
        nodes = document_of(self.graph.symbol)["nodes"]
        return next((node["name"] for node in nodes if draws(node["op"], node.get("attrs", {}), training=False)), "")

    def inputs(self) -> List[Value]:
        """Return the inputs of the graph, named after the arguments of `hybrid_forward`."""
        names = input_names(self.block, self.graph)
        rows = [call.inputs for call in self._for_dimensions()]
        return [
            value_of(name, tensors, variable)
            for name, variable, tensors in zip(names, self.graph.input_names, zip(*rows))
        ]

    def outputs(self) -> List[Value]:
        """Return the outputs of the graph: `output`, or `output_0`, `output_1_0` … by their path."""
        rows = [arrays(call.outputs) for call in self._for_dimensions()]
        places = [where for where, leaf in leaves(self.calls[0].outputs) if isinstance(leaf, mx.nd.NDArray)]
        return [value_of("output" + _joined(where), tensors) for where, tensors in zip(places, zip(*rows))]

    def _for_dimensions(self) -> List[GraphCall]:
        """Return the calls for `open_dimensions`: with only one batch size, no dimension follows it."""
        return self.calls if self.has_another else [*self.calls, self.calls[0]]


def outermost_graphs(
    net: Any,
    roots: Sequence[str],
    recording: Recording,
    another: Optional[Recording] = None,
    traced: Optional[Mapping[Tuple[str, str], TracedGraph]] = None,
) -> List[OutermostGraph]:
    """Return the graphs of the blocks of `net` at the paths `roots`, for every structure of arguments in `recording`.

    `another` is a recording of the same calls at another batch size, `traced` contains graphs that exist already.
    Blocks without a graph are omitted. Raise TraceFailure.
    """
    parameters = {
        name: parameter.list_data()[0]
        for name, parameter in net.collect_params().items()
        if parameter._data is not None
    }
    graphs: List[OutermostGraph] = []
    for path in roots:
        others = another.structures_of(path) if another is not None else []
        for number, call in enumerate(recording.structures_of(path)):
            graph = (traced or {}).get((path, call.structure)) or _traced(call)
            if graph is None:
                continue
            graph = dataclasses.replace(graph, symbol=without_order(graph.symbol))
            calls = [_graph_call(graph, call, parameters)]
            further = _of_other_shapes(recording, call)
            calls += [made for again in further for made in _again(graph, again, parameters)]
            same = number < len(others) and others[number].structure == call.structure
            last = _again(graph, others[number], parameters) if same else []
            graphs.append(OutermostGraph(path, call.block, graph, parameters, calls + last, number, bool(last)))
    return graphs


def run_in_mxnet(graph: TracedGraph, inputs: Sequence[Any], parameters: Mapping[str, Any], symbol: Any = None) -> Any:
    """Return the outputs of the graph, or of `symbol` from it, computed by MXNet: a list of tensors."""
    symbol = graph.symbol if symbol is None else symbol
    feeds = {**parameters, **dict(zip(graph.input_names, inputs))}
    fill_memory(hybridized=True)
    seed_all(_SEED)
    with mx.autograd.predict_mode():
        outputs = load_backend().run_graph(symbol, feeds)
    mx.nd.waitall()
    return outputs


def alone(entry: Mapping[str, Any], outputs: int) -> Any:
    """Return the Symbol of a single node with the JSON `entry`, with a variable for each input."""
    count = len(entry["inputs"])
    inputs = [{"op": "null", "name": f"input_{number}", "inputs": []} for number in range(count)]
    node = {**entry, "inputs": [[number, 0, 0] for number in range(count)]}
    heads = [[count, place, 0] for place in range(outputs)]
    return mx.sym.load_json(
        json.dumps({"nodes": [*inputs, node], "arg_nodes": list(range(count)), "heads": heads, "attrs": {}})
    )


def value_of(name: str, tensors: Sequence[Any], variable: str = "") -> Value:
    """Return the input or output whose value in each call is in `tensors`."""
    shapes = [tensor.shape for tensor in tensors]
    return Value(name, tensors[0].dtype, open_dimensions(name, shapes), tuple(shapes[0]), variable)


def open_dimensions(name: str, shapes: Sequence[Sequence[int]]) -> Tuple[Union[int, str], ...]:
    """Return one shape for all of `shapes`, of which the last is that at another batch size.

    A dimension that follows the batch size, which is the first that differs between the first and the last shape, is
    "batch"; "batch_1" … differ too, in another way. A dimension that differs otherwise is `name` with its position.
    """
    first, *rest = shapes
    if any(len(shape) != len(first) for shape in rest):
        return tuple(first)
    names: Dict[Tuple[int, int], str] = {}
    dimensions: List[Union[int, str]] = []
    for place, sizes in enumerate(zip(*shapes)):
        if len(set(sizes)) == 1:
            dimensions.append(sizes[0])
        elif sizes[0] == sizes[-1]:
            dimensions.append(f"{name}_{place}")
        else:
            dimensions.append(names.setdefault((sizes[0], sizes[-1]), "batch" if not names else f"batch_{len(names)}"))
    return tuple(dimensions)


def input_names(block: Any, graph: TracedGraph) -> List[str]:
    """Return a name for every input of `graph`: the argument of `hybrid_forward`, with its path if it is nested.

    For a block that was loaded from a file, these are the names in the graph.
    """
    if isinstance(block, SymbolBlock):
        return list(graph.input_names)
    names: List[str] = []
    for argument, value in zip(_arguments(block, len(graph.arguments)), graph.arguments):
        for where, leaf in leaves(value):
            if isinstance(leaf, mx.nd.NDArray):
                names.append(argument + _joined(where))
    if len(names) != len(graph.input_names) or len(set(names)) != len(names):
        return list(graph.input_names)
    return names


def _arguments(block: Any, count: int) -> List[str]:
    """Return the names of the first `count` arguments of `hybrid_forward`, without `self` and `F`."""
    kinds = inspect.Parameter
    try:
        parameters = list(inspect.signature(inspect.unwrap(type(block).hybrid_forward)).parameters.values())[2:]
    except (TypeError, ValueError):
        parameters = []
    names = [item.name for item in parameters if item.kind in (kinds.POSITIONAL_ONLY, kinds.POSITIONAL_OR_KEYWORD)]
    rest = next((item.name for item in parameters if item.kind is kinds.VAR_POSITIONAL), "input")
    return [*names, *(f"{rest}_{number}" for number in range(count - len(names)))][:count]


def _joined(where: str) -> str:
    """Convert "[0]['mask']" to "_0_mask"."""
    return "".join(f"_{part}" for part in re.findall(r"\w+", where))


def _traced(call: Call) -> Optional[TracedGraph]:
    try:
        return trace(call.block, call.args, call.path, call.kwargs)
    except NoGraph:
        return None


def _of_other_shapes(recording: Recording, call: Call) -> List[Call]:
    """Return the first call of the same block with each shape of its arguments that differs from that of `call`."""
    seen = {_shapes(call)}
    result = []
    for other in recording.calls_of(call.path):
        if other.structure == call.structure and _shapes(other) not in seen:
            seen.add(_shapes(other))
            result.append(other)
    return result


def _shapes(call: Call) -> Tuple[Tuple[int, ...], ...]:
    return tuple(tensor.shape for tensor in arrays([call.args, call.kwargs]))


def _again(graph: TracedGraph, call: Call, parameters: Mapping[str, Any]) -> List[GraphCall]:
    """Return a further call of `graph`, [] if its graph has other inputs."""
    traced = _traced(call)
    if traced is None or len(traced.input_names) != len(graph.input_names):
        return []
    return [_graph_call(graph, call, parameters, arrays(list(traced.arguments)))]


def _graph_call(
    graph: TracedGraph, call: Call, parameters: Mapping[str, Any], inputs: Optional[List[Any]] = None
) -> GraphCall:
    inputs = arrays(list(graph.arguments)) if inputs is None else inputs
    outputs = call.outputs
    if len(arrays(outputs)) != len(graph.symbol.list_outputs()):
        made = run_in_mxnet(graph, inputs, parameters)
        return GraphCall(inputs, made if len(made) > 1 else made[0])
    return GraphCall(copied(inputs), outputs)
