"""Blocks that work and are like none that a rule reports: arithmetic and functions."""

import contextlib
import math

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import Block, HybridBlock, Parameter, SymbolBlock, nn, rnn

# %% attribute-of-the-class-changed-after-the-trace: an attribute of the class changed after the trace
# inputs: [(2, 3)]
# breaks: values
# between: type(net).scale = 5
# needs: callers
class Net(HybridBlock):
    scale = 2

    def hybrid_forward(self, F, x):
        return x * self.scale

# %% attribute-scope-and-a-name-prefix
# inputs: [(2, 3)]
# missed: Not followed: what a with mx.AttrScope adds to the operators inside; see docs/not-seen-statically.md.
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with mx.AttrScope(stage="one"), mx.name.Prefix("one_"):
            return F.relu(x) + 1  # breaks: trace

# %% output-kept-on-the-block-read-outside
# inputs: [(2, 3)]
# call: (net(*xs), net.out)
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.out = F.relu(x)  # breaks: values
        return self.out * 2

# %% weight-of-a-term-set-between-calls: the weight of a term set between calls
# inputs: [(2, 3)]
# breaks: values
# needs: callers
# between: net.beta = 1.0
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.beta = 0.0

    def hybrid_forward(self, F, x):
        return F.relu(x) + self.beta * F.square(x)

# %% 2-x-ew-rpow
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return 2**x

# %% activation-of-the-module-called-in-the-body
# inputs: [(2, 3)]
# clean
A = nn.Activation("relu")


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return A(x)

# %% assert-x-is-not-none
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert x is not None, "an input is needed"
        return x * 2

# %% attribute-scope-of-ones-own-attribute
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with mx.AttrScope(__stage__="one"), mx.name.Prefix("one_"):
            return F.relu(x) + 1

# %% attribute-that-the-graph-does-not-use-is-changed
# inputs: [(2, 3)]
# clean
# between: net.title = "other"
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.title = "net"

    def hybrid_forward(self, F, x):
        return x * 2

# %% bias-or-0-where-bias-is-a-number
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = None

    def hybrid_forward(self, F, x):
        return x + (self.k or 0)

# %% bipartite_matching-unpacked
# inputs: [('pos', (2, 4, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        rows, columns = F.contrib.bipartite_matching(x, threshold=0.1)
        return rows + 0, columns + 1

# %% block-on-the-class
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    act = nn.Activation("tanh")

    def hybrid_forward(self, F, x):
        return self.act(x)

# %% branches-joined-by-hybridconcurrent
# inputs: [(2, 3, 4, 4)]
# clean
from mxnet.gluon.contrib.nn import HybridConcurrent


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.branches = HybridConcurrent(axis=1)
        self.branches.add(nn.Conv2D(2, 1))
        self.branches.add(nn.Conv2D(3, 3, padding=1))

    def hybrid_forward(self, F, x):
        return F.relu(self.branches(x))

# %% builtin-pow-both-ways
# inputs: [('pos', (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return pow(x, 2) + pow(2, x)

# %% cast-to-float64-after-the-trace
# inputs: [("f64", (2, 3))]
# clean
# between: net.cast("float64")
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2

# %% class-as-default
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, layer=nn.Dense, **kwargs):
        super().__init__(**kwargs)
        self.layer = layer(4, in_units=3)

    def hybrid_forward(self, F, x):
        return self.layer(x) * 2

# %% constant-of-a-class-in-the-maths
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    scale = 2.5

    def hybrid_forward(self, F, x):
        return x * self.scale

# %% deformableconvolution
# inputs: [(2, 1, 5, 5)]
# clean
from mxnet.gluon.contrib.cnn import DeformableConvolution


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = DeformableConvolution(2, (3, 3), in_channels=1)

    def hybrid_forward(self, F, x):
        return self.d(x) * 2

# %% dunder-methods-called-by-hand
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.__neg__().__rsub__(1).__truediv__(2)

# %% f-amp_cast-x-dtype-float16
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.amp_cast(x, dtype='float16')

# %% f-arcsinh-f-sinh-x-f-arctanh-f-tanh-x-0-5
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.arcsinh(F.sinh(x)) + F.arctanh(F.tanh(x) * 0.5)

# %% f-argsort-x-axis-none
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.argsort(x, axis=None)

# %% f-argsort-x-without-an-axis
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.argsort(x) * 2

# %% f-blockgrad-x-2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * F.BlockGrad(x * 2)

# %% f-cast_storage-x-row_sparse
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.cast_storage(x, 'default')

