"""Lists, dicts, tuples and ways to go through them."""
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


# %% gen-send: a generator that is sent tensors and asked for their mean
# inputs: [(2, 3)]
# breaks: trace
def accumulator(start):
    total = start
    while True:
        value = yield total
        total = total + value.asnumpy().sum()  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        sums = accumulator(0.0)
        next(sums)
        return x * float(sums.send(x))


# %% gen-send-tensor: a generator that is sent tensors and adds them
# inputs: [(2, 3)]
# works
def accumulator(start):
    total = start
    while True:
        value = yield total
        total = total + value


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        sums = accumulator(x * 0)
        next(sums)
        for power in (1, 2, 3):
            y = sums.send(x ** power)
        return y


# %% gen-yield-from-rows: yield from a tensor
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def rows(self, x):
        yield from x  # breaks here

    def hybrid_forward(self, F, x):
        return F.add_n(*[F.tanh(r) for r in self.rows(x)])


# %% gen-yield-from-list: yield from a list of tensors
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def powers(self, x):
        yield x
        yield from [x * x, x * x * x]

    def hybrid_forward(self, F, x):
        return F.add_n(*[F.tanh(p) for p in self.powers(x)])


# %% genexp-passed-rows: a generator expression over the tensor's rows, passed on
# inputs: [(4, 3)]
# breaks: values
def strongest(F, rows):
    return functools.reduce(F.maximum, rows)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return strongest(F, (F.abs(row) for row in x))  # breaks here


# %% genexp-passed-heads: a generator expression over scales, passed on
# inputs: [(4, 3)]
# works
def strongest(F, heads):
    return functools.reduce(F.maximum, heads)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return strongest(F, (F.sin(x * k) for k in (1, 2, 3)))


# %% namedtuple-unpack-tensor: a namedtuple's field is unpacked into rows
# inputs: [(2, 3)]
# breaks: trace
Output = collections.namedtuple("Output", ["logits", "hidden"])


class Net(HybridBlock):
    def encode(self, F, x):
        return Output(logits=F.log_softmax(x), hidden=F.tanh(x))

    def hybrid_forward(self, F, x):
        out = self.encode(F, x)
        first, second = out.logits  # breaks here
        return first + second + out.hidden


# %% namedtuple-unpack-fields: a namedtuple is unpacked into its fields
# inputs: [(2, 3)]
# works
Output = collections.namedtuple("Output", ["logits", "hidden"])


class Net(HybridBlock):
    def encode(self, F, x):
        return Output(logits=F.log_softmax(x), hidden=F.tanh(x))

    def hybrid_forward(self, F, x):
        logits, hidden = self.encode(F, x)
        return logits + hidden


# %% namedtuple-typed-index: a typing.NamedTuple, indexed twice
# inputs: [(2, 3)]
# breaks: values
class Heads(NamedTuple):
    query: object
    key: object
    scale: float = 0.5

    def top(self):
        return self[0][0]  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        heads = Heads(F.exp(x), x)
        return heads.top() * heads.scale


# %% namedtuple-typed-fields: a typing.NamedTuple, indexed once
# inputs: [(2, 3)]
# works
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


# %% reduce-tensor: functools.reduce over the tensor
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return functools.reduce(operator.mul, x * 2)  # breaks here


# %% reduce-list: functools.reduce over a list of tensors
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return functools.reduce(operator.mul, [x, x + 1, x + 2], x * 2)


# %% operator-itemgetter-tensor: itemgetter of a tensor
# inputs: [(4, 3)]
# breaks: values
first = operator.itemgetter(0)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return first(F.sigmoid(x))  # breaks here


# %% operator-itemgetter-split: itemgetter of the parts of a split
# inputs: [(4, 4)]
# works
first = operator.itemgetter(0)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return first(F.split(F.sigmoid(x), num_outputs=2, axis=1))


# %% operator-attrgetter: attrgetter of the shape
# inputs: [(4, 3)]
# breaks: trace
shape_of = operator.attrgetter("shape")


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        rows, columns = shape_of(x)  # breaks here
        return x * rows / columns


# %% operator-methodcaller: methodcaller of tensor methods that a Symbol has
# inputs: [(4, 3)]
# works
flat = operator.methodcaller("reshape", shape=(-1,))


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return operator.neg(flat(x))


