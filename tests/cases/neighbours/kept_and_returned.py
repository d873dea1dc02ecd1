"""Modules by other ways, what a block keeps from call to call, and what it returns."""

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import Block, HybridBlock, Parameter, SymbolBlock, nn, rnn

# %% near-n3-nd-in-else: nd.relu in the else of F is mx.sym
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.sym:
            y = F.relu(x)
        else:
            y = nd.relu(x)
        return y * 2


# %% near-n3-nd-in-then: nd.relu in the then of F is mx.sym
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.sym:
            y = nd.relu(x)  # breaks here
        else:
            y = F.relu(x)
        return y * 2


# %% near-n3-nd-dict: {"nd": nd.relu}["nd"](x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return {"nd": nd.relu}["nd"](x)  # breaks here


# %% near-n3-nd-partial: functools.partial(nd.clip, a_min=0, a_max=1)(x)
# inputs: [(2, 3)]
# breaks: trace
import functools


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return functools.partial(nd.clip, a_min=0, a_max=1)(x)  # breaks here


# %% near-n3-nd-attr-fn: self.act = nd.relu; self.act(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.act = nd.relu

    def hybrid_forward(self, F, x):
        return self.act(x)  # breaks here


# %% near-n3-nd-helper-default: def act(t, f=nd.relu)
# inputs: [(2, 3)]
# breaks: trace
def act(t, f=nd.relu):
    return f(t)  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return act(x)


# %% near-n3-nd-concat-list: nd.concatenate([x, y])
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return nd.concatenate([x, y])  # breaks here


# %% near-n3-np-sum-axis: np.sum(x, axis=1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.sum(x, axis=1)


# %% near-n3-np-sign: np.sign(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.sign(x)  # breaks here


# %% near-n3-np-tile: np.tile(x, 2)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.tile(x, 2)


# %% near-n3-np-reshape-method: np.reshape(x, -1)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.reshape(x, -1)  # breaks here


# %% near-n3-np-isscalar: np.isscalar(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 3 if np.isscalar(x) else x * 2


# %% near-n3-random-class: self.r = random.Random(3); self.r.random()
# inputs: [(2, 3)]
# breaks: values
import random


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.r = random.Random(3)

    def hybrid_forward(self, F, x):
        return x * self.r.random()


# %% near-n3-os-getpid: os.getpid() in the maths
# inputs: [(2, 3)]
# works
import os


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (os.getpid() % 7 + 1)


# %% near-n3-is-training-child: self.a(x) if autograd.is_training() else self.b(x)
# inputs: [(2, 3)]
# breaks: modes
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(3, in_units=3)
        self.b = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.a(x) if autograd.is_training() else self.b(x)


# %% near-n3-is-training-store: self.mode = autograd.is_training()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.mode = autograd.is_training()
        return x * 2


# %% near-s3-list-plus: self.l = self.l + [x] read
# inputs: [(2, 3)]
# call: (net(*xs), net.l[-1])
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.l = []

    def hybrid_forward(self, F, x):
        self.l = self.l + [x * 2]
        return x * 4


# %% near-s3-list-item: self.l[0] = x read
# inputs: [(2, 3)]
# call: (net(*xs), net.l[0])
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.l = [None]

    def hybrid_forward(self, F, x):
        self.l[0] = x * 2
        return x * 4


# %% near-s3-inner-fn: def keep(t): self.k = t
# inputs: [(2, 3)]
# call: (net(*xs), net.k)
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def keep(t):
            self.k = t
        keep(x * 2)
        return x * 4


# %% near-s3-loop: for i: self.hs.append(...) read
# inputs: [(2, 3)]
# call: (net(*xs), net.hs[0])
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.hs = []
        for i in range(2):
            x = F.relu(x)
            self.hs.append(x)
        return x * 4


# %% near-s3-counter-nested: self.s["n"] += 1
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.s = {"n": 0}

    def hybrid_forward(self, F, x):
        self.s["n"] += 1
        return x * self.s["n"]


# %% near-s3-counter-list-pop: return x * self.l.pop()
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.l = [5, 4, 3, 2, 1, 7, 8, 9, 4, 5, 6]

    def hybrid_forward(self, F, x):
        return x * self.l.pop()


# %% near-s3-counter-gen: return x * next(self.it)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.it = (i for i in range(1, 100))

    def hybrid_forward(self, F, x):
        return x * next(self.it)


# %% near-s3-counter-swap: self.a, self.b = self.b, self.a
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a, self.b = 1, 2

    def hybrid_forward(self, F, x):
        self.a, self.b = self.b, self.a
        return x * self.a


# %% near-s3-counter-same: self.n = max(self.n, 1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 1

    def hybrid_forward(self, F, x):
        self.n = max(self.n, 1)
        return x * self.n


