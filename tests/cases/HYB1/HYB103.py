"""Blocks that HYB103 reports, and blocks like them that work."""

import enum
import functools
import itertools
import os

import mxnet as mx
import numpy as np
from mxnet import gluon
from mxnet.gluon import HybridBlock, nn

# %% activations-written-while-forward-runs: activations written while forward runs
# inputs: [(2, 3)]
# breaks: trace
import os


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.tanh(x)
        F.save(os.devnull, y)  # breaks here
        return y

# %% add-by-name: F.add with arguments by name
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.add(lhs=x, rhs=2)  # breaks here

# %% add-f-add-mul-f-broadcast_mul-mul: {'add': F.add, 'mul': F.broadcast_mul}['mul']
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return {'add': F.add, 'mul': F.broadcast_mul}['mul'](x, x)  # breaks here

# %% add-f-add-mul-f-multiply-op: {"add": F.add, "mul": F.multiply}[op]
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.op = "add"

    def hybrid_forward(self, F, x, y):
        return {"add": F.add, "mul": F.multiply}[self.op](x, y)  # breaks here

# %% add-with-unpacked-arguments: F.add with unpacked arguments
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        pair = (x, 2)
        return F.add(*pair)  # breaks here

# %% causal-mask-made-by-numpy-from-the-length: a causal mask made by numpy from the length
# inputs: [(2, 4, 6)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, units=6, **kwargs):
        super().__init__(**kwargs)
        self._scale = units**-0.5
        with self.name_scope():
            self.qkv = nn.Dense(3 * units, flatten=False)

    def _causal(self, F, n):
        return F.array(np.tril(np.ones((n, n), dtype="float32")))  # breaks here

    def hybrid_forward(self, F, x):
        q, k, v = F.split(self.qkv(x), num_outputs=3, axis=2)
        score = F.batch_dot(q, k, transpose_b=True) * self._scale
        mask = F.broadcast_like(F.expand_dims(self._causal(F, 4), 0), score)
        score = F.where(mask, score, F.ones_like(score) * -1e9)
        return F.batch_dot(F.softmax(score), v)

# %% centre-loss-that-divides-by-how-many-samples-a-class-has: centre loss that divides by how many samples a class has
# inputs: [(2, 4), ('i', (2,), 0, 3, 'float32')]
# breaks: trace
class Net(gluon.loss.Loss):
    def __init__(self, num_classes=3, feature_size=4, lmbd=0.5, **kwargs):
        super(Net, self).__init__(None, 0, **kwargs)
        self._lmbda = lmbd
        self._num_classes = num_classes
        self.centers = nn.Embedding(num_classes, feature_size)

    def hybrid_forward(self, F, output, label):
        hist = F.array([float((label.asnumpy() == c).sum()) + 1 for c in range(self._num_classes)])  # breaks here
        count = F.take(hist, label)
        diff = output - self.centers(label)
        loss = self._lmbda * 0.5 * F.sum(F.square(diff), axis=1) / count
        return F.mean(loss, axis=0, exclude=True)

# %% channels-moved-to-the-end: channels moved to the end
# inputs: [(2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x = F.moveaxis(x, 1, 2)  # breaks here
        return F.softmax(x)

# %% concatenate-with-unpacked-arguments: concatenate with unpacked arguments
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        args = ([x, y], 1)
        return F.concatenate(*args)  # breaks here

# %% constant-of-numbers-by-f-array: a constant of numbers by F.array
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        weights = F.array([0.2, 0.3, 0.5])  # breaks here
        return F.broadcast_mul(x, weights)

# %% counts-drawn-by-a-function-that-no-graph-has: counts drawn by a function that no graph has
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# breaks: trace
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.np.random.multinomial(1, [0.0, 0.0, 1.0])  # breaks here

# %% del-of-a-dictionarys-item-then-an-array-from-numpy: del of a dictionary's item, then an array from numpy
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        cache = {"x": x, "y": F.tanh(x)}
        del cache["x"]
        return F.broadcast_mul(cache["y"], F.array(np.arange(3)))  # breaks here

