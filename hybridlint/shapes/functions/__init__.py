"""The shape functions, by kind of operator. Importing the package registers them."""

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
