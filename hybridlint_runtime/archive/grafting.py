"""An archive onto a new instance of its model, by structural path: parameters into parameters, graphs in the place of
tracing.

Names, prefixes and the order of creation play no part. First everything is compared and every difference is told;
only then is the model changed, and what changed is undone if anything fails.
"""

from __future__ import annotations

import warnings
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Set, Tuple

from ..failures import essential
from ..mxnet_compat import import_mxnet
from ..tracing import trace
from ..tree import HybridBlock, SymbolBlock, join
from . import nesting
from .errors import ArchiveMismatch
from .graph_file import Graph
from .graphs import named_graph
from .manifest import BlockRecord, GraphRecord
from .model import Model, archive_names, class_name, code_digest, dtype_of, known_shape
from .reading import Archive, BlockGraph
from .running import Runner, chosen, install

mx = import_mxnet()


def graft(archive: Archive, net: Any, contexts: Optional[Sequence[Any]], allow_changed: bool) -> None:
    """Give `net` the parameters and graphs of `archive`. All or nothing.

    Raises ArchiveMismatch, with every difference, if `net` is not the model that was archived. Of those,
    `allow_changed` accepts changed code, for which the archived graphs are then used; other blocks, parameters, shapes
    and dtypes never fit.
    """
    model = Model(net)
    differences, parameters = _structural_differences(archive, model)
    if not differences and not allow_changed:
        differences = [*_changed_classes(archive, model), *_changed_graphs(archive, model, parameters)]
        if differences:
            raise ArchiveMismatch(
                f"the code of the model is not that of {archive.folder}: load_tree(..., allow_changed=True) uses the "
                "archived graphs all the same",
                differences,
            )
    if differences:
        raise ArchiveMismatch(f"the model is not the one in {archive.folder}", differences)
    _Graft(archive, model, parameters).apply(contexts)


def _structural_differences(archive: Archive, model: Model) -> Tuple[List[str], Dict[str, Any]]:
    """What is different, a line each; and the model's parameters by their names in the archive."""
    differences: List[str] = []
    there = {record.path: record for record in archive.manifest.blocks}
    here = {node.path: node for node in model.nodes}
    for path, record in there.items():
        if path not in here:
            differences.append(f"{_shown(path)} ({record.class_name}) is in the archive and not in the model")
    for path, node in here.items():
        if path not in there:
            differences.append(
                f"{_shown(path)} ({class_name(type(node.block))}) is in the model and not in the archive"
            )
            continue
        record = there[path]
        if record.kind != node.kind:
            differences.append(
                f"{_shown(path)} is a {record.kind} block in the archive and a {node.kind} one in the model"
            )
    for path in [path for path in there if path in here]:
        if _first(there, path) != _first_here(here, path):
            differences.append(
                f"{_shown(path)} is the same block as {_shown(_first(there, path))} in the archive, "
                f"and as {_shown(_first_here(here, path))} in the model"
            )
    if differences:
        return differences, {}
    parameters: Dict[str, Any] = {}
    archived: Dict[int, str] = {}
    for path, record in there.items():
        node = here[path]
        own = model.own(node.shared_with or path)
        keys = _paired(record, own)
        if keys is None:
            missing, extra = sorted(set(record.parameters) - set(own)), sorted(set(own) - set(record.parameters))
            differences.extend(f"parameter {join(path, key)} is in the archive and not in the model" for key in missing)
            differences.extend(f"parameter {join(path, key)} is in the model and not in the archive" for key in extra)
            continue
        for key, other in keys:
            name, parameter = record.parameters[key], own[other]
            known = parameters.setdefault(name, parameter)
            first = archived.setdefault(id(parameter), name)
            if known is not parameter:
                differences.append(
                    f"parameter {join(path, key)} is the same as {name} in the archive and another one in the model"
                )
            elif first != name:
                differences.append(
                    f"parameter {join(path, key)} is the same as {first} in the model and another one in the archive"
                )
    for item in archive.manifest.parameters:
        if item.name in parameters:
            differences.extend(_parameter_differences(item, parameters[item.name]))
    return differences, parameters


def _paired(record: BlockRecord, own: Mapping[str, Any]) -> Optional[List[Tuple[str, str]]]:
    """The keys of a block's parameters in the archive, each with that in the model. None if they do not fit."""
    if set(record.parameters) == set(own):
        return [(key, key) for key in record.parameters]
    if record.kind == "symbol" and len(record.parameters) == len(own):
        # A SymbolBlock's parameters are called as in its graph, often with a counter, and come in the order of the
        # graph.
        return list(zip(record.parameters, own))
    return None


