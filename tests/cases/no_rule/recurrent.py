"""Blocks that work and are like none that a rule reports: recurrent."""

import mxnet as mx
from mxnet.gluon import HybridBlock, nn, rnn

# %% encoder-and-a-decoder-that-share-an-embedding
# inputs: [('i', (2, 5), 0, 9, 'float32'), ('i', (2, 4), 0, 9, 'float32'), ('i', (2,), 1, 5, 'float32')]
# clean
class Net(HybridBlock):
    def __init__(self, vocabulary=9, units=6, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.embed = nn.Embedding(vocabulary, units)
            self.encoder = rnn.GRU(units, layout="NTC", input_size=units)
            self.decoder = rnn.GRU(units, layout="NTC", input_size=2 * units)
            self.out = nn.Dense(vocabulary, flatten=False)

    def hybrid_forward(self, F, source, target, length):
        encoded = self.encoder(self.embed(source))
        encoded = F.SequenceMask(encoded, length, use_sequence_length=True, axis=1)
        context = F.broadcast_div(encoded.sum(axis=1), length.expand_dims(1))
        embedded = self.embed(target)
        context = F.broadcast_like(context.expand_dims(1), embedded, lhs_axes=(1,), rhs_axes=(1,))
        return self.out(self.decoder(F.concat(embedded, context, dim=-1)))

# %% language-model-over-a-recurrent-layer
# inputs: [("i", (5, 2), 0, 10, "float32")]
# clean
class Net(HybridBlock):
    def __init__(self, vocab=10, embed=6, hidden=6, tie=False, dropout=0.0, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.drop = nn.Dropout(dropout)
            self.encoder = nn.Embedding(vocab, embed, weight_initializer=mx.init.Uniform(0.1))
            self.rnn = rnn.LSTM(hidden, 2, input_size=embed)
            if tie:
                self.decoder = nn.Dense(vocab, flatten=False, in_units=hidden, params=self.encoder.params)
            else:
                self.decoder = nn.Dense(vocab, flatten=False, in_units=hidden)

    def hybrid_forward(self, F, tokens):
        emb = self.drop(self.encoder(tokens))
        output = self.drop(self.rnn(emb))
        return self.decoder(output)
