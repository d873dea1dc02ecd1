"""Multi-head attention with a causal mask."""
import mxnet as mx
import numpy as np
from mxnet.gluon import nn


class Attention(mx.gluon.HybridBlock):
    def __init__(self, units=8, heads=2, dropout=0.0, **kwargs):
        super().__init__(**kwargs)
        self.units, self.heads = units, heads
        self.qkv = nn.Dense(3 * units, flatten=False)
        self.proj = nn.Dense(units, flatten=False)
        self.scale = self.params.get("scale", shape=(1,), init="ones")

    def split_heads(self, F, x):
        b, t, _ = x.shape
        x = F.reshape(x, (b, t, self.heads, self.units // self.heads))
        return x.transpose((0, 2, 1, 3)).reshape((b * self.heads, t, -1))

    def hybrid_forward(self, F, x, mask=None, scale=None):
        q, k, v = F.split(self.qkv(x), 3, axis=2)
        q, k, v = [self.split_heads(F, projection) for projection in (q, k, v)]
        scores = F.batch_dot(q, k, transpose_b=True) / np.sqrt(q.shape[-1]) * self.scale.data()
        steps = F.arange(x.shape[1])
        causal = steps.expand_dims(0) <= steps.expand_dims(1)
        scores = F.where(causal.expand_dims(0).broadcast_to(scores.shape), scores, -1e9 * F.ones_like(scores))
        if mask:
            scores = scores + mask
        weights = F.softmax(scores)
        out = F.batch_dot(weights, v)
        out = out.reshape((x.shape[0], self.heads, x.shape[1], -1)).transpose((0, 2, 1, 3))
        out = out.reshape((0, 0, -1))
        last = out[:, -1, None]
        return self.proj(out) + last, max(weights.max(), weights.mean())
