"""Functions of F."""

import os

import mxnet as mx
import numpy as np
from mxnet import nd, gluon, autograd
from mxnet.gluon import Block, HybridBlock, SymbolBlock, Parameter, nn, rnn


# %% third-fn-divide: F.divide(x, y)
# inputs: [('pos', (2, 3)), ('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.divide(x, y)  # breaks here


# %% third-fn-true-divide: F.true_divide(x, y)
# inputs: [('pos', (2, 3)), ('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.true_divide(x, y)  # breaks here


# %% third-fn-modulo: F.modulo(x, y)
# inputs: [('pos', (2, 3)), ('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.modulo(x, y)  # breaks here


# %% third-fn-greater-equal: F.greater_equal(x, y)
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.greater_equal(x, y)  # breaks here


# %% third-fn-concatenate: F.concatenate([x, y], axis=1)
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.concatenate([x, y], axis=1)  # breaks here


# %% third-fn-moveaxis: F.moveaxis(x, 0, 1)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.moveaxis(x, 0, 1)  # breaks here


# %% third-fn-array: F.array([1, 2, 3])
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, F.array([[1, 2, 3]]))  # breaks here


# %% third-fn-array-const-fixed: get_constant
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.c = self.params.get_constant('c', [[1.0, 2.0, 3.0]])

    def hybrid_forward(self, F, x, c):
        return F.broadcast_mul(x, c)


# %% third-fn-array-mul: x * F.array(self.w)
# inputs: [(3,)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.w = [1.0, 2.0, 3.0]

    def hybrid_forward(self, F, x):
        return x * F.array(self.w)  # breaks here


# %% third-fn-waitall: F.waitall()
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        F.waitall()  # breaks here
        return x * 2


# %% third-fn-save: F.save
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        F.save(os.devnull, x)  # breaks here
        return x * 2


# %% third-fn-isnan: F.contrib.isnan(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.isnan(x)  # breaks here


# %% third-fn-isinf: F.contrib.isinf(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.isinf(x)  # breaks here


# %% third-fn-isnan-fixed: x != x
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x != x


# %% third-fn-power-kw: F.power(base=x, exp=2)
# inputs: [('pos', (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.power(base=x, exp=2)


# %% third-fn-minimum-kw: F.minimum(lhs=x, rhs=y)
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.minimum(lhs=x, rhs=y)  # breaks here


# %% third-fn-broadcast-hypot: F.broadcast_hypot(x, y)
# inputs: [(2, 3), (1, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.broadcast_hypot(x, y)


# %% third-fn-linspace-ctx: F.linspace(0, 1, 3, ctx=mx.cpu())
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.linspace(0, 1, 3, ctx=mx.cpu()).expand_dims(0))  # breaks here


# %% third-fn-arange-ctx: F.arange(3, ctx=mx.cpu())
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.arange(3, ctx=mx.cpu()).expand_dims(0))  # breaks here


# %% third-fn-eye-pos: F.eye(3, 0, 0, mx.cpu()) positional ctx
# inputs: [(3, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.eye(3, 0, 0, mx.cpu())  # breaks here


# %% third-fn-full-pos-ctx: F.full((1, 3), 2, mx.cpu())
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.full((1, 3), 2, mx.cpu()))  # breaks here


# %% third-fn-full-pos-dtype: F.full((1, 3), 2, None, 'float16')
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.full((1, 3), 2, None, 'float16'), x * 2  # breaks here


# %% third-fn-full-dtype: F.full((1, 3), 2, dtype='int32')
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.full((1, 3), 2, dtype='int32'), x * 2


# %% third-fn-full-val: F.full((2, 3), val=2) keyword
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.full((1, 3), val=2), x * 2


# %% third-fn-full-shape-kw: F.full(shape=(1, 3), val=0.5)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.full(shape=(1, 3), val=0.5), x * 2


# %% third-fn-full-out: F.full(out=...)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        z = x * 1
        F.full((2, 3), 5, out=z)
        return z


# %% third-fn-zeros-pos-ctx: F.zeros((1, 3), mx.cpu())
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.zeros((1, 3), mx.cpu()))  # breaks here


