"""Blocks that HYB205 reports, and blocks like them that work."""

import contextlib
import copy
import operator

import numpy as np
from mxnet.gluon import HybridBlock

# %% anchor-boxes-decoded-the-corners-are-written-back-into-the
# inputs: [('pos', (2, 6, 4))]
class Net(HybridBlock):
    """Centre to corner, as detection models have it."""

    def __init__(self, stds=(0.1, 0.1, 0.2, 0.2), clip=1.0, **kwargs):
        super().__init__(**kwargs)
        self.stds = stds
        self.clip = clip

    @staticmethod
    def corners(F, boxes):
        x, y, width, height = F.split(boxes, axis=-1, num_outputs=4)
        half = width * 0.5, height * 0.5
        return F.concat(x - half[0], y - half[1], x + half[0], y + half[1], dim=-1)

    def decode(self, F, boxes):
        parts = F.split(boxes, axis=-1, num_outputs=4)
        return F.concat(*[part * std for part, std in zip(parts, self.stds)], dim=-1)

    def hybrid_forward(self, F, boxes):
        boxes = self.corners(F, self.decode(F, boxes))
        if self.clip:
            boxes[:, :, 2:] = F.clip(boxes, 0, self.clip).slice_axis(axis=2, begin=2, end=4)  # HYB205 # breaks: trace
        return boxes

# %% buf-f-zeros-buf-0-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        buf = F.zeros((2, 3))
        buf[0] = 1  # HYB205 # breaks: trace
        return x * F.sum(buf)

# %% canvas-filled-row-by-row
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        canvas = F.zeros((2, 3))
        for i in range(2):
            canvas[i] = i  # HYB205 # breaks: trace
        return x * canvas

# %% copy-copy-of-a-tensor-changed-in-place
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = copy.copy(x)
        y[:] = 1  # HYB205 # breaks: trace # fix: y = F.ones_like(y)
        return x + y

# %% helpers-setitem-writes-into-its-tensor
# inputs: [(2, 3)]
class Buffer:
    def __init__(self, data):
        self.data = data

    def __setitem__(self, key, value):
        self.data[key] = value  # HYB205 # breaks: trace


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        buffer = Buffer(F.relu(x))
        buffer[0] = 1
        return buffer.data

# %% item-of-an-array-with-two-names
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = z = x * 2
        y[0] = 1  # HYB205 # breaks: trace
        return y + z

# %% masked-rows-increased
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 2
        mask = y > 1
        y[mask] += 3  # HYB205 # breaks: trace
        return y

# %% operator-setitem-y-0-0
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        operator.setitem(y, 0, 0)  # HYB205 # breaks: trace
        return y

# %% outs-0-0-1-in-a-list-of-tensors
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = [x * 1]
        outs[0][0] = 1  # HYB205 # breaks: trace
        return outs[0]

# %% padded-places-set-by-brackets
# inputs: [(2, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, scores):
        scores = scores * 1.0
        scores[:, 0] = -1e9  # HYB205 # breaks: trace
        return F.softmax(scores)

# %% row-of-each-array-in-a-list-is-written-to
# inputs: [(2, 3), [(2, 3), (2, 3)]]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, rest):
        for one in rest:
            one[0, :] = 0  # HYB205 # breaks: trace
            x = x + one
        return x

# %% rows-of-ones-with-two-names
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = z = F.ones((4, 3))
        y[1:] = 0  # HYB205 # breaks: trace
        return y + z + x

# %% scores-written-where-a-mask-is-set
# inputs: [(2, 4, 4), ('bin', (2, 4, 4))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, m):
        scores = x * 2
        scores[m > 0] = -1e9  # HYB205 # breaks: trace
        return F.softmax(scores)

# %% stack-of-context-managers-the-body-writes-into-the-tensor
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with contextlib.ExitStack() as stack:
            stack.callback(lambda: None)
            y = F.relu(x)
            y[:, 0] = 0  # HYB205 # breaks: trace
        return y

# %% two-rows-of-a-tensor-change-places
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        y[0], y[1] = y[1], y[0]  # HYB205, HYB301, HYB302 # breaks: trace
        return y

# %% what-arrays-of-a-list-were-added-to-is-written-to
# inputs: [(2, 3), [(2, 3), (2, 3)]]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, rest):
        for one in rest:
            x = x + one
        x[:] = 0  # HYB205 # breaks: trace
        return x