# %% f-contrib-adaptiveavgpooling2d-and-bilinearresize2d
# inputs: [(2, 1, 4, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.BilinearResize2D(F.contrib.AdaptiveAvgPooling2D(x, output_size=2), height=4, width=4)

# %% f-contrib-boolean_mask-x-m
# inputs: [(4, 3), ('bin', (4,))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.contrib.boolean_mask(x, y)

# %% f-contrib-box_iou-x-y
# inputs: [('pos', (2, 4)), ('pos', (2, 4))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.BlockGrad(F.contrib.box_iou(x, y, format="corner"))

# %% f-contrib-box_non_maximum_suppression-x
# inputs: [('pos', (2, 5, 6))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.box_non_maximum_suppression(x)

# %% f-contrib-index_array-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.index_array(x)

# %% f-contrib-interleaved_matmul_selfatt_qk-fn-selfatt
# inputs: [(4, 2, 12)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.interleaved_matmul_selfatt_qk(x, heads=2) * 2

# %% f-contrib-interleaved_matmul_selfatt_qk-fn-selfatt-2
# inputs: [(3, 2, 12)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.interleaved_matmul_selfatt_qk(x, heads=2)

# %% f-contrib-quadratic
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.quadratic(x, a=1, b=2, c=3)

# %% f-contrib-quadratic-x-a-1-b-2-c-3
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.quadratic(x, a=1.0, b=2.0, c=3.0)

# %% f-contrib-quantize_v2-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.quantize_v2(x, out_type="int8")

# %% f-contrib-rand_zipfian
# inputs: [('i', (4,), 0, 5, 'float32')]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        sampled, count_true, count_sampled = F.contrib.rand_zipfian(x, 3, 5)
        return sampled * 0, count_true

# %% f-contrib-round_ste-x-sign_ste
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.round_ste(x) + F.contrib.sign_ste(x)

# %% f-correlation-x-y-kernel_size-1
# inputs: [(2, 3, 4, 4), (2, 3, 4, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.Correlation(x, y, kernel_size=1, max_displacement=1, stride1=1, stride2=1, pad_size=1)

# %% f-crop-to-the-size-of-another-tensor
# inputs: [(2, 1, 5, 5), (2, 1, 3, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.Crop(x, y, num_args=2) * 2

# %% f-ctc_loss-x-label
# inputs: [(5, 2, 4), ('i', (2, 3), 1, 3, 'float32')]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.ctc_loss(x, y)

# %% f-cumsum
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.cumsum(x, axis=1) * 2

# %% f-cumsum-x-axis-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.cumsum(x, axis=1)

# %% f-erf-f-erfinv-f-gammaln-f-gamma
# inputs: [('pos', (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.erf(x) + F.erfinv(x / 2) + F.gammaln(x) + F.gamma(x)

# %% f-erfinv-f-tanh-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.erfinv(F.tanh(x))

# %% f-hard_sigmoid-x-alpha-0-3
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.hard_sigmoid(x, alpha=0.3)

# %% f-im2col
# inputs: [(2, 1, 4, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.im2col(x, kernel=(2, 2)) * 2

# %% f-im2col-then-f-col2im
# inputs: [(2, 1, 4, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.col2im(F.im2col(x, kernel=(2, 2), stride=(2, 2)), output_size=(4, 4), kernel=(2, 2), stride=(2, 2))

# %% f-image-crop-x-0-0-2-2
# inputs: [('pos', (4, 4, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.image.crop(x, 0, 0, 2, 2)

# %% f-image-flip_left_right
# inputs: [('pos', (5, 4, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.image.flip_left_right(x) * 2

# %% f-image-normalize
# inputs: [('pos', (2, 3, 4, 4))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.image.normalize(x, mean=(0.5, 0.5, 0.5), std=(0.1, 0.2, 0.3))

# %% f-image-normalize-x-mean-std
# inputs: [('pos', (3, 4, 4))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.image.normalize(x, mean=(0.5, 0.5, 0.5), std=(0.2, 0.2, 0.2))

# %% f-image-random_flip_left_right-x
# inputs: [('pos', (4, 4, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.BlockGrad(F.image.random_flip_left_right(x))

# %% f-image-resize
# inputs: [(8, 8, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.image.resize(x, (4, 4))

# %% f-leakyrelu-x-none-elu
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.LeakyReLU(x, None, "elu")

# %% f-linalg-extracttrian-and-maketrian
# inputs: [(2, 3, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.linalg.maketrian(F.linalg.extracttrian(x)) * 2

