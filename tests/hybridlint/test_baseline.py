"""The baseline lets what was there pass, wherever it moves, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict

import pytest

from hybridlint import cli

HEAD = """\
from mxnet import gluon


class Net(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
"""
OLD = HEAD + "        y = F.relu(x[0])\n        return F.relu(y)\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def check(capsys: pytest.CaptureFixture[str], code: int, *arguments: str) -> Dict[str, Any]:
    came_to = cli.main(["check", "--format", "json", *arguments])
    printed = capsys.readouterr()
    assert came_to == code, printed.out + printed.err
    return dict(json.loads(printed.out))


def entries(folder: Path) -> int:
    return sum(entry["count"] for entry in json.loads((folder / "known.json").read_text())["findings"])


def test_an_old_code_base_starts_clean(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "a.py").write_text(OLD)
    check(capsys, 1)
    check(capsys, 0, "--write-baseline", "known.json")
    assert check(capsys, 0, "--baseline", "known.json")["baseline"] == {"path": "known.json", "known": 1, "gone": 0}
    (folder / "pyproject.toml").write_text("[tool.hybridlint]\nbaseline = 'known.json'\n")
    check(capsys, 0)


def test_a_finding_may_move_and_be_indented_anew(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "a.py").write_text(OLD)
    check(capsys, 0, "--write-baseline", "known.json")
    moved = "import os\n\n\n" + OLD.replace("        y = F", "        if True:\n            y  =  F")
    (folder / "a.py").write_text(moved)
    check(capsys, 0, "--baseline", "known.json")


def test_one_more_of_the_same_is_new(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "a.py").write_text(OLD)
    check(capsys, 0, "--write-baseline", "known.json")
    line = "        y = F.relu(x[0])\n"
    (folder / "a.py").write_text(OLD.replace(line, line + line))
    assert len(check(capsys, 1, "--baseline", "known.json")["findings"]) == 1
    (folder / "b.py").write_text(OLD)
    assert len(check(capsys, 1, "--baseline", "known.json")["findings"]) == 2


def test_a_rewrite_drops_what_is_gone_and_adds_nothing(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "a.py").write_text(OLD)
    (folder / "b.py").write_text(OLD)
    (folder / "c.py").write_text(OLD)
    check(capsys, 0, "--write-baseline", "known.json")
    assert entries(folder) == 3
    (folder / "a.py").write_text(OLD.replace("x[0]", "x"))
    (folder / "b.py").unlink()
    (folder / "new.py").write_text(OLD)
    assert check(capsys, 1, "--baseline", "known.json")["baseline"]["gone"] == 2
    assert entries(folder) == 3, "only --write-baseline writes"
    rewritten = check(capsys, 1, "new.py", "a.py", "--write-baseline", "known.json")
    assert [finding["path"] for finding in rewritten["findings"]] == ["new.py"]
    assert entries(folder) == 1, "c.py was not looked at, so its entry stays"
    check(capsys, 0, "c.py", "--baseline", "known.json")


def test_a_file_that_could_not_be_looked_at_keeps_its_entries(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "a.py").write_text(OLD)
    check(capsys, 0, "--write-baseline", "known.json")
    (folder / "a.py").write_text(OLD + "class (:\n")
    assert check(capsys, 2, "--write-baseline", "known.json")["baseline"]["gone"] == 0
    assert entries(folder) == 1


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"format_version": 9, "findings": []}', '{"format_version": 1, "findings": [1]}']
)
def test_a_file_that_is_no_baseline_is_refused_and_kept(
    capsys: pytest.CaptureFixture[str], folder: Path, text: str
) -> None:
    (folder / "a.py").write_text(OLD)
    (folder / "known.json").write_text(text)
    for option in ("--baseline", "--write-baseline"):
        assert cli.main(["check", option, "known.json"]) == 2
        assert "known.json" in capsys.readouterr().err
    assert (folder / "known.json").read_text() == text
