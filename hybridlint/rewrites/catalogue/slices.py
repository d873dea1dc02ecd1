"""Slices that begin or end at lengths of a tensor."""

from __future__ import annotations

from typing import Dict, Iterator, Tuple

from hybridlint.rewrites.rewrite import Rewrite


def _cuts(before: Tuple[str, str], after: Tuple[str, str] = ("", ""), **words: str) -> Iterator[Dict[str, str]]:
    """Yield calls that cut one of the first axes from a begin to an end, before and after; `LENGTH` in these is the
    length of the axis."""
    for axis in range(4):
        for first, is_axis in (("None", False), ("0", False), ("0", True)):
            front = f"{first}, " * axis
            cut = (
                f"F.slice_axis({{x}}, axis={axis}, begin=BEGIN, end=END)"
                if is_axis
                else f"F.slice({{x}}, begin=({front}BEGIN,), end=({'None, ' * axis}END,))"
            )
            made = {"axis": str(axis), "risk": "" if is_axis else _SHORTER, **words}
            for name, (begin, end) in (("cut", before), ("made", after)):
                made[name] = cut.replace("BEGIN", begin or first).replace("END", end)
                made[name] = made[name].replace("LENGTH", f"{{x}}.shape[{axis}]").replace("AXIS", str(axis))
            yield made


_SHORTER = "raises where the array is shorter, which Python clips"


class _Cut(Rewrite):
    rules = ("HYB101", "HYB306")


class EqualPart(_Cut):
    """The first of `n` equal parts of an axis, or the second half."""

    before = "<cut>"
    after = "F.split({x}, num_outputs=<count>, axis=<axis>)[<part>]"
    variants = (
        *_cuts(("", "LENGTH // {n}"), count="{n}", part="0"),
        *_cuts(("LENGTH // 2", "None"), count="2", part="1"),
    )
    conditions = (lambda match: match.variant["part"] == "1" or (match.number("n") or 0) > 1,)
    risk = "raises where the length is no multiple of <count>"


class CountedFromEnd(_Cut):
    """A position before the end of its axis is negative."""

    before = "<cut>"
    after = "<made>"
    variants = (
        *_cuts(("{b}", "LENGTH - {n}"), ("{b}", "-{n}")),
        *_cuts(("LENGTH - {n}", "{b}"), ("-{n}", "{b}")),
    )
    description = "count from the end"
    conditions = (lambda match: (match.number("n") or 0) > 0,)
    safe_if = (lambda match: match.number("n") == 1,)
    risk = "assumes that the axis has at least {n} positions"


class ToTheEnd(_Cut):
    """A slice without an end ends with its axis."""

    before = "<cut>"
    after = "<made>"
    variants = tuple(_cuts(("{b}", "LENGTH"), ("{b}", "None")))
    description = "slice to the end"


class SliceLike(_Cut):
    """A slice as long as another tensor."""

    before = "<cut>"
    after = "F.slice_like({x}, {y}, axes=(<axis>,))"
    variants = tuple(_cuts(("", "{y}.shape[AXIS]")))
    risk = "<risk>"
