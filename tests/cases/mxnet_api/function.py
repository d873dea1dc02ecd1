"""Functions of F: one small use of each."""
import mxnet as mx
import numpy as np
from mxnet import nd, gluon, autograd
from mxnet.gluon import Block, HybridBlock, SymbolBlock, Parameter, nn, rnn


# %% fn-moveaxis: F.moveaxis
# inputs: [(2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.moveaxis(x, 1, 2) * 2  # breaks here


# %% fn-concatenate: F.concatenate
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.concatenate([x, y], axis=1)  # breaks here


# %% fn-array: F.array of a list
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, F.array([[1.0, 2.0, 3.0]]))  # breaks here


# %% fn-waitall: F.waitall()
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 2
        F.waitall()  # breaks here
        return y


# %% fn-save: F.save
# inputs: [(2, 3)]
# breaks: trace
import os
import tempfile


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        F.save(os.path.join(tempfile.gettempdir(), "api-case"), [x])  # breaks here
        return x * 2


# %% fn-eye-args: F.eye with rows, columns and a diagonal
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.dot(x, F.eye(3, 4, 1))


# %% fn-eye-ctx-position: F.eye with the context by position
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.dot(x, F.eye(3, 3, 0, None))


# %% fn-full-dtype-position: F.full with the type third
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.full((1, 3), 0.5, None, "float32"))  # breaks here


# %% fn-arange-name: F.arange with infer_range
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.arange(0, 3, 1, 1, False).reshape((1, 3)))


# %% fn-arange-ctx: F.arange with the context by position
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.arange(0, 3, 1, 1, False, mx.cpu()).reshape((1, 3)))  # breaks here


# %% fn-linspace-end: F.linspace without the end
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.linspace(0, 1, 3, endpoint=False).reshape((1, 3)))


# %% fn-zeros-int: F.zeros(3)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.zeros(3).reshape((1, 3)))


# %% fn-histogram: F.histogram with a number of bins
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        counts, edges = F.histogram(x, 4, (-2, 2))
        return counts.astype("float32") + edges.slice_axis(axis=0, begin=0, end=4)


# %% fn-concat-dim: F.concat with dim
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.concat(x, y, dim=0) + F.Concat(y, x, dim=0)


# %% fn-stack-axis: F.stack by a starred list
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.stack(*[x, y], axis=1) * 2


# %% fn-cast-storage: F.cast_storage to a dense tensor
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.cast_storage(x, stype="default") * 2


# %% fn-sparse-cast: F.cast_storage to row_sparse and back
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.cast_storage(F.cast_storage(x, stype="row_sparse"), stype="default") * 2


# %% fn-sparse-dot: F.sparse.dot
# inputs: [(2, 3), (3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.sparse.dot(x, y) * 2


# %% fn-sparse-multiply: F.sparse.multiply
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.sparse.multiply(x, y)  # breaks here


# %% fn-sparse-where: F.sparse.elemwise_add
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.sparse.elemwise_add(x, y)


# %% fn-image-normalize: F.image.normalize
# inputs: [('pos', (2, 3, 4, 4))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.image.normalize(x, mean=(0.5, 0.5, 0.5), std=(0.1, 0.2, 0.3))


# %% fn-image-flip: F.image.flip_left_right
# inputs: [('pos', (5, 4, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.image.flip_left_right(x) * 2


# %% fn-potrf: F.linalg.potrf and sumlogdiag
# inputs: [(3, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.linalg.sumlogdiag(F.linalg.potrf(F.dot(x, x, transpose_b=True) + F.eye(3)))


# %% fn-trian: F.linalg.extracttrian and maketrian
# inputs: [(2, 3, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.linalg.maketrian(F.linalg.extracttrian(x)) * 2


# %% fn-inverse: F.linalg.inverse
# inputs: [(3, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.linalg.inverse(F.dot(x, x, transpose_b=True) + F.eye(3))


# %% fn-box-iou: F.contrib.box_iou
# inputs: [('pos', (2, 4)), ('pos', (3, 4))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b):
        return F.contrib.box_iou(a, b) * 2


# %% fn-quadratic: F.contrib.quadratic
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.quadratic(x, a=1, b=2, c=3)


