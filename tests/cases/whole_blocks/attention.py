"""Attention, masks and positions, as models of language have them."""
import math

import mxnet as mx
from mxnet import gluon
from mxnet.gluon import HybridBlock, nn

# %% attn-scaled-by-width: scores divided by the root of the width, read from the array
# inputs: [(2, 3, 4), (2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, query, key):
        scores = F.batch_dot(query, key, transpose_b=True)
        width = query.shape[-1]  # breaks here
        return F.softmax(scores / math.sqrt(width))

# %% attn-scaled-by-units: scores divided by the root of the units that the constructor was told
# inputs: [(2, 3, 4), (2, 3, 4)]
# works
class Net(HybridBlock):
    def __init__(self, units=4, **kwargs):
        super().__init__(**kwargs)
        self._scale = math.sqrt(units)

    def hybrid_forward(self, F, query, key):
        return F.softmax(F.batch_dot(query, key, transpose_b=True) / self._scale)

# %% attn-mask-kept: scores where the mask is set, minus infinity elsewhere, by NumPy's way of writing
# inputs: [(2, 3, 3), ('bin', (2, 3, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, scores, mask):
        hidden = (1 - mask) * 1e9
        scores -= hidden  # breaks here
        scores[:, :, 0] = 0
        return F.softmax(scores)

# %% attn-mask-where: the same with where
# inputs: [(2, 3, 3), ('bin', (2, 3, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, scores, mask):
        return F.softmax(F.where(mask, scores, F.ones_like(scores) * -1e9))

# %% attn-heads-side-by-side: the heads of a list of layers, joined
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def __init__(self, heads=2, **kwargs):
        super().__init__(**kwargs)
        self._heads = []
        with self.name_scope():
            for number in range(heads):
                head = nn.Dense(5, in_units=4, flatten=False, prefix='head%d_' % number)
                self.register_child(head)
                self._heads.append(head)

    def hybrid_forward(self, F, x):
        return F.concat(*[head(x) for head in self._heads], dim=-1)

# %% attn-best-head: the head with the largest mean wins
# inputs: [(2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, heads=2, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.heads = nn.HybridSequential()
            for _ in range(heads):
                self.heads.add(nn.Dense(5, in_units=4, flatten=False))

    def hybrid_forward(self, F, x):
        seen = [head(x) for head in self.heads]
        return max(seen, key=lambda one: one.mean().asscalar())  # breaks here

# %% attn-positions-arange: positions counted along the axis of time
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        positions = F.contrib.arange_like(x, axis=1)
        return F.broadcast_add(x, positions.expand_dims(0).expand_dims(2))

# %% attn-positions-nd: positions made by mx.nd, whatever F is
# inputs: [(2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        positions = mx.nd.arange(3).reshape((1, 3, 1))
        return F.broadcast_add(x, positions)  # breaks here

# %% attn-future-hidden: a triangle made from positions by comparing
# inputs: [(2, 3, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, scores):
        steps = F.contrib.arange_like(scores, axis=1)
        later = F.broadcast_lesser(steps.reshape((-1, 1)), steps.reshape((1, -1)))
        return F.broadcast_add(scores, later.expand_dims(0) * -1e9)

# %% attn-future-hidden-operator: the same, with < between a column and a row
# inputs: [(2, 3, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, scores):
        steps = F.contrib.arange_like(scores, axis=1)
        later = steps.reshape((-1, 1)) < steps.reshape((1, -1))  # breaks here
        return F.broadcast_add(scores, later.expand_dims(0) * -1e9)

# %% attn-first-token: what stands for the whole sentence is its first token
# inputs: [(2, 3, 4)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.pool = nn.Dense(4, in_units=4, flatten=False)

    def hybrid_forward(self, F, sequence):
        time_major = F.swapaxes(sequence, 0, 1)
        return self.pool(time_major[0])  # breaks here

# %% attn-first-token-sliced: the first token, by slice_axis
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.pool = nn.Dense(4, in_units=4)

    def hybrid_forward(self, F, sequence):
        return self.pool(F.slice_axis(sequence, axis=1, begin=0, end=1).reshape((-3, 0)))

# %% attn-map-of-one-channel: a map of one channel for features of several
# inputs: [(2, 3, 5, 5)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = nn.Conv2D(4, kernel_size=3, padding=1, in_channels=3)
            self.map = nn.Conv2D(1, kernel_size=1, in_channels=3)

    def hybrid_forward(self, F, x):
        features = F.relu(self.features(x))
        return features * F.sigmoid(self.map(x))  # breaks here

# %% attn-map-of-as-many-channels: a map of as many channels as there are features
# inputs: [(2, 3, 5, 5)]
# works
class Net(HybridBlock):
    def __init__(self, channels=4, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = nn.Conv2D(channels, kernel_size=3, padding=1, in_channels=3)
            self.map = nn.Conv2D(4, kernel_size=1, in_channels=3)

    def hybrid_forward(self, F, x):
        return F.relu(self.features(x)) * F.sigmoid(self.map(x))

# %% attn-squeezed-to-one-channel: what was pooled, by a layer of one channel and one of several
# inputs: [(2, 3, 5, 5)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.pool = nn.GlobalAvgPool2D()
            self.weigh = nn.Conv2D(1, kernel_size=1, in_channels=3)
            self.project = nn.Conv2D(4, kernel_size=1, in_channels=3)

    def hybrid_forward(self, F, x):
        pooled = self.pool(x)
        return self.weigh(pooled) * self.project(pooled)  # breaks here

# %% attn-maps-of-one-channel: two maps of one channel
# inputs: [(2, 3, 5, 5)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.near = nn.Conv2D(channels=1, kernel_size=1, in_channels=3)
            self.far = nn.Conv2D(1, kernel_size=3, padding=1, in_channels=3)

    def hybrid_forward(self, F, x):
        return F.sigmoid(self.near(x)) * self.far(x)
