"""Blocks that keep, freeze or lose something where a check that runs each life on a net of its own sees nothing."""

import itertools
import os

import numpy as np
from mxnet.gluon import HybridBlock, nn

# %% cache-lazy-first: a tensor made at the first use, the net called before it is hybridized
# inputs: [(2, 3)]
# hybridize: net(mx.nd.ones((2, 3))); net.hybridize()
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._mask = None

    def hybrid_forward(self, F, x):
        if self._mask is None:
            self._mask = F.ones((1, 3)) * 2
        return F.broadcast_mul(x, self._mask)  # breaks here

# %% cache-dict-first: tensors kept in a dict by their length, the net called before it is hybridized
# inputs: [(2, 3)]
# hybridize: net(mx.nd.ones((2, 3))); net.hybridize()
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._masks = {}

    def mask(self, F, length):
        if length not in self._masks:
            self._masks[length] = F.ones((1, length)) * 2
        return self._masks[length]

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, self.mask(F, 3))

# %% cache-remade: a tensor made anew at each call is no cache
# inputs: [(2, 3)]
# hybridize: net(mx.nd.ones((2, 3))); net.hybridize()
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self._mask = F.ones((1, 3)) * 2
        return F.broadcast_mul(x, self._mask)

# %% attention-read: an attention map kept on the block, read after the call
# inputs: [(2, 3)]
# call: (net(*xs), net.attention * 1)[1]
# breaks: values
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.attention = F.softmax(x)
        return self.attention * x

# %% attention-returned: an attention map that is returned
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        attention = F.softmax(x)
        return attention * x, attention

# %% urandom: noise of the operating system
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (1 + os.urandom(1)[0] / 255)  # breaks here

# %% numpy-noise: noise drawn by NumPy
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + float(np.random.normal())  # breaks here

# %% mxnet-noise: noise drawn by the graph
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.random.normal_like(x) * 0

# %% call-around: __call__ does more than hybrid_forward
# inputs: [(2, 3)]
# breaks: re-import
# needs: callers
class Net(HybridBlock):
    def __call__(self, x):
        return super().__call__(x) * 2

    def hybrid_forward(self, F, x):
        return F.relu(x)

# %% call-before: __call__ changes what hybrid_forward gets
# inputs: [(2, 3)]
# breaks: re-import
# needs: callers
class Net(HybridBlock):
    def __call__(self, x):
        return super().__call__(x * 2)

    def hybrid_forward(self, F, x):
        return F.exp(x)

# %% forward-around: forward does more than hybrid_forward
# inputs: [(2, 3)]
# breaks: re-import
# needs: callers
class Net(HybridBlock):
    def forward(self, x):
        return super().forward(x) * 2

    def hybrid_forward(self, F, x):
        return F.relu(x)

# %% call-inside: __call__ of a block inside, which is part of the graph
# inputs: [(2, 3)]
# works
class Twice(HybridBlock):
    def __call__(self, x):
        return super().__call__(x) * 2

    def hybrid_forward(self, F, x):
        return F.relu(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.twice = Twice()

    def hybrid_forward(self, F, x):
        return self.twice(x) + 1

# %% counts: an endless counter on the block
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counter = itertools.count(1)

    def hybrid_forward(self, F, x):
        return x * next(self.counter)  # breaks here

# %% while-gradient: a loop whose condition reads what gets a gradient
# inputs: [(2, 3)]
# breaks: gradients
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def step(i, total):
            return total, (i + 1, total * x)

        _, (_, total) = F.contrib.while_loop(  # breaks here
            lambda i, total: F.sum(total) < 1e9, step, (F.zeros((1,)), F.ones_like(x)), max_iterations=3
        )
        return total

# %% parameter-returned: a parameter returned as it came
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(3,))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w.reshape((1, 3))), w  # breaks here

# %% parameter-identity: a parameter returned through identity
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(3,))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w.reshape((1, 3))), F.identity(w)

# %% topk-gradient: topk with both outputs, under gradients
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        values, indices = F.topk(x, k=2, ret_typ="both", axis=-1)
        return values * 2

# %% topk-mask: a mask of topk
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * F.topk(x, k=2, ret_typ="mask", axis=-1)

# %% split-v2-batch: split_v2 at the batch
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        first, rest = F.split_v2(x, (1,), axis=0)
        return F.broadcast_add(first, rest)