# %% fn-gradient-multiplier: F.contrib.gradientmultiplier
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.gradientmultiplier(x, scalar=-1.0) * 2


# %% fn-isnan: F.contrib.isnan
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.where(F.contrib.isnan(x), F.zeros_like(x), x)  # breaks here


# %% fn-zipfian: F.contrib.rand_zipfian
# inputs: [('i', (4,), 0, 5, 'float32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        sampled, count_true, count_sampled = F.contrib.rand_zipfian(x, 3, 5)
        return sampled * 0, count_true


# %% fn-round-ste: F.contrib.round_ste
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.round_ste(x) + F.contrib.sign_ste(x)


# %% fn-ctc: F.CTCLoss
# inputs: [(4, 2, 5), ('i', (2, 2), 1, 4, 'float32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, l):
        return F.CTCLoss(x, l) * 2


# %% fn-sequence-last: F.SequenceLast and SequenceReverse with lengths
# inputs: [(4, 2, 3), ('i', (2,), 1, 4, 'int32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, n):
        return F.SequenceLast(x, n, use_sequence_length=True) + F.SequenceReverse(x, n, True).sum(axis=0)


# %% fn-regression-output: F.LinearRegressionOutput
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.LinearRegressionOutput(x, y)


# %% fn-smooth-l1: F.smooth_l1 and softmax with a temperature
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.smooth_l1(x, scalar=2.0) + F.softmax(x, axis=1, temperature=2.0)


# %% fn-softmax-length: F.softmax with use_length
# inputs: [(2, 3), ('i', (2,), 1, 3, 'int32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, n):
        return F.softmax(x, n, axis=1, use_length=True)


# %% fn-grid: F.GridGenerator and BilinearSampler
# inputs: [('pos', (2, 1, 4, 4)), (2, 6)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, t):
        return F.BilinearSampler(x, F.GridGenerator(t, transform_type="affine", target_shape=(4, 4)))


# %% fn-crop-like: F.Crop to the size of another tensor
# inputs: [(2, 1, 5, 5), (2, 1, 3, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.Crop(x, y, num_args=2) * 2


# %% fn-im2col: F.im2col
# inputs: [(2, 1, 4, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.im2col(x, kernel=(2, 2)) * 2


# %% fn-all-finite: F.all_finite
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.all_finite(x) * 2


# %% fn-erfinv: F.erf, F.erfinv, F.gammaln, F.gamma
# inputs: [('pos', (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.erf(x) + F.erfinv(x / 2) + F.gammaln(x) + F.gamma(x)


# %% fn-random-shapes: F.random.gamma, poisson and exponential with shapes
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.random.gamma(2, 1, shape=(1, 3)) + F.random.exponential(1.0, shape=(1, 3)))


# %% fn-random-randint: F.random.randint without a shape
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.random.randint(0, 5).astype("float32").reshape((1, 1)))


# %% fn-random-tensors: F.sample_uniform by row
# inputs: [('pos', (2,)), ('pos', (2,))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b):
        return F.sample_uniform(a, a + b, shape=(3,)) * 2


# %% fn-unravel: F.unravel_index and ravel_multi_index
# inputs: [('i', (4,), 0, 6, 'float32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.ravel_multi_index(F.unravel_index(x, shape=(2, 3)), shape=(2, 3)) * 2


# %% fn-partial-clip: functools.partial of an operator
# inputs: [(2, 3)]
# works
import functools


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        squash = functools.partial(F.clip, a_min=0, a_max=1)
        return squash(x) * 2


# %% fn-variable: F.Variable behind a check of F
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        c = F.Variable("c", shape=(1,), init=mx.init.One()) if F is mx.sym else F.ones((1,))
        return F.broadcast_mul(x, c)


# %% fn-f-nd-alias: mx.nd.concat of two tensors
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return mx.nd.concat(x, y, dim=1)  # breaks here


# %% fn-positional: operators with their arguments by position
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.repeat(F.flip(F.SwapAxis(F.tile(x, (1, 2)), 0, 1), 1), 2, 1), F.sum(F.norm(x, 1, 1), 0, True)


# %% fn-dot-transposed: F.dot with transposed by position
# inputs: [(2, 3), (2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.dot(x, y, True) * 2


