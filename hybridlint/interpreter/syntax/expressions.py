"""Evaluation of expressions."""

from __future__ import annotations

import ast
from typing import Any, Dict, List, Optional, Tuple

from hybridlint.dataclass import replace
from hybridlint.events import (
    Hashing,
    PhaseDependentRead,
    TruthTest,
)
from hybridlint.interpreter.engine.frames import Frame
from hybridlint.interpreter.engine.run import Run
from hybridlint.interpreter.library import attributes
from hybridlint.interpreter.syntax import (
    assignment,
    calls,
    comprehensions,
    conditions,
    functions,
    indices,
    iteration,
    names,
)
from hybridlint.values import (
    NONE,
    NOT_KNOWN,
    UNKNOWN,
    Attributes,
    Imported,
    Instance,
    Mapped,
    Phased,
    Plain,
    Sequence,
    Tensor,
    Value,
    constant,
    key_of,
    operations,
    origin,
    taint_of,
)
from hybridlint.values.lattice import join_all


def evaluate(run: Run, node: ast.AST, frame: Frame) -> Value:
    """Evaluate the expression `node`."""
    run.spend()
    handler = _HANDLERS.get(type(node))
    return UNKNOWN if handler is None else handler(run, node, frame)


# Names and attributes


def _name(run: Run, node: ast.Name, frame: Frame) -> Value:
    value = names.look_up(run, node, frame)
    if run.imperative_only and isinstance(value, Phased) and value.symbolic == NONE:
        run.emit(PhaseDependentRead(node, value.reason, missing=True))
    return value


def _attribute(run: Run, node: ast.Attribute, frame: Frame) -> Value:
    receiver = run.evaluate(node.value, frame)
    refined = attributes.refined(node, frame)
    if refined is not None:
        attributes.note_reader(run, node, receiver, node.attr)
        return refined
    return attributes.read(run, node, frame, receiver, node.attr)


# Literals and displays


def _constant(run: Run, node: ast.Constant, frame: Frame) -> Value:
    key = id(node), run.constructing
    known = run.constants.get(key)
    if known is None:
        value = node.value
        known = NONE if value is None else constant(value, value is not ... and not run.constructing)
        run.constants[key] = known
    return known


def _f_string(run: Run, node: ast.JoinedStr, frame: Frame) -> Value:
    whole: Value = constant("")
    for part in node.values:
        if isinstance(part, ast.FormattedValue):
            piece = run.text(node, run.evaluate(part.value, frame))
            if isinstance(piece, Plain) and (part.format_spec is not None or part.conversion != -1):
                piece = Plain("str", taint=piece.taint)
        else:
            piece = constant(part.value) if isinstance(part, ast.Constant) else Plain("str")
        whole = run.binary(node, "+", whole, piece)
    return whole


def _list(run: Run, node: ast.List, frame: Frame) -> Value:
    return iteration.display(run, "list", node.elts, frame)


def _tuple(run: Run, node: ast.Tuple, frame: Frame) -> Value:
    return iteration.display(run, "tuple", node.elts, frame)


def _set(run: Run, node: ast.Set, frame: Frame) -> Value:
    result = iteration.display(run, "set", node.elts, frame)
    result.hash_each(run, node)
    return result


def _dict(run: Run, node: ast.Dict, frame: Frame) -> Value:
    entries: List[Tuple[Any, Value]] = []
    others: List[Value] = []
    for key_node, value_node in zip(node.keys, node.values):
        value = run.evaluate(value_node, frame)
        if key_node is None:
            spread = Mapped(value.holder.fields) if isinstance(value, Attributes) and _is_of_instance(value) else value
            if not isinstance(spread, Mapped):
                others.append(UNKNOWN)
                continue
            entries.extend(spread.entries)
            if spread.element is not None:
                others.append(spread.element)
            continue
        key = run.evaluate(key_node, frame)
        if isinstance(key, Tensor):
            run.emit(Hashing(key_node, key))
        if key_of(key) is not NOT_KNOWN:
            entries.append((key_of(key), value))
        else:
            others.append(value)
    return Mapped(tuple(dict(entries).items()), join_all(others) if others else None, run.identity())