def _first(records: Mapping[str, BlockRecord], path: str) -> str:
    return records[path].shared_with or path


def _first_here(nodes: Mapping[str, Any], path: str) -> str:
    return nodes[path].shared_with or path


def _parameter_differences(item: Any, parameter: Any) -> Iterator[str]:
    shape = known_shape(parameter)
    if item.shape is not None and shape is not None:
        fits = len(shape) == len(item.shape) and all(a == b or not a or not b for a, b in zip(shape, item.shape))
        if not fits:
            yield f"parameter {item.name} has shape {tuple(item.shape)} in the archive and {tuple(shape)} in the model"
    if dtype_of(parameter.dtype) != item.dtype:
        hint = f": call cast({item.dtype!r}) on the model first" if "float" in item.dtype else ""
        here = dtype_of(parameter.dtype)
        yield f"parameter {item.name} has dtype {item.dtype} in the archive and {here} in the model{hint}"
    if parameter._stype != item.stype:
        yield f"parameter {item.name} is stored {item.stype} in the archive and {parameter._stype} in the model"


def _changed_classes(archive: Archive, model: Model) -> List[str]:
    differences: List[str] = []
    here = {node.path: node.block for node in model.nodes}
    digests = {kind: code_digest(kind) for kind in {type(block) for block in here.values()}}
    for record in archive.manifest.blocks:
        kind = type(here[record.path])
        if record.shared_with is not None:
            continue
        if record.class_name.partition(":")[2] != kind.__qualname__:
            differences.append(
                f"{_shown(record.path)} is of class {record.class_name} in the archive and {class_name(kind)} in the "
                "model"
            )
        elif record.code != digests[kind] and _is_comparable(record.code, digests[kind]):
            differences.append(
                f"{_shown(record.path)}: the code of {class_name(kind)} has changed since it was archived"
            )
    return differences


def _is_comparable(one: str, other: str) -> bool:
    """Digests of byte code ("3.8:…") can be compared under one version of Python only."""
    return one.partition(":")[0] == other.partition(":")[0] if ":" in one + other else True


def _changed_graphs(archive: Archive, model: Model, parameters: Mapping[str, Any]) -> List[str]:
    """Trace the model's own code with the recorded arguments: whatever it depends on, its graph must be the archived
    one.

    This sees what a digest of code does not: attributes, helper functions, other arguments of the constructor.
    """
    differences: List[str] = []
    blocks = {node.path: node.block for node in model.nodes}
    calls = {call.graph: call for call in archive.manifest.calls if call.graph is not None}
    by_name: Dict[str, List[str]] = {}
    for name, parameter in parameters.items():
        by_name.setdefault(parameter.name, []).append(name)
    with archive_names(parameters):
        for index, record in enumerate(archive.manifest.graphs):
            if record.at == "call":
                continue
            args = _arguments(archive, record, calls.get(index))
            if args is None:
                continue
            problem = _graph_problem(archive, record, blocks[record.path], args, set(parameters), by_name)
            if problem:
                differences.append(f"{_shown(record.path)}: {problem}")
    return differences


def _arguments(archive: Archive, record: GraphRecord, call: Any) -> Optional[Tuple[Any, ...]]:
    if call is not None:
        return tuple(archive.call(call)[0])
    if record.at != "both":
        return None
    # Nothing was recorded; a graph does not depend on what is in the tensors.
    with mx.util.np_shape(False):
        tensors = [mx.nd.zeros((1,)) for _ in record.input_names]
    return tuple(nesting.rebuild(record.inputs, tensors))


def _graph_problem(
    archive: Archive,
    record: GraphRecord,
    block: Any,
    args: Tuple[Any, ...],
    parameters: Set[str],
    by_name: Mapping[str, Sequence[str]],
) -> str:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            traced = trace(block, args, record.path)
        graph, _ = named_graph(traced.symbol, traced.input_names, parameters, by_name, record.path)
    except Exception as error:
        return (
            f"its code cannot be traced with the recorded arguments ({type(error).__name__}: {essential(str(error))})"
        )
    return first_difference(archive.graph(record), record.input_names, graph, traced.input_names)


