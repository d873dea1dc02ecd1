"""What someone who had only seen what kinds of blocks break would try next: other API, other forms, whole layers."""

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
