"""The catalogue of rules, one module per family. Modules of this package are discovered automatically.

Those about MXNet 2 are in a package of their own, which is imported for code of MXNet 2 only.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from typing import Dict, Mapping, Tuple

from hybridlint.rules.base import Example, Report, Rule

__all__ = ["Example", "Report", "Rule", "all_rules", "find_rule", "rules_for", "rules_of"]

#: Generation of MXNet → the package of the rules about it.
_PACKAGES = {1: __name__, 2: f"{__name__}.mxnet2"}


@functools.lru_cache(maxsize=None)
def all_rules() -> Tuple[Rule, ...]:
    """Every rule, by code."""
    return tuple(
        sorted((rule for generation in _PACKAGES for rule in rules_of(generation)), key=lambda rule: rule.code)
    )


def rules_of(generation: int) -> Tuple[Rule, ...]:
    """The rules about MXNet of this generation (1 or 2), by code."""
    return tuple(_by_code(generation).values())


def rules_for(generation: int) -> Tuple[Rule, ...]:
    """The rules that apply to code for this generation: those about it, and those that hold on MXNet 2 as well."""
    shared = [rule for rule in rules_of(1) if rule.holds_on_mxnet2] if generation == 2 else []
    return (*shared, *rules_of(generation))


def find_rule(code: str) -> Rule:
    """The rule of this code; KeyError if there is none."""
    for generation in _PACKAGES:
        if code in _by_code(generation):
            return _by_code(generation)[code]
    raise KeyError(code)


@functools.lru_cache(maxsize=None)
def _by_code(generation: int) -> Mapping[str, Rule]:
    """The rules of one package. Two rules of one code are an error of the catalogue: ValueError."""
    package = importlib.import_module(_PACKAGES[generation])
    result: Dict[str, Rule] = {}
    for module in pkgutil.iter_modules(package.__path__):
        if module.ispkg:
            continue
        for item in vars(importlib.import_module(f"{package.__name__}.{module.name}")).values():
            if isinstance(item, type) and issubclass(item, Rule) and hasattr(item, "code"):
                if item.code in result and type(result[item.code]) is not item:
                    raise ValueError(f"two rules have the code {item.code}")
                result.setdefault(item.code, item())
    return dict(sorted(result.items()))
