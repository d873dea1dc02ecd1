"""Functions handed around, decorated, bound in part; and all the rest of the language."""
import abc
import collections
import contextlib
import copy
import dataclasses
import enum
import functools
import itertools
import math
import operator
import random
import time
import types
from typing import Dict, List, NamedTuple, Optional, Tuple

import mxnet as mx
import numpy as np
from mxnet import nd, gluon, autograd
from mxnet.gluon import Block, HybridBlock, SymbolBlock, Parameter, nn, rnn


# %% deco-wraps-first-row: a decorator with functools.wraps that takes the first row
# inputs: [(2, 3)]
# breaks: values
def unbatched(method):
    @functools.wraps(method)
    def wrapper(self, F, x):
        return method(self, F, x[0])  # breaks here

    return wrapper


class Net(HybridBlock):
    @unbatched
    def hybrid_forward(self, F, x):
        return F.relu(x) + 1


# %% deco-wraps-scaled: a decorator with functools.wraps that scales the result
# inputs: [(2, 3)]
# works
def halved(method):
    @functools.wraps(method)
    def wrapper(self, F, x):
        return method(self, F, x) * 0.5

    return wrapper


class Net(HybridBlock):
    @halved
    def hybrid_forward(self, F, x):
        return F.relu(x) + 1


# %% deco-arguments-clip: a decorator with arguments that checks the input's length
# inputs: [(2, 3)]
# breaks: values
def at_least(rows, otherwise):
    def decorate(method):
        @functools.wraps(method)
        def wrapper(self, F, x, *args, **kwargs):
            if len(x) < rows:  # breaks here
                return x * otherwise
            return method(self, F, x, *args, **kwargs)

        return wrapper

    return decorate


class Net(HybridBlock):
    @at_least(2, otherwise=0)
    def hybrid_forward(self, F, x):
        return F.tanh(x)


# %% deco-arguments-scale: a decorator with arguments that checks its own argument's length
# inputs: [(2, 3)]
# works
def with_scales(scales):
    def decorate(method):
        @functools.wraps(method)
        def wrapper(self, F, x, *args, **kwargs):
            if len(scales) < 2:
                return x * scales[0]
            return method(self, F, x, *args, **kwargs) * scales[1]

        return wrapper

    return decorate


class Net(HybridBlock):
    @with_scales((2, 3))
    def hybrid_forward(self, F, x):
        return F.tanh(x)


# %% deco-class-counts: a class as a decorator that counts the calls of a helper
# inputs: [(2, 3)]
# breaks: values
class Counted:
    def __init__(self, function):
        self.function = function
        self.calls = 0

    def __call__(self, *args):
        self.calls += 1
        return self.function(*args) * self.calls  # breaks here


@Counted
def activate(F, x):
    return F.relu(x)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return activate(F, x)


# %% deco-class-plain: a class as a decorator that calls the helper twice
# inputs: [(2, 3)]
# works
class Twice:
    def __init__(self, function):
        self.function = function
        self.times = 2

    def __call__(self, F, x):
        for _ in range(self.times):
            x = self.function(F, x)
        return x


@Twice
def activate(F, x):
    return F.relu(x) + 1


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return activate(F, x)


# %% contextmanager-limit: a context manager that checks a limit
# inputs: [(2, 3)]
# breaks: trace
@contextlib.contextmanager
def watched(x, limit):
    if x.max() > limit:  # breaks here
        raise OverflowError("too large")
    yield x


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with watched(x, 1e6) as y:
            return F.sigmoid(y)


# %% contextmanager-named: a context manager that yields the tensor back
# inputs: [(2, 3)]
# works
@contextlib.contextmanager
def labelled(label, x):
    try:
        yield x
    finally:
        del label


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with labelled("gate", x) as y:
            return F.sigmoid(y)


# %% table-lambda-numpy: a dictionary of lambdas, the chosen one goes through numpy
# inputs: [(2, 3)]
# breaks: trace
ACTIVATIONS = {
    "relu": lambda F, x: F.relu(x),
    "gelu": lambda F, x: x * 0.5 * (1 + F.erf(x / math.sqrt(2))),
    "softsign": lambda F, x: x / (1 + nd.array(np.abs(x.asnumpy()))),  # breaks here
}


