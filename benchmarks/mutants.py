"""How many random single mutations of the linter its tests notice.

    python benchmarks/mutants.py [--count 25] [--seed 1] [--within rules/] [--quick]

Copies the repository to a temporary folder and chooses `--count` places by `--seed`: an operator or a constant of a
module of `hybridlint/`. Runs the tests of the linter there once, the slow ones too, to record which test evaluates
which of them, in other processes too. Then changes one place at a time, and runs the tests that evaluate it, quickest
first, until one fails or `--seconds` are over. Prints every mutant that no test notices.
Where MXNet is installed, the tests of what the runtime uses of the linter run too: facts, failing lines and fixes.
Exit code 1 if fewer than nine of ten are noticed, 2 if the tests cannot be run.
"""

from __future__ import annotations

import argparse
import ast
import functools
import importlib.util
import json
import multiprocessing
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Sequence, Set, Tuple

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
#: The tests of the linter without those of other tools that call it, which take long.
TESTS = ("tests/hybridlint", "--ignore=tests/hybridlint/test_integrations.py", "tests/docs/test_words.py")
#: Those that need MXNet 1.9.1.
ON_MXNET = tuple(
    f"tests/hybridlint_runtime/{name}.py"
    for name in (
        "export/onnx/test_operators",
        "test_array_shapes",
        "test_block_details",
        "test_failing_lines",
        "test_fixes",
        "test_fixes_properties",
        "test_fixing",
        "test_rules_explain_failures",
        "test_symbols",
    )
)
#: Files of a recording.
SECONDS, LOG = "seconds.json", "pytest.log"
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


class Mutation(NamedTuple):
    """Replaces the bytes from `begin` to `end` of a line, a part of the expression from `first` to `last`."""

    file: pathlib.Path
    line: int
    first: int
    last: int
    begin: int
    end: int
    text: str

    def apply(self, source: str) -> str:
        return _replaced(source, self.line, [(self.begin, self.end, self.text)])

    def watched(self, source: str, number: int) -> str:
        """The source in which evaluating the expression records `number`."""
        call = f'(__import__("{HITS}").at({number}) or '
        return _replaced(source, self.line, [(self.last, self.last, ")"), (self.first, self.first, call)])


def _replaced(source: str, line: int, parts: Sequence[Tuple[int, int, str]]) -> str:
    """Replace bytes of a line of the source, each part before the one in front of it."""
    lines = source.split("\n")
    raw = lines[line - 1].encode()
    for begin, end, text in parts:
        raw = raw[:begin] + text.encode() + raw[end:]
    lines[line - 1] = raw.decode()
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
    tree = ast.parse(source)
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        if not line or line in skipped or line != node.end_lineno:
            continue
        make = functools.partial(Mutation, file, line, node.col_offset, node.end_col_offset)
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            text = f" {_SWAPPED[type(node.ops[0])]} "
            yield make(node.left.end_col_offset, node.comparators[0].col_offset, text)
        elif isinstance(node, ast.BoolOp):
            text = " or " if isinstance(node.op, ast.And) else " and "
            yield make(node.values[0].end_col_offset, node.values[1].col_offset, text)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield make(node.col_offset, node.operand.col_offset, "")
        elif isinstance(node, ast.Constant) and isinstance(node.value, (bool, int)):
            value = not node.value if isinstance(node.value, bool) else node.value + 1
            yield make(node.col_offset, node.end_col_offset, repr(value))


def copy(folder: pathlib.Path) -> None:
    """Copy the files that git tracks, and new ones that it does not ignore."""
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
            shutil.copy2(ROOT / name, folder / name)


class Recording(NamedTuple):
    """The `seconds` of each test, and for each mutation the tests that evaluate its expression.

    One that is evaluated on import concerns all tests.
    """

    seconds: Dict[str, float]
    reaching: List[Set[str]]

    def tests(self, number: int, most: float) -> Dict[str, float]:
        """The quickest tests that may notice a mutation, with their seconds: at most `most` in all, but one test."""
        reaching = self.reaching[number]
        selected: Dict[str, float] = {}
        for test in sorted(self.seconds if "" in reaching else reaching & self.seconds.keys(), key=self.seconds.get):  # type: ignore[arg-type]
            if selected and sum(selected.values()) + self.seconds[test] > most:
                break
            selected[test] = self.seconds[test]
        return selected


#: A module of the copy, which records in a file beside it the tests that evaluate an expression.
HITS = "mutants_hits"
_HITS = """\
import os
_known = set()
def at(number):
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" (")[0]
    if (number, test) not in _known:
        _known.add((number, test))
        with open(__file__ + ".txt", "a") as stream:
            stream.write(f"{number} {test}\\n")
"""


