"""Attributes of arrays and of Symbols, and what asks for them."""

import mxnet as mx
import numpy as np
from mxnet import nd, gluon, autograd
from mxnet.gluon import Block, HybridBlock, SymbolBlock, Parameter, nn, rnn


# %% third-at-shape-unpack: b, c = x.shape
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        b, c = x.shape  # breaks here
        return x.reshape((b, c)) * 2


# %% third-at-shape-star: b, *rest = x.shape
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        b, *rest = x.shape  # breaks here
        return x * len(rest)


# %% third-at-shape-eq: if x.shape == y.shape
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        if x.shape == y.shape:  # breaks here
            return x + y
        return F.broadcast_add(x, y)


# %% third-at-shape-tuple: tuple(x.shape)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(tuple(x.shape))  # breaks here


# %% third-at-shape-fstr: f"{x.shape}"
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = f"{x.shape}"  # breaks here
        return x * 2


# %% third-at-shape-reshape-fixed: x.reshape((0, 0, 1))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape((0, 0, 1)) * 2


# %% third-at-shape-like: y.reshape(x.shape)
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return y.reshape(x.shape) + x  # breaks here


# %% third-at-shape-return: return x, x.shape[0]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, x.shape[0]  # breaks here


# %% third-at-shape-default: def f(t, n=x.shape) in lambda
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        f = lambda t: t * t.shape[1]  # breaks here
        return f(x)


# %% third-at-shape-comp: [t.shape for t in (x, y)]
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        ss = [t.shape for t in (x, y)]  # breaks here
        return x + y


# %% third-at-shape-gen: all(t.shape[0] == 2 for t in (x, y))
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        if all(t.shape[1] == 3 for t in (x, y)):  # breaks here
            return x + y
        return x


# %% third-at-shape-map: list(map(lambda t: t.shape, [x]))
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = list(map(lambda t: t.shape, [x]))  # breaks here
        return x * 2


# %% third-at-shape-dict: {'s': x.shape}
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        d = {'s': x.shape}  # breaks here
        return x * d['s'][1]


# %% third-at-shape-op: F.relu(x).shape[1]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * F.relu(x).shape[1]  # breaks here


# %% third-at-shape-param: w.shape on the parameter argument
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.w = self.params.get('w', shape=(1, 3), init='ones')

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w) * w.shape[1]  # breaks here


# %% third-at-shape-selfparam: self.w.shape (Parameter)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.w = self.params.get('w', shape=(1, 3), init='ones')

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w) * self.w.shape[1]


# %% third-at-param-dtype: self.w.dtype / self.w.name / grad_req
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.w = self.params.get('w', shape=(1, 3), init='ones')

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w).astype(self.w.dtype)


# %% third-at-param-data-shape: self.w.data().shape
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.w = self.params.get('w', shape=(1, 3), init='ones')

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w) * self.w.data().shape[1]


# %% third-at-child-weight-shape: self.d.weight.shape
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.d = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) * self.d.weight.shape[0]


# %% third-at-child-units: self.d._units
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.d = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) / self.d._units


# %% third-at-children: for c in self._children.values()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.d = nn.Dense(3)
            self.e = nn.Dense(3)

    def hybrid_forward(self, F, x):
        for c in self._children.values():
            x = c(x)
        return x


# %% third-at-seq-len: len(self.seq)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.seq = nn.HybridSequential()
            self.seq.add(nn.Dense(3), nn.Dense(3))

    def hybrid_forward(self, F, x):
        return self.seq(x) * len(self.seq)


# %% third-at-active: if self._active
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if self._active:
            return x * 3
        return x * 2


# %% third-at-active-same: self._active read only
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a = self._active
        return x * 2


# %% third-at-ndim-axis: axis=x.ndim - 1
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sum(x, axis=x.ndim - 1)  # breaks here


# %% third-at-ndim-fixed: axis=-1
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sum(x, axis=-1)


