"""Does the hybridized model follow changes of its parameters?"""

from __future__ import annotations

from ...model.pair import pair_of
from ...model.parameters import changeable
from ...model.steps import Step
from ...model.subject import Subject
from ...report import Stage
from .base import Outcome, not_run
from .variations import Variation, compare_variation


def run(subject: Subject) -> Outcome:
    if not changeable(subject.net):
        return not_run("the model has no parameters that training would change")
    changed = pair_of(subject).in_training()[-1]
    return compare_variation(
        subject,
        Variation(
            [Step(seed=1), changed, Step(seed=2)],
            "after its parameters were changed",
            Stage.VALUES,
            condition="with other parameters",
            shared=lambda pair: pair.trains() or pair.call([changed]),
        ),
    )
