"""Variations: calls of the model, or training steps, that must return the same in both phases.

A probe declares its variations; the functions here run and compare them. A pair of nets that probes share may show
cheaply that the phases agree. Otherwise each phase gets a new net.
"""

from __future__ import annotations

import dataclasses
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Union

from ...diagnostics.failures import BlockFailure, RunFailure
from ...localization.engine import Origin
from ...localization.outputs import localize_outputs, localize_undetermined
from ...localization.side_effects import localize_side_effect
from ...localization.static_memory import localize_static_memory
from ...model.artefacts import Undetermined
from ...model.comparing import Comparison, Tolerances
from ...model.judging import Runs, judge
from ...model.pair import Pair, details_of, pair_of
from ...model.steps import Execution, Step
from ...model.subject import Subject
from ...model.training import SEED
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

_Message = Union[str, Callable[[int], str]]


@dataclasses.dataclass
class Variation:
    """Calls that must return the same in both phases.

    A difference is reported at `stage`, or at its own. `message` describes the calls; it may be a function of the
    number of the call, from 0. `remedy` is used if nothing more specific is known; `condition` are the words before
    "the imperative model itself raises". `shared` concludes from the nets that probes share that the phases agree, if
    it can. If not `certain`, few users make such calls, and a difference is a warning. `localized` localizes a
    difference in the last of some steps, for probes that have their own method.
    """

    steps: List[Step]
    message: _Message = ""
    stage: Optional[Stage] = None
    remedy: Optional[str] = USUAL_REMEDY
    condition: str = ""
    shared: Callable[[Pair], Union[Comparison, bool, None]] = lambda pair: None
    certain: bool = True
    localized: Callable[[Subject, List[Step]], Optional[Origin]] = lambda subject, steps: None


def compare_variation(subject: Subject, variation: Variation) -> Outcome:
    """Return the outcome of a variation: NOT_RUN, with the detail "imperative_raises", if the imperative model
    raises."""
    pair = pair_of(subject)
    pair.raised = None
    agreed = variation.shared(pair)
    if agreed:
        return passed(**(details_of(agreed, len(variation.steps)) if isinstance(agreed, Comparison) else {}))
    plain = Execution(None, [], pair.raised) if pair.raised else subject.execute(variation.steps, hybridized=False)
    if plain.failure is not None:
        outcome = not_run(f"{variation.condition} the imperative model itself raises {plain.failure}".strip())
        outcome.details["imperative_raises"] = True
        return outcome
    hybrid = subject.execute(variation.steps, hybridized=True)
    outcome = compare_executions(subject, variation, plain, hybrid)
    if outcome.status is Status.FAILED and not variation.certain:
        outcome.status = Status.WARNED
    return outcome


def first_difference(subject: Subject, variations: Iterable[Variation]) -> Outcome:
    """Return the outcome of the first variation that differs; else PASSED, or NOT_RUN if the imperative model makes
    none."""
    outcomes: List[Outcome] = []
    for variation in variations:
        outcomes.append(compare_variation(subject, variation))
        if outcomes[-1].problems:
            return outcomes[-1]
    ran = [outcome for outcome in outcomes if outcome.status is not Status.NOT_RUN]
    return passed(variations=len(ran)) if ran else outcomes[0]


def compare_training(
    subject: Subject,
    step: Callable[[bool, int, Callable[[Any], Any]], Dict[str, Any]],
    differing: str,
    raising: str,
) -> Outcome:
    """Compare what `step(hybridized, seed, change)` returns of training steps of new nets: samples of gradients by
    name.

    `change` changes the inputs. `differing` and `raising` are the messages if the phases differ or if the hybridized
    model raises.
    """
    try:
        plain = step(False, SEED, copied)
    except RunFailure as failure:
        return not_run(f"the imperative model cannot be trained like this: {failure}")
    if not plain:
        return not_run("there is no parameter that has a gradient")
    try:
        hybrid = step(True, SEED, copied)
    except RunFailure as failure:
        return failed([problem_of_failure(failure, Stage.GRADIENTS, raising, USUAL_REMEDY)])
    runs = Runs.of_fresh_models(step, SEED, plain, subject.draw_comparison)
    comparison = judge(plain, hybrid, Tolerances(subject.options.tolerances), runs).comparison
    problems = problems_of_comparison(comparison, differing, Stage.GRADIENTS, remedy=USUAL_REMEDY)
    return failed(problems) if problems else passed(gradients=len(plain))


def compare_executions(subject: Subject, variation: Variation, plain: Execution, hybrid: Execution) -> Outcome:
    """Compare two phases of a variation call by call and report the first difference."""
    undetermined = dict(subject.undetermined)
    outcome = _compared(subject, variation, plain, hybrid, undetermined)
    return outcome.with_artefacts(Undetermined(undetermined))


