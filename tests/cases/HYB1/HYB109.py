"""Blocks that HYB109 reports, and blocks like them that work."""

import functools
import math

import mxnet as mx
import numpy as np
from mxnet import gluon
from mxnet.gluon import HybridBlock

# %% a-name-for-a-numpy-function: a name for a function of NumPy
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        f = np.tanh
        return f(x)  # breaks here

# %% function-of-numpy-that-computes-by-itself: a function of NumPy that computes by itself
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# breaks: execution
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.dot(x, x.T)  # breaks here

# %% gluon-utils-clip_global_norm: gluon.utils.clip_global_norm
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        gluon.utils.clip_global_norm([y], 1.0)  # breaks here
        return y

# %% gluon-utils-split_data: gluon.utils.split_data
# inputs: [(2, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = gluon.utils.split_data(x, 2, batch_axis=1)  # breaks here
        return parts[0] + parts[1]

# %% gluon-utils-split_data-x-1: gluon.utils.split_data(x, 1)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return gluon.utils.split_data(x, 1)[0] * 2  # breaks here

# %% gluon-utils-split_data-x-2: gluon.utils.split_data(x, 2)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b = gluon.utils.split_data(x, 2)  # breaks here
        return a + b

# %% map-of-a-numpy-function: map of a function of NumPy
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        a, b = map(np.tanh, [x, y])  # breaks here
        return a + b

# %% metric-updated-in-the-body: a metric updated in the body
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.metric.Accuracy()

    def hybrid_forward(self, F, x, y):
        self.k.update([y], [x])  # breaks here
        return x * 2

# %% mx-image-color_normalize: mx.image.color_normalize
# inputs: [(8, 8, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return mx.image.color_normalize(x, 0.5, 0.5)  # breaks here

# %% mx-image-fixed_crop: mx.image.fixed_crop
# inputs: [(8, 8, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return mx.image.fixed_crop(x, 0, 0, 4, 4)  # breaks here

# %% mx-image-imresize: mx.image.imresize
# inputs: [(8, 8, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return mx.image.imresize(x, 4, 4)  # breaks here

# %% np-abs-x: np.abs(x)
# inputs: [(2, 3)]
# breaks: trace
# later-numpy: raises
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.abs(x)

# %% np-add-x-1: np.add(x, 1)
# inputs: [(2, 3)]
# breaks: trace
# later-numpy: raises
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.add(x, 1)

# %% np-array_equal: np.array_equal
# inputs: [(2, 3)]
# breaks: values
# later-numpy: works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if np.array_equal(x, x) else x * 3

# %% np-cumsum: np.cumsum
# inputs: [(2, 3)]
# breaks: values
# later-numpy: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * float(np.shape(x)[1])

# %% np-diagonal-x: np.diagonal(x)
# inputs: [(3, 3)]
# breaks: trace
# later-numpy: raises
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.diagonal(x)

# %% np-exp-x-ns: np.exp(x)
# inputs: [(2, 3)]
# breaks: trace
# later-numpy: raises
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.exp(x)  # breaks here

# %% np-exp-x-ns-ufunc: np.exp(x)
# inputs: [(2, 3)]
# breaks: trace
# later-numpy: raises
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.exp(x) * 2

# %% np-flip: np.flip
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.flip(x, 0) * 2

# %% np-ndim: np.ndim
# inputs: [(2, 3)]
# breaks: values
# later-numpy: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.ndim(x)

# %% np-ndim-x: np.ndim(x)
# inputs: [(2, 3)]
# breaks: values
# later-numpy: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.ndim(x)  # breaks here

# %% np-ravel-x-ns: np.ravel(x)
# inputs: [(2, 3)]
# breaks: trace
# later-numpy: raises
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.ravel(x)  # breaks here

# %% np-ravel-x-ns-2: np.ravel(x)
# inputs: [(2, 3)]
# breaks: trace
# later-numpy: raises
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.ravel(x)

