"""Blocks that work and are like none that a rule reports: children."""

import collections
import functools
import logging
import math
import random
import time
import weakref
from typing import Any, Dict, Iterator, List, NamedTuple, Optional

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import Block, HybridBlock, nn, rnn

# %% child-set-to-none-by-a-flag-after-the-trace: a child set to None by a flag after the trace
# inputs: [(2, 3)]
# breaks: values
# between: net.use = False
# needs: callers
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.use = True
        self.act = nn.Activation("tanh")

    def hybrid_forward(self, F, x):
        return self.act(x) if self.use else x * 2

# %% latent-of-the-last-call-kept-for-whoever-asks: the latent of the last call, kept for whoever asks
# inputs: [(2, 3)]
# breaks: execution
# needs: callers
# call: (net(*xs), net.latent.shape)[0]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.latent = None
        self.encode = nn.Dense(2)

    def hybrid_forward(self, F, x):
        self.latent = self.encode(x)
        return F.relu(self.latent)

# %% layers-in-a-list-as-long-as-the-constructor-is-told-registered-later
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, number=2, sizes=(3, 3), **kwargs):
        super().__init__(**kwargs)
        self.steps = [nn.Dense(3) for _ in range(number)]
        for step in self.steps:
            self.register_child(step)
        self.more = list(map(nn.Dense, sizes))
        for place, step in enumerate(self.more):
            setattr(self, f"more{place}", step)
        self.rest = [nn.Dense(3, activation="tanh") for _ in range(number)]
        self.last = nn.HybridSequential()
        self.last.add(*self.rest)

    def hybrid_forward(self, F, x):
        for step in self.steps + self.more + self.rest:
            x = step(x)
        return x

# %% training-flag-switched-after-the-trace: a training flag switched after the trace
# inputs: [(2, 3)]
# breaks: values
# between: net.eval()
# needs: callers
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.training = True
        self.d = nn.Dense(3, in_units=3)

    def eval(self):
        self.training = False
        return self

    def hybrid_forward(self, F, x):
        out = self.d(x)
        if self.training:
            return out * 2
        return F.softmax(out)

# %% an-f-string-names-a-child
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, layers=2, **kwargs):
        super().__init__(**kwargs)
        self.layers = layers
        for index in range(layers):
            setattr(self, f"dense{index}", nn.Dense(3))

    def hybrid_forward(self, F, x):
        for index in range(self.layers):
            x = getattr(self, f"dense{index}")(x)
        return x

# %% block-with-a-training-flag-of-its-own
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.training = True
        self.d = nn.Dense(3, in_units=3)

    def eval(self):
        self.training = False
        return self

    def hybrid_forward(self, F, x):
        out = self.d(x)
        if self.training:
            return out * 2
        return F.softmax(out)

# %% blocks-in-a-list-registered-one-by-one
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.blocks = []
        for k in range(2):
            block = nn.Dense(3, in_units=3)
            self.register_child(block)
            self.blocks.append(block)

    def hybrid_forward(self, F, x):
        for block in self.blocks:
            x = block(x)
        return x

# %% child-that-the-first-hybrid_forward-makes
# inputs: [(2, 6)]
# archive
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.first = nn.Dense(4)
        self.second = None

    def hybrid_forward(self, F, x):
        if self.second is None:
            self.second = nn.Dense(3)
            self.second.initialize()
        return self.second(self.first(x))

# %% child-used-by-getattr-self-two
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.one = nn.Dense(3)
        self.two = nn.Dense(2)

    def hybrid_forward(self, F, x):
        return getattr(self, "two")(self.one(x))

# %% child-used-in-a-helper-method
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.one = nn.Dense(3)
        self.two = nn.Dense(2)

    def head(self, x):
        return self.two(x)

    def hybrid_forward(self, F, x):
        return self.head(self.one(x))

# %% children-gone-through-t3-used-by
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.one = nn.Dense(3)
        self.two = nn.Dense(2)

    def hybrid_forward(self, F, x):
        for child in self._children.values():
            x = child(x)
        return x

# %% childrens-outputs-together-a-list-comprehension
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.e = nn.Dense(2, in_units=3)

    def hybrid_forward(self, F, x):
        return F.concat(*[layer(x) for layer in (self.d, self.e)], dim=1)

