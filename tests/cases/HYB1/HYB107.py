"""Blocks that HYB107 reports, and blocks like them that work."""

from mxnet.gluon import HybridBlock, nn

# %% f-sort-x
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sort(x) * 2  # HYB107

# %% f-sort-x-default-axis
# inputs: [(2, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sort(x)  # HYB107 # breaks: execution

# %% hybridlambda-sort
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.l = nn.HybridLambda("sort")

    def hybrid_forward(self, F, x):
        return self.l(x)  # HYB107

# %% x-sort
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sort() * 2  # HYB107

# %% x-sort-is_ascend-false-me-desc
# inputs: [(2, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sort(is_ascend=False)  # HYB107 # breaks: execution

# %% x-sort-is_ascend-false-me-desc-2
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sort(is_ascend=False)  # HYB107

# %% x-sort-without-axis
# inputs: [(2, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sort()  # HYB107 # breaks: execution # fix: return x.sort(axis=-1)

# %% all-values-sorted
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sort(x, axis=None)

# %% f-sort-x-axis-none
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sort(x, axis=None)

# %% nn-hybridlambda-relu
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.l = nn.HybridLambda("relu")

    def hybrid_forward(self, F, x):
        return self.l(x) * 2

# %% x-argsort-axis-0-is_ascend-false
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.argsort(axis=1, is_ascend=False)

# %% x-argsort-me-default
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.argsort() * 2

# %% x-ones_like-2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.ones_like() * 2

# %% x-sort-axis-1
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sort(axis=1)

# %% x-sort-axis-1-is_ascend-false-me
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sort(axis=1, is_ascend=False) * 2

# %% x-sort-axis-1-is_ascend-false-me-desc-ok
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sort(axis=1, is_ascend=False)

# %% x-sort-axis-none-m3
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sort(axis=None)

# %% x-sort-axis-none-me
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sort(axis=None)

# %% f-sort-in-a-try
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            return F.sort(x) * 2  # HYB107 # breaks: execution
        except Exception:
            return x

# %% histogram-with-edges: a histogram with edges in place of a range
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        counts, edges = F.histogram(x, bins=F.arange(0, 4))
        return [x * 2, F.BlockGrad(counts), F.BlockGrad(edges)]

# %% method-that-sorts-without-an-axis
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sort()  # HYB107 # breaks: execution

# %% method-that-sorts-along-an-axis
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sort(axis=0)
