"""Blocks that HYB104 reports, and blocks like them that work."""

from mxnet.gluon import HybridBlock

# %% astype-with-copy-false
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.astype("float16", copy=False).astype("float32") + 1  # HYB104 # breaks: trace

# %% x-astype-float16-copy-false
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.astype("float16", copy=False)  # HYB104 # breaks: trace # fix: return x.astype("float16", False)

# %% x-astype-float32-copy-false
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.astype('float32', copy=False) * 2  # HYB104 # breaks: trace

# %% labels-cast-by-their-name
# inputs: [("i", (2, 3), 0, 4, "int32")]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, label):
        return label.astype("float32") * 0.5

# %% x-astype-float-astype-float32
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.astype(float).astype('float32')

# %% x-f-size_array-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sum(x) / F.size_array(x).astype('float32')
