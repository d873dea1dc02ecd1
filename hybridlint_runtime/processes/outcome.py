"""What was learnt from a worker process, and the report that follows from it, however the process ended."""

from __future__ import annotations

import dataclasses
import json
import re
import signal
import time
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

from ..diagnostics.source_lines import excerpt_of, is_user_file
from ..report import ProbeResult, Problem, Report, SourceLocation, Stage, Status, Verdict
from ..spec.target import shown_path

#: A check that spent more than this share of its time in one step, after the imperative run, is taken to hang there.
_HANGING_SHARE = 0.75

#: Stages in which nothing of the hybridized model has been seen yet: a failure there means that nothing can be checked.
_BEFORE_TRACE = (Stage.BUILD, Stage.IMPERATIVE)

_STACK_LINE = re.compile(r'\s*File "(?P<file>.+)", line (?P<line>\d+) in (?P<function>.+)$')

#: What a signal that ends a process usually means here.
_SIGNALS = {
    signal.SIGSEGV: "a segmentation fault",
    signal.SIGFPE: "an arithmetic error in compiled code, such as an integer division by zero",
    signal.SIGABRT: "an abort in compiled code",
    signal.SIGBUS: "a bus error",
    signal.SIGILL: "an illegal instruction (this processor cannot run the code of this build)",
    signal.SIGKILL: "killed from outside, maybe because the machine had no memory left",
}


@dataclasses.dataclass
class Learnt:
    """What the worker said until it ended. `started`, when the check began, and `last_event` are times of
    `time.monotonic`.

    `mark` stands before every event, and nobody else knows it: what a model writes on the pipe is no event.
    """

    started: float
    last_event: float
    mark: bytes
    stage: Stage = Stage.BUILD
    #: The probe that is being asked, if any, and whether it was running the model imperatively; the block that it was
    #: looking at, if it looks at one after the other; the probes that are asked on this context, those of them that
    #: train, and which context that is.
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
    #: When the model first ran; before that, modules are imported, which tells nothing about the model.
    running_since: float = 0.0
    probes: List[ProbeResult] = dataclasses.field(default_factory=list)
    cannot_look: Optional[Mapping[str, Any]] = None
    ended: Optional[Mapping[str, Any]] = None
    late: List[Mapping[str, Any]] = dataclasses.field(default_factory=list)
    threads: Sequence[str] = ()
    exit: Optional[Mapping[str, Any]] = None
    stack: List[str] = dataclasses.field(default_factory=list)

    def take(self, line: bytes) -> Optional[Mapping[str, Any]]:
        """Keep one line from the worker. Returns the event in it, or None if it is part of a stack by faulthandler."""
        other, _, said = line.partition(self.mark)
        if other.strip():
            self.stack.append(other.decode("utf-8", "replace"))
        if not said:
            return None
        event: Mapping[str, Any] = json.loads(said)
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
        elif kind == "life":
            self.imperatively = not event["hybridized"]
        elif kind == "inputs":
            self.inputs = event["inputs"]
        elif kind == "probe":
            self.probes.append(ProbeResult.from_json(event["result"]))
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


def report_of(learnt: Learnt, reason: str, timeout: float, memory: int) -> Report:
    """The report that the worker made, or the one that follows from how it ended.

    `reason` is why the keeper ended it: "timeout", "memory" (more than it was allowed), "free memory" (all that the
    machine had free), "stopped" or "" for not at all.
    """
    report = learnt.report
    if report is None or not learnt.complete:
        report = _cut_short(learnt, reason, timeout, memory)
    else:
        _add_what_came_late(report, learnt, reason)
    if learnt.threads:
        report.notes.append(f"the model left threads running: {', '.join(learnt.threads)}")
    return report


@dataclasses.dataclass
class Death:
    """A model ended its process while `probe` was asked on `context`, as `report` tells; `imperative` if it did so
    imperatively. `training` are all probes that train, if `probe` is one of them."""

    probe: str
    context: str
    imperative: bool
    report: Report
    training: Sequence[str] = ()

    @property
    def problem(self) -> Problem:
        """The death itself."""
        return self.report.problems[-1]

    @property
    def cause(self) -> Tuple[Optional[str], str]:
        """What is the same for two deaths of the same cause: how, and on which line."""
        return self.problem.error_type, str(self.problem.location)


