"""Nothing in an archive is trusted: whatever was done to it, the error names the file and what is wrong."""

from __future__ import annotations

import json
import os
import random
import shutil
import struct
from pathlib import Path
from typing import Any, Callable, Dict

import mxnet as mx
import pytest

from hybridlint_runtime.export.archive.errors import ArchiveError, ArchiveMismatch, DamagedArchive
from hybridlint_runtime.export.archive.exporting import export_tree
from hybridlint_runtime.export.archive.graph_file import parse_graph
from hybridlint_runtime.export.archive.loading import load_tree
from hybridlint_runtime.export.archive.manifest import FORMAT_VERSION, _checksum
from hybridlint_runtime.export.archive.params_file import read_header
from hybridlint_runtime.export.archive.reading import Archive
from hybridlint_runtime.export.archive.writing import record_of

Manifest = Dict[str, Any]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Dense(4), mx.gluon.nn.BatchNorm(), mx.gluon.nn.Dense(2))
    net.initialize()
    path = tmp_path_factory.mktemp("sound") / "model"
    export_tree(net, path, mx.nd.ones((2, 3)))
    return path


@pytest.fixture()
def copy(sound: Path, tmp_path: Path) -> Path:
    shutil.copytree(sound, tmp_path / "model")
    return tmp_path / "model"


def _rewrite(path: Path, change: Callable[[Manifest], None]) -> None:
    """Change the manifest, with its checksum, as someone would who wants to be believed."""
    manifest = json.loads((path / "manifest.json").read_text())
    change(manifest)
    manifest["checksum"] = _checksum(manifest)
    (path / "manifest.json").write_text(json.dumps(manifest))


def _replace(path: Path, name: str, data: bytes) -> None:
    """Put other bytes into a file, with the manifest to match."""
    (path / name).write_bytes(data)
    record = record_of(path / name)
    _rewrite(path, lambda manifest: manifest["files"].update({name: {"size": record.size, "sha256": record.sha256}}))


def _files(path: Path) -> list:
    return sorted(str(each.relative_to(path)) for each in path.rglob("*") if each.is_file())


def test_every_file_is_needed(sound: Path, tmp_path: Path) -> None:
    for name in _files(sound):
        copied = tmp_path / name.replace("/", "_")
        shutil.copytree(sound, copied)
        (copied / name).unlink()
        with pytest.raises(DamagedArchive, match=f"{name} is missing"):
            load_tree(copied)


