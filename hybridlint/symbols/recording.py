"""MXNet 2: arrays that deferred compute records in place of Symbols.

`forward` runs once with arrays. MXNet records the operators that are applied to them, and no Python.
"""

from __future__ import annotations

from typing import Any, Iterator, Optional, Tuple, Union

from hybridlint.divergences import Divergence, Kind
from hybridlint.events import (
    BinaryOperation,
    BlockCall,
    InPlaceOperation,
    MethodCall,
    ModeManager,
    OperatorCall,
    ParameterChanged,
    Returned,
    Subscript,
    TensorKept,
    TruthTest,
)
from hybridlint.mxnet_api import Api
from hybridlint.queries import certain_tensor
from hybridlint.values import (
    LIST_OR_TUPLE,
    NONE,
    Arguments,
    ImperativeArray,
    Imported,
    Mapped,
    NumPyArray,
    Plain,
    Sequence,
    Slice,
    Tensor,
    Value,
)

#: Functions that compare arrays, and return one of them.
CHOOSING = ("max()", "min()", "sorted()", "filter()")


def choice(event: TruthTest, api: Api) -> Iterator[Divergence]:
    if event.construct in CHOOSING and certain_tensor(event.tensor, numpy=True) is not None:
        yield Kind.CHOSEN_ONCE.at(event)


def index(event: Subscript, api: Api) -> Iterator[Divergence]:
    array = certain_tensor(event.tensor, numpy=True)
    if event.context != "load" or array is None or array.outputs != 1:
        return
    index = event.index
    parts = index.items or () if isinstance(index, Sequence) and index.type == "tuple" else (index,)
    kind = next(filter(None, map(_kind_not_recorded, parts)), "")
    if kind:
        yield Kind.INDEX_NOT_RECORDED.at(event, part=kind)
    if _counts_from_the_end(event.index):
        mask = isinstance(event.index, Tensor)
        yield (Kind.SELECTION_OF_FIRST_CALL if mask else Kind.ROWS_OF_FIRST_CALL).at(event)


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
    return "" if value.integer is None or value.any_taint else value.integer


def array_not_recorded(
    event: Union[BinaryOperation, OperatorCall, MethodCall, Returned, BlockCall], api: Api
) -> Iterator[Divergence]:
    if isinstance(event, OperatorCall) and event.phase != "both":
        return
    array = next(filter(_is_not_recorded, _operands(event)), None)
    if array is not None:
        yield Kind.ARRAY_NOT_RECORDED.at(event, array=array)


def _operands(event: Union[BinaryOperation, OperatorCall, MethodCall, Returned, BlockCall]) -> Iterator[Value]:
    """Yield the values that must be recorded."""
    if isinstance(event, BinaryOperation):
        sides = (event.left, event.right)
        yield from sides if any(isinstance(side, Tensor) for side in sides) else ()
    elif isinstance(event, Returned):
        yield from _flat(event.value)
    else:
        given = [value for name, value in _named(event.arguments) if name != "out"]
        tensors = isinstance(event, MethodCall) or any(value.holds_tensor for value in given)
        for value in given if tensors else ():
            yield from _flat(value)


def _named(arguments: Arguments) -> Iterator[Tuple[str, Value]]:
    yield from (("", value) for value in arguments.positional)
    yield from arguments.keywords


def _is_not_recorded(value: Value) -> bool:
    return isinstance(value, ImperativeArray) or isinstance(value, NumPyArray) and bool(value.dims)


def writing(event: Union[InPlaceOperation, Subscript, OperatorCall, MethodCall], api: Api) -> Iterator[Divergence]:
    if isinstance(event, InPlaceOperation):
        written = certain_tensor(event.target, numpy=True) is not None
    elif isinstance(event, Subscript):
        written = event.context != "load" and certain_tensor(event.tensor, numpy=True) is not None
    else:
        tensors = any(value.holds_tensor for value in event.arguments.all())
        if isinstance(event, MethodCall):
            written = event.name == "copyto" and isinstance(event.tensor, Tensor) and tensors
        else:
            shuffled = event.path == "np.random.shuffle" and tensors
            written = event.arguments.keyword("out") not in (None, NONE) or shuffled
    if written:
        yield Kind.WRITTEN_WHILE_RECORDING.at(event)


