"""Blocks that HYB310 reports, and blocks like them that work."""

from mxnet.gluon import HybridBlock

# %% deviation-of-a-groupnorm-alone
# inputs: [(2, 4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        ones = F.ones((2,))
        outs = F.GroupNorm(x, ones, F.zeros_like(ones), num_groups=2, output_mean_var=True)  # HYB310 # breaks: values
        return outs[2] * 2

# %% deviation-of-a-layernorm-alone
# inputs: [(2, 3), (3,), (3,)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x, g, b):
        return F.LayerNorm(x, g, b, output_mean_var=True)[2] * 2  # HYB310

# %% f-moments-1
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.moments(x, axes=(1,), keepdims=True)[1] * 2  # HYB310

# %% mean-and-deviation-of-a-layernorm-and-not-what-it-is-for
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        ones = F.ones((3,))
        _, mean, deviation = F.LayerNorm(x, ones, F.zeros_like(ones), output_mean_var=True)  # HYB310 # breaks: values
        return mean / deviation

# %% mean-is-used-in-a-result-that-is-thrown-away
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean, variance = F.moments(x, axes=(0,))  # HYB310 # breaks: values
        centred = F.broadcast_sub(x, mean)
        return variance * 2

# %% variance-of-f-moments-the-mean-unused
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        _, variance = F.moments(x, axes=(1,))  # HYB310
        return variance * 2

# %% variance-of-moments-picked-by-a-helper
# inputs: [(2, 3)]
class Net(HybridBlock):
    def spread(self, F, x):
        mean, variance = F.moments(x, axes=(0,))  # HYB310 # breaks: values
        return variance

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, self.spread(F, x))

# %% which-output-the-configuration-says
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, which=1, **kwargs):
        super().__init__(**kwargs)
        self.which = which

    def hybrid_forward(self, F, x):
        if self.which:
            return F.moments(x, axes=(0,))[1]  # HYB310 # breaks: values
        return F.moments(x, axes=(0,))[0]

# %% default-list-that-is-not-passed
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, axes=(1,)):
        return F.mean(x, axis=axes)

# %% f-contrib-index_array
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.index_array(x, axes=(1,)) * 2

# %% f-layernorm-output_mean_var-true-unpack
# inputs: [(2, 3), ('pos', (3,)), ('pos', (3,))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y, z):
        o, m, v = F.LayerNorm(x, y, z, output_mean_var=True)
        return o

# %% layernorm-with-its-mean
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        ones = F.ones((3,))
        out, mean, deviation = F.LayerNorm(x, ones, F.zeros_like(ones), output_mean_var=True)
        return out, deviation

# %% layernorm-with-output_mean_var-ix-stats
# inputs: [(2, 3), (3,), (3,)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, g, b):
        out, mean, std = F.LayerNorm(x, g, b, output_mean_var=True)
        return out * 2, mean + std

# %% mean-and-variance-of-f-moments
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean, variance = F.moments(x, axes=(1,))
        return mean / (variance + 1).sqrt()

# %% mean-var-f-moments
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean, var = F.moments(x, axes=(1,))
        return mean + var

# %% slicechannel-with-squeeze_axis
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.SliceChannel(x, num_outputs=3, axis=1, squeeze_axis=True)[2] * 2

# %% mean-in-a-name-that-is-assigned-again
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean, variance = F.moments(x, axes=(0,))  # HYB310 # breaks: values
        y = F.broadcast_sub(x, mean)
        y = F.sqrt(variance + 1)
        return y

# %% mean-in-a-list-of-which-another-element-is-returned
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean, variance = F.moments(x, axes=(0,))  # HYB310 # breaks: values
        results = [mean * 2, variance * 2]
        return results[1]

# %% mean-through-several-names-of-a-loop-thrown-away
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, steps=3, **kwargs):
        super().__init__(**kwargs)
        self.steps = steps

    def hybrid_forward(self, F, x):
        mean, variance = F.moments(x, axes=(0,))  # HYB310 # breaks: values
        total = mean
        for _ in range(self.steps):
            total = total + mean
            variance = variance * 2
        return variance

# %% mean-through-several-names-of-a-loop-returned
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, steps=3, **kwargs):
        super().__init__(**kwargs)
        self.steps = steps

    def hybrid_forward(self, F, x):
        mean, variance = F.moments(x, axes=(0,))
        a = b = c = d = variance
        for _ in range(self.steps):
            a, b, c, d = b, c, mean, d * 2
        return variance, a + d

# %% mean-in-a-list-that-a-loop-fills
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, steps=3, **kwargs):
        super().__init__(**kwargs)
        self.steps = steps

    def hybrid_forward(self, F, x):
        mean, variance = F.moments(x, axes=(0,))
        rows = []
        for i in range(self.steps):
            rows.append(mean * i)
        return F.concat(*rows, dim=0), variance

# %% mean-in-one-branch-of-the-configuration: the mean is used in one branch of the configuration, which is taken
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, centred=True, **kwargs):
        super().__init__(**kwargs)
        self.centred = centred

    def hybrid_forward(self, F, x):
        mean, variance = F.moments(x, axes=(0,))
        y = x * 2
        if self.centred:
            y = F.broadcast_sub(y, mean)
        return F.broadcast_div(y, variance + 1)

# %% variance-of-negative-moments: the variance of moments below `-`, which a Symbol applies to both
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        both = [-each for each in F.moments(x, axes=(0,))]  # HYB310
        return both[1]

# %% mean-in-the-states-of-a-loop
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean, variance = F.moments(x, axes=(0,))
        rows, last = F.contrib.foreach(lambda row, state: (row * state, state * 2), x, mean)
        return rows, last, variance

# %% moments-called-twice-for-one-output-each: F.moments is called twice, which the graph computes once
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.moments(x, axes=(0,))[0] + F.moments(x, axes=(0,))[1]

# %% moments-called-twice-for-different-axes: F.moments is called for the mean along another axis
# inputs: [(3, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean = F.moments(x, axes=(1,))[0]
        return mean + F.moments(x, axes=(0,))[1]  # HYB310 # breaks: values

# %% moments-of-equal-products-called-twice
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.moments(x * 2, axes=(0,))[0] + F.moments(x * 2, axes=(0,))[1]
