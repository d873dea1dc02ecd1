"""Blocks that HYB208 reports, and blocks like them that work."""

from mxnet.gluon import HybridBlock

# %% noise-without-shape-added-to-the-activations: noise without shape added to the activations
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        noise = F.random.normal(0, 0.01)
        y = F.BlockGrad(x) * 0 + noise
        return x + 0 * y, (F.max(y) - F.min(y)) > 1e-7  # breaks here

# %% noise-like-the-activations: noise like the activations
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        noise = F.random.normal_like(x, 0, 0.01)
        return x + 0 * noise
