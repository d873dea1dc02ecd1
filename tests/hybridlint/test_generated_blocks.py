"""The linter on blocks of which a generator made thousands and MXNet has judged these."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.case_format import read
from tests.judging import linter

FILES = [
    Path(__file__).parents[1] / "generated" / f"{kind}.jsonl"
    for kind in ("broadcasting", "flow", "grammar", "graphs", "tries")
]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_linter_agrees_with_mxnet_or_the_block_states_why_not(file: Path) -> None:
    cases = [case for case in read(str(file)) if tuple(case["python"]) <= sys.version_info[:2]]
    outcomes = linter.judge(cases)
    assert len(outcomes) >= 100
    assert [o.id for o in outcomes if (o.missed or o.false_alarm) and not o.reason] == []
    flags = [case for case in cases if case["label"] == "flag"]
    assert sum(case["static"] == "decidable" for case in flags) >= len(cases) * 0.25
    assert sum(case["label"] == "clean" for case in cases) >= len(cases) * 0.1