# %% f-linalg-gelqf
# inputs: [(3, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        q, l = F.linalg.gelqf(x)
        return q * 2, l + 1

# %% f-linalg-gemm-a-b-c
# inputs: [(3, 3), (3, 3), (3, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b, k):
        return F.linalg.gemm(a, b, k, alpha=2.0, beta=0.5)

# %% f-linalg-gemm-with-numbers
# inputs: [(2, 3), (3, 4), (2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b, c):
        return F.linalg.gemm(a, b, c, alpha=2.0, beta=0.5)

# %% f-linalg-makediag-f-linalg-extractdiag-x
# inputs: [(3, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.linalg.makediag(F.linalg.extractdiag(x))

# %% f-linalg-maketrian-f-linalg-extracttrian-x
# inputs: [(3, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.linalg.maketrian(F.linalg.extracttrian(x))

# %% f-linalg-syrk-and-extractdiag
# inputs: [(3, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.linalg.extractdiag(F.linalg.syrk(x, alpha=1.0)) * 2

# %% f-linalg-trsm-f-eye-3-x
# inputs: [(3, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.linalg.trsm(F.eye(3), x)

# %% f-linearregressionoutput-x-y
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.LinearRegressionOutput(x, y)

# %% f-log2-x-f-log10-x-f-log1p-x-f-expm1-x
# inputs: [('pos', (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.log2(x) + F.log10(x) + F.log1p(x) + F.expm1(x)

# %% f-logisticregressionoutput-x-y
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.LogisticRegressionOutput(x, y)

# %% f-lrn-x-nsize-3
# inputs: [(2, 3, 4, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.LRN(x, nsize=3)

# %% f-maeregressionoutput-x-y
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.MAERegressionOutput(x, y)

# %% f-max_axis-x-axis-1-f-min_axis-x-axis-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.max_axis(x, axis=1) - F.min_axis(x, axis=1)

# %% f-one_hot-x-depth-self-n
# inputs: [('i', (4,), 0, 3, 'float32')]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.n = 3

    def hybrid_forward(self, F, x):
        return F.one_hot(x, depth=self.n)

# %% f-op-relu-x-f2-ns
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.op.relu(x)

# %% f-pick-x-i-fn-batch-take-fixed
# inputs: [(2, 3), ('i', (2,), 0, 3, 'int32')]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.pick(x, y)

# %% f-power-base-x-exp-2
# inputs: [('pos', (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.power(base=x, exp=2)

# %% f-random_pdf_gamma
# inputs: [('pos', (2, 3)), ('pos', (2,)), ('pos', (2,))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, m, s):
        return F.random_pdf_gamma(x, m, s)

# %% f-random_pdf_normal-sample-mu-sigma
# inputs: [('pos', (2, 3)), ('pos', (2,)), ('pos', (2,))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, m, s):
        return F.random_pdf_normal(x, m, s)

# %% f-relu-x-lr_mult-2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x, lr_mult=2)

# %% f-relu-x-name
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x, name="act") * 2

# %% f-relu-x-name-act
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x, name='act')

# %% f-reverse-and-flip
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.reverse(x, axis=1) + x.flip(axis=1)

# %% f-rint-x-f-fix-x-f-trunc-x-f-ceil-x-f-round-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.rint(x) + F.fix(x) + F.trunc(x) + F.ceil(x) + F.round(x)

# %% f-roipooling
# inputs: [('pos', (1, 1, 6, 6)), ('pos', (3, 5))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, b):
        return F.ROIPooling(x, b * 0, pooled_size=(2, 2), spatial_scale=1.0) * 2

# %% f-sample_gamma-a-b-shape-2
# inputs: [('pos', (2, 3)), ('pos', (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.BlockGrad(F.sample_gamma(x, y, shape=2))

# %% f-sample_normal-mu-sigma
# inputs: [(2,), ('pos', (2,))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.sample_normal(x, y)

# %% f-sample_poisson-x
# inputs: [('pos', (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sample_poisson(x)

# %% f-sequencelast-x-len-use_sequence_length-true
# inputs: [(4, 2, 3), ('i', (2,), 1, 4, 'float32')]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.SequenceLast(x, y, use_sequence_length=True)

# %% f-sequencemask-by-name-over-axis-1
# inputs: [(2, 4, 3), ('i', (2,), 1, 4, 'int32')]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, n):
        return F.SequenceMask(x, sequence_length=n, use_sequence_length=True, value=-1.0, axis=1) * 2

