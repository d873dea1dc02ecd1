"""Operators of Python on tensors, their broadcasting, and numbers beside them."""

import mxnet as mx
import numpy as np
from mxnet import nd, gluon, autograd
from mxnet.gluon import Block, HybridBlock, SymbolBlock, Parameter, nn, rnn


# %% third-ew-bool-builtin: bool(x > 0) size 1
# inputs: [('pos', (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (2 if bool(x > 0) else 3)  # breaks here


# %% third-ew-pow-builtin: pow(x, 2)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return pow(x, 2)


# %% third-ew-pow-builtin-r: pow(2, x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return pow(2, x)


# %% third-ew-math-pi: x * math.pi
# inputs: [(2, 3)]
# works
import math


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * math.pi


# %% third-ew-math-inf: -math.inf as the value of F.full
# inputs: [(2, 3)]
# works
import math


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_maximum(x, F.full((1, 1), -math.inf)) * 1


# %% third-ew-min-builtin: min(x, 1.0) size 1
# inputs: [(1,)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return min(x, 1.0) * 2  # breaks here


# %% third-ew-min-builtin-two: min(x, y) size 1
# inputs: [(1,), (1,)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * min(x, y)  # breaks here


# %% third-ew-max-key: max([x, y], key=lambda t: t.sum().asscalar())
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return max([x, y], key=lambda t: t.sum().asscalar()) * 2  # breaks here


# %% third-ew-max-list-single: max([x])
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return max([x]) * 2


# %% third-ew-and-size1: x and y size 1
# inputs: [('pos', (1,)), ('pos', (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return (x and y) * 2  # breaks here


# %% third-ew-or-none: (None or x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = None or x
        return y * 2


# %% third-ew-and-attr: self.flag and x
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.flag = True

    def hybrid_forward(self, F, x):
        return (self.flag and x) * 2


# %% third-ew-or-default: mask or default, mask tensor size 1
# inputs: [('pos', (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        m = x * 2
        return (m or 1.0) * 3  # breaks here


# %% third-ew-ifexp-size1: a if x > 0 else b
# inputs: [(1,)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if x > 0 else x * 3  # breaks here


# %% third-ew-while: while x < 10: x = x * 2
# inputs: [('pos', (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        while x < 10:  # breaks here
            x = x * 2
        return x


# %% third-ew-while-py: while n < 3
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = 0
        while n < 3:
            x = x * 2
            n += 1
        return x


# %% third-ew-in-list: x in [y]
# inputs: [('pos', (1,)), ('pos', (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * 2 if x in [y] else x * 3  # breaks here


# %% third-ew-in-list-same: x in [x] (identity first)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if x in [x] else x * 3


# %% third-ew-notin: x not in (y,)
# inputs: [('pos', (1,)), ('pos', (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * 2 if x not in (y,) else x * 3  # breaks here


# %% third-ew-index-method: [y, x].index(x)
# inputs: [('pos', (1,)), ('pos', (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * [y, x].index(x)  # breaks here


# %% third-ew-list-eq: [x] == [y]
# inputs: [('pos', (1,)), ('pos', (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * 2 if [x] == [y] else x * 3  # breaks here


# %% third-ew-tuple-eq: (x,) == (x,) identity
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if (x,) == (x,) else x * 3


# %% third-ew-is: x is y
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * y if x is not y else x * 2


# %% third-ew-is-self: y = x; y is x
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x
        return x * 2 if y is x else x * 3


# %% third-ew-s-true-left: True * x
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return True * x  # breaks here


# %% third-ew-s-true-add: x + True
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + True  # breaks here


# %% third-ew-s-true-eq: x == True
# inputs: [('bin', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x == True  # breaks here


# %% third-ew-s-int-true: x * int(self.flag)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.flag = True

    def hybrid_forward(self, F, x):
        return x * int(self.flag)


# %% third-ew-s-not-flag: x * (not self.flag)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.flag = False

    def hybrid_forward(self, F, x):
        return x * (not self.flag)  # breaks here


