"""Blocks that HYB204 reports, and blocks like them that work."""

import mxnet as mx
from mxnet.gluon import HybridBlock

# %% another-name-of-what-is-changed-in-place: another name of what is changed in place
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# breaks: values
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        kept = y
        y %= 1  # breaks here
        return kept + y
