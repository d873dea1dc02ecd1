"""Blocks that HYB401 reports, and blocks like them that work."""

import contextlib
import dataclasses
import functools
import itertools
import operator

import mxnet as mx
from mxnet.gluon import HybridBlock, nn

# %% 0-x-1
# inputs: [("pos", (1,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if 0 < x < 1 else x * 3  # HYB401 # breaks: trace

# %% a-b-c-size-1
# inputs: [('pos', (1,)), ('pos', (1,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * 2 if x == y == 1 else x  # HYB401 # breaks: trace

# %% an-entry-of-a-dict-with-a-setter-of-its-own
# inputs: [(2, 3)]
class Table(dict):
    def __setitem__(self, key, value):
        super().__setitem__(key.lower(), value)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        table = Table()
        table["Mean"] = x.mean()
        if table["mean"] > 0:  # HYB401 # breaks: trace
            return x * 3
        return x * 2

# %% and-after-a-child: the output of a child joined by `and`
# inputs: [(1,), (1,)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.drop = nn.Dropout(0.0)

    def hybrid_forward(self, F, x, y):
        return (self.drop(x) and y) * 2  # HYB401 # breaks: trace

# %% any-of-a-comparison-of-tensors
# inputs: [('pos', (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if any(t.sum() > 0 for t in [x]) else x * 3  # HYB401 # breaks: trace

# %% any-of-a-map
# inputs: [(1,), (1,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        if any(map(lambda one: one > 0, [x, y])):  # HYB401 # breaks: trace
            return x * 2
        return x * 3

# %% any-over-comparisons
# inputs: [("pos", (1,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if any(p > 0 for p in [x, x * 2]) else x * 3  # HYB401 # breaks: trace

# %% any-over-comparisons-of-tensors
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if any((limit < x.sum()) for limit in (1e8, 1e9)):  # HYB401 # breaks: trace
            return F.zeros_like(x)
        return x + 1

# %% arcface-with-an-easy-margin-decided-in-python-by-the-tensor
# inputs: [(2, 4), ('i', (2,), 0, 3, 'float32')]
import math


