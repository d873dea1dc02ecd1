"""The catalogue: one class for each rewrite."""

from hybridlint.rewrites import reshape
from hybridlint.rewrites.catalogue import attributes, creation, lengths, methods, reductions, rows, slices

__all__ = ["attributes", "creation", "lengths", "methods", "reductions", "reshape", "rows", "slices"]
