"""Guards whose imperative side calls `mx.nd` for what `F` has as well, or for what it lacks."""
import mxnet as mx
from mxnet.gluon import HybridBlock

# %% same-work-concat-order: concat in another order
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:  # breaks here
            y = mx.nd.concat(x * 2, x, dim=1)
        else:
            y = F.concat(x, x * 2, dim=1)
        return y

# %% same-work-concat-axis: concat on another axis
# inputs: [(3, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:  # breaks here
            y = mx.nd.concat(x, x * 2, dim=0)
        else:
            y = F.concat(x, x * 2, dim=1)
        return y.sum(axis=1)

# %% same-work-helper-other: a helper that gets another number
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def scaled(self, F, x, n):
        return F.relu(x) * n

    def hybrid_forward(self, F, x):
        if F is mx.nd:  # breaks here
            return self.scaled(mx.nd, x, 2)
        return self.scaled(F, x, 3)

# %% same-work-isinstance-other: another axis by isinstance
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if isinstance(x, mx.nd.NDArray):  # breaks here
            y = mx.nd.softmax(x, axis=0)
        else:
            y = mx.sym.softmax(x, axis=-1)
        return y * 2

# %% nd-guard-keepdims: a sum with its default written out in one life
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            y = mx.nd.sum(x, axis=1, keepdims=False)
        else:
            y = F.sum(x, axis=1)
        return y * 2

# %% nd-guard-keepdims-number: keepdims by a number in one life
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            y = mx.nd.sum(x, axis=1, keepdims=1)
        else:
            y = F.sum(x, axis=1, keepdims=True)
        return y * 2

# %% nd-guard-float: a number written with and without a point
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            y = x * 2
        else:
            y = x * 2.0
        return y + 1

# %% nd-guard-imperative-only: what mx.nd alone has, and its like
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            y = mx.nd.add(x, x)
        else:
            y = F.broadcast_add(x, x)
        return y * 2

# %% nd-guard-asnumpy: what goes through NumPy, and its like
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            y = mx.nd.relu(x)
            print(y.asnumpy().sum())
        else:
            y = F.relu(x)
        return y * 2

# %% nd-guard-array: a constant made in the nd branch
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            y = mx.nd.broadcast_mul(x, mx.nd.array([[1, 2, 3]]))
        else:
            y = F.broadcast_mul(x, F.reshape(F.arange(1, 4), shape=(1, 3)))
        return y + 1

# %% nd-guard-shape: a reshape by a length in the nd branch, by a code in the other
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            y = mx.nd.reshape(x, shape=(x.shape[0], -1))
        else:
            y = F.reshape(x, shape=(0, -1))
        return y * 2

# %% nd-guard-out: an operator that writes into its output
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            y = mx.nd.zeros_like(x)
            mx.nd.relu(x, out=y)
        else:
            y = F.relu(x)
        return F.BlockGrad(y)

# %% nd-guard-linspace: numbers made by one that F lacks in a block of no numbers
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            y = mx.nd.broadcast_add(x, mx.nd.ones((1, 3)))
        else:
            y = F.broadcast_add(x, F.ones((1, 3)))
        return y * 2
