"""Methods and brackets as they are written in passing."""

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import HybridBlock, nn, rnn

# %% plain-me-asnumpy-stats: a maximum in numpy
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        top = float(x.asnumpy().max())  # breaks here
        return x / (abs(top) + 1)


# %% plain-me-max-op: a maximum that stays a tensor
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        top = x.max()
        return F.broadcast_div(x, top.abs() + 1)


# %% plain-me-reshape-two: reshape by two numbers
# inputs: [(2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(-1, 4)  # breaks here


# %% plain-me-reshape-tuple: reshape by a tuple
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape((-1, 4))


# %% plain-me-reshape-kw: reshape by keyword
# inputs: [(2, 6)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(shape=(0, 2, 3)).transpose((0, 2, 1))


# %% plain-me-flatten: flatten and a dense layer
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.out = nn.Dense(2)

    def hybrid_forward(self, F, x):
        return self.out(x.flatten())


# %% plain-me-detach: a target cut off by detach
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        target = x.detach()  # breaks here
        return F.square(x - target)


# %% plain-me-detach-fixed: a target cut off by stop_gradient
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        target = F.stop_gradient(F.tanh(x))
        return F.square(x - target)


# %% plain-me-copy: a copy of the input
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        residual = x.copy()  # breaks here
        x = F.relu(x)
        return x + residual


# %% plain-me-as-ctx: one input brought to the context of the other
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, mask):
        mask = mask.as_in_context(x.context)  # breaks here
        return x * mask


# %% plain-me-astype-str: labels cast by their name
# inputs: [("i", (2, 3), 0, 4, "int32")]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, label):
        return label.astype("float32") * 0.5


# %% plain-me-astype-self: one tensor cast like another
# inputs: [(2, 3), ("bin", (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, mask):
        return x * mask.astype(x.dtype)  # breaks here


# %% plain-me-norm: the norm of everything
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_div(x, x.norm().reshape((1, 1)))


# %% plain-me-topk-mask: the scores below the k-th set to zero
# inputs: [(2, 5)]
# works
class Net(HybridBlock):
    def __init__(self, k=2, **kwargs):
        super().__init__(**kwargs)
        self.k = k

    def hybrid_forward(self, F, scores):
        keep = scores.topk(k=self.k, ret_typ="mask", axis=1)
        return scores * keep


# %% plain-me-argmax-item: the winner as a Python number
# inputs: [(2, 5)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, scores):
        best = scores.sum(axis=0).argmax(axis=0).asscalar()  # breaks here
        return scores.slice_axis(axis=1, begin=int(best), end=int(best) + 1)


# %% plain-me-argmax-pick: the winner picked by the operator
# inputs: [(2, 5)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, scores):
        return scores.pick(scores.argmax(axis=1), axis=1)


# %% plain-me-tolist: a row of lengths as a list
# inputs: [(2, 4, 3), ("i", (2,), 1, 4, "int32")]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, seq, lengths):
        longest = max(lengths.asnumpy().tolist())  # breaks here
        return seq.slice_axis(axis=1, begin=0, end=longest)


# %% plain-me-swapaxes: two axes swapped and a layer between
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.conv = nn.Conv1D(5, 1, in_channels=4)

    def hybrid_forward(self, F, x):
        return self.conv(x.swapaxes(1, 2)).swapaxes(1, 2)


# %% plain-me-numpy-item: a loss made a number by item
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        total = x.square().sum().asnumpy().item()  # breaks here
        return x / total


# %% plain-me-wait: waiting for the result
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.exp(x)
        y.wait_to_read()  # breaks here
        return y


# %% plain-me-expand-tile: a vector tiled over time
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, steps=4, **kwargs):
        super().__init__(**kwargs)
        self.steps = steps

    def hybrid_forward(self, F, x):
        return x.expand_dims(axis=1).tile((1, self.steps, 1))


# %% plain-me-squeeze-axis: the last axis dropped
# inputs: [(2, 3, 1)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.squeeze(axis=-1).sigmoid()


# %% plain-me-clip-chain: a chain of methods
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.exp().clip(0.1, 10).log().sum(axis=-1)


# %% plain-me-view-as: reshape like another by its shape
# inputs: [(2, 6), (2, 3, 2)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, pred, label):
        return pred.reshape(label.shape) - label  # breaks here


# %% plain-me-view-as-fixed: reshape like another by reshape_like
# inputs: [(2, 6), (2, 3, 2)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, pred, label):
        return pred.reshape_like(label) - label


# %% plain-me-attach: gradients asked for an input
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x.attach_grad()  # breaks here
        return x * 2


# %% plain-me-std: the spread of the rows
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean = x.mean(axis=1, keepdims=True)
        return F.broadcast_sub(x, mean).square().mean(axis=1).sqrt()


# %% plain-me-split-heads: heads made by the method split
# inputs: [(2, 6)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        left, right = x.split(num_outputs=2, axis=1)
        return left * right.sigmoid()


# %% plain-me-broadcast-shape: broadcast_to with the shape of another
# inputs: [(2, 1), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, bias, x):
        return x + bias.broadcast_to(x.shape)  # breaks here


# %% plain-me-broadcast-like: broadcast_like another
# inputs: [(2, 1), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, bias, x):
        return x + bias.broadcast_like(x)


