"""Blocks that HYB902 reports, and blocks like them that work."""

import contextlib
import math
import time

import mxnet as mx
from mxnet import autograd, nd
from mxnet.gluon import HybridBlock, nn, rnn

# %% additive-attention-with-a-plain-plus
# inputs: [(2, 4), (2, 5, 4)]
# needs: shapes
class Net(HybridBlock):
    def __init__(self, units=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.w = nn.Dense(units, flatten=False, use_bias=False)
            self.u = nn.Dense(units, flatten=False, use_bias=False)
            self.v = nn.Dense(1, flatten=False, use_bias=False)

    def hybrid_forward(self, F, query, keys):
        q = self.w(query).expand_dims(axis=1)
        e = self.v(F.tanh(q + self.u(keys))).squeeze(axis=-1)  # HYB902 # breaks: execution
        a = F.softmax(e, axis=-1)
        return F.batch_dot(a.expand_dims(axis=1), keys).squeeze(axis=1), a

# %% boxes-decoded-by-parts-plain-operators: boxes decoded by parts, plain operators
# inputs: [(2, 5, 4), ('pos', (1, 5, 4))]
# needs: shapes
# breaks: execution
class Net(HybridBlock):
    def __init__(self, stds=(0.1, 0.1, 0.2, 0.2), **kwargs):
        super().__init__(**kwargs)
        self._stds = stds

    def hybrid_forward(self, F, pred, anchors):
        ax, ay, aw, ah = F.split(anchors, num_outputs=4, axis=-1)
        dx, dy, dw, dh = F.split(pred, num_outputs=4, axis=-1)
        cx = dx * self._stds[0] * aw + ax
        cy = dy * self._stds[1] * ah + ay
        w = F.exp(dw * self._stds[2]) * aw / 2
        h = F.exp(dh * self._stds[3]) * ah / 2
        return F.concat(cx - w, cy - h, cx + w, cy + h, dim=-1)

# %% embedding-position-embedding
# inputs: [('i', (2, 3), 0, 4, 'float32')]
# needs: shapes
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.e = nn.Embedding(4, 5)
            self.p = nn.Embedding(3, 5)

    def hybrid_forward(self, F, x):
        return self.e(x) + self.p(F.arange(3))  # HYB902 # breaks: execution

# %% f-batch_dot-q-k-mask-mask-b-1-t-by-expand_dims
# inputs: [(2, 3, 4), (2, 5, 4), ('bin', (2, 5))]
# needs: shapes
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y, z):
        return F.batch_dot(x, y, transpose_b=True) * z.expand_dims(1)  # HYB902 # breaks: execution

# %% float-as-an-input: a float as an input
# inputs: [(2, 3), ("raw", 0.5)]
# breaks: trace
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, x, alpha):
        return x * alpha

# %% for-t-in-xs-for-row-in-t
# inputs: [[(4, 3), (4, 3)]]
# missed: Not decidable from the file: a loop over each element of a list works in both phases if the input is a list of lists.
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        acc = 0
        for t in xs:
            for row in t:  # breaks: values
                acc = acc + row
        return acc

# %% foreach-final-state-used
# inputs: [(4, 2)]
# breaks: gradients
# missed: Not followed: that a loop hands its state on by a bare `+`, whose gradient a graph cannot always pass back; whether it can, other uses of what is added decide.
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs, s = F.contrib.foreach(lambda d, s: (d, s + d), x, F.zeros((2,)))
        return s

# %% foreach-whose-output-of-each-step-nobody-uses
# inputs: [(2, 3)]
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        _, state = F.contrib.foreach(lambda d, s: (d * 2, s + d * d), x, F.zeros((3,)))  # HYB902 # breaks: gradients
        return state

# %% input-added-last-of-all-in-training-where-data-has-no-gradient
# inputs: [(2, 3), (2, 3)]
# needs: callers
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.hidden = nn.Dense(3, activation="relu", flatten=False)
        self.output = nn.Dense(3, flatten=False)

    def hybrid_forward(self, F, x, skipped):
        hidden = self.hidden(x)
        return self.output(hidden) + skipped  # HYB902 # breaks: gradients

# %% input-added-last-whose-sum-is-compared-as-well-which-gives-no
# inputs: [(2, 3), (2, 3)]
# needs: callers
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.hidden = nn.Dense(3, activation="relu", flatten=False)

    def hybrid_forward(self, F, x, lengths):
        hidden = self.hidden(x)
        longer = lengths + F.BlockGrad(hidden > 0)  # HYB902 # breaks: gradients
        return F.where(longer > 1, hidden, F.zeros_like(hidden)), longer

# %% linear-map-plus-the-sums-of-its-columns: a linear map plus the sums of its columns
# inputs: [(2, 3), (3, 4)]
# breaks: execution
# needs: shapes
class Net(HybridBlock):
    def hybrid_forward(self, F, x, w):
        return F.dot(x, w) + F.sum(w, axis=0)

# %% list-then-two-arguments: a list, then two arguments
# inputs: [(2, 3), (2, 3)]
# breaks: execution
# call: net(xs[0], [xs[1]]) if FLAG["v"] else net(xs[0], xs[1])
# between: FLAG["v"] = True
# needs: callers
FLAG = {"v": False}


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * (y[0] if isinstance(y, list) else y)

# %% mask-of-lower-rank: a mask of lower rank
# inputs: [(2, 3, 4), ("bin", (2, 3, 1))]
# breaks: execution
# needs: shapes
class Net(HybridBlock):
    def hybrid_forward(self, F, seq, mask):
        return seq * mask

