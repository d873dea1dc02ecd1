"""Nested values and the arrays in them."""

from __future__ import annotations

import gc
from typing import Any, Callable

import mxnet as mx
import numpy as np
import pytest

from hybridlint_runtime.mxnet_compat import DTYPES
from hybridlint_runtime.spec.inputs import to_mxnet
from hybridlint_runtime.structures import copied, dtype_name, like, moved, numpy_view


def _convolved() -> Any:
    """An array that oneDNN keeps in a layout of its own, where this MXNet has it."""
    x, weight = mx.nd.ones((1, 16, 8, 8)), mx.nd.arange(16 * 16 * 9).reshape((16, 16, 3, 3)) / 1000
    return mx.nd.Convolution(x, weight, kernel=(3, 3), num_filter=16, no_bias=True)


@pytest.mark.parametrize(
    "view",
    [lambda y: y.reshape((0, -1)), lambda y: y[0], lambda y: y],
    ids=["reshaped", "indexed", "whole"],
)
@pytest.mark.parametrize(
    "copy",
    [copied, lambda y: moved(y, mx.cpu(1)), lambda y: to_mxnet(y, "cpu(1)")],
    ids=["copied", "moved", "to_mxnet"],
)
def test_views_of_convolutions_are_copied(view: Callable[[Any], Any], copy: Callable[[Any], Any]) -> None:
    """`NDArray.copy` and `copyto` of such a view raise "Check failed: !is_view"."""
    expected = view(_convolved()).asnumpy()
    again = copy(view(_convolved()))
    assert np.array_equal(again.asnumpy(), expected)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "uint8", "int8", "int32", "int64", "bool"])
def test_copies_keep_their_dtype_and_share_nothing(dtype: str) -> None:
    array = mx.nd.ones((2, 3)).astype(dtype)
    again = copied([array])[0]
    again[:] = 0
    assert again.dtype == array.dtype and (array.asnumpy() == 1).all()


def test_sparse_arrays_stay_sparse() -> None:
    for array in (mx.nd.sparse.csr_matrix(np.eye(3)), mx.nd.ones((3, 2)).tostype("row_sparse")):
        again = copied(array)
        assert again.stype == array.stype and np.array_equal(again.asnumpy(), array.asnumpy())


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_numpy_view_has_the_values_and_outlives_its_array(dtype: str) -> None:
    values = np.random.RandomState(1).uniform(0, 100, size=(3, 4)).astype(dtype)
    views = [
        numpy_view(mx.nd.array(values, dtype=dtype)),
        numpy_view(mx.nd.array(values, dtype=dtype)[1:3]),
        numpy_view(mx.nd.array(values, dtype=dtype).reshape((4, 3))),
    ]
    gc.collect()
    mx.nd.ones((3, 4)).wait_to_read()  # would be written to memory that was freed
    for view, expected in zip(views, (values, values[1:3], values.reshape((4, 3)))):
        assert view.dtype == expected.dtype and np.array_equal(view, expected)


def test_a_numpy_view_of_what_has_no_plain_memory() -> None:
    convolved = _convolved()
    sparse = mx.nd.ones((2, 3)).tostype("row_sparse")
    for array in (convolved, convolved[0], convolved.reshape((0, -1)), sparse):
        assert np.array_equal(numpy_view(array), array.asnumpy())
    with mx.util.np_shape(True):
        assert np.array_equal(numpy_view(mx.np.zeros((0, 3))), np.zeros((0, 3)))


def test_bfloat16_is_copied_where_amp_casts_what_is_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mx.nd, "identity", lambda array: array.astype("float32"))  # as amp.init() does
    array = mx.nd.amp_cast(mx.nd.ones(2), dtype="bfloat16")
    assert dtype_name(copied(array)) == "bfloat16"


def test_numbers_are_made_as_bfloat16() -> None:
    array = mx.nd.amp_cast(mx.nd.ones(2), dtype="bfloat16")
    made = like(array, np.array([2.0, 0.5]))
    assert dtype_name(made) == "bfloat16" and np.array_equal(numpy_view(made), [2.0, 0.5])
