"""Attributes and indices, next to the cases of the other files."""

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import Block, HybridBlock, Parameter, SymbolBlock, nn, rnn

# %% near-a2-dead-raise: if self.n < 0: raise ValueError(x.shape)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 1

    def hybrid_forward(self, F, x):
        if self.n < 0:
            raise ValueError("bad shape %s" % (x.shape,))
        return x * 2


# %% near-a2-guard-isinst: if isinstance(x, nd.NDArray): assert x.shape[1] == 3
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if isinstance(x, nd.NDArray):
            assert x.shape[1] == 3
        return x * 2


# %% near-a2-guard-not-isinst: assert not isinstance(x, mx.sym.Symbol)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert not isinstance(x, mx.sym.Symbol)  # breaks here
        return x * 2


# %% near-at-class: x.__class__.__name__ in the maths
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * len(x.__class__.__name__)


# %% near-at-bound-unused: f = x.asnumpy, never called
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        f = x.asnumpy
        return x * 2


# %% near-at-bound-used: f = x.asnumpy; f()
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        f = x.asnumpy
        return x * float(f().sum())  # breaks here


# %% near-at-hasattr-iter: hasattr(x, "__iter__")
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if hasattr(x, "__iter__") else x


# %% near-a2-hasattr-T: hasattr(x, "T")
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if hasattr(x, "T") else x * 3


# %% near-at-paramarg-ndim: w.ndim of the parameter argument
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w) * w.ndim  # breaks here


# %% near-at-dead-shape: x.shape read and thrown away
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x.shape  # breaks here
        return x * 2


# %% near-at-T-of-dot: F.dot(x, w.T)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(4, 3))

    def hybrid_forward(self, F, x, w):
        return F.dot(x, w.T)  # breaks here


# %% near-at-T-of-dot-ok: F.dot(x, w, transpose_b=True)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(4, 3))

    def hybrid_forward(self, F, x, w):
        return F.dot(x, w, transpose_b=True)


# %% near-a2-shape-method: self._check(x) asserting x.ndim
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def _check(self, x):
        assert x.ndim == 2, "bad rank"  # breaks here

    def hybrid_forward(self, F, x):
        self._check(x)
        return x * 2


# %% near-a2-shape-method-guard: self._check(x) called behind F is mx.nd
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def _check(self, x):
        assert x.ndim == 2, "bad rank"

    def hybrid_forward(self, F, x):
        if F is mx.nd:
            self._check(x)
        return x * 2


# %% near-at-layer-cfg: self.conv._kwargs["kernel"]
# inputs: [(2, 3, 6, 6)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.conv = nn.Conv2D(4, 3)

    def hybrid_forward(self, F, x):
        return self.conv(x) * self.conv._kwargs["kernel"][0]


# %% near-ix-step: x[::2]
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[::2]


# %% near-ix-true: x[True]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[True]  # breaks here


# %% near-ix-empty-tuple: x[()]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[()]  # breaks here


# %% near-ix-one-tuple: x[(0,)]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[(0,)]  # breaks here


# %% near-ix-npint0: x[np.int64(0)]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[np.int64(0)]  # breaks here


# %% near-ix-sliceobj: x[slice(0, 1)]
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[slice(0, 1)]


# %% near-ix-slice-0-none: x[0:None]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[0:None] * 2


# %% near-ix-slice-neg0: x[-2:]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[-2:] * 2  # breaks here


# %% near-ix-split-npint: F.split(...)[np.int64(1)]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split(x, 3, axis=1)[np.int64(1)]  # breaks here


# %% near-ix-split-true: F.split(...)[True]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split(x, 3, axis=1)[True]


# %% near-ix-split-01-0: F.split(...)[0:1][0]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split(x, 3, axis=1)[0:1][0]


# %% near-ix-split-star: a, *rest = F.split(...)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, *rest = F.split(x, 3, axis=1)
        return F.concat(*rest, a, dim=1)


# %% near-ix-split-one-unused: F.split(x, 1) used whole
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split(x, 1, axis=1) * 2


# %% near-ix-split-contains: a in F.split(...)
# inputs: [('pos', (1, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        p = F.split(x, 3, axis=1)
        return x * 2 if p[0] in p else x  # breaks here


# %% near-ix-topk-idx0: F.topk(k=1, ret_typ="indices")[0]
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.topk(x, k=1, ret_typ="indices")[0]


# %% near-ix-det0: F.linalg.det(x)[0]
# inputs: [(2, 3, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.linalg.det(x)[0]


# %% near-ix-cond-out: F.contrib.cond(...)[0]
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.cond(F.sum(x) > 0, lambda: x * 2, lambda: x * 3)[0]


