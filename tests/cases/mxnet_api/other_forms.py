"""Other operators, other forms of the same."""

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


# %% second-operator-mul-rows: operator.mul with a row statistic
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return operator.mul(x, x.mean(axis=1, keepdims=True))  # breaks here


# %% second-reduce-same: functools.reduce over a python list of tensors
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return functools.reduce(operator.add, [x, y, x * y])


# %% second-minus-max: x minus its largest of all, shape (1,)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.exp(x - x.max())  # breaks here


# %% second-pow-builtin: builtin pow both ways
# inputs: [('pos', (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return pow(x, 2) + pow(2, x)


# %% second-np-scalar-left: a numpy scalar at the left of a tensor
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.sqrt(16) * x


# %% second-or-default: tensor `or` a default
# inputs: [(1, 1)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x or F.ones((1, 1))  # breaks here
        return y * 2


# %% second-min-of-means: builtin min of two tensors
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return min(x.mean(), y.mean())  # breaks here


# %% second-scalar-loss-sum: three (1,) losses added with builtin sum
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return sum([x.mean(), y.mean(), (x * y).mean()]) / 3


# %% second-iadd-function: operator.iadd on a tensor
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        z = x * 2
        return operator.iadd(z, y)  # breaks here


# %% second-list-iadd: a list extended in place with tensors
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        outs = [x]
        outs += [y]
        outs *= 2
        return F.concat(*outs, dim=1)


# %% second-nonlocal-acc: an accumulator of an inner function
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        acc = F.zeros_like(x)

        def add(t):
            nonlocal acc
            acc += t  # breaks here

        add(x)
        add(x * x)
        return acc


# %% second-nonlocal-rebind: an accumulator of an inner function, bound anew
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        acc = F.zeros_like(x)

        def add(t):
            nonlocal acc
            acc = acc + t

        add(x)
        add(x * x)
        return acc


# %% second-setitem-call: __setitem__ called by name
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.zeros_like(x)
        y.__setitem__(slice(0, 1), 1.0)  # breaks here
        return y + x


# %% second-attrgetter-shape: operator.attrgetter('shape')
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        shape = operator.attrgetter("shape")(x)  # breaks here
        return x * shape[1]


# %% second-hasattr-context: hasattr() chooses between two values
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        scale = 1.0 / 3 if hasattr(x, "context") else 1.0
        return x * scale  # breaks here


# %% second-class-is: x.__class__ compared
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if x.__class__ is nd.NDArray:  # breaks here
            return x * 2
        return x * 3


# %% second-dense-units: private attributes and names of a child
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.out = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        units = self.out.weight.shape[0]
        return self.out(x) / math.sqrt(units)


# %% second-param-arg-shape: shape of a parameter's argument
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.weight = self.params.get("weight", shape=(4, 3))

    def hybrid_forward(self, F, x, weight):
        return F.dot(x, weight, transpose_b=True) * weight.shape[0] ** -0.5  # breaks here


# %% second-itemgetter-row: operator.itemgetter(0) of a tensor
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        first = operator.itemgetter(0)
        return first(x * 2)  # breaks here


# %% second-itemgetter-split: operator.itemgetter of what split gives
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, c = operator.itemgetter(0, 2)(F.split(x, num_outputs=4, axis=1))
        return a * c


# %% second-split-last: the last part by -1
# inputs: [(2, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=2, axis=1)
        return F.relu(parts[0]) - parts[-1]  # breaks here


# %% second-slice-object: a slice object as index
# inputs: [(2, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        head = slice(None), slice(0, 2)
        return x[head] * 2  # breaks here


# %% second-moments: two outputs of moments
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean, var = F.moments(x, axes=1, keepdims=True)
        return F.broadcast_div(F.broadcast_sub(x, mean), F.sqrt(var + 1e-5))


# %% second-moments-minus: two outputs of moments, subtracted with -
# inputs: [(2, 4)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean, var = F.moments(x, axes=1, keepdims=True)
        return (x - mean) / F.sqrt(var + 1e-5)  # breaks here


