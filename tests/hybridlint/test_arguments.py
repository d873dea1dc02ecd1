"""Help shows the name that was typed, and what is mistyped is met with a suggestion: real processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import List

import pytest

from hybridlint import about

SCRIPT = "import sys; from hybridlint.cli import main; sys.exit(main())"


def run(*command: str, code: int) -> str:
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stderr if code else done.stdout


@pytest.fixture
def renamed(tmp_path: Path) -> str:
    """The command under another name, as a link or an alias gives it."""
    path = tmp_path / "hl"
    path.write_text(f"#!{sys.executable}\n{SCRIPT}\n")
    os.chmod(path, 0o755)
    return str(path)


def test_help_shows_the_name_that_was_typed(renamed: str) -> None:
    module = [sys.executable, "-m", "hybridlint"]
    assert run(*module, "--help", code=0).startswith("usage: python -m hybridlint ")
    assert run(*module, "check", "--help", code=0).startswith("usage: python -m hybridlint check ")
    assert run(renamed, "fix", "--help", code=0).startswith("usage: hl fix ")
    assert run(renamed, "explain", "HYB777", code=2).startswith("hl: ")


def test_the_version_is_that_of_the_distribution(renamed: str) -> None:
    assert run(renamed, "--version", code=0) == f"hybridlint {about.version()}\n"


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["check", "--slect", "HYB3", "."], "--select"),
        (["check", "--show-sorce"], "--show-source"),
        (["check", "--statistic"], "--statistics"),
        (["fix", "--unsave-fixes"], "--unsafe-fixes"),
        (["rules", "--colour=never"], "--color"),
        (["chekc"], "check"),
        (["--versoin"], "--version"),
        (["check", "--format", "sarfi"], "sarif"),
    ],
)
def test_what_is_mistyped_is_met_with_a_suggestion(arguments: List[str], meant: str) -> None:
    printed = run(sys.executable, "-m", "hybridlint", *arguments, code=2)
    assert f": did you mean {meant}? (see " in printed and len(printed.splitlines()) == 1


def test_what_resembles_nothing_is_met_with_a_pointer_to_the_help() -> None:
    printed = run(sys.executable, "-m", "hybridlint", "check", "--frobnicate", code=2)
    assert "--frobnicate" in printed and "see python -m hybridlint check --help" in printed
