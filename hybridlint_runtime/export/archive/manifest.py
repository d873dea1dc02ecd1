"""The manifest of an archive: everything except arrays and graphs, as plain data and as JSON.

`docs/archive-format.md` specifies it. This module does not depend on MXNet.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
from typing import Any, Dict, List, Mapping, Optional, Tuple

from ...plain_data import decoded, encoded
from . import nesting, strict_json
from .errors import ArchiveMismatch, DamagedArchive

FORMAT = "hybridlint archive"
#: Increased when a reader of the previous version would misread an archive. Readers support all versions up to their
#: own.
FORMAT_VERSION = 1
MANIFEST = "manifest.json"
PARAMETERS = "model.params"
#: A larger manifest is rejected before it is parsed. 2,000 blocks take about 3 MiB.
LARGEST_MANIFEST = 1 << 27

Entry = List[int]


@dataclasses.dataclass
class FileRecord:
    """A file of the archive: its size in bytes and the SHA-256 of its content, in hexadecimal."""

    size: int
    sha256: str


@dataclasses.dataclass
class BlockRecord:
    """One registration of a block, at its structural path.

    `kind` is "hybrid", "plain" or "symbol". `class_name` is "module:qualified.name"; `code` maps the methods with which
    the class computes ("Class.method") to digests of their code. `shared_with` is the path of the first registration of
    the same block. `children` are the keys of its children in order; `parameters` maps the names of its own parameters
    in the block to names in the archive. `active` and `flags` are the arguments of `hybridize`. `calls` is the number
    of calls in the recorded run, null if nothing was recorded; `note` is information for readers, for instance that it
    was never called.
    """

    path: str
    class_name: str
    kind: str
    name: str
    prefix: str
    code: Dict[str, str]
    shared_with: Optional[str]
    children: List[str]
    parameters: Dict[str, str]
    active: bool
    flags: Dict[str, Any]
    calls: Optional[int]
    note: str


@dataclasses.dataclass
class ParameterRecord:
    """One parameter, regardless of how often it is registered.

    `name` is its name in the graphs and, after "arg:" or "aux:" (`role`), in the parameter file; `paths` are all
    structural paths where it is registered. `shape` has 0 for an unknown dimension. `saved` is false for a parameter
    that was never initialized: it has no data in the archive. `constant` is true for `get_constant`.
    """

    name: str
    original_name: str
    paths: List[str]
    role: str
    shape: Optional[List[int]]
    dtype: str
    stype: str
    grad_stype: str
    grad_req: str
    constant: bool
    lr_mult: float
    wd_mult: float
    saved: bool

    @property
    def key(self) -> str:
        """The name in the parameter file, as `SymbolBlock.imports` expects it."""
        return f"{self.role}:{self.name}"


@dataclasses.dataclass
class InnerGraph:
    """A part of a graph that is one call of an inner HybridBlock, from `input_entries` to `output_entries`.

    An entry is [index of the node, index of its output]. `inputs` and `outputs` are nestings.
    """

    path: str
    inputs: Any
    input_entries: List[Entry]
    outputs: Any
    output_entries: List[Entry]


@dataclasses.dataclass
class GraphRecord:
    """A symbol file: one block called with one nesting of arguments.

    `at` states what `inputs` are: the arguments of a "call" of the block, of its "forward" (which differ if a class
    overrides `__call__` or `forward`), or "both". `input_names` are the variables of the tensors among the arguments,
    in order; those in `unused_inputs` do not occur in the graph. `parameters` are the names of the parameters in the
    graph. `numpy` is true for NumPy semantics. `skip_states` is whether states were omitted in a call of MXNet's
    recurrent layers, null for others. `recorded_shapes` are the shapes of the recorded inputs, `fixed_axes` the axes of
    each input that cannot change, `limited_axes` those that only support some other sizes; null if nothing was
    recorded.
    """

    file: str
    path: str
    at: str
    inputs: Any
    input_names: List[str]
    unused_inputs: List[str]
    outputs: Any
    parameters: List[str]
    numpy: bool
    skip_states: Optional[bool]
    recorded_shapes: List[Optional[List[int]]]
    fixed_axes: List[Optional[List[int]]]
    limited_axes: List[Optional[List[int]]]
    inner: List[InnerGraph]


@dataclasses.dataclass
class CallRecord:
    """A recorded call, with its tensors in `file` under the keys "input:0", … and "output:0", …, in order.

    `graph` is the index of the graph that computes it; null for a plain root, which Python code computes. `seed` is the
    random seed set just before the call, null for a call within another one.
    """

    file: str
    path: str
    graph: Optional[int]
    seed: Optional[int]
    inputs: Any
    outputs: Any
    context: str
    numpy: bool


@dataclasses.dataclass
class Manifest:
    """The manifest. `written_by` has the versions of this tool, MXNet, NumPy and Python; `notes` are for display."""

    written_by: Dict[str, str]
    files: Dict[str, FileRecord]
    blocks: List[BlockRecord]
    parameters: List[ParameterRecord]
    graphs: List[GraphRecord]
    calls: List[CallRecord]
    numpy: bool
    notes: List[str]

    def to_bytes(self) -> bytes:
        """Return the manifest as the bytes of its file, including a checksum of itself."""
        body = {"format": FORMAT, "format_version": FORMAT_VERSION, **encoded(self)}
        document = {"format": FORMAT, "format_version": FORMAT_VERSION, "checksum": _checksum(body), **body}
        return json.dumps(document).encode("ascii")


def _checksum(body: Mapping[str, Any]) -> str:
    """Return the SHA-256 of the JSON with sorted keys, no spaces, ASCII only, without the field "checksum"."""
    text = json.dumps({key: body[key] for key in body if key != "checksum"}, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def parse_manifest(data: bytes, where: str = MANIFEST) -> Manifest:
    """Return the manifest in `data`, fully validated. `where` names the file in errors.

    Raise DamagedArchive if it is invalid, ArchiveMismatch if this release does not support its format version.
    """
    document = strict_json.parse(data, where, ": the file is damaged, or this is no archive")
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise DamagedArchive(f'{where} does not have "format": "{FORMAT}": this is no archive')
    version = document.get("format_version")
    if not isinstance(version, int) or not 1 <= version <= FORMAT_VERSION:
        raise ArchiveMismatch(
            f"{where} has format version {version!r} and this release reads versions 1 to {FORMAT_VERSION}: "
            "read it with a newer release of hybridlint"
        )
    if document.get("checksum") != _checksum(document):
        raise DamagedArchive(f"{where} does not match its own checksum: it was edited or damaged after it was written")
    body = {key: value for key, value in document.items() if key not in ("format", "format_version", "checksum")}
    try:
        manifest: Manifest = decoded(Manifest, body, where, strict=True)
    except ValueError as error:
        raise DamagedArchive(str(error)) from error
    _check_consistency(manifest, where)
    return manifest


_FILE_NAME = re.compile(r"(?:(?:graphs|calls)/)?[A-Za-z0-9][A-Za-z0-9_.-]*")
_CHOICES: List[Tuple[str, str, Tuple[str, ...]]] = [
    ("blocks", "kind", ("hybrid", "plain", "symbol")),
    ("parameters", "role", ("arg", "aux")),
    ("parameters", "stype", ("default", "row_sparse", "csr")),
    ("parameters", "grad_stype", ("default", "row_sparse", "csr")),
    ("parameters", "grad_req", ("write", "add", "null")),
    ("graphs", "at", ("call", "forward", "both")),
]


def _check_consistency(manifest: Manifest, where: str) -> None:
    """Check what types cannot express: references resolve, no path leaves the folder, all values are in range."""

    def require(condition: bool, problem: str) -> None:
        if not condition:
            raise DamagedArchive(f"{where}: {problem}")

    for name, record in manifest.files.items():
        named = _FILE_NAME.fullmatch(name) is not None and ".." not in name
        require(named, f"{name!r} is no name of a file in an archive")
        hashed = re.fullmatch("[0-9a-f]{64}", record.sha256) is not None
        require(hashed and record.size >= 0, f"the record of {name} is malformed")
    for table, field, choices in _CHOICES:
        for item in getattr(manifest, table):
            value = getattr(item, field)
            require(value in choices, f"{table}: {field} is {value!r}, which is none of {', '.join(choices)}")
    parameters = {item.name for item in manifest.parameters}
    require(len(parameters) == len(manifest.parameters), "two parameters have the same name")
    for parameter in manifest.parameters:
        require(all(size >= 0 for size in parameter.shape or []), f"the shape of {parameter.name} is negative")
        require(parameter.shape is not None or not parameter.saved, f"{parameter.name} is saved and has no shape")
    require(PARAMETERS in manifest.files, f"{PARAMETERS} is not among the files")
    paths = {item.path for item in manifest.blocks}
    require(len(paths) == len(manifest.blocks), "two blocks have the same path")
    require("" in paths, "there is no root block")
    first = {item.path for item in manifest.blocks if item.shared_with is None}
    for block in manifest.blocks:
        # The blocks below a second registration are listed at the first one only.
        start = f"{block.path}." if block.path else ""
        missing = [key for key in block.children if block.shared_with is None and start + key not in paths]
        require(not missing, f"{block.path!r} has children that are not there: {', '.join(missing)[:80]}")
        require(block.shared_with in {None, *first}, f"{block.path!r} is shared with a block that is not there")
        require(parameters.issuperset(block.parameters.values()), f"{block.path!r} has an unknown parameter")
    for graph in manifest.graphs:
        here, names = f"graph {graph.file}", graph.input_names
        require(graph.file in manifest.files, f"{here} is not among the files")
        require(graph.path in paths, f"{here} belongs to a block {graph.path!r} that is not there")
        require(parameters.issuperset(graph.parameters), f"{here} has an unknown parameter")
        for label in ("inputs", "outputs"):
            nesting.check(getattr(graph, label), f"{where}: {here}: {label}")
        count = nesting.count_tensors(graph.inputs)
        lengths = {len(part) for part in (names, graph.recorded_shapes, graph.fixed_axes, graph.limited_axes)}
        require(len(set(names)) == len(names), f"{here} has two inputs of the same name")
        require(lengths == {count}, f"{here} has {count} input tensors and {len(names)} input names")
        require(set(graph.unused_inputs) <= set(names), f"{here} has an unknown unused input")
        for inner in graph.inner:
            inside = f"{here}: {inner.path}"
            for nested, entries in ((inner.inputs, inner.input_entries), (inner.outputs, inner.output_entries)):
                nesting.check(nested, f"{where}: {inside}")
                fits = len(entries) == nesting.count_tensors(nested) and all(len(entry) == 2 for entry in entries)
                require(fits, f"{inside}: the entries do not fit the nesting")
    for call in manifest.calls:
        require(call.file in manifest.files, f"{call.file} is not among the files")
        known = call.graph is None or 0 <= call.graph < len(manifest.graphs)
        require(known, f"{call.file} names a graph that is not there")
        for label in ("inputs", "outputs"):
            nesting.check(getattr(call, label), f"{where}: {call.file}: {label}")
