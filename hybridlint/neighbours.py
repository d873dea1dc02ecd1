"""Names that a file imports from the files beside it, which are read and never run.

A file that is missing, unreadable or no Python changes nothing. What is read is remembered while the process lasts.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import os
import re
from typing import Dict, List, Optional, Tuple

from hybridlint import files
from hybridlint.dataclass import dataclass
from hybridlint.syntax import FUNCTION_DEFS, imported_names

#: The most files through which a name is followed.
_MOST_FILES = 6
#: The most files whose content is compared to decide whether a cached result is valid.
_MOST_IMPORTED = 64


@dataclass(frozen=True)
class Names:
    """What a file binds at its top level: the names that it imports, as dotted names; those that it defines otherwise;
    the modules of which it imports all names; and `__all__`, None if there is none."""

    imports: Dict[str, str]
    defined: Tuple[str, ...]
    stars: Tuple[str, ...]
    exported: Optional[Tuple[str, ...]]


def resolved(path: str, dotted: str, depth: int = 0) -> str:
    """Return the full dotted name of what the file `path` imports as `dotted`, followed through the files beside it:
    "mxnet.nd" for ".common.nd" if `common.py` imports that. Return `dotted` if no such file imports it."""
    parts = dotted.lstrip(".").split(".")
    level = len(dotted) - len(dotted.lstrip("."))
    for end in range(len(parts) - 1, 0, -1):
        file = _file(path, level, tuple(parts[:end]))
        if file:
            found = name_in(file, parts[end], depth + 1)
            return dotted if found is None else ".".join([found, *parts[end + 1 :]])
    return dotted


def name_in(file: str, name: str, depth: int = 0) -> Optional[str]:
    """Return the full dotted name of what the top level of `file` imports as `name`; None if it does not import it."""
    names = _names(file) if depth < _MOST_FILES else None
    if names is None or name in names.defined:
        return None
    if name in names.imports:
        return resolved(file, names.imports[name], depth)
    return star_name(file, names.stars, name, depth + 1)


def star_name(path: str, modules: Tuple[str, ...], name: str, depth: int = 0) -> Optional[str]:
    """Return the full dotted name of what `from module import *` binds to `name` in the file `path`, for the last of
    the `modules` that has it; None if none has."""
    for module in reversed(modules):
        level = len(module) - len(module.lstrip("."))
        file = _file(path, level, tuple(part for part in module.lstrip(".").split(".") if part))
        names = _names(file) if file else None
        if names is None or depth >= _MOST_FILES:
            continue
        if name in names.exported if names.exported is not None else not name.startswith("_"):
            if name in names.defined:
                return None
            found = name_in(file, name, depth + 1)
            if found is not None:
                return found
    return None


_IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+(\.*[\w.]*)[ \t]+import|import[ \t]+([\w.]+))", re.MULTILINE)


def imported_files(path: str, text: str) -> List[str]:
    """Return the files beside `path`, with the source `text`, that it imports, directly or through others of them."""
    found: List[str] = []
    pending = [(path, text)]
    while pending and len(found) < _MOST_IMPORTED:
        importer, source = pending.pop()
        for match in _IMPORT.finditer(source):
            module = match[1] or match[2] or ""
            parts = tuple(part for part in module.lstrip(".").split(".") if part)
            file = _file(importer, len(module) - len(module.lstrip(".")), parts)
            if file and file not in found:
                found.append(file)
                with contextlib.suppress(files.CannotRead, OSError):
                    pending.append((file, files.read(file).text))
    return sorted(found)


@functools.lru_cache(maxsize=4096)
def _file(path: str, level: int, parts: Tuple[str, ...]) -> str:
    """Return the file of a module that the file `path` imports: relatively, from its folder, or from that around its
    package; "" if there is none."""
    folder = os.path.dirname(os.path.abspath(path))
    folders = [folder]
    if level:
        for _ in range(level - 1):
            folder = os.path.dirname(folder)
        folders = [folder]
    else:
        while os.path.isfile(os.path.join(folder, "__init__.py")):
            folder = os.path.dirname(folder)
            folders.append(folder)
    for one in folders:
        base = os.path.join(one, *parts)
        for file in (f"{base}.py", os.path.join(base, "__init__.py")):
            if (level or len(parts)) and os.path.isfile(file):
                return file
    return ""


@functools.lru_cache(maxsize=1024)
def _names(file: str) -> Optional[Names]:
    try:
        tree = ast.parse(files.read(file).text)
    except (files.CannotRead, SyntaxError, ValueError, RecursionError, MemoryError, OSError):
        return None
    imports: Dict[str, str] = {}
    defined: List[str] = []
    stars: List[str] = []
    exported: Optional[Tuple[str, ...]] = None
    pending: List[ast.stmt] = list(tree.body)
    while pending:
        statement = pending.pop(0)
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            imports.update(imported_names(statement))
            if isinstance(statement, ast.ImportFrom) and any(alias.name == "*" for alias in statement.names):
                stars.append("." * statement.level + (statement.module or ""))
        elif isinstance(statement, (*FUNCTION_DEFS, ast.ClassDef)):
            defined.append(statement.name)
        elif isinstance(statement, ast.Assign):
            for target in statement.targets:
                if isinstance(target, ast.Name):
                    alias = _dotted(statement.value, imports)
                    exported = _strings(statement.value) if target.id == "__all__" else exported
                    if alias:
                        imports[target.id] = alias
                    else:
                        defined.append(target.id)
        elif isinstance(statement, (ast.If, ast.Try, ast.With)):
            pending[:0] = [one for part in ("body", "orelse", "finalbody") for one in getattr(statement, part, ())]
    return Names(imports, tuple(defined), tuple(stars), exported)


def _dotted(node: ast.expr, imports: Dict[str, str]) -> str:
    """Return the full dotted name of `mx.nd`, where `mx` is imported; "" for any other expression."""
    parts: List[str] = []
    while isinstance(node, ast.Attribute):
        parts.insert(0, node.attr)
        node = node.value
    return ".".join([imports[node.id], *parts]) if isinstance(node, ast.Name) and node.id in imports else ""


def _strings(node: ast.expr) -> Optional[Tuple[str, ...]]:
    items = node.elts if isinstance(node, (ast.List, ast.Tuple)) else []
    found = tuple(item.value for item in items if isinstance(item, ast.Constant) and isinstance(item.value, str))
    return found if items and len(found) == len(items) else None
