"""The contents of an archive, as text and as JSON. Everything is verified first, as for loading."""

from __future__ import annotations

import os
from typing import Any, Dict, List, Optional, Sized, Union

from . import nesting
from .manifest import FORMAT_VERSION, MANIFEST, PARAMETERS, BlockRecord, GraphRecord
from .reading import Archive


def contents(path: Union[str, os.PathLike[str]]) -> Dict[str, Any]:
    """Return the manifest and derived information as JSON values. Raise ArchiveError if the archive is not valid."""
    import dataclasses

    archive = Archive(path)
    manifest = archive.manifest
    return {
        "path": str(path),
        "format_version": FORMAT_VERSION,
        "bytes": sum(item.size for item in manifest.files.values()),
        "imports": [_import_line(archive, graph) for graph in manifest.graphs],
        **dataclasses.asdict(manifest),
    }


def described(path: Union[str, os.PathLike[str]]) -> str:
    archive = Archive(path)
    manifest = archive.manifest
    written = manifest.written_by
    size = sum(item.size for item in manifest.files.values())
    saved = sum(item.saved for item in manifest.parameters)
    lines = [
        f"{archive.folder}: sound, {counted([MANIFEST, *manifest.files], 'file')}, {_bytes(size)}",
        f"written by hybridlint {written.get('hybridlint')} with MXNet {written.get('mxnet')}",
        f"{counted(manifest.blocks, 'block')}, {counted(manifest.parameters, 'parameter')} ({saved} with values), "
        f"{counted(manifest.graphs, 'graph')}, {counted(manifest.calls, 'recorded call')}",
        "",
        "blocks",
    ]
    depth = {"": 0}
    graphs: Dict[str, List[GraphRecord]] = {}
    for graph in manifest.graphs:
        graphs.setdefault(graph.path, []).append(graph)
    for block in manifest.blocks:
        parent, _, _ = block.path.rpartition(".")
        depth[block.path] = depth.get(parent, 0) + 1 if block.path else 0
        lines.append("  " * (depth[block.path] + 1) + _block_line(block, bool(graphs.get(block.path))))
    lines += ["", "graphs"]
    for graph in manifest.graphs:
        lines += _graph_lines(graph)
    if manifest.notes:
        lines += ["", "notes", *(f"  {note}" for note in manifest.notes)]
    lines += ["", "with MXNet alone", *(f"  {_import_line(archive, graph)}" for graph in manifest.graphs)]
    return "\n".join(lines)


def _block_line(block: BlockRecord, has_graph: bool) -> str:
    name = block.path.rpartition(".")[2] or "(root)"
    parts = [f"{name}: {block.class_name.partition(':')[2]}", block.kind]
    if block.shared_with is not None:
        parts.append(f"the same block as {block.shared_with or 'the root'}")
    else:
        if block.parameters:
            parts.append(counted(block.parameters, "parameter"))
        if has_graph:
            parts.append("graph")
        if block.note:
            parts.append(block.note)
    return ", ".join(parts)


def _graph_lines(graph: GraphRecord) -> List[str]:
    what = "as its forward() is called" if graph.at == "forward" else "as called"
    lines = [f"  {graph.path or '(root)'}: {graph.file}", f"    takes   {nesting.shown(graph.inputs)} ({what})"]
    for index, name in enumerate(graph.input_names):
        shape = graph.recorded_shapes[index]
        line = f"            {name}" + (" (not used)" if name in graph.unused_inputs else "")
        if shape is not None:
            line += f" recorded at {tuple(shape)}"
            line += _axes("cannot change", graph.fixed_axes[index]) + _axes(
                "can take some other sizes", graph.limited_axes[index]
            )
        lines.append(line)
    lines.append(f"    returns {nesting.shown(graph.outputs)}")
    if graph.inner:
        lines.append(f"    holds   {counted(graph.inner, 'inner block')}, loadable with block=")
    return lines


def _axes(what: str, axes: Optional[List[int]]) -> str:
    return f"; axis {', '.join(map(str, axes))} {what}" if axes else ""


def _import_line(archive: Archive, graph: GraphRecord) -> str:
    names = [name for name in graph.input_names if name not in graph.unused_inputs]
    symbol, parameters = (str(archive.folder / name) for name in (graph.file, PARAMETERS))
    return f"SymbolBlock.imports({symbol!r}, {names!r}, {parameters!r}, ignore_extra=True)"


def _bytes(size: int) -> str:
    value = float(size)
    for unit in ("bytes", "KiB", "MiB"):
        if value < 1024:
            return f"{value:.4g} {unit}"
        value /= 1024
    return f"{value:.4g} GiB"


def counted(things: Sized, noun: str) -> str:
    """Return "1 graph", "2 graphs"."""
    return f"{len(things)} {noun}{'' if len(things) == 1 else 's'}"
