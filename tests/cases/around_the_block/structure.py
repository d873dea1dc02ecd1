"""How blocks are put together."""

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import Block, HybridBlock, nn, rnn


# %% sweep-hlambda-function: HybridLambda of a function of the module
# inputs: [(2, 3)]
# works
def scaled(F, x):
    return F.broadcast_mul(x, F.ones((1, 3)))


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()
        self.body.add(nn.Dense(3, in_units=3), nn.HybridLambda(scaled))

    def hybrid_forward(self, F, x):
        return self.body(x)


# %% sweep-hlambda-function-shape: HybridLambda of a function that reads a shape, in a sequence
# inputs: [(2, 3)]
# breaks: trace
def scaled(F, x):
    return x / x.shape[1]  # breaks here


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()
        self.body.add(nn.Dense(3, in_units=3), nn.HybridLambda(scaled))

    def hybrid_forward(self, F, x):
        return self.body(x)


# %% sweep-hlambda-two: HybridLambda of two tensors
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.mix = nn.HybridLambda(lambda F, x, y: F.concat(x, y, dim=1))

    def hybrid_forward(self, F, x, y):
        return self.mix(x, y)


# %% sweep-concurrent: HybridConcurrent
# inputs: [(2, 3)]
# works
from mxnet.gluon.contrib.nn import HybridConcurrent, Identity


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.both = HybridConcurrent(axis=1)
        self.both.add(nn.Dense(4, in_units=3), Identity())

    def hybrid_forward(self, F, x):
        return self.both(x)


# %% sweep-identity-alone: contrib Identity returns the input
# inputs: [(2, 3)]
# breaks: gradients
from mxnet.gluon.contrib.nn import Identity


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.same = Identity()

    def hybrid_forward(self, F, x):
        return self.same(x)  # breaks here


# %% sweep-identity-inside: contrib Identity with something after it
# inputs: [(2, 3)]
# works
from mxnet.gluon.contrib.nn import Identity


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.same = Identity()

    def hybrid_forward(self, F, x):
        return self.same(x) + 1


# %% sweep-seq-empty: an empty sequence returns the input
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()

    def hybrid_forward(self, F, x):
        return self.body(x)  # breaks here


# %% sweep-seq-empty-inside: an empty sequence within a sum
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.down = nn.HybridSequential()

    def hybrid_forward(self, F, x):
        return self.down(x) + F.relu(x)


# %% sweep-seq-flag: a sequence filled according to an option
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, deep=True, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()
        self.body.add(nn.Dense(3, in_units=3))
        if deep:
            self.body.add(nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        return self.body(x)


# %% sweep-list-registered: blocks in a list, registered one by one
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.blocks = []
        for k in range(2):
            block = nn.Dense(3, in_units=3)
            self.register_child(block)
            self.blocks.append(block)

    def hybrid_forward(self, F, x):
        for block in self.blocks:
            x = block(x)
        return x


# %% sweep-list-setattr: blocks in a list, kept as attributes too
# inputs: [(2, 3)]
# works
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


# %% sweep-dict-blocks: blocks in a dict, initialised by hand
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.heads = {"a": nn.Dense(3, in_units=3)}  # breaks here
        self.heads["a"].initialize(mx.init.Uniform(0.5))

    def hybrid_forward(self, F, x):
        return self.heads["a"](x)


# %% sweep-tuple-blocks: blocks in a tuple, initialised by hand
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.heads = (nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))  # breaks here
        for head in self.heads:
            head.initialize(mx.init.Uniform(0.5))

    def hybrid_forward(self, F, x):
        return self.heads[0](x) + self.heads[1](x)


# %% sweep-dict-blocks-registered: blocks in a dict, registered
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.heads = {}
        for name in ("a", "b"):
            self.heads[name] = nn.Dense(3, in_units=3)
            self.register_child(self.heads[name], name)

    def hybrid_forward(self, F, x):
        return self.heads["a"](x) * self.heads["b"](x)


# %% sweep-act-list: blocks without parameters in a list, by the name of a function
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.acts = ["relu", "tanh"]

    def hybrid_forward(self, F, x):
        for act in self.acts:
            x = F.Activation(x, act_type=act)
        return x


# %% sweep-func-list: operators in a list, of F
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for op in (F.relu, F.tanh):
            x = op(x)
        return x


# %% sweep-func-list-nd: operators in a list attribute, of nd
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.ops = [nd.relu, nd.tanh]

    def hybrid_forward(self, F, x):
        for op in self.ops:
            x = op(x)  # breaks here
        return x


