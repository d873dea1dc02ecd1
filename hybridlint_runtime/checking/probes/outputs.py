"""Does the hybridized model return the same, call after call?"""

from __future__ import annotations

from ...model.standard import standard_of
from ...model.subject import Subject
from ...report import Status
from .base import Outcome, not_run
from .variations import Variation, compare_executions


def run(subject: Subject) -> Outcome:
    steps = standard_of(subject).steps()
    plain = standard_of(subject).execution(hybridized=False)
    made = len(plain.results)
    raises = f"called {made + 1} times in a row, the imperative model itself raises {plain.failure}"
    if not made:
        return not_run(raises)
    hybrid = standard_of(subject).execution(hybridized=True)
    outcome = compare_executions(subject, Variation(steps[:made], remedy=None), plain, hybrid.until(made))
    # The calls before the one that raises can prove a divergence, but not that there is none.
    return not_run(raises) if plain.failure is not None and outcome.status is Status.PASSED else outcome
