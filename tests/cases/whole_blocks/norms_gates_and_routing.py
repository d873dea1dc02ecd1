"""Whole blocks: generators, norms, gates, capsules, graphs, pyramids."""

import mxnet as mx
import numpy as np
from mxnet import nd, gluon, autograd
from mxnet.gluon import Block, HybridBlock, SymbolBlock, Parameter, nn, rnn


# %% third-gan-gen: generator with transposed convolutions
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def __init__(self, ngf=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.net = nn.HybridSequential()
            self.net.add(nn.Conv2DTranspose(ngf, 4, 1, 0, use_bias=False), nn.BatchNorm(), nn.Activation('relu'))
            self.net.add(nn.Conv2DTranspose(3, 4, 2, 1, use_bias=False), nn.Activation('tanh'))

    def hybrid_forward(self, F, z):
        return self.net(z.expand_dims(-1).expand_dims(-1))


# %% third-gan-gen-reshape: generator that reshapes with positional numbers
# inputs: [(2, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, ngf=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.net = nn.HybridSequential()
            self.net.add(nn.Conv2DTranspose(ngf, 4, 1, 0, use_bias=False), nn.BatchNorm(), nn.Activation('relu'))
            self.net.add(nn.Conv2DTranspose(3, 4, 2, 1, use_bias=False), nn.Activation('tanh'))

    def hybrid_forward(self, F, z):
        z = z.reshape(-1, 4, 1, 1)  # breaks here
        return self.net(z)


# %% third-gan-adain: AdaIN with broadcast operators
# inputs: [(2, 3, 4, 4), (2, 6)]
# works
class Net(HybridBlock):
    def __init__(self, channels=3, eps=1e-5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.eps = eps
        with self.name_scope():
            self.style = nn.Dense(channels * 2, in_units=6)

    def hybrid_forward(self, F, x, w):
        style = self.style(w).expand_dims(2).expand_dims(3)
        gamma, beta = F.split(style, num_outputs=2, axis=1)
        mean = F.mean(x, axis=(2, 3), keepdims=True)
        centred = F.broadcast_sub(x, mean)
        var = F.mean(centred ** 2, axis=(2, 3), keepdims=True)
        x = F.broadcast_div(centred, F.sqrt(var + self.eps))
        return F.broadcast_add(F.broadcast_mul(x, gamma + 1), beta)


# %% third-gan-adain-plain: AdaIN with plain operators
# inputs: [(2, 3, 4, 4), (2, 6)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, channels=3, eps=1e-5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.eps = eps
        with self.name_scope():
            self.style = nn.Dense(channels * 2, in_units=6)

    def hybrid_forward(self, F, x, w):
        style = self.style(w).reshape((0, 2, -1, 1, 1))
        gamma, beta = F.split(style, num_outputs=2, axis=1, squeeze_axis=True)
        mean = F.mean(x, axis=(2, 3), keepdims=True)
        std = F.sqrt(F.mean(F.square(F.broadcast_sub(x, mean)), axis=(2, 3), keepdims=True) + self.eps)
        x = (x - mean) / std  # breaks here
        return F.broadcast_add(F.broadcast_mul(x, gamma + 1), beta)


# %% third-gan-noise: noise injection with normal_like
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def __init__(self, channels=3, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.weight = self.params.get('weight', shape=(1, channels, 1, 1), init='zeros')

    def hybrid_forward(self, F, x, weight):
        noise = F.random.normal_like(F.slice_axis(x, axis=1, begin=0, end=1))
        return F.broadcast_add(x, F.broadcast_mul(weight, noise))


# %% third-gan-noise-shape: noise injection that reads the shape
# inputs: [(2, 3, 4, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, channels=3, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.weight = self.params.get('weight', shape=(1, channels, 1, 1), init='zeros')

    def hybrid_forward(self, F, x, weight):
        noise = F.random.normal(shape=(x.shape[0], 1, x.shape[2], x.shape[3]))  # breaks here
        return F.broadcast_add(x, F.broadcast_mul(weight, noise))


# %% third-gan-mbstd: minibatch standard deviation
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean = F.mean(x, axis=0, keepdims=True)
        var = F.mean(F.square(F.broadcast_sub(x, mean)), axis=0, keepdims=True)
        std = F.mean(F.sqrt(var + 1e-8), keepdims=True)
        ones = F.ones_like(F.slice_axis(x, axis=1, begin=0, end=1))
        return F.concat(x, F.broadcast_mul(ones, std), dim=1)


# %% third-gan-mbstd-shape: minibatch standard deviation tiled by the shape
# inputs: [(2, 3, 4, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        b, _, h, w = x.shape  # breaks here
        std = F.sqrt(F.mean(F.square(F.broadcast_sub(x, F.mean(x, axis=0, keepdims=True))), axis=0) + 1e-8)
        return F.concat(x, F.broadcast_to(F.mean(std).reshape((1, 1, 1, 1)), (b, 1, h, w)), dim=1)


# %% third-gan-pixelnorm: pixel norm by broadcast_mul
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def __init__(self, eps=1e-8, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.eps = eps

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, F.rsqrt(F.mean(x ** 2, axis=1, keepdims=True) + self.eps))


# %% third-gan-pixelnorm-plain: pixel norm by plain product
# inputs: [(2, 3, 4, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, eps=1e-8, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.eps = eps

    def hybrid_forward(self, F, x):
        norm = F.rsqrt(F.mean(x ** 2, axis=1, keepdims=True) + self.eps)
        return x * norm  # breaks here


# %% third-gan-spectral: spectral norm with a power iteration on parameters
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def __init__(self, units=3, in_units=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.units = units
        with self.name_scope():
            self.weight = self.params.get('weight', shape=(units, in_units), init=mx.init.Normal())
            self.u = self.params.get('u', shape=(1, units), init=mx.init.Normal(), grad_req='null')

    def hybrid_forward(self, F, x, weight, u):
        v = F.L2Normalization(F.dot(u, weight))
        u_ = F.L2Normalization(F.dot(v, weight, transpose_b=True))
        sigma = F.sum(F.dot(u_, weight) * v)
        w = F.broadcast_div(weight, F.BlockGrad(sigma.reshape((1, 1))))
        return F.FullyConnected(x, w, num_hidden=self.units, no_bias=True)


# %% third-gan-spectral-setdata: spectral norm that writes u back
# inputs: [(2, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, units=3, in_units=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.units = units
        with self.name_scope():
            self.weight = self.params.get('weight', shape=(units, in_units), init=mx.init.Normal())
            self.u = self.params.get('u', shape=(1, units), init=mx.init.Normal(), grad_req='null')

    def hybrid_forward(self, F, x, weight, u):
        v = F.L2Normalization(F.dot(u, weight))
        u_ = F.L2Normalization(F.dot(v, weight, transpose_b=True))
        self.u.set_data(u_)  # breaks here
        sigma = F.sum(F.dot(u_, weight) * v)
        w = F.broadcast_div(weight, F.BlockGrad(sigma.reshape((1, 1))))
        return F.FullyConnected(x, w, num_hidden=self.units, no_bias=True)


# %% third-caps-squash: capsules with a squash that broadcasts
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def __init__(self, axis=-1, eps=1e-9, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.axis = axis
        self.eps = eps

    def squash(self, F, s):
        n2 = F.sum(F.square(s), axis=self.axis, keepdims=True)
        scale = n2 / (1 + n2) / F.sqrt(n2 + self.eps)
        return F.broadcast_mul(s, scale)

    def hybrid_forward(self, F, x):
        return self.squash(F, x)


# %% third-caps-squash-plain: capsules with a squash by plain operators
# inputs: [(2, 3, 4)]
# breaks: execution
def squash(F, s, axis=-1):
    n2 = F.sum(F.square(s), axis=axis, keepdims=True)
    scale = n2 / (1 + n2)
    return scale * s / F.sqrt(n2)  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return squash(F, x)


# %% third-caps-routing: dynamic routing over a fixed number of rounds
# inputs: [(2, 3, 2, 4)]
# works
class Net(HybridBlock):
    def __init__(self, rounds=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.rounds = rounds

    def squash(self, F, s):
        n2 = F.sum(F.square(s), axis=-1, keepdims=True)
        return F.broadcast_mul(s, n2 / (1 + n2) / F.sqrt(n2 + 1e-9))

    def hybrid_forward(self, F, u):
        b = F.zeros_like(F.sum(u, axis=-1, keepdims=True))
        u_stop = F.BlockGrad(u)
        for i in range(self.rounds):
            c = F.softmax(b, axis=2)
            if i == self.rounds - 1:
                v = self.squash(F, F.sum(F.broadcast_mul(u, c), axis=1, keepdims=True))
            else:
                v = self.squash(F, F.sum(F.broadcast_mul(u_stop, c), axis=1, keepdims=True))
                b = b + F.sum(F.broadcast_mul(u_stop, v), axis=-1, keepdims=True)
        return F.squeeze(v, axis=1)


# %% third-caps-routing-zeros: dynamic routing with logits made by nd.zeros
# inputs: [(2, 3, 2, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, rounds=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.rounds = rounds

    def hybrid_forward(self, F, u):
        b = nd.zeros((1, 3, 2, 1))
        for i in range(self.rounds):
            c = F.softmax(b, axis=2)  # breaks here
            v = F.sum(F.broadcast_mul(u, c), axis=1, keepdims=True)
            b = F.broadcast_add(F.sum(F.broadcast_mul(u, v), axis=-1, keepdims=True), b)
        return F.squeeze(v, axis=1)


# %% third-norm-layer: layer norm by hand with broadcast operators
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def __init__(self, units=4, eps=1e-5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.eps = eps
        with self.name_scope():
            self.gamma = self.params.get('gamma', shape=(units,), init='ones')
            self.beta = self.params.get('beta', shape=(units,), init='zeros')

    def hybrid_forward(self, F, x, gamma, beta):
        mean = x.mean(axis=-1, keepdims=True)
        var = F.broadcast_sub(x, mean).square().mean(axis=-1, keepdims=True)
        y = F.broadcast_div(F.broadcast_sub(x, mean), F.sqrt(var + self.eps))
        return F.broadcast_add(F.broadcast_mul(y, gamma), beta)


# %% third-norm-layer-plain: layer norm by hand with plain operators
# inputs: [(2, 3, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, units=4, eps=1e-5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.eps = eps
        with self.name_scope():
            self.gamma = self.params.get('gamma', shape=(units,), init='ones')
            self.beta = self.params.get('beta', shape=(units,), init='zeros')

    def hybrid_forward(self, F, x, gamma, beta):
        mean = x.mean(axis=-1, keepdims=True)
        std = F.sqrt(F.broadcast_sub(x, mean).square().mean(axis=-1, keepdims=True) + self.eps)
        y = (x - mean) / std  # breaks here
        return F.broadcast_add(F.broadcast_mul(y, gamma), beta)


# %% third-norm-layer-affine: layer norm whose affine part is plain
# inputs: [(2, 4)]
# breaks: execution
# needs: shapes
class Net(HybridBlock):
    def __init__(self, units=4, eps=1e-5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.eps = eps
        with self.name_scope():
            self.gamma = self.params.get('gamma', shape=(units,), init='ones')
            self.beta = self.params.get('beta', shape=(units,), init='zeros')

    def hybrid_forward(self, F, x, gamma, beta):
        mean = x.mean(axis=-1, keepdims=True)
        std = F.sqrt(F.broadcast_sub(x, mean).square().mean(axis=-1, keepdims=True) + self.eps)
        y = F.broadcast_div(F.broadcast_sub(x, mean), std)
        return y * gamma + beta  # breaks here


# %% third-norm-group: group norm by reshape codes
# inputs: [(2, 4, 3, 3)]
# works
class Net(HybridBlock):
    def __init__(self, channels=4, groups=2, eps=1e-5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.groups = groups
        self.eps = eps
        with self.name_scope():
            self.gamma = self.params.get('gamma', shape=(1, channels, 1, 1), init='ones')
            self.beta = self.params.get('beta', shape=(1, channels, 1, 1), init='zeros')

    def hybrid_forward(self, F, x, gamma, beta):
        y = x.reshape((0, -4, self.groups, -1, 0, 0))
        mean = y.mean(axis=(2, 3, 4), keepdims=True)
        y = F.broadcast_sub(y, mean)
        var = (y ** 2).mean(axis=(2, 3, 4), keepdims=True)
        y = F.broadcast_div(y, F.sqrt(var + self.eps))
        y = F.reshape_like(y, x)
        return F.broadcast_add(F.broadcast_mul(y, gamma), beta)


# %% third-norm-group-shape: group norm that unpacks the shape
# inputs: [(2, 4, 3, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, channels=4, groups=2, eps=1e-5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.groups = groups
        self.eps = eps

    def hybrid_forward(self, F, x):
        n, c, h, w = x.shape  # breaks here
        y = F.reshape(x, (n, self.groups, -1))
        mean = F.mean(y, axis=2, keepdims=True)
        var = F.mean(F.square(F.broadcast_sub(y, mean)), axis=2, keepdims=True)
        y = F.broadcast_div(F.broadcast_sub(y, mean), F.sqrt(var + self.eps))
        return F.reshape(y, (n, c, h, w))


# %% third-norm-running: a norm with running statistics kept on self
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, momentum=0.9, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.momentum = momentum
        self.running = 0.0

    def hybrid_forward(self, F, x):
        mean = x.mean(axis=0, keepdims=True)
        self.running = self.momentum * self.running + (1 - self.momentum) * mean
        return F.broadcast_sub(x, self.running)


# %% third-norm-train: a norm that asks for the mode
# inputs: [(2, 3)]
# breaks: modes
class Net(HybridBlock):
    def __init__(self, units=3, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.mean = self.params.get('mean', shape=(1, units), init='zeros', grad_req='null')

    def hybrid_forward(self, F, x, mean):
        if autograd.is_training():
            return F.broadcast_sub(x, x.mean(axis=0, keepdims=True))
        return F.broadcast_sub(x, mean)


# %% third-res-stochastic: stochastic depth drawn in Python
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, p=0.5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.p = p
        self.body = nn.Dense(3)

    def hybrid_forward(self, F, x):
        if np.random.uniform() < self.p:
            return x + self.body(x)
        return x * 1.0


# %% third-res-droppath: drop path by Dropout with axes
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def __init__(self, p=0.3, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.p = p
        self.body = nn.Dense(4, flatten=False)

    def hybrid_forward(self, F, x):
        y = self.body(x)
        if self.p > 0:
            y = F.Dropout(y, p=self.p, axes=(1, 2))
        return x + y


# %% third-se-block: squeeze and excitation by broadcast_mul
# inputs: [(2, 4, 5, 5)]
# works
class Net(HybridBlock):
    def __init__(self, channels=4, r=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.fc1 = nn.Dense(channels // r, activation='relu')
            self.fc2 = nn.Dense(channels, activation='sigmoid')

    def hybrid_forward(self, F, x):
        w = F.contrib.AdaptiveAvgPooling2D(x, output_size=1)
        w = self.fc2(self.fc1(w))
        return F.broadcast_mul(x, w.expand_dims(axis=2).expand_dims(axis=2))


# %% third-se-block-plain: squeeze and excitation by a plain product
# inputs: [(2, 4, 5, 5)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, channels=4, r=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.fc1 = nn.Dense(channels // r, activation='relu')
            self.fc2 = nn.Dense(channels, activation='sigmoid')

    def hybrid_forward(self, F, x):
        w = F.Pooling(x, kernel=(1, 1), global_pool=True, pool_type='avg')
        w = self.fc2(self.fc1(w))
        return x * w.reshape((0, 0, 1, 1))  # breaks here


# %% third-se-highway: highway gate with a bias of one unit
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def __init__(self, units=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.h = nn.Dense(units, activation='relu')
            self.t = nn.Dense(units, activation='sigmoid')

    def hybrid_forward(self, F, x):
        t = self.t(x)
        return t * self.h(x) + (1 - t) * x


# %% third-moe: mixture of experts with a gate column for each
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def __init__(self, experts=3, units=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.n = experts
        with self.name_scope():
            self.gate = nn.Dense(experts, in_units=units)
            self.experts = nn.HybridSequential()
            for _ in range(experts):
                self.experts.add(nn.Dense(units, in_units=units))

    def hybrid_forward(self, F, x):
        gates = F.softmax(self.gate(x))
        out = 0
        for i, expert in enumerate(self.experts):
            g = F.slice_axis(gates, axis=1, begin=i, end=i + 1)
            out = out + F.broadcast_mul(expert(x), g)
        return out


# %% third-moe-plain: mixture of experts with plain products
# inputs: [(2, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, experts=3, units=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.n = experts
        with self.name_scope():
            self.gate = nn.Dense(experts)
            self.experts = nn.HybridSequential()
            for _ in range(experts):
                self.experts.add(nn.Dense(units))

    def hybrid_forward(self, F, x):
        gates = F.softmax(self.gate(x))
        out = 0
        for i, expert in enumerate(self.experts):
            g = F.slice_axis(gates, axis=1, begin=i, end=i + 1)
            out = out + expert(x) * g  # breaks here
        return out


# %% third-moe-index: mixture of experts that indexes the gates
# inputs: [(2, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, experts=3, units=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.gate = nn.Dense(experts)
            self.experts = nn.HybridSequential()
            for _ in range(experts):
                self.experts.add(nn.Dense(units))

    def hybrid_forward(self, F, x):
        gates = F.softmax(self.gate(x))
        outs = [expert(x) for expert in self.experts]
        return F.add_n(*[F.broadcast_mul(out, gates[:, i:i + 1]) for i, out in enumerate(outs)])  # breaks here


# %% third-vae: reparameterisation with normal_like
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def __init__(self, latent=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.latent = latent
        with self.name_scope():
            self.enc = nn.Dense(latent * 2, in_units=4)
            self.dec = nn.Dense(4, in_units=latent)

    def hybrid_forward(self, F, x):
        h = self.enc(x)
        mu, lv = F.split(h, axis=1, num_outputs=2)
        z = mu + F.exp(0.5 * lv) * F.random.normal_like(mu)
        kl = -0.5 * F.sum(1 + lv - mu * mu - F.exp(lv), axis=1)
        return self.dec(z), kl


# %% third-vae-batch: reparameterisation with the batch size of the constructor
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def __init__(self, latent=2, batch_size=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.latent = latent
        self.batch_size = batch_size
        with self.name_scope():
            self.enc = nn.Dense(latent * 2, in_units=4)
            self.dec = nn.Dense(4, in_units=latent)

    def hybrid_forward(self, F, x):
        h = self.enc(x)
        mu, lv = F.split(h, axis=1, num_outputs=2)
        eps = F.random_normal(loc=0, scale=1, shape=(self.batch_size, self.latent), ctx=mx.cpu())
        z = mu + F.exp(0.5 * lv) * eps
        return self.dec(z)


# %% third-vae-ctx: reparameterisation on the context of the input
# inputs: [(2, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, latent=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.enc = nn.Dense(latent * 2)
            self.dec = nn.Dense(4)

    def hybrid_forward(self, F, x):
        h = self.enc(x)
        mu, lv = F.split(h, axis=1, num_outputs=2)
        eps = F.random.normal(0, 1, mu.shape, ctx=x.context)  # breaks here
        z = mu + F.exp(0.5 * lv) * eps
        return self.dec(z)


# %% third-kde-rbf: RBF kernel between two sets by reshape
# inputs: [(3, 4), (5, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, gamma=0.5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.gamma = gamma

    def hybrid_forward(self, F, x, y):
        xx = F.sum(x * x, axis=1).reshape((-1, 1))
        yy = F.sum(y * y, axis=1).reshape((1, -1))
        d = xx + yy - 2 * F.dot(x, y, transpose_b=True)  # breaks here
        return F.exp(-self.gamma * d)


# %% third-kde-rbf-fixed: RBF kernel between two sets with broadcast_add
# inputs: [(3, 4), (5, 4)]
# works
class Net(HybridBlock):
    def __init__(self, gamma=0.5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.gamma = gamma

    def hybrid_forward(self, F, x, y):
        xx = F.sum(x * x, axis=1).reshape((-1, 1))
        yy = F.sum(y * y, axis=1).reshape((1, -1))
        d = F.broadcast_add(xx, yy) - 2 * F.dot(x, y, transpose_b=True)
        return F.exp(-self.gamma * d)


# %% third-fm-bias: factorisation machine whose bias is added with a plus
# inputs: [('i', (2, 3), 0, 6, 'float32')]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, fields=6, k=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.first = nn.Embedding(fields, 1)
            self.second = nn.Embedding(fields, k)
            self.bias = self.params.get('bias', shape=(1,), init='zeros')

    def hybrid_forward(self, F, ids, bias):
        linear = F.sum(self.first(ids), axis=1)
        v = self.second(ids)
        inter = 0.5 * F.sum(F.square(F.sum(v, axis=1)) - F.sum(F.square(v), axis=1), axis=1, keepdims=True)
        return linear + inter + bias  # breaks here


# %% third-gcn: graph convolution with a dense adjacency
# inputs: [(4, 3), ('bin', (4, 4))]
# works
class Net(HybridBlock):
    def __init__(self, units=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.fc = nn.Dense(units, flatten=False, in_units=3)

    def hybrid_forward(self, F, x, adj):
        deg = F.sum(adj, axis=1, keepdims=True) + 1
        h = F.dot(adj, self.fc(x))
        return F.relu(F.broadcast_div(h, deg))


# %% third-gcn-eye: graph convolution that adds self loops of the size of the graph
# inputs: [(4, 3), ('bin', (4, 4))]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, units=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.fc = nn.Dense(units, flatten=False, in_units=3)

    def hybrid_forward(self, F, x, adj):
        adj = adj + F.eye(adj.shape[0])  # breaks here
        deg = F.sum(adj, axis=1)
        inv = F.diag(F.rsqrt(deg))
        return F.dot(F.dot(F.dot(inv, adj), inv), self.fc(x))


# %% third-unet: decoder that crops the skip to the size of the upsampled
# inputs: [(2, 3, 8, 8)]
# works
class Net(HybridBlock):
    def __init__(self, channels=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.down = nn.Conv2D(channels, 3, 2, 1)
            self.up = nn.Conv2DTranspose(channels, 2, 2)
            self.out = nn.Conv2D(1, 1)

    def hybrid_forward(self, F, x):
        d = F.relu(self.down(x))
        u = self.up(d)
        u = F.Crop(*[u, x], center_crop=True)
        return self.out(F.concat(u, x, dim=1))


# %% third-unet-if: decoder that pads when the sizes differ
# inputs: [(2, 3, 8, 8)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, channels=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.down = nn.Conv2D(channels, 3, 2, 1)
            self.up = nn.Conv2DTranspose(channels, 2, 2)
            self.out = nn.Conv2D(1, 1)

    def hybrid_forward(self, F, x):
        u = self.up(F.relu(self.down(x)))
        if u.shape[2:] != x.shape[2:]:  # breaks here
            u = F.contrib.BilinearResize2D(u, height=x.shape[2], width=x.shape[3])
        return self.out(F.concat(u, x, dim=1))


# %% third-pixelshuffle: pixel shuffle by reshape codes
# inputs: [(2, 8, 3, 3)]
# works
class Net(HybridBlock):
    def __init__(self, factor=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.f = factor

    def hybrid_forward(self, F, x):
        f = self.f
        x = F.reshape(x, (0, -4, -1, f * f, 0, 0))
        x = F.reshape(x, (0, 0, -4, f, f, 0, 0))
        x = F.transpose(x, (0, 1, 4, 2, 5, 3))
        return F.reshape(x, (0, 0, -3, -3))


# %% third-channelshuffle: channel shuffle that unpacks the shape
# inputs: [(2, 4, 3, 3)]
# breaks: trace
def channel_shuffle(x, groups):
    b, c, h, w = x.shape  # breaks here
    x = x.reshape((b, groups, c // groups, h, w))
    return x.swapaxes(1, 2).reshape((b, c, h, w))


class Net(HybridBlock):
    def __init__(self, groups=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.groups = groups
        self.conv = nn.Conv2D(4, 1, groups=groups)

    def hybrid_forward(self, F, x):
        return channel_shuffle(self.conv(x), self.groups)


# %% third-channelshuffle-codes: channel shuffle by reshape codes
# inputs: [(2, 4, 3, 3)]
# works
def channel_shuffle(x, groups):
    return x.reshape((0, -4, groups, -1, -2)).swapaxes(1, 2).reshape((0, -3, -2))


class Net(HybridBlock):
    def __init__(self, groups=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.groups = groups
        self.conv = nn.Conv2D(4, 1, groups=groups)

    def hybrid_forward(self, F, x):
        return channel_shuffle(self.conv(x), self.groups)


# %% third-netvlad: NetVLAD with broadcast operators
# inputs: [(2, 5, 4)]
# works
class Net(HybridBlock):
    def __init__(self, clusters=3, units=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.assign = nn.Dense(clusters, flatten=False)
            self.centers = self.params.get('centers', shape=(1, units, clusters), init=mx.init.Normal())

    def hybrid_forward(self, F, x, centers):
        a = F.softmax(self.assign(x), axis=-1)
        total = F.sum(a, axis=1, keepdims=True)
        vlad = F.batch_dot(x, a, transpose_a=True) - F.broadcast_mul(centers, total)
        return F.L2Normalization(vlad.reshape((0, -1)))


# %% third-netvlad-plain: NetVLAD with a plain product
# inputs: [(2, 5, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, clusters=3, units=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.assign = nn.Dense(clusters, flatten=False)
            self.centers = self.params.get('centers', shape=(1, units, clusters), init=mx.init.Normal())

    def hybrid_forward(self, F, x, centers):
        a = F.softmax(self.assign(x), axis=-1)
        total = F.sum(a, axis=1, keepdims=True)
        vlad = F.batch_dot(x, a, transpose_a=True) - centers * total  # breaks here
        return F.L2Normalization(vlad.reshape((0, -1)))


# %% third-spp: spatial pyramid pooling
# inputs: [(2, 3, 8, 8)]
# works
class Net(HybridBlock):
    def __init__(self, sizes=(1, 2, 4), **kwargs):
        super(Net, self).__init__(**kwargs)
        self.sizes = sizes
        self.fc = nn.Dense(4)

    def hybrid_forward(self, F, x):
        parts = [F.flatten(F.contrib.AdaptiveAvgPooling2D(x, output_size=s)) for s in self.sizes]
        return self.fc(F.concat(*parts, dim=1))


# %% third-aspp: ASPP whose pooled branch is resized to the input's size
# inputs: [(2, 3, 8, 8)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, channels=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.b0 = nn.Conv2D(channels, 1)
            self.b1 = nn.Conv2D(channels, 3, padding=2, dilation=2)
            self.pool = nn.HybridSequential()
            self.pool.add(nn.GlobalAvgPool2D(), nn.Conv2D(channels, 1))
            self.project = nn.Conv2D(channels, 1)

    def hybrid_forward(self, F, x):
        size = x.shape[2:]  # breaks here
        pooled = F.contrib.BilinearResize2D(self.pool(x), height=size[0], width=size[1])
        return self.project(F.concat(self.b0(x), self.b1(x), pooled, dim=1))


# %% third-aspp-sized: ASPP whose pooled branch is resized to sizes of the constructor
# inputs: [(2, 3, 8, 8)]
# works
class Net(HybridBlock):
    def __init__(self, channels=4, height=8, width=8, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.up = dict(height=height, width=width)
        with self.name_scope():
            self.b0 = nn.Conv2D(channels, 1, in_channels=3)
            self.pool = nn.HybridSequential()
            self.pool.add(nn.GlobalAvgPool2D(), nn.Conv2D(channels, 1, in_channels=3))
            self.project = nn.Conv2D(channels, 1, in_channels=2 * channels)

    def hybrid_forward(self, F, x):
        pooled = F.contrib.BilinearResize2D(self.pool(x), **self.up)
        return self.project(F.concat(self.b0(x), pooled, dim=1))
