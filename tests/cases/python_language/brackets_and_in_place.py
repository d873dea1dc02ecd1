"""What stands between the brackets, and what is changed in place."""

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


# %% sweep-split-m1: parts[-1]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts[-1] * 1  # breaks here


# %% sweep-split-0to2: F.add_n(*parts[0:2])
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.add_n(*parts[0:2])


# %% sweep-split-to2: F.add_n(*parts[:2])
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.add_n(*parts[:2])


# %% sweep-split-from2: F.add_n(*parts[2:])
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.add_n(*parts[2:])


# %% sweep-split-tom1: F.add_n(*parts[:-1])
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.add_n(*parts[:-1])  # breaks here


# %% sweep-split-step2: F.add_n(*parts[::2])
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.add_n(*parts[::2])


# %% sweep-split-all: F.add_n(*parts[:])
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.add_n(*parts[:])


# %% sweep-split-tuple: tuple(parts)[-1]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return tuple(parts)[-1] * 1


# %% sweep-split-sum: sum(parts)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return sum(parts) * 1


# %% sweep-split-star: F.concat(*parts, dim=0)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.concat(*parts, dim=0)


# %% sweep-split-row: parts[0][0]
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts[0][0] * 1  # breaks here


# %% sweep-split-row1: parts[1][0:1]
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts[1][0:1] * 1  # breaks here


# %% sweep-split-reversed: F.concat(*reversed(parts), dim=1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.concat(*reversed(parts), dim=1)


# %% sweep-split-lenminus: parts[len(parts) - 1]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts[len(parts) - 1] * 1


# %% sweep-split-reduce: reduce(operator.mul, parts)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return reduce(operator.mul, parts) * 1


# %% sweep-split-mul: F.relu(parts[0]) * parts[1] + parts[2]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.relu(parts[0]) * parts[1] + parts[2]


# %% sweep-split-add-list: F.concat(*(list(parts) + [x]), dim=1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.concat(*(list(parts) + [x]), dim=1)


# %% sweep-split-enum: F.add_n(*[p * i for i, p in enumerate(parts)])
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.add_n(*[p * i for i, p in enumerate(parts)])


# %% sweep-split-zip: F.add_n(*[p * k for p, k in zip(parts, (1, 2, 3))])
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.add_n(*[p * k for p, k in zip(parts, (1, 2, 3))])


# %% sweep-split-in-none: parts[0] if parts is not None else x
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts[0] if parts is not None else x * 1


# %% sweep-split-index: list(parts).index(1) if False else parts[1]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return list(parts).index(1) if False else parts[1] * 1


# %% sweep-split-shape: parts[0] * parts[1].shape[0]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts[0] * parts[1].shape[0] * 1  # breaks here


# %% sweep-split-type: parts[0] if type(parts) == list else parts[1]
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts[0] if type(parts) == list else parts[1] * 1  # breaks here


# %% sweep-split-copy: parts.copy()[0]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts.copy()[0] * 1  # breaks here


# %% sweep-split-pop: parts.pop()
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts.pop() * 1  # breaks here


# %% sweep-split-pop-list: list(parts).pop()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return list(parts).pop() * 1


# %% sweep-split-npint: parts[np.int64(1)]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts[np.int64(1)] * 1  # breaks here


# %% sweep-split-starunpack: first, *rest = F.split(...)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        first, *rest = F.split(x, num_outputs=3, axis=1)
        return first * rest[-1]


# %% sweep-split-method: x.split(num_outputs=3)[1]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.split(num_outputs=3, axis=1)[1] * 2


# %% sweep-split-method-m1: x.split(num_outputs=3)[-1]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.split(num_outputs=3, axis=1)[-1] * 2  # breaks here


# %% sweep-split-squeeze: split with squeeze_axis, unpacked
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b, c = F.split(x, num_outputs=3, axis=1, squeeze_axis=True)
        return a * b + c


# %% sweep-split-attr: split into self.n, unpacked by a loop
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 3

    def hybrid_forward(self, F, x):
        out = 0
        for part in F.split(x, num_outputs=self.n, axis=1):
            out = out + part
        return out


# %% sweep-split-attr-one: split into self.n = 1, the first taken
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 1

    def hybrid_forward(self, F, x):
        return F.split(x, num_outputs=self.n, axis=1)[0] * 2  # breaks here


