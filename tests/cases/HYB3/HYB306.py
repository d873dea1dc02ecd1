"""Blocks that HYB306 reports, and blocks like them that work."""

import functools
import operator

import mxnet as mx
from mxnet.gluon import HybridBlock, nn, rnn

# %% decorator-with-arguments-that-checks-the-inputs-length
# inputs: [(2, 3)]
def at_least(rows, otherwise):
    def decorate(method):
        @functools.wraps(method)
        def wrapper(self, F, x, *args, **kwargs):
            if len(x) < rows:  # HYB306 # breaks: values
                return x * otherwise
            return method(self, F, x, *args, **kwargs)

        return wrapper

    return decorate


class Net(HybridBlock):
    @at_least(2, otherwise=0)
    def hybrid_forward(self, F, x):
        return F.tanh(x)

# %% for-i-in-range-len-x
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        acc = 0
        for i in range(len(x)):  # HYB306 # breaks: values
            acc = acc + x * i
        return acc

# %% identity-of-the-batchs-size
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, emb):
        sim = F.dot(emb, emb, transpose_b=True)
        eye = F.eye(len(emb))  # HYB306 # breaks: execution
        return sim * (1 - eye)

# %% len-of-merged-outputs
# inputs: [(2, 3, 4)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(5, input_size=4)

    def hybrid_forward(self, F, x):
        outputs, _ = self.d.unroll(3, x, merge_outputs=True)
        return outputs / len(outputs)  # HYB306

# %% len-of-the-rows-of-topk
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * len(F.topk(x, k=2))  # HYB306

# %% len-of-what-a-child-gave
# inputs: [(4, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        h = self.d(x)
        return h / len(h)  # HYB306 # breaks: values

# %% len-of-what-lstm-gives-without-states
# inputs: [(4, 2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRU(5, input_size=3)

    def hybrid_forward(self, F, x):
        out = self.d(x)
        return out / len(out)  # HYB306

# %% len-x
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / len(x)  # HYB306 # breaks: values

# %% length-of-merged-outputs
# inputs: [(2, 4, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.GRUCell(4, input_size=3)

    def hybrid_forward(self, F, x):
        outs, _ = self.cell.unroll(4, x, layout="NTC", merge_outputs=True)
        return outs / len(outs)  # HYB306 # breaks: values

# %% mixin-with-a-loss-that-divides-by-the-batch
# inputs: [(2, 3), (2, 3)]
class Reduces:
    def reduce(self, F, loss):
        return F.sum(loss) / len(loss)  # HYB306 # breaks: values


class Net(Reduces, HybridBlock):
    def __init__(self, weight=2.0, **kwargs):
        super().__init__(**kwargs)
        self.weight = weight

    def hybrid_forward(self, F, pred, label):
        loss = F.square(pred - label)
        return self.reduce(F, loss) * self.weight

# %% not-of-a-helper-whose-len-is-the-tensors
# inputs: [(3, 4)]
class Batch:
    def __init__(self, data):
        self.data = data

    def __len__(self):
        return len(self.data) - 1  # HYB306 # breaks: values


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not Batch(F.relu(x)):
            return x + 1
        return x - 1

# %% number-of-outputs-of-a-split-into-one
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * len(F.split(x, num_outputs=1, axis=1))  # HYB306

# %% object-that-counts-its-rows
# inputs: [(2, 3)]
class Batch:
    def __init__(self, x):
        self.x = x

    def __len__(self):
        return len(self.x)  # HYB306 # breaks: values


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        batch = Batch(x)
        return batch.x / len(batch)

# %% operator-length_hint-x
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * operator.length_hint(x)  # HYB306 # breaks: values

# %% recurrent-block-that-counts-its-steps-with-range-len-inputs
# inputs: [(2, 5, 3)]
class Net(HybridBlock):
    def __init__(self, hidden=4, **kwargs):
        super().__init__(**kwargs)
        self.hidden = hidden
        self.i2h = nn.Dense(hidden, flatten=False)
        self.h2h = nn.Dense(hidden, flatten=False, use_bias=False, in_units=hidden)

    def step(self, F, x, state):
        return F.tanh(x + self.h2h(state))

    def hybrid_forward(self, F, inputs):
        projected = F.swapaxes(self.i2h(inputs), 0, 1)
        state = F.zeros_like(F.mean(projected, axis=0))
        outputs = []
        for index in range(len(projected)):  # HYB306 # breaks: values
            now = F.squeeze(F.slice_axis(projected, axis=0, begin=index, end=index + 1), axis=0)
            state = self.step(F, now, state)
            outputs.append(state)
        return outputs[-1]

# %% sum-divided-by-the-length
# inputs: [(3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sum(x, axis=0) / len(x)  # HYB306 # breaks: values # fix: return F.mean(x, axis=0)

# %% truth-of-a-helper-whose-len-is-the-tensors
# inputs: [(4, 3)]
class Batch:
    def __init__(self, data):
        self.data = data

    def __len__(self):
        return len(self.data)  # HYB306 # breaks: values


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sum(x) / len(Batch(x))

# %% use_np-x-len-x
# inputs: [(2, 3)]
# call: net(*[v.as_np_ndarray() for v in xs])
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * len(x)  # HYB306 # breaks: trace

# %% x-len
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / x.__len__()  # HYB306 # breaks: values

# %% x-len-as-a-factor
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * x.__len__()  # HYB306

# %% x-len-via-len-x
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * len(x)  # HYB306 # breaks: values

# %% cell-unroll-with-valid_length
# inputs: [(2, 3, 4), ('i', (2,), 1, 3, 'int32')]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.LSTMCell(3, input_size=4)

    def hybrid_forward(self, F, x, n):
        outputs, states = self.d.unroll(3, x, merge_outputs=True, valid_length=n)
        return outputs * 2, states[0]

