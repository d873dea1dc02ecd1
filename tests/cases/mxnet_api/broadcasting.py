"""What has to be broadcast, and what only looks so."""

import mxnet as mx
import numpy as np
from mxnet import nd, gluon, autograd
from mxnet.gluon import Block, HybridBlock, SymbolBlock, Parameter, nn, rnn


# %% third-b-bias-reshape: x + bias.reshape((1, -1, 1, 1)), bias shape (3,)
# inputs: [(2, 3, 4, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.bias = self.params.get('bias', shape=(3,), init='ones')

    def hybrid_forward(self, F, x, bias):
        return x + bias.reshape((1, -1, 1, 1))  # breaks here


# %% third-b-bias-reshape-fixed: broadcast_add(x, bias.reshape((1, -1, 1, 1)))
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.bias = self.params.get('bias', shape=(3,), init='ones')

    def hybrid_forward(self, F, x, bias):
        return F.broadcast_add(x, bias.reshape((1, -1, 1, 1)))


# %% third-b-gate-reshape: x * F.reshape(gate, (0, 0, 1, 1))
# inputs: [(2, 3, 4, 4), (2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * F.reshape(y, (0, 0, 1, 1))  # breaks here


# %% third-b-gate-expand: x * gate.expand_dims(2).expand_dims(3)
# inputs: [(2, 3, 4, 4), (2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * y.expand_dims(2).expand_dims(3)  # breaks here


# %% third-b-gate-expand-same: both expanded twice
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x.expand_dims(2).expand_dims(3) * y.expand_dims(2).expand_dims(3)


# %% third-b-gate-pooled: GAP(x) * gate.reshape((0, 0, 1, 1))
# inputs: [(2, 3, 4, 4), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.Pooling(x, kernel=(1, 1), global_pool=True, pool_type='avg') * y.reshape((0, 0, 1, 1))


# %% third-b-gate-dense: SE with Dense and reshape
# inputs: [(2, 3, 4, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.fc = nn.Dense(3, activation='sigmoid')

    def hybrid_forward(self, F, x):
        w = self.fc(F.contrib.AdaptiveAvgPooling2D(x, output_size=1))
        return x * w.reshape((-1, 3, 1, 1))


# %% third-b-gate-dense-expand: SE with Dense and expand_dims
# inputs: [(2, 3, 4, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.fc = nn.Dense(3, activation='sigmoid')

    def hybrid_forward(self, F, x):
        w = self.fc(F.contrib.AdaptiveAvgPooling2D(x, output_size=1))
        return x * w.expand_dims(axis=2).expand_dims(axis=3)


# %% third-b-gate-dense-like: SE with Dense and broadcast_like
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.fc = nn.Dense(3, activation='sigmoid')

    def hybrid_forward(self, F, x):
        w = self.fc(F.contrib.AdaptiveAvgPooling2D(x, output_size=1))
        return x * F.broadcast_like(w.expand_dims(axis=2).expand_dims(axis=3), x)


# %% third-b-dense1: Dense(1)(x) + Dense(4)(x)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.a = nn.Dense(1)
            self.b = nn.Dense(4)

    def hybrid_forward(self, F, x):
        return self.a(x) + self.b(x)  # breaks here


# %% third-b-dueling: value + advantage - mean (dueling network)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.v = nn.Dense(1)
            self.a = nn.Dense(4)

    def hybrid_forward(self, F, x):
        v, a = self.v(x), self.a(x)
        return v + (a - a.mean(axis=1, keepdims=True))


# %% third-b-dueling-fixed: dueling network with broadcast operators
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.v = nn.Dense(1)
            self.a = nn.Dense(4)

    def hybrid_forward(self, F, x):
        v, a = self.v(x), self.a(x)
        return F.broadcast_add(v, F.broadcast_sub(a, a.mean(axis=1, keepdims=True)))


# %% third-b-dueling-half: dueling network, one plain plus
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, actions=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.v = nn.Dense(1)
            self.a = nn.Dense(actions)

    def hybrid_forward(self, F, x):
        v, a = self.v(x), self.a(x)
        return v + F.broadcast_sub(a, a.mean(axis=1, keepdims=True))


# %% third-b-transpose-col: s + F.transpose(s), s a column
# inputs: [(4, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = F.sum(x * x, axis=1, keepdims=True)
        return s + F.transpose(s)


