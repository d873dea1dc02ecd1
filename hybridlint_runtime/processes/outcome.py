"""What a worker process reported, and the report that follows from it, however the process ended."""

from __future__ import annotations

import dataclasses
import json
import re
import signal
import time
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

from hybridlint import facts

from ..diagnostics.source_lines import excerpt_of, is_user_file, location_at
from ..plain_data import decoded
from ..report import ProbeResult, Problem, Report, SourceLocation, Stage, Status, Verdict
from ..spec.importing import shown_path

#: A check that spent more than this share of its time in one step, after the imperative run, is assumed to hang there.
_HANGING_SHARE = 0.75

#: Stages before the hybridized model has run: a failure there means that nothing can be checked.
_BEFORE_TRACE = (Stage.BUILD, Stage.IMPERATIVE)

_STACK_LINE = re.compile(r'\s*File "(?P<file>.+)", line (?P<line>\d+) in (?P<function>.+)$')

#: Usual meaning of a signal that ends a process.
_SIGNALS = {
    signal.SIGSEGV: "a segmentation fault",
    signal.SIGFPE: "an arithmetic error in compiled code, such as an integer division by zero",
    signal.SIGABRT: "an abort in compiled code",
    signal.SIGBUS: "a bus error",
    signal.SIGILL: "an illegal instruction (this processor cannot run the code of this build)",
    signal.SIGKILL: "killed from outside, possibly because the machine ran out of memory",
}


@dataclasses.dataclass
class Observed:
    """What the worker reported until it ended. `started`, when the check began, and `last_event` are
    `time.monotonic()`.

    `mark` precedes every event and is secret: what a model writes to the pipe is not an event.
    """

    started: float
    last_event: float
    mark: bytes
    stage: Stage = Stage.BUILD
    #: The running probe, and whether it was running the model imperatively; the current block, if the probe checks one
    #: after the other; the probes of this context, those of them that train, and the context.
    probe: str = ""
    imperatively: bool = False
    block: Tuple[str, str] = ("", "")
    asked: Sequence[str] = ()
    training: Sequence[str] = ()
    context: str = ""
    pid: Optional[int] = None
    report: Optional[Report] = None
    complete: bool = False
    inputs: List[str] = dataclasses.field(default_factory=list)
    #: When the model first ran. The time before is spent on imports.
    running_since: float = 0.0
    probes: List[ProbeResult] = dataclasses.field(default_factory=list)
    cannot_look: Optional[Mapping[str, Any]] = None
    ended: Optional[Mapping[str, Any]] = None
    late: List[Mapping[str, Any]] = dataclasses.field(default_factory=list)
    threads: Sequence[str] = ()
    exit: Optional[Mapping[str, Any]] = None
    stack: List[str] = dataclasses.field(default_factory=list)

    def take(self, line: bytes) -> Optional[Mapping[str, Any]]:
        """Process one line from the worker. Return the event in it, None if it is part of a stack by faulthandler."""
        other, _, content = line.partition(self.mark)
        if other.strip():
            self.stack.append(other.decode("utf-8", "replace"))
        if not content:
            return None
        event: Mapping[str, Any] = json.loads(content)
        kind = event["event"]
        if kind == "exit":
            self.exit, self.pid = event, None
            return event
        self.last_event = time.monotonic()
        if kind == "started":
            self.pid = event["pid"]
        elif kind == "stage":
            self.stage = Stage(event["stage"])
            if self.stage is not Stage.BUILD and not self.running_since:
                self.running_since = self.last_event
        elif kind == "progress":
            self.probe, self.imperatively, self.block = event["what"], False, ("", "")
        elif kind == "asking":
            self.asked, self.training, self.context = event["probes"], event["training"], event["context"]
        elif kind == "block":
            self.block = event["path"], event["class"]
        elif kind == "phase":
            self.imperatively = not event["hybridized"]
        elif kind == "inputs":
            self.inputs = event["inputs"]
        elif kind == "probe":
            self.probes.append(decoded(ProbeResult, event["result"]))
        elif kind == "report":
            self.report = Report.from_json(event["report"])
            self.complete = bool(event.get("complete"))
        elif kind == "cannot look":
            self.cannot_look = event
        elif kind == "ended":
            self.ended = event
        elif kind == "late error":
            self.late.append(event)
        elif kind == "finished":
            self.threads = event["threads"]
        return event


def report_of(seen: Observed, reason: str, timeout: float, memory: int) -> Report:
    """Return the report of the worker, or the one that follows from how it ended.

    `reason` is why the supervisor ended it: "timeout", "memory" (more than allowed), "free memory" (all that the
    machine had free), "stopped", or "" if it did not.
    """
    report = seen.report
    if report is None or not seen.complete:
        report = _report_of_cut_short(seen, reason, timeout, memory)
    else:
        _add_late_events(report, seen, reason)
    if seen.threads:
        report.notes.append(f"the model left threads running: {', '.join(seen.threads)}")
    return report


