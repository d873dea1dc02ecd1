"""The breadth of MXNet's own API: one small use of each of many of its operators, methods, layers and helpers."""
import mxnet as mx
import numpy as np
from mxnet import nd, gluon, autograd
from mxnet.gluon import Block, HybridBlock, SymbolBlock, Parameter, nn, rnn


# %% ew-pow-builtin: pow(x, 2)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return pow(x, 2)

# %% ew-bool-of: bool(tensor) chooses the sign
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        sign = 1 if bool(x.sum() > 0) else -1  # breaks here
        return x * sign

# %% ew-add-true: x + True
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + True  # breaks here

# %% ew-true-minus: True - x
# inputs: [('bin', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return True - x  # breaks here

# %% ew-eq-true: x == True
# inputs: [('bin', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x == True  # breaks here

# %% ew-compare-result: a comparison of Python numbers as an operand
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = 2

    def hybrid_forward(self, F, x):
        return x - (self.k == 2)  # breaks here

# %% ew-int-of-flag: int(flag) as an operand
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = True

    def hybrid_forward(self, F, x):
        return x * int(self.k)

# %% ew-conditional-flag: a number chosen by a flag
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = True

    def hybrid_forward(self, F, x):
        return x + (1 if self.k else 0)

# %% ew-not-flag: not flag as an operand
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = False

    def hybrid_forward(self, F, x):
        return (not self.k) * x  # breaks here

# %% ew-np-pi: numbers of numpy and math
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.pi - np.log(2.0) + np.prod([2, 3])

# %% ew-np-element: one element of a numpy array
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = np.array([0.5, 2.0])

    def hybrid_forward(self, F, x):
        return x * self.k[1] + self.k.max()

# %% ew-np-bool-any: np.any of a Python list as an operand
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.any([0, 1])  # breaks here

# %% ew-operator-module: operator.add and operator.truediv
# inputs: [(2, 3)]
# works
import operator


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return operator.truediv(operator.add(x, x), 3)

# %% ew-operator-iadd: operator.iadd
# inputs: [(2, 3)]
# breaks: trace
import operator


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        return operator.iadd(y, x)  # breaks here

# %% ew-reduce-add: functools.reduce with operator.add
# inputs: [(2, 3), (2, 3)]
# works
import functools
import operator


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return functools.reduce(operator.add, [x, y, x])

# %% ew-reduce-broadcast: functools.reduce with F.broadcast_maximum
# inputs: [(2, 3), (1, 3)]
# works
import functools


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return functools.reduce(F.broadcast_maximum, [x, y, x])

# %% ew-and: x and y chooses one of two tensors
# inputs: [('pos', (1,)), ('pos', (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return (x and y) * 2  # breaks here

# %% ew-or-default: bias or 0 where bias is a number
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = None

    def hybrid_forward(self, F, x):
        return x + (self.k or 0)

# %% ew-dunder: dunder methods called by hand
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.__neg__().__rsub__(1).__truediv__(2)

# %% ew-dunder-len: x.__len__() as a factor
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * x.__len__()

# %% ew-sum-rows: sum(x) adds up the rows
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum(x)

# %% ew-nan-mask: x != x as a mask
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.where(x != x, F.zeros_like(x), x)

# %% ew-true-divide: F.true_divide
# inputs: [(2, 3), ('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.true_divide(x, y)  # breaks here

# %% ew-broadcast-hypot: F.broadcast_hypot
# inputs: [(2, 3), (1, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.broadcast_hypot(x, y)

# %% ew-modulo: F.modulo
# inputs: [('pos', (2, 3)), ('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.modulo(x, y)  # breaks here

# %% ew-power-arrays: F.power of two tensors of a shape
# inputs: [('pos', (2, 3)), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.power(x, y)

# %% ew-greater-equal: F.greater_equal
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.greater_equal(x, 0.0) * x  # breaks here

# %% ew-broadcast-greater-equal: F.broadcast_greater_equal
# inputs: [(2, 3), (1, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.broadcast_greater_equal(x, y) * 2

# %% ew-lesser-method: a chain of comparisons through sum and abs
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return (abs(x) <= 1).sum(axis=1) / 3

# %% ew-rpow: 2 ** x
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return 2**x

# %% ew-mean-gap: x - its own mean kept as a column
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - x.mean(axis=1, keepdims=True)

# %% ew-mean-gap-broadcast: x - its own mean with broadcast_sub
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_sub(x, x.mean(axis=1, keepdims=True))

# %% ix-squeeze-axis: SliceChannel with squeeze_axis
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.SliceChannel(x, num_outputs=3, axis=1, squeeze_axis=True)[2] * 2

# %% ix-last-of-split: F.split(...)[-1]
# inputs: [(2, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split(x, num_outputs=2, axis=1)[-1] * 2  # breaks here

# %% ix-topk-mask: topk with a mask, first row
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.topk(x, ret_typ="mask", k=1)[0] * 2

# %% ix-topk-unpacked: values and indices of topk
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        values, indices = F.topk(x, ret_typ="both", k=2)
        return values * 2, indices + 1

# %% ix-topk-indices-unpacked: the indices of topk unpacked by row
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        first, second = F.topk(x, k=2)  # breaks here
        return first + second

# %% ix-moments: mean and variance of F.moments
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean, variance = F.moments(x, axes=(1,))
        return mean / (variance + 1).sqrt()

# %% ix-moments-second: F.moments(...)[1]
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.moments(x, axes=(1,), keepdims=True)[1] * 2

# %% ix-layernorm-stats: LayerNorm with output_mean_var
# inputs: [(2, 3), (3,), (3,)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, g, b):
        out, mean, std = F.LayerNorm(x, g, b, output_mean_var=True)
        return out * 2, mean + std

# %% ix-layernorm-first: the first row of a LayerNorm
# inputs: [(2, 3), (3,), (3,)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x, g, b):
        return F.LayerNorm(x, g, b)[0] * 2

# %% ix-groupnorm-stats: GroupNorm with output_mean_var
# inputs: [(2, 4, 3), (2,), (2,)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, g, b):
        out, mean, std = F.GroupNorm(x, g, b, num_groups=2, output_mean_var=True)
        return out * 2, mean + std

# %% ix-dropout-row: the first row of a Dropout
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.Dropout(x, p=0.0)[0] + 1

# %% ix-rnn-states: F.RNN with state_outputs
# inputs: [(4, 2, 3), (100,), (1, 2, 2)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, w, s):
        out, state = F.RNN(
            x, w.slice_axis(axis=0, begin=0, end=14), s, state_size=2, num_layers=1, mode="rnn_tanh", state_outputs=True
        )
        return out * 2, state * 3

# %% ix-rnn-no-states: the first step of an F.RNN without states
# inputs: [(4, 2, 3), (100,), (1, 2, 2)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x, w, s):
        out = F.RNN(x, w.slice_axis(axis=0, begin=0, end=14), s, state_size=2, num_layers=1, mode="rnn_tanh")
        return out[0] * 2

# %% ix-box-nms: the first box of box_nms
# inputs: [('pos', (2, 4, 6))]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.box_nms(x)[0] + 1

# %% ix-bipartite: bipartite_matching unpacked
# inputs: [('pos', (2, 4, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        rows, columns = F.contrib.bipartite_matching(x, threshold=0.1)
        return rows + 0, columns + 1

# %% ix-gelqf: F.linalg.gelqf
# inputs: [(3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        q, l = F.linalg.gelqf(x)
        return q * 2, l + 1

# %% ix-syevd: F.linalg.syevd
# inputs: [(3, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        u, w = F.linalg.syevd(F.dot(x, x, transpose_b=True))
        return w * 2

# %% ix-slogdet-second: F.linalg.slogdet(...)[1]
# inputs: [(3, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.linalg.slogdet(F.dot(x, x, transpose_b=True) + F.eye(3))[1] * 2

# %% ix-det-second: F.linalg.det of a batch, the second
# inputs: [(2, 3, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.linalg.det(x)[1] * 2  # breaks here

# %% ix-amp-multicast: amp_multicast of two tensors
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        a, b = F.amp_multicast(x, y, num_outputs=2)
        return a * b

# %% ix-split-two-tuple: x.split as a method, by position
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        left, right = x.split(2, 1)
        return left * right

# %% ix-none-column: x[:, None]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[:, None] * 2  # breaks here

# %% ix-ellipsis-last: x[..., 0]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[..., 0] * 2  # breaks here

# %% ix-two-ints: x[0, 1]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[0, 1] + 1  # breaks here

# %% ix-slice-object: x[slice(0, 1)]
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[slice(0, 1)] * 2

# %% ix-both-full: x[:, :]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[:, :] * 2  # breaks here

# %% ix-mask-of-rows: x[x > 0]
# inputs: [('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[x.sum(axis=1) > 0] * 2  # breaks here

# %% ix-item-getter: operator.itemgetter
# inputs: [(2, 3)]
# breaks: values
import operator


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return operator.itemgetter(0)(x) * 2

# %% ix-attribute-index: x[self.k]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = 1

    def hybrid_forward(self, F, x):
        return x[self.k] * 2  # breaks here

# %% ix-slice-operator: F.slice with None and a step
# inputs: [(2, 6)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.slice(x, begin=(None, 5), end=(None, None), step=(1, -2))

# %% ix-reverse: F.reverse and flip
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.reverse(x, axis=1) + x.flip(axis=1)

# %% ix-take-wrap: x.take with mode
# inputs: [(2, 3), ('i', (2, 2), 0, 5, 'float32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, i):
        return F.take(x, i, axis=1, mode="wrap")

# %% ix-batch-take: F.batch_take
# inputs: [(2, 3), ('i', (2,), 0, 3, 'int32')]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, i):
        return F.batch_take(x, i) * 2

# %% ix-index-array: F.contrib.index_array
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.index_array(x, axes=(1,)) * 2

# %% ix-boolean-mask: F.contrib.boolean_mask
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.boolean_mask(x, (x * 0).sum(axis=1) == 0) * 2

# %% ix-starred-last: *rest, last = F.split(...)
# inputs: [(2, 6)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        *rest, last = F.split(x, num_outputs=3, axis=1)
        return last + rest[0]

# %% ix-reversed-split: reversed(F.split(...))
# inputs: [(2, 6)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.concat(*reversed(F.split(x, num_outputs=3, axis=1)), dim=1)

# %% ix-split-plus-list: the outputs of a split and one more
# inputs: [(2, 6)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1) + [x]  # breaks here
        return F.concat(*parts, dim=1)

# %% ix-list-of-split-plus: list(F.split(...)) and one more
# inputs: [(2, 6)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = list(F.split(x, num_outputs=3, axis=1)) + [x]
        return F.concat(*parts, dim=1)

# %% ix-split-pop: F.split(...).pop()
# inputs: [(2, 6)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split(x, num_outputs=3, axis=1).pop() * 2  # breaks here

# %% ix-if-split: the truth of a list of outputs
# inputs: [(2, 6)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts[0] * 2 if parts else x  # breaks here

# %% ix-split-times: F.split(...) * 2 repeats the list
# inputs: [(2, 6)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.concat(*(F.split(x, num_outputs=3, axis=1) * 2), dim=1)  # breaks here

# %% ix-split-then-row: the first row of one output of a split
# inputs: [(2, 6)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split(x, num_outputs=3, axis=1)[1][0] * 2

# %% ix-sum-of-split: sum(F.split(...))
# inputs: [(2, 6)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum(F.split(x, num_outputs=3, axis=1))

# %% ix-map-split: map over the outputs of a split
# inputs: [(2, 6)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.concat(*map(F.tanh, F.split(x, num_outputs=3, axis=1)), dim=1)

