"""What Python asks of a value: its length, its truth, its elements, what it equals."""

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


# %% sweep-len: len(x)
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / len(x)  # breaks here


# %% sweep-len-child: len of what a child gave
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        h = self.d(x)
        return h / len(h)  # breaks here


# %% sweep-len-made: len of a list of tensors
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = [x, x * 2]
        return F.add_n(*parts) / len(parts)


# %% sweep-len-attr: len of a list of numbers
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.sizes = (1, 2, 3)

    def hybrid_forward(self, F, x):
        return x / len(self.sizes)


# %% sweep-len-str: len of a string
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * len("four")


# %% sweep-sum-comp: sum of a comprehension over rows
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum(row * row for row in x)  # breaks here


# %% sweep-sum-list: sum of a list of tensors
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum([x, x * 2])


# %% sweep-sum-numbers: sum of numbers
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * sum(k for k in range(3))


# %% sweep-max: max(x)
# inputs: [(4,)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return max(x)  # breaks here


# %% sweep-max-key: max of pairs by a number
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return max([(1, x), (2, x * 3)], key=lambda pair: pair[0])[1]


# %% sweep-max-keys: max of the keys of a dict
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        made = {1: x, 2: x * 3}
        return made[max(made)]


# %% sweep-round-number: round of a number
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.p = 0.55

    def hybrid_forward(self, F, x):
        return x * round(self.p, 1)


# %% sweep-bool: bool(x)
# inputs: [("pos", (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if bool(x) else x  # breaks here


# %% sweep-not: not x
# inputs: [("pos", (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if not x else x * 3  # breaks here


# %% sweep-or: x or y
# inputs: [("pos", (1,)), (1,)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return (x or y) * 2  # breaks here


# %% sweep-or-none: x or 0 where x may be None
# inputs: [(1, 3), ("pos", (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, mask=None):
        return F.broadcast_mul(x, mask or 1)  # breaks here


# %% sweep-and-flag: self.flag and x
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.flag = True

    def hybrid_forward(self, F, x):
        return (self.flag and x) * 2


# %% sweep-and-flag-or: self.flag and x or y
# inputs: [("pos", (1,)), (1,)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.flag = True

    def hybrid_forward(self, F, x, y):
        return (self.flag and x or y) * 2  # breaks here


# %% sweep-or-flag: self.flag or x
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.flag = True

    def hybrid_forward(self, F, x):
        return x * 2 if (self.flag or x) else x * 3


# %% sweep-not-flag: not self.flag
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.flag = True

    def hybrid_forward(self, F, x):
        return x * 2 if not self.flag else x * 3


# %% sweep-not-none: not (x is None)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if not (x is None) else 0


# %% sweep-while-number: while n > 0
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 3

    def hybrid_forward(self, F, x):
        n = self.n
        while n > 0:
            x = x * 2
            n -= 1
        return x


# %% sweep-if-cmp: if x > 0
# inputs: [("pos", (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if x > 0:  # breaks here
            return x * 2
        return x * 3


# %% sweep-if-eq: if x == y (one element)
# inputs: [("pos", (1,)), ("pos", (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        if x == y:  # breaks here
            return x * 2
        return x * 3


# %% sweep-eq-tensor: x == y as a tensor
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return (x == y) + x


# %% sweep-chained-cmp: 0 < x < 1
# inputs: [("pos", (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if 0 < x < 1 else x * 3  # breaks here


# %% sweep-assert-none: assert x is not None
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert x is not None, "an input is needed"
        return x * 2


# %% sweep-assert-list: assert len(states) == 2
# inputs: [(2, 3), [(2, 3), (2, 3)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, states):
        assert len(states) == 2
        return x + states[0] * states[1]


# %% sweep-assert-shape-msg: the shape in the message of an assert that holds
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 1

    def hybrid_forward(self, F, x):
        assert self.n > 0, "bad input %s" % (x.shape,)
        return x * self.n


# %% sweep-in-list: x in [x, y] by identity
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * y if x in [x, y] else x


