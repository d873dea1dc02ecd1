"""The files that other projects use, as far as they run without their service: the action, the component, the image."""

from __future__ import annotations

import configparser
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any, Callable, Dict, List

import jsonschema
import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "integrations.md").read_text(encoding="utf-8")
BLOCK = """\
from mxnet import gluon


class Net(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x[0])
"""


def load(path: str) -> Any:
    return parsed((ROOT / path).read_text(encoding="utf-8"))


def parsed(text: str) -> Any:
    """YAML as GitHub reads it, which takes the key `on` for a word."""
    document = yaml.safe_load(text)
    return {"on" if key is True else key: value for key, value in document.items()}


def recipe(test: str) -> str:
    """The block of the page that a test runs."""
    return re.findall(rf"(?ms)<!-- test: by \S+::{test} -->\n+```\w+\n(.*?)^```$", PAGE)[0]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / "src" / "pkg").mkdir(parents=True)
    (folder / "src" / "pkg" / "__init__.py").touch()
    (folder / "src" / "pkg" / "net.py").write_text(BLOCK)
    (folder / "pyproject.toml").write_text(
        '[[tool.hybridlint.check.targets]]\ntarget = "pkg.net:Net"\nshape = "2,3"\nquick = true\n'
    )
    return folder


@pytest.fixture
def run(tmp_path: Path, project: Path) -> Callable[..., str]:
    """Runs a command as the shell of a runner does, with commands that need a network or an administrator replaced by
    such that write their arguments to a file."""
    commands = tmp_path / "commands"
    commands.mkdir()
    for name in ("pip", "sudo", "apt-get"):
        script = commands / name
        script.write_text(f'#!/bin/sh\necho {name} "$@" >> {tmp_path / "called"}\n')
        script.chmod(0o755)

    def run(command: str, code: int = 0, **settings: str) -> str:
        own = str(Path(sys.executable).parent)
        path = os.pathsep.join([str(commands), own, os.environ["PATH"]])
        environment = {**os.environ, "PATH": path, "RUNNER_TEMP": str(tmp_path), **settings}
        done = subprocess.run(
            ["bash", "-e", "-o", "pipefail", "-c", command],
            cwd=project,
            env=environment,
            capture_output=True,
            encoding="utf-8",
        )
        assert done.returncode == code, f"{command}: {done.stdout}\n{done.stderr}"
        return done.stdout

    return run


def test_the_action(
    project: Path,
    tmp_path: Path,
    run: Callable[..., str],
    schema: Callable[[str], Any],
    check_sarif: Callable[[Any], None],
) -> None:
    action = load("action.yml")
    jsonschema.validate(action, schema("/github-action.json"))
    install, annotate, scan, _, check = (step["run"] for step in action["runs"]["steps"] if "run" in step)
    # The environment of the action is there already, with commands that only write their arguments.
    commands = tmp_path / "hybridlint" / "bin"
    commands.mkdir(parents=True)
    for name in ("pip", "hybridlint-runtime"):
        (commands / name).write_text(f'#!/bin/sh\necho {name} "$@" >> {tmp_path / "called"}\n')
        (commands / name).chmod(0o755)
    path = tmp_path / "path"
    run(install, GITHUB_ACTION_PATH="/action", EXTRA="runtime", INSTALL="--editable .", GITHUB_PATH=str(path))
    assert (tmp_path / "called").read_text().splitlines() == [
        "pip install /action[runtime]",
        "pip install --editable .",
        "hybridlint-runtime install",
    ]
    assert path.read_text().strip() == str(commands)
    assert "::error file=src/pkg/net.py,line=6" in run(annotate, 1, PATHS="src src/pkg")
    run(scan, PATHS=".")
    check_sarif(json.loads((tmp_path / "hybridlint.sarif").read_text()))
    run(check, 1)
    (project / "src" / "pkg" / "net.py").write_text(BLOCK.replace("x[0]", "x"))
    assert "PASSED" in run(check)


