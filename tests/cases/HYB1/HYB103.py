"""Blocks that HYB103 reports, and blocks like them that work."""

import enum
import functools
import itertools
import os

import mxnet as mx
import numpy as np
from mxnet import gluon
from mxnet.gluon import HybridBlock, nn

# %% activations-written-while-forward-runs
# inputs: [(2, 3)]
import os


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.tanh(x)
        F.save(os.devnull, y)  # HYB103 # breaks: trace
        return y

# %% add-by-name: F.add with arguments by name
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.add(lhs=x, rhs=2)  # HYB103 # breaks: trace

# %% add-f-add-mul-f-broadcast_mul-mul
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return {'add': F.add, 'mul': F.broadcast_mul}['mul'](x, x)  # HYB103 # breaks: trace

# %% add-f-add-mul-f-multiply-op
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.op = "add"

    def hybrid_forward(self, F, x, y):
        return {"add": F.add, "mul": F.multiply}[self.op](x, y)  # HYB103 # breaks: trace

# %% add-with-unpacked-arguments
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        pair = (x, 2)
        return F.add(*pair)  # HYB103 # breaks: trace

# %% causal-mask-made-by-numpy-from-the-length
# inputs: [(2, 4, 6)]
class Net(HybridBlock):
    def __init__(self, units=6, **kwargs):
        super().__init__(**kwargs)
        self._scale = units**-0.5
        with self.name_scope():
            self.qkv = nn.Dense(3 * units, flatten=False)

    def _causal(self, F, n):
        return F.array(np.tril(np.ones((n, n), dtype="float32")))  # HYB103 # breaks: trace

    def hybrid_forward(self, F, x):
        q, k, v = F.split(self.qkv(x), num_outputs=3, axis=2)
        score = F.batch_dot(q, k, transpose_b=True) * self._scale
        mask = F.broadcast_like(F.expand_dims(self._causal(F, 4), 0), score)
        score = F.where(mask, score, F.ones_like(score) * -1e9)
        return F.batch_dot(F.softmax(score), v)

# %% centre-loss-that-divides-by-how-many-samples-a-class-has
# inputs: [(2, 4), ('i', (2,), 0, 3, 'float32')]
class Net(gluon.loss.Loss):
    def __init__(self, num_classes=3, feature_size=4, lmbd=0.5, **kwargs):
        super(Net, self).__init__(None, 0, **kwargs)
        self._lmbda = lmbd
        self._num_classes = num_classes
        self.centers = nn.Embedding(num_classes, feature_size)

    def hybrid_forward(self, F, output, label):
        hist = F.array([float((label.asnumpy() == c).sum()) + 1 for c in range(self._num_classes)])  # HYB102, HYB103 # breaks: trace
        count = F.take(hist, label)
        diff = output - self.centers(label)
        loss = self._lmbda * 0.5 * F.sum(F.square(diff), axis=1) / count
        return F.mean(loss, axis=0, exclude=True)

# %% channels-moved-to-the-end
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x = F.moveaxis(x, 1, 2)  # HYB103 # breaks: trace
        return F.softmax(x)

# %% concatenate-with-unpacked-arguments
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        args = ([x, y], 1)
        return F.concatenate(*args)  # HYB103 # breaks: trace

# %% constant-of-numbers-by-f-array
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        weights = F.array([0.2, 0.3, 0.5])  # HYB103 # breaks: trace
        return F.broadcast_mul(x, weights)

# %% counts-drawn-by-a-function-that-no-graph-has
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.np.random.multinomial(1, [0.0, 0.0, 1.0])  # HYB103 # breaks: trace

# %% del-of-a-dictionarys-item-then-an-array-from-numpy
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        cache = {"x": x, "y": F.tanh(x)}
        del cache["x"]
        return F.broadcast_mul(cache["y"], F.array(np.arange(3)))  # HYB103 # breaks: trace

# %% enums-value-names-an-nd-only-operator
# inputs: [(2, 3), (2, 3)]
import enum


class Op(enum.Enum):
    ADD = "add"


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return getattr(F, Op.ADD.value)(x, y)  # HYB103 # breaks: trace

# %% f-adam_update
# inputs: [(2, 3), (2, 3), (2, 3), ('pos', (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, w, g, m, v):
        return F.adam_update(w, g, m, v, lr=0.1) * 2  # HYB103 # breaks: trace

# %% f-add-x-1-if-hasattr-f-relu
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.add(x, 1) if hasattr(F, 'relu') else x + 1  # HYB103 # breaks: trace

