"""Conditions: truth values in the two phases, and branches that only one phase takes."""

from __future__ import annotations

import ast
from typing import Dict, List, Optional, Set

from hybridlint.dataclass import dataclass, replace
from hybridlint.events import Event, OperatorCall, PhaseBranch, TaintUse, TruthTest
from hybridlint.interpreter.engine import traced
from hybridlint.interpreter.engine.frames import Frame
from hybridlint.interpreter.engine.run import Run
from hybridlint.interpreter.lifecycle import classes
from hybridlint.interpreter.syntax import names, narrowing
from hybridlint.queries import same_work, with_conditional_origin
from hybridlint.syntax import nodes_below, same_code
from hybridlint.values import (
    NONE,
    UNTAINTED,
    Block,
    ImperativeArray,
    Mapped,
    Opaque,
    Phased,
    Plain,
    Sequence,
    Taint,
    Tensor,
    Unknown,
    Value,
    by_phase,
    certainly,
    constant,
    contains_tensor,
    may_be_none,
    taint_of,
)
from hybridlint.values.lattice import join
from hybridlint.values.operands import operand


@dataclass(frozen=True)
class Condition:
    """A test. `imperative` and `symbolic` are its outcome in each phase, None if unknown. `assumed` if the imperative
    phase may take either branch and `imperative` is the one that tracing never takes. `taint` as in `values.Plain`.
    `configured` if the outcome depends on a plain Python value that the constructor may set."""

    imperative: Optional[bool] = None
    symbolic: Optional[bool] = None
    reason: str = ""
    taint: Taint = UNTAINTED
    configured: bool = False
    assumed: bool = False

    @property
    def by_phase(self) -> bool:
        """Return whether the phases take different branches."""
        return self.imperative is not None and self.symbolic is not None and self.imperative != self.symbolic

    @property
    def certain(self) -> bool:
        """Return whether both phases certainly take the same branch."""
        return self.imperative is not None and self.imperative == self.symbolic


def settled_truth(value: Value) -> Optional[bool]:
    """Return the truth value that `value` has in both phases and every configuration; None if unknown."""
    if isinstance(value, Phased):
        return value.symbolic.truth if value.imperative == value.symbolic else None
    return value.truth if isinstance(value, Plain) and value.is_literal and not value.taint else None


def test(run: Run, node: ast.expr, frame: Frame, construct: str) -> Condition:
    """Evaluate `node` as the test of an `if`, `while`, `assert` or conditional expression."""
    value = run.variable(node, frame)
    return condition_of(run, node, value, construct)


def condition_of(run: Run, node: ast.AST, value: Value, construct: str) -> Condition:
    """Test `value`, which `node` evaluates to, for truth in `construct`, and record the events of the test."""
    optional, value = may_be_none(value), _truth_operand(run, node, operand(value))
    if isinstance(value, Tensor):
        run.emit(TruthTest(node, value, construct, optional))
        return Condition(taint=run.recorded.of_values(node, value))
    if isinstance(value, Phased):
        reason = value.reason or run.code(node)
        imperative, symbolic = value.imperative.truth, value.symbolic.truth
        assumed = imperative is None and symbolic is not None
        if assumed:
            # The imperative phase may take either branch: assume the one that tracing never takes, and vice versa.
            imperative = not symbolic
        elif symbolic is None and isinstance(value.symbolic, Plain) and value.symbolic.type == "bool":
            symbolic = None if imperative is None else not imperative
        return Condition(imperative, imperative if run.imperative_only else symbolic, reason, assumed=assumed)
    if not optional and _is_always_true(run, value):
        return Condition(True, True)
    length = own_length(run, value)
    if length is not None and not optional:
        return Condition(bool(length), bool(length))
    if isinstance(value, Plain) and value.known and (_is_settled(run, node, value) or is_certain(run, value)):
        return Condition(bool(value.value), bool(value.value))
    held = isinstance(value, (Sequence, Block, Unknown, Opaque))
    configured = held or isinstance(value, Plain) and not value.argument
    return Condition(taint=taint_of(value), configured=configured)


def own_length(run: Run, value: Value) -> Optional[int]:
    """Return the length of a list or dict that the current call made; None if unknown."""
    if not run.is_own(value) or value_may_vary(value):
        return None
    if isinstance(value, Sequence):
        return len(value.items or ())
    return len(value.entries) if isinstance(value, Mapped) else None


def value_may_vary(value: Value) -> bool:
    """Return whether the length of a list or dict is unknown."""
    if isinstance(value, Sequence):
        return value.items is None or bool(value.taint) or value.type == "iterator"
    return not isinstance(value, Mapped) or value.element is not None


def _is_always_true(run: Run, value: Value) -> bool:
    """Return whether a value is true in both phases and all configurations."""
    if isinstance(value, Sequence):
        return value.nonempty
    return isinstance(value, Block) and classes.is_always_true(run, value)


def _truth_operand(run: Run, node: ast.AST, value: Value) -> Value:
    """Return the result of `__bool__` or `__len__` of `value` if a class of the file defines it, else `value`."""
    for method in ("__bool__", "__len__"):
        answer = run.special(node, value, method)
        if answer is not None:
            return answer
    return value