# %% operator-iadd: operator.iadd on a Symbol
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.relu(x)
        return operator.iadd(y, x)  # breaks here


# %% operator-table: a table of operator functions
# inputs: [(4, 3), (4, 3)]
# works
MERGE = {"add": operator.add, "sub": operator.sub, "mul": operator.mul}


class Net(HybridBlock):
    def __init__(self, merge="sub", **kwargs):
        super().__init__(**kwargs)
        self.merge = merge

    def hybrid_forward(self, F, x, y):
        return MERGE[self.merge](F.relu(x), y)


# %% itertools-chain-tensor: itertools.chain of a tensor and a list
# inputs: [(3, 4), (4,)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.add_n(*itertools.chain(x, [y]))  # breaks here


# %% itertools-chain-lists: itertools.chain of lists of tensors
# inputs: [(3, 4), (3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.add_n(*itertools.chain([x, x * 2], (y,)))


# %% itertools-accumulate-tensor: a running sum over the rows
# inputs: [(3, 4)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.stack(*itertools.accumulate(x), axis=0)  # breaks here


# %% itertools-accumulate-split: a running sum over the parts of a split
# inputs: [(3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=4, axis=1)
        return F.concat(*itertools.accumulate(parts), dim=1)


# %% zip-rows: zip of a tensor and the list of children's scales
# inputs: [(3, 4)]
# breaks: values
# needs: callers
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scales = [1.0, 2.0, 3.0]

    def hybrid_forward(self, F, x):
        return F.add_n(*[row * scale for scale, row in zip(self.scales, x)])  # breaks here


# %% zip-parts: zip of the parts of a split and scales
# inputs: [(3, 6)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scales = [1.0, 2.0, 3.0]

    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.add_n(*[part * scale for scale, part in zip(self.scales, parts)])


# %% enumerate-steps: enumerate over the time steps of a transposed input
# inputs: [(2, 5, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.decay = 0.9

    def hybrid_forward(self, F, x):
        steps = F.transpose(x, axes=(1, 0, 2))
        total = 0
        for index, step in enumerate(steps, 1):  # breaks here
            total = total + step * self.decay ** index
        return total


# %% enumerate-children: enumerate over the children
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()
        for _ in range(3):
            self.body.add(nn.Dense(3))

    def hybrid_forward(self, F, x):
        for index, layer in enumerate(self.body):
            y = layer(x)
            x = x + y if index % 2 else y
        return x


# %% sorted-scalars: sorted by the tensors' norms
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        small, large = sorted([x, y], key=lambda v: v.norm().asscalar())  # breaks here
        return small / (1 + F.abs(large))


# %% sorted-names: sorted by the names of tensors
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        named = {"right": y, "left": x}
        left, right = (value for _, value in sorted(named.items(), key=lambda item: item[0]))
        return left / (1 + F.abs(right))


# %% any-negative: any over comparisons of tensors
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if any((limit < x.sum()) for limit in (1e8, 1e9)):  # breaks here
            return F.zeros_like(x)
        return x + 1


# %% all-given: all over comparisons with None
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y=None, z=None):
        if all(v is not None for v in (x, y, z)):
            return x + y + z
        return F.add_n(*[v for v in (x, y, z) if v is not None])


# %% max-of-tensors: the builtin max of two one-element tensors
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        peak = max(F.max(x), F.max(-x))  # breaks here
        return F.broadcast_div(x, peak)


# %% max-of-numbers: the builtin max of numbers from the constructor
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, low=-2, high=3, **kwargs):
        super().__init__(**kwargs)
        self.low, self.high = low, high

    def hybrid_forward(self, F, x):
        peak = max(abs(self.low), abs(self.high))
        return F.clip(x, self.low, self.high) / peak


# %% sum-rows: the builtin sum over a tensor
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum(F.exp(x))  # breaks here


# %% sum-parts: the builtin sum over generator of weighted tensors
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum(w * F.exp(x * w) for w in (0.1, 0.2))


# %% map-unbound: map of an unbound NDArray method
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        a, b = map(mx.nd.NDArray.square, (x, y))  # breaks here
        return a - b


# %% map-bound: map of F's function
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        a, b = map(F.square, (x, y))
        return a - b


# %% filter-nonzero: filter without a function drops false values
# inputs: [(1,), (1,)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        present = list(filter(None, [x, y]))  # breaks here
        return F.add_n(*present) if present else x * 0


