"""Blocks that work and are like none that a rule reports: functions."""

import functools

from mxnet import autograd, nd
from mxnet.gluon import HybridBlock

# %% call-changes-what-hybrid_forward-gets: __call__ changes what hybrid_forward gets
# inputs: [(2, 3)]
# breaks: re-import
# needs: callers
class Net(HybridBlock):
    def __call__(self, x):
        return super().__call__(x * 2)

    def hybrid_forward(self, F, x):
        return F.exp(x)

# %% call-does-more-than-hybrid_forward: __call__ does more than hybrid_forward
# inputs: [(2, 3)]
# breaks: re-import
# needs: callers
class Net(HybridBlock):
    def __call__(self, x):
        return super().__call__(x) * 2

    def hybrid_forward(self, F, x):
        return F.relu(x)

# %% call-keeps-a-number-on-the-block: __call__ keeps a number on the block
# inputs: [(2, 3)]
# breaks: values
# call: net(xs[0], 3 if FLAG["v"] else 2)
# between: FLAG["v"] = True
# needs: callers
FLAG = {"v": False}


class Net(HybridBlock):
    def __call__(self, x, scale=1):
        self.scale = scale
        return super().__call__(x)

    def hybrid_forward(self, F, x):
        return F.relu(x) * self.scale

# %% call-passes-a-number-on
# inputs: [(2, 3)]
# call: net(xs[0], scale=3)
# needs: callers
class Net(HybridBlock):
    def __call__(self, x, scale=1):
        return super().__call__(x, scale)  # breaks: trace

    def hybrid_forward(self, F, x, scale):
        return F.relu(x) * scale

# %% generator-that-is-sent-tensors-and-asked-for-their-mean
# inputs: [(2, 3)]
# missed: Not followed: a generator step by step, and what is sent to it.
def accumulator(start):
    total = start
    while True:
        value = yield total
        total = total + value.asnumpy().sum()  # breaks: trace


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        sums = accumulator(0.0)
        next(sums)
        return x * float(sums.send(x))

# %% method-that-changes-a-number-after-the-trace: a method that changes a number after the trace
# inputs: [(2, 3)]
# breaks: values
# between: net.set_scale(5)
# needs: callers
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = 2

    def set_scale(self, scale):
        self.scale = scale

    def hybrid_forward(self, F, x):
        return x * self.scale

# %% pause-without-operators
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        w = x * 5
        with autograd.pause():
            z = w
        return z * 2

# %% recursion-that-halves-the-tensor-by-its-length
# inputs: [(4, 3)]
# needs: callers
class Net(HybridBlock):
    def tree_sum(self, F, x):
        if len(x) == 1:  # breaks: values
            return x
        half = len(x) // 2
        return self.tree_sum(F, x[:half]) + self.tree_sum(F, x[half:])

    def hybrid_forward(self, F, x):
        return self.tree_sum(F, x)

# %% singledispatch-chooses-a-function-by-the-type-of-the-tensor
# inputs: [(2, 3)]
@functools.singledispatch
def scaled(value):
    return value * 2


@scaled.register(nd.NDArray)
def _(value):
    return value * 3


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return scaled(x)  # HYB402 # breaks: values

# %% activations-in-a-dict-of-lambdas
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, act="swish", **kwargs):
        super().__init__(**kwargs)
        self.act = act

    def hybrid_forward(self, F, x):
        table = {"relu": F.relu, "swish": lambda t: t * F.sigmoid(t)}
        return table[self.act](x)

# %% called-with-the-input-by-name
# inputs: [(2, 3)]
# clean
# call: net(x=xs[0])
# needs: callers
class Net(HybridBlock):
    def __call__(self, x):
        return super().__call__(x)

    def hybrid_forward(self, F, x):
        return x * 2

# %% closure-with-nonlocal-that-is-made-anew-in-each-forward
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        depth = 0

        def block(y):
            nonlocal depth
            depth += 1
            return F.tanh(y) * depth

        return block(block(block(x)))

# %% default-that-is-a-dict-in-which-a-constant-is-put-once
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return self.scaled(x)

    def scaled(self, x, cache={}):
        if "n" not in cache:
            cache["n"] = 2
        return x * cache["n"]

# %% filter-those-that-are-none
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.add_n(*filter(lambda p: p is not None, [x, None, x * 2]))

# %% fs-lambda-t-t-i-for-i-in-range-3
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        fs = [lambda t: t * i for i in range(3)]
        return fs[0](x)

# %% function-of-the-module-that-takes-f
# inputs: [(2, 3)]
# clean
def gelu(F, x):
    return 0.5 * x * (1 + F.erf(x / 2 ** 0.5))


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return gelu(F, x)

# %% functools-partial-of-an-operator-of-f
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        halve = functools.partial(F.split, num_outputs=2, axis=1)
        a, b = halve(x)
        c, d = halve(F.concat(b, a, dim=1))
        return F.stack(a, b, c, d, axis=1)

# %% functools-reduce-over-a-list
# inputs: [[(2, 3), (2, 3), (2, 3)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        import functools
        return functools.reduce(lambda a, b: F.broadcast_maximum(a, b), xs)

# %% generator-that-is-sent-tensors-and-adds-them
# inputs: [(2, 3)]
# clean
def accumulator(start):
    total = start
    while True:
        value = yield total
        total = total + value


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        sums = accumulator(x * 0)
        next(sums)
        for power in (1, 2, 3):
            y = sums.send(x ** power)
        return y

