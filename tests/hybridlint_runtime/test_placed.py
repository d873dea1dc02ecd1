"""Failures without a place in MXNet's message are placed all the same, reported once, with a remedy that fits."""

from __future__ import annotations

import sys
from typing import Any, List, Optional

import models_placed as models
import pytest
from single_problem import inputs, problem_of

from hybridlint_runtime.checking import verify
from hybridlint_runtime.errors import CannotLook
from hybridlint_runtime.mxnet_compat import import_mxnet
from hybridlint_runtime.report import Stage
from hybridlint_runtime.spec.options import CheckOptions

mx = import_mxnet()


@pytest.mark.sample(2)
@pytest.mark.parametrize(("way", "stage"), [("predict", Stage.MODES), ("train", Stage.VALUES)])
def test_a_changed_mode_is_the_cause_for_an_operator_that_depends_on_it(way: str, stage: Stage) -> None:
    problem = problem_of(lambda: models.ChangedMode(way))
    assert (problem.stage, problem.block, problem.block_class) == (stage, "", "ChangedMode")
    assert problem.location is not None and problem.location.source == "with mode():"
    assert problem.operator is not None and "(BatchNorm) of " in problem.operator
    assert problem.remedy is not None and problem.remedy.startswith("Put the scope around the call")


def test_a_mode_that_is_set_around_the_block_that_differs_is_the_cause() -> None:
    problem = problem_of(models.AsksForAChild)
    assert problem.stage is Stage.MODES and problem.rule == "HYB404" and problem.block == ""
    assert problem.location is not None and problem.location.source == "if autograd.is_training():"


def test_where_the_value_was_decided_is_reported_beside_the_line_at_which_it_comes_in() -> None:
    problem = problem_of(models.AsksForItsKind)
    assert problem.location is not None and problem.location.source == "return F.tanh(x)"
    assert problem.rule == "HYB402"
    assert problem.details["finding_at"].endswith(": if isinstance(x, nd.NDArray):")


def test_an_operator_that_writes_into_an_array_is_named_though_the_graph_has_a_node_of_it() -> None:
    problem = problem_of(models.WritesInto)
    assert problem.rule == "HYB206"
    assert problem.location is not None and problem.location.source == "F.relu(x, out=h)"


def test_where_inferring_shapes_stops() -> None:
    problem = problem_of(models.OpenShape)
    assert "_weight: (4, 0)" in problem.message
    assert problem.operator is not None and "(_contrib_boolean_mask) of " in problem.operator
    assert problem.location is not None and problem.location.source.startswith("kept = ")


def test_another_structure_of_arguments_comes_with_a_remedy() -> None:
    problem = problem_of(models.CallsTwice)
    assert problem.block == "child" and "keep one block for each structure" in str(problem.remedy)


def test_a_loop_that_cannot_be_trained_is_named() -> None:
    problem = problem_of(models.LoopUntil)
    assert problem.stage is Stage.GRADIENTS and "read only what needs no gradient" in str(problem.remedy)
    assert problem.operator is not None and "(_while_loop)" in problem.operator


@pytest.mark.parametrize(("way", "stage", "source"), [("gradients", "gradients", ""), ("trace", "trace", ".shape")])
def test_what_a_layer_of_mxnet_gets_wrong_is_reported_once_on_the_line_that_calls_it(
    way: str, stage: str, source: str
) -> None:
    def rows(context: str, seed: int, batch: Optional[int]) -> List[Any]:
        return [array[:, 0] for array in inputs(context, seed, batch) * (1 if way == "gradients" else 2)]

    (problem,) = verify(lambda: models.AroundALayer(way), rows, CheckOptions(archive=False)).problems
    assert (problem.stage.value, problem.block) == (stage, "layer")
    assert problem.location is not None and problem.location.source == "return self.layer(*xs)"
    assert source in problem.details.get("inside_at", "")


def test_a_model_that_removes_modules_cannot_be_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "modules", dict(sys.modules))
    with pytest.raises(CannotLook, match=r"removes modules from sys\.modules \(mxnet\.gluon\.model_zoo"):
        problem_of(models.RemovesModules)
