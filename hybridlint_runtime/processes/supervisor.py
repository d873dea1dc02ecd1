"""Supervises a worker process: starts it, reads its events, enforces its limits, and cleans up after it."""

from __future__ import annotations

import base64
import contextlib
import dataclasses
import json
import os
import pickle
import re
import secrets
import selectors
import signal
import subprocess
import sys
import threading
import time
from typing import IO, Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple

import psutil

from ..folders import IMPORTED_FROM, temporary_folder
from ..report import Report, now
from ..spec.job import Job
from ..spec.options import TRAINING
from .outcome import Death, Observed, death_of, report_of, with_deaths
from .worker import REQUEST_STACK

#: Maximum size in bytes of the model's output that is retained: the first and the last half.
_OUTPUT_LIMIT = 64 * 1024
#: Interval in seconds at which memory is checked. At 1 GiB per second the limit is exceeded by about 50 MiB.
_TICK = 0.05
#: How long to wait for the stack of a model before it is ended, in seconds: at least the first, and at most the second
#: until the stack begins, if the reason is a timeout.
_STACK_WAIT, _STACK_WAIT_LONGEST = 0.3, 5.0
#: How long the guard may take to clean up before it is killed, in seconds.
_CLEANING = 10.0

#: Maximum number of restarts after the model has ended its process.
_MOST_RESTARTS = 5

OnEvent = Callable[[Mapping[str, Any]], None]


