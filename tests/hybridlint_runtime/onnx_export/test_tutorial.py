"""The tutorial, step by step: its files are written, its commands run, and what it says they print is there."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from hybridlint_runtime.configuration import read_configuration

PAGE = Path(__file__).resolve().parents[3] / "docs" / "onnx.md"
_BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)
_PROGRAMS = {
    "hybridlint": ["-m", "hybridlint"],
    "hybridlint-runtime": ["-m", "hybridlint_runtime"],
    "python": [],
}


def run(folder: Path, line: str, said: str) -> None:
    program, *arguments = shlex.split(line)
    command = [sys.executable, "-W", "ignore", *_PROGRAMS[program], *arguments]
    environment = {**os.environ, "COLUMNS": "200"}
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    *expected, code = said.strip().splitlines()
    assert code == f"exit code {ran.returncode}", ran.stdout + ran.stderr
    assert expected
    for text in expected:
        assert text in ran.stdout, (line, ran.stdout, ran.stderr)


def test_the_tutorial_holds(tmp_path: Path) -> None:
    commands = 0
    for language, text in _BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        if language == "python":
            name = text.splitlines()[0]
            assert name.startswith("# ")
            (tmp_path / name[2:]).write_text(text)
        elif language == "console":
            line, said = text.split("\n", 1)
            run(tmp_path, line[2:], said)
            commands += 1
        elif language == "toml":
            (tmp_path / "pyproject.toml").write_text(text)
            configuration = read_configuration(str(tmp_path / "pyproject.toml"))
            assert configuration.common.onnx and len(configuration.targets) == 1
    assert commands == 7
