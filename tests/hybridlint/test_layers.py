"""The modules of the interpreter in layers, each of which imports only from those below it."""

from __future__ import annotations

import ast
import functools
from pathlib import Path
from typing import Iterator

import hybridlint.interpreter

ROOT = Path(hybridlint.interpreter.__file__).parent
NAME = hybridlint.interpreter.__name__
MODULES = {
    ".".join([NAME, *file.relative_to(ROOT).with_suffix("").parts]): file
    for file in ROOT.rglob("*.py")
    if file.name != "__init__.py"
}


def imported(file: Path) -> Iterator[str]:
    """The modules of the interpreter that a file imports when it runs, not for type checkers alone."""
    for statement in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.ImportFrom):
            names = [statement.module, *(f"{statement.module}.{alias.name}" for alias in statement.names)]
            yield from (name for name in names if name in MODULES)


@functools.lru_cache(maxsize=None)
def layer(module: str) -> int:
    return 1 + max(map(layer, imported(MODULES[module])), default=0)


def test_five_layers_lie_below_the_package() -> None:
    assert max(map(layer, MODULES)) <= 5
