"""Blocks that HYB705 reports, and blocks like them that work."""

from mxnet.gluon import HybridBlock, nn

# %% forward-hook-that-notes-the-largest-number: a forward hook that notes the largest number
# inputs: [(2, 3)]
# breaks: trace
# needs: callers
class Watch:
    def __init__(self):
        self.largest = 0.0

    def __call__(self, block, inputs, output):
        self.largest = max(self.largest, float(output.max().asscalar()))


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.watch = Watch()
        self.d = nn.Dense(3, in_units=3)
        self.d.register_forward_hook(self.watch)

    def hybrid_forward(self, F, x):
        return self.d(x) * 2

# %% hook-on-a-child-reads-o-shape
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.d.register_forward_hook(lambda b, i, o: o.shape)  # HYB705 # breaks: trace

    def hybrid_forward(self, F, x):
        return self.d(x)

# %% hook-on-a-child-that-reads-shapes
# inputs: [(2, 3)]
# needs: callers
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.shapes = []
        self.d = nn.Dense(3, in_units=3)
        self.d.register_forward_hook(lambda block, inputs, outputs: self.shapes.append(outputs.shape))  # HYB705 # breaks: trace

    def hybrid_forward(self, F, x):
        return self.d(x)

# %% hook-that-keeps-a-number-of-calls
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.calls = 0
        self.d.register_forward_hook(self.count)  # HYB705

    def hybrid_forward(self, F, x):
        y = self.d(x)
        return y * self.calls

    def count(self, block, inputs, output):
        self.calls += 1

# %% hook-that-reads-the-shape-of-an-output
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.d.register_forward_hook(self.check)  # HYB705

    def hybrid_forward(self, F, x):
        return self.d(x)

    def check(self, block, inputs, output):
        assert output.shape[1] == 3

# %% pre-hook-that-reads-a-shape
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.d.register_forward_pre_hook(lambda block, inputs: inputs[0].shape)  # HYB705 # breaks: trace

    def hybrid_forward(self, F, x):
        return self.d(x)

# %% self-d-register_forward_hook-reading-o-shape-kept
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.shapes = []
        self.d.register_forward_hook(lambda b, i, o: self.shapes.append(o.shape))  # HYB705 # breaks: trace

    def hybrid_forward(self, F, x):
        return self.d(x)

# %% hook-on-a-child-that-notes-its-name-once
# inputs: [(2, 3)]
# differs: (net.names.clear(), net(*xs), len(net.names))[-1]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.names = set()
        self.d = nn.Dense(3, in_units=3)
        self.d.register_forward_hook(lambda block, inputs, outputs: self.names.add(block.name))  # HYB705

    def hybrid_forward(self, F, x):
        return self.d(x)

# %% hook-on-the-block-itself-that-counts
# inputs: [(2, 3)]
# clean
# call: (net(*xs), net.calls)
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0
        self.register_forward_hook(self.count)

    def count(self, block, inputs, outputs):
        self.calls += 1

    def hybrid_forward(self, F, x):
        return x * 2

# %% hook-on-the-block-itself-that-reads-shapes
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.shapes = []
        self.register_forward_hook(lambda block, inputs, outputs: self.shapes.append(outputs.shape))

    def hybrid_forward(self, F, x):
        return x * 2

# %% hook-that-is-detached-before-the-first-call
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        handle = self.d.register_forward_hook(lambda block, inputs, outputs: outputs.asnumpy())
        handle.detach()

    def hybrid_forward(self, F, x):
        return self.d(x)

# %% pre-hook-def-that-scales
# inputs: [(2, 3)]
# clean
def scale(block, inputs):
    """Twice the input."""
    return (inputs[0] * 2,)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.d.register_forward_pre_hook(scale)

    def hybrid_forward(self, F, x):
        return self.d(x)

# %% pre-hook-on-a-child-that-changes-the-input
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.d.register_forward_pre_hook(lambda b, i: (i[0] * 2,))

    def hybrid_forward(self, F, x):
        return self.d(x)

# %% pre-hook-on-a-child-that-does-nothing
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.d.register_forward_pre_hook(lambda b, i: None)

    def hybrid_forward(self, F, x):
        return self.d(x)

# %% pre-hook-on-a-child-that-only-counts
# inputs: [(2, 3)]
# differs: len(net.seen)
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seen = []
        self.d = nn.Dense(3, in_units=3)
        self.d.register_forward_pre_hook(lambda block, inputs: self.seen.append(1))  # HYB705

    def hybrid_forward(self, F, x):
        return self.d(x)
