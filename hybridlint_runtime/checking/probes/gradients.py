"""Are the gradients of both phases the same?"""

from __future__ import annotations

import contextlib
import dataclasses
from typing import Dict, Iterator, List, Mapping, Optional, Tuple

from ...diagnostics.failures import RunFailure
from ...localization.gradients import localize_gradients
from ...localization.outputs import localize_mode_query, localize_outputs
from ...model.artefacts import GradientMovements
from ...model.comparing import Comparison, Movement, Tolerances, compare
from ...model.judging import Judgement, judge
from ...model.steps import Step
from ...model.subject import Subject
from ...model.training import TrainingStep, Way, imperative_step, known_step, runs_of, shares, step_of, way_of
from ...report import Problem, Stage, Status
from ...structures import arrays, copied
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

#: The parts of a training step that are compared: the stage of a difference, and its message.
_PARTS = {
    "outputs": (Stage.MODES, "in training mode the hybridized model returns something else"),
    "gradients": (Stage.GRADIENTS, "the hybridized model has a different gradient"),
    "auxiliary": (Stage.GRADIENTS, "after a training step the hybridized model has a different running statistic"),
}
#: The call of a training step, for localization.
_STEPS = [Step(seed=2, mode="train")]


def run(subject: Subject) -> Outcome:
    if subject.options.untrainable:
        verb = "can" if _trains_hybridized(subject, Way()) else "cannot"
        return not_run(f"{subject.options.untrainable}; the hybridized model {verb} be trained")
    way = way_of(subject)
    outcome = compare_steps(subject, way)
    if "modes" in subject.failed:  # a graph traced in training mode shows errors of gradients in addition to that
        return outcome
    if outcome.status in (Status.PASSED, Status.WARNED) and localize_mode_query(subject) is not None:
        # A branch that the graph took at a call for inference is also taken in training.
        used = compare_steps(subject, dataclasses.replace(way, used_before=True), "after a call for inference, ")
        return used if used.status is Status.FAILED else outcome
    return outcome


def compare_steps(subject: Subject, way: Way, when: str = "") -> Outcome:
    """Compare a training step in both phases; `when` are the words before the messages.

    That of the nets that probes share can show that the phases agree. Otherwise new nets make one.
    """
    known = known_step(subject) if way == Way() else None
    if known is not None and known.shared:
        with contextlib.suppress(RunFailure):
            outcome = _agreement(subject, way, known, step_of(subject, True, way, copies=False, shared=True))
            if outcome is not None:
                return outcome
    try:
        plain = imperative_step(subject, way)
    except RunFailure as failure:
        other = "while the hybridized one can" if _trains_hybridized(subject, way) else "nor can the hybridized one"
        return not_run(f"the imperative model cannot be trained, {other}: {failure}")
    if not plain.gradients or not arrays(plain.outputs):
        return not_run("there is nothing that has a gradient: no floating-point input or output, or no parameter")
    try:
        hybrid = step_of(subject, True, way, copies=False)
    except RunFailure as failure:
        text = f"{when}the hybridized model cannot be trained"
        problem = problem_of_failure(failure, Stage.GRADIENTS, text, USUAL_REMEDY)
        return failed([placed(problem, localize_gradients(subject, way, raised=True), subject, failure)])
    undetermined: List[str] = []
    movements: Dict[str, Movement] = {}
    for part, judgement in _judgements(subject, way, plain, hybrid):
        if not judgement.comparison:
            return _difference(subject, way, when, part, judgement.comparison)
        movements = {**movements, **(judgement.movements if part != "outputs" else {})}
        if part != "outputs" and not subject.options.allow_undetermined:
            undetermined += [where[2:-2] for where in judgement.masks]
    if undetermined:
        of_inputs = all(name.startswith("input ") for name in undetermined)
        # The gradient of an input such as lengths may not be needed. Training uses those of parameters.
        return (warned if of_inputs else failed)([_undetermined(name) for name in undetermined])
    return _passed(subject, way, plain, movements)


def _agreement(subject: Subject, way: Way, plain: TrainingStep, hybrid: TrainingStep) -> Optional[Outcome]:
    """Return that the steps of nets that probes share agree, None if that is not certain."""
    movements: Dict[str, Movement] = {}
    if not plain.gradients or not arrays(plain.outputs) or plain.drawn != hybrid.drawn:
        return None
    for part, judgement in _judgements(subject, way, plain, hybrid):
        if not judgement.comparison or judgement.masks:
            return None
        movements = {**movements, **(judgement.movements if part != "outputs" else {})}
    return _passed(subject, way, plain, movements)


def _passed(subject: Subject, way: Way, plain: TrainingStep, movements: Mapping[str, Movement]) -> Outcome:
    outcome = passed(gradients=len(plain.gradients), running_statistics=len(plain.auxiliary))
    return outcome.with_artefacts(GradientMovements(movements)) if way == way_of(subject) else outcome


def _judgements(
    subject: Subject, way: Way, plain: TrainingStep, hybrid: TrainingStep
) -> Iterator[Tuple[str, Judgement]]:
    """Yield the parts of two steps, by the name of the attribute, with their comparison."""
    tolerances = Tolerances(subject.options.tolerances)
    nudged: Dict[int, TrainingStep] = {}
    overwritten = bool(compare(plain.outputs, hybrid.outputs, tolerances))
    if not overwritten:  # training steps follow for the outputs, which overwrite gradients
        hybrid = dataclasses.replace(hybrid, parameters=copied(hybrid.parameters))
    for part in _PARTS:
        before, after = getattr(plain, part), getattr(hybrid, part)
        if part == "outputs" or before or after:
            runs = runs_of(subject, part, plain, way, plain.drawn != hybrid.drawn, nudged)
            yield part, judge(before, after, tolerances, runs, overwritten=overwritten and part == "gradients")


def _difference(subject: Subject, way: Way, when: str, part: str, comparison: Comparison) -> Outcome:
    """Return the outcome for a part that differs."""
    if part == "outputs" and "modes" in subject.failed:
        return not_run("outputs differ in training mode, which the probe 'modes' reports")
    stage, what = _PARTS[part]
    (problem,) = problems_of_comparison(comparison, f"{when}{what}", stage, remedy=USUAL_REMEDY)
    if part == "outputs":
        return failed([placed(problem, localize_outputs(subject, _STEPS), subject)])
    where = problem.details["output"]  # the keys are names of inputs and parameters: "['input 0']"
    noun = "the gradient of " if part == "gradients" else ""
    problem.message = problem.message.replace(f"output {where}", f"{noun}{where[2:-2]}")
    origin = localize_mode_query(subject) if way.used_before else localize_gradients(subject, way)
    return failed([placed(problem, origin, subject)])


def _trains_hybridized(subject: Subject, way: Way) -> bool:
    """Return whether the hybridized model can be trained."""
    try:
        step_of(subject, True, way, shared=shares(subject, way))
    except RunFailure:
        return False
    return True


def _undetermined(name: str) -> Problem:
    return Problem(
        Stage.GRADIENTS,
        f"the gradient of {name} is undetermined: two equal imperative training steps give different values",
        remedy=(
            "an operator leaves this gradient unwritten, as F.SequenceMask does for the lengths: pass "
            "F.BlockGrad(lengths)"
        ),
    )
