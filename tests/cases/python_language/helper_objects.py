"""Objects of the file that stand between an input and what breaks: what Python asks of them."""
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


# %% helper-getitem-row: a helper class whose __getitem__ passes the index to the tensor
# inputs: [(4, 3)]
# breaks: trace
class View:
    def __init__(self, data):
        self.data = data

    def __getitem__(self, key):
        return self.data[key]  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        view = View(F.relu(x))
        return view[1:3] + view[0:2]


# %% helper-getitem-axis: a helper class whose __getitem__ slices with slice_axis
# inputs: [(4, 3)]
# works
class View:
    def __init__(self, data):
        self.data = data

    def __getitem__(self, key):
        return self.data.slice_axis(axis=0, begin=key.start, end=key.stop)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        view = View(F.relu(x))
        return view[1:3] + view[0:2]


# %% helper-iter-tensor: a helper class iterates over its tensor
# inputs: [(4, 3)]
# breaks: values
class Sequence:
    def __init__(self, steps):
        self.steps = steps

    def __iter__(self):
        return iter(self.steps)  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        state = None
        for step in Sequence(x):
            state = F.tanh(step) if state is None else F.tanh(step + state)
        return state


# %% helper-iter-list: a helper class iterates over a list of tensors
# inputs: [(4, 3)]
# works
class Sequence:
    def __init__(self, *steps):
        self.steps = steps

    def __iter__(self):
        return iter(self.steps)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        state = None
        for step in Sequence(x, x * 2, x * 3):
            state = F.tanh(step) if state is None else F.tanh(step + state)
        return state


# %% helper-len-bool: the truth of a helper whose __len__ is the tensor's
# inputs: [(4, 3)]
# breaks: values
class Batch:
    def __init__(self, data):
        self.data = data

    def __len__(self):
        return len(self.data)  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sum(x) / len(Batch(x))


# %% helper-len-list: a helper whose __len__ counts tensors
# inputs: [(4, 3)]
# works
class Bag:
    def __init__(self, *data):
        self.data = list(data)

    def __len__(self):
        return len(self.data)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        bag = Bag(x, x + 1)
        return F.add_n(*bag.data) / len(bag)


# %% helper-enter-shape: __enter__ reads the shape, __exit__ restores it
# inputs: [(2, 3, 4)]
# breaks: trace
class Flattened:
    def __init__(self, x):
        self.x = x

    def __enter__(self):
        self.shape = self.x.shape  # breaks here
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


# %% helper-enter-reshape-like: __enter__ keeps the tensor, __exit__ reshapes like it
# inputs: [(2, 3, 4)]
# works
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


# %% helper-contains: a helper's __contains__ compares tensors
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Seen:
    def __init__(self, *values):
        self.values = values

    def __contains__(self, value):
        return any(abs(v - value).sum() == 0 for v in self.values)  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        seen = Seen(x * 2)
        return x + y if y in seen else x - y


# %% helper-contains-identity: a helper's __contains__ compares identities
# inputs: [(2, 3), (2, 3)]
# works
class Seen:
    def __init__(self, *values):
        self.values = values

    def __contains__(self, value):
        return any(v is value for v in self.values)


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        seen = Seen(x)
        return x + y if y in seen else x - y


# %% helper-add-bias: operator methods of a helper that add a broadcast bias
# inputs: [(2, 3)]
# breaks: execution
class Biased:
    def __init__(self, bias):
        self.bias = bias

    def __radd__(self, x):
        return x + self.bias  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        bias = Biased(F.mean(x, axis=1, keepdims=True))
        return bias.__radd__(x)


# %% helper-add-broadcast: operator methods of a helper that broadcast
# inputs: [(2, 3)]
# works
class Wrapped:
    def __init__(self, F, data):
        self.F = F
        self.data = data

    def __add__(self, other):
        return Wrapped(self.F, self.F.broadcast_add(self.data, other.data))


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean = Wrapped(F, F.mean(x, axis=1, keepdims=True))
        return (Wrapped(F, x) + mean).data


# %% helper-getattr: a helper's __getattr__ forwards to its tensor
# inputs: [(2, 3)]
# breaks: trace
class Proxy:
    def __init__(self, target):
        self._target = target

    def __getattr__(self, name):
        return getattr(self._target, name)  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        proxy = Proxy(F.tanh(x))
        return proxy.sum() / proxy.size


