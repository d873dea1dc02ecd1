"""Iteration over the elements of a value, as by `for`, comprehensions and `*`."""

from __future__ import annotations

import ast
from typing import Any, Callable, List, Optional, Tuple

from hybridlint.events import PhaseDependentRead, TaintUse
from hybridlint.interpreter.engine.frames import Frame
from hybridlint.interpreter.engine.run import Run
from hybridlint.values import (
    Phased,
    Sequence,
    Tensor,
    Value,
    contains_tensor,
)
from hybridlint.values.lattice import join_all


def note_count(run: Run, node: ast.AST, value: Value) -> None:
    """Record a `range`, or a list that calls extend, whose length varies between calls or phases, for a loop over it
    whose number of iterations matters. Shuffling does not change the length."""
    if isinstance(value, Phased) and isinstance(value.imperative, Sequence) and isinstance(value.symbolic, Sequence):
        imperative, symbolic = value.imperative.items, value.symbolic.items
        if symbolic is not None and (imperative is None or len(imperative) != len(symbolic)):
            run.emit(PhaseDependentRead(node, value.reason))
    if isinstance(value, Sequence) and value.taint and not contains_tensor(value):
        if value.taint.kind == "carried" or value.type == "iterator" and value.items is None:
            run.emit(TaintUse(node, value.taint, "branch"))


def display(run: Run, kind: str, elements: Any, frame: Frame) -> Sequence:
    """Evaluate a list, tuple or set display."""
    found, placed = spread(run, elements, frame, run.variable)
    if placed < len(found):
        return Sequence(kind, None, join_all(found))
    return Sequence(kind, tuple(found), identity=run.identity() if kind == "list" else 0)


def spread(run: Run, elements: Any, frame: Frame, read: Callable[[ast.AST, Frame], Value]) -> Tuple[List[Value], int]:
    """Evaluate the elements of a display, or the positional arguments of a call, and expand those with a `*`. Return
    the values, and the number of leading ones whose positions are known; others may occur any number of times."""
    found: List[Value] = []
    placed: Optional[int] = None
    for element in elements:
        starred = isinstance(element, ast.Starred)
        if not starred:
            found.append(read(element, frame))
            continue
        value = run.evaluate(element.value, frame)
        if isinstance(value, Tensor) and len(elements) > 1:
            # `F.concat(x, *others)`: next to whole tensors, `others` is a list of tensors, not the rows of one.
            run.note_type_test(element, value, {"list"})
        inner = run.iterate(element, value, "*")
        if inner.items is None and placed is None:
            placed = len(found)
        found.extend(inner.items if inner.items is not None else (inner.element,))
    return found, len(found) if placed is None else placed
