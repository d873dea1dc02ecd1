"""The distribution as a user meets it: built, installed alone, run as flake8, as a command and by pre-commit.

The installing tests fetch the linter's dependencies with pip, as a user does.
"""

from __future__ import annotations

import configparser
import json
import os
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path
from typing import Any, Dict, List, Set

import pytest

from tools import make_pages

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parent.parent
#: The libcst for Python 3.8 brings a dependency that warns when it is imported.
LIBCST_ON_38 = "ignore:mypy_extensions.TypedDict is deprecated:DeprecationWarning"
PACKAGES = ("hybridlint", "hybridlint_runtime")
GOOD_EXAMPLES = [str(ROOT / "examples" / name) for name in ("lenet.py", "attention.py", "tagger.py")]
BROKEN_EXAMPLE = str(ROOT / "examples" / "broken.py")
DOCS = sorted((ROOT / "docs").rglob("*.md"))
MARKDOWN = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *DOCS]


def run(command: List[str], **kwargs: Any) -> subprocess.CompletedProcess[str]:
    """The finished process, its output as text. Python's own settings of the caller do not reach it."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST"))}
    environment.update(kwargs.pop("environment", {}))
    return subprocess.run(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        **kwargs,
    )


def succeed(command: List[str], **kwargs: Any) -> str:
    """What a command prints that must end with 0."""
    process = run(command, **kwargs)
    assert process.returncode == 0, f"{command} ended with {process.returncode}\n{process.stdout}\n{process.stderr}"
    return process.stdout


def project() -> Dict[str, Any]:
    return dict(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    succeed([sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", str(folder), str(ROOT)])
    (path,) = folder.glob("hybridlint-*.whl")
    return path


@pytest.fixture(scope="module")
def linter_alone(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the commands of an environment into which only the wheel, without extras, was installed."""
    folder = tmp_path_factory.mktemp("linter-alone")
    venv.create(str(folder))
    succeed([sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python"), "install", str(wheel)])
    return folder / "bin"


# The wheel


def test_the_wheel_holds_every_file_of_the_packages_and_no_other(wheel: Path) -> None:
    in_checkout = {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and not any(part.startswith((".", "__pycache__")) for part in path.relative_to(ROOT).parts)
    }
    with zipfile.ZipFile(wheel) as archive:
        in_wheel = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert in_wheel == in_checkout


def test_both_packages_are_typed_and_the_linter_brings_its_api_tables(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        for package in PACKAGES:
            assert f"{package}/py.typed" in names
        tables = [name for name in names if re.fullmatch(r"hybridlint/mxnet_api/.*\.json", name)]
        assert tables
        for table in tables:
            json.loads(archive.read(table))


# The linter alone


def test_the_linter_requires_flake8_and_libcst_only(linter_alone: Path) -> None:
    code = "import importlib.metadata, json; print(json.dumps(importlib.metadata.requires('hybridlint')))"
    requirements = json.loads(succeed([str(linter_alone / "python"), "-c", code]))
    names = {re.match(r"[\w-]+", text).group() for text in requirements if "extra ==" not in text}  # type: ignore[union-attr]
    assert names == {"flake8", "libcst", "tomli"}
    listing = (
        "import importlib.metadata, json; found = importlib.metadata.distributions(); "
        "print(json.dumps([distribution.metadata['Name'].lower() for distribution in found]))"
    )
    installed = json.loads(succeed([str(linter_alone / "python"), "-c", listing]))
    assert "libcst" in installed and not {"mxnet", "numpy", "rich", "jinja2", "pytest"} & set(installed)


def test_every_module_of_the_linter_imports_without_mxnet(linter_alone: Path, tmp_path: Path) -> None:
    code = (
        "import hybridlint, importlib, json, pkgutil\n"
        "names = [m.name for m in pkgutil.walk_packages(hybridlint.__path__, 'hybridlint.')]\n"
        # The plugin for a language server needs that.
        "names = [n for n in names if not n.endswith(('.__main__', '.language_server'))]\n"
        "print(json.dumps([importlib.import_module(n).__name__ for n in names]))"
    )
    command = [str(linter_alone / "python"), "-W", "error", "-W", LIBCST_ON_38, "-c", code]
    imported = json.loads(succeed(command, cwd=str(tmp_path)))
    assert "hybridlint.flake8_plugin" in imported


def test_flake8_lists_the_plugin(linter_alone: Path) -> None:
    assert f"hybridlint: {project()['project']['version']}" in succeed([str(linter_alone / "flake8"), "--version"])


def test_flake8_reports_the_broken_example_and_no_other(linter_alone: Path) -> None:
    flake8 = [str(linter_alone / "flake8"), "--isolated", "--select", "HYB"]
    assert succeed([*flake8, *GOOD_EXAMPLES]) == ""
    process = run([*flake8, BROKEN_EXAMPLE])
    assert process.returncode == 1
    assert process.stderr == ""
    assert reported_lines(process.stdout) == marked_lines()


def test_the_command_reports_the_same_lines_as_flake8(linter_alone: Path) -> None:
    process = run([str(linter_alone / "hybridlint"), "check", BROKEN_EXAMPLE, *GOOD_EXAMPLES])
    assert process.returncode == 1
    assert reported_lines(process.stdout) == marked_lines()


def test_exit_codes_of_the_command(linter_alone: Path, tmp_path: Path) -> None:
    hybridlint = str(linter_alone / "hybridlint")
    assert run([hybridlint, "check", *GOOD_EXAMPLES]).returncode == 0
    assert run([hybridlint, "check", BROKEN_EXAMPLE]).returncode == 1
    assert run([hybridlint, "check", str(tmp_path / "absent.py")]).returncode == 2
    assert run([hybridlint, "no-such-command"]).returncode == 2
    assert run([str(linter_alone / "python"), "-m", "hybridlint", "check", *GOOD_EXAMPLES]).returncode == 0


def test_the_runtime_command_without_mxnet_names_what_to_install(linter_alone: Path) -> None:
    command = str(linter_alone / "hybridlint-runtime")
    process = run([command, "check", f"{GOOD_EXAMPLES[0]}:LeNet", "--shape", "16,1,28,28"])
    assert process.returncode == 2
    message = (process.stdout + process.stderr).strip()
    assert "Traceback" not in message
    assert len(message.splitlines()) == 1, message
    assert "hybridlint[runtime]" in message


def test_the_functions_without_mxnet_raise_what_to_install(linter_alone: Path) -> None:
    for code in ("import hybridlint_runtime as h; h.check(None, (2, 3))", "from hybridlint_runtime import load_tree"):
        process = run([str(linter_alone / "python"), "-c", code])
        assert process.returncode == 1
        raised = process.stderr.splitlines()[-1]
        assert raised.startswith("hybridlint_runtime.errors.CannotLook: NumPy") and "hybridlint[runtime]" in raised


def test_probes_are_explained_without_mxnet(linter_alone: Path) -> None:
    command = str(linter_alone / "hybridlint-runtime")
    assert succeed([command, "explain", "batch"]).startswith("batch: ")
    assert "\nbatch " in succeed([command, "explain"])


def reported_lines(output: str) -> Set[int]:
    return {int(line) for line in re.findall(r"broken\.py:(\d+):\d+:? HYB\d+ ", output)}


def marked_lines() -> Set[int]:
    """The statements of the broken example that follow a comment beginning with SILENT or RAISES."""
    lines = Path(BROKEN_EXAMPLE).read_text(encoding="utf-8").splitlines()
    marked = set()
    for index, line in enumerate(lines):
        if re.match(r"\s*# (SILENT|RAISES)\.", line):
            marked.add(next(i + 1 for i in range(index, len(lines)) if not lines[i].lstrip().startswith("#")))
    return marked


# What is written about the project


def readme_commands() -> List[str]:
    section = (ROOT / "README.md").read_text(encoding="utf-8").split("## Two commands")[1].split("\n## ")[0]
    return re.findall(r"```(?:sh|bash|console)\n(.+)\n```", section)


def test_the_two_commands_of_the_readme_are_those_that_ci_runs() -> None:
    commands = readme_commands()
    assert len(commands) == 2
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert [command for command in commands if command not in ci] == []
    assert os.access(str(ROOT / ".ci" / "run"), os.X_OK)


@pytest.fixture(scope="module")
def site_pages() -> Set[Path]:
    """The pages that a build of the site writes."""
    return {ROOT / "docs" / name for name in make_pages.pages_of_the_site()}


@pytest.mark.parametrize("page", MARKDOWN, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_relative_links_lead_to_files(page: Path, site_pages: Set[Path]) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    targets = [target.split("#")[0] for target in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in target]
    absent = [target for target in targets if target and not (page.parent / target).exists()]
    assert [target for target in absent if (page.parent / target).resolve() not in site_pages] == []


@pytest.mark.parametrize("page", DOCS, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_page_of_the_docs_is_listed_in_an_index(page: Path) -> None:
    """In that of its own folder, or else in docs/index.md, which also lists the indexes of folders."""
    top = ROOT / "docs" / "index.md"
    if page == top:
        return
    own = page.parent / "README.md"
    index = own if own.exists() and page != own else top
    link = page.relative_to(index.parent).as_posix()
    assert f"]({link})" in index.read_text(encoding="utf-8")


def test_the_change_log_begins_with_this_version() -> None:
    headings = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert headings[headings[0] == "Unreleased"] == project()["project"]["version"]


def test_tox_has_an_environment_for_each_python_that_is_promised() -> None:
    parser = configparser.ConfigParser(interpolation=None)
    parser.read(str(ROOT / "tox.ini"))
    groups = re.findall(r"py\{([\d,]+)\}-(linter|runtime)", parser["tox"]["env_list"])
    tested = {kind: set(versions.split(",")) for versions, kind in groups}
    promised = {
        match.group(1).replace(".", "")
        for match in map(re.compile(r".*:: (3\.\d+)$").match, project()["project"]["classifiers"])
        if match
    }
    assert tested["linter"] == tested["runtime"] == promised
