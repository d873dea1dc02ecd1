"""HYB3: indexing and sequences. A Symbol is a sequence of its outputs, an NDArray one of its rows.

Source of the behaviour: `Symbol.__getitem__`, `__iter__` and `__len__` in `mxnet/symbol/symbol.py`. An index takes the
i-th output; a slice takes the outputs of `range(start or 0, stop or number of outputs, step or 1)`.
"""

from __future__ import annotations

import ast
from typing import Iterator, Tuple

from hybridlint.events import Subscript
from hybridlint.mxnet_api import Api
from hybridlint.queries import integer_of
from hybridlint.rules.base import Example, Report, Rule
from hybridlint.symbols import Divergence, Kind
from hybridlint.values import Plain, Sequence, Slice, Tensor

OUTPUTS_NOT_ROWS = (
    "While `hybridize()` traces, a tensor is a `Symbol`, and a Symbol is a sequence of the *outputs* of an operator, "
    "not of rows. Most operators have one output."
)
_TAKE_ROWS = (
    "`F.slice_axis(x, axis=0, begin=0, end=1)` for a range, `F.take(x, indices)` or `F.pick` for single elements, "
    "`F.squeeze` to drop the remaining axis. These work in both phases and along any axis."
)


def _bounds(event: Subscript) -> Tuple[str, str]:
    """The bounds of a slice without step as `F.slice_axis` takes them: as they are written, or their defaults."""
    index = event.node.slice if isinstance(event.node, ast.Subscript) else None
    if not isinstance(index, ast.Slice):
        return "…", "…"  # the slice was made elsewhere: `rows = slice(0, 2)`
    lower, upper = index.lower, index.upper
    begin = event.quote(lower) if lower is not None else "None"
    return ("0" if begin == "None" else begin), (event.quote(upper) if upper is not None else "None")


def _name_of(event: Subscript) -> str:
    """What is indexed, where that is short enough to be repeated."""
    name = event.quote(getattr(event.node, "value", event.node))
    return name if len(name) <= 8 else "…"


def _instead_of(event: Subscript) -> str:
    name = _name_of(event)
    if isinstance(event.index, Tensor):
        return f"use `F.take({name}, …)`, or `F.contrib.boolean_mask` for a mask"
    number = integer_of(event.index)
    if number is not None:
        after = None if number == -1 else number + 1
        whole = f"{name}, axis=0, begin={number}, end={after}"
        shown = whole if len(name) <= 2 and name != "…" else f"{name}, axis=0, …" if name != "…" else "…"
        return f"use `F.slice_axis({shown})` and `F.squeeze`"
    if isinstance(event.index, Slice):
        if event.index.step is None:
            if any(getattr(part, "attr", "") == "shape" for part in ast.walk(event.node)):
                return "use `F.slice_like`, `F.split` or `F.slice_axis`"  # the length of a tensor raises too
            begin, end = _bounds(event)
            return f"use `F.slice_axis({name}, axis=0, begin={begin}, end={end})`"
        return f"use `F.slice({name}, begin=…, end=…, step=…)`"
    if isinstance(event.index, Plain) and event.index.type == "NoneType":
        return f"use `F.expand_dims({name}, axis=0)`"
    if isinstance(event.index, Plain) and event.index.type == "ellipsis":
        return f"use `{name}` itself"
    return "use `F.slice_axis`, `F.slice` or `F.take`"


