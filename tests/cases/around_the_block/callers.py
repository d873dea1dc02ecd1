"""What becomes of a block depends on how it is called, and on what is done to it later."""

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import Block, HybridBlock, nn, rnn

FLAG = {"v": False}


# %% sweep-float-input: a float as an input
# inputs: [(2, 3), ("raw", 0.5)]
# breaks: trace
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, x, alpha):
        return x * alpha


# %% sweep-bool-input: a flag as an input
# inputs: [(2, 3), ("raw", True)]
# breaks: trace
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, x, double):
        return x * 2 if double else x * 3


# %% sweep-np-input: a numpy array as an input
# inputs: [(2, 3)]
# breaks: trace
# call: net(xs[0], __import__("numpy").ones(3))
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, x, scale):
        return x * float(scale[0])


# %% sweep-npfloat-input: a numpy number as an input
# inputs: [(2, 3)]
# breaks: trace
# call: net(xs[0], __import__("numpy").float32(2))
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, x, scale):
        return x * scale


# %% sweep-shape-input: a shape as an input
# inputs: [(2, 6)]
# breaks: trace
# call: net(xs[0], xs[0].shape)
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, x, shape):
        return F.reshape(x, shape=(-1, shape[1]))


# %% sweep-default-str: a default string that is not passed
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, mode="mean"):
        return F.mean(x, axis=1) if mode == "mean" else F.sum(x, axis=1)


# %% sweep-default-str-passed: a default string that is passed
# inputs: [(2, 3)]
# breaks: trace
# call: net(xs[0], "sum")
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, x, mode="mean"):
        return F.mean(x, axis=1) if mode == "mean" else F.sum(x, axis=1)


# %% sweep-default-flag: a default flag that is not passed
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, last=True):
        return F.softmax(x) if last else x * 2


# %% sweep-default-list: a default list that is not passed
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, axes=(1,)):
        return F.mean(x, axis=axes)


# %% sweep-none-both: None in each call
# inputs: [(2, 3), None]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, mask):
        return x * 2 if mask is None else x * mask


# %% sweep-none-by-default-twice: two defaults, none passed
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, mask=None, bias=None):
        if mask is not None:
            x = x * mask
        return x * 2 if bias is None else x + bias


# %% sweep-second-default: the first default None, the second given
# inputs: [(2, 3), None, (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, mask=None, bias=None):
        if mask is not None:
            x = x * mask
        return x * 2 if bias is None else x + bias


# %% sweep-list-then-tuple: a list, then a tuple
# inputs: [(2, 3), (2, 3)]
# works
# call: net(list(xs) if FLAG["v"] else tuple(xs))
# between: FLAG["v"] = True
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        return xs[0] * xs[1]


# %% sweep-list-then-args: a list, then two arguments
# inputs: [(2, 3), (2, 3)]
# breaks: execution
# call: net(xs[0], [xs[1]]) if FLAG["v"] else net(xs[0], xs[1])
# between: FLAG["v"] = True
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * (y[0] if isinstance(y, list) else y)


# %% sweep-fewer-states: states given, then left out
# inputs: [(2, 3), (2, 3)]
# breaks: execution
# call: net(xs[0]) if FLAG["v"] else net(xs[0], [xs[1]])
# between: FLAG["v"] = True
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, x, states=None):
        return x * 2 if states is None else x + states[0]


# %% sweep-batch-change: another batch in the second call
# inputs: [(2, 3)]
# works
# call: net(nd.concat(xs[0], xs[0], dim=0) if FLAG["v"] else xs[0])
# between: FLAG["v"] = True
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.softmax(x) * 2


# %% sweep-width-change: another width in the second call
# inputs: [(2, 3)]
# works
# call: net(nd.concat(xs[0], xs[0], dim=1) if FLAG["v"] else xs[0])
# between: FLAG["v"] = True
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.mean(x, axis=1)


# %% sweep-kw-call: called with the input by name
# inputs: [(2, 3)]
# works
# call: net(x=xs[0])
# needs: callers
class Net(HybridBlock):
    def __call__(self, x):
        return super().__call__(x)

    def hybrid_forward(self, F, x):
        return x * 2


# %% sweep-kw-call-int: __call__ passes a number on
# inputs: [(2, 3)]
# breaks: trace
# call: net(xs[0], scale=3)
# needs: callers
class Net(HybridBlock):
    def __call__(self, x, scale=1):
        return super().__call__(x, scale)  # breaks here

    def hybrid_forward(self, F, x, scale):
        return F.relu(x) * scale