def death_of(learnt: Learnt, reason: str, report: Report) -> Optional[Death]:
    """What `report`, on this worker, tells of how the model ended it while a probe was asked; None if it was not the
    model, or no probe was asked."""
    if reason or learnt.complete or not learnt.probe or learnt.cannot_look is not None:
        return None
    if learnt.ended is not None:
        by_model = bool(learnt.ended["by_model"])
    else:
        by_model = learnt.exit is not None and learnt.exit.get("signal") != signal.SIGKILL
    training = learnt.training if learnt.probe in learnt.training else ()
    return Death(learnt.probe, learnt.context, learnt.imperatively, report, training) if by_model else None


def with_deaths(report: Report, deaths: Sequence[Death]) -> Report:
    """`report`, which was made after `deaths` without their probes, with what is known of these."""
    results: Dict[Tuple[str, str], ProbeResult] = {}
    # How the imperative model ended a probe is in the report without it, as the reason why it was not asked.
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
    """The first death, and the names of the probes that failed beside it."""
    failed = [result.probe for result in report.probes if result.status is Status.FAILED]
    others = [probe for probe in dict.fromkeys(failed) if probe != fatal[0].probe]
    return fatal[0].report.summary + (f"; problems in {', '.join(others)}" if others else "")


def _cut_short(learnt: Learnt, reason: str, timeout: float, memory: int) -> Report:
    """What was learnt before the end: the report on the contexts that were complete, and the probes asked since."""
    report = learnt.report or Report(target="", inputs=learnt.inputs)
    report.verdict, report.probes = Verdict.COULD_NOT_LOOK, learnt.probes
    if learnt.cannot_look is not None:
        report.summary = learnt.cannot_look["message"]
        report.notes += learnt.cannot_look["details"]
        return report
    if reason == "stopped":
        report.summary = "interrupted"
        return report
    if not reason and learnt.ended is not None and not learnt.ended["by_model"]:
        report.summary = f"the check itself failed, which is a fault of this tool: {learnt.ended['message']}"
        report.notes += "".join(learnt.ended["traceback"]).rstrip().splitlines()
        return report
    message, error_type, details = _what_happened(learnt, reason, timeout, memory)
    location = _crash_location(learnt)
    message = f"{message}, {_doing(learnt)}"
    if learnt.probe:
        details["probe"] = learnt.probe
    failed = [probe for probe in learnt.probes if probe.status is Status.FAILED]
    report.problems = [problem for probe in failed for problem in probe.problems]
    problem = Problem(
        Stage.PROCESS, message, *learnt.block, location, error_type=error_type, details=details, remedy=_remedy(reason)
    )
    problem.excerpt = excerpt_of(location)
    report.problems.append(problem)
    where = f" ({location.file}:{location.line}: {location.source})" if location is not None else ""
    report.summary = message + where
    # A machine that is too small says nothing of the model.
    ran_out = reason == "free memory" or reason == "timeout" and not _hangs(learnt, timeout)
    if failed or not (learnt.stage in _BEFORE_TRACE or learnt.imperatively or ran_out):
        report.verdict = Verdict.FAILED
    elif problem.remedy:
        report.summary += f": {problem.remedy}"  # it is all that is shown of such a check
    report.probes = [*learnt.probes, *_unanswered(learnt, problem, report.verdict)]
    return report


def _unanswered(learnt: Learnt, problem: Problem, verdict: Verdict) -> List[ProbeResult]:
    """The probe at which the process ended, and those that would have been asked after it."""
    if learnt.probe not in learnt.asked:
        return []
    place = list(learnt.asked).index(learnt.probe)
    blamed = verdict is Verdict.FAILED and not learnt.imperatively
    results = [ProbeResult(learnt.probe, learnt.context, Status.FAILED if blamed else Status.NOT_RUN, problem.message)]
    results[0].problems = [problem] if blamed else []
    reason = f"the process ended while the probe {learnt.probe!r} was asked"
    return results + [ProbeResult(name, learnt.context, Status.NOT_RUN, reason) for name in learnt.asked[place + 1 :]]


def _doing(learnt: Learnt) -> str:
    if learnt.stage is Stage.BUILD:
        return "while the model was built"
    if learnt.stage is Stage.IMPERATIVE:
        return "in the imperative run"
    return f"while the probe {learnt.probe!r} was asked" + (" of the imperative model" if learnt.imperatively else "")


