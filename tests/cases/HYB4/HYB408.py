"""Blocks that HYB408 reports, and blocks like them that work."""

import collections
import functools

from mxnet.gluon import HybridBlock

# %% counter-of-tensors: Counter of tensors
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * len(collections.Counter([x]))  # breaks here

# %% dict-fromkeys-of-tensors: dict.fromkeys of tensors
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * len(dict.fromkeys([x]))  # breaks here

# %% functools-lru_cache-helper-with-a-tensor: functools.lru_cache helper with a tensor
# inputs: [(2, 3)]
# breaks: trace
import functools


@functools.lru_cache(None)
def double(t):
    return t * 2


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return double(x)  # breaks here

# %% lru_cache-around-a-function-of-a-tensor: an lru_cache around a function of a tensor
# inputs: [(2, 3)]
# breaks: trace
@functools.lru_cache(maxsize=None)
def scale(x):
    return x * 2


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return scale(x)  # breaks here

# %% lru_cache-of-a-function-of-a-tensor: lru_cache of a function of a tensor
# inputs: [(2, 3)]
# breaks: trace
@functools.lru_cache(maxsize=None)
def double(x):
    return x * 2


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return double(x)  # breaks here

# %% return-x-st-ret-set: return {x}
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return {x * 1}  # breaks here

# %% returns-a-set: returns a set
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return {x * 2}  # breaks here

# %% set-of-tensors: set of tensors
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.add_n(*set([x, y]))  # breaks here

# %% tensor-that-a-set-is-given: a tensor that a set is given
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        seen = set()
        seen.add(x)  # breaks here
        return x * len(seen)

# %% x-hash-and-x-2: x.__hash__() and x * 2
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.__hash__() and x * 2  # breaks here

# %% x-in-a-dict: x in a dict
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        made = {"a": 1}
        return x * 2 if x in made else x * 3  # breaks here

# %% a-in-a-dict-of-tensors: "a" in a dict of tensors
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        made = {"a": x}
        return made["a"] * 2 if "a" in made else x

# %% lru_cache-around-a-function-of-numbers: an lru_cache around a function of numbers
# inputs: [(2, 3)]
# works
@functools.lru_cache()
def scale(n):
    return n * 2


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * scale(3)

# %% lru_cache-of-a-function-of-a-number: lru_cache of a function of a number
# inputs: [(2, 3)]
# works
@functools.lru_cache(maxsize=None)
def table(n):
    return sum(range(n))


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * table(3)

# %% name-that-a-set-is-given: a name that a set is given
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        seen = set()
        seen.add("x")
        seen.discard("y")
        return x * len(seen)
