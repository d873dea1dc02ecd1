"""Do the outputs agree when calls alternate between training and inference?"""

from __future__ import annotations

import dataclasses
import itertools
from typing import Sequence

from ...model.graphs import one_graph
from ...model.pair import TRAINED, Pair
from ...model.steps import Step
from ...model.subject import Subject
from ...report import Stage
from .base import Outcome
from .variations import Variation, first_difference

_ORDERS = {
    "predict, then train": ("predict", "train", "predict"),
    "train, then predict": ("train", "predict"),
}


def run(subject: Subject) -> Outcome:
    def variation(order: str, modes: Sequence[str]) -> Variation:
        steps = [Step(seed=1 + number % 2, mode=mode) for number, mode in enumerate(modes)]
        return Variation(
            steps, order, Stage.MODES, condition=f"{order}:", shared=lambda pair: _agree(subject, pair, modes)
        )

    orders = dict(_ORDERS)
    if subject.makes_children:  # their initialization draws random numbers, as Dropout does in training
        orders.pop("train, then predict")
    return first_difference(subject, itertools.starmap(variation, orders.items()))


def _agree(subject: Subject, pair: Pair, modes: Sequence[str]) -> bool:
    """Return whether the shared nets show that the phases agree; False also if they show nothing.

    Training with the second input, then inference with the first, is the end of one order and the whole of the other,
    which differs only if the net has another graph when it is traced in training mode.
    """
    if modes[0] == "predict":
        return pair.trains()
    steps = pair.in_training()
    if pair.knows(steps, TRAINED) and one_graph(subject):
        return True
    return pair.agrees_alone(True, [dataclasses.replace(steps[0], change=subject.hybridize), steps[1]], TRAINED)
