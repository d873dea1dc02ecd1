"""Methods of arrays and Symbols: one small use of each."""
import mxnet as mx
import numpy as np
from mxnet import nd, gluon, autograd
from mxnet.gluon import Block, HybridBlock, SymbolBlock, Parameter, nn, rnn


# %% me-argmax: x.argmax(axis=1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.argmax(axis=1) * 2


# %% me-sort-default: x.sort()
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sort() * 2


# %% me-sort-axis: x.sort(axis=1, is_ascend=False)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sort(axis=1, is_ascend=False) * 2


# %% me-argsort-default: x.argsort()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.argsort() * 2


# %% me-activations: x.softmax, x.log_softmax, x.sigmoid, x.tanh
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.softmax(axis=-1) + x.log_softmax() + x.sigmoid() + x.tanh()


# %% me-roundings: x.round, x.rint, x.fix, x.trunc, x.sign
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.round() + x.rint() + x.fix() + x.trunc() + x.sign()


# %% me-powers: x.square, x.rsqrt, x.cbrt, x.rcbrt, x.reciprocal
# inputs: [('pos', (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.square() + x.rsqrt() + x.cbrt() + x.rcbrt() + x.reciprocal()


# %% me-pad: x.pad
# inputs: [(2, 1, 3, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.pad(mode="constant", pad_width=(0, 0, 0, 0, 1, 1, 1, 1), constant_value=0)


# %% me-depth-to-space: x.depth_to_space and back
# inputs: [(2, 4, 3, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.depth_to_space(2).space_to_depth(2) * 2


# %% me-shape-array: x.shape_array()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.shape_array() * 2


# %% me-astype-copy: x.astype(copy=False)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.astype("float32", copy=False) * 2  # breaks here


# %% me-reshape-list: x.reshape([0, -1])
# inputs: [(2, 3, 2)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape([0, -1]) * 2


# %% me-reshape-two: x.reshape(0, -1)
# inputs: [(2, 3, 2)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(0, -1) * 2  # breaks here


# %% me-reshape-star: x.reshape(*self.k)
# inputs: [(2, 3, 2)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = (-1, 6)

    def hybrid_forward(self, F, x):
        return x.reshape(*self.k) * 2  # breaks here


# %% me-reshape-one: x.reshape(*(shape,)) with a tuple in it
# inputs: [(2, 3, 2)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = ((-1, 6),)

    def hybrid_forward(self, F, x):
        return x.reshape(*self.k) * 2


# %% me-sum-exclude: x.sum(axis=0, exclude=True)
# inputs: [(2, 3, 2)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sum(axis=0, exclude=True) * x.nansum(axis=(1, 2))


# %% me-prod: x.prod and x.nanprod by axis
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.prod(axis=1) + x.nanprod(axis=1, keepdims=False)


# %% me-dlpack: x.to_dlpack_for_read()
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return mx.nd.from_dlpack(x.to_dlpack_for_read()) * 2  # breaks here


# %% me-copy-plain: x.copy()
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.copy() * 2  # breaks here


# %% me-stype-default: x.tostype('default')
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.tostype("default") * 2  # breaks here


# %% me-zeros-ones-like: x.zeros_like() and x.ones_like()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.zeros_like() + x.ones_like() * 2


# %% me-unbound: mx.nd.NDArray.relu called with the tensor
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return mx.nd.NDArray.relu(x) * 2  # breaks here


# %% me-methodcaller: operator.methodcaller('asnumpy')
# inputs: [(2, 3)]
# breaks: trace
import operator


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * float(operator.methodcaller("asnumpy")(x).sum())  # breaks here


# %% me-getattr-call: getattr(x, 'relu')()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return getattr(x, "relu")() * 2


# %% me-slice-none: x.slice(begin, end) with None
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.slice(begin=(None, 1), end=(None, None)) * 2


# %% me-norm-like: x.norm by position
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.norm(1, 1) * 2


# %% me-slice-assign-scalar: x.slice_assign_scalar
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        y.slice_assign_scalar(0, (0, 0), (1, 1), (1, 1))  # breaks here
        return y


# %% me-flatten-split: x.expand_dims by name and squeeze by name
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.expand_dims(axis=-1).squeeze(axis=-1).swapaxes(dim1=0, dim2=1).transpose(axes=(1, 0))


