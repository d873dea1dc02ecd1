"""What the Python language puts between an input of hybrid_forward and the operation that breaks."""
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

# %% property-batch: a property gives what the last input was
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    _seen = None

    @property
    def batch(self):
        return self._seen.shape[0]  # breaks here

    def hybrid_forward(self, F, x):
        self._seen = x
        return x * self.batch

# %% property-weight: a property gives a number from the constructor
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, units=4, **kwargs):
        super().__init__(**kwargs)
        self._units = units

    @property
    def scale(self):
        return 1.0 / math.sqrt(self._units)

    def hybrid_forward(self, F, x):
        return x * self.scale

# %% static-mean-rows: a staticmethod asks the tensor for its size
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    @staticmethod
    def average(F, x):
        return F.sum(x) / x.size  # breaks here

    def hybrid_forward(self, F, x):
        return x - self.average(F, x)

# %% static-mean: a staticmethod centres the tensor
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    @staticmethod
    def average(F, x):
        return F.mean(x, axis=1, keepdims=True)

    def hybrid_forward(self, F, x):
        return F.broadcast_sub(x, self.average(F, x))

# %% classmethod-rank: a classmethod compares the rank with its layout
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    layout = "NC"

    @classmethod
    def flat(cls, x):
        return x.ndim == len(cls.layout)  # breaks here

    def hybrid_forward(self, F, x):
        return x * 2 if self.flat(x) else x

# %% classmethod-layout: a classmethod looks at the class alone
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    layout = "NC"

    @classmethod
    def axis(cls):
        return cls.layout.index("C")

    def hybrid_forward(self, F, x):
        return F.softmax(x, axis=self.axis())

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

# %% gen-send: a generator that is sent tensors and asked for their mean
# inputs: [(2, 3)]
# breaks: trace
def accumulator(start):
    total = start
    while True:
        value = yield total
        total = total + value.asnumpy().sum()  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        sums = accumulator(0.0)
        next(sums)
        return x * float(sums.send(x))

# %% gen-send-tensor: a generator that is sent tensors and adds them
# inputs: [(2, 3)]
# works
def accumulator(start):
    total = start
    while True:
        value = yield total
        total = total + value


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        sums = accumulator(x * 0)
        next(sums)
        for power in (1, 2, 3):
            y = sums.send(x ** power)
        return y

# %% gen-yield-from-rows: yield from a tensor
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def rows(self, x):
        yield from x  # breaks here

    def hybrid_forward(self, F, x):
        return F.add_n(*[F.tanh(r) for r in self.rows(x)])

# %% gen-yield-from-list: yield from a list of tensors
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def powers(self, x):
        yield x
        yield from [x * x, x * x * x]

    def hybrid_forward(self, F, x):
        return F.add_n(*[F.tanh(p) for p in self.powers(x)])

# %% genexp-passed-rows: a generator expression over the tensor's rows, passed on
# inputs: [(4, 3)]
# breaks: values
def strongest(F, rows):
    return functools.reduce(F.maximum, rows)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return strongest(F, (F.abs(row) for row in x))  # breaks here

# %% genexp-passed-heads: a generator expression over scales, passed on
# inputs: [(4, 3)]
# works
def strongest(F, heads):
    return functools.reduce(F.maximum, heads)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return strongest(F, (F.sin(x * k) for k in (1, 2, 3)))

# %% helper-getitem-row: a helper class whose __getitem__ passes the index to the tensor
# inputs: [(4, 3)]
# breaks: trace
class View:
    def __init__(self, data):
        self.data = data

    def __getitem__(self, key):
        return self.data[key]  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        view = View(F.relu(x))
        return view[1:3] + view[0:2]

# %% helper-getitem-axis: a helper class whose __getitem__ slices with slice_axis
# inputs: [(4, 3)]
# works
class View:
    def __init__(self, data):
        self.data = data

    def __getitem__(self, key):
        return self.data.slice_axis(axis=0, begin=key.start, end=key.stop)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        view = View(F.relu(x))
        return view[1:3] + view[0:2]

# %% helper-iter-tensor: a helper class iterates over its tensor
# inputs: [(4, 3)]
# breaks: values
class Sequence:
    def __init__(self, steps):
        self.steps = steps

    def __iter__(self):
        return iter(self.steps)  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        state = None
        for step in Sequence(x):
            state = F.tanh(step) if state is None else F.tanh(step + state)
        return state

# %% helper-iter-list: a helper class iterates over a list of tensors
# inputs: [(4, 3)]
# works
class Sequence:
    def __init__(self, *steps):
        self.steps = steps

    def __iter__(self):
        return iter(self.steps)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        state = None
        for step in Sequence(x, x * 2, x * 3):
            state = F.tanh(step) if state is None else F.tanh(step + state)
        return state

# %% helper-len-bool: the truth of a helper whose __len__ is the tensor's
# inputs: [(4, 3)]
# breaks: values
class Batch:
    def __init__(self, data):
        self.data = data

    def __len__(self):
        return len(self.data)  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sum(x) / len(Batch(x))

# %% helper-len-list: a helper whose __len__ counts tensors
# inputs: [(4, 3)]
# works
class Bag:
    def __init__(self, *data):
        self.data = list(data)

    def __len__(self):
        return len(self.data)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        bag = Bag(x, x + 1)
        return F.add_n(*bag.data) / len(bag)

# %% helper-enter-shape: __enter__ reads the shape, __exit__ restores it
# inputs: [(2, 3, 4)]
# breaks: trace
class Flattened:
    def __init__(self, x):
        self.x = x

    def __enter__(self):
        self.shape = self.x.shape  # breaks here
        self.x = self.x.reshape((-1, self.shape[-1]))
        return self

    def __exit__(self, *error):
        self.x = self.x.reshape(self.shape)
        return False


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with Flattened(x) as flat:
            flat.x = F.softmax(flat.x)
        return flat.x

# %% helper-enter-reshape-like: __enter__ keeps the tensor, __exit__ reshapes like it
# inputs: [(2, 3, 4)]
# works
class Flattened:
    def __init__(self, F, x):
        self.F = F
        self.x = x

    def __enter__(self):
        self.original = self.x
        self.x = self.x.reshape((-3, 0))
        return self

    def __exit__(self, *error):
        self.x = self.F.reshape_like(self.x, self.original)
        return False


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with Flattened(F, x) as flat:
            flat.x = F.softmax(flat.x)
        return flat.x

# %% helper-contains: a helper's __contains__ compares tensors
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Seen:
    def __init__(self, *values):
        self.values = values

    def __contains__(self, value):
        return any(abs(v - value).sum() == 0 for v in self.values)  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        seen = Seen(x * 2)
        return x + y if y in seen else x - y

# %% helper-contains-identity: a helper's __contains__ compares identities
# inputs: [(2, 3), (2, 3)]
# works
class Seen:
    def __init__(self, *values):
        self.values = values

    def __contains__(self, value):
        return any(v is value for v in self.values)


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        seen = Seen(x)
        return x + y if y in seen else x - y

# %% helper-add-bias: operator methods of a helper that add a broadcast bias
# inputs: [(2, 3)]
# breaks: execution
class Biased:
    def __init__(self, bias):
        self.bias = bias

    def __radd__(self, x):
        return x + self.bias  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        bias = Biased(F.mean(x, axis=1, keepdims=True))
        return bias.__radd__(x)

# %% helper-add-broadcast: operator methods of a helper that broadcast
# inputs: [(2, 3)]
# works
class Wrapped:
    def __init__(self, F, data):
        self.F = F
        self.data = data

    def __add__(self, other):
        return Wrapped(self.F, self.F.broadcast_add(self.data, other.data))


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean = Wrapped(F, F.mean(x, axis=1, keepdims=True))
        return (Wrapped(F, x) + mean).data

# %% dataclass-lengths: a dataclass derives a number from its tensor after construction
# inputs: [(2, 5, 3)]
# breaks: trace
@dataclasses.dataclass
class Sample:
    data: object
    steps: int = 0

    def __post_init__(self):
        if not self.steps:
            self.steps = self.data.shape[1]  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        sample = Sample(F.relu(x))
        return F.sum(sample.data, axis=1) / sample.steps

# %% dataclass-given: a dataclass is given the number
# inputs: [(2, 5, 3)]
# works
@dataclasses.dataclass
class Sample:
    data: object
    steps: int = 0

    def __post_init__(self):
        if not self.steps:
            self.steps = self.data.shape[1]


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        sample = Sample(F.relu(x), steps=5)
        return F.sum(sample.data, axis=1) / sample.steps

# %% dataclass-replace: dataclasses.replace with a row of the tensor
# inputs: [(2, 3)]
# breaks: trace
@dataclasses.dataclass(frozen=True)
class State:
    hidden: object
    scale: float = 1.0

    def last(self):
        return dataclasses.replace(self, hidden=self.hidden[-1:])  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        state = State(x * 2).last()
        return state.hidden * state.scale

# %% dataclass-eq: comparing dataclasses that hold tensors
# inputs: [(1,), (1,)]
# breaks: trace
@dataclasses.dataclass
class Pair:
    left: object
    right: object


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        if Pair(x, y) == Pair(x, y * 1):  # breaks here
            return x * 2
        return x

# %% namedtuple-unpack-tensor: a namedtuple's field is unpacked into rows
# inputs: [(2, 3)]
# breaks: trace
Output = collections.namedtuple("Output", ["logits", "hidden"])


class Net(HybridBlock):
    def encode(self, F, x):
        return Output(logits=F.log_softmax(x), hidden=F.tanh(x))

    def hybrid_forward(self, F, x):
        out = self.encode(F, x)
        first, second = out.logits  # breaks here
        return first + second + out.hidden

# %% namedtuple-unpack-fields: a namedtuple is unpacked into its fields
# inputs: [(2, 3)]
# works
Output = collections.namedtuple("Output", ["logits", "hidden"])


