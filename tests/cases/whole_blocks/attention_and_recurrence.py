"""Whole blocks: attention, recurrent networks and convolutions over time."""

import mxnet as mx
import numpy as np
from mxnet import nd, gluon, autograd
from mxnet.gluon import Block, HybridBlock, SymbolBlock, Parameter, nn, rnn


# %% third-att-dot: dot-product attention with a mask
# inputs: [(2, 3, 4), (2, 5, 4), ('bin', (2, 3, 5))]
# works
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


# %% third-att-heads: multi-head attention by reshape codes
# inputs: [(2, 3, 8)]
# works
class Net(HybridBlock):
    def __init__(self, units=8, heads=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.heads = heads
        self.units = units
        with self.name_scope():
            self.q = nn.Dense(units, flatten=False)
            self.k = nn.Dense(units, flatten=False)
            self.v = nn.Dense(units, flatten=False)
            self.o = nn.Dense(units, flatten=False)

    def _split(self, x):
        x = x.reshape((0, 0, self.heads, -1)).transpose((0, 2, 1, 3))
        return x.reshape((-1, 0, 0), reverse=True)

    def hybrid_forward(self, F, x):
        q, k, v = self._split(self.q(x)), self._split(self.k(x)), self._split(self.v(x))
        att = F.softmax(F.batch_dot(F.contrib.div_sqrt_dim(q), k, transpose_b=True))
        out = F.batch_dot(att, v).reshape((-1, self.heads, 0, 0), reverse=True)
        out = out.transpose((0, 2, 1, 3)).reshape((0, 0, -1))
        return self.o(out)


# %% third-att-heads-shape: multi-head attention that unpacks the shape
# inputs: [(2, 3, 8)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, units=8, heads=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.heads = heads
        self.units = units
        with self.name_scope():
            self.qkv = nn.Dense(units * 3, flatten=False)
            self.o = nn.Dense(units, flatten=False)

    def hybrid_forward(self, F, x):
        B, N, C = x.shape  # breaks here
        qkv = self.qkv(x).reshape((B, N, 3, self.heads, C // self.heads)).transpose((2, 0, 3, 1, 4))
        q, k, v = [F.squeeze(t, axis=0).reshape((-3, 0, 0)) for t in F.split(qkv, num_outputs=3, axis=0)]
        att = F.softmax(F.batch_dot(q, k, transpose_b=True))
        out = F.batch_dot(att, v).reshape((-4, B, -1, 0, 0)).transpose((0, 2, 1, 3)).reshape((0, 0, -1))
        return self.o(out)


# %% third-att-heads-qkv0: multi-head attention that indexes the stacked projections
# inputs: [(2, 3, 8)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, units=8, heads=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.heads = heads
        with self.name_scope():
            self.qkv = nn.Dense(units * 3, flatten=False)
            self.o = nn.Dense(units, flatten=False)

    def hybrid_forward(self, F, x):
        qkv = self.qkv(x).reshape((0, 0, 3, self.heads, -1)).transpose((2, 0, 3, 1, 4))
        q, k, v = qkv[0], qkv[1], qkv[2]  # breaks here
        q, k, v = q.reshape((-3, 0, 0)), k.reshape((-3, 0, 0)), v.reshape((-3, 0, 0))
        att = F.softmax(F.batch_dot(q, k, transpose_b=True))
        out = F.batch_dot(att, v).reshape((-4, -1, self.heads, 0, 0)).transpose((0, 2, 1, 3)).reshape((0, 0, -1))
        return self.o(out)


# %% third-att-additive: additive attention with expand_dims and broadcast_add
# inputs: [(2, 4), (2, 5, 4)]
# works
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


# %% third-att-additive-plus: additive attention with a plain plus
# inputs: [(2, 4), (2, 5, 4)]
# breaks: execution
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
        e = self.v(F.tanh(q + self.u(keys))).squeeze(axis=-1)  # breaks here
        a = F.softmax(e, axis=-1)
        return F.batch_dot(a.expand_dims(axis=1), keys).squeeze(axis=1), a


# %% third-att-weighted: attention weights times values by a plain product
# inputs: [(2, 5, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.score = nn.Dense(1, flatten=False)

    def hybrid_forward(self, F, x):
        a = F.softmax(self.score(x), axis=1)
        return F.sum(x * a, axis=1)  # breaks here


# %% third-att-weighted-fixed: attention weights times values by broadcast_mul
# inputs: [(2, 5, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.score = nn.Dense(1, flatten=False)

    def hybrid_forward(self, F, x):
        a = F.softmax(self.score(x), axis=1)
        return F.sum(F.broadcast_mul(x, a), axis=1)


# %% third-att-cbam: CBAM with plain products
# inputs: [(2, 4, 6, 6)]
# works
class Net(HybridBlock):
    def __init__(self, channels=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.fc = nn.HybridSequential()
            self.fc.add(nn.Conv2D(2, 1, activation='relu'), nn.Conv2D(channels, 1))
            self.conv = nn.Conv2D(1, 7, padding=3)

    def hybrid_forward(self, F, x):
        avg = F.contrib.AdaptiveAvgPooling2D(x, output_size=1)
        mx_ = F.Pooling(x, global_pool=True, pool_type='max', kernel=(1, 1))
        ca = F.sigmoid(self.fc(avg) + self.fc(mx_))
        x = F.broadcast_mul(x, ca)
        sa = F.concat(F.mean(x, axis=1, keepdims=True), F.max(x, axis=1, keepdims=True), dim=1)
        return F.broadcast_mul(x, F.sigmoid(self.conv(sa)))


# %% third-att-cbam-plain: CBAM whose spatial part uses a plain product
# inputs: [(2, 4, 6, 6)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, channels=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.fc = nn.HybridSequential()
            self.fc.add(nn.Conv2D(2, 1, activation='relu'), nn.Conv2D(channels, 1))
            self.conv = nn.Conv2D(1, 7, padding=3)

    def hybrid_forward(self, F, x):
        avg = F.contrib.AdaptiveAvgPooling2D(x, output_size=1)
        ca = F.sigmoid(self.fc(avg))
        y = F.broadcast_mul(x, ca)
        sa = F.concat(F.mean(y, axis=1, keepdims=True), F.max(y, axis=1, keepdims=True), dim=1)
        return y * F.sigmoid(self.conv(sa))  # breaks here


# %% third-att-nonlocal: non-local block with reshape codes
# inputs: [(2, 4, 3, 3)]
# works
class Net(HybridBlock):
    def __init__(self, channels=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.theta = nn.Conv2D(2, 1, in_channels=channels)
            self.phi = nn.Conv2D(2, 1, in_channels=channels)
            self.g = nn.Conv2D(2, 1, in_channels=channels)
            self.out = nn.Conv2D(channels, 1, in_channels=2)
            self.gamma = self.params.get('gamma', shape=(1,), init='ones')

    def hybrid_forward(self, F, x, gamma):
        theta = self.theta(x).reshape((0, 0, -1))
        phi = self.phi(x).reshape((0, 0, -1))
        g = self.g(x).reshape((0, 0, -1))
        att = F.softmax(F.batch_dot(theta, phi, transpose_a=True), axis=-1)
        y = F.batch_dot(g, att, transpose_b=True)
        y = F.reshape_like(y, x, lhs_begin=2, lhs_end=3, rhs_begin=2, rhs_end=4)
        return x + F.broadcast_mul(gamma, self.out(y))


# %% third-att-sagan: SAGAN attention with gamma times the map by a plain product
# inputs: [(2, 4, 3, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, channels=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.f = nn.Conv2D(2, 1)
            self.g = nn.Conv2D(2, 1)
            self.h = nn.Conv2D(channels, 1)
            self.gamma = self.params.get('gamma', shape=(1,), init='ones')

    def hybrid_forward(self, F, x, gamma):
        f = self.f(x).reshape((0, 0, -1))
        g = self.g(x).reshape((0, 0, -1))
        h = self.h(x).reshape((0, 0, -1))
        beta = F.softmax(F.batch_dot(f, g, transpose_a=True))
        o = F.reshape_like(F.batch_dot(h, beta), x)
        return gamma * o + x  # breaks here


# %% third-att-pos: positional encoding kept as a constant and cut by slice_like
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def __init__(self, units=4, length=8, **kwargs):
        super(Net, self).__init__(**kwargs)
        pos = np.arange(length).reshape((-1, 1)) / np.power(10000, np.arange(units).reshape((1, -1)) / units)
        table = np.where(np.arange(units) % 2 == 0, np.sin(pos), np.cos(pos)).astype('float32')
        with self.name_scope():
            self.table = self.params.get_constant('table', table)

    def hybrid_forward(self, F, x, table):
        pos = F.slice_like(F.expand_dims(table, 0), x, axes=(1,))
        return F.broadcast_add(x, pos)


# %% third-att-pos-len: positional encoding by the length of the sequence
# inputs: [(2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, units=4, length=8, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.pos = nn.Embedding(length, units)

    def hybrid_forward(self, F, x):
        steps = F.arange(x.shape[1])  # breaks here
        return F.broadcast_add(x, F.expand_dims(self.pos(steps), 0))


# %% third-att-causal: causal mask from two arange_like
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        scores = F.batch_dot(x, x, transpose_b=True)
        steps = F.contrib.arange_like(scores, axis=1)
        mask = F.broadcast_greater_equal(steps.expand_dims(1), steps.expand_dims(0))
        mask = F.broadcast_like(mask.expand_dims(0), scores)
        scores = F.where(mask, scores, F.ones_like(scores) * -1e9)
        return F.batch_dot(F.softmax(scores), x)


# %% third-att-causal-plain: causal mask compared with plain operators
# inputs: [(2, 3, 4)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        scores = F.batch_dot(x, x, transpose_b=True)
        steps = F.contrib.arange_like(scores, axis=1)
        mask = steps.expand_dims(1) >= steps.expand_dims(0)  # breaks here
        mask = F.broadcast_like(mask.expand_dims(0), scores)
        scores = F.where(mask, scores, F.ones_like(scores) * -1e9)
        return F.batch_dot(F.softmax(scores), x)


# %% third-rnn-decoder: decoder cell unrolled over a fixed length
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def __init__(self, hidden=4, steps=3, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.steps = steps
        with self.name_scope():
            self.cell = rnn.GRUCell(hidden, input_size=4)
            self.out = nn.Dense(5, flatten=False)

    def hybrid_forward(self, F, x):
        outputs, states = self.cell.unroll(self.steps, x, layout='NTC', merge_outputs=True)
        return self.out(outputs)


# %% third-rnn-decoder-len: decoder unrolled over the length read from the input
# inputs: [(2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, hidden=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.cell = rnn.GRUCell(hidden, input_size=4)
            self.out = nn.Dense(5, flatten=False)

    def hybrid_forward(self, F, x):
        outputs, states = self.cell.unroll(x.shape[1], x, layout='NTC', merge_outputs=True)  # breaks here
        return self.out(outputs)


# %% third-rnn-steps: decoder stepped by hand over split inputs
# inputs: [(2, 3, 4), (2, 4)]
# works
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


# %% third-rnn-steps-index: decoder stepped by hand over indexed inputs
# inputs: [(3, 2, 4), (2, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, hidden=4, steps=3, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.steps = steps
        with self.name_scope():
            self.cell = rnn.GRUCell(hidden, input_size=4)

    def hybrid_forward(self, F, x, h):
        outputs, states = [], [h]
        for t in range(self.steps):
            out, states = self.cell(x[t], states)  # breaks here
            outputs.append(out)
        return F.stack(*outputs, axis=0), states[0]


# %% third-rnn-steps-for: decoder stepped over the rows of the input
# inputs: [(3, 2, 4), (2, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, hidden=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.cell = rnn.GRUCell(hidden, input_size=4)

    def hybrid_forward(self, F, inputs, h):
        outputs, states = [], [h]
        for token in inputs:
            out, states = self.cell(token, states)
            outputs.append(out)
        return F.stack(*outputs, axis=0), states[0]


# %% third-rnn-begin: begin_state from the batch size of the input
# inputs: [(3, 2, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, hidden=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.lstm = rnn.LSTM(hidden, input_size=4)

    def hybrid_forward(self, F, x):
        states = self.lstm.begin_state(batch_size=x.shape[1])  # breaks here
        out, states = self.lstm(x, states)
        return out


# %% third-rnn-begin-F: begin_state of a cell made with F.zeros
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def __init__(self, hidden=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.cell = rnn.LSTMCell(hidden, input_size=4)

    def hybrid_forward(self, F, x):
        h = F.zeros_like(x)
        out, (h, c) = self.cell(x, [h, h])
        return out + c


# %% third-rnn-bi: bidirectional by reverse and concat
# inputs: [(4, 2, 3)]
# works
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


# %% third-rnn-last: last state picked by length with SequenceLast
# inputs: [(4, 2, 3), ('i', (2,), 1, 4, 'float32')]
# works
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


# %% third-rnn-last-neg: last state picked with [-1]
# inputs: [(4, 2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, hidden=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.rnn = rnn.GRU(hidden, input_size=3)
            self.out = nn.Dense(2)

    def hybrid_forward(self, F, x):
        y = self.rnn(x)
        return self.out(y[-1])  # breaks here


# %% third-rnn-pool: masked mean over time by broadcast
# inputs: [(2, 4, 3), ('bin', (2, 4))]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.out = nn.Dense(2)

    def hybrid_forward(self, F, x, mask):
        total = F.sum(F.broadcast_mul(x, F.expand_dims(mask, axis=2)), axis=1)
        count = F.sum(mask, axis=1, keepdims=True) + 1e-6
        return self.out(F.broadcast_div(total, count))


# %% third-rnn-pool-plain: masked mean over time by a plain division
# inputs: [(2, 4, 3), ('bin', (2, 4))]
# breaks: execution
# needs: shapes
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.out = nn.Dense(2)

    def hybrid_forward(self, F, x, mask):
        m = F.expand_dims(mask, axis=2)
        total = F.sum(F.broadcast_mul(x, m), axis=1)
        count = F.sum(m, axis=1) + 1e-6
        return self.out(total / count)  # breaks here


# %% third-rnn-teacher: scheduled sampling drawn in Python
# inputs: [(2, 3, 4), (2, 4)]
# breaks: values
import random


class Net(HybridBlock):
    def __init__(self, hidden=4, steps=3, ratio=0.5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.steps = steps
        self.ratio = ratio
        with self.name_scope():
            self.cell = rnn.RNNCell(hidden, input_size=4)

    def hybrid_forward(self, F, target, h):
        outputs, states = [], [h]
        steps = F.split(target, num_outputs=self.steps, axis=1, squeeze_axis=True)
        inp = steps[0]
        for t in range(self.steps):
            out, states = self.cell(inp, states)
            outputs.append(out)
            inp = steps[t] if random.random() < self.ratio else out
        return F.stack(*outputs, axis=1)


# %% third-rnn-greedy: greedy decoding that stops at the end token
# inputs: [(2, 4)]
# breaks: trace
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
            if int(token.min().asscalar()) == 0:  # breaks here
                break
        return outputs[0]


# %% third-rnn-greedy-fixed: greedy decoding over a fixed number of steps
# inputs: [(2, 4)]
# works
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


# %% third-rnn-convlstm: ConvLSTM cell by hand
# inputs: [(2, 3, 4, 4), (2, 2, 4, 4), (2, 2, 4, 4)]
# works
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


# %% third-rnn-convlstm-slices: ConvLSTM cell whose gates are slices
# inputs: [(2, 3, 4, 4), (2, 2, 4, 4), (2, 2, 4, 4)]
# breaks: trace
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
        i, f, g, o = gates[:, :n], gates[:, n:2 * n], gates[:, 2 * n:3 * n], gates[:, 3 * n:]  # breaks here
        c = F.sigmoid(f) * c + F.sigmoid(i) * F.tanh(g)
        h = F.sigmoid(o) * F.tanh(c)
        return h, c


# %% third-rnn-foreach: a recurrent loop with foreach
# inputs: [(3, 2, 4), (2, 4)]
# works
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


# %% third-rnn-foreach-state: a recurrent loop with foreach that keeps states on self
# inputs: [(3, 2, 4), (2, 4)]
# breaks: trace
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
            self.norms.append(float(new.norm().asscalar()))  # breaks here
            return new, [new]
        out, states = F.contrib.foreach(step, x, [h])
        return out, states[0]


# %% third-tcn-causal: causal convolution that cuts the padding by slice_axis
# inputs: [(2, 3, 6)]
# works
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


# %% third-tcn-causal-index: causal convolution that cuts the padding by a slice
# inputs: [(2, 3, 6)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, channels=3, kernel=3, dilation=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.pad = (kernel - 1) * dilation
        with self.name_scope():
            self.conv = nn.Conv1D(channels, kernel, padding=self.pad, dilation=dilation)

    def hybrid_forward(self, F, x):
        y = F.relu(self.conv(x))
        y = y[:, :, :-self.pad]  # breaks here
        return F.relu(x + y)


# %% third-tcn-chomp-guard: causal convolution that cuts the padding if there is any
# inputs: [(2, 3, 6)]
# works
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


# %% third-wavenet: wavenet with skips summed in a list
# inputs: [(2, 3, 6)]
# works
class Net(HybridBlock):
    def __init__(self, channels=3, layers=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.gates = nn.HybridSequential()
            self.filters = nn.HybridSequential()
            for i in range(layers):
                self.gates.add(nn.Conv1D(channels, 3, padding=2 ** i, dilation=2 ** i))
                self.filters.add(nn.Conv1D(channels, 3, padding=2 ** i, dilation=2 ** i))
            self.out = nn.Conv1D(4, 1)

    def hybrid_forward(self, F, x):
        skips = []
        for gate, filt in zip(self.gates, self.filters):
            z = F.sigmoid(gate(x)) * F.tanh(filt(x))
            x = x + z
            skips.append(z)
        return self.out(F.relu(sum(skips)))


# %% third-wavenet-iadd: wavenet with the skips added in place
# inputs: [(2, 3, 6)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, channels=3, layers=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.gates = nn.HybridSequential()
            self.filters = nn.HybridSequential()
            for i in range(layers):
                self.gates.add(nn.Conv1D(channels, 3, padding=2 ** i, dilation=2 ** i))
                self.filters.add(nn.Conv1D(channels, 3, padding=2 ** i, dilation=2 ** i))
            self.out = nn.Conv1D(4, 1)

    def hybrid_forward(self, F, x):
        skip = None
        for gate, filt in zip(self.gates, self.filters):
            z = F.sigmoid(gate(x)) * F.tanh(filt(x))
            x = x + z
            if skip is None:
                skip = z
            else:
                skip += z  # breaks here
        return self.out(F.relu(skip))
