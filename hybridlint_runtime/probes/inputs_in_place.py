"""Does the model change its inputs?"""

from __future__ import annotations

from ..model.comparing import compare
from ..model.subject import Subject
from ..report import Problem, Stage
from .base import Example, Outcome, Probe, not_run, passed, warned


def _run(subject: Subject) -> Outcome:
    plain = subject.life(hybridized=False)
    if not plain.results:
        return not_run(f"the imperative model itself raises {plain.failure}")
    result = plain.results[0]
    comparison = compare(result.inputs_before, result.inputs_after, names=("before the call", "after it"))
    differences = [item for item in comparison.differences if item.kind != "nothing"]
    if not differences:
        return passed()
    places = ", ".join(item.where or "0" for item in differences)
    text = f"called imperatively, the model changes its own inputs (argument {places}); hybridized it does not"
    return warned([Problem(Stage.STATE, text, "", type(plain.net).__name__, remedy=PROBE.remedy)])


PROBE = Probe(
    name="inputs_in_place",
    stage=Stage.STATE,
    asks="Are the caller's tensors untouched by the call?",
    why=(
        "Imperatively x %= 2, x[:] = 0 and out=x write into the very tensor that the caller passed; in a graph the "
        "name is bound to a new node and the caller's tensor stays as it was."
    ),
    remedy="Make a new tensor: x = x % 2, F.where, F.zeros_like.",
    run=_run,
    bad=Example(
        """
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x %= 2
        return x
"""
    ),
    good=Example(
        """
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x % 2
"""
    ),
    needs=(),
)
