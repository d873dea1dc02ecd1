"""Blocks that HYB110 reports, and blocks like them that work."""

import dataclasses
import functools
import math
from typing import List, NamedTuple, Tuple

import mxnet as mx
import numpy as np
from mxnet import nd
from mxnet.gluon import HybridBlock, nn, rnn
from mxnet.gluon.loss import Loss

# %% activations-registered-by-a-decorator-the-default-is-numpys
# inputs: [(2, 3)]
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
    return x * nd.array(np.tanh(np.log1p(np.exp(x.asnumpy()))))  # HYB102, HYB110 # breaks: trace


class Net(HybridBlock):
    def __init__(self, activation="mish", **kwargs):
        super().__init__(**kwargs)
        self.activation = activation

    def hybrid_forward(self, F, x):
        return REGISTRY[self.activation](F, x)

# %% array-of-the-function-that-defines-the-class
# inputs: [(2, 3)]
def make():
    table = mx.nd.array([[1, 2, 3]])

    class Shift(HybridBlock):
        def hybrid_forward(self, F, x):
            return F.broadcast_add(x, table)  # HYB110 # breaks: trace

    return Shift

Net = make()

# %% begin_state-of-a-cell-with-a-batch-size
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(3, input_size=3)

    def hybrid_forward(self, F, x):
        state = self.d.begin_state(batch_size=2)
        return self.d(x, state)[0]  # HYB110 # breaks: trace

# %% begin_state-with-the-batch-of-x
# inputs: [(5, 2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRU(4, input_size=3)

    def hybrid_forward(self, F, x):
        return self.d(x, self.d.begin_state(batch_size=x.shape[1]))[0]  # HYB101, HYB110 # breaks: trace

# %% caller-gives-a-flag-that-is-multiplied
# inputs: [(2, 3)]
# ctor: {"scale": True}
# needs: callers
class Net(HybridBlock):
    def __init__(self, scale, **kwargs):
        super().__init__(**kwargs)
        self.scale = scale

    def hybrid_forward(self, F, x):
        return x * self.scale  # breaks: trace

# %% caller-gives-an-ndarray
# inputs: [(2, 3)]
# ctor: {"scale": 2.0}
class Net(HybridBlock):
    def __init__(self, scale, **kwargs):
        super().__init__(**kwargs)
        self.scale = nd.array([[scale]])

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, self.scale)  # HYB110 # breaks: trace

# %% cell-begin_state-batch_size-2-default-func
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = rnn.GRUCell(4, input_size=3)

    def hybrid_forward(self, F, x):
        return self.c(x, self.c.begin_state(batch_size=2))[0]  # HYB110 # breaks: trace

# %% cell-s-weight-data-as-an-operand
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.RNNCell(4, input_size=3)

    def hybrid_forward(self, F, x):
        return F.dot(x, self.cell.i2h_weight.data(), transpose_b=True)  # HYB110 # breaks: trace

# %% cell-unroll-with-begin_state-of-mx-nd
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(5, input_size=4)

    def hybrid_forward(self, F, x):
        return self.d.unroll(3, x, begin_state=self.d.begin_state(2), merge_outputs=True)[0]  # HYB110 # breaks: trace

# %% child-given-an-ndarray-first
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return F.broadcast_add(self.d(nd.ones((1, 3))), x)  # HYB110 # breaks: trace

# %% child-that-is-made-with-an-array
# inputs: [(2, 3)]
class Scaled(HybridBlock):
    def __init__(self, factor, **kwargs):
        super().__init__(**kwargs)
        self.factor = factor

    def hybrid_forward(self, F, x):
        return x * self.factor  # HYB110 # breaks: trace


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scaled = Scaled(nd.array([2.0]))

    def hybrid_forward(self, F, x):
        return self.scaled(x)

# %% childs-slope-data-as-an-operand
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.act = nn.PReLU()

    def hybrid_forward(self, F, x):
        return self.act(x) * self.act.alpha.data()  # HYB110 # breaks: trace

# %% childs-weight-by-name-its-data
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) + F.dot(x, self.d.params.get("weight").data())  # HYB110 # breaks: trace

# %% childs-weight-data-as-an-operand
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return F.dot(x, self.d.weight.data())  # HYB110 # breaks: trace

# %% configuration-that-holds-an-array-of-anchors
# inputs: [(2, 3)]
@dataclasses.dataclass
class Anchors:
    sizes: Tuple[float, ...] = (1.0, 2.0, 3.0)

    def as_array(self):
        return nd.array(self.sizes).reshape((1, -1))


class Net(HybridBlock):
    def __init__(self, anchors=None, **kwargs):
        super().__init__(**kwargs)
        self.anchors = anchors or Anchors()
        self.table = self.anchors.as_array()

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, self.table)  # HYB110 # breaks: trace

# %% constant-read-by-a-method
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = nd.ones((1, 3))

    def scaled(self, F, x):
        return F.broadcast_mul(x, self.c)  # HYB110 # breaks: trace

    def hybrid_forward(self, F, x):
        return self.scaled(F, x)

# %% data-of-a-constant
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = self.params.get_constant("c", mx.nd.array([[1.0, 2.0, 3.0]]))

    def hybrid_forward(self, F, x, c=None):
        return F.broadcast_mul(x, self.c.data())  # HYB110 # breaks: trace # fix: return F.broadcast_mul(x, c)