# %% sweep-block-made-dense: a Dense made in the body
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        d = nn.Dense(3, in_units=3)
        d.initialize(mx.init.One())
        return d(x)


# %% sweep-block-made-lambda: a HybridLambda made in the body
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return nn.HybridLambda(lambda F, t: F.relu(t) * 2)(x)


# %% sweep-child-in-method: children called from a method
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def encode(self, x):
        return self.d(x)

    def hybrid_forward(self, F, x):
        return self.encode(x) + self.encode(x * 2)


# %% sweep-child-factory: a child made by a method of the class
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.body = self.make(2)

    @staticmethod
    def make(n):
        body = nn.HybridSequential()
        for _ in range(n):
            body.add(nn.Dense(3, in_units=3))
        return body

    def hybrid_forward(self, F, x):
        return self.body(x)


# %% sweep-child-of-child: a child of a child called
# inputs: [(2, 3)]
# works
class Ch(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c.d(x) + self.c(x)


# %% sweep-child-method: a method of a child called
# inputs: [(2, 3)]
# works
class Ch(HybridBlock):
    def scale(self, x):
        return x * 3

    def hybrid_forward(self, F, x):
        return self.scale(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c.scale(x) + self.c(x)


# %% sweep-child-method-shape: a method of a child that reads a shape
# inputs: [(2, 3)]
# breaks: trace
class Ch(HybridBlock):
    def scale(self, x):
        return x / x.shape[1]  # breaks here

    def hybrid_forward(self, F, x):
        return x * 2


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c.scale(x) + self.c(x)


# %% sweep-child-method-unused: a method of a child that reads a shape, not called
# inputs: [(2, 3)]
# works
class Ch(HybridBlock):
    def scale(self, x):
        return x / x.shape[1]

    def hybrid_forward(self, F, x):
        return x * 2


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x)


# %% sweep-child-list-out: a child that returns a list, unpacked
# inputs: [(2, 3)]
# works
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        return [x * 2, x * 3]


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        a, b = self.c(x)
        return a * b


# %% sweep-child-list-out-last: a child that returns a list, the last taken
# inputs: [(2, 3)]
# works
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, x * 3


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x)[-1] + self.c(x)[0]


# %% sweep-child-tuple-isinstance: a child that returns a tuple, isinstance of it
# inputs: [(2, 3)]
# works
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, x * 3


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        out = self.c(x)
        return out[0] * 2 if isinstance(out, tuple) else out[0] * 3


# %% sweep-child-nested-out: a child that returns nested lists
# inputs: [(2, 3)]
# works
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, [x * 3, x * 4]


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        out, states = self.c(x)
        return out + states[-1]


# %% sweep-child-given-np: a child given a numpy array
# inputs: [(2, 3)]
# works
import numpy as np


class Ch(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * float(y.sum())


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x, np.ones(3))


# %% sweep-child-given-nd-first: a child given an NDArray first
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return F.broadcast_add(self.d(nd.ones((1, 3))), x)  # breaks here


# %% sweep-child-given-ones: a child given F.ones
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return F.broadcast_add(self.d(F.ones((1, 3))), x)


# %% sweep-embed-arange: an embedding of F.arange
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.e = nn.Embedding(3, 3)

    def hybrid_forward(self, F, x):
        return F.broadcast_add(F.expand_dims(x, axis=1), F.expand_dims(self.e(F.arange(3)), axis=0))


# %% sweep-embed-nd-arange: an embedding of nd.arange
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.e = nn.Embedding(3, 3)

    def hybrid_forward(self, F, x):
        return F.broadcast_add(F.expand_dims(x, axis=1), F.expand_dims(self.e(nd.arange(3)), axis=0))  # breaks here


# %% sweep-symbolblock-child: a SymbolBlock as a child
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        data = mx.sym.var("data")
        self.net = gluon.SymbolBlock(mx.sym.tanh(data), [data])

    def hybrid_forward(self, F, x):
        return self.net(x) * 2


# %% sweep-plainblock-function: a plain function object instead of a block
# inputs: [(2, 3)]
# works
class Scale:
    def __init__(self, k):
        self.k = k

    def __call__(self, F, x):
        return F.relu(x) * self.k


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = Scale(2)

    def hybrid_forward(self, F, x):
        return self.scale(F, x)


