"""Blocks that HYB102 reports, and blocks like them that work."""

import collections
import functools
import operator
import typing

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import HybridBlock, nn, rnn
from mxnet.gluon.loss import Loss

# %% argument-of-a-stub-in-a-try-for-the-error-of-the-stub
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 2
        try:
            y.as_in_context(mx.cpu())  # HYB102 # breaks: trace
        except (NotImplementedError, RuntimeError):
            pass
        return y

# %% as-many-steps-as-a-tensor-says
# inputs: [(2, 3), ("i", (1,), 2, 3, "int32")]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, steps):
        for _ in range(int(steps.asscalar())):  # HYB102 # breaks: trace
            x = F.tanh(x)
        return x

# %% asnumpy-by-methodcaller
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, = map(operator.methodcaller("asnumpy"), [x])  # HYB102 # breaks: trace
        return x * a.sum()

# %% asnumpy-under-if-self-debug-on
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.debug = True

    def hybrid_forward(self, F, x):
        if self.debug:
            v = x.asnumpy()  # HYB102 # breaks: trace
        return x * 2

# %% autograd-grad-in-the-body
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x.attach_grad()  # HYB102 # breaks: trace
        with autograd.record():
            y = x * x
        return autograd.grad(y, [x])[0]

# %% base-class-calls-a-hook-that-the-subclass-overrides-badly
# inputs: [(2, 3)]
class Base(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.dense = nn.Dense(3)

    def prepare(self, F, x):
        return x

    def hybrid_forward(self, F, x):
        return self.dense(self.prepare(F, x))


class Net(Base):
    def prepare(self, F, x):
        x = super().prepare(F, x)
        return (x - float(x.mean().asscalar())) * 2  # HYB102 # breaks: trace

# %% block-that-keeps-statistics-of-what-went-through-it
# inputs: [(2, 3)]
class Statistics:
    """The running extremes of what it saw."""

    def __init__(self):
        self.seen = 0
        self.largest = float("-inf")

    def update(self, value):
        self.seen += 1
        self.largest = max(self.largest, value.abs().max().asscalar())  # HYB102 # breaks: trace
        return value


class Net(HybridBlock):
    def __init__(self, verbose=True, **kwargs):
        super().__init__(**kwargs)
        self.dense = nn.Dense(3)
        self.statistics = Statistics()
        self.verbose = verbose

    def hybrid_forward(self, F, x):
        y = self.dense(x)
        if self.verbose:
            y = self.statistics.update(y)
        return F.relu(y)

# %% boxes-kept-by-box_nms-and-counted-in-python
# inputs: [("pos", (2, 4, 6))]
class Net(HybridBlock):
    def hybrid_forward(self, F, boxes):
        kept = F.contrib.box_nms(boxes, overlap_thresh=0.5, coord_start=2, score_index=1, id_index=0)
        count = int(F.sum(kept[:, :, 0] >= 0).asscalar())  # HYB102, HYB302 # breaks: trace
        return F.slice_axis(kept, axis=1, begin=0, end=min(max(count, 1), 2))

# %% boxes-walked-in-numpy
# inputs: [(3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, boxes):
        areas = []
        for x0, y0, x1, y1 in boxes.asnumpy():  # HYB102 # breaks: trace
            areas.append((x1 - x0) * (y1 - y0))
        return boxes * float(np.sum(areas))

# %% canvas-as-long-as-the-largest-index
# inputs: [(3,), ("i", (1, 3), 0, 5, "int32")]
class Net(HybridBlock):
    def hybrid_forward(self, F, values, at):
        size = int(at.max().asscalar()) + 1  # HYB102 # breaks: trace
        return F.scatter_nd(values * 0, at, shape=(size,))

# %% composed-functions-one-of-which-converts-to-numpy-and-back
# inputs: [(2, 3)]
def compose(*functions):
    return functools.reduce(lambda f, g: lambda v: g(f(v)), functions)


def sharpen(v, power=2.0):
    return nd.array(np.power(v.asnumpy(), power))  # HYB102 # breaks: trace


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        pipeline = compose(F.softmax, functools.partial(sharpen, power=3.0), lambda v: v * 2)
        return pipeline(x)

# %% copy-of-an-input
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.copy() * 2  # HYB102 # breaks: trace

# %% copy-of-the-input
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        residual = x.copy()  # HYB102 # breaks: trace
        x = F.relu(x)
        return x + residual

# %% default-that-computes-with-mx-nd
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, normalize=lambda x: x / x.norm().asscalar(), **kwargs):  # HYB102 # breaks: trace
        super().__init__(**kwargs)
        self.normalize = normalize

    def hybrid_forward(self, F, x):
        return self.normalize(x * 2)

