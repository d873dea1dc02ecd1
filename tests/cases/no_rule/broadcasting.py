"""Blocks that work and are like none that a rule reports: broadcasting."""

from mxnet.gluon import HybridBlock, nn

# %% broadcast_hypot-of-two-parts
# inputs: [("pos", (2, 3)), ("pos", (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, re, im):
        return F.broadcast_hypot(re, im)

# %% f-broadcast_hypot-x-y
# inputs: [(2, 3), (1, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.broadcast_hypot(x, y)

# %% f-broadcast_like-x-y
# inputs: [(1, 3), (4, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.broadcast_like(x, y)

# %% f-greater_equal-where-there-is-one
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        compare = F.greater_equal if hasattr(F, "greater_equal") else F.broadcast_greater_equal
        return compare(x, y) * 2

# %% levels-of-a-pyramid-each-with-the-one-above
# inputs: [(2, 3, 8, 8), (2, 6, 4, 4), (2, 12, 2, 2)]
# clean
class Net(HybridBlock):
    def __init__(self, number=3, **kwargs):
        super().__init__(**kwargs)
        self.number = number
        self.lateral = nn.HybridSequential()
        for _ in range(number):
            self.lateral.add(nn.Conv2D(4, 1))

    def hybrid_forward(self, F, c3, c4, c5):
        laterals = [conv(feature) for conv, feature in zip(self.lateral, [c3, c4, c5])]
        outputs = [laterals[-1]]
        for i in range(self.number - 2, -1, -1):
            outputs.insert(0, laterals[i] + F.UpSampling(outputs[0], scale=2, sample_type="nearest"))
        return tuple(outputs)

# %% levels-of-a-pyramid-made-by-map
# inputs: [(2, 3, 8, 8), (2, 6, 4, 4), (2, 12, 2, 2)]
# clean
class Net(HybridBlock):
    def __init__(self, number=3, **kwargs):
        super().__init__(**kwargs)
        self.number = number
        self.lateral = nn.HybridSequential()
        for _ in range(number):
            self.lateral.add(nn.Conv2D(4, 1))

    def hybrid_forward(self, F, c3, c4, c5):
        laterals = list(map(lambda pair: pair[0](pair[1]), zip(self.lateral, [c3, c4, c5])))
        outputs = [laterals[-1]]
        for i in range(self.number - 2, -1, -1):
            outputs.insert(0, laterals[i] + F.UpSampling(outputs[0], scale=2, sample_type="nearest"))
        return tuple(outputs)

# %% layer-that-the-block-extends-beside-its-input
# inputs: [(2, 4)]
# clean
class Net(nn.Dense):
    def __init__(self, **kwargs):
        super().__init__(4, in_units=4, flatten=False, **kwargs)

    def hybrid_forward(self, F, x, weight, bias=None):
        return super().hybrid_forward(F, x, weight, bias) + x

# %% one-prediction-beside-a-label-with-an-axis-inserted
# inputs: [(2, 1), (2,)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, prediction, label):
        difference = prediction - label.expand_dims(1)
        return F.mean(F.square(difference), axis=1) + F.slice_axis(difference, axis=1, begin=0, end=1).reshape((-1,))

# %% scores-of-one-shape-before-a-softmax
# inputs: [(2, 4), (2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, scores, bias):
        return F.softmax(scores + bias)

# %% query-of-one-step-beside-its-table-before-a-softmax
# inputs: [(2, 1, 3), (2, 3), (2, 4, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, query, table, memory):
        query = query + table.expand_dims(1)
        return F.softmax(F.batch_dot(query, memory, transpose_b=True))

# %% sum-of-a-list-in-which-a-length-is-the-greater-one
# inputs: [("i", (2, 4, 3), 0, 6, "float32"), ("i", (2, 3), 0, 6, "float32")]
# clean
class Net(HybridBlock):
    def __init__(self, vocabulary=6, units=3, hops=2, slots=4, **kwargs):
        super().__init__(**kwargs)
        self.hops = hops
        self.tables = nn.HybridSequential()
        for _ in range(hops + 1):
            self.tables.add(nn.Embedding(vocabulary, units))
        self.positions = self.params.get("positions", shape=(1, slots, units))

    def hybrid_forward(self, F, story, query, positions):
        state = F.sum(self.tables[0](query), axis=1)
        for i in range(self.hops):
            keys = F.broadcast_add(F.sum(self.tables[i](story), axis=2), positions)
            weights = F.softmax(F.sum(F.broadcast_mul(keys, state.expand_dims(1)), axis=2))
            values = F.sum(self.tables[i + 1](story), axis=2)
            state = state + F.batch_dot(weights.expand_dims(1), values).reshape((0, -1))
        return state
