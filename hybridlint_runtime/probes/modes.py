"""Do training and inference follow each other in both orders?"""

from __future__ import annotations

from typing import List

from ..model.subject import Step, Subject
from ..report import Stage, Status
from .base import Example, Outcome, Probe, not_run, passed
from .outputs import compare_lives

_ORDERS = {
    "predict, then train": ("predict", "train", "predict"),
    "train, then predict": ("train", "predict"),
}


def _run(subject: Subject) -> Outcome:
    refused: List[str] = []
    for order, modes in _ORDERS.items():
        steps = [Step(seed=1 + number % 2, mode=mode) for number, mode in enumerate(modes)]
        plain = subject.live(steps, hybridized=False)
        if plain.failure is not None:
            refused.append(f"{order}: {plain.failure}")
            continue
        hybrid = subject.live(steps, hybridized=True)
        outcome = compare_lives(subject, steps, plain, hybrid, Stage.MODES, order, remedy=PROBE.remedy)
        if outcome.status is Status.FAILED:
            return outcome
    if len(refused) == len(_ORDERS):
        return not_run(f"the imperative model does not run in both modes: {refused[0]}")
    return passed(orders=len(_ORDERS) - len(refused))


PROBE = Probe(
    name="modes",
    stage=Stage.MODES,
    asks=(
        "Do the outputs match when the model is used for inference, then trained, then used again, and the other "
        "way round?"
    ),
    why=(
        "autograd.is_training() and is_recording() are asked once, when the graph is made: the branch taken at the "
        "first call is taken for ever."
    ),
    remedy=(
        "Use operators that know the mode themselves (F.Dropout, F.BatchNorm), or two blocks that share their "
        "parameters."
    ),
    run=_run,
    bad=Example(
        """
from mxnet import autograd
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if autograd.is_training():
            return F.Dropout(x, p=0.5)
        return x * 0.5
"""
    ),
    good=Example(
        """
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.Dropout(x, p=0.5)
"""
    ),
)
