"""Blocks that HYB206 reports, and blocks like them that work."""

import mxnet as mx
from mxnet.gluon import HybridBlock

# %% f-broadcast_add-x-w-out-y: F.broadcast_add(x, w, out=y)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.zeros_like(x)
        F.broadcast_mul(x, F.ones((1, 3)), out=y)  # breaks here
        return y

# %% f-concat-x-y-dim-1-out-z: F.concat(x, y, dim=1, out=z)
# inputs: [(2, 2), (2, 1), (2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y, z):
        F.concat(x, y, dim=1, out=z)
        return z * 1

# %% f-full-out: F.full(out=...)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        z = x * 1
        F.full((2, 3), 5, out=z)
        return z

# %% f-random-normal-out: F.random.normal(out=)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.zeros_like(x)
        F.sqrt(F.abs(x), out=y)  # breaks here
        return y + 1

# %% f-random-uniform-0-1-out-y: F.random.uniform(0, 1, out=y)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        F.random.uniform(0, 1, out=y)
        return y

# %% f-random-uniform-out-y: F.random.uniform(out=y)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        z = x * 1
        F.random.uniform(0, 1, shape=(2, 3), out=z)
        return z

# %% f-relu-x-out-z: F.relu(x, **{'out': z})
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        z = x * 1
        F.relu(x, **{'out': z})
        return z

# %% f-split-x-2-axis-1-out-a-b: F.split(x, 2, axis=1, out=[a, b])
# inputs: [(2, 2), (2, 1), (2, 1)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x, a, b):
        F.split(x, 2, axis=1, out=[a, b])
        return a + b

# %% out-a-parameter-argument: out= a parameter argument
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(2, 3))

    def hybrid_forward(self, F, x, w):
        F.elemwise_mul(w, w, out=w)
        return x + w

# %% relu-into-a-buffer: relu into a buffer
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        buf = F.zeros_like(x)
        F.relu(x, out=buf)  # breaks here
        return buf

# %% result-of-f-random-uniform-written-into-a-tensor: the result of F.random.uniform written into a tensor
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.zeros((1, 3))
        F.random.uniform(0, 1, (1, 3), out=y)
        return F.broadcast_add(x, y)

# %% where-a-result-goes: where a result goes
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# breaks: values
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.np.zeros((2, 3))
        F.np.add(x, x, out=y)  # breaks here
        return y + x

# %% x-relu-out-y: x.relu(out=y)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.ones_like(x)
        x.relu(out=y)  # breaks here
        return y * 2

# %% out-none: out=None
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x, out=None)
