"""Blocks that work and are like none that a rule reports: loops."""

import collections

import mxnet as mx
import numpy as np
from mxnet.gluon import HybridBlock, nn

# %% controller-that-goes-through-the-steps-of-its-input
# inputs: [(4, 2, 3), (1, 2, 3)]
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, steps, state):
        seen = []
        for step in steps:  # breaks: values
            state = F.broadcast_add(F.reshape(step, (-1, 2, 3)), state)
            seen.append(state)
        return F.concat(*seen, dim=0)

# %% all-inputs-in-one-which-is-gone-through
# inputs: [[(2, 3), (2, 3)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, inputs):
        out = 0
        for index, value in enumerate(inputs):
            out = out + value * index
        return out

# %% all-over-numbers
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.sizes = [1, 2]

    def hybrid_forward(self, F, x):
        return x * 2 if all(s > 0 for s in self.sizes) else x * 3

# %% as-many-parts-as-self-k-says
# inputs: [(2, 6)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = 3

    def hybrid_forward(self, F, x):
        return sum(p * n for n, p in enumerate(F.split(x, num_outputs=self.k, axis=1)))

# %% blocks-in-a-list-kept-as-attributes-too
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.blocks = []
        for k in range(2):
            block = nn.Dense(3, in_units=3)
            setattr(self, "block%d" % k, block)
            self.blocks.append(block)

    def hybrid_forward(self, F, x):
        for block in self.blocks:
            x = block(x)
        return x

# %% blocks-without-parameters-in-a-list-by-the-name-of-a-function
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.acts = ["relu", "tanh"]

    def hybrid_forward(self, F, x):
        for act in self.acts:
            x = F.Activation(x, act_type=act)
        return x

# %% buf-none-n-buf-i-row-stack
# inputs: [[(3,), (3,)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, rows):
        buf = [None] * 2
        for i, row in enumerate(rows):
            buf[i] = row
        return F.stack(*buf, axis=0)

# %% callers-list-gone-through-backwards
# inputs: [[(2, 3), (2, 3)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        out = None
        for x in reversed(xs):
            out = x if out is None else out * 0.5 + x
        return out + 1

# %% explicit-stack-of-tensors
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        stack = [x]
        for i in range(3):
            stack.append(F.tanh(stack[-1]))
        out = stack.pop()
        while stack:
            out = out + stack.pop()
        return out

# %% for-a-b-in-pairs-of-tensors
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        acc = 0
        for a, b in [(x, x * 2), (x * 3, x)]:
            acc = acc + a * b
        return acc

# %% for-f-in-f-relu-f-tanh
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for f in [F.relu, F.tanh]:
            x = f(x)
        return x

# %% for-name-t-in-dict-items
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        acc = 0
        for name, t in {"a": x, "b": x * 2}.items():
            acc = acc + t * len(name)
        return acc

# %% heads-by-name-of-a-list-of-pieces
# inputs: [(2, 3, 6, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, pieces=3, **kwargs):
        super().__init__(**kwargs)
        self._pieces = pieces
        for number in range(pieces):
            setattr(self, "head%d" % number, nn.Dense(2))

    def hybrid_forward(self, F, x):
        parts = x.split(num_outputs=self._pieces, axis=2)
        return [getattr(self, "head%d" % number)(part) for number, part in enumerate(parts)]

# %% heads-of-attention-by-a-comprehension
# inputs: [(2, 4, 6)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        heads = [h * (i + 1) for i, h in enumerate(F.split(x, num_outputs=2, axis=2))]
        return F.concat(*heads, dim=2)

# %% inputs-that-are-not-none
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.add_n(*[t for t in (x, y) if t is not None])

# %% itertools-product-of-python-lists
# inputs: [(2, 3)]
# clean
import itertools


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for a, b in itertools.product([1, 2], [1, 2]):
            x = x * (a + b)
        return x

# %% layers-without-parameters-in-a-list
# inputs: [(2, 4, 3, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pools = []
        for _ in range(2):
            self.pools.append(nn.GlobalAvgPool2D())

    def hybrid_forward(self, F, x):
        halves = F.split(x, num_outputs=2, axis=1)
        return F.concat(*[pool(half) for pool, half in zip(self.pools, halves)], dim=1)

# %% list-called-maps-gone-through
# inputs: [[(2, 3, 4, 4), (2, 3, 4, 4)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, maps):
        total = 0
        for feature in maps:
            total = total + F.mean(feature, axis=(2, 3))
        return total

# %% list-of-feature-maps-gone-through
# inputs: [[(2, 3), (2, 3)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, features):
        return [F.relu(f) for f in features]

# %% list-of-numbers-by-number
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cfg = [{"scale": 2.0}, {"scale": 3.0}]

    def hybrid_forward(self, F, x):
        for i in range(2):
            x = x * self.cfg[i]["scale"]
        return x

# %% list-of-numbers-made-by-nd-in-the-constructor
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = [float(v) for v in mx.nd.arange(3).asnumpy()]

    def hybrid_forward(self, F, x):
        return x * self.k[2] + len(self.k)

# %% list-of-numbers-made-once
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.angles = {}

    def hybrid_forward(self, F, x):
        if 3 not in self.angles:
            self.angles[3] = [0.1 * k for k in range(3)]
        return x * sum(self.angles[3])