# %% f-array-of-a-list
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, F.array([[1.0, 2.0, 3.0]]))  # HYB103 # breaks: trace

# %% f-array-of-python-numbers
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, F.array([[1, 2, 3]]))  # HYB103 # breaks: trace

# %% f-cachedop-is-not-none-and-x-2
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.CachedOp is not None and x * 2  # HYB103 # breaks: trace

# %% f-concatenate-x-y-axis-1
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.concatenate([x, y], axis=1)  # HYB103 # breaks: trace

# %% f-contrib-isinf-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.isinf(x)  # HYB103 # breaks: trace

# %% f-contrib-isnan
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.where(F.contrib.isnan(x), F.zeros_like(x), x)  # HYB103 # breaks: trace

# %% f-contrib-isnan-x-fn
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.isnan(x)  # HYB103 # breaks: trace

# %% f-divide-of-two-tensors
# inputs: [("pos", (2, 3)), ("pos", (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, pred, target):
        ratio = F.divide(pred, target)  # HYB103 # breaks: trace
        return F.log(ratio)

# %% f-divide-x-y
# inputs: [('pos', (2, 3)), ('pos', (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.divide(x, y)  # HYB103 # breaks: trace

# %% f-greater_equal
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.greater_equal(x, 0.0) * x  # HYB103 # breaks: trace # fix: return (x >= 0.0) * x

# %% f-greater_equal-x-y
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.greater_equal(x, y)  # HYB103 # breaks: trace

# %% f-modulo-x-y
# inputs: [('pos', (2, 3)), ('pos', (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.modulo(x, y)  # HYB103 # breaks: trace

# %% f-moveaxis
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.moveaxis(x, 1, 2)  # HYB103 # breaks: trace

# %% f-moveaxis-fn
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.moveaxis(x, 1, 2) * 2  # HYB103 # breaks: trace

# %% f-moveaxis-x-0-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.moveaxis(x, 0, 1)  # HYB103 # breaks: trace

# %% f-ndarray-sum-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.NDArray.sum(x)  # HYB103 # breaks: trace

# %% f-save-dev-null-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        F.save("/dev/null", [x * 1])  # HYB103 # breaks: trace
        return x * 2

# %% f-save-fn
# inputs: [(2, 3)]
import os
import tempfile


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        F.save(os.path.join(tempfile.gettempdir(), "api-case"), [x])  # HYB103 # breaks: trace
        return x * 2

# %% f-save-fn-2
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        F.save(os.devnull, x)  # HYB103 # breaks: trace
        return x * 2

# %% f-sgd_mom_update-changes-the-momentum
# inputs: [(2, 3), (2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, g, m):
        w = F.sgd_mom_update(x, g, m, lr=0.1, momentum=0.9)  # HYB103 # breaks: trace
        return w + m

# %% f-sgd_update
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, g):
        return F.sgd_update(x, g, lr=0.1) * 2  # HYB103 # breaks: trace

# %% f-sgd_update-w-g-lr-1
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.sgd_update(x * 1, y, lr=0.1)  # HYB103 # breaks: trace

# %% f-sgd_update-w-x-lr-0-1-out-w
# inputs: [(1, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        F.sgd_update(w, x, lr=0.1, out=w)  # HYB103 # breaks: trace
        return F.broadcast_mul(x, w)

# %% f-signsgd_update
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, w, g):
        return F.signsgd_update(weight=w, grad=g, lr=0.1) * 2  # HYB103 # breaks: trace

# %% f-sparse-csr_matrix-fn-array
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sparse.dot(F.sparse.csr_matrix((2, 2)), x)  # HYB103 # breaks: trace

# %% f-sparse-csr_matrix-fn-sp-array
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sparse.csr_matrix((2, 3))  # HYB103 # breaks: trace

# %% f-sparse-multiply-x-y-fn
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.sparse.multiply(x, y)  # HYB103 # breaks: trace

# %% f-sparse-row_sparse_array-2-3
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sparse.row_sparse_array((2, 3))  # HYB103 # breaks: trace

# %% f-sparse-subtract-x-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sparse.subtract(x, 1)  # HYB103 # breaks: trace

# %% f-true_divide
# inputs: [(2, 3), ('pos', (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.true_divide(x, y)  # HYB103 # breaks: trace

# %% f-true_divide-x-y
# inputs: [('pos', (2, 3)), ('pos', (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.true_divide(x, y)  # HYB103 # breaks: trace

