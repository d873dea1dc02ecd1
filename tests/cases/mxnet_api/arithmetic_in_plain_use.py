"""Signs between tensors, and attributes asked of them, as they are written in passing."""

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import HybridBlock, nn, rnn

# %% plain-ew-center: rows minus their mean
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean = F.mean(x, axis=1, keepdims=True)
        return x - mean  # breaks here


# %% plain-ew-center-fixed: rows minus their mean by broadcast_sub
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean = F.mean(x, axis=1, keepdims=True)
        return F.broadcast_sub(x, mean)


# %% plain-ew-softmax-hand: a softmax written out
# inputs: [(2, 5)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        e = F.exp(x)
        return e / e.sum(axis=-1, keepdims=True)  # breaks here


# %% plain-ew-softmax-hand-fixed: a softmax written out with broadcast_div
# inputs: [(2, 5)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        e = F.exp(x)
        return F.broadcast_div(e, e.sum(axis=-1, keepdims=True))


# %% plain-ew-bias-param: a bias parameter of rank 1 added by the plus sign
# inputs: [(2, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.dense = nn.Dense(4, use_bias=False)
            self.bias = self.params.get("bias", shape=(4,), init="ones")

    def hybrid_forward(self, F, x, bias):
        return self.dense(x) + bias  # breaks here


# %% plain-ew-bias-param-fixed: the same by broadcast_add
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.dense = nn.Dense(4, use_bias=False)
            self.bias = self.params.get("bias", shape=(4,), init="ones")

    def hybrid_forward(self, F, x, bias):
        return F.broadcast_add(self.dense(x), bias)


# %% plain-ew-temperature: a learnt temperature of shape (1,)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.temp = self.params.get("temp", shape=(1,), init="ones")

    def hybrid_forward(self, F, logits, temp):
        return F.softmax(logits / temp)  # breaks here


# %% plain-ew-temperature-number: a temperature that is a number
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, temp=0.7, **kwargs):
        super().__init__(**kwargs)
        self.temp = temp

    def hybrid_forward(self, F, logits):
        return F.softmax(logits / self.temp)


# %% plain-ew-attn-scale: dot products scaled by a root
# inputs: [(2, 3, 4), (2, 3, 4)]
# works
class Net(HybridBlock):
    def __init__(self, units=4, **kwargs):
        super().__init__(**kwargs)
        self._scale = units ** -0.5

    def hybrid_forward(self, F, q, k):
        return F.softmax(F.batch_dot(q * self._scale, k, transpose_b=True))


# %% plain-ew-and: two comparisons joined by and
# inputs: [("pos", (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        inside = x > 0.2 and x < 0.8  # breaks here
        return inside


# %% plain-ew-mult-masks: two comparisons joined by a product
# inputs: [("pos", (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        inside = (x > 0.2) * (x < 0.8)
        return x * inside


# %% plain-ew-se-gate: channels gated by the star
# inputs: [(2, 4, 5, 5)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pool = nn.GlobalAvgPool2D()
        self.fc = nn.Conv2D(4, 1, activation="sigmoid")

    def hybrid_forward(self, F, x):
        gate = self.fc(self.pool(x))
        return x * gate  # breaks here


# %% plain-ew-se-gate-fixed: channels gated by broadcast_mul
# inputs: [(2, 4, 5, 5)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pool = nn.GlobalAvgPool2D()
        self.fc = nn.Conv2D(4, 1, activation="sigmoid")

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, self.fc(self.pool(x)))


# %% plain-ew-residual: a residual of the same shape
# inputs: [(2, 4, 5, 5)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.conv = nn.Conv2D(4, 3, padding=1)
        self.bn = nn.BatchNorm()

    def hybrid_forward(self, F, x):
        return F.relu(self.bn(self.conv(x)) + x)


# %% plain-ew-pairwise: all differences of two sets of points
# inputs: [(3, 2), (4, 2)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b):
        diff = a.expand_dims(1) - b.expand_dims(0)  # breaks here
        return F.sum(diff ** 2, axis=2)


# %% plain-ew-pairwise-fixed: the same by broadcast_sub
# inputs: [(3, 2), (4, 2)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b):
        diff = F.broadcast_sub(a.expand_dims(1), b.expand_dims(0))
        return F.sum(diff ** 2, axis=2)


# %% plain-ew-mask-rank: a mask of lower rank
# inputs: [(2, 3, 4), ("bin", (2, 3, 1))]
# breaks: execution
# needs: shapes
class Net(HybridBlock):
    def hybrid_forward(self, F, seq, mask):
        return seq * mask


# %% plain-ew-mask-same: a mask of the same shape
# inputs: [(2, 3, 4), ("bin", (2, 3, 4))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, seq, mask):
        return seq * mask + (1 - mask) * -1e4


# %% plain-ew-array-const: a mean kept as an NDArray taken off the image
# inputs: [(2, 3, 4, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.mean = nd.array([0.5, 0.4, 0.4]).reshape((1, 3, 1, 1))

    def hybrid_forward(self, F, img):
        return img - self.mean  # breaks here


# %% plain-ew-numpy-scalar: a numpy number taken off the image
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.mean = float(np.mean([0.5, 0.4, 0.4]))

    def hybrid_forward(self, F, img):
        return img - self.mean


# %% plain-ew-bool-gate: a Python flag as a factor
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, use_skip=True, **kwargs):
        super().__init__(**kwargs)
        self.use_skip = use_skip

    def hybrid_forward(self, F, x, skip):
        return x + skip * self.use_skip  # breaks here


# %% plain-ew-bool-gate-fixed: the flag as a branch
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, use_skip=True, **kwargs):
        super().__init__(**kwargs)
        self.use_skip = use_skip

    def hybrid_forward(self, F, x, skip):
        if self.use_skip:
            x = x + skip
        return F.relu(x)


