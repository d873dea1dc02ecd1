"""Functions of mx.np and mx.npx: those of both lives, and those that arrays alone have."""

import mxnet as mx
from mxnet.gluon import HybridBlock


# %% np-only-shape: the shape of an array as a function of mx.np
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# breaks: trace
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * F.np.shape(x)[1]  # breaks here


# %% np-only-nonzero: the places that are not zero, as mx.np has them
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# breaks: trace
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.np.nonzero(x)[0]  # breaks here


# %% npx-nonzero: the places that are not zero, as mx.npx has them in both lives
# inputs: [('pos', (2, 3))]
# call: net(xs[0].as_np_ndarray())
# works
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.npx.nonzero(x)


# %% np-only-multinomial: counts drawn by a function that no graph has
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# breaks: trace
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.np.random.multinomial(1, [0.0, 0.0, 1.0])  # breaks here


# %% np-both-flip: a function of mx.np that both lives have
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# works
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.np.flip(x, axis=1) + F.np.fliplr(x)


# %% np-ndim-called: the number of axes, asked of mx.np itself
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# breaks: values
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + mx.np.ndim(x)  # breaks here