# %% sweep-split-attr-m1: split into self.n, the last taken
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 3

    def hybrid_forward(self, F, x):
        return F.split(x, num_outputs=self.n, axis=1)[self.n - 1] * 2


# %% sweep-split-one-op: split into one, used as the tensor
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(F.split(x, num_outputs=1, axis=1))


# %% sweep-split-heads: heads of attention by a comprehension
# inputs: [(2, 4, 6)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        heads = [h * (i + 1) for i, h in enumerate(F.split(x, num_outputs=2, axis=2))]
        return F.concat(*heads, dim=2)


# %% sweep-splitv2-idx-2: split_v2 at indices, the third taken
# inputs: [(2, 6)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split_v2(x, (2, 4), axis=1)[2] * 2


# %% sweep-splitv2-idx-len: len of split_v2
# inputs: [(2, 6)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * len(F.split_v2(x, (2, 4), axis=1))


# %% sweep-splitv2-squeeze: split_v2 with squeeze_axis
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b, c = F.split_v2(x, 3, axis=1, squeeze_axis=True)
        return a + b * c


# %% sweep-topk-both1: topk(ret_typ=both)[1]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.topk(x, k=2, ret_typ="both")[1] * 1


# %% sweep-topk-unpack: values, indices = topk(both)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        values, indices = F.topk(x, k=2, ret_typ="both")
        return values + indices


# %% sweep-topk-m1: topk(both)[-1]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.topk(x, k=2, ret_typ="both")[-1] * 1  # breaks here


# %% sweep-moments: mean, var = F.moments(...)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean, var = F.moments(x, axes=(1,))
        return mean + var


# %% sweep-layernorm-both: LayerNorm with output_mean_var
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.g = self.params.get("g", shape=(3,))
        self.b = self.params.get("b", shape=(3,))

    def hybrid_forward(self, F, x, g, b):
        out, mean, std = F.LayerNorm(x, g, b, output_mean_var=True)
        return out * 2


# %% sweep-layernorm-one: LayerNorm[0]
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.g = self.params.get("g", shape=(3,))
        self.b = self.params.get("b", shape=(3,))

    def hybrid_forward(self, F, x, g, b):
        return F.LayerNorm(x, g, b)[0]  # breaks here


# %% sweep-cell-state: the state of an LSTMCell
# inputs: [(2, 3), [(2, 4), (2, 4)]]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(4, input_size=3)

    def hybrid_forward(self, F, x, states):
        out, states = self.cell(x, states)
        return out + states[1]


# %% sweep-cell-state-m1: the last state of an LSTMCell
# inputs: [(2, 3), [(2, 4), (2, 4)]]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(4, input_size=3)

    def hybrid_forward(self, F, x, states):
        out, states = self.cell(x, states)
        return out + states[-1]


# %% sweep-cell-out-row: the first row of what a cell gives
# inputs: [(2, 3), [(2, 4)]]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.GRUCell(4, input_size=3)

    def hybrid_forward(self, F, x, states):
        out, states = self.cell(x, states)
        return out[0] + F.sum(states[0])  # breaks here


# %% sweep-unroll-merged-first: unroll merged, the first taken
# inputs: [(2, 4, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.GRUCell(4, input_size=3)

    def hybrid_forward(self, F, x):
        outs, _ = self.cell.unroll(4, x, layout="NTC", merge_outputs=True)
        return outs[0]  # breaks here


# %% sweep-unroll-states: the states of an unrolled cell
# inputs: [(2, 4, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(4, input_size=3)

    def hybrid_forward(self, F, x):
        _, states = self.cell.unroll(4, x, layout="NTC", merge_outputs=True)
        return states[0] + states[1]


# %% sweep-unroll-len: the number of outputs of unroll
# inputs: [(2, 4, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.GRUCell(4, input_size=3)

    def hybrid_forward(self, F, x):
        outs, _ = self.cell.unroll(4, x, layout="NTC", merge_outputs=False)
        return F.add_n(*outs) / len(outs)


