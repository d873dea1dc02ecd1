"""Modules, guards, and what changes from call to call."""

import mxnet as mx
import numpy as np
from mxnet import nd, gluon, autograd
from mxnet.gluon import Block, HybridBlock, SymbolBlock, Parameter, nn, rnn


# %% third-ns-np-exp: np.exp(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.exp(x)  # breaks here


# %% third-ns-np-sum: np.sum(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.sum(x)


# %% third-ns-np-max: np.max(x)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.max(x) * x  # breaks here


# %% third-ns-np-prod-self: np.prod(self.shape)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.shape = (2, 3)

    def hybrid_forward(self, F, x):
        return x * np.prod(self.shape)


# %% third-ns-np-sign: np.sign(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.sign(x)  # breaks here


# %% third-ns-np-round: np.round(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.round(x)


# %% third-ns-np-concat: np.concatenate([x, y])
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * float(np.concatenate([x.asnumpy(), y.asnumpy()]).sum())  # breaks here


# %% third-ns-np-zeros-like: np.zeros_like(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + nd.array(np.zeros_like(x))  # breaks here


# %% third-ns-np-asarray: np.asarray(x).sum()
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.asarray(x.asnumpy()).sum()  # breaks here


# %% third-ns-np-shape: np.shape(x)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.shape(x)[1]  # breaks here


# %% third-ns-np-ndim: np.ndim(x)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.ndim(x)  # breaks here


# %% third-ns-np-size: np.size(x)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.size(x)  # breaks here


# %% third-ns-np-squeeze: np.squeeze(x)
# inputs: [(2, 1, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.squeeze(x)


# %% third-ns-np-argmax: np.argmax(x, axis=1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.argmax(x, axis=1)


# %% third-ns-np-repeat: np.repeat(x, 2)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.repeat(x, 2)


# %% third-ns-np-swapaxes: np.swapaxes(x, 0, 1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.swapaxes(x, 0, 1)


# %% third-ns-np-ravel: np.ravel(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.ravel(x)  # breaks here


# %% third-ns-np-isnan: np.isnan(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if not np.isnan(x.asnumpy()).any() else x  # breaks here


# %% third-ns-np-pi: x * np.pi + np.e
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.pi + np.e


# %% third-ns-np-log-const: x / np.log(self.n)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.n = 10

    def hybrid_forward(self, F, x):
        return x / np.log(self.n)


# %% third-ns-np-arange-list: for k in np.arange(3)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for k in np.arange(3):
            x = x * float(k + 1)
        return x


# %% third-ns-np-arange-scalar: for k in np.arange(1, 3): x * k (np.int64)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for k in np.arange(1, 3):
            x = x * k
        return x


# %% third-ns-np-linspace: x * np.linspace(0, 1, 3)[1]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.linspace(0, 1, 3)[1]


# %% third-ns-np-power-const: np.power(10000, 0.5) * x
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.power(10000, 0.5) * x


# %% third-ns-np-rand-init: random drawn in __init__
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.r = 0.5 if np.random.rand() < 2 else 1.0

    def hybrid_forward(self, F, x):
        return x * self.r


# %% third-ns-np-randint-axis: np.random.randint frozen shift
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + np.random.randint(0, 100)  # breaks here


# %% third-ns-np-choice: np.random.choice([1, 2, 3])
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.random.choice([1.0, 2.0, 3.0, 4.0, 5.0])  # breaks here


# %% third-ns-np-rng: np.random.RandomState(0).rand() the same every time
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.random.RandomState(0).rand()


# %% third-ns-np-defrng: np.random.default_rng().random()
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.random.default_rng().random()  # breaks here


# %% third-ns-np-seed: np.random.seed(0) then rand: constant
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        np.random.seed(0)
        return x * np.random.rand()


# %% third-ns-np-unused: np.random.rand() drawn and not used
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        r = np.random.rand()
        return x * 2


# %% third-ns-random-uniform: random.uniform(0, 1)
# inputs: [(2, 3)]
# breaks: values
import random


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * random.uniform(0, 1)  # breaks here


# %% third-ns-random-choice: random.choice([F.relu, F.tanh])
# inputs: [(2, 3)]
# breaks: values
import random


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return random.choice([F.relu, F.tanh, F.exp, F.sin, F.cos])(x)  # breaks here


# %% third-ns-random-shuffle-list: random.shuffle(list of parts)
# inputs: [(2, 6)]
# breaks: values
import random


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = list(F.split(x, num_outputs=6, axis=1))
        random.shuffle(parts)
        return F.concat(*parts, dim=1)


