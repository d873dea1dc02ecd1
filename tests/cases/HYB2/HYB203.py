"""Blocks that HYB203 reports, and blocks like them that work."""

import collections
import operator
from functools import reduce

from mxnet.gluon import HybridBlock, nn

# %% a-b-x-1-a-1-return-b
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a = b = x * 1
        a += 1  # HYB203 # breaks: trace
        return b

# %% acc-f-zeros_like-x-acc-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        acc = F.zeros_like(x)
        for k in range(3):
            acc += x * k  # HYB203 # breaks: trace # fix: acc = acc + x * k
        return acc

# %% accumulator-of-an-inner-function
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        acc = F.zeros_like(x)

        def add(t):
            nonlocal acc
            acc += t  # HYB203 # breaks: trace

        add(x)
        add(x * x)
        return acc

# %% alias-taken-before
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.exp(x)
        z = y
        y -= 1  # HYB203 # breaks: trace
        return y + z

# %% argument-of-a-parameter-decays
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1,))

    def hybrid_forward(self, F, x, w):
        w -= 0.5  # HYB203 # breaks: trace
        return F.broadcast_mul(x, w)

# %% attribute-adds-up-by
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.total = x * 0
        for k in range(2):
            self.total += x * k  # HYB203 # breaks: trace
        return self.total

# %% augmented-assignment-to-an-element-of-a-list-of-tensors
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = [F.relu(x), F.tanh(x)]
        for index, _ in enumerate(parts):
            parts[index] += 1  # HYB203 # breaks: trace
        return parts[0] * parts[1]

# %% by-a-sum-of-the-rows
# inputs: [("pos", (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        e = F.exp(x)
        e /= F.sum(e)  # HYB203 # breaks: trace
        return e

# %% d-a-0-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        d = {"a": [x, x]}
        d["a"][0] += x  # HYB203 # breaks: trace
        return d["a"][0]

# %% dice-loss-per-class-summed-in-place
# inputs: [(2, 3, 4, 4), ('bin', (2, 3, 4, 4))]
class Net(HybridBlock):
    def __init__(self, weights=(1.0, 2.0, 0.5), eps=1e-6, **kwargs):
        super().__init__(**kwargs)
        self._weights = weights
        self._eps = eps

    def hybrid_forward(self, F, pred, mask):
        prob = F.sigmoid(pred)
        inter = (prob * mask).sum(axis=(2, 3))
        total = prob.sum(axis=(2, 3)) + mask.sum(axis=(2, 3))
        dice = 1 - (2 * inter + self._eps) / (total + self._eps)
        parts = F.split(dice, num_outputs=len(self._weights), axis=1, squeeze_axis=True)
        loss = 0
        for weight, part in zip(self._weights, parts):
            loss += weight * part  # HYB203 # breaks: trace
        return loss / sum(self._weights)

# %% entry-of-a-dict-grown
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b):
        parts = {"loss": F.abs(a)}
        parts["loss"] += F.abs(b)  # HYB203 # breaks: trace
        return parts["loss"]

# %% for-y-in-list-y-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = []
        for y in [x * 1, x * 2]:
            y += 1  # HYB203 # breaks: trace
            outs.append(y)
        return F.concat(*outs, dim=1)

# %% foreach-body-s-d
# inputs: [(4, 2)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def step(d, s):
            s += d  # HYB203 # breaks: trace
            return s, s
        return F.contrib.foreach(step, x, F.zeros((2,)))[0]

# %% foreach-body-with-on-the-state
# inputs: [(4, 3), (3,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        def body(d, s):
            s += d  # HYB203 # breaks: trace
            return s, s
        return F.contrib.foreach(body, x, y)[0]

# %% functools-reduce-operator-iadd-x-1-y
# inputs: [(2, 3), (2, 3)]
import functools
import operator


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return functools.reduce(operator.iadd, [x * 1, y])  # HYB203 # breaks: trace

# %% helpers-iadd-adds-in-place
# inputs: [(2, 3)]
class Accumulator:
    def __init__(self, total):
        self.total = total

    def __iadd__(self, value):
        self.total += value  # HYB203 # breaks: trace
        return self


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        sums = Accumulator(F.zeros_like(x))
        for scale in (1, 2):
            sums += x * scale
        return sums.total