# %% sweep-kw-call-kept: __call__ keeps a number on the block
# inputs: [(2, 3)]
# breaks: values
# call: net(xs[0], 3 if FLAG["v"] else 2)
# between: FLAG["v"] = True
# needs: callers
class Net(HybridBlock):
    def __call__(self, x, scale=1):
        self.scale = scale
        return super().__call__(x)

    def hybrid_forward(self, F, x):
        return F.relu(x) * self.scale


# %% sweep-kw-call-tensor: __call__ makes a tensor of a number
# inputs: [(2, 3)]
# works
# call: net(xs[0], 3 if FLAG["v"] else 2)
# between: FLAG["v"] = True
class Net(HybridBlock):
    def __call__(self, x, scale=1):
        return super().__call__(x, nd.array([[scale]]))

    def hybrid_forward(self, F, x, scale):
        return F.broadcast_mul(F.relu(x), scale)


# %% sweep-call-order: __call__ turns a dict into a list
# inputs: [(2, 3), (2, 3)]
# works
# call: net({"a": xs[0], "b": xs[1]})
class Net(HybridBlock):
    def __call__(self, batch):
        return super().__call__(batch["a"], batch["b"])

    def hybrid_forward(self, F, a, b):
        return a * b + a


# %% sweep-stale-str: a mode changed after the trace
# inputs: [(2, 3)]
# breaks: values
# between: net.mode = "sum"
# needs: callers
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.mode = "mean"

    def hybrid_forward(self, F, x):
        return F.mean(x, axis=1) if self.mode == "mean" else F.sum(x, axis=1)


# %% sweep-stale-dict: an entry of a configuration changed after the trace
# inputs: [(2, 3)]
# breaks: values
# between: net.cfg["scale"] = 5.0
# needs: callers
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cfg = {"scale": 2.0}

    def hybrid_forward(self, F, x):
        return x * self.cfg["scale"]


# %% sweep-stale-child-attr: an attribute of a child changed after the trace
# inputs: [(2, 3)]
# breaks: values
# between: net.c.k = 5
# needs: callers
class Ch(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = 2

    def hybrid_forward(self, F, x):
        return x * self.k


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x)


# %% sweep-stale-setter: a method that changes a number after the trace
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


# %% sweep-stale-setter-rehybridize: a method that changes a number and hybridizes again
# inputs: [(2, 3)]
# works
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


# %% sweep-stale-clear-cache: a method that changes a number and clears the cached graph
# inputs: [(2, 3)]
# works
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


# %% sweep-stale-same-value: an attribute set to what it was
# inputs: [(2, 3)]
# works
# between: net.flag = True
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.flag = True

    def hybrid_forward(self, F, x):
        return x * 2 if self.flag else x * 3


# %% sweep-stale-unused: an attribute that the graph does not use is changed
# inputs: [(2, 3)]
# works
# between: net.title = "other"
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.title = "net"

    def hybrid_forward(self, F, x):
        return x * 2


# %% sweep-stale-class-attr: an attribute of the class changed after the trace
# inputs: [(2, 3)]
# breaks: values
# between: type(net).scale = 5
# needs: callers
class Net(HybridBlock):
    scale = 2

    def hybrid_forward(self, F, x):
        return x * self.scale


# %% sweep-stale-global: a global changed after the trace
# inputs: [(2, 3)]
# breaks: values
# between: FLAG["v"] = True
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if FLAG["v"] else x * 3


# %% sweep-stale-environ: an environment variable changed after the trace
# inputs: [(2, 3)]
# breaks: values
# between: os.environ["CASE_SCALE"] = "5"
# needs: callers
import os

os.environ["CASE_SCALE"] = "2"


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * float(os.environ["CASE_SCALE"])


# %% sweep-stale-dropout-rate: the rate of a Dropout changed after the trace, at prediction
# inputs: [(2, 3)]
# works
# between: net.drop._rate = 0.9
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.drop = nn.Dropout(0.0)

    def hybrid_forward(self, F, x):
        return x * 2 + F.zeros((1,)).sum() if False else x * 2


# %% sweep-child-replaced: a child replaced after the trace
# inputs: [(2, 3)]
# works
# between: net.act = nn.Activation("tanh")
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.act = nn.Activation("relu")
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.act(self.d(x))


