"""What a block keeps, returns and is made of, as it is written in passing."""

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import HybridBlock, nn, rnn

# %% plain-st-calls: the number of calls weights the result
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0

    def hybrid_forward(self, F, x):
        self.calls += 1
        return x / self.calls  # breaks here


# %% plain-st-ema: a running mean kept on the block
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.ema = nd.zeros((3,))

    def hybrid_forward(self, F, x):
        batch = F.mean(x, axis=0)
        self.ema = 0.9 * self.ema + 0.1 * batch  # breaks here
        return F.broadcast_sub(x, self.ema)


# %% plain-st-hidden-arg: the state comes in and goes out
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, state):
        state = F.tanh(x + state)
        return state * 2, state


# %% plain-st-last-attn: attention weights kept for a plot
# inputs: [(2, 3, 4), (2, 3, 4)]
# breaks: values
# call: [net(*xs), net.attention * 1]
class Net(HybridBlock):
    def hybrid_forward(self, F, q, k):
        self.attention = F.softmax(F.batch_dot(q, k, transpose_b=True))  # breaks here
        return F.batch_dot(self.attention, k)


# %% plain-st-return-attn: attention weights returned
# inputs: [(2, 3, 4), (2, 3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, q, k):
        attention = F.softmax(F.batch_dot(q, k, transpose_b=True))
        return F.batch_dot(attention, k), attention


# %% plain-st-mask-cache: a mask made once
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._mask = None

    def hybrid_forward(self, F, x):
        if self._mask is None:
            self._mask = F.ones_like(x) * 0.5
        return x * self._mask


# %% plain-st-weight-norm: the weight read by data()
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.weight = self.params.get("weight", shape=(4, 3), init="xavier")

    def hybrid_forward(self, F, x, weight):
        w = F.L2Normalization(self.weight.data())  # breaks here
        return F.FullyConnected(x, w, no_bias=True, num_hidden=4)


# %% plain-st-weight-norm-fixed: the weight taken as an argument
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.weight = self.params.get("weight", shape=(4, 3), init="xavier")

    def hybrid_forward(self, F, x, weight):
        w = F.L2Normalization(weight)
        return F.FullyConnected(x, w, no_bias=True, num_hidden=4)


# %% plain-st-const-table: an NDArray table indexed by positions
# inputs: [(2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.table = nd.random.normal(shape=(3, 4))

    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, self.table.expand_dims(0))  # breaks here


# %% plain-st-epoch-anneal: the weight of a term set between calls
# inputs: [(2, 3)]
# breaks: values
# needs: callers
# between: net.beta = 1.0
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.beta = 0.0

    def hybrid_forward(self, F, x):
        return F.relu(x) + self.beta * F.square(x)


# %% plain-st-return-dict: the losses in a dict
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b):
        return {"l1": F.abs(a - b), "l2": F.square(a - b)}  # breaks here


# %% plain-st-return-none-second: a placeholder beside the result
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, aux=False, **kwargs):
        super().__init__(**kwargs)
        self.aux = aux

    def hybrid_forward(self, F, x):
        aux = F.tanh(x) if self.aux else None
        return F.relu(x), aux  # breaks here


# %% plain-st-return-nested: nested lists of results
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x), [F.tanh(x), (F.exp(x), x + 1)]


# %% plain-st-losses-append: losses collected on the block
# inputs: [(2, 3)]
# breaks: values
# call: [net(*xs), net.history[-1] * 1]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.history = []

    def hybrid_forward(self, F, x):
        loss = F.mean(x ** 2)
        self.history.append(loss)  # breaks here
        return loss


# %% plain-st-pass-through: an input handed on as it came
# inputs: [(2, 3), (2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def hybrid_forward(self, F, x, skip):
        return F.relu(x), skip


# %% plain-st-const-float-list: scales kept as numbers
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, scales=(1, 0.5, 0.25), **kwargs):
        super().__init__(**kwargs)
        self.scales = list(scales)

    def hybrid_forward(self, F, x):
        return [x * s for s in self.scales]


# %% plain-st-step-seed: Python's random numbers for a drop path
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        scale = np.random.uniform(0.5, 1.5)
        return x * scale  # breaks here


# %% plain-st-param-grad: the gradient of a parameter looked at
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.scale = self.params.get("scale", shape=(1, 3), init="ones", grad_req="null")

    def hybrid_forward(self, F, x, scale):
        if self.scale.grad_req == "null":
            return F.broadcast_mul(x, scale)
        return x


# %% plain-st-names-kept: only names of layers kept
# inputs: [(2, 3)]
# works
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


# %% plain-st-first-call-flag: the first call does a warm-up
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.warm = False

    def hybrid_forward(self, F, x):
        if not self.warm:
            self.warm = True
            return x * 0.1
        return F.relu(x)


# %% plain-st-optional-none: an optional mask that is never given
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, mask=None):
        if mask is not None:
            x = F.broadcast_mul(x, mask)
        return F.softmax(x)


