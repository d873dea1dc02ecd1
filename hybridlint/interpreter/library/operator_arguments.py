"""The arguments of an operator call, by the parameter names of its symbolic function."""

from __future__ import annotations

from typing import Dict

from hybridlint import mxnet_api
from hybridlint.mxnet_api import Function
from hybridlint.values import Arguments, Plain, Sequence, Value, contains_tensor


def by_name(described: Function, arguments: Arguments) -> Dict[str, Value]:
    """Return the arguments by the parameter names of the symbolic function."""
    named: Dict[str, Value] = dict(arguments.keywords)
    for name, value in zip(described.names_by_position, arguments.positional):
        named.setdefault(name, value)
    return named


def attributes(described: Function, arguments: Arguments) -> Dict[str, object]:
    """Return the arguments by name as Python values; `mxnet_api.UNKNOWN` if unknown."""
    values: Dict[str, object] = {}
    for name, value in by_name(described, arguments).items():
        values[name] = python_value(value)
    if arguments.starred:
        for parameter in described.symbolic_parameters or ():
            values.setdefault(parameter.name, mxnet_api.UNKNOWN)
    return values


def python_value(value: Value) -> object:
    """Return `value` as a Python value; `mxnet_api.UNKNOWN` if it is unknown or tainted."""
    if isinstance(value, Plain) and value.known and not value.taint:
        return value.value
    if isinstance(value, Sequence) and value.items is not None and not any(map(contains_tensor, value.items)):
        return tuple(python_value(item) for item in value.items)
    return mxnet_api.UNKNOWN


def given(described: Function, arguments: Arguments) -> Dict[str, Value]:
    """Return the arguments by name that are not None."""
    named = by_name(described, arguments)
    return {name: value for name, value in named.items() if not (isinstance(value, Plain) and value.value is None)}
