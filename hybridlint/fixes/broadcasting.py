"""Operators between tensors of different shapes, as operators of `F` that broadcast."""

from __future__ import annotations

import ast
from typing import Any, Optional, Union

from hybridlint.events import BinaryOperation, MethodCall, OperatorCall
from hybridlint.fixes import calls
from hybridlint.rewrites.correction import Correction, correction
from hybridlint.rewrites.source import Source


def broadcasting(event: Union[BinaryOperation, OperatorCall], operator: str, source: Source) -> Optional[Correction]:
    """`x + y` → `F.broadcast_add(x, y)`, `F.maximum(x, y)` → `F.broadcast_maximum(x, y)`."""
    node: Any = event.node
    name = source.namespace(node)
    description = f"use `{name}.{operator}`"
    if isinstance(event, OperatorCall):
        named = source.named(node, lambda one: source.module.code(one) == f"{name}.{event.path}")
        edits = calls.renamed(source, named, operator) if isinstance(named, ast.Attribute) else None
        return correction(edits, description, "" if named is node.func else calls.NO_NUMBERS)
    if name is None or source.has_number(node):
        return None  # operators of `F` take no numbers
    if isinstance(node, ast.BinOp):
        left, right = node.left, node.right
    elif isinstance(node, ast.Compare) and len(node.ops) == 1:
        left, right = node.left, node.comparators[0]
    else:
        return None
    return correction(source.replaced(node, f"{name}.{operator}(", left, ", ", right, ")"), description)


def of_all_axes(event: MethodCall, missing: int, source: Source) -> Optional[Correction]:
    """`x.broadcast_to((2, 3))` → `x.expand_dims(0).broadcast_to((2, 3))`, with as many axes as are missing."""
    node: Any = event.node
    if not calls.is_direct(node, event.name):
        return None
    edits = source.replaced(node.func.value, *source.receiver(node.func.value), ".expand_dims(0)" * missing)
    return correction(edits, "insert the missing axes")