# %% f-size_array-x-0
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.size_array(x)[0]

# %% f-softmax-x-y
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.Softmax(x, y)

# %% f-softmaxactivation-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.SoftmaxActivation(x)

# %% f-softmaxoutput-x-label
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.SoftmaxOutput(x, y)

# %% f-softsign-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.softsign(x)

# %% f-sparse-sqrt-f-sparse-square-x
# inputs: [('pos', (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sparse.sqrt(F.sparse.square(x))

# %% f-spatialtransformer
# inputs: [(2, 1, 4, 4), (2, 6)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, t):
        return F.SpatialTransformer(x, t, target_shape=(4, 4), transform_type="affine", sampler_type="bilinear")

# %% f-stop_gradient-data-x-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.stop_gradient(data=x) * x

# %% f-sum_axis-x-axis-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sum_axis(x, axis=1)

# %% f-svmoutput-x-y
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.SVMOutput(x, y)

# %% f-unravel_index-and-ravel_multi_index
# inputs: [('i', (4,), 0, 6, 'float32')]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.ravel_multi_index(F.unravel_index(x, shape=(2, 3)), shape=(2, 3)) * 2

# %% f-upsampling-x-y-scale-2-num_args-2
# inputs: [(2, 1, 2, 2), (2, 1, 2, 2)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.UpSampling(x, y, scale=2, sample_type="nearest", num_args=2)

# %% f-zeros_like-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.zeros_like(x) + 1

# %% finally-restores-what-was-set-before
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.depth = 0

    def hybrid_forward(self, F, x):
        self.depth += 1
        try:
            return x * self.depth
        finally:
            self.depth -= 1

# %% float-true-as-an-operand
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * float(True) - round(1.6)

# %% getattr-f-add-f-broadcast_add
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return getattr(F, 'add', F.elemwise_add)(x, x)

# %% getattr-x-name-none
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = getattr(x, 'name', None)
        return x * 2

# %% globals-np-pi-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return globals()['np'].pi * x

# %% graph-loaded-in-the-body
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = mx.sym.load_json(mx.sym.relu(mx.sym.var("data")).tojson())
        return x * len(y.list_arguments())

# %% int-flag-as-an-operand
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = True

    def hybrid_forward(self, F, x):
        return x * int(self.k)

# %% int32-tensor-1-5
# inputs: [('i', (2, 3), 1, 9, 'int32')]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 1.5

# %% int32-tensor-2
# inputs: [('i', (2, 3), 1, 9, 'int32')]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / 2

# %% int64-tensor-2-40-1
# inputs: [('i', (2, 3), 0, 3, 'int64')]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + (2 ** 40 + 1)

# %% math-ceil-of-a-number
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 3

    def hybrid_forward(self, F, x):
        return x * math.ceil(self.n / 2)

# %% math-exp-of-a-float-of-the-block
# inputs: [(2, 3)]
# clean
import math


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = 0.5

    def hybrid_forward(self, F, x):
        return x * math.exp(-self.k) + math.floor(1.5)

# %% mx-sym-activation-in-the-body
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.Activation(x, act_type="softrelu")

# %% n-2-on-a-number-then-times-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 3

    def hybrid_forward(self, F, x):
        n = self.n
        n *= 2
        n -= 1
        return x * n

# %% name-mangled-attribute-of-the-constructor
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.__scale = 0.25

    def hybrid_forward(self, F, x):
        return x * self.__scale

# %% name-of-an-operator-the-same-way
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return getattr(F, "re" "lu")(x)

# %% nn-flatten-x-in-the-body
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return nn.Flatten()(x) * 2

# %% np-around
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.around(x) + x

# %% np-float32-5-x
# inputs: [('pos', (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.float32(5) % x

# %% np-float64-2-x-ew-npf64-left-sub
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.float64(2) - x

# %% np-pi-math-pi
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.pi / math.pi

# %% number-kept-on-the-block-read-outside
# inputs: [(2, 3)]
# clean
# call: (net(*xs), net.width)
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.width = 3
        return x * self.width

# %% numpy-float-attribute
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = np.float32(3.0)

    def hybrid_forward(self, F, x):
        return x * self.c

# %% numpy-float-on-the-left
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = np.float32(3.0)

    def hybrid_forward(self, F, x):
        return self.c * x

# %% on-a-tensor
# inputs: [("pos", (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x + 1
        y **= 2
        return y

# %% operators-with-names-one-twice
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x, name="one") + F.tanh(x, name="two")

