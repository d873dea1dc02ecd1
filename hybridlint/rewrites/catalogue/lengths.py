"""Lengths, numbers of axes and sizes of tensors where nothing better is known: as literals, or as tensors."""

from __future__ import annotations

import ast
import itertools
from typing import Any, Optional

from hybridlint.rewrites.catalogue import branches
from hybridlint.rewrites.correction import Edits
from hybridlint.rewrites.numbers import as_operand, length_as_tensor, of_threshold
from hybridlint.rewrites.proofs import OF_AXIS, dtype, least_rank
from hybridlint.rewrites.rewrite import Match, Rewrite
from hybridlint.rewrites.source import lengths
from hybridlint.syntax import same_code


def _counts_axes_of(match: Match) -> bool:
    """Whether the number is an axis of an operator that `x` is an operand of."""
    keyword: Any = match.source.parent(match.node)
    call: Any = match.source.parent(keyword)
    made = match.source.operation(call) if isinstance(keyword, ast.keyword) else None
    if made is None or keyword.arg not in ("axis", "dim") or made.path not in OF_AXIS:
        return False
    first = made.arguments.get("data")
    return any(same_code(item, match.parts["x"]) for item in (first if isinstance(first, list) else [first]) if item)


class LastAxis(Rewrite):
    """Axes are counted from the last one by negative numbers."""

    rules = ("HYB101",)
    before = "{x}.ndim - {n}"
    after = "-{n}"
    description = "count from the last axis"
    conditions = (_counts_axes_of, lambda match: (match.number("n") or 0) > 0)
    safe_if = (lambda match: least_rank(match.source, match.parts["x"]) >= (match.number("n") or 0),)
    risk = "raises for a tensor of less than {n} axes"


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
    of_past = True
    derived = {"length": _known}


class DividedByRoot(Rewrite):
    """The scale of attention: an operator divides by the root of the last length."""

    rules = ("HYB101", "HYB306")
    before = (
        "{x} / math.sqrt({x}.shape[-1])",
        "{x} / np.sqrt({x}.shape[-1])",
        "{x} / {x}.shape[-1] ** 0.5",
    )
    after = "F.contrib.div_sqrt_dim({x})"
    inputs = ({"x": (2, 3)},)


class LengthAsTensor(Rewrite):
    """A number in arithmetic with tensors may be a tensor of one element."""

    rules = ("HYB101", "HYB306")
    before = ("{x}.shape[{a}]", "{x}.size", "{x}.ndim")
    description = "compute with the length as a tensor"
    order = 2

    def changes(self, match: Match) -> Edits:
        source, name = match.source, match.namespace
        around = itertools.takewhile(lambda item: isinstance(item, (ast.expr, ast.cmpop)), source.around(match.node))
        compared = next((node for node in around if isinstance(node, ast.Compare)), None)
        if name is None or isinstance(source.parent(match.node), ast.Compare) and "a" not in match.parts:
            return None  # the branches are for tensors of other ranks
        branch = None if compared is None else source.parent(compared)
        decides = isinstance(branch, (ast.If, ast.IfExp))
        if decides:
            chosen = branches.chosen(match, branch, name, (compared, None))
            if chosen is None or "a" in match.parts and _known(match) is not None:
                return None  # the graph cannot choose, or has no choice where the length is known
            match.description = self.description
        meaning = source.meaning(match.node)
        made = length_as_tensor(source, meaning, name, exact=decides)
        if made is None:
            return None
        of_rank = isinstance(meaning, ast.Attribute) and meaning.attr == "ndim" and not decides
        of = None if of_rank and dtype(source, made[1]) != "float32" else made[1]
        edits = as_operand(match, match.node, made[0], of)
        match.risk = match.risk or ("" if compared is None or decides else of_threshold(match))
        return edits