# %% dictionary-of-lambdas-the-chosen-one-goes-through-numpy
# inputs: [(2, 3)]
ACTIVATIONS = {
    "relu": lambda F, x: F.relu(x),
    "gelu": lambda F, x: x * 0.5 * (1 + F.erf(x / math.sqrt(2))),
    "softsign": lambda F, x: x / (1 + nd.array(np.abs(x.asnumpy()))),  # HYB102, HYB110 # breaks: trace
}


class Net(HybridBlock):
    def __init__(self, activation="softsign", **kwargs):
        super().__init__(**kwargs)
        self.activation = ACTIVATIONS[activation]

    def hybrid_forward(self, F, x):
        return self.activation(F, x)

# %% dynamic-routing-with-logits-made-by-nd-zeros
# inputs: [(2, 3, 2, 4)]
class Net(HybridBlock):
    def __init__(self, rounds=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.rounds = rounds

    def hybrid_forward(self, F, u):
        b = nd.zeros((1, 3, 2, 1))
        for i in range(self.rounds):
            c = F.softmax(b, axis=2)  # HYB110 # breaks: trace
            v = F.sum(F.broadcast_mul(u, c), axis=1, keepdims=True)
            b = F.broadcast_add(F.sum(F.broadcast_mul(u, v), axis=-1, keepdims=True), b)
        return F.squeeze(v, axis=1)

# %% embedding-of-nd-arange
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.e = nn.Embedding(3, 3)

    def hybrid_forward(self, F, x):
        return F.broadcast_add(F.expand_dims(x, axis=1), F.expand_dims(self.e(nd.arange(3)), axis=0))  # HYB110 # breaks: trace

# %% embedding-with-the-data-of-its-weight
# inputs: [('i', (2, 3), 0, 5, 'float32')]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Embedding(5, 4)

    def hybrid_forward(self, F, x):
        return F.dot(self.d(x), self.d.weight.data(), transpose_b=True)  # HYB110 # breaks: trace

# %% f-contrib-cond-with-nd-constant-in-the-branch
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.cond(x.sum() > 0, lambda: x * nd.ones((2, 3)), lambda: x * 3)  # HYB110 # breaks: trace

# %% f-contrib-foreach-with-nd-zeros-state
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def body(d, s):
            return d + s[0], [s[0] + d]
        o, s = F.contrib.foreach(body, x, [nd.zeros((3,))])  # HYB110 # breaks: trace
        return o

# %% f-dot-with-the-data-of-a-childs-weight
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) + F.dot(x, self.d.weight.data().T)  # HYB110 # breaks: trace

# %% f-take-self-k-idx
# inputs: [('i', (2,), 0, 3, 'int32')]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = nd.ones((3, 4))

    def hybrid_forward(self, F, x):
        return F.take(self.k, x)  # HYB110 # breaks: trace

# %% foreach-nd
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def body(d, s):
            return d + s, s + d
        o, s = F.contrib.foreach(body, x, nd.zeros((3,)))  # HYB110 # breaks: trace
        return o

# %% global-array-of-mx-nd
# inputs: [(2, 3)]
TABLE = mx.nd.array([[1.0, 2.0, 3.0]])


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, TABLE)  # HYB110 # breaks: trace

# %% gradient-of-a-weight
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w) + self.w.grad()  # HYB110 # breaks: trace

# %% indices-made-with-nd-arange
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, i):
        return F.gather_nd(x, F.stack(nd.arange(2), i)) * 2  # HYB110 # breaks: trace

# %% kept-array-brought-to-the-context-of-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.nd.ones((1, 3))

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, self.k.as_in_context(x.context))  # HYB101, HYB110 # breaks: trace

# %% list_data-of-a-weight
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, self.w.list_data()[0])  # HYB110 # breaks: trace

# %% literal-in-a-decorated-method
# inputs: [(2, 3)]
def plain(function):
    return function


class Net(HybridBlock):
    @plain
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, nd.array([[1, 2, 3]]))  # HYB110 # breaks: trace

# %% literal-on-two-lines
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, nd.array([[1, 2,  # HYB110 # breaks: trace
                                             3]]))

# %% local-ndarray-filled-by-index
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        z = nd.zeros((2, 3))
        z[:] = x  # HYB110 # breaks: trace
        return x * 2

# %% lstm-with-begin_state-of-mx-nd
# inputs: [(4, 2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.LSTM(5, input_size=3)

    def hybrid_forward(self, F, x):
        return self.d(x, self.d.begin_state(2))[0]  # HYB110 # breaks: trace

# %% mean-kept-as-an-ndarray-taken-off-the-image
# inputs: [(2, 3, 4, 4)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.mean = nd.array([0.5, 0.4, 0.4]).reshape((1, 3, 1, 1))

    def hybrid_forward(self, F, img):
        return img - self.mean  # HYB110 # breaks: trace

# %% module-level-nd-constant
# inputs: [(2, 3)]
W = nd.ones((1, 3))


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, W)  # HYB110 # breaks: trace

# %% modules-table-of-functions-that-nothing-else-names
# inputs: [(2, 3)]
def softplus(F, x):
    return F.log(1 + F.exp(x))


def tanhshrink(F, x):
    return x - nd.array(np.tanh(x.asnumpy()))  # HYB102, HYB110 # breaks: trace


ACTIVATIONS = {"softplus": softplus}
ACTIVATIONS["tanhshrink"] = tanhshrink


class Net(HybridBlock):
    def __init__(self, activation="tanhshrink", **kwargs):
        super().__init__(**kwargs)
        self.activation = activation

    def hybrid_forward(self, F, x):
        return ACTIVATIONS[self.activation](F, x)