class Net(HybridBlock):
    def __init__(self, units=3, in_units=4, s=8.0, m=0.5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.units = units
        self.s = s
        self.m = m
        with self.name_scope():
            self.weight = self.params.get('weight', shape=(units, in_units), init=mx.init.Normal())

    def hybrid_forward(self, F, x, label, weight):
        x = F.L2Normalization(x, mode='instance')
        w = F.L2Normalization(weight, mode='instance')
        cos = F.FullyConnected(x, w, num_hidden=self.units, no_bias=True)
        theta = F.arccos(cos)
        if theta.max() + self.m < math.pi:  # HYB401 # breaks: trace
            phi = F.cos(theta + self.m)
        else:
            phi = cos - math.sin(math.pi - self.m) * self.m
        hot = F.one_hot(label, self.units)
        return (hot * phi + (1 - hot) * cos) * self.s

# %% assert-x-x-size-1
# inputs: [('pos', (1,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert (x > 0), 'positive'  # HYB401 # breaks: trace
        return x * 2

# %% assert-x-x-sum-6-with-no-shapes
# inputs: [('pos', (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert (x > 0).min() == 1  # HYB401 # breaks: trace
        return x * 2

# %% bool-tensor-chooses-the-sign
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        sign = 1 if bool(x.sum() > 0) else -1  # HYB401 # breaks: trace
        return x * sign

# %% bool-x
# inputs: [("pos", (1,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if bool(x) else x  # HYB401 # breaks: trace

# %% bool-x-0-size-1
# inputs: [('pos', (1,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (2 if bool(x > 0) else 3)  # HYB401 # breaks: trace

# %% branch-of-a-search-chosen-by-a-tensor
# inputs: [(2, 4), ('i', (1,), 0, 2, 'float32')]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.narrow = nn.Dense(3)
        self.wide = nn.Dense(3)

    def hybrid_forward(self, F, x, choice):
        if choice == 0:  # HYB401 # breaks: trace
            return self.narrow(x)
        return self.wide(x)

# %% branches-on-several-lines
# inputs: [(1,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if x > 0:  # HYB401 # breaks: trace
            return (x * 2 +
                    1)
        return F.sqrt(x * 3
                      + 1)

# %% branches-that-assign-to-different-names
# inputs: [(1,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y, z = x * 5, x * 7
        if x > 0:  # HYB401 # breaks: trace
            y = x * 2
        else:
            z = x * 3
        return y + z

# %% branches-that-assign-to-what-is-tested
# inputs: [(1,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 5
        if y > 0:  # HYB401 # breaks: trace
            y = x * 2
            z = y * 2
        else:
            y = x * 4
            z = x * 3
        return y + z

# %% branches-that-return-tuples
# inputs: [(1,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if x > 0:  # HYB401 # breaks: trace
            return x * 2, x * 3
        return x * 4, x * 5

# %% branches-with-two-targets: branches that assign to two targets at once
# inputs: [(1,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if x > 0:  # HYB401 # breaks: trace
            y = z = x * 2
        else:
            y = z = x * 3
        return y + z

# %% builtin-max-of-a-tensor-and-zero
# inputs: [("pos", (1,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, margin):
        return max(margin - 0.5, 0) * 2  # HYB401 # breaks: trace

# %% builtin-max-of-two-one-element-tensors
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        peak = max(F.max(x), F.max(-x))  # HYB401 # breaks: trace
        return F.broadcast_div(x, peak)

# %% builtin-min-of-two-tensors
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return min(x.mean(), y.mean())  # HYB401 # breaks: trace

# %% callbacks-of-which-one-looks-at-the-largest-number
# inputs: [(2, 3)]
class Scale:
    def __init__(self, k):
        self.k = k

    def __call__(self, F, x):
        return x * self.k


class Guard:
    def __call__(self, F, x):
        if F.max(x) > 100:  # HYB401 # breaks: trace
            return F.zeros_like(x)
        return x


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.callbacks = [Scale(3), Guard()]
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        x = self.d(x)
        for callback in self.callbacks:
            x = callback(F, x)
        return x

# %% chained-comparison-as-a-mask
# inputs: [(1,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        inside = -1 < x < 1  # HYB401 # breaks: trace
        return x * inside

# %% chained-comparison-of-tensors
# inputs: [("pos", (1,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        ok = 0.1 < x < 0.3  # HYB401 # breaks: trace # fix: ok = (0.1 < x) * (x < 0.3)
        return ok * 2

# %% comparing-dataclasses-that-hold-tensors
# inputs: [(1,), (1,)]
@dataclasses.dataclass
class Pair:
    left: object
    right: object


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        if Pair(x, y) == Pair(x, y * 1):  # HYB401 # breaks: trace
            return x * 2
        return x

# %% comparison-chain-of-a-child: a comparison chain around the call of a child
# inputs: [(1, 1)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.dense = nn.Dense(1, flatten=False)

    def hybrid_forward(self, F, x):
        if 0 < self.dense(x) < 9:  # HYB401 # breaks: trace
            return x * 2
        return x * 3

# %% comparison-chain-with-is-not
# inputs: [(1,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if 0 < x is not None:  # HYB401 # breaks: trace
            return x * 2
        return x * 3

# %% configuration-tested-again-by-its-opposite
# inputs: [(2, 3)]
# ctor: {"kind": "plain"}
# clean
class Net(HybridBlock):
    def __init__(self, kind="gated", **kwargs):
        super().__init__(**kwargs)
        self.kind = kind

    def hybrid_forward(self, F, x):
        gate = F.sigmoid(x) if self.kind == "gated" else 0
        if self.kind != "gated" and gate < 1:
            x = x * 2
        return F.relu(x)

# %% configuration-tested-again-in-one-condition
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, scale=None, **kwargs):
        super().__init__(**kwargs)
        self.scale = scale

    def hybrid_forward(self, F, x, mask):
        weight = mask if self.scale is None else self.scale
        if self.scale is not None and weight > 1:
            x = x * weight
        return F.relu(x)

# %% configuration-tested-again-in-a-branch
# inputs: [(2, 3)]
# ctor: {"gated": False}
# clean
class Net(HybridBlock):
    def __init__(self, gated=True, **kwargs):
        super().__init__(**kwargs)
        self.gated = gated

    def hybrid_forward(self, F, x):
        if self.gated:
            bias = F.relu(x)
        else:
            bias = 0
        if not self.gated:
            if bias:
                x = x + bias
        return F.relu(x)

# %% context-manager-that-checks-a-limit
# inputs: [(2, 3)]
@contextlib.contextmanager
def watched(x, limit):
    if x.max() > limit:  # HYB401 # breaks: trace
        raise OverflowError("too large")
    yield x


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with watched(x, 1e6) as y:
            return F.sigmoid(y)

# %% copy-mechanism-that-counts-with-python
# inputs: [(2, 5), (2, 4)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.switch = nn.Dense(1, activation="sigmoid")

    def hybrid_forward(self, F, vocabulary, copies):
        p = self.switch(F.concat(vocabulary, copies, dim=1))
        if (p > 0.99).sum() == len(p):  # HYB306, HYB401 # breaks: trace
            return F.softmax(vocabulary)
        generate = F.broadcast_mul(F.softmax(vocabulary), p)
        copied = F.broadcast_mul(F.softmax(copies), 1 - p)
        return F.concat(generate, copied, dim=1)

