"""Graphs draw random numbers in the order of Python, so that a difference in a random model is one."""

from __future__ import annotations

import json
import pathlib
from typing import Any, Dict, List, Optional

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd, gluon
from mxnet.gluon import HybridBlock, nn

from hybridlint import mxnet_api
from hybridlint_runtime.checking import verify
from hybridlint_runtime.model.draws import always_draws, drawn_in_order, draws
from hybridlint_runtime.report import Verdict
from hybridlint_runtime.shadowing import control
from hybridlint_runtime.spec.options import CheckOptions


class Masks(HybridBlock):  # type: ignore[misc]
    """Its graph needs the second mask first."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.dense = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F: Any, x: Any, h: Any) -> Any:
        state_mask = F.Dropout(F.ones_like(h), p=0.3)
        input_mask = F.Dropout(F.ones_like(x), p=0.3)
        return self.dense(x * input_mask) + h * state_mask


class AlwaysDrawing(HybridBlock):  # type: ignore[misc]
    """As `Masks`, in inference too."""

    def hybrid_forward(self, F: Any, x: Any, h: Any) -> Any:
        state_mask = F.Dropout(F.ones_like(h), p=0.3, mode="always")
        noise = F.random.uniform(shape=(2, 3))
        return x * noise, h * state_mask, F.sum(x * noise) + F.sum(h * state_mask)


class Loop(HybridBlock):  # type: ignore[misc]
    """The body of its loop needs the second mask first."""

    def hybrid_forward(self, F: Any, x: Any, h: Any) -> Any:
        def body(row: Any, state: Any) -> Any:
            first = F.Dropout(F.ones_like(state), p=0.3, mode="always")
            second = F.Dropout(row, p=0.3, mode="always")
            return second + state * first, state + second

        outputs, _ = F.contrib.foreach(body, x, F.ones((3,)))
        return F.broadcast_add(outputs, F.sum(h))


class DroppedWeight(gluon.Parameter):  # type: ignore[misc]
    """Draws in `data()`, which a graph has before it runs."""

    def data(self, ctx: Any = None) -> Any:
        return mx.nd.Dropout(super().data(ctx), p=0.5)


class DroppedDense(HybridBlock):  # type: ignore[misc]
    def __init__(self, in_units: int) -> None:
        super().__init__()
        self.weight = DroppedWeight(f"{self.prefix}weight", shape=(8, in_units))
        self.params._params[self.weight.name] = self.weight

    def hybrid_forward(self, F: Any, x: Any, weight: Any) -> Any:
        return F.FullyConnected(x, weight, no_bias=True, num_hidden=8)


class DroppedWeights(HybridBlock):  # type: ignore[misc]
    """Imperatively, the second layer draws its mask after the dropout of the first."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.first, self.dropout, self.second = DroppedDense(3), nn.Dropout(0.5), DroppedDense(8)

    def hybrid_forward(self, F: Any, x: Any, h: Any) -> Any:
        return F.broadcast_add(self.second(self.dropout(self.first(x))), F.sum(h))


class ScaledWeights(DroppedWeights):
    """Another scale, which the draws do not hide."""

    def hybrid_forward(self, F: Any, x: Any, h: Any) -> Any:
        outputs = super().hybrid_forward(F, x, h)
        return outputs * 1.5 if F is mx.sym else outputs


class Unused(HybridBlock):  # type: ignore[misc]
    """Draws what no output depends on."""

    def hybrid_forward(self, F: Any, x: Any, h: Any) -> Any:
        F.random.uniform(shape=(2, 3))
        return F.broadcast_add(x * F.random.uniform(shape=(2, 3)), F.sum(h))


class Scaled(Masks):
    """A wrong scale, which is less than the noise of the masks."""

    def hybrid_forward(self, F: Any, x: Any, h: Any) -> Any:
        outputs = super().hybrid_forward(F, x, h)
        return outputs * 1.01 if F is mx.sym and autograd.is_training() else outputs


