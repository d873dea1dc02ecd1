"""`--quick`: outputs, export and archive with one net and one fresh process, where nothing differs.

The net is called imperatively, hybridized, called again, exported and archived. From that follows only that the model
passes. Whatever differs or raises is asked once more by the probes themselves, which find out where it comes from.
"""

from __future__ import annotations

import time
from typing import Callable, List, Optional

from .errors import CannotLook
from .model.comparing import Comparison, compare
from .model.pair import details_of, strict_tolerances
from .model.subject import Step, Subject, hybridized_blocks
from .probe import Outcome, Probe
from .probes import archive, export, outputs
from .report import ProbeResult, Stage, Status

#: What is asked, in this order.
PROBES = (outputs.PROBE, export.PROBE, archive.PROBE)
_STEPS = (Step(seed=1), Step(seed=2))


def look(subject: Subject, begin: Callable[[Probe], None]) -> Optional[List[ProbeResult]]:
    """The results of PROBES for a subject that was prepared with one net; None unless the model passes.

    `begin` is called before each of them.
    """
    results: List[ProbeResult] = []
    try:
        for probe, ask in zip(PROBES, (_outputs, _export, archive.PROBE.run)):
            begin(probe)
            start = time.perf_counter()
            outcome = ask(subject)
            if outcome is None or outcome.status in (Status.FAILED, Status.WARNED):
                return None
            results.append(_result(subject, probe, outcome, time.perf_counter() - start))
    except CannotLook:
        raise
    except Exception:  # the model's: the probes say which, and where
        return None
    return results


def _outputs(subject: Subject) -> Optional[Outcome]:
    net = subject.net
    # The recorded call was one of a new net, and so must be the first of these, for the second to be a second one.
    plain = subject.live(_STEPS, hybridized=False, net=net)
    subject.start_again()
    hybrid = subject.live(_STEPS, hybridized=True, net=net)
    subject.roots, subject.checked = hybridized_blocks(net)
    if plain.failure is not None or hybrid.failure is not None or "" not in subject.roots:
        return None
    total = Comparison()
    for before, after in zip(plain.results, hybrid.results):
        comparison = compare(before.outputs, after.outputs, strict_tolerances(subject))
        if not comparison:
            return None
        total.tensors += comparison.tensors
        total.others += comparison.others
        total.largest = max(total.largest, comparison.largest)
    subject.note("", Stage.VALUES, Status.PASSED)
    return Outcome(Status.PASSED, details=details_of(total, len(_STEPS)))


def _export(subject: Subject) -> Outcome:
    return export.survives(subject, [subject.net])


def _result(subject: Subject, probe: Probe, outcome: Outcome, seconds: float) -> ProbeResult:
    return ProbeResult(
        probe.name,
        subject.context_name,
        outcome.status,
        outcome.reason,
        seconds=round(seconds, 4),
        details=outcome.details,
        title=probe.title,
        question=probe.asks,
    )