# %% third-b-transpose-col-fixed: broadcast_add(s, F.transpose(s))
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = F.sum(x * x, axis=1, keepdims=True)
        return F.broadcast_add(s, F.transpose(s))


# %% third-b-swap-col: s + s.swapaxes(0, 1), s a column
# inputs: [(4, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = F.sum(x * x, axis=1, keepdims=True)
        return s + s.swapaxes(0, 1)


# %% third-b-reshape-row: s + s.reshape((1, -1)), s a column
# inputs: [(4, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = F.sum(x * x, axis=1, keepdims=True)
        return s + s.reshape((1, -1))


# %% third-b-conv1: conv of one channel times conv of four
# inputs: [(2, 3, 4, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.a = nn.Conv2D(1, 1)
            self.b = nn.Conv2D(4, 1)

    def hybrid_forward(self, F, x):
        return F.sigmoid(self.a(x)) * self.b(x)  # breaks here


# %% third-b-conv1-input: x * sigmoid(conv of one channel)
# inputs: [(2, 3, 4, 4)]
# breaks: execution
# needs: shapes
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.a = nn.Conv2D(1, 1)

    def hybrid_forward(self, F, x):
        return x * F.sigmoid(self.a(x))  # breaks here


# %% third-b-conv-stride: conv with stride 2 plus input
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.a = nn.Conv2D(3, 3, 1, 1)

    def hybrid_forward(self, F, x):
        return x + self.a(x)


# %% third-b-slice-col: x * F.slice_axis(x, axis=1, begin=0, end=1)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * F.slice_axis(x, axis=1, begin=0, end=1)  # breaks here


# %% third-b-slice-same: halves added
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.slice_axis(x, axis=1, begin=0, end=2) + F.slice_axis(x, axis=1, begin=2, end=4)


# %% third-b-slice-uneven: halves of other lengths
# inputs: [(2, 4)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.slice_axis(x, axis=1, begin=0, end=1) * F.slice_axis(x, axis=1, begin=1, end=4)  # breaks here


# %% third-b-split-col: columns of split times x
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b, c = F.split(x, num_outputs=3, axis=1)
        return x * a


# %% third-b-split-squeezed: x * squeezed column
# inputs: [(3, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b, c = F.split(x, num_outputs=3, axis=1, squeeze_axis=True)
        return a * b + c


# %% third-b-pick: x - x.pick(i, keepdims=True)
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x - x.pick(y, axis=1, keepdims=True)  # breaks here


# %% third-b-topk: x > F.topk(x, k=1, ret_typ='value')
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x >= F.topk(x, k=1, ret_typ='value')  # breaks here


# %% third-b-topk2: x * F.topk(x, k=2, ret_typ='mask')
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * F.topk(x, k=2, ret_typ='mask')


# %% third-b-argmax-eq: F.arange(3) == argmax
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_equal(F.arange(3).expand_dims(0), x.argmax(axis=1, keepdims=True))


# %% third-b-argmax-eq-plain: F.arange(3) == argmax, plain
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.arange(3).expand_dims(0) == x.argmax(axis=1, keepdims=True)  # breaks here


# %% third-b-onehot: emb * one_hot
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * F.one_hot(y, 3)


# %% third-b-onehot-sum: one_hot * x.expand_dims(-1)
# inputs: [(2, 3), ('i', (2, 3), 0, 4, 'float32')]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.one_hot(y, 4) * x.expand_dims(-1)  # breaks here


# %% third-b-dot: F.dot(x, w) + b, b shape (4,)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.w = self.params.get('w', shape=(3, 4), init='ones')
        self.b = self.params.get('b', shape=(4,), init='ones')

    def hybrid_forward(self, F, x, w, b):
        return F.dot(x, w) + b  # breaks here


# %% third-b-dot-fixed: broadcast_add(F.dot(x, w), b)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.w = self.params.get('w', shape=(3, 4), init='ones')
        self.b = self.params.get('b', shape=(1, 4), init='ones')

    def hybrid_forward(self, F, x, w, b):
        return F.broadcast_add(F.dot(x, w), b)


# %% third-b-fc: F.FullyConnected(...) + b, b shape (4,)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.w = self.params.get('w', shape=(4, 3), init='ones')
        self.b = self.params.get('b', shape=(4,), init='ones')

    def hybrid_forward(self, F, x, w, b):
        return F.FullyConnected(x, w, num_hidden=4, no_bias=True) + b  # breaks here


