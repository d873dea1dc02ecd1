"""Blocks that HYB611 reports, and blocks like them that work."""

from mxnet.gluon import HybridBlock, nn

# %% computed-tensor-in-both-branches: a tensor computed outside of the branches, used by both
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.tanh(x)
        return F.contrib.cond(x.sum() > 0, lambda: y * 2, lambda: y * 3)  # HYB611 # breaks: gradients

# %% computed-tensor-in-one-branch: a tensor computed outside of the branches, used by the one that does not run
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.tanh(x)
        return F.contrib.cond(x.sum() > 100, lambda: y * 2, lambda: x * 3)  # HYB611 # breaks: gradients

# %% output-of-a-child-in-a-branch: the output of a child, used in branches that are functions
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        hidden = self.dense(x)

        def double():
            return hidden * 2

        def triple():
            return hidden * 3

        return F.contrib.cond(x.sum() > 0, double, triple)  # HYB611 # breaks: gradients

# %% one-of-several-computed-tensors
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        z = x * y
        return F.contrib.cond(x.sum() > 100, lambda: x + y, lambda: z + x)  # HYB611 # breaks: gradients

# %% inputs-in-both-branches: both branches compute with the inputs alone
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.contrib.cond(x.sum() > 0, lambda: F.tanh(x) * y, lambda: x + y)

# %% computed-without-a-gradient: no gradient flows through what is computed outside
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.BlockGrad(F.tanh(x))
        return F.contrib.cond(x.sum() > 0, lambda: x * y, lambda: x * 3)

# %% created-outside: an array that is created outside of the branches
# inputs: [(3, 2)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        ones = F.ones((3, 2))
        return F.contrib.cond(x.sum() > 0, lambda: x * ones, lambda: x * 3)

# %% where-instead: both branches are computed
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.tanh(x)
        return F.where(F.broadcast_like(x.sum() > 0, y, lhs_axes=(0,), rhs_axes=(0,)), y * 2, x * 3)

# %% block-that-follows-a-layer-in-a-sequential
# inputs: [(2, 3)]
class Scaled(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.cond(x.sum() > -100, lambda: x * 2, lambda: x * 3)  # HYB611 # breaks: gradients


def Net():
    net = nn.HybridSequential()
    net.add(nn.Dense(3, in_units=3), Scaled())
    return net

# %% block-that-a-layer-follows-in-a-sequential
# inputs: [(2, 3)]
# clean
class Scaled(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.cond(x.sum() > -100, lambda: x * 2, lambda: x * 3)


def Net():
    net = nn.HybridSequential()
    net.add(Scaled(), nn.Dense(3, in_units=3))
    return net

# %% cond-after-a-layer-in-a-sequence-that-adds-its-own-children
# inputs: [(2, 3)]
class Gate(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.cond(x.sum() > 0, lambda: x * 2, lambda: x * 3)  # HYB611 # breaks: gradients


class Net(nn.HybridSequential):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.add(nn.Dense(3, in_units=3))
        self.add(Gate())

# %% cond-first-in-a-sequence-that-adds-its-own-children
# inputs: [(2, 3)]
# clean
class Gate(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.cond(x.sum() > 0, lambda: x * 2, lambda: x * 3)


class Net(nn.HybridSequential):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.add(Gate())
        self.add(nn.Dense(3, in_units=3))
