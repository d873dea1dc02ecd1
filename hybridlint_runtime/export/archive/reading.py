"""Read an archive from disk, validating everything before it is used."""

from __future__ import annotations

import dataclasses
import os
import stat
from pathlib import Path
from typing import Any, BinaryIO, Dict, Iterator, List, NamedTuple, Optional, Set, Tuple, Union

from ...diagnostics.failures import headline
from ...mxnet_compat import import_mxnet
from . import nesting
from .errors import ArchiveError, ArchiveMismatch, DamagedArchive
from .graph_file import Graph, operators, outputs_of, parse_graph, part, variables
from .manifest import (
    LARGEST_MANIFEST,
    MANIFEST,
    PARAMETERS,
    BlockRecord,
    CallRecord,
    GraphRecord,
    InnerGraph,
    Manifest,
    parse_manifest,
)
from .params_file import ParamsHeader, read_arrays, read_header
from .writing import digest

mx = import_mxnet()

#: A larger symbol file is rejected before it is parsed. That of resnet152 takes 0.4 MB.
LARGEST_GRAPH = 1 << 27
#: Maximum number of attempts to open an archive that is replaced meanwhile.
_ATTEMPTS = 20


class BlockGraph(NamedTuple):
    """A graph of one block, in its own file or as a part of another, with the record that it has, or would have."""

    record: GraphRecord
    graph: Graph


