"""Run Gluon models on MXNet: imperatively, hybridized, exported and loaded again, and compare.

`check` and `assert_hybridizable` check a model in this process; `export_tree` writes a whole tree of blocks to a folder
and `load_tree` loads it. Importing this package imports neither MXNet nor NumPy; using it does.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Dict, List

if TYPE_CHECKING:
    from .api import Report, assert_hybridizable, check
    from .errors import CannotLook
    from .export.archive.exporting import export_tree
    from .export.archive.loading import load_tree
    from .report import Problem, Verdict
    from .shadowing.session import shadow
    from .spec.options import CheckOptions, Tolerance

#: Public name → the module that defines it; imported on first use.
_MODULES: Dict[str, str] = {
    "assert_hybridizable": "api",
    "check": "api",
    "export_tree": "export.archive.exporting",
    "load_tree": "export.archive.loading",
    "CannotLook": "errors",
    "CheckOptions": "spec.options",
    "Tolerance": "spec.options",
    "Problem": "report",
    "Report": "api",
    "Verdict": "report",
    "shadow": "shadowing.session",
}

__all__ = [
    "CannotLook",
    "CheckOptions",
    "Problem",
    "Report",
    "Tolerance",
    "Verdict",
    "assert_hybridizable",
    "check",
    "export_tree",
    "load_tree",
    "shadow",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(importlib.import_module(f".{_MODULES[name]}", __name__), name)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith(__name__):
            raise
        from .mxnet_compat import import_mxnet

        import_mxnet()  # raises CannotLook, with what to install, if MXNet or NumPy is missing
        raise


def __dir__() -> List[str]:
    return sorted([*globals(), *_MODULES])