# %% third-fn-zeros-stype: F.zeros((1, 3), stype='row_sparse')
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.zeros((1, 3), stype='row_sparse'), x * 2  # breaks here


# %% third-fn-zeros-tensor-dim: F.zeros((x.sum(), 3))
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.zeros((int(x.sum().asscalar()) * 0 + 1, 3)), x  # breaks here


# %% third-fn-zeros-like: F.zeros_like(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.zeros_like(x) + 1


# %% third-fn-exponential-noshape: F.random.exponential() without shape
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, F.random.exponential(1.0)  # breaks here


# %% third-fn-gamma-noshape: F.random.gamma() without shape
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, F.random.gamma(2.0, 1.0)  # breaks here


# %% third-fn-poisson-noshape: F.random.poisson(3) without shape
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, F.random.poisson(3.0)  # breaks here


# %% third-fn-randint-noshape: F.random.randint(0, 5) without shape
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, F.random.randint(0, 5)  # breaks here


# %% third-fn-randint: F.random.randint(0, 5, shape=(1, 3))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.random.randint(0, 5, shape=(1, 3)), x * 2


# %% third-fn-gamma-shape: F.random.gamma(2, 1, (1, 3))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, F.random.gamma(2.0, 1.0, (1, 3)))


# %% third-fn-uniform-op: F.uniform(shape=(1, 3))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, F.uniform(shape=(1, 3)))


# %% third-fn-contrib-uniform-noshape: F.contrib.uniform() without shape
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, F.contrib.uniform()  # breaks here


# %% third-fn-uniform-like: F.random.uniform_like(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.random.uniform_like(x)


# %% third-fn-normal-like-kw: F.random.normal_like(data=x, scale=0.1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.random.normal_like(data=x, scale=0.1)


# %% third-fn-randn-kw: F.random.randn(1, 3, loc=1, scale=2)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.random.randn(1, 3, loc=1.0, scale=2.0))


# %% third-fn-multinomial: F.random.multinomial(p)
# inputs: [('pos', (2, 3))]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.random.multinomial(F.softmax(x))  # breaks here


# %% third-fn-multinomial-shape: F.random.multinomial(p, shape=4)
# inputs: [('pos', (2, 3))]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.random.multinomial(F.softmax(x), shape=4)  # breaks here


# %% third-fn-multinomial-fixed: F.sample_multinomial(p, shape=4)
# inputs: [('pos', (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sample_multinomial(F.softmax(x), shape=4)


# %% third-fn-sample-normal: F.sample_normal(mu, sigma)
# inputs: [(2,), ('pos', (2,))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.sample_normal(x, y)


# %% third-fn-normal-tensor: F.random.normal(mu, sigma) tensors
# inputs: [(2,), ('pos', (2,))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.random.normal(x, y)


# %% third-fn-normal-tensor-shape: F.random.normal(mu, sigma, shape=4) tensors
# inputs: [(2,), ('pos', (2,))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.random.normal(x, y, shape=4)


# %% third-fn-uniform-bcast-noshape: F.broadcast_mul(x, F.random.uniform(0, 1))
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, F.random.uniform(0.5, 1))  # breaks here


# %% third-fn-uniform-dtype: F.random.uniform(0, 1, shape=(1, 3), dtype='float64')
# inputs: [('f64', (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.random.uniform(0, 1, shape=(1, 3), dtype='float64'))


# %% third-fn-uniform-out: F.random.uniform(out=y)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        z = x * 1
        F.random.uniform(0, 1, shape=(2, 3), out=z)
        return z


# %% third-fn-random-seed: mx.random.seed(1) then F.random.normal
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mx.random.seed(1)
        return F.broadcast_add(x, F.random.normal(shape=(1, 3)))


# %% third-fn-shuffle: F.shuffle(x)
# inputs: [(30, 2)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.shuffle(x)  # breaks here


# %% third-fn-shuffle-stop: F.stop_gradient(F.shuffle(x))
# inputs: [(4, 2)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.stop_gradient(F.shuffle(x)) + x


# %% third-fn-shuffle-then-cmp: F.shuffle(x) > 0
# inputs: [(4, 2)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.shuffle(x) > 0


