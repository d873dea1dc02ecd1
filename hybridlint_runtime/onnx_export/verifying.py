"""Converts graphs, has the files checked and run by ONNX Runtime, and finds the first operator that differs."""

from __future__ import annotations

import dataclasses
import functools
import os
from typing import Any, Dict, List, Mapping, Optional, Sequence

import numpy as np

from ..folders import temporary_folder
from ..localization.operators import described
from ..model.comparing import (
    TOLERANCES,
    Comparison,
    Difference,
    Movement,
    Tolerances,
    compare,
    movement_between,
    with_another,
)
from ..model.internals import Internals
from ..model.judging import NUDGES, nudge
from ..mxnet_compat import import_mxnet
from ..report import SourceLocation
from ..structures import NDArray, arrays, map_leaves
from .converting import OPSET, NotConvertible, OnnxModel, convert
from .dependencies import import_onnx
from .graphs import GraphCall, OutermostGraph, run_in_mxnet
from .running import FileResult, check_and_run, check_and_run_all
from .saving import save

mx = import_mxnet()

#: Values inside of a graph differ by rounding as the outputs do, and are compared in float64.
_INSIDE = Tolerances({"float64": TOLERANCES["float32"]})
NAMES = ("imperatively", "in ONNX Runtime")


@dataclasses.dataclass
class Fault:
    """Why one graph is not the same in ONNX. `kind` is "not convertible", "rejected" (by onnx.checker), "not loaded" or
    "not run" (by ONNX Runtime), or "differs"; `operator` is the operator of MXNet, `node` describes it with its inputs,
    `location` is the user's line that made it, `block` the path of the block at work there."""

    kind: str
    message: str
    operator: str = ""
    node: str = ""
    block: str = ""
    location: Optional[SourceLocation] = None
    details: Dict[str, Any] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class Verified:
    """What became of one graph. `compared` counts values, `largest` is the largest difference; `random` names the node
    that draws random numbers, where nothing can be compared for that reason."""

    graph: OutermostGraph
    model: Optional[OnnxModel] = None
    fault: Optional[Fault] = None
    compared: int = 0
    largest: float = 0.0
    random: str = ""


def verify_graphs(
    graphs: Sequence[OutermostGraph],
    tolerances: Tolerances,
    opset: int = OPSET,
    timeout: float = 300.0,
    masks: Optional[Mapping[str, Any]] = None,
) -> List[Verified]:
    """Convert each of `graphs` and compare what ONNX Runtime computes at each of its calls with what MXNet did.

    `masks` are the undetermined elements of the outputs of the root. Raises CannotLook where the extra is missing.
    """
    results = [convert_graph(graph, opset) for graph in graphs]
    with temporary_folder() as folder:
        converted = [result for result in results if result.model is not None]
        files = []
        for number, result in enumerate(converted):
            assert result.model is not None
            path = os.path.join(folder, f"{number}.onnx")
            save(result.model, path)
            files.append((path, [feeds(result.model, call) for call in result.graph.calls]))
        for result, (path, runs), ran in zip(converted, files, check_and_run_all(files, timeout)):
            compare_run(result, path, runs, ran, tolerances, timeout, masks if not result.graph.path else None)
    return results


def convert_graph(graph: OutermostGraph, opset: int) -> Verified:
    """The graph in ONNX, or the fault that it has no form there."""
    try:
        model = convert(graph.graph.symbol, graph.parameters, graph.inputs(), graph.outputs(), opset)
    except NotConvertible as error:
        return Verified(graph, fault=_fault_at(graph, "not convertible", str(error), error.node, error.operator))
    return Verified(graph, model, random=graph.random_node())


def feeds(model: OnnxModel, call: GraphCall) -> Dict[str, Any]:
    """The inputs of one call by the names that they have in the file."""
    return {value.name: tensor.asnumpy() for value, tensor in zip(model.inputs, call.inputs)}


def compare_run(
    result: Verified,
    path: str,
    runs: Sequence[Mapping[str, Any]],
    ran: FileResult,
    tolerances: Tolerances,
    timeout: float,
    masks: Optional[Mapping[str, Any]] = None,
) -> None:
    """Note in `result` what running the file at `path` gave."""
    if ran.step:
        result.fault = _of_step(result, ran)
        return
    if result.random:
        return
    for number, (call, outputs) in enumerate(zip(result.graph.calls, ran.outputs)):
        comparison = _compare(result.graph, call, list(outputs.values()), tolerances, masks)
        result.compared += comparison.tensors
        result.largest = max(result.largest, comparison.largest)
        if not comparison:
            result.fault = _diverging(result, path, number, runs[number], comparison.differences[0], timeout)
            return


def _compare(
    graph: OutermostGraph,
    call: GraphCall,
    found: Sequence[Any],
    tolerances: Tolerances,
    masks: Optional[Mapping[str, Any]] = None,
) -> Comparison:
    expected = arrays(call.outputs)
    for number, (left, right) in enumerate(zip(expected, found)):
        where = f"output {number}" if len(expected) > 1 else "the output"
        if tuple(left.shape) != tuple(right.shape):
            text = f"{where} has shape {tuple(left.shape)} {NAMES[0]}, {tuple(right.shape)} {NAMES[1]}"
            return Comparison([Difference("shape", "", text)])
    left = iter(found)
    other = map_leaves(lambda leaf: like_array(leaf, next(left)) if isinstance(leaf, NDArray) else leaf, call.outputs)
    comparison = compare(call.outputs, other, tolerances, NAMES, masks)
    if comparison or any(difference.kind != "values" for difference in comparison.differences):
        return comparison
    # Rounding differs between two libraries, and some models amplify it.
    movement: Dict[str, Movement] = {}
    for number in range(NUDGES):
        usual, moved = (run_in_mxnet(graph.graph, inputs, graph.parameters) for inputs in _nudged(call, number))
        measured = movement_between(_as_returned(call, usual), _as_returned(call, moved))
        movement = with_another(movement, measured) if number else measured
        with_baseline = dataclasses.replace(tolerances, baseline=functools.partial(dict, movement))
        comparison = compare(call.outputs, other, with_baseline, NAMES, masks)
        if comparison:
            break
    return comparison


