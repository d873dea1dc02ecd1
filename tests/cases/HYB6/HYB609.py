"""Blocks that HYB609 reports, and blocks like them that work."""

from mxnet.gluon import HybridBlock

# %% constant-with-out-and-nothing-of-the-input-in-what-is-returned
# inputs: [(5, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        return F.full((5, 3), 2, out=y) + 1  # HYB609

# %% constant-with-out-beside-the-input
# inputs: [(5, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        return F.full((5, 3), 2, out=y) + x

# %% rows-of-what-depends-on-no-input
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.ones((4, 3)).slice_axis(axis=0, begin=0, end=2)[:] * 2  # HYB609 # breaks: execution

# %% outputs-of-a-split-of-what-depends-on-no-input: an output of F.split of what depends on no input
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split(F.ones((4, 3)), num_outputs=2, axis=0)[0]  # HYB609 # breaks: execution

# %% outputs-of-a-split-of-what-depends-on-no-input-beside-one-that-does: a row of ones, plus the input
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split(F.ones((4, 3)), num_outputs=2, axis=0)[0] + x
