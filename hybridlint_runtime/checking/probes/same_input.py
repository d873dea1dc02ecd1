"""Does the model work when one tensor is passed for several arguments?"""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Tuple

from ...diagnostics.failures import RunFailure
from ...model.comparing import Tolerances
from ...model.judging import Runs, judge
from ...model.sampling import samples_by_name
from ...model.steps import Step
from ...model.subject import Subject
from ...model.training import train_step, way_of
from ...report import Stage, Status
from ...structures import NDArray, arrays, copied, dtype_name, map_leaves
from .base import USUAL_REMEDY, Outcome, not_run, passed, problem_of_failure, problems_of_comparison, warned
from .outputs import compare_executions

_SEED = 56
_SAME = "with one tensor for several arguments"


def run(subject: Subject) -> Outcome:
    tensors = arrays(_one_for_all(subject.inputs(1)))
    if len({id(tensor) for tensor in tensors}) == len(tensors):
        return not_run("no two arguments are tensors of one shape and dtype")

    def make(context: str, seed: int, batch: Optional[int]) -> List[Any]:
        return _one_for_all(subject.inputs(seed - subject.seed, batch))

    steps = [Step(seed=1, maker=make), Step(seed=2, maker=make)]
    plain = subject.execute(steps, hybridized=False)
    if plain.failure is not None:
        return not_run(f"{_SAME} the imperative model itself raises {plain.failure}")
    hybrid = subject.execute(steps, hybridized=True)
    outcome = compare_executions(subject, steps, plain, hybrid, None, _SAME, USUAL_REMEDY)
    return warned(outcome.problems) if outcome.status is Status.FAILED else _train(subject)


def _train(subject: Subject) -> Outcome:
    way = way_of(subject)

    def gradients(hybridized: bool, seed: int = _SEED, change: Callable[[Any], Any] = copied) -> Dict[str, Any]:
        arguments = _one_for_all(change(subject.inputs(2)))
        step = train_step(
            subject, subject.prepared_net(hybridized, trains=True), arguments, seed, way=way, copies=False
        )
        return samples_by_name(step.gradients)  # several runs are compared

    try:
        plain = gradients(hybridized=False)
    except RunFailure:  # the probe `gradients` reports it
        return passed()
    if not plain:
        return passed()  # nothing can be trained
    try:
        hybrid = gradients(hybridized=True)
    except RunFailure as failure:
        text = f"{_SAME} the hybridized model cannot be trained"
        return warned([problem_of_failure(failure, Stage.GRADIENTS, text, USUAL_REMEDY)])
    tolerances = Tolerances(subject.options.tolerances)
    comparison = judge(
        plain, hybrid, tolerances, Runs.of_fresh_models(gradients, _SEED, plain, subject.drawing_time)
    ).comparison
    problems = problems_of_comparison(comparison, f"{_SAME}, in training", Stage.GRADIENTS, remedy=USUAL_REMEDY)
    return warned(problems) if problems else passed(gradients=len(plain))


def _one_for_all(arguments: List[Any]) -> List[Any]:
    """Return `arguments` with every tensor replaced by the first one of the same shape and dtype."""
    first: Dict[Tuple[Any, ...], Any] = {}

    def one(leaf: Any) -> Any:
        if not isinstance(leaf, NDArray):
            return leaf
        return first.setdefault((leaf.shape, dtype_name(leaf), leaf.stype), leaf)

    return list(map_leaves(one, arguments))
