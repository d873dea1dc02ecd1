"""Cases of every kind, by somebody who had not seen what the rules do."""

import mxnet as mx
import numpy as np
from mxnet import nd, gluon, autograd
from mxnet.gluon import Block, HybridBlock, SymbolBlock, Parameter, nn, rnn


# %% other-el-channel-mean-sub: a constant whose shape NumPy's reshape tells
# inputs: [(2, 3, 4, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.mean = self.params.get_constant("mean", np.array([0.4, 0.5, 0.6]).reshape((1, 3, 1, 1)))

    def hybrid_forward(self, F, x, mean):
        return x - mean


# %% other-el-channel-mean-sub-f: the same, broadcast
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.mean = self.params.get_constant("mean", np.array([0.4, 0.5, 0.6]).reshape((1, 3, 1, 1)))

    def hybrid_forward(self, F, x, mean):
        return F.broadcast_sub(x, mean)


# %% other-py-tuple-concat: an input that is a tuple, added to a tuple
# inputs: [(2, 3), ('tup', (2, 3), (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, states):
        everything = (x,) + states  # breaks here
        return F.concat(*everything, dim=1)


# %% other-py-list-concat: an input that is a list, added to a list
# inputs: [(2, 3), [(2, 3), (2, 3)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, states):
        everything = [x] + states
        return F.concat(*everything, dim=1)


# %% other-b-in-tuple-plus: a tuple added to an input that is one
# inputs: [(2, 3), ('tup', (2, 3), (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, feats):
        seq = feats + (x,)  # breaks here
        return F.concat(*seq, dim=1)


# %% other-b-in-tuple-star: a new tuple of both
# inputs: [(2, 3), ('tup', (2, 3), (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, feats):
        seq = (*feats, x)
        return F.concat(*seq, dim=1)


# %% other-b-in-tuple-child: a tuple handed to a child, which stays one
# inputs: [(2, 3)]
# works
class Join(HybridBlock):
    def hybrid_forward(self, F, x, feats):
        return F.concat(*((x,) + feats), dim=1)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.j = Join()

    def hybrid_forward(self, F, x):
        return self.j(x, (x * 2, x * 3))


# %% other-st-ret-bool: whether something is None, among the outputs
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, self.name is not None


# %% other-b-ret-isinst: whether an input is an NDArray, among the outputs
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return [x * 2, isinstance(x, nd.NDArray)]


# %% other-sr-child-bool-by: a flag with which the block makes its child
# inputs: [(2, 3)]
# breaks: trace
class Scale(HybridBlock):
    def __init__(self, by):
        super(Scale, self).__init__()
        self.by = by

    def hybrid_forward(self, F, x):
        return x * self.by  # breaks here


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.s = Scale(True)

    def hybrid_forward(self, F, x):
        return self.s(x)


# %% other-b-ctor-float-kw: a number with which the block makes its child
# inputs: [(2, 3)]
# works
class Gate(HybridBlock):
    def __init__(self, strength=False, **kwargs):
        super(Gate, self).__init__(**kwargs)
        self.strength = strength

    def hybrid_forward(self, F, x):
        return x * self.strength + 1


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.g = Gate(strength=0.5)

    def hybrid_forward(self, F, x):
        return self.g(x)


# %% other-b-ctor-shape: the shape of the parameter of a child
# inputs: [(2, 3)]
# breaks: execution
class Affine(HybridBlock):
    def __init__(self, shape, **kwargs):
        super(Affine, self).__init__(**kwargs)
        self.w = self.params.get("w", shape=shape)

    def hybrid_forward(self, F, x, w):
        return x * w


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.a = Affine((1, 3))

    def hybrid_forward(self, F, x):
        return self.a(x)


# %% other-b-ctor-shape-ok: the shape of the parameter of a child, that of the input
# inputs: [(4, 3)]
# works
class Affine(HybridBlock):
    def __init__(self, shape, **kwargs):
        super(Affine, self).__init__(**kwargs)
        self.w = self.params.get("w", shape=shape)

    def hybrid_forward(self, F, x, w):
        return x * w


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.a = Affine((4, 3))

    def hybrid_forward(self, F, x):
        return self.a(x)


