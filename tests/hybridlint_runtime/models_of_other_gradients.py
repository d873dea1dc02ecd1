"""Blocks whose results agree and whose gradients do not, each for another reason."""

from __future__ import annotations

from typing import Any

from mxnet import autograd, nd
from mxnet.gluon import HybridBlock, nn


class Gated(HybridBlock):
    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.dense = nn.Dense(3, flatten=False)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        h = F.tanh(self.dense(x))
        return h * F.sigmoid(h)


class StoppedImperatively(Gated):
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        h = F.tanh(self.dense(x))
        gate = F.sigmoid(h)
        if isinstance(gate, nd.NDArray):
            gate = F.BlockGrad(gate)
        return h * gate


class ScaledInTheGraph(Gated):
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        h = F.tanh(self.dense(x))
        gate = F.sigmoid(h)
        return h * gate if F is nd else h * F.contrib.gradientmultiplier(gate, scalar=3.0)


class ThroughNumPy(Gated):
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        h = F.tanh(self.dense(x))
        return (h + 1) * copied(F.sigmoid(h))


class Unrecorded(Gated):
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        h = F.tanh(self.dense(x))
        with autograd.pause():
            gate = F.softmax(h)
        return h * gate


class Loop(Gated):
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        h = F.tanh(self.dense(x))
        gate, _ = F.contrib.foreach(step, F.sigmoid(h), [F.sum(h, axis=0)])
        return h * gate


def copied(array: Any) -> Any:
    return nd.array(array.asnumpy()) if isinstance(array, nd.NDArray) else array


def step(row: Any, states: Any) -> Any:
    with autograd.pause():
        total = states[0] * 2
    return row + total, [row + states[0]]


class OfThree(HybridBlock):
    def __init__(self, kind: Any) -> None:
        super().__init__()
        with self.name_scope():
            self.body = nn.HybridSequential()
            self.body.add(Gated(), kind(), Gated())

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.body(x)


class ReturnsUntouched(HybridBlock):
    def __init__(self) -> None:
        super().__init__()
        self.weight = self.params.get("weight", shape=(1, 1, 3))

    def hybrid_forward(self, F: Any, x: Any, weight: Any) -> Any:
        y = F.broadcast_mul(x, weight)
        return y, weight


class SlopeBetweenLayers(HybridBlock):
    """In a graph that is planned as a whole, MXNet 1.9.1 multiplies the gradient of the slope by the slope."""

    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.first, self.slope = nn.Dense(3, flatten=False, in_units=3), nn.PReLU()
            self.second = nn.Dense(2, flatten=False, in_units=3)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.second(self.slope(self.first(x)))


class Indices(HybridBlock):
    """What it is given are indices, as floating-point numbers, which have no gradient in either phase."""

    def __init__(self, paused: bool) -> None:
        super().__init__()
        self.paused = paused
        with self.name_scope():
            self.embedding = nn.Embedding(5, 3)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        h = self.embedding(F.clip(x, 0, 4))
        if self.paused:
            with autograd.pause():
                gate = h * 2
            return h * gate
        return h


class Recording(HybridBlock):
    """The graph that a call for inference makes lacks the branch."""

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        gate = F.sigmoid(x)
        if autograd.is_recording():
            gate = F.BlockGrad(gate)
        return x * gate