# %% division-by-a-tensor-in-a-branch
# inputs: [(1,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return 1 / x if x > 0 else x / 2  # HYB401 # breaks: trace

# %% early-exit-by-confidence
# inputs: [("pos", (2, 3))]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.threshold = 0.9
        self.first = nn.Dense(3, in_units=3)
        self.second = nn.Dense(3, in_units=3)

    def confident(self, F, probabilities):
        return F.min(F.max(probabilities, axis=1)) > self.threshold

    def hybrid_forward(self, F, x):
        early = F.softmax(self.first(x))
        if self.confident(F, early):  # HYB401 # breaks: trace
            return early
        return F.softmax(self.second(x))

# %% early-return-before-an-in-place-operation
# inputs: [(1,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if x > 0:  # HYB401 # breaks: trace
            return x * 2
        y = x + 1
        y += 2
        return y * 3

# %% early-return-for-an-all-zero-mask
# inputs: [(2, 3), ('bin', (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, mask):
        if not mask.sum():  # HYB401 # breaks: trace
            return F.zeros_like(x)
        return x * mask

# %% element-of-a-list-compared-then-its-truth
# inputs: [[('pos', (1,)), (2, 3)]]
class Net(HybridBlock):
    def hybrid_forward(self, F, feats):
        if feats[0] > 0.5:  # HYB401 # breaks: trace
            return feats[1] * 2
        return feats[1] * 3

# %% f-contrib-cond-then-python-if-on-its-result
# inputs: [('pos', (1,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.contrib.cond(x > 0, lambda: x * 2, lambda: x * 3)
        if y > 1:  # HYB401 # breaks: trace
            return y
        return y * 2

# %% filter-none-f-split
# inputs: [('pos', (1, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.concat(*filter(None, F.split(x, 3, axis=1)), dim=1)  # HYB401 # breaks: trace

# %% filter-none-tensors
# inputs: [('pos', (1,)), ('pos', (1,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.concat(*filter(None, [x, y]), dim=0)  # HYB401 # breaks: trace

# %% filter-without-a-function-drops-false-values
# inputs: [(1,), (1,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        present = list(filter(None, [x, y]))  # HYB401 # breaks: trace
        return F.add_n(*present) if present else x * 0

# %% flag-as-an-input: a flag as an input
# inputs: [(2, 3), ("raw", True)]
# breaks: trace
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, x, double):
        return x * 2 if double else x * 3

# %% for-else-over-candidates-compared-with-the-tensor
# inputs: [('pos', (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for bound in (1, 10, 100):
            if F.max(x) <= bound:  # HYB401 # breaks: trace
                break
        else:
            bound = 1000
        return x / bound

# %% helpers-bool-asks-for-the-tensors-truth
# inputs: [(1,)]
class Flag:
    def __init__(self, value):
        self.value = value

    def __bool__(self):
        return bool(self.value.max() > 0)  # HYB401 # breaks: trace


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if Flag(x) else x * 3

# %% helpers-contains-compares-tensors
# inputs: [(2, 3), (2, 3)]
class Seen:
    def __init__(self, *values):
        self.values = values

    def __contains__(self, value):
        return any(abs(v - value).sum() == 0 for v in self.values)  # HYB401 # breaks: trace


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        seen = Seen(x * 2)
        return x + y if y in seen else x - y

# %% helpers-eq-compares-tensors
# inputs: [(1,)]
class Token:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return self.value == other.value

    def __ne__(self, other):
        return not self == other  # HYB401 # breaks: trace


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if Token(x) != Token(x * 2):
            return x + 1
        return x

# %% if-mask-with-a-tensor-of-one-element
# inputs: [(1, 3), ('bin', (1, 1))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, mask=None):
        score = F.softmax(x)
        if not mask:  # HYB401 # breaks: trace
            return score
        return F.broadcast_mul(score, mask)

# %% if-x-0
# inputs: [("pos", (1,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if x > 0:  # HYB401 # breaks: trace
            return x * 2
        return x * 3

# %% if-x-0-else-b
# inputs: [(1,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if x > 0 else x * 3  # HYB401 # breaks: trace

# %% if-x-y-one-element
# inputs: [("pos", (1,)), ("pos", (1,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        if x == y:  # HYB401 # breaks: trace
            return x * 2
        return x * 3

# %% in-f-split
# inputs: [('pos', (1, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        p = F.split(x, 3, axis=1)
        return x * 2 if p[0] in p else x  # HYB401 # breaks: trace

