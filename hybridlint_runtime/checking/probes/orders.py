"""Does it matter whether the model was called before it was hybridized?"""

from __future__ import annotations

from ...model.pair import pair_of
from ...model.standard import standard_of
from ...model.steps import Execution, Step
from ...model.subject import Subject
from ...report import Stage, Status
from .base import USUAL_REMEDY, Outcome, not_run, passed, warned
from .variations import compare_executions


def run(subject: Subject) -> Outcome:
    steps = [Step(seed=1), Step(seed=2), Step(seed=1)]
    rehybridized = Step(seed=2, change=subject.hybridize)
    back = Step(seed=1, change=lambda net: net.hybridize(False))
    pair = pair_of(subject)
    if pair.agrees_alone(False, [rehybridized], 1) and pair.agrees_alone(True, [rehybridized, back], 1):
        return passed()
    standard = standard_of(subject)
    known = standard.steps()[: len(steps)] == steps
    plain = standard.execution(False).until(len(steps)) if known else subject.execute(steps, hybridized=False)
    if plain.failure is not None:
        return not_run(f"called three times in a row, the imperative model itself raises {plain.failure}")

    def compared(calls: int, other: Execution, message: str) -> Outcome:
        seen = plain.until(calls), other.until(calls)
        return compare_executions(subject, steps[:calls], *seen, Stage.STATE, message, USUAL_REMEDY)

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
