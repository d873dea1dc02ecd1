"""Blocks that HYB901 reports, and blocks like them that work."""

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import Block, HybridBlock, Parameter, SymbolBlock, nn, rnn

# %% loop-that-counts-whose-output-of-each-step-nobody-uses
# inputs: [(2, 3)]
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def step(i, total):
            return total, (i + 1, total * x)

        _, (_, total) = F.contrib.while_loop(  # breaks: gradients
            lambda i, total: i < 3, step, (F.zeros((1,)), F.ones_like(x)), max_iterations=3
        )
        return total

# %% loop-that-counts-whose-outputs-are-used
# inputs: [(2, 3)]
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def step(i, total):
            return total, (i + 1, total * x)

        steps, (_, total) = F.contrib.while_loop(  # breaks: gradients
            lambda i, total: i < 3, step, (F.zeros((1,)), F.ones_like(x)), max_iterations=3
        )
        return total, steps

# %% output-of-a-while_loop-that-is-a-comparison
# inputs: [(4, 2, 3), (2, 3)]
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        def step(i, state):
            return state > 0, [i + 1, state * 2]
        
        rows, last = F.contrib.while_loop(lambda i, state: i < 3, step, [F.zeros((1,)), y], max_iterations=3)  # HYB908 # breaks: gradients
        return last[1] * 2

# %% eval-x-2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return eval('x * 2')

# %% locals-x-2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return locals()['x'] * 2

# %% input-of-a-sum-that-is-thrown-away
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        both = x + y
        return x * 2

# %% inputs-of-an-abstract-method
# inputs: [(2, 3), (2, 3)]
# clean
class Base(HybridBlock):
    def hybrid_forward(self, F, x, y):
        raise NotImplementedError


class Net(Base):
    def hybrid_forward(self, F, x, y):
        return x * 2 * y

# %% shapes-that-differ-where-nothing-returns
# inputs: [(2, 3)]
# clean
class Part(HybridBlock):
    def hybrid_forward(self, F, x):
        both = x * 2 + x


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.part = Part()

    def hybrid_forward(self, F, x):
        self.part(x)
        return x * 2
