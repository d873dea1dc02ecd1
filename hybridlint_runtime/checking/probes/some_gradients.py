"""Are the gradients the same if only some variables have one?"""

from __future__ import annotations

import dataclasses
from typing import Iterator, List, NamedTuple

from ...diagnostics.failures import RunFailure
from ...model.comparing import compare
from ...model.parameters import has_gradients
from ...model.subject import Subject
from ...model.training import Way, failure_of_training, known_step, shares, step_of, way_of
from ...report import Problem, Status
from .base import Outcome, not_run, passed, warned
from .gradients import compare_steps
from .gradients_added import added_to_known

#: Maximum number of inputs that have a gradient alone in turn.
_INPUTS = 4


class _Wanted(NamedTuple):
    """A description of the variables that have a gradient, the matching options, and whether it is the `usual` case of
    training."""

    text: str
    way: Way
    usual: bool


def run(subject: Subject) -> Outcome:
    refused = failure_of_training(subject)
    if refused is not None:
        return not_run(f"the imperative model cannot be trained: {refused}")
    asked: List[str] = []
    surprises: List[Problem] = []
    for wanted in _ways(subject):
        if not (wanted.usual and added_to_known(subject)) and not _agrees(subject, wanted.way):
            outcome = compare_steps(subject, wanted.way, f"if only {wanted.text} have gradients, ")
            if outcome.status is Status.NOT_RUN:  # the loss does not depend on the variables that have a gradient
                continue
            raised = [problem for problem in outcome.problems if problem.error_type]
            if outcome.status is Status.FAILED and (wanted.usual or not raised):
                return outcome
            surprises += raised
        asked.append(wanted.text)
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
        hybrid = step_of(subject, True, way, copies=False, shared=shares(subject, way))
    except RunFailure:  # the imperative model is tried next
        return False
    wanted = {**{f"input {name}": known.inputs[name] for name in hybrid.inputs}, **known.parameters}
    return bool(compare(wanted, hybrid.gradients, subject.gradient_tolerances()))


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