# %% near-s3-counter-unread: self.t.add(len(self.t))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.t = {7}

    def hybrid_forward(self, F, x):
        self.t.add(len(self.t))
        return x * 2


# %% near-s3-np-inplace: self.b += 1
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.b = np.zeros(2)

    def hybrid_forward(self, F, x):
        self.b += 1
        return x * float(self.b[0])


# %% near-s3-np-slice: self.b[:] = self.b + 1
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.b = np.zeros(2)

    def hybrid_forward(self, F, x):
        self.b[:] = self.b + 1
        return x * float(self.b[0])


# %% near-s3-np-roll: self.b = np.roll(self.b, 1)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.b = np.array([1., 2., 3.])

    def hybrid_forward(self, F, x):
        self.b = np.roll(self.b, 1)
        return x * float(self.b[0])


# %% near-s3-ret-complex: return x * 2, 1j
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, 1j


# %% near-s3-ret-bytes: return x * 2, b"a"
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, b"a"


# %% near-s3-ret-ellipsis: return x * 2, ...
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, ...


# %% near-s3-ret-split-dict: return dict(enumerate(F.split(x, 3, axis=1)))
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return dict(enumerate(F.split(x, 3, axis=1)))


# %% near-s3-ret-star: return (*F.split(x, 3, axis=1), x * 2)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return (*F.split(x, 3, axis=1), x * 2)


# %% near-s3-ret-deep: return [[x * 2], [[x * 3]]]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return [[x * 2], [[x * 3]]]


# %% near-s3-ret-tuple1: return (x,)
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return (x,)


# %% near-s3-param-list: return F.broadcast_mul(x, w), [w]
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w), [w]


# %% near-s3-param-repr: return F.broadcast_mul(x, w) * (len(repr(self.w)) > 0 and 2)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w) * (len(repr(self.w)) > 0 and 2)


# %% near-ret-parameter-beside-net: a policy that returns its deviation, a parameter, as it is
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.body = nn.Dense(4, activation="relu")
            self.head = nn.Dense(2)
            self.deviation = self.params.get("deviation", shape=(2,), init="ones")

    def hybrid_forward(self, F, x, deviation):
        mean = F.tanh(self.head(self.body(x)))
        return mean, deviation  # breaks here


# %% near-ret-parameter-used-too: one that computes with it as well
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.body = nn.Dense(4, activation="relu")
            self.head = nn.Dense(2)
            self.deviation = self.params.get("deviation", shape=(2,), init="ones")

    def hybrid_forward(self, F, x, deviation):
        mean = F.tanh(self.head(self.body(x)))
        return F.broadcast_mul(mean, deviation), deviation


# %% near-ret-parameter-made-output: one that makes an output of it
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.body = nn.Dense(4, activation="relu")
            self.head = nn.Dense(2)
            self.deviation = self.params.get("deviation", shape=(2,), init="ones")

    def hybrid_forward(self, F, x, deviation):
        mean = F.tanh(self.head(self.body(x)))
        return mean, F.identity(deviation)


# %% near-ret-constant-beside-net: a constant, of which nobody asks the gradient
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.body = nn.Dense(4, activation="relu")
            self.head = nn.Dense(2)
            self.deviation = self.params.get_constant("deviation", [0.5, 0.5])

    def hybrid_forward(self, F, x, deviation):
        mean = F.tanh(self.head(self.body(x)))
        return mean, deviation  # breaks here


# %% near-ret-constant-small: a constant beside one operator
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.deviation = self.params.get_constant("deviation", [0.5, 0.5])

    def hybrid_forward(self, F, x, deviation):
        return F.tanh(x), deviation


# %% near-ret-parameter-twice: a parameter that is returned twice
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.body = nn.Dense(4, activation="relu")
            self.head = nn.Dense(2)
            self.deviation = self.params.get("deviation", shape=(2,), init="ones")

    def hybrid_forward(self, F, x, deviation):
        mean = F.tanh(self.head(self.body(x)))
        return mean, deviation, deviation


# %% near-b-array-filled: an NDArray on self filled with a slice
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.buf = nd.zeros((2, 3))

    def hybrid_forward(self, F, x):
        self.buf[:] = F.relu(x)  # breaks here
        return x * 2


# %% near-b-array-filled-number: an NDArray on self filled with a number
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.buf = nd.zeros((2, 3))

    def hybrid_forward(self, F, x):
        self.buf[:] = 0
        return x * 2


# %% near-b-local-array-filled: a local NDArray filled by index
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        z = nd.zeros((2, 3))
        z[:] = x  # breaks here
        return x * 2


