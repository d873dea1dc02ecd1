"""What is known of Symbols: every divergence has a rule, and rules are about what is found.

`tests/hybridlint_runtime/test_symbols.py` compares the divergences with what MXNet does.
"""

from __future__ import annotations

from divergences import kinds_of

from hybridlint import rules, symbols
from hybridlint.events import Divergence, Event


def test_every_divergence_has_a_rule() -> None:
    described = {kind for rule in rules.all_rules() for kind in rule.about}
    assert set(kinds_of(Divergence)) - described == set()


def test_rules_are_about_what_is_found() -> None:
    """A default rule about an event that has semantics would decide what the interpreter does not see."""
    events = {kind for kind in Event.__subclasses__() if not issubclass(kind, Divergence)}
    for rule in rules.all_rules():
        assert set(rule.about) <= events | set(kinds_of(Divergence)), rule.code
        if rule.default:
            assert not set(rule.about) & events & set(symbols.SEMANTICS[rule.generation]), rule.code