# %% fn-softmax-axis: F.softmax with axis and dtype by name
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.softmax(x, axis=0, dtype="float64").astype("float32") + F.softmin(x, axis=0)


# %% fn-relu-none: F.relu(x, None)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x, None) * 2


# %% fn-named: F.relu(x, name=...)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x, name="act") * 2


# %% fn-sparse-array: F.sparse.csr_matrix
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sparse.dot(F.sparse.csr_matrix((2, 2)), x)  # breaks here


# %% fn-sparse-square: F.sparse functions that both have
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sparse.square(x) + F.sparse.relu(x) + F.sparse.sum(x, axis=1, keepdims=True).broadcast_like(x)


# %% fn-adaptive: F.contrib.AdaptiveAvgPooling2D and BilinearResize2D
# inputs: [(2, 1, 4, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.BilinearResize2D(F.contrib.AdaptiveAvgPooling2D(x, output_size=2), height=4, width=4)


# %% fn-roi-align: F.contrib.ROIAlign
# inputs: [('pos', (1, 1, 6, 6)), ('pos', (3, 4))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, b):
        boxes = F.concat(F.zeros_like(b).slice_axis(axis=1, begin=0, end=1), b, dim=1)
        return F.contrib.ROIAlign(x, boxes, (2, 2), 1.0)


# %% fn-selfatt: F.contrib.interleaved_matmul_selfatt_qk
# inputs: [(4, 2, 12)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.interleaved_matmul_selfatt_qk(x, heads=2) * 2


# %% fn-prior: F.contrib.MultiBoxPrior, its first row
# inputs: [(2, 1, 4, 4)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.MultiBoxPrior(x, sizes=(0.5,), ratios=(1,))[0] * 2


# %% fn-adam-update: F.adam_update
# inputs: [(2, 3), (2, 3), (2, 3), ('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, w, g, m, v):
        return F.adam_update(w, g, m, v, lr=0.1) * 2  # breaks here


# %% fn-signsgd: F.signsgd_update
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, w, g):
        return F.signsgd_update(weight=w, grad=g, lr=0.1) * 2  # breaks here


# %% fn-uniform-alias: F.uniform and F.random_uniform with a shape
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.uniform(0, 1, shape=(1, 3)) - F.random_uniform(0, 1, shape=(1, 3)))


# %% fn-multinomial-shape: F.sample_multinomial with a shape
# inputs: [('pos', (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        p = F.broadcast_div(x, x.sum(axis=1, keepdims=True))
        return F.sample_multinomial(p, shape=2) * 2


# %% fn-choose: F.choose_element_0index
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, i):
        return F.choose_element_0index(x, i) * 2


# %% fn-batchnorm-stats: F.BatchNorm, its mean and deviation
# inputs: [(2, 3), (3,), (3,)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, g, b):
        out, mean, deviation = F.BatchNorm(x, g, b, F.zeros((3,)), F.ones((3,)), output_mean_var=True)  # breaks here
        return out * 2, mean, deviation


# %% fn-embedding-table: F.Embedding of a kept table
# inputs: [('i', (2, 3), 0, 4, 'int32')]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(4, 2))

    def hybrid_forward(self, F, x, w):
        return F.Embedding(x, w, input_dim=4, output_dim=2) * 2


# %% fn-load-json: a graph loaded in the body
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = mx.sym.load_json(mx.sym.relu(mx.sym.var("data")).tojson())
        return x * len(y.list_arguments())


# %% fn-logical-scalar: F.broadcast_like and broadcast_axis
# inputs: [(2, 3), (2, 1)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x + F.broadcast_like(y, x) + F.broadcast_axis(y, axis=1, size=3)


# %% fn-prior-doubled: F.contrib.MultiBoxPrior times a number
# inputs: [(2, 1, 4, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.MultiBoxPrior(x, sizes=(0.5,), ratios=(1,)) * 2


# %% fn-arange-like-row: the first of F.contrib.arange_like
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * F.contrib.arange_like(x, axis=1)[0]


# %% fn-detection: F.contrib.MultiBoxDetection, its first row
# inputs: [('pos', (2, 2, 4)), (2, 16), ('pos', (1, 4, 4))]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, c, l, a):
        return F.contrib.MultiBoxDetection(F.softmax(c, axis=1), l, a)[0] + 1


