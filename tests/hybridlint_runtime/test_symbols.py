"""The exceptions that MXNet raises are those that the linter expects, so that it knows which handler catches them."""

from __future__ import annotations

import pathlib

from divergences import only_divergences

from benchmarks import truth_runtime
from benchmarks.cases import read

CASES = pathlib.Path(__file__).parent.parent / "cases"

#: Cases whose inputs are no arrays, which Gluon rejects before it calls `hybrid_forward`.
REJECTED_BEFORE = {"flag-as-an-input", "shape-as-an-input"}


def test_a_divergence_raises_one_of_its_exceptions() -> None:
    unexpected = {}
    raising = [(case, found) for case, found in only_divergences(read(str(CASES))) if found.raises]
    assert len(raising) > 500
    for case, divergence in raising:
        try:
            truth_runtime.called(case, hybridized=True, calls=1)
        except Exception as error:
            if type(error).__name__ not in divergence.exceptions:
                unexpected[case["id"]] = repr(error)
    assert set(unexpected) == REJECTED_BEFORE, unexpected
