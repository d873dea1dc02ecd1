"""Blocks that HYB104 reports, and blocks like them that work."""

from mxnet.gluon import HybridBlock

# %% astype-with-copy-false: astype with copy=False
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.astype("float16", copy=False).astype("float32") + 1  # breaks here

# %% x-astype-copy-false: x.astype(copy=False)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.astype("float32", copy=False) * 2  # breaks here

# %% x-astype-float16-copy-false: x.astype("float16", copy=False)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.astype("float16", copy=False)  # breaks here

# %% x-astype-float32-copy-false: x.astype('float32', copy=False)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.astype('float32', copy=False) * 2  # breaks here

# %% labels-cast-by-their-name: labels cast by their name
# inputs: [("i", (2, 3), 0, 4, "int32")]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, label):
        return label.astype("float32") * 0.5

# %% x-astype-float-astype-float32: x.astype(float).astype('float32')
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.astype(float).astype('float32')

# %% x-f-size_array-x: x / F.size_array(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sum(x) / F.size_array(x).astype('float32')
