"""Assignments that depend on the values: unpacking, writes to elements, changes in place."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, List, Optional, Sequence as SequenceOf

from hybridlint.dataclass import replace
from hybridlint.events import BROADCASTING, InPlaceOperation, Subscript, Unpacking
from hybridlint.interpreter.engine import apply, sharing, traced
from hybridlint.interpreter.engine.frames import Frame, mentions
from hybridlint.values import (
    OUTPUT,
    UNKNOWN,
    Change,
    Container,
    Mapped,
    Sequence,
    Tensor,
    Value,
    by_phase,
    element_of,
    operations,
)
from hybridlint.values.phased import Phased

if TYPE_CHECKING:
    from hybridlint.interpreter import Run

#: The methods of the in-place operators. Symbol defines some of them only to raise.
_IN_PLACE = {"+": "__iadd__", "-": "__isub__", "*": "__imul__", "/": "__itruediv__", "%": "__imod__"}


def unpacked(run: Run, target: Any, value: Value) -> List[Value]:
    """Return the values that `target`, a tuple or list of targets, is assigned when `value` is unpacked to it."""
    targets: List[ast.AST] = list(target.elts)
    star = next((i for i, element in enumerate(targets) if isinstance(element, ast.Starred)), None)
    if isinstance(value, Tensor):
        return _outputs(run, target, value, targets, star)
    if isinstance(value, Phased) and isinstance(value.symbolic, Sequence):
        sides: List[List[Value]] = []

        def unpack(side: Value) -> Value:
            sides.append(unpacked(run, target, side))
            return side

        run.in_each_phase(unpack, value, node=target)
        return [by_phase(first, second, value.reason) for first, second in zip(*sides)]
    parts = run.iterate(target, value, "unpacking")
    if parts.items is not None and star is None and len(parts.items) == len(targets):
        return list(parts.items)
    if parts.items is not None and star is not None and len(parts.items) >= len(targets) - 1:
        after = len(targets) - star - 1
        middle = parts.items[star : len(parts.items) - after]
        starred = Sequence("list", middle, identity=run.identity() if run.is_own(value) else 0)
        return [*parts.items[:star], starred, *parts.items[len(parts.items) - after :]]
    if parts.items is not None:
        run.raise_error("ValueError")
        return [UNKNOWN] * len(targets)
    each = element_of(parts)
    return [Sequence("list", None, each) if place == star else each for place in range(len(targets))]


def _outputs(
    run: Run, target: ast.AST, tensor: Tensor, targets: SequenceOf[ast.AST], star: Optional[int]
) -> List[Value]:
    """Return the outputs or rows of a tensor that is unpacked to `targets`, of which that at `star` is starred."""
    run.emit(Unpacking(target, tensor, len(targets) - (star is not None), star is not None))
    run.note_loop_rows(target, tensor)
    values: List[Value] = []
    for place in range(len(targets)):
        after_star = star is not None and place >= star
        memory = tensor.view((OUTPUT if tensor.outputs != 1 else "item", place), may_copy=after_star)
        known = tensor.output(run, None if after_star else place)
        part: Value = run.fresh(source=tensor.source, memory=memory, **known)
        if tensor.is_anything:
            part = tensor.part_of_unknown(run)
        values.append(Sequence("list", None, part) if place == star else part)
    return values


def augments_item(run: Run, node: ast.AugAssign, receiver: Value, index: Value, frame: Frame) -> bool:
    """Run `receiver[index] += value` if `receiver` is a tensor. Return whether it is."""
    if not isinstance(receiver, Tensor) or not isinstance(node.target, ast.Subscript):
        return False
    right = run.evaluate(node.value, frame)
    run.emit(Subscript(node, receiver, index, "augmented"))
    write_item(run, receiver, index, right)
    return True


def in_place(run: Run, node: ast.AugAssign, symbol: str, current: Value, right: Value, frame: Frame) -> Value:
    """Return the value of the target after `target symbol= right`, where its value is `current`."""
    if isinstance(current, Tensor):
        run.note_taint(node, right, "operand")
        return _in_place(run, node, symbol, current, right, frame)
    changed = run.special(node, current, f"__i{operations.METHODS[symbol]}__", right)
    if changed is not None:
        return changed
    result = run.binary(node, symbol, current, right)
    changes = isinstance(current, Mapped) or isinstance(current, Sequence) and current.type != "tuple"
    if changes and isinstance(current, Container) and isinstance(result, (Mapped, Sequence)):
        result = result.at(current.identity)
        run.write(result)
    return result


def _in_place(run: Run, node: ast.AugAssign, symbol: str, array: Tensor, right: Value, frame: Frame) -> Value:
    """Return the result of `array symbol= right`: the array itself, if NDArrays can be changed by this operator."""
    if symbol not in _IN_PLACE:  # Python evaluates `x = x ** y` instead
        run.emit(InPlaceOperation(node, symbol, array, right))
        return run.binary(node, symbol, array, right)
    holders = sharing.holders(run, array, frame, node.target)
    named = any(holder.startswith("`") for holder in holders)
    run.emit(InPlaceOperation(node, symbol, array, right, named))
    method = run.api.method(_IN_PLACE[symbol])
    if (method is None or not method.symbolic) and not run.imperative_only:  # of a Symbol, Python does the same
        return run.binary(node, symbol, array, right)
    contents = traced.operation(run.graph, BROADCASTING.get(symbol, symbol), (array, right), ("lhs", "rhs"))
    return replace(sharing.write(run, array, contents), origin=None, description="a tensor", outputs=1)


def write_item(run: Run, array: Tensor, index: Value, value: Value) -> None:
    """Write to `array[index]`: the new contents depend on `value`. Only NDArrays can do so: while tracing it raises."""
    sharing.write(run, array, traced.operation(run.graph, "changed", (array, index, value)))


def _mentions_holder(run: Run, holder: ast.AST, frame: Frame) -> bool:
    """Return whether the value of the current assignment mentions `holder`, the container that it assigns to."""
    while isinstance(holder, ast.Subscript):
        holder = holder.value
    return mentions(run, run.code(holder), frame)


def store_item(
    run: Run,
    node: ast.AST,
    holder: ast.AST,
    receiver: Value,
    index: Value,
    value: Value,
    changed: Value,
    frame: Frame,
) -> None:
    """Bind `holder`, the expression of the list or dict `receiver`, to `changed`: `receiver` after `receiver[index] =
    value`."""
    noted = run.note_set(receiver, index, _mentions_holder(run, holder, frame))
    change = Change.ENTRY if noted else None
    if isinstance(value, Tensor) and value.of_no_input and apply.index_by_phase(index) is not None:
        change = Change.OF_EACH_PHASE
    run.rebind(holder, changed, frame, change)
