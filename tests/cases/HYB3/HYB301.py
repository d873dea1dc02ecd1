"""Blocks that HYB301 reports, and blocks like them that work."""

import collections
import functools
import itertools
import operator
from typing import NamedTuple

import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import HybridBlock, nn, rnn

# %% base-with-hooks-one-filled-with-a-row
# inputs: [(4, 3)]
class Layer(HybridBlock):
    def after(self, F, x):
        return x

    def transform(self, F, x):
        raise NotImplementedError

    def hybrid_forward(self, F, x):
        return self.after(F, self.transform(F, x))


class Net(Layer):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def transform(self, F, x):
        return self.d(x)

    def after(self, F, x):
        return x[0] * 2  # HYB301 # breaks: values

# %% block-put-by-self-dict-and-the-row-of-what-it-gives
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.__dict__['act'] = nn.Activation('relu')

    def hybrid_forward(self, F, x):
        return self.act(x)[0]  # HYB301 # breaks: values

# %% brackets-on-topk-that-gives-one-thing
# inputs: [(3, 5)]
class Net(HybridBlock):
    def hybrid_forward(self, F, scores):
        best = F.topk(scores, k=2, ret_typ="value")[0]  # HYB301 # breaks: values
        return best * 2

# %% child-of-one-output-its-first-row
# inputs: [(2, 3)]
# breaks: values
class One(HybridBlock):
    def hybrid_forward(self, F, t):
        return t * 2


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = One()

    def hybrid_forward(self, F, x):
        return self.d(x)[0] + 1  # HYB301

# %% child-returns-a-tuple-whose-second-half-is-indexed
# inputs: [(2, 4)]
class Halves(HybridBlock):
    def hybrid_forward(self, F, x):
        left, right = F.split(x, num_outputs=2, axis=1)
        return left, F.tanh(right)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.halves = Halves()

    def hybrid_forward(self, F, x):
        outputs = self.halves(x)
        return outputs[0] + outputs[1][0]  # HYB301 # breaks: values

# %% class-derived-from-a-namedtuple-made-with-keywords-in-another
# inputs: [(2, 3), (2, 3)]
class Pair(collections.namedtuple("Pair", "left right")):
    def top(self):
        return self.right[0]  # HYB301 # breaks: values


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        pair = Pair(right=F.tanh(y), left=[x, x * 2])
        return pair.top() + pair.left[0]

# %% classes-registered-by-a-decorator-one-of-them-indexes
# inputs: [(3, 4)]
POOLINGS = {}


def pooling(cls):
    POOLINGS[cls.__name__.lower()] = cls
    return cls


@pooling
class Mean:
    def __call__(self, F, x):
        return F.mean(x, axis=0)


@pooling
class First:
    def __call__(self, F, x):
        return x[0]  # HYB301 # breaks: values


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pool = POOLINGS["first"]()

    def hybrid_forward(self, F, x):
        return self.pool(F, F.relu(x))

# %% decorator-with-functools-wraps-that-takes-the-first-row
# inputs: [(2, 3)]
def unbatched(method):
    @functools.wraps(method)
    def wrapper(self, F, x):
        return method(self, F, x[0])  # HYB301 # breaks: values

    return wrapper


class Net(HybridBlock):
    @unbatched
    def hybrid_forward(self, F, x):
        return F.relu(x) + 1

# %% def-inner-t-x-return-t-0
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def inner(t=x):
            return t[0]  # HYB301
        return inner()

# %% default-that-takes-rows
# inputs: [(2, 3)]
# breaks: values
def first(sequence):
    return sequence[0] * 1  # HYB301


class Net(HybridBlock):
    def __init__(self, pool=first, **kwargs):
        super().__init__(**kwargs)
        self.pool = pool

    def hybrid_forward(self, F, x):
        return self.pool(F.relu(x))

# %% deque-maxlen-1-of-the-call-the-row-of-what-is-left
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        d = collections.deque([1], maxlen=1)
        d.append(x * 2)
        return d[0][0]  # HYB301 # breaks: values

# %% element-of-a-list-scaled-then-its-row
# inputs: [[(2, 3), (2, 3)]]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, feats):
        scaled = 0.5 * feats[-1]
        return scaled[0]  # HYB301

# %% element-of-a-list-shifted-then-its-row
# inputs: [[(2, 3), (2, 3)]]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, feats):
        shifted = feats[0] - 1
        return shifted[0]  # HYB301

# %% elements-that-islice-gives-are-indexed
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        features = [F.sin(x), F.cos(x), F.exp(x)]
        return sum(feature[0] for feature in itertools.islice(features, 1, None))  # HYB301 # breaks: values

# %% entry-of-a-list-of-the-blocks-own-is-deleted-and-of-the-input-a: an entry of a list of the block's own is deleted, and of the input a row is taken
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, earlier):
        held = [x * 2, x + 1]
        del held[0]
        return F.broadcast_add(held[0], F.sum(earlier[0]))  # HYB301 # breaks: values

# %% f-contrib-box_nms-x-0
# inputs: [('pos', (2, 5, 6))]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.box_nms(x)[0]  # HYB301

# %% f-contrib-cond-0
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.cond(F.sum(x) > 0, lambda: x * 2, lambda: x * 3)[0]  # HYB301

# %% f-contrib-multiboxdetection-its-first-row
# inputs: [('pos', (2, 2, 4)), (2, 16), ('pos', (1, 4, 4))]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, c, l, a):
        return F.contrib.MultiBoxDetection(F.softmax(c, axis=1), l, a)[0] + 1  # HYB301

# %% f-contrib-multiboxprior-its-first-row
# inputs: [(2, 1, 4, 4)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.MultiBoxPrior(x, sizes=(0.5,), ratios=(1,))[0] * 2  # HYB301

# %% f-instancenorm-its-first-row
# inputs: [(2, 3, 4), (3,), (3,)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x, g, b):
        return F.InstanceNorm(x, g, b)[0] * 2  # HYB301

# %% f-linalg-det-x-0
# inputs: [(2, 3, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.linalg.det(x)[0]  # HYB301

# %% f-split-f-split-x-2-axis-1-0-1-axis-1-0
# inputs: [(2, 4)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split(F.split(x, 2, axis=1)[0], 1, axis=1)[0]  # HYB301

# %% f-split-x-num_outputs-self-n-0-n-1
# inputs: [(2, 3)]
# needs: shapes
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.n = 1

    def hybrid_forward(self, F, x):
        return F.split(x, num_outputs=self.n, axis=1)[0]  # HYB301 # breaks: values

# %% f-split_v2-into-one
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split_v2(x, 1, axis=1)[0] * 2  # HYB301

# %% f-split_v2-x-0
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split_v2(x, (), axis=1)[0]  # HYB301 # breaks: values

# %% f-split_v2-x-1-0
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split_v2(x, 1)[0]  # HYB301 # breaks: values

# %% f-stack-x-x-0
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.stack(x, x)[0]  # HYB301

# %% f-topk-k-1-ret_typ-indices-0
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.topk(x, k=1, ret_typ="indices")[0]  # HYB301

# %% first-box-of-box_nms
# inputs: [('pos', (2, 4, 6))]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.box_nms(x)[0] + 1  # HYB301

# %% first-image-of-a-convolution
# inputs: [(4, 3, 5, 5)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = nn.Conv2D(2, 3, in_channels=3)

    def hybrid_forward(self, F, x):
        return self.c(x)[0]  # HYB301 # breaks: values

# %% first-image-of-what-box_nms-gives
# inputs: [('pos', (2, 4, 6))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.box_nms(x, overlap_thresh=0.5)[0]  # HYB301 # breaks: values

# %% first-layer-of-a-grus-state
# inputs: [(5, 2, 3), (1, 2, 4)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRU(4, input_size=3)

    def hybrid_forward(self, F, x, h):
        out, states = self.d(x, h)
        return states[0][0] * 2  # HYB301