# %% f-waitall-between-two-operators
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.relu(x)
        F.waitall()  # HYB103 # breaks: trace
        return y + 1

# %% f-waitall-fn
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 2
        F.waitall()  # HYB103 # breaks: trace
        return y

# %% f-waitall-fn-2
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        F.waitall()  # HYB103 # breaks: trace
        return x * 2

# %% isfinite-of-a-sum
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.isfinite(x + 1) * 2  # HYB103 # breaks: trace

# %% isnan-in-a-product
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return 1 - F.contrib.isnan(x) * 2  # HYB103 # breaks: trace

# %% logical-and-with-a-number: F.logical_and with a number
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.logical_and(x, 1)  # HYB103 # breaks: trace

# %% moveaxis-by-name
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.moveaxis(x, source=1, destination=2)  # HYB103 # breaks: trace

# %% moveaxis-over-two-axes
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.moveaxis(x, 0, 2)  # HYB103 # breaks: trace

# %% moveaxis-to-the-end
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.moveaxis(x, 0, -1)  # HYB103 # breaks: trace

# %% name-of-an-operator-of-mx-nd-alone-with-which-a-child-is-made
# inputs: [(2, 3), (2, 3)]
class Join(HybridBlock):
    def __init__(self, how, **kwargs):
        super(Join, self).__init__(**kwargs)
        self.how = how

    def hybrid_forward(self, F, x, y):
        return getattr(F, self.how)(x, y)  # HYB103 # breaks: trace


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.j = Join("subtract")

    def hybrid_forward(self, F, x, y):
        return self.j(x, y)

# %% numpy-on-what-f-arange-gives
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.array(np.arange(3).reshape((1, 3))))  # HYB103 # breaks: trace

# %% onehot-encode-by-name: onehot_encode with an argument by name
# inputs: [(2,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.onehot_encode(x, out=F.zeros((2, 3)))  # HYB103 # breaks: trace

# %% onehot-encode-into-ones
# inputs: [(2,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.onehot_encode(x, F.ones((2, 3)))  # HYB103 # breaks: trace

# %% onehot-encode-into-zeros-like: onehot_encode into zeros_like
# inputs: [(2,), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.onehot_encode(x, F.zeros_like(y))  # HYB103 # breaks: trace

# %% operator-by-the-name-of-a-default
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def __init__(self, how="add", **kwargs):
        super().__init__(**kwargs)
        self.how = how

    def hybrid_forward(self, F, x, y):
        operator = getattr(F, self.how)  # HYB103 # breaks: trace
        return operator(x, y)

# %% ops-self-kind-f
# inputs: [(2, 3), (2, 3)]
OPS = {"sum": "add", "prod": "multiply"}


class Net(HybridBlock):
    def __init__(self, kind="prod", **kwargs):
        super().__init__(**kwargs)
        self.kind = kind

    def hybrid_forward(self, F, x, y):
        return getattr(F, OPS[self.kind])(x, y)  # HYB103 # breaks: trace

# %% partial-of-add: functools.partial of F.add
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return functools.partial(F.add, x)(y)  # HYB103 # breaks: trace

# %% partial-of-moveaxis: functools.partial of F.moveaxis
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return functools.partial(F.moveaxis, x)(0, 1)  # HYB103 # breaks: trace

# %% phases-by-f-modulo
# inputs: [("pos", (2, 3)), ("pos", (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, time, period):
        phase = F.modulo(time, period + 1)  # HYB103 # breaks: trace
        return F.sin(phase)

# %% places-that-are-not-zero-as-mx-np-has-them
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.np.nonzero(x)[0]  # HYB103 # breaks: trace

# %% reduce-of-add: functools.reduce of F.add
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return functools.reduce(F.add, [x, y])  # HYB103 # breaks: trace

# %% shape-of-an-array-as-a-function-of-mx-np
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * F.np.shape(x)[1]  # HYB103 # breaks: trace

# %% starmap-of-add: itertools.starmap of F.add
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        a, = itertools.starmap(F.add, [(x, y)])  # HYB103 # breaks: trace
        return a * 2

# %% subtract-from-a-number-in-a-product
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return 3 * F.subtract(2, x) ** 2  # HYB103 # breaks: trace

# %% true_divide-by-a-count
# inputs: [("pos", (2, 3)), ("pos", (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, total, count):
        return F.true_divide(total, count + 1)  # HYB103 # breaks: trace

