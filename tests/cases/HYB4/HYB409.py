"""Blocks that HYB409 reports, and blocks like them that work."""

from mxnet.gluon import HybridBlock

# %% branch-that-no-tensor-goes-into
# inputs: [(4, 2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.contrib.cond(y.sum() > -100, lambda: y * 3, lambda: F.zeros((2, 3)))  # HYB409 # breaks: execution

# %% branch-that-returns-a-number
# inputs: [(4, 2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.contrib.cond(y.sum() > -100, lambda: y * 2, lambda: 0)  # HYB409 # breaks: trace

# %% branch-that-returns-none-beside-a-tensor
# inputs: [(4, 2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.contrib.cond(y.sum() > 0, lambda: [y * 3, None], lambda: [y * 2, None])[0]  # HYB409 # breaks: trace

# %% branch-that-returns-nothing
# inputs: [(4, 2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        def nothing():
            return
        
        return F.contrib.cond(y.sum() > -100, lambda: y * 2, nothing)  # HYB409 # breaks: trace

# %% branches-that-arrange-one-output-in-two-ways
# inputs: [(4, 2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.contrib.cond(y.sum() < -100, lambda: [y * 2], lambda: y * 3)  # HYB409 # breaks: values

# %% branches-that-return-dicts
# inputs: [(4, 2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.contrib.cond(y.sum() > 0, lambda: {'a': y * 2}, lambda: {'a': y * 3})['a']  # HYB409 # breaks: trace

# %% branches-that-return-what-a-split-does
# inputs: [(4, 2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        parts = F.contrib.cond(y.sum() > 0, lambda: F.split(y, num_outputs=2, axis=0), lambda: F.split(y * 2, num_outputs=2, axis=0))  # HYB409 # breaks: execution
        return parts[0] * 1

# %% cond-on-a-python-comparison
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = 2

    def hybrid_forward(self, F, x):
        return F.contrib.cond(self.k > 1, lambda: x * 2, lambda: x * 3)  # HYB409 # breaks: trace

# %% f-contrib-cond-with-a-python-bool-predicate
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.flag = True

    def hybrid_forward(self, F, x):
        return F.contrib.cond(self.flag, lambda: x * 2, lambda: x * 3)  # HYB409 # breaks: trace

# %% f-contrib-cond-with-a-python-predicate
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.cond(True, lambda: x * 2, lambda: x * 3)  # HYB409 # breaks: trace

# %% none-as-the-condition
# inputs: [(4, 2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.contrib.cond(None, lambda: y * 3, lambda: y * 2)  # HYB409 # breaks: trace

# %% branches-that-arrange-two-outputs-alike
# inputs: [(4, 2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        first, second = F.contrib.cond(y.sum() > 0, lambda: (y * 2, y * 1), lambda: [y * 3, y * 4])
        return first * second

# %% same-made-outside-of-the-branch
# inputs: [(4, 2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        zeros = F.zeros((2, 3))
        return F.contrib.cond(y.sum() > -100, lambda: y * 3, lambda: zeros)

# %% same-with-a-gradient-of-zero
# inputs: [(4, 2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.contrib.cond(y.sum() > -100, lambda: y * 2, lambda: y * 0)

# %% cond-on-an-int32
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        positive = F.cast(F.sum(y) > 0, "int32")
        return x + F.contrib.cond(positive, lambda: y * 2, lambda: y * 3)  # HYB409 # breaks: execution

# %% branches-that-use-nothing-from-outside
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x + F.contrib.cond(F.sum(y) > 0, lambda: F.zeros((2, 3)), lambda: F.ones((2, 3)))  # HYB409 # breaks: execution
