"""HYB807, HYB808, HYB813, HYB814, HYB816: what raises, because deferred compute cannot record it."""

from __future__ import annotations

from typing import Any, Dict, Iterator, Tuple, Union

from hybridlint.events import (
    Arguments,
    BinaryOperation,
    BlockCall,
    InPlaceOperation,
    MethodCall,
    OperatorCall,
    ParameterChanged,
    Returned,
    Subscript,
)
from hybridlint.mxnet_api import Api
from hybridlint.queries import contains_tensor
from hybridlint.rules.base import Example, Report
from hybridlint.rules.mxnet2.base import RuleOfMXNet2, flat, net
from hybridlint.rules.wording import certain_tensor
from hybridlint.values import NONE, Generator, ImperativeArray, Mapped, NumPyArray, Plain, Sequence, Tensor, Value

_IN_PLACE = (
    "Raises `MXNetError: … Inplace operations (+=, -=, x[:]=, etc) are not supported when recording in deferred "
    "compute mode`."
)
#: What is not recorded → the operator that is.
_RECORDED: Dict[str, str] = {"detach": "`npx.stop_gradient`"}


class ArrayNotRecorded(RuleOfMXNet2):
    code = "HYB807"
    name = "array-not-recorded"
    summary = "array that deferred compute has not recorded"
    after_hybridize = (
        "Raises `MXNetError: … All inputs to deferred compute recording must be ndarrays recorded previously`."
    )
    why = (
        "An operator can be recorded if its arrays are inputs, parameters, or results of operators that were "
        "recorded in the same call. `np.array([…])`, an array that `__init__` created, a NumPy array, and the "
        "gradient of a parameter are none of these. `np.zeros`, `np.ones`, `np.full` and `np.arange` are operators "
        "and can be used."
    )
    instead = (
        "`gluon.Constant(value)` as an attribute of the block, and `self.constant.data()` in `forward`; for arrays "
        "of one value `np.full` or a Python number."
    )
    events = (BinaryOperation, OperatorCall, MethodCall, Returned, BlockCall)
    errors = (
        r"All inputs to deferred compute recording must",
        r"output_arrays for GetDeferredCompute",
    )
    examples = (
        Example(
            bad=net("""\
    def forward(self, x):
        return x * np.array([1.0, 2.0, 3.0])
"""),
            good=net("""\
    def __init__(self):
        super().__init__()
        self.scale = Constant(np.array([1.0, 2.0, 3.0]))

    def forward(self, x):
        return x * self.scale.data()
"""),
            inputs="[(2, 3)]",
        ),
        Example(
            bad=net("""\
    def __init__(self):
        super().__init__()
        self.shift = np.ones((1, 3))

    def forward(self, x):
        return np.exp(x) + self.shift
"""),
            good=net("""\
    def forward(self, x):
        return np.exp(x) + np.ones((1, 3))
"""),
            inputs="[(2, 3)]",
        ),
    )

    def judge(
        self, event: Union[BinaryOperation, OperatorCall, MethodCall, Returned, BlockCall], api: Api
    ) -> Iterator[Report]:
        if isinstance(event, OperatorCall) and event.phase != "both":
            return
        words = next(filter(None, map(_unrecorded, _operands(event))), "")
        if words:
            yield Report(
                f"{words} raises after hybridize(): it is not recorded; make it a `gluon.Constant` of the block"
            )


def _operands(event: Any) -> Iterator[Value]:
    """What must have been recorded."""
    if isinstance(event, BinaryOperation):
        sides = (event.left, event.right)
        yield from sides if any(isinstance(side, Tensor) for side in sides) else ()
    elif isinstance(event, Returned):
        yield from flat(event.value)
    else:
        given = [value for name, value in _named(event.arguments) if name != "out"]
        tensors = isinstance(event, MethodCall) or any(map(contains_tensor, given))
        for value in given if tensors else ():
            yield from flat(value)


def _named(arguments: Arguments) -> Iterator[Tuple[str, Value]]:
    yield from (("", value) for value in arguments.positional)
    yield from arguments.keywords


