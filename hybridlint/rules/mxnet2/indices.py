"""HYB809, HYB810: which indices deferred compute records, and which it records with the lengths of the first call."""

from __future__ import annotations

from typing import Any, Iterator, Optional

from hybridlint.events import Slice, Subscript
from hybridlint.mxnet_api import Api
from hybridlint.rules.base import Example, Report
from hybridlint.rules.mxnet2.base import RuleOfMXNet2, is_array, net
from hybridlint.values import NONE, ImperativeArray, Imported, NumPyArray, Plain, Sequence, Tensor, Value


class IndexNotRecorded(RuleOfMXNet2):
    code = "HYB809"
    name = "index-not-recorded"
    summary = "index that deferred compute cannot record"
    after_hybridize = "Raises `TypeError: The type of indexing used is not supported in HybridBlock`."
    why = (
        "Deferred compute records integers, slices and tuples of them as an index. It rejects None, `...`, lists and "
        "arrays."
    )
    instead = (
        "`np.expand_dims(x, axis)` for None, `np.take(x, index, axis=0)` or `npx.pick` for an array of integers, "
        "`np.where` for a mask, `:` for each axis that `...` stands for."
    )
    events = (Subscript,)
    errors = (
        r"The type of indexing used is not supported in HybridBlock",
        r"Indexing with a numpy array is not supported",
    )
    examples = (
        Example(
            bad=net("""\
    def forward(self, x):
        return np.exp(x)[:, None]
"""),
            good=net("""\
    def forward(self, x):
        return np.expand_dims(np.exp(x), 1)
"""),
            inputs="[(2, 3)]",
        ),
        Example(
            bad=net("""\
    def forward(self, x):
        return x[np.argmax(x, axis=0).astype("int32")]
"""),
            good=net("""\
    def forward(self, x):
        return np.take(x, np.argmax(x, axis=0).astype("int32"), axis=0)
"""),
            inputs="[(5, 3)]",
        ),
    )

    def judge(self, event: Subscript, api: Api) -> Iterator[Report]:
        if event.context != "load" or not is_array(event.tensor):
            return
        index = event.index
        for part in index.items or () if isinstance(index, Sequence) and index.type == "tuple" else (index,):
            instead = _not_an_index(part)
            if instead:
                yield Report(f"`{event.source}` raises after hybridize(): such an index is not recorded; use {instead}")
                return


def _not_an_index(part: Value) -> str:
    """What to use instead of an index with this part; empty for one that is recorded."""
    if part == NONE or isinstance(part, Imported) and part.name.endswith(".newaxis"):
        return "`np.expand_dims`"
    if isinstance(part, Plain) and part.value is ...:
        return "`:` for each axis"
    if isinstance(part, Plain) and type(part.value) is bool:
        return "`np.expand_dims`"
    if isinstance(part, (ImperativeArray, NumPyArray)) or isinstance(part, Sequence) and part.type == "list":
        return "`np.take`"
    return "`np.take`" if isinstance(part, Tensor) and part.certain and part.dtype != "bool" else ""


class PartOfFirstAxis(RuleOfMXNet2):
    code = "HYB810"
    name = "part-of-first-axis"
    summary = "index of the first axis that depends on its length, such as `x[-1]` and `x[1:]`"
    after_hybridize = "Silent: a call with another batch size gets the rows of the first call."
    why = (
        "MXNet 2.0.0b1 records an index of the first axis alone with its begin and end counted from the start: "
        "`x[-1]` of two rows is recorded as `x[1]`, and `x[1:]` as `x[1:2]`. An index by a mask is recorded with the "
        "length that it had in the first call. Indices of several axes, `x[:, -1]`, are recorded as they are."
    )
    instead = (
        "An index with a second axis, `x[-1:, :]`, where there is one; operators such as `np.split`, or `np.flip(x, "
        "axis=0)[0]` for the last row. `np.where` instead of a mask."
    )
    silent = True
    events = (Subscript,)
    examples = (
        Example(
            bad=net("""\
    def forward(self, x):
        return np.exp(x)[1:]
"""),
            good=net("""\
    def forward(self, x):
        return np.exp(x)[1:, :]
"""),
            inputs="[(2, 3)]",
            shown_as="batch",
        ),
        Example(
            bad=net("""\
    def forward(self, x):
        return np.exp(x)[-1]
"""),
            good=net("""\
    def forward(self, x):
        return np.flip(np.exp(x), axis=0)[0]
"""),
            inputs="[(2, 3)]",
            shown_as="batch",
        ),
        Example(
            bad=net("""\
    def forward(self, x):
        return np.exp(x)[x > 0]
"""),
            good=net("""\
    def forward(self, x):
        return np.where(x > 0, np.exp(x), 0)
"""),
            inputs="[(2, 3)]",
            shown_as="batch",
        ),
    )

    def judge(self, event: Subscript, api: Api) -> Iterator[Report]:
        if event.context == "load" and is_array(event.tensor) and _counts_from_the_end(event.index):
            yield Report(
                f"`{event.source}` silently takes the rows of the first call after hybridize(); index a second axis, "
                "or use an operator"
            )


def _counts_from_the_end(index: Value) -> bool:
    """Whether an index of the first axis depends on how long that is."""
    if isinstance(index, Tensor):
        return index.dtype == "bool"
    if isinstance(index, Slice):
        lower, upper, step = (_number(end) for end in (index.lower, index.upper, index.step))
        if step not in (None, 1):
            return False
        negative = any(type(end) is int and end < 0 for end in (lower, upper))
        return negative or type(lower) is int and lower > 0 and upper is None
    number = _number(index)
    return type(number) is int and number < 0


def _number(value: Optional[Value]) -> Any:
    """The integer that a part of a slice is; None where it is left out, "" where it is not known."""
    if value is None or value == NONE:
        return None
    return value.value if isinstance(value, Plain) and type(value.value) is int and not value.taint else ""
