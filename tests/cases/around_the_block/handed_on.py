"""Blocks whose work is done by a base, by a child or by what is mixed in, and which hand their inputs on."""

from mxnet import autograd, gluon, nd
from mxnet.gluon import HybridBlock, nn


# %% on-to-base-guard: a base that is handed whatever comes, and tells the lives apart
# inputs: [(2, 5, 3)]
# works
class Mean(HybridBlock):
    def hybrid_forward(self, F, sequence):
        if F is nd:
            return F.sum(sequence, axis=1) / sequence.shape[1]
        return F.mean(sequence, axis=1)


class Net(Mean):
    def hybrid_forward(self, F, *args, **kwargs):
        return super().hybrid_forward(F, *args, **kwargs)


# %% on-to-base-noise: a base that draws numbers as its inputs are shaped
# inputs: [(2, 3), ('pos', (2, 3))]
# works
class Noise(HybridBlock):
    def hybrid_forward(self, F, mean, deviation):
        return F.random.normal(mean, deviation) * 0 + mean


class Net(Noise):
    def hybrid_forward(self, F, *args):
        return super().hybrid_forward(F, *args)


# %% on-to-base-noise-added: and one whose number takes the shape of what it is added to
# inputs: [(2, 3)]
# works
class Noise(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.random.normal(0, 1) * 0


class Net(Noise):
    def hybrid_forward(self, F, *args):
        return super().hybrid_forward(F, *args)


# %% on-to-base-kept: a base that keeps what it has made for the rest of the call
# inputs: [(2, 3)]
# works
class Steps(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.made = {}

    def hybrid_forward(self, F, x):
        self.made["double"] = x * 2
        self.made["last"] = self.made["double"] + 1
        return self.made["last"]


class Net(Steps):
    def hybrid_forward(self, F, *args):
        return super().hybrid_forward(F, *args)


# %% on-to-base-shape: a base that reads a shape, whatever hands the input on
# inputs: [(2, 5, 3)]
# breaks: trace
class Mean(HybridBlock):
    def hybrid_forward(self, F, sequence):
        return F.sum(sequence, axis=1) / sequence.shape[1]  # breaks here


class Net(Mean):
    def hybrid_forward(self, F, *args, **kwargs):
        return super().hybrid_forward(F, *args, **kwargs)


# %% mixed-in-shape: what is mixed in reads a shape
# inputs: [(2, 3)]
# breaks: trace
class Scaling(object):
    def hybrid_forward(self, F, x):
        return x / x.shape[-1]  # breaks here


class Net(Scaling, HybridBlock):
    pass


# %% child-beside-input: the input comes back beside what a small child makes of it
# inputs: [(2, 3)]
# breaks: gradients
class Half(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / 2


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.half = Half()

    def hybrid_forward(self, F, x):
        return self.half(x), x  # breaks here


# %% children-beside-input: and beside what three of them make
# inputs: [(2, 3)]
# works
class Half(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / 2


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.half = Half()

    def hybrid_forward(self, F, x):
        return self.half(self.half(self.half(x))), x


# %% rounds-beside-input: as many operators as the block was built with
# inputs: [(2, 3)]
# ctor: {"rounds": 5}
# works
class Net(HybridBlock):
    def __init__(self, rounds, **kwargs):
        super().__init__(**kwargs)
        self.rounds = rounds

    def hybrid_forward(self, F, x):
        y = x
        for _ in range(self.rounds):
            y = F.tanh(y)
        return y, x


# %% finally-beside-input: three operators, in a `try` that ends with `finally`
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            return F.tanh(F.relu(x) + 1), x
        finally:
            self.called = True


# %% child-of-np: a block of mx.np's arrays inside of one that says nothing of them
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# works
import mxnet as mx


@mx.util.use_np
class First(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[0] * 2 - x.mean(axis=1, keepdims=True)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.first = First()

    def hybrid_forward(self, F, x):
        return self.first(x)


# %% array-for-a-child: a child that is made with an array
# inputs: [(2, 3)]
# breaks: trace
class Scaled(HybridBlock):
    def __init__(self, factor, **kwargs):
        super().__init__(**kwargs)
        self.factor = factor

    def hybrid_forward(self, F, x):
        return x * self.factor  # breaks here


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scaled = Scaled(nd.array([2.0]))

    def hybrid_forward(self, F, x):
        return self.scaled(x)


# %% array-for-a-child-read: a child that is made with the number in an array
# inputs: [(2, 3)]
# works
class Scaled(HybridBlock):
    def __init__(self, factor, **kwargs):
        super().__init__(**kwargs)
        self.factor = factor

    def hybrid_forward(self, F, x):
        return x * self.factor


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scaled = Scaled(nd.array([2.0]).asscalar())

    def hybrid_forward(self, F, x):
        return self.scaled(x)
