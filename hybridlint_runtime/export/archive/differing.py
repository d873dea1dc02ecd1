"""Describe the differences between an archive and a model onto which it is to be loaded, one per line.

Structure: blocks, parameters, their shapes and dtypes, and which of them are the same object. Code: the methods of
plain and hybrid classes, constants, and the graph that the model's code yields for the recorded arguments.
"""

from __future__ import annotations

import warnings
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Set, Tuple

from ...backend import load_backend
from ...diagnostics.failures import TraceFailure, essential
from ...model.draws import drawn_in_order
from ...model.parameters import is_constant
from ...model.tracing import NoGraph, trace
from ...model.tree import join
from ...mxnet_compat import import_mxnet
from ...structures import dtype_name
from . import nesting
from .errors import ArchiveError
from .graph_file import Graph
from .graphs import named_graph
from .manifest import CallRecord, GraphRecord
from .model import Model, class_name, code_digests, known_shape
from .params_file import semantics
from .reading import Archive

mx = import_mxnet()


def structural_differences(archive: Archive, model: Model) -> Tuple[List[str], Dict[str, Any]]:
    """Return the differences, one per line, and the model's parameters by their names in the archive."""
    differences: List[str] = []
    there = {record.path: record for record in archive.manifest.blocks}
    here = {node.path: node for node in model.nodes}
    for path in {**there, **here}:
        record, node = there.get(path), here.get(path)
        if node is None and record is not None:
            differences.append(f"{_shown(path)} ({record.class_name}) is in the archive and not in the model")
        elif record is None and node is not None:
            known = class_name(type(node.block))
            differences.append(f"{_shown(path)} ({known}) is in the model and not in the archive")
        elif record is not None and node is not None:
            if record.kind != node.kind:
                kinds = f"a {record.kind} block in the archive and a {node.kind} one in the model"
                differences.append(f"{_shown(path)} is {kinds}")
            firsts = [_shown(each.shared_with or path) for each in (record, node)]
            if firsts[0] != firsts[1]:
                same = f"the same block as {firsts[0]} in the archive, and as {firsts[1]} in the model"
                differences.append(f"{_shown(path)} is {same}")
    if differences:
        return differences, {}
    parameters: Dict[str, Any] = {}
    archived: Dict[int, str] = {}
    for path, record in there.items():
        own, names = model.own(here[path].shared_with or path), record.parameters
        if record.kind == "symbol" and len(names) == len(own):
            # A SymbolBlock's parameters have the names in its graph, often with a counter, in the order of the graph.
            own = own if set(names) == set(own) else dict(zip(names, own.values()))
        for key in sorted({*names, *own}):
            where = f"parameter {join(path, key)} is"
            if key not in own or key not in names:
                first, second = ("archive", "model") if key in names else ("model", "archive")
                differences.append(f"{where} in the {first} and not in the {second}")
                continue
            name, parameter = names[key], own[key]
            first = archived.setdefault(id(parameter), name)
            if parameters.setdefault(name, parameter) is not parameter:
                differences.append(f"{where} the same as {name} in the archive and another one in the model")
            elif first != name:
                differences.append(f"{where} the same as {first} in the model and another one in the archive")
    for item in archive.manifest.parameters:
        if item.name in parameters:
            differences.extend(_parameter_differences(item, parameters[item.name]))
    return differences, parameters


def _parameter_differences(item: Any, parameter: Any) -> Iterator[str]:
    shape = known_shape(parameter)
    if item.shape is not None and shape is not None:
        fits = len(shape) == len(item.shape) and all(a == b or not a or not b for a, b in zip(shape, item.shape))
        if not fits:
            yield f"parameter {item.name} has shape {tuple(item.shape)} in the archive and {tuple(shape)} in the model"
    here = dtype_name(parameter)
    if here != item.dtype:
        hint = f": call cast({item.dtype!r}) on the model first" if "float" in item.dtype else ""
        yield f"parameter {item.name} has dtype {item.dtype} in the archive and {here} in the model{hint}"
    if parameter._stype != item.stype:
        yield f"parameter {item.name} is stored {item.stype} in the archive and {parameter._stype} in the model"


def changed_classes(archive: Archive, model: Model) -> List[str]:
    """Return the blocks that are of another class, or whose class has other code."""
    differences: List[str] = []
    here = {node.path: node.block for node in model.nodes}
    digests = {kind: code_digests(kind) for kind in {type(block) for block in here.values()}}
    for record in archive.manifest.blocks:
        kind = type(here[record.path])
        if record.shared_with is not None:
            continue
        if record.class_name.partition(":")[2] != kind.__qualname__:
            differences.append(
                f"{_shown(record.path)} is of class {record.class_name} in the archive and {class_name(kind)} in the "
                "model"
            )
            continue
        for method in dict.fromkeys([*record.code, *digests[kind]]):
            problem = _changed_method(record.code.get(method), digests[kind].get(method))
            if problem:
                differences.append(f"{_shown(record.path)}: {method} of {class_name(kind)} {problem}")
    return differences


def _changed_method(before: Optional[str], now: Optional[str]) -> str:
    if before is None or now is None:
        return f"is in the {'model' if before is None else 'archive'} only"
    # Digests of byte code ("3.8:…") are only comparable for one version of Python.
    if ":" in before + now and before.partition(":")[0] != now.partition(":")[0]:
        return ""
    return "has changed since it was archived" if before != now else ""


