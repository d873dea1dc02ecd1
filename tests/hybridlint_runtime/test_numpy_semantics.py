"""Models written for `npx.set_np()` are checked under the semantics that they ask for."""

from __future__ import annotations

from typing import Any, Iterator, List, Optional

import numpy as np
import pytest

from hybridlint_runtime.checking import verify
from hybridlint_runtime.model.comparing import compare
from hybridlint_runtime.mxnet_compat import import_mxnet
from hybridlint_runtime.report import ProbeResult, Report, Stage, Status, Verdict
from hybridlint_runtime.spec.options import CheckOptions

mx = import_mxnet()
HybridBlock: Any = mx.gluon.HybridBlock
npx = mx.npx


@pytest.fixture(autouse=True)
def numpy_semantics() -> Iterator[None]:
    mx.npx.set_np()
    yield
    mx.npx.reset_np()


class Net(HybridBlock):  # type: ignore[misc]
    def __init__(self, uses_shape: bool) -> None:
        super().__init__()
        self.uses_shape = uses_shape
        with self.name_scope():
            self.dense = mx.gluon.nn.Dense(3)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        h = F.npx.relu(self.dense(x))
        return h * h.shape[1] if self.uses_shape else F.np.sum(h, axis=1)


class Beside(HybridBlock):  # type: ignore[misc]
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.relu(x)


def check(uses_shape: bool) -> Report:
    def make_inputs(context: str, seed: int, batch: Optional[int]) -> List[Any]:
        return [mx.np.array(np.random.RandomState(seed).normal(size=(batch or 2, 4)), dtype="float32")]

    return verify(lambda: Net(uses_shape), make_inputs, CheckOptions(archive=False))


def test_a_model_that_hybridizes_passes() -> None:
    report = check(uses_shape=False)
    assert report.verdict is Verdict.PASSED, report.summary


def probe_result(report: Report) -> ProbeResult:
    return next(result for result in report.probes if result.probe == "numpy_semantics")


def test_the_probe_runs_what_uses_mx_np_and_nothing_else() -> None:
    assert probe_result(check(uses_shape=False)).status is Status.PASSED
    mx.npx.reset_np()

    def make_inputs(context: str, seed: int, batch: Optional[int]) -> List[Any]:
        return [mx.nd.array(np.random.RandomState(seed).normal(size=(batch or 2, 4)))]

    def summed(F: Any, x: Any) -> Any:
        return F.cumsum(x, axis=1)  # classic, though it is registered as `_np_cumsum`

    # That its module has `mx.np` states nothing of a model.
    for net in (mx.gluon.nn.Dense(3), mx.gluon.nn.HybridLambda(summed), Beside()):
        report = verify(lambda net=net: net, make_inputs, CheckOptions(archive=False, probes=["numpy_semantics"]))
        result = probe_result(report)
        assert (result.status, result.reason) == (Status.NOT_RUN, "the model does not use mx.np")


def test_a_model_that_returns_classic_arrays_after_set_np_is_reported() -> None:
    mx.npx.reset_np()

    class Classic(HybridBlock):  # type: ignore[misc]
        def hybrid_forward(self, F: Any, x: Any) -> Any:
            return F.np.sum(x.as_np_ndarray(), axis=1).as_nd_ndarray()

    def make_inputs(context: str, seed: int, batch: Optional[int]) -> List[Any]:
        return [mx.nd.array(np.random.RandomState(seed).normal(size=(batch or 2, 4)))]

    result = probe_result(verify(Classic, make_inputs, CheckOptions(archive=False, probes=["numpy_semantics"])))
    assert result.status is Status.WARNED  # nobody has stated that npx.set_np() is called
    (problem,) = result.problems
    assert problem.message.startswith("after npx.set_np()") and "NDArray" in problem.message
    assert not mx.util.is_np_array()


def test_a_model_that_does_not_is_reported_by_line() -> None:
    (problem,) = check(uses_shape=True).problems
    assert problem.stage is Stage.TRACE and problem.location is not None
    assert problem.location.source.startswith("return h * h.shape[1]")


def test_a_classic_array_is_not_a_numpy_array() -> None:
    values = mx.np.ones((2,), dtype="float32")
    assert compare(values, values.copy())
    assert [item.kind for item in compare(values, values.as_nd_ndarray()).differences] == ["type"]


@mx.util.use_np
class Wrapped(HybridBlock):  # type: ignore[misc]
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.npx.relu(x) * 2


def test_the_export_of_a_class_that_use_np_has_wrapped_is_tried() -> None:
    def make_inputs(context: str, seed: int, batch: Optional[int]) -> List[Any]:
        return [mx.np.array(np.random.RandomState(seed).normal(size=(batch or 2, 4)), dtype="float32")]

    report = verify(Wrapped, make_inputs, CheckOptions(archive=False, probes=["export"]))
    (result,) = [result for result in report.probes if result.probe == "export"]
    assert (result.status, result.reason) == (Status.PASSED, "")


class Summed(HybridBlock):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.dense = mx.gluon.nn.Dense(3)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        y = self.dense(x)
        return F.np.sum(y), y * 2


def test_a_loss_of_outputs_without_dimensions_is_computed() -> None:
    def make_inputs(context: str, seed: int, batch: Optional[int]) -> List[Any]:
        return [mx.np.array(np.random.RandomState(seed).normal(size=(batch or 2, 4)), dtype="float32")]

    npx.reset_np()  # the class wraps itself
    report = verify(lambda: mx.util.use_np(Summed)(), make_inputs, CheckOptions(probes=["gradients"]))
    (result,) = [probe for probe in report.probes if probe.probe == "gradients"]
    assert result.status is Status.PASSED, result.reason


class OtherDtype(HybridBlock):  # type: ignore[misc]
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        positive = F.np.sign(x) > 0
        rest = 1 - positive
        return rest * x


def test_the_operator_that_differs_is_found_among_those_that_agree() -> None:
    report = verify(OtherDtype, lambda *_: [mx.np.ones((2, 3))], CheckOptions(archive=False))
    assert report.problems[0].location is not None
    assert report.problems[0].location.source == "rest = 1 - positive"
