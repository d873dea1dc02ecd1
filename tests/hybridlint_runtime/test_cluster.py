"""Many targets on many machines: shards of the sorted list, and a Dask cluster with a real scheduler and workers."""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys
import time
from typing import Any, Callable, Iterator, List

import psutil
import pytest

from hybridlint_runtime.cli import main
from hybridlint_runtime.configuration import Settings, shard_of
from hybridlint_runtime.errors import CannotLook
from hybridlint_runtime.processes import cluster

#: `Slow` waits while it is built until the file "go" is there, and leaves a file for each process that builds it.
MODELS = """
import os
import time

from mxnet.gluon import HybridBlock


class Fine(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2


class Broken(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape((x.shape[0], -1))


class Slow(Fine):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        open(f"begun-{os.getpid()}", "w").close()
        while not os.path.exists("go"):
            time.sleep(0.05)
"""
NAMES = ["Slow", "Fine", "Broken"]


def wait_for(condition: Callable[[], Any], seconds: float = 300.0) -> Any:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        answer = condition()
        if answer:
            return answer
        time.sleep(0.1)
    raise AssertionError(f"nothing after {seconds} s")


@pytest.fixture
def processes(tmp_path: pathlib.Path) -> Iterator[List[Any]]:
    """The processes of a scheduler and of two workers."""
    file = tmp_path / "scheduler.json"
    log = (tmp_path / "log").open("w")
    processes: List[Any] = []

    def start(module: str, *arguments: str) -> None:
        command = [sys.executable, "-m", f"distributed.cli.{module}", "--no-dashboard", *arguments]
        processes.append(subprocess.Popen(command, cwd=tmp_path, stdout=log, stderr=log))

    start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
    try:
        for _ in range(2):
            start("dask_worker", "--scheduler-file", str(file), "--nthreads", "1", "--no-nanny")
        wait_for(lambda: (tmp_path / "log").read_text().count("Registered to:") == 2)
        yield processes
    finally:
        for process in processes:
            process.kill()
            process.wait()
        log.close()


@pytest.mark.slow
def test_every_target_has_its_verdict_once_though_a_worker_is_killed(
    processes: List[Any], tmp_path: pathlib.Path
) -> None:
    (tmp_path / "models.py").write_text(MODELS)
    address = json.loads((tmp_path / "scheduler.json").read_text())["address"]
    targets = [f"models.py:{name}" for name in NAMES]
    options = ["--shape", "2,3", "--probe", "outputs", "--format", "json", "--quiet", "--scheduler", address]
    command = [sys.executable, "-m", "hybridlint_runtime", "check", *targets, *options]
    check = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    (mark,) = wait_for(lambda: list(tmp_path.glob("begun-*")))
    model = psutil.Process(int(mark.name.split("-")[1]))
    above = {process.pid for process in model.parents()}
    (worker,) = (process for process in processes[1:] if process.pid in above)
    worker.kill()
    worker.wait()
    wait_for(lambda: not model.is_running())  # its guard ends it
    (tmp_path / "go").touch()

    output, errors = check.communicate(timeout=600)
    assert check.returncode == 1, errors
    reports = json.loads(output)["reports"]
    assert [(report["target"], report["verdict"]) for report in reports] == [
        ("models.py:Slow", "passed"),
        ("models.py:Fine", "passed"),
        ("models.py:Broken", "failed"),
    ]
    assert len(list(tmp_path.glob("begun-*"))) == 2, "the killed check was not begun again"


def test_a_scheduler_that_is_not_there_is_reported(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cluster, "_WAIT", 0.5)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "models.py").write_text(MODELS)
    options = ["--shape", "2,3", "--quick", "--scheduler", "tcp://127.0.0.1:9"]
    assert main(["check", "models.py:Fine", *options]) == 2
    assert "no Dask scheduler answers at tcp://127.0.0.1:9" in capsys.readouterr().err


def test_shards_hold_each_target_once() -> None:
    settings = [Settings(target=f"models:Net{number}") for number in (7, 3, 11, 0, 5)]
    shards = [shard_of(settings, f"{number}/3") for number in (1, 2, 3)]
    assert [len(shard) for shard in shards] == [2, 2, 1]
    assert sorted(repr(job) for shard in shards for job in shard) == sorted(map(repr, settings))
    assert shard_of(list(reversed(settings)), "2/3") == shards[1], (
        "the order in which targets are given must not matter"
    )


@pytest.mark.parametrize("text", ["0/3", "4/3", "3", "a/b", "1/0", "/", "1/2/3"])
def test_a_shard_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(CannotLook, match="not of the form 3/16"):
        shard_of([], text)