# %% class-and-box-predictors-over-several-maps
# inputs: [[(2, 4, 4, 4), (2, 6, 2, 2)]]
# clean
class Net(HybridBlock):
    def __init__(self, classes=3, num_anchors=(2, 3), **kwargs):
        super().__init__(**kwargs)
        self._classes = classes
        with self.name_scope():
            self.class_predictors = nn.HybridSequential()
            self.box_predictors = nn.HybridSequential()
            for n in num_anchors:
                self.class_predictors.add(nn.Conv2D(n * (classes + 1), 3, padding=1))
                self.box_predictors.add(nn.Conv2D(n * 4, 3, padding=1))

    def hybrid_forward(self, F, features):
        cls_preds = [
            F.flatten(F.transpose(cp(feat), (0, 2, 3, 1))) for feat, cp in zip(features, self.class_predictors)
        ]
        box_preds = [F.flatten(F.transpose(bp(feat), (0, 2, 3, 1))) for feat, bp in zip(features, self.box_predictors)]
        cls_preds = F.concat(*cls_preds, dim=1).reshape((0, -1, self._classes + 1))
        box_preds = F.concat(*box_preds, dim=1).reshape((0, -1, 4))
        return cls_preds, box_preds

# %% conditional-generator
# inputs: [(2, 6), ('i', (2,), 0, 4, 'float32')]
# clean
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

# %% dataclass-as-configuration
# inputs: [(2, 3)]
# clean
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

# %% dropout-that-is-always-on-between-layers-of-unknown-input-size
# inputs: [(2, 6)]
# archive
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.Dense(8, activation='relu')
        self.head = nn.Dense(3)

    def hybrid_forward(self, F, x):
        return self.head(F.Dropout(self.body(x), p=0.4, mode='always'))

# %% embeddings-of-several-fields-summed
# inputs: [('i', (2, 3), 0, 5, 'float32')]
# clean
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

# %% flatten-and-a-dense-layer
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.out = nn.Dense(2)

    def hybrid_forward(self, F, x):
        return self.out(x.flatten())

# %% function-that-makes-the-layers
# inputs: [(2, 3)]
# clean
def make(n):
    net = nn.HybridSequential()
    for _ in range(n):
        net.add(nn.Dense(3))
    return net


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = make(2)

    def hybrid_forward(self, F, x):
        return self.body(x)

# %% hyper-parameters-in-a-namedtuple
# inputs: [(2, 3, 8, 8)]
# clean
class Stage(NamedTuple):
    channels: int
    kernel: int
    pool: bool = False