class Net(HybridBlock):
    def __init__(self, activation="softsign", **kwargs):
        super().__init__(**kwargs)
        self.activation = ACTIVATIONS[activation]

    def hybrid_forward(self, F, x):
        return self.activation(F, x)


# %% table-lambda-other: a dictionary of lambdas, the chosen one is an operator
# inputs: [(2, 3)]
# works
ACTIVATIONS = {
    "relu": lambda F, x: F.relu(x),
    "gelu": lambda F, x: x * 0.5 * (1 + F.erf(x / math.sqrt(2))),
    "softsign": lambda F, x: x / (1 + F.abs(x)),
}


class Net(HybridBlock):
    def __init__(self, activation="gelu", **kwargs):
        super().__init__(**kwargs)
        self.activation = ACTIVATIONS[activation]

    def hybrid_forward(self, F, x):
        return self.activation(F, x)


# %% partial-nd: functools.partial of an mx.nd operator
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, axis=-1, **kwargs):
        super().__init__(**kwargs)
        self.normalise = functools.partial(nd.softmax, axis=axis)

    def hybrid_forward(self, F, x):
        return self.normalise(x * 2)  # breaks here


# %% partial-f: functools.partial of an F operator
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, axis=-1, **kwargs):
        super().__init__(**kwargs)
        self.options = {"axis": axis}

    def hybrid_forward(self, F, x):
        normalise = functools.partial(F.softmax, **self.options)
        return normalise(x * 2)


# %% kwargs-dtype: keyword arguments that name the tensor's dtype
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def like(self, x, **overrides):
        options = {"dtype": x.dtype, **overrides}  # breaks here
        return options

    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.ones((1, 3), **self.like(x)))


# %% kwargs-given: keyword arguments that pass through two functions
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def like(self, **overrides):
        options = {"dtype": "float32", **overrides}
        return options

    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.ones(shape=(1, 3), **self.like(dtype="float32")))


# %% closure-counter: a closure with nonlocal counts the calls across forwards
# inputs: [(2, 3)]
# breaks: values
def make_schedule(start):
    step = 0

    def schedule():
        nonlocal step
        step += 1
        return start * 0.5 ** step

    return schedule


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.schedule = make_schedule(1.0)

    def hybrid_forward(self, F, x):
        return x * self.schedule()  # breaks here


# %% closure-local-counter: a closure with nonlocal that is made anew in each forward
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        depth = 0

        def block(y):
            nonlocal depth
            depth += 1
            return F.tanh(y) * depth

        return block(block(block(x)))


# %% lambda-late: lambdas in a list applied in turn, one of them indexes
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        pipeline = [
            lambda v: F.relu(v),
            lambda v: v[0],  # breaks here
            lambda v: v * 2,
        ]
        for stage in pipeline:
            x = stage(x)
        return x


# %% lambda-list-output: lambdas in a list applied in turn, one of them takes an output
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        pipeline = [
            lambda v: F.split(v, num_outputs=2, axis=1),
            lambda v: v[0],
            lambda v: v * 2,
        ]
        for stage in pipeline:
            x = stage(x)
        return x


# %% recursion-halves: recursion that halves the tensor by its length
# inputs: [(4, 3)]
# breaks: values
# needs: callers
class Net(HybridBlock):
    def tree_sum(self, F, x):
        if len(x) == 1:  # breaks here
            return x
        half = len(x) // 2
        return self.tree_sum(F, x[:half]) + self.tree_sum(F, x[half:])

    def hybrid_forward(self, F, x):
        return self.tree_sum(F, x)


# %% recursion-list: recursion that halves a list of tensors
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def tree_sum(self, F, values):
        if len(values) == 1:
            return values[0]
        half = len(values) // 2
        return self.tree_sum(F, values[:half]) + self.tree_sum(F, values[half:])

    def hybrid_forward(self, F, x):
        return self.tree_sum(F, [x * k for k in range(1, 6)])


# %% chained-comparison-tensor: a chained comparison as a mask
# inputs: [(1,)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        inside = -1 < x < 1  # breaks here
        return x * inside


# %% chained-comparison-mask: two comparisons multiplied as a mask
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    low, high = -1, 1

    def hybrid_forward(self, F, x):
        if self.low < 0 < self.high:
            return x * (x > self.low) * (x < self.high)
        return x


