"""Expressions: what a piece of `hybrid_forward` evaluates to, and the uses that it makes on the way."""

from __future__ import annotations

import ast
import functools
import warnings
from typing import Any, Dict, List, Tuple

import libcst as cst

from hybridlint.interpreter import (
    arithmetic,
    assignment,
    attributes,
    calls,
    comparisons,
    comprehensions,
    conditions,
    elements,
    iteration,
    names,
    subscripts,
    texts,
)
from hybridlint.interpreter.run import Frame, Run
from hybridlint.joining import join_all
from hybridlint.uses import (
    Hashing,
    LifeValue,
    UnaryOperation,
)
from hybridlint.values import (
    NONE,
    NOT_KNOWN,
    UNKNOWN,
    Function,
    Mapped,
    Plain,
    Tensor,
    TwoLives,
    Value,
    constant,
    key_of,
)


def evaluate(run: Run, node: cst.CSTNode, frame: Frame) -> Value:
    """The value of the expression `node`."""
    run.spend()
    handler = _HANDLERS.get(type(node))
    return UNKNOWN if handler is None else handler(run, node, frame)


# Names and attributes


def _name(run: Run, node: cst.Name, frame: Frame) -> Value:
    if node.value in ("True", "False"):
        return constant(node.value == "True", not run.constructing)
    value = names.look_up(run, node, frame)
    if run.imperative_only and isinstance(value, TwoLives) and value.symbolic == NONE:
        run.emit(LifeValue(node, value.reason, missing=True))
    return value


def _attribute(run: Run, node: cst.Attribute, frame: Frame) -> Value:
    receiver = run.evaluate(node.value, frame)
    refined = attributes.refined(node, frame)
    if refined is not None:
        attributes.note_reader(run, node, receiver, node.attr.value)
        return refined
    return attributes.read(run, node, frame, receiver, node.attr.value)


# Literals and displays


def _number(run: Run, node: Any, frame: Frame) -> Value:
    return constant(_literal(node.value), not run.constructing)


@functools.lru_cache(maxsize=4096)
def _literal(text: str) -> Any:
    with warnings.catch_warnings():  # such as that of Python 3.12 for "\\d"
        warnings.simplefilter("ignore")
        return ast.literal_eval(text)


def _string(run: Run, node: Any, frame: Frame) -> Value:
    value = _literal(node.value)
    return constant(value, not run.constructing) if value is not None else Plain("str")


def _strings(run: Run, node: cst.ConcatenatedString, frame: Frame) -> Value:
    """Two texts that stand side by side."""
    return arithmetic.operation(run, node, "+", run.evaluate(node.left, frame), run.evaluate(node.right, frame))


def _formatted(run: Run, node: cst.FormattedString, frame: Frame) -> Value:
    whole: Value = constant("")
    for part in node.parts:
        if isinstance(part, cst.FormattedStringExpression):
            piece = texts.text(run, node, run.evaluate(part.expression, frame))
            if isinstance(piece, Plain) and (part.format_spec is not None or part.conversion is not None):
                piece = Plain("str", frozen=piece.frozen)
        else:
            piece = constant(part.value) if isinstance(part, cst.FormattedStringText) else Plain("str")
        whole = arithmetic.operation(run, node, "+", whole, piece)
    return whole


def _ellipsis(run: Run, node: cst.Ellipsis, frame: Frame) -> Value:
    return constant(...)


def _list(run: Run, node: cst.List, frame: Frame) -> Value:
    return iteration.display(run, "list", node.elements, frame)


def _tuple(run: Run, node: cst.Tuple, frame: Frame) -> Value:
    return iteration.display(run, "tuple", node.elements, frame)


def _set(run: Run, node: cst.Set, frame: Frame) -> Value:
    result = iteration.display(run, "set", node.elements, frame)
    iteration.hash_each(run, node, result)
    return result


def _dict(run: Run, node: cst.Dict, frame: Frame) -> Value:
    entries: List[Tuple[Any, Value]] = []
    others: List[Value] = []
    for element in node.elements:
        value = run.evaluate(element.value, frame)
        if not isinstance(element, cst.DictElement):
            others.append(UNKNOWN)
            continue
        key = run.evaluate(element.key, frame)
        if isinstance(key, Tensor):
            run.emit(Hashing(element.key, key))
        if key_of(key) is not NOT_KNOWN:
            entries.append((key_of(key), value))
        else:
            others.append(value)
    return Mapped(tuple(entries), join_all(others) if others else None, run.identity())


