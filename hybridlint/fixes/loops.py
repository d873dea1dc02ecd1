"""Loops that add up or join an expression of each row, written as the expression of all rows."""

from __future__ import annotations

import ast
from typing import Any, List, Optional, Tuple

from hybridlint.rewrites.correction import Correction, correction
from hybridlint.rewrites.elementwise import is_elementwise
from hybridlint.rewrites.source import Source, literal
from hybridlint.syntax import index_elements, same_code

ROWS_OF_ONE = "of a tensor of one axis, rows of length 1 are stacked"
_RISK = "adds in another order, which may change the last digits"


def over_rows(loop: ast.AST, source: Source) -> Optional[Correction]:
    """`for t in x: total = total + f(t)` → `total = total + F.sum(f(x), axis=0)`, or a sum over `F.contrib.foreach` if
    `f` does more than elementwise operations."""
    name = source.namespace(loop)
    found, joined = _added(loop), _appended(loop)
    if not (found or joined) or name is None or not isinstance(loop, ast.For) or not isinstance(loop.target, ast.Name):
        return None
    total, term = found or joined  # type: ignore[misc]
    rows, row = source.text(loop.iter), loop.target.id
    if any(isinstance(one, ast.Name) and one.id == row for one in ast.walk(loop.iter)):
        return None
    leaves = [one for one in ast.walk(term) if isinstance(one, ast.Name) and one.id == row]
    if leaves and is_elementwise(source, term, leaves) and source.may_be_repeated(loop.iter):
        if found is None:
            whole = substituted(source, term, leaves, rows)
            return _joined(source, loop, total, whole, f"{name}.stack", 0, ROWS_OF_ONE)
        summed = f"{name}.sum({substituted(source, term, leaves, rows)}, axis=0)"
    else:
        if (
            found is None
            or not leaves
            or any(isinstance(one, (ast.Lambda, ast.Await, ast.NamedExpr)) for one in ast.walk(term))
        ):
            return None
        body = f"({source.text(term)}, states)"
        summed = f"{name}.sum({name}.contrib.foreach(lambda {row}, states: {body}, {rows}, [])[0], axis=0)"
    return _written(source, loop, total, summed, name)


def over_positions(length: ast.AST, array: ast.AST, axis: Optional[int], source: Source) -> Optional[Correction]:
    """`for i in range(x.shape[1]): total = total + f(x[:, i])` → `total = total + F.sum(f(x), axis=1)`.

    Slices by `F.slice_axis` keep the axis. `length` is the node of the length of `axis` of `array`.
    """
    call: Any = source.parent(length)
    loop: Any = source.parent(call) if isinstance(call, ast.Call) else None
    name, found, joined = source.namespace(length), _added(loop), _appended(loop)
    if not (found or joined) or name is None or axis is None or axis < 0 or loop.iter is not call:
        return None
    if source.module.code(call.func) != "range" or call.args != [length] or not isinstance(loop.target, ast.Name):
        return None
    total, term = found or joined  # type: ignore[misc]
    parts = {one: _part(one, array, axis, loop.target.id, name) for one in ast.walk(term)}
    nested = {below for one, kept in parts.items() if kept is not None for below in ast.walk(one) if below is not one}
    parts = {one: kept for one, kept in parts.items() if kept is not None and one not in nested}
    leaves = list(parts)
    inside = {id(below) for leaf in leaves for below in ast.walk(leaf)}
    if any(isinstance(one, ast.Name) and one.id == loop.target.id and id(one) not in inside for one in ast.walk(term)):
        return None
    kept = set(parts.values())
    if len(kept) != 1 or not is_elementwise(source, term, leaves):
        return None
    whole = substituted(source, term, leaves, source.text(array))
    if found is None:
        return _joined(source, loop, total, whole, f"{name}.concat" if True in kept else f"{name}.stack", axis, "")
    keepdims = ", keepdims=True" if True in kept else ""
    summed = f"{name}.sum({whole}, axis={axis}{keepdims})"
    return _written(source, loop, total, summed, name)


def _added(loop: Any) -> Optional[Tuple[ast.Name, ast.expr]]:
    """Return the variable and the term of a loop whose body is `total = total + term` or `total += term`."""
    if not isinstance(loop, ast.For) or loop.orelse or len(loop.body) != 1:
        return None
    statement: Any = loop.body[0]
    target, term = None, None  # type: Any, Any
    if isinstance(statement, ast.AugAssign) and isinstance(statement.op, ast.Add):
        target, term = statement.target, statement.value
    elif isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.value, ast.BinOp):
        target, value = statement.targets[0], statement.value
        if not isinstance(value.op, ast.Add):
            return None
        sides = (value.left, value.right)
        terms = [other for one, other in (sides, sides[::-1]) if isinstance(one, ast.Name) and one.id == target.id]
        term = terms[0] if isinstance(target, ast.Name) and terms else None
    else:
        return None
    if not isinstance(target, ast.Name) or term is None:
        return None
    return (
        (target, term) if not any(isinstance(one, ast.Name) and one.id == target.id for one in ast.walk(term)) else None
    )


