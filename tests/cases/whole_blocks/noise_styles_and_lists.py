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

# %% length-in-a-shape: a length that only imperative calls put on the block, within a shape
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.rows = None

    def hybrid_forward(self, F, x):
        if isinstance(x, mx.nd.NDArray):
            self.rows = x.shape[0]
        return F.broadcast_add(x, F.ones((self.rows, 1)))  # breaks here

# %% length-in-a-shape-of-a-method: the same, given to a method
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.rows = None

    def hybrid_forward(self, F, x):
        if F is mx.nd:
            self.rows = x.shape[0]
        return x.reshape((self.rows, -1)) * 2  # breaks here

# %% length-of-drawn-noise: the same, as the shape of what is drawn
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.rows = None

    def hybrid_forward(self, F, x):
        if F is mx.nd:
            self.rows = x.shape[0]
        noise = F.random.uniform(0, 1, shape=(self.rows, 3))  # breaks here
        return x + 0 * noise

# %% length-as-an-end: the same as the end of a slice, which may be None
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.rows = None

    def hybrid_forward(self, F, x):
        if F is mx.nd:
            self.rows = x.shape[0]
        return F.slice(x, begin=(0, 1), end=(self.rows, 3)) * 2

# %% length-in-python-arithmetic: one less than such a length
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.rows = None

    def hybrid_forward(self, F, x):
        if F is mx.nd:
            self.rows = x.shape[0]
        return x / (self.rows - 1)  # breaks here

# %% length-asked-for-first: such a length, used only where it is there
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.rows = None

    def hybrid_forward(self, F, x):
        if F is mx.nd:
            self.rows = x.shape[0]
        if self.rows is not None:
            assert self.rows - 1 >= 0
        return x * 2

# %% mask-asked-for-first: an array that only imperative calls put there, summed only where it is there
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.seen = None

    def hybrid_forward(self, F, x):
        if F is mx.nd:
            self.seen = mx.nd.ones((2, 3))
        if self.seen is not None:
            self.total = self.seen.sum() - 1
        return x * 2

# %% mask-asked-for-by-its-truth: a length that is used after `and`
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.rows = None

    def hybrid_forward(self, F, x):
        if F is mx.nd:
            self.rows = x.shape[0]
        last = self.rows - 1 if self.rows else 0
        ok = self.rows is None or self.rows - 1 >= last
        return x * 2 if ok else x * 2

# %% mask-summed: the same without asking
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.seen = None

    def hybrid_forward(self, F, x):
        if F is mx.nd:
            self.seen = mx.nd.ones((2, 3))
        total = self.seen.sum()  # breaks here
        return x * 2 if F is mx.sym else x * 2 + 0 * total

# %% mask-through-a-layer: such an array, given to a layer
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.seen = None
        self.dense = nn.Dense(2)

    def hybrid_forward(self, F, x):
        if F is mx.nd:
            self.seen = mx.nd.ones((2, 3))
        return self.dense(x) + self.dense(self.seen)  # breaks here