# %% third-ew-s-isnone: x * (self.m is None)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.m = None

    def hybrid_forward(self, F, x):
        return x * (self.m is None)  # breaks here


# %% third-ew-s-and-bool: x * (self.a and self.b)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.a = 3
        self.b = 0.5

    def hybrid_forward(self, F, x):
        return x * (self.a and self.b)


# %% third-ew-s-len-cmp: x * (len(self.cs) > 1)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.cs = [1, 2]

    def hybrid_forward(self, F, x):
        return x * (len(self.cs) > 1)  # breaks here


# %% third-ew-s-len: x * len(self.cs)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.cs = [1, 2]

    def hybrid_forward(self, F, x):
        return x * len(self.cs)


# %% third-ew-s-sumbool: x * sum(c > 1 for c in self.cs)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.cs = [1, 2]

    def hybrid_forward(self, F, x):
        return x * sum(c > 1 for c in self.cs)


# %% third-ew-s-anybool: x * any(self.cs)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.cs = [1, 2]

    def hybrid_forward(self, F, x):
        return x * any(self.cs)  # breaks here


# %% third-ew-s-isinstance: x * isinstance(self.n, int)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.n = 2

    def hybrid_forward(self, F, x):
        return x * isinstance(self.n, int)  # breaks here


# %% third-ew-s-floatbool: x * float(self.n > 1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.n = 2

    def hybrid_forward(self, F, x):
        return x * float(self.n > 1)


# %% third-ew-s-npf64-left: np.float64(2) * x
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.float64(2) * x


# %% third-ew-s-npf32-left: np.float32(2) * x
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.float32(2) * x


# %% third-ew-s-npf32-sub-left: np.float32(2) - x
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.float32(2) - x


# %% third-ew-s-npf32-pow-left: np.float32(2) ** x
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.float32(2) ** x


# %% third-ew-s-npint: x + np.int32(2)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + np.int32(2)


# %% third-ew-s-npsqrt: x / np.sqrt(8)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / np.sqrt(8)


# %% third-ew-s-npmean: x - np.mean([1, 2, 3])
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - np.mean([1, 2, 3])


# %% third-ew-s-npcmp: x * (np.float32(2) > 1) numpy bool
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (np.float32(2) > 1)  # breaks here


# %% third-ew-s-decimal: x * float(Decimal("0.5"))
# inputs: [(2, 3)]
# works
from decimal import Decimal


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * float(Decimal("0.5"))


# %% third-ew-op-add: operator.add(x, y)
# inputs: [(2, 3), (2, 3)]
# works
import operator


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return operator.add(x, y)


# %% third-ew-op-iadd: operator.iadd(x, y)
# inputs: [(2, 3), (2, 3)]
# breaks: trace
import operator


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        z = x * 1
        return operator.iadd(z, y)  # breaks here


# %% third-ew-op-truth: operator.truth(x)
# inputs: [('pos', (1,))]
# breaks: trace
import operator


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if operator.truth(x) else x  # breaks here


# %% third-ew-op-getitem: operator.getitem(x, 1)
# inputs: [(4, 3)]
# breaks: trace
import operator


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return operator.getitem(x, 1)  # breaks here


# %% third-ew-op-not: operator.not_(x)
# inputs: [('pos', (1,))]
# breaks: trace
import operator


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if operator.not_(x) else x * 3  # breaks here


# %% third-ew-reduce: functools.reduce(operator.add, [x, y])
# inputs: [(2, 3), (2, 3)]
# works
import functools
import operator


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return functools.reduce(operator.add, [x, y])


# %% third-ew-reduce-iadd: functools.reduce(operator.iadd, [x * 1, y])
# inputs: [(2, 3), (2, 3)]
# breaks: trace
import functools
import operator


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return functools.reduce(operator.iadd, [x * 1, y])  # breaks here


# %% third-ew-reduce-lambda: functools.reduce(lambda a, b: a * b, [x, y, x])
# inputs: [(2, 3), (2, 3)]
# works
from functools import reduce


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return reduce(lambda a, b: a * b, [x, y, x])