# %% mask-of-one-column-multiplied-with
# inputs: [(2, 3), ('bin', (2, 1))]
# needs: shapes
class Net(HybridBlock):
    def hybrid_forward(self, F, x, mask=None):
        score = F.softmax(x)
        if mask is not None:
            score = score * mask.expand_dims(axis=1).sum(axis=2)  # HYB902 # breaks: execution
        return score

# %% masked-mean-over-time-by-a-plain-division
# inputs: [(2, 4, 3), ('bin', (2, 4))]
# needs: shapes
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.out = nn.Dense(2)

    def hybrid_forward(self, F, x, mask):
        m = F.expand_dims(mask, axis=2)
        total = F.sum(F.broadcast_mul(x, m), axis=1)
        count = F.sum(m, axis=1) + 1e-6
        return self.out(total / count)  # HYB902 # breaks: execution

# %% numpy-number-as-an-input: a numpy number as an input
# inputs: [(2, 3)]
# breaks: trace
# call: net(xs[0], __import__("numpy").float32(2))
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, x, scale):
        return x * scale

# %% output-that-is-a-comparison-beside-a-state-that-is-none
# inputs: [(4, 2, 3), (2, 3)]
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        def step(row, state):
            return row > 0, state * row
        
        rows, last = F.contrib.foreach(step, x, y)  # HYB908 # breaks: gradients
        return last * 2

# %% same-in-a-block-that-another-holds
# inputs: [(2, 3), (2, 3)]
# needs: callers
class Decoder(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.hidden = nn.Dense(3, activation="relu", flatten=False)

    def hybrid_forward(self, F, x, skipped):
        return self.hidden(x) + 1 + skipped  # HYB902 # breaks: gradients

class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.decoder = Decoder()

    def hybrid_forward(self, F, x, skipped):
        return self.decoder(x, skipped)

# %% softmax-times-f-arange: softmax times F.arange
# inputs: [(2, 3)]
# needs: shapes
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.softmax(x) * F.arange(3)

# %% states-given-then-left-out: states given, then left out
# inputs: [(2, 3), (2, 3)]
# breaks: execution
# call: net(xs[0]) if FLAG["v"] else net(xs[0], [xs[1]])
# between: FLAG["v"] = True
# needs: callers
FLAG = {"v": False}


class Net(HybridBlock):
    def hybrid_forward(self, F, x, states=None):
        return x * 2 if states is None else x + states[0]

# %% two-inputs-a-parameter-called-data0: two inputs, a parameter called data0
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

# %% x-b-3-f-arange-3
# inputs: [(2, 3)]
# needs: shapes
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.arange(3)  # HYB902 # breaks: execution

# %% x-b-a-parameter-of-one-axis: x + b, a parameter of one axis
# inputs: [(2, 3)]
# needs: shapes
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.b = self.params.get("b", shape=(3,))

    def hybrid_forward(self, F, x, b):
        return x + b

# %% x-bias-bias-shape-3
# inputs: [(2, 3)]
# needs: shapes
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.bias = self.params.get('bias', shape=(3,), init='zeros')

    def hybrid_forward(self, F, x, bias):
        return x + bias  # HYB902 # breaks: execution

# %% x-sigmoid-conv-of-one-channel
# inputs: [(2, 3, 4, 4)]
# needs: shapes
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.a = nn.Conv2D(1, 1)

    def hybrid_forward(self, F, x):
        return x * F.sigmoid(self.a(x))  # HYB902 # breaks: execution

# %% a-b-b-a
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        x, y = y * 1, x * 2
        return x - y

# %% a-f-transpose-a-square-by-dot
# inputs: [(3, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a = F.dot(x, x, transpose_b=True)
        return a + F.transpose(a)

# %% additive-attention-with-expand_dims-and-broadcast_add
# inputs: [(2, 4), (2, 5, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, units=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.w = nn.Dense(units, flatten=False, use_bias=False)
            self.u = nn.Dense(units, flatten=False, use_bias=False)
            self.v = nn.Dense(1, flatten=False, use_bias=False)

    def hybrid_forward(self, F, query, keys):
        q = self.w(query).expand_dims(axis=1)
        e = self.v(F.tanh(F.broadcast_add(q, self.u(keys)))).squeeze(axis=-1)
        a = F.softmax(e, axis=-1)
        return F.batch_dot(a.expand_dims(axis=1), keys).squeeze(axis=1), a

# %% all-over-comparisons-with-none
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y=None, z=None):
        if all(v is not None for v in (x, y, z)):
            return x + y + z
        return F.add_n(*[v for v in (x, y, z) if v is not None])

# %% and-one-whose-number-takes-the-shape-of-what-it-is-added-to
# inputs: [(2, 3)]
# clean
class Noise(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.random.normal(0, 1) * 0


class Net(Noise):
    def hybrid_forward(self, F, *args):
        return super().hybrid_forward(F, *args)

# %% another-batch-in-the-second-call
# inputs: [(2, 3)]
# clean
# call: net(nd.concat(xs[0], xs[0], dim=0) if FLAG["v"] else xs[0])
# between: FLAG["v"] = True
FLAG = {"v": False}


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.softmax(x) * 2

# %% any-of-is-none-tests
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y=None):
        if any(t is None for t in (x, y)):
            return x * 2
        return x * y

