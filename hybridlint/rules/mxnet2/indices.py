"""HYB809, HYB810: which indices deferred compute records, and which it records with the lengths of the first call."""

from __future__ import annotations

from typing import Iterator

from hybridlint.mxnet_api import Api
from hybridlint.rules.base import Example, Report, Rule
from hybridlint.rules.mxnet2.base import net
from hybridlint.symbols import Divergence, Kind

#: Kind of a part of an index → what to use instead.
_INSTEAD = {
    "None": "`np.expand_dims`",
    "Ellipsis": "`:` for each axis",
    "bool": "`np.expand_dims`",
    "array": "`np.take`",
}


class IndexNotRecorded(Rule):
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
    messages = {
        Kind.INDEX_NOT_RECORDED: (
            "`{event.source}` raises after hybridize(): such an index is not recorded; use {instead}"
        ),
    }
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

    def judge(self, divergence: Divergence, api: Api) -> Iterator[Report]:
        yield self.report(divergence, instead=_INSTEAD[divergence.data["part"]])


class PartOfFirstAxis(Rule):
    code = "HYB810"
    name = "part-of-first-axis"
    summary = "index of the first axis that depends on its length, such as `x[-1]` and `x[1:]`"
    after_hybridize = (
        "Silent: a call with another batch size gets the rows of the first call. With a mask, a call that selects "
        "another number of elements than the first raises `MXNetError: … Check failed: src.Size() == dst->Size()`."
    )
    why = (
        "MXNet 2.0.0b1 records an index of the first axis alone with its begin and end counted from the start: "
        "`x[-1]` of two rows is recorded as `x[1]`, and `x[1:]` as `x[1:2]`. An index by a mask is recorded with the "
        "length that it had in the first call. Indices of several axes, `x[:, -1]`, are recorded as they are."
    )
    instead = (
        "An index with a second axis, `x[-1:, :]`, where there is one; operators such as `np.split`, or `np.flip(x, "
        "axis=0)[0]` for the last row. `np.where` instead of a mask."
    )
    messages = {
        Kind.SELECTION_OF_FIRST_CALL: (
            "`{event.source}` raises after hybridize() if a call selects another number of elements than the first; "
            "use `np.where`"
        ),
        Kind.ROWS_OF_FIRST_CALL: (
            "`{event.source}` silently takes the rows of the first call after hybridize(); index a second axis, or "
            "use an operator"
        ),
    }
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