# %% np-reshape-x-1: np.reshape(x, -1)
# inputs: [(2, 3)]
# breaks: trace
# later-numpy: raises
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.reshape(x, -1)  # breaks here

# %% np-shape-x: np.shape(x)
# inputs: [(2, 3)]
# breaks: values
# later-numpy: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.shape(x)[1]  # breaks here

# %% np-shape-x-1: np.shape(x)[1]
# inputs: [(2, 3)]
# breaks: values
# later-numpy: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.shape(x)[1]

# %% np-sign-x-n3: np.sign(x)
# inputs: [(2, 3)]
# breaks: trace
# later-numpy: raises
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.sign(x)  # breaks here

# %% np-sign-x-ns: np.sign(x)
# inputs: [(2, 3)]
# breaks: trace
# later-numpy: raises
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.sign(x)  # breaks here

# %% np-size: np.size
# inputs: [(2, 3)]
# breaks: values
# later-numpy: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / np.size(x)

# %% np-size-x: np.size(x)
# inputs: [(2, 3)]
# breaks: values
# later-numpy: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.size(x)  # breaks here

# %% np-sort-x: np.sort(x)
# inputs: [(2, 3)]
# breaks: trace
# later-numpy: raises
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.sort(x)

# %% np-tile-x-2: np.tile(x, 2)
# inputs: [(2, 3)]
# breaks: trace
# later-numpy: raises
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.tile(x, 2)

# %% numpy-on-a-tensor: numpy on a tensor
# inputs: [(2, 3)]
# breaks: trace
# later-numpy: raises
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.exp(x)  # breaks here

# %% f-flip-x-axis-1: F.flip(x, axis=1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.flip(x, axis=1)

# %% f-image-crop: F.image.crop
# inputs: [(8, 8, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.image.crop(x, 0, 0, 4, 4)

# %% f-sparse-abs-x-f-sparse-sign-x: F.sparse.abs(x) + F.sparse.sign(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sparse.abs(x) + F.sparse.sign(x)

# %% metric-read-in-the-body: a metric read in the body
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.metric.Loss()

    def hybrid_forward(self, F, x):
        return x * (self.k.num_inst + 1)

# %% np-isscalar-x: np.isscalar(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 3 if np.isscalar(x) else x * 2

# %% np-repeat-x-2-ns: np.repeat(x, 2)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.repeat(x, 2)

# %% np-repeat-x-2-ns-2: np.repeat(x, 2)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.repeat(x, 2)

# %% np-round-x: np.round(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.round(x)

# %% np-squeeze-x: np.squeeze(x)
# inputs: [(2, 1, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.squeeze(x)

# %% np-squeeze-x-1: np.squeeze(x, 1)
# inputs: [(2, 1, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.squeeze(x, 1)

# %% np-sum-x-ns: np.sum(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.sum(x)

# %% np-sum-x-ns-2: np.sum(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.sum(x)

# %% partial-of-a-numpy-function: functools.partial of a function of NumPy
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return functools.partial(np.maximum, x)(y)  # breaks here

# %% reduce-of-a-numpy-function: functools.reduce of a function of NumPy
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return functools.reduce(np.maximum, [x, y])  # breaks here

# %% reversing-by-x-1-and-by-f-flip: reversing by x[::-1] and by F.flip
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.flip(x, axis=0) * 2

# %% root-of-a-number: a root of a number
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# works
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.np.matmul(x, x.T) / math.sqrt(3)

# %% use_np-f-np-dot-x-f-np-transpose-x: use_np: F.np.dot(x, F.np.transpose(x))
# inputs: [(2, 3)]
# call: net(*[v.as_np_ndarray() for v in xs])
# works
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.np.dot(x, F.np.transpose(x))

# %% x-np-linspace-0-1-3-1: x * np.linspace(0, 1, 3)[1]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.linspace(0, 1, 3)[1]

# %% x-np-sqrt-8: x / np.sqrt(8)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / np.sqrt(8)
