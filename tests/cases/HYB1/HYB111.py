"""Blocks that HYB111 reports, and blocks like them that work."""

import mxnet as mx
from mxnet.gluon import HybridBlock, nn

# %% same-in-the-body-of-what-a-layer-gave
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        h = self.body(x)
        if isinstance(h, mx.sym.Symbol):
            width = h.infer_shape()[1][0][1]  # HYB111 # breaks: trace
        else:
            width = h.shape[1]
        return h / width

# %% shape-by-whatever-each-life-tells-it-with
# inputs: [(2, 3, 4)]
# breaks: trace
def shape_of(t):
    if isinstance(t, mx.nd.NDArray):
        return t.shape
    _, outputs, _ = t.infer_shape_partial()  # HYB111
    return outputs[0]

class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.reshape(x, (shape_of(x)[0], -1))
