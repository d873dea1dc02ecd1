"""Blocks that HYB706 reports, and blocks like them that work."""

import math

import mxnet as mx
from mxnet import nd
from mxnet.gluon import HybridBlock, nn

# %% bias-of-a-layer-begins-with-a-tuple-of-numbers
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.head = nn.Dense(2, in_units=3, bias_initializer=mx.init.Constant((0.1, 0.9)))  # HYB706 # breaks: trace

    def hybrid_forward(self, F, x):
        return self.head(x)

# %% mean-of-the-data-handed-to-constant-as-a-list
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, mean=(0.1, 0.2, 0.3), **kwargs):
        super().__init__(**kwargs)
        mean = nd.array(mean)
        with self.name_scope():
            self.mean = self.params.get(
                "mean",
                shape=mean.shape,
                init=mx.init.Constant(mean.asnumpy().tolist()),  # HYB706 # breaks: trace
                differentiable=False,
            )

    def hybrid_forward(self, F, x, mean):
        return F.broadcast_sub(x, mean)

# %% bias-of-a-layer-begins-with-one-number
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, prior=0.01, **kwargs):
        super().__init__(**kwargs)
        self.head = nn.Dense(2, in_units=3, bias_initializer=mx.init.Constant(-math.log((1 - prior) / prior)))

    def hybrid_forward(self, F, x):
        return self.head(x)

# %% same-handed-to-it-as-an-array
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, mean=(0.1, 0.2, 0.3), **kwargs):
        super().__init__(**kwargs)
        mean = nd.array(mean)
        with self.name_scope():
            self.mean = self.params.get("mean", shape=mean.shape, init=mx.init.Constant(mean), differentiable=False)

    def hybrid_forward(self, F, x, mean):
        return F.broadcast_sub(x, mean)