# %% third-ns-random-seeded: random.Random(0).random()
# inputs: [(2, 3)]
# works
import random


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * random.Random(0).random()


# %% third-ns-secrets: secrets.randbelow
# inputs: [(2, 3)]
# breaks: values
import secrets


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * secrets.randbelow(10 ** 6)  # breaks here


# %% third-ns-urandom: os.urandom(1)[0]
# inputs: [(2, 3)]
# breaks: values
import os


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * int.from_bytes(os.urandom(4), 'big')  # breaks here


# %% third-ns-time: x * time.time()
# inputs: [(2, 3)]
# breaks: values
import time


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (time.time() % 1.0)  # breaks here


# %% third-ns-time-perf: time.perf_counter difference, printed only
# inputs: [(2, 3)]
# works
import time


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        t = time.perf_counter()
        y = x * 2
        t = time.perf_counter() - t
        return y


# %% third-ns-datetime: datetime.now().microsecond
# inputs: [(2, 3)]
# breaks: values
import datetime


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * datetime.datetime.now().microsecond  # breaks here


# %% third-ns-counter-iter: next(COUNTER) global itertools.count
# inputs: [(2, 3)]
# breaks: values
import itertools
COUNTER = itertools.count(1)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * next(COUNTER)  # breaks here


# %% third-ns-global-list: CALLS.append(1); len(CALLS)
# inputs: [(2, 3)]
# breaks: values
CALLS = []


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        CALLS.append(1)
        return x * len(CALLS)


# %% third-ns-global-const: SCALE module constant
# inputs: [(2, 3)]
# works
SCALE = 3


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * SCALE


# %% third-ns-global-nd: module-level nd constant
# inputs: [(2, 3)]
# breaks: trace
W = nd.ones((1, 3))


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, W)  # breaks here


# %% third-ns-global-nd-mul: x * module-level nd constant
# inputs: [(1, 3)]
# breaks: trace
W = nd.ones((1, 3))


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * W  # breaks here


# %% third-ns-global-np-scalar: W[0] of a module-level numpy array
# inputs: [(2, 3)]
# works
W = np.ones((3,), dtype='float32')


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * W[0]


# %% third-ns-nd-zeros: nd.zeros((1, 3)) in the body
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, nd.zeros((1, 3)))  # breaks here


# %% third-ns-nd-array-add: x + nd.array([[1, 2, 3]])
# inputs: [(1, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + nd.array([[1, 2, 3]])  # breaks here


# %% third-ns-nd-array-radd: nd.array * x (left)
# inputs: [(1, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return nd.array([[1, 2, 3]]) * x  # breaks here


# %% third-ns-nd-scalar: x * nd.array([2]).asscalar() constant
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * nd.array([2]).asscalar()


# %% third-ns-nd-shape: nd.zeros((2, 3)).shape used
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * nd.zeros((2, 3)).shape[1]


# %% third-ns-nd-unused: nd.zeros created and not used
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        z = nd.zeros((2, 3))
        return x * 2


# %% third-ns-mxnd: mx.nd.relu(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return mx.nd.relu(x)  # breaks here


# %% third-ns-nd-contrib: nd.contrib.foreach
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return nd.contrib.foreach(lambda d, s: (d * 2, s), x, [])[0]  # breaks here


# %% third-ns-nd-linalg: nd.linalg.gemm2(x, y)
# inputs: [(2, 3), (3, 2)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return nd.linalg.gemm2(x, y)  # breaks here


# %% third-ns-nd-where: nd.where(x > 0, x, y)
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return nd.where(x > 0, x, y)  # breaks here


# %% third-ns-nd-concat: nd.concat(x, y, dim=1)
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return nd.concat(x, y, dim=1)  # breaks here


# %% third-ns-nd-add: nd.add(x, y)
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return nd.add(x, y)  # breaks here


# %% third-ns-nd-random-uniform: mx.nd.random.uniform(shape=(2, 3)) + x
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + mx.nd.random.uniform(shape=(2, 3))  # breaks here


# %% third-ns-mx-random: mx.random.uniform(shape=(1, 3))
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, mx.random.uniform(shape=(1, 3)))  # breaks here


# %% third-ns-from-import: from mxnet.ndarray import relu
# inputs: [(2, 3)]
# breaks: trace
from mxnet.ndarray import relu


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return relu(x)  # breaks here


# %% third-ns-sym-var: mx.sym.var in the body under guard
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.sym:
            v = mx.sym.var('q')
        return x * 2


