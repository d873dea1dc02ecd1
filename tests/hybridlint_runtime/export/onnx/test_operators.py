"""Operators in ONNX: the functions that replace MXNet's, what to write instead, and the table that was measured."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Dict, List, Sequence, Tuple

import numpy as np
import pytest

from hybridlint.mxnet_api.onnx_conversion import ALTERNATIVES, OPSETS, Alternative, conversion, table
from hybridlint_runtime.export.onnx.graphs import OutermostGraph, outermost_graphs
from hybridlint_runtime.export.onnx.operators import ADJUSTMENTS
from hybridlint_runtime.export.onnx.verifying import Verified, verify_graphs
from hybridlint_runtime.model.comparing import Tolerances
from hybridlint_runtime.model.recording import record
from hybridlint_runtime.mxnet_compat import import_mxnet

mx = import_mxnet()
ROOT = Path(__file__).resolve().parents[4]
Shapes = Sequence[Tuple[int, ...]]

#: Rows of class, score, two corners and another number; the first class is the background.
_BOXES = "F.concat(F.floor(4 * a), b, c, c + 0.4 * d, a, dim=-1)"
_OF_BOXES = [(2, 20, 1), (2, 20, 1), (2, 20, 2), (2, 20, 2)]
#: Expressions of F and the tensors a, b, … that together use every function that replaces MXNet's.
EXPRESSIONS: List[Tuple[str, Shapes]] = [
    ("[a + 2, a - 2, 3 - a, a * 2, a / 2, 3 / a, a ** 2, 2 ** a]", [(2, 3)]),
    ("[a == 0.5, a != 0.5, a > 0.5, a >= 0.5, a < 0.5, a <= 0.5]", [(2, 3)]),
    ("[a == b, a != b, a > b, a >= b, a < b, a <= b]", [(2, 3), (2, 3)]),
    ("[F._internal._logical_and(a > 0.5, b), F._internal._logical_or(a > 0.5, b > 2)]", [(2, 3), (2, 3)]),
    ("[F._internal._logical_xor(a > 0.5, b), F._internal._logical_or_scalar(a > 0.5, scalar=0)]", [(2, 3), (2, 3)]),
    ("[F._internal._logical_and_scalar(a, scalar=1), F._internal._logical_xor_scalar(a, scalar=1)]", [(2, 3)]),
    ("[F.maximum(a, b), F.minimum(a, b), F._internal._hypot(a, b)]", [(2, 3), (2, 3)]),
    ("[F.broadcast_maximum(a, b), F.broadcast_minimum(a, b), F.broadcast_hypot(a, b)]", [(2, 3), (2, 1)]),
    ("[a % b, (a - 0.5) % 0.3, 0.5 % a]", [(2, 3), (2, 3)]),
    ("[F.sign(a - 0.5), F.erf(a), F.sinh(a), F.cosh(a), F.arcsinh(a), F.arccosh(a + 1), F.arctanh(a)]", [(2, 3)]),
    ("[F.softsign(a), F.make_loss(a), F.contrib.gradientmultiplier(a, scalar=2), F.contrib.sign_ste(a)]", [(2, 3)]),
    ("[F.LinearRegressionOutput(a, b), F.MAERegressionOutput(a, b)]", [(2, 3), (2, 3)]),
    ("[F.degrees(a), F.radians(a), F.rsqrt(a), F.cbrt(a - 0.5), F.rcbrt(a)]", [(2, 3)]),
    ("[F.log10(a), F.log1p(a), F.expm1(a), F.smooth_l1(3 * a - 1, scalar=2)]", [(2, 3)]),
    ("[F.fix(4 * a - 2), F.trunc(4 * a - 2), F.round(4 * a - 2), F.contrib.round_ste(4 * a)]", [(2, 3)]),
    ("[F.contrib.quadratic(a, a=1, b=2, c=3), F.amp_cast(a, dtype='float16')]", [(2, 3)]),
    ("[F.LeakyReLU(a - 0.5, act_type=kind) for kind in ('leaky', 'elu', 'selu', 'gelu')]", [(2, 3)]),
    ("F.LeakyReLU(a - 0.5, b, act_type='prelu')", [(2, 3, 4, 4), (3,)]),
    ("F.LRN(a, nsize=3)", [(2, 5, 4, 4)]),
    ("F.LRN(a, nsize=3, alpha=0.5)", [(2, 5)]),
    ("[F.L2Normalization(a, mode=mode, eps=0.1) for mode in ('instance', 'channel', 'spatial')]", [(2, 3, 4)]),
    ("[*F.GroupNorm(a, b, c, num_groups=2, output_mean_var=True)]", [(2, 4, 3, 3), (2,), (2,)]),
    ("[*F.LayerNorm(a, b, c, axis=1, output_mean_var=True)]", [(2, 3, 4), (3,), (3,)]),
    ("F.LayerNorm(F.cast(a, 'float16'), F.cast(b, 'float16'), F.cast(c, 'float16'))", [(2, 3), (3,), (3,)]),
    ("[F.softmax(a, temperature=2), F.softmin(a, axis=0), F.log_softmax(a, temperature=0.5)]", [(2, 3)]),
    ("[*F.amp_multicast(a, b, num_outputs=2)]", [(2, 3), (2, 3)]),
    ("F.softmax(a, F.cast(4 * b, 'int32'), use_length=True, temperature=2)", [(2, 3, 4), (2, 3)]),
    ("F.softmax(a, F.cast(4 * b, 'int32'), use_length=True, axis=1)", [(2, 3, 4), (2, 4)]),
    ("[F.SoftmaxActivation(a), F.softmax(a, dtype='float64')]", [(2, 3)]),
    ("[F.SoftmaxActivation(a), F.SoftmaxActivation(a, mode='channel')]", [(2, 3, 4)]),
    ("F.BatchNorm(a, b, c, d, e, fix_gamma=True)", [(2, 3, 4), (3,), (3,), (3,), (3,)]),
    ("F.BatchNorm(a, b, c, d, e, fix_gamma=False, axis=2)", [(2, 3, 4), (4,), (4,), (4,), (4,)]),
    ("F.BatchNorm(F.cast(a, 'float16'), b, c, d, e)", [(2, 3, 4), (3,), (3,), (3,), (3,)]),
    ("F.BatchNorm(F.cast(a, 'float16'), b, c, d, e, axis=2)", [(2, 3, 4), (4,), (4,), (4,), (4,)]),
    ("F.contrib.SyncBatchNorm(a, b, c, d, e, key='k')", [(2, 3, 4), (3,), (3,), (3,), (3,)]),
    ("F.SoftmaxOutput(a, b, multi_output=True)", [(2, 3, 4), (2, 4)]),
    ("F.SoftmaxOutput(a, b, preserve_shape=True)", [(2, 3, 4), (2, 3)]),
    ("F.SoftmaxOutput(a, b)", [(2, 3, 4), (2, 3, 4)]),
    ("[F.sum(a), F.sum(a, keepdims=True), F.sum_axis(a, axis=1), F.mean(a, axis=1, exclude=True)]", [(2, 3, 4)]),
    ("[F.prod(a, axis=(1, 2)), F.max(a, axis=-1), F.min(a, axis=0, keepdims=True)]", [(2, 3, 4)]),
    ("[F.nansum(F.log(a - 0.5), axis=1), F.nanprod(F.log(a - 0.5), axis=1), *F.moments(a, axes=(1,))]", [(2, 3)]),
    ("[F.sort(a), F.sort(a, axis=0, is_ascend=False), F.sort(a, axis=None)]", [(2, 3)]),
    ("[F.pick(a, b), F.pick(a, 4 * b, mode='wrap')]", [(2, 3), (2,)]),
    ("F.pick(a, b, keepdims=True)", [(2, 3), (2, 1)]),
    ("[F.cumsum(a), F.cumsum(a, axis=1)]", [(2, 3)]),
    ("[F.cumsum(a, dtype='float16'), F.cumsum(F.cast(4 * a, 'int8'), axis=0)]", [(2, 3)]),
    ("[F.one_hot(9 * a - 6, 2), F.one_hot(a, 3, on_value=2, off_value=1, dtype='float16')]", [(2, 3)]),
    ("[F.flip(a, axis=1), F.reverse(a, axis=(0, 1)), F.reverse(a, axis=(1, 0, 1))]", [(2, 3)]),
    ("[F.linalg.syrk(a, alpha=2), F.linalg.syrk(a, transpose=True)]", [(2, 3, 4)]),
    ("[F.contrib.index_array(a), F.contrib.index_array(a, axes=(-1, 0))]", [(2, 3, 4)]),
    ("[F.SequenceReverse(a), F.SequenceReverse(a, b, use_sequence_length=True)]", [(4, 2, 3), (2,)]),
    ("F.SequenceReverse(a, 4 * b, use_sequence_length=True)", [(4, 2, 3), (2,)]),
    ("[F.SequenceLast(a), F.SequenceLast(a, axis=1)]", [(4, 2, 3)]),
    ("F.SequenceLast(a, F.ones_like(b), use_sequence_length=True)", [(4, 2, 3), (2,)]),
    ("[F.FullyConnected(a, b, c, num_hidden=5)]", [(2, 3, 4), (5, 12), (5,)]),
    ("F.FullyConnected(a, b, num_hidden=5, no_bias=True, flatten=False)", [(2, 3, 4), (5, 4)]),
    ("[F.reshape(a, shape=shape) for shape in ((0, -1), (-2,), (0, -3), (-4, -1, 1, -2))]", [(2, 3, 4)]),
    ("F.reshape(a, shape=(0, 0, -4, 2, -1))", [(2, 3, 4)]),
    ("[F.reshape(a, shape=(-1, 0), reverse=True), F.reshape(a, shape=-1), F.reshape(a, shape=(-3, 0))]", [(2, 3, 4)]),
    ("[F.contrib.AdaptiveAvgPooling2D(a), F.contrib.AdaptiveAvgPooling2D(a, output_size=(2, 3))]", [(2, 3, 5, 7)]),
    ("[F.SequenceMask(a), F.SequenceMask(a, 4 * b, use_sequence_length=True, value=2)]", [(4, 2, 3), (2,)]),
    ("F.SequenceMask(F.cast(a, 'float16'), 4 * b, use_sequence_length=True, axis=1)", [(2, 4, 3, 2), (2,)]),
    ("[F.contrib.arange_like(a, axis=-2), F.contrib.arange_like(a, start=3, step=0.5)]", [(2, 3, 4)]),
    ("F.contrib.arange_like(F.cast(a, 'float16'), axis=1)", [(2, 3, 4)]),
    ("F.contrib.MultiBoxPrior(a, sizes=(0.5, 0.2), ratios=(1, 2), clip=True)", [(2, 3, 4, 4)]),
    (f"[F.contrib.box_nms({_BOXES}, overlap_thresh=0.2, id_index=i, valid_thresh=0.4) for i in (-1, 0)]", _OF_BOXES),
    (f"F.contrib.box_nms({_BOXES}, 0.1, id_index=0, background_id=0, topk=9, force_suppress=True)", _OF_BOXES),
    (f"[F.contrib.box_nms({_BOXES}, 0.3, in_format=i, out_format='center') for i in ('corner', 'center')]", _OF_BOXES),
    (f"F.contrib.box_nms({_BOXES}, 0.3, in_format='center', id_index=0, valid_thresh=2)", _OF_BOXES),
    (f"F.contrib.box_nms({_BOXES}, overlap_thresh=1.5)", _OF_BOXES),
    ("F.Convolution(a, b, c, kernel=(3,), num_filter=4, pad=(1,), layout='NCW')", [(2, 3, 6), (4, 3, 3), (4,)]),
    ("F.Deconvolution(a, b, kernel=(3, 3), num_filter=4, stride=(2, 2), adj=(1, 1))", [(2, 3, 5, 5), (3, 4, 3, 3)]),
    ("[F.Pooling(a, kernel=(2,), pool_type=kind, stride=(2,)) for kind in ('max', 'avg', 'sum')]", [(2, 3, 6)]),
    ("[F.Pooling(a, global_pool=True, pool_type=kind) for kind in ('max', 'avg', 'sum')]", [(2, 3, 6, 6)]),
    ("F.contrib.BilinearResize2D(a, b, mode='like', align_corners=False)", [(2, 3, 4, 5), (2, 3, 7, 3)]),
    ("[F.contrib.BilinearResize2D(a, height=7, width=8, align_corners=i) for i in (False, True)]", [(2, 3, 4, 5)]),
    ("F.contrib.BilinearResize2D(a, scale_height=1.5, scale_width=2.5)", [(2, 3, 4, 5)]),
    ("F.UpSampling(a, scale=3, sample_type='nearest')", [(2, 3, 4, 5)]),
    ("F.UpSampling(a, b, scale=2, sample_type='bilinear', num_filter=3)", [(2, 3, 4, 5), (3, 1, 4, 4)]),
    ("F.UpSampling(a, b, scale=3, sample_type='bilinear', num_filter=3)", [(2, 3, 4, 5), (3, 1, 5, 5)]),
    ("[F.Crop(a, h_w=(3, 2), center_crop=True), F.Crop(a, h_w=(3, 2), offset=(1, 2))]", [(2, 3, 6, 5)]),
    ("[F.Crop(a, b, center_crop=True, num_args=2), F.Crop(a, b)]", [(2, 3, 6, 5), (2, 3, 3, 4)]),
    ("F.Pooling(a, kernel=(3, 3), pool_type='avg', stride=(2, 2), pooling_convention='full')", [(2, 3, 6, 6)]),
    ("F.Pooling(a, kernel=(3, 3), pool_type='avg', stride=(2, 2), pad=(1, 1))", [(2, 3, 6, 6)]),
    ("F.Pooling(a, kernel=(3, 3), pool_type='avg', pad=(1, 1), count_include_pad=False)", [(2, 3, 6, 6)]),
    ("F.RNN(a, b, c, state_size=5, num_layers=2, mode='rnn_tanh', state_outputs=True)", [(4, 2, 3), (110,), (2, 2, 5)]),
    ("F.RNN(a, b, c, state_size=5, num_layers=2, mode='rnn_relu')", [(4, 2, 3), (110,), (2, 2, 5)]),
    ("F.RNN(a, b, c, state_size=5, num_layers=2, mode='gru', state_outputs=True)", [(4, 2, 3), (330,), (2, 2, 5)]),
    (
        "F.RNN(a, b, c, d, state_size=5, num_layers=2, mode='lstm', bidirectional=True)",
        [(4, 2, 3), (1080,), (4, 2, 5), (4, 2, 5)],
    ),
]


class Expression(mx.gluon.HybridBlock):  # type: ignore[misc]
    """Evaluates the text of an expression on its inputs."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text
        self.operators: List[str] = []

    def hybrid_forward(self, F: Any, *tensors: Any) -> Any:
        return eval(self._text, {"F": F, **dict(zip("abcdefgh", tensors))})


