"""HYB3: operators with several outputs."""

from __future__ import annotations

from hybridlint.rules.base import Example, Rule
from hybridlint.symbols import Kind


class FirstOutputLeftOut(Rule):
    code = "HYB310"
    name = "first-output-unused"
    summary = "only a later output of `F.moments` or `F.LayerNorm` is used"
    after_hybridize = "Silent: wrong numbers, computed from uninitialized memory."
    why = (
        "A graph omits outputs that are not used. `F.moments` computes the variance from the mean, whether the mean "
        "was computed or not, and `F.LayerNorm` and `F.GroupNorm` compute nothing if their first output is unused: a "
        "bug of MXNet. Imperatively every output is computed."
    )
    instead = (
        "Use the first output as well, or compute the other one with operators: `F.mean(F.square(F.broadcast_sub(x, "
        "mean)), axis=0)`."
    )
    messages = {
        Kind.FIRST_LEFT_OUT: (
            "output {number} of `{event.source}` is silently wrong after hybridize() if the first is unused; use both"
        ),
    }
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.moments(x, axes=(0,))[1]
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean = F.mean(x, axis=0, keepdims=True)
        return F.mean(F.square(F.broadcast_sub(x, mean)), axis=0)
""",
            inputs="[(2, 3)]",
            shown_as="values",
        ),
    )