def _nudged(call: GraphCall, number: int) -> Any:
    return call.inputs, nudge(call.inputs, number)


def _as_returned(call: GraphCall, tensors: Sequence[Any]) -> Any:
    """`tensors` in the structure of what the block returned."""
    left = iter(tensors)
    return map_leaves(lambda leaf: next(left) if isinstance(leaf, NDArray) else leaf, call.outputs)


def like_array(tensor: Any, values: Any) -> Any:
    """`values`, an array of NumPy, as the kind of array of MXNet that `tensor` is, with their own dtype."""
    made = mx.nd.array(values, dtype=values.dtype, ctx=tensor.context)
    return made.as_np_ndarray() if isinstance(tensor, mx.np.ndarray) else made


def _fault_at(graph: OutermostGraph, kind: str, message: str, node: str, operator: str = "") -> Fault:
    """A fault at the node of MXNet's graph called `node`; "" where none is known."""
    if not node:
        return Fault(kind, message, block=graph.path)
    found = described(graph.graph, node, {})
    made = next((item for item in Internals(graph.graph.symbol).nodes if item.name == node), None)
    operator = operator or (made.operator if made is not None else "")
    return Fault(kind, message, operator, found.text, found.block, found.location)


_STEPS = {
    "check": ("rejected", "onnx.checker rejects the model"),
    "load": ("not loaded", "ONNX Runtime does not load the model"),
    "run": ("not run", "ONNX Runtime does not run the model"),
}


def _of_step(result: Verified, ran: FileResult) -> Fault:
    assert result.model is not None
    kind, text = _STEPS[ran.step]
    if ran.step == "run" and ran.number:
        text += f" at batch size {_batch(result.graph.calls[ran.number])}"
    named = [name for name in result.model.nodes if name in ran.error]
    node = result.model.nodes[max(named, key=len)] if named else ""
    message = f"{text}: {_first_lines(ran.error)}"
    return _fault_at(result.graph, kind, message, node)


def _batch(call: GraphCall) -> int:
    return int(call.inputs[0].shape[0]) if call.inputs and call.inputs[0].shape else 0


def _first_lines(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return " ".join(lines[:3])[:500]


def _diverging(
    result: Verified, path: str, number: int, run: Mapping[str, Any], difference: Difference, timeout: float
) -> Fault:
    """The fault for a difference of outputs, at the first operator whose result differs."""
    graph, call = result.graph, result.graph.calls[number]
    assert result.model is not None
    where = f" at batch size {_batch(call)}" if number else ""
    message = f"ONNX Runtime computes something else{where}: {difference.message}"
    found = _first_diverging(result.model, graph, call, path, run, timeout)
    if found is None:
        fault = _fault_at(graph, "differs", message, "")
    else:
        node, first = found
        message = f"{message}; the first operator that differs: {first.message}"
        fault = _fault_at(graph, "differs", message, node)
        fault.details["operator_difference"] = dict(first.details)
    fault.details.update(difference.details)
    return fault


def _first_diverging(
    model: OnnxModel, graph: OutermostGraph, call: GraphCall, path: str, run: Mapping[str, Any], timeout: float
) -> Any:
    """The name of the first node, in the order of execution, of which ONNX Runtime gives something else, with the
    difference; None if none does."""
    onnx = import_onnx()
    internals = Internals(graph.graph.symbol)
    try:
        values = dict(zip(internals.names, run_in_mxnet(graph.graph, call.inputs, graph.parameters, internals.symbol)))
    except Exception:  # the difference has been seen; this is only about its place
        return None
    given = {value.name for value in (*model.inputs, *model.outputs)}
    extended = onnx.ModelProto()
    extended.CopyFrom(model.model)
    stored = {item.name for item in extended.graph.initializer} | set(model.weights)
    wanted = [name for name in dict.fromkeys(model.values.values()) if name not in given | stored]
    extended.graph.output.extend([onnx.ValueInfoProto(name=name) for name in wanted])
    with temporary_folder() as folder:
        file = os.path.join(folder, "inside.onnx")
        save(dataclasses.replace(model, model=extended), file)
        ran = check_and_run(file, [run], timeout, check=False)
    if ran.step:
        return None
    for node in internals.nodes:
        for name in node.outputs if node.operator != "null" else ():
            found = ran.outputs[0].get(model.values.get(name, ""))
            if found is None or name not in values:
                continue
            difference = _difference_inside(values[name], found)
            if difference is not None:
                return node.name, difference
    return None


def _difference_inside(expected: Any, found: Any) -> Optional[Difference]:
    if tuple(expected.shape) != tuple(found.shape):
        text = f"its result has shape {tuple(expected.shape)} in MXNet, {tuple(found.shape)} in ONNX Runtime"
        return Difference("shape", "", text)
    # Converter functions compute some integers in floating point; what counts inside is the value.
    expected, found = (array.astype(np.float64) for array in (expected.asnumpy(), found))
    left, right = (mx.nd.array(array, dtype="float64") for array in (expected, found))
    comparison = compare(left, right, _INSIDE, ("in MXNet", NAMES[1]))
    return comparison.differences[0] if not comparison else None
