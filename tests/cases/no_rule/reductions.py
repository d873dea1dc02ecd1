"""Blocks that work and are like none that a rule reports: reductions."""

import numpy as np
from mxnet.gluon import HybridBlock, nn

# %% attention-map-kept-on-the-block-read-after-the-call: an attention map kept on the block, read after the call
# inputs: [(2, 3)]
# call: (net(*xs), net.attention * 1)[1]
# breaks: values
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.attention = F.softmax(x)
        return self.attention * x

# %% batch-of-pairs-unpacked
# inputs: [(2, 3)]
# missed: Not decidable from the file: `left, right = pair` works in both phases if the input is a list of two, as the code reads.
class Net(HybridBlock):
    def hybrid_forward(self, F, pair):
        left, right = pair  # breaks: trace
        return F.sum(left * right)

# %% activations-as-methods
# inputs: [('pos', (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.softmax(axis=-1) + x.log_softmax(axis=-1) + x.sigmoid().tanh().relu() + x.rsqrt()

# %% attention-map-that-is-returned
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        attention = F.softmax(x)
        return attention * x, attention

# %% best-overlap-of-each-box
# inputs: [("pos", (4, 4)), ("pos", (3, 4))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b):
        ious = F.contrib.box_iou(a, b, format="corner")
        return ious.max(axis=-1)

# %% builtin-max-of-numbers-from-the-constructor
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, low=-2, high=3, **kwargs):
        super().__init__(**kwargs)
        self.low, self.high = low, high

    def hybrid_forward(self, F, x):
        peak = max(abs(self.low), abs(self.high))
        return F.clip(x, self.low, self.high) / peak

# %% chain-of-methods
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.exp().clip(0.1, 10).log().sum(axis=-1)

# %% default-flag-that-is-not-passed
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, last=True):
        return F.softmax(x) if last else x * 2

# %% f-batch_dot-x-y-sqrt-d
# inputs: [(2, 3, 4), (2, 4, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.batch_dot(x, y) / 2.0

# %% f-contrib-boolean_mask
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.boolean_mask(x, (x * 0).sum(axis=1) == 0) * 2

# %% f-contrib-quantize-x-f-min-x-f-max-x-out_type-uint8-0
# inputs: [('pos', (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.quantize(x, F.min(x), F.max(x), out_type="uint8")[0]

# %% f-softmax-with-use_length
# inputs: [(2, 3), ('i', (2,), 1, 3, 'int32')]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, n):
        return F.softmax(x, n, axis=1, use_length=True)

# %% f-softmax-x-length-use_length-true
# inputs: [(2, 3), ('i', (2,), 1, 3, 'int32')]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.softmax(x, y, use_length=True, axis=1)

# %% focal-loss-by-where-normed-by-a-clipped-count
# inputs: [(2, 1, 4, 4), ('bin', (2, 1, 4, 4))]
# clean
class Net(HybridBlock):
    def __init__(self, power=2, **kwargs):
        super().__init__(**kwargs)
        self._power = power

    def hybrid_forward(self, F, heat, truth):
        heat = F.sigmoid(heat)
        peak = truth == 1
        loss = F.where(peak, F.power(1 - heat, self._power) * F.log(heat), F.power(heat, self._power) * F.log(1 - heat))
        return -F.sum(loss) / F.sum(peak).clip(1, 1e30)

# %% how-many-rows-depends-on-the-values
# inputs: [(4, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        keep = x.sum(axis=1) > -100
        return F.contrib.boolean_mask(x, keep)

# %% np-prod-self-shape
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.shape = (2, 3)

    def hybrid_forward(self, F, x):
        return x * np.prod(self.shape)

# %% numbers-of-numpy-and-math
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.pi - np.log(2.0) + np.prod([2, 3])

# %% sum-of-flags-as-an-operand
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = (True, True)

    def hybrid_forward(self, F, x):
        return x * sum(self.k)

# %% temperature-that-is-a-number
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, temp=0.7, **kwargs):
        super().__init__(**kwargs)
        self.temp = temp

    def hybrid_forward(self, F, logits):
        return F.softmax(logits / self.temp)

# %% type-x-sum-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return type(x).sum(x, axis=1)

# %% winner-picked-by-the-operator
# inputs: [(2, 5)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, scores):
        return scores.pick(scores.argmax(axis=1), axis=1)

# %% x-argmax
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.argmax()

# %% x-softmax-x-log_softmax-x-sigmoid-x-tanh
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.softmax(axis=-1) + x.log_softmax() + x.sigmoid() + x.tanh()

# %% x-sum-x-sum
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sum() / (x * 2).sum()

# %% means-of-channels-before-and-after-pooling: the means of the channels before and after pooling with any window
# inputs: [(2, 3, 8, 8)]
# clean
class Net(HybridBlock):
    def __init__(self, size=2, **kwargs):
        super().__init__(**kwargs)
        self.pool = nn.MaxPool2D(size)

    def hybrid_forward(self, F, x):
        pooled = F.mean(self.pool(x), axis=(2, 3), keepdims=True)
        return F.mean(x, axis=(2, 3), keepdims=True) - pooled
