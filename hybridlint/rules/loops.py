"""HYB4: loops that are operators."""

from __future__ import annotations

from typing import Iterator

from hybridlint.mxnet_api import Api
from hybridlint.rules.base import Example, Report, Rule
from hybridlint.uses import LoopArraysUnused


class LoopArrays(Rule):
    code = "HYB411"
    name = "loop-arrays-unused"
    after_hybridize = "Raises `AssertionError: the data arrays have to be used in the loop body`, or the state arrays."
    why = (
        "`F.contrib.foreach` makes a graph of its body and looks for the data and the states among the inputs of that "
        "graph. What the body does not compute with is not there. Imperatively the body is merely called."
    )
    instead = "Hand over what the body needs and nothing else: no states are `[]`; a counter is a state of its own."
    uses = (LoopArraysUnused,)
    errors = (r"the (data|state) arrays have to be used in the loop body",)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        def step(row, state):
            return row * 2, y

        rows, last = F.contrib.foreach(step, x, y)
        return rows
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        def step(row, state):
            return row * 2, state

        rows, last = F.contrib.foreach(step, x, y)
        return rows
""",
            inputs="[(4, 3), (3,)]",
        ),
    )

    def judge(self, use: LoopArraysUnused, api: Api) -> Iterator[Report]:
        yield Report(
            f"the body of `F.contrib.foreach` does not use `{use.name}`, which raises after hybridize(): "
            f"the {use.part} arrays have to be part of what it computes"
        )
