"""Operators that the other files do not name: contrib, image, linalg, random, sparse, and spellings of arguments."""

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import Block, HybridBlock, Parameter, SymbolBlock, nn, rnn

# %% near-fn-zeros-int: F.zeros(3)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.zeros(3).reshape((1, 3)))


# %% near-fn-ones-npdtype: F.ones((1, 3), dtype=np.float32)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.ones((1, 3), dtype=np.float32))


# %% near-fn-ones-stype: F.zeros((1, 3), stype="default")
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.zeros((1, 3), stype="default"))  # breaks here


# %% near-fn-eye-kw: F.eye(N=3, M=3, k=0)
# inputs: [(3, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.eye(N=3, M=3, k=0)


# %% near-fn-linspace-noend: F.linspace(0, 1, 3, endpoint=False)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.linspace(0, 1, 3, endpoint=False).reshape((1, 3)))


# %% near-fn-arange-ctx: F.arange(0, 3, ctx=mx.cpu())
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.arange(0, 3, ctx=mx.cpu()).reshape((1, 3)))  # breaks here


# %% near-fn-sum-axis: F.sum_axis(x, axis=1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sum_axis(x, axis=1)


# %% near-fn-max-axis: F.max_axis(x, axis=1) - F.min_axis(x, axis=1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.max_axis(x, axis=1) - F.min_axis(x, axis=1)


# %% near-fn-hard-sigmoid: F.hard_sigmoid(x, alpha=0.3)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.hard_sigmoid(x, alpha=0.3)


# %% near-fn-softsign: F.softsign(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.softsign(x)


# %% near-fn-softmax-act: F.SoftmaxActivation(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.SoftmaxActivation(x)


# %% near-fn-svm: F.SVMOutput(x, y)
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.SVMOutput(x, y)


# %% near-fn-logistic-out: F.LogisticRegressionOutput(x, y)
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.LogisticRegressionOutput(x, y)


# %% near-fn-mae-out: F.MAERegressionOutput(x, y)
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.MAERegressionOutput(x, y)


# %% near-fn-correlation: F.Correlation(x, y, kernel_size=1)
# inputs: [(2, 3, 4, 4), (2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.Correlation(x, y, kernel_size=1, max_displacement=1, stride1=1, stride2=1, pad_size=1)


# %% near-fn-lrn: F.LRN(x, nsize=3)
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.LRN(x, nsize=3)


# %% near-fn-groupnorm: F.GroupNorm(x, g, b, num_groups=2)
# inputs: [(2, 4, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.g = self.params.get("g", shape=(2,))
        self.b = self.params.get("b", shape=(2,))

    def hybrid_forward(self, F, x, g, b):
        return F.GroupNorm(x, g, b, num_groups=2)


# %% near-fn-deconv: F.Deconvolution(x, w, kernel=(2, 2), num_filter=4)
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(3, 4, 2, 2))

    def hybrid_forward(self, F, x, w):
        return F.Deconvolution(x, w, kernel=(2, 2), num_filter=4, no_bias=True)


# %% near-fn-gridgen: F.GridGenerator + F.BilinearSampler
# inputs: [(2, 1, 4, 4), (2, 6)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, t):
        return F.BilinearSampler(x, F.GridGenerator(t, transform_type="affine", target_shape=(4, 4)))


# %% near-fn-stn: F.SpatialTransformer
# inputs: [(2, 1, 4, 4), (2, 6)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, t):
        return F.SpatialTransformer(x, t, target_shape=(4, 4), transform_type="affine", sampler_type="bilinear")


# %% near-fn-col2im: F.im2col then F.col2im
# inputs: [(2, 1, 4, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.col2im(F.im2col(x, kernel=(2, 2), stride=(2, 2)), output_size=(4, 4), kernel=(2, 2), stride=(2, 2))


# %% near-fn-batch-take: F.batch_take(x, i)
# inputs: [(2, 3), ('i', (2,), 0, 3, 'int32')]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, i):
        return F.batch_take(x, i)


# %% near-fn-batch-take-ok: F.pick(x, i)
# inputs: [(2, 3), ('i', (2,), 0, 3, 'int32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, i):
        return F.pick(x, i)