# %% first-of-a-stack
# inputs: [(2, 3), (2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.stack(x, y)[0] * 2  # HYB301

# %% first-of-f-contrib-arange_like
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * F.contrib.arange_like(x, axis=1)[0]  # HYB201, HYB301

# %% first-row-of-a-block-of-the-model-zoo
# inputs: [(2, 3, 8, 8)]
# breaks: values
from mxnet.gluon.model_zoo.vision.resnet import BasicBlockV1


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = BasicBlockV1(3, 1, in_channels=3)

    def hybrid_forward(self, F, x):
        return self.d(x)[0] * 2  # HYB301

# %% first-row-of-a-cells-output
# inputs: [(2, 3), (2, 4)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(4, input_size=3)

    def hybrid_forward(self, F, x, h):
        return self.d(x, [h])[0][0] * 2  # HYB301

# %% first-row-of-a-dropout
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.Dropout(x, p=0.0)[0] + 1  # HYB301

# %% first-row-of-a-layernorm
# inputs: [(2, 3), (3,), (3,)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x, g, b):
        return F.LayerNorm(x, g, b)[0] * 2  # HYB301

# %% first-row-of-a-state-that-is-one-tensor
# inputs: [(5, 2), (2, 2)]
class Net(HybridBlock):
    def hybrid_forward(self, F, rows, h):
        h = F.tanh(h)

        def step(row, state):
            return F.broadcast_add(row, F.sum(state[0])), state * 0.5  # HYB301 # breaks: values

        out, _ = F.contrib.foreach(step, rows, h)
        return out

# %% first-row-of-a-tensor-in-a-defaultdict
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        groups = collections.defaultdict(list)
        groups["a"].append(x * 2)
        return groups["a"][0][0]  # HYB301 # breaks: values

# %% first-row-of-a-tensor-that-may-be-left-out
# inputs: [(5, 2), (5, 2)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, mask=None):
        if mask is not None:
            x = x * mask
        if mask is not None:
            x = F.broadcast_mul(x, F.sum(mask[0]))  # HYB301 # breaks: values
        return x

# %% first-row-of-an-operator
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x)[0]  # HYB301 # breaks: values

# %% first-row-of-nn-batchnorm
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.BatchNorm(in_channels=3)

    def hybrid_forward(self, F, x):
        return self.d(x)[0] * 2  # HYB301

# %% first-row-of-one-output-of-a-split
# inputs: [(2, 6)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split(x, num_outputs=3, axis=1)[1][0] * 2  # HYB301

# %% first-row-of-the-batch
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x[0])  # HYB301 # breaks: values

# %% first-row-of-the-input-of-a-cell-which-is-no-list
# inputs: [(2, 3), [(2, 3)]]
class Net(rnn.HybridRecurrentCell):
    def hybrid_forward(self, F, x, s):
        first = F.broadcast_add(s[0], F.sum(x[0]))  # HYB301 # breaks: values
        return first, [first]

# %% first-row-of-what-a-child-gave
# inputs: [(4, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x)[0] * 2  # HYB301 # breaks: values

# %% first-row-of-what-a-hybridsequential-of-ones-own-gives
# inputs: [(2, 3)]
# breaks: values
class Stem(nn.HybridSequential):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.add(nn.Dense(3, in_units=3))


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.stem = Stem()

    def hybrid_forward(self, F, x):
        return self.stem(x)[0]  # HYB301

# %% first-row-of-what-a-layer-gives-that-the-file-extends
# inputs: [(2, 3)]
class Norm(nn.BatchNorm):
    def __init__(self, **kwargs):
        super().__init__(epsilon=1e-3, **kwargs)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.norm = Norm(in_channels=3)

    def hybrid_forward(self, F, x):
        return self.norm(x)[0] * 2  # HYB301 # breaks: values

# %% first-row-of-what-a-loop-leaves-of-a-state
# inputs: [(5, 2), (2, 2)]
class Net(HybridBlock):
    def hybrid_forward(self, F, rows, h):
        out, last = F.contrib.foreach(lambda row, state: (row * 2, F.broadcast_add(state, row) * 0.5), rows, F.tanh(h))
        return F.broadcast_add(out, F.sum(last[0]))  # HYB301 # breaks: values

# %% first-row-of-what-a-sequence-gave
# inputs: [(4, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seq = nn.HybridSequential()
        self.seq.add(nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        return self.seq(x)[0]  # HYB301 # breaks: values

# %% first-row-of-what-super-hybrid_forward-gives-in-a
# inputs: [(2, 3)]
# breaks: values
class Net(nn.HybridSequential):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.add(nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        return super().hybrid_forward(F, x)[0]  # HYB301

# %% first-step-of-an-f-rnn-without-states
# inputs: [(4, 2, 3), (100,), (1, 2, 2)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x, w, s):
        out = F.RNN(x, w.slice_axis(axis=0, begin=0, end=14), s, state_size=2, num_layers=1, mode="rnn_tanh")
        return out[0] * 2  # HYB301

# %% first-step-of-what-foreach-gave
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs, _ = F.contrib.foreach(lambda t, s: (t * 2, s), x, [])
        return outs[0]  # HYB301 # breaks: values

# %% first-x-helper-returns-t-0
# inputs: [(2, 3)]
# breaks: values
def first(t):
    return t[0]  # HYB301


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return first(x)

# %% foreach-body-d-0-of-a-row
# inputs: [(4, 2)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.foreach(lambda d, s: (d[0], s), x, [])[0]  # HYB301

# %% foreach-output-0-row
# inputs: [(4, 3), (3,)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        o, s = F.contrib.foreach(lambda d, s: (d + s[0], [s[0] + d]), x, [y])
        return o[0]  # HYB301

# %% foreach-outs-0-of-one-output
# inputs: [(4, 2)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs, s = F.contrib.foreach(lambda d, s: (d + s, s + d), x, F.zeros((2,)))
        return outs[0]  # HYB301

# %% foreach-whose-step-takes-a-row
# inputs: [(3, 2, 4), (2, 4)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x, h):
        out, _ = F.contrib.foreach(lambda d, s: (d[0] + s[0][0], s), x, [h])  # HYB301
        return out * 2

# %% function-as-default-of-a-dataclass
# inputs: [(2, 3)]
# breaks: values
import dataclasses
from typing import Callable


def row(x):
    return x[0]  # HYB301


@dataclasses.dataclass
class Config:
    pool: Callable = row


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.config = Config()

    def hybrid_forward(self, F, x):
        return self.config.pool(F.relu(x)) * 2

# %% h-squeeze-0-vs-h-0-of-a-state
# inputs: [(4, 2, 3), (1, 2, 5), (1, 2, 5)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.lstm = rnn.LSTM(5, input_size=3)

    def hybrid_forward(self, F, x, h, k):
        _, s = self.lstm(x, [h, k])
        return s[0][0]  # HYB301

# %% helper-is-an-iterator-over-the-tensors-rows
# inputs: [(3, 4)]
class Rows:
    def __init__(self, data):
        self.data = data
        self.position = 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.position >= 2:
            raise StopIteration
        self.position += 1
        return self.data[0]  # HYB301 # breaks: values


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        total = 0
        for row in Rows(x):
            total = total + row
        return total

# %% hook-registered-on-a-child-after-the-trace: a hook registered on a child after the trace
# inputs: [(2, 3)]
# breaks: values
# call: (net(*xs), len(net.seen))
# between: net.d.register_forward_hook(lambda b, i, o: net.seen.append(1))
# needs: callers
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seen = []
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x)

# %% hybridlambda-that-takes-the-first-row
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridLambda(lambda F, x: x[0] * 2)  # HYB301

    def hybrid_forward(self, F, x):
        return self.d(x)

# %% itemgetter-of-a-tensor
# inputs: [(4, 3)]
first = operator.itemgetter(0)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return first(F.sigmoid(x))  # HYB301 # breaks: values

# %% lambdas-in-a-list-applied-in-turn-one-of-them-indexes
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        pipeline = [
            lambda v: F.relu(v),
            lambda v: v[0],  # HYB301 # breaks: values
            lambda v: v * 2,
        ]
        for stage in pipeline:
            x = stage(x)
        return x

# %% last-output-of-a-container-block-its-first-row
# inputs: [(4, 3)]
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
        return last[0] * 2  # HYB301 # breaks: values

# %% layer-that-object-setattr-puts-there-and-a-row
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        object.__setattr__(self, 'act', nn.Activation('relu'))

    def hybrid_forward(self, F, x):
        return self.act(x)[0]  # HYB301 # breaks: values

# %% layernorm-0
# inputs: [(4, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.g = self.params.get("g", shape=(3,))
        self.b = self.params.get("b", shape=(3,))

    def hybrid_forward(self, F, x, g, b):
        return F.LayerNorm(x, g, b)[0]  # HYB301 # breaks: values

# %% list-made-by-a-b-one-item-set-a-row-of-another
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = [x] + [x * 2]
        outs[0] = x * 3
        return outs[1][0]  # HYB301 # breaks: values

# %% list-map-lambda-t-t-0-x-y
# inputs: [(2, 3), (2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.add_n(*map(lambda t: t[0], [x, y]))  # HYB301

# %% local-sequential-filled-in-a-branch-kept-afterwards
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, deep=True, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            if deep:
                body = nn.HybridSequential()
                body.add(nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))
            else:
                body = nn.HybridSequential()
                body.add(nn.Dense(3, in_units=3))
            self.body = body

    def hybrid_forward(self, F, x):
        return self.body[0](x)[0]  # HYB301 # breaks: values

