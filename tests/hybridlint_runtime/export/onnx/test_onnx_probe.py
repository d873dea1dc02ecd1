"""The probe `onnx`, on models of every kind: real MXNet, onnx and ONNX Runtime."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, List

import pytest

from hybridlint_runtime import check
from hybridlint_runtime.mxnet_compat import import_mxnet
from hybridlint_runtime.report import ProbeResult, Report, Status

mx = import_mxnet()
nn = mx.gluon.nn
HybridBlock = mx.gluon.HybridBlock


def probe_result(net: Any, *inputs: Any, **options: Any) -> ProbeResult:
    """What became of the probe for `net`, called with `inputs`."""
    report: Report = check(net, *inputs, probes=["onnx"], **options)
    (result,) = [result for result in report.probes if result.probe == "onnx"] or [None]
    assert result is not None, report.summary
    return result


class Several(HybridBlock):  # type: ignore[misc]
    """Two inputs, of which one is an integer, and nested outputs."""

    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.embedding = nn.Embedding(7, 4)

    def hybrid_forward(self, F: Any, tokens: Any, scale: Any) -> Any:
        vectors = F.broadcast_mul(self.embedding(tokens), scale)
        return vectors, [F.sum(vectors, axis=1), F.argmax(vectors, axis=2)]


class Optional(HybridBlock):  # type: ignore[misc]
    def hybrid_forward(self, F: Any, x: Any, mask: Any = None, bias: Any = None) -> Any:
        x = x if mask is None else F.broadcast_mul(x, mask)
        return x if bias is None else F.broadcast_add(x, bias)


class Parts(mx.gluon.Block):  # type: ignore[misc]
    """A plain Block around two HybridBlocks: two graphs."""

    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.encoder, self.decoder = nn.Dense(4, activation="tanh"), nn.Dense(3)

    def forward(self, x: Any) -> Any:
        hidden = self.encoder(x)
        return self.decoder(hidden) * float(hidden.shape[0])


class Half(HybridBlock):  # type: ignore[misc]
    """MXNet has no matrix product of float16 on a CPU."""

    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.scale = self.params.get("scale", shape=(3,), dtype="float16", init=mx.init.One())

    def hybrid_forward(self, F: Any, x: Any, scale: Any) -> Any:
        return F.softmax(F.broadcast_mul(x, scale)) * 2


class Unknown(HybridBlock):  # type: ignore[misc]
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        y = F.relu(x)
        return F.linalg.syevd(F.batch_dot(y, y, transpose_b=True))[1]


class TwoUnknown(HybridBlock):  # type: ignore[misc]
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        y = F.linalg.gemm(x, x, x)
        y = F.linalg.gemm(y, y, y)
        return F.linalg.inverse(y)


class Sizes(mx.gluon.Block):  # type: ignore[misc]
    """One graph, called with two sizes of a dimension that is not the batch."""

    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.dense = nn.Dense(3, flatten=False)

    def forward(self, x: Any) -> Any:
        return self.dense(x).sum() + self.dense(x[:, ::2]).sum()


class Ties(HybridBlock):  # type: ignore[misc]
    """Of equal elements MXNet returns some, ONNX the first."""

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.topk(F.relu(x - 1000), k=40)


class Random(HybridBlock):  # type: ignore[misc]
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return x + F.random.uniform_like(x)


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    "net, inputs, graphs",
    [
        pytest.param(Several, ["2,3:int32:0..6", (2, 3, 4)], 1, id="several"),
        pytest.param(Optional, [(2, 3), None, (2, 3)], 1, id="optional in the middle"),
        pytest.param(Optional, [(2, 3)], 1, id="optional left out"),
        pytest.param(Parts, [(2, 3)], 2, id="plain root"),
        pytest.param(Half, ["2,3:float16"], 1, id="float16"),
        pytest.param(lambda: mx.gluon.rnn.LSTM(5), [(3, 2, 4)], 1, id="recurrent"),
    ],
)
def test_a_model_is_the_same_in_onnx(net: Any, inputs: List[Any], graphs: int) -> None:
    result = probe_result(net, *inputs)
    assert result.status is Status.PASSED, [problem.message for problem in result.problems]
    assert result.details["graphs"] == graphs
    outputs = {Several: 3, Parts: 2}.get(net, 1)
    assert result.details["tensors"] >= 2 * outputs, "at the given batch size and at another"
    assert result.details["batch"] != 2


def test_what_does_not_convert_is_found_at_the_users_line() -> None:
    result = probe_result(Unknown, (2, 3, 3))
    assert result.status is Status.FAILED
    (problem,) = result.problems
    assert "_linalg_syevd" in problem.message and "opset 13" in problem.message
    assert problem.location is not None and problem.location.file == __file__
    assert "F.linalg.syevd" in problem.location.source
    assert problem.details["onnx"] == "not convertible"


def test_every_operator_that_does_not_convert_is_found_on_its_line() -> None:
    reported = [
        (problem.message.split(" cannot")[0], problem.location.source.strip())
        for problem in probe_result(TwoUnknown, (2, 3, 3)).problems
        if problem.location is not None
    ]
    assert reported == [
        ("the operator _linalg_gemm", "y = F.linalg.gemm(x, x, x)"),
        ("the operator _linalg_gemm", "y = F.linalg.gemm(y, y, y)"),
        ("the operator _linalg_inverse", "return F.linalg.inverse(y)"),
    ]


def test_every_size_that_a_graph_is_called_with_is_compared() -> None:
    result = probe_result(Sizes, (2, 6, 3))
    assert result.status is Status.PASSED and result.details["graphs"] == 1
    assert result.details["tensors"] == 3, "at both sizes, and at another batch size"


@pytest.mark.slow
def test_the_order_of_equal_elements_is_no_fault_of_an_operator() -> None:
    result = probe_result(Ties, (2, 1000))
    assert result.status is Status.PASSED, [problem.message for problem in result.problems]
    assert "the order of equal elements" in result.details["undecided"]
    assert "imperatively" in result.details["undecided"]


def test_random_numbers_are_not_compared() -> None:
    result = probe_result(Random, (2, 3))
    assert result.status is Status.NOT_RUN
    assert "random" in result.reason


@pytest.mark.slow
def test_a_diverging_operator_is_found_with_its_line_and_both_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """MXNet's converter is made wrong for one operator in the middle: `relu` becomes `Neg`."""
    from hybridlint_runtime.export.onnx.operators import ADJUSTMENTS, Adjustment

    wrong = Adjustment(("relu",), "", lambda build: build.op("Neg", build.inputs[0]))
    monkeypatch.setitem(ADJUSTMENTS, "relu", wrong)
    result = probe_result(Middle, (2, 3))
    (problem,) = result.problems
    assert problem.location is not None and "F.relu" in problem.location.source
    assert "(relu)" in (problem.operator or "")
    assert "imperatively" in problem.message and "in ONNX Runtime" in problem.message
    assert problem.details["onnx"] == "differs"


