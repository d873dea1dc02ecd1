"""Whole layers and heads, in which one thing may break."""

import collections
import contextlib
import copy
import functools
import itertools
import math
import operator
import random
import time

import mxnet as mx
import numpy as np
from mxnet import nd, gluon, autograd
from mxnet.gluon import Block, HybridBlock, SymbolBlock, Parameter, nn, rnn


# %% second-plain-head: a plain Block among the heads
# inputs: [(2, 3)]
# breaks: trace
class Head(Block):
    def __init__(self, axis, **kwargs):
        super().__init__(**kwargs)
        self._axis = axis

    def forward(self, x):
        return x.sum(axis=self._axis) / x.shape[self._axis]  # breaks here


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.heads = [Head(axis) for axis in (0, 1)]

    def hybrid_forward(self, F, x):
        return [head(x) for head in self.heads]


# %% second-focal-loss: a focal loss
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, gamma=2.0, alpha=0.25, **kwargs):
        super().__init__(**kwargs)
        self._gamma = gamma
        self._alpha = alpha

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        logits = pred - F.max(pred, axis=-1, keepdims=True)  # breaks here
        prob = F.softmax(logits, axis=-1)
        p = F.pick(prob, label, axis=-1)
        loss = -self._alpha * (1 - p) ** self._gamma * F.log(p + 1e-8)
        if sample_weight is not None:
            loss = loss * sample_weight
        return F.mean(loss)


# %% second-focal-loss-fine: a focal loss with log_softmax
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
# works
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


# %% second-label-smoothing: smoothing with the number of classes of the tensor
# inputs: [(2, 5), ('i', (2,), 0, 5, 'float32')]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, smoothing=0.1, **kwargs):
        super().__init__(**kwargs)
        self._smoothing = smoothing

    def _target(self, F, pred, label):
        classes = pred.shape[-1]  # breaks here
        low = self._smoothing / classes
        return F.one_hot(label, classes, on_value=1 - self._smoothing + low, off_value=low)

    def hybrid_forward(self, F, pred, label):
        target = self._target(F, pred, label)
        logp = F.log_softmax(pred)
        return -F.sum(logp * target, axis=-1)


# %% second-dice-loss: a dice loss per class
# inputs: [(2, 3, 4, 4), ('bin', (2, 3, 4, 4))]
# works
class Net(HybridBlock):
    def __init__(self, weights=(1.0, 2.0, 0.5), eps=1e-6, **kwargs):
        super().__init__(**kwargs)
        self._weights = weights
        self._eps = eps

    def hybrid_forward(self, F, pred, mask):
        prob = F.sigmoid(pred)
        inter = (prob * mask).sum(axis=(2, 3))
        total = prob.sum(axis=(2, 3)) + mask.sum(axis=(2, 3))
        dice = 1 - (2 * inter + self._eps) / (total + self._eps)
        parts = F.split(dice, num_outputs=len(self._weights), axis=1, squeeze_axis=True)
        loss = 0
        for weight, part in zip(self._weights, parts):
            loss = loss + weight * part
        return loss / sum(self._weights)


# %% second-dice-in-place: a dice loss per class, summed in place
# inputs: [(2, 3, 4, 4), ('bin', (2, 3, 4, 4))]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, weights=(1.0, 2.0, 0.5), eps=1e-6, **kwargs):
        super().__init__(**kwargs)
        self._weights = weights
        self._eps = eps

    def hybrid_forward(self, F, pred, mask):
        prob = F.sigmoid(pred)
        inter = (prob * mask).sum(axis=(2, 3))
        total = prob.sum(axis=(2, 3)) + mask.sum(axis=(2, 3))
        dice = 1 - (2 * inter + self._eps) / (total + self._eps)
        parts = F.split(dice, num_outputs=len(self._weights), axis=1, squeeze_axis=True)
        loss = 0
        for weight, part in zip(self._weights, parts):
            loss += weight * part  # breaks here
        return loss / sum(self._weights)


# %% second-attention-mask: additive attention with a mask
# inputs: [(2, 4, 6), (2, 5, 6), ('bin', (2, 5))]
# works
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


# %% second-attention-mask-plus: additive attention, query plus key
# inputs: [(2, 4, 6), (2, 5, 6)]
# breaks: execution
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
        score = self.score(F.tanh(q + k)).squeeze(axis=-1)  # breaks here
        weights = F.softmax(score, axis=-1)
        return F.batch_dot(weights, memory), weights