# %% fn-detection-whole: F.contrib.MultiBoxDetection as a whole
# inputs: [('pos', (2, 2, 4)), (2, 16), ('pos', (1, 4, 4))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, c, l, a):
        return F.contrib.MultiBoxDetection(F.softmax(c, axis=1), l, a) * 2


# %% fn-where-numbers: F.where of a comparison, twice
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.where(x > 0, F.where(x > 1, x * 2, x * 3), -x)


# %% fn-squeeze-none: F.squeeze without an axis of a reduced tensor
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.squeeze(x.sum(axis=1, keepdims=True), axis=1) * 2


# %% fn-topk-value-row: values of topk, the first row
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.topk(x, k=2, ret_typ="value")[0] * 2


# %% fn-sort-then-slice: F.sort, then a slice_axis
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.slice_axis(F.sort(x, axis=1), axis=1, begin=0, end=2)


# %% fn-sort-default: F.sort(x)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sort(x) * 2


# %% fn-argsort-default: F.argsort(x) without an axis
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.argsort(x) * 2


# %% fn-embedding-index: an embedding looked up by a column
# inputs: [('i', (2, 3), 0, 4, 'int32')]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Embedding(4, 5)

    def hybrid_forward(self, F, x):
        return self.d(x[:, 0]) * 2  # breaks here


# %% fn-embedding-column: an embedding looked up by a column, by slice_axis
# inputs: [('i', (2, 3), 0, 4, 'int32')]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Embedding(4, 5)

    def hybrid_forward(self, F, x):
        return self.d(F.slice_axis(x, axis=1, begin=0, end=1)) * 2


# %% fn-concat-children: children's outputs together, a list comprehension
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.e = nn.Dense(2, in_units=3)

    def hybrid_forward(self, F, x):
        return F.concat(*[layer(x) for layer in (self.d, self.e)], dim=1)


# %% fn-linalg-gemm: F.linalg.gemm with numbers
# inputs: [(2, 3), (3, 4), (2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b, c):
        return F.linalg.gemm(a, b, c, alpha=2.0, beta=0.5)


# %% fn-linalg-trsm: F.linalg.trsm and trmm
# inputs: [(3, 3), (3, 2)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b):
        lower = F.linalg.potrf(F.dot(a, a, transpose_b=True) + F.eye(3))
        return F.linalg.trsm(lower, b) + F.linalg.trmm(lower, b)


# %% fn-linalg-syrk: F.linalg.syrk and extractdiag
# inputs: [(3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.linalg.extractdiag(F.linalg.syrk(x, alpha=1.0)) * 2


# %% fn-linalg-slogdet: both outputs of slogdet
# inputs: [(3, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        sign, log = F.linalg.slogdet(F.dot(x, x, transpose_b=True) + F.eye(3))
        return F.BlockGrad(sign) * log


# %% fn-batch-dot-mask: attention with a mask by numbers
# inputs: [(2, 4, 3), (2, 4, 3), ('bin', (2, 4, 4))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, q, k, m):
        scores = F.batch_dot(q, k, transpose_b=True) / 3**0.5
        return F.batch_dot(F.softmax(scores - 1e9 * (1 - m)), k)


# %% fn-masked-fill: scores written where a mask is set
# inputs: [(2, 4, 4), ('bin', (2, 4, 4))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, m):
        scores = x * 2
        scores[m > 0] = -1e9  # breaks here
        return F.softmax(scores)


# %% fn-sequence-mask-value: F.SequenceMask by name over axis 1
# inputs: [(2, 4, 3), ('i', (2,), 1, 4, 'int32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, n):
        return F.SequenceMask(x, sequence_length=n, use_sequence_length=True, value=-1.0, axis=1) * 2


# %% fn-gather: F.gather_nd with stacked indices
# inputs: [(2, 3), ('i', (2,), 0, 3, 'int32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, i):
        rows = F.contrib.arange_like(x, axis=0).astype("int32")
        return F.gather_nd(x, F.stack(rows, i)) * 2


# %% fn-gather-nd-range: indices made with nd.arange
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, i):
        return F.gather_nd(x, F.stack(nd.arange(2), i)) * 2  # breaks here