# %% os-getpid-in-the-maths
# inputs: [(2, 3)]
# clean
import os


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (os.getpid() % 7 + 1)

# %% pow-2-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return pow(2, x)

# %% pow-x-2-ew-builtin
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return pow(x, 2)

# %% ranks-of-the-scores
# inputs: [(2, 5)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, scores):
        order = F.argsort(scores, is_ascend=False)
        return F.argsort(order)

# %% regions-pooled
# inputs: [("pos", (2, 2, 8, 8)), ("i", (3, 5), 0, 1, "float32")]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, feat, rois):
        return F.ROIPooling(feat, rois, pooled_size=(2, 2), spatial_scale=1.0)

# %% repr-x-kept-short
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert repr(x)
        return x * 2

# %% return-x-2-x-3
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return [[x * 2], [[x * 3]]]

# %% returns-what-it-kept-on-itself
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.mid = x * 3
        self.top = self.mid + 1
        return self.top

# %% rois-and-scores-of-a-proposal
# inputs: [('pos', (1, 6, 2, 2)), (1, 12, 2, 2), ('pos', (1, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, c, b, i):
        rois, scores = F.contrib.Proposal(
            c,
            b,
            i * 32,
            feature_stride=16,
            scales=(8,),
            ratios=(0.5, 1, 2),
            rpn_pre_nms_top_n=12,
            rpn_post_nms_top_n=4,
            output_score=True,
        )
        return rois * 2, scores + 1

# %% round-of-a-number
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.p = 0.55

    def hybrid_forward(self, F, x):
        return x * round(self.p, 1)

# %% rows-divided-by-their-norm-by-an-operator
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, emb):
        return F.L2Normalization(emb, mode="instance")

# %% s-l-f-linalg-slogdet-x
# inputs: [('pos', (2, 3, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s, l = F.linalg.slogdet(x)
        return l

# %% scale-module-constant
# inputs: [(2, 3)]
# clean
SCALE = 3


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * SCALE

# %% scope-that-does-nothing
# inputs: [(2, 3)]
# clean
import contextlib


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with contextlib.nullcontext():
            return F.relu(x) * 2

# %% scores-below-the-k-th-set-to-zero
# inputs: [(2, 5)]
# clean
class Net(HybridBlock):
    def __init__(self, k=2, **kwargs):
        super().__init__(**kwargs)
        self.k = k

    def hybrid_forward(self, F, scores):
        keep = scores.topk(k=self.k, ret_typ="mask", axis=1)
        return scores * keep

# %% self-active-read-only
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a = self._active
        return x * 2

# %% self-k-3-then-used
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.k = 3
        return x * self.k

# %% self-name-and-self-prefix-in-a-message
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert isinstance(self.name + self.prefix, str)
        return x * 2

# %% self-tmp-x-2-y-self-tmp-self-tmp-none
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.tmp = x * 2
        y = self.tmp + 1
        self.tmp = None
        return y

# %% sequence-operators-without-lengths
# inputs: [(4, 3, 5)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x = F.BlockGrad(x)  # their gradients damage the heap of MXNet 1.9.1, in both phases
        last = F.SequenceLast(x)
        back = F.SequenceReverse(x)
        return last, back

# %% str-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.seen = str(x)
        return x * 2

# %% straight-through-rounding-by-hand
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, bits=4, **kwargs):
        super().__init__(**kwargs)
        self._levels = 2**bits - 1

    def hybrid_forward(self, F, x):
        y = F.sigmoid(x)
        return y + F.stop_gradient(F.round(y * self._levels) / self._levels - y)

# %% string-a-string
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        name = "act"
        name += "_1"
        return F.relu(x, name=name)

# %% three-outputs-of-f-contrib-quantize_v2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        q, low, high = F.contrib.quantize_v2(x, min_calib_range=-1.0, max_calib_range=1.0)
        return q, low + 0, high + 0

# %% transform-of-gluon-data-as-a-child
# inputs: [('pos', (2, 3, 4, 4))]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = gluon.data.vision.transforms.Normalize((0.5, 0.5, 0.5), (0.1, 0.1, 0.1))

    def hybrid_forward(self, F, x):
        return self.d(x) * 2

# %% transforms-cast
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = gluon.data.vision.transforms.Cast("float64")

    def hybrid_forward(self, F, x):
        return self.d(x).astype("float32")

# %% try-finally
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            y = F.relu(x)
        finally:
            self.done = True
        return y * 2

# %% try-float-x-except-typeerror
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.p = "0.5"

    def hybrid_forward(self, F, x):
        try:
            y = x * float(self.p)
        except TypeError:
            y = x
        return y