# %% me-sum-shape: x.sum(axis=x.ndim - 1)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sum(axis=x.ndim - 1)  # breaks here


# %% me-tolist: x.asnumpy().tolist()
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * max(max(row) for row in x.asnumpy().tolist())  # breaks here


# %% me-row-sparse: x.tostype('row_sparse')
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sparse.retain(x.tostype("row_sparse"), F.arange(2)).tostype("default")  # breaks here


# %% me-forward-of-child: the forward of a child called by name
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d.forward(x) * 2


# %% me-unroll-split: cell.unroll over the outputs of a split
# inputs: [(2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(3, input_size=4)

    def hybrid_forward(self, F, x):
        steps = F.split(x, num_outputs=3, axis=1, squeeze_axis=True)
        return self.d.unroll(3, steps, merge_outputs=True)[0] * 2  # breaks here


# %% me-unroll-split-list: cell.unroll over a list of the outputs of a split
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(3, input_size=4)

    def hybrid_forward(self, F, x):
        steps = list(F.split(x, num_outputs=3, axis=1, squeeze_axis=True))
        return self.d.unroll(3, steps, merge_outputs=True)[0] * 2


# %% me-unroll-stack: cell.unroll's list of outputs stacked
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(3, input_size=4)

    def hybrid_forward(self, F, x):
        outputs, _ = self.d.unroll(3, x, merge_outputs=False)
        return F.stack(*outputs, axis=1) * 2


# %% me-begin-of-batch: begin_state with the batch of x
# inputs: [(5, 2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRU(4, input_size=3)

    def hybrid_forward(self, F, x):
        return self.d(x, self.d.begin_state(batch_size=x.shape[1]))[0]  # breaks here


# %% me-chain: a long chain of methods
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.transpose((0, 2, 1)).reshape((0, -1)).expand_dims(1).repeat(repeats=2, axis=1).mean(axis=1).clip(0, 5)


# %% me-split-method-list: x.split(...) and .append
# inputs: [(2, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = x.split(num_outputs=2, axis=1)
        parts.append(x)  # breaks here
        return F.concat(*parts, dim=1)


# %% me-reshape-keyword: x.reshape(shape=(0, -1)) and reshape_like
# inputs: [(2, 3, 2)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(shape=(0, -1)).reshape_like(x) * 2


# %% me-reshape-single: x.reshape(-1,)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return (
            x.reshape(
                -1,
            )
            * 2
        )


# %% me-reshape-computed: x.reshape of a tuple with a shape
# inputs: [(2, 3, 2)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape((x.shape[0], -1)) * 2  # breaks here


# %% me-max-none: x.max(axis=None), x.min()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.max(axis=None) - x.min()


# %% me-tensor-method-flag: x.mean(axis=1, keepdims=self.k)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = True

    def hybrid_forward(self, F, x):
        return F.broadcast_sub(x, x.mean(axis=1, keepdims=self.k))


# %% me-sum-flag: x - x.sum(axis=1, keepdims=True), a literal
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - x.sum(axis=1, keepdims=True)


# %% me-log-softmax: x.log_softmax(axis=-1) times one_hot
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return -(x.log_softmax(axis=-1) * y.one_hot(3)).sum(axis=1)


# %% me-detach-product: y = x.detach()
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * x.detach()  # breaks here


# %% me-asnumpy-shape: x.asnumpy().shape
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / x.asnumpy().shape[1]  # breaks here


# %% me-context-zeros: nd.zeros on the context of x
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + nd.zeros((2, 3), ctx=x.context)  # breaks here


# %% me-as-type-of: x.astype(self.d.weight.dtype)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x.astype(self.d.weight.dtype)) * 2


# %% me-slice-like-twice: x.slice_like(y) and F.slice_like with axes
# inputs: [(2, 5), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x.slice_like(y) + F.slice_like(x, y, axes=(1,))


# %% me-flip-list: reversing by x[::-1] and by F.flip
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.flip(x, axis=0) * 2


# %% me-square-sum: (x ** 2).sum() ** 0.5
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return (x**2).sum(axis=1) ** 0.5


# %% me-idiv-list: a weight of samples by /=
# inputs: [(2, 3), ('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        y /= y.sum()  # breaks here
        return x * y
