"""Protocols of Python and methods of tensors, next to the cases of the other files."""

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import Block, HybridBlock, Parameter, SymbolBlock, nn, rnn

# %% near-p2-all-isinst: all(isinstance(t, nd.NDArray) for t in xs)
# inputs: [[(2, 3), (2, 3)]]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        return xs[0] + xs[1] if all(isinstance(t, nd.NDArray) for t in xs) else xs[0] - xs[1]


# %% near-p2-while-list: while xs: xs.pop()
# inputs: [[(2, 3), (2, 3)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        acc = 0
        while xs:
            acc = acc + xs.pop()
        return acc


# %% near-p2-isinst-tuple-only: isinstance(xs, tuple) of a tuple input
# inputs: [('tup', (2, 3), (2, 3))]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        return xs[0] + xs[1] if isinstance(xs, tuple) else xs[0] - xs[1]


# %% near-p2-remove: [x, y].remove(x)
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        l = [x, y]
        l.remove(x)
        return l[0] * 2 + x


# %% near-p2-remove-2: [x, y].remove(y) size 1
# inputs: [('pos', (1,)), ('pos', (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        l = [x, y]
        l.remove(y)  # breaks here
        return l[0] * 2


# %% near-p2-sort-pairs: sorted([(2, x), (1, y)])
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        l = sorted([(2, x), (1, y)])
        return l[0][1] * 2 + l[1][1]


# %% near-p2-sort-pairs-tie: sorted([(1, x), (1, y)]) size 1
# inputs: [('pos', (1,)), ('pos', (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        l = sorted([(1, x), (1, y)])  # breaks here
        return l[0][1] * 2 + l[1][1]


# %% near-p2-min-pairs: min((t.sum(), i) ...)
# inputs: [('pos', (2, 3)), ('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        i = min(range(2), key=lambda k: [x, y][k].sum().asscalar())  # breaks here
        return [x, y][i] * 2


# %% near-p2-closure-late: fs = [lambda t: t * i for i in range(3)]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        fs = [lambda t: t * i for i in range(3)]
        return fs[0](x)


# %% near-p2-try-bare-asnumpy-div: try: k = x.asnumpy().sum() except: k = 1.0
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            k = float(x.asnumpy().sum())
        except Exception:
            k = 1.0
        return x * k


# %% near-p2-with-pause-shape: with autograd.pause(): y = x * 2; return x + y
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with autograd.pause():
            y = x * 2
        return x + y


# %% near-p2-with-pause-block: with autograd.pause(): y = F.BlockGrad(x * 2)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with autograd.pause():
            y = F.BlockGrad(x * 2)
        return x + y


# %% near-p2-pairwise: zip(parts, parts[1:])
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        p = list(F.split(x, 3, axis=1))
        return F.concat(*[b - a for a, b in zip(p, p[1:])], dim=1)


# %% near-p2-pairwise-bad: zip(parts[:-1], parts[1:]) of F.split
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        p = F.split(x, 3, axis=1)
        return F.concat(*[b - a for a, b in zip(p[:-1], p[1:])], dim=1)  # breaks here


# %% near-p2-accumulate: itertools.accumulate(F.split(...))
# inputs: [(2, 3)]
# works
import itertools


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return list(itertools.accumulate(F.split(x, 3, axis=1), lambda a, b: a + b))[-1]


# %% near-py-list-eq: [x] == [x]
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * 2 + y if [x, y] == [x, y] else x


# %% near-py-list-eq-other: [x] == [y] (size 1)
# inputs: [('pos', (1,)), ('pos', (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * 2 if [x] == [y] else y  # breaks here


# %% near-py-list-index: [x, y].index(x)
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return (x + y) * ([x, y].index(x) + 2)


# %% near-py-list-index-2: [x, y].index(y) (size 1)
# inputs: [('pos', (1,)), ('pos', (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return (x + y) * ([x, y].index(y) + 2)  # breaks here


# %% near-py-with-predict-drop: with autograd.predict_mode(): self.drop(x)
# inputs: [(2, 3)]
# breaks: modes
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.drop = nn.Dropout(0.5)

    def hybrid_forward(self, F, x):
        with autograd.predict_mode():
            y = self.drop(x)
        return y * 2


# %% near-py-with-cpu: with mx.cpu(): F.ones
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with mx.cpu():
            k = F.ones((1, 3))
        return F.broadcast_add(x, k)


# %% near-py-max-key-sum: max([x, y], key=lambda t: t.sum())
# inputs: [('pos', (2, 3)), ('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return max([x, y], key=lambda t: t.sum().asscalar()) * 2  # breaks here


# %% near-py-lru: functools.lru_cache helper with a tensor
# inputs: [(2, 3)]
# breaks: trace
import functools


@functools.lru_cache(None)
def double(t):
    return t * 2


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return double(x)  # breaks here


# %% near-me-unbound: nd.NDArray.sum(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return nd.NDArray.sum(x, axis=1)  # breaks here


# %% near-me-astype-nocopy: x.astype("float16", copy=False)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.astype("float16", copy=False)  # breaks here


# %% near-me-reshape-m1-0: x.reshape(-1, 0)
# inputs: [(2, 3, 4)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(-1, 0, 4)


# %% near-me-reshape-selfn-0: x.reshape(self.n, -1) with n == 0
# inputs: [(2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 0

    def hybrid_forward(self, F, x):
        return x.reshape(self.n, -1)  # breaks here


# %% near-me-setitem-dunder: y.__setitem__(0, 1)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        y.__setitem__(0, 1)  # breaks here
        return y


# %% near-m2-reshape-two-one: x.reshape(-1, 1)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(-1, 1)


# %% near-m2-splitv2-neg: x.split_v2(3, axis=1)[-1]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.split_v2(3, axis=1)[-1]  # breaks here


# %% near-m2-idiv: x.__itruediv__(2)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.__itruediv__(2)  # breaks here


# %% near-m2-hash-dunder: x.__hash__() and x * 2
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.__hash__() and x * 2  # breaks here


# %% near-me-sort-desc: x.sort(is_ascend=False)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sort(is_ascend=False)


# %% near-me-sort-desc-ok: x.sort(axis=1, is_ascend=False)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sort(axis=1, is_ascend=False)


# %% near-b-as-nd: as_nd_ndarray of the input, returned
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.as_nd_ndarray()


# %% near-b-as-nd-relu: as_nd_ndarray of a relu, returned
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x).as_nd_ndarray()


# %% near-b-as-nd-twice: as_nd_ndarray, twice and beside another
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x.as_nd_ndarray().as_nd_ndarray()
        return y, y * 2


# %% near-b-list-reshape-each: elements of a list, reshaped with dimensions one by one
# inputs: [[(2, 3, 2), (2, 3)]]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        return F.concat(*[t.reshape(0, -1) for t in xs], dim=1)  # breaks here


# %% near-b-list-reshape-one: an element of a list, reshaped with dimensions one by one
# inputs: [[(2, 3, 2), (2, 3)]]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        return xs[0].reshape(0, -1) * F.sum(xs[1])  # breaks here


# %% near-b-child-output-reshape: the output of a child of the caller's, reshaped one by one
# inputs: [(2, 3)]
# breaks: trace
# ctor: {'body': None}
class Net(HybridBlock):
    def __init__(self, body=None, **kwargs):
        super().__init__(**kwargs)
        self.body = body or nn.Dense(4, in_units=3)
    def hybrid_forward(self, F, x):
        return self.body(x).reshape(0, 2, -1)  # breaks here
