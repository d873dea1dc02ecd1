"""Operators that create arrays of a given shape."""

from __future__ import annotations

from hybridlint.attributes import Unknown
from hybridlint.shapes.calls import Call, Inconsistent, Result, Undetermined, items_of, shape_function
from hybridlint.shapes.decisions import ONE
from hybridlint.shapes.dimensions import Dimension, as_dimension

LITERAL = ONE.with_origin("literal")


@shape_function("ones", "zeros", "full", "empty", "of_shape")
def of_shape(call: Call) -> Result:
    result = []
    for item in items_of(call.attribute("shape")):
        if isinstance(item, Unknown):
            result.append(call.new_length())
        elif isinstance(item, Dimension):
            result.append(item)
        elif isinstance(item, int) and not isinstance(item, bool) and item > 0:
            result.append(LITERAL if item == 1 else as_dimension(item))
        else:
            raise Undetermined
    return tuple(result)


@shape_function("eye")
def eye(call: Call) -> Result:
    rows = call.length("N")
    columns = call.attributes.get("M")
    return (rows, rows if columns is None or isinstance(columns, int) and columns <= 0 else call.length("M"))


@shape_function("arange")
def arange(call: Call) -> Result:
    given = [call.attributes.get(name) for name in ("start", "stop", "step", "repeat")]
    if any(item is not None and (isinstance(item, bool) or not isinstance(item, int)) for item in given):
        return (call.new_length(),)
    start, stop, step, repeat = (item if isinstance(item, int) else None for item in given)
    if step == 0 or start is None and stop is None:
        raise Inconsistent
    if start is None or stop is None:
        start, stop = 0, start if stop is None else stop
    assert stop is not None
    count = len(range(start, stop, 1 if step is None else step)) * (1 if repeat is None else repeat)
    if count < 1:
        raise Inconsistent
    return (as_dimension(count),)


@shape_function("linspace")
def linspace(call: Call) -> Result:
    return (call.length("num"),)


@shape_function("arange_like")
def arange_like(call: Call) -> Result:
    dims = call.dims()
    if call.attribute("axis") is None:
        return dims
    if call.integer("repeat", 1) != 1:
        raise Undetermined
    return (dims[call.axis("axis", len(dims))],)


@shape_function("shape_array")
def shape_array(call: Call) -> Result:
    return (as_dimension(len(call.dims())),)


@shape_function("size_array")
def size_array(call: Call) -> Result:
    return (LITERAL,)
