"""What a constructor gets if its caller says nothing: functions, names of operators, shapes, members of enumerations."""

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import Block, HybridBlock, Parameter, SymbolBlock, nn, rnn

# %% spread-argument: reshape(*shape) of an argument
# inputs: [(2, 12)]
# breaks: trace
# ctor: {'shape': (-1, 3, 4)}
class Net(HybridBlock):
    def __init__(self, shape, **kwargs):
        super().__init__(**kwargs)
        self.shape = tuple(shape)

    def hybrid_forward(self, F, x):
        return F.relu(x).reshape(*self.shape)  # breaks here

# %% spread-after-batch: reshape(-1, *shape)
# inputs: [(2, 12)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, size=(3, 4), **kwargs):
        super().__init__(**kwargs)
        self.size = size

    def hybrid_forward(self, F, x):
        return x.reshape(-1, *self.size)  # breaks here

# %% spread-in-tuple: reshape((-1, *shape))
# inputs: [(2, 12)]
# works
class Net(HybridBlock):
    def __init__(self, size=(3, 4), **kwargs):
        super().__init__(**kwargs)
        self.size = size

    def hybrid_forward(self, F, x):
        return x.reshape((-1, *self.size))

# %% spread-keyword: reshape(**options)
# inputs: [(2, 12)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.options = {"shape": (-1, 3, 4)}

    def hybrid_forward(self, F, x):
        return x.reshape(**self.options)

# %% spread-one: reshape(*[shape])
# inputs: [(2, 12)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        arguments = [(-1, 3, 4)]
        return x.reshape(*arguments)

# %% default-lambda-nd: a default that computes with mx.nd
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, normalize=lambda x: x / x.norm().asscalar(), **kwargs):  # breaks here
        super().__init__(**kwargs)
        self.normalize = normalize

    def hybrid_forward(self, F, x):
        return self.normalize(x * 2)

# %% default-lambda-ok: a default that computes with methods
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, normalize=lambda x: x.relu() * 2, **kwargs):
        super().__init__(**kwargs)
        self.normalize = normalize

    def hybrid_forward(self, F, x):
        return self.normalize(x * 2)

# %% default-function-rows: a default that takes rows
# inputs: [(2, 3)]
# breaks: values
def first(sequence):
    return sequence[0] * 1


class Net(HybridBlock):
    def __init__(self, pool=first, **kwargs):
        super().__init__(**kwargs)
        self.pool = pool

    def hybrid_forward(self, F, x):
        return self.pool(F.relu(x))

# %% default-function-given: another function is given
# inputs: [(2, 3)]
# works
# ctor: {'pool': None}
def first(sequence):
    return sequence * 1


class Net(HybridBlock):
    def __init__(self, pool=first, **kwargs):
        super().__init__(**kwargs)
        self.pool = pool

    def hybrid_forward(self, F, x):
        return x * 2 if self.pool is None else self.pool(F.relu(x))

# %% default-partial: a partial as default
# inputs: [(2, 3)]
# breaks: trace
import functools


class Net(HybridBlock):
    def __init__(self, act=functools.partial(mx.nd.LeakyReLU, slope=0.1), **kwargs):
        super().__init__(**kwargs)
        self.act = act

    def hybrid_forward(self, F, x):
        return self.act(x)  # breaks here

# %% default-class: a class as default
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, layer=nn.Dense, **kwargs):
        super().__init__(**kwargs)
        self.layer = layer(4, in_units=3)

    def hybrid_forward(self, F, x):
        return self.layer(x) * 2

# %% getattr-method-default: a method by the name of a default
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, how="asnumpy", **kwargs):
        super().__init__(**kwargs)
        self.how = how

    def hybrid_forward(self, F, x):
        return x * float(getattr(x, self.how)().max())  # breaks here

