"""`--quick`: the probes outputs, export and archive with one net and one fresh process, if nothing diverges; and onnx,
if requested.

The net is called imperatively, hybridized, called again, exported and archived. This can only show that the model
passes. If anything diverges or raises, the probes run again in full to localize it.
"""

from __future__ import annotations

import time
from typing import Any, Callable, List, Optional, Tuple

from ..diagnostics.source_lines import innermost, lines_of_error
from ..errors import CannotLook, message_of, original, refused_by_machine
from ..model.artefacts import BlockComparison, Hybridized
from ..model.comparing import compare_each
from ..model.pair import details_of
from ..model.steps import Step
from ..model.subject import Subject
from ..model.tree import hybridized_blocks
from ..questions import BY_NAME, Probe
from ..report import ProbeResult, Stage, Status
from ..spec.options import CheckOptions
from .probes import RUNS, export
from .probes.base import Outcome
from .probes.outputs import without_numbers

_STEPS = (Step(seed=1), Step(seed=2))


def probes_of(options: CheckOptions) -> List[Probe]:
    """Return the probes that run, in order."""
    return [BY_NAME[name] for name in ("outputs", "export", "archive", *(["onnx"] if options.onnx else []))]


def look(subject: Subject, begin: Callable[[Probe], None]) -> Optional[List[ProbeResult]]:
    """Return the results of `probes_of` for a subject that was prepared with one net, None unless the model passes.

    `begin` is called before each of them.
    """
    results: List[ProbeResult] = []
    try:
        known: Any = None
        for probe in probes_of(subject.options):
            begin(probe)
            start = time.perf_counter()
            if probe.name == "outputs":
                agreed = _outputs(subject)
                if agreed is None:
                    return None
                known, outcome = agreed
            elif probe.name == "export":
                outcome = export.survives(subject, [(subject.net, known)])
            else:
                outcome = RUNS[probe.name](subject)
            if outcome.status in (Status.FAILED, Status.WARNED):
                return None
            results.append(result_of(subject, probe, outcome, start))
    except CannotLook:
        raise
    except Exception as error:  # the probes report errors of the model with their location
        if innermost(lines_of_error(original(error))) is None and not refused_by_machine(original(error)):
            subject.faults.append(f"{type(error).__name__}: {message_of(error)}")
        return None
    return results


def _outputs(subject: Subject) -> Optional[Tuple[Any, Outcome]]:
    """Return what the first hybridized call returned, and the result; None if the phases do not agree."""
    net = subject.net
    # The first imperative call is the recorded one.
    plain = subject.execute(_STEPS[1:], hybridized=False, net=net, first=1)
    subject.start_again()
    hybrid = subject.execute(_STEPS, hybridized=True, net=net)
    subject.learn(Hybridized(*hybridized_blocks(net)))
    if plain.failure is not None or hybrid.failure is not None or not subject.roots:
        return None
    total = compare_each([subject.recorded.outputs, *plain.outputs()], hybrid.outputs(), subject.strict_tolerances())
    if not total or without_numbers(hybrid.outputs()[0]):
        return None
    subject.learn(BlockComparison(dict.fromkeys(subject.roots, (Stage.VALUES, Status.PASSED))))
    return hybrid.outputs()[0], Outcome(Status.PASSED, details=details_of(total, len(_STEPS)))


def result_of(subject: Subject, probe: Probe, outcome: Outcome, start: float) -> ProbeResult:
    """Return the result of a probe that began at `start`, as `time.perf_counter` returned it."""
    return ProbeResult(
        probe.name,
        subject.context_name,
        outcome.status,
        outcome.reason,
        outcome.problems,
        round(time.perf_counter() - start, 4),
        outcome.details,
        probe.title,
        probe.asks,
    )
