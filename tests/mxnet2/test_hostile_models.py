"""Models that a check may be wrong about, and what is true of each."""

from __future__ import annotations

from typing import Any, List

import mxnet2_hostile_models as models

import hybridlint_runtime
from hybridlint_runtime.report import Status, Verdict

MODELS: List[Any] = [
    kind
    for name, kind in vars(models).items()
    if getattr(kind, "__module__", "") == models.__name__ and hasattr(kind, "fails") and kind is not models.Model
]


def test_there_are_many_of_either_kind() -> None:
    assert len(MODELS) > 40
    assert sum(not kind.fails for kind in MODELS) > 15 and sum(bool(kind.fails) for kind in MODELS) > 20


def test_the_check_reports_what_is_true(run_slow: bool) -> None:
    wrong = {kind.__name__: difference(kind) for kind in MODELS[:: 1 if run_slow else 30]}
    assert {name: message for name, message in wrong.items() if message} == {}


def difference(kind: Any) -> str:
    """What the check of a model states that is not what is true of it; "" if it states that."""
    report = hybridlint_runtime.check(kind, *kind.inputs)
    if kind.fails == "the imperative run":
        return "" if report.verdict is Verdict.COULD_NOT_LOOK and kind.fails in str(report) else str(report)
    probes = {status: {item.probe for item in report.probes if item.status is status} for status in Status}
    right = probes[Status.FAILED] == set(kind.fails.split()) and set(kind.warns.split()) <= probes[Status.WARNED]
    return "" if right and report.verdict is (Verdict.FAILED if kind.fails else Verdict.PASSED) else str(report)