# %% third-b-conv-bias: F.Convolution(...) + b, b shape (4,)
# inputs: [(2, 3, 4, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.w = self.params.get('w', shape=(4, 3, 1, 1), init='ones')
        self.b = self.params.get('b', shape=(1, 4, 1, 1), init='ones')

    def hybrid_forward(self, F, x, w, b):
        return F.Convolution(x, w, kernel=(1, 1), num_filter=4, no_bias=True) + b  # breaks here


# %% third-b-emb-pos: embedding + position embedding
# inputs: [('i', (2, 3), 0, 4, 'float32')]
# breaks: execution
# needs: shapes
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.e = nn.Embedding(4, 5)
            self.p = nn.Embedding(3, 5)

    def hybrid_forward(self, F, x):
        return self.e(x) + self.p(F.arange(3))  # breaks here


# %% third-b-scalar-param: x * alpha.reshape((1, 1))
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.alpha = self.params.get('alpha', shape=(1,), init='ones')

    def hybrid_forward(self, F, x, alpha):
        return x * alpha.reshape((1, 1))  # breaks here


# %% third-b-const-vec: x * c, Constant of three
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.c = self.params.get_constant('c', nd.array([[1.0, 2.0, 3.0]]))

    def hybrid_forward(self, F, x, c):
        return x * c  # breaks here


# %% third-b-flatten-param: F.flatten(x) + b, b shape (6,)
# inputs: [(2, 3, 2)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.b = self.params.get('b', shape=(6,), init='ones')

    def hybrid_forward(self, F, x, b):
        return F.flatten(x) + b  # breaks here


# %% third-b-flatten-dense: F.flatten(x) * Dense(1)(x)
# inputs: [(2, 3, 2)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.d = nn.Dense(1)

    def hybrid_forward(self, F, x):
        return F.flatten(x) * self.d(x)  # breaks here


# %% third-b-batchdot-mask: F.batch_dot(q, k) * mask, mask (B, 1, T) by expand_dims
# inputs: [(2, 3, 4), (2, 5, 4), ('bin', (2, 5))]
# breaks: execution
# needs: shapes
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y, z):
        return F.batch_dot(x, y, transpose_b=True) * z.expand_dims(1)  # breaks here


# %% third-b-clip-norm: x / F.maximum(x.norm(axis=1, keepdims=True), 1e-6)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / F.maximum(x.norm(axis=1, keepdims=True), 1e-6)  # breaks here


# %% third-b-softmax-hand: F.exp(x - max) / sum, all plain
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        e = F.exp(F.broadcast_sub(x, F.max(x, axis=-1, keepdims=True)))
        return e / F.sum(e, axis=-1, keepdims=True)


# %% third-b-softmax-hand-fixed: F.exp(x - max) / sum, all broadcast
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        e = F.exp(F.broadcast_sub(x, F.max(x, axis=-1, keepdims=True)))
        return F.broadcast_div(e, F.sum(e, axis=-1, keepdims=True))


# %% third-b-minmax: (x - min) / (max - min), the lower plain
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        lo, hi = x.min(axis=1, keepdims=True), x.max(axis=1, keepdims=True)
        return F.broadcast_div(F.broadcast_sub(x, lo), hi - lo)


# %% third-b-minmax-plain: (x - min) / (max - min) with a plain division
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        lo, hi = x.min(axis=1, keepdims=True), x.max(axis=1, keepdims=True)
        return F.broadcast_sub(x, lo) / (hi - lo)


# %% third-b-center: x - x.mean(axis=0).expand_dims(0)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - x.mean(axis=0).expand_dims(0)  # breaks here


# %% third-b-tile: x * x.sum(axis=1, keepdims=True).tile((1, 3))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * x.sum(axis=1, keepdims=True).tile((1, 3))


# %% third-b-repeat: x * x.sum(axis=1, keepdims=True).repeat(3, axis=1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * x.sum(axis=1, keepdims=True).repeat(3, axis=1)


# %% third-b-bto: x * x.sum(axis=1, keepdims=True).broadcast_like(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * x.sum(axis=1, keepdims=True).broadcast_like(x)


# %% third-b-baxis: x * x.sum(axis=1, keepdims=True).broadcast_axes(axis=1, size=3)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * x.sum(axis=1, keepdims=True).broadcast_axes(axis=1, size=3)


# %% third-b-sum-of-sums: x.sum() / x.sum()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sum() / (x * 2).sum()