# %% near-b-array-copyto: a tensor copied to an NDArray on self, by the array's method
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.buf = nd.zeros((2, 3))

    def hybrid_forward(self, F, x):
        self.buf.copyto(x)  # breaks here
        return x * 2


# %% near-b-array-reshape-like: an NDArray on self, reshaped like a tensor
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.buf = nd.zeros((6,))

    def hybrid_forward(self, F, x):
        return x * self.buf.reshape_like(x).shape[0]  # breaks here


# %% near-b-array-reshaped: an NDArray on self reshaped, for its length
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.buf = nd.zeros((6,))

    def hybrid_forward(self, F, x):
        return x * self.buf.reshape((2, 3)).shape[0]


# %% near-b-array-counts: an NDArray on self that counts, read as a number
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = nd.zeros((1,))

    def hybrid_forward(self, F, x):
        self.n += 1
        return x * self.n.asscalar()


# %% near-b-array-counts-slice: the same, by slice
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = nd.zeros((1,))

    def hybrid_forward(self, F, x):
        self.n[:] = self.n + 1
        return x * float(self.n.asnumpy()[0])


# %% near-b-array-counts-unread: an NDArray on self that counts, and nothing reads it
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = nd.zeros((1,))

    def hybrid_forward(self, F, x):
        self.n += 1
        return x * 2


# %% near-b-array-set: an NDArray on self, set to the same in every call
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = nd.zeros((1,))

    def hybrid_forward(self, F, x):
        self.n[:] = 3
        return x * self.n.asscalar()


# %% near-b-global-dict-helper: a global dict counts, a helper's
# inputs: [(2, 3)]
# breaks: values
STATS = {'n': 0}
def bump():
    STATS['n'] += 1


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        bump()
        return x * STATS['n']


# %% near-b-global-dict-other-key: a global dict counts, another key is read
# inputs: [(2, 3)]
# works
STATS = {'n': 0, 'scale': 2}


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        STATS['n'] += 1
        return x * STATS['scale']


# %% near-b-global-dict-get: a global dict, get and put back
# inputs: [(2, 3)]
# breaks: values
STATS = {}


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        STATS['n'] = STATS.get('n', 0) + 1
        return x * STATS['n']


# %% near-b-dict-other-key: a dict of the block counts, another key is read
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.stats = {'n': 0, 'scale': 2}

    def hybrid_forward(self, F, x):
        self.stats['n'] += 1
        return x * self.stats['scale']


# %% near-b-dict-other-name: a dict of the block counts, by another name
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.stats = {'n': 0}

    def hybrid_forward(self, F, x):
        stats = self.stats
        stats['n'] += 1
        return x * stats['n']


# %% near-b-dict-key-of-block: a dict of the block counts, key from the block
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.stats = {'a': 0}
        self.k = 'a'

    def hybrid_forward(self, F, x):
        self.stats[self.k] += 1
        return x * self.stats['a']


# %% near-b-global-defaultdict: a defaultdict of the module counts
# inputs: [(2, 3)]
# breaks: values
from collections import defaultdict
STATS = defaultdict(int)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        STATS['n'] += 1
        return x * STATS['n']


# %% near-b-global-counter: a Counter of the module counts
# inputs: [(2, 3)]
# breaks: values
from collections import Counter
STATS = Counter()


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        STATS['n'] += 1
        return x * STATS['n']


# %% near-b-counter-updated: a Counter of the block, updated
# inputs: [(2, 3)]
# breaks: values
from collections import Counter


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seen = Counter()

    def hybrid_forward(self, F, x):
        self.seen.update(['a'])
        return x * self.seen['a']


# %% near-b-dict-updated: a dict updated with what it held
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.stats = {'n': 0}

    def hybrid_forward(self, F, x):
        self.stats.update(n=self.stats['n'] + 1)
        return x * self.stats['n']


# %% near-b-dict-set: a dict of the block set to the same in every call
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.stats = {'n': 0}

    def hybrid_forward(self, F, x):
        self.stats['n'] = 5
        return x * self.stats['n']


# %% near-b-dict-entry-flag: a dict entry that the next call finds otherwise
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.stats = {'first': True}

    def hybrid_forward(self, F, x):
        y = x * 2 if self.stats['first'] else x * 3
        self.stats['first'] = False
        return y


# %% near-b-call-counts-dict: __call__ counts in a dict
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.stats = {'n': 0}
    def __call__(self, *args):
        self.stats['n'] += 1
        return super().__call__(*args)
    def hybrid_forward(self, F, x):
        return x * self.stats['n']


# %% near-b-call-counts-helper: __call__ counts by a helper, hybrid_forward branches
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 0
    def _count(self):
        self.n += 1
    def __call__(self, *args):
        self._count()
        return super().__call__(*args)
    def hybrid_forward(self, F, x):
        if self.n > 1:
            return x * 2
        return x * 3


