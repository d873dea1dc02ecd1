"""What the first few calls, at the usual sizes and with lists of one's own, do not show."""
from mxnet.gluon import HybridBlock, nn


# %% counter-from-sixth-call: a counter that matters from the sixth call
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0

    def hybrid_forward(self, F, x):
        self.calls += 1
        return x * (2 if self.calls > 5 else 1)


# %% warm-up-over-ten-calls: a factor that grows in the first ten calls, within a dict
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.state = {'calls': 0}

    def hybrid_forward(self, F, x):
        self.state['calls'] = min(self.state['calls'] + 1, 10)
        return x * (1.0 if self.state['calls'] < 9 else 0.5)


# %% counter-that-does-not-matter: calls are counted for whoever reads the count
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0

    def hybrid_forward(self, F, x):
        self.calls += 1
        return F.relu(x)


# %% special-batch-of-one: a batch of one is special, and the first has two
# inputs: [(2, 3)]
# needs: callers
# breaks: other shapes
class Net(HybridBlock):
    def forward(self, x):
        self.single = len(x) == 1
        return super().forward(x)

    def hybrid_forward(self, F, x):
        y = F.relu(x)
        return y if not self.single else y + 1


# %% list-input-that-grows: a list that the caller gives, and to which the block appends
# inputs: [[(2, 3), (2, 3)]]
# needs: callers
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        xs.append(xs[0] * 2)
        return F.concat(*xs, dim=1)


# %% list-input-copied: a copy of the list that the caller gives grows
# inputs: [[(2, 3), (2, 3)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        xs = list(xs)
        xs.append(xs[0] * 2)
        return F.concat(*xs, dim=1)


# %% factor-near-one: the graph has a factor of 1.0005
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        y = self.body(x)
        return y * 1.0005 if F.__name__.endswith('symbol') else y * 1.0


# %% offset-of-rounding-size: the same result in another order of additions
# inputs: [(2, 300)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        total = F.sum(parts[0], axis=1) + F.sum(parts[1], axis=1) + F.sum(parts[2], axis=1)
        return F.exp(total * 0.1)
