"""One complete pyproject.toml, made of the tables that the documentation shows, serves every command of both halves."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from hybridlint.cli import main as lint
from hybridlint_runtime.cli import main

ROOT = Path(__file__).resolve().parents[2]
NET = """\
from mxnet import gluon


class Net(gluon.HybridBlock):
    def __init__(self, classes, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.output = gluon.nn.Dense(classes)

    def hybrid_forward(self, F, x):
        return self.output(x)
"""
TAGGER = """\
from mxnet import gluon


class Tagger(gluon.HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.embedding = gluon.nn.Embedding(1000, 4)
            self.scores = gluon.nn.Dense(3, flatten=False)

    def hybrid_forward(self, F, tokens, lengths):
        scores = self.scores(self.embedding(tokens))
        return F.SequenceMask(scores, lengths.astype("float32"), use_sequence_length=True, axis=1)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    tables = []
    for page in ("configuration.md", "runtime.md"):
        (table,) = re.findall(r"```toml\n(\[tool\.hybridlint.+?)```", (ROOT / "docs" / page).read_text(), re.DOTALL)
        tables.append(table)
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'models'\n\n" + "\n".join(tables))
    (tmp_path / "mymodel.py").write_text(NET)
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "tagger.py").write_text(TAGGER)
    return tmp_path


def run(project: Path, code: int, *arguments: str) -> str:
    """What a command of the runtime prints."""
    command = [sys.executable, "-m", "hybridlint_runtime", *arguments]
    done = subprocess.run(command, cwd=project, capture_output=True, encoding="utf-8", timeout=600)
    assert done.returncode == code, f"{arguments}: {done.stdout}\n{done.stderr}"
    assert "Traceback" not in done.stderr
    return done.stdout


@pytest.mark.slow
def test_every_command_works_with_one_pyproject(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project)
    assert lint(["check", "."]) == 2  # for the baseline that the table names is not written yet
    assert lint(["check", ".", "--write-baseline", "hybridlint-baseline.json"]) == 0
    for arguments in (["check", "."], ["check", "mymodel.py"], ["fix", "."], ["fix", "--diff", "."]):
        assert lint(arguments) == 0
    assert lint(["explain", "HYB301"]) == 0
    assert lint(["rules"]) == 0

    message = run(project, 0, "check", "--quiet")
    assert "mymodel:Net" in message and "models/tagger.py:Tagger" in message
    assert main(["explain", "batch"]) == 0
    run(project, 0, "export", "mymodel:Net", "archive", "--arg", "classes=3", "--shape", "2,4")
    assert main(["inspect", "archive"]) == 0
    run(project, 0, "load", "archive", "--check")


def test_a_misspelt_table_is_an_error_that_names_the_right_one(project: Path) -> None:
    path = project / "pyproject.toml"
    path.write_text(path.read_text().replace("[tool.hybridlint.check]", "[tool.hybridlint.chekc]"))
    command = [sys.executable, "-m", "hybridlint", "check", "."]
    done = subprocess.run(command, cwd=project, capture_output=True, encoding="utf-8", timeout=600)
    assert done.returncode == 2 and "did you mean 'check'?" in done.stderr
