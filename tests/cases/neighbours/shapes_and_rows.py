"""Ranks, flags as numbers, and rows of what operators and helpers make."""

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import Block, HybridBlock, Parameter, SymbolBlock, nn, rnn

# %% near-e3-sum-last: x / x.sum(axis=-1).expand_dims(-1)
# inputs: [('pos', (2, 3))]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / x.sum(axis=-1).expand_dims(-1)


# %% near-e3-mean-both: (x.mean(axis=0) + y.mean(axis=0))
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x.mean(axis=0) + y.mean(axis=0)


# %% near-e3-mean-cross: x.mean(axis=0) + x.mean(axis=0).expand_dims(1)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.mean(axis=0) + x.mean(axis=0).expand_dims(1)


# %% near-e3-pairwise: x.expand_dims(1) - x.expand_dims(0)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.expand_dims(1) - x.expand_dims(0)


# %% near-e3-pairwise-ok: F.broadcast_sub(x.expand_dims(1), x.expand_dims(0))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_sub(x.expand_dims(1), x.expand_dims(0))


# %% near-e3-channels: x * x.mean(axis=1, keepdims=True)
# inputs: [(2, 3, 4, 4)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * x.mean(axis=1, keepdims=True)


# %% near-e3-attention-scale: F.batch_dot(q, k, transpose_b=True) / math.sqrt(self.units)
# inputs: [(2, 4, 3), (2, 4, 3)]
# works
import math


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.units = 3

    def hybrid_forward(self, F, q, k):
        return F.batch_dot(q, k, transpose_b=True) / math.sqrt(self.units)


# %% near-e3-attention-max: scores - scores.max(axis=-1, keepdims=True)
# inputs: [(2, 4, 3), (2, 4, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, q, k):
        s = F.batch_dot(q, k, transpose_b=True)
        return F.exp(s - s.max(axis=-1, keepdims=True))


# %% near-e3-stack-mul: F.stack(x, x) * x
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.stack(x, x) * x


# %% near-e3-pos-param: x + self.pos of shape (1, 4, 3)
# inputs: [(2, 4, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pos = self.params.get("pos", shape=(1, 4, 3))

    def hybrid_forward(self, F, x, pos):
        return x + pos


# %% near-e3-pos-param-ok: F.broadcast_add(x, pos)
# inputs: [(2, 4, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pos = self.params.get("pos", shape=(1, 4, 3))

    def hybrid_forward(self, F, x, pos):
        return F.broadcast_add(x, pos)


# %% near-e3-two-params: u * v of shapes (1, 3) and (3, 1)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.u = self.params.get("u", shape=(1, 3))
        self.v = self.params.get("v", shape=(3, 1))

    def hybrid_forward(self, F, x, u, v):
        return F.dot(x, u * v)


# %% near-e3-two-params-same: u * v of the same shape
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.u = self.params.get("u", shape=(1, 3))
        self.v = self.params.get("v", shape=(1, 3))

    def hybrid_forward(self, F, x, u, v):
        return F.broadcast_mul(x, u * v)


# %% near-e3-softmax-by-hand: e / e.sum()
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        e = F.exp(x)
        return e / e.sum()


# %% near-e3-var: F.mean(F.square(x - F.mean(x)))
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.mean(F.square(x - F.mean(x)))


# %% near-e3-bool-all: x * all(k > 0 for k in self.ks)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.ks = [1, 2]

    def hybrid_forward(self, F, x):
        return x * all(k > 0 for k in self.ks)  # breaks here


# %% near-e3-bool-count: x * sum(k > 1 for k in self.ks)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.ks = [1, 2]

    def hybrid_forward(self, F, x):
        return x * sum(k > 1 for k in self.ks)


# %% near-e3-bool-dict: x * {"a": True}["a"]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * {"a": True}["a"]  # breaks here


# %% near-e3-bool-fn: helper returning a bool
# inputs: [(2, 3)]
# breaks: trace
def on(n):
    return n > 2


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * on(3)  # breaks here


# %% near-e3-bool-prop: property returning a bool
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    @property
    def deep(self):
        return True

    def hybrid_forward(self, F, x):
        return x * self.deep  # breaks here


# %% near-e3-bool-ifexp: x * (True if self.n else False)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 1

    def hybrid_forward(self, F, x):
        return x * (True if self.n else False)  # breaks here


