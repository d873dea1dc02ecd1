"""The examples of the rules about MXNet 2, run there: each bad one shows what its rule claims, each good one works."""

from __future__ import annotations

import re

import mxnet as mx
import pytest

from hybridlint.analysis import analyse
from hybridlint.fixing import apply_fixes
from hybridlint.mxnet_api import RECORDING
from hybridlint.rules import Example, Rule, find_rule, rules_of
from tests.judging.mxnet2 import observe

EXAMPLES = [
    pytest.param(rule, example, id=f"{rule.code}-{number}")
    for rule in rules_of(2)
    for number, example in enumerate(rule.examples, 1)
]


@pytest.fixture(autouse=True)
def numpy_semantics() -> None:
    mx.npx.set_np()


@pytest.mark.parametrize("rule, example", EXAMPLES)
def test_a_bad_example_goes_wrong_as_its_rule_states(rule: Rule, example: Example) -> None:
    observed = observe(example.bad, example.inputs)
    assert example.shown_as in observed.seen, observed.errors
    assert "imperative" not in observed.seen
    if rule.silent:
        assert "error" not in observed.seen, observed.errors
    elif rule.errors:
        assert any(re.search(pattern, error) for pattern in rule.errors for error in observed.errors), observed.errors


@pytest.mark.parametrize("example", find_rule("HYB801").examples)
def test_the_fix_of_hybrid_forward_gives_a_block_that_works(example: Example) -> None:
    """The `forward` that is written is that of the good example."""
    (finding,) = analyse(example.bad, mxnet_version=RECORDING)
    fixed = apply_fixes(example.bad, lambda text: analyse(text, mxnet_version=RECORDING), unsafe=True).text
    assert finding.fix is not None and fixed == example.good
    assert not observe(fixed, example.inputs).seen


@pytest.mark.sample(2)
@pytest.mark.parametrize("rule, example", EXAMPLES)
def test_a_good_example_is_the_same_hybridized(rule: Rule, example: Example) -> None:
    observed = observe(example.good, example.inputs_of_good or example.inputs)
    assert not observed.seen, (observed.seen, observed.errors)
