"""Whether it is an array or a list: elements of inputs, plurals, functions of NumPy, arrays of `mx.np`."""

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import Block, HybridBlock, Parameter, SymbolBlock, nn, rnn

# %% np-around: np.around
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.around(x) + x

# %% np-transpose-shape: np.transpose, then a shape
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = np.transpose(x, (1, 0))
        return y / y.shape[0]  # breaks here

# %% np-product: np.prod along an axis
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.prod(x, axis=1) * 2

# %% np-cumsum: np.cumsum
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * float(np.shape(x)[1])

# %% np-size: np.size
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / np.size(x)

# %% np-ndim: np.ndim
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.ndim(x)

# %% np-flip: np.flip
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.flip(x, 0) * 2

# %% np-array-equal: np.array_equal
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if np.array_equal(x, x) else x * 3

# %% list-element-shifted: an element of a list, shifted, then its row
# inputs: [[(2, 3), (2, 3)]]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, feats):
        shifted = feats[0] - 1
        return shifted[0]

# %% list-element-scaled: an element of a list, scaled, then its row
# inputs: [[(2, 3), (2, 3)]]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, feats):
        scaled = 0.5 * feats[-1]
        return scaled[0]

# %% list-element-compared: an element of a list, compared, then its truth
# inputs: [[('pos', (1,)), (2, 3)]]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, feats):
        if feats[0] > 0.5:  # breaks here
            return feats[1] * 2
        return feats[1] * 3

# %% list-element-nested: an element that is a list itself
# inputs: [[[(2, 3), (2, 3)], (2, 3)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, feats):
        inner = feats[0] + [feats[1]]
        return inner[0] * inner[2]

# %% rows-listed: a list called rows, gone through
# inputs: [[(3,), (3,)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, rows):
        return F.stack(*[F.relu(row) for row in rows], axis=0)

# %% maps-listed: a list called maps, gone through
# inputs: [[(2, 3, 4, 4), (2, 3, 4, 4)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, maps):
        total = 0
        for feature in maps:
            total = total + F.mean(feature, axis=(2, 3))
        return total

# %% rows-of-result: rows of what the body made, whatever its name
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        rows = F.relu(x)
        return F.stack(*[row * 2 for row in rows], axis=0)

# %% np-relu-if: the truth of what F.npx made
# inputs: [(2, 3)]
# breaks: trace
# call: net(xs[0].as_np_ndarray()).as_nd_ndarray()
from mxnet.util import use_np


@use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F.np.max(F.npx.relu(x)) > 0:  # breaks here
            return x * 2
        return x * 3

# %% np-while: while of np
# inputs: [('pos', (2, 3))]
# breaks: trace
# call: net(xs[0].as_np_ndarray()).as_nd_ndarray()
from mxnet.util import use_np


@use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        while F.np.sum(x) - 1 > 0:  # breaks here
            x = x / 2
        return x

# %% np-where: F.np.where on a comparison
# inputs: [(2, 3)]
# works
# call: net(xs[0].as_np_ndarray()).as_nd_ndarray()
from mxnet.util import use_np


@use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.np.where(F.np.tanh(x) > 0, x, x * 0.1)

# %% np-split-index: F.np.split, by number
# inputs: [(2, 4)]
# works
# call: net(xs[0].as_np_ndarray()).as_nd_ndarray()
from mxnet.util import use_np


@use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.np.split(x, 2, axis=1)
        return parts[0] * parts[1]

# %% ip-list-fill: buf = [None] * n; buf[i] = row; stack
# inputs: [[(3,), (3,)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, rows):
        buf = [None] * 2
        for i, row in enumerate(rows):
            buf[i] = row
        return F.stack(*buf, axis=0)

# %% ns-np-transpose: np.transpose(x, (1, 0))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.transpose(x, (1, 0)) * 2

# %% np-if: mx.np truth
# inputs: [('pos', (1,))]
# breaks: trace
# call: net(xs[0].as_np_ndarray()).as_nd_ndarray()
from mxnet.util import use_np