# %% dictionary-of-features-updated-and-read-again
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        features = {name: getattr(F, name)(x) for name in ("relu", "tanh")}
        features.update({"gate": F.sigmoid(x)})
        gate = features.pop("gate")
        return features["relu"] * float(gate.mean().asscalar())  # HYB102 # breaks: trace

# %% f-one_hot-x-int-x-max-asscalar-1
# inputs: [('i', (4,), 0, 3, 'float32')]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.one_hot(x, 3 + 0 * int(x.max().asscalar()))  # HYB102 # breaks: trace

# %% f-x-asnumpy-f
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        f = x.asnumpy
        return x * float(f().sum())  # HYB102 # breaks: trace

# %% f-x-detach-f
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        f = x.detach
        return x * f()  # HYB102 # breaks: trace

# %% f-zeros-x-sum-3
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.zeros((int(x.sum().asscalar()) * 0 + 1, 3)), x  # HYB102, HYB606 # breaks: trace

# %% focal-loss-with-its-weighting
# inputs: [(2, 4), ("i", (2,), 0, 4, "float32")]
from mxnet.gluon.loss import Loss


class Net(Loss):
    def __init__(self, classes=4, gamma=2.0, alpha=0.25, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._classes = classes
        self._gamma = gamma
        self._alpha = alpha

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        prob = F.softmax(pred, axis=-1)
        onehot = F.one_hot(label, self._classes)
        pt = F.sum(prob * onehot, axis=-1)
        loss = -self._alpha * ((1 - pt) ** self._gamma) * F.log(pt + 1e-12)
        positives = (label > 0).sum().asscalar()  # HYB102 # breaks: trace
        if positives > 0:
            loss = loss / positives
        if sample_weight is not None:
            loss = F.broadcast_mul(loss, sample_weight)
        return loss * self._weight if self._weight is not None else loss

# %% foreach-body-with-asscalar
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def body(d, s):
            return d * d.sum().asscalar(), s  # HYB102 # breaks: trace
        return F.contrib.foreach(body, x, [])[0]

# %% getattr-x-asnumpy
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.how = "asnumpy"

    def hybrid_forward(self, F, x):
        return x * float(getattr(x, self.how)().sum())  # HYB102 # breaks: trace

# %% getattr-x-detach
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * getattr(x, 'detach')()  # HYB102 # breaks: trace

# %% getattr-x-self-op-with-asnumpy
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.op = 'asnumpy'

    def hybrid_forward(self, F, x):
        v = getattr(x, self.op)()  # HYB102 # breaks: trace
        return x * float(v.sum())

# %% gradients-asked-for-an-input
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x.attach_grad()  # HYB102 # breaks: trace
        return x * 2

# %% greedy-decoding-that-stops-at-the-end-token
# inputs: [(2, 4)]
class Net(HybridBlock):
    def __init__(self, hidden=4, vocab=5, limit=3, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.limit = limit
        with self.name_scope():
            self.emb = nn.Embedding(vocab, hidden)
            self.cell = rnn.RNNCell(hidden, input_size=hidden)
            self.out = nn.Dense(vocab)

    def hybrid_forward(self, F, h):
        states = [h]
        token = F.argmax(h, axis=1)
        outputs = []
        for _ in range(self.limit):
            y, states = self.cell(self.emb(token), states)
            token = F.argmax(self.out(y), axis=1)
            outputs.append(token)
            if int(token.min().asscalar()) == 0:  # HYB102 # breaks: trace
                break
        return outputs[0]

# %% head-with-the-largest-mean-wins
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def __init__(self, heads=2, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.heads = nn.HybridSequential()
            for _ in range(heads):
                self.heads.add(nn.Dense(5, in_units=4, flatten=False))

    def hybrid_forward(self, F, x):
        seen = [head(x) for head in self.heads]
        return max(seen, key=lambda one: one.mean().asscalar())  # HYB102 # breaks: trace

# %% helpers-float-converts-the-tensor
# inputs: [(1,)]
class Scalar:
    def __init__(self, value):
        self.value = value

    def __float__(self):
        return float(self.value.asscalar())  # HYB102 # breaks: trace


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * float(Scalar(F.exp(x)))

# %% hooks-of-the-blocks-own-making-one-asks-for-numbers
# inputs: [(2, 3)]
class Hooked(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._before = []

    def before(self, function):
        self._before.append(function)
        return self

    def hybrid_forward(self, F, x):
        for function in self._before:
            x = function(x)
        return F.tanh(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = Hooked().before(lambda x: x / float(x.asnumpy().max()))  # HYB102 # breaks: trace

    def hybrid_forward(self, F, x):
        return self.body(x) + 1

# %% knowledge-distillation-that-detaches-the-teacher
# inputs: [(2, 4), (2, 4), ('i', (2,), 0, 4, 'float32')]
class Net(gluon.loss.Loss):
    def __init__(self, temperature=2.0, alpha=0.5, **kwargs):
        super(Net, self).__init__(None, 0, **kwargs)
        self.t = temperature
        self.alpha = alpha
        with self.name_scope():
            self.hard = gluon.loss.SoftmaxCrossEntropyLoss()
            self.soft = gluon.loss.KLDivLoss(from_logits=False)

    def hybrid_forward(self, F, student, teacher, label):
        soft = F.softmax(teacher.detach() / self.t)  # HYB102 # breaks: trace
        kd = self.soft(student / self.t, soft) * (self.t ** 2)
        return self.alpha * kd + (1 - self.alpha) * self.hard(student, label)

# %% layer-chosen-by-a-tensor
# inputs: [('pos', (2, 3))]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridSequential()
        self.d.add(nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        return self.d[int(x.sum().asscalar()) % 2](x) * 2  # HYB102 # breaks: trace

# %% learned-number-read-from-the-parameter
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1,))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w) * float(w.asscalar())  # HYB102 # breaks: trace

# %% loss-made-a-number-by-item
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        total = x.square().sum().asnumpy().item()  # HYB102 # breaks: trace
        return x / total

# %% max-of-tensors-by-their-sum
# inputs: [('pos', (2, 3)), ('pos', (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return max([x, y + 9], key=lambda t: t.sum().asscalar()) * 2  # HYB102 # breaks: trace

# %% max-x-y-key-lambda-t-t-sum
# inputs: [('pos', (2, 3)), ('pos', (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return max([x, y], key=lambda t: t.sum().asscalar()) * 2  # HYB102 # breaks: trace

# %% max-x-y-key-lambda-t-t-sum-asscalar
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return max([x, y], key=lambda t: t.sum().asscalar()) * 2  # HYB102 # breaks: trace

# %% maximum-in-numpy
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        top = float(x.asnumpy().max())  # HYB102 # breaks: trace
        return x / (abs(top) + 1)

# %% mean-in-a-message
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        message = "mean %.3f" % x.mean().asscalar()  # HYB102 # breaks: trace
        self.message = message
        return x * 2

# %% message-with-the-tensors-mean
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.softmax(x)
        message = "mean %.3f" % y.mean().asscalar()  # HYB102 # breaks: trace
        assert message
        return y

# %% method-by-the-name-of-a-default
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, how="asnumpy", **kwargs):
        super().__init__(**kwargs)
        self.how = how

    def hybrid_forward(self, F, x):
        return x * float(getattr(x, self.how)().max())  # HYB102 # breaks: trace

# %% method-that-symbols-have-only-to-refuse
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.broadcast_to((4, 2, 3))  # HYB102 # breaks: trace

# %% min-t-sum-i
# inputs: [('pos', (2, 3)), ('pos', (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        i = min(range(2), key=lambda k: [x, y][k].sum().asscalar())  # HYB102 # breaks: trace
        return [x, y][i] * 2

# %% mx-test_utils-same
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if mx.test_utils.same(x.asnumpy(), x.asnumpy()) else x  # HYB102 # breaks: trace

# %% name-mangled-method-reads-the-tensors-value
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __scale(self, x):
        return x.norm().asscalar()  # HYB102 # breaks: trace

    def hybrid_forward(self, F, x):
        return x / (1e-6 + self.__scale(x))

# %% nn-dense-subclass-reading-weight-shape
# inputs: [(2, 3)]
class Net(nn.Dense):
    def __init__(self, **kwargs):
        super().__init__(4, in_units=3, **kwargs)

    def hybrid_forward(self, F, x, weight, bias=None):
        return F.FullyConnected(x, weight / weight.norm().asscalar(), bias, num_hidden=self._units)  # HYB102 # breaks: trace

# %% np-array-x-ns-of
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * float(np.array(x.asnumpy())[0, 0])  # HYB102 # breaks: trace

# %% np-asarray-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * float(np.asarray(x.asnumpy()).mean())  # HYB102 # breaks: trace

# %% np-asarray-x-sum
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.asarray(x.asnumpy()).sum()  # HYB102 # breaks: trace

# %% np-concatenate-x-y
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * float(np.concatenate([x.asnumpy(), y.asnumpy()]).sum())  # HYB102 # breaks: trace

# %% np-isnan-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if not np.isnan(x.asnumpy()).any() else x  # HYB102 # breaks: trace

# %% np-stack-of-tensors
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return np.stack([x.asnumpy(), y.asnumpy()]).sum() * x  # HYB102 # breaks: trace

# %% np-sum-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * float(np.sum(x.asnumpy()))  # HYB102 # breaks: trace

# %% number-of-negatives-counted-out-of-the-arrays
# inputs: [('pos', (2, 5)), ('bin', (2, 5))]
class Net(Loss):
    def __init__(self, ratio=3, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._ratio = ratio

    def hybrid_forward(self, F, loss, positive):
        with autograd.pause():
            most = int(F.sum(positive).asscalar()) * self._ratio  # HYB102 # breaks: trace
        rank = (loss * (1 - positive)).argsort(axis=1, is_ascend=False).argsort(axis=1)
        return F.sum(loss * (positive + (rank < most)), axis=1)

# %% one-input-brought-to-the-context-of-the-other
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, mask):
        mask = mask.as_in_context(x.context)  # HYB101, HYB102 # breaks: trace
        return x * mask

# %% operator-methodcaller
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        values = operator.methodcaller("asnumpy")(x)  # HYB102 # breaks: trace
        return x * float(values.max())

# %% operator-methodcaller-asnumpy
# inputs: [(2, 3)]
import operator


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * float(operator.methodcaller("asnumpy")(x).sum())  # HYB102 # breaks: trace

# %% operator-methodcaller-asnumpy-x
# inputs: [(2, 3)]
import operator


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        v = operator.methodcaller('asnumpy')(x)  # HYB102 # breaks: trace
        return x * float(v.sum())

# %% operator-methodcaller-asscalar-x
# inputs: [(1,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * operator.methodcaller("asscalar")(x)  # HYB102 # breaks: trace

# %% optional-child-in-a-conditional-expression
# inputs: [(2, 3)]
# ctor: {'layers': 0}
class Net(HybridBlock):
    def __init__(self, layers=1, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3) if layers else None
    def hybrid_forward(self, F, x):
        y = self.d(x) if self.d is not None else x.asnumpy().sum() * x  # HYB102 # breaks: trace
        return y * 2

# %% parts-copy-0
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts.copy()[0] * 1  # HYB102 # breaks: trace

# %% print-x-asnumpy-if-verbose
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.verbose = True

    def hybrid_forward(self, F, x):
        if self.verbose:
            print(x.asnumpy())  # HYB102 # breaks: trace
        return x * 2

# %% range-int-n-asscalar
# inputs: [(2, 3), ('i', (1,), 1, 3, 'int32')]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        for k in range(int(y.asscalar())):  # HYB102 # breaks: trace
            x = x * 2
        return x

# %% recurrent-loop-with-foreach-that-keeps-states-on-self
# inputs: [(3, 2, 4), (2, 4)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.norms = []
        with self.name_scope():
            self.i2h = nn.Dense(4, in_units=4)
            self.h2h = nn.Dense(4, in_units=4)

    def hybrid_forward(self, F, x, h):
        def step(data, states):
            new = F.tanh(self.i2h(data) + self.h2h(states[0]))
            self.norms.append(float(new.norm().asscalar()))  # HYB102 # breaks: trace
            return new, [new]
        out, states = F.contrib.foreach(step, x, [h])
        return out, states[0]

# %% round-x-asscalar
# inputs: [('pos', (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * round(float(x.sum().asscalar()))  # HYB102 # breaks: trace

# %% row-of-lengths-as-a-list
# inputs: [(2, 4, 3), ("i", (2,), 1, 4, "int32")]
class Net(HybridBlock):
    def hybrid_forward(self, F, seq, lengths):
        longest = max(lengths.asnumpy().tolist())  # HYB102 # breaks: trace
        return seq.slice_axis(axis=1, begin=0, end=longest)

# %% scaler-that-checks-what-it-was-given
# inputs: [(2, 6, 1), ('bin', (2, 6, 1))]
class Net(HybridBlock):
    def __init__(self, minimum=1e-10, **kwargs):
        super().__init__(**kwargs)
        self.minimum = minimum

    def _check(self, observed):
        if observed.min().asscalar() < 0:  # HYB102 # breaks: trace
            raise ValueError("negative weights")
        return observed

    def hybrid_forward(self, F, data, observed):
        observed = self._check(observed)
        total = F.maximum(observed.sum(axis=1), 1.0)
        scale = (data.abs() * observed).sum(axis=1) / total + self.minimum
        return F.broadcast_div(data, scale.expand_dims(axis=1)), scale

# %% setitem-called-by-name
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.zeros_like(x)
        y.__setitem__(slice(0, 1), 1.0)  # HYB102 # breaks: trace
        return y + x

# %% sorted-by-the-tensors-norms
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        small, large = sorted([x, y], key=lambda v: v.norm().asscalar())  # HYB102 # breaks: trace
        return small / (1 + F.abs(large))

# %% t-asnumpy-for-t-in-x-y
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        vs = [t.asnumpy() for t in (x, y)]  # HYB102 # breaks: trace
        return x * float(vs[0].sum() + vs[1].sum())

# %% target-cut-off-by-detach
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        target = x.detach()  # HYB102 # breaks: trace
        return F.square(x - target)

# %% try-x-asnumpy-except-attributeerror-wrong-exception
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            v = x.asnumpy()  # HYB102 # breaks: trace
        except AttributeError:
            v = None
        return x * 2

# %% try-x-asnumpy-except-notimplementederror
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            v = x.asnumpy()  # HYB102 # breaks: trace
        except NotImplementedError:
            v = None
        return x * 2

# %% w-as_in_context-x-context
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.w = self.params.get('w', shape=(2, 3), init='ones')

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w.as_in_context(mx.cpu()))  # HYB102 # breaks: trace

# %% waiting-for-the-result
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.exp(x)
        y.wait_to_read()  # HYB102 # breaks: trace
        return y

# %% walrus-holds-a-scalar-read-from-the-tensor
# inputs: [('pos', (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if (peak := x.max().asscalar()) > 0:  # HYB102 # breaks: trace
            return x / peak
        return x

# %% winner-as-a-python-number
# inputs: [(2, 5)]
class Net(HybridBlock):
    def hybrid_forward(self, F, scores):
        best = scores.sum(axis=0).argmax(axis=0).asscalar()  # HYB102 # breaks: trace
        return scores.slice_axis(axis=1, begin=int(best), end=int(best) + 1)

# %% x-2-detach
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        t = (x * 2).detach()  # HYB102 # breaks: trace
        return x * t

# %% x-asnumpy-if-hasattr-x-asnumpy-both-have-it
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if hasattr(x, 'asnumpy'):
            v = x.asnumpy()  # HYB102 # breaks: trace
        return x * 2

# %% x-asnumpy-shape-me
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / x.asnumpy().shape[1]  # HYB102 # breaks: trace

# %% x-asnumpy-tolist
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * max(max(row) for row in x.asnumpy().tolist())  # HYB102 # breaks: trace

# %% x-at-0
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x._at(0)  # HYB102 # breaks: trace

# %% x-copy-me
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x.copy()  # HYB102 # breaks: trace # fix: y = F.identity(x)
        return y * 2

# %% x-copyto-y
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        x.copyto(y)  # HYB102 # breaks: trace
        return y * 2

# %% x-detach
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.detach() * x  # HYB102 # breaks: trace

# %% x-iadd-y-ew-dunder
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        z = x * 1
        return z.__iadd__(y)  # HYB102 # breaks: trace

# %% x-iadd-y-ip-dunder
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        return y.__iadd__(x)  # HYB102 # breaks: trace

# %% x-itruediv-2
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.__itruediv__(2)  # HYB102 # breaks: trace

# %% x-setitem
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        y.__setitem__(0, 0)  # HYB102 # breaks: trace
        return y

# %% x-slice-0-1-me-assign
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x._slice(0, 1)  # HYB102 # breaks: trace

# %% x-slice_assign_scalar
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        y.slice_assign_scalar(0, (0, 0), (1, 1), (1, 1))  # HYB102 # breaks: trace
        return y

# %% x-to_dlpack_for_read-me-todlpack
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x.to_dlpack_for_read()  # HYB102 # breaks: trace
        return x * 2

# %% x-tostype-default
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.tostype("default") * 2  # HYB102 # breaks: trace

# %% x-tostype-row_sparse-me-row-sparse
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sparse.retain(x.tostype("row_sparse"), F.arange(2)).tostype("default")  # HYB102 # breaks: trace

# %% x-tostype-row_sparse-me-rsp
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.tostype('row_sparse')  # HYB102 # breaks: trace

# %% y-iadd-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 2
        y = y.__iadd__(x)  # HYB102 # breaks: trace
        return y

# %% y-setitem-0-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        y.__setitem__(0, 1)  # HYB102 # breaks: trace
        return y

# %% y-slice_assign_scalar-0
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        y.slice_assign_scalar(0.0, (0, 0), (1, 1), (1, 1))  # HYB102 # breaks: trace
        return y

# %% y-x-detach
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * x.detach()  # HYB102 # breaks: trace

# %% asnumpy-under-if-false-flag
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.debug = False

    def hybrid_forward(self, F, x):
        if self.debug:
            print(x.asnumpy())
        return x * 2

# %% asnumpy-under-isinstance-x-nd-ndarray
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if isinstance(x, nd.NDArray):
            v = x.asnumpy()
        return x * 2

# %% base-class-calls-a-hook-that-the-subclass-overrides-well
# inputs: [(2, 3)]
# clean
class Base(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.dense = nn.Dense(3)

    def prepare(self, F, x):
        return F.broadcast_sub(x, F.mean(x, axis=0, keepdims=True))

    def hybrid_forward(self, F, x):
        return self.dense(self.prepare(F, x))


class Net(Base):
    def prepare(self, F, x):
        return F.broadcast_sub(x, F.mean(x, axis=1, keepdims=True))

# %% composed-functions-of-operators
# inputs: [(2, 3)]
# clean
def compose(*functions):
    return functools.reduce(lambda f, g: lambda v: g(f(v)), functions)


def sharpen(v, power=2.0):
    return v ** power


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        pipeline = compose(F.softmax, functools.partial(sharpen, power=3.0), lambda v: v * 2)
        return pipeline(x)

# %% default-that-computes-with-methods
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, normalize=lambda x: x.relu() * 2, **kwargs):
        super().__init__(**kwargs)
        self.normalize = normalize

    def hybrid_forward(self, F, x):
        return self.normalize(x * 2)

# %% dictionary-of-features-updated-and-multiplied
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        features = {name: getattr(F, name)(x) for name in ("relu", "tanh")}
        features.update({"gate": F.sigmoid(x)})
        gate = features.pop("gate")
        return features["relu"] * gate

# %% f-x-asnumpy-never-called
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        f = x.asnumpy
        return x * 2

# %% fixed-number-of-halvings
# inputs: [("pos", (2, 3))]
# clean
class Net(HybridBlock):
    def __init__(self, steps=3, **kwargs):
        super().__init__(**kwargs)
        self.steps = steps

    def hybrid_forward(self, F, x):
        for _ in range(self.steps):
            x = F.where(x > 1, x / 2, x)
        return x

# %% focal-loss-whose-weighting-stays-a-tensor
# inputs: [(2, 4), ("i", (2,), 0, 4, "float32")]
# clean
from mxnet.gluon.loss import Loss


class Net(Loss):
    def __init__(self, classes=4, gamma=2.0, alpha=0.25, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._classes = classes
        self._gamma = gamma
        self._alpha = alpha

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        prob = F.softmax(pred, axis=-1)
        onehot = F.one_hot(label, self._classes)
        pt = F.sum(prob * onehot, axis=-1)
        loss = -self._alpha * ((1 - pt) ** self._gamma) * F.log(pt + 1e-12)
        if sample_weight is not None:
            loss = F.broadcast_mul(loss, sample_weight)
        if self._weight is not None:
            loss = loss * self._weight
        return F.mean(loss, axis=self._batch_axis, exclude=True)

# %% focal-loss-with-one-hot-labels
# inputs: [(2, 4), ('i', (2,), 0, 4, 'float32')]
# clean
class Net(gluon.loss.Loss):
    def __init__(self, axis=-1, alpha=0.25, gamma=2.0, eps=1e-12, weight=None, batch_axis=0, **kwargs):
        super(Net, self).__init__(weight, batch_axis, **kwargs)
        self._axis = axis
        self._alpha = alpha
        self._gamma = gamma
        self._eps = eps
        self._num_class = 4

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        one_hot = F.one_hot(label, self._num_class)
        p = F.softmax(pred, axis=self._axis)
        pt = F.where(one_hot, p, 1 - p)
        t = F.ones_like(one_hot)
        alpha = F.where(one_hot, self._alpha * t, (1 - self._alpha) * t)
        loss = -alpha * ((1 - pt) ** self._gamma) * F.log(F.minimum(pt + self._eps, 1))
        if self._weight is not None:
            loss = loss * self._weight
        return F.mean(loss, axis=self._batch_axis, exclude=True)

# %% for-else-over-numbers
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for k in range(3):
            x = x * (k + 1)
        else:
            x = x + 1
        return x

# %% for-k-in-np-arange-1-3-x-k-np-int64
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for k in np.arange(1, 3):
            x = x * k
        return x

# %% for-k-in-np-arange-3
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for k in np.arange(3):
            x = x * float(k + 1)
        return x

# %% foreach-over-two-inputs-with-two-states
# inputs: [(3, 2, 4), (3, 2, 4), (2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y, h):
        def step(data, states):
            a, b = data
            return a * b + states[0], [states[0] + a]

        out, states = F.contrib.foreach(step, [x, y], [h])
        return out * 2, states[0]

# %% getattr-of-a-method-that-both-have
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, how="tanh", **kwargs):
        super().__init__(**kwargs)
        self.how = how

    def hybrid_forward(self, F, x):
        return getattr(x, self.how)()

# %% getattr-x-self-op-axis-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.op = 'max'

    def hybrid_forward(self, F, x):
        return getattr(x, self.op)(axis=1)

# %% greedy-decoding-over-a-fixed-number-of-steps
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, hidden=4, vocab=5, limit=3, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.limit = limit
        with self.name_scope():
            self.emb = nn.Embedding(vocab, hidden)
            self.cell = rnn.RNNCell(hidden, input_size=hidden)
            self.out = nn.Dense(vocab)

    def hybrid_forward(self, F, h):
        states = [h]
        token = F.argmax(h, axis=1)
        outputs = []
        for _ in range(self.limit):
            y, states = self.cell(self.emb(token), states)
            scores = self.out(y)
            token = F.argmax(scores, axis=1)
            outputs.append(scores)
        return F.stack(*outputs, axis=1)

# %% heads-of-a-list-of-layers-joined
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, heads=2, **kwargs):
        super().__init__(**kwargs)
        self._heads = []
        with self.name_scope():
            for number in range(heads):
                head = nn.Dense(5, in_units=4, flatten=False, prefix='head%d_' % number)
                self.register_child(head)
                self._heads.append(head)

    def hybrid_forward(self, F, x):
        return F.concat(*[head(x) for head in self._heads], dim=-1)