def test_the_workflow_with_the_action(schema: Callable[[str], Any]) -> None:
    workflow = parsed(recipe("test_the_workflow_with_the_action"))
    jsonschema.validate(workflow, schema("/github-workflow.json"))
    used = workflow["jobs"]["hybridlint"]["steps"][-1]
    assert set(used["with"]) <= set(load("action.yml")["inputs"])
    assert used["uses"].endswith(f"/hybridlint@v{version()}")


def version() -> str:
    (quoted,) = re.findall(r'(?m)^version = "(.*)"$', (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return str(quoted)


def test_recipes_pin_the_version() -> None:
    assert set(re.findall(r"(?:rev: |hybridlint@)v(\d[\w.]*)", PAGE)) == {version()}


def test_the_gitlab_component(project: Path, run: Callable[..., str], schema: Callable[[str], Any]) -> None:
    text = (ROOT / "templates" / "hybridlint.yml").read_text(encoding="utf-8")
    head, jobs = yaml.safe_load_all(text)
    inputs: Dict[str, Any] = head["spec"]["inputs"]
    assert inputs["version"]["default"] == version()
    (included,) = yaml.safe_load(recipe("test_the_gitlab_component"))["include"]
    assert set(included["inputs"]) <= set(inputs)
    body = text.split("\n---\n")[1]
    for name, described in inputs.items():
        body = body.replace(f"$[[ inputs.{name} ]]", described["default"])
    assert "$[[" not in body
    jobs = yaml.safe_load(body)
    jsonschema.validate(jobs, schema("/gitlab-org/gitlab/-/raw/master/app/assets/javascripts/editor/schema/ci.json"))
    lint, models = jobs["hybridlint"]["script"], jobs["hybridlint-models"]["script"]
    run(lint[0])
    run(lint[1], 1)
    assert json.loads((project / "gl-code-quality-report.json").read_text())[0]["check_name"] == "HYB301"
    run(models[0])
    run(models[-1], 1)
    assert (project / jobs["hybridlint-models"]["artifacts"]["reports"]["junit"]).exists()


def test_the_environments_of_tox(project: Path, run: Callable[..., str]) -> None:
    parser = configparser.ConfigParser()
    parser.read_string(recipe("test_the_environments_of_tox"))
    for name in parser.sections():
        run(re.sub(r"\{posargs:?(.*?)\}", r"\1", parser[name]["commands"]), 1)


def test_the_image_has_what_the_runtime_needs() -> None:
    """Docker is not at hand: the file names a Python with a wheel of MXNet, its libraries, and files that are there."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    (minor,) = re.findall(r"(?m)^FROM python:3\.(\d+)-slim$", text)
    assert 8 <= int(minor) < 12
    assert "libgomp1 libquadmath0" in text and re.search(r"(?m)^USER (?!root)", text)
    context = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    copied: List[str] = [name for line in re.findall(r"(?m)^COPY (.*)$", text) for name in shlex.split(line)[:-1]]
    assert set(copied) == set(context) and all((ROOT / name).exists() for name in copied)


@pytest.mark.parametrize("path", sorted(path.name for path in (ROOT / ".github" / "workflows").glob("*.yml")))
def test_the_workflows_of_this_repository(path: str, schema: Callable[[str], Any]) -> None:
    jsonschema.validate(load(f".github/workflows/{path}"), schema("/github-workflow.json"))


def test_ci_runs_on_every_python_that_is_supported() -> None:
    pythons = load(".github/workflows/ci.yml")["jobs"]["everything"]["strategy"]["matrix"]["python"]
    classifiers = re.findall(r"Python :: (3\.\d+)", (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert pythons == classifiers


@pytest.mark.parametrize("path", sorted(path.name for path in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")))
def test_the_forms_of_issues(path: str, schema: Callable[[str], Any]) -> None:
    form = yaml.safe_load((ROOT / ".github" / "ISSUE_TEMPLATE" / path).read_text(encoding="utf-8"))
    name = "/github-issue-config.json" if path == "config.yml" else "/github-issue-forms.json"
    jsonschema.validate(form, schema(name))


def test_the_hooks_of_this_repository(schema: Callable[[str], Any]) -> None:
    jsonschema.validate(load(".pre-commit-config.yaml"), schema("/pre-commit-config.json"))
