"""In-place operations and assignments to parts of tensors, written as plain assignments."""

from __future__ import annotations

import ast
from typing import Any, List, Optional, Tuple

from hybridlint.events import InPlaceOperation, Subscript
from hybridlint.fixes import calls
from hybridlint.rewrites import elementwise
from hybridlint.rewrites.correction import Correction, Part, correction
from hybridlint.rewrites.rewrite import rewritten
from hybridlint.rewrites.source import Source, lengths, literal
from hybridlint.syntax import index_elements, index_of

#: AST node → Python's binary operator.
_SYMBOLS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Mod: "%", ast.Pow: "**"}


def plain(event: InPlaceOperation, source: Source) -> Optional[Correction]:
    """Write `x = x + y` for `x += y`, if the target may be evaluated twice."""
    node = event.node
    if not isinstance(node, ast.AugAssign) or type(node.op) not in _SYMBOLS or not _is_simple(node.target):
        return None  # `operator.iadd(x, y)`, `x //= y`, `f(x)[0] += y`
    target = source.text(node.target)
    value = source.operand(node.value)
    aliases = _aliases(source, node.target) if event.aliased else []
    parts: Tuple[Part, ...] = (f" = {target} {_SYMBOLS[type(node.op)]} ", *value)
    edits = source.replaced(node, "".join(f"{one} = " for one in aliases), node.target, *parts)
    return correction(edits, "assign the result to the name")


def _aliases(source: Source, target: ast.AST) -> List[str]:
    """Return other local names of the array that `target` names: by assignments of one name to another."""
    if not isinstance(target, ast.Name):
        return []
    known = {target.id}
    pairs = [
        {one.targets[0].id, one.value.id}
        for one in ast.walk(source.scope(target))
        if isinstance(one, ast.Assign) and isinstance(one.value, ast.Name)
        if (one.lineno, one.col_offset) < (target.lineno, target.col_offset)
        if len(one.targets) == 1 and isinstance(one.targets[0], ast.Name)
    ]
    for _ in pairs:
        for pair in pairs:
            if known & pair:
                known |= pair
    return sorted(known - {target.id})


def _is_simple(node: ast.AST) -> bool:
    """Return whether `node` is a name, or attributes and constant keys of one."""
    if isinstance(node, ast.Subscript):
        key = index_of(node)
        return isinstance(key, (ast.Constant, ast.Name)) and _is_simple(node.value)
    if isinstance(node, ast.Attribute):
        return _is_simple(node.value)
    return isinstance(node, ast.Name)


def result_of_out(call: ast.AST, source: Source) -> Optional[Correction]:
    """`F.f(x, out=y)` → `y = F.f(x)`."""
    if not isinstance(call, ast.Call):
        return None
    for argument in call.keywords:
        if argument.arg == "out" and isinstance(argument.value, ast.Name):
            named = source.inserted(*source.start(call), f"{argument.value.id} = ")
            removed = calls.argument_removed(source, call, argument)
            edits = None if removed is None else (*named, *removed)
            return correction(edits, "assign the result to the name that is given as `out`")
    return None


def of_item(event: Subscript, source: Source) -> Optional[Correction]:
    """Write `y[0:2] = v` as a concatenation of the parts of `y` before, the new part, and the parts after."""
    node, array = getattr(event.node, "target", event.node), event.tensor
    if not isinstance(node, ast.Subscript):
        return None
    if array.as_list:
        return rewritten("HYB205", event, source)
    statement, name = source.statement(node), source.namespace(node)
    if array.numpy or name is None or not isinstance(node.value, ast.Name):
        return None
    assigned = isinstance(statement, ast.Assign) and len(statement.targets) == 1 and statement.targets[0] is node
    changed = isinstance(statement, ast.AugAssign) and statement.target is node and type(statement.op) in _SYMBOLS
    if not (assigned or changed):
        return None
    target = node.value.id
    value = number_text(source, statement.value)
    items = index_elements(node)
    *before, last = items
    compared = _compared(source, last) if len(items) == 1 else None
    if compared is not None:
        return _masked(source, statement, last, target, name, compared == target)
    if not all(map(_takes_all, before)) or value is None and (changed or _is_ellipsis(last)):
        return None
    risk = ""

    def new(part: str) -> str:
        if changed:
            return f"{part} {_SYMBOLS[type(statement.op)]} {value}"
        return (
            _laid_into(source, name, part, statement.value, last, axis, array.rank)
            if value is None
            else filled(name, part, value)
        )

    axis = len(before)
    if value is None:
        risk = "assumes that what is assigned has the dtype and the axes of its place"
    if _takes_all(last) and not changed and elementwise.root(source, statement.value) == target:
        return correction(source.replaced(statement.targets[0], target), "assign the result to the name")
    if _takes_all(last):
        return correction(source.replaced(statement, f"{target} = {new(target)}"), "create a new array", risk)
    if array.rank is not None and _counts_up(source, last) and (value or source.is_tensor(statement.value)):
        position = f"{name}.contrib.arange_like({target}, axis={axis}) == {source.text(last)}"
        if array.rank > 1:
            others = ", ".join("-1" if one == axis else "1" for one in range(array.rank))
            position = f"{name}.reshape({position}, ({others}))"
        mask = f"{name}.broadcast_like({position}, {target})"
        where = f"{target} = {name}.where({mask}, {new(target)}, {target})"
        ends = "nothing is assigned where the axis ends before"
        return correction(
            source.replaced(statement, where), f"use `{name}.where`", "; ".join(filter(None, [risk, ends]))
        )
    begin, end = _bounds(last)
    if begin is None or end is not None and end <= begin:
        return None

    def part(first: int, stop: Optional[int]) -> str:
        return f"{name}.slice_axis({target}, axis={axis}, begin={first}, end={stop})"

    parts = [part(0, begin)] if begin else []
    parts.append(new(part(begin, end)))
    seen, sure = (
        dims[axis] if dims is not None and axis < len(dims) else None for dims in (array.dims, lengths(array))
    )
    if end is not None and (seen is None or end < seen):
        parts.append(part(end, None))
    if begin == -1 and (sure is None or sure < 2):
        risk = "; ".join(filter(None, [risk, f"assumes that axis {axis} is longer than 1"]))
    if end is not None and sure is None:
        length = end if end == seen else f"longer than {end}"
        risk = "; ".join(filter(None, [risk, f"assumes that axis {axis} is {length}"]))
    joined = f"{name}.concat({', '.join(parts)}, dim={axis})" if len(parts) > 1 else parts[0]
    return correction(source.replaced(statement, f"{target} = {joined}"), f"use `{name}.concat`", risk)


