"""Inner functions, generators, recursion, try and with around tensors."""

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


# %% sweep-lambda-unused: a lambda that reads a shape, never called
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        width = lambda t: t.shape[1]  # noqa: F841
        return x * 2


# %% sweep-inner-def: an inner function over a tensor
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def scaled(t, k=2):
            return t * k
        
        return scaled(x) + scaled(x, k=3)


# %% sweep-inner-def-shape: an inner function that reads a shape
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def width():
            return x.shape[1]  # breaks here
        
        return x * width()


# %% sweep-inner-unused: an inner function that is never called
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def debug():
            print(x.asnumpy())
        
        return x * 2


# %% sweep-gen-func: a generator method over children
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def each(self, x):
        for k in range(3):
            yield x * k

    def hybrid_forward(self, F, x):
        return F.add_n(*self.each(x))


# %% sweep-gen-func-rows: a generator method over rows
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def each(self, x):
        for row in x:  # breaks here
            yield row * 2

    def hybrid_forward(self, F, x):
        return F.add_n(*self.each(x))


# %% sweep-yield-from: yield from a list of tensors
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def each(self, x):
        yield from [x, x * 2]

    def hybrid_forward(self, F, x):
        return F.add_n(*self.each(x))


# %% sweep-recursion: a method that calls itself
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def deep(self, x, n):
        return x if n == 0 else self.deep(x * 2, n - 1)

    def hybrid_forward(self, F, x):
        return self.deep(x, 3)


# %% sweep-recursion-shape: a method that calls itself until the shape fits
# inputs: [(2, 8)]
# breaks: trace
class Net(HybridBlock):
    def halve(self, F, x):
        if x.shape[1] == 1:  # breaks here
            return x
        a, b = F.split(x, num_outputs=2, axis=1)
        return self.halve(F, a + b)

    def hybrid_forward(self, F, x):
        return self.halve(F, x)


# %% sweep-try-shape: try: x.shape except AttributeError, other mathematics
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            scale = x.shape[1]
        except AttributeError:
            scale = 1
        return x * scale


# %% sweep-try-shape-same: try: x.shape except AttributeError, same mathematics
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            assert x.shape[1] == 3
        except AttributeError:
            pass
        return x * 2


# %% sweep-try-key: try: d["k"] except KeyError
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cfg = {}

    def hybrid_forward(self, F, x):
        try:
            scale = self.cfg["scale"]
        except KeyError:
            scale = 2
        return x * scale


# %% sweep-try-finally: try: … finally:
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            y = F.relu(x)
        finally:
            self.done = True
        return y * 2


# %% sweep-try-type: try: float(x) except TypeError
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.p = "0.5"

    def hybrid_forward(self, F, x):
        try:
            y = x * float(self.p)
        except TypeError:
            y = x
        return y


# %% sweep-with-pause-noop: with autograd.pause(): only numbers
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with autograd.pause():
            scale = 2 * 3
        return x * scale


# %% sweep-with-record: with autograd.record() in the body
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with autograd.record():
            y = x * 2
        return y


# %% sweep-with-predict-relu: with autograd.predict_mode(): nothing that depends on it
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with autograd.predict_mode():
            return F.relu(x)


# %% sweep-with-context: with mx.cpu(): F.zeros
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with mx.cpu():
            return x + F.zeros((1,)).sum() if False else x * 2


# %% sweep-with-nullcontext: with contextlib.nullcontext()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with contextlib.nullcontext():
            return x * 2


# %% sweep-detach: x.detach()
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.detach() * x  # breaks here


# %% sweep-match-number: conditional expression over numbers
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 2

    def hybrid_forward(self, F, x):
        scale = {1: 2.0, 2: 3.0}.get(self.n, 1.0)
        return x * scale


# %% sweep-global-tensor: a global list that keeps tensors
# inputs: [(2, 3)]
# works
KEPT = []


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        KEPT.append(x)
        return F.add_n(*KEPT[-1:]) * 2


# %% sweep-default-mutable: a list as a default argument
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def note(self, k, seen=[]):  # noqa: B006
        seen.append(k)
        return len(seen)

    def hybrid_forward(self, F, x):
        return x * self.note(2)


# %% sweep-default-mutable-fresh: None as a default argument
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def note(self, k, seen=None):
        seen = [] if seen is None else seen
        seen.append(k)
        return len(seen)

    def hybrid_forward(self, F, x):
        return x * self.note(2)


# %% sweep-vars: vars(self) of numbers
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.gain = 2

    def hybrid_forward(self, F, x):
        return x * vars(self)["gain"]


# %% sweep-setattr: setattr(self, name, tensor) and back
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for k in range(2):
            setattr(self, "mid%d" % k, x * k)
        return getattr(self, "mid0") + self.mid1
