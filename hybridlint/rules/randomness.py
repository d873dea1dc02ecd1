"""HYB2, continued: random operators whose shape is inferred."""

from __future__ import annotations

from hybridlint.rules.base import Example, Rule
from hybridlint.symbols import Kind


class RandomWithoutShape(Rule):
    code = "HYB207"
    name = "random-without-shape"
    summary = "random numbers without a shape"
    after_hybridize = "Raises `MXNetError: Operator _random_uniform inferring shapes failed`."
    why = (
        "Imperatively, a random operator without a `shape` returns one number, of shape (1,). In a graph MXNet infers "
        "the shape from where the result is used. Where nothing determines it, inference fails."
    )
    instead = "`F.random.uniform(shape=(1,))`, or `F.random.uniform_like(x)` for one number per element of `x`."
    fix = "safe"
    messages = {
        Kind.SHAPE_NOT_INFERRED: (
            "`{code}` raises after hybridize() without a shape; pass `shape=(1,)`, or use `…_like`"
        ),
    }
    errors = (r"Operator _random_\w+ inferring shapes failed",)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, F.random.uniform(0, 1))
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, F.random.uniform(0, 1, shape=(1,)))
""",
            inputs="[(2, 3)]",
        ),
    )


class SharedRandomNumber(Rule):
    code = "HYB208"
    name = "shared-random-number"
    summary = "single random number, of which a graph draws one for each element"
    after_hybridize = "Silent: one random number per element instead of one that all elements share."
    why = (
        "Imperatively, a random operator without a `shape` returns one number, which is then broadcast. In a graph "
        "its shape is inferred from the other operand, so that each element gets a number of its own: another "
        "distribution of the result."
    )
    instead = (
        "`F.broadcast_add(x, F.random.normal(shape=(1,)))` for one number, `x + F.random.normal_like(x)` for one per "
        "element."
    )
    fix = "safe"
    messages = {
        Kind.NUMBER_PER_ELEMENT: "`{code}` silently draws one number per element after hybridize(); pass `shape=(1,)`",
    }
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        noise = x * 0 + F.random.normal(0, 1)
        return noise.max() - noise.min()
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        noise = F.broadcast_add(x * 0, F.random.normal(0, 1, shape=(1,)))
        return noise.max() - noise.min()
""",
            inputs="[(50,)]",
            shown_as="values",
        ),
    )