# %% del-item: del of a dictionary's item, then an array from numpy
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        cache = {"x": x, "y": F.tanh(x)}
        del cache["x"]
        return F.broadcast_mul(cache["y"], F.array(np.arange(3)))  # breaks here


# %% format-tensor: an f-string with the tensor chooses a branch
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        text = f"{x}"
        return x * 2 if "NDArray" in text else x * 3  # breaks here


# %% format-name: an f-string names a child
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, layers=2, **kwargs):
        super().__init__(**kwargs)
        self.layers = layers
        for index in range(layers):
            setattr(self, f"dense{index}", nn.Dense(3))

    def hybrid_forward(self, F, x):
        for index in range(self.layers):
            x = getattr(self, f"dense{index}")(x)
        return x


# %% format-percent: a message with the tensor's mean
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.softmax(x)
        message = "mean %.3f" % y.mean().asscalar()  # breaks here
        assert message
        return y


# %% global-history: a module list that grows with each forward
# inputs: [(2, 3)]
# breaks: values
HISTORY = []


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        HISTORY.append(1)
        if len(HISTORY) % 2:  # breaks here
            return x * 2
        return x * 3


# %% global-constants: module constants
# inputs: [(2, 3)]
# works
EPSILON = 1e-5
AXES = [1]


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_div(x, F.sqrt(F.sum(x * x, axis=AXES[0], keepdims=True) + EPSILON))


# %% default-mutable: a mutable default argument that keeps the tensors of earlier calls
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def blend(self, x, history=[]):
        history.append(x)  # breaks here
        return x / len(history)

    def hybrid_forward(self, F, x):
        return self.blend(F.relu(x))


# %% default-computed: a default argument that is computed once
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def blend(self, x, weights=(0.5, 0.25)):
        return sum(x * w for w in weights) / len(weights)

    def hybrid_forward(self, F, x):
        return self.blend(F.relu(x))


# %% inputs-list-count: a list of inputs, each divided by its own batch size
# inputs: [[(2, 3), (2, 3)]]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        means = [F.sum(v, axis=0) / v.shape[0] for v in xs]  # breaks here
        return F.add_n(*means)


# %% inputs-list-mean: a list of inputs, divided by their number
# inputs: [[(2, 3), (2, 3)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        return F.add_n(*[F.tanh(v) for v in xs]) / len(xs)


# %% random-choice: Python's random chooses a branch
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        scale = random.choice([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0])
        return x * scale  # breaks here


# %% random-init: Python's random in the constructor
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        rng = random.Random(0)
        self.scale = rng.choice([1.0, 2.0, 3.0])

    def hybrid_forward(self, F, x):
        return x * self.scale


# %% time-seed: the clock seeds a number
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        phase = time.time_ns() % 9973
        return x + phase  # breaks here


# %% time-logged: the clock is read for a log that nobody returns
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        start = time.perf_counter()
        y = F.relu(x)
        assert time.perf_counter() >= start
        return y


# %% table-named-functions: a module's table of functions that nothing else names
# inputs: [(2, 3)]
# breaks: trace
def softplus(F, x):
    return F.log(1 + F.exp(x))


def tanhshrink(F, x):
    return x - nd.array(np.tanh(x.asnumpy()))  # breaks here


ACTIVATIONS = {"softplus": softplus}
ACTIVATIONS["tanhshrink"] = tanhshrink


class Net(HybridBlock):
    def __init__(self, activation="tanhshrink", **kwargs):
        super().__init__(**kwargs)
        self.activation = activation

    def hybrid_forward(self, F, x):
        return ACTIVATIONS[self.activation](F, x)


# %% table-unused-function: a function that computes with NumPy stands in a table of the data pipeline
# inputs: [(2, 3)]
# works
def softplus(F, x):
    return F.log(1 + F.exp(x))


def whitened(batch):
    return batch.asnumpy() - batch.asnumpy().mean()


ACTIVATIONS = {"softplus": softplus}
PREPARE = {"whiten": whitened}


class Net(HybridBlock):
    def __init__(self, activation="softplus", **kwargs):
        super().__init__(**kwargs)
        self.activation = activation

    def hybrid_forward(self, F, x):
        return ACTIVATIONS[self.activation](F, x)


