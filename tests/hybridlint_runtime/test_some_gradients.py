"""Training as it is done, where data has no gradient: which line is reported, and what only warns."""

from __future__ import annotations

import pathlib
from typing import Any, List

import mxnet as mx
import pytest
from mxnet import autograd
from mxnet.gluon import HybridBlock, nn

import hybridlint_runtime
from tests.case_format import read
from tests.judging import check

CASES = pathlib.Path(__file__).parent.parent / "cases"
LINES_OF_GRADIENTS = {
    "input-added-last-of-all-in-training-where-data-has-no-gradient",
    "input-added-last-whose-sum-is-compared-as-well-which-gives-no",
    "mask-returned-as-it-came-in-training-where-data-has-no-gradient",
    "same-in-a-block-that-another-holds",
}


@pytest.mark.slow
def test_the_line_that_hands_the_gradient_on_is_reported() -> None:
    cases = [case for case in read(str(CASES)) if case["id"] in LINES_OF_GRADIENTS]
    answers = {answer["id"]: answer for answer in check.answers(cases)}
    assert len(cases) == len(LINES_OF_GRADIENTS)
    for case in cases:
        (problem,) = answers[case["id"]]["problems"]
        assert problem["line"] == case["user_line"], case["id"]


class AddedTwice(HybridBlock):
    def hybrid_forward(self, F: Any, x: Any, y: Any) -> Any:
        return sum([x, y, x])


def test_what_fails_with_the_gradient_of_one_input_alone_is_a_warning() -> None:
    """Nothing trains this block by itself: which of its inputs have a gradient is up to what stands before it."""
    inputs: List[Any] = [mx.nd.ones((2, 3)), mx.nd.ones((2, 3))]
    report = hybridlint_runtime.check(AddedTwice(), *inputs, probes=["some_gradients"])
    assert report.verdict is hybridlint_runtime.Verdict.PASSED
    (result,) = [result for result in report.probes if result.probe == "some_gradients"]
    assert result.status.value == "warned"
    assert "storage_type_num_unknown_nodes" in result.problems[0].message


class TrainsAnother(HybridBlock):
    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = nn.Dense(3), nn.Dense(3)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return [self.first(x), self.second(x)] if autograd.is_training() else self.first(x)


def test_gradients_are_added_where_a_layer_only_trains() -> None:
    report = hybridlint_runtime.check(TrainsAnother, mx.nd.ones((2, 3)), archive=False)
    assert not any(result.details.get("broken") for result in report.probes)