def drawn(shapes: Shapes) -> List[Any]:
    """Tensors of values between 0.2 and 0.9, which all functions are defined for."""
    random = np.random.RandomState(3)
    return [mx.nd.array(random.uniform(0.2, 0.9, size=shape)) for shape in shapes]


def operators_of(text: str, count: int) -> List[str]:
    made = eval(text, {"F": mx.sym, **{letter: mx.sym.var(letter) for letter in "abcdefgh"[:count]}})
    graph = json.loads(mx.sym.Group(made if isinstance(made, list) else [made]).tojson())
    return [node["op"] for node in graph["nodes"]]


def graphs_of(expressions: Sequence[Tuple[str, Shapes]]) -> List[OutermostGraph]:
    graphs = []
    for text, shapes in expressions:
        net = Expression(text)
        graphs += outermost_graphs(net, [""], record(net, drawn(shapes)))
    return graphs


@pytest.fixture(scope="module")
def verified() -> Dict[int, List[Verified]]:
    """All expressions in each opset, checked and run by one process."""
    graphs = graphs_of(EXPRESSIONS)
    return {opset: verify_graphs(graphs, Tolerances(), opset) for opset in OPSETS}


@pytest.mark.sample(3)
@pytest.mark.parametrize("opset", OPSETS)
@pytest.mark.parametrize("number", range(len(EXPRESSIONS)), ids=[text for text, _ in EXPRESSIONS])
def test_adjusted_operators_give_the_same_in_onnx(number: int, opset: int, verified: Dict[int, List[Verified]]) -> None:
    result = verified[opset][number]
    assert not result.faults, result.faults[0].message
    assert result.compared > 0


