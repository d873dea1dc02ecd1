"""HYB6: what is stored on a block."""

from __future__ import annotations

from hybridlint.rules.base import Example, Rule
from hybridlint.symbols import Kind


class StateAcrossCalls(Rule):
    code = "HYB601"
    name = "state-across-calls"
    summary = "tensor stored on the block for the next call"
    after_hybridize = (
        "Silent: the state of the first call is used in every call, and the block fails after `hybridize(False)`."
    )
    why = (
        "`hybrid_forward` runs once, while tracing. It reads the value that the attribute has at that time, and "
        "stores a Symbol in it. Later calls neither read nor change the attribute, and an imperative call finds a "
        "Symbol where it stored an array."
    )
    instead = (
        "State as an input and an output, as in recurrent cells; a constant as `self.params.get_constant`; a running "
        "value as a parameter with `grad_req='null'` that an operator such as BatchNorm updates."
    )
    messages = {
        Kind.SYMBOL_READ_LATER: (
            "`{event.holder}` silently keeps the Symbol of the first call after hybridize(); make it an input and an "
            "output"
        ),
        Kind.NAMESPACE_READ_LATER: (
            "`{event.holder}` silently keeps the `F` of the first call, which fails in the other phase; use the "
            "argument `F`"
        ),
    }
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.previous = None

    def hybrid_forward(self, F, x):
        if self.previous is not None:
            x = x + self.previous
        self.previous = x * 1
        return x * 2
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, previous):
        x = x + previous
        return x * 2, x * 1
""",
            inputs="[(2, 3)]",
            shown_as="calls",
            inputs_of_good="[(2, 3), (2, 3)]",
        ),
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.mask = None

    def hybrid_forward(self, F, x):
        if self.mask is None:
            self.mask = F.ones((1, 3))
        return F.broadcast_mul(x, self.mask)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, F.ones((1, 3)))
""",
            inputs="[(2, 3)]",
            shown_as="later",
        ),
    )


class TensorOnBlock(Rule):
    code = "HYB602"
    name = "tensor-on-block"
    summary = "tensor stored on the block for its users"
    after_hybridize = "Silent: the attribute holds a Symbol, not the array of the last call."
    why = (
        "`hybrid_forward` runs once, with Symbols. Code that reads the attribute afterwards (an attention map, an "
        "intermediate feature) finds a Symbol, or a list that no longer grows."
    )
    instead = "Return it: `return y, attention`."
    messages = {
        Kind.SYMBOL_LEFT: (
            "`{event.holder}` silently holds a Symbol after hybridize(), not the last array; return it as an output"
        ),
    }
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.attention = F.softmax(x)
        return x * 2
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        attention = F.softmax(x)
        return x * 2, attention
""",
            inputs="[(2, 3)]",
            shown_as="attributes",
        ),
    )


class ParameterChangedInForward(Rule):
    code = "HYB603"
    name = "parameter-changed"
    summary = "parameter changed in `hybrid_forward`"
    after_hybridize = "Silent: the parameter changes in the first call only. `set_data` of a Symbol raises."
    why = (
        "`set_data`, `initialize`, `zero_grad` and the like are Python code: they run once, while tracing, and are "
        "not part of the graph."
    )
    instead = "Change parameters outside of `hybrid_forward`: in the training loop, or in a Trainer."
    messages = {
        Kind.PARAMETER_CHANGED: (
            "`{event.source}` silently runs once after hybridize(), while tracing; change parameters outside of "
            "hybrid_forward"
        ),
        Kind.PARAMETER_SET_TO_SYMBOL: (
            "`{event.source}` raises after hybridize(), where it gets a Symbol; change parameters outside of "
            "hybrid_forward"
        ),
    }
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = self.params.get("scale", shape=(1, 3), init="ones")

    def hybrid_forward(self, F, x, scale):
        self.scale.set_data(self.scale.data() * 2)
        return F.broadcast_mul(x, scale)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = self.params.get("scale", shape=(1, 3), init="ones")

    def hybrid_forward(self, F, x, scale):
        return F.broadcast_mul(x, scale * 2)
""",
            inputs="[(2, 3)]",
            shown_as="calls",
        ),
    )
