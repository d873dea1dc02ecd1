"""Blocks that work and are like none that a rule reports: random."""

import functools
import random

import numpy as np
from mxnet.gluon import HybridBlock, nn

# %% constructor-shuffles-the-order-of-the-scales
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        scales = [1.0, 2.0, 3.0]
        random.shuffle(scales)
        self.scales = scales

    def hybrid_forward(self, F, x):
        return F.add_n(*[F.sin(x * scale) / scale for scale in self.scales])

# %% f-blockgrad-f-random-generalized_negative_binomial_like-x-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.BlockGrad(F.random.generalized_negative_binomial_like(x)) + x

# %% f-random-gamma_like-x-alpha-2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.random.gamma_like(x, alpha=2.0) + x

# %% f-random-normal-of-tensors-without-a-shape
# inputs: [(2, 3), ('pos', (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.random.normal(x, y) * 0 + 1

# %% f-random-poisson_like-x-lam-2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.BlockGrad(F.random.poisson_like(x, lam=2.0)) + x

# %% f-random-uniform_like-and-normal_like
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.random.uniform_like(data=x, low=0, high=1) * 0

# %% gamma-samples-with-parameters-out-of-a-layer
# inputs: [("pos", (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, alpha):
        draw = F.random.gamma(alpha, F.ones_like(alpha))
        return F.BlockGrad(draw) * 0 + alpha

# %% gumbel-softmax-over-the-output-of-a-layer
# inputs: [(2, 6)]
# archive
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.logits = nn.Dense(5)

    def hybrid_forward(self, F, x):
        logits = self.logits(x)
        noise = -F.log(-F.log(F.random.uniform_like(logits, 1e-3, 1 - 1e-3)))
        return F.softmax((logits + noise) / 0.7)

# %% lru_cache-around-a-random-number
# inputs: [(2, 3)]
# clean
import random


@functools.lru_cache()
def draw():
    return random.random()


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * draw()

# %% mask-by-comparing-a-uniform-sample
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        keep = F.random.uniform_like(x) >= 0
        return F.where(keep, x, F.zeros_like(x))

# %% np-random-rand-drawn-and-not-used
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        r = np.random.rand()
        return x * 2

# %% np-random-seed-then-np-random-rand
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        np.random.seed(3)
        return x * np.random.rand()

# %% random-drawn-in-init
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.r = 0.5 if np.random.rand() < 2 else 1.0

    def hybrid_forward(self, F, x):
        return x * self.r

# %% random-number-of-the-constructor
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = np.random.rand()

    def hybrid_forward(self, F, x):
        return x * self.k

# %% same-with-an-argument
# inputs: [(2, 3)]
# clean
import random


@functools.lru_cache()
def draw(n):
    return random.random() * n


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * draw(3)
