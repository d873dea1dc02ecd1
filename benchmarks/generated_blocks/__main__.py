"""The linter against MXNet, on blocks that a generator made.

    python benchmarks/generated_blocks                            # the blocks of the tests; needs no MXNet
    python benchmarks/generated_blocks flow --seed 2 --count 500  # new ones, judged by MXNet
    python benchmarks/generated_blocks --cases FILE.jsonl         # those of a file
    python benchmarks/generated_blocks --accept                   # records where the linter disagrees
    python benchmarks/generated_blocks --remake                   # makes and judges the tests' blocks again

Prints for each kind how many of the blocks that break are found, how many of those that work are reported, and how many
findings are on the failing line. With `--pieces`, the pieces in which the linter errs most; with `--show N`, so many
blocks on which the two disagree. `--out FILE.jsonl` writes the blocks with MXNet's judgement.
"""

from __future__ import annotations

import argparse
import collections
import json
import pathlib
import sys
from typing import Any, Dict, List

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))
# The folder itself, which Python put there: its modules are imported by their full names.
sys.path[:] = [entry for entry in sys.path if entry != str(pathlib.Path(__file__).resolve().parent)]

from benchmarks import truth_static  # noqa: E402
from tests.case_format import read  # noqa: E402

BLOCKS = ROOT / "tests" / "generated"
DISAGREEMENTS = BLOCKS / "disagreements.json"
#: Kind → the seed and the number of the blocks that the tests use.
TESTED = {"broadcasting": (7, 200), "flow": (7, 300), "grammar": (7, 100), "graphs": (7, 150), "tries": (7, 120)}


def stored(kind: str) -> List[Dict[str, Any]]:
    """The judged blocks of the tests that this Python can read: some use statements of a later one."""
    cases = read(str(BLOCKS / f"{kind}.jsonl"))
    return [case for case in cases if tuple(case["python"]) <= sys.version_info[:2]]


def accepted() -> Dict[str, List[str]]:
    """Kind → the blocks of the tests on which the linter is known to disagree with MXNet."""
    return dict(json.loads(DISAGREEMENTS.read_text(encoding="utf-8")))


def disagreements(outcomes: List[truth_static.Outcome]) -> List[str]:
    """The blocks that the linter misses or falsely reports."""
    return [outcome.id for outcome in outcomes if outcome.missed or outcome.false_alarm]


def row(kind: str, outcomes: List[truth_static.Outcome]) -> str:
    """The figures of a kind, as a row of Markdown."""
    owed = [o for o in outcomes if o.label == "flag" and o.static == "decidable"]
    undecided = [o for o in outcomes if o.label == "flag" and o.static != "decidable"]
    clean = [o for o in outcomes if o.label == "clean"]
    lines = [o for o in outcomes if o.right_line is not None]
    cells = [
        kind,
        f"{sum(not o.missed for o in owed)} of {len(owed)}",
        f"{sum(o.false_alarm for o in clean)} of {len(clean)}",
        f"{sum(bool(o.right_line) for o in lines)} of {len(lines)}",
        f"{sum(bool(o.findings) for o in undecided)} of {len(undecided)}",
    ]
    return f"| {' | '.join(cells)} |"


HEAD = """\
| kind | breaks: found | works: reported | on the failing line | depends on shapes: found |
|---|---|---|---|---|"""


def pieces(case: Dict[str, Any]) -> List[str]:
    """What the title of a generated block lists."""
    title = case["title"].replace(" then ", ", ").replace(": ", ", ").replace(" (", ", (")
    return sorted(set(title.split(", ")))


def show_pieces(cases: List[Dict[str, Any]], outcomes: List[truth_static.Outcome]) -> None:
    """Print the pieces in which the linter errs most."""
    wrong, seen = collections.Counter(), collections.Counter()
    erring = set(disagreements(outcomes))
    for case in cases:
        seen.update(pieces(case))
        if case["id"] in erring:
            wrong.update(pieces(case))
    print("\n| piece | disagreements | blocks |\n|---|---|---|")
    for piece, number in sorted(wrong.items(), key=lambda item: (-item[1] / seen[item[0]], -item[1])):
        print(f"| {piece} | {number} | {seen[piece]} |")


def show(case: Dict[str, Any], outcome: truth_static.Outcome) -> None:
    """Print a block on which the two disagree."""
    print(f"\n--- {case['id']}: {case['title']}\n{case['src'].partition('nn, rnn')[2].strip()}")
    print(f"    MXNet: {case['verdict']} at line {case['user_line']}: {case['error']}")
    for finding in outcome.findings:
        print(f"    linter: {finding.line}: {finding.code} {finding.message}")


def main() -> int:
    """Print the figures; exit 1 if the linter and MXNet disagree on a block."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", help=f"which of {', '.join(TESTED)}; all without it")
    parser.add_argument("--seed", type=int, help="make new blocks with this seed, which takes MXNet")
    parser.add_argument("--count", type=int, default=300, help="how many new blocks of a kind")
    parser.add_argument("--cases", help="a file of judged blocks")
    parser.add_argument("--out", help="write the judged blocks to this file")
    parser.add_argument("--pieces", action="store_true", help="print the pieces in which the linter errs most")
    parser.add_argument("--show", type=int, default=0, help="how many disagreements of a kind to print")
    parser.add_argument("--accept", action="store_true", help="record the disagreements on the blocks of the tests")
    parser.add_argument("--remake", action="store_true", help="make and judge the blocks of the tests again")
    options = parser.parse_args()
    kinds = options.kinds or list(TESTED)
    unknown = sorted(set(kinds) - set(TESTED))
    if unknown:
        parser.error(f"no kind {unknown[0]!r}; there are {', '.join(TESTED)}")
    found: Dict[str, List[str]] = {}
    judged: List[Dict[str, Any]] = []
    if options.cases:
        judged = read(options.cases)
        kinds = sorted({case["group"] for case in judged})
    for kind in [] if options.cases else kinds:
        judged += _judged(kind, options)
    if options.out:
        _write(pathlib.Path(options.out), judged)
    print(HEAD)
    for kind in kinds:
        cases = [case for case in judged if case["group"] == kind]
        outcomes = truth_static.judge(cases)
        found[kind] = disagreements(outcomes)
        print(row(kind, outcomes))
        if options.pieces:
            show_pieces(cases, outcomes)
        wrong = [pair for pair in zip(cases, outcomes) if pair[0]["id"] in found[kind]]
        for pair in wrong[: options.show]:
            show(*pair)
    if options.accept:
        DISAGREEMENTS.write_text(json.dumps({**accepted(), **found}, indent=1) + "\n", encoding="utf-8")
    return 1 if any(found.values()) else 0


def _judged(kind: str, options: argparse.Namespace) -> List[Dict[str, Any]]:
    if options.seed is None and not options.remake:
        return stored(kind)
    from benchmarks.generated_blocks.judged import judged

    if options.remake:
        cases = judged(kind, *TESTED[kind])
        _write(BLOCKS / f"{kind}.jsonl", cases)
        return cases
    return judged(kind, options.seed, options.count)


def _write(file: pathlib.Path, cases: List[Dict[str, Any]]) -> None:
    file.write_text("".join(json.dumps(case) + "\n" for case in cases), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
