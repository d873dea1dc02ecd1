"""Elementwise functions."""

from __future__ import annotations

import math
from typing import Callable, Dict, List

from .building import Builder, adjusts

#: Operators with another name in ONNX.
_SAME = {
    "sign": "Sign",
    "erf": "Erf",
    "sinh": "Sinh",
    "cosh": "Cosh",
    "arcsinh": "Asinh",
    "arccosh": "Acosh",
    "arctanh": "Atanh",
    "softsign": "Softsign",
    "make_loss": "Identity",
    "_contrib_gradientmultiplier": "Identity",
    "_contrib_sign_ste": "Sign",
    # In inference, this is the prediction; the label is not used.
    "LinearRegressionOutput": "Identity",
    "MAERegressionOutput": "Identity",
}
#: Operators that are two or three in ONNX.
_COMPOSED: Dict[str, Callable[[Builder, str], str]] = {
    "degrees": lambda build, x: build.op("Mul", x, build.constant(180 / math.pi)),
    "radians": lambda build, x: build.op("Mul", x, build.constant(math.pi / 180)),
    "rsqrt": lambda build, x: build.op("Reciprocal", build.op("Sqrt", x)),
    "log10": lambda build, x: build.op("Div", build.op("Log", x), build.constant(math.log(10))),
    "log1p": lambda build, x: build.op("Log", build.op("Add", x, build.constant(1))),
    "expm1": lambda build, x: build.op("Sub", build.op("Exp", x), build.constant(1)),
}


@adjusts(*_SAME)
def _same(build: Builder) -> str:
    return build.op(_SAME[build.operator], build.inputs[0])


@adjusts(*_COMPOSED)
def _composed(build: Builder) -> str:
    return _COMPOSED[build.operator](build, build.inputs[0])


@adjusts("cbrt", "rcbrt")
def _cbrt(build: Builder) -> str:
    """`Pow` of a negative number is NaN."""
    power = build.op("Pow", build.op("Abs", build.inputs[0]), build.constant(1 / 3))
    sign = build.op("Sign", build.inputs[0])
    root = build.op("Mul", sign, power)
    return root if build.operator == "cbrt" else build.op("Reciprocal", root)


@adjusts("fix", "trunc", "round", "_contrib_round_ste")
def _towards_zero(build: Builder) -> str:
    """`Round` of ONNX rounds halves to even numbers, MXNet away from zero."""
    size = build.op("Abs", build.inputs[0])
    if "round" in build.operator:
        size = build.op("Add", size, build.constant(0.5))
    return build.op("Mul", build.op("Sign", build.inputs[0]), build.op("Floor", size))


@adjusts("smooth_l1")
def _smooth_l1(build: Builder) -> str:
    square = float(build.attribute("scalar", 1.0)) ** 2
    size = build.op("Abs", build.inputs[0])
    squared = build.op("Mul", build.op("Mul", size, size), build.constant(0.5 * square))
    linear = build.op("Sub", size, build.constant(0.5 / square))
    return build.op("Where", build.op("Less", size, build.constant(1 / square)), squared, linear)


@adjusts("_contrib_quadratic")
def _quadratic(build: Builder) -> str:
    a, b, c = (build.constant(float(build.attribute(name, 0.0))) for name in "abc")
    inner = build.op("Add", build.op("Mul", a, build.inputs[0]), b)
    return build.op("Add", build.op("Mul", inner, build.inputs[0]), c)


@adjusts("amp_cast")
def _amp_cast(build: Builder) -> str:
    return build.cast(build.inputs[0], build.attribute("dtype"))


@adjusts("amp_multicast", fault="MXNet omits it from the converted graph")
def _amp_multicast(build: Builder) -> List[str]:
    """Cast all floating-point inputs to the widest of their dtypes, or to the narrowest; integers are unchanged."""
    sizes = [dtype.itemsize for dtype in build.dtypes if dtype.kind == "f"]
    narrow = build.attribute("cast_narrow", False)
    size = min(sizes) if narrow else max(sizes)
    return [
        build.cast(value, f"f{size}" if dtype.kind == "f" else dtype)
        for value, dtype in zip(build.inputs, build.dtypes)
    ]


@adjusts("LeakyReLU", fault="`prelu` has a slope for each channel, which ONNX broadcasts from the last dimension")
def _leaky_relu(build: Builder) -> str:
    kind, slope = build.attribute("act_type", "leaky"), float(build.attribute("slope", 0.25))
    data = build.inputs[0]
    if kind == "leaky":
        return build.op("LeakyRelu", data, alpha=slope)
    if kind == "elu":
        return build.op("Elu", data, alpha=slope)
    if kind == "selu":
        return build.op("Selu", data)
    if kind == "prelu":
        slopes = build.inputs[1]
        if build.shapes[1] is not None and len(build.shapes[1]) == 1 and build.rank() > 2:
            shape = [-1] + [1] * (build.rank() - 2)
            slopes = build.op("Reshape", slopes, build.integers(*shape))
        return build.op("PRelu", data, slopes)
    if kind == "gelu":
        half = build.op("Mul", data, build.constant(0.5))
        wave = build.op("Erf", build.op("Mul", data, build.constant(math.sqrt(0.5))))
        return build.op("Mul", half, build.op("Add", wave, build.constant(1)))
    # In inference, rrelu uses the mean of its slopes.
    mean = (float(build.attribute("lower_bound", 0.125)) + float(build.attribute("upper_bound", 0.334))) / 2
    return build.op("LeakyRelu", data, alpha=mean)
