"""Every example of every rule, on MXNet: the bad ones fail or differ as their rule states, the good ones do not."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from hybridlint.analysis import analyse
from hybridlint.fixing import fix
from hybridlint.rules import Example, Rule, find_rule, rules_of
from hybridlint.rules.base import SHOWN_AS
from hybridlint.validation import validated


def _load_neighbour(name: str) -> Any:
    """The module `name` beside this file, which is in no package."""
    specification = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules[name] = module
    specification.loader.exec_module(module)
    return module


running = _load_neighbour("running_examples")

EXAMPLES = [
    pytest.param(rule, example, id=f"{rule.code}-{number}")
    for rule in rules_of(1)
    for number, example in enumerate(rule.examples, 1)
]

#: Uninitialised memory may show itself in any comparison.
SHOWN_BY = {"memory": {"values", "calls", "batch", "training", "export"}}


@pytest.mark.parametrize("rule, example", EXAMPLES)
def test_a_bad_example_goes_wrong_as_its_rule_states(rule: Rule, example: Example) -> None:
    assert example.shown_as in SHOWN_AS
    observed = running.observe(example.bad, example.inputs, f"{rule.code}_bad")
    shown = SHOWN_BY.get(example.shown_as, {example.shown_as})
    if example.shown_as == "onnx":
        assert not observed.seen, (observed.seen, observed.errors)
        assert not running.leaves_for_onnx(example.bad, example.inputs, f"{rule.code}_bad")
        return
    assert observed.seen & shown, (observed.seen, observed.errors)
    assert "imperative" not in observed.seen, observed.errors
    if rule.silent:
        assert "error" not in observed.seen, observed.errors
    elif rule.errors and observed.errors:
        assert any(re.search(pattern, error) for pattern in rule.errors for error in observed.errors), observed.errors


@pytest.mark.sample(2)
@pytest.mark.parametrize("rule, example", EXAMPLES)
def test_a_good_example_is_the_same_in_both_phases(rule: Rule, example: Example) -> None:
    observed = running.observe(example.good, example.inputs_of_good or example.inputs, f"{rule.code}_good")
    assert not observed.seen, (observed.seen, observed.errors)
    if example.shown_as == "onnx":
        assert running.leaves_for_onnx(example.good, example.inputs, f"{rule.code}_good")


def _fixed(text: str, code: str) -> str:
    """`text` after the safe fixes of all rules; as it is where there is none of the rule `code`."""
    result = fix(text, selects=lambda candidate: candidate == code or find_rule(candidate).default)
    assert result.settled
    return result.text if any(finding.code == code for finding in result.fixed) else text


@pytest.mark.sample(2)
@pytest.mark.parametrize("rule", [pytest.param(rule, id=rule.code) for rule in rules_of(1) if rule.fix == "safe"])
def test_a_safe_fix_corrects_the_block_and_keeps_what_it_computes(rule: Rule) -> None:
    repaired = 0
    for example in rule.examples:
        after = _fixed(example.bad, rule.code)
        if after == example.bad:
            continue
        repaired += 1
        observed = running.observe(after, example.inputs, f"{rule.code}_fixed")
        assert not observed.seen, (after, observed.seen, observed.errors)
        if example.shown_as == "construction":
            continue  # the bad one cannot be built, imperatively either
        before, now = (running.imperative_outputs(text, example.inputs, rule.code) for text in (example.bad, after))
        assert not running.differ(before, now), after
    assert repaired, "none of the examples of this rule is repaired by its fix"


@pytest.mark.parametrize("rule", [pytest.param(rule, id=rule.code) for rule in rules_of(1)])
def test_a_rule_has_the_fixes_that_it_states(rule: Rule) -> None:
    fixes = {
        finding.fix
        for example in rule.examples
        for finding in validated(example.bad, analyse(example.bad))
        if finding.code == rule.code
    }
    best = "safe" if any(fix and fix.safe for fix in fixes) else "unsafe" if any(fixes) else ""
    assert rule.fix == best