class Net(HybridBlock):
    def encode(self, F, x):
        return Output(logits=F.log_softmax(x), hidden=F.tanh(x))

    def hybrid_forward(self, F, x):
        logits, hidden = self.encode(F, x)
        return logits + hidden

# %% namedtuple-typed-index: a typing.NamedTuple, indexed twice
# inputs: [(2, 3)]
# breaks: values
class Heads(NamedTuple):
    query: object
    key: object
    scale: float = 0.5

    def top(self):
        return self[0][0]  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        heads = Heads(F.exp(x), x)
        return heads.top() * heads.scale

# %% namedtuple-typed-fields: a typing.NamedTuple, indexed once
# inputs: [(2, 3)]
# works
class Heads(NamedTuple):
    query: object
    key: object
    scale: float = 0.5

    def product(self):
        return self[0] * self[1] * self[-1]


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        heads = Heads(F.exp(x), x)._replace(scale=2.0)
        return heads.product()

# %% enum-reduction: an enum chooses the reduction, one member divides by the batch size
# inputs: [(2, 3)]
# breaks: trace
class Reduction(enum.Enum):
    SUM = "sum"
    MEAN = "mean"


class Net(HybridBlock):
    def __init__(self, reduction="mean", **kwargs):
        super().__init__(**kwargs)
        self.reduction = Reduction(reduction)

    def hybrid_forward(self, F, x):
        loss = F.square(x)
        if self.reduction is Reduction.MEAN:
            return F.sum(loss) / loss.shape[0]  # breaks here
        return F.sum(loss)

# %% enum-activation: an enum chooses the operator
# inputs: [(2, 3)]
# works
class Activation(enum.Enum):
    RELU = "relu"
    TANH = "tanh"


class Net(HybridBlock):
    def __init__(self, activation=Activation.TANH, **kwargs):
        super().__init__(**kwargs)
        self.activation = activation

    def hybrid_forward(self, F, x):
        return getattr(F, self.activation.value)(x)

# %% namespace-tensor: a SimpleNamespace holds a tensor whose context is asked for
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        state = types.SimpleNamespace(x=x, eps=1e-5)
        noise = F.zeros((3,), ctx=state.x.context)  # breaks here
        return F.broadcast_add(state.x, noise) + state.eps

# %% namespace-numbers: a SimpleNamespace holds numbers under a tensor's attribute names
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.spec = types.SimpleNamespace(shape=(-1, 3), dtype="float32", size=6)

    def hybrid_forward(self, F, x):
        return x.reshape(self.spec.shape).astype(self.spec.dtype) / self.spec.size

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

# %% reduce-tensor: functools.reduce over the tensor
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return functools.reduce(operator.mul, x * 2)  # breaks here

# %% reduce-list: functools.reduce over a list of tensors
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return functools.reduce(operator.mul, [x, x + 1, x + 2], x * 2)

# %% operator-itemgetter-tensor: itemgetter of a tensor
# inputs: [(4, 3)]
# breaks: values
first = operator.itemgetter(0)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return first(F.sigmoid(x))  # breaks here

# %% operator-itemgetter-split: itemgetter of the parts of a split
# inputs: [(4, 4)]
# works
first = operator.itemgetter(0)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return first(F.split(F.sigmoid(x), num_outputs=2, axis=1))

# %% operator-attrgetter: attrgetter of the shape
# inputs: [(4, 3)]
# breaks: trace
shape_of = operator.attrgetter("shape")


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        rows, columns = shape_of(x)  # breaks here
        return x * rows / columns

# %% operator-methodcaller: methodcaller of tensor methods that a Symbol has
# inputs: [(4, 3)]
# works
flat = operator.methodcaller("reshape", shape=(-1,))


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return operator.neg(flat(x))

# %% operator-iadd: operator.iadd on a Symbol
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.relu(x)
        return operator.iadd(y, x)  # breaks here

# %% operator-table: a table of operator functions
# inputs: [(4, 3), (4, 3)]
# works
MERGE = {"add": operator.add, "sub": operator.sub, "mul": operator.mul}


class Net(HybridBlock):
    def __init__(self, merge="sub", **kwargs):
        super().__init__(**kwargs)
        self.merge = merge

    def hybrid_forward(self, F, x, y):
        return MERGE[self.merge](F.relu(x), y)

# %% itertools-chain-tensor: itertools.chain of a tensor and a list
# inputs: [(3, 4), (4,)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.add_n(*itertools.chain(x, [y]))  # breaks here

# %% itertools-chain-lists: itertools.chain of lists of tensors
# inputs: [(3, 4), (3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.add_n(*itertools.chain([x, x * 2], (y,)))

# %% itertools-accumulate-tensor: a running sum over the rows
# inputs: [(3, 4)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.stack(*itertools.accumulate(x), axis=0)  # breaks here

# %% itertools-accumulate-split: a running sum over the parts of a split
# inputs: [(3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=4, axis=1)
        return F.concat(*itertools.accumulate(parts), dim=1)

# %% zip-rows: zip of a tensor and the list of children's scales
# inputs: [(3, 4)]
# breaks: values
# needs: callers
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scales = [1.0, 2.0, 3.0]

    def hybrid_forward(self, F, x):
        return F.add_n(*[row * scale for scale, row in zip(self.scales, x)])  # breaks here

# %% zip-parts: zip of the parts of a split and scales
# inputs: [(3, 6)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scales = [1.0, 2.0, 3.0]

    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.add_n(*[part * scale for scale, part in zip(self.scales, parts)])

# %% enumerate-steps: enumerate over the time steps of a transposed input
# inputs: [(2, 5, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.decay = 0.9

    def hybrid_forward(self, F, x):
        steps = F.transpose(x, axes=(1, 0, 2))
        total = 0
        for index, step in enumerate(steps, 1):  # breaks here
            total = total + step * self.decay ** index
        return total

# %% enumerate-children: enumerate over the children
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()
        for _ in range(3):
            self.body.add(nn.Dense(3))

    def hybrid_forward(self, F, x):
        for index, layer in enumerate(self.body):
            y = layer(x)
            x = x + y if index % 2 else y
        return x

# %% sorted-scalars: sorted by the tensors' norms
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        small, large = sorted([x, y], key=lambda v: v.norm().asscalar())  # breaks here
        return small / (1 + F.abs(large))

# %% sorted-names: sorted by the names of tensors
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        named = {"right": y, "left": x}
        left, right = (value for _, value in sorted(named.items(), key=lambda item: item[0]))
        return left / (1 + F.abs(right))

# %% any-negative: any over comparisons of tensors
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if any((limit < x.sum()) for limit in (1e8, 1e9)):  # breaks here
            return F.zeros_like(x)
        return x + 1

# %% all-given: all over comparisons with None
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y=None, z=None):
        if all(v is not None for v in (x, y, z)):
            return x + y + z
        return F.add_n(*[v for v in (x, y, z) if v is not None])

# %% max-of-tensors: the builtin max of two one-element tensors
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        peak = max(F.max(x), F.max(-x))  # breaks here
        return F.broadcast_div(x, peak)

# %% max-of-numbers: the builtin max of numbers from the constructor
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, low=-2, high=3, **kwargs):
        super().__init__(**kwargs)
        self.low, self.high = low, high

    def hybrid_forward(self, F, x):
        peak = max(abs(self.low), abs(self.high))
        return F.clip(x, self.low, self.high) / peak

# %% sum-rows: the builtin sum over a tensor
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum(F.exp(x))  # breaks here

# %% sum-parts: the builtin sum over generator of weighted tensors
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum(w * F.exp(x * w) for w in (0.1, 0.2))

# %% map-unbound: map of an unbound NDArray method
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        a, b = map(mx.nd.NDArray.square, (x, y))  # breaks here
        return a - b

# %% map-bound: map of F's function
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        a, b = map(F.square, (x, y))
        return a - b

# %% filter-nonzero: filter without a function drops false values
# inputs: [(1,), (1,)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        present = list(filter(None, [x, y]))  # breaks here
        return F.add_n(*present) if present else x * 0

# %% filter-none: filter with an identity test
# inputs: [(1,), (1,)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y, z=None):
        present = list(filter(lambda v: v is not None, [x, y, z]))
        return F.add_n(*present) if present else x * 0

# %% reversed-tensor: reversed time steps of a tensor
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        backwards = list(reversed(x))  # breaks here
        return F.stack(*backwards, axis=0)

# %% reversed-list: reversed list of tensors
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        backwards = list(reversed([x, x + 1]))
        return F.stack(*backwards, axis=0)

# %% star-args-tensor: a tensor starred into an operator
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.concat(*x, dim=0)  # breaks here

# %% star-args-list: a list of tensors and keywords starred into an operator
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.options = dict(dim=1)

    def hybrid_forward(self, F, x):
        return F.concat(*[x, x * 2], **self.options)

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

# %% while-else-norm: a while loop that runs until the tensor is small enough
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        tries = 0
        while F.max(F.abs(x)) > 1:  # breaks here
            x = x * 0.5
            tries += 1
            if tries > 20:
                break
        else:
            x = x + 1
        return x

# %% while-else-count: a while loop with else that counts
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        tries = 0
        while tries < 3:
            x = x * 0.5
            tries += 1
            if tries > 20:
                break
        else:
            x = x + 1
        return x

# %% for-else-found: for/else over candidates, compared with the tensor
# inputs: [('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for bound in (1, 10, 100):
            if F.max(x) <= bound:  # breaks here
                break
        else:
            bound = 1000
        return x / bound

# %% for-else-config: for/else over candidates of the configuration
# inputs: [('pos', (2, 3))]
# works
class Net(HybridBlock):
    def __init__(self, bits=8, **kwargs):
        super().__init__(**kwargs)
        self.bits = bits

    def hybrid_forward(self, F, x):
        for bound in (1, 10, 100):
            if self.bits <= bound:
                break
        else:
            bound = 1000
        return x / bound