# %% third-fn-batch-take: F.batch_take(x, i)
# inputs: [(2, 3), ('i', (2,), 0, 3, 'int32')]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.batch_take(x, y)  # breaks here


# %% third-fn-batch-take-fixed: F.pick(x, i)
# inputs: [(2, 3), ('i', (2,), 0, 3, 'int32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.pick(x, y)


# %% third-fn-histogram-kw-bins: F.histogram(x, bins=3, range=(0, 1))
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.histogram(x, bins=3, range=(0, 1))[0]  # breaks here


# %% third-fn-histogram-unpack: cnt, edges = F.histogram(...)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        c, e = F.histogram(x, bins=3, range=(0, 1))
        return c


# %% third-fn-allfinite: F.all_finite(x)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.all_finite(x)  # breaks here


# %% third-fn-multiallfinite: F.multi_all_finite(x, y, num_arrays=2)
# inputs: [(2, 3), (2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.multi_all_finite(x, y, num_arrays=2)  # breaks here


# %% third-fn-allfinite-block: F.where on BlockGrad(all_finite)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, F.BlockGrad(F.all_finite(x).reshape((1, 1))))


# %% third-fn-gradmult: F.contrib.gradientmultiplier(x, scalar=-1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.gradientmultiplier(x, scalar=-1.0)


# %% third-fn-backgradmult: F.contrib.backward_gradientmultiplier(x)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.backward_gradientmultiplier(x, scalar=2.0)  # breaks here


# %% third-fn-quadratic: F.contrib.quadratic(x, a=1, b=2, c=3)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.quadratic(x, a=1.0, b=2.0, c=3.0)


# %% third-fn-index-array: F.contrib.index_array(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.index_array(x)


# %% third-fn-booleanmask: F.contrib.boolean_mask(x, m)
# inputs: [(4, 3), ('bin', (4,))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.contrib.boolean_mask(x, y)


# %% third-fn-boxnms: F.contrib.box_nms(x)
# inputs: [('pos', (1, 4, 6))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.box_nms(x)


# %% third-fn-bilresize-shape: F.contrib.BilinearResize2D(height=x.shape[2] * 2)
# inputs: [(2, 3, 4, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.BilinearResize2D(x, height=x.shape[2] * 2, width=8)  # breaks here


# %% third-fn-selfatt: F.contrib.interleaved_matmul_selfatt_qk
# inputs: [(3, 2, 12)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.interleaved_matmul_selfatt_qk(x, heads=2)


# %% third-fn-roundste: F.contrib.round_ste(x) + sign_ste
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.round_ste(x) + F.contrib.sign_ste(x)


# %% third-fn-layernorm-mv: F.LayerNorm(output_mean_var=True) unpack
# inputs: [(2, 3), ('pos', (3,)), ('pos', (3,))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y, z):
        o, m, v = F.LayerNorm(x, y, z, output_mean_var=True)
        return o


# %% third-fn-moments: m, v = F.moments(x, axes=1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        m, v = F.moments(x, axes=1)
        return m + v


# %% third-fn-ctc: F.ctc_loss(x, label)
# inputs: [(5, 2, 4), ('i', (2, 3), 1, 3, 'float32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.ctc_loss(x, y)


# %% third-fn-makeloss-cls: F.MakeLoss(x)
# inputs: [('pos', (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.MakeLoss(x)


# %% third-fn-softmaxoutput-label: F.SoftmaxOutput(x, label)
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.SoftmaxOutput(x, y)


# %% third-fn-linreg: F.LinearRegressionOutput(x, y)
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.LinearRegressionOutput(x, y)


# %% third-fn-seqlast-len: F.SequenceLast(x, len, use_sequence_length=True)
# inputs: [(4, 2, 3), ('i', (2,), 1, 4, 'float32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.SequenceLast(x, y, use_sequence_length=True)


# %% third-fn-gathernd: F.gather_nd(x, F.stack(...))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.gather_nd(x, F.zeros((2, 1)))


# %% third-fn-sort: F.sort(x) default axis
# inputs: [(2, 4)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sort(x)  # breaks here


