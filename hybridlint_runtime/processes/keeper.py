"""Keeps a worker process: starts it, listens to it, ends it in time, and leaves nothing of it behind."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import re
import secrets
import selectors
import signal
import subprocess
import sys
import threading
import time
from typing import IO, Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

import psutil

from ..folders import IMPORTED_FROM, temporary_folder
from ..report import Report, now
from ..spec.job import Job
from ..spec.options import TRAINING
from .outcome import Death, Learnt, death_of, report_of, with_deaths
from .worker import ASK_FOR_STACK

#: How much of what the model prints is kept, in bytes: the first and the last half of it.
_OUTPUT_KEPT = 64 * 1024
#: How often memory is looked at, in seconds. At 1 GiB a second the limit is passed by some 50 MiB.
_TICK = 0.05
#: How long the stack of a model that is about to be ended is waited for, in seconds: so long in any case, and where
#: time alone is the reason so long at most until it begins.
_STACK_WAIT, _STACK_WAIT_LONGEST = 0.3, 5.0
#: How long the guard may take to clean up before it is killed itself, in seconds.
_CLEANING = 10.0

#: So often the process of a model that ended it is started anew.
_MOST_RESTARTS = 5

OnEvent = Callable[[Mapping[str, Any]], None]


def run(job: Job, on_event: OnEvent = lambda event: None, stop: Optional[threading.Event] = None) -> Report:
    """Check `job` in a process of its own; the report, whatever the model does to that process.

    A model that ends its process while a probe is asked is checked once more without that probe, in the time that is
    left. `on_event` gets every event of the worker as it comes. When `stop` is set, the check is given up. No process
    is left when this returns or raises.
    """
    began, started = time.monotonic(), now()
    deadline = began + job.timeout
    deaths: List[Death] = []
    while True:
        report, death = _run_once(_without(job, deaths), deadline, on_event, stop)
        if death is None or len(deaths) == _MOST_RESTARTS:
            report = with_deaths(report, deaths)
            report.started, report.seconds = started, round(time.monotonic() - began, 3)
            return report
        # Where the imperative model does not survive training, that the hybridized one does not is no fault of it.
        trained = any(each.imperative and each.training for each in deaths) and death.probe == TRAINING
        deaths.append(dataclasses.replace(death, imperative=death.imperative or trained))


def _without(job: Job, deaths: Sequence[Death]) -> Job:
    """`job` without the probes at which its process ended. A death of the imperative model says nothing of
    `hybridize()`; of training, no other probe is asked after it than whether the hybridized model survives it."""
    unaskable: Dict[str, str] = {}
    untrainable = ""
    for death in (each for each in deaths if each.imperative):
        unaskable[death.probe] = message = death.problem.message
        if untrainable and death.probe == TRAINING:
            unaskable[TRAINING] = f"{untrainable}; the process of the hybridized one ends, too, when it is trained"
        elif death.training and not untrainable:
            untrainable = message
            others = (name for name in death.training if name not in (death.probe, TRAINING))
            unaskable.update(dict.fromkeys(others, f"training was not looked at: {message}"))
            unaskable.pop(TRAINING, None)
    options = dataclasses.replace(
        job.options,
        unaskable=unaskable,
        untrainable=untrainable,
        deadly=[death.probe for death in deaths if not death.imperative],
    )
    return dataclasses.replace(job, options=options)


def _run_once(
    job: Job, deadline: float, on_event: OnEvent, stop: Optional[threading.Event]
) -> Tuple[Report, Optional[Death]]:
    """The report of one worker, and if the model ended it while a probe was asked, what is known of that."""
    mark = secrets.token_hex()
    learnt = Learnt(deadline - job.timeout, time.monotonic(), mark.encode())
    output = _Output()
    limits = _Limits(deadline, job.memory if job.memory is not None else _free_memory())
    with temporary_folder() as folder:
        request = {**job.request(), "mark": mark, "scratch": folder, "deadline": deadline}
        with _worker_process(request, job.folder or None) as process:
            reason = _listen(process, learnt, output, limits, on_event, stop)
    if reason == "memory" and job.memory is None:
        reason = "free memory"
    report = report_of(learnt, reason, job.timeout, limits.memory)
    report.target = report.target or str(job.target)
    report.seed = job.options.seed
    report.inputs = report.inputs or list(job.inputs)
    report.model_output = output.text()
    return report, death_of(learnt, reason, report)


@dataclasses.dataclass(frozen=True)
class _Limits:
    deadline: float
    memory: int


class _Process:
    """A running worker and the ends of its pipes that are ours."""

    def __init__(self, request: Mapping[str, Any], folder: Optional[str]) -> None:
        events_reader, events_writer = os.pipe()
        output_reader, output_writer = os.pipe()
        start = "from hybridlint_runtime.processes.worker import main; main(sys.argv[2])"
        code = f"import sys; sys.path.append(sys.argv[1]); {start}"
        try:
            self.popen = subprocess.Popen(
                [sys.executable, "-u", "-c", code, IMPORTED_FROM, str(events_writer)],
                stdin=subprocess.PIPE,
                stdout=output_writer,
                stderr=output_writer,
                pass_fds=[events_writer],
                start_new_session=True,
                cwd=folder,
            )
        finally:
            os.close(events_writer)
            os.close(output_writer)
        self.events = events_reader
        self.output = output_reader
        with contextlib.suppress(BrokenPipeError):
            self._stdin.write(json.dumps(request).encode() + b"\n")
            self._stdin.flush()

    @property
    def _stdin(self) -> IO[bytes]:
        assert self.popen.stdin is not None
        return self.popen.stdin

    def let_go(self) -> None:
        """Tell the guard to end the model and everything below it."""
        with contextlib.suppress(BrokenPipeError):
            self._stdin.close()

    def kill(self) -> None:
        """Do the work of a guard that does not do it."""
        with contextlib.suppress(psutil.NoSuchProcess):
            guard = psutil.Process(self.popen.pid)
            below = guard.children(recursive=True)
            guard.kill()
            for process in below:
                with contextlib.suppress(psutil.NoSuchProcess):
                    process.kill()

    def close(self) -> None:
        self.let_go()
        try:
            self.popen.wait(_CLEANING)
        except subprocess.TimeoutExpired:
            self.kill()
            self.popen.wait()
        # If the guard itself was killed, its process group may still hold what the model started.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.popen.pid, signal.SIGKILL)
        os.close(self.events)
        os.close(self.output)


@contextlib.contextmanager
def _worker_process(request: Mapping[str, Any], folder: Optional[str]) -> Iterator[_Process]:
    process = _Process(request, folder)
    try:
        yield process
    finally:
        process.close()


#: What MXNet 2 prints when it first allocates memory, whatever the model.
_NOTICE = re.compile(r"^\[[\d:]+\] \S+storage\.cc:\d+: Using .* StorageManager for .*\n", re.MULTILINE)


class _Output:
    """What the model printed: its beginning and its end."""

    def __init__(self) -> None:
        self._head = b""
        self._tail = b""
        self._dropped = 0

    def add(self, data: bytes) -> None:
        half = _OUTPUT_KEPT // 2
        room = max(half - len(self._head), 0)
        self._head += data[:room]
        self._tail += data[room:]
        self._dropped += max(len(self._tail) - half, 0)
        self._tail = self._tail[-half:]

    def text(self) -> str:
        gap = f"\n[... {self._dropped} bytes left out ...]\n".encode() if self._dropped else b""
        return _NOTICE.sub("", (self._head + gap + self._tail).decode("utf-8", "replace"))


def _listen(
    process: _Process,
    learnt: Learnt,
    output: _Output,
    limits: _Limits,
    on_event: OnEvent,
    stop: Optional[threading.Event],
) -> str:
    """Read events and output until the worker ends. Returns why it was ended from here, or an empty string."""
    reason, let_go_at, pending, asked = "", 0.0, b"", False
    told, told_at = 0, 0.0
    with selectors.DefaultSelector() as selector:
        selector.register(process.events, selectors.EVENT_READ)
        selector.register(process.output, selectors.EVENT_READ)
        while process.events in selector.get_map() and learnt.exit is None:
            guard_ended = process.popen.poll() is not None
            ready = selector.select(_TICK)
            if guard_ended and process.events not in [key.fd for key, _ in ready]:
                break  # it was killed, or it would have said how the model ended; others may still hold the pipe
            for key, _ in ready:
                data = os.read(key.fd, 65536)
                if not data:
                    selector.unregister(key.fd)
                elif key.fd == process.output:
                    output.add(data)
                else:
                    *lines, pending = (pending + data).split(b"\n")
                    for line in lines:
                        event = learnt.take(line)
                        if event is not None:
                            on_event(event)
            now = time.monotonic()
            if not reason:
                reason = _why_end(limits, learnt, now, stop)
                if reason:
                    # Ask where the model is, and wait a moment for the answer.
                    asked = _asked_for_stack(learnt, reason)
                    let_go_at = now + (_STACK_WAIT if asked else 0)
            if len(learnt.stack) > told:
                told, told_at = len(learnt.stack), now
            # Until nothing more of the stack has come for a moment.
            answered = not asked or reason != "timeout" or told and now >= told_at + _STACK_WAIT
            if reason and now >= let_go_at + (0 if answered else _STACK_WAIT_LONGEST):
                process.let_go()
            if reason and now >= let_go_at + _STACK_WAIT_LONGEST + _CLEANING:
                process.kill()
    _drain(process.output, output)
    return reason


def _why_end(limits: _Limits, learnt: Learnt, now: float, stop: Optional[threading.Event]) -> str:
    if stop is not None and stop.is_set():
        return "stopped"
    if now > limits.deadline:
        return "timeout"
    if learnt.pid is not None and _resident(learnt.pid) > limits.memory:
        return "memory"
    return ""


def _asked_for_stack(learnt: Learnt, reason: str) -> bool:
    if learnt.pid is None or reason == "stopped":
        return False
    with contextlib.suppress(ProcessLookupError):
        os.kill(learnt.pid, ASK_FOR_STACK)
        os.kill(learnt.pid, signal.SIGCONT)  # a process that was stopped answers when it goes on
        return True
    return False


def _drain(descriptor: int, output: _Output) -> None:
    """What is still in the pipe. It is not waited for: something may hold the other end."""
    os.set_blocking(descriptor, False)
    with contextlib.suppress(BlockingIOError):
        data = os.read(descriptor, 65536)
        while data:
            output.add(data)
            data = os.read(descriptor, 65536)


def _resident(pid: int) -> int:
    """Resident memory of a process in bytes; 0 if it is gone."""
    try:
        return int(psutil.Process(pid).memory_info().rss)
    except psutil.Error:
        return 0


def _free_memory() -> int:
    """90 % of the memory that is free now, in bytes: a model that needs more is ended before the machine suffers."""
    return int(psutil.virtual_memory().available * 0.9)