# %% methods-by-name-in-a-dict-the-one-that-is-taken-reads-a-row
# inputs: [(4, 3)]
class Net(HybridBlock):
    def __init__(self, how="first", **kwargs):
        super().__init__(**kwargs)
        self.how = how
        self.table = {"mean": self.by_mean, "first": self.by_first}

    def by_mean(self, F, x):
        return F.mean(x, axis=0)

    def by_first(self, F, x):
        return x[0]  # HYB301 # breaks: values

    def hybrid_forward(self, F, x):
        return self.table[self.how](F, x * 2)

# %% multi-head-attention-that-indexes-the-stacked-projections
# inputs: [(2, 3, 8)]
class Net(HybridBlock):
    def __init__(self, units=8, heads=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.heads = heads
        with self.name_scope():
            self.qkv = nn.Dense(units * 3, flatten=False)
            self.o = nn.Dense(units, flatten=False)

    def hybrid_forward(self, F, x):
        qkv = self.qkv(x).reshape((0, 0, 3, self.heads, -1)).transpose((2, 0, 3, 1, 4))
        q, k, v = qkv[0], qkv[1], qkv[2]  # HYB301, HYB302 # breaks: trace
        q, k, v = q.reshape((-3, 0, 0)), k.reshape((-3, 0, 0)), v.reshape((-3, 0, 0))
        att = F.softmax(F.batch_dot(q, k, transpose_b=True))
        out = F.batch_dot(att, v).reshape((-4, -1, self.heads, 0, 0)).transpose((0, 2, 1, 3)).reshape((0, 0, -1))
        return self.o(out)

# %% nn-hybridlambda-lambda-f-x-x-0
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.l = nn.HybridLambda(lambda F, x: x[0])  # HYB301

    def hybrid_forward(self, F, x):
        return self.l(x)

# %% numpy-array-as-an-input: a numpy array as an input
# inputs: [(2, 3)]
# breaks: trace
# call: net(xs[0], __import__("numpy").ones(3))
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, x, scale):
        return x * float(scale[0])

# %% object-of-a-class-that-a-dict-of-the-module-holds-called
# inputs: [(2, 3)]
class Strategy:
    def __call__(self, F, x):
        raise NotImplementedError


class First(Strategy):
    def __call__(self, F, x):
        return x[0]  # HYB301 # breaks: values


class Mean(Strategy):
    def __call__(self, F, x):
        return F.mean(x, axis=0)


STRATEGIES = {"first": First, "mean": Mean}


class Net(HybridBlock):
    def __init__(self, strategy="first", **kwargs):
        super().__init__(**kwargs)
        self.strategy = STRATEGIES[strategy]()

    def hybrid_forward(self, F, x):
        return self.strategy(F, x)

# %% of-two-mixins-the-first-in-the-order-of-bases-decides
# inputs: [(2, 3)]
class FirstRow:
    def reduce(self, F, x):
        return x[0]  # HYB301 # breaks: values


class MeanRow:
    def reduce(self, F, x):
        return F.mean(x, axis=0)


class Net(FirstRow, MeanRow, HybridBlock):
    def hybrid_forward(self, F, x):
        return self.reduce(F, F.relu(x))

# %% one-element-of-a-parameter-argument
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(2,))

    def hybrid_forward(self, F, x, w):
        return x * w[0] + w[1]  # HYB301, HYB302 # breaks: trace

# %% one-output-as-the-child-is-made
# inputs: [(2, 6)]
# breaks: values
class Parts(HybridBlock):
    def __init__(self, n, **kwargs):
        super(Parts, self).__init__(**kwargs)
        self.n = n

    def hybrid_forward(self, F, x):
        return F.split(x, num_outputs=self.n, axis=1)[0]  # HYB301


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.p = Parts(1)

    def hybrid_forward(self, F, x):
        return self.p(x) * 2

# %% operator-itemgetter
# inputs: [(2, 3)]
# breaks: values
import operator


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return operator.itemgetter(0)(x) * 2  # HYB301

# %% operator-itemgetter-0-of-a-tensor
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        first = operator.itemgetter(0)
        return first(x * 2)  # HYB301 # breaks: values

# %% optional-function-that-is-called-an-operator-follows
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, act=1, **kwargs):
        super().__init__(**kwargs)
        self.act = None
        if act:
            self.act = lambda v: v * 2
    def hybrid_forward(self, F, x):
        if self.act is not None:
            x = self.act(x)
        return x[0] * 2  # HYB301

# %% outputs-are-one-tensor-where-lengths-are-given-0-is-a-sample-or
# inputs: [(2, 4, 3), ("i", (2,), 1, 5, "float32")]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(5, input_size=3)

    def hybrid_forward(self, F, x, lengths):
        outputs, _ = self.cell.unroll(4, x, valid_length=lengths)
        return outputs[0]  # HYB301 # breaks: values

# %% outs-a-x-outs-a-0
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = {"a": x}
        return outs["a"][0]  # HYB301

# %% parts-0-0
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts[0][0] * 1  # HYB301 # breaks: values

# %% parts-1-0-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts[1][0:1] * 1  # HYB301 # breaks: values

# %% row-of-an-item-of-a-list
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = [x, x * 2]
        return parts[1][0] * 2  # HYB301 # breaks: values

# %% row-of-an-item-of-a-list-made-by-none-3
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = [None] * 3
        for i in range(3):
            outs[i] = x * i
        return outs[1][0]  # HYB301 # breaks: values

