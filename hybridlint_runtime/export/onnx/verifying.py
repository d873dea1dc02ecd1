"""Converts graphs, has the files checked and run by ONNX Runtime, and finds the first operator that differs."""

from __future__ import annotations

import ast
import contextlib
import dataclasses
import os
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from hybridlint.mxnet_api.onnx_conversion import ALTERNATIVES

from ...backend import load_backend
from ...errors import ModelRaised, model_code
from ...folders import temporary_folder
from ...localization.operators import described
from ...model.comparing import Comparison, Difference, Tolerances, compare
from ...model.internals import Internals, Node, document_of
from ...model.judging import rounding_of
from ...mxnet_compat import import_mxnet
from ...report import SourceLocation
from ...spec.options import Tolerance
from ...structures import NDArray, arrays, map_leaves
from .converting import OPSET, NotConvertible, OnnxModel, convert
from .dependencies import import_onnx
from .graphs import GraphCall, OutermostGraph, alone, run_in_mxnet
from .running import FileResult, check_and_run

mx = import_mxnet()

#: Values inside a graph are compared in float64. The rounding of one operator is a small share of its largest value.
_ROUNDING = 2e-5
#: Operators that interpolate also round the positions.
_ROUNDING_OF_PLACES = {"_contrib_BilinearResize2D": 1e-4, "_contrib_ROIAlign": 1e-4}
NAMES, _TRACED = ("imperatively", "in ONNX Runtime"), ("imperatively", "in the traced graph")
#: Explanation of `Verified.undecided`.
UNDECIDED = (
    "every operator computes the same for the same inputs, and the model amplifies rounding, or returns the order of "
    "equal elements"
)
#: Operators that return positions of elements; with equal elements, any of their positions is correct.
_PLACES = ("topk", "argsort", "argmax", "argmin")


@dataclasses.dataclass
class Fault:
    """Why one graph is not the same in ONNX.

    `kind` is "not convertible", "rejected" (by onnx.checker), "not loaded" or "not run" (by ONNX Runtime), or
    "differs". `operator` is the operator of MXNet, `node` describes it with its inputs, `location` is the user's line
    that called it, `block` the path of the block that ran there.
    """

    kind: str
    message: str
    operator: str = ""
    node: str = ""
    block: str = ""
    location: Optional[SourceLocation] = None
    details: Dict[str, Any] = dataclasses.field(default_factory=dict)

    @property
    def advice(self) -> str:
        """What to write instead of the operator, "" if unknown."""
        if self.kind == "differs":  # the operator converts, to one that computes something else
            return ""
        if self.operator in ALTERNATIVES:
            return f"write {ALTERNATIVES[self.operator].instead}"
        if self.operator.startswith(("_np_", "_npi_", "_npx_")):
            return "operators of mx.np have no converter: use those of F without `np`"
        if self.operator.startswith(("_contrib_quantize", "_sg_mkldnn")):
            return "export the model as it was before it was quantized, and quantize it with ONNX Runtime"
        return ""


@dataclasses.dataclass
class Verified:
    """The result of one graph: the same in ONNX unless it has `faults`.

    `compared` counts values, `largest` is the largest difference. `random` names the node that draws random numbers, if
    nothing can be compared for that reason. `undecided` describes a difference of outputs that no operator causes: each
    computes the same for the same inputs, and the model amplifies rounding, or returns the order of equal elements.
    """

    graph: OutermostGraph
    model: Optional[OnnxModel] = None
    faults: List[Fault] = dataclasses.field(default_factory=list)
    compared: int = 0
    largest: float = 0.0
    random: str = ""
    undecided: str = ""


def verify_graphs(
    graphs: Sequence[OutermostGraph],
    tolerances: Tolerances,
    opset: int = OPSET,
    timeout: float = 300.0,
    masks: Optional[Mapping[str, Any]] = None,
) -> List[Verified]:
    """Convert each of `graphs` and compare the results of ONNX Runtime at each call with those of MXNet.

    `masks` are the undetermined elements of the outputs of the root. Raise CannotLook if the extra is missing.
    """
    results = [convert_graph(graph, opset) for graph in graphs]
    with temporary_folder() as folder:
        files = [os.path.join(folder, f"{number}.onnx") for number in range(len(results))]
        for result, file in zip(results, files):
            if result.model is not None:
                result.model.save(file)
        compare_files(results, files, tolerances, timeout, masks)
    return results