# %% hooks-of-the-blocks-own-making-run-in-order
# inputs: [(2, 3)]
# clean
class Hooked(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._before = collections.OrderedDict()

    def before(self, name, function):
        self._before[name] = function
        return self

    def hybrid_forward(self, F, x):
        for function in self._before.values():
            x = function(F, x)
        return F.tanh(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = Hooked().before("double", lambda F, x: x * 2).before("clip", lambda F, x: F.clip(x, -1, 1))

    def hybrid_forward(self, F, x):
        return self.body(x) + 1

# %% inner-function-that-is-never-called
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def debug():
            print(x.asnumpy())
        
        return x * 2

# %% knowledge-distillation-with-a-temperature
# inputs: [(2, 4), (2, 4), ('i', (2,), 0, 4, 'float32')]
# clean
class Net(gluon.loss.Loss):
    def __init__(self, temperature=2.0, alpha=0.5, **kwargs):
        super(Net, self).__init__(None, 0, **kwargs)
        self.t = temperature
        self.alpha = alpha
        with self.name_scope():
            self.hard = gluon.loss.SoftmaxCrossEntropyLoss()
            self.soft = gluon.loss.KLDivLoss(from_logits=False)

    def hybrid_forward(self, F, student, teacher, label):
        soft = F.softmax(F.BlockGrad(teacher) / self.t)
        kd = self.soft(student / self.t, soft) * (self.t ** 2)
        return self.alpha * kd + (1 - self.alpha) * self.hard(student, label)

# %% maximum-that-stays-a-tensor
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        top = x.max()
        return F.broadcast_div(x, top.abs() + 1)

# %% none-or-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = None or x
        return y * 2

# %% np-array-of-numbers
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * float(np.array([1.0, 2.0]).mean())

# %% operator-methodcaller-relu-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return operator.methodcaller("relu")(x)

# %% operator-methodcaller-sum-axis-1-x
# inputs: [(2, 3)]
# clean
import operator


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return operator.methodcaller('sum', axis=1)(x)

# %% print-of-a-number
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = 2
        self.verbose = False

    def hybrid_forward(self, F, x):
        if self.verbose:
            print("scale", self.scale)
        return x * self.scale

# %% print-x-asnumpy-if-verbose-which-it-is-not
# inputs: [(2, 3)]
# clean
# reported: Rightly reported, though this one configuration works: `if VERBOSE: print(x.asnumpy())` breaks as soon as the constant of the module is True.
VERBOSE = False


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if VERBOSE:
            print(x.asnumpy())  # HYB102
        return x * 2

# %% recurrent-loop-with-foreach
# inputs: [(3, 2, 4), (2, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.i2h = nn.Dense(4, in_units=4)
            self.h2h = nn.Dense(4, in_units=4)

    def hybrid_forward(self, F, x, h):
        def step(data, states):
            new = F.tanh(self.i2h(data) + self.h2h(states[0]))
            return new, [new]
        out, states = F.contrib.foreach(step, x, [h])
        return out, states[0]

# %% same-by-an-operator
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# clean
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.np.broadcast_to(x, (4, 2, 3))

# %% same-within-the-graph
# inputs: [('pos', (2, 5)), ('bin', (2, 5))]
# clean
class Net(Loss):
    def __init__(self, ratio=3, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._ratio = ratio

    def hybrid_forward(self, F, loss, positive):
        most = F.sum(positive, axis=1, keepdims=True) * self._ratio
        rank = F.argsort(F.argsort(loss * (1 - positive), axis=1, is_ascend=False), axis=1)
        return F.sum(loss * (positive + F.broadcast_lesser(rank, most)), axis=1)

# %% scaler-of-time-series-that-gives-back-its-scale
# inputs: [(2, 6, 1), ('bin', (2, 6, 1))]
# clean
class Net(HybridBlock):
    def __init__(self, minimum=1e-10, keepdims=True, **kwargs):
        super().__init__(**kwargs)
        self.minimum = minimum
        self.keepdims = keepdims

    def hybrid_forward(self, F, data, observed):
        total = observed.sum(axis=1)
        summed = (data.abs() * observed).sum(axis=1)
        total_batch = observed.sum(axis=0)
        fallback = F.broadcast_div(summed.mean(), F.maximum(total_batch.mean(), 1.0))
        scale = summed / F.maximum(total, 1.0)
        scale = F.where(scale > self.minimum, scale, scale * F.zeros_like(scale) + self.minimum)
        scale = F.broadcast_add(scale, 0 * fallback.reshape((1, 1)))
        if self.keepdims:
            scale = scale.expand_dims(axis=1)
        return F.broadcast_div(data, scale), scale

# %% self-d-1-called
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridSequential()
        self.d.add(nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        return self.d[1:](self.d[:1](x))

# %% self-op-relu-getattr-f-self-op
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.op = 'relu'

    def hybrid_forward(self, F, x):
        return getattr(F, self.op)(x)

# %% trace-printed
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, verbose=False, **kwargs):
        super().__init__(**kwargs)
        self.verbose = verbose

    def hybrid_forward(self, F, x):
        if self.verbose:
            print("forward of", self.name)
        return F.relu(x)

# %% values-scattered-into-a-canvas
# inputs: [(3,), ("i", (1, 3), 0, 5, "int32")]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, values, at):
        return F.scatter_nd(values * 0, at, shape=(5,))

# %% y-2-on-a-result
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 2
        y %= 2
        return y

# %% array-yielded-under-a-condition: a generator yields a number or, by a hyperparameter, the array
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, counted=False, **kwargs):
        super().__init__(**kwargs)
        self.counted = counted

    def items(self, x):
        if self.counted:
            yield 3
        yield x

    def hybrid_forward(self, F, x):
        return x * next(self.items(x)).asnumpy().size  # HYB102 # breaks: trace

# %% generator-that-only-receives: a generator that uses the value of each of its yields
# inputs: [(2, 3)]
# missed: Not followed: a generator step by step, and what is sent to it.
def doubled():
    got = yield 1
    got = yield got * 2


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        both = doubled()
        next(both)
        y = both.send(x)
        return x * float(y.asnumpy().sum())  # breaks: trace

# %% hasattr-of-what-init-always-sets: hasattr of an attribute that every path through `__init__` sets
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, wide=False, **kwargs):
        super().__init__(**kwargs)
        if wide:
            self.scale = 2
        else:
            self.narrow()

    def narrow(self):
        self.scale = 3

    def hybrid_forward(self, F, x):
        if not hasattr(self, "scale") or not hasattr(self, "narrow"):
            return x.asnumpy()
        return x * self.scale

# %% hasattr-of-what-init-may-set: hasattr of an attribute that `__init__` sets in one of its branches
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, wide=False, **kwargs):
        super().__init__(**kwargs)
        if wide:
            self.scale = 2

    def hybrid_forward(self, F, x):
        if not hasattr(self, "scale"):
            return F.array(x.asnumpy())  # HYB102, HYB103 # breaks: trace
        return x * self.scale

