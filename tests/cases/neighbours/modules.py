"""NumPy, mx.nd, randomness and modes of training, next to the cases of the other files."""

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import Block, HybridBlock, Parameter, SymbolBlock, nn, rnn

# %% near-ns-np-sum: np.sum(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.sum(x)


# %% near-ns-np-abs: np.abs(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.abs(x)


# %% near-ns-np-shape: np.shape(x)[1]
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.shape(x)[1]


# %% near-ns-np-squeeze: np.squeeze(x, 1)
# inputs: [(2, 1, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.squeeze(x, 1)


# %% near-ns-np-repeat: np.repeat(x, 2)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.repeat(x, 2)


# %% near-ns-np-argmax: np.argmax(x, axis=1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.argmax(x, axis=1)


# %% near-ns-np-add: np.add(x, 1)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.add(x, 1)


# %% near-ns-np-sort: np.sort(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.sort(x)


# %% near-ns-np-ravel: np.ravel(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.ravel(x)


# %% near-ns-np-diag: np.diagonal(x)
# inputs: [(3, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.diagonal(x)


# %% near-ns-np-axes-array: x.transpose(np.array([0, 2, 1]))
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.transpose(tuple(np.array([0, 2, 1])))


# %% near-ns-np-int-reshape: x.reshape((np.int64(-1), np.int64(3)))
# inputs: [(2, 6)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape((np.int64(-1), np.int64(3)))


# %% near-ns-itercount: next(self.counter)
# inputs: [(2, 3)]
# breaks: values
import itertools


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counter = itertools.count(1)

    def hybrid_forward(self, F, x):
        return x * next(self.counter)


# %% near-ns-istraining-import: from mxnet.autograd import is_training
# inputs: [(2, 3)]
# breaks: modes
from mxnet.autograd import is_training


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 3 if is_training() else x * 2


# %% near-ns-istraining-log: if autograd.is_training(): logging
# inputs: [(2, 3)]
# works
import logging


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if autograd.is_training():
            logging.debug("training")
        return x * 2


# %% near-ns-istraining-same: the same maths in both modes
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if autograd.is_training():
            return x * 2
        return x * 2


# %% near-ns-recording-not: if not autograd.is_recording()
# inputs: [(2, 3)]
# breaks: modes
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not autograd.is_recording():
            x = x * 5
        return x * 2


# %% near-ns-F-modname: "ndarray" in F.__name__: x.shape
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if "ndarray" in F.__name__:
            return x * x.shape[1]
        return x * 3


# %% near-ns-F-hasvar: hasattr(F, "var") with different maths
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if hasattr(F, "var"):
            return x * 3
        return x * 2


# %% near-ns-F-in: F in (mx.nd,)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F in (mx.nd,):
            return x * x.shape[1]
        return x * 3


# %% near-ns-F-param: helper(F=mx.nd default)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def act(t, F=nd):
            return F.relu(t)  # breaks here
        return act(x)


# %% near-ns-split-data: gluon.utils.split_data(x, 2)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b = gluon.utils.split_data(x, 2)  # breaks here
        return a + b


# %% near-ns-seed-self: self.rng.rand() in the body
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.rng = np.random.RandomState(0)

    def hybrid_forward(self, F, x):
        return x * float(self.rng.rand())


# %% near-ns-mxrandom: mx.random.uniform(0, 1, (1, 3))
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, mx.random.uniform(0, 1, (1, 3)))  # breaks here


# %% near-n2-nd-attr-take: F.take(self.k, idx)
# inputs: [('i', (2,), 0, 3, 'int32')]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = nd.ones((3, 4))

    def hybrid_forward(self, F, x):
        return F.take(self.k, x)  # breaks here


# %% near-n2-nd-attr-take-ok: F.take(k, idx) of a Constant
# inputs: [('i', (2,), 0, 3, 'int32')]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = self.params.get_constant("k", nd.ones((3, 4)))

    def hybrid_forward(self, F, x, k):
        return F.take(k, x)


# %% near-n2-nd-shape-const: nd.zeros((2, 3)).shape
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * nd.zeros((2, 3)).shape[0]


# %% near-n2-npc-random-arg: F.Dropout(x, p=random.random())
# inputs: [(2, 3)]
# breaks: values
import random


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.clip(x, 0, random.random())


# %% near-n2-random-layer: random.choice(layers)
# inputs: [(2, 3)]
# breaks: values
import random


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(3, in_units=3)
        self.b = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return random.choice([self.a, self.b])(x)


# %% near-n2-random-unused: r = random.random(), unused
# inputs: [(2, 3)]
# works
import random


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        r = random.random()
        return x * 2


# %% near-n2-random-drop: layer drop: if random.random() < p: return x
# inputs: [(2, 3)]
# breaks: values
import random


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        if random.random() < 0.5:
            return x * 1
        return self.d(x)


# %% near-n2-is-training-arg: self.f(F, x, autograd.is_training())
# inputs: [(2, 3)]
# breaks: modes
class Net(HybridBlock):
    def f(self, F, x, training):
        return x * 2 if training else x * 3

    def hybrid_forward(self, F, x):
        return self.f(F, x, autograd.is_training())


# %% near-n2-is-training-init: self.t = autograd.is_training() in __init__
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.t = autograd.is_training()

    def hybrid_forward(self, F, x):
        return x * 2 if self.t else x * 3


# %% near-n2-F-selfkept: self.F = F then a helper uses self.F
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def act(self, x):
        return self.F.relu(x)

    def hybrid_forward(self, F, x):
        self.F = F
        return self.act(x)


# %% near-n2-F-kw: self.f(x, F=F)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def f(self, x, F=None):
        return F.relu(x)

    def hybrid_forward(self, F, x):
        return self.f(x, F=F)
