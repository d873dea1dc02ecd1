"""Blocks that HYB108 reports, and blocks like them that work."""

import functools
from typing import Callable, Dict

import mxnet as mx
import numpy as np
from mxnet import autograd, nd
from mxnet.gluon import HybridBlock, nn

# %% activations-in-a-registry-of-nd
# inputs: [(2, 3)]
ACTIVATIONS: Dict[str, Callable] = {}


def register(name):
    def add(function):
        ACTIVATIONS[name] = function
        return function

    return add


@register("swish")
def swish(x):
    return x * nd.sigmoid(x)  # HYB108 # breaks: trace


class Net(HybridBlock):
    def __init__(self, activation="swish", **kwargs):
        super().__init__(**kwargs)
        self.act = ACTIVATIONS[activation]
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.act(self.d(x))

# %% def-act-t-f-nd-relu
# inputs: [(2, 3)]
def act(t, f=nd.relu):
    return f(t)  # HYB108 # breaks: trace


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return act(x)

# %% f-bound-to-mx-nd-in-the-body
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        F = mx.nd
        return F.relu(x) * 2  # HYB108 # breaks: trace

# %% from-mxnet-ndarray-import-relu
# inputs: [(2, 3)]
from mxnet.ndarray import relu


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return relu(x)  # HYB108 # breaks: trace

# %% function-mapped-over-tensors
# inputs: [(2, 3)]
def scaled(x):
    return nd.relu(x)  # HYB108 # breaks: trace


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b = map(scaled, [x, x * 2])
        return a + b

# %% function-of-mx-nd-with-which-a-child-is-made
# inputs: [(2, 3)]
class Apply(HybridBlock):
    def __init__(self, function, **kwargs):
        super(Apply, self).__init__(**kwargs)
        self.function = function

    def hybrid_forward(self, F, x):
        return self.function(x)  # HYB108 # breaks: trace


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.i = Apply(nd.relu)

    def hybrid_forward(self, F, x):
        return self.i(x)

# %% function-of-the-module-that-uses-nd
# inputs: [(2, 3)]
def mish(x):
    return x * nd.tanh(nd.log(1 + nd.exp(x)))  # HYB108 # breaks: trace


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return mish(x)

# %% function-that-calls-itself
# inputs: [(2, 3)]
def scaled(x, n):
    return x if n == 0 else scaled(nd.relu(x), n - 1)  # HYB108 # breaks: trace


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return scaled(x, 2) * 2

# %% functions-composed-one-of-numpy
# inputs: [(2, 3)]
def compose(*functions):
    def run(x):
        for function in functions:
            x = function(x)
        return x

    return run


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.run = compose(lambda x: x * 2, lambda x: nd.tanh(x))  # HYB108 # breaks: trace

    def hybrid_forward(self, F, x):
        return self.run(x)

# %% functools-partial-nd-clip-a_min-0-a_max-1-x
# inputs: [(2, 3)]
import functools


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return functools.partial(nd.clip, a_min=0, a_max=1)(x)  # HYB108 # breaks: trace # fix: return functools.partial(F.clip, a_min=0, a_max=1)(x)

# %% functools-partial-nd-clip-x
# inputs: [(2, 3)]
from functools import partial


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return partial(nd.clip, a_min=0, a_max=1)(x)  # HYB108 # breaks: trace

# %% functools-partial-of-an-mx-nd-operator
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, axis=-1, **kwargs):
        super().__init__(**kwargs)
        self.normalise = functools.partial(nd.softmax, axis=axis)

    def hybrid_forward(self, F, x):
        return self.normalise(x * 2)  # HYB108 # breaks: trace

# %% functools-partial-of-an-operator-of-nd
# inputs: [(2, 3)]
norm = functools.partial(nd.norm, axis=1, keepdims=True)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_div(x, norm(x))  # HYB108 # breaks: trace

# %% getattr-nd-relu-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return getattr(nd, 'relu')(x)  # HYB108 # breaks: trace

# %% getattr-nd-self-act
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.act = "tanh"

    def hybrid_forward(self, F, x):
        return getattr(nd, self.act)(x)  # HYB108 # breaks: trace

# %% helper-f-mx-nd-default
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def act(t, F=nd):
            return F.relu(t)  # HYB108 # breaks: trace
        return act(x)

# %% helper-with-nd-as-its-default
# inputs: [(2, 3)]
def act(x, F=nd):
    return F.relu(x)  # HYB108 # breaks: trace


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return act(x)

# %% helper-x-f-nd-default
# inputs: [(2, 3)]
def act(t, F=nd):
    return F.tanh(t)  # HYB108 # breaks: trace


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return act(x)

