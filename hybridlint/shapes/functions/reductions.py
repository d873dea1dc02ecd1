"""Reductions."""

from __future__ import annotations

from typing import Iterable, List, Tuple

from hybridlint.attributes import Unknown
from hybridlint.shapes.calls import (
    Call,
    Inconsistent,
    Result,
    checked_axis,
    integers_of,
    shape_function,
)
from hybridlint.shapes.decisions import ONE, Dims
from hybridlint.shapes.dimensions import Dimension, product


def reduced(call: Call, dims: Dims, axes: Iterable[int], keepdims: bool) -> Dims:
    """Return `dims` without `axes`, or with length 1 there, assuming that each of them is longer than 1."""
    gone = set(axes)
    if len(gone) == len(dims) and not isinstance(call.attributes.get("axis"), tuple):
        everything = product(dims)
        call.assume_several(everything)
        if everything == ONE:
            call.doubt()
    else:
        for axis in gone:
            call.assume_several(dims[axis])
        if all(dims[axis] == ONE for axis in gone):
            call.doubt()  # nothing is reduced
    if 0 not in gone:
        call.assume_batch(dims[0])
    if keepdims:
        return tuple(ONE if axis in gone else length for axis, length in enumerate(dims))
    return tuple(length for axis, length in enumerate(dims) if axis not in gone) or (ONE,)


@shape_function("reduce")
def reduce(call: Call) -> Result:
    """Return the output shape of an operator with `axis`, `keepdims` and `exclude`. The attribute `default` is the axis
    of a call without one, or "all"."""
    dims, keepdims = call.dims(), call.flag("keepdims")
    axis = call.attributes.get("axis", call.attributes.get("default"))
    excludes = call.flag("exclude")
    if isinstance(axis, Unknown):
        # The configuration selects one axis.
        return [reduced(call, dims, _but(dims, [item]) if excludes else [item], keepdims) for item in range(len(dims))]
    axes = _axes(axis, len(dims))
    if axis == -1 and len(dims) == 1:
        call.doubt()  # there are others before the last axis
    if excludes and axis not in (None, (), "all"):
        axes = _but(dims, axes)
        if not axes:
            call.doubt()  # nothing would be reduced
    return reduced(call, dims, axes, keepdims)


def _but(dims: Dims, axes: List[int]) -> List[int]:
    return [axis for axis in range(len(dims)) if axis not in axes]


def _axes(axis: object, rank: int) -> List[int]:
    if axis is None or axis == () or axis == "all":
        return list(range(rank))
    axes = [checked_axis(item, rank) for item in integers_of(axis)]
    if len(set(axes)) != len(axes):
        raise Inconsistent
    return axes


@shape_function("moments")
def moments(call: Call) -> Result:
    dims = call.dims()
    return reduced(call, dims, _axes(call.attribute("axes"), len(dims)), call.flag("keepdims"))


@shape_function("topk")
def topk(call: Call) -> Result:
    dims = call.dims()
    kind = call.attribute("ret_typ", "indices")
    if kind == "mask":
        return dims
    place = call.axis("axis", len(dims), -1)
    wanted = call.attributes.get("k", 1)
    if isinstance(wanted, int) and wanted < 1:
        return dims
    count = call.count("k", 1)
    if dims[place].constant is None:
        call.assume_at_least(dims[place], max(count.constant or 1, 2))
    return (*dims[:place], count, *dims[place + 1 :])


@shape_function("pick", of=("data",))
def pick(call: Call) -> Result:
    dims = call.dims()
    return reduced(call, dims, [call.axis("axis", len(dims), -1)], call.flag("keepdims"))


@shape_function("softmax", "log_softmax", of=("data",))
def softmax(call: Call) -> Result:
    dims, axis = call.dims(), call.attributes.get("axis", -1)
    if isinstance(axis, int):
        call.assume_several(dims[checked_axis(axis, len(dims))])
    return dims


@shape_function("softmax_cross_entropy", "full_reduction")
def to_one_number(call: Call) -> Result:
    return (ONE,)


@shape_function("batch_vector")
def batch_vector(call: Call) -> Result:
    """Return the shape of a vector with one number for each sample, as the losses of Gluon return."""
    call.assume_batch(call.dims()[0])
    return (call.dims()[0],)


def one_length(dims: Dims, axis: int, length: Dimension) -> Tuple[Dimension, ...]:
    """Return `dims` with another length of one axis."""
    return (*dims[:axis], length, *dims[axis + 1 :])


def squeezed(dims: Dims, axis: int) -> Dims:
    """Return `dims` without one axis."""
    return (*dims[:axis], *dims[axis + 1 :]) or (ONE,)
