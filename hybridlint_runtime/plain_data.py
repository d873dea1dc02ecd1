"""Dataclasses as JSON values, and back."""

from __future__ import annotations

import dataclasses
import enum
import functools
import json
import typing
from typing import Any, Callable, Dict, List

#: Types of JSON values that contain no others.
_LEAVES = frozenset((str, int, float, bool, type(None)))


def encoded(value: Any) -> Any:
    """Return a dataclass, enum member or container of these as JSON values."""
    if type(value) in _LEAVES:
        return value
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, dict):
        return {str(key): encoded(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [item if type(item) in _LEAVES else encoded(item) for item in value]
    if dataclasses.is_dataclass(value):
        return {name: item if type(item) in _LEAVES else encoded(item) for name, item in vars(value).items()}
    return value


def decoded(kind: Any, value: Any, where: str = "", strict: bool = False) -> Any:
    """Return JSON `value` as the type `kind`: a dataclass, an enum, Optional, List, Dict or a type of JSON.

    If `strict`, raise ValueError, which names the place below `where`, for a value of another type and an unknown or
    missing field.
    """
    try:
        return _decoder(kind, strict)(value)
    except _Unfit as unfit:
        raise ValueError(where + "".join(reversed(unfit.places)) + unfit.problem) from None


class _Unfit(Exception):
    """A value has another type. `places` are the steps from the whole to it, the last one first."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem
        self.places: List[str] = []


_Decoder = Callable[[Any], Any]


@functools.lru_cache(maxsize=None)
def _decoder(kind: Any, strict: bool) -> _Decoder:
    """Return the function that decodes values of `kind`. A manifest has 100,000 of them."""
    if kind is Any:
        return lambda value: value
    if dataclasses.is_dataclass(kind):
        return _decoder_of_objects(kind, strict)
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Union:
        inner = _decoder(arguments[0], strict)
        return lambda value: None if value is None else inner(value)
    if origin in (list, dict):
        return _decoder_of_containers(origin, _decoder(arguments[-1], strict), strict)
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return kind

    def leaf(value: Any) -> Any:
        if strict and type(value) is not kind and not (kind is float and type(value) is int):
            raise _unlike(kind, value)
        return value

    return leaf


def _decoder_of_containers(kind: Any, inner: _Decoder, strict: bool) -> _Decoder:
    def decode(value: Any) -> Any:
        if not isinstance(value, kind):
            if strict:
                raise _unlike(kind, value)
            return value
        items: Any = value.items() if isinstance(value, dict) else enumerate(value)
        made: Dict[Any, Any] = {}
        key: Any = None
        try:
            for key, item in items:
                made[key] = inner(item)
        except _Unfit as unfit:
            unfit.places.append(f"[{key!r}]")
            raise
        return made if kind is dict else list(made.values())

    return decode


def _decoder_of_objects(kind: Any, strict: bool) -> _Decoder:
    decoders: Dict[str, _Decoder] = {}

    def decode(value: Any) -> Any:
        if not decoders:  # not before: an object may contain others of its kind
            hints = typing.get_type_hints(kind)
            decoders.update((name, _decoder(hint, strict)) for name, hint in hints.items())
        if strict and not isinstance(value, dict):
            raise _Unfit(" must be an object")
        if strict and value.keys() != decoders.keys():
            name = next(name for name in [*value, *decoders] if name not in value or name not in decoders)
            raise _Unfit(f": the field {name!r} is {'unknown' if name in value else 'missing'}")
        made: Dict[str, Any] = {}
        name = ""
        try:
            for name, item in value.items():
                made[name] = decoders[name](item) if name in decoders else item
        except _Unfit as unfit:
            unfit.places.append(f": {name}")
            raise
        return kind(**made)

    return decode


def _unlike(kind: Any, value: Any) -> _Unfit:
    return _Unfit(f" is {json.dumps(value)[:80]}, where {getattr(kind, '__name__', kind)} belongs")