class Middle(HybridBlock):  # type: ignore[misc]
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        y = F.exp(x)
        y = F.relu(y)
        return F.tanh(y) + 1


def test_a_process_of_onnx_runtime_that_dies_is_reported(tmp_path: Path) -> None:
    from hybridlint_runtime.export.onnx.running import check_and_run

    (tmp_path / "model.onnx").write_bytes(b"\x00\xff no model")
    file = str(tmp_path / "model.onnx")
    (result,) = check_and_run([(file, [{}])])
    assert result.step == "check" and result.error
    (result,) = check_and_run([(file, [{}])], timeout=0.01)
    assert result.step == "run" and "was ended after" in result.error


@pytest.mark.slow
def test_without_the_extra_the_probe_names_what_to_install(tmp_path: Path) -> None:
    """A Python that cannot find onnx: the check works, and names the extra."""
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.util as util\n"
        "find = util.find_spec\n"
        "util.find_spec = lambda name, package=None: None if name == 'onnx' else find(name, package)\n"
    )
    (tmp_path / "model.py").write_text("from mxnet.gluon import nn\n\n\ndef net():\n    return nn.Dense(2)\n")
    command = [sys.executable, "-m", "hybridlint_runtime", "check", "model.py:net", "--shape", "2,3", "--probe", "onnx"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    ran = subprocess.run(
        [*command, "--format", "json"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    document = json.loads(ran.stdout)
    (report,) = document.get("reports", [document])
    (result,) = [result for result in report["probes"] if result["probe"] == "onnx"]
    assert result["status"] == "not run"
    assert "pip install 'hybridlint[onnx]'" in result["reason"]
