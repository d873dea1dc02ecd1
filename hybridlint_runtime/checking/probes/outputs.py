"""Does the hybridized model return the same, call after call?"""

from __future__ import annotations

from typing import Any, List

import numpy as np

from ...model.standard import standard_of
from ...model.subject import Subject
from ...report import Problem, Stage, Status
from ...structures import NDArray, leaves, numpy_view, size_of
from .base import Outcome, not_run, warned
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
    if outcome.status is not Status.PASSED:
        return outcome
    if plain.failure is not None:
        # The calls before the one that raises can prove a divergence, but not that there is none.
        return not_run(raises)
    problems = without_numbers(plain.results[0].outputs)
    return warned(problems, **outcome.details).with_artefacts(*outcome.artefacts) if problems else outcome


def without_numbers(outputs: Any) -> List[Problem]:
    """Return a warning for each output that is NaN or infinite everywhere, which equals any other such output."""
    return [
        Problem(
            Stage.VALUES,
            f"{f'output {where}' if where else 'the output'} is NaN or infinite everywhere, so no number was compared",
            remedy="Pass inputs of which the model computes numbers (--input with a range, --inputs-from).",
        )
        for where, leaf in leaves(outputs)
        if isinstance(leaf, NDArray) and size_of(leaf) and not np.isfinite(numpy_view(leaf)).any()
    ]
