"""Are all blocks and parameters registered?"""

from __future__ import annotations

from typing import List

from ..model.subject import Subject
from ..model.tree import hidden_blocks
from ..report import Problem, Stage
from .base import Example, Outcome, Probe, passed, warned


def _run(subject: Subject) -> Outcome:
    problems: List[Problem] = []
    for path, where, block in hidden_blocks(subject.net):
        count = len(block.collect_params().keys())
        text = f"self.{where} is a {type(block).__name__} that MXNet does not know about"
        if count:
            text += f": its {count} parameters are not initialised, saved, exported or trained with the model"
        problems.append(Problem(Stage.STRUCTURE, text, path, remedy=PROBE.remedy, details={"parameters": count}))
    return warned(problems) if problems else passed()


PROBE = Probe(
    name="hidden_blocks",
    title="Unregistered blocks",
    stage=Stage.STRUCTURE,
    asks="Is every block registered, so that its parameters belong to the model?",
    why=(
        "A block becomes a child when it is assigned to an attribute or passed to register_child. In a list or a "
        "dict, initialize, hybridize, save_parameters, export and Trainer do not see it."
    ),
    remedy="Put the blocks in a HybridSequential, or call self.register_child(block) for each.",
    run=_run,
    bad=Example(
        """
from mxnet.gluon import HybridBlock, nn


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.layers = [nn.Activation("relu"), nn.Activation("tanh")]

    def hybrid_forward(self, F, x):
        for layer in self.layers:
            x = layer(x)
        return x
"""
    ),
    good=Example(
        """
from mxnet.gluon import HybridBlock, nn


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.layers = nn.HybridSequential()
            self.layers.add(nn.Activation("relu"), nn.Activation("tanh"))

    def hybrid_forward(self, F, x):
        return self.layers(x)
"""
    ),
    needs=(),
)
