"""Convolutions and poolings."""

from __future__ import annotations

import math
from typing import Any, Dict, List

import numpy as np

from .building import Builder, adjusts

#: Layouts with the channels after the batch, as in ONNX.
_LAYOUTS = ("NCW", "NCHW", "NCDHW", "None", None)


def _refuse_layout(build: Builder) -> None:
    layout = build.attribute("layout")
    if layout not in _LAYOUTS:
        raise NotImplementedError(f"layout={layout!r}: transpose, or build the layer with the channels first")


def _tuple(build: Builder, name: str, default: int, length: int) -> List[int]:
    given = build.attribute(name) or (default,) * length
    return list(given if isinstance(given, tuple) else (given,))


def _convolve(build: Builder, operator: str, **more: Any) -> str:
    _refuse_layout(build)
    kernel = build.attribute("kernel")
    return build.op(
        operator,
        *build.inputs,
        group=int(build.attribute("num_group", 1)),
        kernel_shape=list(kernel),
        strides=_tuple(build, "stride", 1, len(kernel)),
        pads=_tuple(build, "pad", 0, len(kernel)) * 2,
        dilations=_tuple(build, "dilate", 1, len(kernel)),
        **more,
    )


@adjusts("Convolution", fault="The layout NCW, that of Conv1D, is rejected")
def _convolution(build: Builder) -> str:
    return _convolve(build, "Conv")


@adjusts("Deconvolution", fault="A bias is required unless `no_bias` is passed, and `target_shape` is ignored")
def _deconvolution(build: Builder) -> str:
    if any(build.attribute("target_shape") or ()):
        raise NotImplementedError("target_shape: pass adj and pad")
    return _convolve(build, "ConvTranspose", output_padding=_tuple(build, "adj", 0, len(build.attribute("kernel"))))


@adjusts("Pooling", fault="The layout NCW, that of MaxPool1D, is rejected, and so are sums")
def _pooling(build: Builder) -> str:
    _refuse_layout(build)
    kind = build.attribute("pool_type", "max")
    if kind == "lp":
        raise NotImplementedError("pool_type='lp'")
    if build.attribute("global_pool", False):
        if kind == "sum":
            return build.reduce("ReduceSum", build.inputs[0], range(2, build.rank()), True)
        return build.op("GlobalMaxPool" if kind == "max" else "GlobalAveragePool", build.inputs[0])
    convention = build.attribute("pooling_convention", "valid")
    if convention == "same":
        raise NotImplementedError("pooling_convention='same'")
    kernel = build.attribute("kernel")
    more: Dict[str, Any] = {
        "kernel_shape": list(kernel),
        "strides": _tuple(build, "stride", 1, len(kernel)),
        "ceil_mode": int(convention == "full"),
    }
    pads = _tuple(build, "pad", 0, len(kernel))
    if kind == "max":
        return build.op("MaxPool", build.inputs[0], pads=pads * 2, **more)
    if kind == "avg" and not build.attribute("count_include_pad", True):
        return build.op("AveragePool", build.inputs[0], pads=pads * 2, **more)
    # Padding counts and the excess of ceil_mode does not, so the padding is explicit.
    padded = build.op("Pad", build.inputs[0], build.integers(*[0, 0, *pads] * 2)) if any(pads) else build.inputs[0]
    mean = build.op("AveragePool", padded, **more)
    if kind == "avg":
        return mean
    if more["ceil_mode"]:
        raise NotImplementedError("pool_type='sum' with pooling_convention='full'")
    return build.op("Mul", mean, build.constant(math.prod(kernel)))


@adjusts(
    "_contrib_BilinearResize2D", fault="The mode `like` is rejected, and so is a call without a height and a width"
)
def _bilinear_resize(build: Builder) -> str:
    mode = build.attribute("mode", "size")
    if mode not in ("size", "like"):
        raise NotImplementedError(f"mode={mode!r}: pass height and width, or mode='like'")
    shape = build.op("Shape", build.inputs[0])
    scales = [build.attribute(name) for name in ("scale_height", "scale_width")]
    if mode == "like":
        size = build.slice(build.op("Shape", build.inputs[1]), 2, 4)
    elif None not in scales:
        given = build.cast(build.slice(shape, 2, 4), np.float32)
        size = build.cast(build.op("Floor", build.op("Mul", given, build.constant(scales, np.float32))), np.int64)
    else:
        size = build.integers(*(int(build.attribute(name, 1)) for name in ("height", "width")))
    front = build.slice(shape, 0, 2)
    nothing = build.constant(np.zeros(0), np.float32)
    return build.op(
        "Resize",
        *(build.inputs[0], nothing, nothing, build.op("Concat", front, size, axis=0)),
        mode="linear",
        coordinate_transformation_mode="align_corners"
        if build.attribute("align_corners", True)
        else "pytorch_half_pixel",
    )


@adjusts("UpSampling", fault="`sample_type='bilinear'` is rejected")
def _upsampling(build: Builder) -> str:
    scale = int(build.attribute("scale"))
    if build.attribute("sample_type") == "bilinear":
        # In upsampling.cc this is a transposed convolution of each channel.
        return build.op(
            "ConvTranspose",
            *build.inputs,
            group=int(build.attribute("num_filter")),
            kernel_shape=[2 * scale - scale % 2] * 2,
            strides=[scale] * 2,
            pads=[scale // 2] * 4,
        )
    if len(build.inputs) > 1:
        raise NotImplementedError("several inputs: upsample each, and join them with F.concat")
    nothing, scales = build.constant(np.zeros(0), np.float32), build.constant([1, 1, scale, scale], np.float32)
    modes = {"mode": "nearest", "coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}
    return build.op("Resize", build.inputs[0], nothing, scales, **modes)


@adjusts("Crop", fault="`center_crop=True` is rejected")
def _crop(build: Builder) -> str:
    """Crop to the height and width of a second input, or to the given ones."""

    def sides(value: str) -> str:
        return build.slice(build.op("Shape", value), 2, 4)

    size = sides(build.inputs[1]) if len(build.inputs) > 1 else build.integers(*build.attribute("h_w"))
    if build.attribute("center_crop", False):
        start = build.op("Div", build.op("Sub", sides(build.inputs[0]), size), build.integers(2))
    else:
        start = build.integers(*build.attribute("offset", (0, 0)))
    return build.op("Slice", build.inputs[0], start, build.op("Add", start, size), build.integers(2, 3))
