"""The commands on the page about real models exist, and its figures name their commit."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "measurements" / "real-models.md").read_text(encoding="utf-8")


def test_the_commands_of_the_page_exist() -> None:
    commands = {shlex.split(text)[1] for text in re.findall(r"`(python [^`]+)`", PAGE)}
    assert commands == {"benchmarks/real_models.py", "tools/check_real_models.py"}
    for command in commands:
        subprocess.run([sys.executable, "-W", "ignore", command, "--help"], cwd=ROOT, check=True, capture_output=True)


def test_the_names_in_the_table_are_arguments_of_the_command() -> None:
    usage = subprocess.run(
        [sys.executable, "-W", "ignore", "benchmarks/real_models.py", "--help"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    names = re.findall(r"^\| [^|]+ \| `(\w+)[^`|]*` \| \d", PAGE, re.M)
    assert len(names) > 5
    assert all(name in usage for name in names)


def test_the_figures_name_a_commit() -> None:
    (commit,) = re.findall(r"figures are those of commit ([0-9a-f]{8})\b", PAGE)
    kind = subprocess.run(["git", "cat-file", "-t", commit], cwd=ROOT, capture_output=True, text=True, check=False)
    shallow = subprocess.run(
        ["git", "rev-parse", "--is-shallow-repository"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert kind.stdout.strip() == "commit" or shallow.stdout.strip() != "false"


def test_the_gate_runs_the_command() -> None:
    assert "tools/check_real_models.py" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