# %% hybridlambda-lambda-f-x-nd-relu-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.l = nn.HybridLambda(lambda F, x: nd.relu(x))  # HYB108 # breaks: trace # fix: self.l = nn.HybridLambda(lambda F, x: F.relu(x))

    def hybrid_forward(self, F, x):
        return self.l(x)

# %% hybridlambda-that-calls-mx-nd
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridLambda(lambda F, x: mx.nd.relu(x))  # HYB108 # breaks: trace

    def hybrid_forward(self, F, x):
        return self.d(x)

# %% label-in-the-shape-of-the-prediction-by-the-function-of-gluons: a label in the shape of the prediction, by the function of Gluon's own losses
# inputs: [(2, 3), (2, 3)]
class Net(mx.gluon.loss.Loss):
    def __init__(self):
        super().__init__(1.0, 0)

    def hybrid_forward(self, F, pred, label):
        label = mx.gluon.loss._reshape_like(F, label, pred)
        return F.mean(F.abs(pred - mx.nd.round(label)), axis=0, exclude=True)  # HYB108 # breaks: trace

# %% map-of-a-method-of-ndarray
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        a, b = map(nd.NDArray.detach, [x, y])  # HYB108 # breaks: trace
        return a - b

# %% map-of-an-unbound-ndarray-method
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        a, b = map(mx.nd.NDArray.square, (x, y))  # HYB108 # breaks: trace
        return a - b

# %% method-of-an-instance: a method of an instance of another class
# inputs: [(2, 3)]
class Scale:
    def scaled(self, x):
        return nd.relu(x)  # HYB108 # breaks: trace


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return Scale().scaled(x) * 2

# %% method-of-the-ndarray-class
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return nd.NDArray.relu(x) + 1  # HYB108 # breaks: trace

# %% mx-nd-concat-of-two-tensors
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return mx.nd.concat(x, y, dim=1)  # HYB108 # breaks: trace

# %% mx-nd-concat-out-of-habit
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b):
        joined = mx.nd.concat(a, b, dim=1)  # HYB108 # breaks: trace
        return F.relu(joined)

# %% mx-nd-contrib-arange_like
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, mx.nd.contrib.arange_like(x, axis=1).reshape((1, -1)))  # HYB108 # breaks: trace

# %% mx-nd-contrib-of-a-loop
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        out, _ = mx.nd.contrib.foreach(lambda d, s: (d * 2, s), x, [])  # HYB108 # breaks: trace
        return out

# %% mx-nd-ndarray-relu-called-with-the-tensor
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return mx.nd.NDArray.relu(x) * 2  # HYB108 # breaks: trace

# %% mx-nd-relu-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return mx.nd.relu(x)  # HYB108 # breaks: trace

# %% nd-add-x-y
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return nd.add(x, y)  # HYB108 # breaks: trace

# %% nd-concat-x-y-dim-1
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return nd.concat(x, y, dim=1)  # HYB108 # breaks: trace

# %% nd-concatenate-x-y
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return nd.concatenate([x, y])  # HYB108 # breaks: trace

# %% nd-contrib-foreach
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return nd.contrib.foreach(lambda d, s: (d * 2, s), x, [])[0]  # HYB108 # breaks: trace

# %% nd-linalg-gemm2-x-y
# inputs: [(2, 3), (3, 2)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return nd.linalg.gemm2(x, y)  # HYB108 # breaks: trace

# %% nd-nd-relu-nd-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return {"nd": nd.relu}["nd"](x)  # HYB108 # breaks: trace

# %% nd-ndarray-sum-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return nd.NDArray.sum(x, axis=1)  # HYB108 # breaks: trace

# %% nd-relu-in-the-then-of-f-is-mx-sym
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.sym:
            y = nd.relu(x)  # HYB108 # breaks: trace
        else:
            y = F.relu(x)
        return y * 2

# %% nd-softmax-out-of-habit
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return nd.softmax(x, axis=-1)  # HYB108 # breaks: trace

# %% nd-where-x-0-x-y
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return nd.where(x > 0, x, y)  # HYB108 # breaks: trace

# %% ndarray-reshape-unbound-nd-ndarray-sum-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return nd.NDArray.sum(x)  # HYB108 # breaks: trace

# %% nn-lambda-in-a-python-list
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.ls = [nn.Lambda("relu")]

    def hybrid_forward(self, F, x):
        return self.ls[0](x)  # HYB108 # breaks: trace

# %% np-zeros_like-x
# inputs: [(2, 3)]
# later-numpy: raises
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + nd.array(np.zeros_like(x))  # HYB108, HYB109 # breaks: trace