# %% try-attribute: try the shape, except says one row
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def rows(self, x):
        try:
            return x.shape[0]
        except AttributeError:
            return 1

    def hybrid_forward(self, F, x):
        return F.sum(x, axis=0) / self.rows(x)  # breaks here

# %% try-both-ways: try the NDArray's way, except does the same maths
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            rows = x.shape[0]
        except AttributeError:
            return F.mean(x, axis=0)
        return F.sum(x, axis=0) / rows

# %% try-finally-state: finally restores a setting, the state stays in between
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0

    def hybrid_forward(self, F, x):
        try:
            return x * (self.calls + 1)  # breaks here
        finally:
            self.calls += 1

# %% try-finally-restored: finally restores what was set before
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.depth = 0

    def hybrid_forward(self, F, x):
        self.depth += 1
        try:
            return x * self.depth
        finally:
            self.depth -= 1

# %% walrus-max: a walrus holds a scalar read from the tensor
# inputs: [('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if (peak := x.max().asscalar()) > 0:  # breaks here
            return x / peak
        return x

# %% walrus-option: a walrus holds an option
# inputs: [('pos', (2, 3))]
# works
class Net(HybridBlock):
    options = {"scale": 2.0}

    def hybrid_forward(self, F, x):
        if (scale := self.options.get("scale")) is not None:
            return x / scale
        return x

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

# %% conditional-or-tensor: `or` chooses the default bias
# inputs: [(1,), (1,)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, bias=None):
        bias = bias or F.zeros_like(x)  # breaks here
        return x + bias

# %% conditional-none: a conditional expression chooses the default bias
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, bias=None):
        bias = F.zeros_like(x) if bias is None else bias
        return x + bias

# %% assert-shape: an assertion on two shapes
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        assert x.shape == y.shape, "x and y differ"  # breaks here
        return F.elemwise_add(x, y)

# %% assert-count: an assertion on a number of inputs
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, *others):
        assert len(others) == 1, "one other, got %d" % len(others)
        return F.elemwise_add(x, others[0])

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

# %% super-hook: the base class calls a hook that the subclass overrides badly
# inputs: [(2, 3)]
# breaks: trace
class Base(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.dense = nn.Dense(3)

    def prepare(self, F, x):
        return x

    def hybrid_forward(self, F, x):
        return self.dense(self.prepare(F, x))


class Net(Base):
    def prepare(self, F, x):
        x = super().prepare(F, x)
        return (x - float(x.mean().asnumpy())) * 2  # breaks here

# %% super-hook-good: the base class calls a hook that the subclass overrides well
# inputs: [(2, 3)]
# works
class Base(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.dense = nn.Dense(3)

    def prepare(self, F, x):
        return F.broadcast_sub(x, F.mean(x, axis=0, keepdims=True))

    def hybrid_forward(self, F, x):
        return self.dense(self.prepare(F, x))


class Net(Base):
    def prepare(self, F, x):
        return F.broadcast_sub(x, F.mean(x, axis=1, keepdims=True))

# %% mixin-order: of two mixins the first in the order of bases decides
# inputs: [(2, 3)]
# breaks: values
class FirstRow:
    def reduce(self, F, x):
        return x[0]  # breaks here


class MeanRow:
    def reduce(self, F, x):
        return F.mean(x, axis=0)


class Net(FirstRow, MeanRow, HybridBlock):
    def hybrid_forward(self, F, x):
        return self.reduce(F, F.relu(x))

# %% mixin-order-good: of two mixins the first in the order of bases decides, and it is well
# inputs: [(2, 3)]
# works
class FirstRow:
    def reduce(self, F, x):
        return x[0]


class MeanRow:
    def reduce(self, F, x):
        return F.mean(x, axis=0)


class Net(MeanRow, FirstRow, HybridBlock):
    def hybrid_forward(self, F, x):
        return self.reduce(F, F.relu(x))

# %% abstract-base: an abstract block whose implementation unpacks the shape
# inputs: [(2, 3, 4)]
# breaks: trace
class Attention(HybridBlock, metaclass=abc.ABCMeta):
    @abc.abstractmethod
    def score(self, F, query):
        """The score of each position."""

    def hybrid_forward(self, F, query):
        return F.softmax(self.score(F, query), axis=-1)


class Net(Attention):
    def score(self, F, query):
        *_, depth = query.shape  # breaks here
        return query / math.sqrt(depth)

# %% abstract-base-good: an abstract block whose implementation knows its depth
# inputs: [(2, 3, 4)]
# works
class Attention(HybridBlock, metaclass=abc.ABCMeta):
    depth: int

    @abc.abstractmethod
    def score(self, F, query):
        """The score of each position."""

    def hybrid_forward(self, F, query):
        return F.softmax(self.score(F, query), axis=-1)


class Net(Attention):
    depth = 4

    def score(self, F, query):
        return query / math.sqrt(self.depth)

# %% init-subclass-registry: __init_subclass__ registers reductions, one of them indexes
# inputs: [(2, 3)]
# breaks: trace
class Pooling:
    kinds: Dict[str, type] = {}

    def __init_subclass__(cls, kind, **kwargs):
        super().__init_subclass__(**kwargs)
        Pooling.kinds[kind] = cls


class Last(Pooling, kind="last"):
    def __call__(self, F, x):
        return x[-1]  # breaks here


class Mean(Pooling, kind="mean"):
    def __call__(self, F, x):
        return F.mean(x, axis=0)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pool = Pooling.kinds["last"]()

    def hybrid_forward(self, F, x):
        return self.pool(F, x * 2)

# %% slots-helper: a helper with __slots__ keeps a frozen number between forwards
# inputs: [(2, 3)]
# breaks: values
class Momentum:
    __slots__ = ("value",)

    def __init__(self):
        self.value = 1.0

    def step(self):
        self.value *= 0.9
        return self.value


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.momentum = Momentum()

    def hybrid_forward(self, F, x):
        return x * self.momentum.step()  # breaks here

# %% slots-helper-local: a helper with __slots__ made anew in each forward
# inputs: [(2, 3)]
# works
class Momentum:
    __slots__ = ("value",)

    def __init__(self):
        self.value = 1.0

    def step(self):
        self.value *= 0.9
        return self.value


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        momentum = Momentum()
        for _ in range(3):
            x = F.tanh(x) * momentum.step()
        return x

# %% mangled-helper: a name-mangled method reads the tensor's value
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __scale(self, x):
        return x.norm().asscalar()  # breaks here

    def hybrid_forward(self, F, x):
        return x / (1e-6 + self.__scale(x))

# %% mangled-attribute: a name-mangled attribute of the constructor
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.__scale = 0.25

    def hybrid_forward(self, F, x):
        return x * self.__scale

# %% getattr-default-shape: getattr with a default on a tensor
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        shape = getattr(x, "shape", (1, 3))
        return x * shape[0]  # breaks here

# %% getattr-method: getattr of a method that both have
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, how="tanh", **kwargs):
        super().__init__(**kwargs)
        self.how = how

    def hybrid_forward(self, F, x):
        return getattr(x, self.how)()

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

# %% isinstance-values: an isinstance guard whose sides differ
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if isinstance(x, nd.NDArray):  # breaks here
            return F.broadcast_add(x, F.mean(x, axis=0, keepdims=True))
        return F.broadcast_add(x, F.mean(x, axis=1, keepdims=True))

# %% isinstance-same: an isinstance guard whose sides do the same maths
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if isinstance(x, mx.sym.Symbol):
            return F.reshape(x, shape=(-1,))
        return x.reshape((x.size,))

# %% guard-f-nd: `F is mx.nd` takes a shortcut that is the same maths
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            last = x[1:4]
        else:
            last = F.slice_axis(x, axis=0, begin=1, end=4)
        return last * 2

# %% guard-f-sym: `F is mx.sym` takes a way that is the same maths
# inputs: [(2, 5, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.sym:
            steps = F.shape_array(x).slice_axis(axis=0, begin=1, end=2).astype("float32")
            return F.broadcast_div(F.sum(x, axis=1), steps)
        steps = x.shape[1]
        return F.sum(x, axis=1) / steps

# %% guard-f-name: F's name is the guard, the sides do the same maths
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F.__name__.endswith("symbol"):
            y = F.broadcast_mul(x, F.mean(x, axis=1, keepdims=True))
        else:
            y = x * x.mean(axis=1, keepdims=True)
        return y

# %% guard-f-wrong: `F is mx.sym` guards the wrong side
# inputs: [(2, 5, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.sym:
            return F.sum(x, axis=1) / x.shape[1]  # breaks here
        return F.mean(x, axis=1)

# %% guard-f-differs: the two sides of `F is mx.nd` differ in the axis
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        axis = 0 if F is mx.nd else 1
        return F.softmax(x, axis=axis)  # breaks here

# %% guard-hasattr: hasattr guards the reading of a shape, the other side is the same
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if hasattr(x, "shape"):
            batch, rows, columns = x.shape
            return x.reshape((batch, rows * columns))
        return x.reshape((0, -1))

# %% early-return-tensor: an early return for an all-zero mask
# inputs: [(2, 3), ('bin', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, mask):
        if not mask.sum():  # breaks here
            return F.zeros_like(x)
        return x * mask

# %% early-return-none: an early return without a mask
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, mask=None):
        if mask is None:
            return x * 2
        return x * mask

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

# %% unpack-nested-tensor: nested unpacking reaches into a tensor
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        (first, second), other = x, y  # breaks here
        return F.broadcast_add(other, F.expand_dims(first * second, axis=0))

# %% unpack-nested-lists: nested and starred unpacking of lists
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        (first, *rest), other = [x, x * 2, x * 3], y
        return first + F.add_n(*rest) * other

# %% unpack-starred-tensor: starred unpacking of a tensor
# inputs: [(3, 4)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        head, *tail = F.exp(x)  # breaks here
        return head

# %% unpack-starred-split: starred unpacking of a split
# inputs: [(3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        head, *tail = F.split(F.exp(x), num_outputs=4, axis=1)
        return head * F.add_n(*tail)

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

