"""`symbol[index]`: a Symbol is a sequence of the outputs of its operator, not of rows."""

from __future__ import annotations

from typing import Iterator, Optional, Tuple

from hybridlint.divergences import Divergence, Kind
from hybridlint.events import Subscript
from hybridlint.mxnet_api import Api
from hybridlint.queries import integer_of, tensor
from hybridlint.values import ImperativeArray, NumPyArray, Plain, Sequence, Slice, Tensor, Value

#: The start, the stop and the step of a slice.
Bounds = Tuple[Optional[int], Optional[int], Optional[int]]
_FINE, _SILENT, _ERROR = "fine", "silent", "error"


def index(event: Subscript, api: Api) -> Iterator[Divergence]:
    array = tensor(event.tensor, numpy=True)
    if array is None or event.context != "load":
        return
    if array.numpy:
        if array.certain and array.outputs == 1:
            if _is_beyond_basic(event.index):
                yield Kind.BEYOND_BASIC_INDEXING.at(event)
            elif integer_of(event.index) == -1:
                yield Kind.LAST_ROW.at(event)
        return
    outcome = _outcome(array, event.index)
    if outcome == _ERROR:
        kind = Kind.OUTPUTS_INDEXED if array.as_list else Kind.NO_SUCH_OUTPUT
        yield kind.at(event, *_errors(event.index, array.outputs))
    elif outcome == _SILENT and not array.holds_one_number:
        yield Kind.WHOLE_TENSOR.at(event)


def _outcome(array: Tensor, index: Value) -> str:
    """Return what `array[index]`, which works imperatively, does while tracing."""
    if isinstance(index, (Sequence, Tensor, NumPyArray, ImperativeArray)) or (
        isinstance(index, Plain) and (index.type in ("NoneType", "ellipsis") or index.type.startswith("numpy."))
    ):
        return _ERROR
    if not array.certain:
        return _FINE
    number = _number(index)
    if array.outputs is None:
        return _ERROR if number is not None and number < 0 else _FINE
    if isinstance(index, Slice):
        return _outcome_of_slice(array.outputs, index)
    if number is None:
        if isinstance(index, Plain) and index.type not in ("int", "bool", ""):
            return _FINE
        return _ERROR if array.outputs == 1 else _FINE
    if array.outputs == 1:
        return _SILENT if number == 0 else _ERROR
    return _ERROR if number < 0 else _FINE


def _number(index: Value) -> Optional[int]:
    """Return the integer that `index` certainly is; of the index of a loop, a negative one of the second round: code
    often does something else in the first one."""
    later = index.in_second_round if isinstance(index, Plain) else None
    return later if later is not None and later < 0 else integer_of(index)


def _outcome_of_slice(outputs: int, index: Slice) -> str:
    bounds = _bounds(index)
    if bounds is None:
        return _ERROR if outputs == 1 else _FINE
    start, stop, step = bounds
    if step == 0:
        return _FINE
    chosen = _looked_up(bounds, outputs)
    if outputs == 1:
        if not start and stop is None and step in (None, 1):
            return _FINE
        return _SILENT if chosen == range(1) else _ERROR
    return _FINE if chosen == range(outputs)[slice(start, stop, step)] else _ERROR


def _bounds(index: Slice) -> Optional[Bounds]:
    """Return the start, the stop and the step of a slice; None if one is unknown."""
    parts = (index.lower, index.upper, index.step)
    if any(integer_of(part) is None and not (part is None or part.type == "NoneType") for part in parts):
        return None
    return integer_of(index.lower), integer_of(index.upper), integer_of(index.step)


def _looked_up(bounds: Bounds, outputs: int) -> range:
    """Return the outputs that a Symbol looks up for a slice, which may not exist."""
    start, stop, step = bounds
    return range(0 if start is None else start, outputs if stop is None else stop, 1 if step is None else step)


def _errors(index: Value, outputs: Optional[int]) -> Tuple[str, ...]:
    """Return the names of the exceptions of which a Symbol of so many outputs raises one for this index."""
    number = _number(index)
    if isinstance(index, Slice):
        bounds = _bounds(index)
        if bounds is None or bounds[2] == 0 or outputs is None:
            return ("IndexError", "MXNetError", "TypeError")
        number = next((item for item in _looked_up(bounds, outputs) if not 0 <= item < outputs), None)
    elif number is None and isinstance(index, Plain) and index.type in ("int", "bool", ""):
        return ("IndexError", "MXNetError", "TypeError")
    if number is None:
        return ("TypeError",)  # no number, or no output at all
    return ("MXNetError",) if number < 0 else ("IndexError",)


def _is_beyond_basic(index: Value) -> bool:
    """Return whether an index of an `mx.np` array is more than integers and slices."""
    parts = index.items or () if isinstance(index, Sequence) and index.type == "tuple" else (index,)
    return any(
        isinstance(part, (Tensor, Sequence, NumPyArray, ImperativeArray))
        or isinstance(part, Plain)
        and part.type in ("NoneType", "ellipsis")
        for part in parts
    )


def item_assigned(event: Subscript, api: Api) -> Iterator[Divergence]:
    array = tensor(event.tensor, numpy=True)
    several_axes = isinstance(event.index, Sequence) and event.index.type == "tuple"  # a list has one
    if array is None or event.context == "load" or not (array.certain or several_axes):
        return
    if event.context == "delete" and not array.as_list:
        return  # an NDArray does not allow this either
    yield Kind.ITEM_ASSIGNED.at(event)
