"""What a block keeps, holds and never calls, next to the cases of the other files."""

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import Block, HybridBlock, Parameter, SymbolBlock, nn, rnn

# %% near-st-setattr-tensor: setattr(self, "cache", x), read by the caller
# inputs: [(2, 3)]
# call: (net(*xs), net.cache)
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        setattr(self, "cache", x * 2)
        return x * 3


# %% near-s2-setattr-dynamic: setattr(self, "o%d" % 1, x * 2), read by the caller
# inputs: [(2, 3)]
# call: (net(*xs), net.o1)
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        setattr(self, "o%d" % 1, x * 2)
        return x * 3


# %% near-st-attr-clear: self.tmp = x * 2; y = self.tmp; self.tmp = None
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.tmp = x * 2
        y = self.tmp + 1
        self.tmp = None
        return y


# %% near-s2-child-store: self.d.last = x, read by the caller
# inputs: [(2, 3)]
# call: (net(*xs), net.d.last)
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        self.d.last = x * 2
        return self.d(x)


# %% near-s2-count-calls: self.calls = getattr(self, "calls", 0) + 1
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.calls = getattr(self, "calls", 0) + 1
        return x * self.calls


# %% near-st-memo-getattr: getattr(self, "_n", None) memo
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = getattr(self, "_n", None)
        if n is None:
            self._n = n = 3
        return x * n


# %% near-s2-ret-self: return self
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x * 2
        return self


# %% near-s2-ret-func: return x * 2, F.relu
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, F.relu


# %% near-s2-ret-npfloat: return x * 2, np.float32(1)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, np.float32(1)


# %% near-s2-ret-emptytuple: return ()
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x * 2
        return ()


# %% near-st-ret-gen: return (t for t in ...)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return (t for t in [x * 2, x * 3])


# %% near-st-ret-set: return {x}
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return {x * 1}  # breaks here


# %% near-st-ret-const: return F.ones((1, 3)), x * 2
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.ones((1, 3)), x * 2


# %% near-st-grad-null: a parameter with grad_req="null" returned
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3), grad_req="null")

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w), w


# %% near-st-const-ret: a Constant returned untouched
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = self.params.get_constant("k", [[1., 2., 3.]])

    def hybrid_forward(self, F, x, k):
        return F.broadcast_mul(x, k), k


# %% near-st-varkw-loop: for name, p in sorted(params.items())
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))
        self.v = self.params.get("v", shape=(1, 3))

    def hybrid_forward(self, F, x, **params):
        for name, p in sorted(params.items()):
            x = F.broadcast_mul(x, p)
        return x


# %% near-st-child-list-num: child(x, [1, 2])
# inputs: [(2, 3)]
# works
class Ch(HybridBlock):
    def hybrid_forward(self, F, x, ks):
        return x * ks[0]


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x, [1, 2])


# %% near-s2-param-str: getattr by name: params passed through **kw to a helper
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def scale(self, F, x, w):
        return F.broadcast_mul(x, w)

    def hybrid_forward(self, F, x, **params):
        return self.scale(F, x, **params)


# %% near-s2-nested-none: net([x, None])
# inputs: [[(2, 3), None]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        a, b = xs
        return a * 2 if b is None else a + b


# %% near-s2-two-nets-order: positional order: w before x in the signature
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, *, w):
        return F.broadcast_mul(x, w)


# %% near-s2-once: if not self.built: self.built = True
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.built = False

    def hybrid_forward(self, F, x):
        if not self.built:
            self.built = True
        return x * 2


# %% near-s2-once-maths: if self.first: self.first = False; x = x * 10
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.first = True

    def hybrid_forward(self, F, x):
        if self.first:
            self.first = False
            x = x * 10
        return x * 2


# %% near-sr-lambda-block: nn.Lambda in a python list
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.ls = [nn.Lambda("relu")]

    def hybrid_forward(self, F, x):
        return self.ls[0](x)  # breaks here


# %% near-sr-lambda-block-nd: nn.Lambda("relu") of mx.nd in a list
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.ls = [nn.Lambda(lambda t: nd.relu(t))]  # breaks here

    def hybrid_forward(self, F, x):
        return self.ls[0](x) * 2


# %% near-r2-lambda-op: HybridLambda("sort")
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.l = nn.HybridLambda("sort")

    def hybrid_forward(self, F, x):
        return self.l(x)


# %% near-r2-lambda-shuffle: HybridLambda("shuffle")
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.l = nn.HybridLambda("shuffle")

    def hybrid_forward(self, F, x):
        return self.l(x)