# %% second-box-nms-first: the first image of what box_nms gives
# inputs: [('pos', (2, 4, 6))]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.box_nms(x, overlap_thresh=0.5)[0]  # breaks here


# %% second-star-of-split: F.concat of starred parts in another order
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        first, *rest = F.split(x, num_outputs=4, axis=1)
        return F.concat(*rest, first, dim=1)


# %% second-sum-of-rows: builtin sum of a tensor
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum(x * 2)  # breaks here


# %% second-sum-of-split: builtin sum of the parts
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum(F.split(x, num_outputs=4, axis=1))


# %% second-star-display: a tensor unpacked into a list display
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        rows = [*x]  # breaks here
        return rows[0] * 2


# %% second-while-sum: while on a tensor
# inputs: [('pos', (1, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        while x.sum() < 100:  # breaks here
            x = x * 2
        return x


# %% second-in-list-identity: `in` that identity decides
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 2
        if y in [y, None]:
            return y + 1
        return y


# %% second-suppress-attribute: contextlib.suppress around an attribute
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        scale = 1
        with contextlib.suppress(AttributeError):
            scale = x.shape[1]
        return x * scale  # breaks here


# %% second-attr-scope: an attribute scope and a name prefix
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with mx.AttrScope(stage="one"), mx.name.Prefix("one_"):
            return F.relu(x) + 1  # breaks here


# %% second-attr-scope-dunder: an attribute scope of one's own attribute
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with mx.AttrScope(__stage__="one"), mx.name.Prefix("one_"):
            return F.relu(x) + 1


# %% second-none-in-pair: any() of `is None` tests
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y=None):
        if any(t is None for t in (x, y)):
            return x * 2
        return x * y


# %% second-method-copy: copy() of an input
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.copy() * 2  # breaks here


# %% second-method-activations: activations as methods
# inputs: [('pos', (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.softmax(axis=-1) + x.log_softmax(axis=-1) + x.sigmoid().tanh().relu() + x.rsqrt()


# %% second-method-chain: flip, slice with None, expand_dims and tile by keyword
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.flip(axis=1).slice(begin=(None, 0), end=(None, 2)).expand_dims(axis=-1).tile(reps=(1, 1, 2))


# %% second-astype-copy: astype with copy=False
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.astype("float16", copy=False).astype("float32") + 1  # breaks here


# %% second-unbound-method: a method of the NDArray class
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return nd.NDArray.relu(x) + 1  # breaks here


# %% second-methodcaller: operator.methodcaller
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        values = operator.methodcaller("asnumpy")(x)  # breaks here
        return x * float(values.max())


# %% second-concatenate: F.concatenate
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.concatenate([x, y], axis=1)  # breaks here


# %% second-moveaxis: F.moveaxis
# inputs: [(2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.moveaxis(x, 1, 2)  # breaks here


# %% second-array-from-list: F.array of python numbers
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, F.array([[1, 2, 3]]))  # breaks here


# %% second-boolean-mask: how many rows depends on the values
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        keep = x.sum(axis=1) > -100
        return F.contrib.boolean_mask(x, keep)


# %% second-sequence-last: sequence operators without lengths
# inputs: [(4, 3, 5)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        last = F.SequenceLast(x)
        back = F.SequenceReverse(x)
        return last, back


# %% second-modulo: F.modulo
# inputs: [('pos', (2, 3)), ('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.modulo(x, y)  # breaks here


# %% second-waitall: F.waitall between two operators
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.relu(x)
        F.waitall()  # breaks here
        return y + 1


# %% second-nd-from-dict: an operator of nd from a table
# inputs: [(2, 3)]
# breaks: trace
ACTIVATIONS = {"relu": nd.relu, "tanh": nd.tanh}


class Net(HybridBlock):
    def __init__(self, act="tanh", **kwargs):
        super().__init__(**kwargs)
        self.act = ACTIVATIONS[act]

    def hybrid_forward(self, F, x):
        return self.act(x) + 1  # breaks here


# %% second-seeded-random: a generator with its seed in the body
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        scale = random.Random(3).random() + np.random.RandomState(0).rand()
        return x * scale


