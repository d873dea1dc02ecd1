"""The linter on blocks of MXNet 2 whose outcome there is known: picked by hand, and generated."""

from __future__ import annotations

import json
from pathlib import Path
from typing import List

import pytest

from tests.judging.mxnet2_outcomes import Outcome, compare, read_cells

TESTS = Path(__file__).parents[1]
CASES = sorted((TESTS / "mxnet2" / "cases").glob("*.py"))
GENERATED = TESTS / "generated" / "mxnet2.jsonl"


@pytest.fixture(scope="module")
def picked() -> List[Outcome]:
    return compare(case for path in CASES for case in read_cells(path))


@pytest.fixture(scope="module")
def generated() -> List[Outcome]:
    return compare(json.loads(line) for line in GENERATED.read_text(encoding="utf-8").splitlines())


def test_the_linter_reports_the_blocks_that_break_and_no_others(picked: List[Outcome]) -> None:
    assert len(picked) >= 200
    assert len({outcome.case["id"] for outcome in picked}) == len(picked)
    assert [o.case["id"] for o in picked if o.false_alarm] == []
    assert [o.case["id"] for o in picked if o.missed] == [o.case["id"] for o in picked if o.case["missed"]]


def test_the_linter_reports_the_rules_that_the_cases_state(picked: List[Outcome]) -> None:
    assert [
        f"{outcome.case['id']}: {code} in line {expected.line}"
        for outcome in picked
        for expected in outcome.case["expected"]
        for code in expected.codes
        if (code, expected.line) not in {(finding.code, finding.line) for finding in outcome.findings}
    ] == []


def test_the_linter_agrees_on_generated_blocks_or_they_state_why_not(generated: List[Outcome]) -> None:
    assert len(generated) == 176
    wrong = [o.case["id"] for o in generated if o.missed or o.false_alarm]
    assert wrong == [o.case["id"] for o in generated if "disagreement" in o.case]
    assert sum(o.breaks for o in generated) >= 50 and sum(o.works for o in generated) >= 40
