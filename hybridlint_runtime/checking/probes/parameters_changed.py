"""Does the hybridized model follow changes of its parameters?"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...model import parameters
from ...model.steps import Step
from ...model.subject import Subject
from ...report import Stage
from ...structures import is_floating
from .base import Outcome, not_run
from .variations import Variation, compare_variation


def run(subject: Subject) -> Outcome:
    if not _changeable(subject.net):
        return not_run("the model has no parameters that training would change")

    def change(net: Any) -> None:
        random = np.random.RandomState(subject.seed + 11)
        for parameter in _changeable(net):
            # Running variances must stay positive, and parameters that are all zero or one must change.
            parameters.shift(parameter, random.uniform(1.1, 1.3), random.uniform(0.01, 0.05))

    steps = [Step(seed=1), Step(seed=1, change=change, writes=True), Step(seed=2)]
    return compare_variation(
        subject,
        Variation(
            steps,
            "after its parameters were changed",
            Stage.VALUES,
            condition="with other parameters",
            shared=lambda pair: pair.call(steps[1:2]),
        ),
    )


def _changeable(net: Any) -> Any:
    return [
        parameter
        for parameter in parameters.parameters_of(net).values()
        if parameter._data is not None
        and not parameters.is_constant(parameter)
        and parameter._stype == "default"
        and is_floating(parameters.first(parameter))
    ]
