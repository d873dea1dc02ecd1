"""Blocks that HYB204 reports, and blocks like them that work."""

import mxnet as mx
from mxnet.gluon import HybridBlock

# %% another-name-of-what-is-changed-in-place
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        kept = y
        y %= 1  # HYB204 # breaks: values
        return kept + y

# %% input-taken-modulo-in-place: an in-place operator that Symbols lack changes the array of the caller
# inputs: [(2, 3)]
# differs: xs[0].asnumpy().tolist()
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x %= 0.125  # HYB204
        return x * 2

# %% weight-taken-modulo-in-place: an in-place operator that Symbols lack changes a weight
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.weight = self.params.get("weight", shape=(2, 3), init="ones")

    def hybrid_forward(self, F, x, weight):
        weight %= 0.75  # HYB204 # breaks: values
        return x * weight

# %% result-taken-modulo-in-place: an in-place operator that Symbols lack, on a result without another name
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.BlockGrad(x * 3)
        y %= 2
        return y + x