# %% momentum-features-and-a-queue
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def __init__(self, dim=4, size=6, temperature=0.1, **kwargs):
        super().__init__(**kwargs)
        self.temperature = temperature
        self.size = size
        with self.name_scope():
            self.encoder_q = nn.Dense(dim)
            self.encoder_k = nn.Dense(dim)
        self.queue = nd.random.normal(shape=(size, dim))

    def hybrid_forward(self, F, im_q, im_k):
        q = F.L2Normalization(self.encoder_q(im_q))
        k = F.stop_gradient(F.L2Normalization(self.encoder_k(im_k)))
        l_pos = F.sum(q * k, axis=1, keepdims=True)
        l_neg = F.dot(q, self.queue, transpose_b=True)  # HYB110 # breaks: trace
        logits = F.concat(l_pos, l_neg, dim=1) / self.temperature
        return F.log_softmax(logits)

# %% mx-nd-array-as-an-operand
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, mx.nd.array([[1, 2, 3]]))  # HYB110 # breaks: trace

# %% mx-nd-array-kept-on-self
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.nd.array([[1.0, 2.0, 3.0]])

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, self.k)  # HYB110 # breaks: trace

# %% mx-nd-arrays-kept-in-a-list
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = [mx.nd.ones((1, 3)), mx.nd.zeros((1, 3))]

    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, self.k[0])  # HYB110 # breaks: trace

# %% mx-nd-random-uniform-shape-2-3-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + mx.nd.random.uniform(shape=(2, 3))  # HYB110 # breaks: trace

# %% nd-array-x-left
# inputs: [(1, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return nd.array([[1, 2, 3]]) * x  # HYB110 # breaks: trace

# %% nd-zeros-1-3-in-the-body
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, nd.zeros((1, 3)))  # HYB110 # breaks: trace

# %% nd-zeros-ctx-x-context
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, nd.zeros((1, 3), ctx=x.context))  # HYB101, HYB110 # breaks: trace

# %% nd-zeros-on-the-context-of-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + nd.zeros((2, 3), ctx=x.context)  # HYB101, HYB110 # breaks: trace

# %% ndarray-on-self-filled-with-a-slice
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.buf = nd.zeros((2, 3))

    def hybrid_forward(self, F, x):
        self.buf[:] = F.relu(x)  # HYB110 # breaks: trace
        return x * 2

# %% ndarray-on-self-reshaped-like-a-tensor
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.buf = nd.zeros((6,))

    def hybrid_forward(self, F, x):
        return x * self.buf.reshape_like(x).shape[0]  # HYB110 # breaks: trace

# %% ndarray-table-indexed-by-positions
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.table = nd.random.normal(shape=(3, 4))

    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, self.table.expand_dims(0))  # HYB110 # breaks: trace

# %% ndarrays-in-a-list-attribute
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.shifts = [nd.ones((1, 3)) * k for k in range(2)]

    def hybrid_forward(self, F, x):
        for shift in self.shifts:
            x = F.broadcast_add(x, shift)  # HYB110 # breaks: trace
        return x

# %% norm-of-the-weights-computed-from-their-data
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        norm = self.w.data().norm()
        return F.broadcast_mul(x, w) / norm  # HYB110 # breaks: trace

# %% parameters-list_data
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.emb = nn.Dense(3, in_units=3, use_bias=False)

    def hybrid_forward(self, F, x):
        return F.dot(self.emb(x), self.emb.weight.list_data()[0])  # HYB110 # breaks: trace

# %% penalty-of-the-weights-by-mx-nd
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) + mx.nd.sum(self.d.weight.data() ** 2)  # HYB110, HYB502 # breaks: trace

# %% penalty-on-the-parameters-of-a-model-that-the-caller-gives
# inputs: [(2, 3)]
# ctor: {'model': None}
class Penalty(mx.gluon.loss.Loss):
    def __init__(self, model=None):
        super().__init__(None, 0)
        self.model = model

    def hybrid_forward(self, F, x):
        total = 0
        for parameter in self.model.collect_params().values():
            total = total + parameter.data().abs().sum()
        return F.broadcast_add(F.sum(x, axis=1), total)  # HYB110 # breaks: trace

def Net(model):
    dense = nn.Dense(2, in_units=3)
    dense.initialize()
    return Penalty(dense)

# %% positions-made-by-mx-nd-whatever-f-is
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        positions = mx.nd.arange(3).reshape((1, 3, 1))
        return F.broadcast_add(x, positions)  # HYB110 # breaks: trace

# %% projection-tied-to-an-embeddings-weight
# inputs: [('i', (2, 4), 0, 7, 'float32')]
class Net(HybridBlock):
    def __init__(self, vocabulary=7, units=5, **kwargs):
        super().__init__(**kwargs)
        self._vocabulary = vocabulary
        with self.name_scope():
            self.embed = nn.Embedding(vocabulary, units)
            self.body = nn.Dense(units, flatten=False, activation="tanh")

    def hybrid_forward(self, F, tokens):
        h = self.body(self.embed(tokens))
        weight = self.embed.collect_params(".*weight").values()
        return F.dot(h, next(iter(weight)).data(), transpose_b=True)  # HYB110 # breaks: trace

# %% property-that-gives-a-weights-data
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    @property
    def kernel(self):
        return self.d.weight.data()

    def hybrid_forward(self, F, x):
        return self.d(x) + F.dot(x, self.kernel)  # HYB110 # breaks: trace

# %% property-that-gives-the-data-of-a-parameter
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, self.now)  # HYB110 # breaks: trace

    @property
    def now(self):
        return self.w.data()