# %% getattr-f-contrib-isnan-none
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        is_nan = getattr(F.contrib, "isnan", None) or (lambda t: t != t)
        return F.where(is_nan(x), F.zeros_like(x), x)

# %% helper-gives-a-list-that-the-caller-fills-further
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def start(self, F, x):
        outs = [F.relu(x)]
        return outs

    def hybrid_forward(self, F, x):
        outs = self.start(F, x)
        rest = outs
        for i in range(2):
            rest.append(outs[-1] * (i + 1))
        return outs

# %% helper-that-the-call-itself-makes-use-of
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def scaled(self):
        return self._hidden * 0.1

    def hybrid_forward(self, F, x):
        self._hidden = F.relu(x)
        return self.scaled() + self._hidden

# %% hook-registered-on-the-root-after-the-trace
# inputs: [(2, 3)]
# clean
# between: net.register_forward_hook(lambda b, i, o: o.asnumpy())
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2

# %% inner-function-fills-the-list-around-it
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = []

        def keep(t):
            outs.append(t)
            return t

        y = keep(F.tanh(keep(x * 2)))
        return [y * 2] + outs

# %% inner-function-over-a-tensor
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def scaled(t, k=2):
            return t * k
        
        return scaled(x) + scaled(x, k=3)

# %% itertools-accumulate-f-split
# inputs: [(2, 3)]
# clean
import itertools


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return list(itertools.accumulate(F.split(x, 3, axis=1), lambda a, b: a + b))[-1]

# %% level-that-each-call-begins-anew
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.level = 0

    def _down(self, x):
        self.level += 1
        return x * self.level

    def hybrid_forward(self, F, x):
        self.level = 0
        x = self._down(x)
        return self._down(x)

# %% list-of-numbers-that-a-function-of-init-closes-over
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        ks = [2, 3]
        def act(v):
            return v * ks[0] + ks[1]
        self.act = act

    def hybrid_forward(self, F, x):
        return self.act(x)

# %% lru_cache-of-a-python-helper
# inputs: [(2, 3)]
# clean
@functools.lru_cache(maxsize=None)
def schedule(n):
    return [1.0 / (i + 1) for i in range(n)]


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x
        for weight in schedule(3):
            y = F.tanh(y) * weight
        return y

# %% lru_cache-on-a-function-of-numbers
# inputs: [(2, 3)]
# clean
@functools.lru_cache(maxsize=None)
def factorial(n):
    return 1 if n < 2 else n * factorial(n - 1)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum(x ** k / factorial(k) for k in range(1, 4))

# %% method-that-calls-itself
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def deep(self, x, n):
        return x if n == 0 else self.deep(x * 2, n - 1)

    def hybrid_forward(self, F, x):
        return self.deep(x, 3)

# %% method-that-changes-a-number-and-clears-the-cached-graph
# inputs: [(2, 3)]
# clean
# between: net.set_scale(5)
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = 2

    def set_scale(self, scale):
        self.scale = scale
        self._clear_cached_op()

    def hybrid_forward(self, F, x):
        return x * self.scale

# %% method-that-changes-a-number-and-hybridizes-again
# inputs: [(2, 3)]
# clean
# between: net.set_scale(5)
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = 2

    def set_scale(self, scale):
        self.scale = scale
        if self._active:
            self.hybridize()

    def hybrid_forward(self, F, x):
        return x * self.scale

# %% numbers-that-a-function-keeps-by-what-they-were-made-of
# inputs: [(2, 3)]
# clean
CACHE = {}


def length(n):
    if n not in CACHE:
        CACHE[n] = n * 2
    return CACHE[n]


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * length(3)

# %% public-method-that-only-forgets-it
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def reset(self):
        self._hidden = None

    def hybrid_forward(self, F, x):
        self._hidden = F.relu(x)
        return self._hidden * 2

# %% put-back-in-finally
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.mask = None

    def attend(self, F, x):
        return x * self.mask if self.mask is not None else x * 1

    def hybrid_forward(self, F, x):
        try:
            self.mask = x > 0
            return self.attend(F, x)
        finally:
            self.mask = None

# %% recursion-that-halves-a-list-of-tensors
# inputs: [(4, 3)]
# clean
class Net(HybridBlock):
    def tree_sum(self, F, values):
        if len(values) == 1:
            return values[0]
        half = len(values) // 2
        return self.tree_sum(F, values[:half]) + self.tree_sum(F, values[half:])

    def hybrid_forward(self, F, x):
        return self.tree_sum(F, [x * k for k in range(1, 6)])

# %% tree-of-lists-gathered-by-a-helper-that-calls-itself
# inputs: [(2, 3)]
# clean
def gather(node, found):
    if isinstance(node, (list, tuple)):
        for child in node:
            gather(child, found)
    else:
        found.append(node)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        found = []
        gather([x * 2, [x * 3, (x * 4,)]], found)
        return F.concat(*found, dim=1)

# %% what-is-kept-on-the-block-is-read-only-by-methods-that-set-it
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.features = []
        self.features.append(F.relu(x))
        self.features.append(self.features[-1] * 2)
        return self.features

    def predict(self, x):
        self.features = []
        self.features.append(x.relu())
        return self.features[-1]

# %% tuple-opened-by-a-recursive-helper: a helper opens nested tuples until it reaches the tensor in them
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def innermost(nested):
            return innermost(nested[0]) if isinstance(nested, tuple) else nested

        return F.relu(innermost(((x,), 3)))
