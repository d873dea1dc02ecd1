"""HYB3, continued: `reshape` with separate dimensions."""

from __future__ import annotations

from typing import Iterator

from hybridlint.events import MethodCall
from hybridlint.mxnet_api import Api
from hybridlint.rules.base import Example, Report, Rule
from hybridlint.symbols.reshaping import DimensionLost, DimensionRefused


def _reshape_report(event: MethodCall, verdict: str) -> Report:
    dimensions = [event.quote(argument) for argument in event.node.args]
    inner = ", ".join(dimensions) + "," * (len(dimensions) == 1)
    return Report(
        f"`{event.source}` {verdict} after hybridize(); write `reshape(({inner}))`",
    )


class ReshapeSilent(Rule):
    code = "HYB307"
    name = "reshape-dimensions-ignored"
    summary = "`x.reshape(a, b)` with separate dimensions: only the first counts"
    after_hybridize = "Silent: `x.reshape(-1, 1)` reshapes to `(-1,)`."
    why = (
        "`NDArray.reshape` takes the dimensions as separate arguments. `Symbol.reshape` takes a shape, then "
        "`reverse`, `target_shape` and `keep_highest`. A second dimension of 0 or 1 is a valid `reverse`, and the "
        "shape has one dimension only."
    )
    instead = "The shape as a tuple: `x.reshape((-1, 1))`."
    silent = True
    fix = "safe"
    about = (DimensionLost,)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(-1, 1)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape((-1, 1))
""",
            inputs="[(2, 3)]",
            shown_as="values",
        ),
    )

    def judge(self, found: DimensionLost, api: Api) -> Iterator[Report]:
        yield _reshape_report(found.event, "silently loses a dimension")


class ReshapeError(Rule):
    code = "HYB308"
    name = "reshape-dimensions"
    summary = "`x.reshape(a, b)` with separate dimensions"
    after_hybridize = "Raises `MXNetError: Invalid Parameter format for reverse expect boolean but value='6'`."
    why = (
        "`NDArray.reshape` takes the dimensions as separate arguments. `Symbol.reshape` takes a shape, then "
        "`reverse`, `target_shape` and `keep_highest`. The second dimension becomes `reverse`, which must be 0 or 1."
    )
    instead = "The shape as a tuple: `x.reshape((2, 6))`."
    fix = "safe"
    about = (DimensionRefused,)
    errors = (r"Invalid Parameter format for (reverse|keep_highest) expect boolean",)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(0, -1)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape((0, -1))
""",
            inputs="[(2, 3, 4)]",
        ),
    )

    def judge(self, found: DimensionRefused, api: Api) -> Iterator[Report]:
        yield _reshape_report(found.event, "raises (or silently loses a dimension)")
