"""HYB5: Python values that change between imperative calls and are constants of the graph."""

from __future__ import annotations

from hybridlint.rules.base import Example, Rule
from hybridlint.symbols import Kind

_TRACED_ONCE = (
    "`hybrid_forward` runs once, while tracing. What Python computes there becomes a constant of the graph, which "
    "every later call uses."
)


class FrozenValue(Rule):
    code = "HYB501"
    name = "frozen-value"
    summary = "Python value that changes between calls, baked into the graph"
    after_hybridize = "Silent: the value of the first call is used in every call."
    why = (
        f"{_TRACED_ONCE} `random.random()`, `np.random`, `time.time()`, `nd.random.uniform(…).asscalar()` and the like "
        "are drawn once."
    )
    instead = (
        "Random operators of `F`, which draw in every call: `F.random.uniform(shape=(1,))`, "
        "`F.random.normal_like(x)`, `F.shuffle`. Anything else that must change between calls is an input."
    )
    fix = "unsafe"
    messages = {
        Kind.DRAWN: (
            "{event.subject} is silently constant after hybridize(); draw it with `F.random` or make it an input"
        ),
    }
    examples = (
        Example(
            bad="""\
import random

from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * random.random()
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, F.random.uniform(0, 1, shape=(1,)))
""",
            inputs="[(2, 3)]",
            shown_as="calls",
        ),
        Example(
            bad="""\
import numpy as np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if np.random.rand() < 0.5:
            return x * 2
        return x * 3
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        heads = F.random.uniform(0, 1, shape=(1,)) < 0.5
        return F.broadcast_mul(x, 3 - heads)
""",
            inputs="[(2, 3)]",
            shown_as="calls",
        ),
    )


class FrozenArray(Rule):
    code = "HYB502"
    name = "frozen-array"
    summary = "array created while tracing, baked into the graph"
    after_hybridize = "Silent: the numbers that the array had in the first call are constants of the graph."
    why = (
        f"{_TRACED_ONCE} A number read from a parameter (`self.weight.data().asscalar()`) does not change when the "
        "parameter is trained or loaded, and gets no gradient."
    )
    instead = "The parameter itself, which is an argument of `hybrid_forward` under the name of its attribute."
    messages = {
        kind: f"{{event.reason.words}} is silently constant after hybridize(), even in training; {instead}"
        for kind, instead in {
            Kind.PARAMETER_READ: "use the argument of hybrid_forward",
            Kind.GRADIENT_READ: "make it an input",
            Kind.LAYER_RESULT_READ: "pass a Symbol to the layer",
        }.items()
    }
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = self.params.get("scale", shape=(1,))

    def hybrid_forward(self, F, x, scale):
        return x * self.scale.data().asscalar()
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = self.params.get("scale", shape=(1,))

    def hybrid_forward(self, F, x, scale):
        return F.broadcast_mul(x, scale)
""",
            inputs="[(2, 3)]",
            shown_as="parameters",
        ),
    )


class FrozenState(Rule):
    code = "HYB503"
    name = "frozen-state"
    summary = "attribute or global that changes between calls, baked into the graph"
    after_hybridize = (
        "Silent: an attribute or global variable that changes between calls has its first value in every call."
    )
    why = (
        f"{_TRACED_ONCE} This holds for a counter (`self.n += 1`), a size that `forward` stores for `hybrid_forward` "
        "(`self.n = x.shape[0]`), a list that grows, and a global variable."
    )
    instead = (
        "An input for what changes; operators that take sizes from a tensor (`F.contrib.arange_like`, "
        "`F.broadcast_like`, the special values of `reshape`); a loop state for counters in `F.contrib.foreach`."
    )
    messages = {
        Kind.CARRIED: "{event.reason.words} is silently constant after hybridize(); make it an input",
    }
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0

    def hybrid_forward(self, F, x):
        self.calls += 1
        return x * self.calls
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0

    def hybrid_forward(self, F, x):
        self.calls += 1
        return x * 2
""",
            inputs="[(2, 3)]",
            shown_as="calls",
        ),
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.batch = 1

    def forward(self, x):
        self.batch = x.shape[0]
        return super().forward(x)

    def hybrid_forward(self, F, x):
        return x.sum(axis=0) / self.batch
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.mean(axis=0)
""",
            inputs="[(2, 3)]",
            shown_as="batch",
        ),
    )


class SeedAtTheTrace(Rule):
    code = "HYB504"
    name = "seed-at-the-trace"
    summary = "random seed set while tracing"
    after_hybridize = "Silent: the seed is set once, while tracing; later calls draw other numbers."
    why = (
        f"{_TRACED_ONCE} `mx.random.seed` is not an operator, so it is not in the graph. Imperatively each call draws "
        "the same numbers again; hybridized, each call continues the sequence of the one before."
    )
    instead = (
        "Set the seed outside of the block, before each call that is to draw the same numbers; or draw them once, in "
        "`__init__`, as a constant: `self.params.get_constant(name, value)`."
    )
    messages = {
        Kind.SEED_IN_CALL: (
            "the seed is silently set once after hybridize(), while tracing; set it outside of the block"
        ),
    }
    examples = (
        Example(
            bad="""\
import mxnet as mx
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mx.random.seed(7)
        return F.broadcast_add(x, F.random.normal(0, 1, shape=(1, 3)))
""",
            good="""\
import numpy as np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        noise = np.random.RandomState(7).normal(size=(1, 3))
        self.noise = self.params.get_constant("noise", noise)

    def hybrid_forward(self, F, x, noise):
        return F.broadcast_add(x, noise)
""",
            inputs="[(2, 3)]",
            shown_as="calls",
        ),
    )
