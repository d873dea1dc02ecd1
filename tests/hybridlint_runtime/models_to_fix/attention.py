"""Multi-head attention."""
import math
from mxnet.gluon import nn, HybridBlock


class Attention(HybridBlock):
    def __init__(self, units=8, heads=2, **kwargs):
        super().__init__(**kwargs)
        self._heads = heads
        self._units = units
        self.q = nn.Dense(units, flatten=False)
        self.k = nn.Dense(units, flatten=False)
        self.v = nn.Dense(units, flatten=False)
        self.out = nn.Dense(units, flatten=False)

    def _split(self, F, x):
        x = x.reshape((x.shape[0], x.shape[1], self._heads, -1))
        x = F.transpose(x, axes=(0, 2, 1, 3))
        return x.reshape((x.shape[0] * x.shape[1], x.shape[2], x.shape[3]))

    def hybrid_forward(self, F, x, mask):
        q, k, v = [self._split(F, p(x)) for p in (self.q, self.k, self.v)]
        scores = F.batch_dot(q, k, transpose_b=True) / math.sqrt(self._units // self._heads)
        scores = scores.reshape((x.shape[0], self._heads, x.shape[1], x.shape[1]))
        scores = scores + (1 - mask[:, None, None, :]) * -1e9
        weights = scores.softmax(axis=-1)
        weights = weights.reshape((-1, x.shape[1], x.shape[1]))
        ctx = F.batch_dot(weights, v)
        ctx = ctx.reshape((x.shape[0], self._heads, x.shape[1], -1)).transpose((0, 2, 1, 3))
        return self.out(ctx.reshape((x.shape[0], x.shape[1], self._units)))