# %% list-that-may-be-left-out-measured-and-gone-through-by-number
# inputs: [(5, 2), [(3,), (2,), (1,)]]
# clean
# call: net(xs[0], [mx.nd.array([0, 1, 2]), mx.nd.array([0, 1]), mx.nd.array([0])])
class Net(HybridBlock):
    def hybrid_forward(self, F, x, rows_l=None):
        if rows_l is not None:
            assert len(rows_l) == 3
        for i in range(3):
            if rows_l is not None:
                x = F.take(x, rows_l[i], axis=0)
        return x * 2

# %% lists-in-a-dict-filled-by-setdefault
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        groups = {}
        for i, part in enumerate(F.split(x, num_outputs=3, axis=1)):
            groups.setdefault("even" if i % 2 == 0 else "odd", []).append(part)
        even, odd = groups["even"], groups["odd"]
        return F.concat(*even, dim=1), F.concat(*odd, dim=1)

# %% method-append-kept-under-a-name
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = []
        keep = outs.append
        for _ in range(2):
            x = F.tanh(x)
            keep(x)
        return outs

# %% next-of-tensors-with-a-default
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return next((p for p in [x * 2] if p is not None), x) * 3

# %% np-linspace-of-numbers-in-a-loop
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        out = 0
        for k in np.linspace(0, 1, 3):
            out = out + x * k
        return out

# %% only-names-of-layers-kept
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, depth=2, **kwargs):
        super().__init__(**kwargs)
        self._names = []
        for i in range(depth):
            name = "fc%d" % i
            setattr(self, name, nn.Dense(3, activation="relu"))
            self._names.append(name)

    def hybrid_forward(self, F, x):
        for name in self._names:
            x = getattr(self, name)(x)
        return x

# %% parts-of-a-split-that-is-as-wide-as-asked
# inputs: [(2, 6)]
# clean
class Net(HybridBlock):
    def __init__(self, parts=3, **kwargs):
        super().__init__(**kwargs)
        self.parts = parts

    def hybrid_forward(self, F, x):
        pieces = F.split(x, num_outputs=self.parts, axis=1)
        return sum(pieces[i] * (i + 1) for i in range(self.parts))

# %% python-names-counted
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, layers=("relu", "tanh", "relu"), **kwargs):
        super().__init__(**kwargs)
        self._layers = layers

    def hybrid_forward(self, F, x):
        counts = collections.Counter()
        for name in self._layers:
            counts[name] += 1
            x = getattr(F, name)(x) / counts[name]
        return x

# %% scales-kept-as-numbers
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, scales=(1, 0.5, 0.25), **kwargs):
        super().__init__(**kwargs)
        self.scales = list(scales)

    def hybrid_forward(self, F, x):
        return [x * s for s in self.scales]

# %% setattr-self-name-tensor-and-back
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for k in range(2):
            setattr(self, "mid%d" % k, x * k)
        return getattr(self, "mid0") + self.mid1

# %% sorted-items-of-a-dict-of-tensors
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        made = {"b": x, "a": x * 2}
        return F.concat(*[v for _, v in sorted(made.items())], dim=1)

# %% sorted-keys-of-a-dict-of-tensors
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        made = {"b": x, "a": x * 2}
        return F.concat(*[made[k] for k in sorted(made)], dim=1)

# %% states-made-in-each-call
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.state = F.zeros_like(x)
        for _ in range(2):
            self.state = self.state * 0.5 + x
        return self.state

# %% tuple-as-the-key-of-a-dictionary
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        grid = {(i, j): x * (i + 1) + j for i in range(2) for j in range(2)}
        return grid[0, 1] + grid[1, 0] - grid[(1, 1)]

# %% two-lists-filled-in-one-loop-over-both
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        means, scales = [], []
        for i, outs in enumerate((means, scales)):
            outs.append(x * (i + 1))
        return F.concat(*means, *scales, dim=1)

# %% while-n-0
# inputs: [(2, 3)]
# clean
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

# %% while-n-3
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = 0
        while n < 3:
            x = x * 2
            n += 1
        return x

# %% layer-whose-result-the-next-round-alone-uses
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, rounds=3, **kwargs):
        super().__init__(**kwargs)
        self.rounds = rounds
        self.first = nn.Dense(3)
        self.second = nn.Dense(3)

    def hybrid_forward(self, F, x):
        for _ in range(self.rounds):
            y = self.first(x)
            x = self.second(y)
        return y

# %% layer-of-which-the-next-round-reads-the-result-from-a-list
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, rounds=3, **kwargs):
        super().__init__(**kwargs)
        self.rounds = rounds
        self.first = nn.Dense(3)
        self.second = nn.Dense(3)

    def hybrid_forward(self, F, x):
        parts = [x, x]
        for _ in range(self.rounds):
            y = self.first(parts[0])
            parts = [self.second(y), y]
        return y

# %% state-that-is-zero-in-the-first-round
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, rounds=3, **kwargs):
        super().__init__(**kwargs)
        self.rounds = rounds

    def hybrid_forward(self, F, x):
        state = F.zeros((2, 3))
        for _ in range(self.rounds):
            y = F.relu(state)
            state = F.broadcast_add(y, x)
        return y
