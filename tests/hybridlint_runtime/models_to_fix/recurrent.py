"""A recurrent network unrolled by hand."""
import mxnet as mx
from mxnet.gluon import nn, HybridBlock


class Recurrent(HybridBlock):
    def __init__(self, hidden=6, **kwargs):
        super().__init__(**kwargs)
        self._hidden = hidden
        self.i2h = nn.Dense(hidden, flatten=False)
        self.h2h = nn.Dense(hidden, flatten=False)

    def hybrid_forward(self, F, x):
        # x: batch, time, features
        h = F.zeros((x.shape[0], self._hidden))
        outputs = []
        for t in range(x.shape[1]):
            gates = self.i2h(x[:, t]) + self.h2h(h)
            h = mx.nd.tanh(gates)
            outputs.append(h)
        seq = F.stack(*outputs, axis=1)
        return seq, seq[:, -1]