# %% dict-intermediate: a dictionary of intermediate tensors is returned
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        features = {"low": F.relu(x), "high": F.tanh(x)}
        features.update(both=features["low"] + features["high"])
        return features  # breaks here

# %% dict-values: a dictionary's tensors are returned as a list
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        features = {"low": F.relu(x), "high": F.tanh(x)}
        features.update(both=features["low"] + features["high"])
        return [features[key] for key in sorted(features)]

# %% list-in-tensor: membership of a tensor in a list of tensors
# inputs: [(1,), (1,)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        if y in [x, x + 1]:  # breaks here
            return x
        return x + y

# %% list-index-first: the list's own first element is found by identity
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        values = [x, y]
        if x in values:
            return values[values.index(x)] + y
        return x - y

# %% copy-copy: copy.copy of a tensor, changed in place
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = copy.copy(x)
        y[:] = 1  # breaks here
        return x + y

# %% deepcopy-list: copies of a list of tensors
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        values = [x, x * 2]
        other = copy.copy(values)
        other.append(x * 3)
        other[0] = F.exp(x)
        return F.add_n(*values) + F.add_n(*other)

# %% window-slice: a slice in a variable
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        window = slice(0, 2)
        return x[window] * 2  # breaks here

# %% window-slice-list: a slice in a variable, used on a list
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        window = slice(0, 2)
        return F.add_n(*[x, x * 2, x * 3][window])

# %% window-attribute: a slice that the constructor keeps
# inputs: [(5, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, start=1, stop=4, **kwargs):
        super().__init__(**kwargs)
        self.window = slice(start, stop)

    def hybrid_forward(self, F, x):
        return F.relu(x)[self.window]  # breaks here

# %% window-attribute-slice: a slice that the constructor keeps, given to slice_axis
# inputs: [(5, 3)]
# works
class Net(HybridBlock):
    def __init__(self, start=1, stop=4, **kwargs):
        super().__init__(**kwargs)
        self.window = slice(start, stop)

    def hybrid_forward(self, F, x):
        return F.slice_axis(F.relu(x), axis=0, begin=self.window.start, end=self.window.stop)

# %% index-tuple: a tuple index in a variable
# inputs: [(2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        where = (slice(None), 0)
        return x[where] + 1  # breaks here

# %% index-ellipsis: an Ellipsis index
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.exp(x)[...]  # breaks here

# %% index-none: None as an index adds an axis
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        column = x[:, None]  # breaks here
        return F.broadcast_mul(column, F.ones((1, 2, 1)))

# %% index-dict-tuple: a tuple as the key of a dictionary
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        grid = {(i, j): x * (i + 1) + j for i in range(2) for j in range(2)}
        return grid[0, 1] + grid[1, 0] - grid[(1, 1)]

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

# %% block-transformer-cell: a medium-size attention block, the scores' scale comes from the shape
# inputs: [(2, 5, 8)]
# breaks: trace
def split_heads(F, x, heads):
    x = x.reshape((0, 0, heads, -1))
    x = x.transpose((0, 2, 1, 3))
    return x.reshape((-1, 0, 0), reverse=True)


def dot_attention(F, query, key, value, scaled=True):
    if scaled:
        query = query / math.sqrt(query.shape[-1])  # breaks here
    scores = F.batch_dot(query, key, transpose_b=True)
    return F.batch_dot(F.softmax(scores, axis=-1), value)


class Net(HybridBlock):
    def __init__(self, units=8, heads=2, **kwargs):
        super().__init__(**kwargs)
        self.heads = heads
        with self.name_scope():
            self.project = nn.HybridSequential()
            for _ in range(3):
                self.project.add(nn.Dense(units, flatten=False))
            self.out = nn.Dense(units, flatten=False)

    def hybrid_forward(self, F, x):
        parts = [split_heads(F, layer(x), self.heads) for layer in self.project]
        context = dot_attention(F, *parts)
        context = context.reshape((-1, self.heads, 0, 0), reverse=True)
        context = context.transpose((0, 2, 1, 3)).reshape((0, 0, -1))
        return x + self.out(context)

# %% block-transformer-cell-good: a medium-size attention block, the scale comes from the constructor
# inputs: [(2, 5, 8)]
# works
def split_heads(F, x, heads):
    x = x.reshape((0, 0, heads, -1))
    x = x.transpose((0, 2, 1, 3))
    return x.reshape((-1, 0, 0), reverse=True)


def dot_attention(F, query, key, value, scale: Optional[float] = None):
    if scale is None:
        scale = math.sqrt(query.shape[-1])
    scores = F.batch_dot(query / scale, key, transpose_b=True)
    return F.batch_dot(F.softmax(scores, axis=-1), value)


