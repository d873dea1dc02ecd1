"""Models of MXNet 2, most of which do something that a graph does not follow. The line to be named ends in `# here`."""

from __future__ import annotations

import random

import numpy as onp
from mxnet import autograd, gluon, np, npx
from mxnet.gluon import nn, rnn


class Good(gluon.HybridBlock):
    """Layers, parameters of its own, nested outputs."""

    def __init__(self) -> None:
        super().__init__()
        self.dense = nn.Dense(4)
        self.norm = nn.BatchNorm()
        self.scale = gluon.Parameter("scale", shape=(4,))
        self.head = nn.HybridSequential()
        self.head.add(nn.Dense(3, activation="tanh"), nn.Dropout(0.3))

    def forward(self, x):
        hidden = npx.relu(self.norm(self.dense(x))) * self.scale.data()
        return self.head(hidden), [hidden.sum(axis=0), np.ones_like(hidden)]


class Sequence(gluon.HybridBlock):
    """A recurrent layer, whose state is made inside: MXNet 2.0.0b1 makes it with the batch of the first call."""

    def __init__(self) -> None:
        super().__init__()
        self.lstm = rnn.LSTM(4, layout="NTC")

    def forward(self, x):
        return self.lstm(x).max(axis=1)  # here


class Plain(gluon.Block):
    """A plain Block, which decides in Python, over two hybrid ones."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = nn.Dense(4), nn.Dense(2)

    def forward(self, x):
        y = self.first(x)
        if float(y.sum()) > 0:
            y = -y
        return self.second(y)


class PlainOverBad(gluon.Block):
    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = nn.Dense(4), Branch()

    def forward(self, x):
        return self.second(self.first(x))


class Branch(gluon.HybridBlock):
    def __init__(self) -> None:
        super().__init__()
        self.dense = nn.Dense(3)

    def forward(self, x):
        y = self.dense(x)
        if float(y.sum()) > 0:  # here
            y = y * 2
        return y


class Rare(gluon.HybridBlock):
    """Takes the other way for large inputs only."""

    def forward(self, x):
        if x.max().item() > 50:  # here
            return x / 100
        return x


class Read(gluon.HybridBlock):
    """Reads a value that decides nothing: a warning."""

    def forward(self, x):
        self.seen = float(abs(x).max() * 0)  # here
        return x * 2


class Batch(gluon.HybridBlock):
    def forward(self, x):
        return x / x.shape[0]  # here


class Length(gluon.HybridBlock):
    def forward(self, x):
        return x + np.arange(x.shape[1])  # here


class Mean(gluon.HybridBlock):
    def forward(self, x):
        return x - float(x.mean())  # here


class HostArray(gluon.HybridBlock):
    def forward(self, x):
        return x + np.array(onp.abs(x.asnumpy()).max())  # here


class Counter(gluon.HybridBlock):
    def __init__(self) -> None:
        super().__init__()
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        return x * self.calls  # here


class PythonRandom(gluon.HybridBlock):
    def forward(self, x):
        return x * random.uniform(1, 2)  # here


class Mode(gluon.HybridBlock):
    def forward(self, x):
        return x * 3 if autograd.is_training() else x  # here


class ReadParameter(gluon.HybridBlock):
    def __init__(self) -> None:
        super().__init__()
        self.scale = gluon.Parameter("scale", shape=(1,), init="ones")

    def forward(self, x):
        return x * self.scale.data() * float(self.scale.data())  # here


class OfMXNet1(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x)


class InPlace(gluon.HybridBlock):
    def forward(self, x):
        y = x * 2
        y[:, 0] = 1  # here
        return y
