"""Operators by their other names, and arguments by position."""

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import Block, HybridBlock, Parameter, SymbolBlock, nn, rnn

# %% near-f2-reshape-rev-pos: F.reshape(x, (-1, 0), True)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.reshape(x, (-1, 0), True)


# %% near-f2-leaky-pos: F.LeakyReLU(x, None, "elu")
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.LeakyReLU(x, None, "elu")


# %% near-f2-ctx-kw: F.relu(x, ctx=mx.cpu())
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x, ctx=mx.cpu())


# %% near-f2-lr-mult-attr: F.relu(x, lr_mult=2)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x, lr_mult=2)


# %% near-f2-r-normal-tensors: F.random.normal(x, y)
# inputs: [('pos', (2, 3)), ('pos', (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.random.normal(x, y)


# %% near-f2-r-multinomial-prob: F.random.multinomial(F.softmax(x), get_prob=True)[0]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.random.multinomial(F.softmax(x), get_prob=True)[0]


# %% near-f2-r-multinomial-shape: F.random.multinomial(F.softmax(x), shape=2)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.random.multinomial(F.softmax(x), shape=2)


# %% near-f2-r-gnb-like: F.BlockGrad(F.random.generalized_negative_binomial_like(x)) + x
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.BlockGrad(F.random.generalized_negative_binomial_like(x)) + x


# %% near-f2-erfinv: F.erfinv(F.tanh(x))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.erfinv(F.tanh(x))


# %% near-f2-hyp: F.arcsinh(F.sinh(x)) + F.arctanh(F.tanh(x) * 0.5)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.arcsinh(F.sinh(x)) + F.arctanh(F.tanh(x) * 0.5)


# %% near-f2-log-fam: F.log2(x) + F.log10(x) + F.log1p(x) + F.expm1(x)
# inputs: [('pos', (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.log2(x) + F.log10(x) + F.log1p(x) + F.expm1(x)


# %% near-f2-rounding: F.rint(x) + F.fix(x) + F.trunc(x) + F.ceil(x) + F.round(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.rint(x) + F.fix(x) + F.trunc(x) + F.ceil(x) + F.round(x)


# %% near-f2-pad-alias: F.Pad(x, mode="constant", pad_width=(0, 0, 0, 0, 1, 1, 1, 1))
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.Pad(x, mode="constant", pad_width=(0, 0, 0, 0, 1, 1, 1, 1))


# %% near-f2-pool-v1: F.Pooling_v1(x, kernel=(2, 2), pool_type="max")
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.Pooling_v1(x, kernel=(2, 2), pool_type="max")


# %% near-f2-softmax-alias: F.Softmax(x, y)
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.Softmax(x, y)


# %% near-f2-linalg-trsm: F.linalg.trsm(F.eye(3), x)
# inputs: [(3, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.linalg.trsm(F.eye(3), x)


# %% near-f2-linalg-trian: F.linalg.maketrian(F.linalg.extracttrian(x))
# inputs: [(3, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.linalg.maketrian(F.linalg.extracttrian(x))


# %% near-f2-img-crop: F.image.crop(x, 0, 0, 2, 2)
# inputs: [('pos', (4, 4, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.image.crop(x, 0, 0, 2, 2)


# %% near-f2-sp-where: F.sparse.where(x > 0, x, y)
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.sparse.where(x > 0, x, y)


# %% near-f2-sp-rowsparse: F.sparse.row_sparse_array((2, 3))
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sparse.row_sparse_array((2, 3))  # breaks here


# %% near-f2-sp-abs: F.sparse.abs(x) + F.sparse.sign(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sparse.abs(x) + F.sparse.sign(x)


# %% near-f2-ct-gradmul: F.contrib.backward_gradientmultiplier(x, scalar=2.0)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.backward_gradientmultiplier(x, scalar=2.0)


# %% near-f2-ct-roundste: F.contrib.round_ste(x) + F.contrib.sign_ste(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.round_ste(x) + F.contrib.sign_ste(x)


# %% near-f2-ct-prior: F.contrib.MultiBoxPrior(x, sizes=(0.5,))
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.MultiBoxPrior(x, sizes=(0.5,))


# %% near-f2-ct-quant: F.contrib.quantize(x, F.min(x), F.max(x), out_type="uint8")[0]
# inputs: [('pos', (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.quantize(x, F.min(x), F.max(x), out_type="uint8")[0]


# %% near-f2-op-ns: F.op.relu(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.op.relu(x)


# %% near-f2-internal-ns: F._internal._plus_scalar(x, scalar=2.0)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F._internal._plus_scalar(x, scalar=2.0)


# %% near-f2-cachedop: F.CachedOp is not None and x * 2
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.CachedOp is not None and x * 2  # breaks here


# %% near-f2-zeros-fn: F.zeros_like(F.ones((1, 3))) + 0 * F.sum(x)
# inputs: [('pos', (1,))]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.zeros_like(F.ones((1, 3))) + 0 * F.sum(x)
