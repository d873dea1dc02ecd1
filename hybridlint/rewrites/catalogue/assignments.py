"""In-place operations and assignments to parts of tensors, as plain assignments."""

from __future__ import annotations

import ast
from typing import Any, List, Optional, Tuple

from hybridlint.events import InPlaceOperation
from hybridlint.rewrites import elementwise
from hybridlint.rewrites.correction import Edits, together
from hybridlint.rewrites.numbers import ARITHMETIC
from hybridlint.rewrites.proofs import dtype
from hybridlint.rewrites.rewrite import Computed, Match, Rewrite, is_name, is_tensor
from hybridlint.rewrites.source import Source, lengths, literal
from hybridlint.syntax import identifiers, index_elements, index_of
from hybridlint.values.operations import symbol_of

_SYMBOLS = (*ARITHMETIC, "%")


class PlainAssignment(Rewrite):
    """The name refers to a new array, which other names of the array assigned with it refer to as well."""

    rules = ("HYB203", "HYB204")
    before = "{y} <symbol>= {x}"
    after = "{y} = {y} <symbol> {x}"
    variants = tuple({"symbol": symbol} for symbol in _SYMBOLS)
    description = "assign the result to the name"
    conditions = (lambda match: _is_simple(match.parts["y"]),)
    inputs = ({"y": (2, 3), "x": (2, 3)},)

    def changes(self, match: Match) -> Edits:
        is_aliased = isinstance(match.event, InPlaceOperation) and match.event.aliased
        names = _aliases(match.source, match.parts["y"]) if is_aliased else []
        return match.replaced("".join(f"{name} = " for name in names) + self.after)


def _aliases(source: Source, target: ast.AST) -> List[str]:
    """Return other local names of the array that `target` names: by assignments of one name to another."""
    if not isinstance(target, ast.Name):
        return []
    known = {target.id}
    pairs = [
        {node.targets[0].id, node.value.id}
        for node in ast.walk(source.scope(target))
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name)
        if (node.lineno, node.col_offset) < (target.lineno, target.col_offset)
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)
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


class AssignedOut(Rewrite):
    """The name that is given as `out` refers to the result."""

    rules = ("HYB206",)
    before = "F.relu({x}, out={y})"
    after = "{y} = F.relu({x})"
    description = "assign the result to the name that is given as `out`"

    def applies(self, match: Match) -> bool:
        made = match.source.operation(match.node)
        # Without a tensor among the operands, the result has the shape of `out`.
        has_tensors = made is not None and not made.arguments.keys().isdisjoint(made.function.tensor_parameters or ())
        is_statement = isinstance(match.source.parent(match.node), (ast.Expr, ast.Assign))
        return match.node is match.anchor and has_tensors and is_statement

    def changes(self, match: Match) -> Edits:
        call = match.node
        outs = [
            argument.value.id
            for argument in call.keywords
            if argument.arg == "out" and isinstance(argument.value, ast.Name)
        ]
        kept = [*call.args, *(argument for argument in call.keywords if argument.arg != "out")]
        named = match.source.inserted(*match.source.start(call), f"{outs[0]} = ") if outs else None
        return together(named, match.source.called(call, *kept))


class AssignedItem(Computed):
    """The tensor is put together of the parts before, the new part, and the parts after; of a mask, it is chosen
    from."""

    rules = ("HYB205",)
    before = ("{y}[:, 0:2] = {v}", "{y}[{y} > 0] = {v}", "{y}[:] = {v}")
    after = "{y} = F.concat({v}, F.slice_axis({y}, axis=1, begin=2, end=None), dim=1)"

    def changes(self, match: Match) -> Edits:
        source, event = match.source, match.event  # type: Source, Any
        node, array = getattr(match.node, "target", match.node), event.tensor
        if not isinstance(node, ast.Subscript) or array.as_list:
            return None
        statement, name = source.statement(node), source.namespace(node)
        if array.numpy or name is None or not isinstance(node.value, ast.Name):
            return None
        assigned = isinstance(statement, ast.Assign) and len(statement.targets) == 1 and statement.targets[0] is node
        changed = (
            isinstance(statement, ast.AugAssign) and statement.target is node and symbol_of(statement.op) in _SYMBOLS
        )
        if not (assigned or changed):
            return None
        target = node.value.id
        value = number_text(source, statement.value)
        items = index_elements(node)
        *before, last = items
        compared = _compared(source, last) if len(items) == 1 else None
        if compared is not None:
            return _masked(match, statement, last, target, name, compared == target)
        if not all(map(_takes_all, before)) or value is None and (changed or _is_ellipsis(last)):
            return None
        risk = ""
        if _takes_all(last) and not changed and elementwise.root(source, statement.value) == target:
            edits = source.replaced(statement.targets[0], target)
            return match.described(edits, "assign the result to the name")

        def new(part: str) -> str:
            if changed:
                return f"{part} {symbol_of(statement.op)} {value}"
            return (
                _laid_into(source, name, part, statement.value, last, axis, array.rank)
                if value is None
                else filled(name, part, value)
            )

        axis = len(before)
        if value is None:
            risk = "assumes that what is assigned has the dtype and the axes of its place"
        if _takes_all(last):
            return match.described(source.replaced(statement, f"{target} = {new(target)}"), "create a new array", risk)
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
        test = _rows(match, target, begin, end) if risk and value is not None and axis == 0 else ""
        if test:  # there may be no other rows
            edits = source.replaced(statement, f"{target} = {name}.where({test}, {new(target)}, {target})")
            return match.described(edits, f"use `{name}.where`")
        joined = f"{name}.concat({', '.join(parts)}, dim={axis})" if len(parts) > 1 else parts[0]
        return match.described(source.replaced(statement, f"{target} = {joined}"), f"use `{name}.concat`", risk)