def _is_literal(node: ast.AST) -> bool:
    """Return whether `node` is a literal, as in `if False:`."""
    return isinstance(node, ast.Constant) and type(node.value) in (int, float, complex, bool, type(None))


def is_certain(run: Run, value: Plain) -> bool:
    """Return whether a known value is the same in every configuration and call. In a loop of unknown length the value
    may differ between iterations."""
    return (value.is_literal or run.one_configuration) and not value.taint and not run.loops


def _is_settled(run: Run, node: ast.AST, value: Plain) -> bool:
    """Return whether the known value of `node` is the same wherever it is evaluated: a literal, or a test of literals
    in attributes. A name may differ in another configuration."""
    return _is_literal(node) or value.is_literal and not value.taint and narrowing.reads_only_self(run, node)


def negated(run: Run, node: ast.AST, value: Value) -> Value:
    """Evaluate `not value`."""
    optional, value = may_be_none(value), _truth_operand(run, node, operand(value))
    if isinstance(value, Tensor):
        run.emit(TruthTest(node, value, "not", optional))
        return Plain("bool", taint=run.recorded.of_values(node))
    if isinstance(value, Phased):
        return run.lift(_not, value)
    if not optional and _is_always_true(run, value):
        return certainly(False)
    outcome = _not(value)
    if optional:
        return join(outcome, constant(True))
    return replace(outcome, is_literal=True) if own_length(run, value) is not None else outcome


def _not(value: Value) -> Plain:
    outcome = value.truth
    taint = taint_of(value)
    if outcome is None:
        return Plain("bool", taint=taint)
    return Plain("bool", not outcome, taint, is_literal=isinstance(value, Plain) and value.is_literal)


def boolean_operation(run: Run, node: ast.BoolOp, frame: Frame) -> Value:
    """Evaluate `left and right` or `left or right`, with short-circuiting."""
    value = run.variable(node.values[0], frame)
    for position, right in enumerate(node.values[1:], start=1):
        value = _binary_boolean_operation(run, node, run.first_operands(node, position), value, right, frame)
    return value


def _binary_boolean_operation(
    run: Run, node: ast.BoolOp, left_node: ast.expr, left: Value, right_node: ast.expr, frame: Frame
) -> Value:
    goes_on = isinstance(node.op, ast.And)
    condition = condition_of(run, left_node, left, "and" if goes_on else "or")
    may_end_with_none = goes_on and may_be_none(left)
    left = operand(left)
    if condition.taint and isinstance(left, Tensor):
        left = Plain("bool", taint=condition.taint)

    def right_side() -> Value:
        saved = dict(frame.scope.names)
        narrowing.refine(run, left_node, frame, goes_on)
        value = run.variable(right_node, frame)
        added = {name: new for name, new in frame.scope.names.items() if name not in saved}
        frame.scope.names = {**saved, **added}
        return value

    if condition.symbolic is (not goes_on):
        # While tracing, the right side is never evaluated.
        with run.imperative_phase():
            right = right_side()
        if condition.imperative is (not goes_on):
            return left
        imperative = right if condition.imperative is goes_on else Plain("bool")
        symbolic = left.symbolic if isinstance(left, Phased) else left
        return Phased(_truth_value(imperative), symbolic, condition.reason, guard=True)
    either = right_side()
    right = operand(either)
    if condition.certain:
        return either
    if isinstance(right, Tensor):
        # The result is the tensor; its truth test is reported where the result is tested.
        return join(either, NONE) if isinstance(left, Plain) else either
    if isinstance(left, Phased) and condition.imperative is (not goes_on):
        symbolic = right.symbolic if isinstance(right, Phased) else right
        return Phased(left.imperative, _truth_value(symbolic), condition.reason, guard=True)
    if isinstance(right, Phased):
        unknown = Plain("bool", taint=condition.taint)
        return run.lift(lambda side: side if side.truth is (not goes_on) else unknown, right)
    if isinstance(left, Plain) and isinstance(right, Plain):
        outcome = left.truth
        if outcome is not None and left.known and right.known:
            chosen = right if outcome is goes_on else left
            return replace(chosen, taint=left.taint or right.taint)
        same = left.type if left.type == right.type else ""
        return Plain(same, taint=left.taint or right.taint, argument=left.argument or right.argument)
    return join(join(left, right), NONE) if may_end_with_none else join(left, right)


def _truth_value(value: Value) -> Value:
    return Plain("bool") if isinstance(value, (Tensor, Phased)) else value


