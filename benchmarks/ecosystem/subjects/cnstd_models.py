"""The losses of cnstd."""

from __future__ import annotations

import functools
from typing import Any, Callable, Dict

import mxnet as mx
from cnstd.model import loss

from benchmarks.ecosystem.running import both_modes, positive, whole

SIDE, KERNELS = 6, 7


def subjects() -> Dict[str, Callable[[], Any]]:
    """Name → a function that builds and runs a block imperatively."""
    inputs = [
        whole(2, 2, SIDE, SIDE),
        whole(2, 2, KERNELS - 1, SIDE, SIDE),
        positive(2, KERNELS, SIDE, SIDE),
        lambda: mx.nd.ones((2, SIDE, SIDE)),
    ]
    makers = {
        "DiceLoss": lambda: loss.DiceLoss(num_kernels=KERNELS),
        "DiceLoss_with_OHEM": lambda: loss.DiceLoss_with_OHEM(num_kernels=KERNELS),
    }
    return {name: functools.partial(_run, make, inputs) for name, make in makers.items()}


def _run(make: Callable[[], Any], inputs: Any) -> None:
    both_modes(make(), [make_input() for make_input in inputs])
