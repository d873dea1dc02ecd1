"""Comprehensions and generator expressions."""

from __future__ import annotations

import ast
from typing import Any, Callable, List, Optional, Tuple

from hybridlint.events import Hashing
from hybridlint.interpreter import assignment, conditions, iteration
from hybridlint.interpreter.run import Frame, Run, nested_frame
from hybridlint.lattice import element_of, join_all, operand
from hybridlint.queries import contains_tensor
from hybridlint.values import Mapped, Plain, Sequence, Tensor, Value


def comprehension(run: Run, node: Any, frame: Frame) -> Value:
    """Evaluate a list or set comprehension, or a generator expression."""
    kind = "list" if isinstance(node, ast.ListComp) else "set" if isinstance(node, ast.SetComp) else "iterator"
    inner = nested_frame(frame)
    results: List[Value] = []

    def once() -> Value:
        results.append(run.variable(node.elt, inner))
        return results[-1]

    exact = _run_comprehension(run, node.generators, inner, once)
    if isinstance(node, ast.SetComp):
        for value in results:
            if isinstance(value, Tensor):
                run.emit(Hashing(node, value))
    number = 0 if kind == "set" else run.identity()
    if exact:
        return Sequence(kind, tuple(results), identity=number)
    return Sequence(kind, None, join_all(results), identity=number)


def dict_comprehension(run: Run, node: ast.DictComp, frame: Frame) -> Value:
    """Evaluate a dict comprehension."""
    inner = nested_frame(frame)
    results: List[Tuple[Value, Value]] = []

    def once() -> Value:
        key = run.evaluate(node.key, inner)
        if isinstance(key, Tensor):
            run.emit(Hashing(node.key, key))
        results.append((key, run.variable(node.value, inner)))
        return results[-1][1]

    exact = _run_comprehension(run, node.generators, inner, once)
    if exact and all(isinstance(key, Plain) and key.known for key, _ in results):
        return Mapped(tuple((key.value, value) for key, value in results), None, run.identity())  # type: ignore[attr-defined]
    return Mapped((), join_all(value for _, value in results) if results else None, run.identity())


def _run_comprehension(run: Run, clauses: List[ast.comprehension], frame: Frame, once: Callable[[], Value]) -> bool:
    """Run `once`, which evaluates one result, for each element. Return whether it ran exactly as often as in Python."""
    clause = clauses[0]
    source = run.evaluate(clause.iter, frame)
    found = iteration.iterate(run, clause.iter, source, "a comprehension")
    exact = found.items is not None and len(found.items) <= iteration.UNROLLED
    values = found.items if exact and found.items is not None else (element_of(found),)
    for value in values:
        assignment.assign(run, clause.target, value, frame)
        passes = _passes(run, clause.ifs, frame)
        if passes is False:
            continue
        exact = exact and passes is not None
        if clauses[1:]:
            exact = _run_comprehension(run, clauses[1:], frame, once) and exact
        elif contains_tensor(once()):
            iteration.note_count(run, clause.iter, source)
    return exact


def _passes(run: Run, tests: List[ast.expr], frame: Frame) -> Optional[bool]:
    """Evaluate the conditions of a clause until one fails. Return whether all hold; None if that is not certain."""
    passes: Optional[bool] = True
    for node in tests:
        value = run.variable(node, frame)
        condition = conditions.condition_of(run, node, value, "a comprehension condition")
        run.note_taint(node, operand(value), "branch")
        if not condition.certain:
            passes = None
        elif not condition.symbolic:
            return False
    return passes
