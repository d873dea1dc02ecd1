"""Reductions whose axes or divisors are lengths of the tensor."""

from __future__ import annotations

import ast

from hybridlint.rewrites.elementwise import root
from hybridlint.rewrites.proofs import least_rank
from hybridlint.rewrites.rewrite import Match, Rewrite, named_only
from hybridlint.shapes import have_equal_length
from hybridlint.syntax import same_code


def _same_lengths(match: Match) -> bool:
    """Whether `y` is `x`, computed from it element by element, or as long on these axes."""
    array = match.parts["x"]
    if same_code(match.parts["y"], array):
        return True
    if isinstance(array, ast.Name) and root(match.source, match.parts["y"]) == array.id:
        return True
    axes = [match.number(name) for name in "ab" if name in match.parts]
    first, second = (getattr(match.tensor(name), "shape", None) for name in "yx")
    if not axes or first is None or second is None:
        return False
    return all(axis is not None and have_equal_length(first, axis, second, axis) for axis in axes)


class MeanOfSum(Rewrite):
    """A sum divided by the number of its terms, also where that is infinite in float16: MXNet divides the sum, too."""

    rules = ("HYB101", "HYB306")
    before = "F.sum({y}<axis>, **{rest}) / <count>"
    after = "F.mean({y}<axis>, **{rest})"
    variants = (
        {"axis": "", "count": "{x}.size"},
        {"axis": ", axis={a}", "count": "{x}.shape[{a}]"},
        {"axis": ", axis=({a}, {b})", "count": "({x}.shape[{a}] * {x}.shape[{b}])"},
        {"axis": ", axis=({a}, {b})", "count": "({x}.shape[{b}] * {x}.shape[{a}])"},
    )
    conditions = (named_only("rest", "keepdims"), _same_lengths)
    inputs = ({"x": (2, 3, 4), "y": "x", "a": "1", "b": "2"},)


class AllButFirst(Rewrite):
    """The axes from one on are all but the first ones: `exclude=True` needs no rank."""

    rules = ("HYB101",)
    before = tuple(
        f"F.<reduce>({{x}}, axis={kind}(range(<first>, {{x}}.ndim)), **{{rest}})" for kind in ("tuple", "list")
    )
    after = "F.<reduce>({x}, axis=<axes>, exclude=True, **{rest})"
    description = "use `exclude=True`"
    variants = tuple(
        {"reduce": reduce, "first": str(first), "axes": axes}
        for reduce in ("sum", "mean", "prod", "max", "min")
        for first, axes in ((1, "0"), (2, "(0, 1)"), (3, "(0, 1, 2)"))
    )
    safe_if = (lambda match: least_rank(match.source, match.parts["x"]) > int(match.variant["first"]),)
    risk = "a tensor without further axes is not reduced"
    inputs = ({"x": (2, 3, 4, 5)},)
