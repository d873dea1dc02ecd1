"""The fork server runs functions in processes that have imported MXNet, and inherit nothing of the calling process."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
from typing import Any, Dict, Iterator, Sequence

import mxnet as mx
import pytest

from hybridlint_runtime import fork_server


def main(request: Dict[str, Any]) -> Iterator[Dict[str, Any]]:
    """What runs in the process: it yields what it finds there."""
    yield {
        "name": mx.gluon.nn.Dense(1).name,
        "modules": [name for name in request["modules"] if name in sys.modules],
        "variable": os.environ.get("MXNET_OF_THE_TEST"),
        "process": os.getpid(),
        "server": os.getppid(),
    }


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch) -> Any:
    # An earlier test may have started its server in a folder from which this module cannot be imported.
    monkeypatch.setattr(fork_server, "_server", None)
    monkeypatch.setenv("PYTHONPATH", str(pathlib.Path(__file__).resolve().parents[2]))

    def answer_of(modules: Sequence[str] = ()) -> Dict[str, Any]:
        answers, problem = fork_server.run(__name__, {"modules": modules}, 60)
        return {"problem": problem, **(answers[0] if answers else {})}

    return answer_of


def test_each_request_has_a_process_of_its_own_in_which_nothing_has_run(ask: Any) -> None:
    assert mx.gluon.nn.Dense(1).name and mx.gluon.nn.Dense(1).name != "dense0"
    sys.modules["made_by_the_test"] = sys
    try:
        first, second = ask(modules=["made_by_the_test", "mxnet"]), ask(modules=["made_by_the_test"])
    finally:
        del sys.modules["made_by_the_test"]
    assert first["problem"] == second["problem"] == ""
    assert first["name"] == second["name"] == "dense0"
    assert first["modules"] == ["mxnet"] and not second["modules"]
    assert len({os.getpid(), first["process"], second["process"], first["server"]}) == 4
    assert first["server"] == second["server"]


@pytest.mark.slow
def test_a_server_that_has_ended_is_replaced(ask: Any) -> None:
    server = ask()["server"]
    os.kill(server, 9)
    answer = ask()
    assert answer["problem"] == "" and answer["server"] != server


@pytest.mark.slow
def test_the_environment_at_import_is_that_of_the_calling_process(ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    server = ask()["server"]
    monkeypatch.setenv("MXNET_OF_THE_TEST", "1")
    answer = ask()
    assert answer["variable"] == "1" and answer["server"] != server


@pytest.mark.slow
def test_a_server_that_is_forked_is_no_child_of_the_process_that_it_serves() -> None:
    """In a process of its own, as the worker does it: the test has run models."""
    code = f"""
import json, os, sys
sys.path.insert(0, {str(pathlib.Path.cwd())!r})
from hybridlint_runtime.mxnet_compat import import_mxnet
import_mxnet()
from hybridlint_runtime import fork_server
fork_server.fork_server()
import mxnet as mx
mx.gluon.nn.Dense(1)
try:
    os.wait()
except ChildProcessError:
    print("no children")
(answer,), problem = fork_server.run({__name__!r}, {{"modules": []}}, 60)
print(answer["name"], problem)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.splitlines() == ["no children", "dense0 "], done.stderr
