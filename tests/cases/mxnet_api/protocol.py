"""What Python asks of an object: its truth, length, items, text."""
import mxnet as mx
import numpy as np
from mxnet import nd, gluon, autograd
from mxnet.gluon import Block, HybridBlock, SymbolBlock, Parameter, nn, rnn


# %% pr-divmod: divmod of Python numbers
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = 7

    def hybrid_forward(self, F, x):
        a, b = divmod(self.k, 2)
        return x * a + b


# %% pr-all-zip: all() of comparisons of Python numbers
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = (1, 2)

    def hybrid_forward(self, F, x):
        return x * 2 if all(a < b for a, b in zip(self.k, self.k[1:])) else x


# %% pr-next-iter: next(iter(x))
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return next(iter(x)) * 2


# %% pr-next-split: next(iter(F.split(...)))
# inputs: [(2, 6)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return next(iter(F.split(x, num_outputs=3, axis=1))) * 2


# %% pr-star-call: F.concat(*x)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.concat(*x, dim=0)


# %% pr-starred-list: F.concat(*[x, x])
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.concat(*[x, x * 2], dim=0)


# %% pr-len-split: the number of outputs as a factor
# inputs: [(2, 6)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts[1] * len(parts)


# %% pr-len-topk: len of the rows of topk
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * len(F.topk(x, k=2))


# %% pr-format-shape: a message made of a shape
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        name = "{}".format(x.shape)  # breaks here
        return x * len(name)


# %% pr-sorted-key: sorted with a key that counts axes
# inputs: [(2, 3), (2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        a, b = sorted([x, y], key=lambda t: t.ndim)  # breaks here
        return b * 2


# %% pr-in-list: x in [y]
# inputs: [('pos', (1,)), ('pos', (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * 2 if x in [y] else x * 3  # breaks here


# %% pr-is-none: x is None
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.zeros((1,)) if x is None else x * 2


# %% pr-generator-any: any() of a comparison of tensors
# inputs: [('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if any(t.sum() > 0 for t in [x]) else x * 3  # breaks here


# %% pr-while: while x.sum() < 10
# inputs: [('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        while x.sum() < 100:  # breaks here
            x = x * 2
        return x


# %% pr-match-tuple: isinstance(out, (list, tuple)) of a layer's output
# inputs: [(5, 2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRU(4, input_size=3)

    def hybrid_forward(self, F, x):
        out = self.d(x)
        return out[0] if isinstance(out, (list, tuple)) else out * 2


# %% pr-split-is-list: isinstance(parts, (list, mx.sym.Symbol))
# inputs: [(2, 6)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        assert isinstance(parts, (list, mx.sym.Symbol))
        return parts[0] * 2


# %% pr-repr: repr(x) kept short
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert repr(x)
        return x * 2


# %% pr-max-key: max of tensors by their sum
# inputs: [('pos', (2, 3)), ('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return max([x, y + 9], key=lambda t: t.sum().asscalar()) * 2  # breaks here


# %% pr-dict-of-tensors: a dict of tensors, gone through by name
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        named = {"a": x, "b": y}
        return sum(named[name] for name in sorted(named))


# %% pr-sorted-tensors: tensors sorted by a number kept with each
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        pairs = sorted([(2, x), (1, y)], key=lambda pair: pair[0])
        return pairs[0][1] - 2 * pairs[1][1]


# %% pr-filter-none: filter(None, tensors)
# inputs: [('pos', (1,)), ('pos', (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.concat(*filter(None, [x, y]), dim=0)  # breaks here


# %% pr-filter-is-none: the inputs that are not None
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.add_n(*[t for t in (x, y) if t is not None])


# %% pr-count-in-list: [x, y].index(y)
# inputs: [('pos', (1,)), ('pos', (1,))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return [x, y][[x, y].index(y)] * 2  # breaks here


# %% pr-assert-truth: assert (x == x).sum() == 6 with no shapes
# inputs: [('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert (x > 0).min() == 1  # breaks here
        return x * 2


# %% pr-format-number: '%d' % tensor
# inputs: [('pos', (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        name = "%s" % (x.mean(),)
        assert name
        return x * 2


# %% pr-round: round(x.asscalar())
# inputs: [('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * round(float(x.sum().asscalar()))  # breaks here


# %% pr-empty-list: sum of an empty list
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = []

    def hybrid_forward(self, F, x):
        return x + sum(layer(x) for layer in self.k)


# %% pr-slice-in-list: a list of inputs sliced
# inputs: [(2, 3), (2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y, z):
        xs = [x, y, z]
        return F.add_n(*xs[1:]) * 2 + xs[0]
