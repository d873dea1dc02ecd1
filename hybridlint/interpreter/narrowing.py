"""Narrowing: what the outcome of a test tells about the names in it."""

from __future__ import annotations

import dataclasses
from typing import Any, Callable, Iterator, Optional, Tuple

import libcst as cst

from hybridlint.interpreter import names, type_tests
from hybridlint.interpreter.run import Frame, Run
from hybridlint.module import nodes_below
from hybridlint.values import (
    LIST_OR_TUPLE,
    NONE,
    UNKNOWN,
    Block,
    OneOf,
    Sequence,
    Tensor,
    Value,
)


def depending(
    run: Run, test: cst.CSTNode, frame: Frame, joined: Value, then: Optional[Value], otherwise: Optional[Value]
) -> Value:
    """`joined`, which is, or holds, a tensor with one outcome of `test` and a plain number with the other: another test
    of the same configuration tells which."""
    if then is otherwise:
        return joined
    if isinstance(joined, Tensor) and isinstance(then, Tensor) != isinstance(otherwise, Tensor):
        facts = tuple(_facts(run, test, frame, isinstance(then, Tensor)))
        return dataclasses.replace(joined, only_if=joined.only_if + facts) if facts else joined
    sides = [side.items for side in (then, otherwise) if isinstance(side, Sequence) and side.items is not None]
    if isinstance(joined, Sequence) and joined.items is not None and len(sides) == 2:
        items = tuple(depending(run, test, frame, *item) for item in zip(joined.items, *sides))
        return dataclasses.replace(joined, items=items)
    return joined


def _facts(run: Run, node: cst.CSTNode, frame: Frame, outcome: bool) -> Iterator[Tuple[str, bool]]:
    """The tests of the instance that `node` consists of, as text, with their outcome where `node` came out so."""
    if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Not):
        yield from _facts(run, node.expression, frame, not outcome)
    elif isinstance(node, cst.BooleanOperation):
        if isinstance(node.operator, cst.And) is outcome:
            yield from _facts(run, node.left, frame, outcome)
            yield from _facts(run, node.right, frame, outcome)
    elif frame.instance is not None and _asks_the_instance(node):
        text = run.code(node).strip("() ")
        for negative, positive in ((" is not ", " is "), (" != ", " == "), (" not in ", " in ")):
            if negative in text:
                text, outcome = text.replace(negative, positive), not outcome
        yield f"{frame.instance}: {text}", outcome


def _asks_the_instance(node: cst.CSTNode) -> bool:
    """Whether a test reads attributes of `self` and constants alone."""
    names_read, known = set(), {"self", "None", "True", "False"}
    for below in nodes_below(node):
        if isinstance(below, cst.Call):
            return False
        if isinstance(below, cst.Name):
            names_read.add(below.value)
        elif isinstance(below, cst.Attribute):
            known.add(below.attr.value)
    return "self" in names_read and names_read <= known


def refine(run: Run, node: cst.CSTNode, frame: Frame, outcome: bool) -> None:
    """Narrow the names in `frame` to what they are where the test `node` came out as `outcome`."""
    known = set(_facts(run, node, frame, outcome))
    against = {(text, not found) for text, found in known}
    if known:
        for name, value in frame.scope.names.items():
            if not isinstance(value, Tensor):
                continue
            if not against.isdisjoint(value.only_if):
                frame.scope.names[name] = UNKNOWN
            elif not known.isdisjoint(value.only_if):
                frame.scope.names[name] = dataclasses.replace(value, optional=False, only_if=())
    _refine(run, node, frame, outcome)


def _refine(run: Run, node: cst.CSTNode, frame: Frame, outcome: bool) -> None:
    if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Not):
        _refine(run, node.expression, frame, not outcome)
    elif isinstance(node, cst.BooleanOperation):
        if isinstance(node.operator, cst.And) is outcome:
            _refine(run, node.left, frame, outcome)
            _refine(run, node.right, frame, outcome)
    elif isinstance(node, cst.Comparison) and len(node.comparisons) == 1:
        target = node.comparisons[0]
        against_none = isinstance(target.comparator, cst.Name) and target.comparator.value == "None"
        if against_none and isinstance(target.operator, (cst.Is, cst.IsNot, cst.Equal, cst.NotEqual)):
            is_none = isinstance(target.operator, (cst.Is, cst.Equal)) is outcome
            _narrow(run, node.left, frame, lambda value: NONE if is_none else _not_none(value))
    elif isinstance(node, (cst.Name, cst.Attribute)) and outcome:
        _narrow(run, node, frame, _not_none)
    elif isinstance(node, cst.Call) and isinstance(node.func, cst.Name) and len(node.args) == 2:
        if node.func.value == "isinstance":
            with run.apart():
                asked = type_tests.class_titles(run.evaluate(node.args[1].value, frame), node.args[1].value)
            _narrow(run, node.args[0].value, frame, lambda value: _of_type(run, value, asked, outcome))


def _narrow(run: Run, node: cst.CSTNode, frame: Frame, change: Callable[[Value], Value]) -> None:
    if isinstance(node, cst.Name):
        scope = frame.scope.find(node.value)
        if scope is not None:
            frame.scope.names[node.value] = change(scope.names[node.value])
    elif isinstance(node, cst.Attribute):
        key = names.attribute_key(node)
        if key is not None:
            with run.apart():
                value = run.evaluate(node, frame)
            run.no_reader(node)
            frame.scope.names[key] = change(value)


def _not_none(value: Value) -> Value:
    if isinstance(value, (Tensor, Sequence, Block)):
        return dataclasses.replace(value, optional=False)
    if isinstance(value, OneOf):
        return OneOf(tuple(option for option in value.options if option != NONE))
    return UNKNOWN if value == NONE else value


def _of_type(run: Run, value: Value, asked: Any, outcome: bool) -> Value:
    sequences = asked & {"list", "tuple", "Sequence", "Iterable"}
    if isinstance(value, Tensor) and not value.certain:
        if sequences and asked <= {"list", "tuple", "Sequence", "Iterable"}:
            if outcome:
                return Sequence(LIST_OR_TUPLE, None, run.fresh(), source=value.source if value.origin else "")
            return dataclasses.replace(value, certain=True, origin=None) if len(sequences) > 1 else value
        if outcome and asked & {"NDArray", "Symbol"}:
            return dataclasses.replace(value, certain=True)
    return value
