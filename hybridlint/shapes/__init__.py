"""Symbolic shapes: inference of tensor shapes without running the code.

A hybridized `a + b` is `elemwise_add`, which rejects shapes that differ, while the imperative `a + b` broadcasts.
:func:`definitely_differ` returns whether two shapes certainly have to be broadcast. The package depends neither on
syntax trees nor on the interpreter: its input is names of operators, attributes and shapes of operands.
"""

from hybridlint.shapes import functions  # noqa: F401  (registers the shape functions)
from hybridlint.shapes.calls import function_for, operators
from hybridlint.shapes.dimensions import Dimension
from hybridlint.shapes.graph import (
    KnownDims,
    Shape,
    ShapeGraph,
    are_axes_of_one_input,
    definitely_differ,
    have_equal_length,
    is_refuted,
    joint,
    may_be_equal,
    may_differ,
)

__all__ = [
    "Dimension",
    "KnownDims",
    "Shape",
    "ShapeGraph",
    "are_axes_of_one_input",
    "definitely_differ",
    "function_for",
    "have_equal_length",
    "is_refuted",
    "joint",
    "may_be_equal",
    "may_differ",
    "operators",
]