# %% third-ew-sum-start: sum([x, y], 1.0)
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return sum([x, y], 1.0)


# %% third-ew-sum-gen: sum(t * 2 for t in (x, y))
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return sum(t * 2 for t in (x, y))


# %% third-ew-sum-tensor: sum(x)
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum(x)  # breaks here


# %% third-ew-dunder-add: x.__add__(y)
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x.__add__(y)


# %% third-ew-dunder-bool: x.__bool__()
# inputs: [('pos', (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if x.__bool__() else x  # breaks here


# %% third-ew-dunder-len: x.__len__()
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / x.__len__()  # breaks here


# %% third-ew-dunder-getitem: x.__getitem__(1)
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.__getitem__(1)  # breaks here


# %% third-ew-dunder-iadd: x.__iadd__(y)
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        z = x * 1
        return z.__iadd__(y)  # breaks here


# %% third-ew-dunder-eq: x.__eq__(y)
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x.__eq__(y)


# %% third-ew-dunder-setitem: x.__setitem__
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        y.__setitem__(0, 0)  # breaks here
        return y


# %% third-ew-b-max-keepdims: x - x.max(axis=1, keepdims=True)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - x.max(axis=1, keepdims=True)  # breaks here


# %% third-ew-b-max-keepdims-fixed: broadcast_sub(x, x.max(keepdims))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_sub(x, x.max(axis=1, keepdims=True))


# %% third-ew-b-mean0: x - x.mean(axis=0, keepdims=True)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - x.mean(axis=0, keepdims=True)  # breaks here


# %% third-ew-b-mean-all: x - F.mean(x)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - F.mean(x)  # breaks here


# %% third-ew-b-mean-exclude: x - F.mean(x, axis=0, exclude=True, keepdims=True)
# inputs: [(2, 3, 4)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - F.mean(x, axis=0, exclude=True, keepdims=True)  # breaks here


# %% third-ew-b-min-gt: x > x.min()
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x > x.min()  # breaks here


# %% third-ew-b-prod: x / x.prod(axis=1, keepdims=True)
# inputs: [('pos', (2, 3))]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / x.prod(axis=1, keepdims=True)  # breaks here


# %% third-ew-b-argmax-kd: x * F.argmax(x, axis=1, keepdims=True)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * F.argmax(x, axis=1, keepdims=True)  # breaks here


# %% third-ew-b-l2n: x / x.norm(axis=-1, keepdims=True)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / x.norm(axis=-1, keepdims=True)  # breaks here


# %% third-ew-b-l2-sqrt: x / sqrt(sum(x**2))
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / F.sqrt((x ** 2).sum(axis=-1, keepdims=True) + 1e-6)  # breaks here


# %% third-ew-b-l2-fixed: broadcast_div(x, sqrt(sum))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_div(x, F.sqrt((x ** 2).sum(axis=-1, keepdims=True) + 1e-6))


# %% third-ew-b-zeros1: x + F.zeros((1,))
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.zeros((1,))  # breaks here


# %% third-ew-b-full11: x + F.full((1, 1), 3)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.full((1, 1), 3)  # breaks here


# %% third-ew-b-arange: x(B,3) + F.arange(3)
# inputs: [(2, 3)]
# breaks: execution
# needs: shapes
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.arange(3)  # breaks here


# %% third-ew-b-arange-fixed: broadcast_add(x, F.arange(3).expand_dims(0))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.arange(3).expand_dims(0))


# %% third-ew-b-pairwise: x.expand_dims(1) - x.expand_dims(0)
# inputs: [(4, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.expand_dims(1) - x.expand_dims(0)  # breaks here


# %% third-ew-b-pairwise-fixed: broadcast_sub of the two
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_sub(x.expand_dims(1), x.expand_dims(0))


# %% third-ew-b-pairwise-F: F.expand_dims(x, axis=1) * F.expand_dims(x, axis=2)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.expand_dims(x, axis=1) * F.expand_dims(x, axis=2)  # breaks here