@dataclasses.dataclass
class Death:
    """The model ended its process during `probe` on `context`, as described by `report`.

    `imperative` is set if the model ran imperatively. `training` are all probes that train, if `probe` is one of them.
    """

    probe: str
    context: str
    imperative: bool
    report: Report
    training: Sequence[str] = ()

    @property
    def problem(self) -> Problem:
        return self.report.problems[-1]

    @property
    def cause(self) -> Tuple[Optional[str], str]:
        """A key that is equal for deaths of the same cause: error type and line."""
        return self.problem.error_type, str(self.problem.location)


def death_of(seen: Observed, reason: str, report: Report) -> Optional[Death]:
    """Return the death described by `report`, None if the model did not end the process, or not during a probe."""
    if reason or seen.complete or not seen.probe or seen.cannot_look is not None:
        return None
    if seen.ended is not None:
        by_model = bool(seen.ended["by_model"])
    else:
        by_model = seen.exit is not None and seen.exit.get("signal") != signal.SIGKILL
    training = seen.training if seen.probe in seen.training else ()
    return Death(seen.probe, seen.context, seen.imperatively, report, training) if by_model else None


def with_deaths(report: Report, deaths: Sequence[Death]) -> Report:
    """Return `report`, made after `deaths` without their probes, with these deaths added."""
    results: Dict[Tuple[str, str], ProbeResult] = {}
    # If the imperative model ended a probe, the report already has that as the reason why the probe was not run.
    survived = [(death.report, death.probe if death.imperative else "") for death in deaths]
    for each, ended in (*survived, (report, "")):
        for result in (result for result in each.probes if result.probe != ended):
            known = results.get((result.probe, result.context))
            if known is None or known.status is Status.NOT_RUN:
                results[result.probe, result.context] = result
    for death in (each for each in deaths if not each.imperative):
        own = next(each for each in death.report.probes if (each.probe, each.context) == (death.probe, death.context))
        results[own.probe, own.context] = own
    report.probes = list(results.values())
    fatal = [death for death in deaths if not death.imperative]
    if fatal:
        report.summary = _summary(fatal, report)
        report.verdict = Verdict.FAILED
        causes = {death.cause: death for death in reversed(fatal)}
        report.problems = [death.problem for death in fatal if causes[death.cause] is death] + report.problems
        report.model_output = "".join(death.report.model_output for death in fatal) + report.model_output
    return report


def _summary(fatal: Sequence[Death], report: Report) -> str:
    """Return the first death, with the names of the other probes that failed."""
    failed = [result.probe for result in report.probes if result.status is Status.FAILED]
    others = [probe for probe in dict.fromkeys(failed) if probe != fatal[0].probe]
    return fatal[0].report.summary + (f"; problems in {', '.join(others)}" if others else "")


def _report_of_cut_short(seen: Observed, reason: str, timeout: float, memory: int) -> Report:
    """Return what was known before the end: the report on the complete contexts, and the probes that ran since."""
    report = seen.report or Report(target="", inputs=seen.inputs)
    report.verdict, report.probes = Verdict.COULD_NOT_LOOK, seen.probes
    if seen.cannot_look is not None:
        report.summary = seen.cannot_look["message"]
        report.notes += seen.cannot_look["details"]
        report.facts = facts.document([facts.of_file(file, {}) for file in seen.cannot_look.get("files", ())])
        return report
    if reason == "stopped":
        report.summary = "interrupted"
        return report
    if not reason and seen.ended is not None and not seen.ended["by_model"]:
        report.summary = f"the check itself failed, which is a bug of this tool: {seen.ended['message']}"
        report.notes += "".join(seen.ended["traceback"]).rstrip().splitlines()
        return report
    message, error_type, details, remedy = _what_happened(seen, reason, timeout, memory)
    location = _crash_location(seen)
    message = f"{message}, {_doing(seen)}"
    if seen.probe:
        details["probe"] = seen.probe
    failed = [probe for probe in seen.probes if probe.status is Status.FAILED]
    report.problems = [problem for probe in failed for problem in probe.problems]
    problem = Problem(
        Stage.PROCESS, message, *seen.block, location, error_type=error_type, details=details, remedy=remedy
    )
    problem.excerpt = excerpt_of(location)
    report.problems.append(problem)
    where = f" ({location.file}:{location.line}: {location.source})" if location is not None else ""
    report.summary = message + where
    # A machine that is too small is no fault of the model.
    ran_out = reason == "free memory" or reason == "timeout" and not _hangs(seen, timeout)
    if failed or not (seen.stage in _BEFORE_TRACE or seen.imperatively or ran_out):
        report.verdict = Verdict.FAILED
    elif problem.remedy:
        report.summary += f": {problem.remedy}"  # only the summary of such a check is shown
    report.probes = [*seen.probes, *_incomplete(seen, problem, report.verdict)]
    return report