def first_difference(old: Graph, old_inputs: Sequence[str], new: Graph, new_inputs: Sequence[str]) -> str:
    """Where two graphs part, in words; "" if they compute the same in the same way. Names of operators do not count."""
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
    """A body's own variables are named by counters of the process: their positions say the same."""
    nodes = [{**node, "name": str(i)} if node["op"] == "null" else node for i, node in enumerate(graph["nodes"])]
    return {**graph, "nodes": nodes}


def _attributes(node: Mapping[str, Any]) -> Dict[str, str]:
    """The attributes of an operator; those between underscores are notes of MXNet's front end."""
    return {key: value for key, value in node.get("attrs", {}).items() if not key.startswith("__")}


class _Graft:
    """The change itself: everything that can fail is made first, then it is put in place."""

    def __init__(self, archive: Archive, model: Model, parameters: Mapping[str, Any]) -> None:
        self._archive = archive
        self._parameters = parameters
        self._blocks = {node.path: node.block for node in model.nodes}

    def apply(self, contexts: Optional[Sequence[Any]]) -> None:
        values = self._archive.parameters()
        grafts = self._grafts()
        before = [(thing, dict(vars(thing))) for thing in [*self._parameters.values(), *self._blocks.values()]]
        try:
            for item in self._archive.manifest.parameters:
                if item.saved:
                    parameter = self._parameters[item.name]
                    numpy = self._archive.manifest.numpy and mx.util.is_np_array()
                    install(parameter, values.pop(item.name), contexts or _contexts_of(parameter), numpy)
            for record in self._archive.manifest.blocks:
                block = self._blocks[record.path]
                if isinstance(block, HybridBlock):
                    block._active = record.active
                    block._flags = list(record.flags.items())
            for path, graft_of in grafts.items():
                graft_of.put_on(self._blocks[path])
        except BaseException:
            for thing, attributes in before:
                vars(thing).clear()
                vars(thing).update(attributes)
            raise

    def _grafts(self) -> Dict[str, GraftedCall]:
        found: Dict[str, List[Runner]] = {}
        for record in self._archive.manifest.graphs:
            if record.at != "call":
                graph = BlockGraph(
                    record.at,
                    record.inputs,
                    record.input_names,
                    record.outputs,
                    self._archive.graph(record),
                    record.numpy,
                    record.skip_states,
                )
                parameters = {name: self._parameters[name] for name in record.parameters}
                found.setdefault(record.path, []).append(Runner(graph, parameters, _model_names(parameters)))
        return {path: GraftedCall(runners) for path, runners in found.items()}


def _model_names(parameters: Mapping[str, Any]) -> Dict[str, str]:
    """Name in the archive → name in the model, where these are unique, so that the block can be exported by MXNet as
    well.
    """
    names = {name: parameter.name for name, parameter in parameters.items()}
    return names if len(set(names.values())) == len(names) else {}


def _contexts_of(parameter: Any) -> List[Any]:
    if parameter._data is not None or parameter._deferred_init:
        return list(parameter.list_ctx())
    return [mx.context.current_context()]


class GraftedCall:
    """Stands on a block in the place of `HybridBlock._call_cached_op`: runs the archived graph for the arguments.

    The block's own `__call__` and `forward` run as they do when it is hybridized. When MXNet clears the block's cached
    graph (it was hybridized again, cast, or got another child) the graft goes, and the block is traced from its source
    as any other.
    """

    def __init__(self, runners: Sequence[Runner]) -> None:
        self._runners = list(runners)
        self._operators: Dict[int, Any] = {}
        self._block: Any = None

    def put_on(self, block: Any) -> None:
        """Make this the way in which `block` computes."""
        runner = self._runners[0]
        self._block = block
        self._operators = {index: each.compiled(block._flags) for index, each in enumerate(self._runners)}
        block._active = True
        if not isinstance(block, SymbolBlock):
            block._in_format = nesting.mxnet_format(runner.graph.inputs)
            block._out_format = nesting.mxnet_format(runner.graph.outputs)
            block._cached_graph = (runner.inputs, runner.symbol)
        block._cached_op_args = runner.arguments
        block._cached_op = self._operators[0]
        vars(block)["_call_cached_op"] = self

    def __call__(self, *args: Any) -> Any:
        """The outputs for the arguments of `forward`, nested as the model returned them."""
        block = self._block
        if block._cached_op is not self._operators[0]:
            del vars(block)["_call_cached_op"]
            return block._call_cached_op(*args)
        index, tensors = chosen(self._runners, args, getattr(block, "skip_states", None))
        return self._runners[index].run(self._operators[index], tensors)


def _shown(path: str) -> str:
    return path or "the root"
