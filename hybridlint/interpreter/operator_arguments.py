"""What an operator is given, by the names that its symbolic side has for it."""

from __future__ import annotations

from typing import Dict

from hybridlint import mxnet_api
from hybridlint.events import Arguments
from hybridlint.mxnet_api import Function
from hybridlint.values import Plain, Sequence, Value, contains_tensor


def by_name(described: Function, arguments: Arguments) -> Dict[str, Value]:
    """The arguments by the names that the symbolic side gives them."""
    named: Dict[str, Value] = dict(arguments.keywords)
    parameters = described.symbolic_parameters or described.imperative_parameters or ()
    positional = [parameter.name for parameter in parameters if parameter.kind == "positional"]
    if any(parameter.kind == "var_positional" for parameter in parameters):
        return named
    for name, value in zip(positional, arguments.positional):
        named.setdefault(name, value)
    return named


def attributes(described: Function, arguments: Arguments) -> Dict[str, object]:
    """The same as Python values; `mxnet_api.UNKNOWN` where they are not known."""
    values: Dict[str, object] = {}
    for name, value in by_name(described, arguments).items():
        values[name] = python_value(value)
    if arguments.starred:
        for parameter in described.symbolic_parameters or ():
            values.setdefault(parameter.name, mxnet_api.UNKNOWN)
    return values


def python_value(value: Value) -> object:
    """The Python value that is meant; `mxnet_api.UNKNOWN` where it is not known, or changes from call to call."""
    if isinstance(value, Plain) and value.known and not value.taint:
        return value.value
    if isinstance(value, Sequence) and value.items is not None and not any(map(contains_tensor, value.items)):
        return tuple(python_value(item) for item in value.items)
    return mxnet_api.UNKNOWN


def given(described: Function, arguments: Arguments) -> Dict[str, Value]:
    """The arguments that are given and not None."""
    named = by_name(described, arguments)
    return {name: value for name, value in named.items() if not (isinstance(value, Plain) and value.value is None)}
