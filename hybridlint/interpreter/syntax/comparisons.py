"""Comparisons: `==`, `<`, `is`, `in`, of tensors and of values that differ between the phases."""

from __future__ import annotations

import ast
from typing import Callable, Optional, Tuple

from hybridlint.events import Hashing, Iteration, TruthTest
from hybridlint.interpreter.engine.run import Frame, Run
from hybridlint.interpreter.library import type_tests
from hybridlint.interpreter.lifecycle import classes
from hybridlint.interpreter.syntax import arithmetic, names
from hybridlint.interpreter.syntax.conditions import negated, truth
from hybridlint.queries import all_literal
from hybridlint.values import (
    NONE,
    NOT_KNOWN,
    Arguments,
    Attributes,
    Block,
    Class,
    Function,
    ImperativeArray,
    Imported,
    Instance,
    Mapped,
    Namespace,
    Operator,
    ParameterValue,
    Phased,
    Plain,
    Self,
    Sequence,
    Tensor,
    Unknown,
    Value,
    Variable,
    certainly,
    constant,
    may_be_none,
    origin,
    taint_of,
)
from hybridlint.values.lattice import join_all
from hybridlint.values.operands import operand

#: Kinds of values that are never None.
_NEVER_NONE = (Class, Instance, Function, Namespace, Operator, ImperativeArray, Imported, ParameterValue, Self)


def comparison(run: Run, node: ast.Compare, frame: Frame) -> Value:
    """Evaluate a comparison, which may be a chain such as `left < middle <= right`."""
    left = run.variable(node.left, frame)
    if isinstance(node.ops[0], (ast.Is, ast.IsNot)):
        run.ignore_read(node.left)
    result: Optional[Value] = None
    last = len(node.ops) - 1
    for position, (operator, comparator) in enumerate(zip(node.ops, node.comparators)):
        right = run.variable(comparator, frame)
        value = _compare(run, node, operator, left, right, frame)
        if isinstance(value, Tensor) and position < last:
            run.emit(TruthTest(node, value, "a comparison chain"))
        result = value if result is None else _conjunction(result, value)
        left = right
    assert result is not None
    return result


def _conjunction(first: Value, second: Value) -> Value:
    if isinstance(second, Tensor):
        return second
    if isinstance(first, Plain) and isinstance(second, Plain) and first.known and second.known:
        return constant(bool(first.value and second.value), first.is_literal and second.is_literal)
    return Plain("bool", taint=taint_of(first) or taint_of(second))


def _compare(run: Run, node: ast.AST, operator: ast.cmpop, left: Value, right: Value, frame: Frame) -> Value:
    _note_type_test(run, node, right)
    if isinstance(operator, (ast.Is, ast.IsNot)):
        inverted = isinstance(operator, ast.IsNot)
        if _is_one_array(left, right):
            return Phased(constant(not inverted), constant(inverted), run.code(node))
        return _identical(run, left, right, inverted)
    if isinstance(operator, (ast.Eq, ast.NotEq)) and right == NONE and may_be_none(left):
        # Arrays and Symbols raise if compared with None, so only None gets past this comparison.
        return _identical(run, left, right, isinstance(operator, ast.NotEq))
    left, right = operand(left), operand(right)
    if isinstance(operator, (ast.In, ast.NotIn)):
        if isinstance(right, Attributes):
            has = type_tests.hasattr_(run, node, Arguments((right.holder, left)), frame)
            return negated(run, node, has) if isinstance(operator, ast.NotIn) else has
        return _membership(run, node, left, right, isinstance(operator, ast.NotIn))
    if isinstance(operator, (ast.Eq, ast.NotEq)) and _compared_by_identity(left, right):
        return _identical(run, left, right, isinstance(operator, ast.NotEq))
    return arithmetic.operation(run, node, arithmetic.symbol_of(operator), left, right)