def convert_graph(graph: OutermostGraph, opset: int) -> Verified:
    """Return the graph in ONNX, or one fault per operator and line that cannot be converted."""
    try:
        model = convert(graph.graph.symbol, graph.parameters, graph.inputs(), graph.outputs(), opset)
    except NotConvertible as error:
        faults: Dict[Any, Fault] = {}
        for refusal in error.refusals:
            fault = _fault_at(graph, "not convertible", str(refusal), refusal.node, refusal.operator)
            faults.setdefault((fault.message, str(fault.location or refusal.node)), fault)
        return Verified(graph, faults=list(faults.values()))
    return Verified(graph, model, random=graph.random_node())


def compare_files(
    results: Sequence[Verified],
    files: Sequence[str],
    tolerances: Tolerances,
    timeout: float,
    masks: Optional[Mapping[str, Any]] = None,
) -> None:
    """Record in each of `results` the outcome of running its file, if it was converted."""
    made = [(result, file, result.model) for result, file in zip(results, files) if result.model is not None]
    runs = [
        [
            {value.name: tensor.asnumpy() for value, tensor in zip(model.inputs, call.inputs)}
            for call in result.graph.calls
        ]
        for result, _, model in made
    ]
    ran = check_and_run([(file, each) for (_, file, _), each in zip(made, runs)], timeout)
    for (result, file, _), given, outcome in zip(made, runs, ran):
        _compare_run(result, file, given, outcome, tolerances, timeout, masks if not result.graph.path else None)


def _compare_run(
    result: Verified,
    path: str,
    runs: Sequence[Mapping[str, Any]],
    ran: FileResult,
    tolerances: Tolerances,
    timeout: float,
    masks: Optional[Mapping[str, Any]],
) -> None:
    if ran.step:
        result.faults.append(_of_step(result, ran))
        return
    if result.random:
        return
    for number, (call, outputs) in enumerate(zip(result.graph.calls, ran.outputs)):
        comparison = _compare(result.graph, call, list(outputs.values()), tolerances, masks)
        result.compared += comparison.tensors
        result.largest = max(result.largest, comparison.largest)
        if not comparison:
            fault = _diverging(result, path, number, runs[number], comparison.differences[0], timeout)
            if fault is not None:
                result.faults.append(fault)
                return
            result.undecided = result.undecided or comparison.differences[0].message


def _compare(
    graph: OutermostGraph,
    call: GraphCall,
    values: Sequence[Any],
    tolerances: Tolerances,
    masks: Optional[Mapping[str, Any]] = None,
    names: Tuple[str, str] = NAMES,
) -> Comparison:
    def returned(tensors: Sequence[Any]) -> Any:
        """Return `tensors` in the structure of the block's return value."""
        rest = iter(tensors)
        return map_leaves(lambda leaf: next(rest) if isinstance(leaf, NDArray) else leaf, call.outputs)

    def run(inputs: Sequence[Any]) -> Any:
        return returned(run_in_mxnet(graph.graph, inputs, graph.parameters))

    other = returned([like_array(tensor, value) for tensor, value in zip(arrays(call.outputs), values)])
    # Rounding differs between two libraries, and some models amplify it.
    with_baseline = dataclasses.replace(tolerances, baseline=rounding_of(run, call.inputs))
    return compare(call.outputs, other, with_baseline, names, masks)


def like_array(tensor: Any, values: Any) -> Any:
    """Return the NumPy array `values` as the same kind of MXNet array as `tensor`, with their own dtype."""
    made = mx.nd.array(values, dtype=values.dtype, ctx=tensor.context)
    return made.as_np_ndarray() if isinstance(tensor, mx.np.ndarray) else made