def conditional_expression(run: Run, node: ast.IfExp, frame: Frame) -> Value:
    """Evaluate `body if test else orelse`."""
    condition = test(run, node.test, frame, "a conditional expression")

    def side(branch: ast.expr, outcome: bool) -> Value:
        saved = dict(frame.scope.names)
        narrowing.refine(run, node.test, frame, outcome)
        frame.configured += condition.configured
        value = run.variable(branch, frame)
        frame.configured -= condition.configured
        frame.scope.names = saved
        return value

    if condition.certain:
        return run.variable(node.body if condition.symbolic else node.orelse, frame)
    if condition.by_phase:
        imperative_node = node.body if condition.imperative else node.orelse
        symbolic_node = node.body if condition.symbolic else node.orelse
        before = run.unknown_calls
        with run.imperative_phase() as stretch:
            imperative = side(imperative_node, bool(condition.imperative))
        needed = run.unknown_calls != before or needs_guard(run, stretch.events, imperative)
        symbolic = side(symbolic_node, bool(condition.symbolic))
        if contains_tensor(symbolic) or contains_tensor(imperative):
            same = same_work(imperative, symbolic) or same_code(imperative_node, symbolic_node)
            if not needed and not same:
                branch = PhaseBranch(node, condition.reason, condition.imperative, condition.assumed)
                run.emit_if_live(branch, [symbolic])
            return symbolic
        return by_phase(imperative, symbolic, condition.reason)
    then, otherwise = side(node.body, True), side(node.orelse, False)
    may_differ = condition.taint and not same_code(node.body, node.orelse)
    may_differ = may_differ and not (condition.taint.kind == "mode" and traced.differ_in_dropout(then, otherwise))
    of_attributes = None not in (names.attribute_key(node.body), names.attribute_key(node.orelse))
    tainted = may_differ and _may_differ(then, otherwise, of_attributes)
    if may_differ and not tainted and then != otherwise:
        run.emit(TaintUse(node.test, condition.taint, "branch"))
    if condition.configured:
        then, otherwise = narrowing.depending(run, node.test, frame, then, otherwise)
    result = _joined_tainted(then, otherwise, condition.taint) if tainted else join(then, otherwise)
    if condition.configured and isinstance(result, Tensor) and result.origin:
        # The configuration decides which of the two it is.
        both = isinstance(then, Tensor) and isinstance(otherwise, Tensor) and then.origin and otherwise.origin
        return result if both else with_conditional_origin(result)
    if condition.configured and isinstance(result, Unknown):
        # A tensor in one configuration, unknown in the other.
        for one, other in ((then, otherwise), (otherwise, then)):
            if isinstance(one, Tensor) and isinstance(other, Unknown):
                return run.fresh(description=one.description, certain=False, outputs=None)
    return result


def under_taint(reason: Taint, node: ast.If, then: Dict[str, Value], otherwise: Dict[str, Value]) -> Dict[str, Value]:
    """Return the names to which both branches of an `if`, whose test has the taint `reason`, assign unknown plain
    values or two attributes, with the join of these, tainted."""
    assigned = {name for below in nodes_below(node) for name in _names_assigned(below)}
    both = {name: (then[name], otherwise[name]) for name in assigned & set(then) & set(otherwise)}
    attributes = _assigned_two_attributes(node)
    return {
        name: _joined_tainted(one, other, reason)
        for name, (one, other) in both.items()
        if (one is not other or name in attributes) and _may_differ(one, other, name in attributes)
    }


def _assigned_two_attributes(node: ast.If) -> Set[str]:
    """Return the names to which the branches of an `if` assign two different attributes: `n = self.n_in_training`."""
    found: Dict[str, List[str]] = {}
    for below in nodes_below(node):
        for name in _names_assigned(below)[:1]:
            found.setdefault(name, []).append(names.attribute_key(below.value) or "")
    return {name for name, read in found.items() if len(set(read)) == len(read) == 2 and "" not in read}


def _joined_tainted(one: Value, other: Value, reason: Taint) -> Value:
    """Return the join of two values, tainted with `reason`."""
    either = join(one, other)
    return replace(either, taint=reason) if isinstance(either, Plain) else either


def _names_assigned(node: ast.AST) -> List[str]:
    """Return the names to which `a = b = value` assigns."""
    targets = node.targets if isinstance(node, ast.Assign) else ()
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _may_differ(one: Value, other: Value, of_attributes: bool) -> bool:
    """Return whether these are two plain values without a taint that may differ: unknown ones, or those of two
    attributes (`of_attributes`), of which the facts of a run may know the values."""
    if not (isinstance(one, Plain) and isinstance(other, Plain)) or one.taint or other.taint:
        return False
    return of_attributes and one != other if one.known and other.known else not (one.known or other.known)


def needs_guard(run: Run, events: List[Event], *values: Value) -> bool:
    """Return whether an imperative-only branch needs its guard: tracing it would break, or it yields an NDArray. A call
    of an operator of `mx.nd` that `F` also has is no reason."""
    reasons = [event for event in events if not _has_symbolic_equivalent(run, event)]
    return any(isinstance(value, ImperativeArray) for value in values) or run.diverges(reasons)


def _has_symbolic_equivalent(run: Run, event: Event) -> bool:
    """Return whether an event is a call of an operator of `mx.nd` that `mx.sym` has with the same behaviour."""
    if not isinstance(event, OperatorCall) or event.phase != "imperative":
        return False
    in_both = replace(event, phase="both")
    described = event.call.function
    return described is not None and described.symbolic and not run.divergences(in_both)
