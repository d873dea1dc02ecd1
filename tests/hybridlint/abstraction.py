"""Abstraction: the value that stands for a Python object, and the objects that a value stands for."""

from __future__ import annotations

from typing import Any

from hybridlint.values import (
    LIST_OR_TUPLE,
    Instance,
    Mapped,
    Plain,
    Sequence,
    Tensor,
    Unknown,
    Value,
    constant,
)
from hybridlint.values.lattice import Variable
from hybridlint.values.phased import Phased

#: The object that a tensor stands for.
TENSOR = "tensor!"


def abstract(concrete: Any) -> Value:
    """The value that stands for `concrete` alone."""
    if isinstance(concrete, (list, tuple)):
        return Sequence(type(concrete).__name__, tuple(map(abstract, concrete)))
    if isinstance(concrete, dict):
        return Mapped(tuple((key, abstract(part)) for key, part in concrete.items()))
    return Tensor() if concrete is TENSOR else constant(concrete)


def describes(value: Value, concrete: Any) -> bool:
    """Whether `concrete` is one of the Python objects that `value` stands for."""
    if isinstance(value, Variable):
        return any(describes(alternative, concrete) for alternative in value.values)
    if isinstance(value, Phased):
        return describes(value.imperative, concrete) and describes(value.symbolic, concrete)
    if isinstance(value, Unknown):
        return True
    if isinstance(value, Tensor) or concrete is TENSOR:
        return isinstance(value, Tensor) and concrete is TENSOR
    if isinstance(value, Plain):
        named = not value.type or type(concrete).__name__ == value.type
        same = not value.known or type(concrete) is type(value.value) and concrete == value.value
        return not isinstance(concrete, (list, dict, tuple)) and named and same
    if isinstance(value, Sequence):
        kinds = ("list", "tuple") if value.type == LIST_OR_TUPLE else (value.type,)
        if type(concrete).__name__ not in kinds:
            return False
        if value.items is None:
            return (not value.nonempty or bool(concrete)) and all(describes(value.element, part) for part in concrete)
        return len(value.items) == len(concrete) and all(map(describes, value.items, concrete))
    if isinstance(value, Instance):
        of_class = value.name == type(concrete).__name__
        return of_class and all(describes(held, getattr(concrete, name)) for name, held in value.fields)
    if isinstance(value, Mapped):
        if not isinstance(concrete, dict) or any(key not in concrete for key, _ in value.entries):
            return False
        entries = dict.fromkeys(concrete, value.element)
        entries.update(value.entries)
        return all(entry is not None and describes(entry, concrete[key]) for key, entry in entries.items())
    raise AssertionError(value)
