"""Narrowing: the values of names given the outcome of a test."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, Callable, Dict, FrozenSet, Iterator, List, Mapping, Tuple

from hybridlint.dataclass import replace
from hybridlint.syntax import attribute_key, is_literal, names_read, names_stored
from hybridlint.values import (
    LIST_OR_TUPLE,
    NONE,
    UNKNOWN,
    Binding,
    Plain,
    Self,
    Sequence,
    Tensor,
    Value,
    certainly,
    depending_on,
    given,
    operand,
    without,
)
from hybridlint.values.lattice import Variable

if TYPE_CHECKING:
    from hybridlint.interpreter import Frame, Run

_SELF = frozenset(["self"])
#: The tests that may consist of several.
_COMPOUND = (ast.BoolOp, ast.UnaryOp)


def depending(run: Run, test: ast.AST, frame: Frame, then: Value, otherwise: Value) -> Tuple[Value, Value]:
    """Return the values `then` and `otherwise` of a name after each outcome of `test`, conditional on that outcome if
    it depends on configuration: another test of the same configuration then selects one of them."""
    if then.items and otherwise.items and len(then.items) == len(otherwise.items):
        pairs = [depending(run, test, frame, *pair) for pair in zip(then.items, otherwise.items)]
        first, second = (dict(enumerate(items)) for items in zip(*pairs))
        return then.with_parts(first), otherwise.with_parts(second)
    if then.is_like(otherwise) or not (then.holds_tensor or otherwise.holds_tensor):
        return then, otherwise
    return (
        depending_on(then, facts(run, test, frame, True)),
        depending_on(otherwise, facts(run, test, frame, False)),
    )


def facts(run: Run, node: ast.AST, frame: Frame, outcome: bool) -> Iterator[Tuple[str, bool]]:
    """Yield the facts that the `outcome` of the test `node` implies: tests of the instance, as text, and their
    outcome."""
    for part, decided in _decided(node, outcome) if frame.instance is not None else ():
        if names_read(part) == _SELF:
            text = run.code(part).strip("() ")
            for negative, positive in ((" is not ", " is "), (" != ", " == "), (" not in ", " in ")):
                if negative in text:
                    text, decided = text.replace(negative, positive), not decided
            yield f"{frame.instance}: {text}", decided


def _decided(node: Any, outcome: bool) -> List[Tuple[Any, bool]]:
    """Return the tests in `node` that have an outcome if this is its `outcome`, and theirs: both of `a and not b`, True
    and False, if it is true."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return _decided(node.operand, not outcome)
    if not isinstance(node, ast.BoolOp):
        return [(node, outcome)]
    return (
        [test for part in node.values for test in _decided(part, outcome)]
        if isinstance(node.op, ast.And) is outcome
        else []
    )


def refine(run: Run, node: ast.AST, frame: Frame, outcome: bool) -> None:
    """Narrow the names in `frame`, given that the test `node` evaluated to `outcome`."""
    variables = [(name, value) for name, value in frame.scope.names.items() if value.__class__ is Variable]
    known = frozenset(facts(run, node, frame, outcome) if variables else ())
    for name, value in variables if known else ():
        frame.scope.names[name] = given(value, known)
    # Most tests are of one part.
    for part, decided in _decided(node, outcome) if node.__class__ in _COMPOUND else ((node, outcome),):
        _refine(run, part, frame, decided)


def _refine(run: Run, node: Any, frame: Frame, outcome: bool) -> None:
    if isinstance(node, (ast.Name, ast.Attribute)):
        if outcome:
            _narrow(run, node, frame, not_none)
    elif isinstance(node, ast.Compare) and len(node.ops) == 1:
        left: Any
        left, operator, against = node.left, node.ops[0].__class__, node.comparators[0]
        if operator not in (ast.Is, ast.IsNot, ast.Eq, ast.NotEq):
            return
        same = (operator in (ast.Is, ast.Eq)) is outcome
        if is_literal(against, None):
            _narrow(run, left, frame, _none if same else not_none)
        elif _is_call(left, "type", 1) and getattr(against, "id", "") == "list":
            _narrow(run, left.args[0], frame, lambda value: _of_types(run, node, value, frozenset(["list"]), same))
    elif _is_call(node, "hasattr", 2) and outcome:
        _note_present(run, node, frame)
    elif _is_call(node, "isinstance", 2):
        with run.apart():
            asked = run.evaluate(node.args[1], frame).class_names(node.args[1])
        _narrow(run, node.args[0], frame, lambda value: _of_types(run, node, value, asked, outcome))