# %% sweep-in-list-other: y in [x] compares
# inputs: [("pos", (1,)), ("pos", (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * y if y in [x] else x  # breaks here


# %% sweep-in-tensor: 2 in x
# inputs: [("pos", (3,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if 2 in x else x  # breaks here


# %% sweep-in-dict-str: "a" in a dict of tensors
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        made = {"a": x}
        return made["a"] * 2 if "a" in made else x


# %% sweep-in-dict-tensor: x in a dict
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        made = {"a": 1}
        return x * 2 if x in made else x * 3  # breaks here


# %% sweep-set-of: set of tensors
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.add_n(*set([x, y]))  # breaks here


# %% sweep-set-ids: set of ids
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * y * len({id(x), id(y)})


# %% sweep-dict-fromkeys: dict.fromkeys of tensors
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * len(dict.fromkeys([x]))  # breaks here


# %% sweep-dict-counter: Counter of tensors
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * len(collections.Counter([x]))  # breaks here


# %% sweep-lru: lru_cache of a function of a tensor
# inputs: [(2, 3)]
# breaks: trace
@functools.lru_cache(maxsize=None)
def double(x):
    return x * 2


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return double(x)  # breaks here


# %% sweep-lru-number: lru_cache of a function of a number
# inputs: [(2, 3)]
# works
@functools.lru_cache(maxsize=None)
def table(n):
    return sum(range(n))


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * table(3)


# %% sweep-tuple: tuple(x)
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.add_n(*tuple(x))  # breaks here


# %% sweep-list-comp: [row for row in x]
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.stack(*[row * 2 for row in x])  # breaks here


# %% sweep-star-call: F.stack(*x)
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.stack(*x)  # breaks here


# %% sweep-star-list: [*x]
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.add_n(*[*x])  # breaks here


# %% sweep-star-listinput: F.stack(*xs) of a list
# inputs: [[(2, 3), (2, 3)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        return F.stack(*xs)


# %% sweep-next-list: next(iter(parts))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = [x * 2, x]
        return next(iter(parts)) + parts[1]


# %% sweep-next-default: next of tensors with a default
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return next((p for p in [x * 2] if p is not None), x) * 3


# %% sweep-for-range-len: for i in range(len(x))
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        acc = 0
        for i in range(len(x)):  # breaks here
            acc = acc + x * i
        return acc


# %% sweep-for-shape: for i in range(x.shape[0])
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        acc = 0
        for i in range(x.shape[0]):  # breaks here
            acc = acc + x * i
        return acc


# %% sweep-for-break: for row in x: break
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for row in x:  # breaks here
            break
        return row * 2


# %% sweep-for-else: for … else over numbers
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for k in range(3):
            x = x * (k + 1)
        else:
            x = x + 1
        return x


# %% sweep-for-pairs: for a, b in pairs of tensors
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        acc = 0
        for a, b in [(x, x * 2), (x * 3, x)]:
            acc = acc + a * b
        return acc


# %% sweep-for-dict: for name, t in dict.items()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        acc = 0
        for name, t in {"a": x, "b": x * 2}.items():
            acc = acc + t * len(name)
        return acc


# %% sweep-for-nested-list: for xs in list of lists
# inputs: [[[(2, 3), (2, 3)], [(2, 3)]]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        acc = 0
        for group in xs:
            for t in group:
                acc = acc + t
        return acc


# %% sweep-for-listinput-row: for t in xs: for row in t
# inputs: [[(4, 3), (4, 3)]]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        acc = 0
        for t in xs:
            for row in t:  # breaks here
                acc = acc + row
        return acc


# %% sweep-zip-range: zip(range(3), x)
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.stack(*[row * k for k, row in zip(range(4), x)])  # breaks here


# %% sweep-zip-star: zip(*pairs)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b = zip(*[(x, x * 2), (x * 3, x * 4)])
        return F.add_n(*a) * F.add_n(*b)


# %% sweep-zip-children: zip(children, inputs)
# inputs: [[(2, 3), (2, 3)]]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seq = nn.HybridSequential()
        self.seq.add(nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, xs):
        return F.add_n(*[d(t) for d, t in zip(self.seq, xs)])