# %% second-counter-next: next() of a counter
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.steps = itertools.count(1)

    def hybrid_forward(self, F, x):
        return x / next(self.steps)  # breaks here


# %% second-time-scale: a clock in the maths
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        start = time.perf_counter()
        return x * (start % 1)  # breaks here


# %% second-class-counter: a counter of the class
# inputs: [(2, 3)]
# call: (net(*xs), Net.calls)
# breaks: values
# needs: callers
class Net(HybridBlock):
    calls = 0

    def hybrid_forward(self, F, x):
        type(self).calls += 1
        return x * 2


# %% second-memo-argument: a list kept in a default argument
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def scale(self, memo=[1.0]):
        memo.append(memo[-1] * 0.5)
        return memo[-1]

    def hybrid_forward(self, F, x):
        return x * self.scale()  # breaks here


# %% second-cached-int: lru_cache of a python helper
# inputs: [(2, 3)]
# works
@functools.lru_cache(maxsize=None)
def schedule(n):
    return [1.0 / (i + 1) for i in range(n)]


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x
        for weight in schedule(3):
            y = F.tanh(y) * weight
        return y


# %% second-return-int: a tensor and a python number returned
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.units = 3

    def hybrid_forward(self, F, x):
        return x * 2, self.units  # breaks here


# %% second-return-nested: nested lists of tensors returned
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = [F.relu(x), (F.tanh(x), [x + 1])]
        return x * 2, outs


# %% second-list-data: the parameter's list_data()
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.emb = nn.Dense(3, in_units=3, use_bias=False)

    def hybrid_forward(self, F, x):
        return F.dot(self.emb(x), self.emb.weight.list_data()[0])  # breaks here


# %% second-lambda-column: a column taken in a HybridLambda
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()
        self.body.add(nn.Dense(4), nn.HybridLambda(lambda F, x: x[:, 1:3]))  # breaks here

    def hybrid_forward(self, F, x):
        return self.body(x)


# %% second-lambda-named: HybridLambda by the operator's name
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()
        self.body.add(
            nn.Dense(4), nn.HybridLambda("tanh"), nn.HybridLambda(lambda F, x: F.slice_axis(x, axis=1, begin=1, end=3))
        )

    def hybrid_forward(self, F, x):
        return self.body(x)


# %% second-children-values: the children gone through
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            for i in range(3):
                self.register_child(nn.Dense(3, in_units=3), "layer%d" % i)

    def hybrid_forward(self, F, x):
        for child in self._children.values():
            x = F.relu(child(x)) + x
        return x


# %% second-dict-of-blocks: registered by hand, kept in a dict
# inputs: [(2, 3)]
# works
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


# %% second-triplet-mining: the hardest negative of a batch
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, margin=0.3):
        square = F.sum(x * x, axis=1, keepdims=True)
        dot = F.dot(x, x, transpose_b=True)
        dist = F.broadcast_add(F.broadcast_add(-2 * dot, square), F.transpose(square))
        eye = F.eye(4)
        positive = F.max(dist * eye, axis=1)
        negative = F.min(dist + 1e5 * eye, axis=1)
        return F.relu(positive - negative + margin)


# %% second-begin-state-batch: begin_state with the batch of the tensor
# inputs: [(2, 4, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.cell = rnn.LSTMCell(5, input_size=3)
            self.out = nn.Dense(2, flatten=False)

    def hybrid_forward(self, F, x):
        states = self.cell.begin_state(batch_size=x.shape[0], func=F.zeros)  # breaks here
        outputs, states = self.cell.unroll(4, x, begin_state=states, layout="NTC", merge_outputs=True)
        return self.out(outputs), states[0]


# %% second-unroll-bidirectional: a bidirectional cell unrolled
# inputs: [(2, 4, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.cell = rnn.BidirectionalCell(rnn.LSTMCell(5, input_size=3), rnn.LSTMCell(5, input_size=3))
            self.out = nn.Dense(2, flatten=False)

    def hybrid_forward(self, F, x):
        outputs, states = self.cell.unroll(4, x, layout="NTC", merge_outputs=True)
        return self.out(outputs)