# %% filter-none: filter with an identity test
# inputs: [(1,), (1,)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y, z=None):
        present = list(filter(lambda v: v is not None, [x, y, z]))
        return F.add_n(*present) if present else x * 0


# %% reversed-tensor: reversed time steps of a tensor
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        backwards = list(reversed(x))  # breaks here
        return F.stack(*backwards, axis=0)


# %% reversed-list: reversed list of tensors
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        backwards = list(reversed([x, x + 1]))
        return F.stack(*backwards, axis=0)


# %% star-args-tensor: a tensor starred into an operator
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.concat(*x, dim=0)  # breaks here


# %% star-args-list: a list of tensors and keywords starred into an operator
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.options = dict(dim=1)

    def hybrid_forward(self, F, x):
        return F.concat(*[x, x * 2], **self.options)


# %% while-else-norm: a while loop that runs until the tensor is small enough
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        tries = 0
        while F.max(F.abs(x)) > 1:  # breaks here
            x = x * 0.5
            tries += 1
            if tries > 20:
                break
        else:
            x = x + 1
        return x


# %% while-else-count: a while loop with else that counts
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        tries = 0
        while tries < 3:
            x = x * 0.5
            tries += 1
            if tries > 20:
                break
        else:
            x = x + 1
        return x


# %% for-else-found: for/else over candidates, compared with the tensor
# inputs: [('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for bound in (1, 10, 100):
            if F.max(x) <= bound:  # breaks here
                break
        else:
            bound = 1000
        return x / bound


# %% for-else-config: for/else over candidates of the configuration
# inputs: [('pos', (2, 3))]
# works
class Net(HybridBlock):
    def __init__(self, bits=8, **kwargs):
        super().__init__(**kwargs)
        self.bits = bits

    def hybrid_forward(self, F, x):
        for bound in (1, 10, 100):
            if self.bits <= bound:
                break
        else:
            bound = 1000
        return x / bound


# %% walrus-max: a walrus holds a scalar read from the tensor
# inputs: [('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if (peak := x.max().asscalar()) > 0:  # breaks here
            return x / peak
        return x


# %% walrus-option: a walrus holds an option
# inputs: [('pos', (2, 3))]
# works
class Net(HybridBlock):
    options = {"scale": 2.0}

    def hybrid_forward(self, F, x):
        if (scale := self.options.get("scale")) is not None:
            return x / scale
        return x


# %% unpack-nested-tensor: nested unpacking reaches into a tensor
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        (first, second), other = x, y  # breaks here
        return F.broadcast_add(other, F.expand_dims(first * second, axis=0))


# %% unpack-nested-lists: nested and starred unpacking of lists
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        (first, *rest), other = [x, x * 2, x * 3], y
        return first + F.add_n(*rest) * other


# %% unpack-starred-tensor: starred unpacking of a tensor
# inputs: [(3, 4)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        head, *tail = F.exp(x)  # breaks here
        return head


# %% unpack-starred-split: starred unpacking of a split
# inputs: [(3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        head, *tail = F.split(F.exp(x), num_outputs=4, axis=1)
        return head * F.add_n(*tail)


# %% dict-intermediate: a dictionary of intermediate tensors is returned
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        features = {"low": F.relu(x), "high": F.tanh(x)}
        features.update(both=features["low"] + features["high"])
        return features  # breaks here


# %% dict-values: a dictionary's tensors are returned as a list
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        features = {"low": F.relu(x), "high": F.tanh(x)}
        features.update(both=features["low"] + features["high"])
        return [features[key] for key in sorted(features)]


# %% list-in-tensor: membership of a tensor in a list of tensors
# inputs: [(1,), (1,)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        if y in [x, x + 1]:  # breaks here
            return x
        return x + y


# %% list-index-first: the list's own first element is found by identity
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        values = [x, y]
        if x in values:
            return values[values.index(x)] + y
        return x - y


# %% window-slice: a slice in a variable
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        window = slice(0, 2)
        return x[window] * 2  # breaks here


# %% window-slice-list: a slice in a variable, used on a list
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        window = slice(0, 2)
        return F.add_n(*[x, x * 2, x * 3][window])


