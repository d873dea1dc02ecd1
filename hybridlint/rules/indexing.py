"""HYB3: indexing and sequences. A Symbol is a sequence of its outputs, an NDArray one of its rows.

Source of the behaviour: `Symbol.__getitem__`, `__iter__` and `__len__` in `mxnet/symbol/symbol.py`. An index takes the
i-th output; a slice takes the outputs of `range(start or 0, stop or number of outputs, step or 1)`.
"""

from __future__ import annotations

import ast
import functools
from typing import Iterator, List, Optional, Tuple, Union

from hybridlint.events import AttributeRead, BinaryOperation, BlockCall, ListsJoined, MethodCall, Slice, Subscript
from hybridlint.fixes import calls, sequences, subscripts
from hybridlint.fixes.correction import Correction, correction
from hybridlint.fixes.source import Source
from hybridlint.mxnet_api import Api
from hybridlint.queries import holds_one_number
from hybridlint.rules.base import Example, Report, Rule
from hybridlint.rules.wording import certain_tensor, tensor
from hybridlint.values import LIST_OR_TUPLE, ImperativeArray, NumPyArray, Plain, Sequence, Tensor, Value

OUTPUTS_NOT_ROWS = (
    "While `hybridize()` traces, a tensor is a `Symbol`, and a Symbol is a sequence of the *outputs* of an operator, "
    "not of rows. Most operators have one output."
)
_TAKE_ROWS = (
    "`F.slice_axis(x, axis=0, begin=0, end=1)` for a range, `F.take(x, indices)` or `F.pick` for single elements, "
    "`F.squeeze` to drop the remaining axis. These work in both phases and along any axis."
)

#: What a subscript on a Symbol comes to: nothing to say, silently something else, or an exception.
_FINE, _SILENT, _ERROR = "fine", "silent", "error"


def integer_of(value: Optional[Value]) -> Optional[int]:
    """The integer that `value` certainly is."""
    if isinstance(value, Plain) and value.known and isinstance(value.value, int):
        return int(value.value)
    return None


def _slice_outcome(outputs: int, index: Slice) -> str:
    parts: List[Optional[int]] = []
    for part in (index.lower, index.upper, index.step):
        absent = part is None or (isinstance(part, Plain) and part.type == "NoneType")
        number = integer_of(part)
        if not absent and number is None:
            return _ERROR if outputs == 1 else _FINE
        parts.append(number)
    start, stop, step = parts
    if step == 0:
        return _FINE
    chosen = range(0 if start is None else start, outputs if stop is None else stop, 1 if step is None else step)
    if outputs == 1:
        if not start and stop is None and step in (None, 1):
            return _FINE
        return _SILENT if list(chosen) == [0] else _ERROR
    return _FINE if list(chosen) == list(range(outputs))[slice(start, stop, step)] else _ERROR


def _outcome(array: Tensor, index: Value) -> str:
    """What `array[index]` comes to while tracing, where it works imperatively."""
    if isinstance(index, (Sequence, Tensor, NumPyArray, ImperativeArray)) or (
        isinstance(index, Plain) and (index.type in ("NoneType", "ellipsis") or index.type.startswith("numpy."))
    ):
        return _ERROR
    if not array.certain:
        return _FINE
    number = integer_of(index)
    if array.outputs is None:
        return _ERROR if number is not None and number < 0 else _FINE
    if isinstance(index, Slice):
        return _slice_outcome(array.outputs, index)
    if number is None:
        if isinstance(index, Plain) and index.type not in ("int", "bool", ""):
            return _FINE
        return _ERROR if array.outputs == 1 else _FINE
    if array.outputs == 1:
        return _SILENT if number == 0 else _ERROR
    return _ERROR if number < 0 else _FINE


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
    silent = True
    fix = "safe"
    events = (Subscript,)
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

    def judge(self, event: Subscript, api: Api) -> Iterator[Report]:
        array = tensor(event.tensor)
        if array is None or holds_one_number(array):
            return
        if event.context == "load" and _outcome(array, event.index) == _SILENT:
            yield Report(
                f"`{event.source}` is silently the whole tensor after hybridize(); {_instead_of(event)}",
                fix=functools.partial(subscripts.as_operators, event),
            )


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
    events = (Subscript,)
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

    def judge(self, event: Subscript, api: Api) -> Iterator[Report]:
        array = tensor(event.tensor, numpy=True)
        if array is None or event.context != "load" or _several_outputs(array):
            return
        if array.numpy:
            if array.certain and array.outputs == 1 and _beyond_basic(event.index):
                yield Report(
                    f"`{event.source}` raises after hybridize(): Symbols take integers and slices; use "
                    "`F.np.expand_dims` or `F.np.take`"
                )
            elif array.certain and array.outputs == 1 and integer_of(event.index) == -1:
                yield Report(
                    f"`{event.source}` raises after hybridize(): -1 of a Symbol is an empty slice; use "
                    "`F.np.squeeze(…[-1:], axis=0)`"
                )
            return
        if _outcome(array, event.index) != _ERROR:
            return
        yield Report(
            f"`{event.source}` raises after hybridize(): it picks an output; {_instead_of(event)}",
            fix=functools.partial(subscripts.as_operators, event),
        )


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
    events = (Subscript,)
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

    def judge(self, event: Subscript, api: Api) -> Iterator[Report]:
        array = tensor(event.tensor)
        if array is None or event.context != "load" or not _several_outputs(array):
            return
        if _outcome(array, event.index) != _ERROR:
            return
        why, other = "a Symbol counts outputs from 0", "a positive index"
        if not isinstance(event.index, (Plain, Sequence, Slice)):
            why, other = "a Symbol accepts only an `int`", "`int(…)`"
        yield Report(
            f"`{event.source}` raises after hybridize(): {why}; use `list({_name_of(event)})` or {other}",
            fix=functools.partial(_listed, event) if array.as_list else None,
        )


