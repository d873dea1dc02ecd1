"""The nesting of arguments and outputs as JSON, to convert between nested values and the flat tensors of a graph.

A tensor is "tensor", None is null; `{"list": […]}`, `{"tuple": […]}`, `{"namedtuple": NAME, "fields": […], "items":
[…]}` and `{"dict": {…}}` nest; `{"value": v}` is a number, string or bool; `{"other": CLASS}` is anything else, which
is not stored. `describe` returns the nesting of a value.
"""

from __future__ import annotations

import collections
import functools
from typing import Any, Dict, List, Sequence, Tuple

from ...structures import NDArray, Symbol
from .errors import DamagedArchive

#: JSON: "tensor", None, or a dict as above.
Nesting = Any
_DEEPEST = 64
#: The types of what a nesting with one key has.
_KINDS: Dict[str, Any] = {"dict": dict, "list": list, "tuple": list, "value": (bool, int, float, str), "other": str}


def rebuild(nesting: Nesting, tensors: Sequence[Any]) -> Any:
    """Return the value described by `nesting`, with `tensors` in order. `{"other": …}` becomes None."""
    waiting = list(reversed(tensors))
    value = _rebuild(nesting, waiting)
    if waiting:
        raise ValueError(f"{len(tensors)} tensors for {count_tensors(nesting)} places")
    return value


def _rebuild(nesting: Nesting, waiting: List[Any]) -> Any:
    if nesting == "tensor":
        return waiting.pop()
    if nesting is None or "other" in nesting:
        return None
    if "namedtuple" in nesting:
        kind = _named_tuple(nesting["namedtuple"], tuple(nesting["fields"]))
        return kind(*(_rebuild(item, waiting) for item in nesting["items"]))
    if "list" in nesting:
        return [_rebuild(item, waiting) for item in nesting["list"]]
    if "tuple" in nesting:
        return tuple(_rebuild(item, waiting) for item in nesting["tuple"])
    if "dict" in nesting:
        return {key: _rebuild(item, waiting) for key, item in nesting["dict"].items()}
    return nesting["value"]


@functools.lru_cache(maxsize=None)
def _named_tuple(name: str, fields: Tuple[str, ...]) -> Any:
    return collections.namedtuple(name, fields)


def count_tensors(nesting: Nesting) -> int:
    if nesting == "tensor":
        return 1
    return sum(count_tensors(item) for item in children(nesting))


def is_kept(nesting: Nesting) -> bool:
    """Return whether a value of this nesting is stored completely: it contains no `{"other": …}`."""
    of_others = isinstance(nesting, dict) and "other" in nesting
    return not of_others and all(map(is_kept, children(nesting)))


def children(nesting: Nesting) -> List[Nesting]:
    if not isinstance(nesting, dict):
        return []
    if "namedtuple" in nesting:
        return list(nesting["items"])
    if "dict" in nesting:
        return list(nesting["dict"].values())
    return list(nesting.get("list") or nesting.get("tuple") or [])


def comparable(nesting: Nesting) -> Any:
    """Return a key that is equal for nestings that one graph can serve.

    As in MXNet, lists and tuples are equivalent, and trailing arguments of None may be passed or omitted.
    """
    form = _comparable(nesting)
    if isinstance(form, tuple) and form[:1] == ("sequence",):
        while len(form) > 1 and form[-1] is None:
            form = form[:-1]
    return form


def _comparable(nesting: Nesting) -> Any:
    if not isinstance(nesting, dict):
        return nesting
    if "value" in nesting or "other" in nesting:
        key, value = next(iter(nesting.items()))
        return (key, type(value).__name__, value)
    if "dict" in nesting:
        return ("dict", *((key, _comparable(item)) for key, item in nesting["dict"].items()))
    return ("sequence", *(_comparable(item) for item in children(nesting)))


def shown(nesting: Nesting) -> str:
    """Return the nesting for display: `(tensor, [tensor, None])`."""
    if not isinstance(nesting, dict):
        return str(nesting)
    inside = ", ".join(shown(item) for item in children(nesting))
    if "namedtuple" in nesting:
        fields = ", ".join(f"{name}={shown(item)}" for name, item in zip(nesting["fields"], nesting["items"]))
        return f"{nesting['namedtuple']}({fields})"
    if "list" in nesting:
        return f"[{inside}]"
    if "tuple" in nesting:
        return f"({inside})"
    if "dict" in nesting:
        return "{" + ", ".join(f"{key}: {shown(item)}" for key, item in nesting["dict"].items()) + "}"
    return repr(nesting["value"]) if "value" in nesting else nesting["other"]


def from_format(form: Any) -> Nesting:
    """Return the nesting for MXNet's `_in_format` or `_out_format`, which has no tuples: all sequences are lists."""
    if isinstance(form, list):
        return {"list": [from_format(item) for item in form]}
    if form == -1:
        return None
    return "tensor" if form == 0 else {"list": ["tensor"] * int(form)}


def mxnet_format(nesting: Nesting) -> Any:
    """Return MXNet's format of a nesting: 0 a tensor, -1 None, lists nest."""
    if nesting is None or nesting == "tensor":
        return 0 if nesting == "tensor" else -1
    return [mxnet_format(item) for item in children(nesting)]


def check(nesting: Nesting, where: str, depth: int = 0) -> Nesting:
    """Return `nesting` if it is valid. Raise DamagedArchive, naming `where` in the manifest, if not."""
    if depth > _DEEPEST:
        raise DamagedArchive(f"{where} is nested more than {_DEEPEST} deep")
    if nesting is None or nesting == "tensor":
        return nesting
    if not isinstance(nesting, dict):
        raise DamagedArchive(f"{where} is {nesting!r}, which is no nesting of tensors")
    if set(nesting) == {"namedtuple", "fields", "items"}:
        _check_names(nesting, where)
    else:
        _require([isinstance(value, _KINDS.get(key, ())) for key, value in nesting.items()] == [True], where)
    for item in children(nesting):
        check(item, where, depth + 1)
    return nesting


def _check_names(nesting: Dict[str, Any], where: str) -> None:
    fields, items = nesting["fields"], nesting["items"]
    _require(isinstance(fields, list) and isinstance(items, list) and len(fields) == len(items), where)
    names = [nesting["namedtuple"], *fields]
    _require(all(isinstance(name, str) and name.isidentifier() for name in names), where)
    try:
        _named_tuple(nesting["namedtuple"], tuple(fields))
    except (ValueError, TypeError) as error:
        raise DamagedArchive(f"{where}: {error}") from error


def _require(condition: bool, where: str) -> None:
    if not condition:
        raise DamagedArchive(f"{where} is no nesting of tensors")


def describe(value: Any) -> Tuple[Nesting, List[Any]]:
    """Return the nesting of `value` and its tensors in order. A Symbol of n outputs is a list of n tensors, as when it
    runs."""
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
