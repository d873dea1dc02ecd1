"""Sums, means and extremes along axes; sorting and picking."""

from __future__ import annotations

from typing import List

import numpy as np

from .building import Builder, adjusts

_REDUCTIONS = {
    "sum": "ReduceSum",
    "sum_axis": "ReduceSum",
    "mean": "ReduceMean",
    "prod": "ReduceProd",
    "max": "ReduceMax",
    "min": "ReduceMin",
}


def _axes(build: Builder) -> List[int]:
    """Return the axes that are reduced, counted from 0."""
    rank, given = build.rank(), build.attribute("axis")
    if given is None or given == ():
        return list(range(rank))
    chosen = {axis % rank for axis in (given if isinstance(given, tuple) else (given,))}
    return [axis for axis in range(rank) if (axis in chosen) != bool(build.attribute("exclude", False))]


@adjusts(*_REDUCTIONS, fault="`exclude=True` is ignored, and `sum` over all axes with `keepdims=True` does not load")
def _reduction(build: Builder) -> str:
    return _reduce(build, _REDUCTIONS[build.operator], build.inputs[0], _axes(build))


def _reduce(build: Builder, kind: str, data: str, axes: List[int]) -> str:
    """Add a reduction. Over all axes, the result has shape (1,) in MXNet and () in ONNX."""
    keep = bool(build.attribute("keepdims", False))
    if not axes:
        return data
    made = build.reduce(kind, data, axes, keep)
    return build.op("Reshape", made, build.integers(1)) if len(axes) == build.rank() and not keep else made


@adjusts("nansum", "nanprod")
def _nan_reduction(build: Builder) -> str:
    neutral, kind = (0, "ReduceSum") if build.operator == "nansum" else (1, "ReduceProd")
    data = build.op("Where", build.op("IsNaN", build.inputs[0]), build.constant(neutral), build.inputs[0])
    return _reduce(build, kind, data, _axes(build))


@adjusts("moments")
def _moments(build: Builder) -> List[str]:
    """The mean and the variance."""
    given = build.attribute("axes")
    axes = sorted(axis % build.rank() for axis in given) if given else list(range(build.rank()))
    centred = build.op("Sub", build.inputs[0], build.op("ReduceMean", build.inputs[0], axes=axes, keepdims=1))
    return [_reduce(build, "ReduceMean", data, axes) for data in (build.inputs[0], build.op("Mul", centred, centred))]


@adjusts("sort")
def _sort(build: Builder) -> str:
    axis = build.attribute("axis", -1)
    data = build.inputs[0]
    if axis is None:
        data, axis = build.op("Reshape", data, build.integers(-1)), 0
    else:
        axis = axis % build.rank()
    largest = int(not build.attribute("is_ascend", True))
    outputs = [build.new(), build.new()]
    return build.op("TopK", data, build.length(axis, data), outputs=outputs, axis=axis, largest=largest)


@adjusts("pick")
def _pick(build: Builder) -> str:
    """With `mode="clip"`, the default, indices are clipped to the valid range."""
    axis = build.attribute("axis", -1)
    if axis is None:
        raise NotImplementedError("axis=None: flatten first")
    axis, data = axis % build.rank(), build.inputs[0]
    indices = build.cast(build.inputs[1], np.int64)
    length = build.length(axis)
    if build.attribute("mode", "clip") == "wrap":
        indices = build.op("Mod", indices, length)
    else:
        last = build.op("Sub", length, build.integers(1))
        indices = build.op("Max", build.op("Min", indices, last), build.integers(0))
    if build.rank(1) < build.rank():
        indices = build.unsqueeze(indices, axis)
    picked = build.op("GatherElements", data, indices, axis=axis)
    if build.attribute("keepdims", False):
        return picked
    return build.op("Reshape", picked, build.integers(1)) if build.rank() == 1 else build.squeeze(picked, axis)


@adjusts("_np_cumsum", "cumsum")
def _cumsum(build: Builder) -> str:
    axis, data = build.attribute("axis"), build.inputs[0]
    dtype = build.attribute("dtype")
    made = np.dtype(dtype) if dtype is not None else build.dtypes[0]
    if dtype is not None:
        data = build.cast(data, made)
    if axis is None:
        data, axis = build.op("Reshape", data, build.integers(-1)), 0
    place = build.constant(int(axis), np.int64)
    if made.itemsize >= 4:
        return build.op("CumSum", data, place)
    wide = np.float32 if made.kind == "f" else np.int32  # `CumSum` does not accept the others
    return build.cast(build.op("CumSum", build.cast(data, wide), place), made)
