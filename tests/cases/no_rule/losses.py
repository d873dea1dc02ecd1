"""Blocks that work and are like none that a rule reports: losses."""

from mxnet import gluon
from mxnet.gluon import HybridBlock

# %% f-ctcloss
# inputs: [(4, 2, 5), ('i', (2, 2), 1, 4, 'float32')]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, l):
        return F.CTCLoss(x, l) * 2

# %% f-makeloss-x
# inputs: [('pos', (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.MakeLoss(x)

# %% loss-of-gluon-made-in-the-body
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return gluon.loss.L1Loss()(x, y)
