"""Dataclasses as JSON values, and back."""

from __future__ import annotations

import dataclasses
import enum
import functools
import json
import typing
from typing import Any, Dict


def encoded(value: Any) -> Any:
    """Return a dataclass, enum member or container of these as JSON values."""
    if isinstance(value, enum.Enum):
        return value.value
    if dataclasses.is_dataclass(value):
        return {name: encoded(item) for name, item in vars(value).items()}
    if isinstance(value, dict):
        return {str(key): encoded(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [encoded(item) for item in value]
    return value


def decoded(kind: Any, value: Any, where: str = "", strict: bool = False) -> Any:
    """Return JSON `value` as the type `kind`: a dataclass, an enum, Optional, List, Dict or a type of JSON.

    If `strict`, raise ValueError, which names the place below `where`, for a value of another type and an unknown or
    missing field.
    """
    if kind is Any:
        return value
    if dataclasses.is_dataclass(kind):
        return _object(kind, value, where, strict)
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Union:
        return None if value is None else decoded(arguments[0], value, where, strict)
    if origin is list and isinstance(value, list):
        return [decoded(arguments[0], item, f"{where}[{i}]", strict) for i, item in enumerate(value)]
    if origin is dict and isinstance(value, dict):
        return {key: decoded(arguments[1], item, f"{where}[{key!r}]", strict) for key, item in value.items()}
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return kind(value)
    if not strict or origin is None and (type(value) is kind or (kind is float and type(value) is int)):
        return value
    raise ValueError(f"{where} is {json.dumps(value)[:80]}, where {getattr(kind, '__name__', kind)} belongs")


def _object(kind: Any, value: Any, where: str, strict: bool) -> Any:
    types = _types_of(kind)
    if strict:
        if not isinstance(value, dict):
            raise ValueError(f"{where} must be an object")
        for name in [*value, *types]:
            if name not in types or name not in value:
                raise ValueError(f"{where}: the field {name!r} is {'unknown' if name in value else 'missing'}")
    return kind(**{name: decoded(types.get(name, Any), value[name], f"{where}: {name}", strict) for name in value})


@functools.lru_cache(maxsize=None)
def _types_of(kind: Any) -> Dict[str, Any]:
    return typing.get_type_hints(kind)
