"""How many random single mutations of the linter its tests notice.

    python benchmarks/mutants.py [--count 25] [--seed 1] [--within rules/]

Copies the repository to a temporary folder, changes one operator or constant of one module of `hybridlint/`
there, and runs `pytest tests/hybridlint` until a test fails; that for `--count` changes, drawn anew for each `--seed`.
Prints every mutant that no test notices. Exit code 1 if fewer than nine of ten are noticed, 2 if the tests fail without
a mutation. A mutant takes from seconds to minutes.
"""

from __future__ import annotations

import argparse
import ast
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
from typing import Iterator, List, NamedTuple

ROOT = pathlib.Path(__file__).resolve().parent.parent
#: Tests that notice most mutants, and soon, are run before the others.
FIRST = (
    "tests/hybridlint/test_truth.py::test_every_case_is_judged_as_mxnet_does",
    "tests/hybridlint/test_fixing.py::test_the_fixes_of_the_cases_are_those_that_mxnet_has_judged",
    "tests/hybridlint/test_generated_blocks.py",
    "tests/hybridlint/test_analysis.py",
)
_SWAPPED = {
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Lt: ">=",
    ast.Gt: "<=",
    ast.LtE: ">",
    ast.GtE: "<",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.In: "not in",
    ast.NotIn: "in",
}
#: A test that takes longer than this many seconds does not end with the mutant.
SECONDS = 1800


class Mutation(NamedTuple):
    """Replaces the bytes from `begin` to `end` of a line."""

    file: pathlib.Path
    line: int
    begin: int
    end: int
    text: str

    def apply(self, source: str) -> str:
        lines = source.split("\n")
        raw = lines[self.line - 1].encode()
        lines[self.line - 1] = (raw[: self.begin] + self.text.encode() + raw[self.end :]).decode()
        return "\n".join(lines)


def mutations(file: pathlib.Path) -> Iterator[Mutation]:
    """All single mutations of a module: comparisons, `and` and `or`, `not`, booleans and whole numbers."""
    source = file.read_text(encoding="utf-8")
    lines = source.splitlines()
    for mutation in _anywhere(file, source):
        # A parenthesis between the operands would be lost.
        if not set(b"()") & set(lines[mutation.line - 1].encode()[mutation.begin : mutation.end]):
            yield mutation


def _anywhere(file: pathlib.Path, source: str) -> Iterator[Mutation]:
    skipped = {i for i, line in enumerate(source.splitlines(), 1) if "TYPE_CHECKING" in line}
    for node in ast.walk(ast.parse(source)):
        line = getattr(node, "lineno", 0)
        if not line or line in skipped or line != node.end_lineno:
            continue
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            text = f" {_SWAPPED[type(node.ops[0])]} "
            yield Mutation(file, line, node.left.end_col_offset, node.comparators[0].col_offset, text)
        elif isinstance(node, ast.BoolOp):
            text = " or " if isinstance(node.op, ast.And) else " and "
            yield Mutation(file, line, node.values[0].end_col_offset, node.values[1].col_offset, text)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield Mutation(file, line, node.col_offset, node.operand.col_offset, "")
        elif isinstance(node, ast.Constant) and isinstance(node.value, (bool, int)):
            value = not node.value if isinstance(node.value, bool) else node.value + 1
            yield Mutation(file, line, node.col_offset, node.end_col_offset, repr(value))


def copy(folder: pathlib.Path) -> None:
    """Copy the files that git knows, and new ones that it does not ignore."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        encoding="utf-8",
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)


def noticed(folder: pathlib.Path) -> bool:
    """Whether a test of the linter fails in `folder`."""
    first = [name for name in FIRST if (folder / name.partition("::")[0]).exists()]
    return any(_fails(folder, tests) for tests in ([name] for name in (*first, "tests/hybridlint")))


def _fails(folder: pathlib.Path, tests: List[str]) -> bool:
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    command += ["-n", "0", "--every-case"] if tests[0] in FIRST else []
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def main() -> int:
    """Print the mutants that survive, and how many do."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=25, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--within", default="", help="only modules whose path below hybridlint/ begins like this")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        copy(folder)
        if noticed(folder):
            print("the tests fail without a mutation", file=sys.stderr)
            return 2
        package = folder / "hybridlint"
        files = [file for file in sorted(package.rglob("*.py")) if file.name not in ("__init__.py", "__main__.py")]
        chosen = [file for file in files if str(file.relative_to(package)).startswith(options.within)]
        sites = [mutation for file in chosen for mutation in mutations(file)]
        sample = random.Random(options.seed).sample(sites, min(options.count, len(sites)))
        dead = 0
        for number, mutation in enumerate(sample, 1):
            source = mutation.file.read_text(encoding="utf-8")
            mutation.file.write_text(mutation.apply(source), encoding="utf-8")
            try:
                found = noticed(folder)
            finally:
                mutation.file.write_text(source, encoding="utf-8")
            dead += found
            if not found:
                lines = [text.split("\n")[mutation.line - 1].strip() for text in (source, mutation.apply(source))]
                print(f"not noticed: {mutation.file.relative_to(folder)}:{mutation.line}: {lines[0]}  ->  {lines[1]}")
            print(f"{dead} of {number} noticed", flush=True)
    return 0 if dead >= 0.9 * len(sample) else 1


if __name__ == "__main__":
    sys.exit(main())