# %% plain-st-last-shape: the shape of the batch remembered
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.last_shape = x.shape  # breaks here
        return F.relu(x)


# %% plain-sr-plain-list: layers in a Python list
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.layers = [nn.Dense(3), nn.Dense(3)]
        for layer in self.layers:
            layer.initialize()

    def hybrid_forward(self, F, x):
        for layer in self.layers:
            x = layer(x)
        return x


# %% plain-sr-registered-list: layers in a list, registered
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._layers = []
        for i in range(2):
            layer = nn.Dense(3)
            self.register_child(layer, "layer%d" % i)
            self._layers.append(layer)

    def hybrid_forward(self, F, x):
        for layer in self._layers:
            x = layer(x)
        return x


# %% plain-sr-child-with-forward: a child that has forward of its own
# inputs: [(2, 3, 4)]
# breaks: trace
class Flat(HybridBlock):
    def forward(self, x):
        return x.reshape((x.shape[0], -1))  # breaks here


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.flat = Flat()
            self.fc = nn.Dense(2)

    def hybrid_forward(self, F, x):
        return self.fc(self.flat(x))


# %% plain-sr-hybrid-sequential: nn.HybridSequential as a child
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.body = nn.HybridSequential()
            self.body.add(nn.Dense(4), nn.LayerNorm(), nn.Dense(2))

    def hybrid_forward(self, F, x):
        return self.body(x)


# %% plain-sr-sequential-derived: a HybridSequential derived, its output centred
# inputs: [(2, 3)]
# breaks: execution
class Net(nn.HybridSequential):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.add(nn.Dense(4), nn.Activation("tanh"))

    def hybrid_forward(self, F, x):
        x = super().hybrid_forward(F, x)
        return x - x.mean(axis=1, keepdims=True)  # breaks here


# %% plain-sr-layer-in-forward: a layer made where it is called
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        dense = nn.Dense(3, in_units=3)
        dense.initialize(mx.init.One())
        return dense(x)


# %% plain-sr-derived: a class derived from one of one's own
# inputs: [(2, 3)]
# works
class Base(HybridBlock):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.fc = nn.Dense(units)

    def hybrid_forward(self, F, x):
        return self.activate(F, self.fc(x))

    def activate(self, F, x):
        raise NotImplementedError


class Net(Base):
    def __init__(self, **kwargs):
        super().__init__(4, **kwargs)

    def activate(self, F, x):
        return F.LeakyReLU(x, slope=0.1)


# %% plain-sr-derived-breaks: the derived class asks for a shape
# inputs: [(2, 3)]
# breaks: trace
class Base(HybridBlock):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.fc = nn.Dense(units)

    def hybrid_forward(self, F, x):
        return self.pool(F, self.fc(x))

    def pool(self, F, x):
        return F.sum(x, axis=1)


class Net(Base):
    def __init__(self, **kwargs):
        super().__init__(4, **kwargs)

    def pool(self, F, x):
        return super().pool(F, x) / x.shape[1]  # breaks here


# %% plain-sr-super-forward: super().hybrid_forward of a Dense
# inputs: [(2, 3)]
# works
class Net(nn.Dense):
    def __init__(self, **kwargs):
        super().__init__(4, in_units=3, **kwargs)

    def hybrid_forward(self, F, x, weight, bias=None):
        return F.tanh(super().hybrid_forward(F, x, weight * 0.5, bias))


# %% plain-sr-lambda: a HybridLambda with an operator
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.net = nn.HybridSequential()
        self.net.add(nn.Dense(4), nn.HybridLambda(lambda F, x: F.clip(x, -1, 1)))

    def hybrid_forward(self, F, x):
        return self.net(x)


# %% plain-sr-lambda-index: a HybridLambda with brackets
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.net = nn.HybridSequential()
        self.net.add(nn.Dense(4), nn.HybridLambda(lambda F, x: x[:, :2]))  # breaks here

    def hybrid_forward(self, F, x):
        return self.net(x)


# %% plain-sr-concurrent: branches joined by HybridConcurrent
# inputs: [(2, 3, 4, 4)]
# works
from mxnet.gluon.contrib.nn import HybridConcurrent


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.branches = HybridConcurrent(axis=1)
        self.branches.add(nn.Conv2D(2, 1))
        self.branches.add(nn.Conv2D(3, 3, padding=1))

    def hybrid_forward(self, F, x):
        return F.relu(self.branches(x))


# %% plain-sr-optional-child: a shortcut that may be None
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, project=False, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.Dense(3)
        self.shortcut = nn.Dense(3) if project else None

    def hybrid_forward(self, F, x):
        residual = x if self.shortcut is None else self.shortcut(x)
        return self.body(x) + residual


# %% plain-sr-child-int: a child that is given a number
# inputs: [(2, 3)]
# works
class Scaler(HybridBlock):
    def hybrid_forward(self, F, x, factor):
        return x * factor


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scaler = Scaler()

    def hybrid_forward(self, F, x):
        return self.scaler(x, 3) + 1