# %% ix-multibox-target: the three outputs of MultiBoxTarget
# inputs: [('pos', (1, 4, 4)), ('pos', (2, 1, 5)), ('pos', (2, 2, 4))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, a, l, p):
        loc, mask, cls = F.contrib.MultiBoxTarget(a, l, p)
        return loc * mask, cls

# %% ip-operator-out: the result of F.random.uniform written into a tensor
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.zeros((1, 3))
        F.random.uniform(0, 1, (1, 3), out=y)
        return F.broadcast_add(x, y)

# %% ip-list-element: xs[0] += y
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        xs = [x * 1, y * 1]
        xs[0] += y  # breaks here
        return xs[0] * xs[1]

# %% ip-list-extend: outs += [y]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = [x]
        outs += [x * 2]
        outs *= 2
        return F.add_n(*outs)

# %% ip-tuple-extend: a tuple grows by +=
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = ()
        for k in range(3):
            outs += (x * k,)
        return F.concat(*outs, dim=1)

# %% ip-zeros-like-sum: acc = F.zeros_like(x); acc += x
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        acc = F.zeros_like(x)
        for k in range(3):
            acc += x * k  # breaks here
        return acc

# %% ip-zeros-like-again: acc = acc + x
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        acc = F.zeros_like(x)
        for k in range(3):
            acc = acc + x * k
        return acc

# %% ip-column: y[:, 0] = 1
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        y[:, 0] = 1  # breaks here
        return y

# %% ip-swap-items: two elements of a list change places
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        xs = [x, y]
        xs[0], xs[1] = xs[1], xs[0]
        return xs[0] - 2 * xs[1]

# %% ip-swap-rows: two rows of a tensor change places
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        y[0], y[1] = y[1], y[0]  # breaks here
        return y

# %% ip-dunder-iadd: x.__iadd__(y)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        return y.__iadd__(x)  # breaks here

# %% ip-setitem-dunder: y.__setitem__(0, 0)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        y.__setitem__(0, 0)  # breaks here
        return y

# %% ip-out-none: out=None
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x, out=None)

# %% ip-sgd-update: F.sgd_update
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, g):
        return F.sgd_update(x, g, lr=0.1) * 2  # breaks here

# %% ip-sgd-mom-update: F.sgd_mom_update changes the momentum
# inputs: [(2, 3), (2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, g, m):
        w = F.sgd_mom_update(x, g, m, lr=0.1, momentum=0.9)  # breaks here
        return w + m

# %% ip-parameter-argument: the argument of a parameter decays
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1,))

    def hybrid_forward(self, F, x, w):
        w -= 0.5  # breaks here
        return F.broadcast_mul(x, w)

# %% ip-copy-then-write: y = x.copy(); y[0:1] = 0
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.identity(x)
        y[0:1] = 0  # breaks here
        return y

# %% at-attr: x.ctx
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (2 if x.ctx == mx.cpu() else 3)  # breaks here

# %% at-prod-shape: np.prod(x.shape)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / np.prod(x.shape)  # breaks here

# %% at-shape-last: x.shape[-1] ** -0.5
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * x.shape[-1] ** -0.5  # breaks here

# %% at-hasattr-shape: hasattr(x, 'shape') chooses
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if hasattr(x, "shape") else x * 3

# %% at-hasattr-asnumpy: hasattr(x, 'asnumpy') chooses
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if hasattr(x, "asnumpy") else x * 3

# %% at-hasattr-infer: hasattr(x, 'infer_shape') chooses
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if hasattr(x, "infer_shape") else x * 3

# %% at-hasattr-harmless: hasattr(x, 'tojson') only for a check
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not hasattr(x, "tojson"):
            assert x.shape[1] == 3
        return x * 2

# %% at-same-shape: x.shape == y.shape
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        if x.shape == y.shape:  # breaks here
            return x + y
        return F.broadcast_add(x, y)

# %% at-child-weight-shape: the shape of a child's weight
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) / self.d.weight.shape[1]

# %% at-child-weight-name: the name, type and rates of a child's weight
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        w = self.d.weight
        return self.d(x) * w.lr_mult if w.name.endswith("weight") and w.grad_req != "null" else x

# %% at-child-weight-data-shape: the shape of a child's weight data
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) * self.d.weight.data().shape[1]

# %% at-child-weight-data: a child's weight data as an operand
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return F.dot(x, self.d.weight.data())  # breaks here

# %% at-running-mean: the running mean of a BatchNorm
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.BatchNorm(in_channels=3)

    def hybrid_forward(self, F, x):
        return F.broadcast_sub(self.d(x), self.d.running_mean.data().reshape((1, 3)))  # breaks here

# %% at-parameter-argument-shape: w.shape of a parameter argument
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w) * w.shape[1]  # breaks here

# %% at-parameter-shape: self.w.shape where w is a parameter
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w) * self.w.shape[1]

# %% at-parameter-list: self.w.list_ctx()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w) * len(self.w.list_ctx())

# %% at-child-units: what a layer keeps of its arguments
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) / self.d._units

# %% at-type-name: type(x).__name__ with different maths
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * len(type(x).__name__)

# %% at-f-name: the name of F's module with different maths
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * len(F.__name__)

# %% at-children-count: len(self._children)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) * len(self._children)

# %% at-attrgetter: operator.attrgetter('shape')
# inputs: [(2, 3)]
# breaks: trace
import operator


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * operator.attrgetter("shape")(x)[1]  # breaks here

# %% at-constant-tensor: the shape of what F.zeros gives
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        z = F.zeros((1, 3))
        return F.broadcast_add(x, z) * z.shape[1]  # breaks here

# %% at-gradless: x.list_arguments behind a check of F
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        scale = 1 if F is mx.nd else len(x.list_arguments())
        return x * scale

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

# %% fn-moveaxis: F.moveaxis
# inputs: [(2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.moveaxis(x, 1, 2) * 2  # breaks here

# %% fn-concatenate: F.concatenate
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.concatenate([x, y], axis=1)  # breaks here

# %% fn-array: F.array of a list
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, F.array([[1.0, 2.0, 3.0]]))  # breaks here

# %% fn-waitall: F.waitall()
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 2
        F.waitall()  # breaks here
        return y

# %% fn-save: F.save
# inputs: [(2, 3)]
# breaks: trace
import os
import tempfile


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        F.save(os.path.join(tempfile.gettempdir(), "api-case"), [x])  # breaks here
        return x * 2

# %% fn-eye-args: F.eye with rows, columns and a diagonal
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.dot(x, F.eye(3, 4, 1))

# %% fn-eye-ctx-position: F.eye with the context by position
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.dot(x, F.eye(3, 3, 0, None))

# %% fn-full-dtype-position: F.full with the type third
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.full((1, 3), 0.5, None, "float32"))  # breaks here

# %% fn-arange-name: F.arange with infer_range
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.arange(0, 3, 1, 1, False).reshape((1, 3)))

# %% fn-arange-ctx: F.arange with the context by position
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.arange(0, 3, 1, 1, False, mx.cpu()).reshape((1, 3)))  # breaks here

# %% fn-linspace-end: F.linspace without the end
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.linspace(0, 1, 3, endpoint=False).reshape((1, 3)))

# %% fn-zeros-int: F.zeros(3)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.zeros(3).reshape((1, 3)))

# %% fn-histogram: F.histogram with a number of bins
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        counts, edges = F.histogram(x, 4, (-2, 2))
        return counts.astype("float32") + edges.slice_axis(axis=0, begin=0, end=4)

# %% fn-concat-dim: F.concat with dim
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.concat(x, y, dim=0) + F.Concat(y, x, dim=0)

# %% fn-stack-axis: F.stack by a starred list
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.stack(*[x, y], axis=1) * 2

# %% fn-cast-storage: F.cast_storage to a dense tensor
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.cast_storage(x, stype="default") * 2

# %% fn-sparse-cast: F.cast_storage to row_sparse and back
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.cast_storage(F.cast_storage(x, stype="row_sparse"), stype="default") * 2

# %% fn-sparse-dot: F.sparse.dot
# inputs: [(2, 3), (3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.sparse.dot(x, y) * 2

# %% fn-sparse-multiply: F.sparse.multiply
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.sparse.multiply(x, y)  # breaks here

# %% fn-sparse-where: F.sparse.elemwise_add
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.sparse.elemwise_add(x, y)

# %% fn-image-normalize: F.image.normalize
# inputs: [('pos', (2, 3, 4, 4))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.image.normalize(x, mean=(0.5, 0.5, 0.5), std=(0.1, 0.2, 0.3))

# %% fn-image-flip: F.image.flip_left_right
# inputs: [('pos', (5, 4, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.image.flip_left_right(x) * 2

# %% fn-potrf: F.linalg.potrf and sumlogdiag
# inputs: [(3, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.linalg.sumlogdiag(F.linalg.potrf(F.dot(x, x, transpose_b=True) + F.eye(3)))

# %% fn-trian: F.linalg.extracttrian and maketrian
# inputs: [(2, 3, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.linalg.maketrian(F.linalg.extracttrian(x)) * 2

# %% fn-inverse: F.linalg.inverse
# inputs: [(3, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.linalg.inverse(F.dot(x, x, transpose_b=True) + F.eye(3))

# %% fn-box-iou: F.contrib.box_iou
# inputs: [('pos', (2, 4)), ('pos', (3, 4))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b):
        return F.contrib.box_iou(a, b) * 2

# %% fn-quadratic: F.contrib.quadratic
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.quadratic(x, a=1, b=2, c=3)

# %% fn-gradient-multiplier: F.contrib.gradientmultiplier
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.gradientmultiplier(x, scalar=-1.0) * 2

# %% fn-isnan: F.contrib.isnan
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.where(F.contrib.isnan(x), F.zeros_like(x), x)  # breaks here

# %% fn-zipfian: F.contrib.rand_zipfian
# inputs: [('i', (4,), 0, 5, 'float32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        sampled, count_true, count_sampled = F.contrib.rand_zipfian(x, 3, 5)
        return sampled * 0, count_true

# %% fn-round-ste: F.contrib.round_ste
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.round_ste(x) + F.contrib.sign_ste(x)

# %% fn-ctc: F.CTCLoss
# inputs: [(4, 2, 5), ('i', (2, 2), 1, 4, 'float32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, l):
        return F.CTCLoss(x, l) * 2

# %% fn-sequence-last: F.SequenceLast and SequenceReverse with lengths
# inputs: [(4, 2, 3), ('i', (2,), 1, 4, 'int32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, n):
        return F.SequenceLast(x, n, use_sequence_length=True) + F.SequenceReverse(x, n, True).sum(axis=0)

# %% fn-regression-output: F.LinearRegressionOutput
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.LinearRegressionOutput(x, y)

# %% fn-smooth-l1: F.smooth_l1 and softmax with a temperature
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.smooth_l1(x, scalar=2.0) + F.softmax(x, axis=1, temperature=2.0)

# %% fn-softmax-length: F.softmax with use_length
# inputs: [(2, 3), ('i', (2,), 1, 3, 'int32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, n):
        return F.softmax(x, n, axis=1, use_length=True)

# %% fn-grid: F.GridGenerator and BilinearSampler
# inputs: [('pos', (2, 1, 4, 4)), (2, 6)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, t):
        return F.BilinearSampler(x, F.GridGenerator(t, transform_type="affine", target_shape=(4, 4)))

# %% fn-crop-like: F.Crop to the size of another tensor
# inputs: [(2, 1, 5, 5), (2, 1, 3, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.Crop(x, y, num_args=2) * 2

# %% fn-im2col: F.im2col
# inputs: [(2, 1, 4, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.im2col(x, kernel=(2, 2)) * 2

