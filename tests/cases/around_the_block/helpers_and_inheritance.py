"""Whole blocks whose trouble sits in Python: hooks, generators, iterators, delegation, inheritance, helpers."""

import collections
import functools
import logging
import random
import time
import weakref
from typing import Any, Dict, Iterator, List, Optional

import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import Block, HybridBlock, nn, rnn


# %% around-iterator-class: an iterator object over layers and their options
# inputs: [(2, 3)]
# works
class Plan:
    def __init__(self, *steps):
        self.steps = steps

    def __iter__(self):
        return iter(self.steps)

    def __len__(self):
        return len(self.steps)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.plan = Plan(("relu", 1.0), ("tanh", 0.5))

    def hybrid_forward(self, F, x):
        for act, weight in self.plan:
            x = F.Activation(x, act_type=act) * weight
        return x / len(self.plan)


# %% around-iterator-rows: an iterator object over the rows of a tensor
# inputs: [(4, 3)]
# breaks: values
class Rows:
    def __init__(self, tensor):
        self.tensor = tensor

    def __iter__(self):
        for row in self.tensor:  # breaks here
            yield row * 2


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        total = 0
        for row in Rows(self.d(x)):
            total = total + row
        return total


# %% around-iterator-windows: windows over a split sequence
# inputs: [(2, 4, 3)]
# works
def windows(parts, size):
    queue = collections.deque(maxlen=size)
    for part in parts:
        queue.append(part)
        if len(queue) == size:
            yield list(queue)


class Net(HybridBlock):
    def __init__(self, length=4, **kwargs):
        super().__init__(**kwargs)
        self.length = length

    def hybrid_forward(self, F, x):
        steps = F.split(x, num_outputs=self.length, axis=1, squeeze_axis=True)
        means = [F.add_n(*window) / 2 for window in windows(list(steps), 2)]
        return F.stack(*means, axis=1)


# %% around-iterator-windows-rows: windows over the rows of a tensor
# inputs: [(4, 3)]
# breaks: values
def windows(parts, size):
    queue = []
    for part in parts:  # breaks here
        queue.append(part)
        if len(queue) == size:
            yield list(queue)
            queue.pop(0)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        means = [F.add_n(*window) for window in windows(self.d(x), 1)]
        return F.stack(*means)


# %% around-delegate-getattr: a wrapper that hands attributes on
# inputs: [(2, 3)]
# works
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


