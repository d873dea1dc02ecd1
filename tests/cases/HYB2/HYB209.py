"""Blocks that HYB209 reports, and blocks like them that work."""

import math

import mxnet as mx
from mxnet.gluon import HybridBlock

# %% absolute-value-by-pythons-own-function: the absolute value by Python's own function
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# breaks: trace
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return abs(x)  # breaks here

# %% product-of-two-rows-by-a-sign: the product of two rows, by a sign
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# breaks: trace
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[0] @ x[1]  # breaks here

# %% python-number-made-of-a-tensor: a Python number made of a tensor
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# breaks: trace
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * float(x.sum())  # breaks here

# %% root-that-python-takes: a root that Python takes
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# breaks: trace
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / math.sqrt(x.max() + 10)  # breaks here

# %% rounded-by-pythons-own-function: rounded by Python's own function
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# breaks: trace
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return round(x[0, 0]) * x  # breaks here

# %% use_np-x-x-0-x-1: use_np: x * ((x > 0) & (x < 1))
# inputs: [(2, 3)]
# call: net(*[v.as_np_ndarray() for v in xs])
# breaks: trace
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * ((x > 0) & (x < 1))  # breaks here

# %% use_np-x-x-t: use_np: x @ x.T
# inputs: [(2, 3)]
# call: net(*[v.as_np_ndarray() for v in xs])
# breaks: trace
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x @ x.T  # breaks here

# %% whole-number-made-of-a-tensor: a whole number made of a tensor
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# breaks: trace
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * int(x.sum())  # breaks here

# %% absolute-values-by-abs: absolute values by abs()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return abs(x) + abs(-x)

# %% product-of-two-rows-by-an-operator: the product of two rows, by an operator
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# works
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.np.matmul(x[0], x[1])

# %% x-0-x-2: (x > 0) * (x < 2)
# inputs: [('pos', (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return (x > 0) * (x < 2)
