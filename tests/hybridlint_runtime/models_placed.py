"""Blocks that fail where the message of MXNet names no place."""

from __future__ import annotations

import sys
from typing import Any

from mxnet import autograd, nd
from mxnet.gluon import Block, HybridBlock, contrib, loss, nn


class ChangedMode(HybridBlock):
    def __init__(self, way: str) -> None:
        super().__init__()
        self.way = way
        with self.name_scope():
            self.norm = nn.BatchNorm(axis=2, in_channels=3)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        mode = autograd.predict_mode if self.way == "predict" else autograd.train_mode
        with mode():
            y = self.norm(x)
        return y * 2


class WritesInto(HybridBlock):
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        h = F.zeros_like(x)
        F.relu(x, out=h)
        return h * 2


class OpenShape(HybridBlock):
    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.dense = nn.Dense(4)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        h = F.relu(x)
        kept = F.contrib.boolean_mask(h, F.ones((2,)))
        return self.dense(kept)


class Optional(HybridBlock):
    def hybrid_forward(self, F: Any, x: Any, mask: Any = None) -> Any:
        return x * 2 if mask is None else x * mask


class CallsTwice(Block):
    def __init__(self) -> None:
        super().__init__()
        self.child = Optional()

    def forward(self, x: Any) -> Any:
        return self.child(x) + self.child(x, x)


class LoopUntil(HybridBlock):
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        _, states = F.contrib.while_loop(
            cond=lambda i, h: F.sum(F.abs(h)) < 100,
            func=lambda i, h: (h, [i + 1, h * 2]),
            loop_vars=[F.zeros((1,)), x],
            max_iterations=20,
        )
        return states[1]


class RemovesModules(HybridBlock):
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        for name in [name for name in sys.modules if name.startswith("mxnet.gluon.model_zoo")]:
            del sys.modules[name]
        return x * 2


class AroundALayer(HybridBlock):
    """What a layer of MXNet's own gets wrong."""

    def __init__(self, way: str) -> None:
        super().__init__()
        with self.name_scope():
            self.layer = contrib.nn.Identity() if way == "gradients" else loss.SDMLLoss()

    def hybrid_forward(self, F: Any, *xs: Any) -> Any:
        return self.layer(*xs)


class AsksForAChild(HybridBlock):
    """The child gets something else in training."""

    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(2, in_units=3, flatten=False)

    def hybrid_forward(self, F, x):
        if autograd.is_training():
            x = F.broadcast_sub(x, F.mean(x, axis=1, keepdims=True))
        return self.dense(F.broadcast_mul(x, x))


class AsksForItsKind(HybridBlock):
    def hybrid_forward(self, F, x):
        if isinstance(x, nd.NDArray):
            return F.tanh(x)
        return x * 2
