"""Blocks of some size, in which one thing breaks somewhere natural."""
import abc
import collections
import contextlib
import copy
import dataclasses
import enum
import functools
import itertools
import math
import operator
import random
import time
import types
from typing import Dict, List, NamedTuple, Optional, Tuple

import mxnet as mx
import numpy as np
from mxnet import nd, gluon, autograd
from mxnet.gluon import Block, HybridBlock, SymbolBlock, Parameter, nn, rnn


# %% block-transformer-cell: a medium-size attention block, the scores' scale comes from the shape
# inputs: [(2, 5, 8)]
# breaks: trace
def split_heads(F, x, heads):
    x = x.reshape((0, 0, heads, -1))
    x = x.transpose((0, 2, 1, 3))
    return x.reshape((-1, 0, 0), reverse=True)


def dot_attention(F, query, key, value, scaled=True):
    if scaled:
        query = query / math.sqrt(query.shape[-1])  # breaks here
    scores = F.batch_dot(query, key, transpose_b=True)
    return F.batch_dot(F.softmax(scores, axis=-1), value)


class Net(HybridBlock):
    def __init__(self, units=8, heads=2, **kwargs):
        super().__init__(**kwargs)
        self.heads = heads
        with self.name_scope():
            self.project = nn.HybridSequential()
            for _ in range(3):
                self.project.add(nn.Dense(units, flatten=False))
            self.out = nn.Dense(units, flatten=False)

    def hybrid_forward(self, F, x):
        parts = [split_heads(F, layer(x), self.heads) for layer in self.project]
        context = dot_attention(F, *parts)
        context = context.reshape((-1, self.heads, 0, 0), reverse=True)
        context = context.transpose((0, 2, 1, 3)).reshape((0, 0, -1))
        return x + self.out(context)


# %% block-transformer-cell-good: a medium-size attention block, the scale comes from the constructor
# inputs: [(2, 5, 8)]
# works
def split_heads(F, x, heads):
    x = x.reshape((0, 0, heads, -1))
    x = x.transpose((0, 2, 1, 3))
    return x.reshape((-1, 0, 0), reverse=True)


def dot_attention(F, query, key, value, scale: Optional[float] = None):
    if scale is None:
        scale = math.sqrt(query.shape[-1])
    scores = F.batch_dot(query / scale, key, transpose_b=True)
    return F.batch_dot(F.softmax(scores, axis=-1), value)


