"""Tests for the life, for types and for what is missing, and what is done then."""
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


# %% try-attribute: try the shape, except says one row
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def rows(self, x):
        try:
            return x.shape[0]
        except AttributeError:
            return 1

    def hybrid_forward(self, F, x):
        return F.sum(x, axis=0) / self.rows(x)  # breaks here


# %% try-both-ways: try the NDArray's way, except does the same maths
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            rows = x.shape[0]
        except AttributeError:
            return F.mean(x, axis=0)
        return F.sum(x, axis=0) / rows


# %% try-same-by-reshape: try the shape in a reshape, except uses its codes
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            rows = x.shape[0]
            return F.relu(x.reshape((rows, -1)))
        except AttributeError:
            return F.relu(x.reshape((0, -1)))


# %% try-raises-anew: a handler that says it in other words
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            rows = x.shape[0]
        except AttributeError:
            raise ValueError("an array is needed")  # breaks here
        return x * 2


# %% try-raises-on: a handler that notes the failure and hands it on
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            rows = x.shape[0]  # breaks here
        except AttributeError:
            self.failed = True
            raise
        return x * 2


# %% try-raises-and-caught: what a handler raises, another one catches
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def scaled(self, x):
        try:
            x.context
        except AttributeError as error:
            raise TypeError("an array is needed") from error
        return x * 2

    def hybrid_forward(self, F, x):
        try:
            return self.scaled(x)
        except TypeError:
            return x * 3


# %% try-asked-only: a shape that is asked for only to see what comes
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            x.shape
            y = x * 2
        except AttributeError:
            y = x * 3
        return y


# %% try-leaves-early: a handler that returns something else
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            x.context
        except AttributeError:
            return x * 3
        return x * 2


# %% try-leaves-early-alike: a handler that returns the same
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            x.context
        except AttributeError:
            return x * 2
        return x * 2


# %% try-changed-before: what the handler changes was there before
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x
        try:
            x.shape
        except AttributeError:
            y = x + 1
        return y * 2


# %% try-same-in-method: a method that asks for the shape, and the codes of reshape where it fails
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def rows(self, x):
        return x.reshape((x.shape[0], -1)) * 2

    def hybrid_forward(self, F, x):
        try:
            return self.rows(x)
        except AttributeError:
            return x.reshape((0, -1)) * 2


# %% try-finally-state: finally restores a setting, the state stays in between
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0

    def hybrid_forward(self, F, x):
        try:
            return x * (self.calls + 1)  # breaks here
        finally:
            self.calls += 1


# %% try-finally-restored: finally restores what was set before
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.depth = 0

    def hybrid_forward(self, F, x):
        self.depth += 1
        try:
            return x * self.depth
        finally:
            self.depth -= 1


# %% conditional-or-tensor: `or` chooses the default bias
# inputs: [(1,), (1,)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, bias=None):
        bias = bias or F.zeros_like(x)  # breaks here
        return x + bias


# %% conditional-none: a conditional expression chooses the default bias
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, bias=None):
        bias = F.zeros_like(x) if bias is None else bias
        return x + bias


# %% assert-shape: an assertion on two shapes
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        assert x.shape == y.shape, "x and y differ"  # breaks here
        return F.elemwise_add(x, y)


# %% assert-count: an assertion on a number of inputs
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, *others):
        assert len(others) == 1, "one other, got %d" % len(others)
        return F.elemwise_add(x, others[0])


# %% isinstance-values: an isinstance guard whose sides differ
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if isinstance(x, nd.NDArray):  # breaks here
            return F.broadcast_add(x, F.mean(x, axis=0, keepdims=True))
        return F.broadcast_add(x, F.mean(x, axis=1, keepdims=True))


# %% isinstance-same: an isinstance guard whose sides do the same maths
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if isinstance(x, mx.sym.Symbol):
            return F.reshape(x, shape=(-1,))
        return x.reshape((x.size,))


# %% guard-f-nd: `F is mx.nd` takes a shortcut that is the same maths
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            last = x[1:4]
        else:
            last = F.slice_axis(x, axis=0, begin=1, end=4)
        return last * 2


# %% guard-f-sym: `F is mx.sym` takes a way that is the same maths
# inputs: [(2, 5, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.sym:
            steps = F.shape_array(x).slice_axis(axis=0, begin=1, end=2).astype("float32")
            return F.broadcast_div(F.sum(x, axis=1), steps)
        steps = x.shape[1]
        return F.sum(x, axis=1) / steps