def _fault_at(graph: OutermostGraph, kind: str, message: str, node: str, operator: str = "") -> Fault:
    """Return a fault at the node `node` of MXNet's graph, "" if unknown."""
    if not node:
        return Fault(kind, message, block=graph.path)
    result = described(graph.graph, node, {})
    made = next((item for item in Internals(graph.graph.symbol).nodes if item.name == node), None)
    operator = operator or (made.operator if made is not None else "")
    return Fault(kind, message, operator, result.text, result.block, result.location)


_STEPS = {
    "check": ("rejected", "onnx.checker rejects the model"),
    "load": ("not loaded", "ONNX Runtime cannot load the model"),
    "run": ("not run", "ONNX Runtime cannot run the model"),
}


def _of_step(result: Verified, ran: FileResult) -> Fault:
    assert result.model is not None
    kind, text = _STEPS[ran.step]
    if ran.step == "run":
        text += _where(result.graph, ran.number)
    named = [name for name in result.model.nodes if name in ran.error]
    node = result.model.nodes[max(named, key=len)] if named else ""
    lines = [line.strip() for line in ran.error.splitlines() if line.strip()]
    message = f"{text}: {' '.join(lines[:3])[:500]}"
    return _fault_at(result.graph, kind, message, node)


def _diverging(
    result: Verified, path: str, number: int, run: Mapping[str, Any], difference: Difference, timeout: float
) -> Optional[Fault]:
    """Return the fault for a difference of outputs, at the first operator that differs for the same inputs.

    None if every operator computes the same, so that the model amplifies rounding.
    """
    graph, call = result.graph, result.graph.calls[number]
    assert result.model is not None
    message = f"ONNX Runtime computes something else{_where(graph, number)}: {difference.message}"
    inside = _values_inside(result.model, graph, call, path, run, timeout)
    node, details = "", dict(difference.details)
    if inside is not None:
        traced = _compare(graph, call, [_numpy(value) for value in inside.outputs], Tolerances(), names=_TRACED)
        if not traced:
            text = f"the traced graph diverges before it is converted: {traced.differences[0].message}"
            return _fault_at(graph, "differs", f"{text} (`hybridlint-runtime check` finds the line)", "")
        matches = _first_diverging(inside)
        if matches is None and difference.kind == "values":
            return None
        if matches is not None:
            node, first = matches
            message = f"{message}; the first operator that differs: {first.message}"
            details["operator_difference"] = dict(first.details)
    fault = _fault_at(graph, "differs", message, node)
    fault.details.update(details)
    return fault


def _where(graph: OutermostGraph, number: int) -> str:
    """Return " at batch size 5" for calls other than the first."""
    if not number:
        return ""
    first, shapes = ([tuple(tensor.shape) for tensor in graph.calls[place].inputs] for place in (0, number))
    if shapes and first[0][:1] != shapes[0][:1]:
        return f" at batch size {shapes[0][0]}"
    return f" for inputs of shape {', '.join(map(str, shapes))}"


@dataclasses.dataclass
class _Inside:
    """The values inside a graph at one call, by their names in MXNet's graph: in MXNet and, if ONNX has the value, in
    ONNX Runtime. `outputs` are those of MXNet's graph."""

    internals: Internals
    expected: Dict[str, Any]
    results: Dict[str, Any]
    outputs: List[Any]


def _values_inside(
    model: OnnxModel, graph: OutermostGraph, call: GraphCall, path: str, run: Mapping[str, Any], timeout: float
) -> Optional[_Inside]:
    """Return the values that both compute inside the graph, None if they are not available."""
    onnx = import_onnx()
    internals = Internals(graph.graph.symbol)
    try:
        with model_code():
            expected = dict(
                zip(internals.names, run_in_mxnet(graph.graph, call.inputs, graph.parameters, internals.symbol))
            )
            outputs = run_in_mxnet(graph.graph, call.inputs, graph.parameters)
    except ModelRaised:  # the difference is known; this only localizes it
        return None
    # The file on disk is extended; its weights may be beside it.
    extended = onnx.load(path, load_external_data=False)
    known = {item.name for item in (*extended.graph.input, *extended.graph.output, *extended.graph.initializer)}
    wanted = [name for name in dict.fromkeys(model.values.values()) if name not in known]
    extended.graph.output.extend([onnx.ValueInfoProto(name=name) for name in wanted])
    file = f"{path}.inside"
    try:
        onnx.save_model(extended, file)
        (ran,) = check_and_run([(file, [run])], timeout, check=False)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.remove(file)
    if ran.step:
        return None
    given = {**ran.outputs[0], **run}
    result = {name: given[other] for name, other in model.values.items() if other in given}
    return _Inside(internals, expected, result, outputs)