class Net(HybridBlock):
    STAGES = (Stage(4, 3), Stage(6, 3, True))

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()
        channels = 3
        for stage in self.STAGES:
            self.body.add(nn.Conv2D(stage.channels, stage.kernel, padding=stage.kernel // 2, in_channels=channels))
            channels = stage.channels

    def hybrid_forward(self, F, x):
        for stage, layer in zip(self.STAGES, self.body):
            x = F.relu(layer(x))
            if stage.pool:
                x = F.Pooling(x, kernel=(2, 2), stride=(2, 2), pool_type="max")
        return x

# %% layers-built-at-the-first-call
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()
        self.built = False

    def build(self):
        for act in ("relu", "tanh"):
            self.body.add(nn.Activation(act))
        self.built = True

    def hybrid_forward(self, F, x):
        if not self.built:
            self.build()
        return self.body(x) * 2

# %% layers-in-a-dict-and-in-a-child-too
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.first = nn.Dense(3, in_units=3)
        self.d = {"first": self.first}

    def hybrid_forward(self, F, x):
        return self.d["first"](x) * 2

# %% layers-in-a-list-registered
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._layers = []
        for i in range(2):
            layer = nn.Dense(3)
            self.register_child(layer, "layer%d" % i)
            self._layers.append(layer)

    def hybrid_forward(self, F, x):
        for layer in self._layers:
            x = layer(x)
        return x

# %% layers-of-a-list-by-names
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.names = ["d"]

    def hybrid_forward(self, F, x):
        for name in self.names:
            x = getattr(self, name)(x)
        return x

# %% layers-that-a-table-of-names-and-arguments-makes
# inputs: [(2, 3)]
# clean
CONFIG = [("dense", {"units": 4, "in_units": 3}), ("act", {"activation": "relu"}), ("dense", {"units": 2, "in_units": 4})]
KINDS = {"dense": nn.Dense, "act": nn.Activation}


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.taps = (0, 2)
        for i, (kind, args) in enumerate(CONFIG):
            self.register_child(KINDS[kind](**args), "layer%d" % i)

    def hybrid_forward(self, F, x):
        taps = []
        for i, layer in enumerate(self._children.values()):
            x = layer(x)
            if i in self.taps:
                taps.append(x)
        return F.concat(*taps, dim=1)

# %% layers-whose-inputs-grow
# inputs: [(2, 3, 6, 6)]
# clean
class Net(HybridBlock):
    def __init__(self, layers=3, growth=2, bn_size=2, drop=0.0, **kwargs):
        super().__init__(**kwargs)
        self._count = layers
        with self.name_scope():
            for i in range(layers):
                part = nn.HybridSequential(prefix="part%d_" % i)
                part.add(nn.BatchNorm(), nn.Activation("relu"))
                part.add(nn.Conv2D(bn_size * growth, 1, use_bias=False))
                part.add(nn.BatchNorm(), nn.Activation("relu"))
                part.add(nn.Conv2D(growth, 3, padding=1, use_bias=False))
                if drop:
                    part.add(nn.Dropout(drop))
                self.register_child(part)

    def hybrid_forward(self, F, x):
        features = [x]
        for part in self._children.values():
            features.append(part(F.concat(*features, dim=1) if len(features) > 1 else x))
        return F.concat(*features, dim=1)

# %% lists-of-lists-of-tensors-sorted-by-number
# inputs: [(2, 3)]
# clean
class Beam:
    def __init__(self, score, parts):
        self.score = score
        self.parts = parts

    def grown(self, part, gain):
        return Beam(self.score + gain, self.parts + [part])


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        beams = [Beam(0, [x])]
        for step in range(2):
            grown = []
            for beam in beams:
                for gain in (1, 2):
                    grown.append(beam.grown(self.d(beam.parts[-1]) * gain, gain))
            beams = sorted(grown, key=lambda beam: -beam.score)[:2]
        return F.concat(*beams[0].parts, dim=1)

# %% many-layers-of-nn
# inputs: [(2, 4, 6, 6)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridSequential()
        self.d.add(
            nn.Conv2D(4, 3, in_channels=4),
            nn.LayerNorm(axis=1, in_channels=4),
            nn.SELU(),
            nn.GELU(),
            nn.Swish(),
            nn.ELU(),
            nn.ReflectionPad2D(1),
            nn.GlobalAvgPool2D(),
            nn.Flatten(),
        )

    def hybrid_forward(self, F, x):
        return self.d(x)

# %% names-and-children-gone-through
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.e = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        out = {name: child(x) for name, child in self._children.items()}
        return out["0"] + 2 * out["1"] if "0" in out else out["d"] + 2 * out["e"]

# %% names-of-the-parameters
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) * sum(name.endswith("bias") for name in self.d.collect_params())

# %% nn-layernorm-over-another-axis
# inputs: [(2, 4, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.LayerNorm(axis=1, in_channels=4)

    def hybrid_forward(self, F, x):
        return self.d(x) * 2

# %% number-that-is-set-anew-in-each-call
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.layers = 0
        for _ in range(3):
            self.layers += 1
            x = x * self.layers
        return x

# %% numbers-read-of-a-child
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.fc = nn.Dense(6)

    def hybrid_forward(self, F, x):
        units = self.fc.weight.shape[0]
        return self.fc(x).reshape((-1, 2, units // 2))

# %% object-that-carries-tensors-through-the-layers
# inputs: [(2, 3)]
# clean
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

# %% penalty-on-the-weight-of-a-child-asked-for-by-life
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.decode = nn.Dense(2, in_units=3)

    def hybrid_forward(self, F, x):
        weight = self.decode.weight.data() if F is mx.nd else self.decode.weight.var()
        return self.decode(x), F.sum(F.abs(weight))

# %% private-attributes-and-names-of-a-child
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.out = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        units = self.out.weight.shape[0]
        return self.out(x) / math.sqrt(units)

# %% rate-of-a-dropout-changed-after-the-trace-at-prediction
# inputs: [(2, 3)]
# clean
# between: net.drop._rate = 0.9
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.drop = nn.Dropout(0.0)

    def hybrid_forward(self, F, x):
        return x * 2 + F.zeros((1,)).sum() if False else x * 2

# %% register_child-after-the-trace
# inputs: [(2, 3)]
# clean
# between: net.register_child(nn.Activation("tanh"))
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.act = nn.Activation("relu")

    def hybrid_forward(self, F, x):
        for child in self._children.values():
            x = child(x)
        return x

# %% registered-by-hand-kept-in-a-dict
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.heads = {}
        with self.name_scope():
            for name in ("a", "b"):
                self.heads[name] = nn.Dense(2, in_units=3)
                self.register_child(self.heads[name], name)

    def hybrid_forward(self, F, x):
        return [head(x) for head in self.heads.values()]

# %% same-with-input-sizes-given
# inputs: [(2, 6)]
# archive
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.Dense(8, activation='relu', in_units=6)
        self.head = nn.Dense(3, in_units=8)

    def hybrid_forward(self, F, x):
        return self.head(F.Dropout(self.body(x), p=0.4, mode='always'))

# %% second-layer-shares-the-parameters-of-the-first
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.one = nn.Dense(3)
        self.two = nn.Dense(3, params=self.one.params)

    def hybrid_forward(self, F, x):
        return self.one(x)

# %% self-children-values-called
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        for child in self._children.values():
            x = child(x)
        return x

# %% self-conv-kwargs-kernel
# inputs: [(2, 3, 6, 6)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.conv = nn.Conv2D(4, 3)

    def hybrid_forward(self, F, x):
        return self.conv(x) * self.conv._kwargs["kernel"][0]

# %% settings-in-a-dict-of-tuples
# inputs: [(2, 3, 8, 8)]
# clean
class Net(HybridBlock):
    def __init__(self, spec={"a": (4, 3), "b": (5, 1)}, **kwargs):
        super().__init__(**kwargs)
        self.spec = spec
        with self.name_scope():
            self.convs = nn.HybridSequential()
            for key in sorted(spec):
                self.convs.add(nn.Conv2D(spec[key][0], spec[key][1], padding=spec[key][1] // 2))

    def hybrid_forward(self, F, x):
        outs = [conv(x) for conv in self.convs]
        return F.concat(*outs, dim=1)

# %% shape-of-a-deferred-weight
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(4)

    def hybrid_forward(self, F, x):
        return self.d(x) * (self.d.weight.shape[0] + 1)

# %% spatial-pyramid-pooling
# inputs: [(2, 3, 8, 8)]
# clean
class Net(HybridBlock):
    def __init__(self, sizes=(1, 2, 4), **kwargs):
        super(Net, self).__init__(**kwargs)
        self.sizes = sizes
        self.fc = nn.Dense(4)

    def hybrid_forward(self, F, x):
        parts = [F.flatten(F.contrib.AdaptiveAvgPooling2D(x, output_size=s)) for s in self.sizes]
        return self.fc(F.concat(*parts, dim=1))

# %% squared-error-of-columns-by-reshape_like
# inputs: [(2, 3), (2,)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.d = nn.Dense(1, in_units=3)

    def hybrid_forward(self, F, x, y):
        p = self.d(x)
        return F.square(p - F.reshape_like(y, p))

# %% stack-of-layers-that-the-first-forward-makes-of-the-size-of-its
# inputs: [(2, 6)]
# archive
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()

    def forward(self, x):
        if len(self.body) == 0:
            for _ in range(2):
                self.body.add(nn.Dense(x.shape[1], in_units=x.shape[1]))
            self.body.initialize()
        return super().forward(x)

    def hybrid_forward(self, F, x):
        return self.body(x)

# %% state-machine-over-layers
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, plan=("linear", "act", "linear", "stop"), **kwargs):
        super().__init__(**kwargs)
        self.plan = plan
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        position = 0
        while True:
            step = self.plan[position]
            if step == "stop":
                break
            elif step == "linear":
                x = self.d(x)
            elif step == "act":
                x = F.tanh(x)
            else:
                raise ValueError("what is %s" % step)
            position += 1
        return x

# %% two-axes-swapped-and-a-layer-between
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.conv = nn.Conv1D(5, 1, in_channels=4)

    def hybrid_forward(self, F, x):
        return self.conv(x.swapaxes(1, 2)).swapaxes(1, 2)

# %% wrapper-that-hands-attributes-on
# inputs: [(2, 3)]
# clean
class Options:
    def __init__(self, **values):
        self._values = values

    def __getattr__(self, name):
        try:
            return self.__dict__["_values"][name]
        except KeyError:
            raise AttributeError(name)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.options = Options(scale=2.0, act="relu")
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return F.Activation(self.d(x), act_type=self.options.act) * self.options.scale

# %% computed-names-before-registered-blocks
# inputs: [(1, 4, 5, 5)]
# clean
class Net(HybridBlock):
    def __init__(self, widths=(4, 4), **kwargs):
        super().__init__(**kwargs)
        for i, width in enumerate(widths):
            setattr(self, "head%d" % i, nn.Conv2D(width, 1, in_channels=4))
        self.listed = [nn.Conv2D(4, 1, in_channels=4) for _ in range(2)]
        for block in self.listed:
            self.register_child(block)

    def hybrid_forward(self, F, x):
        for block in self.listed:
            x = block(x)
        return x
