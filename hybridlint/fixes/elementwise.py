"""Expressions that are computed from one tensor element by element, in its shape and dtype."""

from __future__ import annotations

import ast
from typing import Any, List, Optional

from hybridlint.fixes.source import Source
from hybridlint.syntax import is_number

#: Operators of one tensor whose result has its shape and dtype, and whether their derivatives are finite everywhere.
_OPERATORS = {
    **dict.fromkeys(["relu", "sigmoid", "tanh", "abs", "negative", "identity", "BlockGrad", "softmax", "square"], True),
    **dict.fromkeys(["exp", "log", "sqrt"], False),
}


def root(source: Source, node: Any) -> Optional[str]:
    """Return the name of the tensor of which `node` is computed element by element, in its shape and dtype."""
    if isinstance(node, ast.Name):
        return node.id if not hasattr(node, "lineno") or source.is_tensor(node) else None
    operands = _operands(node, source.namespace(node))
    return root(source, operands[0]) if len(operands) == 1 else None


def is_elementwise(node: Any, leaves: List[Any], name: Optional[str]) -> bool:
    """Return whether `node` is computed from one of `leaves` and numbers, element by element."""
    if any(node is leaf for leaf in leaves):
        return True
    operands = [] if _function(node) == "softmax" else _operands(node, name)
    return bool(operands) and all(is_elementwise(one, leaves, name) for one in operands)


def _operands(node: Any, name: Optional[str]) -> List[ast.expr]:
    """Return the operands, apart from numbers, of an operation whose result has their shape and dtype; none for any
    other expression. `name` is that of `F`."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return [node.operand]
    if isinstance(node, ast.BinOp) and not isinstance(node.op, ast.MatMult):
        return [one for one in (node.left, node.right) if not is_number(one)]
    if _function(node) in _OPERATORS and not node.keywords:
        receiver = node.func.value
        of_operators = isinstance(receiver, ast.Name) and receiver.id == name
        given = [*([] if of_operators else [receiver]), *node.args]
        return given if len(given) == 1 else []
    return []


def _function(node: Any) -> str:
    """Return "relu" for `F.relu(x)` and `x.relu()`; "" for any other expression."""
    return node.func.attr if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else ""


def has_finite_gradient(node: ast.AST) -> bool:
    """Return whether the derivatives of the elementwise operations in `node` are finite everywhere."""
    for one in ast.walk(node):
        if isinstance(one, ast.Call) and not _OPERATORS.get(_function(one), False):
            return False
        if isinstance(one, ast.BinOp) and isinstance(one.op, (ast.Div, ast.Pow, ast.Mod)):
            number = one.right.value if isinstance(one.right, ast.Constant) else 0
            if not isinstance(number, (int, float)) or number == 0 or isinstance(one.op, ast.Pow) and number < 1:
                return False
    return True
