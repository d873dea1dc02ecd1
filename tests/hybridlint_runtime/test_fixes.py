"""Fixes on MXNet: a safe one never changes an imperative result, and a fixed block hybridizes.

The cases are those of the repository, the rules' bad examples and, where HYBRIDLINT_TRUTH names a file, those in it. A
sample of them in the order of files; all with `pytest --every-case`.
"""

from __future__ import annotations

import os
import pathlib
from typing import Any, Dict, List

from benchmarks import truth_fixes
from benchmarks.cases import read
from hybridlint import rules
from tests.hybridlint_runtime import running_examples

OWN_CASES = pathlib.Path(__file__).parent.parent / "cases"
CASES = os.environ.get("HYBRIDLINT_TRUTH")
#: Of so many cases one is in the sample of those that are called, and of those that are checked.
CALLED, CHECKED = 12, 250
#: The share of the decidable cases with a fix made by hand that has to be fixed.
AIM = 0.8


def flagged(every: int) -> List[Dict[str, Any]]:
    return [case for case in read(str(OWN_CASES)) if case["label"] == "flag"][::every]


def fixed(cases: List[Dict[str, Any]], unsafe: bool) -> List[Dict[str, Any]]:
    return [one for one in (truth_fixes.fixed(case, unsafe) for case in cases) if one is not None]


def test_safe_fixes_leave_imperative_results_as_they_are(every_case: bool) -> None:
    changed = fixed(flagged(1 if every_case else CALLED), unsafe=False)
    answers = list(truth_fixes.judged(changed, imperative_only=True))
    assert len(answers) == len(changed) > 40
    assert {answer["id"]: answer["imperative"] for answer in answers if truth_fixes.is_wrong(answer)} == {}


def test_most_fixed_blocks_pass_the_check(every_case: bool) -> None:
    changed = fixed(flagged(10 if every_case else CHECKED), unsafe=True)
    answers = [answer for answer in truth_fixes.judged(changed) if not truth_fixes.is_wrong(answer)]
    passed = [answer for answer in answers if answer["verdict"] == "passed"]
    assert len(answers) >= 3 and len(passed) >= 0.6 * len(answers), [answer["summary"] for answer in answers]


if CASES is not None:

    def test_the_aim_is_reached_on_cases_from_elsewhere(every_case: bool) -> None:
        cases = [case for case in read(CASES) if case["label"] == "flag" and case["static"] == "decidable"]
        by_hand = [case for case in cases if case.get("fixed")][:: 1 if every_case else 8]
        answers = list(truth_fixes.judged(fixed(by_hand, unsafe=True)))
        repaired = [one for one in answers if one["verdict"] == "passed" and not truth_fixes.is_wrong(one)]
        assert len(repaired) >= AIM * len(by_hand), sorted(
            {case["id"] for case in by_hand} - {one["id"] for one in repaired}
        )
        wrong = [one for one in truth_fixes.judged(fixed(cases, unsafe=False), True) if truth_fixes.is_wrong(one)]
        assert wrong == []


#: The rules that have fixes.
FIXABLE = [rule for rule in rules.all_rules() if rule.fix and rule.default]


def test_safe_fixes_of_bad_examples_work_hybridized() -> None:
    seen = 0
    for rule in FIXABLE:
        for number, example in enumerate(rule.examples):
            done = truth_fixes.fix(example.bad, selects=truth_fixes.is_default)
            if not any(finding.code == rule.code for finding in done.fixed) or example.shown_as in ("print", "batch"):
                continue
            seen += 1
            name = f"{rule.code}_{number}"
            observed = running_examples.observe(done.text, example.inputs, name)
            assert example.shown_as not in observed.seen, (name, done.text, observed.errors)
    assert seen > 25
