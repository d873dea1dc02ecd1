"""Blocks that HYB105 reports, and blocks like them that work."""

import mxnet as mx
import numpy as np
from mxnet.gluon import HybridBlock

# %% f-arange-0-3-1-1-none-mx-cpu
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.arange(0, 3, 1, 1, None, mx.cpu()), x * 2  # HYB105 # breaks: trace

# %% f-arange-0-3-ctx-mx-cpu
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.arange(0, 3, ctx=mx.cpu()).reshape((1, 3)))  # HYB105 # breaks: trace

# %% f-arange-3-ctx-mx-cpu
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.arange(3, ctx=mx.cpu()).expand_dims(0))  # HYB105 # breaks: trace

# %% f-arange-with-the-context-by-position
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.arange(0, 3, 1, 1, False, mx.cpu()).reshape((1, 3)))  # HYB105 # breaks: trace

# %% f-batchnorm-its-mean-and-deviation
# inputs: [(2, 3), (3,), (3,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, g, b):
        out, mean, deviation = F.BatchNorm(x, g, b, F.zeros((3,)), F.ones((3,)), output_mean_var=True)  # HYB105 # breaks: trace
        return out * 2, mean, deviation

# %% f-eye-3-0-0-mx-cpu-positional-ctx
# inputs: [(3, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.eye(3, 0, 0, mx.cpu())  # HYB105 # breaks: trace

# %% f-full-1-3-2-mx-cpu
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.full((1, 3), 2, mx.cpu()))  # HYB105 # breaks: trace

# %% f-full-1-3-2-none-float16
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.full((1, 3), 2, None, 'float16'), x * 2  # HYB105 # breaks: trace

# %% f-full-with-the-type-third
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.full((1, 3), 0.5, None, "float32"))  # HYB105 # breaks: trace

# %% f-linspace-0-1-3-ctx-mx-cpu
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.linspace(0, 1, 3, ctx=mx.cpu()).expand_dims(0))  # HYB105 # breaks: trace

# %% f-minimum-lhs-x-rhs-y
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.minimum(lhs=x, rhs=y)  # HYB105 # breaks: trace # fix: return F.minimum(x, y)

# %% f-zeros-1-3-mx-cpu
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.zeros((1, 3), mx.cpu()))  # HYB105 # breaks: trace

# %% f-zeros-1-3-stype-default
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.zeros((1, 3), stype="default"))  # HYB105 # breaks: trace

# %% f-zeros-1-3-stype-row_sparse
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.zeros((1, 3), stype='row_sparse'), x * 2  # HYB105 # breaks: trace

# %% broadcast_add-x-f-arange-3-expand_dims-0
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.arange(3).expand_dims(0))

# %% f-arange-3-0-1-f-arange-3
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, (F.arange(3, 0, -1) + F.arange(3)).expand_dims(0))

# %% f-arange-with-infer_range
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.arange(0, 3, 1, 1, False).reshape((1, 3)))

# %% f-broadcast_add-lhs-x-rhs-y
# inputs: [(2, 3), (1, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.broadcast_add(lhs=x, rhs=y)

# %% f-cast_storage-to-a-dense-tensor
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.cast_storage(x, stype="default") * 2

# %% f-cast_storage-to-row_sparse-and-back
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.cast_storage(F.cast_storage(x, stype="row_sparse"), stype="default") * 2

# %% f-eye-with-the-context-by-position
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.dot(x, F.eye(3, 3, 0, None))

# %% f-full-1-3-2-dtype-int32
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.full((1, 3), 2, dtype='int32'), x * 2

# %% f-full-2-3-val-2-keyword
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.full((1, 3), val=2), x * 2

# %% f-full-shape-1-3-val-0-5
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.full(shape=(1, 3), val=0.5), x * 2

# %% f-gather_nd-x-f-stack
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.gather_nd(x, F.zeros((2, 1)))

# %% f-linspace-without-the-end
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.linspace(0, 1, 3, endpoint=False).reshape((1, 3)))

# %% f-ones-1-3-dtype-np-float32
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.ones((1, 3), dtype=np.float32))

# %% f-relu-x-ctx-mx-cpu
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x, ctx=mx.cpu())

# %% groupnorm-with-output_mean_var
# inputs: [(2, 4, 3), (2,), (2,)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, g, b):
        out, mean, std = F.GroupNorm(x, g, b, num_groups=2, output_mean_var=True)
        return out * 2, mean + std

# %% with-mx-cpu-f-ones
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with mx.cpu():
            k = F.ones((1, 3))
        return F.broadcast_add(x, k)
