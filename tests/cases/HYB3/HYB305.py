"""Blocks that HYB305 reports, and blocks like them that work."""

import collections

from mxnet.gluon import HybridBlock

# %% a-b-c-x-of-three-rows
# inputs: [(3, 4)]
# missed: Not decidable from the file: `a, b, c = x` works in both phases if the input is a list, as the code reads.
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b, c = x  # breaks: trace
        return a + b + c

# %% a-b-f-relu-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b = F.relu(x)  # HYB305 # breaks: trace
        return a + b

# %% b-c-f-shape_array-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        b, c = F.shape_array(x)  # HYB305 # breaks: trace
        return x * 2

# %% indices-of-topk-unpacked-by-row
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        first, second = F.topk(x, k=2)  # HYB305 # breaks: trace
        return first + second

# %% namedtuples-field-is-unpacked-into-rows
# inputs: [(2, 3)]
Output = collections.namedtuple("Output", ["logits", "hidden"])


class Net(HybridBlock):
    def encode(self, F, x):
        return Output(logits=F.log_softmax(x), hidden=F.tanh(x))

    def hybrid_forward(self, F, x):
        out = self.encode(F, x)
        first, second = out.logits  # HYB305 # breaks: trace
        return first + second + out.hidden

# %% nested-unpacking-reaches-into-a-tensor
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        (first, second), other = x, y  # HYB305 # breaks: trace
        return F.broadcast_add(other, F.expand_dims(first * second, axis=0))

# %% a-b-of-two-halves
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b = F.split(x, 2, axis=1)
        return a * F.sigmoid(b)

# %% a-b-xs
# inputs: [[(2, 3), (2, 3)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        a, b = xs
        return a * b

# %% all-inputs-in-one-which-is-unpacked
# inputs: [[(2, 3), (2, 3)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, inputs):
        a, b = inputs
        return a * b

# %% amp_multicast-of-two-tensors
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        a, b = F.amp_multicast(x, y, num_outputs=2)
        return a * b

# %% gate-of-two-halves-by-split
# inputs: [(2, 6)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b = F.split(x, num_outputs=2, axis=1)
        return a * F.sigmoid(b)

# %% list-map-f-relu-x-y
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        a, b = map(F.relu, [x, y])
        return a + b

# %% namedtuple-is-unpacked-into-its-fields
# inputs: [(2, 3)]
# clean
Output = collections.namedtuple("Output", ["logits", "hidden"])


class Net(HybridBlock):
    def encode(self, F, x):
        return Output(logits=F.log_softmax(x), hidden=F.tanh(x))

    def hybrid_forward(self, F, x):
        logits, hidden = self.encode(F, x)
        return logits + hidden

# %% namedtuples-tensor-by-name
# inputs: [(2, 3)]
# clean
Pair = collections.namedtuple("Pair", ["mean", "scale"])


class Net(HybridBlock):
    def encode(self, F, x):
        return Pair(mean=F.tanh(x), scale=F.exp(x))

    def hybrid_forward(self, F, x):
        pair = self.encode(F, x)
        return pair.mean * pair.scale + pair[0]

# %% nested-and-starred-unpacking-of-lists
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        (first, *rest), other = [x, x * 2, x * 3], y
        return first + F.add_n(*rest) * other

# %% net-x-none
# inputs: [[(2, 3), None]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        a, b = xs
        return a * 2 if b is None else a + b

# %% rows-of-a-tensor-of-any-rank
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        first, second = F.relu(x)  # HYB305 # breaks: trace # fix: first, second = [F.squeeze(i, axis=0) for i in F.split(F.relu(x), num_outputs=2, axis=0)]
        return first - second

# %% x-split-3-positional
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b, c = x.split(3)
        return a + b * c
