"""Comprehensions and generator expressions."""

from __future__ import annotations

import ast
import contextlib
from typing import TYPE_CHECKING, Any, Callable, List, Optional

from hybridlint.dataclass import dataclass
from hybridlint.interpreter.engine import apply, displays, narrowing, truth
from hybridlint.interpreter.engine.frames import Frame, nested_frame
from hybridlint.interpreter.syntax import assignment
from hybridlint.values import UNROLLED, Value, element_of, operand

if TYPE_CHECKING:
    from hybridlint.interpreter import Run


def comprehension(run: Run, node: Any, frame: Frame) -> Value:
    """Evaluate a list or set comprehension, or a generator expression."""
    kind = "list" if isinstance(node, ast.ListComp) else "set" if isinstance(node, ast.SetComp) else "iterator"
    inner, loop = nested_frame(frame), run.loop(node)
    results: List[Value] = []
    kept: List[_Kept] = []

    def once(where: _Kept) -> Value:
        results.append(run.variable(node.elt, inner))
        kept.append(where)
        return results[-1]

    exact = _run_comprehension(run, node.generators, inner, once)
    number = 0 if kind == "set" else run.identity()
    if not exact:
        return displays.summary(kind, (run.part_in_any_round(value, loop) for value in results), number)
    symbolic = run.sequence(kind, (value for value, item in zip(results, kept) if item.symbolic), identity=number)
    items = (value for value, item in zip(results, kept) if item.imperative)
    imperative = run.sequence(kind, items, identity=number and run.identity())
    differing = next((item for item in kept if item.imperative is not item.symbolic), None)
    if differing is None:
        return symbolic
    return apply.of_sides(run, node, imperative, symbolic, differing.reason, True)


def dict_comprehension(run: Run, node: ast.DictComp, frame: Frame) -> Value:
    """Evaluate a dict comprehension. Which keys it has is not known."""
    inner = nested_frame(frame)
    results: List[Value] = []

    def once(where: _Kept) -> Value:
        run.evaluate(node.key, inner).hash(run, node.key)
        results.append(run.variable(node.value, inner))
        return results[-1]

    _run_comprehension(run, node.generators, inner, once)
    return displays.mapping(run, (), results)


@dataclass(frozen=True)
class _Kept:
    """Whether a phase keeps a result, None if that is not certain. `reason` is the test whose outcomes differ."""

    imperative: Optional[bool]
    symbolic: Optional[bool]
    reason: str = ""


_ALWAYS = _Kept(True, True)


def _run_comprehension(
    run: Run, clauses: List[ast.comprehension], frame: Frame, once: Callable[[_Kept], Value], outer: _Kept = _ALWAYS
) -> bool:
    """Run `once`, which evaluates one result, for each element. Return whether it ran exactly as often as in Python."""
    clause = clauses[0]
    source = run.evaluate(clause.iter, frame)
    result = run.iterate(clause.iter, source, "a comprehension")
    exact = result.items is not None and len(result.items) <= UNROLLED
    values = result.items if exact and result.items is not None else (element_of(result),)
    for value in values:
        assignment.assign(run, clause.target, value, frame)
        kept = _passes(run, clause.ifs, frame, outer)
        if kept.imperative is False and kept.symbolic is False:
            continue
        exact = exact and None not in (kept.imperative, kept.symbolic)
        with contextlib.ExitStack() as stack:
            if kept.symbolic is False:
                stack.enter_context(run.imperative_phase())
            if clauses[1:]:
                exact = _run_comprehension(run, clauses[1:], frame, once, kept) and exact
            elif once(kept).holds_tensor:
                displays.note_count(run, clause.iter, source)
    return exact


def _passes(run: Run, tests: List[ast.expr], frame: Frame, kept: _Kept) -> _Kept:
    """Evaluate the conditions of a clause until one fails in both phases. Return where all hold, and `kept` does."""
    for node in tests:
        value = run.variable(node, frame)
        condition = truth.condition_of(run, node, value, "a comprehension condition")
        run.note_taint(node, operand(value), "branch")
        if condition.by_phase and not condition.assumed:
            reason = kept.reason or condition.reason
            kept = _Kept(_and(kept.imperative, condition.imperative), _and(kept.symbolic, condition.symbolic), reason)
        elif not condition.certain:
            kept = _Kept(_and(kept.imperative, None), _and(kept.symbolic, None), kept.reason)
        elif not condition.symbolic:
            return _Kept(False, False)
        narrowing.refine(run, node, frame, True)
    return kept


def _and(first: Optional[bool], second: Optional[bool]) -> Optional[bool]:
    if False in (first, second):
        return False
    return None if None in (first, second) else True
