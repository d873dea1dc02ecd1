"""HYB4: blocks that reject tracing themselves."""

from __future__ import annotations

from typing import Iterator, Union

from hybridlint.events import Refusal
from hybridlint.mxnet_api import Api
from hybridlint.rules.base import Example, Report, Rule
from hybridlint.symbols.functions import BlockWithoutGraph


class RefusesToBeTraced(Rule):
    code = "HYB410"
    name = "refuses-to-be-traced"
    summary = "check of the block itself that rejects a Symbol"
    after_hybridize = "Raises the block's own error: `ValueError`, `AssertionError` and the like."
    why = (
        "A condition that holds only while tracing (`F is mx.sym`, or no `isinstance(x, NDArray)`) leads to a "
        "`raise`, or an `assert` holds only imperatively. Users can nevertheless call `hybridize()` on the block or "
        "on one that contains it. Some blocks of Gluon are of this kind: `SDMLLoss`, which reads shapes, and `GRU` "
        "and `RNN` with `use_sequence_length`, whose graph requires the state of an LSTM."
    )
    instead = (
        "`gluon.Block` with a `forward`, which stays imperative when a block around it is hybridized; or operators "
        "that work in both phases."
    )
    about = (Refusal, BlockWithoutGraph)
    examples = (
        Example(
            bad="""\
import mxnet as mx
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.sym:
            raise ValueError("not to be hybridized")
        return x * 2
""",
            good="""\
import mxnet as mx
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd and x.shape[1] != 3:
            raise ValueError("three columns are expected")
        return x * 2
""",
            inputs="[(2, 3)]",
        ),
        Example(
            bad="""\
from mxnet import nd
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert isinstance(x, nd.NDArray)
        return x * 2
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2
""",
            inputs="[(2, 3)]",
        ),
    )

    def judge(self, found: Union[Refusal, BlockWithoutGraph], api: Api) -> Iterator[Report]:
        if isinstance(found, Refusal):
            yield Report(
                f"`{found.source}` raises after hybridize(): the block rejects tracing; derive it from `Block`"
            )
            return
        name = f"`{found.name}`" + "".join(f" with `{flag}`" for flag in found.flags)
        yield Report(
            f"`{found.event.source}` raises after hybridize(): {name} works imperatively only; call it outside of "
            "the block"
        )
