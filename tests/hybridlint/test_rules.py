"""The catalogue as such: every rule is whole, and the linter finds its bad examples and passes its good ones."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from typing import List

import pytest

from hybridlint.analysis import analyse
from hybridlint.finding import Finding
from hybridlint.fixing import apply_fixes
from hybridlint.mxnet_api import RECORDING
from hybridlint.remedies import message_with_remedy
from hybridlint.rules import Example, Rule, all_rules, find_rule, rules_of
from hybridlint.rules.base import SHOWN_AS
from hybridlint.rules.wording import LONGEST, fitted

RULES = [pytest.param(rule, id=rule.code) for rule in all_rules()]
EXAMPLES = [
    pytest.param(rule, example, id=f"{rule.code}-{number}")
    for rule in all_rules()
    for number, example in enumerate(rule.examples, 1)
]


def findings_of(rule: Rule, text: str) -> List[Finding]:
    """What the linter finds in code for the MXNet that the rule is about."""
    return analyse(text, mxnet_version=None if rule.generation == 1 else RECORDING)


def test_rules_come_in_the_order_of_their_codes_and_have_names_of_their_own() -> None:
    codes = [rule.code for rule in all_rules()]
    assert codes == sorted(set(codes))
    names = [rule.name for rule in all_rules()]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_is_whole(rule: Rule) -> None:
    assert re.fullmatch(r"HYB[1-9]\d\d", rule.code)
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", rule.name)
    assert rule.summary and len(rule.summary) <= 80 and not rule.summary.endswith(".") and "\n" not in rule.summary
    assert rule.after_hybridize.startswith(("Silent", "Raises"))
    assert rule.after_hybridize.endswith(".")
    assert rule.why and rule.instead and rule.examples and rule.subjects
    assert rule.fix in ("safe", "unsafe", "")
    for pattern in rule.errors:
        re.compile(pattern)
    assert find_rule(rule.code) is rule


@pytest.mark.parametrize("rule, example", EXAMPLES)
def test_an_example_is_a_module_with_a_net(rule: Rule, example: Example) -> None:
    for text in (example.bad, example.good):
        classes = [node.name for node in ast.parse(text).body if isinstance(node, ast.ClassDef)]
        assert "Net" in classes
    assert example.bad != example.good
    assert isinstance(ast.literal_eval(example.inputs), list)
    assert example.shown_as in SHOWN_AS


@pytest.mark.parametrize("rule, example", EXAMPLES)
def test_the_linter_finds_the_bad_example(rule: Rule, example: Example) -> None:
    findings = [finding for finding in findings_of(rule, example.bad) if finding.code == rule.code]
    assert findings
    for finding in findings:
        assert "\n" not in finding.message
        assert finding.default is rule.default
        states_silence = "silent" in finding.message or " if " in finding.message
        assert not rule.silent or rule.code.startswith("HYB9") or states_silence


def test_a_message_is_shortened_within_its_longest_quotations() -> None:
    long, longer = "a" * 60, "b" * 90
    assert fitted(f"`{long}` raises") == f"`{long}` raises"
    alone = fitted(f"`{long}{longer}` raises; use `c`")
    assert len(alone) == LONGEST and alone.endswith("b…` raises; use `c`")
    both = fitted(f"`{long}` and `{longer}`")
    assert len(both) == LONGEST and both.startswith(f"`{long}` and `b")
    words = "word " * 30
    assert fitted(f"{words}`{longer}`") == f"{words}`{'b' * 23}…`", "nothing else is left out"


def test_a_message_of_flake8_ends_with_the_code_that_a_safe_fix_writes() -> None:
    quoted = 0
    for rule in all_rules():
        for example in rule.examples:
            for finding in findings_of(rule, example.bad):
                message = message_with_remedy(finding, example.bad, ast.parse(example.bad))
                if message != finding.message:
                    assert len(fitted(message)) <= LONGEST
                    quoted += 1
                    once = lambda text: [finding] if text == example.bad else []  # noqa: B023, E731
                    alone = apply_fixes(example.bad, once, unsafe=True)
                    assert message.endswith(f"; write `{message[:-1].rpartition('`')[2]}`")
                    assert message[:-1].rpartition("`")[2] in alone.text
    assert quoted > 15


@pytest.mark.parametrize("rule, example", EXAMPLES)
def test_the_linter_passes_the_good_example(rule: Rule, example: Example) -> None:
    findings = findings_of(rule, example.good)
    assert not [finding for finding in findings if finding.default or finding.code == rule.code]


@pytest.mark.parametrize("rule, example", EXAMPLES)
def test_a_plain_block_may_do_all_of_it(rule: Rule, example: Example) -> None:
    """Renamed to `forward` of a plain Block, nothing is traced, and nothing that concerns Symbols is wrong."""
    text = re.sub(r"\bnn\.Hybrid(Sequential|Lambda)\b", r"nn.\1", example.bad)
    text = re.sub(r"\bHybridBlock\b", "Block", text).replace("def hybrid_forward(self, F, ", "def forward(self, ")
    assert not [finding for finding in analyse(f"# hybrid\n{text}") if finding.default and finding.code[3] in "123456"]


@pytest.mark.parametrize("rule", [rule for rule in rules_of(2) if rule.code != "HYB801"], ids=lambda rule: rule.code)
def test_code_for_mxnet_2_is_recognized(rule: Rule) -> None:
    """By a `forward` of a hybrid block that computes with `mx.np`; an explicit version comes first."""
    for example in rule.examples:
        assert analyse(example.bad) == analyse(example.bad, mxnet_version=RECORDING)
        assert not [finding for finding in analyse(example.bad, mxnet_version="1.9.1") if finding.code == rule.code]


def test_the_rules_about_mxnet_2_are_imported_for_its_code_only() -> None:
    """What they cost, flake8 does not pay for code of 1.x."""
    code = (
        "import sys; from hybridlint.analysis import analyse; found = analyse(sys.argv[1]); "
        "print([one.code for one in found], 'hybridlint.rules.mxnet2' in sys.modules)"
    )
    for rule in ("HYB101", "HYB802"):
        text = find_rule(rule).examples[0].bad
        command = [sys.executable, "-c", code, text]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert done.stdout.split() == [f"['{rule}']", str(rule == "HYB802")]


def test_code_that_only_derives_from_a_hybrid_block_or_only_names_mx_np_is_not_for_mxnet_2() -> None:
    text = find_rule("HYB802").examples[0].bad
    assert [finding.code for finding in analyse(text)] == ["HYB802"]
    plain = text.replace("HybridBlock", "Block")
    with_numpy = text.replace("from mxnet import np", "import numpy as np")
    both = f"{text}\n    def hybrid_forward(self, F, x):\n        return x\n"
    for changed in (f"# hybrid\n{plain}", with_numpy, both):
        assert "HYB802" not in {finding.code for finding in analyse(changed)}
