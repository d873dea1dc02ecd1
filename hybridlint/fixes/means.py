"""Sums that are divided by the lengths of the axes they run over, written as means."""

from __future__ import annotations

import ast
from typing import Any, List, Optional, Tuple

from hybridlint.finding import Edit
from hybridlint.fixes.correction import Correction, Edits, correction
from hybridlint.fixes.elementwise import root
from hybridlint.fixes.source import Part, Source, literal
from hybridlint.syntax import index_of, same_code
from hybridlint.values import Tensor

_RISK = "differs for more than 65504 elements of float16"


def of_sum(source: Source, node: ast.Attribute, array: Tensor) -> Optional[Correction]:
    """`F.sum(x, axis=1) / x.shape[1]` → `F.mean(x, axis=1)`, also by a name of the length."""
    divisor: Any = source.parent(node) if node.attr == "shape" else node
    while isinstance(source.parent(divisor), ast.BinOp) and isinstance(source.parent(divisor).op, ast.Mult):  # type: ignore[union-attr]
        divisor = source.parent(divisor)
    axes = _axes(divisor, node.value)
    if axes is None:
        return None
    above: Any = source.parent(divisor)
    divisors: List[ast.AST] = [divisor]
    edits: List[Edit] = []
    if isinstance(above, ast.Assign):
        name = above.targets[0]
        if not isinstance(name, ast.Name) or source.assigned_once(name) is not divisor:
            return None
        uses = [one for one in ast.walk(source.scope(above)) if isinstance(one, ast.Name) and one.id == name.id]
        divisors = [one for one in uses if isinstance(one.ctx, ast.Load)]
        edits += source.removed(above) or ()
    for one in divisors:
        made = _mean(source, one, node.value, sorted(axes))
        if made is None:
            return None
        edits += made
    risk = "" if array.dtype in ("float32", "float64") else _RISK
    return correction(tuple(edits), "use `mean`", risk) if divisors else None


def _axes(node: Any, array: ast.AST) -> Optional[Tuple[int, ...]]:
    """Return the axes whose lengths are multiplied in `node`: () for `x.size`, None for another expression."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        left, right = _axes(node.left, array), _axes(node.right, array)
        return (*left, *right) if left and right else None
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute) and node.value.attr == "shape":
        axis = literal(index_of(node)) if same_code(node.value.value, array) else None
        return None if axis is None else (axis,)
    return () if isinstance(node, ast.Attribute) and node.attr == "size" and same_code(node.value, array) else None


def _mean(source: Source, divisor: ast.AST, array: Any, axes: List[int]) -> Edits:
    """Return edits that replace a quotient of a sum over `axes` by a mean."""
    quotient: Any = source.parent(divisor)
    call = quotient.left if isinstance(quotient, ast.BinOp) and isinstance(quotient.op, ast.Div) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.func.attr != "sum":
        return None
    of_operators = isinstance(call.func.value, ast.Name) and call.func.value.id == source.namespace(call)
    data, *positional = call.args if of_operators else [call.func.value, *call.args]
    named = {one.arg: one.value for one in call.keywords}
    along: Any = positional[0] if positional else named.get("axis")
    if len(positional) > 1 or not named.keys() <= {"axis", "keepdims"}:
        return None
    if not same_code(data, array) and (not isinstance(array, ast.Name) or root(source, data) != array.id):
        return None
    elements = along.elts if isinstance(along, (ast.Tuple, ast.List)) else [along] if along is not None else []
    summed = [literal(one) for one in elements]
    if None in summed or sorted(summed) != axes:  # type: ignore[type-var]
        return None
    given = [("", one) for one in call.args] + [(f"{one.arg}=", one.value) for one in call.keywords]
    parts: List[Part] = []
    for prefix, value in given:
        parts += [f", {prefix}" if parts else prefix, value]
    return source.replaced(quotient, call.func.value, ".mean(", *parts, ")")
