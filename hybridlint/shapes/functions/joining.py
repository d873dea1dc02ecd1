"""Operators that join, repeat, pad or index arrays, and binary operators that broadcast."""

from __future__ import annotations

from typing import List

from hybridlint.shapes.calls import Call, Inconsistent, Result, Undetermined, integers_of, shape_function
from hybridlint.shapes.decisions import ONE, Dims
from hybridlint.shapes.dimensions import as_dimension, product
from hybridlint.shapes.functions.reductions import one_length


def _alike(call: Call, but: int = -1) -> List[Dims]:
    """Return the shapes of all operands, assuming that they are equal except at the axis `but`."""
    shapes = [call.dims(position) for position in range(len(call.shapes))]
    if not shapes or call.flag("more") and len(shapes) != 1:
        raise Undetermined
    for dims in shapes[1:]:
        if len(dims) != len(shapes[0]):
            raise Inconsistent
        for axis, (first, second) in enumerate(zip(shapes[0], dims)):
            if axis != but:
                call.assume_equal(first, second)
    return shapes


@shape_function("concat", "Concat", alike=True)
def concat(call: Call) -> Result:
    """Concatenate along `dim`. The attribute `more` marks an unknown number of operands with the shape of the only
    one."""
    first = call.dims()
    axis = call.axis("dim", len(first), 1)
    shapes = _alike(call, axis)
    total = call.new_length() if call.flag("more") else sum((dims[axis] for dims in shapes), as_dimension(0))
    return one_length(_most_known(shapes), axis, total)


@shape_function("stack", alike=True)
def stack(call: Call) -> Result:
    operands = [call.dims(position) for position in range(len(call.shapes))]
    if len(set(operands)) > 1 and len(set(map(product, operands))) == 1:
        raise Undetermined  # MXNet compares only the numbers of elements
    shapes = _alike(call)
    place = call.axis("axis", len(shapes[0]) + 1, 0)
    dims = _most_known(shapes)
    count = call.new_length() if call.flag("more") else as_dimension(len(shapes))
    return (*dims[:place], count, *dims[place:])


@shape_function("where", of=("x", "y"), alike=True)
@shape_function("add_n", "ElementWiseSum", alike=True)
def add_n(call: Call) -> Result:
    """Return the common shape of all operands."""
    return _most_known(_alike(call))


def _most_known(shapes: List[Dims]) -> Dims:
    """Return the meet of equal shapes: for each axis a known length, if there is one."""
    columns = zip(*shapes)
    return tuple(next((item for item in column if item.constant is not None), column[0]) for column in columns)


@shape_function("tile")
def tile(call: Call) -> Result:
    dims, counts = list(call.dims()), list(integers_of(call.attribute("reps")))
    dims, counts = [ONE] * (len(counts) - len(dims)) + dims, [1] * (len(dims) - len(counts)) + counts
    if min(counts) < 1:
        raise Undetermined
    return tuple(length if count == 1 else length * count for length, count in zip(dims, counts))


@shape_function("repeat")
def repeat(call: Call) -> Result:
    dims, count = call.dims(), call.length("repeats")
    if call.attribute("axis") is None:
        return (product(dims) * count,)
    axis = call.axis("axis", len(dims))
    return one_length(dims, axis, dims[axis] * count)


@shape_function("pad", "Pad")
def pad(call: Call) -> Result:
    dims, widths = call.dims(), integers_of(call.attribute("pad_width"))
    if len(widths) != 2 * len(dims) or len(dims) not in (4, 5):
        raise Inconsistent
    added = [widths[2 * axis] + widths[2 * axis + 1] for axis in range(len(dims))]
    return tuple(length + width if width else length for length, width in zip(dims, added))


@shape_function("broadcast")
def broadcast(call: Call) -> Result:
    """Return the output shape of a binary operator that broadcasts in a graph as well."""
    first, second = sorted((call.dims(0), call.dims(1)), key=len)
    if any(length.origin == "inserted" or length == ONE for length in second[: len(second) - len(first)]):
        call.doubt()  # an axis of length 1 is there to align with an axis of the other operand
    return call.broadcast(first, second)


@shape_function("one_hot", of=("indices",))
def one_hot(call: Call) -> Result:
    return (*call.dims(), call.count("depth"))


@shape_function("Embedding", of=("data",))
def embedding(call: Call) -> Result:
    return (*call.dims(), call.count("output_dim"))


@shape_function("take")
def take(call: Call) -> Result:
    dims, indices = call.dims(), call.dims(1)
    place = call.axis("axis", len(dims), 0)
    return (*dims[:place], *indices, *dims[place + 1 :])


@shape_function("gather_nd")
def gather_nd(call: Call) -> Result:
    dims, indices = call.dims(), call.dims(1)
    depth = indices[0].constant
    if depth is None:
        raise Undetermined
    if depth > len(dims):
        raise Inconsistent
    return (*indices[1:], *dims[depth:])


@shape_function("UpSampling")
def up_sampling(call: Call) -> Result:
    dims, scale = call.dims(rank=4), call.integer("scale")
    if len(call.shapes) != 1:
        raise Undetermined
    return (dims[0], dims[1], dims[2] * scale, dims[3] * scale)