# %% third-fn-sort-axis-none: F.sort(x, axis=None)
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sort(x, axis=None)


# %% third-fn-argsort-none: F.argsort(x, axis=None)
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.argsort(x, axis=None)


# %% third-fn-topk-none: F.topk(x, axis=None, k=2)
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.topk(x, axis=None, k=2)


# %% third-fn-topk-both-nounpack: F.topk(x, ret_typ='both') returned
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.topk(x, k=2, ret_typ='both')


# %% third-fn-topk-both-arith: F.topk(ret_typ='both') * 2
# inputs: [(2, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.topk(x, k=2, ret_typ='both') * 2  # breaks here


# %% third-fn-cumsum: F.cumsum(x, axis=1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.cumsum(x, axis=1)


# %% third-fn-activation-pos: F.Activation(x, 'relu')
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.Activation(x, 'relu')


# %% third-fn-slice-none: F.slice(x, begin=(None, 1), end=(None, None))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.slice(x, begin=(None, 1), end=(None, None))


# %% third-fn-slice-kw-axis: F.slice_axis(x, 1, 0, None)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.slice_axis(x, 1, 1, None)


# %% third-fn-slice-like: F.slice_like(x, y, axes=(0,))
# inputs: [(4, 3), (3, 5)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.slice_like(x, y, axes=(0,))


# %% third-fn-concat-one: F.concat(x, dim=1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.concat(x, dim=1) * 2


# %% third-fn-split-pos: F.split(x, 3)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split(x, 3)[0]


# %% third-fn-split-hyper: F.split(x, num_outputs=self.n)[0], n = 3
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.n = 3

    def hybrid_forward(self, F, x):
        return F.split(x, num_outputs=self.n, axis=1)[0]


# %% third-fn-split-hyper-1: F.split(x, num_outputs=self.n)[0], n = 1
# inputs: [(2, 3)]
# breaks: values
# needs: shapes
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.n = 1

    def hybrid_forward(self, F, x):
        return F.split(x, num_outputs=self.n, axis=1)[0]  # breaks here


# %% third-fn-splitv2-neg: F.split_v2(x, 3, axis=1)[-1]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split_v2(x, 3, axis=1)[-1]  # breaks here


# %% third-fn-splitv2-one: F.split_v2(x, 1)[0]
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split_v2(x, 1)[0]  # breaks here


# %% third-fn-splitv2-empty: F.split_v2(x, ())[0]
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split_v2(x, (), axis=1)[0]  # breaks here


# %% third-fn-internal: F._internal._plus_scalar(x, scalar=2)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F._internal._plus_scalar(x, scalar=2.0)


# %% third-fn-op: F.op.relu(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.op.relu(x)


# %% third-fn-sgd: F.sgd_update(w, g, lr=.1)
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.sgd_update(x * 1, y, lr=0.1)  # breaks here


# %% third-fn-linalg-slogdet: s, l = F.linalg.slogdet(x)
# inputs: [('pos', (2, 3, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s, l = F.linalg.slogdet(x)
        return l


# %% third-fn-sparse-dot: F.sparse.dot(x, y)
# inputs: [(2, 3), (3, 2)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.sparse.dot(x, y)


# %% third-fn-sparse-multiply: F.sparse.multiply(x, y)
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.sparse.multiply(x, y)  # breaks here


# %% third-fn-cast-storage: F.cast_storage(x, 'row_sparse')
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.cast_storage(x, 'default')


# %% third-fn-foreach-neg: F.contrib.foreach body reading data shape
# inputs: [(4, 3), (3,)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        def body(d, s):
            return d / d.shape[0], s  # breaks here
        o, s = F.contrib.foreach(body, x, [y])
        return o


# %% third-fn-foreach-two: F.contrib.foreach over two sequences
# inputs: [(4, 3), (4, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        def body(d, s):
            return d[0] * d[1] + s[0], [s[0] + d[0]]
        o, s = F.contrib.foreach(body, [x, y], [F.zeros((3,))])
        return o


# %% third-fn-foreach-nd-state: F.contrib.foreach with nd.zeros state
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def body(d, s):
            return d + s[0], [s[0] + d]
        o, s = F.contrib.foreach(body, x, [nd.zeros((3,))])  # breaks here
        return o