# %% near-fn-batch-take-block: F.batch_take of a blocked gradient
# inputs: [(2, 3), ('i', (2,), 0, 3, 'int32')]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, i):
        return F.batch_take(F.BlockGrad(x), i) + x.sum(axis=1)


# %% near-fn-all-finite-x: F.multi_all_finite(x, y, num_arrays=2)
# inputs: [(2, 3), (2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.multi_all_finite(x, y, num_arrays=2)


# %% near-fn-multi-sum-sq: F.multi_sum_sq(x, y, num_arrays=2)
# inputs: [(2, 3), (2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.multi_sum_sq(x, y, num_arrays=2)


# %% near-fn-random-nb: F.random.negative_binomial(3, 0.5)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.random.negative_binomial(3, 0.5)


# %% near-fn-random-gamma-like: F.random.gamma_like(x, alpha=2)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.random.gamma_like(x, alpha=2.0) + x


# %% near-fn-random-poisson-like: F.random.poisson_like(x, lam=2)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.BlockGrad(F.random.poisson_like(x, lam=2.0)) + x


# %% near-fn-random-randint: F.random.randint(0, 5) without shape
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.random.randint(0, 5)


# %% near-fn-random-randint-ok: F.random.randint(0, 5, shape=(1, 3))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.random.randint(0, 5, shape=(1, 3)).astype("float32"))


# %% near-fn-sample-gamma: F.sample_gamma(a, b, shape=2)
# inputs: [('pos', (2, 3)), ('pos', (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.BlockGrad(F.sample_gamma(x, y, shape=2))


# %% near-fn-sample-poisson: F.sample_poisson(x)
# inputs: [('pos', (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sample_poisson(x)


# %% near-fn-pdf-normal: F.random_pdf_normal(sample, mu, sigma)
# inputs: [('pos', (2, 3)), ('pos', (2,)), ('pos', (2,))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, m, s):
        return F.random_pdf_normal(x, m, s)


# %% near-fn-pdf-gamma: F.random_pdf_gamma
# inputs: [('pos', (2, 3)), ('pos', (2,)), ('pos', (2,))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, m, s):
        return F.random_pdf_gamma(x, m, s)


# %% near-fn-la-gemm: F.linalg.gemm(a, b, c)
# inputs: [(3, 3), (3, 3), (3, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b, k):
        return F.linalg.gemm(a, b, k, alpha=2.0, beta=0.5)


# %% near-fn-la-potri: F.linalg.potri(F.linalg.potrf(x x^T + I))
# inputs: [(3, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.linalg.potri(F.linalg.potrf(F.linalg.syrk(x) + F.eye(3)))


# %% near-fn-la-sumlogdiag: F.linalg.sumlogdiag
# inputs: [(3, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.linalg.sumlogdiag(F.linalg.potrf(F.linalg.syrk(x) + F.eye(3)))


# %% near-fn-la-makediag: F.linalg.makediag(F.linalg.extractdiag(x))
# inputs: [(3, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.linalg.makediag(F.linalg.extractdiag(x))


# %% near-fn-la-trmm: F.linalg.trmm(a, b)
# inputs: [(3, 3), (3, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b):
        return F.linalg.trmm(a, b)


# %% near-fn-la-syevd-0: F.linalg.syevd(x)[0]
# inputs: [(3, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.linalg.syevd(F.linalg.syrk(x))[1]


# %% near-fn-img-randflip: F.image.random_flip_left_right(x)
# inputs: [('pos', (4, 4, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.BlockGrad(F.image.random_flip_left_right(x))


# %% near-fn-img-normalize: F.image.normalize(x, mean, std)
# inputs: [('pos', (3, 4, 4))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.image.normalize(x, mean=(0.5, 0.5, 0.5), std=(0.2, 0.2, 0.2))


# %% near-fn-ct-quantize: F.contrib.quantize_v2(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.quantize_v2(x, out_type="int8")


# %% near-fn-ct-boxiou: F.contrib.box_iou(x, y)
# inputs: [('pos', (2, 4)), ('pos', (2, 4))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.BlockGrad(F.contrib.box_iou(x, y, format="corner"))


# %% near-fn-ct-boxnms: F.contrib.box_nms(x)[0]
# inputs: [('pos', (2, 5, 6))]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.box_nms(x)[0]