def kinds(event: Returned, api: Api) -> Iterator[Divergence]:
    kind = next(filter(None, map(_kind_of_no_array, _flat(event.value))), "")
    if kind:
        yield Kind.OUTPUT_NOT_AN_ARRAY.at(event, kind=kind)


def _kind_of_no_array(value: Value) -> str:
    """Return the kind of a value that certainly is no array; "" for anything else."""
    if isinstance(value, Mapped):
        return "a dict"
    if value == NONE:
        return "None"
    if isinstance(value, Sequence):
        return "an iterator" if value.type == "iterator" else f"a {value.type}"
    return f"a Python {value.type or 'number'}" if isinstance(value, Plain) and (value.type or value.taint) else ""


def inputs(event: Returned, api: Api) -> Iterator[Divergence]:
    for value in _flat(event.value):
        if isinstance(value, Tensor) and value.certain and value.is_still("input"):
            yield Kind.INPUT_RETURNED.at(event, array=value)
            return


def operator(event: Union[OperatorCall, MethodCall], api: Api) -> Iterator[Divergence]:
    described: Any = None
    if isinstance(event, MethodCall):
        name = event.name
        if certain_tensor(event.tensor, numpy=True) is not None:
            described = api.np_method(name)
    else:
        name = event.path
        if event.phase == "both" and any(value.holds_tensor for value in event.arguments.all()):
            described = api.function(name)
    if described is not None and described.recorded is False:
        if isinstance(event, MethodCall) or not gives_number(name, event.arguments):
            yield Kind.OPERATOR_NOT_RECORDED.at(event, name=name)


#: Functions that NumPy computes, and that reduce all axes to a number of Python unless an axis is given.
_REDUCTIONS = frozenset(
    ["alltrue", "count_nonzero", "nanargmax", "nanargmin", "nanmax", "nanmedian", "nanmin", "nanprod", "nanstd"]
    + ["nansum", "nanvar", "ptp"]
)
#: Those that return a number if this argument is one.
_BY_ARGUMENT = {"searchsorted": (1, "v"), "digitize": (0, "x"), "nanpercentile": (1, "q"), "nanquantile": (1, "q")}


def gives_number(path: str, arguments: Arguments) -> bool:
    """Return whether a function of `mx.np` that is not recorded returns a number of Python for these arguments."""
    name = path.rpartition(".")[2]
    if name in _BY_ARGUMENT:
        return isinstance(arguments.get(*_BY_ARGUMENT[name]), Plain) and arguments.get(2, "axis") is None
    whole = arguments.get(1, "axis") in (None, NONE) and "keepdims" not in dict(arguments.keywords)
    return name in _REDUCTIONS and whole and isinstance(arguments.get(0, "a"), Tensor)


def parameter_changed(event: ParameterChanged, api: Api) -> Iterator[Divergence]:
    if event.name == "set_data":
        yield Kind.PARAMETER_SET.at(event)


def kept(event: TensorKept, api: Api) -> Iterator[Divergence]:
    if event.value.holds_tensor and event.read != "after":
        yield (Kind.ARRAY_READ_LATER if event.read else Kind.ARRAY_OF_FIRST_CALL).at(event)


def scope(event: ModeManager, api: Api) -> Iterator[Divergence]:
    if event.effect == "gradients" or event.effect == "mode" and not event.name.endswith(".pause"):
        yield (Kind.PAUSE_NOT_RECORDED if event.effect == "gradients" else Kind.SCOPE_NOT_RECORDED).at(event)


def _flat(value: Value) -> Iterator[Value]:
    """Yield the elements of nested lists and tuples; another kind of sequence as it is."""
    if isinstance(value, Sequence) and value.type in ("list", "tuple", LIST_OR_TUPLE):
        for item in value.possible_items():
            yield from _flat(item)
    else:
        yield value
