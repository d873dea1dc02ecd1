"""Blocks that work and are like none that a rule reports: reshape and axes."""

import operator
import types

import mxnet as mx
import numpy as np
from mxnet.gluon import HybridBlock

# %% f-internal-slice_assign_scalar: F._internal._slice_assign_scalar
# inputs: [(4, 3)]
# breaks: execution
# missed: Not measured: the operators of `F._internal`, among them those without a gradient.
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F._internal._slice_assign_scalar(x, scalar=5.0, begin=(0,), end=(1,))

# %% tile-with-repeats-out-of-an-input: tile with repeats out of an input
# inputs: [(2, 3), ("raw", 2)]
# breaks: trace
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, x, times):
        return F.tile(x, reps=(1, times))

# %% all-inputs-in-one-handed-on-with-a-star
# inputs: [[(2, 3), (2, 3)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, inputs):
        return F.concat(*inputs, dim=1)

# %% any-number-of-inputs-by-a-star
# inputs: [(2, 3), (2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, *others):
        return F.concat(x, *others, dim=1)

# %% f-linalg-syevd
# inputs: [(3, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        u, w = F.linalg.syevd(F.dot(x, x, transpose_b=True))
        return w * 2

# %% f-slice-with-none-and-a-step
# inputs: [(2, 6)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.slice(x, begin=(None, 5), end=(None, None), step=(1, -2))

# %% f-slice-with-numbers-computed-from-attributes
# inputs: [(2, 1, 6, 6)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = 4

    def hybrid_forward(self, F, x):
        margin = (6 - self.k) // 2
        return F.slice(x, begin=(None, None, margin, margin), end=(None, None, margin + self.k, margin + self.k))

# %% f-slice-x-begin-0-1-end-none-3
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.slice(x, begin=(0, 1), end=(None, 3))

# %% f-slice-x-begin-none-1-end-none-none
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.slice(x, begin=(None, 1), end=(None, None))

# %% f-slice_axis-x-1-0-none
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.slice_axis(x, 1, 1, None)

# %% flip-slice-with-none-expand_dims-and-tile-by-keyword
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.flip(axis=1).slice(begin=(None, 0), end=(None, 2)).expand_dims(axis=-1).tile(reps=(1, 1, 2))

# %% log-determinant-through-potrf
# inputs: [(2, 3, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, a):
        spd = F.linalg.gemm2(a, a, transpose_b=True)
        spd = F.broadcast_add(spd, F.expand_dims(F.eye(3), 0))
        return F.linalg.sumlogdiag(F.linalg.potrf(spd))

# %% long-chain-of-methods
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.transpose((0, 2, 1)).reshape((0, -1)).expand_dims(1).repeat(repeats=2, axis=1).mean(axis=1).clip(0, 5)

# %% mask-of-channels-cut-and-put-onto-the-map
# inputs: [(2, 4, 3, 3), (1, 6)]
# clean
class Net(HybridBlock):
    def __init__(self, channels=4, **kwargs):
        super().__init__(**kwargs)
        self._channels = channels

    def hybrid_forward(self, F, x, mask):
        mask = F.slice(mask, begin=(None, None), end=(None, self._channels))
        return F.broadcast_mul(x, F.reshape(mask, shape=(1, self._channels, 1, 1)))

# %% methodcaller-of-tensor-methods-that-a-symbol-has
# inputs: [(4, 3)]
# clean
flat = operator.methodcaller("reshape", shape=(-1,))


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return operator.neg(flat(x))

# %% nested-class-holds-the-configuration
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    class Config:
        shape = (0, -1)
        size = 3

    def hybrid_forward(self, F, x):
        return x.reshape(self.Config.shape) / self.Config.size

# %% operators-with-their-arguments-by-position
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.repeat(F.flip(F.SwapAxis(F.tile(x, (1, 2)), 0, 1), 1), 2, 1), F.sum(F.norm(x, 1, 1), 0, True)

