"""Values, events, findings and settings are immutable: states of the interpreter, phases and rules share them.

mypy checks that no field of a frozen dataclass is assigned. At run time such a class is one whose objects have a hash.
"""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil
from typing import Dict

import hybridlint

#: What changes while a file is analysed: the state of a run, of a frame and of the store.
MUTABLE = {
    "interpreter.engine.phases": {"Fork", "Side"},
    "interpreter.engine.frames": {"Frame", "Point", "Scope", "Trying"},
    "interpreter.engine.state": {"Attempt", "Structure"},
    "interpreter.lifecycle.evidence": {"Evidence"},
    "interpreter.engine.store": {"Store"},
    "rewrites.catalogue.subscripts": {"_Item"},
    "rewrites.rewrite": {"_Matcher"},
}
#: Values with an equality of their own, for which order does not matter, and handles, which are compared by identity.
OTHER_EQUALITY = {"HookHandle", "Instance", "Mapped", "Variable"}


def records() -> Dict[str, Dict[str, type]]:
    """The dataclasses of each module of the linter."""
    classes: Dict[str, Dict[str, type]] = {}
    for module in pkgutil.walk_packages(hybridlint.__path__, "hybridlint."):
        if not module.name.endswith("__main__"):
            for name, value in vars(importlib.import_module(module.name)).items():
                if isinstance(value, type) and dataclasses.is_dataclass(value) and value.__module__ == module.name:
                    classes.setdefault(module.name[len("hybridlint.") :], {})[name] = value
    return classes


def test_dataclasses_are_frozen_but_for_the_state_of_an_analysis() -> None:
    modules = records()
    assert sum(map(len, modules.values())) > 100
    mutable = {
        module: {name for name in classes if classes[name].__hash__ is None} for module, classes in modules.items()
    }
    assert {module: names for module, names in mutable.items() if names} == MUTABLE
    parameters = {name: record.__dataclass_params__ for classes in modules.values() for name, record in classes.items()}  # type: ignore[attr-defined]
    assert {name for name, record_parameters in parameters.items() if not record_parameters.eq} == OTHER_EQUALITY