def _appended(loop: Any) -> Optional[Tuple[ast.Name, ast.expr]]:
    """Return the list and the element of a loop whose body is `parts.append(element)`."""
    if not isinstance(loop, ast.For) or loop.orelse or len(loop.body) != 1 or not isinstance(loop.body[0], ast.Expr):
        return None
    call = loop.body[0].value
    if not isinstance(call, ast.Call) or len(call.args) != 1 or not isinstance(call.func, ast.Attribute):
        return None
    parts = call.func.value
    return (parts, call.args[0]) if isinstance(parts, ast.Name) and call.func.attr == "append" else None


def _joined(
    source: Source, loop: ast.For, parts: ast.Name, whole: str, operator: str, axis: int, risk: str
) -> Optional[Correction]:
    """Return the correction of `parts = []`, a loop that appends, and `operator(*parts)`, the only use: `whole`."""
    made = source.assigned_once(parts)
    if not isinstance(made, ast.List) or made.elts or "\n" in whole:
        return None
    named = [one for one in ast.walk(source.scope(loop)) if isinstance(one, ast.Name) and one.id == parts.id]
    starred = [source.parent(one) for one in named if isinstance(one.ctx, ast.Load) and one is not parts]
    call: Any = source.parent(starred[0]) if len(starred) == 1 and isinstance(starred[0], ast.Starred) else None
    if not isinstance(call, ast.Call) or call.args != starred or source.module.code(call.func) != operator:
        return None
    given = {one.arg: literal(one.value) for one in call.keywords}
    along, default = ("dim", 1) if operator.endswith("concat") else ("axis", 0)
    if not given.keys() <= {along} or given.get(along, default) != axis:
        return None
    text = whole if source.takes_any_expression(call) else f"({whole})"
    edits = [source.removed(source.statement(made)), source.removed(loop), source.replaced(call, text)]
    if None in edits:
        return None
    return correction(tuple(edit for one in edits for edit in one or ()), "compute with all rows at once", risk)


def _part(node: Any, array: ast.AST, axis: int, index: str, name: str) -> Optional[bool]:
    """Return whether `node`, position `index` along `axis` of `array`, keeps that axis; None if it is anything else."""
    if isinstance(node, ast.Subscript) and same_code(node.value, array):
        *before, last = index_elements(node)
        whole = [
            isinstance(one, ast.Slice) and (one.lower, one.upper, one.step) == (None, None, None) for one in before
        ]
        return False if len(before) == axis and all(whole) and isinstance(last, ast.Name) and last.id == index else None
    if isinstance(node, ast.Call) and len(node.args) == 1:
        slice_axis = f"{name}.slice_axis(a, axis={axis}, begin={index}, end={index} + 1)"
        if same_code(node.args[0], array):
            return True if _is_like(node, slice_axis) else None
        inner = node.args[0]
        if _is_like(node, f"{name}.squeeze(a, axis={axis})") and isinstance(inner, ast.Call) and len(inner.args) == 1:
            return False if same_code(inner.args[0], array) and _is_like(inner, slice_axis) else None
    return None


def _is_like(call: ast.Call, code: str) -> bool:
    """Return whether a call has the function and the keyword arguments of another one."""
    wanted = ast.parse(code, mode="eval").body
    assert isinstance(wanted, ast.Call)
    given, keywords = ({one.arg: ast.dump(one.value) for one in made.keywords} for made in (call, wanted))
    return given == keywords and ast.dump(call.func) == ast.dump(wanted.func)


def substituted(source: Source, node: ast.AST, leaves: List[Any], text: str) -> str:
    """Return the text of `node`, which is on one line, with `text` for each of `leaves`."""
    start = source.module.span(node)
    result = source.text(node)
    for leaf in sorted(leaves, key=lambda one: source.module.span(one).column, reverse=True):
        span = source.module.span(leaf)
        result = f"{result[: span.column - start.column]}{text}{result[span.end_column - start.column :]}"
    return result


def _written(source: Source, loop: ast.For, total: ast.Name, summed: str, name: str) -> Optional[Correction]:
    if "\n" in source.text(loop.body[0]) or "\n" in source.text(loop.iter):
        return None
    edits = source.replaced_statements(loop, loop, f"{total.id} = {total.id} + {summed}")
    return correction(edits, f"use `{name}.sum`", _RISK)