# %% pixel-shuffle-by-reshape-codes
# inputs: [(2, 8, 3, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, factor=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.f = factor

    def hybrid_forward(self, F, x):
        f = self.f
        x = F.reshape(x, (0, -4, -1, f * f, 0, 0))
        x = F.reshape(x, (0, 0, -4, f, f, 0, 0))
        x = F.transpose(x, (0, 1, 4, 2, 5, 3))
        return F.reshape(x, (0, 0, -3, -3))

# %% positions-of-the-maxima
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, heat):
        peak = F.argmax(heat.reshape((-1,)), axis=0)
        return F.unravel_index(peak, shape=(2, 4))

# %% reshape-by-keyword
# inputs: [(2, 6)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(shape=(0, 2, 3)).transpose((0, 2, 1))

# %% reshape-tried-and-another
# inputs: [(2, 6)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            y = x.reshape((0, 2, 3))
        except mx.MXNetError:
            y = x.reshape((0, -1, 1))
        return F.sum(y, axis=-1)

# %% rows-repeated-for-each-head
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, heads=2, **kwargs):
        super().__init__(**kwargs)
        self._heads = heads

    def hybrid_forward(self, F, mask):
        return F.repeat(mask, repeats=self._heads, axis=0)

# %% shape-in-the-one-life-and-codes-in-the-other
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        is_nd = F is mx.nd
        shape = x.shape if is_nd else (0, 0)
        return F.reshape(x, shape)

# %% simplenamespace-holds-numbers-under-a-tensors-attribute-names
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.spec = types.SimpleNamespace(shape=(-1, 3), dtype="float32", size=6)

    def hybrid_forward(self, F, x):
        return x.reshape(self.spec.shape).astype(self.spec.dtype) / self.spec.size

# %% steps-reversed-up-to-a-length
# inputs: [(4, 2, 3), ("i", (2,), 1, 4, "float32")]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, seq, lengths):
        back = F.SequenceReverse(seq, lengths, use_sequence_length=True)
        return F.concat(seq, back, dim=2)

# %% vector-tiled-over-time
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, steps=4, **kwargs):
        super().__init__(**kwargs)
        self.steps = steps

    def hybrid_forward(self, F, x):
        return x.expand_dims(axis=1).tile((1, self.steps, 1))

# %% x-expand_dims-0-expand_dims-0-pad-mode-edge-pad_width-0-0-0-0-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.expand_dims(0).expand_dims(0).pad(mode="edge", pad_width=(0, 0, 0, 0, 1, 1, 1, 1))

# %% x-expand_dims-by-name-and-squeeze-by-name
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.expand_dims(axis=-1).squeeze(axis=-1).swapaxes(dim1=0, dim2=1).transpose(axes=(1, 0))

# %% x-flatten-inplace-true
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.flatten(inplace=True) * 2

# %% x-reshape-np-int64-1-np-int64-3
# inputs: [(2, 6)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape((np.int64(-1), np.int64(3)))

# %% x-reshape_like-y
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x.reshape_like(y)

# %% x-slice-begin-0-1-end-none-3
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.slice(begin=(None, 1), end=(None, 3))

# %% x-slice-begin-end-step
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.slice(begin=(None, None), end=(None, None), step=(1, 2))

# %% x-slice-begin-end-with-none
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.slice(begin=(None, 1), end=(None, None)) * 2

# %% x-slice_like-y
# inputs: [(4, 3), (3, 2)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x.slice_like(y)

# %% x-squeeze-axis-1
# inputs: [(2, 1, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.squeeze(axis=1)

# %% x-squeeze-axis-1-inplace-true
# inputs: [(2, 1, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.squeeze(axis=1, inplace=True) * 2

# %% x-squeeze-axis-none
# inputs: [(2, 1, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.squeeze(axis=None)

# %% x-transpose-axes-1-0
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.transpose(axes=(1, 0))
