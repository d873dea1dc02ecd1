"""Blocks that HYB702 reports, and blocks like them that work."""

import functools

import mxnet as mx
from mxnet import nd
from mxnet.gluon import HybridBlock, nn, rnn

# %% a-layer-made-and-set-up-in-every-call
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        gate = nn.Dense(3)
        gate.initialize()
        gate.hybridize()
        return x * gate(x)  # HYB702 # breaks: execution # fix: return x * self.gate(x)

# %% activations-in-a-list-one-of-which-learns
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.steps = [nn.LeakyReLU(0.1), nn.PReLU()]  # HYB702 # breaks: execution
        for step in self.steps:
            step.initialize()

    def hybrid_forward(self, F, x):
        for step in self.steps:
            x = step(x)
        return x

# %% block-held-by-a-lambda
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        d = nn.Dense(3, in_units=3)
        d.initialize()
        self.f = lambda t: d(t)  # HYB702

    def hybrid_forward(self, F, x):
        return self.f(x)

# %% block-of-the-module-called-in-the-body
# inputs: [(2, 3)]
# breaks: execution
D = nn.Dense(3, in_units=3)
D.initialize()


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return D(x)  # HYB702

# %% blocks-in-a-dict-initialised-by-hand
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.heads = {"a": nn.Dense(3, in_units=3)}  # HYB702 # breaks: execution
        self.heads["a"].initialize(mx.init.Uniform(0.5))

    def hybrid_forward(self, F, x):
        return self.heads["a"](x)

# %% blocks-in-a-dict-unregistered-with-parameters
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.bs = {"a": nn.Dense(3, in_units=3)}  # HYB702
        self.bs["a"].initialize()

    def hybrid_forward(self, F, x):
        return self.bs["a"](x)

# %% blocks-in-a-tuple-initialised-by-hand
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.heads = (nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))  # HYB702 # breaks: execution
        for head in self.heads:
            head.initialize(mx.init.Uniform(0.5))

    def hybrid_forward(self, F, x):
        return self.heads[0](x) + self.heads[1](x)

# %% blocks-in-a-tuple-unregistered
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.bs = (nn.Dense(3, in_units=3),)  # HYB702
        self.bs[0].initialize()

    def hybrid_forward(self, F, x):
        return self.bs[0](x)

# %% cells-in-a-list-unregistered
# inputs: [(2, 3), (2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cells = [rnn.GRUCell(3, input_size=3)]  # HYB702
        self.cells[0].initialize()

    def hybrid_forward(self, F, x, h):
        for k in self.cells:
            x, _ = k(x, [h])
        return x

# %% dense-made-in-the-body
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        d = nn.Dense(3, in_units=3)
        d.initialize(mx.init.One())
        return d(x)  # HYB702

# %% hybridlambda-around-a-block-of-nobody
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        d = nn.Dense(3, in_units=3)
        d.initialize()
        self.l = nn.HybridLambda(lambda F, x: d(x))  # HYB702

    def hybrid_forward(self, F, x):
        return self.l(x)

# %% layer-made-where-it-is-called
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        dense = nn.Dense(3, in_units=3)
        dense.initialize(mx.init.One())
        return dense(x)  # HYB702

# %% layers-in-a-list-as-long-as-the-constructor-is-told
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, number=2, **kwargs):
        super().__init__(**kwargs)
        self.steps = [nn.Dense(3, in_units=3) for _ in range(number)]  # HYB702 # breaks: execution
        for step in self.steps:
            step.initialize()

    def hybrid_forward(self, F, x):
        for step in self.steps:
            x = step(x)
        return x

# %% layers-that-map-makes-of-sizes-in-a-list
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, sizes=(4, 5), **kwargs):
        super().__init__(**kwargs)
        self.steps = list(map(nn.Dense, sizes))  # HYB702 # breaks: execution
        for step in self.steps:
            step.initialize()

    def hybrid_forward(self, F, x):
        for step in self.steps:
            x = step(x)
        return x

# %% layers-in-a-python-list
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.layers = [nn.Dense(3), nn.Dense(3)]  # HYB702
        for layer in self.layers:
            layer.initialize()

    def hybrid_forward(self, F, x):
        for layer in self.layers:
            x = layer(x)
        return x

# %% nn-dense-created-in-the-body
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        d = nn.Dense(3, in_units=3)
        d.initialize()
        return d(x)  # HYB702

