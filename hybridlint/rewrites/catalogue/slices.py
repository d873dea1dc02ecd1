"""Slices that begin or end at lengths of a tensor."""

from __future__ import annotations

from typing import Iterator, Tuple

from hybridlint.rewrites.rewrite import Rewrite


def _cuts() -> Iterator[Tuple[str, str, str]]:
    """Yield calls that cut one of the first axes from `BEGIN` to `END`, the axis, and its length."""
    for axis in range(4):
        front = "None, " * axis
        yield f"F.slice({{x}}, begin=({front}BEGIN,), end=({front}END,))", str(axis), f"{{x}}.shape[{axis}]"
        yield f"F.slice_axis({{x}}, axis={axis}, begin=BEGIN, end=END)", str(axis), f"{{x}}.shape[{axis}]"


def _cut(cut: str, begin: str, end: str) -> str:
    return cut.replace("BEGIN", begin).replace("END", end)


_PARTS = tuple(
    {"cut": _cut(cut, begin, end.replace("LENGTH", length)), "axis": axis, "count": count, "part": part}
    for cut, axis, length in _cuts()
    for begin, end, count, part in (
        ("0" if "axis" in cut else "None", "LENGTH // {n}", "{n}", "0"),
        (f"{length} // 2", "None", "2", "1"),
    )
)
_ENDS = tuple(
    {"cut": _cut(cut, *(item.replace("LAST", f"{length} - {{n}}") for item in ends)), "made": _cut(cut, *ends)}
    for cut, _, length in _cuts()
    for ends in (("{b}", "LAST"), ("LAST", "{b}"))
)


class EqualPart(Rewrite):
    """The first of `n` equal parts of an axis, or the second half."""

    rules = ("HYB101", "HYB306")
    before = "<cut>"
    after = "F.split({x}, num_outputs=<count>, axis=<axis>)[<part>]"
    variants = _PARTS
    conditions = (lambda match: match.variant["count"] == "2" or (match.number("n") or 0) > 1,)
    risk = "raises where the length is no multiple of <count>"


class CountedFromEnd(Rewrite):
    """A position before the end of its axis is negative."""

    rules = ("HYB101", "HYB306")
    before = "<cut>"
    after = "<made>"
    variants = tuple({**ends, "made": ends["made"].replace("LAST", "-{n}")} for ends in _ENDS)
    description = "count from the end"
    conditions = (lambda match: (match.number("n") or 0) > 0,)
    safe_if = (lambda match: match.number("n") == 1,)
    risk = "assumes that the axis has at least {n} positions"
