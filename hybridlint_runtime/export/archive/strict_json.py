"""Strict JSON, without ambiguity: no duplicate fields, no NaN, no numbers out of range."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Tuple

from .errors import DamagedArchive


def parse(data: bytes, where: str, hint: str = "") -> Any:
    """Return the value in `data`. Raise DamagedArchive, naming `where` and ending with `hint`, if it is not strict
    JSON."""
    try:
        return json.loads(
            data.decode("utf-8"), parse_constant=_no_constant, parse_float=_number, object_pairs_hook=_once
        )
    except RecursionError as error:
        raise DamagedArchive(f"{where} is nested too deeply{hint}") from error
    except ValueError as error:
        raise DamagedArchive(f"{where} is no JSON ({error}){hint}") from error


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON number")


def _number(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ValueError(f"{text[:40]} is beyond all numbers")
    return value


def _once(pairs: List[Tuple[str, Any]]) -> Dict[str, Any]:
    """Return an object. A duplicate field is an error: readers would differ."""
    result = dict(pairs)
    if len(result) != len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"the field {next(name for name in names if names.count(name) > 1)!r:.80} occurs twice")
    return result
