"""Does the model give the same with static_alloc and static_shape?"""

from __future__ import annotations

import inspect
from typing import Any

from ..model.subject import Step, Subject
from ..report import Stage
from .base import Example, Outcome, Probe, not_run
from .batch import another_batch
from .outputs import compare_lives


def _run(subject: Subject) -> Outcome:
    if subject.scenario.hybridize is not None:
        return not_run("the model is hybridized in a way of its own")
    batch = another_batch(subject)
    modes = ["predict", "predict", "train", "predict"]
    steps = [Step(1 + number % 2, batch if number == 1 else None, mode) for number, mode in enumerate(modes)]
    plain = subject.live(steps, hybridized=False)
    if plain.failure is not None and batch is not None:
        steps = [Step(step.seed, None, step.mode) for step in steps]
        plain = subject.live(steps, hybridized=False)
    if plain.failure is not None:
        return not_run(f"the imperative model itself raises {plain.failure}")

    def hybridize(net: Any) -> None:
        net.hybridize(static_alloc=True, static_shape=True)

    try:
        inspect.signature(subject.net.hybridize).bind(static_alloc=True, static_shape=True)
    except TypeError:
        return not_run("the model has a hybridize() of its own, which takes no static_alloc")
    hybrid = subject.live(steps, hybridized=True, hybridize=hybridize)
    message = "with hybridize(static_alloc=True, static_shape=True)"
    return compare_lives(subject, steps, plain, hybrid, Stage.EXECUTION, message, remedy=PROBE.remedy)


PROBE = Probe(
    name="static_memory",
    stage=Stage.EXECUTION,
    asks="Does hybridizing with static_alloc and static_shape give the same, with changing shapes and in both modes?",
    why=(
        "With static memory MXNet plans all buffers once and uses them again. Operators that keep a reference to a "
        "buffer, or graphs whose shapes change, have been seen to read what belongs to another call."
    ),
    remedy="Hybridize without static_shape, or without both; report the operator to MXNet.",
    run=_run,
    no_bad=(
        "None is known that fails every time. On MXNet 1.9.1, on a CPU, F.contrib.foreach over what a Dense gave was "
        "seen to give wrong values in some calls with static_shape=True, as in Sockeye's SSRU; users of other versions "
        "and of GPUs tell of more (apache/mxnet #13445, #15281)."
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
        return F.softmax(self.dense(x))
"""
    ),
    needs=("trace", "blocks", "outputs", "modes", "batch"),
)