@use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F.np.sum(x) > 0:  # breaks here
            return x * 2
        return x * 3

# %% list-elem-iter: rows of an element divided
# inputs: [[(2, 3), (2, 3)]]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, feats):
        scaled = feats[0] - feats[1]
        return F.stack(*[row * 2 for row in scaled], axis=0)

# %% inputs-unpacked: all inputs in one, which is unpacked
# inputs: [[(2, 3), (2, 3)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, inputs):
        a, b = inputs
        return a * b

# %% inputs-starred: all inputs in one, handed on with a star
# inputs: [[(2, 3), (2, 3)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, inputs):
        return F.concat(*inputs, dim=1)

# %% inputs-gone-through: all inputs in one, which is gone through
# inputs: [[(2, 3), (2, 3)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, inputs):
        out = 0
        for index, value in enumerate(inputs):
            out = out + value * index
        return out

# %% inputs-shape-of-one: the shape of one of all inputs
# inputs: [[(2, 3), (2, 3)]]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, inputs):
        return sum(value / value.shape[1] for value in inputs)  # breaks here

# %% inputs-whole: an input that is called inputs, and gone through
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, inputs):
        return F.relu(inputs) * sum(row.sum() for row in inputs)  # breaks here


# %% list-reversed: maps, put together the other way around
# inputs: [[(2, 3), (2, 4)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, maps):
        return F.concat(*maps[::-1], dim=1)


# %% list-plural-rest: all maps but the first
# inputs: [[(2, 3), (2, 4), (2, 5)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, maps):
        return F.concat(*[F.relu(one) for one in maps[1:]], dim=1)


# %% tensor-rest: all rows but the first
# inputs: [(3, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.concat(*[F.relu(row) for row in x[1:]], dim=0)  # breaks here

# %% untouched-dictcomp: a dict comprehension over a list, an element returned
# inputs: [[(2, 3), (2, 3)]]
# breaks: gradients
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        d = {i: v for i, v in enumerate(xs)}
        return d[0] * 1, d[1]  # breaks here

# %% untouched-list-item: an element of a list input returned
# inputs: [[(2, 3), (2, 3)]]
# breaks: gradients
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        return xs[0] * 1, xs[1]  # breaks here

# %% untouched-sorted: sorted by index, an element returned
# inputs: [[(2, 3), (2, 3)]]
# breaks: gradients
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        s = sorted(enumerate(xs), key=lambda p: p[0])
        return s[0][1] * 1, s[1][1]  # breaks here

# %% untouched-zip: zip over a list, an element returned
# inputs: [[(2, 3), (2, 3)]]
# breaks: gradients
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        pairs = list(zip(xs, [1, 2]))
        return pairs[0][0] * 2, pairs[1][0]  # breaks here

# %% untouched-map: map of the identity over a list
# inputs: [[(2, 3), (2, 3)]]
# breaks: gradients
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        return list(map(lambda v: v, xs)) + [xs[0] * 2]  # breaks here

# %% untouched-map-doubled: map that doubles each
# inputs: [[(2, 3), (2, 3)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        return list(map(lambda v: v * 2, xs))

# %% untouched-enumerate: enumerate over a list, the last returned
# inputs: [[(2, 3), (2, 3)]]
# breaks: gradients
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        for i, v in enumerate(xs):
            last = v
        return last, xs[0] * 2  # breaks here

# %% untouched-filter: a list, filtered by number
# inputs: [[(2, 3), (2, 3)]]
# breaks: gradients
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        ys = [v for i, v in enumerate(xs) if i != 1]
        return ys[0], xs[1] * 2  # breaks here

# %% untouched-dict-values: the values of a dict comprehension
# inputs: [[(2, 3), (2, 3)]]
# breaks: gradients
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        d = {'v%d' % i: v for i, v in enumerate(xs)}
        return list(d.values()) + [xs[0] * 2]  # breaks here

# %% untouched-dict-doubled: the values of a dict comprehension, each doubled
# inputs: [[(2, 3), (2, 3)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        d = {'v%d' % i: v * 2 for i, v in enumerate(xs)}
        return list(d.values())