# %% property-that-makes-a-constant
# inputs: [(2, 3)]
class Net(HybridBlock):
    @property
    def ones(self):
        return nd.ones((1, 3))

    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, self.ones)  # HYB110 # breaks: trace

# %% random-array-of-the-constructor
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.nd.random.normal(shape=(1, 3))

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, self.k)  # HYB110 # breaks: trace

# %% region-proposals-with-anchors-kept-as-nd-array-and-sliced
# inputs: [(2, 4, 3, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.anchors = nd.zeros((1, 16, 4))
        with self.name_scope():
            self.box = nn.Conv2D(4, 1)

    def hybrid_forward(self, F, x):
        pred = self.box(x).transpose((0, 2, 3, 1)).reshape((0, -1, 4))
        a = F.slice_axis(self.anchors, axis=1, begin=0, end=9)  # HYB110 # breaks: trace
        return F.broadcast_add(pred, a)

# %% running-mean-of-a-batchnorm
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.BatchNorm(in_channels=3)

    def hybrid_forward(self, F, x):
        return F.broadcast_sub(self.d(x), self.d.running_mean.data().reshape((1, 3)))  # HYB110 # breaks: trace

# %% running-mean-of-batchnorm-by-data
# inputs: [(4, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.bn = nn.BatchNorm(in_channels=3)

    def hybrid_forward(self, F, x):
        return F.broadcast_sub(self.bn(x), self.bn.running_mean.data())  # HYB110 # breaks: trace

# %% self-buf-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.buf = nd.zeros((2, 3))

    def hybrid_forward(self, F, x):
        self.buf[:] = x  # HYB110 # breaks: trace
        return x * 2

# %% self-d-0-weight-data
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridSequential()
        self.d.add(nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        return self.d(x) + F.dot(x, self.d[0].weight.data())  # HYB110 # breaks: trace

# %% states-of-a-beam-are-reordered-by-an-index-from-the-host
# inputs: [(2, 3), (2, 3)]
class Beam(NamedTuple):
    states: List[object]
    scores: object

    def reordered(self, F, order):
        return self._replace(states=[F.take(state, nd.array(order)) for state in self.states])  # HYB110 # breaks: trace


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        beam = Beam(states=[x, y], scores=F.sum(x, axis=1))
        beam = beam.reordered(F, [1, 0])
        return F.broadcast_mul(F.add_n(*beam.states), F.expand_dims(beam.scores, axis=1))

# %% states-that-mx-nd-makes
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(5, input_size=3)

    def hybrid_forward(self, F, x):
        output, _ = self.cell(x, self.cell.begin_state(batch_size=2, func=mx.nd.zeros))  # HYB110 # breaks: trace
        return output

# %% states-that-the-constructor-makes
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(5, input_size=3)
        self.states = self.cell.begin_state(batch_size=2)

    def hybrid_forward(self, F, x):
        output, _ = self.cell(x, self.states)  # HYB110 # breaks: trace
        return output

# %% subclass-of-dense-that-uses-self-weight-data
# inputs: [(2, 3)]
class Net(nn.Dense):
    def __init__(self, **kwargs):
        super().__init__(4, in_units=3, **kwargs)

    def hybrid_forward(self, F, x, weight, bias=None):
        return F.FullyConnected(x, self.weight.data(), bias, num_hidden=4)  # HYB110 # breaks: trace

# %% table-of-mx-nd-looked-up
# inputs: [('i', (2, 3), 0, 4, 'float32')]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.nd.random.uniform(shape=(4, 2))

    def hybrid_forward(self, F, x):
        return F.take(self.k, x) * 2  # HYB110 # breaks: trace

# %% table-of-sines-built-at-the-first-call-as-an-ndarray
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._table = None

    @property
    def table(self):
        if self._table is None:
            self._table = nd.array(np.sin(np.arange(3))).reshape((1, 3))
        return self._table

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, self.table)  # HYB110 # breaks: trace

# %% tensor-copied-to-an-ndarray-on-self-by-the-arrays-method
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.buf = nd.zeros((2, 3))

    def hybrid_forward(self, F, x):
        self.buf.copyto(x)  # HYB110 # breaks: trace
        return x * 2

# %% tensor-mx-nd-array-kept-on-self
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.nd.array([2.0])

    def hybrid_forward(self, F, x):
        return x * self.k  # HYB110 # breaks: trace

# %% value-of-a-constant
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = self.params.get_constant("c", mx.nd.array([[1.0, 2.0, 3.0]]))

    def hybrid_forward(self, F, x, c=None):
        return F.broadcast_mul(x, self.c.value)  # HYB110 # breaks: trace

# %% value-of-a-constant-read
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = self.params.get_constant("c", nd.ones((1, 3)))

    def hybrid_forward(self, F, x, c):
        return F.broadcast_mul(x, self.c.value)  # HYB110 # breaks: trace

# %% variational-autoencoder-that-samples-by-nd
# inputs: [(2, 6)]
class Net(HybridBlock):
    def __init__(self, latent=2, hidden=5, out=6, **kwargs):
        super().__init__(**kwargs)
        self.latent = latent
        self.mu = None
        with self.name_scope():
            self.encoder = nn.HybridSequential(prefix="encoder_")
            self.encoder.add(nn.Dense(hidden, activation="tanh"), nn.Dense(latent * 2))
            self.decoder = nn.HybridSequential(prefix="decoder_")
            self.decoder.add(nn.Dense(hidden, activation="tanh"), nn.Dense(out, activation="sigmoid"))

    def hybrid_forward(self, F, x):
        h = self.encoder(x)
        mu, lv = F.split(h, axis=1, num_outputs=2)
        eps = nd.random_normal(0, 1, shape=(2, self.latent)) * 0
        z = mu + F.exp(0.5 * lv) * eps  # HYB110 # breaks: trace
        y = self.decoder(z)
        kl = 0.5 * F.sum(1 + lv - mu * mu - F.exp(lv), axis=1)
        return F.sum(F.square(x - y), axis=1) - kl

