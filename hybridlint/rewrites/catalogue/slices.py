"""Slices that end at lengths of a tensor."""

from __future__ import annotations

from hybridlint.rewrites.rewrite import Match, Rewrite, is_integer

#: The axis, and the items of an index before the one of that axis.
_AXES = tuple({"axis": str(axis), "before": ":, " * axis} for axis in range(4))


def _is_positive(match: Match) -> bool:
    return (match.number("n") or 0) > 0


class SliceAxisToEnd(Rewrite):
    """The end of an axis is None."""

    rules = ("HYB101", "HYB306")
    before = "F.slice_axis({x}, axis={a}, begin={b}, end={x}.shape[{a}])"
    after = "F.slice_axis({x}, axis={a}, begin={b}, end=None)"
    description = "slice to the end"
    inputs = ({"x": (2, 3, 4), "a": "1", "b": "1"},)


class SliceLike(Rewrite):
    """A slice as long as another tensor."""

    rules = ("HYB101", "HYB306")
    before = "F.slice_axis({y}, axis={a}, begin=0, end={x}.shape[{a}])"
    after = "F.slice_like({y}, {x}, axes=({a},))"
    conditions = (is_integer("a"),)
    inputs = ({"y": (2, 5), "x": (2, 3), "a": "1"},)


class CountedFromEnd(Rewrite):
    """A position before the end of its axis is negative."""

    rules = ("HYB101", "HYB306")
    before = ("{x}[<before>{b}:{x}.shape[<axis>] - {n}]", "{x}[<before>:{x}.shape[<axis>] - {n}]")
    description = "count from the end"
    variants = _AXES
    conditions = (_is_positive,)
    safe_if = (lambda match: match.number("n") == 1,)
    risk = "assumes that the axis has at least {n} positions"
    inputs = ({"x": (5, 5, 5, 5), "b": "1", "n": "2"},)

    def changes(self, match):  # type: ignore[no-untyped-def]
        begin = "{b}" if "b" in match.parts else ""
        return match.replaced(f"{{x}}[{match.variant['before']}{begin}:-{{n}}]")


class LastPosition(Rewrite):
    """A position before the end of its axis is negative."""

    rules = ("HYB101", "HYB306")
    before = "{x}[<before>{x}.shape[<axis>] - {n}]"
    after = "{x}[<before>-{n}]"
    description = "count from the end"
    variants = _AXES
    conditions = (_is_positive,)
    safe_if = (lambda match: match.number("n") == 1,)
    risk = "assumes that the axis has at least {n} positions"
    inputs = ({"x": (5, 5, 5, 5), "n": "1"},)


class FirstPart(Rewrite):
    """The first of `n` equal parts of an axis."""

    rules = ("HYB101", "HYB306")
    before = (
        "{x}[<before>:{x}.shape[<axis>] // {n}]",
        "F.slice_axis({x}, axis=<axis>, begin=0, end={x}.shape[<axis>] // {n})",
    )
    after = "F.split({x}, num_outputs={n}, axis=<axis>)[0]"
    variants = _AXES
    conditions = (_is_positive,)
    risk = "raises where the length is no multiple of {n}"
    inputs = ({"x": (4, 4, 4, 4), "n": "2"},)


class SecondHalf(Rewrite):
    """The second of two equal parts of an axis."""

    rules = ("HYB101", "HYB306")
    before = (
        "{x}[<before>{x}.shape[<axis>] // 2:]",
        "F.slice_axis({x}, axis=<axis>, begin={x}.shape[<axis>] // 2, end=None)",
    )
    after = "F.split({x}, num_outputs=2, axis=<axis>)[1]"
    variants = _AXES
    risk = "raises where the length is no multiple of 2"
    inputs = ({"x": (4, 4, 4, 4)},)
