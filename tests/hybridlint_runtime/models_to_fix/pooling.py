"""A text classifier: embedding, bidirectional pass by hand, attention pooling."""
import mxnet as mx
import numpy as np
from mxnet.gluon import nn, rnn, HybridBlock


class AttentionPool(HybridBlock):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.proj = nn.Dense(units, flatten=False, activation="tanh")
            self.score = nn.Dense(1, flatten=False, use_bias=False)

    def hybrid_forward(self, F, x, lengths):
        scores = self.score(self.proj(x))[:, :, 0]
        steps = mx.nd.arange(x.shape[1])
        mask = steps.reshape((1, -1)) < lengths.reshape((-1, 1))
        scores = F.where(mask, scores, F.ones_like(scores) * -1e9)
        weights = F.softmax(scores, axis=-1)
        return (x * weights.expand_dims(-1)).sum(axis=1)


class Net(HybridBlock):
    def __init__(self, vocab=50, units=8, classes=3, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        with self.name_scope():
            self.embed = nn.Embedding(vocab, units)
            self.forward_cell = nn.Dense(units, flatten=False)
            self.recurrent = nn.Dense(units, flatten=False, in_units=units)
            self.pool = AttentionPool(units)
            self.head = nn.Dense(classes)

    def hybrid_forward(self, F, tokens, lengths):
        x = self.embed(tokens) * np.sqrt(self.units)
        h = F.zeros((tokens.shape[0], self.units))
        outs = []
        for t in range(tokens.shape[1]):
            h = F.tanh(self.forward_cell(x[:, t]) + self.recurrent(h))
            outs.append(h)
        y = F.stack(*outs, axis=1)
        y += x
        pooled = self.pool(y, lengths)
        return {"logits": self.head(pooled), "features": pooled}