# %% second-box-decode: boxes decoded by columns
# inputs: [(2, 5, 4), ('pos', (1, 5, 4))]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, stds=(0.1, 0.1, 0.2, 0.2), **kwargs):
        super().__init__(**kwargs)
        self._stds = stds

    def hybrid_forward(self, F, pred, anchors):
        ax, ay, aw, ah = F.split(anchors, num_outputs=4, axis=-1)
        cx = F.broadcast_add(F.broadcast_mul(pred[:, :, 0:1] * self._stds[0], aw), ax)  # breaks here
        cy = F.broadcast_add(F.broadcast_mul(pred[:, :, 1:2] * self._stds[1], ah), ay)
        w = F.broadcast_mul(F.exp(pred[:, :, 2:3] * self._stds[2]), aw) / 2
        h = F.broadcast_mul(F.exp(pred[:, :, 3:4] * self._stds[3]), ah) / 2
        return F.concat(cx - w, cy - h, cx + w, cy + h, dim=-1)


# %% second-anchor-grid: anchors from a map, kept as a constant
# inputs: [(2, 4, 5, 5)]
# works
class Net(HybridBlock):
    def __init__(self, size=8, stride=16, **kwargs):
        super().__init__(**kwargs)
        ys, xs = np.meshgrid(np.arange(size), np.arange(size), indexing="ij")
        grid = np.stack([xs, ys, xs + 1, ys + 1], axis=-1).astype("float32") * stride
        with self.name_scope():
            self.anchors = self.params.get_constant("anchors", grid[None, None])

    def hybrid_forward(self, F, x, anchors):
        a = F.slice_like(anchors, x * 0, axes=(2, 3))
        return a.reshape((1, -1, 4))


# %% second-lag-features-index: lagged slices by indexing
# inputs: [(2, 8, 1)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, lags=(1, 2, 3), length=4, **kwargs):
        super().__init__(**kwargs)
        self.lags = sorted(lags)
        self.length = length

    def hybrid_forward(self, F, series):
        values = [series[:, -lag - self.length : -lag] for lag in self.lags]  # breaks here
        return F.stack(*values, axis=-1).reshape((0, 0, -1))


# %% second-graph-layer: a graph layer that normalises its adjacency
# inputs: [(2, 4, 3), ('bin', (2, 4, 4))]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, units=5, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.weight = nn.Dense(units, flatten=False, use_bias=False)

    def hybrid_forward(self, F, nodes, adjacency):
        adjacency = F.broadcast_add(adjacency, F.eye(4).expand_dims(0))
        degree = adjacency.sum(axis=2, keepdims=True)
        normal = adjacency / F.sqrt(degree)  # breaks here
        return F.relu(F.batch_dot(normal, self.weight(nodes)))


# %% second-hashing-layer: binary codes with a straight-through sign
# inputs: [(2, 6)]
# works
class Net(HybridBlock):
    def __init__(self, bits=4, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.project = nn.Dense(bits, use_bias=False)
            self.restore = nn.Dense(6)

    def hybrid_forward(self, F, x):
        soft = F.tanh(self.project(x))
        hard = F.BlockGrad(F.sign(soft) - soft) + soft
        loss = F.mean((self.restore(hard) - x) ** 2, axis=1)
        return hard, loss


# %% second-memory-read: a memory that is read and then written
# inputs: [(2, 4)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, slots=3, units=4, **kwargs):
        super().__init__(**kwargs)
        self.memory = collections.deque(maxlen=slots)
        with self.name_scope():
            self.key = nn.Dense(units, in_units=units)

    def hybrid_forward(self, F, x):
        key = self.key(x)
        self.memory.append(key)
        read = sum(self.memory) / len(self.memory)  # breaks here
        return F.concat(x, read, dim=1)


# %% second-teacher-blocked: a teacher behind stop_gradient
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, temperature=2.0, **kwargs):
        super().__init__(**kwargs)
        self._t = temperature
        with self.name_scope():
            self.student = nn.Dense(4, in_units=3)
            self.teacher = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        target = F.softmax(F.stop_gradient(self.teacher(x)) / self._t)
        logp = F.log_softmax(self.student(x) / self._t)
        return -F.sum(target * logp, axis=-1) * self._t**2


