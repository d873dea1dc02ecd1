"""Models that agree on the first call and show what is wrong with them later, at another batch, or in training."""

from __future__ import annotations

from typing import Any

from mxnet import autograd, nd
from mxnet.gluon import HybridBlock, nn


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
        if self.way == "gradients":
            with autograd.pause():
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
