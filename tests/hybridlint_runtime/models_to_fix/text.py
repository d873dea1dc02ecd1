"""Text classifier with mask, positions and a gate."""
import numpy as np
from mxnet import nd, autograd
from mxnet.gluon import nn, HybridBlock


class TextNet(HybridBlock):
    def __init__(self, vocab=20, units=6, **kwargs):
        super().__init__(**kwargs)
        self.embed = nn.Embedding(vocab, units)
        self.gate = nn.Dense(1, flatten=False)
        self.scale = self.params.get("scale", shape=(1, units), init="ones")

    def hybrid_forward(self, F, tokens, mask, scale):
        e = self.embed(tokens)
        pos = F.arange(tokens.shape[1]).reshape((1, -1, 1))
        e = e + pos * 0.01
        gate = self.gate(e).sigmoid()
        e = e * gate * self.scale.data()
        e = e * mask.expand_dims(-1)
        total = e.sum(axis=1) / mask.sum(axis=1, keepdims=True)
        if total.sum() > 100:
            return total * 0.5
        return total * 2
