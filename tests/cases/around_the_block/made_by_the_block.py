"""What a block makes for itself: parameters, constants, random numbers."""
import mxnet as mx
from mxnet import gluon
from mxnet.gluon import HybridBlock, nn

# %% seed-in-body: the seed of MXNet is set in the call, before numbers are drawn
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mx.random.seed(7)  # breaks here
        return F.broadcast_add(x, F.random.uniform(0, 1, shape=(1, 3)))

# %% seed-in-body-unused: the seed is set, and nothing is drawn
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mx.random.seed(7)
        return x * 2

# %% seed-in-init: the seed is set when the block is made
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        mx.random.seed(7)

    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.random.uniform(0, 1, shape=(1, 3)))

# %% seed-dropout: the seed is set before dropout, which draws in training
# inputs: [(2, 3)]
# breaks: modes
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mx.random.seed(7)  # breaks here
        return F.Dropout(x, p=0.5) * 2

# %% parameter-by-hand: a Parameter made and initialized by hand
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = gluon.Parameter('w', shape=(1, 3))
        self.w.initialize()

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w)

# %% constant-alone: a Constant made and initialized by hand
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = gluon.Constant('w', [[1, 2, 3]])
        self.w.initialize()

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w)

# %% parameter-told: a Parameter made by hand, and told to the block's own
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = gluon.Parameter('w', shape=(1, 3))
        self.params._params['w'] = self.w

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w)

# %% parameter-of-a-child: the weight of a child, initialized early
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.dense = nn.Dense(4, in_units=3)
        self.dense.weight.initialize(mx.init.One())

    def hybrid_forward(self, F, x):
        return self.dense(x)