# %% near-fn-ct-nms-alias: F.contrib.box_non_maximum_suppression(x)
# inputs: [('pos', (2, 5, 6))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.box_non_maximum_suppression(x)


# %% near-fn-ct-bnrelu: F.contrib.BatchNormWithReLU
# inputs: [(2, 3, 2, 2)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        for n in "gb":
            setattr(self, n, self.params.get(n, shape=(3,)))
        self.m = self.params.get("m", shape=(3,), grad_req="null")
        self.v = self.params.get("v", shape=(3,), grad_req="null")

    def hybrid_forward(self, F, x, g, b, m, v):
        return F.contrib.BatchNormWithReLU(x, g, b, m, v, fix_gamma=False)


# %% near-fn-ct-gradmult: F.contrib.gradientmultiplier(x, scalar=-1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.gradientmultiplier(x, scalar=-1.0)


# %% near-fn-ct-arangelike0: x + F.contrib.arange_like(x, axis=1)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.contrib.arange_like(x, axis=1)


# %% near-fn-ct-arangelike-ok: F.broadcast_add(x, F.contrib.arange_like(x, axis=1).expand_dims(0))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.contrib.arange_like(x, axis=1).expand_dims(0))


# %% near-fn-ct-arangelike-full: x + F.contrib.arange_like(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.contrib.arange_like(x)


# %% near-fn-ct-isnan: F.contrib.isnan(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.isnan(x)  # breaks here


# %% near-fn-sp-multiply: F.sparse.multiply(x, y)
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.sparse.multiply(x, y)  # breaks here


# %% near-fn-sp-array: F.sparse.csr_matrix
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sparse.csr_matrix((2, 3))  # breaks here


# %% near-fn-sp-ops: F.sparse.sqrt(F.sparse.square(x))
# inputs: [('pos', (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sparse.sqrt(F.sparse.square(x))


# %% near-fn-sp-subtract: F.sparse.subtract(x, 1)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sparse.subtract(x, 1)  # breaks here


# %% near-fn-concat-one: F.concat(x, dim=1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.concat(x, dim=1)


# %% near-fn-foreach-iadd: foreach body s += d
# inputs: [(4, 2)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def step(d, s):
            s += d  # breaks here
            return s, s
        return F.contrib.foreach(step, x, F.zeros((2,)))[0]


# %% near-fn-foreach-ret-state: foreach: final state used
# inputs: [(4, 2)]
# breaks: gradients
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs, s = F.contrib.foreach(lambda d, s: (d, s + d), x, F.zeros((2,)))
        return s


# %% near-fn-cond-python: F.contrib.cond with a python predicate
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.cond(True, lambda: x * 2, lambda: x * 3)  # breaks here


# %% near-fn-cond-if: F.contrib.cond then python if on its result
# inputs: [('pos', (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.contrib.cond(x > 0, lambda: x * 2, lambda: x * 3)
        if y > 1:  # breaks here
            return y
        return y * 2


# %% near-fn-F-save: F.save("/dev/null", [x])
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        F.save("/dev/null", [x * 1])  # breaks here
        return x * 2


# %% near-fn-F-dict-getattr: getattr(F, "broadcast_" + self.op)(x, y)
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.op = "add"

    def hybrid_forward(self, F, x, y):
        return getattr(F, "broadcast_" + self.op)(x, y)


# %% near-fn-F-table: {"add": F.add, "mul": F.multiply}[op]
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.op = "add"

    def hybrid_forward(self, F, x, y):
        return {"add": F.add, "mul": F.multiply}[self.op](x, y)  # breaks here


# %% near-fn-sgd-out: F.sgd_update(w, x, lr=0.1, out=w)
# inputs: [(1, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        F.sgd_update(w, x, lr=0.1, out=w)  # breaks here
        return F.broadcast_mul(x, w)


# %% near-fn-crop: F.Crop(x, y, num_args=2)
# inputs: [(2, 1, 4, 4), (2, 1, 2, 2)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.Crop(x, y, num_args=2)


# %% near-fn-upsample-multi: F.UpSampling(x, y, scale=2, num_args=2)
# inputs: [(2, 1, 2, 2), (2, 1, 2, 2)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.UpSampling(x, y, scale=2, sample_type="nearest", num_args=2)
