"""A model with several inputs, one of which has integers. It hybridizes.

    hybridlint-runtime check examples/attention.py:Attention \\
        --shape queries:2,4,8 --shape memory:2,6,8 --shape lengths:int32:2:1..7
"""

from mxnet import gluon
from mxnet.gluon import nn


class Attention(gluon.HybridBlock):
    """Dot-product attention of queries over a memory of which each sample fills its first `lengths` rows."""

    def __init__(self, units=8, **kwargs):
        super().__init__(**kwargs)
        # A Python number that is known when the block is created may be used in computations.
        self.scale = units**-0.5
        with self.name_scope():
            self.queries = nn.Dense(units, flatten=False, use_bias=False)
            self.keys = nn.Dense(units, flatten=False, use_bias=False)
            self.values = nn.Dense(units, flatten=False, use_bias=False)

    def hybrid_forward(self, F, queries, memory, lengths):
        """(batch, m, units), (batch, n, units), (batch,) of int32 → (batch, m, units) and the weights (batch, m, n)."""
        scores = F.batch_dot(self.queries(queries) * self.scale, self.keys(memory), transpose_b=True)
        rows = F.contrib.arange_like(memory, axis=1).reshape((1, 1, -1))
        filled = F.broadcast_lesser(rows, lengths.astype("float32").reshape((-1, 1, 1)))
        scores = F.broadcast_add(scores, (filled - 1) * 1e6)
        weights = F.softmax(scores, axis=-1)
        return F.batch_dot(weights, self.values(memory)), weights
