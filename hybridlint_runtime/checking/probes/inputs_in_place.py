"""Does the model change its inputs?"""

from __future__ import annotations

from typing import List

from ...diagnostics.source_lines import forward_of
from ...model.comparing import compare
from ...model.standard import standard_of
from ...model.steps import Execution, Step
from ...model.subject import Subject
from ...report import Problem, Stage
from .base import (
    USUAL_REMEDY,
    Outcome,
    failed,
    not_run,
    passed,
    problem_of_failure,
    problems_of_comparison,
    warned,
)


def run(subject: Subject) -> Outcome:
    plain = standard_of(subject).execution(hybridized=False)
    if not plain.results:
        return not_run(f"the imperative model itself raises {plain.failure}")
    result = plain.results[0]
    comparison = compare(result.inputs_before, result.inputs_after, names=("before the call", "after it"))
    differences = [item for item in comparison.differences if item.kind != "nothing"]
    if not differences:
        return passed()
    longer = _called_again(subject) if differences[0].kind == "structure" else []
    if longer:
        return failed(longer)
    places = ", ".join(item.where or "0" for item in differences)
    text = f"called imperatively, the model changes its own inputs (argument {places}); hybridized it does not"
    return warned([Problem(Stage.STATE, text, "", type(plain.net).__name__, remedy=USUAL_REMEDY)])


def _called_again(subject: Subject) -> List[Problem]:
    """Return the problems of a second call with the same list or dict, which the first call has changed."""

    def second(hybridized: bool) -> Execution:
        given = subject.inputs(1)
        step = Step(maker=lambda context, seed, batch: given)
        return subject.execute([step, step], hybridized)

    plain, hybrid = second(hybridized=False), second(hybridized=True)
    if plain.failure is not None or len(hybrid.results) < 1:
        return []
    text = "called again with the list that the first call changed"
    if hybrid.failure is not None:
        return [problem_of_failure(hybrid.failure, Stage.STATE, f"{text}, the hybridized model raises", _COPY)]
    comparison = compare(plain.results[1].outputs, hybrid.results[1].outputs, subject.tolerances())
    problems = problems_of_comparison(comparison, text, Stage.STATE, remedy=_COPY)
    for problem in problems:
        problem.location = problem.location or forward_of(plain.net)
    return problems


_COPY = "Work on a copy, `states = list(states)`: the graph gets a list of its own, imperative calls get the caller's."
