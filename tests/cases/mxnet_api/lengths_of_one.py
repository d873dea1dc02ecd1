"""Axes of length 1: maps of one channel, embeddings of one number, what is left of several positions."""

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import Block, HybridBlock, Parameter, SymbolBlock, nn, rnn

# %% conv1-kernel3: a map of one channel by a 3x3 convolution
# inputs: [(2, 3, 4, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.mask = nn.Conv2D(1, kernel_size=3, padding=1, in_channels=3)

    def hybrid_forward(self, F, x):
        attention = F.sigmoid(self.mask(x))
        return x + attention

# %% conv1-configured: channels of the configuration, one of them
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def __init__(self, channels=3, **kwargs):
        super().__init__(**kwargs)
        self.mask = nn.Conv2D(channels, kernel_size=3, padding=1, in_channels=channels)

    def hybrid_forward(self, F, x):
        return x + F.sigmoid(self.mask(x))

# %% conv1-of-one: one channel of one
# inputs: [(2, 1, 4, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.mask = nn.Conv2D(1, kernel_size=3, padding=1, in_channels=1)

    def hybrid_forward(self, F, x):
        return x + F.sigmoid(self.mask(x))

# %% conv1-two-maps: two maps of one channel each
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Conv2D(1, kernel_size=1, in_channels=3)
        self.b = nn.Conv2D(1, kernel_size=1, in_channels=3)

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, self.a(x) * F.sigmoid(self.b(x)))

# %% conv1d-map: a convolution of one channel over time
# inputs: [(2, 3, 5)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.gate = nn.Conv1D(1, 3, padding=1, in_channels=3)

    def hybrid_forward(self, F, x):
        return x * F.softmax(self.gate(x), axis=2)

# %% conv1-against-mean: a map of one channel and the mean over channels
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.gate = nn.Conv2D(1, 3, padding=1, in_channels=3)

    def hybrid_forward(self, F, x):
        return self.gate(x) * F.mean(x, axis=1, keepdims=True)

# %% conv1-of-conv: a map beside the features that it is made of
# inputs: [(2, 3, 4, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.features = nn.Conv2D(8, 3, padding=1, in_channels=3)
        self.gate = nn.Conv2D(1, 1, in_channels=8)

    def hybrid_forward(self, F, x):
        features = F.relu(self.features(x))
        return features * F.sigmoid(self.gate(features))

# %% conv1-strided: a map of a smaller image, upsampled
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.gate = nn.Conv2D(1, 3, strides=2, padding=1, in_channels=3)

    def hybrid_forward(self, F, x):
        up = F.UpSampling(self.gate(x), scale=2, sample_type="nearest")
        return F.broadcast_mul(x, up)

# %% topk-margin: scores less the smaller of the two best
# inputs: [(2, 5)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, scores):
        best = F.topk(scores, axis=1, k=2, ret_typ="value")
        return scores - F.min(best, axis=1, keepdims=True)

# %% topk-both-margin: the same with both
# inputs: [(2, 5)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, scores):
        best, where = F.topk(scores, axis=1, k=3, ret_typ="both")
        return scores > F.min(best, axis=1, keepdims=True)

# %% topk-among: the best among themselves
# inputs: [(2, 5)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, scores):
        best = F.topk(scores, axis=1, k=2, ret_typ="value")
        return best - F.reverse(best, axis=1)

# %% topk-spread: the largest less the smallest of the best
# inputs: [(2, 5)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, scores):
        best = F.topk(scores, axis=1, k=2, ret_typ="value")
        return F.max(best, axis=1, keepdims=True) - F.min(best, axis=1, keepdims=True)

# %% topk-all-kept: as many as there are, without reduction
# inputs: [(2, 5)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, scores):
        return scores - F.topk(scores, axis=1, k=5, ret_typ="value")

# %% cut-mean: less the mean of the first three
# inputs: [(2, 5)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        head = F.slice_axis(x, axis=1, begin=0, end=3)
        return x - F.mean(head, axis=1, keepdims=True)

# %% cut-mean-other-axis: the mean over another axis than the one that was cut
# inputs: [(2, 1, 5)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        head = F.slice_axis(x, axis=2, begin=0, end=5)
        return x - F.mean(head, axis=1, keepdims=True)

