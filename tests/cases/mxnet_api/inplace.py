"""What is changed in place: one small use of each."""
import mxnet as mx
import numpy as np
from mxnet import nd, gluon, autograd
from mxnet.gluon import Block, HybridBlock, SymbolBlock, Parameter, nn, rnn


# %% ip-operator-out: the result of F.random.uniform written into a tensor
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.zeros((1, 3))
        F.random.uniform(0, 1, (1, 3), out=y)
        return F.broadcast_add(x, y)


# %% ip-list-element: xs[0] += y
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        xs = [x * 1, y * 1]
        xs[0] += y  # breaks here
        return xs[0] * xs[1]


# %% ip-list-extend: outs += [y]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = [x]
        outs += [x * 2]
        outs *= 2
        return F.add_n(*outs)


# %% ip-tuple-extend: a tuple grows by +=
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = ()
        for k in range(3):
            outs += (x * k,)
        return F.concat(*outs, dim=1)


# %% ip-zeros-like-sum: acc = F.zeros_like(x); acc += x
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        acc = F.zeros_like(x)
        for k in range(3):
            acc += x * k  # breaks here
        return acc


# %% ip-zeros-like-again: acc = acc + x
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        acc = F.zeros_like(x)
        for k in range(3):
            acc = acc + x * k
        return acc


# %% ip-column: y[:, 0] = 1
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        y[:, 0] = 1  # breaks here
        return y


# %% ip-swap-items: two elements of a list change places
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        xs = [x, y]
        xs[0], xs[1] = xs[1], xs[0]
        return xs[0] - 2 * xs[1]


# %% ip-swap-rows: two rows of a tensor change places
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        y[0], y[1] = y[1], y[0]  # breaks here
        return y


# %% ip-dunder-iadd: x.__iadd__(y)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        return y.__iadd__(x)  # breaks here


# %% ip-setitem-dunder: y.__setitem__(0, 0)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        y.__setitem__(0, 0)  # breaks here
        return y


# %% ip-out-none: out=None
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x, out=None)


# %% ip-sgd-update: F.sgd_update
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, g):
        return F.sgd_update(x, g, lr=0.1) * 2  # breaks here


# %% ip-sgd-mom-update: F.sgd_mom_update changes the momentum
# inputs: [(2, 3), (2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, g, m):
        w = F.sgd_mom_update(x, g, m, lr=0.1, momentum=0.9)  # breaks here
        return w + m


# %% ip-parameter-argument: the argument of a parameter decays
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1,))

    def hybrid_forward(self, F, x, w):
        w -= 0.5  # breaks here
        return F.broadcast_mul(x, w)


# %% ip-copy-then-write: y = x.copy(); y[0:1] = 0
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.identity(x)
        y[0:1] = 0  # breaks here
        return y


# %% ip-dict-of-sums: a dict of tensors adds up
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        total = {"all": x * 0}
        for k in range(2):
            total["all"] = total["all"] + x * k
        return total["all"]


# %% ip-attribute-sum: an attribute adds up by +=
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.total = x * 0
        for k in range(2):
            self.total += x * k  # breaks here
        return self.total


# %% ip-nonlocal-sum: a nonlocal tensor adds up by +=
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        total = x * 0

        def add(t):
            nonlocal total
            total += t  # breaks here

        add(x)
        add(x * 2)
        return total


# %% ip-sum-from-number: total = 0, then twice +=
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        total = 0
        for k in range(2):
            total += x * k  # breaks here
        return total


# %% ip-numpy-constant: a numpy array written in the body
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        k = np.zeros(3)
        k[1] = 2.0
        k += 1
        return x * k[1]


# %% ip-kept-array: an array kept on self is written
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.nd.zeros((1,))

    def hybrid_forward(self, F, x):
        self.k += 1
        return x * 2


# %% ip-out-of-helper: out= a parameter argument
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(2, 3))

    def hybrid_forward(self, F, x, w):
        F.elemwise_mul(w, w, out=w)
        return x + w


# %% half-full-out: a constant with out=, and nothing of the input in what is returned
# inputs: [(5, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        return F.full((5, 3), 2, out=y) + 1


# %% half-full-out-beside: a constant with out=, beside the input
# inputs: [(5, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        return F.full((5, 3), 2, out=y) + x
