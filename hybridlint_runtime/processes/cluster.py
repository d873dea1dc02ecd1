"""Hands the checks of many targets to the workers of a Dask cluster.

A check that a worker had begun when it ended is begun again on another; the results come back once for each target.
The models are imported by the workers: all of them need the same environment and the same files as this process.
"""

from __future__ import annotations

import asyncio
import dataclasses
import os
from typing import Any, Callable, Dict, List, Sequence

from ..errors import CannotLook
from ..report import Report
from ..spec.job import Job
from . import keeper

#: So long the scheduler, and then the first worker, is waited for, in seconds.
_WAIT = 20.0


def run_on_cluster(jobs: Sequence[Job], address: str, done: Callable[[int, str], None]) -> List[Report]:
    """The report of each job, in their order, from workers of the Dask scheduler at `address` ("tcp://host:8786").

    `done` is called with the number of a job and its verdict when it is known. Raises CannotLook if no scheduler
    answers there, or it has no workers. A check that ends every worker that begins it gives a report that says so.
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
            # A key for each, because equal tasks would be one.
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
    """Check `job` on this worker; the report as JSON values."""
    return keeper.run(job).to_json()


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
