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
def _reduction(build: Builder) -> None:
    axes, keep = _axes(build), bool(build.attribute("keepdims", False))
    _reduce(build, _REDUCTIONS[build.operator], build.inputs[0], axes, keep, build.name)


def _reduce(build: Builder, kind: str, data: str, axes: List[int], keep: bool, to: str) -> None:
    """Add a reduction. Over all axes, the result has shape (1,) in MXNet and () in ONNX."""
    all_of_them = len(axes) == build.rank() and not keep
    target = () if all_of_them else to
    if not axes:
        build.op("Identity", data, to=to)
        return
    if kind == "ReduceSum":
        made = build.sum(data, axes, keep, to=target)
    else:
        made = build.op(kind, data, to=target, axes=axes, keepdims=int(keep))
    if all_of_them:
        build.op("Reshape", made, build.integers(1), to=to)


@adjusts("nansum", "nanprod")
def _nan_reduction(build: Builder) -> None:
    neutral = build.constant(0 if build.operator == "nansum" else 1)
    data = build.op("Where", build.op("IsNaN", build.inputs[0]), neutral, build.inputs[0])
    kind = "ReduceSum" if build.operator == "nansum" else "ReduceProd"
    _reduce(build, kind, data, _axes(build), bool(build.attribute("keepdims", False)), build.name)


@adjusts("moments")
def _moments(build: Builder) -> None:
    """The mean and the variance."""
    given = build.attribute("axes")
    axes = sorted(axis % build.rank() for axis in given) if given else list(range(build.rank()))
    keep = bool(build.attribute("keepdims", False))
    centred = build.op("Sub", build.inputs[0], build.op("ReduceMean", build.inputs[0], axes=axes, keepdims=1))
    _reduce(build, "ReduceMean", build.inputs[0], axes, keep, f"{build.name}0")
    _reduce(build, "ReduceMean", build.op("Mul", centred, centred), axes, keep, f"{build.name}1")


@adjusts("sort")
def _sort(build: Builder) -> None:
    axis = build.attribute("axis", -1)
    data = build.inputs[0]
    if axis is None:
        data, axis = build.op("Reshape", data, build.integers(-1)), 0
    else:
        axis = axis % build.rank()
    length = build.op("Gather", build.op("Shape", data), build.integers(axis), axis=0)
    ascending = int(bool(build.attribute("is_ascend", True)))
    build.op("TopK", data, length, to=[build.name, f"{build.name}_places"], axis=axis, largest=1 - ascending)


@adjusts("pick")
def _pick(build: Builder) -> None:
    """With `mode="clip"`, the default, indices are clipped to the valid range."""
    axis = build.attribute("axis", -1)
    if axis is None:
        raise NotImplementedError("axis=None: flatten first")
    axis, data = axis % build.rank(), build.inputs[0]
    indices = build.cast(build.inputs[1], np.int64)
    length = build.op("Gather", build.op("Shape", data), build.integers(axis), axis=0)
    if build.attribute("mode", "clip") == "wrap":
        indices = build.op("Mod", indices, length)
    else:
        last = build.op("Sub", length, build.integers(1))
        indices = build.op("Max", build.op("Min", indices, last), build.integers(0))
    if build.rank(1) < build.rank():
        indices = build.unsqueeze(indices, axis)
    picked = build.op("GatherElements", data, indices, axis=axis)
    if build.attribute("keepdims", False):
        build.op("Identity", picked, to=build.name)
    elif build.rank() == 1:
        build.op("Reshape", picked, build.integers(1), to=build.name)
    elif build.opset >= 13:
        build.op("Squeeze", picked, build.integers(axis), to=build.name)
    else:
        build.op("Squeeze", picked, to=build.name, axes=[axis])


@adjusts("_np_cumsum", "cumsum")
def _cumsum(build: Builder) -> None:
    axis, data = build.attribute("axis"), build.inputs[0]
    dtype = build.attribute("dtype")
    made = np.dtype(dtype) if dtype is not None else build.dtypes[0]
    if dtype is not None:
        data = build.cast(data, made)
    if axis is None:
        data, axis = build.op("Reshape", data, build.integers(-1)), 0
    place = build.constant(int(axis), np.int64)
    if made.itemsize < 4:  # `CumSum` does not accept these dtypes
        wide = np.float32 if made.kind == "f" else np.int32
        build.cast(build.op("CumSum", build.cast(data, wide), place), made, to=build.name)
    else:
        build.op("CumSum", data, place, to=build.name)
