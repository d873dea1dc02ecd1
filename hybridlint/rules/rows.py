"""HYB3: iterating over the rows of a tensor, unpacking and counting them.

Source of the behaviour: `__iter__` and `__len__` of `mxnet/symbol/symbol.py`, which speak of the outputs of an
operator, and those of `mxnet/symbol/numpy/_symbol.py`, which refuse.
"""

from __future__ import annotations

import functools
from typing import Iterator, Union

from hybridlint.events import Iteration, LengthOf, Unpacking
from hybridlint.fixes import lengths, sequences
from hybridlint.mxnet_api import Api
from hybridlint.queries import holds_one_number
from hybridlint.rules.base import Example, Report, Rule
from hybridlint.rules.indexing import OUTPUTS_NOT_ROWS
from hybridlint.rules.wording import certain_tensor, construct


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
    events = (Iteration, Unpacking)
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

    def judge(self, event: Union[Iteration, Unpacking], api: Api) -> Iterator[Report]:
        array = certain_tensor(event.tensor, numpy=True)
        if array is None or array.outputs != 1 or holds_one_number(array):
            return
        if array.numpy and isinstance(event, Iteration):
            yield Report(
                f"{construct(event.construct)} over {array.description} raises after hybridize(): a Symbol has no "
                "rows; use `F.npx.foreach`"
            )
        elif isinstance(event, Iteration):
            yield Report(
                f"{construct(event.construct)} over {array.description} silently yields all of it once after "
                f"hybridize(); use "
                "`F.contrib.foreach`",
                fix=functools.partial(sequences.split, event),
            )
        elif event.targets == 1:
            yield Report(
                f"unpacking {array.description} silently yields all of it after hybridize(); use `F.split(…, "
                "squeeze_axis=True)`"
            )


class RowUnpacking(Rule):
    code = "HYB305"
    name = "row-unpacking"
    summary = "rows of a tensor unpacked into variables"
    after_hybridize = "Raises `ValueError: not enough values to unpack (expected 2, got 1)`."
    why = f"{OUTPUTS_NOT_ROWS} `a, b = x` therefore finds a single value to unpack."
    instead = "`a, b = F.split(x, num_outputs=2, axis=0, squeeze_axis=True)`."
    fix = "unsafe"
    events = (Unpacking,)
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

    def judge(self, event: Unpacking, api: Api) -> Iterator[Report]:
        array = certain_tensor(event.tensor, numpy=True)
        if array is not None and array.outputs == 1 and event.targets > 1:
            yield Report(
                f"unpacking {array.description} raises after hybridize(); use `F.split(…, num_outputs={event.targets}, "
                "axis=0, squeeze_axis=True)`",
                fix=functools.partial(sequences.split, event),
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
    events = (LengthOf,)
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

    def judge(self, event: LengthOf, api: Api) -> Iterator[Report]:
        array = certain_tensor(event.tensor, numpy=True)
        if array is not None and array.numpy and array.outputs == 1:
            yield Report(f"`{event.source}` raises after hybridize(): a Symbol of `mx.np` has no length")
        elif array is not None and array.outputs == 1 and not holds_one_number(array):
            yield Report(
                f"`{event.source}` is silently 1 after hybridize(); use `F.mean`, `F.contrib.arange_like` or "
                "`F.shape_array`",
                fix=functools.partial(lengths.counted, event),
            )
