"""How many random single mutations of the linter its tests notice.

    python benchmarks/mutants.py [--count 25] [--seed 1] [--within rules/]

Copies the repository to a temporary folder and runs its tests of the linter there once, the slow ones too, to record
which test runs which line: about twenty minutes on Python 3.12 and later, three times as long on earlier ones. Then
changes one operator or constant of one module of `hybridlint/` at a time, `--count` times, chosen by `--seed`, and runs
the tests that reach its line, quickest first, until one fails or `--seconds` are over. Prints every mutant that no test
notices.
Where MXNet is installed, the tests of what the runtime asks the linter for run too: facts, failing lines and fixes.
Exit code 1 if fewer than nine of ten are noticed, 2 if the tests cannot be run. Needs the package coverage.
"""

from __future__ import annotations

import argparse
import ast
import functools
import importlib
import importlib.util
import json
import multiprocessing
import os
import pathlib
import pkgutil
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Sequence, Set

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
COVERAGE, SECONDS, LOG = ".coverage", "seconds.json", "pytest.log"
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
    """Replaces the bytes from `begin` to `end` of a line. The statement with that line begins on line `statement`."""

    file: pathlib.Path
    statement: int
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
    tree = ast.parse(source)
    statements = sorted(node.lineno for node in ast.walk(tree) if isinstance(node, ast.stmt))
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        if not line or line in skipped or line != node.end_lineno:
            continue
        make = functools.partial(Mutation, file, max((one for one in statements if one <= line), default=line), line)
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
            shutil.copy2(ROOT / name, folder / name)


class Recording:
    """Which tests reach which lines of the linter in `folder`, and the `seconds` of each test.

    A line that runs on import concerns each test that reaches its module, and those that reach no line: they inspect
    the package. One that no test reaches in the process of the tests concerns those that start other processes.
    """

    def __init__(self, folder: pathlib.Path, seconds: Dict[str, float]) -> None:
        from coverage import CoverageData

        self.seconds = seconds
        self._data = CoverageData(str(folder / COVERAGE))
        self._data.read()
        self._inspecting = seconds.keys() - self._data.measured_contexts()
        self._starting = {
            test for test in seconds if "subprocess" in (folder / test.partition("::")[0]).read_text(encoding="utf-8")
        }

    def tests(self, mutation: Mutation, most: float) -> Dict[str, float]:
        """The quickest tests that may notice a mutation, with their seconds: at most `most` in all, but one test."""
        lines = self._data.contexts_by_lineno(str(mutation.file))
        reaching = {test for line in range(mutation.statement, mutation.line + 1) for test in lines.get(line, ())}
        if "" in reaching:
            reaching = self._inspecting.union(*lines.values())
        if reaching <= {""}:
            reaching = self._starting
        found: Dict[str, float] = {}
        for test in sorted(reaching & self.seconds.keys(), key=self.seconds.__getitem__):
            if found and sum(found.values()) + self.seconds[test] > most:
                break
            found[test] = self.seconds[test]
        return found


class _Recorder:
    """A plugin of pytest that writes a recording to files."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder
        self.seconds: Dict[str, float] = {}
        self.failing: Set[str] = set()
        if (folder / SECONDS).exists():  # the second of two recordings
            self.seconds, failing = json.loads((folder / SECONDS).read_text(encoding="utf-8"))
            self.failing.update(failing)
        if sys.version_info >= (3, 12):  # much quicker than a trace function
            os.environ["COVERAGE_CORE"] = "sysmon"
        import coverage

        self.coverage = coverage.Coverage(
            str(folder / COVERAGE), config_file=False, source=[str(folder / "hybridlint")]
        )
        self.coverage.set_option("run:disable_warnings", ["no-sysmon-context"])  # see restart_events below

    def pytest_configure(self) -> None:
        self.coverage.load()  # what an earlier recording has
        self.coverage.start()
        package = importlib.import_module("hybridlint")
        for module in pkgutil.walk_packages(package.__path__, "hybridlint."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.coverage.switch_context(item.nodeid)
        if sys.version_info >= (3, 12):
            sys.monitoring.restart_events()
        begin = time.perf_counter()
        yield
        self.seconds[item.nodeid] = time.perf_counter() - begin

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failing.add(report.nodeid)

    def pytest_unconfigure(self) -> None:
        self.coverage.stop()
        self.coverage.save()
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
            (one for one in items if one.nodeid in self.seconds), key=lambda one: self.seconds[one.nodeid]
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
    with open(folder / LOG, "w") as log:
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
        sys.exit(pytest.main(["-q", "-n", "0", "-p", "no:cacheprovider", *tests], [plugin()]))


def record(folder: pathlib.Path) -> Recording:
    """Run all tests of the linter. Those that fail without a mutation are printed, and left out."""
    passes(folder, ["--run-slow", *TESTS], lambda: _Recorder(folder))
    if importlib.util.find_spec("mxnet"):
        passes(folder, ON_MXNET, lambda: _Recorder(folder))
    if not (folder / SECONDS).exists():
        raise ValueError((folder / LOG).read_text(encoding="utf-8", errors="replace")[-2000:])
    seconds, failing = json.loads((folder / SECONDS).read_text(encoding="utf-8"))
    for test in failing:
        print(f"left out, fails without a mutation: {test}")
    return Recording(folder, {test: taken for test, taken in seconds.items() if test not in failing})


def noticed(folder: pathlib.Path, recording: Recording, mutation: Mutation, most: float) -> bool:
    """Whether a test of the linter fails in `folder` with the mutation, among the quickest that take `most` seconds."""
    sys.dont_write_bytecode = True  # that of the recording stays, which belongs to the files without a mutation
    tests = recording.tests(mutation, most)
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
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        copy(folder)
        try:
            recording = record(folder)
        except ValueError as error:
            print(error, file=sys.stderr)
            return 2
        package = folder / "hybridlint"
        files = [file for file in sorted(package.rglob("*.py")) if file.name not in ("__init__.py", "__main__.py")]
        chosen = [file for file in files if str(file.relative_to(package)).startswith(options.within)]
        sites = [mutation for file in chosen for mutation in mutations(file)]
        sample = random.Random(options.seed).sample(sites, min(options.count, len(sites)))
        dead = 0
        for number, mutation in enumerate(sample, 1):
            source = mutation.file.read_text(encoding="utf-8")
            found = noticed(folder, recording, mutation, options.seconds)
            dead += found
            if not found:
                lines = [text.split("\n")[mutation.line - 1].strip() for text in (source, mutation.apply(source))]
                print(f"not noticed: {mutation.file.relative_to(folder)}:{mutation.line}: {lines[0]}  ->  {lines[1]}")
            print(f"{dead} of {number} noticed", flush=True)
    return 0 if dead >= 0.9 * len(sample) else 1


if __name__ == "__main__":
    sys.exit(main())
