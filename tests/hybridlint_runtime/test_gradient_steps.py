"""Where only gradients differ, the operator at which they part is named, with the line that made it."""

from __future__ import annotations

from typing import Any

import models_of_other_gradients
import pytest
from single_problem import inputs, problem_of

from hybridlint_runtime.checking import verify
from hybridlint_runtime.localization.gradient_steps import Step, first_divergent_gradient
from hybridlint_runtime.model.comparing import Tolerances
from hybridlint_runtime.mxnet_compat import import_mxnet
from hybridlint_runtime.report import Problem, SourceLocation, Stage, Status
from hybridlint_runtime.spec.options import CheckOptions

mx = import_mxnet()


def gradient_problem(make_net: Any) -> Problem:
    problem = problem_of(make_net, probes=["gradients"])
    assert problem.stage is Stage.GRADIENTS
    return problem


@pytest.mark.sample(7)
@pytest.mark.parametrize(
    ("way", "line", "operator", "remedy"),
    [
        ("stopped imperatively", "gate = F.BlockGrad(gate)", "BlockGrad, which runs imperatively", "same operators"),
        ("scaled in the graph", "gate = F.contrib.gradientmultiplier", "; only the graph has it", "same operators"),
        ("through NumPy", "return h * gate", "not all of its inputs come from", "pass no gradient"),
        ("unrecorded", "with autograd.pause():", "(softmax) of ", "F.BlockGrad"),
        ("layer unrecorded", "with autograd.pause():", "imperatively it runs unrecorded", "F.BlockGrad"),
        ("loop", "with autograd.pause():", "(_foreach) of ", "F.BlockGrad"),
        ("argument", "gate = F.BlockGrad(x) if F is nd else x", "BlockGrad, which runs", ""),
    ],
)
def test_gradients_part_at_an_operator(way: str, line: str, operator: str, remedy: str) -> None:
    problem = gradient_problem(lambda: models_of_other_gradients.OfThree(way))
    assert (problem.block, problem.block_class) == ("body.1", "Parted")
    assert problem.location is not None and problem.location.source.startswith(line)
    assert problem.operator is not None and operator in problem.operator
    assert problem.remedy is not None and remedy in problem.remedy


@pytest.mark.slow
def test_what_differs_is_called_by_its_name() -> None:
    problem = gradient_problem(lambda: models_of_other_gradients.OfThree("argument"))
    assert "the gradient of input 0 differs in " in problem.message
    problem = gradient_problem(lambda: models_of_other_gradients.OfThree("layer unrecorded"))
    assert "the gradient of " in problem.message and "output" not in problem.message


def test_what_comes_of_no_operator_is_placed_by_the_linter() -> None:
    problem = gradient_problem(models_of_other_gradients.ReturnsUntouched)
    assert problem.location is not None and problem.location.source == "return y, weight"
    assert problem.rule == "HYB606" and problem.operator is None


def test_an_operator_is_the_same_whatever_rounding_did_to_its_result() -> None:
    place = SourceLocation("net.py", 3)
    results = [mx.nd.ones((2, 3)) * factor for factor in (1.0, 1.001, 5.0)]
    node = Step("net0_conv0_fwd", "Convolution", place, results[:1])
    (alone,) = [Step("", "Convolution", place, results[1:2])]
    assert first_divergent_gradient([node], [alone], [], Tolerances()) is None
    different = Step("", "tanh", place, results[2:])
    divergent = first_divergent_gradient([node], [different], [0], Tolerances())
    assert divergent is None  # it uses no argument: nothing is known
    node.leaves = {0}
    divergent = first_divergent_gradient([node], [different], [0], Tolerances())
    assert divergent is not None and (divergent.node, divergent.run) == (node, None)


@pytest.mark.slow
def test_an_operator_whose_gradient_mxnet_plans_wrongly_is_named() -> None:
    problem = gradient_problem(models_of_other_gradients.SlopeBetweenLayers)
    assert (problem.block, problem.block_class) == ("slope", "PReLU")
    assert "the gradient of slope.alpha differs" in problem.message
    assert problem.operator is not None and "(LeakyReLU) of " in problem.operator
    assert problem.remedy is not None and "inline_limit" in problem.remedy


@pytest.mark.slow
def test_indices_that_are_floating_point_numbers_are_no_reason_not_to_look() -> None:
    options = CheckOptions(archive=False, probes=["gradients", "gradients_added"])
    report = verify(lambda: models_of_other_gradients.Indices(False), inputs, options)
    statuses = {result.probe: result.status for result in report.probes}
    assert statuses["gradients"] is statuses["gradients_added"] is Status.PASSED
    problem = gradient_problem(lambda: models_of_other_gradients.Indices(True))
    assert problem.location is not None and problem.location.source == "with autograd.pause():"
    assert problem.operator is not None and "imperatively it runs unrecorded" in problem.operator


@pytest.mark.slow
def test_a_branch_on_recording_shows_once_the_graph_was_made_for_inference() -> None:
    problem = gradient_problem(models_of_other_gradients.Recording)
    assert problem.message.startswith("after a call for inference, the hybridized model has a different gradient: ")
    assert problem.location is not None and problem.location.source == "if autograd.is_recording():"
    assert problem.rule == "HYB404"
