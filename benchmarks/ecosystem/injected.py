"""Puts a failure into other people's code, and asks the linter for it: where does it lose what is a tensor?

    python benchmarks/ecosystem/injected.py FOLDER [--package gluoncv]

After an assignment in a `hybrid_forward`, `name = …`, stands `name.asnumpy()` then, which no Symbol has. One place of every
function at a time, all of a file's functions at once. Counted by what is assigned; what is no tensor, such as a number, a
list or a block, is rightly not reported, so that what is printed with `--missed` has to be read. FOLDER is where
`environments.py` made its environments.
"""

from __future__ import annotations

import argparse
import ast
import collections
import dataclasses
import itertools
import multiprocessing
import pathlib
import sys
from typing import Iterator, List, Optional, Tuple

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))

from benchmarks.ecosystem.environments import sources
from hybridlint import checking, files


@dataclasses.dataclass(frozen=True)
class Place:
    """An assignment of `name` that ends on `line`; `kind` is what is assigned, and `text` that as it is written."""

    line: int
    column: int
    name: str
    kind: str
    text: str


def places(function: ast.FunctionDef) -> Iterator[Place]:
    """The assignments of one name in a `hybrid_forward`, whose second argument is `F`."""
    namespace = function.args.args[1].arg
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            kind = _kind(node.value, namespace)
            if kind is not None and node.end_lineno is not None:
                yield Place(node.end_lineno, node.col_offset, node.targets[0].id, kind, ast.unparse(node.value))


def _kind(value: ast.expr, namespace: str) -> Optional[str]:
    if isinstance(value, ast.BinOp):
        return "arithmetic"
    if isinstance(value, ast.Subscript):
        return "a subscript"
    if not isinstance(value, ast.Call):
        return None
    called = ast.unparse(value.func)
    if called.startswith(f"{namespace}."):
        return "an operator of F"
    if called.startswith("self."):
        return "a child, or a method of the block"
    return "another method" if isinstance(value.func, ast.Attribute) else "a function"


def looked_for(path: str) -> List[Tuple[str, Place, bool]]:
    """Each place of a file, and whether the linter told of what was put there."""
    text = files.read(path).text
    if "hybrid_forward" not in text:
        return []
    lines, found = text.split("\n"), []
    functions = [
        sorted(places(node), key=lambda place: place.line)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef) and node.name == "hybrid_forward" and len(node.args.args) > 1
    ]
    for turn in itertools.zip_longest(*functions):
        chosen = sorted((place for place in turn if place is not None), key=lambda place: place.line)
        with_failures = list(lines)
        for shift, place in enumerate(chosen):
            with_failures.insert(place.line + shift, f"{' ' * place.column}{place.name}.asnumpy()")
        told = {finding.line for finding in checking.examine("\n".join(with_failures), path, "1.9.1").findings}
        found += [(path, place, place.line + shift + 1 in told) for shift, place in enumerate(chosen)]
    return found


def main() -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--package", action="append", default=[], help="a package of an environment, such as gluoncv")
    parser.add_argument("--missed", action="store_true", help="print every place that was not told")
    options = parser.parse_args()
    folder, paths = options.folder.resolve(), []
    for source in sources():
        if source.release is None and (not options.package or source.package in options.package):
            paths += files.python_files([str(source.root(folder) / source.package)], (), lambda path, reason: None)
    counts: collections.Counter[Tuple[str, bool]] = collections.Counter()
    with multiprocessing.Pool() as pool:
        for found in pool.imap_unordered(looked_for, paths, chunksize=8):
            for path, place, told in found:
                counts[place.kind, told] += 1
                if options.missed and not told:
                    print(f"{path}:{place.line}: {place.name} = {place.text}")
    print("| what is assigned | places | told |\n|---|---|---|")
    for kind in sorted({kind for kind, _ in counts}):
        print(f"| {kind} | {counts[kind, True] + counts[kind, False]} | {counts[kind, True]} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
