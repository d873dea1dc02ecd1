"""HYB801: `hybrid_forward` in code for MXNet 2."""

from __future__ import annotations

from hybridlint.events import HybridForward
from hybridlint.rules.base import Example, Rule
from hybridlint.rules.mxnet2.base import net


class HybridForwardOfMXNet1(Rule):
    code = "HYB801"
    name = "hybrid-forward"
    summary = "`hybrid_forward` in code for MXNet 2"
    after_hybridize = (
        "Raises `AssertionError: 'forward' instead of 'hybrid_forward' interface needs to be used starting from "
        "Gluon2.0` when the block is created."
    )
    why = (
        "MXNet 2 has one namespace of operators, `mx.np` and `mx.npx`, and no Symbols: `forward` is called with "
        "arrays, and parameters are attributes. A block that has a `hybrid_forward` cannot be created."
    )
    instead = (
        "`def forward(self, x)` with `npx.x` or `np.x` instead of `F.x`, and `self.weight.data()` instead of the "
        "argument `weight`. [The migration page](../mxnet2-migration.md) shows how."
    )
    fix = "unsafe"
    messages = {
        HybridForward: "a block with `hybrid_forward` cannot be created on MXNet 2; write `forward` with `np` and `npx`"
    }
    errors = (r"'forward' instead of 'hybrid_forward'",)
    examples = (
        Example(
            bad=net("""\
    def __init__(self):
        super().__init__()
        self.scale = Parameter("scale", shape=(3,), init="ones")

    def hybrid_forward(self, F, x, scale):
        return F.npx.relu(x) * scale
"""),
            good=net("""\
    def __init__(self):
        super().__init__()
        self.scale = Parameter("scale", shape=(3,), init="ones")

    def forward(self, x):
        return npx.relu(x) * self.scale.data()
"""),
            inputs="[(2, 3)]",
            shown_as="construction",
        ),
        Example(
            bad=net("""\
    def hybrid_forward(self, F, x):
        centred = F.broadcast_sub(x, F.mean(x, axis=1, keepdims=True))
        return F.where(centred > 0, F.tanh(centred), F.relu(x))
"""),
            good=net("""\
    def forward(self, x):
        centred = np.subtract(x, np.mean(x, axis=1, keepdims=True))
        return np.where(centred > 0, np.tanh(centred), npx.relu(x))
"""),
            inputs="[(2, 3)]",
            shown_as="construction",
        ),
    )
