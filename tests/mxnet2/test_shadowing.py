"""The shadow in a training loop on MXNet 2."""

from __future__ import annotations

import inspect
from typing import Any, List

import mxnet as mx
import pytest
from mxnet import autograd, gluon
from mxnet.gluon import nn

from hybridlint_runtime import shadow


class Flag(gluon.HybridBlock):
    def __init__(self) -> None:
        super().__init__()
        self.bounded = False
        self.dense = nn.Dense(3, in_units=5)
        self.norm = nn.BatchNorm(in_channels=3)

    def forward(self, x: Any) -> Any:
        y = self.norm(self.dense(x))
        return mx.np.tanh(y) + 1 if self.bounded else y


def train(changes: bool, session: Any) -> List[Any]:
    mx.random.seed(3)
    net = Flag()
    net.initialize()
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.01})
    with session:
        for step in range(8):
            net.bounded = changes and step >= 5
            x = mx.np.random.normal(size=(4, 5))
            with autograd.record():
                loss = (net(x) ** 2).sum()
            loss.backward()
            trainer.step(4)
    values = [parameter.data().asnumpy().tolist() for parameter in net.collect_params().values()]
    return [*values, float(mx.np.random.uniform())]


@pytest.mark.parametrize("gradients", [False, True])
def test_reports_a_flag_and_leaves_the_loop_as_it_is(gradients: bool) -> None:
    every = shadow(None, every=1, folder=None, gradients=gradients)
    never = shadow(None, every=None, folder=None)
    assert train(True, every) == train(True, never)
    (divergence,) = every.divergences
    assert (divergence.call, divergence.causes) == (6, ("bounded: False when it was traced, True now",))
    lines, first = inspect.getsourcelines(Flag.forward)
    assert divergence.location is not None and divergence.location.line == first + len(lines) - 1
    assert not every.summary.errors and not never.summary.compared


def test_agrees_where_nothing_changes() -> None:
    session = shadow(None, every=1, folder=None, gradients=True)
    train(False, session)
    assert session.summary.compared == 8 and not session.summary.diverged