# %% fn-group-conv: F.Convolution without a bias by position
# inputs: [(2, 4, 5, 5), (4, 2, 3, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, w):
        return F.Convolution(x, w, None, kernel=(3, 3), num_filter=4, num_group=2, no_bias=True)


# %% fn-pad-reflect: F.pad with reflection
# inputs: [(2, 1, 4, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.pad(x, mode="reflect", pad_width=(0, 0, 0, 0, 1, 1, 1, 1)) * 2


# %% fn-pooling-shape: pooled over the height that the shape tells
# inputs: [(2, 1, 4, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.Pooling(x, kernel=(x.shape[2], 1), pool_type="max")  # breaks here


# %% fn-roi: F.ROIPooling
# inputs: [('pos', (1, 1, 6, 6)), ('pos', (3, 5))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, b):
        return F.ROIPooling(x, b * 0, pooled_size=(2, 2), spatial_scale=1.0) * 2


# %% fn-upsample: F.UpSampling by a number of the block, F.contrib.BilinearResize2D by a shape
# inputs: [(2, 1, 4, 4), (2, 1, 8, 8)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.contrib.BilinearResize2D(x, height=y.shape[2], width=y.shape[3]) + y  # breaks here


# %% fn-crop-center: F.slice with numbers computed from attributes
# inputs: [(2, 1, 6, 6)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = 4

    def hybrid_forward(self, F, x):
        margin = (6 - self.k) // 2
        return F.slice(x, begin=(None, None, margin, margin), end=(None, None, margin + self.k, margin + self.k))


# %% fn-norm-axis: x / its norm, kept, with broadcast_div
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_div(x, F.norm(x, axis=-1, keepdims=True) + 1e-6)


# %% fn-norm-plain: x / its norm, kept
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / (F.norm(x, axis=-1, keepdims=True) + 1e-6)


# %% fn-instance-norm: F.InstanceNorm, its first row
# inputs: [(2, 3, 4), (3,), (3,)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x, g, b):
        return F.InstanceNorm(x, g, b)[0] * 2


# %% fn-l2: F.L2Normalization, then [..., 0]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.L2Normalization(x)[..., 0]  # breaks here


# %% fn-cumsum: F.cumsum
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.cumsum(x, axis=1) * 2


# %% fn-random-like: F.random.uniform_like and normal_like
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.random.uniform_like(data=x, low=0, high=1) * 0


# %% fn-random-poisson: F.random.poisson of tensors
# inputs: [('pos', (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.random.poisson(x, shape=(2,)) * 0 + 1


# %% fn-random-tensor-loc: F.random.normal of tensors without a shape
# inputs: [(2, 3), ('pos', (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.random.normal(x, y) * 0 + 1


# %% fn-random-no-shape-added: x plus F.random.exponential without a shape
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.random.exponential(1.0) * 0)


# %% fn-dropout-axes: F.Dropout over axes
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.Dropout(x, p=0.0, axes=(1,)) * 2


# %% fn-custom-name: operators with names, one twice
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x, name="one") + F.tanh(x, name="two")


# %% fn-while-loop-states: while_loop for its last state
# inputs: [('pos', (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        _, state = F.contrib.while_loop(
            lambda i, s: i < 3, lambda i, s: ([], [i + 1, s * 2]), [F.zeros((1,)), x], max_iterations=5
        )
        return state[1] * 2


# %% fn-foreach-two: foreach over two inputs with two states
# inputs: [(3, 2, 4), (3, 2, 4), (2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y, h):
        def step(data, states):
            a, b = data
            return a * b + states[0], [states[0] + a]

        out, states = F.contrib.foreach(step, [x, y], [h])
        return out * 2, states[0]


# %% fn-foreach-index: foreach, its last output by index
# inputs: [(3, 2, 4), (2, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, h):
        out, _ = F.contrib.foreach(lambda d, s: (d + s[0], [d + s[0]]), x, [h])
        return out[-1] * 2  # breaks here


# %% fn-cond-float: cond on a comparison of a mean
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.cond(x.mean() > 0, lambda: x * 2, lambda: x * 3)


# %% fn-cond-python: cond on a Python comparison
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = 2

    def hybrid_forward(self, F, x):
        return F.contrib.cond(self.k > 1, lambda: x * 2, lambda: x * 3)  # breaks here
