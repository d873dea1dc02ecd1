"""Blocks that HYB502 reports, and blocks like them that work."""

import mxnet as mx
from mxnet.gluon import HybridBlock, nn

# %% average-of-weights-kept-by-the-block
# inputs: [(2, 3)]
# between: net.d.weight.set_data(net.d.weight.data() + 1)
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3, use_bias=False)

    def strength(self):
        return float(self.d.weight.data().abs().mean().asscalar())

    def hybrid_forward(self, F, x):
        return self.d(x) / (1.0 + self.strength())  # HYB502 # breaks: values

# %% data-of-the-parameters-gone-through
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
        return F.broadcast_mul(x, w), penalty * 2  # HYB605

# %% number-taken-of-a-weight-which-is-then-set
# inputs: [(2, 3)]
# between: net.d.weight.set_data(net.d.weight.data() * 2)
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) * float(self.d.weight.data().asnumpy().max())  # HYB502 # breaks: values

# %% childs-bias-that-is-none
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3, use_bias=False)

    def hybrid_forward(self, F, x):
        return self.d(x) * (1 if self.d.bias is None else 2)

# %% parameters-gone-through
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        for p in self.collect_params().values():
            assert p.shape == (1, 3)
        return F.broadcast_mul(x, w)

# %% same-by-the-argument
# inputs: [(2, 3)]
# clean
# between: net.d.weight.set_data(net.d.weight.data() + 1)
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3, use_bias=False)
        self.weight = self.d.weight

    def strength(self, F, weight):
        return F.mean(F.abs(weight))

    def hybrid_forward(self, F, x, weight):
        return F.broadcast_div(self.d(x), 1.0 + self.strength(F, weight))

# %% gradient-of-a-parameter-as-a-number
# inputs: [(2, 3)]
# between: net.w.grad()[:] = net.w.grad() + 1
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w) * (1 + float(self.w.grad().sum().asscalar()))  # HYB502 # breaks: values

# %% layer-called-with-an-array-in-the-forward
# inputs: [(2, 3)]
# between: net.dense.weight.set_data(net.dense.weight.data() + 1)
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.dense = nn.Dense(3, in_units=2)

    def hybrid_forward(self, F, x):
        start = self.dense(mx.nd.ones((1, 2))).asnumpy().tolist()
        return x + start[0][0]  # HYB502 # breaks: values