def run(job: Job, on_event: OnEvent = lambda event: None, stop: Optional[threading.Event] = None) -> Report:
    """Check `job` in a separate process and return the report, even if the model ends that process.

    A model that ends its process during a probe is checked again without that probe, in the remaining time. `on_event`
    gets every event of the worker. When `stop` is set, the check is aborted. No process is left when this returns or
    raises.
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
        # If the imperative model does not survive training, it is no fault of the hybridized one that it does not
        # either.
        trained = any(each.imperative and each.training for each in deaths) and death.probe == TRAINING
        deaths.append(dataclasses.replace(death, imperative=death.imperative or trained))
        # Nor is a death at the line at which the imperative model dies.
        known = {each.cause for each in deaths if each.imperative and each.problem.location is not None}
        deaths = [dataclasses.replace(each, imperative=each.imperative or each.cause in known) for each in deaths]


def _without(job: Job, deaths: Sequence[Death]) -> Job:
    """Return `job` without the probes at which its process ended.

    A death of the imperative model is not a failure of `hybridize()`. If it happened in training, the only other probe
    of training that runs is whether the hybridized model survives it.
    """
    unaskable: Dict[str, str] = {}
    untrainable = ""
    for death in (each for each in deaths if each.imperative):
        unaskable[death.probe] = message = death.problem.message
        if untrainable and death.probe == TRAINING:
            unaskable[TRAINING] = f"{untrainable}; training the hybridized model ends the process too"
        elif death.training and not untrainable:
            untrainable = message
            others = (name for name in death.training if name not in (death.probe, TRAINING))
            unaskable.update(dict.fromkeys(others, f"training was not checked: {message}"))
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
    """Return the report of one worker, and its death if the model ended the process during a probe."""
    mark = secrets.token_hex()
    seen = Observed(deadline - job.timeout, time.monotonic(), mark.encode())
    output = _Output()
    memory = job.memory if job.memory is not None else _free_memory()
    with temporary_folder() as folder:
        pickled = base64.b64encode(pickle.dumps(job)).decode("ascii")
        request = {"job": pickled, "mark": mark, "scratch": folder, "deadline": deadline}
        with contextlib.closing(_Process(request, job.folder or None)) as process:
            reason = _listen(process, seen, output, deadline, memory, on_event, stop)
    if reason == "memory" and job.memory is None:
        reason = "free memory"
    report = report_of(seen, reason, job.timeout, memory)
    report.target = report.target or str(job.target)
    report.seed = job.options.seed
    report.inputs = report.inputs or list(job.inputs)
    report.model_output = output.text()
    return report, death_of(seen, reason, report)


class _Process:
    """A running worker and our ends of its pipes."""

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

    def release(self) -> None:
        """Make the guard end the model and all its descendants."""
        with contextlib.suppress(BrokenPipeError):
            self._stdin.close()

    def kill(self) -> None:
        """Kill the process group, if the guard does not."""
        with contextlib.suppress(psutil.NoSuchProcess):
            guard = psutil.Process(self.popen.pid)
            below = guard.children(recursive=True)
            guard.kill()
            for process in below:
                with contextlib.suppress(psutil.NoSuchProcess):
                    process.kill()

    def close(self) -> None:
        self.release()
        try:
            self.popen.wait(_CLEANING)
        except subprocess.TimeoutExpired:
            self.kill()
            self.popen.wait()
        # If the guard itself was killed, its process group may still contain processes of the model.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.popen.pid, signal.SIGKILL)
        os.close(self.events)
        os.close(self.output)


#: What MXNet 2 prints when it first allocates memory, whatever the model.
_NOTICE = re.compile(r"^\[[\d:]+\] \S+storage\.cc:\d+: Using .* StorageManager for .*\n", re.MULTILINE)


class _Output:
    """The beginning and the end of what the model printed."""

    def __init__(self) -> None:
        self._head = b""
        self._tail = b""
        self._dropped = 0

    def add(self, data: bytes) -> None:
        half = _OUTPUT_LIMIT // 2
        room = max(half - len(self._head), 0)
        self._head += data[:room]
        self._tail += data[room:]
        self._dropped += max(len(self._tail) - half, 0)
        self._tail = self._tail[-half:]

    def text(self) -> str:
        gap = f"\n[... {self._dropped} bytes omitted ...]\n".encode() if self._dropped else b""
        return _NOTICE.sub("", (self._head + gap + self._tail).decode("utf-8", "replace"))


def _listen(
    process: _Process,
    seen: Observed,
    output: _Output,
    deadline: float,
    memory: int,
    on_event: OnEvent,
    stop: Optional[threading.Event],
) -> str:
    """Read events and output until the worker ends. Return why it was ended from here, "" if it was not."""
    reason, release_at, pending, asked = "", 0.0, b"", False
    stack_lines, stack_at = 0, 0.0
    with selectors.DefaultSelector() as selector:
        selector.register(process.events, selectors.EVENT_READ)
        selector.register(process.output, selectors.EVENT_READ)
        while process.events in selector.get_map() and seen.exit is None:
            guard_ended = process.popen.poll() is not None
            ready = selector.select(_TICK)
            if guard_ended and process.events not in [key.fd for key, _ in ready]:
                break  # the guard was killed before it reported how the model ended; others may still hold the pipe
            for key, _ in ready:
                data = os.read(key.fd, 65536)
                if not data:
                    selector.unregister(key.fd)
                elif key.fd == process.output:
                    output.add(data)
                else:
                    *lines, pending = (pending + data).split(b"\n")
                    for line in lines:
                        event = seen.take(line)
                        if event is not None:
                            on_event(event)
            now = time.monotonic()
            if not reason:
                reason = _why_end(deadline, memory, seen, now, stop)
                if reason:
                    # Request the model's stack and wait briefly for it.
                    asked = _asked_for_stack(seen, reason)
                    release_at = now + (_STACK_WAIT if asked else 0)
            if len(seen.stack) > stack_lines:
                stack_lines, stack_at = len(seen.stack), now
            # The stack is complete when nothing more arrives for a moment.
            answered = not asked or reason != "timeout" or stack_lines and now >= stack_at + _STACK_WAIT
            if reason and now >= release_at + (0 if answered else _STACK_WAIT_LONGEST):
                process.release()
            if reason and now >= release_at + _STACK_WAIT_LONGEST + _CLEANING:
                process.kill()
    _drain(process.output, output)
    return reason


def _why_end(deadline: float, memory: int, seen: Observed, now: float, stop: Optional[threading.Event]) -> str:
    if stop is not None and stop.is_set():
        return "stopped"
    if now > deadline:
        return "timeout"
    return "memory" if seen.pid is not None and _resident(seen.pid) > memory else ""


def _asked_for_stack(seen: Observed, reason: str) -> bool:
    if seen.pid is None or reason == "stopped":
        return False
    with contextlib.suppress(ProcessLookupError):
        os.kill(seen.pid, REQUEST_STACK)
        os.kill(seen.pid, signal.SIGCONT)  # a stopped process handles the signal when it continues
        return True
    return False


def _drain(descriptor: int, output: _Output) -> None:
    """Read what is still in the pipe, without waiting: another process may hold the other end."""
    os.set_blocking(descriptor, False)
    with contextlib.suppress(BlockingIOError):
        data = os.read(descriptor, 65536)
        while data:
            output.add(data)
            data = os.read(descriptor, 65536)


def _resident(pid: int) -> int:
    """Return the resident memory of a process in bytes, 0 if it has ended."""
    try:
        return int(psutil.Process(pid).memory_info().rss)
    except psutil.Error:
        return 0


def _free_memory() -> int:
    """Return 90 % of the free memory in bytes: a model that needs more is ended before the machine suffers."""
    return int(psutil.virtual_memory().available * 0.9)
