"""Slices that begin or end at lengths of a tensor."""

from __future__ import annotations

import ast
import dataclasses
from typing import Any, Optional

from hybridlint.rewrites.correction import Edits
from hybridlint.rewrites.rewrite import Match, Rewrite
from hybridlint.rewrites.source import literal
from hybridlint.syntax import index_elements, same_code


@dataclasses.dataclass(frozen=True)
class _Place:
    """A position in a subscript, in `F.slice` or `F.slice_axis`: `cut` is that, `data` its tensor, and `end` is
    "begin", "end", or "" for an index. `is_alone` unless it is cut elsewhere too."""

    cut: Any
    data: Any
    axis: int
    end: str
    is_alone: bool


def _place(match: Match) -> Optional[_Place]:
    """Return the place of the position that the node of a match is."""
    source, node = match.source, match.node
    above: Any = source.parent(node)
    end = ""
    if isinstance(above, ast.Slice):
        if above.step is not None:
            return None
        end = "begin" if above.lower is node else "end"
        node, above = above, source.parent(above)
    whole = above
    while isinstance(whole, ast.Tuple) or type(whole).__name__ in ("Index", "ExtSlice"):  # those of Python 3.8
        whole = source.parent(whole)
    if isinstance(whole, ast.Subscript):
        items: Any = index_elements(whole)
        if node not in items or any(isinstance(item, ast.Constant) for item in items[: items.index(node)]):
            return None  # None and `...` stand for no axis, or for several
        bounds = [bound for item in items for bound in (getattr(item, "lower", item), getattr(item, "upper", None))]
        return _Place(whole, whole.value, items.index(node), end, _are_default(bounds, match.node))
    call = source.parent(whole) if isinstance(whole, ast.keyword) else None
    made = None if call is None else source.operation(call)
    if made is None or whole.arg not in ("begin", "end") or made.path not in ("slice", "slice_axis"):
        return None
    bounds = [made.arguments.get("begin"), made.arguments.get("end")]
    axis = literal(made.arguments.get("axis"))
    if made.path == "slice":
        bounds = [bound for item in bounds for bound in getattr(item, "elts", [item])]
        axis = above.elts.index(node) if isinstance(above, ast.Tuple) and "step" not in made.arguments else None
    return (
        None
        if axis is None
        else _Place(call, made.arguments["data"], axis, whole.arg, _are_default(bounds, match.node))
    )


def _are_default(bounds: Any, position: ast.AST) -> bool:
    """Return whether the other bounds of a slice take all positions."""
    others = [bound for bound in bounds if bound is not None and bound is not position]
    return all(isinstance(node, ast.Constant) and node.value in (None, 0) for node in others)


class _OfLength(Rewrite):
    """A position that is computed from the length of an axis."""

    rules = ("HYB101", "HYB306")
    of_names = True

    def applies(self, match: Match) -> bool:
        if not super().applies(match):
            return False
        match.data = _place(match)
        return match.data is not None and match.data.axis == match.number("a")

    def of_same(self, match: Match) -> bool:
        return same_code(match.data.data, match.parts["x"])


class CountedFromEnd(_OfLength):
    """A position before the end of its axis is negative."""

    before = "{x}.shape[{a}] - {n}"
    after = "-{n}"
    description = "count from the end"
    conditions = (lambda match: (match.number("n") or 0) > 0,)
    safe_if = (lambda match: match.number("n") == 1,)
    risk = "assumes that the axis has at least {n} positions"

    def changes(self, match: Match) -> Edits:
        return match.replaced(self.after) if self.of_same(match) else None


class SliceLike(_OfLength):
    """A slice as long as another tensor. It raises where the array is shorter, which Python clips."""

    before = "{x}.shape[{a}]"
    after = "F.slice_like({y}, {x}, axes=({a},))"

    def changes(self, match: Match) -> Edits:
        place, name = match.data, match.namespace
        if self.of_same(match) or place.end != "end" or not place.is_alone or name is None or place.axis < 0:
            return None
        if isinstance(place.cut, ast.Subscript):
            return None  # `F.slice` is written first
        if match.source.operation(place.cut).path == "slice":  # type: ignore[union-attr]
            match.risk = "raises where the array is shorter, which Python clips"
        like = (f"{name}.slice_like(", place.data, ", ", match.parts["x"], f", axes=({place.axis},))")
        return match.source.replaced(place.cut, *like)


class EqualPart(_OfLength):
    """The first of `n` equal parts of an axis, or the second half."""

    before = "{x}.shape[{a}] // {n}"
    after = "F.split({x}, num_outputs={n}, axis={a})[0]"
    risk = "raises where the length is no multiple of {n}"

    def changes(self, match: Match) -> Edits:
        place, count, name = match.data, match.number("n") or 0, match.namespace
        if not self.of_same(match) or not place.is_alone or not place.end or count < 2 or name is None:
            return None
        if place.end == "begin" and count != 2:
            return None
        code = f", num_outputs={count}, axis={place.axis})[{int(place.end == 'begin')}]"
        return match.source.replaced(place.cut, f"{name}.split(", place.data, code)


class CroppedLike(Rewrite):
    """The height and the width of another tensor."""

    rules = ("HYB101", "HYB306")
    before = "F.slice({y}, begin=(None, None, None, None), end=(None, None, {x}.shape[2], {x}.shape[3]))"
    after = "F.slice_like({y}, {x}, axes=(2, 3))"
    risk = "raises where the array is smaller, which Python clips"
    inputs = ({"y": (2, 3, 8, 6), "x": (2, 1, 4, 3)},)