class UnusedAndScaled(Unused):
    def hybrid_forward(self, F: Any, x: Any, h: Any) -> Any:
        outputs = super().hybrid_forward(F, x, h)
        return outputs * 1.5 if F is mx.sym else outputs


def make_inputs(context: str, seed: int, batch: Optional[int]) -> List[Any]:
    random = np.random.RandomState(seed)
    return [mx.nd.array(random.normal(size=(batch or 2, width))) for width in (3, 4)]


@pytest.mark.parametrize("kind", [Masks, AlwaysDrawing, Loop, Unused])
@pytest.mark.parametrize("flags", [{}, {"static_alloc": True}, {"static_alloc": True, "static_shape": True}])
def test_both_phases_draw_the_same(kind: Any, flags: Any) -> None:
    def step(hybridized: bool) -> List[Any]:
        mx.random.seed(1)
        net = kind(prefix="net_")
        net.initialize(mx.init.One())
        if hybridized:
            net.hybridize(**flags)
        arguments = make_inputs("cpu(0)", 0, None)
        for argument in arguments:
            argument.attach_grad()
        mx.random.seed(1)
        with autograd.record():
            outputs = net(*arguments)
            outputs = outputs if isinstance(outputs, (list, tuple)) else [outputs]
            loss = sum(output.sum() for output in outputs)
        loss.backward()
        return [array.asnumpy() for array in (*outputs, *(argument.grad for argument in arguments))]

    plain = step(hybridized=False)
    assert not all(map(np.allclose, plain, step(hybridized=True)))
    with drawn_in_order():
        assert all(map(np.allclose, plain, step(hybridized=True)))
    assert not all(map(np.allclose, plain, step(hybridized=True)))


@pytest.mark.parametrize(
    ("kind", "verdict"),
    [
        (Masks, Verdict.PASSED),
        (AlwaysDrawing, Verdict.PASSED),
        (Loop, Verdict.PASSED),
        (Unused, Verdict.PASSED),
        (DroppedWeights, Verdict.PASSED),
        (Scaled, Verdict.FAILED),
        (UnusedAndScaled, Verdict.FAILED),
        (ScaledWeights, Verdict.FAILED),
    ],
)
def test_only_what_is_wrong_fails(kind: Any, verdict: Verdict) -> None:
    report = verify(kind, make_inputs, CheckOptions())
    assert report.verdict is verdict, [problem.message for problem in report.problems]


def test_operators_that_draw_are_those_that_were_measured() -> None:
    path = pathlib.Path(mxnet_api.__file__).with_name("1.9.1.json")
    facts = json.loads(path.read_text(encoding="utf-8"))["operators"]
    measured = {name: fact for name, fact in facts.items() if "random" not in fact.get("unmeasured", ())}
    drawing = {name for name, fact in measured.items() if fact.get("random")}
    # By default, the numbers of this distribution are all zero.
    assert {name for name in measured if always_draws(name)} - {"_random_negative_binomial"} == drawing - {
        "Dropout",
        "RNN",
    }


@pytest.mark.parametrize(
    ("draw", "deterministic"),
    [
        (lambda: mx.np.random.gamma(2.0, size=(2,)), lambda: mx.nd.gamma(mx.nd.ones(2))),
        (lambda: mx.np.random.normal(size=(2,)), lambda: mx.nd.random_pdf_normal(*[mx.nd.ones((1, 2))[:, 0]] * 3)),
    ],
)
def test_a_density_and_the_gamma_function_do_not_draw(draw: Any, deterministic: Any) -> None:
    def replaced(call: Any) -> bool:
        try:
            with control._without_draws(False, None):
                call()
        except control.Skipped:
            return True
        return False

    assert replaced(draw) and not replaced(deterministic)


@pytest.mark.parametrize("operator, attributes", [("Dropout", {}), ("RNN", {"p": "0.5"}), ("npx_rnn", {"p": "0.1"})])
def test_what_draws_in_training_alone(operator: str, attributes: Dict[str, str]) -> None:
    assert draws(operator, attributes, training=True)
    assert not draws(operator, attributes, training=False)
    assert not draws(operator, {**attributes, "p": "0"}, training=True)