class _Recorder:
    """A plugin of pytest that writes a recording to files."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder
        self.seconds: Dict[str, float] = {}
        self.failing: Set[str] = set()
        if (folder / SECONDS).exists():  # the second of two recordings
            self.seconds, failing = json.loads((folder / SECONDS).read_text(encoding="utf-8"))
            self.failing.update(failing)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        begin = time.perf_counter()
        yield
        self.seconds[item.nodeid] = time.perf_counter() - begin

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failing.add(report.nodeid)

    def pytest_unconfigure(self) -> None:
        seconds = json.dumps([self.seconds, sorted(self.failing)])
        (self.folder / SECONDS).write_text(seconds, encoding="utf-8")


class _Selection:
    """A plugin of pytest that runs certain tests, quickest first. One that takes much longer than it did (a mutant may
    loop for ever) ends the process."""

    def __init__(self, seconds: Dict[str, float]) -> None:
        self.seconds = seconds

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: List[pytest.Item]) -> None:
        items[:] = sorted(
            (item for item in items if item.nodeid in self.seconds), key=lambda item: self.seconds[item.nodeid]
        )

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        signal.alarm(round(60 + 5 * self.seconds[item.nodeid]))
        yield
        signal.alarm(0)


def passes(folder: pathlib.Path, tests: Sequence[str], plugin: Callable[[], Any]) -> bool:
    """Whether these tests pass in `folder`, in a process of their own."""
    child = multiprocessing.get_context("fork").Process(target=_run, args=(folder, tests, plugin))
    child.start()
    child.join()
    return child.exitcode == 0


def _run(folder: pathlib.Path, tests: Sequence[str], plugin: Callable[[], Any]) -> None:
    os.chdir(folder)
    sys.path.insert(0, str(folder))
    os.environ.update(PYTHONPATH=str(folder), PYTHONDONTWRITEBYTECODE="1")
    sys.dont_write_bytecode = True
    with open(folder / LOG, "w") as log:
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
        sys.exit(pytest.main(["-q", "-n", "0", "-p", "no:cacheprovider", *tests], [plugin()]))


def record(folder: pathlib.Path, sample: Sequence[Mutation], slow: Sequence[str]) -> Recording:
    """Run all tests of the linter. Those that fail without a mutation are printed, and omitted."""
    (folder / f"{HITS}.py").write_text(_HITS, encoding="utf-8")
    originals = {mutation.file: mutation.file.read_text(encoding="utf-8") for mutation in sample}
    for file, source in originals.items():
        places = [place for place in enumerate(sample) if place[1].file == file]
        for number, mutation in sorted(places, key=lambda place: (place[1].line, place[1].first), reverse=True):
            source = mutation.watched(source, number)
        file.write_text(source, encoding="utf-8")
    try:
        passes(folder, [*slow, *TESTS], lambda: _Recorder(folder))
        if importlib.util.find_spec("mxnet"):
            passes(folder, ON_MXNET, lambda: _Recorder(folder))
    finally:
        for file, source in originals.items():
            file.write_text(source, encoding="utf-8")
    if not (folder / SECONDS).exists():
        raise ValueError((folder / LOG).read_text(encoding="utf-8", errors="replace")[-2000:])
    seconds, failing = json.loads((folder / SECONDS).read_text(encoding="utf-8"))
    for test in failing:  # some inspect the source, which was changed
        if not passes(folder, [*slow, test.partition("::")[0]], lambda test=test: _Selection({test: 60.0})):
            print(f"omitted, fails without a mutation: {test}")
            del seconds[test]
    reaching: List[Set[str]] = [set() for _ in sample]
    hits = folder / f"{HITS}.py.txt"
    for line in hits.read_text(encoding="utf-8").splitlines() if hits.exists() else ():
        number, _, test = line.partition(" ")
        reaching[int(number)].add(test)
    return Recording(seconds, reaching)


def noticed(folder: pathlib.Path, mutation: Mutation, tests: Dict[str, float]) -> bool:
    """Whether one of the `tests` fails in `folder` with the mutation."""
    if not tests:
        return False
    original = folder / "original.py"
    shutil.copy2(mutation.file, original)
    mutation.file.write_text(mutation.apply(original.read_text(encoding="utf-8")), encoding="utf-8")
    try:
        files = {test.partition("::")[0] for test in tests}
        return not passes(folder, ["-x", "--run-slow", *sorted(files)], lambda: _Selection(tests))
    finally:
        shutil.copy2(original, mutation.file)


def main() -> int:
    """Print the mutants that survive, and how many do."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=25, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--within", default="", help="only modules whose path below hybridlint/ begins like this")
    parser.add_argument("--seconds", type=float, default=120, help="tests for a mutant take at most this in all")
    parser.add_argument("--quick", action="store_true", help="without the slow tests and the cases outside of samples")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        copy(folder)
        package = folder / "hybridlint"
        files = [file for file in sorted(package.rglob("*.py")) if file.name not in ("__init__.py", "__main__.py")]
        chosen = [file for file in files if str(file.relative_to(package)).startswith(options.within)]
        sites = [mutation for file in chosen for mutation in mutations(file)]
        sample = random.Random(options.seed).sample(sites, min(options.count, len(sites)))
        try:
            recording = record(folder, sample, [] if options.quick else ["--run-slow"])
        except ValueError as error:
            print(error, file=sys.stderr)
            return 2
        dead = 0
        for number, mutation in enumerate(sample):
            source = mutation.file.read_text(encoding="utf-8")
            killed = noticed(folder, mutation, recording.tests(number, options.seconds))
            dead += killed
            if not killed:
                lines = [text.split("\n")[mutation.line - 1].strip() for text in (source, mutation.apply(source))]
                print(f"not noticed: {mutation.file.relative_to(folder)}:{mutation.line}: {lines[0]}  ->  {lines[1]}")
            print(f"{dead} of {number + 1} noticed", flush=True)
    return 0 if dead >= 0.9 * len(sample) else 1


if __name__ == "__main__":
    sys.exit(main())