# %% list-index-of-a-tensor
# inputs: [(1,), (1,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        parts = [x, y]
        return parts[parts.index(y)] * 2  # HYB401 # breaks: trace

# %% list-of-tensors-sorted
# inputs: [(1,), (1,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        pairs = [x, y]
        pairs.sort()  # HYB401 # breaks: trace
        return pairs[0] * 1

# %% list-remove-of-a-tensor
# inputs: [(1,), (1,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        parts = [x, y]
        parts.remove(y)  # HYB401 # breaks: trace
        return parts[0] * 2

# %% lists-of-tensors-sorted-by-score
# inputs: [(1, 3)]
class Beam:
    def __init__(self, score, part):
        self.score = score
        self.part = part


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(3, in_units=3)
        self.b = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        beams = []
        for layer in (self.a, self.b):
            part = layer(x)
            beams.append(Beam(F.sum(part), part))
        best = max(beams, key=lambda beam: beam.score)  # HYB401 # breaks: trace
        return best.part * 2

# %% loop-that-ends-when-the-tensor-says-so
# inputs: [("pos", (2, 3))]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(1, in_units=3)
        self.limit = 5

    def hybrid_forward(self, F, x):
        remaining, steps = 1.0, 0
        while steps < self.limit:
            halting = F.sigmoid(self.d(x)).mean()
            if halting * (steps + 1) > remaining:  # HYB401 # breaks: trace
                break
            x = x * 1.5
            steps += 1
        return x * 1

# %% loss-clipped-when-it-is-large
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        loss = F.mean(F.square(x))
        if loss > 10:  # HYB401 # breaks: trace
            loss = loss / 10
        return loss

# %% m-x-max-0-in-if
# inputs: [('pos', (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if (m := x.max()) > 0:  # HYB401 # breaks: trace
            return x * 2
        return x * 3

# %% map-of-bool
# inputs: [(1,), (1,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        flags = list(map(bool, [x, y]))  # HYB401 # breaks: trace
        return x - y if all(flags) else x + y

# %% mask-or-default-mask-tensor-size-1
# inputs: [('pos', (1,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        m = x * 2
        return (m or 1.0) * 3  # HYB401 # breaks: trace

# %% mask-turned-by-not
# inputs: [("bin", (1,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, done):
        going = not done  # HYB401 # breaks: trace
        return done + 2 * int(going)

# %% max-of-names-of-reductions
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a = F.sum(x)
        b = x.mean()
        return max(a, b) * 2  # HYB401 # breaks: trace

# %% membership-of-a-tensor-in-a-list-of-tensors
# inputs: [(1,), (1,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        if y in [x, x + 1]:  # HYB401 # breaks: trace
            return x
        return x + y

# %% min-of-products-of-reductions
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return min(F.sum(x) * 2, 3 * F.mean(x)) * 2  # HYB401 # breaks: trace

# %% min-x-1-0-size-1
# inputs: [(1,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return min(x, 1.0) * 2  # HYB401 # breaks: trace

# %% min-x-y-size-1
# inputs: [(1,), (1,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * min(x, y)  # HYB401 # breaks: trace

# %% mx-np-truth
# inputs: [('pos', (1,))]
# call: net(xs[0].as_np_ndarray()).as_nd_ndarray()
from mxnet.util import use_np


@use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F.np.sum(x) > 0:  # HYB401 # breaks: trace
            return x * 2
        return x * 3

# %% nans-looked-for-before-going-on
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.log(F.abs(x) + 1)
        if F.sum(F.contrib.isnan(y)) > 0:  # HYB103, HYB401 # breaks: trace
            y = F.zeros_like(y)
        return y

# %% not-x
# inputs: [("pos", (1,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if not x else x * 3  # HYB401 # breaks: trace

# %% number-counted-in-a-list-with-a-tensor
# inputs: [(1,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = [1, x].count(1)  # HYB401 # breaks: trace
        return x * n

# %% number-looked-for-in-a-list-with-a-tensor
# inputs: [(1,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if 1 in [x, 1]:  # HYB401 # breaks: trace
            return x * 2
        return x * 3

# %% object-that-is-compared-by-its-tensor
# inputs: [("pos", (1,))]
@functools.total_ordering
class Scored:
    def __init__(self, score, part):
        self.score, self.part = score, part

    def __eq__(self, other):
        return self.score == other.score

    def __lt__(self, other):
        return self.score < other.score


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b = Scored(x * 2, x), Scored(x * 3, x * 5)
        return (a if a < b else b).part * 2  # HYB401 # breaks: trace

