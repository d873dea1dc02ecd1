"""The check on the cases of the repository: what each says of itself is what MXNet does.

Of the folders, which hold thousands, every third case: `python benchmarks/truth_runtime.py tests/cases` asks for all.
"""

from __future__ import annotations

import pathlib

import pytest

from benchmarks import truth_runtime
from benchmarks.cases import read

CASES = pathlib.Path(__file__).parent.parent / "cases"


@pytest.mark.parametrize("place", sorted(CASES.glob("[!_.]*")), ids=lambda place: str(place.stem))
def test_the_check_says_what_the_case_says(place: pathlib.Path) -> None:
    asked = read(str(place))[:: 3 if place.is_dir() else 1]
    cases = {case["id"]: case for case in asked}
    answers = list(truth_runtime.answers(asked, str(place)))
    assert {answer["id"] for answer in answers} == set(cases)
    wrong = {answer["id"]: truth_runtime.wrong(cases[answer["id"]], answer) for answer in answers}
    assert {name: why for name, why in wrong.items() if why} == {}
