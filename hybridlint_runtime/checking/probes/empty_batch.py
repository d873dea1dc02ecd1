"""Does the model work on a batch of size 0, where the imperative model does?"""

from __future__ import annotations

from ...errors import ModelRaised, model_code
from ...model.steps import Step
from ...model.subject import Subject
from ...mxnet_compat import import_mxnet
from ...report import Stage
from ...structures import arrays, size_of
from .base import Outcome, not_run
from .variations import Variation, compare_variation

mx = import_mxnet()


def run(subject: Subject) -> Outcome:
    if not any(isinstance(array, mx.np.ndarray) for array in arrays(subject.inputs(1))):
        return not_run("without NumPy semantics nearly every operator of MXNet refuses arrays of size 0")
    try:
        with model_code():
            empty = any(size_of(array) == 0 for array in arrays(subject.inputs(3, 0)))
    except ModelRaised:  # the user's function may not support such a batch
        empty = False
    if not empty:
        return not_run("inputs with a batch size of 0 cannot be created")
    return compare_variation(
        subject,
        Variation(
            [Step(seed=1), Step(seed=3, batch=0), Step(seed=2)],
            "at batch size 0, after a first call at the original one",
            Stage.OTHER_SHAPES,
            condition="at batch size 0",
            certain=False,  # few models ever get an empty batch
        ),
    )