# %% row-of-what-a-child-made-in-a-branch-gives
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, deep=True, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            if deep:
                self.body = nn.HybridSequential()
                self.body.add(nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))
            else:
                self.body = nn.HybridSequential()
                self.body.add(nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        return self.body[0](x)[0]  # HYB301 # breaks: values

# %% row-of-what-mx-sym-makes
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            y = mx.nd.relu(x)
        else:
            y = mx.sym.relu(x)
        return y[0] + 1  # HYB301 # breaks: values

# %% row-of-what-was-inserted-into-a-list
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = [x * 2]
        outs.insert(0, x * 3)
        return outs[0][0]  # HYB301 # breaks: values

# %% row-that-is-the-whole-while-tracing
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            first = x[0]  # HYB301
        except Exception:
            first = F.slice_axis(x, axis=0, begin=0, end=1)
        return first * 2

# %% rows-of-a-tensor-stacked-again
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.concat(*[F.expand_dims(x[i], 0) for i in range(2)], dim=0)  # HYB302 # breaks: trace

# %% rows-until-there-are-no-more
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        i, acc = 0, 0
        while i < 4:
            acc = acc + x[i]  # HYB302 # breaks: trace
            i += 1
        return acc

# %% same-cell-over-the-tensors-own-steps
# inputs: [(4, 2, 3), (2, 5)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.cell = rnn.GRUCell(5, input_size=3)

    def hybrid_forward(self, F, x, h):
        states = [h]
        outs = []
        for t in range(4):
            out, states = self.cell(x[t], states)  # HYB302 # breaks: trace
            outs.append(out)
        return F.stack(*outs, axis=0), states[0]

# %% self-l-x-y-0
# inputs: [(2, 3), (2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.l = gluon.loss.L2Loss()

    def hybrid_forward(self, F, x, y):
        return self.l(x, y)[0]  # HYB301

# %% setter-that-takes-a-row
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    @property
    def first(self):
        return self._first

    @first.setter
    def first(self, value):
        self._first = value[0] * 2  # HYB301

    def hybrid_forward(self, F, x):
        self.first = F.relu(x)
        return self.first * 3

# %% split-into-self-n-1-the-first-taken
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 1

    def hybrid_forward(self, F, x):
        return F.split(x, num_outputs=self.n, axis=1)[0] * 2  # HYB301 # breaks: values

# %% tensor-read-by-self-dict-its-row
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.seen = x * 2
        return self.__dict__['seen'][0]  # HYB301 # breaks: values

# %% topk-with-a-mask-first-row
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.topk(x, ret_typ="mask", k=1)[0] * 2  # HYB301

# %% two-children-in-either-branch-unpacked-the-first-row-of-what: two children in either branch, unpacked; the first row of what they give
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, wide=True, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            if wide:
                self.body = nn.HybridSequential()
                self.body.add(nn.Dense(4, in_units=3), nn.Dense(3, in_units=4))
            else:
                self.body = nn.HybridSequential()
                self.body.add(nn.Dense(2, in_units=3), nn.Dense(3, in_units=2))

    def hybrid_forward(self, F, x):
        first, second = self.body
        return second(first(x))[0]  # HYB301 # breaks: values

# %% typing-namedtuple-indexed-twice
# inputs: [(2, 3)]
class Heads(NamedTuple):
    query: object
    key: object
    scale: float = 0.5

    def top(self):
        return self[0][0]  # HYB301 # breaks: values


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        heads = Heads(F.exp(x), x)
        return heads.top() * heads.scale

# %% unroll-merged-the-first-taken
# inputs: [(2, 4, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.GRUCell(4, input_size=3)

    def hybrid_forward(self, F, x):
        outs, _ = self.cell.unroll(4, x, layout="NTC", merge_outputs=True)
        return outs[0]  # HYB301 # breaks: values

# %% value-of-an-enumerations-member-picks-a-row
# inputs: [(2, 3)]
# breaks: values
import enum


class Place(enum.IntEnum):
    FIRST = 0
    LAST = 1


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x)[Place.FIRST.value]  # HYB301

# %% values-of-topk-the-first-row
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.topk(x, k=2, ret_typ="value")[0] * 2  # HYB301

# %% what-a-hybridsequential-gives-first-row
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridSequential()
        self.d.add(nn.Dense(3, in_units=3), nn.Activation("relu"))

    def hybrid_forward(self, F, x):
        return self.d(x)[0] * 2  # HYB301

# %% what-stands-for-the-whole-sentence-is-its-first-token
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.pool = nn.Dense(4, in_units=4, flatten=False)

    def hybrid_forward(self, F, sequence):
        time_major = F.swapaxes(sequence, 0, 1)
        return self.pool(time_major[0])  # HYB301 # breaks: values

# %% x-0-0-row-00
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[0][0] * 2  # HYB301 # breaks: values

# %% x-0-row-all-row
# inputs: [(4, 3)]
# missed: Not decidable from the file: `x[:][0]` works in both phases if the input is a list, as the code reads.
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[:][0] * 2  # breaks: values

# %% x-1-0
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[::-1][0]  # HYB302 # breaks: trace

# %% x-2-ix-step
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[::2]  # HYB301 # fix: return F.slice(x, begin=(None,), end=(None,), step=(2,))

# %% x-2-row-step
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[::2] * 2  # HYB301 # breaks: values

# %% x-expand_dims-0-0
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.expand_dims(0)[0]  # HYB301

# %% x-getitem-0
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.__getitem__(0) * 2  # HYB301 # breaks: values

# %% x-i-for-i-in-range-2
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.add_n(*[x[i] for i in range(2)])  # HYB302 # breaks: trace

# %% x-if-self-a-else-y-0
# inputs: [(2, 3), (2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = True

    def hybrid_forward(self, F, x, y):
        return (x if self.a else y)[0]  # HYB301

# %% x-self-i-i-0
# inputs: [(4, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.i = 0

    def hybrid_forward(self, F, x):
        return x[self.i] * 2  # HYB301 # breaks: values

# %% x-shape_array-0
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.shape_array()[0]  # HYB301 # breaks: values

# %% x-slice-0-1-ix-object
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[slice(0, 1)] * 2  # HYB301

# %% x-slice-0-1-ix-sliceobj
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[slice(0, 1)]  # HYB301

# %% x-split-num_outputs-1-0
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.split(num_outputs=1)[0]  # HYB301 # breaks: values

# %% 2-holds-one-list-twice
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = [[]] * 2
        outs[0].append(x * 2)
        outs[1].append(x * 3)
        return outs[0][1]

# %% another-function-is-given
# inputs: [(2, 3)]
# clean
# ctor: {'pool': None}
def first(sequence):
    return sequence * 1


class Net(HybridBlock):
    def __init__(self, pool=first, **kwargs):
        super().__init__(**kwargs)
        self.pool = pool

    def hybrid_forward(self, F, x):
        return x * 2 if self.pool is None else self.pool(F.relu(x))

# %% apply-in-the-body
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        self.apply(lambda block: block.prefix)
        return self.d(x)