# %% enums-value-names-an-nd-only-operator: an enum's value names an nd-only operator
# inputs: [(2, 3), (2, 3)]
# breaks: trace
import enum


class Op(enum.Enum):
    ADD = "add"


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return getattr(F, Op.ADD.value)(x, y)  # breaks here

# %% f-adam_update: F.adam_update
# inputs: [(2, 3), (2, 3), (2, 3), ('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, w, g, m, v):
        return F.adam_update(w, g, m, v, lr=0.1) * 2  # breaks here

# %% f-add-x-1-if-hasattr-f-relu: F.add(x, 1) if hasattr(F, 'relu')
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.add(x, 1) if hasattr(F, 'relu') else x + 1  # breaks here

# %% f-array-1-2-3: F.array([1, 2, 3])
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, F.array([[1, 2, 3]]))  # breaks here

# %% f-array-of-a-list: F.array of a list
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, F.array([[1.0, 2.0, 3.0]]))  # breaks here

# %% f-array-of-python-numbers: F.array of python numbers
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, F.array([[1, 2, 3]]))  # breaks here

# %% f-cachedop-is-not-none-and-x-2: F.CachedOp is not None and x * 2
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.CachedOp is not None and x * 2  # breaks here

# %% f-concatenate: F.concatenate
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.concatenate([x, y], axis=1)  # breaks here

# %% f-concatenate-fn: F.concatenate
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.concatenate([x, y], axis=1)  # breaks here

# %% f-concatenate-x-y-axis-1: F.concatenate([x, y], axis=1)
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.concatenate([x, y], axis=1)  # breaks here

# %% f-contrib-isinf-x: F.contrib.isinf(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.isinf(x)  # breaks here

# %% f-contrib-isnan: F.contrib.isnan
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.where(F.contrib.isnan(x), F.zeros_like(x), x)  # breaks here

# %% f-contrib-isnan-x-fn: F.contrib.isnan(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.isnan(x)  # breaks here

# %% f-contrib-isnan-x-fn-ct: F.contrib.isnan(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.isnan(x)  # breaks here

# %% f-divide-of-two-tensors: F.divide of two tensors
# inputs: [("pos", (2, 3)), ("pos", (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, pred, target):
        ratio = F.divide(pred, target)  # breaks here
        return F.log(ratio)

# %% f-divide-x-y: F.divide(x, y)
# inputs: [('pos', (2, 3)), ('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.divide(x, y)  # breaks here

# %% f-greater_equal: F.greater_equal
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.greater_equal(x, 0.0) * x  # breaks here

# %% f-greater_equal-x-y: F.greater_equal(x, y)
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.greater_equal(x, y)  # breaks here

# %% f-modulo: F.modulo
# inputs: [('pos', (2, 3)), ('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.modulo(x, y)  # breaks here

# %% f-modulo-ew: F.modulo
# inputs: [('pos', (2, 3)), ('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.modulo(x, y)  # breaks here

# %% f-modulo-x-y: F.modulo(x, y)
# inputs: [('pos', (2, 3)), ('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.modulo(x, y)  # breaks here

# %% f-moveaxis: F.moveaxis
# inputs: [(2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.moveaxis(x, 1, 2)  # breaks here

# %% f-moveaxis-fn: F.moveaxis
# inputs: [(2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.moveaxis(x, 1, 2) * 2  # breaks here

# %% f-moveaxis-x-0-1: F.moveaxis(x, 0, 1)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.moveaxis(x, 0, 1)  # breaks here

# %% f-ndarray-sum-x: F.NDArray.sum(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.NDArray.sum(x)  # breaks here

# %% f-save-dev-null-x: F.save("/dev/null", [x])
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        F.save("/dev/null", [x * 1])  # breaks here
        return x * 2