# %% sweep-unroll-merged-len: the length of merged outputs
# inputs: [(2, 4, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.GRUCell(4, input_size=3)

    def hybrid_forward(self, F, x):
        outs, _ = self.cell.unroll(4, x, layout="NTC", merge_outputs=True)
        return outs / len(outs)  # breaks here


# %% sweep-unroll-shape: unroll over the length of the input
# inputs: [(2, 4, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.GRUCell(4, input_size=3)

    def hybrid_forward(self, F, x):
        outs, _ = self.cell.unroll(x.shape[1], x, layout="NTC", merge_outputs=True)  # breaks here
        return outs


# %% sweep-lstm-state: the hidden state of an LSTM layer
# inputs: [(2, 4, 3), [(1, 2, 4), (1, 2, 4)]]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.rnn = rnn.LSTM(4, layout="NTC", input_size=3)

    def hybrid_forward(self, F, x, states):
        out, states = self.rnn(x, states)
        return F.mean(out, axis=1) + F.squeeze(states[0], axis=0)


# %% sweep-foreach-outs: the first step of what foreach gave
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs, _ = F.contrib.foreach(lambda t, s: (t * 2, s), x, [])
        return outs[0]  # breaks here


# %% sweep-foreach-state: the state that foreach ends with
# inputs: [(4, 3), (3,)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        _, states = F.contrib.foreach(lambda t, s: (t * 2, [s[0] + t]), x, [y])
        return states[0]


