"""Write a model to an archive."""

from __future__ import annotations

import collections
import os
import platform
import re
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple, Union

import numpy as np

from hybridlint import about

from ...model.draws import drawn_in_order
from ...model.recording import Call, Recording, generators_restored, no_values, record_settled
from ...model.state import BlockStates
from ...model.tree import hidden_blocks
from ...mxnet_compat import import_mxnet
from . import nesting
from .graph_file import to_bytes
from .graphs import MadeGraph, graphs_of_cache, graphs_of_recording
from .manifest import MANIFEST, PARAMETERS, CallRecord, FileRecord, Manifest
from .model import Model
from .nesting import describe
from .params_file import needs_numpy, value_of, write_arrays
from .writing import replacing, write_file

mx = import_mxnet()

NO_CALL = (
    "no call was recorded: these are the graphs that its blocks held, which know lists and no tuples, and load --check "
    "has nothing to compare with"
)


def export_tree(
    net: Any,
    path: Union[str, os.PathLike[str]],
    *args: Any,
    calls: Optional[Sequence[Sequence[Any]]] = None,
    recording: Union[Recording, Sequence[Recording], None] = None,
    seed: int = 0,
) -> Manifest:
    """Write `net`, with the graphs of its HybridBlocks and each parameter once, to the folder `path`. Return the
    manifest.

    The calls are specified by one of:

    * `args`: the arguments of one call of `net`, which is run imperatively once and recorded;
    * `calls`: the arguments of several calls, for blocks that are called with arguments of different structure;
    * `recording`: a result of `hybridlint_runtime.model.recording.record`, with the same `seed`;
    * nothing: the graphs are those of blocks that were hybridized and called. Such an archive has no recorded
      outputs, and what the model returned as a tuple is loaded as a list.

    The model is not changed, except that deferred parameters are initialized if it was run. An archive at `path` is
    only replaced when the new one is complete.

    Raise ArchiveError if the archive cannot be written, RunFailure if the model raises when it is run, TraceFailure if
    a HybridBlock cannot be hybridized; the latter two name the block and the line.
    """
    if bool(args) + (calls is not None) + (recording is not None) > 1:
        raise TypeError("give export_tree the arguments of a call, or calls, or a recording; not two of them")
    with BlockStates(net), generators_restored(), drawn_in_order():
        recordings = _recordings(net, args, calls, recording, seed)
        model = Model(net)
        by_form: Dict[Any, MadeGraph] = {}
        for item in recordings:
            for graph in graphs_of_recording(model, item):
                record = graph.record
                form = record.path, record.at, str(nesting.comparable(record.inputs)), record.skip_states
                by_form.setdefault(form, graph)
        made = list(by_form.values()) if recordings else graphs_of_cache(model)
        with replacing(Path(path)) as folder:
            return _write(folder, model, made, recordings, seed)


def _recordings(
    net: Any, args: Sequence[Any], calls: Optional[Sequence[Sequence[Any]]], recording: Any, seed: int
) -> List[Recording]:
    if recording is not None:
        return [recording] if isinstance(recording, Recording) else list(recording)
    several = [tuple(args)] if args else [tuple(call) for call in calls or ()]
    return [record_settled(net, item, seed=seed, keeps=no_values).recording for item in several]


def _write(
    folder: Path, model: Model, made: Sequence[MadeGraph], recordings: Sequence[Recording], seed: int
) -> Manifest:
    files: Dict[str, FileRecord] = {}
    auxiliary = {name for graph in made for name in graph.auxiliary}
    parameters = model.parameter_records(auxiliary)
    values = {item.key: value_of(model.parameters[item.name]) for item in parameters if item.saved}
    numpy = any(graph.record.numpy for graph in made) or needs_numpy(values)
    files[PARAMETERS] = write_arrays(folder / PARAMETERS, values, numpy)
    for index, graph in enumerate(made):
        graph.record.file = f"graphs/{index:03}-{_file_stem(graph.record.path)}-symbol.json"
        files[graph.record.file] = write_file(folder / graph.record.file, to_bytes(graph.graph))
    records: List[CallRecord] = []
    for call, graph_index in _calls_to_keep(made, recordings):
        records.append(_write_call(folder, files, call, graph_index, seed, len(records)))
    counts = collections.Counter(call.path for recording in recordings for call in recording.calls)
    manifest = Manifest(
        written_by={
            "hybridlint": about.version(),
            "mxnet": str(mx.__version__),
            "numpy": str(np.__version__),
            "python": platform.python_version(),
        },
        files=files,
        blocks=model.block_records(counts if recordings else None),
        parameters=parameters,
        graphs=[graph.record for graph in made],
        calls=records,
        numpy=numpy,
        notes=_notes(model, made, bool(recordings)),
    )
    write_file(folder / MANIFEST, manifest.to_bytes())
    return manifest


def _calls_to_keep(made: Sequence[MadeGraph], recordings: Sequence[Recording]) -> Iterator[Tuple[Call, Optional[int]]]:
    """Yield the calls of the root, and for each graph a call that it computes."""
    graphs_of = {id(graph.call): index for index, graph in enumerate(made) if graph.record.at != "call"}
    kept = set()
    for recording in recordings:
        for call in recording.calls:
            if call.depth == 0 and call.path == "":
                kept.add(id(call))
                yield call, graphs_of.get(id(call))
    for index, graph in enumerate(made):
        # Keyword arguments are not part of a recorded call: the graph is covered by the calls around it.
        if graph.call is not None and not graph.call.kwargs and id(graph.call) not in kept:
            kept.add(id(graph.call))
            yield graph.call, graphs_of.get(id(graph.call), index)


def _write_call(
    folder: Path, files: Dict[str, FileRecord], call: Call, graph: Optional[int], seed: int, number: int
) -> CallRecord:
    inputs, tensors = describe(tuple(call.args))
    outputs, results = describe(call.outputs)
    arrays = {f"input:{i}": tensor for i, tensor in enumerate(tensors)}
    arrays.update({f"output:{i}": tensor for i, tensor in enumerate(results)})
    is_numpy = any(isinstance(array, mx.np.ndarray) for array in arrays.values())
    file = f"calls/{number:03}-{_file_stem(call.path)}.params"
    files[file] = write_arrays(folder / file, arrays, is_numpy or needs_numpy(arrays))
    seeded = seed if call.depth == 0 else None
    return CallRecord(file, call.path, graph, seeded, inputs, outputs, str(call.context or mx.cpu()), is_numpy)


def _file_stem(path: str) -> str:
    return re.sub(r"[^A-Za-z0-9_.-]|\.\.", "_", path)[-100:] or "root"


def _notes(model: Model, made: Sequence[MadeGraph], recorded: bool) -> List[str]:
    notes = [] if recorded else [NO_CALL]
    notes += [
        f"{where} of {owner or 'the root'} holds a {type(block).__name__} that is not registered as a child: "
        "neither it nor its parameters are in this archive"
        for owner, where, block in hidden_blocks(model.net)
    ]
    for graph in made:
        places = [f"{name} axis {axis}" for name, axes in graph.bound.items() for axis in axes]
        if places:
            notes.append(
                f"the graph of {graph.record.path or 'the root'} runs at the recorded sizes only of {', '.join(places)}"
            )
    return notes
