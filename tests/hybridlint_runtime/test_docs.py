"""The documentation of the command shows commands and settings that exist."""

from __future__ import annotations

import pathlib
import re
import shlex

import pytest

from hybridlint_runtime.cli import _parser
from hybridlint_runtime.configuration import read_configuration
from hybridlint_runtime.spec.inputs import parse_inputs

DOCS = pathlib.Path(__file__).resolve().parent.parent.parent / "docs"
TEXT = (DOCS / "runtime.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", re.findall(r"^hybridlint-runtime (.+)$", TEXT, re.MULTILINE))
def test_commands_parse(command: str) -> None:
    parsed = _parser().parse_args(shlex.split(command))
    parse_inputs(getattr(parsed, "input", None) or [])


def test_the_table_is_read(tmp_path: pathlib.Path) -> None:
    (table,) = re.findall(r"```toml\n(.+?)```", TEXT, re.DOTALL)
    (tmp_path / "pyproject.toml").write_text(table)
    configuration = read_configuration(str(tmp_path / "pyproject.toml"))
    assert configuration.jobs == 2 and len(configuration.targets) == 2
    for setting in configuration.targets:
        parse_inputs(setting.job(["cpu(0)"]).inputs)
