"""What is known of the outputs of layers, losses and recurrent layers, and of layers that a block leaves out."""

from mxnet import gluon
from mxnet.gluon import HybridBlock, nn, rnn


# %% layer-loss-by-column: a number for each sample, times a column
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
# breaks: execution
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.loss = gluon.loss.SoftmaxCrossEntropyLoss()

    def hybrid_forward(self, F, scores, label):
        return self.loss(scores, label) * scores.max(axis=1, keepdims=True)  # breaks here


# %% layer-loss-by-number: a number for each sample, times another
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
# works
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.loss = gluon.loss.SoftmaxCrossEntropyLoss()

    def hybrid_forward(self, F, scores, label):
        return self.loss(scores, label) * scores.max(axis=1)


# %% layer-loss-weighted: each sample weighted by the loss itself
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32'), (2, 1)]
# works
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.loss = gluon.loss.SoftmaxCrossEntropyLoss()

    def hybrid_forward(self, F, scores, label, weight):
        return self.loss(scores, label, weight) + self.loss(scores * 2, label)


# %% layer-loss-mean: the mean over all samples, beside one of the samples
# inputs: [('pos', (2, 3)), ('pos', (2, 3))]
# breaks: execution
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.distance = gluon.loss.L2Loss()
        self.counts = gluon.loss.PoissonNLLLoss(from_logits=False)

    def hybrid_forward(self, F, predicted, wanted):
        return self.distance(predicted, wanted) + self.distance(wanted, predicted * 2).mean()  # breaks here


# %% layer-loss-of-all: two losses that are means over all samples
# inputs: [('pos', (2, 3)), ('pos', (2, 3))]
# works
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.distance = gluon.loss.L2Loss()
        self.counts = gluon.loss.PoissonNLLLoss(from_logits=False)

    def hybrid_forward(self, F, predicted, wanted):
        return self.distance(predicted, wanted).mean() + self.counts(predicted, wanted)


# %% layer-mean-of-words: the sum of vectors over how many there are
# inputs: [('i', (2, 5), 1, 9, 'float32')]
# breaks: execution
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(10, 4)

    def hybrid_forward(self, F, tokens):
        vectors = self.words(tokens)
        return vectors.sum(axis=1) / (tokens > 0).sum(axis=1, keepdims=True)  # breaks here


# %% layer-mean-of-words-broadcast: the same, broadcast
# inputs: [('i', (2, 5), 1, 9, 'float32')]
# works
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(10, 4)

    def hybrid_forward(self, F, tokens):
        vectors = self.words(tokens)
        return F.broadcast_div(vectors.sum(axis=1), (tokens > 0).sum(axis=1, keepdims=True))


# %% layer-mean-over-vectors: the mean of each vector, over a number for each
# inputs: [('i', (2, 5), 1, 9, 'float32')]
# works
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(10, 4)

    def hybrid_forward(self, F, tokens):
        return self.words(tokens).mean(axis=-1) * (tokens > 0)


# %% layer-words-in-a-column: vectors beside a column that `expand_dims(2)` makes
# inputs: [('i', (2, 5), 1, 9, 'float32')]
# breaks: execution
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(10, 4)

    def hybrid_forward(self, F, tokens):
        return self.words(tokens) * tokens.expand_dims(2)  # breaks here


# %% layer-steps-by-column: the steps of a recurrent layer beside a matrix
# inputs: [(4, 2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.steps = rnn.GRU(3)
        self.gate = nn.Dense(3, activation="sigmoid")

    def hybrid_forward(self, F, x):
        return self.steps(x) * self.gate(F.SequenceLast(x))  # breaks here


# %% layer-steps-sum: the steps of two recurrent layers
# inputs: [(4, 2, 3)]
# works
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.steps = rnn.GRU(3)
        self.others = rnn.LSTM(3)

    def hybrid_forward(self, F, x):
        return self.steps(x) + self.others(x) + x


# %% layer-left-out-beside-another-class: a layer that nothing calls; another class has one of the same name
# inputs: [(2, 3)]
# breaks: execution
class Other(HybridBlock):
    def __init__(self):
        super().__init__()
        self.features = nn.Dense(4)
        self.head = nn.Dense(2)

    def hybrid_forward(self, F, x):
        return self.head(self.features(x))


class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.features = nn.Dense(4)
        self.head = nn.Dense(2)  # breaks here

    def hybrid_forward(self, F, x):
        return self.features(x)


# %% layer-called-by-the-parent: a layer that the parent calls
# inputs: [(2, 3)]
# works
class Body(HybridBlock):
    def __init__(self):
        super().__init__()
        self.features = nn.Dense(4)
        self.head = nn.Dense(2)

    def hybrid_forward(self, F, x):
        return self.features(x)


class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.body = Body()

    def hybrid_forward(self, F, x):
        return self.body.head(self.body(x))


# %% layer-called-by-a-mixin: a layer that a class beside the base calls
# inputs: [(2, 3)]
# works
class Body(HybridBlock):
    def __init__(self):
        super().__init__()
        self.features = nn.Dense(4)
        self.head = nn.Dense(2)

    def hybrid_forward(self, F, x):
        return self.finish(self.features(x))


class Finishing:
    def finish(self, features):
        return self.head(features)


class Net(Finishing, Body):
    pass


# %% layer-cosine-column: the loss that gives a column, beside another column
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.loss = gluon.loss.CosineEmbeddingLoss()

    def hybrid_forward(self, F, one, other):
        alike = F.ones_like(one).max(axis=1)
        return self.loss(one, other, alike) + one.sum(axis=1, keepdims=True)
