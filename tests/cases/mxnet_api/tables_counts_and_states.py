"""Tables of positions, counts, masks and states, and what they are added to."""

from mxnet.gluon import HybridBlock, nn, rnn


# %% half-positions-counted: positions that are counted along the tokens, embedded, plainly added
# inputs: [('i', (2, 4), 0, 7)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.emb = nn.Embedding(7, 6)
        self.pos = nn.Embedding(4, 6)

    def hybrid_forward(self, F, x):
        return self.emb(x) + self.pos(F.contrib.arange_like(x, axis=1)).expand_dims(0)


# %% half-weight-as-row: a weight of a length that the constructor takes, as a row
# inputs: [(2, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, units=4, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get('w', shape=(units,))

    def hybrid_forward(self, F, x, w):
        return x * w.reshape((1, -1))


# %% half-mask-of-positions: a mask of positions, with an axis for the batch
# inputs: [(2, 4, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 4

    def hybrid_forward(self, F, x):
        r = F.arange(self.n)
        m = F.broadcast_lesser_equal(r.expand_dims(0), r.expand_dims(1))
        return x * m.expand_dims(0)


# %% half-mask-of-positions-whole: a mask of positions, of the rank of the input
# inputs: [(4, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 4

    def hybrid_forward(self, F, x):
        r = F.arange(self.n)
        m = F.broadcast_lesser_equal(r.expand_dims(0), r.expand_dims(1))
        return x * m


# %% half-table-cut: a table of positions, cut, with an axis for the batch
# inputs: [(2, 4, 6)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pos = self.params.get('pos', shape=(9, 6))

    def hybrid_forward(self, F, x, pos):
        p = F.slice_axis(pos, axis=0, begin=0, end=4)
        return x + p.expand_dims(0)


# %% half-table-like: a table of positions, cut to the length of the input
# inputs: [(2, 4, 6)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pos = self.params.get('pos', shape=(1, 9, 6))

    def hybrid_forward(self, F, x, pos):
        return x + F.slice_like(pos, x, axes=(1,))


# %% half-table-like-broadcast: the same with broadcast_add
# inputs: [(2, 4, 6)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pos = self.params.get('pos', shape=(1, 9, 6))

    def hybrid_forward(self, F, x, pos):
        return F.broadcast_add(x, F.slice_like(pos, x, axes=(1,)))


# %% half-table-tiled: a table of positions, tiled over the batch
# inputs: [(5, 4, 6)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pos = self.params.get('pos', shape=(4, 6))

    def hybrid_forward(self, F, x, pos):
        return x + F.tile(pos.expand_dims(0), reps=(5, 1, 1))


# %% half-table-like-whole: a table that is cut to the shape of the input
# inputs: [(5, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pos = self.params.get('pos', shape=(5, 9))

    def hybrid_forward(self, F, x, pos):
        return x + F.slice_like(pos, x, axes=(1,))


# %% half-upsampled-like: a map that is cut to the size of another
# inputs: [(2, 3, 3, 3), (2, 3, 5, 5)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.slice_like(F.UpSampling(x, scale=2, sample_type='nearest'), y) + y


# %% half-table-like-mean: a table of positions beside a mean over the batch
# inputs: [(2, 4, 6)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pos = self.params.get('pos', shape=(1, 9, 6))

    def hybrid_forward(self, F, x, pos):
        p = F.slice_like(pos, x, axes=(1,))
        return x.mean(axis=0, keepdims=True) + p


# %% half-count-column: a column of counts beside a layer of one unit
# inputs: [(5, 3)]
# works
class Net(HybridBlock):
    def __init__(self, n=5, **kwargs):
        super().__init__(**kwargs)
        self.n = n
        self.d = nn.Dense(1, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) + F.arange(self.n).reshape((-1, 1))


# %% half-embedded-sums: the sum of embedded tokens, and the embedding of one
# inputs: [('i', (2, 4), 0, 7)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Embedding(7, 6)
        self.b = nn.Embedding(7, 6)

    def hybrid_forward(self, F, x):
        return self.a(x).sum(axis=1) + self.b(F.slice_axis(x, axis=1, begin=0, end=1)).reshape((0, -1))


# %% half-mask-by-rows: a mask of positions by a row and a column
# inputs: [(4, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 4

    def hybrid_forward(self, F, x):
        r = F.arange(self.n)
        return x * F.broadcast_lesser_equal(r.reshape((1, -1)), r.reshape((-1, 1)))


# %% half-zeros-of-units: zeros of lengths that the constructor takes, beside a layer
# inputs: [(5, 3)]
# works
class Net(HybridBlock):
    def __init__(self, b=5, h=4, **kwargs):
        super().__init__(**kwargs)
        self.b, self.h = b, h
        self.fc = nn.Dense(h, in_units=3)

    def hybrid_forward(self, F, x):
        s = F.zeros((self.b, self.h))
        for _ in range(2):
            s = F.tanh(self.fc(x) + s)
        return s


# %% half-state-of-one: the state of a layer of gluon.rnn beside zeros of its shape
# inputs: [(5, 2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, n=4, **kwargs):
        super().__init__(**kwargs)
        self.n = n
        self.lstm = rnn.GRU(n, input_size=3)

    def hybrid_forward(self, F, x):
        o, s = self.lstm(x, [F.zeros((1, 2, self.n))])
        return s[0] + F.zeros((1, 2, self.n))


# %% half-state-of-two: the state of two layers beside one row for both
# inputs: [(5, 2, 3), (2, 2, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.lstm = rnn.GRU(4, num_layers=2, input_size=3)
        self.w = self.params.get('w', shape=(1, 2, 4))

    def hybrid_forward(self, F, x, h, w):
        o, s = self.lstm(x, [h])
        return s[0] + w


# %% half-state-of-directions: the states of both directions beside one row
# inputs: [(5, 2, 3), (2, 2, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.lstm = rnn.GRU(4, bidirectional=True, input_size=3)
        self.w = self.params.get('w', shape=(1, 2, 4))

    def hybrid_forward(self, F, x, h, w):
        o, s = self.lstm(x, [h])
        return s[0] + w


# %% half-state-and-last: the new state of a layer beside the old
# inputs: [(5, 2, 3), (1, 2, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.lstm = rnn.GRU(4, input_size=3)

    def hybrid_forward(self, F, x, h):
        o, s = self.lstm(x, [h])
        return s[0] + h
