"""Blocks that HYB210 reports, and blocks like them that work."""

from mxnet.gluon import HybridBlock

# %% broadcast_to-of-a-parameter-with-fewer-axes
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = self.params.get("scale", shape=(3,))

    def hybrid_forward(self, F, x, scale):
        return x * scale.broadcast_to(shape=(2, 3))  # HYB210 # breaks: execution

# %% broadcast_to-of-a-reduction: broadcast_to of a mean over one of three axes
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x.reshape((2, 3, 4))
        return y - y.mean(axis=0).broadcast_to((2, 3, 4))  # HYB210 # breaks: execution

# %% broadcast_like-of-a-sum-of-all-elements: broadcast_like of a sum of all elements, which has one axis
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.reshape(x, (0, -1, 1))
        return y / (y * y).sum().broadcast_like(y)  # HYB210 # breaks: execution

# %% broadcast_to-with-all-axes: broadcast_to of a tensor that has all axes
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - x.mean(axis=1, keepdims=True).broadcast_to((2, 3))

# %% broadcast_like-of-what-may-be-a-vector: broadcast_like of an input whose axes the file does not show
# inputs: [(2, 1), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x.broadcast_like(y)

# %% broadcast_to-of-an-input-with-fewer-axes
# inputs: [(3,)]
# needs: shapes
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.broadcast_to((2, 3))  # HYB905 # breaks: execution

# %% broadcast-to-more-axes-in-a-try
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            return F.sum(x).broadcast_to((2, 3))  # HYB210 # breaks: execution
        except Exception:
            return x * 2
