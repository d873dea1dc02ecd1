"""Does MXNet know the flags passed to hybridize()?"""

from __future__ import annotations

from typing import List

from ...model.standard import standard_of
from ...model.subject import Subject
from ...model.tree import HybridBlock, unique_blocks
from ...report import Problem, Stage
from .base import USUAL_REMEDY, Outcome, passed, warned


def run(subject: Subject) -> Outcome:
    net = standard_of(subject).execution(hybridized=True).net
    problems: List[Problem] = []
    for node in unique_blocks(net):
        if not isinstance(node.block, HybridBlock) or not node.block._backend_opts or node.block._backend:
            continue
        names = ", ".join(sorted(node.block._backend_opts))
        text = f"hybridize() was given {names}, which it does not know and ignores"
        problems.append(Problem(Stage.EXECUTION, text, node.path, type(node.block).__name__, remedy=USUAL_REMEDY))
    return warned(problems) if problems else passed()