class Archive:
    """The archive in the folder `path`. Opening it validates names, sizes, checksums, structure and consistency of all
    files.

    Raises DamagedArchive, naming the file and the problem, and ArchiveMismatch if it needs another version of this tool
    or of MXNet. MXNet has then not read anything from it.
    """

    def __init__(self, path: Union[str, os.PathLike[str]]) -> None:
        self.folder = Path(path)
        for _ in range(_ATTEMPTS):
            self._identity = self._identified()
            try:
                self._open()
                return
            except DamagedArchive:
                # The files that were read may belong to different archives if it was replaced meanwhile.
                if self._identified() == self._identity:
                    raise
        raise ArchiveError(f"{self.folder} is replaced again and again while it is read")

    def _identified(self) -> Tuple[int, int, int]:
        """Return the identity of the folder, to detect that it was replaced."""
        try:
            result = os.stat(self.folder)
        except (OSError, ValueError) as error:
            why = "does not exist" if isinstance(error, FileNotFoundError) else f"cannot be read: {error}"
            raise DamagedArchive(f"{self.folder} {why}") from error
        if not stat.S_ISDIR(result.st_mode):
            raise DamagedArchive(f"{self.folder} is a file, and an archive is a folder")
        # The inode number of a removed folder is soon reused.
        return result.st_dev, result.st_ino, result.st_mtime_ns

    def _open(self) -> None:
        manifest = self.folder / MANIFEST
        with _opened(manifest) as stream:
            if os.fstat(stream.fileno()).st_size > LARGEST_MANIFEST:
                raise DamagedArchive(f"{manifest} is larger than any manifest")
            self.manifest: Manifest = parse_manifest(stream.read(), str(manifest))
        self.blocks = {record.path: record for record in self.manifest.blocks}
        self._headers: Dict[str, ParamsHeader] = {}
        self._graphs: Dict[str, Graph] = {}
        for name in self.manifest.files:
            self._check_file(name)
        self._check_parameters()
        for record in self.manifest.graphs:
            self._check_graph(record)
        for call in self.manifest.calls:
            self._check_call(call)
        self._check_operators()

    def block(self, path: str) -> Optional[BlockRecord]:
        """Return the record of the block at `path`, of its first registration if it is shared; None if there is
        none."""
        record = self.blocks.get(path)
        return self.blocks[record.shared_with] if record is not None and record.shared_with is not None else record

    def parameters(self) -> Dict[str, Any]:
        """Return the saved parameters by their names in the archive, as classic NDArrays on cpu(0)."""
        arrays = self._arrays(PARAMETERS)
        return {item.name: arrays[item.key] for item in self.manifest.parameters if item.saved}

    def graph(self, record: GraphRecord) -> Graph:
        return self._graphs[record.file]

    def call(self, record: CallRecord) -> Tuple[Any, Any]:
        """Return the arguments and the outputs of a recorded call, with their nesting."""
        arrays = self._arrays(record.file)
        if record.numpy:
            arrays = {name: array.as_np_ndarray() for name, array in arrays.items()}
        inputs = [arrays[f"input:{i}"] for i in range(nesting.count_tensors(record.inputs))]
        outputs = [arrays[f"output:{i}"] for i in range(nesting.count_tensors(record.outputs))]
        return nesting.rebuild(record.inputs, inputs), nesting.rebuild(record.outputs, outputs)

    def graphs_of(self, path: str) -> List[BlockGraph]:
        """Return the graphs of the block at `path`: those in their own files, else parts of those of blocks around
        it."""
        records = self.manifest.graphs
        own = [BlockGraph(record, self.graph(record)) for record in records if record.path == path]
        inside = ((record, inner) for record in records for inner in record.inner if inner.path == path)
        return own or [graph for record, inner in inside for graph in self._cut(record, inner)]

    def _cut(self, record: GraphRecord, inner: InnerGraph) -> Iterator[BlockGraph]:
        count = len(inner.input_entries)
        names = ["data"] if count == 1 else [f"data{i}" for i in range(count)]
        graph = part(self.graph(record), inner.output_entries, list(zip(inner.input_entries, names)))
        # A block that also reads values of its parent other than its arguments is not a function of its arguments.
        if set(variables(graph)) <= {*names, *(item.name for item in self.manifest.parameters)}:
            made = dataclasses.replace(record, at="both", inputs=inner.inputs, input_names=names, outputs=inner.outputs)
            yield BlockGraph(dataclasses.replace(made, skip_states=None), graph)

    def _arrays(self, name: str) -> Dict[str, Any]:
        try:
            arrays = read_arrays(self.folder / name, self._headers[name])
        except mx.base.MXNetError as error:
            self._require_unchanged()
            raise DamagedArchive(f"{self.folder / name} cannot be read: {headline(str(error))}") from error
        self._require_unchanged()
        return arrays

    def _require_unchanged(self) -> None:
        if self._identified() != self._identity:
            raise ArchiveError(f"{self.folder} was replaced while it was read: load it again")

    def _check_file(self, name: str) -> None:
        path = self.folder / name
        if path.parent != self.folder and path.parent.is_symlink():
            raise DamagedArchive(f"{path.parent} is a symbolic link, which an archive does not hold")
        record = self.manifest.files[name]
        with _opened(path) as stream:
            size = os.fstat(stream.fileno()).st_size
            if size != record.size:
                raise DamagedArchive(
                    f"{path} has {size} bytes where {MANIFEST} has {record.size}: it is cut short or another file"
                )
            if digest(stream) != record.sha256:
                raise DamagedArchive(f"{path} does not have the checksum in {MANIFEST}: it was edited or damaged")
            stream.seek(0)
            if name.endswith(".params"):
                self._headers[name] = read_header(stream, str(path))
            else:
                if size > LARGEST_GRAPH:
                    raise DamagedArchive(f"{path} is larger than any graph")
                self._graphs[name] = parse_graph(stream.read(), str(path))

    def _check_parameters(self) -> None:
        path, header = self.folder / PARAMETERS, self._header(PARAMETERS)
        saved = {item.key: item for item in self.manifest.parameters if item.saved}
        _same_names(path, set(header.arrays), set(saved))
        for key, item in saved.items():
            result = header.arrays[key]
            stype = "default" if header.numpy else item.stype
            if list(result.shape) != item.shape or result.dtype != item.dtype or result.stype != stype:
                raise DamagedArchive(
                    f"{path} holds {key} as {result.stype} {result.dtype}{list(result.shape)} where {MANIFEST} has "
                    f"{stype} {item.dtype}{item.shape}"
                )

    def _check_graph(self, record: GraphRecord) -> None:
        path = self.folder / record.file
        if record.file not in self._graphs:
            raise DamagedArchive(f"{path} is no graph")
        graph = self._graphs[record.file]
        expected = {*record.parameters, *(set(record.input_names) - set(record.unused_inputs))}
        _same_names(path, set(variables(graph)), expected)
        outputs = nesting.count_tensors(record.outputs)
        if len(graph["heads"]) != outputs:
            raise DamagedArchive(f"{path} has {len(graph['heads'])} outputs where {MANIFEST} has {outputs}")

    def _check_call(self, record: CallRecord) -> None:
        inputs, outputs = nesting.count_tensors(record.inputs), nesting.count_tensors(record.outputs)
        expected = {*(f"input:{i}" for i in range(inputs)), *(f"output:{i}" for i in range(outputs))}
        _same_names(self.folder / record.file, set(self._header(record.file).arrays), expected)

    def _header(self, name: str) -> ParamsHeader:
        if name not in self._headers:
            raise DamagedArchive(f"{self.folder / name} is no parameter file")
        return self._headers[name]

    def _check_operators(self) -> None:
        known = set(mx.operator.get_all_registered_operators())
        missing = sorted({name for graph in self._graphs.values() for name in operators(graph)} - known)
        if missing:
            raise ArchiveMismatch(
                f"{self.folder} was written with MXNet {self.manifest.written_by.get('mxnet')} and uses operators that "
                f"this MXNet ({mx.__version__}) does not have: {', '.join(missing)}"
            )
        outputs = {name: outputs_of(graph, str(self.folder / name)) for name, graph in self._graphs.items()}
        for record in self.manifest.graphs:
            here = outputs[record.file]
            for inner in record.inner:
                for node, output in [*inner.input_entries, *inner.output_entries]:
                    if not (0 <= node < len(here) and 0 <= output < here[node]):
                        raise DamagedArchive(
                            f"{MANIFEST}: the part {inner.path} of {self.folder / record.file} lies outside of it"
                        )


def _same_names(path: Path, texts: Set[str], expected: Set[str]) -> None:
    for problem, names in (("lacks", expected - texts), ("holds, against the manifest,", texts - expected)):
        if names:
            shown = ", ".join(sorted(names)[:5]) + (" …" if len(names) > 5 else "")
            raise DamagedArchive(f"{path} {problem} {shown}")


def _opened(path: Path) -> BinaryIO:
    """Open a regular file, not through a symbolic link."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except FileNotFoundError:
        raise DamagedArchive(f"{path} is missing") from None
    except OSError as error:
        what = (
            "is a symbolic link, which an archive does not hold"
            if path.is_symlink()
            else f"cannot be read: {error.strerror}"
        )
        raise DamagedArchive(f"{path} {what}") from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise DamagedArchive(f"{path} is no regular file")
    return os.fdopen(descriptor, "rb")