# %% weight-divided-by-its-largest-singular-value
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, units=4, in_units=3, iterations=1, **kwargs):
        super().__init__(**kwargs)
        self._iterations = iterations
        self.u = nd.ones((1, units))
        with self.name_scope():
            self.weight = self.params.get("weight", shape=(units, in_units))

    def hybrid_forward(self, F, x, weight):
        u = self.u
        for _ in range(self._iterations):
            v = F.L2Normalization(F.dot(u, weight))  # HYB110 # breaks: trace
            u = F.L2Normalization(F.dot(v, weight, transpose_b=True))
        sigma = F.sum(F.dot(u, weight) * v)
        return F.FullyConnected(x, F.broadcast_div(weight, sigma.reshape((1, 1))), no_bias=True, num_hidden=4)

# %% weight-out-of-collect_params
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        penalty = 0
        for p in self.collect_params().values():
            penalty = penalty + p.data().sum()
        return F.broadcast_add(self.d(x), penalty)  # HYB110 # breaks: trace

# %% weight-read-by-data
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.weight = self.params.get("weight", shape=(4, 3), init="xavier")

    def hybrid_forward(self, F, x, weight):
        w = F.L2Normalization(self.weight.data())  # HYB110 # breaks: trace
        return F.FullyConnected(x, w, no_bias=True, num_hidden=4)

# %% while-with-nd-counter
# inputs: [(1, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        o, s = F.contrib.while_loop(lambda i, a: i < 3, lambda i, a: ([], [i + 1, a * 2]), [nd.zeros((1,)), x], max_iterations=3)  # HYB110 # breaks: trace
        return s[1]

# %% window-of-numbers-kept-as-an-array
# inputs: [('pos', (2, 3, 6, 6))]
class Net(Loss):
    def __init__(self, size=3, **kwargs):
        super().__init__(None, 0, **kwargs)
        self._size = size
        self.window = nd.ones((3, 1, size, size)) / size**2

    def hybrid_forward(self, F, image):
        return F.Convolution(image, self.window, kernel=(self._size,) * 2, num_filter=3, num_group=3, no_bias=True)  # HYB110 # breaks: trace

# %% x-module-level-nd-constant
# inputs: [(1, 3)]
W = nd.ones((1, 3))


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * W  # HYB110 # breaks: trace

# %% x-mx-np-zeros-2-3
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + mx.np.zeros((2, 3)).as_nd_ndarray()  # HYB110 # breaks: trace

# %% x-nd-array-1-2-3
# inputs: [(1, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + nd.array([[1, 2, 3]])  # HYB110 # breaks: trace

# %% activations-registered-by-a-decorator-the-default-is-fs
# inputs: [(2, 3)]
# clean
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

# %% batchnorm-as-a-child
# inputs: [(4, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.bn = nn.BatchNorm(in_channels=3)

    def hybrid_forward(self, F, x):
        return self.bn(x) * 2

# %% begin_state-with-func-f-zeros
# inputs: [(4, 2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRU(3, input_size=3)

    def hybrid_forward(self, F, x):
        state = self.d.begin_state(batch_size=2, func=F.zeros)
        return self.d(x, state)[0]

# %% bidirectionalcell-unrolled
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.BidirectionalCell(rnn.GRUCell(3, input_size=4), rnn.GRUCell(3, input_size=4))

    def hybrid_forward(self, F, x):
        return self.d.unroll(3, x, merge_outputs=True)[0] * 2

# %% call-makes-a-tensor-of-a-number
# inputs: [(2, 3)]
# clean
# call: net(xs[0], 3 if FLAG["v"] else 2)
# between: FLAG["v"] = True
FLAG = {"v": False}


class Net(HybridBlock):
    def __call__(self, x, scale=1):
        return super().__call__(x, nd.array([[scale]]))

    def hybrid_forward(self, F, x, scale):
        return F.broadcast_mul(F.relu(x), scale)

# %% caller-gives-a-number
# inputs: [(2, 3)]
# clean
# ctor: {"scale": 2.0}
class Net(HybridBlock):
    def __init__(self, scale, **kwargs):
        super().__init__(**kwargs)
        self.scale = scale

    def hybrid_forward(self, F, x):
        return x * self.scale

# %% cell-begin_state-batch_size-2-in-the-body
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = rnn.GRUCell(4, input_size=3)

    def hybrid_forward(self, F, x):
        return self.c(x, self.c.begin_state(batch_size=2, func=F.zeros))[0]

# %% cell-unroll-with-an-input-as-its-state
# inputs: [(2, 3, 4), (2, 5)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(5, input_size=4)

    def hybrid_forward(self, F, x, h):
        return self.d.unroll(3, x, begin_state=[h], merge_outputs=True)[0] * 2

# %% child-given-f-ones
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return F.broadcast_add(self.d(F.ones((1, 3))), x)

# %% child-that-is-made-with-the-number-in-an-array
# inputs: [(2, 3)]
# clean
class Scaled(HybridBlock):
    def __init__(self, factor, **kwargs):
        super().__init__(**kwargs)
        self.factor = factor

    def hybrid_forward(self, F, x):
        return x * self.factor


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scaled = Scaled(nd.array([2.0]).asscalar())

    def hybrid_forward(self, F, x):
        return self.scaled(x)

