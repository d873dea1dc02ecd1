"""HYB6: what is kept on a block, what goes in and what comes out."""

from __future__ import annotations

from typing import Iterator, Optional

from hybridlint.mxnet_api import Api
from hybridlint.rules.base import Example, Report, Rule
from hybridlint.rules.wording import source, tensor
from hybridlint.uses import LoopRows, ParameterChanged, Returned, TensorKept
from hybridlint.values import (
    UNTOUCHED,
    Block,
    BoundMethod,
    Class,
    Function,
    ImperativeArray,
    Mapped,
    Namespace,
    NumPyArray,
    Operator,
    Partial,
    Plain,
    Sequence,
    Tensor,
    Value,
    contains_tensor,
)


class StateAcrossCalls(Rule):
    code = "HYB601"
    name = "state-across-calls"
    after_hybridize = "Silent: the state of the first call is kept; and the block fails after `hybridize(False)`."
    why = (
        "`hybrid_forward` runs once. What it reads from `self` is what stood there then, and what it writes there is a "
        "Symbol of the trace. No later call sees or changes it, and an imperative run finds a Symbol where it left an "
        "array."
    )
    instead = (
        "State as an input and an output, as recurrent cells have it; a constant as `self.params.get_constant`; a "
        "running "
        "value as a parameter with `grad_req='null'` that an operator like BatchNorm updates."
    )
    silent = True
    uses = (TensorKept,)
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

    def judge(self, use: TensorKept, api: Api) -> Iterator[Report]:
        if use.read == "before" and contains_tensor(use.value):
            yield Report(
                f"`{use.holder}` carries a tensor from call to call, and silently keeps the Symbol of the "
                "first "
                "one after hybridize(); make it an input and an output"
            )


class TensorOnBlock(Rule):
    code = "HYB602"
    name = "tensor-on-block"
    after_hybridize = "Silent: the attribute holds a Symbol, not the array of the last call."
    why = (
        "`hybrid_forward` runs once, with Symbols. Whoever reads the attribute afterwards (an attention map, an "
        "intermediate feature) finds a Symbol, or a list that no longer grows."
    )
    instead = "Return it: `return y, attention`."
    silent = True
    uses = (TensorKept,)
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

    def judge(self, use: TensorKept, api: Api) -> Iterator[Report]:
        if use.read == "" and contains_tensor(use.value):
            yield Report(
                f"`{use.holder}` silently holds a Symbol after hybridize(), not the array of the last call; "
                "return "
                "it as an output"
            )


class ParameterChangedInForward(Rule):
    code = "HYB603"
    name = "parameter-changed"
    after_hybridize = "Silent: the parameter changes at the first call only."
    why = (
        "`set_data`, `initialize`, `zero_grad` and the like are Python: they run once, while tracing, and are no "
        "part of the "
        "graph."
    )
    instead = "Change parameters outside of `hybrid_forward`: in the training loop, or in a Trainer."
    silent = True
    uses = (ParameterChanged,)
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

    def judge(self, use: ParameterChanged, api: Api) -> Iterator[Report]:
        yield Report(
            f"`{source(use.node)}` silently runs at the first call only after hybridize(); change parameters "
            "outside of "
            "hybrid_forward"
        )


def _parts(value: Value) -> Iterator[Value]:
    """The leaves of a returned value, through lists and tuples."""
    if isinstance(value, Sequence) and value.type.startswith(_CONTAINERS):
        for item in value.items if value.items is not None else (value.element,):
            yield from _parts(item)
    else:
        yield value


def _is_none(value: Value) -> bool:
    """Whether a value is None, be it with one configuration only."""
    if isinstance(value, Tensor):
        return value.optional and bool(value.only_if)
    return isinstance(value, Plain) and value.type == "NoneType"


#: What a block may return besides tensors, nested at will.
_CONTAINERS = ("list", "tuple", "namedtuple")


class ReturnsNothing(Rule):
    code = "HYB604"
    name = "returns-none"
    after_hybridize = "Raises `TypeError: Expected a list of symbols as input`."
    why = "The outputs of a graph are tensors. None is allowed as an input, not as an output."
    instead = "Leave it out of what is returned, or return a tensor (`F.zeros_like(x)`)."
    uses = (Returned,)
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

    def judge(self, use: Returned, api: Api) -> Iterator[Report]:
        if isinstance(use.value, Sequence) and use.value.items == () and use.value.type in ("list", "tuple"):
            yield Report("no output at all raises after hybridize(): a graph returns at least one tensor")
        if any(map(_is_none, _parts(use.value))):
            yield Report(
                "None among the outputs raises after hybridize(): a graph returns tensors; leave it out, or return "
                "a tensor"
            )


class ReturnsNoTensor(Rule):
    code = "HYB605"
    name = "returns-no-tensor"
    after_hybridize = (
        "Raises `ValueError: When hybridized, the input of HybridBlock output must be (nested) list of Symbol or "
        "NDArray`."
    )
    why = (
        "A graph returns tensors, in lists and tuples nested at will. Numbers, strings, dicts, sets, generators and "
        "NumPy "
        "arrays are none; nor is an NDArray that was not computed by the graph."
    )
    instead = "A tuple of tensors, and what else there is by another way: `return y, z` instead of `{'y': y, 'z': z}`."
    uses = (Returned,)
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

    def judge(self, use: Returned, api: Api) -> Iterator[Report]:
        for part in _parts(use.value):
            kind = _no_tensor(part)
            if kind:
                yield Report(
                    f"{kind} among the outputs raises after hybridize(): a graph returns tensors, in lists or tuples; "
                    "return tensors alone"
                )
                return