# %% in-an-inner-function
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        total = x * 1
        
        def add(k):
            nonlocal total
            total += x * k  # HYB203 # breaks: trace
        
        add(2)
        return total

# %% input-scaled-in-place
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        h = F.relu(x)
        h *= 0.5  # HYB203 # breaks: trace
        return h

# %% l-0-x-twice-from-0
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        l = [0]
        l[0] += x
        l[0] += x  # HYB203 # breaks: trace
        return l[0] * 1

# %% loss-0-in-both-of-two-branches
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.first = True
        self.second = True

    def hybrid_forward(self, F, x):
        loss = 0
        if self.first:
            loss += F.mean(x)
        if self.second:
            loss += F.sum(x)  # HYB203 # breaks: trace
        return loss

# %% losses-0-losses-f-mean-for-two-heads
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(2)
        self.b = nn.Dense(2)

    def hybrid_forward(self, F, x):
        loss = 0.
        for d in (self.a, self.b):
            loss += F.mean(d(x))  # HYB203 # breaks: trace
        return loss

# %% losses-gathered-in-a-defaultdict-added-in-place
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        losses = collections.defaultdict(float)
        for name, value in (("a", x), ("b", y), ("a", y)):
            losses[name] += F.mean(value, axis=1)  # HYB203 # breaks: trace
        return losses["a"] * losses["b"]

# %% nonlocal-tensor-adds-up-by
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        total = x * 0

        def add(t):
            nonlocal total
            total += t  # HYB203 # breaks: trace

        add(x)
        add(x * 2)
        return total

# %% number-a-tensor-twice-iadd
# inputs: [("pos", (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = 2
        for _ in range(2):
            s += x  # HYB203 # breaks: trace
        return s

# %% number-a-tensor-twice-imul
# inputs: [("pos", (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = 2
        for _ in range(2):
            s *= x  # HYB203 # breaks: trace
        return s

# %% number-a-tensor-twice-isub
# inputs: [("pos", (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = 2
        for _ in range(2):
            s -= x  # HYB203 # breaks: trace
        return s

# %% number-a-tensor-twice-itruediv
# inputs: [("pos", (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = 2
        for _ in range(2):
            s /= x  # HYB203 # breaks: trace
        return s

# %% object-with-an-in-place-operator
# inputs: [(2, 3)]
class Sum:
    def __init__(self, value):
        self.value = value

    def __iadd__(self, other):
        self.value += other  # HYB203 # breaks: trace
        return self


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        total = Sum(self.d(x))
        total += x
        total += 1
        return total.value

# %% on-what-a-child-gave-iadd
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        h = self.d(x)
        h += 3  # HYB203 # breaks: trace
        return h

# %% on-what-a-child-gave-imul
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        h = self.d(x)
        h *= 3  # HYB203 # breaks: trace
        return h

# %% on-what-a-child-gave-isub
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        h = self.d(x)
        h -= 3  # HYB203 # breaks: trace
        return h

# %% on-what-a-child-gave-itruediv
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        h = self.d(x)
        h /= 3  # HYB203 # breaks: trace
        return h

# %% operator-iadd
# inputs: [(2, 3)]
import operator


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        return operator.iadd(y, x)  # HYB203 # breaks: trace

# %% operator-iadd-on-a-symbol
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.relu(x)
        return operator.iadd(y, x)  # HYB203 # breaks: trace

# %% operator-iadd-on-a-tensor
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        z = x * 2
        return operator.iadd(z, y)  # HYB203 # breaks: trace

# %% operator-iadd-x-y
# inputs: [(2, 3), (2, 3)]
import operator


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        z = x * 1
        return operator.iadd(z, y)  # HYB203 # breaks: trace

# %% operator-iadd-y-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 2
        y = operator.iadd(y, x)  # HYB203 # breaks: trace
        return y

# %% outs-0-x-in-a-list
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = [x * 1, x * 2]
        outs[0] += x  # HYB203 # breaks: trace
        return outs[0] * outs[1]

# %% reduce-operator-iadd-parts
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return reduce(operator.iadd, [x * 1, x * 2, x * 3])  # HYB203 # breaks: trace

