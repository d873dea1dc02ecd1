"""Blocks that HYB903 reports, and blocks like them that work."""

from mxnet.gluon import HybridBlock

# %% default-string-that-is-passed: a default string that is passed
# inputs: [(2, 3)]
# breaks: trace
# call: net(xs[0], "sum")
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, x, mode="mean"):
        return F.mean(x, axis=1) if mode == "mean" else F.sum(x, axis=1)

# %% only-a-child-is-hybridized-given-a-string
# inputs: [(2, 3)]
# hybridize: net.c.hybridize()
# needs: callers
class Ch(HybridBlock):
    def hybrid_forward(self, F, x, mode="none"):
        return x * 2 if mode == "double" else x * 3


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x, "double")  # HYB903 # breaks: trace

# %% only-a-child-is-hybridized-it-returns-a-tuple-that-is-asked-for: only a child is hybridized, it returns a tuple that is asked for its type
# inputs: [(2, 3)]
# breaks: values
# hybridize: net.c.hybridize()
# needs: callers
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, x * 3


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        out = self.c(x)
        return out[0] * 2 if isinstance(out, tuple) else out[0] * 3

# %% child-that-is-given-a-number
# inputs: [(2, 3)]
# clean
class Scaler(HybridBlock):
    def hybrid_forward(self, F, x, factor):
        return x * factor


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scaler = Scaler()

    def hybrid_forward(self, F, x):
        return self.scaler(x, 3) + 1

# %% default-string-that-is-not-passed
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, mode="mean"):
        return F.mean(x, axis=1) if mode == "mean" else F.sum(x, axis=1)
