"""What certainly traces."""

from __future__ import annotations

import ast
from typing import Any, Sequence

from hybridlint.events import BlockCall
from hybridlint.rewrites.catalogue.parameters import assignment
from hybridlint.rewrites.source import Source
from hybridlint.syntax import is_number
from hybridlint.values import Block

_TRACEABLE = (
    *(ast.Name, ast.Constant, ast.Attribute, ast.UnaryOp, ast.Tuple, ast.expr_context, ast.operator, ast.unaryop),
    *(ast.cmpop, ast.Assign, ast.Return, ast.Expr),
)


def is_traceable(source: Source, nodes: Sequence[ast.AST]) -> bool:
    """Return whether code certainly computes in a graph what it computes imperatively: by operators with one output of
    both phases, layers of Gluon and arithmetic with numbers, which need no equal shapes."""
    return all(_is_traceable(source, part) for node in nodes for part in ast.walk(node))


def _is_traceable(source: Source, node: Any) -> bool:
    if isinstance(node, ast.Call):
        made = source.operation(node)
        if made is None:
            return _calls_layer(source, node)
        function = made.function
        return function.symbolic and not function.outputs_rule and not function.mutated_parameters
    if isinstance(node, ast.BinOp):
        return is_number(node.left) or is_number(node.right)
    if isinstance(node, ast.Compare):
        return len(node.ops) == 1 and (is_number(node.left) or is_number(node.comparators[0]))
    if isinstance(node, ast.keyword):
        return node.arg not in (None, "out", "ctx")
    return isinstance(node, _TRACEABLE)


def _calls_layer(source: Source, node: ast.Call) -> bool:
    for event in source.events_at(node):
        if isinstance(event, BlockCall):
            return isinstance(event.block, Block) and not event.block.local
    made = assignment(source, node, getattr(node.func, "attr", ""))
    called = made.value.func if made is not None and isinstance(made.value, ast.Call) else None
    return called is not None and source.dotted(called).startswith("mxnet.gluon.nn.")