# %% childs-weight-as-an-argument
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(4, in_units=3, use_bias=False)
        self.tied = self.d.weight

    def hybrid_forward(self, F, x, tied):
        return F.dot(self.d(x), tied)

# %% childs-weight-by-its-own-argument
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.weight = self.d.weight

    def hybrid_forward(self, F, x, weight):
        return self.d(x) + F.dot(x, weight)

# %% constant-as-an-argument
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = self.params.get_constant("c", mx.nd.array([[1.0, 2.0, 3.0]]))

    def hybrid_forward(self, F, x, c):
        return F.broadcast_mul(x, c)

# %% constant-made-in-the-nd-branch
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            y = mx.nd.broadcast_mul(x, mx.nd.array([[1, 2, 3]]))
        else:
            y = F.broadcast_mul(x, F.reshape(F.arange(1, 4), shape=(1, 3)))
        return y + 1

# %% count-of-parameters-elements
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        count = sum(int(np.prod(p.shape)) for p in self.collect_params().values())
        return self.d(x) / count

# %% dictionary-of-lambdas-the-chosen-one-is-an-operator
# inputs: [(2, 3)]
# clean
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

# %% dynamic-routing-over-a-fixed-number-of-rounds
# inputs: [(2, 3, 2, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, rounds=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.rounds = rounds

    def squash(self, F, s):
        n2 = F.sum(F.square(s), axis=-1, keepdims=True)
        return F.broadcast_mul(s, n2 / (1 + n2) / F.sqrt(n2 + 1e-9))

    def hybrid_forward(self, F, u):
        b = F.zeros_like(F.sum(u, axis=-1, keepdims=True))
        u_stop = F.BlockGrad(u)
        for i in range(self.rounds):
            c = F.softmax(b, axis=2)
            if i == self.rounds - 1:
                v = self.squash(F, F.sum(F.broadcast_mul(u, c), axis=1, keepdims=True))
            else:
                v = self.squash(F, F.sum(F.broadcast_mul(u_stop, c), axis=1, keepdims=True))
                b = b + F.sum(F.broadcast_mul(u_stop, v), axis=-1, keepdims=True)
        return F.squeeze(v, axis=1)

# %% embedding-of-f-arange
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.e = nn.Embedding(3, 3)

    def hybrid_forward(self, F, x):
        return F.broadcast_add(F.expand_dims(x, axis=1), F.expand_dims(self.e(F.arange(3)), axis=0))

# %% f-contrib-foreach-over-two-sequences
# inputs: [(4, 3), (4, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        def body(d, s):
            return d[0] * d[1] + s[0], [s[0] + d[0]]
        o, s = F.contrib.foreach(body, [x, y], [F.zeros((3,))])
        return o

# %% f-gather_nd-with-stacked-indices
# inputs: [(2, 3), ('i', (2,), 0, 3, 'int32')]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, i):
        rows = F.contrib.arange_like(x, axis=0).astype("int32")
        return F.gather_nd(x, F.stack(rows, i)) * 2

# %% f-take-k-idx-of-a-constant
# inputs: [('i', (2,), 0, 3, 'int32')]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = self.params.get_constant("k", nd.ones((3, 4)))

    def hybrid_forward(self, F, x, k):
        return F.take(k, x)

# %% function-that-computes-with-numpy-stands-in-a-table-of-the-data
# inputs: [(2, 3)]
# clean
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

# %% global-array-of-mx-nd-as-a-number
# inputs: [(2, 3)]
# clean
TABLE = float(mx.nd.array([[1.0, 2.0, 3.0]]).sum().asscalar())


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * TABLE

# %% grad_req-of-a-weight-decides
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        y = F.broadcast_mul(x, w)
        return y if self.w.grad_req == "null" else y * 2

# %% layer-with-the-parameters-of-another
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.e = nn.Dense(3, in_units=3, params=self.d.params)

    def hybrid_forward(self, F, x):
        return self.e(self.d(x))

# %% len-self-children
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) * len(self._children)

# %% lru_cache-around-a-function-that-gets-f
# inputs: [(2, 3)]
# clean
@functools.lru_cache()
def ones(F):
    return F.ones((1, 3))


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, ones(F))

# %% lstm-with-states-of-f-zeros
# inputs: [(4, 2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.LSTM(5, input_size=3)

    def hybrid_forward(self, F, x):
        return self.d(x, [F.zeros((1, 2, 5)), F.zeros((1, 2, 5))])[0] * 2

# %% mx-nd-array-kept-on-self-its-shape
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.nd.array([1.0, 2.0, 3.0])

    def hybrid_forward(self, F, x):
        return x * self.k.shape[0] + len(self.k)

# %% mx-nd-array-kept-on-self-read-as-a-number
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.nd.array([1.0, 2.0, 3.0])

    def hybrid_forward(self, F, x):
        return x * float(self.k.sum().asscalar())

# %% mx-nd-array-summed-to-a-number-in-the-constructor
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.nd.array([2.0, 3.0]).sum().asscalar()

    def hybrid_forward(self, F, x):
        return x * self.k

# %% mx-nd-array-turned-into-numbers-in-the-constructor
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.nd.array([2.0, 3.0]).asnumpy().tolist()

    def hybrid_forward(self, F, x):
        return x * self.k[1]