# %% number-of-axes-asked-of-mx-np-itself
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + mx.np.ndim(x)  # HYB108 # breaks: values

# %% operator-of-nd-from-a-table
# inputs: [(2, 3)]
ACTIVATIONS = {"relu": nd.relu, "tanh": nd.tanh}


class Net(HybridBlock):
    def __init__(self, act="tanh", **kwargs):
        super().__init__(**kwargs)
        self.act = ACTIVATIONS[act]

    def hybrid_forward(self, F, x):
        return self.act(x) + 1  # HYB108 # breaks: trace

# %% operators-imported-in-the-method
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        from mxnet import ndarray as F

        return F.relu(x) * 2  # HYB108 # breaks: trace

# %% operators-in-a-list-attribute-of-nd
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.ops = [nd.relu, nd.tanh]

    def hybrid_forward(self, F, x):
        for op in self.ops:
            x = op(x)  # HYB108 # breaks: trace
        return x

# %% partial-as-default
# inputs: [(2, 3)]
import functools


class Net(HybridBlock):
    def __init__(self, act=functools.partial(mx.nd.LeakyReLU, slope=0.1), **kwargs):
        super().__init__(**kwargs)
        self.act = act

    def hybrid_forward(self, F, x):
        return self.act(x)  # HYB108 # breaks: trace

# %% partial-of-an-nd-operator
# inputs: [(2, 3)]
ACT = functools.partial(nd.LeakyReLU, slope=0.1)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return ACT(x)  # HYB108 # breaks: trace

# %% plain-function-object-over-nd
# inputs: [(2, 3)]
class Scale:
    def __call__(self, x):
        return nd.relu(x)  # HYB108 # breaks: trace


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = Scale()

    def hybrid_forward(self, F, x):
        return self.scale(x)

# %% reduce-of-a-function-of-nd: functools.reduce of a function of mx.nd
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return functools.reduce(nd.maximum, [x, y])  # HYB108 # breaks: trace

# %% relu-nd-relu
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.act = 'relu'

    def hybrid_forward(self, F, x):
        return {'relu': nd.relu, 'tanh': nd.tanh}[self.act](x)  # HYB108 # breaks: trace

# %% self-act-nd-relu
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, act=mx.nd.relu, **kwargs):
        super().__init__(**kwargs)
        self.act = act

    def hybrid_forward(self, F, x):
        return self.act(x)  # HYB108 # breaks: trace

# %% self-act-nd-relu-self-act-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.act = nd.relu

    def hybrid_forward(self, F, x):
        return self.act(x)  # HYB108 # breaks: trace

# %% self-f-nd-in-init
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.F = nd

    def hybrid_forward(self, F, x):
        return self.F.relu(x)  # HYB108 # breaks: trace

# %% self-op-nd-relu-in-init
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.op = nd.relu

    def hybrid_forward(self, F, x):
        return self.op(x)  # HYB108 # breaks: trace

