"""The catalogue: one class for each rewrite."""

from hybridlint.rewrites import reshape
from hybridlint.rewrites.catalogue import creation, lengths, reductions, slices

__all__ = ["reshape", "creation", "lengths", "reductions", "slices"]
