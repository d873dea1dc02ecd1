"""Does the model work on a batch of size 0, where the imperative model does?"""

from __future__ import annotations

from ...errors import ModelRaised, model_code
from ...model.steps import Step
from ...model.subject import Subject
from ...mxnet_compat import import_mxnet
from ...report import Stage, Status
from ...structures import arrays, size_of
from .base import USUAL_REMEDY, Outcome, not_run, passed, warned
from .outputs import compare_executions

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
    steps = [Step(seed=1), Step(seed=3, batch=0), Step(seed=2)]
    plain = subject.execute(steps, hybridized=False)
    if plain.failure is not None:
        return not_run(f"at batch size 0 the imperative model itself raises {plain.failure}")
    hybrid = subject.execute(steps, hybridized=True)
    text = "at batch size 0, after a first call at the original one"
    outcome = compare_executions(subject, steps, plain, hybrid, Stage.OTHER_SHAPES, text, remedy=USUAL_REMEDY)
    # Few models ever get an empty batch, so a failure is only a warning.
    return warned(outcome.problems) if outcome.status is Status.FAILED else passed()
