"""Products of matrices."""

from __future__ import annotations

from hybridlint.shapes.calls import Call, Inconsistent, Result, Undetermined, shape_function
from hybridlint.shapes.decisions import ONE, Dims


@shape_function("dot")
def dot(call: Call) -> Result:
    first_turned, second_turned = call.flag("transpose_a"), call.flag("transpose_b")
    first, second = call.dims(0), call.dims(1)
    if first_turned:
        first = (*first[1:], first[0])
    if second_turned:
        second = (second[-1], *second[:-1])
    if len(first) == 1 < len(second):
        call.doubt()  # the left operand of a matrix usually has a batch axis
    call.assume_equal(first[-1], second[0])
    call.assume_several(first[-1])
    return (*first[:-1], *second[1:]) or (ONE,)


@shape_function("batch_dot")
def batch_dot(call: Call) -> Result:
    first, second = call.dims(0), call.dims(1)
    if len(first) != len(second) or len(first) < 3:
        raise Inconsistent
    if call.attributes.get("axis") is not None:
        raise Undetermined
    if len(first) > 3:
        call.doubt()  # matrices usually have one batch axis
    for left, right in zip(first[:-2], second[:-2]):
        call.assume_equal(left, right)
    first, second = _transposed(call, first, "transpose_a"), _transposed(call, second, "transpose_b")
    call.assume_equal(first[-1], second[-2])
    call.assume_several(first[-1])
    if first[-2] == second[-1]:
        call.assume_several(second[-1])  # each item with each item of the same sequence
    return (*first[:-1], second[-1])


def _transposed(call: Call, dims: Dims, name: str) -> Dims:
    return (*dims[:-2], dims[-1], dims[-2]) if call.flag(name) else dims
