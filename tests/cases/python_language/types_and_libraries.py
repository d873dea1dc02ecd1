"""What is asked of the type of a value, and what libraries, texts and messages make of it."""

import collections
import contextlib
import copy
import functools
import itertools
import math
import operator

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import HybridBlock, nn, rnn


# %% sweep-str: str(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.seen = str(x)
        return x * 2


# %% sweep-format-shape: "%s" % x.shape
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.seen = "%s" % (x.shape,)  # breaks here
        return x * 2


# %% sweep-format-fstring-shape: f"{x.shape}"
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.seen = f"{x.shape}"  # breaks here
        return x * 2


# %% sweep-repr: repr(x) as a key
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        names = {repr(x): 2}
        return x * names[repr(x)]


# %% sweep-print-number: print of a number
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = 2
        self.verbose = False

    def hybrid_forward(self, F, x):
        if self.verbose:
            print("scale", self.scale)
        return x * self.scale


# %% sweep-print-asnumpy: print(x.asnumpy()) if verbose
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.verbose = True

    def hybrid_forward(self, F, x):
        if self.verbose:
            print(x.asnumpy())  # breaks here
        return x * 2


# %% sweep-print-asnumpy-off: print(x.asnumpy()) if verbose, which it is not
# inputs: [(2, 3)]
# works
VERBOSE = False


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if VERBOSE:
            print(x.asnumpy())
        return x * 2


# %% sweep-logging: logging of a shape
# inputs: [(2, 3)]
# breaks: trace
import logging


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        logging.debug("shape %s", x.shape)  # breaks here
        return x * 2


# %% sweep-logging-lazy: logging of the tensor itself
# inputs: [(2, 3)]
# works
import logging


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        logging.getLogger("quiet").debug("value %s", x)
        return x * 2


# %% sweep-warn: warnings.warn that is never reached
# inputs: [(2, 3)]
# works
import warnings


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 2

    def hybrid_forward(self, F, x):
        if self.n > 5:
            warnings.warn("large %s" % x.shape)
        return x * self.n


# %% sweep-raise-shape: raise unless the shape fits
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if x.shape[1] != 3:  # breaks here
            raise ValueError("three columns")
        return x * 2


# %% sweep-raise-list: raise unless the list fits
# inputs: [[(2, 3), (2, 3)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        if len(xs) != 2:
            raise ValueError("two of them")
        return xs[0] * xs[1]


# %% sweep-hasattr-both: hasattr(x, "astype")
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if hasattr(x, "astype") else x * 3


# %% sweep-hasattr-F: hasattr(F, "array")
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if hasattr(F, "array") else x * 3  # breaks here


# %% sweep-hasattr-self: hasattr(self, "gain")
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.gain = 2

    def hybrid_forward(self, F, x):
        return x * self.gain if hasattr(self, "gain") else x * 3


# %% sweep-getattr-shape: getattr(x, "shape")
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * getattr(x, "shape")[1]  # breaks here


# %% sweep-getattr-default: getattr(x, "shape", None)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        shape = getattr(x, "shape", None)
        return x * 2 if shape else x * 3  # breaks here


# %% sweep-getattr-default-same: getattr(x, "shape", None), unused
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.shape = getattr(x, "shape", None)
        return x * 2


# %% sweep-getattr-nd-op: getattr(nd, self.act)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.act = "tanh"

    def hybrid_forward(self, F, x):
        return getattr(nd, self.act)(x)  # breaks here


# %% sweep-getattr-method: getattr(x, self.act)()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.act = "tanh"

    def hybrid_forward(self, F, x):
        return getattr(x, self.act)()


# %% sweep-getattr-method-nd: getattr(x, "asnumpy")()
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.how = "asnumpy"

    def hybrid_forward(self, F, x):
        return x * float(getattr(x, self.how)().sum())  # breaks here


# %% sweep-isinst-sym-same: isinstance(x, mx.sym.Symbol), same mathematics
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if isinstance(x, mx.sym.Symbol):
            return F.relu(x) * 2
        return nd.relu(x) * 2


# %% sweep-isinst-number: isinstance(self.p, float)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.p = 0.5

    def hybrid_forward(self, F, x):
        return x * self.p if isinstance(self.p, float) else x


# %% sweep-isinst-block: isinstance(block, nn.Dense) over children
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seq = nn.HybridSequential()
        self.seq.add(nn.Dense(3, in_units=3), nn.Activation("relu"))

    def hybrid_forward(self, F, x):
        for block in self.seq:
            x = block(x) * 2 if isinstance(block, nn.Dense) else block(x)
        return x


# %% sweep-isinst-list-tensor: isinstance(x, list) of a tensor
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[0] if isinstance(x, list) else x * 2