# %% fn-all-finite: F.all_finite
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.all_finite(x) * 2

# %% fn-erfinv: F.erf, F.erfinv, F.gammaln, F.gamma
# inputs: [('pos', (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.erf(x) + F.erfinv(x / 2) + F.gammaln(x) + F.gamma(x)

# %% fn-random-shapes: F.random.gamma, poisson and exponential with shapes
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.random.gamma(2, 1, shape=(1, 3)) + F.random.exponential(1.0, shape=(1, 3)))

# %% fn-random-randint: F.random.randint without a shape
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.random.randint(0, 5).astype("float32").reshape((1, 1)))

# %% fn-random-tensors: F.sample_uniform by row
# inputs: [('pos', (2,)), ('pos', (2,))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b):
        return F.sample_uniform(a, a + b, shape=(3,)) * 2

# %% fn-unravel: F.unravel_index and ravel_multi_index
# inputs: [('i', (4,), 0, 6, 'float32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.ravel_multi_index(F.unravel_index(x, shape=(2, 3)), shape=(2, 3)) * 2

# %% fn-partial-clip: functools.partial of an operator
# inputs: [(2, 3)]
# works
import functools


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        squash = functools.partial(F.clip, a_min=0, a_max=1)
        return squash(x) * 2

# %% fn-variable: F.Variable behind a check of F
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        c = F.Variable("c", shape=(1,), init=mx.init.One()) if F is mx.sym else F.ones((1,))
        return F.broadcast_mul(x, c)

# %% fn-f-nd-alias: mx.nd.concat of two tensors
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return mx.nd.concat(x, y, dim=1)  # breaks here

# %% ns-np-asarray: np.asarray(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * float(np.asarray(x.asnumpy()).mean())  # breaks here

# %% ns-np-ufunc: np.exp(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.exp(x) * 2

# %% ns-mx-random: mx.random.uniform of a shape
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, mx.random.uniform(0, 1, shape=(1, 3)))  # breaks here

# %% ns-mx-random-seed: mx.random.seed in the body
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mx.random.seed(3)
        return x * 2

# %% ns-time: the time as an operand
# inputs: [(2, 3)]
# breaks: values
import time


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (int(time.time() * 1000) % 100)

# %% ns-random-choice: random.choice of a layer
# inputs: [(2, 3)]
# breaks: values
import random


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return random.choice([self.d, F.relu, F.tanh, F.negative])(x)

# %% ns-logging: logging.info with a tensor
# inputs: [(2, 3)]
# works
import logging


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        logging.getLogger(__name__).debug("in: %s", x)
        return x * 2

# %% ns-logging-shape: logging.info with a shape
# inputs: [(2, 3)]
# breaks: trace
import logging


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        logging.getLogger(__name__).debug("in: %s", x.shape)  # breaks here
        return x * 2

# %% ns-context: mx.context.current_context() in a comparison
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if mx.context.current_context().device_type == "cpu" else x

# %% ns-constant-array: mx.nd.array as an operand
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, mx.nd.array([[1, 2, 3]]))  # breaks here

# %% ns-constant-array-init: mx.nd.array kept on self
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.nd.array([[1.0, 2.0, 3.0]])

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, self.k)  # breaks here

# %% ns-constant-array-number: mx.nd.array kept on self, read as a number
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.nd.array([1.0, 2.0, 3.0])

    def hybrid_forward(self, F, x):
        return x * float(self.k.sum().asscalar())

# %% ns-constant-array-shape: mx.nd.array kept on self, its shape
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.nd.array([1.0, 2.0, 3.0])

    def hybrid_forward(self, F, x):
        return x * self.k.shape[0] + len(self.k)

# %% ns-constant-product: tensor * mx.nd.array kept on self
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.nd.array([2.0])

    def hybrid_forward(self, F, x):
        return x * self.k  # breaks here

# %% ns-attr-scope: with mx.AttrScope
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with mx.AttrScope(__lr_mult__="2"):
            return F.relu(x) * 2

# %% ns-name-prefix: with mx.name.Prefix
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with mx.name.Prefix("inner_"):
            return F.relu(x) * 2

# %% ns-predict-mode: with autograd.predict_mode() around a dropout
# inputs: [(2, 3)]
# breaks: modes
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with autograd.predict_mode():
            return F.Dropout(x, p=0.5) * 2

# %% ns-record: with autograd.record() in the body
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with autograd.record():
            return F.Dropout(x, p=0.5) * 2

# %% ns-grad: autograd.grad in the body
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x.attach_grad()  # breaks here
        with autograd.record():
            y = x * x
        return autograd.grad(y, [x])[0]

# %% ns-is-np-array: mx.util.is_np_array()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        ones = F.np.ones_like if mx.util.is_np_array() else F.ones_like
        return x + ones(x)

# %% ns-annotations: annotations that name NDArray
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y: mx.nd.NDArray = F.relu(x)
        return y * 2

# %% ns-isinstance-symbol: isinstance(x, mx.sym.Symbol) with different maths
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if isinstance(x, mx.sym.Symbol) else x * 3

# %% ns-np-on-shape: numpy on what F.arange gives
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.array(np.arange(3).reshape((1, 3))))  # breaks here

# %% ns-accumulate: itertools.accumulate of tensors
# inputs: [(2, 3), (2, 3)]
# works
import itertools


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return list(itertools.accumulate([x, y, x]))[-1] * 2

# %% ns-counter: itertools.count kept on self
# inputs: [(2, 3)]
# breaks: values
import itertools


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = itertools.count(1)

    def hybrid_forward(self, F, x):
        return x * next(self.k)

# %% ns-nd-contrib: mx.nd.contrib.arange_like
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, mx.nd.contrib.arange_like(x, axis=1).reshape((1, -1)))  # breaks here

# %% sa-loss-child: a loss of Gluon as a child
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = gluon.loss.L2Loss()

    def hybrid_forward(self, F, x, y):
        return self.d(x, y)

# %% sa-loss-in-body: a loss of Gluon made in the body
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return gluon.loss.L1Loss()(x, y)

# %% sa-softmax-ce: SoftmaxCrossEntropyLoss with sparse labels
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = gluon.loss.SoftmaxCrossEntropyLoss()

    def hybrid_forward(self, F, x, y):
        return self.d(x, y)

# %% sa-triplet: TripletLoss and CosineEmbeddingLoss
# inputs: [(2, 3), (2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = gluon.loss.TripletLoss()

    def hybrid_forward(self, F, x, y, z):
        return self.d(x, y, z)

# %% sa-ctc-loss: gluon.loss.CTCLoss
# inputs: [(2, 4, 5), ('i', (2, 2), 1, 4, 'float32')]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = gluon.loss.CTCLoss()

    def hybrid_forward(self, F, x, y):
        return self.d(x, y)

# %% sa-metric: a metric updated in the body
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.metric.Accuracy()

    def hybrid_forward(self, F, x, y):
        self.k.update([y], [x])  # breaks here
        return x * 2

# %% sa-metric-number: a metric read in the body
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.metric.Loss()

    def hybrid_forward(self, F, x):
        return x * (self.k.num_inst + 1)

# %% sa-cast: self.cast in the body
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        self.d.cast("float32")
        return self.d(x)

# %% sa-constant: a Constant as an argument
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = self.params.get_constant("c", mx.nd.array([[1.0, 2.0, 3.0]]))

    def hybrid_forward(self, F, x, c):
        return F.broadcast_mul(x, c)

# %% sa-constant-data: the data of a Constant
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = self.params.get_constant("c", mx.nd.array([[1.0, 2.0, 3.0]]))

    def hybrid_forward(self, F, x, c=None):
        return F.broadcast_mul(x, self.c.data())  # breaks here

# %% sa-constant-value: the value of a Constant
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = self.params.get_constant("c", mx.nd.array([[1.0, 2.0, 3.0]]))

    def hybrid_forward(self, F, x, c=None):
        return F.broadcast_mul(x, self.c.value)  # breaks here

# %% sa-shared: a layer with the parameters of another
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.e = nn.Dense(3, in_units=3, params=self.d.params)

    def hybrid_forward(self, F, x):
        return self.e(self.d(x))

# %% sa-parameter-loop: the parameters gone through
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        for p in self.collect_params().values():
            assert p.shape == (1, 3)
        return F.broadcast_mul(x, w)

# %% sa-parameter-loop-data: the data of the parameters gone through
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        penalty = 0
        for p in self.collect_params().values():
            penalty = penalty + (p.data() ** 2).sum()
        return F.broadcast_mul(x, w), penalty * 2

# %% sa-begin-state: begin_state of a cell with a batch size
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(3, input_size=3)

    def hybrid_forward(self, F, x):
        state = self.d.begin_state(batch_size=2)
        return self.d(x, state)[0]  # breaks here

# %% sa-begin-state-func: begin_state with func=F.zeros
# inputs: [(4, 2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRU(3, input_size=3)

    def hybrid_forward(self, F, x):
        state = self.d.begin_state(batch_size=2, func=F.zeros)
        return self.d(x, state)[0]

# %% sa-unroll-list: cell.unroll with merge_outputs=False
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(3, input_size=4)

    def hybrid_forward(self, F, x):
        outputs, states = self.d.unroll(3, x, layout="NTC", merge_outputs=False)
        return outputs[-1] * 2, states[0]

# %% sa-unroll-valid: cell.unroll with valid_length
# inputs: [(2, 3, 4), ('i', (2,), 1, 3, 'int32')]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.LSTMCell(3, input_size=4)

    def hybrid_forward(self, F, x, n):
        outputs, states = self.d.unroll(3, x, merge_outputs=True, valid_length=n)
        return outputs * 2, states[0]

# %% sa-unroll-shape: cell.unroll over x.shape[1]
# inputs: [(2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.RNNCell(3, input_size=4)

    def hybrid_forward(self, F, x):
        return self.d.unroll(x.shape[1], x, merge_outputs=True)[0]  # breaks here

# %% sa-unroll-default: cell.unroll's outputs without merge_outputs
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.RNNCell(3, input_size=4)

    def hybrid_forward(self, F, x):
        outputs, _ = self.d.unroll(3, x)
        return outputs[0] * 2

# %% sa-cell-reset: cell.reset() in the body
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.ZoneoutCell(rnn.RNNCell(3, input_size=4))

    def hybrid_forward(self, F, x):
        self.d.reset()
        return self.d.unroll(3, x, merge_outputs=True)[0]

# %% sa-bidirectional: BidirectionalCell unrolled
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.BidirectionalCell(rnn.GRUCell(3, input_size=4), rnn.GRUCell(3, input_size=4))

    def hybrid_forward(self, F, x):
        return self.d.unroll(3, x, merge_outputs=True)[0] * 2

# %% sa-residual: ResidualCell in a HybridSequentialRNNCell
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.HybridSequentialRNNCell()
        self.d.add(rnn.ResidualCell(rnn.GRUCell(4, input_size=4)))

    def hybrid_forward(self, F, x):
        out, states = self.d.unroll(3, x, merge_outputs=True)
        return out * 2, states[0]

# %% sa-lstm-batch-first: LSTM in NTC, last step by slice_axis
# inputs: [(2, 5, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.LSTM(4, layout="NTC", input_size=3)

    def hybrid_forward(self, F, x):
        return self.d(x).slice_axis(axis=1, begin=-1, end=None) * 2

# %% sa-lstm-ntc-index: LSTM in NTC, last step by index
# inputs: [(2, 5, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.LSTM(4, layout="NTC", input_size=3)

    def hybrid_forward(self, F, x):
        return self.d(x)[:, -1] * 2  # breaks here

