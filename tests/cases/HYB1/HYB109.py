"""Blocks that HYB109 reports, and blocks like them that work."""

import functools
import math

import mxnet as mx
import numpy as np
from mxnet import gluon
from mxnet.gluon import HybridBlock

# %% a-name-for-a-numpy-function
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        f = np.tanh
        return f(x)  # HYB109 # breaks: trace

# %% function-of-numpy-that-computes-by-itself
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.dot(x, x.T)  # HYB109 # breaks: execution

# %% gluon-utils-clip_global_norm
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        gluon.utils.clip_global_norm([y], 1.0)  # HYB109 # breaks: trace
        return y

# %% gluon-utils-split_data
# inputs: [(2, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = gluon.utils.split_data(x, 2, batch_axis=1)  # HYB109 # breaks: trace
        return parts[0] + parts[1]

# %% gluon-utils-split_data-x-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return gluon.utils.split_data(x, 1)[0] * 2  # HYB109 # breaks: trace

# %% gluon-utils-split_data-x-2
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b = gluon.utils.split_data(x, 2)  # HYB109 # breaks: trace
        return a + b

# %% map-of-a-numpy-function
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        a, b = map(np.tanh, [x, y])  # HYB109 # breaks: trace
        return a + b

# %% metric-updated-in-the-body
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.metric.Accuracy()

    def hybrid_forward(self, F, x, y):
        self.k.update([y], [x])  # HYB109 # breaks: trace
        return x * 2

# %% mx-image-color_normalize
# inputs: [(8, 8, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return mx.image.color_normalize(x, 0.5, 0.5)  # HYB109 # breaks: trace

# %% mx-image-fixed_crop
# inputs: [(8, 8, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return mx.image.fixed_crop(x, 0, 0, 4, 4)  # HYB109 # breaks: trace

# %% mx-image-imresize
# inputs: [(8, 8, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return mx.image.imresize(x, 4, 4)  # HYB109 # breaks: trace

# %% np-abs-x
# inputs: [(2, 3)]
# breaks: trace
# later-numpy: raises
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.abs(x)  # HYB109

# %% np-add-x-1
# inputs: [(2, 3)]
# breaks: trace
# later-numpy: raises
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.add(x, 1)  # HYB109

# %% np-array_equal
# inputs: [(2, 3)]
# breaks: values
# later-numpy: clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if np.array_equal(x, x) else x * 3  # HYB109

# %% np-cumsum
# inputs: [(2, 3)]
# breaks: values
# later-numpy: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * float(np.shape(x)[1])  # HYB109

# %% np-diagonal-x
# inputs: [(3, 3)]
# breaks: trace
# later-numpy: raises
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.diagonal(x)  # HYB109

# %% np-exp-x-ns-ufunc
# inputs: [(2, 3)]
# breaks: trace
# later-numpy: raises
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.exp(x) * 2  # HYB109

# %% np-flip
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.flip(x, 0) * 2  # HYB109

# %% np-ndim-x
# inputs: [(2, 3)]
# later-numpy: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.ndim(x)  # HYB109 # breaks: values

# %% np-ravel-x-ns
# inputs: [(2, 3)]
# later-numpy: raises
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.ravel(x)  # HYB109 # breaks: trace

# %% np-reshape-x-1
# inputs: [(2, 3)]
# later-numpy: raises
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.reshape(x, -1)  # HYB109 # breaks: trace

# %% np-shape-x
# inputs: [(2, 3)]
# later-numpy: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.shape(x)[1]  # HYB109 # breaks: values

# %% np-sign-x-n3
# inputs: [(2, 3)]
# later-numpy: raises
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.sign(x)  # HYB109 # breaks: trace

# %% np-size
# inputs: [(2, 3)]
# breaks: values
# later-numpy: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / np.size(x)  # HYB109

# %% np-size-x
# inputs: [(2, 3)]
# later-numpy: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.size(x)  # HYB109 # breaks: values

# %% np-sort-x
# inputs: [(2, 3)]
# breaks: trace
# later-numpy: raises
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.sort(x)  # HYB109

# %% np-tile-x-2
# inputs: [(2, 3)]
# breaks: trace
# later-numpy: raises
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.tile(x, 2)  # HYB109

# %% numpy-on-a-tensor
# inputs: [(2, 3)]
# later-numpy: raises
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.exp(x)  # HYB109 # breaks: trace

# %% f-flip-x-axis-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.flip(x, axis=1)

# %% f-image-crop
# inputs: [(8, 8, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.image.crop(x, 0, 0, 4, 4)

# %% f-sparse-abs-x-f-sparse-sign-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sparse.abs(x) + F.sparse.sign(x)

# %% metric-read-in-the-body
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.metric.Loss()

    def hybrid_forward(self, F, x):
        return x * (self.k.num_inst + 1)

# %% np-isscalar-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 3 if np.isscalar(x) else x * 2

# %% np-repeat-x-2-ns
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.repeat(x, 2)

# %% np-round-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.round(x)

# %% np-squeeze-x
# inputs: [(2, 1, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.squeeze(x)

# %% np-squeeze-x-1
# inputs: [(2, 1, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.squeeze(x, 1)

# %% np-sum-x-ns
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.sum(x)

# %% partial-of-a-numpy-function
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return functools.partial(np.maximum, x)(y)  # HYB109 # breaks: trace

# %% reduce-of-a-numpy-function
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return functools.reduce(np.maximum, [x, y])  # HYB109 # breaks: trace

# %% reversing-by-x-1-and-by-f-flip
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.flip(x, axis=0) * 2

# %% root-of-a-number
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# clean
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.np.matmul(x, x.T) / math.sqrt(3)

# %% use_np-f-np-dot-x-f-np-transpose-x
# inputs: [(2, 3)]
# call: net(*[v.as_np_ndarray() for v in xs])
# clean
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.np.dot(x, F.np.transpose(x))

# %% x-np-linspace-0-1-3-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.linspace(0, 1, 3)[1]

# %% x-np-sqrt-8
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / np.sqrt(8)
