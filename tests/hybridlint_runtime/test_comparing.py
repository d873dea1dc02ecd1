"""Structure, dtype, shape, values; what is tolerated, what is masked, and that nothing compared is no pass."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hybridlint_runtime.model.comparing import Movement, Tolerances, compare, movement_between, undetermined
from hybridlint_runtime.mxnet_compat import import_mxnet
from hybridlint_runtime.spec.options import Tolerance

mx = import_mxnet()


def tensor(*values: Any, dtype: str = "float32") -> Any:
    return mx.nd.array(values, dtype=dtype)


ONE = tensor(1, 2)


@pytest.mark.parametrize(
    ("left", "right", "kind"),
    [
        ((ONE, ONE), [ONE], "structure"),
        (ONE, [ONE], "structure"),
        ([ONE], [None], "type"),
        (ONE, mx.sym.var("x"), "type"),
        (ONE, tensor(1, 2, dtype="float64"), "dtype"),
        (ONE, ONE.reshape((1, 2)), "shape"),
        (ONE, tensor(1, 2.01), "values"),
        (tensor(1, 2, dtype="int32"), tensor(1, 3, dtype="int32"), "values"),
        (tensor(float("nan")), tensor(1.0), "values"),
        (tensor(float("inf")), tensor(-float("inf")), "values"),
        (tensor(1e30), tensor(float("inf")), "values"),
        ([ONE, 3], [ONE, 4], "values"),
        ([ONE, 3], [ONE, True], "type"),
        ([], [], "nothing"),
        (object(), object(), "nothing"),
    ],
)
def test_differences(left: Any, right: Any, kind: str) -> None:
    comparison = compare(left, right)
    assert not comparison
    assert comparison.differences[0].kind == kind and comparison.differences[0].message


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ((ONE, {"a": ONE}), [ONE, {"a": ONE}]),
        (tensor(float("nan"), float("inf"), 1), tensor(float("nan"), float("inf"), 1 + 1e-6)),
        (tensor(1.0, dtype="float16"), tensor(1.002, dtype="float16")),
        (5, 5),
    ],
)
def test_what_is_the_same(left: Any, right: Any) -> None:
    assert compare(left, right)


def test_small_outputs_are_held_to_small_differences() -> None:
    small = mx.nd.array(np.full((4,), 0.02))
    assert not compare(small, small + 1e-4)
    assert compare(small * 1e5, small * 1e5 + 1e-4)


def test_tolerances_by_output_win_over_those_by_dtype() -> None:
    loose, exact = Tolerance(relative=0.0, absolute=10.0), Tolerance(relative=0.0, absolute=0.0)
    distant = tensor(1, 2.5)
    assert compare(ONE, distant, Tolerances({"float32": loose}))
    assert not compare(ONE, distant, Tolerances({"float32": loose}, {"": exact}))


def test_rounding_that_the_model_amplifies_passes_and_more_does_not() -> None:
    baseline = Tolerances(baseline=lambda: {"": Movement(largest=0.01, share=1.0)})
    assert compare(ONE, tensor(1, 2.1), baseline)
    assert not compare(ONE, tensor(1, 3), baseline)
    moves = movement_between(ONE, tensor(1, 2.25))
    assert moves[""].largest == pytest.approx(0.25) and moves[""].share == 0.5


def test_undetermined_elements_are_found_and_left_out() -> None:
    masks = undetermined([ONE, tensor(7.0)], [tensor(1, 99), tensor(7.0)])
    assert list(masks) == ["[0]"] and masks["[0]"].tolist() == [False, True]
    comparison = compare([ONE, tensor(7.0)], [tensor(1, 5), tensor(7.0)], masks=masks)
    assert comparison and comparison.masked == 1
    assert not compare([ONE, tensor(7.0)], [tensor(3, 5), tensor(7.0)], masks=masks)


def test_a_difference_states_where_and_how_much() -> None:
    (difference,) = compare([ONE, ONE], [ONE, tensor(1, 5)]).differences
    assert difference.where == "[1]" and difference.details["largest_difference"] == 3.0
    assert "[1] is 2 imperatively, 5 hybridized" in difference.message


def test_outputs_in_bfloat16_are_compared() -> None:
    before, after, other = (mx.nd.amp_cast(tensor(*values), dtype="bfloat16") for values in ((1, 2), (1, 2), (1, 9)))
    assert compare(before, after)
    assert not compare(before, other)
