"""Expressions that are computed from one tensor element by element, in its shape and dtype."""

from __future__ import annotations

import ast
from typing import Any, List, Optional

from hybridlint.events import MethodCall, OperatorCall
from hybridlint.layer_shapes import shape_after
from hybridlint.mxnet_api import Function, gluon
from hybridlint.rewrites.source import Source
from hybridlint.shapes import Shape
from hybridlint.syntax import is_number


def root(source: Source, node: Any) -> Optional[str]:
    """Return the name of the tensor of which `node` is computed element by element, in its shape and dtype."""
    if isinstance(node, ast.Name):
        return node.id if not getattr(node, "lineno", None) or source.is_tensor(node) else None
    function = _function(source, node)
    if function is not None and node.func.attr == "where" and len(node.args) == 3:
        roots = {root(source, side) for side in node.args[1:]}
        return roots.pop() if len(roots) == 1 else None
    operands = _operands(source, node)
    return root(source, operands[0]) if len(operands) == 1 else None


def shape(source: Source, node: Any) -> Optional[Shape]:
    """Return the symbolic shape of an operand, of the result of an operator or a layer, or of what is computed from one
    element by element; None if it is not known."""
    alike = [node]
    if isinstance(node, ast.Name):
        every = source.names(source.scope(node)).get(node.id, ())
        alike += [use for use in every if source.definitions(use).keys() == source.definitions(node).keys() != set()]
    array = next(filter(None, map(source.tensor, alike)), None)
    if array is not None:
        return array.shape
    calls = [event.call for event in source.events_at(node) if isinstance(event, (OperatorCall, MethodCall))]
    if len(calls) == 1 and calls[0] is not None and source.shapes is not None:
        return calls[0].shape(source.shapes)
    layer = source.layer(node)
    known = None if layer is None else gluon.block(layer.type)
    if layer is not None and known is not None and source.shapes is not None and len(node.args) == 1:
        return shape_after(source.shapes, layer, known, shape(source, node.args[0]))
    operands = _operands(source, node)
    return shape(source, operands[0]) if len(operands) == 1 else None


def is_elementwise(source: Source, node: Any, leaves: List[Any]) -> bool:
    """Return whether `node` is computed from one of `leaves` and numbers, element by element."""
    if any(node is leaf for leaf in leaves):
        return True
    function = _function(source, node)
    operands = [] if function is not None and function.combines else _operands(source, node)
    return bool(operands) and all(is_elementwise(source, operand, leaves) for operand in operands)


def _operands(source: Source, node: Any) -> List[ast.expr]:
    """Return the operands, apart from numbers, of an operation whose result has their shape and dtype; none for any
    other expression."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return [node.operand]
    if isinstance(node, ast.BinOp) and not isinstance(node.op, ast.MatMult):
        return [item for item in (node.left, node.right) if not is_number(item)]
    function = _function(source, node)
    if function is not None and keeps_shape_and_dtype(function) and not node.keywords:
        receiver = node.func.value
        of_operators = isinstance(receiver, ast.Name) and receiver.id == source.namespace(node)
        of_operators = of_operators or bool(source.imperative_operator(node.func))
        given = [*([] if of_operators else [receiver]), *node.args]
        return given if len(given) == 1 else []
    return []


def keeps_shape_and_dtype(function: Function) -> bool:
    """Return whether an operator computes its result element by element, in the dtype of its operand."""
    sets_dtype = any(parameter.name == "dtype" for parameter in function.symbolic_parameters or ())
    return function.keeps_shape and not sets_dtype and not function.random


def _function(source: Source, node: Any) -> Optional[Function]:
    """Return the operator `relu` for `F.relu(x)` and `x.relu()`; None for any other expression."""
    named = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    return source.api.function(node.func.attr) if named else None


def has_finite_gradient(source: Source, node: ast.AST) -> bool:
    """Return whether the derivatives of the elementwise operations in `node` are finite everywhere."""
    function = _function(source, node)
    if isinstance(node, ast.Call):
        if function is not None and node.func.attr == "where":  # type: ignore[attr-defined]
            return all(has_finite_gradient(source, side) for side in node.args[1:])  # a condition has none
        if function is None or not function.has_finite_gradient:
            return False
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Div, ast.Pow, ast.Mod)):
        number = node.right.value if isinstance(node.right, ast.Constant) else 0
        if not isinstance(number, (int, float)) or number == 0 or isinstance(node.op, ast.Pow) and number < 1:
            return False
    return all(has_finite_gradient(source, part) for part in ast.iter_child_nodes(node))