# %% hasattr-of-what-init-sets-after-a-return: hasattr of an attribute that `__init__` sets unless it returns before
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, wide=False, **kwargs):
        super().__init__(**kwargs)
        if not wide:
            return
        self.scale = 2

    def hybrid_forward(self, F, x):
        if not hasattr(self, "scale"):
            return F.array(x.asnumpy())  # HYB102, HYB103 # breaks: trace
        return x * self.scale

# %% hasattr-of-what-a-method-deletes: hasattr of an attribute that another method has deleted
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = 2
        self.forget()

    def forget(self):
        del self.scale

    def hybrid_forward(self, F, x):
        if not hasattr(self, "scale"):
            return F.array(x.asnumpy())  # HYB102, HYB103 # breaks: trace
        return x * self.scale

# %% a-tensor-from-typing-cast
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = typing.cast(mx.nd.NDArray, x)
        return x / float(y.asnumpy().max())  # HYB102 # breaks: trace

# %% numpy-array-back-to-an-array
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mask = nd.array(np.abs(x.asnumpy()) > 0.5)  # HYB102 # breaks: trace # fix: mask = F.cast(F.abs(F.BlockGrad(x)) > 0.5, "float32")
        return x * mask

# %% numpy-norm-as-a-number
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = float(np.linalg.norm(x.asnumpy()))  # HYB102 # breaks: trace
        return x / (n + 1e-6)

# %% numpy-any-in-a-test
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x) if np.any(x.asnumpy() > 1) else x * 2  # HYB102 # breaks: trace # fix: return F.where(F.broadcast_like(F.max((x > 1) != 0), x, lhs_axes=(0,), rhs_axes=(0,)), F.relu(x), x * 2)

# %% copied-into-an-array-of-its-own
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.zeros_like(x)
        F.exp(x).copyto(y)  # HYB102 # breaks: trace # fix: y = F.identity(F.exp(x))
        return y * 2
