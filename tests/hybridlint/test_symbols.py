"""What is known of Symbols: every divergence has a rule, and rules are about what is found.

`tests/hybridlint_runtime/test_symbols.py` compares the divergences with what MXNet does.
"""

from __future__ import annotations

from hybridlint import rules, symbols
from hybridlint.symbols import Kind


def test_every_kind_of_divergence_has_a_rule() -> None:
    assert set(Kind) - {subject for rule in rules.all_rules() for subject in rule.subjects} == set()


def test_rules_are_about_what_is_found() -> None:
    """A default rule about an event that has semantics would decide what the interpreter does not see."""
    for rule in rules.all_rules():
        if rule.default:
            assert not set(rule.subjects) & set(symbols.SEMANTICS[rule.generation]), rule.code
