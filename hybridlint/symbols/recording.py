"""MXNet 2: arrays that deferred compute records in place of Symbols.

`forward` runs once with arrays. MXNet records the operators that are applied to them, and no Python.
"""

from __future__ import annotations

from typing import Any, Iterator, Optional, Tuple, Union

from hybridlint.dataclass import dataclass
from hybridlint.events import (
    Arguments,
    BinaryOperation,
    BlockCall,
    Divergence,
    InPlaceOperation,
    MethodCall,
    ModeManager,
    OperatorCall,
    ParameterChanged,
    Printing,
    Returned,
    Slice,
    Subscript,
    TensorKept,
    TruthTest,
)
from hybridlint.mxnet_api import Api
from hybridlint.queries import certain_tensor, contains_tensor
from hybridlint.symbols.base import Differs, Fails, Raises
from hybridlint.values import (
    LIST_OR_TUPLE,
    NONE,
    ImperativeArray,
    Imported,
    Mapped,
    NumPyArray,
    Plain,
    Sequence,
    Tensor,
    Value,
)


class ChosenOnce(Differs):
    """`max` and its like choose by the values of the first call."""

    event: TruthTest


@dataclass(frozen=True)
class IndexNotRecorded(Raises):
    """A part of the index is of a kind that is not recorded: "None", "Ellipsis", "bool" or "array"."""

    event: Subscript
    kind: str


class RowsOfFirstCall(Differs):
    """An index that counts from the end of the first axis selects the rows of the first call."""

    event: Subscript


@dataclass(frozen=True)
class ArrayNotRecorded(Raises):
    """`array`, which is not recorded, is an operand of a recorded operator or an output."""

    event: Union[BinaryOperation, OperatorCall, MethodCall, Returned, BlockCall]
    array: Value


class WrittenWhileRecording(Raises):
    """An array is written to, which deferred compute refuses."""

    event: Union[InPlaceOperation, Subscript, OperatorCall, MethodCall]


@dataclass(frozen=True)
class OutputNotAnArray(Fails):
    """`kind`, such as "a dict", is among the outputs."""

    event: Returned
    kind: str


@dataclass(frozen=True)
class OperatorNotRecorded(Raises):
    """The operator or method `name` is not recorded."""

    event: Union[OperatorCall, MethodCall]
    name: str


class ParameterSet(Raises):
    """`set_data` writes to a parameter."""

    event: ParameterChanged


class ArrayOfFirstCall(Differs):
    """The block holds the array of the first call."""

    event: TensorKept


class PrintedOnce(Differs):
    """Printing happens in the first call only."""

    event: Printing


@dataclass(frozen=True)
class InputReturned(Differs):
    """`array`, an input, is returned unchanged: its gradient differs."""

    event: Returned
    array: Tensor


class ScopeNotRecorded(Differs):
    """A scope of `autograd` is not recorded."""

    event: ModeManager


#: Functions that compare arrays, and return one of them.
CHOOSING = ("max()", "min()", "sorted()", "filter()")


def choice(event: TruthTest, api: Api) -> Iterator[ChosenOnce]:
    if event.construct in CHOOSING and certain_tensor(event.tensor, numpy=True) is not None:
        yield ChosenOnce(event)


def index(event: Subscript, api: Api) -> Iterator[Divergence]:
    if event.context != "load" or not _is_array(event.tensor):
        return
    index = event.index
    parts = index.items or () if isinstance(index, Sequence) and index.type == "tuple" else (index,)
    kind = next(filter(None, map(_kind_not_recorded, parts)), "")
    if kind:
        yield IndexNotRecorded(event, kind)
    if _counts_from_the_end(event.index):
        yield RowsOfFirstCall(event)


def _kind_not_recorded(part: Value) -> str:
    """Return the kind of a part of an index that is not recorded; "" for one that is."""
    if part == NONE or isinstance(part, Imported) and part.name.endswith(".newaxis"):
        return "None"
    if isinstance(part, Plain) and part.value is ...:
        return "Ellipsis"
    if isinstance(part, Plain) and type(part.value) is bool:
        return "bool"
    if isinstance(part, (ImperativeArray, NumPyArray)) or isinstance(part, Sequence) and part.type == "list":
        return "array"
    return "array" if isinstance(part, Tensor) and part.certain and part.dtype != "bool" else ""


