"""Assignment: `=`, `+=`, `del` and unpacking."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from hybridlint.interpreter.engine import apply, displays, names
from hybridlint.interpreter.engine.frames import Frame, mentions
from hybridlint.values import Change, Value, Write, operand, operations, stored

if TYPE_CHECKING:
    from hybridlint.interpreter import Run


def assign(run: Run, target: ast.AST, value: Value, frame: Frame) -> None:
    """Assign `value` to `target`."""
    if isinstance(target, ast.Name):
        if target.id in frame.scope.globals:
            run.store_global(target, target.id, value, frame)
        elif target.id in frame.scope.nonlocals and frame.scope.outer is not None:
            outer = frame.scope.around(target.id)
            if outer.outlives_call:
                change = Change.CHANGED if mentions(run, target.id, frame) else Change.SET
                value = run.store_outside(target, value, f"`{target.id}`", change)
            elif frame.loop_body:
                value = names.changed_in_loop(value, target.id)
            outer.assign(target.id, value)
        else:
            frame.scope.assign(target.id, value)
    elif isinstance(target, (ast.Tuple, ast.List)):
        star = next((place for place, part in enumerate(target.elts) if isinstance(part, ast.Starred)), None)
        parts = apply.unpack(run, target, operand(value), len(target.elts), star)
        for element, part in zip(target.elts, parts):
            assign(run, element, part, frame)
    elif isinstance(target, ast.Attribute):
        receiver = run.evaluate(target.value, frame)
        write = Write(target, target.value, frame, target.attr, stored(value), Change.SET)
        apply.set_attribute(run, receiver, write)
    elif isinstance(target, ast.Subscript):
        index = displays.index_of(run, target, frame)
        with run.changing(target.value, Change.SET if index.selects_all else Change.ENTRY):
            receiver = run.evaluate(target.value, frame)
        receiver.set_item(run, target, target.value, index, stored(value), frame)
    elif isinstance(target, ast.Starred):
        assign(run, target.value, value, frame)


# Statements that assign


def assign_statement(run: Run, node: ast.Assign, frame: Frame) -> bool:
    """Run `a = b = value`."""
    value = run.variable(node.value, frame)
    scope, first = frame.scope, node.targets[0]
    if first.__class__ is ast.Name and not (node.targets[1:] or scope.globals or scope.nonlocals):
        scope.assign(first.id, value)
        return True
    with frame.assigning_from(node.value):
        for target in node.targets:
            assign(run, target, value, frame)
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
        index = displays.index_of(run, node.target, frame)
        if receiver.augment_item(run, node, index, frame):
            return True
        current = operand(run.item(node.target, receiver, index, frame))
    else:
        current = run.evaluate(node.target, frame)
    right = run.evaluate(node.value, frame)
    result = current.in_place(run, node, symbol, right, frame)
    with frame.assigning_from(node):
        assign(run, node.target, result, frame)
    return True


def delete_statement(run: Run, node: ast.Delete, frame: Frame) -> bool:
    """Run `del a, b[0]`."""
    for target in node.targets:
        if isinstance(target, ast.Name):
            frame.scope.forget(target.id)
        elif isinstance(target, ast.Subscript):
            receiver = run.evaluate(target.value, frame)
            receiver.delete_item(run, target, target.value, displays.index_of(run, target, frame), frame)
    return True
