"""Blocks that HYB209 reports, and blocks like them that work."""

import math

import mxnet as mx
from mxnet.gluon import HybridBlock

# %% absolute-value-by-pythons-own-function
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return abs(x)  # HYB209 # breaks: trace

# %% product-of-two-rows-by-a-sign
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[0] @ x[1]  # HYB209 # breaks: trace

# %% python-number-made-of-a-tensor
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * float(x.sum())  # HYB209 # breaks: trace

# %% root-that-python-takes
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / math.sqrt(x.max() + 10)  # HYB209 # breaks: trace

# %% rounded-by-pythons-own-function
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return round(x[0, 0]) * x  # HYB209 # breaks: trace

# %% use_np-x-x-0-x-1
# inputs: [(2, 3)]
# call: net(*[v.as_np_ndarray() for v in xs])
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * ((x > 0) & (x < 1))  # HYB209 # breaks: trace

# %% use_np-x-x-t
# inputs: [(2, 3)]
# call: net(*[v.as_np_ndarray() for v in xs])
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x @ x.T  # HYB209 # breaks: trace

# %% whole-number-made-of-a-tensor
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * int(x.sum())  # HYB209 # breaks: trace

# %% absolute-values-by-abs
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return abs(x) + abs(-x)

# %% product-of-two-rows-by-an-operator
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# clean
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.np.matmul(x[0], x[1])

# %% x-0-x-2
# inputs: [('pos', (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return (x > 0) * (x < 2)
