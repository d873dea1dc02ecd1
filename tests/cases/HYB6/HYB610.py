"""Blocks that HYB610 reports, and blocks like them that work."""

from mxnet.gluon import HybridBlock

# %% branch-that-no-gradient-passes-through
# inputs: [(4, 2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.contrib.cond(y.sum() > -100, lambda: y * 2, lambda: F.zeros_like(y))  # HYB610 # breaks: gradients

# %% branch-that-rounds
# inputs: [(4, 2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.contrib.cond(y.sum() > -100, lambda: y * 2, lambda: F.round(y) * 2)  # HYB610 # breaks: gradients

# %% branch-that-is-a-loss: a branch whose result is a loss
# inputs: [(4, 2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.contrib.cond(y.sum() > -100, lambda: y * 2, lambda: F.make_loss(y * 3))  # HYB610 # breaks: gradients

# %% both-branches-round
# inputs: [(4, 2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.contrib.cond(y.sum() > -100, lambda: F.round(y * 2), lambda: F.floor(y))  # HYB610 # breaks: gradients

# %% branch-that-takes-the-sign-whose-gradient-is-computed
# inputs: [(4, 2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.contrib.cond(y.sum() > -100, lambda: y * 2, lambda: F.sign(y) * 2)

# %% rounded-outside-of-the-branch
# inputs: [(4, 2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        rounded = F.round(y)
        return F.contrib.cond(y.sum() > -100, lambda: y * 2, lambda: rounded * 2)
