"""Lengths, numbers of axes and sizes of tensors where nothing better is known: as literals, or as tensors."""

from __future__ import annotations

import ast
from typing import Optional

from hybridlint.rewrites.correction import Edits
from hybridlint.rewrites.numbers import as_operand, length_as_tensor
from hybridlint.rewrites.rewrite import Match, Rewrite
from hybridlint.rewrites.source import lengths


class NumberOfAxes(Rewrite):
    """The number of axes is known."""

    rules = ("HYB101",)
    before = "{x}.ndim"
    after = "{rank}"
    description = "write the number of axes"
    order = 1
    derived = {"rank": lambda match: None if match.rank("x") is None else str(match.rank("x"))}


def _known(match: Match) -> Optional[str]:
    """Return the length of an axis if it is a literal elsewhere. The batch is never written: there are others."""
    array, axis = match.tensor("x"), match.number("a")
    dims = None if array is None else array.dims
    if array is None or axis is None or dims is None or not -len(dims) <= axis < len(dims) or dims[axis] is None:
        return None
    certain = (lengths(array) or dims)[axis] is not None
    if not certain and axis % len(dims) == 0:
        return None
    match.risk = "" if certain else f"holds for inputs with {dims[axis]} on that axis only"
    return str(dims[axis])


class KnownLength(Rewrite):
    """The length of the axis is a literal elsewhere."""

    rules = ("HYB101", "HYB306")
    before = "{x}.shape[{a}]"
    after = "{length}"
    description = "write the length of the axis"
    order = 1
    derived = {"length": _known}


def _known_slice(match: Match) -> Optional[str]:
    array = match.tensor("x")
    dims = None if array is None else array.dims
    first, end = match.number("a"), match.number("b")
    if array is None or dims is None or any(match.number(name) is None for name in "ab" if name in match.parts):
        return None
    taken, certain = dims[first:end], (lengths(array) or dims)[first:end]
    batch = (lengths(array) or dims)[0] is None and len(dims[:end]) == len(taken)
    if not taken or None in taken or batch:
        return None
    shown = f"({', '.join(map(str, taken))}{',' if len(taken) == 1 else ''})"
    match.risk = f"holds for inputs with {shown} on these axes only" if None in certain else ""
    return shown


class KnownLengths(Rewrite):
    """The lengths of the axes are literals elsewhere."""

    rules = ("HYB101",)
    before = ("{x}.shape[{a}:]", "{x}.shape[{a}:{b}]", "{x}.shape[:{b}]")
    after = "{lengths}"
    description = "write the lengths of the axes"
    order = 1
    derived = {"lengths": _known_slice}


class LengthAsTensor(Rewrite):
    """A number in arithmetic with tensors may be a tensor of one element."""

    rules = ("HYB101", "HYB306")
    before = ("{x}.shape[{a}]", "{x}.size", "{x}.ndim")
    description = "compute with the length as a tensor"
    order = 2
    risk = "raises where the other operand is not float32"

    def changes(self, match: Match) -> Edits:
        name = match.source.namespace(match.anchor)
        if isinstance(match.source.parent(match.node), ast.Compare) and "a" not in match.parts:
            return None  # the branches are for tensors of other ranks
        text = None if name is None else length_as_tensor(match.source, match.source.meaning(match.node), name)
        return None if name is None or text is None else as_operand(match.source, match.node, text, name)
