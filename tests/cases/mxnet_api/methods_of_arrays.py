"""Methods of arrays and of Symbols."""

import mxnet as mx
import numpy as np
from mxnet import nd, gluon, autograd
from mxnet.gluon import Block, HybridBlock, SymbolBlock, Parameter, nn, rnn


# %% third-me-argsort: x.argsort()
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.argsort()


# %% third-me-argsort-kw: x.argsort(axis=0, is_ascend=False)
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.argsort(axis=1, is_ascend=False)


# %% third-me-sort: x.sort() without axis
# inputs: [(2, 4)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sort()  # breaks here


# %% third-me-sort-none: x.sort(axis=None)
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sort(axis=None)


# %% third-me-sort-axis: x.sort(axis=1)
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sort(axis=1)


# %% third-me-sort-desc: x.sort(is_ascend=False)
# inputs: [(2, 4)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sort(is_ascend=False)  # breaks here


# %% third-me-topk-both: x.topk(ret_typ='both', k=2) unpack
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        v, i = x.topk(ret_typ='both', k=2)
        return v * i


# %% third-me-topk-mask: x.topk(k=2, ret_typ='mask') * x
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.topk(k=2, ret_typ='mask') * x


# %% third-me-argmax: x.argmax(axis=1)
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.argmax(axis=1)


# %% third-me-argmax-noaxis: x.argmax()
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.argmax()


# %% third-me-argmaxch: x.argmax_channel()
# inputs: [(2, 4)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.argmax_channel()  # breaks here


# %% third-me-copy: x.copy()
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x.copy()  # breaks here
        return y * 2


# %% third-me-asnumpy-shape: x.asnumpy().shape
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / x.asnumpy().shape[1]  # breaks here


# %% third-me-asnumpy-list: [t.asnumpy() for t in (x, y)]
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        vs = [t.asnumpy() for t in (x, y)]  # breaks here
        return x * float(vs[0].sum() + vs[1].sum())


# %% third-me-asnumpy-dead: asnumpy under if False flag
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.debug = False

    def hybrid_forward(self, F, x):
        if self.debug:
            print(x.asnumpy())
        return x * 2


# %% third-me-asnumpy-debug: asnumpy under if self.debug, on
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.debug = True

    def hybrid_forward(self, F, x):
        if self.debug:
            v = x.asnumpy()  # breaks here
        return x * 2


# %% third-me-asscalar-range: range(int(n.asscalar()))
# inputs: [(2, 3), ('i', (1,), 1, 3, 'int32')]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        for k in range(int(y.asscalar())):  # breaks here
            x = x * 2
        return x


# %% third-me-as-in-context-param: w.as_in_context(x.context)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.w = self.params.get('w', shape=(2, 3), init='ones')

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w.as_in_context(mx.cpu()))  # breaks here


# %% third-me-detach-mid: (x * 2).detach()
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        t = (x * 2).detach()  # breaks here
        return x * t


# %% third-me-blockgrad: F.BlockGrad(x * 2)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * F.BlockGrad(x * 2)


# %% third-me-detach-getattr: getattr(x, 'detach')()
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * getattr(x, 'detach')()  # breaks here


# %% third-me-detach-bound: f = x.detach; f()
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        f = x.detach
        return x * f()  # breaks here


# %% third-me-todlpack: x.to_dlpack_for_read()
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x.to_dlpack_for_read()  # breaks here
        return x * 2


# %% third-me-slice-assign: x._slice(0, 1)
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x._slice(0, 1)  # breaks here


# %% third-me-at: x._at(0)
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x._at(0)  # breaks here


# %% third-me-slice-assign-scalar: y.slice_assign_scalar(0, ...)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        y.slice_assign_scalar(0.0, (0, 0), (1, 1), (1, 1))  # breaks here
        return y


# %% third-me-list-attr-guard: x.list_attr() if F is mx.sym
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.sym:
            a = x.list_attr()
        return x * 2


# %% third-me-softmax: x.softmax(axis=-1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.softmax(axis=-1)


# %% third-me-logsoftmax: x.log_softmax()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.log_softmax()