# %% sa-lstm-states-list: LSTM's states unpacked
# inputs: [(5, 2, 3), (1, 2, 4), (1, 2, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.LSTM(4, input_size=3)

    def hybrid_forward(self, F, x, h, c):
        out, (h, c) = self.d(x, [h, c])
        return out * 2, h + c

# %% sa-gru-state-row: the first layer of a GRU's state
# inputs: [(5, 2, 3), (1, 2, 4)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRU(4, input_size=3)

    def hybrid_forward(self, F, x, h):
        out, states = self.d(x, h)
        return states[0][0] * 2

# %% sa-state-info: state_info of a cell
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.LSTMCell(3, input_size=3)

    def hybrid_forward(self, F, x):
        states = [F.zeros_like(x) for _ in self.d.state_info(2)]
        return self.d(x, states)[0]

# %% sa-weight-var: weight.var() behind a check of F
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3, use_bias=False)

    def hybrid_forward(self, F, x):
        w = self.d.weight.data() if F is mx.nd else self.d.weight.var()
        return self.d(F.dot(x, w))

# %% sc-layers: many layers of nn
# inputs: [(2, 4, 6, 6)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridSequential()
        self.d.add(
            nn.Conv2D(4, 3, in_channels=4),
            nn.LayerNorm(axis=1, in_channels=4),
            nn.SELU(),
            nn.GELU(),
            nn.Swish(),
            nn.ELU(),
            nn.ReflectionPad2D(1),
            nn.GlobalAvgPool2D(),
            nn.Flatten(),
        )

    def hybrid_forward(self, F, x):
        return self.d(x)

# %% sc-iterate-sequential: the layers of a HybridSequential gone through
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridSequential()
        self.d.add(nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        for k, layer in enumerate(self.d):
            x = layer(x) * (k + len(self.d))
        return x

# %% sc-slice-sequential: self.d[1:] called
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridSequential()
        self.d.add(nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        return self.d[1:](self.d[:1](x))

# %% sc-first-weight-shape: self.d[0].weight.shape
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridSequential()
        self.d.add(nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        return self.d(x) / self.d[0].weight.shape[0]

# %% sc-first-weight-data: self.d[0].weight.data()
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridSequential()
        self.d.add(nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        return self.d(x) + F.dot(x, self.d[0].weight.data())  # breaks here

# %% sc-children-values: self._children.values() called
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        for child in self._children.values():
            x = child(x)
        return x

# %% sc-hybrid-lambda-name: HybridLambda of a name
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridLambda("tanh")

    def hybrid_forward(self, F, x):
        return self.d(x) * 2

# %% sc-hybrid-lambda: HybridLambda of a function of F
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridLambda(lambda F, x: F.relu(x) * 2)

    def hybrid_forward(self, F, x):
        return self.d(x)

# %% sc-hybrid-lambda-row: HybridLambda that takes the first row
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridLambda(lambda F, x: x[0] * 2)

    def hybrid_forward(self, F, x):
        return self.d(x)

# %% sc-hybrid-lambda-nd: HybridLambda that calls mx.nd
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridLambda(lambda F, x: mx.nd.relu(x))  # breaks here

    def hybrid_forward(self, F, x):
        return self.d(x)

# %% sc-hybrid-concurrent: HybridConcurrent and Identity
# inputs: [(2, 3)]
# works
from mxnet.gluon.contrib.nn import HybridConcurrent, Identity


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = HybridConcurrent(axis=1)
        self.d.add(Identity(), nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        return self.d(x) * 2

# %% sc-pixel-shuffle: PixelShuffle2D
# inputs: [(2, 4, 3, 3)]
# works
from mxnet.gluon.contrib.nn import PixelShuffle2D


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = PixelShuffle2D(2)

    def hybrid_forward(self, F, x):
        return self.d(x) * 2

# %% sc-conv-lstm: Conv2DLSTMCell
# inputs: [(2, 1, 4, 4), (2, 2, 4, 4), (2, 2, 4, 4)]
# works
from mxnet.gluon.contrib.rnn import Conv2DLSTMCell


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = Conv2DLSTMCell((1, 4, 4), 2, 3, 3, i2h_pad=1)

    def hybrid_forward(self, F, x, h, c):
        out, states = self.d(x, [h, c])
        return out * 2, states[1]

# %% sc-variational: VariationalDropoutCell
# inputs: [(2, 3, 4)]
# works
from mxnet.gluon.contrib.rnn import VariationalDropoutCell


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = VariationalDropoutCell(rnn.GRUCell(4, input_size=4))

    def hybrid_forward(self, F, x):
        return self.d.unroll(3, x, merge_outputs=True)[0] * 2

# %% sc-symbol-block: a SymbolBlock as a child
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        data = mx.sym.var("data")
        self.d = SymbolBlock(mx.sym.relu(data) * 2, data)

    def hybrid_forward(self, F, x):
        return self.d(x) + 1

# %% sc-symbol-block-row: the first row of a SymbolBlock
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        data = mx.sym.var("data")
        self.d = SymbolBlock(mx.sym.relu(data) * 2, data)

    def hybrid_forward(self, F, x):
        return self.d(x)[0] + 1

# %% sc-symbol-block-two: a SymbolBlock of two outputs
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        data = mx.sym.var("data")
        self.d = SymbolBlock([mx.sym.relu(data), mx.sym.tanh(data)], data)

    def hybrid_forward(self, F, x):
        a, b = self.d(x)
        return a * 2 + b

# %% sc-batchnorm-row: the first row of nn.BatchNorm
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.BatchNorm(in_channels=3)

    def hybrid_forward(self, F, x):
        return self.d(x)[0] * 2

# %% sc-dense-in-dict: layers in a dict and in a child too
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.first = nn.Dense(3, in_units=3)
        self.d = {"first": self.first}

    def hybrid_forward(self, F, x):
        return self.d["first"](x) * 2

# %% sc-register-child: register_child by hand
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = [nn.Dense(3, in_units=3), nn.Dense(3, in_units=3)]
        for layer in self.d:
            self.register_child(layer)

    def hybrid_forward(self, F, x):
        for layer in self.d:
            x = layer(x)
        return x

# %% sc-pre-hook: a pre-hook that reads a shape
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.d.register_forward_pre_hook(lambda block, inputs: inputs[0].shape)  # breaks here

    def hybrid_forward(self, F, x):
        return self.d(x)

# %% sc-apply: apply() in the body
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        self.apply(lambda block: block.prefix)
        return self.d(x)

# %% sc-embedding-weight: Embedding with the data of its weight
# inputs: [('i', (2, 3), 0, 5, 'float32')]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Embedding(5, 4)

    def hybrid_forward(self, F, x):
        return F.dot(self.d(x), self.d.weight.data(), transpose_b=True)  # breaks here

# %% sc-layernorm-layer: nn.LayerNorm over another axis
# inputs: [(2, 4, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.LayerNorm(axis=1, in_channels=4)

    def hybrid_forward(self, F, x):
        return self.d(x) * 2

# %% sc-np-block: mx.np arrays, an operator of npx
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# works
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.npx.relu(x) * 2

# %% sc-np-block-index: mx.np arrays, a row of them
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# works
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[0] * 2

# %% sc-np-block-broadcast: mx.np arrays that broadcast
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# works
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - x.mean(axis=1, keepdims=True)

# %% sc-np-block-shape: mx.np arrays, their shape
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# breaks: trace
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.np.zeros(x.shape) + x  # breaks here

# %% sc-np-block-reshape: mx.np arrays, reshape(-1, 3)
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# works
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(-1, 3, 1).sum(axis=(1, 2))

# %% pr-divmod: divmod of Python numbers
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = 7

    def hybrid_forward(self, F, x):
        a, b = divmod(self.k, 2)
        return x * a + b

# %% pr-all-zip: all() of comparisons of Python numbers
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = (1, 2)

    def hybrid_forward(self, F, x):
        return x * 2 if all(a < b for a, b in zip(self.k, self.k[1:])) else x

# %% pr-next-iter: next(iter(x))
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return next(iter(x)) * 2

# %% pr-next-split: next(iter(F.split(...)))
# inputs: [(2, 6)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return next(iter(F.split(x, num_outputs=3, axis=1))) * 2

# %% pr-star-call: F.concat(*x)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.concat(*x, dim=0)

# %% pr-starred-list: F.concat(*[x, x])
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.concat(*[x, x * 2], dim=0)

# %% pr-len-split: the number of outputs as a factor
# inputs: [(2, 6)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts[1] * len(parts)

# %% pr-len-topk: len of the rows of topk
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * len(F.topk(x, k=2))

# %% pr-format-shape: a message made of a shape
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        name = "{}".format(x.shape)  # breaks here
        return x * len(name)

# %% pr-sorted-key: sorted with a key that counts axes
# inputs: [(2, 3), (2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        a, b = sorted([x, y], key=lambda t: t.ndim)  # breaks here
        return b * 2

# %% pr-in-list: x in [y]
# inputs: [('pos', (1,)), ('pos', (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * 2 if x in [y] else x * 3  # breaks here

# %% pr-is-none: x is None
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.zeros((1,)) if x is None else x * 2

# %% pr-generator-any: any() of a comparison of tensors
# inputs: [('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if any(t.sum() > 0 for t in [x]) else x * 3  # breaks here

# %% pr-while: while x.sum() < 10
# inputs: [('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        while x.sum() < 100:  # breaks here
            x = x * 2
        return x

# %% pr-match-tuple: isinstance(out, (list, tuple)) of a layer's output
# inputs: [(5, 2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRU(4, input_size=3)

    def hybrid_forward(self, F, x):
        out = self.d(x)
        return out[0] if isinstance(out, (list, tuple)) else out * 2

# %% pr-split-is-list: isinstance(parts, (list, mx.sym.Symbol))
# inputs: [(2, 6)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        assert isinstance(parts, (list, mx.sym.Symbol))
        return parts[0] * 2

# %% pr-repr: repr(x) kept short
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert repr(x)
        return x * 2

# %% pr-max-key: max of tensors by their sum
# inputs: [('pos', (2, 3)), ('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return max([x, y + 9], key=lambda t: t.sum().asscalar()) * 2  # breaks here

# %% ew-any-flag: the answer of any() as an operand
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = (1, 0)

    def hybrid_forward(self, F, x):
        return x * any(self.k)  # breaks here

# %% ew-isinstance-flag: the answer of isinstance as an operand
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = 3

    def hybrid_forward(self, F, x):
        return x + isinstance(self.k, int)  # breaks here

# %% ew-in-flag: the answer of in as an operand
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = 3

    def hybrid_forward(self, F, x):
        return (self.k in (2, 3)) * x  # breaks here

# %% ew-bool-sum: a sum of flags as an operand
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = (True, True)

    def hybrid_forward(self, F, x):
        return x * sum(self.k)

# %% ew-float-flag: float(True) as an operand
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * float(True) - round(1.6)

# %% ew-maximum-true: F.maximum(x, True)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.maximum(x, True)  # breaks here

# %% ix-stack-row: the first of a stack
# inputs: [(2, 3), (2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.stack(x, y)[0] * 2

# %% ix-arange-rest: F.arange(4)[1:]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.arange(4)[1:].reshape((1, 3)))  # breaks here

# %% ix-dense-column: one column of a FullyConnected
# inputs: [(2, 3), (4, 3), (4,)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, w, b):
        return F.FullyConnected(x, w, b, num_hidden=4)[:, 1] * 2  # breaks here

# %% ix-split-v2-single: F.split_v2 into one
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split_v2(x, 1, axis=1)[0] * 2

# %% ix-split-v2-last: F.split_v2(...)[-1]
# inputs: [(2, 6)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split_v2(x, (1, 2), axis=1)[-1] * 2  # breaks here

# %% ix-topk-kind: topk of a kind kept on self
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = "both"

    def hybrid_forward(self, F, x):
        return F.topk(x, ret_typ=self.k, k=2)[0] * 2

# %% ix-topk-second: the indices of topk, by index
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.topk(x, ret_typ="both", k=2)[1] + 1

# %% ix-proposal: rois and scores of a Proposal
# inputs: [('pos', (1, 6, 2, 2)), (1, 12, 2, 2), ('pos', (1, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, c, b, i):
        rois, scores = F.contrib.Proposal(
            c,
            b,
            i * 32,
            feature_stride=16,
            scales=(8,),
            ratios=(0.5, 1, 2),
            rpn_pre_nms_top_n=12,
            rpn_post_nms_top_n=4,
            output_score=True,
        )
        return rois * 2, scores + 1

# %% ns-random-state: a generator of numpy seeded in the body
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.random.RandomState(3).rand()

# %% ns-seeded-random: random.Random(3) made in the body
# inputs: [(2, 3)]
# works
import random


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * random.Random(3).random()

# %% ns-timed: the time measured, not used
# inputs: [(2, 3)]
# works
import time


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        start = time.perf_counter()
        y = x * 2
        self.took = time.perf_counter() - start
        return y

# %% ns-internal: F._internal and F.op
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F._internal._mul_scalar(F.op.relu(x), scalar=2.0)

# %% ns-clip-norm: gluon.utils.clip_global_norm
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        gluon.utils.clip_global_norm([y], 1.0)  # breaks here
        return y

# %% ns-fallback: F.greater_equal where there is one
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        compare = F.greater_equal if hasattr(F, "greater_equal") else F.broadcast_greater_equal
        return compare(x, y) * 2

# %% ns-fallback-try: F.add in a try
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        try:
            return F.add(x, y)
        except AttributeError:
            return F.broadcast_add(x, y)

# %% ns-fallback-getattr: getattr(F.contrib, 'isnan', None)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        is_nan = getattr(F.contrib, "isnan", None) or (lambda t: t != t)
        return F.where(is_nan(x), F.zeros_like(x), x)

# %% sa-two-kinds: isinstance with both kinds of tensor
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert isinstance(x, (mx.nd.NDArray, mx.sym.Symbol))
        return x * 2

# %% sa-type-is: type(x) is mx.nd.NDArray with different maths
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if type(x) is mx.nd.NDArray else x * 3

# %% sa-assert-nd: an assertion that x is an NDArray
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert isinstance(x, mx.nd.NDArray)  # breaks here
        return x * 2

# %% sa-raise-unless-nd: an error unless x is an NDArray
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not isinstance(x, mx.nd.NDArray):
            raise TypeError(type(x))  # breaks here
        return x * 2

# %% sa-class-counter: a counter of the class in the maths
# inputs: [(2, 3)]
# breaks: values
class Counted:
    calls = 0


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        Counted.calls += 1
        return x * Counted.calls

# %% sa-class-constant: a constant of a class in the maths
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    scale = 2.5

    def hybrid_forward(self, F, x):
        return x * self.scale

# %% sa-property-data: a property that gives the data of a parameter
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, self.now)  # breaks here

    @property
    def now(self):
        return self.w.data()

# %% sa-static-shape: a static helper that reads a shape
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / self.width(x)

    @staticmethod
    def width(t):
        return t.shape[1]  # breaks here

# %% sa-lambda-shape: a lambda that reads a shape
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        width = lambda t: t.shape[1]  # breaks here
        return x / width(x)

# %% sa-var-args: hybrid_forward with *args
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, *args):
        return args[0] * args[1]

# %% sa-return-count: a number among the outputs
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, 3

# %% sa-return-text: a text among the outputs
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return [x * 2, "done"]

# %% sa-return-nested: nested lists of outputs
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return [x * 2, (x * 3, [x * 4])]

# %% sa-return-one-tuple: a tuple of one output
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return (x * 2,)

# %% sa-collect-shape: shapes of the parameters by name
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        weight = list(self.d.collect_params(".*weight").values())[0]
        return self.d(x) / weight.shape[0]

# %% sa-params-get: a child's weight by name, its data
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) + F.dot(x, self.d.params.get("weight").data())  # breaks here

# %% sc-unhybridized-child: a child hybridized with False
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.d.hybridize(False)

    def hybrid_forward(self, F, x):
        return self.d(x) * 2

# %% sc-children-items: names and children gone through
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.e = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        out = {name: child(x) for name, child in self._children.items()}
        return out["0"] + 2 * out["1"] if "0" in out else out["d"] + 2 * out["e"]

# %% sc-sequential-of-lambda: a HybridSequential with a HybridLambda that reads a shape
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridSequential()
        self.d.add(nn.Dense(3, in_units=3), nn.HybridLambda(lambda F, t: t / t.shape[1]))  # breaks here

    def hybrid_forward(self, F, x):
        return self.d(x)

# %% sc-static-alloc: hybridized with static memory
# inputs: [(2, 3)]
# hybridize: net.hybridize(static_alloc=True, static_shape=True)
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) * 2

# %% ix-moments-unused-mean: the variance of F.moments, the mean unused
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        _, variance = F.moments(x, axes=(1,))
        return variance * 2

# %% ix-layernorm-std-only: the deviation of a LayerNorm alone
# inputs: [(2, 3), (3,), (3,)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x, g, b):
        return F.LayerNorm(x, g, b, output_mean_var=True)[2] * 2

# %% ix-slice-then-index: F.split(...)[0:2][1]
# inputs: [(2, 6)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split(x, num_outputs=3, axis=1)[0:2][1] * 2

# %% ix-split-step: F.split(...)[::2]
# inputs: [(2, 6)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.concat(*F.split(x, num_outputs=3, axis=1)[::2], dim=1)

# %% ix-split-by-letter: outputs of a split by letter
# inputs: [(2, 6)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = dict(zip("abc", F.split(x, num_outputs=3, axis=1)))
        return parts["a"] + parts["c"]

# %% ix-split-count-kept: as many parts as self.k says
# inputs: [(2, 6)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = 3

    def hybrid_forward(self, F, x):
        return sum(p * n for n, p in enumerate(F.split(x, num_outputs=self.k, axis=1)))

# %% ix-rows-stacked: rows of a tensor stacked again
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.concat(*[F.expand_dims(x[i], 0) for i in range(2)], dim=0)  # breaks here

# %% ix-cell-output-row: the first row of a cell's output
# inputs: [(2, 3), (2, 4)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(4, input_size=3)

    def hybrid_forward(self, F, x, h):
        return self.d(x, [h])[0][0] * 2

# %% ix-cell-state: the state of a cell, by index
# inputs: [(2, 3), (2, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(4, input_size=3)

    def hybrid_forward(self, F, x, h):
        return self.d(x, [h])[1][0] * 2

# %% ix-merged-last: the last step of merged outputs, by index
# inputs: [(3, 2, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(3, input_size=4)

    def hybrid_forward(self, F, x):
        outputs, _ = self.d.unroll(3, x, layout="TNC", merge_outputs=True)
        return outputs[-1] * 2  # breaks here

# %% ix-single-split-len: the number of outputs of a split into one
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * len(F.split(x, num_outputs=1, axis=1))

# %% ix-quantize: the three outputs of F.contrib.quantize_v2
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        q, low, high = F.contrib.quantize_v2(x, min_calib_range=-1.0, max_calib_range=1.0)
        return q, low + 0, high + 0

# %% ix-symbol-block-second: the second output of a SymbolBlock
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        data = mx.sym.var("data")
        self.d = SymbolBlock([mx.sym.relu(data), mx.sym.tanh(data)], data)

    def hybrid_forward(self, F, x):
        return self.d(x)[1] * 2

# %% ns-array-list: mx.nd arrays kept in a list
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = [mx.nd.ones((1, 3)), mx.nd.zeros((1, 3))]

    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, self.k[0])  # breaks here

