"""A flag that is left out is off: boolean parameters and fields are False by default, but for those listed here.

A new flag that has to be on by default is better named for its opposite.
"""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import pkgutil
from typing import Any, Dict, Iterator, Set, Tuple

import hybridlint

#: The flags that are on by default, by the function or class.
ON: Dict[str, Set[str]] = {
    # of the interface, or of most values
    "Finding": {"default"},
    "Fixed": {"settled"},
    "Equation": {"is_original"},
    "HybridizeCall": {"certain"},
    "ParameterValue": {"trained"},
    "Tensor": {"certain"},
    "ProgressBar.__init__": {"shown"},
    "Style": {"summary"},
    "_cut": {"clips"},
    "by_phase": {"guard"},
    "Core.note_set": {"defined"},
    "_by_names": {"keeps_name"},
    "Write.__new__": {"registers"},
    "_Term.__new__": {"is_array"},
    "as_operand": {"is_exact"},
    "unwrapped": {"outcome"},
    # of Python's own signatures
    "OrderedDict.move_to_end": {"last"},
    "OrderedDict.popitem": {"last"},
    "dataclass": {"eq"},
}


def flags(owner: Any, name: str) -> Iterator[Tuple[str, str, bool]]:
    """The flags of a function, or of a class and its methods: owner, name and default."""
    if inspect.isclass(owner):
        if dataclasses.is_dataclass(owner):
            for field in dataclasses.fields(owner):
                if isinstance(field.default, bool):
                    yield name, field.name, field.default
        for title, method in vars(owner).items():
            function = getattr(method, "__func__", method)
            if inspect.isfunction(function) and not (title == "__init__" and dataclasses.is_dataclass(owner)):
                yield from flags(function, f"{name}.{title}")
    else:
        for parameter in inspect.signature(owner).parameters.values():
            if isinstance(parameter.default, bool):
                yield name, parameter.name, parameter.default


def all_flags() -> Iterator[Tuple[str, str, bool]]:
    """The flags of all modules of the linter."""
    for module in pkgutil.walk_packages(hybridlint.__path__, "hybridlint."):
        if not module.name.endswith("__main__"):
            for name, value in vars(importlib.import_module(module.name)).items():
                if (inspect.isclass(value) or inspect.isfunction(value)) and value.__module__ == module.name:
                    yield from flags(value, name)


def test_flags_are_off_by_default() -> None:
    flags = list(all_flags())
    assert len(flags) > 100
    on: Dict[str, Set[str]] = {}
    for owner, name, default in flags:
        if default:
            on.setdefault(owner, set()).add(name)
    assert on == ON