class Net(HybridBlock):
    def __init__(self, units=8, heads=2, **kwargs):
        super().__init__(**kwargs)
        self.heads = heads
        self.scale = math.sqrt(units // heads)
        with self.name_scope():
            self.project = nn.HybridSequential()
            for _ in range(3):
                self.project.add(nn.Dense(units, flatten=False))
            self.out = nn.Dense(units, flatten=False)

    def hybrid_forward(self, F, x):
        parts = [split_heads(F, layer(x), self.heads) for layer in self.project]
        context = dot_attention(F, *parts, scale=self.scale)
        context = context.reshape((-1, self.heads, 0, 0), reverse=True)
        context = context.transpose((0, 2, 1, 3)).reshape((0, 0, -1))
        return x + self.out(context)


# %% block-pyramid: a feature pyramid whose levels are sized like one another
# inputs: [(2, 3, 8, 8)]
# breaks: trace
class Stage(HybridBlock):
    def __init__(self, channels, **kwargs):
        super().__init__(**kwargs)
        self.conv = nn.Conv2D(channels, 3, padding=1, strides=2)
        self.bn = nn.BatchNorm()

    def hybrid_forward(self, F, x):
        return F.relu(self.bn(self.conv(x)))


class Net(HybridBlock):
    def __init__(self, channels: Tuple[int, ...] = (4, 4, 4), **kwargs):
        super().__init__(**kwargs)
        self.stages = nn.HybridSequential()
        for c in channels:
            self.stages.add(Stage(c))

    def _levels(self, x):
        for stage in self.stages:
            x = stage(x)
            yield x

    def hybrid_forward(self, F, x):
        levels = list(self._levels(x))
        merged = levels.pop()
        while levels:
            lower = levels.pop()
            merged = F.contrib.BilinearResize2D(
                merged, height=lower.shape[2], width=lower.shape[3]  # breaks here
            )
            merged = merged + lower
        return merged


# %% block-pyramid-good: a feature pyramid with upsampling by two
# inputs: [(2, 3, 8, 8)]
# works
class Stage(HybridBlock):
    def __init__(self, channels, **kwargs):
        super().__init__(**kwargs)
        self.conv = nn.Conv2D(channels, 3, padding=1, strides=2)
        self.bn = nn.BatchNorm()

    def hybrid_forward(self, F, x):
        return F.relu(self.bn(self.conv(x)))


class Net(HybridBlock):
    def __init__(self, channels: Tuple[int, ...] = (4, 4, 4), **kwargs):
        super().__init__(**kwargs)
        self.stages = nn.HybridSequential()
        for c in channels:
            self.stages.add(Stage(c))

    def _levels(self, x):
        for stage in self.stages:
            x = stage(x)
            yield x

    def hybrid_forward(self, F, x):
        levels = list(self._levels(x))
        merged = levels.pop()
        while levels:
            lower = levels.pop()
            merged = F.UpSampling(merged, scale=2, sample_type="nearest") + lower
        return merged


# %% block-rnn-loop: a recurrent block that counts its steps with range(len(inputs))
# inputs: [(2, 5, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, hidden=4, **kwargs):
        super().__init__(**kwargs)
        self.hidden = hidden
        self.i2h = nn.Dense(hidden, flatten=False)
        self.h2h = nn.Dense(hidden, flatten=False, use_bias=False, in_units=hidden)

    def step(self, F, x, state):
        return F.tanh(x + self.h2h(state))

    def hybrid_forward(self, F, inputs):
        projected = F.swapaxes(self.i2h(inputs), 0, 1)
        state = F.zeros_like(F.mean(projected, axis=0))
        outputs = []
        for index in range(len(projected)):  # breaks here
            now = F.squeeze(F.slice_axis(projected, axis=0, begin=index, end=index + 1), axis=0)
            state = self.step(F, now, state)
            outputs.append(state)
        return outputs[-1]


# %% block-rnn-split: a recurrent block over the parts of a split, with a closure
# inputs: [(2, 5, 3)]
# works
class Net(HybridBlock):
    def __init__(self, hidden=4, length=5, **kwargs):
        super().__init__(**kwargs)
        self.length = length
        self.i2h = nn.Dense(hidden, flatten=False)
        self.h2h = nn.Dense(hidden, flatten=False, use_bias=False, in_units=hidden)

    def hybrid_forward(self, F, inputs):
        projected = self.i2h(inputs)
        state = F.zeros_like(F.mean(projected, axis=1))

        def step(x):
            nonlocal state
            state = F.tanh(x + self.h2h(state))
            return state

        steps = F.split(projected, num_outputs=self.length, axis=1, squeeze_axis=True)
        return F.stack(*[step(x) for x in steps], axis=1)


# %% block-loss: a loss with reductions in a table, one of them weights by the batch
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Reduce:
    def __init__(self, name: str, batch_axis: int = 0):
        self.name = name
        self.batch_axis = batch_axis

    def __call__(self, F, loss):
        return getattr(self, "_" + self.name)(F, loss)

    def _mean(self, F, loss):
        return F.mean(loss, axis=self.batch_axis, exclude=True)

    def _batch(self, F, loss):
        return F.sum(loss) / loss.shape[self.batch_axis]  # breaks here


class Net(HybridBlock):
    def __init__(self, reduction="batch", weight=None, **kwargs):
        super().__init__(**kwargs)
        self.reduce = Reduce(reduction)
        self.weight = weight

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        loss = F.abs(pred - label)
        for weight in (self.weight, sample_weight):
            if weight is not None:
                loss = loss * weight
        return self.reduce(F, loss)


# %% block-loss-good: a loss with reductions in a table, the mean one is chosen
# inputs: [(2, 3), (2, 3)]
# works
class Reduce:
    def __init__(self, name: str, batch_axis: int = 0):
        self.name = name
        self.batch_axis = batch_axis

    def __call__(self, F, loss):
        return getattr(self, "_" + self.name)(F, loss)

    def _mean(self, F, loss):
        return F.mean(loss, axis=self.batch_axis, exclude=True)

    def _batch(self, F, loss):
        return F.mean(F.sum(loss, axis=self.batch_axis, exclude=True))


class Net(HybridBlock):
    def __init__(self, reduction="mean", weight=None, **kwargs):
        super().__init__(**kwargs)
        self.reduce = Reduce(reduction)
        self.weight = weight

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        loss = F.abs(pred - label)
        for weight in (self.weight, sample_weight):
            if weight is not None:
                loss = loss * weight
        return self.reduce(F, loss)


# %% block-boxes: anchor boxes decoded, the corners are written back into the tensor
# inputs: [('pos', (2, 6, 4))]
# breaks: trace
class Net(HybridBlock):
    """Centre to corner, as detection models have it."""

    def __init__(self, stds=(0.1, 0.1, 0.2, 0.2), clip=1.0, **kwargs):
        super().__init__(**kwargs)
        self.stds = stds
        self.clip = clip

    @staticmethod
    def corners(F, boxes):
        x, y, width, height = F.split(boxes, axis=-1, num_outputs=4)
        half = width * 0.5, height * 0.5
        return F.concat(x - half[0], y - half[1], x + half[0], y + half[1], dim=-1)

    def decode(self, F, boxes):
        parts = F.split(boxes, axis=-1, num_outputs=4)
        return F.concat(*[part * std for part, std in zip(parts, self.stds)], dim=-1)

    def hybrid_forward(self, F, boxes):
        boxes = self.corners(F, self.decode(F, boxes))
        if self.clip:
            boxes[:, :, 2:] = F.clip(boxes, 0, self.clip).slice_axis(axis=2, begin=2, end=4)  # breaks here
        return boxes


# %% block-boxes-good: anchor boxes decoded and clipped
# inputs: [('pos', (2, 6, 4))]
# works
class Net(HybridBlock):
    """Centre to corner, as detection models have it."""

    def __init__(self, stds=(0.1, 0.1, 0.2, 0.2), clip=1.0, **kwargs):
        super().__init__(**kwargs)
        self.stds = stds
        self.clip = clip

    @staticmethod
    def corners(F, boxes):
        x, y, width, height = F.split(boxes, axis=-1, num_outputs=4)
        half = width * 0.5, height * 0.5
        return F.concat(x - half[0], y - half[1], x + half[0], y + half[1], dim=-1)

    def decode(self, F, boxes):
        parts = F.split(boxes, axis=-1, num_outputs=4)
        return F.concat(*[part * std for part, std in zip(parts, self.stds)], dim=-1)

    def hybrid_forward(self, F, boxes):
        boxes = self.corners(F, self.decode(F, boxes))
        if self.clip:
            boxes = F.clip(boxes, 0, self.clip)
        return boxes


# %% block-squeeze-excite: squeeze and excitation that multiplies with a broadcast
# inputs: [(2, 4, 5, 5)]
# breaks: execution
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
        return x * self.excite(F, x)  # breaks here


# %% block-squeeze-excite-good: squeeze and excitation by broadcast_mul
# inputs: [(2, 4, 5, 5)]
# works
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


# %% block-registry: activations registered by a decorator, the default is numpy's
# inputs: [(2, 3)]
# breaks: trace
REGISTRY = {}


def register(name):
    def add(function):
        REGISTRY[name] = function
        return function

    return add


@register("swish")
def swish(F, x):
    return x * F.sigmoid(x)


@register("mish")
def mish(F, x):
    return x * nd.array(np.tanh(np.log1p(np.exp(x.asnumpy()))))  # breaks here


class Net(HybridBlock):
    def __init__(self, activation="mish", **kwargs):
        super().__init__(**kwargs)
        self.activation = activation

    def hybrid_forward(self, F, x):
        return REGISTRY[self.activation](F, x)


# %% block-registry-good: activations registered by a decorator, the default is F's
# inputs: [(2, 3)]
# works
REGISTRY = {}


def register(name):
    def add(function):
        REGISTRY[name] = function
        return function

    return add


@register("swish")
def swish(F, x):
    return x * F.sigmoid(x)


@register("mish")
def mish(F, x):
    return x * F.tanh(F.log(1 + F.exp(x)))


class Net(HybridBlock):
    def __init__(self, activation="swish", **kwargs):
        super().__init__(**kwargs)
        self.activation = activation

    def hybrid_forward(self, F, x):
        return REGISTRY[self.activation](F, x)


# %% block-embedding-table: tokens are looked up in a table of embeddings by kind, positions come from the length
# inputs: [('i', (2, 5), 0, 7, 'int32')]
# breaks: trace
KINDS = ("word", "position")


class Net(HybridBlock):
    def __init__(self, sizes: Dict[str, int] = None, units=4, **kwargs):
        super().__init__(**kwargs)
        sizes = sizes or {"word": 7, "position": 9}
        self._kinds = [kind for kind in KINDS if kind in sizes]
        with self.name_scope():
            for kind in self._kinds:
                setattr(self, f"{kind}_embedding", nn.Embedding(sizes[kind], units))

    def _indices(self, F, kind, tokens):
        if kind == "position":
            return F.arange(0, tokens.shape[1]).expand_dims(0)  # breaks here
        return tokens

    def hybrid_forward(self, F, tokens):
        total = None
        for kind in self._kinds:
            table = getattr(self, f"{kind}_embedding")
            looked_up = table(self._indices(F, kind, tokens))
            total = looked_up if total is None else F.broadcast_add(total, looked_up)
        return total


# %% block-embedding-table-good: tokens are looked up in a table of embeddings by kind, positions by an operator
# inputs: [('i', (2, 5), 0, 7, 'int32')]
# works
KINDS = ("word", "position")


class Net(HybridBlock):
    def __init__(self, sizes: Dict[str, int] = None, units=4, **kwargs):
        super().__init__(**kwargs)
        sizes = sizes or {"word": 7, "position": 9}
        self._kinds = [kind for kind in KINDS if kind in sizes]
        with self.name_scope():
            for kind in self._kinds:
                setattr(self, f"{kind}_embedding", nn.Embedding(sizes[kind], units))

    def _indices(self, F, kind, tokens):
        if kind == "position":
            return F.contrib.arange_like(tokens, axis=1)
        return tokens

    def hybrid_forward(self, F, tokens):
        total = None
        for kind in self._kinds:
            table = getattr(self, f"{kind}_embedding")
            looked_up = table(self._indices(F, kind, tokens))
            total = looked_up if total is None else F.broadcast_add(total, looked_up)
        return total


# %% block-mixture: experts weighted by a gate, one expert at a time
# inputs: [(2, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, experts=3, units=4, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.experts = nn.HybridSequential()
            for _ in range(experts):
                self.experts.add(nn.Dense(units, activation="tanh"))
            self.gate = nn.Dense(experts)

    def _mix(self, F, weights, outputs):
        for index, output in enumerate(outputs):
            yield F.broadcast_mul(weights[:, index].expand_dims(1), output)  # breaks here

    def hybrid_forward(self, F, x):
        weights = F.softmax(self.gate(x))
        outputs = [expert(x) for expert in self.experts]
        return F.add_n(*self._mix(F, weights, outputs))


# %% block-mixture-good: experts weighted by a gate, by a slice of one column each
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def __init__(self, experts=3, units=4, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.experts = nn.HybridSequential()
            for _ in range(experts):
                self.experts.add(nn.Dense(units, activation="tanh"))
            self.gate = nn.Dense(experts)

    def _mix(self, F, weights, outputs):
        for index, output in enumerate(outputs):
            yield F.broadcast_mul(F.slice_axis(weights, axis=1, begin=index, end=index + 1), output)

    def hybrid_forward(self, F, x):
        weights = F.softmax(self.gate(x))
        outputs = [expert(x) for expert in self.experts]
        return F.add_n(*self._mix(F, weights, outputs))


# %% block-dense-net: features are concatenated, those that are wide enough by a test of their shape
# inputs: [(2, 3, 4, 4)]
# breaks: trace
class Net(HybridBlock):
    growth = 2

    def __init__(self, layers=3, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()
        for _ in range(layers):
            self.body.add(nn.Conv2D(self.growth, 3, padding=1))

    def hybrid_forward(self, F, x):
        features = collections.deque([x])
        for layer in self.body:
            features.append(layer(F.concat(*features, dim=1)))
            if features[0].shape[1] > 8:  # breaks here
                features.popleft()
        return F.concat(*features, dim=1)


# %% block-dense-net-good: features are concatenated, the oldest is dropped by a counter
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    growth = 2

    def __init__(self, layers=3, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()
        for _ in range(layers):
            self.body.add(nn.Conv2D(self.growth, 3, padding=1))

    def hybrid_forward(self, F, x):
        features = collections.deque([x])
        for layer in self.body:
            features.append(layer(F.concat(*features, dim=1)))
            if len(features) > 2:
                features.popleft()
        return F.concat(*features, dim=1)


# %% block-crf: the score of a path goes through the time steps by index
# inputs: [(5, 2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, tags=3, length=5, **kwargs):
        super().__init__(**kwargs)
        self.tags, self.length = tags, length
        with self.name_scope():
            self.transitions = self.params.get("transitions", shape=(tags, tags))

    def _log_sum_exp(self, F, scores, axis):
        top = F.max(scores, axis=axis, keepdims=True)
        total = F.log(F.sum(F.exp(F.broadcast_sub(scores, top)), axis=axis, keepdims=True))
        return F.squeeze(top + total, axis=axis)

    def hybrid_forward(self, F, emissions, transitions):
        alpha = F.slice_axis(emissions, axis=0, begin=0, end=1).reshape((-1, self.tags))
        step = 1
        while step < self.length:
            scores = F.broadcast_add(alpha.expand_dims(2), transitions.expand_dims(0))
            alpha = self._log_sum_exp(F, scores, axis=1) + emissions[step]  # breaks here
            step += 1
        return self._log_sum_exp(F, alpha, axis=1)


# %% block-crf-good: the score of a path goes through the parts of a split
# inputs: [(5, 2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, tags=3, length=5, **kwargs):
        super().__init__(**kwargs)
        self.tags, self.length = tags, length
        with self.name_scope():
            self.transitions = self.params.get("transitions", shape=(tags, tags))

    def _log_sum_exp(self, F, scores, axis):
        top = F.max(scores, axis=axis, keepdims=True)
        total = F.log(F.sum(F.exp(F.broadcast_sub(scores, top)), axis=axis, keepdims=True))
        return F.squeeze(top + total, axis=axis)

    def hybrid_forward(self, F, emissions, transitions):
        alpha, *others = F.split(emissions, num_outputs=self.length, axis=0, squeeze_axis=True)
        for emission in others:
            scores = F.broadcast_add(alpha.expand_dims(2), transitions.expand_dims(0))
            alpha = self._log_sum_exp(F, scores, axis=1) + emission
        return self._log_sum_exp(F, alpha, axis=1)


# %% block-logger: a block that keeps statistics of what went through it
# inputs: [(2, 3)]
# breaks: trace
class Statistics:
    """The running extremes of what it saw."""

    def __init__(self):
        self.seen = 0
        self.largest = float("-inf")

    def update(self, value):
        self.seen += 1
        self.largest = max(self.largest, value.abs().max().asscalar())  # breaks here
        return value


class Net(HybridBlock):
    def __init__(self, verbose=True, **kwargs):
        super().__init__(**kwargs)
        self.dense = nn.Dense(3)
        self.statistics = Statistics()
        self.verbose = verbose

    def hybrid_forward(self, F, x):
        y = self.dense(x)
        if self.verbose:
            y = self.statistics.update(y)
        return F.relu(y)


# %% block-schedule: a warm-up that counts the calls in a dictionary
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, warmup=4, **kwargs):
        super().__init__(**kwargs)
        self.dense = nn.Dense(3)
        self.state = {"step": 0, "warmup": warmup}

    def _factor(self):
        self.state["step"] += 1
        return min(1.0, self.state["step"] / self.state["warmup"])

    def hybrid_forward(self, F, x):
        return self.dense(x) * self._factor()  # breaks here


# %% block-schedule-fixed: a factor that is computed of a dictionary
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, warmup=4, **kwargs):
        super().__init__(**kwargs)
        self.dense = nn.Dense(3)
        self.state = {"step": 1, "warmup": warmup}

    def _factor(self):
        return min(1.0, self.state["step"] / self.state["warmup"])

    def hybrid_forward(self, F, x):
        return self.dense(x) * self._factor()


# %% block-beam: the states of a beam are reordered by an index from the host
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Beam(NamedTuple):
    states: List[object]
    scores: object

    def reordered(self, F, order):
        return self._replace(states=[F.take(state, nd.array(order)) for state in self.states])  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        beam = Beam(states=[x, y], scores=F.sum(x, axis=1))
        beam = beam.reordered(F, [1, 0])
        return F.broadcast_mul(F.add_n(*beam.states), F.expand_dims(beam.scores, axis=1))


# %% block-beam-good: the states of a beam are reordered by an operator
# inputs: [(2, 3), (2, 3)]
# works
class Beam(NamedTuple):
    states: List[object]
    scores: object

    def reordered(self, F):
        order = F.argsort(self.scores, axis=0)
        return self._replace(states=[F.take(state, order) for state in self.states])


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        beam = Beam(states=[x, y], scores=F.sum(x, axis=1))
        beam = beam.reordered(F)
        return F.broadcast_mul(F.add_n(*beam.states), F.expand_dims(beam.scores, axis=1))


# %% block-visitor: a tree of operations is evaluated by a visitor, one kind of node slices
# inputs: [(4, 3)]
# breaks: trace
class Node:
    children: Tuple = ()

    def __init__(self, *children):
        self.children = children


class Leaf(Node):
    def evaluate(self, F, x):
        return x


class Sum(Node):
    def evaluate(self, F, x):
        return sum(child.evaluate(F, x) for child in self.children)


class Head(Node):
    def evaluate(self, F, x):
        (child,) = self.children
        return child.evaluate(F, x)[:2]  # breaks here


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.tree = Sum(Head(Leaf()), Head(Leaf()))

    def hybrid_forward(self, F, x):
        return self.tree.evaluate(F, F.tanh(x))


# %% block-visitor-good: a tree of operations is evaluated by a visitor
# inputs: [(4, 3)]
# works
class Node:
    children: Tuple = ()

    def __init__(self, *children):
        self.children = children


class Leaf(Node):
    def evaluate(self, F, x):
        return x


class Sum(Node):
    def evaluate(self, F, x):
        return sum(child.evaluate(F, x) for child in self.children[:2])


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.tree = Sum(Leaf(), Sum(Leaf(), Leaf()))

    def hybrid_forward(self, F, x):
        return self.tree.evaluate(F, F.tanh(x))


# %% block-pipeline-compose: composed functions, one of which converts to NumPy and back
# inputs: [(2, 3)]
# breaks: trace
def compose(*functions):
    return functools.reduce(lambda f, g: lambda v: g(f(v)), functions)


def sharpen(v, power=2.0):
    return nd.array(np.power(v.asnumpy(), power))  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        pipeline = compose(F.softmax, functools.partial(sharpen, power=3.0), lambda v: v * 2)
        return pipeline(x)


# %% block-pipeline-compose-good: composed functions of operators
# inputs: [(2, 3)]
# works
def compose(*functions):
    return functools.reduce(lambda f, g: lambda v: g(f(v)), functions)


def sharpen(v, power=2.0):
    return v ** power


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        pipeline = compose(F.softmax, functools.partial(sharpen, power=3.0), lambda v: v * 2)
        return pipeline(x)


# %% block-optional-heads: heads that the constructor lists, the masked one multiplies with a column
# inputs: [(2, 4), ('bin', (2,))]
# breaks: execution
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
                y = y * F.mean(y, axis=-1, keepdims=True) * F.max(mask)  # breaks here
            outputs[name] = y
        return [outputs[name] for name in self.heads]