# %% two-children-one-of-them-made-with-an-operator-of-mx-nd-alone
# inputs: [(2, 3), (2, 3)]
class Join(HybridBlock):
    def __init__(self, how, **kwargs):
        super(Join, self).__init__(**kwargs)
        self.how = how

    def hybrid_forward(self, F, x, y):
        return getattr(F, self.how)(x, y)  # HYB103 # breaks: trace


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.j = Join("broadcast_sub")
        self.k = Join("logical_or")

    def hybrid_forward(self, F, x, y):
        return self.j(x, y) + self.k(x, y)

# %% two-halves-glued-by-concatenate
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b):
        return F.concatenate([a, b], axis=1)  # HYB103 # breaks: trace

# %% two-masks-joined
# inputs: [("bin", (2, 3)), ("bin", (2, 3)), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, valid, seen, x):
        both = F.logical_and(valid, seen)  # HYB103 # breaks: trace
        return x * both

# %% value-of-an-enumerations-member-a-default-names-an-operator
# inputs: [(2, 3), (2, 3)]
import enum


class Op(enum.Enum):
    ADD = "add"
    MUL = "broadcast_mul"


class Net(HybridBlock):
    def __init__(self, op=Op.ADD, **kwargs):
        super().__init__(**kwargs)
        self.op = op

    def hybrid_forward(self, F, x, y):
        return getattr(F, self.op.value)(x, y)  # HYB103 # breaks: trace

# %% x-f-array-self-w
# inputs: [(3,)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.w = [1.0, 2.0, 3.0]

    def hybrid_forward(self, F, x):
        return x * F.array(self.w)  # HYB103 # breaks: trace

# %% zip-of-a-tensor-and-the-list-of-childrens-scales
# inputs: [(3, 4)]
# needs: callers
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scales = [1.0, 2.0, 3.0]

    def hybrid_forward(self, F, x):
        return F.add_n(*[row * scale for scale, row in zip(self.scales, x)])  # breaks: values

# %% causal-mask-from-counted-steps
# inputs: [(2, 4, 6)]
# clean
class Net(HybridBlock):
    def __init__(self, units=6, **kwargs):
        super().__init__(**kwargs)
        self._scale = units**-0.5
        with self.name_scope():
            self.qkv = nn.Dense(3 * units, flatten=False)

    def _causal(self, F, x):
        steps = F.contrib.arange_like(x, axis=1)
        return F.broadcast_lesser_equal(steps.reshape((1, -1)), steps.reshape((-1, 1)))

    def hybrid_forward(self, F, x):
        q, k, v = F.split(self.qkv(x), num_outputs=3, axis=2)
        score = F.batch_dot(q, k, transpose_b=True) * self._scale
        mask = F.broadcast_like(F.expand_dims(self._causal(F, x), 0), score)
        score = F.where(mask, score, F.ones_like(score) * -1e9)
        return F.batch_dot(F.softmax(score), v)

# %% channels-moved-to-the-end-by-transpose
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x = F.transpose(x, axes=(0, 2, 1))
        return F.softmax(x)

# %% enum-chooses-the-operator
# inputs: [(2, 3)]
# clean
class Activation(enum.Enum):
    RELU = "relu"
    TANH = "tanh"


class Net(HybridBlock):
    def __init__(self, activation=Activation.TANH, **kwargs):
        super().__init__(**kwargs)
        self.activation = activation

    def hybrid_forward(self, F, x):
        return getattr(F, self.activation.value)(x)

# %% f-concat-x-y-dim-1
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.concat(*[x, y], dim=1)

# %% f-contrib-box_iou
# inputs: [('pos', (2, 4)), ('pos', (3, 4))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b):
        return F.contrib.box_iou(a, b) * 2

# %% f-linalg-trmm-a-b
# inputs: [(3, 3), (3, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b):
        return F.linalg.trmm(a, b)

# %% f-sparse-dot
# inputs: [(2, 3), (3, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.sparse.dot(x, y) * 2

# %% f-sparse-dot-x-y
# inputs: [(2, 3), (3, 2)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.sparse.dot(x, y)

# %% f-sparse-elemwise_add
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.sparse.elemwise_add(x, y)

# %% f-stack-by-a-starred-list
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.stack(*[x, y], axis=1) * 2

# %% f-where-x-0-x-0-1-x-0
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.where(x > 0, F.ones_like(x), F.zeros_like(x))

# %% f-zeros-3-fn-int
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.zeros(3).reshape((1, 3)))

# %% function-of-mx-np-that-both-lives-have
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# clean
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.np.flip(x, axis=1) + F.np.fliplr(x)