# %% third-at-dtype-eq: if x.dtype == np.float32
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if x.dtype == np.float32:  # breaks here
            return x * 2
        return x


# %% third-at-dtype-cast: y.astype(x.dtype)
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return y.astype(x.dtype) + x  # breaks here


# %% third-at-dtype-fixed: F.cast(y, 'float32')
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.cast(y, 'float32') + x


# %% third-at-ctx: x.ctx
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.zeros((1, 3), ctx=x.ctx))  # breaks here


# %% third-at-context-nd: nd.zeros(..., ctx=x.context)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, nd.zeros((1, 3), ctx=x.context))  # breaks here


# %% third-at-context-guard: ctx = x.context if F is mx.nd else None
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        c = x.context if F is mx.nd else None
        return F.broadcast_add(x, F.zeros((1, 3), ctx=c))


# %% third-at-T-dot: F.dot(x, x.T)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.dot(x, x.T)  # breaks here


# %% third-at-grad-none: x.grad is None
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if x.grad is None else x * 3  # breaks here


# %% third-at-writable-if: if x.writable
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if x.writable:  # breaks here
            x = x * 2
        return x


# %% third-at-freshgrad: x._fresh_grad
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        g = x._fresh_grad  # breaks here
        return x * 2


# %% third-at-name-guard: x.name if F is mx.sym
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = x.name if F is mx.sym else 'array'
        return x * 2


# %% third-at-name-getattr: getattr(x, 'name', None)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = getattr(x, 'name', None)
        return x * 2


# %% third-at-class: x.__class__ is nd.NDArray
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if x.__class__ is nd.NDArray:
            return x * 2
        return x * 3


# %% third-at-classname: x.__class__.__name__
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = x.__class__.__name__
        return x * 2


# %% third-at-classname-len: len(x.__class__.__name__)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * len(x.__class__.__name__)  # breaks here


# %% third-at-typename-div: type(x).__name__ == 'NDArray'
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if type(x).__name__ == 'NDArray' else x * 3  # breaks here


# %% third-at-module: type(x).__module__
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if 'ndarray' in type(x).__module__ else x * 3  # breaks here


# %% third-at-doc: x.__doc__
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        d = x.__doc__
        return x * 2


# %% third-at-dir: 'shape' in dir(x)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if 'shape' in dir(x) else x * 3  # breaks here


# %% third-at-hasattr-guard: hasattr(x, 'shape') then assert
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if hasattr(x, 'shape'):
            assert x.shape[1] == 3
        return x * 2


# %% third-at-hasattr-div: hasattr(x, 'shape') decides
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if hasattr(x, 'shape') else x * 3  # breaks here


# %% third-at-hasattr-both: hasattr(x, 'reshape')
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if hasattr(x, 'reshape') else x * 3


# %% third-at-hasattr-sym: hasattr(x, 'infer_shape')
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if hasattr(x, 'infer_shape') else x * 3  # breaks here


# %% third-at-hasattr-iter: hasattr(x, '__iter__')
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if hasattr(x, '__iter__') else x * 3  # breaks here


# %% third-at-hasattr-len: hasattr(x, '__len__')
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if hasattr(x, '__len__') else x * 3


# %% third-at-hasattr-self: hasattr(self, 'missing')
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if hasattr(self, 'missing') else x * 3


# %% third-at-getattr-noattr: getattr(x, 'shape')
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * getattr(x, 'shape')[1]  # breaks here


# %% third-at-getattr-var: getattr(x, self.what) with 'ndim'
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.what = 'ndim'

    def hybrid_forward(self, F, x):
        return x * getattr(x, self.what)  # breaks here


# %% third-at-attrgetter: operator.attrgetter('shape')(x)
# inputs: [(2, 3)]
# breaks: trace
import operator


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * operator.attrgetter('shape')(x)[1]  # breaks here


# %% third-at-getattr-T: getattr(x, 'T', x)
# inputs: [(3, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return getattr(x, 'T', x) * 2  # breaks here


