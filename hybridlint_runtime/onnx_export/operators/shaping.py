"""Shapes, matrix products, places."""

from __future__ import annotations

import numpy as np

from .building import Builder, adjusts


@adjusts("one_hot", fault="`on_value` and `off_value` are written as integers where the dtype is float16")
def _one_hot(build: Builder) -> None:
    dtype = np.dtype(build.attribute("dtype", "float32"))
    values = [build.attribute("off_value", 0.0), build.attribute("on_value", 1.0)]
    indices = build.cast(build.inputs[0], np.int64)
    # Negative places are counted from the end in ONNX, and are none in MXNet.
    depth = int(build.attribute("depth"))
    negative = build.op("Less", indices, build.constant(0, np.int64))
    indices = build.op("Where", negative, build.constant(depth, np.int64), indices)
    build.op("OneHot", indices, build.constant(depth, np.int64), build.constant(values, dtype), to=build.name, axis=-1)


@adjusts("reverse", fault="`axis=(1,)`, as `F.flip` and `F.reverse` write it, is refused")
def _reverse(build: Builder) -> None:
    axis = build.attribute("axis")
    axes = axis if isinstance(axis, tuple) else (axis,)
    starts, ends = [-1] * len(axes), [-(2**31)] * len(axes)
    vectors = [build.integers(*values) for values in (starts, ends, axes, [-1] * len(axes))]
    build.op("Slice", build.inputs[0], *vectors, to=build.name)


@adjusts("_linalg_syrk")
def _syrk(build: Builder) -> None:
    data = build.inputs[0]
    perm = [*range(build.rank() - 2), build.rank() - 1, build.rank() - 2]
    turned = build.op("Transpose", data, perm=perm)
    operands = (turned, data) if build.attribute("transpose", False) else (data, turned)
    product = build.op("MatMul", *operands)
    build.op("Mul", product, build.constant(float(build.attribute("alpha", 1.0))), to=build.name)


@adjusts("_contrib_index_array")
def _index_array(build: Builder) -> None:
    if build.attribute("axes") is not None:
        raise NotImplementedError("axes is not supported")
    shape = build.op("Shape", build.inputs[0])
    ones = build.op("ConstantOfShape", shape)
    zero = build.op("Equal", ones, build.constant(0, np.float32))
    places = build.op("Transpose", build.op("NonZero", zero), perm=[1, 0])
    build.op("Reshape", places, build.op("Concat", shape, build.integers(-1), axis=0), to=build.name)


@adjusts("SequenceReverse", fault="Without `use_sequence_length` the converter makes a model that onnx.checker rejects")
def _sequence_reverse(build: Builder) -> None:
    if not build.attribute("use_sequence_length", False):
        vectors = [build.integers(value) for value in (-1, -(2**31), 0, -1)]
        build.op("Slice", build.inputs[0], *vectors, to=build.name)
        return
    lengths = build.cast(build.inputs[1], np.int64)
    build.op("ReverseSequence", build.inputs[0], lengths, to=build.name, batch_axis=1, time_axis=0)


@adjusts("Deconvolution", fault="A bias is asked for unless `no_bias` is written, whose default is True")
def _deconvolution(build: Builder) -> None:
    if build.attribute("layout", "NCHW") not in ("NCW", "NCHW", "NCDHW", None):
        raise NotImplementedError(f"layout={build.attribute('layout')} is none of NCW, NCHW and NCDHW")
    if build.attribute("target_shape"):
        raise NotImplementedError("target_shape: give adj and pad")
    kernel = build.attribute("kernel")
    ones, zeros = (1,) * len(kernel), (0,) * len(kernel)
    build.op(
        "ConvTranspose",
        *build.inputs,
        to=build.name,
        group=int(build.attribute("num_group", 1)),
        kernel_shape=list(kernel),
        strides=list(build.attribute("stride") or ones),
        pads=list(build.attribute("pad") or zeros) * 2,
        dilations=list(build.attribute("dilate") or ones),
        output_padding=list(build.attribute("adj") or zeros),
    )


@adjusts("FullyConnected", fault="Without `flatten` and `no_bias` written out, the defaults of MXNet are not taken")
def _fully_connected(build: Builder) -> None:
    data, weight = build.inputs[:2]
    turned = build.op("Transpose", weight, perm=[1, 0])
    if build.attribute("flatten", True):
        data = build.op("Flatten", data, axis=1)
        if not build.attribute("no_bias", False):
            build.op("Gemm", data, weight, build.inputs[2], to=build.name, transB=1)
            return
    if build.attribute("no_bias", False):
        build.op("MatMul", data, turned, to=build.name)
    else:
        build.op("Add", build.op("MatMul", data, turned), build.inputs[2], to=build.name)
