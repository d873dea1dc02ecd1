"""The linter's model of Symbols agrees with MXNet.

A divergence that raises does so in `hybrid_forward`, with one of its exceptions; their class decides which handler
catches them. A divergence that fails does so after `hybrid_forward` has returned.

Of each file of cases, about `ENOUGH` are run; all with `pytest --run-slow`.
"""

from __future__ import annotations

import collections
import pathlib
import traceback
from typing import Any, Counter, Dict, Iterator

from divergences import only_divergences

from hybridlint import rules
from hybridlint.symbols import Divergence, Kind, Outcome
from tests.case_format import read
from tests.judging import check

CASES = pathlib.Path(__file__).parent.parent / "cases"
ENOUGH = 20

#: Blocks in which something else raises than the divergence, or nothing.
OTHERWISE = {
    "context-manager-that-swallows-what-tracing-raises": "the error is caught",
    "flag-as-an-input": "Gluon rejects the input before it calls hybrid_forward",
    "number-of-axes-asked-of-mx-np-itself": "mx.np.ndim accepts any object",
    "same-noise-handed-to-an-operator": "the operator accepts None, and fails when it is executed",
    "shape-as-an-input": "Gluon rejects the input before it calls hybrid_forward",
}


def _blocks(every_case: bool) -> Iterator[Dict[str, Any]]:
    """Yield cases, and the bad examples of the rules in their form."""
    for file in sorted(CASES.rglob("*.py")):
        breaking = [case for case in read(str(file)) if case["label"] == "flag"]
        yield from breaking[:: 1 if every_case else max(1, len(breaking) // ENOUGH)]
    for rule in rules.rules_of(1):
        for number, example in enumerate(rule.examples):
            # The constructor of a HybridBlock rejects a child that is none.
            if example.shown_as not in ("construction", "both"):
                block = {"id": f"{rule.code}, example {number}", "src": example.bad, "inputs": example.inputs}
                yield {**block, "label": "flag", "user_line": None}


def _unexpected(block: Dict[str, Any], divergence: Divergence) -> str:
    """Return what MXNet does that the divergence does not state; "" if nothing."""
    try:
        check.called(block, hybridized=True, calls=1)
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        inside = any(f"<called {block['id']}>" == frame.filename and frame.name != "<module>" for frame in frames)
        if divergence.raises:
            return "" if inside and type(error).__name__ in divergence.exceptions else repr(error)
        return repr(error) if inside and divergence.kind.outcome is Outcome.FAILS else ""
    return "" if divergence.kind.outcome is Outcome.DIFFERS else "nothing is raised"


def test_divergences_are_those_of_mxnet(run_slow: bool) -> None:
    unexpected = {}
    measured: Counter[Kind] = collections.Counter()
    for block, divergence in only_divergences(_blocks(run_slow)):
        # Which functions of NumPy raise depends on its version.
        if divergence.kind is not Kind.FUNCTION_OF_NUMPY:
            measured[divergence.kind] += 1
            problem = _unexpected(block, divergence)
            if problem:
                unexpected[block["id"]] = problem
    assert {name: problem for name, problem in unexpected.items() if name not in OTHERWISE} == {}
    if run_slow:
        assert set(unexpected) == set(OTHERWISE)
        of_symbols = {kind for rule in rules.rules_of(1) for kind in rule.subjects if isinstance(kind, Kind)}
        failing = {kind for kind in of_symbols if kind.outcome is not Outcome.DIFFERS}
        in_both_phases = {Kind.PARAMETERS_HIDDEN, Kind.PARAMETER_WITH_COMMA}
        assert failing - set(measured) == {Kind.FUNCTION_OF_NUMPY} | in_both_phases