# %% window-attribute: a slice that the constructor keeps
# inputs: [(5, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, start=1, stop=4, **kwargs):
        super().__init__(**kwargs)
        self.window = slice(start, stop)

    def hybrid_forward(self, F, x):
        return F.relu(x)[self.window]  # breaks here


# %% window-attribute-slice: a slice that the constructor keeps, given to slice_axis
# inputs: [(5, 3)]
# works
class Net(HybridBlock):
    def __init__(self, start=1, stop=4, **kwargs):
        super().__init__(**kwargs)
        self.window = slice(start, stop)

    def hybrid_forward(self, F, x):
        return F.slice_axis(F.relu(x), axis=0, begin=self.window.start, end=self.window.stop)


# %% index-tuple: a tuple index in a variable
# inputs: [(2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        where = (slice(None), 0)
        return x[where] + 1  # breaks here


# %% index-ellipsis: an Ellipsis index
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.exp(x)[...]  # breaks here


# %% index-none: None as an index adds an axis
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        column = x[:, None]  # breaks here
        return F.broadcast_mul(column, F.ones((1, 2, 1)))


# %% index-dict-tuple: a tuple as the key of a dictionary
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        grid = {(i, j): x * (i + 1) + j for i in range(2) for j in range(2)}
        return grid[0, 1] + grid[1, 0] - grid[(1, 1)]


# %% split-negative: the parts of a split in reverse by a slice with a negative step
# inputs: [(2, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=4, axis=1)
        return F.concat(*parts[::-1], dim=1)  # breaks here


# %% split-list-reversed: the parts of a split in a list, reversed
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = list(F.split(x, num_outputs=4, axis=1))
        return F.concat(*parts[::-1], dim=1)


# %% split-plus-list: the parts of a split and one more
# inputs: [(2, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=2, axis=1)
        return F.concat(*(parts + [x]), dim=1)  # breaks here


# %% split-starred-list: the parts of a split starred into a list with one more
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=2, axis=1)
        return F.concat(*[*parts, x], dim=1)


# %% split-isinstance-list: isinstance asks whether a split is a list
# inputs: [(2, 4)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=2, axis=1)
        if isinstance(parts, (list, tuple)):  # breaks here
            return F.concat(parts[1], parts[0], dim=1)
        return F.concat(parts[0], parts[1], dim=1)


# %% namedtuple-derived: a class derived from a namedtuple, made with keywords in another order
# inputs: [(2, 3), (2, 3)]
# breaks: values
class Pair(collections.namedtuple("Pair", "left right")):
    def top(self):
        return self.right[0]  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        pair = Pair(right=F.tanh(y), left=[x, x * 2])
        return pair.top() + pair.left[0]


# %% namedtuple-derived-list: a class derived from a namedtuple takes from the field that is a list
# inputs: [(2, 3), (2, 3)]
# works
class Pair(collections.namedtuple("Pair", "left right")):
    def top(self):
        return self.left[0]


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        pair = Pair(right=F.tanh(y), left=[x, x * 2])
        return pair.top() + pair.right


# %% list-equality: two lists of tensors are compared
# inputs: [(1,), (1,)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        before, after = [x, y], [x, F.abs(y)]
        if before == after:  # breaks here
            return x + y
        return x - y


# %% list-equality-same: two lists of the same tensors are compared
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        given, kept = [x, y], (x, y)
        if given == list(kept):
            return x + y
        return x - y


# %% islice-tensor: islice of a tensor's rows
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        first_two = itertools.islice(F.exp(x), 2)  # breaks here
        return F.add_n(*first_two)


# %% islice-list: islice of a list of tensors
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        first_two = itertools.islice([x, F.exp(x), F.sin(x)], 2)
        return F.add_n(*first_two)


# %% islice-element: the elements that islice gives are indexed
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        features = [F.sin(x), F.cos(x), F.exp(x)]
        return sum(feature[0] for feature in itertools.islice(features, 1, None))  # breaks here


# %% starmap-shape: starmap of a function that asks for a shape
# inputs: [(2, 3), (2, 3)]
# breaks: trace
def normalised(value, scale):
    return value * scale / value.shape[1]  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.add_n(*itertools.starmap(normalised, [(x, 2), (y, 3)]))


# %% starmap-plain: starmap of a function of operators
# inputs: [(2, 3), (2, 3)]
# works
def normalised(value, scale):
    return value * scale / value.norm()


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        pairs = itertools.starmap(operator.mul, [(x, 2), (y, 3)])
        return F.add_n(*pairs)