def _note_type_test(run: Run, node: ast.AST, compared_with: Value) -> None:
    """Record `type(x) in (list, tuple)` and `type(x) is list` as type tests of an input."""
    if isinstance(node, ast.Compare) and isinstance(node.left, ast.Call) and len(node.left.args) == 1:
        tested = node.left.args[0]
        if isinstance(node.left.func, ast.Name) and node.left.func.id == "type" and isinstance(tested, ast.Name):
            items = compared_with.items or () if isinstance(compared_with, Sequence) else (compared_with,)
            kinds = {names.last(item.name) for item in items if isinstance(item, Imported)}
            run.note_type_test(node, Tensor(origin=origin("input"), source=tested.id), kinds)


def _compared_by_identity(left: Value, right: Value) -> bool:
    kinds = (Namespace, Imported)
    sides = [side for value in (left, right) for side in _sides(value)]
    return all(isinstance(side, kinds) for side in sides)


def _sides(value: Value) -> Tuple[Value, ...]:
    return (value.imperative, value.symbolic) if isinstance(value, Phased) else (value,)


def _compare_by_phase(
    run: Run, left: Value, right: Value, inverted: bool, compare: Callable[[Value, Value], Value]
) -> Value:
    """Evaluate `compare(left, right)`, where at least one value differs between the phases."""
    compared = run.lift(compare, left, right)
    if not isinstance(compared, Phased):
        outcome = truth(compared)
        return compared if outcome is None else certainly(outcome)
    if truth(compared.imperative) is None and truth(compared.symbolic) is (not inverted):
        return Plain("bool")  # as while tracing, unless the caller passes another type
    return compared


def _is_one_array(left: Value, right: Value) -> bool:
    """Return whether two tensors are one NDArray imperatively and two Symbols while tracing, as `x` and `x[:]`."""
    if not (isinstance(left, Tensor) and isinstance(right, Tensor) and left.identity and right.identity):
        return False
    one, other = left.storage, right.storage
    return left.identity != right.identity and one == other and not (one.may_be_other or one.steps)


def _identical(run: Run, left: Value, right: Value, inverted: bool) -> Value:
    """Evaluate `left is right`, or `left is not right` if `inverted`."""
    if isinstance(left, Variable) and any(isinstance(one, Phased) for one in left.values):
        return join_all(_identical(run, one, right, inverted) for one in left.values)
    if isinstance(left, Phased) or isinstance(right, Phased):

        def compare(one: Value, other: Value) -> Value:
            outcome = _same(one, other)
            return Plain("bool") if outcome is None else constant(outcome != inverted)

        return _compare_by_phase(run, left, right, inverted, compare)
    if isinstance(left, Namespace) and isinstance(right, Namespace) and left.path == right.path:
        phases = {left.phase, right.phase}
        if phases == {"both", "imperative"}:
            return Phased(constant(not inverted), constant(inverted), "F is mx.nd", guard=True)
        if phases == {"both", "symbolic"}:
            return Phased(constant(inverted), constant(not inverted), "F is mx.sym", guard=True)
    outcome = _same(left, right)
    taint = taint_of(left) or taint_of(right)
    argument = next((value.argument for value in (left, right) if isinstance(value, Plain) and value.argument), "")
    return Plain("bool", taint=taint, argument=argument) if outcome is None else certainly(outcome != inverted)


def _same(left: Value, right: Value) -> Optional[bool]:
    """Return whether two values of one phase are the same object; None if unknown."""
    if isinstance(left, Variable):
        outcomes = {_same(one, right) for one in left.values}
        return outcomes.pop() if len(outcomes) == 1 else None
    if left == NONE and isinstance(right, Plain):
        left, right = right, left
    if right == NONE:
        if left == NONE:
            return True
        if isinstance(left, (Tensor, Sequence, Block)):
            # A test of an input for None implies that callers may omit it.
            is_input = isinstance(left, Tensor) and left.of_input or isinstance(left, Sequence) and left.source
            return None if is_input else False
        typed = isinstance(left, Plain) and left.type not in ("", "NoneType") and left.default == NOT_KNOWN
        computed = typed or isinstance(left, Plain) and left.known
        return False if isinstance(left, _NEVER_NONE) or computed else None
    kinds = {type(left), type(right)}
    if kinds == {Namespace, Imported} and all(
        getattr(side, "name", "mxnet.").startswith("mxnet.") for side in (left, right)
    ):
        return False
    if isinstance(left, Imported) and isinstance(right, Imported):
        if "mxnet" in left.name and "mxnet" in right.name:
            return names.last(left.name) == names.last(right.name)
        if "builtins" in (left.name.split(".")[0], right.name.split(".")[0]):
            return left.name == right.name
    return None


