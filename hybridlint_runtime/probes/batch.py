"""Does the model work at another batch size than that of its first call?"""

from __future__ import annotations

from typing import Any, List, Optional

from ..model.subject import Step, Subject
from ..report import Stage
from ..structures import arrays
from .base import Example, Outcome, Probe, not_run
from .outputs import compare_lives


def _run(subject: Subject) -> Outcome:
    batch = another_batch(subject)
    if batch is None:
        return not_run("no input has a first dimension that could be another batch size")
    steps = [Step(seed=1), Step(seed=3, batch=batch), Step(seed=2)]
    plain = subject.live(steps, hybridized=False)
    if plain.failure is not None:
        return not_run(f"at batch size {batch} the imperative model itself raises {plain.failure}")
    hybrid = subject.live(steps, hybridized=True)
    message = f"at batch size {batch}, after a first call with the usual one"
    outcome = compare_lives(subject, steps, plain, hybrid, Stage.OTHER_SHAPES, message, remedy=PROBE.remedy)
    outcome.details["batch"] = batch
    return outcome


def another_batch(subject: Subject) -> Optional[int]:
    """A batch size that is not the usual one and changes the inputs; None if the inputs have no batch."""
    usual = arrays(subject.inputs(1))
    sizes = {array.shape[0] for array in usual if array.shape}
    wanted = subject.options.batch or next(size for size in (5, 7) if size not in sizes)
    try:
        changed = arrays(subject.inputs(1, wanted))
    except Exception:  # the user's own function may not know other batch sizes
        return None
    return wanted if _shapes(changed) != _shapes(usual) else None


def _shapes(tensors: List[Any]) -> List[Any]:
    return [tensor.shape for tensor in tensors]


PROBE = Probe(
    name="batch",
    stage=Stage.OTHER_SHAPES,
    asks="Does the hybridized model work, and give the same, at another batch size than that of its first call?",
    why=(
        "Whatever hybrid_forward or forward computes from a shape in Python is fixed at the first call; and + and * of "
        "a graph, unlike F.broadcast_add and F.broadcast_mul, need equal shapes, which a batch of 1 only seems to be."
    ),
    remedy="Leave the batch open: reshape codes 0 and -1, *_like operators, F.broadcast_add instead of +.",
    run=_run,
    bad=Example(
        """
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        self.rows = x.shape[0]
        return super().forward(x)

    def hybrid_forward(self, F, x):
        return F.sum(x, axis=0) / self.rows
"""
    ),
    good=Example(
        """
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.mean(x, axis=0)
"""
    ),
)