# %% ns-array-tolist: mx.nd array turned into numbers in the constructor
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.nd.array([2.0, 3.0]).asnumpy().tolist()

    def hybrid_forward(self, F, x):
        return x * self.k[1]

# %% ns-array-scalar: mx.nd array summed to a number in the constructor
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.nd.array([2.0, 3.0]).sum().asscalar()

    def hybrid_forward(self, F, x):
        return x * self.k

# %% ns-table-take: a table of mx.nd looked up
# inputs: [('i', (2, 3), 0, 4, 'float32')]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.nd.random.uniform(shape=(4, 2))

    def hybrid_forward(self, F, x):
        return F.take(self.k, x) * 2  # breaks here

# %% ns-context-of: a kept array brought to the context of x
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.nd.ones((1, 3))

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, self.k.as_in_context(x.context))  # breaks here

# %% ns-split-data: gluon.utils.split_data
# inputs: [(2, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = gluon.utils.split_data(x, 2, batch_axis=1)  # breaks here
        return parts[0] + parts[1]

# %% ns-nd-or-sym: the module by the kind of the tensor
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        ops = mx.nd if isinstance(x, mx.nd.NDArray) else mx.sym
        return ops.relu(x) * 2

# %% ns-sym-or-nd-call: mx.sym.relu or mx.nd.relu by F
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return (mx.sym.relu(x) if F is mx.sym else mx.nd.relu(x)) * 2

# %% ns-rebound: F bound to mx.nd in the body
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        F = mx.nd
        return F.relu(x) * 2  # breaks here

# %% ns-with-context: with mx.cpu() around an operator
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with mx.cpu():
            return F.relu(x) * 2

# %% ns-init-random: a random number of the constructor
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = np.random.rand()

    def hybrid_forward(self, F, x):
        return x * self.k

# %% ns-init-random-array: a random array of the constructor
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.nd.random.normal(shape=(1, 3))

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, self.k)  # breaks here

# %% ns-is-training-logged: whether it trains, only written down
# inputs: [(2, 3)]
# works
import logging


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        logging.getLogger(__name__).debug("training: %s", autograd.is_training())
        return x * 2

# %% ns-set-training: autograd.set_training in the body
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        before = autograd.set_training(True)
        y = F.Dropout(x, p=0.5)
        autograd.set_training(before)
        return y

# %% ns-nd-custom: mx.nd.contrib of a loop
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        out, _ = mx.nd.contrib.foreach(lambda d, s: (d * 2, s), x, [])  # breaks here
        return out

# %% ns-foreach-cell: foreach over a cell
# inputs: [(3, 2, 4), (2, 5)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(5, input_size=4)

    def hybrid_forward(self, F, x, h):
        out, states = F.contrib.foreach(self.d, x, [h])
        return out * 2

# %% ns-foreach-row: foreach whose step takes a row
# inputs: [(3, 2, 4), (2, 4)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x, h):
        out, _ = F.contrib.foreach(lambda d, s: (d[0] + s[0][0], s), x, [h])
        return out * 2

# %% ns-cond-shape: cond whose branch reads a shape
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.cond(F.sum(x) > 0, lambda: x * 2, lambda: x / x.shape[1])  # breaks here

# %% at-dtype-of-other: y.astype(x.dtype)
# inputs: [(2, 3), ('i', (2, 3), 0, 3, 'int32')]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x + y.astype(x.dtype)  # breaks here

# %% at-cast-of-kept: x.astype(self.k)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = "float64"

    def hybrid_forward(self, F, x):
        return x.astype(self.k) * np.dtype(self.k).itemsize

# %% at-arange-shape: F.arange(x.shape[1])
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.arange(x.shape[1]).reshape((1, -1)))  # breaks here

