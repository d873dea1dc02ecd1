"""Functions of NumPy of lists of tensors. Those of tensors are found by their measured results: see `namespaces`."""

from __future__ import annotations

from hybridlint.rewrites.catalogue.operators import JoinedArrays
from hybridlint.rewrites.rewrite import Rewrite

#: The risk of an operator in the place of a function of NumPy.
NO_OBJECTS = "the result is an NDArray, where NumPy may return an array of objects"


class JoinedByNumPy(Rewrite):
    """`concat` joins tensors along an axis, `stack` along a new one."""

    rules = ("HYB109",)
    before = ("np.<join>([*{xs}], axis={a})", "np.<join>([*{xs}], {a})", "np.<join>([*{xs}])")
    after = "F.<operator>(*{xs}, <name>={axis})"
    variants = (
        {"join": "concatenate", "operator": "concat", "name": "dim"},
        {"join": "stack", "operator": "stack", "name": "axis"},
    )
    derived = JoinedArrays.derived
    consumes = False
    risk = NO_OBJECTS