class RowIndexIgnored(Rule):
    code = "HYB301"
    name = "row-index-ignored"
    summary = "`x[0]` selects the only output of the Symbol, not the first row"
    after_hybridize = "Silent: `x[0]` and `x[0:1]` are the whole tensor instead of its first row."
    why = f"{OUTPUTS_NOT_ROWS} `x[0]` therefore picks output 0, which is `x` itself."
    instead = _TAKE_ROWS
    fix = "safe"
    about = (Kind.WHOLE_TENSOR,)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[0] * 2
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.squeeze(F.slice_axis(x, axis=0, begin=0, end=1), axis=0) * 2
""",
            inputs="[(2, 3)]",
            shown_as="values",
        ),
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        first = x[:1]
        return first.sum()
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        first = F.slice_axis(x, axis=0, begin=0, end=1)
        return first.sum()
""",
            inputs="[(2, 3)]",
            shown_as="values",
        ),
    )

    def judge(self, divergence: Divergence, api: Api) -> Iterator[Report]:
        event = divergence.event
        yield Report(f"`{event.source}` is silently the whole tensor after hybridize(); {_instead_of(event)}")


class RowIndexError(Rule):
    code = "HYB302"
    name = "row-index"
    summary = "index or slice that a Symbol rejects, such as `x[1]`"
    after_hybridize = (
        "Raises `IndexError` (with an empty message), `TypeError: Symbol only support integer index to fetch i-th "
        "output` or `TypeError: Expected a list of symbols as input`."
    )
    why = (
        f"{OUTPUTS_NOT_ROWS} An index other than 0 selects an output that does not exist, and an index other than a "
        "plain integer (a tuple, a list, `None`, `...`, a tensor, a NumPy integer) is rejected."
    )
    instead = _TAKE_ROWS + " For `mx.np` arrays: `F.np.take`, `F.np.expand_dims`, `F.np.squeeze`."
    fix = "safe"
    messages = {
        Kind.BEYOND_BASIC_INDEXING: (
            "`{event.source}` raises after hybridize(): Symbols take integers and slices; use `F.np.expand_dims` or "
            "`F.np.take`"
        ),
        Kind.LAST_ROW: (
            "`{event.source}` raises after hybridize(): -1 of a Symbol is an empty slice; use `F.np.squeeze(…[-1:], "
            "axis=0)`"
        ),
        Kind.NO_SUCH_OUTPUT: "`{event.source}` raises after hybridize(): it picks an output; {instead}",
    }
    errors = (
        r"^IndexError(\(\))?:?\s*$",
        r"Symbol only support integer index to fetch i-th output",
        r"Expected a list of symbols as input",
        r"-3 index should only be used to skip dimension size 1",
    )
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[:, 0:2]
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.slice_axis(x, axis=1, begin=0, end=2)
""",
            inputs="[(2, 3)]",
        ),
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        total = 0
        for i in range(3):
            total = total + x[i]
        return total
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        total = 0
        for i in range(3):
            total = total + F.squeeze(F.slice_axis(x, axis=0, begin=i, end=i + 1), axis=0)
        return total
""",
            inputs="[(3, 4)]",
        ),
    )

    def judge(self, divergence: Divergence, api: Api) -> Iterator[Report]:
        details = {"instead": _instead_of(divergence.event)} if divergence.kind is Kind.NO_SUCH_OUTPUT else {}
        yield self.report(divergence, **details)


class OutputIndexError(Rule):
    code = "HYB303"
    name = "output-index"
    summary = "index of an output that the Symbol lacks, such as `outputs[-1]`"
    after_hybridize = (
        "Raises `MXNetError: Symbol only accept nonnegative index`, `IndexError` or `TypeError: Expected a list of "
        "symbols as input`."
    )
    why = (
        "The outputs of an operator such as `F.split` are a Python list imperatively and one Symbol while tracing. "
        "The Symbol counts its outputs from 0 upwards. It rejects `[-1]`, `[:-1]`, `[::-1]` and slices past the end, "
        "which a list accepts."
    )
    instead = "Count from the front, or convert to a list first: `list(F.split(x, num_outputs=3))[-1]`."
    about = (Kind.OUTPUTS_INDEXED,)
    fix = "safe"
    errors = (r"Symbol only accept nonnegative index", r"Expected a list of symbols as input")
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts[-1] * 2
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts[2] * 2
""",
            inputs="[(2, 3)]",
        ),
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.concat(*parts[::-1], dim=1)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.concat(*list(parts)[::-1], dim=1)
""",
            inputs="[(2, 3)]",
        ),
    )

    def judge(self, divergence: Divergence, api: Api) -> Iterator[Report]:
        event = divergence.event
        why, other = "a Symbol counts outputs from 0", "a positive index"
        if not isinstance(event.index, (Plain, Sequence, Slice)):
            why, other = "a Symbol accepts only an `int`", "`int(…)`"
        yield Report(
            f"`{event.source}` raises after hybridize(): {why}; use `list({_name_of(event)})` or {other}",
        )


