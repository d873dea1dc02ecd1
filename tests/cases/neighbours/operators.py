"""Python's operators and names, next to those of the other files: scalars of all kinds, ranks, changes in place."""

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import Block, HybridBlock, Parameter, SymbolBlock, nn, rnn

# %% near-ew-npf64-left-sub: np.float64(2) - x
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.float64(2) - x


# %% near-ew-npf32-left-div: np.float32(2) / x
# inputs: [('pos', (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.float32(2) / x


# %% near-ew-npf32-left-pow: np.float32(2) ** x
# inputs: [('pos', (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.float32(2) ** x


# %% near-ew-npi-mod: x % np.int32(2)
# inputs: [('pos', (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x % np.int32(2)


# %% near-ew-np-sqrt-left: np.sqrt(2.0) * x
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.sqrt(2.0) * x


# %% near-ew-npbool-left: np.bool_(True) * x
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.bool_(True) * x  # breaks here


# %% near-ew-np-cmp-const: x * (np.float32(3) > 2): a numpy bool
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (np.float32(3) > 2)  # breaks here


# %% near-ew-true-left: True + x
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return True + x  # breaks here


# %% near-ew-minus-false: x - False
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - False  # breaks here


# %% near-ew-pow-true: x ** True
# inputs: [('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x ** True  # breaks here


# %% near-ew-gt-true: x > True
# inputs: [('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x > True  # breaks here


# %% near-ew-mode-cmp: x + (self.mode == "a")
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.mode = "a"

    def hybrid_forward(self, F, x):
        return x + (self.mode == "a")  # breaks here


# %% near-ew-mode-int: x + int(self.mode == "a")
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.mode = "a"

    def hybrid_forward(self, F, x):
        return x + int(self.mode == "a")


# %% near-ew-isnone-mul: x * (self.d is None)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = None

    def hybrid_forward(self, F, x):
        return x * (self.d is None)  # breaks here


# %% near-ew-b-keep-both: two keepdims reductions along one axis
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.max(axis=1, keepdims=True) - x.min(axis=1, keepdims=True)


# %% near-ew-b-keep-other: two keepdims reductions along different axes
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sum(axis=1, keepdims=True) * x.sum(axis=0, keepdims=True)


# %% near-ew-b-logsumexp: x - log-sum-exp with keepdims
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - F.log(F.sum(F.exp(x), axis=-1, keepdims=True))


# %% near-ew-b-argmax-eq: x == x.max(axis=1, keepdims=True)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x == x.max(axis=1, keepdims=True)


# %% near-ew-b-param1: x * alpha, Parameter shape (1,)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.alpha = self.params.get("alpha", shape=(1,))

    def hybrid_forward(self, F, x, alpha):
        return x * alpha


# %% near-ew-b-param1-ok: F.broadcast_mul(x, alpha), shape (1,)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.alpha = self.params.get("alpha", shape=(1,))

    def hybrid_forward(self, F, x, alpha):
        return F.broadcast_mul(x, alpha)


# %% near-ew-b-const11: x - mean, a Constant of shape (1, 3)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.mean = self.params.get_constant("mean", [[0.1, 0.2, 0.3]])

    def hybrid_forward(self, F, x, mean):
        return x - mean


# %% near-ew-b-const11-ok: F.broadcast_sub(x, mean), a Constant
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.mean = self.params.get_constant("mean", [[0.1, 0.2, 0.3]])

    def hybrid_forward(self, F, x, mean):
        return F.broadcast_sub(x, mean)


# %% near-ew-b-minimum: F.minimum(x, x.mean(axis=1, keepdims=True))
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.minimum(x, x.mean(axis=1, keepdims=True))


# %% near-ew-fmax-numbers: x * F.maximum(1, 2): two numbers
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * F.maximum(1, 2)


# %% near-ew-fpower-bool: F.power(x, True)
# inputs: [('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.power(x, True)  # breaks here


# %% near-ew-bigint: int64 tensor + 2**40 + 1
# inputs: [('i', (2, 3), 0, 3, 'int64')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + (2 ** 40 + 1)