# %% near-r2-lambda-F: HybridLambda(lambda F, x: nd.relu(x))
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.l = nn.HybridLambda(lambda F, x: nd.relu(x))  # breaks here

    def hybrid_forward(self, F, x):
        return self.l(x)


# %% near-sr-hlambda-str: nn.HybridLambda("relu")
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.l = nn.HybridLambda("relu")

    def hybrid_forward(self, F, x):
        return self.l(x) * 2


# %% near-sr-hlambda-row: nn.HybridLambda(lambda F, x: x[0])
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.l = nn.HybridLambda(lambda F, x: x[0])

    def hybrid_forward(self, F, x):
        return self.l(x)


# %% near-sr-hlambda-seq: HybridLambda inside HybridSequential reshape ints
# inputs: [(2, 6)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.s = nn.HybridSequential()
        self.s.add(nn.Dense(6, flatten=False), nn.HybridLambda(lambda F, x: x.reshape(-1, 3)))  # breaks here

    def hybrid_forward(self, F, x):
        return self.s(x)


# %% near-sr-hlambda-seq-ok: HybridLambda inside HybridSequential reshape tuple
# inputs: [(2, 6)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.s = nn.HybridSequential()
        self.s.add(nn.Dense(6, flatten=False), nn.HybridLambda(lambda F, x: x.reshape((-1, 3))))

    def hybrid_forward(self, F, x):
        return self.s(x)


# %% near-sr-concurrent: contrib HybridConcurrent of Dense and Identity
# inputs: [(2, 3)]
# works
from mxnet.gluon.contrib.nn import HybridConcurrent, Identity


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = HybridConcurrent(axis=1)
        self.c.add(nn.Dense(2), Identity())

    def hybrid_forward(self, F, x):
        return self.c(x)


# %% near-sr-dict-blocks: blocks in a dict, unregistered, with parameters
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.bs = {"a": nn.Dense(3, in_units=3)}
        self.bs["a"].initialize()

    def hybrid_forward(self, F, x):
        return self.bs["a"](x)


# %% near-sr-tuple-blocks: blocks in a tuple, unregistered
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.bs = (nn.Dense(3, in_units=3),)
        self.bs[0].initialize()

    def hybrid_forward(self, F, x):
        return self.bs[0](x)


# %% near-sr-dense-in-body: nn.Dense created in the body
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        d = nn.Dense(3, in_units=3)
        d.initialize()
        return d(x)


# %% near-r2-block-unreg-lambda: a block held by a lambda
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        d = nn.Dense(3, in_units=3)
        d.initialize()
        self.f = lambda t: d(t)

    def hybrid_forward(self, F, x):
        return self.f(x)


# %% near-r2-block-unreg-lambda-ok: a lambda around a registered block
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.f = lambda t: self.d(t) * 2

    def hybrid_forward(self, F, x):
        return self.f(x)


# %% near-r2-block-dict-registered: blocks in a dict, register_child(b, name)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.bs = {"a": nn.Dense(3)}
        for k, b in self.bs.items():
            self.register_child(b, k)

    def hybrid_forward(self, F, x):
        return self.bs["a"](x)


# %% near-r2-cells-list: cells in a list, unregistered
# inputs: [(2, 3), (2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cells = [rnn.GRUCell(3, input_size=3)]
        self.cells[0].initialize()

    def hybrid_forward(self, F, x, h):
        for k in self.cells:
            x, _ = k(x, [h])
        return x


# %% near-sr-flatten-in-body: nn.Flatten()(x) in the body
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return nn.Flatten()(x) * 2


# %% near-r2-unused-deferred: a deferred child never called beside one that is
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(3)
        self.b = nn.Dense(3)

    def hybrid_forward(self, F, x):
        return self.a(x)


# %% near-r2-unused-conv: a deferred Conv2D never called beside one that is
# inputs: [(2, 3, 4, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Conv2D(3, 1)
        self.b = nn.Conv2D(3, 1)

    def hybrid_forward(self, F, x):
        return self.a(x)


# %% near-r2-unused-known: a child with in_units never called
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(3)
        self.b = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.a(x)


# %% near-sr-prehook-child: a pre-hook on a child that does nothing
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.d.register_forward_pre_hook(lambda b, i: None)

    def hybrid_forward(self, F, x):
        return self.d(x)


# %% near-r2-prehook-scale: a pre-hook on a child that changes the input
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.d.register_forward_pre_hook(lambda b, i: (i[0] * 2,))

    def hybrid_forward(self, F, x):
        return self.d(x)