def _what_happened(
    learnt: Learnt, reason: str, timeout: float, memory: int
) -> Tuple[str, Optional[str], Dict[str, Any]]:
    """How the process ended, in a sentence's beginning; the type of the error; figures."""
    if reason == "timeout":
        waited = max(timeout - (learnt.last_event - learnt.started), 0.0)
        return (
            f"still running after {timeout:g} s (--timeout), {waited:.1f} s of them in the last step",
            "Timeout",
            {"timeout_s": timeout, "in_last_step_s": round(waited, 1)},
        )
    if reason == "memory":
        return f"more than {_size(memory)} of memory (--memory)", "MemoryError", {"limit_bytes": memory}
    if reason == "free memory":
        said = f"more than {_size(memory)} of memory, which is 90 % of what this machine had free"
        return said, "MemoryError", {"limit_bytes": memory}
    if learnt.ended is not None:
        frames = {"user_frames": list(learnt.ended["frames"])}
        return f"the model ended the process with {learnt.ended['message']}", learnt.ended["type"], frames
    ended = learnt.exit or {}
    if "signal" in ended:
        number = ended["signal"]
        try:
            name, meaning = signal.Signals(number).name, _SIGNALS.get(signal.Signals(number), "")
        except ValueError:
            name, meaning = f"signal {number}", ""
        return f"the process died of {name}" + (f": {meaning}" if meaning else ""), name, {"signal": number}
    if "code" in ended:
        return f"the model ended the process with exit code {ended['code']}", "os._exit", {"exit_code": ended["code"]}
    return "the process and its guard were killed from outside", "SIGKILL", {}


def _remedy(reason: str) -> Optional[str]:
    if reason == "timeout":
        return "look at the line above; if the model is only slow, give smaller shapes or a larger --timeout"
    if reason == "memory":
        return "give smaller shapes, or a larger --memory"
    if reason == "free memory":
        return "give smaller shapes, free memory on this machine, or allow more with --memory 8G"
    return None


def _hangs(learnt: Learnt, timeout: float) -> bool:
    """Whether most of the time since the model first ran went into the one step that did not end: then it is no matter
    of a short --timeout."""
    before = learnt.last_event - learnt.running_since
    whole = learnt.started + timeout - learnt.running_since
    return before < (1 - _HANGING_SHARE) * whole


def _add_what_came_late(report: Report, learnt: Learnt, reason: str) -> None:
    known = "\n".join(problem.mxnet_message or problem.message for problem in report.problems)
    for late in learnt.late:
        first = (late["message"].strip().splitlines() or [late["type"]])[0]
        if first in known:
            continue
        message = "MXNet reported an asynchronous error after everything had been compared"
        report.problems.append(
            Problem(Stage.PROCESS, message, error_type=late["type"], mxnet_message=late["message"].strip())
        )
        if report.verdict is Verdict.PASSED:
            report.verdict, report.summary = Verdict.FAILED, message
    if reason in ("timeout", "memory", "free memory") or "signal" in (learnt.exit or {}):
        report.notes.append("the process of the model had to be ended after the check was complete")


def _crash_location(learnt: Learnt) -> Optional[SourceLocation]:
    """The innermost line of the user's files in the stack that was written last, or in the exception that ended it."""
    for thread in _threads(learnt.stack):
        for line in thread:  # faulthandler writes the most recent call first
            match = _STACK_LINE.match(line)
            if match is not None and is_user_file(match.group("file")):
                return _location(match.group("file"), int(match.group("line")), match.group("function"))
    if learnt.ended is not None and learnt.ended["frames"]:
        file, line, source = (*learnt.ended["frames"][-1].split(":", 2), "")[:3]
        return SourceLocation(file, int(line), "", source.strip())
    return None


def _threads(stack: Sequence[str]) -> List[List[str]]:
    """The stack cut into threads: the one that crashed or was asked, then the oldest, which is the main thread."""
    threads: List[List[str]] = []
    for line in stack:
        if line.startswith(("Thread 0x", "Current thread 0x")):
            threads.append([])
        if threads:
            threads[-1].append(line)
    threads.reverse()  # faulthandler writes the youngest thread first
    return sorted(threads, key=lambda lines: not lines[0].startswith("Current"))


def _location(file: str, line: int, function: str) -> SourceLocation:
    import linecache

    return SourceLocation(shown_path(file), line, function, linecache.getline(file, line).strip())


def _size(size: int) -> str:
    return f"{size / 2**30:.1f} GiB" if size >= 2**30 else f"{size / 2**20:.0f} MiB"
