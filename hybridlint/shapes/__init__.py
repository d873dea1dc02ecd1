"""Symbolic shapes: what can be known of a tensor's shape without running.

A hybridized `a + b` is `elemwise_add`, which refuses shapes that differ, while the imperative `a + b` broadcasts.
:func:`definitely_differ` says whether two shapes certainly have to be broadcast. The package knows nothing of syntax
trees or of the interpreter: it is given names of operators, attributes and shapes of operands.
"""

from hybridlint.shapes import functions  # noqa: F401  (registers the shape functions)
from hybridlint.shapes.calls import UNKNOWN, operators
from hybridlint.shapes.dimensions import Dimension
from hybridlint.shapes.graph import KnownDims, Shape, ShapeGraph, definitely_differ, may_differ

__all__ = [
    "UNKNOWN",
    "Dimension",
    "KnownDims",
    "Shape",
    "ShapeGraph",
    "definitely_differ",
    "may_differ",
    "operators",
]
