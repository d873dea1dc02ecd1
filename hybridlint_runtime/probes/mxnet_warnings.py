"""Which warnings does MXNet issue when the model is hybridized?"""

from __future__ import annotations

from ..model.subject import Subject
from ..report import Problem, Stage
from .base import Example, Outcome, Probe, explained, passed, warned
from .unused import is_of_unused


def _run(subject: Subject) -> Outcome:
    texts = [text for text in subject.standard.warnings() if not is_of_unused(text)]
    if not texts:
        return passed()
    problems = [Problem(Stage.EXECUTION, f"MXNet warns: {text.splitlines()[0]}", mxnet_message=text) for text in texts]
    return warned(list(map(explained, problems)))


PROBE = Probe(
    name="mxnet_warnings",
    title="Warnings of MXNet",
    stage=Stage.EXECUTION,
    asks="Is the model hybridized and called without warnings from MXNet?",
    why=(
        "MXNet warns once, among other output, about hooks that will not run and containers whose blocks it does not "
        "see. "
        "The probe `unused` reports unused inputs and parameters."
    ),
    remedy="Follow the warning.",
    run=_run,
    bad=Example(
        """
from mxnet.gluon import HybridBlock, nn


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.dense = nn.Dense(3, in_units=3)
        self.dense.register_forward_pre_hook(lambda block, inputs: None)

    def hybrid_forward(self, F, x):
        return self.dense(x)
"""
    ),
    good=Example(
        """
from mxnet.gluon import HybridBlock, nn


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.dense = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.dense(x)
"""
    ),
    needs=("trace",),
    after=("unused",),
)