# %% near-sr-hook-child-init: a hook on a child reads o.shape
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.d.register_forward_hook(lambda b, i, o: o.shape)  # breaks here

    def hybrid_forward(self, F, x):
        return self.d(x)


# %% near-sr-beginstate: cell.begin_state(batch_size=2) in the body
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = rnn.GRUCell(4, input_size=3)

    def hybrid_forward(self, F, x):
        return self.c(x, self.c.begin_state(batch_size=2, func=F.zeros))[0]


# %% near-sr-beginstate-nd: cell.begin_state(batch_size=2) default func
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = rnn.GRUCell(4, input_size=3)

    def hybrid_forward(self, F, x):
        return self.c(x, self.c.begin_state(batch_size=2))[0]  # breaks here


# %% near-sr-own-cell: a HybridRecurrentCell subclass reading shape
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Cell(rnn.HybridRecurrentCell):
    def state_info(self, batch_size=0):
        return [{"shape": (batch_size, 3), "__layout__": "NC"}]

    def hybrid_forward(self, F, x, states):
        h = F.tanh(x + states[0]) * x.shape[1]  # breaks here
        return h, [h]


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Cell()

    def hybrid_forward(self, F, x, h):
        return self.c(x, [h])[0]


# %% near-sr-own-cell-ok: a HybridRecurrentCell subclass
# inputs: [(2, 3), (2, 3)]
# works
class Cell(rnn.HybridRecurrentCell):
    def state_info(self, batch_size=0):
        return [{"shape": (batch_size, 3), "__layout__": "NC"}]

    def hybrid_forward(self, F, x, states):
        h = F.tanh(x + states[0])
        return h, [h]


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Cell()

    def hybrid_forward(self, F, x, h):
        return self.c(x, [h])[0]


# %% near-sr-seq-subclass-shape: HybridSequential subclass reading x.shape
# inputs: [(2, 3)]
# breaks: trace
class Net(nn.HybridSequential):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.add(nn.Dense(3), nn.Dense(2))

    def hybrid_forward(self, F, x):
        for layer in self:
            x = layer(x) / x.shape[1]  # breaks here
        return x


# %% near-sr-dense-subclass: nn.Dense subclass reading weight.shape
# inputs: [(2, 3)]
# breaks: trace
class Net(nn.Dense):
    def __init__(self, **kwargs):
        super().__init__(4, in_units=3, **kwargs)

    def hybrid_forward(self, F, x, weight, bias=None):
        return F.FullyConnected(x, weight / weight.norm().asscalar(), bias, num_hidden=self._units)  # breaks here


# %% near-sr-identity-contrib: contrib Identity returned
# inputs: [(2, 3)]
# breaks: gradients
from mxnet.gluon.contrib.nn import Identity


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.i = Identity()

    def hybrid_forward(self, F, x):
        return self.i(x)


# %% near-r2-subclass-conv-bad: nn.Conv2D subclass dividing with /
# inputs: [(2, 3, 4, 4)]
# breaks: execution
class Net(nn.Conv2D):
    def __init__(self, **kwargs):
        super().__init__(4, 3, padding=1, in_channels=3, **kwargs)

    def hybrid_forward(self, F, x, weight, bias=None):
        weight = weight / F.sqrt(F.sum(F.square(weight), axis=(1, 2, 3), keepdims=True))
        return super().hybrid_forward(F, x, weight, bias)


# %% near-b-optional-child-none: an optional child that is None: the branch without it reads a shape
# inputs: [(2, 3)]
# breaks: trace
# ctor: {'layers': 0}
class Net(HybridBlock):
    def __init__(self, layers=1, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3) if layers else None
    def hybrid_forward(self, F, x):
        if self.d is None:
            return x.reshape((x.shape[0], -1))  # breaks here
        return self.d(x)


# %% near-b-optional-child-truth: an optional child, set under an if, asked for its truth
# inputs: [(2, 3)]
# breaks: trace
# ctor: {'layers': 0}
class Net(HybridBlock):
    def __init__(self, layers=1, **kwargs):
        super().__init__(**kwargs)
        self.d = None
        if layers:
            self.d = nn.Dense(3, in_units=3)
    def hybrid_forward(self, F, x):
        if not self.d:
            return x * x.shape[0]  # breaks here
        return self.d(x)


# %% near-b-optional-child-other: an optional child that is not there: another child instead
# inputs: [(2, 3)]
# works
# ctor: {'layers': 0}
class Net(HybridBlock):
    def __init__(self, layers=1, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3) if layers else None
        self.e = nn.Dense(3, in_units=3)
    def hybrid_forward(self, F, x):
        y = self.e(x)
        return y if self.d is None else self.d(y)


