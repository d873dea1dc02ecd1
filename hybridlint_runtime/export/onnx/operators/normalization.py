"""Normalizations, and softmax."""

from __future__ import annotations

from typing import List

import numpy as np

from ..dependencies import import_onnx
from .building import Builder, adjusts

_BATCH_NORM_FAULT = (
    "Where gamma is fixed, its stored values are used instead of 1; onnx.checker rejects float16 with parameters of "
    "float32, as `cast` leaves the layer"
)


@adjusts("LRN", fault="Where `alpha`, `beta` or the bias is omitted, the defaults differ from those of MXNet")
def _lrn(build: Builder) -> str:
    """MXNet divides `alpha` by the size of the window, as ONNX does."""
    data, size = build.inputs[0], int(build.attribute("nsize"))
    if size % 2 == 0:
        raise NotImplementedError(f"nsize={size}: ONNX Runtime takes odd sizes only")
    if build.rank() != 4:  # ONNX Runtime only accepts inputs of four dimensions
        front = build.slice(build.op("Shape", data), 0, 2)
        data = build.op("Reshape", data, build.op("Concat", front, build.integers(-1, 1), axis=0))
    made = build.op(
        "LRN",
        data,
        alpha=float(build.attribute("alpha", 1e-4)),
        beta=float(build.attribute("beta", 0.75)),
        bias=float(build.attribute("knorm", 2.0)),
        size=size,
    )
    return made if build.rank() == 4 else build.op("Reshape", made, build.op("Shape", build.inputs[0]))


@adjusts("L2Normalization", fault="The modes `instance` and `spatial` are missing, and `eps` is ignored")
def _l2_normalization(build: Builder) -> str:
    mode, rank = build.attribute("mode", "instance"), build.rank()
    axes = {"instance": range(1, rank), "channel": range(1, 2), "spatial": range(2, rank)}[mode]
    square = build.op("Mul", build.inputs[0], build.inputs[0])
    total = build.reduce("ReduceSum", square, axes, True) if axes else square
    norm = build.op("Sqrt", build.op("Add", total, build.constant(float(build.attribute("eps", 1e-10)))))
    return build.op("Div", build.inputs[0], norm)


@adjusts("GroupNorm")
def _group_norm(build: Builder) -> List[str]:
    """Gamma and beta are per group."""
    groups, data = int(build.attribute("num_groups", 1)), build.inputs[0]
    normal, *moments = _normal(build, build.op("Reshape", data, build.integers(0, groups, -1)), 2)
    gamma, beta = (build.op("Reshape", value, build.integers(1, -1, 1)) for value in build.inputs[1:3])
    scaled = build.op("Add", build.op("Mul", normal, gamma), beta)
    moments = [build.op("Reshape", value, build.integers(0, 0)) for value in moments]
    return [build.op("Reshape", scaled, build.op("Shape", data)), *moments]


@adjusts("LayerNorm", fault="`eps` is written as float32 where the dtype is float16, and `output_mean_var` is ignored")
def _layer_norm(build: Builder) -> List[str]:
    axis = build.axis(-1)
    normal, *moments = _normal(build, build.inputs[0], axis)
    shape = [-1] + [1] * (build.rank() - 1 - axis)
    gamma, beta = (build.op("Reshape", value, build.integers(*shape)) for value in build.inputs[1:3])
    return [build.op("Add", build.op("Mul", normal, gamma), beta), *moments]


def _normal(build: Builder, data: str, axis: int) -> List[str]:
    """Return `data` normalized to mean 0 and deviation 1 along `axis`, with both if they are requested."""
    mean = build.op("ReduceMean", data, axes=[axis], keepdims=1)
    centred = build.op("Sub", data, mean)
    variance = build.op("ReduceMean", build.op("Mul", centred, centred), axes=[axis], keepdims=1)
    deviation = build.op("Sqrt", build.op("Add", variance, build.constant(float(build.attribute("eps", 1e-5)))))
    moments = [mean, deviation] if build.attribute("output_mean_var", False) else []
    return [build.op("Div", centred, deviation), *moments]


