"""Does it matter whether the model was called before it was hybridized?"""

from __future__ import annotations

from ..model.pair import pair_of
from ..model.steps import Execution, Step
from ..model.subject import Subject
from ..report import Stage, Status
from .base import Example, Outcome, Probe, not_run, passed, warned
from .outputs import compare_executions


def _run(subject: Subject) -> Outcome:
    steps = [Step(seed=1), Step(seed=2), Step(seed=1)]
    rehybridized = Step(seed=2, change=subject.hybridize)
    back = Step(seed=1, change=lambda net: net.hybridize(False))
    pair = pair_of(subject)
    if pair.agrees_alone(False, [rehybridized], 1) and pair.agrees_alone(True, [rehybridized, back], 1):
        return passed()
    known = subject.standard.steps()[: len(steps)] == steps
    plain = subject.standard.execution(False).until(len(steps)) if known else subject.execute(steps, hybridized=False)
    if plain.failure is not None:
        return not_run(f"called three times in a row, the imperative model itself raises {plain.failure}")

    def compared(calls: int, other: Execution, message: str) -> Outcome:
        seen = plain.until(calls), other.until(calls)
        return compare_executions(subject, steps[:calls], *seen, Stage.STATE, message, PROBE.remedy)

    late = subject.execute([steps[0], rehybridized], hybridized=False)
    outcome = compared(2, late, "called imperatively, then hybridized and called again")
    if outcome.status is not Status.PASSED:
        return outcome
    again = subject.execute([steps[0], rehybridized, back], hybridized=True)
    outcome = compared(2, again, "hybridized, called, hybridized once more, called again")
    if outcome.status is not Status.PASSED:
        return outcome
    outcome = compared(3, again, "hybridized, called, called again after hybridize(False)")
    return warned(outcome.problems) if outcome.problems else passed()  # few models are ever switched back


PROBE = Probe(
    name="orders",
    title="Order of calling and hybridizing",
    shares=("pair",),
    stage=Stage.STATE,
    asks="Does it make a difference whether the model is called before or after it is hybridized?",
    why=(
        "A tensor that hybrid_forward stores on the block in an imperative call is an NDArray; while tracing, it is a "
        "Symbol of one graph. Neither can be used in the other phase, nor in another graph."
    ),
    remedy=(
        "Create constants in __init__ with self.params.get_constant, which makes them arguments of hybrid_forward; "
        "compute what depends on the inputs in each call."
    ),
    run=_run,
    bad=Example(
        """
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.mask = None

    def hybrid_forward(self, F, x):
        if self.mask is None:
            self.mask = F.ones((1, 3)) * 2
        return F.broadcast_mul(x, self.mask)
"""
    ),
    good=Example(
        """
import numpy as np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.mask = self.params.get_constant("mask", np.full((1, 3), 2.0))

    def hybrid_forward(self, F, x, mask):
        return F.broadcast_mul(x, mask)
"""
    ),
)
