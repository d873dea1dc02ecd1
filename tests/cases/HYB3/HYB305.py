"""Blocks that HYB305 reports, and blocks like them that work."""

import collections

from mxnet.gluon import HybridBlock

# %% a-b-c-x-of-three-rows: a, b, c = x of three rows
# inputs: [(3, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b, c = x  # breaks here
        return a + b + c

# %% a-b-f-relu-x: a, b = F.relu(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b = F.relu(x)  # breaks here
        return a + b

# %% b-c-f-shape_array-x: b, c = F.shape_array(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        b, c = F.shape_array(x)  # breaks here
        return x * 2

# %% indices-of-topk-unpacked-by-row: the indices of topk unpacked by row
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        first, second = F.topk(x, k=2)  # breaks here
        return first + second

# %% namedtuples-field-is-unpacked-into-rows: a namedtuple's field is unpacked into rows
# inputs: [(2, 3)]
# breaks: trace
Output = collections.namedtuple("Output", ["logits", "hidden"])


class Net(HybridBlock):
    def encode(self, F, x):
        return Output(logits=F.log_softmax(x), hidden=F.tanh(x))

    def hybrid_forward(self, F, x):
        out = self.encode(F, x)
        first, second = out.logits  # breaks here
        return first + second + out.hidden

# %% nested-unpacking-reaches-into-a-tensor: nested unpacking reaches into a tensor
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        (first, second), other = x, y  # breaks here
        return F.broadcast_add(other, F.expand_dims(first * second, axis=0))

# %% a-b-of-two-halves: a * b of two halves
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b = F.split(x, 2, axis=1)
        return a * F.sigmoid(b)

# %% a-b-xs: a, b = xs
# inputs: [[(2, 3), (2, 3)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        a, b = xs
        return a * b

# %% all-inputs-in-one-which-is-unpacked: all inputs in one, which is unpacked
# inputs: [[(2, 3), (2, 3)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, inputs):
        a, b = inputs
        return a * b

# %% amp_multicast-of-two-tensors: amp_multicast of two tensors
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        a, b = F.amp_multicast(x, y, num_outputs=2)
        return a * b

# %% gate-of-two-halves-by-split: a gate of two halves by split
# inputs: [(2, 6)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b = F.split(x, num_outputs=2, axis=1)
        return a * F.sigmoid(b)

# %% list-map-f-relu-x-y: list(map(F.relu, [x, y]))
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        a, b = map(F.relu, [x, y])
        return a + b

# %% namedtuple-is-unpacked-into-its-fields: a namedtuple is unpacked into its fields
# inputs: [(2, 3)]
# works
Output = collections.namedtuple("Output", ["logits", "hidden"])


class Net(HybridBlock):
    def encode(self, F, x):
        return Output(logits=F.log_softmax(x), hidden=F.tanh(x))

    def hybrid_forward(self, F, x):
        logits, hidden = self.encode(F, x)
        return logits + hidden

# %% namedtuples-tensor-by-name: a namedtuple's tensor by name
# inputs: [(2, 3)]
# works
Pair = collections.namedtuple("Pair", ["mean", "scale"])


class Net(HybridBlock):
    def encode(self, F, x):
        return Pair(mean=F.tanh(x), scale=F.exp(x))

    def hybrid_forward(self, F, x):
        pair = self.encode(F, x)
        return pair.mean * pair.scale + pair[0]

# %% nested-and-starred-unpacking-of-lists: nested and starred unpacking of lists
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        (first, *rest), other = [x, x * 2, x * 3], y
        return first + F.add_n(*rest) * other

# %% net-x-none: net([x, None])
# inputs: [[(2, 3), None]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        a, b = xs
        return a * 2 if b is None else a + b

# %% x-split-3-positional: x.split(3) positional
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b, c = x.split(3)
        return a + b * c