def _unrecorded(value: Value) -> str:
    """How to name `value` where it certainly is an array that is not recorded; empty for all else."""
    if isinstance(value, ImperativeArray):
        return value.description if "`" in value.description else "an array created outside of `forward`"
    return "a NumPy array" if isinstance(value, NumPyArray) and value.dims else ""


class InPlaceWhileRecording(RuleOfMXNet2):
    code = "HYB808"
    name = "in-place-while-recording"
    summary = "operator that writes into an array, as `y += 1` and `y[:, 0] = 1` do"
    after_hybridize = _IN_PLACE
    why = (
        "A graph has no arrays to write into. `+=`, assignment to elements, `out=`, `copyto` and `np.random.shuffle` "
        "change an array in place."
    )
    instead = (
        "`y = y + 1`; `np.where(mask, a, b)`, `np.concatenate` or `npx.index_update` instead of an assignment to "
        "elements."
    )
    events = (InPlaceOperation, Subscript, OperatorCall, MethodCall)
    errors = (r"Inplace operations \(",)
    examples = (
        Example(
            bad=net("""\
    def forward(self, x):
        y = npx.relu(x)
        y += 1
        return y
"""),
            good=net("""\
    def forward(self, x):
        return npx.relu(x) + 1
"""),
            inputs="[(2, 3)]",
        ),
        Example(
            bad=net("""\
    def forward(self, x):
        y = np.exp(x)
        y[:, 0] = 1
        return y
"""),
            good=net("""\
    def forward(self, x):
        y = np.exp(x)
        return np.concatenate([np.ones_like(y[:, :1]), y[:, 1:]], axis=1)
"""),
            inputs="[(2, 3)]",
        ),
    )

    def judge(self, event: Union[InPlaceOperation, Subscript, OperatorCall, MethodCall], api: Api) -> Iterator[Report]:
        instead = _instead_of_writing(event)
        if instead:
            yield Report(f"`{event.source}` raises after hybridize(): it writes into an array; {instead}")


def _instead_of_writing(event: Union[InPlaceOperation, Subscript, OperatorCall, MethodCall]) -> str:
    """What to do instead where `event` writes into an array; empty where it does not."""
    if isinstance(event, InPlaceOperation):
        return f"write `y = y {event.operator} …`" if certain_tensor(event.target, numpy=True) is not None else ""
    if isinstance(event, Subscript):
        written = event.context != "load" and certain_tensor(event.tensor, numpy=True) is not None
        return "use `np.where` or `np.concatenate`" if written else ""
    tensors = any(map(contains_tensor, event.arguments.all()))
    if isinstance(event, MethodCall):
        written = event.name == "copyto" and isinstance(event.tensor, Tensor) and tensors
    else:
        written = event.arguments.keyword("out") not in (None, NONE) or event.path == "np.random.shuffle" and tensors
    return "use what the operator returns" if written else ""


class OutputNotAnArray(RuleOfMXNet2):
    code = "HYB813"
    name = "output-not-an-array"
    summary = "output of `forward` that is neither an array nor a list of arrays"
    after_hybridize = (
        "Raises `ValueError: When hybridized, the input of HybridBlock output must be (nested) list of Symbol or "
        "NDArray`, or `AttributeError: 'NoneType' object has no attribute 'handle'`."
    )
    why = (
        "The outputs of a graph are arrays, in lists and tuples that may be nested. Numbers, strings, dicts and None "
        "cannot be outputs."
    )
    instead = "A tuple of arrays, which the caller puts into a dict; `np.full((1,), number)` for a number."
    events = (Returned,)
    errors = (
        r"the input of HybridBlock output must be",
        r"'NoneType' object has no attribute 'handle'",
    )
    examples = (
        Example(
            bad=net("""\
    def forward(self, x):
        return {"exp": np.exp(x)}
"""),
            good=net("""\
    def forward(self, x):
        return [np.exp(x)]
"""),
            inputs="[(2, 3)]",
        ),
        Example(
            bad=net("""\
    def forward(self, x):
        return np.exp(x), None
"""),
            good=net("""\
    def forward(self, x):
        return np.exp(x), x * 2
"""),
            inputs="[(2, 3)]",
        ),
    )

    def judge(self, event: Returned, api: Api) -> Iterator[Report]:
        kind = next(filter(None, map(_no_array, flat(event.value))), "")
        if kind:
            yield Report(f"{kind} among the outputs raises after hybridize(); return only arrays")