# %% operator-not-x
# inputs: [("pos", (1,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if operator.not_(x) else x * 3  # HYB401 # breaks: trace

# %% operator-not-x-ew-op
# inputs: [('pos', (1,))]
import operator


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if operator.not_(x) else x * 3  # HYB401 # breaks: trace

# %% operator-truth-x
# inputs: [("pos", (1,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if operator.truth(x) else x * 3  # HYB401 # breaks: trace

# %% operator-truth-x-ew-op
# inputs: [('pos', (1,))]
import operator


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if operator.truth(x) else x  # HYB401 # breaks: trace

# %% or-chooses-the-default-bias
# inputs: [(1,), (1,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, bias=None):
        bias = bias or F.zeros_like(x)  # HYB401 # breaks: trace
        return x + bias

# %% output-of-a-block-made-elsewhere-picked-by-its-number
# inputs: [(2, 3)]
Pair = type("Pair", (HybridBlock,), {"hybrid_forward": lambda self, F, x: (x * 2, x * 3)})


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pair = Pair()

    def hybrid_forward(self, F, x):
        first = self.pair(x)[0]
        if first.sum() > 0:  # HYB401 # breaks: trace
            return first
        return -first

# %% outs-remove-outs-1
# inputs: [(1,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = [x * 2, x * 3]
        outs.remove(outs[1])  # HYB401 # breaks: trace
        return outs[0]

# %% power-of-a-half-in-a-branch
# inputs: [(1,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x ** 0.5 if x > 0 else x ** 2  # HYB401 # breaks: trace

# %% reduce-of-max
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return functools.reduce(max, [F.sum(x), F.sum(y)]) * 2  # HYB401 # breaks: trace

# %% self-flag-and-x-or-y
# inputs: [("pos", (1,)), (1,)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.flag = True

    def hybrid_forward(self, F, x, y):
        return (self.flag and x or y) * 2  # HYB401 # breaks: trace

# %% sorted-1-x-1-y-size-1
# inputs: [('pos', (1,)), ('pos', (1,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        l = sorted([(1, x), (1, y)])  # HYB401 # breaks: trace
        return l[0][1] * 2 + l[1][1]

# %% sorted-pairs-with-equal-first-parts
# inputs: [(1,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sorted([(1, x), (1, x * 2)])[0][1] * 2  # HYB401 # breaks: trace

# %% square-root-in-a-branch
# inputs: [(1,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sqrt(x) if x > 0 else F.square(x)  # HYB401 # breaks: trace

# %% tensor-goes-through-an-object-a-list-a-dictionary-and-a-closure-chain-of-helpers
# inputs: [(2, 3)]
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
            return v if v.max() < limit else v.clip(-limit, limit)  # HYB401 # breaks: trace

        state = {"x": x}
        for stage in [Stage(F.relu), Stage(clip)]:
            state = stage.run(state)
        return state["x"]

# %% tensor-or-a-default
# inputs: [(1, 1)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x or F.ones((1, 1))  # HYB401 # breaks: trace
        return y * 2

# %% three-tensors-joined-by-and
# inputs: [(1,), (1,), (1,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y, z):
        if x > 0 and y > 0 and z > 0:  # HYB401 # breaks: trace
            return x * 2
        return x * 3

# %% truth-of-what-f-npx-made
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray()).as_nd_ndarray()
from mxnet.util import use_np


@use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F.np.max(F.npx.relu(x)) > 0:  # HYB401 # breaks: trace
            return x * 2
        return x * 3

# %% two-comparisons-joined-by-and
# inputs: [("pos", (1,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        inside = x > 0.2 and x < 0.8  # HYB401 # breaks: trace
        return inside

# %% two-lists-of-tensors-are-compared
# inputs: [(1,), (1,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        before, after = [x, y], [x, F.abs(y)]
        if before == after:  # HYB401 # breaks: trace
            return x + y
        return x - y

# %% values-halved-until-they-are-small
# inputs: [("pos", (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        while x.max() > 1:  # HYB401 # breaks: trace
            x = x / 2
        return x

# %% weights-that-must-sum-up
# inputs: [("pos", (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, w):
        w = F.softmax(w)
        assert F.sum(w) > 0, "empty weights"  # HYB401 # breaks: trace
        return w

# %% while-loop-that-runs-until-the-tensor-is-small-enough
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        tries = 0
        while F.max(F.abs(x)) > 1:  # HYB401 # breaks: trace
            x = x * 0.5
            tries += 1
            if tries > 20:
                break
        else:
            x = x + 1
        return x

# %% while-of-np
# inputs: [('pos', (2, 3))]
# call: net(xs[0].as_np_ndarray()).as_nd_ndarray()
from mxnet.util import use_np