def _may_have(match: Match, axis: int) -> bool:
    """Whether the axis may have as many positions as the loop assigns to."""
    dims, count = match.event.tensor.dims, match.number("n")  # type: ignore[union-attr]
    return count is None or dims is None or axis < len(dims) and dims[axis] in (None, count)


class FilledRows(Rewrite):
    """What a loop assigns to each position of an axis is stacked along it."""

    rules = ("HYB205",)
    before = "for {i} in range({n}):\n    {y}[<index>] = {term}"
    after = "{y} = F.stack(*[{term} for {i} in range({n})], axis=<axis>)"
    variants = tuple({"index": ":, " * axis + "{i}", "axis": str(axis)} for axis in range(3))
    conditions = (
        *(is_name("i"), is_name("y"), is_tensor("term")),
        lambda match: match.parts["y"].id not in identifiers(match.parts["term"]),
        lambda match: _may_have(match, int(match.variant["axis"])),
    )
    risk = "assumes that axis <axis> of `{y}` has {n} positions, and the dtype of what is assigned"


def _rows(match: Match, array: str, begin: int, end: Optional[int]) -> str:
    """Return code that is true for a row of `array`, for its first rows or for its last one; "" for other rows."""
    name, target = match.namespace, getattr(match.node, "target", match.node).value
    # Positions are counted in a dtype that has them all.
    of = array if dtype(match.source, target) == "float32" else f'{name}.cast({array}, "float32")'
    positions = f"{name}.contrib.arange_like({of}, axis=0)"
    if begin == -1:
        return f"{name}.reverse({positions}, axis=0) == 0"
    if end == begin + 1:
        return f"{positions} == {begin}"
    return f"{positions} < {end}" if begin == 0 else ""


def _compared(source: Source, node: ast.AST) -> Optional[str]:
    """Return the name of the tensor of which `node` compares each element with a number, directly or by a name, "" for
    another comparison of tensors; None for anything else, which may be numbers of rows."""
    mask = source.assigned_once(node) if isinstance(node, ast.Name) else node
    if not isinstance(mask, ast.Compare) or len(mask.ops) != 1:
        return None
    sides = [mask.left, mask.comparators[0]]
    arrays = [side for side in sides if number_text(source, side) is None]
    return elementwise.root(source, arrays[0]) or "" if len(arrays) == 1 else ""


def _masked(match: Match, statement: Any, mask: ast.AST, target: str, name: str, is_own: bool) -> Edits:
    """`y[y > 2] = 0` → `y = F.where(y > 2, F.zeros_like(y), y)`. The mask is of `y` itself if `is_own`."""
    source, value = match.source, number_text(match.source, statement.value)
    if isinstance(statement, ast.AugAssign):
        new = f"{target} {symbol_of(statement.op)} {value}" if value is not None else ""
    elif value is not None:
        new = filled(name, target, value)
    else:
        new = source.text(statement.value) if elementwise.root(source, statement.value) == target else ""
    edits = source.replaced(statement, f"{target} = {name}.where({source.text(mask)}, {new}, {target})")
    risk = "imperatively, MXNet reads a mask as row numbers"
    risk += "" if is_own else "; raises for a mask of another shape"
    return match.described(edits, f"use `{name}.where`", risk) if new else None


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
