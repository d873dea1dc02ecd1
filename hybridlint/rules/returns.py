"""HYB6: what a block returns."""

from __future__ import annotations

from typing import Iterator

from hybridlint.mxnet_api import Api
from hybridlint.rules.base import Example, Report, Rule
from hybridlint.symbols import Divergence, Kind


class ReturnsNothing(Rule):
    code = "HYB604"
    name = "returns-none"
    summary = "`hybrid_forward` returns None"
    after_hybridize = "Raises `TypeError: Expected a list of symbols as input`."
    why = "The outputs of a graph are tensors. None is allowed as an input, not as an output."
    instead = "Omit it from the outputs, or return a tensor (`F.zeros_like(x)`)."
    fix = "unsafe"
    messages = {
        Kind.NO_OUTPUT: "returning no output raises after hybridize(): a graph has at least one; return a tensor",
        Kind.NONE_RETURNED: (
            "None among the outputs raises after hybridize(): a graph returns tensors; omit it, or return a tensor"
        ),
    }
    errors = (r"Expected a list of symbols as input",)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, None
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


class ReturnsNoTensor(Rule):
    code = "HYB605"
    name = "returns-no-tensor"
    summary = "`hybrid_forward` returns something other than tensors"
    after_hybridize = (
        "Raises `ValueError: When hybridized, the input of HybridBlock output must be (nested) list of Symbol or "
        "NDArray`."
    )
    why = (
        "A graph returns tensors, in lists and tuples nested at will. Numbers, strings, dictionaries, sets, "
        "generators and NumPy arrays are not tensors; nor is an NDArray that the graph did not compute."
    )
    instead = (
        "A tuple of tensors: `return y, z` instead of `{'y': y, 'z': z}`. Compute anything else in another method."
    )
    fix = "unsafe"
    messages = {
        Kind.NO_TENSOR_RETURNED: (
            "{kind} among the outputs raises after hybridize(): a graph returns tensors; return only tensors"
        ),
    }
    errors = (r"HybridBlock output must be \(nested\) list of Symbol or NDArray",)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return {"double": x * 2, "triple": x * 3}
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, x * 3
""",
            inputs="[(2, 3)]",
        ),
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.stride = 2

    def hybrid_forward(self, F, x):
        return x * 2, self.stride
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.stride = 2

    def hybrid_forward(self, F, x):
        return x * 2
""",
            inputs="[(2, 3)]",
        ),
    )


class UntouchedOutput(Rule):
    code = "HYB606"
    name = "untouched-output"
    summary = "input returned unchanged as an output"
    after_hybridize = (
        "Raises in `backward` (`Cannot differentiate node because it is not in a computational graph`), or gives other "
        "gradients; inference works."
    )
    why = (
        "MXNet executes a graph of at most two operators operator by operator. An output that is an input or a "
        "parameter itself then has no operator to differentiate, or its gradient is lost. In a larger graph a "
        "parameter that is only returned silently gets a gradient of zero, and for a constant `backward` raises; an "
        "input can fail in the backward pass of training (HYB907, which is off by default). Inside a hybridized "
        "parent the block works."
    )
    instead = "`return F.identity(x)`."
    fix = "safe"
    about = (Kind.RETURNED_UNCHANGED, Kind.ONLY_RETURNED)
    errors = (r"Cannot differentiate node because it is not in a computational graph",)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x, F.relu(x)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.identity(x), F.relu(x)
""",
            inputs="[(2, 3)]",
            shown_as="gradients",
        ),
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = self.params.get("scale", shape=(1, 3))

    def hybrid_forward(self, F, x, scale):
        return F.broadcast_mul(x, scale), scale
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = self.params.get("scale", shape=(1, 3))

    def hybrid_forward(self, F, x, scale):
        return F.broadcast_mul(x, scale), F.identity(scale)
""",
            inputs="[(2, 3)]",
            shown_as="gradients",
        ),
        Example(
            bad="""\
from mxnet.gluon import HybridBlock, nn


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.hidden = nn.Dense(4, activation="tanh")
            self.mean = nn.Dense(2)
            self.log_scale = self.params.get("log_scale", shape=(2,), init="zeros")

    def hybrid_forward(self, F, x, log_scale):
        return self.mean(self.hidden(x)), log_scale
""",
            good="""\
from mxnet.gluon import HybridBlock, nn


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.hidden = nn.Dense(4, activation="tanh")
            self.mean = nn.Dense(2)
            self.log_scale = self.params.get("log_scale", shape=(2,), init="zeros")

    def hybrid_forward(self, F, x, log_scale):
        return self.mean(self.hidden(x)), F.identity(log_scale)
""",
            inputs="[(2, 3)]",
            shown_as="gradients",
        ),
    )

    def judge(self, divergence: Divergence, api: Api) -> Iterator[Report]:
        if divergence.kind is Kind.ONLY_RETURNED:
            part, name = divergence.data["part"], divergence.data["name"]
            then = "gradient silently zero" if part == "parameter" else "`backward` raises"
            yield Report(
                f"the {part} `{name}` is only returned: {then} after hybridize(); return `F.identity({name})`",
                facts={"name": name},
            )
            return
        array = divergence.data["array"]
        name = array.source or "x"
        if array.is_still("element"):
            yield Report(
                f"an element of the input `{name}` is returned unchanged: `backward` raises or skips it after "
                "hybridize(); return `F.identity(…)`"
            )
            return
        # An input that may be a list is returned unchanged in that case, too.
        instead = f"`F.identity({name})`" if array.certain else "`F.identity(…)` of what is in it"
        yield Report(
            f"the {array.origin.kind} `{name}` is returned unchanged: `backward` raises or skips it after hybridize(); "
            f"return {instead}",
            facts={"name": name} if array.certain and not array.numpy else {},
        )


