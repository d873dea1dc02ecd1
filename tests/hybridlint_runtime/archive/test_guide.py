"""The guide to the archive does what it says, block by block, as a reader would type it."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from hybridlint_runtime.cli import main

from .conftest import ROOT

TEXT = (ROOT / "docs" / "archive.md").read_text(encoding="utf-8")
MODEL, *PROGRAM = re.findall(r"```python\n(.+?)```", TEXT, re.DOTALL)
COMMANDS = re.findall(r"^hybridlint-runtime (.+)$", TEXT, re.MULTILINE)
COMPARED = """
assert (features.asnumpy() == net.encoder(x).asnumpy()).all()
assert (scores.asnumpy() == net(x)[0].asnumpy()).all() and count == 2
assert (same.asnumpy() == scores.asnumpy()).all()
"""


@pytest.fixture()
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "mymodel.py").write_text(MODEL)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), str(ROOT)]))
    return tmp_path


def test_the_examples_run_one_after_the_other(folder: Path) -> None:
    program = "\n".join(["import hybridlint_runtime.enable_mxnet", *PROGRAM, COMPARED])
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_commands_end_well(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(folder))
    assert [shlex.split(command)[0] for command in COMMANDS] == ["export", "load", "load", "load"]
    for command in [*COMMANDS, "inspect archive"]:
        assert main(shlex.split(command)) == 0, command
