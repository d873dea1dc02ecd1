"""Assignment: `=`, `+=`, `del` and unpacking."""

from __future__ import annotations

import ast
from typing import Any, Optional
from typing import Sequence as SequenceOf

from hybridlint.dataclass import replace
from hybridlint.events import InPlaceOperation, Subscript, Unpacking
from hybridlint.interpreter.engine import sharing, traced
from hybridlint.interpreter.engine.frames import Frame
from hybridlint.interpreter.engine.run import Run, index_by_phase
from hybridlint.interpreter.lifecycle import effects
from hybridlint.interpreter.syntax import indices, mutation
from hybridlint.queries import may_hold_anything
from hybridlint.values import (
    NONE,
    OUTPUT,
    Mapped,
    Phased,
    Sequence,
    Slice,
    Tensor,
    Value,
    element_of,
    operations,
)
from hybridlint.values.changes import Change
from hybridlint.values.operands import operand, stored

#: The methods of the in-place operators. Symbol defines some of them only to raise.
_IN_PLACE = {"+": "__iadd__", "-": "__isub__", "*": "__imul__", "/": "__itruediv__", "%": "__imod__"}


def assign(run: Run, target: ast.AST, value: Value, frame: Frame) -> None:
    """Assign `value` to `target`."""
    if isinstance(target, ast.Name):
        if target.id in frame.scope.globals:
            mutation.store_global(run, target, target.id, value, frame)
        elif target.id in frame.scope.nonlocals and frame.scope.outer is not None:
            outer = frame.scope.around(target.id)
            if outer.outlives_call:
                change = Change.CHANGED if mutation.mentions(run, target.id, frame) else Change.SET
                value = effects.store_outside(run, target, value, f"`{target.id}`", change)
            elif frame.loop_body:
                value = mutation.changed_in_loop(value, target.id)
            outer.names[target.id] = value
        else:
            frame.scope.names[target.id] = value
            frame.scope.defaults.discard(target.id)
    elif isinstance(target, (ast.Tuple, ast.List)):
        _unpack(run, target, operand(value), frame)
    elif isinstance(target, ast.Attribute):
        receiver = run.evaluate(target.value, frame)
        mutation.store(run, target, target.value, receiver, target.attr, stored(value), frame)
    elif isinstance(target, ast.Subscript):
        index = indices.index_of(run, target, frame)
        run.attempt.changing = target.value, Change.SET if index == Slice() else Change.ENTRY
        receiver = run.evaluate(target.value, frame)
        run.attempt.changing = None, None
        receiver.set_item(run, target, target.value, index, stored(value), frame)
    elif isinstance(target, ast.Starred):
        assign(run, target.value, value, frame)


def _mentions_holder(run: Run, holder: ast.AST, frame: Frame) -> bool:
    """Return whether the value of the current assignment mentions `holder`, the container that it assigns to."""
    while isinstance(holder, ast.Subscript):
        holder = holder.value
    return mutation.mentions(run, run.code(holder), frame)


def _unpack(run: Run, target: Any, value: Value, frame: Frame) -> None:
    targets = list(target.elts)
    star = next((i for i, element in enumerate(targets) if isinstance(element, ast.Starred)), None)
    if isinstance(value, Tensor):
        run.emit(Unpacking(target, value, len(targets) - (star is not None), star is not None))
        run.note_loop_rows(target, value)
        for position, element in enumerate(targets):
            known = value.output(run, position if star is None or position < star else None)
            step = (OUTPUT if value.outputs != 1 else "item", position)
            memory = value.view(step, may_copy=star is not None and position >= star)
            part: Value = run.fresh(source=value.source, memory=memory, **known)
            if may_hold_anything(value):
                part = value.part_of_unknown(run)
            if isinstance(element, ast.Starred):
                part = Sequence("list", None, part)
            assign(run, element, part, frame)
        return
    if isinstance(value, Phased) and star is None and _fits(value.imperative, targets) is not False:
        if _fits(value.symbolic, targets) is False:
            run.note_missing(target, "TypeError" if value.symbolic == NONE else "ValueError")
    parts = run.iterate(target, value, "unpacking")
    if parts.items is not None and star is None and len(parts.items) == len(targets):
        for element, item in zip(targets, parts.items):
            assign(run, element, item, frame)
        return
    if parts.items is not None and star is not None and len(parts.items) >= len(targets) - 1:
        after = len(targets) - star - 1
        middle = parts.items[star : len(parts.items) - after]
        starred = Sequence("list", middle, identity=run.identity() if run.is_own(value) else 0)
        values = [*parts.items[:star], starred, *parts.items[len(parts.items) - after :]]
        for element, item in zip(targets, values):
            assign(run, element, item, frame)
        return
    for element in targets:
        one = element_of(parts) if not isinstance(element, ast.Starred) else Sequence("list", None, element_of(parts))
        assign(run, element, one, frame)