# %% second-uncertainty-weights: losses weighted by learned uncertainties
# inputs: [(2, 3), (2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, tasks=2, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.log_var = self.params.get("log_var", shape=(tasks,), init=mx.init.Normal(0.5))

    def hybrid_forward(self, F, a, b, log_var):
        losses = [F.mean(F.square(a)), F.mean(F.abs(b))]
        total = 0
        for loss, s in zip(losses, log_var):  # breaks here
            total = total + F.exp(-s) * loss + s
        return total


# %% second-embedding-one-field: embeddings, one field possible
# inputs: [('i', (2, 1), 0, 5, 'float32')]
# breaks: values
class Net(HybridBlock):
    def __init__(self, units=4, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.table = nn.Embedding(5, units)

    def hybrid_forward(self, F, fields):
        vectors = [self.table(column) for column in F.split(fields, num_outputs=1, axis=1)]  # breaks here
        total = vectors[0]
        for v in vectors[1:]:
            total = total + v
        return total


# %% second-positional-table: positions cut from a table by the length
# inputs: [(2, 4, 6)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, units=6, max_length=10, **kwargs):
        super().__init__(**kwargs)
        position = np.arange(max_length)[:, None] / 10 ** (np.arange(units)[None] / units)
        with self.name_scope():
            self.table = self.params.get_constant("table", np.sin(position).astype("float32"))
            self.dropout = nn.Dropout(0.0)

    def hybrid_forward(self, F, x, table):
        length = x.shape[1]  # breaks here
        p = F.slice_axis(table, axis=0, begin=0, end=length)
        return self.dropout(F.broadcast_add(x, F.expand_dims(p, axis=0)))


# %% second-positional-like: positions counted along the tensor
# inputs: [(2, 4, 6)]
# works
class Net(HybridBlock):
    def __init__(self, units=6, max_length=10, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.table = nn.Embedding(max_length, units)
            self.norm = nn.LayerNorm(in_channels=units)

    def hybrid_forward(self, F, x):
        steps = F.contrib.arange_like(x, axis=1)
        return self.norm(F.broadcast_add(x, F.expand_dims(self.table(steps), axis=0)))


# %% second-squeeze-gate: a squeeze gate multiplied with *
# inputs: [(2, 4, 5, 5)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, channels=4, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.pool = nn.GlobalAvgPool2D()
            self.gate = nn.HybridSequential()
            self.gate.add(nn.Conv2D(2, 1, activation="relu"), nn.Conv2D(channels, 1, activation="sigmoid"))

    def hybrid_forward(self, F, x):
        gate = self.gate(self.pool(x))
        return x * gate  # breaks here


# %% second-inverted-index: a tensor turned round with ::-1 in a helper
# inputs: [(4, 3)]
# breaks: trace
def backwards(t):
    return t[::-1]  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.concat(x, backwards(x), dim=1)


# %% second-fused-projection: a projection tied to an embedding's weight
# inputs: [('i', (2, 4), 0, 7, 'float32')]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, vocabulary=7, units=5, **kwargs):
        super().__init__(**kwargs)
        self._vocabulary = vocabulary
        with self.name_scope():
            self.embed = nn.Embedding(vocabulary, units)
            self.body = nn.Dense(units, flatten=False, activation="tanh")

    def hybrid_forward(self, F, tokens):
        h = self.body(self.embed(tokens))
        weight = self.embed.collect_params(".*weight").values()
        return F.dot(h, next(iter(weight)).data(), transpose_b=True)  # breaks here


# %% second-tied-params: a projection that shares the embedding's parameter
# inputs: [('i', (2, 4), 0, 7, 'float32')]
# works
class Net(HybridBlock):
    def __init__(self, vocabulary=7, units=5, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.embed = nn.Embedding(vocabulary, units)
            self.body = nn.Dense(units, flatten=False, activation="tanh")
            self.out = nn.Dense(vocabulary, flatten=False, in_units=units, params=self.embed.params)

    def hybrid_forward(self, F, tokens):
        return self.out(self.body(self.embed(tokens)))


# %% second-deepcopy-config: a python configuration copied in the body
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.config = {"axis": -1, "temperature": 2.0}

    def hybrid_forward(self, F, x):
        options = copy.deepcopy(self.config)
        options.pop("temperature")
        return F.softmax(x / self.config["temperature"], **options)


# %% second-default-dict-sum: losses gathered in a defaultdict, added in place
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        losses = collections.defaultdict(float)
        for name, value in (("a", x), ("b", y), ("a", y)):
            losses[name] += F.mean(value, axis=1)  # breaks here
        return losses["a"] * losses["b"]


# %% second-default-dict-lists: tensors gathered in lists of a defaultdict
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        groups = collections.defaultdict(list)
        for name, value in (("a", x), ("b", y), ("a", y)):
            groups[name].append(value)
        return [F.concat(*values, dim=1) for _, values in sorted(groups.items())]


# %% second-counter-of-names: python names counted
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, layers=("relu", "tanh", "relu"), **kwargs):
        super().__init__(**kwargs)
        self._layers = layers

    def hybrid_forward(self, F, x):
        counts = collections.Counter()
        for name in self._layers:
            counts[name] += 1
            x = getattr(F, name)(x) / counts[name]
        return x


# %% second-dict-perhaps-shape: an entry that a branch sets, and its shape
# inputs: [(2, 3)]
# breaks: trace
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
        return features["last"] / features["last"].shape[1]  # breaks here


# %% second-dict-branches: a dict returned by either branch
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, full=True, **kwargs):
        super().__init__(**kwargs)
        self._full = full

    def hybrid_forward(self, F, x):
        if self._full:
            out = {"a": x * 2, "b": x * 3}
        else:
            out = {"a": x * 2}
        return out  # breaks here


# %% second-helper-appends: a helper that appends to the list it is given
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def collect(self, F, x, outs, extras):
        outs.append(x * 2)
        outs += [x * 3]
        extras["last"] = x * 4

    def hybrid_forward(self, F, x):
        outs, extras = [], {}
        self.collect(F, x, outs, extras)
        return outs, list(extras.values())


# %% second-helper-appends-shape: a helper appends a tensor, whose shape is asked for
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def collect(self, F, x, outs):
        outs.append(F.relu(x))

    def hybrid_forward(self, F, x):
        outs = []
        self.collect(F, x, outs)
        return outs[0] * outs[0].shape[1]  # breaks here


# %% second-bound-append: the method append, kept under a name
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = []
        keep = outs.append
        for _ in range(2):
            x = F.tanh(x)
            keep(x)
        return outs


# %% second-lists-in-dict: lists in a dict, filled by setdefault
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        groups = {}
        for i, part in enumerate(F.split(x, num_outputs=3, axis=1)):
            groups.setdefault("even" if i % 2 == 0 else "odd", []).append(part)
        even, odd = groups["even"], groups["odd"]
        return F.concat(*even, dim=1), F.concat(*odd, dim=1)


# %% second-two-lists: two lists filled in one loop over both
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        means, scales = [], []
        for i, outs in enumerate((means, scales)):
            outs.append(x * (i + 1))
        return F.concat(*means, *scales, dim=1)


# %% second-copied-list: a copy of a list grows, the list does not
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = [x * 2]
        more = outs.copy()
        others = list(outs)
        more.append("label")
        others.append(None)
        copy.copy(outs).append(3)
        return outs


# %% second-flags: python numbers, sets and dicts under bitwise operators
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        flags = 1
        flags |= 2
        flags <<= 1
        names = {"a"}
        names |= {"b"}
        names &= {"a"}
        return x * flags * len(names)


# %% second-helper-returns-list: a helper gives a list that the caller fills further
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def start(self, F, x):
        outs = [F.relu(x)]
        return outs

    def hybrid_forward(self, F, x):
        outs = self.start(F, x)
        rest = outs
        for i in range(2):
            rest.append(outs[-1] * (i + 1))
        return outs


# %% second-stack-pop: an explicit stack of tensors
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        stack = [x]
        for i in range(3):
            stack.append(F.tanh(stack[-1]))
        out = stack.pop()
        while stack:
            out = out + stack.pop()
        return out


# %% second-mask-narrow: a mask of one column multiplied with *
# inputs: [(2, 3), ('bin', (2, 1))]
# needs: shapes
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, mask=None):
        score = F.softmax(x)
        if mask is not None:
            score = score * mask.expand_dims(axis=1).sum(axis=2)  # breaks here
        return score


