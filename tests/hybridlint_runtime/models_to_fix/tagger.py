"""A BiLSTM-like tagger written imperatively."""
import math

from mxnet import nd
from mxnet.gluon import HybridBlock, nn


def pad_mask(F, scores, lengths):
    steps = F.arange(scores.shape[1])
    keep = steps.reshape(1, -1) < lengths.reshape(-1, 1)
    return scores * keep.expand_dims(2)


class Highway(HybridBlock):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.gate = nn.Dense(units, flatten=False, activation="sigmoid")
            self.inner = nn.Dense(units, flatten=False, activation="relu")

    def hybrid_forward(self, F, x):
        g = self.gate(x)
        out = g * self.inner(x)
        out += (1 - g) * x  # carry
        return out


class Tagger(HybridBlock):
    def __init__(self, vocab=20, units=8, tags=5, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        with self.name_scope():
            self.embed = nn.Embedding(vocab, units)
            self.layers = []
            for _ in range(2):
                self.layers.append(Highway(units))
            self.out = nn.Dense(tags, flatten=False)

    def hybrid_forward(self, F, tokens, lengths):
        x = self.embed(tokens)
        x = x * math.sqrt(x.shape[-1])
        for layer in self.layers:
            x = layer(x)
        centred = x - x.mean(axis=1, keepdims=True)
        first = centred[:, 0]
        flat = centred.reshape(centred.shape[0], -1)
        scores = self.out(centred)
        scores = pad_mask(F, scores, lengths)
        norm = nd.sqrt(F.sum(flat * flat, axis=1))
        if norm.max().asscalar() > 1e6:
            scores = scores / 2
        return {"scores": scores, "first": first, "norm": norm}