# %% near-ix-foreach-row: foreach outs[0] of one output
# inputs: [(4, 2)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs, s = F.contrib.foreach(lambda d, s: (d + s, s + d), x, F.zeros((2,)))
        return outs[0]


# %% near-ix-foreach-list: foreach with two outputs: outs[1]
# inputs: [(4, 2)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs, s = F.contrib.foreach(lambda d, s: ([d * 2, d + s], s + d), x, F.zeros((2,)))
        return outs[1]


# %% near-ix-seq-reversed: for l in reversed(self.seq)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seq = nn.HybridSequential()
        self.seq.add(nn.Dense(4), nn.Dense(3))

    def hybrid_forward(self, F, x):
        for l in reversed(self.seq):
            x = l(x)
        return x


# %% near-ix-slice-lastcol: x.slice_axis(axis=1, begin=-1, end=None)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.slice_axis(axis=1, begin=-1, end=None)


# %% near-ix-str-key-input: outs = {"a": x}; outs["a"][0]
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = {"a": x}
        return outs["a"][0]


# %% near-x2-child-split: self.c(x)[1] of a child returning F.split
# inputs: [(2, 3)]
# works
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split(x, 3, axis=1)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x)[1]


# %% near-x2-child-split-m1: self.c(x)[-1] of a child returning F.split
# inputs: [(2, 3)]
# breaks: trace
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split(x, 3, axis=1)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x)[-1]  # breaks here


# %% near-x2-child-dict: self.c(x)["a"] of a child returning a dict
# inputs: [(2, 3)]
# works
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        return {"a": x * 2}


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x)["a"]


# %% near-x2-child-list1: self.c(x)[0] of a list of one
# inputs: [(2, 3)]
# works
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        return [x * 2]


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x)[0]


# %% near-x2-loss-0: self.l(x, y)[0]
# inputs: [(2, 3), (2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.l = gluon.loss.L2Loss()

    def hybrid_forward(self, F, x, y):
        return self.l(x, y)[0]


# %% near-x2-lstm-states: _, (h, c) = self.lstm(x, [h, c])
# inputs: [(4, 2, 3), (1, 2, 5), (1, 2, 5)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.lstm = rnn.LSTM(5, input_size=3)

    def hybrid_forward(self, F, x, h, k):
        _, (a, b) = self.lstm(x, [h, k])
        return a + b


# %% near-x2-lstm-h0: h.squeeze(0) vs h[0] of a state
# inputs: [(4, 2, 3), (1, 2, 5), (1, 2, 5)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.lstm = rnn.LSTM(5, input_size=3)

    def hybrid_forward(self, F, x, h, k):
        _, s = self.lstm(x, [h, k])
        return s[0][0]


# %% near-x2-unroll-list-input: unroll over a list from F.split
# inputs: [(2, 4, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.GRUCell(4, input_size=3)

    def hybrid_forward(self, F, x):
        outs, _ = self.cell.unroll(4, F.split(x, 4, axis=1, squeeze_axis=True), merge_outputs=True)  # breaks here
        return outs


# %% near-x2-unroll-list-input2: unroll over list(F.split(...))
# inputs: [(2, 4, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.GRUCell(4, input_size=3)

    def hybrid_forward(self, F, x):
        outs, _ = self.cell.unroll(4, list(F.split(x, 4, axis=1, squeeze_axis=True)), merge_outputs=True)
        return outs


# %% near-x2-split-loop-neg: for i in range(-3, 0): parts[i]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        p = F.split(x, 3, axis=1)
        return F.add_n(*[p[i] for i in range(-3, 0)])  # breaks here


# %% near-x2-split-extend: parts = []; parts.extend(F.split(...))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = []
        parts.extend(F.split(x, 3, axis=1))
        return parts[-1]


# %% near-x2-split-iadd: parts = []; parts += F.split(...)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = []
        parts += F.split(x, 3, axis=1)  # breaks here
        return parts[-1]


# %% near-x2-split-filter: filter(None, F.split(...))
# inputs: [('pos', (1, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.concat(*filter(None, F.split(x, 3, axis=1)), dim=1)  # breaks here


# %% near-x2-foreach-d0: foreach body: d[0] of a row
# inputs: [(4, 2)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.foreach(lambda d, s: (d[0], s), x, [])[0]


# %% near-x2-foreach-data-list: foreach over [x, y]
# inputs: [(4, 2), (4, 2)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.contrib.foreach(lambda d, s: (d[0] + d[1], s), [x, y], [])[0]


# %% near-x2-cond-list: F.contrib.cond with list branches [1]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.cond(F.sum(x) > 0, lambda: [x * 2, x], lambda: [x * 3, x * 1])[1]


# %% near-x2-step-neg: x[::-1][0]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[::-1][0]  # breaks here
