"""Operators of tensors with numbers, and of tensors with tensors."""

from __future__ import annotations

from typing import List

import numpy as np

from .building import Builder, adjusts

_SCALAR_FAULT = (
    "MXNet decides by the name of the node which operand comes first, computes weights in float64, and writes float16 "
    "as an integer"
)
#: MXNet operator with a number → (ONNX operator, whether the number is the first operand).
_SCALAR = {
    "_plus_scalar": ("Add", False),
    "_minus_scalar": ("Sub", False),
    "_rminus_scalar": ("Sub", True),
    "_mul_scalar": ("Mul", False),
    "_div_scalar": ("Div", False),
    "_rdiv_scalar": ("Div", True),
    "_power_scalar": ("Pow", False),
    "_rpower_scalar": ("Pow", True),
}
#: MXNet comparison, without its kind of operand → (ONNX operator, whether the result is negated). ONNX has
#: `LessOrEqual` from opset 12, which ONNX Runtime does not implement for every dtype.
_COMPARISONS = {
    "equal": ("Equal", False),
    "not_equal": ("Equal", True),
    "greater": ("Greater", False),
    "lesser_equal": ("Greater", True),
    "lesser": ("Less", False),
    "greater_equal": ("Less", True),
}
_LOGICAL = {"logical_and": "And", "logical_or": "Or", "logical_xor": "Xor"}


@adjusts(*_SCALAR, fault=_SCALAR_FAULT)
def _scalar(build: Builder) -> str:
    kind, number_first = _SCALAR[build.operator]
    return build.op(kind, *_operands(build)[:: -1 if number_first else 1])


@adjusts("_maximum", "_minimum", "broadcast_maximum", "broadcast_minimum", fault="`broadcast_maximum` is missing")
def _extreme(build: Builder) -> str:
    return build.op("Max" if "max" in build.operator else "Min", *build.inputs)


@adjusts("_hypot", "broadcast_hypot")
def _hypot(build: Builder) -> str:
    left, right = (build.op("Mul", value, value) for value in build.inputs)
    return build.op("Sqrt", build.op("Add", left, right))


@adjusts("_mod", "_mod_scalar", "_rmod_scalar")
def _mod(build: Builder) -> str:
    """The remainder has the sign of the divisor, which `Mod` of ONNX implements for integers only."""
    left, right = _operands(build)[:: -1 if build.operator == "_rmod_scalar" else 1]
    if build.dtypes[0].kind == "f":
        quotient = build.op("Floor", build.op("Div", left, right))
        return build.op("Sub", left, build.op("Mul", quotient, right))
    return build.op("Mod", left, right)


def _base(build: Builder) -> str:
    """Return the name of the operator without its kind of operand."""
    return build.operator[1:].replace("_scalar", "")


def _operands(build: Builder) -> List[str]:
    """Return the inputs, and the attribute `scalar` of an operator with one, as a constant of the input's dtype."""
    if len(build.inputs) > 1:
        return build.inputs
    return [*build.inputs, build.constant(float(build.attribute("scalar", 1.0)))]


@adjusts(*(f"_{name}_scalar" for name in _COMPARISONS), fault="Of six comparisons with a number MXNet converts three")
@adjusts(*(f"_{name}" for name in _COMPARISONS), fault="The comparisons of two tensors of equal shapes are missing")
def _compare(build: Builder) -> str:
    """The result has the dtype of the first operand: 1 and 0."""
    kind, negated = _COMPARISONS[_base(build)]
    answer = build.op(kind, *_operands(build))
    return build.cast(build.op("Not", answer) if negated else answer, build.dtypes[0])


@adjusts(*(f"_{name}_scalar" for name in _LOGICAL))
@adjusts(*(f"_{name}" for name in _LOGICAL))
def _logical(build: Builder) -> str:
    operands = [build.cast(value, np.bool_) for value in _operands(build)]
    return build.cast(build.op(_LOGICAL[_base(build)], *operands), build.dtypes[0])
