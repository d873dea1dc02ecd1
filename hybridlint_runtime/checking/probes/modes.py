"""Do the outputs agree when calls alternate between training and inference?"""

from __future__ import annotations

import dataclasses
from typing import List, Sequence

from ...model.graphs import equal_in_both_modes
from ...model.pair import TRAINED, pair_of
from ...model.steps import Step
from ...model.subject import Subject
from ...report import Stage, Status
from .base import USUAL_REMEDY, Outcome, not_run, passed
from .outputs import compare_executions

_ORDERS = {
    "predict, then train": ("predict", "train", "predict"),
    "train, then predict": ("train", "predict"),
}


def run(subject: Subject) -> Outcome:
    refused: List[str] = []
    orders = dict(_ORDERS)
    if subject.makes_children:  # their initialization draws random numbers, as Dropout does in training
        orders.pop("train, then predict")
    for order, modes in orders.items():
        if _agree(subject, modes):
            continue
        steps = [Step(seed=1 + number % 2, mode=mode) for number, mode in enumerate(modes)]
        plain = subject.execute(steps, hybridized=False)
        if plain.failure is not None:
            refused.append(f"{order}: {plain.failure}")
            continue
        hybrid = subject.execute(steps, hybridized=True)
        outcome = compare_executions(subject, steps, plain, hybrid, Stage.MODES, order, remedy=USUAL_REMEDY)
        if outcome.status is not Status.PASSED:
            return outcome
    if len(refused) == len(orders):
        return not_run(f"the imperative model does not run in both modes: {refused[0]}")
    return passed(orders=len(orders) - len(refused))


def _agree(subject: Subject, modes: Sequence[str]) -> bool:
    """Return whether the shared nets show that the phases agree; False also if they show nothing.

    Training with the second input, then inference with the first, is the end of one order and the whole of the other,
    which differs only if the net has another graph when it is traced in training mode.
    """
    pair = pair_of(subject)
    steps = [Step(seed=2, mode="train"), Step(seed=1)]
    if modes[0] == "predict":
        return pair.call(steps, TRAINED) is not None
    if pair.knows(steps, TRAINED) and _one_graph(subject):
        return True
    return pair.agrees_alone(True, [dataclasses.replace(steps[0], change=subject.hybridize), steps[1]], TRAINED)


def _one_graph(subject: Subject) -> bool:
    """Return whether each outermost block has the same graph in both modes."""
    calls = [call for root in subject.roots for call in subject.recorded.structures_of(root)]
    equal = all(equal_in_both_modes(subject, call) for call in calls)
    subject.nets.share_recorded()
    return equal
