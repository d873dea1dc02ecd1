"""HYB4: names that have a value in the imperative phase alone."""

from __future__ import annotations

from typing import Iterator

from hybridlint.events import UnboundRead
from hybridlint.mxnet_api import Api
from hybridlint.rules.base import Example, Report, Rule


class UnboundWhileTracing(Rule):
    code = "HYB413"
    name = "unbound-while-tracing"
    summary = "name that only the imperative phase binds, as in `if F is mx.nd: n = 2`"
    after_hybridize = "Raises UnboundLocalError: the name has no value while tracing."
    why = (
        "The name is bound where only the imperative phase comes: under a condition that does not hold while tracing "
        "(`F is mx.nd`, `isinstance(x, NDArray)`), or in a `try` whose body raises for a Symbol (`n = x.shape[0]`) and "
        "whose handler does not bind it. Python looks for the value when the name is read, in both phases."
    )
    instead = (
        "bind the name for both phases: before the `if` or `try`, or in its other branch as well. A length that a "
        "Symbol does not have can be given to the constructor, or be left to an operator (`F.mean` rather than a sum "
        "divided by `x.shape[0]`)."
    )
    errors = (r"(local|free) variable '\w+'",)
    events = (UnboundRead,)
    examples = (
        Example(
            bad="""\
import mxnet as mx
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            scale = 2
        return x * scale
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        scale = 2
        return x * scale
""",
            inputs="[(2, 3)]",
        ),
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            rows = x.shape[0]
        except AttributeError:
            pass
        return F.sum(x, axis=0) / rows
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.mean(x, axis=0)
""",
            inputs="[(2, 3)]",
        ),
    )

    def judge(self, event: UnboundRead, api: Api) -> Iterator[Report]:
        yield Report(
            f"`{event.name}` has no value after hybridize(): only the imperative phase binds it; bind it for both"
        )