# %% plain-me-numpy-loop: boxes walked in numpy
# inputs: [(3, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, boxes):
        areas = []
        for x0, y0, x1, y1 in boxes.asnumpy():  # breaks here
            areas.append((x1 - x0) * (y1 - y0))
        return boxes * float(np.sum(areas))


# %% plain-ix-cls: the first token
# inputs: [(2, 5, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, seq):
        cls = seq[:, 0, :]  # breaks here
        return F.tanh(cls)


# %% plain-ix-cls-fixed: the first token by slice_axis
# inputs: [(2, 5, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, seq):
        cls = F.slice_axis(seq, axis=1, begin=0, end=1).reshape((0, -1))
        return F.tanh(cls)


# %% plain-ix-halves: a gate of two halves by brackets
# inputs: [(2, 6)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[:, :3] * F.sigmoid(x[:, 3:])  # breaks here


# %% plain-ix-halves-fixed: a gate of two halves by split
# inputs: [(2, 6)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b = F.split(x, num_outputs=2, axis=1)
        return a * F.sigmoid(b)


# %% plain-ix-first-row: the first row of the batch
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x[0])  # breaks here


# %% plain-ix-last-step: the last output of a recurrent layer
# inputs: [(4, 2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.gru = rnn.GRU(5, input_size=3)

    def hybrid_forward(self, F, seq):
        out = self.gru(seq)
        return out[-1]  # breaks here


# %% plain-ix-last-step-fixed: the last output by SequenceLast
# inputs: [(4, 2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.gru = rnn.GRU(5, input_size=3)

    def hybrid_forward(self, F, seq):
        return F.SequenceLast(self.gru(seq))


# %% plain-ix-shift: the sequence shifted by one
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[1:] - x[:-1]  # breaks here


# %% plain-ix-shift-fixed: the differences along time by slice_axis
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        later = F.slice_axis(x, axis=1, begin=1, end=None)
        sooner = F.slice_axis(x, axis=1, begin=0, end=-1)
        return later - sooner


# %% plain-ix-reverse: time reversed
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, seq):
        return seq[::-1] * 1.0  # breaks here


# %% plain-ix-newaxis: a new axis by None
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x[:, None], x.expand_dims(2))  # breaks here


# %% plain-ix-bool-mask: rows chosen by a mask
# inputs: [(4, 3), ("bin", (4,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, keep):
        return x[keep]  # breaks here


# %% plain-ix-topk-idx: values and indices of topk
# inputs: [(2, 5)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, scores):
        result = F.topk(scores, k=2, ret_typ="both", axis=-1)
        return result[0], result[1]


# %% plain-ix-topk-value: brackets on topk that gives one thing
# inputs: [(3, 5)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, scores):
        best = F.topk(scores, k=2, ret_typ="value")[0]  # breaks here
        return best * 2


# %% plain-ix-states: the states of a GRU taken by number
# inputs: [(4, 2, 3), (1, 2, 5)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.gru = rnn.GRU(5, input_size=3)

    def hybrid_forward(self, F, seq, begin):
        out, states = self.gru(seq, [begin])
        return out, states[0]


# %% plain-ix-config: settings in a dict of tuples
# inputs: [(2, 3, 8, 8)]
# works
class Net(HybridBlock):
    def __init__(self, spec={"a": (4, 3), "b": (5, 1)}, **kwargs):
        super().__init__(**kwargs)
        self.spec = spec
        with self.name_scope():
            self.convs = nn.HybridSequential()
            for key in sorted(spec):
                self.convs.add(nn.Conv2D(spec[key][0], spec[key][1], padding=spec[key][1] // 2))

    def hybrid_forward(self, F, x):
        outs = [conv(x) for conv in self.convs]
        return F.concat(*outs, dim=1)


# %% plain-ix-coords: coordinates by a loop of brackets
# inputs: [(2, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, boxes):
        x0, y0, x1, y1 = [boxes[:, i] for i in range(4)]  # breaks here
        return (x1 - x0) * (y1 - y0)


# %% plain-ix-coords-fixed: coordinates by a split that squeezes
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, boxes):
        x0, y0, x1, y1 = F.split(boxes, num_outputs=4, axis=-1, squeeze_axis=True)
        return (x1 - x0) * (y1 - y0)


# %% plain-ix-gather: rows by take
# inputs: [(4, 3), ("i", (2,), 0, 4, "int32")]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, table, at):
        return F.take(table, at)


# %% plain-ix-gather-br: rows by an index tensor in brackets
# inputs: [(4, 3), ("i", (2,), 0, 4, "int32")]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, table, at):
        return table[at]  # breaks here


# %% plain-ix-split-k: the parts of a split that is as wide as asked
# inputs: [(2, 6)]
# works
class Net(HybridBlock):
    def __init__(self, parts=3, **kwargs):
        super().__init__(**kwargs)
        self.parts = parts

    def hybrid_forward(self, F, x):
        pieces = F.split(x, num_outputs=self.parts, axis=1)
        return sum(pieces[i] * (i + 1) for i in range(self.parts))


# %% plain-ix-seq-slice: the first layers of a sequence of layers
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()
        self.body.add(nn.Dense(4), nn.Dense(5), nn.Dense(6))

    def hybrid_forward(self, F, x):
        mid = self.body[1](self.body[0](x))
        return mid, self.body[-1](mid)