# %% cond-gradient: a branch whose condition reads what gets a gradient
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.cond(F.sum(x) > 0, lambda: x * 2, lambda: x * 3)

# %% while-gradient-counted: a loop that counts, whose output of each step nobody uses
# inputs: [(2, 3)]
# breaks: gradients
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def step(i, total):
            return total, (i + 1, total * x)

        _, (_, total) = F.contrib.while_loop(  # breaks here
            lambda i, total: i < 3, step, (F.zeros((1,)), F.ones_like(x)), max_iterations=3
        )
        return total

# %% while-gradient-used: a loop that counts, whose outputs are used
# inputs: [(2, 3)]
# breaks: gradients
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def step(i, total):
            return total, (i + 1, total * x)

        steps, (_, total) = F.contrib.while_loop(  # breaks here
            lambda i, total: i < 3, step, (F.zeros((1,)), F.ones_like(x)), max_iterations=3
        )
        return total, steps

# %% foreach-gradient-unused: foreach, whose output of each step nobody uses
# inputs: [(2, 3)]
# breaks: gradients
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        _, state = F.contrib.foreach(lambda d, s: (d * 2, s + d * d), x, F.zeros((3,)))  # breaks here
        return state

# %% parameter-returned-cond: a parameter returned beside a branch that uses it
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(2, 3))

    def hybrid_forward(self, F, x, w):
        return F.contrib.cond(F.sum(w) > -1e9, lambda: w * x, lambda: x), w

# %% parameter-alone: only a parameter returned
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(3,))

    def hybrid_forward(self, F, x, w):
        return x * 2, w  # breaks here

# %% gradient-to-untouched-input: a mask returned as it came, in training, where data has no gradient
# inputs: [(2, 3), (2, 3)]
# breaks: gradients
# needs: callers
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.hidden = nn.Dense(3, activation="relu", flatten=False)
        self.output = nn.Dense(3, flatten=False)

    def hybrid_forward(self, F, x, mask):
        hidden = self.hidden(x)
        return self.output(hidden), mask  # breaks here

# %% gradient-to-added-input: an input added last of all, in training, where data has no gradient
# inputs: [(2, 3), (2, 3)]
# breaks: gradients
# needs: callers
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.hidden = nn.Dense(3, activation="relu", flatten=False)
        self.output = nn.Dense(3, flatten=False)

    def hybrid_forward(self, F, x, skipped):
        hidden = self.hidden(x)
        return self.output(hidden) + skipped  # breaks here

# %% gradient-to-input-of-a-block: the same in a block that another holds
# inputs: [(2, 3), (2, 3)]
# breaks: gradients
# needs: callers
class Decoder(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.hidden = nn.Dense(3, activation="relu", flatten=False)

    def hybrid_forward(self, F, x, skipped):
        return self.hidden(x) + 1 + skipped  # breaks here

class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.decoder = Decoder()

    def hybrid_forward(self, F, x, skipped):
        return self.decoder(x, skipped)

# %% gradient-to-identity: F.identity of the input is an operator for its gradient
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.hidden = nn.Dense(3, activation="relu", flatten=False)

    def hybrid_forward(self, F, x, skipped):
        return self.hidden(x) + 1 + F.identity(skipped), F.identity(skipped)

# %% gradient-of-residual: an input that is added and has another use as well
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.hidden = nn.Dense(3, activation="relu", flatten=False)

    def hybrid_forward(self, F, x):
        return self.hidden(x) + 1 + x, x

# %% gradient-to-input-inside: what an outer graph does with it is another matter
# inputs: [(2, 3), (2, 3)]
# works
class Decoder(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.hidden = nn.Dense(3, activation="relu", flatten=False)

    def hybrid_forward(self, F, x, skipped):
        return self.hidden(x) + 1 + skipped

class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.decoder = Decoder()

    def hybrid_forward(self, F, x, skipped):
        return F.tanh(self.decoder(x, skipped))

# %% gradient-to-added-and-compared: an input added last, whose sum is compared as well, which gives no gradient
# inputs: [(2, 3), (2, 3)]
# breaks: gradients
# needs: callers
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.hidden = nn.Dense(3, activation="relu", flatten=False)

    def hybrid_forward(self, F, x, lengths):
        hidden = self.hidden(x)
        longer = lengths + F.BlockGrad(hidden > 0)  # breaks here
        return F.where(longer > 1, hidden, F.zeros_like(hidden)), longer