# %% third-fn-foreach-closure: F.contrib.foreach closing over an outer tensor
# inputs: [(4, 3), (3,)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        def body(d, s):
            return d * y, s
        o, s = F.contrib.foreach(body, x, [])
        return o


# %% third-fn-foreach-lambda: F.contrib.foreach(lambda d, s: (d * 2, s), x, [])
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.foreach(lambda d, s: (d * 2, s), x, [])[0]


# %% third-fn-foreach-out0: F.contrib.foreach(...)[0]
# inputs: [(4, 3), (3,)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.contrib.foreach(lambda d, s: (d + s[0], [s[0] + d]), x, [y])[0]


# %% third-fn-foreach-idx: foreach output [0] row
# inputs: [(4, 3), (3,)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        o, s = F.contrib.foreach(lambda d, s: (d + s[0], [s[0] + d]), x, [y])
        return o[0]


# %% third-fn-foreach-asscalar: foreach body with asscalar
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def body(d, s):
            return d * d.sum().asscalar(), s  # breaks here
        return F.contrib.foreach(body, x, [])[0]


# %% third-fn-foreach-iadd: foreach body with += on the state
# inputs: [(4, 3), (3,)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        def body(d, s):
            s += d  # breaks here
            return s, s
        return F.contrib.foreach(body, x, y)[0]


# %% third-fn-cond-pybool: F.contrib.cond with a Python bool predicate
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.flag = True

    def hybrid_forward(self, F, x):
        return F.contrib.cond(self.flag, lambda: x * 2, lambda: x * 3)  # breaks here


# %% third-fn-cond-shape: F.contrib.cond branch with x.shape
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.cond(x.sum() > 0, lambda: x / x.shape[1], lambda: x * 3)  # breaks here


# %% third-fn-cond-list: F.contrib.cond returning lists
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        o = F.contrib.cond(x.sum() > 0, lambda: [x * 2, x], lambda: [x * 3, x + 1])
        return o[0] + o[1]


# %% third-fn-cond-closure-mul: F.contrib.cond with nd constant in the branch
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.cond(x.sum() > 0, lambda: x * nd.ones((2, 3)), lambda: x * 3)  # breaks here


# %% third-fn-getattr-nd-relu: getattr(nd, 'relu')(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return getattr(nd, 'relu')(x)  # breaks here


# %% third-fn-getattr-default: getattr(F, 'array', None)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        f = getattr(F, 'array', None)
        return x * 2 if f is None else x * 3


# %% third-fn-getattr-default-same: getattr(F, 'add', F.broadcast_add)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return getattr(F, 'add', F.elemwise_add)(x, x)


# %% third-fn-hasattr-bad: F.add(x, 1) if hasattr(F, 'relu')
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.add(x, 1) if hasattr(F, 'relu') else x + 1  # breaks here


# %% third-fn-dict-ops: {'relu': F.relu}[self.act](x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.act = 'relu'

    def hybrid_forward(self, F, x):
        return {'relu': F.relu, 'tanh': F.tanh}[self.act](x)


# %% third-fn-dict-ops-nd: {'relu': nd.relu}[...]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.act = 'relu'

    def hybrid_forward(self, F, x):
        return {'relu': nd.relu, 'tanh': nd.tanh}[self.act](x)  # breaks here


# %% third-fn-dict-ops-eager: {'add': F.add, 'mul': F.broadcast_mul}['mul']
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return {'add': F.add, 'mul': F.broadcast_mul}['mul'](x, x)  # breaks here


# %% third-fn-op-list: for f in [F.relu, F.tanh]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for f in [F.relu, F.tanh]:
            x = f(x)
        return x


# %% third-fn-partial: functools.partial(F.clip, a_min=0, a_max=1)(x)
# inputs: [(2, 3)]
# works
from functools import partial


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return partial(F.clip, a_min=0, a_max=1)(x)


# %% third-fn-partial-nd: functools.partial(nd.clip, ...)(x)
# inputs: [(2, 3)]
# breaks: trace
from functools import partial


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return partial(nd.clip, a_min=0, a_max=1)(x)  # breaks here


