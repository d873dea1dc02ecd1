"""`export --onnx`: files with readable names and open batch, each verified before it takes its place."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Dict, List

import numpy as np
import onnx
import onnxruntime
import pytest

from hybridlint_runtime.cli import main
from hybridlint_runtime.errors import CannotLook
from hybridlint_runtime.export.onnx.converting import OnnxModel
from hybridlint_runtime.export.onnx.exporting import NotTheSame, export_onnx
from hybridlint_runtime.export.onnx.inspecting import contents, described
from hybridlint_runtime.mxnet_compat import import_mxnet

mx = import_mxnet()
nn = mx.gluon.nn
HybridBlock = mx.gluon.HybridBlock

MODEL = """
from mxnet.gluon import Block, HybridBlock, nn


class Tagger(HybridBlock):
    def __init__(self):
        super().__init__()
        with self.name_scope():
            self.embedding = nn.Embedding(7, 4)

    def hybrid_forward(self, F, tokens, scale):
        vectors = F.broadcast_mul(self.embedding(tokens), scale)
        return vectors, [F.sum(vectors, axis=1)]


class Inverse(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.linalg.inverse(x)


class Parts(Block):
    def __init__(self):
        super().__init__()
        with self.name_scope():
            self.encoder, self.decoder = nn.Dense(4), nn.Dense(3)

    def forward(self, x):
        return self.decoder(self.encoder(x))
"""


class Scaled(HybridBlock):  # type: ignore[misc]
    """Returns an input, a weight and one value twice: an output of ONNX has to be made for each."""

    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.weight = self.params.get("weight", shape=(3,), init=mx.init.Constant(2))

    def hybrid_forward(self, F: Any, x: Any, weight: Any) -> Any:
        y = F.broadcast_mul(x, weight)
        return x, F.identity(weight), y, y


def run(path: str, **inputs: Any) -> Dict[str, Any]:
    """What ONNX Runtime computes of a file, by the names of the outputs."""
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    return dict(zip([item.name for item in session.get_outputs()], session.run(None, inputs)))


def command(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    (folder / "model.py").write_text(MODEL)
    line = [sys.executable, "-m", "hybridlint_runtime", *arguments]
    return subprocess.run(line, cwd=folder, capture_output=True, text=True, check=False)


def made(net: Any) -> Any:
    net.initialize(mx.init.Xavier())
    return net


def parts() -> Any:
    names: Dict[str, Any] = {}
    exec(MODEL, names)
    return names["Parts"]()


def drawn(*shape: int) -> Any:
    return mx.nd.array(np.random.RandomState(0).normal(size=shape))


@pytest.mark.slow
def test_names_open_batch_metadata_and_inspect(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shapes = ["--input", "2,3:int32:0..6", "--shape", "2,3,4"]
    ran = command(tmp_path, "export", "model.py:Tagger", "out", *shapes, "--onnx")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    file = str(tmp_path / "out" / "model.onnx")
    for batch in (1, 9):
        tokens, scale = np.zeros((batch, 3), "int32"), np.ones((batch, 3, 4), "float32")
        outputs = run(file, tokens=tokens, scale=scale)
        assert {name: value.shape for name, value in outputs.items()} == {
            "output_0": (batch, 3, 4),
            "output_1_0": (batch, 4),
        }
    graph = contents(file)
    assert graph["inputs"] == [
        {"name": "tokens", "dtype": "int32", "shape": ["batch", 3]},
        {"name": "scale", "dtype": "float32", "shape": ["batch", 3, 4]},
    ]
    assert graph["opset"] == 13
    assert graph["metadata"]["class"].endswith("Tagger")
    assert len(graph["metadata"]["source_sha256"]) == 64
    assert main(["inspect", str(tmp_path / "out")]) == 0
    assert "tokens int32 (batch, 3)" in capsys.readouterr().out
    assert main(["inspect", str(tmp_path / "out"), "--format", "json"]) == 0
    (same,) = json.loads(capsys.readouterr().out)
    assert same["inputs"] == graph["inputs"]


@pytest.mark.slow
def test_each_outermost_graph_has_a_file(tmp_path: Path) -> None:
    ran = command(tmp_path, "export", "model.py:Parts", "out", "--shape", "2,3", "--onnx")
    assert ran.returncode == 0, ran.stderr
    assert sorted(os.listdir(tmp_path / "out")) == ["decoder.onnx", "encoder.onnx"]
    with pytest.raises(CannotLook, match="2 graphs"):
        export_onnx(made(parts()), str(tmp_path / "one.onnx"), drawn(2, 3))
    assert not (tmp_path / "one.onnx").exists()


@pytest.mark.slow
def test_a_graph_that_diverges_by_itself_is_no_fault_of_onnx(tmp_path: Path) -> None:
    class Net(HybridBlock):  # type: ignore[misc]
        def hybrid_forward(self, F: Any, x: Any) -> Any:
            return x * 2 if F is mx.nd else x * 3

    with pytest.raises(NotTheSame, match="the traced graph diverges before it is converted"):
        export_onnx(Net(), str(tmp_path), drawn(2, 3))


@pytest.mark.slow
def test_what_does_not_convert_leaves_what_was_there(tmp_path: Path) -> None:
    file = str(tmp_path / "model.onnx")
    net = made(nn.Dense(2))
    export_onnx(net, file, drawn(2, 3))
    before = Path(file).read_bytes()
    ran = command(tmp_path, "export", "model.py:Inverse", "model.onnx", "--shape", "2,3,3", "--onnx")
    assert ran.returncode == 1
    assert "_linalg_inverse" in ran.stdout and "nothing was written" in ran.stdout
    line = MODEL[: MODEL.index("F.linalg.inverse")].count("\n") + 1
    assert f"model.py:{line}: return F.linalg.inverse(x)" in ran.stdout
    assert Path(file).read_bytes() == before
    assert {path.name for path in tmp_path.iterdir()} - {"__pycache__"} == {"model.onnx", "model.py"}


@pytest.mark.slow
def test_an_export_that_is_killed_leaves_what_was_there(tmp_path: Path) -> None:
    """What it leaves behind besides goes with the next export."""
    file = tmp_path / "model.onnx"
    (tmp_path / "big.py").write_text("from mxnet.gluon import nn\n\n\ndef net():\n    return nn.Dense(3000)\n")
    line = [sys.executable, "-m", "hybridlint_runtime", "export", "big.py:net", "model.onnx", "--onnx"]
    export_onnx(made(nn.Dense(2)), str(file), drawn(2, 3))
    before = file.read_bytes()
    process = subprocess.Popen([*line, "--shape", "2,3000"], cwd=tmp_path, stderr=subprocess.DEVNULL)
    while process.poll() is None and not any(".partial-" in path.name for path in tmp_path.iterdir()):
        time.sleep(0.001)
    process.kill()
    assert process.wait() == -9
    assert file.read_bytes() == before
    assert {path.name for path in tmp_path.iterdir()} - {"model.onnx", "big.py", "__pycache__"}
    export_onnx(made(nn.Dense(2)), str(file), drawn(2, 3))
    assert {path.name for path in tmp_path.iterdir()} <= {"model.onnx", "big.py", "__pycache__"}


@pytest.mark.slow
def test_a_full_disk_leaves_what_was_there(tmp_path: Path) -> None:
    """A limit to the size of a file stands in for the disk: the system refuses to write in the same place."""
    file = tmp_path / "model.onnx"
    (tmp_path / "big.py").write_text("from mxnet.gluon import nn\n\n\ndef net():\n    return nn.Dense(600)\n")
    export_onnx(made(nn.Dense(2)), str(file), drawn(2, 3))
    before = file.read_bytes()
    line = [sys.executable, "-m", "hybridlint_runtime", "export", "big.py:net", "model.onnx", "--onnx"]
    limited = f"import resource, os; resource.setrlimit(resource.RLIMIT_FSIZE, ({2**20}, {2**20})); os.execv"
    command = [sys.executable, "-c", f"{limited}({sys.executable!r}, {[*line, '--shape', '2,600']!r})"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 2 and "model.onnx cannot be written: File too large" in ran.stderr
    assert file.read_bytes() == before
    assert {path.name for path in tmp_path.iterdir()} <= {"model.onnx", "big.py", "__pycache__"}


def test_a_file_of_somebody_else_is_not_replaced(tmp_path: Path) -> None:
    file = tmp_path / "model.onnx"
    value = onnx.helper.make_tensor_value_info("x", 1, [1])
    result = onnx.helper.make_tensor_value_info("y", 1, [1])
    graph = onnx.helper.make_graph([onnx.helper.make_node("Neg", ["x"], ["y"])], "theirs", [value], [result])
    onnx.save_model(onnx.helper.make_model(graph), str(file))
    before = file.read_bytes()
    with pytest.raises(CannotLook, match="was not written by hybridlint-runtime"):
        export_onnx(made(nn.Dense(2)), str(file), drawn(2, 3))
    assert file.read_bytes() == before


@pytest.mark.slow
def test_large_weights_are_beside_the_file(tmp_path: Path) -> None:
    """As above 2 GiB, with a limit of 1 KiB. What an earlier file kept beside itself goes with it."""
    net, x = made(nn.Dense(64)), drawn(2, 32)
    file = str(tmp_path / "model.onnx")
    seen: List[str] = []
    for _ in range(2):
        (written,) = export_onnx(net, file, x, another=[drawn(5, 32)], largest_inside=1024)
        (data,) = [name for name in os.listdir(tmp_path) if name.endswith(".data")]
        assert data not in seen
        seen.append(data)
        assert contents(file)["weights_beside"] == [data]
        assert written.size == sum(path.stat().st_size for path in tmp_path.iterdir())
        assert os.path.getsize(file) < 4096
        np.testing.assert_allclose(run(file, x=x.asnumpy())["output"], net(x).asnumpy(), rtol=1e-5, atol=1e-6)
    export_onnx(net, file, x)
    assert os.listdir(tmp_path) == ["model.onnx"]


def test_inputs_weights_and_equal_values_as_outputs(tmp_path: Path) -> None:
    file, net, x = str(tmp_path / "model.onnx"), made(Scaled()), drawn(2, 3)
    export_onnx(net, file, x, another=[drawn(4, 3)])
    outputs = run(file, x=x.asnumpy())
    assert list(outputs) == ["output_0", "output_1", "output_2", "output_3"]
    np.testing.assert_array_equal(outputs["output_0"], x.asnumpy())
    np.testing.assert_array_equal(outputs["output_1"], np.full(3, 2, "float32"))
    np.testing.assert_array_equal(outputs["output_2"], 2 * x.asnumpy())
    np.testing.assert_array_equal(outputs["output_3"], 2 * x.asnumpy())


@pytest.mark.sample(2)
@pytest.mark.parametrize("largest_inside", [pytest.param(1024, id="weights inside"), pytest.param(0, id="beside")])
def test_a_fault_of_the_file_is_found_before_it_takes_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, largest_inside: int
) -> None:
    """What is on the disk is compared, not what was converted: here a weight changes while it is written."""
    written = OnnxModel.save

    def damaging(model: Any, path: str, largest: int) -> None:
        written(model, path, largest)
        proto = onnx.load(path)
        weight = max(proto.graph.initializer, key=lambda item: len(item.raw_data))
        weight.raw_data = bytes(len(weight.raw_data))
        onnx.save_model(proto, path)

    monkeypatch.setattr(OnnxModel, "save", damaging)
    with pytest.raises(NotTheSame, match="computes something else"):
        export_onnx(made(nn.Dense(4)), str(tmp_path / "model.onnx"), drawn(2, 3), largest_inside=largest_inside)
    assert os.listdir(tmp_path) == []


def test_a_file_that_is_not_sound(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "model.onnx").write_bytes(b"no model")
    assert main(["inspect", str(tmp_path / "model.onnx")]) == 2
    assert "is not valid" in capsys.readouterr().err
    with pytest.raises(CannotLook):
        described(str(tmp_path / "model.onnx"))
