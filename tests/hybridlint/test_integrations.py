"""The recipes of docs/integrations.md for the linter, each with the real tool."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Callable, Dict, List

import jsonschema
import nbformat
import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "integrations.md").read_text(encoding="utf-8")
#: The commands of the environment that runs the tests, which has what the recipes install.
COMMANDS = str(Path(sys.executable).parent)

BLOCK = """\
from mxnet import gluon


class Net(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x[0])
"""
GOOD = BLOCK.replace("x[0]", "x")
LINE = 6


def recipe(heading: str, language: str, part: str = "") -> str:
    """The first code block in `language` with this part below a heading of the page."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    blocks = re.findall(rf"(?ms)^```{language}\n(.*?)^```$", section)
    return str(next(block for block in blocks if part in block))


def run(command: List[str], folder: Path, code: int, **settings: str) -> str:
    environment = {**os.environ, "PATH": f"{COMMANDS}{os.pathsep}{os.environ['PATH']}", **settings}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", timeout=600)
    assert done.returncode == code, f"{command}: {done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / "my_models").mkdir(parents=True)
    (folder / "my_models" / "net.py").write_text(BLOCK)
    return folder


# flake8


def test_flake8(project: Path) -> None:
    assert f"net.py:{LINE}:" in run(shlex.split(recipe("flake8", "sh")), project, 1)


def test_pep8_naming_accepts_the_name_of_the_namespace_and_still_its_own_names(project: Path) -> None:
    (project / "case.py").write_text("class Case:\n    def setUp(self):\n        pass\n")
    assert "N803" in run(["flake8", "--select", "N"], project, 1)
    (project / ".flake8").write_text(recipe("flake8", "ini"))
    assert run(["flake8", "--select", "N"], project, 0) == ""


# Notebooks


def test_notebooks_with_hybridlint_and_with_nbqa(project: Path) -> None:
    head, _, body = BLOCK.partition("\n\n\n")
    cells = [nbformat.v4.new_code_cell(f"%matplotlib inline\n{head}"), nbformat.v4.new_code_cell(body)]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), str(project / "notebook.ipynb"))
    line = body.splitlines().index("        return F.relu(x[0])") + 1
    _, check = recipe("Notebooks", "sh").strip().splitlines()
    assert f"notebook.ipynb:cell 2:{line}:" in run(shlex.split(check), project, 1)
    (nbqa,) = re.findall(r"(?m)^nbqa .*$", PAGE)
    assert re.search(rf"notebook\.ipynb:cell_2:{line}:\d+: HYB301 ", run(shlex.split(nbqa), project, 1))


# pre-commit


@pytest.fixture(scope="module")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], Callable[..., str]]:
    """Commits this repository's files and those of a project, whose configuration is the recipe; returns what runs a
    hook and checks its exit code."""
    home = tmp_path_factory.mktemp("pre-commit")
    source = home / "hybridlint"
    source.mkdir()
    for package in ("hybridlint", "hybridlint_runtime"):
        shutil.copytree(str(ROOT / package), str(source / package), ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml"):
        shutil.copy(str(ROOT / name), str(source / name))
    git = {
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "PRE_COMMIT_HOME": str(home / "cache"),
        **{f"GIT_{who}_{what}": "test@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
    }

    def commit(folder: Path) -> None:
        for command in (["init"], ["add", "."], ["commit", "--message", "All files"]):
            run(["git", "-c", "init.defaultBranch=main", *command], folder, 0, **git)

    commit(source)
    (tag,) = re.findall(r"(?m)^    rev: (\S+)$", recipe("pre-commit", "yaml"))
    run(["git", "tag", tag], source, 0, **git)

    def prepare(project: Path) -> Callable[..., str]:
        text = recipe("pre-commit", "yaml")
        assert [hook["id"] for hook in yaml.safe_load((source / ".pre-commit-hooks.yaml").read_text())] == [
            "hybridlint",
            "hybridlint-fix",
            "hybridlint-runtime",
        ]
        configuration = re.sub(r"(?m)^  - repo: .*$", f"  - repo: {source}", text)
        (project / ".pre-commit-config.yaml").write_text(configuration)
        commit(project)
        return lambda code, hook: run(
            [sys.executable, "-m", "pre_commit", "run", hook, "--all-files", "--verbose"], project, code, **git
        )

    return prepare


@pytest.mark.slow
def test_the_pre_commit_hooks_of_the_linter(hooks: Callable[[Path], Callable[..., str]], project: Path) -> None:
    fixable = BLOCK.replace("F.relu(x[0])", "x.reshape(2, 3)")
    (project / "fixable.py").write_text(fixable)
    (project / "my_models" / "net.py").write_text(BLOCK.replace("x[0]", "x.asnumpy()"))
    cells = [nbformat.v4.new_code_cell(BLOCK)]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), str(project / "notebook.ipynb"))
    hook = hooks(project)
    expected_text = hook(1, "hybridlint")
    assert f"net.py:{LINE}:" in expected_text and f"notebook.ipynb:cell 1:{LINE}:" in expected_text
    # Each finding is printed by one of the two hooks.
    expected_text = hook(1, "hybridlint-fix")
    assert "Fixed" in expected_text and f":{LINE}:" not in expected_text
    assert (project / "fixable.py").read_text() != fixable
    (project / "my_models" / "net.py").write_text(GOOD)
    (project / "notebook.ipynb").unlink()
    subprocess.run(["git", "add", "--all"], cwd=project, check=True)
    for name in ("hybridlint", "hybridlint-fix"):
        assert "Passed" in hook(0, name)


# Continuous integration


def steps_of(job: Dict[str, Any]) -> List[str]:
    """The commands of a job of either host, but for those that install packages of the system."""
    commands = job["script"] if "script" in job else [step["run"] for step in job["steps"] if "run" in step]
    return [command for command in commands if "apt-get" not in command]


@pytest.mark.slow
def test_the_github_workflow(project: Path, schema: Callable[[str], Any], check_sarif: Callable[[Any], None]) -> None:
    workflow = yaml.load(recipe("GitHub Actions", "yaml", "  lint:"), yaml.BaseLoader)  # `on` is no bool
    jsonschema.validate(workflow, schema("/github-workflow.json"))
    install, annotate, scan = steps_of(workflow["jobs"]["lint"])
    run(["bash", "-ec", install], project, 0)
    assert f"::error file=./my_models/net.py,line={LINE}," in run(["bash", "-ec", annotate], project, 1)
    run(["bash", "-ec", scan], project, 1)
    upload = workflow["jobs"]["lint"]["steps"][-1]["with"]["sarif_file"]
    log = json.loads((project / upload).read_text())
    check_sarif(log)
    assert [result["ruleId"] for result in log["runs"][0]["results"]] == ["HYB301"]


@pytest.mark.slow
def test_the_gitlab_job(project: Path, schema: Callable[[str], Any]) -> None:
    jobs = yaml.safe_load(recipe("GitLab CI", "yaml"))
    jsonschema.validate(jobs, schema("/gitlab-org/gitlab/-/raw/master/app/assets/javascripts/editor/schema/ci.json"))
    install, check = steps_of(jobs["hybridlint"])
    run(["bash", "-ec", install], project, 0)
    run(["bash", "-ec", check], project, 1)
    report = json.loads((project / jobs["hybridlint"]["artifacts"]["reports"]["codequality"]).read_text())
    assert [(issue["check_name"], issue["location"]["path"]) for issue in report] == [("HYB301", "my_models/net.py")]