# %% sweep-itertools-chain: chain of lists of tensors
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.add_n(*itertools.chain([x], [x * 2, x * 3]))


# %% sweep-itertools-chain-tensor: chain of tensors
# inputs: [(4, 3), (4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.stack(*itertools.chain(x, y))  # breaks here


# %% sweep-itertools-islice: islice of a tensor
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.stack(*itertools.islice(x, 2))  # breaks here


# %% sweep-itertools-product: product of two lists of tensors
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.add_n(*[a * b for a, b in itertools.product([x, x * 2], [x, x * 3])])


# %% sweep-itertools-repeat: repeat of a tensor
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.concat(*itertools.repeat(x, 3), dim=1)


# %% sweep-functools-reduce: reduce over a tensor
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return functools.reduce(operator.add, x)  # breaks here


# %% sweep-functools-partial: partial of an operator
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        act = functools.partial(F.LeakyReLU, act_type="leaky", slope=0.1)
        return act(x)


# %% sweep-functools-partial-nd: partial of an nd operator
# inputs: [(2, 3)]
# breaks: trace
ACT = functools.partial(nd.LeakyReLU, slope=0.1)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return ACT(x)  # breaks here


# %% sweep-map-list: map over a list of tensors
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.add_n(*map(F.relu, [x, x * 2]))


# %% sweep-filter-none: filter those that are None
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.add_n(*filter(lambda p: p is not None, [x, None, x * 2]))


# %% sweep-any-list: any over flags
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if any(p is None for p in [x, x]) else x * 3


# %% sweep-any-cmp: any over comparisons
# inputs: [("pos", (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if any(p > 0 for p in [x, x * 2]) else x * 3  # breaks here


# %% sweep-all-sizes: all over numbers
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.sizes = [1, 2]

    def hybrid_forward(self, F, x):
        return x * 2 if all(s > 0 for s in self.sizes) else x * 3


# %% sweep-sorted-dict: sorted keys of a dict of tensors
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        made = {"b": x, "a": x * 2}
        return F.concat(*[made[k] for k in sorted(made)], dim=1)


# %% sweep-sorted-items: sorted items of a dict of tensors
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        made = {"b": x, "a": x * 2}
        return F.concat(*[v for _, v in sorted(made.items())], dim=1)


# %% sweep-sorted-pairs-same: sorted pairs with equal first parts
# inputs: [(1,)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sorted([(1, x), (1, x * 2)])[0][1] * 2  # breaks here


# %% sweep-unpack-input-list: a, b = xs
# inputs: [[(2, 3), (2, 3)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        a, b = xs
        return a * b


# %% sweep-unpack3: a, b, c = x of three rows
# inputs: [(3, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b, c = x  # breaks here
        return a + b + c


# %% sweep-unpack1: (a,) = x of one row
# inputs: [(1, 4)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        (a,) = x  # breaks here
        return a * 2


# %% sweep-unpack-nested: (a, b), c = [[x, x], x]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        (a, b), c = [[x, x * 2], x * 3]
        return a * b + c


# %% sweep-unpack-op: a, b = F.relu(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b = F.relu(x)  # breaks here
        return a + b


# %% sweep-unpack-args: f(*x)
# inputs: [(2, 3)]
# breaks: trace
def add(a, b):
    return a + b


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return add(*x)  # breaks here


# %% sweep-unpack-args-list: f(*[x, y])
# inputs: [(2, 3), (2, 3)]
# works
def add(a, b):
    return a + b


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return add(*[x, y])


# %% sweep-hash: hash(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (hash(x) != 0)  # breaks here


# %% sweep-id-dict: a dict by id
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        names = {id(x): 2}
        return x * names[id(x)]


# %% sweep-is: x is y
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * 2 if x is y else x * y


# %% sweep-is-self: y is x after a no-op
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x[:]
        return x * 2 if y is x else x * 3


# %% sweep-identity-cast: y is x after astype copy=False
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x.astype("float32")
        return x * 2 if y is x else y * 3
