"""Run the chosen probes in order, and free memory between them."""

from __future__ import annotations

import dataclasses
import time
from typing import Any, Dict, List, Optional, Sequence

from .. import questions
from ..backend import load_backend
from ..diagnostics.failures import BlockFailure
from ..diagnostics.source_lines import excerpt_of, innermost, is_user_file, lines_of_error
from ..errors import CannotLook, ModelRaised, message_of, original, refused_by_machine
from ..model.judging import DrawsNotCompared
from ..model.memory import release
from ..model.subject import Subject
from ..mxnet_compat import import_mxnet
from ..questions import Probe, refuse_unknown
from ..report import ProbeResult, Problem, Report, Status
from ..spec.options import CheckOptions
from . import quick
from .preparing import Emit, refuse_missing, refuse_replaced
from .probes import RUNS
from .probes.base import USUAL_REMEDY, Outcome, explained

mx = import_mxnet()

#: A probe that took fewer seconds made no net whose memory is worth releasing.
_WORTH_RELEASING = 0.1


def run_probes(subject: Subject, chosen: Sequence[Probe], report: Report, emit: Emit, modules: Dict[str, Any]) -> None:
    statuses: Dict[str, Status] = {}
    names, training = [probe.name for probe in chosen], [probe.name for probe in chosen if probe.trains]
    emit({"event": "asking", "context": subject.context_name, "probes": names, "training": training})
    for number, probe in enumerate(chosen):
        if _refused(subject.options, probe, statuses) is None:  # otherwise nothing is run
            emit({"event": "progress", "done": number, "total": len(chosen), "what": probe.name})
            emit({"event": "stage", "stage": probe.stage.value})
        made = subject.nets.made
        if probe.trains and not any(other.trains for other in chosen[:number]):  # which takes the most memory
            release()
        result = _run_probe(subject, probe, statuses)
        if result.seconds > _WORTH_RELEASING:
            needed = {name for other in chosen[number + 1 :] for name in other.shares}
            freed = subject.forget(needed)
            if "values inside" not in needed:
                subject.drop_values_inside()
            if freed or subject.nets.made > made:
                release()
        refuse_missing(modules)
        statuses[probe.name] = result.status
        if result.status is Status.FAILED:
            subject.failed[probe.name] = result.problems
        report.probes.append(result)
        emit({"event": "probe", "result": result.to_json()})
    emit({"event": "progress", "done": len(chosen), "total": len(chosen), "what": ""})


def _run_probe(subject: Subject, probe: Probe, statuses: Dict[str, Status]) -> ProbeResult:
    start = time.perf_counter()
    outcome = _refused(subject.options, probe, statuses)
    if outcome is None:
        try:
            outcome = RUNS[probe.name](subject)
            mx.nd.waitall()
            subject.learn(*outcome.artefacts)
        except CannotLook:
            raise
        except DrawsNotCompared as error:
            outcome = Outcome(Status.NOT_RUN, str(error))
        except Exception as error:
            outcome = _raised(error)
    for problem in outcome.problems:
        if problem.remedy == USUAL_REMEDY:
            problem.remedy = load_backend().remedies.get(probe.name, probe.remedy)
        _place_at_users_line(subject, problem)
        problem.excerpt = excerpt_of(problem.location)
    return quick.result_of(subject, probe, outcome, start)


def _raised(error: BaseException) -> Outcome:
    """Return the outcome for an unexpected exception: NOT_RUN if the model or the machine caused it, or a broken
    probe."""
    of_model = isinstance(error, (ModelRaised, BlockFailure))
    error = original(error)
    text = str(error) if isinstance(error, BlockFailure) else f"{type(error).__name__}: {message_of(error)}"
    if refused_by_machine(error):
        return Outcome(Status.NOT_RUN, f"this machine lacks what this probe needs: {text}", details={"refused": True})
    location = error.location if isinstance(error, BlockFailure) else innermost(lines_of_error(error))
    if location is not None or of_model:
        place = f" ({location.file}:{location.line})" if location is not None else ""
        reason = f"the model raises when this probe runs: {text}{place}"
        return Outcome(Status.NOT_RUN, reason, details={"raised": True})
    refuse_replaced(error)
    reason = f"the probe itself failed, which is a bug of this tool: {text}"
    return Outcome(Status.NOT_RUN, reason, details={"broken": True})


def _place_at_users_line(subject: Subject, problem: Problem) -> None:
    """If a layer of MXNet's fails, set the location to the user's line that calls it."""
    line = problem.location
    if line is not None and is_user_file(line.file):
        return
    asked_by = next((call.asked_by for call in subject.recorded.calls_of(problem.block) if call.asked_by), None)
    if asked_by is not None:
        problem.location = asked_by
        if line is not None:
            problem.details["inside_at"] = f"{line.file}:{line.line}: {line.source}"
        if problem.rule is not None:  # the rule is known; the linter's finding is in the user's file
            explained(problem)


def _refused(options: CheckOptions, probe: Probe, statuses: Dict[str, Status]) -> Optional[Outcome]:
    if probe.name in options.skip:
        return Outcome(Status.NOT_RUN, "excluded by request")
    if probe.name in options.unaskable:
        return Outcome(Status.NOT_RUN, options.unaskable[probe.name], details={"raised": True})
    if probe.name in load_backend().not_asked:
        return Outcome(Status.NOT_RUN, load_backend().not_asked[probe.name])
    if probe.name in options.deadly:
        return Outcome(Status.FAILED, "the model ends its process when this probe runs")
    for name in probe.needs:
        status = statuses.get(name)
        if status is Status.FAILED:
            return Outcome(Status.NOT_RUN, f"the probe {name!r} failed")
    return None


def chosen_probes(options: CheckOptions) -> List[Probe]:
    refuse_unknown([*(options.probes or []), *options.skip])
    if options.quick and options.probes is None:
        options = dataclasses.replace(options, probes=[probe.name for probe in quick.probes_of(options)])
    if options.probes is None:
        return [probe for probe in questions.ALL if probe.default or probe.name == "onnx" and options.onnx]
    wanted = {*options.probes, *(["onnx"] if options.onnx else [])}
    for probe in reversed(questions.ALL):  # a probe runs after those that it needs
        if probe.name in wanted:
            wanted.update(probe.needs, probe.after)
    return [probe for probe in questions.ALL if probe.name in wanted]