# %% getattr-op-default: an operator by the name of a default
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, how="add", **kwargs):
        super().__init__(**kwargs)
        self.how = how

    def hybrid_forward(self, F, x, y):
        operator = getattr(F, self.how)  # breaks here
        return operator(x, y)

# %% getattr-op-default-ok: an operator by the name of a default, both have it
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, how="add", **kwargs):
        super().__init__(**kwargs)
        self.how = how

    def hybrid_forward(self, F, x, y):
        return getattr(F, "broadcast_" + self.how)(x, y)

# %% getattr-contrib: an operator of contrib by a table
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, kind="gelu", **kwargs):
        super().__init__(**kwargs)
        self.kind = kind

    def hybrid_forward(self, F, x):
        table = {"gelu": "div_sqrt_dim", "quad": "quadratic"}
        return getattr(F.contrib, table[self.kind])(x)

# %% default-reads-shape: a function as default, that reads a shape
# inputs: [(2, 12)]
# breaks: trace
def width(x):
    return x.shape[1]  # breaks here


class Net(HybridBlock):
    def __init__(self, width_of=width, **kwargs):
        super().__init__(**kwargs)
        self.width_of = width_of

    def hybrid_forward(self, F, x):
        return x / self.width_of(x)

# %% default-tested: a lambda as default, asked whether it is there
# inputs: [(2, 12)]
# works
class Net(HybridBlock):
    def __init__(self, act=lambda F, x: F.relu(x), **kwargs):
        super().__init__(**kwargs)
        self.act = act

    def hybrid_forward(self, F, x):
        if self.act:
            x = self.act(F, x)
        return x * 2

# %% enum-default: the value of an enumeration's member, a default, names an operator
# inputs: [(2, 3), (2, 3)]
# breaks: trace
import enum


class Op(enum.Enum):
    ADD = "add"
    MUL = "broadcast_mul"


class Net(HybridBlock):
    def __init__(self, op=Op.ADD, **kwargs):
        super().__init__(**kwargs)
        self.op = op

    def hybrid_forward(self, F, x, y):
        return getattr(F, self.op.value)(x, y)  # breaks here

# %% enum-default-ok: an operator that both have
# inputs: [(2, 3), (2, 3)]
# works
import enum


class Op(enum.Enum):
    ADD = "add"
    MUL = "broadcast_mul"
    TWO = 2


class Net(HybridBlock):
    def __init__(self, op=Op.MUL, **kwargs):
        super().__init__(**kwargs)
        self.op = op

    def hybrid_forward(self, F, x, y):
        return getattr(F, self.op.value)(x, y) * Op.TWO.value

# %% enum-index: the value of an enumeration's member picks a row
# inputs: [(2, 3)]
# breaks: values
import enum


class Place(enum.IntEnum):
    FIRST = 0
    LAST = 1


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x)[Place.FIRST.value]

# %% table-of-names: names of operators by a key that is not known
# inputs: [(2, 3), (2, 3)]
# works
# ctor: {'kind': 'a'}
class Net(HybridBlock):
    def __init__(self, kind, **kwargs):
        super().__init__(**kwargs)
        self.kind = kind

    def hybrid_forward(self, F, x, y):
        return getattr(F, {"a": "broadcast_add", "b": "broadcast_sub"}[self.kind])(x, y)

# %% list-of-names: names of operators in a list, by a default
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, kind=1, **kwargs):
        super().__init__(**kwargs)
        self.kind = kind

    def hybrid_forward(self, F, x, y):
        return getattr(F, ["broadcast_add", "broadcast_mul"][self.kind])(x, y)

# %% spread-default: x.reshape(*self.shape)
# inputs: [(2, 12)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, shape=(-1, 3, 4), **kwargs):
        super().__init__(**kwargs)
        self.shape = shape

    def hybrid_forward(self, F, x):
        return x.reshape(*self.shape)  # breaks here

# %% ns-getattr-table: OPS[self.kind](F)
# inputs: [(2, 3), (2, 3)]
# breaks: trace
OPS = {"sum": "add", "prod": "multiply"}