# %% at-slice-half: half of the columns by the shape
# inputs: [(2, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.slice_axis(x, axis=1, begin=0, end=x.shape[1] // 2) * 2  # breaks here

# %% at-dir: 'shape' in dir(x)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if "shape" in dir(x) else x * 3

# %% at-class-is: x.__class__ is mx.nd.NDArray
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if x.__class__ is mx.nd.NDArray else x * 3

# %% at-issubclass: issubclass(type(x), mx.nd.NDArray)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if issubclass(type(x), mx.nd.NDArray) else x * 3

# %% at-text-length: the length of str(x)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * len(str(x))

# %% at-bias-none: a child's bias that is None
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3, use_bias=False)

    def hybrid_forward(self, F, x):
        return self.d(x) * (1 if self.d.bias is None else 2)

# %% at-isinstance-child: isinstance of a child
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) * 2 if isinstance(self.d, nn.Dense) else x

# %% at-parameter-count: the number of parameters
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) / len(self.collect_params().keys())

# %% at-active: a branch on self._active
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if self._active else x * 3

# %% at-cell-info: the shape that a cell's state_info gives
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(3, input_size=3)

    def hybrid_forward(self, F, x):
        return self.d(x, [x])[0] * self.d.state_info()[0]["shape"][1]

# %% at-child-params-keys: the names of the parameters
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) * sum(name.endswith("bias") for name in self.d.collect_params())

# %% ew-max-gap: x / x.max()
# inputs: [('pos', (2, 3))]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / x.max()

# %% ew-max-broadcast: F.broadcast_div(x, x.max())
# inputs: [('pos', (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_div(x, x.max())

# %% ew-min-axis: x - x.min(axis=0, keepdims=True)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - x.min(axis=0, keepdims=True)

# %% ew-bias-vector: x + b, a parameter of one axis
# inputs: [(2, 3)]
# needs: shapes
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.b = self.params.get("b", shape=(3,))

    def hybrid_forward(self, F, x, b):
        return x + b

# %% ew-logical: F.broadcast_logical_and and F.logical_not
# inputs: [(2, 3), (1, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.broadcast_logical_and(x > 0, y > 0) + F.logical_not(x)

# %% ew-softmax-arange: softmax times F.arange
# inputs: [(2, 3)]
# needs: shapes
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.softmax(x) * F.arange(3)

# %% ew-softmax-arange-broadcast: softmax times F.arange with broadcast_mul
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sum(F.broadcast_mul(F.softmax(x), F.arange(3).expand_dims(0)), axis=1)

# %% ew-where-keywords: F.where by keywords
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.where(condition=x > 0, x=x, y=-x)

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

# %% fn-positional: operators with their arguments by position
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.repeat(F.flip(F.SwapAxis(F.tile(x, (1, 2)), 0, 1), 1), 2, 1), F.sum(F.norm(x, 1, 1), 0, True)

# %% fn-dot-transposed: F.dot with transposed by position
# inputs: [(2, 3), (2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.dot(x, y, True) * 2

# %% fn-softmax-axis: F.softmax with axis and dtype by name
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.softmax(x, axis=0, dtype="float64").astype("float32") + F.softmin(x, axis=0)

# %% fn-relu-none: F.relu(x, None)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x, None) * 2

# %% fn-named: F.relu(x, name=...)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x, name="act") * 2

# %% fn-sparse-array: F.sparse.csr_matrix
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sparse.dot(F.sparse.csr_matrix((2, 2)), x)  # breaks here

# %% fn-sparse-square: F.sparse functions that both have
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sparse.square(x) + F.sparse.relu(x) + F.sparse.sum(x, axis=1, keepdims=True).broadcast_like(x)

# %% fn-adaptive: F.contrib.AdaptiveAvgPooling2D and BilinearResize2D
# inputs: [(2, 1, 4, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.BilinearResize2D(F.contrib.AdaptiveAvgPooling2D(x, output_size=2), height=4, width=4)

# %% fn-roi-align: F.contrib.ROIAlign
# inputs: [('pos', (1, 1, 6, 6)), ('pos', (3, 4))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, b):
        boxes = F.concat(F.zeros_like(b).slice_axis(axis=1, begin=0, end=1), b, dim=1)
        return F.contrib.ROIAlign(x, boxes, (2, 2), 1.0)

# %% fn-selfatt: F.contrib.interleaved_matmul_selfatt_qk
# inputs: [(4, 2, 12)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.interleaved_matmul_selfatt_qk(x, heads=2) * 2

# %% fn-prior: F.contrib.MultiBoxPrior, its first row
# inputs: [(2, 1, 4, 4)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.MultiBoxPrior(x, sizes=(0.5,), ratios=(1,))[0] * 2

# %% fn-adam-update: F.adam_update
# inputs: [(2, 3), (2, 3), (2, 3), ('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, w, g, m, v):
        return F.adam_update(w, g, m, v, lr=0.1) * 2  # breaks here

# %% fn-signsgd: F.signsgd_update
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, w, g):
        return F.signsgd_update(weight=w, grad=g, lr=0.1) * 2  # breaks here

# %% fn-uniform-alias: F.uniform and F.random_uniform with a shape
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.uniform(0, 1, shape=(1, 3)) - F.random_uniform(0, 1, shape=(1, 3)))

# %% fn-multinomial-shape: F.sample_multinomial with a shape
# inputs: [('pos', (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        p = F.broadcast_div(x, x.sum(axis=1, keepdims=True))
        return F.sample_multinomial(p, shape=2) * 2

# %% fn-choose: F.choose_element_0index
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, i):
        return F.choose_element_0index(x, i) * 2

# %% fn-batchnorm-stats: F.BatchNorm, its mean and deviation
# inputs: [(2, 3), (3,), (3,)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, g, b):
        out, mean, deviation = F.BatchNorm(x, g, b, F.zeros((3,)), F.ones((3,)), output_mean_var=True)  # breaks here
        return out * 2, mean, deviation

# %% fn-embedding-table: F.Embedding of a kept table
# inputs: [('i', (2, 3), 0, 4, 'int32')]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(4, 2))

    def hybrid_forward(self, F, x, w):
        return F.Embedding(x, w, input_dim=4, output_dim=2) * 2

# %% fn-load-json: a graph loaded in the body
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = mx.sym.load_json(mx.sym.relu(mx.sym.var("data")).tojson())
        return x * len(y.list_arguments())

# %% fn-logical-scalar: F.broadcast_like and broadcast_axis
# inputs: [(2, 3), (2, 1)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x + F.broadcast_like(y, x) + F.broadcast_axis(y, axis=1, size=3)

# %% sa-sdml: SDMLLoss
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = gluon.loss.SDMLLoss()

    def hybrid_forward(self, F, x, y):
        return self.d(x, y)  # breaks here

# %% sa-poisson: PoissonNLLLoss
# inputs: [('pos', (2, 3)), ('pos', (2, 3))]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = gluon.loss.PoissonNLLLoss()

    def hybrid_forward(self, F, x, y):
        return self.d(x, y)

# %% sa-loss-weighted: a loss with weights of samples, averaged
# inputs: [(2, 3), ('bin', (2, 3)), ('pos', (2, 1))]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = gluon.loss.SigmoidBCELoss()

    def hybrid_forward(self, F, x, y, w):
        return self.d(x, y, w).mean()

# %% sa-huber: HuberLoss, HingeLoss and LogisticLoss
# inputs: [(2, 3), ('bin', (2, 3))]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = gluon.loss.HuberLoss()
        self.e = gluon.loss.HingeLoss()
        self.f = gluon.loss.LogisticLoss()

    def hybrid_forward(self, F, x, y):
        return self.d(x, y) + self.e(x, y) + self.f(x, y)

# %% sa-set-data-between: a weight set between two calls
# inputs: [(2, 3)]
# between: net.d.weight.set_data(mx.nd.ones((3, 3)))
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) * 2

# %% sa-lr-mult: a rate of a parameter set in the body
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        self.d.weight.lr_mult = 0.5
        return self.d(x)

# %% sa-optional-input: an input with the default None
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y=None):
        if y is None:
            y = F.ones_like(x)
        return x + y

# %% sa-loop-kept: the layers of a list by names
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.names = ["d"]

    def hybrid_forward(self, F, x):
        for name in self.names:
            x = getattr(self, name)(x)
        return x

# %% sc-transforms: a transform of gluon.data as a child
# inputs: [('pos', (2, 3, 4, 4))]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = gluon.data.vision.transforms.Normalize((0.5, 0.5, 0.5), (0.1, 0.1, 0.1))

    def hybrid_forward(self, F, x):
        return self.d(x) * 2

# %% sc-transforms-cast: transforms.Cast
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = gluon.data.vision.transforms.Cast("float64")

    def hybrid_forward(self, F, x):
        return self.d(x).astype("float32")

# %% sc-nested-sequential: self.d[0][1](x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridSequential()
        self.e = nn.HybridSequential()
        self.e.add(nn.Activation("relu"), nn.Dense(3, in_units=3))
        self.d.add(self.e)

    def hybrid_forward(self, F, x):
        return self.d[0][1](x) * 2

# %% sc-lstmp: LSTMPCell
# inputs: [(2, 3), (2, 2), (2, 4)]
# works
from mxnet.gluon.contrib.rnn import LSTMPCell


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = LSTMPCell(4, 2, input_size=3)

    def hybrid_forward(self, F, x, r, c):
        out, states = self.d(x, [r, c])
        return out * 2, states[1]

# %% sc-deformable: DeformableConvolution
# inputs: [(2, 1, 5, 5)]
# works
from mxnet.gluon.contrib.cnn import DeformableConvolution


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = DeformableConvolution(2, (3, 3), in_channels=1)

    def hybrid_forward(self, F, x):
        return self.d(x) * 2

# %% sc-hook-number: a hook that keeps a number of calls
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.calls = 0
        self.d.register_forward_hook(self.count)

    def hybrid_forward(self, F, x):
        y = self.d(x)
        return y * self.calls

    def count(self, block, inputs, output):
        self.calls += 1

# %% sc-hook-shape: a hook that reads the shape of an output
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.d.register_forward_hook(self.check)

    def hybrid_forward(self, F, x):
        return self.d(x)

    def check(self, block, inputs, output):
        assert output.shape[1] == 3

# %% sc-inner-class-shape: a child that divides by its width
# inputs: [(2, 3)]
# breaks: trace
class Scale(HybridBlock):
    def hybrid_forward(self, F, t):
        return t / t.shape[1]  # breaks here


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = Scale()

    def hybrid_forward(self, F, x):
        return self.d(x)

# %% sc-inner-class-two: a child of two outputs, the second taken
# inputs: [(2, 3)]
# works
class Two(HybridBlock):
    def hybrid_forward(self, F, t):
        return t * 2, t * 3


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = Two()

    def hybrid_forward(self, F, x):
        return self.d(x)[1] + 1

# %% sc-inner-class-one: a child of one output, its first row
# inputs: [(2, 3)]
# breaks: values
class One(HybridBlock):
    def hybrid_forward(self, F, t):
        return t * 2


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = One()

    def hybrid_forward(self, F, x):
        return self.d(x)[0] + 1

# %% sc-model-zoo: a block of the model zoo as a child
# inputs: [(2, 3, 8, 8)]
# works
from mxnet.gluon.model_zoo.vision.resnet import BasicBlockV1


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = BasicBlockV1(3, 1, in_channels=3)

    def hybrid_forward(self, F, x):
        return self.d(x) * 2

