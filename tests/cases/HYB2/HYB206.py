"""Blocks that HYB206 reports, and blocks like them that work."""

import mxnet as mx
from mxnet.gluon import HybridBlock

# %% f-broadcast_add-x-w-out-y
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.zeros_like(x)
        F.broadcast_mul(x, F.ones((1, 3)), out=y)  # HYB206 # breaks: values
        return y

# %% f-concat-x-y-dim-1-out-z
# inputs: [(2, 2), (2, 1), (2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y, z):
        F.concat(x, y, dim=1, out=z)  # HYB206
        return z * 1

# %% f-full-out
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        z = x * 1
        F.full((2, 3), 5, out=z)  # HYB206
        return z

# %% f-random-normal-out
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.zeros_like(x)
        F.sqrt(F.abs(x), out=y)  # HYB206 # breaks: values
        return y + 1

# %% f-random-uniform-0-1-out-y
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        F.random.uniform(0, 1, out=y)  # HYB206
        return y

# %% f-random-uniform-out-y
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        z = x * 1
        F.random.uniform(0, 1, shape=(2, 3), out=z)  # HYB206
        return z

# %% f-relu-x-out-z
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        z = x * 1
        F.relu(x, **{'out': z})  # HYB206
        return z

# %% f-split-x-2-axis-1-out-a-b
# inputs: [(2, 2), (2, 1), (2, 1)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x, a, b):
        F.split(x, 2, axis=1, out=[a, b])  # HYB206
        return a + b

# %% out-a-parameter-argument
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(2, 3))

    def hybrid_forward(self, F, x, w):
        F.elemwise_mul(w, w, out=w)  # HYB206
        return x + w

# %% relu-into-a-buffer
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        buf = F.zeros_like(x)
        F.relu(x, out=buf)  # HYB206 # breaks: values
        return buf

# %% result-of-f-random-uniform-written-into-a-tensor
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.zeros((1, 3))
        F.random.uniform(0, 1, (1, 3), out=y)  # HYB206
        return F.broadcast_add(x, y)

# %% where-a-result-goes
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.np.zeros((2, 3))
        F.np.add(x, x, out=y)  # HYB206 # breaks: values
        return y + x

# %% x-relu-out-y
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.ones_like(x)
        x.relu(out=y)  # HYB206 # breaks: values # fix: y = x.relu()
        return y * 2

# %% out-none
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x, out=None)

# %% result-and-array-are-both-used
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.zeros_like(x)
        z = F.relu(x, out=y)  # HYB206 # breaks: values # fix: z = y = F.relu(x)
        return z + y

# %% result-is-used-and-the-array-is-bound-again
# clean
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.zeros_like(x)
        z = F.relu(x, out=y)
        y = F.tanh(z)
        return y
