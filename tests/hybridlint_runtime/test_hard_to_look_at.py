"""Models that get in the way of whoever looks at them, yet work: no probe may break, and nothing may be held against
them that is not true.
"""

from __future__ import annotations

import models_hard_to_look_at as models
import pytest

import hybridlint_runtime
from hybridlint_runtime.report import Report, Status, Verdict

NAMES = [name for name, value in vars(models).items() if isinstance(value, type) and issubclass(value, models.Plain)]
#: Those that are refused by MXNet itself once they are hybridized.
REFUSED = ["RefusesNewAttributes", "RunsOutAtOnce"]


def checked(name: str) -> Report:
    """The report on a model, in which each probe ran or states why not."""
    report = hybridlint_runtime.check(getattr(models, name), (2, 3))
    assert not [result.reason for result in report.probes if result.details.get("broken")]
    assert all(result.reason for result in report.probes if result.status is Status.NOT_RUN)
    return report


@pytest.mark.sample(5)
@pytest.mark.parametrize("name", [name for name in NAMES if name not in REFUSED])
@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_model_that_works_passes(name: str) -> None:
    report = checked(name)
    assert report.verdict is Verdict.PASSED, [problem.message for problem in report.problems]


def test_what_hybridize_itself_raises_is_a_finding() -> None:
    (problem,) = checked("RefusesNewAttributes").problems
    assert "hybridize() itself raises: AttributeError" in problem.message
    assert problem.location is not None and problem.location.source.startswith("raise AttributeError")


def test_what_runs_out_is_reported_where_it_does() -> None:
    (problem,) = checked("RunsOutAtOnce").problems
    assert problem.error_type == "StopIteration"
    assert problem.location is not None and "next(self.scales)" in problem.location.source
