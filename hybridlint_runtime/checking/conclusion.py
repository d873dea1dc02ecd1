"""Conclude from the results of the probes: the verdict, its summary and the problems."""

from __future__ import annotations

from typing import Any, Dict, List, Sequence

from ..report import ProbeResult, Problem, Report, Status, Verdict
from ..spec.options import CheckOptions


def conclude(report: Report, options: CheckOptions) -> None:
    """Set verdict, summary and problems from the probes."""
    report.problems = _problems_once(report.probes)
    missing = [name for name in options.require_contexts if name in report.contexts_not_checked]
    failed = [result for result in report.probes if result.status is Status.FAILED]
    broken = [result for result in report.probes if result.details.get("broken")]
    # Inputs that the user specified and the imperative model rejects, or a disk that is full: this must not count as a
    # pass.
    refused = [result for result in report.probes if result.details.get("refused")]
    compared = [result for result in report.probes if result.status in (Status.PASSED, Status.WARNED)]
    if failed or missing:
        report.verdict = Verdict.FAILED
        names = ", ".join(dict.fromkeys(result.probe for result in failed))
        report.summary = f"problems in {names}" if failed else f"required but not checked: {', '.join(missing)}"
    elif broken:
        report.verdict = Verdict.COULD_NOT_LOOK
        report.summary = f"the probe {broken[0].probe!r} is broken: {broken[0].reason}"
    elif refused:
        report.verdict = Verdict.COULD_NOT_LOOK
        names = ", ".join(dict.fromkeys(result.probe for result in refused if result.reason == refused[0].reason))
        report.summary = f"{names} could not run: {refused[0].reason}"
    elif not compared:
        report.verdict = Verdict.FAILED
        report.summary = "nothing was compared"
    else:
        report.verdict = Verdict.PASSED
        report.summary = _what_agrees(report)


#: What a passed check has compared → the probes that compare it.
_COMPARED = {
    "outputs": ("outputs",),
    "gradients": ("gradients",),
    "the model loaded again": ("export", "archive"),
    "the ONNX model": ("onnx",),
}


def _what_agrees(report: Report) -> str:
    """Return `outputs and gradients agree on cpu(0) (18 probes passed, 5 not run); not compared: the model loaded
    again`, and the probes that could not run because of an error."""
    agree, missing = [], []
    for name, comparing in _COMPARED.items():
        results = [result for result in report.probes if result.probe in comparing]
        if any(result.status is not Status.NOT_RUN for result in results):
            agree.append(name)
        elif results or name != "the ONNX model":
            missing.append(f"{name} ({results[0].reason})" if results else name)
    known = {name for comparing in _COMPARED.values() for name in comparing}
    obstructed = [result for result in report.probes if result.details.get("raised") and result.probe not in known]
    if obstructed:
        missing.append(f"{', '.join(result.probe for result in obstructed)} ({obstructed[0].reason})")
    asked = [result for result in report.probes if result.status is not Status.NOT_RUN]
    count = f"{len(asked)} probe{'s' * (len(asked) != 1)} passed"
    if len(asked) < len(report.probes):
        count += f", {len(report.probes) - len(asked)} not run"
    where = f"on {', '.join(report.contexts_checked)}"
    text = (
        f"{_listed(agree)} {'agrees' if len(agree) == 1 and agree[0].startswith('the') else 'agree'} {where} ({count})"
    )
    return (text if agree else f"{count} {where}") + (f"; not compared: {', '.join(missing)}" if missing else "")


def _listed(names: Sequence[str]) -> str:
    """Return `a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else ""


def _problems_once(results: Sequence[ProbeResult]) -> List[Problem]:
    """Return the problems of all failed probes. A problem that also occurs on another context is returned once."""
    kept: Dict[Any, Problem] = {}
    for result in results:
        if result.status is Status.FAILED:
            for problem in result.problems:
                kept.setdefault((problem.stage, problem.message, problem.block, str(problem.location)), problem)
    return list(kept.values())
