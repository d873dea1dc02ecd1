"""The nesting of a value that is there: arguments, outputs."""

from __future__ import annotations

from typing import Any, List, Optional, Tuple

from ..structures import NDArray, Symbol
from .nesting import Nesting, comparable


def describe(value: Any) -> Tuple[Nesting, List[Any]]:
    """The nesting of `value` and its tensors in order. A Symbol of n outputs is a list of n tensors, as it is when it
    runs.
    """
    tensors: List[Any] = []
    return _describe(value, tensors), tensors


def _describe(value: Any, tensors: List[Any]) -> Nesting:
    if isinstance(value, NDArray):
        tensors.append(value)
        return "tensor"
    if isinstance(value, Symbol):
        count = len(value.list_outputs())
        if count == 1:
            tensors.append(value)
            return "tensor"
        tensors.extend(value[i] for i in range(count))
        return {"list": ["tensor"] * count}
    if value is None:
        return None
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        items = [_describe(item, tensors) for item in value]
        return {"namedtuple": type(value).__name__, "fields": list(value._fields), "items": items}
    if isinstance(value, (list, tuple)):
        return {"list" if isinstance(value, list) else "tuple": [_describe(item, tensors) for item in value]}
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return {"dict": {key: _describe(item, tensors) for key, item in value.items()}}
    if isinstance(value, (bool, int, float, str)):
        return {"value": value}
    return {"other": f"{type(value).__module__}.{type(value).__qualname__}"}


def tensors_of(nesting: Nesting, value: Any) -> Optional[List[Any]]:
    """The tensors of `value` in order if it has this nesting, else None.

    As for MXNet, lists and tuples are alike, and arguments of None at the end may be given or left out.
    """
    described, tensors = describe(value)
    return tensors if comparable(described) == comparable(nesting) else None
