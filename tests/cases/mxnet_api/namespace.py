"""Functions of mx.nd, mx.sym, NumPy and the standard library instead of F."""
import mxnet as mx
import numpy as np
from mxnet import nd, gluon, autograd
from mxnet.gluon import Block, HybridBlock, SymbolBlock, Parameter, nn, rnn


# %% ns-np-asarray: np.asarray(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * float(np.asarray(x.asnumpy()).mean())  # breaks here


# %% ns-np-ufunc: np.exp(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.exp(x) * 2


# %% ns-mx-random: mx.random.uniform of a shape
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, mx.random.uniform(0, 1, shape=(1, 3)))  # breaks here


# %% ns-mx-random-seed: mx.random.seed in the body
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mx.random.seed(3)
        return x * 2


# %% ns-time: the time as an operand
# inputs: [(2, 3)]
# breaks: values
import time


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (int(time.time() * 1000) % 100)


# %% ns-random-choice: random.choice of a layer
# inputs: [(2, 3)]
# breaks: values
import random


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return random.choice([self.d, F.relu, F.tanh, F.negative])(x)


# %% ns-logging: logging.info with a tensor
# inputs: [(2, 3)]
# works
import logging


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        logging.getLogger(__name__).debug("in: %s", x)
        return x * 2


# %% ns-logging-shape: logging.info with a shape
# inputs: [(2, 3)]
# breaks: trace
import logging


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        logging.getLogger(__name__).debug("in: %s", x.shape)  # breaks here
        return x * 2


# %% ns-context: mx.context.current_context() in a comparison
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if mx.context.current_context().device_type == "cpu" else x


# %% ns-constant-array: mx.nd.array as an operand
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, mx.nd.array([[1, 2, 3]]))  # breaks here


# %% ns-constant-array-init: mx.nd.array kept on self
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.nd.array([[1.0, 2.0, 3.0]])

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, self.k)  # breaks here


# %% ns-constant-array-number: mx.nd.array kept on self, read as a number
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.nd.array([1.0, 2.0, 3.0])

    def hybrid_forward(self, F, x):
        return x * float(self.k.sum().asscalar())


# %% ns-constant-array-shape: mx.nd.array kept on self, its shape
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.nd.array([1.0, 2.0, 3.0])

    def hybrid_forward(self, F, x):
        return x * self.k.shape[0] + len(self.k)


# %% ns-constant-product: tensor * mx.nd.array kept on self
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.nd.array([2.0])

    def hybrid_forward(self, F, x):
        return x * self.k  # breaks here


# %% ns-attr-scope: with mx.AttrScope
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with mx.AttrScope(__lr_mult__="2"):
            return F.relu(x) * 2


# %% ns-name-prefix: with mx.name.Prefix
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with mx.name.Prefix("inner_"):
            return F.relu(x) * 2


# %% ns-predict-mode: with autograd.predict_mode() around a dropout
# inputs: [(2, 3)]
# breaks: modes
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with autograd.predict_mode():
            return F.Dropout(x, p=0.5) * 2


# %% ns-record: with autograd.record() in the body
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with autograd.record():
            return F.Dropout(x, p=0.5) * 2


# %% ns-grad: autograd.grad in the body
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x.attach_grad()  # breaks here
        with autograd.record():
            y = x * x
        return autograd.grad(y, [x])[0]


# %% ns-is-np-array: mx.util.is_np_array()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        ones = F.np.ones_like if mx.util.is_np_array() else F.ones_like
        return x + ones(x)


# %% ns-annotations: annotations that name NDArray
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y: mx.nd.NDArray = F.relu(x)
        return y * 2


# %% ns-isinstance-symbol: isinstance(x, mx.sym.Symbol) with different maths
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if isinstance(x, mx.sym.Symbol) else x * 3


# %% ns-np-on-shape: numpy on what F.arange gives
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.array(np.arange(3).reshape((1, 3))))  # breaks here


# %% ns-accumulate: itertools.accumulate of tensors
# inputs: [(2, 3), (2, 3)]
# works
import itertools


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return list(itertools.accumulate([x, y, x]))[-1] * 2