# %% other-b-ctor-units1: the width of a layer of a child
# inputs: [(2, 3)]
# breaks: execution
class Scale(HybridBlock):
    def __init__(self, units, **kwargs):
        super(Scale, self).__init__(**kwargs)
        self.d = nn.Dense(units, in_units=3)

    def hybrid_forward(self, F, x):
        return x * self.d(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.a = Scale(1)

    def hybrid_forward(self, F, x):
        return self.a(x)


# %% other-b-ctor-units3: the width of a layer of a child, that of the input
# inputs: [(2, 3)]
# works
class Scale(HybridBlock):
    def __init__(self, units, **kwargs):
        super(Scale, self).__init__(**kwargs)
        self.d = nn.Dense(units, in_units=3)

    def hybrid_forward(self, F, x):
        return x * self.d(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.a = Scale(3)

    def hybrid_forward(self, F, x):
        return self.a(x)


# %% other-b-ctor-split-n: one output, as the child is made
# inputs: [(2, 6)]
# breaks: values
class Parts(HybridBlock):
    def __init__(self, n, **kwargs):
        super(Parts, self).__init__(**kwargs)
        self.n = n

    def hybrid_forward(self, F, x):
        return F.split(x, num_outputs=self.n, axis=1)[0]


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.p = Parts(1)

    def hybrid_forward(self, F, x):
        return self.p(x) * 2


# %% other-b-ctor-split-n3: three outputs, as the child is made
# inputs: [(2, 6)]
# works
class Parts(HybridBlock):
    def __init__(self, n, **kwargs):
        super(Parts, self).__init__(**kwargs)
        self.n = n

    def hybrid_forward(self, F, x):
        return F.split(x, num_outputs=self.n, axis=1)[0]


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.p = Parts(3)

    def hybrid_forward(self, F, x):
        return self.p(x) * 2


# %% other-b-ctor-op-name: the name of an operator of mx.nd alone, with which a child is made
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Join(HybridBlock):
    def __init__(self, how, **kwargs):
        super(Join, self).__init__(**kwargs)
        self.how = how

    def hybrid_forward(self, F, x, y):
        return getattr(F, self.how)(x, y)  # breaks here


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.j = Join("subtract")

    def hybrid_forward(self, F, x, y):
        return self.j(x, y)


# %% other-b-ctor-op-name-ok: the name of an operator of both, with which a child is made
# inputs: [(2, 3), (2, 3)]
# works
class Join(HybridBlock):
    def __init__(self, how, **kwargs):
        super(Join, self).__init__(**kwargs)
        self.how = how

    def hybrid_forward(self, F, x, y):
        return getattr(F, self.how)(x, y)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.j = Join("broadcast_sub")

    def hybrid_forward(self, F, x, y):
        return self.j(x, y)


# %% other-b-const-same-shape: a constant that NumPy turns round
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.c = self.params.get_constant("c", np.ones((3, 4)).T)

    def hybrid_forward(self, F, x, c):
        return x + c


# %% other-b-ctor-bool-kw: a flag by keyword
# inputs: [(2, 3)]
# breaks: trace
class Gate(HybridBlock):
    def __init__(self, active=False, **kwargs):
        super(Gate, self).__init__(**kwargs)
        self.active = active

    def hybrid_forward(self, F, x):
        return x * self.active + 1  # breaks here


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.g = Gate(active=True)

    def hybrid_forward(self, F, x):
        return self.g(x)


# %% other-b-ctor-index-neg: two children, made with two negative indices
# inputs: [(2, 6)]
# breaks: trace
class Pick(HybridBlock):
    def __init__(self, which, **kwargs):
        super(Pick, self).__init__(**kwargs)
        self.which = which

    def hybrid_forward(self, F, x):
        return F.split(x, num_outputs=3, axis=1)[self.which]  # breaks here


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.p = Pick(-1)
        self.q = Pick(-2)

    def hybrid_forward(self, F, x):
        return self.p(x) * self.q(x)


# %% other-b-ctor-op-two: two children, one of them made with an operator of mx.nd alone
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Join(HybridBlock):
    def __init__(self, how, **kwargs):
        super(Join, self).__init__(**kwargs)
        self.how = how

    def hybrid_forward(self, F, x, y):
        return getattr(F, self.how)(x, y)  # breaks here


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.j = Join("broadcast_sub")
        self.k = Join("logical_or")

    def hybrid_forward(self, F, x, y):
        return self.j(x, y) + self.k(x, y)


# %% other-b-ctor-loop-children: flags that a loop hands to children
# inputs: [(2, 3)]
# breaks: trace
class Inner(HybridBlock):
    def __init__(self, by, **kwargs):
        super(Inner, self).__init__(**kwargs)
        self.by = by

    def hybrid_forward(self, F, x):
        return x * self.by  # breaks here


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.body = nn.HybridSequential()
        for flag in (True, False):
            self.body.add(Inner(flag))

    def hybrid_forward(self, F, x):
        return self.body(x)


# %% other-b-ctor-dims-star: a constructor that takes any number of lengths, spread into reshape
# inputs: [(2, 6)]
# breaks: trace
class View(HybridBlock):
    def __init__(self, *dims, **kwargs):
        super(View, self).__init__(**kwargs)
        self.dims = dims

    def hybrid_forward(self, F, x):
        return x.reshape(*self.dims)  # breaks here


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.v = View(0, 3, 2)

    def hybrid_forward(self, F, x):
        return self.v(x)


# %% other-b-ctor-dims-tuple: the same, given as a tuple
# inputs: [(2, 6)]
# works
class View(HybridBlock):
    def __init__(self, *dims, **kwargs):
        super(View, self).__init__(**kwargs)
        self.dims = dims

    def hybrid_forward(self, F, x):
        return x.reshape(self.dims)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.v = View(0, 3, 2)

    def hybrid_forward(self, F, x):
        return self.v(x)


# %% other-b-ctor-base-arg: a flag handed to the constructor of a base
# inputs: [(2, 3)]
# breaks: trace
class Base(HybridBlock):
    def __init__(self, keep, **kwargs):
        super(Base, self).__init__(**kwargs)
        self.keep = keep

    def hybrid_forward(self, F, x):
        return x * self.keep  # breaks here


class Net(Base):
    def __init__(self, **kwargs):
        super(Net, self).__init__(True, **kwargs)


# %% other-b-ctor-function: a function of F with which a child is made
# inputs: [(2, 3)]
# works
class Apply(HybridBlock):
    def __init__(self, function, **kwargs):
        super(Apply, self).__init__(**kwargs)
        self.function = function

    def hybrid_forward(self, F, x):
        return self.function(F, x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.i = Apply(lambda F, t: F.relu(t) * 2)

    def hybrid_forward(self, F, x):
        return self.i(x)


# %% other-b-ctor-function-bad: a function that reads a shape, with which a child is made
# inputs: [(2, 3)]
# breaks: trace
class Apply(HybridBlock):
    def __init__(self, function, **kwargs):
        super(Apply, self).__init__(**kwargs)
        self.function = function

    def hybrid_forward(self, F, x):
        return self.function(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.i = Apply(lambda t: t * t.shape[1])  # breaks here

    def hybrid_forward(self, F, x):
        return self.i(x)


# %% other-b-ctor-function-nd: a function of mx.nd, with which a child is made
# inputs: [(2, 3)]
# breaks: trace
class Apply(HybridBlock):
    def __init__(self, function, **kwargs):
        super(Apply, self).__init__(**kwargs)
        self.function = function

    def hybrid_forward(self, F, x):
        return self.function(x)  # breaks here


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.i = Apply(nd.relu)

    def hybrid_forward(self, F, x):
        return self.i(x)


# %% other-b-ctor-mode-branch: a mode with which a child is made
# inputs: [(2, 3)]
# works
class Pool(HybridBlock):
    def __init__(self, mode, **kwargs):
        super(Pool, self).__init__(**kwargs)
        self.mode = mode

    def hybrid_forward(self, F, x):
        if self.mode == "mean":
            return F.mean(x, axis=1)
        elif self.mode == "max":
            return F.max(x, axis=1)
        raise ValueError(self.mode)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.p = Pool("max")

    def hybrid_forward(self, F, x):
        return self.p(x)


# %% other-b-ctor-activation-obj: a block with which a child is made, or none
# inputs: [(2, 3)]
# works
class Inner(HybridBlock):
    def __init__(self, act, **kwargs):
        super(Inner, self).__init__(**kwargs)
        self.act = act

    def hybrid_forward(self, F, x):
        return self.act(x) if self.act is not None else F.identity(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.i = Inner(nn.Activation("tanh"))
        self.j = Inner(None)

    def hybrid_forward(self, F, x):
        return self.i(x) + self.j(x)


# %% other-b-const-np-col: a column that NumPy counts
# inputs: [(4, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.c = self.params.get_constant("c", np.arange(4).reshape(-1, 1).astype("float32"))

    def hybrid_forward(self, F, x, c):
        return x * c


# %% other-b-const-np-col-f: the same, broadcast
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.c = self.params.get_constant("c", np.arange(4).reshape(-1, 1).astype("float32"))

    def hybrid_forward(self, F, x, c):
        return F.broadcast_mul(x, c)


# %% other-b-const-np-newaxis: a constant with a new axis
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.c = self.params.get_constant("c", np.array([1.0, 2.0, 3.0])[np.newaxis, :])

    def hybrid_forward(self, F, x, c):
        return x - c


# %% other-b-const-np-mean: the mean of a table of NumPy
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        table = np.array([[1.0, 2.0, 3.0], [3.0, 2.0, 1.0]])
        self.c = self.params.get_constant("c", table.mean(axis=0, keepdims=True))

    def hybrid_forward(self, F, x, c):
        return x - c


# %% other-b-const-tri: the upper triangle of ones
# inputs: [(2, 3, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.c = self.params.get_constant("c", np.triu(np.ones((1, 3, 3)), k=1))

    def hybrid_forward(self, F, x, c):
        return x * c


# %% other-b-const-nd-reshape: a constant of mx.nd, reshaped
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.c = self.params.get_constant("c", nd.arange(3).reshape((1, 3)))

    def hybrid_forward(self, F, x, c):
        return x + c


# %% other-b-const-local: a constant of a list of a list
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        weights = [0.2, 0.3, 0.5]
        self.c = self.params.get_constant("c", [weights])

    def hybrid_forward(self, F, x, c):
        return x * c


# %% other-b-state-deque: a deque of numbers that grows, summed
# inputs: [(2, 3)]
# breaks: values
import collections


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.recent = collections.deque(maxlen=4)

    def hybrid_forward(self, F, x):
        self.recent.append(1.5)
        return x * sum(self.recent)


# %% other-b-state-dict-count: a number in a dict that is counted up
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.stats = {"calls": 0}

    def hybrid_forward(self, F, x):
        self.stats["calls"] += 1
        return x * self.stats["calls"]


# %% other-b-state-dict-unused: a number in a dict that is counted up and not used
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.stats = {"calls": 0}

    def hybrid_forward(self, F, x):
        self.stats["calls"] += 1
        return x * 2


# %% other-b-state-parent-counts-child: a parent that counts up a number of its child
# inputs: [(2, 3)]
# breaks: values
class Scaled(HybridBlock):
    def __init__(self, **kwargs):
        super(Scaled, self).__init__(**kwargs)
        self.by = 1.0

    def hybrid_forward(self, F, x):
        return x * self.by


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.s = Scaled()

    def hybrid_forward(self, F, x):
        self.s.by = self.s.by + 1
        return self.s(x)


# %% other-b-state-parent-sets-child: a parent that sets a number of its child
# inputs: [(2, 3)]
# works
class Scaled(HybridBlock):
    def __init__(self, **kwargs):
        super(Scaled, self).__init__(**kwargs)
        self.by = 1.0

    def hybrid_forward(self, F, x):
        return x * self.by


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.s = Scaled()

    def hybrid_forward(self, F, x):
        self.s.by = 3.0
        return self.s(x)


# %% other-b-state-memo-scale: a number that is computed once
# inputs: [(2, 3)]
# works
import math


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.memo = {}
        self.heads = 4

    def hybrid_forward(self, F, x):
        if self.heads not in self.memo:
            self.memo[self.heads] = 1.0 / math.sqrt(self.heads)
        return x * self.memo[self.heads]


# %% other-b-state-reset: a level that each call begins anew
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.level = 0

    def _down(self, x):
        self.level += 1
        return x * self.level

    def hybrid_forward(self, F, x):
        self.level = 0
        x = self._down(x)
        return self._down(x)


# %% other-b-in-tuple-rev: an input that is a tuple, turned round
# inputs: [('tup', (2, 3), (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, feats):
        return F.concat(*feats[::-1], dim=1)


# %% other-b-in-list-plus-tuple: a list added to an input that is one
# inputs: [(2, 3), [(2, 3), (2, 3)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, feats):
        seq = feats + [x]
        return F.concat(*seq, dim=1)


# %% other-b-guard-try-index: a row that is the whole while tracing
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            first = x[0]
        except Exception:
            first = F.slice_axis(x, axis=0, begin=0, end=1)
        return first * 2


# %% other-b-guard-else-none: a shape that only one life looks at
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        shape = x.shape if isinstance(x, nd.NDArray) else None
        if shape is not None and shape[1] != 3:
            raise ValueError(shape)
        return F.relu(x)


# %% other-b-ret-zip: pairs of tensors, not yet made a list
# inputs: [[(2, 3), (2, 3)], [(2, 3), (2, 3)]]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, xs, ys):
        return zip(xs, ys)


# %% other-b-ret-zip-list: a list of pairs of tensors
# inputs: [[(2, 3), (2, 3)], [(2, 3), (2, 3)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, xs, ys):
        return [(a * 1, b * 2) for a, b in zip(xs, ys)]


# %% other-b-ret-dict-items: the values of a dict, as a list
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        out = {}
        out["a"] = x * 2
        out["b"] = x * 3
        return list(out.values())


# %% other-b-adain-bad: styles that have to be broadcast
# inputs: [(2, 3, 4, 4), (2, 6)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, style):
        gamma, beta = F.split(style, num_outputs=2, axis=1)
        gamma = gamma.reshape((0, 0, 1, 1))
        beta = beta.reshape((0, 0, 1, 1))
        return (x + 1) * gamma + beta


# %% other-b-adain: styles that are broadcast
# inputs: [(2, 3, 4, 4), (2, 6)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, style):
        gamma, beta = F.split(style, num_outputs=2, axis=1)
        gamma = gamma.expand_dims(2).expand_dims(3)
        beta = beta.expand_dims(2).expand_dims(3)
        return F.broadcast_add(F.broadcast_mul(x, gamma), beta)


# %% other-b-lambda-closure: a flag that a HybridLambda closes over
# inputs: [(2, 3)]
# breaks: trace
def scaled(by):
    return nn.HybridLambda(lambda F, x: x * by)  # breaks here


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.a = scaled(2.0)
        self.b = scaled(True)

    def hybrid_forward(self, F, x):
        return self.b(self.a(x))


# %% other-big-mha: self-attention with codes of reshape
# inputs: [(2, 5, 8)]
# works
import math


class SelfAttention(HybridBlock):
    def __init__(self, units, heads, **kwargs):
        super(SelfAttention, self).__init__(**kwargs)
        self._units = units
        self._heads = heads
        with self.name_scope():
            self.qkv = nn.Dense(3 * units, in_units=units, flatten=False)
            self.out = nn.Dense(units, in_units=units, flatten=False)

    def _split_heads(self, F, t):
        t = F.reshape(t, shape=(0, 0, self._heads, -1))
        t = F.transpose(t, axes=(0, 2, 1, 3))
        return F.reshape(t, shape=(-3, 0, 0))

    def hybrid_forward(self, F, x):
        q, k, v = F.split(self.qkv(x), num_outputs=3, axis=2)
        q, k, v = [self._split_heads(F, t) for t in (q, k, v)]
        scores = F.batch_dot(q, k, transpose_b=True) / math.sqrt(self._units // self._heads)
        att = F.softmax(scores, axis=-1)
        out = F.batch_dot(att, v)
        out = F.reshape(out, shape=(-4, -1, self._heads, 0, 0))
        out = F.reshape(F.transpose(out, axes=(0, 2, 1, 3)), shape=(0, 0, -3))
        return self.out(out)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.att = SelfAttention(8, 2)
        self.ln = nn.LayerNorm(in_channels=8)

    def hybrid_forward(self, F, x):
        return self.ln(x + self.att(x))


# %% other-big-mha-bad: self-attention that reads shapes
# inputs: [(2, 5, 8)]
# breaks: trace
import math


class SelfAttention(HybridBlock):
    def __init__(self, units, heads, **kwargs):
        super(SelfAttention, self).__init__(**kwargs)
        self._units = units
        self._heads = heads
        with self.name_scope():
            self.qkv = nn.Dense(3 * units, in_units=units, flatten=False)
            self.out = nn.Dense(units, in_units=units, flatten=False)

    def _split_heads(self, F, t):
        n, length, _ = t.shape  # breaks here
        t = F.reshape(t, shape=(n, length, self._heads, -1))
        return F.transpose(t, axes=(0, 2, 1, 3)).reshape((-3, 0, 0))

    def hybrid_forward(self, F, x):
        q, k, v = F.split(self.qkv(x), num_outputs=3, axis=2)
        q, k, v = [self._split_heads(F, t) for t in (q, k, v)]
        scores = F.batch_dot(q, k, transpose_b=True) / math.sqrt(self._units // self._heads)
        out = F.batch_dot(F.softmax(scores, axis=-1), v)
        out = F.reshape(out, shape=(-4, -1, self._heads, 0, 0))
        return self.out(F.reshape(F.transpose(out, axes=(0, 2, 1, 3)), shape=(0, 0, -3)))


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.att = SelfAttention(8, 2)

    def hybrid_forward(self, F, x):
        return self.att(x)


# %% other-big-yolo-decode: boxes decoded with constant grids
# inputs: [(2, 15, 4, 4)]
# works
class Decode(HybridBlock):
    def __init__(self, anchors, stride, num_class, **kwargs):
        super(Decode, self).__init__(**kwargs)
        self._num = len(anchors) // 2
        self._pred = num_class + 5
        self._stride = stride
        anchors = np.array(anchors).astype("float32").reshape(1, 1, -1, 2)
        grid_x, grid_y = np.meshgrid(np.arange(8), np.arange(8))
        offsets = np.concatenate((grid_x[:, :, np.newaxis], grid_y[:, :, np.newaxis]), axis=-1)
        offsets = np.expand_dims(np.expand_dims(offsets, axis=0), axis=0)
        with self.name_scope():
            self.anchors = self.params.get_constant("anchor_", anchors)
            self.offsets = self.params.get_constant("offset_", offsets)

    def hybrid_forward(self, F, x, anchors, offsets):
        pred = x.reshape((0, self._num * self._pred, -1))
        pred = pred.transpose(axes=(0, 2, 1)).reshape((0, -1, self._num, self._pred))
        centers = pred.slice_axis(axis=-1, begin=0, end=2)
        scales = pred.slice_axis(axis=-1, begin=2, end=4)
        objectness = F.sigmoid(pred.slice_axis(axis=-1, begin=4, end=5))
        offsets = F.slice_like(offsets, x * 0, axes=(2, 3)).reshape((1, -1, 1, 2))
        centers = F.broadcast_add(F.sigmoid(centers), offsets) * self._stride
        scales = F.broadcast_mul(F.exp(scales), anchors)
        half = scales / 2
        return F.concat(centers - half, centers + half, dim=-1), objectness


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.decode = Decode([10, 13, 16, 30, 33, 23], 8, 0)

    def hybrid_forward(self, F, x):
        boxes, conf = self.decode(x)
        return F.broadcast_mul(boxes, conf)


# %% other-big-capsule: routing between capsules
# inputs: [(2, 6, 4)]
# works
class Routing(HybridBlock):
    def __init__(self, n_in, n_out, d_in, d_out, rounds, **kwargs):
        super(Routing, self).__init__(**kwargs)
        self.n_in, self.n_out, self.rounds = n_in, n_out, rounds
        self.weight = self.params.get("weight", shape=(1, n_in, n_out, d_in, d_out))

    def squash(self, F, v):
        sq = F.sum(F.square(v), axis=-1, keepdims=True)
        return F.broadcast_mul(F.broadcast_div(v, F.sqrt(sq + 1e-7)), sq / (1 + sq))

    def hybrid_forward(self, F, x, weight):
        x = x.expand_dims(2).expand_dims(4)
        u = F.sum(F.broadcast_mul(x, weight), axis=3)
        b = F.zeros_like(F.slice_axis(u, axis=3, begin=0, end=1))
        for i in range(self.rounds):
            c = F.softmax(b, axis=2)
            v = self.squash(F, F.sum(F.broadcast_mul(c, u), axis=1, keepdims=True))
            if i + 1 < self.rounds:
                b = b + F.sum(F.broadcast_mul(u, v), axis=-1, keepdims=True)
        return v.reshape((0, -3, -2))


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.r = Routing(6, 3, 4, 2, 2)

    def hybrid_forward(self, F, x):
        return self.r(x)


# %% other-big-capsule-bad: squashing that has to be broadcast
# inputs: [(2, 6, 4)]
# breaks: execution
class Squash(HybridBlock):
    def hybrid_forward(self, F, v):
        sq = F.sum(F.square(v), axis=-1, keepdims=True)
        return v * (sq / (1 + sq) / F.sqrt(sq + 1e-7))


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.s = Squash()
        self.d = nn.Dense(4, in_units=4, flatten=False)

    def hybrid_forward(self, F, x):
        return self.s(self.d(x))


# %% other-big-tcn: dilated convolutions, cut at the end
# inputs: [(2, 3, 8)]
# works
class Causal(HybridBlock):
    def __init__(self, channels, kernel, dilation, in_channels, **kwargs):
        super(Causal, self).__init__(**kwargs)
        self._trim = (kernel - 1) * dilation
        self.conv = nn.Conv1D(channels, kernel, padding=self._trim, dilation=dilation, in_channels=in_channels)

    def hybrid_forward(self, F, x):
        y = self.conv(x)
        if self._trim > 0:
            y = F.slice_axis(y, axis=2, begin=0, end=-self._trim)
        return y


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.layers = nn.HybridSequential()
        for i in range(3):
            self.layers.add(Causal(3, 2, 2 ** i, 3))

    def hybrid_forward(self, F, x):
        skip = 0
        for layer in self.layers:
            y = F.relu(layer(x))
            skip = skip + y
            x = x + y
        return skip


# %% other-big-crf: the best path through tags
# inputs: [(2, 4, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.tags = 3
        self.length = 4
        self.trans = self.params.get("trans", shape=(3, 3))

    def hybrid_forward(self, F, x, trans):
        steps = F.split(x, num_outputs=self.length, axis=1, squeeze_axis=True)
        score = steps[0]
        for t in range(1, self.length):
            total = F.broadcast_add(score.expand_dims(2), trans.expand_dims(0))
            best = F.max(total, axis=1)
            score = best + steps[t]
        return F.max(score, axis=1)


# %% other-big-crf-bad: the best path, gone through by rows
# inputs: [(2, 4, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.trans = self.params.get("trans", shape=(3, 3))

    def hybrid_forward(self, F, x, trans):
        score = None
        for step in F.swapaxes(x, 0, 1):
            if score is None:
                score = step
                continue
            total = F.broadcast_add(score.expand_dims(2), trans.expand_dims(0))
            score = F.max(total, axis=1) + step
        return F.max(score, axis=1)


# %% other-big-config-net: layers that a table of names and arguments makes
# inputs: [(2, 3)]
# works
CONFIG = [("dense", {"units": 4, "in_units": 3}), ("act", {"activation": "relu"}), ("dense", {"units": 2, "in_units": 4})]
KINDS = {"dense": nn.Dense, "act": nn.Activation}


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.taps = (0, 2)
        for i, (kind, args) in enumerate(CONFIG):
            self.register_child(KINDS[kind](**args), "layer%d" % i)

    def hybrid_forward(self, F, x):
        taps = []
        for i, layer in enumerate(self._children.values()):
            x = layer(x)
            if i in self.taps:
                taps.append(x)
        return F.concat(*taps, dim=1)


# %% other-big-template: a class whose parts its heirs fill in
# inputs: [(2, 3)]
# works
class Template(HybridBlock):
    activation = None

    def __init__(self, units, **kwargs):
        super(Template, self).__init__(**kwargs)
        self.layer = self.make_layer(units)

    def make_layer(self, units):
        raise NotImplementedError

    def pre(self, F, x):
        return x

    def post(self, F, x):
        return x

    def hybrid_forward(self, F, x):
        x = self.layer(self.pre(F, x))
        if self.activation is not None:
            x = F.Activation(x, act_type=self.activation)
        return self.post(F, x)


class Concrete(Template):
    activation = "tanh"

    def make_layer(self, units):
        return nn.Dense(units, in_units=3)

    def post(self, F, x):
        return F.L2Normalization(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.c = Concrete(4)

    def hybrid_forward(self, F, x):
        return self.c(x)


# %% other-big-template-bad: the same, where a part has to be broadcast
# inputs: [(2, 3)]
# breaks: execution
class Template(HybridBlock):
    activation = None

    def __init__(self, units, **kwargs):
        super(Template, self).__init__(**kwargs)
        self.layer = self.make_layer(units)

    def make_layer(self, units):
        raise NotImplementedError

    def post(self, F, x):
        return x

    def hybrid_forward(self, F, x):
        x = self.layer(x)
        return self.post(F, x)


class Concrete(Template):
    def make_layer(self, units):
        return nn.Dense(units, in_units=3)

    def post(self, F, x):
        return x / x.norm(axis=1, keepdims=True)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.c = Concrete(4)

    def hybrid_forward(self, F, x):
        return self.c(x)


# %% other-big-unet: skip connections, cropped
# inputs: [(2, 1, 8, 8)]
# works
class Up(HybridBlock):
    def __init__(self, channels, **kwargs):
        super(Up, self).__init__(**kwargs)
        self.up = nn.Conv2DTranspose(channels, 2, strides=2)
        self.conv = nn.Conv2D(channels, 3, padding=1, activation="relu")

    def hybrid_forward(self, F, x, skip):
        x = F.Crop(self.up(x), skip, num_args=2)
        return self.conv(F.concat(x, skip, dim=1))


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.down = nn.HybridSequential()
        self.up = nn.HybridSequential()
        for c in (2, 4):
            self.down.add(nn.Conv2D(c, 3, padding=1, activation="relu"))
        for c in (2,):
            self.up.add(Up(c))

    def hybrid_forward(self, F, x):
        skips = []
        for i, layer in enumerate(self.down):
            x = layer(x)
            if i < len(self.down) - 1:
                skips.append(x)
                x = F.Pooling(x, kernel=(2, 2), stride=(2, 2), pool_type="max")
        for layer, skip in zip(self.up, reversed(skips)):
            x = layer(x, skip)
        return x


# %% other-fn-foreach-list-collect: rows that the body of a loop collects
# inputs: [(5, 3), (3,)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, s):
        seen = []
        def body(d, st):
            seen.append(d * 2)
            return d + st[0], [st[0] * 1]
        out, last = F.contrib.foreach(body, x, [s])
        return out, F.add_n(*seen)


# %% other-fn-cond-branch-index: rows picked in a branch
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.cond(F.sum(x) > -1e6, lambda: x[1:3] * 2, lambda: x[0:2] * 3)  # breaks here


# %% other-kept-list-loop: a list of numbers that grows, gone through
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.factors = [1.0]

    def hybrid_forward(self, F, x):
        self.factors.append(2.0)
        for factor in self.factors:
            x = x * factor
        return x


# %% other-kept-list-unread: a list of numbers that grows, beside one that does not
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.factors = [1.0]

    def hybrid_forward(self, F, x):
        self.factors.append(2.0)
        for factor in (1.0, 2.0):
            x = x * factor
        return x


# %% other-kept-list-max: the largest of numbers that grow
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.factors = [1.0]

    def hybrid_forward(self, F, x):
        self.factors.append(self.factors[-1] * 2)
        return x * max(self.factors)


# %% other-c-split-one-guard: one output is no split, as two children are made
# inputs: [(2, 6)]
# works
class Parts(HybridBlock):
    def __init__(self, n, **kwargs):
        super(Parts, self).__init__(**kwargs)
        self.n = n

    def hybrid_forward(self, F, x):
        if self.n == 1:
            return x * 2
        return F.add_n(*F.split(x, num_outputs=self.n, axis=1, squeeze_axis=False)[0:self.n])


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.a = Parts(1)
        self.b = Parts(2)

    def hybrid_forward(self, F, x):
        return self.b(self.a(x))


# %% other-c-child-toggle: a parent that switches its child
# inputs: [(2, 3)]
# breaks: values
class Scaled(HybridBlock):
    def __init__(self, **kwargs):
        super(Scaled, self).__init__(**kwargs)
        self.on = False

    def hybrid_forward(self, F, x):
        return x * 2 if self.on else x * 3


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.s = Scaled()

    def hybrid_forward(self, F, x):
        y = self.s(x)
        self.s.on = not self.s.on
        return y


# %% other-c-initializer-function: a constant that a function makes
# inputs: [(2, 3)]
# works
def ones(shape):
    return np.ones(shape)


class Const(HybridBlock):
    def __init__(self, make, **kwargs):
        super(Const, self).__init__(**kwargs)
        self.c = self.params.get_constant("c", make((1, 3)))

    def hybrid_forward(self, F, x, c):
        return F.broadcast_mul(x, c)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.a = Const(ones)

    def hybrid_forward(self, F, x):
        return self.a(x)


# %% other-c-initializer-function-bad: the same, to be broadcast
# inputs: [(2, 3)]
# breaks: execution
def ones(shape):
    return np.ones(shape)


class Const(HybridBlock):
    def __init__(self, make, **kwargs):
        super(Const, self).__init__(**kwargs)
        self.c = self.params.get_constant("c", make((1, 3)))

    def hybrid_forward(self, F, x, c):
        return x * c


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.a = Const(ones)

    def hybrid_forward(self, F, x):
        return self.a(x)


# %% other-c-two-widths: two widths, one of them one, and a product that broadcasts
# inputs: [(2, 3)]
# works
class Head(HybridBlock):
    def __init__(self, units, **kwargs):
        super(Head, self).__init__(**kwargs)
        self.d = nn.Dense(units, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.a = Head(1)
        self.b = Head(3)

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(self.a(x), self.b(x))


# %% other-c-two-widths-bad: two widths, one of which has to be broadcast
# inputs: [(2, 3)]
# breaks: execution
class Head(HybridBlock):
    def __init__(self, units, **kwargs):
        super(Head, self).__init__(**kwargs)
        self.d = nn.Dense(units, in_units=3)

    def hybrid_forward(self, F, x):
        return x * self.d(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.a = Head(3)
        self.b = Head(1)

    def hybrid_forward(self, F, x):
        return self.a(x) + self.b(x)


# %% other-sr-only-forward-export: a block that only has a forward
# inputs: [(2, 3)]
# breaks: export
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def forward(self, x):
        return self.d(x) * 2
