"""The archive: a whole tree of blocks to a folder and back. `docs/archive-format.md` specifies the folder.

Importing this package imports neither MXNet nor NumPy; using it does.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Dict, List

if TYPE_CHECKING:
    from .archived_block import ArchivedBlock
    from .errors import ArchiveError, ArchiveMismatch, DamagedArchive
    from .exporting import export_tree
    from .loading import load_tree
    from .manifest import Manifest
    from .reading import Archive
    from .verifying import ArchiveCheck, check_archive, check_in_fresh_process

#: Where each public name is defined; it is imported when first used.
_HOMES: Dict[str, str] = {
    "Archive": "reading",
    "ArchiveCheck": "verifying",
    "ArchiveError": "errors",
    "ArchiveMismatch": "errors",
    "ArchivedBlock": "archived_block",
    "DamagedArchive": "errors",
    "Manifest": "manifest",
    "check_archive": "verifying",
    "check_in_fresh_process": "verifying",
    "export_tree": "exporting",
    "load_tree": "loading",
}

__all__ = [
    "Archive",
    "ArchiveCheck",
    "ArchiveError",
    "ArchiveMismatch",
    "ArchivedBlock",
    "DamagedArchive",
    "Manifest",
    "check_archive",
    "check_in_fresh_process",
    "export_tree",
    "load_tree",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)


def __dir__() -> List[str]:
    return sorted([*globals(), *_HOMES])
