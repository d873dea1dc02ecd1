"""HYB802 to HYB806: what Python computes from tensors, and what it draws or counts, is constant in the graph."""

from __future__ import annotations

from typing import Iterator

from hybridlint.mxnet_api import Api
from hybridlint.rules.base import Example, Report, Rule
from hybridlint.rules.mxnet2.base import RECORDED_ONCE, net
from hybridlint.symbols import Divergence, Kind

#: What chooses among tensors by their values → what to use instead.
_CHOOSING = {"max()": "`np.maximum`", "min()": "`np.minimum`", "sorted()": "`np.sort`", "filter()": "`np.where`"}


class BranchOnValues(Rule):
    code = "HYB802"
    name = "branch-on-values"
    summary = "branch that Python takes by the values of a tensor"
    after_hybridize = "Silent: the branch of the first call is used in every call."
    why = (
        f"{RECORDED_ONCE} `if x.sum() > 0`, `while`, `max(x, y)` and `x.item() > 0` are evaluated during the first "
        "call, and the graph holds what was executed then."
    )
    instead = (
        "`np.where(condition, a, b)` chooses element by element, `npx.cond` runs one of two branches, "
        "`npx.while_loop` repeats, `np.maximum(x, y)` replaces `max(x, y)`. MXNet 2.0.0b1 cannot load an "
        "exported graph with `npx.cond`, `npx.foreach` or `npx.while_loop`."
    )
    messages = {
        Kind.BRANCH_BY_VALUE: (
            "{event.subject} silently decides once after hybridize(), in the first call; use `np.where` or `npx.cond`"
        ),
        Kind.CHOSEN_ONCE: "`{event.source}` silently chooses as in the first call after hybridize(); use {instead}",
    }
    examples = (
        Example(
            bad=net("""\
    def forward(self, x):
        if x.sum() > 0:
            return np.exp(x)
        return x * 3
"""),
            good=net("""\
    def forward(self, x):
        return np.where(x.sum() > 0, np.exp(x), x * 3)
"""),
            inputs="[(2, 3)]",
            shown_as="calls",
        ),
        Example(
            bad=net("""\
    def forward(self, x):
        while float(np.sum(x)) > 1:
            x = x / 2
        return x
"""),
            good=net("""\
    def forward(self, x):
        return x / np.maximum(x.sum(), 1)
"""),
            inputs="[('pos', (2, 3))]",
            shown_as="calls",
        ),
    )

    def judge(self, divergence: Divergence, api: Api) -> Iterator[Report]:
        instead = _CHOOSING[divergence.event.construct] if divergence.kind is Kind.CHOSEN_ONCE else ""
        yield self.report(divergence, instead=instead)


class ValueInGraph(Rule):
    code = "HYB803"
    name = "value-in-graph"
    summary = "number read from a tensor, baked into the graph"
    after_hybridize = "Silent: the number of the first call is used in every call."
    why = (
        f"{RECORDED_ONCE} `float(x.mean())`, `int(x[0])`, `x.item()`, `x.asnumpy()` and `x.tolist()` copy values to "
        "Python, and an operator that gets them records them as constants. No gradient passes through them either. "
        "The same holds for the values of a parameter: they do not change when it is trained."
    )
    instead = "Operators on the tensor itself: `x - x.mean()`, `np.take(x, index)`, `x * self.scale.data()`."
    messages = dict.fromkeys(
        (Kind.VALUE_READ, Kind.GRADIENT_READ, Kind.LAYER_RESULT_READ, Kind.PARAMETER_READ),
        "{event.subject} is silently constant after hybridize(), as in the first call; compute with the tensor",
    )
    examples = (
        Example(
            bad=net("""\
    def forward(self, x):
        return x - float(np.mean(x))
"""),
            good=net("""\
    def forward(self, x):
        return x - np.mean(x)
"""),
            inputs="[(2, 3)]",
            shown_as="calls",
        ),
        Example(
            bad=net("""\
    def __init__(self):
        super().__init__()
        self.scale = Parameter("scale", shape=(1,), init="ones")

    def forward(self, x):
        return np.exp(x) * float(self.scale.data())
"""),
            good=net("""\
    def __init__(self):
        super().__init__()
        self.scale = Parameter("scale", shape=(1,), init="ones")

    def forward(self, x):
        return np.exp(x) * self.scale.data()
"""),
            inputs="[(2, 3)]",
            shown_as="parameters",
        ),
    )


