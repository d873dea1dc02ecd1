"""Indices, and lists and dicts after an element was assigned or deleted."""

from __future__ import annotations

import ast

from hybridlint import syntax
from hybridlint.interpreter.engine.frames import Frame
from hybridlint.interpreter.engine.run import Run
from hybridlint.values import (
    Sequence,
    Slice,
    Value,
)


def index_of(run: Run, node: ast.Subscript, frame: Frame) -> Value:
    """Evaluate the index of a subscript."""
    index = syntax.index_of(node)
    if isinstance(index, ast.Tuple) or type(index).__name__ == "ExtSlice":
        return Sequence("tuple", tuple(_index(run, part, frame) for part in syntax.index_elements(node)))
    return _index(run, index, frame)


def _index(run: Run, part: ast.AST, frame: Frame) -> Value:
    if isinstance(part, ast.Slice):
        ends = [None if end is None else run.evaluate(end, frame) for end in (part.lower, part.upper, part.step)]
        return Slice(*ends)
    return run.evaluate(part, frame)