def _fits(value: Value, targets: SequenceOf[ast.AST]) -> Optional[bool]:
    """Return whether a list or tuple can be unpacked to `targets`, which None cannot; None if its length is unknown."""
    if value == NONE:
        return False
    return len(value.items) == len(targets) if isinstance(value, Sequence) and value.items is not None else None


# Statements that assign


def assign_statement(run: Run, node: ast.Assign, frame: Frame) -> bool:
    """Run `a = b = value`."""
    value = run.variable(node.value, frame)
    frame.assigning = node.value
    for target in node.targets:
        assign(run, target, value, frame)
    frame.assigning = None
    return True


def annotated_statement(run: Run, node: ast.AnnAssign, frame: Frame) -> bool:
    """Run `a: type = value`."""
    if node.value is not None:
        assign(run, node.target, run.variable(node.value, frame), frame)
    return True


def augmented_statement(run: Run, node: ast.AugAssign, frame: Frame) -> bool:
    """Run `a += value`."""
    symbol = operations.symbol_of(node.op)
    if isinstance(node.target, ast.Subscript):
        receiver = run.evaluate(node.target.value, frame)
        index = indices.index_of(run, node.target, frame)
        if isinstance(receiver, Tensor):
            right = run.evaluate(node.value, frame)
            run.emit(Subscript(node, receiver, index, "augmented"))
            write_item(run, node, node.target.value, receiver, index, right, frame)
            return True
        current = operand(run.item(node.target, receiver, index, frame))
    else:
        current = run.evaluate(node.target, frame)
    right = run.evaluate(node.value, frame)
    if isinstance(current, Tensor):
        run.note_taint(node, right, "operand")
        result: Value = _in_place(run, node, symbol, current, right, frame)
    else:
        changed = run.special(node, current, f"__i{operations.METHODS[symbol]}__", right)
        result = run.binary(node, symbol, current, right) if changed is None else changed
        if isinstance(current, Mapped) and isinstance(result, Mapped):
            result = replace(result, identity=current.identity)
            run.write(result)
        if isinstance(current, Sequence) and current.type != "tuple" and isinstance(result, Sequence):
            result = replace(result, identity=current.identity)
            run.write(result)
    frame.assigning = node.target
    assign(run, node.target, result, frame)
    frame.assigning = None
    return True


def _in_place(run: Run, node: ast.AugAssign, symbol: str, array: Tensor, right: Value, frame: Frame) -> Value:
    """Return the result of `array symbol= right`: the array itself, if NDArrays can be changed by this operator."""
    if symbol not in _IN_PLACE:  # Python evaluates `x = x ** y` instead
        run.emit(InPlaceOperation(node, symbol, array, right))
        return run.binary(node, symbol, array, right)
    holders = sharing.note_write(run, node, array, frame, node.target)
    named = any(holder.startswith("`") for holder in holders)
    run.emit(InPlaceOperation(node, symbol, array, right, named))
    method = run.api.method(_IN_PLACE[symbol])
    if (method is None or not method.symbolic) and not run.imperative_only:  # of a Symbol, Python does the same
        return run.binary(node, symbol, array, right)
    contents = traced.operation(run.graph, symbol, (array, right))
    return replace(sharing.with_contents(run, array, contents), origin=None, description="a tensor", outputs=1)


def write_item(
    run: Run, node: ast.AST, holder: ast.AST, array: Tensor, index: Value, value: Value, frame: Frame
) -> None:
    """Write to `array[index]`, where `holder` is the expression of the array, and the new contents depend on `value`.
    Only NDArrays can do so: while tracing it raises."""
    contents = traced.operation(run.graph, "changed", (array, index, value))
    sharing.write(run, node, array, contents, frame, holder)


def delete_statement(run: Run, node: ast.Delete, frame: Frame) -> bool:
    """Run `del a, b[0]`."""
    for target in node.targets:
        if isinstance(target, ast.Name):
            frame.scope.names.pop(target.id, None)
        elif isinstance(target, ast.Subscript):
            receiver = run.evaluate(target.value, frame)
            receiver.delete_item(run, target, target.value, indices.index_of(run, target, frame), frame)
    return True


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
    if isinstance(value, Tensor) and value.of_no_input and index_by_phase(index) is not None:
        change = Change.OF_EACH_PHASE
    run.rebind(holder, changed, frame, change)
