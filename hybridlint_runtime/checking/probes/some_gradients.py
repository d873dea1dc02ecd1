"""Are the gradients the same if only some variables have one?"""

from __future__ import annotations

import dataclasses
from typing import Iterator, List, NamedTuple, Optional

from ...diagnostics.failures import RunFailure
from ...localization.gradients import localize_gradients
from ...model.comparing import Tolerances, compare
from ...model.judging import judge
from ...model.parameters import has_gradients
from ...model.subject import Subject
from ...model.training import TrainingStep, Way, fresh_step, known_step, runs_of, way_of
from ...report import Problem, Stage
from .base import (
    USUAL_REMEDY,
    Outcome,
    failed,
    not_run,
    passed,
    placed,
    problem_of_failure,
    problems_of_comparison,
    warned,
)

#: Maximum number of inputs that have a gradient alone in turn.
_INPUTS = 4


class _Wanted(NamedTuple):
    """A description of the variables that have a gradient, the matching options, and whether it is the `usual` case of
    training."""

    text: str
    way: Way
    usual: bool


def run(subject: Subject) -> Outcome:
    asked: List[str] = []
    surprises: List[Problem] = []
    for wanted in _ways(subject):
        if _agrees(subject, wanted.way):
            asked.append(wanted.text)
            continue
        try:
            plain = fresh_step(subject, False, wanted.way)
        except RunFailure:  # the loss does not depend on the variables that have a gradient
            continue
        asked.append(wanted.text)
        problem = _compare(subject, wanted, plain)
        if problem is not None and problem.error_type and not wanted.usual:
            surprises.append(problem)
        elif problem is not None:
            return failed([problem])
    if surprises:
        return warned(surprises[:1])
    if not asked:
        return not_run("there is only one variable with a gradient, which `gradients` covers")
    return passed(gradients_of=asked)


def _agrees(subject: Subject, way: Way) -> bool:
    """Return whether the gradients of the hybridized model equal those of the imperative step in which all variables
    have one."""
    known = known_step(subject)
    if known is None:
        return False
    try:
        hybrid = fresh_step(subject, True, way, copies=False)
    except RunFailure:  # the imperative model is tried next
        return False
    wanted = {**{f"input {name}": known.inputs[name] for name in hybrid.inputs}, **known.parameters}
    return bool(compare(wanted, hybrid.gradients, subject.strict_tolerances(of_outputs=False)))


def _compare(subject: Subject, wanted: _Wanted, plain: TrainingStep) -> Optional[Problem]:
    """Return the problem of a training step of the hybridized model relative to the imperative step `plain`, None if
    equal."""
    try:
        hybrid = fresh_step(subject, True, wanted.way, copies=False)
    except RunFailure as failure:
        text = f"if only {wanted.text} have gradients, the hybridized model cannot be trained"
        problem = problem_of_failure(failure, Stage.GRADIENTS, text, USUAL_REMEDY)
        return placed(problem, localize_gradients(subject, wanted.way, raised=True), subject)
    runs = runs_of(subject, "gradients", plain.gradients, wanted.way)
    tolerances = Tolerances(subject.options.tolerances)
    comparison = judge(plain.gradients, hybrid.gradients, tolerances, runs, overwritten=True).comparison
    if comparison:
        return None
    text = f"if only {wanted.text} have gradients, those of the hybridized model differ"
    (problem,) = problems_of_comparison(comparison, text, Stage.GRADIENTS, remedy=USUAL_REMEDY)
    return placed(problem, localize_gradients(subject, wanted.way), subject)


def _ways(subject: Subject) -> Iterator[_Wanted]:
    """Yield sets of variables that have a gradient, each smaller than that of the probe `gradients`."""
    way = way_of(subject)
    inputs = list(way.leaves(subject.inputs(2)))
    trained = has_gradients(subject.net)
    if inputs and trained:
        yield _Wanted("parameters", dataclasses.replace(way, of_inputs=frozenset()), usual=True)
    if len(inputs) > 1:
        for number in inputs[:_INPUTS]:
            text = f"input {number} and parameters" if trained else f"input {number} and none of the others"
            yield _Wanted(text, dataclasses.replace(way, of_inputs=frozenset([number])), usual=False)
