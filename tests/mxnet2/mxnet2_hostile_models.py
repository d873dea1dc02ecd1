"""Models of MXNet 2 that a check may be wrong about, each with what is true of it.

`fails` is "" for a model that is the same hybridized, or else the probes that find that it is not; `warns` is a probe
that warns; `inputs` are what it is called with.
"""

from __future__ import annotations

import random
import time

import numpy as onp
from mxnet import autograd, gluon, np, npx
from mxnet.gluon import nn, rnn


class Model(gluon.HybridBlock):
    fails = ""
    warns = ""
    inputs = ((2, 5),)


class DataDependentLoop(Model):
    fails = "branches batch"

    def forward(self, x):
        y = x * 1
        while float(np.abs(y).sum()) > 1:
            y = y / 2
        return y


class CounterBranch(Model):
    fails = "outputs"
    calls = 0

    def forward(self, x):
        self.calls += 1
        return x * 2 if self.calls % 2 else x * 3


class GlobalToggle(Model):
    fails = "outputs"

    def forward(self, x):
        _SWITCH["on"] = not _SWITCH["on"]
        return x * 2 if _SWITCH["on"] else x * 3


_SWITCH = {"on": False}


class PythonRandomBranch(Model):
    fails = "outputs"

    def forward(self, x):
        return np.exp(x) if random.random() < 0.5 else np.sin(x)


class Clock(Model):
    fails = "outputs"

    def forward(self, x):
        return x * (time.perf_counter() % 1)


class NumPyInPlace(Model):
    fails = "trace"

    def forward(self, x):
        values = x.asnumpy()
        values += 1
        return np.array(values) * 2


class NumPyOfSeed(Model):
    """The same numbers in every call."""

    def forward(self, x):
        return x * float(onp.random.RandomState(3).rand())


class InPlaceOnInput(Model):
    fails = "trace"

    def forward(self, x):
        x += 1
        return x * 2


class InPlaceCaught(Model):
    """What raises while recording is caught, and something else is computed."""

    fails = "blocks"

    def forward(self, x):
        y = x * 2
        try:
            y += 1
        except Exception:
            y = y * 5
        return y


class PlainOverSeveral(gluon.Block):
    fails = ""
    warns = ""
    inputs = ((2, 5),)

    def __init__(self):
        super().__init__()
        self.first, self.second, self.third = nn.Dense(4), nn.Dense(2, in_units=4), nn.Dense(2)

    def forward(self, x):
        y = self.first(x)
        chosen = self.second(y) if float(y.sum()) > 0 else self.third(y)
        return chosen, {"sum": y.sum()}["sum"]


class SharedParameters(Model):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Dense(5, in_units=5), nn.Dense(5, in_units=5)
        self.second.share_parameters(self.first.collect_params())

    def forward(self, x):
        return self.second(np.tanh(self.first(x)))


class BlockUsedTwice(Model):
    def __init__(self):
        super().__init__()
        self.layer = nn.Dense(5, in_units=5)

    def forward(self, x):
        return self.layer(npx.relu(self.layer(x)))


class TupleInput(Model):
    inputs = ([(2, 5), (2, 5)],)

    def forward(self, pair):
        first, second = pair
        return first * second


class NoneInput(Model):
    inputs = ((2, 5), None)

    def forward(self, x, mask=None):
        return x * 2 if mask is None else x * mask


class DictInput(Model):
    """A HybridBlock takes no dicts, hybridized or not."""

    fails = "the imperative run"
    inputs = ((2, 5),)

    def __init__(self):
        super().__init__()
        self.inner = _TakesDict()

    def forward(self, x):
        return self.inner({"a": x, "b": x * 2})


class _TakesDict(gluon.HybridBlock):
    def forward(self, named):
        return named["a"] + named["b"]


class IntegerInput(Model):
    inputs = ("int32:2,5:0..9",)

    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(10, 4)

    def forward(self, tokens):
        return self.embedding(tokens).mean(axis=1), tokens + 1


class NestedOutputs(Model):
    def forward(self, x):
        return x * 1, [x * 2, (x * 3, [x.sum(axis=0)])]


class DictOutput(Model):
    fails = "trace"

    def forward(self, x):
        return {"out": x * 2}


class NoneOutput(Model):
    fails = "trace"

    def forward(self, x):
        return x * 2, None


class DropoutAndBatchNorm(Model):
    def __init__(self):
        super().__init__()
        self.body = nn.HybridSequential()
        self.body.add(nn.Dense(6), nn.BatchNorm(), nn.Dropout(0.5), nn.Dense(2))

    def forward(self, x):
        return self.body(x)


