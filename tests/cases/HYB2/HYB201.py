"""Blocks that HYB201 reports, and blocks like them that work."""

import abc
import functools
import operator

import mxnet as mx
import numpy as np
from mxnet import gluon, nd
from mxnet.gluon import HybridBlock, nn, rnn

# %% a-0-in-a-reshape-keeps-a-length-that-a-layer-gave
# inputs: [(2, 3), (2, 4, 5, 5)]
class Net(HybridBlock):
    def __init__(self, channels=4, **kwargs):
        super().__init__(**kwargs)
        self.fc = nn.Dense(channels)
        self.conv = nn.Conv2D(1, 3, padding=1)

    def hybrid_forward(self, F, code, image):
        image = F.broadcast_mul(image, F.reshape(self.fc(code), shape=(0, 0, 1, 1)))
        return image * self.conv(image)  # HYB201 # breaks: execution

# %% acc-list-of-keepdims-sums
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        out = x
        for k in range(2):
            out = out * x.sum(axis=1, keepdims=True)  # HYB201
        return out

# %% adain-with-plain-operators
# inputs: [(2, 3, 4, 4), (2, 6)]
class Net(HybridBlock):
    def __init__(self, channels=3, eps=1e-5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.eps = eps
        with self.name_scope():
            self.style = nn.Dense(channels * 2, in_units=6)

    def hybrid_forward(self, F, x, w):
        style = self.style(w).reshape((0, 2, -1, 1, 1))
        gamma, beta = F.split(style, num_outputs=2, axis=1, squeeze_axis=True)
        mean = F.mean(x, axis=(2, 3), keepdims=True)
        std = F.sqrt(F.mean(F.square(F.broadcast_sub(x, mean)), axis=(2, 3), keepdims=True) + self.eps)
        x = (x - mean) / std  # HYB201 # breaks: execution
        return F.broadcast_add(F.broadcast_mul(x, gamma + 1), beta)

# %% additive-attention-query-plus-key
# inputs: [(2, 4, 6), (2, 5, 6)]
class Net(HybridBlock):
    def __init__(self, units=8, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.query = nn.Dense(units, flatten=False, use_bias=False)
            self.key = nn.Dense(units, flatten=False, use_bias=False)
            self.score = nn.Dense(1, flatten=False, use_bias=False)

    def hybrid_forward(self, F, query, memory):
        q = self.query(query).expand_dims(axis=2)
        k = self.key(memory).expand_dims(axis=1)
        score = self.score(F.tanh(q + k)).squeeze(axis=-1)  # HYB201 # breaks: execution
        weights = F.softmax(score, axis=-1)
        return F.batch_dot(weights, memory), weights

# %% all-differences-of-two-sets-of-points
# inputs: [(3, 2), (4, 2)]
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b):
        diff = a.expand_dims(1) - b.expand_dims(0)  # HYB201 # breaks: execution
        return F.sum(diff ** 2, axis=2)

# %% all-of-the-best-beside-one
# inputs: [(2, 5)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        best = F.topk(x, axis=1, k=3, ret_typ="value")
        return best - F.topk(x, axis=1, k=1, ret_typ="value")  # HYB201

# %% as-many-parts-as-the-constructors-default-says-gone-through
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, experts=3, units=4, **kwargs):
        super().__init__(**kwargs)
        self.experts = experts
        self.gate = nn.Dense(experts)
        self.fc = nn.Dense(units)

    def hybrid_forward(self, F, x):
        out = self.fc(x)
        for weight in F.split(F.softmax(self.gate(x)), axis=1, num_outputs=self.experts):
            out = F.tanh(out * weight)  # HYB201 # breaks: execution
        return out

# %% attention-over-tokens-by
# inputs: [('i', (2, 3), 0, 8, 'int32')]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.weight, self.vector = nn.Embedding(8, 1), nn.Embedding(8, 4)

    def hybrid_forward(self, F, ids):
        weights = F.softmax(self.weight(ids), axis=1)
        return F.sum(weights * self.vector(ids), axis=1)  # HYB201

# %% attention-weights-kept-for-a-plot
# inputs: [(2, 3, 4), (2, 3, 4)]
# call: [net(*xs), net.attention * 1]
# missed: The label depends on who reads `self.attention` after the call: st-cache-within, which keeps and reads a tensor in the same body as well, works.
class Net(HybridBlock):
    def hybrid_forward(self, F, q, k):
        self.attention = F.softmax(F.batch_dot(q, k, transpose_b=True))  # breaks: values
        return F.batch_dot(self.attention, k)

# %% attention-weights-times-values-by-a-plain-product
# inputs: [(2, 5, 4)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.score = nn.Dense(1, flatten=False)

    def hybrid_forward(self, F, x):
        a = F.softmax(self.score(x), axis=1)
        return F.sum(x * a, axis=1)  # HYB201 # breaks: execution

