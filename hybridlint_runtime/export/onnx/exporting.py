"""Export a model to ONNX files, each verified before it replaces an existing one."""

from __future__ import annotations

import contextlib
import dataclasses
import fcntl
import hashlib
import importlib.metadata
import json
import os
import platform
import re
import secrets
from typing import Any, Dict, Iterator, List, Optional, Sequence, Set, Tuple

from ...diagnostics.failures import RunFailure
from ...errors import CannotLook, ModelRaised, model_code
from ...model.comparing import Tolerances
from ...model.recording import record
from ...model.state import BlockStates
from ...model.tree import walk_blocks
from ...mxnet_compat import import_mxnet
from ..archive.model import code_digests
from .converting import OPSET, OnnxModel
from .dependencies import INSTALL, import_converters, import_onnx, missing
from .graphs import OutermostGraph, outermost_graphs
from .running import check_and_run
from .saving import LARGEST_INSIDE, save
from .verifying import Fault, Verified, compare_run, convert_graph, feeds

mx = import_mxnet()

#: Producer name in a file. Only files with it are replaced.
PRODUCER = "hybridlint"
#: Temporary files are named `<file>.partial-<random number>`; the one with the suffix `.lock` is locked by its writer.
_PARTIAL, _LOCK = ".partial-", ".lock"


@dataclasses.dataclass
class ExportedFile:
    """One file: its path, block, inputs and outputs as text, size in bytes including weights beside it, and the results
    of the comparison with MXNet (see `Verified`)."""

    path: str
    block: str
    inputs: List[str]
    outputs: List[str]
    size: int
    batches: List[int]
    largest: float
    random: str = ""
    undecided: str = ""


class NotTheSame(Exception):
    """At least one graph is not the same in ONNX, so no file was written. `faults` are (path of the block, fault)."""

    def __init__(self, faults: List[Tuple[str, Fault]]) -> None:
        super().__init__("; ".join(fault.message for _, fault in faults))
        self.faults = faults


def export_onnx(
    net: Any,
    path: str,
    *args: Any,
    another: Optional[Sequence[Any]] = None,
    opset: int = OPSET,
    tolerances: Optional[Tolerances] = None,
    timeout: float = 300.0,
    seed: int = 0,
    largest_inside: int = LARGEST_INSIDE,
) -> List[ExportedFile]:
    """Write every outermost HybridBlock of `net`, called with `args`, to an ONNX file.

    `path` is a folder, in which each file is named after the path of its block ("model.onnx" for the root), or ends in
    `.onnx` if there is only one graph. `another` are arguments of another batch size: dimensions that differ between
    the two are open in the file. Weights of more than `largest_inside` bytes are stored beside it. Every file is
    checked by onnx.checker, and the results of ONNX Runtime are compared with the imperative outputs for `args` and
    `another`, before any file is moved to its final path.

    Raise NotTheSame if a graph is not convertible or computes something else; CannotLook if the extra is missing, there
    is no graph, or a foreign file exists at the path; RunFailure and TraceFailure if the model raises.
    """
    library = missing()
    if library:
        raise CannotLook(f"{library} is required for ONNX and not installed: {INSTALL}")
    import_converters()
    states = BlockStates(net)
    try:
        graphs = _graphs(net, args, another, seed)
        names = _file_names(path, graphs)
        for file in names:
            _refuse_foreign(file)
        with _written(graphs, names, opset, tolerances or Tolerances(), timeout, largest_inside) as (results, partial):
            faults = [(result.graph.path, fault) for result in results for fault in result.faults]
            if faults:
                raise NotTheSame(faults)
            return [_put_in_place(result, file, written) for result, file, written in zip(results, names, partial)]
    finally:
        states.restore()


def outermost(net: Any) -> List[str]:
    """Return the paths of the outermost HybridBlocks of `net`."""
    inside: Set[str] = set()
    result = []
    for node in walk_blocks(net):
        if node.parent in inside:
            inside.add(node.path)
        elif node.kind != "plain":
            inside.add(node.path)
            if node.shared_with is None:
                result.append(node.path)
    return result


