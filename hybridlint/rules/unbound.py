"""HYB4: names, elements and attributes that have a value in the imperative phase alone."""

from __future__ import annotations

from hybridlint.rules.base import Example, Rule
from hybridlint.symbols import Kind


class UnboundWhileTracing(Rule):
    code = "HYB413"
    name = "unbound-while-tracing"
    summary = "name or element that only the imperative phase sets: `if F is mx.nd: n = 2`"
    after_hybridize = (
        "Raises UnboundLocalError for a name; KeyError, IndexError, ValueError or AttributeError for an element or "
        "attribute."
    )
    why = (
        "The value is set where only the imperative phase comes: under a condition that does not hold while tracing "
        "(`F is mx.nd`, `isinstance(x, NDArray)`), or in a `try` whose body raises for a Symbol (`n = x.shape[0]`) and "
        "whose handler does not set it. Both phases read it: a name, an element of a list or dict, an attribute. An "
        "attribute of the block that an imperative call has set before is no help: the graph then holds its value."
    )
    instead = (
        "Set it for both phases: before the `if` or `try`, or in its other branch as well. A length that a "
        "Symbol does not have can be given to the constructor, or be left to an operator (`F.mean` rather than a sum "
        "divided by `x.shape[0]`)."
    )
    errors = (r"(local|free) variable '\w+'",)
    messages = {
        Kind.MISSING_READ: (
            "`{event.source}` has no value after hybridize(): only the imperative phase sets it; set it for both"
        ),
    }
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
