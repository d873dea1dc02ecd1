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
