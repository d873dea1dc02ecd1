"""Blocks with numbers and arrays of NumPy that work."""

import numpy as np
from mxnet.gluon import HybridBlock

# %% numbers-reduced-by-numpy: numbers that NumPy reduces arrays to
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.prod([2, 3]) + np.sum(np.ones((2, 3)))

# %% length-read-by-numpy
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.shape(np.ones((2, 3)))[1]

# %% triangular-mask: a constant with the shape that NumPy keeps
# inputs: [(3, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.mask = self.params.get_constant("mask", np.triu(np.ones((3, 3))))

    def hybrid_forward(self, F, x, mask):
        return x * mask