# %% f-save-fn: F.save
# inputs: [(2, 3)]
# breaks: trace
import os
import tempfile


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        F.save(os.path.join(tempfile.gettempdir(), "api-case"), [x])  # breaks here
        return x * 2

# %% f-save-fn-2: F.save
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        F.save(os.devnull, x)  # breaks here
        return x * 2

# %% f-sgd_mom_update-changes-the-momentum: F.sgd_mom_update changes the momentum
# inputs: [(2, 3), (2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, g, m):
        w = F.sgd_mom_update(x, g, m, lr=0.1, momentum=0.9)  # breaks here
        return w + m

# %% f-sgd_update: F.sgd_update
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, g):
        return F.sgd_update(x, g, lr=0.1) * 2  # breaks here

# %% f-sgd_update-w-g-lr-1: F.sgd_update(w, g, lr=.1)
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.sgd_update(x * 1, y, lr=0.1)  # breaks here

# %% f-sgd_update-w-x-lr-0-1-out-w: F.sgd_update(w, x, lr=0.1, out=w)
# inputs: [(1, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        F.sgd_update(w, x, lr=0.1, out=w)  # breaks here
        return F.broadcast_mul(x, w)

# %% f-signsgd_update: F.signsgd_update
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, w, g):
        return F.signsgd_update(weight=w, grad=g, lr=0.1) * 2  # breaks here

# %% f-sparse-csr_matrix-fn-array: F.sparse.csr_matrix
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sparse.dot(F.sparse.csr_matrix((2, 2)), x)  # breaks here

# %% f-sparse-csr_matrix-fn-sp-array: F.sparse.csr_matrix
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sparse.csr_matrix((2, 3))  # breaks here

# %% f-sparse-multiply: F.sparse.multiply
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.sparse.multiply(x, y)  # breaks here

# %% f-sparse-multiply-x-y-fn: F.sparse.multiply(x, y)
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.sparse.multiply(x, y)  # breaks here

# %% f-sparse-multiply-x-y-fn-sp: F.sparse.multiply(x, y)
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.sparse.multiply(x, y)  # breaks here

# %% f-sparse-row_sparse_array-2-3: F.sparse.row_sparse_array((2, 3))
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sparse.row_sparse_array((2, 3))  # breaks here

# %% f-sparse-subtract-x-1: F.sparse.subtract(x, 1)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sparse.subtract(x, 1)  # breaks here

# %% f-true_divide: F.true_divide
# inputs: [(2, 3), ('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.true_divide(x, y)  # breaks here

# %% f-true_divide-x-y: F.true_divide(x, y)
# inputs: [('pos', (2, 3)), ('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.true_divide(x, y)  # breaks here

# %% f-waitall-between-two-operators: F.waitall between two operators
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.relu(x)
        F.waitall()  # breaks here
        return y + 1

# %% f-waitall-fn: F.waitall()
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 2
        F.waitall()  # breaks here
        return y

# %% f-waitall-fn-2: F.waitall()
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        F.waitall()  # breaks here
        return x * 2

# %% isfinite-of-a-sum: isfinite of a sum
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.isfinite(x + 1) * 2  # breaks here

# %% isnan-in-a-product: isnan in a product
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return 1 - F.contrib.isnan(x) * 2  # breaks here

# %% logical-and-with-a-number: F.logical_and with a number
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.logical_and(x, 1)  # breaks here

# %% moveaxis-by-name: moveaxis with arguments by name
# inputs: [(2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.moveaxis(x, source=1, destination=2)  # breaks here

# %% moveaxis-over-two-axes: moveaxis over two axes
# inputs: [(2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.moveaxis(x, 0, 2)  # breaks here

# %% moveaxis-to-the-end: moveaxis to the end
# inputs: [(2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.moveaxis(x, 0, -1)  # breaks here

