"""Operators that move, insert and remove axes."""

from __future__ import annotations

from hybridlint.shapes.calls import (
    Call,
    Inconsistent,
    Result,
    Undetermined,
    checked_axis,
    checked_length,
    shape_function,
)
from hybridlint.shapes.decisions import ONE
from hybridlint.shapes.dimensions import function_of, product

INSERTED = ONE.with_origin("inserted")


@shape_function("transpose")
def transpose(call: Call) -> Result:
    dims, axes = call.dims(), call.integers("axes")
    if not axes:
        if len(dims) > 2:
            call.doubt()  # `x.T` is usual for matrices only
        return dims[::-1]
    if len(axes) != len(dims):
        raise Inconsistent
    return tuple(dims[checked_axis(axis, len(dims))] for axis in axes)


@shape_function("swapaxes", "SwapAxis")
def swapaxes(call: Call) -> Result:
    dims = list(call.dims())
    first, second = call.axis("dim1", len(dims), 0), call.axis("dim2", len(dims), 0)
    dims[first], dims[second] = dims[second], dims[first]
    return tuple(dims)


@shape_function("expand_dims")
def expand_dims(call: Call) -> Result:
    dims = call.dims()
    place = call.axis("axis", len(dims) + 1)
    return (*dims[:place], INSERTED, *dims[place:])


@shape_function("squeeze")
def squeeze(call: Call) -> Result:
    dims, axes = call.dims(), call.integers("axis")
    if axes is None:
        if any(dim.constant is None for dim in dims):
            raise Undetermined
        return tuple(dim for dim in dims if dim != ONE) or (ONE,)
    dropped = {checked_axis(axis, len(dims)) for axis in axes}
    if len(dropped) != len(axes):
        raise Inconsistent
    for axis in dropped:
        if dims[axis] != ONE:
            call.doubt()
        call.assume_equal(dims[axis], ONE)
    return tuple(dim for axis, dim in enumerate(dims) if axis not in dropped) or (ONE,)


@shape_function("flatten", "Flatten")
def flatten(call: Call) -> Result:
    dims = call.dims()
    return dims if len(dims) == 2 else (dims[0], product(dims[1:]))


@shape_function("drop_first_axis")
def drop_first_axis(call: Call) -> Result:
    """Return the shape of a row, the argument of a step of `foreach`."""
    return call.dims()[1:] or (ONE,)


@shape_function("first_output")
def first_output(call: Call) -> Result:
    """Return the shape of `x[0]` in a graph, where it is all of `x` rather than the first row."""
    call.assume_several(call.dims()[0])
    return call.dims()


@shape_function("prepend_axis")
def prepend_axis(call: Call) -> Result:
    """Return the shape of the stacked outputs of the steps of a loop."""
    return (call.length("length"), *call.dims())


@shape_function("cumsum")
def cumsum(call: Call) -> Result:
    dims = call.dims()
    if call.attribute("axis") is None:
        return (product(dims),)
    call.axis("axis", len(dims))
    return dims


@shape_function("diag")
def diag(call: Call) -> Result:
    dims, offset = call.dims(), call.integer("k", 0)
    if len(dims) == 1:
        return (dims[0] + abs(offset),) * 2
    first, second = call.axis("axis1", len(dims), 0), call.axis("axis2", len(dims), 1)
    if first == second:
        raise Inconsistent
    rows, columns = dims[first] + min(offset, 0), dims[second] - max(offset, 0)
    others = (length for axis, length in enumerate(dims) if axis not in (first, second))
    return (*others, checked_length(function_of("min", rows, columns)))
