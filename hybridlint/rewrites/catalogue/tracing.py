"""What certainly traces."""

from __future__ import annotations

import ast
from typing import Any, Sequence

from hybridlint.rewrites.catalogue.parameters import assignment
from hybridlint.rewrites.elementwise import root
from hybridlint.rewrites.source import Source
from hybridlint.syntax import is_number

_TRACEABLE = (
    *(ast.Name, ast.Constant, ast.Attribute, ast.UnaryOp, ast.Tuple, ast.expr_context, ast.operator, ast.unaryop),
    *(ast.cmpop, ast.Assign, ast.Return, ast.Expr),
)


def is_traceable(source: Source, nodes: Sequence[ast.AST]) -> bool:
    """Return whether code certainly computes in a graph what it computes imperatively: by operators with one output of
    both phases, layers of Gluon and arithmetic of equal shapes or with numbers."""
    return all(_is_traceable(source, part) for node in nodes for part in ast.walk(node))


def _is_traceable(source: Source, node: Any) -> bool:
    if isinstance(node, ast.Call):
        made = source.operation(node)
        if made is None:
            return source.layer(node) is not None or _is_layer(source, node)
        function = made.function
        return function.symbolic and not function.outputs_rule and not function.mutated_parameters
    if isinstance(node, ast.BinOp):
        roots = {root(source, side) for side in (node.left, node.right)}
        return is_number(node.left) or is_number(node.right) or len(roots) == 1 and None not in roots
    if isinstance(node, ast.Compare):
        return len(node.ops) == 1 and (is_number(node.left) or is_number(node.comparators[0]))
    if isinstance(node, ast.keyword):
        return node.arg not in (None, "out", "ctx")
    return isinstance(node, _TRACEABLE)


def _is_layer(source: Source, node: ast.Call) -> bool:
    """Return whether the constructor assigns a layer of Gluon to the attribute that is called."""
    made = assignment(source, node, getattr(node.func, "attr", ""))
    called = made.value.func if made is not None and isinstance(made.value, ast.Call) else None
    return called is not None and source.dotted(called).startswith("mxnet.gluon.nn.")
