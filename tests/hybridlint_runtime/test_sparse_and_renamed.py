"""Models that MXNet takes as they are: sparse tensors, automatic names, NumPy semantics, shapes from values."""

from __future__ import annotations

from typing import Any, List, Optional

import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon import HybridBlock, SymbolBlock, nn

from hybridlint_runtime import Report, Verdict, check
from hybridlint_runtime.checking import verify
from hybridlint_runtime.report import Status
from hybridlint_runtime.spec.options import CheckOptions


class Factorization(HybridBlock):  # type: ignore[misc]
    """Trains on rows of a csr matrix, which has no gradient. Hybridized, `halved` gradients are half as large."""

    def __init__(self, halved: bool = False) -> None:
        super().__init__()
        self.halved = halved
        with self.name_scope():
            self.v = self.params.get("v", shape=(20, 3), init=mx.init.Normal(0.1))

    def hybrid_forward(self, F: Any, x: Any, v: Any) -> Any:
        if self.halved and F is mx.sym:
            v = 0.5 * v + 0.5 * F.BlockGrad(v)
        return F.square(F.dot(x, v)) - F.dot(F.square(x), F.square(v))


class SparseGradient(HybridBlock):  # type: ignore[misc]
    """Hybridized, the row_sparse gradient of the embedding is half of the imperative one."""

    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.embedding = nn.Embedding(12, 6, sparse_grad=True)

    def hybrid_forward(self, F: Any, indices: Any) -> Any:
        vectors = F.mean(self.embedding(indices), axis=1)
        return 0.5 * vectors + 0.5 * F.BlockGrad(vectors) if F is mx.sym else vectors * 1.0


class ReadsDensely(HybridBlock):  # type: ignore[misc]
    """Raises imperatively: a row_sparse parameter has no `data()`."""

    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.v = self.params.get("v", shape=(20, 3), stype="row_sparse", grad_stype="row_sparse")

    def hybrid_forward(self, F: Any, x: Any, v: Any) -> Any:
        return F.dot(x, v)


def rows(context: str, seed: int, batch: Optional[int]) -> List[Any]:
    values = (np.random.RandomState(seed).rand(batch or 4, 20) > 0.8).astype("float32")
    return [mx.nd.array(values).tostype("csr")]


def test_a_sparse_input_has_no_gradient() -> None:
    report = verify(Factorization, rows, CheckOptions())
    assert report.verdict is Verdict.PASSED, report.summary
    report = verify(lambda: Factorization(halved=True), rows, CheckOptions())
    assert "the gradient of v differs" in report.problems[0].message


def test_a_sparse_gradient_is_compared() -> None:
    report: Report = check(SparseGradient, "2,5:int32:0..12")
    assert report.verdict is Verdict.FAILED
    assert "gradient of embedding.weight differs" in report.problems[0].message


def test_a_sparse_parameter_that_is_read_densely_is_named() -> None:
    report: Report = check(ReadsDensely, "4,20")
    assert report.verdict is Verdict.COULD_NOT_LOOK and "row_sparse" in report.summary


class WithoutNameScope(HybridBlock):  # type: ignore[misc]
    """The variables of its SymbolBlock have other names in each net: "conv0_weight", "conv2_weight"."""

    def __init__(self, swapped: bool = False) -> None:
        super().__init__()
        self.swapped = swapped
        layers = nn.HybridSequential()
        layers.add(nn.Conv2D(4, 3, padding=1, in_channels=3), nn.Conv2D(4, 3, padding=1, in_channels=4))
        data = mx.sym.var("data")
        with self.name_scope():
            self.features = SymbolBlock(layers(data), data, params=layers.collect_params())

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        features = self.features(x)
        return F.BlockGrad(features) + features.sum() * 0 if self.swapped and F is mx.sym else features


@pytest.mark.filterwarnings("ignore:Cannot decide type")
def test_parameters_are_compared_though_their_names_differ() -> None:
    report: Report = check(WithoutNameScope, "2,3,8,8")
    assert report.verdict is Verdict.PASSED, report.summary
    report = check(lambda: WithoutNameScope(swapped=True), "2,3,8,8")
    assert report.verdict is Verdict.FAILED


@mx.util.use_np  # type: ignore[misc]
class ReadsShape(HybridBlock):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.dense = nn.Dense(8, flatten=False)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        h = F.npx.relu(self.dense(x))
        left, right = F.np.split(h, 2, axis=-1)
        return left * right + h.shape[0]


def test_only_the_line_that_raises_is_reported_with_numpy_semantics() -> None:
    report = verify(ReadsShape, lambda context, seed, batch: [mx.np.ones((batch or 2, 3, 5))], CheckOptions())
    assert [line.location.source for line in report.failing_lines] == ["return left * right + h.shape[0]"]


class DependsOnValues(HybridBlock):  # type: ignore[misc]
    """MXNet cannot profile the memory of its graph once it was trained."""

    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.dense = nn.Dense(6, use_bias=False)

    def hybrid_forward(self, F: Any, x: Any, label: Any) -> Any:
        rows = F.tile(F.expand_dims(label, axis=1), (1, 4))
        alike = F.broadcast_equal(rows, F.transpose(rows))
        vectors = self.dense(x)
        products = F.dot(vectors, vectors, transpose_b=True)
        return F.contrib.boolean_mask(F.reshape(products, -1), F.reshape(alike, -1)).mean()


def test_the_cost_of_shapes_that_depend_on_values_is_measured() -> None:
    report: Report = check(DependsOnValues, "4,5", "4:int32:0..2")
    (cost,) = (result for result in report.probes if result.probe == "cost")
    assert cost.status is Status.PASSED and cost.details["hybridized_s"] > 0, cost.reason


class Padding(HybridBlock):  # type: ignore[misc]
    def forward(self, x: Any) -> Any:
        return mx.nd.pad(x, mode="reflect", pad_width=(0, 0, 0, 0, 1, 1, 1, 1))


def test_blocks_without_a_graph_in_a_plain_block_are_one_warning() -> None:
    layers = nn.Sequential()
    layers.add(Padding(), nn.Conv2D(3, 3, in_channels=3), Padding(), Padding())
    report: Report = check(layers, "1,3,4,4", probes=["without_graph"])
    assert report.verdict is Verdict.PASSED
    (result,) = (result for result in report.probes if result.probe == "without_graph")
    assert result.status is Status.WARNED and [problem.block for problem in result.problems] == ["0"]
    assert check(Padding, "1,3,4,4", probes=["without_graph"]).verdict is Verdict.FAILED