@use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        while F.np.sum(x) - 1 > 0:  # HYB401 # breaks: trace
            x = x / 2
        return x

# %% while-on-a-tensor
# inputs: [('pos', (1, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        while x.sum() < 100:  # HYB401 # breaks: trace
            x = x * 2
        return x

# %% while-x-10-x-x-2
# inputs: [('pos', (1,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        while x < 10:  # HYB401 # breaks: trace
            x = x * 2
        return x

# %% while-x-sum-10
# inputs: [('pos', (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        while x.sum() < 100:  # HYB401 # breaks: trace
            x = x * 2
        return x

# %% wing-loss-that-indexes-with-a-mask
# inputs: [(2, 6), (2, 6)]
import math


class Net(HybridBlock):
    def __init__(self, w=10.0, eps=2.0, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.w = w
        self.eps = eps
        self.c = w - w * math.log(1 + w / eps)

    def hybrid_forward(self, F, pred, label):
        diff = F.abs(label - pred)
        loss = diff - self.c
        mask = diff < self.w
        if mask.sum() > 0:  # HYB401 # breaks: trace
            loss = F.where(mask, self.w * F.log(1 + diff / self.eps), loss)
        return loss.mean(axis=1)

# %% x-0-and-y-0-size-1
# inputs: [('pos', (1,)), ('pos', (1,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * ((x > 0) and (y > 0))  # HYB401 # breaks: trace

# %% x-2-count-x
# inputs: [(1,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = [x * 2].count(x)  # HYB401 # breaks: trace
        return x * n

# %% x-and-y-chooses-one-of-two-tensors
# inputs: [('pos', (1,)), ('pos', (1,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return (x and y) * 2  # HYB401 # breaks: trace

# %% x-bool
# inputs: [('pos', (1,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if x.__bool__() else x  # HYB401 # breaks: trace

# %% x-in-1-x
# inputs: [(1,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if x in (1, x):  # HYB401 # breaks: trace
            return x * 2
        return x * 3

# %% x-in-y-ew-list
# inputs: [('pos', (1,)), ('pos', (1,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * 2 if x in [y] else x * 3  # HYB401 # breaks: trace

# %% x-in-y-x
# inputs: [(1,), (1,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        if x in [y, x]:  # HYB401 # breaks: trace
            return x * 2
        return y * 3

# %% x-not-in-y
# inputs: [('pos', (1,)), ('pos', (1,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * 2 if x not in (y,) else x * 3  # HYB401 # breaks: trace

# %% x-or-0-where-x-may-be-none
# inputs: [(1, 3), ("pos", (1,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, mask=None):
        return F.broadcast_mul(x, mask or 1)  # HYB401 # breaks: trace

# %% x-or-y
# inputs: [("pos", (1,)), (1,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return (x or y) * 2  # HYB401 # breaks: trace

# %% x-y-ew-list-eq
# inputs: [('pos', (1,)), ('pos', (1,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * 2 if [x] == [y] else x * 3  # HYB401 # breaks: trace

# %% x-y-index-y-pr-count-in-list
# inputs: [('pos', (1,)), ('pos', (1,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return [x, y][[x, y].index(y)] * 2  # HYB401 # breaks: trace

# %% x-y-index-y-second
# inputs: [(1,), (1,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        n = [x, y].index(y)  # HYB401 # breaks: trace
        return x * n + y

# %% x-y-index-y-size-1
# inputs: [('pos', (1,)), ('pos', (1,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return (x + y) * ([x, y].index(y) + 2)  # HYB401 # breaks: trace

# %% x-y-remove-y-size-1
# inputs: [('pos', (1,)), ('pos', (1,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        l = [x, y]
        l.remove(y)  # HYB401 # breaks: trace
        return l[0] * 2

# %% x-y-size-1
# inputs: [('pos', (1,)), ('pos', (1,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * 2 if [x] == [y] else y  # HYB401 # breaks: trace

# %% y-in-x-compares
# inputs: [("pos", (1,)), ("pos", (1,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * y if y in [x] else x  # HYB401 # breaks: trace

# %% y-x-index-x
# inputs: [('pos', (1,)), ('pos', (1,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * [y, x].index(x)  # HYB401 # breaks: trace

# %% a-rest-f-split
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, *rest = F.split(x, 3, axis=1)
        return F.concat(*rest, a, dim=1)

# %% any-over-flags
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if any(p is None for p in [x, x]) else x * 3

# %% arcface-margin-with-one-hot
# inputs: [(2, 4), ('i', (2,), 0, 3, 'float32')]
# clean
import math


class Net(HybridBlock):
    def __init__(self, units=3, in_units=4, s=8.0, m=0.5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.units = units
        self.s = s
        self.cos_m = math.cos(m)
        self.sin_m = math.sin(m)
        self.th = math.cos(math.pi - m)
        self.mm = math.sin(math.pi - m) * m
        with self.name_scope():
            self.weight = self.params.get('weight', shape=(units, in_units), init=mx.init.Normal())

    def hybrid_forward(self, F, x, label, weight):
        x = F.L2Normalization(x, mode='instance')
        w = F.L2Normalization(weight, mode='instance')
        cos = F.FullyConnected(x, w, num_hidden=self.units, no_bias=True)
        sin = F.sqrt(F.maximum(1.0 - cos * cos, 1e-9))
        phi = cos * self.cos_m - sin * self.sin_m
        phi = F.where(cos > self.th, phi, cos - self.mm)
        hot = F.one_hot(label, self.units)
        return (hot * phi + (1 - hot) * cos) * self.s

# %% callbacks-that-change-the-tensor
# inputs: [(2, 3)]
# clean
class Scale:
    def __init__(self, k):
        self.k = k

    def __call__(self, F, x):
        return x * self.k


class Clip:
    def __call__(self, F, x):
        return F.clip(x, -1, 1)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.callbacks = [Scale(3), Clip(), Scale(0.5)]
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        x = self.d(x)
        for callback in self.callbacks:
            x = callback(F, x)
        return x

# %% conditional-expression-chooses-the-default-bias
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, bias=None):
        bias = F.zeros_like(x) if bias is None else bias
        return x + bias

# %% context-manager-that-yields-the-tensor-back
# inputs: [(2, 3)]
# clean
@contextlib.contextmanager
def labelled(label, x):
    try:
        yield x
    finally:
        del label


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with labelled("gate", x) as y:
            return F.sigmoid(y)

# %% f-broadcast_greater_equal
# inputs: [(2, 3), (1, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.broadcast_greater_equal(x, y) * 2

# %% f-broadcast_logical_and-and-f-logical_not
# inputs: [(2, 3), (1, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.broadcast_logical_and(x > 0, y > 0) + F.logical_not(x)

# %% f-logical_not-x-0
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.logical_not(x > 0)

# %% f-np-split-by-number
# inputs: [(2, 4)]
# clean
# call: net(xs[0].as_np_ndarray()).as_nd_ndarray()
from mxnet.util import use_np


@use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.np.split(x, 2, axis=1)
        return parts[0] * parts[1]

# %% f-np-where-on-a-comparison
# inputs: [(2, 3)]
# clean
# call: net(xs[0].as_np_ndarray()).as_nd_ndarray()
from mxnet.util import use_np


@use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.np.where(F.np.tanh(x) > 0, x, x * 0.1)

# %% filter-with-an-identity-test
# inputs: [(1,), (1,)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y, z=None):
        present = list(filter(lambda v: v is not None, [x, y, z]))
        return F.add_n(*present) if present else x * 0

# %% for-else-over-candidates-of-the-configuration
# inputs: [('pos', (2, 3))]
# clean
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

# %% helpers-bool-asks-whether-it-holds-anything
# inputs: [(2, 3)]
# clean
class Flag:
    def __init__(self, *values):
        self.values = values

    def __bool__(self):
        return bool(self.values)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if Flag(x) else x * 3

# %% helpers-contains-compares-identities
# inputs: [(2, 3), (2, 3)]
# clean
class Seen:
    def __init__(self, *values):
        self.values = values

    def __contains__(self, value):
        return any(v is value for v in self.values)


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        seen = Seen(x)
        return x + y if y in seen else x - y

# %% helpers-eq-compares-names
# inputs: [(2, 3)]
# clean
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

# %% list-of-pairs-sorted-by-number
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        pairs = [(2, x), (1, x * 3)]
        pairs.sort(key=lambda pair: pair[0])
        return pairs[0][1]

# %% mask-turned-by-one-minus-it
# inputs: [("bin", (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, done):
        return 1 - done

# %% max-of-pairs-by-a-number
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return max([(1, x), (2, x * 3)], key=lambda pair: pair[0])[1]

# %% not-self-flag
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.flag = True

    def hybrid_forward(self, F, x):
        return x * 2 if not self.flag else x * 3

# %% number-that-is-found-before-the-tensor
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if 1 in [1, x]:
            return x * 2
        return x * 3

# %% outs-remove-outs-0
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = [x * 2, x * 3]
        outs.remove(outs[0])
        return outs[0]

# %% place-of-a-number-before-a-tensor
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = [1, x].index(1)
        return x * (n + 1)

# %% repeat-of-a-tensor
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.concat(*itertools.repeat(x, 3), dim=1)

# %% same-by-where
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        loss = F.mean(F.square(x), axis=0)
        return F.where(loss > 10, loss / 10, loss)

# %% self-flag-and-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.flag = True

    def hybrid_forward(self, F, x):
        return (self.flag and x) * 2

# %% self-flag-and-x-ew-attr
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.flag = True

    def hybrid_forward(self, F, x):
        return (self.flag and x) * 2

# %% self-flag-or-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.flag = True

    def hybrid_forward(self, F, x):
        return x * 2 if (self.flag or x) else x * 3

# %% sorted-2-x-1-y
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        l = sorted([(2, x), (1, y)])
        return l[0][1] * 2 + l[1][1]

# %% tensor-goes-through-an-object-a-list-a-dictionary-and-a-closure-chain-of-helpers-good
# inputs: [(2, 3)]
# clean
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

# %% tensors-sorted-by-a-number-kept-with-each
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        pairs = sorted([(2, x), (1, y)], key=lambda pair: pair[0])
        return pairs[0][1] - 2 * pairs[1][1]

# %% three-1-losses-added-with-builtin-sum
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return sum([x.mean(), y.mean(), (x * y).mean()]) / 3

# %% two-comparisons-joined-by-a-product
# inputs: [("pos", (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        inside = (x > 0.2) * (x < 0.8)
        return x * inside

# %% two-lists-of-the-same-tensors-are-compared
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        given, kept = [x, y], (x, y)
        if given == list(kept):
            return x + y
        return x - y

# %% while-loop-with-else-that-counts
# inputs: [(2, 3)]
# clean
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

# %% wing-loss-of-landmarks
# inputs: [(2, 6), (2, 6)]
# clean
import math


class Net(HybridBlock):
    def __init__(self, w=10.0, eps=2.0, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.w = w
        self.eps = eps
        self.c = w - w * math.log(1 + w / eps)

    def hybrid_forward(self, F, pred, label):
        diff = F.abs(label - pred)
        small = self.w * F.log(1 + diff / self.eps)
        return F.where(diff < self.w, small, diff - self.c).mean(axis=1)

# %% x-0-y-0
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return (x > 0) * (y > 0)

# %% x-count-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = [x].count(x)
        return x * (n + 1)

# %% x-in-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if x in [x]:
            return x * 2
        return x * 3

# %% x-in-x-identity-first
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if x in [x] else x * 3

# %% x-in-x-y-by-identity
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * y if x in [x, y] else x

# %% x-is-y
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * 2 if x is y else x * y

# %% x-is-y-ew
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * y if x is not y else x * 2

# %% x-x-count-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = [x, x].count(x)
        return x * n

# %% x-x-identity
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if (x,) == (x,) else x * 3

# %% x-x-py-list-eq
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * 2 + y if [x, y] == [x, y] else x

# %% x-y-as-a-tensor
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return (x == y) + x

# %% x-y-index-x-first
# inputs: [(1,), (1,)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return [x, y][[x, y].index(x)] * 2 + y

# %% x-y-index-x-py-list
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return (x + y) * ([x, y].index(x) + 2)

# %% x-y-remove-x
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        l = [x, y]
        l.remove(x)
        return l[0] * 2 + x

# %% y-x-y-is-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x
        return x * 2 if y is x else x * 3

# %% message-below-a-test
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if x.max() > 100:  # HYB401 # breaks: trace
            print("large:", x.max())
        return x * 2

# %% filter-of-a-list-with-none
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, used=(True, False), **kwargs):
        super().__init__(**kwargs)
        self.used = used

    def hybrid_forward(self, F, x):
        parts = [x.mean() * 2 if used else None for used in self.used]
        kept = list(filter(None, parts))  # HYB401 # breaks: trace
        return F.concat(*kept, dim=0)

# %% three-branches-by-a-mean
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        m = x.mean()
        if m > 0.5:  # HYB401 # breaks: trace
            y = x - 1
        elif m < -0.5:  # HYB401
            y = x + 1
        else:
            y = x * 1
        return y

# %% sign-of-a-sum-as-a-number
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        sign = 1.0 if x.sum() > 0 else -1.0  # HYB401 # breaks: trace
        return x * sign

# %% tested-where-it-is-given
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, mask=None):
        return x * 2 if mask is None or mask.sum() > 0 else x + 1  # HYB401 # breaks: trace # fix: return x * 2 if mask is None else F.where(F.broadcast_like(mask.sum() > 0, x, lhs_axes=(0,), rhs_axes=(0,)), x * 2, x + 1)