def _listed(event: Subscript, source: Source) -> Optional[Correction]:
    if not isinstance(event.node, ast.Subscript):
        return None
    return correction(calls.wrapped(source, event.node.value, "list"), "make the outputs a list first")


def _beyond_basic(index: Value) -> bool:
    """Whether an index of an `mx.np` array is more than whole numbers and slices: its Symbols know these alone."""
    parts = index.items or () if isinstance(index, Sequence) and index.type == "tuple" else (index,)
    return any(
        isinstance(part, (Tensor, Sequence, NumPyArray, ImperativeArray))
        or isinstance(part, Plain)
        and part.type in ("NoneType", "ellipsis")
        for part in parts
    )


def _is_list(value: Value) -> bool:
    return isinstance(value, Tensor) and _several_outputs(value)


def _several_outputs(array: Tensor) -> bool:
    return array.as_list


def _both_ways(event: Union[BinaryOperation, ListsJoined]) -> Tuple[Tuple[Value, Value], ...]:
    return (event.left, event.right), (event.right, event.left)


def _is_tuple(value: Value) -> bool:
    return isinstance(value, Sequence) and value.type == "tuple"


def _is_input(value: Value) -> bool:
    """Whether it is an input that the caller gives as a tuple or a list."""
    if not isinstance(value, Sequence):
        return False
    return value.type == LIST_OR_TUPLE and bool(value.source)


#: What a Python list offers and a Symbol does not in this meaning.
_LIST_METHODS = ("append", "clear", "count", "extend", "index", "insert", "pop", "remove", "reverse")


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
    events = (AttributeRead, MethodCall, BinaryOperation, BlockCall, ListsJoined)
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

    def judge(
        self, event: Union[AttributeRead, MethodCall, BinaryOperation, BlockCall, ListsJoined], api: Api
    ) -> Iterator[Report]:
        if isinstance(event, ListsJoined):
            if any(_is_tuple(one) and _is_input(other) for one, other in _both_ways(event)):
                yield Report(
                    f"`{event.source}` raises after hybridize(): a tuple input is "
                    "a list while tracing; write `(*a, *b)`"
                )
            return
        if isinstance(event, BlockCall):
            steps = certain_tensor(event.arguments.get(0, "inputs")) if event.method == "unroll" else None
            if steps is not None and _several_outputs(steps):
                yield Report(
                    f"`{event.source}` raises after hybridize(): the outputs are one Symbol, not a list of steps; "
                    "write `list(…)` first"
                )
            return
        if isinstance(event, (AttributeRead, MethodCall)):
            array = certain_tensor(event.tensor)
            called = isinstance(event, AttributeRead) and event.called
            if array is not None and not called and _several_outputs(array) and event.name in _LIST_METHODS:
                yield Report(
                    f"`{event.source}` raises after hybridize(): the outputs are one Symbol, not a list; write "
                    "`list(…)` first",
                    fix=functools.partial(
                        sequences.listed, getattr(event.node, "value", None) or event.node.func.value, array
                    ),
                )
            return
        for side, other in _both_ways(event):
            array = certain_tensor(side)
            if array is None or not _several_outputs(array):
                continue
            joined = event.operator == "+" and (isinstance(other, Sequence) or _is_list(other))
            repeated = event.operator == "*" and isinstance(other, Plain) and other.type == "int"
            if joined or repeated:
                yield Report(
                    f"`{event.source}` raises after hybridize(): the outputs are one Symbol, not a list; write "
                    "`list(…)` first"
                )
                return