# %% sweep-grandchild-replaced: a child of a child replaced after the trace
# inputs: [(2, 3)]
# breaks: values
# between: net.c.act = nn.Activation("tanh")
# needs: callers
class Ch(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.act = nn.Activation("relu")

    def hybrid_forward(self, F, x):
        return self.act(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x)


# %% sweep-child-registered-after: register_child after the trace
# inputs: [(2, 3)]
# works
# between: net.register_child(nn.Activation("tanh"))
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.act = nn.Activation("relu")

    def hybrid_forward(self, F, x):
        for child in self._children.values():
            x = child(x)
        return x


# %% sweep-child-none-after: a child set to None by a flag after the trace
# inputs: [(2, 3)]
# breaks: values
# between: net.use = False
# needs: callers
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.use = True
        self.act = nn.Activation("tanh")

    def hybrid_forward(self, F, x):
        return self.act(x) if self.use else x * 2


# %% sweep-hook-after: a hook registered on the root after the trace
# inputs: [(2, 3)]
# works
# between: net.register_forward_hook(lambda b, i, o: o.asnumpy())
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2


# %% sweep-hook-child-after: a hook registered on a child after the trace
# inputs: [(2, 3)]
# breaks: values
# call: (net(*xs), len(net.seen))
# between: net.d.register_forward_hook(lambda b, i, o: net.seen.append(1))
# needs: callers
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seen = []
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x)


# %% sweep-set-data-after: parameters set after the trace
# inputs: [(2, 3)]
# works
# between: net.d.weight.set_data(net.d.weight.data() * 2)
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x)


# %% sweep-reinit-after: parameters initialised again after the trace
# inputs: [(2, 3)]
# works
# between: net.initialize(mx.init.One(), force_reinit=True)
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x)


# %% sweep-frozen-weight-after: a number taken of a weight, which is then set
# inputs: [(2, 3)]
# breaks: values
# between: net.d.weight.set_data(net.d.weight.data() * 2)
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) * float(self.d.weight.data().asnumpy().max())  # breaks here


# %% sweep-frozen-grad-req: grad_req set after the trace
# inputs: [(2, 3)]
# works
# between: net.collect_params().setattr("grad_req", "null")
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x)


# %% sweep-rehybridize: hybridized once more after the trace
# inputs: [(2, 3)]
# works
# between: net.hybridize()
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x)


# %% sweep-hybridize-off: hybridize(False) after the trace
# inputs: [(2, 3)]
# works
# between: net.hybridize(False)
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x)


# %% sweep-hybridize-off-kept: an intermediate kept on the block, hybridize(False) after the trace
# inputs: [(2, 3)]
# breaks: execution
# between: net.hybridize(False)
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = None

    def hybrid_forward(self, F, x):
        out = x * 2 if self.last is None else x * 2 + self.last * 0  # breaks here
        self.last = x
        return out


# %% sweep-cast-after: cast to float64 after the trace
# inputs: [("f64", (2, 3))]
# works
# between: net.cast("float64")
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2


# %% sweep-static-alloc: hybridized with static_alloc
# inputs: [(2, 3)]
# works
# hybridize: net.hybridize(static_alloc=True, static_shape=True)
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) * 2


# %% sweep-child-hybridized-bad: only a child is hybridized, it reads a shape
# inputs: [(2, 3)]
# breaks: trace
# hybridize: net.c.hybridize()
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * x.shape[1]  # breaks here


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x)


# %% sweep-child-hybridized-row: only a child is hybridized, the parent takes a row of a Block
# inputs: [(2, 3)]
# works
# hybridize: net.d.hybridize()
class Net(Block):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def forward(self, x):
        return self.d(x)[0]


# %% sweep-child-hybridized-str: only a child is hybridized, given a string
# inputs: [(2, 3)]
# breaks: trace
# hybridize: net.c.hybridize()
# needs: callers
class Ch(HybridBlock):
    def hybrid_forward(self, F, x, mode="none"):
        return x * 2 if mode == "double" else x * 3


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x, "double")  # breaks here


# %% sweep-child-hybridized-tuple: only a child is hybridized, it returns a tuple that is asked for its type
# inputs: [(2, 3)]
# breaks: values
# hybridize: net.c.hybridize()
# needs: callers
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


