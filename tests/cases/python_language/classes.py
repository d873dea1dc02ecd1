"""Classes: what they inherit, keep, and make."""
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
