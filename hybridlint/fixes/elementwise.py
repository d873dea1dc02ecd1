"""Expressions that are computed from one tensor element by element, in its shape and dtype."""

from __future__ import annotations

import ast
from typing import Any, List, Optional

from hybridlint.fixes.source import Source

#: Operators of one tensor whose result has its shape and dtype, and whether their derivatives are finite everywhere.
_OPERATORS = {
    **dict.fromkeys(["relu", "sigmoid", "tanh", "abs", "negative", "identity", "BlockGrad", "softmax", "square"], True),
    **dict.fromkeys(["exp", "log", "sqrt"], False),
}


def root(source: Source, node: Any) -> Optional[str]:
    """Return the name of the tensor of which `node` is computed element by element, in its shape and dtype."""
    if isinstance(node, ast.Name):
        return node.id if not hasattr(node, "lineno") or source.is_tensor(node) else None
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return root(source, node.operand)
    if isinstance(node, ast.BinOp) and not isinstance(node.op, ast.MatMult):
        numbers = [isinstance(one, ast.Constant) and type(one.value) in (int, float) for one in (node.left, node.right)]
        return root(source, node.left if numbers[1] else node.right) if numbers[0] != numbers[1] else None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _OPERATORS:
        of_operators = isinstance(node.func.value, ast.Name) and node.func.value.id == source.namespace(node)
        given = [*([] if of_operators else [node.func.value]), *node.args]
        return root(source, given[0]) if len(given) == 1 and not node.keywords else None
    return None


def has_finite_gradient(node: ast.AST) -> bool:
    """Return whether the derivatives of the elementwise operations in `node` are finite everywhere."""
    for one in ast.walk(node):
        if isinstance(one, ast.Call) and not _OPERATORS.get(getattr(one.func, "attr", ""), False):
            return False
        if isinstance(one, ast.BinOp) and isinstance(one.op, (ast.Div, ast.Pow, ast.Mod)):
            number = one.right.value if isinstance(one.right, ast.Constant) else 0
            if not isinstance(number, (int, float)) or number == 0 or isinstance(one.op, ast.Pow) and number < 1:
                return False
    return True


def is_elementwise(node: ast.AST, leaves: List[Any], name: str) -> bool:
    """Return whether `node` is computed from one of `leaves` and numbers, element by element."""
    if any(node is leaf for leaf in leaves):
        return True
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return is_elementwise(node.operand, leaves, name)
    if isinstance(node, ast.BinOp) and not isinstance(node.op, ast.MatMult):
        sides = [one for one in (node.left, node.right) if not isinstance(one, ast.Constant)]
        return bool(sides) and all(is_elementwise(one, leaves, name) for one in sides)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.keywords:
        function = node.func
        of_operators = isinstance(function.value, ast.Name) and function.value.id == name
        given = [*([] if of_operators else [function.value]), *node.args]
        known = function.attr in _OPERATORS and function.attr != "softmax"
        return known and len(given) == 1 and is_elementwise(given[0], leaves, name)
    return False
