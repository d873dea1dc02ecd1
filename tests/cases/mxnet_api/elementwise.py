"""Operators of Python on tensors, and their functions: one small use of each."""
import mxnet as mx
import numpy as np
from mxnet import nd, gluon, autograd
from mxnet.gluon import Block, HybridBlock, SymbolBlock, Parameter, nn, rnn


# %% ew-pow-builtin: pow(x, 2)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return pow(x, 2)


# %% ew-bool-of: bool(tensor) chooses the sign
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        sign = 1 if bool(x.sum() > 0) else -1  # breaks here
        return x * sign


# %% ew-add-true: x + True
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + True  # breaks here


# %% ew-true-minus: True - x
# inputs: [('bin', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return True - x  # breaks here


# %% ew-eq-true: x == True
# inputs: [('bin', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x == True  # breaks here


# %% ew-compare-result: a comparison of Python numbers as an operand
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = 2

    def hybrid_forward(self, F, x):
        return x - (self.k == 2)  # breaks here


# %% ew-int-of-flag: int(flag) as an operand
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = True

    def hybrid_forward(self, F, x):
        return x * int(self.k)


# %% ew-conditional-flag: a number chosen by a flag
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = True

    def hybrid_forward(self, F, x):
        return x + (1 if self.k else 0)


# %% ew-not-flag: not flag as an operand
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = False

    def hybrid_forward(self, F, x):
        return (not self.k) * x  # breaks here


# %% ew-np-pi: numbers of numpy and math
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.pi - np.log(2.0) + np.prod([2, 3])


# %% ew-np-element: one element of a numpy array
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = np.array([0.5, 2.0])

    def hybrid_forward(self, F, x):
        return x * self.k[1] + self.k.max()


# %% ew-np-bool-any: np.any of a Python list as an operand
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.any([0, 1])  # breaks here


# %% ew-operator-module: operator.add and operator.truediv
# inputs: [(2, 3)]
# works
import operator


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return operator.truediv(operator.add(x, x), 3)


# %% ew-operator-iadd: operator.iadd
# inputs: [(2, 3)]
# breaks: trace
import operator


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        return operator.iadd(y, x)  # breaks here


# %% ew-reduce-add: functools.reduce with operator.add
# inputs: [(2, 3), (2, 3)]
# works
import functools
import operator


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return functools.reduce(operator.add, [x, y, x])


# %% ew-reduce-broadcast: functools.reduce with F.broadcast_maximum
# inputs: [(2, 3), (1, 3)]
# works
import functools


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return functools.reduce(F.broadcast_maximum, [x, y, x])


# %% ew-and: x and y chooses one of two tensors
# inputs: [('pos', (1,)), ('pos', (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return (x and y) * 2  # breaks here


# %% ew-or-default: bias or 0 where bias is a number
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = None

    def hybrid_forward(self, F, x):
        return x + (self.k or 0)


# %% ew-dunder: dunder methods called by hand
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.__neg__().__rsub__(1).__truediv__(2)


# %% ew-dunder-len: x.__len__() as a factor
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * x.__len__()


# %% ew-sum-rows: sum(x) adds up the rows
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum(x)


# %% ew-nan-mask: x != x as a mask
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.where(x != x, F.zeros_like(x), x)


# %% ew-true-divide: F.true_divide
# inputs: [(2, 3), ('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.true_divide(x, y)  # breaks here


# %% ew-broadcast-hypot: F.broadcast_hypot
# inputs: [(2, 3), (1, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.broadcast_hypot(x, y)


# %% ew-modulo: F.modulo
# inputs: [('pos', (2, 3)), ('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.modulo(x, y)  # breaks here


# %% ew-power-arrays: F.power of two tensors of a shape
# inputs: [('pos', (2, 3)), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.power(x, y)


# %% ew-greater-equal: F.greater_equal
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.greater_equal(x, 0.0) * x  # breaks here


# %% ew-broadcast-greater-equal: F.broadcast_greater_equal
# inputs: [(2, 3), (1, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.broadcast_greater_equal(x, y) * 2


# %% ew-lesser-method: a chain of comparisons through sum and abs
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return (abs(x) <= 1).sum(axis=1) / 3


# %% ew-rpow: 2 ** x
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return 2**x


# %% ew-mean-gap: x - its own mean kept as a column
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - x.mean(axis=1, keepdims=True)


# %% ew-mean-gap-broadcast: x - its own mean with broadcast_sub
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_sub(x, x.mean(axis=1, keepdims=True))


# %% ew-any-flag: the answer of any() as an operand
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = (1, 0)

    def hybrid_forward(self, F, x):
        return x * any(self.k)  # breaks here


# %% ew-isinstance-flag: the answer of isinstance as an operand
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = 3

    def hybrid_forward(self, F, x):
        return x + isinstance(self.k, int)  # breaks here


# %% ew-in-flag: the answer of in as an operand
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = 3

    def hybrid_forward(self, F, x):
        return (self.k in (2, 3)) * x  # breaks here


# %% ew-bool-sum: a sum of flags as an operand
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = (True, True)

    def hybrid_forward(self, F, x):
        return x * sum(self.k)


# %% ew-float-flag: float(True) as an operand
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * float(True) - round(1.6)


# %% ew-maximum-true: F.maximum(x, True)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.maximum(x, True)  # breaks here


# %% ew-max-gap: x / x.max()
# inputs: [('pos', (2, 3))]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / x.max()


# %% ew-max-broadcast: F.broadcast_div(x, x.max())
# inputs: [('pos', (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_div(x, x.max())


# %% ew-min-axis: x - x.min(axis=0, keepdims=True)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - x.min(axis=0, keepdims=True)


# %% ew-bias-vector: x + b, a parameter of one axis
# inputs: [(2, 3)]
# needs: shapes
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.b = self.params.get("b", shape=(3,))

    def hybrid_forward(self, F, x, b):
        return x + b


# %% ew-logical: F.broadcast_logical_and and F.logical_not
# inputs: [(2, 3), (1, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.broadcast_logical_and(x > 0, y > 0) + F.logical_not(x)


# %% ew-softmax-arange: softmax times F.arange
# inputs: [(2, 3)]
# needs: shapes
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.softmax(x) * F.arange(3)


# %% ew-softmax-arange-broadcast: softmax times F.arange with broadcast_mul
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sum(F.broadcast_mul(F.softmax(x), F.arange(3).expand_dims(0)), axis=1)


# %% ew-where-keywords: F.where by keywords
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.where(condition=x > 0, x=x, y=-x)
