"""Loops, tests, modules and in-place changes as they are written in passing."""

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import HybridBlock, nn, rnn

# %% plain-py-rows: a list comprehension over rows
# inputs: [(3, 4)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        rows = [F.softmax(row, axis=0) for row in x]  # breaks here
        return F.stack(*rows, axis=0)


# %% plain-py-pyramid: a list of feature maps gone through
# inputs: [[(2, 3), (2, 3)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, features):
        return [F.relu(f) for f in features]


# %% plain-py-if-loss: a loss clipped when it is large
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        loss = F.mean(F.square(x))
        if loss > 10:  # breaks here
            loss = loss / 10
        return loss


# %% plain-py-if-loss-fixed: the same by where
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        loss = F.mean(F.square(x), axis=0)
        return F.where(loss > 10, loss / 10, loss)


# %% plain-py-len-norm: a sum divided by the length
# inputs: [(3, 4)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sum(x, axis=0) / len(x)  # breaks here


# %% plain-py-assert-sum: weights that must sum up
# inputs: [("pos", (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, w):
        w = F.softmax(w)
        assert F.sum(w) > 0, "empty weights"  # breaks here
        return w


# %% plain-py-while: values halved until they are small
# inputs: [("pos", (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        while x.max() > 1:  # breaks here
            x = x / 2
        return x


# %% plain-py-for-steps: a fixed number of halvings
# inputs: [("pos", (2, 3))]
# works
class Net(HybridBlock):
    def __init__(self, steps=3, **kwargs):
        super().__init__(**kwargs)
        self.steps = steps

    def hybrid_forward(self, F, x):
        for _ in range(self.steps):
            x = F.where(x > 1, x / 2, x)
        return x


# %% plain-py-unpack-batch: a batch of pairs unpacked
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, pair):
        left, right = pair  # breaks here
        return F.sum(left * right)


# %% plain-py-zip-lists: two lists walked together
# inputs: [[(2, 3), (2, 4)], [(2, 3), (2, 4)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, preds, labels):
        losses = [F.mean(F.abs(p - l), axis=0, exclude=True) for p, l in zip(preds, labels)]
        return F.add_n(*losses)


# %% plain-py-sum-builtin: the builtin sum of the rows
# inputs: [(3, 4)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum(x) * 0.5  # breaks here


# %% plain-py-max-scalar: the builtin max of a tensor and zero
# inputs: [("pos", (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, margin):
        return max(margin - 0.5, 0) * 2  # breaks here


# %% plain-py-isinstance-nd: a check that it is an NDArray
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not isinstance(x, nd.NDArray):
            raise TypeError("an NDArray is needed")  # breaks here
        return x + 1


# %% plain-py-isinstance-list: one or several inputs
# inputs: [[(2, 3), (2, 3)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if isinstance(x, (list, tuple)):
            x = F.concat(*x, dim=1)
        return F.relu(x)


# %% plain-py-try-shape: an error caught where a shape is not known
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            width = x.shape[1]
        except Exception:
            width = 1
        return x / width  # breaks here


# %% plain-py-print: a trace printed
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, verbose=False, **kwargs):
        super().__init__(**kwargs)
        self.verbose = verbose

    def hybrid_forward(self, F, x):
        if self.verbose:
            print("forward of", self.name)
        return F.relu(x)


# %% plain-py-format-mean: the mean in a message
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        message = "mean %.3f" % x.mean().asscalar()  # breaks here
        self.message = message
        return x * 2


# %% plain-py-lambda-table: activations in a dict of lambdas
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, act="swish", **kwargs):
        super().__init__(**kwargs)
        self.act = act

    def hybrid_forward(self, F, x):
        table = {"relu": F.relu, "swish": lambda t: t * F.sigmoid(t)}
        return table[self.act](x)


# %% plain-py-closure-shape: an inner function that needs a shape
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def flat(t):
            return t.reshape((t.shape[0] * t.shape[1],))  # breaks here
        return flat(F.relu(x))


# %% plain-py-reduce: functools.reduce over a list
# inputs: [[(2, 3), (2, 3), (2, 3)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        import functools
        return functools.reduce(lambda a, b: F.broadcast_maximum(a, b), xs)


# %% plain-py-range-tensor: as many steps as a tensor says
# inputs: [(2, 3), ("i", (1,), 2, 3, "int32")]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, steps):
        for _ in range(int(steps.asscalar())):  # breaks here
            x = F.tanh(x)
        return x


# %% plain-py-star-args: any number of inputs by a star
# inputs: [(2, 3), (2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, *others):
        return F.concat(x, *others, dim=1)


# %% plain-ns-nd-softmax: nd.softmax out of habit
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return nd.softmax(x, axis=-1)  # breaks here


# %% plain-ns-mx-nd-concat: mx.nd.concat out of habit
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b):
        joined = mx.nd.concat(a, b, dim=1)  # breaks here
        return F.relu(joined)


# %% plain-ns-sym-relu: mx.sym.Activation in the body
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.Activation(x, act_type="softrelu")


# %% plain-ns-np-exp: numpy on a tensor
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.exp(x)  # breaks here