# %% around-delegate-child: a block that calls its only child
# inputs: [(2, 3)]
# works
class Timed(HybridBlock):
    def __init__(self, inner, **kwargs):
        super().__init__(**kwargs)
        self.inner = inner
        self.seconds = 0.0

    def hybrid_forward(self, F, x):
        start = time.time()
        out = self.inner(x)
        self.seconds += time.time() - start
        return out


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = Timed(nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        return self.body(x) + x


# %% around-delegate-list: a container block that runs its children and keeps all outputs
# inputs: [(2, 3)]
# works
class Pyramid(HybridBlock):
    def __init__(self, depth=3, **kwargs):
        super().__init__(**kwargs)
        for k in range(depth):
            self.register_child(nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        outs = []
        for layer in self._children.values():
            x = layer(x)
            outs.append(x)
        return outs


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pyramid = Pyramid()

    def hybrid_forward(self, F, x):
        outs = self.pyramid(x)
        return F.concat(*outs[1:], dim=1) + len(outs)


# %% around-delegate-list-last: the last output of a container block, its first row
# inputs: [(4, 3)]
# breaks: values
class Pyramid(HybridBlock):
    def __init__(self, depth=3, **kwargs):
        super().__init__(**kwargs)
        for k in range(depth):
            self.register_child(nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        outs = []
        for layer in self._children.values():
            x = layer(x)
            outs.append(x)
        return outs


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pyramid = Pyramid()

    def hybrid_forward(self, F, x):
        last = self.pyramid(x)[-1]
        return last[0] * 2  # breaks here


# %% around-inheritance-three: three generations, each adding a step
# inputs: [(2, 3)]
# works
class First(HybridBlock):
    def __init__(self, units=3, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.a = nn.Dense(units, in_units=3)

    def steps(self):
        return [self.a]

    def hybrid_forward(self, F, x):
        for step in self.steps():
            x = F.relu(step(x))
        return x


class Second(First):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.b = nn.Dense(self.units, in_units=self.units)

    def steps(self):
        return super().steps() + [self.b]


class Net(Second):
    def hybrid_forward(self, F, x):
        return super().hybrid_forward(F, x) * self.units


# %% around-inheritance-three-bad: three generations, the last asks for a size
# inputs: [(2, 3)]
# breaks: trace
class First(HybridBlock):
    def __init__(self, units=3, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.a = nn.Dense(units, in_units=3)

    def normalise(self, x):
        return x / self.units

    def hybrid_forward(self, F, x):
        return self.normalise(F.relu(self.a(x)))


class Second(First):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.b = nn.Dense(self.units, in_units=self.units)

    def hybrid_forward(self, F, x):
        return self.b(super().hybrid_forward(F, x))


class Net(Second):
    def normalise(self, x):
        return x / x.size  # breaks here


# %% around-mixin-loss: a mixin with a loss that reduces
# inputs: [(2, 3), (2, 3)]
# works
class Reduces:
    reduction = "mean"

    def reduce(self, F, loss):
        if self.reduction == "mean":
            return F.mean(loss, axis=0, exclude=True)
        if self.reduction == "sum":
            return F.sum(loss, axis=0, exclude=True)
        return loss


class Net(Reduces, HybridBlock):
    def __init__(self, weight=2.0, **kwargs):
        super().__init__(**kwargs)
        self.weight = weight

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        loss = F.square(pred - label)
        if sample_weight is not None:
            loss = F.broadcast_mul(loss, sample_weight)
        return self.reduce(F, loss) * self.weight


# %% around-mixin-loss-bad: a mixin with a loss that divides by the batch
# inputs: [(2, 3), (2, 3)]
# breaks: values
class Reduces:
    def reduce(self, F, loss):
        return F.sum(loss) / len(loss)  # breaks here


class Net(Reduces, HybridBlock):
    def __init__(self, weight=2.0, **kwargs):
        super().__init__(**kwargs)
        self.weight = weight

    def hybrid_forward(self, F, pred, label):
        loss = F.square(pred - label)
        return self.reduce(F, loss) * self.weight


# %% around-debug-decorator: a decorator that logs names
# inputs: [(2, 3)]
# works
def logged(function):
    @functools.wraps(function)
    def wrapper(self, F, *args, **kwargs):
        logging.getLogger("net").debug("%s with %d inputs", function.__name__, len(args))
        return function(self, F, *args, **kwargs)

    return wrapper


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    @logged
    def core(self, F, x):
        return F.relu(self.d(x))

    def hybrid_forward(self, F, x):
        return self.core(F, x) * 2


# %% around-debug-decorator-shape: a decorator that logs shapes
# inputs: [(2, 3)]
# breaks: trace
def logged(function):
    @functools.wraps(function)
    def wrapper(self, F, x):
        out = function(self, F, x)
        logging.getLogger("net").debug("%s: %s", function.__name__, out.shape)  # breaks here
        return out

    return wrapper


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    @logged
    def core(self, F, x):
        return F.relu(self.d(x))

    def hybrid_forward(self, F, x):
        return self.core(F, x) * 2


# %% around-debug-decorator-memo: a decorator that keeps results, after an imperative run
# inputs: [(2, 3)]
# breaks: trace
def memoised(function):
    kept = {}

    @functools.wraps(function)
    def wrapper(self, F, x):
        if "out" not in kept:
            kept["out"] = function(self, F, x)
        return kept["out"]

    return wrapper


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    @memoised
    def core(self, F, x):
        return F.relu(self.d(x))

    def hybrid_forward(self, F, x):
        return self.core(F, x) * 2


# %% around-helper-class-static: a namespace of static helpers
# inputs: [(2, 4, 6)]
# works
class Heads:
    @staticmethod
    def split(F, x, heads):
        x = F.reshape(x, shape=(0, 0, -4, heads, -1))
        return F.reshape(F.transpose(x, axes=(0, 2, 1, 3)), shape=(-3, 0, 0))

    @staticmethod
    def join(F, x, heads):
        x = F.reshape(x, shape=(-4, -1, heads, 0, 0))
        return F.reshape(F.transpose(x, axes=(0, 2, 1, 3)), shape=(0, 0, -3))


class Net(HybridBlock):
    def __init__(self, heads=2, **kwargs):
        super().__init__(**kwargs)
        self.heads = heads

    def hybrid_forward(self, F, x):
        h = Heads.split(F, x, self.heads)
        scores = F.softmax(F.batch_dot(h, h, transpose_b=True))
        return Heads.join(F, F.batch_dot(scores, h), self.heads)


# %% around-helper-class-static-bad: a namespace of static helpers that read shapes
# inputs: [(2, 4, 6)]
# breaks: trace
class Heads:
    @staticmethod
    def split(x, heads):
        batch, length, units = x.shape  # breaks here
        return x.reshape((batch, length, heads, units // heads)).transpose((0, 2, 1, 3))


class Net(HybridBlock):
    def __init__(self, heads=2, **kwargs):
        super().__init__(**kwargs)
        self.heads = heads

    def hybrid_forward(self, F, x):
        return Heads.split(x, self.heads) * 2


# %% around-helper-positional: a reshape helper that hands sizes on one by one
# inputs: [(2, 4, 6)]
# breaks: trace
def view(x, *sizes):
    return x.reshape(*sizes)  # breaks here


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(6, flatten=False, in_units=6)

    def hybrid_forward(self, F, x):
        return view(self.d(x), -1, 6) * 2


# %% around-helper-tuple: a reshape helper that hands a tuple on
# inputs: [(2, 4, 6)]
# works
def view(x, *sizes):
    return x.reshape(sizes)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(6, flatten=False, in_units=6)

    def hybrid_forward(self, F, x):
        return view(self.d(x), -1, 6) * 2


# %% around-pipeline-compose: functions composed
# inputs: [(2, 3)]
# works
def compose(*functions):
    def run(F, x):
        for function in functions:
            x = function(F, x)
        return x

    return run


def scale(k):
    return lambda F, x: x * k


def act(name):
    return lambda F, x: getattr(F, name)(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.run = compose(scale(2), act("tanh"), scale(0.5))

    def hybrid_forward(self, F, x):
        return self.run(F, x)


# %% around-pipeline-compose-bad: functions composed, one of numpy
# inputs: [(2, 3)]
# breaks: trace
def compose(*functions):
    def run(x):
        for function in functions:
            x = function(x)
        return x

    return run


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.run = compose(lambda x: x * 2, lambda x: nd.tanh(x))  # breaks here

    def hybrid_forward(self, F, x):
        return self.run(x)


# %% around-pipeline-partial: partials of the block's own methods
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.steps = [functools.partial(self.shift, by=1.0), functools.partial(self.shift, by=-0.5)]

    def shift(self, F, x, by):
        return F.relu(x + by)

    def hybrid_forward(self, F, x):
        for step in self.steps:
            x = step(F, x)
        return x


# %% around-random-augment: augmentation drawn in the block
# inputs: [(2, 3)]
# breaks: values
class Augment:
    def __init__(self, low, high):
        self.low, self.high = low, high

    def draw(self):
        return random.uniform(self.low, self.high)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.augment = Augment(0.5, 1.5)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        factor = self.augment.draw()
        return self.d(x * factor)  # breaks here


# %% around-random-init: a number drawn in __init__
# inputs: [(2, 3)]
# works
class Augment:
    def __init__(self, low, high):
        self.factor = random.Random(3).uniform(low, high)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.augment = Augment(0.5, 1.5)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x * self.augment.factor)


# %% around-random-path: layers skipped at random
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.rate = 0.5
        self.generator = random.Random(1)
        self.a = nn.Dense(3, in_units=3)
        self.b = nn.Dense(3, in_units=3)

    def keep(self):
        return self.generator.random() > self.rate

    def hybrid_forward(self, F, x):
        for layer in (self.a, self.b):
            if self.keep():
                x = x + layer(x)
        return x * 2


# %% around-train-flag: a block with a training flag of its own
# inputs: [(2, 3)]
# works
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


# %% around-train-flag-switched: a training flag switched after the trace
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


# %% around-train-autograd: the auxiliary output in training alone
# inputs: [(2, 3)]
# breaks: modes
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.main = nn.Dense(3, in_units=3)
        self.aux = nn.Dense(3, in_units=3)

    @staticmethod
    def in_training():
        return autograd.is_training()

    def hybrid_forward(self, F, x):
        out = self.main(x)
        if self.in_training():
            return out + 0.3 * self.aux(x)
        return out


# %% around-weights-average: an average of weights kept by the block
# inputs: [(2, 3)]
# breaks: values
# between: net.d.weight.set_data(net.d.weight.data() + 1)
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3, use_bias=False)

    def strength(self):
        return float(self.d.weight.data().abs().mean().asscalar())

    def hybrid_forward(self, F, x):
        return self.d(x) / (1.0 + self.strength())  # breaks here


# %% around-weights-argument: the same by the argument
# inputs: [(2, 3)]
# works
# between: net.d.weight.set_data(net.d.weight.data() + 1)
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3, use_bias=False)
        self.weight = self.d.weight

    def strength(self, F, weight):
        return F.mean(F.abs(weight))

    def hybrid_forward(self, F, x, weight):
        return F.broadcast_div(self.d(x), 1.0 + self.strength(F, weight))


# %% around-queue-memory: a memory bank that keeps features, after an imperative run
# inputs: [(2, 3)]
# breaks: trace
class Bank:
    def __init__(self, size):
        self.items = collections.deque(maxlen=size)

    def push(self, value):
        self.items.append(value)

    def mean(self, F):
        return F.add_n(*self.items) / len(self.items)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.bank = Bank(2)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        feature = self.d(x)
        self.bank.push(feature)
        return feature - self.bank.mean(F)


# %% around-queue-local: a memory bank of one call
# inputs: [(2, 3)]
# works
class Bank:
    def __init__(self, size):
        self.items = collections.deque(maxlen=size)

    def push(self, value):
        self.items.append(value)

    def mean(self, F):
        return F.add_n(*self.items) / len(self.items)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        bank = Bank(2)
        for _ in range(3):
            x = self.d(x)
            bank.push(x)
        return bank.mean(F)


# %% around-weakref-owner: a helper that refers to its block
# inputs: [(2, 3)]
# works
class Helper:
    def __init__(self, owner):
        self.owner = weakref.ref(owner)

    def __call__(self, F, x):
        return F.relu(x) * self.owner().gain


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.gain = 2.0
        self.helper = Helper(self)

    def hybrid_forward(self, F, x):
        return self.helper(F, x)


# %% around-beam-lists: lists of lists of tensors, sorted by number
# inputs: [(2, 3)]
# works
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


# %% around-beam-scores: lists of tensors, sorted by score
# inputs: [(1, 3)]
# breaks: trace
class Beam:
    def __init__(self, score, part):
        self.score = score
        self.part = part


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(3, in_units=3)
        self.b = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        beams = []
        for layer in (self.a, self.b):
            part = layer(x)
            beams.append(Beam(F.sum(part), part))
        best = max(beams, key=lambda beam: beam.score)  # breaks here
        return best.part * 2


# %% around-early-exit: an early exit by confidence
# inputs: [("pos", (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.threshold = 0.9
        self.first = nn.Dense(3, in_units=3)
        self.second = nn.Dense(3, in_units=3)

    def confident(self, F, probabilities):
        return F.min(F.max(probabilities, axis=1)) > self.threshold

    def hybrid_forward(self, F, x):
        early = F.softmax(self.first(x))
        if self.confident(F, early):  # breaks here
            return early
        return F.softmax(self.second(x))


# %% around-hooks-own: hooks of the block's own making, run in order
# inputs: [(2, 3)]
# works
class Hooked(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._before = collections.OrderedDict()

    def before(self, name, function):
        self._before[name] = function
        return self

    def hybrid_forward(self, F, x):
        for function in self._before.values():
            x = function(F, x)
        return F.tanh(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = Hooked().before("double", lambda F, x: x * 2).before("clip", lambda F, x: F.clip(x, -1, 1))

    def hybrid_forward(self, F, x):
        return self.body(x) + 1


# %% around-hooks-own-bad: hooks of the block's own making, one asks for numbers
# inputs: [(2, 3)]
# breaks: trace
class Hooked(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._before = []

    def before(self, function):
        self._before.append(function)
        return self

    def hybrid_forward(self, F, x):
        for function in self._before:
            x = function(x)
        return F.tanh(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = Hooked().before(lambda x: x / float(x.asnumpy().max()))  # breaks here

    def hybrid_forward(self, F, x):
        return self.body(x) + 1


# %% around-hooks-child-scale: a forward hook that notes the largest number
# inputs: [(2, 3)]
# breaks: trace
# needs: callers
class Watch:
    def __init__(self):
        self.largest = 0.0

    def __call__(self, block, inputs, output):
        self.largest = max(self.largest, float(output.max().asscalar()))


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.watch = Watch()
        self.d = nn.Dense(3, in_units=3)
        self.d.register_forward_hook(self.watch)

    def hybrid_forward(self, F, x):
        return self.d(x) * 2


# %% around-operators-object: an object with operators of its own
# inputs: [(2, 3)]
# works
class Dual:
    def __init__(self, value, slope):
        self.value, self.slope = value, slope

    def __add__(self, other):
        return Dual(self.value + other.value, self.slope + other.slope)

    def __mul__(self, other):
        return Dual(self.value * other.value, self.value * other.slope + self.slope * other.value)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a = Dual(x, F.ones_like(x))
        b = a * a + a
        return b.value, b.slope


# %% around-operators-object-inplace: an object with an in-place operator
# inputs: [(2, 3)]
# breaks: trace
class Sum:
    def __init__(self, value):
        self.value = value

    def __iadd__(self, other):
        self.value += other  # breaks here
        return self


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        total = Sum(self.d(x))
        total += x
        total += 1
        return total.value


# %% around-operators-object-compared: an object that is compared by its tensor
# inputs: [("pos", (1,))]
# breaks: trace
@functools.total_ordering
class Scored:
    def __init__(self, score, part):
        self.score, self.part = score, part

    def __eq__(self, other):
        return self.score == other.score

    def __lt__(self, other):
        return self.score < other.score


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b = Scored(x * 2, x), Scored(x * 3, x * 5)
        return (a if a < b else b).part * 2  # breaks here


# %% around-lazy-build: layers built at the first call
# inputs: [(2, 3)]
# works
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


# %% around-lazy-table: a table of sines built at the first call, as numbers
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._table = None

    @property
    def table(self):
        if self._table is None:
            self._table = [float(v) for v in np.sin(np.arange(3))]
        return self._table

    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.concat(*[p * v for p, v in zip(parts, self.table)], dim=1)


# %% around-lazy-table-nd: a table of sines built at the first call, as an NDArray
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._table = None

    @property
    def table(self):
        if self._table is None:
            self._table = nd.array(np.sin(np.arange(3))).reshape((1, 3))
        return self._table

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, self.table)  # breaks here


# %% around-dispatch-dict: methods by name in a dict
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, how="mean", **kwargs):
        super().__init__(**kwargs)
        self.how = how
        self.table = {"mean": self.by_mean, "max": self.by_max}

    def by_mean(self, F, x):
        return F.mean(x, axis=1)

    def by_max(self, F, x):
        return F.max(x, axis=1)

    def hybrid_forward(self, F, x):
        return self.table[self.how](F, x) * 2


# %% around-dispatch-dict-bad: methods by name in a dict, the one that is taken reads a row
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, how="first", **kwargs):
        super().__init__(**kwargs)
        self.how = how
        self.table = {"mean": self.by_mean, "first": self.by_first}

    def by_mean(self, F, x):
        return F.mean(x, axis=0)

    def by_first(self, F, x):
        return x[0]  # breaks here

    def hybrid_forward(self, F, x):
        return self.table[self.how](F, x * 2)


# %% around-validator: a validator that looks at the rank imperatively alone
# inputs: [(2, 3)]
# works
class Validator:
    def __init__(self, rank):
        self.rank = rank

    def __call__(self, x):
        if isinstance(x, nd.NDArray) and x.ndim != self.rank:
            raise ValueError("%d axes are expected" % self.rank)
        return x


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.validate = Validator(2)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(self.validate(x)) * 2


# %% around-validator-bad: a validator that looks at the rank in both lives
# inputs: [(2, 3)]
# breaks: trace
class Validator:
    def __init__(self, rank):
        self.rank = rank

    def __call__(self, x):
        if len(x.shape) != self.rank:  # breaks here
            raise ValueError("%d axes are expected" % self.rank)
        return x


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.validate = Validator(2)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(self.validate(x)) * 2