# %% residual-by
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.fc = nn.Dense(3)

    def hybrid_forward(self, F, x):
        y = self.fc(x)
        y += x  # HYB203 # breaks: trace
        return y

# %% scores-where-the-mask-is-set-minus-infinity-elsewhere-by-numpys: scores where the mask is set, minus infinity elsewhere, by NumPy's way of writing
# inputs: [(2, 3, 3), ('bin', (2, 3, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, scores, mask):
        hidden = (1 - mask) * 1e9
        scores -= hidden  # HYB203 # breaks: trace
        scores[:, :, 0] = 0
        return F.softmax(scores)

# %% self-total-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.total = x * 1
        self.total += x  # HYB203 # breaks: trace
        return self.total

# %% sum-that-starts-at-zero
# inputs: [[(2, 3), (2, 3), (2, 3)]]
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        total = 0
        for x in xs:
            total += F.square(x)  # HYB203 # breaks: trace
        return total

# %% total-0-then-twice
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        total = 0
        for k in range(2):
            total += x * k  # HYB203 # breaks: trace
        return total

# %% wavenet-with-the-skips-added-in-place
# inputs: [(2, 3, 6)]
class Net(HybridBlock):
    def __init__(self, channels=3, layers=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.gates = nn.HybridSequential()
            self.filters = nn.HybridSequential()
            for i in range(layers):
                self.gates.add(nn.Conv1D(channels, 3, padding=2 ** i, dilation=2 ** i))
                self.filters.add(nn.Conv1D(channels, 3, padding=2 ** i, dilation=2 ** i))
            self.out = nn.Conv1D(4, 1)

    def hybrid_forward(self, F, x):
        skip = None
        for gate, filt in zip(self.gates, self.filters):
            z = F.sigmoid(gate(x)) * F.tanh(filt(x))
            x = x + z
            if skip is None:
                skip = z
            else:
                skip += z  # HYB203 # breaks: trace
        return self.out(F.relu(skip))

# %% weight-of-samples-by
# inputs: [(2, 3), ('pos', (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        y /= y.sum()  # HYB203 # breaks: trace
        return x * y

# %% what-a-block-of-a-configured-kind-gave-in-a-list-changed-in: what a block of a configured kind gave, in a list, changed in place by a tensor
# inputs: [(2, 4), (2, 4)]
# ctor: {"kind": "Dense"}
class Net(HybridBlock):
    def __init__(self, kind):
        super().__init__()
        self.laterals = nn.HybridSequential()
        for _ in range(2):
            self.laterals.add(getattr(nn, kind)(4))

    def hybrid_forward(self, F, *levels):
        sums = [lateral(levels[i]) for i, lateral in enumerate(self.laterals)]
        sums[0] += F.relu(sums[1])  # HYB203 # breaks: trace
        return sums[0] * sums[1]

# %% x-2-on-the-input-iadd
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x += 2  # HYB203 # breaks: trace
        return x * 1

# %% x-2-on-the-input-imul
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x *= 2  # HYB203 # breaks: trace
        return x * 1

# %% x-2-on-the-input-isub
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x -= 2  # HYB203 # breaks: trace
        return x * 1

# %% x-2-on-the-input-itruediv
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x /= 2  # HYB203 # breaks: trace
        return x * 1

# %% x-w-iadd-param
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        y = x * 2
        y += F.broadcast_like(w, y)  # HYB203 # breaks: trace
        return y

# %% xs-0-1-on-a-list-input
# inputs: [[(2, 3), (2, 3)]]
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        xs[0] += 1  # HYB203 # breaks: trace
        return xs[0] + xs[1]

# %% xs-0-y
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        xs = [x * 1, y * 1]
        xs[0] += y  # HYB203 # breaks: trace
        return xs[0] * xs[1]

# %% y-is-x-after-a-no-op
# inputs: [(2, 3)]
# missed: Not followed: whether two names are one array imperatively and two Symbols while tracing.
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x[:]
        return x * 2 if y is x else x * 3  # breaks: values

# %% y-self-scale
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = 0.5

    def hybrid_forward(self, F, x):
        y = F.relu(x)
        y *= self.scale  # HYB203 # breaks: trace
        return y

# %% y-x-on-a-result-iadd-fresh
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        z = x * 2
        z += y  # HYB203 # breaks: trace
        return z

# %% y-x-on-a-result-imul-fresh
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        z = x * 2
        z *= y  # HYB203 # breaks: trace
        return z

# %% y-x-on-a-result-isub-fresh
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        z = x * 2
        z -= y  # HYB203 # breaks: trace
        return z

# %% y-x-on-a-result-itruediv-fresh
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        z = x * 2
        z /= y  # HYB203 # breaks: trace
        return z

# %% y-x-y-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x[:]
        y += 1  # HYB203 # breaks: trace
        return y

# %% y-z-x-2-y-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = z = x * 2
        y += 1  # HYB203 # breaks: trace
        return y * z

# %% acc-acc-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        acc = F.zeros_like(x)
        for k in range(3):
            acc = acc + x * k
        return acc

# %% acc-none-then-a-sum
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        acc = None
        for k in range(3):
            acc = x * k if acc is None else acc + x * k
        return acc

# %% accumulator-of-an-inner-function-bound-anew
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        acc = F.zeros_like(x)

        def add(t):
            nonlocal acc
            acc = acc + t

        add(x)
        add(x * x)
        return acc

# %% augmented-assignment-to-a-number-in-a-list
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        scales = [1, 2]
        for index, _ in enumerate(scales):
            scales[index] += 1
        scales += [4]
        return x * scales[0] * scales[-1]

# %% d-a-0-d-a-0-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        d = {"a": [x, x]}
        d["a"][0] = d["a"][0] + x
        return d["a"][0]

# %% del-outs-0-in-a-list
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = [x, x * 2]
        del outs[0]
        return outs[0]

# %% dice-loss-per-class
# inputs: [(2, 3, 4, 4), ('bin', (2, 3, 4, 4))]
# clean
class Net(HybridBlock):
    def __init__(self, weights=(1.0, 2.0, 0.5), eps=1e-6, **kwargs):
        super().__init__(**kwargs)
        self._weights = weights
        self._eps = eps

    def hybrid_forward(self, F, pred, mask):
        prob = F.sigmoid(pred)
        inter = (prob * mask).sum(axis=(2, 3))
        total = prob.sum(axis=(2, 3)) + mask.sum(axis=(2, 3))
        dice = 1 - (2 * inter + self._eps) / (total + self._eps)
        parts = F.split(dice, num_outputs=len(self._weights), axis=1, squeeze_axis=True)
        loss = 0
        for weight, part in zip(self._weights, parts):
            loss = loss + weight * part
        return loss / sum(self._weights)

# %% dict-of-tensors-adds-up
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        total = {"all": x * 0}
        for k in range(2):
            total["all"] = total["all"] + x * k
        return total["all"]

# %% functools-reduce-operator-add-x-y
# inputs: [(2, 3), (2, 3)]
# clean
import functools
import operator


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return functools.reduce(operator.add, [x, y])

# %% functools-reduce-with-f-broadcast_maximum
# inputs: [(2, 3), (1, 3)]
# clean
import functools


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return functools.reduce(F.broadcast_maximum, [x, y, x])

# %% functools-reduce-with-operator-add
# inputs: [(2, 3), (2, 3)]
# clean
import functools
import operator


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return functools.reduce(operator.add, [x, y, x])

# %% helpers-iadd-makes-a-new-sum
# inputs: [(2, 3)]
# clean
class Accumulator:
    def __init__(self, total):
        self.total = total

    def __iadd__(self, value):
        self.total = self.total + value
        return self


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        sums = Accumulator(F.zeros_like(x))
        for scale in (1, 2):
            sums += x * scale
        return sums.total

# %% l-0-x-once-from-0
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        l = [0]
        l[0] += x
        return l[0] * 1

# %% list-a-list-of-tensors
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = []
        outs += [x]
        outs += [x * 2, x * 3]
        return F.concat(*outs, dim=1)

# %% list-extended-in-place-with-tensors
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        outs = [x]
        outs += [y]
        outs *= 2
        return F.concat(*outs, dim=1)

# %% list-of-inputs-sliced
# inputs: [(2, 3), (2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y, z):
        xs = [x, y, z]
        return F.add_n(*xs[1:]) * 2 + xs[0]

# %% loss-0-in-one-of-two-branches
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.first = True

    def hybrid_forward(self, F, x):
        loss = 0
        if self.first:
            loss += F.mean(x)
        return loss + 1

# %% loss-once
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(2)

    def hybrid_forward(self, F, x):
        loss = 0.
        for d in (self.a,):
            loss += F.mean(d(x))
        return loss

# %% number-a-tensor-iadd
# inputs: [("pos", (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = 2
        s += x
        return s

# %% number-a-tensor-imul
# inputs: [("pos", (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = 2
        s *= x
        return s

# %% number-a-tensor-isub
# inputs: [("pos", (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = 2
        s -= x
        return s

# %% number-a-tensor-itruediv
# inputs: [("pos", (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = 2
        s /= x
        return s

# %% optional-children-in-a-loop
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(3, in_units=3)
        self.b = None
    def hybrid_forward(self, F, x):
        for d in (self.a, self.b):
            if d is not None:
                x = d(x)
        return x * 2

# %% outs-1-y-in-a-list
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = [x, x * 2]
        outs[:1] = [x * 5]
        return F.concat(*outs, dim=1)

# %% outs-x-a-python-list
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = []
        outs += [x]
        outs += (x * 2,)
        return F.concat(*outs, dim=1)

# %% reduce-operator-add-parts
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return reduce(operator.add, [x * 1, x * 2, x * 3])

# %% residual-by-and-a-name
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.fc = nn.Dense(3)

    def hybrid_forward(self, F, x):
        y = self.fc(x)
        y = y + x
        return y

# %% same-put-there-anew
# inputs: [(2, 4), (2, 4)]
# ctor: {"kind": "Dense"}
# clean
class Net(HybridBlock):
    def __init__(self, kind):
        super().__init__()
        self.laterals = nn.HybridSequential()
        for _ in range(2):
            self.laterals.add(getattr(nn, kind)(4))

    def hybrid_forward(self, F, *levels):
        sums = [lateral(levels[i]) for i, lateral in enumerate(self.laterals)]
        sums[0] = sums[0] + F.relu(sums[1])
        return sums[0] * sums[1]

# %% self-total-0-self-total-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.total = 0
        self.total += x
        return self.total * 2

# %% states-kept-between-calls-reset-by-the-caller
# inputs: [(2, 3)]
# differs: type(net.total).__name__
# call: (net.reset(), net(*xs))[1]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.total = 0

    def reset(self):
        self.total = 0

    def hybrid_forward(self, F, x):
        for k in range(2):
            self.total = self.total + x * (k + 1)  # HYB601
        return self.total  # HYB601

# %% sum-by-add_n
# inputs: [[(2, 3), (2, 3), (2, 3)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        return F.add_n(*[F.square(x) for x in xs])

# %% tuple-grows-by
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = ()
        for k in range(3):
            outs += (x * k,)
        return F.concat(*outs, dim=1)

# %% two-elements-of-a-list-change-places
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        xs = [x, y]
        xs[0], xs[1] = xs[1], xs[0]
        return xs[0] - 2 * xs[1]

# %% wavenet-with-skips-summed-in-a-list
# inputs: [(2, 3, 6)]
# clean
class Net(HybridBlock):
    def __init__(self, channels=3, layers=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.gates = nn.HybridSequential()
            self.filters = nn.HybridSequential()
            for i in range(layers):
                self.gates.add(nn.Conv1D(channels, 3, padding=2 ** i, dilation=2 ** i))
                self.filters.add(nn.Conv1D(channels, 3, padding=2 ** i, dilation=2 ** i))
            self.out = nn.Conv1D(4, 1)

    def hybrid_forward(self, F, x):
        skips = []
        for gate, filt in zip(self.gates, self.filters):
            z = F.sigmoid(gate(x)) * F.tanh(filt(x))
            x = x + z
            skips.append(z)
        return self.out(F.relu(sum(skips)))

# %% xs-0-xs-0-2-on-a-list-input
# inputs: [[(2, 3), (2, 3)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        xs[0] = xs[0] * 2
        return xs[0] + xs[1]

# %% xs-pop-on-a-list-input
# inputs: [[(2, 3), (2, 3)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        last = xs.pop()
        return last * 2 + xs[0]

# %% y-z-x-2-y-y-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = z = x * 2
        y = y + 1
        return y * z