# %% sweep-plainblock-function-nd: a plain function object over nd
# inputs: [(2, 3)]
# breaks: trace
class Scale:
    def __call__(self, x):
        return nd.relu(x)  # breaks here


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = Scale()

    def hybrid_forward(self, F, x):
        return self.scale(x)


# %% sweep-plainblock-children: a plain Block with a hybrid child, run by a plain loop
# inputs: [(2, 3)]
# works
class Net(Block):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()
        self.body.add(nn.Dense(3, in_units=3))

    def forward(self, x):
        for _ in range(x.shape[0]):
            x = self.body(x)
        return x[0]


# %% sweep-plainblock-hybrid-bad: a plain Block with a hybrid child that reads a shape
# inputs: [(2, 3)]
# breaks: trace
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / x.shape[1]  # breaks here


class Net(Block):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def forward(self, x):
        return self.c(x)[0]


# %% sweep-hook-pre-child: a pre-hook on a child that only counts
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seen = []
        self.d = nn.Dense(3, in_units=3)
        self.d.register_forward_pre_hook(lambda block, inputs: self.seen.append(1))

    def hybrid_forward(self, F, x):
        return self.d(x)


# %% sweep-hook-self-counts: a hook on the block itself that counts
# inputs: [(2, 3)]
# works
# call: (net(*xs), net.calls)
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0
        self.register_forward_hook(self.count)

    def count(self, block, inputs, outputs):
        self.calls += 1

    def hybrid_forward(self, F, x):
        return x * 2


# %% sweep-hook-self-shape: a hook on the block itself that reads shapes
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.shapes = []
        self.register_forward_hook(lambda block, inputs, outputs: self.shapes.append(outputs.shape))

    def hybrid_forward(self, F, x):
        return x * 2


# %% sweep-hook-child-shape: a hook on a child that reads shapes
# inputs: [(2, 3)]
# breaks: trace
# needs: callers
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.shapes = []
        self.d = nn.Dense(3, in_units=3)
        self.d.register_forward_hook(lambda block, inputs, outputs: self.shapes.append(outputs.shape))  # breaks here

    def hybrid_forward(self, F, x):
        return self.d(x)


# %% sweep-hook-child-name: a hook on a child that notes its name once
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.names = set()
        self.d = nn.Dense(3, in_units=3)
        self.d.register_forward_hook(lambda block, inputs, outputs: self.names.add(block.name))

    def hybrid_forward(self, F, x):
        return self.d(x)


# %% sweep-hook-detached: a hook that is detached before the first call
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        handle = self.d.register_forward_hook(lambda block, inputs, outputs: outputs.asnumpy())
        handle.detach()

    def hybrid_forward(self, F, x):
        return self.d(x)


# %% sweep-hybridize-in-init: children hybridized in __init__
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.hybridize()

    def hybrid_forward(self, F, x):
        return self.d(x)


# %% sweep-hybridize-in-init-bad: hybridized in __init__, with a shape read
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x)


class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * x.ndim  # breaks here


# %% sweep-hybridize-false-child: a child whose hybridize() does nothing, with a shape read
# inputs: [(2, 3)]
# breaks: trace
class Ch(HybridBlock):
    def hybridize(self, active=True, **kwargs):
        pass

    def hybrid_forward(self, F, x):
        return x * x.shape[1]  # breaks here


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x)


# %% sweep-deferred-dense: Dense without in_units
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(4)
        self.b = nn.Dense(5)

    def hybrid_forward(self, F, x):
        return self.b(self.a(x))


# %% sweep-deferred-own: an own parameter with infer_shape missing but known
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(4, 0), allow_deferred_init=True)

    def hybrid_forward(self, F, x, w):
        return F.FullyConnected(x, w, no_bias=True, num_hidden=4)


# %% sweep-deferred-weight-shape: the shape of a deferred weight
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(4)

    def hybrid_forward(self, F, x):
        return self.d(x) * (self.d.weight.shape[0] + 1)


# %% sweep-bn-train: BatchNorm as a child
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.bn = nn.BatchNorm(in_channels=3)

    def hybrid_forward(self, F, x):
        return self.bn(x) * 2


# %% sweep-bn-aux-read: the running mean of BatchNorm as an argument
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.bn = nn.BatchNorm(in_channels=3)
        self.mean = self.bn.running_mean

    def hybrid_forward(self, F, x, mean):
        return F.broadcast_sub(self.bn(x), F.BlockGrad(mean).expand_dims(axis=0))


