"""A transformer encoder layer with relative positions."""
import math
import mxnet as mx
from mxnet.gluon import nn, HybridBlock


class SelfAttention(HybridBlock):
    def __init__(self, units=8, heads=2, **kwargs):
        super().__init__(**kwargs)
        self.units, self.heads = units, heads
        with self.name_scope():
            self.qkv = nn.Dense(3 * units, flatten=False)
            self.out = nn.Dense(units, flatten=False)

    def split_heads(self, x):
        b, t, d = x.shape
        return x.reshape((b, t, self.heads, d // self.heads)).transpose((0, 2, 1, 3))

    def hybrid_forward(self, F, x, mask=None):
        qkv = self.qkv(x)
        q, k, v = F.split(qkv, 3, axis=2)
        q, k, v = self.split_heads(q), self.split_heads(k), self.split_heads(v)
        scores = F.linalg_gemm2(q, k, transpose_b=True) / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores + (1 - mask[:, None, None, :]) * -1e9
        att = F.softmax(scores)
        y = F.linalg_gemm2(att, v).transpose((0, 2, 1, 3))
        y = y.reshape((x.shape[0], x.shape[1], self.units))
        return self.out(y)


class Net(HybridBlock):
    def __init__(self, units=8, max_len=32, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.att = SelfAttention(units)
            self.norm = nn.LayerNorm()
            self.ffn = nn.Sequential()
            self.ffn.add(nn.Dense(16, flatten=False, activation="relu"), nn.Dense(units, flatten=False))
            self.pos = self.params.get("pos", shape=(max_len, units), init=mx.init.Normal(0.1))

    def hybrid_forward(self, F, x, mask, pos):
        x = x + pos[: x.shape[1]]
        x = x + self.att(x, mask)
        x = self.norm(x)
        y = self.ffn(x)
        out = x + y
        cls = out[:, 0]
        return out.astype(x.dtype), cls.T