# %% third-fn-map-relu: list(map(F.relu, [x, y]))
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        a, b = map(F.relu, [x, y])
        return a + b


# %% third-fn-star: F.concat(*[x, y], dim=1)
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.concat(*[x, y], dim=1)


# %% third-fn-kwargs: F.clip(x, **kw)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        kw = dict(a_min=0, a_max=1)
        return F.clip(x, **kw)


# %% third-fn-kwargs-out: F.relu(x, **{'out': z})
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        z = x * 1
        F.relu(x, **{'out': z})
        return z


# %% third-fn-name-kw: F.relu(x, name='act')
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x, name='act')


# %% third-fn-attr-kw: F.relu(x, attr={'a': 'b'})
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x, attr={'a': 'b'})


# %% third-fn-unknown-kw: F.relu(x, foo=1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x, foo=1)


# %% third-fn-lhs-rhs: F.broadcast_add(lhs=x, rhs=y)
# inputs: [(2, 3), (1, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.broadcast_add(lhs=x, rhs=y)


# %% third-fn-where-scalars: F.where(x > 0, x * 0 + 1, x * 0)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.where(x > 0, F.ones_like(x), F.zeros_like(x))


# %% third-fn-mean-list: F.mean(x, axis=[1, 2])
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.mean(x, axis=[1, 2])


# %% third-fn-onehot-kw: F.one_hot(x, depth=self.n)
# inputs: [('i', (4,), 0, 3, 'float32')]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.n = 3

    def hybrid_forward(self, F, x):
        return F.one_hot(x, depth=self.n)


# %% third-fn-onehot-tensor: F.one_hot(x, int(x.max().asscalar()) + 1)
# inputs: [('i', (4,), 0, 3, 'float32')]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.one_hot(x, 3 + 0 * int(x.max().asscalar()))  # breaks here


# %% third-fn-tile-shape: F.tile(x, (1, y.shape[1]))
# inputs: [(2, 3), (2, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.tile(x, (1, y.shape[1]))  # breaks here


# %% third-fn-bto-shape: F.broadcast_to(x, y.shape)
# inputs: [(1, 3), (4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.broadcast_to(x, y.shape)  # breaks here


# %% third-fn-bto-fixed: F.broadcast_like(x, y)
# inputs: [(1, 3), (4, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.broadcast_like(x, y)


# %% third-fn-arange-shape: F.arange(x.shape[1])
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.arange(x.shape[1]), x * 2  # breaks here


# %% third-fn-arange-like-start: F.contrib.arange_like(x, start=1, axis=0)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.arange_like(x, start=1, axis=0)


# %% third-fn-softmax-length: F.softmax(x, length, use_length=True)
# inputs: [(2, 3), ('i', (2,), 1, 3, 'int32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.softmax(x, y, use_length=True, axis=1)


# %% third-fn-dropout-0: F.Dropout(x, p=self.p) predict
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.p = 0.3

    def hybrid_forward(self, F, x):
        return F.Dropout(x, p=self.p)


# %% third-fn-cast-tensor-dtype: F.cast(y, dtype=x.dtype)
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.cast(y, dtype=x.dtype) * x  # breaks here


# %% third-fn-amp-cast: F.amp_cast(x, dtype='float16')
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.amp_cast(x, dtype='float16')


# %% third-fn-stop-grad-kw: F.stop_gradient(data=x) * x
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.stop_gradient(data=x) * x


# %% third-fn-arange-ctx-sixth: F.arange(0, 3, 1, 1, None, mx.cpu())
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.arange(0, 3, 1, 1, None, mx.cpu()), x * 2  # breaks here


# %% third-fn-foreach-nd: foreach nd
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def body(d, s):
            return d + s, s + d
        o, s = F.contrib.foreach(body, x, nd.zeros((3,)))  # breaks here
        return o


# %% third-fn-while-nd: while with nd counter
# inputs: [(1, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        o, s = F.contrib.while_loop(lambda i, a: i < 3, lambda i, a: ([], [i + 1, a * 2]), [nd.zeros((1,)), x], max_iterations=3)  # breaks here
        return s[1]
