"""The check on the cases of the repository: what each says of itself is what MXNet does.

A tenth of them, in the order of files and labels; all with `pytest --every-case`.
"""

from __future__ import annotations

import pathlib

import pytest

from benchmarks import truth_runtime
from benchmarks.cases import sample

CASES = pathlib.Path(__file__).parent.parent / "cases"


@pytest.mark.parametrize("folder", sorted(CASES.glob("[!_.]*")), ids=lambda folder: str(folder.name))
def test_the_check_says_what_the_case_says(folder: pathlib.Path, every_case: bool) -> None:
    asked = sample(folder, 1 if every_case else 10)
    cases = {case["id"]: case for case in asked}
    answers = list(truth_runtime.answers(asked, str(folder)))
    assert {answer["id"] for answer in answers} == set(cases)
    wrong = {answer["id"]: truth_runtime.wrong(cases[answer["id"]], answer) for answer in answers}
    assert {name: why for name, why in wrong.items() if why} == {}