# %% third-ns-nd-guarded: nd.relu(x) if F is nd else F.relu(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return nd.relu(x) if F is mx.nd else mx.sym.relu(x)


# %% third-ns-mod-either: (mx.nd if isinstance(x, nd.NDArray) else mx.sym).relu(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        M = mx.nd if isinstance(x, nd.NDArray) else mx.sym
        return M.relu(x)


# %% third-ns-nd-helper-cls: static helper using nd
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    @staticmethod
    def act(t):
        return nd.tanh(t)  # breaks here
    def hybrid_forward(self, F, x):
        return self.act(x)


# %% third-ns-nd-default-arg: helper(x, F=nd) default
# inputs: [(2, 3)]
# breaks: trace
def act(t, F=nd):
    return F.tanh(t)  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return act(x)


# %% third-ns-F-default-arg: helper(x, F=nd) given F
# inputs: [(2, 3)]
# works
def act(t, F=nd):
    return F.tanh(t)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return act(x, F)


# %% third-ns-self-F: self.F = nd in __init__
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.F = nd

    def hybrid_forward(self, F, x):
        return self.F.relu(x)  # breaks here


# %% third-ns-self-op: self.op = nd.relu in __init__
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.op = nd.relu

    def hybrid_forward(self, F, x):
        return self.op(x)  # breaks here


# %% third-ns-self-opname: self.op = 'relu'; getattr(F, self.op)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.op = 'relu'

    def hybrid_forward(self, F, x):
        return getattr(F, self.op)(x)


# %% third-ns-self-lambda: self.op = lambda F, t: F.relu(t)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.op = lambda F, t: F.relu(t)

    def hybrid_forward(self, F, x):
        return self.op(F, x)


# %% third-ns-mxnp-zeros: x + mx.np.zeros((2, 3))
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + mx.np.zeros((2, 3)).as_nd_ndarray()  # breaks here


# %% third-ns-is-training-F: F.Dropout only if training, guard
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.p = 0.5

    def hybrid_forward(self, F, x):
        return F.Dropout(x, self.p)


# %% third-ns-is-training-ifexp: p = 0.5 if is_training else 0
# inputs: [(2, 3)]
# breaks: modes
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = 2.0 if autograd.is_training() else 1.0
        return x * s


# %% third-ns-is-training-not: if not autograd.is_training(): return early
# inputs: [(2, 3)]
# breaks: modes
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not autograd.is_training():
            return x * 2
        return x * 3


# %% third-ns-is-training-unused: t = autograd.is_training() not used
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        t = autograd.is_training()
        return x * 2


# %% third-ns-is-training-same: both branches the same
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if autograd.is_training():
            return x * 2
        return x * 2


# %% third-ns-autograd-record: with autograd.record(): y = x * 2
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with autograd.record():
            y = x * 2
        return y


# %% third-ns-predict-mode: with autograd.predict_mode(): F.Dropout(x)
# inputs: [(2, 3)]
# breaks: modes
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with autograd.predict_mode():
            y = F.Dropout(x, 0.5)
        return y


# %% third-ns-pause-const: with autograd.pause(): Python only
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with autograd.pause():
            k = 3
        return x * k


# %% third-ns-set-training: autograd.set_training(True)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        p = autograd.set_training(True)
        y = F.Dropout(x, 0.5)
        autograd.set_training(p)
        return y


# %% third-ns-current-context: mx.context.current_context()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        c = mx.context.current_context()
        return F.broadcast_add(x, F.zeros((1, 3), ctx=c))


# %% third-ns-num-gpus: if mx.context.num_gpus() > 0
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if mx.context.num_gpus() > 0:
            return x * 3
        return x * 2


# %% third-ns-split-data: gluon.utils.split_data(x, 1)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return gluon.utils.split_data(x, 1)[0] * 2  # breaks here


# %% third-ns-loss-in-block: gluon.loss.L2Loss()(x, y)
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return gluon.loss.L2Loss()(x, y)


# %% third-ns-testutils: mx.test_utils.same
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if mx.test_utils.same(x.asnumpy(), x.asnumpy()) else x  # breaks here


# %% third-ns-F-isnot-sym: F is not mx.sym: assert x.shape
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is not mx.sym:
            assert x.shape[1] == 3
        return x * 2


# %% third-ns-F-isnot-nd: F is not mx.nd: x.shape
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is not mx.nd:
            assert x.shape[1] == 3  # breaks here
        return x * 2


