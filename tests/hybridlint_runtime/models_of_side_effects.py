"""Blocks with a side effect, each with another."""

from __future__ import annotations

from typing import Any, List

from mxnet.gluon import HybridBlock, nn

CALLS: List[int] = []


class Doing(HybridBlock):
    def __init__(self, way: str) -> None:
        super().__init__()
        self.way = way
        self.kept: Any = None
        self.seen: List[float] = []
        with self.name_scope():
            self.dense = nn.Dense(3, flatten=False)
            self.factor = self.params.get("factor", shape=(1,), init="ones")
        if way == "hook":
            self.dense.register_forward_hook(count)

    def hybrid_forward(self, F: Any, x: Any, factor: Any) -> Any:
        h = self.dense(x)
        if self.way == "attribute":
            self.kept = h * 2
        if self.way == "list":
            self.seen.append(1.0)
        if self.way == "module":
            CALLS.append(1)
        if self.way == "parameter":
            self.factor.set_data(self.factor.data() * 2)
        return F.broadcast_mul(h, factor)


def count(block: Any, inputs: Any, outputs: Any) -> None:
    CALLS.append(1)


class Around(HybridBlock):
    def __init__(self, way: str) -> None:
        super().__init__()
        with self.name_scope():
            self.doing = Doing(way)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.doing(x)