# %% third-at-try-except-pass: try: x.shape[0] except AttributeError: pass (unused)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            n = x.shape[0]
        except AttributeError:
            n = None
        return x * 2


# %% third-at-try-wrong: except ValueError around x.shape
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            n = x.shape[0]  # breaks here
        except ValueError:
            n = 0
        return x * 2


# %% third-at-try-bare: try: x.ndim except: other maths
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            k = x.ndim
        except Exception:
            k = 5
        return x * k


# %% third-at-try-finally: try: x.shape finally
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            n = x.shape  # breaks here
        finally:
            y = x * 2
        return y


# %% third-at-len-shape-cmp: if len(x.shape) > 2
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if len(x.shape) > 2:  # breaks here
            x = F.flatten(x)
        return x * 2


# %% third-at-shape-array-ok: F.shape_array(x).slice_axis
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.slice_axis(F.shape_array(x), axis=0, begin=0, end=1)


# %% third-at-shape-array-last: F.shape_array(x)[-1]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.shape_array(x)[-1]  # breaks here


# %% third-at-shape-array-unpack: b, c = F.shape_array(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        b, c = F.shape_array(x)  # breaks here
        return x * 2


# %% third-at-size-array-idx: F.size_array(x)[0]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.size_array(x)[0]


# %% third-at-list-shape: xs[0].shape on a list input
# inputs: [[(2, 3), (2, 3)]]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[0] + x[1] * x[0].shape[1]  # breaks here


# %% third-at-list-len: len(xs) on a list input
# inputs: [[(2, 3), (2, 3)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum(x) / len(x)


# %% third-at-child-dtype: self.d(x).dtype
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.d = nn.Dense(3)

    def hybrid_forward(self, F, x):
        return x.astype(self.d(x).dtype)  # breaks here


# %% third-at-helper-nested: shape two helpers deep
# inputs: [(2, 3)]
# breaks: trace
def outer(t):
    return inner(t) + 1


def inner(t):
    return t * t.ndim  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return outer(x)


# %% third-at-helper-kw: helper(t=x) keyword
# inputs: [(2, 3)]
# breaks: trace
def helper(t=None):
    return t * t.shape[1]  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return helper(t=x)


# %% third-at-helper-star: helper(*args) with args[0].shape
# inputs: [(2, 3)]
# breaks: trace
def helper(*args):
    return args[0] * args[0].shape[1]  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return helper(x)


# %% third-at-helper-unused: helper with shape that is not called
# inputs: [(2, 3)]
# works
def helper(t):
    return t * t.shape[1]


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2


# %% third-at-init-shape: shape in __init__ of an nd constant
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.n = nd.ones((2, 3)).shape[1]

    def hybrid_forward(self, F, x):
        return x * self.n


# %% third-at-forward-batch: forward stores x.shape[0]
# inputs: [(2, 3)]
# breaks: other shapes
class Net(HybridBlock):
    def forward(self, x):
        self.n = x.shape[0]
        return super(Net, self).forward(x)
    def hybrid_forward(self, F, x):
        return x * self.n  # breaks here


# %% third-at-prop-shape: property of self reading a tensor attribute
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    @property
    def k(self):
        return 3
    def hybrid_forward(self, F, x):
        return x * self.k


# %% third-at-loss-shape: loss: pred.shape vs label
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(gluon.loss.Loss):
    def __init__(self, **kwargs):
        super(Net, self).__init__(None, 0, **kwargs)
    def hybrid_forward(self, F, pred, label):
        return F.mean((pred - label) ** 2, axis=0, exclude=True) * pred.shape[1]  # breaks here


# %% third-at-loss-ok: loss: exclude=True
# inputs: [(2, 3), (2, 3)]
# works
class Net(gluon.loss.Loss):
    def __init__(self, **kwargs):
        super(Net, self).__init__(None, 0, **kwargs)
    def hybrid_forward(self, F, pred, label):
        label = F.reshape_like(label, pred)
        return F.mean((pred - label) ** 2, axis=0, exclude=True)
