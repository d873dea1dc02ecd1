"""`reshape`, and operators that broadcast to a given shape."""

from __future__ import annotations

from typing import List, Optional, Tuple, Union

from hybridlint.attributes import Unknown
from hybridlint.shapes.calls import (
    Call,
    Inconsistent,
    Result,
    Undetermined,
    checked_axis,
    checked_length,
    integers_of,
    items_of,
    shape_function,
)
from hybridlint.shapes.decisions import ONE, Dims
from hybridlint.shapes.dimensions import Dimension, as_dimension, product
from hybridlint.shapes.functions.axes import INSERTED


@shape_function("reshape", "Reshape")
def reshape(call: Call) -> Result:
    """Apply MXNet's codes: 0 copies a length, -1 infers one, -2 copies all others, -3 merges two, -4 splits one."""
    codes = _codes(call)
    dims = call.shapes[0] if call.shapes else None
    if dims is None:
        # Literal lengths do not depend on the shape of the operand.
        if any(isinstance(code, int) and code < -1 for code in codes):
            raise Undetermined
        return tuple(
            INSERTED
            if code == 1
            else as_dimension(code)
            if isinstance(code, Dimension) or isinstance(code, int) and code > 0
            else call.new_length()
            for code in codes
        )
    if not call.flag("reverse"):
        return _reshaped(call, dims, codes)
    if any(isinstance(code, Unknown) or isinstance(code, int) and code < -2 for code in codes):
        raise Undetermined
    return _reshaped(call, dims[::-1], codes[::-1])[::-1]


def _codes(call: Call) -> Tuple[Union[int, Dimension, object], ...]:
    codes = items_of(call.attribute("shape"))
    if not codes or not all(
        isinstance(code, (Unknown, Dimension)) or isinstance(code, int) and not isinstance(code, bool) for code in codes
    ):
        raise Undetermined
    return tuple(codes)


def _reshaped(call: Call, dims: Dims, codes: Tuple[object, ...]) -> Dims:
    dimensions: List[Dimension] = []
    # Where MXNet writes the inferred length: it counts codes, not lengths, which differ after -2 and -4.
    inferred: Optional[int] = None
    place, unknown = 0, []
    codes_left = list(codes)
    while codes_left:
        code = codes_left.pop(0)
        if isinstance(code, Unknown):
            unknown.append(len(dimensions))
            dimensions.append(call.new_length())
            place += 1
        elif isinstance(code, Dimension) or isinstance(code, int) and code > 0:
            length = as_dimension(code)
            dimensions.append(INSERTED if length.constant == 1 else length)
            place += 1
        elif code == 0:
            dimensions.append(_at(dims, place))
            place += 1
        elif code == -1:
            if inferred is not None:
                raise Inconsistent
            inferred = len(codes) - len(codes_left) - 1
            dimensions.append(as_dimension(1))
            place += 1
        elif code == -2:
            dimensions.extend(dims[place:])
            place = len(dims)
        elif code == -3:
            dimensions.append(_at(dims, place) * _at(dims, place + 1))
            place += 2
        elif code == -4:
            if len(codes_left) < 2:
                raise Inconsistent
            dimensions.extend(_split(_at(dims, place), codes_left.pop(0), codes_left.pop(0)))
            place += 1
        else:
            raise Inconsistent
    if inferred is None:
        result = tuple(dimensions)
        if not unknown:
            call.assume_equal(product(dims), product(result))
        elif len(unknown) == 1:
            rest = [item for position, item in enumerate(result) if position != unknown[0]]
            length = checked_length(product(dims) / product(rest))
            return (*result[: unknown[0]], length, *result[unknown[0] + 1 :])
        return result
    if inferred >= len(dimensions):
        raise Undetermined  # MXNet writes out of bounds
    call.assume_equal(dimensions[inferred], as_dimension(1))
    dimensions[inferred] = call.new_length() if unknown else checked_length(product(dims) / product(dimensions))
    return tuple(dimensions)


def _at(dims: Dims, place: int) -> Dimension:
    if place >= len(dims):
        raise Inconsistent
    return dims[place]


def _split(length: Dimension, first: object, second: object) -> Tuple[Dimension, Dimension]:
    if not isinstance(first, (int, Dimension)) or not isinstance(second, (int, Dimension)):
        raise Undetermined
    if first == second == -1 or any(isinstance(part, int) and part < 1 and part != -1 for part in (first, second)):
        raise Inconsistent
    if first == -1:
        return checked_length(length / second), as_dimension(second)
    if second == -1:
        return as_dimension(first), checked_length(length / first)
    return as_dimension(first), as_dimension(second)


@shape_function("reshape_like", of=("rhs",))
def reshape_like(call: Call) -> Result:
    if any(call.attributes.get(name) is not None for name in ("lhs_begin", "lhs_end", "rhs_begin", "rhs_end")):
        raise Undetermined
    return call.dims(-1)


@shape_function("broadcast_to")
def broadcast_to(call: Call) -> Result:
    dims, shape = call.dims(), _codes(call)
    if len(dims) != len(shape):
        raise Inconsistent if len(dims) > len(shape) else Undetermined
    return tuple(
        length
        if code == 0 or isinstance(code, Unknown) and length != ONE
        else call.new_length()
        if isinstance(code, Unknown)
        else call.broadcast((length,), (as_dimension(code),))[0]  # type: ignore[arg-type]
        for length, code in zip(dims, shape)
    )


@shape_function("broadcast_axis", "broadcast_axes")
def broadcast_axis(call: Call) -> Result:
    dims = list(call.dims())
    axes, sizes = (integers_of(call.attribute(name)) for name in ("axis", "size"))
    if len(axes) != len(sizes):
        raise Undetermined
    for axis, size in zip((checked_axis(axis, len(dims)) for axis in axes), sizes):
        call.assume_equal(dims[axis], as_dimension(1))
        dims[axis] = as_dimension(size)
    return tuple(dims)


@shape_function("broadcast_like")
def broadcast_like(call: Call) -> Result:
    like, own, others = call.dims(1), call.integers("lhs_axes"), call.integers("rhs_axes")
    if own is None or others is None:
        return like
    dims = list(call.dims(0))
    for axis, other in zip(own, others):
        dims[checked_axis(axis, len(dims))] = like[checked_axis(other, len(like))]
    return tuple(dims)