# %% map-two-rows: map of two iterables, one of them a tensor
# inputs: [(3, 4), (3, 4)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        rows = map(lambda a, b: a * b, F.tanh(x), F.sin(y))  # breaks here
        return F.stack(*rows, axis=0)


# %% map-two-lists: map of two lists
# inputs: [(3, 4), (3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        products = map(lambda a, b: a * b, [F.tanh(x), x], [F.sin(y), 2])
        return F.stack(*products, axis=0)


# %% dict-unpacked-tensor: a dictionary unpacked into a function that indexes
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def head(self, F, *, low, high, **ignored):
        return low + high[1:]  # breaks here

    def hybrid_forward(self, F, x):
        features = dict(low=F.relu(x), high=F.tanh(x), other=x)
        return self.head(F, **features)


# %% dict-unpacked-plain: a dictionary unpacked into a function
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def head(self, F, *, low, high, **ignored):
        return low + high * len(ignored)

    def hybrid_forward(self, F, x):
        features = dict(low=F.relu(x), high=F.tanh(x), other=x)
        return self.head(F, **features)


# %% dict-comprehension-updated: a dictionary of features, updated and read again
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        features = {name: getattr(F, name)(x) for name in ("relu", "tanh")}
        features.update({"gate": F.sigmoid(x)})
        gate = features.pop("gate")
        return features["relu"] * float(gate.mean().asnumpy())  # breaks here


# %% dict-updated-plain: a dictionary of features, updated and multiplied
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        features = {name: getattr(F, name)(x) for name in ("relu", "tanh")}
        features.update({"gate": F.sigmoid(x)})
        gate = features.pop("gate")
        return features["relu"] * gate


# %% chain-of-helpers: the tensor goes through an object, a list, a dictionary and a closure
# inputs: [(2, 3)]
# breaks: trace
class Stage:
    def __init__(self, transform):
        self.transform = transform

    def run(self, state):
        state["x"] = self.transform(state["x"])
        return state


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        limit = 3.0

        def clip(v):
            return v if v.max() < limit else v.clip(-limit, limit)  # breaks here

        state = {"x": x}
        for stage in [Stage(F.relu), Stage(clip)]:
            state = stage.run(state)
        return state["x"]


# %% chain-of-helpers-good: the tensor goes through an object, a list, a dictionary and a closure
# inputs: [(2, 3)]
# works
class Stage:
    def __init__(self, transform):
        self.transform = transform

    def run(self, state):
        state["x"] = self.transform(state["x"])
        return state


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        limit = 3.0

        def clip(v):
            return v.clip(-limit, limit)

        state = {"x": x}
        for stage in [Stage(F.relu), Stage(clip)]:
            state = stage.run(state)
        return state["x"]


# %% min-by-key: the smallest by the number of its elements
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        smallest = min([x, y], key=lambda v: v.size)  # breaks here
        return smallest + 1


# %% min-by-name: the smallest by a written-out rank
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        ranked = {"x": (2, x), "y": (1, y)}
        _, smallest = min(ranked.values(), key=lambda pair: pair[0])
        return smallest + 1


# %% matrix-of-lists: nested lists of tensors, transposed by zip
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        table = [[x, y], [x * 2, y * 2]]
        return F.add_n(*[F.broadcast_mul(a, b) for a, b in zip(*table)])


# %% matrix-of-lists-shape: nested lists of tensors, transposed by zip, and measured
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        table = [[x, y], [x * 2, y * 2]]
        return F.add_n(*[a * b / a.shape[0] for a, b in zip(*table)])  # breaks here


# %% product-of-lists: the product of two lists of tensors
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        pairs = itertools.product([x, F.sin(x)], [y, F.cos(y)])
        return F.add_n(*[a * b for a, b in pairs])


# %% product-element: an element of the product of two lists of tensors is measured
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        pairs = itertools.product([x, F.sin(x)], [y, F.cos(y)])
        return F.add_n(*[a * b.shape[0] for a, b in pairs])  # breaks here


# %% set-add-tensor: a tensor that a set is given
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        seen = set()
        seen.add(x)  # breaks here
        return x * len(seen)


# %% set-add-name: a name that a set is given
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        seen = set()
        seen.add("x")
        seen.discard("y")
        return x * len(seen)
