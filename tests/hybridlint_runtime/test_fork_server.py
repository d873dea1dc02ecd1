"""What is asked of the fork server runs in processes that know MXNet, and nothing of the process that asks."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
from typing import Any, Dict

import mxnet as mx
import pytest

from hybridlint_runtime import fork_server


def main(request: Dict[str, Any]) -> None:
    """What runs in the process: it writes what it finds there."""
    state = {
        "name": mx.gluon.nn.Dense(1).name,
        "modules": [name for name in request["modules"] if name in sys.modules],
        "variable": os.environ.get("MXNET_OF_THE_TEST"),
        "process": os.getpid(),
        "server": os.getppid(),
    }
    pathlib.Path(request["answer"]).write_text(json.dumps(state))


@pytest.fixture
def ask(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    # An earlier test may have started its server in a folder from which this module cannot be imported.
    monkeypatch.setattr(fork_server, "_server", None)
    monkeypatch.setenv("PYTHONPATH", str(pathlib.Path(__file__).resolve().parents[2]))

    def asked(**more: Any) -> Dict[str, Any]:
        answer = tmp_path / "answer.json"
        answer.unlink(missing_ok=True)
        problem = fork_server.run(__name__, {"answer": str(answer), "modules": [], **more}, 60)
        return {"problem": problem, **(json.loads(answer.read_text()) if answer.exists() else {})}

    return asked


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
def test_what_mxnet_reads_at_import_is_that_of_the_process_that_asks(ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    server = ask()["server"]
    monkeypatch.setenv("MXNET_OF_THE_TEST", "1")
    answer = ask()
    assert answer["variable"] == "1" and answer["server"] != server


@pytest.mark.slow
def test_a_server_that_is_forked_is_no_child_of_the_process_that_it_serves(tmp_path: pathlib.Path) -> None:
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
print(fork_server.run({__name__!r}, {{"answer": {str(tmp_path / "answer.json")!r}, "modules": []}}, 60))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.splitlines() == ["no children", ""], done.stderr
    answer = json.loads((tmp_path / "answer.json").read_text())
    assert answer["name"] == "dense0"