# %% third-b-loss-mean: F.mean(loss) + F.mean(reg)
# inputs: [(2, 3), (2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.mean(x) + F.mean(y)


# %% third-b-loss-mixed: per-sample loss + F.mean(reg)
# inputs: [(2, 3), (2, 4)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.mean(F.square(x), axis=1) + F.mean(F.square(y))  # breaks here


# %% third-b-loss-weight: per-sample loss * per-sample weight
# inputs: [(2, 3), (2,)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.mean(F.square(x), axis=1) * y


# %% third-b-scalar-of-sum: x * (1 / F.sum(x))
# inputs: [('pos', (2, 3))]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (1 / F.sum(x))  # breaks here


# %% third-b-shape-array: x / F.size_array(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sum(x) / F.size_array(x).astype('float32')


# %% third-c-dense1-label: Dense(1)(x) - y, y a column
# inputs: [(2, 3), (2, 1)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.d = nn.Dense(1, in_units=3)

    def hybrid_forward(self, F, x, y):
        return self.d(x) - y


# %% third-c-dense4-label: Dense(4)(x) - y, y of four
# inputs: [(2, 3), (2, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.d = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x, y):
        return self.d(x) - y


# %% third-c-dense1-sum: Dense(1)(x) + a row sum, both columns
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.d = nn.Dense(1, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) + F.sum(x, axis=1, keepdims=True)


# %% third-c-dense1-flat: Dense(1)(x).reshape((-1,)) * y
# inputs: [(2, 3), (2,)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.d = nn.Dense(1, in_units=3)

    def hybrid_forward(self, F, x, y):
        return self.d(x).reshape((-1,)) * y


# %% third-c-dense1-squeeze: F.squeeze(Dense(1)(x), axis=1) * row sums
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.d = nn.Dense(1, in_units=3)

    def hybrid_forward(self, F, x):
        return F.squeeze(self.d(x), axis=1) * F.sum(x, axis=1)


# %% third-c-dense3-residual: x + Dense(3)(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return x + self.d(x)


# %% third-c-dense-nd-residual: x + Dense(4, flatten=False)(x) of three axes
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.d = nn.Dense(4, flatten=False, in_units=4)

    def hybrid_forward(self, F, x):
        return x + self.d(x)


# %% third-c-conv-residual: x + Conv2D(3)(x)
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.c = nn.Conv2D(3, 3, padding=1, in_channels=3)

    def hybrid_forward(self, F, x):
        return F.relu(x + self.c(x))


# %% third-c-conv1-gray: x - Conv2D(1)(x) of grey images
# inputs: [(2, 1, 4, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.c = nn.Conv2D(1, 3, padding=1, in_channels=1)

    def hybrid_forward(self, F, x):
        return x - self.c(x)


# %% third-c-conv-mask: Conv2D(1)(x) * mask of one channel
# inputs: [(2, 3, 4, 4), (2, 1, 4, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.c = nn.Conv2D(1, 3, padding=1, in_channels=3)

    def hybrid_forward(self, F, x, y):
        return self.c(x) * y


# %% third-c-conv-two: Conv2D(1)(x) * Conv2D(1)(y)
# inputs: [(2, 3, 4, 4), (2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.c = nn.Conv2D(1, 3, padding=1, in_channels=3)
            self.d = nn.Conv2D(1, 1, in_channels=3)

    def hybrid_forward(self, F, x, y):
        return self.c(x) * self.d(y)


# %% third-c-conv-mean: Conv2D(1)(x) + channel mean
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.c = nn.Conv2D(1, 3, padding=1, in_channels=3)

    def hybrid_forward(self, F, x):
        return self.c(x) + F.mean(x, axis=1, keepdims=True)


# %% third-c-pool-gate: GlobalAvgPool2D()(x) * gate expanded twice
# inputs: [(2, 3, 4, 4), (2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.p = nn.GlobalAvgPool2D()

    def hybrid_forward(self, F, x, y):
        return self.p(x) * y.expand_dims(2).expand_dims(3)


# %% third-c-pool-conv-gate: Conv2D(3, 1)(GAP(x)) * gate.reshape((0, 0, 1, 1))
# inputs: [(2, 3, 4, 4), (2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.p = nn.GlobalAvgPool2D()
            self.c = nn.Conv2D(3, 1, in_channels=3)

    def hybrid_forward(self, F, x, y):
        return self.c(self.p(x)) * y.reshape((0, 0, 1, 1))


