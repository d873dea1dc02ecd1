"""Precision and recall of the linter with the facts of an imperative run, on cases whose outcome on MXNet is known.

    python benchmarks/facts.py CASES [--fixed] [--only ID,ID]

Runs every case imperatively, hands the facts of that run to the linter, and compares its findings with the label:
with facts there is no guess, so every finding on a `clean` case is false, and every `flag` without a finding is
missed, also one that needs shapes. A case of the label `differs` leaves something else behind in each phase, which
`tests/hybridlint_runtime/test_cases.py` measures, so a finding is true there.

`--fixed` takes the corrected form of each case instead. Prints each false one and each missed one, with the reason if
the case has one; exit code 1 if there is a false one without.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import pathlib
import sys
import tempfile
from typing import Any, Dict, List, Tuple

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from benchmarks import truth_runtime
from hybridlint.analysis import analyse
from hybridlint.facts import Facts
from hybridlint.finding import Finding
from tests import case_format as cases


def with_facts(judged: List[Dict[str, Any]]) -> List[Tuple[Dict[str, Any], List[Finding]]]:
    """Each case that runs imperatively, with what the linter finds in it when it has the facts of that run."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "cases.jsonl")
        asked = [{**case, "probes": ["trace", "outputs"], "archive": False} for case in judged]
        pathlib.Path(file).write_text("".join(json.dumps(case) + "\n" for case in asked), encoding="utf-8")
        by_id = {case["id"]: case for case in judged}
        for answer in truth_runtime.answers(asked, file):
            if answer.get("facts"):
                case = by_id[answer["id"]]
                found.append((case, findings(case, answer["facts"])))
    return found


def findings(case: Dict[str, Any], document: Dict[str, Any]) -> List[Finding]:
    """The findings of default rules in a case, with the facts of its run."""
    (facts,) = (Facts.from_json(file) for file in document["files"] if file["file"] == f"<case {case['id']}>")
    return [finding for finding in analyse(case["src"], facts=facts, fixes=False) if finding.default]


def main() -> int:
    """Print the figures and every disagreement."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases")
    parser.add_argument("--fixed", action="store_true", help="the corrected form of each case")
    parser.add_argument("--only", default="", help="identifiers of cases, separated by commas")
    options = parser.parse_args()
    chosen = cases.read(options.cases)
    if options.only:
        chosen = [case for case in chosen if case["id"] in options.only.split(",")]
    if options.fixed:
        chosen = [{**case, "src": case["fixed"], "label": "clean"} for case in chosen if case.get("fixed")]
    counts: collections.Counter[Tuple[str, bool]] = collections.Counter()
    false = 0
    for case, found in with_facts(chosen):
        label = case["label"] if case["label"] != "flag" else f"flag, {case['static']}"
        counts[label, bool(found)] += 1
        shown = [f"{finding.code}:{finding.line}" for finding in found]
        if case["label"] == "clean" and found:
            reason = case.get("disagreement")
            false += reason is None
            print(f"false: {case['id']}: {case['title']}: {shown}: {reason or 'NOT KNOWN'}")
        elif case["label"] == "flag" and not found:
            print(f"missed ({case['static']}): {case['id']}: {case['title']}")
        elif case["label"] == "flag" and case.get("user_line") not in (None, *(finding.line for finding in found)):
            print(f"other line than {case['user_line']}: {case['id']}: {case['title']}: {shown}")
    print(f"\n{'label':32}{'found':>8}{'not':>8}")
    for label in sorted({label for label, _ in counts}):
        print(f"{label:32}{counts[label, True]:8}{counts[label, False]:8}")
    return 1 if false else 0


if __name__ == "__main__":
    sys.exit(main())