# %% sweep-isinst-np: isinstance(x, np.ndarray)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return nd.array(x) if isinstance(x, np.ndarray) else x * 2


# %% sweep-type-eq: type(x) == mx.nd.NDArray, guard of an assert
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if type(x) == mx.nd.NDArray:
            assert x.shape[1] == 3
        return x * 3


# %% sweep-class-name: x.__class__.__name__
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if x.__class__.__name__ == "NDArray" else x * 3  # breaks here


# %% sweep-module-name: F.__name__ decides
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if F.__name__ == "mxnet.ndarray" else x * 3  # breaks here


# %% sweep-module-name-sym: "symbol" in F.__name__, same mathematics
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if "symbol" not in F.__name__:
            assert x.shape[0] > 0
        return x * 3


# %% sweep-type-list: type(xs) is list of a list input
# inputs: [[(2, 3), (2, 3)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        return xs[0] * xs[1] if type(xs) is list else xs


# %% sweep-copy-list: copy.copy of a list of tensors
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = copy.copy([x, x * 2])
        parts.append(x * 3)
        return F.add_n(*parts)


# %% sweep-copy-list-method: parts.copy() of a list
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = [x, x * 2]
        return F.add_n(*parts.copy())


# %% sweep-copy-dict: dict(made)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        made = dict(a=x, b=x * 2)
        return dict(made)["a"] * dict(made, b=x)["b"]


# %% sweep-np-array: np.array(x)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.array(x).size  # breaks here


# %% sweep-np-asarray-list: np.array of numbers
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * float(np.array([1.0, 2.0]).mean())


# %% sweep-np-sum: np.sum(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * float(np.sum(x.asnumpy()))  # breaks here


# %% sweep-np-prod-shape: np.prod of a shape
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / np.prod(x.shape[1:])  # breaks here


# %% sweep-np-prod-attr: np.prod of a shape attribute
# inputs: [(2, 6)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.shape = (2, 3)

    def hybrid_forward(self, F, x):
        return x.reshape((-1, int(np.prod(self.shape))))


# %% sweep-np-linspace: np.linspace of numbers in a loop
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        out = 0
        for k in np.linspace(0, 1, 3):
            out = out + x * k
        return out


# %% sweep-np-float64-left: np.float64 on the left
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.float64(2.0) * x


# %% sweep-np-pi: np.pi, math.pi
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.pi / math.pi


# %% sweep-math-shape: math.sqrt(x.shape[1])
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / math.sqrt(x.shape[-1])  # breaks here


# %% sweep-math-ceil: math.ceil of a number
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 3

    def hybrid_forward(self, F, x):
        return x * math.ceil(self.n / 2)


# %% sweep-operator-add: operator.add(x, y)
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return operator.add(x, operator.mul(y, 2))


# %% sweep-operator-not: operator.not_(x)
# inputs: [("pos", (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if operator.not_(x) else x * 3  # breaks here


# %% sweep-operator-truth: operator.truth(x)
# inputs: [("pos", (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if operator.truth(x) else x * 3  # breaks here


# %% sweep-operator-method: operator.methodcaller("relu")(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return operator.methodcaller("relu")(x)


# %% sweep-operator-method-nd: operator.methodcaller("asscalar")(x)
# inputs: [(1,)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * operator.methodcaller("asscalar")(x)  # breaks here


# %% sweep-operator-length-hint: operator.length_hint(x)
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * operator.length_hint(x)  # breaks here


# %% sweep-eval-expr: a slice object of numbers
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = [x, x * 2, x * 3]
        return F.add_n(*parts[slice(0, 2)])


# %% sweep-bool-arith-int: x * int(self.n > 1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 2

    def hybrid_forward(self, F, x):
        return x * int(self.n > 1)


# %% sweep-decimal: x * float(Decimal)
# inputs: [(2, 3)]
# works
from decimal import Decimal


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * float(Decimal("0.5"))


# %% sweep-dir: "asnumpy" in dir(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if "asnumpy" in dir(x) else x * 3


# %% sweep-inspect: inspect.ismodule(F)
# inputs: [(2, 3)]
# works
import inspect


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if inspect.ismodule(F) else x * 3


# %% sweep-iterable-abc: isinstance(x, collections.abc.Iterable)
# inputs: [(2, 3)]
# breaks: values
import collections.abc


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if isinstance(x, collections.abc.Iterable) else x * 3


# %% sweep-sized-abc: isinstance(x, collections.abc.Sized)
# inputs: [(2, 3)]
# works
import collections.abc


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if isinstance(x, collections.abc.Sized) else x * 3


# %% sweep-hashable-abc: isinstance(x, collections.abc.Hashable)
# inputs: [(2, 3)]
# breaks: values
import collections.abc


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if isinstance(x, collections.abc.Hashable) else x * 3  # breaks here
