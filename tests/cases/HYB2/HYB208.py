"""Blocks that HYB208 reports, and blocks like them that work."""

from mxnet.gluon import HybridBlock

# %% noise-without-shape-added-to-the-activations
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        noise = F.random.normal(0, 0.01)
        y = F.BlockGrad(x) * 0 + noise
        return x + 0 * y, (F.max(y) - F.min(y)) > 1e-7  # HYB208 # breaks: values

# %% noise-without-shape-that-is-normalized
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        noise = F.random.normal(1, 0.2)
        y = F.BlockGrad(x) * 0 + noise
        return x + 0 * y, F.L2Normalization(y)  # HYB208 # breaks: values

# %% noise-without-shape-in-a-logarithmic-softmax
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.BlockGrad(x) * 0 + F.random.normal(0, 1)
        return x + 0 * y, y.log_softmax()  # HYB208 # breaks: values

# %% noise-without-shape-in-the-opposite-order
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.BlockGrad(x) * 0 + F.random.normal(0, 1e-9)
        return x + 0 * y, F.flip(y, axis=1) > 1

# %% noise-like-the-activations
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        noise = F.random.normal_like(x, 0, 0.01)
        return x + 0 * noise
