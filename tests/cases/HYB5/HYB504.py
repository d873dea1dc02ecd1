"""Blocks that HYB504 reports, and blocks like them that work."""

import mxnet as mx
from mxnet.gluon import HybridBlock

# %% mx-random-seed-1-then-f-random-normal
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mx.random.seed(1)  # HYB504
        return F.broadcast_add(x, F.random.normal(shape=(1, 3)))

# %% seed-is-set-before-dropout-which-draws-in-training
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mx.random.seed(7)  # HYB504 # breaks: modes
        return F.Dropout(x, p=0.5) * 2

# %% seed-of-mxnet-is-set-in-the-call-before-numbers-are-drawn
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mx.random.seed(7)  # HYB504 # breaks: values
        return F.broadcast_add(x, F.random.uniform(0, 1, shape=(1, 3)))

# %% mx-random-seed-in-the-body
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mx.random.seed(3)
        return x * 2

# %% seed-is-set-and-nothing-is-drawn
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mx.random.seed(7)
        return x * 2

# %% seed-is-set-when-the-block-is-made
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        mx.random.seed(7)

    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.random.uniform(0, 1, shape=(1, 3)))