def _membership(run: Run, node: ast.AST, item: Value, container: Value, inverted: bool) -> Value:
    """Evaluate `item in container`, or `item not in container` if `inverted`."""
    if isinstance(item, Phased) or isinstance(container, Phased):
        return _compare_by_phase(run, item, container, inverted, lambda a, b: _membership(run, node, a, b, inverted))
    if isinstance(item, (Namespace, Imported)) and isinstance(container, Sequence) and container.items:
        return _is_among(run, item, container.items, inverted)
    contained = classes.special(run, node, container, "__contains__", item)
    if contained is not None:
        return negated(run, node, contained) if inverted else contained
    _note_search(run, node, item, container)
    taint = taint_of(item) or taint_of(container)
    found = _contains(item, container)
    if found is None:
        return Plain("bool", taint=taint)
    return Plain("bool", found != inverted, taint, is_literal=all_literal(item, container))


def _note_search(run: Run, node: ast.AST, item: Value, container: Value) -> None:
    """Record the events of a search for `item` in `container`: iteration, truth tests and hashing."""
    if isinstance(container, Tensor):
        run.emit(Iteration(node, container, "in"))
        run.emit(TruthTest(node, container, "in"))
    elif isinstance(item, Tensor) and isinstance(container, Mapped):
        run.emit(Hashing(node, item))
    elif isinstance(container, Sequence):
        note_search(run, node, item, container, "in")


def note_search(
    run: Run, node: ast.AST, wanted: Value, searched: Sequence, construct: str, to_the_end: bool = False
) -> None:
    """Record the truth test of a tensor that Python compares in a search for `wanted`. The search ends at the first
    match unless `to_the_end`. Python does not compare an object with itself."""
    for item in (searched.element,) if searched.items is None else searched.items:
        tensors = [value for value in (item, wanted) if isinstance(value, Tensor)]
        if len(tensors) == 2 and tensors[0].identity == tensors[1].identity or item is wanted:
            found: Optional[bool] = True
        elif tensors:
            known = isinstance(wanted, Tensor) or _is_number(wanted)
            if known and (isinstance(item, (Tensor, Unknown)) or _is_number(item)):
                run.emit(TruthTest(node, tensors[-1], construct))
            return
        else:
            found = _contains(wanted, Sequence("list", (item,)))
        if found is not False and not to_the_end:
            return


def _is_number(value: Value) -> bool:
    return isinstance(value, Plain) and value.type in ("int", "float", "bool")


def _contains(item: Value, container: Value) -> Optional[bool]:
    """Return whether `item` is in a string or list; None if unknown."""
    if not (isinstance(item, Plain) and item.known):
        return None
    if isinstance(container, Plain) and isinstance(item.value, str):
        return item.value in container.value if container.known and isinstance(container.value, str) else None
    if isinstance(container, Sequence) and container.items is not None:
        known = [other.value for other in container.items if isinstance(other, Plain) and other.known]
        return item.value in known if len(known) == len(container.items) else None
    return None


def _is_among(run: Run, left: Value, items: Tuple[Value, ...], inverted: bool) -> Value:
    """Evaluate whether a module or a class is in `items`: `F in (mx.nd, mx.ndarray)`, `type(x) in (list, NDArray)`."""
    found = [_identical(run, left, item, False) for item in items]
    by_item = [[truth(side) for side in _sides(value) * (2 // len(_sides(value)))] for value in found]
    imperative, symbolic = (list(outcomes) for outcomes in zip(*by_item))
    if (True in imperative) != (True in symbolic):
        differing = next(value for value in found if isinstance(value, Phased) and value.imperative != value.symbolic)
        sides = [constant((True in outcomes) != inverted) for outcomes in (imperative, symbolic)]
        return Phased(sides[0], sides[1], differing.reason, differing.guard)
    if True in imperative or None not in imperative:
        return certainly((True in imperative) != inverted)
    return Plain("bool")
