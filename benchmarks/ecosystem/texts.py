"""Which statement, function and class a line of a package belongs to, and what several releases have in common."""

from __future__ import annotations

import ast
import bisect
import dataclasses
import functools
import pathlib
from typing import Dict, List, Set, Tuple

from benchmarks.ecosystem.environments import Source, sources

Statement = Tuple[str, int]


@dataclasses.dataclass(frozen=True)
class Definition:
    """A class or function of a file: its lines, `name` with what it stands in ("Net.hybrid_forward")."""

    first: int
    last: int
    name: str
    is_class: bool


class Texts:
    """The files of all packages below a folder, by the paths that `environments.shown` gives."""

    def __init__(self, folder: pathlib.Path) -> None:
        self._folder = folder
        self._sources: Dict[str, Source] = {source.row: source for source in sources()}

    def read(self, path: str) -> str:
        """The text of a file."""
        row = path.split("/")[0]
        source = self._sources[row]
        inside = path.split("/", 1)[1] if source.release else path
        return (source.root(self._folder) / inside).read_text(encoding="utf-8")

    @functools.lru_cache(maxsize=None)
    def definitions(self, path: str) -> List[Definition]:
        """All classes and functions of a file, outer before inner."""
        return sorted(_definitions(ast.parse(self.read(path))), key=lambda item: (item.first, -item.last))

    @functools.lru_cache(maxsize=None)
    def _starts(self, path: str) -> List[int]:
        starts: Set[int] = set()
        for node in ast.walk(ast.parse(self.read(path))):
            if isinstance(node, ast.stmt):
                starts.add(node.lineno)
                starts.update(decorator.lineno for decorator in getattr(node, "decorator_list", ()))
        return sorted(starts)

    def statement(self, path: str, line: int) -> Statement:
        """(path, first line) of the statement that `line` belongs to."""
        starts = self._starts(path)
        index = bisect.bisect_right(starts, line)
        return (path, starts[index - 1] if index else line)

    def function(self, path: str, line: int) -> str:
        """ "path:Class.method" of the innermost method or function of a module around `line`, or "" outside.
        Functions inside functions belong to the outer one."""
        name = ""
        for item in self.definitions(path):
            if item.first <= line <= item.last and not item.is_class:
                return f"{path}:{item.name}"
        return name

    def class_of(self, path: str, line: int) -> str:
        """ "path:Class" of the innermost class around `line`, or ""."""
        name = ""
        for item in self.definitions(path):
            if item.first <= line <= item.last and item.is_class:
                name = f"{path}:{item.name}"
        return name

    def repeated(self, path: str, line: int) -> bool:
        """Whether the class or function of a module around `line` stands in an earlier row, word for word."""
        return any(first <= line <= last for first, last in self._repeated.get(path, ()))

    def repeated_places(self, source: Source) -> List[Tuple[str, int, int]]:
        """Path, first and last line of all that `source` repeats."""
        release = (source.release or source.package) + "/"
        return [
            (path, *place) for path, places in self._repeated.items() if path.startswith(release) for place in places
        ]

    @functools.cached_property
    def _repeated(self) -> Dict[str, List[Tuple[int, int]]]:
        repeated: Dict[str, List[Tuple[int, int]]] = {}
        earlier: Set[str] = set()
        for source in self._sources.values():
            fresh: Set[str] = set()
            root = source.root(self._folder)
            for file in sorted((root / source.package).rglob("*.py")):
                text = file.read_text(encoding="utf-8", errors="replace")
                if "hybrid_forward" not in text:
                    continue
                for node in ast.parse(text).body:
                    if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
                        dumped = ast.dump(node)
                        if dumped in earlier:
                            place = (_first_line(node), node.end_lineno or node.lineno)
                            repeated.setdefault(source.shown(file, self._folder), []).append(place)
                        fresh.add(dumped)
            earlier |= fresh
        return repeated


def _definitions(tree: ast.AST, prefix: str = "") -> List[Definition]:
    definitions: List[Definition] = []
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, (ast.FunctionDef, ast.ClassDef)):
            name = f"{prefix}.{child.name}" if prefix else child.name
            last = child.end_lineno or child.lineno
            definitions.append(Definition(_first_line(child), last, name, isinstance(child, ast.ClassDef)))
            definitions += _definitions(child, name)
        else:
            definitions += _definitions(child, prefix)
    return definitions


def _first_line(node: ast.AST) -> int:
    return min([node.lineno] + [item.lineno for item in getattr(node, "decorator_list", ())])
