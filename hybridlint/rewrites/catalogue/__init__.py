"""The catalogue: one class for each rewrite. Every module here is imported, so that a new one needs no entry."""

import importlib
import pkgutil

for _module in sorted(module.name for module in pkgutil.iter_modules(__path__)):
    importlib.import_module(f"{__name__}.{_module}")