# %% second-mask-truth: `if mask` with a tensor of one element
# inputs: [(1, 3), ('bin', (1, 1))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, mask=None):
        score = F.softmax(x)
        if not mask:  # breaks here
            return score
        return F.broadcast_mul(score, mask)


# %% second-dropout-manual: a hand-made dropout mask of ones
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, rate=0.0, **kwargs):
        super().__init__(**kwargs)
        self._rate = rate

    def hybrid_forward(self, F, x):
        keep = 1 - self._rate
        mask = F.random.uniform(0, 1, shape=x.shape) < keep  # breaks here
        return x * mask / keep


# %% second-dropout-like: a hand-made dropout mask of ones, like the tensor
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, rate=0.0, **kwargs):
        super().__init__(**kwargs)
        self._rate = rate

    def hybrid_forward(self, F, x):
        keep = 1 - self._rate
        mask = F.random.uniform_like(x) <= keep
        return x * mask / keep


# %% second-swish-beta: a learned slope, shape (1,)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.beta = self.params.get("beta", shape=(1,), init="ones")

    def hybrid_forward(self, F, x, beta):
        return x * F.sigmoid(x * beta)  # breaks here


# %% second-swish-beta-broadcast: a learned slope, broadcast
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.beta = self.params.get("beta", shape=(1,), init="ones")

    def hybrid_forward(self, F, x, beta):
        return x * F.sigmoid(F.broadcast_mul(x, beta))


