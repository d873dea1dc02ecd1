"""Can optional arguments be left out?"""

from __future__ import annotations

import inspect
from typing import Any, List, Optional

from ..model.subject import Step, Subject
from ..model.tree import HybridBlock
from ..report import Problem, Stage, Status
from ..request.scenario import Scenario
from .base import Example, Outcome, Probe, failed, not_run, passed, problem_of_failure, warned
from .outputs import compare_lives


def _run(subject: Subject) -> Outcome:
    if subject.scenario.call is not Scenario().call:
        return not_run("the model is called in a way of its own")
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
        plain = subject.live(alone, hybridized=False)
        if plain.failure is not None:
            continue
        text = f"with {count} of {len(given)} arguments"
        hybrid = subject.live(alone, hybridized=True)
        outcome = compare_lives(subject, alone, plain, hybrid, None, text)
        if outcome.status is Status.FAILED:
            problems.extend(outcome.problems)
            continue
        both = subject.live([Step(seed=1), alone[0]], hybridized=True)
        if both.failure is not None:
            warnings.append(
                problem_of_failure(both.failure, Stage.EXECUTION, f"{text}, after a call with all", PROBE.remedy)
            )
    if problems:
        return failed(problems)
    return warned(warnings) if warnings else passed(left_out=[len(given) - count for count in optional])


def _optional(net: Any, given: int) -> List[int]:
    """With how many arguments `net` may also be called: those after it have defaults."""
    method = net.hybrid_forward if isinstance(net, HybridBlock) else net.forward
    try:
        signature = inspect.signature(method)
    except (TypeError, ValueError):
        return []
    names = list(signature.parameters.values())[1 if isinstance(net, HybridBlock) else 0 :]
    counts: List[int] = []
    for place, parameter in enumerate(names[:given]):
        if parameter.kind is not inspect.Parameter.POSITIONAL_OR_KEYWORD or parameter.name in net._reg_params:
            return counts
        if parameter.default is not inspect.Parameter.empty and place > 0:
            counts.append(place)
    return counts


PROBE = Probe(
    name="optional_arguments",
    stage=Stage.EXECUTION,
    asks="Can optional arguments be left out, also after a call that gave them?",
    why=(
        "A graph is made for one structure of arguments. Another one raises: the argument structure does not "
        "match the cached version."
    ),
    remedy=(
        "Always pass the same arguments (a mask of ones for no mask), or keep one net for each structure, sharing"
        " parameters."
    ),
    run=_run,
    bad=Example(
        """
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, mask=None):
        return x if mask is None else x * mask
""",
        inputs=((2, 3), (2, 3)),
    ),
    good=Example(
        """
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, mask):
        return x * mask
""",
        inputs=((2, 3), (2, 3)),
    ),
)
