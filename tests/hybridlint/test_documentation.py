"""The pages of the documentation are what the code states."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from hybridlint import explaining
from tools import make_pages

DOCS = Path(__file__).parents[2] / "docs"


def test_the_pages_of_the_rules_are_up_to_date() -> None:
    for path, text in make_pages.rule_pages().items():
        assert (DOCS / path).read_text(encoding="utf-8") == text, "run `python tools/make_pages.py`"
    assert {f"rules/{name}" for name in os.listdir(DOCS / "rules")} == set(make_pages.rule_pages())


def test_every_code_belongs_to_a_family_and_is_listed_once() -> None:
    listed = re.findall(r"(?m)^\| \[(HYB\d+)\]", make_pages.rule_pages()["rules/README.md"])
    assert sorted(listed) == sorted(meaning.code for meaning in explaining.meanings())


def test_writing_and_checking(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    docs, pages = str(tmp_path), make_pages.rule_pages()
    assert make_pages.check(docs, pages) == 1
    make_pages.write(docs, pages)
    assert make_pages.check(docs, pages) == 0
    page = tmp_path / "rules" / "HYB301.md"
    text = page.read_text(encoding="utf-8")
    page.write_text(text + "edited by hand\n", encoding="utf-8")
    (tmp_path / "rules" / "HYB777.md").write_text("of a rule that is no more")
    assert make_pages.check(docs, pages) == 1
    assert make_pages.differences(docs, pages) == (["rules/HYB301.md"], ["rules/HYB777.md"])
    make_pages.write(docs, pages)
    assert page.read_text(encoding="utf-8") == text and make_pages.check(docs, pages) == 0
    assert not (tmp_path / "rules" / "HYB777.md").exists()