class NoGradient(Rule):
    code = "HYB607"
    name = "no-gradient"
    summary = "operator without a gradient"
    after_hybridize = (
        "Raises, in inference too: `MXNetError: Operator _shuffle is non-differentiable because it didn't register "
        "FGradient attribute`."
    )
    why = (
        "Imperatively an operator without a gradient fails in `backward` only. A graph prepares its backward pass "
        "when it is created, and requires a gradient of every operator between its inputs and outputs, unless what "
        "uses its result asks for none (`F.round`, a comparison, the index of `F.pick`)."
    )
    instead = (
        "`F.BlockGrad(F.shuffle(x))`, which needs no gradient of its input. If the operator has several outputs, as "
        "`F.histogram` has, wrap each of them."
    )
    fix = "safe"
    messages = {
        Kind.NO_GRADIENT: (
            "`{name}` has no gradient and raises after hybridize(), even in inference; wrap {wrapped} in `F.BlockGrad`"
        ),
    }
    errors = (r"is non-differentiable because it didn't register FGradient attribute",)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.shuffle(x)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.BlockGrad(F.shuffle(x))
""",
            inputs="[(30, 2)]",
        ),
    )

    def judge(self, divergence: Divergence, api: Api) -> Iterator[Report]:
        name = divergence.data["name"]
        function = api.function(name[len("F.") :])
        if function is not None and (function.outputs or 0) > 1:
            yield self.report(divergence, wrapped="each output")
        else:
            yield self.report(divergence, wrapped="it", operator=name)


class LoopRowsRead(Rule):
    code = "HYB608"
    name = "while-loop-rows"
    summary = "rows of `while_loop` after the last step"
    after_hybridize = "Silent: rows after the last step hold arbitrary numbers."
    why = (
        "`F.contrib.while_loop` returns its outputs stacked in `max_iterations` rows. Rows that no step writes are "
        "uninitialized memory, which differs between a graph and an imperative run."
    )
    instead = (
        "The final states, which are the second result; or mask the rows by the number of steps, counted in a loop "
        "variable (`F.SequenceMask`)."
    )
    messages = {
        Kind.LOOP_ROWS: (
            "rows of `F.contrib.while_loop` after the last step are silently arbitrary after hybridize(); mask them"
        ),
    }
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        rows, states = F.contrib.while_loop(
            cond=lambda i, a: i < 3,
            func=lambda i, a: ([F.broadcast_mul(a, i.reshape((1, 1)))], [i + 1, a + 1]),
            loop_vars=(F.zeros((1,)), x),
            max_iterations=5,
        )
        return rows[0]
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        rows, states = F.contrib.while_loop(
            cond=lambda i, a: i < 3,
            func=lambda i, a: ([], [i + 1, a + 1]),
            loop_vars=(F.zeros((1,)), x),
            max_iterations=5,
        )
        return states[1]
""",
            inputs="[(1, 3)]",
            shown_as="memory",
        ),
    )


class OutputOfNoInput(Rule):
    code = "HYB609"
    name = "output-of-no-input"
    summary = "output that depends on no input"
    after_hybridize = (
        "Raises `MXNetError: Check failed: !xs.empty(): There are no inputs in computation graph that require "
        "gradients`."
    )
    why = (
        "A graph is built backwards from its outputs. If they depend on `F.zeros`, `F.arange`, `F.random` and the "
        "like alone, it has neither an input nor a parameter, which MXNet does not support."
    )
    instead = "Compute them from an input: `F.zeros_like(x)`, `F.contrib.arange_like(x)`, `F.random.uniform_like(x)`."
    messages = {
        Kind.OF_NO_INPUT: (
            "the outputs depend on no input, which raises after hybridize(); compute them from one, as "
            "`F.zeros_like(x)` does"
        ),
    }
    errors = (r"There are no inputs in computation graph that require gradients",)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.zeros((2, 3)) + 1
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.zeros_like(x) + 1
""",
            inputs="[(2, 3)]",
        ),
    )
