"""HYB3, continued: `reshape` with separate dimensions."""

from __future__ import annotations

from typing import Iterator

from hybridlint.mxnet_api import Api
from hybridlint.rules.base import Example, Report, Rule
from hybridlint.symbols import Divergence, Kind


class _Reshape(Rule):
    def judge(self, divergence: Divergence, api: Api) -> Iterator[Report]:
        dimensions = [divergence.event.quote(argument) for argument in divergence.event.node.args]
        yield self.report(divergence, inner=", ".join(dimensions) + "," * (len(dimensions) == 1))


class ReshapeSilent(_Reshape):
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
    fix = "safe"
    messages = {
        Kind.DIMENSION_LOST: (
            "`{event.source}` silently loses a dimension after hybridize(); write `reshape(({inner}))`"
        ),
    }
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


class ReshapeError(_Reshape):
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
    messages = {
        Kind.DIMENSION_REFUSED: (
            "`{event.source}` raises (or silently loses a dimension) after hybridize(); write `reshape(({inner}))`"
        ),
    }
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
