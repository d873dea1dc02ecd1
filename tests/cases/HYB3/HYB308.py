"""Blocks that HYB308 reports, and blocks like them that work."""

import numpy as np
from mxnet.gluon import HybridBlock, nn

# %% b-c-0-1-x-reshape-b-c
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        b, c = 0, -1
        return x.reshape(b, c)  # HYB308 # breaks: trace # fix: return x.reshape((b, c))

# %% constructor-that-takes-any-number-of-lengths-spread-into-reshape
# inputs: [(2, 6)]
class View(HybridBlock):
    def __init__(self, *dims, **kwargs):
        super(View, self).__init__(**kwargs)
        self.dims = dims

    def hybrid_forward(self, F, x):
        return x.reshape(*self.dims)  # HYB308 # breaks: trace


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.v = View(0, 3, 2)

    def hybrid_forward(self, F, x):
        return self.v(x)

# %% elements-of-a-list-reshaped-with-dimensions-one-by-one
# inputs: [[(2, 3, 2), (2, 3)]]
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        return F.concat(*[t.reshape(0, -1) for t in xs], dim=1)  # HYB308 # breaks: trace

# %% generator-that-reshapes-with-positional-numbers
# inputs: [(2, 4)]
class Net(HybridBlock):
    def __init__(self, ngf=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.net = nn.HybridSequential()
            self.net.add(nn.Conv2DTranspose(ngf, 4, 1, 0, use_bias=False), nn.BatchNorm(), nn.Activation('relu'))
            self.net.add(nn.Conv2DTranspose(3, 4, 2, 1, use_bias=False), nn.Activation('tanh'))

    def hybrid_forward(self, F, z):
        z = z.reshape(-1, 4, 1, 1)  # HYB308 # breaks: trace
        return self.net(z)

# %% heads-split-with-positional-ints
# inputs: [(2, 4, 8)]
class Net(HybridBlock):
    def __init__(self, units=8, heads=2, **kwargs):
        super().__init__(**kwargs)
        self._heads = heads
        self._scale = (units // heads) ** -0.5
        with self.name_scope():
            self.qkv = nn.Dense(3 * units, flatten=False)
            self.proj = nn.Dense(units, flatten=False)

    def _split(self, F, x):
        x = x.reshape(0, 0, self._heads, -1)  # HYB308 # breaks: trace
        return F.reshape(F.transpose(x, axes=(0, 2, 1, 3)), shape=(-3, 0, 0))

    def hybrid_forward(self, F, x):
        q, k, v = [self._split(F, t) for t in F.split(self.qkv(x), num_outputs=3, axis=-1)]
        weights = F.softmax(F.batch_dot(q, k, transpose_b=True) * self._scale, axis=-1)
        out = F.batch_dot(weights, v)
        out = F.reshape(out, shape=(-4, -1, self._heads, 0, 0))
        out = F.reshape(F.transpose(out, axes=(0, 2, 1, 3)), shape=(0, 0, -3))
        return self.proj(out)

# %% helper-x-reshape-3-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.relu(x)
        return y.reshape(3, -1)  # HYB308 # breaks: trace

# %% hybridlambda-inside-hybridsequential-reshape-ints
# inputs: [(2, 6)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.s = nn.HybridSequential()
        self.s.add(nn.Dense(6, flatten=False), nn.HybridLambda(lambda F, x: x.reshape(-1, 3)))  # HYB308 # breaks: trace

    def hybrid_forward(self, F, x):
        return self.s(x)

# %% optional-child-by-another-name
# inputs: [(2, 3)]
# ctor: {'layers': 0}
class Net(HybridBlock):
    def __init__(self, layers=1, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3) if layers else None
    def hybrid_forward(self, F, x):
        d = self.d
        if d is None:
            return x.reshape(0, -1)  # HYB308 # breaks: trace
        return d(x)

# %% output-of-a-child-of-the-callers-reshaped-one-by-one
# inputs: [(2, 3)]
# ctor: {'body': None}
class Net(HybridBlock):
    def __init__(self, body=None, **kwargs):
        super().__init__(**kwargs)
        self.body = body or nn.Dense(4, in_units=3)
    def hybrid_forward(self, F, x):
        return self.body(x).reshape(0, 2, -1)  # HYB308 # breaks: trace

# %% reshape-1-shape-spread-after-batch
# inputs: [(2, 12)]
class Net(HybridBlock):
    def __init__(self, size=(3, 4), **kwargs):
        super().__init__(**kwargs)
        self.size = size

    def hybrid_forward(self, F, x):
        return x.reshape(-1, *self.size)  # HYB308 # breaks: trace

# %% reshape-by-two-numbers
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(-1, 4)  # HYB308 # breaks: trace

# %% reshape-helper-that-hands-sizes-on-one-by-one
# inputs: [(2, 4, 6)]
def view(x, *sizes):
    return x.reshape(*sizes)  # HYB308 # breaks: trace


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(6, flatten=False, in_units=6)

    def hybrid_forward(self, F, x):
        return view(self.d(x), -1, 6) * 2

# %% reshape-shape-of-an-argument
# inputs: [(2, 12)]
# ctor: {'shape': (-1, 3, 4)}
class Net(HybridBlock):
    def __init__(self, shape, **kwargs):
        super().__init__(**kwargs)
        self.shape = tuple(shape)

    def hybrid_forward(self, F, x):
        return F.relu(x).reshape(*self.shape)  # HYB308 # breaks: trace

# %% x-reshape-0-1-me-two
# inputs: [(2, 3, 2)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(0, -1) * 2  # HYB308 # breaks: trace

# %% x-reshape-0-1-star-list
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(*[0, -1])  # HYB308 # breaks: trace

# %% x-reshape-0-4-2-2-0-positional-codes
# inputs: [(2, 4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(0, -4, 2, 2, 0)  # HYB308 # breaks: trace

# %% x-reshape-1-3-reverse-true
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(-1, 3, reverse=True)  # HYB308 # breaks: trace

# %% x-reshape-3-2
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(*[3, 2])  # HYB308 # breaks: trace

# %% x-reshape-self-dims
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.dims = (3, -1)

    def hybrid_forward(self, F, x):
        return x.reshape(*self.dims)  # HYB308 # breaks: trace

# %% x-reshape-self-k
# inputs: [(2, 3, 2)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = (-1, 6)

    def hybrid_forward(self, F, x):
        return x.reshape(*self.k) * 2  # HYB308 # breaks: trace

# %% x-reshape-self-n-1-with-n-0
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 0

    def hybrid_forward(self, F, x):
        return x.reshape(self.n, -1)  # HYB308 # breaks: trace

# %% x-reshape-self-shape
# inputs: [(2, 12)]
class Net(HybridBlock):
    def __init__(self, shape=(-1, 3, 4), **kwargs):
        super().__init__(**kwargs)
        self.shape = shape

    def hybrid_forward(self, F, x):
        return x.reshape(*self.shape)  # HYB308 # breaks: trace

# %% generator-with-transposed-convolutions
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, ngf=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.net = nn.HybridSequential()
            self.net.add(nn.Conv2DTranspose(ngf, 4, 1, 0, use_bias=False), nn.BatchNorm(), nn.Activation('relu'))
            self.net.add(nn.Conv2DTranspose(3, 4, 2, 1, use_bias=False), nn.Activation('tanh'))

    def hybrid_forward(self, F, z):
        return self.net(z.expand_dims(-1).expand_dims(-1))

# %% heads-split-with-a-tuple
# inputs: [(2, 4, 8)]
# clean
class Net(HybridBlock):
    def __init__(self, units=8, heads=2, **kwargs):
        super().__init__(**kwargs)
        self._heads = heads
        self._scale = (units // heads) ** -0.5
        with self.name_scope():
            self.qkv = nn.Dense(3 * units, flatten=False)
            self.proj = nn.Dense(units, flatten=False)

    def _split(self, F, x):
        x = x.reshape((0, 0, self._heads, -1))
        return F.reshape(F.transpose(x, axes=(0, 2, 1, 3)), shape=(-3, 0, 0))

    def hybrid_forward(self, F, x):
        q, k, v = [self._split(F, t) for t in F.split(self.qkv(x), num_outputs=3, axis=-1)]
        weights = F.softmax(F.batch_dot(q, k, transpose_b=True) * self._scale, axis=-1)
        out = F.batch_dot(weights, v)
        out = F.reshape(out, shape=(-4, -1, self._heads, 0, 0))
        out = F.reshape(F.transpose(out, axes=(0, 2, 1, 3)), shape=(0, 0, -3))
        return self.proj(out)

# %% hybridlambda-inside-hybridsequential-reshape-tuple
# inputs: [(2, 6)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.s = nn.HybridSequential()
        self.s.add(nn.Dense(6, flatten=False), nn.HybridLambda(lambda F, x: x.reshape((-1, 3))))

    def hybrid_forward(self, F, x):
        return self.s(x)

# %% np-prod-of-a-shape-attribute
# inputs: [(2, 6)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.shape = (2, 3)

    def hybrid_forward(self, F, x):
        return x.reshape((-1, int(np.prod(self.shape))))

# %% reshape-1-shape-spread-in-tuple
# inputs: [(2, 12)]
# clean
class Net(HybridBlock):
    def __init__(self, size=(3, 4), **kwargs):
        super().__init__(**kwargs)
        self.size = size

    def hybrid_forward(self, F, x):
        return x.reshape((-1, *self.size))

# %% reshape-by-a-tuple
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape((-1, 4))

# %% reshape-helper-that-hands-a-tuple-on
# inputs: [(2, 4, 6)]
# clean
def view(x, *sizes):
    return x.reshape(sizes)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(6, flatten=False, in_units=6)

    def hybrid_forward(self, F, x):
        return view(self.d(x), -1, 6) * 2

# %% reshape-options
# inputs: [(2, 12)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.options = {"shape": (-1, 3, 4)}

    def hybrid_forward(self, F, x):
        return x.reshape(**self.options)

# %% reshape-shape
# inputs: [(2, 12)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        arguments = [(-1, 3, 4)]
        return x.reshape(*arguments)

# %% same-given-as-a-tuple
# inputs: [(2, 6)]
# clean
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

# %% same-with-special-numbers
# inputs: [(2, 3, 4, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape((0, 0, -3))

# %% shape-0-1-x-reshape-shape
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        shape = (0, -1)
        return x.reshape(shape)

# %% x-argmax-axis-1-me
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.argmax(axis=1) * 2

# %% x-reshape-0-1-1
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape([0, 1, -1])

# %% x-reshape-0-1-expand_dims-1-tile-1-2-1
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape((0, -1)).expand_dims(1).tile((1, 2, 1))

# %% x-reshape-0-1-me-list
# inputs: [(2, 3, 2)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape([0, -1]) * 2

# %% x-reshape-0-1-me-tuple
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape((0, -1))

# %% x-reshape-shape-0-1-and-reshape_like
# inputs: [(2, 3, 2)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(shape=(0, -1)).reshape_like(x) * 2

# %% x-reshape-shape-with-a-tuple-in-it
# inputs: [(2, 3, 2)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = ((-1, 6),)

    def hybrid_forward(self, F, x):
        return x.reshape(*self.k) * 2

# %% first-length-of-separate-lengths
# inputs: [(2, 12)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(x.shape[0], 3, 4)  # HYB101, HYB308 # breaks: trace # fix: return x.reshape((0, 3, 4))
