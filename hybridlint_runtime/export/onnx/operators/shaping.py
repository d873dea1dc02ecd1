"""Shapes, matrix products, indices."""

from __future__ import annotations

from typing import Any, List

import numpy as np

from .building import Builder, adjusts


@adjusts("one_hot", fault="`on_value` and `off_value` are written as integers where the dtype is float16")
def _one_hot(build: Builder) -> str:
    dtype = np.dtype(build.attribute("dtype", "float32"))
    values = [build.attribute("off_value", 0.0), build.attribute("on_value", 1.0)]
    indices = build.cast(build.inputs[0], np.int64)
    # Negative indices count from the end in ONNX, and are invalid in MXNet.
    depth = int(build.attribute("depth"))
    negative = build.op("Less", indices, build.constant(0, np.int64))
    indices = build.op("Where", negative, build.constant(depth, np.int64), indices)
    return build.op("OneHot", indices, build.constant(depth, np.int64), build.constant(values, dtype), axis=-1)


@adjusts("reverse", fault="`axis=(1,)`, as `F.flip` and `F.reverse` write it, is rejected")
def _reverse(build: Builder) -> str:
    axis = build.attribute("axis")
    given = axis if isinstance(axis, tuple) else (axis,)
    axes = [item for item in dict.fromkeys(given) if given.count(item) % 2]  # an axis named twice is turned back
    starts, ends = [-1] * len(axes), [-(2**31)] * len(axes)
    vectors = [build.integers(*values) for values in (starts, ends, axes, [-1] * len(axes))]
    return build.op("Slice", build.inputs[0], *vectors)


@adjusts("_linalg_syrk")
def _syrk(build: Builder) -> str:
    data = build.inputs[0]
    perm = [*range(build.rank() - 2), build.rank() - 1, build.rank() - 2]
    turned = build.op("Transpose", data, perm=perm)
    operands = (turned, data) if build.attribute("transpose", False) else (data, turned)
    product = build.op("MatMul", *operands)
    return build.op("Mul", product, build.constant(float(build.attribute("alpha", 1.0))))


@adjusts("_contrib_index_array")
def _index_array(build: Builder) -> str:
    shape = build.op("Shape", build.inputs[0])
    ones = build.op("ConstantOfShape", shape)
    zero = build.op("Equal", ones, build.constant(0, np.float32))
    places = build.op("Transpose", build.op("NonZero", zero), perm=[1, 0])
    axes = build.attribute("axes")
    if axes is not None:
        places = build.op("Gather", places, build.integers(*(axis % build.rank() for axis in axes)), axis=1)
    return build.op("Reshape", places, build.op("Concat", shape, build.integers(-1), axis=0))


@adjusts("SequenceReverse", fault="Without `use_sequence_length` the converter makes a model that onnx.checker rejects")
def _sequence_reverse(build: Builder) -> str:
    if not build.attribute("use_sequence_length", False):
        vectors = [build.integers(value) for value in (-1, -(2**31), 0, -1)]
        return build.op("Slice", build.inputs[0], *vectors)
    # Reversing one element or none has the same result; ONNX Runtime 1.19 leaves the result unset for none.
    lengths = build.op("Max", build.cast(build.inputs[1], np.int64), build.integers(1))
    return build.op("ReverseSequence", build.inputs[0], lengths, batch_axis=1, time_axis=0)


@adjusts("SequenceMask", fault="`value` is written as float32 where the dtype is float16")
def _sequence_mask(build: Builder) -> str:
    data = build.inputs[0]
    if not build.attribute("use_sequence_length", False):
        return data
    axis, rank = int(build.attribute("axis", 0)), build.rank()
    places = build.range(axis)
    lengths = build.cast(build.inputs[1], np.int64)
    if axis == 0:
        inside = build.op("Less", build.op("Reshape", places, build.integers(-1, 1)), lengths)
    else:
        inside = build.op("Less", places, build.op("Reshape", lengths, build.integers(-1, 1)))
    inside = build.op("Reshape", inside, build.integers(0, 0, *[1] * (rank - 2)))
    return build.op("Where", inside, data, build.constant(float(build.attribute("value", 0.0))))


@adjusts("_contrib_arange_like", fault="float16 is rejected by onnx.checker")
def _arange_like(build: Builder) -> str:
    if int(build.attribute("repeat", 1)) != 1:
        raise NotImplementedError("repeat is not 1: divide by it, and round down")
    shape, axis = build.op("Shape", build.inputs[0]), build.attribute("axis")
    if axis is None:
        count = build.op("ReduceProd", shape, keepdims=0)
        places = build.op("Range", build.constant(0, np.int64), count, build.constant(1, np.int64))
    else:
        places = build.range(int(axis) % build.rank())
    start, step = float(build.attribute("start", 0)), float(build.attribute("step", 1))
    if build.dtypes[0] == np.float16 and not (start.is_integer() and step.is_integer()):
        raise NotImplementedError("MXNet drops the fraction of start and step in float16: cast to float32 first")
    wide = np.float32 if build.dtypes[0] in (np.float16, np.float32) else np.float64
    made = build.op("Mul", build.cast(places, wide), build.constant(step, wide))
    made = build.op("Add", made, build.constant(start, wide))
    if axis is None:
        made = build.op("Reshape", made, shape)
    return build.cast(made, build.dtypes[0])