def _counts_from_the_end(index: Value) -> bool:
    """Return whether what an index selects of the first axis depends on the length of that axis."""
    if isinstance(index, Tensor):
        return index.dtype == "bool"
    if isinstance(index, Slice):
        lower, upper, step = (_number(end) for end in (index.lower, index.upper, index.step))
        if step not in (None, 1):
            return False
        negative = any(type(end) is int and end < 0 for end in (lower, upper))
        return negative or type(lower) is int and lower > 0 and upper is None
    number = _number(index)
    return type(number) is int and number < 0


def _number(value: Optional[Value]) -> Any:
    """Return the integer that a part of a slice is; None if it is left out, "" if it is unknown."""
    if value is None or value == NONE:
        return None
    return value.value if isinstance(value, Plain) and type(value.value) is int and not value.taint else ""


def array_not_recorded(
    event: Union[BinaryOperation, OperatorCall, MethodCall, Returned, BlockCall], api: Api
) -> Iterator[ArrayNotRecorded]:
    if isinstance(event, OperatorCall) and event.phase != "both":
        return
    array = next(filter(_is_not_recorded, _operands(event)), None)
    if array is not None:
        yield ArrayNotRecorded(event, array)


def _operands(event: Union[BinaryOperation, OperatorCall, MethodCall, Returned, BlockCall]) -> Iterator[Value]:
    """Yield the values that must be recorded."""
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


def _is_not_recorded(value: Value) -> bool:
    return isinstance(value, ImperativeArray) or isinstance(value, NumPyArray) and bool(value.dims)


def writing(
    event: Union[InPlaceOperation, Subscript, OperatorCall, MethodCall], api: Api
) -> Iterator[WrittenWhileRecording]:
    if isinstance(event, InPlaceOperation):
        written = certain_tensor(event.target, numpy=True) is not None
    elif isinstance(event, Subscript):
        written = event.context != "load" and certain_tensor(event.tensor, numpy=True) is not None
    else:
        tensors = any(map(contains_tensor, event.arguments.all()))
        if isinstance(event, MethodCall):
            written = event.name == "copyto" and isinstance(event.tensor, Tensor) and tensors
        else:
            shuffled = event.path == "np.random.shuffle" and tensors
            written = event.arguments.keyword("out") not in (None, NONE) or shuffled
    if written:
        yield WrittenWhileRecording(event)


def kinds(event: Returned, api: Api) -> Iterator[OutputNotAnArray]:
    kind = next(filter(None, map(_kind_of_no_array, _flat(event.value))), "")
    if kind:
        yield OutputNotAnArray(event, kind)


def _kind_of_no_array(value: Value) -> str:
    """Return the kind of a value that certainly is no array; "" for anything else."""
    if isinstance(value, Mapped):
        return "a dict"
    if value == NONE:
        return "None"
    if isinstance(value, Sequence):
        return "an iterator" if value.type == "iterator" else f"a {value.type}"
    return f"a Python {value.type or 'number'}" if isinstance(value, Plain) and (value.type or value.taint) else ""


def inputs(event: Returned, api: Api) -> Iterator[InputReturned]:
    for value in _flat(event.value):
        if isinstance(value, Tensor) and value.certain and value.is_still("input"):
            yield InputReturned(event, value)
            return


def operator(event: Union[OperatorCall, MethodCall], api: Api) -> Iterator[OperatorNotRecorded]:
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
        yield OperatorNotRecorded(event, name)


def parameter_changed(event: ParameterChanged, api: Api) -> Iterator[ParameterSet]:
    if event.name == "set_data":
        yield ParameterSet(event)


def kept(event: TensorKept, api: Api) -> Iterator[ArrayOfFirstCall]:
    if contains_tensor(event.value) and event.read != "after":
        yield ArrayOfFirstCall(event)


def printing(event: Printing, api: Api) -> Iterator[PrintedOnce]:
    yield PrintedOnce(event)


def scope(event: ModeManager, api: Api) -> Iterator[ScopeNotRecorded]:
    if event.effect == "gradients" or event.effect == "mode" and not event.name.endswith(".pause"):
        yield ScopeNotRecorded(event)


def _is_array(value: Value) -> bool:
    """Return whether `value` certainly is one array, and no list of them."""
    return isinstance(value, Tensor) and value.certain and value.outputs == 1


def _flat(value: Value) -> Iterator[Value]:
    """Yield the elements of nested lists and tuples; another kind of sequence as it is."""
    if isinstance(value, Sequence) and value.type in ("list", "tuple", LIST_OR_TUPLE):
        for item in value.possible_items():
            yield from _flat(item)
    else:
        yield value
