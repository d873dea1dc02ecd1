"""Functions of NumPy of lists of tensors. Those of tensors are found by their measured results: see `namespaces`."""

from __future__ import annotations

from hybridlint.rewrites.rewrite import Rewrite

_NO_OBJECTS = "the result is an NDArray, where NumPy may return an array of objects"


class ConcatOfNumPy(Rewrite):
    """`concat` joins tensors along an axis."""

    rules = ("HYB109",)
    before = ("np.concatenate([*{xs}], axis={a})", "np.concatenate([*{xs}], {a})", "np.concatenate([*{xs}])")
    after = "F.concat(*{xs}, dim={axis})"
    derived = {"axis": lambda match: match.text("a") if "a" in match.parts else "0"}
    consumes = False
    risk = _NO_OBJECTS


class StackOfNumPy(Rewrite):
    """`stack` joins tensors along a new axis."""

    rules = ("HYB109",)
    before = ("np.stack([*{xs}], axis={a})", "np.stack([*{xs}], {a})", "np.stack([*{xs}])")
    after = "F.stack(*{xs}, axis={axis})"
    derived = ConcatOfNumPy.derived
    consumes = False
    risk = _NO_OBJECTS


class PositionalConcatOfNumPy(Rewrite):
    """`concat` joins matrices side by side or below each other."""

    rules = ("HYB109",)
    before = "np.<join>([*{xs}])"
    after = "F.concat(*{xs}, dim=<axis>)"
    variants = ({"join": "hstack", "axis": "1"}, {"join": "vstack", "axis": "0"})
    consumes = False
    risk = f"{_NO_OBJECTS}; assumes matrices"
