"""What is known of Symbols: every divergence has a rule, and happens in the stage that MXNet shows it in.

`tests/hybridlint_runtime/test_symbols.py` compares the exceptions with those that MXNet raises.
"""

from __future__ import annotations

import pathlib
from typing import Iterator, Set, Type

from divergences import only_divergences

from benchmarks.cases import read
from hybridlint import rules, symbols
from hybridlint.events import Divergence, Event
from hybridlint.symbols.base import Fails

CASES = pathlib.Path(__file__).parent.parent / "cases"

#: Cases in which something else raises than the divergence, or nothing.
OTHERWISE = {
    "context-manager-that-swallows-what-tracing-raises": "the error is caught",
    "number-of-axes-asked-of-mx-np-itself": "mx.np.ndim accepts any object",
    "same-noise-handed-to-an-operator": "some operators accept None",
}


def _kinds(base: Type[Divergence]) -> Iterator[Type[Divergence]]:
    """Yield the divergences below `base`, without base classes."""
    for kind in base.__subclasses__():
        if kind.__subclasses__():
            yield from _kinds(kind)
        else:
            yield kind


def test_every_divergence_has_a_rule() -> None:
    described = {kind for rule in rules.all_rules() for kind in rule.about}
    assert set(_kinds(Divergence)) - described == set()


def test_rules_are_about_what_is_found() -> None:
    """A rule about an event that has semantics of its own would not be seen by the interpreter."""
    found = set(_kinds(Divergence))
    events = {kind for kind in Event.__subclasses__() if not issubclass(kind, Divergence)}
    for rule in rules.all_rules():
        assert set(rule.about) <= found | events, rule.code
        if rule.default:
            seen_as_operations = {*symbols.SEMANTICS[rule.generation]} & events
            assert not set(rule.about) & seen_as_operations, rule.code


def test_divergences_happen_in_the_stage_that_the_case_names() -> None:
    wrong: Set[str] = set()
    judged = 0
    for case, divergence in only_divergences(read(str(CASES))):
        judged += 1
        if divergence.raises:
            possible = {"ERROR_ON_TRACE"}
        elif isinstance(divergence, Fails) and "later_numpy" not in case:
            possible = {"ERROR_ON_TRACE", "ERROR_ON_EXECUTE"}
        else:
            continue
        if case["verdict"] not in possible:
            wrong.add(case["id"])
    assert judged > 1000
    assert wrong == set(OTHERWISE)
