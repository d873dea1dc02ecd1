"""MXNet 2 judges the cases as they state: a tenth of them, and all of them with `--run-slow`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict, List

import pytest

from tests.judging.mxnet2 import judge
from tests.judging.mxnet2_outcomes import read_cells

TESTS = Path(__file__).parents[1]


def different(cases: List[Dict[str, Any]]) -> Dict[str, Any]:
    """Case → what it states, and what MXNet does, where these differ."""
    judged = zip(cases, judge(cases))
    return {case["id"]: (case["verdict"], now["verdict"]) for case, now in judged if case["verdict"] != now["verdict"]}


def test_mxnet_does_with_the_cases_what_they_state(run_slow: bool) -> None:
    cases = [case for path in sorted((TESTS / "mxnet2" / "cases").glob("*.py")) for case in read_cells(path)]
    assert different(cases[:: 1 if run_slow else 10]) == {}


@pytest.mark.slow
def test_mxnet_does_with_the_generated_blocks_what_is_stored(run_slow: bool) -> None:
    lines = (TESTS / "generated" / "mxnet2.jsonl").read_text(encoding="utf-8").splitlines()
    assert different([json.loads(line) for line in lines][:: 1 if run_slow else 10]) == {}