# %% ns-counter: itertools.count kept on self
# inputs: [(2, 3)]
# breaks: values
import itertools


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = itertools.count(1)

    def hybrid_forward(self, F, x):
        return x * next(self.k)


# %% ns-nd-contrib: mx.nd.contrib.arange_like
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, mx.nd.contrib.arange_like(x, axis=1).reshape((1, -1)))  # breaks here


# %% ns-random-state: a generator of numpy seeded in the body
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.random.RandomState(3).rand()


# %% ns-seeded-random: random.Random(3) made in the body
# inputs: [(2, 3)]
# works
import random


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * random.Random(3).random()


# %% ns-timed: the time measured, not used
# inputs: [(2, 3)]
# works
import time


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        start = time.perf_counter()
        y = x * 2
        self.took = time.perf_counter() - start
        return y


# %% ns-internal: F._internal and F.op
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F._internal._mul_scalar(F.op.relu(x), scalar=2.0)


# %% ns-clip-norm: gluon.utils.clip_global_norm
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        gluon.utils.clip_global_norm([y], 1.0)  # breaks here
        return y


# %% ns-fallback: F.greater_equal where there is one
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        compare = F.greater_equal if hasattr(F, "greater_equal") else F.broadcast_greater_equal
        return compare(x, y) * 2


# %% ns-fallback-try: F.add in a try
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        try:
            return F.add(x, y)
        except AttributeError:
            return F.broadcast_add(x, y)


# %% ns-fallback-getattr: getattr(F.contrib, 'isnan', None)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        is_nan = getattr(F.contrib, "isnan", None) or (lambda t: t != t)
        return F.where(is_nan(x), F.zeros_like(x), x)


# %% ns-array-list: mx.nd arrays kept in a list
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = [mx.nd.ones((1, 3)), mx.nd.zeros((1, 3))]

    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, self.k[0])  # breaks here


# %% ns-array-tolist: mx.nd array turned into numbers in the constructor
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.nd.array([2.0, 3.0]).asnumpy().tolist()

    def hybrid_forward(self, F, x):
        return x * self.k[1]


# %% ns-array-scalar: mx.nd array summed to a number in the constructor
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.nd.array([2.0, 3.0]).sum().asscalar()

    def hybrid_forward(self, F, x):
        return x * self.k


# %% ns-table-take: a table of mx.nd looked up
# inputs: [('i', (2, 3), 0, 4, 'float32')]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.nd.random.uniform(shape=(4, 2))

    def hybrid_forward(self, F, x):
        return F.take(self.k, x) * 2  # breaks here


# %% ns-context-of: a kept array brought to the context of x
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.nd.ones((1, 3))

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, self.k.as_in_context(x.context))  # breaks here


# %% ns-split-data: gluon.utils.split_data
# inputs: [(2, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = gluon.utils.split_data(x, 2, batch_axis=1)  # breaks here
        return parts[0] + parts[1]


# %% ns-nd-or-sym: the module by the kind of the tensor
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        ops = mx.nd if isinstance(x, mx.nd.NDArray) else mx.sym
        return ops.relu(x) * 2


# %% ns-sym-or-nd-call: mx.sym.relu or mx.nd.relu by F
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return (mx.sym.relu(x) if F is mx.sym else mx.nd.relu(x)) * 2


# %% ns-rebound: F bound to mx.nd in the body
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        F = mx.nd
        return F.relu(x) * 2  # breaks here


# %% ns-with-context: with mx.cpu() around an operator
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with mx.cpu():
            return F.relu(x) * 2


# %% ns-init-random: a random number of the constructor
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = np.random.rand()

    def hybrid_forward(self, F, x):
        return x * self.k


# %% ns-init-random-array: a random array of the constructor
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.nd.random.normal(shape=(1, 3))

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, self.k)  # breaks here


# %% ns-is-training-logged: whether it trains, only written down
# inputs: [(2, 3)]
# works
import logging


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        logging.getLogger(__name__).debug("training: %s", autograd.is_training())
        return x * 2