# %% plain-ew-cells-arange: cells weighted by an arange
# inputs: [("pos", (2, 3))]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, pos):
        cell = F.floor(pos / 0.25)
        return F.softmax(pos, axis=1) + cell * F.expand_dims(F.arange(3), 0)  # breaks here


# %% plain-ew-cells-floor: positions in cells by F.floor
# inputs: [("pos", (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, pos):
        cell = F.floor(pos / 0.25)
        return pos - cell * 0.25


# %% plain-ew-dot-and-sums: a linear map plus the sums of its columns
# inputs: [(2, 3), (3, 4)]
# breaks: execution
# needs: shapes
class Net(HybridBlock):
    def hybrid_forward(self, F, x, w):
        return F.dot(x, w) + F.sum(w, axis=0)


# %% plain-ew-dot-sym: a linear map by F.dot
# inputs: [(2, 3), (3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, w):
        return F.relu(F.dot(x, w))


# %% plain-ew-not: a mask turned by not
# inputs: [("bin", (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, done):
        going = not done  # breaks here
        return done + 2 * int(going)


# %% plain-ew-invert: a mask turned by one minus it
# inputs: [("bin", (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, done):
        return 1 - done


# %% plain-ew-abs: absolute values by abs()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return abs(x) + abs(-x)


# %% plain-ew-huber: a Huber loss by where and comparisons
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, pred, label):
        err = F.abs(pred - label)
        return F.where(err < 1, 0.5 * err ** 2, err - 0.5).mean(axis=0, exclude=True)


# %% plain-ew-norm-rows: rows divided by their norm
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, emb):
        length = F.sqrt(F.sum(F.square(emb), axis=1, keepdims=True)) + 1e-6
        emb = emb / length  # breaks here
        return emb


# %% plain-ew-l2norm: rows divided by their norm by an operator
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, emb):
        return F.L2Normalization(emb, mode="instance")


# %% plain-ew-layer-scale: layer scale of shape (C, 1, 1)
# inputs: [(2, 3, 4, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, dim=3, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.conv = nn.Conv2D(dim, 1)
            self.gamma = self.params.get("gamma", shape=(dim, 1, 1), init="ones")

    def hybrid_forward(self, F, x, gamma):
        return x + self.conv(x) * gamma  # breaks here


# %% plain-ew-mix: two inputs mixed by a number
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, alpha=0.3, **kwargs):
        super().__init__(**kwargs)
        assert 0 <= alpha <= 1
        self.alpha = alpha

    def hybrid_forward(self, F, a, b):
        return self.alpha * a + (1 - self.alpha) * b


# %% plain-ew-chained: a chained comparison of tensors
# inputs: [("pos", (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        ok = 0.1 < x < 0.3  # breaks here
        return ok * 2


# %% plain-ew-fullmean: the mean of everything taken off
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - x.mean()  # breaks here


# %% plain-at-unpack-shape: a shape unpacked
# inputs: [(2, 3, 4, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        b, c, h, w = x.shape  # breaks here
        return x.reshape((b, c, h * w))


# %% plain-at-unpack-shape-fixed: the same with special numbers
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape((0, 0, -3))


# %% plain-at-ndim: flattened if it has more than two axes
# inputs: [(2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if x.ndim > 2:  # breaks here
            x = F.flatten(x)
        return x * 2


# %% plain-at-size: a sum divided by the number of elements
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sum(x) / x.size  # breaks here


# %% plain-at-dtype-eps: an epsilon by the dtype
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        eps = 1e-3 if x.dtype == np.float16 else 1e-6  # breaks here
        return x / (F.abs(x) + eps)


# %% plain-at-dtype-arg: the dtype given to __init__
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, dtype="float32", **kwargs):
        super().__init__(**kwargs)
        self._dtype = dtype

    def hybrid_forward(self, F, x):
        eps = 1e-3 if self._dtype == "float16" else 1e-6
        return F.cast(x, self._dtype) / (F.abs(x) + eps)


# %% plain-at-T: a transposed matrix
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.dot(x, x.T)  # breaks here


# %% plain-at-T-fixed: a transposed matrix by a flag
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.dot(x, x, transpose_b=True)


# %% plain-at-ctx: zeros on the context of the input
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        pad = F.zeros((2, 1), ctx=x.ctx)  # breaks here
        return F.concat(x, pad, dim=1)


# %% plain-at-param-shape: the shape of a parameter
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.centers = self.params.get("centers", shape=(5, 3), init="xavier")

    def hybrid_forward(self, F, x, centers):
        k = self.centers.shape[0]
        scores = F.dot(x, centers, transpose_b=True)
        return F.reshape(scores, (-1, k)) / k


# %% plain-at-argument-shape: the shape of a parameter's argument
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.centers = self.params.get("centers", shape=(5, 3), init="xavier")

    def hybrid_forward(self, F, x, centers):
        k = centers.shape[0]  # breaks here
        return F.dot(x, centers, transpose_b=True) / k


# %% plain-at-grad: the gradient of the input
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if x.grad is not None:  # breaks here
            return x * 2
        return x * 3


# %% plain-at-output-shape: the shape of what a layer gives
# inputs: [(2, 3, 4, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.conv = nn.Conv2D(6, 3)

    def hybrid_forward(self, F, x):
        y = self.conv(x)
        return F.reshape(y, (y.shape[0], -1))  # breaks here


# %% plain-at-child-attrs: numbers read of a child
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.fc = nn.Dense(6)

    def hybrid_forward(self, F, x):
        units = self.fc.weight.shape[0]
        return self.fc(x).reshape((-1, 2, units // 2))
