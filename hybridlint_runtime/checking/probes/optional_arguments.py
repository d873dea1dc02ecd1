"""Can optional arguments be left out?"""

from __future__ import annotations

import inspect
from typing import Any, List, Optional

from ...model.steps import Step
from ...model.subject import Subject
from ...model.tree import Block
from ...report import Problem, Stage, Status
from ...spec.scenario import Scenario
from .base import USUAL_REMEDY, Outcome, failed, not_run, passed, problem_of_failure, warned
from .outputs import compare_executions


def run(subject: Subject) -> Outcome:
    if subject.scenario.call is not Scenario().call:
        return not_run("the model is called by a custom call()")
    given = subject.inputs(1)
    optional = _optional(subject.net, len(given))
    if not optional:
        return not_run("none of the arguments given is optional")
    problems: List[Problem] = []
    warnings: List[Problem] = []
    for count in optional:

        def shorter(context: str, seed: int, batch: Optional[int], count: int = count) -> List[Any]:
            return subject.inputs(1)[:count]

        alone = [Step(seed=1, maker=shorter), Step(seed=2, maker=shorter)]
        plain = subject.execute(alone, hybridized=False)
        if plain.failure is not None:
            continue
        text = f"with {count} of {len(given)} arguments"
        hybrid = subject.execute(alone, hybridized=True)
        outcome = compare_executions(subject, alone, plain, hybrid, None, text)
        if outcome.status is Status.FAILED:
            problems.extend(outcome.problems)
            continue
        for order, steps in (("after", [Step(seed=1), alone[0]]), ("before", [alone[0], Step(seed=1)])):
            plain, hybrid = subject.execute(steps, hybridized=False), subject.execute(steps, hybridized=True)
            message = f"{text}, {order} a call with all"
            if hybrid.failure is not None:
                warnings.append(problem_of_failure(hybrid.failure, Stage.EXECUTION, message, USUAL_REMEDY))
            elif plain.failure is None:
                warnings.extend(compare_executions(subject, steps, plain, hybrid, None, message, USUAL_REMEDY).problems)
            if warnings:
                break
    if problems:
        return failed(problems)
    return warned(warnings) if warnings else passed(left_out=[len(given) - count for count in optional])


def _optional(net: Any, given: int) -> List[int]:
    """Return with how many arguments `net` may also be called: those after them have defaults."""
    names = _arguments(net)
    counts: List[int] = []
    for place, parameter in enumerate(names[:given]):
        if parameter.kind is not inspect.Parameter.POSITIONAL_OR_KEYWORD or parameter.name in net._reg_params:
            return counts
        if parameter.default is not inspect.Parameter.empty and place > 0:
            counts.append(place)
    return counts


def _arguments(net: Any) -> List[inspect.Parameter]:
    """Return the parameters of the user's own `__call__` or `forward`, else of hybrid_forward."""
    for name in ("__call__", "forward", "hybrid_forward"):
        method: Any = getattr(net, name, None)
        if getattr(method, "__module__", None) == Block.__module__:
            continue  # MXNet's own, which passes all arguments on
        try:
            found = list(inspect.signature(method).parameters.values())[name == "hybrid_forward" :]
        except (TypeError, ValueError):
            continue
        if found and found[0].kind is inspect.Parameter.POSITIONAL_OR_KEYWORD:
            return found
    return []
