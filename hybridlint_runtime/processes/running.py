"""Runs the checks of several targets, as many in parallel as requested, and shows the progress on stderr."""

from __future__ import annotations

import concurrent.futures
import sys
import threading
import time
from typing import Any, Dict, Iterator, List, Mapping, Sequence

from ..report import Report, Stage, Verdict
from ..spec.job import Job
from . import supervisor
from .cluster import run_on_cluster
from .reproduction import discard, write_script


def run_all(jobs: Sequence[Job], at_once: int = 1, quiet: bool = False, scheduler: str = "") -> List[Report]:
    """Return the report of each job, in order, from this machine or from the Dask cluster at `scheduler`.

    Ctrl-C ends all workers of this machine before KeyboardInterrupt propagates.
    """
    stop = threading.Event()
    names = [str(job.target) for job in jobs]
    progress = _Progress() if quiet else _Bars(names) if sys.stderr.isatty() else _Lines(names)
    if scheduler:
        with progress:
            return run_on_cluster(jobs, scheduler, progress.done)
    with progress, concurrent.futures.ThreadPoolExecutor(max_workers=at_once) as pool:
        try:
            running = [pool.submit(_run, job, index, progress, stop) for index, job in enumerate(jobs)]
            return [future.result() for future in _watched(running)]
        finally:
            stop.set()


def _run(job: Job, index: int, progress: _Progress, stop: threading.Event) -> Report:
    saved: Dict[str, str] = {}

    def take(event: Mapping[str, Any]) -> None:
        if event["event"] == "inputs":
            saved.update(event["saved"])
        progress.take(index, event)

    report = supervisor.run(job, take, stop)
    if saved and report.verdict is Verdict.FAILED:
        report.notes.append(f"a script that reproduces it: {write_script(job.repro, job, report, saved)}")
    elif saved:
        discard(job.repro)
    progress.done(index, report.verdict.value)
    return report


def _watched(futures: Sequence[Any]) -> Iterator[Any]:
    """Yield each of `futures` when it is done. Polls, because a plain wait on a lock would delay Ctrl-C."""
    for future in futures:
        while not future.done():
            concurrent.futures.wait([future], timeout=0.2)
        yield future


class _Progress:
    """Shows nothing. Base class of the progress displays."""

    def __enter__(self) -> _Progress:
        return self

    def __exit__(self, *error: Any) -> None:
        return None

    def take(self, index: int, event: Mapping[str, Any]) -> None:
        """Handle an event of the worker for target `index`."""

    def done(self, index: int, verdict: str) -> None:
        """Handle the verdict of target `index`."""


class _Lines(_Progress):
    """One plain line per target when its check is complete, for logs and pipes."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._started: Dict[int, float] = {}

    def take(self, index: int, event: Mapping[str, Any]) -> None:
        self._started.setdefault(index, time.monotonic())

    def done(self, index: int, verdict: str) -> None:
        now = time.monotonic()
        # One write including the line break: targets finish concurrently, and `print` writes the two separately.
        line = f"{self._names[index]}: {verdict} in {now - self._started.get(index, now):.1f} s\n"
        print(line, end="", file=sys.stderr, flush=True)


class _Bars(_Progress):
    """One updated line per target, for terminals."""

    def __init__(self, names: Sequence[str]) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        self._bars = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[what]}"),
            TimeElapsedColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._tasks = [self._bars.add_task(name, total=None, what="starting") for name in names]

    def __enter__(self) -> _Progress:
        self._bars.start()
        return self

    def __exit__(self, *error: Any) -> None:
        self._bars.stop()

    def take(self, index: int, event: Mapping[str, Any]) -> None:
        task = self._tasks[index]
        doing = _doing(event)
        if doing:
            self._bars.update(task, what=doing)
        if event["event"] == "progress":
            self._bars.update(task, completed=event["done"], total=event["total"])

    def done(self, index: int, verdict: str) -> None:
        self._bars.update(self._tasks[index], total=1, completed=1, what=verdict)


def _doing(event: Mapping[str, Any]) -> str:
    """Return the current activity according to an event: the running probe, or the stage before the probes."""
    if event["event"] == "progress":
        return str(event["what"])
    if event["event"] == "stage" and event["stage"] in (Stage.BUILD.value, Stage.IMPERATIVE.value):
        return str(event["stage"])
    return ""
