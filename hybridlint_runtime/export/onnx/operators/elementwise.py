"""Elementwise functions."""

from __future__ import annotations

import math

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
}
_SCALED = {"degrees": 180 / math.pi, "radians": math.pi / 180}


@adjusts(*_SAME)
def _same(build: Builder) -> None:
    build.op(_SAME[build.operator], build.inputs[0], to=build.name)


@adjusts("LinearRegressionOutput", "MAERegressionOutput")
def _regression_output(build: Builder) -> None:
    """In inference, this is the prediction; the label is not used."""
    build.op("Identity", build.inputs[0], to=build.name)


@adjusts(*_SCALED)
def _scaled(build: Builder) -> None:
    build.op("Mul", build.inputs[0], build.constant(_SCALED[build.operator]), to=build.name)


@adjusts("rsqrt")
def _rsqrt(build: Builder) -> None:
    build.op("Reciprocal", build.op("Sqrt", build.inputs[0]), to=build.name)


@adjusts("cbrt", "rcbrt")
def _cbrt(build: Builder) -> None:
    """`Pow` of a negative number is NaN."""
    power = build.op("Pow", build.op("Abs", build.inputs[0]), build.constant(1 / 3))
    sign = build.op("Sign", build.inputs[0])
    if build.operator == "cbrt":
        build.op("Mul", sign, power, to=build.name)
    else:
        build.op("Reciprocal", build.op("Mul", sign, power), to=build.name)


@adjusts("log10")
def _log10(build: Builder) -> None:
    build.op("Div", build.op("Log", build.inputs[0]), build.constant(math.log(10)), to=build.name)


@adjusts("log1p")
def _log1p(build: Builder) -> None:
    build.op("Log", build.op("Add", build.inputs[0], build.constant(1)), to=build.name)


@adjusts("expm1")
def _expm1(build: Builder) -> None:
    build.op("Sub", build.op("Exp", build.inputs[0]), build.constant(1), to=build.name)


@adjusts("fix", "trunc", "round", "_contrib_round_ste")
def _towards_zero(build: Builder) -> None:
    """`Round` of ONNX rounds halves to even numbers, MXNet away from zero."""
    size = build.op("Abs", build.inputs[0])
    if "round" in build.operator:
        size = build.op("Add", size, build.constant(0.5))
    build.op("Mul", build.op("Sign", build.inputs[0]), build.op("Floor", size), to=build.name)


@adjusts("smooth_l1")
def _smooth_l1(build: Builder) -> None:
    square = float(build.attribute("scalar", 1.0)) ** 2
    size = build.op("Abs", build.inputs[0])
    squared = build.op("Mul", build.op("Mul", size, size), build.constant(0.5 * square))
    linear = build.op("Sub", size, build.constant(0.5 / square))
    build.op("Where", build.op("Less", size, build.constant(1 / square)), squared, linear, to=build.name)


@adjusts("_contrib_quadratic")
def _quadratic(build: Builder) -> None:
    a, b, c = (build.constant(float(build.attribute(name, 0.0))) for name in "abc")
    inner = build.op("Add", build.op("Mul", a, build.inputs[0]), b)
    build.op("Add", build.op("Mul", inner, build.inputs[0]), c, to=build.name)


@adjusts("clip", fault="Where `a_min` exceeds `a_max`, all values become `a_max`")
def _clip(build: Builder) -> None:
    least, most = float(build.attribute("a_min")), float(build.attribute("a_max"))
    low, high = build.constant(least), build.constant(most)
    if least <= most:
        build.op("Clip", build.inputs[0], low, high, to=build.name)
    else:  # MXNet compares with `a_max` first
        build.op("Where", build.op("Greater", build.inputs[0], high), high, low, to=build.name)


@adjusts("amp_cast")
def _amp_cast(build: Builder) -> None:
    build.cast(build.inputs[0], build.attribute("dtype"), to=build.name)


@adjusts("amp_multicast", fault="MXNet omits it from the converted graph")
def _amp_multicast(build: Builder) -> None:
    """Cast all floating-point inputs to the widest of their dtypes, or to the narrowest; integers are unchanged."""
    sizes = [dtype.itemsize for dtype in build.dtypes if dtype.kind == "f"]
    narrow = build.attribute("cast_narrow", False)
    for number, (value, dtype) in enumerate(zip(build.inputs, build.dtypes)):
        wanted = f"f{min(sizes) if narrow else max(sizes)}" if dtype.kind == "f" else dtype
        build.cast(value, wanted, to=f"{build.name}{number}")


@adjusts("LeakyReLU", fault="`prelu` has a slope for each channel, which ONNX broadcasts from the last dimension")
def _leaky_relu(build: Builder) -> None:
    kind, slope = build.attribute("act_type", "leaky"), float(build.attribute("slope", 0.25))
    data = build.inputs[0]
    if kind == "leaky":
        build.op("LeakyRelu", data, to=build.name, alpha=slope)
    elif kind == "elu":
        build.op("Elu", data, to=build.name, alpha=slope)
    elif kind == "selu":
        build.op("Selu", data, to=build.name)
    elif kind == "prelu":
        slopes = build.inputs[1]
        if build.shapes[1] is not None and len(build.shapes[1]) == 1 and build.rank() > 2:
            shape = [-1] + [1] * (build.rank() - 2)
            slopes = build.op("Reshape", slopes, build.integers(*shape))
        build.op("PRelu", data, slopes, to=build.name)
    elif kind == "gelu":
        half = build.op("Mul", data, build.constant(0.5))
        wave = build.op("Erf", build.op("Mul", data, build.constant(math.sqrt(0.5))))
        build.op("Mul", half, build.op("Add", wave, build.constant(1)), to=build.name)
    else:  # in inference, rrelu uses the mean of its slopes
        mean = (float(build.attribute("lower_bound", 0.125)) + float(build.attribute("upper_bound", 0.334))) / 2
        build.op("LeakyRelu", data, to=build.name, alpha=mean)
