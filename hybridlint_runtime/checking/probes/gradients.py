"""Are the gradients of both phases the same?"""

from __future__ import annotations

import dataclasses
from typing import Dict, List, Mapping, Tuple

from ...diagnostics.failures import RunFailure
from ...localization.gradients import localize_gradients
from ...localization.outputs import localize_mode_query, localize_outputs
from ...model.artefacts import GradientMovements
from ...model.comparing import Movement, Tolerances, compare
from ...model.judging import judge
from ...model.steps import Step
from ...model.subject import Subject
from ...model.training import TrainingStep, Way, fresh_step, imperative_step, runs_of, way_of
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
    """Compare a training step of new nets in both phases; `when` are the words before the messages."""
    try:
        plain = imperative_step(subject, way)
    except RunFailure as failure:
        other = "while the hybridized one can" if _trains_hybridized(subject, way) else "nor can the hybridized one"
        return not_run(f"the imperative model cannot be trained, {other}: {failure}")
    if not plain.gradients or not arrays(plain.outputs):
        return not_run("there is nothing that has a gradient: no floating-point input or output, or no parameter")
    try:
        hybrid = fresh_step(subject, True, way, copies=False)
    except RunFailure as failure:
        text = f"{when}the hybridized model cannot be trained"
        problem = problem_of_failure(failure, Stage.GRADIENTS, text, USUAL_REMEDY)
        return failed([placed(problem, localize_gradients(subject, way, raised=True), subject, failure)])
    tolerances = Tolerances(subject.options.tolerances)
    nudged: Dict[int, Tuple[TrainingStep, TrainingStep]] = {}
    overwritten = bool(compare(plain.outputs, hybrid.outputs, tolerances))
    if not overwritten:  # training steps follow for the outputs, which overwrite gradients
        hybrid = dataclasses.replace(hybrid, parameters=copied(hybrid.parameters))
    undetermined: List[str] = []
    movements: Mapping[str, Movement] = {}
    for part, stage, what in (
        ("outputs", Stage.MODES, "in training mode the hybridized model returns something else"),
        ("gradients", Stage.GRADIENTS, "the hybridized model has a different gradient"),
        ("auxiliary", Stage.GRADIENTS, "after a training step the hybridized model has a different running statistic"),
    ):
        before, after = getattr(plain, part), getattr(hybrid, part)
        if part != "outputs" and not before and not after:
            continue
        runs = runs_of(subject, part, plain, way, plain.drawn != hybrid.drawn, nudged)
        judgement = judge(before, after, tolerances, runs, overwritten=overwritten and part == "gradients")
        comparison = judgement.comparison
        movements = judgement.movements if part == "gradients" else movements
        if not comparison:
            if part == "outputs" and "modes" in subject.failed:
                return not_run("outputs differ in training mode, which the probe 'modes' reports")
            (problem,) = problems_of_comparison(comparison, f"{when}{what}", stage, remedy=USUAL_REMEDY)
            if part != "outputs":  # the keys are names of inputs and parameters: "['input 0']"
                where = problem.details["output"]
                noun = "the gradient of " if part == "gradients" else ""
                problem.message = problem.message.replace(f"output {where}", f"{noun}{where[2:-2]}")
            if part == "outputs":
                outputs = localize_outputs(subject, _STEPS)
            else:
                outputs = localize_mode_query(subject) if way.used_before else localize_gradients(subject, way)
            return failed([placed(problem, outputs, subject)])
        if part != "outputs" and not subject.options.allow_undetermined:
            undetermined += [where[2:-2] for where in judgement.masks]
    if undetermined:
        of_inputs = all(name.startswith("input ") for name in undetermined)
        # The gradient of an input such as lengths may not be needed. Training uses those of parameters.
        return (warned if of_inputs else failed)([_undetermined(name) for name in undetermined])
    outcome = passed(gradients=len(plain.gradients), running_statistics=len(plain.auxiliary))
    return outcome.with_artefacts(GradientMovements(movements)) if way == way_of(subject) else outcome


def _trains_hybridized(subject: Subject, way: Way) -> bool:
    """Return whether the hybridized model can be trained."""
    try:
        fresh_step(subject, True, way)
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
