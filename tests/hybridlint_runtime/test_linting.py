"""The rule that explains a failure: by the line of a finding, by the message of MXNet, by the class around."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path
from typing import Optional, Tuple

import pytest

from hybridlint import checking
from hybridlint.configuration import Configuration
from hybridlint.mxnet_api import DEFAULT
from hybridlint.rules import Rule, find_rule, rules_of
from hybridlint_runtime.diagnostics import linting

BLOCK = """\
from mxnet import gluon


class Net(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        first = x[0]
        return first
"""


def rule_for(message: str, file: Optional[str], line: Optional[int], stage: str) -> Tuple[Optional[str], Optional[int]]:
    """The code of the rule that explains a failure, and the line of its finding."""
    text = linting.text_of(file) if file else ""
    findings = linting.findings_in(text, file, DEFAULT) if file else ()
    rule, finding = linting.match(message, text, line, findings, stage, DEFAULT)
    return rule and rule.code, finding and finding.line


@pytest.fixture
def net(tmp_path: Path) -> str:
    path = tmp_path / "net.py"
    path.write_text(BLOCK)
    return str(path)


def test_the_finding_on_the_line_explains_it(net: str) -> None:
    line = BLOCK.splitlines().index("        first = x[0]") + 1
    assert rule_for("", net, line, "values") == ("HYB301", line)


def test_where_nothing_is_found_the_message_explains_it(net: str) -> None:
    message = "AttributeError: 'Symbol' object has no attribute 'shape'"
    places = ((net, 1), (None, None), ("/no/such/file.py", 3))
    (code,) = {rule_for(message, *place, "trace")[0] for place in places}
    assert code and any(re.search(pattern, message) for pattern in find_rule(code).errors)


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
    place = lines.index("        return F.sum(x) / len(Batch(x))") + 1
    assert rule_for("", str(path), place, "values")[1] == lines.index("        return len(self.data)") + 1
    unrelated = lines.index('        return F.topk(x, ret_typ="both")[1]') + 1
    assert rule_for("", str(path), unrelated, "values") == (None, None)
    assert rule_for("", str(path), unrelated - 5, "gradients") == (None, None)


def test_a_class_that_has_nothing_to_do_with_it_lends_no_line(tmp_path: Path) -> None:
    path = tmp_path / "net.py"
    path.write_text(APART)
    lines = APART.splitlines()
    message = "AttributeError: 'Symbol' object has no attribute 'shape'"
    code, line = rule_for(message, str(path), lines.index("        return self.read(x)") + 1, "trace")
    assert code and line is None
    _, line = rule_for(message, str(path), lines.index("    def hybrid_forward(self, F, x):") + 1, "trace")
    assert line and lines[line - 1].strip() == "return x.shape"


@pytest.mark.parametrize(
    "message, code",
    [
        ("TypeError: Expected a list of symbols as input", "HYB604"),
        ("ValueError: Deferred initialization failed ... InferShapeKeyword argument name data1 not found", "HYB901"),
    ],
)
def test_a_message_alone_leads_to_the_rule_that_matches_it_best(message: str, code: str) -> None:
    assert rule_for(message, None, None, "trace") == (code, None)


def test_nothing_is_made_up(net: str) -> None:
    assert rule_for("KeyError: 'spam'", net, 1, "trace") == (None, None)
    assert rule_for("", None, None, "values") == (None, None)


@pytest.mark.parametrize("rule", rules_of(1), ids=lambda rule: rule.code)
def test_what_the_linter_finds_on_a_line_is_what_explains_it(rule: Rule, tmp_path: Path) -> None:
    text = textwrap.dedent(rule.examples[0].bad)
    path = tmp_path / "net.py"
    path.write_text(text)
    findings = checking.check_text(text, str(path), Configuration(select=("HYB", rule.code))).findings
    lines = {item.line for item in findings if item.code == rule.code}
    assert lines
    stage, other_stage = ("ONNX", "values") if rule.examples[0].shown_as == "onnx" else ("values", "ONNX")
    for line in lines:
        assert rule_for("", str(path), line, stage)[0] in {item.code for item in findings if item.line == line}
        assert rule_for("", str(path), line, other_stage)[0] != rule.code


def test_where_only_gradients_differ_a_shape_that_may_not_fit_is_no_reason(tmp_path: Path) -> None:
    path = tmp_path / "net.py"
    path.write_text(textwrap.dedent(find_rule("HYB902").examples[0].bad))
    (line,) = {
        finding.line
        for finding in checking.check_text(path.read_text(), str(path), Configuration(select=("HYB902",))).findings
    }
    assert rule_for("", str(path), line, "values")[0]
    assert rule_for("", str(path), line, "gradients") == (None, None)