# %% ns-set-training: autograd.set_training in the body
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        before = autograd.set_training(True)
        y = F.Dropout(x, p=0.5)
        autograd.set_training(before)
        return y


# %% ns-nd-custom: mx.nd.contrib of a loop
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        out, _ = mx.nd.contrib.foreach(lambda d, s: (d * 2, s), x, [])  # breaks here
        return out


# %% ns-foreach-cell: foreach over a cell
# inputs: [(3, 2, 4), (2, 5)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(5, input_size=4)

    def hybrid_forward(self, F, x, h):
        out, states = F.contrib.foreach(self.d, x, [h])
        return out * 2


# %% ns-foreach-row: foreach whose step takes a row
# inputs: [(3, 2, 4), (2, 4)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x, h):
        out, _ = F.contrib.foreach(lambda d, s: (d[0] + s[0][0], s), x, [h])
        return out * 2


# %% ns-cond-shape: cond whose branch reads a shape
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.cond(F.sum(x) > 0, lambda: x * 2, lambda: x / x.shape[1])  # breaks here


# %% ns-gpu-count: mx.context.num_gpus()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (2 if mx.context.num_gpus() == 0 else 3)


# %% ns-version: the version of MXNet
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if mx.__version__ >= "1.5" else x * 3


# %% ns-np-where-list: np.where of Python numbers
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = [1.0, 2.0]

    def hybrid_forward(self, F, x):
        return x * float(np.where(np.array(self.k) > 1, 2.0, 3.0).sum())


# %% ns-np-array-of-x: np.array(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * float(np.array(x.asnumpy())[0, 0])  # breaks here


# %% ns-np-stack: np.stack of tensors
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return np.stack([x.asnumpy(), y.asnumpy()]).sum() * x  # breaks here


# %% ns-math-exp: math.exp of a float of the block
# inputs: [(2, 3)]
# works
import math


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = 0.5

    def hybrid_forward(self, F, x):
        return x * math.exp(-self.k) + math.floor(1.5)


# %% ns-init-nd-list: a list of numbers made by nd in the constructor
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = [float(v) for v in mx.nd.arange(3).asnumpy()]

    def hybrid_forward(self, F, x):
        return x * self.k[2] + len(self.k)


# %% ns-global-array: a global array of mx.nd
# inputs: [(2, 3)]
# breaks: trace
TABLE = mx.nd.array([[1.0, 2.0, 3.0]])


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, TABLE)  # breaks here


# %% ns-global-array-number: a global array of mx.nd, as a number
# inputs: [(2, 3)]
# works
TABLE = float(mx.nd.array([[1.0, 2.0, 3.0]]).sum().asscalar())


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * TABLE


# %% ns-random-shuffle: random.shuffle of a list of layers
# inputs: [(2, 3)]
# breaks: values
import random


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        order = [F.relu, F.tanh, F.sigmoid, F.negative]
        random.shuffle(order)
        return order[0](x) * 2


# %% ns-np-random-seeded: np.random.seed, then np.random.rand
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        np.random.seed(3)
        return x * np.random.rand()


# %% ns-contextlib: contextlib.suppress around x.shape
# inputs: [(2, 3)]
# breaks: values
import contextlib


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        width = 7
        with contextlib.suppress(AttributeError):
            width = x.shape[1]
        return x * width


# %% ns-nullcontext: a scope that does nothing
# inputs: [(2, 3)]
# works
import contextlib


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with contextlib.nullcontext():
            return F.relu(x) * 2


# %% ns-warn: warnings.warn about a shape
# inputs: [(2, 3)]
# breaks: trace
import warnings


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if x.ndim != 2:  # breaks here
            warnings.warn("two axes are expected")
        return x * 2


# %% ns-nd-relu-of-constant: mx.nd.relu of a kept array, as a number
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.nd.array([2.0])

    def hybrid_forward(self, F, x):
        return x * float(mx.nd.relu(self.k).asscalar())


# %% ns-nd-sum-of-weight: a penalty of the weights by mx.nd
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) + mx.nd.sum(self.d.weight.data() ** 2)  # breaks here
