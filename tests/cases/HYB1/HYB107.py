"""Blocks that HYB107 reports, and blocks like them that work."""

from mxnet.gluon import HybridBlock, nn

# %% f-sort-x: F.sort(x)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sort(x) * 2

# %% f-sort-x-default-axis: F.sort(x) default axis
# inputs: [(2, 4)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sort(x)  # breaks here

# %% hybridlambda-sort: HybridLambda("sort")
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.l = nn.HybridLambda("sort")

    def hybrid_forward(self, F, x):
        return self.l(x)

# %% x-sort: x.sort()
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sort() * 2

# %% x-sort-is_ascend-false-me-desc: x.sort(is_ascend=False)
# inputs: [(2, 4)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sort(is_ascend=False)  # breaks here

# %% x-sort-is_ascend-false-me-desc-2: x.sort(is_ascend=False)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sort(is_ascend=False)

# %% x-sort-without-axis: x.sort() without axis
# inputs: [(2, 4)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sort()  # breaks here

# %% all-values-sorted: all values sorted
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sort(x, axis=None)

# %% f-sort-x-axis-none: F.sort(x, axis=None)
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sort(x, axis=None)

# %% nn-hybridlambda-relu: nn.HybridLambda("relu")
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.l = nn.HybridLambda("relu")

    def hybrid_forward(self, F, x):
        return self.l(x) * 2

# %% x-argsort-axis-0-is_ascend-false: x.argsort(axis=0, is_ascend=False)
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.argsort(axis=1, is_ascend=False)

# %% x-argsort-me-default: x.argsort()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.argsort() * 2

# %% x-ones_like-2: x.ones_like() * 2
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.ones_like() * 2

# %% x-sort-axis-1: x.sort(axis=1)
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sort(axis=1)

# %% x-sort-axis-1-is_ascend-false-me: x.sort(axis=1, is_ascend=False)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sort(axis=1, is_ascend=False) * 2

# %% x-sort-axis-1-is_ascend-false-me-desc-ok: x.sort(axis=1, is_ascend=False)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sort(axis=1, is_ascend=False)

# %% x-sort-axis-none-m3: x.sort(axis=None)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sort(axis=None)

# %% x-sort-axis-none-me: x.sort(axis=None)
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sort(axis=None)

# %% f-sort-in-a-try: F.sort(x) in a try
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            return F.sort(x) * 2  # breaks here
        except Exception:
            return x

# %% histogram-with-edges: a histogram with edges in place of a range
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        counts, edges = F.histogram(x, bins=F.arange(0, 4))
        return [x * 2, F.BlockGrad(counts), F.BlockGrad(edges)]

# %% method-that-sorts-without-an-axis: the method that sorts, without an axis
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sort()  # breaks here

# %% method-that-sorts-along-an-axis: the method that sorts along an axis
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sort(axis=0)
