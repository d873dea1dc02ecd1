"""In-place operations and assignments to parts of tensors, as plain assignments."""

from __future__ import annotations

import ast
from typing import Optional, Tuple

from hybridlint.events import InPlaceOperation, Subscript
from hybridlint.fixes import sequences
from hybridlint.fixes.correction import Correction, correction
from hybridlint.fixes.source import Source, literal
from hybridlint.syntax import index_elements, index_of
from hybridlint.values import Tensor

#: Python's binary operators by their nodes.
_SYMBOLS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Mod: "%", ast.Pow: "**"}


def plain(event: InPlaceOperation, source: Source) -> Optional[Correction]:
    """`x += y` → `x = x + y`, where evaluating the target twice does no harm."""
    node = event.node
    if not isinstance(node, ast.AugAssign) or type(node.op) not in _SYMBOLS or not _is_simple(node.target):
        return None
    target = source.text(node.target)
    value = source.operand(node.value)
    edits = source.replaced(node, node.target, f" = {target} {_SYMBOLS[type(node.op)]} ", *value)
    # With a second name for the array, or the caller's own, the others see the change imperatively: not the same then.
    risk = "other names of the array no longer see the change" if event.aliased else ""
    if not risk and isinstance(node.target, ast.Name) and source.is_given(node.target):
        risk = f"whoever gives `{node.target.id}` no longer sees the change"
    return correction(edits, "assign the result to the name", risk)


def _is_simple(node: ast.AST) -> bool:
    """A name, or attributes and constant keys of one."""
    if isinstance(node, ast.Subscript):
        key = index_of(node)
        return isinstance(key, (ast.Constant, ast.Name)) and _is_simple(node.value)
    if isinstance(node, ast.Attribute):
        return _is_simple(node.value)
    return isinstance(node, ast.Name)


def result_of_out(call: object, source: Source) -> Optional[Correction]:
    """`F.f(x, out=y)` → `y = F.f(x, out=y)`."""
    for argument in call.keywords if isinstance(call, ast.Call) else ():
        if argument.arg == "out" and isinstance(argument.value, ast.Name):
            edits = source.replaced(call, f"{argument.value.id} = ", call)  # type: ignore[arg-type]
            return correction(edits, "assign the result to the name that is given as `out`")
    return None


def of_item(event: Subscript, source: Source) -> Optional[Correction]:
    """`y[0:2] = v` → `y` joined of its parts before, the new part, and those behind it."""
    node, array = event.node, event.tensor
    if not isinstance(node, ast.Subscript) or not isinstance(array, Tensor) or not source.is_editable(node):
        return None
    if array.as_list and array.outputs != 1:
        return sequences.listed(node.value, array, source)
    statement, name = source.statement(node), source.namespace(node)
    if array.numpy or name is None or not isinstance(node.value, ast.Name):
        return None
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1 or statement.targets[0] is not node:
        return None
    target = node.value.id
    value = number_text(source, statement.value)
    items = index_elements(node)
    *before, last = items
    if value is None or not all(map(_takes_all, before)):
        return None
    risk = "" if _is_own_result(source, node.value, array) else "other names of the array no longer see the change"
    if _takes_all(last):
        return correction(
            source.replaced(statement, f"{target} = {filled(name, target, value)}"), "create a new array", risk
        )
    axis = len(before)
    begin, end = _bounds(last)
    if begin is None or end is not None and end <= begin:
        return None

    def part(first: int, stop: Optional[int]) -> str:
        return f"{name}.slice_axis({target}, axis={axis}, begin={first}, end={stop})"

    parts = [part(0, begin)] if begin else []
    parts.append(filled(name, part(begin, end), value))
    if end is not None:
        parts.append(part(end, None))
        risk = "; ".join(filter(None, [risk, f"raises where axis {axis} is not longer than {end}"]))
    joined = f"{name}.concat({', '.join(parts)}, dim={axis})" if len(parts) > 1 else parts[0]
    return correction(source.replaced(statement, f"{target} = {joined}"), f"use `{name}.concat`", risk)


def filled(name: str, array: str, value: str) -> str:
    """An array like another, filled with a number."""
    if value in ("0", "0.0"):
        return f"{name}.zeros_like({array})"
    return f"{name}.ones_like({array})" if value in ("1", "1.0") else f"{name}.ones_like({array}) * {value}"


def number_text(source: Source, node: ast.AST) -> Optional[str]:
    """The text of a number that is written out."""
    inner = node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) else node
    plain = isinstance(inner, ast.Constant) and type(inner.value) in (int, float)
    return source.text(node) if plain else None


def _takes_all(node: ast.AST) -> bool:
    whole = isinstance(node, ast.Slice) and (node.lower, node.upper, node.step) == (None, None, None)
    return whole or isinstance(node, ast.Constant) and node.value is Ellipsis


def _bounds(node: ast.AST) -> Tuple[Optional[int], Optional[int]]:
    """Begin and end of the positions that are assigned to; (None, None) for others than those that are written out."""
    if isinstance(node, ast.Slice):
        ends = [0 if node.lower is None else literal(node.lower), None if node.upper is None else literal(node.upper)]
        if node.step is not None or ends[0] is None or ends[0] < 0 or node.upper is not None and (ends[1] or 0) < 1:
            return None, None
        return ends[0], ends[1]
    number = literal(node)
    return (None, None) if number is None or number < 0 else (number, number + 1)


def _is_own_result(source: Source, name: ast.Name, array: Tensor) -> bool:
    """Whether nothing but this name certainly stands for the array: it was computed, and is given to no other name."""
    function = source.function(name)
    if array.origin is not None or function is None:
        return False
    for one in ast.walk(function):
        shared = isinstance(one, ast.Name) and one.id == name.id and isinstance(one.ctx, ast.Load)
        if shared and isinstance(source.parent(one), (ast.Assign, ast.Tuple, ast.List, ast.Dict, ast.keyword)):
            return False
    return True
