"""HYB8: MXNet 2, whose graphs are recorded while `forward` runs with arrays."""

from __future__ import annotations

from typing import Any, ClassVar, Dict, Iterator, Optional, Tuple, Union

from hybridlint.events import (
    Arguments,
    BinaryOperation,
    BlockCall,
    HybridForward,
    InPlaceOperation,
    MethodCall,
    ModeManager,
    OperatorCall,
    ParameterChanged,
    Printing,
    Returned,
    SeedInCall,
    Slice,
    Subscript,
    TaintUse,
    TensorKept,
    TruthTest,
)
from hybridlint.fixes import forward
from hybridlint.mxnet_api import Api
from hybridlint.rules.base import Example, Report, Rule
from hybridlint.rules.wording import certain_tensor, given_to
from hybridlint.values import (
    NONE,
    ImperativeArray,
    Imported,
    Mapped,
    NumPyArray,
    Plain,
    Sequence,
    Tensor,
    Value,
    contains_tensor,
)

_RECORDED_ONCE = (
    "MXNet 2 makes the graph of a hybridized block with deferred compute: `forward` runs once, with arrays, and every "
    "operator is recorded. Python itself is not."
)


class RuleOfMXNet2(Rule):
    """A rule about code for MXNet 2."""

    generations: ClassVar[Tuple[int, ...]] = (2,)


class HybridForwardOfMXNet1(RuleOfMXNet2):
    code = "HYB801"
    name = "hybrid-forward"
    summary = "`hybrid_forward` in code for MXNet 2"
    after_hybridize = (
        "Raises `AssertionError: 'forward' instead of 'hybrid_forward' interface needs to be used starting from "
        "Gluon2.0` when the block is created."
    )
    why = (
        "MXNet 2 has one namespace of operators, `mx.np` and `mx.npx`, and no Symbols: `forward` is called with "
        "arrays, and "
        "parameters are attributes. A block that has a `hybrid_forward` cannot be created."
    )
    instead = (
        "`def forward(self, x)` with `npx.x` or `np.x` in the place of `F.x`, and `self.weight.data()` in the place "
        "of the "
        "argument `weight`. [The migration page](../mxnet2-migration.md) goes through it."
    )
    fix = "unsafe"
    events = (HybridForward,)
    errors = (r"'forward' instead of 'hybrid_forward'",)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock, Parameter


class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.scale = Parameter("scale", shape=(3,), init="ones")

    def hybrid_forward(self, F, x, scale):
        return F.npx.relu(x) * scale
""",
            good="""\
from mxnet import npx
from mxnet.gluon import HybridBlock, Parameter


class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.scale = Parameter("scale", shape=(3,), init="ones")

    def forward(self, x):
        return npx.relu(x) * self.scale.data()
""",
            inputs="[(2, 3)]",
            shown_as="construction",
        ),
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        centred = F.broadcast_sub(x, F.mean(x, axis=1, keepdims=True))
        return F.where(centred > 0, F.tanh(centred), F.relu(x))
""",
            good="""\
from mxnet import np, npx
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        centred = np.subtract(x, np.mean(x, axis=1, keepdims=True))
        return np.where(centred > 0, np.tanh(centred), npx.relu(x))
""",
            inputs="[(2, 3)]",
            shown_as="construction",
        ),
    )

    def judge(self, event: HybridForward, api: Api) -> Iterator[Report]:
        yield Report(
            "a block with `hybrid_forward` cannot be created on MXNet 2; write `forward` with `np` and `npx`",
            fix=lambda source: forward.rewritten(event, source),
        )


