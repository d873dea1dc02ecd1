"""Codes are explained."""

from __future__ import annotations

import re
import textwrap

import pytest

from hybridlint import explaining
from hybridlint.rules import Rule, all_rules


@pytest.mark.parametrize("meaning", explaining.meanings(), ids=lambda meaning: meaning.code)
def test_every_page_states_what_happens_why_and_what_to_write(meaning: explaining.Meaning) -> None:
    page = meaning.text
    for heading in ("Why", "Instead"):
        assert re.search(rf"(?m)^{heading}\n-+$", page)
    assert page.startswith(f"{meaning.code}: {meaning.name}\n=")
    assert "```python" not in page and "**Silent" not in page
    prose = [line for line in page.splitlines() if not line.startswith((" ", "|"))]
    assert max(map(len, prose)) <= 100


def test_the_examples_are_shown_as_they_are_written() -> None:
    for rule in all_rules():
        for example in rule.examples:
            page = explaining.explain(rule.code)
            assert textwrap.indent(textwrap.dedent(example.bad).strip(), "    ") in page
            # The good block is there as it is written, or as the diff of the fix, of which each line is its own.
            good = textwrap.dedent(example.good).strip()
            if textwrap.indent(good, "    ") not in page:
                added = [line[5:] for line in page.splitlines() if line.startswith("    +")]
                assert added and set(good.splitlines()) - set(example.bad.splitlines()) <= set(added)


def test_an_unknown_code_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        explaining.explain("HYB777")


def test_an_unknown_code_is_met_with_its_family_and_an_unknown_name_with_the_nearest() -> None:
    suggestion = explaining.suggestion("HYB999")
    family = [rule.code for rule in all_rules() if rule.code.startswith("HYB9")]
    assert re.findall(r"HYB\d{3}", suggestion) == family
    assert "row-index" in explaining.suggestion("row-indx")
    for unlike in ("HYB", "frobnicate"):
        assert explaining.suggestion(unlike) == "`hybridlint rules` lists them"


@pytest.mark.parametrize("rule", [rule for rule in all_rules() if rule.errors], ids=lambda rule: rule.code)
def test_patterns_of_errors_are_patterns(rule: Rule) -> None:
    for pattern in rule.errors:
        assert not re.search(pattern, ""), "a pattern that fits everything explains nothing"


def test_the_terminal_shows_no_markup() -> None:
    shown = " ".join("".join(explaining.explain(code) for code in ("HYB301", "HYB801")).split())
    assert "a sequence of the outputs of an operator" in shown
    assert "The migration page shows how." in shown