class Net(HybridBlock):
    def __init__(self, units=8, heads=2, **kwargs):
        super().__init__(**kwargs)
        self.heads = heads
        self.scale = math.sqrt(units // heads)
        with self.name_scope():
            self.project = nn.HybridSequential()
            for _ in range(3):
                self.project.add(nn.Dense(units, flatten=False))
            self.out = nn.Dense(units, flatten=False)

    def hybrid_forward(self, F, x):
        parts = [split_heads(F, layer(x), self.heads) for layer in self.project]
        context = dot_attention(F, *parts, scale=self.scale)
        context = context.reshape((-1, self.heads, 0, 0), reverse=True)
        context = context.transpose((0, 2, 1, 3)).reshape((0, 0, -1))
        return x + self.out(context)

# %% block-pyramid: a feature pyramid whose levels are sized like one another
# inputs: [(2, 3, 8, 8)]
# breaks: trace
class Stage(HybridBlock):
    def __init__(self, channels, **kwargs):
        super().__init__(**kwargs)
        self.conv = nn.Conv2D(channels, 3, padding=1, strides=2)
        self.bn = nn.BatchNorm()

    def hybrid_forward(self, F, x):
        return F.relu(self.bn(self.conv(x)))


class Net(HybridBlock):
    def __init__(self, channels: Tuple[int, ...] = (4, 4, 4), **kwargs):
        super().__init__(**kwargs)
        self.stages = nn.HybridSequential()
        for c in channels:
            self.stages.add(Stage(c))

    def _levels(self, x):
        for stage in self.stages:
            x = stage(x)
            yield x

    def hybrid_forward(self, F, x):
        levels = list(self._levels(x))
        merged = levels.pop()
        while levels:
            lower = levels.pop()
            merged = F.contrib.BilinearResize2D(
                merged, height=lower.shape[2], width=lower.shape[3]  # breaks here
            )
            merged = merged + lower
        return merged

# %% block-pyramid-good: a feature pyramid with upsampling by two
# inputs: [(2, 3, 8, 8)]
# works
class Stage(HybridBlock):
    def __init__(self, channels, **kwargs):
        super().__init__(**kwargs)
        self.conv = nn.Conv2D(channels, 3, padding=1, strides=2)
        self.bn = nn.BatchNorm()

    def hybrid_forward(self, F, x):
        return F.relu(self.bn(self.conv(x)))


class Net(HybridBlock):
    def __init__(self, channels: Tuple[int, ...] = (4, 4, 4), **kwargs):
        super().__init__(**kwargs)
        self.stages = nn.HybridSequential()
        for c in channels:
            self.stages.add(Stage(c))

    def _levels(self, x):
        for stage in self.stages:
            x = stage(x)
            yield x

    def hybrid_forward(self, F, x):
        levels = list(self._levels(x))
        merged = levels.pop()
        while levels:
            lower = levels.pop()
            merged = F.UpSampling(merged, scale=2, sample_type="nearest") + lower
        return merged

# %% block-rnn-loop: a recurrent block that counts its steps with range(len(inputs))
# inputs: [(2, 5, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, hidden=4, **kwargs):
        super().__init__(**kwargs)
        self.hidden = hidden
        self.i2h = nn.Dense(hidden, flatten=False)
        self.h2h = nn.Dense(hidden, flatten=False, use_bias=False, in_units=hidden)

    def step(self, F, x, state):
        return F.tanh(x + self.h2h(state))

    def hybrid_forward(self, F, inputs):
        projected = F.swapaxes(self.i2h(inputs), 0, 1)
        state = F.zeros_like(F.mean(projected, axis=0))
        outputs = []
        for index in range(len(projected)):  # breaks here
            now = F.squeeze(F.slice_axis(projected, axis=0, begin=index, end=index + 1), axis=0)
            state = self.step(F, now, state)
            outputs.append(state)
        return outputs[-1]

# %% block-rnn-split: a recurrent block over the parts of a split, with a closure
# inputs: [(2, 5, 3)]
# works
class Net(HybridBlock):
    def __init__(self, hidden=4, length=5, **kwargs):
        super().__init__(**kwargs)
        self.length = length
        self.i2h = nn.Dense(hidden, flatten=False)
        self.h2h = nn.Dense(hidden, flatten=False, use_bias=False, in_units=hidden)

    def hybrid_forward(self, F, inputs):
        projected = self.i2h(inputs)
        state = F.zeros_like(F.mean(projected, axis=1))

        def step(x):
            nonlocal state
            state = F.tanh(x + self.h2h(state))
            return state

        steps = F.split(projected, num_outputs=self.length, axis=1, squeeze_axis=True)
        return F.stack(*[step(x) for x in steps], axis=1)

# %% block-loss: a loss with reductions in a table, one of them weights by the batch
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Reduce:
    def __init__(self, name: str, batch_axis: int = 0):
        self.name = name
        self.batch_axis = batch_axis

    def __call__(self, F, loss):
        return getattr(self, "_" + self.name)(F, loss)

    def _mean(self, F, loss):
        return F.mean(loss, axis=self.batch_axis, exclude=True)

    def _batch(self, F, loss):
        return F.sum(loss) / loss.shape[self.batch_axis]  # breaks here


class Net(HybridBlock):
    def __init__(self, reduction="batch", weight=None, **kwargs):
        super().__init__(**kwargs)
        self.reduce = Reduce(reduction)
        self.weight = weight

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        loss = F.abs(pred - label)
        for weight in (self.weight, sample_weight):
            if weight is not None:
                loss = loss * weight
        return self.reduce(F, loss)

# %% block-loss-good: a loss with reductions in a table, the mean one is chosen
# inputs: [(2, 3), (2, 3)]
# works
class Reduce:
    def __init__(self, name: str, batch_axis: int = 0):
        self.name = name
        self.batch_axis = batch_axis

    def __call__(self, F, loss):
        return getattr(self, "_" + self.name)(F, loss)

    def _mean(self, F, loss):
        return F.mean(loss, axis=self.batch_axis, exclude=True)

    def _batch(self, F, loss):
        return F.mean(F.sum(loss, axis=self.batch_axis, exclude=True))


class Net(HybridBlock):
    def __init__(self, reduction="mean", weight=None, **kwargs):
        super().__init__(**kwargs)
        self.reduce = Reduce(reduction)
        self.weight = weight

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        loss = F.abs(pred - label)
        for weight in (self.weight, sample_weight):
            if weight is not None:
                loss = loss * weight
        return self.reduce(F, loss)

# %% block-boxes: anchor boxes decoded, the corners are written back into the tensor
# inputs: [('pos', (2, 6, 4))]
# breaks: trace
class Net(HybridBlock):
    """Centre to corner, as detection models have it."""

    def __init__(self, stds=(0.1, 0.1, 0.2, 0.2), clip=1.0, **kwargs):
        super().__init__(**kwargs)
        self.stds = stds
        self.clip = clip

    @staticmethod
    def corners(F, boxes):
        x, y, width, height = F.split(boxes, axis=-1, num_outputs=4)
        half = width * 0.5, height * 0.5
        return F.concat(x - half[0], y - half[1], x + half[0], y + half[1], dim=-1)

    def decode(self, F, boxes):
        parts = F.split(boxes, axis=-1, num_outputs=4)
        return F.concat(*[part * std for part, std in zip(parts, self.stds)], dim=-1)

    def hybrid_forward(self, F, boxes):
        boxes = self.corners(F, self.decode(F, boxes))
        if self.clip:
            boxes[:, :, 2:] = F.clip(boxes, 0, self.clip).slice_axis(axis=2, begin=2, end=4)  # breaks here
        return boxes

# %% block-boxes-good: anchor boxes decoded and clipped
# inputs: [('pos', (2, 6, 4))]
# works
class Net(HybridBlock):
    """Centre to corner, as detection models have it."""

    def __init__(self, stds=(0.1, 0.1, 0.2, 0.2), clip=1.0, **kwargs):
        super().__init__(**kwargs)
        self.stds = stds
        self.clip = clip

    @staticmethod
    def corners(F, boxes):
        x, y, width, height = F.split(boxes, axis=-1, num_outputs=4)
        half = width * 0.5, height * 0.5
        return F.concat(x - half[0], y - half[1], x + half[0], y + half[1], dim=-1)

    def decode(self, F, boxes):
        parts = F.split(boxes, axis=-1, num_outputs=4)
        return F.concat(*[part * std for part, std in zip(parts, self.stds)], dim=-1)

    def hybrid_forward(self, F, boxes):
        boxes = self.corners(F, self.decode(F, boxes))
        if self.clip:
            boxes = F.clip(boxes, 0, self.clip)
        return boxes

# %% block-squeeze-excite: squeeze and excitation that multiplies with a broadcast
# inputs: [(2, 4, 5, 5)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, channels=4, reduction=2, **kwargs):
        super().__init__(**kwargs)
        self.squeeze = nn.HybridSequential()
        self.squeeze.add(nn.Conv2D(channels // reduction, 1), nn.Activation("relu"))
        self.squeeze.add(nn.Conv2D(channels, 1), nn.Activation("sigmoid"))

    def excite(self, F, x, *, axes=(2, 3)):
        pooled = F.mean(x, axis=axes, keepdims=True)
        return self.squeeze(pooled)

    def hybrid_forward(self, F, x):
        return x * self.excite(F, x)  # breaks here

# %% block-squeeze-excite-good: squeeze and excitation by broadcast_mul
# inputs: [(2, 4, 5, 5)]
# works
class Net(HybridBlock):
    def __init__(self, channels=4, reduction=2, **kwargs):
        super().__init__(**kwargs)
        self.squeeze = nn.HybridSequential()
        self.squeeze.add(nn.Conv2D(channels // reduction, 1), nn.Activation("relu"))
        self.squeeze.add(nn.Conv2D(channels, 1), nn.Activation("sigmoid"))

    def excite(self, F, x, *, axes=(2, 3)):
        pooled = F.mean(x, axis=axes, keepdims=True)
        return self.squeeze(pooled)

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, self.excite(F, x))

# %% block-registry: activations registered by a decorator, the default is numpy's
# inputs: [(2, 3)]
# breaks: trace
REGISTRY = {}


def register(name):
    def add(function):
        REGISTRY[name] = function
        return function

    return add


@register("swish")
def swish(F, x):
    return x * F.sigmoid(x)


@register("mish")
def mish(F, x):
    return x * nd.array(np.tanh(np.log1p(np.exp(x.asnumpy()))))  # breaks here


class Net(HybridBlock):
    def __init__(self, activation="mish", **kwargs):
        super().__init__(**kwargs)
        self.activation = activation

    def hybrid_forward(self, F, x):
        return REGISTRY[self.activation](F, x)

# %% block-registry-good: activations registered by a decorator, the default is F's
# inputs: [(2, 3)]
# works
REGISTRY = {}


def register(name):
    def add(function):
        REGISTRY[name] = function
        return function

    return add


@register("swish")
def swish(F, x):
    return x * F.sigmoid(x)


@register("mish")
def mish(F, x):
    return x * F.tanh(F.log(1 + F.exp(x)))


class Net(HybridBlock):
    def __init__(self, activation="swish", **kwargs):
        super().__init__(**kwargs)
        self.activation = activation

    def hybrid_forward(self, F, x):
        return REGISTRY[self.activation](F, x)

# %% state-last-seen: the last input is kept and added to the next
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.state = {"previous": None}

    def hybrid_forward(self, F, x):
        previous = self.state.get("previous")
        self.state["previous"] = x
        if previous is None:
            return x * 1
        return x - F.stop_gradient(previous).sum().asscalar()

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

# %% typed-optional-length: type hints say List, the tensor's list is measured
# inputs: [(3, 4)]
# breaks: values
class Net(HybridBlock):
    def pool(self, F, rows: "nd.NDArray") -> "nd.NDArray":
        total: Optional[object] = None
        count: int = 0
        for row in rows:  # breaks here
            total = row if total is None else total + row
            count += 1
        return total / count

    def hybrid_forward(self, F, x):
        return self.pool(F, x)

# %% typed-list: type hints say List, and a list it is
# inputs: [(3, 4)]
# works
class Net(HybridBlock):
    def pool(self, F, rows: List["nd.NDArray"]) -> "nd.NDArray":
        total: Optional[object] = None
        count: int = 0
        for row in rows:
            total = row if total is None else total + row
            count += 1
        return total / count

    def hybrid_forward(self, F, x):
        return self.pool(F, [x, x * x])

# %% inplace-list-element: augmented assignment to an element of a list of tensors
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = [F.relu(x), F.tanh(x)]
        for index, _ in enumerate(parts):
            parts[index] += 1  # breaks here
        return parts[0] * parts[1]

# %% inplace-list-number: augmented assignment to a number in a list
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        scales = [1, 2]
        for index, _ in enumerate(scales):
            scales[index] += 1
        scales += [4]
        return x * scales[0] * scales[-1]

# %% split-negative: the parts of a split in reverse by a slice with a negative step
# inputs: [(2, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=4, axis=1)
        return F.concat(*parts[::-1], dim=1)  # breaks here

# %% split-list-reversed: the parts of a split in a list, reversed
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = list(F.split(x, num_outputs=4, axis=1))
        return F.concat(*parts[::-1], dim=1)

# %% split-plus-list: the parts of a split and one more
# inputs: [(2, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=2, axis=1)
        return F.concat(*(parts + [x]), dim=1)  # breaks here

# %% split-starred-list: the parts of a split starred into a list with one more
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=2, axis=1)
        return F.concat(*[*parts, x], dim=1)

# %% split-isinstance-list: isinstance asks whether a split is a list
# inputs: [(2, 4)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=2, axis=1)
        if isinstance(parts, (list, tuple)):  # breaks here
            return F.concat(parts[1], parts[0], dim=1)
        return F.concat(parts[0], parts[1], dim=1)

# %% memo-dict: a dictionary remembers results by the identity of the tensor
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        memo = {}

        def power(v, n):
            if n == 1:
                return v
            if n not in memo:
                memo[n] = power(v, n - 1) * v
            return memo[n]

        y = power(x, 3)
        return y if y.dtype == np.float32 else y.astype("float32")  # breaks here

# %% memo-lru: lru_cache on a function of numbers
# inputs: [(2, 3)]
# works
@functools.lru_cache(maxsize=None)
def factorial(n):
    return 1 if n < 2 else n * factorial(n - 1)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum(x ** k / factorial(k) for k in range(1, 4))

# %% guard-type-name: the type's name is the guard, the sides do the same maths
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if type(x).__name__ == "Symbol":
            return F.slice_axis(x, axis=0, begin=0, end=2)
        return x[:2]

# %% guard-conditional: a conditional expression on F, the sides do the same maths
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        head = x[0:2] if F is mx.nd else x.slice_axis(axis=0, begin=0, end=2)
        return F.relu(head)

# %% guard-function: a function answers whether F is symbolic, the sides do the same maths
# inputs: [(4, 3)]
# works
def is_symbolic(F):
    return F is mx.sym


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if is_symbolic(F):
            first = F.squeeze(F.slice_axis(x, axis=0, begin=0, end=1), axis=0)
        else:
            first = x[0]
        return first + 1

# %% guard-early: an early return for NDArrays, the rest is the same maths
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is not mx.sym:
            return x[1:3] * x.shape[1]
        return F.slice_axis(x, axis=0, begin=1, end=3) * 3

# %% guard-not-isinstance: a negated isinstance guard, the sides do the same maths
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not isinstance(x, (nd.NDArray, np.ndarray)):
            return F.L2Normalization(x)
        return x / F.sqrt((x * x).sum(axis=1, keepdims=True) + 1e-10)

# %% guard-default-rows: a guard with another number on the symbolic side
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not isinstance(x, mx.sym.Symbol):
            rows = x.shape[0]
        else:
            rows = 1
        return F.sum(x, axis=0) / rows  # breaks here

# %% guard-and-shape: a shortcut that only NDArrays take
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd and x.shape[0] > 1:  # breaks here
            return F.relu(x)
        return F.tanh(x)

# %% guard-check-only: NDArrays are checked, Symbols are not
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            assert x.shape[1] == 3, x.shape
        return F.relu(x)

# %% guard-lost-in-else: the guard's other side asks the Symbol for its shape too
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if isinstance(x, nd.NDArray):
            rows = len(x)
        elif isinstance(x, mx.sym.Symbol):
            rows = x.shape[0]  # breaks here
        else:
            raise TypeError(x)
        return F.sum(x, axis=0) / rows

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

# %% registry-classes: classes registered by a decorator, one of them indexes
# inputs: [(3, 4)]
# breaks: values
POOLINGS = {}


def pooling(cls):
    POOLINGS[cls.__name__.lower()] = cls
    return cls


@pooling
class Mean:
    def __call__(self, F, x):
        return F.mean(x, axis=0)


@pooling
class First:
    def __call__(self, F, x):
        return x[0]  # breaks here


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pool = POOLINGS["first"]()

    def hybrid_forward(self, F, x):
        return self.pool(F, F.relu(x))

# %% registry-classes-good: classes registered by a decorator, the one that does not index
# inputs: [(3, 4)]
# works
POOLINGS = {}


def pooling(cls):
    POOLINGS[cls.__name__.lower()] = cls
    return cls


@pooling
class Mean:
    def __call__(self, F, x):
        return F.mean(x, axis=0)


@pooling
class First:
    def __call__(self, F, x):
        return x[0]


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pool = POOLINGS["mean"]()

    def hybrid_forward(self, F, x):
        return self.pool(F, F.relu(x))

# %% namedtuple-derived: a class derived from a namedtuple, made with keywords in another order
# inputs: [(2, 3), (2, 3)]
# breaks: values
class Pair(collections.namedtuple("Pair", "left right")):
    def top(self):
        return self.right[0]  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        pair = Pair(right=F.tanh(y), left=[x, x * 2])
        return pair.top() + pair.left[0]

# %% namedtuple-derived-list: a class derived from a namedtuple takes from the field that is a list
# inputs: [(2, 3), (2, 3)]
# works
class Pair(collections.namedtuple("Pair", "left right")):
    def top(self):
        return self.left[0]


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        pair = Pair(right=F.tanh(y), left=[x, x * 2])
        return pair.top() + pair.right

# %% getattr-template: the method that a template names asks for a shape
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, kind="scaled", **kwargs):
        super().__init__(**kwargs)
        self.kind = kind

    def score_plain(self, F, x):
        return x * 2

    def score_scaled(self, F, x):
        return x / math.sqrt(x.shape[-1])  # breaks here

    def hybrid_forward(self, F, x):
        score = getattr(self, "score_%s" % self.kind)
        return score(F, x)

# %% getattr-template-good: a method that a template might name, but that takes other arguments
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, kind="scaled", **kwargs):
        super().__init__(**kwargs)
        self.kind = kind

    def score_scaled(self, F, x):
        return x / 2

    def score_of(self, batch):
        return float(batch.mean().asscalar())

    def hybrid_forward(self, F, x):
        score = getattr(self, "score_{}".format(self.kind))
        return score(F, x)

# %% list-equality: two lists of tensors are compared
# inputs: [(1,), (1,)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        before, after = [x, y], [x, F.abs(y)]
        if before == after:  # breaks here
            return x + y
        return x - y

# %% list-equality-same: two lists of the same tensors are compared
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        given, kept = [x, y], (x, y)
        if given == list(kept):
            return x + y
        return x - y

# %% state-put-back: a counter that ends as it began
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.level = 1

    def hybrid_forward(self, F, x):
        for _ in range(3):
            x = F.tanh(x) * self.level
            self.level *= 2
        self.level = 1
        return x

# %% state-not-put-back: a counter that ends as another number
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.level = 1

    def hybrid_forward(self, F, x):
        self.level += 2
        x = F.tanh(x) * self.level  # breaks here
        self.level -= 1
        return x

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

# %% guard-function-differs: a function answers with another number while tracing
# inputs: [(4, 3)]
# breaks: values
def rows_of(F, x):
    if F is mx.nd:
        return x.shape[0]
    return 1


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sum(x, axis=0) / rows_of(F, x)  # breaks here

# %% guard-function-tensors: a function answers with a number, or with an operator for it
# inputs: [(4, 3)]
# works
def rows_of(F, x):
    if F is mx.nd:
        return x.shape[0]
    return F.sum(F.ones_like(F.slice_axis(x, axis=1, begin=0, end=1)), axis=0)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            return F.sum(x, axis=0) / rows_of(F, x)
        return F.broadcast_div(F.sum(x, axis=0), rows_of(F, x))

# %% guard-negative-axis: an axis counted from the end in one life, from the start in the other
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        axis = x.ndim - 1 if F is mx.nd else -1
        return F.softmax(x, axis=axis)

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

# %% class-counter: a class attribute counts the calls of all instances
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    calls = 0

    def hybrid_forward(self, F, x):
        type(self).calls += 1
        return x * type(self).calls  # breaks here

# %% class-constant: a class attribute read through the type
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    gain = 3

    def hybrid_forward(self, F, x):
        return x * type(self).gain + self.__class__.gain

# %% helper-getattr: a helper's __getattr__ forwards to its tensor
# inputs: [(2, 3)]
# breaks: trace
class Proxy:
    def __init__(self, target):
        self._target = target

    def __getattr__(self, name):
        return getattr(self._target, name)  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        proxy = Proxy(F.tanh(x))
        return proxy.sum() / proxy.size

# %% helper-getattr-method: a helper's __getattr__ forwards a method that both have
# inputs: [(2, 3)]
# works
class Proxy:
    def __init__(self, target):
        self._target = target

    def __getattr__(self, name):
        return getattr(self._target, name)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        proxy = Proxy(F.tanh(x))
        return proxy.sum(axis=1) + 1

# %% islice-tensor: islice of a tensor's rows
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        first_two = itertools.islice(F.exp(x), 2)  # breaks here
        return F.add_n(*first_two)

# %% islice-list: islice of a list of tensors
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        first_two = itertools.islice([x, F.exp(x), F.sin(x)], 2)
        return F.add_n(*first_two)

# %% islice-element: the elements that islice gives are indexed
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        features = [F.sin(x), F.cos(x), F.exp(x)]
        return sum(feature[0] for feature in itertools.islice(features, 1, None))  # breaks here

# %% starmap-shape: starmap of a function that asks for a shape
# inputs: [(2, 3), (2, 3)]
# breaks: trace
def normalised(value, scale):
    return value * scale / value.shape[1]  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.add_n(*itertools.starmap(normalised, [(x, 2), (y, 3)]))

# %% starmap-plain: starmap of a function of operators
# inputs: [(2, 3), (2, 3)]
# works
def normalised(value, scale):
    return value * scale / value.norm()


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        pairs = itertools.starmap(operator.mul, [(x, 2), (y, 3)])
        return F.add_n(*pairs)

# %% map-two-rows: map of two iterables, one of them a tensor
# inputs: [(3, 4), (3, 4)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        rows = map(lambda a, b: a * b, F.tanh(x), F.sin(y))  # breaks here
        return F.stack(*rows, axis=0)

# %% map-two-lists: map of two lists
# inputs: [(3, 4), (3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        products = map(lambda a, b: a * b, [F.tanh(x), x], [F.sin(y), 2])
        return F.stack(*products, axis=0)

# %% dict-unpacked-tensor: a dictionary unpacked into a function that indexes
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def head(self, F, *, low, high, **ignored):
        return low + high[1:]  # breaks here

    def hybrid_forward(self, F, x):
        features = dict(low=F.relu(x), high=F.tanh(x), other=x)
        return self.head(F, **features)

# %% dict-unpacked-plain: a dictionary unpacked into a function
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def head(self, F, *, low, high, **ignored):
        return low + high * len(ignored)

    def hybrid_forward(self, F, x):
        features = dict(low=F.relu(x), high=F.tanh(x), other=x)
        return self.head(F, **features)

# %% dict-comprehension-updated: a dictionary of features, updated and read again
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        features = {name: getattr(F, name)(x) for name in ("relu", "tanh")}
        features.update({"gate": F.sigmoid(x)})
        gate = features.pop("gate")
        return features["relu"] * float(gate.mean().asnumpy())  # breaks here

# %% dict-updated-plain: a dictionary of features, updated and multiplied
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        features = {name: getattr(F, name)(x) for name in ("relu", "tanh")}
        features.update({"gate": F.sigmoid(x)})
        gate = features.pop("gate")
        return features["relu"] * gate

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

# %% helper-eq: a helper's __eq__ compares tensors
# inputs: [(1,)]
# breaks: trace
class Token:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return self.value == other.value

    def __ne__(self, other):
        return not self == other  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if Token(x) != Token(x * 2):
            return x + 1
        return x

# %% helper-eq-name: a helper's __eq__ compares names
# inputs: [(2, 3)]
# works
class Token:
    def __init__(self, name, value):
        self.name = name
        self.value = value

    def __eq__(self, other):
        return self.name == other.name


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if Token("a", x) != Token("b", x * 2):
            return x + 1
        return x

# %% helper-bool: a helper's __bool__ asks for the tensor's truth
# inputs: [(1,)]
# breaks: trace
class Flag:
    def __init__(self, value):
        self.value = value

    def __bool__(self):
        return bool(self.value.max() > 0)  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if Flag(x) else x * 3

# %% helper-bool-list: a helper's __bool__ asks whether it holds anything
# inputs: [(2, 3)]
# works
class Flag:
    def __init__(self, *values):
        self.values = values

    def __bool__(self):
        return bool(self.values)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if Flag(x) else x * 3

# %% helper-float: a helper's __float__ converts the tensor
# inputs: [(1,)]
# breaks: trace
class Scalar:
    def __init__(self, value):
        self.value = value

    def __float__(self):
        return float(self.value.asscalar())  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * float(Scalar(F.exp(x)))

# %% helper-str: a helper's __repr__ formats the tensor's shape
# inputs: [(2, 3)]
# breaks: trace
class Named:
    def __init__(self, value):
        self.value = value

    def __repr__(self):
        return "Named(%s)" % (self.value.shape,)  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        named = Named(F.tanh(x))
        assert str(named).startswith("Named")
        return named.value

# %% helper-setitem: a helper's __setitem__ writes into its tensor
# inputs: [(2, 3)]
# breaks: trace
class Buffer:
    def __init__(self, data):
        self.data = data

    def __setitem__(self, key, value):
        self.data[key] = value  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        buffer = Buffer(F.relu(x))
        buffer[0] = 1
        return buffer.data

# %% helper-setitem-list: a helper's __setitem__ replaces one of its tensors
# inputs: [(2, 3)]
# works
class Buffer:
    def __init__(self, *data):
        self.data = list(data)

    def __setitem__(self, key, value):
        self.data[key] = value


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        buffer = Buffer(F.relu(x), x)
        buffer[0] = x + 1
        return F.add_n(*buffer.data)

# %% helper-iadd: a helper's __iadd__ adds in place
# inputs: [(2, 3)]
# breaks: trace
class Accumulator:
    def __init__(self, total):
        self.total = total

    def __iadd__(self, value):
        self.total += value  # breaks here
        return self


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        sums = Accumulator(F.zeros_like(x))
        for scale in (1, 2):
            sums += x * scale
        return sums.total

# %% helper-iadd-new: a helper's __iadd__ makes a new sum
# inputs: [(2, 3)]
# works
class Accumulator:
    def __init__(self, total):
        self.total = total

    def __iadd__(self, value):
        self.total = self.total + value
        return self


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        sums = Accumulator(F.zeros_like(x))
        for scale in (1, 2):
            sums += x * scale
        return sums.total

# %% helper-next: a helper is an iterator over the tensor's rows
# inputs: [(3, 4)]
# breaks: values
class Rows:
    def __init__(self, data):
        self.data = data
        self.position = 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.position >= 2:
            raise StopIteration
        self.position += 1
        return self.data[0]  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        total = 0
        for row in Rows(x):
            total = total + row
        return total

# %% nested-class-config: a nested class holds the configuration
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    class Config:
        shape = (0, -1)
        size = 3

    def hybrid_forward(self, F, x):
        return x.reshape(self.Config.shape) / self.Config.size

# %% chain-of-helpers: the tensor goes through an object, a list, a dictionary and a closure
# inputs: [(2, 3)]
# breaks: trace
class Stage:
    def __init__(self, transform):
        self.transform = transform

    def run(self, state):
        state["x"] = self.transform(state["x"])
        return state


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        limit = 3.0

        def clip(v):
            return v if v.max() < limit else v.clip(-limit, limit)  # breaks here

        state = {"x": x}
        for stage in [Stage(F.relu), Stage(clip)]:
            state = stage.run(state)
        return state["x"]

# %% chain-of-helpers-good: the tensor goes through an object, a list, a dictionary and a closure
# inputs: [(2, 3)]
# works
class Stage:
    def __init__(self, transform):
        self.transform = transform

    def run(self, state):
        state["x"] = self.transform(state["x"])
        return state


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        limit = 3.0

        def clip(v):
            return v.clip(-limit, limit)

        state = {"x": x}
        for stage in [Stage(F.relu), Stage(clip)]:
            state = stage.run(state)
        return state["x"]

# %% child-output-tuple: a child returns a tuple, whose second half is indexed
# inputs: [(2, 4)]
# breaks: values
class Halves(HybridBlock):
    def hybrid_forward(self, F, x):
        left, right = F.split(x, num_outputs=2, axis=1)
        return left, F.tanh(right)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.halves = Halves()

    def hybrid_forward(self, F, x):
        outputs = self.halves(x)
        return outputs[0] + outputs[1][0]  # breaks here

# %% child-output-tuple-good: a child returns a tuple, both of whose halves are used
# inputs: [(2, 4)]
# works
class Halves(HybridBlock):
    def hybrid_forward(self, F, x):
        left, right = F.split(x, num_outputs=2, axis=1)
        return left, F.tanh(right)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.halves = Halves()

    def hybrid_forward(self, F, x):
        outputs = self.halves(x)
        return outputs[0] + outputs[1]

# %% exception-own: an own exception carries a number out of a nested function
# inputs: [(2, 3)]
# breaks: values
class Unknown(Exception):
    pass


class Net(HybridBlock):
    def rows(self, x):
        if not hasattr(x, "shape"):
            raise Unknown("no shape")  # breaks here
        return x.shape[0]

    def hybrid_forward(self, F, x):
        try:
            rows = self.rows(x)
        except Unknown:
            rows = 1
        return F.sum(x, axis=0) / rows

# %% suppress-number: contextlib.suppress leaves the default
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        rows = 1
        with contextlib.suppress(AttributeError):
            rows = x.shape[0]
        return F.sum(x, axis=0) / rows  # breaks here

# %% min-by-key: the smallest by the number of its elements
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        smallest = min([x, y], key=lambda v: v.size)  # breaks here
        return smallest + 1

# %% min-by-name: the smallest by a written-out rank
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        ranked = {"x": (2, x), "y": (1, y)}
        _, smallest = min(ranked.values(), key=lambda pair: pair[0])
        return smallest + 1

# %% vars-of-self: the attributes of self by vars()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.gain = 2.5

    def hybrid_forward(self, F, x):
        return x * vars(self)["gain"] * self.__dict__["gain"]

# %% matrix-of-lists: nested lists of tensors, transposed by zip
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        table = [[x, y], [x * 2, y * 2]]
        return F.add_n(*[F.broadcast_mul(a, b) for a, b in zip(*table)])

# %% matrix-of-lists-shape: nested lists of tensors, transposed by zip, and measured
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        table = [[x, y], [x * 2, y * 2]]
        return F.add_n(*[a * b / a.shape[0] for a, b in zip(*table)])  # breaks here

# %% helper-not: `not` of a helper whose __len__ is the tensor's
# inputs: [(3, 4)]
# breaks: values
class Batch:
    def __init__(self, data):
        self.data = data

    def __len__(self):
        return len(self.data) - 1  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not Batch(F.relu(x)):
            return x + 1
        return x - 1

# %% product-of-lists: the product of two lists of tensors
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        pairs = itertools.product([x, F.sin(x)], [y, F.cos(y)])
        return F.add_n(*[a * b for a, b in pairs])

# %% product-element: an element of the product of two lists of tensors is measured
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        pairs = itertools.product([x, F.sin(x)], [y, F.cos(y)])
        return F.add_n(*[a * b.shape[0] for a, b in pairs])  # breaks here

# %% block-embedding-table: tokens are looked up in a table of embeddings by kind, positions come from the length
# inputs: [('i', (2, 5), 0, 7, 'int32')]
# breaks: trace
KINDS = ("word", "position")


class Net(HybridBlock):
    def __init__(self, sizes: Dict[str, int] = None, units=4, **kwargs):
        super().__init__(**kwargs)
        sizes = sizes or {"word": 7, "position": 9}
        self._kinds = [kind for kind in KINDS if kind in sizes]
        with self.name_scope():
            for kind in self._kinds:
                setattr(self, f"{kind}_embedding", nn.Embedding(sizes[kind], units))

    def _indices(self, F, kind, tokens):
        if kind == "position":
            return F.arange(0, tokens.shape[1]).expand_dims(0)  # breaks here
        return tokens

    def hybrid_forward(self, F, tokens):
        total = None
        for kind in self._kinds:
            table = getattr(self, f"{kind}_embedding")
            looked_up = table(self._indices(F, kind, tokens))
            total = looked_up if total is None else F.broadcast_add(total, looked_up)
        return total

# %% block-embedding-table-good: tokens are looked up in a table of embeddings by kind, positions by an operator
# inputs: [('i', (2, 5), 0, 7, 'int32')]
# works
KINDS = ("word", "position")


class Net(HybridBlock):
    def __init__(self, sizes: Dict[str, int] = None, units=4, **kwargs):
        super().__init__(**kwargs)
        sizes = sizes or {"word": 7, "position": 9}
        self._kinds = [kind for kind in KINDS if kind in sizes]
        with self.name_scope():
            for kind in self._kinds:
                setattr(self, f"{kind}_embedding", nn.Embedding(sizes[kind], units))

    def _indices(self, F, kind, tokens):
        if kind == "position":
            return F.contrib.arange_like(tokens, axis=1)
        return tokens

    def hybrid_forward(self, F, tokens):
        total = None
        for kind in self._kinds:
            table = getattr(self, f"{kind}_embedding")
            looked_up = table(self._indices(F, kind, tokens))
            total = looked_up if total is None else F.broadcast_add(total, looked_up)
        return total

# %% block-mixture: experts weighted by a gate, one expert at a time
# inputs: [(2, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, experts=3, units=4, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.experts = nn.HybridSequential()
            for _ in range(experts):
                self.experts.add(nn.Dense(units, activation="tanh"))
            self.gate = nn.Dense(experts)

    def _mix(self, F, weights, outputs):
        for index, output in enumerate(outputs):
            yield F.broadcast_mul(weights[:, index].expand_dims(1), output)  # breaks here

    def hybrid_forward(self, F, x):
        weights = F.softmax(self.gate(x))
        outputs = [expert(x) for expert in self.experts]
        return F.add_n(*self._mix(F, weights, outputs))

# %% block-mixture-good: experts weighted by a gate, by a slice of one column each
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def __init__(self, experts=3, units=4, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.experts = nn.HybridSequential()
            for _ in range(experts):
                self.experts.add(nn.Dense(units, activation="tanh"))
            self.gate = nn.Dense(experts)

    def _mix(self, F, weights, outputs):
        for index, output in enumerate(outputs):
            yield F.broadcast_mul(F.slice_axis(weights, axis=1, begin=index, end=index + 1), output)

    def hybrid_forward(self, F, x):
        weights = F.softmax(self.gate(x))
        outputs = [expert(x) for expert in self.experts]
        return F.add_n(*self._mix(F, weights, outputs))

# %% block-dense-net: features are concatenated, those that are wide enough by a test of their shape
# inputs: [(2, 3, 4, 4)]
# breaks: trace
class Net(HybridBlock):
    growth = 2

    def __init__(self, layers=3, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()
        for _ in range(layers):
            self.body.add(nn.Conv2D(self.growth, 3, padding=1))

    def hybrid_forward(self, F, x):
        features = collections.deque([x])
        for layer in self.body:
            features.append(layer(F.concat(*features, dim=1)))
            if features[0].shape[1] > 8:  # breaks here
                features.popleft()
        return F.concat(*features, dim=1)

# %% block-dense-net-good: features are concatenated, the oldest is dropped by a counter
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    growth = 2

    def __init__(self, layers=3, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()
        for _ in range(layers):
            self.body.add(nn.Conv2D(self.growth, 3, padding=1))

    def hybrid_forward(self, F, x):
        features = collections.deque([x])
        for layer in self.body:
            features.append(layer(F.concat(*features, dim=1)))
            if len(features) > 2:
                features.popleft()
        return F.concat(*features, dim=1)

# %% block-crf: the score of a path goes through the time steps by index
# inputs: [(5, 2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, tags=3, length=5, **kwargs):
        super().__init__(**kwargs)
        self.tags, self.length = tags, length
        with self.name_scope():
            self.transitions = self.params.get("transitions", shape=(tags, tags))

    def _log_sum_exp(self, F, scores, axis):
        top = F.max(scores, axis=axis, keepdims=True)
        total = F.log(F.sum(F.exp(F.broadcast_sub(scores, top)), axis=axis, keepdims=True))
        return F.squeeze(top + total, axis=axis)

    def hybrid_forward(self, F, emissions, transitions):
        alpha = F.slice_axis(emissions, axis=0, begin=0, end=1).reshape((-1, self.tags))
        step = 1
        while step < self.length:
            scores = F.broadcast_add(alpha.expand_dims(2), transitions.expand_dims(0))
            alpha = self._log_sum_exp(F, scores, axis=1) + emissions[step]  # breaks here
            step += 1
        return self._log_sum_exp(F, alpha, axis=1)

# %% block-crf-good: the score of a path goes through the parts of a split
# inputs: [(5, 2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, tags=3, length=5, **kwargs):
        super().__init__(**kwargs)
        self.tags, self.length = tags, length
        with self.name_scope():
            self.transitions = self.params.get("transitions", shape=(tags, tags))

    def _log_sum_exp(self, F, scores, axis):
        top = F.max(scores, axis=axis, keepdims=True)
        total = F.log(F.sum(F.exp(F.broadcast_sub(scores, top)), axis=axis, keepdims=True))
        return F.squeeze(top + total, axis=axis)

    def hybrid_forward(self, F, emissions, transitions):
        alpha, *others = F.split(emissions, num_outputs=self.length, axis=0, squeeze_axis=True)
        for emission in others:
            scores = F.broadcast_add(alpha.expand_dims(2), transitions.expand_dims(0))
            alpha = self._log_sum_exp(F, scores, axis=1) + emission
        return self._log_sum_exp(F, alpha, axis=1)

# %% block-logger: a block that keeps statistics of what went through it
# inputs: [(2, 3)]
# breaks: trace
class Statistics:
    """The running extremes of what it saw."""

    def __init__(self):
        self.seen = 0
        self.largest = float("-inf")

    def update(self, value):
        self.seen += 1
        self.largest = max(self.largest, value.abs().max().asscalar())  # breaks here
        return value


class Net(HybridBlock):
    def __init__(self, verbose=True, **kwargs):
        super().__init__(**kwargs)
        self.dense = nn.Dense(3)
        self.statistics = Statistics()
        self.verbose = verbose

    def hybrid_forward(self, F, x):
        y = self.dense(x)
        if self.verbose:
            y = self.statistics.update(y)
        return F.relu(y)

# %% block-schedule: a warm-up that counts the calls in a dictionary
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, warmup=4, **kwargs):
        super().__init__(**kwargs)
        self.dense = nn.Dense(3)
        self.state = {"step": 0, "warmup": warmup}

    def _factor(self):
        self.state["step"] += 1
        return min(1.0, self.state["step"] / self.state["warmup"])

    def hybrid_forward(self, F, x):
        return self.dense(x) * self._factor()  # breaks here

# %% block-schedule-fixed: a factor that is computed of a dictionary
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, warmup=4, **kwargs):
        super().__init__(**kwargs)
        self.dense = nn.Dense(3)
        self.state = {"step": 1, "warmup": warmup}

    def _factor(self):
        return min(1.0, self.state["step"] / self.state["warmup"])

    def hybrid_forward(self, F, x):
        return self.dense(x) * self._factor()

# %% block-beam: the states of a beam are reordered by an index from the host
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Beam(NamedTuple):
    states: List[object]
    scores: object

    def reordered(self, F, order):
        return self._replace(states=[F.take(state, nd.array(order)) for state in self.states])  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        beam = Beam(states=[x, y], scores=F.sum(x, axis=1))
        beam = beam.reordered(F, [1, 0])
        return F.broadcast_mul(F.add_n(*beam.states), F.expand_dims(beam.scores, axis=1))

# %% block-beam-good: the states of a beam are reordered by an operator
# inputs: [(2, 3), (2, 3)]
# works
class Beam(NamedTuple):
    states: List[object]
    scores: object

    def reordered(self, F):
        order = F.argsort(self.scores, axis=0)
        return self._replace(states=[F.take(state, order) for state in self.states])


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        beam = Beam(states=[x, y], scores=F.sum(x, axis=1))
        beam = beam.reordered(F)
        return F.broadcast_mul(F.add_n(*beam.states), F.expand_dims(beam.scores, axis=1))

# %% block-visitor: a tree of operations is evaluated by a visitor, one kind of node slices
# inputs: [(4, 3)]
# breaks: trace
class Node:
    children: Tuple = ()

    def __init__(self, *children):
        self.children = children


class Leaf(Node):
    def evaluate(self, F, x):
        return x


class Sum(Node):
    def evaluate(self, F, x):
        return sum(child.evaluate(F, x) for child in self.children)


class Head(Node):
    def evaluate(self, F, x):
        (child,) = self.children
        return child.evaluate(F, x)[:2]  # breaks here


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.tree = Sum(Head(Leaf()), Head(Leaf()))

    def hybrid_forward(self, F, x):
        return self.tree.evaluate(F, F.tanh(x))

# %% block-visitor-good: a tree of operations is evaluated by a visitor
# inputs: [(4, 3)]
# works
class Node:
    children: Tuple = ()

    def __init__(self, *children):
        self.children = children


class Leaf(Node):
    def evaluate(self, F, x):
        return x


class Sum(Node):
    def evaluate(self, F, x):
        return sum(child.evaluate(F, x) for child in self.children[:2])


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.tree = Sum(Leaf(), Sum(Leaf(), Leaf()))

    def hybrid_forward(self, F, x):
        return self.tree.evaluate(F, F.tanh(x))

# %% block-pipeline-compose: composed functions, one of which converts to NumPy and back
# inputs: [(2, 3)]
# breaks: trace
def compose(*functions):
    return functools.reduce(lambda f, g: lambda v: g(f(v)), functions)


def sharpen(v, power=2.0):
    return nd.array(np.power(v.asnumpy(), power))  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        pipeline = compose(F.softmax, functools.partial(sharpen, power=3.0), lambda v: v * 2)
        return pipeline(x)

# %% block-pipeline-compose-good: composed functions of operators
# inputs: [(2, 3)]
# works
def compose(*functions):
    return functools.reduce(lambda f, g: lambda v: g(f(v)), functions)


def sharpen(v, power=2.0):
    return v ** power


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        pipeline = compose(F.softmax, functools.partial(sharpen, power=3.0), lambda v: v * 2)
        return pipeline(x)

# %% block-optional-heads: heads that the constructor lists, the masked one multiplies with a column
# inputs: [(2, 4), ('bin', (2,))]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, heads=("plain", "masked"), **kwargs):
        super().__init__(**kwargs)
        self.heads = tuple(heads)
        self.layers = nn.HybridSequential()
        for _ in self.heads:
            self.layers.add(nn.Dense(4))

    def hybrid_forward(self, F, x, mask):
        outputs = {}
        for name, layer in zip(self.heads, self.layers):
            y = layer(x)
            if name.endswith("masked"):
                y = y * F.mean(y, axis=-1, keepdims=True) * F.max(mask)  # breaks here
            outputs[name] = y
        return [outputs[name] for name in self.heads]
