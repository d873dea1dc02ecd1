"""HYB6: what a block returns."""

from __future__ import annotations

import functools
from typing import Iterator, Optional, Union

from hybridlint.events import LoopRows, OnlyReturned, Returned
from hybridlint.fixes import returns
from hybridlint.lattice import operand
from hybridlint.mxnet_api import Api
from hybridlint.rules.base import Example, Report, Rule
from hybridlint.rules.wording import tensor
from hybridlint.values import (
    LIST_OR_TUPLE,
    NONE,
    TAKES_GRADIENT,
    Block,
    BoundMethod,
    Class,
    Function,
    ImperativeArray,
    Instance,
    Mapped,
    Namespace,
    NumPyArray,
    Operator,
    ParameterValue,
    Partial,
    Phased,
    Plain,
    Self,
    Sequence,
    Tensor,
    Value,
    Variable,
)


def _parts(value: Value) -> Iterator[Value]:
    """The leaves of a returned value, through lists and tuples."""
    if isinstance(value, Sequence) and value.type in _CONTAINERS:
        for item in value.items if value.items is not None else (value.element,):
            yield from _parts(item)
    elif isinstance(value, Variable):
        yield operand(value)
        yield from (NONE for binding in value.bindings if binding.value == NONE and binding.condition)
    else:
        yield value.symbolic if isinstance(value, Phased) else value


def _is_none(value: Value) -> bool:
    """Whether a value is None, be it with one configuration only."""
    return isinstance(value, Plain) and value.type == "NoneType"


#: What a block may return besides tensors, nested at will.
_CONTAINERS = ("list", "tuple", LIST_OR_TUPLE)


class ReturnsNothing(Rule):
    code = "HYB604"
    name = "returns-none"
    summary = "`hybrid_forward` returns None"
    after_hybridize = "Raises `TypeError: Expected a list of symbols as input`."
    why = "The outputs of a graph are tensors. None is allowed as an input, not as an output."
    instead = "Omit it from the outputs, or return a tensor (`F.zeros_like(x)`)."
    events = (Returned,)
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

    def judge(self, event: Returned, api: Api) -> Iterator[Report]:
        if isinstance(event.value, Sequence) and event.value.items == () and event.value.type in ("list", "tuple"):
            yield Report("returning no output raises after hybridize(): a graph has at least one; return a tensor")
        if any(map(_is_none, _parts(event.value))):
            yield Report(
                "None among the outputs raises after hybridize(): a graph returns tensors; omit it, or return a tensor"
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
    events = (Returned,)
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

    def judge(self, event: Returned, api: Api) -> Iterator[Report]:
        for part in _parts(event.value):
            kind = _no_tensor(part)
            if kind:
                yield Report(
                    f"{kind} among the outputs raises after hybridize(): a graph returns tensors; return only tensors",
                    fix=functools.partial(returns.as_tuple, event) if kind == "a dict" else None,
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
        return "a constant NDArray"
    if isinstance(value, (Function, Operator, BoundMethod, Namespace, Class, Partial)):
        return "a function" if isinstance(value, (Function, Operator, BoundMethod, Partial)) else "no tensor"
    if isinstance(value, (Block, Self)):
        return "a block"
    if isinstance(value, (Instance, ParameterValue)):
        return f"an object of `{value.name}`" if isinstance(value, Instance) and value.name else "an object"
    if isinstance(value, Plain):
        named = {"NoneType": None, "": None, "int": "an int", "str": "a string", "bytes": "bytes"}
        return named.get(value.type, f"a {value.type}")
    return None


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
    events = (Returned, OnlyReturned)
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

    def judge(self, event: Union[Returned, OnlyReturned], api: Api) -> Iterator[Report]:
        if isinstance(event, OnlyReturned):
            then = "gradient silently zero" if event.kind == "parameter" else "`backward` raises"
            yield Report(
                f"the {event.kind} `{event.name}` is only returned: {then} after hybridize(); return "
                f"`F.identity({event.name})`",
                fix=functools.partial(returns.identity, event, event.name),
            )
            return
        for part in _parts(event.value) if event.inlined else ():
            array = tensor(part, numpy=True)
            if array is None or array.origin is None or not array.is_still(*TAKES_GRADIENT):
                continue
            name = array.source or "x"
            if array.is_still("element"):
                yield Report(
                    f"an element of the input `{name}` is returned unchanged: `backward` raises after hybridize(); "
                    "return `F.identity(…)`"
                )
                return
            # What may be a list as well comes out as it came all the same.
            instead = f"`F.identity({name})`" if array.certain else "`F.identity(…)` of what is in it"
            yield Report(
                f"the {array.origin.kind} `{name}` is returned unchanged: `backward` raises after hybridize(); "
                f"return {instead}",
                fix=functools.partial(returns.identity, event, name) if array.certain and not array.numpy else None,
            )
            return


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
        "when it is created, and requires a gradient of every operator between its inputs and outputs."
    )
    instead = (
        "`F.BlockGrad(F.shuffle(x))`, which needs no gradient of its input. If the operator has several outputs, as "
        "`F.histogram` has, wrap each of them."
    )
    fix = "safe"
    events = (Returned,)
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

    def judge(self, event: Returned, api: Api) -> Iterator[Report]:
        arrays = [part for part in _parts(event.value) if isinstance(part, Tensor)]
        for name in sorted({array.gradient.missing for array in arrays if array.gradient.missing}):
            function = api.function(name[len("F.") :])
            several = function is not None and (function.outputs or 0) > 1
            yield Report(
                f"`{name}` has no gradient and raises after hybridize(), even in inference; wrap "
                + ("each output in `F.BlockGrad`" if several else "it in `F.BlockGrad`"),
                fix=None if several else functools.partial(returns.without_gradient, event, name),
            )


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
    silent = True
    events = (LoopRows,)
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

    def judge(self, event: LoopRows, api: Api) -> Iterator[Report]:
        yield Report(
            "rows of `F.contrib.while_loop` after the last step are silently arbitrary after hybridize(); mask them"
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
    events = (Returned,)
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

    def judge(self, event: Returned, api: Api) -> Iterator[Report]:
        parts = list(_parts(event.value))
        if parts and all(isinstance(part, Tensor) and part.of_no_input for part in parts):
            yield Report(
                "the outputs depend on no input, which raises after hybridize(); compute them from one, as "
                "`F.zeros_like(x)` does"
            )