# %% sc-model-zoo-row: the first row of a block of the model zoo
# inputs: [(2, 3, 8, 8)]
# breaks: values
from mxnet.gluon.model_zoo.vision.resnet import BasicBlockV1


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = BasicBlockV1(3, 1, in_channels=3)

    def hybrid_forward(self, F, x):
        return self.d(x)[0] * 2

# %% pr-dict-of-tensors: a dict of tensors, gone through by name
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        named = {"a": x, "b": y}
        return sum(named[name] for name in sorted(named))

# %% pr-sorted-tensors: tensors sorted by a number kept with each
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        pairs = sorted([(2, x), (1, y)], key=lambda pair: pair[0])
        return pairs[0][1] - 2 * pairs[1][1]

# %% pr-filter-none: filter(None, tensors)
# inputs: [('pos', (1,)), ('pos', (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.concat(*filter(None, [x, y]), dim=0)  # breaks here

# %% pr-filter-is-none: the inputs that are not None
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.add_n(*[t for t in (x, y) if t is not None])

# %% pr-count-in-list: [x, y].index(y)
# inputs: [('pos', (1,)), ('pos', (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return [x, y][[x, y].index(y)] * 2  # breaks here

# %% pr-assert-truth: assert (x == x).sum() == 6 with no shapes
# inputs: [('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert (x > 0).min() == 1  # breaks here
        return x * 2

# %% pr-format-number: '%d' % tensor
# inputs: [('pos', (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        name = "%s" % (x.mean(),)
        assert name
        return x * 2

# %% pr-round: round(x.asscalar())
# inputs: [('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * round(float(x.sum().asscalar()))  # breaks here

# %% pr-empty-list: sum of an empty list
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = []

    def hybrid_forward(self, F, x):
        return x + sum(layer(x) for layer in self.k)

# %% pr-slice-in-list: a list of inputs sliced
# inputs: [(2, 3), (2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y, z):
        xs = [x, y, z]
        return F.add_n(*xs[1:]) * 2 + xs[0]

# %% ip-dict-of-sums: a dict of tensors adds up
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        total = {"all": x * 0}
        for k in range(2):
            total["all"] = total["all"] + x * k
        return total["all"]

# %% ip-attribute-sum: an attribute adds up by +=
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.total = x * 0
        for k in range(2):
            self.total += x * k  # breaks here
        return self.total

# %% ip-nonlocal-sum: a nonlocal tensor adds up by +=
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        total = x * 0

        def add(t):
            nonlocal total
            total += t  # breaks here

        add(x)
        add(x * 2)
        return total

# %% ip-sum-from-number: total = 0, then twice +=
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        total = 0
        for k in range(2):
            total += x * k  # breaks here
        return total

# %% ip-numpy-constant: a numpy array written in the body
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        k = np.zeros(3)
        k[1] = 2.0
        k += 1
        return x * k[1]

# %% ip-kept-array: an array kept on self is written
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.nd.zeros((1,))

    def hybrid_forward(self, F, x):
        self.k += 1
        return x * 2

# %% ip-out-of-helper: out= a parameter argument
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(2, 3))

    def hybrid_forward(self, F, x, w):
        F.elemwise_mul(w, w, out=w)
        return x + w

# %% fn-prior-doubled: F.contrib.MultiBoxPrior times a number
# inputs: [(2, 1, 4, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.MultiBoxPrior(x, sizes=(0.5,), ratios=(1,)) * 2

# %% fn-arange-like-row: the first of F.contrib.arange_like
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * F.contrib.arange_like(x, axis=1)[0]

# %% fn-detection: F.contrib.MultiBoxDetection, its first row
# inputs: [('pos', (2, 2, 4)), (2, 16), ('pos', (1, 4, 4))]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, c, l, a):
        return F.contrib.MultiBoxDetection(F.softmax(c, axis=1), l, a)[0] + 1

# %% fn-detection-whole: F.contrib.MultiBoxDetection as a whole
# inputs: [('pos', (2, 2, 4)), (2, 16), ('pos', (1, 4, 4))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, c, l, a):
        return F.contrib.MultiBoxDetection(F.softmax(c, axis=1), l, a) * 2

# %% fn-where-numbers: F.where of a comparison, twice
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.where(x > 0, F.where(x > 1, x * 2, x * 3), -x)

# %% fn-squeeze-none: F.squeeze without an axis of a reduced tensor
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.squeeze(x.sum(axis=1, keepdims=True), axis=1) * 2

# %% fn-topk-value-row: values of topk, the first row
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.topk(x, k=2, ret_typ="value")[0] * 2

# %% fn-sort-then-slice: F.sort, then a slice_axis
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.slice_axis(F.sort(x, axis=1), axis=1, begin=0, end=2)

# %% fn-sort-default: F.sort(x)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sort(x) * 2

# %% fn-argsort-default: F.argsort(x) without an axis
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.argsort(x) * 2

# %% fn-embedding-index: an embedding looked up by a column
# inputs: [('i', (2, 3), 0, 4, 'int32')]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Embedding(4, 5)

    def hybrid_forward(self, F, x):
        return self.d(x[:, 0]) * 2  # breaks here

# %% fn-embedding-column: an embedding looked up by a column, by slice_axis
# inputs: [('i', (2, 3), 0, 4, 'int32')]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Embedding(4, 5)

    def hybrid_forward(self, F, x):
        return self.d(F.slice_axis(x, axis=1, begin=0, end=1)) * 2

# %% fn-concat-children: children's outputs together, a list comprehension
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.e = nn.Dense(2, in_units=3)

    def hybrid_forward(self, F, x):
        return F.concat(*[layer(x) for layer in (self.d, self.e)], dim=1)

# %% fn-linalg-gemm: F.linalg.gemm with numbers
# inputs: [(2, 3), (3, 4), (2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b, c):
        return F.linalg.gemm(a, b, c, alpha=2.0, beta=0.5)

# %% fn-linalg-trsm: F.linalg.trsm and trmm
# inputs: [(3, 3), (3, 2)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b):
        lower = F.linalg.potrf(F.dot(a, a, transpose_b=True) + F.eye(3))
        return F.linalg.trsm(lower, b) + F.linalg.trmm(lower, b)

# %% fn-linalg-syrk: F.linalg.syrk and extractdiag
# inputs: [(3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.linalg.extractdiag(F.linalg.syrk(x, alpha=1.0)) * 2

# %% fn-linalg-slogdet: both outputs of slogdet
# inputs: [(3, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        sign, log = F.linalg.slogdet(F.dot(x, x, transpose_b=True) + F.eye(3))
        return F.BlockGrad(sign) * log

# %% fn-batch-dot-mask: attention with a mask by numbers
# inputs: [(2, 4, 3), (2, 4, 3), ('bin', (2, 4, 4))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, q, k, m):
        scores = F.batch_dot(q, k, transpose_b=True) / 3**0.5
        return F.batch_dot(F.softmax(scores - 1e9 * (1 - m)), k)

# %% fn-masked-fill: scores written where a mask is set
# inputs: [(2, 4, 4), ('bin', (2, 4, 4))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, m):
        scores = x * 2
        scores[m > 0] = -1e9  # breaks here
        return F.softmax(scores)

# %% fn-sequence-mask-value: F.SequenceMask by name over axis 1
# inputs: [(2, 4, 3), ('i', (2,), 1, 4, 'int32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, n):
        return F.SequenceMask(x, sequence_length=n, use_sequence_length=True, value=-1.0, axis=1) * 2

# %% fn-gather: F.gather_nd with stacked indices
# inputs: [(2, 3), ('i', (2,), 0, 3, 'int32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, i):
        rows = F.contrib.arange_like(x, axis=0).astype("int32")
        return F.gather_nd(x, F.stack(rows, i)) * 2

# %% fn-gather-nd-range: indices made with nd.arange
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, i):
        return F.gather_nd(x, F.stack(nd.arange(2), i)) * 2  # breaks here

# %% fn-group-conv: F.Convolution without a bias by position
# inputs: [(2, 4, 5, 5), (4, 2, 3, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, w):
        return F.Convolution(x, w, None, kernel=(3, 3), num_filter=4, num_group=2, no_bias=True)

# %% fn-pad-reflect: F.pad with reflection
# inputs: [(2, 1, 4, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.pad(x, mode="reflect", pad_width=(0, 0, 0, 0, 1, 1, 1, 1)) * 2

# %% fn-pooling-shape: pooled over the height that the shape tells
# inputs: [(2, 1, 4, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.Pooling(x, kernel=(x.shape[2], 1), pool_type="max")  # breaks here

# %% fn-roi: F.ROIPooling
# inputs: [('pos', (1, 1, 6, 6)), ('pos', (3, 5))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, b):
        return F.ROIPooling(x, b * 0, pooled_size=(2, 2), spatial_scale=1.0) * 2

# %% fn-upsample: F.UpSampling by a number of the block, F.contrib.BilinearResize2D by a shape
# inputs: [(2, 1, 4, 4), (2, 1, 8, 8)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.contrib.BilinearResize2D(x, height=y.shape[2], width=y.shape[3]) + y  # breaks here

# %% fn-crop-center: F.slice with numbers computed from attributes
# inputs: [(2, 1, 6, 6)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = 4

    def hybrid_forward(self, F, x):
        margin = (6 - self.k) // 2
        return F.slice(x, begin=(None, None, margin, margin), end=(None, None, margin + self.k, margin + self.k))

# %% fn-norm-axis: x / its norm, kept, with broadcast_div
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_div(x, F.norm(x, axis=-1, keepdims=True) + 1e-6)

# %% fn-norm-plain: x / its norm, kept
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / (F.norm(x, axis=-1, keepdims=True) + 1e-6)

# %% fn-instance-norm: F.InstanceNorm, its first row
# inputs: [(2, 3, 4), (3,), (3,)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x, g, b):
        return F.InstanceNorm(x, g, b)[0] * 2

# %% fn-l2: F.L2Normalization, then [..., 0]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.L2Normalization(x)[..., 0]  # breaks here

# %% fn-cumsum: F.cumsum
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.cumsum(x, axis=1) * 2

# %% fn-random-like: F.random.uniform_like and normal_like
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.random.uniform_like(data=x, low=0, high=1) * 0

# %% fn-random-poisson: F.random.poisson of tensors
# inputs: [('pos', (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.random.poisson(x, shape=(2,)) * 0 + 1

# %% fn-random-tensor-loc: F.random.normal of tensors without a shape
# inputs: [(2, 3), ('pos', (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.random.normal(x, y) * 0 + 1

# %% fn-random-no-shape-added: x plus F.random.exponential without a shape
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.random.exponential(1.0) * 0)

# %% fn-dropout-axes: F.Dropout over axes
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.Dropout(x, p=0.0, axes=(1,)) * 2

# %% fn-custom-name: operators with names, one twice
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x, name="one") + F.tanh(x, name="two")

# %% fn-while-loop-states: while_loop for its last state
# inputs: [('pos', (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        _, state = F.contrib.while_loop(
            lambda i, s: i < 3, lambda i, s: ([], [i + 1, s * 2]), [F.zeros((1,)), x], max_iterations=5
        )
        return state[1] * 2

# %% fn-foreach-two: foreach over two inputs with two states
# inputs: [(3, 2, 4), (3, 2, 4), (2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y, h):
        def step(data, states):
            a, b = data
            return a * b + states[0], [states[0] + a]

        out, states = F.contrib.foreach(step, [x, y], [h])
        return out * 2, states[0]

# %% fn-foreach-index: foreach, its last output by index
# inputs: [(3, 2, 4), (2, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, h):
        out, _ = F.contrib.foreach(lambda d, s: (d + s[0], [d + s[0]]), x, [h])
        return out[-1] * 2  # breaks here

