"""A copy of source trees in which some files have other contents. Unchanged files are linked; originals are only
read."""

from __future__ import annotations

import dataclasses
import importlib.abc
import importlib.util
import os
import sys
from typing import Any, Dict, List, Mapping, Sequence

from .errors import CannotLook


@dataclasses.dataclass(frozen=True)
class Overlay:
    """`roots` maps each copied folder to its copy; from the folders `search` changed modules are imported."""

    roots: Mapping[str, str]
    search: Sequence[str] = ()

    def path(self, original: str) -> str:
        """Return the copy of the file or folder `original`, `original` itself if there is none."""
        path = os.path.realpath(original)
        for root, copy in self.roots.items():
            if path == root or path.startswith(os.path.join(root, "")):
                return os.path.join(copy, os.path.relpath(path, root)) if path != root else copy
        return original

    def original(self, text: str) -> str:
        """Return `text` with the paths of copies replaced by those of the originals."""
        for root, copy in self.roots.items():
            text = text.replace(copy, root)
        return text


class Finder(importlib.abc.MetaPathFinder):
    """Imports the copies of modules, wherever the originals are found: an editable installation may have a finder of
    its own, which maps packages to folders of any name."""

    def __init__(self, overlay: Overlay) -> None:
        self._overlay = overlay

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        found = (finder.find_spec(name, path, target) for finder in sys.meta_path if finder is not self)
        spec = next(filter(None, found), None)
        if spec is None or not (spec.origin or "").endswith(".py"):
            return spec
        copy, places = self._overlay.path(spec.origin), spec.submodule_search_locations  # type: ignore[arg-type]
        return importlib.util.spec_from_file_location(name, copy, submodule_search_locations=places)

    def require_copies(self) -> None:
        """Raise CannotLook if a module was loaded from a file with other contents in the overlay."""
        for name, module in list(sys.modules.items()):
            file = getattr(module, "__file__", None) or ""
            if file.endswith(".py") and os.path.realpath(self._overlay.path(file)) != os.path.realpath(file):
                raise CannotLook(f"`{name}` was imported from {file}, and not as it is fixed")


def overlaid(folder: str, changed: Mapping[str, bytes]) -> Overlay:
    """Create an overlay, in the existing `folder`, of the folders from which the files `changed` (real path → content)
    are imported.

    It includes the current folder if that contains any of them. Raise OSError.
    """
    roots: List[str] = []
    here = os.path.realpath(os.getcwd())
    for root in sorted({here, *map(_root_of, changed)}, key=len):
        inside = [path for path in changed if path.startswith(os.path.join(root, ""))]
        if inside and not any(root.startswith(os.path.join(outer, "")) for outer in roots):
            roots.append(root)
    made: Dict[str, str] = {}
    for number, root in enumerate(roots):
        made[root] = os.path.join(os.path.realpath(folder), str(number))
        _mirror(root, made[root], changed)
    overlay = Overlay(made)
    # Those of changed modules too, such as `src`: the originals may be in the search path, by an editable installation.
    search = dict.fromkeys([*made.values(), *map(overlay.path, sorted(map(_root_of, changed)))])
    return dataclasses.replace(overlay, search=tuple(search))


def _root_of(path: str) -> str:
    """Return the folder from which the module at `path` can be imported."""
    folder = os.path.dirname(path)
    while os.path.exists(os.path.join(folder, "__init__.py")):
        folder = os.path.dirname(folder)
    return folder


def _mirror(folder: str, copy: str, changed: Mapping[str, bytes]) -> None:
    os.mkdir(copy)
    for entry in os.scandir(folder):
        path, target = os.path.join(folder, entry.name), os.path.join(copy, entry.name)
        if path in changed:
            with open(target, "wb") as stream:
                stream.write(changed[path])
        elif any(file.startswith(os.path.join(path, "")) for file in changed):
            _mirror(path, target, changed)
        elif (
            entry.name != "__pycache__"
        ):  # no compiled file may be used in place of a changed file, or be written for it
            os.symlink(path, target)