def _first_diverging(inside: _Inside) -> Any:
    """Return the name of the first node, in execution order, whose result in ONNX Runtime differs from MXNet's for the
    same inputs, with the difference; None if there is none."""
    entries = document_of(inside.internals.symbol)["nodes"]
    for entry, node in zip(entries, inside.internals.nodes):
        for name in node.outputs if node.operator != "null" else ():
            if name not in inside.results or name not in inside.expected:
                continue
            result = inside.results[name]
            share = _ROUNDING_OF_PLACES.get(node.operator, _ROUNDING)
            difference = _difference_inside(inside.expected[name], result, share)
            own = _computed_alone(inside, entry, node, name) if difference is not None else None
            if own is not None:
                equal = _equal_elements(inside, entry, node, own, result)
                difference = None if equal else _difference_inside(own, result, share)
            if difference is not None:
                return node.name, difference
    return None


def _computed_alone(inside: _Inside, entry: Mapping[str, Any], node: Node, name: str) -> Any:
    """Return the value `name` that MXNet computes for the inputs that `node` has in ONNX Runtime, a NumPy array; None
    if it is not available."""
    if any(source not in inside.expected for source in node.inputs):
        return None
    try:
        with mx.autograd.predict_mode(), model_code():
            inputs = {
                f"input_{number}": like_array(
                    inside.expected[source], inside.results[source].astype(inside.expected[source].dtype)
                )
                if source in inside.results
                else inside.expected[source]
                for number, source in enumerate(node.inputs)
            }
            outputs = load_backend().run_graph(alone(entry, len(node.outputs)), inputs)
            return outputs[node.outputs.index(name)].asnumpy()
    except ModelRaised:  # the difference is known; this only localizes it
        return None


def _equal_elements(inside: _Inside, entry: Mapping[str, Any], node: Node, left: Any, right: Any) -> bool:
    """Return whether two results of an operator that returns positions are positions of equal elements."""
    if entry["op"] not in _PLACES or left.shape != right.shape:
        return False
    try:
        data = inside.results[node.inputs[0]]
        axis = ast.literal_eval(
            entry.get("attrs", {}).get("axis", "None" if entry["op"] in ("argmax", "argmin") else "-1")
        )
        if axis is None:
            data, axis = data.reshape(-1), 0
            left, right = left.reshape(-1), right.reshape(-1)
        elif left.ndim < data.ndim:
            left, right = np.expand_dims(left, axis), np.expand_dims(right, axis)
        first, second = (np.take_along_axis(data, places.astype(np.int64), axis) for places in (left, right))
    except (IndexError, KeyError, ValueError):  # values, or positions as a mask
        return False
    return bool(np.array_equal(first, second))


def _numpy(value: Any) -> Any:
    return value.asnumpy() if hasattr(value, "asnumpy") else value


def _difference_inside(expected: Any, value: Any, share: float) -> Optional[Difference]:
    """Return the difference of two values inside if it exceeds the rounding of one operator."""
    expected = _numpy(expected)
    if tuple(expected.shape) != tuple(value.shape):
        text = f"its result has shape {tuple(expected.shape)} in MXNet, {tuple(value.shape)} in ONNX Runtime"
        return Difference("shape", "", text)
    # Converter functions compute some integers in floating point; only the values count inside.
    left, right = (mx.nd.array(array.astype(np.float64), dtype="float64") for array in (expected, value))
    tolerances = Tolerances({"float64": Tolerance(relative=share, absolute=share)})
    return next(iter(compare(left, right, tolerances, ("in MXNet", NAMES[1])).differences), None)