class BranchOnValues(RuleOfMXNet2):
    code = "HYB802"
    name = "branch-on-values"
    summary = "branch that Python takes by the values of a tensor"
    after_hybridize = "Silent: the branch of the first call is used in every call."
    why = (
        f"{_RECORDED_ONCE} `if x.sum() > 0`, `while`, `max(x, y)` and `x.item() > 0` are evaluated during the first "
        f"call, and "
        "the graph holds what was executed then."
    )
    instead = (
        "`np.where(condition, a, b)` chooses element by element, `npx.cond` runs one of two branches, "
        "`npx.while_loop` repeats, "
        "`np.maximum(x, y)` replaces `max(x, y)`."
    )
    silent = True
    events = (TaintUse, TruthTest)
    examples = (
        Example(
            bad="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        if x.sum() > 0:
            return np.exp(x)
        return x * 3
""",
            good="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return np.where(x.sum() > 0, np.exp(x), x * 3)
""",
            inputs="[(2, 3)]",
            shown_as="calls",
        ),
        Example(
            bad="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        while float(np.sum(x)) > 1:
            x = x / 2
        return x
""",
            good="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return x / np.maximum(x.sum(), 1)
""",
            inputs="[('pos', (2, 3))]",
            shown_as="calls",
        ),
    )

    def judge(self, event: Union[TaintUse, TruthTest], api: Api) -> Iterator[Report]:
        if isinstance(event, TruthTest):
            if event.construct in _CHOOSING and certain_tensor(event.tensor, numpy=True) is not None:
                yield Report(
                    f"`{event.source}` silently chooses as in the first call after hybridize(); use "
                    f"{_CHOOSING[event.construct]}"
                )
        elif event.reason.kind == "value" and event.sink == "branch":
            yield Report(
                f"{given_to(event, event.reason.words)} silently decides once "
                "after hybridize(), in the first call; use "
                f"`np.where` "
                "or `npx.cond`"
            )


#: What chooses among tensors by their values → what to use instead.
_CHOOSING = {"max()": "`np.maximum`", "min()": "`np.minimum`", "sorted()": "`np.sort`", "filter()": "`np.where`"}


class ValueInGraph(RuleOfMXNet2):
    code = "HYB803"
    name = "value-in-graph"
    summary = "number read from a tensor, baked into the graph"
    after_hybridize = "Silent: the number of the first call is used in every call."
    why = (
        f"{_RECORDED_ONCE} `float(x.mean())`, `int(x[0])`, `x.item()`, `x.asnumpy()` and `x.tolist()` copy values to "
        f"Python, and an "
        "operator that gets them records them as constants. No gradient passes through them either. The same holds "
        "for the "
        "values of a parameter: they do not change when it is trained."
    )
    instead = "Operators on the tensor itself: `x - x.mean()`, `np.take(x, index)`, `x * self.scale.data()`."
    silent = True
    events = (TaintUse,)
    examples = (
        Example(
            bad="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return x - float(np.mean(x))
""",
            good="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return x - np.mean(x)
""",
            inputs="[(2, 3)]",
            shown_as="calls",
        ),
        Example(
            bad="""\
from mxnet import np
from mxnet.gluon import HybridBlock, Parameter


class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.scale = Parameter("scale", shape=(1,), init="ones")

    def forward(self, x):
        return np.exp(x) * float(self.scale.data())
""",
            good="""\
from mxnet import np
from mxnet.gluon import HybridBlock, Parameter


class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.scale = Parameter("scale", shape=(1,), init="ones")

    def forward(self, x):
        return np.exp(x) * self.scale.data()
""",
            inputs="[(2, 3)]",
            shown_as="parameters",
        ),
    )

    def judge(self, event: TaintUse, api: Api) -> Iterator[Report]:
        if event.reason.kind in ("value", "gradient", "layer", "parameter") and (
            event.sink != "branch" or event.reason.kind != "value"
        ):
            yield Report(
                f"{given_to(event, event.reason.words)} is silently constant after hybridize(), as in the first call; "
                f"compute with "
                "the tensor"
            )


class ShapeInGraph(RuleOfMXNet2):
    code = "HYB804"
    name = "shape-in-graph"
    summary = "length read from a tensor, baked into the graph"
    after_hybridize = "Silent: a call with another shape computes with the lengths of the first call, or fails."
    why = (
        f"{_RECORDED_ONCE} The lengths in `x.shape`, `len(x)` and `x.size` are Python numbers, and so is the number "
        f"of rows that a "
        "loop over `x` goes through. What they reach is constant in the graph: another batch gives other numbers, or "
        "an "
        "error of MXNet."
    )
    instead = (
        "Operators that take the lengths from a tensor: `npx.reshape(x, (-2, -1))` (-2 copies a length), "
        "`np.ones_like(x)`, "
        "`npx.arange_like(x, axis=1)`, `npx.reshape_like`, `x.mean(axis=0)` for `x.sum(axis=0) / len(x)`, "
        "`npx.foreach` for a "
        "loop over rows. A length that never changes is a hyperparameter of the block."
    )
    silent = True
    events = (TaintUse,)
    examples = (
        Example(
            bad="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return np.sum(x, axis=0) / x.shape[0]
""",
            good="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return np.mean(x, axis=0)
""",
            inputs="[(2, 3)]",
            shown_as="batch",
        ),
        Example(
            bad="""\
from mxnet import npx
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return npx.relu(x).reshape((x.shape[0], -1))
""",
            good="""\
from mxnet import npx
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return npx.reshape(npx.relu(x), (-2, -1))
""",
            inputs="[(2, 3, 4)]",
            shown_as="batch",
        ),
        Example(
            bad="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        largest = np.zeros((3,))
        for row in x:
            largest = np.maximum(largest, row)
        return largest
""",
            good="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return np.maximum(np.max(x, axis=0), 0)
""",
            inputs="[(2, 3)]",
            shown_as="batch",
        ),
    )

    def judge(self, event: TaintUse, api: Api) -> Iterator[Report]:
        if event.reason.kind == "shape":
            yield Report(
                f"{given_to(event, event.reason.words)} is silently constant after hybridize(), as in the first call; "
                f"use an "
                "operator that takes it from a tensor"
            )