# %% shuffled-init: the constructor shuffles the order of the scales
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        scales = [1.0, 2.0, 3.0]
        random.shuffle(scales)
        self.scales = scales

    def hybrid_forward(self, F, x):
        return F.add_n(*[F.sin(x * scale) / scale for scale in self.scales])


# %% default-not-taken: a default that asks for the shape, and a caller that computes the number
# inputs: [(2, 4)]
# works
def scaled(F, x, scale=None):
    if scale is None:
        scale = x.shape[-1] ** -0.5
    return F.softmax(x * scale)


class Net(HybridBlock):
    def __init__(self, units=4, **kwargs):
        super().__init__(**kwargs)
        self._scale = 1 / math.sqrt(units)

    def hybrid_forward(self, F, x):
        return scaled(F, x, self._scale)


# %% default-taken: a default that asks for the shape, and a constructor that leaves it at that
# inputs: [(2, 4)]
# breaks: trace
def scaled(F, x, scale=None):
    if scale is None:
        scale = x.shape[-1] ** -0.5  # breaks here
    return F.softmax(x * scale)


class Net(HybridBlock):
    def __init__(self, scale=None, **kwargs):
        super().__init__(**kwargs)
        self._scale = scale

    def hybrid_forward(self, F, x):
        return scaled(F, x, self._scale)


# %% cached-property-shape: a cached property of a helper reads the tensor's shape
# inputs: [(2, 6)]
# breaks: trace
class Sample:
    def __init__(self, data):
        self.data = data

    @functools.cached_property
    def width(self):
        return self.data.shape[1]  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        sample = Sample(F.relu(x))
        return sample.data / sample.width


# %% cached-property-number: a cached property of a helper counts its tensors
# inputs: [(2, 6)]
# works
class Sample:
    def __init__(self, *data):
        self.data = data

    @functools.cached_property
    def width(self):
        return len(self.data)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        sample = Sample(F.relu(x), x)
        return sample.data[0] / sample.width


# %% late-binding: lambdas made in a loop, one of which asks for the batch
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        stages = []
        for power in (1, 2):
            stages.append(lambda v, p=power: v ** p / len(v.shape))  # breaks here
        return sum(stage(x) for stage in stages)


# %% late-binding-plain: lambdas made in a loop
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        stages = []
        for power in (1, 2):
            stages.append(lambda v, p=power: v ** p / p)
        return sum(stage(x) for stage in stages)


# %% exit-stack: a stack of context managers, the body writes into the tensor
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with contextlib.ExitStack() as stack:
            stack.callback(lambda: None)
            y = F.relu(x)
            y[:, 0] = 0  # breaks here
        return y


# %% exit-stack-plain: a stack of context managers around operators
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with contextlib.ExitStack() as stack:
            stack.callback(lambda: None)
            y = F.relu(x)
        return y + 1


# %% single-dispatch: singledispatch chooses a function by the type of the tensor
# inputs: [(2, 3)]
# breaks: values
@functools.singledispatch
def scaled(value):
    return value * 2


@scaled.register(nd.NDArray)
def _(value):
    return value * 3


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return scaled(x)  # breaks here


# %% nested-class-config: a nested class holds the configuration
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    class Config:
        shape = (0, -1)
        size = 3

    def hybrid_forward(self, F, x):
        return x.reshape(self.Config.shape) / self.Config.size


# %% suppress-number: contextlib.suppress leaves the default
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        rows = 1
        with contextlib.suppress(AttributeError):
            rows = x.shape[0]
        return F.sum(x, axis=0) / rows  # breaks here


# %% vars-of-self: the attributes of self by vars()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.gain = 2.5

    def hybrid_forward(self, F, x):
        return x * vars(self)["gain"] * self.__dict__["gain"]


# %% suppress-returned: contextlib.suppress around a return
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with contextlib.suppress(AttributeError, TypeError):
            return x * x.shape[0]  # breaks here
        return x * 5


# %% suppress-another: contextlib.suppress of something else
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with contextlib.suppress(KeyError):
            x = x * {"scale": 2}["scale"]
        return x * 1


# %% text-side-by-side: the name of an attribute in two texts that stand side by side
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * getattr(x, "sh" f"{'ape'}")[0]  # breaks here


# %% text-side-by-side-operator: the name of an operator, the same way
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return getattr(F, "re" "lu")(x)