# %% sweep-child-hybridized-kwarg-attr: only a child is hybridized, a number kept on it per call
# inputs: [(2, 3)]
# breaks: values
# hybridize: net.c.hybridize()
# needs: callers
class Ch(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = 1

    def hybrid_forward(self, F, x):
        return x * self.k


class Net(Block):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def forward(self, x):
        out = x
        for k in (2, 3):
            self.c.k = k
            out = out + self.c(x)
        return out


# %% sweep-ctor-units: a constructor with an argument
# inputs: [(2, 3)]
# works
# ctor: {"units": 3}
class Net(HybridBlock):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(units, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x)


# %% sweep-ctor-act-none: an option left at None by the caller
# inputs: [(2, 3)]
# works
# ctor: {"act": "relu"}
class Net(HybridBlock):
    def __init__(self, act=None, **kwargs):
        super().__init__(**kwargs)
        self.act = act

    def hybrid_forward(self, F, x):
        x = x * 2
        return F.Activation(x, act_type=self.act) if self.act else x


# %% sweep-ctor-split-three: the number of parts is three for this caller
# inputs: [(2, 3)]
# works
# ctor: {"n": 3}
class Net(HybridBlock):
    def __init__(self, n, **kwargs):
        super().__init__(**kwargs)
        self.n = n

    def hybrid_forward(self, F, x):
        out = 0
        for part in F.split(x, num_outputs=self.n, axis=1):
            out = out + F.sum(part, axis=1)
        return out


# %% sweep-ctor-layers-zero: no layers for this caller, the input returned
# inputs: [(2, 3)]
# breaks: gradients
# ctor: {"n": 0}
# needs: callers
class Net(HybridBlock):
    def __init__(self, n, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()
        for _ in range(n):
            self.body.add(nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        return self.body(x)


# %% sweep-ctor-layers-two: two layers for this caller
# inputs: [(2, 3)]
# works
# ctor: {"n": 2}
class Net(HybridBlock):
    def __init__(self, n, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()
        for _ in range(n):
            self.body.add(nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        return self.body(x)


# %% sweep-ctor-scale-nd: the caller gives an NDArray
# inputs: [(2, 3)]
# breaks: trace
# ctor: {"scale": 2.0}
class Net(HybridBlock):
    def __init__(self, scale, **kwargs):
        super().__init__(**kwargs)
        self.scale = nd.array([[scale]])

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, self.scale)  # breaks here


# %% sweep-ctor-scale-number: the caller gives a number
# inputs: [(2, 3)]
# works
# ctor: {"scale": 2.0}
class Net(HybridBlock):
    def __init__(self, scale, **kwargs):
        super().__init__(**kwargs)
        self.scale = scale

    def hybrid_forward(self, F, x):
        return x * self.scale


# %% sweep-ctor-bool-number: the caller gives a flag that is multiplied
# inputs: [(2, 3)]
# breaks: trace
# ctor: {"scale": True}
# needs: callers
class Net(HybridBlock):
    def __init__(self, scale, **kwargs):
        super().__init__(**kwargs)
        self.scale = scale

    def hybrid_forward(self, F, x):
        return x * self.scale  # breaks here


# %% sweep-ctor-prefix: a prefix given
# inputs: [(2, 3)]
# works
# ctor: {"prefix": "mine_"}
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w)


# %% sweep-ctor-prefix-data: a prefix with which a parameter is called data
# inputs: [(2, 3)]
# breaks: values
# ctor: {"prefix": "da"}
# needs: callers
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("ta", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w)


# %% sweep-ctor-prefix-data0: two inputs, a parameter called data0
# inputs: [(2, 3), (2, 3)]
# breaks: values
# ctor: {"prefix": ""}
# needs: callers
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("data0", shape=(2, 3))

    def hybrid_forward(self, F, x, y, w):
        return x * y + w


# %% sweep-ctor-mode-bad: the mode that reads a shape
# inputs: [(2, 3)]
# breaks: trace
# ctor: {"mode": "width"}
class Net(HybridBlock):
    def __init__(self, mode="plain", **kwargs):
        super().__init__(**kwargs)
        self.mode = mode

    def hybrid_forward(self, F, x):
        if self.mode == "width":
            return x / x.shape[1]  # breaks here
        return x * 2


# %% sweep-switched-twice: a flag changed and changed back between the calls
# inputs: [(2, 3)]
# works
# between: net.flag = not net.flag; net.flag = not net.flag
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.flag = True

    def hybrid_forward(self, F, x):
        return x * 2 if self.flag else x * 3


# %% sweep-read-attr-number: a number kept on the block, read outside
# inputs: [(2, 3)]
# works
# call: (net(*xs), net.width)
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.width = 3
        return x * self.width


# %% sweep-read-attr-output: the output kept on the block, read outside
# inputs: [(2, 3)]
# breaks: values
# call: (net(*xs), net.out)
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.out = F.relu(x)  # breaks here
        return self.out * 2


# %% sweep-read-child-attr: what a child kept, read by the parent
# inputs: [(2, 3)]
# works
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        self.attention = F.softmax(x)
        return x * 2


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        y = self.c(x)
        return y * self.c.attention


# %% sweep-read-child-attr-hybridized: what a hybridized child kept, read by a plain parent
# inputs: [(2, 3)]
# breaks: execution
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        self.attention = F.softmax(x)
        return x * 2


class Net(Block):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def forward(self, x):
        y = self.c(x)
        return y * self.c.attention


# %% sweep-reset-states: states kept between calls, reset by the caller
# inputs: [(2, 3)]
# works
# call: (net.reset(), net(*xs))[1]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.total = 0

    def reset(self):
        self.total = 0

    def hybrid_forward(self, F, x):
        for k in range(2):
            self.total = self.total + x * (k + 1)
        return self.total