class ChangingValueInGraph(RuleOfMXNet2):
    code = "HYB805"
    name = "changing-value-in-graph"
    summary = "Python value that changes between calls, baked into the graph"
    after_hybridize = "Silent: the value of the first call is used in every call."
    why = (
        f"{_RECORDED_ONCE} `random.random()`, NumPy's `random`, `time.time()`, counters and other attributes that a "
        f"call changes "
        "are read during the first call."
    )
    instead = (
        "`np.random` and `npx.random` of MXNet, which are operators and draw in every call. Anything else that must "
        "change "
        "between calls is an input."
    )
    silent = True
    events = (TaintUse,)
    examples = (
        Example(
            bad="""\
import random

from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return np.exp(x) * random.random()
""",
            good="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return np.exp(x) * np.random.uniform(0, 1, (1,))
""",
            inputs="[(2, 3)]",
            shown_as="calls",
        ),
        Example(
            bad="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        return np.exp(x) * self.calls
""",
            good="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x, calls):
        return np.exp(x) * calls
""",
            inputs="[(2, 3)]",
            shown_as="calls",
            inputs_of_good="[(2, 3), (1,)]",
        ),
    )

    def judge(self, event: TaintUse, api: Api) -> Iterator[Report]:
        if event.reason.kind == "drawn":
            yield Report(
                f"{given_to(event, event.reason.words)} is silently constant after hybridize(); draw it with MXNet's "
                f"`np.random`"
            )
        elif event.reason.kind == "carried":
            yield Report(
                f"{given_to(event, event.reason.words)} is silently constant after hybridize(); make it an input"
            )


class ModeInGraph(RuleOfMXNet2):
    code = "HYB806"
    name = "mode-in-graph"
    summary = "`autograd.is_training()` read in Python"
    after_hybridize = "Silent: the mode of the first call is used for training and inference alike."
    why = f"{_RECORDED_ONCE} `autograd.is_training()` and `is_recording()` are evaluated during the first call."
    instead = (
        "Operators and layers that know the mode (`npx.dropout`, `nn.Dropout`, `nn.BatchNorm`); or both results as "
        "outputs."
    )
    silent = True
    events = (TaintUse,)
    examples = (
        Example(
            bad="""\
from mxnet import autograd, np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        if autograd.is_training():
            return np.exp(x)
        return x * 3
""",
            good="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return np.exp(x), x * 3
""",
            inputs="[(2, 3)]",
            shown_as="training",
        ),
    )

    def judge(self, event: TaintUse, api: Api) -> Iterator[Report]:
        if event.reason.kind == "mode":
            yield Report(
                f"{given_to(event, event.reason.words)} is silently constant after "
                "hybridize(); use operators that know "
                f"the mode"
            )


