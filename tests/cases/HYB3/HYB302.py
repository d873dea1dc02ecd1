"""Blocks that HYB302 reports, and blocks like them that work."""

import dataclasses
import enum
import operator
from typing import Dict, Tuple

import mxnet as mx
import numpy as np
from mxnet import gluon
from mxnet.gluon import HybridBlock, nn, rnn
from mxnet.gluon.loss import Loss

# %% all-rows-but-the-first
# inputs: [(3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.concat(*[F.relu(row) for row in x[1:]], dim=0)  # HYB302 # breaks: trace

# %% boxes-decoded-by-columns
# inputs: [(2, 5, 4), ('pos', (1, 5, 4))]
class Net(HybridBlock):
    def __init__(self, stds=(0.1, 0.1, 0.2, 0.2), **kwargs):
        super().__init__(**kwargs)
        self._stds = stds

    def hybrid_forward(self, F, pred, anchors):
        ax, ay, aw, ah = F.split(anchors, num_outputs=4, axis=-1)
        cx = F.broadcast_add(F.broadcast_mul(pred[:, :, 0:1] * self._stds[0], aw), ax)  # HYB302 # breaks: trace
        cy = F.broadcast_add(F.broadcast_mul(pred[:, :, 1:2] * self._stds[1], ah), ay)
        w = F.broadcast_mul(F.exp(pred[:, :, 2:3] * self._stds[2]), aw) / 2
        h = F.broadcast_mul(F.exp(pred[:, :, 3:4] * self._stds[3]), ah) / 2
        return F.concat(cx - w, cy - h, cx + w, cy + h, dim=-1)

