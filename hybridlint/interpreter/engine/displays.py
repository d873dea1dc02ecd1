"""Displays, `*` and indices: values that are put together from the values of several expressions."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, Callable, Iterable, List, Optional, Sequence as SequenceOf, Tuple

from hybridlint import syntax
from hybridlint.divergences import Kind
from hybridlint.events import TaintUse
from hybridlint.values import (
    NONE,
    UNKNOWN,
    Attributes,
    Instance,
    Mapped,
    Plain,
    Sequence,
    Slice,
    Tensor,
    Value,
    as_default,
    constant,
    join_all,
)
from hybridlint.values.phased import Phased

if TYPE_CHECKING:
    from hybridlint.interpreter import Frame, Run


def literal(run: Run, node: ast.Constant, frame: Frame) -> Value:
    """Return the value of a literal, the same object at each evaluation."""
    constants = run.constants[run.constructing]
    if node not in constants:
        value = node.value
        constants[node] = NONE if value is None else constant(value, value is not ... and not run.constructing)
    return constants[node]


def note_count(run: Run, node: ast.AST, value: Value) -> None:
    """Record a `range`, or a list that calls extend, whose length varies between calls or phases, for a loop over it
    whose number of iterations matters. Shuffling does not change the length."""
    if isinstance(value, Phased) and isinstance(value.imperative, Sequence):
        imperative, symbolic = value.imperative.items, value.symbolic.items
        if symbolic is not None and (imperative is None or len(imperative) != len(symbolic)):
            run.observe(node, Kind.PHASE_DEPENDENT_READ, reason=value.reason)
    if isinstance(value, Sequence) and value.taint and not value.holds_tensor:
        if value.taint.kind == "carried" or value.type == "iterator" and value.items is None:
            run.emit(TaintUse(node, value.taint, "branch"))


def display(run: Run, kind: str, elements: Any, frame: Frame) -> Sequence:
    """Evaluate a list, tuple or set display."""
    result, placed = spread(run, elements, frame, run.variable)
    if placed < len(result):
        return Sequence(kind, None, join_all(result))
    return Sequence(kind, tuple(result), identity=run.identity() if kind == "list" else 0)


def spread(run: Run, elements: Any, frame: Frame, read: Callable[[ast.AST, Frame], Value]) -> Tuple[List[Value], int]:
    """Evaluate the elements of a display, or the positional arguments of a call, and expand those with a `*`. Return
    the values, and the number of leading ones whose positions are known; others may occur any number of times."""
    if ast.Starred not in map(type, elements):
        return [read(element, frame) for element in elements], len(elements)
    values: List[Value] = []
    placed: Optional[int] = None
    for element in elements:
        if not isinstance(element, ast.Starred):
            values.append(read(element, frame))
            continue
        value = run.evaluate(element.value, frame)
        if isinstance(value, Tensor) and len(elements) > 1:
            # `F.concat(x, *others)`: next to whole tensors, `others` is a list of tensors, not the rows of one.
            run.note_type_test(element, value, {"list"})
        inner = run.iterate(element, value, "*")
        if inner.items is None and placed is None:
            placed = len(values)
        values.extend(inner.items if inner.items is not None else (inner.element,))
    return values, len(values) if placed is None else placed


def index_of(run: Run, node: ast.Subscript, frame: Frame) -> Value:
    """Evaluate the index of a subscript."""
    index = syntax.index_of(node)
    if isinstance(index, ast.Tuple) or type(index).__name__ == "ExtSlice":
        return Sequence("tuple", tuple(_index(run, part, frame) for part in syntax.index_elements(node)))
    return _index(run, index, frame)


def _index(run: Run, part: ast.AST, frame: Frame) -> Value:
    if isinstance(part, ast.Slice):
        ends = [None if end is None else run.evaluate(end, frame) for end in (part.lower, part.upper, part.step)]
        return Slice(*ends)
    return run.evaluate(part, frame)


def summary(kind: str, items: Iterable[Value], identity: int = 0) -> Sequence:
    """Return a list, set or iterator of an unknown number of `items`."""
    return Sequence(kind, None, join_all(items), identity=identity)


def mapping(run: Run, entries: Iterable[Tuple[Any, Value]], others: SequenceOf[Value] = ()) -> Mapped:
    """Return a dict of `entries`, and of `others` under unknown keys."""
    return Mapped(tuple(dict(entries).items()), join_all(others) if others else None, run.identity())


def merged(spread: Value, entries: List[Tuple[Any, Value]], others: List[Value]) -> None:
    """Add the entries of `**spread` to `entries`, and values under unknown keys to `others`. An unknown `spread` may
    replace the entries before it: these are defaults."""
    if isinstance(spread, Attributes) and isinstance(spread.holder, Instance):
        spread = Mapped(spread.holder.fields)
    if not isinstance(spread, Mapped):
        entries[:] = [(key, as_default(value)) for key, value in entries]
        others.append(UNKNOWN)
        return
    entries.extend(spread.entries)
    if spread.element is not None:
        others.append(spread.element)


def conjunction(first: Value, second: Value) -> Value:
    """Return the value of a comparison chain with these parts."""
    if isinstance(second, Tensor):
        return second
    if first.known and second.known:
        return constant(bool(first.python_value and second.python_value), first.is_literal and second.is_literal)
    return Plain("bool", taint=first.any_taint or second.any_taint)


def formatted(piece: Value) -> Value:
    """Return a string of an f-string after its format was applied."""
    return Plain("str", taint=piece.taint) if isinstance(piece, Plain) else piece
