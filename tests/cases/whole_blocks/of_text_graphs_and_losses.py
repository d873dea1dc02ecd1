"""Losses, and blocks for text and graphs, one after another as projects have them."""

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import HybridBlock, nn, rnn

# %% plain-wb-focal: a focal loss with its weighting
# inputs: [(2, 4), ("i", (2,), 0, 4, "float32")]
# breaks: trace
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
        positives = (label > 0).sum().asscalar()  # breaks here
        if positives > 0:
            loss = loss / positives
        if sample_weight is not None:
            loss = F.broadcast_mul(loss, sample_weight)
        return loss * self._weight if self._weight is not None else loss


# %% plain-wb-focal-fixed: a focal loss whose weighting stays a tensor
# inputs: [(2, 4), ("i", (2,), 0, 4, "float32")]
# works
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


# %% plain-wb-mhsa: multi-head self-attention with shapes read
# inputs: [(2, 5, 8)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, units=8, heads=2, dropout=0.0, **kwargs):
        super().__init__(**kwargs)
        assert units % heads == 0
        self._units = units
        self._heads = heads
        with self.name_scope():
            self.qkv = nn.Dense(3 * units, flatten=False, use_bias=False)
            self.proj = nn.Dense(units, flatten=False)
            self.drop = nn.Dropout(dropout)

    def _split(self, F, x):
        x = F.reshape(x, (0, 0, self._heads, -1))
        return F.transpose(x, (0, 2, 1, 3)).reshape((-1, 0, 0), reverse=True)

    def hybrid_forward(self, F, x):
        B, L, C = x.shape  # breaks here
        q, k, v = F.split(self.qkv(x), num_outputs=3, axis=-1)
        q, k, v = [self._split(F, t) for t in (q, k, v)]
        att = F.softmax(F.batch_dot(q, k, transpose_b=True) / (C // self._heads) ** 0.5)
        out = F.batch_dot(self.drop(att), v)
        out = F.reshape(out, (B, self._heads, L, -1))
        out = F.reshape(F.transpose(out, (0, 2, 1, 3)), (B, L, C))
        return self.proj(out)


# %% plain-wb-mhsa-fixed: multi-head self-attention by special numbers
# inputs: [(2, 5, 8)]
# works
class Net(HybridBlock):
    def __init__(self, units=8, heads=2, dropout=0.0, **kwargs):
        super().__init__(**kwargs)
        assert units % heads == 0
        self._units = units
        self._heads = heads
        with self.name_scope():
            self.qkv = nn.Dense(3 * units, flatten=False, use_bias=False)
            self.proj = nn.Dense(units, flatten=False)
            self.drop = nn.Dropout(dropout)

    def _split(self, F, x):
        x = F.reshape(x, (0, 0, self._heads, -1))
        return F.transpose(x, (0, 2, 1, 3)).reshape((-1, 0, 0), reverse=True)

    def hybrid_forward(self, F, x):
        q, k, v = F.split(self.qkv(x), num_outputs=3, axis=-1)
        q, k, v = [self._split(F, t) for t in (q, k, v)]
        att = F.softmax(F.batch_dot(q, k, transpose_b=True) / (self._units // self._heads) ** 0.5)
        out = F.batch_dot(self.drop(att), v)
        out = F.reshape(out, (-1, self._heads, 0, 0), reverse=True)
        out = F.reshape(F.transpose(out, (0, 2, 1, 3)), (0, 0, -1))
        return self.proj(out)


# %% plain-wb-encoder: a text encoder with a mask out of lengths
# inputs: [("i", (2, 5), 0, 10, "float32"), ("i", (2,), 1, 5, "float32")]
# breaks: trace
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
            pooled.append(x[i, : int(lengths[i].asscalar())].mean(axis=0))  # breaks here
        return F.stack(*pooled)


# %% plain-wb-encoder-fixed: a text encoder with a masked mean
# inputs: [("i", (2, 5), 0, 10, "float32"), ("i", (2,), 1, 5, "float32")]
# works
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


# %% plain-wb-crf: a forward pass of a CRF that unrolls by length
# inputs: [(2, 4, 3)]
# breaks: trace
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
        alpha = emissions[:, 0]  # breaks here
        for t in range(1, self.steps):
            emit = emissions[:, t]
            scores = F.broadcast_add(F.expand_dims(alpha, 2), F.expand_dims(transitions, 0))
            alpha = self._log_sum_exp(F, scores, 1) + emit
        return self._log_sum_exp(F, alpha, 1)


# %% plain-wb-crf-fixed: a forward pass of a CRF over split steps
# inputs: [(2, 4, 3)]
# works
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


# %% plain-wb-moco: momentum features and a queue
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, dim=4, size=6, temperature=0.1, **kwargs):
        super().__init__(**kwargs)
        self.temperature = temperature
        self.size = size
        with self.name_scope():
            self.encoder_q = nn.Dense(dim)
            self.encoder_k = nn.Dense(dim)
        self.queue = nd.random.normal(shape=(size, dim))

    def hybrid_forward(self, F, im_q, im_k):
        q = F.L2Normalization(self.encoder_q(im_q))
        k = F.stop_gradient(F.L2Normalization(self.encoder_k(im_k)))
        l_pos = F.sum(q * k, axis=1, keepdims=True)
        l_neg = F.dot(q, self.queue, transpose_b=True)  # breaks here
        logits = F.concat(l_pos, l_neg, dim=1) / self.temperature
        return F.log_softmax(logits)


# %% plain-wb-gcn: a graph convolution with its adjacency normalised
# inputs: [("pos", (4, 4)), (4, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, units=5, in_units=3, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.weight = self.params.get("weight", shape=(in_units, units), init="xavier")
            self.bias = self.params.get("bias", shape=(1, units), init="zeros")

    def hybrid_forward(self, F, adj, x, weight, bias):
        degree = F.sum(adj, axis=1)
        inv = F.power(degree, -0.5)
        norm = F.reshape(inv, (-1, 1)) * adj * F.reshape(inv, (1, -1))  # breaks here
        support = F.dot(x, weight)
        out = F.dot(norm, support)
        return F.relu(F.broadcast_add(out, bias))


# %% plain-wb-gcn-fixed: a graph convolution with its adjacency normalised by broadcast_mul
# inputs: [("pos", (4, 4)), (4, 3)]
# works
class Net(HybridBlock):
    def __init__(self, units=5, in_units=3, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.weight = self.params.get("weight", shape=(in_units, units), init="xavier")
            self.bias = self.params.get("bias", shape=(1, units), init="zeros")

    def hybrid_forward(self, F, adj, x, weight, bias):
        inv = F.power(F.sum(adj, axis=1), -0.5)
        norm = F.broadcast_mul(F.reshape(inv, (-1, 1)), adj)
        norm = F.broadcast_mul(norm, F.reshape(inv, (1, -1)))
        return F.relu(F.broadcast_add(F.dot(norm, F.dot(x, weight)), bias))


# %% plain-wb-vae: a variational autoencoder that samples by nd
# inputs: [(2, 6)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, latent=2, hidden=5, out=6, **kwargs):
        super().__init__(**kwargs)
        self.latent = latent
        self.mu = None
        with self.name_scope():
            self.encoder = nn.HybridSequential(prefix="encoder_")
            self.encoder.add(nn.Dense(hidden, activation="tanh"), nn.Dense(latent * 2))
            self.decoder = nn.HybridSequential(prefix="decoder_")
            self.decoder.add(nn.Dense(hidden, activation="tanh"), nn.Dense(out, activation="sigmoid"))

    def hybrid_forward(self, F, x):
        h = self.encoder(x)
        mu, lv = F.split(h, axis=1, num_outputs=2)
        eps = nd.random_normal(0, 1, shape=(2, self.latent)) * 0
        z = mu + F.exp(0.5 * lv) * eps  # breaks here
        y = self.decoder(z)
        kl = 0.5 * F.sum(1 + lv - mu * mu - F.exp(lv), axis=1)
        return F.sum(F.square(x - y), axis=1) - kl


# %% plain-wb-vae-fixed: a variational autoencoder that samples by F
# inputs: [(2, 6)]
# works
class Net(HybridBlock):
    def __init__(self, latent=2, hidden=5, out=6, **kwargs):
        super().__init__(**kwargs)
        self.latent = latent
        with self.name_scope():
            self.encoder = nn.HybridSequential(prefix="encoder_")
            self.encoder.add(nn.Dense(hidden, activation="tanh"), nn.Dense(latent * 2))
            self.decoder = nn.HybridSequential(prefix="decoder_")
            self.decoder.add(nn.Dense(hidden, activation="tanh"), nn.Dense(out, activation="sigmoid"))

    def hybrid_forward(self, F, x):
        h = self.encoder(x)
        mu, lv = F.split(h, axis=1, num_outputs=2)
        eps = F.random.normal_like(mu) * 0
        z = mu + F.exp(0.5 * lv) * eps
        y = self.decoder(z)
        kl = 0.5 * F.sum(1 + lv - mu * mu - F.exp(lv), axis=1)
        return F.sum(F.square(x - y), axis=1) - kl


# %% plain-wb-lm: a language model over a recurrent layer
# inputs: [("i", (5, 2), 0, 10, "float32")]
# works
class Net(HybridBlock):
    def __init__(self, vocab=10, embed=6, hidden=6, tie=False, dropout=0.0, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.drop = nn.Dropout(dropout)
            self.encoder = nn.Embedding(vocab, embed, weight_initializer=mx.init.Uniform(0.1))
            self.rnn = rnn.LSTM(hidden, 2, input_size=embed)
            if tie:
                self.decoder = nn.Dense(vocab, flatten=False, in_units=hidden, params=self.encoder.params)
            else:
                self.decoder = nn.Dense(vocab, flatten=False, in_units=hidden)

    def hybrid_forward(self, F, tokens):
        emb = self.drop(self.encoder(tokens))
        output = self.drop(self.rnn(emb))
        return self.decoder(output)


# %% plain-wb-decoder: an attention decoder that steps a cell
# inputs: [(2, 4, 3), (2, 5, 6)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, hidden=6, steps=4, **kwargs):
        super().__init__(**kwargs)
        self.hidden = hidden
        self.steps = steps
        with self.name_scope():
            self.cell = rnn.GRUCell(hidden, input_size=3 + hidden)
            self.out = nn.Dense(7)

    def attend(self, F, query, memory):
        score = F.batch_dot(memory, F.expand_dims(query, 2))
        weight = F.softmax(score, axis=1)
        return F.sum(F.broadcast_mul(memory, weight), axis=1)

    def hybrid_forward(self, F, inputs, memory):
        states = self.cell.begin_state(batch_size=inputs.shape[0])  # breaks here
        outputs = []
        for t in range(self.steps):
            step = F.slice_axis(inputs, axis=1, begin=t, end=t + 1).reshape((0, -1))
            context = self.attend(F, states[0], memory)
            out, states = self.cell(F.concat(step, context, dim=1), states)
            outputs.append(self.out(out))
        return F.stack(*outputs, axis=1)


# %% plain-wb-triplet: hard triplet mining in the batch
# inputs: [(4, 3), ("i", (4,), 0, 2, "float32")]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, margin=0.3, **kwargs):
        super().__init__(**kwargs)
        self._margin = margin

    def _distance(self, F, emb):
        dot = F.dot(emb, emb, transpose_b=True)
        norm = F.sum(emb ** 2, axis=1, keepdims=True)
        dist = norm + F.transpose(norm) - 2 * dot  # breaks here
        return F.sqrt(F.maximum(dist, 1e-12))

    def hybrid_forward(self, F, emb, label):
        dist = self._distance(F, emb)
        same = F.broadcast_equal(F.expand_dims(label, 1), F.expand_dims(label, 0))
        far = F.max(dist * same, axis=1)
        near = F.min(dist + 1e6 * same, axis=1)
        return F.relu(far - near + self._margin)


# %% plain-wb-triplet-fixed: hard triplet mining with all pairs broadcast
# inputs: [(4, 3), ("i", (4,), 0, 2, "float32")]
# works
class Net(HybridBlock):
    def __init__(self, margin=0.3, **kwargs):
        super().__init__(**kwargs)
        self._margin = margin

    def _distance(self, F, emb):
        dot = F.dot(emb, emb, transpose_b=True)
        norm = F.sum(emb ** 2, axis=1, keepdims=True)
        dist = F.broadcast_add(norm, F.transpose(norm)) - 2 * dot
        return F.sqrt(F.maximum(dist, 1e-12))

    def hybrid_forward(self, F, emb, label):
        dist = self._distance(F, emb)
        same = F.broadcast_equal(F.expand_dims(label, 1), F.expand_dims(label, 0))
        far = F.max(dist * same, axis=1)
        near = F.min(dist + 1e6 * same, axis=1)
        return F.relu(far - near + self._margin)


# %% plain-wb-moe: experts mixed by a gate
# inputs: [(2, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, experts=3, units=5, **kwargs):
        super().__init__(**kwargs)
        self._count = experts
        with self.name_scope():
            self.gate = nn.Dense(experts)
            self.experts = nn.HybridSequential()
            for i in range(experts):
                self.experts.add(nn.Dense(units, activation="relu", prefix="expert%d_" % i))

    def hybrid_forward(self, F, x):
        weights = F.softmax(self.gate(x), axis=-1)
        parts = F.split(weights, num_outputs=self._count, axis=1)
        mixed = []
        for weight, expert in zip(parts, self.experts):
            mixed.append(expert(x) * weight)  # breaks here
        return F.add_n(*mixed)
