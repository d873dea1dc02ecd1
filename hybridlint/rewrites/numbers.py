"""Numbers that are computed from tensors, such as `x.shape[1]` and `x.asscalar()`, written as tensors of one
element."""

from __future__ import annotations

import ast
from typing import Any, List, Optional, Tuple

from hybridlint.rewrites.correction import Change, Edits, Part
from hybridlint.rewrites.source import Source, literal
from hybridlint.syntax import index_of

#: Functions of a number → the operator of `F`; "" for those that a tensor of float32 does not need.
_OF_NUMBERS = {
    **{f"{module}.{name}": name for module in ("math", "numpy") for name in ("sqrt", "log", "exp")},
    "float": "",
}
_SYMBOLS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**"}
_BROADCAST = {
    ast.Mult: "broadcast_mul",
    ast.Div: "broadcast_div",
    ast.Add: "broadcast_add",
    ast.Sub: "broadcast_sub",
    ast.Pow: "broadcast_power",
}


def length_as_tensor(source: Source, node: Any, name: str) -> Optional[str]:
    """Return a length as a tensor of one element: of `x.shape[1]`, `x.size` or `x.ndim`; None for anything else."""
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute) and node.value.attr == "shape":
        index = index_of(node)
        number = literal(index)
        if number is None and not isinstance(index, (ast.Name, ast.Attribute)):
            return None
        axis = source.text(index) if number is None else number
        end = f"{axis} + 1 or None" if number is None else "None" if number == -1 else number + 1
        shape = f"{name}.shape_array({source.text(node.value.value)})"
        return f'{name}.cast({name}.slice_axis({shape}, axis=0, begin={axis}, end={end}), "float32")'
    if not isinstance(node, ast.Attribute) or node.attr not in ("size", "ndim"):
        return None
    array = source.text(node.value)
    return (
        f'{name}.cast({name}.size_array({array if node.attr == "size" else f"{name}.shape_array({array})"}), "float32")'
    )


def as_operand(source: Source, node: ast.AST, text: str, name: str) -> Edits:
    """Return edits after which the number `node` is the tensor `text`, where it is used: as an operand of tensors,
    in the test of a branch, or by the name that it is assigned to."""
    whole, text = _grown(source, node, text, name)
    outer: Any = source.parent(whole)
    if isinstance(outer, ast.Assign):
        return _named(source, outer, whole, text, name)
    if isinstance(outer, ast.Compare) and len(outer.ops) == 1 and isinstance(source.parent(outer), (ast.If, ast.IfExp)):
        other = outer.comparators[0] if outer.left is whole else outer.left
        return source.replaced(whole, text) if _scalar(source, other, name) is not None else None
    if not isinstance(outer, ast.BinOp) or type(outer.op) not in _BROADCAST or source.wants_number(outer):
        return None
    other = outer.left if outer.right is whole else outer.right
    if not source.is_tensor(other):
        return None
    parts: Tuple[Part, ...] = (other, ", ", text) if outer.right is whole else (text, ", ", other)
    return source.replaced(outer, f"{name}.{_BROADCAST[type(outer.op)]}(", *parts, ")")


def _named(source: Source, statement: ast.Assign, whole: ast.AST, text: str, name: str) -> Edits:
    """`n = x.shape[1]` with all uses of the name."""
    target, *others = statement.targets
    if others or not isinstance(target, ast.Name):
        return None
    edits: List[Change] = list(source.replaced(whole, text) or ())
    for one in source.names(source.scope(statement)).get(target.id, ()):
        if one is not target:
            made = as_operand(source, one, one.id, name) if isinstance(one.ctx, ast.Load) else None
            if made is None:
                return None
            edits += made
    return tuple(edits)


def _grown(source: Source, node: ast.AST, text: str, name: str) -> Tuple[ast.AST, str]:
    """Return the largest expression of numbers around `node`, computed from the tensor `text` that replaces `node`."""
    outer: Any = source.parent(node)
    if isinstance(outer, ast.Call) and outer.args == [node] and not outer.keywords:
        function = source.dotted(outer.func) or source.module.code(outer.func)
        operator = _OF_NUMBERS.get(function)
        if operator is not None:
            return _grown(source, outer, f"{name}.{operator}({text})" if operator else text, name)
    if isinstance(outer, ast.UnaryOp) and isinstance(outer.op, ast.USub):
        return _grown(source, outer, f"(-{text})", name)
    if isinstance(outer, ast.BinOp) and type(outer.op) in _SYMBOLS:
        other = _scalar(source, outer.left if outer.right is node else outer.right, name)
        if other is not None:
            left, right = (text, other) if outer.left is node else (other, text)
            return _grown(source, outer, f"({left} {_SYMBOLS[type(outer.op)]} {right})", name)
    enclosed = isinstance(outer, (ast.BinOp, ast.Assign))
    return node, text[1:-1] if enclosed and text.startswith("(") else text


def _scalar(source: Source, node: Any, name: str) -> Optional[str]:
    """Return an expression of numbers, attributes of `self` and lengths, with the lengths as tensors."""
    if isinstance(node, ast.Constant):
        return source.text(node) if type(node.value) in (int, float) else None
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self":
        return None if source.is_tensor(node) else source.text(node)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _scalar(source, node.operand, name)
        return None if inner is None else f"(-{inner})"
    if isinstance(node, ast.BinOp) and type(node.op) in _SYMBOLS:
        left, right = _scalar(source, node.left, name), _scalar(source, node.right, name)
        return None if left is None or right is None else f"({left} {_SYMBOLS[type(node.op)]} {right})"
    return length_as_tensor(source, source.meaning(node), name)
