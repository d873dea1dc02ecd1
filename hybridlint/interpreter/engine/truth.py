"""Truth values in the two phases."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Optional

from hybridlint.dataclass import dataclass, replace
from hybridlint.events import TruthTest
from hybridlint.queries import with_conditional_origin
from hybridlint.syntax import names_read
from hybridlint.values import (
    NONE,
    UNTAINTED,
    Block,
    Opaque,
    Plain,
    Sequence,
    Taint,
    Tensor,
    Unknown,
    Value,
    certainly,
    constant,
    join,
    may_be_none,
    operand,
    sides,
)
from hybridlint.values.base import merged_taint
from hybridlint.values.phased import Phased

if TYPE_CHECKING:
    from hybridlint.interpreter import Run


@dataclass(frozen=True)
class Condition:
    """A test. `imperative` and `symbolic` are its outcome in each phase, None if unknown. `assumed` if the imperative
    phase may take either branch and `imperative` is the one that tracing never takes. `taint` as in `values.Plain`.
    `configured` if the outcome depends on a plain Python value that the constructor may set. `later` is the outcome in
    each call but the first, None if unknown."""

    imperative: Optional[bool] = None
    symbolic: Optional[bool] = None
    reason: str = ""
    taint: Taint = UNTAINTED
    configured: bool = False
    assumed: bool = False
    later: Optional[bool] = None

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
    return value.truth if value.is_literal and not value.taint else None


def decides(right: Value, outcome: bool) -> bool:
    """Return whether the right side of `and` or `or` is the bool `outcome`, with which any left side ends."""
    return settled_truth(right) is outcome and right.python_value is outcome


def condition_of(run: Run, node: ast.AST, value: Value, construct: str) -> Condition:
    """Test `value`, which `node` evaluates to, for truth in `construct`, and record the events of the test."""
    optional, taint = may_be_none(value), value.any_taint
    value = _truth_operand(run, node, operand(value))
    if isinstance(value, Tensor):
        run.emit(TruthTest(node, value, construct, optional))
        return Condition(taint=run.recorded.of_values(node, value))
    if isinstance(value, Phased):
        imperative, symbolic = value.imperative.truth, value.symbolic.truth
        assumed = imperative is None and symbolic is not None
        if assumed:
            # The imperative phase may take either branch: assume the one that tracing never takes, and vice versa.
            imperative = not symbolic
        elif symbolic is None and value.symbolic.type == "bool":
            symbolic = None if imperative is None else not imperative
        reason = value.reason or ("" if imperative is symbolic else run.code(node))
        return Condition(imperative, imperative if run.imperative_only else symbolic, reason, assumed=assumed)
    if not optional and value.is_always_true(run):
        return Condition(True, True)
    length = own_length(run, value)
    if length is not None and not optional:
        return Condition(bool(length), bool(length))
    if value.known and (_is_literal(node) or is_certain(run, node, value)):
        outcome = value.truth
        return Condition(outcome, outcome)
    held = isinstance(value, (Sequence, Block, Unknown, Opaque))
    configured = held or isinstance(value, Plain) and not value.argument
    taint = value.any_taint or taint  # the operand may have lost that of an alternative
    return Condition(taint=taint, configured=configured, later=value.truth if taint.kind == "carried" else None)


def own_length(run: Run, value: Value) -> Optional[int]:
    """Return the length of a list or dict that the current call made; None if unknown."""
    return value.known_length if run.is_own(value) else None


def _truth_operand(run: Run, node: ast.AST, value: Value) -> Value:
    """Return the result of `__bool__` or `__len__` of `value` if a class of the file defines it, else `value`."""
    if not value.owner_class:
        return value
    for method in ("__bool__", "__len__"):
        answer = run.special(node, value, method)
        if answer is not None:
            return answer
    return value


def _is_literal(node: ast.AST) -> bool:
    """Return whether `node` is a literal, as in `if False:`."""
    return isinstance(node, ast.Constant) and type(node.value) in (int, float, complex, bool, type(None))


def is_certain(run: Run, node: ast.AST, value: Value) -> bool:
    """Return whether the known value of `node` is the same in every configuration and call. Attributes and globals are
    configuration, what else a constructor computes is not. In a loop of unknown length the value may differ between
    iterations."""
    if value.taint or run.loops:
        return False
    return value.is_literal or run.one_configuration or bool(run.building) and _is_local(run, node)


def _is_local(run: Run, node: ast.AST) -> bool:
    """Return whether an expression reads no attribute of `self` and no global that the file assigns or imports."""
    names = names_read(node)
    return names is not None and "self" not in names and names.isdisjoint({*run.module.constants, *run.module.imports})


def negated(run: Run, node: ast.AST, value: Value) -> Value:
    """Evaluate `not value`."""
    optional, value = may_be_none(value), _truth_operand(run, node, operand(value))
    if isinstance(value, Tensor):
        run.emit(TruthTest(node, value, "not", optional))
        return Plain("bool", taint=run.recorded.of_values(node))
    if isinstance(value, Phased):
        settled = settled_truth(value)
        return run.lift(_not, value) if settled is None else certainly(not settled)
    if not optional and value.is_always_true(run):
        return certainly(False)
    outcome = _not(value)
    if optional:
        return join(outcome, constant(True))
    return replace(outcome, is_literal=True) if own_length(run, value) is not None else outcome


def _not(value: Value) -> Plain:
    outcome = value.truth
    taint = value.any_taint
    if outcome is None:
        return Plain("bool", taint=taint)
    return Plain("bool", not outcome, taint, is_literal=value.is_literal)


def truth_value(value: Value) -> Value:
    return Plain("bool") if value.differs or isinstance(value, Tensor) else value


def joined_tainted(first: Value, second: Value, reason: Taint) -> Value:
    """Return the join of two values, tainted with `reason`."""
    either = join(first, second)
    return replace(either, taint=reason) if isinstance(either, Plain) else either


def may_differ(first: Value, second: Value) -> bool:
    """Return whether these are two plain values without a taint that may differ, whose join is plain."""
    if not (isinstance(first, Plain) and isinstance(second, Plain)) or first.taint or second.taint:
        return False
    return (first != second or not first.known) and isinstance(join(first, second), Plain)


def recorded(run: Run, value: Value, condition: Condition) -> Value:
    """Return the left operand of `and` or `or`; of a tensor, its truth value while MXNet 2 records."""
    return Plain("bool", taint=condition.taint) if condition.taint and isinstance(value, Tensor) else value


def left_while_tracing(left: Value, right: Value, condition: Condition, goes_on: bool) -> Value:
    """Return the value of `and` or `or` whose right side, which is tested if the left one `goes_on`, tracing never
    evaluates."""
    imperative = right if condition.imperative is goes_on else Plain("bool")
    symbolic = sides(left)[1]
    return Phased(truth_value(imperative), symbolic, condition.reason, guard=True)


def either_side(
    run: Run, condition: Condition, left: Value, either: Value, goes_on: bool, may_end_with_none: bool
) -> Value:
    """Return the value of `and` or `or`, which is `left` or the right side, `either` with all its alternatives."""
    right = operand(either)
    if isinstance(right, Tensor):
        # The result is the tensor; its truth test is reported where the result is tested.
        return join(either, NONE) if isinstance(left, Plain) else either
    if isinstance(left, Phased) and condition.imperative is (not goes_on):
        symbolic = sides(right)[1]
        return Phased(left.imperative, truth_value(symbolic), condition.reason, guard=True)
    if isinstance(right, Phased):
        unknown = Plain("bool", taint=condition.taint)
        return run.lift(lambda side: side if side.truth is (not goes_on) else unknown, right)
    if isinstance(left, Plain) and isinstance(right, Plain):
        outcome = left.truth
        if outcome is not None and left.known and right.known:
            chosen = right if outcome is goes_on else left
            return replace(chosen, taint=merged_taint(left.taint, right.taint))
        same = left.type if left.type == right.type else ""
        return Plain(same, taint=merged_taint(left.taint, right.taint), argument=left.argument or right.argument)
    return join(join(left, right), NONE) if may_end_with_none else join(left, right)


def configured(run: Run, result: Value, then: Value, otherwise: Value) -> Value:
    """Return the `result` of a conditional expression: the configuration decides which of the two it is."""
    if result.is_unknown:
        # A tensor in one configuration, unknown in the other.
        for first, second in ((then, otherwise), (otherwise, then)):
            if isinstance(first, Tensor) and second.is_unknown:
                return run.fresh(description=first.description, certain=False, outputs=None)
    return after_configuration(result, then, otherwise)


def after_configuration(value: Value, then: Value, otherwise: Value) -> Value:
    """Return `value`, the join of two sides of a branch on configuration: an input that only one side leaves unchanged
    has a conditional origin."""
    unchanged = not value.has_origin or then.has_origin and otherwise.has_origin
    return value if unchanged else with_conditional_origin(value)
