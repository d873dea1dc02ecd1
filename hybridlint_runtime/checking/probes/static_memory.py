"""Does the model return the same with static_alloc and static_shape?"""

from __future__ import annotations

import functools
import inspect
from typing import Any, Callable, Dict, Optional, Sequence

from ...diagnostics.failures import RunFailure
from ...localization.static_memory import localize_static_memory
from ...model.comparing import Tolerances, compare
from ...model.judging import Runs, judge
from ...model.memory import release
from ...model.pair import pair_of
from ...model.parameters import set_values
from ...model.sampling import samples_by_name
from ...model.steps import Step
from ...model.subject import Subject
from ...model.training import SEED, TrainingStep, failure_of_training, known_step, train_step, way_of
from ...report import Problem, Stage, Status
from ...structures import copied
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
from .batch import other_batches
from .variations import Variation, compare_executions

_WITH = "with hybridize(static_alloc=True, static_shape=True)"


def _hybridize(net: Any) -> None:
    net.hybridize(static_alloc=True, static_shape=True)


def run(subject: Subject) -> Outcome:
    if subject.scenario.hybridize is not None:
        return not_run("the model is hybridized by a custom hybridize()")
    try:
        inspect.signature(subject.net.hybridize).bind(static_alloc=True, static_shape=True)
    except TypeError:
        return not_run("the model has a hybridize() of its own, which takes no static_alloc")
    sizes = other_batches(subject)
    used = _agreeing(subject, sizes)
    if used is not None:
        subject.nets.lend(used)  # to the probe that exports it
        return passed()
    batch = sizes[0] if sizes else None
    modes = ["predict", "predict", "train", "predict"]
    steps = [Step(1 + number % 2, batch if number == 1 else None, mode) for number, mode in enumerate(modes)]
    plain = subject.execute(steps, hybridized=False)
    if plain.failure is not None and batch is not None:
        steps = [Step(step.seed, None, step.mode) for step in steps]
        plain = subject.execute(steps, hybridized=False)
    if plain.failure is not None:
        return not_run(f"the imperative model itself raises {plain.failure}")
    hybrid = subject.execute(steps, hybridized=True, hybridize=_hybridize)
    variation = Variation(steps, _WITH, Stage.EXECUTION, localized=localize_static_memory)
    outcome = compare_executions(subject, variation, plain, hybrid)
    if hybrid.failure is not None and subject.execute(steps, hybridized=True).failure is None:
        return warned(outcome.problems)  # it raises, as in training
    return _train(subject) or outcome if outcome.status is Status.PASSED else outcome


def _agreeing(subject: Subject, sizes: Sequence[int]) -> Any:
    """Return a net with static memory whose calls and training steps returned the known imperative results, else None.

    The probe `batch` used the last of `sizes` first.
    """
    first, steps = Step(seed=1), [Step(seed=3, batch=sizes[-1]) if sizes else Step(seed=2)]
    pair, known = pair_of(subject), known_step(subject)
    if known is None and failure_of_training(subject) is not None:
        steps += pair.in_training()  # without a backward pass, in which the imperative model raises
    elif known is None:
        return None
    if not (pair.knows([first]) and pair.knows(steps, 1)):
        return None
    net = pair.ended() or subject.nets.fresh()
    release()  # what the training steps of other probes freed: a plan of memory takes as much again
    # For all calls and training steps: the plan of memory refers to the arrays.
    subject.nets.lend(net, subject.nets.shared_in(writes=True, trains=known is not None))
    execution = subject.execute(steps, hybridized=True, net=net, hybridize=_hybridize, first=1)
    if pair.compared(steps, execution, 1) is None or not (known is None or _training_agrees(subject, net, known)):
        return None
    set_values(net, subject.nets.values or {})
    return net if pair.compared([first], subject.go_on(net, [first], True, 0)) is not None else None


def _trained(
    subject: Subject,
    hybridized: bool,
    seed: int = SEED,
    change: Callable[[Any], Any] = copied,
    hybridize: Optional[Callable[[Any], None]] = _hybridize,
) -> Dict[str, Any]:
    """Return the results of two training steps in sequence, the second with other inputs and the buffers of the first.

    Large tensors are sampled: several runs are compared.
    """
    net: Any = subject.prepared_net(hybridized, trains=True, hybridize=hybridize)
    given: Dict[str, Any] = {}
    for number in (1, 2):
        step = train_step(subject, net, change(subject.inputs(number)), seed, way=way_of(subject), copies=False)
        result = {**{f"the gradient of {name}": value for name, value in step.gradients.items()}, **step.auxiliary}
        given.update(samples_by_name({f"{name} after step {number}": value for name, value in result.items()}))
    return given


def _training_agrees(subject: Subject, net: Any, known: TrainingStep) -> bool:
    """Return whether the second of two training steps of `net` matches the `known` imperative step.

    The first has other inputs, so that stale buffers hold other values.
    """
    tolerances = subject.gradient_tolerances()
    try:
        before = train_step(subject, net, subject.inputs(1), SEED, copies=False)
        set_values(
            net, {name: value for name, value in (subject.nets.values or {}).items() if name in before.auxiliary}
        )
        step = train_step(subject, net, subject.inputs(2), SEED, copies=False)
    except RunFailure:  # the full comparison reports it
        return False
    if step.drawn != known.drawn or not compare(known.outputs, step.outputs, subject.tolerances()):
        return False
    if known.auxiliary and not compare(known.auxiliary, step.auxiliary, tolerances):
        return False
    return bool(compare(known.gradients, step.gradients, tolerances))


def _train(subject: Subject) -> Optional[Outcome]:
    """Return the outcome of comparing training, None if nothing is wrong."""
    if failure_of_training(subject) is not None:
        return None
    try:
        usual = _trained(subject, hybridized=True, hybridize=None)
    except RunFailure:  # it also raises without static memory
        return None
    if not usual:
        return None
    try:
        static = _trained(subject, hybridized=True)
    except RunFailure as failure:
        # It raises, and only with static memory: a graph with foreach may do so.
        problem = problem_of_failure(failure, Stage.GRADIENTS, f"{_WITH} training fails", USUAL_REMEDY)
        return warned([_placed(problem, subject)])
    if compare(usual, static, Tolerances(subject.options.tolerances)):
        return None  # the probe `gradients` reports it
    plain = _trained(subject, hybridized=False)
    runs = Runs.of_fresh_models(functools.partial(_trained, subject), SEED, plain, subject.draw_comparison)
    comparison = judge(plain, static, Tolerances(subject.options.tolerances), runs).comparison
    if comparison:
        return None
    (problem,) = problems_of_comparison(comparison, _WITH, Stage.GRADIENTS, remedy=USUAL_REMEDY)
    where = problem.details["output"]
    problem.message = problem.message.replace(f"output {where}", where[2:-2])
    return failed([_placed(problem, subject)])


def _placed(problem: Problem, subject: Subject) -> Problem:
    """Return `problem`, which occurred in training, localized."""
    memory = localize_static_memory(subject)
    return placed(problem, memory, subject) if memory is not None else problem