# %% third-ns-F-name-in: 'ndarray' in F.__name__
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if 'ndarray' in F.__name__:
            assert x.shape[1] == 3
        return x * 2


# %% third-ns-F-hasattr: hasattr(F, 'NDArray') guard
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if hasattr(F, 'NDArray'):
            assert x.shape[1] == 3
        return x * 2


# %% third-ns-F-type-x: type(x) is nd.NDArray guard
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if type(x) is nd.NDArray:
            assert x.shape[1] == 3
        return x * 2


# %% third-ns-F-isinstance-both: isinstance(x, (nd.NDArray, mx.sym.Symbol))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert isinstance(x, (nd.NDArray, mx.sym.Symbol))
        return x * 2


# %% third-ns-F-isinstance-assert: assert isinstance(x, nd.NDArray)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert isinstance(x, nd.NDArray)  # breaks here
        return x * 2


# %% third-ns-F-isinstance-else: isinstance(x, nd.NDArray) else raise
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not isinstance(x, nd.NDArray):
            raise TypeError('array expected')  # breaks here
        return x * 2


# %% third-ns-F-store-guard: is_nd = F is mx.nd; later if is_nd
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        is_nd = F is mx.nd
        if is_nd:
            assert x.shape[1] == 3
        return x * 2


# %% third-ns-F-dict: {mx.nd: 2, mx.sym: 2}[F]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * {mx.nd: 2, mx.sym: 2}[F]


# %% third-ns-F-dict-div: {mx.nd: 2, mx.sym: 3}[F]
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * {mx.nd: 2, mx.sym: 3}[F]  # breaks here


# %% third-ns-F-in: F in (mx.nd, mx.sym)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert F in (mx.nd, mx.sym)
        return x * 2


# %% third-ns-F-in-nd: F in (mx.nd,) assert
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert F in (mx.nd,)  # breaks here
        return x * 2


# %% third-ns-F-repr: 'symbol' in str(F)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if 'symbol' in str(F):
            return x * 3
        return x * 2


# %% third-ns-F-and: F is mx.nd and x.shape[1] == 3
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd and x.shape[1] == 3:
            return x * 2
        return x * 2


# %% third-ns-F-or: F is mx.sym or x.shape[1] == 3
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert F is mx.sym or x.shape[1] == 3
        return x * 2


# %% third-ns-F-or-bad: F is mx.nd or x.shape[1] == 3
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert F is mx.nd or x.shape[1] == 3  # breaks here
        return x * 2


# %% third-ns-logging: logging.debug('%s', x)
# inputs: [(2, 3)]
# works
import logging


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        logging.debug('%s', x)
        return x * 2


# %% third-ns-logging-shape: logging.debug('%s', x.shape)
# inputs: [(2, 3)]
# breaks: trace
import logging


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        logging.debug('%s', x.shape)  # breaks here
        return x * 2


# %% third-ns-warnings: warnings.warn in a dead branch
# inputs: [(2, 3)]
# works
import warnings


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.n = 1

    def hybrid_forward(self, F, x):
        if self.n > 3:
            warnings.warn('large')
        return x * 2


# %% third-ns-json: json.dumps(self.cfg)
# inputs: [(2, 3)]
# works
import json


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.cfg = {'a': 2}

    def hybrid_forward(self, F, x):
        return x * json.loads(json.dumps(self.cfg))['a']


# %% third-ns-copy-cfg: copy.copy(self.cfg)
# inputs: [(2, 3)]
# works
import copy


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.cfg = {'a': 2}

    def hybrid_forward(self, F, x):
        return x * copy.copy(self.cfg)['a']


# %% third-ns-itertools-prod: itertools.product of Python lists
# inputs: [(2, 3)]
# works
import itertools


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for a, b in itertools.product([1, 2], [1, 2]):
            x = x * (a + b)
        return x


# %% third-ns-itertools-chain: itertools.chain([x], [y])
# inputs: [(2, 3), (2, 3)]
# works
import itertools


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return sum(itertools.chain([x], [y]))


# %% third-ns-itertools-tensor: itertools.islice(x, 1)
# inputs: [(4, 3)]
# breaks: values
import itertools


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum(itertools.islice(x, 1))  # breaks here


# %% third-ns-collections-od: OrderedDict of tensors
# inputs: [(2, 3), (2, 3)]
# works
from collections import OrderedDict


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        d = OrderedDict(a=x, b=y)
        return d['a'] + d['b']


