"""The recipes of docs/integrations.md for the runtime half, each with the real tool."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import List

import junitparser
import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "integrations.md").read_text(encoding="utf-8")
COMMANDS = str(Path(sys.executable).parent)

NET = """\
from mxnet import gluon


class Net(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x)
"""
BROKEN = NET.replace("F.relu(x)", "F.relu(x[0])")
TARGETS = """\
[[tool.hybridlint.check.targets]]
target = "my_models.net:Net"
shape = "2,4"
"""


def recipe(heading: str, language: str) -> str:
    """The first code block in `language` below a heading of the page."""
    return recipes(heading, language)[0]


def recipes(heading: str, language: str) -> List[str]:
    """All of them."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return re.findall(rf"(?ms)^```{language}\n(.*?)^```$", section)


def run(command: str, folder: Path, code: int, **settings: str) -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    environment.update(settings, PATH=f"{COMMANDS}{os.pathsep}{os.environ['PATH']}")
    done = subprocess.run(
        ["bash", "-ec", command], cwd=folder, env=environment, capture_output=True, encoding="utf-8", timeout=900
    )
    assert done.returncode == code, f"{command}: {done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / "my_models").mkdir(parents=True)
    (folder / "my_models" / "net.py").write_text(NET)
    (folder / "pyproject.toml").write_text(TARGETS)
    return folder


@pytest.mark.slow
def test_pytest_with_xdist(project: Path) -> None:
    (project / "my_models" / "broken.py").write_text(BROKEN)
    test, conftest = recipes("pytest", "python")
    (project / "test_net.py").write_text(test)
    (project / "test_broken.py").write_text(test.replace("my_models.net", "my_models.broken"))
    (project / "conftest.py").write_text(conftest)
    command = recipe("pytest", "sh").strip()
    message = run(f"{command} -p no:cacheprovider -c pyproject.toml", project, 1)
    assert "1 failed, 1 passed" in message and "2 workers" in message
    assert "FAILED test_broken.py" in message and "HYB301" in message


@pytest.mark.slow
@pytest.mark.parametrize("host", ["GitHub Actions", "GitLab CI"])
def test_continuous_integration_checks_the_models(project: Path, host: str) -> None:
    """All commands but those that install packages of the system, and pip's, which finds everything installed."""
    (text,) = (text for text in recipes(host, "yaml") if "models:\n" in text)
    job = yaml.load(text, yaml.BaseLoader)
    job = job["jobs"]["models"] if "jobs" in job else job["models"]
    commands = job["script"] if "script" in job else [step["run"] for step in job["steps"] if "run" in step]
    install, check = (command for command in commands if "apt-get" not in command)
    run(install, project, 0)
    for text, code in ((NET, 0), (BROKEN, 1)):
        (project / "my_models" / "net.py").write_text(text)
        run(check, project, code)
        report = junitparser.JUnitXml.fromfile(str(project / "models.xml"))
        assert report.tests > 0 and (report.failures > 0) == bool(code)


@pytest.mark.slow
def test_the_pre_commit_hook_runs_the_models(project: Path, tmp_path: Path) -> None:
    """In the environment that pre-commit installs for it, with MXNet."""
    source = tmp_path / "hybridlint"
    source.mkdir()
    for package in ("hybridlint", "hybridlint_runtime"):
        shutil.copytree(str(ROOT / package), str(source / package), ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml"):
        shutil.copy(str(ROOT / name), str(source / name))
    configuration = re.sub(r"(?m)^  - repo: .*$", f"  - repo: {source}", recipe("pre-commit", "yaml"))
    (project / ".pre-commit-config.yaml").write_text(configuration)
    git = {
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "PRE_COMMIT_HOME": str(tmp_path / "cache"),
        **{f"GIT_{who}_{what}": "test@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
    }
    for folder in (source, project):
        run("git -c init.defaultBranch=main init && git add . && git commit --message 'All files'", folder, 0, **git)
    (tag,) = re.findall(r"(?m)^    rev: (\S+)$", configuration)
    run(f"git tag {tag}", source, 0, **git)
    hook = "python -m pre_commit run hybridlint-runtime --hook-stage pre-push --all-files --verbose"
    assert "PASSED" in run(hook, project, 0, **git)
    (project / "my_models" / "net.py").write_text(BROKEN)
    message = run(hook, project, 1, **git)
    assert "FAILED" in message and "HYB301" in message
