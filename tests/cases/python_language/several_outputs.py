"""What is taken of several outputs, and of what cells and loops give."""

import operator
from functools import reduce

import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import HybridBlock, nn, rnn


# %% sweep-split-m1: parts[-1]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts[-1] * 1  # breaks here


# %% sweep-split-0to2: F.add_n(*parts[0:2])
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.add_n(*parts[0:2])


# %% sweep-split-to2: F.add_n(*parts[:2])
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.add_n(*parts[:2])


# %% sweep-split-from2: F.add_n(*parts[2:])
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.add_n(*parts[2:])


# %% sweep-split-tom1: F.add_n(*parts[:-1])
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.add_n(*parts[:-1])  # breaks here


# %% sweep-split-step2: F.add_n(*parts[::2])
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.add_n(*parts[::2])


# %% sweep-split-all: F.add_n(*parts[:])
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.add_n(*parts[:])


# %% sweep-split-tuple: tuple(parts)[-1]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return tuple(parts)[-1] * 1


# %% sweep-split-sum: sum(parts)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return sum(parts) * 1


# %% sweep-split-star: F.concat(*parts, dim=0)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.concat(*parts, dim=0)


# %% sweep-split-row: parts[0][0]
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts[0][0] * 1  # breaks here


# %% sweep-split-row1: parts[1][0:1]
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts[1][0:1] * 1  # breaks here


# %% sweep-split-reversed: F.concat(*reversed(parts), dim=1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.concat(*reversed(parts), dim=1)


# %% sweep-split-lenminus: parts[len(parts) - 1]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts[len(parts) - 1] * 1


# %% sweep-split-reduce: reduce(operator.mul, parts)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return reduce(operator.mul, parts) * 1


# %% sweep-split-mul: F.relu(parts[0]) * parts[1] + parts[2]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.relu(parts[0]) * parts[1] + parts[2]


# %% sweep-split-add-list: F.concat(*(list(parts) + [x]), dim=1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.concat(*(list(parts) + [x]), dim=1)


# %% sweep-split-enum: F.add_n(*[p * i for i, p in enumerate(parts)])
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.add_n(*[p * i for i, p in enumerate(parts)])


# %% sweep-split-zip: F.add_n(*[p * k for p, k in zip(parts, (1, 2, 3))])
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.add_n(*[p * k for p, k in zip(parts, (1, 2, 3))])


# %% sweep-split-in-none: parts[0] if parts is not None else x
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts[0] if parts is not None else x * 1


# %% sweep-split-index: list(parts).index(1) if False else parts[1]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return list(parts).index(1) if False else parts[1] * 1


# %% sweep-split-shape: parts[0] * parts[1].shape[0]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts[0] * parts[1].shape[0] * 1  # breaks here


# %% sweep-split-type: parts[0] if type(parts) == list else parts[1]
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts[0] if type(parts) == list else parts[1] * 1  # breaks here


# %% sweep-split-copy: parts.copy()[0]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts.copy()[0] * 1  # breaks here


# %% sweep-split-pop: parts.pop()
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts.pop() * 1  # breaks here


# %% sweep-split-pop-list: list(parts).pop()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return list(parts).pop() * 1


# %% sweep-split-npint: parts[np.int64(1)]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts[np.int64(1)] * 1  # breaks here


# %% sweep-split-starunpack: first, *rest = F.split(...)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        first, *rest = F.split(x, num_outputs=3, axis=1)
        return first * rest[-1]


# %% sweep-split-method: x.split(num_outputs=3)[1]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.split(num_outputs=3, axis=1)[1] * 2


# %% sweep-split-method-m1: x.split(num_outputs=3)[-1]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.split(num_outputs=3, axis=1)[-1] * 2  # breaks here


# %% sweep-split-squeeze: split with squeeze_axis, unpacked
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b, c = F.split(x, num_outputs=3, axis=1, squeeze_axis=True)
        return a * b + c


# %% sweep-split-attr: split into self.n, unpacked by a loop
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 3

    def hybrid_forward(self, F, x):
        out = 0
        for part in F.split(x, num_outputs=self.n, axis=1):
            out = out + part
        return out


# %% sweep-split-attr-one: split into self.n = 1, the first taken
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 1

    def hybrid_forward(self, F, x):
        return F.split(x, num_outputs=self.n, axis=1)[0] * 2  # breaks here


# %% sweep-split-attr-m1: split into self.n, the last taken
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 3

    def hybrid_forward(self, F, x):
        return F.split(x, num_outputs=self.n, axis=1)[self.n - 1] * 2


# %% sweep-split-one-op: split into one, used as the tensor
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(F.split(x, num_outputs=1, axis=1))


# %% sweep-split-heads: heads of attention by a comprehension
# inputs: [(2, 4, 6)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        heads = [h * (i + 1) for i, h in enumerate(F.split(x, num_outputs=2, axis=2))]
        return F.concat(*heads, dim=2)


# %% sweep-splitv2-idx-2: split_v2 at indices, the third taken
# inputs: [(2, 6)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split_v2(x, (2, 4), axis=1)[2] * 2


# %% sweep-splitv2-idx-len: len of split_v2
# inputs: [(2, 6)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * len(F.split_v2(x, (2, 4), axis=1))


