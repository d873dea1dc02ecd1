"""Iteration: `for`, comprehensions, and everything else that goes through the elements of a value."""

from __future__ import annotations

from typing import Any, Callable, List, Tuple

import libcst as cst

from hybridlint.interpreter import assignment, expressions, names
from hybridlint.interpreter.run import Frame, Run, nested_frame
from hybridlint.uses import Hashing, Iteration, TruthTest
from hybridlint.values import (
    Block,
    ImperativeArray,
    Mapped,
    NumPyArray,
    Opaque,
    Plain,
    Self,
    Sequence,
    Tensor,
    TwoLives,
    Value,
    constant,
    join_all,
    may_hold_anything,
)

#: Sequences of this many elements are followed element by element.
UNROLLED = 8


def iterate(run: Run, node: cst.CSTNode, value: Value, construct: str) -> Sequence:
    """The elements that iterating over `value` gives."""
    if isinstance(value, Sequence):
        return value
    if isinstance(value, Tensor):
        run.emit(Iteration(node, value, construct))
        expressions.note_loop_rows(run, node, value)
        if may_hold_anything(value):
            return Sequence("iterator")
        element = run.fresh(source=value.source, gradient=value.gradient, description="an element")
        if value.outputs is not None and 1 < value.outputs <= UNROLLED:
            return Sequence("iterator", tuple(run.fresh(gradient=value.gradient) for _ in range(value.outputs)))
        return Sequence("iterator", None, element)
    if isinstance(value, Mapped):
        if value.element is None:
            return Sequence("iterator", tuple(constant(key) for key, _ in value.entries))
        return Sequence("iterator", None, Plain())
    if isinstance(value, (Block, Self)):
        return names.children(run, value)
    if isinstance(value, Plain) and value.known and isinstance(value.value, str) and len(value.value) <= UNROLLED:
        return Sequence("iterator", tuple(map(constant, value.value)), frozen=value.frozen)
    if isinstance(value, (Plain, Opaque)):
        return Sequence("iterator", None, Plain(frozen=value.frozen), frozen=value.frozen)
    if isinstance(value, (ImperativeArray, NumPyArray)):
        return Sequence("iterator", None, value, frozen=value.frozen)
    if isinstance(value, TwoLives):
        return iterate(run, node, value.imperative, construct) if run.hiding else Sequence("iterator")
    return Sequence("iterator")


def comprehension(run: Run, node: Any, frame: Frame) -> Value:
    """The list, set or iterator that a comprehension makes."""
    kind = "list" if isinstance(node, cst.ListComp) else "set" if isinstance(node, cst.SetComp) else "iterator"
    inner = nested_frame(frame)
    results: List[Value] = []
    exact = _run_comprehension(
        run, node.for_in, inner, lambda: results.append(expressions.evaluate(run, node.elt, inner))
    )
    if isinstance(node, cst.SetComp):
        for value in results:
            if isinstance(value, Tensor):
                run.emit(Hashing(node, value))
    return Sequence(kind, tuple(results)) if exact else Sequence(kind, None, join_all(results))


def dict_comprehension(run: Run, node: cst.DictComp, frame: Frame) -> Value:
    """The dict that a comprehension makes."""
    inner = nested_frame(frame)
    results: List[Tuple[Value, Value]] = []

    def once() -> None:
        key = expressions.evaluate(run, node.key, inner)
        if isinstance(key, Tensor):
            run.emit(Hashing(node.key, key))
        results.append((key, expressions.evaluate(run, node.value, inner)))

    exact = _run_comprehension(run, node.for_in, inner, once)
    if exact and all(isinstance(key, Plain) and key.known for key, _ in results):
        return Mapped(tuple((key.value, value) for key, value in results))  # type: ignore[attr-defined]
    return Mapped((), join_all(value for _, value in results) if results else None)


def _run_comprehension(run: Run, clause: cst.CompFor, frame: Frame, once: Callable[[], None]) -> bool:
    """Run `once` for each element; whether that was exactly as often as Python would."""
    found = iterate(run, clause.iter, expressions.evaluate(run, clause.iter, frame), "a comprehension")
    exact = found.items is not None and len(found.items) <= UNROLLED
    values = found.items if exact and found.items is not None else (found.joined(),)
    for value in values:
        assignment.assign(run, clause.target, value, frame)
        for condition in clause.ifs:
            test = expressions.evaluate(run, condition.test, frame)
            if isinstance(test, Tensor):
                run.emit(TruthTest(condition.test, test, "a comprehension condition"))
            expressions.note_frozen(run, condition.test, test, "branch")
            exact = False
        if clause.inner_for_in is not None:
            exact = _run_comprehension(run, clause.inner_for_in, frame, once) and exact
        else:
            once()
    return exact
