"""Blocks that HYB707 reports, and blocks like them that work."""

from mxnet import gluon
from mxnet.gluon import HybridBlock, nn

# %% constant-made-and-initialized-by-hand
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = gluon.Constant('w', [[1, 2, 3]])
        self.w.initialize()  # HYB707

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w)

# %% parameter-made-and-initialized-by-hand
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = gluon.Parameter('w', shape=(1, 3))
        self.w.initialize()  # HYB707

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w)

# %% parameter-made-by-hand-and-told-to-the-blocks-own
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = gluon.Parameter('w', shape=(1, 3))
        self.params._params['w'] = self.w

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w)

# %% parameter-in-a-tuple-by-a-comma-at-the-end
# inputs: [(2, 3)]
# clean
# reported: Rightly, although both phases agree: hybrid_forward lacks the parameter in both.
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get('w', shape=(1, 3), init='ones'),  # HYB707

    def hybrid_forward(self, F, x, w=None):
        return x * 2 if w is None else F.broadcast_mul(x, w)

# %% parameter-in-a-list-that-hybrid-forward-may-lack
# inputs: [(2, 3)]
# clean
# reported: Rightly, although both phases agree: hybrid_forward lacks the parameter in both.
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = [self.params.get('w', shape=(1, 3), init='ones')]  # HYB707

    def hybrid_forward(self, F, x, w=None):
        return x * 2 if w is None else F.broadcast_mul(x, w)

# %% weights-of-a-child-in-a-list
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.dense = nn.Dense(3, in_units=3)
        self.weights = [self.dense.weight]
        self.decayed = [p for p in self.dense.collect_params().values()]

    def hybrid_forward(self, F, x):
        return self.dense(x)

    def decay(self, rate):
        for weight in self.weights:
            weight.wd_mult = rate
