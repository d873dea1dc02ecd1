"""Does every outermost HybridBlock have a graph?"""

from __future__ import annotations

from typing import Dict

from ...diagnostics.source_lines import forward_of
from ...model.artefacts import Tracing
from ...model.subject import Subject
from ...model.tree import HybridBlock
from ...mxnet_compat import method_of
from ...report import Problem, Stage
from .base import USUAL_REMEDY, Outcome, judged, placed, warned


def run(subject: Subject) -> Outcome:
    tracing = subject.learned(Tracing)
    problems: Dict[type, Problem] = {}
    for root in subject.roots:
        calls = subject.recorded.calls_of(root)
        # A block with a hybrid_forward may be called with other arguments.
        if root not in tracing.reasons or root in tracing.traced:
            continue
        kind = type(calls[0].block)
        if kind in problems:
            problems[kind].details.setdefault("also", []).append(root)
        elif method_of(kind, "hybrid_forward") is HybridBlock.hybrid_forward:
            text = f"{tracing.reasons[root]} for it, only for the blocks inside, and its export() raises"
            problem = Problem(Stage.EXPORT, text, root, kind.__name__, forward_of(calls[0].block), remedy=USUAL_REMEDY)
            problems[kind] = placed(problem, None, subject)
    # Inside of a plain Block, it computes the same as without hybridize(), and nobody exports it alone.
    return judged(list(problems.values())) if "" in subject.roots or not problems else warned([*problems.values()])