def _is_call(node: Any, name: str, arguments: int) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == name and len(node.args) == arguments


def _narrow(run: Run, node: ast.AST, frame: Frame, change: Callable[[Value], Value]) -> None:
    if isinstance(node, ast.Name):
        scope = frame.scope.find(node.id)
        if scope is not None:
            value = scope.names[node.id]
            frame.scope.names[node.id] = change(value)
            _note_left(run, value, frame.scope.names[node.id])
    elif isinstance(node, ast.Attribute):
        key = attribute_key(node)
        if key is not None:
            with run.apart():
                value = run.variable(node, frame)
            run.ignore_read(node)
            frame.scope.names[key] = change(value)
            _note_left(run, value, frame.scope.names[key])


def _note_left(run: Run, value: Value, narrowed: Value) -> None:
    """Store what the previous call left in an attribute if `value`, read from there, is `narrowed` to that."""
    left = value.taint.left
    if left is not None and narrowed is left[1]:
        run.attempt.store.set(*left)


def _note_present(run: Run, node: ast.Call, frame: Frame) -> None:
    """Store what earlier calls have left in the attribute of `hasattr(self, name)`, which is there."""
    with run.apart():
        holder, name = (run.evaluate(argument, frame) for argument in node.args)
    key = (holder.name, name.string or "") if isinstance(holder, Self) else None
    if key is not None and key in run.attempt.store.carried.left and key not in run.attempt.store.values:
        run.attempt.store.set(key, run.attempt.store.carried.left_in(key))


_Names = Mapping[str, Value]


def only_narrowed(node: ast.If, before: _Names, then: _Names, otherwise: _Names) -> Dict[str, Value]:
    """Return the values before an `if` of the names with plain values that its test narrows and that neither side
    assigns, given the names before it and after each side."""
    sides = {name: (then.get(name), otherwise.get(name)) for name in before.keys() - names_stored(node)}
    return {
        name: before[name]
        for name, (first, second) in sides.items()
        if first is not second and isinstance(first, Plain) and isinstance(second, Plain)
    }


def _none(value: Value) -> Value:
    value = without(value, lambda binding: binding.value != NONE)
    return value if isinstance(value, Variable) else NONE


def not_none(value: Value) -> Value:
    """Return `value` given that it is not None."""
    value = without(value, lambda binding: binding.value == NONE)
    if value.taint.left is not None:
        return value.taint.left[1]
    return UNKNOWN if value.__class__ is Plain and value == NONE else value


def _of_types(run: Run, node: ast.AST, value: Value, asked: FrozenSet[str], outcome: bool) -> Value:
    """Return `value` without the alternatives of which `isinstance` certainly has the other outcome, if none is a
    tensor."""

    def excluded(binding: Binding) -> bool:
        answer = binding.value.instance_of(run, node, asked)
        return answer == certainly(not outcome) or answer.truth is (not outcome)

    left = without(value, excluded)
    return _of_type(run, operand(left) if outcome else left, asked, outcome)


def _of_type(run: Run, value: Value, asked: Any, outcome: bool) -> Value:
    sequences = asked & {"list", "tuple", "Sequence", "Iterable"}
    if isinstance(value, Tensor) and sequences and asked <= {"list", "tuple", "Sequence", "Iterable"}:
        if outcome and not value.certain:
            return Sequence(LIST_OR_TUPLE, None, run.fresh(), source=value.source if value.origin else "")
        if not outcome and len(sequences) > 1:
            told = value.origin and replace(value.origin, no_list=True)
            return replace(value, certain=True, outputs=value.outputs if value.certain else 1, origin=told)
    elif isinstance(value, Tensor) and not value.certain:
        if outcome and asked & {"NDArray", "Symbol"}:
            return replace(value, certain=True, outputs=1)
    return value