class ArrayNotRecorded(RuleOfMXNet2):
    code = "HYB807"
    name = "array-not-recorded"
    summary = "array that deferred compute has not recorded"
    after_hybridize = (
        "Raises `MXNetError: … All inputs to deferred compute recording must be ndarrays recorded previously`."
    )
    why = (
        "An operator can be recorded if its arrays are inputs, parameters, or results of operators that were "
        "recorded in the same "
        "call. `np.array([…])`, an array that `__init__` made, an array of NumPy, and the gradient of a parameter "
        "are none of "
        "these. `np.zeros`, `np.ones`, `np.full` and `np.arange` are operators and can be used."
    )
    instead = (
        "`gluon.Constant(value)` as an attribute of the block, and `self.constant.data()` in `forward`; for arrays "
        "of one value "
        "`np.full` or a Python number."
    )
    events = (BinaryOperation, OperatorCall, MethodCall, Returned, BlockCall)
    errors = (
        r"All inputs to deferred compute recording must",
        r"output_arrays for GetDeferredCompute",
    )
    examples = (
        Example(
            bad="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return x * np.array([1.0, 2.0, 3.0])
""",
            good="""\
from mxnet import np
from mxnet.gluon import Constant, HybridBlock


class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.scale = Constant(np.array([1.0, 2.0, 3.0]))

    def forward(self, x):
        return x * self.scale.data()
""",
            inputs="[(2, 3)]",
        ),
        Example(
            bad="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.shift = np.ones((1, 3))

    def forward(self, x):
        return np.exp(x) + self.shift
""",
            good="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return np.exp(x) + np.ones((1, 3))
""",
            inputs="[(2, 3)]",
        ),
    )

    def judge(
        self, event: Union[BinaryOperation, OperatorCall, MethodCall, Returned, BlockCall], api: Api
    ) -> Iterator[Report]:
        if isinstance(event, OperatorCall) and event.phase != "both":
            return
        for value in _operands(event):
            words = _unrecorded(value)
            if words:
                yield Report(
                    f"{words} raises after hybridize(): it is not recorded; hold it as a `gluon.Constant` of the block"
                )
                return


def _operands(event: Any) -> Iterator[Value]:
    """What must have been recorded."""
    if isinstance(event, BinaryOperation):
        sides = (event.left, event.right)
        yield from sides if any(isinstance(side, Tensor) for side in sides) else ()
    elif isinstance(event, Returned):
        yield from _flat(event.value)
    else:
        given = [value for name, value in _named(event.arguments) if name != "out"]
        tensors = isinstance(event, MethodCall) or any(map(contains_tensor, given))
        for value in given if tensors else ():
            yield from _flat(value)


def _named(arguments: Arguments) -> Iterator[Tuple[str, Value]]:
    yield from (("", value) for value in arguments.positional)
    yield from arguments.keywords


def _flat(value: Value) -> Iterator[Value]:
    if isinstance(value, Sequence):
        for item in value.items if value.items is not None else (value.element,):
            yield from _flat(item)
    else:
        yield value


def _unrecorded(value: Value) -> str:
    """How to name `value` where it certainly is an array that is not recorded; empty for all else."""
    if isinstance(value, ImperativeArray):
        return value.description if "`" in value.description else "an array that was made outside of `forward`"
    return "an array of NumPy" if isinstance(value, NumPyArray) and value.dims else ""


class InPlaceWhileRecording(RuleOfMXNet2):
    code = "HYB808"
    name = "in-place-while-recording"
    summary = "operator that writes into an array, as `y += 1` and `y[:, 0] = 1` do"
    after_hybridize = (
        "Raises `MXNetError: … Inplace operations (+=, -=, x[:]=, etc) are not supported when recording in deferred "
        "compute mode`."
    )
    why = (
        "A graph has no arrays to write into. `+=`, assignment to elements, `out=`, `copyto` and `np.random.shuffle` "
        "change an "
        "array in place."
    )
    instead = (
        "`y = y + 1`; `np.where(mask, a, b)`, `np.concatenate` or `npx.index_update` in the place of an assignment "
        "to elements."
    )
    events = (InPlaceOperation, Subscript, OperatorCall, MethodCall)
    errors = (r"Inplace operations \(",)
    examples = (
        Example(
            bad="""\
from mxnet import npx
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        y = npx.relu(x)
        y += 1
        return y
""",
            good="""\
from mxnet import npx
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return npx.relu(x) + 1
""",
            inputs="[(2, 3)]",
        ),
        Example(
            bad="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        y = np.exp(x)
        y[:, 0] = 1
        return y
""",
            good="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        y = np.exp(x)
        return np.concatenate([np.ones_like(y[:, :1]), y[:, 1:]], axis=1)
""",
            inputs="[(2, 3)]",
        ),
    )

    def judge(self, event: Union[InPlaceOperation, Subscript, OperatorCall, MethodCall], api: Api) -> Iterator[Report]:
        if isinstance(event, InPlaceOperation):
            if certain_tensor(event.target, numpy=True) is not None:
                yield Report(
                    f"`{event.source}` raises after hybridize(): it writes into an "
                    f"array; write `y = y {event.operator} …`"
                )
        elif isinstance(event, Subscript):
            if event.context != "load" and certain_tensor(event.tensor, numpy=True) is not None:
                yield Report(
                    f"`{event.source}` raises after hybridize(): it writes into an array; use `np.where` or "
                    f"`np.concatenate`"
                )
        elif _writes(event):
            yield Report(
                f"`{event.source}` raises after hybridize(): it writes into an array; use what the operator returns"
            )


def _writes(event: Union[OperatorCall, MethodCall]) -> bool:
    """Whether a call writes into an array that it is given."""
    if isinstance(event, MethodCall):
        return (
            event.name == "copyto"
            and isinstance(event.tensor, Tensor)
            and any(map(contains_tensor, event.arguments.all()))
        )
    out = event.arguments.keyword("out")
    shuffled = event.path == "np.random.shuffle" and any(map(contains_tensor, event.arguments.all()))
    return shuffled or out is not None and out != NONE


class IndexNotRecorded(RuleOfMXNet2):
    code = "HYB809"
    name = "index-not-recorded"
    summary = "index that deferred compute cannot record"
    after_hybridize = "Raises `TypeError: The type of indexing used is not supported in HybridBlock`."
    why = (
        "Deferred compute records integers, slices and tuples of them as an index. It rejects None, `...`, lists and "
        "arrays."
    )
    instead = (
        "`np.expand_dims(x, axis)` for None, `np.take(x, index, axis=0)` or `npx.pick` for an array of integers, "
        "`np.where` for a "
        "mask, `:` for each axis that `...` stands for."
    )
    events = (Subscript,)
    errors = (
        r"The type of indexing used is not supported in HybridBlock",
        r"Indexing with a numpy array is not supported",
    )
    examples = (
        Example(
            bad="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return np.exp(x)[:, None]
""",
            good="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return np.expand_dims(np.exp(x), 1)
""",
            inputs="[(2, 3)]",
        ),
        Example(
            bad="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return x[np.argmax(x, axis=0).astype("int32")]
""",
            good="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return np.take(x, np.argmax(x, axis=0).astype("int32"), axis=0)
""",
            inputs="[(5, 3)]",
        ),
    )

    def judge(self, event: Subscript, api: Api) -> Iterator[Report]:
        if event.context != "load" or not _is_array(event.tensor):
            return
        parts = (
            event.index.items if isinstance(event.index, Sequence) and event.index.type == "tuple" else (event.index,)
        )
        for part in parts or ():
            instead = _not_an_index(part)
            if instead:
                yield Report(f"`{event.source}` raises after hybridize(): such an index is not recorded; use {instead}")
                return


def _is_array(value: Value) -> bool:
    """Whether `value` certainly is one array, and no list of them."""
    return isinstance(value, Tensor) and value.certain and value.outputs == 1 and not value.as_list


def _not_an_index(part: Value) -> str:
    """What to use instead of an index with this part; empty for one that is recorded."""
    if part == NONE or isinstance(part, Imported) and part.name.endswith(".newaxis"):
        return "`np.expand_dims`"
    if isinstance(part, Plain) and part.value is ...:
        return "`:` for each axis"
    if isinstance(part, Plain) and type(part.value) is bool:
        return "`np.expand_dims`"
    if isinstance(part, (ImperativeArray, NumPyArray)) or isinstance(part, Sequence) and part.type == "list":
        return "`np.take`"
    return "`np.take`" if isinstance(part, Tensor) and part.certain and part.dtype != "bool" else ""


class PartOfFirstAxis(RuleOfMXNet2):
    code = "HYB810"
    name = "part-of-first-axis"
    summary = "part of the first axis that depends on its length, as `x[-1]` and `x[1:]` are"
    after_hybridize = "Silent: a call with another batch gets the rows that these were in the first call."
    why = (
        "MXNet 2.0.0b1 records an index of the first axis alone with its begin and end counted from the start: "
        "`x[-1]` of two rows "
        "is recorded as `x[1]`, and `x[1:]` as `x[1:2]`. An index by a mask is recorded with the length that it had "
        "in the first "
        "call. Indices of several axes, `x[:, -1]`, are recorded as they are."
    )
    instead = (
        "An index with a second axis, `x[-1:, :]`, where there is one; `npx.slice_axis`-like operators such as "
        "`np.split`, or "
        "`np.flip(x, axis=0)[0]` for the last row. `np.where` in the place of a mask."
    )
    silent = True
    events = (Subscript,)
    examples = (
        Example(
            bad="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return np.exp(x)[1:]
""",
            good="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return np.exp(x)[1:, :]
""",
            inputs="[(2, 3)]",
            shown_as="batch",
        ),
        Example(
            bad="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return np.exp(x)[-1]
""",
            good="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return np.flip(np.exp(x), axis=0)[0]
""",
            inputs="[(2, 3)]",
            shown_as="batch",
        ),
        Example(
            bad="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return np.exp(x)[x > 0]
""",
            good="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return np.where(x > 0, np.exp(x), 0)
""",
            inputs="[(2, 3)]",
            shown_as="batch",
        ),
    )

    def judge(self, event: Subscript, api: Api) -> Iterator[Report]:
        if event.context == "load" and _is_array(event.tensor) and _counts_from_the_end(event.index):
            yield Report(
                f"`{event.source}` silently takes the rows of the first call after hybridize(); index a second axis, "
                f"or use an "
                "operator"
            )


def _counts_from_the_end(index: Value) -> bool:
    """Whether an index of the first axis depends on how long that is."""
    if isinstance(index, Tensor):
        return index.dtype == "bool"
    if isinstance(index, Slice):
        lower, upper, step = (_number(end) for end in (index.lower, index.upper, index.step))
        negative = any(type(end) is int and end < 0 for end in (lower, upper))
        return (
            negative and step in (None, 1) or type(lower) is int and lower > 0 and upper is None and step in (None, 1)
        )
    number = _number(index)
    return type(number) is int and number < 0


def _number(value: Optional[Value]) -> Any:
    """The integer that a part of a slice is; None where it is left out, "" where it is not known."""
    if value is None or value == NONE:
        return None
    return value.value if isinstance(value, Plain) and type(value.value) is int and not value.taint else ""


class ArrayOnBlock(RuleOfMXNet2):
    code = "HYB811"
    name = "array-on-block"
    summary = "array stored on the block while recording"
    after_hybridize = "Silent: the attribute holds the array of the first call."
    why = (
        f"{_RECORDED_ONCE} An array that `forward` stores on `self`, or adds to a list, is that of the first call "
        f"for ever; one that "
        "the next call reads is the same in every call."
    )
    instead = "Return it: `return y, attention`. State is an input and an output."
    silent = True
    events = (TensorKept,)
    examples = (
        Example(
            bad="""\
from mxnet import npx
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        self.attention = npx.softmax(x)
        return x * 2
""",
            good="""\
from mxnet import npx
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        attention = npx.softmax(x)
        return x * 2, attention
""",
            inputs="[(2, 3)]",
            shown_as="attributes",
        ),
        Example(
            bad="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.previous = None

    def forward(self, x):
        if self.previous is not None:
            x = x + self.previous
        self.previous = np.exp(x)
        return x * 2
""",
            good="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x, previous):
        x = x + previous
        return x * 2, np.exp(x)
""",
            inputs="[(2, 3)]",
            shown_as="calls",
            inputs_of_good="[(2, 3), (2, 3)]",
        ),
    )

    def judge(self, event: TensorKept, api: Api) -> Iterator[Report]:
        if contains_tensor(event.value) and event.read != "after":
            what = "the next call finds" if event.read == "before" else "holds"
            yield Report(
                f"`{event.holder}`: silently {what} the array of the first call "
                "after hybridize(); return it as an output"
                if event.read == ""
                else f"`{event.holder}`: silently, {what} the array of the first "
                "call after hybridize(); make it an input"
            )


class PrintedOnce(RuleOfMXNet2):
    code = "HYB812"
    name = "printed-once"
    summary = "output of `print` or a logger in `forward`"
    after_hybridize = "Silent: printed in the first call only."
    why = f"{_RECORDED_ONCE} `print(x)` prints the numbers of the first call, and nothing in the calls after it."
    instead = "Print outside of the block; return what is to be seen as an output."
    silent = True
    events = (Printing,)
    examples = (
        Example(
            bad="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        print(np.sum(x))
        return x * 2
""",
            good="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return x * 2, np.sum(x)
""",
            inputs="[(2, 3)]",
            shown_as="print",
        ),
    )

    def judge(self, event: Printing, api: Api) -> Iterator[Report]:
        yield Report(
            f"`{event.source}` silently prints in the first call only after hybridize(); print outside of the block"
        )


class OutputNotAnArray(RuleOfMXNet2):
    code = "HYB813"
    name = "output-not-an-array"
    summary = "output of `forward` that is neither an array nor a list of arrays"
    after_hybridize = (
        "Raises `ValueError: When hybridized, the input of HybridBlock output must be (nested) list of Symbol or "
        "NDArray`, or `AttributeError: 'NoneType' object has no attribute 'handle'`."
    )
    why = (
        "A graph has arrays as outputs, in lists and tuples that may be nested. Numbers, texts, dicts and None are "
        "none."
    )
    instead = "A tuple of arrays, which the caller puts into a dict; `np.full((1,), number)` for a number."
    events = (Returned,)
    errors = (
        r"the input of HybridBlock output must be",
        r"'NoneType' object has no attribute 'handle'",
    )
    examples = (
        Example(
            bad="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return {"exp": np.exp(x)}
""",
            good="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return [np.exp(x)]
""",
            inputs="[(2, 3)]",
        ),
        Example(
            bad="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return np.exp(x), None
""",
            good="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return np.exp(x), x * 2
""",
            inputs="[(2, 3)]",
        ),
    )

    def judge(self, event: Returned, api: Api) -> Iterator[Report]:
        for value in _flat(event.value):
            if isinstance(value, Plain) and (value.type or value.taint) or isinstance(value, Mapped):
                kind = (
                    "a dict"
                    if isinstance(value, Mapped)
                    else "None"
                    if value == NONE
                    else f"a Python {value.type or 'number'}"
                )
                yield Report(f"{kind} among the outputs raises after hybridize(); return arrays alone")
                return


class OperatorNotRecorded(RuleOfMXNet2):
    code = "HYB814"
    name = "operator-not-recorded"
    summary = "function that deferred compute does not record"
    after_hybridize = (
        "Raises `ValueError: All inputs to deferred compute recording must be ndarrays recorded previously` where "
        "the result is used."
    )
    why = (
        "MXNet 2 hands functions that it lacks, such as `np.cov` and `np.isclose`, on to NumPy, which computes with "
        "copies. `x.detach()` "
        "also leaves the recording. Which functions do so was measured on 2.0.0b1 by calling each in a hybridized "
        "block: "
        "`tools/make_mxnet2_api.py`."
    )
    instead = (
        "Operators that are recorded: `npx.stop_gradient(x)` for `x.detach()`, `np.abs(x - y) < 1e-5` for "
        "`np.isclose(x, y)`."
    )
    events = (OperatorCall, MethodCall)
    examples = (
        Example(
            bad="""\
from mxnet import npx
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return npx.relu(x.detach())
""",
            good="""\
from mxnet import npx
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return npx.relu(npx.stop_gradient(x))
""",
            inputs="[(2, 3)]",
        ),
        Example(
            bad="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return np.where(np.isclose(x, np.ones_like(x)), x, -x)
""",
            good="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return np.where(np.abs(x - 1) < 1e-5, x, -x)
""",
            inputs="[(2, 3)]",
        ),
    )

    def judge(self, event: Union[OperatorCall, MethodCall], api: Api) -> Iterator[Report]:
        if isinstance(event, MethodCall):
            described: Any = (
                api.np_method(event.name) if isinstance(event.tensor, Tensor) and event.tensor.certain else None
            )
            name = event.name
        else:
            given = any(map(contains_tensor, event.arguments.all()))
            described = api.function(event.path) if event.phase == "both" and given else None
            name = event.path
        if described is not None and described.recorded is False:
            instead = _RECORDED.get(name, "other operators")
            yield Report(f"`{event.source}` raises after hybridize(): `{name}` is not recorded; use {instead}")


#: What is not recorded → the operator that is.
_RECORDED: Dict[str, str] = {"detach": "`npx.stop_gradient`"}


class SeedWhileRecording(RuleOfMXNet2):
    code = "HYB815"
    name = "seed-while-recording"
    summary = "random seed set in `forward`"
    after_hybridize = "Silent: the seed is set in the first call only; later calls draw other numbers."
    why = f"{_RECORDED_ONCE} `mx.random.seed` is not an operator."
    instead = "Set the seed outside of the block, before each call that is to draw the same numbers."
    silent = True
    events = (SeedInCall,)
    examples = (
        Example(
            bad="""\
import mxnet as mx
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        mx.random.seed(7)
        return x + np.random.normal(0, 1, (1, 3))
""",
            good="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return x + np.random.normal(0, 1, (1, 3)) * 0
""",
            inputs="[(2, 3)]",
            shown_as="calls",
        ),
    )

    def judge(self, event: SeedInCall, api: Api) -> Iterator[Report]:
        yield Report("the seed is silently set once after hybridize(), in the first call; set it outside of the block")