def changed_constants(archive: Archive, parameters: Mapping[str, Any], values: Mapping[str, Any]) -> List[str]:
    """Return the constants (`get_constant`) whose values in the model's code differ from those in the archive."""
    differences: List[str] = []
    for item in archive.manifest.parameters:
        parameter = parameters[item.name]
        if not item.saved or not (item.constant and is_constant(parameter)):
            continue
        before, now = values[item.name].asnumpy(), parameter.value.asnumpy()
        if before.tobytes() != now.astype(before.dtype).tobytes():
            differences.append(
                f"the constant {item.name} has other values in the archive than the model's code gives it"
            )
    return differences


def changed_graphs(
    archive: Archive, model: Model, parameters: Mapping[str, Any], values: Mapping[str, Any]
) -> List[str]:
    """Trace the model's code with the recorded arguments and compare the graph with the archived one.

    This covers more than a digest of code: attributes, helper functions, other arguments of the constructor.
    """
    differences: List[str] = []
    blocks = {node.path: node.block for node in model.nodes}
    calls = {call.graph: call for call in archive.manifest.calls if call.graph is not None}
    by_name: Dict[str, List[str]] = {}
    for name, parameter in parameters.items():
        by_name.setdefault(load_backend().variable_of(parameter), []).append(name)
    backend = load_backend()
    # As the exporter traces: a graph that draws in another order has other edges.
    with drawn_in_order(), backend.lending_values(parameters, values), backend.renamed_variables(parameters):
        for index, record in enumerate(archive.manifest.graphs):
            if record.at == "call":
                continue
            args = _arguments(archive, record, calls.get(index))
            forwarded = index not in calls
            problem = _graph_problem(archive, record, blocks[record.path], args, forwarded, set(parameters), by_name)
            if problem:
                differences.append(f"{_shown(record.path)}: {problem}")
    return differences


def _arguments(archive: Archive, record: GraphRecord, call: Optional[CallRecord]) -> Tuple[Any, ...]:
    """Return the recorded arguments of a call; without one, arguments that `forward` may have passed to the graph."""
    if call is not None:
        return tuple(archive.call(call)[0])
    # A graph does not depend on the contents of the tensors.
    tensors = [mx.nd.zeros((1,)) for _ in record.input_names]
    if record.numpy:
        tensors = [tensor.as_np_ndarray() for tensor in tensors]
    return tuple(nesting.rebuild(record.inputs, tensors))


def _graph_problem(
    archive: Archive,
    record: GraphRecord,
    block: Any,
    args: Tuple[Any, ...],
    forwarded: bool,
    parameters: Set[str],
    by_name: Mapping[str, Sequence[str]],
) -> str:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with semantics(record.numpy, record.numpy):
                traced = trace(block, args, record.path, forwarded=forwarded)
        graph, _ = named_graph(traced.symbol, traced.input_names, parameters, by_name, record.path)
    except (NoGraph, TraceFailure, ArchiveError) as error:
        return (
            f"its code cannot be traced with the recorded arguments ({type(error).__name__}: {essential(str(error))})"
        )
    return first_difference(archive.graph(record), record.input_names, graph, traced.input_names)


def first_difference(old: Graph, old_inputs: Sequence[str], new: Graph, new_inputs: Sequence[str]) -> str:
    """Describe the first difference of two graphs, "" if they compute the same in the same way. Operator names are
    ignored."""
    renamed = dict(zip(new_inputs, old_inputs))
    for before, after in zip(old["nodes"], new["nodes"]):
        where = f"its graph has {before['name']} ({before['op']}) in the archive"
        if before["op"] == after["op"] == "null":
            if before["name"] != renamed.get(after["name"], after["name"]):
                return f"its graph reads {before['name']} in the archive where the model now reads {after['name']}"
            continue
        if before["op"] != after["op"]:
            return f"{where} and {after['name']} ({after['op']}) in the model"
        if [entry[:2] for entry in before["inputs"]] != [entry[:2] for entry in after["inputs"]]:
            return f"{where}, which takes other inputs in the model"
        ours, theirs = _attributes(before), _attributes(after)
        for key in sorted(set(ours) | set(theirs)):
            if ours.get(key) != theirs.get(key):
                before_value, after_value = ours.get(key, "(not given)"), theirs.get(key, "(not given)")
                return f"{where} with {key}={before_value} and in the model with {key}={after_value}"
        for body, other in zip(before.get("subgraphs", []), after.get("subgraphs", [])):
            inside = first_difference(_with_positions(body), [], _with_positions(other), [])
            if inside:
                return f"in the body of {before['name']} {inside}"
    if len(old["nodes"]) != len(new["nodes"]) or [h[:2] for h in old["heads"]] != [h[:2] for h in new["heads"]]:
        sizes = f"{len(old['nodes'])} nodes in the archive and {len(new['nodes'])}, or other outputs, in the model"
        return f"its graph has {sizes}"
    return ""


def _with_positions(graph: Graph) -> Graph:
    """Name a body's own variables by their positions: their names contain counters of the process."""
    nodes = [{**node, "name": str(i)} if node["op"] == "null" else node for i, node in enumerate(graph["nodes"])]
    return {**graph, "nodes": nodes}


def _attributes(node: Mapping[str, Any]) -> Dict[str, str]:
    """Return the attributes of an operator without those between underscores, which are notes of MXNet's front end."""
    return {key: value for key, value in node.get("attrs", {}).items() if not key.startswith("__")}


def _shown(path: str) -> str:
    return path or "the root"