def _graphs(net: Any, args: Sequence[Any], another: Optional[Sequence[Any]], seed: int) -> List[OutermostGraph]:
    recording = record(net, args, seed=seed, values_inside=False)
    other = None
    if another is not None:
        with contextlib.suppress(RunFailure):  # the model accepts one batch size only: its dimensions are fixed
            other = record(net, another, seed=seed, values_inside=False)
    parameters = {
        name: parameter.list_data()[0]
        for name, parameter in net.collect_params().items()
        if parameter._data is not None
    }
    graphs = outermost_graphs(outermost(net), recording, parameters, other)
    if not graphs:
        raise CannotLook("no HybridBlock was called, so there is no graph to export")
    return graphs


def _file_names(path: str, graphs: Sequence[OutermostGraph]) -> List[str]:
    if path.endswith(".onnx"):
        if len(graphs) > 1:
            blocks = ", ".join(graph.path or "the root" for graph in graphs)
            raise CannotLook(f"there are {len(graphs)} graphs ({blocks}): pass a folder instead of {path}")
        return [path]
    names = []
    for graph in graphs:
        stem = re.sub(r"[^\w.-]", "_", graph.path) or "model"
        names.append(os.path.join(path, f"{stem}-{graph.number}.onnx" if graph.number else f"{stem}.onnx"))
    return names


def _refuse_foreign(path: str) -> None:
    """Raise CannotLook if `path` exists and was not written by this tool: it belongs to the user."""
    if not os.path.lexists(path):
        return
    try:
        metadata = read_metadata(path)
    except CannotLook:
        metadata = {}
    if not metadata:
        raise CannotLook(f"{path} exists and was not written by hybridlint-runtime: choose another path, or remove it")


def read_metadata(path: str) -> Dict[str, str]:
    """Return the metadata of the file at `path`, {} if another tool wrote it. Raise CannotLook if it is not ONNX."""
    onnx = import_onnx()
    try:
        with model_code():
            model = onnx.load(path, load_external_data=False)
    except ModelRaised as raised:
        text = f"{path} cannot be read as ONNX: {type(raised.error).__name__}: {raised}"
        raise CannotLook(text) from raised.error
    return {item.key: item.value for item in model.metadata_props} if model.producer_name == PRODUCER else {}


@contextlib.contextmanager
def _written(
    graphs: Sequence[OutermostGraph],
    names: Sequence[str],
    opset: int,
    tolerances: Tolerances,
    timeout: float,
    largest_inside: int,
) -> Iterator[Tuple[List[Verified], List[str]]]:
    """Convert each graph, write it to a temporary file, read it back and compare. The files are removed afterwards."""
    results, partial, locks = [], [], []
    try:
        for graph, name in zip(graphs, names):
            result = convert_graph(graph, opset)
            results.append(result)
            partial.append(f"{name}{_PARTIAL}{secrets.token_hex(8)}")
            if result.model is None:
                continue
            os.makedirs(os.path.dirname(os.path.abspath(name)), exist_ok=True)
            _remove_leftovers(name)
            locks.append(_locked(f"{partial[-1]}{_LOCK}", os.O_CREAT))
            _describe(result.model, graph)
            save(result.model, partial[-1], largest_inside, _weights_file(name, partial[-1]))
            runs = [feeds(result.model, call) for call in graph.calls]
            ran = check_and_run(partial[-1], runs, timeout)
            compare_run(result, partial[-1], runs, ran, tolerances, timeout)
        yield results, partial
    except OSError as error:
        raise CannotLook(f"{names[0]} cannot be written: {error.strerror or error}") from error
    finally:
        for lock in locks:
            if lock is not None:
                os.close(lock)
        for name, written in zip(names, partial):
            _remove_partial(name, written)


def _locked(path: str, flags: int = 0) -> Optional[int]:
    """Lock the file at `path` while this process runs. Return None if another process has locked it."""
    descriptor = os.open(path, os.O_RDWR | flags)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:  # also a file system without locks
        os.close(descriptor)
        return None
    return descriptor


def _weights_file(path: str, partial: str) -> str:
    """Return the name of the file with the weights of the model at `path`, written at `partial` first. It is unique."""
    return f"{os.path.basename(path)}.{partial.rpartition(_PARTIAL)[2]}.data"


