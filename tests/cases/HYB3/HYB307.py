"""Blocks that HYB307 reports, and blocks like them that work."""

import mxnet as mx
from mxnet.gluon import HybridBlock

# %% base-that-leaves-a-method-open-filled-badly
# inputs: [(2, 3)]
class Base(HybridBlock):
    def core(self, F, x):
        raise NotImplementedError

    def hybrid_forward(self, F, x):
        return self.core(F, x) * 2


class Net(Base):
    def core(self, F, x):
        return F.relu(x).reshape(-1, 1)  # HYB307 # breaks: values

# %% output-of-a-block-made-elsewhere-goes-through-another-and-is
# inputs: [(2, 3)]
Pair = type("Pair", (HybridBlock,), {"hybrid_forward": lambda self, F, x: (x * 2, x * 3)})


Triple = type("Triple", (HybridBlock,), {"hybrid_forward": lambda self, F, x: x * 3})


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pair, self.triple = Pair(), Triple()

    def hybrid_forward(self, F, x):
        first, _ = self.pair(x)
        return self.triple(first).reshape(-1, 1)  # HYB307 # breaks: values

# %% x-reshape-1-0
# inputs: [(2, 3, 4)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(-1, 0, 4)  # HYB307

# %% x-reshape-1-1-me-ones
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(-1, 1)  # HYB307 # breaks: values # fix: return x.reshape((-1, 1))

# %% x-reshape-1-1-sum-axis-1
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(-1, 1).sum(axis=1)  # HYB307

# %% base-that-leaves-a-method-open
# inputs: [(2, 3)]
# clean
class Base(HybridBlock):
    def core(self, F, x):
        raise NotImplementedError

    def hybrid_forward(self, F, x):
        return self.core(F, x) * 2


class Net(Base):
    def core(self, F, x):
        return F.relu(x)

# %% chain-of-comparisons-through-sum-and-abs
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return (abs(x) <= 1).sum(axis=1) / 3

# %% f-reshape-x-1-0-true
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.reshape(x, (-1, 0), True)

# %% mx-np-arrays-reshape-1-3
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# clean
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(-1, 3, 1).sum(axis=(1, 2))

# %% returns-a-view-of-its-input
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape((-1,))

# %% x-reshape-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return (
            x.reshape(
                -1,
            )
            * 2
        )

# %% x-reshape-1-3
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(*[(-1, 3)])

# %% x-reshape-shape-1-12
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(shape=[-1, 12])
