"""Fixes labelled cases and lets MXNet judge: is the imperative result the same, and does the block hybridize?

    python benchmarks/truth_fixes.py CASES [--safe] [--verbose]
    python benchmarks/truth_fixes.py --record [--facts]

CASES (or what the environment variable HYBRIDLINT_TRUTH names) is a file or a folder of cases: `tests/case_format.py`
describes their format. Of the cases that MXNet fails, all fixes are applied, or the safe ones alone. A case is
fixed if the check passes on the fixed block, and its imperative outputs, in training too, and the gradients of its
inputs are those of the original. Exit code 0 if no safe fix changes an imperative result.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import sys
import tempfile
from typing import Any, Dict, Iterator, List, Optional

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks import truth_runtime
from hybridlint import rules
from hybridlint.analysis import NotAnalysed
from hybridlint.facts import Facts
from hybridlint.fixing import fix
from tests.case_format import read

ROOT = pathlib.Path(__file__).resolve().parent.parent
#: The blocks of `benchmarks/composed_fixes.py` among those of the tests.
COMPOSED_SEED, COMPOSED = 5, 210


def is_default(code: str) -> bool:
    return code.startswith("HYB0") or rules.find_rule(code).default


def fixed(case: Dict[str, Any], unsafe: bool, facts: Optional[Facts] = None) -> Optional[Dict[str, Any]]:
    """The case with its fixed block, and the `original` beside it; None where nothing is fixed."""
    try:
        done = fix(case["src"], facts, unsafe, selects=is_default)
    except NotAnalysed:
        return None
    if done.text == case["src"]:
        return None
    codes = sorted({finding.code for finding in done.fixed})
    safe = all(finding.fix is not None and finding.fix.safe for finding in done.fixed)
    made = {"src": done.text, "original": case["src"], "label": "clean", "fixed": None, "codes": codes, "safe": safe}
    return {**case, **made}


def fixable() -> List[Dict[str, Any]]:
    """The cases and generated blocks of the repository that MXNet fails, without those in the syntax of a later
    Python."""
    from benchmarks import composed_fixes

    cases = read(str(ROOT / "tests" / "cases"))
    for kind in ("flow", "grammar"):
        lines = (ROOT / "tests" / "generated" / f"{kind}.jsonl").read_text(encoding="utf-8").splitlines()
        cases += map(json.loads, lines)
    cases += [composed_fixes.make(COMPOSED_SEED, number) for number in range(COMPOSED)]
    cases = [case for case in cases if tuple(case.get("python") or ()) <= sys.version_info[:2]]
    return [case for case in cases if case["label"] == "flag"]


def judged(cases: List[Dict[str, Any]], imperative_only: bool = False) -> Iterator[Dict[str, Any]]:
    """The answers to fixed cases: `imperative` is how the imperative results differ, "" where they do not, or None
    where the original raises; the `verdict` is "" where only these results are compared, of all or in a case."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "fixed.jsonl")
        with open(file, "w", encoding="utf-8") as stream:
            stream.writelines(json.dumps({"imperative_only": imperative_only, **case}) + "\n" for case in cases)
        yield from truth_runtime.answers(cases, file)


def is_wrong(answer: Dict[str, Any]) -> bool:
    """Whether a fix changes the imperative result."""
    return bool(answer.get("imperative"))


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
