"""Blocks that nothing calls, or that belong to nobody."""

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import Block, HybridBlock, Parameter, SymbolBlock, nn, rnn

# %% near-t3-unused-param-known: a parameter that nothing uses beside a layer with in_units
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x, w):
        return self.d(x)


# %% near-t3-unused-bn: BatchNorm never called beside a deferred Dense
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(3)
        self.norm = nn.BatchNorm()

    def hybrid_forward(self, F, x):
        return self.a(x)


# %% near-t3-unused-act: Activation never called beside a deferred Dense
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(3)
        self.unused = nn.Activation("relu")

    def hybrid_forward(self, F, x):
        return self.a(x)


# %% near-t3-unused-local: a local block with a layer never called beside a deferred Dense
# inputs: [(2, 3)]
# breaks: execution
class Ch(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.inner = nn.Dense(3)

    def hybrid_forward(self, F, x):
        return self.inner(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(3)
        self.unused = Ch()

    def hybrid_forward(self, F, x):
        return self.a(x)


# %% near-t3-unused-in-child: a child of a child never called beside a deferred Dense
# inputs: [(2, 3)]
# breaks: execution
class Ch(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.used = nn.Dense(3)
        self.forgotten = nn.Dense(3)

    def hybrid_forward(self, F, x):
        return self.used(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x)


# %% near-t3-used-by-helper: a child used in a helper method
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.one = nn.Dense(3)
        self.two = nn.Dense(2)

    def head(self, x):
        return self.two(x)

    def hybrid_forward(self, F, x):
        return self.head(self.one(x))


# %% near-t3-used-by-getattr: a child used by getattr(self, "two")
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.one = nn.Dense(3)
        self.two = nn.Dense(2)

    def hybrid_forward(self, F, x):
        return getattr(self, "two")(self.one(x))


# %% near-t3-used-by-children: children gone through
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.one = nn.Dense(3)
        self.two = nn.Dense(2)

    def hybrid_forward(self, F, x):
        for child in self._children.values():
            x = child(x)
        return x


# %% near-t3-used-by-subclass: a base makes the child that a subclass uses
# inputs: [(2, 3)]
# works
class Base(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.one = nn.Dense(3)
        self.two = nn.Dense(2)

    def hybrid_forward(self, F, x):
        return self.one(x)


class Net(Base):
    def hybrid_forward(self, F, x):
        return self.two(super().hybrid_forward(F, x))


# %% near-t3-shared: the second layer shares the parameters of the first
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.one = nn.Dense(3)
        self.two = nn.Dense(3, params=self.one.params)

    def hybrid_forward(self, F, x):
        return self.one(x)


# %% near-t3-global-block: a block of the module called in the body
# inputs: [(2, 3)]
# breaks: execution
D = nn.Dense(3, in_units=3)
D.initialize()


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return D(x)


# %% near-t3-global-block-act: an activation of the module called in the body
# inputs: [(2, 3)]
# works
A = nn.Activation("relu")


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return A(x)


# %% near-t3-closure-block: a HybridLambda around a block of nobody
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        d = nn.Dense(3, in_units=3)
        d.initialize()
        self.l = nn.HybridLambda(lambda F, x: d(x))

    def hybrid_forward(self, F, x):
        return self.l(x)


# %% near-t3-ctor-block: a block handed to the constructor of a child
# inputs: [(2, 3)]
# works
class Ch(HybridBlock):
    def __init__(self, body, **kwargs):
        super().__init__(**kwargs)
        self.body = body

    def hybrid_forward(self, F, x):
        return self.body(x) * 2


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch(nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        return self.c(x)


# %% near-t3-maker: a function that makes the layers
# inputs: [(2, 3)]
# works
def make(n):
    net = nn.HybridSequential()
    for _ in range(n):
        net.add(nn.Dense(3))
    return net


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = make(2)

    def hybrid_forward(self, F, x):
        return self.body(x)


# %% near-t3-maker-block: a function that makes and calls blocks outside
# inputs: [(2, 3)]
# works
def make():
    d = nn.Dense(3, in_units=3)
    d.initialize()
    d(nd.ones((1, 3)))
    return d


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = make()

    def hybrid_forward(self, F, x):
        return self.body(x)


# %% near-t3-decorated-child: self.d called through a wrapper object
# inputs: [(2, 3)]
# works
class Twice:
    def __init__(self, block):
        self.block = block

    def __call__(self, x):
        return self.block(x) * 2


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.f = Twice(self.d)

    def hybrid_forward(self, F, x):
        return self.f(x)


# %% near-t3-wrapper-unreg: a wrapper object around a block of nobody
# inputs: [(2, 3)]
# breaks: execution
class Twice:
    def __init__(self, block):
        self.block = block

    def __call__(self, x):
        return self.block(x) * 2


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        d = nn.Dense(3, in_units=3)
        d.initialize()
        self.f = Twice(d)

    def hybrid_forward(self, F, x):
        return self.f(x)


# %% near-t3-hook-lambda-shape: self.d.register_forward_hook reading o.shape, kept
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.shapes = []
        self.d.register_forward_hook(lambda b, i, o: self.shapes.append(o.shape))  # breaks here

    def hybrid_forward(self, F, x):
        return self.d(x)


# %% near-t3-hook-def-scale: a pre-hook def that scales
# inputs: [(2, 3)]
# works
def scale(block, inputs):
    """Twice the input."""
    return (inputs[0] * 2,)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.d.register_forward_pre_hook(scale)

    def hybrid_forward(self, F, x):
        return self.d(x)


# %% near-m3-reshape-list-star: x.reshape(*[3, 2])
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(*[3, 2])  # breaks here


# %% near-m3-reshape-m1-1-neg: x.reshape(-1, 1).sum(axis=1)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(-1, 1).sum(axis=1)


# %% near-m3-sort-axis-none: x.sort(axis=None)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sort(axis=None)


# %% near-m3-split-default: x.split(3)[1]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.split(3)[1]


# %% near-m3-pad-kw: x.expand_dims(0).expand_dims(0).pad(mode="edge", pad_width=(0, 0, 0, 0, 1, 1, 1, 1))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.expand_dims(0).expand_dims(0).pad(mode="edge", pad_width=(0, 0, 0, 0, 1, 1, 1, 1))
