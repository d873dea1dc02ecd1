"""A small sample of blocks that nobody wrote, through the linter and MXNet; benchmarks/generated_blocks runs many."""

from __future__ import annotations

from benchmarks.generated_blocks.__main__ import grown
from benchmarks.generated_blocks.judging import BREAKS, WORKS, ask_again, compare
from benchmarks.generated_blocks.mutations import mutated
from benchmarks.generated_blocks.surroundings import make_case
from hybridlint import rules

SEED, COUNT = 7, 16


def test_the_linter_and_mxnet_agree_on_blocks_that_a_grammar_made() -> None:
    cases = grown(SEED, COUNT)
    assert cases[0] == make_case(SEED, 0)
    comparisons = compare(cases)
    assert len(comparisons) >= COUNT * 0.8
    assert {BREAKS, WORKS} == {comparison.verdict.state for comparison in comparisons}
    ask_again(comparisons)
    assert [(c.kind, c.case["src"]) for c in comparisons if c.disagreement and not c.sometimes] == []


def test_mutations_are_the_same_for_the_same_seed() -> None:
    examples = [example for rule in rules.all_rules() for example in rule.examples]
    cases = [{"src": one.bad, "inputs": one.inputs} for one in examples if "def hybrid_forward" in one.bad]
    first = list(mutated(cases, 3, 20))
    assert first == list(mutated(cases, 3, 20))
    assert all(case["src"] not in {one["src"] for one in cases} for case in first)