# %% guard-f-name: F's name is the guard, the sides do the same maths
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F.__name__.endswith("symbol"):
            y = F.broadcast_mul(x, F.mean(x, axis=1, keepdims=True))
        else:
            y = x * x.mean(axis=1, keepdims=True)
        return y


# %% guard-f-wrong: `F is mx.sym` guards the wrong side
# inputs: [(2, 5, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.sym:
            return F.sum(x, axis=1) / x.shape[1]  # breaks here
        return F.mean(x, axis=1)


# %% guard-f-differs: the two sides of `F is mx.nd` differ in the axis
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        axis = 0 if F is mx.nd else 1
        return F.softmax(x, axis=axis)  # breaks here


# %% guard-hasattr: hasattr guards the reading of a shape, the other side is the same
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if hasattr(x, "shape"):
            batch, rows, columns = x.shape
            return x.reshape((batch, rows * columns))
        return x.reshape((0, -1))


# %% early-return-tensor: an early return for an all-zero mask
# inputs: [(2, 3), ('bin', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, mask):
        if not mask.sum():  # breaks here
            return F.zeros_like(x)
        return x * mask


# %% early-return-none: an early return without a mask
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, mask=None):
        if mask is None:
            return x * 2
        return x * mask


# %% guard-type-name: the type's name is the guard, the sides do the same maths
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if type(x).__name__ == "Symbol":
            return F.slice_axis(x, axis=0, begin=0, end=2)
        return x[:2]


# %% guard-conditional: a conditional expression on F, the sides do the same maths
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        head = x[0:2] if F is mx.nd else x.slice_axis(axis=0, begin=0, end=2)
        return F.relu(head)


# %% guard-function: a function answers whether F is symbolic, the sides do the same maths
# inputs: [(4, 3)]
# works
def is_symbolic(F):
    return F is mx.sym


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if is_symbolic(F):
            first = F.squeeze(F.slice_axis(x, axis=0, begin=0, end=1), axis=0)
        else:
            first = x[0]
        return first + 1


# %% guard-early: an early return for NDArrays, the rest is the same maths
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is not mx.sym:
            return x[1:3] * x.shape[1]
        return F.slice_axis(x, axis=0, begin=1, end=3) * 3


# %% guard-not-isinstance: a negated isinstance guard, the sides do the same maths
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not isinstance(x, (nd.NDArray, np.ndarray)):
            return F.L2Normalization(x)
        return x / F.sqrt((x * x).sum(axis=1, keepdims=True) + 1e-10)


# %% guard-default-rows: a guard with another number on the symbolic side
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not isinstance(x, mx.sym.Symbol):
            rows = x.shape[0]
        else:
            rows = 1
        return F.sum(x, axis=0) / rows  # breaks here


# %% guard-and-shape: a shortcut that only NDArrays take
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd and x.shape[0] > 1:  # breaks here
            return F.relu(x)
        return F.tanh(x)


# %% guard-check-only: NDArrays are checked, Symbols are not
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            assert x.shape[1] == 3, x.shape
        return F.relu(x)


# %% guard-lost-in-else: the guard's other side asks the Symbol for its shape too
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if isinstance(x, nd.NDArray):
            rows = len(x)
        elif isinstance(x, mx.sym.Symbol):
            rows = x.shape[0]  # breaks here
        else:
            raise TypeError(x)
        return F.sum(x, axis=0) / rows


# %% guard-function-differs: a function answers with another number while tracing
# inputs: [(4, 3)]
# breaks: values
def rows_of(F, x):
    if F is mx.nd:
        return x.shape[0]
    return 1


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sum(x, axis=0) / rows_of(F, x)  # breaks here


# %% guard-function-tensors: a function answers with a number, or with an operator for it
# inputs: [(4, 3)]
# works
def rows_of(F, x):
    if F is mx.nd:
        return x.shape[0]
    return F.sum(F.ones_like(F.slice_axis(x, axis=1, begin=0, end=1)), axis=0)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            return F.sum(x, axis=0) / rows_of(F, x)
        return F.broadcast_div(F.sum(x, axis=0), rows_of(F, x))


# %% guard-negative-axis: an axis counted from the end in one life, from the start in the other
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        axis = x.ndim - 1 if F is mx.nd else -1
        return F.softmax(x, axis=axis)