class ParameterSetWhileRecording(RuleOfMXNet2):
    code = "HYB816"
    name = "parameter-set-while-recording"
    summary = "parameter that `forward` sets with `set_data`"
    after_hybridize = (
        "Raises `MXNetError: … Inplace operations (+=, -=, x[:]=, etc) are not supported when recording in deferred "
        "compute mode`."
    )
    why = "`set_data` writes into the array of the parameter, and a graph has no arrays to write into."
    instead = (
        "Set parameters outside of `forward`: in the training loop, or in a Trainer. Running values are kept by "
        "`nn.BatchNorm`."
    )
    events = (ParameterChanged,)
    examples = (
        Example(
            bad="""\
from mxnet import np
from mxnet.gluon import HybridBlock, Parameter


class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.scale = Parameter("scale", shape=(1, 3), init="ones")

    def forward(self, x):
        self.scale.set_data(self.scale.data() * 2)
        return np.exp(x) * self.scale.data()
""",
            good="""\
from mxnet import np
from mxnet.gluon import HybridBlock, Parameter


class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.scale = Parameter("scale", shape=(1, 3), init="ones")

    def forward(self, x):
        return np.exp(x) * self.scale.data() * 2
""",
            inputs="[(2, 3)]",
        ),
    )

    def judge(self, event: ParameterChanged, api: Api) -> Iterator[Report]:
        if event.name == "set_data":
            yield Report(
                f"`{event.source}` raises after hybridize(): it writes into the parameter; set it outside of `forward`"
            )