class Net(HybridBlock):
    def __init__(self, kind="prod", **kwargs):
        super().__init__(**kwargs)
        self.kind = kind

    def hybrid_forward(self, F, x, y):
        return getattr(F, OPS[self.kind])(x, y)  # breaks here

# %% ns-act-function-attr: self.act = nd.relu
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, act=mx.nd.relu, **kwargs):
        super().__init__(**kwargs)
        self.act = act

    def hybrid_forward(self, F, x):
        return self.act(x)  # breaks here

# %% enum-mode: an enum decides
# inputs: [(2, 3)]
# works
import enum


class Mode(enum.Enum):
    SUM = 1
    MEAN = 2


class Net(HybridBlock):
    def __init__(self, mode=Mode.MEAN, **kwargs):
        super().__init__(**kwargs)
        self.mode = mode

    def hybrid_forward(self, F, x):
        return F.mean(x, axis=1) if self.mode is Mode.MEAN else F.sum(x, axis=1)

# %% enum-op: an enum's value names an nd-only operator
# inputs: [(2, 3), (2, 3)]
# breaks: trace
import enum


class Op(enum.Enum):
    ADD = "add"


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return getattr(F, Op.ADD.value)(x, y)  # breaks here

# %% default-callable-config: a function as default of a dataclass
# inputs: [(2, 3)]
# breaks: values
import dataclasses
from typing import Callable


def row(x):
    return x[0]


@dataclasses.dataclass
class Config:
    pool: Callable = row


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.config = Config()

    def hybrid_forward(self, F, x):
        return self.config.pool(F.relu(x)) * 2

# %% enum-is: members compared
# inputs: [(2, 3)]
# works
import enum


class Kind(enum.Enum):
    A = "a"
    B = "b"


class Net(HybridBlock):
    def __init__(self, kind="b", **kwargs):
        super().__init__(**kwargs)
        self.kind = Kind(kind)

    def hybrid_forward(self, F, x):
        if self.kind == Kind.A:
            return x * 2
        return F.relu(x) * {"a": 1, "b": 2}[self.kind.value]

# %% reshape-star-list: x.reshape(*[0, -1])
# inputs: [(2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(*[0, -1])  # breaks here

# %% branch-seq-local-name: a local Sequential filled in a branch, kept afterwards
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, deep=True, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            if deep:
                body = nn.HybridSequential()
                body.add(nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))
            else:
                body = nn.HybridSequential()
                body.add(nn.Dense(3, in_units=3))
            self.body = body

    def hybrid_forward(self, F, x):
        return self.body[0](x)[0]  # breaks here

# %% branch-seq-unpack: two children in either branch, unpacked
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, wide=True, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            if wide:
                self.body = nn.HybridSequential()
                self.body.add(nn.Dense(4, in_units=3), nn.Dense(3, in_units=4))
            else:
                self.body = nn.HybridSequential()
                self.body.add(nn.Dense(2, in_units=3), nn.Dense(3, in_units=2))

    def hybrid_forward(self, F, x):
        first, second = self.body
        return second(first(x))

# %% branch-seq-unpack-rows: two children in either branch, unpacked; the first row of what they give
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, wide=True, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            if wide:
                self.body = nn.HybridSequential()
                self.body.add(nn.Dense(4, in_units=3), nn.Dense(3, in_units=4))
            else:
                self.body = nn.HybridSequential()
                self.body.add(nn.Dense(2, in_units=3), nn.Dense(3, in_units=2))

    def hybrid_forward(self, F, x):
        first, second = self.body
        return second(first(x))[0]  # breaks here

# %% branch-seq-index-row: the row of what a child made in a branch gives
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, deep=True, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            if deep:
                self.body = nn.HybridSequential()
                self.body.add(nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))
            else:
                self.body = nn.HybridSequential()
                self.body.add(nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        return self.body[0](x)[0]  # breaks here