# %% third-me-relu: x.relu()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.relu()


# %% third-me-round: x.round() + x.floor() + x.ceil() + x.trunc() + x.fix() + x.rint()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.round() + x.floor() + x.ceil() + x.trunc() + x.fix() + x.rint()


# %% third-me-sum-axis-tuple: x.sum(axis=(1, 2))
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sum(axis=(1, 2))


# %% third-me-sum-exclude: x.sum(axis=0, exclude=True)
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sum(axis=0, exclude=True)


# %% third-me-flip: x.flip(axis=1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.flip(axis=1)


# %% third-me-pad: x.pad(mode=..., pad_width=...)
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.pad(mode='constant', pad_width=(0, 0, 0, 0, 1, 1, 1, 1), constant_value=0)


# %% third-me-shape-array: x.shape_array()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.shape_array()


# %% third-me-shape-array-0: x.shape_array()[0]
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.shape_array()[0]  # breaks here


# %% third-me-size-array: x.size_array()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.size_array()


# %% third-me-split: x.split(num_outputs=3, axis=1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b, c = x.split(num_outputs=3, axis=1)
        return a + b * c


# %% third-me-split-pos: x.split(3) positional
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b, c = x.split(3)
        return a + b * c


# %% third-me-split-last: x.split(num_outputs=3, axis=1)[-1]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.split(num_outputs=3, axis=1)[-1]  # breaks here


# %% third-me-split-one: x.split(num_outputs=1)[0]
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.split(num_outputs=1)[0]  # breaks here


# %% third-me-split-squeeze: x.split(num_outputs=3, axis=1, squeeze_axis=True)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.stack(*x.split(num_outputs=3, axis=1, squeeze_axis=True), axis=0)


# %% third-me-expand-kw: x.expand_dims(axis=-1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.expand_dims(axis=-1)


# %% third-me-expand-inplace: x.expand_dims(1, inplace=True)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.expand_dims(1, inplace=True) * 2


# %% third-me-flatten-inplace: x.flatten(inplace=True)
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.flatten(inplace=True) * 2


# %% third-me-squeeze-inplace: x.squeeze(axis=1, inplace=True)
# inputs: [(2, 1, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.squeeze(axis=1, inplace=True) * 2


# %% third-me-squeeze-kw: x.squeeze(axis=1)
# inputs: [(2, 1, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.squeeze(axis=1)


# %% third-me-squeeze-none: x.squeeze(axis=None)
# inputs: [(2, 1, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.squeeze(axis=None)


# %% third-me-transpose-axes: x.transpose(axes=(1, 0))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.transpose(axes=(1, 0))


# %% third-me-slice-kw: x.slice(begin=(0, 1), end=(None, 3))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.slice(begin=(None, 1), end=(None, 3))


# %% third-me-slice-step: x.slice(begin, end, step)
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.slice(begin=(None, None), end=(None, None), step=(1, 2))


# %% third-me-slice-like-noaxes: x.slice_like(y)
# inputs: [(4, 3), (3, 2)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x.slice_like(y)


# %% third-me-reshape-like: x.reshape_like(y)
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x.reshape_like(y)


# %% third-me-ones-like: x.ones_like() * 2
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.ones_like() * 2


# %% third-me-reshape-tuple: x.reshape((0, -1))
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape((0, -1))


# %% third-me-reshape-list: x.reshape([0, 1, -1])
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape([0, 1, -1])


# %% third-me-reshape-kw-list: x.reshape(shape=[-1, 12])
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(shape=[-1, 12])


# %% third-me-reshape-ones: x.reshape(-1, 1)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(-1, 1)  # breaks here


# %% third-me-reshape-star: x.reshape(*self.dims)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.dims = (3, -1)

    def hybrid_forward(self, F, x):
        return x.reshape(*self.dims)  # breaks here


# %% third-me-reshape-star-one: x.reshape(*[(-1, 3)])
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(*[(-1, 3)])


# %% third-me-reshape-vars: b, c = 0, -1; x.reshape(b, c)
# inputs: [(2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        b, c = 0, -1
        return x.reshape(b, c)  # breaks here


