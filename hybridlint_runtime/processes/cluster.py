"""Runs the checks of many targets on the workers of a Dask cluster.

A check whose worker ends is restarted on another; each target gets one report. The workers import the models, so all
need the same environment and the same files as this process.
"""

from __future__ import annotations

import asyncio
import dataclasses
import os
from typing import Any, Callable, Dict, List, Sequence

from ..errors import CannotLook
from ..report import Report
from ..spec.job import Job
from . import supervisor

#: Timeout in seconds for connecting to the scheduler, and then for the first worker.
_WAIT = 20.0


def run_on_cluster(jobs: Sequence[Job], address: str, done: Callable[[int, str], None]) -> List[Report]:
    """Return the report of each job, in order, from workers of the Dask scheduler at `address` ("tcp://host:8786").

    `done` is called with the number of a job and its verdict. Raise CannotLook if no scheduler answers, or it has no
    workers. A check that ends every worker that runs it yields a report that states so.
    """
    distributed, folder = _distributed(), os.getcwd()
    try:
        client = distributed.Client(address, timeout=_WAIT)
    except (OSError, ValueError, asyncio.TimeoutError) as error:
        raise CannotLook(
            f"no Dask scheduler answers at {address}: start one with `dask scheduler` ({error})"
        ) from error
    with client:
        try:
            client.wait_for_workers(1, timeout=_WAIT)
        except (TimeoutError, asyncio.TimeoutError) as error:
            hint = f"start some with `dask worker {address}`"
            raise CannotLook(f"the Dask scheduler at {address} has no workers: {hint}") from error
        numbers: Dict[Any, int] = {}
        for number, job in enumerate(jobs):
            # A key for each: Dask would merge equal tasks.
            key = f"hybridlint-{os.getpid()}-{number}"
            future = client.submit(_check, dataclasses.replace(job, folder=folder), key=key, pure=False)
            numbers[future] = number
        reports: Dict[int, Report] = {}
        for future in distributed.as_completed(numbers):
            number = numbers[future]
            reports[number] = _report_of(jobs[number], future)
            done(number, reports[number].verdict.value)
    return [reports[number] for number in range(len(jobs))]


def _check(job: Job) -> Dict[str, Any]:
    """Check `job` on this worker and return the report as JSON values."""
    return supervisor.run(job).to_json()


def _report_of(job: Job, future: Any) -> Report:
    error = future.exception()
    if error is None:
        return Report.from_json(future.result())
    name = type(error).__name__
    if name == "KilledWorker":
        return Report(str(job.target), summary="every worker of the cluster that began this check was ended during it")
    return Report(str(job.target), summary=f"the check could not be run on the cluster: {name}: {error}")


def _distributed() -> Any:
    try:
        import distributed
    except ImportError as error:
        raise CannotLook("--scheduler needs Dask: pip install 'hybridlint[dask]'") from error
    return distributed