# %% mx-nd-relu-of-a-kept-array-as-a-number
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.nd.array([2.0])

    def hybrid_forward(self, F, x):
        return x * float(mx.nd.relu(self.k).asscalar())

# %% name-of-a-parameter
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        assert self.w.name.endswith("w")
        return F.broadcast_mul(x, w)

# %% nd-zeros-2-3-shape
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * nd.zeros((2, 3)).shape[0]

# %% nd-zeros-2-3-shape-used
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * nd.zeros((2, 3)).shape[1]

# %% nd-zeros-created-and-not-used
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        z = nd.zeros((2, 3))
        return x * 2

# %% ndarray-on-self-filled-with-a-number
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.buf = nd.zeros((2, 3))

    def hybrid_forward(self, F, x):
        self.buf[:] = 0
        return x * 2

# %% ndarray-on-self-reshaped-for-its-length
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.buf = nd.zeros((6,))

    def hybrid_forward(self, F, x):
        return x * self.buf.reshape((2, 3)).shape[0]

# %% numpy-number-taken-off-the-image
# inputs: [(2, 3, 4, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.mean = float(np.mean([0.5, 0.4, 0.4]))

    def hybrid_forward(self, F, img):
        return img - self.mean

# %% one-element-of-a-numpy-array
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = np.array([0.5, 2.0])

    def hybrid_forward(self, F, x):
        return x * self.k[1] + self.k.max()

# %% positions-counted-along-the-axis-of-time
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        positions = F.contrib.arange_like(x, axis=1)
        return F.broadcast_add(x, positions.expand_dims(0).expand_dims(2))

# %% projection-that-shares-the-embeddings-parameter
# inputs: [('i', (2, 4), 0, 7, 'float32')]
# clean
class Net(HybridBlock):
    def __init__(self, vocabulary=7, units=5, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.embed = nn.Embedding(vocabulary, units)
            self.body = nn.Dense(units, flatten=False, activation="tanh")
            self.out = nn.Dense(vocabulary, flatten=False, in_units=units, params=self.embed.params)

    def hybrid_forward(self, F, tokens):
        return self.out(self.body(self.embed(tokens)))

# %% property-that-gives-a-child
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    @property
    def head(self):
        return self.d

    def hybrid_forward(self, F, x):
        return self.head(x)

# %% random-numbers-drawn-in-both
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            y = x + mx.nd.random.normal(0, 0.0001, shape=(2, 3)) * 0
        else:
            y = x + F.random.normal(0, 0.0001, shape=(2, 3)) * 0
        return y * 2

# %% region-proposals-with-an-anchor-constant
# inputs: [(2, 4, 3, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        anchors = np.zeros((1, 9, 4), dtype='float32')
        with self.name_scope():
            self.anchors = self.params.get_constant('anchor', anchors)
            self.box = nn.Conv2D(4, 1)

    def hybrid_forward(self, F, x, anchors):
        pred = self.box(x).transpose((0, 2, 3, 1)).reshape((0, -1, 4))
        a = F.BlockGrad(anchors)
        return F.broadcast_add(pred, a)

# %% returns-a-constant
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = self.params.get_constant("c", [[1.0, 2.0, 3.0]])

    def hybrid_forward(self, F, x, c):
        return F.broadcast_mul(x, c), c

# %% running-mean-of-batchnorm-as-an-argument
# inputs: [(4, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.bn = nn.BatchNorm(in_channels=3)
        self.mean = self.bn.running_mean

    def hybrid_forward(self, F, x, mean):
        return F.broadcast_sub(self.bn(x), F.BlockGrad(mean).expand_dims(axis=0))

# %% same-the-array-as-a-constant
# inputs: [(2, 3)]
# clean
@dataclasses.dataclass
class Anchors:
    sizes: Tuple[float, ...] = (1.0, 2.0, 3.0)

    def as_array(self):
        return nd.array(self.sizes).reshape((1, -1))


class Net(HybridBlock):
    def __init__(self, anchors=None, **kwargs):
        super().__init__(**kwargs)
        self.anchors = anchors or Anchors()
        self.table = self.params.get_constant("table", self.anchors.as_array())

    def hybrid_forward(self, F, x, table):
        return F.broadcast_mul(x, table) + len(self.anchors.sizes)

# %% self-cast-in-the-body
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        self.d.cast("float32")
        return self.d(x)

# %% self-d-0-weight-shape
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridSequential()
        self.d.add(nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        return self.d(x) / self.d[0].weight.shape[0]

# %% self-d-weight-shape
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.d = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) * self.d.weight.shape[0]

# %% shape-of-a-childs-weight
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) / self.d.weight.shape[1]

# %% shape-of-a-childs-weight-data
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) * self.d.weight.data().shape[1]

# %% shape-of-a-parameters-data
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w) / self.w.data().shape[1]

# %% shapes-of-the-parameters-by-name
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        weight = list(self.d.collect_params(".*weight").values())[0]
        return self.d(x) / weight.shape[0]

# %% sizes-of-a-recurrent-layer
# inputs: [(4, 2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.LSTM(5, num_layers=2, input_size=3)

    def hybrid_forward(self, F, x):
        return self.d(x) / self.d._hidden_size * self.d._num_layers

# %% state_info-of-a-cell
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.LSTMCell(3, input_size=3)

    def hybrid_forward(self, F, x):
        states = [F.zeros_like(x) for _ in self.d.state_info(2)]
        return self.d(x, states)[0]

# %% states-of-a-beam-are-reordered-by-an-operator
# inputs: [(2, 3), (2, 3)]
# clean
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

