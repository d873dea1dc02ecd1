"""`# noqa` means to the stand-alone command what it means to flake8."""

from __future__ import annotations

from typing import List

import pytest

from hybridlint.files.suppression import Suppressions
from hybridlint.finding import Finding

FINDING = Finding("HYB301", 2, 4, "a message")


def is_code(text: str) -> bool:
    return "HYB301".startswith(text) or "HYB302".startswith(text)


@pytest.mark.parametrize(
    ("comment", "covered"),
    [
        ("", False),
        ("# noqa", True),
        ("# NoQA", True),
        ("# noqa: HYB301", True),
        ("# noqa:HYB301", True),
        ("# noqa: HYB3", True),
        ("# noqa: HYB", True),
        ("# noqa: E501,HYB301", True),
        ("# noqa: E501 HYB301", True),
        ("# noqa: HYB302", False),
        ("# noqa: HYB3010", False),
        ("# type: ignore  # noqa: HYB301", True),
        ("# no qa", False),
    ],
)
def test_noqa_on_the_line(comment: str, covered: bool) -> None:
    assert Suppressions(f"a = 1\nb = x[0]  {comment}\n").cover(FINDING) is covered


def test_noqa_on_another_line_does_nothing() -> None:
    assert not Suppressions("a = 1  # noqa\nb = x[0]\nc = 1  # noqa\n").cover(FINDING)


def test_noqa_at_the_end_of_a_multi_line_string_covers_its_lines() -> None:
    assert Suppressions('a = """\nb = x[0]\n"""  # noqa: HYB301\n').cover(FINDING)


def test_a_whole_file() -> None:
    assert Suppressions("# flake8: noqa\nb = x[0]\n").whole_file
    assert not Suppressions("b = x[0]\n").whole_file


def unused(text: str, *findings: Finding) -> List[str]:
    return [f"{item.line}:{item.column}:{item.code}" for item in Suppressions(text).unused("a.py", findings, is_code)]


def test_unused_suppressions_are_reported_code_by_code() -> None:
    text = "a = 1  # noqa: HYB301\nb = x[0]  # noqa: HYB301, HYB302,E501\nc = 1  # noqa\nd = '# noqa: HYB301'\n"
    first, second = text.splitlines()[0].index("HYB301"), text.splitlines()[1].index("HYB302")
    assert unused(text, FINDING) == [f"1:{first}:HYB301", f"2:{second}:HYB302"]


@pytest.mark.parametrize("code", ["HYB777", "hyb301"])
def test_what_is_no_code_is_reported_though_a_finding_is_there(code: str) -> None:
    text = f"a = 1\nb = x[0]  # noqa: {code}\n"
    assert unused(text, FINDING) == [f"2:{text.splitlines()[1].index(code)}:{code}"]