# %% y-0-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        y[:, 0] = 1  # HYB205 # breaks: trace
        return y

# %% y-0-set-ell
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        y[...] = 0  # HYB205 # breaks: trace
        return y

# %% y-1-2-0
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        y[1:2] = 0  # HYB205 # breaks: trace
        return y

# %% y-mask-0
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        y[x > 0] = 0  # HYB205 # breaks: trace
        return y

# %% y-x-copy-y-0-1-0
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.identity(x)
        y[0:1] = 0  # HYB205 # breaks: trace
        return y

# %% anchor-boxes-decoded-and-clipped
# inputs: [('pos', (2, 6, 4))]
# clean
class Net(HybridBlock):
    """Centre to corner, as detection models have it."""

    def __init__(self, stds=(0.1, 0.1, 0.2, 0.2), clip=1.0, **kwargs):
        super().__init__(**kwargs)
        self.stds = stds
        self.clip = clip

    @staticmethod
    def corners(F, boxes):
        x, y, width, height = F.split(boxes, axis=-1, num_outputs=4)
        half = width * 0.5, height * 0.5
        return F.concat(x - half[0], y - half[1], x + half[0], y + half[1], dim=-1)

    def decode(self, F, boxes):
        parts = F.split(boxes, axis=-1, num_outputs=4)
        return F.concat(*[part * std for part, std in zip(parts, self.stds)], dim=-1)

    def hybrid_forward(self, F, boxes):
        boxes = self.corners(F, self.decode(F, boxes))
        if self.clip:
            boxes = F.clip(boxes, 0, self.clip)
        return boxes

# %% helpers-setitem-replaces-one-of-its-tensors
# inputs: [(2, 3)]
# clean
class Buffer:
    def __init__(self, *data):
        self.data = list(data)

    def __setitem__(self, key, value):
        self.data[key] = value


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        buffer = Buffer(F.relu(x), x)
        buffer[0] = x + 1
        return F.add_n(*buffer.data)

# %% numpy-buffer-filled-with-numbers
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        buf = np.zeros(3)
        buf[0] = 2.0
        return x * buf[0]

# %% stack-of-context-managers-around-operators
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with contextlib.ExitStack() as stack:
            stack.callback(lambda: None)
            y = F.relu(x)
        return y + 1

# %% elements-set-by-a-comparison
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.tanh(x)
        y[y > 0] = 0  # HYB205 # breaks: trace
        return y

# %% zero-where-another-tensor-is-positive
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        z = F.tanh(y)
        z[x > 0] = 0  # HYB205 # breaks: trace
        return z

# %% rows-of-a-loop-assigned: the rows of an axis, assigned one by one in a loop
# inputs: [(2, 8)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.reshape(x * 2, (-1, 4, 2))
        for i in range(4):
            y[:, i] = F.relu(F.squeeze(F.slice_axis(y, axis=1, begin=i, end=i + 1), axis=1)) * (i + 1)  # HYB205 # breaks: trace
        return y

# %% rows-of-a-loop-increased: the rows of an axis from the second on, increased in a loop
# inputs: [(2, 8)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.reshape(x * 2, (-1, 4, 2))
        for i in range(1, 4):
            y[:, i] += 3  # HYB205 # breaks: trace
        return y

# %% elements-of-a-vector-set-in-a-loop: the elements of a vector, set in a loop with their numbers
# inputs: [(3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.reshape(x * 2, (-1,))
        for i, size in enumerate([3, 5, 7]):
            y[i] = F.sum(x) * size  # HYB205 # breaks: trace
        return y

# %% elements-of-a-loop-that-counts-down-set
# inputs: [(2, 8)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.relu(x)
        for i in range(-3, 0):
            y[:, i] = 0  # HYB205 # breaks: trace
        return y

# %% last-column-set-to-zero
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.relu(x)
        y[:, -1] = 0  # HYB205 # breaks: trace
        return y

# %% each-column-of-an-array-set-to-one-of-the-input
# inputs: [(2, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.zeros_like(x)
        for i in range(4):
            y[:, i] = F.relu(x[:, i])  # HYB205, HYB302 # breaks: trace # fix: y = F.stack(*[F.relu(F.squeeze(F.slice_axis(x, axis=1, begin=i, end=i + 1), axis=1)) for i in range(4)], axis=1)
        return y
