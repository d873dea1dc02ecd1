"""What subjects share: inputs, and running a net imperatively in inference and in training."""

from __future__ import annotations

from typing import Any, Callable, Iterable, List, Sequence

import mxnet as mx
import numpy as np


def normal(*shape: int) -> Callable[[], Any]:
    """Makes float32 arrays of this shape from the standard normal distribution."""
    return lambda: mx.nd.array(np.random.RandomState(sum(shape)).normal(size=shape))


def positive(*shape: int) -> Callable[[], Any]:
    """Makes float32 arrays of this shape, uniform in 0.1 to 0.9."""
    return lambda: mx.nd.array(np.random.RandomState(sum(shape)).uniform(0.1, 0.9, size=shape))


def whole(top: int, *shape: int) -> Callable[[], Any]:
    """Makes float32 arrays of this shape of whole numbers below `top`."""
    return lambda: mx.nd.array(np.random.RandomState(sum(shape)).randint(0, top, size=shape))


def initialise(net: Any) -> Any:
    """Random weights, also biases, so that nothing is hidden by a zero."""
    net.initialize(mx.init.Uniform(0.2), force_reinit=False)
    return net


def both_modes(net: Any, inputs: Sequence[Any], modes: Iterable[str] = ("inference", "training")) -> None:
    """Run `net(*inputs)` in inference, then recorded in training. What training raises is raised at the end."""
    initialise(net)
    for mode in modes:
        if mode == "training":
            with mx.autograd.record():
                net(*inputs)
        else:
            net(*inputs)
    mx.nd.waitall()


def first_that_runs(net: Any, candidates: Iterable[Callable[[], List[Any]]]) -> List[Any]:
    """The first inputs that the net takes imperatively. Raises what the last ones raised."""
    failure: Any = RuntimeError("no inputs to try")
    for make in candidates:
        inputs = make()
        try:
            net(*inputs)
            mx.nd.waitall()
            return inputs
        except Exception as error:  # another shape may fit
            failure = error
    raise failure