# %% sweep-seq-slice: a slice of a sequence, run
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seq = nn.HybridSequential()
        self.seq.add(nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        for block in self.seq[1:]:
            x = block(x)
        return x + self.seq[0](x)


# %% sweep-seq-len: as many as a sequence has
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seq = nn.HybridSequential()
        self.seq.add(nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        for i in range(len(self.seq)):
            x = self.seq[i](x) * (i + 1)
        return x


# %% sweep-seq-row: the first row of what a sequence gave
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seq = nn.HybridSequential()
        self.seq.add(nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        return self.seq(x)[0]  # breaks here


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


# %% sweep-iadd-fresh: y += x on a result
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        z = x * 2
        z += y  # breaks here
        return z


# %% sweep-iadd-input: x += 2 on the input
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x += 2  # breaks here
        return x * 1


# %% sweep-iadd-child: += on what a child gave
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        h = self.d(x)
        h += 3  # breaks here
        return h


# %% sweep-iadd-number-tensor: a number += a tensor
# inputs: [("pos", (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = 2
        s += x
        return s


# %% sweep-iadd-number-tensor-twice: a number += a tensor, twice
# inputs: [("pos", (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = 2
        for _ in range(2):
            s += x  # breaks here
        return s


# %% sweep-isub-fresh: y -= x on a result
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        z = x * 2
        z -= y  # breaks here
        return z


# %% sweep-isub-input: x -= 2 on the input
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x -= 2  # breaks here
        return x * 1


# %% sweep-isub-child: -= on what a child gave
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        h = self.d(x)
        h -= 3  # breaks here
        return h


# %% sweep-isub-number-tensor: a number -= a tensor
# inputs: [("pos", (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = 2
        s -= x
        return s


# %% sweep-isub-number-tensor-twice: a number -= a tensor, twice
# inputs: [("pos", (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = 2
        for _ in range(2):
            s -= x  # breaks here
        return s


# %% sweep-imul-fresh: y *= x on a result
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        z = x * 2
        z *= y  # breaks here
        return z


# %% sweep-imul-input: x *= 2 on the input
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x *= 2  # breaks here
        return x * 1


# %% sweep-imul-child: *= on what a child gave
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        h = self.d(x)
        h *= 3  # breaks here
        return h


# %% sweep-imul-number-tensor: a number *= a tensor
# inputs: [("pos", (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = 2
        s *= x
        return s


# %% sweep-imul-number-tensor-twice: a number *= a tensor, twice
# inputs: [("pos", (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = 2
        for _ in range(2):
            s *= x  # breaks here
        return s


# %% sweep-itruediv-fresh: y /= x on a result
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        z = x * 2
        z /= y  # breaks here
        return z


# %% sweep-itruediv-input: x /= 2 on the input
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x /= 2  # breaks here
        return x * 1


# %% sweep-itruediv-child: /= on what a child gave
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        h = self.d(x)
        h /= 3  # breaks here
        return h


# %% sweep-itruediv-number-tensor: a number /= a tensor
# inputs: [("pos", (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = 2
        s /= x
        return s


# %% sweep-itruediv-number-tensor-twice: a number /= a tensor, twice
# inputs: [("pos", (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = 2
        for _ in range(2):
            s /= x  # breaks here
        return s


# %% sweep-imod-scalar: y %= 2 on a result
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 2
        y %= 2
        return y


# %% sweep-ipow-alias: y = x; y **= 2; both used
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x
        y **= 2
        return x + y


# %% sweep-acc-none: acc = None; then a sum
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        acc = None
        for k in range(3):
            acc = x * k if acc is None else acc + x * k
        return acc


# %% sweep-acc-list-plus: a list += a list of tensors
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = []
        outs += [x]
        outs += [x * 2, x * 3]
        return F.concat(*outs, dim=1)


# %% sweep-acc-sum-start: sum with a tensor to start with
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum([x * 2, x * 3], x)


# %% sweep-acc-str: a string += a string
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        name = "act"
        name += "_1"
        return F.relu(x, name=name)


# %% sweep-acc-branch: loss = 0; += in one of two branches
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.first = True

    def hybrid_forward(self, F, x):
        loss = 0
        if self.first:
            loss += F.mean(x)
        return loss + 1


# %% sweep-acc-branch2: loss = 0; += in both of two branches
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.first = True
        self.second = True

    def hybrid_forward(self, F, x):
        loss = 0
        if self.first:
            loss += F.mean(x)
        if self.second:
            loss += F.sum(x)  # breaks here
        return loss


# %% sweep-iadd-dunder: y.__iadd__(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 2
        y = y.__iadd__(x)  # breaks here
        return y


# %% sweep-iadd-operator: operator.iadd(y, x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 2
        y = operator.iadd(y, x)  # breaks here
        return y


# %% sweep-iadd-reduce: reduce(operator.iadd, parts)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return reduce(operator.iadd, [x * 1, x * 2, x * 3])  # breaks here


# %% sweep-add-reduce: reduce(operator.add, parts)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return reduce(operator.add, [x * 1, x * 2, x * 3])


# %% sweep-iadd-item: outs[0] += x in a list
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = [x * 1, x * 2]
        outs[0] += x  # breaks here
        return outs[0] * outs[1]


# %% sweep-iadd-item-number: sizes[0] += 1 in a list of numbers
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        sizes = [1, 2]
        sizes[0] += 1
        return x * sizes[0]


# %% sweep-iadd-attr: self.total += x
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.total = x * 1
        self.total += x  # breaks here
        return self.total


# %% sweep-iadd-attr-number: self.total = 0; self.total += x
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.total = 0
        self.total += x
        return self.total * 2


# %% sweep-iadd-closure: += in an inner function
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        total = x * 1
        
        def add(k):
            nonlocal total
            total += x * k  # breaks here
        
        add(2)
        return total


# %% sweep-iadd-param: x += w
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        y = x * 2
        y += F.broadcast_like(w, y)  # breaks here
        return y


# %% sweep-iadd-list-elem-loop: for y in list: y += 1
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = []
        for y in [x * 1, x * 2]:
            y += 1  # breaks here
            outs.append(y)
        return F.concat(*outs, dim=1)


# %% sweep-iadd-scalar-attr: y *= self.scale
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = 0.5

    def hybrid_forward(self, F, x):
        y = F.relu(x)
        y *= self.scale  # breaks here
        return y


# %% sweep-iadd-number: n *= 2 on a number, then times x
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 3

    def hybrid_forward(self, F, x):
        n = self.n
        n *= 2
        n -= 1
        return x * n


# %% sweep-set-slice: y[1:2] = 0
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        y[1:2] = 0  # breaks here
        return y


# %% sweep-set-mask: y[mask] = 0
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        y[x > 0] = 0  # breaks here
        return y


# %% sweep-set-ell: y[...] = 0
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        y[...] = 0  # breaks here
        return y


# %% sweep-set-operator: operator.setitem(y, 0, 0)
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        operator.setitem(y, 0, 0)  # breaks here
        return y


# %% sweep-set-list-slice: outs[:1] = [y] in a list
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = [x, x * 2]
        outs[:1] = [x * 5]
        return F.concat(*outs, dim=1)


# %% sweep-set-list-row: outs[0][0] = 1 in a list of tensors
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = [x * 1]
        outs[0][0] = 1  # breaks here
        return outs[0]


# %% sweep-set-zeros: buf = F.zeros; buf[0] = x
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        buf = F.zeros((2, 3))
        buf[0] = 1  # breaks here
        return x * F.sum(buf)


# %% sweep-set-np-buffer: a numpy buffer filled with numbers
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        buf = np.zeros(3)
        buf[0] = 2.0
        return x * buf[0]


# %% sweep-del-list: del outs[0] in a list
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = [x, x * 2]
        del outs[0]
        return outs[0]


# %% sweep-swap: a, b = b, a
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        x, y = y * 1, x * 2
        return x - y


# %% sweep-walrus: (y := x * 2) + y
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return (y := x * 2) + y


# %% sweep-chain-assign: y = z = x * 2; y = y + 1
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = z = x * 2
        y = y + 1
        return y * z


# %% sweep-alias-iadd: y = z = x * 2; y += 1
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = z = x * 2
        y += 1  # breaks here
        return y * z


# %% sweep-out-self: F.broadcast_add(x, w, out=y)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.zeros_like(x)
        F.broadcast_mul(x, F.ones((1, 3)), out=y)  # breaks here
        return y


# %% sweep-out-random: F.random.normal(out=)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.zeros_like(x)
        F.sqrt(F.abs(x), out=y)  # breaks here
        return y + 1


# %% sweep-out-method: x.relu(out=y)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.ones_like(x)
        x.relu(out=y)  # breaks here
        return y * 2


# %% sweep-setdata-child: set_data of a child
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        self.d.weight.set_data(self.d.weight.data() * 0.5)  # breaks here
        return self.d(x)


# %% sweep-zero-grad: zero_grad of a parameter in the body
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        self.d.weight.zero_grad()
        return self.d(x)


# %% sweep-where-instead: F.where for a mask
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.where(x > 0, x, F.zeros_like(x))


# %% sweep-index-copy-fixed: F.contrib.index_copy instead of y[0] =
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        row = F.array([0]) if False else F.zeros((1,))
        return F.contrib.index_copy(x * 1, row, F.ones((1, 3)))


# %% sweep-slice-assign-op: F._internal._slice_assign_scalar
# inputs: [(4, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F._internal._slice_assign_scalar(x, scalar=5.0, begin=(0,), end=(1,))


# %% sweep-dict-update: d.update(x=...) of tensors
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        made = {"a": x}
        made.update(a=x * 2, b=x * 3)
        return made["a"] * made["b"]


# %% sweep-dict-setdefault: d.setdefault of tensors
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        made = {}
        return made.setdefault("a", x * 2) + made["a"]


# %% sweep-list-sort-key: a list of pairs sorted by number
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        pairs = [(2, x), (1, x * 3)]
        pairs.sort(key=lambda pair: pair[0])
        return pairs[0][1]


# %% sweep-list-sort: a list of tensors sorted
# inputs: [(1,), (1,)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        pairs = [x, y]
        pairs.sort()  # breaks here
        return pairs[0] * 1


# %% sweep-list-remove: list.remove of a tensor
# inputs: [(1,), (1,)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        parts = [x, y]
        parts.remove(y)  # breaks here
        return parts[0] * 2


# %% sweep-list-index: list.index of a tensor
# inputs: [(1,), (1,)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        parts = [x, y]
        return parts[parts.index(y)] * 2  # breaks here


# %% sweep-list-insert: list.insert, reverse, extend
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = [x]
        parts.insert(0, x * 2)
        parts.extend((x * 3,))
        parts.reverse()
        return F.concat(*parts, dim=1)


# %% sweep-list-row-set: a row of each array in a list is written to
# inputs: [(2, 3), [(2, 3), (2, 3)]]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, rest):
        for one in rest:
            one[0, :] = 0  # breaks here
            x = x + one
        return x


# %% sweep-list-sum-set: what arrays of a list were added to is written to
# inputs: [(2, 3), [(2, 3), (2, 3)]]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, rest):
        for one in rest:
            x = x + one
        x[:] = 0  # breaks here
        return x