@adjusts(
    "softmax",
    "softmin",
    "log_softmax",
    "SoftmaxActivation",
    fault="`softmin` is missing, `log_softmax` with a temperature, and both with another dtype or a length do not load",
)
def _softmax(build: Builder) -> str:
    data, axis = build.inputs[0], build.axis(-1)
    if build.operator == "SoftmaxActivation":
        axis = 1 if build.attribute("mode", "instance") == "channel" else build.rank() - 1
    dtype = build.attribute("dtype")
    if dtype is not None:
        data = build.cast(data, dtype)
    temperature = build.attribute("temperature")
    if temperature is not None:
        data = build.op("Div", data, build.constant(float(temperature), dtype))
    if build.operator == "softmin":
        data = build.op("Neg", data)
    kind = "LogSoftmax" if build.operator == "log_softmax" else "Softmax"
    if build.dtypes[0].kind != "f" and dtype is None:
        raise NotImplementedError("it gets integers: cast to float32 first")
    if not build.attribute("use_length", False):
        return _along(build, kind, data, axis)
    # Elements from the length on are excluded, and the result is zero there.
    made = np.dtype(dtype) if dtype is not None else build.dtypes[0]
    inside = _inside(build, axis)
    lowest = build.constant(np.finfo(made).min, made)
    whole = _along(build, kind, build.op("Where", inside, data, lowest), axis)
    return build.op("Where", inside, whole, build.constant(0, made))


def _inside(build: Builder, axis: int) -> str:
    """Return whether an element of the first input is before the length that the second has for it."""
    places = build.op("Reshape", build.range(axis), build.integers(-1, *[1] * (build.rank() - 1 - axis)))
    lengths = build.unsqueeze(build.cast(build.inputs[1], np.int64), axis)
    return build.op("Less", places, lengths)


def _along(build: Builder, kind: str, data: str, axis: int) -> str:
    """Apply softmax along `axis`. Before opset 13, `Softmax` flattens all axes from `axis` on."""
    rank = build.rank()
    if build.opset >= 13 or axis == rank - 1:
        return build.op(kind, data, axis=axis)
    order = [*(other for other in range(rank) if other != axis), axis]
    last = build.op(kind, build.op("Transpose", data, perm=order), axis=rank - 1)
    return build.op("Transpose", last, perm=[order.index(place) for place in range(rank)])


@adjusts("BatchNorm", "_contrib_SyncBatchNorm", fault=_BATCH_NORM_FAULT)
def _batch_norm(build: Builder) -> str:
    if build.attribute("output_mean_var", False):
        raise NotImplementedError("output_mean_var=True: compute them with F.moments")
    data, gamma, beta, mean, variance = build.inputs
    if build.attribute("fix_gamma", True):
        shape = build.op("Shape", gamma)
        array = import_onnx().numpy_helper.from_array(np.ones(1, build.dtypes[1]))
        gamma = build.op("ConstantOfShape", shape, value=array)
    axis, rank = build.attribute("axis", 1) % build.rank(), build.rank()
    order = [0, axis, *(other for other in range(1, rank) if other != axis)] if axis != 1 else []
    data = build.op("Transpose", data, perm=order) if order else data
    cast = build.dtypes[0] != build.dtypes[1]  # data of float16, parameters of float32
    data = build.cast(data, build.dtypes[1]) if cast else data
    epsilon = float(build.attribute("eps", 1e-3))
    made = build.op("BatchNormalization", data, gamma, beta, mean, variance, epsilon=epsilon)
    if order:
        made = build.op("Transpose", made, perm=[order.index(number) for number in range(rank)])
    return build.cast(made, build.dtypes[0]) if cast else made


@adjusts("SoftmaxOutput", fault="Of more than two dimensions it is computed along the last")
def _softmax_output(build: Builder) -> str:
    """In inference, this is a softmax; the label is not used."""
    data, rank = build.inputs[0], build.rank()
    if build.attribute("multi_output", False):
        return _along(build, "Softmax", data, 1)
    if build.attribute("preserve_shape", False) or rank == 2:
        return _along(build, "Softmax", data, rank - 1)
    if rank == 4:
        raise NotImplementedError("four dimensions depend on oneDNN: write multi_output=True or preserve_shape=True")
    made = build.op("Softmax", build.op("Flatten", data, axis=1), axis=1)
    return build.op("Reshape", made, build.op("Shape", data))
