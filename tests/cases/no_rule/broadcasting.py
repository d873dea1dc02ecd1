"""Blocks that work and are like none that a rule reports: broadcasting."""

from mxnet.gluon import HybridBlock

# %% broadcast_hypot-of-two-parts
# inputs: [("pos", (2, 3)), ("pos", (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, re, im):
        return F.broadcast_hypot(re, im)

# %% f-broadcast_hypot-x-y
# inputs: [(2, 3), (1, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.broadcast_hypot(x, y)

# %% f-broadcast_like-x-y
# inputs: [(1, 3), (4, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.broadcast_like(x, y)

# %% f-greater_equal-where-there-is-one
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        compare = F.greater_equal if hasattr(F, "greater_equal") else F.broadcast_greater_equal
        return compare(x, y) * 2
