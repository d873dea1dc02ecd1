"""Does MXNet know the flags passed to hybridize()?"""

from __future__ import annotations

from typing import List

from ..model.subject import Subject
from ..model.tree import HybridBlock, unique_blocks
from ..report import Problem, Stage
from .base import Example, Outcome, Probe, passed, warned


def _run(subject: Subject) -> Outcome:
    net = subject.standard.execution(hybridized=True).net
    problems: List[Problem] = []
    for node in unique_blocks(net):
        if not isinstance(node.block, HybridBlock) or not node.block._backend_opts or node.block._backend:
            continue
        names = ", ".join(sorted(node.block._backend_opts))
        text = f"hybridize() was given {names}, which it does not know and ignores"
        problems.append(Problem(Stage.EXECUTION, text, node.path, type(node.block).__name__, remedy=PROBE.remedy))
    return warned(problems) if problems else passed()


PROBE = Probe(
    name="flags",
    title="Flags of hybridize()",
    stage=Stage.EXECUTION,
    asks="Does MXNet know every flag passed to hybridize()?",
    why=(
        "hybridize() accepts any keyword argument, for backends. Without a backend, a misspelt static_alloc is "
        "silently ignored."
    ),
    remedy="The flags are active, static_alloc, static_shape, inline_limit, forward_bulk_size and backward_bulk_size.",
    run=_run,
    bad=Example(
        """
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2


def hybridize(net):
    net.hybridize(static_aloc=True)
"""
    ),
    good=Example(
        """
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2


def hybridize(net):
    net.hybridize(static_alloc=True)
"""
    ),
    needs=(),
)