# %% near-ew-compare-chain-ok: (x > 0) * (x < 2)
# inputs: [('pos', (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return (x > 0) * (x < 2)


# %% near-e2-row-times-col: x.sum(axis=0) * x.sum(axis=1).expand_dims(1)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sum(axis=0) * x.sum(axis=1).expand_dims(1)


# %% near-e2-fc-mul: F.FullyConnected(num_hidden=1) * x
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.FullyConnected(x, w, None, num_hidden=1, no_bias=True) * x


# %% near-e2-slice-mul: x * x.slice_axis(axis=1, begin=0, end=1)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * x.slice_axis(axis=1, begin=0, end=1)


# %% near-e2-slice-diff: x[:, 1:] - x[:, :-1] by slice_axis
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.slice_axis(axis=1, begin=1, end=None) - x.slice_axis(axis=1, begin=0, end=-1)


# %% near-e2-split-mul: a * b of two halves
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b = F.split(x, 2, axis=1)
        return a * F.sigmoid(b)


# %% near-e2-onehot-row: x * F.one_hot(F.arange(1), 3): one row
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * F.one_hot(F.arange(1), 3)


# %% near-e2-scale-param: x * gamma.reshape((1, -1))
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.g = self.params.get("g", shape=(3,))

    def hybrid_forward(self, F, x, g):
        return x * g.reshape((1, -1))


# %% near-e2-bias-conv: F.Convolution(...) + b.reshape((1, -1, 1, 1))
# inputs: [(2, 3, 4, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(4, 3, 1, 1))
        self.b = self.params.get("b", shape=(4,))

    def hybrid_forward(self, F, x, w, b):
        return F.Convolution(x, w, kernel=(1, 1), num_filter=4, no_bias=True) + b.reshape((1, -1, 1, 1))


# %% near-e2-bool-default: flag=True default argument
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, flag=True):
        return x * flag  # breaks here


# %% near-e2-bool-len: x * (len(self.ks) > 0)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.ks = [1]

    def hybrid_forward(self, F, x):
        return x * (len(self.ks) > 0)  # breaks here


# %% near-e2-bool-and-num: x * (self.a and 2)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = True

    def hybrid_forward(self, F, x):
        return x * (self.a and 2)


# %% near-e2-bool-plus0: x * (self.a + 0)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = True

    def hybrid_forward(self, F, x):
        return x * (self.a + 0)


# %% near-e2-bool-ternary: x * (1 if self.a else 0)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = True

    def hybrid_forward(self, F, x):
        return x * (1 if self.a else 0)


# %% near-e2-np-all: x * np.all([1, 1])
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.all([1, 1])  # breaks here


# %% near-ip-slice-alias: y = x[:]; y += 1
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x[:]
        y += 1  # breaks here
        return y


# %% near-ip-chain-alias: a = b = x * 1; a += 1; return b
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a = b = x * 1
        a += 1  # breaks here
        return b


# %% near-ip-list-twice: l[0] += x twice from 0
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        l = [0]
        l[0] += x
        l[0] += x  # breaks here
        return l[0] * 1


# %% near-ip-list-once: l[0] += x once from 0
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        l = [0]
        l[0] += x
        return l[0] * 1


# %% near-ip-ilist-extend: outs += [x]: a python list
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = []
        outs += [x]
        outs += (x * 2,)
        return F.concat(*outs, dim=1)


# %% near-ip-out-concat: F.concat(x, y, dim=1, out=z)
# inputs: [(2, 2), (2, 1), (2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y, z):
        F.concat(x, y, dim=1, out=z)
        return z * 1


# %% near-ip-out-random: F.random.uniform(0, 1, out=y)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        F.random.uniform(0, 1, out=y)
        return y


# %% near-ip-scatter: F.scatter_nd(data, idx, shape)
# inputs: [(2,), ('i', (1, 2), 0, 2, 'int32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, i):
        return F.scatter_nd(x, i, shape=(4,))


# %% near-i2-listin-iadd: xs[0] += 1 on a list input
# inputs: [[(2, 3), (2, 3)]]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        xs[0] += 1  # breaks here
        return xs[0] + xs[1]


