"""Numbers that are computed from tensors, such as `x.shape[1]` and `x.asscalar()`, written as tensors of one
element."""

from __future__ import annotations

import ast
from typing import Any, Callable, List, Optional, Tuple

from hybridlint.events import BROADCASTING
from hybridlint.rewrites.correction import Edits, Part, together
from hybridlint.rewrites.proofs import FLOATING, dtype, have_one_dtype
from hybridlint.rewrites.rewrite import Match
from hybridlint.rewrites.source import Source, literal
from hybridlint.syntax import index_of
from hybridlint.values.operations import symbol_of

#: Functions of a number → the operator of `F`; "" for those that a tensor does not need.
_OF_NUMBERS = {
    **{f"{module}.{name}": name for module in ("math", "numpy") for name in ("sqrt", "log", "exp")},
    "float": "",
}
#: Operators of numbers that tensors have too, with the same result.
ARITHMETIC = ("+", "-", "*", "/", "**")
#: Operators of integers whose result is an integer.
_EXACT = (ast.Add, ast.Sub, ast.Mult)


def length_as_tensor(source: Source, node: Any, name: str, exact: bool = False) -> Optional[Tuple[str, ast.AST]]:
    """Return a length as a tensor of one element in the dtype of the tensor, and that; for comparisons, `exact`, in
    float64. None for anything but `x.shape[1]`, `x.size` and `x.ndim`."""
    axis = ""
    shape = node.value if isinstance(node, ast.Subscript) else node
    if not isinstance(shape, ast.Attribute) or shape.attr not in ("shape", "size", "ndim"):
        return None
    text = source.text(shape.value)
    if shape.attr == "shape":
        index = index_of(node) if isinstance(node, ast.Subscript) else None
        number = literal(index)
        if number is None and not isinstance(index, (ast.Name, ast.Attribute)):
            return None
        begin = source.text(index) if number is None else number  # type: ignore[arg-type]
        end = f"{begin} + 1 or None" if number is None else "None" if number == -1 else number + 1
        code = f"{name}.slice_axis({name}.shape_array({text}), axis=0, begin={begin}, end={end})"
        axis = f", axis={begin}"
    elif isinstance(node, ast.Subscript):
        return None
    else:
        code = f"{name}.size_array({text if shape.attr == 'size' else f'{name}.shape_array({text})'})"
    if exact or shape.attr == "ndim":
        return f'{name}.cast({code}, "float{64 if exact else 32}")', shape.value
    if shape.attr == "size":
        text, axis = f"{name}.reshape({text}, shape=(-1,))", ", axis=0"
    positions = f"{name}.contrib.arange_like({text}, start=1{axis})"  # the last is what the dtype makes of the length
    return f"{name}.slice_axis({positions}, axis=0, begin=-1, end=None)", shape.value


def as_operand(
    match: Match, node: ast.AST, text: str, of: Optional[ast.AST], is_exact: bool = True, rounds: bool = False
) -> Edits:
    """Return edits after which the number `node` is the tensor `text`, of the dtype of the tensor `of`, where it is
    used: as an operand of tensors, or in the test of a branch. The number `is_exact` and `rounds` as what
    :func:`_grown` returns."""
    source, name = match.source, match.namespace or ""
    whole, text, grown_exact, grown_rounds = _grown(source, node, text, name)
    is_exact, rounds = is_exact and grown_exact, rounds or grown_rounds
    outer: Any = source.parent(whole)
    choice: Any = source.parent(outer) if isinstance(outer, ast.Compare) and len(outer.ops) == 1 else None
    if isinstance(choice, (ast.If, ast.IfExp)):
        if any(isinstance(part, (ast.Break, ast.Continue)) for part in ast.walk(choice)):
            return None  # no operator chooses between these
        other = outer.comparators[0] if outer.left is whole else outer.left
        return source.replaced(whole, text) if _scalar(source, other, name, exact=True) is not None else None
    if isinstance(outer, ast.Assign):
        return with_uses(source, outer, whole, text, lambda use: as_operand(match, use, use.id, of, is_exact, rounds))
    if not isinstance(outer, ast.BinOp) or symbol_of(outer.op) not in ARITHMETIC or source.wants_number(outer):
        return None
    other = outer.left if outer.right is whole else outer.right
    if not source.is_tensor(other):
        return None
    divides = isinstance(outer.op, ast.Div) and outer.right is other  # MXNet crashes where an integer is divided by 0
    if of is None or not have_one_dtype(source, other, of):
        match.risk = match.risk or f"raises unless `{source.module.code(other)}` is of the same dtype"
    elif (divides or not is_exact) and dtype(source, other) not in FLOATING:
        match.risk = match.risk or "differs for tensors of integers"
    elif rounds and dtype(source, other) not in ("float32", "float64"):
        match.risk = match.risk or "float16 rounds after each step of the computation, Python after the last"
    parts: Tuple[Part, ...] = (other, ", ", text) if outer.right is whole else (text, ", ", other)
    return source.replaced(outer, f"{name}.{BROADCASTING[symbol_of(outer.op)]}(", *parts, ")")