# %% second-heads-reshape: heads split with positional ints
# inputs: [(2, 4, 8)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, units=8, heads=2, **kwargs):
        super().__init__(**kwargs)
        self._heads = heads
        self._scale = (units // heads) ** -0.5
        with self.name_scope():
            self.qkv = nn.Dense(3 * units, flatten=False)
            self.proj = nn.Dense(units, flatten=False)

    def _split(self, F, x):
        x = x.reshape(0, 0, self._heads, -1)  # breaks here
        return F.reshape(F.transpose(x, axes=(0, 2, 1, 3)), shape=(-3, 0, 0))

    def hybrid_forward(self, F, x):
        q, k, v = [self._split(F, t) for t in F.split(self.qkv(x), num_outputs=3, axis=-1)]
        weights = F.softmax(F.batch_dot(q, k, transpose_b=True) * self._scale, axis=-1)
        out = F.batch_dot(weights, v)
        out = F.reshape(out, shape=(-4, -1, self._heads, 0, 0))
        out = F.reshape(F.transpose(out, axes=(0, 2, 1, 3)), shape=(0, 0, -3))
        return self.proj(out)


# %% second-heads-reshape-fine: heads split with a tuple
# inputs: [(2, 4, 8)]
# works
class Net(HybridBlock):
    def __init__(self, units=8, heads=2, **kwargs):
        super().__init__(**kwargs)
        self._heads = heads
        self._scale = (units // heads) ** -0.5
        with self.name_scope():
            self.qkv = nn.Dense(3 * units, flatten=False)
            self.proj = nn.Dense(units, flatten=False)

    def _split(self, F, x):
        x = x.reshape((0, 0, self._heads, -1))
        return F.reshape(F.transpose(x, axes=(0, 2, 1, 3)), shape=(-3, 0, 0))

    def hybrid_forward(self, F, x):
        q, k, v = [self._split(F, t) for t in F.split(self.qkv(x), num_outputs=3, axis=-1)]
        weights = F.softmax(F.batch_dot(q, k, transpose_b=True) * self._scale, axis=-1)
        out = F.batch_dot(weights, v)
        out = F.reshape(out, shape=(-4, -1, self._heads, 0, 0))
        out = F.reshape(F.transpose(out, axes=(0, 2, 1, 3)), shape=(0, 0, -3))
        return self.proj(out)


# %% second-rnn-list-states: a cell that keeps its states in a list
# inputs: [(2, 4, 3)]
# works
class Cell(HybridBlock):
    def __init__(self, hidden, inputs, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.i2h = nn.Dense(2 * hidden, in_units=inputs)
            self.h2h = nn.Dense(2 * hidden, in_units=hidden)

    def hybrid_forward(self, F, x, states):
        gate, cand = F.split(self.i2h(x) + self.h2h(states[0]), num_outputs=2, axis=1)
        gate = F.sigmoid(gate)
        new = gate * states[0] + (1 - gate) * F.tanh(cand)
        return new, [new]


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.start = nn.Dense(5, in_units=3)
        self.cell = Cell(5, 3)

    def hybrid_forward(self, F, x):
        steps = F.split(x, num_outputs=4, axis=1, squeeze_axis=True)
        states = [self.start(steps[0])]
        outs = []
        for step in steps:
            out, states = self.cell(step, states)
            outs.append(out)
        return F.stack(*outs, axis=1), states


# %% second-rnn-iterate-time: the same cell over the tensor's own steps
# inputs: [(4, 2, 3), (2, 5)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.cell = rnn.GRUCell(5, input_size=3)

    def hybrid_forward(self, F, x, h):
        states = [h]
        outs = []
        for t in range(4):
            out, states = self.cell(x[t], states)  # breaks here
            outs.append(out)
        return F.stack(*outs, axis=0), states[0]


# %% second-detection-head: a detection head over several maps
# inputs: [(2, 3, 8, 8)]
# works
class Net(HybridBlock):
    def __init__(self, classes=2, anchors=3, **kwargs):
        super().__init__(**kwargs)
        self._classes = classes
        with self.name_scope():
            self.stages = nn.HybridSequential()
            self.cls = nn.HybridSequential()
            self.box = nn.HybridSequential()
            for channels in (3, 4):
                self.stages.add(nn.Conv2D(4, 3, strides=2, padding=1, activation="relu", in_channels=channels))
                self.cls.add(nn.Conv2D(anchors * (classes + 1), 3, padding=1, in_channels=4))
                self.box.add(nn.Conv2D(anchors * 4, 3, padding=1, in_channels=4))

    def hybrid_forward(self, F, x):
        cls, box = [], []
        for stage, c, b in zip(self.stages, self.cls, self.box):
            x = stage(x)
            cls.append(F.flatten(F.transpose(c(x), (0, 2, 3, 1))))
            box.append(F.flatten(F.transpose(b(x), (0, 2, 3, 1))))
        cls = F.concat(*cls, dim=1).reshape((0, -1, self._classes + 1))
        box = F.concat(*box, dim=1).reshape((0, -1, 4))
        return cls, box


# %% second-box-decode-star: boxes decoded by parts, plain operators
# inputs: [(2, 5, 4), ('pos', (1, 5, 4))]
# needs: shapes
# breaks: execution
class Net(HybridBlock):
    def __init__(self, stds=(0.1, 0.1, 0.2, 0.2), **kwargs):
        super().__init__(**kwargs)
        self._stds = stds

    def hybrid_forward(self, F, pred, anchors):
        ax, ay, aw, ah = F.split(anchors, num_outputs=4, axis=-1)
        dx, dy, dw, dh = F.split(pred, num_outputs=4, axis=-1)
        cx = dx * self._stds[0] * aw + ax
        cy = dy * self._stds[1] * ah + ay
        w = F.exp(dw * self._stds[2]) * aw / 2
        h = F.exp(dh * self._stds[3]) * ah / 2
        return F.concat(cx - w, cy - h, cx + w, cy + h, dim=-1)


# %% second-group-whiten: normalisation with statistics of groups
# inputs: [(2, 4, 3, 3)]
# works
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


# %% second-group-scale: normalisation, gamma multiplied with *
# inputs: [(2, 4, 3, 3)]
# breaks: execution
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
        return F.broadcast_add(y * gamma, beta)  # breaks here


# %% second-running-mean: a running mean kept by hand
# inputs: [(2, 4)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, momentum=0.9, **kwargs):
        super().__init__(**kwargs)
        self._momentum = momentum
        self._running = None

    def hybrid_forward(self, F, x):
        mean = F.mean(x, axis=0, keepdims=True)
        if self._running is None:
            self._running = mean
        else:
            self._running = self._momentum * self._running + (1 - self._momentum) * mean
        return F.broadcast_sub(x, self._running)  # breaks here


# %% second-time-scaler: a scaler of time series that gives back its scale
# inputs: [(2, 6, 1), ('bin', (2, 6, 1))]
# works
class Net(HybridBlock):
    def __init__(self, minimum=1e-10, keepdims=True, **kwargs):
        super().__init__(**kwargs)
        self.minimum = minimum
        self.keepdims = keepdims

    def hybrid_forward(self, F, data, observed):
        total = observed.sum(axis=1)
        summed = (data.abs() * observed).sum(axis=1)
        total_batch = observed.sum(axis=0)
        fallback = F.broadcast_div(summed.mean(), F.maximum(total_batch.mean(), 1.0))
        scale = summed / F.maximum(total, 1.0)
        scale = F.where(scale > self.minimum, scale, scale * F.zeros_like(scale) + self.minimum)
        scale = F.broadcast_add(scale, 0 * fallback.reshape((1, 1)))
        if self.keepdims:
            scale = scale.expand_dims(axis=1)
        return F.broadcast_div(data, scale), scale


# %% second-time-scaler-item: a scaler that checks what it was given
# inputs: [(2, 6, 1), ('bin', (2, 6, 1))]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, minimum=1e-10, **kwargs):
        super().__init__(**kwargs)
        self.minimum = minimum

    def _check(self, observed):
        if observed.min().asscalar() < 0:  # breaks here
            raise ValueError("negative weights")
        return observed

    def hybrid_forward(self, F, data, observed):
        observed = self._check(observed)
        total = F.maximum(observed.sum(axis=1), 1.0)
        scale = (data.abs() * observed).sum(axis=1) / total + self.minimum
        return F.broadcast_div(data, scale.expand_dims(axis=1)), scale


# %% second-lag-features: lagged slices of a series
# inputs: [(2, 8, 1)]
# works
class Net(HybridBlock):
    def __init__(self, lags=(1, 2, 3), length=4, **kwargs):
        super().__init__(**kwargs)
        self.lags = sorted(lags)
        self.length = length

    def hybrid_forward(self, F, series):
        values = []
        for lag in self.lags:
            begin = -lag - self.length
            end = -lag if lag > 0 else None
            values.append(F.slice_axis(series, axis=1, begin=begin, end=end))
        return F.stack(*values, axis=-1).reshape((0, 0, -1))


# %% second-discriminator: minibatch standard deviation in a discriminator
# inputs: [(2, 3, 8, 8)]
# breaks: execution
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
        h = h + self._deviation(F, h)  # breaks here
        return self.out(h).flatten()


# %% second-patch-discriminator: features of every layer returned
# inputs: [(2, 3, 8, 8)]
# works
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


# %% second-generator-condition: a conditional generator
# inputs: [(2, 6), ('i', (2,), 0, 4, 'float32')]
# works
class Net(HybridBlock):
    def __init__(self, classes=4, channels=4, **kwargs):
        super().__init__(**kwargs)
        self._channels = channels
        with self.name_scope():
            self.embed = nn.Embedding(classes, 6)
            self.project = nn.Dense(channels * 4)
            self.up = nn.HybridSequential()
            self.up.add(nn.Conv2DTranspose(channels, 4, strides=2, padding=1), nn.BatchNorm(), nn.Activation("relu"))
            self.up.add(nn.Conv2D(3, 3, padding=1))

    def hybrid_forward(self, F, noise, label):
        z = F.concat(noise, F.L2Normalization(self.embed(label)), dim=1)
        h = self.project(z).reshape((-1, self._channels, 2, 2))
        return F.tanh(self.up(h))


# %% second-capsule-squash: squash of capsules
# inputs: [(2, 5, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, eps=1e-7, **kwargs):
        super().__init__(**kwargs)
        self._eps = eps

    def squash(self, F, s):
        norm2 = F.sum(F.square(s), axis=-1, keepdims=True)
        scale = norm2 / (1 + norm2) / F.sqrt(norm2 + self._eps)
        return scale * s  # breaks here

    def hybrid_forward(self, F, x):
        capsules = self.squash(F, x)
        return F.norm(capsules, axis=-1)


# %% second-capsule-routing: routing by agreement
# inputs: [(2, 5, 3, 4)]
# works
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


# %% second-graph-layer-fine: messages gathered by edges
# inputs: [(4, 3), ('i', (6,), 0, 4, 'int32'), ('i', (6,), 0, 4, 'int32')]
# works
class Net(HybridBlock):
    def __init__(self, units=5, nodes=4, **kwargs):
        super().__init__(**kwargs)
        self._nodes = nodes
        with self.name_scope():
            self.message = nn.Dense(units, in_units=6)
            self.update = nn.Dense(3, in_units=3 + units)

    def hybrid_forward(self, F, nodes, source, target):
        pair = F.concat(F.take(nodes, source), F.take(nodes, target), dim=1)
        messages = F.relu(self.message(pair))
        incidence = F.one_hot(target, self._nodes)
        summed = F.dot(incidence, messages, transpose_a=True)
        return nodes + self.update(F.concat(nodes, summed, dim=1))


# %% second-memory-slots: a memory that is a parameter
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def __init__(self, slots=3, units=4, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.slots = self.params.get("slots", shape=(slots, units))
            self.key = nn.Dense(units, in_units=units)

    def hybrid_forward(self, F, x, slots):
        key = F.L2Normalization(self.key(x))
        score = F.dot(key, F.L2Normalization(slots), transpose_b=True)
        best = F.argmax(score, axis=1)
        read = F.dot(F.softmax(score * 5), slots)
        return F.concat(x, read, F.one_hot(best, 3), dim=1)


# %% second-teacher-student: a teacher under pause
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def __init__(self, temperature=2.0, **kwargs):
        super().__init__(**kwargs)
        self._t = temperature
        with self.name_scope():
            self.student = nn.Dense(4, in_units=3)
            self.teacher = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        with autograd.pause():  # breaks here
            target = F.softmax(self.teacher(x) / self._t)
        logp = F.log_softmax(self.student(x) / self._t)
        return -F.sum(target * logp, axis=-1) * self._t**2


# %% second-multi-task: heads by name, a dict returned
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, tasks=(("age", 1), ("group", 4)), **kwargs):
        super().__init__(**kwargs)
        self._tasks = [name for name, _ in tasks]
        with self.name_scope():
            self.trunk = nn.Dense(8, activation="relu")
            for name, units in tasks:
                setattr(self, name, nn.Dense(units))

    def hybrid_forward(self, F, x):
        h = self.trunk(x)
        outputs = collections.OrderedDict()
        for name in self._tasks:
            outputs[name] = getattr(self, name)(h)
        return outputs  # breaks here


# %% second-multi-task-tuple: heads by name, a tuple returned
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, tasks=(("age", 1), ("group", 4)), **kwargs):
        super().__init__(**kwargs)
        self._tasks = [name for name, _ in tasks]
        with self.name_scope():
            self.trunk = nn.Dense(8, activation="relu")
            for name, units in tasks:
                setattr(self, name, nn.Dense(units))

    def hybrid_forward(self, F, x):
        h = self.trunk(x)
        outputs = {}
        for name in self._tasks:
            outputs[name] = getattr(self, name)(h)
        return tuple(outputs[name] for name in self._tasks)


# %% second-embedding-bag: embeddings of several fields, summed
# inputs: [('i', (2, 3), 0, 5, 'float32')]
# works
class Net(HybridBlock):
    def __init__(self, sizes=(5, 6, 7), units=4, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.tables = nn.HybridSequential()
            for size in sizes:
                self.tables.add(nn.Embedding(size, units))

    def hybrid_forward(self, F, fields):
        columns = F.split(fields, num_outputs=len(self.tables), axis=1, squeeze_axis=True)
        vectors = [table(column) for table, column in zip(self.tables, columns)]
        first = F.add_n(*vectors)
        square = F.add_n(*[v**2 for v in vectors])
        return 0.5 * (first**2 - square).sum(axis=1)


# %% second-wrapper-children: a wrapper that forwards *args
# inputs: [(2, 3), (2, 3)]
# works
class Pair(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.out = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x, y):
        return self.out(x) * y


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.inner = Pair()

    def hybrid_forward(self, F, x, *args):
        return x + self.inner(x, *args)


# %% second-residual-branch: a residual block whose shortcut may be None
# inputs: [(2, 4, 6, 6)]
# works
class Unit(HybridBlock):
    def __init__(self, channels, inputs, stride=1, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.body = nn.HybridSequential()
            self.body.add(nn.Conv2D(channels, 3, stride, 1, in_channels=inputs), nn.BatchNorm(), nn.Activation("relu"))
            self.body.add(nn.Conv2D(channels, 3, 1, 1, in_channels=channels), nn.BatchNorm())
            self.shortcut = None
            if stride != 1 or channels != inputs:
                self.shortcut = nn.Conv2D(channels, 1, stride, in_channels=inputs)

    def hybrid_forward(self, F, x):
        residual = self.shortcut(x) if self.shortcut else x
        return F.Activation(self.body(x) + residual, act_type="relu")


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.first = Unit(4, 4)
        self.second = Unit(6, 4, 2)

    def hybrid_forward(self, F, x):
        return self.second(self.first(x))


# %% second-stochastic-depth: depth chosen by a python random number
# inputs: [(2, 4)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, layers=4, keep=0.5, **kwargs):
        super().__init__(**kwargs)
        self._keep = keep
        with self.name_scope():
            self.layers = nn.HybridSequential()
            for _ in range(layers):
                self.layers.add(nn.Dense(4, in_units=4, activation="tanh"))

    def hybrid_forward(self, F, x):
        for layer in self.layers:
            if random.random() < self._keep:  # breaks here
                x = x + layer(x)
        return x


# %% second-training-branch: batch statistics in training only
# inputs: [(2, 4)]
# breaks: modes
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.mean = self.params.get("mean", shape=(1, 4), init="zeros", differentiable=False)
            self.out = nn.Dense(2, in_units=4)

    def hybrid_forward(self, F, x, mean):
        if autograd.is_training():  # breaks here
            centre = F.mean(x, axis=0, keepdims=True)
        else:
            centre = mean
        return self.out(F.broadcast_sub(x, centre))


# %% second-encoder-decoder: an encoder and a decoder that share an embedding
# inputs: [('i', (2, 5), 0, 9, 'float32'), ('i', (2, 4), 0, 9, 'float32'), ('i', (2,), 1, 5, 'float32')]
# works
class Net(HybridBlock):
    def __init__(self, vocabulary=9, units=6, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.embed = nn.Embedding(vocabulary, units)
            self.encoder = rnn.GRU(units, layout="NTC", input_size=units)
            self.decoder = rnn.GRU(units, layout="NTC", input_size=2 * units)
            self.out = nn.Dense(vocabulary, flatten=False)

    def hybrid_forward(self, F, source, target, length):
        encoded = self.encoder(self.embed(source))
        encoded = F.SequenceMask(encoded, length, use_sequence_length=True, axis=1)
        context = F.broadcast_div(encoded.sum(axis=1), length.expand_dims(1))
        embedded = self.embed(target)
        context = F.broadcast_like(context.expand_dims(1), embedded, lhs_axes=(1,), rhs_axes=(1,))
        return self.out(self.decoder(F.concat(embedded, context, dim=-1)))


# %% second-decoder-causal: a causal mask made by numpy from the length
# inputs: [(2, 4, 6)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, units=6, **kwargs):
        super().__init__(**kwargs)
        self._scale = units**-0.5
        with self.name_scope():
            self.qkv = nn.Dense(3 * units, flatten=False)

    def _causal(self, F, n):
        return F.array(np.tril(np.ones((n, n), dtype="float32")))  # breaks here

    def hybrid_forward(self, F, x):
        q, k, v = F.split(self.qkv(x), num_outputs=3, axis=2)
        score = F.batch_dot(q, k, transpose_b=True) * self._scale
        mask = F.broadcast_like(F.expand_dims(self._causal(F, 4), 0), score)
        score = F.where(mask, score, F.ones_like(score) * -1e9)
        return F.batch_dot(F.softmax(score), v)


# %% second-decoder-causal-steps: a causal mask from counted steps
# inputs: [(2, 4, 6)]
# works
class Net(HybridBlock):
    def __init__(self, units=6, **kwargs):
        super().__init__(**kwargs)
        self._scale = units**-0.5
        with self.name_scope():
            self.qkv = nn.Dense(3 * units, flatten=False)

    def _causal(self, F, x):
        steps = F.contrib.arange_like(x, axis=1)
        return F.broadcast_lesser_equal(steps.reshape((1, -1)), steps.reshape((-1, 1)))

    def hybrid_forward(self, F, x):
        q, k, v = F.split(self.qkv(x), num_outputs=3, axis=2)
        score = F.batch_dot(q, k, transpose_b=True) * self._scale
        mask = F.broadcast_like(F.expand_dims(self._causal(F, x), 0), score)
        score = F.where(mask, score, F.ones_like(score) * -1e9)
        return F.batch_dot(F.softmax(score), v)


# %% second-beam-step: one step of a beam search
# inputs: [(2, 3, 5), (2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, beam=3, vocabulary=5, **kwargs):
        super().__init__(**kwargs)
        self._beam = beam
        self._vocabulary = vocabulary

    def hybrid_forward(self, F, logits, scores):
        candidates = F.broadcast_add(F.log_softmax(logits), F.expand_dims(scores, axis=-1))
        flat = F.reshape(candidates, shape=(0, -1))
        values, indices = F.topk(flat, k=self._beam, ret_typ="both", axis=1)
        beams = F.floor(indices / self._vocabulary)
        words = indices - beams * self._vocabulary
        return values, F.BlockGrad(beams), F.BlockGrad(words)


# %% second-pointer-copy: a copy mechanism that counts with python
# inputs: [(2, 5), (2, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.switch = nn.Dense(1, activation="sigmoid")

    def hybrid_forward(self, F, vocabulary, copies):
        p = self.switch(F.concat(vocabulary, copies, dim=1))
        if (p > 0.99).sum() == len(p):  # breaks here
            return F.softmax(vocabulary)
        generate = F.broadcast_mul(F.softmax(vocabulary), p)
        copied = F.broadcast_mul(F.softmax(copies), 1 - p)
        return F.concat(generate, copied, dim=1)


# %% second-mixture-density: parameters of a mixture
# inputs: [(2, 4), (2, 1)]
# works
class Net(HybridBlock):
    def __init__(self, components=3, **kwargs):
        super().__init__(**kwargs)
        self._components = components
        with self.name_scope():
            self.params_of = nn.Dense(3 * components)

    def hybrid_forward(self, F, x, y):
        weight, mean, scale = F.split(self.params_of(x), num_outputs=3, axis=1)
        scale = F.Activation(scale, act_type="softrelu") + 1e-3
        z = F.broadcast_sub(y, mean) / scale
        logp = F.log_softmax(weight) - 0.5 * z**2 - F.log(scale) - 0.5 * math.log(2 * math.pi)
        top = F.max(logp, axis=1, keepdims=True)
        return -(F.log(F.sum(F.exp(F.broadcast_sub(logp, top)), axis=1)) + top.squeeze(axis=1))


# %% second-crf-forward: the forward pass of a CRF, step after step
# inputs: [(2, 4, 3)]
# breaks: execution
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
            score = alpha.expand_dims(2) + transitions.expand_dims(0)  # breaks here
            alpha = F.log(F.sum(F.exp(score), axis=1)) + step
        return F.log(F.sum(F.exp(alpha), axis=1))


# %% second-spectral-norm: a weight divided by its largest singular value
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, units=4, in_units=3, iterations=1, **kwargs):
        super().__init__(**kwargs)
        self._iterations = iterations
        self.u = nd.ones((1, units))
        with self.name_scope():
            self.weight = self.params.get("weight", shape=(units, in_units))

    def hybrid_forward(self, F, x, weight):
        u = self.u
        for _ in range(self._iterations):
            v = F.L2Normalization(F.dot(u, weight))  # breaks here
            u = F.L2Normalization(F.dot(v, weight, transpose_b=True))
        sigma = F.sum(F.dot(u, weight) * v)
        return F.FullyConnected(x, F.broadcast_div(weight, sigma.reshape((1, 1))), no_bias=True, num_hidden=4)


# %% second-weight-norm: a weight with direction and length
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, units=4, in_units=3, **kwargs):
        super().__init__(**kwargs)
        self._units = units
        with self.name_scope():
            self.v = self.params.get("v", shape=(units, in_units))
            self.g = self.params.get("g", shape=(units, 1))
            self.bias = self.params.get("bias", shape=(units,), init="zeros")

    def hybrid_forward(self, F, x, **params):
        length = F.norm(params["v"], axis=1, keepdims=True)
        weight = F.broadcast_mul(params["v"], params["g"] / length)
        return F.FullyConnected(x, weight, params["bias"], num_hidden=self._units)


# %% second-pyramid-add: a feature pyramid that adds what it enlarged
# inputs: [(2, 3, 8, 8)]
# works
class Net(HybridBlock):
    def __init__(self, channels=4, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.down = nn.HybridSequential()
            self.side = nn.HybridSequential()
            for inputs in (3, channels):
                self.down.add(nn.Conv2D(channels, 3, 2, 1, activation="relu", in_channels=inputs))
                self.side.add(nn.Conv2D(channels, 1, in_channels=channels))

    def hybrid_forward(self, F, x):
        maps = []
        for layer in self.down:
            x = layer(x)
            maps.append(x)
        outs = []
        top = None
        for side, level in zip(reversed(list(self.side)), reversed(maps)):
            lateral = side(level)
            if top is not None:
                lateral = lateral + F.UpSampling(top, scale=2, sample_type="nearest")
            top = lateral
            outs.insert(0, top)
        return outs


# %% second-dict-perhaps: an entry that the configuration sets, asked for with a default
# inputs: [(2, 3), ('pos', (2, 3))]
# works
class Net(HybridBlock):
    def __init__(self, weighted=False, **kwargs):
        super().__init__(**kwargs)
        self._weighted = weighted

    def hybrid_forward(self, F, x, weight):
        extras = {"scale": 0.5}
        if self._weighted:
            extras["weight"] = weight
        else:
            extras["offset"] = weight * 0.1
        found = extras.get("weight")
        y = x * extras["scale"]
        if found is not None:
            y = y * found
        return y + extras.get("offset", 0)


# %% second-unet: skips kept in a list and taken from its end
# inputs: [(2, 2, 8, 8)]
# works
class Net(HybridBlock):
    def __init__(self, depth=2, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.down = nn.HybridSequential()
            self.up = nn.HybridSequential()
            for i in range(depth):
                self.down.add(nn.Conv2D(2, 3, padding=1, in_channels=2, activation="relu"))
                self.up.add(nn.Conv2D(2, 3, padding=1, in_channels=4, activation="relu"))
            self.pool = nn.MaxPool2D()

    def hybrid_forward(self, F, x):
        skips = []
        for layer in self.down:
            x = layer(x)
            skips.append(x)
            x = self.pool(x)
        for layer in self.up:
            x = F.UpSampling(x, scale=2, sample_type="nearest")
            x = layer(F.concat(x, skips.pop(), dim=1))
        return x


# %% second-unet-crop: skips cropped to the shape of what was enlarged
# inputs: [(2, 2, 8, 8)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, depth=2, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.down = nn.HybridSequential()
            for i in range(depth):
                self.down.add(nn.Conv2D(2, 3, padding=1, in_channels=2, activation="relu"))
            self.pool = nn.MaxPool2D()

    def crop(self, F, skip, like):
        height, width = like.shape[2:]  # breaks here
        return F.slice(skip, begin=(None, None, 0, 0), end=(None, None, height, width))

    def hybrid_forward(self, F, x):
        skips = []
        for layer in self.down:
            x = layer(x)
            skips.append(x)
            x = self.pool(x)
        while skips:
            x = F.UpSampling(x, scale=2, sample_type="nearest")
            x = x + self.crop(F, skips.pop(), x)
        return x


# %% second-decoder-cache: keys and values kept in a dict between calls
# inputs: [(2, 1, 4)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, units=4, **kwargs):
        super().__init__(**kwargs)
        self.cache = {}
        with self.name_scope():
            self.key = nn.Dense(units, flatten=False, in_units=units)

    def hybrid_forward(self, F, x):
        key = self.key(x)
        if "key" in self.cache:
            key = key + 0.5 * self.cache["key"]
        self.cache["key"] = key
        return F.softmax(key)


# %% second-dict-of-features: features by name within one call
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.wanted = ("first", "last")
        with self.name_scope():
            self.a = nn.Dense(3, in_units=3)
            self.b = nn.Dense(3, in_units=3)

    def features(self, x):
        found = {}
        found["first"] = x = self.a(x)
        found["last"] = self.b(x)
        return found

    def hybrid_forward(self, F, x):
        found = self.features(x)
        return [found[name] for name in self.wanted]


# %% second-features-returned: the dict of features itself returned
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.a = nn.Dense(3, in_units=3)
            self.b = nn.Dense(3, in_units=3)

    def features(self, x, found):
        found["first"] = x = self.a(x)
        found["last"] = self.b(x)
        return found

    def hybrid_forward(self, F, x):
        return self.features(x, {})  # breaks here


# %% second-layer-scale: scales of the layers, by index of a parameter
# inputs: [(2, 3)]
# breaks: execution
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
            x = x + F.broadcast_mul(layer(x), scale) * scales.mean()  # breaks here
        return x


# %% second-dataclass-config: a dataclass as configuration
# inputs: [(2, 3)]
# works
Config = collections.namedtuple("Config", "units act scale")


class Net(HybridBlock):
    def __init__(self, config=Config(4, "tanh", 0.5), **kwargs):
        super().__init__(**kwargs)
        self.config = config
        with self.name_scope():
            self.out = nn.Dense(config.units, in_units=3)

    def hybrid_forward(self, F, x):
        units, act, scale = self.config
        return F.Activation(self.out(x), act_type=act) * scale / units


# %% second-state-object: an object that carries tensors through the layers
# inputs: [(2, 3)]
# works
class State:
    def __init__(self, x):
        self.x = x
        self.seen = []

    def step(self, layer):
        self.seen.append(self.x)
        self.x = layer(self.x)
        return self


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.a = nn.Dense(3, in_units=3)
            self.b = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        state = State(x).step(self.a).step(self.b)
        return F.concat(state.x, *state.seen, dim=1)


# %% second-sequence-steps: steps counted by the caller's list
# inputs: [[(2, 3), (2, 3), (2, 3)]]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.cell = rnn.GRUCell(3, input_size=3)

    def hybrid_forward(self, F, steps):
        states = [F.zeros_like(steps[0])]
        outs = []
        for i in range(len(steps)):
            out, states = self.cell(steps[i], states)
            outs.append(out)
        return outs, states


# %% second-schedule-object: a schedule that another object keeps
# inputs: [(2, 3)]
# breaks: values
class Schedule:
    def __init__(self):
        self.step = 0

    def next(self):
        self.step += 1
        return 1.0 / self.step


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.schedule = Schedule()

    def hybrid_forward(self, F, x):
        return x * self.schedule.next()  # breaks here


# %% second-recursive-collect: a tree of lists gathered by a helper that calls itself
# inputs: [(2, 3)]
# works
def gather(node, found):
    if isinstance(node, (list, tuple)):
        for child in node:
            gather(child, found)
    else:
        found.append(node)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        found = []
        gather([x * 2, [x * 3, (x * 4,)]], found)
        return F.concat(*found, dim=1)