# %% exception-own: an own exception carries a number out of a nested function
# inputs: [(2, 3)]
# breaks: values
class Unknown(Exception):
    pass


class Net(HybridBlock):
    def rows(self, x):
        if not hasattr(x, "shape"):
            raise Unknown("no shape")
        return x.shape[0]

    def hybrid_forward(self, F, x):
        try:
            rows = self.rows(x)
        except Unknown:
            rows = 1
        return F.sum(x, axis=0) / rows  # breaks here

# %% guard-unpacked-shape: a shape in the one life and two ones in the other, unpacked
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        h, w = x.shape if F is mx.nd else (1, 1)
        return x * h * w  # breaks here

# %% guard-picks-operator: the operator that a guard picks
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        op = F.relu if F is mx.nd else F.sigmoid
        return op(x)  # breaks here

# %% guard-picks-act-type: the activation that a dict of both modules picks
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        op = {mx.nd: "relu", mx.sym: "sigmoid"}[F]
        return F.Activation(x, act_type=op)  # breaks here

# %% guard-shape-in-codes: a shape in the one life and codes in the other, as parts of a new shape
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        is_nd = F is mx.nd
        shape = x.shape if is_nd else (0, 0)
        return F.reshape(x, (shape[0], shape[1], 1))

# %% guard-axis: the same axis, named from either end
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        axis = -1 if F is mx.nd else 1
        return F.softmax(x, axis=axis)

# %% guard-shape-or-codes: a shape in the one life and codes in the other
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        is_nd = F is mx.nd
        shape = x.shape if is_nd else (0, 0)
        return F.reshape(x, shape)

# %% guard-unpacked-asked: a shape in the one life and two None in the other, unpacked, and asked whether it is there
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        b, c = x.shape if hasattr(x, "shape") else (None, None)
        y = x * 2
        if b is not None:
            y = y.reshape((b, c))
        return y

# %% guard-rows-or-none: how many rows there are, or None, from a function that tries
# inputs: [(2, 3)]
# works
def rows(x):
    try:
        return x.shape[0]
    except AttributeError:
        return None


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = rows(x)
        if n is None:
            return F.mean(x, axis=0)
        return F.sum(x, axis=0) / n

# %% guard-name-of-f-get: get() of a dict by the name of F
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        scales = {"mxnet.ndarray": 2}
        return x * scales.get(F.__name__, 3)  # breaks here

# %% guard-picks-method-by-name: the name of a method that a guard picks
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        kind = "nd" if F is mx.nd else "sym"
        return getattr(self, "_" + kind)(x)

    def _nd(self, x):
        return x * 2

    def _sym(self, x):
        return x * 3

# %% guard-picks-method: the method that a guard picks
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        f = self._nd if F is mx.nd else self._sym
        return f(x)

    def _nd(self, x):
        return x + 1

    def _sym(self, x):
        return x * 2

# %% guard-two-numbers: two numbers that a guard picks, unpacked
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b = (2, 3) if F is mx.nd else (4, 5)
        return x * a + b  # breaks here

# %% guard-unpacked-codes: a shape in the one life and codes in the other, unpacked
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        b, c = x.shape if F is mx.nd else (0, -1)
        return F.reshape(x, (b, c))

# %% guard-list-of-codes: the same as a list, of which one is set
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        dims = list(x.shape) if F is mx.nd else [0, 0]
        dims[1] = -1
        return F.reshape(x, dims)

# %% guard-picks-act: the activation that a guard picks
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        act = "relu" if F is mx.nd else "tanh"
        return F.Activation(x, act)  # breaks here

# %% none-without-default: an input without a default is asked whether it is None, and is
# inputs: [(2, 3), None]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, scale):
        if scale is None:
            scale = F.mean(x, axis=1, keepdims=True)
            scale = scale / scale.size  # breaks here
        return F.broadcast_mul(x, scale)


# %% none-without-default-works: the same, computed with operators
# inputs: [(2, 3), None]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, scale):
        if scale is None:
            scale = F.mean(x, axis=1, keepdims=True)
        return F.broadcast_mul(x, scale)


# %% states-without-default: states that may be left out are asked for, and are not
# inputs: [(2, 3), [(2, 3), (2, 3)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, states):
        if states is None:
            states = [F.zeros_like(x), F.ones_like(x)]
        return x + states[0] * states[1]
