"""Blocks that HYB708 reports, and blocks like them that work."""

from mxnet import autograd
from mxnet.gluon import HybridBlock, nn

# %% batchnorm-never-called-beside-a-deferred-dense
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(3)
        self.norm = nn.BatchNorm()  # HYB708

    def hybrid_forward(self, F, x):
        return self.a(x)

# %% child-of-a-child-never-called-beside-a-deferred-dense
# inputs: [(2, 3)]
# breaks: execution
class Ch(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.used = nn.Dense(3)
        self.forgotten = nn.Dense(3)  # HYB708

    def hybrid_forward(self, F, x):
        return self.used(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x)

# %% child-with-in_units-never-called
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(3)
        self.b = nn.Dense(3, in_units=3)  # HYB708

    def hybrid_forward(self, F, x):
        return self.a(x)

# %% deferred-child-never-called-beside-one-that-is
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(3)
        self.b = nn.Dense(3)  # HYB708

    def hybrid_forward(self, F, x):
        return self.a(x)

# %% deferred-conv2d-never-called-beside-one-that-is
# inputs: [(2, 3, 4, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Conv2D(3, 1)
        self.b = nn.Conv2D(3, 1)  # HYB708

    def hybrid_forward(self, F, x):
        return self.a(x)

# %% layer-that-nothing-calls-another-class-has-one-of-the-same-name
# inputs: [(2, 3)]
class Other(HybridBlock):
    def __init__(self):
        super().__init__()
        self.features = nn.Dense(4)
        self.head = nn.Dense(2)

    def hybrid_forward(self, F, x):
        return self.head(self.features(x))


class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.features = nn.Dense(4)
        self.head = nn.Dense(2)  # HYB708 # breaks: execution

    def hybrid_forward(self, F, x):
        return self.features(x)

# %% local-block-with-a-layer-never-called-beside-a-deferred-dense
# inputs: [(2, 3)]
# breaks: execution
class Ch(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.inner = nn.Dense(3)

    def hybrid_forward(self, F, x):
        return self.inner(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(3)
        self.unused = Ch()  # HYB708

    def hybrid_forward(self, F, x):
        return self.a(x)

# %% activation-never-called-beside-a-deferred-dense
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(3)
        self.unused = nn.Activation("relu")

    def hybrid_forward(self, F, x):
        return self.a(x)

# %% callbacks-that-are-none
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, on_hidden=None, **kwargs):
        super().__init__(**kwargs)
        self.on_hidden = on_hidden
        self.a = nn.Dense(3, in_units=3)
        self.b = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        hidden = F.relu(self.a(x))
        if self.on_hidden is not None:
            self.on_hidden(hidden)
        return self.b(hidden)

# %% layer-that-a-class-beside-the-base-calls
# inputs: [(2, 3)]
# clean
class Body(HybridBlock):
    def __init__(self):
        super().__init__()
        self.features = nn.Dense(4)
        self.head = nn.Dense(2)

    def hybrid_forward(self, F, x):
        return self.finish(self.features(x))


class Finishing:
    def finish(self, features):
        return self.head(features)


class Net(Finishing, Body):
    pass

# %% layer-that-the-parent-calls
# inputs: [(2, 3)]
# clean
class Body(HybridBlock):
    def __init__(self):
        super().__init__()
        self.features = nn.Dense(4)
        self.head = nn.Dense(2)

    def hybrid_forward(self, F, x):
        return self.features(x)


class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.body = Body()

    def hybrid_forward(self, F, x):
        return self.body.head(self.body(x))

# %% over-self-children
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(3, in_units=3)
        self.b = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        for child in self._children.values():
            x = child(x)
        return x

# %% record-inside-of-pause
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.a = nn.Dense(3, in_units=3)
            self.b = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        with autograd.pause():
            with autograd.record():
                y = self.a(x)
        return y

# %% two-children-with-one-prefix
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(3, in_units=3, prefix="d_", use_bias=False)
        self.b = nn.Activation("relu", prefix="d_")

    def hybrid_forward(self, F, x):
        return self.b(self.a(x))

# %% result-of-a-deferred-child-thrown-away
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(3)
        self.b = nn.Dense(3)

    def hybrid_forward(self, F, x):
        y = self.a(x)  # HYB708
        y = y + 1
        return self.b(x)

# %% result-of-a-child-of-known-size-thrown-away
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(3, in_units=3)
        self.b = nn.Dense(3)

    def hybrid_forward(self, F, x):
        outputs = [self.a(x), self.b(x)]  # HYB708
        return outputs[1]

# %% parameter-in-an-operator-whose-result-is-thrown-away
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(3)
        self.weight = self.params.get("weight", shape=(3, 3))

    def hybrid_forward(self, F, x, weight):  # HYB708
        y = F.dot(x, weight)
        return self.a(x)

# %% result-of-a-block-of-the-file-thrown-away
# inputs: [(2, 3)]
# breaks: execution
class Part(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()
        self.body.add(nn.Dense(3), nn.Activation("relu"))

    def hybrid_forward(self, F, x):
        return self.body(x) * 2


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.part = Part()
        self.b = nn.Dense(3)

    def hybrid_forward(self, F, x):
        self.part(x)  # HYB708
        return self.b(x)

# %% block-of-the-file-that-throws-away-the-result-of-a-layer
# inputs: [(2, 3)]
# breaks: execution
class Part(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(3)

    def hybrid_forward(self, F, x):
        y = self.a(x)  # HYB708
        return x


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.part = Part()
        self.b = nn.Dense(3)

    def hybrid_forward(self, F, x):
        return self.b(self.part(x))

# %% child-called-twice-and-used-once
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(3)
        self.b = nn.Dense(3)

    def hybrid_forward(self, F, x):
        y = self.a(x * 2)
        return self.b(x) + self.a(x)

# %% results-of-all-deferred-children-thrown-away
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(3)
        self.b = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        y = self.a(x)
        return self.b(x)

# %% result-of-a-child-that-lends-its-parameters-thrown-away
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(3)
        self.b = nn.Dense(3, params=self.a.params)
        self.c = nn.Dense(3)

    def hybrid_forward(self, F, x):
        y = self.a(x)
        return self.c(self.b(x))

# %% result-of-a-child-in-a-loop-operator
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(3, in_units=3)
        self.b = nn.Dense(3, flatten=False)

    def hybrid_forward(self, F, x):
        rows, _ = F.contrib.foreach(lambda row, states: (self.a(row.expand_dims(0)), states), x, [])
        return self.b(rows)

# %% unused-layer-with-the-name-of-an-operator
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.proj = nn.Dense(3)
        self.norm = nn.LayerNorm()  # HYB708

    def hybrid_forward(self, F, x):
        h = self.proj(x)
        return F.broadcast_div(h, F.norm(h, axis=-1, keepdims=True) + 1)

# %% unused-layer-with-the-name-of-an-operator-by-another-name-of-f
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.proj = nn.Dense(3)
        self.norm = nn.LayerNorm()  # HYB708

    def hybrid_forward(self, mod, x):
        h = self.proj(x)
        return mod.broadcast_div(h, mod.norm(h, axis=-1, keepdims=True) + 1)

# %% layer-under-two-names
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = self._make()

    def _make(self):
        self.layers = nn.HybridSequential()
        self.layers.add(nn.Dense(3))
        return self.layers

    def hybrid_forward(self, F, x):
        return self.layers(x)

# %% residual-of-the-last-of-several-layers
# inputs: [(4, 8)]
class Net(HybridBlock):
    def __init__(self, depth=3, **kwargs):
        super().__init__(**kwargs)
        self.stacks, self.backcasts, self.forecasts = (nn.HybridSequential() for _ in range(3))
        for _ in range(depth):
            self.stacks.add(nn.Dense(6, activation="relu"))
            self.backcasts.add(nn.Dense(8))
            self.forecasts.add(nn.Dense(2))

    def hybrid_forward(self, F, x):
        total = 0
        for stack, backcast, forecast in zip(self.stacks, self.backcasts, self.forecasts):
            h = stack(x)
            x = x - backcast(h)  # HYB708 # breaks: execution
            total = total + forecast(h)
        return total

# %% residual-of-the-last-of-several-blocks
# inputs: [(4, 8)]
class Stack(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body, self.backcast, self.forecast = nn.Dense(6), nn.Dense(8), nn.Dense(2)

    def hybrid_forward(self, F, x):
        h = self.body(x)
        return self.backcast(h), self.forecast(h)  # HYB708 # breaks: execution


class Net(HybridBlock):
    def __init__(self, depth=3, **kwargs):
        super().__init__(**kwargs)
        self.stacks = nn.HybridSequential()
        for _ in range(depth):
            self.stacks.add(Stack())

    def hybrid_forward(self, F, x):
        total = 0
        for stack in self.stacks:
            backcast, forecast = stack(x)
            x = x - backcast
            total = total + forecast
        return total

# %% residual-of-the-last-layer-returned
# inputs: [(4, 8)]
# clean
class Net(HybridBlock):
    def __init__(self, depth=3, **kwargs):
        super().__init__(**kwargs)
        self.layers = nn.HybridSequential()
        for _ in range(depth):
            self.layers.add(nn.Dense(8))

    def hybrid_forward(self, F, x):
        before = x
        for layer in self.layers:
            before, x = x, F.relu(layer(x)) + before
        return x

# %% layer-of-all-rounds-unused-in-the-last
# inputs: [(4, 8)]
# clean
class Net(HybridBlock):
    def __init__(self, depth=3, **kwargs):
        super().__init__(**kwargs)
        self.depth = depth
        self.body, self.out = nn.Dense(8), nn.Dense(2)

    def hybrid_forward(self, F, x):
        total = 0
        for _ in range(self.depth):
            total = total + self.out(x)
            x = x - self.body(x)
        return total

# %% features-of-one-loop-read-in-the-next
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, depth=3, **kwargs):
        super().__init__(**kwargs)
        self.down, self.up = nn.HybridSequential(), nn.HybridSequential()
        for _ in range(depth):
            self.down.add(nn.Dense(4))
            self.up.add(nn.Dense(4))

    def hybrid_forward(self, F, x):
        features = []
        for layer in self.down:
            x = layer(x)
            features.append(x)
        total = 0
        for layer, feature in zip(self.up, features[::-1]):
            total = total + layer(feature)
        return total

# %% one-loop-of-layers-after-another
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, depth=3, **kwargs):
        super().__init__(**kwargs)
        self.first, self.second = nn.HybridSequential(), nn.HybridSequential()
        for _ in range(depth):
            self.first.add(nn.Dense(4))
            self.second.add(nn.Dense(4))

    def hybrid_forward(self, F, x):
        for layer in self.first:
            x = F.relu(layer(x))
        for layer in self.second:
            x = F.relu(layer(x))
        return x

# %% layer-that-a-slice-leaves-out
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.stages = nn.HybridSequential()
        for units in (8, 6, 4):
            self.stages.add(nn.Dense(units, activation="relu"))  # HYB708 # breaks: execution

    def hybrid_forward(self, F, x):
        outputs = []
        for stage in self.stages[:-1]:
            x = stage(x)
            outputs.append(x)
        return F.concat(*outputs, dim=1)

# %% layers-through-a-slice-and-by-their-number
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.stages = nn.HybridSequential()
        for units in (8, 6, 4):
            self.stages.add(nn.Dense(units, activation="relu"))

    def hybrid_forward(self, F, x):
        for stage in self.stages[:-1]:
            x = stage(x)
        return self.stages[2](x)

# %% layers-in-parts-of-a-sequential-that-is-called
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.features = nn.HybridSequential()
        self.features.add(nn.Dense(8))
        part = nn.HybridSequential()
        for units in (6, 4):
            part.add(nn.Dense(units))
        self.features.add(part)

    def hybrid_forward(self, F, x):
        return self.features(x)