# %% third-me-reshape-vartuple: shape = (0, -1); x.reshape(shape)
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        shape = (0, -1)
        return x.reshape(shape)


# %% third-me-reshape-0-4: x.reshape(0, -4, 2, 2, 0) positional codes
# inputs: [(2, 4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(0, -4, 2, 2, 0)  # breaks here


# %% third-me-reshape-rev-pos: x.reshape(-1, 3, reverse=True)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(-1, 3, reverse=True)  # breaks here


# %% third-me-reshape-helper: helper(x).reshape(3, -1)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.relu(x)
        return y.reshape(3, -1)  # breaks here


# %% third-me-reshape-chain: x.reshape((0, -1)).expand_dims(1).tile((1, 2, 1))
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape((0, -1)).expand_dims(1).tile((1, 2, 1))


# %% third-me-astype-kw: x.astype(dtype='float16')
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.astype(dtype='float16')


# %% third-me-astype-copy: x.astype('float32', copy=False)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.astype('float32', copy=False) * 2  # breaks here


# %% third-me-astype-xdtype: y.astype(x.dtype)
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * y.astype(x.dtype)  # breaks here


# %% third-me-astype-self: x.astype(self.dtype)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.dtype = 'float16'

    def hybrid_forward(self, F, x):
        return x.astype(self.dtype)


# %% third-me-astype-cls: x.astype(float).astype('float32')
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.astype(float).astype('float32')


# %% third-me-unbound: NDArray.reshape unbound: nd.NDArray.sum(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return nd.NDArray.sum(x)  # breaks here


# %% third-me-unbound-F: F.NDArray.sum(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.NDArray.sum(x)  # breaks here


# %% third-me-unbound-type: type(x).sum(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return type(x).sum(x, axis=1)


# %% third-me-getattr-dyn: getattr(x, self.op)(axis=1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.op = 'max'

    def hybrid_forward(self, F, x):
        return getattr(x, self.op)(axis=1)


# %% third-me-getattr-bad: getattr(x, self.op)() with asnumpy
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.op = 'asnumpy'

    def hybrid_forward(self, F, x):
        v = getattr(x, self.op)()  # breaks here
        return x * float(v.sum())


# %% third-me-methodcaller: operator.methodcaller('sum', axis=1)(x)
# inputs: [(2, 3)]
# works
import operator


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return operator.methodcaller('sum', axis=1)(x)


# %% third-me-methodcaller-bad: operator.methodcaller('asnumpy')(x)
# inputs: [(2, 3)]
# breaks: trace
import operator


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        v = operator.methodcaller('asnumpy')(x)  # breaks here
        return x * float(v.sum())


# %% third-me-hasattr-guard: x.asnumpy() if hasattr(x, 'asnumpy') (both have it)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if hasattr(x, 'asnumpy'):
            v = x.asnumpy()  # breaks here
        return x * 2


# %% third-me-isinst-guard: asnumpy under isinstance(x, nd.NDArray)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if isinstance(x, nd.NDArray):
            v = x.asnumpy()
        return x * 2


# %% third-me-try-guard: try: x.asnumpy() except NotImplementedError
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            v = x.asnumpy()  # breaks here
        except NotImplementedError:
            v = None
        return x * 2


# %% third-me-try-guard-attr: try: x.asnumpy() except AttributeError (wrong exception)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            v = x.asnumpy()  # breaks here
        except AttributeError:
            v = None
        return x * 2


# %% third-me-onehot-idx: x.argmax(axis=1).one_hot(3)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.argmax(axis=1).one_hot(3)


# %% third-me-tostype-rsp: x.tostype('row_sparse')
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.tostype('row_sparse')  # breaks here


# %% third-me-copyto-y: x.copyto(y)
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        x.copyto(y)  # breaks here
        return y * 2


# %% third-me-len-m: x.__len__ via len(x)
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * len(x)  # breaks here


# %% third-me-iter-m: iter(x) next
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return next(iter(x)) * 2  # breaks here


# %% third-me-contains: 1 in x
# inputs: [('pos', (3,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if 1 in x else x * 3  # breaks here
