"""The two halves share one catalogue: run by the check, the bad example of a rule fails, and that rule explains it.

A sixth of them, in the order of the codes; all with `pytest --run-slow`. `test_rule_examples.py` runs every example
on MXNet.
"""

from __future__ import annotations

from typing import Any, Dict

import pytest

from hybridlint.rules import rules_of
from tests.judging.check import answers

EXAMPLES = {f"{rule.code}-{number}": (rule, e) for rule in rules_of(1) for number, e in enumerate(rule.examples, 1)}

#: What the check has no part in, or leaves to another rule.
NOT_EXPLAINED = {
    "HYB407-1": "what a model prints is not compared",
    "HYB703-1": "it is about how the caller hybridizes, which the check does in its own way",
    "HYB904-1": "it never works, so there is nothing to compare",
    "HYB902-1": "with the shapes of the run it is a finding of HYB201",
    "HYB905-1": "with the shapes of the run it is a finding of HYB210",
    "HYB909-1": "it stands at the parameter, not at the line that diverges",
    "HYB906-1": "what MXNet raises when it is trained, it raises for HYB606 as well, which is on by default",
}


EXPLAINED = [name for name in EXAMPLES if name not in NOT_EXPLAINED]
SAMPLE = EXPLAINED[::30]


@pytest.fixture(scope="module")
def entries(run_slow: bool) -> Dict[str, Dict[str, Any]]:
    """What the check states of each bad example, in processes that may die: some examples are undefined behaviour."""
    cases = [
        {"id": name, "src": example.bad, "inputs": example.inputs, "onnx": example.shown_as == "onnx"}
        for name, (_, example) in EXAMPLES.items()
        if name in (EXPLAINED if run_slow else SAMPLE)
    ]
    return {answer["id"]: answer for answer in answers(cases)}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in SAMPLE else pytest.mark.slow) for name in EXPLAINED]
)
def test_a_bad_example_is_explained_by_its_rule(entries: Dict[str, Dict[str, Any]], name: str) -> None:
    rule, example = EXAMPLES[name]
    answer = entries[name]
    if answer["verdict"] == "crash":
        assert name == "HYB109-2"  # a Symbol where C++ expects an array
    elif answer["verdict"] == "could not look":
        assert example.shown_as == "construction" and f"{rule.code}: " in answer["summary"]
    else:
        problems = answer["problems"] + answer["warnings"]
        assert rule.code in {problem["rule"] for problem in problems}, problems
        warned_only = example.shown_as in ("attributes", "print", "warning", "child alone")
        assert answer["verdict"] == ("passed" if warned_only else "failed")