class LstmWithState(Model):
    inputs = ((2, 3, 5), [(1, 2, 4), (1, 2, 4)])

    def __init__(self):
        super().__init__()
        self.lstm = rnn.LSTM(4, layout="NTC")

    def forward(self, x, states):
        out, states = self.lstm(x, states)
        return out.max(axis=1), states


class GruWithoutState(Model):
    fails = "batch"
    inputs = ((2, 3, 5),)

    def __init__(self):
        super().__init__()
        self.gru = rnn.GRU(4, layout="NTC")

    def forward(self, x):
        return self.gru(x).max(axis=1)


class DeferredInLoop(Model):
    def __init__(self):
        super().__init__()
        for number in range(3):
            setattr(self, f"layer{number}", nn.Dense(4 + number))

    def forward(self, x):
        for number in range(3):
            x = getattr(self, f"layer{number}")(x)
        return x


class Foreach(Model):
    """What `export` of 2.0.0b1 writes with control flow, `SymbolBlock.imports` does not read."""

    fails = "export"

    def forward(self, x):
        rows, last = npx.foreach(lambda row, total: (row * 2, total + row), x, np.zeros((5,)))
        return rows, last


class Cond(Model):
    fails = "export"

    def forward(self, x):
        return npx.cond(lambda a: a.sum() > 0, lambda a: np.exp(a), lambda a: a * 3, [x])


class ConstantOfBlock(Model):
    def __init__(self):
        super().__init__()
        self.table = gluon.Constant(np.arange(5))

    def forward(self, x):
        return x * self.table.data()


class Mode(Model):
    fails = "modes"

    def forward(self, x):
        return np.exp(x) if autograd.is_training() else x * 3


class ShapeChecked(Model):
    def forward(self, x):
        assert x.shape[1] == 5 and x.ndim == 2
        return np.exp(x)


class Reshaped(Model):
    fails = "batch"

    def forward(self, x):
        return np.exp(x).reshape((x.shape[0] * 5,))


class HiddenBlocks(Model):
    fails = "blocks"

    def __init__(self):
        super().__init__()
        self.layers = [nn.Dense(5, in_units=5)]
        self.layers[0].initialize()

    def forward(self, x):
        return self.layers[0](x)


class Paused(Model):
    fails = "gradients"

    def forward(self, x):
        with autograd.pause():
            weight = npx.softmax(x)
        return weight * x


class InputReturned(Model):
    fails = "gradients"

    def forward(self, x):
        return x, np.exp(x)


class LengthOfFirstCall(Model):
    """The length of the first call is used imperatively, too."""

    rows = None

    def forward(self, x):
        if self.rows is None:
            self.rows = len(x)
        return x.sum(axis=0) / self.rows


class BooleanMask(Model):
    fails = "batch gradients"

    def forward(self, x):
        return x[x > 0].sum()


class LastRow(Model):
    fails = "batch"

    def forward(self, x):
        return np.exp(x)[-1]


class Halves(Model):
    def forward(self, x):
        return (x.astype("float16") * 2).astype("float32"), np.argmax(x, axis=1)


class SetsParameter(Model):
    fails = "trace"

    def __init__(self):
        super().__init__()
        self.scale = gluon.Parameter("scale", shape=(1, 5), init="ones")

    def forward(self, x):
        self.scale.set_data(self.scale.data() * 2)
        return x * self.scale.data()


class DenseOfItsOwn(nn.Dense):
    fails = ""
    warns = ""
    inputs = ((2, 5),)

    def __init__(self):
        super().__init__(4)

    def forward(self, x):
        return super().forward(np.tanh(x)) * 2


class DepthOfData(Model):
    fails = "branches batch"

    def step(self, x, depth):
        return x if depth == 0 else self.step(np.tanh(x), depth - 1)

    def forward(self, x):
        return self.step(x * 1, int(np.abs(x).sum()) % 4)


class ParameterRead(Model):
    fails = "parameters_changed"

    def __init__(self):
        super().__init__()
        self.scale = gluon.Parameter("scale", shape=(1,), init="ones")

    def forward(self, x):
        return x * self.scale.data() * int(self.scale.data() > -99) + float(self.scale.data())


class Generator(Model):
    """A part of the model that is a generator, and one that is a lambda."""

    def rows(self, x):
        yield np.exp(x)
        yield from (y * 2 for y in [x])

    def forward(self, x):
        return sum(self.rows(x))


class ArrayKept(Model):
    warns = "attributes"

    def forward(self, x):
        self.attention = npx.softmax(x)
        return x * 2


class Convolutions(Model):
    inputs = ((2, 3, 8, 8),)

    def __init__(self):
        super().__init__()
        self.body = nn.HybridSequential()
        self.body.add(nn.Conv2D(4, 3), nn.BatchNorm(), nn.Activation("relu"), nn.GlobalAvgPool2D(), nn.Flatten())

    def forward(self, x):
        return self.body(x)
