"""Comprehensions and generator expressions."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, Callable, List, Optional, Tuple

from hybridlint.interpreter.engine import displays, truth
from hybridlint.interpreter.engine.frames import Frame, nested_frame
from hybridlint.interpreter.syntax import assignment
from hybridlint.values import Value, element_of
from hybridlint.values.base import NOT_KNOWN, UNROLLED
from hybridlint.values.operands import operand

if TYPE_CHECKING:
    from hybridlint.interpreter.engine.run import Run


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
            value.hash(run, node)
    number = 0 if kind == "set" else run.identity()
    return (displays.sequence if exact else displays.summary)(kind, results, number)


def dict_comprehension(run: Run, node: ast.DictComp, frame: Frame) -> Value:
    """Evaluate a dict comprehension."""
    inner = nested_frame(frame)
    results: List[Tuple[Value, Value]] = []

    def once() -> Value:
        key = run.evaluate(node.key, inner)
        key.hash(run, node.key)
        results.append((key, run.variable(node.value, inner)))
        return results[-1][1]

    exact = _run_comprehension(run, node.generators, inner, once)
    if exact and all(key.python_value is not NOT_KNOWN for key, _ in results):
        return displays.mapping(run, [(key.python_value, value) for key, value in results])
    return displays.mapping(run, (), [value for _, value in results])


def _run_comprehension(run: Run, clauses: List[ast.comprehension], frame: Frame, once: Callable[[], Value]) -> bool:
    """Run `once`, which evaluates one result, for each element. Return whether it ran exactly as often as in Python."""
    clause = clauses[0]
    source = run.evaluate(clause.iter, frame)
    result = run.iterate(clause.iter, source, "a comprehension")
    exact = result.items is not None and len(result.items) <= UNROLLED
    values = result.items if exact and result.items is not None else (element_of(result),)
    for value in values:
        assignment.assign(run, clause.target, value, frame)
        passes = _passes(run, clause.ifs, frame)
        if passes is False:
            continue
        exact = exact and passes is True
        if clauses[1:]:
            exact = _run_comprehension(run, clauses[1:], frame, once) and exact
        elif once().holds_tensor:
            displays.note_count(run, clause.iter, source)
    return exact


def _passes(run: Run, tests: List[ast.expr], frame: Frame) -> Optional[bool]:
    """Evaluate the conditions of a clause until one certainly fails. Return whether all hold; None if unknown."""
    result: Optional[bool] = True
    for node in tests:
        value = run.variable(node, frame)
        condition = truth.condition_of(run, node, value, "a comprehension condition")
        run.note_taint(node, operand(value), "branch")
        if not condition.certain:
            result = None
        elif not condition.symbolic:
            return False
    return result