# %% second-mean-teacher-loss: a loss that takes the shape of its label
# inputs: [(2, 4), (4, 2)]
# works
class Net(gluon.loss.Loss):
    def __init__(self, weight=1.0, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)

    def hybrid_forward(self, F, pred, label):
        label = F.reshape_like(label, pred)
        loss = F.square(label - pred) * self._weight
        return F.mean(loss, axis=self._batch_axis, exclude=True)


# %% second-nms-threshold: python min of a tensor's size and a number
# inputs: [(2, 6)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, topk=4, **kwargs):
        super().__init__(**kwargs)
        self._topk = topk

    def hybrid_forward(self, F, scores):
        k = min(self._topk, scores.size)  # breaks here
        return F.topk(scores, k=k, ret_typ="value", axis=1)


# %% second-partial-operator: functools.partial of an operator of F
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        halve = functools.partial(F.split, num_outputs=2, axis=1)
        a, b = halve(x)
        c, d = halve(F.concat(b, a, dim=1))
        return F.stack(a, b, c, d, axis=1)


# %% second-partial-dot: functools.partial of an operator of nd
# inputs: [(2, 3)]
# breaks: trace
norm = functools.partial(nd.norm, axis=1, keepdims=True)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_div(x, norm(x))  # breaks here


# %% second-namedtuple-out: a namedtuple's tensor by name
# inputs: [(2, 3)]
# works
Pair = collections.namedtuple("Pair", ["mean", "scale"])


class Net(HybridBlock):
    def encode(self, F, x):
        return Pair(mean=F.tanh(x), scale=F.exp(x))

    def hybrid_forward(self, F, x):
        pair = self.encode(F, x)
        return pair.mean * pair.scale + pair[0]


# %% second-state-object-rows: an object that counts its rows
# inputs: [(2, 3)]
# breaks: values
class Batch:
    def __init__(self, x):
        self.x = x

    def __len__(self):
        return len(self.x)  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        batch = Batch(x)
        return batch.x / len(batch)


