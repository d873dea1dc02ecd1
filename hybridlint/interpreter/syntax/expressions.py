"""Evaluation of expressions."""

from __future__ import annotations

import ast
import collections
from typing import TYPE_CHECKING, Any, DefaultDict, List, Optional, Tuple, Union

from hybridlint.dataclass import replace
from hybridlint.interpreter.engine import apply, calls, displays, functions, names, truth
from hybridlint.interpreter.syntax import assignment, comprehensions, conditions
from hybridlint.values import (
    NONE,
    NOT_KNOWN,
    UNKNOWN,
    Value,
    constant,
    key_of,
    operations,
)

if TYPE_CHECKING:
    from hybridlint.interpreter import Frame, Run


# Names and attributes


def _attribute(run: Run, node: ast.Attribute, frame: Frame) -> Value:
    receiver = run.evaluate(node.value, frame)
    refined = calls.refined(node, frame)
    if refined is not None:
        receiver.note_attribute_read(run, node, node.attr)
        return refined
    return run.attribute(node, frame, receiver, node.attr)


# Literals and displays


def _f_string(run: Run, node: ast.JoinedStr, frame: Frame) -> Value:
    whole: Value = constant("")
    for part in node.values:
        if isinstance(part, ast.FormattedValue):
            piece = run.text(node, run.evaluate(part.value, frame))
            if part.format_spec is not None or part.conversion != -1:
                piece = displays.formatted(piece)
        else:
            piece = constant(part.value) if isinstance(part, ast.Constant) else run.plain("str")
        whole = run.binary(node, "+", whole, piece)
    return whole


def _display(run: Run, node: Union[ast.List, ast.Set, ast.Tuple], frame: Frame) -> Value:
    result = displays.display(run, type(node).__name__.lower(), node.elts, frame)
    if isinstance(node, ast.Set):
        result.hash_each(run, node)
    return result


def _dict(run: Run, node: ast.Dict, frame: Frame) -> Value:
    entries: List[Tuple[Any, Value]] = []
    others: List[Value] = []
    for key_node, value_node in zip(node.keys, node.values):
        value = run.evaluate(value_node, frame)
        if key_node is None:
            displays.merged(value, entries, others)
            continue
        key = run.evaluate(key_node, frame)
        key.hash(run, key_node)
        if key_of(key) is not NOT_KNOWN:
            entries.append((key_of(key), value))
        else:
            others.append(value)
    return displays.mapping(run, entries, others)


# Operators


def _binary(run: Run, node: ast.BinOp, frame: Frame) -> Value:
    left, right = run.evaluate(node.left, frame), run.evaluate(node.right, frame)
    return run.binary(node, operations.symbol_of(node.op), left, right)


def _unary(run: Run, node: ast.UnaryOp, frame: Frame) -> Value:
    if isinstance(node.op, ast.Not):
        return truth.negated(run, node, run.variable(node.operand, frame))
    return apply.unary(run, node, operations.symbol_of(node.op), run.evaluate(node.operand, frame))


def _comparison(run: Run, node: ast.Compare, frame: Frame) -> Value:
    """Evaluate a comparison, which may be a chain such as `left < middle <= right`."""
    left = run.variable(node.left, frame)
    if isinstance(node.ops[0], (ast.Is, ast.IsNot)):
        run.ignore_read(node.left)
    result: Optional[Value] = None
    last = len(node.ops) - 1
    for position, (operator, comparator) in enumerate(zip(node.ops, node.comparators)):
        right = run.variable(comparator, frame)
        value = apply.compare(run, node, operations.symbol_of(operator), left, right)
        if position < last:
            value.note_truth(run, node, "a comparison chain")
        result = value if result is None else displays.conjunction(result, value)
        left = right
    assert result is not None
    return result


def _named(run: Run, node: ast.NamedExpr, frame: Frame) -> Value:
    value = run.variable(node.value, frame)
    scope = frame.scope
    while scope.of_comprehension and scope.outer is not None:
        scope = scope.outer
    assignment.assign(run, node.target, value, replace(frame, scope=scope))
    return value


# Subscripts


def _subscript(run: Run, node: ast.Subscript, frame: Frame) -> Value:
    receiver = run.evaluate(node.value, frame)
    return run.item(node, receiver, displays.index_of(run, node, frame), frame)


def _yield(run: Run, node: ast.Yield, frame: Frame) -> Value:
    """Yield a value. What is sent to the generator there is not known."""
    frame.note_yield([NONE if node.value is None else run.variable(node.value, frame)])
    return UNKNOWN


def _yield_from(run: Run, node: ast.YieldFrom, frame: Frame) -> Value:
    result = run.iterate(node, run.evaluate(node.value, frame), "yield from")
    frame.note_yield(result.possible_items(), result.items is None)
    return UNKNOWN


HANDLERS: DefaultDict[type, Any] = collections.defaultdict(lambda: lambda run, node, frame: UNKNOWN)
HANDLERS.update(
    {
        ast.Name: names.look_up,
        ast.Attribute: _attribute,
        ast.Constant: displays.literal,
        ast.JoinedStr: _f_string,
        ast.List: _display,
        ast.Tuple: _display,
        ast.Set: _display,
        ast.Dict: _dict,
        ast.BinOp: _binary,
        ast.UnaryOp: _unary,
        ast.BoolOp: conditions.boolean_operation,
        ast.Compare: _comparison,
        ast.IfExp: conditions.conditional_expression,
        ast.NamedExpr: _named,
        ast.Subscript: _subscript,
        ast.ListComp: comprehensions.comprehension,
        ast.SetComp: comprehensions.comprehension,
        ast.GeneratorExp: comprehensions.comprehension,
        ast.DictComp: comprehensions.dict_comprehension,
        ast.Lambda: functions.define,
        ast.Call: calls.call,
        ast.Yield: _yield,
        ast.YieldFrom: _yield_from,
    }
)