def with_uses(
    source: Source, statement: ast.Assign, value: ast.AST, text: str, change: Callable[[ast.Name], Edits]
) -> Edits:
    """Return the change of `value`, which is assigned to a name or is a part of what is, to `text`, with the `change`
    of each use of the name; None if there are other targets, or a use has none."""
    target, *others = statement.targets
    uses = source.uses_of(target) if isinstance(target, ast.Name) and not others else None
    return None if uses is None else together(source.replaced(value, text), *map(change, uses))


def _grown(source: Source, node: ast.AST, text: str, name: str) -> Tuple[ast.AST, str, bool, bool]:
    """Return the largest expression of numbers around `node`, computed from the tensor `text` that replaces `node`,
    whether it is right for tensors of integers, too, and whether it may round where Python does not."""
    is_exact, rounds = True, False
    while True:
        outer: Any = source.parent(node)
        if isinstance(outer, ast.Call) and outer.args == [node] and not outer.keywords:
            operator = _OF_NUMBERS.get(source.dotted(outer.func) or getattr(outer.func, "id", ""))
            if operator is None:
                break
            text = f"{name}.{operator}({text})" if operator else text
            is_exact, rounds = is_exact and operator in ("", "sqrt"), rounds or bool(operator)
        elif isinstance(outer, ast.UnaryOp) and isinstance(outer.op, ast.USub):
            text = f"(-{text})"
        elif isinstance(outer, ast.BinOp) and isinstance(outer.op, ast.FloorDiv) and (literal(outer.right) or 0) > 0:
            text, is_exact, rounds = f"{name}.floor({text} / {literal(outer.right)})", False, True
        elif isinstance(outer, ast.BinOp) and symbol_of(outer.op) in ARITHMETIC:
            side = outer.left if outer.right is node else outer.right
            other = _scalar(source, side, name)
            if other is None:
                break
            left, right = (text, other) if outer.left is node else (other, text)
            text = f"({left} {symbol_of(outer.op)} {right})"
            is_integer = not isinstance(side, ast.Constant) or type(side.value) is int
            is_exact = is_exact and isinstance(outer.op, _EXACT) and is_integer and not is_own(side)
            rounds = True
        elif _is_factor(source, outer):
            other = _scalar(source, outer.comparators[0] if outer.left is node else outer.left, name)
            if other is None:
                break
            left, right = (text, other) if outer.left is node else (other, text)
            text, is_exact = f"({left} {symbol_of(outer.ops[0])} {right})", False
        else:
            break
        node = outer
    enclosed = isinstance(outer, (ast.BinOp, ast.Assign))
    return node, text[1:-1] if enclosed and text.startswith("(") else text, is_exact, rounds


def _is_factor(source: Source, node: Any) -> bool:
    """Return whether a node is a comparison whose result is a factor: `x * (x.shape[1] > 2)`."""
    is_single = isinstance(node, ast.Compare) and len(node.ops) == 1
    return is_single and isinstance(source.parent(node), (ast.BinOp, ast.Assign))


def is_own(node: Any) -> bool:
    """Return whether a node is an attribute of `self`."""
    return bool(own_name(node))


def own_name(node: Any) -> str:
    """Return `x` of `self.x`, "" for anything else."""
    return str(node.attr) if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "self" else ""


def _scalar(source: Source, node: Any, name: str, exact: bool = False) -> Optional[str]:
    """Return an expression of numbers, attributes of `self` and lengths, with the lengths as tensors."""
    if isinstance(node, ast.Constant):
        return source.text(node) if type(node.value) in (int, float) else None
    if is_own(node):
        return None if source.is_tensor(node) else source.text(node)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _scalar(source, node.operand, name, exact)
        return None if inner is None else f"(-{inner})"
    if isinstance(node, ast.BinOp) and symbol_of(node.op) in ARITHMETIC:
        left, right = _scalar(source, node.left, name, exact), _scalar(source, node.right, name, exact)
        return None if left is None or right is None else f"({left} {symbol_of(node.op)} {right})"
    made = length_as_tensor(source, source.meaning(node), name, exact)
    return None if made is None else made[0]


def of_threshold(match: Match) -> str:
    """Return the risk of comparing the number, or the name of it, with a literal that float16 does not hold exactly:
    Python compares with that, a tensor with what its dtype makes of it."""
    target = match.source.statement(match.node)
    names = [getattr(item, "id", "") for item in getattr(target, "targets", ())]
    for node in ast.walk(match.source.scope(match.node)):
        below = list(ast.walk(node)) if isinstance(node, ast.Compare) else []
        compares = any(item is match.node or getattr(item, "id", None) in names for item in below)
        numbers: List[Any] = [item.value for item in below if isinstance(item, ast.Constant)]
        numbers = [item for item in numbers if type(item) in (int, float)]
        if compares and any(abs(item) > 2048 or item * 1024 != int(item * 1024) for item in numbers):
            return "differs where the number is as close to the threshold as its dtype allows"
    return ""
