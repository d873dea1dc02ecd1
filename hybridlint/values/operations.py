"""The operators of Python: their symbols, special methods and functions."""

from __future__ import annotations

import ast
import operator
from typing import Any, Callable, Dict

FUNCTIONS: Dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
}
#: Those of one operand, with that of the builtin function `abs`.
UNARY: Dict[str, Callable[[Any], Any]] = {
    "-": operator.neg,
    "+": operator.pos,
    "~": operator.invert,
    "abs": abs,
}
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
#: The names of the special methods, without underscores.
METHODS = {
    "+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod", "**": "pow", "@": "matmul",
    "|": "or", "&": "and", "^": "xor", "<<": "lshift", ">>": "rshift",
    "<": "lt", "<=": "le", ">": "gt", ">=": "ge", "==": "eq", "!=": "ne",
}  # fmt: skip
#: The operator of each special method, and whether the receiver is the right operand: `x.__rsub__(1)`.
OF_METHOD = {f"__{name}__": (symbol, False) for symbol, name in METHODS.items()}
OF_METHOD.update({f"__r{name}__": (symbol, True) for symbol, name in METHODS.items()})
_SYMBOLS: Dict[type, str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.MatMult: "@", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>",
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
    ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
    ast.UAdd: "+", ast.USub: "-", ast.Invert: "~",
}  # fmt: skip


def symbol_of(node: ast.AST) -> str:
    """Return the symbol of an operator node ("+", "<=", "@")."""
    return _SYMBOLS[type(node)]
