"""Models that agree on the first call and show what is wrong with them later, at another batch, or in training."""

from __future__ import annotations

import contextlib
from typing import Any

from mxnet import autograd, nd
from mxnet.autograd import is_training
from mxnet.gluon import HybridBlock, nn


def training() -> bool:
    return is_training()


def paused() -> Any:
    return autograd.pause()


class Later(HybridBlock):
    """Agrees on the first call, and each way shows under another condition."""

    def __init__(self, way: str) -> None:
        super().__init__()
        self.way, self.calls, self.rows = way, 0, 2
        with self.name_scope():
            self.dense = nn.Dense(3, flatten=False)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        h = self.dense(x)
        self.calls += 1
        if self.way == "calls":
            h = h * self.calls
        if self.way == "batch":
            h = F.broadcast_add(h, F.sum(h, axis=0, keepdims=True) / self.rows)
        if self.way == "fails":
            h = h.reshape((self.rows, 4, 3)) * 2
        if self.way == "modes" and autograd.is_training():
            h = h * 3
        if self.way == "asked elsewhere" and training():
            h = h * 3
        if self.way == "gradients":
            with autograd.pause():
                weights = h * 2
            h = h * weights
        if self.way == "paused elsewhere":
            with contextlib.ExitStack() as scopes:
                scopes.enter_context(paused())
                weights = h * 2
            h = h * weights
        return h


class OfThree(HybridBlock):
    def __init__(self, way: str) -> None:
        super().__init__()
        with self.name_scope():
            self.body = nn.HybridSequential()
            self.body.add(Later(""), Later(way), Later(""))

    def forward(self, x: Any) -> Any:
        if isinstance(x, nd.NDArray):
            self.body[1].rows = x.shape[0]
        return super().forward(x)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.body(x)


class Detector(HybridBlock):
    """In training its head gives what it found raw as well, as detectors do."""

    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.body, self.head = nn.Dense(3, flatten=False), Head()

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.head(self.body(x))


class Head(HybridBlock):
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        if autograd.is_training():
            return F.softmax(x), x * 2
        return F.softmax(x)