# %% third-c-flatten-two: F.flatten(x) + F.flatten(y)
# inputs: [(2, 3, 2), (2, 6)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.flatten(x) + F.flatten(y)


# %% third-c-flatten-dense: F.flatten(x) + Dense(6)(x)
# inputs: [(2, 3, 2)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.d = nn.Dense(6, in_units=6)

    def hybrid_forward(self, F, x):
        return F.flatten(x) + self.d(x)


# %% third-c-dot-given: F.dot(x, w) + y
# inputs: [(2, 3), (2, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.w = self.params.get('w', shape=(3, 4), init='ones')

    def hybrid_forward(self, F, x, y, w):
        return F.dot(x, w) + y


# %% third-c-dot-residual: x + F.dot(x, w) of three axes
# inputs: [(2, 5, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.w = self.params.get('w', shape=(3, 3), init='ones')

    def hybrid_forward(self, F, x, w):
        return x + F.dot(x, w)


# %% third-c-dot-split: F.dot(x, w) of three axes, split and added
# inputs: [(2, 5, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.w = self.params.get('w', shape=(3, 4), init='ones')

    def hybrid_forward(self, F, x, w):
        a, b = F.split(F.dot(x, w), num_outputs=2, axis=2)
        return a * F.sigmoid(b)


# %% third-c-glu: split halves multiplied
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b = F.split(x, num_outputs=2, axis=1)
        return a * F.sigmoid(b)


# %% third-c-split-conv: split halves of a convolution
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.c = nn.Conv2D(6, 1, in_channels=3)

    def hybrid_forward(self, F, x):
        a, b = F.split(self.c(x), num_outputs=2, axis=1)
        return F.maximum(a, b) + x


# %% third-c-split-sum: x - concatenated halves
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b = F.split(x, num_outputs=2, axis=1)
        return x - F.concat(b, a, dim=1)


# %% third-c-split-cols: columns of a split with column sums
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b, c = F.split(x, num_outputs=3, axis=1)
        return (a + b + c) - F.sum(x, axis=1, keepdims=True)


# %% third-c-split-time: steps of a split beside a state
# inputs: [(2, 3, 4), (2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        s = y
        for t in F.split(x, num_outputs=3, axis=1, squeeze_axis=True):
            s = F.tanh(s + t)
        return s


# %% third-c-topk-max: F.topk value == max, both columns
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.topk(x, k=1, ret_typ='value') == F.max(x, axis=1, keepdims=True)


# %% third-c-bcast-then-add: broadcast_add(a, b) + c
# inputs: [(2, 4), (2, 3, 4), (2, 3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y, z):
        return F.broadcast_add(x.expand_dims(1), y) + z


# %% third-c-bcast-pair: broadcast of two expansions + scores
# inputs: [(2, 3), (2, 4), (2, 3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y, z):
        return F.broadcast_mul(x.expand_dims(2), y.expand_dims(1)) + z


# %% third-c-bcast-gate: broadcast_mul(x, gate) + x
# inputs: [(2, 3, 4, 4), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.broadcast_mul(x, y.reshape((0, 0, 1, 1))) + x


# %% third-c-bcast-conv-gate: broadcast_mul(conv, gate) + x
# inputs: [(2, 3, 4, 4), (2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.c = nn.Conv2D(3, 1, in_channels=3)

    def hybrid_forward(self, F, x, y):
        return F.broadcast_mul(self.c(x), y.expand_dims(2).expand_dims(3)) + x


# %% third-c-bcast-map: broadcast_mul(x, map) + conv
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.m = nn.Conv2D(1, 1, in_channels=3)
            self.c = nn.Conv2D(3, 1, in_channels=3)

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, self.m(x)) + self.c(x)


# %% third-c-emb-dense: Embedding(5)(x) + Dense(5, flatten=False)(y)
# inputs: [('i', (2, 3), 0, 4, 'float32'), (2, 3, 2)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.e = nn.Embedding(4, 5)
            self.d = nn.Dense(5, flatten=False, in_units=2)

    def hybrid_forward(self, F, x, y):
        return self.e(x) + self.d(y)


# %% third-c-emb1-squeeze: Embedding(n, 1)(x).squeeze(axis=-1) * y
# inputs: [('i', (2, 3), 0, 4, 'float32'), (2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.e = nn.Embedding(4, 1)

    def hybrid_forward(self, F, x, y):
        return self.e(x).squeeze(axis=-1) * y


