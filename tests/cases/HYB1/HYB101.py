"""Blocks that HYB101 reports, and blocks like them that work."""

import abc
import collections
import dataclasses
import enum
import functools
import itertools
import logging
import math
import operator
import types
from typing import Dict, Optional, Tuple

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import Block, HybridBlock, SymbolBlock, nn, rnn
from mxnet.gluon.loss import Loss

# %% a-last-row-by-the-length
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.slice_axis(x, axis=0, begin=x.shape[0] - 1, end=None)  # HYB101 # breaks: trace # fix: y = F.slice_axis(x, axis=0, begin=-1, end=None)
        return y * 2

# %% a-length-in-an-f-string
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        b, t = x.shape  # HYB101 # breaks: trace
        print(f"{b} rows")
        return x.reshape((b, t, 1))

# %% abstract-block-whose-implementation-unpacks-the-shape
# inputs: [(2, 3, 4)]
class Attention(HybridBlock, metaclass=abc.ABCMeta):
    @abc.abstractmethod
    def score(self, F, query):
        """The score of each position."""

    def hybrid_forward(self, F, query):
        return F.softmax(self.score(F, query), axis=-1)


class Net(Attention):
    def score(self, F, query):
        *_, depth = query.shape  # HYB101 # breaks: trace
        return query / math.sqrt(depth)

# %% all-t-shape-0-2-for-t-in-x-y
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        if all(t.shape[1] == 3 for t in (x, y)):  # HYB101 # breaks: trace
            return x + y
        return x

