"""Convolutions and poolings."""

from __future__ import annotations

from typing import Any, Dict, List, Tuple

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


def _convolve(build: Builder, operator: str, **more: Any) -> None:
    _refuse_layout(build)
    kernel = build.attribute("kernel")
    build.op(
        operator,
        *build.inputs,
        to=build.name,
        group=int(build.attribute("num_group", 1)),
        kernel_shape=list(kernel),
        strides=_tuple(build, "stride", 1, len(kernel)),
        pads=_tuple(build, "pad", 0, len(kernel)) * 2,
        dilations=_tuple(build, "dilate", 1, len(kernel)),
        **more,
    )


@adjusts("Convolution", fault="The layout NCW, that of Conv1D, is rejected")
def _convolution(build: Builder) -> None:
    _convolve(build, "Conv")


@adjusts("Deconvolution", fault="A bias is required unless `no_bias` is passed, and `target_shape` is ignored")
def _deconvolution(build: Builder) -> None:
    if any(build.attribute("target_shape") or ()):
        raise NotImplementedError("target_shape: pass adj and pad")
    _convolve(build, "ConvTranspose", output_padding=_tuple(build, "adj", 0, len(build.attribute("kernel"))))


@adjusts("Pooling", fault="The layout NCW, that of MaxPool1D, is rejected, and so are sums")
def _pooling(build: Builder) -> None:
    _refuse_layout(build)
    kind = build.attribute("pool_type", "max")
    if kind == "lp":
        raise NotImplementedError("pool_type='lp'")
    if build.attribute("global_pool", False):
        if kind == "sum":
            build.sum(build.inputs[0], range(2, build.rank()), True, to=build.name)
        else:
            build.op("GlobalMaxPool" if kind == "max" else "GlobalAveragePool", build.inputs[0], to=build.name)
        return
    convention = build.attribute("pooling_convention", "valid")
    if convention == "same":
        raise NotImplementedError("pooling_convention='same'")
    kernel = build.attribute("kernel")
    more = {
        "kernel_shape": list(kernel),
        "strides": _tuple(build, "stride", 1, len(kernel)),
        "ceil_mode": int(convention == "full"),
    }
    pads = _tuple(build, "pad", 0, len(kernel))
    if kind == "max":
        build.op("MaxPool", build.inputs[0], to=build.name, pads=pads * 2, **more)
    elif not build.attribute("count_include_pad", True) and kind == "avg":
        build.op("AveragePool", build.inputs[0], to=build.name, pads=pads * 2, **more)
    else:
        _mean_with_padding(build, kind, kernel, pads, more)


def _mean_with_padding(
    build: Builder, kind: str, kernel: Tuple[int, ...], pads: List[int], more: Dict[str, Any]
) -> None:
    """Padding counts and the excess of ceil_mode does not, so the padding is explicit."""
    data, attributes = build.inputs[0], dict(more)
    if any(pads):
        data = build.op("Pad", data, build.integers(*[0, 0, *pads] * 2))
    if kind == "avg":
        build.op("AveragePool", data, to=build.name, **attributes)
        return
    if attributes["ceil_mode"]:
        raise NotImplementedError("pool_type='sum' with pooling_convention='full'")
    size = 1
    for length in kernel:
        size *= length
    build.op("Mul", build.op("AveragePool", data, **attributes), build.constant(size), to=build.name)


@adjusts(
    "_contrib_BilinearResize2D", fault="The mode `like` is rejected, and so is a call without a height and a width"
)
def _bilinear_resize(build: Builder) -> None:
    mode = build.attribute("mode", "size")
    if mode not in ("size", "like"):
        raise NotImplementedError(f"mode={mode!r}: pass height and width, or mode='like'")
    shape = build.op("Shape", build.inputs[0])
    scales = [build.attribute(name) for name in ("scale_height", "scale_width")]
    if mode == "like":
        size = build.op("Slice", build.op("Shape", build.inputs[1]), build.integers(2), build.integers(4))
    elif None not in scales:
        given = build.cast(build.op("Slice", shape, build.integers(2), build.integers(4)), np.float32)
        size = build.cast(build.op("Floor", build.op("Mul", given, build.constant(scales, np.float32))), np.int64)
    else:
        size = build.integers(*(int(build.attribute(name, 1)) for name in ("height", "width")))
    front = build.op("Slice", shape, build.integers(0), build.integers(2))
    nothing = build.constant(np.zeros(0), np.float32)
    build.op(
        "Resize",
        *(build.inputs[0], nothing, nothing, build.op("Concat", front, size, axis=0)),
        to=build.name,
        mode="linear",
        coordinate_transformation_mode="align_corners"
        if build.attribute("align_corners", True)
        else "pytorch_half_pixel",
    )


@adjusts("UpSampling", fault="`sample_type='bilinear'` is rejected")
def _upsampling(build: Builder) -> None:
    scale = int(build.attribute("scale"))
    if build.attribute("sample_type") == "bilinear":
        # In upsampling.cc this is a transposed convolution of each channel.
        build.op(
            "ConvTranspose",
            *build.inputs,
            to=build.name,
            group=int(build.attribute("num_filter")),
            kernel_shape=[2 * scale - scale % 2] * 2,
            strides=[scale] * 2,
            pads=[scale // 2] * 4,
        )
        return
    if len(build.inputs) > 1:
        raise NotImplementedError("several inputs: upsample each, and join them with F.concat")
    nothing, scales = build.constant(np.zeros(0), np.float32), build.constant([1, 1, scale, scale], np.float32)
    modes = {"mode": "nearest", "coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}
    build.op("Resize", build.inputs[0], nothing, scales, to=build.name, **modes)


@adjusts("Crop", fault="`center_crop=True` is rejected")
def _crop(build: Builder) -> None:
    """Crop to the height and width of a second input, or to the given ones."""

    def sides(value: str) -> str:
        return build.op("Slice", build.op("Shape", value), build.integers(2), build.integers(4))

    size = sides(build.inputs[1]) if len(build.inputs) > 1 else build.integers(*build.attribute("h_w"))
    if build.attribute("center_crop", False):
        start = build.op("Div", build.op("Sub", sides(build.inputs[0]), size), build.integers(2))
    else:
        start = build.integers(*build.attribute("offset", (0, 0)))
    build.op("Slice", build.inputs[0], start, build.op("Add", start, size), build.integers(2, 3), to=build.name)