# %% fn-cond-float: cond on a comparison of a mean
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.cond(x.mean() > 0, lambda: x * 2, lambda: x * 3)

# %% fn-cond-python: cond on a Python comparison
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = 2

    def hybrid_forward(self, F, x):
        return F.contrib.cond(self.k > 1, lambda: x * 2, lambda: x * 3)  # breaks here

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

# %% ns-gpu-count: mx.context.num_gpus()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (2 if mx.context.num_gpus() == 0 else 3)

# %% ns-version: the version of MXNet
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if mx.__version__ >= "1.5" else x * 3

# %% ns-np-where-list: np.where of Python numbers
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = [1.0, 2.0]

    def hybrid_forward(self, F, x):
        return x * float(np.where(np.array(self.k) > 1, 2.0, 3.0).sum())

# %% ns-np-array-of-x: np.array(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * float(np.array(x.asnumpy())[0, 0])  # breaks here

# %% ns-np-stack: np.stack of tensors
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return np.stack([x.asnumpy(), y.asnumpy()]).sum() * x  # breaks here

# %% ns-math-exp: math.exp of a float of the block
# inputs: [(2, 3)]
# works
import math


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = 0.5

    def hybrid_forward(self, F, x):
        return x * math.exp(-self.k) + math.floor(1.5)

# %% ns-init-nd-list: a list of numbers made by nd in the constructor
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = [float(v) for v in mx.nd.arange(3).asnumpy()]

    def hybrid_forward(self, F, x):
        return x * self.k[2] + len(self.k)

# %% ns-global-array: a global array of mx.nd
# inputs: [(2, 3)]
# breaks: trace
TABLE = mx.nd.array([[1.0, 2.0, 3.0]])


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, TABLE)  # breaks here

# %% ns-global-array-number: a global array of mx.nd, as a number
# inputs: [(2, 3)]
# works
TABLE = float(mx.nd.array([[1.0, 2.0, 3.0]]).sum().asscalar())


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * TABLE

# %% ns-random-shuffle: random.shuffle of a list of layers
# inputs: [(2, 3)]
# breaks: values
import random


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        order = [F.relu, F.tanh, F.sigmoid, F.negative]
        random.shuffle(order)
        return order[0](x) * 2

# %% ns-np-random-seeded: np.random.seed, then np.random.rand
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        np.random.seed(3)
        return x * np.random.rand()

# %% ns-contextlib: contextlib.suppress around x.shape
# inputs: [(2, 3)]
# breaks: values
import contextlib


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        width = 7
        with contextlib.suppress(AttributeError):
            width = x.shape[1]
        return x * width

# %% ns-nullcontext: a scope that does nothing
# inputs: [(2, 3)]
# works
import contextlib


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with contextlib.nullcontext():
            return F.relu(x) * 2

# %% ns-warn: warnings.warn about a shape
# inputs: [(2, 3)]
# breaks: trace
import warnings


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if x.ndim != 2:  # breaks here
            warnings.warn("two axes are expected")
        return x * 2

# %% ns-nd-relu-of-constant: mx.nd.relu of a kept array, as a number
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.nd.array([2.0])

    def hybrid_forward(self, F, x):
        return x * float(mx.nd.relu(self.k).asscalar())

# %% ns-nd-sum-of-weight: a penalty of the weights by mx.nd
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) + mx.nd.sum(self.d.weight.data() ** 2)  # breaks here

# %% at-weight-argument: a child's weight by its own argument
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.weight = self.d.weight

    def hybrid_forward(self, F, x, weight):
        return self.d(x) + F.dot(x, weight)

# %% at-ndim-assert: an assertion on x.ndim
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert x.ndim == 2, "two axes"  # breaks here
        return x * 2

# %% at-shape-star: b, *rest = x.shape
# inputs: [(2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        batch, *rest = x.shape  # breaks here
        return x.reshape((batch, -1))

# %% at-shape-swap: h, w = x.shape[2:]
# inputs: [(2, 1, 4, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        h, w = x.shape[2:]  # breaks here
        return x * (h * w)

# %% at-dtype-compare: x.dtype == np.float32
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if x.dtype == np.float32 else x.astype("float32")  # breaks here

# %% at-own-names: self.name and self.prefix in a message
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert isinstance(self.name + self.prefix, str)
        return x * 2

# %% at-params-count: a count of parameters' elements
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        count = sum(int(np.prod(p.shape)) for p in self.collect_params().values())
        return self.d(x) / count

# %% at-lstm-hidden: the sizes of a recurrent layer
# inputs: [(4, 2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.LSTM(5, num_layers=2, input_size=3)

    def hybrid_forward(self, F, x):
        return self.d(x) / self.d._hidden_size * self.d._num_layers

# %% sa-lstm-begin: LSTM with begin_state of mx.nd
# inputs: [(4, 2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.LSTM(5, input_size=3)

    def hybrid_forward(self, F, x):
        return self.d(x, self.d.begin_state(2))[0]  # breaks here

# %% sa-lstm-begin-zeros: LSTM with states of F.zeros
# inputs: [(4, 2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.LSTM(5, input_size=3)

    def hybrid_forward(self, F, x):
        return self.d(x, [F.zeros((1, 2, 5)), F.zeros((1, 2, 5))])[0] * 2

# %% sa-lstm-out-only: out = LSTM(x, states), then out[0]
# inputs: [(4, 2, 3), (1, 2, 5)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRU(5, input_size=3)

    def hybrid_forward(self, F, x, h):
        result = self.d(x, h)
        return result[0] * 2

# %% sa-lstm-len: len of what LSTM gives without states
# inputs: [(4, 2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRU(5, input_size=3)

    def hybrid_forward(self, F, x):
        out = self.d(x)
        return out / len(out)

# %% sa-cell-loop: a cell over the steps of a split
# inputs: [(2, 3, 4), (2, 5)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(5, input_size=4)

    def hybrid_forward(self, F, x, h):
        states = [h]
        outputs = []
        for step in F.split(x, num_outputs=3, axis=1, squeeze_axis=True):
            out, states = self.d(step, states)
            outputs.append(out)
        return F.stack(*outputs, axis=1)

# %% sa-cell-loop-index: a cell over x[:, t]
# inputs: [(2, 3, 4), (2, 5)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(5, input_size=4)

    def hybrid_forward(self, F, x, h):
        states = [h]
        for t in range(3):
            out, states = self.d(x[:, t], states)  # breaks here
        return out * 2

# %% sa-cell-loop-slice: a cell over slice_axis
# inputs: [(2, 3, 4), (2, 5)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(5, input_size=4)

    def hybrid_forward(self, F, x, h):
        states = [h]
        for t in range(3):
            out, states = self.d(F.slice_axis(x, axis=1, begin=t, end=t + 1).reshape((0, -1)), states)
        return out * 2

# %% sa-unroll-nd-begin: cell.unroll with begin_state of mx.nd
# inputs: [(2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(5, input_size=4)

    def hybrid_forward(self, F, x):
        return self.d.unroll(3, x, begin_state=self.d.begin_state(2), merge_outputs=True)[0]  # breaks here

# %% sa-unroll-begin: cell.unroll with an input as its state
# inputs: [(2, 3, 4), (2, 5)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(5, input_size=4)

    def hybrid_forward(self, F, x, h):
        return self.d.unroll(3, x, begin_state=[h], merge_outputs=True)[0] * 2

# %% sa-unroll-merged-len: len of merged outputs
# inputs: [(2, 3, 4)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(5, input_size=4)

    def hybrid_forward(self, F, x):
        outputs, _ = self.d.unroll(3, x, merge_outputs=True)
        return outputs / len(outputs)

# %% sa-weight-norm: a weight divided by its norm
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(4, 3))

    def hybrid_forward(self, F, x, w):
        return F.FullyConnected(x, F.broadcast_div(w, F.norm(w, axis=1, keepdims=True)), no_bias=True, num_hidden=4)

# %% sa-weight-item: one element of a parameter argument
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(2,))

    def hybrid_forward(self, F, x, w):
        return x * w[0] + w[1]  # breaks here

# %% sa-weight-split: elements of a parameter argument by split
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(2,))

    def hybrid_forward(self, F, x, w):
        a, b = F.split(w, num_outputs=2, axis=0)
        return F.broadcast_add(F.broadcast_mul(x, a), b)

# %% sa-alpha-scalar: a learned number as an operand
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1,))

    def hybrid_forward(self, F, x, w):
        return x * w

# %% sa-alpha-asscalar: a learned number read from the parameter
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1,))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w) * float(w.asscalar())  # breaks here

# %% sc-residual: a residual block with a stride
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = nn.Conv2D(3, 3, padding=1, in_channels=3)
        self.n = nn.BatchNorm(in_channels=3)

    def hybrid_forward(self, F, x):
        return F.Activation(self.n(self.c(x)) + x, act_type="relu")

# %% sc-squeeze: squeeze and excitation without broadcasting
# inputs: [(2, 3, 4, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.p = nn.GlobalAvgPool2D()
        self.c = nn.Conv2D(3, 1, in_channels=3)

    def hybrid_forward(self, F, x):
        return x * F.sigmoid(self.c(self.p(x)))

# %% sc-squeeze-broadcast: squeeze and excitation with broadcast_mul
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.p = nn.GlobalAvgPool2D()
        self.c = nn.Conv2D(3, 1, in_channels=3)

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, F.sigmoid(self.c(self.p(x))))

# %% sc-flatten-shape: flattened by the shape
# inputs: [(2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(2, in_units=12)

    def hybrid_forward(self, F, x):
        return self.d(x.reshape((x.shape[0], x.shape[1] * x.shape[2])))  # breaks here

# %% sc-concurrent-index: the branches of a HybridConcurrent called one by one
# inputs: [(2, 3)]
# works
from mxnet.gluon.contrib.nn import HybridConcurrent


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = HybridConcurrent(axis=1)
        self.d.add(nn.Dense(3, in_units=3), nn.Dense(2, in_units=3))

    def hybrid_forward(self, F, x):
        return F.concat(*[branch(x) for branch in self.d], dim=1)

# %% sc-sequential-insert: what a HybridSequential gives, first row
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridSequential()
        self.d.add(nn.Dense(3, in_units=3), nn.Activation("relu"))

    def hybrid_forward(self, F, x):
        return self.d(x)[0] * 2

# %% sc-sequential-tensor-index: a layer chosen by a tensor
# inputs: [('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridSequential()
        self.d.add(nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        return self.d[int(x.sum().asscalar()) % 2](x) * 2  # breaks here

# %% sc-maxpool-index: the largest of a pooled map by [0]
# inputs: [(2, 1, 4, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.MaxPool2D(2)

    def hybrid_forward(self, F, x):
        return self.d(x)[:, 0] * 2  # breaks here

# %% sc-prelu-lambda: HybridLambda of an operator with arguments
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridLambda(lambda F, x: F.LeakyReLU(x, act_type="leaky", slope=0.3))

    def hybrid_forward(self, F, x):
        return self.d(x) * 2

# %% sc-null-gradient: a parameter without a gradient
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3), grad_req="null")

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w) * 2

# %% sc-batchnorm-state: F.BatchNorm with the parameters of the block
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.gamma = self.params.get("gamma", shape=(3,), init="ones")
        self.beta = self.params.get("beta", shape=(3,), init="zeros")
        self.mean = self.params.get("mean", shape=(3,), init="zeros", grad_req="null")
        self.variance = self.params.get("variance", shape=(3,), init="ones", grad_req="null")

    def hybrid_forward(self, F, x, gamma, beta, mean, variance):
        return F.BatchNorm(x, gamma, beta, mean, variance, fix_gamma=False) * 2
