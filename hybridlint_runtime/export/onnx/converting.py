"""Convert a traced graph to an ONNX model, operator by operator, with MXNet's converter functions.

MXNet's own `export_model` is not used: it does not name operators that it cannot convert, declares the newest opset for
operators in the form of opset 13, guesses the dtype of every value, confuses values whose names differ only in a
trailing number, and converts weights to Python lists. Here each node is converted separately, under a unique name, with
the dtypes that MXNet infers.
"""

from __future__ import annotations

import dataclasses
import os
import secrets
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Set, Tuple, Union

import numpy as np

from ...errors import ModelRaised, model_code
from ...model.internals import Internals, document_of
from ...mxnet_compat import import_mxnet
from .dependencies import import_converters, import_onnx, patched
from .operators import ADJUSTMENTS

mx = import_mxnet()

#: The newest opset for which MXNet 1.9.1 has converter functions, and all such opsets.
OPSET, OPSETS = 13, (12, 13)
#: The version of the file format that came with both (ONNX, "Versioning", table of released versions).
_IR_VERSION = 7
#: Weights of more bytes than this are stored beside the model: the limit of protobuf is 2 GiB, with room for the rest.
LARGEST_INSIDE = 2**31 - 2**26
#: Suffix of the name of every node during conversion: converter functions append to it.
_END = "/"


@dataclasses.dataclass(frozen=True)
class Refusal:
    """A node of a graph that cannot be converted: its name `node`, its `operator`, and the `reason`."""

    node: str
    operator: str
    opset: int
    reason: str

    def __str__(self) -> str:
        return f"the operator {self.operator} cannot be converted to opset {self.opset}: {self.reason}"


class NotConvertible(Exception):
    """At least one node of a graph cannot be converted. `refusals` are all such nodes, in execution order."""

    def __init__(self, refusals: Sequence[Refusal]) -> None:
        super().__init__("; ".join(map(str, refusals)))
        self.refusals = list(refusals)


@dataclasses.dataclass(frozen=True)
class Value:
    """One input or output of a model.

    `variable` is the name of an input in MXNet's graph, `name` that in the file. `shape` are its dimensions, a string
    for an open one; `example` those of one call.
    """

    name: str
    dtype: Any
    shape: Tuple[Union[int, str], ...]
    example: Tuple[int, ...]
    variable: str = ""


@dataclasses.dataclass
class OnnxModel:
    """`model` is a ModelProto without its `weights` (name → NumPy array), which may exceed the limit of protobuf.

    `complete()` includes them. `values` maps the name of a value of MXNet's graph (as in `Internals`) to that of the
    ONNX tensor. `nodes` maps the name of every ONNX node to that of the original node of MXNet's graph.
    """

    model: Any
    weights: Dict[str, Any]
    inputs: List[Value]
    outputs: List[Value]
    values: Dict[str, str]
    nodes: Dict[str, str]
    opset: int

    def complete(self) -> Any:
        """Return a copy of the ModelProto with the weights in it."""
        onnx = import_onnx()
        whole = onnx.ModelProto()
        whole.CopyFrom(self.model)
        whole.graph.initializer.extend(
            onnx.numpy_helper.from_array(array, name) for name, array in self.weights.items()
        )
        return whole

    def save(self, path: str, largest_inside: int = LARGEST_INSIDE) -> None:
        """Write the model to `path`. Weights of more than `largest_inside` bytes go to a file beside it. Raise
        OSError."""
        # Unique, so that it never replaces the weights of a file that is there.
        beside = f"{os.path.basename(path)}.{secrets.token_hex(8)}.data"
        large = sum(array.nbytes for array in self.weights.values()) > largest_inside
        import_onnx().save_model(self.complete(), path, save_as_external_data=large, location=beside, size_threshold=0)


class _Output:
    """The attributes of an output of a node that converter functions read.

    `shape` is that of one call, None if unknown: use only its rank and the dimensions that do not depend on the batch.
    """

    def __init__(self, name: str, dtype: Any, shape: Optional[Tuple[int, ...]] = None) -> None:
        self.name = name
        self.dtype = np.dtype(dtype)
        self.shape = shape


def convert(
    symbol: Any,
    parameters: Mapping[str, Any],
    inputs: Sequence[Value],
    outputs: Sequence[Value],
    opset: int = OPSET,
) -> OnnxModel:
    """Convert `symbol`, whose variables are `inputs` and `parameters` (name → NDArray), to ONNX.

    Inputs that the graph does not use are inputs of the model too. Raise NotConvertible with all nodes that cannot be
    converted, CannotLook if the extra is not installed.
    """
    import_converters()
    with patched():
        return _Conversion(symbol, parameters, inputs, outputs, opset).run()


def has_converter(operator: str) -> bool:
    """Return whether a function converts `operator`, at least with some of its arguments."""
    return _converter(operator, import_converters(), OPSET) is not None