# %% states-that-f-makes
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(5, input_size=3)

    def hybrid_forward(self, F, x):
        output, _ = self.cell(x, self.cell.begin_state(batch_size=2, func=F.zeros))
        return output

# %% super-hybrid_forward-of-a-dense
# inputs: [(2, 3)]
# clean
class Net(nn.Dense):
    def __init__(self, **kwargs):
        super().__init__(4, in_units=3, **kwargs)

    def hybrid_forward(self, F, x, weight, bias=None):
        return F.tanh(super().hybrid_forward(F, x, weight * 0.5, bias))

# %% table-of-sines-built-at-the-first-call-as-numbers
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._table = None

    @property
    def table(self):
        if self._table is None:
            self._table = [float(v) for v in np.sin(np.arange(3))]
        return self._table

    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.concat(*[p * v for p, v in zip(parts, self.table)], dim=1)

# %% two-constants
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.mean = self.params.get_constant("mean", nd.zeros((1, 3)))
        self.std = self.params.get_constant("std", nd.ones((1, 3)))

    def hybrid_forward(self, F, x, mean, std):
        return F.broadcast_div(F.broadcast_sub(x, mean), std)

# %% variational-autoencoder-that-samples-by-f
# inputs: [(2, 6)]
# clean
class Net(HybridBlock):
    def __init__(self, latent=2, hidden=5, out=6, **kwargs):
        super().__init__(**kwargs)
        self.latent = latent
        with self.name_scope():
            self.encoder = nn.HybridSequential(prefix="encoder_")
            self.encoder.add(nn.Dense(hidden, activation="tanh"), nn.Dense(latent * 2))
            self.decoder = nn.HybridSequential(prefix="decoder_")
            self.decoder.add(nn.Dense(hidden, activation="tanh"), nn.Dense(out, activation="sigmoid"))

    def hybrid_forward(self, F, x):
        h = self.encoder(x)
        mu, lv = F.split(h, axis=1, num_outputs=2)
        eps = F.random.normal_like(mu) * 0
        z = mu + F.exp(0.5 * lv) * eps
        y = self.decoder(z)
        kl = 0.5 * F.sum(1 + lv - mu * mu - F.exp(lv), axis=1)
        return F.sum(F.square(x - y), axis=1) - kl

# %% variationaldropoutcell
# inputs: [(2, 3, 4)]
# clean
from mxnet.gluon.contrib.rnn import VariationalDropoutCell


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = VariationalDropoutCell(rnn.GRUCell(4, input_size=4))

    def hybrid_forward(self, F, x):
        return self.d.unroll(3, x, merge_outputs=True)[0] * 2

# %% weight-taken-as-an-argument
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.weight = self.params.get("weight", shape=(4, 3), init="xavier")

    def hybrid_forward(self, F, x, weight):
        w = F.L2Normalization(weight)
        return F.FullyConnected(x, w, no_bias=True, num_hidden=4)

# %% weight-var-behind-a-check-of-f
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3, use_bias=False)

    def hybrid_forward(self, F, x):
        w = self.d.weight.data() if F is mx.nd else self.d.weight.var()
        return self.d(F.dot(x, w))

# %% what-a-layer-keeps-of-its-arguments
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) / self.d._units

# %% x-np-mean-1-2-3
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - np.mean([1, 2, 3])

# %% array-on-the-default-device
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.device = mx.context.current_context() or mx.cpu()

    def hybrid_forward(self, F, x):
        return F.broadcast_maximum(nd.ones(1, ctx=self.device), x)  # HYB110 # breaks: trace

# %% optional-input-that-defaults-to-an-array
# inputs: [(2, 4)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.adjacency = nd.array([[1, 0], [1, 1]])
        self.dense = nn.Dense(3, in_units=4)

    def hybrid_forward(self, F, x, adjacency=None):
        matrix = adjacency if adjacency is not None else self.adjacency
        return F.dot(matrix, self.dense(x))  # HYB110 # breaks: trace

# %% optional-state-that-defaults-to-zeros-of-nd
# inputs: [(2, 4)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.input = nn.Dense(4, in_units=4)
        self.state = nn.Dense(4, in_units=4)

    def hybrid_forward(self, F, x, state=None):
        if state is None:
            state = nd.zeros((2, 4))
        return F.tanh(self.input(x) + self.state(state))  # HYB110 # breaks: trace

# %% lines-after-arithmetic-with-the-data-of-a-parameter
# inputs: [(2, 5, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = self.params.get("scale", shape=(3,), init="ones")

    def hybrid_forward(self, F, x, scale):
        scaled = x * self.scale.data()  # HYB110 # breaks: trace
        gate = scaled.mean(axis=-1, keepdims=True)
        return scaled * gate  # HYB201

# %% rows-of-a-constant-by-the-labels
# inputs: [("i", (2,), 0, 3), (2, 3)]
class Net(HybridBlock):
    def __init__(self, weights=(0.1, 0.2, 0.7), **kwargs):
        super().__init__(**kwargs)
        self.weights = weights

    def hybrid_forward(self, F, label, pred):
        weight = nd.array(self.weights)[label]  # HYB110 # breaks: trace
        return F.pick(F.log_softmax(pred), label) * weight

# %% array-of-numbers-that-the-constructor-keeps
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.scale = np.array([1.0, 2.0, 3.0], dtype="float32")

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, mx.nd.array(self.scale).reshape((1, -1)))  # HYB110 # breaks: trace

# %% childs-bias-data-doubled-and-added
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        return self.fc(x) + self.fc.bias.data() * 2  # HYB110 # breaks: trace
