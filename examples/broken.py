"""A model that works until it is hybridized. One block raises, the other silently computes something else.

hybridlint check examples/broken.py
hybridlint-runtime check examples/broken.py:Net --shape 4,2,3
"""

from mxnet import gluon
from mxnet.gluon import nn


class FirstStep(gluon.HybridBlock):
    """The first of several time steps: (time, batch, units) → (batch, units)."""

    def hybrid_forward(self, F, sequence):
        # SILENT. On an NDArray, [0] selects the first row. On a Symbol it selects the first output, the only one:
        # hybridized, the block returns all steps.
        # Instead: F.squeeze(F.slice_axis(sequence, axis=0, begin=0, end=1), axis=0).
        return sequence[0]


class Centre(gluon.HybridBlock):
    """Subtracts the mean of each row: (batch, units) → (batch, units)."""

    def hybrid_forward(self, F, x):
        # RAISES. While tracing there is no array yet, so a Symbol has no `shape`: AttributeError.
        # Instead: F.broadcast_sub(x, F.mean(x, axis=-1, keepdims=True)), which needs no shape.
        mean = F.sum(x, axis=-1, keepdims=True) / x.shape[-1]
        return F.broadcast_sub(x, mean)


class Net(gluon.HybridBlock):
    """(time, batch, units) → (batch, 2) imperatively."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.first = FirstStep()
            self.centre = Centre()
            self.dense = nn.Dense(2, flatten=False)

    def hybrid_forward(self, F, sequence):
        return self.dense(self.centre(self.first(sequence)))
