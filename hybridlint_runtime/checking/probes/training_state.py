"""Does the model train the same, step after step, with the state that its blocks keep?"""

from __future__ import annotations

import dataclasses
from typing import Any, Callable, Dict, List, Tuple

from ...diagnostics.failures import RunFailure
from ...errors import ModelRaised
from ...localization.side_effects import localize_side_effect
from ...model.comparing import Tolerances, compare
from ...model.judging import Runs, judge
from ...model.pair import IN_TRAINING, TRAINED, pair_of
from ...model.standard import standard_of
from ...model.state import BlockTexts, Change, countable
from ...model.steps import Step
from ...model.subject import RecurrentCell, Subject
from ...model.training import SEED, TrainingStep, failure_of_training, known_step, train_step, way_of
from ...model.tree import blocks_of
from ...report import Problem, SourceLocation, Stage
from ...structures import copied, forget_errors
from .attributes import lines_of_assignments
from .base import USUAL_REMEDY, Outcome, explained, failed, not_run, passed, placed, problem_of_failure, warned

#: Number of training steps in a row: state that the first stores acts in the second, a flag that the second sets in the
#: third.
STEPS = 3

_PARTS = (
    ("outputs", "the hybridized model returns something else"),
    ("gradients", "the hybridized model has a different gradient"),
    ("auxiliary", "the hybridized model has a different running statistic"),
)
_RESET = (
    "Call reset() of the cells before each sequence, and hybridize() again; or pass the state from call to call as an "
    "input and an output."
)


def run(subject: Subject) -> Outcome:
    if subject.options.untrainable:
        return not_run(subject.options.untrainable)
    refused = failure_of_training(subject)
    if refused is not None:
        return not_run(f"the imperative model cannot be trained: {refused}")
    cells = [block for block in blocks_of(subject.net) if isinstance(block, RecurrentCell)]
    for reset in (True, False) if cells else (True,):
        try:
            if _is_stateless(subject, reset):
                continue
            plain = _Steps.made(subject, False, reset)
        except (RunFailure, ModelRaised) as failure:
            forget_errors()
            if reset:
                return not_run(f"the imperative model does not train {STEPS} steps in a row: {failure}")
            continue  # the cells have to be reset
        problems = _compared(subject, plain, reset)
        if problems:
            certain = reset and any(problem.details.get("differs") for problem in problems)
            return (failed if certain else warned)(problems)
    return passed(steps=STEPS)


@dataclasses.dataclass
class _Steps:
    """Training steps in a row of one net, and what they changed: attributes of blocks."""

    steps: List[TrainingStep]
    changes: Dict[Tuple[str, str], Change]

    @classmethod
    def made(
        cls,
        subject: Subject,
        hybridized: bool,
        reset: bool,
        seed: int = SEED,
        change: Callable[[Any], Any] = copied,
        count: int = STEPS,
    ) -> _Steps:
        """Make `count` steps, each with its own inputs, changed by `change`, and random numbers."""
        net = subject.prepared_net(hybridized, trains=True)
        texts = BlockTexts(net)
        steps = [
            train_step(
                subject,
                net,
                change(subject.inputs(1 + number % 2)),
                seed + 10 * number,
                way=way_of(subject),
                reset=reset,
            )
            for number in range(count)
        ]
        return cls(steps, {(change.path, change.name): change for change in texts.changes()})


def _is_stateless(subject: Subject, reset: bool) -> bool:
    """Return whether equal imperative calls in training mode return the same and change nothing that Python can
    read."""
    known = known_step(subject)
    made = [known.outputs] if known is not None and known.shared else []
    if reset and pair_of(subject).repeats(IN_TRAINING, TRAINED, STEPS - 1, made):
        return True
    net = subject.prepared_net(False, trains=True)
    before, texts = countable(net), BlockTexts(net)
    outputs = [
        # With equal seeds, a mask that a cell keeps equals the one that it would draw.
        subject.call(net, subject.inputs(2), "train", SEED + 10 * number * (not reset), reset or not number).outputs
        for number in range(STEPS)
    ]
    tolerances = subject.strict_tolerances()
    same = all(compare(outputs[0], other, tolerances) for other in outputs[1:])
    return same and countable(net) == before and not texts.changes()


def _compared(subject: Subject, plain: _Steps, reset: bool) -> List[Problem]:
    """Return the problems of the same steps of the hybridized model."""
    when = "" if reset else ", with no reset() of the cells between"
    remedy = USUAL_REMEDY if reset else _RESET
    try:
        hybrid = _Steps.made(subject, True, reset)
    except RunFailure as failure:
        text = f"{STEPS} training steps in a row{when}: the hybridized model cannot be trained"
        problem = problem_of_failure(failure, Stage.STATE, text, remedy)
        problem.details["differs"] = True
        return [problem]
    lines = lines_of_assignments(subject, "train") if plain.changes else {}
    for number, (before, after) in enumerate(zip(plain.steps, hybrid.steps)):
        for part, what in _PARTS:
            # A kept mask has the distribution of a new one: the values are compared, if those of the first step agree.
            firsts = plain.steps[0].outputs, hybrid.steps[0].outputs
            draws = reset or not compare(*firsts, Tolerances(subject.options.tolerances))
            message = _difference(subject, number, part, getattr(before, part), getattr(after, part), reset, draws)
            if message:
                place, line = next(
                    ((path, lines[path, name]) for path, name in plain.changes if (path, name) in lines), ("", None)
                )
                text = f"in training step {number + 1} in a row{when}, {what}: {message}"
                problem = Problem(
                    Stage.STATE, text, place, subject.class_of(place), line, remedy=remedy, details={"differs": True}
                )
                side_effect = None if line else localize_side_effect(subject, Step(seed=2, mode="train"))
                return [placed(problem, side_effect, subject) if side_effect else explained(problem)]
    return _unlike_changes(subject, plain, hybrid, lines) if reset else []


def _difference(
    subject: Subject, number: int, part: str, before: Any, after: Any, reset: bool, draws: bool = True
) -> str:
    """Describe how one part of one step differs, "" if it does not."""
    if part != "outputs" and not before and not after:
        return ""

    def step(hybridized: bool, seed: int, change: Callable[[Any], Any]) -> Any:
        return getattr(_Steps.made(subject, hybridized, reset, seed, change, number + 1).steps[-1], part)

    runs = Runs.of_fresh_models(step, SEED, before, subject.draw_comparison)
    runs.draws = draws
    comparison = judge(before, after, Tolerances(subject.options.tolerances), runs).comparison
    if comparison or comparison.nothing:
        return ""
    difference = comparison.differences[0]
    name = difference.where[2:-2]
    return difference.message if part == "outputs" else difference.message.replace(f"output {difference.where}", name)


def _unlike_changes(
    subject: Subject, plain: _Steps, hybrid: _Steps, lines: Dict[Tuple[str, str], SourceLocation]
) -> List[Problem]:
    """Return a warning for each attribute that only imperative training steps change, apart from those of `attributes`:
    any call changes them."""
    known = {(change.path, change.name) for change in standard_of(subject).execution(hybridized=False).changes}
    problems = []
    for (path, name), change in plain.changes.items():
        after = hybrid.changes.get((path, name))
        if (path, name) in known or (path, name) not in lines or after is not None and after.after == change.after:
            continue
        text = f"every imperative training step changes self.{name}; hybridized, only the first one does"
        problem = Problem(
            Stage.STATE,
            text,
            path,
            subject.class_of(path),
            lines[path, name],
            remedy=USUAL_REMEDY,
            details={"attribute": name, "before": change.before, "after": change.after},
        )
        problems.append(explained(problem))
    return problems