# %% name-of-an-operator-of-mx-nd-alone-with-which-a-child-is-made: the name of an operator of mx.nd alone, with which a child is made
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Join(HybridBlock):
    def __init__(self, how, **kwargs):
        super(Join, self).__init__(**kwargs)
        self.how = how

    def hybrid_forward(self, F, x, y):
        return getattr(F, self.how)(x, y)  # breaks here


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.j = Join("subtract")

    def hybrid_forward(self, F, x, y):
        return self.j(x, y)

# %% numpy-on-what-f-arange-gives: numpy on what F.arange gives
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.array(np.arange(3).reshape((1, 3))))  # breaks here

# %% onehot-encode-by-name: onehot_encode with an argument by name
# inputs: [(2,)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.onehot_encode(x, out=F.zeros((2, 3)))  # breaks here

# %% onehot-encode-into-ones: onehot_encode into ones
# inputs: [(2,)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.onehot_encode(x, F.ones((2, 3)))  # breaks here

# %% onehot-encode-into-zeros-like: onehot_encode into zeros_like
# inputs: [(2,), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.onehot_encode(x, F.zeros_like(y))  # breaks here

# %% operator-by-the-name-of-a-default: an operator by the name of a default
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, how="add", **kwargs):
        super().__init__(**kwargs)
        self.how = how

    def hybrid_forward(self, F, x, y):
        operator = getattr(F, self.how)  # breaks here
        return operator(x, y)

# %% ops-self-kind-f: OPS[self.kind](F)
# inputs: [(2, 3), (2, 3)]
# breaks: trace
OPS = {"sum": "add", "prod": "multiply"}


class Net(HybridBlock):
    def __init__(self, kind="prod", **kwargs):
        super().__init__(**kwargs)
        self.kind = kind

    def hybrid_forward(self, F, x, y):
        return getattr(F, OPS[self.kind])(x, y)  # breaks here

# %% partial-of-add: functools.partial of F.add
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return functools.partial(F.add, x)(y)  # breaks here

# %% partial-of-moveaxis: functools.partial of F.moveaxis
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return functools.partial(F.moveaxis, x)(0, 1)  # breaks here

# %% phases-by-f-modulo: phases by F.modulo
# inputs: [("pos", (2, 3)), ("pos", (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, time, period):
        phase = F.modulo(time, period + 1)  # breaks here
        return F.sin(phase)

# %% places-that-are-not-zero-as-mx-np-has-them: the places that are not zero, as mx.np has them
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# breaks: trace
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.np.nonzero(x)[0]  # breaks here

# %% reduce-of-add: functools.reduce of F.add
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return functools.reduce(F.add, [x, y])  # breaks here

# %% shape-of-an-array-as-a-function-of-mx-np: the shape of an array as a function of mx.np
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# breaks: trace
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * F.np.shape(x)[1]  # breaks here

# %% starmap-of-add: itertools.starmap of F.add
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        a, = itertools.starmap(F.add, [(x, y)])  # breaks here
        return a * 2

# %% subtract-from-a-number-in-a-product: F.subtract from a number in a product
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return 3 * F.subtract(2, x) ** 2  # breaks here

# %% true_divide-by-a-count: true_divide by a count
# inputs: [("pos", (2, 3)), ("pos", (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, total, count):
        return F.true_divide(total, count + 1)  # breaks here

# %% two-children-one-of-them-made-with-an-operator-of-mx-nd-alone: two children, one of them made with an operator of mx.nd alone
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Join(HybridBlock):
    def __init__(self, how, **kwargs):
        super(Join, self).__init__(**kwargs)
        self.how = how

    def hybrid_forward(self, F, x, y):
        return getattr(F, self.how)(x, y)  # breaks here


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.j = Join("broadcast_sub")
        self.k = Join("logical_or")

    def hybrid_forward(self, F, x, y):
        return self.j(x, y) + self.k(x, y)

# %% two-halves-glued-by-concatenate: two halves glued by concatenate
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b):
        return F.concatenate([a, b], axis=1)  # breaks here

# %% two-masks-joined: two masks joined
# inputs: [("bin", (2, 3)), ("bin", (2, 3)), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, valid, seen, x):
        both = F.logical_and(valid, seen)  # breaks here
        return x * both