class OutputsAreNoList(Rule):
    code = "HYB309"
    name = "outputs-are-not-a-list"
    summary = "several outputs used as a list, such as `outputs.append`"
    after_hybridize = "Raises `AttributeError: 'Symbol' object has no attribute 'append'`, or `TypeError`."
    why = (
        "An operator with several outputs returns a Python list imperatively and one Symbol while tracing. The Symbol "
        "can be indexed and iterated over, but it has no list methods, cannot be added to a list, and is not a list "
        "of steps for `unroll`. Likewise, an input that is a tuple is a list while tracing, and Python does not add a "
        "list to a tuple."
    )
    instead = "Create a list first: `parts = list(F.split(x, num_outputs=3))`; `(x, *states)` for `(x,) + states`."
    fix = "safe"
    messages = {
        Kind.NO_LIST_METHOD: (
            "`{event.source}` raises after hybridize(): the outputs are one Symbol, not a list; write `list(…)` first"
        ),
        Kind.OUTPUTS_NOT_JOINED: (
            "`{event.source}` raises after hybridize(): the outputs are one Symbol, not a list; write `list(…)` first"
        ),
        Kind.OUTPUTS_ARE_NO_STEPS: (
            "`{event.source}` raises after hybridize(): the outputs are one Symbol, not a list of steps; write "
            "`list(…)` first"
        ),
        Kind.TUPLE_IS_LIST: (
            "`{event.source}` raises after hybridize(): a tuple input is a list while tracing; write `(*a, *b)`"
        ),
    }
    errors = (
        r"unroll doesn't allow grouped symbol as input",
        r"'Symbol' object has no attribute '(append|clear|count|extend|index|insert|pop|remove|reverse)'",
        r"type <class 'list'> not supported",
        r"can only concatenate (tuple \(not \"list\"\) to tuple|list \(not \"tuple\"\) to list)",
    )
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        parts.append(x)
        return F.concat(*parts, dim=1)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = list(F.split(x, num_outputs=3, axis=1))
        parts.append(x)
        return F.concat(*parts, dim=1)
""",
            inputs="[(2, 3)]",
        ),
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1) + [x]
        return F.concat(*parts, dim=1)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = list(F.split(x, num_outputs=3, axis=1)) + [x]
        return F.concat(*parts, dim=1)
""",
            inputs="[(2, 3)]",
        ),
        Example(
            bad="""\
from mxnet.gluon import HybridBlock, rnn


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.GRUCell(4)

    def hybrid_forward(self, F, x):
        steps = F.split(x, num_outputs=3, axis=1, squeeze_axis=True)
        return self.cell.unroll(3, steps, merge_outputs=True)[0]
""",
            good="""\
from mxnet.gluon import HybridBlock, rnn


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.GRUCell(4)

    def hybrid_forward(self, F, x):
        steps = list(F.split(x, num_outputs=3, axis=1, squeeze_axis=True))
        return self.cell.unroll(3, steps, merge_outputs=True)[0]
""",
            inputs="[(2, 3, 5)]",
        ),
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, states):
        return F.concat(*((x,) + states), dim=1)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, states):
        return F.concat(x, *states, dim=1)
""",
            inputs="[(2, 3), ('tup', (2, 3), (2, 3))]",
        ),
    )
