"""Outputs of an operator that are wrong in a graph that leaves out the first."""
from mxnet.gluon import HybridBlock

# %% first-output-in-helper: the variance of moments, picked by a helper
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def spread(self, F, x):
        mean, variance = F.moments(x, axes=(0,))  # breaks here
        return variance

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, self.spread(F, x))

# %% first-output-used-too: the variance of moments, and the mean with it
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean, variance = F.moments(x, axes=(0,))
        return F.broadcast_div(F.broadcast_sub(x, mean), F.sqrt(variance + 0.1))

# %% first-output-returned-too: both outputs of moments are returned
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean, variance = F.moments(x, axes=(0,))
        return variance, mean

# %% first-output-of-all: the outputs of moments, stacked
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.stack(*F.moments(x, axes=(0,)))

# %% first-output-alone: the mean of moments
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.moments(x, axes=(0,))[0]

# %% first-output-negative-index: the last output of moments
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.moments(x, axes=(0,))[-1]  # breaks here

# %% first-output-group-norm: the deviation of a GroupNorm alone
# inputs: [(2, 4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        ones = F.ones((2,))
        outs = F.GroupNorm(x, ones, F.zeros_like(ones), num_groups=2, output_mean_var=True)  # breaks here
        return outs[2] * 2

# %% first-output-mean-and-deviation: mean and deviation of a LayerNorm, and not what it is for
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        ones = F.ones((3,))
        _, mean, deviation = F.LayerNorm(x, ones, F.zeros_like(ones), output_mean_var=True)  # breaks here
        return mean / deviation

# %% first-output-of-layer-norm: a LayerNorm with its mean
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        ones = F.ones((3,))
        out, mean, deviation = F.LayerNorm(x, ones, F.zeros_like(ones), output_mean_var=True)
        return out, deviation

# %% first-output-in-loop: the outputs of moments are gone through
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        total = 0
        for part in F.moments(x, axes=(0,)):
            total = total + part
        return total

# %% first-output-kept: the mean is kept for others to see, the variance goes on
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.mean, variance = F.moments(x, axes=(0,))  # breaks here
        return F.broadcast_mul(x, variance)

# %% first-output-of-zero: the mean is used, in a result that is thrown away
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean, variance = F.moments(x, axes=(0,))  # breaks here
        centred = F.broadcast_sub(x, mean)
        return variance * 2

# %% first-output-picked-by-configuration: which output, the configuration says
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, which=1, **kwargs):
        super().__init__(**kwargs)
        self.which = which

    def hybrid_forward(self, F, x):
        if self.which:
            return F.moments(x, axes=(0,))[1]  # breaks here
        return F.moments(x, axes=(0,))[0]

# %% topk-second-alone: the indices of topk alone
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.topk(x, k=2, ret_typ="both")[1]

# %% first-output-in-abs: both outputs of moments, one of them by abs()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean, variance = F.moments(x, axes=(0,))
        return abs(mean) + variance
