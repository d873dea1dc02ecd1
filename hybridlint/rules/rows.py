"""HYB3: iterating over the rows of a tensor, unpacking and counting them.

Source of the behaviour: `__iter__` and `__len__` of `mxnet/symbol/symbol.py`, which speak of the outputs of an
operator, and those of `mxnet/symbol/numpy/_symbol.py`, which refuse.
"""

from __future__ import annotations

from typing import Iterator, Union

from hybridlint.events import Unpacking
from hybridlint.mxnet_api import Api
from hybridlint.rules.base import Example, Report, Rule
from hybridlint.rules.indexing import OUTPUTS_NOT_ROWS
from hybridlint.rules.wording import construct
from hybridlint.symbols.sequences import NoLength, NotIterable, NumberOfOutputs, TooFewToUnpack, WholeInsteadOfRows


class RowIteration(Rule):
    code = "HYB304"
    name = "row-iteration"
    summary = "loop over the rows of a tensor"
    after_hybridize = "Silent: a loop over a tensor runs once, with the whole tensor, instead of once for each row."
    why = (
        f"{OUTPUTS_NOT_ROWS} So `for row in x`, `list(x)`, `zip(x, y)`, `sum(x)`, `sorted(x)`, `min(x)`, `map(f, x)` "
        "and `*x` see a single element, which is `x` itself."
    )
    instead = (
        "`F.contrib.foreach` for a loop over the first axis, or the operator that does it at once (`F.sum(x, axis=0)`, "
        "`F.max`, `F.sort`, `F.reverse`). Where the length is known, `F.split(x, num_outputs=n, axis=0, "
        "squeeze_axis=True)` is a sequence in both phases (for n of 2 or more)."
    )
    silent = True
    fix = "unsafe"
    about = (WholeInsteadOfRows, NotIterable)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        total = 0
        for row in x:
            total = total + row
        return total
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sum(x, axis=0)
""",
            inputs="[(4, 3)]",
            shown_as="values",
        ),
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        first, *others = x
        return first * 2
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        first = F.squeeze(F.slice_axis(x, axis=0, begin=0, end=1), axis=0)
        return first * 2
""",
            inputs="[(4, 3)]",
            shown_as="values",
        ),
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.stack(*[F.relu(row) for row in x])
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.foreach(lambda row, states: (F.relu(row), states), x, [])[0]
""",
            inputs="[(2, 3)]",
            shown_as="values",
        ),
    )

    def judge(self, found: Union[WholeInsteadOfRows, NotIterable], api: Api) -> Iterator[Report]:
        event = found.event
        name = event.tensor.description
        if isinstance(event, Unpacking):
            yield Report(
                f"unpacking {name} silently yields all of it after hybridize(); use `F.split(…, squeeze_axis=True)`"
            )
        elif isinstance(found, NotIterable):
            yield Report(
                f"{construct(event.construct)} over {name} raises after hybridize(): a Symbol has no rows; use "
                "`F.npx.foreach`"
            )
        else:
            yield Report(
                f"{construct(event.construct)} over {name} silently yields all of it once after hybridize(); use "
                "`F.contrib.foreach`",
            )


class RowUnpacking(Rule):
    code = "HYB305"
    name = "row-unpacking"
    summary = "rows of a tensor unpacked into variables"
    after_hybridize = "Raises `ValueError: not enough values to unpack (expected 2, got 1)`."
    why = f"{OUTPUTS_NOT_ROWS} `a, b = x` therefore finds a single value to unpack."
    instead = "`a, b = F.split(x, num_outputs=2, axis=0, squeeze_axis=True)`."
    fix = "unsafe"
    about = (TooFewToUnpack,)
    errors = (r"not enough values to unpack \(expected (at least )?\d+, got 1\)",)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b = x
        return a + b
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b = F.split(x, num_outputs=2, axis=0, squeeze_axis=True)
        return a + b
""",
            inputs="[(2, 3)]",
        ),
    )

    def judge(self, found: TooFewToUnpack, api: Api) -> Iterator[Report]:
        event = found.event
        yield Report(
            f"unpacking {event.tensor.description} raises after hybridize(); use `F.split(…, "
            f"num_outputs={event.targets}, axis=0, squeeze_axis=True)`",
        )


class RowCount(Rule):
    code = "HYB306"
    name = "row-count"
    summary = "`len(x)` of a tensor, which is 1 while tracing"
    after_hybridize = "Silent: `len(x)` is 1, whatever the shape."
    why = f"{OUTPUTS_NOT_ROWS} `len` counts the outputs."
    instead = (
        "An operator that needs no number: `F.mean` instead of a sum over `len`, `F.contrib.arange_like`, the special "
        "values 0, -1, … of `reshape`; or `F.slice_axis(F.shape_array(x), axis=0, begin=0, end=1)`, which is a tensor."
    )
    silent = True
    fix = "unsafe"
    about = (NumberOfOutputs, NoLength)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.sum(axis=0) / len(x)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.mean(axis=0)
""",
            inputs="[(4, 3)]",
            shown_as="values",
        ),
    )

    def judge(self, found: Union[NumberOfOutputs, NoLength], api: Api) -> Iterator[Report]:
        event = found.event
        if isinstance(found, NoLength):
            yield Report(f"`{event.source}` raises after hybridize(): a Symbol of `mx.np` has no length")
        else:
            yield Report(
                f"`{event.source}` is silently 1 after hybridize(); use `F.mean`, `F.contrib.arange_like` or "
                "`F.shape_array`",
            )