# %% sweep-bn-aux-data: the running mean of BatchNorm by data()
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.bn = nn.BatchNorm(in_channels=3)

    def hybrid_forward(self, F, x):
        return F.broadcast_sub(self.bn(x), self.bn.running_mean.data())  # breaks here


# %% sweep-name-scope-init: children made in name_scope
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.a = nn.Dense(3, in_units=3, prefix="a_")
            self.b = nn.Dense(3, in_units=3, prefix="b_")

    def hybrid_forward(self, F, x):
        return self.a(x) + self.b(x)


# %% sweep-same-prefix: two children with one prefix
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(3, in_units=3, prefix="d_", use_bias=False)
        self.b = nn.Activation("relu", prefix="d_")

    def hybrid_forward(self, F, x):
        return self.b(self.a(x))


# %% sweep-children-values: over self._children
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(3, in_units=3)
        self.b = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        for child in self._children.values():
            x = child(x)
        return x


# %% sweep-class-level-block: a block on the class
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    act = nn.Activation("tanh")

    def hybrid_forward(self, F, x):
        return self.act(x)


# %% sweep-module-level-block: a block of the module, without parameters
# inputs: [(2, 3)]
# works
ACT = nn.Activation("tanh")


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return ACT(x)


# %% sweep-multiple-inheritance: a mixin with a helper
# inputs: [(2, 3)]
# works
class Scaled:
    def scale(self, x):
        return x * 2


class Net(Scaled, HybridBlock):
    def hybrid_forward(self, F, x):
        return self.scale(x)


# %% sweep-multiple-inheritance-bad: a mixin with a helper that reads a shape
# inputs: [(2, 3)]
# breaks: trace
class Scaled:
    def scale(self, x):
        return x * x.shape[1]  # breaks here


class Net(Scaled, HybridBlock):
    def hybrid_forward(self, F, x):
        return self.scale(x)


# %% sweep-abstract-base: a base that leaves a method open
# inputs: [(2, 3)]
# works
class Base(HybridBlock):
    def core(self, F, x):
        raise NotImplementedError

    def hybrid_forward(self, F, x):
        return self.core(F, x) * 2


class Net(Base):
    def core(self, F, x):
        return F.relu(x)


# %% sweep-abstract-base-bad: a base that leaves a method open, filled badly
# inputs: [(2, 3)]
# breaks: values
class Base(HybridBlock):
    def core(self, F, x):
        raise NotImplementedError

    def hybrid_forward(self, F, x):
        return self.core(F, x) * 2


class Net(Base):
    def core(self, F, x):
        return F.relu(x).reshape(-1, 1)  # breaks here


# %% sweep-decorated: hybrid_forward under a decorator that does nothing
# inputs: [(2, 3)]
# works
import functools


def plain(function):
    @functools.wraps(function)
    def wrapped(self, F, *args, **kwargs):
        return function(self, F, *args, **kwargs)

    return wrapped


class Net(HybridBlock):
    @plain
    def hybrid_forward(self, F, x):
        return x * 2


# %% sweep-decorated-bad: hybrid_forward under a decorator that does nothing, with a shape
# inputs: [(2, 3)]
# breaks: trace
import functools


def plain(function):
    @functools.wraps(function)
    def wrapped(self, F, *args, **kwargs):
        return function(self, F, *args, **kwargs)

    return wrapped


class Net(HybridBlock):
    @plain
    def hybrid_forward(self, F, x):
        return x * x.shape[1]  # breaks here


# %% sweep-assigned-hf: hybrid_forward given by assignment
# inputs: [(2, 3)]
# breaks: trace
def body(self, F, x):
    return x * x.shape[1]  # breaks here


class Net(HybridBlock):
    hybrid_forward = body

# %% symbol-block-shape: the shape of what a SymbolBlock gives
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        data = mx.sym.var("data")
        self.body = gluon.SymbolBlock(mx.sym.tanh(data), data)

    def hybrid_forward(self, F, x):
        return self.body(x) / self.body(x).shape[0]  # breaks here

# %% symbol-block-two: both outputs of a SymbolBlock
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        data = mx.sym.var("data")
        self.body = gluon.SymbolBlock([mx.sym.tanh(data), mx.sym.relu(data)], data)

    def hybrid_forward(self, F, x):
        a, b = self.body(x)
        return a + b

# %% inner-forward-alone: a child that has forward alone is a part of the graph of its parent
# inputs: [(2, 3)]
# works
class Inner(HybridBlock):
    def forward(self, x):
        return x * 2


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.inner = Inner()

    def hybrid_forward(self, F, x):
        return self.inner(x)