def _is_of_instance(attributes: Attributes) -> bool:
    return isinstance(attributes.holder, Instance)


# Operators


def _binary(run: Run, node: ast.BinOp, frame: Frame) -> Value:
    left, right = run.evaluate(node.left, frame), run.evaluate(node.right, frame)
    return run.binary(node, operations.symbol_of(node.op), left, right)


def _unary(run: Run, node: ast.UnaryOp, frame: Frame) -> Value:
    if isinstance(node.op, ast.Not):
        return run.negated(node, run.variable(node.operand, frame))
    value = run.evaluate(node.operand, frame)
    symbol = operations.symbol_of(node.op)
    return value.unary(run, node, symbol)


def _boolean(run: Run, node: ast.BoolOp, frame: Frame) -> Value:
    return conditions.boolean_operation(run, node, frame)


def _comparison(run: Run, node: ast.Compare, frame: Frame) -> Value:
    """Evaluate a comparison, which may be a chain such as `left < middle <= right`."""
    left = run.variable(node.left, frame)
    if isinstance(node.ops[0], (ast.Is, ast.IsNot)):
        run.ignore_read(node.left)
    result: Optional[Value] = None
    last = len(node.ops) - 1
    for position, (operator, comparator) in enumerate(zip(node.ops, node.comparators)):
        right = run.variable(comparator, frame)
        _note_type_test(run, node, right)
        value = run.compare(node, operations.symbol_of(operator), left, right)
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


def _note_type_test(run: Run, node: ast.AST, compared_with: Value) -> None:
    """Record `type(x) in (list, tuple)` and `type(x) is list` as type tests of an input."""
    if isinstance(node, ast.Compare) and isinstance(node.left, ast.Call) and len(node.left.args) == 1:
        tested = node.left.args[0]
        if isinstance(node.left.func, ast.Name) and node.left.func.id == "type" and isinstance(tested, ast.Name):
            items = compared_with.items or () if isinstance(compared_with, Sequence) else (compared_with,)
            kinds = {names.last(item.name) for item in items if isinstance(item, Imported)}
            run.note_type_test(node, Tensor(origin=origin("input"), source=tested.id), kinds)


def _conditional(run: Run, node: ast.IfExp, frame: Frame) -> Value:
    return conditions.conditional_expression(run, node, frame)


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
    return run.item(node, receiver, indices.index_of(run, node, frame), frame)


def _lambda(run: Run, node: ast.Lambda, frame: Frame) -> Value:
    return functions.define(run, node, frame)


def _call(run: Run, node: ast.Call, frame: Frame) -> Value:
    return calls.call(run, node, frame)


def _yield(run: Run, node: ast.Yield, frame: Frame) -> Value:
    """Yield a value. What is sent to the generator there is not known."""
    frame.entered_at_yield.extend(frame.entered)
    frame.yields.append(NONE if node.value is None else run.variable(node.value, frame))
    return UNKNOWN


def _yield_from(run: Run, node: ast.YieldFrom, frame: Frame) -> Value:
    frame.entered_at_yield.extend(frame.entered)
    found = run.iterate(node, run.evaluate(node.value, frame), "yield from")
    frame.yields_vary = frame.yields_vary or found.items is None
    frame.yields.extend(found.possible_items())
    return UNKNOWN


def _await(run: Run, node: ast.Await, frame: Frame) -> Value:
    run.evaluate(node.value, frame)
    return UNKNOWN


_HANDLERS: Dict[type, Any] = {
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Constant: _constant,
    ast.JoinedStr: _f_string,
    ast.List: _list,
    ast.Tuple: _tuple,
    ast.Set: _set,
    ast.Dict: _dict,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.BoolOp: _boolean,
    ast.Compare: _comparison,
    ast.IfExp: _conditional,
    ast.NamedExpr: _named,
    ast.Subscript: _subscript,
    ast.ListComp: comprehensions.comprehension,
    ast.SetComp: comprehensions.comprehension,
    ast.GeneratorExp: comprehensions.comprehension,
    ast.DictComp: comprehensions.dict_comprehension,
    ast.Lambda: _lambda,
    ast.Call: _call,
    ast.Await: _await,
    ast.Yield: _yield,
    ast.YieldFrom: _yield_from,
}
