"""The catalogue of rules, one module per family. A module of this package that holds a rule is found by itself."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from typing import Dict, Mapping, Tuple, Type

from hybridlint.events import Event
from hybridlint.rules.base import Example, Report, Rule

__all__ = ["Example", "Report", "Rule", "all_rules", "find_rule", "rules_for", "rules_of"]


@functools.lru_cache(maxsize=None)
def all_rules() -> Tuple[Rule, ...]:
    """Every rule, by code. Two rules of one code are an error of the catalogue: ValueError."""
    found: Dict[str, Rule] = {}
    for module in pkgutil.iter_modules(__path__):
        contents = vars(importlib.import_module(f"{__name__}.{module.name}"))
        for item in contents.values():
            if isinstance(item, type) and issubclass(item, Rule) and hasattr(item, "code"):
                if item.code in found and type(found[item.code]) is not item:
                    raise ValueError(f"two rules have the code {item.code}")
                found.setdefault(item.code, item())
    return tuple(found[code] for code in sorted(found))


@functools.lru_cache(maxsize=None)
def rules_of(generation: int) -> Tuple[Rule, ...]:
    """The rules about MXNet of this generation (1 or 2), by code."""
    return tuple(rule for rule in all_rules() if generation in rule.generations)


def find_rule(code: str) -> Rule:
    """The rule of this code; KeyError if there is none."""
    return _by_code()[code]


def rules_for(event: Type[Event]) -> Tuple[Rule, ...]:
    """The rules that judge events of this type."""
    return _by_use().get(event, ())


@functools.lru_cache(maxsize=None)
def _by_code() -> Mapping[str, Rule]:
    return {rule.code: rule for rule in all_rules()}


@functools.lru_cache(maxsize=None)
def _by_use() -> Mapping[Type[Event], Tuple[Rule, ...]]:
    found: Dict[Type[Event], Tuple[Rule, ...]] = {}
    for rule in all_rules():
        for event in rule.events:
            found[event] = found.get(event, ()) + (rule,)
    return found