# %% getattr-f-broadcast-self-op-x-y
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.op = "add"

    def hybrid_forward(self, F, x, y):
        return getattr(F, "broadcast_" + self.op)(x, y)

# %% item-of-a-numpy-array-attribute
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = np.array([1.0, 2.0, 3.0], dtype="float32")

    def hybrid_forward(self, F, x):
        return x * self.c[1] + self.c.sum()

# %% name-of-an-operator-of-both-with-which-a-child-is-made
# inputs: [(2, 3), (2, 3)]
# clean
class Join(HybridBlock):
    def __init__(self, how, **kwargs):
        super(Join, self).__init__(**kwargs)
        self.how = how

    def hybrid_forward(self, F, x, y):
        return getattr(F, self.how)(x, y)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.j = Join("broadcast_sub")

    def hybrid_forward(self, F, x, y):
        return self.j(x, y)

# %% names-of-operators-by-a-key-that-is-not-known
# inputs: [(2, 3), (2, 3)]
# clean
# ctor: {'kind': 'a'}
class Net(HybridBlock):
    def __init__(self, kind, **kwargs):
        super().__init__(**kwargs)
        self.kind = kind

    def hybrid_forward(self, F, x, y):
        return getattr(F, {"a": "broadcast_add", "b": "broadcast_sub"}[self.kind])(x, y)

# %% names-of-operators-in-a-list-by-a-default
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, kind=1, **kwargs):
        super().__init__(**kwargs)
        self.kind = kind

    def hybrid_forward(self, F, x, y):
        return getattr(F, ["broadcast_add", "broadcast_mul"][self.kind])(x, y)

# %% norms-of-several-arrays
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b):
        return F.stack(*[F.norm(t, axis=1) for t in (a, b)], axis=1)

# %% np-swapaxes-x-0-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.swapaxes(x, 0, 1)

# %% np-where-of-python-numbers
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = [1.0, 2.0]

    def hybrid_forward(self, F, x):
        return x * float(np.where(np.array(self.k) > 1, 2.0, 3.0).sum())

# %% operator-by-the-name-of-a-default-both-have-it
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, how="add", **kwargs):
        super().__init__(**kwargs)
        self.how = how

    def hybrid_forward(self, F, x, y):
        return getattr(F, "broadcast_" + self.how)(x, y)

# %% operator-of-contrib-by-a-table
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, kind="gelu", **kwargs):
        super().__init__(**kwargs)
        self.kind = kind

    def hybrid_forward(self, F, x):
        table = {"gelu": "div_sqrt_dim", "quad": "quadratic"}
        return getattr(F.contrib, table[self.kind])(x)

# %% operator-that-both-have
# inputs: [(2, 3), (2, 3)]
# clean
import enum


class Op(enum.Enum):
    ADD = "add"
    MUL = "broadcast_mul"
    TWO = 2


class Net(HybridBlock):
    def __init__(self, op=Op.MUL, **kwargs):
        super().__init__(**kwargs)
        self.op = op

    def hybrid_forward(self, F, x, y):
        return getattr(F, self.op.value)(x, y) * Op.TWO.value

# %% places-that-are-not-zero-as-mx-npx-has-them-in-both-lives
# inputs: [('pos', (2, 3))]
# call: net(xs[0].as_np_ndarray())
# clean
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.npx.nonzero(x)

# %% same-by-broadcast_div
# inputs: [("pos", (2, 3)), ("pos", (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, pred, target):
        ratio = F.broadcast_div(pred, target)
        return F.log(ratio)

# %% same-numbers-as-a-constant-parameter
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.weights = self.params.get_constant("weights", [[0.2, 0.3, 0.5]])

    def hybrid_forward(self, F, x, weights):
        return F.broadcast_mul(x, weights)

# %% sum-x-y-1-0
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return sum([x, y], 1.0)

# %% tuple-handed-to-a-child-which-stays-one
# inputs: [(2, 3)]
# clean
class Join(HybridBlock):
    def hybrid_forward(self, F, x, feats):
        return F.concat(*((x,) + feats), dim=1)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.j = Join()

    def hybrid_forward(self, F, x):
        return self.j(x, (x * 2, x * 3))

# %% two-masks-joined-by-broadcast_logical_and
# inputs: [("bin", (2, 3)), ("bin", (2, 3)), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, valid, seen, x):
        both = F.broadcast_logical_and(valid, seen)
        return x * both

# %% x-x-as-a-mask
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.where(x != x, F.zeros_like(x), x)
