"""Codes are explained, and failures of running models are traced back to them."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest

from hybridlint import checking, explaining
from hybridlint.configuration import Configuration
from hybridlint.rules import Rule, all_rules, find_rule, rules_of

BLOCK = """\
from mxnet import gluon


class Net(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        first = x[0]
        return first
"""


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


@pytest.fixture
def net(tmp_path: Path) -> str:
    path = tmp_path / "net.py"
    path.write_text(BLOCK)
    return str(path)


def test_the_finding_on_the_line_explains_it(net: str) -> None:
    line = BLOCK.splitlines().index("        first = x[0]") + 1
    entries = explaining.rule_for("", net, line, "values")
    assert entries is not None and entries[0] == "HYB301"
    assert " ".join(find_rule("HYB301").instead.split()) == entries[1]


def test_where_nothing_is_found_the_message_explains_it(net: str) -> None:
    message = "AttributeError: 'Symbol' object has no attribute 'shape'"
    places = ((net, 1), (None, None), ("/no/such/file.py", 3))
    entries = [explaining.rule_for(message, *place, "trace") for place in places]
    assert entries[0] and len({item and item[0] for item in entries}) == 1
    assert any(re.search(pattern, message) for pattern in find_rule(entries[0][0]).errors)


HELPED = """\
from mxnet.gluon import HybridBlock


class Batch:
    def __init__(self, data):
        self.data = data

    def __len__(self):
        return len(self.data)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sum(x) / len(Batch(x))


class Other(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.topk(x, ret_typ="both")[1]
"""


APART = """\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.shape


class Other(HybridBlock):
    def hybrid_forward(self, F, x, read=lambda tensor, name="shape": getattr(tensor, name)):
        self.read = read
        return self.read(x)
"""


def test_what_the_class_makes_use_of_explains_it(tmp_path: Path) -> None:
    path = tmp_path / "net.py"
    path.write_text(HELPED)
    lines = HELPED.splitlines()
    entries = explaining.rule_for("", str(path), lines.index("        return F.sum(x) / len(Batch(x))") + 1, "values")
    assert entries is not None and entries.line == lines.index("        return len(self.data)") + 1
    other = lines.index('        return F.topk(x, ret_typ="both")[1]') + 1
    assert explaining.rule_for("", str(path), other, "values") is None
    assert explaining.rule_for("", str(path), other - 5, "gradients") is None


def test_a_class_that_has_nothing_to_do_with_it_lends_no_line(tmp_path: Path) -> None:
    path = tmp_path / "net.py"
    path.write_text(APART)
    lines = APART.splitlines()
    message = "AttributeError: 'Symbol' object has no attribute 'shape'"
    entries = explaining.rule_for(message, str(path), lines.index("        return self.read(x)") + 1, "trace")
    assert entries is not None and entries.line is None
    entries = explaining.rule_for(message, str(path), lines.index("    def hybrid_forward(self, F, x):") + 1, "trace")
    assert entries is not None and entries.line and lines[entries.line - 1].strip() == "return x.shape"


@pytest.mark.parametrize(
    "message, code",
    [
        ("TypeError: Expected a list of symbols as input", "HYB604"),
        ("ValueError: Deferred initialization failed ... InferShapeKeyword argument name data1 not found", "HYB901"),
    ],
)
def test_a_message_alone_leads_to_the_rule_that_knows_it_best(message: str, code: str) -> None:
    entries = explaining.rule_for(message, None, None, "trace")
    assert entries is not None and entries[0] == code


def test_nothing_is_made_up(net: str) -> None:
    assert explaining.rule_for("KeyError: 'spam'", net, 1, "trace") is None
    assert explaining.rule_for("", None, None, "values") is None


@pytest.mark.parametrize("rule", [rule for rule in all_rules() if rule.errors], ids=lambda rule: rule.code)
def test_patterns_of_errors_are_patterns(rule: Rule) -> None:
    for pattern in rule.errors:
        assert not re.search(pattern, ""), "a pattern that fits everything explains nothing"


@pytest.mark.parametrize("rule", rules_of(1), ids=lambda rule: rule.code)
def test_what_the_linter_finds_on_a_line_is_what_explains_it(rule: Rule, tmp_path: Path) -> None:
    text = textwrap.dedent(rule.examples[0].bad)
    path = tmp_path / "net.py"
    path.write_text(text)
    found = checking.check_text(text, str(path), Configuration(select=("HYB", rule.code))).findings
    lines = {finding.line for finding in found if finding.code == rule.code}
    assert lines
    stage, other = ("ONNX", "values") if rule.examples[0].shown_as == "onnx" else ("values", "ONNX")
    for line in lines:
        entries = explaining.rule_for("", str(path), line, stage)
        assert entries is not None and entries[0] in {finding.code for finding in found if finding.line == line}
        elsewhere = explaining.rule_for("", str(path), line, other)
        assert elsewhere is None or elsewhere[0] != rule.code


def test_where_only_gradients_differ_a_shape_that_may_not_fit_is_no_reason(tmp_path: Path) -> None:
    path = tmp_path / "net.py"
    path.write_text(textwrap.dedent(find_rule("HYB902").examples[0].bad))
    (line,) = {
        finding.line
        for finding in checking.check_text(path.read_text(), str(path), Configuration(select=("HYB902",))).findings
    }
    assert explaining.rule_for("", str(path), line, "values") is not None
    assert explaining.rule_for("", str(path), line, "gradients") is None


def test_the_terminal_shows_no_markup() -> None:
    shown = " ".join("".join(explaining.explain(code) for code in ("HYB301", "HYB801")).split())
    assert "a sequence of the outputs of an operator" in shown
    assert "The migration page shows how." in shown