# %% ssd-head-that-joins-with-nd-concat
# inputs: [(2, 4, 8, 8)]
class Net(HybridBlock):
    def __init__(self, classes=2, anchors=3, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.classes = classes
        with self.name_scope():
            self.stages = nn.HybridSequential()
            self.cls = nn.HybridSequential()
            for _ in range(2):
                self.stages.add(nn.Conv2D(4, 3, 2, 1))
                self.cls.add(nn.Conv2D(anchors * (classes + 1), 3, padding=1))

    def flatten_prediction(self, pred):
        return nd.flatten(nd.transpose(pred, axes=(0, 2, 3, 1)))  # HYB108 # breaks: trace

    def concat_predictions(self, preds):
        return nd.concat(*preds, dim=1)

    def hybrid_forward(self, F, x):
        preds = []
        for stage, c in zip(self.stages, self.cls):
            x = stage(x)
            preds.append(self.flatten_prediction(c(x)))
        return self.concat_predictions(preds).reshape((0, -1, self.classes + 1))

# %% static-helper-using-nd
# inputs: [(2, 3)]
class Net(HybridBlock):
    @staticmethod
    def act(t):
        return nd.tanh(t)  # HYB108 # breaks: trace
    def hybrid_forward(self, F, x):
        return self.act(x)

# %% what-a-function-of-another-file-made-of-a-tensor-goes-to-an: what a function of another file made of a tensor goes to an operator of `mx.nd`
# inputs: [(2, 3), (2, 3)]
doubled = eval("lambda F, x: F.relu(x) * 2")


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        twice = doubled(F, x)
        return mx.nd.relu(twice) + y  # HYB108 # breaks: trace

# %% x-to_dlpack_for_read-me-dlpack
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return mx.nd.from_dlpack(x.to_dlpack_for_read()) * 2  # HYB102, HYB108 # breaks: trace

# %% activations-in-a-registry-each-given-f
# inputs: [(2, 3)]
# clean
ACTIVATIONS: Dict[str, Callable] = {}


def register(name):
    def add(function):
        ACTIVATIONS[name] = function
        return function

    return add


@register("swish")
def swish(F, x):
    return x * F.sigmoid(x)


@register("mish")
def mish(F, x):
    return x * F.tanh(F.log(1 + F.exp(x)))


class Net(HybridBlock):
    def __init__(self, activation="mish", **kwargs):
        super().__init__(**kwargs)
        self.act = ACTIVATIONS[activation]
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.act(F, self.d(x))

# %% annotations-that-name-ndarray
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y: mx.nd.NDArray = F.relu(x)
        return y * 2

# %% block-of-the-module-without-parameters
# inputs: [(2, 3)]
# clean
ACT = nn.Activation("tanh")


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return ACT(x)

# %% detection-head-over-several-maps
# inputs: [(2, 3, 8, 8)]
# clean
class Net(HybridBlock):
    def __init__(self, classes=2, anchors=3, **kwargs):
        super().__init__(**kwargs)
        self._classes = classes
        with self.name_scope():
            self.stages = nn.HybridSequential()
            self.cls = nn.HybridSequential()
            self.box = nn.HybridSequential()
            for channels in (3, 4):
                self.stages.add(nn.Conv2D(4, 3, strides=2, padding=1, activation="relu", in_channels=channels))
                self.cls.add(nn.Conv2D(anchors * (classes + 1), 3, padding=1, in_channels=4))
                self.box.add(nn.Conv2D(anchors * 4, 3, padding=1, in_channels=4))

    def hybrid_forward(self, F, x):
        cls, box = [], []
        for stage, c, b in zip(self.stages, self.cls, self.box):
            x = stage(x)
            cls.append(F.flatten(F.transpose(c(x), (0, 2, 3, 1))))
            box.append(F.flatten(F.transpose(b(x), (0, 2, 3, 1))))
        cls = F.concat(*cls, dim=1).reshape((0, -1, self._classes + 1))
        box = F.concat(*box, dim=1).reshape((0, -1, 4))
        return cls, box

# %% f-activation-x-relu
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.Activation(x, 'relu')

# %% f-add-in-a-try
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        try:
            return F.add(x, y)
        except AttributeError:
            return F.broadcast_add(x, y)

# %% f-concat-with-dim
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.concat(x, y, dim=0) + F.Concat(y, x, dim=0)

# %% f-contrib-foreach-lambda-d-s-d-2-s-x
# inputs: [(4, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.foreach(lambda d, s: (d * 2, s), x, [])[0]

# %% f-sparse-where-x-0-x-y
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.sparse.where(x > 0, x, y)

# %% function-of-f-with-which-a-child-is-made
# inputs: [(2, 3)]
# clean
class Apply(HybridBlock):
    def __init__(self, function, **kwargs):
        super(Apply, self).__init__(**kwargs)
        self.function = function

    def hybrid_forward(self, F, x):
        return self.function(F, x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.i = Apply(lambda F, t: F.relu(t) * 2)

    def hybrid_forward(self, F, x):
        return self.i(x)

# %% functions-composed
# inputs: [(2, 3)]
# clean
def compose(*functions):
    def run(F, x):
        for function in functions:
            x = function(F, x)
        return x

    return run


def scale(k):
    return lambda F, x: x * k


def act(name):
    return lambda F, x: getattr(F, name)(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.run = compose(scale(2), act("tanh"), scale(0.5))

    def hybrid_forward(self, F, x):
        return self.run(F, x)

# %% functools-partial-f-clip-a_min-0-a_max-1-x
# inputs: [(2, 3)]
# clean
from functools import partial


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return partial(F.clip, a_min=0, a_max=1)(x)

# %% functools-partial-of-an-f-operator
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, axis=-1, **kwargs):
        super().__init__(**kwargs)
        self.options = {"axis": axis}

    def hybrid_forward(self, F, x):
        normalise = functools.partial(F.softmax, **self.options)
        return normalise(x * 2)

# %% functools-partial-of-an-operator
# inputs: [(2, 3)]
# clean
import functools


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        squash = functools.partial(F.clip, a_min=0, a_max=1)
        return squash(x) * 2

# %% getattr-x-self-act
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.act = "tanh"

    def hybrid_forward(self, F, x):
        return getattr(x, self.act)()

# %% helper-with-nd-as-its-default-given-f
# inputs: [(2, 3)]
# clean
def act(x, F=nd):
    return F.relu(x)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return act(x, F)

# %% helper-x-f-nd-given-f
# inputs: [(2, 3)]
# clean
def act(t, F=nd):
    return F.tanh(t)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return act(x, F)

# %% hybridlambda-of-an-operator-with-arguments
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridLambda(lambda F, x: F.LeakyReLU(x, act_type="leaky", slope=0.3))

    def hybrid_forward(self, F, x):
        return self.d(x) * 2

# %% hybridlambda-of-two-tensors
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.mix = nn.HybridLambda(lambda F, x, y: F.concat(x, y, dim=1))

    def hybrid_forward(self, F, x, y):
        return self.mix(x, y)

# %% internals-of-a-symbol-taken-behind-a-guard
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.sym:
            inner = x.get_internals()
        return x * 2

# %% lambda-as-default-asked-whether-it-is-there
# inputs: [(2, 12)]
# clean
class Net(HybridBlock):
    def __init__(self, act=lambda F, x: F.relu(x), **kwargs):
        super().__init__(**kwargs)
        self.act = act

    def hybrid_forward(self, F, x):
        if self.act:
            x = self.act(F, x)
        return x * 2

# %% map-of-fs-function
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        a, b = map(F.square, (x, y))
        return a - b

# %% nd-relu-in-the-else-of-f-is-mx-sym
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.sym:
            y = F.relu(x)
        else:
            y = nd.relu(x)
        return y * 2

# %% operators-in-a-list-of-f
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for op in (F.relu, F.tanh):
            x = op(x)
        return x

# %% option-left-at-none-by-the-caller
# inputs: [(2, 3)]
# clean
# ctor: {"act": "relu"}
class Net(HybridBlock):
    def __init__(self, act=None, **kwargs):
        super().__init__(**kwargs)
        self.act = act

    def hybrid_forward(self, F, x):
        x = x * 2
        return F.Activation(x, act_type=self.act) if self.act else x

# %% partial-of-an-operator
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        act = functools.partial(F.LeakyReLU, act_type="leaky", slope=0.1)
        return act(x)

# %% plain-function-object-instead-of-a-block
# inputs: [(2, 3)]
# clean
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

# %% relu-f-relu-self-act-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.act = 'relu'

    def hybrid_forward(self, F, x):
        return {'relu': F.relu, 'tanh': F.tanh}[self.act](x)

# %% self-op-lambda-f-t-f-relu-t
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.op = lambda F, t: F.relu(t)

    def hybrid_forward(self, F, x):
        return self.op(F, x)

# %% ssd-head-over-several-maps
# inputs: [(2, 4, 8, 8)]
# clean
class Net(HybridBlock):
    def __init__(self, classes=2, anchors=3, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.classes = classes
        with self.name_scope():
            self.stages = nn.HybridSequential()
            self.cls = nn.HybridSequential()
            self.box = nn.HybridSequential()
            for _ in range(2):
                self.stages.add(nn.Conv2D(4, 3, 2, 1, in_channels=4))
                self.cls.add(nn.Conv2D(anchors * (classes + 1), 3, padding=1, in_channels=4))
                self.box.add(nn.Conv2D(anchors * 4, 3, padding=1, in_channels=4))

    def hybrid_forward(self, F, x):
        cls_preds, box_preds = [], []
        for stage, c, b in zip(self.stages, self.cls, self.box):
            x = stage(x)
            cls_preds.append(F.flatten(F.transpose(c(x), axes=(0, 2, 3, 1))))
            box_preds.append(F.flatten(F.transpose(b(x), axes=(0, 2, 3, 1))))
        cls_preds = F.concat(*cls_preds, dim=1).reshape((0, -1, self.classes + 1))
        box_preds = F.concat(*box_preds, dim=1).reshape((0, -1, 4))
        return cls_preds, box_preds

# %% with-mx-cpu-around-an-operator
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with mx.cpu():
            return F.relu(x) * 2

# %% x-list_attr-if-f-is-mx-sym
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.sym:
            a = x.list_attr()
        return x * 2

# %% x-softmax-axis-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.softmax(axis=-1)

# %% child-whose-forward-uses-mx-nd
# inputs: [(2, 3)]
class Scaled(HybridBlock):
    def forward(self, x):
        return mx.nd.tanh(x) * 2  # HYB108 # breaks: trace


class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.scaled = Scaled()

    def hybrid_forward(self, F, x):
        return self.scaled(x) + x
