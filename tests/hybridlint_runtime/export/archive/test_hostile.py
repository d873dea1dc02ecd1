"""Archives made to do harm, checksums and all: each is refused with the name of the file, or computes what it states.

Where one of these took MXNet past the end of an array the process would end, and pytest with it.
"""

from __future__ import annotations

import json
import shutil
import struct
from pathlib import Path
from typing import Any, Callable, Dict, List, Tuple

import mxnet as mx
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from hybridlint_runtime.export.archive.errors import ArchiveError, DamagedArchive
from hybridlint_runtime.export.archive.exporting import export_tree
from hybridlint_runtime.export.archive.graph_file import parse_graph
from hybridlint_runtime.export.archive.loading import load_tree
from hybridlint_runtime.export.archive.manifest import _checksum, parse_manifest
from hybridlint_runtime.export.archive.reading import Archive
from hybridlint_runtime.export.archive.verifying import check_archive
from hybridlint_runtime.export.archive.writing import record_of

from .conftest import load_models

CASES = load_models().CASES
NAMES = ("ControlFlow", "TrainedBatchNorm", "BidirectionalLstmWithLengths", "NestedInputsAndOutputs")
OPERATORS = sorted(mx.operator.get_all_registered_operators())

#: What is put in the place of any value in a JSON file.
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from([0, 1, -1, 2, 7, 2**31, 2**63, 10**30, -(2**63), 1.5, 1e308]),
    st.sampled_from(["", "x", "0", "-1", "99999999999", "(1, 2)", "(0,)", "[9]", "\0", "ä", "../x", "relu", "tensor"]),
    st.sampled_from([[], {}, [[]], ["tensor"], {"list": []}, {"tuple": ["tensor"]}, "a" * 5000]),
)
SETTINGS = settings(
    deadline=None,
    max_examples=30,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Dict[str, Path]:
    folder = tmp_path_factory.mktemp("hostile")
    for name in NAMES:
        net = CASES[name].make()
        CASES[name].prepare(net)
        export_tree(net, folder / name, calls=CASES[name].calls())
    return {name: folder / name for name in NAMES}


@pytest.fixture()
def controlled(archives: Dict[str, Path], tmp_path: Path) -> Path:
    shutil.copytree(archives["ControlFlow"], tmp_path / "model")
    return tmp_path / "model"


def _with(path: Path, name: str, data: bytes) -> None:
    """Put `data` in the place of a file, and its checksum and size into the manifest, as an attacker would."""
    (path / name).write_bytes(data)
    if name != "manifest.json":
        manifest = json.loads((path / "manifest.json").read_text())
        record = record_of(path / name)
        manifest["files"][name] = {"size": record.size, "sha256": record.sha256}
        manifest["checksum"] = _checksum(manifest)
        (path / "manifest.json").write_text(json.dumps(manifest))


def _survives(path: Path) -> bool:
    """Whether the archive is accepted. Anything but an ArchiveError that names a file goes through."""
    try:
        Archive(path)
        load_tree(path)
        check_archive(path)
    except ArchiveError as error:
        assert str(path) in str(error) or "manifest.json" in str(error), error
        return False
    return True


def _places(value: Any) -> List[Tuple[Any, Any]]:
    """Every (container, key) in a JSON value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for key, inner in items for place in [(value, key), *_places(inner)]]


def _graph_name(path: Path) -> str:
    return next(name for name in json.loads((path / "manifest.json").read_text())["files"] if name.startswith("graphs"))


@SETTINGS
@given(st.data())
def test_any_value_in_the_manifest(archives: Dict[str, Path], tmp_path: Path, data: Any) -> None:
    path = tmp_path / "model"
    shutil.rmtree(path, ignore_errors=True)
    shutil.copytree(archives[data.draw(st.sampled_from(NAMES))], path)
    manifest = json.loads((path / "manifest.json").read_text())
    holder, key = data.draw(st.sampled_from(_places(manifest)))
    if data.draw(st.booleans()):
        del holder[key]
    else:
        holder[key] = data.draw(VALUES)
    manifest["checksum"] = _checksum(manifest)
    (path / "manifest.json").write_text(json.dumps(manifest))
    _survives(path)


@SETTINGS
@given(st.data())
def test_any_value_in_a_graph(archives: Dict[str, Path], tmp_path: Path, data: Any) -> None:
    path = tmp_path / "model"
    shutil.rmtree(path, ignore_errors=True)
    shutil.copytree(archives[data.draw(st.sampled_from(NAMES))], path)
    name = _graph_name(path)
    graph = json.loads((path / name).read_text())
    node = data.draw(st.sampled_from([node for node in graph["nodes"] if node["op"] != "null"]))
    change = data.draw(st.sampled_from(["operator", "attribute", "fewer inputs", "more inputs", "output", "anything"]))
    if change == "operator":
        node["op"] = data.draw(st.sampled_from(OPERATORS))
    elif change == "attribute" and node.get("attrs"):
        node["attrs"][data.draw(st.sampled_from(sorted(node["attrs"])))] = data.draw(
            st.sampled_from(["0", "-1", "7", "99999999999", "(1, 2)", "[9]", "None", "True", "x", ""])
        )
    elif change == "fewer inputs" and node["inputs"]:
        node["inputs"].pop(data.draw(st.integers(0, len(node["inputs"]) - 1)))
    elif change == "more inputs" and node["inputs"]:
        node["inputs"].append(node["inputs"][0])
    elif change == "output" and node["inputs"]:
        node["inputs"][0][1] = data.draw(st.integers(0, 4))
    else:
        holder, key = data.draw(st.sampled_from(_places(graph)))
        holder[key] = data.draw(VALUES)
    _with(path, name, json.dumps(graph).encode())
    _survives(path)


@SETTINGS
@given(st.data())
def test_any_bytes_of_a_parameter_file(archives: Dict[str, Path], tmp_path: Path, data: Any) -> None:
    path = tmp_path / "model"
    shutil.rmtree(path, ignore_errors=True)
    shutil.copytree(archives[data.draw(st.sampled_from(NAMES))], path)
    files = [name for name in json.loads((path / "manifest.json").read_text())["files"] if name.endswith(".params")]
    name = data.draw(st.sampled_from(sorted(files)))
    content = (path / name).read_bytes()
    place = data.draw(st.integers(0, min(len(content) - 1, 300)))
    removed = data.draw(st.integers(0, 12))
    number = data.draw(st.sampled_from([0, 1, 77, 2**31 - 1, 2**32, 2**40, 2**63 - 1, 2**64 - 1]))
    added = data.draw(st.one_of(st.just(b""), st.just(struct.pack("<Q", number)), st.binary(max_size=16)))
    _with(path, name, content[:place] + added + content[place + removed :])
    _survives(path)


def _dense(graph: Any) -> Any:
    """The FullyConnected within the loop."""
    return next(node for node in graph["nodes"][-1]["subgraphs"][0]["nodes"] if node["op"] == "FullyConnected")


def _further(graph: Any, output: int) -> None:
    """Give an output that the last node has not, with the count of its outputs to match."""
    graph["node_row_ptr"][-1] += output
    graph["heads"][0] = [len(graph["nodes"]) - 1, output, 0]


def _first(graph: Any) -> Any:
    return next(node for node in graph["nodes"] if node["op"] != "null")


HARM: Dict[str, Tuple[Callable[[Any], Any], str]] = {
    "an input too few": (lambda g: _dense(g)["inputs"].pop(), "takes 3"),
    "an input too many": (lambda g: _dense(g)["inputs"].append([0, 0, 0]), "FullyConnected"),
    "an output too many": (lambda g: _further(g["nodes"][-1]["subgraphs"][0], 3), "gives output 3"),
    "more outputs than its body": (lambda g: g["node_row_ptr"].__setitem__(-1, g["node_row_ptr"][-1] + 9), "outputs"),
    "a place outside": (lambda g: g["nodes"][-1]["attrs"].update(remain_locs="[1, 2, 77]"), "other places"),
    "places that are text": (lambda g: g["nodes"][-1]["attrs"].update(in_data_locs="[x]"), "no number"),
    "outputs of a billion": (lambda g: g["nodes"][-1]["attrs"].update(num_outputs="999999999"), "num_outputs"),
    "no body": (lambda g: g["nodes"][-1].pop("subgraphs"), "bodies"),
    "a body where none is": (lambda g: _first(g).update(op="relu", inputs=_first(g)["inputs"][:1], attrs={}), "body"),
    "a file is read": (lambda g: _first(g).update(op="_npi_cvimread", attrs={"filename": "/x"}), "_npi_cvimread"),
    "memory is read": (lambda g: _first(g).update(op="_CachedOp"), "_CachedOp"),
    "a gradient alone": (lambda g: _first(g).update(op="_backward_Convolution"), "_backward_Convolution"),
    "an attribute of the graph": (lambda g: g["attrs"].update(context=["list_str", ["a"]]), "context"),
    "an ancient graph": (lambda g: g["attrs"].update(mxnet_version=["int", 800]), "mxnet_version"),
    "no version": (lambda g: g.pop("attrs"), "the MXNet that wrote it"),
    "a name cut short": (lambda g: _first(g).update(name="a\0b"), "no name"),
    "half a letter": (lambda g: _first(g).update(name="\ud800"), "no name"),
    "an unknown field": (lambda g: g.update(library="evil.so"), "library"),
}  # fmt: skip


@pytest.mark.parametrize("harm", HARM)
def test_harm_done_on_purpose(controlled: Path, harm: str) -> None:
    name = _graph_name(controlled)
    graph = json.loads((controlled / name).read_text())
    change, message = HARM[harm]
    change(graph)
    _with(controlled, name, json.dumps(graph).encode())
    with pytest.raises(ArchiveError, match=message) as caught:
        Archive(controlled)
    assert name in str(caught.value)


@pytest.mark.parametrize("text", ['{"nodes": [], "nodes": []}', '{"nodes": NaN}', '{"nodes": 1e999}', "[" * 50_000])
def test_json_of_which_two_readers_could_differ(text: str) -> None:
    for parse in (parse_graph, parse_manifest):
        with pytest.raises(DamagedArchive, match="it.json"):
            parse(text.encode(), "it.json")


@pytest.mark.parametrize("stype", ["row_sparse", "csr"])
def test_indices_outside_of_a_sparse_array(tmp_path: Path, stype: str) -> None:
    case = CASES["SparseParameter" if stype == "row_sparse" else "SparseInput"]
    net = case.make()
    case.prepare(net)
    manifest = export_tree(net, tmp_path / "model", *case.calls()[0])
    name = "model.params" if stype == "row_sparse" else manifest.calls[0].file
    content = (tmp_path / "model" / name).read_bytes()
    index = np.array([1, 3] if stype == "row_sparse" else [0, 1, 2], dtype="int64").tobytes()
    place = content.rindex(index)
    _with(tmp_path / "model", name, content[:place] + struct.pack("<q", 10**9) + content[place + 8 :])
    archive = Archive(tmp_path / "model")
    with pytest.raises(DamagedArchive, match=f"{Path(name).name}.*indices"):
        archive.parameters() if stype == "row_sparse" else archive.call(archive.manifest.calls[0])


class _Doubling(mx.operator.CustomOp):  # type: ignore[misc]
    def forward(self, is_train: bool, req: Any, in_data: Any, out_data: Any, aux: Any) -> None:
        self.assign(out_data[0], req[0], in_data[0] * 2)


@mx.operator.register("hybridlint_doubling")
class _DoublingProperties(mx.operator.CustomOpProp):  # type: ignore[misc]
    def create_operator(self, ctx: Any, shapes: Any, dtypes: Any) -> Any:
        return _Doubling()


def test_a_custom_operator_is_one_that_this_process_has_registered(tmp_path: Path) -> None:
    """Its code is not in the archive: only its name is, and the strings that it was given."""

    class Net(mx.gluon.HybridBlock):  # type: ignore[misc]
        def hybrid_forward(self, F: Any, x: Any) -> Any:
            return F.Custom(x, op_type="hybridlint_doubling")

    path = tmp_path / "model"
    export_tree(Net(), path, mx.nd.ones((2, 3)))
    assert (load_tree(path)(mx.nd.ones((1, 3))).asnumpy() == 2).all()
    name = _graph_name(path)
    _with(path, name, (path / name).read_bytes().replace(b"hybridlint_doubling", b"registered_nowhere"))
    with pytest.raises(DamagedArchive, match="registered_nowhere"):
        load_tree(path)