def _incomplete(seen: Observed, problem: Problem, verdict: Verdict) -> List[ProbeResult]:
    """Return results for the probe at which the process ended and for those that would have followed."""
    if seen.probe not in seen.asked:
        return []
    place = list(seen.asked).index(seen.probe)
    at_fault = verdict is Verdict.FAILED and not seen.imperatively
    results = [ProbeResult(seen.probe, seen.context, Status.FAILED if at_fault else Status.NOT_RUN, problem.message)]
    results[0].problems = [problem] if at_fault else []
    reason = f"the process ended while the probe {seen.probe!r} ran"
    return results + [ProbeResult(name, seen.context, Status.NOT_RUN, reason) for name in seen.asked[place + 1 :]]


def _doing(seen: Observed) -> str:
    if seen.stage is Stage.BUILD:
        return "while the model was built"
    if seen.stage is Stage.IMPERATIVE:
        return "in the imperative run"
    return f"while the probe {seen.probe!r} ran" + (" the imperative model" if seen.imperatively else "")


def _what_happened(
    seen: Observed, reason: str, timeout: float, memory: int
) -> Tuple[str, Optional[str], Dict[str, Any], Optional[str]]:
    """Return how the process ended, as the beginning of a sentence; the type of the error; figures; the remedy."""
    if reason == "timeout":
        waited = max(timeout - (seen.last_event - seen.started), 0.0)
        return (
            f"still running after {timeout:g} s (--timeout), {waited:.1f} s of them in the last step",
            "Timeout",
            {"timeout_s": timeout, "in_last_step_s": round(waited, 1)},
            "look at the line above; if the model is only slow, give smaller shapes or a larger --timeout",
        )
    if reason:
        limit = f"{memory / 2**30:.1f} GiB" if memory >= 2**30 else f"{memory / 2**20:.0f} MiB"
        text, remedy = f"more than {limit} of memory (--memory)", "give smaller shapes, or a larger --memory"
        if reason == "free memory":
            text = f"more than {limit} of memory, which is 90 % of what this machine had free"
            remedy = "pass smaller shapes, free memory on this machine, or allow more with --memory 8G"
        return text, "MemoryError", {"limit_bytes": memory}, remedy
    if seen.ended is not None:
        frames = {"user_frames": list(seen.ended["frames"])}
        return f"the model ended the process with {seen.ended['message']}", seen.ended["type"], frames, None
    ended = seen.exit or {}
    if "signal" in ended:
        number = ended["signal"]
        try:
            name, meaning = signal.Signals(number).name, _SIGNALS.get(signal.Signals(number), "")
        except ValueError:
            name, meaning = f"signal {number}", ""
        text = f"the process died of {name}" + (f": {meaning}" if meaning else "")
        return text, name, {"signal": number}, None
    if "code" in ended:
        code = ended["code"]
        return f"the model ended the process with exit code {code}", "os._exit", {"exit_code": code}, None
    return "the process and its guard were killed from outside", "SIGKILL", {}, None


def _hangs(seen: Observed, timeout: float) -> bool:
    """Return whether most of the time since the model first ran was spent in the unfinished step, so that --timeout was
    not too short."""
    before = seen.last_event - seen.running_since
    whole = seen.started + timeout - seen.running_since
    return before < (1 - _HANGING_SHARE) * whole


def _add_late_events(report: Report, seen: Observed, reason: str) -> None:
    known = "\n".join(problem.mxnet_message or problem.message for problem in report.problems)
    for late in seen.late:
        first = (late["message"].strip().splitlines() or [late["type"]])[0]
        if first in known:
            continue
        message = "MXNet reported an asynchronous error after everything had been compared"
        report.problems.append(
            Problem(Stage.PROCESS, message, error_type=late["type"], mxnet_message=late["message"].strip())
        )
        if report.verdict is Verdict.PASSED:
            report.verdict, report.summary = Verdict.FAILED, message
    if reason in ("timeout", "memory", "free memory") or "signal" in (seen.exit or {}):
        report.notes.append("the process of the model had to be ended after the check was complete")


def _crash_location(seen: Observed) -> Optional[SourceLocation]:
    """Return the innermost line of the user's files in the stack that was written last, or in the exception that ended
    it."""
    for thread in _threads(seen.stack):
        for line in thread:  # faulthandler writes the most recent call first
            match = _STACK_LINE.match(line)
            if match is not None and is_user_file(match.group("file")):
                place = location_at(match.group("file"), int(match.group("line")), match.group("function"))
                return dataclasses.replace(place, file=shown_path(place.file))
    if seen.ended is not None and seen.ended["frames"]:
        file, line, source = (*seen.ended["frames"][-1].split(":", 2), "")[:3]
        return SourceLocation(file, int(line), "", source.strip())
    return None


def _threads(stack: Sequence[str]) -> List[List[str]]:
    """Split the stack into threads: the one that crashed or got the signal, then the oldest, which is the main
    thread."""
    threads: List[List[str]] = []
    for line in stack:
        if line.startswith(("Thread 0x", "Current thread 0x")):
            threads.append([])
        if threads:
            threads[-1].append(line)
    threads.reverse()  # faulthandler writes the youngest thread first
    return sorted(threads, key=lambda lines: not lines[0].startswith("Current"))