# %% as-many-as-a-sequence-has
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seq = nn.HybridSequential()
        self.seq.add(nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        for i in range(len(self.seq)):
            x = self.seq[i](x) * (i + 1)
        return x

# %% base-with-hooks-that-subclasses-fill
# inputs: [(2, 3)]
# clean
class Layer(HybridBlock):
    def before(self, F, x):
        return x

    def after(self, F, x):
        return x

    def transform(self, F, x):
        raise NotImplementedError

    def hybrid_forward(self, F, x):
        return self.after(F, self.transform(F, self.before(F, x)))


class Net(Layer):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def transform(self, F, x):
        return self.d(x)

    def after(self, F, x):
        return F.relu(x) * 2

# %% block-of-the-model-zoo-as-a-child
# inputs: [(2, 3, 8, 8)]
# clean
from mxnet.gluon.model_zoo.vision.resnet import BasicBlockV1


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = BasicBlockV1(3, 1, in_channels=3)

    def hybrid_forward(self, F, x):
        return self.d(x) * 2

# %% branch-whose-condition-reads-what-gets-a-gradient
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.cond(F.sum(x) > 0, lambda: x * 2, lambda: x * 3)

# %% branches-of-a-hybridconcurrent-called-one-by-one
# inputs: [(2, 3)]
# clean
from mxnet.gluon.contrib.nn import HybridConcurrent


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = HybridConcurrent(axis=1)
        self.d.add(nn.Dense(3, in_units=3), nn.Dense(2, in_units=3))

    def hybrid_forward(self, F, x):
        return F.concat(*[branch(x) for branch in self.d], dim=1)

# %% cell-that-keeps-its-states-in-a-list
# inputs: [(2, 4, 3)]
# clean
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

# %% child-made-by-a-method-of-the-class
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.body = self.make(2)

    @staticmethod
    def make(n):
        body = nn.HybridSequential()
        for _ in range(n):
            body.add(nn.Dense(3, in_units=3))
        return body

    def hybrid_forward(self, F, x):
        return self.body(x)

# %% child-of-two-outputs-the-second-taken
# inputs: [(2, 3)]
# clean
class Two(HybridBlock):
    def hybrid_forward(self, F, t):
        return t * 2, t * 3


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = Two()

    def hybrid_forward(self, F, x):
        return self.d(x)[1] + 1

# %% child-replaced-after-the-trace
# inputs: [(2, 3)]
# clean
# between: net.act = nn.Activation("tanh")
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.act = nn.Activation("relu")
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.act(self.d(x))

# %% child-returns-a-tuple-both-of-whose-halves-are-used
# inputs: [(2, 4)]
# clean
class Halves(HybridBlock):
    def hybrid_forward(self, F, x):
        left, right = F.split(x, num_outputs=2, axis=1)
        return left, F.tanh(right)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.halves = Halves()

    def hybrid_forward(self, F, x):
        outputs = self.halves(x)
        return outputs[0] + outputs[1]

# %% children-hybridized-in-init
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.hybridize()

    def hybrid_forward(self, F, x):
        return self.d(x)

# %% children-that-are-added-in-a-loop-around-them-a-residual
# inputs: [(2, 3)]
# clean
class Net(nn.HybridSequential):
    def __init__(self, depth=3, **kwargs):
        super().__init__(**kwargs)
        for i in range(depth):
            self.add(nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        return x + super().hybrid_forward(F, x)

# %% class-derived-from-a-namedtuple-takes-from-the-field-that-is-a
# inputs: [(2, 3), (2, 3)]
# clean
class Pair(collections.namedtuple("Pair", "left right")):
    def top(self):
        return self.left[0]


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        pair = Pair(right=F.tanh(y), left=[x, x * 2])
        return pair.top() + pair.right

# %% classes-registered-by-a-decorator-the-one-that-does-not-index
# inputs: [(3, 4)]
# clean
POOLINGS = {}


def pooling(cls):
    POOLINGS[cls.__name__.lower()] = cls
    return cls


@pooling
class Mean:
    def __call__(self, F, x):
        return F.mean(x, axis=0)


@pooling
class First:
    def __call__(self, F, x):
        return x[0]


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pool = POOLINGS["mean"]()

    def hybrid_forward(self, F, x):
        return self.pool(F, F.relu(x))

# %% container-block-that-runs-its-children-and-keeps-all-outputs
# inputs: [(2, 3)]
# clean
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

# %% conv2d-1-x-channel-mean
# inputs: [(2, 3, 4, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.c = nn.Conv2D(1, 3, padding=1, in_channels=3)

    def hybrid_forward(self, F, x):
        return self.c(x) + F.mean(x, axis=1, keepdims=True)

# %% conv2d-1-x-mask-of-one-channel
# inputs: [(2, 3, 4, 4), (2, 1, 4, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.c = nn.Conv2D(1, 3, padding=1, in_channels=3)

    def hybrid_forward(self, F, x, y):
        return self.c(x) * y

# %% decorator-with-functools-wraps-that-scales-the-result
# inputs: [(2, 3)]
# clean
def halved(method):
    @functools.wraps(method)
    def wrapper(self, F, x):
        return method(self, F, x) * 0.5

    return wrapper


class Net(HybridBlock):
    @halved
    def hybrid_forward(self, F, x):
        return F.relu(x) + 1

# %% defaultdict-of-lists-made-and-filled-in-the-call
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        groups = collections.defaultdict(list)
        groups["a"].append(x)
        groups["b"].append(x * 2)
        groups["a"].append(x * 3)
        return F.add_n(*groups["a"]) + groups["b"][0]

# %% deque-maxlen-1-of-the-call-its-last-element
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        d = collections.deque(maxlen=1)
        d.append(x)
        d.append(x * 2)
        return d[0]

# %% deque-maxlen-2-of-the-call-its-first-element
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        d = collections.deque(maxlen=2)
        for i in range(3):
            d.append(x * i)
        return d[0]

# %% early-return-without-a-mask
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, mask=None):
        if mask is None:
            return x * 2
        return x * mask

# %% element-that-is-a-list-itself
# inputs: [[[(2, 3), (2, 3)], (2, 3)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, feats):
        inner = feats[0] + [feats[1]]
        return inner[0] * inner[2]

# %% elements-of-a-parameter-argument-by-split
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(2,))

    def hybrid_forward(self, F, x, w):
        a, b = F.split(w, num_outputs=2, axis=0)
        return F.broadcast_add(F.broadcast_mul(x, a), b)

# %% f-contrib-box_nms-x
# inputs: [('pos', (1, 4, 6))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.box_nms(x)

# %% f-contrib-cond-with-list-branches-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.cond(F.sum(x) > 0, lambda: [x * 2, x], lambda: [x * 3, x * 1])[1]

# %% f-contrib-foreach-0
# inputs: [(4, 3), (3,)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.contrib.foreach(lambda d, s: (d + s[0], [s[0] + d]), x, [y])[0]

# %% f-contrib-multiboxdetection-as-a-whole
# inputs: [('pos', (2, 2, 4)), (2, 16), ('pos', (1, 4, 4))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, c, l, a):
        return F.contrib.MultiBoxDetection(F.softmax(c, axis=1), l, a) * 2

# %% f-contrib-multiboxprior-times-a-number
# inputs: [(2, 1, 4, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.MultiBoxPrior(x, sizes=(0.5,), ratios=(1,)) * 2

# %% f-contrib-multiboxprior-x-sizes-0-5
# inputs: [(2, 3, 4, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.MultiBoxPrior(x, sizes=(0.5,))

# %% f-dropout-only-if-training-guard
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.p = 0.5

    def hybrid_forward(self, F, x):
        return F.Dropout(x, self.p)

# %% f-dropout-over-axes
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.Dropout(x, p=0.0, axes=(1,)) * 2

# %% f-dropout-x-p-self-p-predict
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.p = 0.3

    def hybrid_forward(self, F, x):
        return F.Dropout(x, p=self.p)

# %% f-groupnorm-x-g-b-num_groups-2
# inputs: [(2, 4, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.g = self.params.get("g", shape=(2,))
        self.b = self.params.get("b", shape=(2,))

    def hybrid_forward(self, F, x, g, b):
        return F.GroupNorm(x, g, b, num_groups=2)

# %% f-relu-x-foo-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x, foo=1)

# %% f-relu-x-none
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x, None) * 2

# %% f-rnn-with-state_outputs
# inputs: [(4, 2, 3), (100,), (1, 2, 2)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, w, s):
        out, state = F.RNN(
            x, w.slice_axis(axis=0, begin=0, end=14), s, state_size=2, num_layers=1, mode="rnn_tanh", state_outputs=True
        )
        return out * 2, state * 3

# %% f-split-0-1-0
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split(x, 3, axis=1)[0:1][0]

# %% f-split-0-2-1
# inputs: [(2, 6)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split(x, num_outputs=3, axis=1)[0:2][1] * 2

# %% f-split-x-1-used-whole
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split(x, 1, axis=1) * 2

# %% f-split-x-num_outputs-self-n-0-n-3
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.n = 3

    def hybrid_forward(self, F, x):
        return F.split(x, num_outputs=self.n, axis=1)[0]

# %% f-split-x-self-n-axis-1-self-n-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 3

    def hybrid_forward(self, F, x):
        return F.split(x, self.n, axis=1)[self.n - 1]

# %% first-default-none-the-second-given
# inputs: [(2, 3), None, (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, mask=None, bias=None):
        if mask is not None:
            x = x * mask
        return x * 2 if bias is None else x + bias

# %% first-layers-of-a-sequence-of-layers
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()
        self.body.add(nn.Dense(4), nn.Dense(5), nn.Dense(6))

    def hybrid_forward(self, F, x):
        mid = self.body[1](self.body[0](x))
        return mid, self.body[-1](mid)

