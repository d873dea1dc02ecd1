"""Fixes labelled cases and lets MXNet judge: is the imperative result the same, and does the block hybridize?

    python benchmarks/truth_fixes.py CASES [--safe] [--verbose]

CASES (or what the environment variable HYBRIDLINT_TRUTH names) is a file or a folder of cases: `tests/case_format.py`
describes their format. Of the cases that MXNet fails, all fixes are applied, or the safe ones alone. Exit code 0 if no
safe fix changes an imperative result.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from tests.case_format import read
from tests.judging.fixes import fixed, is_wrong, judged


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("cases", nargs="?", default=os.environ.get("HYBRIDLINT_TRUTH"))
    parser.add_argument("--safe", action="store_true", help="apply safe fixes only")
    parser.add_argument("--verbose", action="store_true", help="print what each case that is not fixed lacks")
    options = parser.parse_args()
    if not options.cases:
        parser.error("name a file of cases, or set HYBRIDLINT_TRUTH")
    flagged = [case for case in read(options.cases) if case["label"] == "flag" and case["static"] == "decidable"]
    changed = [item for item in (fixed(case, not options.safe) for case in flagged) if item is not None]
    repaired, wrong = set(), []
    for answer in judged(changed):
        if is_wrong(answer):
            wrong.append(answer["id"])
        elif answer["verdict"] == "passed":
            repaired.add(answer["id"])
        if options.verbose and answer["id"] not in repaired:
            print(f"{answer['id']}: {answer.get('imperative') or answer['summary']}")
    by_hand = {case["id"] for case in flagged if case.get("fixed")}
    if options.verbose:
        print("not fixed:", *sorted(case["id"] for case in flagged if case["id"] not in repaired))
    print(f"{len(flagged)} decidable cases, {len(changed)} changed, {len(repaired)} fixed")
    if by_hand:
        share = 100 * len(repaired & by_hand) / len(by_hand)
        print(f"{len(by_hand)} have a fix made by hand; of these {len(repaired & by_hand)} are fixed ({share:.0f} %)")
    print(f"{len(wrong)} imperative results changed{': ' + ' '.join(sorted(wrong)) if wrong else ''}")
    return 1 if wrong and options.safe else 0


if __name__ == "__main__":
    sys.exit(main())