# %% near-b-child-truth: the truth of a child without a length
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) if self.d else x


# %% near-b-own-child-truth: the truth of a child of the file
# inputs: [(2, 3)]
# works
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        if not self.c:
            return x.reshape((x.shape[0], -1))
        return self.c(x)


# %% near-b-own-child-length: the truth of a child of the file with a length
# inputs: [(2, 3)]
# breaks: trace
class Ch(HybridBlock):
    def __len__(self):
        return 0
    def hybrid_forward(self, F, x):
        return x * 2


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        if not self.c:
            return x.reshape((x.shape[0], -1))  # breaks here
        return self.c(x)


# %% near-b-empty-sequential-truth: the truth of an empty Sequential
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = nn.HybridSequential()

    def hybrid_forward(self, F, x):
        if not self.c:
            return x.reshape((x.shape[0], -1))  # breaks here
        return self.c(x)


# %% near-b-child-initialised-again: a child initialised again in the body
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        self.d.initialize(mx.init.Normal(), force_reinit=True)
        return self.d(x)


# %% near-b-dropout-in-body: Dropout created in body
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return nn.Dropout(0.5)(x)


# %% near-b-optional-list-none: an optional list that is None: the branch without it reads a shape
# inputs: [(2, 3)]
# breaks: trace
# ctor: {'scales': 0}
class Net(HybridBlock):
    def __init__(self, scales=1, **kwargs):
        super().__init__(**kwargs)
        self.scales = [1, 2] if scales else None
    def hybrid_forward(self, F, x):
        if self.scales is None:
            return x / x.shape[1]  # breaks here
        return x * self.scales[1]


# %% near-b-optional-list: an optional list that is None: neither branch breaks
# inputs: [(2, 3)]
# works
# ctor: {'scales': 0}
class Net(HybridBlock):
    def __init__(self, scales=1, **kwargs):
        super().__init__(**kwargs)
        self.scales = [1, 2] if scales else None
    def hybrid_forward(self, F, x):
        if self.scales is None:
            return x / 3
        return x * self.scales[1]


# %% near-b-optional-function-none: an optional function that is None: the branch without it reads a shape
# inputs: [(2, 3)]
# breaks: trace
# ctor: {'act': 0}
class Net(HybridBlock):
    def __init__(self, act=1, **kwargs):
        super().__init__(**kwargs)
        self.act = (lambda v: v.tanh()) if act else None
    def hybrid_forward(self, F, x):
        if self.act is None:
            return x.reshape((x.shape[0], -1))  # breaks here
        return self.act(x)


# %% near-b-optional-function-breaks: an optional function that is called: what it does breaks
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, act=1, **kwargs):
        super().__init__(**kwargs)
        self.act = None
        if act:
            self.act = lambda v: v * v.shape[0]  # breaks here
    def hybrid_forward(self, F, x):
        return x * 2 if self.act is None else self.act(x)


# %% near-b-optional-function-row: an optional function that is called: an operator follows
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, act=1, **kwargs):
        super().__init__(**kwargs)
        self.act = None
        if act:
            self.act = lambda v: v * 2
    def hybrid_forward(self, F, x):
        if self.act is not None:
            x = self.act(x)
        return x[0] * 2


# %% near-b-optional-function: an optional function of the module
# inputs: [(2, 3)]
# works
def double(v):
    return v * 2


class Net(HybridBlock):
    def __init__(self, act=1, **kwargs):
        super().__init__(**kwargs)
        self.act = double if act else None
    def hybrid_forward(self, F, x):
        if self.act:
            x = self.act(x)
        return x * 3


# %% near-b-optional-child-name: an optional child by another name
# inputs: [(2, 3)]
# breaks: trace
# ctor: {'layers': 0}
class Net(HybridBlock):
    def __init__(self, layers=1, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3) if layers else None
    def hybrid_forward(self, F, x):
        d = self.d
        if d is None:
            return x.reshape(0, -1)  # breaks here
        return d(x)


# %% near-b-optional-child-ifexp: an optional child in a conditional expression
# inputs: [(2, 3)]
# breaks: trace
# ctor: {'layers': 0}
class Net(HybridBlock):
    def __init__(self, layers=1, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3) if layers else None
    def hybrid_forward(self, F, x):
        y = self.d(x) if self.d is not None else x.asnumpy().sum() * x  # breaks here
        return y * 2


# %% near-b-optional-children: optional children in a loop
# inputs: [(2, 3)]
# works
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
