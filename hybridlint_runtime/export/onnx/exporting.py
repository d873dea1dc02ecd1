"""Export a model to ONNX files, each verified before it replaces an existing one."""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import os
import platform
import re
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence, Set, Tuple

from hybridlint import about

from ...diagnostics.failures import RunFailure
from ...errors import CannotLook, ModelRaised, model_code
from ...model.comparing import Tolerances
from ...model.recording import no_values, record
from ...model.state import BlockStates
from ...model.tree import hybridized_blocks, walk_blocks
from ...mxnet_compat import import_mxnet
from ..archive.model import code_digests
from ..archive.writing import synchronise, working_folder
from .converting import LARGEST_INSIDE, OPSET, OnnxModel
from .dependencies import import_converters, import_onnx
from .graphs import OutermostGraph, outermost_graphs
from .inspecting import described_value
from .verifying import Fault, Verified, compare_files, convert_graph

mx = import_mxnet()

#: Producer name in a file. Only files with it are replaced.
PRODUCER = "hybridlint"


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
    import_converters()
    with BlockStates(net):
        graphs = _graphs(net, args, another, seed)
        names = _file_names(path, graphs)
        for file in names:
            _refuse_foreign(file)
        try:
            with working_folder(Path(os.path.abspath(names[0]))) as folder:
                results = [convert_graph(graph, opset) for graph in graphs]
                files = [str(folder / os.path.basename(name)) for name in names]
                for result, file in zip(results, files):
                    if result.model is not None:
                        _describe(result.model, result.graph)
                        result.model.save(file, largest_inside)
                compare_files(results, files, Tolerances(), timeout)
                faults = [(result.graph.path, fault) for result in results for fault in result.faults]
                if faults:
                    raise NotTheSame(faults)
                return [_put_in_place(result, file, folder) for result, file in zip(results, names)]
        except OSError as error:
            raise CannotLook(f"{names[0]} cannot be written: {error.strerror or error}") from error


def _graphs(net: Any, args: Sequence[Any], another: Optional[Sequence[Any]], seed: int) -> List[OutermostGraph]:
    recording = record(net, args, seed=seed, keeps=no_values)
    other = None
    if another is not None:
        with contextlib.suppress(RunFailure):  # the model accepts one batch size only: its dimensions are fixed
            other = record(net, another, seed=seed, keeps=no_values)
    graphs = outermost_graphs(net, hybridized_blocks(net, inactive=True)[0], recording, other)
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
    with contextlib.suppress(ModelRaised), model_code():
        if import_onnx().load(path, load_external_data=False).producer_name == PRODUCER:
            return
    raise CannotLook(f"{path} exists and was not written by hybridlint-runtime: choose another path, or remove it")


def _describe(model: OnnxModel, graph: OutermostGraph) -> None:
    proto = model.model
    proto.producer_name, proto.producer_version = PRODUCER, about.version()
    kind = type(graph.block)
    proto.doc_string = f"{kind.__module__}.{kind.__qualname__}"
    kinds = {type(node.block) for node in walk_blocks(graph.block)}
    code: Dict[str, str] = {}
    for each in sorted(kinds, key=lambda kind: (kind.__module__, kind.__qualname__)):
        code.update(code_digests(each))
    metadata = {
        "hybridlint": about.version(),
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


def _put_in_place(result: Verified, path: str, folder: Path) -> ExportedFile:
    """Move the file for `path`, and its weights, from `folder` to their place, and remove the weights of an earlier
    one."""
    assert result.model is not None
    name, place = os.path.basename(path), os.path.dirname(os.path.abspath(path))
    earlier = _external_files(path)
    size = 0
    for file in [*_external_files(str(folder / name)), name]:  # the model last: it is of no use without its weights
        synchronise(folder / file)
        size += os.path.getsize(folder / file)
        os.replace(folder / file, os.path.join(place, file))
    for file in earlier:
        with contextlib.suppress(OSError):
            os.remove(os.path.join(place, file))
    shapes = [call.inputs[0].shape for call in result.graph.calls if call.inputs]
    batches = list(dict.fromkeys(int(shape[0]) for shape in shapes if shape))
    inputs, outputs = (
        [described_value(value.name, value.dtype, value.shape) for value in values]
        for values in (result.model.inputs, result.model.outputs)
    )
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