def _converter(operator: str, registry: Mapping[int, Mapping[str, Any]], opset: int) -> Any:
    if operator in ADJUSTMENTS:
        return ADJUSTMENTS[operator].convert
    known = (registry.get(number, {}).get(operator) for number in range(opset, min(OPSETS) - 1, -1))
    return next((function for function in known if function is not None), None)


class _Conversion:
    def __init__(
        self,
        symbol: Any,
        parameters: Mapping[str, Any],
        inputs: Sequence[Value],
        outputs: Sequence[Value],
        opset: int,
    ) -> None:
        self.onnx = import_onnx()
        self.registry = import_converters()
        self.symbol = symbol
        self.parameters = parameters
        self.inputs = {value.variable: value for value in inputs}
        self.outputs = list(outputs)
        self.opset = opset
        graph = document_of(symbol)
        self.graph_nodes: List[Dict[str, Any]] = graph["nodes"]
        self.heads = [(head[0], head[1]) for head in graph["heads"]]
        self.original = [node["name"] for node in self.graph_nodes]
        self.dtypes, self.shapes = _dtypes_and_shapes(symbol, parameters, inputs)
        self.lookup: List[List[_Output]] = []
        self.weights: Dict[str, Any] = {}
        self.initializers: List[Any] = []
        self.proto_nodes: List[Any] = []
        self.node_of: Dict[str, str] = {}
        self.refusals: List[Refusal] = []
        #: Name in the file during conversion → final name.
        self.renamed: Dict[str, str] = {}

    def run(self) -> OnnxModel:
        self._rename_nodes()
        for number, node in enumerate(self.graph_nodes):
            if node["op"] == "null":
                self._convert_variable(number, node)
            else:
                self._convert_node(number, node)
        self._name_outputs()
        if self.refusals:
            raise NotConvertible(self.refusals)
        used = {text for proto in self.proto_nodes for text in proto.input}
        first = {item.name: item for item in reversed(self.initializers)}
        weights = {name: array for name, array in self.weights.items() if name in used}
        helper = self.onnx.helper
        inputs, outputs = (
            [
                helper.make_tensor_value_info(
                    value.name, helper.np_dtype_to_tensor_dtype(np.dtype(value.dtype)), value.shape
                )
                for value in values
            ]
            for values in (self.inputs.values(), self.outputs)
        )
        initializers = [item for name, item in first.items() if name in used]
        graph = helper.make_graph(self.proto_nodes, "hybridlint", inputs, outputs, initializers)
        self._shorten_names(graph, weights)
        opset = helper.make_opsetid("", self.opset)
        model = helper.make_model(graph, opset_imports=[opset], ir_version=_IR_VERSION)
        names = {
            name: self.renamed.get(output.name, output.name)
            for node, of_node in zip(Internals(self.symbol).nodes, self.lookup)
            for name, output in zip(node.outputs, of_node)
        }
        weights = {self.renamed.get(name, name): array for name, array in weights.items()}
        return OnnxModel(model, weights, list(self.inputs.values()), self.outputs, names, self.node_of, self.opset)

    def _rename_nodes(self) -> None:
        taken: Set[str] = set()
        for node in self.graph_nodes:
            name = base = node["name"].replace(_END, "_")
            count = 0
            while name in taken:
                count += 1
                name = f"{base}_{count}"
            taken.add(name)
            node["name"] = name + _END

    def _convert_variable(self, number: int, node: Dict[str, Any]) -> None:
        variable = self.original[number]
        if variable in self.inputs:
            value = self.inputs[variable]
            self.renamed[node["name"]] = value.name
            self.lookup.append([_Output(node["name"], value.dtype, value.example)])
            return
        if variable not in self.parameters:
            self._refuse(number, node, f"there is no value for the variable {variable}")
            return
        values = np.ascontiguousarray(self.parameters[variable].asnumpy())
        self.weights[node["name"]] = values
        self.lookup.append([_Output(node["name"], values.dtype, values.shape)])

    def _convert_node(self, number: int, node: Dict[str, Any]) -> None:
        operator, name = node["op"], node["name"]
        function = _converter(operator, self.registry, self.opset)
        if function is None:
            self._refuse(number, node, "MXNet has no converter for it")
            return
        node.setdefault("attrs", {})
        before = len(self.initializers)
        try:
            with model_code():  # MXNet's converter functions, and those here that take their place
                converted = function(
                    node,
                    is_input=False,
                    mx_graph=self.graph_nodes,
                    weights={},
                    proc_nodes=self.proto_nodes,
                    initializer=self.initializers,
                    outputs_lookup=self.lookup,
                    idx=number,
                    opset_version=self.opset,
                )
        except ModelRaised as raised:
            self._refuse(number, node, str(raised.error) or type(raised.error).__name__)
            return
        protos, dtypes = (converted, None) if isinstance(converted, list) else converted
        protos = [proto for proto in protos if isinstance(proto, self.onnx.NodeProto)]
        for place, proto in enumerate(protos):
            proto.name = f"{name}{place}"
            self.node_of[proto.name] = self.original[number]
        self.proto_nodes.extend(protos)
        made = [text for proto in protos for text in proto.output]
        made += [item.name for item in self.initializers[before:]]
        self._look_up(number, node, made, dtypes, protos)

    def _refuse(self, number: int, node: Dict[str, Any], reason: str) -> None:
        """Record a refusal, and outputs for the nodes that depend on it, so that these are tried as well."""
        self.refusals.append(Refusal(self.original[number], node["op"], self.opset, reason))
        count = 1 + max((place for at, place in self.dtypes if at == number), default=0)
        places = [(number, place) for place in range(count)]
        self.lookup.append(
            [
                _Output(f"{node['name']}{key[1]}", self.dtypes.get(key, np.float32), self.shapes.get(key))
                for key in places
            ]
        )

    def _look_up(
        self, number: int, node: Dict[str, Any], made: List[str], dtypes: Optional[Sequence[Any]], protos: List[Any]
    ) -> None:
        """Record the tensors that are the outputs of a node: `name`, then `name0`, `name1` …, as converters name
        them."""
        name, outputs = node["name"], []
        numbered = sorted(
            (int(text[len(name) :]), text) for text in made if text.startswith(name) and text[len(name) :].isdigit()
        )
        names = ([name] if name in made else []) + [text for _, text in numbered]
        if not names:
            names = [protos[-1].output[0]] if protos else [name]
        first = self.lookup[node["inputs"][0][0]][node["inputs"][0][1]].dtype if node["inputs"] else np.float32
        for place, text in enumerate(dict.fromkeys(names)):
            dtype = self.dtypes.get((number, place)) or (dtypes[place] if dtypes and place < len(dtypes) else first)
            outputs.append(_Output(text, dtype, self.shapes.get((number, place))))
        self.lookup.append(outputs)

    def _name_outputs(self) -> None:
        """Name each output. A value that is an input, a weight or two outputs gets an Identity."""
        made = {text for proto in self.proto_nodes for text in proto.output}
        for (number, place), output in zip(self.heads, self.outputs):
            source = self.lookup[number]
            if place >= len(source):
                operator = self.graph_nodes[number]["op"]
                reason = f"MXNet's converter makes {len(source)} of its outputs, and output {place} is used"
                self.refusals.append(Refusal(self.original[number], operator, self.opset, reason))
                continue
            name = source[place].name
            if name in made and name not in self.renamed:
                self.renamed[name] = output.name
            else:
                proto = self.onnx.helper.make_node("Identity", [name], [output.name], name=f"{output.name}{_END}")
                self.node_of[proto.name] = self.original[number]
                self.proto_nodes.append(proto)

    def _shorten_names(self, graph: Any, weights: Iterable[str]) -> None:
        """Remove the suffix of names, unless the name without it is taken."""
        taken = {value.name for value in (*self.inputs.values(), *self.outputs)}
        made = [item.name for item in graph.initializer] + [text for proto in graph.node for text in proto.output]
        for name in dict.fromkeys([*weights, *made]):
            short = name[: -len(_END)]
            if name.endswith(_END) and name not in self.renamed and short not in taken:
                taken.add(short)
                self.renamed[name] = short
        for proto in graph.node:
            for field in (proto.input, proto.output):
                field[:] = [self.renamed.get(text, text) for text in field]
        for item in graph.initializer:
            item.name = self.renamed.get(item.name, item.name)


