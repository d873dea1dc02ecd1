"""Blocks that draw random numbers at every call, with parameters whose shapes the first call finds; and what it makes.

They are written to an archive, too: the call recorded there is seeded, and deferred initialization draws as well.
"""
import mxnet as mx
from mxnet.gluon import HybridBlock, nn


class Encoder(HybridBlock):
    def __init__(self, units, in_units=0, **kwargs):
        super().__init__(**kwargs)
        self.mean = nn.Dense(units, in_units=in_units)
        self.spread = nn.Dense(units, in_units=in_units)

    def hybrid_forward(self, F, x):
        return self.mean(x), self.spread(x)


# %% dropout-always-deferred: dropout that is always on, between layers of unknown input size
# inputs: [(2, 6)]
# archive
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.Dense(8, activation='relu')
        self.head = nn.Dense(3)

    def hybrid_forward(self, F, x):
        return self.head(F.Dropout(self.body(x), p=0.4, mode='always'))


# %% dropout-always-known: the same with input sizes given
# inputs: [(2, 6)]
# archive
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.Dense(8, activation='relu', in_units=6)
        self.head = nn.Dense(3, in_units=8)

    def hybrid_forward(self, F, x):
        return self.head(F.Dropout(self.body(x), p=0.4, mode='always'))


# %% vae-deferred: a variational autoencoder
# inputs: [(2, 6)]
# archive
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.encoder = Encoder(4)
        self.decoder = nn.Dense(6)

    def hybrid_forward(self, F, x):
        mean, spread = self.encoder(x)
        z = mean + F.exp(0.5 * spread) * F.random.normal_like(mean)
        return self.decoder(z), mean, spread


# %% gumbel-softmax-deferred: a Gumbel softmax over the output of a layer
# inputs: [(2, 6)]
# archive
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.logits = nn.Dense(5)

    def hybrid_forward(self, F, x):
        logits = self.logits(x)
        noise = -F.log(-F.log(F.random.uniform_like(logits, 1e-3, 1 - 1e-3)))
        return F.softmax((logits + noise) / 0.7)


# %% noise-before-deferred: noise on the input, before the first layer of unknown size
# inputs: [(2, 3, 8, 8)]
# archive
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.conv = nn.Conv2D(4, 3)
        self.norm = nn.BatchNorm()

    def hybrid_forward(self, F, x):
        noisy = x + F.random.normal_like(x, loc=0, scale=0.1)
        return self.norm(self.conv(noisy)) + F.random.uniform_like(self.conv(x))


# %% child-made-in-forward: a child that the first forward makes
# inputs: [(2, 6)]
# archive
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.first = nn.Dense(4)

    def forward(self, x):
        if 'second' not in self._children:
            self.second = nn.Dense(3)
            self.second.initialize()
        return super().forward(x)

    def hybrid_forward(self, F, x):
        return self.second(self.first(x))


# %% child-made-in-hybrid-forward: a child that the first hybrid_forward makes
# inputs: [(2, 6)]
# archive
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.first = nn.Dense(4)
        self.second = None

    def hybrid_forward(self, F, x):
        if self.second is None:
            self.second = nn.Dense(3)
            self.second.initialize()
        return self.second(self.first(x))


# %% children-made-by-size: a stack of layers that the first forward makes, of the size of its input
# inputs: [(2, 6)]
# archive
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()

    def forward(self, x):
        if len(self.body) == 0:
            for _ in range(2):
                self.body.add(nn.Dense(x.shape[1], in_units=x.shape[1]))
            self.body.initialize()
        return super().forward(x)

    def hybrid_forward(self, F, x):
        return self.body(x)


# %% custom-operator-archived: an operator that Python registers, which a fresh process does not know
# inputs: [(2, 6)]
# archive
# works
class Doubling(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], in_data[0] * 2)

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], out_grad[0] * 2)


@mx.operator.register('doubling_of_a_case')
class DoublingProperties(mx.operator.CustomOpProp):
    def create_operator(self, ctx, shapes, dtypes):
        return Doubling()


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.Custom(x, op_type='doubling_of_a_case')
