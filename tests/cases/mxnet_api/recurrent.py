"""Recurrent cells and layers: what unrolls, states that are made, lengths of sequences, shapes of outputs and states."""

import mxnet as mx
from mxnet.gluon import HybridBlock, nn, rnn


# %% cell-list-whole: the outputs of an unrolled cell are a list
# inputs: [(2, 4, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(5, input_size=3)

    def hybrid_forward(self, F, x):
        outputs, _ = self.cell.unroll(4, x)
        return outputs[-1] + sum(outputs) / len(outputs)

# %% cell-list-shape: the shape of one of the outputs
# inputs: [(2, 4, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(5, input_size=3)

    def hybrid_forward(self, F, x):
        outputs, _ = self.cell.unroll(4, x)
        return F.concat(*outputs, dim=1) / outputs[0].shape[0]  # breaks here

# %% cell-lengths-first: the outputs are one tensor where lengths are given: [0] is a sample, or the first output
# inputs: [(2, 4, 3), ("i", (2,), 1, 5, "float32")]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(5, input_size=3)

    def hybrid_forward(self, F, x, lengths):
        outputs, _ = self.cell.unroll(4, x, valid_length=lengths)
        return outputs[0]  # breaks here

# %% cell-lengths-rows: the outputs are one tensor where lengths are given, and gone through
# inputs: [(2, 4, 3), ("i", (2,), 1, 5, "float32")]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(5, input_size=3)

    def hybrid_forward(self, F, x, lengths):
        outputs, _ = self.cell.unroll(4, x, valid_length=lengths)
        return [output * 2 for output in outputs]  # breaks here

# %% cell-lengths-mean: the mean of outputs that are one tensor
# inputs: [(2, 4, 3), ("i", (2,), 1, 5, "float32")]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(5, input_size=3)

    def hybrid_forward(self, F, x, lengths):
        outputs, _ = self.cell.unroll(4, x, valid_length=lengths)
        return outputs.mean(axis=1)

# %% cell-lengths-list: lengths are given, and a list is asked for
# inputs: [(2, 4, 3), ("i", (2,), 1, 5, "float32")]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(5, input_size=3)

    def hybrid_forward(self, F, x, lengths):
        outputs, _ = self.cell.unroll(4, x, valid_length=lengths, merge_outputs=False)
        return outputs[0] + outputs[3]

# %% cell-merged-state: the last state beside the outputs of all steps
# inputs: [(2, 4, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(5, input_size=3)

    def hybrid_forward(self, F, x):
        outputs, (h, _) = self.cell.unroll(4, x, merge_outputs=True)
        return outputs + h.expand_dims(1)  # breaks here

# %% cell-merged-state-broadcast: the last state broadcast to the outputs of all steps
# inputs: [(2, 4, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(5, input_size=3)

    def hybrid_forward(self, F, x):
        outputs, (h, _) = self.cell.unroll(4, x, merge_outputs=True)
        return F.broadcast_add(outputs, h.expand_dims(1))

# %% cell-merged-one-step: the last state beside the outputs of the only step
# inputs: [(2, 1, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(5, input_size=3)

    def hybrid_forward(self, F, x):
        outputs, (h, _) = self.cell.unroll(1, x, merge_outputs=True)
        return outputs + h.expand_dims(1)

# %% cell-state-sum: a state beside the sums of the other
# inputs: [(2, 4, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(5, input_size=3)

    def hybrid_forward(self, F, x):
        _, (h, c) = self.cell.unroll(4, x)
        return h * c.sum(axis=1, keepdims=True)  # breaks here

# %% cell-state-sum-narrow: a state of one number beside the sum of the other
# inputs: [(2, 4, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(1, input_size=3)

    def hybrid_forward(self, F, x):
        _, (h, c) = self.cell.unroll(4, x)
        return h * c.sum(axis=1, keepdims=True)

# %% cell-state-output: an output beside the state of the same step
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(5, input_size=3)

    def hybrid_forward(self, F, x):
        output, (h, c) = self.cell(x, [F.zeros((2, 5)), F.zeros((2, 5))])
        return output * h + c

# %% cell-begin-kept: states that the constructor makes
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(5, input_size=3)
        self.states = self.cell.begin_state(batch_size=2)

    def hybrid_forward(self, F, x):
        output, _ = self.cell(x, self.states)  # breaks here
        return output

# %% cell-begin-arrays: states that mx.nd makes
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(5, input_size=3)

    def hybrid_forward(self, F, x):
        output, _ = self.cell(x, self.cell.begin_state(batch_size=2, func=mx.nd.zeros))  # breaks here
        return output

# %% cell-begin-f: states that F makes
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(5, input_size=3)

    def hybrid_forward(self, F, x):
        output, _ = self.cell(x, self.cell.begin_state(batch_size=2, func=F.zeros))
        return output

# %% layer-width-sums: outputs of five units beside the sums of their inputs
# inputs: [(4, 2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.layer = rnn.GRU(5, input_size=3)

    def hybrid_forward(self, F, x):
        return self.layer(x) + x.sum(axis=2, keepdims=True)  # breaks here

# %% layer-width-one: outputs of one unit beside the sums of their inputs
# inputs: [(4, 2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.layer = rnn.GRU(1, input_size=3)

    def hybrid_forward(self, F, x):
        return self.layer(x) + x.sum(axis=2, keepdims=True)

# %% layer-width-both: both directions of one unit each beside the sums of the inputs
# inputs: [(4, 2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.layer = rnn.GRU(1, 1, "TNC", 0, True, input_size=3)

    def hybrid_forward(self, F, x):
        return self.layer(x) + x.sum(axis=2, keepdims=True)  # breaks here

# %% layer-lengths-gru: lengths of sequences for GRU
# inputs: [(4, 2, 3), ("i", (2,), 1, 5, "float32")]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.layer = rnn.GRU(5, input_size=3, use_sequence_length=True)

    def hybrid_forward(self, F, x, lengths):
        return self.layer(x, sequence_length=lengths)  # breaks here

# %% layer-lengths-rnn: lengths of sequences for RNN
# inputs: [(4, 2, 3), ("i", (2,), 1, 5, "float32")]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.layer = rnn.RNN(5, input_size=3, use_sequence_length=True)

    def hybrid_forward(self, F, x, lengths):
        return self.layer(x, sequence_length=lengths)  # breaks here

# %% layer-lengths-lstm: lengths of sequences for LSTM
# inputs: [(4, 2, 3), ("i", (2,), 1, 5, "float32")]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.layer = rnn.LSTM(5, input_size=3, use_sequence_length=True)

    def hybrid_forward(self, F, x, lengths):
        return self.layer(x, sequence_length=lengths)

# %% layer-lengths-last: the last outputs of a GRU by SequenceLast
# inputs: [(4, 2, 3), ("i", (2,), 1, 5, "float32")]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.layer = rnn.GRU(5, input_size=3)

    def hybrid_forward(self, F, x, lengths):
        return F.SequenceLast(self.layer(x), lengths, use_sequence_length=True)
