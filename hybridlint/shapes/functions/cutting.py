"""Operators that slice or split an array."""

from __future__ import annotations

from typing import Optional, Tuple

from hybridlint.attributes import Unknown
from hybridlint.shapes.calls import (
    Call,
    Inconsistent,
    Position,
    Result,
    Undetermined,
    checked_axis,
    checked_length,
    items_of,
    shape_function,
)
from hybridlint.shapes.decisions import ONE, Dims
from hybridlint.shapes.dimensions import Dimension, as_dimension, floor_divided
from hybridlint.shapes.functions.reductions import one_length, squeezed


@shape_function("split", "SliceChannel")
def split(call: Call) -> Result:
    """Return the shape of each part."""
    dims = call.dims()
    axis = call.axis("axis", len(dims), 1)
    count = call.count("num_outputs").constant
    if count is None:
        return squeezed(dims, axis) if call.flag("squeeze_axis") else one_length(dims, axis, call.new_length())
    return _equal_part(call, dims, axis, count)


def _equal_part(call: Call, dims: Dims, axis: int, count: int) -> Dims:
    """Return the shape of each of `count` equal parts along `axis`."""
    call.assume_at_least(dims[axis], count)
    length = dims[axis] if count == 1 else checked_length(dims[axis] / count)
    if call.flag("squeeze_axis"):
        call.assume_equal(length, ONE)
        return squeezed(dims, axis)
    return one_length(dims, axis, length)


@shape_function("split_v2")
def split_v2(call: Call) -> Result:
    """Return the shape of each part, if they are equal."""
    dims, sections = call.dims(), call.length("indices_or_sections").constant
    if sections is None:
        raise Undetermined
    return _equal_part(call, dims, call.axis("axis", len(dims), 0), sections)


@shape_function("slice_axis")
def slice_axis(call: Call) -> Result:
    dims = call.dims()
    axis = call.axis("axis", len(dims))
    begin, end = call.position("begin"), call.position("end")
    return one_length(dims, axis, _cut(call, dims[axis], begin, end, 1, clips=False))


@shape_function("slice")
def slice_(call: Call) -> Result:
    dims = list(call.dims())
    begin, end = _ends(call, "begin"), _ends(call, "end")
    step = _ends(call, "step") if call.attributes.get("step") is not None else ()
    if len(begin) > len(dims) or len(begin) != len(end):
        raise Inconsistent
    for axis, (first, last) in enumerate(zip(begin, end)):
        stride = step[axis] if axis < len(step) and step[axis] is not None else 1
        assert stride is not None
        dims[axis] = _cut(call, dims[axis], first, last, stride)
    return tuple(dims)


def _ends(call: Call, name: str) -> Tuple[Optional[int], ...]:
    items = items_of(call.attribute(name))
    if not all(item is None or isinstance(item, int) and not isinstance(item, bool) for item in items):
        raise Undetermined
    return tuple(items)


def _cut(call: Call, length: Dimension, begin: Position, end: Position, step: int, clips: bool = True) -> Dimension:
    """Return the length of an axis sliced from `begin` to `end`, assuming that the axis has these positions. With
    `clips` an `end` beyond a known length is no error."""
    if isinstance(begin, Unknown) or isinstance(end, Unknown):
        if not (isinstance(begin, Unknown) and isinstance(end, Unknown) and begin.is_before(end)):
            return call.new_length()
        return ONE
    known = length.constant
    if clips and known is not None and end is not None and end > known:
        end = None
    if begin is None and end is None and abs(step) == 1:
        return length
    if step == 0:
        raise Inconsistent
    if step < 0:
        raise Undetermined
    first = as_dimension(0) if begin is None else as_dimension(begin) if begin >= 0 else length + begin
    last = length if end is None else as_dimension(end) if end >= 0 else length + end
    if begin is not None:
        call.assume_at_least(length, begin + 1 if begin >= 0 else -begin)
    if end is not None:
        call.assume_at_least(length, abs(end))
    if (begin or 0) >= 0 and end is not None and end < 0:
        call.assume_at_least(length, (begin or 0) - end + 1)
    span = last - first
    if span.constant is not None and span.constant < 1:
        raise Inconsistent
    if begin in (None, 0) and end is not None and end > 0 and known is None:
        call.assume_at_least(length, end + 1)  # otherwise the slice would be pointless
    if span == ONE:
        call.assume_several(length)
        return ONE
    return span if step == 1 else floor_divided(span + (step - 1), step)


@shape_function("slice_like")
def slice_like(call: Call) -> Result:
    dims, like, axes = list(call.dims(0)), call.dims(1), call.integers("axes")
    if not axes and len(dims) != len(like):
        raise Inconsistent
    for axis in axes or range(len(dims)):
        dims[checked_axis(axis, len(dims))] = like[checked_axis(axis, len(like))]
    return tuple(dims)


@shape_function("SequenceLast", of=("data",))
def sequence_last(call: Call) -> Result:
    dims = call.dims()
    if len(dims) < 2:
        raise Inconsistent
    axis = call.axis("axis", len(dims), 0)
    call.assume_several(dims[axis])
    return squeezed(dims, axis)


@shape_function("SequenceMask", "SequenceReverse", of=("data", "sequence_length"))
def masked(call: Call) -> Result:
    """Return the shape of the data; there is one length for each sample."""
    dims, axis = call.dims(), call.attributes.get("axis", 0)
    lengths = call.shapes[1] if len(call.shapes) > 1 else None
    if lengths is not None and axis in (0, 1) and call.attributes.get("use_sequence_length") is True:
        if len(dims) < 2 or len(lengths) != 1:
            raise Inconsistent
        call.assume_equal(dims[0 if axis else 1], lengths[0])
    return dims
