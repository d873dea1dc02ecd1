"""Blocks that work and are like none that a rule reports: parameters."""

import numpy as np
from mxnet.gluon import HybridBlock

# %% anchors-computed-in-init-by-numpy
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        anchors = np.linspace(0, 1, 3).reshape((1, 3))
        with self.name_scope():
            self.anchors = self.params.get_constant("anchors", anchors)

    def hybrid_forward(self, F, x, anchors):
        return F.broadcast_add(x, anchors)

# %% anchors-from-a-map-kept-as-a-constant
# inputs: [(2, 4, 5, 5)]
# clean
class Net(HybridBlock):
    def __init__(self, size=8, stride=16, **kwargs):
        super().__init__(**kwargs)
        ys, xs = np.meshgrid(np.arange(size), np.arange(size), indexing="ij")
        grid = np.stack([xs, ys, xs + 1, ys + 1], axis=-1).astype("float32") * stride
        with self.name_scope():
            self.anchors = self.params.get_constant("anchors", grid[None, None])

    def hybrid_forward(self, F, x, anchors):
        a = F.slice_like(anchors, x * 0, axes=(2, 3))
        return a.reshape((1, -1, 4))

# %% f-contrib-batchnormwithrelu
# inputs: [(2, 3, 2, 2)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        for n in "gb":
            setattr(self, n, self.params.get(n, shape=(3,)))
        self.m = self.params.get("m", shape=(3,), grad_req="null")
        self.v = self.params.get("v", shape=(3,), grad_req="null")

    def hybrid_forward(self, F, x, g, b, m, v):
        return F.contrib.BatchNormWithReLU(x, g, b, m, v, fix_gamma=False)

# %% positional-encoding-kept-as-a-constant-and-cut-by-slice_like
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, units=4, length=8, **kwargs):
        super(Net, self).__init__(**kwargs)
        pos = np.arange(length).reshape((-1, 1)) / np.power(10000, np.arange(units).reshape((1, -1)) / units)
        table = np.where(np.arange(units) % 2 == 0, np.sin(pos), np.cos(pos)).astype('float32')
        with self.name_scope():
            self.table = self.params.get_constant('table', table)

    def hybrid_forward(self, F, x, table):
        pos = F.slice_like(F.expand_dims(table, 0), x, axes=(1,))
        return F.broadcast_add(x, pos)