# %% near-e3-bool-or: x * (self.a or 1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = False

    def hybrid_forward(self, F, x):
        return x * (self.a or 1)


# %% near-e3-bool-abs: x * abs(self.a)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = True

    def hybrid_forward(self, F, x):
        return x * abs(self.a)


# %% near-e3-bool-where: F.where(x > 0, x, x * False)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.where(x > 0, x, x * False)  # breaks here


# %% near-e3-npf-left-mod: np.float32(5) % x
# inputs: [('pos', (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.float32(5) % x


# %% near-e3-np-finfo: x + np.finfo(np.float32).eps
# inputs: [('pos', (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + np.finfo(np.float32).eps


# %% near-x3-two-level: F.split(F.split(x, 2, axis=1)[0], 1, axis=1)[0]
# inputs: [(2, 4)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split(F.split(x, 2, axis=1)[0], 1, axis=1)[0]


# %% near-x3-stack-0: F.stack(x, x)[0]
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.stack(x, x)[0]


# %% near-x3-expand-0: x.expand_dims(0)[0]
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.expand_dims(0)[0]


# %% near-x3-expand-0-ok: x.expand_dims(0).squeeze(axis=0)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.expand_dims(0).squeeze(axis=0)


# %% near-x3-nested-split-m1: [F.split(t, 3, axis=1) for t in (x, y)][1][-1]
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return [F.split(t, 3, axis=1) for t in (x, y)][1][-1] + x.sum(axis=1, keepdims=True)  # breaks here


# %% near-x3-map-row: list(map(lambda t: t[0], [x, y]))
# inputs: [(2, 3), (2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.add_n(*map(lambda t: t[0], [x, y]))


# %% near-x3-helper-row: first(x) helper returns t[0]
# inputs: [(2, 3)]
# breaks: values
def first(t):
    return t[0]


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return first(x)


# %% near-x3-helper-list: first([x, y]) helper returns t[0]
# inputs: [(2, 3), (2, 3)]
# works
def first(t):
    return t[0]


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return first([x, y]) * 2 + y


# %% near-x3-childpair-star: F.concat(*self.c(x), dim=1)
# inputs: [(2, 3)]
# works
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, x * 3


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return F.concat(*self.c(x), dim=1)


# %% near-x3-childone-star: F.concat(*self.c(x), dim=0)
# inputs: [(2, 3)]
# breaks: values
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return F.concat(*self.c(x), dim=0)


# %% near-x3-childpair-neg-split: self.c(x)[0][-1]: F.split inside a pair
# inputs: [(2, 3)]
# breaks: trace
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split(x, 3, axis=1), x.sum(axis=1, keepdims=True)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x)[0][-1] + self.c(x)[1]  # breaks here


# %% near-x3-conv-center: self.conv(x)[:, :, 1:-1, 1:-1]
# inputs: [(2, 3, 4, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.conv = nn.Conv2D(2, 1, in_channels=3)

    def hybrid_forward(self, F, x):
        return self.conv(x)[:, :, 1:-1, 1:-1]  # breaks here


# %% near-x3-conv-center-ok: F.slice of the same
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.conv = nn.Conv2D(2, 1, in_channels=3)

    def hybrid_forward(self, F, x):
        return F.slice(self.conv(x), begin=(None, None, 1, 1), end=(None, None, -1, -1))


# %% near-x3-default-row: def inner(t=x): return t[0]
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def inner(t=x):
            return t[0]
        return inner()


# %% near-x3-ifexp-row: (x if self.a else y)[0]
# inputs: [(2, 3), (2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = True

    def hybrid_forward(self, F, x, y):
        return (x if self.a else y)[0]


# %% near-x3-split-self-last: F.split(x, self.n, axis=1)[self.n - 1]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 3

    def hybrid_forward(self, F, x):
        return F.split(x, self.n, axis=1)[self.n - 1]


# %% near-x3-enum-index-over: F.split(..., 2)[i] in enumerate of two
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.ks = [1, 2]

    def hybrid_forward(self, F, x):
        p = F.split(x, 2, axis=1)
        return F.add_n(*[p[i] * k for i, k in enumerate(self.ks)])


# %% half-shuffle-rows: random.shuffle of a tensor
# inputs: [(4, 3)]
# breaks: values
import random


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        random.shuffle(x)
        return x * 2


# %% half-np-shuffle-rows: np.random.shuffle of what an operator gives
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        h = F.relu(x)
        np.random.shuffle(h)
        return h * 2