def _dtypes_and_shapes(
    symbol: Any, parameters: Mapping[str, Any], inputs: Sequence[Value]
) -> Tuple[Dict[Tuple[int, int], Any], Dict[Tuple[int, int], Tuple[int, ...]]]:
    """Return (number of a node, output index) → dtype, and → shape, as far as MXNet infers them."""
    internals = symbol.get_internals()
    variables = set(internals.list_inputs())
    dtypes = {name: np.dtype(value.dtype) for name, value in parameters.items() if name in variables}
    dtypes.update({value.variable: np.dtype(value.dtype) for value in inputs if value.variable in variables})
    shapes = {name: value.shape for name, value in parameters.items() if name in variables}
    shapes.update({value.variable: value.example for value in inputs if value.variable in variables})
    places = [(head[0], head[1]) for head in document_of(internals)["heads"]]
    try:
        with model_code():
            known_dtypes = dict(zip(places, internals.infer_type_partial(**dtypes)[1] or ()))
            known_shapes = dict(zip(places, internals.infer_shape_partial(**shapes)[1] or ()))
    except ModelRaised:  # the converter functions report what is missing
        return {}, {}
    return (
        {place: np.dtype(dtype) for place, dtype in known_dtypes.items() if dtype is not None},
        {place: tuple(shape) for place, shape in known_shapes.items() if shape and 0 not in shape},
    )