# %% aspp-whose-pooled-branch-is-resized-to-the-inputs-size
# inputs: [(2, 3, 8, 8)]
class Net(HybridBlock):
    def __init__(self, channels=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.b0 = nn.Conv2D(channels, 1)
            self.b1 = nn.Conv2D(channels, 3, padding=2, dilation=2)
            self.pool = nn.HybridSequential()
            self.pool.add(nn.GlobalAvgPool2D(), nn.Conv2D(channels, 1))
            self.project = nn.Conv2D(channels, 1)

    def hybrid_forward(self, F, x):
        size = x.shape[2:]  # HYB101 # breaks: trace
        pooled = F.contrib.BilinearResize2D(self.pool(x), height=size[0], width=size[1])
        return self.project(F.concat(self.b0(x), self.b1(x), pooled, dim=1))

# %% assertion-on-two-shapes
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        assert x.shape == y.shape, "x and y differ"  # HYB101 # breaks: trace
        return F.elemwise_add(x, y)

# %% assertion-on-x-ndim
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert x.ndim == 2, "two axes"  # HYB101 # breaks: trace
        return x * 2

# %% attention-decoder-that-steps-a-cell
# inputs: [(2, 4, 3), (2, 5, 6)]
class Net(HybridBlock):
    def __init__(self, hidden=6, steps=4, **kwargs):
        super().__init__(**kwargs)
        self.hidden = hidden
        self.steps = steps
        with self.name_scope():
            self.cell = rnn.GRUCell(hidden, input_size=3 + hidden)
            self.out = nn.Dense(7)

    def attend(self, F, query, memory):
        score = F.batch_dot(memory, F.expand_dims(query, 2))
        weight = F.softmax(score, axis=1)
        return F.sum(F.broadcast_mul(memory, weight), axis=1)

    def hybrid_forward(self, F, inputs, memory):
        states = self.cell.begin_state(batch_size=inputs.shape[0])  # HYB101 # breaks: trace
        outputs = []
        for t in range(self.steps):
            step = F.slice_axis(inputs, axis=1, begin=t, end=t + 1).reshape((0, -1))
            context = self.attend(F, states[0], memory)
            out, states = self.cell(F.concat(step, context, dim=1), states)
            outputs.append(self.out(out))
        return F.stack(*outputs, axis=1)

# %% attention-heads-with-names-of-lengths
# inputs: [(2, 4, 6)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.heads = 3

    def hybrid_forward(self, F, x):
        b, t, d = x.shape  # HYB101 # breaks: trace
        h = self.heads
        q = x.reshape((b, t, h, d // h)).transpose((0, 2, 1, 3)).reshape((b * h, t, d // h))  # fix: q = x.reshape((0, 0, h, -1)).transpose((0, 2, 1, 3)).reshape((-1, 0, 0), reverse=True)
        a = F.batch_dot(F.softmax(F.batch_dot(q, q, transpose_b=True)), q)
        heads = a.reshape((b, h, t, d // h)).transpose((0, 2, 1, 3))
        return heads.reshape((b, t, d)) * 2

# %% attrgetter-of-the-shape
# inputs: [(4, 3)]
shape_of = operator.attrgetter("shape")


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        rows, columns = shape_of(x)  # HYB101 # breaks: trace
        return x * rows / columns

# %% attribute-of-a-child-changed-after-the-trace: an attribute of a child changed after the trace
# inputs: [(2, 3)]
# breaks: values
# between: net.c.k = 5
# needs: callers
class Ch(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = 2

    def hybrid_forward(self, F, x):
        return x * self.k


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x)

# %% axis-that-a-transpose-has-moved-as-the-target
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x.transpose((1, 0, 2))
        return y.reshape((x.shape[0], -1)) * 2  # HYB101 # breaks: trace

# %% axis-x-ndim-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sum(x, axis=x.ndim - 1)  # HYB101 # breaks: trace

# %% b-c-x-shape
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        b, c = x.shape  # HYB101 # breaks: trace
        return x.reshape((b, c)) * 2

# %% b-rest-x-shape-at-star
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        batch, *rest = x.shape  # HYB101 # breaks: trace
        return x.reshape((batch, -1))

# %% b-rest-x-shape-at-star-2
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        b, *rest = x.shape  # HYB101 # breaks: trace
        return x * len(rest)

# %% base-that-reads-a-shape-whatever-hands-the-input-on
# inputs: [(2, 5, 3)]
class Mean(HybridBlock):
    def hybrid_forward(self, F, sequence):
        return F.sum(sequence, axis=1) / sequence.shape[1]  # HYB101 # breaks: trace


class Net(Mean):
    def hybrid_forward(self, F, *args, **kwargs):
        return super().hybrid_forward(F, *args, **kwargs)

# %% bases-hybrid_forward-reads-a-shape
# inputs: [(2, 3)]
class Base(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * x.shape[1]  # HYB101 # breaks: trace


class Net(Base):
    def hybrid_forward(self, F, x):
        return super().hybrid_forward(F, x) + 1

# %% begin_state-from-the-batch-size-of-the-input
# inputs: [(3, 2, 4)]
class Net(HybridBlock):
    def __init__(self, hidden=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.lstm = rnn.LSTM(hidden, input_size=4)

    def hybrid_forward(self, F, x):
        states = self.lstm.begin_state(batch_size=x.shape[1])  # HYB101 # breaks: trace
        out, states = self.lstm(x, states)
        return out

# %% begin_state-with-the-batch-of-the-tensor
# inputs: [(2, 4, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.cell = rnn.LSTMCell(5, input_size=3)
            self.out = nn.Dense(2, flatten=False)

    def hybrid_forward(self, F, x):
        states = self.cell.begin_state(batch_size=x.shape[0], func=F.zeros)  # HYB101 # breaks: trace
        outputs, states = self.cell.unroll(4, x, begin_state=states, layout="NTC", merge_outputs=True)
        return self.out(outputs), states[0]

# %% blocks-in-a-registry-of-classes-one-of-which-reads-a-shape
# inputs: [(2, 3)]
class Registry:
    def __init__(self):
        self._made = {}

    def register(self, cls):
        self._made[cls.__name__.lower()] = cls
        return cls

    def create(self, name, *args, **kwargs):
        return self._made[name](*args, **kwargs)


HEADS = Registry()


@HEADS.register
class Averaged(HybridBlock):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(units, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) / x.shape[1]  # HYB101 # breaks: trace


class Net(HybridBlock):
    def __init__(self, head="averaged", **kwargs):
        super().__init__(**kwargs)
        self.head = HEADS.create(head, 4)

    def hybrid_forward(self, F, x):
        return self.head(F.relu(x))

# %% blocks-of-a-kind-that-the-caller-chooses-one-after-the-other
# inputs: [(2, 3)]
# ctor: {"kind": "Dense"}
class Net(HybridBlock):
    def __init__(self, kind):
        super().__init__()
        self.stages = nn.HybridSequential()
        for units in (4, 3):
            self.stages.add(getattr(nn, kind)(units))

    def hybrid_forward(self, F, x):
        for stage in self.stages:
            x = stage(x)
            x = F.reshape(x, shape=x.shape)  # HYB101 # breaks: trace
        return x

# %% broadcast_to-with-the-shape-of-another
# inputs: [(2, 1), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, bias, x):
        return x + bias.broadcast_to(x.shape)  # HYB101 # breaks: trace

# %% cached-property-of-a-helper-reads-the-tensors-shape
# inputs: [(2, 6)]
class Sample:
    def __init__(self, data):
        self.data = data

    @functools.cached_property
    def width(self):
        return self.data.shape[1]  # HYB101 # breaks: trace


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        sample = Sample(F.relu(x))
        return sample.data / sample.width

# %% cell-unroll-over-x-shape-1
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.RNNCell(3, input_size=4)

    def hybrid_forward(self, F, x):
        return self.d.unroll(x.shape[1], x, merge_outputs=True)[0]  # HYB101 # breaks: trace

# %% channel-shuffle-that-unpacks-the-shape
# inputs: [(2, 4, 3, 3)]
def channel_shuffle(x, groups):
    b, c, h, w = x.shape  # HYB101 # breaks: trace
    x = x.reshape((b, groups, c // groups, h, w))
    return x.swapaxes(1, 2).reshape((b, c, h, w))


class Net(HybridBlock):
    def __init__(self, groups=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.groups = groups
        self.conv = nn.Conv2D(4, 1, groups=groups)

    def hybrid_forward(self, F, x):
        return channel_shuffle(self.conv(x), self.groups)

# %% child-gives-a-tensor-or-two-by-its-configuration
# inputs: [(2, 3)]
class Body(HybridBlock):
    def __init__(self, both, **kwargs):
        super().__init__(**kwargs)
        self.both = both

    def hybrid_forward(self, F, x):
        if self.both:
            return F.relu(x), x * 2
        return F.relu(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.one, self.two = Body(False), Body(True)

    def hybrid_forward(self, F, x):
        y = self.one(x)
        first, second = self.two(y)
        return first + second + y / y.size  # HYB101 # breaks: trace

# %% child-of-a-child-replaced-after-the-trace: a child of a child replaced after the trace
# inputs: [(2, 3)]
# breaks: values
# between: net.c.act = nn.Activation("tanh")
# needs: callers
class Ch(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.act = nn.Activation("relu")

    def hybrid_forward(self, F, x):
        return self.act(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x)

# %% child-that-divides-by-its-width
# inputs: [(2, 3)]
class Scale(HybridBlock):
    def hybrid_forward(self, F, t):
        return t / t.shape[1]  # HYB101 # breaks: trace


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = Scale()

    def hybrid_forward(self, F, x):
        return self.d(x)

# %% child-that-has-forward-of-its-own
# inputs: [(2, 3, 4)]
class Flat(HybridBlock):
    def forward(self, x):
        return x.reshape((x.shape[0], -1))  # HYB101 # breaks: trace


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.flat = Flat()
            self.fc = nn.Dense(2)

    def hybrid_forward(self, F, x):
        return self.fc(self.flat(x))

# %% child-whose-call-reads-a-shape
# inputs: [(2, 3)]
class Padded(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(4, in_units=4)

    def __call__(self, x, *args):
        if x.shape[1] < 4:  # HYB101 # breaks: trace
            x = nd.concat(x, nd.zeros((x.shape[0], 4 - x.shape[1])), dim=1)
        return super().__call__(x, *args)

    def hybrid_forward(self, F, x):
        return self.d(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = Padded()

    def hybrid_forward(self, F, x):
        return self.body(x) * 2

# %% child-whose-hybridize-does-nothing-with-a-shape-read
# inputs: [(2, 3)]
class Ch(HybridBlock):
    def hybridize(self, active=True, **kwargs):
        pass

    def hybrid_forward(self, F, x):
        return x * x.shape[1]  # HYB101 # breaks: trace


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x)

# %% class-token-for-each-of-a-batch
# inputs: [(2, 5, 4)]
class Net(HybridBlock):
    def __init__(self, units=4, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.token = self.params.get("token", shape=(1, 1, units))

    def hybrid_forward(self, F, patches, **parameters):
        token = F.broadcast_to(parameters["token"], shape=(patches.shape[0], 0, 0))  # HYB101 # breaks: trace
        return F.concat(token, patches, dim=1)

# %% classmethod-compares-the-rank-with-its-layout
# inputs: [(2, 3)]
class Net(HybridBlock):
    layout = "NC"

    @classmethod
    def flat(cls, x):
        return x.ndim == len(cls.layout)  # HYB101 # breaks: trace

    def hybrid_forward(self, F, x):
        return x * 2 if self.flat(x) else x

# %% cond-whose-branch-reads-a-shape
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.cond(F.sum(x) > 0, lambda: x * 2, lambda: x / x.shape[1])  # HYB101 # breaks: trace

# %% context-manager-that-swallows-what-tracing-raises
# inputs: [(2, 3)]
# breaks: values
class Lenient:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return kind is not None and issubclass(kind, AttributeError)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        scale = 1.0
        with Lenient():
            scale = float(x.shape[1])  # HYB101
        return x * scale

# %% data-and-kernel-in-groups-side-by-side
# inputs: [(2, 4, 6)]
class Net(HybridBlock):
    def __init__(self, groups=2, **kwargs):
        super().__init__(**kwargs)
        self._groups = groups
        with self.name_scope():
            self.kernel = self.params.get("kernel", shape=(4, 3))

    def hybrid_forward(self, F, x, kernel):
        data = F.split(x, self._groups, axis=1) if self._groups > 1 else [x]
        kernels = F.split(kernel, self._groups, axis=0) if self._groups > 1 else [kernel]
        sums = []
        for one, weight in zip(data, kernels):
            sums.append(one.sum() + weight.reshape((weight.shape[0], -1)).sum())  # HYB101 # breaks: trace
        return F.concat(*sums, dim=0)

# %% dataclass-derives-a-number-from-its-tensor-after-construction
# inputs: [(2, 5, 3)]
@dataclasses.dataclass
class Sample:
    data: object
    steps: int = 0

    def __post_init__(self):
        if not self.steps:
            self.steps = self.data.shape[1]  # HYB101 # breaks: trace


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        sample = Sample(F.relu(x))
        return F.sum(sample.data, axis=1) / sample.steps

# %% decoder-that-pads-when-the-sizes-differ
# inputs: [(2, 3, 8, 8)]
class Net(HybridBlock):
    def __init__(self, channels=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.down = nn.Conv2D(channels, 3, 2, 1)
            self.up = nn.Conv2DTranspose(channels, 2, 2)
            self.out = nn.Conv2D(1, 1)

    def hybrid_forward(self, F, x):
        u = self.up(F.relu(self.down(x)))
        if u.shape[2:] != x.shape[2:]:  # HYB101 # breaks: trace
            u = F.contrib.BilinearResize2D(u, height=x.shape[2], width=x.shape[3])
        return self.out(F.concat(u, x, dim=1))

# %% decoder-unrolled-over-the-length-read-from-the-input
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def __init__(self, hidden=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.cell = rnn.GRUCell(hidden, input_size=4)
            self.out = nn.Dense(5, flatten=False)

    def hybrid_forward(self, F, x):
        outputs, states = self.cell.unroll(x.shape[1], x, layout='NTC', merge_outputs=True)  # HYB101 # breaks: trace
        return self.out(outputs)

# %% decorator-that-logs-shapes
# inputs: [(2, 3)]
def logged(function):
    @functools.wraps(function)
    def wrapper(self, F, x):
        out = function(self, F, x)
        logging.getLogger("net").debug("%s: %s", function.__name__, out.shape)  # HYB101 # breaks: trace
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

# %% def-f-t-n-x-shape-in-lambda
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        f = lambda t: t * t.shape[1]  # HYB101 # breaks: trace
        return f(x)

# %% default-that-asks-for-the-shape-and-a-constructor-that-leaves-it
# inputs: [(2, 4)]
def scaled(F, x, scale=None):
    if scale is None:
        scale = x.shape[-1] ** -0.5  # HYB101 # breaks: trace
    return F.softmax(x * scale)


class Net(HybridBlock):
    def __init__(self, scale=None, **kwargs):
        super().__init__(**kwargs)
        self._scale = scale

    def hybrid_forward(self, F, x):
        return scaled(F, x, self._scale)

# %% derived-class-asks-for-a-shape
# inputs: [(2, 3)]
class Base(HybridBlock):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.fc = nn.Dense(units)

    def hybrid_forward(self, F, x):
        return self.pool(F, self.fc(x))

    def pool(self, F, x):
        return F.sum(x, axis=1)


class Net(Base):
    def __init__(self, **kwargs):
        super().__init__(4, **kwargs)

    def pool(self, F, x):
        return super().pool(F, x) / x.shape[1]  # HYB101 # breaks: trace

# %% dice-loss-divided-by-the-batch-read-from-the-shape
# inputs: [('pos', (2, 1, 4, 4)), ('bin', (2, 1, 4, 4))]
class Net(gluon.loss.Loss):
    def __init__(self, smooth=1.0, **kwargs):
        super(Net, self).__init__(None, 0, **kwargs)
        self.smooth = smooth

    def hybrid_forward(self, F, pred, label):
        num = pred.shape[0]  # HYB101 # breaks: trace
        m1 = pred.reshape((num, -1))
        m2 = label.reshape((num, -1))
        inter = (m1 * m2).sum(axis=1)
        score = (2.0 * inter + self.smooth) / (m1.sum(axis=1) + m2.sum(axis=1) + self.smooth)
        return 1 - score.sum() / num

# %% dictionary-remembers-results-by-the-identity-of-the-tensor
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        memo = {}

        def power(v, n):
            if n == 1:
                return v
            if n not in memo:
                memo[n] = power(v, n - 1) * v
            return memo[n]

        y = power(x, 3)
        return y if y.dtype == np.float32 else y.astype("float32")  # HYB101 # breaks: trace

# %% element-of-the-product-of-two-lists-of-tensors-is-measured
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        pairs = itertools.product([x, F.sin(x)], [y, F.cos(y)])
        return F.add_n(*[a * b.shape[0] for a, b in pairs])  # HYB101 # breaks: trace

# %% empty-sequence-returns-the-input
# inputs: [(2, 3)]
# missed: Not decidable from the file: a HybridSequential that `__init__` leaves empty is filled by whoever builds the block.
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()

    def hybrid_forward(self, F, x):
        return self.body(x)  # breaks: gradients

# %% enter-reads-the-shape-exit-restores-it: __enter__ reads the shape, __exit__ restores it
# inputs: [(2, 3, 4)]
class Flattened:
    def __init__(self, x):
        self.x = x

    def __enter__(self):
        self.shape = self.x.shape  # HYB101 # breaks: trace
        self.x = self.x.reshape((-1, self.shape[-1]))
        return self

    def __exit__(self, *error):
        self.x = self.x.reshape(self.shape)
        return False


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with Flattened(x) as flat:
            flat.x = F.softmax(flat.x)
        return flat.x

# %% entry-that-a-branch-sets-and-its-shape
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, deep=True, **kwargs):
        super().__init__(**kwargs)
        self._deep = deep

    def hybrid_forward(self, F, x):
        features = {"first": F.relu(x)}
        if self._deep:
            features["last"] = F.tanh(x)
        else:
            features["last"] = features["first"]
        return features["last"] / features["last"].shape[1]  # HYB101 # breaks: trace

# %% enum-chooses-the-reduction-one-member-divides-by-the-batch-size
# inputs: [(2, 3)]
class Reduction(enum.Enum):
    SUM = "sum"
    MEAN = "mean"


class Net(HybridBlock):
    def __init__(self, reduction="mean", **kwargs):
        super().__init__(**kwargs)
        self.reduction = Reduction(reduction)

    def hybrid_forward(self, F, x):
        loss = F.square(x)
        if self.reduction is Reduction.MEAN:
            return F.sum(loss) / loss.shape[0]  # HYB101 # breaks: trace
        return F.sum(loss)

# %% epsilon-by-the-dtype
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        eps = 1e-3 if x.dtype == np.float16 else 1e-6  # HYB101 # breaks: trace
        return x / (F.abs(x) + eps)

# %% except-valueerror-around-x-shape
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            n = x.shape[0]  # HYB101 # breaks: trace
        except ValueError:
            n = 0
        return x * 2

# %% f-arange-x-shape-1-at
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.arange(x.shape[1]).reshape((1, -1)))  # HYB101 # breaks: trace

# %% f-arange-x-shape-1-fn
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.arange(x.shape[1]), x * 2  # HYB101 # breaks: trace

# %% f-broadcast_to-x-y-shape
# inputs: [(1, 3), (4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.broadcast_to(x, y.shape)  # HYB101 # breaks: trace

# %% f-cast-y-dtype-x-dtype
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.cast(y, dtype=x.dtype) * x  # HYB101 # breaks: trace

# %% f-contrib-bilinearresize2d-height-x-shape-2-2
# inputs: [(2, 3, 4, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.BilinearResize2D(x, height=x.shape[2] * 2, width=8)  # HYB101 # breaks: trace

# %% f-contrib-cond-branch-with-x-shape
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.cond(x.sum() > 0, lambda: x / x.shape[1], lambda: x * 3)  # HYB101 # breaks: trace

# %% f-contrib-foreach-body-reading-data-shape
# inputs: [(4, 3), (3,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        def body(d, s):
            return d / d.shape[0], s  # HYB101 # breaks: trace
        o, s = F.contrib.foreach(body, x, [y])
        return o

# %% f-dot-x-w-t
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(4, 3))

    def hybrid_forward(self, F, x, w):
        return F.dot(x, w.T)  # HYB101 # breaks: trace

# %% f-is-mx-nd-or-x-shape-1-3
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert F is mx.nd or x.shape[1] == 3  # HYB101, HYB410 # breaks: trace
        return x * 2

# %% f-is-mx-sym-guards-the-wrong-side
# inputs: [(2, 5, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.sym:
            return F.sum(x, axis=1) / x.shape[1]  # HYB101 # breaks: trace
        return F.mean(x, axis=1)

# %% f-is-not-mx-nd-x-shape
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is not mx.nd:
            assert x.shape[1] == 3  # HYB101 # breaks: trace
        return x * 2

# %% f-relu-x-shape-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * F.relu(x).shape[1]  # HYB101 # breaks: trace

# %% f-tile-x-1-y-shape-1
# inputs: [(2, 3), (2, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.tile(x, (1, y.shape[1]))  # HYB101 # breaks: trace

# %% f-upsampling-by-a-number-of-the-block-f-contrib-bilinearresize2d
# inputs: [(2, 1, 4, 4), (2, 1, 8, 8)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.contrib.BilinearResize2D(x, height=y.shape[2], width=y.shape[3]) + y  # HYB101 # breaks: trace

# %% f-x-shape-at-fstr
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = f"{x.shape}"  # HYB101 # breaks: trace
        return x * 2

# %% f-x-shape-format-fstring
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.seen = f"{x.shape}"  # HYB101 # breaks: trace
        return x * 2

# %% feature-pyramid-resized-to-the-shape-of-the-lateral-map
# inputs: [(2, 4, 8, 8)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.c3 = nn.Conv2D(4, 3, 2, 1)
            self.c4 = nn.Conv2D(4, 3, 2, 1)
            self.l3 = nn.Conv2D(4, 1)
            self.l4 = nn.Conv2D(4, 1)

    def _upsample_add(self, F, x, y):
        _, _, h, w = y.shape  # HYB101 # breaks: trace
        return F.contrib.BilinearResize2D(x, height=h, width=w) + y

    def hybrid_forward(self, F, x):
        c3 = self.c3(x)
        c4 = self.c4(c3)
        p4 = self.l4(c4)
        p3 = self._upsample_add(F, p4, self.l3(c3))
        return p3, p4

# %% feature-pyramid-whose-levels-are-sized-like-one-another
# inputs: [(2, 3, 8, 8)]
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
                merged, height=lower.shape[2], width=lower.shape[3]  # HYB101 # breaks: trace
            )
            merged = merged + lower
        return merged

# %% features-are-concatenated-those-that-are-wide-enough-by-a-test: features are concatenated, those that are wide enough by a test of their shape
# inputs: [(2, 3, 4, 4)]
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
            if features[0].shape[1] > 8:  # HYB101 # breaks: trace
                features.popleft()
        return F.concat(*features, dim=1)

# %% first-row-of-a-symbolblock
# inputs: [(2, 3)]
# breaks: values
# missed: How many outputs a SymbolBlock has, its Symbol knows, which is often read from a file; Symbols that a constructor computes are not followed.
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        data = mx.sym.var("data")
        self.d = SymbolBlock(mx.sym.relu(data) * 2, data)

    def hybrid_forward(self, F, x):
        return self.d(x)[0] + 1

# %% flattened-by-the-shape
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(2, in_units=12)

    def hybrid_forward(self, F, x):
        return self.d(x.reshape((x.shape[0], x.shape[1] * x.shape[2])))  # HYB101 # breaks: trace

# %% flattened-if-it-has-more-than-two-axes
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if x.ndim > 2:  # HYB101 # breaks: trace
            x = F.flatten(x)
        return x * 2

# %% for-i-in-range-x-shape-0
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        acc = 0
        for i in range(x.shape[0]):  # HYB101 # breaks: trace
            acc = acc + x * i
        return acc

# %% full-with-a-shape-by-name
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.full(shape=x.shape, val=3)  # HYB101 # breaks: trace

# %% function-as-default-that-reads-a-shape
# inputs: [(2, 12)]
def width(x):
    return x.shape[1]  # HYB101 # breaks: trace


class Net(HybridBlock):
    def __init__(self, width_of=width, **kwargs):
        super().__init__(**kwargs)
        self.width_of = width_of

    def hybrid_forward(self, F, x):
        return x / self.width_of(x)

# %% function-that-reads-a-shape-with-which-a-child-is-made
# inputs: [(2, 3)]
class Apply(HybridBlock):
    def __init__(self, function, **kwargs):
        super(Apply, self).__init__(**kwargs)
        self.function = function

    def hybrid_forward(self, F, x):
        return self.function(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.i = Apply(lambda t: t * t.shape[1])  # HYB101 # breaks: trace

    def hybrid_forward(self, F, x):
        return self.i(x)

# %% getattr-x-self-what-with-ndim
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.what = 'ndim'

    def hybrid_forward(self, F, x):
        return x * getattr(x, self.what)  # HYB101 # breaks: trace

# %% getattr-x-shape
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * getattr(x, "shape")[1]  # HYB101 # breaks: trace

# %% gradient-of-the-input
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if x.grad is not None:  # HYB101 # breaks: trace
            return x * 2
        return x * 3

# %% graph-convolution-that-adds-self-loops-of-the-size-of-the-graph
# inputs: [(4, 3), ('bin', (4, 4))]
class Net(HybridBlock):
    def __init__(self, units=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.fc = nn.Dense(units, flatten=False, in_units=3)

    def hybrid_forward(self, F, x, adj):
        adj = adj + F.eye(adj.shape[0])  # HYB101 # breaks: trace
        deg = F.sum(adj, axis=1)
        inv = F.diag(F.rsqrt(deg))
        return F.dot(F.dot(F.dot(inv, adj), inv), self.fc(x))

# %% grid-is-as-large-as-the-image
# inputs: [(2, 1, 5, 5), (2, 6)]
class Net(HybridBlock):
    def hybrid_forward(self, F, img, theta):
        size = img.shape[2:]  # HYB101 # breaks: trace
        grid = F.GridGenerator(theta, transform_type="affine", target_shape=size)
        return F.BilinearSampler(img, grid)

# %% group-norm-that-unpacks-the-shape
# inputs: [(2, 4, 3, 3)]
class Net(HybridBlock):
    def __init__(self, channels=4, groups=2, eps=1e-5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.groups = groups
        self.eps = eps

    def hybrid_forward(self, F, x):
        n, c, h, w = x.shape  # HYB101 # breaks: trace
        y = F.reshape(x, (n, self.groups, -1))
        mean = F.mean(y, axis=2, keepdims=True)
        var = F.mean(F.square(F.broadcast_sub(y, mean)), axis=2, keepdims=True)
        y = F.broadcast_div(F.broadcast_sub(y, mean), F.sqrt(var + self.eps))
        return F.reshape(y, (n, c, h, w))

# %% groups-of-channels-or-the-whole-in-a-list-of-one
# inputs: [(2, 4, 5)]
class Net(HybridBlock):
    def __init__(self, groups=1, **kwargs):
        super().__init__(**kwargs)
        self._groups = groups

    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=self._groups, axis=1) if self._groups > 1 else [x]
        flat = [part.reshape((part.shape[0], -1)) for part in parts]  # HYB101 # breaks: trace
        return F.concat(*flat, dim=1)

# %% guards-other-side-asks-the-symbol-for-its-shape-too
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if isinstance(x, nd.NDArray):
            rows = len(x)
        elif isinstance(x, mx.sym.Symbol):
            rows = x.shape[0]  # HYB101 # breaks: trace
        else:
            raise TypeError(x)
        return F.sum(x, axis=0) / rows

# %% a-comparison-of-a-length-in-arithmetic
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (x.shape[0] > 1)  # HYB101, HYB202 # breaks: trace

# %% heads-of-the-output-of-a-layer
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.heads = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        y = self.heads(x)
        return y.reshape((y.shape[0], 2, 2))  # HYB101 # breaks: trace # fix: return y.reshape((0, 2, 2))

# %% h-w-x-shape-2
# inputs: [(2, 1, 4, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        h, w = x.shape[2:]  # HYB101 # breaks: trace
        return x * (h * w)

# %% half-of-the-columns-by-the-shape
# inputs: [(2, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.slice_axis(x, axis=1, begin=0, end=x.shape[1] // 2) * 2  # HYB101 # breaks: trace

# %% hand-made-dropout-mask-of-ones
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, rate=0.0, **kwargs):
        super().__init__(**kwargs)
        self._rate = rate

    def hybrid_forward(self, F, x):
        keep = 1 - self._rate
        mask = F.random.uniform(0, 1, shape=x.shape) < keep  # HYB101 # breaks: trace
        return x * mask / keep

# %% handler-that-notes-the-failure-and-hands-it-on
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            rows = x.shape[0]  # HYB101 # breaks: trace
        except AttributeError:
            self.failed = True
            raise
        return x * 2

# %% helper-appends-a-tensor-whose-shape-is-asked-for
# inputs: [(2, 3)]
class Net(HybridBlock):
    def collect(self, F, x, outs):
        outs.append(F.relu(x))

    def hybrid_forward(self, F, x):
        outs = []
        self.collect(F, x, outs)
        return outs[0] * outs[0].shape[1]  # HYB101 # breaks: trace

# %% helper-args-with-args-0-shape
# inputs: [(2, 3)]
def helper(*args):
    return args[0] * args[0].shape[1]  # HYB101 # breaks: trace


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return helper(x)

# %% helper-t-x-keyword
# inputs: [(2, 3)]
def helper(t=None):
    return t * t.shape[1]  # HYB101 # breaks: trace


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return helper(t=x)

# %% helper-that-counts-what-a-variance-is-over
# inputs: [(2, 3, 4, 4)]
def variance(x, axes):
    count = np.prod([x.shape[axis] for axis in axes])  # HYB101 # breaks: trace
    return (x * x).sum(axes, keepdims=True) / count


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_div(x, F.sqrt(variance(x, (2, 3)) + 1e-5))

# %% helper-that-is-handed-its-options-out-of-a-dict
# inputs: [(2, 3, 6)]
def windows(F, x, width, step):
    length = x.shape[2]  # HYB101 # breaks: trace
    return F.stack(*[F.slice_axis(x, axis=2, begin=at, end=at + width) for at in range(0, length - width + 1, step)])


class Net(HybridBlock):
    def __init__(self, width=2, step=2, **kwargs):
        super().__init__(**kwargs)
        self._options = {"width": width, "step": step}

    def hybrid_forward(self, F, x):
        return windows(F, x, **self._options)

# %% helpers-getattr-forwards-to-its-tensor
# inputs: [(2, 3)]
class Proxy:
    def __init__(self, target):
        self._target = target

    def __getattr__(self, name):
        return getattr(self._target, name)  # HYB101 # breaks: trace


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        proxy = Proxy(F.tanh(x))
        return proxy.sum() / proxy.size

# %% helpers-repr-formats-the-tensors-shape
# inputs: [(2, 3)]
class Named:
    def __init__(self, value):
        self.value = value

    def __repr__(self):
        return "Named(%s)" % (self.value.shape,)  # HYB101 # breaks: trace


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        named = Named(F.tanh(x))
        assert str(named).startswith("Named")
        return named.value

# %% hybrid_forward-given-by-assignment
# inputs: [(2, 3)]
def body(self, F, x):
    return x * x.shape[1]  # HYB101 # breaks: trace


class Net(HybridBlock):
    hybrid_forward = body

# %% hybrid_forward-under-a-decorator-that-does-nothing-with-a-shape
# inputs: [(2, 3)]
import functools


def plain(function):
    @functools.wraps(function)
    def wrapped(self, F, *args, **kwargs):
        return function(self, F, *args, **kwargs)

    return wrapped


class Net(HybridBlock):
    @plain
    def hybrid_forward(self, F, x):
        return x * x.shape[1]  # HYB101 # breaks: trace

# %% hybridized-in-init-with-a-shape-read
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x)


class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * x.ndim  # HYB101 # breaks: trace

# %% hybridlambda-of-a-function-that-reads-a-shape-in-a-sequence
# inputs: [(2, 3)]
def scaled(F, x):
    return x / x.shape[1]  # HYB101 # breaks: trace


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()
        self.body.add(nn.Dense(3, in_units=3), nn.HybridLambda(scaled))

    def hybrid_forward(self, F, x):
        return self.body(x)

# %% hybridrecurrentcell-subclass-reading-shape
# inputs: [(2, 3), (2, 3)]
class Cell(rnn.HybridRecurrentCell):
    def state_info(self, batch_size=0):
        return [{"shape": (batch_size, 3), "__layout__": "NC"}]

    def hybrid_forward(self, F, x, states):
        h = F.tanh(x + states[0]) * x.shape[1]  # HYB101 # breaks: trace
        return h, [h]


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Cell()

    def hybrid_forward(self, F, x, h):
        return self.c(x, [h])[0]

# %% hybridsequential-subclass-reading-x-shape
# inputs: [(2, 3)]
class Net(nn.HybridSequential):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.add(nn.Dense(3), nn.Dense(2))

    def hybrid_forward(self, F, x):
        for layer in self:
            x = layer(x) / x.shape[1]  # HYB101 # breaks: trace
        return x

# %% hybridsequential-with-a-hybridlambda-that-reads-a-shape
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridSequential()
        self.d.add(nn.Dense(3, in_units=3), nn.HybridLambda(lambda F, t: t / t.shape[1]))  # HYB101 # breaks: trace

    def hybrid_forward(self, F, x):
        return self.d(x)

# %% if-len-x-shape-2
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if len(x.shape) > 2:  # HYB101 # breaks: trace
            x = F.flatten(x)
        return x * 2

# %% if-x-dtype-np-float32
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if x.dtype == np.float32:  # HYB101 # breaks: trace
            return x * 2
        return x

# %% if-x-shape-y-shape
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        if x.shape == y.shape:  # HYB101 # breaks: trace
            return x + y
        return F.broadcast_add(x, y)

# %% if-x-writable
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if x.writable:  # HYB101 # breaks: trace
            x = x * 2
        return x

# %% inner-function-that-needs-a-shape
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def flat(t):
            return t.reshape((t.shape[0] * t.shape[1],))  # HYB101 # breaks: trace
        return flat(F.relu(x))

# %% inner-function-that-reads-a-shape
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def width():
            return x.shape[1]  # HYB101 # breaks: trace
        
        return x * width()

# %% input-kept-on-the-block-its-shape-read-by-a-helper
# inputs: [(2, 3)]
class Net(HybridBlock):
    def width(self):
        return self.x.shape[1]  # HYB101 # breaks: trace

    def hybrid_forward(self, F, x):
        self.x = x
        return x * self.width()

# %% input-without-a-default-is-asked-whether-it-is-none-and-is
# inputs: [(2, 3), None]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, scale):
        if scale is None:
            scale = F.mean(x, axis=1, keepdims=True)
            scale = scale / scale.size  # HYB101 # breaks: trace
        return F.broadcast_mul(x, scale)

# %% keyword-arguments-that-name-the-tensors-dtype
# inputs: [(4, 3)]
class Net(HybridBlock):
    def like(self, x, **overrides):
        options = {"dtype": x.dtype, **overrides}  # HYB101 # breaks: trace
        return options

    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.ones((1, 3), **self.like(x)))

# %% label-smoothing-that-reads-the-number-of-classes
# inputs: [(2, 4), ('i', (2,), 0, 4, 'float32')]
class Net(gluon.loss.Loss):
    def __init__(self, eta=0.1, **kwargs):
        super(Net, self).__init__(None, 0, **kwargs)
        self.eta = eta

    def hybrid_forward(self, F, pred, label):
        logp = F.log_softmax(pred)
        nll = -F.pick(logp, label, axis=-1)
        smooth = -F.sum(logp, axis=-1) / pred.shape[-1]  # HYB101 # breaks: trace
        return (1 - self.eta) * nll + self.eta * smooth

# %% labels-cast-to-the-type-of-the-scores
# inputs: [(2, 3, 4), ('i', (2, 4), 0, 3, 'float32')]
class Net(Loss):
    def __init__(self, **kwargs):
        super().__init__(None, 0, **kwargs)

    def hybrid_forward(self, F, scores, label):
        chance = F.SoftmaxOutput(scores, label.astype(scores.dtype), multi_output=True)  # HYB101 # breaks: trace
        return -F.mean(F.pick(F.log(chance), label, axis=1), axis=1)

# %% lambda-that-reads-a-shape
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        width = lambda t: t.shape[1]  # HYB101 # breaks: trace
        return x / width(x)

# %% lambdas-made-in-a-loop-one-of-which-asks-for-the-batch
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        stages = []
        for power in (1, 2):
            stages.append(lambda v, p=power: v ** p / len(v.shape))  # HYB101 # breaks: trace
        return sum(stage(x) for stage in stages)

# %% list-map-lambda-t-t-shape-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = list(map(lambda t: t.shape, [x]))  # HYB101 # breaks: trace
        return x * 2

# %% list-of-inputs-each-divided-by-its-own-batch-size
# inputs: [[(2, 3), (2, 3)]]
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        means = [F.sum(v, axis=0) / v.shape[0] for v in xs]  # HYB101 # breaks: trace
        return F.add_n(*means)

# %% logging-debug-s-x-shape
# inputs: [(2, 3)]
import logging


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        logging.debug('%s', x.shape)  # HYB101 # breaks: trace
        return x * 2

# %% logging-info-with-a-shape
# inputs: [(2, 3)]
import logging


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        logging.getLogger(__name__).debug("in: %s", x.shape)  # HYB101 # breaks: trace
        return x * 2

# %% logging-of-a-shape
# inputs: [(2, 3)]
import logging


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        logging.debug("shape %s", x.shape)  # HYB101 # breaks: trace
        return x * 2

# %% loss-pred-shape-vs-label
# inputs: [(2, 3), (2, 3)]
class Net(gluon.loss.Loss):
    def __init__(self, **kwargs):
        super(Net, self).__init__(None, 0, **kwargs)
    def hybrid_forward(self, F, pred, label):
        return F.mean((pred - label) ** 2, axis=0, exclude=True) * pred.shape[1]  # HYB101 # breaks: trace

# %% loss-with-reductions-in-a-table-one-of-them-weights-by-the-batch
# inputs: [(2, 3), (2, 3)]
class Reduce:
    def __init__(self, name: str, batch_axis: int = 0):
        self.name = name
        self.batch_axis = batch_axis

    def __call__(self, F, loss):
        return getattr(self, "_" + self.name)(F, loss)

    def _mean(self, F, loss):
        return F.mean(loss, axis=self.batch_axis, exclude=True)

    def _batch(self, F, loss):
        return F.sum(loss) / loss.shape[self.batch_axis]  # HYB101 # breaks: trace


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

# %% math-sqrt-x-shape-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / math.sqrt(x.shape[-1])  # HYB101 # breaks: trace

# %% medium-size-attention-block-the-scores-scale-comes-from-the
# inputs: [(2, 5, 8)]
def split_heads(F, x, heads):
    x = x.reshape((0, 0, heads, -1))
    x = x.transpose((0, 2, 1, 3))
    return x.reshape((-1, 0, 0), reverse=True)


def dot_attention(F, query, key, value, scaled=True):
    if scaled:
        query = query / math.sqrt(query.shape[-1])  # HYB101 # breaks: trace
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

# %% message-made-of-a-shape
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        name = "{}".format(x.shape)  # HYB101 # breaks: trace
        return x * len(name)

# %% method-of-a-child-that-reads-a-shape
# inputs: [(2, 3)]
class Ch(HybridBlock):
    def scale(self, x):
        return x / x.shape[1]  # HYB101 # breaks: trace

    def hybrid_forward(self, F, x):
        return x * 2


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c.scale(x) + self.c(x)

# %% method-that-a-template-names-asks-for-a-shape
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, kind="scaled", **kwargs):
        super().__init__(**kwargs)
        self.kind = kind

    def score_plain(self, F, x):
        return x * 2

    def score_scaled(self, F, x):
        return x / math.sqrt(x.shape[-1])  # HYB101 # breaks: trace

    def hybrid_forward(self, F, x):
        score = getattr(self, "score_%s" % self.kind)
        return score(F, x)

# %% method-that-calls-itself-until-the-shape-fits
# inputs: [(2, 8)]
class Net(HybridBlock):
    def halve(self, F, x):
        if x.shape[1] == 1:  # HYB101 # breaks: trace
            return x
        a, b = F.split(x, num_outputs=2, axis=1)
        return self.halve(F, a + b)

    def hybrid_forward(self, F, x):
        return self.halve(F, x)

# %% minibatch-standard-deviation-tiled-by-the-shape
# inputs: [(2, 3, 4, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        b, _, h, w = x.shape  # HYB101 # breaks: trace
        std = F.sqrt(F.mean(F.square(F.broadcast_sub(x, F.mean(x, axis=0, keepdims=True))), axis=0) + 1e-8)
        return F.concat(x, F.broadcast_to(F.mean(std).reshape((1, 1, 1, 1)), (b, 1, h, w)), dim=1)

# %% mixin-with-a-helper-that-reads-a-shape
# inputs: [(2, 3)]
class Scaled:
    def scale(self, x):
        return x * x.shape[1]  # HYB101 # breaks: trace


class Net(Scaled, HybridBlock):
    def hybrid_forward(self, F, x):
        return self.scale(x)

# %% mixins-method-with-the-shape-of-a-tensor
# inputs: [(2, 3)]
class Scaled:
    def scaled(self, x):
        return x / math.sqrt(x.shape[-1])  # HYB101 # breaks: trace


class Net(Scaled, HybridBlock):
    def hybrid_forward(self, F, x):
        return self.scaled(x)

# %% mode-that-reads-a-shape
# inputs: [(2, 3)]
# ctor: {"mode": "width"}
class Net(HybridBlock):
    def __init__(self, mode="plain", **kwargs):
        super().__init__(**kwargs)
        self.mode = mode

    def hybrid_forward(self, F, x):
        if self.mode == "width":
            return x / x.shape[1]  # HYB101 # breaks: trace
        return x * 2

# %% multi-head-attention-that-unpacks-the-shape
# inputs: [(2, 3, 8)]
class Net(HybridBlock):
    def __init__(self, units=8, heads=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.heads = heads
        self.units = units
        with self.name_scope():
            self.qkv = nn.Dense(units * 3, flatten=False)
            self.o = nn.Dense(units, flatten=False)

    def hybrid_forward(self, F, x):
        B, N, C = x.shape  # HYB101 # breaks: trace
        qkv = self.qkv(x).reshape((B, N, 3, self.heads, C // self.heads)).transpose((2, 0, 3, 1, 4))
        q, k, v = [F.squeeze(t, axis=0).reshape((-3, 0, 0)) for t in F.split(qkv, num_outputs=3, axis=0)]
        att = F.softmax(F.batch_dot(q, k, transpose_b=True))
        out = F.batch_dot(att, v).reshape((-4, B, -1, 0, 0)).transpose((0, 2, 1, 3)).reshape((0, 0, -1))
        return self.o(out)

# %% multi-head-self-attention-with-shapes-read
# inputs: [(2, 5, 8)]
class Net(HybridBlock):
    def __init__(self, units=8, heads=2, dropout=0.0, **kwargs):
        super().__init__(**kwargs)
        assert units % heads == 0
        self._units = units
        self._heads = heads
        with self.name_scope():
            self.qkv = nn.Dense(3 * units, flatten=False, use_bias=False)
            self.proj = nn.Dense(units, flatten=False)
            self.drop = nn.Dropout(dropout)

    def _split(self, F, x):
        x = F.reshape(x, (0, 0, self._heads, -1))
        return F.transpose(x, (0, 2, 1, 3)).reshape((-1, 0, 0), reverse=True)

    def hybrid_forward(self, F, x):
        B, L, C = x.shape  # HYB101 # breaks: trace
        q, k, v = F.split(self.qkv(x), num_outputs=3, axis=-1)
        q, k, v = [self._split(F, t) for t in (q, k, v)]
        att = F.softmax(F.batch_dot(q, k, transpose_b=True) / (C // self._heads) ** 0.5)
        out = F.batch_dot(self.drop(att), v)
        out = F.reshape(out, (B, self._heads, L, -1))
        out = F.reshape(F.transpose(out, (0, 2, 1, 3)), (B, L, C))
        return self.proj(out)

# %% mx-np-arrays-their-shape
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.np.zeros(x.shape) + x  # HYB101 # breaks: trace

# %% name-of-an-attribute-in-two-texts-that-stand-side-by-side
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * getattr(x, "sh" f"{'ape'}")[0]  # HYB101 # breaks: trace

# %% namespace-of-static-helpers-that-read-shapes
# inputs: [(2, 4, 6)]
class Heads:
    @staticmethod
    def split(x, heads):
        batch, length, units = x.shape  # HYB101 # breaks: trace
        return x.reshape((batch, length, heads, units // heads)).transpose((0, 2, 1, 3))


class Net(HybridBlock):
    def __init__(self, heads=2, **kwargs):
        super().__init__(**kwargs)
        self.heads = heads

    def hybrid_forward(self, F, x):
        return Heads.split(x, self.heads) * 2

# %% nested-lists-of-tensors-transposed-by-zip-and-measured
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        table = [[x, y], [x * 2, y * 2]]
        return F.add_n(*[a * b / a.shape[0] for a, b in zip(*table)])  # HYB101 # breaks: trace

# %% no-layers-for-this-caller-the-input-returned: no layers for this caller, the input returned
# inputs: [(2, 3)]
# breaks: gradients
# ctor: {"n": 0}
# needs: callers
class Net(HybridBlock):
    def __init__(self, n, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()
        for _ in range(n):
            self.body.add(nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        return self.body(x)

# %% noise-injection-that-reads-the-shape
# inputs: [(2, 3, 4, 4)]
class Net(HybridBlock):
    def __init__(self, channels=3, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.weight = self.params.get('weight', shape=(1, channels, 1, 1), init='zeros')

    def hybrid_forward(self, F, x, weight):
        noise = F.random.normal(shape=(x.shape[0], 1, x.shape[2], x.shape[3]))  # HYB101 # breaks: trace
        return F.broadcast_add(x, F.broadcast_mul(weight, noise))

# %% np-array-x
# inputs: [(2, 3)]
# later-numpy: raises
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.array(x).size  # HYB101 # breaks: values

# %% np-prod-of-a-shape
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / np.prod(x.shape[1:])  # HYB101 # breaks: trace

# %% np-prod-x-shape
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / np.prod(x.shape)  # HYB101 # breaks: trace

# %% np-transpose-then-a-shape
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = np.transpose(x, (1, 0))
        return y / y.shape[0]  # HYB101 # breaks: trace

# %% numbers-drawn-for-each-row
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        noise = F.random.uniform(0, 1, shape=(x.shape[0], 1))  # HYB101 # breaks: trace # fix: noise = F.random.uniform_like(F.broadcast_like(F.zeros((1, 1)), x, lhs_axes=(0,), rhs_axes=(0,)), low=0, high=1)
        return F.broadcast_add(x, noise * 0)

# %% object-of-one-of-two-classes-of-which-one-reads-a-shape
# inputs: [(2, 3)]
class Sized:
    def run(self, F, x):
        return x * x.shape[0]  # HYB101 # breaks: trace


class Mean:
    def run(self, F, x):
        return F.mean(x, axis=0)


class Net(HybridBlock):
    def __init__(self, sized=True, **kwargs):
        super().__init__(**kwargs)
        self.strategy = Sized() if sized else Mean()

    def hybrid_forward(self, F, x):
        return self.strategy.run(F, x)

# %% one-of-two-outputs-of-a-block-made-elsewhere-is-asked-for-its
# inputs: [(2, 3)]
Pair = type("Pair", (HybridBlock,), {"hybrid_forward": lambda self, F, x: (x * 2, x * 3)})


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pair = Pair()

    def hybrid_forward(self, F, x):
        first, second = self.pair(x)
        return first * second.shape[0]  # HYB101 # breaks: trace

# %% one-tensor-cast-like-another
# inputs: [(2, 3), ("bin", (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, mask):
        return x * mask.astype(x.dtype)  # HYB101 # breaks: trace

# %% one_hot-with-the-width-of-the-logits
# inputs: [(2, 4), ("i", (2,), 0, 4, "float32")]
class Net(HybridBlock):
    def hybrid_forward(self, F, logits, label):
        target = F.one_hot(label, depth=logits.shape[1])  # HYB101 # breaks: trace
        return F.sum(F.square(F.softmax(logits) - target), axis=1)

# %% only-a-child-is-hybridized-it-reads-a-shape
# inputs: [(2, 3)]
# hybridize: net.c.hybridize()
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * x.shape[1]  # HYB101 # breaks: trace


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x)

# %% operator-attrgetter-shape
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        shape = operator.attrgetter("shape")(x)  # HYB101 # breaks: trace
        return x * shape[1]

# %% operator-attrgetter-shape-x
# inputs: [(2, 3)]
import operator


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * operator.attrgetter('shape')(x)[1]  # HYB101 # breaks: trace

# %% optional-child-set-under-an-if-asked-for-its-truth
# inputs: [(2, 3)]
# ctor: {'layers': 0}
class Net(HybridBlock):
    def __init__(self, layers=1, **kwargs):
        super().__init__(**kwargs)
        self.d = None
        if layers:
            self.d = nn.Dense(3, in_units=3)
    def hybrid_forward(self, F, x):
        if not self.d:
            return x * x.shape[0]  # HYB101 # breaks: trace
        return self.d(x)

# %% optional-child-that-is-none-the-branch-without-it-reads-a-shape
# inputs: [(2, 3)]
# ctor: {'layers': 0}
class Net(HybridBlock):
    def __init__(self, layers=1, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3) if layers else None
    def hybrid_forward(self, F, x):
        if self.d is None:
            return x.reshape((x.shape[0], -1))  # HYB101 # breaks: trace
        return self.d(x)

# %% optional-function-that-is-called-what-it-does-breaks
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, act=1, **kwargs):
        super().__init__(**kwargs)
        self.act = None
        if act:
            self.act = lambda v: v * v.shape[0]  # HYB101 # breaks: trace
    def hybrid_forward(self, F, x):
        return x * 2 if self.act is None else self.act(x)

# %% optional-function-that-is-none-the-branch-without-it-reads-a
# inputs: [(2, 3)]
# ctor: {'act': 0}
class Net(HybridBlock):
    def __init__(self, act=1, **kwargs):
        super().__init__(**kwargs)
        self.act = (lambda v: v.tanh()) if act else None
    def hybrid_forward(self, F, x):
        if self.act is None:
            return x.reshape((x.shape[0], -1))  # HYB101 # breaks: trace
        return self.act(x)

# %% optional-list-that-is-none-the-branch-without-it-reads-a-shape
# inputs: [(2, 3)]
# ctor: {'scales': 0}
class Net(HybridBlock):
    def __init__(self, scales=1, **kwargs):
        super().__init__(**kwargs)
        self.scales = [1, 2] if scales else None
    def hybrid_forward(self, F, x):
        if self.scales is None:
            return x / x.shape[1]  # HYB101 # breaks: trace
        return x * self.scales[1]

# %% outputs-of-a-block-made-elsewhere-gone-through
# inputs: [(2, 3)]
Pair = type("Pair", (HybridBlock,), {"hybrid_forward": lambda self, F, x: (x * 2, x * 3)})


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pair = Pair()

    def hybrid_forward(self, F, x):
        return [one / one.size for one in self.pair(x)]  # HYB101 # breaks: trace

# %% parts-0-parts-1-shape-0
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts[0] * parts[1].shape[0] * 1  # HYB101 # breaks: trace

# %% plain-block-among-the-heads
# inputs: [(2, 3)]
class Head(Block):
    def __init__(self, axis, **kwargs):
        super().__init__(**kwargs)
        self._axis = axis

    def forward(self, x):
        return x.sum(axis=self._axis) / x.shape[self._axis]  # HYB101 # breaks: trace


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.heads = [Head(axis) for axis in (0, 1)]

    def hybrid_forward(self, F, x):
        return [head(x) for head in self.heads]

# %% plain-block-with-a-hybrid-child-that-reads-a-shape
# inputs: [(2, 3)]
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / x.shape[1]  # HYB101 # breaks: trace


class Net(Block):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def forward(self, x):
        return self.c(x)[0]

# %% pooled-over-the-height-that-the-shape-tells
# inputs: [(2, 1, 4, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.Pooling(x, kernel=(x.shape[2], 1), pool_type="max")  # HYB101 # breaks: trace

# %% positional-encoding-by-the-length-of-the-sequence
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def __init__(self, units=4, length=8, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.pos = nn.Embedding(length, units)

    def hybrid_forward(self, F, x):
        steps = F.arange(x.shape[1])  # HYB101 # breaks: trace
        return F.broadcast_add(x, F.expand_dims(self.pos(steps), 0))

# %% positions-cut-from-a-table-by-the-length
# inputs: [(2, 4, 6)]
class Net(HybridBlock):
    def __init__(self, units=6, max_length=10, **kwargs):
        super().__init__(**kwargs)
        position = np.arange(max_length)[:, None] / 10 ** (np.arange(units)[None] / units)
        with self.name_scope():
            self.table = self.params.get_constant("table", np.sin(position).astype("float32"))
            self.dropout = nn.Dropout(0.0)

    def hybrid_forward(self, F, x, table):
        length = x.shape[1]  # HYB101 # breaks: trace
        p = F.slice_axis(table, axis=0, begin=0, end=length)
        return self.dropout(F.broadcast_add(x, F.expand_dims(p, axis=0)))

# %% positions-from-zero-to-the-length
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        positions = F.arange(0, x.shape[1])  # HYB101 # breaks: trace # fix: positions = F.contrib.arange_like(x, axis=1)
        return F.broadcast_add(x, positions.reshape((1, -1)))

# %% prefix-with-which-a-parameter-is-called-data: a prefix with which a parameter is called data
# inputs: [(2, 3)]
# breaks: values
# ctor: {"prefix": "da"}
# needs: callers
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("ta", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w)

# %% property-gives-what-the-last-input-was
# inputs: [(2, 3)]
class Net(HybridBlock):
    _seen = None

    @property
    def batch(self):
        return self._seen.shape[0]  # HYB101 # breaks: trace

    def hybrid_forward(self, F, x):
        self._seen = x
        return x * self.batch

# %% property-that-reads-a-shape-of-what-is-kept
# inputs: [(2, 3)]
class Net(HybridBlock):
    @property
    def width(self):
        return self._x.shape[1]  # HYB101 # breaks: trace

    def hybrid_forward(self, F, x):
        self._x = F.relu(x)
        return self._x / self.width

# %% python-min-of-a-tensors-size-and-a-number
# inputs: [(2, 6)]
class Net(HybridBlock):
    def __init__(self, topk=4, **kwargs):
        super().__init__(**kwargs)
        self._topk = topk

    def hybrid_forward(self, F, scores):
        k = min(self._topk, scores.size)  # HYB101 # breaks: trace
        return F.topk(scores, k=k, ret_typ="value", axis=1)

# %% raise-unless-the-shape-fits
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if x.shape[1] != 3:  # HYB101 # breaks: trace
            raise ValueError("three columns")
        return x * 2

# %% recorder-of-shapes
# inputs: [(2, 3)]
class Recorder:
    def __init__(self):
        self.kept = {}

    def note(self, name, value):
        self.kept[name] = value.shape  # HYB101 # breaks: trace
        return value


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.recorder = Recorder()
        self.a = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.recorder.note("a", self.a(x)) * 2

# %% reparameterisation-on-the-context-of-the-input
# inputs: [(2, 4)]
class Net(HybridBlock):
    def __init__(self, latent=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.enc = nn.Dense(latent * 2)
            self.dec = nn.Dense(4)

    def hybrid_forward(self, F, x):
        h = self.enc(x)
        mu, lv = F.split(h, axis=1, num_outputs=2)
        eps = F.random.normal(0, 1, mu.shape, ctx=x.context)  # HYB101 # breaks: trace
        z = mu + F.exp(0.5 * lv) * eps
        return self.dec(z)

# %% repeated-along-the-last-axis
# inputs: [(2, 3), (4, 5)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.repeat(x, repeats=y.shape[1], axis=-1)  # HYB101 # breaks: trace

# %% reshape-like-another-by-its-shape
# inputs: [(2, 6), (2, 3, 2)]
class Net(HybridBlock):
    def hybrid_forward(self, F, pred, label):
        return pred.reshape(label.shape) - label  # HYB101 # breaks: trace

# %% resize-to-a-size-that-a-rank-chooses: a resize to a size that a number of axes chooses
# inputs: [(2, 3, 4, 4), (2, 3, 6, 6)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        size = y.shape[2:] if len(y.shape) == 4 else (8, 8)  # HYB101 # breaks: trace
        return F.contrib.BilinearResize2D(x, height=size[0], width=size[1])

# %% resize-to-a-size-that-an-attribute-chooses
# inputs: [(2, 3, 4, 4), (2, 3, 6, 6)]
class Net(HybridBlock):
    def __init__(self, up=True, **kwargs):
        super().__init__(**kwargs)
        self.up = up

    def hybrid_forward(self, F, x, y):
        size = y.shape[2:] if self.up else (8, 8)  # HYB101 # breaks: trace
        return F.contrib.BilinearResize2D(x, height=size[0], width=size[1])

# %% resize-with-height-and-width-exchanged
# inputs: [(2, 3, 4, 4), (2, 3, 6, 5)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        size = y.shape[2:]  # HYB101 # breaks: trace
        return F.contrib.BilinearResize2D(x, height=size[1], width=size[0])

# %% rows-added-up-on-two-lines
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        total = 0
        for i in range(x.shape[0]):  # HYB101 # breaks: trace
            total = (total +
                     F.slice_axis(x, axis=0, begin=i, end=i + 1))
        return total

# %% rows-appended-to-a-filled-list
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = [x[0]]
        for i in range(x.shape[0]):  # HYB101 # breaks: trace
            parts.append(F.slice_axis(x, axis=0, begin=i, end=i + 1))
        return F.concat(*parts[1:], dim=0)

# %% rows-joined-along-another-axis
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = []
        for i in range(x.shape[0]):  # HYB101 # breaks: trace
            parts.append(F.relu(F.slice_axis(x, axis=0, begin=i, end=i + 1)))
        return F.concat(*parts, dim=1)

# %% s-x-shape-at-dict
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        d = {'s': x.shape}  # HYB101 # breaks: trace
        return x * d['s'][1]

# %% s-x-shape-format
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.seen = "%s" % (x.shape,)  # HYB101 # breaks: trace
        return x * 2

# %% same-blocks-called-as-one
# inputs: [(2, 3)]
# ctor: {"kind": "Dense"}
class Net(HybridBlock):
    def __init__(self, kind):
        super().__init__()
        self.stages = nn.HybridSequential()
        self.stages.add(*[getattr(nn, kind)(units) for units in (4, 3)])

    def hybrid_forward(self, F, x):
        y = self.stages(x)
        return F.reshape(y, shape=y.shape)  # HYB101 # breaks: trace

# %% same-of-all-but-the-first
# inputs: [[(2, 3), (2, 3)]]
class Net(HybridBlock):
    def fuse(self, F, first, *others):
        for other in others:
            first = first + other * other.shape[1]  # HYB101 # breaks: trace
        return first

    def hybrid_forward(self, F, xs):
        return self.fuse(F, *[F.relu(x) for x in xs])

# %% same-shape-not-asked-for-first
# inputs: [(2, 3)]
# ctor: {"kind": "Dense"}
class Net(HybridBlock):
    def __init__(self, kind):
        super().__init__()
        self.body = getattr(nn, kind)(4)

    def hybrid_forward(self, F, x):
        features = self.body(x)
        assert features.shape[1] == 4  # HYB101 # breaks: trace
        return F.relu(features)

# %% same-the-scale-from-the-last-axis
# inputs: [(2, 4, 6)]
@dataclasses.dataclass
class Config:
    units: int = 6
    scaled: bool = True


class Attention(HybridBlock):
    def __init__(self, config, **kwargs):
        super().__init__(**kwargs)
        self.config = config
        with self.name_scope():
            self.query = nn.Dense(config.units, flatten=False, in_units=config.units)
            self.key = nn.Dense(config.units, flatten=False, in_units=config.units)

    def scale_of(self, keys):
        if not self.config.scaled:
            return 1.0
        return math.sqrt(keys.shape[-1])  # HYB101 # breaks: trace

    def hybrid_forward(self, F, x):
        keys = self.key(x)
        scores = F.batch_dot(self.query(x), keys, transpose_b=True)
        return F.batch_dot(F.softmax(scores / self.scale_of(keys)), x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.attention = Attention(Config())

    def hybrid_forward(self, F, x):
        return self.attention(x) + x

# %% scan-that-asks-for-the-shape-of-a-step
# inputs: [(3, 2, 4), (2, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, seq, init):
        def step(data, state):
            width = data.shape[-1]  # HYB101 # breaks: trace
            state = state + data / width
            return state, state
        outs, last = F.contrib.foreach(step, seq, init)
        return outs

# %% scores-divided-by-the-root-of-the-width-read-from-the-array
# inputs: [(2, 3, 4), (2, 3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, query, key):
        scores = F.batch_dot(query, key, transpose_b=True)
        width = query.shape[-1]  # HYB101 # breaks: trace
        return F.softmax(scores / math.sqrt(width))

# %% self-attention-that-reads-shapes
# inputs: [(2, 5, 8)]
import math


class SelfAttention(HybridBlock):
    def __init__(self, units, heads, **kwargs):
        super(SelfAttention, self).__init__(**kwargs)
        self._units = units
        self._heads = heads
        with self.name_scope():
            self.qkv = nn.Dense(3 * units, in_units=units, flatten=False)
            self.out = nn.Dense(units, in_units=units, flatten=False)

    def _split_heads(self, F, t):
        n, length, _ = t.shape  # HYB101 # breaks: trace
        t = F.reshape(t, shape=(n, length, self._heads, -1))
        return F.transpose(t, axes=(0, 2, 1, 3)).reshape((-3, 0, 0))

    def hybrid_forward(self, F, x):
        q, k, v = F.split(self.qkv(x), num_outputs=3, axis=2)
        q, k, v = [self._split_heads(F, t) for t in (q, k, v)]
        scores = F.batch_dot(q, k, transpose_b=True) / math.sqrt(self._units // self._heads)
        out = F.batch_dot(F.softmax(scores, axis=-1), v)
        out = F.reshape(out, shape=(-4, -1, self._heads, 0, 0))
        return self.out(F.reshape(F.transpose(out, axes=(0, 2, 1, 3)), shape=(0, 0, -3)))


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.att = SelfAttention(8, 2)

    def hybrid_forward(self, F, x):
        return self.att(x)

# %% self-check-x-asserting-x-ndim
# inputs: [(2, 3)]
class Net(HybridBlock):
    def _check(self, x):
        assert x.ndim == 2, "bad rank"  # HYB101 # breaks: trace

    def hybrid_forward(self, F, x):
        self._check(x)
        return x * 2

# %% self-d-x-dtype
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.d = nn.Dense(3)

    def hybrid_forward(self, F, x):
        return x.astype(self.d(x).dtype)  # HYB101 # breaks: trace

# %% shape-asked-for-when-it-is-not-nd
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is nd:
            rows = 2
        else:
            rows = x.shape[0]  # HYB101 # breaks: trace
        return x / rows

# %% shape-of-a-parameter-out-of-params
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, **params):
        return x * params["w"].shape[1]  # HYB101 # breaks: trace # fix: return x * 3

# %% shape-of-a-parameters-argument-at
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.centers = self.params.get("centers", shape=(5, 3), init="xavier")

    def hybrid_forward(self, F, x, centers):
        k = centers.shape[0]  # HYB101 # breaks: trace
        return F.dot(x, centers, transpose_b=True) / k

# %% shape-of-a-parameters-argument-param-arg
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.weight = self.params.get("weight", shape=(4, 3))

    def hybrid_forward(self, F, x, weight):
        return F.dot(x, weight, transpose_b=True) * weight.shape[0] ** -0.5  # HYB101 # breaks: trace

# %% shape-of-a-tensor-in-a-defaultdict
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        groups = collections.defaultdict(list)
        for name, value in (("a", x), ("b", x * 2)):
            groups[name].append(value)
        return groups["b"][0] * groups["a"][0].shape[0]  # HYB101 # breaks: trace

# %% shape-of-a-tensor-that-setdefault-put-away
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        groups = {}
        groups.setdefault("a", []).append(x)
        return x * groups["a"][0].shape[1]  # HYB101 # breaks: trace

# %% shape-of-one-of-all-inputs
# inputs: [[(2, 3), (2, 3)]]
class Net(HybridBlock):
    def hybrid_forward(self, F, inputs):
        return sum(value / value.shape[1] for value in inputs)  # HYB101 # breaks: trace

# %% shape-of-one-of-the-outputs
# inputs: [(2, 4, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(5, input_size=3)

    def hybrid_forward(self, F, x):
        outputs, _ = self.cell.unroll(4, x)
        return F.concat(*outputs, dim=1) / outputs[0].shape[0]  # HYB101 # breaks: trace

# %% shape-of-the-batch-remembered
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.last_shape = x.shape  # HYB101 # breaks: trace
        return F.relu(x)

# %% shape-of-what-a-layer-gives
# inputs: [(2, 3, 4, 4)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.conv = nn.Conv2D(6, 3)

    def hybrid_forward(self, F, x):
        y = self.conv(x)
        return F.reshape(y, (y.shape[0], -1))  # HYB101 # breaks: trace

# %% shape-of-what-a-symbolblock-gives
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        data = mx.sym.var("data")
        self.body = gluon.SymbolBlock(mx.sym.tanh(data), data)

    def hybrid_forward(self, F, x):
        return self.body(x) / self.body(x).shape[0]  # HYB101 # breaks: trace

# %% shape-of-what-f-zeros-gives
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        z = F.zeros((1, 3))
        return F.broadcast_add(x, z) * z.shape[1]  # HYB101 # breaks: trace

# %% shape-two-helpers-deep
# inputs: [(2, 3)]
def outer(t):
    return inner(t) + 1


def inner(t):
    return t * t.ndim  # HYB101 # breaks: trace


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return outer(x)

# %% shape-unpacked
# inputs: [(2, 3, 4, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        b, c, h, w = x.shape  # HYB101 # breaks: trace
        return x.reshape((b, c, h * w))

# %% simplenamespace-a-x-a-shape
# inputs: [(2, 3)]
from types import SimpleNamespace


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = SimpleNamespace(a=x)
        return x * s.a.shape[1]  # HYB101 # breaks: trace

# %% simplenamespace-holds-a-tensor-whose-context-is-asked-for
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        state = types.SimpleNamespace(x=x, eps=1e-5)
        noise = F.zeros((3,), ctx=state.x.context)  # HYB101 # breaks: trace
        return F.broadcast_add(state.x, noise) + state.eps

# %% skips-cropped-to-the-shape-of-what-was-enlarged
# inputs: [(2, 2, 8, 8)]
class Net(HybridBlock):
    def __init__(self, depth=2, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.down = nn.HybridSequential()
            for i in range(depth):
                self.down.add(nn.Conv2D(2, 3, padding=1, in_channels=2, activation="relu"))
            self.pool = nn.MaxPool2D()

    def crop(self, F, skip, like):
        height, width = like.shape[2:]  # HYB101 # breaks: trace
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

# %% small-u-net-that-pads-by-sizes
# inputs: [(2, 1, 8, 8)]
class Up(HybridBlock):
    def __init__(self, channels, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.up = nn.Conv2DTranspose(channels, 2, strides=2)
            self.conv = nn.Conv2D(channels, 3, padding=1, activation="relu")

    def hybrid_forward(self, F, x, skip):
        x = self.up(x)
        dy = skip.shape[2] - x.shape[2]  # HYB101 # breaks: trace
        dx = skip.shape[3] - x.shape[3]
        if dy or dx:
            x = F.pad(x, mode="constant", pad_width=(0, 0, 0, 0, 0, dy, 0, dx))
        return self.conv(F.concat(x, skip, dim=1))


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.down = nn.Conv2D(3, 3, padding=1, activation="relu")
            self.pool = nn.MaxPool2D()
            self.bottom = nn.Conv2D(4, 3, padding=1, activation="relu")
            self.up = Up(3)
            self.out = nn.Conv2D(1, 1)

    def hybrid_forward(self, F, x):
        skip = self.down(x)
        return self.out(self.up(self.bottom(self.pool(skip)), skip))

# %% smallest-by-the-number-of-its-elements
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        smallest = min([x, y], key=lambda v: v.size)  # HYB101 # breaks: trace
        return smallest + 1

# %% smoothing-with-the-number-of-classes-of-the-tensor
# inputs: [(2, 5), ('i', (2,), 0, 5, 'float32')]
class Net(HybridBlock):
    def __init__(self, smoothing=0.1, **kwargs):
        super().__init__(**kwargs)
        self._smoothing = smoothing

    def _target(self, F, pred, label):
        classes = pred.shape[-1]  # HYB101 # breaks: trace
        low = self._smoothing / classes
        return F.one_hot(label, classes, on_value=1 - self._smoothing + low, off_value=low)

    def hybrid_forward(self, F, pred, label):
        target = self._target(F, pred, label)
        logp = F.log_softmax(pred)
        return -F.sum(logp * target, axis=-1)

# %% sorted-with-a-key-that-counts-axes
# inputs: [(2, 3), (2, 3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        a, b = sorted([x, y], key=lambda t: t.ndim)  # HYB101 # breaks: trace
        return b * 2

# %% starmap-of-a-function-that-asks-for-a-shape
# inputs: [(2, 3), (2, 3)]
def normalised(value, scale):
    return value * scale / value.shape[1]  # HYB101 # breaks: trace


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.add_n(*itertools.starmap(normalised, [(x, 2), (y, 3)]))

# %% static-helper-that-reads-a-shape
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / self.width(x)

    @staticmethod
    def width(t):
        return t.shape[1]  # HYB101 # breaks: trace

# %% staticmethod-asks-the-tensor-for-its-size
# inputs: [(2, 3)]
class Net(HybridBlock):
    @staticmethod
    def average(F, x):
        return F.sum(x) / x.size  # HYB101 # breaks: trace

    def hybrid_forward(self, F, x):
        return x - self.average(F, x)

# %% staticmethod-helper-that-reads-a-shape
# inputs: [(2, 3)]
class Net(HybridBlock):
    @staticmethod
    def width(x):
        return x.shape[1]  # HYB101 # breaks: trace

    def hybrid_forward(self, F, x):
        return x * Net.width(x)

# %% sum-divided-by-the-number-of-elements
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sum(x) / x.size  # HYB101 # breaks: trace

# %% sum-with-a-positional-axis-over-a-length
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sum(x, 1) / x.shape[1]  # HYB101 # breaks: trace

# %% sum-with-exclude-over-a-length
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sum(x, axis=1, exclude=True) / x.shape[1]  # HYB101 # breaks: trace

# %% sum-with-two-positions-over-a-length: a sum with axis and keepdims by position over a length
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sum(x, 1, True) / x.shape[1]  # HYB101 # breaks: trace

# %% t-shape-for-t-in-x-y
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        ss = [t.shape for t in (x, y)]  # HYB101 # breaks: trace
        return x + y

# %% three-generations-the-last-asks-for-a-size
# inputs: [(2, 3)]
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
        return x / x.size  # HYB101 # breaks: trace

# %% tiled-along-two-axes
# inputs: [(2, 3), (4, 5)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.tile(x, (2, y.shape[1]))  # HYB101 # breaks: trace

# %% tokens-are-looked-up-in-a-table-of-embeddings-by-kind-positions-block-embedding: tokens are looked up in a table of embeddings by kind, positions come from the length
# inputs: [('i', (2, 5), 0, 7, 'int32')]
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
            return F.arange(0, tokens.shape[1]).expand_dims(0)  # HYB101 # breaks: trace
        return tokens

    def hybrid_forward(self, F, tokens):
        total = None
        for kind in self._kinds:
            table = getattr(self, f"{kind}_embedding")
            looked_up = table(self._indices(F, kind, tokens))
            total = looked_up if total is None else F.broadcast_add(total, looked_up)
        return total

# %% transposed-matrix
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.dot(x, x.T)  # HYB101 # breaks: trace

# %% truth-of-a-child-of-the-file-with-a-length
# inputs: [(2, 3)]
class Ch(HybridBlock):
    def __len__(self):
        return 0
    def hybrid_forward(self, F, x):
        return x * 2


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        if not self.c:
            return x.reshape((x.shape[0], -1))  # HYB101 # breaks: trace
        return self.c(x)

# %% truth-of-an-empty-sequential
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = nn.HybridSequential()

    def hybrid_forward(self, F, x):
        if not self.c:
            return x.reshape((x.shape[0], -1))  # HYB101 # breaks: trace
        return self.c(x)

# %% try-x-shape-finally
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            n = x.shape  # HYB101 # breaks: trace
        finally:
            y = x * 2
        return y

# %% tuple-x-shape
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(tuple(x.shape))  # HYB101 # breaks: trace

# %% unroll-over-the-length-of-the-input
# inputs: [(2, 4, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.GRUCell(4, input_size=3)

    def hybrid_forward(self, F, x):
        outs, _ = self.cell.unroll(x.shape[1], x, layout="NTC", merge_outputs=True)  # HYB101 # breaks: trace
        return outs

# %% unused-device-and-dtype
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        device, dtype = x.context, x.dtype  # HYB101 # breaks: trace
        n = x.shape[1]  # HYB101
        return F.relu(x)

# %% validator-that-looks-at-the-rank-in-both-lives
# inputs: [(2, 3)]
class Validator:
    def __init__(self, rank):
        self.rank = rank

    def __call__(self, x):
        if len(x.shape) != self.rank:  # HYB101 # breaks: trace
            raise ValueError("%d axes are expected" % self.rank)
        return x


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.validate = Validator(2)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(self.validate(x)) * 2

# %% w-ndim-of-the-parameter-argument
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w) * w.ndim  # HYB101 # breaks: trace

# %% w-shape-of-a-parameter-argument
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w) * w.shape[1]  # HYB101 # breaks: trace

# %% w-shape-on-the-parameter-argument
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.w = self.params.get('w', shape=(1, 3), init='ones')

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w) * w.shape[1]  # HYB101 # breaks: trace

# %% warnings-warn-about-a-shape
# inputs: [(2, 3)]
import warnings


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if x.ndim != 2:  # HYB101 # breaks: trace
            warnings.warn("two axes are expected")
        return x * 2

# %% what-a-block-does-with-the-output-of-one-that-goes-on-from-a: what a block does with the output of one that goes on from a base of another file
# inputs: [(2, 3)]
Triple = type("Triple", (HybridBlock,), {"hybrid_forward": lambda self, F, x: x * 3})


class Unit(Triple):
    def hybrid_forward(self, F, x):
        return super().hybrid_forward(F, x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()
        self.body.add(Unit())

    def hybrid_forward(self, F, x):
        y = self.body(x)
        return y / y.size  # HYB101 # breaks: trace

# %% what-a-function-of-another-file-made-of-a-tensor-is-asked-for: what a function of another file made of a tensor is asked for its shape
# inputs: [(2, 3), (2, 3)]
doubled = eval("lambda F, x: F.relu(x) * 2")


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        twice = doubled(F, x)
        return twice / twice.shape[0]  # HYB101 # breaks: trace

# %% what-an-input-list-brings-by-a-star-is-tensors
# inputs: [[(2, 3), (2, 3)]]
class Net(HybridBlock):
    def fuse(self, F, first, *others):
        total = first / first.size  # HYB101 # breaks: trace
        for other in others:
            total = total + other
        return total

    def hybrid_forward(self, F, xs):
        return self.fuse(F, *[F.relu(x) for x in xs])

# %% what-is-mixed-in-reads-a-shape
# inputs: [(2, 3)]
class Scaling(object):
    def hybrid_forward(self, F, x):
        return x / x.shape[-1]  # HYB101 # breaks: trace


class Net(Scaling, HybridBlock):
    pass

# %% x-ctx-at
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.zeros((1, 3), ctx=x.ctx))  # HYB101 # breaks: trace

# %% x-ctx-at-attr
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (2 if x.ctx == mx.cpu() else 3)  # HYB101 # breaks: trace

# %% x-dtype-np-float32
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if x.dtype == np.float32 else x.astype("float32")  # HYB101 # breaks: trace

# %% x-fresh_grad
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        g = x._fresh_grad  # HYB101 # breaks: trace
        return x * 2

# %% x-grad-is-none
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if x.grad is None else x * 3  # HYB101 # breaks: trace

# %% x-reshape-of-a-tuple-with-a-shape
# inputs: [(2, 3, 2)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape((x.shape[0], -1)) * 2  # HYB101 # breaks: trace

# %% x-shape-1-0-5
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * x.shape[-1] ** -0.5  # HYB101 # breaks: trace

# %% x-shape-read-and-thrown-away
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x.shape  # HYB101 # breaks: trace
        return x * 2

# %% x-sum-axis-x-ndim-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sum(axis=x.ndim - 1)  # HYB101 # breaks: trace

# %% xs-0-shape-on-a-list-input
# inputs: [[(2, 3), (2, 3)]]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[0] + x[1] * x[0].shape[1]  # HYB101 # breaks: trace

# %% y-astype-x-dtype-at-cast
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return y.astype(x.dtype) + x  # HYB101 # breaks: trace

# %% y-astype-x-dtype-at-of-other
# inputs: [(2, 3), ('i', (2, 3), 0, 3, 'int32')]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x + y.astype(x.dtype)  # HYB101 # breaks: trace

# %% y-astype-x-dtype-me-xdtype
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * y.astype(x.dtype)  # HYB101 # breaks: trace

# %% y-reshape-x-shape
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return y.reshape(x.shape) + x  # HYB101 # breaks: trace

# %% yolo-grid-made-from-the-size-of-the-map
# inputs: [(2, 6, 3, 3)]
class Net(HybridBlock):
    def __init__(self, classes=1, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.pred = nn.Conv2D(4, 1)

    def hybrid_forward(self, F, x):
        pred = self.pred(x)
        b, c, h, w = pred.shape  # HYB101 # breaks: trace
        gx = F.arange(w).reshape((1, 1, 1, -1))
        gy = F.arange(h).reshape((1, 1, -1, 1))
        xy = F.broadcast_add(F.slice_axis(pred, axis=1, begin=0, end=1), gx)
        yx = F.broadcast_add(F.slice_axis(pred, axis=1, begin=1, end=2), gy)
        return F.concat(xy, yx, dim=1)

# %% yolo-head-that-makes-its-grid
# inputs: [(2, 8, 4, 4)]
class Net(HybridBlock):
    def __init__(self, classes=3, anchors=((10, 13), (16, 30)), stride=8, **kwargs):
        super().__init__(**kwargs)
        self._classes = classes
        self._pred = 5 + classes
        self._stride = stride
        self._num_anchors = len(anchors)
        with self.name_scope():
            self.prediction = nn.Conv2D(self._pred * self._num_anchors, 1)
            self.anchors = self.params.get_constant("anchors", np.array(anchors).reshape((1, 1, -1, 2)))

    def hybrid_forward(self, F, x, anchors):
        pred = self.prediction(x)
        h, w = pred.shape[2:]  # HYB101 # breaks: trace
        pred = F.reshape(pred, (0, self._num_anchors * self._pred, -1))
        pred = F.transpose(pred, (0, 2, 1)).reshape((0, -1, self._num_anchors, self._pred))
        xy = F.slice_axis(pred, axis=-1, begin=0, end=2)
        wh = F.slice_axis(pred, axis=-1, begin=2, end=4)
        offsets = F.stack(F.arange(h * w) % w, F.floor(F.arange(h * w) / w), axis=1)
        centers = F.broadcast_add(F.sigmoid(xy), F.reshape(offsets, (1, -1, 1, 2))) * self._stride
        scales = F.broadcast_mul(F.exp(wh), anchors)
        return F.concat(centers - scales / 2, centers + scales / 2, dim=-1)

# %% zeros-in-a-column-as-long-as-the-input-minus-the-input
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.zeros((x.shape[0], 1)) - x  # HYB101, HYB201 # breaks: trace # fix: return F.broadcast_sub(F.broadcast_like(F.zeros((1, 1)), x, lhs_axes=(0,), rhs_axes=(0,)), x)

# %% zeros-of-lengths-of-two-arrays
# inputs: [(2, 3), (4, 5)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.zeros((x.shape[0], y.shape[1])) + F.dot(x, F.zeros((3, 5)))  # HYB101 # breaks: trace

# %% zeros-of-one-length
# inputs: [(2, 3), (3,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.broadcast_add(x, F.zeros((y.shape[0],)))  # HYB101 # breaks: trace

# %% zeros-on-the-context-of-the-input
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        pad = F.zeros((2, 1), ctx=x.ctx)  # HYB101 # breaks: trace
        return F.concat(x, pad, dim=1)

# %% abstract-block-whose-implementation-knows-its-depth
# inputs: [(2, 3, 4)]
# clean
class Attention(HybridBlock, metaclass=abc.ABCMeta):
    depth: int

    @abc.abstractmethod
    def score(self, F, query):
        """The score of each position."""

    def hybrid_forward(self, F, query):
        return F.softmax(self.score(F, query), axis=-1)


class Net(Attention):
    depth = 4

    def score(self, F, query):
        return query / math.sqrt(self.depth)

# %% aspp-whose-pooled-branch-is-resized-to-sizes-of-the-constructor
# inputs: [(2, 3, 8, 8)]
# clean
class Net(HybridBlock):
    def __init__(self, channels=4, height=8, width=8, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.up = dict(height=height, width=width)
        with self.name_scope():
            self.b0 = nn.Conv2D(channels, 1, in_channels=3)
            self.pool = nn.HybridSequential()
            self.pool.add(nn.GlobalAvgPool2D(), nn.Conv2D(channels, 1, in_channels=3))
            self.project = nn.Conv2D(channels, 1, in_channels=2 * channels)

    def hybrid_forward(self, F, x):
        pooled = F.contrib.BilinearResize2D(self.pool(x), **self.up)
        return self.project(F.concat(self.b0(x), pooled, dim=1))

# %% axis-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sum(x, axis=-1)

# %% base-makes-the-child-that-a-subclass-uses
# inputs: [(2, 3)]
# clean
class Base(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.one = nn.Dense(3)
        self.two = nn.Dense(2)

    def hybrid_forward(self, F, x):
        return self.one(x)


class Net(Base):
    def hybrid_forward(self, F, x):
        return self.two(super().hybrid_forward(F, x))

# %% base-that-is-handed-whatever-comes-and-tells-the-lives-apart
# inputs: [(2, 5, 3)]
# clean
class Mean(HybridBlock):
    def hybrid_forward(self, F, sequence):
        if F is nd:
            return F.sum(sequence, axis=1) / sequence.shape[1]
        return F.mean(sequence, axis=1)


class Net(Mean):
    def hybrid_forward(self, F, *args, **kwargs):
        return super().hybrid_forward(F, *args, **kwargs)

# %% base-that-reads-a-shape-is-not-called
# inputs: [(2, 3)]
# clean
# reported: Rightly reported, though `Net` works: the method that reads a shape is overridden there, and breaks in the base, a HybridBlock of its own.
class Base(HybridBlock):
    def scale(self, x):
        return x * x.shape[1]  # HYB101

    def hybrid_forward(self, F, x):
        return self.scale(x) * 2


class Net(Base):
    def scale(self, x):
        return x * 3

# %% begin_state-of-a-cell-made-with-f-zeros
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, hidden=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.cell = rnn.LSTMCell(hidden, input_size=4)

    def hybrid_forward(self, F, x):
        h = F.zeros_like(x)
        out, (h, c) = self.cell(x, [h, h])
        return out + c

# %% bidirectional-cell-unrolled
# inputs: [(2, 4, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.cell = rnn.BidirectionalCell(rnn.LSTMCell(5, input_size=3), rnn.LSTMCell(5, input_size=3))
            self.out = nn.Dense(2, flatten=False)

    def hybrid_forward(self, F, x):
        outputs, states = self.cell.unroll(4, x, layout="NTC", merge_outputs=True)
        return self.out(outputs)

# %% blocks-in-a-registry-of-classes
# inputs: [(2, 3)]
# clean
class Registry:
    def __init__(self):
        self._made = {}

    def register(self, cls):
        self._made[cls.__name__.lower()] = cls
        return cls

    def create(self, name, *args, **kwargs):
        return self._made[name](*args, **kwargs)


HEADS = Registry()


@HEADS.register
class Linear(HybridBlock):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(units, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x)


class Net(HybridBlock):
    def __init__(self, head="linear", **kwargs):
        super().__init__(**kwargs)
        self.head = HEADS.create(head, 4)

    def hybrid_forward(self, F, x):
        return self.head(F.relu(x))

# %% both-outputs-of-a-block-made-elsewhere-are-used
# inputs: [(2, 3)]
# clean
Pair = type("Pair", (HybridBlock,), {"hybrid_forward": lambda self, F, x: (x * 2, x * 3)})


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pair = Pair()

    def hybrid_forward(self, F, x):
        first, second = self.pair(x)
        return first * second + self.pair(x)[0] + sum(self.pair(x))

# %% both-outputs-of-a-symbolblock
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        data = mx.sym.var("data")
        self.body = gluon.SymbolBlock([mx.sym.tanh(data), mx.sym.relu(data)], data)

    def hybrid_forward(self, F, x):
        a, b = self.body(x)
        return a + b

# %% boxes-decoded-with-constant-grids
# inputs: [(2, 15, 4, 4)]
# clean
class Decode(HybridBlock):
    def __init__(self, anchors, stride, num_class, **kwargs):
        super(Decode, self).__init__(**kwargs)
        self._num = len(anchors) // 2
        self._pred = num_class + 5
        self._stride = stride
        anchors = np.array(anchors).astype("float32").reshape(1, 1, -1, 2)
        grid_x, grid_y = np.meshgrid(np.arange(8), np.arange(8))
        offsets = np.concatenate((grid_x[:, :, np.newaxis], grid_y[:, :, np.newaxis]), axis=-1)
        offsets = np.expand_dims(np.expand_dims(offsets, axis=0), axis=0)
        with self.name_scope():
            self.anchors = self.params.get_constant("anchor_", anchors)
            self.offsets = self.params.get_constant("offset_", offsets)

    def hybrid_forward(self, F, x, anchors, offsets):
        pred = x.reshape((0, self._num * self._pred, -1))
        pred = pred.transpose(axes=(0, 2, 1)).reshape((0, -1, self._num, self._pred))
        centers = pred.slice_axis(axis=-1, begin=0, end=2)
        scales = pred.slice_axis(axis=-1, begin=2, end=4)
        objectness = F.sigmoid(pred.slice_axis(axis=-1, begin=4, end=5))
        offsets = F.slice_like(offsets, x * 0, axes=(2, 3)).reshape((1, -1, 1, 2))
        centers = F.broadcast_add(F.sigmoid(centers), offsets) * self._stride
        scales = F.broadcast_mul(F.exp(scales), anchors)
        half = scales / 2
        return F.concat(centers - half, centers + half, dim=-1), objectness


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.decode = Decode([10, 13, 16, 30, 33, 23], 8, 0)

    def hybrid_forward(self, F, x):
        boxes, conf = self.decode(x)
        return F.broadcast_mul(boxes, conf)

# %% branch-by-f-contrib-cond
# inputs: [("pos", (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        big = F.sum(x) > 100
        return F.contrib.cond(big, lambda: x / 2, lambda: x * 2)

# %% broadcast_like-another
# inputs: [(2, 1), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, bias, x):
        return x + bias.broadcast_like(x)

# %% cached-property-of-a-helper-counts-its-tensors
# inputs: [(2, 6)]
# clean
class Sample:
    def __init__(self, *data):
        self.data = data

    @functools.cached_property
    def width(self):
        return len(self.data)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        sample = Sample(F.relu(x), x)
        return sample.data[0] / sample.width

# %% cell-reset-in-the-body
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.ZoneoutCell(rnn.RNNCell(3, input_size=4))

    def hybrid_forward(self, F, x):
        self.d.reset()
        return self.d.unroll(3, x, merge_outputs=True)[0]

# %% channel-shuffle-by-reshape-codes
# inputs: [(2, 4, 3, 3)]
# clean
def channel_shuffle(x, groups):
    return x.reshape((0, -4, groups, -1, -2)).swapaxes(1, 2).reshape((0, -3, -2))


class Net(HybridBlock):
    def __init__(self, groups=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.groups = groups
        self.conv = nn.Conv2D(4, 1, groups=groups)

    def hybrid_forward(self, F, x):
        return channel_shuffle(self.conv(x), self.groups)

# %% check-in-the-imperative-life-only
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.ndarray:
            assert x.shape[1] == 3
        return F.softmax(x)

# %% child-called-by-position-with-a-default-left-out
# inputs: [(2, 3)]
# clean
class Ch(HybridBlock):
    def hybrid_forward(self, F, x, mask=None):
        return x * 2 if mask is None else x * mask


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x) + self.c(x, x)

# %% child-given-a-dict-by-its-parent
# inputs: [(2, 3)]
# clean
class Ch(HybridBlock):
    def hybrid_forward(self, F, x, extra):
        return x * extra["scale"]


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x, {"scale": 2.0})

# %% child-given-a-function-by-its-parent
# inputs: [(2, 3)]
# clean
class Ch(HybridBlock):
    def hybrid_forward(self, F, x, act):
        return act(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x, F.relu)

# %% child-given-a-number-by-its-parent
# inputs: [(2, 3)]
# clean
class Ch(HybridBlock):
    def hybrid_forward(self, F, x, alpha):
        return x * alpha


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x, 0.5) + self.c(x, 2)

# %% child-given-a-numpy-array
# inputs: [(2, 3)]
# clean
import numpy as np


class Ch(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * float(y.sum())


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x, np.ones(3))

# %% child-given-a-shape-by-its-parent
# inputs: [(2, 6)]
# clean
class Ch(HybridBlock):
    def hybrid_forward(self, F, x, shape):
        return F.reshape(x, shape=shape)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x, (0, 2, 3))

# %% child-of-a-child-called
# inputs: [(2, 3)]
# clean
class Ch(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c.d(x) + self.c(x)

# %% child-that-returns-a-dict-used-by-key
# inputs: [(2, 3)]
# clean
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        return {"a": x * 2}


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x)["a"] + 1

# %% child-that-returns-a-list-unpacked
# inputs: [(2, 3)]
# clean
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        return [x * 2, x * 3]


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        a, b = self.c(x)
        return a * b

# %% child-that-returns-a-number-with-the-tensor
# inputs: [(2, 3)]
# clean
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, 5


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        y, n = self.c(x)
        return y * n

# %% child-that-returns-a-tuple-isinstance-of-it
# inputs: [(2, 3)]
# clean
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, x * 3


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        out = self.c(x)
        return out[0] * 2 if isinstance(out, tuple) else out[0] * 3

# %% child-that-returns-nested-lists
# inputs: [(2, 3)]
# clean
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, [x * 3, x * 4]


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        out, states = self.c(x)
        return out + states[-1]

# %% child-that-returns-none-its-result-unused
# inputs: [(2, 3)]
# clean
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        self.seen = True


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        self.c(x)
        return x * 2

# %% child-x-1-2
# inputs: [(2, 3)]
# clean
class Ch(HybridBlock):
    def hybrid_forward(self, F, x, ks):
        return x * ks[0]


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x, [1, 2])

# %% class-derived-from-one-of-ones-own
# inputs: [(2, 3)]
# clean
class Base(HybridBlock):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.fc = nn.Dense(units)

    def hybrid_forward(self, F, x):
        return self.activate(F, self.fc(x))

    def activate(self, F, x):
        raise NotImplementedError


class Net(Base):
    def __init__(self, **kwargs):
        super().__init__(4, **kwargs)

    def activate(self, F, x):
        return F.LeakyReLU(x, slope=0.1)

# %% classmethod-looks-at-the-class-alone
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    layout = "NC"

    @classmethod
    def axis(cls):
        return cls.layout.index("C")

    def hybrid_forward(self, F, x):
        return F.softmax(x, axis=self.axis())

# %% cond-on-a-comparison-of-a-mean
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.cond(x.mean() > 0, lambda: x * 2, lambda: x * 3)

# %% ctx-x-context-if-f-is-mx-nd-else-none
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        c = x.context if F is mx.nd else None
        return F.broadcast_add(x, F.zeros((1, 3), ctx=c))

# %% d-tensor
# inputs: [('pos', (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        name = "%s" % (x.mean(),)
        assert name
        return x * 2

# %% dataclass-is-given-the-number
# inputs: [(2, 5, 3)]
# clean
@dataclasses.dataclass
class Sample:
    data: object
    steps: int = 0

    def __post_init__(self):
        if not self.steps:
            self.steps = self.data.shape[1]


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        sample = Sample(F.relu(x), steps=5)
        return F.sum(sample.data, axis=1) / sample.steps

# %% decoder-cell-unrolled-over-a-fixed-length
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, hidden=4, steps=3, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.steps = steps
        with self.name_scope():
            self.cell = rnn.GRUCell(hidden, input_size=4)
            self.out = nn.Dense(5, flatten=False)

    def hybrid_forward(self, F, x):
        outputs, states = self.cell.unroll(self.steps, x, layout='NTC', merge_outputs=True)
        return self.out(outputs)

# %% decoder-that-crops-the-skip-to-the-size-of-the-upsampled
# inputs: [(2, 3, 8, 8)]
# clean
class Net(HybridBlock):
    def __init__(self, channels=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.down = nn.Conv2D(channels, 3, 2, 1)
            self.up = nn.Conv2DTranspose(channels, 2, 2)
            self.out = nn.Conv2D(1, 1)

    def hybrid_forward(self, F, x):
        d = F.relu(self.down(x))
        u = self.up(d)
        u = F.Crop(*[u, x], center_crop=True)
        return self.out(F.concat(u, x, dim=1))

# %% decorator-that-logs-names
# inputs: [(2, 3)]
# clean
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

# %% default-that-asks-for-the-shape-and-a-caller-that-computes-the
# inputs: [(2, 4)]
# clean
def scaled(F, x, scale=None):
    if scale is None:
        scale = x.shape[-1] ** -0.5
    return F.softmax(x * scale)


class Net(HybridBlock):
    def __init__(self, units=4, **kwargs):
        super().__init__(**kwargs)
        self._scale = 1 / math.sqrt(units)

    def hybrid_forward(self, F, x):
        return scaled(F, x, self._scale)

# %% dice-loss-over-all-but-the-batch
# inputs: [('pos', (2, 1, 4, 4)), ('bin', (2, 1, 4, 4))]
# clean
class Net(gluon.loss.Loss):
    def __init__(self, smooth=1.0, **kwargs):
        super(Net, self).__init__(None, 0, **kwargs)
        self.smooth = smooth

    def hybrid_forward(self, F, pred, label):
        pred = F.sigmoid(pred)
        axes = (1, 2, 3)
        inter = F.sum(pred * label, axis=axes)
        union = F.sum(pred, axis=axes) + F.sum(label, axis=axes)
        return 1 - (2.0 * inter + self.smooth) / (union + self.smooth)

# %% dtype-given-to-init
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, dtype="float32", **kwargs):
        super().__init__(**kwargs)
        self._dtype = dtype

    def hybrid_forward(self, F, x):
        eps = 1e-3 if self._dtype == "float16" else 1e-6
        return F.cast(x, self._dtype) / (F.abs(x) + eps)

# %% early-return-for-ndarrays-the-rest-is-the-same-maths
# inputs: [(4, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is not mx.sym:
            return x[1:3] * x.shape[1]
        return F.slice_axis(x, axis=0, begin=1, end=3) * 3

# %% encoder-set-up-by-a-dataclass-the-scale-from-its-fields
# inputs: [(2, 4, 6)]
# clean
@dataclasses.dataclass
class Config:
    units: int = 6
    heads: int = 2
    dropout: float = 0.0
    scaled: bool = True


class Attention(HybridBlock):
    def __init__(self, config, **kwargs):
        super().__init__(**kwargs)
        self.config = config
        with self.name_scope():
            self.query = nn.Dense(config.units, flatten=False, in_units=config.units)
            self.key = nn.Dense(config.units, flatten=False, in_units=config.units)

    def hybrid_forward(self, F, x):
        scores = F.batch_dot(self.query(x), self.key(x), transpose_b=True)
        if self.config.scaled:
            scores = scores / math.sqrt(self.config.units // self.config.heads)
        return F.batch_dot(F.softmax(scores), x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.config = Config()
        self.attention = Attention(self.config)

    def hybrid_forward(self, F, x):
        return self.attention(x) + x

# %% enter-keeps-the-tensor-exit-reshapes-like-it: __enter__ keeps the tensor, __exit__ reshapes like it
# inputs: [(2, 3, 4)]
# clean
class Flattened:
    def __init__(self, F, x):
        self.F = F
        self.x = x

    def __enter__(self):
        self.original = self.x
        self.x = self.x.reshape((-3, 0))
        return self

    def __exit__(self, *error):
        self.x = self.F.reshape_like(self.x, self.original)
        return False


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with Flattened(F, x) as flat:
            flat.x = F.softmax(flat.x)
        return flat.x

# %% f-arange-3-w-w-of-three
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.w = self.params.get('w', shape=(3,), init='ones')

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, (F.arange(3) * w).reshape((1, 3)))

# %% f-cast-y-float32
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.cast(y, 'float32') + x

# %% f-contrib-cond-returning-lists
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        o = F.contrib.cond(x.sum() > 0, lambda: [x * 2, x], lambda: [x * 3, x + 1])
        return o[0] + o[1]

# %% f-contrib-foreach-closing-over-an-outer-tensor
# inputs: [(4, 3), (3,)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        def body(d, s):
            return d * y, s
        o, s = F.contrib.foreach(body, x, [])
        return o

# %% f-dot-with-transposed-by-position
# inputs: [(2, 3), (2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.dot(x, y, True) * 2

# %% f-dot-x-w-transpose_b-true
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(4, 3))

    def hybrid_forward(self, F, x, w):
        return F.dot(x, w, transpose_b=True)

# %% f-embedding-of-a-kept-table
# inputs: [('i', (2, 3), 0, 4, 'int32')]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(4, 2))

    def hybrid_forward(self, F, x, w):
        return F.Embedding(x, w, input_dim=4, output_dim=2) * 2

# %% f-gridgenerator-and-bilinearsampler
# inputs: [('pos', (2, 1, 4, 4)), (2, 6)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, t):
        return F.BilinearSampler(x, F.GridGenerator(t, transform_type="affine", target_shape=(4, 4)))

# %% f-gridgenerator-f-bilinearsampler
# inputs: [(2, 1, 4, 4), (2, 6)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, t):
        return F.BilinearSampler(x, F.GridGenerator(t, transform_type="affine", target_shape=(4, 4)))

# %% f-is-mx-sym-or-x-shape-1-3
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert F is mx.sym or x.shape[1] == 3
        return x * 2

# %% f-is-mx-sym-takes-a-way-that-is-the-same-maths
# inputs: [(2, 5, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.sym:
            steps = F.shape_array(x).slice_axis(axis=0, begin=1, end=2).astype("float32")
            return F.broadcast_div(F.sum(x, axis=1), steps)
        steps = x.shape[1]
        return F.sum(x, axis=1) / steps

# %% f-is-not-mx-sym-assert-x-shape
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is not mx.sym:
            assert x.shape[1] == 3
        return x * 2

# %% f-pooling_v1-x-kernel-2-2-pool_type-max
# inputs: [(2, 3, 4, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.Pooling_v1(x, kernel=(2, 2), pool_type="max")

# %% f-relu-parts-0-parts-1-parts-2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.relu(parts[0]) * parts[1] + parts[2]

# %% feature-pyramid-that-adds-what-it-enlarged
# inputs: [(2, 3, 8, 8)]
# clean
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

# %% feature-pyramid-with-upsampling
# inputs: [(2, 4, 8, 8)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.c3 = nn.Conv2D(4, 3, 2, 1, in_channels=4)
            self.c4 = nn.Conv2D(4, 3, 2, 1, in_channels=4)
            self.l3 = nn.Conv2D(4, 1, in_channels=4)
            self.l4 = nn.Conv2D(4, 1, in_channels=4)

    def hybrid_forward(self, F, x):
        c3 = self.c3(x)
        c4 = self.c4(c3)
        p4 = self.l4(c4)
        up = F.UpSampling(p4, scale=2, sample_type='nearest')
        p3 = self.l3(c3) + F.slice_like(up, c3 * 0, axes=(2, 3))
        return p3, p4

# %% feature-pyramid-with-upsampling-by-two
# inputs: [(2, 3, 8, 8)]
# clean
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

# %% features-are-concatenated-the-oldest-is-dropped-by-a-counter
# inputs: [(2, 3, 4, 4)]
# clean
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

# %% for-name-p-in-sorted-params-items
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))
        self.v = self.params.get("v", shape=(1, 3))

    def hybrid_forward(self, F, x, **params):
        for name, p in sorted(params.items()):
            x = F.broadcast_mul(x, p)
        return x

# %% format-x-sum
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = "{}".format(x.sum())
        return x * 2

# %% getattr-by-name-params-passed-through-kw-to-a-helper
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def scale(self, F, x, w):
        return F.broadcast_mul(x, w)

    def hybrid_forward(self, F, x, **params):
        return self.scale(F, x, **params)

# %% graph-convolution-with-a-dense-adjacency
# inputs: [(4, 3), ('bin', (4, 4))]
# clean
class Net(HybridBlock):
    def __init__(self, units=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.fc = nn.Dense(units, flatten=False, in_units=3)

    def hybrid_forward(self, F, x, adj):
        deg = F.sum(adj, axis=1, keepdims=True) + 1
        h = F.dot(adj, self.fc(x))
        return F.relu(F.broadcast_div(h, deg))

# %% hand-made-dropout-mask-of-ones-like-the-tensor
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, rate=0.0, **kwargs):
        super().__init__(**kwargs)
        self._rate = rate

    def hybrid_forward(self, F, x):
        keep = 1 - self._rate
        mask = F.random.uniform_like(x) <= keep
        return x * mask / keep

# %% hasattr-f-ndarray-guard
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if hasattr(F, 'NDArray'):
            assert x.shape[1] == 3
        return x * 2

# %% hasattr-guards-the-reading-of-a-shape-the-other-side-is-the-same
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if hasattr(x, "shape"):
            batch, rows, columns = x.shape
            return x.reshape((batch, rows * columns))
        return x.reshape((0, -1))

# %% hasattr-x-shape-then-assert
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if hasattr(x, 'shape'):
            assert x.shape[1] == 3
        return x * 2

# %% hasattr-x-tojson-only-for-a-check
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not hasattr(x, "tojson"):
            assert x.shape[1] == 3
        return x * 2

# %% helper-that-appends-to-the-list-it-is-given
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def collect(self, F, x, outs, extras):
        outs.append(x * 2)
        outs += [x * 3]
        extras["last"] = x * 4

    def hybrid_forward(self, F, x):
        outs, extras = [], {}
        self.collect(F, x, outs, extras)
        return outs, list(extras.values())

# %% helper-with-shape-that-is-not-called
# inputs: [(2, 3)]
# clean
def helper(t):
    return t * t.shape[1]


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2

# %% helpers-getattr-forwards-a-method-that-both-have
# inputs: [(2, 3)]
# clean
class Proxy:
    def __init__(self, target):
        self._target = target

    def __getattr__(self, name):
        return getattr(self._target, name)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        proxy = Proxy(F.tanh(x))
        return proxy.sum(axis=1) + 1

# %% huber-loss-by-where-and-comparisons
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, pred, label):
        err = F.abs(pred - label)
        return F.where(err < 1, 0.5 * err ** 2, err - 0.5).mean(axis=0, exclude=True)

# %% hybrid_forward-under-a-decorator-that-does-nothing
# inputs: [(2, 3)]
# clean
import functools


def plain(function):
    @functools.wraps(function)
    def wrapped(self, F, *args, **kwargs):
        return function(self, F, *args, **kwargs)

    return wrapped


class Net(HybridBlock):
    @plain
    def hybrid_forward(self, F, x):
        return x * 2

# %% hybrid_forward-with-args
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, *args):
        return args[0] * args[1]

# %% hybridlambda-of-a-function-of-the-module
# inputs: [(2, 3)]
# clean
def scaled(F, x):
    return F.broadcast_mul(x, F.ones((1, 3)))


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()
        self.body.add(nn.Dense(3, in_units=3), nn.HybridLambda(scaled))

    def hybrid_forward(self, F, x):
        return self.body(x)

# %% hybridrecurrentcell-subclass
# inputs: [(2, 3), (2, 3)]
# clean
class Cell(rnn.HybridRecurrentCell):
    def state_info(self, batch_size=0):
        return [{"shape": (batch_size, 3), "__layout__": "NC"}]

    def hybrid_forward(self, F, x, states):
        h = F.tanh(x + states[0])
        return h, [h]


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Cell()

    def hybrid_forward(self, F, x, h):
        return self.c(x, [h])[0]

# %% if-autograd-is_training-logging
# inputs: [(2, 3)]
# clean
import logging


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if autograd.is_training():
            logging.debug("training")
        return x * 2

# %% if-isinstance-x-nd-ndarray-assert-x-shape-1-3
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if isinstance(x, nd.NDArray):
            assert x.shape[1] == 3
        return x * 2

# %% if-self-n-0-raise-valueerror-x-shape
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 1

    def hybrid_forward(self, F, x):
        if self.n < 0:
            raise ValueError("bad shape %s" % (x.shape,))
        return x * 2

# %% image-turned-by-an-affine-grid
# inputs: [(2, 1, 5, 5), (2, 6)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, img, theta):
        grid = F.GridGenerator(theta, transform_type="affine", target_shape=(4, 4))
        return F.BilinearSampler(img, grid)

# %% input-kept-on-the-block-used-by-a-helper
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def twice(self):
        return self.x * 2

    def hybrid_forward(self, F, x):
        self.x = x
        return self.twice()

# %% is_nd-f-is-mx-nd-later-if-is_nd
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        is_nd = F is mx.nd
        if is_nd:
            assert x.shape[1] == 3
        return x * 2

# %% keyword-arguments-that-pass-through-two-functions
# inputs: [(4, 3)]
# clean
class Net(HybridBlock):
    def like(self, **overrides):
        options = {"dtype": "float32", **overrides}
        return options

    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.ones(shape=(1, 3), **self.like(dtype="float32")))

# %% label-smoothing-as-a-layer
# inputs: [('i', (2,), 0, 4, 'float32')]
# clean
class Net(HybridBlock):
    def __init__(self, classes=4, eta=0.1, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.classes = classes
        self.eta = eta

    def hybrid_forward(self, F, label):
        return F.one_hot(label, self.classes, on_value=1 - self.eta + self.eta / self.classes, off_value=self.eta / self.classes)

# %% lambda-that-reads-a-shape-never-called
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        width = lambda t: t.shape[1]  # noqa: F841
        return x * 2

# %% lambdas-made-in-a-loop
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        stages = []
        for power in (1, 2):
            stages.append(lambda v, p=power: v ** p / p)
        return sum(stage(x) for stage in stages)

# %% list-of-inputs-divided-by-their-number
# inputs: [[(2, 3), (2, 3)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        return F.add_n(*[F.tanh(v) for v in xs]) / len(xs)

# %% list-of-the-blocks-own-to-which-several-tensors-are-added
# inputs: [(2, 4)]
# ctor: {"kind": "Dense"}
# clean
class Net(HybridBlock):
    def __init__(self, kind):
        super().__init__()
        self.body = getattr(nn, kind)(4)

    def hybrid_forward(self, F, x):
        levels = [self.body(x)]
        levels += [F.relu(levels[0])]
        return F.concat(*levels, dim=1)

# %% lists-that-setdefault-makes
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        groups = {}
        for name, value in (("a", x), ("b", x * 2), ("a", x * 3)):
            groups.setdefault(name, []).append(value)
        return F.add_n(*groups["a"]) + groups["b"][0]

# %% logging-debug-s-x
# inputs: [(2, 3)]
# clean
import logging


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        logging.debug('%s', x)
        return x * 2

# %% logging-info-with-a-tensor
# inputs: [(2, 3)]
# clean
import logging


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        logging.getLogger(__name__).debug("in: %s", x)
        return x * 2

# %% logging-of-the-tensor-itself
# inputs: [(2, 3)]
# clean
import logging


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        logging.getLogger("quiet").debug("value %s", x)
        return x * 2

# %% loss-exclude-true
# inputs: [(2, 3), (2, 3)]
# clean
class Net(gluon.loss.Loss):
    def __init__(self, **kwargs):
        super(Net, self).__init__(None, 0, **kwargs)
    def hybrid_forward(self, F, pred, label):
        label = F.reshape_like(label, pred)
        return F.mean((pred - label) ** 2, axis=0, exclude=True)

# %% loss-that-takes-the-shape-of-its-label
# inputs: [(2, 4), (4, 2)]
# clean
class Net(gluon.loss.Loss):
    def __init__(self, weight=1.0, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)

    def hybrid_forward(self, F, pred, label):
        label = F.reshape_like(label, pred)
        loss = F.square(label - pred) * self._weight
        return F.mean(loss, axis=self._batch_axis, exclude=True)

# %% loss-with-reductions-in-a-table-the-mean-one-is-chosen
# inputs: [(2, 3), (2, 3)]
# clean
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

# %% medium-size-attention-block-the-scale-comes-from-the-constructor
# inputs: [(2, 5, 8)]
# clean
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

# %% method-of-a-child-called
# inputs: [(2, 3)]
# clean
class Ch(HybridBlock):
    def scale(self, x):
        return x * 3

    def hybrid_forward(self, F, x):
        return self.scale(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c.scale(x) + self.c(x)

# %% method-of-a-child-that-reads-a-shape-not-called
# inputs: [(2, 3)]
# clean
class Ch(HybridBlock):
    def scale(self, x):
        return x / x.shape[1]

    def hybrid_forward(self, F, x):
        return x * 2


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x)

# %% method-that-a-template-might-name-but-that-takes-other-arguments
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, kind="scaled", **kwargs):
        super().__init__(**kwargs)
        self.kind = kind

    def score_scaled(self, F, x):
        return x / 2

    def score_of(self, batch):
        return float(batch.mean().asscalar())

    def hybrid_forward(self, F, x):
        score = getattr(self, "score_{}".format(self.kind))
        return score(F, x)

# %% minibatch-standard-deviation
# inputs: [(2, 3, 4, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean = F.mean(x, axis=0, keepdims=True)
        var = F.mean(F.square(F.broadcast_sub(x, mean)), axis=0, keepdims=True)
        std = F.mean(F.sqrt(var + 1e-8), keepdims=True)
        ones = F.ones_like(F.slice_axis(x, axis=1, begin=0, end=1))
        return F.concat(x, F.broadcast_mul(ones, std), dim=1)

# %% mixin-with-a-helper
# inputs: [(2, 3)]
# clean
class Scaled:
    def scale(self, x):
        return x * 2


class Net(Scaled, HybridBlock):
    def hybrid_forward(self, F, x):
        return self.scale(x)

# %% mixins-method-with-a-hyper-parameter
# inputs: [(2, 3)]
# clean
class Scaled:
    units = 3

    def scaled(self, x):
        return x / math.sqrt(self.units)


class Net(Scaled, HybridBlock):
    def hybrid_forward(self, F, x):
        return self.scaled(x)

# %% multi-head-self-attention-by-special-numbers
# inputs: [(2, 5, 8)]
# clean
class Net(HybridBlock):
    def __init__(self, units=8, heads=2, dropout=0.0, **kwargs):
        super().__init__(**kwargs)
        assert units % heads == 0
        self._units = units
        self._heads = heads
        with self.name_scope():
            self.qkv = nn.Dense(3 * units, flatten=False, use_bias=False)
            self.proj = nn.Dense(units, flatten=False)
            self.drop = nn.Dropout(dropout)

    def _split(self, F, x):
        x = F.reshape(x, (0, 0, self._heads, -1))
        return F.transpose(x, (0, 2, 1, 3)).reshape((-1, 0, 0), reverse=True)

    def hybrid_forward(self, F, x):
        q, k, v = F.split(self.qkv(x), num_outputs=3, axis=-1)
        q, k, v = [self._split(F, t) for t in (q, k, v)]
        att = F.softmax(F.batch_dot(q, k, transpose_b=True) / (self._units // self._heads) ** 0.5)
        out = F.batch_dot(self.drop(att), v)
        out = F.reshape(out, (-1, self._heads, 0, 0), reverse=True)
        out = F.reshape(F.transpose(out, (0, 2, 1, 3)), (0, 0, -1))
        return self.proj(out)

# %% mx-context-current_context
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        c = mx.context.current_context()
        return F.broadcast_add(x, F.zeros((1, 3), ctx=c))

# %% namespace-of-static-helpers
# inputs: [(2, 4, 6)]
# clean
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

# %% ndarray-in-f-name
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if 'ndarray' in F.__name__:
            assert x.shape[1] == 3
        return x * 2

# %% ndarrays-are-checked-symbols-are-not
# inputs: [(4, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            assert x.shape[1] == 3, x.shape
        return F.relu(x)

# %% nested-lists-of-tensors-transposed-by-zip
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        table = [[x, y], [x * 2, y * 2]]
        return F.add_n(*[F.broadcast_mul(a, b) for a, b in zip(*table)])

# %% noise-injection-with-normal_like
# inputs: [(2, 3, 4, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, channels=3, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.weight = self.params.get('weight', shape=(1, channels, 1, 1), init='zeros')

    def hybrid_forward(self, F, x, weight):
        noise = F.random.normal_like(F.slice_axis(x, axis=1, begin=0, end=1))
        return F.broadcast_add(x, F.broadcast_mul(weight, noise))

# %% none-in-each-call
# inputs: [(2, 3), None]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, mask):
        return x * 2 if mask is None else x * mask

# %% np-prod-along-an-axis
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.prod(x, axis=1) * 2

# %% np-transpose-x-1-0
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.transpose(x, (1, 0)) * 2

# %% number-computed-from-shapes-in-init
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))
        self.fan = self.w.shape[1]

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w) / self.fan

# %% number-of-parameters-in-params
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))
        self.b = self.params.get("b", shape=(1, 3))

    def hybrid_forward(self, F, x, **params):
        y = x * len(params)
        for name in sorted(params):
            y = F.broadcast_add(y, params[name])
        return y

# %% object-of-one-of-two-classes-neither-of-which-does-what-a-symbol
# inputs: [(2, 3)]
# clean
class Sized:
    scale = 3

    def run(self, F, x):
        return x * self.scale


class Mean:
    scale = 2

    def run(self, F, x):
        return F.mean(x, axis=0)


class Net(HybridBlock):
    def __init__(self, sized=True, **kwargs):
        super().__init__(**kwargs)
        self.strategy = Sized() if sized else Mean()

    def hybrid_forward(self, F, x):
        return self.strategy.run(F, x) * self.strategy.scale

# %% one_hot-with-a-known-number-of-classes
# inputs: [(2, 4), ("i", (2,), 0, 4, "float32")]
# clean
class Net(HybridBlock):
    def __init__(self, classes=4, **kwargs):
        super().__init__(**kwargs)
        self.classes = classes

    def hybrid_forward(self, F, logits, label):
        target = F.one_hot(label, depth=self.classes)
        return F.sum(F.square(F.softmax(logits) - target), axis=1)

# %% optional-child-that-is-not-there-another-child-instead
# inputs: [(2, 3)]
# clean
# ctor: {'layers': 0}
class Net(HybridBlock):
    def __init__(self, layers=1, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3) if layers else None
        self.e = nn.Dense(3, in_units=3)
    def hybrid_forward(self, F, x):
        y = self.e(x)
        return y if self.d is None else self.d(y)

# %% optional-list-that-is-none-neither-branch-breaks
# inputs: [(2, 3)]
# clean
# ctor: {'scales': 0}
class Net(HybridBlock):
    def __init__(self, scales=1, **kwargs):
        super().__init__(**kwargs)
        self.scales = [1, 2] if scales else None
    def hybrid_forward(self, F, x):
        if self.scales is None:
            return x / 3
        return x * self.scales[1]

# %% parameter-that-nothing-uses-beside-a-layer-with-in_units
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x, w):
        return self.d(x)

# %% parameter-without-a-gradient
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3), grad_req="null")

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w) * 2

# %% params-get-of-the-body-for-its-shape
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w) * self.params.get("w").shape[1]

# %% plain-block-with-a-hybrid-child-run-by-a-plain-loop
# inputs: [(2, 3)]
# clean
class Net(Block):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()
        self.body.add(nn.Dense(3, in_units=3))

    def forward(self, x):
        for _ in range(x.shape[0]):
            x = self.body(x)
        return x[0]

# %% positional-order-w-before-x-in-the-signature
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, *, w):
        return F.broadcast_mul(x, w)

# %% positions-counted-along-the-tensor
# inputs: [(2, 4, 6)]
# clean
class Net(HybridBlock):
    def __init__(self, units=6, max_length=10, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.table = nn.Embedding(max_length, units)
            self.norm = nn.LayerNorm(in_channels=units)

    def hybrid_forward(self, F, x):
        steps = F.contrib.arange_like(x, axis=1)
        return self.norm(F.broadcast_add(x, F.expand_dims(self.table(steps), axis=0)))

# %% prefix-given
# inputs: [(2, 3)]
# clean
# ctor: {"prefix": "mine_"}
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w)

# %% product-of-two-lists-of-tensors
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        pairs = itertools.product([x, F.sin(x)], [y, F.cos(y)])
        return F.add_n(*[a * b for a, b in pairs])

# %% product-of-two-lists-of-tensors-itertools
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.add_n(*[a * b for a, b in itertools.product([x, x * 2], [x, x * 3])])

# %% reparameterisation-with-normal_like
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, latent=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.latent = latent
        with self.name_scope():
            self.enc = nn.Dense(latent * 2, in_units=4)
            self.dec = nn.Dense(4, in_units=latent)

    def hybrid_forward(self, F, x):
        h = self.enc(x)
        mu, lv = F.split(h, axis=1, num_outputs=2)
        z = mu + F.exp(0.5 * lv) * F.random.normal_like(mu)
        kl = -0.5 * F.sum(1 + lv - mu * mu - F.exp(lv), axis=1)
        return self.dec(z), kl

# %% reparameterisation-with-the-batch-size-of-the-constructor
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, latent=2, batch_size=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.latent = latent
        self.batch_size = batch_size
        with self.name_scope():
            self.enc = nn.Dense(latent * 2, in_units=4)
            self.dec = nn.Dense(4, in_units=latent)

    def hybrid_forward(self, F, x):
        h = self.enc(x)
        mu, lv = F.split(h, axis=1, num_outputs=2)
        eps = F.random_normal(loc=0, scale=1, shape=(self.batch_size, self.latent), ctx=mx.cpu())
        z = mu + F.exp(0.5 * lv) * eps
        return self.dec(z)

# %% repr-f-guard-same
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if 'ndarray' in repr(F):
            assert x.shape[1] == 3
        return x * 2

# %% reshape-like-another-by-reshape_like
# inputs: [(2, 6), (2, 3, 2)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, pred, label):
        return pred.reshape_like(label) - label

# %% s-x-ew-percent
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = "%s" % x
        return x * 2

# %% same-along-the-batch-of-another-tensor
# inputs: [(2, 5, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, units=4, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.token = self.params.get("token", shape=(1, 1, units))

    def hybrid_forward(self, F, patches, token):
        return F.concat(F.broadcast_like(token, patches, lhs_axes=(0,), rhs_axes=(0,)), patches, dim=1)

# %% same-and-each-is-taken-as-what-it-is
# inputs: [(2, 3)]
# clean
class Body(HybridBlock):
    def __init__(self, both, **kwargs):
        super().__init__(**kwargs)
        self.both = both

    def hybrid_forward(self, F, x):
        if self.both:
            return F.relu(x), x * 2
        return F.relu(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.one, self.two = Body(False), Body(True)

    def hybrid_forward(self, F, x):
        y = self.one(x)
        first, second = self.two(y)
        return first + second + y

# %% same-computed-with-operators
# inputs: [(2, 3), None]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, scale):
        if scale is None:
            scale = F.mean(x, axis=1, keepdims=True)
        return F.broadcast_mul(x, scale)

# %% same-result-in-another-order-of-additions
# inputs: [(2, 300)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        total = F.sum(parts[0], axis=1) + F.sum(parts[1], axis=1) + F.sum(parts[2], axis=1)
        return F.exp(total * 0.1)

# %% same-scan-by-an-operator
# inputs: [(3, 2, 4), (2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, seq, init):
        def step(data, state):
            state = state + F.broadcast_like(F.mean(data, axis=-1, keepdims=True), data)
            return state, state
        outs, last = F.contrib.foreach(step, seq, init)
        return outs

# %% same-with-an-operator
# inputs: [(2, 3)]
# clean
Triple = type("Triple", (HybridBlock,), {"hybrid_forward": lambda self, F, x: x * 3})


class Unit(Triple):
    def hybrid_forward(self, F, x):
        x = super().hybrid_forward(F, x)
        return F.relu(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()
        self.body.add(Unit())

    def hybrid_forward(self, F, x):
        y = self.body(x)
        return F.broadcast_div(y, y.sum().reshape((1, 1)))

# %% same-with-operators-alone
# inputs: [[(2, 3), (2, 3)]]
# clean
class Net(HybridBlock):
    def fuse(self, F, first, second=None, *others):
        total = first if second is None else first + second
        for other in others:
            total = total + other
        return total

    def hybrid_forward(self, F, xs):
        return self.fuse(F, *[F.relu(x) for x in xs])

# %% same-with-reshapes-own-codes
# inputs: [(2, 4, 5)]
# clean
class Net(HybridBlock):
    def __init__(self, groups=2, **kwargs):
        super().__init__(**kwargs)
        self._groups = groups

    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=self._groups, axis=1) if self._groups > 1 else [x]
        return F.concat(*[part.reshape((0, -1)) for part in parts], dim=1)

# %% scores-divided-by-the-root-of-the-units-that-the-constructor-was
# inputs: [(2, 3, 4), (2, 3, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, units=4, **kwargs):
        super().__init__(**kwargs)
        self._scale = math.sqrt(units)

    def hybrid_forward(self, F, query, key):
        return F.softmax(F.batch_dot(query, key, transpose_b=True) / self._scale)

# %% second-output-of-a-symbolblock
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        data = mx.sym.var("data")
        self.d = SymbolBlock([mx.sym.relu(data), mx.sym.tanh(data)], data)

    def hybrid_forward(self, F, x):
        return self.d(x)[1] * 2

# %% self-attention-with-codes-of-reshape
# inputs: [(2, 5, 8)]
# clean
import math


class SelfAttention(HybridBlock):
    def __init__(self, units, heads, **kwargs):
        super(SelfAttention, self).__init__(**kwargs)
        self._units = units
        self._heads = heads
        with self.name_scope():
            self.qkv = nn.Dense(3 * units, in_units=units, flatten=False)
            self.out = nn.Dense(units, in_units=units, flatten=False)

    def _split_heads(self, F, t):
        t = F.reshape(t, shape=(0, 0, self._heads, -1))
        t = F.transpose(t, axes=(0, 2, 1, 3))
        return F.reshape(t, shape=(-3, 0, 0))

    def hybrid_forward(self, F, x):
        q, k, v = F.split(self.qkv(x), num_outputs=3, axis=2)
        q, k, v = [self._split_heads(F, t) for t in (q, k, v)]
        scores = F.batch_dot(q, k, transpose_b=True) / math.sqrt(self._units // self._heads)
        att = F.softmax(scores, axis=-1)
        out = F.batch_dot(att, v)
        out = F.reshape(out, shape=(-4, -1, self._heads, 0, 0))
        out = F.reshape(F.transpose(out, axes=(0, 2, 1, 3)), shape=(0, 0, -3))
        return self.out(out)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.att = SelfAttention(8, 2)
        self.ln = nn.LayerNorm(in_channels=8)

    def hybrid_forward(self, F, x):
        return self.ln(x + self.att(x))

# %% self-c-x-0-of-a-list-of-one
# inputs: [(2, 3)]
# clean
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        return [x * 2]


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x)[0]

# %% self-check-x-called-behind-f-is-mx-nd
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def _check(self, x):
        assert x.ndim == 2, "bad rank"

    def hybrid_forward(self, F, x):
        if F is mx.nd:
            self._check(x)
        return x * 2

# %% self-w-data-shape
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.w = self.params.get('w', shape=(1, 3), init='ones')

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w) * self.w.data().shape[1]

# %% self-w-dtype-self-w-name-grad_req
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.w = self.params.get('w', shape=(1, 3), init='ones')

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w).astype(self.w.dtype)

# %% self-w-list_ctx
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w) * len(self.w.list_ctx())

# %% self-w-shape-parameter
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.w = self.params.get('w', shape=(1, 3), init='ones')

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w) * self.w.shape[1]

# %% self-w-shape-where-w-is-a-parameter
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w) * self.w.shape[1]

# %% shape-in-the-message-of-an-assert-that-holds
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 1

    def hybrid_forward(self, F, x):
        assert self.n > 0, "bad input %s" % (x.shape,)
        return x * self.n

# %% shape-in-the-one-life-and-codes-in-the-other-unpacked
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        b, c = x.shape if F is mx.nd else (0, -1)
        return F.reshape(x, (b, c))

# %% shape-in-the-one-life-and-two-none-in-the-other-unpacked-and: a shape in the one life and two None in the other, unpacked, and asked whether it is there
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        b, c = x.shape if hasattr(x, "shape") else (None, None)
        y = x * 2
        if b is not None:
            y = y.reshape((b, c))
        return y

# %% shape-of-a-parameter
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.centers = self.params.get("centers", shape=(5, 3), init="xavier")

    def hybrid_forward(self, F, x, centers):
        k = self.centers.shape[0]
        scores = F.dot(x, centers, transpose_b=True)
        return F.reshape(scores, (-1, k)) / k

# %% shape-of-what-a-block-of-a-configured-kind-gave-asked-for-where: the shape of what a block of a configured kind gave, asked for where it has one
# inputs: [(2, 3)]
# ctor: {"kind": "Dense"}
# clean
class Net(HybridBlock):
    def __init__(self, kind):
        super().__init__()
        self.body = getattr(nn, kind)(4)

    def hybrid_forward(self, F, x):
        features = self.body(x)
        if hasattr(features, "shape"):
            assert features.shape[1] == 4
        return F.relu(features)

# %% shape-that-only-one-life-looks-at
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        shape = x.shape if isinstance(x, nd.NDArray) else None
        if shape is not None and shape[1] != 3:
            raise ValueError(shape)
        return F.relu(x)

# %% simplenamespace-of-tensors
# inputs: [(2, 3), (2, 3)]
# clean
from types import SimpleNamespace


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        s = SimpleNamespace(a=x, b=y)
        return s.a + s.b

# %% skip-connections-cropped
# inputs: [(2, 1, 8, 8)]
# clean
class Up(HybridBlock):
    def __init__(self, channels, **kwargs):
        super(Up, self).__init__(**kwargs)
        self.up = nn.Conv2DTranspose(channels, 2, strides=2)
        self.conv = nn.Conv2D(channels, 3, padding=1, activation="relu")

    def hybrid_forward(self, F, x, skip):
        x = F.Crop(self.up(x), skip, num_args=2)
        return self.conv(F.concat(x, skip, dim=1))


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.down = nn.HybridSequential()
        self.up = nn.HybridSequential()
        for c in (2, 4):
            self.down.add(nn.Conv2D(c, 3, padding=1, activation="relu"))
        for c in (2,):
            self.up.add(Up(c))

    def hybrid_forward(self, F, x):
        skips = []
        for i, layer in enumerate(self.down):
            x = layer(x)
            if i < len(self.down) - 1:
                skips.append(x)
                x = F.Pooling(x, kernel=(2, 2), stride=(2, 2), pool_type="max")
        for layer, skip in zip(self.up, reversed(skips)):
            x = layer(x, skip)
        return x

# %% skips-kept-in-a-list-and-taken-from-its-end
# inputs: [(2, 2, 8, 8)]
# clean
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

# %% small-u-net-that-crops-like-the-other
# inputs: [(2, 1, 8, 8)]
# clean
class Up(HybridBlock):
    def __init__(self, channels, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.up = nn.Conv2DTranspose(channels, 2, strides=2)
            self.conv = nn.Conv2D(channels, 3, padding=1, activation="relu")

    def hybrid_forward(self, F, x, skip):
        x = F.slice_like(self.up(x), skip, axes=(2, 3))
        return self.conv(F.concat(x, skip, dim=1))


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.down = nn.Conv2D(3, 3, padding=1, activation="relu")
            self.pool = nn.MaxPool2D()
            self.bottom = nn.Conv2D(4, 3, padding=1, activation="relu")
            self.up = Up(3)
            self.out = nn.Conv2D(1, 1)

    def hybrid_forward(self, F, x):
        skip = self.down(x)
        return self.out(self.up(self.bottom(self.pool(skip)), skip))

# %% smallest-by-a-written-out-rank
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        ranked = {"x": (2, x), "y": (1, y)}
        _, smallest = min(ranked.values(), key=lambda pair: pair[0])
        return smallest + 1

# %% starmap-of-a-function-of-operators
# inputs: [(2, 3), (2, 3)]
# clean
def normalised(value, scale):
    return value * scale / value.norm()


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        pairs = itertools.starmap(operator.mul, [(x, 2), (y, 3)])
        return F.add_n(*pairs)

# %% staticmethod-centres-the-tensor
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    @staticmethod
    def average(F, x):
        return F.mean(x, axis=1, keepdims=True)

    def hybrid_forward(self, F, x):
        return F.broadcast_sub(x, self.average(F, x))

# %% sum-t-2-for-t-in-x-y
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return sum(t * 2 for t in (x, y))

# %% symbolblock-as-a-child
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        data = mx.sym.var("data")
        self.net = gluon.SymbolBlock(mx.sym.tanh(data), [data])

    def hybrid_forward(self, F, x):
        return self.net(x) * 2

# %% symbolblock-as-a-child-sc-symbol-block
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        data = mx.sym.var("data")
        self.d = SymbolBlock(mx.sym.relu(data) * 2, data)

    def hybrid_forward(self, F, x):
        return self.d(x) + 1

# %% symbolblock-of-two-outputs
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        data = mx.sym.var("data")
        self.d = SymbolBlock([mx.sym.relu(data), mx.sym.tanh(data)], data)

    def hybrid_forward(self, F, x):
        a, b = self.d(x)
        return a * 2 + b

# %% tensors-gathered-in-lists-of-a-defaultdict
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        groups = collections.defaultdict(list)
        for name, value in (("a", x), ("b", y), ("a", y)):
            groups[name].append(value)
        return [F.concat(*values, dim=1) for _, values in sorted(groups.items())]

# %% three-generations-each-adding-a-step
# inputs: [(2, 3)]
# clean
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

# %% tokens-are-looked-up-in-a-table-of-embeddings-by-kind-positions-block-embedding-good
# inputs: [('i', (2, 5), 0, 7, 'int32')]
# clean
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

# %% transposed-matrix-by-a-flag
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.dot(x, x, transpose_b=True)

# %% truth-of-a-child-of-the-file
# inputs: [(2, 3)]
# clean
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        if not self.c:
            return x.reshape((x.shape[0], -1))
        return self.c(x)

# %% try-the-shape-in-a-reshape-except-uses-its-codes
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            rows = x.shape[0]
            return F.relu(x.reshape((rows, -1)))
        except AttributeError:
            return F.relu(x.reshape((0, -1)))

# %% two-layers-for-this-caller
# inputs: [(2, 3)]
# clean
# ctor: {"n": 2}
class Net(HybridBlock):
    def __init__(self, n, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()
        for _ in range(n):
            self.body.add(nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        return self.body(x)

# %% type-x-is-nd-ndarray-guard
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if type(x) is nd.NDArray:
            assert x.shape[1] == 3
        return x * 2

# %% type-x-mx-nd-ndarray-guard-of-an-assert
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if type(x) == mx.nd.NDArray:
            assert x.shape[1] == 3
        return x * 3

# %% validator-that-looks-at-the-rank-imperatively-alone
# inputs: [(2, 3)]
# clean
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

# %% w1-w2-of-the-same-shape
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.w = self.params.get('w', shape=(1, 3), init='ones')
            self.v = self.params.get('v', shape=(1, 3), init='ones')

    def hybrid_forward(self, F, x, w, v):
        return F.broadcast_mul(x, w + v)

# %% warnings-warn-that-is-never-reached
# inputs: [(2, 3)]
# clean
import warnings


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 2

    def hybrid_forward(self, F, x):
        if self.n > 5:
            warnings.warn("large %s" % x.shape)
        return x * self.n

# %% what-they-give-may-be-several-outputs-which-an-index-picks
# inputs: [(2, 4)]
# ctor: {"kind": "HybridLambda"}
# clean
class Net(HybridBlock):
    def __init__(self, kind):
        super().__init__()
        self.stages = nn.HybridSequential()
        for function in ("identity", lambda F, x: F.split(x, num_outputs=2, axis=1)):
            self.stages.add(getattr(nn, kind)(function))

    def hybrid_forward(self, F, x):
        both = self.stages(x)
        one, other = both
        return both[0] + one - other

# %% whether-it-trains-only-written-down
# inputs: [(2, 3)]
# clean
import logging


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        logging.getLogger(__name__).debug("training: %s", autograd.is_training())
        return x * 2

# %% x-astype-self-d-weight-dtype
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x.astype(self.d.weight.dtype)) * 2

# %% x-astype-self-dtype
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.dtype = 'float16'

    def hybrid_forward(self, F, x):
        return x.astype(self.dtype)

# %% x-reshape-0-0-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape((0, 0, 1)) * 2

# %% x-sum-axis-1-2
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sum(axis=(1, 2))

# %% x-y-as-a-method-of-f-in-the-other
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        if F is mx.nd:
            return x + y
        return F.broadcast_add(x, y)

# %% y-is-x-after-astype-copy-false
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x.astype("float32")
        return x * 2 if y is x else y * 3

# %% yolo-grid-made-by-arange_like
# inputs: [(2, 6, 3, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, classes=1, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.pred = nn.Conv2D(4, 1)

    def hybrid_forward(self, F, x):
        pred = self.pred(x)
        gx = F.contrib.arange_like(pred, axis=3).reshape((1, 1, 1, -1))
        gy = F.contrib.arange_like(pred, axis=2).reshape((1, 1, -1, 1))
        xy = F.broadcast_add(F.slice_axis(pred, axis=1, begin=0, end=1), gx)
        yx = F.broadcast_add(F.slice_axis(pred, axis=1, begin=1, end=2), gy)
        return F.concat(xy, yx, dim=1)

# %% sums-divided-by-lengths
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a = x.sum(axis=1) / x.shape[1]  # HYB101 # breaks: trace
        b = F.sum(x, axis=(1, 2), keepdims=True) / (x.shape[1] * x.shape[2])
        n = x.shape[-1]
        c = F.sum(F.square(x), axis=-1) / n
        return F.sum(a) + F.sum(b) + F.sum(c)

# %% scaled-by-the-length-of-an-axis-of-the-configuration
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, axis=1):
        super().__init__()
        self.axis = axis

    def hybrid_forward(self, F, x):
        return x / x.shape[self.axis]  # HYB101 # breaks: trace

# %% first-state-of-as-many-rows-by-mx-nd: a first state of as many rows as the input, created by mx.nd
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        h = mx.nd.zeros((x.shape[0], 4))  # HYB101 # breaks: trace
        for step in F.split(x, num_outputs=3, axis=1, squeeze_axis=True):
            h = F.tanh(h + step)
        return h

# %% reshape-to-rows-of-attributes-called-size: a reshape to rows of lengths that are attributes, one of them called size
# inputs: [(2, 5)]
class Net(HybridBlock):
    def __init__(self, number=4, size=3, **kwargs):
        super().__init__(**kwargs)
        self.number, self.size = number, size
        self.project = nn.Dense(number * size)

    def hybrid_forward(self, F, x):
        return self.project(x).reshape((x.shape[0], self.number, self.size)) * 2  # HYB101 # breaks: trace

# %% height-and-width-unpacked-from-the-shape-for-a-reshape: height and width, unpacked from the shape, in two targets
# inputs: [(2, 3, 4, 5), (2, 4, 5)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        h, w = x.shape[2:]  # HYB101 # breaks: trace
        mask = F.ones((1, 1, h, w)) * 2
        return x.reshape((0, 0, h * w)), F.broadcast_mul(x, mask), y

# %% shape-of-an-entry-read-as-an-attribute
# inputs: [(2, 3)]
# breaks: trace
class Bag(dict):
    __getattr__ = dict.__getitem__


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        bag = Bag(a=x * 2)
        return bag.a * bag.a.shape[0]  # HYB101

# %% attribute-that-may-be-none-or-a-tensor
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.projected = None

    def set_projected(self, value):
        self.projected = value

    def hybrid_forward(self, F, x):
        w = x * 1 if self.projected is None else self.projected
        return w * w.shape[1]  # HYB101

# %% rows-of-outputs-that-are-concatenated-from-a-list
# inputs: [(2, 4), (2, 8)]
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b):
        scores = F.concat(*[a, b], dim=1)
        return scores.reshape((scores.shape[0], -1, 4))  # HYB101 # breaks: trace # fix: return scores.reshape((0, -1, 4))

# %% positions-in-another-dtype
# inputs: [("i", (2, 3), 0, 4, "int32"), (2,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, lengths):
        steps = F.arange(x.shape[1])  # HYB101 # breaks: trace # fix: steps = F.contrib.arange_like(F.cast(x, "float32"), axis=1)
        return F.broadcast_lesser(steps.expand_dims(0), lengths.expand_dims(1))

# %% layer-that-a-method-may-attach
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.post = None

    def attach(self, layer):
        self.post = layer

    def hybrid_forward(self, F, x):
        y = x if self.post is None else self.post(x)
        return y * y.shape[1]  # HYB101 # breaks: trace

# %% attribute-of-a-dict-by-setattr
# inputs: [(2, 3)]
class Output(dict):
    def __getattr__(self, name):
        return self[name]

    def __setattr__(self, name, value):
        self[name] = value


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        out = Output()
        out.scores = F.softmax(x)
        return out.scores / out.scores.shape[1]  # HYB101 # breaks: trace

# %% attribute-of-a-dict-by-setattr-works
# inputs: [(2, 3)]
# clean
class Output(dict):
    __getattr__ = dict.__getitem__
    __setattr__ = dict.__setitem__


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        out = Output()
        out.scores = F.softmax(x)
        return out.scores, out.scores * 2

# %% not-in-debug-mode
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not __debug__:
            x = x * x.shape[0]
        return x * 2

# %% channels-shuffled-in-a-function
# inputs: [(2, 8, 3, 3)]
def shuffled(x, groups):
    n, c, h, w = x.shape  # HYB101 # breaks: trace
    x = x.reshape((n, groups, c // groups, h, w))
    x = x.swapaxes(1, 2)
    return x.reshape((n, c, h, w))


class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2D(8, 1, in_channels=8)

    def hybrid_forward(self, F, x):
        return shuffled(self.conv(x), 4)

# %% lengths-of-what-was-merged-by-an-inferred-length
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(5, in_units=4)

    def hybrid_forward(self, F, x):
        shape = x.shape  # HYB101 # breaks: trace
        out = self.fc(x.reshape((-1, shape[-1])))
        return out.reshape((shape[0], shape[1], -1))

# %% two-axes-split-into-windows
# inputs: [(2, 4, 4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        b, h, w, c = x.shape  # HYB101 # breaks: trace
        x = x.reshape((b, h // 2, 2, w // 2, 2, c))
        return x.transpose((0, 1, 3, 2, 4, 5)).sum(axis=(3, 4))

# %% through-a-staticmethod-call-in-the-class-body
# inputs: [(2, 3)]
def scaled(F, x):
    return x * x.shape[1]  # HYB101 # breaks: trace


class Net(HybridBlock):
    act = staticmethod(scaled)

    def hybrid_forward(self, F, x):
        return self.act(F, F.tanh(x))

# %% through-a-lambda-in-the-class-body
# inputs: [(2, 3)]
class Net(HybridBlock):
    act = lambda self, F, x: x * x.shape[1]  # HYB101 # breaks: trace

    def hybrid_forward(self, F, x):
        return self.act(F, F.tanh(x))

# %% through-a-descriptor-of-a-block
# inputs: [(2, 3)]
class Scaled:
    def __get__(self, instance, owner):
        return lambda x: x * x.shape[1]  # HYB101 # breaks: trace


class Net(HybridBlock):
    act = Scaled()

    def hybrid_forward(self, F, x):
        return self.act(F.tanh(x))

# %% kernel-of-the-whole-image
# inputs: [(2, 4, 6, 6)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        h, w = x.shape[2:]  # HYB101 # breaks: trace
        return F.Pooling(x, kernel=(h, w), pool_type="avg")

# %% identity-matrix-of-a-length
# inputs: [(2, 4, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_sub(x, F.eye(x.shape[1]).expand_dims(0))  # HYB101 # breaks: trace

# %% items-as-attributes-of-a-dict
# inputs: [(2, 3)]
class Config(dict):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.__dict__ = self


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = Config(query=F.tanh(x))
        parts.key = F.relu(x)
        return parts["key"] / parts.query.shape[1]  # HYB101 # breaks: trace

# %% recurrence-over-the-steps-of-the-input
# inputs: [(2, 4, 3)]
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.i2h = nn.Dense(5, in_units=3)
        self.h2h = nn.Dense(5, in_units=5)

    def hybrid_forward(self, F, x):
        h = F.zeros((1, 5))
        c = F.relu(F.broadcast_like(h, x, lhs_axes=(0,), rhs_axes=(0,)))
        outs = []
        for t in range(x.shape[1]):  # HYB101 # breaks: trace
            c = F.tanh(self.i2h(F.relu(x[:, t, :])) + self.h2h(c))  # HYB302
            outs.append(c)
        return F.stack(*outs, axis=1)

# %% four-gates-as-parts-of-an-axis
# inputs: [(2, 12)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = x.shape[1] // 4  # HYB101 # breaks: trace
        i = F.sigmoid(x[:, n:2 * n])  # HYB302
        return i * F.tanh(x[:, 3 * n:])  # HYB302

# %% squeezed-where-the-axis-has-one-position
# inputs: [(2, 1, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if x.shape[1] == 1:  # HYB101 # breaks: trace
            x = F.squeeze(x, axis=1)
        return x * 2

# %% pixel-shuffle-by-reshape
# inputs: [(2, 8, 3, 5)]
class Net(HybridBlock):
    def __init__(self, factor=2):
        super().__init__()
        self.factor = factor

    def hybrid_forward(self, F, x):
        b, c, h, w = x.shape  # HYB101 # breaks: trace
        r = self.factor
        oc = c // (r ** 2)
        x = x.reshape((b, oc, r, r, h, w))  # fix: x = F.reshape(F.reshape(x, (0, -4, -1, r * r, 0, 0)), (0, 0, -4, r, r, 0, 0))
        x = x.transpose((0, 1, 4, 2, 5, 3))
        return x.reshape((b, oc, h * r, w * r))  # fix: return x.reshape((0, 0, -3, -3))

# %% axis-of-one-behind-all
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(x.shape + (1,)) * 2  # HYB101 # breaks: trace # fix: return F.expand_dims(x, axis=-1) * 2

# %% first-axis-split-like-another-tensor
# inputs: [(2, 3, 4), (6, 5)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        y = y.reshape(x.shape[:2] + y.shape[1:])  # HYB101 # breaks: trace # fix: y = F.reshape_like(y, x, lhs_begin=0, lhs_end=1, rhs_begin=0, rhs_end=2)
        return F.sum(y, axis=2) * 2

# %% factor-that-compares-a-length
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (x.shape[1] > 2)  # HYB101, HYB202 # breaks: trace # fix: return F.broadcast_mul(x, F.slice_axis(F.contrib.arange_like(x, start=1, axis=1), axis=0, begin=-1, end=None) > 2)

# %% one-hot-of-integers-with-the-width-of-the-logits
# inputs: [(2, 3), ("i", (2,), 0, 3, "int32")]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        y = F.one_hot(y, x.shape[1])  # HYB101 # breaks: trace # fix: y = F.broadcast_equal(F.expand_dims(F.cast(y, "float32"), axis=-1), F.contrib.arange_like(F.cast(x, "float32"), axis=1))
        return F.sum(y, axis=1)

# %% kernel-as-large-as-the-image
# inputs: [(2, 3, 4, 5)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.Pooling(x, kernel=x.shape[2:], pool_type="max")  # HYB101 # breaks: trace # fix: return F.Pooling(x, global_pool=True, pool_type="max")

# %% rows-flattened-by-the-size
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape((-1, x.size // x.shape[0]))  # HYB101 # breaks: trace # fix: return x.reshape((0, -1))

# %% axis-inferred-between-two-that-are-kept
# inputs: [(2, 3, 4, 5)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        b, c, h, w = x.shape  # HYB101 # breaks: trace
        return x.reshape((b, -1, w))  # fix: return x.reshape((0, -3, 0))

# %% cropped-to-the-last-lengths-of-another-tensor
# inputs: [(2, 3, 4, 5), (2, 1, 2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        h, w = y.shape[-2:]  # HYB101 # breaks: trace
        return x[:, :, :h, :w] * 2  # HYB302 # fix: return F.slice_like(x, y, axes=(2, 3)) * 2

# %% cast-unless-of-the-dtype
# inputs: [("f16", (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if x.dtype != "float32":  # HYB101 # breaks: trace
            x = x.astype("float32")
        return x * 2

# %% channels-split-by-the-square-of-a-factor
# inputs: [(2, 12, 3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        b, c, h, w = x.shape  # HYB101 # breaks: trace
        r = 1 + 1
        return x.reshape((b, c // r**2, r, r, h, w))  # fix: return F.reshape(F.reshape(x, (0, -4, -1, r * r, 0, 0)), (0, 0, -4, r, r, 0, 0))

# %% asserted-by-numpy-that-no-number-is-nan
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert np.isfinite(x.asnumpy()).all()  # HYB102 # breaks: trace
        return x * 2

# %% steps-joined-along-an-axis-of-their-own
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.fc = nn.Dense(2)

    def hybrid_forward(self, F, x):
        outs = []
        for t in range(x.shape[1]):  # HYB101 # breaks: trace
            outs.append(F.expand_dims(self.fc(x[:, t]), axis=1))  # HYB302
        return F.concat(*outs, dim=1)
