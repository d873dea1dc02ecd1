"""Blocks that HYB908 reports, and blocks like them that work."""

from mxnet.gluon import HybridBlock

# %% state-through-which-no-gradient-passes
# inputs: [(4, 2, 3), (2, 3)]
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        rows, last = F.contrib.foreach(lambda row, state: (row * state, F.BlockGrad(state)), x, y)  # HYB902, HYB908 # breaks: gradients
        return rows

# %% one-state-and-no-list-around-it
# inputs: [(4, 2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        rows, last = F.contrib.foreach(lambda row, state: (row * 2, state * 2), x, y)
        return rows, last * 1

# %% states-that-begin-with-zeros
# inputs: [(4, 2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        rows, last = F.contrib.foreach(lambda row, state: (row * 2, F.broadcast_add(state, row * row)), x, F.zeros((2, 3)))
        return rows * 1, last * 2
