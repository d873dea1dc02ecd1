"""Blocks that HYB906 reports, and blocks like them that work."""

import mxnet as mx
from mxnet.gluon import HybridBlock, nn

# %% all-of-comparisons-of-python-numbers
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = (1, 2)

    def hybrid_forward(self, F, x):
        return x * 2 if all(a < b for a, b in zip(self.k, self.k[1:])) else x

# %% isinstance-self-p-float
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.p = 0.5

    def hybrid_forward(self, F, x):
        return x * self.p if isinstance(self.p, float) else x

# %% mx-context-current_context-in-a-comparison
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if mx.context.current_context().device_type == "cpu" else x

# %% name-type-and-rates-of-a-childs-weight
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        w = self.d.weight
        return self.d(x) * w.lr_mult if w.name.endswith("weight") and w.grad_req != "null" else x
