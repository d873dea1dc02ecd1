"""The outermost graphs of a model, with what went into and came out of each at one batch size or two."""

from __future__ import annotations

import dataclasses
import inspect
import json
import re
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from ..model.memory import fill_memory
from ..model.recording import Call, Recording, seed_all
from ..model.tracing import NoGraph, TracedGraph, trace
from ..model.tree import SymbolBlock
from ..mxnet_compat import import_mxnet
from ..structures import arrays, copied, leaves
from .converting import Value

mx = import_mxnet()

#: Operators of which no two runs give the same.
_RANDOM = re.compile(r"_random_|_sample_|sample_|_shuffle|_npi_(normal|uniform|choice|bernoulli|gamma)")
_SEED = 7


@dataclasses.dataclass
class GraphCall:
    """One call of a graph: `inputs` are its tensors in the order of `TracedGraph.input_names`; `outputs` what the block
    returned imperatively, or what the graph gave in MXNet where the block returned another number of tensors
    (`of_graph`: the recurrent layers leave out states that nobody asked for)."""

    inputs: List[Any]
    outputs: Any
    of_graph: bool = False


@dataclasses.dataclass
class OutermostGraph:
    """The graph of one outermost HybridBlock for one structure of arguments. `calls` has the call at the given batch
    size and, where the model takes one, that at another. `number` counts the structures of one block from 0."""

    path: str
    block: Any
    graph: TracedGraph
    parameters: Mapping[str, Any]
    calls: List[GraphCall]
    number: int = 0

    def random_node(self) -> str:
        """The name of the first node that draws random numbers, or ""."""
        nodes = json.loads(self.graph.symbol.tojson())["nodes"]
        return next((node["name"] for node in nodes if _draws(node)), "")

    def inputs(self) -> List[Value]:
        """The inputs of the graph, named after the arguments of `hybrid_forward`."""
        names = input_names(self.block, self.graph)
        rows = [call.inputs for call in self.calls]
        return [
            value_of(name, tensors, variable)
            for name, variable, tensors in zip(names, self.graph.input_names, zip(*rows))
        ]

    def outputs(self) -> List[Value]:
        """The outputs of the graph: `output`, or `output_0`, `output_1_0` … by their place."""
        rows = [arrays(call.outputs) for call in self.calls]
        places = [where for where, leaf in leaves(self.calls[0].outputs) if isinstance(leaf, mx.nd.NDArray)]
        return [value_of("output" + _joined(where), tensors) for where, tensors in zip(places, zip(*rows))]


def outermost_graphs(
    roots: Sequence[str],
    recording: Recording,
    parameters: Mapping[str, Any],
    another: Optional[Recording] = None,
    traced: Optional[Mapping[Tuple[str, str], TracedGraph]] = None,
) -> List[OutermostGraph]:
    """The graphs of the blocks at the paths `roots`, for every structure of arguments that `recording` has.

    `another` is a recording of the same calls at another batch size, `traced` holds graphs that were made before.
    Blocks that ask for no graph are left out. Raises TraceFailure.
    """
    found: List[OutermostGraph] = []
    for path in roots:
        others = another.structures_of(path) if another is not None else []
        for number, call in enumerate(recording.structures_of(path)):
            graph = (traced or {}).get((path, call.structure)) or _traced(call)
            if graph is None:
                continue
            calls = [_graph_call(graph, call, parameters)]
            other = others[number] if number < len(others) else None
            if other is not None and other.structure == call.structure:
                again = _traced(other)
                if again is not None and len(again.input_names) == len(graph.input_names):
                    calls.append(_graph_call(graph, other, parameters, arrays(list(again.arguments))))
            found.append(OutermostGraph(path, call.block, graph, parameters, calls, number))
    return found


def run_in_mxnet(graph: TracedGraph, inputs: Sequence[Any], parameters: Mapping[str, Any], symbol: Any = None) -> Any:
    """What MXNet computes of the graph, or of `symbol` from within it: a list of tensors."""
    symbol = graph.symbol if symbol is None else symbol
    feeds = {**parameters, **dict(zip(graph.input_names, inputs))}
    fill_memory(hybridized=True)
    seed_all(_SEED)
    with mx.autograd.predict_mode():
        outputs = mx.nd.CachedOp(symbol)(*[feeds[name] for name in symbol.list_inputs()])
    outputs = outputs if isinstance(outputs, list) else [outputs]
    mx.nd.waitall()
    return outputs


def value_of(name: str, tensors: Sequence[Any], variable: str = "") -> Value:
    """The input or output that is each of `tensors` in one of the calls."""
    shapes = [tensor.shape for tensor in tensors]
    return Value(name, tensors[0].dtype, open_dimensions(shapes), tuple(shapes[0]), variable)


def open_dimensions(shapes: Sequence[Sequence[int]]) -> Tuple[Union[int, str], ...]:
    """One shape for all of `shapes`: "batch" for a dimension that follows the batch size, here the first that differs,
    and another name for one that differs in another way."""
    first, *rest = shapes
    if not rest or len(rest[0]) != len(first):
        return tuple(first)
    names: Dict[Tuple[int, int], str] = {}
    dimensions: List[Union[int, str]] = []
    for size, other in zip(first, rest[0]):
        if size == other:
            dimensions.append(size)
        else:
            dimensions.append(names.setdefault((size, other), "batch" if not names else f"batch_{len(names)}"))
    return tuple(dimensions)


def input_names(block: Any, graph: TracedGraph) -> List[str]:
    """A name for every input of `graph`: that of the argument of `hybrid_forward`, with its place where it is nested.

    A block that was loaded from a file has the names of the graph.
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
    """The names of the first `count` arguments of `hybrid_forward`, without `self` and `F`."""
    kinds = inspect.Parameter
    try:
        parameters = list(inspect.signature(inspect.unwrap(type(block).hybrid_forward)).parameters.values())[2:]
    except (TypeError, ValueError):
        parameters = []
    names = [item.name for item in parameters if item.kind in (kinds.POSITIONAL_ONLY, kinds.POSITIONAL_OR_KEYWORD)]
    rest = next((item.name for item in parameters if item.kind is kinds.VAR_POSITIONAL), "input")
    return [*names, *(f"{rest}_{number}" for number in range(count - len(names)))][:count]


def _joined(where: str) -> str:
    """ "[0]['mask']" → "_0_mask"."""
    return "".join(f"_{part}" for part in re.findall(r"\w+", where))


def _draws(node: Mapping[str, Any]) -> bool:
    if node["op"] == "Dropout":
        return bool(node.get("attrs", {}).get("mode") == "always")
    return _RANDOM.search(node["op"]) is not None


def _traced(call: Call) -> Optional[TracedGraph]:
    try:
        return trace(call.block, call.args, call.path, call.kwargs)
    except NoGraph:
        return None


def _graph_call(
    graph: TracedGraph, call: Call, parameters: Mapping[str, Any], inputs: Optional[List[Any]] = None
) -> GraphCall:
    inputs = arrays(list(graph.arguments)) if inputs is None else inputs
    outputs = call.outputs
    if len(arrays(outputs)) != len(graph.symbol.list_outputs()):
        made = run_in_mxnet(graph, inputs, parameters)
        return GraphCall(inputs, made if len(made) > 1 else made[0], of_graph=True)
    return GraphCall(copied(inputs), outputs)