# %% part-mean: less the mean of a part of it
# inputs: [(2, 6)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        left, right = F.split(x, num_outputs=2, axis=1)
        return x - F.mean(left, axis=1, keepdims=True)

# %% embedding-one-named: an embedding of one number, by name
# inputs: [('i', (2, 3), 0, 8, 'int32')]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.linear = nn.Embedding(input_dim=8, output_dim=1)
        self.factors = nn.Embedding(input_dim=8, output_dim=4)

    def hybrid_forward(self, F, ids):
        return F.sum(self.linear(ids), axis=1) + F.sum(F.sum(self.factors(ids), axis=1), axis=1, keepdims=True)

# %% embedding-weights: vectors times one number each
# inputs: [('i', (2, 3), 0, 8, 'int32')]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.weight, self.vector = nn.Embedding(8, 1), nn.Embedding(8, 4)

    def hybrid_forward(self, F, ids):
        return F.sum(self.weight(ids) * self.vector(ids), axis=1)

# %% embedding-weights-bc: vectors times one number each, broadcast
# inputs: [('i', (2, 3), 0, 8, 'int32')]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.weight, self.vector = nn.Embedding(8, 1), nn.Embedding(8, 4)

    def hybrid_forward(self, F, ids):
        return F.sum(F.broadcast_mul(self.weight(ids), self.vector(ids)), axis=1)

# %% embedding-one-op: F.Embedding with one number
# inputs: [('i', (2, 3), 0, 8, 'int32')]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = self.params.get("a", shape=(8, 1))
        self.b = self.params.get("b", shape=(8, 1))

    def hybrid_forward(self, F, ids, a, b):
        return F.Embedding(ids, a, input_dim=8, output_dim=1) * F.Embedding(ids, b, input_dim=8, output_dim=1)

# %% embedding-bias-squeezed: a bias of one number, squeezed
# inputs: [('i', (2, 3), 0, 8, 'int32'), (2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.bias = nn.Embedding(8, 1)

    def hybrid_forward(self, F, ids, x):
        return x + self.bias(ids).squeeze(axis=-1)

# %% dense-flatten-fourth: Dense with its options by position
# inputs: [(2, 5, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.score = nn.Dense(1, "tanh", True, False, in_units=3)

    def hybrid_forward(self, F, x):
        return x * self.score(x)

# %% sh-conv1: x * conv1x1 to one channel, in_channels known
# inputs: [(2, 3, 4, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.gate = nn.Conv2D(1, 1, in_channels=3)

    def hybrid_forward(self, F, x):
        return x * F.sigmoid(self.gate(x))

# %% sh-topk-threshold: x >= topk value
# inputs: [(2, 5)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        kth = F.min(F.topk(x, k=2, ret_typ="value", axis=1), axis=1, keepdims=True)
        return x * (x >= kth)

# %% mo-ctr-fm: factorization machine
# inputs: [('i', (2, 3), 0, 8, 'int32')]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.linear, self.factors = nn.Embedding(8, 1), nn.Embedding(8, 4)

    def hybrid_forward(self, F, ids):
        v = self.factors(ids)
        pair = F.square(F.sum(v, axis=1)) - F.sum(F.square(v), axis=1)
        return F.sum(self.linear(ids), axis=1) + 0.5 * F.sum(pair, axis=1, keepdims=True)

# %% mo-ctr-fm-rank: factorization machine, without keepdims
# inputs: [('i', (2, 3), 0, 8, 'int32')]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.linear, self.factors = nn.Embedding(8, 1), nn.Embedding(8, 4)

    def hybrid_forward(self, F, ids):
        v = self.factors(ids)
        pair = F.square(F.sum(v, axis=1)) - F.sum(F.square(v), axis=1)
        return F.sum(self.linear(ids), axis=1) + 0.5 * F.sum(pair, axis=1)

# %% embedding-softmax-mul: attention over tokens by *
# inputs: [('i', (2, 3), 0, 8, 'int32')]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.weight, self.vector = nn.Embedding(8, 1), nn.Embedding(8, 4)

    def hybrid_forward(self, F, ids):
        weights = F.softmax(self.weight(ids), axis=1)
        return F.sum(weights * self.vector(ids), axis=1)