@adjusts("FullyConnected", fault="Where `flatten` or `no_bias` is omitted, the default differs from that of MXNet")
def _fully_connected(build: Builder) -> str:
    data, weight = build.inputs[:2]
    if build.attribute("flatten", True):
        data = build.op("Flatten", data, axis=1)
        if not build.attribute("no_bias", False):
            return build.op("Gemm", data, weight, build.inputs[2], transB=1)
    turned = build.op("Transpose", weight, perm=[1, 0])
    product = build.op("MatMul", data, turned)
    return product if build.attribute("no_bias", False) else build.op("Add", product, build.inputs[2])


@adjusts(
    "Reshape", fault="The codes -2, -3 and -4 are rejected except for a few combinations, and so is most of `reverse`"
)
def _reshape(build: Builder) -> str:
    """Every dimension that a code copies is read from the tensor, so that the batch stays open."""
    given = build.attribute("shape", ())
    codes = list(given) if isinstance(given, tuple) else [int(given)]
    if not codes:
        raise NotImplementedError("target_shape is deprecated: pass shape")
    reverse = bool(build.attribute("reverse", False))
    if reverse and -4 in codes:
        raise NotImplementedError("reverse=True with the code -4: write the shape from the left")
    places = list(range(build.rank()))
    if reverse:
        codes.reverse()
        places.reverse()
    pieces: List[str] = []

    def length(place: int) -> str:
        return build.length(places[place])

    source, position = 0, 0
    while position < len(codes):
        code = codes[position]
        if code > 0 or code == -1:
            pieces.append(build.integers(code))
            source += 1
        elif code == 0:
            pieces.append(length(source))
            source += 1
        elif code == -2:
            pieces += [length(place) for place in range(source, len(places))]
            source = len(places)
        elif code == -3:
            pieces.append(build.op("Mul", length(source), length(source + 1)))
            source += 2
        else:  # -4: one dimension becomes the two that follow, one of which may be -1
            left, right = codes[position + 1 : position + 3]
            whole = length(source)
            first = build.op("Div", whole, build.integers(right)) if left == -1 else build.integers(left)
            second = build.op("Div", whole, build.integers(left)) if right == -1 else build.integers(right)
            pieces += [first, second]
            source, position = source + 1, position + 2
        position += 1
    if reverse:
        pieces.reverse()
    shape = build.op("Concat", *pieces, axis=0) if len(pieces) > 1 else pieces[0]
    return build.op("Reshape", build.inputs[0], shape)


@adjusts("SequenceLast")
def _sequence_last(build: Builder) -> str:
    axis = int(build.attribute("axis", 0))
    if not build.attribute("use_sequence_length", False):
        return build.op("Gather", build.inputs[0], build.constant(-1, np.int64), axis=axis)
    perm = [1, 0, *range(2, build.rank())]
    data = build.op("Transpose", build.inputs[0], perm=perm) if axis == 0 else build.inputs[0]
    last = build.op("Sub", build.cast(build.inputs[1], np.int64), build.integers(1))
    places = build.op("Reshape", last, build.integers(-1, 1))
    return build.op("GatherND", data, places, batch_dims=1)


@adjusts("_contrib_AdaptiveAvgPooling2D", fault="Only an output of size 1 is converted")
def _adaptive_average_pooling(build: Builder) -> str:
    """The means of rows and of columns are matrix products."""
    size = build.attribute("output_size", ()) or (1, 1)
    size = size if isinstance(size, tuple) else (size,)
    size = size * 2 if len(size) == 1 else size
    shape = build.shapes[0]
    if shape is None:
        raise NotImplementedError("the height and width of its input are not known")
    rows = build.constant(_means(shape[2], size[0]))
    columns = build.constant(_means(shape[3], size[1]).T)
    return build.op("MatMul", build.op("MatMul", rows, build.inputs[0]), columns)


def _means(length: int, parts: int) -> Any:
    """Return the matrix that averages `parts` ranges of `length` values, bounded as in adaptive_avg_pooling.cc."""
    matrix = np.zeros((parts, length))
    for part in range(parts):
        start, end = part * length // parts, -(-(part + 1) * length // parts)
        matrix[part, start:end] = 1 / (end - start)
    return matrix