# %% first-of-what-the-last-child-of-such-a-one-splits
# inputs: [(2, 3)]
# clean
class Split(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split(x, num_outputs=3, axis=1)


class Stem(nn.HybridSequential):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.add(nn.Dense(3, in_units=3))
        self.add(Split())


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.stem = Stem()

    def hybrid_forward(self, F, x):
        return self.stem(x)[0]

# %% first-part-of-what-a-child-splits-by-super-hybrid_forward
# inputs: [(2, 3)]
# clean
class Split(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split(x, num_outputs=3, axis=1)


class Net(nn.HybridSequential):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.add(nn.Dense(3, in_units=3), Split())

    def hybrid_forward(self, F, x):
        return super().hybrid_forward(F, x)[0]

# %% first-token-by-slice_axis-attn-sliced
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.pool = nn.Dense(4, in_units=4)

    def hybrid_forward(self, F, sequence):
        return self.pool(F.slice_axis(sequence, axis=1, begin=0, end=1).reshape((-3, 0)))

# %% first-x-y-helper-returns-t-0
# inputs: [(2, 3), (2, 3)]
# clean
def first(t):
    return t[0]


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return first([x, y]) * 2 + y

# %% for-l-in-reversed-self-seq
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seq = nn.HybridSequential()
        self.seq.add(nn.Dense(4), nn.Dense(3))

    def hybrid_forward(self, F, x):
        for l in reversed(self.seq):
            x = l(x)
        return x

# %% foreach-over-x-y
# inputs: [(4, 2), (4, 2)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.contrib.foreach(lambda d, s: (d[0] + d[1], s), [x, y], [])[0]

# %% foreach-with-two-outputs-outs-1
# inputs: [(4, 2)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs, s = F.contrib.foreach(lambda d, s: ([d * 2, d + s], s + d), x, F.zeros((2,)))
        return outs[1]

# %% function-answers-whether-f-is-symbolic-the-sides-do-the-same
# inputs: [(4, 3)]
# clean
def is_symbolic(F):
    return F is mx.sym


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if is_symbolic(F):
            first = F.squeeze(F.slice_axis(x, axis=0, begin=0, end=1), axis=0)
        else:
            first = x[0]
        return first + 1

# %% gluon-loss-l2loss-x-y
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return gluon.loss.L2Loss()(x, y)

# %% grad_req-set-after-the-trace
# inputs: [(2, 3)]
# clean
# between: net.collect_params().setattr("grad_req", "null")
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x)

# %% h-c-self-lstm-x-h-c
# inputs: [(4, 2, 3), (1, 2, 5), (1, 2, 5)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.lstm = rnn.LSTM(5, input_size=3)

    def hybrid_forward(self, F, x, h, k):
        _, (a, b) = self.lstm(x, [h, k])
        return a + b

# %% hybridconcurrent-and-identity
# inputs: [(2, 3)]
# clean
from mxnet.gluon.contrib.nn import HybridConcurrent, Identity


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = HybridConcurrent(axis=1)
        self.d.add(Identity(), nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        return self.d(x) * 2

# %% hybridize-false-after-the-trace
# inputs: [(2, 3)]
# clean
# between: net.hybridize(False)
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x)

# %% hybridized-once-more-after-the-trace
# inputs: [(2, 3)]
# clean
# between: net.hybridize()
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x)

# %% hybridlambda-made-in-the-body
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return nn.HybridLambda(lambda F, t: F.relu(t) * 2)(x)

# %% hybridlambda-of-a-function-of-f
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridLambda(lambda F, x: F.relu(x) * 2)

    def hybrid_forward(self, F, x):
        return self.d(x)

# %% hybridlambda-of-a-name
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridLambda("tanh")

    def hybrid_forward(self, F, x):
        return self.d(x) * 2

# %% indices-of-topk-by-index
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.topk(x, ret_typ="both", k=2)[1] + 1

# %% isinstance-block-nn-dense-over-children
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seq = nn.HybridSequential()
        self.seq.add(nn.Dense(3, in_units=3), nn.Activation("relu"))

    def hybrid_forward(self, F, x):
        for block in self.seq:
            x = block(x) * 2 if isinstance(block, nn.Dense) else block(x)
        return x

# %% isinstance-parts-list-mx-sym-symbol
# inputs: [(2, 6)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        assert isinstance(parts, (list, mx.sym.Symbol))
        return parts[0] * 2

# %% item-of-a-list-of-tensors
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = [x, x * 2, x * 3]
        return parts[-1] + parts[0]

# %% itemgetter-of-the-parts-of-a-split
# inputs: [(4, 4)]
# clean
first = operator.itemgetter(0)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return first(F.split(F.sigmoid(x), num_outputs=2, axis=1))

# %% lambdas-in-a-list-applied-in-turn-one-of-them-takes-an-output
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        pipeline = [
            lambda v: F.split(v, num_outputs=2, axis=1),
            lambda v: v[0],
            lambda v: v * 2,
        ]
        for stage in pipeline:
            x = stage(x)
        return x

# %% layer-without-parameters-that-the-first-call-makes
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not hasattr(self, 'act'):
            self.act = nn.Activation('relu')
        return self.act(x)

# %% layernorm-with-output_mean_var-both
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.g = self.params.get("g", shape=(3,))
        self.b = self.params.get("b", shape=(3,))

    def hybrid_forward(self, F, x, g, b):
        out, mean, std = F.LayerNorm(x, g, b, output_mean_var=True)
        return out * 2