# %% third-c-onehot-pred: F.one_hot(y, 4) * Dense(4)(x)
# inputs: [(2, 3), ('i', (2,), 0, 4, 'float32')]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.d = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x, y):
        return F.sum(F.one_hot(y, 4) * self.d(x), axis=1)


# %% third-c-arange: F.arange(3) * w, w of three
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.w = self.params.get('w', shape=(3,), init='ones')

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, (F.arange(3) * w).reshape((1, 3)))


# %% third-c-arange-neg: F.arange(3, 0, -1) + F.arange(3)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, (F.arange(3, 0, -1) + F.arange(3)).expand_dims(0))


# %% third-c-transpose: x.transpose((0, 2, 1)) + y
# inputs: [(2, 3, 4), (2, 4, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x.transpose((0, 2, 1)) + y


# %% third-c-symmetric: a + F.transpose(a) square, by dot
# inputs: [(3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a = F.dot(x, x, transpose_b=True)
        return a + F.transpose(a)


# %% third-c-swap-mean: mean over an axis, swapped to the last
# inputs: [(2, 3, 4), (2, 4, 1)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x.mean(axis=1, keepdims=True).swapaxes(1, 2) * y


# %% third-c-keep-then-tile: keepdims, tiled beside x
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - F.tile(x.mean(axis=1, keepdims=True), reps=(1, 3))


# %% third-c-keep-like: keepdims, broadcast_like, beside x
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - F.broadcast_like(F.mean(x, axis=1, keepdims=True), x)


# %% third-c-pick-pick: pick of log_softmax, twice
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        l = F.log_softmax(x)
        return l.pick(y, axis=1) * F.softmax(x).pick(y, axis=1)


# %% third-c-pick-col: pick with keepdims beside a column
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.pick(x, y, axis=1, keepdims=True) - F.max(x, axis=1, keepdims=True)


# %% third-c-fc: F.FullyConnected(x, w) + F.FullyConnected(y, w)
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.w = self.params.get('w', shape=(4, 3), init='ones')

    def hybrid_forward(self, F, x, y, w):
        return F.FullyConnected(x, w, num_hidden=4, no_bias=True) + F.FullyConnected(y, w, num_hidden=4, no_bias=True)


# %% third-c-convop: F.Convolution(x, w) + x
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.w = self.params.get('w', shape=(3, 3, 1, 1), init='ones')

    def hybrid_forward(self, F, x, w):
        return F.Convolution(x, w, kernel=(1, 1), num_filter=3, no_bias=True) + x


# %% third-c-batchdot: F.batch_dot(x, y) * z given
# inputs: [(2, 3, 4), (2, 4, 5), (2, 3, 5)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y, z):
        return F.batch_dot(x, y) * z


# %% third-c-default: units that are the same by default
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, units=4, hidden=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.a = nn.Dense(units, in_units=3)
            self.b = nn.Dense(hidden, in_units=3)

    def hybrid_forward(self, F, x):
        return self.a(x) * self.b(x)


# %% third-c-default-one: units that are one by default
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, units=1, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.a = nn.Dense(units, in_units=3)
            self.b = nn.Dense(units, in_units=3)

    def hybrid_forward(self, F, x):
        return self.a(x) * self.b(x)


# %% third-c-dense-param: Dense(4)(x) * w, w of the whole batch
# inputs: [(3, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.d = nn.Dense(4, in_units=3)
        self.w = self.params.get('w', shape=(3, 4), init='ones')

    def hybrid_forward(self, F, x, w):
        return self.d(x) * w


# %% third-c-mse-col: squared error of columns by reshape_like
# inputs: [(2, 3), (2,)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.d = nn.Dense(1, in_units=3)

    def hybrid_forward(self, F, x, y):
        p = self.d(x)
        return F.square(p - F.reshape_like(y, p))


# %% third-c-mse-expand: squared error of a column and a label expanded
# inputs: [(2, 3), (2,)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.d = nn.Dense(1, in_units=3)

    def hybrid_forward(self, F, x, y):
        return F.square(self.d(x) - y.expand_dims(1))


# %% third-c-mse-reshape: squared error of a column and a label reshaped
# inputs: [(2, 3), (2,)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.d = nn.Dense(1, in_units=3)

    def hybrid_forward(self, F, x, y):
        return F.square(self.d(x) - y.reshape((-1, 1)))
