"""HYB811, HYB812, HYB815, HYB817, HYB818: side effects, and outputs that the graph does not record faithfully."""

from __future__ import annotations

from hybridlint.rules.base import Example, Rule
from hybridlint.rules.mxnet2.base import RECORDED_ONCE, net
from hybridlint.symbols import Kind


class ArrayOnBlock(Rule):
    code = "HYB811"
    name = "array-on-block"
    summary = "array stored on the block while recording"
    after_hybridize = "Silent: the attribute holds the array of the first call."
    why = (
        f"{RECORDED_ONCE} An array that `forward` stores on `self`, or adds to a list, stays that of the first call, "
        f"also where the next call reads it."
    )
    instead = "Return it: `return y, attention`. State is an input and an output."
    messages = {
        Kind.ARRAY_READ_LATER: (
            "the next call silently finds in `{event.holder}` the array of the first call after hybridize(); make it "
            "an input"
        ),
        Kind.ARRAY_OF_FIRST_CALL: (
            "`{event.holder}` silently holds the array of the first call after hybridize(); return it as an output"
        ),
    }
    examples = (
        Example(
            bad=net("""\
    def forward(self, x):
        self.attention = npx.softmax(x)
        return x * 2
"""),
            good=net("""\
    def forward(self, x):
        attention = npx.softmax(x)
        return x * 2, attention
"""),
            inputs="[(2, 3)]",
            shown_as="attributes",
        ),
        Example(
            bad=net("""\
    def __init__(self):
        super().__init__()
        self.previous = None

    def forward(self, x):
        if self.previous is not None:
            x = x + self.previous
        self.previous = np.exp(x)
        return x * 2
"""),
            good=net("""\
    def forward(self, x, previous):
        x = x + previous
        return x * 2, np.exp(x)
"""),
            inputs="[(2, 3)]",
            shown_as="calls",
            inputs_of_good="[(2, 3), (2, 3)]",
        ),
    )


class PrintedOnce(Rule):
    code = "HYB812"
    name = "printed-once"
    summary = "output of `print` or a logger in `forward`"
    after_hybridize = "Silent: printed in the first call only."
    why = f"{RECORDED_ONCE} `print(x)` prints the numbers of the first call, and nothing in the calls after it."
    instead = "Print outside of the block; return what you want to see as an output."
    messages = {
        Kind.PRINTED_ONCE: (
            "`{event.source}` silently prints in the first call only after hybridize(); print outside of the block"
        ),
    }
    examples = (
        Example(
            bad=net("""\
    def forward(self, x):
        print(np.sum(x))
        return x * 2
"""),
            good=net("""\
    def forward(self, x):
        return x * 2, np.sum(x)
"""),
            inputs="[(2, 3)]",
            shown_as="print",
        ),
    )


class SeedWhileRecording(Rule):
    code = "HYB815"
    name = "seed-while-recording"
    summary = "random seed set in `forward`"
    after_hybridize = "Silent: the seed is set in the first call only; later calls draw other numbers."
    why = f"{RECORDED_ONCE} `mx.random.seed` is not an operator."
    instead = "Set the seed outside of the block, before each call that is to draw the same numbers."
    messages = {
        Kind.SEED_IN_CALL: (
            "the seed is silently set once after hybridize(), in the first call; set it outside of the block"
        ),
    }
    examples = (
        Example(
            bad=net("""\
    def forward(self, x):
        mx.random.seed(7)
        return x + np.random.normal(0, 1, (1, 3))
"""),
            good=net("""\
    def forward(self, x):
        return x + np.random.normal(0, 1, (1, 3)) * 0
"""),
            inputs="[(2, 3)]",
            shown_as="calls",
        ),
    )


class InputAmongOutputs(Rule):
    code = "HYB817"
    name = "input-among-outputs"
    summary = "input returned unchanged"
    after_hybridize = "Silent: the outputs agree, the gradient of the input does not."
    why = (
        "The graph of a hybridized block does not compute an output that is an input of it, and no gradient passes "
        "back through it (measured on 2.0.0b1)."
    )
    instead = "`x * 1` or `np.copy(x)`; or omit it, since the caller has it."
    messages = {
        Kind.INPUT_RETURNED: (
            "`{array.source}` is returned unchanged: its gradient silently differs after hybridize(); return `x * 1`"
        ),
    }
    examples = (
        Example(
            bad=net("""\
    def forward(self, x):
        return x, np.exp(x)
"""),
            good=net("""\
    def forward(self, x):
        return x * 1, np.exp(x)
"""),
            inputs="[(2, 3)]",
            shown_as="gradients",
        ),
    )


class ScopeOfAutograd(Rule):
    code = "HYB818"
    name = "scope-of-autograd"
    summary = "`autograd.pause()`, `train_mode()` or `predict_mode()` in `forward`"
    after_hybridize = "Silent: gradients flow, and operators follow the mode of the caller."
    why = f"{RECORDED_ONCE} The scopes of `autograd` are not operators."
    instead = "`npx.stop_gradient(x)` for `pause`; `nn.Dropout` and `nn.BatchNorm` follow the mode of the caller."
    messages = {
        Kind.PAUSE_NOT_RECORDED: (
            "`autograd.pause()` silently has no effect after hybridize(): gradients flow; use `npx.stop_gradient`"
        ),
        Kind.SCOPE_NOT_RECORDED: (
            "`{event.source}` silently has no effect after hybridize(): operators follow the mode of the caller"
        ),
    }
    examples = (
        Example(
            bad=net("""\
    def forward(self, x):
        with autograd.pause():
            weight = npx.softmax(x)
        return weight * x
"""),
            good=net("""\
    def forward(self, x):
        weight = npx.stop_gradient(npx.softmax(x))
        return weight * x
"""),
            inputs="[(2, 3)]",
            shown_as="gradients",
        ),
    )