def _compared(
    subject: Subject, variation: Variation, plain: Execution, hybrid: Execution, undetermined: Dict[str, Any]
) -> Outcome:
    """Return the outcome of `compare_executions`; add the elements that are undetermined to `undetermined`."""
    steps, message, stage, remedy = variation.steps, variation.message, variation.stage, variation.remedy
    compared, largest, random = 0, 0.0, False
    slight: List[Problem] = []
    for number, (before, after) in enumerate(zip(plain.results, hybrid.results)):
        runs = subject.runs(
            steps[number],
            before.outputs if number == 0 else None,
            steps[0] if number else None,
            draws=before.drawn != after.drawn,
        )
        judgement = judge(
            before.outputs, after.outputs, subject.tolerances(), runs, undetermined, measure_slight=not message
        )
        undetermined.update(judgement.masks)
        comparison = judgement.comparison
        compared += comparison.tensors + comparison.others
        largest = max(largest, comparison.largest)
        random = random or judgement.random
        if comparison.nothing:
            return not_run("the model returns no tensor and no number that could be compared")
        if not comparison:
            text = _text(message, number) or _which(number, subject)
            usual = remedy or (_CHANGED if number and subject.scenario.between else FROZEN if number else None)
            (problem,) = problems_of_comparison(comparison, text, stage, remedy=usual)
            result = variation.localized(subject, steps[: number + 1])
            result = result or localize_outputs(subject, steps[: number + 1])
            if result is None and subject.options.static_shape:
                result = localize_static_memory(subject, steps[: number + 1])
            if result is None or result.location is None:  # the graph is correct, or no difference was found inside it
                result = localize_side_effect(subject, steps[number]) or result
            return failed([placed(problem, result, subject)])
        if judgement.slight is not None and not slight:
            text = f"{_text(message, number) or f'call {number + 1}'}, by more than the measured effect of rounding"
            slight = problems_of_comparison(judgement.slight, text, stage, remedy=_SLIGHT)
        if judgement.masks and not subject.options.allow_undetermined:
            return failed(
                [placed(_undetermined(judgement.masks), localize_undetermined(subject, steps[number]), subject)]
            )
    if hybrid.failure is not None:
        number = len(hybrid.results)
        text = _text(message, number) or f"call {number + 1} of the hybridized model raises"
        problem = problem_of_failure(hybrid.failure, stage or _stage_of_failure(hybrid.failure), text, remedy)
        result = localize_outputs(subject, steps[: number + 1], failed=True)
        result = result or variation.localized(subject, steps[: number + 1])
        return failed([placed(problem, result, subject, hybrid.failure)])
    details: Dict[str, Any] = {"calls": len(steps), "values_compared": compared, "largest_difference": largest}
    if random:
        details["random"] = "single draws differ between the two runs; their means agree"
    if slight:
        result = localize_outputs(subject, steps[:1])
        return warned([placed(slight[0], result, subject)], **details)
    return passed(**details)


def _text(message: _Message, number: int) -> str:
    return message if isinstance(message, str) else message(number)


def _undetermined(masks: Mapping[str, Any]) -> Problem:
    where, mask = next(iter(masks.items()))
    return Problem(
        Stage.VALUES,
        f"{int(mask.sum())} of {mask.size} elements of {'output ' + where if where else 'the output'} are undetermined"
        ": two equal imperative runs give different values there",
        remedy=(
            "return only what was computed: F.contrib.while_loop leaves the rows after its last step unwritten, so cut "
            "them off or mask them with F.SequenceMask; times, object ids and global counters do not belong in outputs"
        ),
        details={"elements": int(mask.sum()), "output": where},
    )


def _stage_of_failure(failure: BlockFailure) -> Stage:
    """Return the stage of a failure: STATE if an imperative operator gets a Symbol, which an earlier trace stored."""
    return Stage.STATE if "got <Symbol" in failure.message else failure.stage


def _which(number: int, subject: Subject) -> str:
    if number == 0:
        return "the hybridized model returns something else"
    action = " and a change of the model between" if subject.scenario.between is not None else ""
    return f"on call {number + 1}, after a first call that agreed{action}"


_SLIGHT = "let both phases run the same operators with the same constants; write constants as Python floats"
_CHANGED = (
    "the graph repeats what Python did in the first call: call hybridize() again after the change, which discards the "
    "graph, or make what changes an input"
)
FROZEN = "the graph repeats what Python did in the first call: compute with operators, and make state an input"
