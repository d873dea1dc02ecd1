"""Does every outermost HybridBlock have a graph?"""

from __future__ import annotations

from typing import Dict

from ..diagnostics.source_lines import forward_of
from ..model.subject import Subject
from ..model.tree import HybridBlock
from ..mxnet_compat import method_of
from ..report import Problem, Stage
from .base import Example, Outcome, Probe, judged, placed, warned


def _run(subject: Subject) -> Outcome:
    traced = {path for path, _ in subject.graphs}
    problems: Dict[type, Problem] = {}
    for root in subject.roots:
        calls = subject.recorded.calls_of(root)
        # A block with a hybrid_forward may be called with other arguments.
        if root not in subject.reasons or root in traced:
            continue
        kind = type(calls[0].block)
        if kind in problems:
            problems[kind].details.setdefault("also", []).append(root)
        elif method_of(kind, "hybrid_forward") is HybridBlock.hybrid_forward:
            text = f"{subject.reasons[root]} for it, only for the blocks inside, and its export() raises"
            problem = Problem(Stage.EXPORT, text, root, kind.__name__, forward_of(calls[0].block), remedy=PROBE.remedy)
            problems[kind] = placed(problem, None, subject)
    # Inside of a plain Block, it computes the same as without hybridize(), and nobody exports it alone.
    return judged(list(problems.values())) if "" in subject.roots or not problems else warned([*problems.values()])


PROBE = Probe(
    name="without_graph",
    title="Blocks without a graph",
    stage=Stage.EXPORT,
    asks="Does every outermost HybridBlock have a graph?",
    why=(
        "hybridize() traces hybrid_forward. A HybridBlock that overrides forward instead keeps running "
        "imperatively, and export() raises, because it has no graph. Inside of a plain Block this is a warning."
    ),
    remedy="Write hybrid_forward instead of forward; or derive from Block, if it is meant to stay imperative.",
    run=_run,
    bad=Example(
        """
from mxnet.gluon import HybridBlock, nn


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.dense = nn.Dense(4)

    def forward(self, x):
        return self.dense(x) * 2
"""
    ),
    good=Example(
        """
from mxnet.gluon import HybridBlock, nn


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.dense = nn.Dense(4)

    def hybrid_forward(self, F, x):
        return self.dense(x) * 2
"""
    ),
    needs=("trace",),
)
