"""In-place operations and assignments to parts of tensors, as plain assignments."""

from __future__ import annotations

import ast
from typing import Optional

from hybridlint.events import InPlaceOperation
from hybridlint.fixes.correction import Correction, correction
from hybridlint.fixes.source import Source

#: Python's binary operators by their nodes.
_SYMBOLS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Mod: "%", ast.Pow: "**"}


def plain(use: InPlaceOperation, source: Source) -> Optional[Correction]:
    """`x += y` → `x = x + y`, where evaluating the target twice does no harm."""
    node = use.node
    if not isinstance(node, ast.AugAssign) or type(node.op) not in _SYMBOLS or not _is_simple(node.target):
        return None
    target = source.text(node.target)
    value = source.operand(node.value)
    edits = source.replaced(node, node.target, f" = {target} {_SYMBOLS[type(node.op)]} ", *value)
    # With a second name for the array, or the caller's own, the others see the change imperatively: not the same then.
    risk = "other names of the array no longer see the change" if use.aliased else ""
    return correction(edits, "assign the result to the name", risk)


def _is_simple(node: ast.AST) -> bool:
    """A name, or attributes and constant keys of one."""
    if isinstance(node, ast.Subscript):
        key = getattr(node.slice, "value", None) if type(node.slice).__name__ == "Index" else node.slice
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
