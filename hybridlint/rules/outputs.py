"""HYB3: outputs of operators that have several."""

from __future__ import annotations

from typing import Iterator

from hybridlint.mxnet_api import Api
from hybridlint.rules.base import Example, Report, Rule
from hybridlint.uses import FirstLeftOut


class FirstOutputLeftOut(Rule):
    code = "HYB310"
    name = "first-output-left-out"
    summary = "only a later output of `F.moments` or `F.LayerNorm` is used"
    after_hybridize = "Silent: other numbers, computed from what the memory held before."
    why = (
        "A graph leaves out what nobody uses. `F.moments` computes the variance from the mean, computed or not, "
        "and `F.LayerNorm` and `F.GroupNorm` compute nothing at all if their first output is left out: a bug of MXNet. "
        "Imperatively every output is computed."
    )
    instead = (
        "Use the first output as well, or compute the other one by operators: "
        "`F.mean(F.square(F.broadcast_sub(x, mean)), axis=0)`."
    )
    silent = True
    uses = (FirstLeftOut,)
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

    def judge(self, use: FirstLeftOut, api: Api) -> Iterator[Report]:
        yield Report(
            f"output {use.number} of `{use.source}` is silently wrong after hybridize() if the first is unused; use "
            "both"
        )
