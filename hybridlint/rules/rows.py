"""HYB3: iterating over the rows of a tensor, unpacking and counting them.

Source of the behaviour: `__iter__` and `__len__` of `mxnet/symbol/symbol.py`, which speak of the outputs of an
operator, and those of `mxnet/symbol/numpy/_symbol.py`, which refuse.
"""

from __future__ import annotations

from hybridlint.rules.base import Example, Rule
from hybridlint.rules.indexing import OUTPUTS_NOT_ROWS
from hybridlint.symbols import Kind


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
    fix = "unsafe"
    messages = {
        Kind.WHOLE_INSTEAD_OF_ROWS: (
            "{event.subject} silently yields all of it once after hybridize(); use `F.contrib.foreach`"
        ),
        Kind.WHOLE_UNPACKED: (
            "unpacking {event.tensor.description} silently yields all of it after hybridize(); use `F.split(…, "
            "squeeze_axis=True)`"
        ),
        Kind.NOT_ITERABLE: "{event.subject} raises after hybridize(): a Symbol has no rows; use `F.npx.foreach`",
    }
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


class RowUnpacking(Rule):
    code = "HYB305"
    name = "row-unpacking"
    summary = "rows of a tensor unpacked into variables"
    after_hybridize = "Raises `ValueError: not enough values to unpack (expected 2, got 1)`."
    why = f"{OUTPUTS_NOT_ROWS} `a, b = x` therefore finds a single value to unpack."
    instead = "`a, b = F.split(x, num_outputs=2, axis=0, squeeze_axis=True)`."
    fix = "unsafe"
    messages = {
        Kind.TOO_FEW_TO_UNPACK: (
            "unpacking {event.tensor.description} raises after hybridize(); use `F.split(…, "
            "num_outputs={event.targets}, axis=0, squeeze_axis=True)`"
        ),
    }
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
    fix = "safe"
    messages = {
        Kind.NUMBER_OF_OUTPUTS: (
            "`{event.source}` is silently 1 after hybridize(); use `F.mean`, `F.contrib.arange_like` or `F.shape_array`"
        ),
        Kind.NO_LENGTH: "`{event.source}` raises after hybridize(): a Symbol of `mx.np` has no length",
    }
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