# %% layers-of-a-hybridsequential-gone-through
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridSequential()
        self.d.add(nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        for k, layer in enumerate(self.d):
            x = layer(x) * (k + len(self.d))
        return x

# %% len-of-a-list-of-tensors
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = [x, x * 2]
        return F.add_n(*parts) / len(parts)

# %% len-of-split_v2
# inputs: [(2, 6)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * len(F.split_v2(x, (2, 4), axis=1))

# %% len-self-seq
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.seq = nn.HybridSequential()
            self.seq.add(nn.Dense(3), nn.Dense(3))

    def hybrid_forward(self, F, x):
        return self.seq(x) * len(self.seq)

# %% lengths-are-given-and-a-list-is-asked-for
# inputs: [(2, 4, 3), ("i", (2,), 1, 5, "float32")]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(5, input_size=3)

    def hybrid_forward(self, F, x, lengths):
        outputs, _ = self.cell.unroll(4, x, valid_length=lengths, merge_outputs=False)
        return outputs[0] + outputs[3]

# %% list-made-by-0-3-whose-items-are-set
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = [0] * 3
        for i in range(3):
            outs[i] = x * i
        return outs[0] + outs[1] + outs[2]

# %% lstms-states-unpacked
# inputs: [(5, 2, 3), (1, 2, 4), (1, 2, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.LSTM(4, input_size=3)

    def hybrid_forward(self, F, x, h, c):
        out, (h, c) = self.d(x, [h, c])
        return out * 2, h + c

# %% mask-of-topk
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * F.topk(x, k=2, ret_typ="mask", axis=-1)

# %% mean-of-outputs-that-are-one-tensor
# inputs: [(2, 4, 3), ("i", (2,), 1, 5, "float32")]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(5, input_size=3)

    def hybrid_forward(self, F, x, lengths):
        outputs, _ = self.cell.unroll(4, x, valid_length=lengths)
        return outputs.mean(axis=1)

# %% methods-by-name-in-a-dict
# inputs: [(2, 3)]
# clean
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

# %% multi-head-attention-by-reshape-codes
# inputs: [(2, 3, 8)]
# clean
class Net(HybridBlock):
    def __init__(self, units=8, heads=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.heads = heads
        self.units = units
        with self.name_scope():
            self.q = nn.Dense(units, flatten=False)
            self.k = nn.Dense(units, flatten=False)
            self.v = nn.Dense(units, flatten=False)
            self.o = nn.Dense(units, flatten=False)

    def _split(self, x):
        x = x.reshape((0, 0, self.heads, -1)).transpose((0, 2, 1, 3))
        return x.reshape((-1, 0, 0), reverse=True)

    def hybrid_forward(self, F, x):
        q, k, v = self._split(self.q(x)), self._split(self.k(x)), self._split(self.v(x))
        att = F.softmax(F.batch_dot(F.contrib.div_sqrt_dim(q), k, transpose_b=True))
        out = F.batch_dot(att, v).reshape((-1, self.heads, 0, 0), reverse=True)
        out = out.transpose((0, 2, 1, 3)).reshape((0, 0, -1))
        return self.o(out)

# %% mx-nd-relu-and-mx-sym-relu
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            y = mx.nd.relu(x)
        else:
            y = mx.sym.relu(x)
        return y + 1

# %% mx-sym-relu-or-mx-nd-relu-by-f
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return (mx.sym.relu(x) if F is mx.sym else mx.nd.relu(x)) * 2

# %% nd-relu-in-the-nd-branch-f-relu-in-the-other
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            y = mx.nd.relu(x)
        else:
            y = F.relu(x)
        return y + 1

# %% nd-relu-x-if-f-is-nd-else-f-relu-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return nd.relu(x) if F is mx.nd else mx.sym.relu(x)

# %% number-of-outputs-as-a-factor
# inputs: [(2, 6)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts[1] * len(parts)

# %% number-of-parameters
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) / len(self.collect_params().keys())

# %% number-of-parts-is-three-for-this-caller
# inputs: [(2, 3)]
# clean
# ctor: {"n": 3}
class Net(HybridBlock):
    def __init__(self, n, **kwargs):
        super().__init__(**kwargs)
        self.n = n

    def hybrid_forward(self, F, x):
        out = 0
        for part in F.split(x, num_outputs=self.n, axis=1):
            out = out + F.sum(part, axis=1)
        return out

# %% of-two-mixins-the-first-in-the-order-of-bases-decides-and-it-is
# inputs: [(2, 3)]
# clean
class FirstRow:
    def reduce(self, F, x):
        return x[0]


class MeanRow:
    def reduce(self, F, x):
        return F.mean(x, axis=0)


class Net(MeanRow, FirstRow, HybridBlock):
    def hybrid_forward(self, F, x):
        return self.reduce(F, F.relu(x))

# %% one-output-is-no-split-as-two-children-are-made
# inputs: [(2, 6)]
# clean
class Parts(HybridBlock):
    def __init__(self, n, **kwargs):
        super(Parts, self).__init__(**kwargs)
        self.n = n

    def hybrid_forward(self, F, x):
        if self.n == 1:
            return x * 2
        return F.add_n(*F.split(x, num_outputs=self.n, axis=1, squeeze_axis=False)[0:self.n])


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.a = Parts(1)
        self.b = Parts(2)

    def hybrid_forward(self, F, x):
        return self.b(self.a(x))

# %% operator-that-writes-into-its-output
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            y = mx.nd.zeros_like(x)
            mx.nd.relu(x, out=y)
        else:
            y = F.relu(x)
        return F.BlockGrad(y)

# %% optional-function-of-the-module
# inputs: [(2, 3)]
# clean
def double(v):
    return v * 2


class Net(HybridBlock):
    def __init__(self, act=1, **kwargs):
        super().__init__(**kwargs)
        self.act = double if act else None
    def hybrid_forward(self, F, x):
        if self.act:
            x = self.act(x)
        return x * 3

# %% optional-mask-that-is-never-given
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, mask=None):
        if mask is not None:
            x = F.broadcast_mul(x, mask)
        return F.softmax(x)

# %% out-lstm-x-states-then-out-0
# inputs: [(4, 2, 3), (1, 2, 5)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRU(5, input_size=3)

    def hybrid_forward(self, F, x, h):
        result = self.d(x, h)
        return result[0] * 2

# %% outputs-of-an-unrolled-cell-are-a-list
# inputs: [(2, 4, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(5, input_size=3)

    def hybrid_forward(self, F, x):
        outputs, _ = self.cell.unroll(4, x)
        return outputs[-1] + sum(outputs) / len(outputs)

# %% outs-y
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = [x]
        outs += [x * 2]
        outs *= 2
        return F.add_n(*outs)

# %% parameters-initialised-again-after-the-trace
# inputs: [(2, 3)]
# clean
# between: net.initialize(mx.init.One(), force_reinit=True)
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x)

# %% parameters-set-after-the-trace
# inputs: [(2, 3)]
# clean
# between: net.d.weight.set_data(net.d.weight.data() * 2)
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x)

# %% parts-0-if-parts-is-not-none-else-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts[0] if parts is not None else x * 1

# %% parts-copy-of-a-list
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = [x, x * 2]
        return F.add_n(*parts.copy())

# %% same-and-all-rows
# inputs: [(2, 3)]
# clean
class Norm(nn.BatchNorm):
    def __init__(self, **kwargs):
        super().__init__(epsilon=1e-3, **kwargs)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.norm = Norm(in_channels=3)

    def hybrid_forward(self, F, x):
        return self.norm(x) * 2