# %% cell-unrolls-list-of-outputs-stacked
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(3, input_size=4)

    def hybrid_forward(self, F, x):
        outputs, _ = self.d.unroll(3, x, merge_outputs=False)
        return F.stack(*outputs, axis=1) * 2

# %% cell-unrolls-outputs-without-merge_outputs
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.RNNCell(3, input_size=4)

    def hybrid_forward(self, F, x):
        outputs, _ = self.d.unroll(3, x)
        return outputs[0] * 2

# %% decorator-with-arguments-that-checks-its-own-arguments-length
# inputs: [(2, 3)]
# clean
def with_scales(scales):
    def decorate(method):
        @functools.wraps(method)
        def wrapper(self, F, x, *args, **kwargs):
            if len(scales) < 2:
                return x * scales[0]
            return method(self, F, x, *args, **kwargs) * scales[1]

        return wrapper

    return decorate


class Net(HybridBlock):
    @with_scales((2, 3))
    def hybrid_forward(self, F, x):
        return F.tanh(x)

# %% f-topk-x-axis-none-k-2
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.topk(x, axis=None, k=2)

# %% helper-whose-len-counts-tensors
# inputs: [(4, 3)]
# clean
class Bag:
    def __init__(self, *data):
        self.data = list(data)

    def __len__(self):
        return len(self.data)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        bag = Bag(x, x + 1)
        return F.add_n(*bag.data) / len(bag)

# %% isinstance-out-list-tuple-of-a-layers-output
# inputs: [(5, 2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRU(4, input_size=3)

    def hybrid_forward(self, F, x):
        out = self.d(x)
        return out[0] if isinstance(out, (list, tuple)) else out * 2

# %% len-of-a-list-of-numbers
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.sizes = (1, 2, 3)

    def hybrid_forward(self, F, x):
        return x / len(self.sizes)

# %% len-of-a-string
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * len("four")

# %% mixin-with-a-loss-that-reduces
# inputs: [(2, 3), (2, 3)]
# clean
class Reduces:
    reduction = "mean"

    def reduce(self, F, loss):
        if self.reduction == "mean":
            return F.mean(loss, axis=0, exclude=True)
        if self.reduction == "sum":
            return F.sum(loss, axis=0, exclude=True)
        return loss


class Net(Reduces, HybridBlock):
    def __init__(self, weight=2.0, **kwargs):
        super().__init__(**kwargs)
        self.weight = weight

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        loss = F.square(pred - label)
        if sample_weight is not None:
            loss = F.broadcast_mul(loss, sample_weight)
        return self.reduce(F, loss) * self.weight

# %% number-of-outputs-of-unroll
# inputs: [(2, 4, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.GRUCell(4, input_size=3)

    def hybrid_forward(self, F, x):
        outs, _ = self.cell.unroll(4, x, layout="NTC", merge_outputs=False)
        return F.add_n(*outs) / len(outs)

# %% recurrent-block-over-the-parts-of-a-split-with-a-closure
# inputs: [(2, 5, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, hidden=4, length=5, **kwargs):
        super().__init__(**kwargs)
        self.length = length
        self.i2h = nn.Dense(hidden, flatten=False)
        self.h2h = nn.Dense(hidden, flatten=False, use_bias=False, in_units=hidden)

    def hybrid_forward(self, F, inputs):
        projected = self.i2h(inputs)
        state = F.zeros_like(F.mean(projected, axis=1))

        def step(x):
            nonlocal state
            state = F.tanh(x + self.h2h(state))
            return state

        steps = F.split(projected, num_outputs=self.length, axis=1, squeeze_axis=True)
        return F.stack(*[step(x) for x in steps], axis=1)

# %% residualcell-in-a-hybridsequentialrnncell
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.HybridSequentialRNNCell()
        self.d.add(rnn.ResidualCell(rnn.GRUCell(4, input_size=4)))

    def hybrid_forward(self, F, x):
        out, states = self.d.unroll(3, x, merge_outputs=True)
        return out * 2, states[0]

# %% split-into-one-used-as-the-tensor
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(F.split(x, num_outputs=1, axis=1))

# %% lengths-by-len-in-shapes
# inputs: [(2, 3), (3,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        rows = F.repeat(F.expand_dims(y, axis=0), len(x), axis=0)  # HYB306 # breaks: execution
        zeros = F.zeros((len(x), 3))
        n = len(x)
        return rows + zeros + x.reshape((n, -1))

# %% mean-of-the-rows-by-len
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sum(F.square(x), axis=0) / len(x)  # HYB306 # breaks: values

# %% child-with-a-literal-argument
# inputs: [(2, 3)]
class Maybe(HybridBlock):
    def __init__(self, both, **kwargs):
        super().__init__(**kwargs)
        self.both = both

    def hybrid_forward(self, F, x):
        if self.both:
            return x + 1, x + 2
        return x * 3


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.maybe = Maybe(False)

    def hybrid_forward(self, F, x):
        return x * len(self.maybe(x))  # HYB306 # breaks: values

# %% length-that-nothing-reads
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        batch_size = len(x)
        return F.relu(x)

# %% length-that-a-block-around-a-layer-reads
# inputs: [(2, 3)]
class Mean(HybridBlock):
    def __init__(self, layer, **kwargs):
        super().__init__(**kwargs)
        self.layer = layer

    def hybrid_forward(self, F, x):
        y = self.layer(x)
        return y / len(y)  # HYB306 # breaks: values


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.mean = Mean(nn.Activation('relu'))

    def hybrid_forward(self, F, x):
        return self.mean(x)