# %% value-of-an-enumerations-member-a-default-names-an-operator: the value of an enumeration's member, a default, names an operator
# inputs: [(2, 3), (2, 3)]
# breaks: trace
import enum


class Op(enum.Enum):
    ADD = "add"
    MUL = "broadcast_mul"


class Net(HybridBlock):
    def __init__(self, op=Op.ADD, **kwargs):
        super().__init__(**kwargs)
        self.op = op

    def hybrid_forward(self, F, x, y):
        return getattr(F, self.op.value)(x, y)  # breaks here

# %% x-f-array-self-w: x * F.array(self.w)
# inputs: [(3,)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.w = [1.0, 2.0, 3.0]

    def hybrid_forward(self, F, x):
        return x * F.array(self.w)  # breaks here

# %% zip-of-a-tensor-and-the-list-of-childrens-scales: zip of a tensor and the list of children's scales
# inputs: [(3, 4)]
# breaks: values
# needs: callers
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scales = [1.0, 2.0, 3.0]

    def hybrid_forward(self, F, x):
        return F.add_n(*[row * scale for scale, row in zip(self.scales, x)])  # breaks here

# %% causal-mask-from-counted-steps: a causal mask from counted steps
# inputs: [(2, 4, 6)]
# works
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

# %% channels-moved-to-the-end-by-transpose: channels moved to the end by transpose
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x = F.transpose(x, axes=(0, 2, 1))
        return F.softmax(x)

# %% enum-chooses-the-operator: an enum chooses the operator
# inputs: [(2, 3)]
# works
class Activation(enum.Enum):
    RELU = "relu"
    TANH = "tanh"


class Net(HybridBlock):
    def __init__(self, activation=Activation.TANH, **kwargs):
        super().__init__(**kwargs)
        self.activation = activation

    def hybrid_forward(self, F, x):
        return getattr(F, self.activation.value)(x)

# %% f-concat-x-y-dim-1: F.concat(*[x, y], dim=1)
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.concat(*[x, y], dim=1)

# %% f-contrib-box_iou: F.contrib.box_iou
# inputs: [('pos', (2, 4)), ('pos', (3, 4))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b):
        return F.contrib.box_iou(a, b) * 2

# %% f-linalg-trmm-a-b: F.linalg.trmm(a, b)
# inputs: [(3, 3), (3, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b):
        return F.linalg.trmm(a, b)

# %% f-sparse-dot: F.sparse.dot
# inputs: [(2, 3), (3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.sparse.dot(x, y) * 2

# %% f-sparse-dot-x-y: F.sparse.dot(x, y)
# inputs: [(2, 3), (3, 2)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.sparse.dot(x, y)

# %% f-sparse-elemwise_add: F.sparse.elemwise_add
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.sparse.elemwise_add(x, y)

# %% f-stack-by-a-starred-list: F.stack by a starred list
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.stack(*[x, y], axis=1) * 2

# %% f-where-x-0-x-0-1-x-0: F.where(x > 0, x * 0 + 1, x * 0)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.where(x > 0, F.ones_like(x), F.zeros_like(x))

# %% f-zeros-3-fn-int: F.zeros(3)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.zeros(3).reshape((1, 3)))

# %% f-zeros-3-fn-int-2: F.zeros(3)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.zeros(3).reshape((1, 3)))

# %% function-of-mx-np-that-both-lives-have: a function of mx.np that both lives have
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# works
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.np.flip(x, axis=1) + F.np.fliplr(x)

# %% getattr-f-broadcast-self-op-x-y: getattr(F, "broadcast_" + self.op)(x, y)
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.op = "add"

    def hybrid_forward(self, F, x, y):
        return getattr(F, "broadcast_" + self.op)(x, y)

# %% item-of-a-numpy-array-attribute: an item of a numpy array attribute
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = np.array([1.0, 2.0, 3.0], dtype="float32")

    def hybrid_forward(self, F, x):
        return x * self.c[1] + self.c.sum()

