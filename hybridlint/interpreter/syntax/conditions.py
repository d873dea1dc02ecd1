"""Conditions: truth values in the two phases, and branches that only one phase takes."""

from __future__ import annotations

import ast
import functools
from typing import TYPE_CHECKING, Dict, Mapping, Set, Tuple, TypeVar

from hybridlint.events import PhaseBranch, TaintUse
from hybridlint.interpreter.engine import apply, narrowing, traced, truth
from hybridlint.interpreter.engine.frames import Frame, Point
from hybridlint.interpreter.engine.look_ups import once
from hybridlint.interpreter.engine.store import Key, Store
from hybridlint.syntax import names_stored, same_code
from hybridlint.values import ANY, BOTTOM, Taint, Value, join, may_be_none, operand

if TYPE_CHECKING:
    from hybridlint.interpreter import Run

_K = TypeVar("_K")


def test(run: Run, node: ast.expr, frame: Frame, construct: str) -> truth.Condition:
    """Evaluate `node` as the test of an `if`, `while`, `assert` or conditional expression."""
    value = run.variable(node, frame)
    return truth.condition_of(run, node, value, construct)


def boolean_operation(run: Run, node: ast.BoolOp, frame: Frame) -> Value:
    """Evaluate `left and right` or `left or right`, with short-circuiting."""
    value = run.variable(node.values[0], frame)
    for position, right in enumerate(node.values[1:], start=1):
        value = _binary_boolean_operation(run, node, _first_operands(run, (node, position)), value, right, frame)
    return value


@once()
def _first_operands(run: Run, place: Tuple[ast.BoolOp, int]) -> ast.expr:
    """Return a node of the first operands of a node, by their number: `a and b` of `a and b and c`."""
    node, count = place
    if count == 1:
        return node.values[0]
    first, last = ast.copy_location(ast.BoolOp(op=node.op, values=node.values[:count]), node), node.values[count - 1]
    first.end_lineno, first.end_col_offset = last.end_lineno, last.end_col_offset
    return first


def _binary_boolean_operation(
    run: Run, node: ast.BoolOp, left_node: ast.expr, left: Value, right_node: ast.expr, frame: Frame
) -> Value:
    goes_on = isinstance(node.op, ast.And)
    condition = truth.condition_of(run, left_node, left, "and" if goes_on else "or")
    may_end_with_none = goes_on and may_be_none(left)
    nothing = left == BOTTOM and not goes_on
    left = truth.recorded(run, operand(left if goes_on else narrowing.not_none(left)), condition)

    def right_side() -> Value:
        with frame.scope.on_copy():
            narrowing.refine(run, left_node, frame, goes_on)
            narrowed = dict(frame.scope.names)
            value = run.variable(right_node, frame)
            after = frame.scope.names
        names = frame.scope.names
        for name, assigned in after.items():
            if narrowed.get(name) is not assigned:  # by `:=`
                certain = condition.certain or name not in names
                frame.scope.assign(name, assigned if certain else join(names[name], assigned))
        return value

    if condition.symbolic is (not goes_on):
        # While tracing, the right side is never evaluated.
        if condition.certain:
            return left
        with run.imperative_phase():
            right = right_side()
        return truth.left_while_tracing(left, right, condition, goes_on)
    right = right_side()
    if condition.certain or truth.decides(right, not goes_on) or nothing:
        return right
    return truth.either_side(run, condition, left, right, goes_on, may_end_with_none)


def conditional_expression(run: Run, node: ast.IfExp, frame: Frame) -> Value:
    """Evaluate `body if test else orelse`."""
    condition = test(run, node.test, frame, "a conditional expression")

    def side(branch: ast.expr, outcome: bool) -> Value:
        with frame.scope.on_copy(), frame.branch(condition.configured):
            narrowing.refine(run, node.test, frame, outcome)
            return run.variable(branch, frame)

    if condition.certain:
        return run.variable(node.body if condition.symbolic else node.orelse, frame)
    if condition.by_phase:
        event = PhaseBranch(node, condition.reason, condition.imperative, condition.assumed)
        sides = functools.partial(side, node.body, True), functools.partial(side, node.orelse, False)
        imperative, symbolic = sides if condition.imperative else sides[::-1]
        return apply.by_paths(run, event, imperative, symbolic, same_code(node.body, node.orelse))
    then, otherwise = side(node.body, True), side(node.orelse, False)
    may_differ = bool(condition.taint) and not same_code(node.body, node.orelse)
    may_differ = may_differ and not (condition.taint.kind == "mode" and traced.differ_in_dropout(then, otherwise))
    tainted = may_differ and truth.may_differ(then, otherwise)
    if may_differ and not tainted and then != otherwise:
        run.emit(TaintUse(node.test, condition.taint, "branch"))
    if condition.configured:
        then, otherwise = narrowing.depending(run, node.test, frame, then, otherwise)
    result = truth.joined_tainted(then, otherwise, condition.taint) if tainted else join(then, otherwise)
    return truth.configured(run, result, then, otherwise) if condition.configured else result


def under_taint(
    condition: truth.Condition, node: ast.If, before: Mapping[Key, Value], then: Point, otherwise: Point
) -> Point:
    """Return the names to which both branches of an `if`, whose `condition` is tainted, assign unknown plain values,
    and the attributes to which one does, with the join of these, tainted. `before` are the attributes at the test."""
    reason = condition.taint
    assigned = names_stored(node) & set(then.names) & set(otherwise.names)
    names = _joined_tainted(reason, then.names, otherwise.names, assigned)
    stored, stored_otherwise = then.store.values, otherwise.store.values
    keys = {*stored, *stored_otherwise}
    if reason.kind == "carried":  # later calls read what the first one stores, and what they set themselves
        later = then if condition.later else otherwise
        keys = set() if condition.later is None else later.store.keys_set_since(before)
    return Point(names, Store(_joined_tainted(reason, stored, stored_otherwise, keys)))


def _joined_tainted(
    reason: Taint, then: Mapping[_K, Value], otherwise: Mapping[_K, Value], keys: Set[_K]
) -> Dict[_K, Value]:
    """Return the values under `keys` that may differ, joined, with the taint `reason`."""
    pairs = {key: (then.get(key, ANY), otherwise.get(key, ANY)) for key in keys}
    return {
        key: truth.joined_tainted(first, second, reason)
        for key, (first, second) in pairs.items()
        if first is not second and truth.may_differ(first, second)
    }
