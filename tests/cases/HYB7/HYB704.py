"""Blocks that HYB704 reports, and blocks like them that work."""

import mxnet as mx
from mxnet import nd
from mxnet.gluon import Block, HybridBlock, nn

# %% block-that-only-has-a-forward
# inputs: [(2, 3)]
# breaks: export
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def forward(self, x):  # HYB704
        return self.d(x) * 2

# %% child-hybridized-with-false
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.d.hybridize(False)

    def hybrid_forward(self, F, x):
        return self.d(x) * 2

# %% children-called-from-a-method
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def encode(self, x):
        return self.d(x)

    def hybrid_forward(self, F, x):
        return self.encode(x) + self.encode(x * 2)

# %% dense-1-x-a-row-sum-both-columns
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.d = nn.Dense(1, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) + F.sum(x, axis=1, keepdims=True)

# %% dense-1-x-reshape-1-y
# inputs: [(2, 3), (2,)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.d = nn.Dense(1, in_units=3)

    def hybrid_forward(self, F, x, y):
        return self.d(x).reshape((-1,)) * y

# %% dense-1-x-y-y-a-column
# inputs: [(2, 3), (2, 1)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.d = nn.Dense(1, in_units=3)

    def hybrid_forward(self, F, x, y):
        return self.d(x) - y

# %% dense-4-x-y-y-of-four
# inputs: [(2, 3), (2, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.d = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x, y):
        return self.d(x) - y

# %% f-squeeze-dense-1-x-axis-1-row-sums
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.d = nn.Dense(1, in_units=3)

    def hybrid_forward(self, F, x):
        return F.squeeze(self.d(x), axis=1) * F.sum(x, axis=1)

# %% forward-of-a-child-called-by-name
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d.forward(x) * 2

# %% hybridized-with-static_alloc
# inputs: [(2, 3)]
# clean
# hybridize: net.hybridize(static_alloc=True, static_shape=True)
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) * 2

# %% isinstance-of-a-child
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) * 2 if isinstance(self.d, nn.Dense) else x

# %% only-a-child-is-hybridized-the-parent-takes-a-row-of-a-block
# inputs: [(2, 3)]
# clean
# hybridize: net.d.hybridize()
class Net(Block):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def forward(self, x):
        return self.d(x)[0]

# %% self-d-units
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.d = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) / self.d._units

# %% squared-error-of-a-column-and-a-label-reshaped
# inputs: [(2, 3), (2,)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.d = nn.Dense(1, in_units=3)

    def hybrid_forward(self, F, x, y):
        return F.square(self.d(x) - y.reshape((-1, 1)))

# %% weight-set-between-two-calls
# inputs: [(2, 3)]
# between: net.d.weight.set_data(mx.nd.ones((3, 3)))
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) * 2

# %% x-dense-3-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return x + self.d(x)