# %% third-ew-b-same-expand: x.expand_dims(1) + y.expand_dims(1)
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x.expand_dims(1) + y.expand_dims(1)


# %% third-ew-b-eq-pairwise: label.expand_dims(0) == label.expand_dims(1)
# inputs: [('i', (4,), 0, 3, 'float32')]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.expand_dims(0) == x.expand_dims(1)  # breaks here


# %% third-ew-b-reshape-col: x * x.sum(axis=1).reshape((-1, 1))
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * x.sum(axis=1).reshape((-1, 1))  # breaks here


# %% third-ew-b-param1: x * scale, scale shape (1,)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.scale = self.params.get('scale', shape=(1,), init='ones')

    def hybrid_forward(self, F, x, scale):
        return x * scale  # breaks here


# %% third-ew-b-param1-fixed: broadcast_mul(x, scale)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.scale = self.params.get('scale', shape=(1,), init='ones')

    def hybrid_forward(self, F, x, scale):
        return F.broadcast_mul(x, scale)


# %% third-ew-b-param-c11: x * gamma, gamma shape (1, 3, 1, 1)
# inputs: [(2, 3, 4, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.gamma = self.params.get('gamma', shape=(1, 3, 1, 1), init='ones')

    def hybrid_forward(self, F, x, gamma):
        return x + gamma  # breaks here


# %% third-ew-b-param-vec: x + bias, bias shape (3,)
# inputs: [(2, 3)]
# breaks: execution
# needs: shapes
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.bias = self.params.get('bias', shape=(3,), init='zeros')

    def hybrid_forward(self, F, x, bias):
        return x + bias  # breaks here


# %% third-ew-b-param-vec-dense: Dense(3)(x) + bias (3,)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.d = nn.Dense(3)
            self.bias = self.params.get('bias', shape=(3,), init='zeros')

    def hybrid_forward(self, F, x, bias):
        return self.d(x) + bias  # breaks here


# %% third-ew-b-param-params: w1 * w2 of the same shape
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.w = self.params.get('w', shape=(1, 3), init='ones')
            self.v = self.params.get('v', shape=(1, 3), init='ones')

    def hybrid_forward(self, F, x, w, v):
        return F.broadcast_mul(x, w + v)


# %% third-ew-b-gate: Dense(3)(x) * Dense(1)(x)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.a = nn.Dense(3)
            self.g = nn.Dense(1)

    def hybrid_forward(self, F, x):
        return self.a(x) * F.sigmoid(self.g(x))  # breaks here


# %% third-ew-b-gate-same: Dense(3)(x) * Dense(3)(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.a = nn.Dense(3)
            self.g = nn.Dense(3)

    def hybrid_forward(self, F, x):
        return self.a(x) * F.sigmoid(self.g(x))


# %% third-ew-b-gap: x * self.pool(x) GlobalAvgPool2D layer
# inputs: [(2, 3, 4, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.pool = nn.GlobalAvgPool2D()

    def hybrid_forward(self, F, x):
        return x * self.pool(x)  # breaks here


# %% third-ew-b-gap-F: x - F.Pooling(x, global_pool=True)
# inputs: [(2, 3, 4, 4)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - F.Pooling(x, kernel=(1, 1), pool_type='avg', global_pool=True)  # breaks here


# %% third-ew-b-spatial: x * F.mean(x, axis=1, keepdims=True) spatial attention
# inputs: [(2, 3, 4, 4)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * F.sigmoid(F.mean(x, axis=1, keepdims=True))  # breaks here


# %% third-ew-b-maximum: F.maximum(x, x.mean(axis=1, keepdims=True))
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.maximum(x, x.mean(axis=1, keepdims=True))  # breaks here


# %% third-ew-b-power: F.power(x, F.sum(x))
# inputs: [('pos', (2, 3))]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.power(x, F.sum(x))  # breaks here