# %% sweep-splitv2-squeeze: split_v2 with squeeze_axis
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b, c = F.split_v2(x, 3, axis=1, squeeze_axis=True)
        return a + b * c


# %% sweep-topk-both1: topk(ret_typ=both)[1]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.topk(x, k=2, ret_typ="both")[1] * 1


# %% sweep-topk-unpack: values, indices = topk(both)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        values, indices = F.topk(x, k=2, ret_typ="both")
        return values + indices


# %% sweep-topk-m1: topk(both)[-1]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.topk(x, k=2, ret_typ="both")[-1] * 1  # breaks here


# %% sweep-moments: mean, var = F.moments(...)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean, var = F.moments(x, axes=(1,))
        return mean + var


# %% sweep-layernorm-both: LayerNorm with output_mean_var
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.g = self.params.get("g", shape=(3,))
        self.b = self.params.get("b", shape=(3,))

    def hybrid_forward(self, F, x, g, b):
        out, mean, std = F.LayerNorm(x, g, b, output_mean_var=True)
        return out * 2


# %% sweep-layernorm-one: LayerNorm[0]
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.g = self.params.get("g", shape=(3,))
        self.b = self.params.get("b", shape=(3,))

    def hybrid_forward(self, F, x, g, b):
        return F.LayerNorm(x, g, b)[0]  # breaks here


# %% sweep-cell-state: the state of an LSTMCell
# inputs: [(2, 3), [(2, 4), (2, 4)]]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(4, input_size=3)

    def hybrid_forward(self, F, x, states):
        out, states = self.cell(x, states)
        return out + states[1]


# %% sweep-cell-state-m1: the last state of an LSTMCell
# inputs: [(2, 3), [(2, 4), (2, 4)]]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(4, input_size=3)

    def hybrid_forward(self, F, x, states):
        out, states = self.cell(x, states)
        return out + states[-1]


# %% sweep-cell-out-row: the first row of what a cell gives
# inputs: [(2, 3), [(2, 4)]]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.GRUCell(4, input_size=3)

    def hybrid_forward(self, F, x, states):
        out, states = self.cell(x, states)
        return out[0] + F.sum(states[0])  # breaks here


# %% sweep-unroll-merged-first: unroll merged, the first taken
# inputs: [(2, 4, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.GRUCell(4, input_size=3)

    def hybrid_forward(self, F, x):
        outs, _ = self.cell.unroll(4, x, layout="NTC", merge_outputs=True)
        return outs[0]  # breaks here


# %% sweep-unroll-states: the states of an unrolled cell
# inputs: [(2, 4, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(4, input_size=3)

    def hybrid_forward(self, F, x):
        _, states = self.cell.unroll(4, x, layout="NTC", merge_outputs=True)
        return states[0] + states[1]


# %% sweep-unroll-len: the number of outputs of unroll
# inputs: [(2, 4, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.GRUCell(4, input_size=3)

    def hybrid_forward(self, F, x):
        outs, _ = self.cell.unroll(4, x, layout="NTC", merge_outputs=False)
        return F.add_n(*outs) / len(outs)


# %% sweep-unroll-merged-len: the length of merged outputs
# inputs: [(2, 4, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.GRUCell(4, input_size=3)

    def hybrid_forward(self, F, x):
        outs, _ = self.cell.unroll(4, x, layout="NTC", merge_outputs=True)
        return outs / len(outs)  # breaks here


# %% sweep-unroll-shape: unroll over the length of the input
# inputs: [(2, 4, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.GRUCell(4, input_size=3)

    def hybrid_forward(self, F, x):
        outs, _ = self.cell.unroll(x.shape[1], x, layout="NTC", merge_outputs=True)  # breaks here
        return outs


# %% sweep-lstm-state: the hidden state of an LSTM layer
# inputs: [(2, 4, 3), [(1, 2, 4), (1, 2, 4)]]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.rnn = rnn.LSTM(4, layout="NTC", input_size=3)

    def hybrid_forward(self, F, x, states):
        out, states = self.rnn(x, states)
        return F.mean(out, axis=1) + F.squeeze(states[0], axis=0)


# %% sweep-foreach-outs: the first step of what foreach gave
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs, _ = F.contrib.foreach(lambda t, s: (t * 2, s), x, [])
        return outs[0]  # breaks here


# %% sweep-foreach-state: the state that foreach ends with
# inputs: [(4, 3), (3,)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        _, states = F.contrib.foreach(lambda t, s: (t * 2, [s[0] + t]), x, [y])
        return states[0]


# %% sweep-seq-slice: a slice of a sequence, run
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seq = nn.HybridSequential()
        self.seq.add(nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        for block in self.seq[1:]:
            x = block(x)
        return x + self.seq[0](x)


# %% sweep-seq-len: as many as a sequence has
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seq = nn.HybridSequential()
        self.seq.add(nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        for i in range(len(self.seq)):
            x = self.seq[i](x) * (i + 1)
        return x


# %% sweep-seq-row: the first row of what a sequence gave
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seq = nn.HybridSequential()
        self.seq.add(nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        return self.seq(x)[0]  # breaks here
