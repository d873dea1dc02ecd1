"""Where only gradients differ, the block is named, with the line that is the cause."""

from __future__ import annotations

from typing import Any

import models_of_other_gradients
import pytest
from single_problem import inputs, problem_of

from hybridlint_runtime.checking import verify
from hybridlint_runtime.report import Problem, Stage, Status
from hybridlint_runtime.spec.options import CheckOptions


def gradient_problem(make_net: Any) -> Problem:
    problem = problem_of(make_net, probes=["gradients"])
    assert problem.stage is Stage.GRADIENTS
    return problem


@pytest.mark.sample(5)
@pytest.mark.parametrize(
    ("kind", "line", "rule"),
    [
        ("Unrecorded", "with autograd.pause():", "HYB405"),
        ("StoppedImperatively", "if isinstance(gate, nd.NDArray):", "HYB402"),
        ("ScaledInTheGraph", "return h * gate if F is nd else", "HYB402"),
        ("Loop", "with autograd.pause():", "HYB405"),
        ("ThroughNumPy", "def hybrid_forward(", None),
    ],
)
def test_a_block_with_other_gradients_is_named_with_the_line(kind: str, line: str, rule: Any) -> None:
    problem = gradient_problem(lambda: models_of_other_gradients.OfThree(getattr(models_of_other_gradients, kind)))
    assert (problem.block, problem.block_class, problem.rule) == ("body.1", kind, rule)
    assert problem.location is not None and problem.location.source.startswith(line)


@pytest.mark.slow
def test_what_differs_is_called_by_its_name() -> None:
    kind = models_of_other_gradients.StoppedImperatively
    problem = gradient_problem(lambda: models_of_other_gradients.OfThree(kind))
    assert "the gradient of " in problem.message and "output" not in problem.message


def test_what_comes_of_no_operator_is_placed_by_the_linter() -> None:
    problem = gradient_problem(models_of_other_gradients.ReturnsUntouched)
    assert problem.location is not None and problem.location.source == "return y, weight"
    assert problem.rule == "HYB606" and problem.operator is None


@pytest.mark.slow
def test_what_mxnet_plans_wrongly_is_named() -> None:
    problem = gradient_problem(models_of_other_gradients.SlopeBetweenLayers)
    assert "the gradient of slope.alpha differs" in problem.message
    assert problem.remedy is not None and "inline_limit" in problem.remedy


@pytest.mark.slow
def test_indices_that_are_floating_point_numbers_are_no_reason_not_to_look() -> None:
    options = CheckOptions(archive=False, probes=["gradients", "gradients_added"])
    report = verify(lambda: models_of_other_gradients.Indices(False), inputs, options)
    statuses = {result.probe: result.status for result in report.probes}
    assert statuses["gradients"] is statuses["gradients_added"] is Status.PASSED
    problem = gradient_problem(lambda: models_of_other_gradients.Indices(True))
    assert problem.location is not None and problem.location.source == "with autograd.pause():"


@pytest.mark.slow
def test_a_branch_on_recording_shows_once_the_graph_was_made_for_inference() -> None:
    problem = gradient_problem(models_of_other_gradients.Recording)
    assert problem.message.startswith("after a call for inference, the hybridized model has a different gradient: ")
    assert problem.location is not None and problem.location.source == "if autograd.is_recording():"
    assert problem.rule == "HYB404"