def _no_array(value: Value) -> str:
    """What `value` is where it certainly is no array; empty for all else."""
    if isinstance(value, Mapped):
        return "a dict"
    if value == NONE:
        return "None"
    if isinstance(value, (Generator, Sequence)):
        return "an iterator" if isinstance(value, Generator) or value.type == "iterator" else f"a {value.type}"
    return f"a Python {value.type or 'number'}" if isinstance(value, Plain) and (value.type or value.taint) else ""


class OperatorNotRecorded(RuleOfMXNet2):
    code = "HYB814"
    name = "operator-not-recorded"
    summary = "function that deferred compute does not record"
    after_hybridize = (
        "Raises `ValueError: All inputs to deferred compute recording must be ndarrays recorded previously` where "
        "the result is used."
    )
    why = (
        "MXNet 2 passes calls of functions that it lacks, such as `np.cov` and `np.isclose`, on to NumPy, which "
        "computes with copies. `x.detach()` is not recorded either. The list of functions was measured on 2.0.0b1 by "
        "calling each in a hybridized block: `tools/make_mxnet2_api.py`."
    )
    instead = (
        "Operators that are recorded: `npx.stop_gradient(x)` for `x.detach()`, `np.abs(x - y) < 1e-5` for "
        "`np.isclose(x, y)`."
    )
    events = (OperatorCall, MethodCall)
    examples = (
        Example(
            bad=net("""\
    def forward(self, x):
        return npx.relu(x.detach())
"""),
            good=net("""\
    def forward(self, x):
        return npx.relu(npx.stop_gradient(x))
"""),
            inputs="[(2, 3)]",
        ),
        Example(
            bad=net("""\
    def forward(self, x):
        return np.where(np.isclose(x, np.ones_like(x)), x, -x)
"""),
            good=net("""\
    def forward(self, x):
        return np.where(np.abs(x - 1) < 1e-5, x, -x)
"""),
            inputs="[(2, 3)]",
        ),
    )

    def judge(self, event: Union[OperatorCall, MethodCall], api: Api) -> Iterator[Report]:
        described: Any = None
        if isinstance(event, MethodCall):
            name = event.name
            if certain_tensor(event.tensor, numpy=True) is not None:
                described = api.np_method(name)
        else:
            name = event.path
            if event.phase == "both" and any(map(contains_tensor, event.arguments.all())):
                described = api.function(name)
        if described is not None and described.recorded is False:
            instead = _RECORDED.get(name, "other operators")
            yield Report(f"`{event.source}` raises after hybridize(): `{name}` is not recorded; use {instead}")


class ParameterSetWhileRecording(RuleOfMXNet2):
    code = "HYB816"
    name = "parameter-set-while-recording"
    summary = "parameter that `forward` sets with `set_data`"
    after_hybridize = _IN_PLACE
    why = "`set_data` writes into the array of the parameter, and a graph has no arrays to write into."
    instead = (
        "Set parameters outside of `forward`: in the training loop, or in a Trainer. `nn.BatchNorm` maintains running "
        "values."
    )
    events = (ParameterChanged,)
    examples = (
        Example(
            bad=net("""\
    def __init__(self):
        super().__init__()
        self.scale = Parameter("scale", shape=(1, 3), init="ones")

    def forward(self, x):
        self.scale.set_data(self.scale.data() * 2)
        return np.exp(x) * self.scale.data()
"""),
            good=net("""\
    def __init__(self):
        super().__init__()
        self.scale = Parameter("scale", shape=(1, 3), init="ones")

    def forward(self, x):
        return np.exp(x) * self.scale.data() * 2
"""),
            inputs="[(2, 3)]",
        ),
    )

    def judge(self, event: ParameterChanged, api: Api) -> Iterator[Report]:
        if event.name == "set_data":
            yield Report(
                f"`{event.source}` raises after hybridize(): it writes into the parameter; set it outside of `forward`"
            )