# %% near-i2-listin-set: xs[0] = xs[0] * 2 on a list input
# inputs: [[(2, 3), (2, 3)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        xs[0] = xs[0] * 2
        return xs[0] + xs[1]


# %% near-i2-listin-pop: xs.pop() on a list input
# inputs: [[(2, 3), (2, 3)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        last = xs.pop()
        return last * 2 + xs[0]


# %% near-i2-loss-sum: losses = 0.; losses += F.mean(...) for two heads
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(2)
        self.b = nn.Dense(2)

    def hybrid_forward(self, F, x):
        loss = 0.
        for d in (self.a, self.b):
            loss += F.mean(d(x))  # breaks here
        return loss


# %% near-i2-loss-one: loss += once
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(2)

    def hybrid_forward(self, F, x):
        loss = 0.
        for d in (self.a,):
            loss += F.mean(d(x))
        return loss


# %% near-i2-out-list: F.split(x, 2, axis=1, out=[a, b])
# inputs: [(2, 2), (2, 1), (2, 1)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x, a, b):
        F.split(x, 2, axis=1, out=[a, b])
        return a + b


# %% near-i2-nested-item: d["a"][0] += x
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        d = {"a": [x, x]}
        d["a"][0] += x  # breaks here
        return d["a"][0]


# %% near-i2-nested-item-ok: d["a"][0] = d["a"][0] + x
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        d = {"a": [x, x]}
        d["a"][0] = d["a"][0] + x
        return d["a"][0]


# %% near-ip-np-buffer: self.buf[0] += 1 numpy buffer unused
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.buf = np.zeros(2)

    def hybrid_forward(self, F, x):
        self.buf[0] += 1
        return x * 2


# %% near-ip-np-buffer-used: self.buf[0] += 1 numpy buffer in the maths
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.buf = np.zeros(2)

    def hybrid_forward(self, F, x):
        self.buf[0] += 1
        return x * float(self.buf[0])


# %% near-n2-np-matmul: use_np: x @ x.T
# inputs: [(2, 3)]
# call: net(*[v.as_np_ndarray() for v in xs])
# breaks: trace
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x @ x.T  # breaks here


# %% near-n2-np-matmul-ok: use_np: F.np.dot(x, F.np.transpose(x))
# inputs: [(2, 3)]
# call: net(*[v.as_np_ndarray() for v in xs])
# works
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.np.dot(x, F.np.transpose(x))


# %% near-n2-np-and: use_np: x * ((x > 0) & (x < 1))
# inputs: [(2, 3)]
# call: net(*[v.as_np_ndarray() for v in xs])
# breaks: trace
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * ((x > 0) & (x < 1))  # breaks here


# %% near-n2-np-ge: use_np: x * (x > 0)
# inputs: [(2, 3)]
# call: net(*[v.as_np_ndarray() for v in xs])
# works
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (x > 0)


# %% near-n2-np-row: use_np: x[0]
# inputs: [(2, 3)]
# call: net(*[v.as_np_ndarray() for v in xs])
# works
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[0]


# %% near-n2-np-newaxis: use_np: x[:, None]
# inputs: [(2, 3)]
# call: net(*[v.as_np_ndarray() for v in xs])
# breaks: trace
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[:, None]  # breaks here


# %% near-n2-np-len: use_np: x * len(x)
# inputs: [(2, 3)]
# call: net(*[v.as_np_ndarray() for v in xs])
# breaks: trace
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * len(x)  # breaks here


# %% near-b-dunder-mul: x.__mul__ of a keepdims sum
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.__mul__(x.sum(axis=1, keepdims=True))


# %% near-b-dunder-rsub: x.__rsub__ of a bool
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.__rsub__(True)  # breaks here


# %% near-b-dunder-truediv: x.__truediv__ of a number
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.__truediv__(2)


# %% near-b-dunder-gt: x.__gt__ of a number
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.__gt__(0) * x


# %% near-b-dunder-eq: x.__eq__ of a keepdims max
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.__eq__(x.max(axis=1, keepdims=True))
