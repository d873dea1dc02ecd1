"""A second list of each kind of case, by somebody who had not seen what the rules do."""

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