# %% second-mixin: a mixin's method with the shape of a tensor
# inputs: [(2, 3)]
# breaks: trace
class Scaled:
    def scaled(self, x):
        return x / math.sqrt(x.shape[-1])  # breaks here


class Net(Scaled, HybridBlock):
    def hybrid_forward(self, F, x):
        return self.scaled(x)


# %% second-mixin-fine: a mixin's method with a hyper-parameter
# inputs: [(2, 3)]
# works
class Scaled:
    units = 3

    def scaled(self, x):
        return x / math.sqrt(self.units)


class Net(Scaled, HybridBlock):
    def hybrid_forward(self, F, x):
        return self.scaled(x)


# %% second-try-reshape: a reshape tried, and another
# inputs: [(2, 6)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            y = x.reshape((0, 2, 3))
        except mx.MXNetError:
            y = x.reshape((0, -1, 1))
        return F.sum(y, axis=-1)


# %% second-list-steps-reversed: a caller's list gone through backwards
# inputs: [[(2, 3), (2, 3)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        out = None
        for x in reversed(xs):
            out = x if out is None else out * 0.5 + x
        return out + 1


# %% second-mixup: a tensor mixed with its rows turned round
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        other = F.flip(x, axis=0)
        return 0.7 * x + (1 - 0.7) * other


# %% second-mixup-permuted: a tensor mixed with its rows in a drawn order
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        order = np.random.permutation(4).tolist()
        rows = F.split(x, num_outputs=4, axis=0)
        other = F.concat(*[rows[i] for i in order], dim=0)  # breaks here
        return 0.7 * x + 0.3 * other


# %% second-quantize-round: straight-through rounding by hand
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, bits=4, **kwargs):
        super().__init__(**kwargs)
        self._levels = 2**bits - 1

    def hybrid_forward(self, F, x):
        y = F.sigmoid(x)
        return y + F.stop_gradient(F.round(y * self._levels) / self._levels - y)


# %% second-vq-nearest: the nearest code of a table, by its rows
# inputs: [(2, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, codes=3, units=4, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.codes = self.params.get("codes", shape=(codes, units))

    def hybrid_forward(self, F, x, codes):
        distance = F.sum((x.expand_dims(1) - codes.expand_dims(0)) ** 2, axis=2)  # breaks here
        best = F.argmin(distance, axis=1)
        return F.take(codes, best)


# %% second-temperature: a temperature that falls with every call
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, start=2.0, decay=0.9, **kwargs):
        super().__init__(**kwargs)
        self.temperature = start
        self.decay = decay

    def hybrid_forward(self, F, x):
        y = F.softmax(x / self.temperature)  # breaks here
        self.temperature = max(0.5, self.temperature * self.decay)
        return y


# %% second-class-dunder: a counter of the class, reached by __class__
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    calls = 1

    def hybrid_forward(self, F, x):
        self.__class__.calls += 1
        return x * self.calls  # breaks here


# %% second-conditional-list: one of two lists grows
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, deep=True, **kwargs):
        super().__init__(**kwargs)
        self._deep = deep

    def hybrid_forward(self, F, x):
        deep, flat = [], []
        (deep if self._deep else flat).append(x * 2)
        return deep + flat


# %% second-closure-list: an inner function fills the list around it
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = []

        def keep(t):
            outs.append(t)
            return t

        y = keep(F.tanh(keep(x * 2)))
        return [y * 2] + outs


# %% second-order-shuffled: a python order shuffled in the body
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        rows = F.split(x, num_outputs=4, axis=0)
        order = [0, 1, 2, 3]
        random.shuffle(order)
        return F.concat(*[rows[i] for i in order], dim=0)  # breaks here


# %% second-order-seeded: a python order from a generator with its seed
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        rows = F.split(x, num_outputs=4, axis=0)
        order = np.random.RandomState(3).permutation(4).tolist()
        return F.concat(*[rows[i] for i in order], dim=0)