# %% name-of-an-operator-of-both-with-which-a-child-is-made: the name of an operator of both, with which a child is made
# inputs: [(2, 3), (2, 3)]
# works
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

# %% names-of-operators-by-a-key-that-is-not-known: names of operators by a key that is not known
# inputs: [(2, 3), (2, 3)]
# works
# ctor: {'kind': 'a'}
class Net(HybridBlock):
    def __init__(self, kind, **kwargs):
        super().__init__(**kwargs)
        self.kind = kind

    def hybrid_forward(self, F, x, y):
        return getattr(F, {"a": "broadcast_add", "b": "broadcast_sub"}[self.kind])(x, y)

# %% names-of-operators-in-a-list-by-a-default: names of operators in a list, by a default
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, kind=1, **kwargs):
        super().__init__(**kwargs)
        self.kind = kind

    def hybrid_forward(self, F, x, y):
        return getattr(F, ["broadcast_add", "broadcast_mul"][self.kind])(x, y)

# %% norms-of-several-arrays: norms of several arrays
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b):
        return F.stack(*[F.norm(t, axis=1) for t in (a, b)], axis=1)

# %% np-swapaxes-x-0-1: np.swapaxes(x, 0, 1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.swapaxes(x, 0, 1)

# %% np-where-of-python-numbers: np.where of Python numbers
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = [1.0, 2.0]

    def hybrid_forward(self, F, x):
        return x * float(np.where(np.array(self.k) > 1, 2.0, 3.0).sum())

# %% operator-by-the-name-of-a-default-both-have-it: an operator by the name of a default, both have it
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, how="add", **kwargs):
        super().__init__(**kwargs)
        self.how = how

    def hybrid_forward(self, F, x, y):
        return getattr(F, "broadcast_" + self.how)(x, y)

# %% operator-of-contrib-by-a-table: an operator of contrib by a table
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, kind="gelu", **kwargs):
        super().__init__(**kwargs)
        self.kind = kind

    def hybrid_forward(self, F, x):
        table = {"gelu": "div_sqrt_dim", "quad": "quadratic"}
        return getattr(F.contrib, table[self.kind])(x)

# %% operator-that-both-have: an operator that both have
# inputs: [(2, 3), (2, 3)]
# works
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

# %% places-that-are-not-zero-as-mx-npx-has-them-in-both-lives: the places that are not zero, as mx.npx has them in both lives
# inputs: [('pos', (2, 3))]
# call: net(xs[0].as_np_ndarray())
# works
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.npx.nonzero(x)

# %% same-by-broadcast_div: the same by broadcast_div
# inputs: [("pos", (2, 3)), ("pos", (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, pred, target):
        ratio = F.broadcast_div(pred, target)
        return F.log(ratio)

# %% same-numbers-as-a-constant-parameter: the same numbers as a constant parameter
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.weights = self.params.get_constant("weights", [[0.2, 0.3, 0.5]])

    def hybrid_forward(self, F, x, weights):
        return F.broadcast_mul(x, weights)

# %% sum-x-y-1-0: sum([x, y], 1.0)
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return sum([x, y], 1.0)

# %% tuple-handed-to-a-child-which-stays-one: a tuple handed to a child, which stays one
# inputs: [(2, 3)]
# works
class Join(HybridBlock):
    def hybrid_forward(self, F, x, feats):
        return F.concat(*((x,) + feats), dim=1)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.j = Join()

    def hybrid_forward(self, F, x):
        return self.j(x, (x * 2, x * 3))

# %% two-masks-joined-by-broadcast_logical_and: two masks joined by broadcast_logical_and
# inputs: [("bin", (2, 3)), ("bin", (2, 3)), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, valid, seen, x):
        both = F.broadcast_logical_and(valid, seen)
        return x * both

# %% x-x-as-a-mask: x != x as a mask
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.where(x != x, F.zeros_like(x), x)