# %% nn-lambda-relu-of-mx-nd-in-a-list
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.ls = [nn.Lambda(lambda t: nd.relu(t))]  # HYB108, HYB702 # breaks: trace

    def hybrid_forward(self, F, x):
        return self.ls[0](x) * 2

# %% wrapper-object-around-a-block-of-nobody
# inputs: [(2, 3)]
# breaks: execution
class Twice:
    def __init__(self, block):
        self.block = block

    def __call__(self, x):
        return self.block(x) * 2  # HYB702


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        d = nn.Dense(3, in_units=3)
        d.initialize()
        self.f = Twice(d)

    def hybrid_forward(self, F, x):
        return self.f(x)

# %% blocks-in-a-dict-register_child-b-name
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.bs = {"a": nn.Dense(3)}
        for k, b in self.bs.items():
            self.register_child(b, k)

    def hybrid_forward(self, F, x):
        return self.bs["a"](x)

# %% blocks-in-a-dict-registered
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.heads = {}
        for name in ("a", "b"):
            self.heads[name] = nn.Dense(3, in_units=3)
            self.register_child(self.heads[name], name)

    def hybrid_forward(self, F, x):
        return self.heads["a"](x) * self.heads["b"](x)

# %% function-that-makes-and-calls-blocks-outside
# inputs: [(2, 3)]
# clean
def make():
    d = nn.Dense(3, in_units=3)
    d.initialize()
    d(nd.ones((1, 3)))
    return d


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = make()

    def hybrid_forward(self, F, x):
        return self.body(x)

# %% lambda-around-a-registered-block
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.f = lambda t: self.d(t) * 2

    def hybrid_forward(self, F, x):
        return self.f(x)

# %% partials-of-the-blocks-own-methods
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.steps = [functools.partial(self.shift, by=1.0), functools.partial(self.shift, by=-0.5)]

    def shift(self, F, x, by):
        return F.relu(x + by)

    def hybrid_forward(self, F, x):
        for step in self.steps:
            x = step(F, x)
        return x

# %% register_child-by-hand
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = [nn.Dense(3, in_units=3), nn.Dense(3, in_units=3)]
        for layer in self.d:
            self.register_child(layer)

    def hybrid_forward(self, F, x):
        for layer in self.d:
            x = layer(x)
        return x

# %% self-d-called-through-a-wrapper-object
# inputs: [(2, 3)]
# clean
class Twice:
    def __init__(self, block):
        self.block = block

    def __call__(self, x):
        return self.block(x) * 2


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.f = Twice(self.d)

    def hybrid_forward(self, F, x):
        return self.f(x)

# %% weight-of-a-child-initialized-early
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.dense = nn.Dense(4, in_units=3)
        self.dense.weight.initialize(mx.init.One())

    def hybrid_forward(self, F, x):
        return self.dense(x)

# %% blocks-in-a-list-registered-by-setattr-in-a-loop: blocks in a list, each registered by setattr with a computed name
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, layers=2, **kwargs):
        super().__init__(**kwargs)
        self.cells = []
        for i in range(layers):
            cell = nn.Dense(3, in_units=3)
            setattr(self, f"cell{i}", cell)
            self.cells.append(cell)

    def hybrid_forward(self, F, x):
        for cell in self.cells:
            x = cell(x)
        return x

# %% own-blocks-in-a-dict-that-have-no-parameters
# inputs: [(2, 3)]
# clean
class Gate(HybridBlock):
    def __init__(self, slope, **kwargs):
        super().__init__(**kwargs)
        self.slope = slope
        self.act = nn.Activation("sigmoid")

    def hybrid_forward(self, F, x):
        return x * self.act(x * self.slope)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.gates = {"soft": Gate(1.0), "hard": Gate(9.0)}

    def hybrid_forward(self, F, x):
        return self.gates["soft"](x) + self.gates["hard"](x)

# %% own-blocks-in-a-list-whose-child-has-parameters
# inputs: [(2, 3)]
class Step(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.fc = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return F.relu(self.fc(x))


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.steps = [Step(), Step()]  # HYB702 # breaks: execution
        for step in self.steps:
            step.initialize()

    def hybrid_forward(self, F, x):
        for step in self.steps:
            x = step(x)
        return x

# %% lambdas-of-f-in-a-list
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.after = [nn.HybridLambda('relu'), nn.HybridLambda(lambda F, y: y * 2)]

    def hybrid_forward(self, F, x):
        for layer in self.after:
            x = layer(x)
        return x
