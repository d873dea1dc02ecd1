"""The check on the cases of the repository: what each states of itself is what MXNet does.

A twelfth of them, in the order of files and labels; all with `pytest --run-slow`.
"""

from __future__ import annotations

import pathlib

import pytest

from tests.case_format import read, sample
from tests.judging import check

CASES = pathlib.Path(__file__).parent.parent / "cases"
#: Each part has a process of its own, which imports MXNet once.
PARTS = 2


@pytest.mark.parametrize("part", range(PARTS))
def test_the_check_reports_what_the_case_states(part: int, run_slow: bool) -> None:
    folders = sorted(CASES.glob("[!_.]*"))
    sampled = [case for folder in folders for case in sample(folder, 1 if run_slow else 12)][part::PARTS]
    cases = {case["id"]: case for case in sampled}
    answers = list(check.answers(sampled))
    assert {answer["id"] for answer in answers} == set(cases)
    wrong = {answer["id"]: check.wrong(cases[answer["id"]], answer) for answer in answers}
    assert {name: why for name, why in wrong.items() if why} == {}


def test_what_a_case_leaves_behind_differs() -> None:
    cases = [case for case in read(str(CASES)) if case["label"] == "differs"]
    assert cases
    alike = [
        case["id"]
        for case in cases
        if check.left_behind(case, hybridized=False) == check.left_behind(case, hybridized=True)
    ]
    assert alike == []


def test_blocks_with_other_values_return_from_the_first_call() -> None:
    """Of all cases: what raises in the first hybridized call breaks in the trace or the execution."""
    raised = {}
    for case in read(str(CASES)):
        if case["verdict"] == "SILENT_DIVERGENCE":
            try:
                check.called(case, hybridized=True, calls=1)
            except Exception as error:
                raised[case["id"]] = str(error)
    assert raised == {}
