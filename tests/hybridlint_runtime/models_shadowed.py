"""Blocks that diverge only inside a training loop, and some that agree."""

from mxnet import autograd
from mxnet.gluon import HybridBlock, nn, rnn


class Flag(HybridBlock):
    """An attribute that the loop changes after many steps."""

    def __init__(self, dropout=0.0):
        super().__init__()
        self.bounded = False
        self.dense = nn.Dense(3, in_units=5)
        self.dropout = nn.Dropout(dropout)

    def hybrid_forward(self, F, x):
        y = self.dropout(self.dense(x))
        if self.bounded:
            y = F.tanh(y) * 2  # the flag: a new trace parts here
        return y


class Counter(HybridBlock):
    """State that only training changes."""

    def __init__(self):
        super().__init__()
        self.steps = 0
        self.dense = nn.Dense(3, in_units=5)

    def hybrid_forward(self, F, x):
        if autograd.is_training():
            self.steps += 1
        return self.dense(x) * self.steps  # the counter


class RareValue(HybridBlock):
    """A branch on data, in a `forward` of its own."""

    def __init__(self):
        super().__init__()
        self.large = False
        self.dense = nn.Dense(3, in_units=5)

    def forward(self, x):
        self.large = float(x.max().asscalar()) > 100
        return super().forward(x)

    def hybrid_forward(self, F, x):
        y = self.dense(x)
        return y * 2 if self.large else y  # the rare value


class Bucket(HybridBlock):
    """Divides by the length of the first batch."""

    def forward(self, x):
        self.length = x.shape[1]
        return super().forward(x)

    def hybrid_forward(self, F, x):
        return F.sum(x, axis=1, keepdims=True) / self.length  # the length


class Cell(HybridBlock):
    """A recurrent cell that keeps state and is never reset."""

    def __init__(self):
        super().__init__()
        self.cell = rnn.ZoneoutCell(rnn.RNNCell(5, input_size=5), 0.5)

    def hybrid_forward(self, F, x):
        return self.cell(x, [F.zeros_like(x)])[0]  # the cell


class HalfGradient(HybridBlock):
    """The graph that was traced first stops the gradient; outputs are equal."""

    def __init__(self):
        super().__init__()
        self.stopped = True
        self.dense = nn.Dense(3, in_units=5)

    def hybrid_forward(self, F, x):
        y = self.dense(x)
        return F.BlockGrad(y) + y * 0 if self.stopped else y


class Good(HybridBlock):
    """Convolution, normalization with running statistics, and an attribute that does not change."""

    def __init__(self, dropout=0.0):
        super().__init__()
        self.scale = 2
        self.body = nn.HybridSequential()
        self.body.add(
            nn.Dense(8, in_units=5), nn.BatchNorm(in_channels=8), nn.Dropout(dropout), nn.Dense(3, in_units=8)
        )

    def hybrid_forward(self, F, x):
        return self.body(x) * self.scale


class Sentences(HybridBlock):
    """Embedding, an LSTM with dropout, and a projection, for batches of any length."""

    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(20, 6)
        self.lstm = rnn.LSTM(8, num_layers=2, dropout=0.5, input_size=6)
        self.dense = nn.Dense(20, flatten=False, in_units=8)

    def hybrid_forward(self, F, x):
        return self.dense(self.lstm(self.embedding(F.transpose(x))))


class Noise(HybridBlock):
    """Draws other numbers than what to drop."""

    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(3, in_units=5)

    def hybrid_forward(self, F, x):
        y = self.dense(x)
        return y + F.random.normal_like(y)


class Late(HybridBlock):
    """State that acts after many steps, which only an imperative loop reaches."""

    def __init__(self):
        super().__init__()
        self.steps = 0
        self.shapes = []
        self.dense = nn.Dense(3, in_units=5)

    def hybrid_forward(self, F, x):
        self.steps += 1  # the late counter
        self.shapes.append(0)
        return self.dense(x) * (2 if self.steps > 1000 else 1)


class Tally(HybridBlock):
    """Counts its calls outside of what is traced."""

    def __init__(self):
        super().__init__()
        self.calls = 0
        self.dense = nn.Dense(3, in_units=5)

    def forward(self, x):
        self.calls += 1
        return super().forward(x)

    def hybrid_forward(self, F, x):
        return self.dense(x)


class Decay(HybridBlock):
    """Changes its weight in each call: by an operator, by values of NumPy, or in a view."""

    def __init__(self, way):
        super().__init__()
        self.way = way
        self.dense = nn.Dense(3, in_units=5)

    def forward(self, x):
        weight = self.dense.weight.data()
        with autograd.pause():
            if self.way == "operator":
                self.dense.weight.set_data(weight * 0.5)
            elif self.way == "numpy":
                weight[:] = weight.asnumpy() * 0.5
            else:
                weight[1:].reshape((-1,))[:] = weight[1:].asnumpy().ravel() * 0.5
        return super().forward(x)

    def hybrid_forward(self, F, x):
        return self.dense(x)


class Statistics(HybridBlock):
    """A normalization whose running statistics are declared as weights."""

    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(3, in_units=5)
        for name, init in (("gamma", "ones"), ("beta", "zeros"), ("mean", "zeros"), ("variance", "ones")):
            setattr(self, name, self.params.get(name, shape=(3,), init=init))

    def hybrid_forward(self, F, x, gamma, beta, mean, variance):
        return F.BatchNorm(self.dense(x), gamma, beta, mean, variance, fix_gamma=False)


class Pair(HybridBlock):
    """Calls one block twice."""

    def __init__(self):
        super().__init__()
        with self.name_scope():
            self.body = Good()
            self.dense = nn.Dense(5, in_units=3)

    def hybrid_forward(self, F, x):
        return self.body(self.dense(self.body(x)))


class Holder(HybridBlock):
    """Cannot be copied."""

    def __init__(self, resource):
        super().__init__()
        self.resource = resource
        self.dense = nn.Dense(3, in_units=5)

    def hybrid_forward(self, F, x):
        return self.dense(x)
