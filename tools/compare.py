"""Findings that appear, vanish or move between a revision and the working tree, with how MXNet judges each.

    python tools/compare.py HEAD~1                  # the judged cases, and released packages that pip downloads
    python tools/compare.py HEAD~1 --cases --every 5  # a fifth of the cases, without packages

A finding is a file, a line and a code; with --messages its message too, with --fixes the text of its fix. The cases are
those of the working tree: files in `tests/cases`, generated blocks, and those of HYBRIDLINT_TRUTH. The exit code is 0
whatever differs.
"""

from __future__ import annotations

import argparse
import collections
import io
import json
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile
from typing import Any, Dict, List, NamedTuple, Optional, Set, Tuple

ROOT = pathlib.Path(__file__).resolve().parent.parent
JUDGEMENTS = ROOT / "benchmarks" / "ecosystem" / "judgements.json"

#: Run with the package of one revision: the texts are read from the standard input, the findings are printed as JSON.
_WORKER = """
import json, sys
from hybridlint.analysis import NotAnalysed, analyse
found = {}
for name, text in json.load(sys.stdin).items():
    try:
        found[name] = [
            [one.line, one.code, one.message, None if one.fix is None else [repr(one.fix.edits), one.fix.safe]]
            for one in analyse(text)
            if one.default
        ]
    except NotAnalysed as error:
        found[name] = [[error.line, "not analysed", str(error), None]]
    except Exception as error:
        found[name] = [[1, "error", repr(error), None]]
json.dump(found, sys.stdout)
"""


class Finding(NamedTuple):
    """A finding, by what is compared of it."""

    name: str
    line: int
    code: str
    more: str = ""

    def __str__(self) -> str:
        return f"{self.name}:{self.line} {self.code}{self.more and f' {self.more}'}"


def findings(root: pathlib.Path, texts: Dict[str, str], messages: bool, fixes: bool) -> Set[Finding]:
    """The default findings of the linter in the folder `root`. Raises subprocess.CalledProcessError if it fails."""
    command = [sys.executable, "-c", _WORKER]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    # In an empty folder: Python puts the working directory before PYTHONPATH.
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            command,
            input=json.dumps(texts),
            stdout=subprocess.PIPE,
            check=True,
            encoding="utf-8",
            env=environment,
            cwd=folder,
        )
    result = set()
    for name, rows in json.loads(done.stdout).items():
        for line, code, message, fix in rows:
            more = [message] * messages + [f"fix: {fix}"] * (fixes and fix is not None)
            result.add(Finding(name, line, code, " ".join(more)))
    return result


def unpack(revision: str, folder: pathlib.Path) -> None:
    """Write the linter of a revision into `folder`. Raises subprocess.CalledProcessError for an unknown one."""
    command = ["git", "-C", str(ROOT), "archive", revision, "hybridlint"]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        archive.extractall(folder)


class Judge:
    """What MXNet does with the cases, and did with the packages that `benchmarks/ecosystem` has judged."""

    def __init__(self, cases: Dict[str, Dict[str, Any]]) -> None:
        self._cases = cases
        self._places: Dict[str, str] = {}
        for entry in json.loads(JUDGEMENTS.read_text(encoding="utf-8")):
            self._places[entry["place"].partition(" ")[0]] = entry["outcome"]

    def outcome(self, finding: Finding) -> str:
        """ "right", "wrong" or "not judged", and why."""
        case = self._cases.get(finding.name)
        if case is None:
            parts = finding.name.split("/")
            for start in range(len(parts)):
                judgement = self._places.get(f"{'/'.join(parts[start:])}:{finding.line}")
                if judgement is not None:
                    return {"breaks": "right: ", "false alarm": "wrong: "}.get(judgement, "not judged: ") + judgement
            return "not judged"
        if case["label"] == "clean":
            return "wrong: works in both phases"
        if case["label"] != "flag":
            return f"not judged: {case['label']}"
        if case.get("user_line") in (None, finding.line):
            return f"right: {case['verdict']}"
        return f"wrong line: {case['verdict']} in line {case['user_line']}"


def moves(vanished: Set[Finding], appeared: Set[Finding]) -> List[Tuple[Finding, Finding]]:
    """The pairs of findings that differ only in their line. They are taken out of both sets."""
    pairs = []
    for old in sorted(vanished):
        new = min(
            (
                candidate
                for candidate in appeared
                if (candidate.name, candidate.code, candidate.more) == (old.name, old.code, old.more)
            ),
            key=lambda candidate: abs(candidate.line - old.line),
            default=None,
        )
        if new is not None:
            vanished.remove(old)
            appeared.remove(new)
            pairs.append((old, new))
    return pairs


def judged_cases(every: int) -> Dict[str, Dict[str, Any]]:
    """Name → case, of every so many-th case of the repository."""
    sys.path.insert(0, str(ROOT))
    from tests.case_format import read

    cases = read(str(ROOT / "tests" / "cases"))
    for file in sorted((ROOT / "tests" / "generated").glob("*.jsonl")):
        cases += [case for case in read(str(file)) if "label" in case]
    if os.environ.get("HYBRIDLINT_TRUTH"):
        cases += read(os.environ["HYBRIDLINT_TRUTH"])
    return {case["id"]: case for case in cases[::every]}


def main(arguments: Optional[List[str]] = None) -> int:
    """Print the difference."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revision")
    parser.add_argument("--cases", action="store_true", help="only the cases, for which nothing is downloaded")
    parser.add_argument("--every", type=int, default=1, help="only every so many-th case")
    parser.add_argument("--packages", type=pathlib.Path, help="where packages are unpacked")
    parser.add_argument("--messages", action="store_true", help="compare messages too")
    parser.add_argument("--fixes", action="store_true", help="compare fixes too")
    options = parser.parse_args(arguments)
    cases = judged_cases(options.every)
    texts = {name: case["src"] for name, case in cases.items()}
    if not options.cases:
        from tools import packages

        texts.update(packages.hybrid_files(options.packages or packages.FOLDER))
    with tempfile.TemporaryDirectory() as folder:
        unpack(options.revision, pathlib.Path(folder))
        old = findings(pathlib.Path(folder), texts, options.messages, options.fixes)
    new = findings(ROOT, texts, options.messages, options.fixes)
    report(old, new, Judge(cases))
    print(f"{len(texts)} texts compared with {options.revision}")
    return 0


def report(old: Set[Finding], new: Set[Finding], judge: Judge) -> None:
    """Print the differences, each with MXNet's judgement, and how many there are of each."""
    vanished, appeared = old - new, new - old
    moved = moves(vanished, appeared)
    for title, sign, changed in (("vanish", "-", vanished), ("appear", "+", appeared)):
        outcomes = {finding: judge.outcome(finding) for finding in sorted(changed)}
        for finding, outcome in outcomes.items():
            print(f"{sign} {finding}    [{outcome}]")
        counts = collections.Counter(outcome.partition(":")[0] for outcome in outcomes.values())
        print(f"{len(changed)} {title}" + "".join(f", {count} {kind}" for kind, count in sorted(counts.items())))
    for before, after in moved:
        print(f"> {before} -> line {after.line}    [{judge.outcome(before)}; then {judge.outcome(after)}]")
    print(f"{len(moved)} move")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main())