# %% tuples-of-tensors-joined
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return (x * 2,) + (x * 3, x * 4)

# %% vars-self-k
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.k = 2

    def hybrid_forward(self, F, x):
        return x * vars(self)['k']

# %% vars-self-of-numbers
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.gain = 2

    def hybrid_forward(self, F, x):
        return x * vars(self)["gain"]

# %% vars-self-update-in-init
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        vars(self).update(scale=2)

    def hybrid_forward(self, F, x):
        return x * self.scale

# %% with-contextlib-nullcontext
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with contextlib.nullcontext():
            return x * 2

# %% with-mx-attrscope
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with mx.AttrScope(__lr_mult__="2"):
            return F.relu(x) * 2

# %% with-mx-name-prefix
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with mx.name.Prefix("inner_"):
            return F.relu(x) * 2

# %% x-0-5-astype-int32
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return (x > 0.5).astype('int32')

# %% x-argsort-me
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.argsort()

# %% x-astype-dtype-float16
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.astype(dtype='float16')

# %% x-astype-self-k
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = "float64"

    def hybrid_forward(self, F, x):
        return x.astype(self.k) * np.dtype(self.k).itemsize

# %% x-depth_to_space-and-back
# inputs: [(2, 4, 3, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.depth_to_space(2).space_to_depth(2) * 2

# %% x-doc
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        d = x.__doc__
        return x * 2

# %% x-flip-axis-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.flip(axis=1)

# %% x-float-decimal-0-5
# inputs: [(2, 3)]
# clean
from decimal import Decimal


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * float(Decimal("0.5"))

# %% x-log_softmax
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.log_softmax()

# %% x-math-pi
# inputs: [(2, 3)]
# clean
import math


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * math.pi

# %% x-nd-array-2-asscalar-constant
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * nd.array([2]).asscalar()

# %% x-np-finfo-np-float32-eps
# inputs: [('pos', (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + np.finfo(np.float32).eps

# %% x-np-int32-2-ew-npi-mod
# inputs: [('pos', (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x % np.int32(2)

# %% x-np-log-self-n
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.n = 10

    def hybrid_forward(self, F, x):
        return x / np.log(self.n)

# %% x-np-pi-np-e
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.pi + np.e

# %% x-pad
# inputs: [(2, 1, 3, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.pad(mode="constant", pad_width=(0, 0, 0, 0, 1, 1, 1, 1), constant_value=0)

# %% x-pad-mode-pad_width
# inputs: [(2, 3, 4, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.pad(mode='constant', pad_width=(0, 0, 0, 0, 1, 1, 1, 1), constant_value=0)

# %% x-relu
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.relu()

# %% x-round-x-floor-x-ceil-x-trunc-x-fix-x-rint
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.round() + x.floor() + x.ceil() + x.trunc() + x.fix() + x.rint()

# %% x-round-x-rint-x-fix-x-trunc-x-sign
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.round() + x.rint() + x.fix() + x.trunc() + x.sign()

# %% x-self-a-0
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = True

    def hybrid_forward(self, F, x):
        return x * (self.a + 0)

# %% x-self-a-and-2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = True

    def hybrid_forward(self, F, x):
        return x * (self.a and 2)

# %% x-self-a-and-self-b
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.a = 3
        self.b = 0.5

    def hybrid_forward(self, F, x):
        return x * (self.a and self.b)

# %% x-self-a-or-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = False

    def hybrid_forward(self, F, x):
        return x * (self.a or 1)

# %% x-size_array
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.size_array()

# %% x-square-x-rsqrt-x-cbrt-x-rcbrt-x-reciprocal
# inputs: [('pos', (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.square() + x.rsqrt() + x.cbrt() + x.rcbrt() + x.reciprocal()

# %% x-take-f-arange-2-axis-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.take(F.arange(2), axis=1)

# %% x-take-with-mode
# inputs: [(2, 3), ('i', (2, 2), 0, 5, 'float32')]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, i):
        return F.take(x, i, axis=1, mode="wrap")

# %% x-truediv-of-a-number
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.__truediv__(2)

# %% x-x-fn-isnan-fixed
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x != x

# %% x-zeros_like-and-x-ones_like
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.zeros_like() + x.ones_like() * 2

# %% y-x-2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return (y := x * 2) + y

# %% zip-pairs
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b = zip(*[(x, x * 2), (x * 3, x * 4)])
        return F.add_n(*a) * F.add_n(*b)