def _compared(source: Source, node: ast.AST) -> Optional[str]:
    """Return the name of the tensor of which `node` compares each element with a number, directly or by a name, "" for
    another comparison of tensors; None for anything else, which may be numbers of rows."""
    mask = source.assigned_once(node) if isinstance(node, ast.Name) else node
    if not isinstance(mask, ast.Compare) or len(mask.ops) != 1:
        return None
    sides = [mask.left, mask.comparators[0]]
    arrays = [one for one in sides if number_text(source, one) is None]
    return elementwise.root(source, arrays[0]) or "" if len(arrays) == 1 else ""


def _masked(
    source: Source, statement: Any, mask: ast.AST, target: str, name: str, is_own: bool
) -> Optional[Correction]:
    """`y[y > 2] = 0` → `y = F.where(y > 2, F.zeros_like(y), y)`. The mask is of `y` itself if `is_own`."""
    value = number_text(source, statement.value)
    if isinstance(statement, ast.AugAssign):
        new = f"{target} {_SYMBOLS[type(statement.op)]} {value}" if value is not None else ""
    elif value is not None:
        new = filled(name, target, value)
    else:
        new = source.text(statement.value) if elementwise.root(source, statement.value) == target else ""
    edits = source.replaced(statement, f"{target} = {name}.where({source.text(mask)}, {new}, {target})")
    risk = "imperatively, MXNet reads a mask as row numbers"
    risk += "" if is_own else "; raises for a mask of another shape"
    return correction(edits, f"use `{name}.where`", risk) if new else None


def _laid_into(source: Source, name: str, part: str, value: ast.AST, index: ast.AST, axis: int, rank: Any) -> str:
    """Return the assigned value in the shape of the part. An item of a vector has one axis, as the vector has."""
    text = source.text(value)
    if not isinstance(index, ast.Slice) and rank != 1:
        text = f"{name}.expand_dims({text}, axis={axis})"
    return f"{name}.broadcast_like({text}, {part})"


def filled(name: str, array: str, value: str) -> str:
    """Return an array like another, filled with a number."""
    if value in ("0", "0.0"):
        return f"{name}.zeros_like({array})"
    return f"{name}.ones_like({array})" if value in ("1", "1.0") else f"{name}.ones_like({array}) * {value}"


def number_text(source: Source, node: ast.AST) -> Optional[str]:
    """Return the text of a number literal."""
    inner = node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) else node
    plain = isinstance(inner, ast.Constant) and type(inner.value) in (int, float)
    return source.text(node) if plain else None


def _takes_all(node: ast.AST) -> bool:
    whole = isinstance(node, ast.Slice) and (node.lower, node.upper, node.step) == (None, None, None)
    return whole or _is_ellipsis(node)


def _is_ellipsis(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is Ellipsis


def _bounds(node: ast.AST) -> Tuple[Optional[int], Optional[int]]:
    """Return start and end of the assigned positions, (-1, None) for the last one, (None, None) unless they are
    literals."""
    if isinstance(node, ast.Slice):
        ends = [0 if node.lower is None else literal(node.lower), None if node.upper is None else literal(node.upper)]
        if node.step is not None or ends[0] is None or node.upper is not None and (ends[1] or 0) < 1:
            return None, None
        return (ends[0], ends[1]) if ends[0] >= 0 or ends == [-1, None] else (None, None)
    number = literal(node)
    return (None, None) if number is None or number < -1 else (number, number + 1 or None)


def _counts_up(source: Source, index: ast.AST) -> bool:
    """Return whether `index` is the variable of an enclosing loop over `range(n)`, `range(2, n)` or `enumerate(…)`."""
    if not isinstance(index, ast.Name):
        return False
    for loop in source.around(index):
        call = loop.iter if isinstance(loop, ast.For) else None
        if not isinstance(loop, ast.For) or not isinstance(call, ast.Call):
            continue
        target: Any = loop.target
        function = source.module.code(call.func)
        if function == "enumerate" and len(call.args) == 1 and isinstance(target, ast.Tuple):
            target = target.elts[0]
        else:
            first = literal(call.args[0]) if len(call.args) == 2 else 0
            if function != "range" or len(call.args) not in (1, 2) or first is None or first < 0:
                continue
        if isinstance(target, ast.Name) and target.id == index.id:
            return True
    return False