def _remove_partial(path: str, partial: str) -> None:
    """Remove what an export to `path` wrote at `partial` and beside it, but not the weights of the file at `path`."""
    folder, stem = os.path.split(os.path.abspath(partial))
    weights = os.path.join(folder, _weights_file(path, partial))
    if os.path.exists(weights) and os.path.basename(weights) not in _external_files(path):
        os.remove(weights)
    for leftover in os.listdir(folder) if os.path.isdir(folder) else ():
        if leftover.startswith(stem):
            os.remove(os.path.join(folder, leftover))


def _remove_leftovers(path: str) -> None:
    """Remove leftovers of killed exports to `path`. Those of running exports are locked."""
    folder, name = os.path.split(os.path.abspath(path))
    for entry in os.listdir(folder):
        if entry.startswith(f"{name}{_PARTIAL}") and entry.endswith(_LOCK):
            with contextlib.suppress(OSError):
                lock = _locked(os.path.join(folder, entry))
                if lock is not None:
                    _remove_partial(path, os.path.join(folder, entry[: -len(_LOCK)]))
                    os.close(lock)


def _describe(model: OnnxModel, graph: OutermostGraph) -> None:
    """Record the origin of the model in the file."""
    proto = model.model
    proto.producer_name, proto.producer_version = PRODUCER, _version()
    kind = type(graph.block)
    proto.doc_string = f"{kind.__module__}.{kind.__qualname__}"
    code = {name: digest for block in _classes(graph.block) for name, digest in code_digests(block).items()}
    metadata = {
        "hybridlint": _version(),
        "mxnet": mx.__version__,
        "python": platform.python_version(),
        "onnx": import_onnx().__version__,
        "block": graph.path,
        "class": f"{kind.__module__}.{kind.__qualname__}",
        "source_sha256": hashlib.sha256(json.dumps(code, sort_keys=True).encode()).hexdigest()
        if code
        else "classes of mxnet only",
        "input_format": json.dumps(graph.graph.input_format),
        "output_format": json.dumps(graph.graph.output_format),
        "compared_at": json.dumps([[list(tensor.shape) for tensor in call.inputs] for call in graph.calls]),
    }
    import_onnx().helper.set_model_props(proto, metadata)


def _version() -> str:
    try:
        return importlib.metadata.version("hybridlint")
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


def _classes(block: Any) -> List[Any]:
    return sorted(
        {type(node.block) for node in walk_blocks(block)}, key=lambda kind: (kind.__module__, kind.__qualname__)
    )


def _put_in_place(result: Verified, path: str, partial: str) -> ExportedFile:
    """Move the file at `partial` to `path`. Weights beside it already have their final, unique name."""
    assert result.model is not None
    old = _external_files(path)
    folder = os.path.dirname(os.path.abspath(path))
    data = os.path.join(folder, _weights_file(path, partial))
    size = os.path.getsize(partial)
    if os.path.exists(data):
        size += os.path.getsize(data)
        _synchronise(data)
    _synchronise(partial)
    os.replace(partial, path)
    for name in old:
        with contextlib.suppress(OSError):
            os.remove(os.path.join(folder, name))
    shapes = [call.inputs[0].shape for call in result.graph.calls if call.inputs]
    batches = list(dict.fromkeys(int(shape[0]) for shape in shapes if shape))
    inputs = [described_value(value) for value in result.model.inputs]
    outputs = [described_value(value) for value in result.model.outputs]
    return ExportedFile(
        path, result.graph.path, inputs, outputs, size, batches, result.largest, result.random, result.undecided
    )


def _external_files(path: str) -> Set[str]:
    """Return the names of the files beside `path` that contain its weights."""
    if not os.path.exists(path):
        return set()
    model = import_onnx().load(path, load_external_data=False)
    names = {entry.value for item in model.graph.initializer for entry in item.external_data if entry.key == "location"}
    return {name for name in names if os.path.basename(name) == name}


def described_value(value: Any) -> str:
    """Return "tokens int32 (batch, 16)"."""
    import numpy as np

    return f"{value.name} {np.dtype(value.dtype).name} ({', '.join(map(str, value.shape))})"


def _synchronise(path: str) -> None:
    with open(path, "rb+") as stream:
        os.fsync(stream.fileno())
