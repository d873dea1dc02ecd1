"""HYB4: blocks that reject tracing themselves."""

from __future__ import annotations

from hybridlint.rules.base import Example, Rule
from hybridlint.symbols import Kind


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
    messages = {
        Kind.REFUSAL: "`{event.source}` raises after hybridize(): the block rejects tracing; derive it from `Block`",
        Kind.BLOCK_WITHOUT_GRAPH: (
            "`{event.source}` raises after hybridize(): {block} works imperatively only; call it outside of the block"
        ),
    }
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
