"""What does MXNet warn of when the model is hybridized?"""

from __future__ import annotations

from typing import List, Set

from ..model.subject import Subject
from ..report import Problem, Stage
from .base import Example, Outcome, Probe, explained, passed, warned


def _run(subject: Subject) -> Outcome:
    hybrid = subject.life(hybridized=True)
    plain: Set[str] = {text for result in subject.life(hybridized=False).results for text in result.warnings}
    texts: List[str] = list(hybrid.warnings)
    for result in hybrid.results:
        texts.extend(text for text in result.warnings if text not in plain)
    unique = list(dict.fromkeys(text.strip() for text in texts))
    if not unique:
        return passed()
    problems = [Problem(Stage.EXECUTION, f"MXNet warns: {text.splitlines()[0]}", mxnet_message=text) for text in unique]
    return warned(list(map(explained, problems)))


PROBE = Probe(
    name="mxnet_warnings",
    stage=Stage.EXECUTION,
    asks="Is the model hybridized and called without a warning of MXNet's?",
    why=(
        "MXNet warns once, among other output, of hooks that will not fire, of containers it cannot see and of "
        "unused inputs."
    ),
    remedy="Do what the warning says.",
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
)