# %% as-many-classes-as-the-constructors-default-says
# inputs: [(2, 3), ("i", (2,), 0, 5, "float32")]
# clean
class Net(HybridBlock):
    def __init__(self, classes=5, **kwargs):
        super().__init__(**kwargs)
        self.classes = classes
        self.fc = nn.Dense(classes)

    def hybrid_forward(self, F, x, label):
        return F.log_softmax(self.fc(x)) * F.one_hot(label, self.classes)

# %% base-that-draws-numbers-as-its-inputs-are-shaped
# inputs: [(2, 3), ('pos', (2, 3))]
# clean
class Noise(HybridBlock):
    def hybrid_forward(self, F, mean, deviation):
        return F.random.normal(mean, deviation) * 0 + mean


class Net(Noise):
    def hybrid_forward(self, F, *args):
        return super().hybrid_forward(F, *args)

# %% bias-of-one-number-squeezed
# inputs: [('i', (2, 3), 0, 8, 'int32'), (2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.bias = nn.Embedding(8, 1)

    def hybrid_forward(self, F, ids, x):
        return x + self.bias(ids).squeeze(axis=-1)

# %% binary-codes-with-a-straight-through-sign
# inputs: [(2, 6)]
# clean
class Net(HybridBlock):
    def __init__(self, bits=4, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.project = nn.Dense(bits, use_bias=False)
            self.restore = nn.Dense(6)

    def hybrid_forward(self, F, x):
        soft = F.tanh(self.project(x))
        hard = F.BlockGrad(F.sign(soft) - soft) + soft
        loss = F.mean((self.restore(hard) - x) ** 2, axis=1)
        return hard, loss

# %% block-that-calls-its-only-child
# inputs: [(2, 3)]
# clean
class Timed(HybridBlock):
    def __init__(self, inner, **kwargs):
        super().__init__(**kwargs)
        self.inner = inner
        self.seconds = 0.0

    def hybrid_forward(self, F, x):
        start = time.time()
        out = self.inner(x)
        self.seconds += time.time() - start
        return out


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = Timed(nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        return self.body(x) + x

# %% block-with-which-a-child-is-made-or-none
# inputs: [(2, 3)]
# clean
class Inner(HybridBlock):
    def __init__(self, act, **kwargs):
        super(Inner, self).__init__(**kwargs)
        self.act = act

    def hybrid_forward(self, F, x):
        return self.act(x) if self.act is not None else F.identity(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.i = Inner(nn.Activation("tanh"))
        self.j = Inner(None)

    def hybrid_forward(self, F, x):
        return self.i(x) + self.j(x)

# %% both-outputs-of-slogdet
# inputs: [(3, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        sign, log = F.linalg.slogdet(F.dot(x, x, transpose_b=True) + F.eye(3))
        return F.BlockGrad(sign) * log

# %% broadcast-of-two-expansions-scores
# inputs: [(2, 3), (2, 4), (2, 3, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y, z):
        return F.broadcast_mul(x.expand_dims(2), y.expand_dims(1)) + z

# %% broadcast_add-a-b-c
# inputs: [(2, 4), (2, 3, 4), (2, 3, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y, z):
        return F.broadcast_add(x.expand_dims(1), y) + z

# %% call-takes-one-tensor-or-several
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(4, in_units=3)

    def __call__(self, *inputs):
        if len(inputs) == 1:
            inputs = (inputs[0], inputs[0])
        return super().__call__(*inputs)

    def hybrid_forward(self, F, x, y):
        return self.d(x) + self.d(y)

# %% call-that-begins-the-states-of-whichever-life-it-is
# inputs: [(5, 2, 3)]
# clean
class Encoder(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.layer = rnn.LSTM(4)

    def __call__(self, inputs, states=None):
        if states is None:
            if isinstance(inputs, nd.NDArray):
                states = self.layer.begin_state(batch_size=inputs.shape[1])
            else:
                states = self.layer.begin_state(func=mx.sym.zeros)
        return super().__call__(inputs, states)

    def hybrid_forward(self, F, inputs, states=None):
        output, states = self.layer(inputs, states)
        return output, states


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.encoder = Encoder()

    def hybrid_forward(self, F, inputs):
        output, states = self.encoder(inputs)
        return F.sum(output, axis=0) + F.sum(states[0], axis=0)

# %% call-turns-a-dict-into-a-list
# inputs: [(2, 3), (2, 3)]
# clean
# call: net({"a": xs[0], "b": xs[1]})
class Net(HybridBlock):
    def __call__(self, batch):
        return super().__call__(batch["a"], batch["b"])

    def hybrid_forward(self, F, a, b):
        return a * b + a

# %% children-gone-through-values
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            for i in range(3):
                self.register_child(nn.Dense(3, in_units=3), "layer%d" % i)

    def hybrid_forward(self, F, x):
        for child in self._children.values():
            x = F.relu(child(x)) + x
        return x

# %% column-of-counts-beside-a-layer-of-one-unit
# inputs: [(5, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, n=5, **kwargs):
        super().__init__(**kwargs)
        self.n = n
        self.d = nn.Dense(1, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) + F.arange(self.n).reshape((-1, 1))

# %% compared-outside-of-the-loop
# inputs: [(4, 2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        def step(row, state):
            return row * 1, state * row
        
        rows, last = F.contrib.foreach(step, x, y)
        return (rows > 0) * 2, last * 2

# %% contrastive-loss-of-two-embeddings
# inputs: [(2, 4), (2, 4), ('bin', (2,))]
# clean
class Net(HybridBlock):
    def __init__(self, margin=2.0, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.margin = margin

    def hybrid_forward(self, F, a, b, label):
        dist = F.sqrt(F.sum(F.square(a - b), axis=1) + 1e-6)
        positive = label * F.square(dist)
        negative = (1 - label) * F.square(F.maximum(self.margin - dist, 0))
        return F.mean(positive + negative)

# %% conv-with-stride-2-plus-input
# inputs: [(2, 3, 4, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.a = nn.Conv2D(3, 3, 1, 1)

    def hybrid_forward(self, F, x):
        return x + self.a(x)

# %% counted-from-the-other-end-a-0-keeps-another-length
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, heads=2, units=6, **kwargs):
        super().__init__(**kwargs)
        self.heads = heads
        self.fc = nn.Dense(units)
        self.gate = nn.Dense(units)

    def hybrid_forward(self, F, x):
        parts = F.reshape(self.fc(x), shape=(self.heads, -1, 0), reverse=True)
        return parts + F.reshape(self.gate(x), shape=(self.heads, -1, 6))

# %% dict-of-tensors-gone-through-by-name
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        named = {"a": x, "b": y}
        return sum(named[name] for name in sorted(named))

# %% dot-product-attention-with-a-mask
# inputs: [(2, 3, 4), (2, 5, 4), ('bin', (2, 3, 5))]
# clean
import math


class Net(HybridBlock):
    def __init__(self, units=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        self._scale = 1.0 / math.sqrt(units)
        self.drop = nn.Dropout(0.1)

    def hybrid_forward(self, F, query, key, mask=None):
        scores = F.batch_dot(query * self._scale, key, transpose_b=True)
        if mask is not None:
            scores = F.where(mask, scores, -1e18 * F.ones_like(scores))
        weights = F.softmax(scores, axis=-1)
        if mask is not None:
            weights = weights * mask
        return F.batch_dot(self.drop(weights), key)

# %% embedding-5-x-dense-5-flatten-false-y
# inputs: [('i', (2, 3), 0, 4, 'float32'), (2, 3, 2)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.e = nn.Embedding(4, 5)
            self.d = nn.Dense(5, flatten=False, in_units=2)

    def hybrid_forward(self, F, x, y):
        return self.e(x) + self.d(y)

# %% embedding-n-1-x-squeeze-axis-1-y
# inputs: [('i', (2, 3), 0, 4, 'float32'), (2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.e = nn.Embedding(4, 1)

    def hybrid_forward(self, F, x, y):
        return self.e(x).squeeze(axis=-1) * y

# %% empty-sequence-within-a-sum
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.down = nn.HybridSequential()

    def hybrid_forward(self, F, x):
        return self.down(x) + F.relu(x)

# %% entry-that-the-configuration-sets-asked-for-with-a-default
# inputs: [(2, 3), ('pos', (2, 3))]
# clean
class Net(HybridBlock):
    def __init__(self, weighted=False, **kwargs):
        super().__init__(**kwargs)
        self._weighted = weighted

    def hybrid_forward(self, F, x, weight):
        extras = {"scale": 0.5}
        if self._weighted:
            extras["weight"] = weight
        else:
            extras["offset"] = weight * 0.1
        found = extras.get("weight")
        y = x * extras["scale"]
        if found is not None:
            y = y * found
        return y + extras.get("offset", 0)

# %% f-batch_dot-x-y-z-given
# inputs: [(2, 3, 4), (2, 4, 5), (2, 3, 5)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y, z):
        return F.batch_dot(x, y) * z

# %% f-broadcast_like-and-broadcast_axis
# inputs: [(2, 3), (2, 1)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x + F.broadcast_like(y, x) + F.broadcast_axis(y, axis=1, size=3)

# %% f-embedding-with-one-number
# inputs: [('i', (2, 3), 0, 8, 'int32')]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = self.params.get("a", shape=(8, 1))
        self.b = self.params.get("b", shape=(8, 1))

    def hybrid_forward(self, F, ids, a, b):
        return F.Embedding(ids, a, input_dim=8, output_dim=1) * F.Embedding(ids, b, input_dim=8, output_dim=1)

# %% f-eye-n-3-m-3-k-0
# inputs: [(3, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.eye(N=3, M=3, k=0)

# %% f-identity-of-the-input-is-an-operator-for-its-gradient
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.hidden = nn.Dense(3, activation="relu", flatten=False)

    def hybrid_forward(self, F, x, skipped):
        return self.hidden(x) + 1 + F.identity(skipped), F.identity(skipped)

# %% f-linalg-inverse
# inputs: [(3, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.linalg.inverse(F.dot(x, x, transpose_b=True) + F.eye(3))

# %% f-linalg-potrf-and-sumlogdiag
# inputs: [(3, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.linalg.sumlogdiag(F.linalg.potrf(F.dot(x, x, transpose_b=True) + F.eye(3)))

# %% f-linalg-potri-f-linalg-potrf-x-x-t-i
# inputs: [(3, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.linalg.potri(F.linalg.potrf(F.linalg.syrk(x) + F.eye(3)))

# %% f-linalg-sumlogdiag
# inputs: [(3, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.linalg.sumlogdiag(F.linalg.potrf(F.linalg.syrk(x) + F.eye(3)))

# %% f-linalg-trsm-and-trmm
# inputs: [(3, 3), (3, 2)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b):
        lower = F.linalg.potrf(F.dot(a, a, transpose_b=True) + F.eye(3))
        return F.linalg.trsm(lower, b) + F.linalg.trmm(lower, b)

# %% f-sample_uniform-by-row
# inputs: [('pos', (2,)), ('pos', (2,))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b):
        return F.sample_uniform(a, a + b, shape=(3,)) * 2

# %% f-sequencelast-and-sequencereverse-with-lengths
# inputs: [(4, 2, 3), ('i', (2,), 1, 4, 'int32')]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, n):
        return F.SequenceLast(x, n, use_sequence_length=True) + F.SequenceReverse(x, n, True).sum(axis=0)

# %% feature-pyramid-from-coarse-to-fine
# inputs: [[(2, 3, 8, 8), (2, 4, 4, 4), (2, 5, 2, 2)]]
# clean
class Net(HybridBlock):
    def __init__(self, channels=4, levels=3, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.lateral = nn.HybridSequential(prefix="lateral_")
            self.smooth = nn.HybridSequential(prefix="smooth_")
            for _ in range(levels):
                self.lateral.add(nn.Conv2D(channels, 1))
                self.smooth.add(nn.Conv2D(channels, 3, padding=1))

    def hybrid_forward(self, F, features):
        maps = [conv(f) for conv, f in zip(self.lateral, features)]
        outs = [maps[-1]]
        for fine in reversed(maps[:-1]):
            up = F.UpSampling(outs[0], scale=2, sample_type="nearest")
            outs.insert(0, F.slice_like(up, fine, axes=(2, 3)) + fine)
        return [conv(o) for conv, o in zip(self.smooth, outs)]

# %% for-c-in-self-children-values
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.d = nn.Dense(3)
            self.e = nn.Dense(3)

    def hybrid_forward(self, F, x):
        for c in self._children.values():
            x = c(x)
        return x

# %% for-xs-in-list-of-lists
# inputs: [[[(2, 3), (2, 3)], [(2, 3)]]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        acc = 0
        for group in xs:
            for t in group:
                acc = acc + t
        return acc

# %% function-picks-from-the-list-and-deletes-what-it-picked
# inputs: [(2, 3), [(2, 3), (2, 3)]]
# clean
def consume(held, position):
    taken = held[position] * 2
    del held[position]
    return taken


class Net(HybridBlock):
    def hybrid_forward(self, F, x, earlier):
        return x * consume(earlier, 0) + consume(earlier, 0)

# %% further-inputs-taken-out-of-the-arguments
# inputs: [(2, 4, 3, 3), (2, 3, 6, 6)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.lateral = nn.Conv2D(4, 1)

    def hybrid_forward(self, F, x, *args):
        fine = args[0]
        return F.contrib.BilinearResize2D(x, like=fine, mode="like") + self.lateral(fine)

# %% generator-as-a-context-manager-around-operators
# inputs: [(2, 3)]
# clean
@contextlib.contextmanager
def scaled(owner, factor):
    before = owner.factor
    owner.factor = factor
    try:
        yield owner
    finally:
        owner.factor = before


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.factor = 1.0
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        with scaled(self, 3.0):
            y = self.d(x) * self.factor
        return y + x * self.factor

# %% heat-map-peaks-by-max-pooling
# inputs: [(2, 3, 6, 6)]
# clean
class Net(HybridBlock):
    def __init__(self, k=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.k = k

    def hybrid_forward(self, F, x):
        heat = F.sigmoid(x)
        peak = F.Pooling(heat, kernel=(3, 3), stride=(1, 1), pad=(1, 1), pool_type='max')
        heat = heat * (peak == heat)
        scores, idx = F.topk(heat.reshape((0, -1)), k=self.k, ret_typ='both')
        return scores, idx

# %% highway-gate-with-a-bias-of-one-unit
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, units=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.h = nn.Dense(units, activation='relu')
            self.t = nn.Dense(units, activation='sigmoid')

    def hybrid_forward(self, F, x):
        t = self.t(x)
        return t * self.h(x) + (1 - t) * x

# %% hinge-by-f-maximum-with-a-number
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, pos, neg):
        return F.mean(F.maximum(0.0, 1.0 - pos + neg), axis=0, exclude=True)

# %% hybridsequential-that-hands-a-second-input-to-some-of-its-blocks
# inputs: [(2, 4), (2, 3)]
# clean
class Gate(HybridBlock):
    def hybrid_forward(self, F, x, gate):
        return x * gate


class Gated(nn.HybridSequential):
    def hybrid_forward(self, F, x, gate):
        for block in self._children.values():
            x = block(x, gate) if isinstance(block, Gate) else block(x)
        return x


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = Gated()
        self.body.add(nn.Dense(3), Gate(), nn.Dense(2))

    def hybrid_forward(self, F, x, gate):
        return self.body(x, gate)

# %% input-that-is-added-and-has-another-use-as-well
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.hidden = nn.Dense(3, activation="relu", flatten=False)

    def hybrid_forward(self, F, x):
        return self.hidden(x) + 1 + x, x

# %% input-with-the-default-none
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y=None):
        if y is None:
            y = F.ones_like(x)
        return x + y

# %% isinstance-x-list-of-a-tensor
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[0] if isinstance(x, list) else x * 2

# %% layer-that-a-dict-holds-called-with-as-many-inputs-as-it-takes
# inputs: [(2, 3)]
# clean
class LayerA(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2


class LayerB(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x + y


LAYERS = {"a": LayerA, "b": LayerB}


class Net(HybridBlock):
    def __init__(self, kind="a", **kwargs):
        super().__init__(**kwargs)
        self.kind = kind
        self.layer = LAYERS[kind]()

    def hybrid_forward(self, F, x):
        if self.kind == "a":
            return self.layer(x)
        return self.layer(x, x * 2)

# %% linear-map-by-f-dot
# inputs: [(2, 3), (3, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, w):
        return F.relu(F.dot(x, w))

# %% lists-own-first-element-is-found-by-identity
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        values = [x, y]
        if x in values:
            return values[values.index(x)] + y
        return x - y

# %% map-cropped-to-another
# inputs: [(2, 1, 6, 6), (2, 1, 4, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, big, small):
        return F.slice_like(big, small, axes=(2, 3)) + small

# %% map-that-is-cut-to-the-size-of-another
# inputs: [(2, 3, 3, 3), (2, 3, 5, 5)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.slice_like(F.UpSampling(x, scale=2, sample_type='nearest'), y) + y

# %% mask-of-the-same-shape
# inputs: [(2, 3, 4), ("bin", (2, 3, 4))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, seq, mask):
        return seq * mask + (1 - mask) * -1e4

# %% masked-mean-over-time-by-broadcast
# inputs: [(2, 4, 3), ('bin', (2, 4))]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.out = nn.Dense(2)

    def hybrid_forward(self, F, x, mask):
        total = F.sum(F.broadcast_mul(x, F.expand_dims(mask, axis=2)), axis=1)
        count = F.sum(mask, axis=1, keepdims=True) + 1e-6
        return self.out(F.broadcast_div(total, count))

# %% messages-gathered-by-edges
# inputs: [(4, 3), ('i', (6,), 0, 4, 'int32'), ('i', (6,), 0, 4, 'int32')]
# clean
class Net(HybridBlock):
    def __init__(self, units=5, nodes=4, **kwargs):
        super().__init__(**kwargs)
        self._nodes = nodes
        with self.name_scope():
            self.message = nn.Dense(units, in_units=6)
            self.update = nn.Dense(3, in_units=3 + units)

    def hybrid_forward(self, F, nodes, source, target):
        pair = F.concat(F.take(nodes, source), F.take(nodes, target), dim=1)
        messages = F.relu(self.message(pair))
        incidence = F.one_hot(target, self._nodes)
        summed = F.dot(incidence, messages, transpose_a=True)
        return nodes + self.update(F.concat(nodes, summed, dim=1))

# %% mixture-of-experts-with-a-gate-column-for-each
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, experts=3, units=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.n = experts
        with self.name_scope():
            self.gate = nn.Dense(experts, in_units=units)
            self.experts = nn.HybridSequential()
            for _ in range(experts):
                self.experts.add(nn.Dense(units, in_units=units))

    def hybrid_forward(self, F, x):
        gates = F.softmax(self.gate(x))
        out = 0
        for i, expert in enumerate(self.experts):
            g = F.slice_axis(gates, axis=1, begin=i, end=i + 1)
            out = out + F.broadcast_mul(expert(x), g)
        return out

# %% mx-util-is_np_array
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        ones = F.np.ones_like if mx.util.is_np_array() else F.ones_like
        return x + ones(x)

# %% noise-on-the-input-before-the-first-layer-of-unknown-size
# inputs: [(2, 3, 8, 8)]
# archive
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.conv = nn.Conv2D(4, 3)
        self.norm = nn.BatchNorm()

    def hybrid_forward(self, F, x):
        noisy = x + F.random.normal_like(x, loc=0, scale=0.1)
        return self.norm(self.conv(noisy)) + F.random.uniform_like(self.conv(x))

# %% not-mask-is-none
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * y if not (y is None) else x

# %% number-of-the-configuration-in-a-list-as-a-constant
# inputs: [('pos', (2, 3))]
# ctor: {"bits": 8}
# clean
class Net(HybridBlock):
    def __init__(self, bits):
        super().__init__()
        self.bits = self.params.get_constant("bits", [bits])
        self.base = self.params.get_constant("base", [2])

    def hybrid_forward(self, F, x, bits, base):
        scale = base ** (bits - F.ceil(F.log2(F.max(F.abs(x)))))
        return F.broadcast_mul(x, scale)

# %% parameters-of-a-mixture
# inputs: [(2, 4), (2, 1)]
# clean
class Net(HybridBlock):
    def __init__(self, components=3, **kwargs):
        super().__init__(**kwargs)
        self._components = components
        with self.name_scope():
            self.params_of = nn.Dense(3 * components)

    def hybrid_forward(self, F, x, y):
        weight, mean, scale = F.split(self.params_of(x), num_outputs=3, axis=1)
        scale = F.Activation(scale, act_type="softrelu") + 1e-3
        z = F.broadcast_sub(y, mean) / scale
        logp = F.log_softmax(weight) - 0.5 * z**2 - F.log(scale) - 0.5 * math.log(2 * math.pi)
        top = F.max(logp, axis=1, keepdims=True)
        return -(F.log(F.sum(F.exp(F.broadcast_sub(logp, top)), axis=1)) + top.squeeze(axis=1))

# %% parameters-taken-out-of-the-keywords
# inputs: [(2, 3, 4, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.mix = self.params.get("mix", shape=(1,), init=mx.init.Zero())

    def hybrid_forward(self, F, x, *args, **kwargs):
        flat = F.reshape(x, shape=(0, 0, -1))
        share = F.softmax(F.batch_dot(flat, flat, transpose_a=True))
        seen = F.reshape_like(F.batch_dot(flat, share), x, lhs_begin=2, lhs_end=None, rhs_begin=2, rhs_end=None)
        return F.broadcast_mul(kwargs["mix"], seen) + x

# %% pause-around-a-constant-and-what-blockgrad-gives
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.average = self.params.get("average", shape=(1, 3), init="zeros", grad_req="null")

    def hybrid_forward(self, F, x, average):
        mean = F.mean(x, axis=0, keepdims=True)
        with autograd.pause():
            average = 0.9 * average + 0.1 * F.BlockGrad(mean)
        return F.broadcast_sub(x, average)

# %% random-numbers-around-means-that-are-tensors-so-many-of-each
# inputs: [(5,), (5, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return y * 0 + F.random.normal(x * 0, x * 0 + 1e-9, shape=(3,))

# %% residual-block-whose-shortcut-may-be-none
# inputs: [(2, 4, 6, 6)]
# clean
class Unit(HybridBlock):
    def __init__(self, channels, inputs, stride=1, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.body = nn.HybridSequential()
            self.body.add(nn.Conv2D(channels, 3, stride, 1, in_channels=inputs), nn.BatchNorm(), nn.Activation("relu"))
            self.body.add(nn.Conv2D(channels, 3, 1, 1, in_channels=channels), nn.BatchNorm())
            self.shortcut = None
            if stride != 1 or channels != inputs:
                self.shortcut = nn.Conv2D(channels, 1, stride, in_channels=inputs)

    def hybrid_forward(self, F, x):
        residual = self.shortcut(x) if self.shortcut else x
        return F.Activation(self.body(x) + residual, act_type="relu")


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.first = Unit(4, 4)
        self.second = Unit(6, 4, 2)

    def hybrid_forward(self, F, x):
        return self.second(self.first(x))

# %% residual-block-with-a-projection
# inputs: [(2, 4, 8, 8)]
# clean
class Net(HybridBlock):
    def __init__(self, channels=6, stride=2, downsample=True, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.body = nn.HybridSequential(prefix="")
            self.body.add(nn.Conv2D(channels, 3, strides=stride, padding=1, use_bias=False))
            self.body.add(nn.BatchNorm())
            self.body.add(nn.Activation("relu"))
            self.body.add(nn.Conv2D(channels, 3, padding=1, use_bias=False))
            self.body.add(nn.BatchNorm())
            if downsample:
                self.downsample = nn.HybridSequential(prefix="")
                self.downsample.add(nn.Conv2D(channels, 1, strides=stride, use_bias=False))
                self.downsample.add(nn.BatchNorm())
            else:
                self.downsample = None

    def hybrid_forward(self, F, x):
        residual = x
        x = self.body(x)
        if self.downsample:
            residual = self.downsample(residual)
        return F.Activation(residual + x, act_type="relu")

# %% residual-of-the-same-shape
# inputs: [(2, 4, 5, 5)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.conv = nn.Conv2D(4, 3, padding=1)
        self.bn = nn.BatchNorm()

    def hybrid_forward(self, F, x):
        return F.relu(self.bn(self.conv(x)) + x)

# %% set-of-ids
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * y * len({id(x), id(y)})

# %% shortcut-that-may-be-none
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, project=False, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.Dense(3)
        self.shortcut = nn.Dense(3) if project else None

    def hybrid_forward(self, F, x):
        residual = x if self.shortcut is None else self.shortcut(x)
        return self.body(x) + residual

# %% smooth_l1-with-a-weight-given-by-the-caller
# inputs: [(2, 4), (2, 4), ("bin", (2, 4))]
# clean
class Net(HybridBlock):
    def __init__(self, sigma=1.0, **kwargs):
        super().__init__(**kwargs)
        self._sigma = sigma

    def hybrid_forward(self, F, pred, gt, weight):
        loss = F.smooth_l1(pred - gt, scalar=self._sigma)
        return F.sum(loss * weight, axis=1)

# %% softmax-times-f-arange-with-broadcast_mul
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sum(F.broadcast_mul(F.softmax(x), F.arange(3).expand_dims(0)), axis=1)

# %% sorted-by-the-names-of-tensors
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        named = {"right": y, "left": x}
        left, right = (value for _, value in sorted(named.items(), key=lambda item: item[0]))
        return left / (1 + F.abs(right))

# %% state-comes-in-and-goes-out
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, state):
        state = F.tanh(x + state)
        return state * 2, state

# %% step-is-handed-a-row-of-each-of-several-inputs
# inputs: [[(5, 2), (5, 2)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        def step(rows, states):
            return rows[0] * 2 + F.sigmoid(rows[1]), []

        out, _ = F.contrib.foreach(step, xs, [])
        return out

# %% steps-of-a-split-beside-a-state
# inputs: [(2, 3, 4), (2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        s = y
        for t in F.split(x, num_outputs=3, axis=1, squeeze_axis=True):
            s = F.tanh(s + t)
        return s

# %% sum-of-an-empty-list
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = []

    def hybrid_forward(self, F, x):
        return x + sum(layer(x) for layer in self.k)

# %% three-outputs-of-multiboxtarget
# inputs: [('pos', (1, 4, 4)), ('pos', (2, 1, 5)), ('pos', (2, 2, 4))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, a, l, p):
        loc, mask, cls = F.contrib.MultiBoxTarget(a, l, p)
        return loc * mask, cls

# %% two-inputs-mixed-by-a-number
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, alpha=0.3, **kwargs):
        super().__init__(**kwargs)
        assert 0 <= alpha <= 1
        self.alpha = alpha

    def hybrid_forward(self, F, a, b):
        return self.alpha * a + (1 - self.alpha) * b

# %% two-lists-walked-together
# inputs: [[(2, 3), (2, 4)], [(2, 3), (2, 4)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, preds, labels):
        losses = [F.mean(F.abs(p - l), axis=0, exclude=True) for p, l in zip(preds, labels)]
        return F.add_n(*losses)

# %% two-numbers-that-the-caller-hands-in-as-arrays-and-a-full
# inputs: [(2, 3), ('pos', (1,)), ('pos', (1,))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, weight, count):
        return weight / count * F.sum(x) - F.sum(F.square(x))

# %% two-states-of-a-cell-taken-by-number-from-what-is-called-memory
# inputs: [(2, 3), [(2, 3), (2, 3)]]
# clean
class Net(rnn.HybridRecurrentCell):
    def hybrid_forward(self, F, x, memory):
        fast, slow = F.tanh(x + memory[0]), F.sigmoid(x + memory[1])
        return fast * slow, [fast, slow]

# %% variational-autoencoder
# inputs: [(2, 6)]
# archive
# clean
class Encoder(HybridBlock):
    def __init__(self, units, in_units=0, **kwargs):
        super().__init__(**kwargs)
        self.mean = nn.Dense(units, in_units=in_units)
        self.spread = nn.Dense(units, in_units=in_units)

    def hybrid_forward(self, F, x):
        return self.mean(x), self.spread(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.encoder = Encoder(4)
        self.decoder = nn.Dense(6)

    def hybrid_forward(self, F, x):
        mean, spread = self.encoder(x)
        z = mean + F.exp(0.5 * spread) * F.random.normal_like(mean)
        return self.decoder(z), mean, spread

# %% weight-with-direction-and-length
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, units=4, in_units=3, **kwargs):
        super().__init__(**kwargs)
        self._units = units
        with self.name_scope():
            self.v = self.params.get("v", shape=(units, in_units))
            self.g = self.params.get("g", shape=(units, 1))
            self.bias = self.params.get("bias", shape=(units,), init="zeros")

    def hybrid_forward(self, F, x, **params):
        length = F.norm(params["v"], axis=1, keepdims=True)
        weight = F.broadcast_mul(params["v"], params["g"] / length)
        return F.FullyConnected(x, weight, params["bias"], num_hidden=self._units)

# %% what-an-outer-graph-does-with-it-is-another-matter
# inputs: [(2, 3), (2, 3)]
# clean
class Decoder(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.hidden = nn.Dense(3, activation="relu", flatten=False)

    def hybrid_forward(self, F, x, skipped):
        return self.hidden(x) + 1 + skipped

class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.decoder = Decoder()

    def hybrid_forward(self, F, x, skipped):
        return F.tanh(self.decoder(x, skipped))

# %% while-xs-xs-pop
# inputs: [[(2, 3), (2, 3)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        acc = 0
        while xs:
            acc = acc + xs.pop()
        return acc

# %% wrapper-that-forwards-args
# inputs: [(2, 3), (2, 3)]
# clean
class Pair(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.out = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x, y):
        return self.out(x) * y


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.inner = Pair()

    def hybrid_forward(self, F, x, *args):
        return x + self.inner(x, *args)

# %% x-add-y
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x.__add__(y)

# %% x-f-transpose-x-square
# inputs: [(3, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.transpose(x)

# %% x-log_softmax-axis-1-times-one_hot
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return -(x.log_softmax(axis=-1) * y.one_hot(3)).sum(axis=1)

# %% x-slice_like-y-and-f-slice_like-with-axes
# inputs: [(2, 5), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x.slice_like(y) + F.slice_like(x, y, axes=(1,))

# %% x-transpose-0-2-1-y
# inputs: [(2, 3, 4), (2, 4, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x.transpose((0, 2, 1)) + y

# %% yolo-output-decoding-with-offsets-from-arange
# inputs: [(2, 6, 3, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, anchors=((1.0, 2.0),), classes=1, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.classes = classes
        self.num_pred = 1 + 4 + classes
        with self.name_scope():
            self.pred = nn.Conv2D(self.num_pred, 1)

    def hybrid_forward(self, F, x):
        pred = self.pred(x).reshape((0, self.num_pred, -1)).transpose((0, 2, 1))
        centers = F.slice_axis(pred, axis=-1, begin=0, end=2)
        scales = F.slice_axis(pred, axis=-1, begin=2, end=4)
        conf = F.slice_axis(pred, axis=-1, begin=4, end=5)
        prob = F.slice_axis(pred, axis=-1, begin=5, end=None)
        wh = F.exp(scales) * 0.5
        boxes = F.concat(F.sigmoid(centers) - wh, F.sigmoid(centers) + wh, dim=-1)
        return boxes, F.sigmoid(conf), F.sigmoid(prob)

# %% zeros-of-lengths-that-the-constructor-takes-beside-a-layer
# inputs: [(5, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, b=5, h=4, **kwargs):
        super().__init__(**kwargs)
        self.b, self.h = b, h
        self.fc = nn.Dense(h, in_units=3)

    def hybrid_forward(self, F, x):
        s = F.zeros((self.b, self.h))
        for _ in range(2):
            s = F.tanh(self.fc(x) + s)
        return s
