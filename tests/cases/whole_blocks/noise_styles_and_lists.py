"""Constructs that were met in public repositories, written anew: noise that is kept, gates that are cut out of one vector,
lists that the caller hands over."""

import mxnet as mx
from mxnet.gluon import HybridBlock, nn

# %% popped-statistics: statistics are handed over in lists, of which each is deleted after its use
# inputs: [(2, 3), [(3,), (3,)], [('pos', (3,)), ('pos', (3,))]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, centre, spread):
        x = F.broadcast_div(F.broadcast_sub(x, centre[0]), spread[0])
        del centre[0], spread[0]
        return F.broadcast_mul(F.broadcast_add(x, centre[0]), spread[0])

# %% deleted-by-a-helper: a function picks from the list and deletes what it picked
# inputs: [(2, 3), [(2, 3), (2, 3)]]
# works
def consume(held, position):
    taken = held[position] * 2
    del held[position]
    return taken


class Net(HybridBlock):
    def hybrid_forward(self, F, x, earlier):
        return x * consume(earlier, 0) + consume(earlier, 0)

# %% own-entry-deleted: an entry of a list of the block's own is deleted, and of the input a row is taken
# inputs: [(2, 3), (2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x, earlier):
        held = [x * 2, x + 1]
        del held[0]
        return F.broadcast_add(held[0], F.sum(earlier[0]))  # breaks here

# %% noise-of-the-first-call: noise that the first imperative call draws, and a graph has not
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.noise = None

    def hybrid_forward(self, F, x):
        if isinstance(x, mx.nd.NDArray) and self.noise is None:
            self.noise = mx.nd.ones(x.shape)
        return x * 2 + self.noise  # breaks here

# %% noise-for-an-operator: the same noise, handed to an operator
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, strength=0.1):
        super().__init__()
        self.strength = strength
        self.drawn = None

    def hybrid_forward(self, F, x):
        if F is mx.nd:
            if self.drawn is None:
                self.drawn = mx.nd.ones(x.shape)
        return x + self.strength * F.broadcast_mul(x, self.drawn)  # breaks here

# %% noise-in-both-lives: noise that either life draws for itself
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.zeros_like(x) * F.random.normal_like(x)

# %% style-in-halves: the halves of one vector scale and shift each channel
# inputs: [(2, 3, 4, 4), (2, 5)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.norm = nn.InstanceNorm()
        self.affine = nn.Dense(6)

    def hybrid_forward(self, F, x, style):
        scale, shift = self.affine(style).expand_dims(2).expand_dims(3).split(2, 1)
        return self.norm(x) * scale + shift  # breaks here

# %% style-in-halves-reshaped: the same, of a vector to which a reshape gives two axes
# inputs: [(2, 3, 4, 4), (2, 6)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, style):
        scale, shift = F.split(style.reshape((0, -1, 1, 1)), num_outputs=2, axis=1)
        return F.broadcast_add(x * scale, shift)  # breaks here

# %% style-in-halves-broadcast: the same with operators that broadcast
# inputs: [(2, 3, 4, 4), (2, 6)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, style):
        scale, shift = F.split(style.reshape((0, -1, 1, 1)), num_outputs=2, axis=1)
        return F.broadcast_add(F.broadcast_mul(x, scale), shift)

# %% halves-of-the-pooled: the halves of a gate beside each other, and beside what was pooled to the same lengths
# inputs: [(2, 6, 4, 4), (2, 6)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, style):
        scale, shift = F.split(style.reshape((0, -1, 1, 1)), num_outputs=2, axis=1)
        pooled = F.mean(x, axis=(2, 3), keepdims=True)
        first, second = F.split(pooled, num_outputs=2, axis=1)
        return first * scale + second * shift

# %% halves-of-the-map: the halves of a map, which is as it came, multiplied by one another
# inputs: [(2, 6, 4, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        content, gate = F.split(x, num_outputs=2, axis=1)
        return content * F.sigmoid(gate)