# %% third-ns-types-sn: SimpleNamespace of tensors
# inputs: [(2, 3), (2, 3)]
# works
from types import SimpleNamespace


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        s = SimpleNamespace(a=x, b=y)
        return s.a + s.b


# %% third-ns-types-sn-shape: SimpleNamespace(a=x).a.shape
# inputs: [(2, 3)]
# breaks: trace
from types import SimpleNamespace


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = SimpleNamespace(a=x)
        return x * s.a.shape[1]  # breaks here


# %% third-ns-contextlib: contextlib.suppress(AttributeError): x.shape
# inputs: [(2, 3)]
# works
import contextlib


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with contextlib.suppress(AttributeError):
            s = x.shape
        return x * 2


# %% third-ns-eval: eval('x * 2')
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return eval('x * 2')


# %% third-ns-locals: locals()['x'] * 2
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return locals()['x'] * 2


# %% third-ns-globals: globals()['np'].pi * x
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return globals()['np'].pi * x


# %% third-ns-vars-self: vars(self)['k']
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.k = 2

    def hybrid_forward(self, F, x):
        return x * vars(self)['k']


# %% third-ns-attr-append: self.k list read only
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.ks = [1, 2]

    def hybrid_forward(self, F, x):
        for k in self.ks:
            x = x * k
        return x


# %% third-ns-attr-pop: self.ks.pop()
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.ks = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]

    def hybrid_forward(self, F, x):
        return x * self.ks.pop()  # breaks here


# %% third-ns-attr-step: self.step += 1; anneal
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.step = 0

    def hybrid_forward(self, F, x):
        self.step += 1
        return x * (0.5 ** self.step)


# %% third-ns-attr-first: if self.first: self.first = False
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.first = True

    def hybrid_forward(self, F, x):
        if self.first:
            self.first = False
            return x * 3
        return x * 2


# %% third-ns-attr-first-init: if self.scale is None: self.scale = 2
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.scale = None

    def hybrid_forward(self, F, x):
        if self.scale is None:
            self.scale = 2
        return x * self.scale


# %% third-ns-attr-const-set: self.k = 3 then used
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.k = 3
        return x * self.k


# %% third-ns-nplit: {True: 2, False: 3}[F is mx.nd]
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * {True: 2, False: 3}[F is mx.nd]  # breaks here


# %% third-ns-listindex: [2, 3][F is mx.sym]
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * [2, 3][F is mx.sym]  # breaks here


# %% third-ns-listindex-ops: [x * 2, x * 3][F is mx.sym]
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return [x * 2, x * 3][F is mx.sym]  # breaks here


# %% third-ns-dispatch: {nd.NDArray: ..., Symbol: ...}[type(x)]
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * {nd.NDArray: 2, mx.sym.Symbol: 3}[type(x)]  # breaks here


# %% third-ns-npmean: np.sum(x, axis=1, keepdims=True) * x
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / np.sum(x, axis=1, keepdims=True)  # breaks here


# %% third-ns-npsum-ok: np.sum(x, axis=1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.sum(x, axis=1) * 2


# %% third-ns-str: str(F)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (3 if 'symbol' in str(F) else 2)  # breaks here


# %% third-ns-repr: repr(F) guard same
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if 'ndarray' in repr(F):
            assert x.shape[1] == 3
        return x * 2


# %% third-ns-format: f'{F}'
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (3 if 'symbol' in f'{F}' else 2)  # breaks here

# %% image-imresize: mx.image.imresize
# inputs: [(8, 8, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return mx.image.imresize(x, 4, 4)  # breaks here

# %% image-color-normalize: mx.image.color_normalize
# inputs: [(8, 8, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return mx.image.color_normalize(x, 0.5, 0.5)  # breaks here

# %% image-fixed-crop: mx.image.fixed_crop
# inputs: [(8, 8, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return mx.image.fixed_crop(x, 0, 0, 4, 4)  # breaks here

# %% image-f-resize: F.image.resize
# inputs: [(8, 8, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.image.resize(x, (4, 4))

# %% image-f-crop: F.image.crop
# inputs: [(8, 8, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.image.crop(x, 0, 0, 4, 4)

# %% pause-nothing-flows: a pause around a constant and what BlockGrad gives
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.average = self.params.get("average", shape=(1, 3), init="zeros", grad_req="null")

    def hybrid_forward(self, F, x, average):
        mean = F.mean(x, axis=0, keepdims=True)
        with autograd.pause():
            average = 0.9 * average + 0.1 * F.BlockGrad(mean)
        return F.broadcast_sub(x, average)