# %% plain-ns-np-sqrt-units: numpy on a number
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def __init__(self, units=4, **kwargs):
        super().__init__(**kwargs)
        self.units = units

    def hybrid_forward(self, F, x):
        return x / float(np.sqrt(self.units))


# %% plain-ns-training-mode: noise in training only, by autograd.is_training
# inputs: [(2, 3)]
# breaks: modes
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if autograd.is_training():  # breaks here
            return x * 2
        return x * 1.0


# %% plain-ns-training-dropout: noise in training only, by Dropout
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.drop = nn.Dropout(0.0)

    def hybrid_forward(self, F, x):
        return self.drop(x) * 2


# %% plain-ns-pause: a target under autograd.pause
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with autograd.pause():
            target = F.tanh(x)
        return F.square(x - target)


# %% plain-ns-block-grad: a target under BlockGrad
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        target = F.BlockGrad(F.tanh(x))
        return F.square(x - target)


# %% plain-ns-guard-nd: a check in the imperative life only
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.ndarray:
            assert x.shape[1] == 3
        return F.softmax(x)


# %% plain-ns-guard-else: the shape asked for when it is not nd
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is nd:
            rows = 2
        else:
            rows = x.shape[0]  # breaks here
        return x / rows


# %% plain-ns-random-crop: a crop at a random place
# inputs: [(2, 3, 6)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        start = np.random.randint(0, 1000) / 1000.0
        return x + start  # breaks here


# %% plain-ns-helper: a function of the module that takes F
# inputs: [(2, 3)]
# works
def gelu(F, x):
    return 0.5 * x * (1 + F.erf(x / 2 ** 0.5))


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return gelu(F, x)


# %% plain-ns-helper-nd: a function of the module that uses nd
# inputs: [(2, 3)]
# breaks: trace
def mish(x):
    return x * nd.tanh(nd.log(1 + nd.exp(x)))  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return mish(x)


# %% plain-ns-init-linspace: anchors computed in __init__ by numpy
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        anchors = np.linspace(0, 1, 3).reshape((1, 3))
        with self.name_scope():
            self.anchors = self.params.get_constant("anchors", anchors)

    def hybrid_forward(self, F, x, anchors):
        return F.broadcast_add(x, anchors)


# %% plain-ns-mx-random: mx.random.uniform in the body
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        keep = mx.random.uniform(shape=(1, 3)) > 0
        return F.broadcast_mul(x, keep)  # breaks here


# %% plain-ns-time: a clock in the body
# inputs: [(2, 3)]
# breaks: values
import time


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (time.time() % 10)  # breaks here


# %% plain-ip-set-mask: padded places set by brackets
# inputs: [(2, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, scores):
        scores = scores * 1.0
        scores[:, 0] = -1e9  # breaks here
        return F.softmax(scores)


# %% plain-ip-set-fixed: padded places set by where
# inputs: [(2, 4), ("bin", (2, 4))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, scores, pad):
        scores = F.where(pad, F.ones_like(scores) * -1e9, scores)
        return F.softmax(scores)


# %% plain-ip-iadd: a residual by +=
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.fc = nn.Dense(3)

    def hybrid_forward(self, F, x):
        y = self.fc(x)
        y += x  # breaks here
        return y


# %% plain-ip-iadd-fixed: a residual by + and a name
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.fc = nn.Dense(3)

    def hybrid_forward(self, F, x):
        y = self.fc(x)
        y = y + x
        return y


# %% plain-ip-imul: the input scaled in place
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        h = F.relu(x)
        h *= 0.5  # breaks here
        return h


# %% plain-ip-acc-loop: a sum that starts at zero
# inputs: [[(2, 3), (2, 3), (2, 3)]]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        total = 0
        for x in xs:
            total += F.square(x)  # breaks here
        return total


# %% plain-ip-acc-fixed: a sum by add_n
# inputs: [[(2, 3), (2, 3), (2, 3)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        return F.add_n(*[F.square(x) for x in xs])


# %% plain-ip-list-slot: a slot of a list replaced
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b):
        slots = [None] * 2
        slots[0] = F.relu(a)
        slots[1] = F.tanh(b)
        return F.concat(*slots, dim=-1)


# %% plain-ip-dict-add: an entry of a dict grown
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b):
        parts = {"loss": F.abs(a)}
        parts["loss"] += F.abs(b)  # breaks here
        return parts["loss"]


# %% plain-ip-sub-alias: an alias taken before -=
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.exp(x)
        z = y
        y -= 1  # breaks here
        return y + z


# %% plain-ip-int-count: a Python number counted up
# inputs: [[(2, 3), (2, 3)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        n = 0
        parts = []
        for x in xs:
            n += 1
            parts.append(x * n)
        return F.concat(*parts, dim=0)


# %% plain-ip-fill: a canvas filled row by row
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        canvas = F.zeros((2, 3))
        for i in range(2):
            canvas[i] = i  # breaks here
        return x * canvas


# %% plain-ip-pow: **= on a tensor
# inputs: [("pos", (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x + 1
        y **= 2
        return y


# %% plain-ip-idiv-sum: /= by a sum of the rows
# inputs: [("pos", (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        e = F.exp(x)
        e /= F.sum(e)  # breaks here
        return e
