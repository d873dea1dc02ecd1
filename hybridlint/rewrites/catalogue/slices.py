"""Slices that begin or end at lengths of a tensor."""

from __future__ import annotations

import ast
import dataclasses
from typing import Any, List, Optional, Sequence, Tuple

from hybridlint.rewrites.correction import Edits
from hybridlint.rewrites.rewrite import Match, Rewrite, at
from hybridlint.rewrites.source import literal
from hybridlint.syntax import index_elements, same_code


@dataclasses.dataclass(frozen=True)
class _Place:
    """A position in a subscript, in `F.slice` or `F.slice_axis`: `cut` is that, `data` its tensor, and `bounds` are
    begin and end on the axis; of an index, that alone. `is_alone` unless it is cut elsewhere too."""

    cut: Any
    data: Any
    axis: int
    bounds: Sequence[Any]
    is_alone: bool


def _place(match: Match) -> Optional[_Place]:
    """Return the place of the position that the node of a match is, or a multiple of it."""
    source, node = match.source, match.node
    above: Any = source.parent(node)
    while isinstance(above, ast.BinOp) and isinstance(above.op, ast.Mult):
        node, above = above, source.parent(above)
    if isinstance(above, ast.Slice):
        node, above = above, source.parent(above)
    whole = above
    while isinstance(whole, ast.Tuple) or type(whole).__name__ in ("Index", "ExtSlice"):  # those of Python 3.8
        whole = source.parent(whole)
    if isinstance(whole, ast.Subscript):
        items: List[Any] = index_elements(whole)
        if node not in items or any(isinstance(item, ast.Constant) for item in items[: items.index(node)]):
            return None  # None and `...` stand for no axis, or for several
        pairs = [[item.lower, item.upper] if isinstance(item, ast.Slice) else [item] for item in items]
        is_stepped = any(getattr(item, "step", None) is not None for item in items)
        return None if is_stepped else _Place(whole, whole.value, *_at(pairs, items.index(node)))
    call = source.parent(whole) if isinstance(whole, ast.keyword) else None
    made = None if call is None else source.operation(call)
    if made is None or whole.arg not in ("begin", "end") or "step" in made.arguments:
        return None
    ends = [made.arguments.get(name) for name in ("begin", "end")]
    if made.path == "slice_axis":
        axis = literal(made.arguments.get("axis"))
        return None if axis is None else _Place(call, made.arguments["data"], axis, ends, is_alone=True)
    elements = [getattr(end, "elts", ()) for end in ends]
    if made.path != "slice" or len(elements[0]) != len(elements[1]) or node not in getattr(above, "elts", ()):
        return None
    return _Place(call, made.arguments["data"], *_at(list(zip(*elements)), above.elts.index(node)))


def _at(pairs: Sequence[Sequence[Any]], axis: int) -> Tuple[int, Sequence[Any], bool]:
    """Return an axis, its begin and end, and whether the others take all positions."""
    others = [bound for number, pair in enumerate(pairs) for bound in pair if number != axis]
    return axis, pairs[axis], all(map(_is_default, others))


def _is_default(bound: Any) -> bool:
    return bound is None or isinstance(bound, ast.Constant) and bound.value in (None, 0)


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


class ToTheEnd(_OfLength):
    """A slice without an end ends with its axis."""

    before = "{x}.shape[{a}]"
    after = "None"
    description = "slice to the end"

    def changes(self, match: Match) -> Edits:
        bounds = match.data.bounds
        if not self.of_same(match) or len(bounds) < 2 or bounds[1] is not match.node:
            return None
        if isinstance(match.data.cut, ast.Subscript):
            return match.source.replaced_span(match.source.module.span(match.node), "")
        return match.replaced(self.after)


class SliceLike(_OfLength):
    """A slice as long as another tensor. It raises where the array is shorter, which Python clips."""

    before = "{x}.shape[{a}]"
    after = "F.slice_like({y}, {x}, axes=({a},))"

    def changes(self, match: Match) -> Edits:
        place, name = match.data, match.namespace
        begin, end = place.bounds if len(place.bounds) == 2 else (match.node, None)
        if self.of_same(match) or end is not match.node or not (_is_default(begin) and place.is_alone):
            return None
        if name is None or place.axis < 0:
            return None
        if isinstance(place.cut, ast.Subscript):
            return None  # `F.slice` is written first
        if match.source.operation(place.cut).path == "slice":  # type: ignore[union-attr]
            match.risk = "raises where the array is shorter, which Python clips"
        like = (f"{name}.slice_like(", place.data, ", ", match.parts["x"], f", axes=({place.axis},))")
        return match.source.replaced(place.cut, *like)


class EqualPart(_OfLength):
    """One of `n` equal parts of an axis."""

    before = "{x}.shape[{a}] // {n}"
    after = "F.split({x}, num_outputs={n}, axis={a})[0]"
    risk = "raises where the length is no multiple of {n}"

    def changes(self, match: Match) -> Edits:
        place, count, name = match.data, match.number("n") or 0, match.namespace
        if not self.of_same(match) or not place.is_alone or len(place.bounds) < 2 or count < 2 or name is None:
            return None
        begin, end = (self._multiple(match, bound) for bound in place.bounds)
        if (0 if begin is None else begin) + 1 != (count if end is None else end):
            return None
        code = f", num_outputs={count}, axis={place.axis})[{begin or 0}]"
        return match.source.replaced(place.cut, f"{name}.split(", place.data, code)

    def _multiple(self, match: Match, bound: Any) -> Optional[int]:
        """Return how many parts a bound is from the begin; None for no bound, -2 for another one."""
        if bound is None or _is_default(bound):
            return literal(bound)
        part = self.before[0]
        for code in (part, f"{{k}} * ({part})", f"({part}) * {{k}}"):
            made = at(code, bound, match.source, **{name: match.parts[name] for name in "xan"})
            if made is not None:
                return 1 if code == part else made.number("k")
        return -2


class CroppedLike(Rewrite):
    """The height and the width of another tensor."""

    rules = ("HYB101", "HYB306")
    before = "F.slice({y}, begin=(None, None, None, None), end=(None, None, {x}.shape[<h>], {x}.shape[<w>]))"
    after = "F.slice_like({y}, {x}, axes=(2, 3))"
    variants = ({"h": "2", "w": "3"}, {"h": "-2", "w": "-1"})
    risk = "assumes that `{x}` has four axes, and is not larger"
    inputs = ({"y": (2, 3, 8, 6), "x": (2, 1, 4, 3)},)
