"""What stands between the brackets behind a tensor."""

import operator
from functools import reduce

import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import HybridBlock, nn, rnn


# %% sweep-row-m2: x[-2]
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[-2] * 2  # breaks here


# %% sweep-row-00: x[0][0]
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[0][0] * 2  # breaks here


# %% sweep-row-tuple: x[0, 0]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[0, 0] * 2  # breaks here


# %% sweep-row-lastcol: x[:, -1]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[:, -1] * 2  # breaks here


# %% sweep-row-3d: x[:, :, 0]
# inputs: [(2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[:, :, 0] * 2  # breaks here


# %% sweep-row-ell01: x[..., 0:1]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[..., 0:1] * 2  # breaks here


# %% sweep-row-step: x[::2]
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[::2] * 2  # breaks here


# %% sweep-row-m2from: x[-2:]
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[-2:] * 2  # breaks here


# %% sweep-row-0tom1: x[0:-1]
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[0:-1] * 2  # breaks here


# %% sweep-row-0all: x[0:]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[0:] * 2


# %% sweep-row-step1: x[::1]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[::1] * 2


# %% sweep-row-none-row: x[None, :]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[None, :] * 2  # breaks here


# %% sweep-row-tuple1: x[(0,)]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[(0,)] * 2  # breaks here


# %% sweep-row-slice-none: x[slice(None)]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[slice(None)] * 2


# %% sweep-row-slice-tuple: x[(slice(None), slice(0, 1))]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[(slice(None), slice(0, 1))] * 2  # breaks here


# %% sweep-row-npint: x[np.int64(0)]
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[np.int64(0)] * 2  # breaks here


# %% sweep-row-nparr: x[np.array([0, 1])]
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[np.array([0, 1])] * 2  # breaks here


# %% sweep-row-list0: x[[0]]
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[[0]] * 2  # breaks here


# %% sweep-row-true: x[True]
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[True] * 2  # breaks here


# %% sweep-row-dunder: x.__getitem__(0)
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.__getitem__(0) * 2  # breaks here


# %% sweep-row-getitem: operator.getitem(x, 1)
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return operator.getitem(x, 1) * 2  # breaks here


# %% sweep-row-all-then: x[:][:]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[:][:] * 2


# %% sweep-row-all-row: x[:][0]
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[:][0] * 2  # breaks here


# %% sweep-row-cmp: x[x > 0]
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[x > 0] * 2  # breaks here


# %% sweep-row-attr0: x[self.i], i = 0
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.i = 0

    def hybrid_forward(self, F, x):
        return x[self.i] * 2  # breaks here


# %% sweep-row-attr-slice: x[:, :self.n]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 2

    def hybrid_forward(self, F, x):
        return x[:, : self.n] * 2  # breaks here


# %% sweep-row-len: x[len(x) - 1]
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[len(x) - 1] * 2  # breaks here


# %% sweep-row-child: row of what a child gave
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x)[1] * 2  # breaks here


# %% sweep-row-child0: first row of what a child gave
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x)[0] * 2  # breaks here


# %% sweep-row-conv: first image of a convolution
# inputs: [(4, 3, 5, 5)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = nn.Conv2D(2, 3, in_channels=3)

    def hybrid_forward(self, F, x):
        return self.c(x)[0]  # breaks here


# %% sweep-row-op: first row of an operator
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x)[0]  # breaks here


# %% sweep-row-param-all: w[:] of a parameter
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w[:])


# %% sweep-row-param-last: w[-1] of a parameter
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(2, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w[-1])  # breaks here


# %% sweep-row-while: rows until there are no more
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        i, acc = 0, 0
        while i < 4:
            acc = acc + x[i]  # breaks here
            i += 1
        return acc


# %% sweep-row-comp: [x[i] for i in range(2)]
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.add_n(*[x[i] for i in range(2)])  # breaks here


# %% sweep-row-in-list: an item of a list of tensors
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = [x, x * 2, x * 3]
        return parts[-1] + parts[0]


# %% sweep-row-in-tuple: slices of a tuple of tensors
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = (x, x * 2, x * 3)
        return F.add_n(*parts[1:])


# %% sweep-row-in-list-row: a row of an item of a list
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = [x, x * 2]
        return parts[1][0] * 2  # breaks here


# %% sweep-row-listinput-row: a row of an item of an input list
# inputs: [[(4, 3), (4, 3)]]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, states):
        return states[0][0] + F.sum(states[1])  # breaks here


# %% sweep-row-none-slice: x[:n] with n None
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = None

    def hybrid_forward(self, F, x):
        return x[: self.n] * 2


# %% sweep-op-slice: F.slice(x, begin=(0, 1), end=(None, 3))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.slice(x, begin=(0, 1), end=(None, 3))


# %% sweep-op-sliceaxis-neg: F.slice_axis(x, axis=-1, begin=-2, end=None)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.slice_axis(x, axis=-1, begin=-2, end=None)


# %% sweep-op-slicelike: F.slice_like(x, F.ones((1, 2)), axes=(1,))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.slice_like(x, F.ones((1, 2)), axes=(1,))


# %% sweep-op-reverse: F.flip(x, axis=1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.flip(x, axis=1)


# %% sweep-op-method-slice: x.slice_axis(axis=1, begin=0, end=1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.slice_axis(axis=1, begin=0, end=1)


# %% sweep-op-method-take: x.take(F.arange(2), axis=1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.take(F.arange(2), axis=1)


# %% sweep-op-expand: x.expand_dims(axis=0).squeeze(axis=0) * 2
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.expand_dims(axis=0).squeeze(axis=0) * 2


# %% sweep-op-onehot: F.pick(x, F.argmax(x, axis=1), axis=1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.pick(x, F.argmax(x, axis=1), axis=1)


# %% sweep-op-boolmask: F.contrib.boolean_mask(x, x.mean(axis=1) > -9)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.boolean_mask(x, x.mean(axis=1) > -9)


# %% sweep-cfg-index: a list of numbers by number
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cfg = [{"scale": 2.0}, {"scale": 3.0}]

    def hybrid_forward(self, F, x):
        for i in range(2):
            x = x * self.cfg[i]["scale"]
        return x
