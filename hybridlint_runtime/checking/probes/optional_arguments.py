"""Can optional arguments be left out?"""

from __future__ import annotations

import inspect
from typing import Any, List, Optional

from ...model.steps import Step
from ...model.subject import Subject
from ...model.tree import Block
from ...report import Problem, Status
from ...spec.options import Scenario
from .base import Outcome, failed, not_run, passed, warned
from .variations import Variation, compare_variation, first_difference


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

        alone, all_given = [Step(seed=1, maker=shorter), Step(seed=2, maker=shorter)], Step(seed=1)
        text = f"with {count} of {len(given)} arguments"
        outcome = compare_variation(subject, Variation(alone, text, remedy=None))
        problems += outcome.problems
        if outcome.status is Status.PASSED:
            orders = {"after": [all_given, alone[0]], "before": [alone[0], all_given]}
            variations = (Variation(steps, f"{text}, {order} a call with all") for order, steps in orders.items())
            warnings += first_difference(subject, variations).problems
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
            result = list(inspect.signature(method).parameters.values())[name == "hybrid_forward" :]
        except (TypeError, ValueError):
            continue
        if result and result[0].kind is inspect.Parameter.POSITIONAL_OR_KEYWORD:
            return result
    return []