# %% causal-convolution-that-cuts-the-padding-by-a-slice
# inputs: [(2, 3, 6)]
class Net(HybridBlock):
    def __init__(self, channels=3, kernel=3, dilation=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.pad = (kernel - 1) * dilation
        with self.name_scope():
            self.conv = nn.Conv1D(channels, kernel, padding=self.pad, dilation=dilation)

    def hybrid_forward(self, F, x):
        y = F.relu(self.conv(x))
        y = y[:, :, :-self.pad]  # HYB302 # breaks: trace
        return F.relu(x + y)

# %% cell-over-x-t
# inputs: [(2, 3, 4), (2, 5)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(5, input_size=4)

    def hybrid_forward(self, F, x, h):
        states = [h]
        for t in range(3):
            out, states = self.d(x[:, t], states)  # HYB302 # breaks: trace
        return out * 2

# %% column-taken-in-a-hybridlambda
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()
        self.body.add(nn.Dense(4), nn.HybridLambda(lambda F, x: x[:, 1:3]))  # HYB302 # breaks: trace

    def hybrid_forward(self, F, x):
        return self.body(x)

# %% convlstm-cell-whose-gates-are-slices
# inputs: [(2, 3, 4, 4), (2, 2, 4, 4), (2, 2, 4, 4)]
class Net(HybridBlock):
    def __init__(self, channels=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.channels = channels
        with self.name_scope():
            self.i2h = nn.Conv2D(channels * 4, 3, padding=1)
            self.h2h = nn.Conv2D(channels * 4, 3, padding=1, use_bias=False)

    def hybrid_forward(self, F, x, h, c):
        gates = self.i2h(x) + self.h2h(h)
        n = self.channels
        i, f, g, o = gates[:, :n], gates[:, n:2 * n], gates[:, 2 * n:3 * n], gates[:, 3 * n:]  # HYB302 # breaks: trace
        c = F.sigmoid(f) * c + F.sigmoid(i) * F.tanh(g)
        h = F.sigmoid(o) * F.tanh(c)
        return h, c

# %% coordinates-by-a-loop-of-brackets
# inputs: [(2, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, boxes):
        x0, y0, x1, y1 = [boxes[:, i] for i in range(4)]  # HYB302 # breaks: trace
        return (x1 - x0) * (y1 - y0)

# %% corners-taken-out-of-boxes-by-index
# inputs: [('pos', (2, 4)), ('pos', (2, 4))]
class Net(Loss):
    def __init__(self, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)

    def hybrid_forward(self, F, boxes, truth):
        area = boxes[:, 2] * boxes[:, 3]  # HYB302 # breaks: trace
        return F.abs(area - F.slice_axis(truth, axis=1, begin=2, end=3).reshape((-1,)))

# %% dataclasses-replace-with-a-row-of-the-tensor
# inputs: [(2, 3)]
@dataclasses.dataclass(frozen=True)
class State:
    hidden: object
    scale: float = 1.0

    def last(self):
        return dataclasses.replace(self, hidden=self.hidden[-1:])  # HYB302 # breaks: trace


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        state = State(x * 2).last()
        return state.hidden * state.scale

# %% decoder-stepped-by-hand-over-indexed-inputs
# inputs: [(3, 2, 4), (2, 4)]
class Net(HybridBlock):
    def __init__(self, hidden=4, steps=3, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.steps = steps
        with self.name_scope():
            self.cell = rnn.GRUCell(hidden, input_size=4)

    def hybrid_forward(self, F, x, h):
        outputs, states = [], [h]
        for t in range(self.steps):
            out, states = self.cell(x[t], states)  # HYB302 # breaks: trace
            outputs.append(out)
        return F.stack(*outputs, axis=0), states[0]

# %% dictionary-unpacked-into-a-function-that-indexes
# inputs: [(2, 3)]
class Net(HybridBlock):
    def head(self, F, *, low, high, **ignored):
        return low + high[1:]  # HYB302 # breaks: trace

    def hybrid_forward(self, F, x):
        features = dict(low=F.relu(x), high=F.tanh(x), other=x)
        return self.head(F, **features)

# %% ellipsis-index
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.exp(x)[...]  # HYB302 # breaks: trace

# %% embedding-looked-up-by-a-column
# inputs: [('i', (2, 3), 0, 4, 'int32')]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Embedding(4, 5)

    def hybrid_forward(self, F, x):
        return self.d(x[:, 0]) * 2  # HYB302 # breaks: trace

# %% enum-chooses-the-pooling-one-of-which-takes-a-row
# inputs: [(2, 4, 6)]
# ctor: {"pool": "first"}
class Pool(enum.Enum):
    MEAN = "mean"
    FIRST = "first"


class Net(HybridBlock):
    def __init__(self, pool="mean", **kwargs):
        super().__init__(**kwargs)
        self.pool = Pool(pool)
        self.out = nn.Dense(5, in_units=6)

    def hybrid_forward(self, F, x):
        if self.pool is Pool.MEAN:
            return self.out(F.mean(x, axis=1))
        return self.out(x[:, 0])  # HYB302 # breaks: trace

# %% every-second-row-added-up
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        total = 0
        for i in range(0, 4, 2):
            total = total + x[i]  # HYB302 # breaks: trace
        return total

# %% experts-weighted-by-a-gate-one-expert-at-a-time
# inputs: [(2, 4)]
class Net(HybridBlock):
    def __init__(self, experts=3, units=4, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.experts = nn.HybridSequential()
            for _ in range(experts):
                self.experts.add(nn.Dense(units, activation="tanh"))
            self.gate = nn.Dense(experts)

    def _mix(self, F, weights, outputs):
        for index, output in enumerate(outputs):
            yield F.broadcast_mul(weights[:, index].expand_dims(1), output)  # HYB302 # breaks: trace

    def hybrid_forward(self, F, x):
        weights = F.softmax(self.gate(x))
        outputs = [expert(x) for expert in self.experts]
        return F.add_n(*self._mix(F, weights, outputs))

# %% f-arange-4-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.arange(4)[1:].reshape((1, 3)))  # HYB302 # breaks: trace

# %% f-l2normalization-then-0
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.L2Normalization(x)[..., 0]  # HYB302 # breaks: trace

# %% f-linalg-det-of-a-batch-the-second
# inputs: [(2, 3, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.linalg.det(x)[1] * 2  # HYB302 # breaks: trace

# %% f-shape_array-x-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.shape_array(x)[-1]  # HYB302 # breaks: trace

# %% first-token
# inputs: [(2, 5, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, seq):
        cls = seq[:, 0, :]  # HYB302 # breaks: trace
        return F.tanh(cls)

# %% foreach-its-last-output-by-index
# inputs: [(3, 2, 4), (2, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, h):
        out, _ = F.contrib.foreach(lambda d, s: (d + s[0], [d + s[0]]), x, [h])
        return out[-1] * 2  # HYB302 # breaks: trace

# %% forward-pass-of-a-crf-that-unrolls-by-length
# inputs: [(2, 4, 3)]
class Net(HybridBlock):
    def __init__(self, tags=3, steps=4, **kwargs):
        super().__init__(**kwargs)
        self.tags = tags
        self.steps = steps
        with self.name_scope():
            self.transitions = self.params.get("transitions", shape=(tags, tags), init="normal")

    def _log_sum_exp(self, F, x, axis):
        top = F.max(x, axis=axis, keepdims=True)
        total = F.log(F.sum(F.exp(F.broadcast_sub(x, top)), axis=axis, keepdims=True))
        return F.squeeze(top + total, axis=axis)

    def hybrid_forward(self, F, emissions, transitions):
        alpha = emissions[:, 0]  # HYB302 # breaks: trace
        for t in range(1, self.steps):
            emit = emissions[:, t]
            scores = F.broadcast_add(F.expand_dims(alpha, 2), F.expand_dims(transitions, 0))
            alpha = self._log_sum_exp(F, scores, 1) + emit
        return self._log_sum_exp(F, alpha, 1)

# %% gate-of-two-halves-by-brackets
# inputs: [(2, 6)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[:, :3] * F.sigmoid(x[:, 3:])  # HYB302 # breaks: trace

# %% hard-negatives-by-sorting-and-slicing
# inputs: [(6, 3), ('i', (6,), 0, 3, 'float32')]
class Net(HybridBlock):
    def __init__(self, keep=3, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.keep = keep
        with self.name_scope():
            self.ce = gluon.loss.SoftmaxCrossEntropyLoss()

    def hybrid_forward(self, F, pred, label):
        loss = self.ce(pred, label)
        hard = F.sort(loss, axis=0, is_ascend=False)[:self.keep]  # HYB302 # breaks: trace
        return hard.mean()

# %% helper-class-whose-getitem-passes-the-index-to-the-tensor
# inputs: [(4, 3)]
class View:
    def __init__(self, data):
        self.data = data

    def __getitem__(self, key):
        return self.data[key]  # HYB302 # breaks: trace


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        view = View(F.relu(x))
        return view[1:3] + view[0:2]

# %% hybridlambda-with-brackets
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.net = nn.HybridSequential()
        self.net.add(nn.Dense(4), nn.HybridLambda(lambda F, x: x[:, :2]))  # HYB302 # breaks: trace

    def hybrid_forward(self, F, x):
        return self.net(x)

# %% iou-loss-of-boxes-sliced-into-coordinates
# inputs: [('pos', (2, 3, 4)), ('pos', (2, 3, 4))]
class Net(HybridBlock):
    def hybrid_forward(self, F, pred, target):
        px1, py1, px2, py2 = [pred[:, :, i] for i in range(4)]  # HYB302 # breaks: trace
        tx1, ty1, tx2, ty2 = [target[:, :, i] for i in range(4)]
        w = F.maximum(F.minimum(px2, tx2) - F.maximum(px1, tx1), 0)
        h = F.maximum(F.minimum(py2, ty2) - F.maximum(py1, ty1), 0)
        inter = w * h
        area = F.abs((px2 - px1) * (py2 - py1)) + F.abs((tx2 - tx1) * (ty2 - ty1)) + 1
        return -F.log((inter + 0.1) / (area - inter + 0.1)).mean(axis=0, exclude=True)

# %% lagged-slices-by-indexing
# inputs: [(2, 8, 1)]
class Net(HybridBlock):
    def __init__(self, lags=(1, 2, 3), length=4, **kwargs):
        super().__init__(**kwargs)
        self.lags = sorted(lags)
        self.length = length

    def hybrid_forward(self, F, series):
        values = [series[:, -lag - self.length : -lag] for lag in self.lags]  # HYB302 # breaks: trace
        return F.stack(*values, axis=-1).reshape((0, 0, -1))

# %% largest-of-a-pooled-map-by-0
# inputs: [(2, 1, 4, 4)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.MaxPool2D(2)

    def hybrid_forward(self, F, x):
        return self.d(x)[:, 0] * 2  # HYB302 # breaks: trace

# %% last-of-the-steps-that-a-cell-makes
# inputs: [(4, 2, 3), (2, 3)]
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.cell = rnn.GRUCell(3, input_size=3)

    def hybrid_forward(self, F, x, y):
        steps, states = F.contrib.foreach(self.cell, x, [y])
        return steps[-1]  # HYB302 # breaks: trace

# %% last-output-of-a-recurrent-layer
# inputs: [(4, 2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.gru = rnn.GRU(5, input_size=3)

    def hybrid_forward(self, F, seq):
        out = self.gru(seq)
        return out[-1]  # HYB302 # breaks: trace

# %% last-state-picked-with-1
# inputs: [(4, 2, 3)]
class Net(HybridBlock):
    def __init__(self, hidden=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.rnn = rnn.GRU(hidden, input_size=3)
            self.out = nn.Dense(2)

    def hybrid_forward(self, F, x):
        y = self.rnn(x)
        return self.out(y[-1])  # HYB302 # breaks: trace

# %% last-step-of-merged-outputs-by-index
# inputs: [(3, 2, 4)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(3, input_size=4)

    def hybrid_forward(self, F, x):
        outputs, _ = self.d.unroll(3, x, layout="TNC", merge_outputs=True)
        return outputs[-1] * 2  # HYB302 # breaks: trace

# %% lstm-in-ntc-last-step-by-index
# inputs: [(2, 5, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.LSTM(4, layout="NTC", input_size=3)

    def hybrid_forward(self, F, x):
        return self.d(x)[:, -1] * 2  # HYB302 # breaks: trace

# %% mixture-of-experts-that-indexes-the-gates
# inputs: [(2, 4)]
class Net(HybridBlock):
    def __init__(self, experts=3, units=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.gate = nn.Dense(experts)
            self.experts = nn.HybridSequential()
            for _ in range(experts):
                self.experts.add(nn.Dense(units))

    def hybrid_forward(self, F, x):
        gates = F.softmax(self.gate(x))
        outs = [expert(x) for expert in self.experts]
        return F.add_n(*[F.broadcast_mul(out, gates[:, i:i + 1]) for i, out in enumerate(outs)])  # HYB302 # breaks: trace

# %% new-axis-by-none
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x[:, None], x.expand_dims(2))  # HYB302 # breaks: trace

# %% none-as-an-index-adds-an-axis
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        column = x[:, None]  # HYB302 # breaks: trace
        return F.broadcast_mul(column, F.ones((1, 2, 1)))

# %% number-and-new-axis-of-a-vector
# inputs: [(4,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x.reshape((-1,))
        return y[0, None] * 2  # HYB302 # breaks: trace

# %% number-between-new-axes
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[None, 1, :, None] * 2  # HYB302 # breaks: trace

# %% one-column-of-a-fullyconnected
# inputs: [(2, 3), (4, 3), (4,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, w, b):
        return F.FullyConnected(x, w, b, num_hidden=4)[:, 1] * 2  # HYB302 # breaks: trace

# %% operator-getitem-x-1-ew-op
# inputs: [(4, 3)]
import operator


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return operator.getitem(x, 1)  # HYB302 # breaks: trace

# %% operator-getitem-x-1-row
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return operator.getitem(x, 1) * 2  # HYB302 # breaks: trace

# %% row-of-what-a-child-gave
# inputs: [(4, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x)[1] * 2  # HYB302 # breaks: trace

# %% rows-by-a-list-of-numbers
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[[0, 1]]  # HYB302 # breaks: trace

# %% rows-by-an-index-tensor-in-brackets
# inputs: [(4, 3), ("i", (2,), 0, 4, "int32")]
class Net(HybridBlock):
    def hybrid_forward(self, F, table, at):
        return table[at]  # HYB302 # breaks: trace

# %% rows-chosen-by-a-mask
# inputs: [(4, 3), ("bin", (4,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, keep):
        return x[keep]  # HYB302 # breaks: trace

# %% rows-of-a-list-by-a-name
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        rows = [0, 2]
        return x[rows] * 2  # HYB302 # breaks: trace

# %% rows-picked-in-a-branch
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.cond(F.sum(x) > -1e6, lambda: x[1:3] * 2, lambda: x[0:2] * 3)  # HYB302 # breaks: trace

# %% score-of-a-path-goes-through-the-time-steps-by-index
# inputs: [(5, 2, 3)]
class Net(HybridBlock):
    def __init__(self, tags=3, length=5, **kwargs):
        super().__init__(**kwargs)
        self.tags, self.length = tags, length
        with self.name_scope():
            self.transitions = self.params.get("transitions", shape=(tags, tags))

    def _log_sum_exp(self, F, scores, axis):
        top = F.max(scores, axis=axis, keepdims=True)
        total = F.log(F.sum(F.exp(F.broadcast_sub(scores, top)), axis=axis, keepdims=True))
        return F.squeeze(top + total, axis=axis)

    def hybrid_forward(self, F, emissions, transitions):
        alpha = F.slice_axis(emissions, axis=0, begin=0, end=1).reshape((-1, self.tags))
        step = 1
        while step < self.length:
            scores = F.broadcast_add(alpha.expand_dims(2), transitions.expand_dims(0))
            alpha = self._log_sum_exp(F, scores, axis=1) + emissions[step]  # HYB302 # breaks: trace
            step += 1
        return self._log_sum_exp(F, alpha, axis=1)

# %% self-conv-x-1-1-1-1
# inputs: [(2, 3, 4, 4)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.conv = nn.Conv2D(2, 1, in_channels=3)

    def hybrid_forward(self, F, x):
        return self.conv(x)[:, :, 1:-1, 1:-1]  # HYB302 # breaks: trace

# %% sequence-shifted-by-one
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[1:] - x[:-1]  # HYB302 # breaks: trace

# %% shape-as-an-input: a shape as an input
# inputs: [(2, 6)]
# breaks: trace
# call: net(xs[0], xs[0].shape)
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, x, shape):
        return F.reshape(x, shape=(-1, shape[1]))

# %% slice-counted-from-the-end: a slice counted from the end of a known axis
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.ones((4, 3))
        return F.broadcast_add(x, y[0]) + y[-3:-1].sum()  # HYB201, HYB301, HYB302 # breaks: trace

# %% slice-in-a-variable
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        window = slice(0, 2)
        return x[window] * 2  # HYB302 # breaks: trace

# %% slice-object-as-index
# inputs: [(2, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        head = slice(None), slice(0, 2)
        return x[head] * 2  # HYB302 # breaks: trace

# %% slice-that-the-constructor-keeps
# inputs: [(5, 3)]
class Net(HybridBlock):
    def __init__(self, start=1, stop=4, **kwargs):
        super().__init__(**kwargs)
        self.window = slice(start, stop)

    def hybrid_forward(self, F, x):
        return F.relu(x)[self.window]  # HYB302 # breaks: trace

# %% slice-with-step-one: a slice with step 1 beside a reversed one
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[0:2:1, ::-1] * 2  # HYB302 # breaks: trace

# %% tensor-turned-round-with-1-in-a-helper
# inputs: [(4, 3)]
def backwards(t):
    return t[::-1]  # HYB302 # breaks: trace


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.concat(x, backwards(x), dim=1)

# %% text-encoder-with-a-mask-out-of-lengths
# inputs: [("i", (2, 5), 0, 10, "float32"), ("i", (2,), 1, 5, "float32")]
class Net(HybridBlock):
    def __init__(self, vocab=10, units=6, max_len=5, **kwargs):
        super().__init__(**kwargs)
        self._max_len = max_len
        with self.name_scope():
            self.embed = nn.Embedding(vocab, units)
            self.norm = nn.LayerNorm()
            self.ffn = nn.Dense(units, flatten=False, activation="relu")

    def _mask(self, F, lengths):
        steps = F.arange(self._max_len)
        return F.broadcast_lesser(F.reshape(steps, (1, -1)), F.reshape(lengths, (-1, 1)))

    def hybrid_forward(self, F, tokens, lengths):
        mask = self._mask(F, lengths)
        x = F.broadcast_mul(self.embed(tokens), F.expand_dims(mask, -1))
        x = self.norm(x + self.ffn(x))
        pooled = []
        for i in range(len(lengths)):
            pooled.append(x[i, : int(lengths[i].asscalar())].mean(axis=0))  # HYB102, HYB302 # breaks: trace
        return F.stack(*pooled)

# %% time-reversed
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, seq):
        return seq[::-1] * 1.0  # HYB302 # breaks: trace

# %% tree-of-operations-is-evaluated-by-a-visitor-one-kind-of-node
# inputs: [(4, 3)]
class Node:
    children: Tuple = ()

    def __init__(self, *children):
        self.children = children


class Leaf(Node):
    def evaluate(self, F, x):
        return x


class Sum(Node):
    def evaluate(self, F, x):
        return sum(child.evaluate(F, x) for child in self.children)


class Head(Node):
    def evaluate(self, F, x):
        (child,) = self.children
        return child.evaluate(F, x)[:2]  # HYB302 # breaks: trace


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.tree = Sum(Head(Leaf()), Head(Leaf()))

    def hybrid_forward(self, F, x):
        return self.tree.evaluate(F, F.tanh(x))

# %% tuple-index-in-a-variable
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        where = (slice(None), 0)
        return x[where] + 1  # HYB302 # breaks: trace

# %% use_np-x-none
# inputs: [(2, 3)]
# call: net(*[v.as_np_ndarray() for v in xs])
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[:, None]  # HYB302 # breaks: trace

# %% w-1-of-a-parameter
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(2, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w[-1])  # HYB302 # breaks: trace

# %% x-0-0-row-tuple
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[0, 0] * 2  # HYB302 # breaks: trace

# %% x-0-1-ix-two-ints
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[0, 1] + 1  # HYB302 # breaks: trace

# %% x-0-1-row-0tom1
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[0:-1] * 2  # HYB302 # breaks: trace

# %% x-0-1-row-ell01
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[..., 0:1] * 2  # HYB302 # breaks: trace

# %% x-0-ix-ellipsis-last
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[..., 0] * 2  # HYB302 # breaks: trace

# %% x-0-ix-one-tuple
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[(0,)]  # HYB302 # breaks: trace

# %% x-0-row-3d
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[:, :, 0] * 2  # HYB302 # breaks: trace

# %% x-0-row-list0
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[[0]] * 2  # HYB302 # breaks: trace

# %% x-0-row-tuple1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[(0,)] * 2  # HYB302 # breaks: trace

# %% x-1-row-lastcol
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[:, -1] * 2  # HYB302 # breaks: trace

# %% x-2-ix-slice-neg0
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[-2:] * 2  # HYB302 # breaks: trace

# %% x-2-row-m2
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[-2] * 2  # HYB302 # breaks: trace

# %% x-2-row-m2from
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[-2:] * 2  # HYB302 # breaks: trace

# %% x-getitem-1
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.__getitem__(1)  # HYB302 # breaks: trace

# %% x-ix-both-full
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[:, :] * 2  # HYB302 # breaks: trace # fix: return x * 2

# %% x-ix-empty-tuple
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[()]  # HYB302 # breaks: trace

# %% x-len-x-1
# inputs: [(4, 3)]
# missed: Not decidable from the file: `x[len(x) - 1]` works in both phases if the input is a list, as the code reads.
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[len(x) - 1] * 2  # breaks: values

# %% x-none-ix-column
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[:, None] * 2  # HYB302 # breaks: trace

# %% x-none-row-row
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[None, :] * 2  # HYB302 # breaks: trace

# %% x-np-array-0-1
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[np.array([0, 1])] * 2  # HYB302 # breaks: trace

# %% x-np-int64-0-ix-npint0
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[np.int64(0)]  # HYB302 # breaks: trace

# %% x-np-int64-0-row-npint
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[np.int64(0)] * 2  # HYB302 # breaks: trace

# %% x-self-k
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = 1

    def hybrid_forward(self, F, x):
        return x[self.k] * 2  # HYB302 # breaks: trace

# %% x-self-n
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 2

    def hybrid_forward(self, F, x):
        return x[:, : self.n] * 2  # HYB302 # breaks: trace

# %% x-slice-none-slice-0-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[(slice(None), slice(0, 1))] * 2  # HYB302 # breaks: trace

# %% x-true-ix
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[True]  # HYB302 # breaks: trace

# %% x-true-row
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[True] * 2  # HYB302 # breaks: trace

# %% x-x-0-ix-mask-of-rows
# inputs: [('pos', (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[x.sum(axis=1) > 0] * 2  # HYB302 # breaks: trace

# %% x-x-0-row-cmp
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[x > 0] * 2  # HYB302 # breaks: trace

# %% all-maps-but-the-first
# inputs: [[(2, 3), (2, 4), (2, 5)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, maps):
        return F.concat(*[F.relu(one) for one in maps[1:]], dim=1)

# %% all-the-steps-that-a-cell-makes-and-its-state
# inputs: [(4, 2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.cell = rnn.LSTMCell(3, input_size=3)

    def hybrid_forward(self, F, x, y):
        steps, states = F.contrib.foreach(self.cell, x, [y, F.zeros_like(y)])
        return F.SequenceLast(steps * 2) + states[0]

# %% bidirectional-by-reverse-and-concat
# inputs: [(4, 2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, hidden=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.fw = rnn.GRU(hidden, input_size=3)
            self.bw = rnn.GRU(hidden, input_size=3)

    def hybrid_forward(self, F, x):
        f = self.fw(x)
        b = F.reverse(self.bw(F.reverse(x, axis=0)), axis=0)
        return F.concat(f, b, dim=2)

# %% causal-convolution-that-cuts-the-padding-by-slice_axis
# inputs: [(2, 3, 6)]
# clean
class Net(HybridBlock):
    def __init__(self, channels=3, kernel=3, dilation=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.pad = (kernel - 1) * dilation
        with self.name_scope():
            self.conv = nn.Conv1D(channels, kernel, padding=self.pad, dilation=dilation)

    def hybrid_forward(self, F, x):
        y = F.relu(self.conv(x))
        y = F.slice_axis(y, axis=2, begin=0, end=-self.pad)
        return F.relu(x + y)

# %% causal-convolution-that-cuts-the-padding-if-there-is-any
# inputs: [(2, 3, 6)]
# clean
class Net(HybridBlock):
    def __init__(self, channels=3, kernel=3, dilation=2, downsample=False, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.pad = (kernel - 1) * dilation
        with self.name_scope():
            self.conv = nn.Conv1D(channels, kernel, padding=self.pad, dilation=dilation)
            self.down = nn.Conv1D(channels, 1) if downsample else None

    def hybrid_forward(self, F, x):
        y = F.relu(self.conv(x))
        if self.pad > 0:
            y = F.slice_axis(y, axis=2, begin=0, end=-self.pad)
        res = x if self.down is None else self.down(x)
        return F.relu(res + y)

# %% cell-over-slice_axis
# inputs: [(2, 3, 4), (2, 5)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(5, input_size=4)

    def hybrid_forward(self, F, x, h):
        states = [h]
        for t in range(3):
            out, states = self.d(F.slice_axis(x, axis=1, begin=t, end=t + 1).reshape((0, -1)), states)
        return out * 2

# %% cell-over-the-steps-of-a-split
# inputs: [(2, 3, 4), (2, 5)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(5, input_size=4)

    def hybrid_forward(self, F, x, h):
        states = [h]
        outputs = []
        for step in F.split(x, num_outputs=3, axis=1, squeeze_axis=True):
            out, states = self.d(step, states)
            outputs.append(out)
        return F.stack(*outputs, axis=1)

# %% cell-unroll-with-merge_outputs-false
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(3, input_size=4)

    def hybrid_forward(self, F, x):
        outputs, states = self.d.unroll(3, x, layout="NTC", merge_outputs=False)
        return outputs[-1] * 2, states[0]

# %% convlstm-cell-by-hand
# inputs: [(2, 3, 4, 4), (2, 2, 4, 4), (2, 2, 4, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, channels=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.i2h = nn.Conv2D(channels * 4, 3, padding=1)
            self.h2h = nn.Conv2D(channels * 4, 3, padding=1, use_bias=False)

    def hybrid_forward(self, F, x, h, c):
        gates = self.i2h(x) + self.h2h(h)
        i, f, g, o = F.SliceChannel(gates, num_outputs=4, axis=1)
        c = F.sigmoid(f) * c + F.sigmoid(i) * F.tanh(g)
        h = F.sigmoid(o) * F.tanh(c)
        return h, c

# %% coordinates-by-a-split-that-squeezes
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, boxes):
        x0, y0, x1, y1 = F.split(boxes, num_outputs=4, axis=-1, squeeze_axis=True)
        return (x1 - x0) * (y1 - y0)

# %% decoder-stepped-by-hand-over-split-inputs
# inputs: [(2, 3, 4), (2, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, hidden=4, steps=3, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.steps = steps
        with self.name_scope():
            self.cell = rnn.GRUCell(hidden, input_size=4)

    def hybrid_forward(self, F, x, h):
        outputs, states = [], [h]
        for step in F.split(x, num_outputs=self.steps, axis=1, squeeze_axis=True):
            out, states = self.cell(step, states)
            outputs.append(out)
        return F.stack(*outputs, axis=1), states[0]

# %% dictionary-unpacked-into-a-function
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def head(self, F, *, low, high, **ignored):
        return low + high * len(ignored)

    def hybrid_forward(self, F, x):
        features = dict(low=F.relu(x), high=F.tanh(x), other=x)
        return self.head(F, **features)

# %% dilated-convolutions-cut-at-the-end
# inputs: [(2, 3, 8)]
# clean
class Causal(HybridBlock):
    def __init__(self, channels, kernel, dilation, in_channels, **kwargs):
        super(Causal, self).__init__(**kwargs)
        self._trim = (kernel - 1) * dilation
        self.conv = nn.Conv1D(channels, kernel, padding=self._trim, dilation=dilation, in_channels=in_channels)

    def hybrid_forward(self, F, x):
        y = self.conv(x)
        if self._trim > 0:
            y = F.slice_axis(y, axis=2, begin=0, end=-self._trim)
        return y


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.layers = nn.HybridSequential()
        for i in range(3):
            self.layers.add(Causal(3, 2, 2 ** i, 3))

    def hybrid_forward(self, F, x):
        skip = 0
        for layer in self.layers:
            y = F.relu(layer(x))
            skip = skip + y
            x = x + y
        return skip

# %% enum-chooses-the-pooling
# inputs: [(2, 4, 6)]
# clean
class Pool(enum.Enum):
    MEAN = "mean"
    MAX = "max"
    FIRST = "first"


class Net(HybridBlock):
    def __init__(self, pool=Pool.MAX, **kwargs):
        super().__init__(**kwargs)
        self.pool = pool
        self.out = nn.Dense(5, in_units=6)

    def hybrid_forward(self, F, x):
        if self.pool is Pool.MEAN:
            pooled = F.mean(x, axis=1)
        elif self.pool is Pool.MAX:
            pooled = F.max(x, axis=1)
        else:
            pooled = F.squeeze(F.slice_axis(x, axis=1, begin=0, end=1), axis=1)
        return self.out(pooled)

# %% experts-weighted-by-a-gate-by-a-slice-of-one-column-each
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, experts=3, units=4, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.experts = nn.HybridSequential()
            for _ in range(experts):
                self.experts.add(nn.Dense(units, activation="tanh"))
            self.gate = nn.Dense(experts)

    def _mix(self, F, weights, outputs):
        for index, output in enumerate(outputs):
            yield F.broadcast_mul(F.slice_axis(weights, axis=1, begin=index, end=index + 1), output)

    def hybrid_forward(self, F, x):
        weights = F.softmax(self.gate(x))
        outputs = [expert(x) for expert in self.experts]
        return F.add_n(*self._mix(F, weights, outputs))

# %% f-linalg-slogdet-1
# inputs: [(3, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.linalg.slogdet(F.dot(x, x, transpose_b=True) + F.eye(3))[1] * 2

# %% f-linalg-syevd-x-0
# inputs: [(3, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.linalg.syevd(F.linalg.syrk(x))[1]

# %% f-slice-of-the-same
# inputs: [(2, 3, 4, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.conv = nn.Conv2D(2, 1, in_channels=3)

    def hybrid_forward(self, F, x):
        return F.slice(self.conv(x), begin=(None, None, 1, 1), end=(None, None, -1, -1))

# %% first-token-by-slice_axis-ix-cls-fixed
# inputs: [(2, 5, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, seq):
        cls = F.slice_axis(seq, axis=1, begin=0, end=1).reshape((0, -1))
        return F.tanh(cls)

# %% foreach-over-a-cell
# inputs: [(3, 2, 4), (2, 5)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(5, input_size=4)

    def hybrid_forward(self, F, x, h):
        out, states = F.contrib.foreach(self.d, x, [h])
        return out * 2

# %% forward-pass-of-a-crf-over-split-steps
# inputs: [(2, 4, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, tags=3, steps=4, **kwargs):
        super().__init__(**kwargs)
        self.tags = tags
        self.steps = steps
        with self.name_scope():
            self.transitions = self.params.get("transitions", shape=(tags, tags), init="normal")

    def _log_sum_exp(self, F, x, axis):
        top = F.max(x, axis=axis, keepdims=True)
        total = F.log(F.sum(F.exp(F.broadcast_sub(x, top)), axis=axis, keepdims=True))
        return F.squeeze(top + total, axis=axis)

    def hybrid_forward(self, F, emissions, transitions):
        steps = F.split(emissions, num_outputs=self.steps, axis=1, squeeze_axis=True)
        alpha = steps[0]
        for emit in steps[1:]:
            scores = F.broadcast_add(F.expand_dims(alpha, 2), F.expand_dims(transitions, 0))
            alpha = self._log_sum_exp(F, scores, 1) + emit
        return self._log_sum_exp(F, alpha, 1)

# %% helper-class-whose-getitem-slices-with-slice_axis
# inputs: [(4, 3)]
# clean
class View:
    def __init__(self, data):
        self.data = data

    def __getitem__(self, key):
        return self.data.slice_axis(axis=0, begin=key.start, end=key.stop)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        view = View(F.relu(x))
        return view[1:3] + view[0:2]

# %% hybridlambda-by-the-operators-name
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()
        self.body.add(
            nn.Dense(4), nn.HybridLambda("tanh"), nn.HybridLambda(lambda F, x: F.slice_axis(x, axis=1, begin=1, end=3))
        )

    def hybrid_forward(self, F, x):
        return self.body(x)

# %% hybridlambda-with-an-operator
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.net = nn.HybridSequential()
        self.net.add(nn.Dense(4), nn.HybridLambda(lambda F, x: F.clip(x, -1, 1)))

    def hybrid_forward(self, F, x):
        return self.net(x)

# %% iou-loss-of-boxes-split-into-coordinates
# inputs: [('pos', (2, 3, 4)), ('pos', (2, 3, 4))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, pred, target):
        px1, py1, px2, py2 = F.split(pred, num_outputs=4, axis=-1)
        tx1, ty1, tx2, ty2 = F.split(target, num_outputs=4, axis=-1)
        w = F.maximum(F.minimum(px2, tx2) - F.maximum(px1, tx1), 0)
        h = F.maximum(F.minimum(py2, ty2) - F.maximum(py1, ty1), 0)
        inter = w * h
        area = F.abs((px2 - px1) * (py2 - py1)) + F.abs((tx2 - tx1) * (ty2 - ty1)) + 1
        return -F.log((inter + 0.1) / (area - inter + 0.1)).mean(axis=0, exclude=True)

# %% lagged-slices-of-a-series
# inputs: [(2, 8, 1)]
# clean
class Net(HybridBlock):
    def __init__(self, lags=(1, 2, 3), length=4, **kwargs):
        super().__init__(**kwargs)
        self.lags = sorted(lags)
        self.length = length

    def hybrid_forward(self, F, series):
        values = []
        for lag in self.lags:
            begin = -lag - self.length
            end = -lag if lag > 0 else None
            values.append(F.slice_axis(series, axis=1, begin=begin, end=end))
        return F.stack(*values, axis=-1).reshape((0, 0, -1))

# %% last-output-by-sequencelast
# inputs: [(4, 2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.gru = rnn.GRU(5, input_size=3)

    def hybrid_forward(self, F, seq):
        return F.SequenceLast(F.BlockGrad(self.gru(seq)))  # its gradient damages the heap of MXNet 1.9.1

# %% last-state-picked-by-length-with-sequencelast
# inputs: [(4, 2, 3), ('i', (2,), 1, 4, 'float32')]
# clean
class Net(HybridBlock):
    def __init__(self, hidden=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.rnn = rnn.GRU(hidden, input_size=3)
            self.out = nn.Dense(2)

    def hybrid_forward(self, F, x, length):
        y = self.rnn(x)
        last = F.SequenceLast(y, sequence_length=length, use_sequence_length=True)
        return self.out(last)

# %% lstm-in-ntc-last-step-by-slice_axis
# inputs: [(2, 5, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.LSTM(4, layout="NTC", input_size=3)

    def hybrid_forward(self, F, x):
        return self.d(x).slice_axis(axis=1, begin=-1, end=None) * 2

# %% nn-hybridsequential-as-a-child
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.body = nn.HybridSequential()
            self.body.add(nn.Dense(4), nn.LayerNorm(), nn.Dense(2))

    def hybrid_forward(self, F, x):
        return self.body(x)

# %% online-hard-example-mining-with-topk-and-pick
# inputs: [(6, 3), ('i', (6,), 0, 3, 'float32')]
# clean
class Net(HybridBlock):
    def __init__(self, keep=3, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.keep = keep
        with self.name_scope():
            self.ce = gluon.loss.SoftmaxCrossEntropyLoss()

    def hybrid_forward(self, F, pred, label):
        loss = self.ce(pred, label)
        idx = F.topk(F.BlockGrad(loss), k=self.keep, axis=0)
        return F.mean(F.take(loss, idx))

# %% operator-add-and-operator-truediv
# inputs: [(2, 3)]
# clean
import operator


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return operator.truediv(operator.add(x, x), 3)

# %% operator-add-x-y-ew-op
# inputs: [(2, 3), (2, 3)]
# clean
import operator


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return operator.add(x, y)

# %% rows-by-take
# inputs: [(4, 3), ("i", (2,), 0, 4, "int32")]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, table, at):
        return F.take(table, at)

# %% same-split
# inputs: [('pos', (2, 3, 4)), ('pos', (2, 3, 4))]
# clean
class Net(Loss):
    def __init__(self, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)

    def hybrid_forward(self, F, boxes, truth):
        left, top, right, bottom = F.split(boxes, num_outputs=4, axis=-1, squeeze_axis=True)
        area = F.maximum(right - left, 0.0) * F.maximum(bottom - top, 0.0)
        return F.mean(F.abs(area - F.sum(truth, axis=-1)), axis=self._batch_axis, exclude=True)

# %% score-of-a-path-goes-through-the-parts-of-a-split
# inputs: [(5, 2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, tags=3, length=5, **kwargs):
        super().__init__(**kwargs)
        self.tags, self.length = tags, length
        with self.name_scope():
            self.transitions = self.params.get("transitions", shape=(tags, tags))

    def _log_sum_exp(self, F, scores, axis):
        top = F.max(scores, axis=axis, keepdims=True)
        total = F.log(F.sum(F.exp(F.broadcast_sub(scores, top)), axis=axis, keepdims=True))
        return F.squeeze(top + total, axis=axis)

    def hybrid_forward(self, F, emissions, transitions):
        alpha, *others = F.split(emissions, num_outputs=self.length, axis=0, squeeze_axis=True)
        for emission in others:
            scores = F.broadcast_add(alpha.expand_dims(2), transitions.expand_dims(0))
            alpha = self._log_sum_exp(F, scores, axis=1) + emission
        return self._log_sum_exp(F, alpha, axis=1)

# %% slice-in-a-variable-used-on-a-list
# inputs: [(4, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        window = slice(0, 2)
        return F.add_n(*[x, x * 2, x * 3][window])

# %% slice-that-the-constructor-keeps-given-to-slice_axis
# inputs: [(5, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, start=1, stop=4, **kwargs):
        super().__init__(**kwargs)
        self.window = slice(start, stop)

    def hybrid_forward(self, F, x):
        return F.slice_axis(F.relu(x), axis=0, begin=self.window.start, end=self.window.stop)

# %% states-of-a-gru-taken-by-number
# inputs: [(4, 2, 3), (1, 2, 5)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.gru = rnn.GRU(5, input_size=3)

    def hybrid_forward(self, F, seq, begin):
        out, states = self.gru(seq, [begin])
        return out, states[0]

# %% text-encoder-with-a-masked-mean
# inputs: [("i", (2, 5), 0, 10, "float32"), ("i", (2,), 1, 5, "float32")]
# clean
class Net(HybridBlock):
    def __init__(self, vocab=10, units=6, max_len=5, **kwargs):
        super().__init__(**kwargs)
        self._max_len = max_len
        with self.name_scope():
            self.embed = nn.Embedding(vocab, units)
            self.norm = nn.LayerNorm()
            self.ffn = nn.Dense(units, flatten=False, activation="relu")

    def _mask(self, F, lengths):
        steps = F.arange(self._max_len)
        return F.broadcast_lesser(F.reshape(steps, (1, -1)), F.reshape(lengths, (-1, 1)))

    def hybrid_forward(self, F, tokens, lengths):
        mask = F.expand_dims(self._mask(F, lengths), -1)
        x = self.embed(tokens)
        x = self.norm(x + self.ffn(x))
        return F.broadcast_div(F.sum(F.broadcast_mul(x, mask), axis=1), F.sum(mask, axis=1))

# %% tree-of-operations-is-evaluated-by-a-visitor
# inputs: [(4, 3)]
# clean
class Node:
    children: Tuple = ()

    def __init__(self, *children):
        self.children = children


class Leaf(Node):
    def evaluate(self, F, x):
        return x


class Sum(Node):
    def evaluate(self, F, x):
        return sum(child.evaluate(F, x) for child in self.children[:2])


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.tree = Sum(Leaf(), Sum(Leaf(), Leaf()))

    def hybrid_forward(self, F, x):
        return self.tree.evaluate(F, F.tanh(x))

# %% w-of-a-parameter
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w[:])

# %% x-0-none
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[0:None] * 2

# %% x-0-row-0all
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[0:] * 2

# %% x-int-self-n-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 2

    def hybrid_forward(self, F, x):
        return x * int(self.n > 1)

# %% x-n-with-n-none
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = None

    def hybrid_forward(self, F, x):
        return x[: self.n] * 2

# %% x-row-all-then
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[:][:] * 2

# %% x-transpose-np-array-0-2-1
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.transpose(tuple(np.array([0, 2, 1])))

# %% value-of-the-action-in-each-row
# inputs: [(2, 3), ('i', (2,), 0, 3, 'int32')]
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.values = nn.Dense(4)

    def hybrid_forward(self, F, x, action):
        values = self.values(x)
        return values[F.arange(2), action]  # HYB302 # breaks: trace

# %% value-of-the-best-action-in-each-row: the value of the best action in each row, as many as there are
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.values = nn.Dense(4)

    def hybrid_forward(self, F, x):
        values = self.values(x)
        return values[mx.nd.arange(len(values)), values.argmax(axis=1)]  # HYB302, HYB306 # breaks: trace

# %% sum-of-rows-over-a-range-of-several-lines: the range of a loop over rows is on lines of its own
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        total = 0
        for i in range(
            2
        ):
            total = total + x[i]  # HYB302 # breaks: trace
        return total

# %% rows-appended-over-several-lines: the call that appends a row is on lines of its own
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        rows = []
        for i in range(2):
            rows.append(
                x[i] * 2  # HYB302 # breaks: trace
            )
        return F.stack(*rows)

# %% rows-from-the-last-one-on: a range that begins with a negative index
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.concat(*[x[i] for i in range(-1, 1)], dim=0)  # HYB302 # breaks: trace

# %% rows-after-the-first: a range that begins with 1
# inputs: [(3, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.concat(*[x[i] for i in range(1, 3)], dim=0)  # HYB302 # breaks: trace

# %% last-row-of-an-mx-np-array
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[-1] * 2  # HYB302 # breaks: execution

# %% index-computed-by-numpy
# inputs: [(3, 2)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.exp(x)[np.abs(-1)]  # HYB302 # breaks: trace

# %% row-of-what-an-operator-of-a-hyperparameter-returns
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, act="relu", **kwargs):
        super().__init__(**kwargs)
        self.act = act

    def hybrid_forward(self, F, x):
        return getattr(F, self.act)(x)[1]  # HYB302 # breaks: trace
