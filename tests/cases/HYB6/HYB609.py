"""Blocks that HYB609 reports, and blocks like them that work."""

from mxnet.gluon import HybridBlock

# %% constant-with-out-and-nothing-of-the-input-in-what-is-returned: a constant with out=, and nothing of the input in what is returned
# inputs: [(5, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        return F.full((5, 3), 2, out=y) + 1

# %% constant-with-out-beside-the-input: a constant with out=, beside the input
# inputs: [(5, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        return F.full((5, 3), 2, out=y) + x