def test_a_window_of_even_size_is_refused_with_the_reason() -> None:
    result = verify_graphs(graphs_of([("F.LRN(a, nsize=2)", [(2, 5, 4, 4)])]), Tolerances())[0]
    assert [fault.message for fault in result.faults if "nsize=2: ONNX Runtime takes odd sizes only" in fault.message]


def test_every_function_that_replaces_one_of_mxnet_is_tested() -> None:
    used = {name for text, shapes in EXPRESSIONS for name in operators_of(text, len(shapes))}
    assert [item.names for item in ADJUSTMENTS.values() if not used & set(item.names)] == []


WITH_EXPRESSIONS = [pytest.param(item, id=name) for name, item in ALTERNATIVES.items() if item.bad]


@pytest.mark.sample(3)
@pytest.mark.parametrize("alternative", WITH_EXPRESSIONS)
def test_what_to_write_instead_computes_the_same_and_converts(alternative: Alternative) -> None:
    inputs = drawn(alternative.shapes)
    outputs = [Expression(text)(*inputs).asnumpy() for text in (alternative.bad, alternative.good)]
    np.testing.assert_allclose(*outputs, rtol=1e-5, atol=1e-6)
    graphs = graphs_of([(text, alternative.shapes) for text in (alternative.bad, alternative.good)])
    bad, good = verify_graphs(graphs, Tolerances())
    assert [fault.kind for fault in bad.faults] == ["not convertible"]
    assert not good.faults and good.compared == 1


@pytest.mark.slow
def test_the_table_is_what_this_mxnet_gives() -> None:
    """Some operators measured once more: of each kind of outcome."""
    names = ["relu", "_linalg_inverse", "Crop", "one_hot", "Dropout", "gammaln", "_random_uniform_like"]
    command = [sys.executable, "-W", "ignore", str(ROOT / "tools" / "make_onnx_table.py"), "--operators", *names]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    measured: Dict[str, Any] = json.loads(ran.stdout)["operators"]
    assert set(measured) == set(names)
    for name in names:
        assert measured[name] == table()["operators"][name]
    inverse, relu = conversion("_linalg_inverse"), conversion("relu")
    assert inverse is not None and inverse.reason == "no converter"
    assert relu is not None and relu.converted == relu.calls > 0
