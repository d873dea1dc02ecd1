"""The shape functions, by kinds of operators. Importing the package registers them."""

from hybridlint.shapes.functions import (  # noqa: F401
    axes,
    creation,
    cutting,
    joining,
    layers,
    products,
    reductions,
    reshaping,
)