class ShapeInGraph(Rule):
    code = "HYB804"
    name = "shape-in-graph"
    summary = "length read from a tensor, baked into the graph"
    after_hybridize = "Silent: a call with another shape computes with the lengths of the first call, or fails."
    why = (
        f"{RECORDED_ONCE} The lengths in `x.shape`, `len(x)` and `x.size` are Python numbers, and so are the number "
        "of rows that a loop over `x` goes through, and the batch of the states that a recurrent layer makes if it is "
        "given none. What they reach is constant in the graph: another batch gives "
        "other numbers, or an error of MXNet."
    )
    instead = (
        "Operators that take the lengths from a tensor: `npx.reshape(x, (-2, -1))` (-2 copies a length), "
        "`np.ones_like(x)`, `npx.arange_like(x, axis=1)`, `npx.reshape_like`, `x.mean(axis=0)` for "
        "`x.sum(axis=0) / len(x)`, `npx.foreach` for a loop over rows. The states of `rnn.LSTM` and its like are an "
        "argument. A length that never changes is a hyperparameter of the block."
    )
    messages = {
        Kind.SHAPE_READ: (
            "{event.subject} is silently constant after hybridize(), as in the first call; use an operator that takes "
            "it from a tensor"
        ),
    }
    examples = (
        Example(
            bad=net("""\
    def forward(self, x):
        return np.sum(x, axis=0) / x.shape[0]
"""),
            good=net("""\
    def forward(self, x):
        return np.mean(x, axis=0)
"""),
            inputs="[(2, 3)]",
            shown_as="batch",
        ),
        Example(
            bad=net("""\
    def forward(self, x):
        return npx.relu(x).reshape((x.shape[0], -1))
"""),
            good=net("""\
    def forward(self, x):
        return npx.reshape(npx.relu(x), (-2, -1))
"""),
            inputs="[(2, 3, 4)]",
            shown_as="batch",
        ),
        Example(
            bad=net("""\
    def forward(self, x):
        largest = np.zeros((3,))
        for row in x:
            largest = np.maximum(largest, row)
        return largest
"""),
            good=net("""\
    def forward(self, x):
        return np.maximum(np.max(x, axis=0), 0)
"""),
            inputs="[(2, 3)]",
            shown_as="batch",
        ),
    )


class ChangingValueInGraph(Rule):
    code = "HYB805"
    name = "changing-value-in-graph"
    summary = "Python value that changes between calls, baked into the graph"
    after_hybridize = "Silent: the value of the first call is used in every call."
    why = (
        f"{RECORDED_ONCE} `random.random()`, NumPy's `random`, `time.time()`, counters and other attributes that a "
        "call changes are read during the first call."
    )
    instead = (
        "`np.random` and `npx.random` of MXNet, which are operators and draw in every call. Anything else that must "
        "change between calls is an input."
    )
    messages = {
        Kind.DRAWN: "{event.subject} is silently constant after hybridize(); draw it with MXNet's `np.random`",
        Kind.CARRIED: "{event.subject} is silently constant after hybridize(); make it an input",
    }
    examples = (
        Example(
            bad=net("""\
    def forward(self, x):
        return np.exp(x) * random.random()
"""),
            good=net("""\
    def forward(self, x):
        return np.exp(x) * np.random.uniform(0, 1, (1,))
"""),
            inputs="[(2, 3)]",
            shown_as="calls",
        ),
        Example(
            bad=net("""\
    def __init__(self):
        super().__init__()
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        return np.exp(x) * self.calls
"""),
            good=net("""\
    def forward(self, x, calls):
        return np.exp(x) * calls
"""),
            inputs="[(2, 3)]",
            shown_as="calls",
            inputs_of_good="[(2, 3), (1,)]",
        ),
    )


class ModeInGraph(Rule):
    code = "HYB806"
    name = "mode-in-graph"
    summary = "`autograd.is_training()` read in Python"
    after_hybridize = "Silent: the mode of the first call is used for training and inference alike."
    why = f"{RECORDED_ONCE} `autograd.is_training()` and `is_recording()` are evaluated during the first call."
    instead = (
        "Operators and layers that know the mode (`npx.dropout`, `nn.Dropout`, `nn.BatchNorm`); or both results as "
        "outputs."
    )
    messages = {
        Kind.MODE_READ: "{event.subject} is silently constant after hybridize(); use operators that know the mode",
    }
    examples = (
        Example(
            bad=net("""\
    def forward(self, x):
        if autograd.is_training():
            return np.exp(x)
        return x * 3
"""),
            good=net("""\
    def forward(self, x):
        return np.exp(x), x * 3
"""),
            inputs="[(2, 3)]",
            shown_as="training",
        ),
    )