# %% third-ew-b-bsum-kd: x.sum(1, keepdims) + x.mean(1, keepdims)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sum(axis=1, keepdims=True) + x.mean(axis=1, keepdims=True)


# %% third-ew-b-rank: x.sum(axis=1) * x.sum(axis=0) square
# inputs: [(3, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sum(axis=1) * x.sum(axis=0)


# %% third-ew-b-T: x + F.transpose(x) square
# inputs: [(3, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.transpose(x)


# %% third-ew-b-attscore: scores + mask.expand_dims(1).expand_dims(1)
# inputs: [(2, 3, 4, 4), (2, 4)]
# breaks: execution
# needs: shapes
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x + y.expand_dims(1).expand_dims(1)  # breaks here


# %% third-ew-b-batch-dot: F.batch_dot(x, y) / sqrt(d)
# inputs: [(2, 3, 4), (2, 4, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.batch_dot(x, y) / 2.0


# %% third-ew-b-cumulative: acc list of keepdims sums
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        out = x
        for k in range(2):
            out = out * x.sum(axis=1, keepdims=True)
        return out


# %% third-ew-chain-eq: a == b == c size 1
# inputs: [('pos', (1,)), ('pos', (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * 2 if x == y == 1 else x  # breaks here


# %% third-ew-assert-cmp: assert x == x size 1
# inputs: [('pos', (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert (x > 0), 'positive'  # breaks here
        return x * 2


# %% third-ew-not-none: not (mask is None)
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * y if not (y is None) else x


# %% third-ew-mask-and: (x > 0) * (y > 0)
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return (x > 0) * (y > 0)


# %% third-ew-logical-and-py: (x > 0) and (y > 0) size 1
# inputs: [('pos', (1,)), ('pos', (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * ((x > 0) and (y > 0))  # breaks here


# %% third-ew-logicalnot: F.logical_not(x > 0)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.logical_not(x > 0)


# %% third-ew-int-div: int32 tensor / 2
# inputs: [('i', (2, 3), 1, 9, 'int32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / 2


# %% third-ew-int-float-true: int32 tensor * 1.5
# inputs: [('i', (2, 3), 1, 9, 'int32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 1.5


# %% third-ew-cmp-dtype: (x > 0.5).astype int32
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return (x > 0.5).astype('int32')


# %% third-ew-lambda-op: (lambda a, b: a * b)(x, y)
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return (lambda a, b: a * b)(x, y)


# %% third-ew-walrus: (m := x.max()) > 0 in if
# inputs: [('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if (m := x.max()) > 0:  # breaks here
            return x * 2
        return x * 3


# %% third-ew-walrus-ok: y := x * 2
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return (y := x * 2) + y


# %% third-ew-format-tensor: "{}".format(x.sum())
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = "{}".format(x.sum())
        return x * 2


# %% third-ew-percent: "%s" % x
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = "%s" % x
        return x * 2


# %% third-ew-str-len: len(str(x)) used in arithmetic
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * len(str(x))  # breaks here


# %% third-ew-colnorm: x / x.norm(axis=1).reshape((-1, 1))
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / x.norm(axis=1).reshape((-1, 1))  # breaks here


# %% third-ew-rowmean: x - x.mean(axis=0).reshape((1, -1))
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - x.mean(axis=0).reshape((1, -1))  # breaks here


# %% third-ew-colnorm01: x / x.sum(axis=1).reshape((0, 1))
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / x.sum(axis=1).reshape((0, 1))  # breaks here


# %% third-ew-colsum-ok: F.broadcast_div(x, x.sum(axis=1).reshape((-1, 1)))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_div(x, x.sum(axis=1).reshape((-1, 1)))


# %% third-ew-two-cols: x.sum(axis=1).reshape((-1, 1)) + x.mean(axis=1).reshape((-1, 1))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sum(axis=1).reshape((-1, 1)) + x.mean(axis=1).reshape((-1, 1))


# %% third-ew-col-row: pairwise
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a = (x * x).sum(axis=1)
        return a.reshape((-1, 1)) + a.reshape((1, -1))