# %% same-where-its-maker-adds-that-child
# inputs: [(2, 3)]
# clean
class Split(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split(x, num_outputs=3, axis=1)


class Stem(nn.HybridSequential):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.add(nn.Dense(3, in_units=3))


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.stem = Stem()
        self.stem.add(Split())

    def hybrid_forward(self, F, x):
        return self.stem(x)[0]

# %% self-d-0-1-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridSequential()
        self.e = nn.HybridSequential()
        self.e.add(nn.Activation("relu"), nn.Dense(3, in_units=3))
        self.d.add(self.e)

    def hybrid_forward(self, F, x):
        return self.d[0][1](x) * 2

# %% self-n-max-self-n-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 1

    def hybrid_forward(self, F, x):
        self.n = max(self.n, 1)
        return x * self.n

# %% sequence-filled-according-to-an-option
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, deep=True, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()
        self.body.add(nn.Dense(3, in_units=3))
        if deep:
            self.body.add(nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        return self.body(x)

# %% shape-that-a-cells-state_info-gives
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(3, input_size=3)

    def hybrid_forward(self, F, x):
        return self.d(x, [x])[0] * self.d.state_info()[0]["shape"][1]

# %% slice-object-of-numbers
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = [x, x * 2, x * 3]
        return F.add_n(*parts[slice(0, 2)])

# %% slice-of-a-sequence-run
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seq = nn.HybridSequential()
        self.seq.add(nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        for block in self.seq[1:]:
            x = block(x)
        return x + self.seq[0](x)

# %% softmax-with-its-default-axis-written-out
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            y = mx.nd.softmax(x, axis=-1)
        else:
            y = F.softmax(x)
        return y * 2

# %% split-halves-of-a-convolution
# inputs: [(2, 3, 4, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.c = nn.Conv2D(6, 1, in_channels=3)

    def hybrid_forward(self, F, x):
        a, b = F.split(self.c(x), num_outputs=2, axis=1)
        return F.maximum(a, b) + x

# %% split-into-self-n-the-last-taken
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 3

    def hybrid_forward(self, F, x):
        return F.split(x, num_outputs=self.n, axis=1)[self.n - 1] * 2

# %% split-into-self-n-unpacked-by-a-loop
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 3

    def hybrid_forward(self, F, x):
        out = 0
        for part in F.split(x, num_outputs=self.n, axis=1):
            out = out + part
        return out

# %% split_v2-at-indices-the-third-taken
# inputs: [(2, 6)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split_v2(x, (2, 4), axis=1)[2] * 2

# %% state-of-a-cell-by-index
# inputs: [(2, 3), (2, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(4, input_size=3)

    def hybrid_forward(self, F, x, h):
        return self.d(x, [h])[1][0] * 2

# %% state-that-foreach-ends-with
# inputs: [(4, 3), (3,)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        _, states = F.contrib.foreach(lambda t, s: (t * 2, [s[0] + t]), x, [y])
        return states[0]

# %% states-of-a-cell-under-a-name-that-does-not-say-so
# inputs: [(2, 3), [(2, 3)]]
# clean
class Net(rnn.HybridRecurrentCell):
    def hybrid_forward(self, F, x, s):
        total = x * 2 + s[0]
        return total, [total]

# %% states-of-an-unrolled-cell
# inputs: [(2, 4, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(4, input_size=3)

    def hybrid_forward(self, F, x):
        _, states = self.cell.unroll(4, x, layout="NTC", merge_outputs=True)
        return states[0] + states[1]

# %% steps-counted-by-the-callers-list
# inputs: [[(2, 3), (2, 3), (2, 3)]]
# clean
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

# %% subclass-of-hybridsequential-with-its-own-hybrid_forward
# inputs: [(2, 3)]
# clean
class Net(nn.HybridSequential):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.add(nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        for block in self._children.values():
            x = x + block(x)
        return x

# %% three-outputs-as-the-child-is-made
# inputs: [(2, 6)]
# clean
class Parts(HybridBlock):
    def __init__(self, n, **kwargs):
        super(Parts, self).__init__(**kwargs)
        self.n = n

    def hybrid_forward(self, F, x):
        return F.split(x, num_outputs=self.n, axis=1)[0]


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.p = Parts(3)

    def hybrid_forward(self, F, x):
        return self.p(x) * 2

# %% topk-of-a-kind-kept-on-self
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = "both"

    def hybrid_forward(self, F, x):
        return F.topk(x, ret_typ=self.k, k=2)[0] * 2

# %% truth-of-a-child-without-a-length
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) if self.d else x

# %% two-children-in-either-branch-unpacked
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, wide=True, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            if wide:
                self.body = nn.HybridSequential()
                self.body.add(nn.Dense(4, in_units=3), nn.Dense(3, in_units=4))
            else:
                self.body = nn.HybridSequential()
                self.body.add(nn.Dense(2, in_units=3), nn.Dense(3, in_units=2))

    def hybrid_forward(self, F, x):
        first, second = self.body
        return second(first(x))

# %% two-defaults-none-passed
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, mask=None, bias=None):
        if mask is not None:
            x = x * mask
        return x * 2 if bias is None else x + bias

# %% typing-namedtuple-indexed-once
# inputs: [(2, 3)]
# clean
class Heads(NamedTuple):
    query: object
    key: object
    scale: float = 0.5

    def product(self):
        return self[0] * self[1] * self[-1]


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        heads = Heads(F.exp(x), x)._replace(scale=2.0)
        return heads.product()

# %% values-and-indices-of-topk-ix-idx
# inputs: [(2, 5)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, scores):
        result = F.topk(scores, k=2, ret_typ="both", axis=-1)
        return result[0], result[1]

# %% values-and-indices-of-topk-ix-unpacked
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        values, indices = F.topk(x, ret_typ="both", k=2)
        return values * 2, indices + 1

# %% warnings-warn-in-a-dead-branch
# inputs: [(2, 3)]
# clean
import warnings


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.n = 1

    def hybrid_forward(self, F, x):
        if self.n > 3:
            warnings.warn('large')
        return x * 2

# %% what-goes-through-numpy-and-its-like
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            y = mx.nd.relu(x)
            print(y.asnumpy().sum())
        else:
            y = F.relu(x)
        return y * 2

# %% x-1-if-self-a-else-0
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = True

    def hybrid_forward(self, F, x):
        return x * (1 if self.a else 0)

# %% x-1-row-step1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[::1] * 2

# %% x-abs-self-a
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = True

    def hybrid_forward(self, F, x):
        return x * abs(self.a)

# %% x-conv2d-1-x-of-grey-images
# inputs: [(2, 1, 4, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.c = nn.Conv2D(1, 3, padding=1, in_channels=1)

    def hybrid_forward(self, F, x):
        return x - self.c(x)

# %% x-conv2d-3-x
# inputs: [(2, 3, 4, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.c = nn.Conv2D(3, 3, padding=1, in_channels=3)

    def hybrid_forward(self, F, x):
        return F.relu(x + self.c(x))

# %% x-expand_dims-0-squeeze-axis-0
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.expand_dims(0).squeeze(axis=0)

# %% x-gt-of-a-number
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.__gt__(0) * x

# %% x-shape_array-me-shape-array
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.shape_array() * 2

# %% x-shape_array-me-shape-array-2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.shape_array()

# %% x-slice-none
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[slice(None)] * 2

# %% x-split-3-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.split(3)[1]

# %% zip-children-inputs
# inputs: [[(2, 3), (2, 3)]]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seq = nn.HybridSequential()
        self.seq.add(nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, xs):
        return F.add_n(*[d(t) for d, t in zip(self.seq, xs)])

# %% list-or-tensor-made-a-tensor
# inputs: [(2, 3), (2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, several=False, **kwargs):
        super().__init__(**kwargs)
        self.several = several

    def parts(self, x, z):
        return [x * 2, z * 2] if self.several else x + z

    def hybrid_forward(self, F, x, z):
        out = self.parts(x, z)
        if isinstance(out, list):
            out = F.concat(*out, dim=1)
        return out[0]  # HYB301

# %% list-or-tensor-by-its-type-made-a-tensor
# inputs: [(2, 3), (2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, several=False, **kwargs):
        super().__init__(**kwargs)
        self.several = several

    def parts(self, x, z):
        return [x * 2, z * 2] if self.several else x + z

    def hybrid_forward(self, F, x, z):
        out = self.parts(x, z)
        if type(out) == list:
            out = F.add_n(*out)
        return out[0]  # HYB301

# %% child-made-with-its-default-and-a-row-of-its-first-output
# inputs: [(2, 3)]
class Maybe(HybridBlock):
    def __init__(self, both=True, **kwargs):
        super().__init__(**kwargs)
        self.both = both

    def hybrid_forward(self, F, t):
        if self.both:
            return t + 1, t + 2
        return t * 3


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.maybe = Maybe()

    def hybrid_forward(self, F, x):
        return self.maybe(x)[0][0] * 2  # HYB301 # breaks: values

# %% child-made-with-its-default-and-its-outputs
# inputs: [(2, 3)]
# clean
class Maybe(HybridBlock):
    def __init__(self, both=True, **kwargs):
        super().__init__(**kwargs)
        self.both = both

    def hybrid_forward(self, F, t):
        if self.both:
            return t + 1, t + 2
        return t * 3


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.maybe = Maybe()

    def hybrid_forward(self, F, x):
        out = self.maybe(x)
        return out[0] * out[1]

# %% block-made-in-hybrid-forward-by-a-literal
# inputs: [(2, 3)]
class Both(HybridBlock):
    def __init__(self, both=True, **kwargs):
        super().__init__(**kwargs)
        self.both = both

    def hybrid_forward(self, F, x):
        if self.both:
            return x + 1, x + 2
        return x * 3


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        pair = Both(True)(x)
        return pair[0] + Both(False)(x)[0]  # HYB301 # breaks: values

# %% block-that-wraps-a-given-layer
# inputs: [(2, 3)]
class Residual(HybridBlock):
    def __init__(self, layer, **kwargs):
        super().__init__(**kwargs)
        self.layer = layer

    def hybrid_forward(self, F, x):
        y = self.layer(x)
        return y[0] - y  # HYB301 # breaks: values


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = Residual(nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        return self.body(x)

# %% row-of-an-input-that-may-be-a-list
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if isinstance(x, (list, tuple)):
            return F.concat(*x, dim=1)
        return F.relu(x)[0] * 2  # HYB301 # breaks: values

# %% row-of-an-input-that-a-test-tells-from-a-list
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if isinstance(x, (list, tuple)):
            return [F.relu(each) for each in x]
        return x[0]  # HYB301 # breaks: values
