"""HybridSequentials of one's own and blocks that give their input back: what comes out, and of how many operators."""

from mxnet.gluon import HybridBlock, nn


# %% half-seq-super-row: the first row of what super().hybrid_forward gives in a HybridSequential of one's own
# inputs: [(2, 3)]
# breaks: values
class Net(nn.HybridSequential):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.add(nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        return super().hybrid_forward(F, x)[0]


# %% half-seq-super-part: the first part of what a child splits, by super().hybrid_forward
# inputs: [(2, 3)]
# works
class Split(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split(x, num_outputs=3, axis=1)


class Net(nn.HybridSequential):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.add(nn.Dense(3, in_units=3), Split())

    def hybrid_forward(self, F, x):
        return super().hybrid_forward(F, x)[0]


# %% half-seq-own-row: the first row of what a HybridSequential of one's own gives
# inputs: [(2, 3)]
# breaks: values
class Stem(nn.HybridSequential):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.add(nn.Dense(3, in_units=3))


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.stem = Stem()

    def hybrid_forward(self, F, x):
        return self.stem(x)[0]


# %% half-seq-own-part: the first of what the last child of such a one splits
# inputs: [(2, 3)]
# works
class Split(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split(x, num_outputs=3, axis=1)


class Stem(nn.HybridSequential):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.add(nn.Dense(3, in_units=3))
        self.add(Split())


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.stem = Stem()

    def hybrid_forward(self, F, x):
        return self.stem(x)[0]


# %% half-seq-own-part-added: the same where its maker adds that child
# inputs: [(2, 3)]
# works
class Split(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split(x, num_outputs=3, axis=1)


class Stem(nn.HybridSequential):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.add(nn.Dense(3, in_units=3))


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.stem = Stem()
        self.stem.add(Split())

    def hybrid_forward(self, F, x):
        return self.stem(x)[0]


# %% half-seq-own-sum: divided by its own sum
# inputs: [(2, 3)]
# breaks: execution
class Stem(nn.HybridSequential):
    def __init__(self, deep=True, **kwargs):
        super().__init__(**kwargs)
        self.add(nn.Dense(3, in_units=3))
        if deep:
            self.add(nn.Dense(3, in_units=3))
            self.add(nn.Activation('relu'))


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.stem = Stem()

    def hybrid_forward(self, F, x):
        y = self.stem(x)
        return y / y.sum(axis=1, keepdims=True)


# %% half-seq-own-residual: children that are added in a loop, around them a residual
# inputs: [(2, 3)]
# works
class Net(nn.HybridSequential):
    def __init__(self, depth=3, **kwargs):
        super().__init__(**kwargs)
        for i in range(depth):
            self.add(nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        return x + super().hybrid_forward(F, x)


# %% half-lambda-identity: a HybridLambda that gives its input back, returned
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.i = nn.HybridLambda(lambda F, x: x)

    def hybrid_forward(self, F, x):
        return self.i(x)


# %% half-lambda-identity-beside: the same beside another output
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.i = nn.HybridLambda(lambda F, x: x)

    def hybrid_forward(self, F, x):
        return self.i(x), x * 2


# %% half-lambda-identity-computed: the same around what is computed
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.i = nn.HybridLambda(lambda F, x: x)

    def hybrid_forward(self, F, x):
        return self.i(x * 2)


# %% half-lambda-thrice-beside: a HybridLambda of one operator, three times, beside the input
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.i = nn.HybridLambda(lambda F, x: x * 2)

    def hybrid_forward(self, F, x):
        return self.i(self.i(self.i(x))), x


# %% half-lambda-once-beside: the same, once
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.i = nn.HybridLambda(lambda F, x: x * 2)

    def hybrid_forward(self, F, x):
        return self.i(x), x


# %% half-lambda-named-beside: a HybridLambda by the name of its operator, beside the input
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.i = nn.HybridLambda('relu')

    def hybrid_forward(self, F, x):
        return self.i(x), x


# %% half-lambda-of-three-beside: a HybridLambda of three operators, beside the input
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.i = nn.HybridLambda(lambda F, x: F.relu(F.relu(x * 2)))

    def hybrid_forward(self, F, x):
        return self.i(x), x


# %% half-seq-of-one-beside: a HybridSequential of one layer, beside the input
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.i = nn.HybridSequential()
        self.i.add(nn.Activation('relu'))

    def hybrid_forward(self, F, x):
        return self.i(x), x


# %% half-seq-of-three-beside: a HybridSequential of three layers, beside the input
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.i = nn.HybridSequential()
        self.i.add(nn.Activation('relu'), nn.Activation('relu'), nn.Activation('relu'))

    def hybrid_forward(self, F, x):
        return self.i(x), x