# %% topk-values-keep: all of the best beside one
# inputs: [(2, 5)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        best = F.topk(x, axis=1, k=3, ret_typ="value")
        return best - F.topk(x, axis=1, k=1, ret_typ="value")


# %% half-stacked-experts: outputs of layers, stacked, times the weights of a gate
# inputs: [(2, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, experts=3, **kwargs):
        super().__init__(**kwargs)
        self.experts = nn.HybridSequential()
        for _ in range(experts):
            self.experts.add(nn.Dense(2, in_units=4))
        self.gate = nn.Dense(experts, in_units=4)

    def hybrid_forward(self, F, x):
        ys = F.stack(*[e(x) for e in self.experts], axis=1)
        g = F.softmax(self.gate(x)).expand_dims(2)
        return (ys * g).sum(axis=1)


# %% half-stacked-experts-broadcast: the same with broadcast_mul
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.first = nn.Dense(2, in_units=4)
        self.second = nn.Dense(2, in_units=4)
        self.gate = nn.Dense(2, in_units=4)

    def hybrid_forward(self, F, x):
        ys = F.stack(self.first(x), self.second(x), axis=1)
        return F.broadcast_mul(ys, F.softmax(self.gate(x)).expand_dims(2)).sum(axis=1)


# %% half-stacked-beside-one: two stacked beside one with an axis added
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.stack(x, x * 2, axis=1) * x.expand_dims(1)


# %% half-stacked-of-one: one stacked beside one with an axis added
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.stack(x, axis=1) * x.expand_dims(1)


# %% half-stacked-twice: as many stacked on either side
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.stack(x, x * 2, axis=0) * F.stack(x, x, axis=0)


# %% half-stacked-weight: a weight for each of those stacked
# inputs: [(2, 3), (2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get('w', shape=(2, 1, 1))

    def hybrid_forward(self, F, x, y, w):
        return (F.stack(x, y, axis=0) * w).sum(axis=0)


# %% half-stacked-negative: stacked along the last axis, beside one that is summed along it
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = F.stack(x, x * 2, x * 3, axis=-1)
        return s / s.sum(axis=-1, keepdims=True)


# %% half-noise-batch: interpolation with a column of random numbers, of a length that the constructor takes
# inputs: [(5, 3), (5, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, batch=5, **kwargs):
        super().__init__(**kwargs)
        self.batch = batch

    def hybrid_forward(self, F, real, fake):
        alpha = F.random.uniform(0, 1, shape=(self.batch, 1))
        return alpha * real + (1 - alpha) * fake


# %% half-ones-units: a row of ones, of a length that the constructor takes
# inputs: [(5, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, units=3, **kwargs):
        super().__init__(**kwargs)
        self.units = units

    def hybrid_forward(self, F, x):
        return x + F.ones((1, self.units))


# %% half-ones-both: ones of lengths that the constructor takes
# inputs: [(5, 3)]
# works
class Net(HybridBlock):
    def __init__(self, batch=5, units=3, **kwargs):
        super().__init__(**kwargs)
        self.batch, self.units = batch, units

    def hybrid_forward(self, F, x):
        return x + F.ones((self.batch, self.units))


# %% half-zeros-column: a column of zeros beside a layer of one unit
# inputs: [(5, 3)]
# works
class Net(HybridBlock):
    def __init__(self, batch=5, **kwargs):
        super().__init__(**kwargs)
        self.batch = batch
        self.score = nn.Dense(1, in_units=3)

    def hybrid_forward(self, F, x):
        return F.zeros((self.batch, 1)) + self.score(x)


# %% half-randn-row: a row of randn added to a batch
# inputs: [(5, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.random.randn(1, 3)


# %% half-random-normal-column: a column of the older random_normal
# inputs: [(5, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * F.random_normal(0, 1, shape=(5, 1))


# %% half-random-per-mean: random numbers around means that are tensors, so many of each
# inputs: [(5,), (5, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return y * 0 + F.random.normal(x * 0, x * 0 + 1e-9, shape=(3,))
