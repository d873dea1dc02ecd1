"""What comes of no operator is placed on the line that does something beside computing."""

from __future__ import annotations

from typing import Any

import models_of_side_effects as models
import pytest
from single_problem import problem_of

from hybridlint_runtime.mxnet_compat import import_mxnet
from hybridlint_runtime.spec.options import Scenario

mx = import_mxnet()
nn = mx.gluon.nn
HybridBlock: Any = mx.gluon.HybridBlock


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("way", "line"),
    [
        ("attribute", "self.kept = h * 2"),
        ("list", "self.seen.append(1.0)"),
        ("module", "CALLS.append(1)"),
        ("hook", "CALLS.append(1)"),
        ("parameter", "self.factor.set_data(self.factor.data() * 2)"),
    ],
)
def test_a_side_effect_has_a_line(way: str, line: str) -> None:
    def make_net() -> Any:
        models.CALLS.clear()
        return models.Around(way)

    def call(net: Any, inputs: Any) -> Any:
        return net(*inputs), net.doing.kept, len(net.doing.seen), len(models.CALLS)

    problem = problem_of(make_net, Scenario(call=call) if way != "parameter" else None)
    assert problem.location is not None and problem.location.source == line
    assert problem.block == ("doing.dense" if way == "hook" else "doing")
    assert problem.remedy


def test_memory_that_nothing_wrote_is_placed() -> None:
    def loop(F: Any, x: Any) -> Any:
        outputs, _ = F.contrib.while_loop(
            cond=lambda i, h: i < 2,
            func=lambda i, h: ([h], [i + 1, h + 1]),
            loop_vars=(F.zeros((1,)), x),
            max_iterations=9,
        )
        return outputs[0]

    problem = problem_of(lambda: nn.HybridLambda(loop))
    assert problem.location is not None and problem.location.function == "loop"


class Returning(HybridBlock):  # type: ignore[misc]
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        def inner(value: Any) -> Any:
            return value * 2

        y = inner(x)
        return y, None


def test_what_cannot_be_returned_is_placed_where_it_is_returned() -> None:
    problem = problem_of(Returning)
    assert problem.location is not None and problem.location.source == "return y, None"
    assert problem.rule == "HYB604"
