"""Do all contexts return the same?"""

from __future__ import annotations

import dataclasses
from typing import Dict

from ...model.comparing import compare_each
from ...model.standard import standard_of
from ...model.subject import Subject
from ...report import Stage
from ...spec.options import TOLERANCES, Tolerance
from .base import USUAL_REMEDY, Outcome, failed, not_run, passed, problems_of_comparison

#: GPUs of compute capability 8.0 and above multiply float32 matrices in TF32, with 10 bits of mantissa.
_ACROSS_DEVICES: Dict[str, Tolerance] = {
    "float32": Tolerance(relative=5e-3, absolute=5e-3),
    "float16": Tolerance(relative=3e-2, absolute=3e-2),
}


def run(subject: Subject) -> Outcome:
    reference = subject.reference
    if reference is None:
        return not_run("this is the first context; the others are compared with it")
    tolerances = dict(TOLERANCES)
    if subject.context.device_type != reference.context.device_type:
        tolerances.update(_ACROSS_DEVICES)
    tolerances.update(subject.options.tolerances)
    names = (f"on {reference.context_name}", f"on {subject.context_name}")
    for hybridized in (False, True):
        before, after = standard_of(reference).execution(hybridized), standard_of(subject).execution(hybridized)
        if before.failure is not None or after.failure is not None:
            return not_run("the model raises on one of the contexts, which other probes report")
        allowed = dataclasses.replace(subject.tolerances(), by_dtype=tolerances)
        comparison = compare_each(before.outputs(), after.outputs(), allowed, names)
        if not comparison:
            text = f"{'hybridized' if hybridized else 'imperatively'}, two contexts differ"
            return failed(problems_of_comparison(comparison, text, Stage.CONTEXTS, remedy=USUAL_REMEDY))
    return passed(compared_with=reference.context_name)
