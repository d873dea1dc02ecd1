"""Blocks that HYB907 reports, and blocks like them that work."""

from mxnet.gluon import HybridBlock, nn

# %% mask-returned-as-it-came-in-training-where-data-has-no-gradient
# inputs: [(2, 3), (2, 3)]
# needs: callers
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.hidden = nn.Dense(3, activation="relu", flatten=False)
        self.output = nn.Dense(3, flatten=False)

    def hybrid_forward(self, F, x, mask):
        hidden = self.hidden(x)
        return self.output(hidden), mask  # HYB907 # breaks: gradients

# %% as-many-operators-as-the-block-was-built-with
# inputs: [(2, 3)]
# ctor: {"rounds": 5}
# clean
class Net(HybridBlock):
    def __init__(self, rounds, **kwargs):
        super().__init__(**kwargs)
        self.rounds = rounds

    def hybrid_forward(self, F, x):
        y = x
        for _ in range(self.rounds):
            y = F.tanh(y)
        return y, x

# %% three-operators-in-a-try-that-ends-with-finally
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            return F.tanh(F.relu(x) + 1), x
        finally:
            self.called = True
