"""A plain Block with HybridBlocks at several levels: these are traced, the rest stays Python.

    hybridlint-runtime check examples/tagger.py:Tagger --shape 2,6,5

MXNet itself cannot export such a model: `export` is a method of HybridBlock, and the root is a plain Block.
"""

from mxnet import gluon
from mxnet.gluon import nn


class Features(gluon.HybridBlock):
    """Two dense layers over the features of one time step: (batch, n) → (batch, units)."""

    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.hidden = nn.Dense(units, activation="relu")
            self.out = nn.Dense(units)

    def hybrid_forward(self, F, x):
        return F.tanh(self.out(self.hidden(x)))


class Head(gluon.Block):
    """A plain Block again, one level down, with its own hybrid layers."""

    def __init__(self, tags, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.norm = nn.LayerNorm()
            self.scores = nn.Dense(tags)

    def forward(self, x):
        return self.scores(self.norm(x))


class Tagger(gluon.Block):
    """Scores of `tags` tags after each time step: (batch, time, n) → a list of `time` arrays (batch, tags)."""

    def __init__(self, units=8, tags=3, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = Features(units)
            self.cell = gluon.rnn.GRUCell(units)
            self.head = Head(tags)

    def forward(self, x):
        # A shape, indexing and a loop are allowed, because a plain Block is always called with NDArrays.
        batch, time = x.shape[:2]
        states = self.cell.begin_state(batch_size=batch, ctx=x.context)
        scores = []
        for step in range(time):
            output, states = self.cell(self.features(x[:, step]), states)
            scores.append(self.head(output))
        return scores