def _no_tensor(value: Value) -> Optional[str]:
    if isinstance(value, Mapped):
        return "a dict"
    if isinstance(value, Sequence):
        return "a generator" if value.type == "iterator" else f"a {value.type}"
    if isinstance(value, NumPyArray):
        return "a NumPy array"
    if isinstance(value, ImperativeArray):
        return "an NDArray of Python's"
    if isinstance(value, (Function, Operator, BoundMethod, Namespace, Class, Partial)):
        return "a function" if isinstance(value, (Function, Operator, BoundMethod, Partial)) else "no tensor"
    if isinstance(value, Block):
        return "a block"
    if isinstance(value, Plain):
        return {
            "bool": "a bool",
            "int": "an int",
            "float": "a float",
            "str": "a string",
            "bytes": "bytes",
        }.get(value.type)
    return None


class UntouchedOutput(Rule):
    code = "HYB606"
    name = "untouched-output"
    after_hybridize = (
        "Raises in `backward` (`Cannot differentiate node because it is not in a computational graph`), or gives other "
        "gradients; inference works."
    )
    why = (
        "MXNet runs a graph of at most two operators operator by operator. An output that is an input (or parameter) "
        "itself then has no operator to differentiate, or its gradient is lost. In a larger graph, and inside one, "
        "nothing is wrong, and nothing is reported."
    )
    instead = "`return F.identity(x)`."
    uses = (Returned,)
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
    )

    def judge(self, use: Returned, api: Api) -> Iterator[Report]:
        for part in _parts(use.value):
            array = tensor(part)
            if array is None or array.untouched not in UNTOUCHED:
                continue
            name = array.source or "x"
            if array.untouched == "element":
                yield Report(
                    f"an element of the input `{name}` is returned as it came, for which `backward` raises after "
                    "hybridize(): return `F.identity(…)` of it"
                )
                return
            # What may be a list as well comes out as it came all the same.
            instead = f"`F.identity({name})`" if array.certain else "`F.identity(…)` of what is in it"
            yield Report(
                f"the {array.untouched} `{name}` is returned as it came, for which `backward` raises after "
                f"hybridize(): return {instead}"
            )
            return


class NoGradient(Rule):
    code = "HYB607"
    name = "no-gradient"
    after_hybridize = (
        "Raises, in inference too: `MXNetError: Operator _shuffle is non-differentiable because it didn't register "
        "FGradient attribute`."
    )
    why = (
        "Imperatively an operator without a gradient fails in `backward` only. A graph prepares its backward pass "
        "when it is "
        "made, and needs a gradient of every operator between the inputs and the outputs."
    )
    instead = "`F.BlockGrad(F.shuffle(x))`: where no gradient shall pass, none is asked for."
    uses = (Returned,)
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

    def judge(self, use: Returned, api: Api) -> Iterator[Report]:
        arrays = [part for part in _parts(use.value) if isinstance(part, Tensor)]
        for name in sorted({array.gradient.missing for array in arrays if array.gradient.missing}):
            yield Report(
                f"`{name}` has no gradient, and reaches the output: that raises after hybridize(), in inference "
                "too; write "
                f"`F.BlockGrad({name}(…))`"
            )


class LoopRowsRead(Rule):
    code = "HYB608"
    name = "while-loop-rows"
    after_hybridize = "Silent: rows after the last step hold whatever was in memory."
    why = (
        "`F.contrib.while_loop` returns its outputs stacked in `max_iterations` rows. Those that no step has "
        "written are "
        "not initialised; a graph and an imperative run leave different things in them."
    )
    instead = (
        "The final states, which are the second result; or mask the rows with the number of steps, kept as a loop "
        "variable "
        "(`F.SequenceMask`)."
    )
    silent = True
    uses = (LoopRows,)
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

    def judge(self, use: LoopRows, api: Api) -> Iterator[Report]:
        yield Report(
            "the outputs of `F.contrib.while_loop` have rows that no step has written: silently other numbers after "
            "hybridize(); use the final states, or mask the rows"
        )


class OutputOfNoInput(Rule):
    code = "HYB609"
    name = "output-of-no-input"
    after_hybridize = (
        "Raises `MXNetError: Check failed: !xs.empty(): There are no inputs in computation graph that require "
        "gradients`."
    )
    why = (
        "A graph is made from its outputs backwards. Where only `F.zeros`, `F.arange`, `F.random` and what is computed "
        "from them come out, no input and no parameter is found in it, and MXNet cannot make a graph without any."
    )
    instead = "Something of an input: `F.zeros_like(x)`, `F.contrib.arange_like(x)`, `F.random.uniform_like(x)`."
    uses = (Returned,)
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

    def judge(self, use: Returned, api: Api) -> Iterator[Report]:
        parts = list(_parts(use.value))
        if parts and all(isinstance(part, Tensor) and part.of_no_input for part in parts):
            yield Report(
                "no input or parameter goes into what is returned, which raises after hybridize(); compute it from an "
                "input, as `F.zeros_like(x)` does"
            )
