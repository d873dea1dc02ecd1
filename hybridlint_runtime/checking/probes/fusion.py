"""Does a GPU return the same with and without fused operators?"""

from __future__ import annotations

import contextlib
import os
from typing import Iterator

from ...model.comparing import compare_each
from ...model.standard import standard_of
from ...model.steps import Execution
from ...model.subject import Subject
from ...report import Stage
from .base import USUAL_REMEDY, Outcome, failed, not_run, passed, problem_of_failure, problems_of_comparison

_SWITCH = "MXNET_USE_FUSION"


def run(subject: Subject) -> Outcome:
    if subject.context.device_type != "gpu":
        return not_run("only GPUs fuse operators")
    return compare_fused(subject)


def compare_fused(subject: Subject) -> Outcome:
    """Compare the hybridized model with fused operators to the hybridized model without."""
    apart, fused = (execution_with_fusion(subject, on) for on in (False, True))
    if apart.failure is not None:
        return not_run(f"without fusing, the hybridized model raises {apart.failure}")
    if fused.failure is not None:
        text = f"with {_SWITCH}=1 the hybridized model raises"
        return failed([problem_of_failure(fused.failure, Stage.CONTEXTS, text, USUAL_REMEDY)])
    names = (f"with {_SWITCH}=0", f"with {_SWITCH}=1")
    comparison = compare_each(apart.outputs(), fused.outputs(), subject.tolerances(), names, subject.undetermined)
    if not comparison:
        text = "hybridized, fusing changes the result"
        return failed(problems_of_comparison(comparison, text, Stage.CONTEXTS, remedy=USUAL_REMEDY))
    return passed(calls=len(fused.results), largest_difference=comparison.largest)


def execution_with_fusion(subject: Subject, on: bool) -> Execution:
    """Run the usual calls of the hybridized model with operator fusion on or off."""
    with _fusion(on):
        return subject.execute(standard_of(subject).steps(), hybridized=True)


@contextlib.contextmanager
def _fusion(on: bool) -> Iterator[None]:
    """Switch operator fusion on or off.

    MXNet reads the environment variable whenever it prepares a graph for a context (`OptimizeGraph` in
    src/imperative/cached_op.h of 1.9.1), not when it is imported; `os.environ` sets the environment of the process.
    """
    before = os.environ.get(_SWITCH)
    os.environ[_SWITCH] = str(int(on))
    try:
        yield
    finally:
        if before is None:
            del os.environ[_SWITCH]
        else:
            os.environ[_SWITCH] = before
