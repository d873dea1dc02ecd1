"""Blocks that HYB408 reports, and blocks like them that work."""

import collections
import functools

from mxnet.gluon import HybridBlock

# %% counter-of-tensors
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * len(collections.Counter([x]))  # HYB408 # breaks: trace

# %% dict-fromkeys-of-tensors
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * len(dict.fromkeys([x]))  # HYB408 # breaks: trace

# %% functools-lru_cache-helper-with-a-tensor
# inputs: [(2, 3)]
import functools


@functools.lru_cache(None)
def double(t):
    return t * 2


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return double(x)  # HYB408 # breaks: trace

# %% lru_cache-around-a-function-of-a-tensor
# inputs: [(2, 3)]
@functools.lru_cache(maxsize=None)
def scale(x):
    return x * 2


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return scale(x)  # HYB408 # breaks: trace

# %% lru_cache-of-a-function-of-a-tensor
# inputs: [(2, 3)]
@functools.lru_cache(maxsize=None)
def double(x):
    return x * 2


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return double(x)  # HYB408 # breaks: trace

# %% return-x-st-ret-set
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return {x * 1}  # HYB408 # breaks: trace

# %% returns-a-set
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return {x * 2}  # HYB408 # breaks: trace

# %% set-of-tensors
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.add_n(*set([x, y]))  # HYB408 # breaks: trace

# %% tensor-that-a-set-is-given
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        seen = set()
        seen.add(x)  # HYB408 # breaks: trace
        return x * len(seen)

# %% x-hash-and-x-2
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.__hash__() and x * 2  # HYB408 # breaks: trace

# %% x-in-a-dict
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        made = {"a": 1}
        return x * 2 if x in made else x * 3  # HYB408 # breaks: trace

# %% a-in-a-dict-of-tensors
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        made = {"a": x}
        return made["a"] * 2 if "a" in made else x

# %% lru_cache-around-a-function-of-numbers
# inputs: [(2, 3)]
# clean
@functools.lru_cache()
def scale(n):
    return n * 2


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * scale(3)

# %% lru_cache-of-a-function-of-a-number
# inputs: [(2, 3)]
# clean
@functools.lru_cache(maxsize=None)
def table(n):
    return sum(range(n))


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * table(3)

# %% name-that-a-set-is-given
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        seen = set()
        seen.add("x")
        seen.discard("y")
        return x * len(seen)