# %% near-b-call-counts-unread: __call__ counts what nothing reads
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 0
    def __call__(self, *args):
        self.n += 1
        return super().__call__(*args)
    def hybrid_forward(self, F, x):
        return x * 2


# %% near-b-forward-sets: forward sets the same in every call
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 0
    def forward(self, x):
        self.n = 3
        return super().forward(x)
    def hybrid_forward(self, F, x):
        return x * self.n


# %% near-b-forward-appends: forward appends to a list, hybrid_forward measures it
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = []
    def forward(self, x):
        self.calls.append(1)
        return super().forward(x)
    def hybrid_forward(self, F, x):
        return x * len(self.calls)


# %% near-b-forward-batch: forward keeps the batch, hybrid_forward multiplies by it
# inputs: [(2, 3)]
# breaks: other shapes
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.batch = 1
    def forward(self, x):
        self.batch = x.shape[0]
        return super().forward(x)
    def hybrid_forward(self, F, x):
        return x / self.batch


# %% near-b-global-dict: module counter dict
# inputs: [(2, 3)]
# breaks: values
STATE = {'n': 0}


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        STATE['n'] += 1
        return x * STATE['n']


# %% near-b-call-counts: __call__ counting
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 0
    def __call__(self, *args):
        self.n += 1
        return super().__call__(*args)
    def hybrid_forward(self, F, x):
        return x * self.n


# %% near-b-array-filled-input: self.buf[:] = x
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.buf = nd.zeros((2, 3))

    def hybrid_forward(self, F, x):
        self.buf[:] = x  # breaks here
        return x * 2


# %% near-b-random-loop: a loop that runs a random number of times
# inputs: [(2, 3)]
# breaks: values
import random


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for _ in range(random.randint(1, 9)):
            x = x * 1.5
        return x


# %% near-b-random-loop-empty: a loop that runs a random number of times and does nothing
# inputs: [(2, 3)]
# works
import random


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for _ in range(random.randint(1, 9)):
            pass
        return x * 2


# %% near-b-random-list: a list made of a random number of tensors
# inputs: [(2, 3)]
# breaks: values
import random


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.add_n(*[x * 2 for _ in range(random.randint(1, 9))])


# %% near-b-random-sum: a random number of tensors summed
# inputs: [(2, 3)]
# breaks: values
import random


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum(x * 2 for _ in range(random.randint(1, 9)))


# %% near-b-random-list-unused: a list of a random number of numbers, for its first
# inputs: [(2, 3)]
# works
import random


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        ks = [i for i in range(random.randint(1, 9))]
        return x * 2


# %% near-b-loop-as-called: a loop as often as the block was called
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 0

    def hybrid_forward(self, F, x):
        self.n += 1
        for _ in range(self.n):
            x = F.tanh(x)
        return x


# %% near-b-loop-grown-list: a loop over a list that grows with every call
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.ks = []

    def hybrid_forward(self, F, x):
        self.ks.append(1)
        for _ in self.ks:
            x = F.tanh(x)
        return x


# %% near-b-loop-anew-list: a loop over a list that every call makes anew
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.ks = []

    def hybrid_forward(self, F, x):
        self.ks = [1]
        self.ks.append(2)
        for _ in self.ks:
            x = F.tanh(x)
        return x


# %% near-b-loop-shuffled: a loop over a shuffled list whose elements nothing uses
# inputs: [(2, 3)]
# works
import random


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        ks = [1, 2, 3]
        random.shuffle(ks)
        for _ in ks:
            x = F.tanh(x)
        return x


# %% near-b-loop-configured: a loop over the numbers of a configuration
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.ks = [1, 2, 3]

    def hybrid_forward(self, F, x):
        for _ in self.ks:
            x = F.tanh(x)
        return x


# %% near-b-init-closure-list: a counter that a function of __init__ closes over
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        count = [0]
        def step():
            count[0] += 1
            return count[0]
        self.step = step

    def hybrid_forward(self, F, x):
        return x * self.step()


# %% near-b-init-closure-nonlocal: the same with nonlocal
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        n = 0
        def step():
            nonlocal n
            n += 1
            return n
        self.step = step

    def hybrid_forward(self, F, x):
        return x * self.step()


# %% near-b-init-closure-number: a number that a function of __init__ closes over
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        n = 3
        self.step = lambda: n

    def hybrid_forward(self, F, x):
        return x * self.step()


# %% near-b-init-closure-constants: a list of numbers that a function of __init__ closes over
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        ks = [2, 3]
        def act(v):
            return v * ks[0] + ks[1]
        self.act = act

    def hybrid_forward(self, F, x):
        return self.act(x)
