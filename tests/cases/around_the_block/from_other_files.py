# What blocks and functions give of which the file does not tell how they are made. `type()` and `eval()` make such
# here; in earnest they are imported.
import mxnet as mx
from mxnet import autograd
from mxnet.gluon import HybridBlock, nn

Pair = type("Pair", (HybridBlock,), {"hybrid_forward": lambda self, F, x: (x * 2, x * 3)})
Triple = type("Triple", (HybridBlock,), {"hybrid_forward": lambda self, F, x: x * 3})
doubled = eval("lambda F, x: F.relu(x) * 2")


# %% foreign-pair-shape: one of two outputs of a block made elsewhere is asked for its shape
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pair = Pair()

    def hybrid_forward(self, F, x):
        first, second = self.pair(x)
        return first * second.shape[0]  # breaks here


# %% foreign-pair-works: both outputs of a block made elsewhere are used
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pair = Pair()

    def hybrid_forward(self, F, x):
        first, second = self.pair(x)
        return first * second + self.pair(x)[0] + sum(self.pair(x))


# %% foreign-pair-then-child: an output of a block made elsewhere goes through another, and is reshaped
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pair, self.triple = Pair(), Triple()

    def hybrid_forward(self, F, x):
        first, _ = self.pair(x)
        return self.triple(first).reshape(-1, 1)  # breaks here


# %% foreign-each-of-pair: the outputs of a block made elsewhere, gone through
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pair = Pair()

    def hybrid_forward(self, F, x):
        return [one / one.size for one in self.pair(x)]  # breaks here


# %% foreign-first-of-pair: an output of a block made elsewhere, picked by its number
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pair = Pair()

    def hybrid_forward(self, F, x):
        first = self.pair(x)[0]
        if first.sum() > 0:  # breaks here
            return first
        return -first


# %% foreign-kept-pair: an output of a block made elsewhere is kept for the next call
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pair = Pair()
        self.last = None

    def hybrid_forward(self, F, x):
        y = x if self.last is None else x + self.last  # breaks here
        _, self.last = self.pair(x)
        return y * 2


# %% foreign-function-shape: what a function of another file made of a tensor is asked for its shape
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        twice = doubled(F, x)
        return twice / twice.shape[0]  # breaks here


# %% foreign-function-imperative: what a function of another file made of a tensor goes to an operator of `mx.nd`
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        twice = doubled(F, x)
        return mx.nd.relu(twice) + y  # breaks here


# %% foreign-function-paused: a function of another file, under `autograd.pause`
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        with autograd.pause():
            sign = F.tanh(F.BlockGrad(doubled(F, x)))
        return sign + y * 2


# %% layer-extended: the first row of what a layer gives that the file extends
# inputs: [(2, 3)]
# breaks: values
class Norm(nn.BatchNorm):
    def __init__(self, **kwargs):
        super().__init__(epsilon=1e-3, **kwargs)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.norm = Norm(in_channels=3)

    def hybrid_forward(self, F, x):
        return self.norm(x)[0] * 2  # breaks here


# %% layer-extended-works: the same, and all rows
# inputs: [(2, 3)]
# works
class Norm(nn.BatchNorm):
    def __init__(self, **kwargs):
        super().__init__(epsilon=1e-3, **kwargs)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.norm = Norm(in_channels=3)

    def hybrid_forward(self, F, x):
        return self.norm(x) * 2


# %% tensor-or-pair: a child gives a tensor, or two by its configuration
# inputs: [(2, 3)]
# breaks: trace
class Body(HybridBlock):
    def __init__(self, both, **kwargs):
        super().__init__(**kwargs)
        self.both = both

    def hybrid_forward(self, F, x):
        if self.both:
            return F.relu(x), x * 2
        return F.relu(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.one, self.two = Body(False), Body(True)

    def hybrid_forward(self, F, x):
        y = self.one(x)
        first, second = self.two(y)
        return first + second + y / y.size  # breaks here


# %% tensor-or-pair-works: the same, and each is taken as what it is
# inputs: [(2, 3)]
# works
class Body(HybridBlock):
    def __init__(self, both, **kwargs):
        super().__init__(**kwargs)
        self.both = both

    def hybrid_forward(self, F, x):
        if self.both:
            return F.relu(x), x * 2
        return F.relu(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.one, self.two = Body(False), Body(True)

    def hybrid_forward(self, F, x):
        y = self.one(x)
        first, second = self.two(y)
        return first + second + y


# %% kept-for-itself: what is kept on the block is read only by methods that set it first
# inputs: [(2, 3)]
# works
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

# %% pause-record-inside: record inside of pause
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.a = nn.Dense(3, in_units=3)
            self.b = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        with autograd.pause():
            with autograd.record():
                y = self.a(x)
        return y

# %% pause-child-argmax: an argmax of what a child gives under pause
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.a = nn.Dense(3, in_units=3)
            self.b = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        with autograd.pause():
            y = self.a(x).argmax(axis=1)
        return F.pick(self.b(x), y)


# %% goes-on-from-another-file: what a block does with the output of one that goes on from a base of another file
# inputs: [(2, 3)]
# breaks: trace
class Unit(Triple):
    def hybrid_forward(self, F, x):
        return super().hybrid_forward(F, x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()
        self.body.add(Unit())

    def hybrid_forward(self, F, x):
        y = self.body(x)
        return y / y.size  # breaks here


# %% goes-on-from-another-file-works: the same, with an operator
# inputs: [(2, 3)]
# works
class Unit(Triple):
    def hybrid_forward(self, F, x):
        x = super().hybrid_forward(F, x)
        return F.relu(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()
        self.body.add(Unit())

    def hybrid_forward(self, F, x):
        y = self.body(x)
        return F.broadcast_div(y, y.sum().reshape((1, 1)))


# %% starred-into-parameters: what an input list brings by a star is tensors
# inputs: [[(2, 3), (2, 3)]]
# breaks: trace
class Net(HybridBlock):
    def fuse(self, F, first, *others):
        total = first / first.size  # breaks here
        for other in others:
            total = total + other
        return total

    def hybrid_forward(self, F, xs):
        return self.fuse(F, *[F.relu(x) for x in xs])


# %% starred-into-others: the same, of all but the first
# inputs: [[(2, 3), (2, 3)]]
# breaks: trace
class Net(HybridBlock):
    def fuse(self, F, first, *others):
        for other in others:
            first = first + other * other.shape[1]  # breaks here
        return first

    def hybrid_forward(self, F, xs):
        return self.fuse(F, *[F.relu(x) for x in xs])


# %% starred-works: the same, with operators alone
# inputs: [[(2, 3), (2, 3)]]
# works
class Net(HybridBlock):
    def fuse(self, F, first, second=None, *others):
        total = first if second is None else first + second
        for other in others:
            total = total + other
        return total

    def hybrid_forward(self, F, xs):
        return self.fuse(F, *[F.relu(x) for x in xs])