# Operators


def _binary(run: Run, node: cst.BinaryOperation, frame: Frame) -> Value:
    left, right = run.evaluate(node.left, frame), run.evaluate(node.right, frame)
    return arithmetic.operation(run, node, arithmetic.symbol_of(node.operator), left, right)


def _unary(run: Run, node: cst.UnaryOperation, frame: Frame) -> Value:
    value = run.evaluate(node.expression, frame)
    if isinstance(node.operator, cst.Not):
        return conditions.negated(run, node, value)
    symbol = arithmetic.symbol_of(node.operator)
    if isinstance(value, Tensor):
        run.emit(UnaryOperation(node, symbol, value))
        return run.fresh(shape=value.shape, gradient=value.gradient, numpy=value.numpy)
    if isinstance(value, Plain) and value.known and isinstance(value.value, (bool, int, float)) and symbol == "-":
        kind = "float" if value.type == "float" else "int"
        return Plain(kind, -value.value, value.frozen, written=value.written)
    return Plain(value.type, frozen=value.frozen) if isinstance(value, Plain) else value


def _boolean(run: Run, node: cst.BooleanOperation, frame: Frame) -> Value:
    return conditions.boolean_operation(run, node, frame)


def _comparison(run: Run, node: cst.Comparison, frame: Frame) -> Value:
    return comparisons.comparison(run, node, frame)


def _conditional(run: Run, node: cst.IfExp, frame: Frame) -> Value:
    return conditions.conditional_expression(run, node, frame)


def _named(run: Run, node: cst.NamedExpr, frame: Frame) -> Value:
    value = run.evaluate(node.value, frame)
    assignment.assign(run, node.target, value, frame)
    return value


# Subscripts


def _subscript(run: Run, node: cst.Subscript, frame: Frame) -> Value:
    receiver = run.evaluate(node.value, frame)
    return subscripts.subscript(run, node, receiver, elements.index_of(run, node, frame), frame)


def _lambda(run: Run, node: cst.Lambda, frame: Frame) -> Value:
    return Function(node, id(node), frame.scope, None, frame.owner)


def _call(run: Run, node: cst.Call, frame: Frame) -> Value:
    return calls.call(run, node, frame)


def _yield(run: Run, node: cst.Yield, frame: Frame) -> Value:
    frame.entered_at_yield.extend(frame.entered)
    if isinstance(node.value, cst.From):
        found = iteration.iterate(run, node, run.evaluate(node.value.item, frame), "yield from")
        frame.yields.extend(found.items if found.items is not None else (found.element, found.element))
    else:
        frame.yields.append(NONE if node.value is None else run.evaluate(node.value, frame))
    return UNKNOWN


def _await(run: Run, node: cst.Await, frame: Frame) -> Value:
    run.evaluate(node.expression, frame)
    return UNKNOWN


_HANDLERS: Dict[type, Any] = {
    cst.Name: _name,
    cst.Attribute: _attribute,
    cst.Integer: _number,
    cst.Float: _number,
    cst.Imaginary: _number,
    cst.SimpleString: _string,
    cst.ConcatenatedString: _strings,
    cst.FormattedString: _formatted,
    cst.Ellipsis: _ellipsis,
    cst.List: _list,
    cst.Tuple: _tuple,
    cst.Set: _set,
    cst.Dict: _dict,
    cst.BinaryOperation: _binary,
    cst.UnaryOperation: _unary,
    cst.BooleanOperation: _boolean,
    cst.Comparison: _comparison,
    cst.IfExp: _conditional,
    cst.NamedExpr: _named,
    cst.Subscript: _subscript,
    cst.ListComp: comprehensions.comprehension,
    cst.SetComp: comprehensions.comprehension,
    cst.GeneratorExp: comprehensions.comprehension,
    cst.DictComp: comprehensions.dict_comprehension,
    cst.Lambda: _lambda,
    cst.Call: _call,
    cst.Await: _await,
    cst.Yield: _yield,
}