class InputAmongOutputs(RuleOfMXNet2):
    code = "HYB817"
    name = "input-among-outputs"
    summary = "input returned as it came"
    after_hybridize = "Silent: the outputs agree, the gradient of the input does not."
    why = (
        "The graph of a hybridized block does not compute an output that is an input of it, and no gradient passes "
        "back through it: "
        "measured on 2.0.0b1."
    )
    instead = "`x * 1` or `np.copy(x)`; or leave it out, for the caller has it."
    silent = True
    events = (Returned,)
    examples = (
        Example(
            bad="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return x, np.exp(x)
""",
            good="""\
from mxnet import np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return x * 1, np.exp(x)
""",
            inputs="[(2, 3)]",
            shown_as="gradients",
        ),
    )

    def judge(self, event: Returned, api: Api) -> Iterator[Report]:
        for value in _flat(event.value):
            if isinstance(value, Tensor) and value.certain and value.is_still("input"):
                yield Report(
                    f"`{value.source}` silently gets another gradient after hybridize(), returned as it came; return "
                    f"`x * 1`"
                )
                return


class ScopeOfAutograd(RuleOfMXNet2):
    code = "HYB818"
    name = "scope-of-autograd"
    summary = "`autograd.pause()`, `train_mode()` or `predict_mode()` in `forward`"
    after_hybridize = "Silent: gradients flow, and operators follow the mode of the caller."
    why = f"{_RECORDED_ONCE} The scopes of `autograd` are not operators."
    instead = "`npx.stop_gradient(x)` for `pause`; `nn.Dropout` and `nn.BatchNorm` follow the mode of the caller."
    silent = True
    events = (ModeManager,)
    examples = (
        Example(
            bad="""\
from mxnet import autograd, npx
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        with autograd.pause():
            weight = npx.softmax(x)
        return weight * x
""",
            good="""\
from mxnet import npx
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        weight = npx.stop_gradient(npx.softmax(x))
        return weight * x
""",
            inputs="[(2, 3)]",
            shown_as="gradients",
        ),
    )

    def judge(self, event: ModeManager, api: Api) -> Iterator[Report]:
        if event.effect == "gradients":
            yield Report(
                "`autograd.pause()` silently has no effect after hybridize(): gradients flow; use `npx.stop_gradient`"
            )
        elif event.effect == "mode" and not event.name.endswith(".pause"):
            yield Report(
                f"`{event.source}` silently has no effect after hybridize(): operators follow the mode of the caller"
            )
