"""What fixes make of generated blocks with one to five different failures, judged by MXNet.

    python benchmarks/composed_fixes.py [--count 12] [--show] [SEED ...]

The blocks are those of `tests/composed_blocks.py`. Prints a row for each seed: the failing lines, those that the linter
names, the blocks whose fixes do not need the shapes of a run, those of them that are green after all fixes (the
imperative outputs of the original; the check passes), and the imperative outputs that safe fixes change. For each block
a second run must change nothing and every comment must remain, otherwise the exit code is 1.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import sys
from typing import List, NamedTuple

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from hybridlint.analysis import analyse
from tests.composed_blocks import make
from tests.judging import fixes


class Figures(NamedTuple):
    """What became of the blocks of a seed, by their number or their identifiers."""

    failing: int
    named: int
    decidable: int
    green: int
    changed: List[str]
    faults: List[str]


def figures(seed: int, count: int, show: bool = False) -> Figures:
    """Fix blocks and let MXNet judge them; with `show`, print what each lacks, and the lines that are not named."""
    cases = {case["id"]: case for case in (make(seed, number) for number in range(count))}
    failing = named = 0
    faults = []
    for case in cases.values():
        reported = {item.line for item in analyse(case["src"]) if item.default}
        failing, named = failing + len(case["failing"]), named + len(reported & set(case["failing"]))
        for line in sorted(set(case["failing"]) - reported) if show else ():
            print(f"{case['id']}: not named: {case['src'].splitlines()[line - 1].strip()}")
        fault = fixes.unsound(case)
        faults += [f"{case['id']}: {fault}"] if fault else []
    changed = {
        unsafe: [item for item in (fixes.fixed(case, unsafe) for case in cases.values()) if item is not None]
        for unsafe in (False, True)
    }
    green, undecided = 0, sum(case["static"] != "decidable" for case in cases.values())
    for answer in fixes.judged([item for item in changed[True] if item["static"] == "decidable"]):
        undecided += answer.get("imperative") is None
        good = answer.get("imperative") == "" and answer["verdict"] == "passed"
        green += good
        if show and not good:
            print(f"{answer['id']} ({cases[answer['id']]['title']}): {answer.get('imperative') or answer['summary']}")
    safe = fixes.judged(changed[False], imperative_only=True)
    wrong = [answer["id"] for answer in safe if fixes.is_wrong(answer)]
    return Figures(failing, named, len(cases) - undecided, green, wrong, faults)


def main() -> int:
    """Print the rows."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seeds", nargs="*", type=int, default=[1], metavar="SEED")
    parser.add_argument("--count", type=int, default=12, help="blocks of each seed")
    parser.add_argument("--show", action="store_true", help="print what each block lacks, and the lines not named")
    options = parser.parse_args()
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    print("| seed | failing lines | named | need no shapes | green | changed by safe fixes |")
    print("|---|---|---|---|---|---|")
    is_right = True
    for seed in options.seeds:
        row = figures(seed, options.count, options.show)
        print(
            f"| {seed} | {row.failing} | {row.named} | {row.decidable} | {row.green} | {len(row.changed)} |", flush=True
        )
        print(
            "\n".join([f"{name}: changed by safe fixes" for name in row.changed] + row.faults), end="", file=sys.stderr
        )
        is_right = is_right and not row.changed and not row.faults
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
