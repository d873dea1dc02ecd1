"""The check on the cases of the repository: what each says of itself is what MXNet does."""

from __future__ import annotations

import pathlib

import pytest

from benchmarks import truth_runtime
from benchmarks.cases import read

CASES = pathlib.Path(__file__).parent.parent / "cases"


@pytest.mark.parametrize(
    "file", sorted(CASES.rglob("*.py")), ids=lambda file: file.relative_to(CASES).with_suffix("").as_posix()
)
def test_the_check_says_what_the_case_says(file: pathlib.Path) -> None:
    cases = {case["id"]: case for case in read(str(file))}
    answers = list(truth_runtime.answers(list(cases.values()), str(file)))
    assert {answer["id"] for answer in answers} == set(cases)
    wrong = {answer["id"]: truth_runtime.wrong(cases[answer["id"]], answer) for answer in answers}
    assert {name: why for name, why in wrong.items() if why} == {}
