"""Blocks that HYB603 reports, and blocks like them that work."""

import mxnet as mx
from mxnet.gluon import HybridBlock, nn

# %% child-initialised-again-in-the-body
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        self.d.initialize(mx.init.Normal(), force_reinit=True)  # HYB603
        return self.d(x)

# %% set_data-of-a-child
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        self.d.weight.set_data(self.d.weight.data() * 0.5)  # HYB603 # breaks: values
        return self.d(x)

# %% spectral-norm-that-writes-u-back
# inputs: [(2, 4)]
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
        self.u.set_data(u_)  # HYB603 # breaks: trace
        sigma = F.sum(F.dot(u_, weight) * v)
        w = F.broadcast_div(weight, F.BlockGrad(sigma.reshape((1, 1))))
        return F.FullyConnected(x, w, num_hidden=self.units, no_bias=True)

# %% rate-of-a-parameter-set-in-the-body
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        self.d.weight.lr_mult = 0.5
        return self.d(x)

# %% spectral-norm-with-a-power-iteration-on-parameters
# inputs: [(2, 4)]
# clean
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

# %% zero_grad-of-a-parameter-in-the-body
# inputs: [(2, 3)]
# differs: (net.d.weight.grad().__setitem__(slice(None), 1), net(*xs), net.d.weight.grad().sum().asscalar())[-1]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        self.d.weight.zero_grad()  # HYB603
        return self.d(x)