# %% batch-hard-triplet-loss-with-plain-operators
# inputs: [(4, 3), ('i', (4,), 0, 2, 'float32')]
class Net(HybridBlock):
    def __init__(self, margin=0.3, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.margin = margin

    def hybrid_forward(self, F, emb, label):
        square = F.sum(emb ** 2, axis=1, keepdims=True)
        dist = square + F.transpose(square) - 2 * F.dot(emb, F.transpose(emb))  # HYB201 # breaks: execution
        dist = F.sqrt(F.maximum(dist, 1e-9))
        same = F.broadcast_equal(F.expand_dims(label, 1), F.expand_dims(label, 0))
        furthest = F.max(dist * same, axis=1)
        nearest = F.min(dist + 1e6 * same, axis=1)
        return F.mean(F.relu(furthest - nearest + self.margin))

# %% bias-parameter-of-rank-1-added-by-the-plus-sign
# inputs: [(2, 4)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.dense = nn.Dense(4, use_bias=False)
            self.bias = self.params.get("bias", shape=(4,), init="ones")

    def hybrid_forward(self, F, x, bias):
        return self.dense(x) + bias  # HYB201 # breaks: execution

# %% both-directions-of-one-unit-each-beside-the-sums-of-the-inputs
# inputs: [(4, 2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.layer = rnn.GRU(1, 1, "TNC", 0, True, input_size=3)

    def hybrid_forward(self, F, x):
        return self.layer(x) + x.sum(axis=2, keepdims=True)  # HYB201 # breaks: execution

# %% capsules-with-a-squash-by-plain-operators
# inputs: [(2, 3, 4)]
def squash(F, s, axis=-1):
    n2 = F.sum(F.square(s), axis=axis, keepdims=True)
    scale = n2 / (1 + n2)
    return scale * s / F.sqrt(n2)  # HYB201 # breaks: execution


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return squash(F, x)

# %% causal-mask-compared-with-plain-operators
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        scores = F.batch_dot(x, x, transpose_b=True)
        steps = F.contrib.arange_like(scores, axis=1)
        mask = steps.expand_dims(1) >= steps.expand_dims(0)  # HYB201 # breaks: execution
        mask = F.broadcast_like(mask.expand_dims(0), scores)
        scores = F.where(mask, scores, F.ones_like(scores) * -1e9)
        return F.batch_dot(F.softmax(scores), x)

# %% cbam-whose-spatial-part-uses-a-plain-product
# inputs: [(2, 4, 6, 6)]
class Net(HybridBlock):
    def __init__(self, channels=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.fc = nn.HybridSequential()
            self.fc.add(nn.Conv2D(2, 1, activation='relu'), nn.Conv2D(channels, 1))
            self.conv = nn.Conv2D(1, 7, padding=3)

    def hybrid_forward(self, F, x):
        avg = F.contrib.AdaptiveAvgPooling2D(x, output_size=1)
        ca = F.sigmoid(self.fc(avg))
        y = F.broadcast_mul(x, ca)
        sa = F.concat(F.mean(y, axis=1, keepdims=True), F.max(y, axis=1, keepdims=True), dim=1)
        return y * F.sigmoid(self.conv(sa))  # HYB201 # breaks: execution

# %% cells-weighted-by-an-arange
# inputs: [("pos", (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, pos):
        cell = F.floor(pos / 0.25)
        return F.softmax(pos, axis=1) + cell * F.expand_dims(F.arange(3), 0)  # HYB201 # breaks: execution

# %% channel-and-spatial-attention
# inputs: [(2, 4, 6, 6)]
class Net(HybridBlock):
    def __init__(self, channels=4, reduction=2, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.mlp = nn.HybridSequential()
            self.mlp.add(nn.Dense(channels // reduction, activation="relu"))
            self.mlp.add(nn.Dense(channels))
            self.conv = nn.Conv2D(1, 7, padding=3, use_bias=False)

    def hybrid_forward(self, F, x):
        avg = F.Pooling(x, global_pool=True, pool_type="avg")
        top = F.Pooling(x, global_pool=True, pool_type="max")
        channel = F.sigmoid(self.mlp(avg) + self.mlp(top))
        channel = F.reshape(channel, (0, 0, 1, 1))
        x = F.broadcast_mul(x, channel)
        spatial = F.concat(F.mean(x, axis=1, keepdims=True), F.max(x, axis=1, keepdims=True), dim=1)
        spatial = F.sigmoid(self.conv(spatial))
        return x * spatial  # HYB201 # breaks: execution

# %% channels-gated-by-the-star
# inputs: [(2, 4, 5, 5)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pool = nn.GlobalAvgPool2D()
        self.fc = nn.Conv2D(4, 1, activation="sigmoid")

    def hybrid_forward(self, F, x):
        gate = self.fc(self.pool(x))
        return x * gate  # HYB201 # breaks: execution

# %% children-of-a-container-by-position
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()
        self.body.add(nn.Dense(4), nn.Dense(1))

    def hybrid_forward(self, F, x):
        features, gate = self.body._children.values()
        return features(x) * gate(x)  # HYB201 # breaks: execution # fix: return F.broadcast_mul(features(x), gate(x))

# %% column-beside-what-a-written-out-index-of-two-rows-takes
# inputs: [(5, 1)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.ones((1, 1)) + F.take(x, F.ones((2,)))  # HYB201 # breaks: execution

# %% column-of-ones-with-the-rows-of-the-input-over-the-input
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        rows = F.broadcast_like(F.ones((1, 1)), x, lhs_axes=(0,), rhs_axes=(0,))
        return rows / x  # HYB201 # breaks: execution # fix: return F.broadcast_div(rows, x)

# %% column-of-the-older-random_normal
# inputs: [(5, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * F.random_normal(0, 1, shape=(5, 1))  # HYB201

# %% column-that-numpy-counts
# inputs: [(4, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.c = self.params.get_constant("c", np.arange(4).reshape(-1, 1).astype("float32"))

    def hybrid_forward(self, F, x, c):
        return x * c  # HYB201 # fix: return F.broadcast_mul(x, c)

# %% columns-of-split-times-x
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b, c = F.split(x, num_outputs=3, axis=1)
        return x * a  # HYB201

# %% constant-of-a-list-of-a-list
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        weights = [0.2, 0.3, 0.5]
        self.c = self.params.get_constant("c", [weights])

    def hybrid_forward(self, F, x, c):
        return x * c  # HYB201

# %% constant-of-mx-nd-reshaped
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.c = self.params.get_constant("c", nd.arange(3).reshape((1, 3)))

    def hybrid_forward(self, F, x, c):
        return x + c  # HYB201

# %% constant-whose-shape-numpys-reshape-tells
# inputs: [(2, 3, 4, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.mean = self.params.get_constant("mean", np.array([0.4, 0.5, 0.6]).reshape((1, 3, 1, 1)))

    def hybrid_forward(self, F, x, mean):
        return x - mean  # HYB201

# %% constant-with-a-new-axis
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.c = self.params.get_constant("c", np.array([1.0, 2.0, 3.0])[np.newaxis, :])

    def hybrid_forward(self, F, x, c):
        return x - c  # HYB201

# %% conv-of-one-channel-times-conv-of-four
# inputs: [(2, 3, 4, 4)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.a = nn.Conv2D(1, 1)
            self.b = nn.Conv2D(4, 1)

    def hybrid_forward(self, F, x):
        return F.sigmoid(self.a(x)) * self.b(x)  # HYB201 # breaks: execution

# %% convolution-of-one-channel-over-time
# inputs: [(2, 3, 5)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.gate = nn.Conv1D(1, 3, padding=1, in_channels=3)

    def hybrid_forward(self, F, x):
        return x * F.softmax(self.gate(x), axis=2)  # HYB201

# %% dense-1-x-dense-4-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.a = nn.Dense(1)
            self.b = nn.Dense(4)

    def hybrid_forward(self, F, x):
        return self.a(x) + self.b(x)  # HYB201 # breaks: execution

# %% dense-3-x-bias-3
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.d = nn.Dense(3)
            self.bias = self.params.get('bias', shape=(3,), init='zeros')

    def hybrid_forward(self, F, x, bias):
        return self.d(x) + bias  # HYB201 # breaks: execution

# %% dense-3-x-dense-1-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.a = nn.Dense(3)
            self.g = nn.Dense(1)

    def hybrid_forward(self, F, x):
        return self.a(x) * F.sigmoid(self.g(x))  # HYB201 # breaks: execution

# %% dense-with-its-options-by-position
# inputs: [(2, 5, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.score = nn.Dense(1, "tanh", True, False, in_units=3)

    def hybrid_forward(self, F, x):
        return x * self.score(x)  # HYB201

# %% divided-by-its-own-sum
# inputs: [(2, 3)]
# breaks: execution
class Stem(nn.HybridSequential):
    def __init__(self, deep=True, **kwargs):
        super().__init__(**kwargs)
        self.add(nn.Dense(3, in_units=3))
        if deep:
            self.add(nn.Dense(3, in_units=3))
            self.add(nn.Activation('relu'))


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.stem = Stem()

    def hybrid_forward(self, F, x):
        y = self.stem(x)
        return y / y.sum(axis=1, keepdims=True)  # HYB201

# %% dueling-network
# inputs: [(2, 4)]
class Net(HybridBlock):
    def __init__(self, actions=3, hidden=8, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.body = nn.HybridSequential()
            for _ in range(2):
                self.body.add(nn.Dense(hidden, activation="relu"))
            self.value = nn.Dense(1)
            self.advantage = nn.Dense(actions)

    def hybrid_forward(self, F, state):
        h = self.body(state)
        value = self.value(h)
        advantage = self.advantage(h)
        centered = F.broadcast_sub(advantage, F.mean(advantage, axis=1, keepdims=True))
        return value + centered  # HYB201 # breaks: execution

# %% dueling-network-one-plain-plus
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, actions=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.v = nn.Dense(1)
            self.a = nn.Dense(actions)

    def hybrid_forward(self, F, x):
        v, a = self.v(x), self.a(x)
        return v + F.broadcast_sub(a, a.mean(axis=1, keepdims=True))  # HYB201

# %% e-e-sum
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        e = F.exp(x)
        return e / e.sum()  # HYB201

# %% element-of-a-list-reshaped-with-dimensions-one-by-one
# inputs: [[(2, 3, 2), (2, 3)]]
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        return xs[0].reshape(0, -1) * F.sum(xs[1])  # HYB201 # breaks: trace

# %% experts-mixed-by-a-gate
# inputs: [(2, 4)]
class Net(HybridBlock):
    def __init__(self, experts=3, units=5, **kwargs):
        super().__init__(**kwargs)
        self._count = experts
        with self.name_scope():
            self.gate = nn.Dense(experts)
            self.experts = nn.HybridSequential()
            for i in range(experts):
                self.experts.add(nn.Dense(units, activation="relu", prefix="expert%d_" % i))

    def hybrid_forward(self, F, x):
        weights = F.softmax(self.gate(x), axis=-1)
        parts = F.split(weights, num_outputs=self._count, axis=1)
        mixed = []
        for weight, expert in zip(parts, self.experts):
            mixed.append(expert(x) * weight)  # HYB201 # breaks: execution
        return F.add_n(*mixed)

# %% f-arange-3-argmax-plain
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.arange(3).expand_dims(0) == x.argmax(axis=1, keepdims=True)  # HYB201 # breaks: execution

# %% f-convolution-b-b-shape-4
# inputs: [(2, 3, 4, 4)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.w = self.params.get('w', shape=(4, 3, 1, 1), init='ones')
        self.b = self.params.get('b', shape=(1, 4, 1, 1), init='ones')

    def hybrid_forward(self, F, x, w, b):
        return F.Convolution(x, w, kernel=(1, 1), num_filter=4, no_bias=True) + b  # HYB201 # breaks: execution

# %% f-convolution-b-reshape-1-1-1-1
# inputs: [(2, 3, 4, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(4, 3, 1, 1))
        self.b = self.params.get("b", shape=(4,))

    def hybrid_forward(self, F, x, w, b):
        return F.Convolution(x, w, kernel=(1, 1), num_filter=4, no_bias=True) + b.reshape((1, -1, 1, 1))  # HYB201

# %% f-dot-x-w-b-b-shape-4
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.w = self.params.get('w', shape=(3, 4), init='ones')
        self.b = self.params.get('b', shape=(4,), init='ones')

    def hybrid_forward(self, F, x, w, b):
        return F.dot(x, w) + b  # HYB201 # breaks: execution

# %% f-exp-x-max-sum-all-plain
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        e = F.exp(F.broadcast_sub(x, F.max(x, axis=-1, keepdims=True)))
        return e / F.sum(e, axis=-1, keepdims=True)  # HYB201

# %% f-expand_dims-x-axis-1-f-expand_dims-x-axis-2
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.expand_dims(x, axis=1) * F.expand_dims(x, axis=2)  # HYB201 # breaks: execution

# %% f-flatten-x-b-b-shape-6
# inputs: [(2, 3, 2)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.b = self.params.get('b', shape=(6,), init='ones')

    def hybrid_forward(self, F, x, b):
        return F.flatten(x) + b  # HYB201 # breaks: execution

# %% f-flatten-x-dense-1-x
# inputs: [(2, 3, 2)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.d = nn.Dense(1)

    def hybrid_forward(self, F, x):
        return F.flatten(x) * self.d(x)  # HYB201 # breaks: execution

# %% f-fullyconnected-b-b-shape-4
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.w = self.params.get('w', shape=(4, 3), init='ones')
        self.b = self.params.get('b', shape=(4,), init='ones')

    def hybrid_forward(self, F, x, w, b):
        return F.FullyConnected(x, w, num_hidden=4, no_bias=True) + b  # HYB201 # breaks: execution

# %% f-fullyconnected-num_hidden-1-x
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.FullyConnected(x, w, None, num_hidden=1, no_bias=True) * x  # HYB201

# %% f-maximum-x-x-mean-axis-1-keepdims-true
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.maximum(x, x.mean(axis=1, keepdims=True))  # HYB201 # breaks: execution

# %% f-mean-f-square-x-f-mean-x
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.mean(F.square(x - F.mean(x)))  # HYB201

# %% f-minimum-x-x-mean-axis-1-keepdims-true
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.minimum(x, x.mean(axis=1, keepdims=True))  # HYB201

# %% f-power-x-f-sum-x
# inputs: [('pos', (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.power(x, F.sum(x))  # HYB201 # breaks: execution

# %% f-stack-x-x-x
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.stack(x, x) * x  # HYB201

# %% f-zeros_like-f-ones-1-3-0-f-sum-x
# inputs: [('pos', (1,))]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.zeros_like(F.ones((1, 3))) + 0 * F.sum(x)  # HYB201

# %% factorisation-machine-whose-bias-is-added-with-a-plus
# inputs: [('i', (2, 3), 0, 6, 'float32')]
class Net(HybridBlock):
    def __init__(self, fields=6, k=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.first = nn.Embedding(fields, 1)
            self.second = nn.Embedding(fields, k)
            self.bias = self.params.get('bias', shape=(1,), init='zeros')

    def hybrid_forward(self, F, ids, bias):
        linear = F.sum(self.first(ids), axis=1)
        v = self.second(ids)
        inter = 0.5 * F.sum(F.square(F.sum(v, axis=1)) - F.sum(F.square(v), axis=1), axis=1, keepdims=True)
        return linear + inter + bias  # HYB201 # breaks: execution

# %% factorization-machine-without-keepdims
# inputs: [('i', (2, 3), 0, 8, 'int32')]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.linear, self.factors = nn.Embedding(8, 1), nn.Embedding(8, 4)

    def hybrid_forward(self, F, ids):
        v = self.factors(ids)
        pair = F.square(F.sum(v, axis=1)) - F.sum(F.square(v), axis=1)
        return F.sum(self.linear(ids), axis=1) + 0.5 * F.sum(pair, axis=1)  # HYB201

# %% features-averaged-or-not-are-scaled-by-an-embedding
# inputs: [(2, 3, 4, 4), (2, 5)]
# clean
class Net(HybridBlock):
    def __init__(self, pools=True, **kwargs):
        super().__init__(**kwargs)
        self.pools = pools
        self.conv = nn.Conv2D(4, 3, padding=1, in_channels=3)
        self.embed = nn.Dense(4, in_units=5)

    def hybrid_forward(self, F, x, style):
        y = self.conv(x)
        if self.pools:
            y = F.mean(y, axis=(2, 3), keepdims=True)
        return y * F.reshape(self.embed(style), (0, 0, 1, 1))

# %% first-row-of-what-a-cell-gives
# inputs: [(2, 3), [(2, 4)]]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.GRUCell(4, input_size=3)

    def hybrid_forward(self, F, x, states):
        out, states = self.cell(x, states)
        return out[0] + F.sum(states[0])  # HYB201 # breaks: execution

# %% focal-loss
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
class Net(HybridBlock):
    def __init__(self, gamma=2.0, alpha=0.25, **kwargs):
        super().__init__(**kwargs)
        self._gamma = gamma
        self._alpha = alpha

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        logits = pred - F.max(pred, axis=-1, keepdims=True)  # HYB201 # breaks: execution
        prob = F.softmax(logits, axis=-1)
        p = F.pick(prob, label, axis=-1)
        loss = -self._alpha * (1 - p) ** self._gamma * F.log(p + 1e-8)
        if sample_weight is not None:
            loss = loss * sample_weight
        return F.mean(loss)

# %% forward-pass-of-a-crf-step-after-step
# inputs: [(2, 4, 3)]
class Net(HybridBlock):
    def __init__(self, tags=3, length=4, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.transitions = self.params.get("transitions", shape=(tags, tags))
        self._length = length

    def hybrid_forward(self, F, emissions, transitions):
        steps = F.split(emissions, num_outputs=self._length, axis=1, squeeze_axis=True)
        alpha = steps[0]
        for step in steps[1:]:
            score = alpha.expand_dims(2) + transitions.expand_dims(0)  # HYB201 # breaks: execution
            alpha = F.log(F.sum(F.exp(score), axis=1)) + step
        return F.log(F.sum(F.exp(alpha), axis=1))

# %% graph-convolution-with-its-adjacency-normalised
# inputs: [("pos", (4, 4)), (4, 3)]
class Net(HybridBlock):
    def __init__(self, units=5, in_units=3, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.weight = self.params.get("weight", shape=(in_units, units), init="xavier")
            self.bias = self.params.get("bias", shape=(1, units), init="zeros")

    def hybrid_forward(self, F, adj, x, weight, bias):
        degree = F.sum(adj, axis=1)
        inv = F.power(degree, -0.5)
        norm = F.reshape(inv, (-1, 1)) * adj * F.reshape(inv, (1, -1))  # HYB201 # breaks: execution
        support = F.dot(x, weight)
        out = F.dot(norm, support)
        return F.relu(F.broadcast_add(out, bias))

# %% graph-layer-that-normalises-its-adjacency
# inputs: [(2, 4, 3), ('bin', (2, 4, 4))]
class Net(HybridBlock):
    def __init__(self, units=5, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.weight = nn.Dense(units, flatten=False, use_bias=False)

    def hybrid_forward(self, F, nodes, adjacency):
        adjacency = F.broadcast_add(adjacency, F.eye(4).expand_dims(0))
        degree = adjacency.sum(axis=2, keepdims=True)
        normal = adjacency / F.sqrt(degree)  # HYB201 # breaks: execution
        return F.relu(F.batch_dot(normal, self.weight(nodes)))

# %% halves-of-one-vector-scale-and-shift-each-channel
# inputs: [(2, 3, 4, 4), (2, 5)]
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.norm = nn.InstanceNorm()
        self.affine = nn.Dense(6)

    def hybrid_forward(self, F, x, style):
        scale, shift = self.affine(style).expand_dims(2).expand_dims(3).split(2, 1)
        return self.norm(x) * scale + shift  # HYB201 # breaks: execution

# %% halves-of-other-lengths
# inputs: [(2, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.slice_axis(x, axis=1, begin=0, end=1) * F.slice_axis(x, axis=1, begin=1, end=4)  # HYB201 # breaks: execution

# %% hard-triplet-mining-in-the-batch
# inputs: [(4, 3), ("i", (4,), 0, 2, "float32")]
class Net(HybridBlock):
    def __init__(self, margin=0.3, **kwargs):
        super().__init__(**kwargs)
        self._margin = margin

    def _distance(self, F, emb):
        dot = F.dot(emb, emb, transpose_b=True)
        norm = F.sum(emb ** 2, axis=1, keepdims=True)
        dist = norm + F.transpose(norm) - 2 * dot  # HYB201 # breaks: execution
        return F.sqrt(F.maximum(dist, 1e-12))

    def hybrid_forward(self, F, emb, label):
        dist = self._distance(F, emb)
        same = F.broadcast_equal(F.expand_dims(label, 1), F.expand_dims(label, 0))
        far = F.max(dist * same, axis=1)
        near = F.min(dist + 1e6 * same, axis=1)
        return F.relu(far - near + self._margin)

# %% heads-that-the-constructor-lists-the-masked-one-multiplies-with
# inputs: [(2, 4), ('bin', (2,))]
class Net(HybridBlock):
    def __init__(self, heads=("plain", "masked"), **kwargs):
        super().__init__(**kwargs)
        self.heads = tuple(heads)
        self.layers = nn.HybridSequential()
        for _ in self.heads:
            self.layers.add(nn.Dense(4))

    def hybrid_forward(self, F, x, mask):
        outputs = {}
        for name, layer in zip(self.heads, self.layers):
            y = layer(x)
            if name.endswith("masked"):
                y = y * F.mean(y, axis=-1, keepdims=True) * F.max(mask)  # HYB201 # breaks: execution
            outputs[name] = y
        return [outputs[name] for name in self.heads]

# %% hybridsequential-derived-its-output-centred
# inputs: [(2, 3)]
class Net(nn.HybridSequential):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.add(nn.Dense(4), nn.Activation("tanh"))

    def hybrid_forward(self, F, x):
        x = super().hybrid_forward(F, x)
        return x - x.mean(axis=1, keepdims=True)  # HYB201 # breaks: execution

# %% in-the-body-of-such-a-loop-the-counter-is-beside-a-tensor-of: in the body of such a loop the counter is beside a tensor of several elements
# inputs: [(2, 3), ("i", (1,), 1, 4, "float32")]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, limit):
        def goes_on(count, total):
            return count < limit

        def add(count, total):
            return [], [count + 1, total + x * count]  # HYB201 # breaks: execution

        _, (_, total) = F.contrib.while_loop(goes_on, add, [F.zeros((1,)), F.zeros_like(x)], max_iterations=5)
        return F.BlockGrad(total) + x

# %% interpolation-with-a-column-of-random-numbers-of-a-length-that: interpolation with a column of random numbers, of a length that the constructor takes
# inputs: [(5, 3), (5, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, batch=5, **kwargs):
        super().__init__(**kwargs)
        self.batch = batch

    def hybrid_forward(self, F, real, fake):
        alpha = F.random.uniform(0, 1, shape=(self.batch, 1))
        return alpha * real + (1 - alpha) * fake  # HYB201

# %% label-expand_dims-0-label-expand_dims-1
# inputs: [('i', (4,), 0, 3, 'float32')]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.expand_dims(0) == x.expand_dims(1)  # HYB201 # breaks: execution

# %% last-state-beside-the-outputs-of-all-steps
# inputs: [(2, 4, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(5, input_size=3)

    def hybrid_forward(self, F, x):
        outputs, (h, _) = self.cell.unroll(4, x, merge_outputs=True)
        return outputs + h.expand_dims(1)  # HYB201 # breaks: execution

# %% layer-norm-by-hand-with-plain-operators
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def __init__(self, units=4, eps=1e-5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.eps = eps
        with self.name_scope():
            self.gamma = self.params.get('gamma', shape=(units,), init='ones')
            self.beta = self.params.get('beta', shape=(units,), init='zeros')

    def hybrid_forward(self, F, x, gamma, beta):
        mean = x.mean(axis=-1, keepdims=True)
        std = F.sqrt(F.broadcast_sub(x, mean).square().mean(axis=-1, keepdims=True) + self.eps)
        y = (x - mean) / std  # HYB201 # breaks: execution
        return F.broadcast_add(F.broadcast_mul(y, gamma), beta)

# %% layer-scale-of-shape-c-1-1
# inputs: [(2, 3, 4, 4)]
class Net(HybridBlock):
    def __init__(self, dim=3, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.conv = nn.Conv2D(dim, 1)
            self.gamma = self.params.get("gamma", shape=(dim, 1, 1), init="ones")

    def hybrid_forward(self, F, x, gamma):
        return x + self.conv(x) * gamma  # HYB201 # breaks: execution

# %% learned-number-as-an-operand
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1,))

    def hybrid_forward(self, F, x, w):
        return x * w  # HYB201

# %% learned-slope-shape-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.beta = self.params.get("beta", shape=(1,), init="ones")

    def hybrid_forward(self, F, x, beta):
        return x * F.sigmoid(x * beta)  # HYB201 # breaks: execution

# %% learnt-temperature-of-shape-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.temp = self.params.get("temp", shape=(1,), init="ones")

    def hybrid_forward(self, F, logits, temp):
        return F.softmax(logits / temp)  # HYB201 # breaks: execution

# %% less-the-mean-of-a-part-of-it
# inputs: [(2, 6)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        left, right = F.split(x, num_outputs=2, axis=1)
        return x - F.mean(left, axis=1, keepdims=True)  # HYB201

# %% less-the-mean-of-the-first-three
# inputs: [(2, 5)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        head = F.slice_axis(x, axis=1, begin=0, end=3)
        return x - F.mean(head, axis=1, keepdims=True)  # HYB201

# %% loss-that-is-weighed-by-the-function-of-gluons-own-losses-beside: a loss that is weighed by the function of Gluon's own losses, beside a full reduction
# inputs: [(2, 3), (2, 3)]
class Net(mx.gluon.loss.Loss):
    def __init__(self):
        super().__init__(2.0, 0)

    def hybrid_forward(self, F, pred, label):
        label = mx.gluon.loss._reshape_like(F, label, pred)
        loss = mx.gluon.loss._apply_weighting(F, F.square(pred - label), self._weight)
        return loss / F.sum(loss)  # HYB201 # breaks: execution

# %% map-beside-the-features-that-it-is-made-of
# inputs: [(2, 3, 4, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.features = nn.Conv2D(8, 3, padding=1, in_channels=3)
        self.gate = nn.Conv2D(1, 1, in_channels=8)

    def hybrid_forward(self, F, x):
        features = F.relu(self.features(x))
        return features * F.sigmoid(self.gate(features))  # HYB201

# %% map-of-one-channel-by-a-3x3-convolution
# inputs: [(2, 3, 4, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.mask = nn.Conv2D(1, kernel_size=3, padding=1, in_channels=3)

    def hybrid_forward(self, F, x):
        attention = F.sigmoid(self.mask(x))
        return x + attention  # HYB201

# %% map-of-one-channel-for-features-of-several
# inputs: [(2, 3, 5, 5)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = nn.Conv2D(4, kernel_size=3, padding=1, in_channels=3)
            self.map = nn.Conv2D(1, kernel_size=1, in_channels=3)

    def hybrid_forward(self, F, x):
        features = F.relu(self.features(x))
        return features * F.sigmoid(self.map(x))  # HYB201 # breaks: execution

# %% mask-of-positions-with-an-axis-for-the-batch
# inputs: [(2, 4, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 4

    def hybrid_forward(self, F, x):
        r = F.arange(self.n)
        m = F.broadcast_lesser_equal(r.expand_dims(0), r.expand_dims(1))
        return x * m.expand_dims(0)  # HYB201

# %% mean-of-a-table-of-numpy
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        table = np.array([[1.0, 2.0, 3.0], [3.0, 2.0, 1.0]])
        self.c = self.params.get_constant("c", table.mean(axis=0, keepdims=True))

    def hybrid_forward(self, F, x, c):
        return x - c  # HYB201

# %% mean-of-everything-taken-off
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - x.mean()  # HYB201 # breaks: execution

# %% mean-over-all-samples-beside-one-of-the-samples
# inputs: [('pos', (2, 3)), ('pos', (2, 3))]
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.distance = gluon.loss.L2Loss()
        self.counts = gluon.loss.PoissonNLLLoss(from_logits=False)

    def hybrid_forward(self, F, predicted, wanted):
        return self.distance(predicted, wanted) + self.distance(wanted, predicted * 2).mean()  # HYB201 # breaks: execution

# %% minibatch-standard-deviation-in-a-discriminator
# inputs: [(2, 3, 8, 8)]
class Net(HybridBlock):
    def __init__(self, channels=4, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.body = nn.HybridSequential()
            self.body.add(nn.Conv2D(channels, 4, strides=2, padding=1), nn.LeakyReLU(0.2))
            self.body.add(nn.Conv2D(2 * channels, 4, strides=2, padding=1), nn.LeakyReLU(0.2))
            self.out = nn.Dense(1)

    def _deviation(self, F, x):
        centred = F.broadcast_sub(x, F.mean(x, axis=0, keepdims=True))
        return F.sqrt(F.mean(centred**2) + 1e-8)

    def hybrid_forward(self, F, x):
        h = self.body(x)
        h = h + self._deviation(F, h)  # HYB201 # breaks: execution
        return self.out(h).flatten()

# %% ndarray-attribute-times-the-input
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = nd.ones((1,))

    def hybrid_forward(self, F, x):
        return F.concat(x * 2, x) + F.sum(self.c)  # HYB110, HYB201 # breaks: trace

# %% nearest-code-of-a-table-by-its-rows
# inputs: [(2, 4)]
class Net(HybridBlock):
    def __init__(self, codes=3, units=4, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.codes = self.params.get("codes", shape=(codes, units))

    def hybrid_forward(self, F, x, codes):
        distance = F.sum((x.expand_dims(1) - codes.expand_dims(0)) ** 2, axis=2)  # HYB201 # breaks: execution
        best = F.argmin(distance, axis=1)
        return F.take(codes, best)

# %% netvlad-with-a-plain-product
# inputs: [(2, 5, 4)]
class Net(HybridBlock):
    def __init__(self, clusters=3, units=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.assign = nn.Dense(clusters, flatten=False)
            self.centers = self.params.get('centers', shape=(1, units, clusters), init=mx.init.Normal())

    def hybrid_forward(self, F, x, centers):
        a = F.softmax(self.assign(x), axis=-1)
        total = F.sum(a, axis=1, keepdims=True)
        vlad = F.batch_dot(x, a, transpose_a=True) - centers * total  # HYB201 # breaks: execution
        return F.L2Normalization(vlad.reshape((0, -1)))

# %% nn-conv2d-subclass-dividing-with
# inputs: [(2, 3, 4, 4)]
# breaks: execution
class Net(nn.Conv2D):
    def __init__(self, **kwargs):
        super().__init__(4, 3, padding=1, in_channels=3, **kwargs)

    def hybrid_forward(self, F, x, weight, bias=None):
        weight = weight / F.sqrt(F.sum(F.square(weight), axis=(1, 2, 3), keepdims=True))  # HYB201
        return super().hybrid_forward(F, x, weight, bias)

# %% normalisation-gamma-multiplied-with
# inputs: [(2, 4, 3, 3)]
class Net(HybridBlock):
    def __init__(self, channels=4, eps=1e-5, **kwargs):
        super().__init__(**kwargs)
        self._eps = eps
        with self.name_scope():
            self.gamma = self.params.get("gamma", shape=(1, channels, 1, 1), init="ones")
            self.beta = self.params.get("beta", shape=(1, channels, 1, 1), init="zeros")

    def hybrid_forward(self, F, x, gamma, beta):
        mean = F.mean(x, axis=(2, 3), keepdims=True)
        centred = F.broadcast_sub(x, mean)
        var = F.mean(centred**2, axis=(2, 3), keepdims=True)
        y = F.broadcast_mul(centred, F.rsqrt(var + self._eps))
        return F.broadcast_add(y * gamma, beta)  # HYB201 # breaks: execution

# %% np-max-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.max(x) * x  # HYB201 # breaks: execution

# %% np-sum-x-axis-1-keepdims-true-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / np.sum(x, axis=1, keepdims=True)  # HYB201 # breaks: execution

# %% number-for-each-sample-times-a-column
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.loss = gluon.loss.SoftmaxCrossEntropyLoss()

    def hybrid_forward(self, F, scores, label):
        return self.loss(scores, label) * scores.max(axis=1, keepdims=True)  # HYB201 # breaks: execution

# %% one-loop-variable-times-a-matrix
# inputs: [(4, 2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        rows, last = F.contrib.while_loop(lambda i: i < 3, lambda i: (y * i, i + 1), F.zeros((1,)), max_iterations=3)  # HYB201 # breaks: execution
        return rows

# %% one_hot-x-expand_dims-1
# inputs: [(2, 3), ('i', (2, 3), 0, 4, 'float32')]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.one_hot(y, 4) * x.expand_dims(-1)  # HYB201 # breaks: execution

# %% operator-methods-of-a-helper-that-add-a-broadcast-bias
# inputs: [(2, 3)]
class Biased:
    def __init__(self, bias):
        self.bias = bias

    def __radd__(self, x):
        return x + self.bias  # HYB201 # breaks: execution


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        bias = Biased(F.mean(x, axis=1, keepdims=True))
        return bias.__radd__(x)

# %% operator-mul-with-a-row-statistic
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return operator.mul(x, x.mean(axis=1, keepdims=True))  # HYB201 # breaks: execution

# %% outputs-of-five-units-beside-the-sums-of-their-inputs
# inputs: [(4, 2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.layer = rnn.GRU(5, input_size=3)

    def hybrid_forward(self, F, x):
        return self.layer(x) + x.sum(axis=2, keepdims=True)  # HYB201 # breaks: execution

# %% outputs-of-layers-stacked-times-the-weights-of-a-gate
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
        return (ys * g).sum(axis=1)  # HYB201

# %% pairwise
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a = (x * x).sum(axis=1)
        return a.reshape((-1, 1)) + a.reshape((1, -1))  # HYB201

# %% parameter-or-none-by-a-flag-of-the-constructor
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, with_offset=True, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.project = nn.Dense(7, in_units=3)
            self.offset = self.params.get("offset", shape=(7,), init="ones") if with_offset else None

    def hybrid_forward(self, F, x, offset=None):
        projected = self.project(x)
        if offset is None:
            return projected
        return F.relu(projected + offset)  # HYB201 # breaks: execution

# %% per-sample-loss-f-mean-reg
# inputs: [(2, 3), (2, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.mean(F.square(x), axis=1) + F.mean(F.square(y))  # HYB201 # breaks: execution

# %% pixel-norm-by-plain-product
# inputs: [(2, 3, 4, 4)]
class Net(HybridBlock):
    def __init__(self, eps=1e-8, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.eps = eps

    def hybrid_forward(self, F, x):
        norm = F.rsqrt(F.mean(x ** 2, axis=1, keepdims=True) + self.eps)
        return x * norm  # HYB201 # breaks: execution

# %% positions-that-are-counted-along-the-tokens-embedded-plainly
# inputs: [('i', (2, 4), 0, 7)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.emb = nn.Embedding(7, 6)
        self.pos = nn.Embedding(4, 6)

    def hybrid_forward(self, F, x):
        return self.emb(x) + self.pos(F.contrib.arange_like(x, axis=1)).expand_dims(0)  # HYB201

# %% product-of-two-inputs-beside-its-own-sum
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, gate):
        gated = x * gate
        return gated / F.sum(gated)  # HYB201 # breaks: execution

# %% rbf-kernel-between-two-sets-by-reshape
# inputs: [(3, 4), (5, 4)]
class Net(HybridBlock):
    def __init__(self, gamma=0.5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.gamma = gamma

    def hybrid_forward(self, F, x, y):
        xx = F.sum(x * x, axis=1).reshape((-1, 1))
        yy = F.sum(y * y, axis=1).reshape((1, -1))
        d = xx + yy - 2 * F.dot(x, y, transpose_b=True)  # HYB201 # breaks: execution
        return F.exp(-self.gamma * d)

# %% reduce-of-maximum: functools.reduce of F.maximum over different shapes
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return functools.reduce(F.maximum, [x, F.mean(x, axis=1, keepdims=True)])  # HYB201 # breaks: execution

# %% row-of-an-item-of-an-input-list
# inputs: [[(4, 3), (4, 3)]]
class Net(HybridBlock):
    def hybrid_forward(self, F, states):
        return states[0][0] + F.sum(states[1])  # HYB201 # breaks: execution

# %% row-of-ones-of-a-length-that-the-constructor-takes
# inputs: [(5, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, units=3, **kwargs):
        super().__init__(**kwargs)
        self.units = units

    def hybrid_forward(self, F, x):
        return x + F.ones((1, self.units))  # HYB201

# %% row-of-randn-added-to-a-batch
# inputs: [(5, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.random.randn(1, 3)  # HYB201

# %% row-of-what-came-through-args
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, *args):
        first, second = args
        return first[0] * 2 + F.sum(second)  # HYB201 # breaks: execution

# %% rows-divided-by-their-norm
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, emb):
        length = F.sqrt(F.sum(F.square(emb), axis=1, keepdims=True)) + 1e-6
        emb = emb / length  # HYB201 # breaks: execution
        return emb

# %% rows-minus-their-mean
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean = F.mean(x, axis=1, keepdims=True)
        return x - mean  # HYB201 # breaks: execution

# %% s-f-transpose-s-s-a-column
# inputs: [(4, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = F.sum(x * x, axis=1, keepdims=True)
        return s + F.transpose(s)  # HYB201

# %% s-s-reshape-1-1-s-a-column
# inputs: [(4, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = F.sum(x * x, axis=1, keepdims=True)
        return s + s.reshape((1, -1))  # HYB201

# %% s-s-swapaxes-0-1-s-a-column
# inputs: [(4, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = F.sum(x * x, axis=1, keepdims=True)
        return s + s.swapaxes(0, 1)  # HYB201

# %% sagan-attention-with-gamma-times-the-map-by-a-plain-product
# inputs: [(2, 4, 3, 3)]
class Net(HybridBlock):
    def __init__(self, channels=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.f = nn.Conv2D(2, 1)
            self.g = nn.Conv2D(2, 1)
            self.h = nn.Conv2D(channels, 1)
            self.gamma = self.params.get('gamma', shape=(1,), init='ones')

    def hybrid_forward(self, F, x, gamma):
        f = self.f(x).reshape((0, 0, -1))
        g = self.g(x).reshape((0, 0, -1))
        h = self.h(x).reshape((0, 0, -1))
        beta = F.softmax(F.batch_dot(f, g, transpose_a=True))
        o = F.reshape_like(F.batch_dot(h, beta), x)
        return gamma * o + x  # HYB201 # breaks: execution

# %% same-of-a-vector-to-which-a-reshape-gives-two-axes
# inputs: [(2, 3, 4, 4), (2, 6)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, style):
        scale, shift = F.split(style.reshape((0, -1, 1, 1)), num_outputs=2, axis=1)
        return F.broadcast_add(x * scale, shift)  # HYB201 # breaks: execution

# %% same-product-beside-a-row
# inputs: [(3, 3), [(3, 3)]]
# ctor: {"kind": "RNNCell"}
class Net(HybridBlock):
    def __init__(self, kind):
        super().__init__()
        self.cell = getattr(rnn, kind)(3)
        self.column = self.params.get("column", shape=(3, 1))
        self.row = self.params.get("row", shape=(1, 3))

    def hybrid_forward(self, F, x, states, column, row):
        hidden = self.cell(x, states)
        return row + F.dot(hidden[0], column)  # HYB201 # breaks: execution

# %% same-to-be-broadcast
# inputs: [(2, 3)]
# breaks: execution
def ones(shape):
    return np.ones(shape)


class Const(HybridBlock):
    def __init__(self, make, **kwargs):
        super(Const, self).__init__(**kwargs)
        self.c = self.params.get_constant("c", make((1, 3)))

    def hybrid_forward(self, F, x, c):
        return x * c  # HYB201


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.a = Const(ones)

    def hybrid_forward(self, F, x):
        return self.a(x)

# %% same-where-a-part-has-to-be-broadcast
# inputs: [(2, 3)]
# breaks: execution
class Template(HybridBlock):
    activation = None

    def __init__(self, units, **kwargs):
        super(Template, self).__init__(**kwargs)
        self.layer = self.make_layer(units)

    def make_layer(self, units):
        raise NotImplementedError

    def post(self, F, x):
        return x

    def hybrid_forward(self, F, x):
        x = self.layer(x)
        return self.post(F, x)


class Concrete(Template):
    def make_layer(self, units):
        return nn.Dense(units, in_units=3)

    def post(self, F, x):
        return x / x.norm(axis=1, keepdims=True)  # HYB201


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.c = Concrete(4)

    def hybrid_forward(self, F, x):
        return self.c(x)

# %% same-where-a-row-is-divided-by-its-sum
# inputs: [('pos', (3, 4))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def body(row, states):
            return row / F.sum(row), [states[0] + F.sum(row)]  # HYB201 # breaks: execution

        rows, _ = F.contrib.foreach(body, x, [F.zeros((1,))])
        return rows

# %% same-with-between-a-column-and-a-row
# inputs: [(2, 3, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, scores):
        steps = F.contrib.arange_like(scores, axis=1)
        later = steps.reshape((-1, 1)) < steps.reshape((1, -1))  # HYB201 # breaks: execution
        return F.broadcast_add(scores, later.expand_dims(0) * -1e9)

# %% same-with-both
# inputs: [(2, 5)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, scores):
        best, where = F.topk(scores, axis=1, k=3, ret_typ="both")
        return scores > F.min(best, axis=1, keepdims=True)  # HYB201

# %% scales-of-the-layers-by-index-of-a-parameter
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, layers=2, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.scales = self.params.get("scales", shape=(layers,), init="ones")
            self.body = nn.HybridSequential()
            for _ in range(layers):
                self.body.add(nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x, scales):
        for i, layer in enumerate(self.body):
            scale = F.slice_axis(scales, axis=0, begin=i, end=i + 1)
            x = x + F.broadcast_mul(layer(x), scale) * scales.mean()  # HYB201 # breaks: execution
        return x

# %% scores-less-the-smaller-of-the-two-best
# inputs: [(2, 5)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, scores):
        best = F.topk(scores, axis=1, k=2, ret_typ="value")
        return scores - F.min(best, axis=1, keepdims=True)  # HYB201

# %% scores-mask-expand_dims-1-expand_dims-1
# inputs: [(2, 3, 4, 4), (2, 4)]
# needs: shapes
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x + y.expand_dims(1).expand_dims(1)  # HYB201 # breaks: execution

# %% scores-scores-max-axis-1-keepdims-true
# inputs: [(2, 4, 3), (2, 4, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, q, k):
        s = F.batch_dot(q, k, transpose_b=True)
        return F.exp(s - s.max(axis=-1, keepdims=True))  # HYB201

# %% se-with-dense-and-expand_dims
# inputs: [(2, 3, 4, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.fc = nn.Dense(3, activation='sigmoid')

    def hybrid_forward(self, F, x):
        w = self.fc(F.contrib.AdaptiveAvgPooling2D(x, output_size=1))
        return x * w.expand_dims(axis=2).expand_dims(axis=3)  # HYB201

# %% se-with-dense-and-reshape
# inputs: [(2, 3, 4, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.fc = nn.Dense(3, activation='sigmoid')

    def hybrid_forward(self, F, x):
        w = self.fc(F.contrib.AdaptiveAvgPooling2D(x, output_size=1))
        return x * w.reshape((-1, 3, 1, 1))  # HYB201

# %% shape-of-the-parameter-of-a-child
# inputs: [(2, 3)]
# breaks: execution
class Affine(HybridBlock):
    def __init__(self, shape, **kwargs):
        super(Affine, self).__init__(**kwargs)
        self.w = self.params.get("w", shape=shape)

    def hybrid_forward(self, F, x, w):
        return x * w  # HYB201


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.a = Affine((1, 3))

    def hybrid_forward(self, F, x):
        return self.a(x)

# %% share-of-the-map-for-each-piece
# inputs: [(2, 3, 4, 4)]
# needs: shapes
class Net(HybridBlock):
    def __init__(self, pieces=2, **kwargs):
        super().__init__(**kwargs)
        self._pieces = pieces
        self.body = nn.Conv2D(5, 1)
        self.score = nn.Conv2D(pieces, 1)

    def hybrid_forward(self, F, x):
        x = self.body(x)
        shares = self.score(x).softmax(axis=1).split(num_outputs=self._pieces, axis=1)
        return F.concat(*[share * x for share in shares], dim=1)  # HYB201 # breaks: execution

# %% softmax-written-out
# inputs: [(2, 5)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        e = F.exp(x)
        return e / e.sum(axis=-1, keepdims=True)  # HYB201 # breaks: execution

# %% squash-of-capsules
# inputs: [(2, 5, 4)]
class Net(HybridBlock):
    def __init__(self, eps=1e-7, **kwargs):
        super().__init__(**kwargs)
        self._eps = eps

    def squash(self, F, s):
        norm2 = F.sum(F.square(s), axis=-1, keepdims=True)
        scale = norm2 / (1 + norm2) / F.sqrt(norm2 + self._eps)
        return scale * s  # HYB201 # breaks: execution

    def hybrid_forward(self, F, x):
        capsules = self.squash(F, x)
        return F.norm(capsules, axis=-1)

# %% squashing-that-has-to-be-broadcast
# inputs: [(2, 6, 4)]
# breaks: execution
class Squash(HybridBlock):
    def hybrid_forward(self, F, v):
        sq = F.sum(F.square(v), axis=-1, keepdims=True)
        return v * (sq / (1 + sq) / F.sqrt(sq + 1e-7))  # HYB201


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.s = Squash()
        self.d = nn.Dense(4, in_units=4, flatten=False)

    def hybrid_forward(self, F, x):
        return self.s(self.d(x))

# %% squeeze-and-excitation-by-a-plain-product
# inputs: [(2, 4, 5, 5)]
class Net(HybridBlock):
    def __init__(self, channels=4, r=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.fc1 = nn.Dense(channels // r, activation='relu')
            self.fc2 = nn.Dense(channels, activation='sigmoid')

    def hybrid_forward(self, F, x):
        w = F.Pooling(x, kernel=(1, 1), global_pool=True, pool_type='avg')
        w = self.fc2(self.fc1(w))
        return x * w.reshape((0, 0, 1, 1))  # HYB201 # breaks: execution

# %% squeeze-and-excitation-that-multiplies-with-a-broadcast
# inputs: [(2, 4, 5, 5)]
class Net(HybridBlock):
    def __init__(self, channels=4, reduction=2, **kwargs):
        super().__init__(**kwargs)
        self.squeeze = nn.HybridSequential()
        self.squeeze.add(nn.Conv2D(channels // reduction, 1), nn.Activation("relu"))
        self.squeeze.add(nn.Conv2D(channels, 1), nn.Activation("sigmoid"))

    def excite(self, F, x, *, axes=(2, 3)):
        pooled = F.mean(x, axis=axes, keepdims=True)
        return self.squeeze(pooled)

    def hybrid_forward(self, F, x):
        return x * self.excite(F, x)  # HYB201 # breaks: execution

# %% squeeze-and-excitation-without-broadcasting
# inputs: [(2, 3, 4, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.p = nn.GlobalAvgPool2D()
        self.c = nn.Conv2D(3, 1, in_channels=3)

    def hybrid_forward(self, F, x):
        return x * F.sigmoid(self.c(self.p(x)))  # HYB201

# %% squeeze-gate-multiplied-with
# inputs: [(2, 4, 5, 5)]
class Net(HybridBlock):
    def __init__(self, channels=4, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.pool = nn.GlobalAvgPool2D()
            self.gate = nn.HybridSequential()
            self.gate.add(nn.Conv2D(2, 1, activation="relu"), nn.Conv2D(channels, 1, activation="sigmoid"))

    def hybrid_forward(self, F, x):
        gate = self.gate(self.pool(x))
        return x * gate  # HYB201 # breaks: execution

# %% stacked-along-the-last-axis-beside-one-that-is-summed-along-it
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = F.stack(x, x * 2, x * 3, axis=-1)
        return s / s.sum(axis=-1, keepdims=True)  # HYB201

# %% state-beside-the-sums-of-the-other
# inputs: [(2, 4, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(5, input_size=3)

    def hybrid_forward(self, F, x):
        _, (h, c) = self.cell.unroll(4, x)
        return h * c.sum(axis=1, keepdims=True)  # HYB201 # breaks: execution

# %% state-of-two-layers-beside-one-row-for-both
# inputs: [(5, 2, 3), (2, 2, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.lstm = rnn.GRU(4, num_layers=2, input_size=3)
        self.w = self.params.get('w', shape=(1, 2, 4))

    def hybrid_forward(self, F, x, h, w):
        o, s = self.lstm(x, [h])
        return s[0] + w  # HYB201

# %% states-of-both-directions-beside-one-row
# inputs: [(5, 2, 3), (2, 2, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.lstm = rnn.GRU(4, bidirectional=True, input_size=3)
        self.w = self.params.get('w', shape=(1, 2, 4))

    def hybrid_forward(self, F, x, h, w):
        o, s = self.lstm(x, [h])
        return s[0] + w  # HYB201

# %% steps-of-a-recurrent-layer-beside-a-matrix
# inputs: [(4, 2, 3)]
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.steps = rnn.GRU(3)
        self.gate = nn.Dense(3, activation="sigmoid")

    def hybrid_forward(self, F, x):
        return self.steps(x) * self.gate(F.SequenceLast(x))  # HYB201 # breaks: execution

# %% strategy-that-subtracts-without-broadcasting
# inputs: [(2, 3)]
class Norm(abc.ABC):
    @abc.abstractmethod
    def apply(self, F, x):
        """Normalise."""


class MeanNorm(Norm):
    def apply(self, F, x):
        return x - F.mean(x, axis=1, keepdims=True)  # HYB201 # breaks: execution


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.norm = MeanNorm()

    def hybrid_forward(self, F, x):
        return self.norm.apply(F, x) * 2

# %% styles-that-have-to-be-broadcast
# inputs: [(2, 3, 4, 4), (2, 6)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, style):
        gamma, beta = F.split(style, num_outputs=2, axis=1)
        gamma = gamma.reshape((0, 0, 1, 1))
        beta = beta.reshape((0, 0, 1, 1))
        return (x + 1) * gamma + beta  # HYB201

# %% sum-of-vectors-over-how-many-there-are
# inputs: [('i', (2, 5), 1, 9, 'float32')]
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(10, 4)

    def hybrid_forward(self, F, tokens):
        vectors = self.words(tokens)
        return vectors.sum(axis=1) / (tokens > 0).sum(axis=1, keepdims=True)  # HYB201 # breaks: execution

# %% table-of-positions-cut-to-the-length-of-the-input
# inputs: [(2, 4, 6)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pos = self.params.get('pos', shape=(1, 9, 6))

    def hybrid_forward(self, F, x, pos):
        return x + F.slice_like(pos, x, axes=(1,))  # HYB201

# %% table-of-positions-cut-with-an-axis-for-the-batch
# inputs: [(2, 4, 6)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pos = self.params.get('pos', shape=(9, 6))

    def hybrid_forward(self, F, x, pos):
        p = F.slice_axis(pos, axis=0, begin=0, end=4)
        return x + p.expand_dims(0)  # HYB201

# %% three-numbers-as-a-constant-beside-a-full-reduction
# inputs: [('pos', (2, 3))]
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.scale = self.params.get_constant("scale", [1, 2, 3])

    def hybrid_forward(self, F, x, scale):
        return scale / F.max(x)  # HYB201 # breaks: execution

# %% two-keepdims-reductions-along-different-axes
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sum(axis=1, keepdims=True) * x.sum(axis=0, keepdims=True)  # HYB201

# %% two-outputs-of-moments-subtracted-with
# inputs: [(2, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean, var = F.moments(x, axes=1, keepdims=True)
        return (x - mean) / F.sqrt(var + 1e-5)  # HYB201 # breaks: execution

# %% two-stacked-beside-one-with-an-axis-added
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.stack(x, x * 2, axis=1) * x.expand_dims(1)  # HYB201

# %% two-widths-one-of-which-has-to-be-broadcast
# inputs: [(2, 3)]
# breaks: execution
class Head(HybridBlock):
    def __init__(self, units, **kwargs):
        super(Head, self).__init__(**kwargs)
        self.d = nn.Dense(units, in_units=3)

    def hybrid_forward(self, F, x):
        return x * self.d(x)  # HYB201


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.a = Head(3)
        self.b = Head(1)

    def hybrid_forward(self, F, x):
        return self.a(x) + self.b(x)

# %% u-v-of-shapes-1-3-and-3-1
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.u = self.params.get("u", shape=(1, 3))
        self.v = self.params.get("v", shape=(3, 1))

    def hybrid_forward(self, F, x, u, v):
        return F.dot(x, u * v)  # HYB201

# %% upper-triangle-of-ones
# inputs: [(2, 3, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.c = self.params.get_constant("c", np.triu(np.ones((1, 3, 3)), k=1))

    def hybrid_forward(self, F, x, c):
        return x * c  # HYB201

# %% value-advantage-mean-dueling-network
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.v = nn.Dense(1)
            self.a = nn.Dense(4)

    def hybrid_forward(self, F, x):
        v, a = self.v(x), self.a(x)
        return v + (a - a.mean(axis=1, keepdims=True))  # HYB201

# %% vectors-beside-a-column-that-expand_dims-2-makes
# inputs: [('i', (2, 5), 1, 9, 'float32')]
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(10, 4)

    def hybrid_forward(self, F, tokens):
        return self.words(tokens) * tokens.expand_dims(2)  # HYB201 # breaks: execution

# %% vectors-times-one-number-each
# inputs: [('i', (2, 3), 0, 8, 'int32')]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.weight, self.vector = nn.Embedding(8, 1), nn.Embedding(8, 4)

    def hybrid_forward(self, F, ids):
        return F.sum(self.weight(ids) * self.vector(ids), axis=1)  # HYB201

# %% weight-for-each-of-those-stacked
# inputs: [(2, 3), (2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get('w', shape=(2, 1, 1))

    def hybrid_forward(self, F, x, y, w):
        return (F.stack(x, y, axis=0) * w).sum(axis=0)  # HYB201

# %% weight-of-a-length-that-the-constructor-takes-as-a-row
# inputs: [(2, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, units=4, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get('w', shape=(units,))

    def hybrid_forward(self, F, x, w):
        return x * w.reshape((1, -1))  # HYB201

# %% what-was-pooled-by-a-layer-of-one-channel-and-one-of-several
# inputs: [(2, 3, 5, 5)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.pool = nn.GlobalAvgPool2D()
            self.weigh = nn.Conv2D(1, kernel_size=1, in_channels=3)
            self.project = nn.Conv2D(4, kernel_size=1, in_channels=3)

    def hybrid_forward(self, F, x):
        pooled = self.pool(x)
        return self.weigh(pooled) * self.project(pooled)  # HYB201 # breaks: execution

# %% width-of-a-layer-of-a-child
# inputs: [(2, 3)]
# breaks: execution
class Scale(HybridBlock):
    def __init__(self, units, **kwargs):
        super(Scale, self).__init__(**kwargs)
        self.d = nn.Dense(units, in_units=3)

    def hybrid_forward(self, F, x):
        return x * self.d(x)  # HYB201


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.a = Scale(1)

    def hybrid_forward(self, F, x):
        return self.a(x)

# %% x-1-f-sum-x
# inputs: [('pos', (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (1 / F.sum(x))  # HYB201 # breaks: execution

# %% x-alpha-parameter-shape-1
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.alpha = self.params.get("alpha", shape=(1,))

    def hybrid_forward(self, F, x, alpha):
        return x * alpha  # HYB201

# %% x-alpha-reshape-1-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.alpha = self.params.get('alpha', shape=(1,), init='ones')

    def hybrid_forward(self, F, x, alpha):
        return x * alpha.reshape((1, 1))  # HYB201 # breaks: execution

# %% x-bias-reshape-1-1-1-1-bias-shape-3
# inputs: [(2, 3, 4, 4)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.bias = self.params.get('bias', shape=(3,), init='ones')

    def hybrid_forward(self, F, x, bias):
        return x + bias.reshape((1, -1, 1, 1))  # HYB201 # breaks: execution

# %% x-c-constant-of-three
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.c = self.params.get_constant('c', nd.array([[1.0, 2.0, 3.0]]))

    def hybrid_forward(self, F, x, c):
        return x * c  # HYB201 # breaks: execution

# %% x-conv1x1-to-one-channel-in_channels-known
# inputs: [(2, 3, 4, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.gate = nn.Conv2D(1, 1, in_channels=3)

    def hybrid_forward(self, F, x):
        return x * F.sigmoid(self.gate(x))  # HYB201

# %% x-eq-of-a-keepdims-max
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.__eq__(x.max(axis=1, keepdims=True))  # HYB201

# %% x-expand_dims-1-x-expand_dims-0-e3-pairwise
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.expand_dims(1) - x.expand_dims(0)  # HYB201

# %% x-expand_dims-1-x-expand_dims-0-ew-b-pairwise
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.expand_dims(1) - x.expand_dims(0)  # HYB201 # breaks: execution

# %% x-f-argmax-x-axis-1-keepdims-true
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * F.argmax(x, axis=1, keepdims=True)  # HYB201 # breaks: execution

# %% x-f-contrib-arange_like-x-axis-1
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.contrib.arange_like(x, axis=1)  # HYB201

# %% x-f-full-1-1-3
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.full((1, 1), 3)  # HYB201 # breaks: execution

# %% x-f-maximum-x-norm-axis-1-keepdims-true-1e-6
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / F.maximum(x.norm(axis=1, keepdims=True), 1e-6)  # HYB201 # breaks: execution

# %% x-f-mean-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - F.mean(x)  # HYB201 # breaks: execution

# %% x-f-mean-x-axis-0-exclude-true-keepdims-true
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - F.mean(x, axis=0, exclude=True, keepdims=True)  # HYB201 # breaks: execution

# %% x-f-mean-x-axis-1-keepdims-true-spatial-attention
# inputs: [(2, 3, 4, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * F.sigmoid(F.mean(x, axis=1, keepdims=True))  # HYB201 # breaks: execution

# %% x-f-one_hot-f-arange-1-3-one-row
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * F.one_hot(F.arange(1), 3)  # HYB201

# %% x-f-pooling-x-global_pool-true
# inputs: [(2, 3, 4, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - F.Pooling(x, kernel=(1, 1), pool_type='avg', global_pool=True)  # HYB201 # breaks: execution

# %% x-f-reshape-gate-0-0-1-1
# inputs: [(2, 3, 4, 4), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * F.reshape(y, (0, 0, 1, 1))  # HYB201 # breaks: execution

# %% x-f-slice_axis-x-axis-1-begin-0-end-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * F.slice_axis(x, axis=1, begin=0, end=1)  # HYB201 # breaks: execution

# %% x-f-topk-x-k-1-ret_typ-value
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x >= F.topk(x, k=1, ret_typ='value')  # HYB201 # breaks: execution

# %% x-f-zeros-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.zeros((1,))  # HYB201 # breaks: execution

# %% x-gamma-gamma-shape-1-3-1-1
# inputs: [(2, 3, 4, 4)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.gamma = self.params.get('gamma', shape=(1, 3, 1, 1), init='ones')

    def hybrid_forward(self, F, x, gamma):
        return x + gamma  # HYB201 # breaks: execution

# %% x-gamma-reshape-1-1
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.g = self.params.get("g", shape=(3,))

    def hybrid_forward(self, F, x, g):
        return x * g.reshape((1, -1))  # HYB201

# %% x-gate-expand_dims-2-expand_dims-3
# inputs: [(2, 3, 4, 4), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * y.expand_dims(2).expand_dims(3)  # HYB201 # breaks: execution

# %% x-its-norm-kept
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / (F.norm(x, axis=-1, keepdims=True) + 1e-6)  # HYB201

# %% x-its-own-mean-kept-as-a-column
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - x.mean(axis=1, keepdims=True)  # HYB201

# %% x-log-sum-exp-with-keepdims
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - F.log(F.sum(F.exp(x), axis=-1, keepdims=True))  # HYB201

# %% x-mean-a-constant-of-shape-1-3
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.mean = self.params.get_constant("mean", [[0.1, 0.2, 0.3]])

    def hybrid_forward(self, F, x, mean):
        return x - mean  # HYB201

# %% x-mean-axis-0-x-mean-axis-0-expand_dims-1
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.mean(axis=0) + x.mean(axis=0).expand_dims(1)  # HYB201

# %% x-min-max-min-with-a-plain-division
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        lo, hi = x.min(axis=1, keepdims=True), x.max(axis=1, keepdims=True)
        return F.broadcast_sub(x, lo) / (hi - lo)  # HYB201

# %% x-minus-its-largest-of-all-shape-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.exp(x - x.max())  # HYB201 # breaks: execution

# %% x-mul-of-a-keepdims-sum
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.__mul__(x.sum(axis=1, keepdims=True))  # HYB201

# %% x-scale-scale-shape-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.scale = self.params.get('scale', shape=(1,), init='ones')

    def hybrid_forward(self, F, x, scale):
        return x * scale  # HYB201 # breaks: execution

# %% x-self-pool-x-globalavgpool2d-layer
# inputs: [(2, 3, 4, 4)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.pool = nn.GlobalAvgPool2D()

    def hybrid_forward(self, F, x):
        return x * self.pool(x)  # HYB201 # breaks: execution

# %% x-self-pos-of-shape-1-4-3
# inputs: [(2, 4, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pos = self.params.get("pos", shape=(1, 4, 3))

    def hybrid_forward(self, F, x, pos):
        return x + pos  # HYB201

# %% x-sqrt-sum-x-2
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / F.sqrt((x ** 2).sum(axis=-1, keepdims=True) + 1e-6)  # HYB201 # breaks: execution

# %% x-sum-axis-0-x-sum-axis-1-expand_dims-1
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sum(axis=0) * x.sum(axis=1).expand_dims(1)  # HYB201

# %% x-topk-value
# inputs: [(2, 5)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        kth = F.min(F.topk(x, k=2, ret_typ="value", axis=1), axis=1, keepdims=True)
        return x * (x >= kth)  # HYB201

# %% x-x-max
# inputs: [('pos', (2, 3))]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / x.max()  # HYB201

# %% x-x-max-axis-1-keepdims-true-ew-b
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - x.max(axis=1, keepdims=True)  # HYB201 # breaks: execution

# %% x-x-max-axis-1-keepdims-true-ew-b-argmax-eq
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x == x.max(axis=1, keepdims=True)  # HYB201

# %% x-x-mean-axis-0-expand_dims-0
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - x.mean(axis=0).expand_dims(0)  # HYB201 # breaks: execution

# %% x-x-mean-axis-0-keepdims-true
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - x.mean(axis=0, keepdims=True)  # HYB201 # breaks: execution

# %% x-x-mean-axis-0-reshape-1-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - x.mean(axis=0).reshape((1, -1))  # HYB201 # breaks: execution

# %% x-x-mean-axis-1-keepdims-true
# inputs: [(2, 3, 4, 4)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * x.mean(axis=1, keepdims=True)  # HYB201

# %% x-x-min
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x > x.min()  # HYB201 # breaks: execution

# %% x-x-min-axis-0-keepdims-true
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - x.min(axis=0, keepdims=True)  # HYB201

# %% x-x-norm-axis-1-keepdims-true
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / x.norm(axis=-1, keepdims=True)  # HYB201 # breaks: execution

# %% x-x-norm-axis-1-reshape-1-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / x.norm(axis=1).reshape((-1, 1))  # HYB201 # breaks: execution

# %% x-x-pick-i-keepdims-true
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x - x.pick(y, axis=1, keepdims=True)  # HYB201 # breaks: execution

# %% x-x-prod-axis-1-keepdims-true
# inputs: [('pos', (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / x.prod(axis=1, keepdims=True)  # HYB201 # breaks: execution

# %% x-x-slice_axis-axis-1-begin-0-end-1
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * x.slice_axis(axis=1, begin=0, end=1)  # HYB201

# %% x-x-sum-axis-1-expand_dims-1
# inputs: [('pos', (2, 3))]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / x.sum(axis=-1).expand_dims(-1)  # HYB201

# %% x-x-sum-axis-1-keepdims-true-a-literal
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - x.sum(axis=1, keepdims=True)  # HYB201

# %% x-x-sum-axis-1-reshape-0-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / x.sum(axis=1).reshape((0, 1))  # HYB201 # breaks: execution

# %% x-x-sum-axis-1-reshape-1-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * x.sum(axis=1).reshape((-1, 1))  # HYB201 # breaks: execution

# %% adain-with-broadcast-operators
# inputs: [(2, 3, 4, 4), (2, 6)]
# clean
class Net(HybridBlock):
    def __init__(self, channels=3, eps=1e-5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.eps = eps
        with self.name_scope():
            self.style = nn.Dense(channels * 2, in_units=6)

    def hybrid_forward(self, F, x, w):
        style = self.style(w).expand_dims(2).expand_dims(3)
        gamma, beta = F.split(style, num_outputs=2, axis=1)
        mean = F.mean(x, axis=(2, 3), keepdims=True)
        centred = F.broadcast_sub(x, mean)
        var = F.mean(centred ** 2, axis=(2, 3), keepdims=True)
        x = F.broadcast_div(centred, F.sqrt(var + self.eps))
        return F.broadcast_add(F.broadcast_mul(x, gamma + 1), beta)

# %% additive-attention-with-a-mask
# inputs: [(2, 4, 6), (2, 5, 6), ('bin', (2, 5))]
# clean
class Net(HybridBlock):
    def __init__(self, units=8, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.query = nn.Dense(units, flatten=False, use_bias=False)
            self.key = nn.Dense(units, flatten=False, use_bias=False)
            self.score = nn.Dense(1, flatten=False, use_bias=False)

    def hybrid_forward(self, F, query, memory, mask=None):
        q = self.query(query).expand_dims(axis=2)
        k = self.key(memory).expand_dims(axis=1)
        score = self.score(F.tanh(F.broadcast_add(q, k))).reshape((0, 0, 0))
        if mask is not None:
            mask = F.broadcast_like(mask.expand_dims(axis=1), score)
            score = F.where(mask, score, -1e9 * F.ones_like(score))
        weights = F.softmax(score, axis=-1)
        return F.batch_dot(weights, memory), weights

# %% another-width-in-the-second-call
# inputs: [(2, 3)]
# clean
# call: net(nd.concat(xs[0], xs[0], dim=1) if FLAG["v"] else xs[0])
# between: FLAG["v"] = True
FLAG = {"v": False}


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.mean(x, axis=1)

# %% as-many-as-there-are-without-reduction
# inputs: [(2, 5)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, scores):
        return scores - F.topk(scores, axis=1, k=5, ret_typ="value")

# %% as-many-stacked-on-either-side
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.stack(x, x * 2, axis=0) * F.stack(x, x, axis=0)

# %% attention-weights-returned
# inputs: [(2, 3, 4), (2, 3, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, q, k):
        attention = F.softmax(F.batch_dot(q, k, transpose_b=True))
        return F.batch_dot(attention, k), attention

# %% attention-weights-times-values-by-broadcast_mul
# inputs: [(2, 5, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.score = nn.Dense(1, flatten=False)

    def hybrid_forward(self, F, x):
        a = F.softmax(self.score(x), axis=1)
        return F.sum(F.broadcast_mul(x, a), axis=1)

# %% attention-with-a-mask-by-numbers
# inputs: [(2, 4, 3), (2, 4, 3), ('bin', (2, 4, 4))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, q, k, m):
        scores = F.batch_dot(q, k, transpose_b=True) / 3**0.5
        return F.batch_dot(F.softmax(scores - 1e9 * (1 - m)), k)

# %% batch-hard-triplet-loss-with-pairwise-distances-written-with: batch-hard triplet loss with pairwise distances, written with operators that broadcast
# inputs: [(4, 3), ('i', (4,), 0, 2, 'float32')]
# clean
class Net(HybridBlock):
    def __init__(self, margin=0.3, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.margin = margin

    def hybrid_forward(self, F, emb, label):
        square = F.sum(emb ** 2, axis=1)
        dist = F.broadcast_add(F.expand_dims(square, 1), F.expand_dims(square, 0)) - 2 * F.dot(emb, emb, transpose_b=True)
        dist = F.sqrt(F.maximum(dist, 1e-9))
        same = F.broadcast_equal(F.expand_dims(label, 1), F.expand_dims(label, 0))
        furthest = F.max(dist * same, axis=1)
        nearest = F.min(dist + 1e6 * same, axis=1)
        return F.mean(F.relu(furthest - nearest + self.margin))

# %% best-among-themselves
# inputs: [(2, 5)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, scores):
        best = F.topk(scores, axis=1, k=2, ret_typ="value")
        return best - F.reverse(best, axis=1)

# %% both-expanded-twice
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x.expand_dims(2).expand_dims(3) * y.expand_dims(2).expand_dims(3)

# %% broadcast_add-f-dot-x-w-b
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.w = self.params.get('w', shape=(3, 4), init='ones')
        self.b = self.params.get('b', shape=(1, 4), init='ones')

    def hybrid_forward(self, F, x, w, b):
        return F.broadcast_add(F.dot(x, w), b)

# %% broadcast_add-s-f-transpose-s
# inputs: [(4, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = F.sum(x * x, axis=1, keepdims=True)
        return F.broadcast_add(s, F.transpose(s))

# %% broadcast_add-x-bias-reshape-1-1-1-1
# inputs: [(2, 3, 4, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.bias = self.params.get('bias', shape=(3,), init='ones')

    def hybrid_forward(self, F, x, bias):
        return F.broadcast_add(x, bias.reshape((1, -1, 1, 1)))

# %% broadcast_div-x-sqrt-sum
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_div(x, F.sqrt((x ** 2).sum(axis=-1, keepdims=True) + 1e-6))

# %% broadcast_mul-conv-gate-x
# inputs: [(2, 3, 4, 4), (2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.c = nn.Conv2D(3, 1, in_channels=3)

    def hybrid_forward(self, F, x, y):
        return F.broadcast_mul(self.c(x), y.expand_dims(2).expand_dims(3)) + x

# %% broadcast_mul-x-gate-x
# inputs: [(2, 3, 4, 4), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.broadcast_mul(x, y.reshape((0, 0, 1, 1))) + x

# %% broadcast_mul-x-map-conv
# inputs: [(2, 3, 4, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.m = nn.Conv2D(1, 1, in_channels=3)
            self.c = nn.Conv2D(3, 1, in_channels=3)

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, self.m(x)) + self.c(x)

# %% broadcast_mul-x-scale
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.scale = self.params.get('scale', shape=(1,), init='ones')

    def hybrid_forward(self, F, x, scale):
        return F.broadcast_mul(x, scale)

# %% broadcast_sub-of-the-two
# inputs: [(4, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_sub(x.expand_dims(1), x.expand_dims(0))

# %% broadcast_sub-x-x-max-keepdims
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_sub(x, x.max(axis=1, keepdims=True))

# %% capsules-with-a-squash-that-broadcasts
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, axis=-1, eps=1e-9, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.axis = axis
        self.eps = eps

    def squash(self, F, s):
        n2 = F.sum(F.square(s), axis=self.axis, keepdims=True)
        scale = n2 / (1 + n2) / F.sqrt(n2 + self.eps)
        return F.broadcast_mul(s, scale)

    def hybrid_forward(self, F, x):
        return self.squash(F, x)

# %% causal-mask-from-two-arange_like
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        scores = F.batch_dot(x, x, transpose_b=True)
        steps = F.contrib.arange_like(scores, axis=1)
        mask = F.broadcast_greater_equal(steps.expand_dims(1), steps.expand_dims(0))
        mask = F.broadcast_like(mask.expand_dims(0), scores)
        scores = F.where(mask, scores, F.ones_like(scores) * -1e9)
        return F.batch_dot(F.softmax(scores), x)

# %% cbam-with-plain-products
# inputs: [(2, 4, 6, 6)]
# clean
class Net(HybridBlock):
    def __init__(self, channels=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.fc = nn.HybridSequential()
            self.fc.add(nn.Conv2D(2, 1, activation='relu'), nn.Conv2D(channels, 1))
            self.conv = nn.Conv2D(1, 7, padding=3)

    def hybrid_forward(self, F, x):
        avg = F.contrib.AdaptiveAvgPooling2D(x, output_size=1)
        mx_ = F.Pooling(x, global_pool=True, pool_type='max', kernel=(1, 1))
        ca = F.sigmoid(self.fc(avg) + self.fc(mx_))
        x = F.broadcast_mul(x, ca)
        sa = F.concat(F.mean(x, axis=1, keepdims=True), F.max(x, axis=1, keepdims=True), dim=1)
        return F.broadcast_mul(x, F.sigmoid(self.conv(sa)))

# %% channel-and-spatial-attention-by-broadcast_mul
# inputs: [(2, 4, 6, 6)]
# clean
class Net(HybridBlock):
    def __init__(self, channels=4, reduction=2, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.mlp = nn.HybridSequential()
            self.mlp.add(nn.Dense(channels // reduction, activation="relu"))
            self.mlp.add(nn.Dense(channels))
            self.conv = nn.Conv2D(1, 7, padding=3, use_bias=False)

    def hybrid_forward(self, F, x):
        avg = F.Pooling(x, global_pool=True, pool_type="avg")
        top = F.Pooling(x, global_pool=True, pool_type="max")
        channel = F.sigmoid(self.mlp(avg) + self.mlp(top))
        x = F.broadcast_mul(x, F.reshape(channel, (0, 0, 1, 1)))
        spatial = F.concat(F.mean(x, axis=1, keepdims=True), F.max(x, axis=1, keepdims=True), dim=1)
        return F.broadcast_mul(x, F.sigmoid(self.conv(spatial)))

# %% channels-gated-by-broadcast_mul
# inputs: [(2, 4, 5, 5)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pool = nn.GlobalAvgPool2D()
        self.fc = nn.Conv2D(4, 1, activation="sigmoid")

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, self.fc(self.pool(x)))

# %% channels-of-the-configuration-one-of-them
# inputs: [(2, 3, 4, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, channels=3, **kwargs):
        super().__init__(**kwargs)
        self.mask = nn.Conv2D(channels, kernel_size=3, padding=1, in_channels=channels)

    def hybrid_forward(self, F, x):
        return x + F.sigmoid(self.mask(x))

# %% children-made-in-name_scope
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.a = nn.Dense(3, in_units=3, prefix="a_")
            self.b = nn.Dense(3, in_units=3, prefix="b_")

    def hybrid_forward(self, F, x):
        return self.a(x) + self.b(x)

# %% class-whose-parts-its-heirs-fill-in
# inputs: [(2, 3)]
# clean
class Template(HybridBlock):
    activation = None

    def __init__(self, units, **kwargs):
        super(Template, self).__init__(**kwargs)
        self.layer = self.make_layer(units)

    def make_layer(self, units):
        raise NotImplementedError

    def pre(self, F, x):
        return x

    def post(self, F, x):
        return x

    def hybrid_forward(self, F, x):
        x = self.layer(self.pre(F, x))
        if self.activation is not None:
            x = F.Activation(x, act_type=self.activation)
        return self.post(F, x)


class Concrete(Template):
    activation = "tanh"

    def make_layer(self, units):
        return nn.Dense(units, in_units=3)

    def post(self, F, x):
        return F.L2Normalization(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.c = Concrete(4)

    def hybrid_forward(self, F, x):
        return self.c(x)

# %% column-of-zeros-beside-a-layer-of-one-unit
# inputs: [(5, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, batch=5, **kwargs):
        super().__init__(**kwargs)
        self.batch = batch
        self.score = nn.Dense(1, in_units=3)

    def hybrid_forward(self, F, x):
        return F.zeros((self.batch, 1)) + self.score(x)

# %% columns-of-a-split-with-column-sums
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b, c = F.split(x, num_outputs=3, axis=1)
        return (a + b + c) - F.sum(x, axis=1, keepdims=True)

# %% conditional-expression-on-f-the-sides-do-the-same-maths
# inputs: [(4, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        head = x[0:2] if F is mx.nd else x.slice_axis(axis=0, begin=0, end=2)
        return F.relu(head)

# %% constant-that-a-function-makes
# inputs: [(2, 3)]
# clean
def ones(shape):
    return np.ones(shape)


class Const(HybridBlock):
    def __init__(self, make, **kwargs):
        super(Const, self).__init__(**kwargs)
        self.c = self.params.get_constant("c", make((1, 3)))

    def hybrid_forward(self, F, x, c):
        return F.broadcast_mul(x, c)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.a = Const(ones)

    def hybrid_forward(self, F, x):
        return self.a(x)

# %% constant-that-numpy-turns-round
# inputs: [(4, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.c = self.params.get_constant("c", np.ones((3, 4)).T)

    def hybrid_forward(self, F, x, c):
        return x + c

# %% constructor-with-an-argument
# inputs: [(2, 3)]
# clean
# ctor: {"units": 3}
class Net(HybridBlock):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(units, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x)

# %% conv2d-1-x-conv2d-1-y
# inputs: [(2, 3, 4, 4), (2, 3, 4, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.c = nn.Conv2D(1, 3, padding=1, in_channels=3)
            self.d = nn.Conv2D(1, 1, in_channels=3)

    def hybrid_forward(self, F, x, y):
        return self.c(x) * self.d(y)

# %% conv2d-3-1-gap-x-gate-reshape-0-0-1-1
# inputs: [(2, 3, 4, 4), (2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.p = nn.GlobalAvgPool2D()
            self.c = nn.Conv2D(3, 1, in_channels=3)

    def hybrid_forward(self, F, x, y):
        return self.c(self.p(x)) * y.reshape((0, 0, 1, 1))

# %% dense-3-x-dense-3-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.a = nn.Dense(3)
            self.g = nn.Dense(3)

    def hybrid_forward(self, F, x):
        return self.a(x) * F.sigmoid(self.g(x))

# %% dense-4-x-w-w-of-the-whole-batch
# inputs: [(3, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.d = nn.Dense(4, in_units=3)
        self.w = self.params.get('w', shape=(3, 4), init='ones')

    def hybrid_forward(self, F, x, w):
        return self.d(x) * w

# %% dense-without-in_units
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(4)
        self.b = nn.Dense(5)

    def hybrid_forward(self, F, x):
        return self.b(self.a(x))

# %% differences-along-time-by-slice_axis
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        later = F.slice_axis(x, axis=1, begin=1, end=None)
        sooner = F.slice_axis(x, axis=1, begin=0, end=-1)
        return later - sooner

# %% dot-products-scaled-by-a-root
# inputs: [(2, 3, 4), (2, 3, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, units=4, **kwargs):
        super().__init__(**kwargs)
        self._scale = units ** -0.5

    def hybrid_forward(self, F, q, k):
        return F.softmax(F.batch_dot(q * self._scale, k, transpose_b=True))

# %% dueling-network-whose-streams-are-broadcast
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, actions=3, hidden=8, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.body = nn.HybridSequential()
            for _ in range(2):
                self.body.add(nn.Dense(hidden, activation="relu"))
            self.value = nn.Dense(1)
            self.advantage = nn.Dense(actions)

    def hybrid_forward(self, F, state):
        h = self.body(state)
        advantage = self.advantage(h)
        centered = F.broadcast_sub(advantage, F.mean(advantage, axis=1, keepdims=True))
        return F.broadcast_add(self.value(h), centered)

# %% dueling-network-with-broadcast-operators
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.v = nn.Dense(1)
            self.a = nn.Dense(4)

    def hybrid_forward(self, F, x):
        v, a = self.v(x), self.a(x)
        return F.broadcast_add(v, F.broadcast_sub(a, a.mean(axis=1, keepdims=True)))

# %% each-sample-weighted-by-the-loss-itself
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32'), (2, 1)]
# clean
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.loss = gluon.loss.SoftmaxCrossEntropyLoss()

    def hybrid_forward(self, F, scores, label, weight):
        return self.loss(scores, label, weight) + self.loss(scores * 2, label)

# %% edges-mirrored
# inputs: [(2, 1, 4, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.pad(x, mode="reflect", pad_width=(0, 0, 0, 0, 1, 1, 1, 1))

# %% emb-one_hot
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * F.one_hot(y, 3)

# %% embedding-looked-up-by-a-column-by-slice_axis
# inputs: [('i', (2, 3), 0, 4, 'int32')]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Embedding(4, 5)

    def hybrid_forward(self, F, x):
        return self.d(F.slice_axis(x, axis=1, begin=0, end=1)) * 2

# %% embedding-of-one-number-by-name
# inputs: [('i', (2, 3), 0, 8, 'int32')]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.linear = nn.Embedding(input_dim=8, output_dim=1)
        self.factors = nn.Embedding(input_dim=8, output_dim=4)

    def hybrid_forward(self, F, ids):
        return F.sum(self.linear(ids), axis=1) + F.sum(F.sum(self.factors(ids), axis=1), axis=1, keepdims=True)

# %% enumerate-over-the-children
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()
        for _ in range(3):
            self.body.add(nn.Dense(3))

    def hybrid_forward(self, F, x):
        for index, layer in enumerate(self.body):
            y = layer(x)
            x = x + y if index % 2 else y
        return x

# %% f-arange-3-argmax
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_equal(F.arange(3).expand_dims(0), x.argmax(axis=1, keepdims=True))

# %% f-batch_dot-q-k-transpose_b-true-math-sqrt-self-units
# inputs: [(2, 4, 3), (2, 4, 3)]
# clean
import math


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.units = 3

    def hybrid_forward(self, F, q, k):
        return F.batch_dot(q, k, transpose_b=True) / math.sqrt(self.units)

# %% f-batchnorm-with-the-parameters-of-the-block
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.gamma = self.params.get("gamma", shape=(3,), init="ones")
        self.beta = self.params.get("beta", shape=(3,), init="zeros")
        self.mean = self.params.get("mean", shape=(3,), init="zeros", grad_req="null")
        self.variance = self.params.get("variance", shape=(3,), init="ones", grad_req="null")

    def hybrid_forward(self, F, x, gamma, beta, mean, variance):
        return F.BatchNorm(x, gamma, beta, mean, variance, fix_gamma=False) * 2

# %% f-broadcast_add-x-f-contrib-arange_like-x-axis-1-expand_dims-0
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.contrib.arange_like(x, axis=1).expand_dims(0))

# %% f-broadcast_add-x-pos
# inputs: [(2, 4, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pos = self.params.get("pos", shape=(1, 4, 3))

    def hybrid_forward(self, F, x, pos):
        return F.broadcast_add(x, pos)

# %% f-broadcast_div-x-x-max
# inputs: [('pos', (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_div(x, x.max())

# %% f-broadcast_div-x-x-sum-axis-1-reshape-1-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_div(x, x.sum(axis=1).reshape((-1, 1)))

# %% f-broadcast_mul-x-alpha-shape-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.alpha = self.params.get("alpha", shape=(1,))

    def hybrid_forward(self, F, x, alpha):
        return F.broadcast_mul(x, alpha)

# %% f-broadcast_sub-x-expand_dims-1-x-expand_dims-0
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_sub(x.expand_dims(1), x.expand_dims(0))

# %% f-broadcast_sub-x-mean-a-constant
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.mean = self.params.get_constant("mean", [[0.1, 0.2, 0.3]])

    def hybrid_forward(self, F, x, mean):
        return F.broadcast_sub(x, mean)

# %% f-contrib-arange_like-x-start-1-axis-0
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.arange_like(x, start=1, axis=0)

# %% f-contrib-boolean_mask-x-x-mean-axis-1-9
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.boolean_mask(x, x.mean(axis=1) > -9)

# %% f-contrib-roialign
# inputs: [('pos', (1, 1, 6, 6)), ('pos', (3, 4))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, b):
        boxes = F.concat(F.zeros_like(b).slice_axis(axis=1, begin=0, end=1), b, dim=1)
        return F.contrib.ROIAlign(x, boxes, (2, 2), 1.0)

# %% f-convolution-without-a-bias-by-position
# inputs: [(2, 4, 5, 5), (4, 2, 3, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, w):
        return F.Convolution(x, w, None, kernel=(3, 3), num_filter=4, num_group=2, no_bias=True)

# %% f-convolution-x-w-x
# inputs: [(2, 3, 4, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.w = self.params.get('w', shape=(3, 3, 1, 1), init='ones')

    def hybrid_forward(self, F, x, w):
        return F.Convolution(x, w, kernel=(1, 1), num_filter=3, no_bias=True) + x

# %% f-deconvolution-x-w-kernel-2-2-num_filter-4
# inputs: [(2, 3, 4, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(3, 4, 2, 2))

    def hybrid_forward(self, F, x, w):
        return F.Deconvolution(x, w, kernel=(2, 2), num_filter=4, no_bias=True)

# %% f-dot-x-w-of-three-axes-split-and-added
# inputs: [(2, 5, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.w = self.params.get('w', shape=(3, 4), init='ones')

    def hybrid_forward(self, F, x, w):
        a, b = F.split(F.dot(x, w), num_outputs=2, axis=2)
        return a * F.sigmoid(b)

# %% f-dot-x-w-y
# inputs: [(2, 3), (2, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.w = self.params.get('w', shape=(3, 4), init='ones')

    def hybrid_forward(self, F, x, y, w):
        return F.dot(x, w) + y

# %% f-exp-x-max-sum-all-broadcast
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        e = F.exp(F.broadcast_sub(x, F.max(x, axis=-1, keepdims=True)))
        return F.broadcast_div(e, F.sum(e, axis=-1, keepdims=True))

# %% f-flatten-x-dense-6-x
# inputs: [(2, 3, 2)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.d = nn.Dense(6, in_units=6)

    def hybrid_forward(self, F, x):
        return F.flatten(x) + self.d(x)

# %% f-flatten-x-f-flatten-y
# inputs: [(2, 3, 2), (2, 6)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.flatten(x) + F.flatten(y)

# %% f-fullyconnected-x-w-f-fullyconnected-y-w
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.w = self.params.get('w', shape=(4, 3), init='ones')

    def hybrid_forward(self, F, x, y, w):
        return F.FullyConnected(x, w, num_hidden=4, no_bias=True) + F.FullyConnected(y, w, num_hidden=4, no_bias=True)

# %% f-is-mx-nd-takes-a-shortcut-that-is-the-same-maths
# inputs: [(4, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            last = x[1:4]
        else:
            last = F.slice_axis(x, axis=0, begin=1, end=4)
        return last * 2

# %% f-mean-loss-f-mean-reg
# inputs: [(2, 3), (2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.mean(x) + F.mean(y)

# %% f-mean-x-axis-1-2
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.mean(x, axis=[1, 2])

# %% f-one_hot-y-4-dense-4-x
# inputs: [(2, 3), ('i', (2,), 0, 4, 'float32')]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.d = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x, y):
        return F.sum(F.one_hot(y, 4) * self.d(x), axis=1)

# %% f-pad-with-reflection
# inputs: [(2, 1, 4, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.pad(x, mode="reflect", pad_width=(0, 0, 0, 0, 1, 1, 1, 1)) * 2

# %% f-pad-x-mode-constant-pad_width-0-0-0-0-1-1-1-1
# inputs: [(2, 3, 4, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.Pad(x, mode="constant", pad_width=(0, 0, 0, 0, 1, 1, 1, 1))

# %% f-pick-x-f-argmax-x-axis-1-axis-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.pick(x, F.argmax(x, axis=1), axis=1)

# %% f-random-normal_like-data-x-scale-0-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.random.normal_like(data=x, scale=0.1)

# %% f-random-randn-1-3-loc-1-scale-2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.random.randn(1, 3, loc=1.0, scale=2.0))

# %% f-random-uniform_like-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.random.uniform_like(x)

# %% f-sample_multinomial-with-a-shape
# inputs: [('pos', (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        p = F.broadcast_div(x, x.sum(axis=1, keepdims=True))
        return F.sample_multinomial(p, shape=2) * 2

# %% f-shape_array-x-slice_axis
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.slice_axis(F.shape_array(x), axis=0, begin=0, end=1)

# %% f-slice_axis-x-axis-1-begin-2-end-none
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.slice_axis(x, axis=-1, begin=-2, end=None)

# %% f-slice_like-x-f-ones-1-2-axes-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.slice_like(x, F.ones((1, 2)), axes=(1,))

# %% f-sort-then-a-slice_axis
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.slice_axis(F.sort(x, axis=1), axis=1, begin=0, end=2)

# %% f-sparse-functions-that-both-have
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sparse.square(x) + F.sparse.relu(x) + F.sparse.sum(x, axis=1, keepdims=True).broadcast_like(x)

# %% f-squeeze-without-an-axis-of-a-reduced-tensor
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.squeeze(x.sum(axis=1, keepdims=True), axis=1) * 2

# %% f-topk-value-max-both-columns
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.topk(x, k=1, ret_typ='value') == F.max(x, axis=1, keepdims=True)

# %% factorization-machine
# inputs: [('i', (2, 3), 0, 8, 'int32')]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.linear, self.factors = nn.Embedding(8, 1), nn.Embedding(8, 4)

    def hybrid_forward(self, F, ids):
        v = self.factors(ids)
        pair = F.square(F.sum(v, axis=1)) - F.sum(F.square(v), axis=1)
        return F.sum(self.linear(ids), axis=1) + 0.5 * F.sum(pair, axis=1, keepdims=True)

# %% features-of-every-layer-returned
# inputs: [(2, 3, 8, 8)]
# clean
class Net(HybridBlock):
    def __init__(self, channels=4, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.blocks = nn.HybridSequential()
            for i in range(2):
                block = nn.HybridSequential()
                block.add(nn.Conv2D(channels * 2**i, 4, strides=2, padding=1), nn.InstanceNorm(), nn.LeakyReLU(0.2))
                self.blocks.add(block)
            self.out = nn.Conv2D(1, 1)

    def hybrid_forward(self, F, x):
        features = [x]
        for block in self.blocks:
            features.append(block(features[-1]))
        score = F.mean(self.out(features[-1]), axis=(1, 2, 3))
        return (score, *features[1:])

# %% focal-loss-with-log_softmax
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
# clean
class Net(HybridBlock):
    def __init__(self, gamma=2.0, alpha=0.25, **kwargs):
        super().__init__(**kwargs)
        self._gamma = gamma
        self._alpha = alpha

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        logp = F.log_softmax(pred, axis=-1)
        logpt = F.pick(logp, label, axis=-1)
        pt = F.exp(logpt)
        loss = -self._alpha * (1 - pt) ** self._gamma * logpt
        if sample_weight is not None:
            loss = loss * sample_weight
        return F.mean(loss)

# %% foreach-adds-rows-to-a-state-of-one-number
# inputs: [(5,)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def body(row, state):
            return row * 2, state * 0.5 + row

        _, total = F.contrib.foreach(body, x, F.zeros((1,)))
        return total * 2

# %% fs-name-is-the-guard-the-sides-do-the-same-maths
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F.__name__.endswith("symbol"):
            y = F.broadcast_mul(x, F.mean(x, axis=1, keepdims=True))
        else:
            y = x * x.mean(axis=1, keepdims=True)
        return y

# %% gap-x-gate-reshape-0-0-1-1
# inputs: [(2, 3, 4, 4), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.Pooling(x, kernel=(1, 1), global_pool=True, pool_type='avg') * y.reshape((0, 0, 1, 1))

# %% get_constant
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.c = self.params.get_constant('c', [[1.0, 2.0, 3.0]])

    def hybrid_forward(self, F, x, c):
        return F.broadcast_mul(x, c)

# %% globalavgpool2d-x-gate-expanded-twice
# inputs: [(2, 3, 4, 4), (2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.p = nn.GlobalAvgPool2D()

    def hybrid_forward(self, F, x, y):
        return self.p(x) * y.expand_dims(2).expand_dims(3)

# %% gradient-of-a-parameter-looked-at
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.scale = self.params.get("scale", shape=(1, 3), init="ones", grad_req="null")

    def hybrid_forward(self, F, x, scale):
        if self.scale.grad_req == "null":
            return F.broadcast_mul(x, scale)
        return x

# %% graph-convolution-with-its-adjacency-normalised-by-broadcast_mul
# inputs: [("pos", (4, 4)), (4, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, units=5, in_units=3, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.weight = self.params.get("weight", shape=(in_units, units), init="xavier")
            self.bias = self.params.get("bias", shape=(1, units), init="zeros")

    def hybrid_forward(self, F, adj, x, weight, bias):
        inv = F.power(F.sum(adj, axis=1), -0.5)
        norm = F.broadcast_mul(F.reshape(inv, (-1, 1)), adj)
        norm = F.broadcast_mul(norm, F.reshape(inv, (1, -1)))
        return F.relu(F.broadcast_add(F.dot(norm, F.dot(x, weight)), bias))

# %% group-norm-by-reshape-codes
# inputs: [(2, 4, 3, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, channels=4, groups=2, eps=1e-5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.groups = groups
        self.eps = eps
        with self.name_scope():
            self.gamma = self.params.get('gamma', shape=(1, channels, 1, 1), init='ones')
            self.beta = self.params.get('beta', shape=(1, channels, 1, 1), init='zeros')

    def hybrid_forward(self, F, x, gamma, beta):
        y = x.reshape((0, -4, self.groups, -1, 0, 0))
        mean = y.mean(axis=(2, 3, 4), keepdims=True)
        y = F.broadcast_sub(y, mean)
        var = (y ** 2).mean(axis=(2, 3, 4), keepdims=True)
        y = F.broadcast_div(y, F.sqrt(var + self.eps))
        y = F.reshape_like(y, x)
        return F.broadcast_add(F.broadcast_mul(y, gamma), beta)

# %% halves-added
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.slice_axis(x, axis=1, begin=0, end=2) + F.slice_axis(x, axis=1, begin=2, end=4)

# %% halves-of-a-gate-beside-each-other-and-beside-what-was-pooled-to: the halves of a gate beside each other, and beside what was pooled to the same lengths
# inputs: [(2, 6, 4, 4), (2, 6)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, style):
        scale, shift = F.split(style.reshape((0, -1, 1, 1)), num_outputs=2, axis=1)
        pooled = F.mean(x, axis=(2, 3), keepdims=True)
        first, second = F.split(pooled, num_outputs=2, axis=1)
        return first * scale + second * shift

# %% hard-triplet-mining-with-all-pairs-broadcast
# inputs: [(4, 3), ("i", (4,), 0, 2, "float32")]
# clean
class Net(HybridBlock):
    def __init__(self, margin=0.3, **kwargs):
        super().__init__(**kwargs)
        self._margin = margin

    def _distance(self, F, emb):
        dot = F.dot(emb, emb, transpose_b=True)
        norm = F.sum(emb ** 2, axis=1, keepdims=True)
        dist = F.broadcast_add(norm, F.transpose(norm)) - 2 * dot
        return F.sqrt(F.maximum(dist, 1e-12))

    def hybrid_forward(self, F, emb, label):
        dist = self._distance(F, emb)
        same = F.broadcast_equal(F.expand_dims(label, 1), F.expand_dims(label, 0))
        far = F.max(dist * same, axis=1)
        near = F.min(dist + 1e6 * same, axis=1)
        return F.relu(far - near + self._margin)

# %% hardest-negative-of-a-batch
# inputs: [(4, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, margin=0.3):
        square = F.sum(x * x, axis=1, keepdims=True)
        dot = F.dot(x, x, transpose_b=True)
        dist = F.broadcast_add(F.broadcast_add(-2 * dot, square), F.transpose(square))
        eye = F.eye(4)
        positive = F.max(dist * eye, axis=1)
        negative = F.min(dist + 1e5 * eye, axis=1)
        return F.relu(positive - negative + margin)

# %% heads-made-by-the-method-split
# inputs: [(2, 6)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        left, right = x.split(num_outputs=2, axis=1)
        return left * right.sigmoid()

# %% hidden-state-of-an-lstm-layer
# inputs: [(2, 4, 3), [(1, 2, 4), (1, 2, 4)]]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.rnn = rnn.LSTM(4, layout="NTC", input_size=3)

    def hybrid_forward(self, F, x, states):
        out, states = self.rnn(x, states)
        return F.mean(out, axis=1) + F.squeeze(states[0], axis=0)

# %% keepdims-broadcast_like-beside-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - F.broadcast_like(F.mean(x, axis=1, keepdims=True), x)

# %% keepdims-tiled-beside-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - F.tile(x.mean(axis=1, keepdims=True), reps=(1, 3))

# %% largest-less-the-smallest-of-the-best
# inputs: [(2, 5)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, scores):
        best = F.topk(scores, axis=1, k=2, ret_typ="value")
        return F.max(best, axis=1, keepdims=True) - F.min(best, axis=1, keepdims=True)

# %% last-axis-dropped
# inputs: [(2, 3, 1)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.squeeze(axis=-1).sigmoid()

# %% last-state-beside-the-outputs-of-the-only-step
# inputs: [(2, 1, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(5, input_size=3)

    def hybrid_forward(self, F, x):
        outputs, (h, _) = self.cell.unroll(1, x, merge_outputs=True)
        return outputs + h.expand_dims(1)

# %% last-state-broadcast-to-the-outputs-of-all-steps
# inputs: [(2, 4, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(5, input_size=3)

    def hybrid_forward(self, F, x):
        outputs, (h, _) = self.cell.unroll(4, x, merge_outputs=True)
        return F.broadcast_add(outputs, h.expand_dims(1))

# %% last-state-of-an-lstmcell
# inputs: [(2, 3), [(2, 4), (2, 4)]]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(4, input_size=3)

    def hybrid_forward(self, F, x, states):
        out, states = self.cell(x, states)
        return out + states[-1]

# %% layer-norm-by-hand-with-broadcast-operators
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, units=4, eps=1e-5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.eps = eps
        with self.name_scope():
            self.gamma = self.params.get('gamma', shape=(units,), init='ones')
            self.beta = self.params.get('beta', shape=(units,), init='zeros')

    def hybrid_forward(self, F, x, gamma, beta):
        mean = x.mean(axis=-1, keepdims=True)
        var = F.broadcast_sub(x, mean).square().mean(axis=-1, keepdims=True)
        y = F.broadcast_div(F.broadcast_sub(x, mean), F.sqrt(var + self.eps))
        return F.broadcast_add(F.broadcast_mul(y, gamma), beta)

# %% learned-slope-broadcast
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.beta = self.params.get("beta", shape=(1,), init="ones")

    def hybrid_forward(self, F, x, beta):
        return x * F.sigmoid(F.broadcast_mul(x, beta))

# %% loop-that-counts-up-to-a-number-that-is-handed-in-as-an-array
# inputs: [("i", (2, 3), 0, 5, "int32"), ("i", (1,), 1, 4, "int32")]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, limit):
        def goes_on(count, total):
            return count < limit

        def add(count, total):
            return [], [count + 1, total + x]

        return F.contrib.while_loop(goes_on, add, [F.zeros((1,), dtype="int32"), x], max_iterations=5)[1][1]

# %% loss-that-gives-a-column-beside-another-column
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.loss = gluon.loss.CosineEmbeddingLoss()

    def hybrid_forward(self, F, one, other):
        alike = F.ones_like(one).max(axis=1)
        return self.loss(one, other, alike) + one.sum(axis=1, keepdims=True)

# %% map-of-a-smaller-image-upsampled
# inputs: [(2, 3, 4, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.gate = nn.Conv2D(1, 3, strides=2, padding=1, in_channels=3)

    def hybrid_forward(self, F, x):
        up = F.UpSampling(self.gate(x), scale=2, sample_type="nearest")
        return F.broadcast_mul(x, up)

# %% map-of-as-many-channels-as-there-are-features
# inputs: [(2, 3, 5, 5)]
# clean
class Net(HybridBlock):
    def __init__(self, channels=4, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = nn.Conv2D(channels, kernel_size=3, padding=1, in_channels=3)
            self.map = nn.Conv2D(4, kernel_size=1, in_channels=3)

    def hybrid_forward(self, F, x):
        return F.relu(self.features(x)) * F.sigmoid(self.map(x))

# %% map-of-one-channel-and-the-mean-over-channels
# inputs: [(2, 3, 4, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.gate = nn.Conv2D(1, 3, padding=1, in_channels=3)

    def hybrid_forward(self, F, x):
        return self.gate(x) * F.mean(x, axis=1, keepdims=True)

# %% mask-of-positions-by-a-row-and-a-column
# inputs: [(4, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 4

    def hybrid_forward(self, F, x):
        r = F.arange(self.n)
        return x * F.broadcast_lesser_equal(r.reshape((1, -1)), r.reshape((-1, 1)))

# %% mask-of-positions-of-the-rank-of-the-input
# inputs: [(4, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 4

    def hybrid_forward(self, F, x):
        r = F.arange(self.n)
        m = F.broadcast_lesser_equal(r.expand_dims(0), r.expand_dims(1))
        return x * m

# %% math-inf-as-the-value-of-f-full
# inputs: [(2, 3)]
# clean
import math


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_maximum(x, F.full((1, 1), -math.inf)) * 1

# %% matrix-of-unknown-size-times-a-column-is-a-column
# inputs: [(3, 3), [(3, 3)]]
# ctor: {"kind": "RNNCell"}
# clean
class Net(HybridBlock):
    def __init__(self, kind):
        super().__init__()
        self.cell = getattr(rnn, kind)(3)
        self.column = self.params.get("column", shape=(3, 1))

    def hybrid_forward(self, F, x, states, column):
        hidden = self.cell(x, states)
        return 0.9 * column + 0.1 * F.dot(hidden[0], column)

# %% mean-and-variance-at-once
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean, var = F.moments(x, axes=(2,), keepdims=True)
        return F.broadcast_div(F.broadcast_sub(x, mean), F.sqrt(var + 1e-5))

# %% mean-of-each-vector-over-a-number-for-each
# inputs: [('i', (2, 5), 1, 9, 'float32')]
# clean
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(10, 4)

    def hybrid_forward(self, F, tokens):
        return self.words(tokens).mean(axis=-1) * (tokens > 0)

# %% mean-over-an-axis-swapped-to-the-last
# inputs: [(2, 3, 4), (2, 4, 1)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x.mean(axis=1, keepdims=True).swapaxes(1, 2) * y

# %% mean-over-another-axis-than-the-one-that-was-cut
# inputs: [(2, 1, 5)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        head = F.slice_axis(x, axis=2, begin=0, end=5)
        return x - F.mean(head, axis=1, keepdims=True)

# %% mx-np-arrays-that-broadcast
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# clean
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - x.mean(axis=1, keepdims=True)

# %% negated-isinstance-guard-the-sides-do-the-same-maths
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not isinstance(x, (nd.NDArray, np.ndarray)):
            return F.L2Normalization(x)
        return x / F.sqrt((x * x).sum(axis=1, keepdims=True) + 1e-10)

# %% netvlad-with-broadcast-operators
# inputs: [(2, 5, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, clusters=3, units=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.assign = nn.Dense(clusters, flatten=False)
            self.centers = self.params.get('centers', shape=(1, units, clusters), init=mx.init.Normal())

    def hybrid_forward(self, F, x, centers):
        a = F.softmax(self.assign(x), axis=-1)
        total = F.sum(a, axis=1, keepdims=True)
        vlad = F.batch_dot(x, a, transpose_a=True) - F.broadcast_mul(centers, total)
        return F.L2Normalization(vlad.reshape((0, -1)))

# %% new-state-of-a-layer-beside-the-old
# inputs: [(5, 2, 3), (1, 2, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.lstm = rnn.GRU(4, input_size=3)

    def hybrid_forward(self, F, x, h):
        o, s = self.lstm(x, [h])
        return s[0] + h

# %% noise-drawn-by-the-graph
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.random.normal_like(x) * 0

# %% noise-that-either-life-draws-for-itself
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.zeros_like(x) * F.random.normal_like(x)

# %% non-local-block-with-reshape-codes
# inputs: [(2, 4, 3, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, channels=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.theta = nn.Conv2D(2, 1, in_channels=channels)
            self.phi = nn.Conv2D(2, 1, in_channels=channels)
            self.g = nn.Conv2D(2, 1, in_channels=channels)
            self.out = nn.Conv2D(channels, 1, in_channels=2)
            self.gamma = self.params.get('gamma', shape=(1,), init='ones')

    def hybrid_forward(self, F, x, gamma):
        theta = self.theta(x).reshape((0, 0, -1))
        phi = self.phi(x).reshape((0, 0, -1))
        g = self.g(x).reshape((0, 0, -1))
        att = F.softmax(F.batch_dot(theta, phi, transpose_a=True), axis=-1)
        y = F.batch_dot(g, att, transpose_b=True)
        y = F.reshape_like(y, x, lhs_begin=2, lhs_end=3, rhs_begin=2, rhs_end=4)
        return x + F.broadcast_mul(gamma, self.out(y))

# %% norm-of-everything
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_div(x, x.norm().reshape((1, 1)))

# %% normalisation-with-statistics-of-groups
# inputs: [(2, 4, 3, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, channels=4, groups=2, eps=1e-5, **kwargs):
        super().__init__(**kwargs)
        self._groups = groups
        self._eps = eps
        with self.name_scope():
            self.gamma = self.params.get("gamma", shape=(1, channels, 1, 1), init="ones")
            self.beta = self.params.get("beta", shape=(1, channels, 1, 1), init="zeros")

    def hybrid_forward(self, F, x, gamma, beta):
        y = F.reshape(x, (0, -4, self._groups, -1, 0, 0)).reshape((0, 0, -1))
        mean = F.mean(y, axis=2, keepdims=True)
        centred = F.broadcast_sub(y, mean)
        var = F.mean(F.square(centred), axis=2, keepdims=True)
        y = F.broadcast_div(centred, F.sqrt(var + self._eps))
        y = F.reshape_like(y, x)
        return F.broadcast_add(F.broadcast_mul(y, gamma), beta)

# %% np-argmax-x-axis-1-ns
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.argmax(x, axis=1)

# %% np-float64-2-x-ew-s-npf64-left
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.float64(2) * x

# %% np-float64-on-the-left
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.float64(2.0) * x

# %% np-power-10000-0-5-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.power(10000, 0.5) * x

# %% np-sqrt-2-0-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.sqrt(2.0) * x

# %% np-sum-x-axis-1-n3
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.sum(x, axis=1)

# %% np-sum-x-axis-1-ns-npsum-ok
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.sum(x, axis=1) * 2

# %% number-beside-what-an-index-of-length-1-takes
# inputs: [(5,)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.zeros((1,)) + F.take(x, F.ones((1,)) * 3)

# %% number-for-each-sample-times-another
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
# clean
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.loss = gluon.loss.SoftmaxCrossEntropyLoss()

    def hybrid_forward(self, F, scores, label):
        return self.loss(scores, label) * scores.max(axis=1)

# %% numpy-on-a-number
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, units=4, **kwargs):
        super().__init__(**kwargs)
        self.units = units

    def hybrid_forward(self, F, x):
        return x / float(np.sqrt(self.units))

# %% numpy-scalar-at-the-left-of-a-tensor
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.sqrt(16) * x

# %% one-channel-of-one
# inputs: [(2, 1, 4, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.mask = nn.Conv2D(1, kernel_size=3, padding=1, in_channels=1)

    def hybrid_forward(self, F, x):
        return x + F.sigmoid(self.mask(x))

# %% one-loop-variable-and-no-list-around-it
# inputs: [(4, 2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        _, last = F.contrib.while_loop(lambda i: i < 3, lambda i: ([], i + 1), F.zeros((1,)), max_iterations=3)
        return F.broadcast_mul(y, last)

# %% one-stacked-beside-one-with-an-axis-added
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.stack(x, axis=1) * x.expand_dims(1)

# %% ones-of-lengths-that-the-constructor-takes
# inputs: [(5, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, batch=5, units=3, **kwargs):
        super().__init__(**kwargs)
        self.batch, self.units = batch, units

    def hybrid_forward(self, F, x):
        return x + F.ones((self.batch, self.units))

# %% operator-add-x-y
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return operator.add(x, operator.mul(y, 2))

# %% operator-itemgetter-of-what-split-gives
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, c = operator.itemgetter(0, 2)(F.split(x, num_outputs=4, axis=1))
        return a * c

# %% output-beside-the-state-of-the-same-step
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(5, input_size=3)

    def hybrid_forward(self, F, x):
        output, (h, c) = self.cell(x, [F.zeros((2, 5)), F.zeros((2, 5))])
        return output * h + c

# %% outputs-of-one-unit-beside-the-sums-of-their-inputs
# inputs: [(4, 2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.layer = rnn.GRU(1, input_size=3)

    def hybrid_forward(self, F, x):
        return self.layer(x) + x.sum(axis=2, keepdims=True)

# %% own-parameter-with-infer_shape-missing-but-known
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(4, 0), allow_deferred_init=True)

    def hybrid_forward(self, F, x, w):
        return F.FullyConnected(x, w, no_bias=True, num_hidden=4)

# %% padded-places-set-by-where
# inputs: [(2, 4), ("bin", (2, 4))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, scores, pad):
        scores = F.where(pad, F.ones_like(scores) * -1e9, scores)
        return F.softmax(scores)

# %% parts-are-as-wide-as-what-they-meet
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, gates=3, units=4, **kwargs):
        super().__init__(**kwargs)
        self.gates = gates
        self.all = nn.Dense(gates * units)
        self.fc = nn.Dense(units)

    def hybrid_forward(self, F, x):
        out = self.fc(x)
        for gate in F.split(F.sigmoid(self.all(x)), axis=1, num_outputs=self.gates):
            out = F.tanh(out * gate)
        return out

# %% per-sample-loss-per-sample-weight
# inputs: [(2, 3), (2,)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.mean(F.square(x), axis=1) * y

# %% pick-of-log_softmax-twice
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        l = F.log_softmax(x)
        return l.pick(y, axis=1) * F.softmax(x).pick(y, axis=1)

# %% pick-with-keepdims-beside-a-column
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.pick(x, y, axis=1, keepdims=True) - F.max(x, axis=1, keepdims=True)

# %% pixel-norm-by-broadcast_mul
# inputs: [(2, 3, 4, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, eps=1e-8, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.eps = eps

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, F.rsqrt(F.mean(x ** 2, axis=1, keepdims=True) + self.eps))

# %% positions-in-cells-by-f-floor
# inputs: [("pos", (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, pos):
        cell = F.floor(pos / 0.25)
        return pos - cell * 0.25

# %% rbf-kernel-between-two-sets-with-broadcast_add
# inputs: [(3, 4), (5, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, gamma=0.5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.gamma = gamma

    def hybrid_forward(self, F, x, y):
        xx = F.sum(x * x, axis=1).reshape((-1, 1))
        yy = F.sum(y * y, axis=1).reshape((1, -1))
        d = F.broadcast_add(xx, yy) - 2 * F.dot(x, y, transpose_b=True)
        return F.exp(-self.gamma * d)

# %% residual-block-with-a-stride
# inputs: [(2, 3, 4, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = nn.Conv2D(3, 3, padding=1, in_channels=3)
        self.n = nn.BatchNorm(in_channels=3)

    def hybrid_forward(self, F, x):
        return F.Activation(self.n(self.c(x)) + x, act_type="relu")

# %% routing-between-capsules
# inputs: [(2, 6, 4)]
# clean
class Routing(HybridBlock):
    def __init__(self, n_in, n_out, d_in, d_out, rounds, **kwargs):
        super(Routing, self).__init__(**kwargs)
        self.n_in, self.n_out, self.rounds = n_in, n_out, rounds
        self.weight = self.params.get("weight", shape=(1, n_in, n_out, d_in, d_out))

    def squash(self, F, v):
        sq = F.sum(F.square(v), axis=-1, keepdims=True)
        return F.broadcast_mul(F.broadcast_div(v, F.sqrt(sq + 1e-7)), sq / (1 + sq))

    def hybrid_forward(self, F, x, weight):
        x = x.expand_dims(2).expand_dims(4)
        u = F.sum(F.broadcast_mul(x, weight), axis=3)
        b = F.zeros_like(F.slice_axis(u, axis=3, begin=0, end=1))
        for i in range(self.rounds):
            c = F.softmax(b, axis=2)
            v = self.squash(F, F.sum(F.broadcast_mul(c, u), axis=1, keepdims=True))
            if i + 1 < self.rounds:
                b = b + F.sum(F.broadcast_mul(u, v), axis=-1, keepdims=True)
        return v.reshape((0, -3, -2))


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.r = Routing(6, 3, 4, 2, 2)

    def hybrid_forward(self, F, x):
        return self.r(x)

# %% routing-by-agreement
# inputs: [(2, 5, 3, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, iterations=3, **kwargs):
        super().__init__(**kwargs)
        self._iterations = iterations

    def squash(self, F, s):
        norm2 = F.sum(F.square(s), axis=-1, keepdims=True)
        scale = norm2 / (1 + norm2) / F.sqrt(norm2 + 1e-7)
        return F.broadcast_mul(scale, s)

    def hybrid_forward(self, F, votes):
        logits = F.zeros_like(F.sum(votes, axis=-1, keepdims=True))
        stopped = F.BlockGrad(votes)
        for i in range(self._iterations):
            last = i == self._iterations - 1
            weights = F.softmax(logits, axis=2)
            out = self.squash(F, F.sum(F.broadcast_mul(weights, votes if last else stopped), axis=1, keepdims=True))
            if not last:
                logits = logits + F.sum(F.broadcast_mul(stopped, out), axis=-1, keepdims=True)
        return F.squeeze(out, axis=1)

# %% rows-minus-their-mean-by-broadcast_sub
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean = F.mean(x, axis=1, keepdims=True)
        return F.broadcast_sub(x, mean)

# %% same-broadcast-layer-mean-of-words
# inputs: [('i', (2, 5), 1, 9, 'float32')]
# clean
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(10, 4)

    def hybrid_forward(self, F, tokens):
        vectors = self.words(tokens)
        return F.broadcast_div(vectors.sum(axis=1), (tokens > 0).sum(axis=1, keepdims=True))

# %% same-broadcast-other-b-const-np-col-f
# inputs: [(4, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.c = self.params.get_constant("c", np.arange(4).reshape(-1, 1).astype("float32"))

    def hybrid_forward(self, F, x, c):
        return F.broadcast_mul(x, c)

# %% same-broadcast-other-el-channel-mean-sub-f
# inputs: [(2, 3, 4, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.mean = self.params.get_constant("mean", np.array([0.4, 0.5, 0.6]).reshape((1, 3, 1, 1)))

    def hybrid_forward(self, F, x, mean):
        return F.broadcast_sub(x, mean)

# %% same-broadcast-people-attended
# inputs: [(2, 3, 4, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, pieces=2, **kwargs):
        super().__init__(**kwargs)
        self._pieces = pieces
        self.body = nn.Conv2D(5, 1, in_channels=3)
        self.score = nn.Conv2D(pieces, 1, in_channels=5)

    def hybrid_forward(self, F, x):
        x = self.body(x)
        shares = self.score(x).softmax(axis=1).split(num_outputs=self._pieces, axis=1)
        return F.concat(*[F.broadcast_mul(share, x) for share in shares], dim=1)

# %% same-by-broadcast_add
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.dense = nn.Dense(4, use_bias=False)
            self.bias = self.params.get("bias", shape=(4,), init="ones")

    def hybrid_forward(self, F, x, bias):
        return F.broadcast_add(self.dense(x), bias)

# %% same-by-broadcast_sub
# inputs: [(3, 2), (4, 2)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b):
        diff = F.broadcast_sub(a.expand_dims(1), b.expand_dims(0))
        return F.sum(diff ** 2, axis=2)

# %% same-with-broadcast_add
# inputs: [(2, 4, 6)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pos = self.params.get('pos', shape=(1, 9, 6))

    def hybrid_forward(self, F, x, pos):
        return F.broadcast_add(x, F.slice_like(pos, x, axes=(1,)))

# %% same-with-broadcast_mul
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.first = nn.Dense(2, in_units=4)
        self.second = nn.Dense(2, in_units=4)
        self.gate = nn.Dense(2, in_units=4)

    def hybrid_forward(self, F, x):
        ys = F.stack(self.first(x), self.second(x), axis=1)
        return F.broadcast_mul(ys, F.softmax(self.gate(x)).expand_dims(2)).sum(axis=1)

# %% same-with-operators-that-broadcast
# inputs: [(2, 3, 4, 4), (2, 6)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, style):
        scale, shift = F.split(style.reshape((0, -1, 1, 1)), num_outputs=2, axis=1)
        return F.broadcast_add(F.broadcast_mul(x, scale), shift)

# %% same-with-the-operator-that-broadcasts
# inputs: [(2, 3), (2, 3), ('pos', (2, 1))]
# clean
class Net(mx.gluon.loss.Loss):
    def __init__(self):
        super().__init__(2.0, 0)

    def hybrid_forward(self, F, pred, label, sample_weight):
        label = mx.gluon.loss._reshape_like(F, label, pred)
        loss = mx.gluon.loss._apply_weighting(F, F.square(pred - label), self._weight, sample_weight)
        return F.broadcast_div(loss, F.sum(loss))

# %% same-with-where
# inputs: [(2, 3, 3), ('bin', (2, 3, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, scores, mask):
        return F.softmax(F.where(mask, scores, F.ones_like(scores) * -1e9))

# %% se-with-dense-and-broadcast_like
# inputs: [(2, 3, 4, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.fc = nn.Dense(3, activation='sigmoid')

    def hybrid_forward(self, F, x):
        w = self.fc(F.contrib.AdaptiveAvgPooling2D(x, output_size=1))
        return x * F.broadcast_like(w.expand_dims(axis=2).expand_dims(axis=3), x)

# %% shape-of-the-parameter-of-a-child-that-of-the-input
# inputs: [(4, 3)]
# clean
class Affine(HybridBlock):
    def __init__(self, shape, **kwargs):
        super(Affine, self).__init__(**kwargs)
        self.w = self.params.get("w", shape=shape)

    def hybrid_forward(self, F, x, w):
        return x * w


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.a = Affine((4, 3))

    def hybrid_forward(self, F, x):
        return self.a(x)

# %% softmax-written-out-with-broadcast_div
# inputs: [(2, 5)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        e = F.exp(x)
        return F.broadcast_div(e, e.sum(axis=-1, keepdims=True))

# %% split-halves-multiplied
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b = F.split(x, num_outputs=2, axis=1)
        return a * F.sigmoid(b)

# %% split-with-squeeze_axis-unpacked
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b, c = F.split(x, num_outputs=3, axis=1, squeeze_axis=True)
        return a * b + c

# %% split_v2-with-squeeze_axis
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b, c = F.split_v2(x, 3, axis=1, squeeze_axis=True)
        return a + b * c

# %% spread-of-the-rows
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean = x.mean(axis=1, keepdims=True)
        return F.broadcast_sub(x, mean).square().mean(axis=1).sqrt()

# %% squared-error-of-a-column-and-a-label-expanded
# inputs: [(2, 3), (2,)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.d = nn.Dense(1, in_units=3)

    def hybrid_forward(self, F, x, y):
        return F.square(self.d(x) - y.expand_dims(1))

# %% squeeze-and-excitation-by-broadcast_mul-block-excite-good
# inputs: [(2, 4, 5, 5)]
# clean
class Net(HybridBlock):
    def __init__(self, channels=4, reduction=2, **kwargs):
        super().__init__(**kwargs)
        self.squeeze = nn.HybridSequential()
        self.squeeze.add(nn.Conv2D(channels // reduction, 1), nn.Activation("relu"))
        self.squeeze.add(nn.Conv2D(channels, 1), nn.Activation("sigmoid"))

    def excite(self, F, x, *, axes=(2, 3)):
        pooled = F.mean(x, axis=axes, keepdims=True)
        return self.squeeze(pooled)

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, self.excite(F, x))

# %% squeeze-and-excitation-by-broadcast_mul-se-block
# inputs: [(2, 4, 5, 5)]
# clean
class Net(HybridBlock):
    def __init__(self, channels=4, r=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.fc1 = nn.Dense(channels // r, activation='relu')
            self.fc2 = nn.Dense(channels, activation='sigmoid')

    def hybrid_forward(self, F, x):
        w = F.contrib.AdaptiveAvgPooling2D(x, output_size=1)
        w = self.fc2(self.fc1(w))
        return F.broadcast_mul(x, w.expand_dims(axis=2).expand_dims(axis=2))

# %% squeeze-and-excitation-with-broadcast_mul
# inputs: [(2, 3, 4, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.p = nn.GlobalAvgPool2D()
        self.c = nn.Conv2D(3, 1, in_channels=3)

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, F.sigmoid(self.c(self.p(x))))

# %% state-of-a-layer-of-gluon-rnn-beside-zeros-of-its-shape
# inputs: [(5, 2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, n=4, **kwargs):
        super().__init__(**kwargs)
        self.n = n
        self.lstm = rnn.GRU(n, input_size=3)

    def hybrid_forward(self, F, x):
        o, s = self.lstm(x, [F.zeros((1, 2, self.n))])
        return s[0] + F.zeros((1, 2, self.n))

# %% state-of-an-lstmcell
# inputs: [(2, 3), [(2, 4), (2, 4)]]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(4, input_size=3)

    def hybrid_forward(self, F, x, states):
        out, states = self.cell(x, states)
        return out + states[1]

# %% state-of-one-number-beside-the-sum-of-the-other
# inputs: [(2, 4, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(1, input_size=3)

    def hybrid_forward(self, F, x):
        _, (h, c) = self.cell.unroll(4, x)
        return h * c.sum(axis=1, keepdims=True)

# %% states-that-one-loop-hands-on-and-whose-first-the-next-one-takes
# inputs: [(5, 2), [(2,)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, rows, states):
        def keep(row, states):
            return row * 2, [F.tanh(states[0] + row)]

        first, after = F.contrib.foreach(keep, rows, states)

        def add(row, states):
            return F.broadcast_add(row, after[0]), [F.sigmoid(states[0] * 2)]

        second, _ = F.contrib.foreach(add, first, states)
        return second

# %% steps-of-two-recurrent-layers
# inputs: [(4, 2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.steps = rnn.GRU(3)
        self.others = rnn.LSTM(3)

    def hybrid_forward(self, F, x):
        return self.steps(x) + self.others(x) + x

# %% strategy-object-with-an-abstract-base
# inputs: [(2, 3)]
# clean
class Norm(abc.ABC):
    @abc.abstractmethod
    def apply(self, F, x):
        """Normalise."""


class MeanNorm(Norm):
    def apply(self, F, x):
        return F.broadcast_sub(x, F.mean(x, axis=1, keepdims=True))


class L2Norm(Norm):
    def __init__(self, eps=1e-6):
        self.eps = eps

    def apply(self, F, x):
        return F.broadcast_div(x, F.sqrt(F.sum(F.square(x), axis=1, keepdims=True) + self.eps))


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.norms = [MeanNorm(), L2Norm()]

    def hybrid_forward(self, F, x):
        for norm in self.norms:
            x = norm.apply(F, x)
        return x

# %% styles-that-are-broadcast
# inputs: [(2, 3, 4, 4), (2, 6)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, style):
        gamma, beta = F.split(style, num_outputs=2, axis=1)
        gamma = gamma.expand_dims(2).expand_dims(3)
        beta = beta.expand_dims(2).expand_dims(3)
        return F.broadcast_add(F.broadcast_mul(x, gamma), beta)

# %% sum-of-embedded-tokens-and-the-embedding-of-one
# inputs: [('i', (2, 4), 0, 7)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Embedding(7, 6)
        self.b = nn.Embedding(7, 6)

    def hybrid_forward(self, F, x):
        return self.a(x).sum(axis=1) + self.b(F.slice_axis(x, axis=1, begin=0, end=1)).reshape((0, -1))

# %% table-of-positions-beside-a-mean-over-the-batch
# inputs: [(2, 4, 6)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pos = self.params.get('pos', shape=(1, 9, 6))

    def hybrid_forward(self, F, x, pos):
        p = F.slice_like(pos, x, axes=(1,))
        return x.mean(axis=0, keepdims=True) + p

# %% table-of-positions-tiled-over-the-batch
# inputs: [(5, 4, 6)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pos = self.params.get('pos', shape=(4, 6))

    def hybrid_forward(self, F, x, pos):
        return x + F.tile(pos.expand_dims(0), reps=(5, 1, 1))

# %% table-that-is-cut-to-the-shape-of-the-input
# inputs: [(5, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pos = self.params.get('pos', shape=(5, 9))

    def hybrid_forward(self, F, x, pos):
        return x + F.slice_like(pos, x, axes=(1,))

# %% triangle-made-from-positions-by-comparing
# inputs: [(2, 3, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, scores):
        steps = F.contrib.arange_like(scores, axis=1)
        later = F.broadcast_lesser(steps.reshape((-1, 1)), steps.reshape((1, -1)))
        return F.broadcast_add(scores, later.expand_dims(0) * -1e9)

# %% two-keepdims-reductions-along-one-axis
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.max(axis=1, keepdims=True) - x.min(axis=1, keepdims=True)

# %% two-losses-that-are-means-over-all-samples
# inputs: [('pos', (2, 3)), ('pos', (2, 3))]
# clean
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.distance = gluon.loss.L2Loss()
        self.counts = gluon.loss.PoissonNLLLoss(from_logits=False)

    def hybrid_forward(self, F, predicted, wanted):
        return self.distance(predicted, wanted).mean() + self.counts(predicted, wanted)

# %% two-maps-of-one-channel
# inputs: [(2, 3, 5, 5)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.near = nn.Conv2D(channels=1, kernel_size=1, in_channels=3)
            self.far = nn.Conv2D(1, kernel_size=3, padding=1, in_channels=3)

    def hybrid_forward(self, F, x):
        return F.sigmoid(self.near(x)) * self.far(x)

# %% two-maps-of-one-channel-each
# inputs: [(2, 3, 4, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Conv2D(1, kernel_size=1, in_channels=3)
        self.b = nn.Conv2D(1, kernel_size=1, in_channels=3)

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, self.a(x) * F.sigmoid(self.b(x)))

# %% two-outputs-of-moments
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean, var = F.moments(x, axes=1, keepdims=True)
        return F.broadcast_div(F.broadcast_sub(x, mean), F.sqrt(var + 1e-5))

# %% two-widths-one-of-them-one-and-a-product-that-broadcasts
# inputs: [(2, 3)]
# clean
class Head(HybridBlock):
    def __init__(self, units, **kwargs):
        super(Head, self).__init__(**kwargs)
        self.d = nn.Dense(units, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.a = Head(1)
        self.b = Head(3)

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(self.a(x), self.b(x))

# %% types-name-is-the-guard-the-sides-do-the-same-maths
# inputs: [(4, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if type(x).__name__ == "Symbol":
            return F.slice_axis(x, axis=0, begin=0, end=2)
        return x[:2]

# %% u-v-of-the-same-shape
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.u = self.params.get("u", shape=(1, 3))
        self.v = self.params.get("v", shape=(1, 3))

    def hybrid_forward(self, F, x, u, v):
        return F.broadcast_mul(x, u * v)

# %% units-that-are-one-by-default
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, units=1, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.a = nn.Dense(units, in_units=3)
            self.b = nn.Dense(units, in_units=3)

    def hybrid_forward(self, F, x):
        return self.a(x) * self.b(x)

# %% units-that-are-the-same-by-default
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, units=4, hidden=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.a = nn.Dense(units, in_units=3)
            self.b = nn.Dense(hidden, in_units=3)

    def hybrid_forward(self, F, x):
        return self.a(x) * self.b(x)

# %% vectors-times-one-number-each-broadcast
# inputs: [('i', (2, 3), 0, 8, 'int32')]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.weight, self.vector = nn.Embedding(8, 1), nn.Embedding(8, 4)

    def hybrid_forward(self, F, ids):
        return F.sum(F.broadcast_mul(self.weight(ids), self.vector(ids)), axis=1)

# %% weight-divided-by-its-norm
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(4, 3))

    def hybrid_forward(self, F, x, w):
        return F.FullyConnected(x, F.broadcast_div(w, F.norm(w, axis=1, keepdims=True)), no_bias=True, num_hidden=4)

# %% where-with-a-tensor-for-the-other-side
# inputs: [("bin", (2, 3)), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, mask, scores):
        return F.where(mask, scores, F.ones_like(scores) * -1e9)

# %% width-of-a-layer-of-a-child-that-of-the-input
# inputs: [(2, 3)]
# clean
class Scale(HybridBlock):
    def __init__(self, units, **kwargs):
        super(Scale, self).__init__(**kwargs)
        self.d = nn.Dense(units, in_units=3)

    def hybrid_forward(self, F, x):
        return x * self.d(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.a = Scale(3)

    def hybrid_forward(self, F, x):
        return self.a(x)

# %% with-mx-cpu-f-zeros
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with mx.cpu():
            return x + F.zeros((1,)).sum() if False else x * 2

# %% x-1-x-1-by-slice_axis
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.slice_axis(axis=1, begin=1, end=None) - x.slice_axis(axis=1, begin=0, end=-1)

# %% x-2-sum-0-5
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return (x**2).sum(axis=1) ** 0.5

# %% x-argmax-axis-1-me-2
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.argmax(axis=1)

# %% x-argmax-axis-1-one_hot-3
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.argmax(axis=1).one_hot(3)

# %% x-concatenated-halves
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b = F.split(x, num_outputs=2, axis=1)
        return x - F.concat(b, a, dim=1)

# %% x-dense-4-flatten-false-x-of-three-axes
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.d = nn.Dense(4, flatten=False, in_units=4)

    def hybrid_forward(self, F, x):
        return x + self.d(x)

# %% x-eq-y
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x.__eq__(y)

# %% x-expand_dims-1-inplace-true
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.expand_dims(1, inplace=True) * 2

# %% x-expand_dims-1-y-expand_dims-1
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x.expand_dims(1) + y.expand_dims(1)

# %% x-expand_dims-axis-0-squeeze-axis-0-2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.expand_dims(axis=0).squeeze(axis=0) * 2

# %% x-expand_dims-axis-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.expand_dims(axis=-1)

# %% x-f-contrib-arange_like-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.contrib.arange_like(x)

# %% x-f-dot-x-w-of-three-axes
# inputs: [(2, 5, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.w = self.params.get('w', shape=(3, 3), init='ones')

    def hybrid_forward(self, F, x, w):
        return x + F.dot(x, w)

# %% x-is-none
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.zeros((1,)) if x is None else x * 2

# %% x-its-norm-kept-with-broadcast_div
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_div(x, F.norm(x, axis=-1, keepdims=True) + 1e-6)

# %% x-its-own-mean-with-broadcast_sub
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_sub(x, x.mean(axis=1, keepdims=True))

# %% x-max-axis-none-x-min
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.max(axis=None) - x.min()

# %% x-mean-axis-0-y-mean-axis-0
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x.mean(axis=0) + y.mean(axis=0)

# %% x-mean-axis-1-keepdims-self-k
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = True

    def hybrid_forward(self, F, x):
        return F.broadcast_sub(x, x.mean(axis=1, keepdims=self.k))

# %% x-min-max-min-the-lower-plain
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        lo, hi = x.min(axis=1, keepdims=True), x.max(axis=1, keepdims=True)
        return F.broadcast_div(F.broadcast_sub(x, lo), hi - lo)

# %% x-norm-by-position
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.norm(1, 1) * 2

# %% x-prod-and-x-nanprod-by-axis
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.prod(axis=1) + x.nanprod(axis=1, keepdims=False)

# %% x-slice_axis-axis-1-begin-0-end-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.slice_axis(axis=1, begin=0, end=1)

# %% x-slice_axis-axis-1-begin-1-end-none
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.slice_axis(axis=1, begin=-1, end=None)

# %% x-split-as-a-method-by-position
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        left, right = x.split(2, 1)
        return left * right

# %% x-split-num_outputs-3-axis-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b, c = x.split(num_outputs=3, axis=1)
        return a + b * c

# %% x-squeezed-column
# inputs: [(3, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b, c = F.split(x, num_outputs=3, axis=1, squeeze_axis=True)
        return a * b + c

# %% x-sum-1-keepdims-x-mean-1-keepdims
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sum(axis=1, keepdims=True) + x.mean(axis=1, keepdims=True)

# %% x-sum-axis-0-exclude-true-me
# inputs: [(2, 3, 2)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sum(axis=0, exclude=True) * x.nansum(axis=(1, 2))

# %% x-sum-axis-0-exclude-true-me-2
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sum(axis=0, exclude=True)

# %% x-sum-axis-1-reshape-1-1-x-mean-axis-1-reshape-1-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sum(axis=1).reshape((-1, 1)) + x.mean(axis=1).reshape((-1, 1))

# %% x-sum-axis-1-x-sum-axis-0-square
# inputs: [(3, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sum(axis=1) * x.sum(axis=0)

# %% x-x-sum-axis-1-keepdims-true-broadcast_axes-axis-1-size-3
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * x.sum(axis=1, keepdims=True).broadcast_axes(axis=1, size=3)

# %% x-x-sum-axis-1-keepdims-true-broadcast_like-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * x.sum(axis=1, keepdims=True).broadcast_like(x)

# %% x-x-sum-axis-1-keepdims-true-repeat-3-axis-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * x.sum(axis=1, keepdims=True).repeat(3, axis=1)

# %% x-x-sum-axis-1-keepdims-true-tile-1-3
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * x.sum(axis=1, keepdims=True).tile((1, 3))

# %% shapes-that-differ-in-a-sum-that-is-thrown-away
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        centred = x - F.mean(x, axis=1, keepdims=True)
        return x * 2

# %% shapes-that-differ-in-a-sum-that-one-branch-throws-away
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, centred=True, **kwargs):
        super().__init__(**kwargs)
        self.centred = centred

    def hybrid_forward(self, F, x):
        centred = x - F.mean(x, axis=1, keepdims=True)  # HYB201 # breaks: execution
        return centred if self.centred else x * 2

# %% shapes-that-differ-in-the-body-of-a-loop-operator
# inputs: [(2, 2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def step(row, states):
            return row - F.mean(row, axis=1, keepdims=True), states  # HYB201

        rows, _ = F.contrib.foreach(step, x, [])
        return rows

# %% sum-of-other-shapes-in-a-try: a sum of different shapes in a try, which no handler sees fail
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        total = F.sum(x, axis=1, keepdims=True)
        try:
            return x + total  # HYB201 # breaks: execution
        except Exception:
            return F.broadcast_add(x, total)

# %% sum-of-other-shapes-with-else: a sum of different shapes in a try with else
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        total = F.sum(x, axis=1, keepdims=True)
        try:
            y = x + total  # HYB201 # breaks: execution
        except ValueError:
            y = x * 2
        else:
            y = y * 3
        return y

# %% gate-after-a-loop-of-as-many-blocks-as-are-passed
# inputs: [(2, 4, 6, 6)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, widths=(4, 4, 4), **kwargs):
        super().__init__(**kwargs)
        self.units = nn.HybridSequential()
        for width in widths:
            self.units.add(nn.Conv2D(width, 1, in_channels=4))

    def hybrid_forward(self, F, x):
        for unit in self.units:
            x = unit(x)
        gate = F.mean(x, axis=(2, 3), keepdims=True)
        return x * gate  # HYB201

# %% two-reductions-of-which-one-has-an-axis-less
# inputs: [(2, 4, 6)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        rest = F.sum(x, axis=1, keepdims=True)
        return F.sum(x, axis=-1) + F.sum(rest, axis=-1)  # HYB201

# %% all-axes-but-a-configured-one-beside-the-sum
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def __init__(self, batch_axis=0, **kwargs):
        super().__init__(**kwargs)
        self.batch_axis = batch_axis

    def hybrid_forward(self, F, x, mask):
        loss = F.sum(F.abs(x) * mask, axis=self.batch_axis, exclude=True)
        return loss / (F.sum(mask) + 1)  # HYB201 # breaks: execution

# %% divided-by-a-sum-of-what-a-loop-computes
# inputs: [(2, 5)]
class Net(HybridBlock):
    def __init__(self, iterations=1, **kwargs):
        super().__init__(**kwargs)
        self.iterations = iterations
        self.weight = self.params.get("weight", shape=(3, 5))
        self.u = self.params.get("u", shape=(1, 3), init="ones", differentiable=False)

    def hybrid_forward(self, F, x, weight, u):
        for _ in range(self.iterations):
            v = F.L2Normalization(F.dot(u, weight))
            u = F.L2Normalization(F.dot(v, weight, transpose_b=True))
        sigma = F.sum(F.dot(u, weight) * v)
        return F.FullyConnected(x, weight / sigma, num_hidden=3, no_bias=True)  # HYB201 # breaks: execution

# %% query-summed-with-softmax-weights
# inputs: [(2, 4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        weights = F.softmax(F.max(x, axis=2), axis=1)
        summary = F.batch_dot(weights.expand_dims(1), x)
        return x * summary  # HYB201 # breaks: execution

# %% style-added-after-a-broadcast
# inputs: [(2, 4, 3, 3), (2, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, style):
        style = style.reshape((0, -1, 1, 1))
        return F.broadcast_mul(x, style) + style  # HYB201 # breaks: execution

# %% affinity-of-a-branch-divided-by-its-sum
# inputs: [(2, 4, 6, 6)]
class Net(HybridBlock):
    def __init__(self, pooled=True, **kwargs):
        super().__init__(**kwargs)
        self.pool = nn.MaxPool2D(2) if pooled else None

    def hybrid_forward(self, F, x):
        y = self.pool(x) if self.pool is not None else x
        keys, queries = (F.reshape(t, (0, 0, -1)) for t in (y, x))
        affinity = F.batch_dot(queries, keys, transpose_a=True)
        return affinity / affinity.sum(axis=-1, keepdims=True)  # HYB201 # breaks: execution

# %% table-of-an-argument-with-a-default
# inputs: [(2, 5, 6)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.table = self.params.get_constant("table", np.ones((1, 10, 6)))

    def hybrid_forward(self, F, x, table=None):
        table = self.table if table is None else table
        return x + F.slice_like(table, x, axes=(1,))  # HYB201 # breaks: execution

# %% losses-of-two-branches-divided-by-their-norm
# inputs: [(2, 4), ('i', (2,), 0, 4, 'float32')]
class Net(HybridBlock):
    def __init__(self, sparse=True, **kwargs):
        super().__init__(**kwargs)
        self.sparse = sparse

    def hybrid_forward(self, F, x, label):
        if self.sparse:
            loss = -F.pick(x, label, axis=1, keepdims=True)
        else:
            loss = -F.sum(x * F.one_hot(label, 4), axis=1, keepdims=True)
        return loss / F.norm(loss)  # HYB201 # breaks: execution

# %% mixture-of-experts-with-plain-products
# inputs: [(2, 4)]
class Net(HybridBlock):
    def __init__(self, experts=3, units=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.n = experts
        with self.name_scope():
            self.gate = nn.Dense(experts)
            self.experts = nn.HybridSequential()
            for _ in range(experts):
                self.experts.add(nn.Dense(units))

    def hybrid_forward(self, F, x):
        gates = F.softmax(self.gate(x))
        out = 0
        for i, expert in enumerate(self.experts):
            g = F.slice_axis(gates, axis=1, begin=i, end=i + 1)
            out = out + expert(x) * g  # HYB201 # breaks: execution
        return out

# %% beams-of-a-number-from-the-constructor-over-a-column
# inputs: [(2, 3, 4), (2,)]
class Net(HybridBlock):
    def __init__(self, beam=3, **kwargs):
        super().__init__(**kwargs)
        self._beam = beam

    def hybrid_forward(self, F, scores, lengths):
        flat = F.sort(F.reshape(scores, (0, -1)), axis=1, is_ascend=False)
        best = F.slice_axis(flat, axis=1, begin=0, end=self._beam)
        return best / F.reshape(lengths, (-1, 1))  # HYB201 # breaks: execution

# %% features-pooled-or-not-are-scaled-by-an-embedding
# inputs: [(2, 3, 4, 4), (2, 5)]
class Net(HybridBlock):
    def __init__(self, pools=True, **kwargs):
        super().__init__(**kwargs)
        self.pools = pools
        self.conv = nn.Conv2D(4, 3, padding=1, in_channels=3)
        self.embed = nn.Dense(4, in_units=5)

    def hybrid_forward(self, F, x, style):
        y = self.conv(x)
        if self.pools:
            y = F.Pooling(y, kernel=(2, 2), stride=(2, 2))
        return y * F.reshape(self.embed(style), (0, 0, 1, 1))  # HYB201 # breaks: execution

# %% both-factors-are-pooled-by-one-switch
# inputs: [(2, 3, 4, 4), (2, 3, 4, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, pools=True, **kwargs):
        super().__init__(**kwargs)
        self.pools = pools

    def hybrid_forward(self, F, x, y):
        if self.pools:
            x = x.mean(axis=(2, 3), keepdims=True)
            y = y.mean(axis=(2, 3), keepdims=True)
        return x * y

# %% norm-plus-limit-of-the-dtype
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.eps = np.finfo("float32").eps

    def hybrid_forward(self, F, x):
        return x / (F.norm(x, axis=1, keepdims=True) + self.eps)  # HYB201

# %% mask-added-to-the-scores-of-self-attention
# inputs: [(2, 3, 4), (2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, mask):
        scores = F.batch_dot(x, x, transpose_b=True)
        scores = scores + (1 - mask).expand_dims(1) * -1e9  # HYB201
        return F.batch_dot(F.softmax(scores), x)

# %% mask-added-to-the-scores-of-single-queries
# inputs: [(2, 1, 4), (2, 3, 4), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, query, x, mask):
        scores = F.batch_dot(query, x, transpose_b=True)
        scores = scores + (1 - mask).expand_dims(1) * -1e9
        return F.batch_dot(F.softmax(scores), x)

# %% mask-of-an-embedding-with-positions
# inputs: [("bin", (2, 4))]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, dim=3, **kwargs):
        super().__init__(**kwargs)
        self.embed = nn.Embedding(5, dim)
        self.table = self.params.get_constant("table", np.ones((4, dim)))

    def hybrid_forward(self, F, x, table):
        steps = F.contrib.arange_like(x, axis=1)
        y = F.broadcast_add(self.embed(x), F.take(table, steps).expand_dims(0))
        return y * F.expand_dims(x > 0, axis=2)  # HYB201

# %% array-of-numpy-beside-others
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        weight = F.np.exp(x.as_np_ndarray()).as_nd_ndarray()
        centred = x - F.mean(x, axis=1, keepdims=True)  # HYB201 # breaks: execution # fix: centred = F.broadcast_sub(x, F.mean(x, axis=1, keepdims=True))
        return weight + centred

# %% array-of-numpy-broadcasts-beside-others
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x.as_np_ndarray()
        y = y - F.np.mean(y, axis=1, keepdims=True)
        return y.as_nd_ndarray() + F.broadcast_sub(x, F.mean(x, axis=1, keepdims=True))

# %% parameter-in-one-branch-of-init
# inputs: [(2, 4)]
class Net(HybridBlock):
    def __init__(self, scaled=True, **kwargs):
        super().__init__(**kwargs)
        self.fc = nn.Dense(4, in_units=4)
        if scaled:
            self.scale = self.params.get('scale', shape=(1, 4), init='ones')
        else:
            self.scale = None

    def hybrid_forward(self, F, x, scale=None):
        y = self.fc(x)
        if scale is not None:
            y = y * scale  # HYB201 # breaks: execution # fix: y = F.broadcast_mul(y, scale)
        return y

# %% parameter-in-one-branch-of-init-works
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, scaled=True, **kwargs):
        super().__init__(**kwargs)
        self.fc = nn.Dense(4, in_units=4)
        self.scale = self.params.get('scale', shape=(1, 4), init='ones') if scaled else None

    def hybrid_forward(self, F, x, scale=None):
        y = self.fc(x)
        return y if scale is None else F.broadcast_mul(y, scale)

# %% division-in-a-lambda-of-a-layer
# inputs: [(2, 4)]
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.net = nn.HybridSequential()
        self.net.add(nn.HybridLambda(lambda F, x: x / F.sum(x, axis=1, keepdims=True)))  # HYB201 # breaks: execution # fix: self.net.add(nn.HybridLambda(lambda F, x: F.broadcast_div(x, F.sum(x, axis=1, keepdims=True))))

    def hybrid_forward(self, F, x):
        return self.net(F.exp(x))

# %% parameters-of-computed-names-by-key
# inputs: [(2, 4)]
class Net(HybridBlock):
    def __init__(self, depth=2, units=4, **kwargs):
        super().__init__(**kwargs)
        self.depth = depth
        for i in range(depth):
            setattr(self, f'w{i}', self.params.get(f'w{i}', shape=(units, 1)))

    def hybrid_forward(self, F, x0, **params):
        x = x0
        for i in range(self.depth):
            s = F.dot(x, params[f'w{i}'])
            x = x0 * s + x  # HYB201 # breaks: execution
        return x

# %% parameters-of-computed-names-broadcast
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, depth=2, units=4, **kwargs):
        super().__init__(**kwargs)
        self.depth = depth
        for i in range(depth):
            setattr(self, f'w{i}', self.params.get(f'w{i}', shape=(units, 1)))

    def hybrid_forward(self, F, x0, **params):
        x = x0
        for i in range(self.depth):
            x = F.broadcast_mul(x0, F.dot(x, params[f'w{i}'])) + x
        return x

# %% scale-and-shift-by-parameters
# inputs: [(2, 4)]
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.gamma = self.params.get("gamma", shape=(1, 4), init="ones")
        self.beta = self.params.get("beta", shape=(1, 4), init="zeros")

    def hybrid_forward(self, F, x, gamma, beta):
        return F.broadcast_mul(x, gamma) + beta  # HYB201 # breaks: execution # fix: return F.broadcast_add(F.broadcast_mul(x, gamma), beta)

# %% pairs-of-layers-taken-apart-by-zip
# inputs: [(2, 6)]
class Net(HybridBlock):
    def __init__(self, heads=3, **kwargs):
        super().__init__(**kwargs)
        self.heads = nn.HybridSequential()
        for _ in range(heads):
            self.heads.add(nn.Dense(4))

    def hybrid_forward(self, F, x):
        pairs = [(head(x), head(x).mean(axis=1, keepdims=True)) for head in self.heads]
        outs, means = zip(*pairs)
        return sum(out - mean for out, mean in zip(outs, means))  # HYB201 # breaks: execution

# %% box-offsets-plus-anchors-of-one-image
# inputs: [(2, 3, 8, 8)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.boxes = nn.Conv2D(8, 3, padding=1)

    def hybrid_forward(self, F, x):
        anchors = F.contrib.MultiBoxPrior(x, sizes=(0.2, 0.3))
        offsets = F.transpose(self.boxes(x), (0, 2, 3, 1)).reshape((0, -1, 4))
        return offsets * 0.1 + anchors  # HYB201 # breaks: execution

# %% vector-of-features-times-a-norm-over-the-last-axis
# inputs: [(2, 5, 8)]
class Net(HybridBlock):
    def __init__(self, units=8, **kwargs):
        super().__init__(**kwargs)
        self.gain = self.params.get('gain', shape=(units,), init='ones')

    def hybrid_forward(self, F, x, gain):
        square = F.mean(x * x, axis=-1, keepdims=True)
        return F.broadcast_mul(x, F.rsqrt(square + 1e-6)) * gain  # HYB201 # breaks: execution

# %% weights-from-products-with-the-memory
# inputs: [(2, 5, 4), (2, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, memory, key):
        weights = F.softmax(F.batch_dot(memory, F.expand_dims(key, 2)), axis=1)
        return F.sum(memory * weights, axis=1)  # HYB201 # breaks: execution

# %% layer-norm-whose-affine-part-is-plain
# inputs: [(2, 4)]
class Net(HybridBlock):
    def __init__(self, units=4, eps=1e-5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.eps = eps
        with self.name_scope():
            self.gamma = self.params.get('gamma', shape=(units,), init='ones')
            self.beta = self.params.get('beta', shape=(units,), init='zeros')

    def hybrid_forward(self, F, x, gamma, beta):
        mean = x.mean(axis=-1, keepdims=True)
        std = F.sqrt(F.broadcast_sub(x, mean).square().mean(axis=-1, keepdims=True) + self.eps)
        y = F.broadcast_div(F.broadcast_sub(x, mean), std)
        return y * gamma + beta  # HYB201 # breaks: execution

# %% scale-of-each-feature-of-a-layer
# inputs: [(2, 4, 3)]
class Net(HybridBlock):
    def __init__(self, units=3, **kwargs):
        super().__init__(**kwargs)
        self.scale = self.params.get("scale", shape=(units,), init="ones")
        self.body = nn.Dense(units, flatten=False)

    def hybrid_forward(self, F, x, scale):
        return x + scale * self.body(x)  # HYB201 # breaks: execution

# %% weights-of-the-layer-that-the-block-extends-beside-its-output
# inputs: [(2, 4)]
class Net(nn.Dense):
    def __init__(self, units=3, **kwargs):
        super().__init__(units, in_units=4, **kwargs)

    def hybrid_forward(self, F, x, weight, bias=None):
        out = super().hybrid_forward(F, x, weight, bias)
        return out + 0.1 * F.sum(weight)  # HYB201 # breaks: execution # fix: return F.broadcast_add(out, 0.1 * F.sum(weight))

# %% mask-repeated-for-each-head-beside-the-scores
# inputs: [(2, 5, 8), ("bin", (2, 5))]
class Net(HybridBlock):
    def __init__(self, units=8, heads=2, **kwargs):
        super().__init__(**kwargs)
        self.heads = heads
        self.query = nn.Dense(units, flatten=False)
        self.key = nn.Dense(units, flatten=False)

    def split(self, F, x):
        x = F.transpose(F.reshape(x, (0, 0, self.heads, -1)), (0, 2, 1, 3))
        return F.reshape(x, (-3, 0, 0))

    def hybrid_forward(self, F, x, mask):
        scores = F.batch_dot(self.split(F, self.query(x)), self.split(F, self.key(x)), transpose_b=True)
        mask = mask.expand_dims(1).repeat(self.heads, axis=0)
        return F.softmax(scores + (1 - mask) * -1e4)  # HYB201 # breaks: execution # fix: return F.softmax(F.broadcast_add(scores, (1 - mask) * -1e4))

# %% table-of-a-constant-with-an-axis-for-the-batch
# inputs: [(2, 6, 4)]
class Net(HybridBlock):
    def __init__(self, units=4, **kwargs):
        super().__init__(**kwargs)
        steps = np.arange(10).reshape(-1, 1) / np.power(10000, np.arange(units) / units).reshape(1, -1)
        self.table = self.params.get_constant("table", np.sin(steps).astype("float32"))

    def hybrid_forward(self, F, x, table):
        table = F.slice_axis(table, axis=0, begin=0, end=6)
        return x + table.expand_dims(0)  # HYB201 # breaks: execution # fix: return F.broadcast_add(x, table.expand_dims(0))

# %% offsets-of-a-deformable-convolution-as-its-gate
# inputs: [(2, 2, 4, 4)]
class Net(HybridBlock):
    def __init__(self, k=3, **kwargs):
        super().__init__(**kwargs)
        self.k = k
        self.offset = nn.Conv2D(2 * k * k, k, padding=k // 2)
        self.weight = self.params.get("weight", shape=(3, 2, k, k))
        self.bias = self.params.get("bias", shape=(3,))

    def hybrid_forward(self, F, x, weight, bias):
        offset = self.offset(x)
        size = (self.k, self.k)
        y = F.contrib.DeformableConvolution(x, offset, weight, bias, kernel=size, pad=(1, 1), num_filter=3)
        return y * F.sigmoid(offset.mean(axis=1, keepdims=True))  # HYB201 # breaks: execution # fix: return F.broadcast_mul(y, F.sigmoid(offset.mean(axis=1, keepdims=True)))

# %% similarity-to-a-key-of-which-a-softmax-is-taken-later
# inputs: [(2, 3), (2, 4, 3)]
class Net(HybridBlock):
    def __init__(self, units=3, **kwargs):
        super().__init__(**kwargs)
        self.key = nn.Dense(units)
        self.sharpness = nn.Dense(1)

    def hybrid_forward(self, F, x, memory):
        similarity = (memory * self.key(x).expand_dims(1)).sum(axis=-1)  # HYB201 # breaks: execution # fix: similarity = F.broadcast_mul(memory, self.key(x).expand_dims(1)).sum(axis=-1)
        return F.softmax(F.broadcast_mul(similarity, self.sharpness(x)))

# %% norms-of-which-one-keeps-its-axis-before-a-softmax
# inputs: [(2, 4, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, keys, query):
        scores = F.batch_dot(keys, query.expand_dims(2)).squeeze(axis=2)
        scale = F.norm(keys, axis=-1) * F.norm(query, axis=-1, keepdims=True)  # HYB201 # breaks: execution # fix: scale = F.broadcast_mul(F.norm(keys, axis=-1), F.norm(query, axis=-1, keepdims=True))
        return F.softmax(scores / scale)

# %% part-of-a-sum-that-needs-more-than-one-step
# inputs: [(2, 5, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, steps, bias):
        total = steps + bias.expand_dims(1)  # HYB201 # breaks: execution # fix: total = F.broadcast_add(steps, bias.expand_dims(1))
        return F.slice_axis(total, axis=1, begin=1, end=None)

# %% pooled-features-averaged-beside-those-before
# inputs: [(2, 3, 8, 8)]
class Net(HybridBlock):
    def __init__(self, channels=4, **kwargs):
        super().__init__(**kwargs)
        self.high = nn.Conv2D(channels, 3, padding=1)
        self.low = nn.Conv2D(channels, 3, padding=1)
        self.pool = nn.AvgPool2D(2, 2)

    def hybrid_forward(self, F, x):
        low = self.low(self.pool(x))
        return self.high(x) + low.mean(axis=(2, 3), keepdims=True)  # HYB201 # breaks: execution # fix: return F.broadcast_add(self.high(x), low.mean(axis=(2, 3), keepdims=True))

# %% greatest-channel-added-before-a-sum-with-all-channels
# inputs: [(2, 4, 3, 3), (2, 4, 3, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.merge = nn.Conv2D(4, 1)

    def hybrid_forward(self, F, x, low):
        total = x + low.max(axis=1, keepdims=True)  # HYB201 # breaks: execution # fix: total = F.broadcast_add(x, low.max(axis=1, keepdims=True))
        return total + self.merge(low)

# %% yolo-scores-times-confidence
# inputs: [(2, 6, 3, 3)]
class Net(HybridBlock):
    def __init__(self, classes=3, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.num_pred = 5 + classes
        with self.name_scope():
            self.pred = nn.Conv2D(self.num_pred, 1)

    def hybrid_forward(self, F, x):
        pred = self.pred(x).reshape((0, self.num_pred, -1)).transpose((0, 2, 1))
        conf = F.sigmoid(F.slice_axis(pred, axis=-1, begin=4, end=5))
        prob = F.sigmoid(F.slice_axis(pred, axis=-1, begin=5, end=None))
        return conf * prob  # HYB201 # breaks: execution

# %% gate-of-the-width-in-the-defaults
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, units=8, gate_units=1, **kwargs):
        super().__init__(**kwargs)
        self.transform = nn.Dense(units, in_units=3)
        self.gate = nn.Dense(gate_units, in_units=3)

    def hybrid_forward(self, F, x):
        return self.gate(x) * self.transform(x)  # HYB201 # breaks: execution

# %% gate-of-the-width-in-the-defaults-that-is-equal
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, units=8, gate_units=8, **kwargs):
        super().__init__(**kwargs)
        self.transform = nn.Dense(units, in_units=3)
        self.gate = nn.Dense(gate_units, in_units=3)

    def hybrid_forward(self, F, x):
        return self.gate(x) * self.transform(x)

# %% widths-of-a-loop-over-the-default
# inputs: [(2, 3, 4, 4)]
class Net(HybridBlock):
    def __init__(self, channels=(1, 4), **kwargs):
        super().__init__(**kwargs)
        self.units = []
        before = 3
        for count in channels:
            self.units.append(nn.Conv2D(count, 3, padding=1, in_channels=before))
            self.register_child(self.units[-1])
            before = count

    def hybrid_forward(self, F, x):
        features = []
        for unit in self.units:
            x = unit(x)
            features.append(x)
        return features[0] + features[1]  # HYB201 # breaks: execution

# %% number-of-layers-by-default-and-their-widths
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, width=16, depth=3, **kwargs):
        super().__init__(**kwargs)
        self.outs = nn.HybridSequential()
        for level in range(depth):
            self.outs.add(nn.Dense(width // (4 ** level), in_units=3))

    def hybrid_forward(self, F, x):
        ys = [out(x) for out in self.outs]
        return ys[0] * ys[2]  # HYB201 # breaks: execution

# %% arguments-that-the-file-leaves-to-the-defaults
# inputs: [(2, 3)]
class Gated(HybridBlock):
    def __init__(self, units, gates=1):
        super().__init__()
        self.transform = nn.Dense(units, in_units=3)
        self.gate = nn.Dense(gates, in_units=3)

    def hybrid_forward(self, F, x):
        return self.gate(x) * self.transform(x)  # HYB201 # breaks: execution

class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.gated = Gated(5)

    def hybrid_forward(self, F, x):
        return self.gated(x)

# %% mean-over-the-steps-that-a-mask-leaves
# inputs: [(2, 5, 3), (2,)]
class Net(HybridBlock):
    def __init__(self, units=6, **kwargs):
        super().__init__(**kwargs)
        self.fc = nn.Dense(units, flatten=False, in_units=3)

    def hybrid_forward(self, F, x, lengths):
        lengths = F.clip(lengths, 1, 5)
        h = F.SequenceMask(self.fc(x), sequence_length=lengths, use_sequence_length=True, axis=1)
        return F.sum(h, axis=1) / lengths.expand_dims(1)  # HYB201 # breaks: execution

# %% weights-of-four-features-times-keys
# inputs: [(2, 3), (2, 5, 3)]
class Net(HybridBlock):
    def __init__(self, dim=3, **kwargs):
        super().__init__(**kwargs)
        self.weigh = nn.Dense(1, flatten=False, in_units=4 * dim)

    def hybrid_forward(self, F, query, keys):
        q = F.broadcast_like(query.expand_dims(1), keys)
        w = self.weigh(F.concat(q, keys, q - keys, q * keys, dim=2))
        return F.sum(w * keys, axis=1)  # HYB201 # breaks: execution

# %% weights-of-four-features-times-values-of-one-column
# inputs: [(2, 5, 3), (2, 5, 1)]
# clean
class Net(HybridBlock):
    def __init__(self, dim=3, **kwargs):
        super().__init__(**kwargs)
        self.weigh = nn.Dense(1, flatten=False, in_units=2 * dim)

    def hybrid_forward(self, F, keys, values):
        w = self.weigh(F.concat(keys, keys * 2, dim=2))
        return F.sum(w * values, axis=1)
