"""HYB4: loops that are operators."""

from __future__ import annotations

from typing import Iterator

from hybridlint.mxnet_api import Api
from hybridlint.rules.base import Example, Report, Rule
from hybridlint.uses import LoopArrays


class ArraysOfLoop(Rule):
    code = "HYB411"
    name = "loop-arrays"
    after_hybridize = (
        "Raises `AssertionError: the data arrays have to be used in the loop body`, or the state arrays; or `The "
        "inputs of the subgraph don't have unique names`."
    )
    why = (
        "`F.contrib.foreach` makes a graph of its body and looks for the data and the states among the inputs of that "
        "graph. What the body does not compute with is not there, and what is handed over twice is there twice, by the "
        "same name. Imperatively the body is merely called."
    )
    instead = "Hand over what the body needs and nothing else: no states are `[]`. `F.identity(x)` is another array."
    uses = (LoopArrays,)
    errors = (
        r"the (data|state) arrays have to be used in the loop body",
        r"The inputs of the subgraph don't have unique names",
    )
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

    def judge(self, use: LoopArrays, api: Api) -> Iterator[Report]:
        if use.unused:
            yield Report(
                f"the body of `F.contrib.foreach` does not use `{use.unused}`, which raises after hybridize(): the "
                f"{use.part} arrays have to be part of what it computes"
            )
        else:
            yield Report(
                "`F.contrib.foreach` is given one array twice, which raises after hybridize(); give `F.identity(…)` "
                "of it the second time"
            )
