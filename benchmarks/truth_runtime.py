"""Runs the check on labelled cases and reports where the two disagree.

    python benchmarks/truth_runtime.py CASES [--only ID,ID] [--verbose]

CASES (or what the environment variable HYBRIDLINT_TRUTH names) is a file or a folder of cases: `tests/case_format.py`
describes their format. Exit code 0 if every `flag` fails in the right stage and every `clean` case passes.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import sys
from collections import Counter
from typing import Any

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from tests.case_format import read
from tests.judging.check import answers, wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("cases", nargs="?", default=os.environ.get("HYBRIDLINT_TRUTH"))
    parser.add_argument("--only", default="", help="identifiers of cases, separated by commas")
    parser.add_argument("--verbose", action="store_true", help="print every problem of every case that disagrees")
    parser.add_argument("--json", help="write all answers to this file")
    options = parser.parse_args()
    if not options.cases:
        parser.error("name a file of cases, or set HYBRIDLINT_TRUTH")
    only = set(options.only.split(",")) if options.only else None
    cases = [case for case in read(options.cases) if only is None or case["id"] in only]
    by_id = {case["id"]: case for case in cases}
    table: Counter[Any] = Counter()
    disagreements, everything = [], []
    for result in answers(cases):
        case = by_id[result["id"]]
        everything.append(result)
        table[case["label"], result["verdict"]] += 1
        why = wrong(case, result)
        if why:
            disagreements.append((case, result, why))
    for case, result, why in disagreements:
        print(f"{case['id']} ({case['label']}, {case['verdict']}): {why}: {result['summary']}")
        if options.verbose:
            for problem in result.get("problems", []):
                print(f"    [{problem['stage']}] line {problem['line']}: {problem['message']}")
            print(f"    {case['title']}")
    verdicts = sorted({verdict for _, verdict in table})
    print("\n" + "label".ljust(26) + "".join(verdict.rjust(16) for verdict in verdicts))
    for label in sorted({label for label, _ in table}):
        print(label.ljust(26) + "".join(str(table[label, verdict]).rjust(16) for verdict in verdicts))
    seconds = sum(result.get("seconds", 0) for result in everything)
    print(f"{len(everything)} cases, {len(disagreements)} disagreements, {seconds:.0f} s")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as stream:
            json.dump(everything, stream, indent=1)
    return 1 if disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