def test_a_file_cut_short_anywhere_is_refused(sound: Path, tmp_path: Path) -> None:
    for name in _files(sound):
        data = (sound / name).read_bytes()
        for length in (0, 1, len(data) // 2, len(data) - 1):
            copied = tmp_path / f"{name.replace('/', '_')}-{length}"
            shutil.copytree(sound, copied)
            (copied / name).write_bytes(data[:length])
            with pytest.raises(DamagedArchive, match=Path(name).name):
                load_tree(copied)


def test_a_changed_byte_anywhere_is_noticed(sound: Path, copy: Path) -> None:
    draw = random.Random(0)
    for name in _files(sound):
        data = bytearray((sound / name).read_bytes())
        for _ in range(8):
            changed = bytearray(data)
            place = draw.randrange(len(data))
            changed[place] ^= 1 << draw.randrange(8)
            (copy / name).write_bytes(changed)
            with pytest.raises(ArchiveError):
                load_tree(copy)
        (copy / name).write_bytes(data)
    load_tree(copy)


def test_files_that_changed_places_are_refused(copy: Path) -> None:
    call = next((copy / "calls").iterdir())
    data = call.read_bytes()
    call.write_bytes((copy / "model.params").read_bytes())
    (copy / "model.params").write_bytes(data)
    with pytest.raises(DamagedArchive, match="model.params|calls"):
        load_tree(copy)


def test_a_foreign_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text('{"manifest_version": 3}')
    with pytest.raises(DamagedArchive, match="this is no archive"):
        load_tree(tmp_path)
    with pytest.raises(DamagedArchive, match="manifest.json is missing"):
        load_tree(tmp_path.parent)
    with pytest.raises(DamagedArchive, match="does not exist"):
        load_tree(tmp_path / "nothing")


def test_a_newer_format_names_what_to_do(copy: Path) -> None:
    _rewrite(copy, lambda manifest: manifest.update(format_version=FORMAT_VERSION + 1))
    with pytest.raises(ArchiveMismatch, match="newer release"):
        load_tree(copy)


@pytest.mark.parametrize("name", ["../outside.params", "/etc/passwd", "graphs/../../x", "a/b", "..", "", "graphs/\n"])
def test_no_path_leaves_the_folder(copy: Path, name: str) -> None:
    def change(manifest: Manifest) -> None:
        manifest["files"][name] = next(iter(manifest["files"].values()))

    _rewrite(copy, change)
    with pytest.raises(DamagedArchive, match="no name of a file"):
        load_tree(copy)


@pytest.mark.parametrize("name", ["model.params", "manifest.json", "graphs"])
def test_symbolic_links_are_refused(copy: Path, tmp_path: Path, name: str) -> None:
    (copy / name).rename(tmp_path / "elsewhere")
    (copy / name).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(DamagedArchive, match="symbolic link"):
        load_tree(copy)


def test_a_pipe_in_the_place_of_a_file_does_not_hang(copy: Path) -> None:
    (copy / "model.params").unlink()
    os.mkfifo(copy / "model.params")
    with pytest.raises(DamagedArchive, match="no regular file"):
        load_tree(copy)


def _graph_changes() -> Dict[str, Callable[[Manifest], None]]:
    def entry(graph: Manifest) -> Manifest:
        return next(node for node in graph["nodes"] if node["inputs"])

    return {
        "an input after its node": lambda graph: entry(graph)["inputs"].__setitem__(0, [9999, 0, 0]),
        "a negative input": lambda graph: entry(graph)["inputs"].__setitem__(0, [-1, 0, 0]),
        "an output that a node has not": lambda graph: entry(graph)["inputs"].__setitem__(0, [0, 7, 0]),
        "a head outside": lambda graph: graph["heads"].__setitem__(0, [len(graph["nodes"]), 0, 0]),
        "no heads": lambda graph: graph.update(heads=[]),
        "other arg_nodes": lambda graph: graph.update(arg_nodes=[0]),
        "a broken row pointer": lambda graph: graph.update(node_row_ptr=[5, 1]),
        "no nodes": lambda graph: graph.update(nodes=[]),
        "an attribute that is no string": lambda graph: entry(graph).update(attrs={"num_hidden": 3}),
        "a callback": lambda graph: entry(graph).update(op="_Native", attrs={"info": "0x7f00deadbeef"}),
        "a variable with inputs": lambda graph: entry(graph).update(op="null"),
    }


@pytest.mark.parametrize("change", _graph_changes())
def test_an_unsound_graph_never_reaches_mxnet(copy: Path, change: str) -> None:
    name = next(name for name in _files(copy) if name.startswith("graphs"))
    graph = json.loads((copy / name).read_text())
    _graph_changes()[change](graph)
    _replace(copy, name, json.dumps(graph).encode())
    with pytest.raises(DamagedArchive, match=name):
        load_tree(copy)


def test_an_operator_that_this_mxnet_lacks_is_named(copy: Path) -> None:
    name = next(name for name in _files(copy) if name.startswith("graphs"))
    graph = json.loads((copy / name).read_text())
    next(node for node in graph["nodes"] if node["op"] != "null")["op"] = "_contrib_of_the_future"
    _replace(copy, name, json.dumps(graph).encode())
    with pytest.raises(ArchiveMismatch, match="_contrib_of_the_future"):
        load_tree(copy)


def test_an_unsound_parameter_file_never_reaches_mxnet(copy: Path) -> None:
    """Each number of the file's structure replaced by others: MXNet itself allocates what it reads, or dies."""
    sound = (copy / "model.params").read_bytes()
    header_ends = 24 + 40
    for place in range(0, header_ends, 4):
        for value in (0xFFFFFFFF, 0x7FFFFFFF, 77):
            data = sound[:place] + struct.pack("<I", value) + sound[place + 4 :]
            _replace(copy, "model.params", data)
            with pytest.raises(ArchiveError, match="model.params"):
                load_tree(copy)
    for data in (sound + b"\0", sound[:-1], b"", sound[: len(sound) // 2]):
        _replace(copy, "model.params", data)
        with pytest.raises(DamagedArchive, match="model.params"):
            load_tree(copy)


def test_parameters_of_another_model_are_refused(copy: Path, tmp_path: Path) -> None:
    unrelated = mx.gluon.nn.Dense(7, in_units=2)
    unrelated.initialize()
    export_tree(unrelated, tmp_path / "other", mx.nd.ones((1, 2)))
    _replace(copy, "model.params", (tmp_path / "other" / "model.params").read_bytes())
    with pytest.raises(DamagedArchive, match="model.params lacks"):
        load_tree(copy)


def _manifest_changes() -> Dict[str, Callable[[Manifest], None]]:
    return {
        "a missing field": lambda m: m.pop("parameters"),
        "an unknown field": lambda m: m.update(surprise=1),
        "a wrong type": lambda m: m["parameters"][0].update(shape="4, 3"),
        "true for a number": lambda m: m["files"]["model.params"].update(size=True),
        "an unknown choice": lambda m: m["parameters"][0].update(grad_req="sometimes"),
        "another shape": lambda m: m["parameters"][0].update(shape=[4, 4]),
        "another dtype": lambda m: m["parameters"][0].update(dtype="float64"),
        "a block that is not there": lambda m: m["graphs"][0].update(path="nowhere"),
        "two inputs for one": lambda m: m["graphs"][0].update(input_names=["a", "b"]),
        "outputs of another number": lambda m: m["graphs"][0].update(outputs={"list": ["tensor", "tensor"]}),
        "a nesting that is none": lambda m: m["graphs"][0].update(outputs={"set": ["tensor"]}),
        "a field that is Python": lambda m: m["graphs"][0].update(
            outputs={"namedtuple": "Out", "fields": ["__class__); import os  #"], "items": ["tensor"]}
        ),
        "a part outside": lambda m: m["graphs"][0]["inner"][0].update(output_entries=[[100000, 0]]),
        "a graph that is not there": lambda m: m["calls"][0].update(graph=5),
        "an endless loop of blocks": lambda m: m["blocks"][1].update(shared_with=m["blocks"][1]["path"]),
    }


@pytest.mark.parametrize("change", _manifest_changes())
def test_an_inconsistent_manifest_is_refused(copy: Path, change: str) -> None:
    _rewrite(copy, _manifest_changes()[change])
    with pytest.raises(ArchiveError, match="manifest.json|model.params|graphs"):
        load_tree(copy)


def test_a_manifest_edited_by_hand_is_noticed(copy: Path) -> None:
    text = (copy / "manifest.json").read_text()
    (copy / "manifest.json").write_text(text.replace('"grad_req": "write"', '"grad_req": "null"', 1))
    with pytest.raises(DamagedArchive, match="its own checksum"):
        load_tree(copy)


@pytest.mark.parametrize("data", [b"", b"[1, 2", b"null", b"[" * 100_000, b'{"nodes": NaN}', b"\xff\xfe"])
def test_what_is_no_graph_is_refused(data: bytes) -> None:
    with pytest.raises(DamagedArchive, match="g.json"):
        parse_graph(data, "g.json")


def test_random_bytes_are_no_parameter_file(tmp_path: Path) -> None:
    draw = random.Random(1)
    head = struct.pack("<QQQ", 0x112, 0, 2)
    for length in range(0, 400, 7):
        (tmp_path / "x").write_bytes(head + bytes(draw.randrange(256) for _ in range(length)))
        with open(tmp_path / "x", "rb") as stream, pytest.raises(DamagedArchive):
            read_header(stream, "x")


def test_nothing_of_a_model_changes_when_loading_fails(copy: Path) -> None:
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Dense(4), mx.gluon.nn.BatchNorm(), mx.gluon.nn.Dense(2))
    net.initialize(mx.init.One())
    x = mx.nd.ones((2, 3))
    before = net(x).asnumpy().tobytes()
    (copy / "model.params").write_bytes(b"damaged")
    with pytest.raises(DamagedArchive):
        load_tree(copy, into=net)
    assert net(x).asnumpy().tobytes() == before
    assert not any(block._active for block in [net, *net._children.values()])


def test_a_sound_archive_opens(sound: Path) -> None:
    assert len(Archive(sound).parameters()) == 8