# %% helper-getattr-method: a helper's __getattr__ forwards a method that both have
# inputs: [(2, 3)]
# works
class Proxy:
    def __init__(self, target):
        self._target = target

    def __getattr__(self, name):
        return getattr(self._target, name)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        proxy = Proxy(F.tanh(x))
        return proxy.sum(axis=1) + 1


# %% helper-eq: a helper's __eq__ compares tensors
# inputs: [(1,)]
# breaks: trace
class Token:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return self.value == other.value

    def __ne__(self, other):
        return not self == other  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if Token(x) != Token(x * 2):
            return x + 1
        return x


# %% helper-eq-name: a helper's __eq__ compares names
# inputs: [(2, 3)]
# works
class Token:
    def __init__(self, name, value):
        self.name = name
        self.value = value

    def __eq__(self, other):
        return self.name == other.name


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if Token("a", x) != Token("b", x * 2):
            return x + 1
        return x


# %% helper-bool: a helper's __bool__ asks for the tensor's truth
# inputs: [(1,)]
# breaks: trace
class Flag:
    def __init__(self, value):
        self.value = value

    def __bool__(self):
        return bool(self.value.max() > 0)  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if Flag(x) else x * 3


# %% helper-bool-list: a helper's __bool__ asks whether it holds anything
# inputs: [(2, 3)]
# works
class Flag:
    def __init__(self, *values):
        self.values = values

    def __bool__(self):
        return bool(self.values)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if Flag(x) else x * 3


# %% helper-float: a helper's __float__ converts the tensor
# inputs: [(1,)]
# breaks: trace
class Scalar:
    def __init__(self, value):
        self.value = value

    def __float__(self):
        return float(self.value.asscalar())  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * float(Scalar(F.exp(x)))


# %% helper-str: a helper's __repr__ formats the tensor's shape
# inputs: [(2, 3)]
# breaks: trace
class Named:
    def __init__(self, value):
        self.value = value

    def __repr__(self):
        return "Named(%s)" % (self.value.shape,)  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        named = Named(F.tanh(x))
        assert str(named).startswith("Named")
        return named.value


# %% helper-setitem: a helper's __setitem__ writes into its tensor
# inputs: [(2, 3)]
# breaks: trace
class Buffer:
    def __init__(self, data):
        self.data = data

    def __setitem__(self, key, value):
        self.data[key] = value  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        buffer = Buffer(F.relu(x))
        buffer[0] = 1
        return buffer.data


# %% helper-setitem-list: a helper's __setitem__ replaces one of its tensors
# inputs: [(2, 3)]
# works
class Buffer:
    def __init__(self, *data):
        self.data = list(data)

    def __setitem__(self, key, value):
        self.data[key] = value


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        buffer = Buffer(F.relu(x), x)
        buffer[0] = x + 1
        return F.add_n(*buffer.data)


# %% helper-iadd: a helper's __iadd__ adds in place
# inputs: [(2, 3)]
# breaks: trace
class Accumulator:
    def __init__(self, total):
        self.total = total

    def __iadd__(self, value):
        self.total += value  # breaks here
        return self


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        sums = Accumulator(F.zeros_like(x))
        for scale in (1, 2):
            sums += x * scale
        return sums.total


# %% helper-iadd-new: a helper's __iadd__ makes a new sum
# inputs: [(2, 3)]
# works
class Accumulator:
    def __init__(self, total):
        self.total = total

    def __iadd__(self, value):
        self.total = self.total + value
        return self


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        sums = Accumulator(F.zeros_like(x))
        for scale in (1, 2):
            sums += x * scale
        return sums.total


# %% helper-next: a helper is an iterator over the tensor's rows
# inputs: [(3, 4)]
# breaks: values
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
        return self.data[0]  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        total = 0
        for row in Rows(x):
            total = total + row
        return total


# %% helper-not: `not` of a helper whose __len__ is the tensor's
# inputs: [(3, 4)]
# breaks: values
class Batch:
    def __init__(self, data):
        self.data = data

    def __len__(self):
        return len(self.data) - 1  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not Batch(F.relu(x)):
            return x + 1
        return x - 1
