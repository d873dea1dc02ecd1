"""The cache of `hybridlint check`: what it keeps, and what it must not."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import List

import pytest

from hybridlint import checking, cli, files
from hybridlint.cache import VARIABLE, Cache, default_folder
from hybridlint.configuration import Configuration
from hybridlint.results import CouldNotLook, FileResult, Result

#: The folder of the cache in that of each test.
FOLDER = "cache"
BAD = """\
from mxnet import gluon


class Net(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x[0]) + F.reshape(x, (x.shape[0], -1))  # é
"""
GOOD = BAD.replace("x[0]", "x").replace("x.shape[0]", "0")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(VARIABLE, str(tmp_path / FOLDER))
    (tmp_path / "bad.py").write_text(BAD, encoding="utf-8")
    (tmp_path / "good.py").write_text(GOOD, encoding="utf-8")
    (tmp_path / "not_python.py").write_text("class Hybrid(:\n")
    return tmp_path


def check(configuration: Configuration = Configuration(), unused: bool = False) -> tuple[Result, int]:  # noqa: B008
    cache = Cache(FOLDER, configuration, [unused])
    result = checking.check(["."], configuration, cache=cache, report_unused=unused)
    cache.write()
    return result, cache.hits


def test_a_second_run_has_the_same_results_and_analyses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    first, hits = check()
    assert hits == 0 and first.findings and first.not_looked_at
    monkeypatch.setattr(checking, "check_text", lambda *_, **__: pytest.fail("a file was analysed"))
    second, hits = check()
    assert (second, hits) == (first, 3)


def test_a_changed_file_is_analysed_again(folder: Path) -> None:
    before = check()[0].findings
    (folder / "good.py").write_text(BAD, encoding="utf-8")
    result, hits = check()
    assert (result.findings, hits) == (2 * before, 2)
    assert check()[1] == 3
    (folder / "copy.py").write_text(BAD, encoding="utf-8")  # known content, and another path
    result, _ = check()
    assert {item.path for item in result.files if item.findings} == {"./bad.py", "./copy.py", "./good.py"}


@pytest.mark.parametrize(
    "changed",
    [
        Configuration(select=("HYB1",)),
        Configuration(mxnet_version="1.7.0"),
        Configuration(per_file_ignores=(("bad.py", ("HYB3",)),)),
    ],
)
def test_other_settings_have_other_results(changed: Configuration) -> None:
    check()
    result, hits = check(changed)
    assert hits == 0 and result == checking.check(["."], changed)


def test_other_versions_and_options_have_other_results(monkeypatch: pytest.MonkeyPatch) -> None:
    check()
    assert check(unused=True)[1] == 0
    monkeypatch.setattr("hybridlint.cache._versions", lambda: ["another"])
    assert check()[1] == 0


def test_failures_of_the_linter_are_not_kept(folder: Path) -> None:
    cache = Cache(FOLDER, Configuration())
    cache.put("bad.py", b"", [FileResult("bad.py", could_not_look=(CouldNotLook("bad.py", "", code="HYB002"),))])
    cache.write()
    assert not (folder / FOLDER).exists()


@pytest.mark.parametrize("place", [0, 70, 200, -2])
def test_a_damaged_cache_is_empty(place: int, folder: Path) -> None:
    expected, _ = check()
    (path,) = (folder / FOLDER).glob("*.json")
    whole = path.read_bytes()
    changed = bytearray(whole)
    changed[place] ^= 1
    for damaged in (bytes(changed), whole[: len(whole) // 2], b"", b"\0" * 100):
        path.write_bytes(damaged)
        assert check() == (expected, 0)
        assert check() == (expected, 3)


def test_a_folder_that_cannot_be_written(folder: Path) -> None:
    (folder / FOLDER).write_text("a file")
    assert check()[0].findings and check()[1] == 0
    assert cli.main(["check", "--quiet", "good.py"]) == 0


def test_entries_of_deleted_files_are_dropped(folder: Path) -> None:
    check()
    (folder / "bad.py").unlink()
    (folder / "good.py").write_text(GOOD + "\n", encoding="utf-8")
    check()
    (path,) = (folder / FOLDER).glob("*.json")
    assert "bad.py" not in path.read_text(encoding="utf-8")


def test_runs_at_the_same_time(folder: Path) -> None:
    """Each process checks other files, as pre-commit starts them; what one has written, the others keep."""
    names = [f"net{number}.py" for number in range(4)]
    for name in names:
        (folder / name).write_text(BAD, encoding="utf-8")
    command = [sys.executable, "-m", "hybridlint", "check", "--format", "json"]
    for _ in range(2):
        runs = [subprocess.Popen([*command, name], stdout=subprocess.PIPE, encoding="utf-8") for name in names]
        for name, run in zip(names, runs):
            findings = json.loads(run.communicate()[0])["findings"]
            assert {item["path"] for item in findings} == {name} and len(findings) == 2
    (path,) = (folder / FOLDER).glob("*.json")
    digest, _, text = path.read_bytes().partition(b"\n")
    assert json.loads(text)


def test_the_command_uses_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def hits(*options: str) -> str:
        assert cli.main(["check", "-v", "good.py", *options]) == 0
        return capsys.readouterr().err

    assert "cache: 0 of 1 results" in hits()
    assert "cache: 1 of 1 results" in hits()
    assert "cache" not in hits("--no-cache")
    assert "cache: 0 of 1 results" in hits("--cache-dir", "elsewhere") and (folder / "elsewhere").is_dir()
    (folder / "pyproject.toml").write_text("[tool.hybridlint]\ncache-dir = 'there'\n")
    hits()
    assert (folder / "there" / ".gitignore").read_text() == "*\n"


def test_the_analysis_of_a_file_opens_no_other(folder: Path) -> None:
    """Else the key of the cache would have to contain it."""
    code = f"""
import sys
from hybridlint import checking
from hybridlint.configuration import Configuration
checking.check_file("bad.py", Configuration())  # imports what it needs
opened = []
sys.addaudithook(lambda event, arguments: opened.append(arguments[0]) if event in {AUDITED} else None)
assert checking.check_file("bad.py", Configuration())[0].findings
print(opened)
"""
    (folder / "layers.py").write_text("units = 3\n")
    (folder / "bad.py").write_text(f"from layers import units\n{BAD}", encoding="utf-8")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.strip() == "['bad.py']"


AUDITED: List[str] = ["open", "os.listdir", "os.scandir"]


def test_files_are_read_once_for_their_key_and_their_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two reads a file may change: the result of one content would be kept for another."""
    monkeypatch.setattr(files, "read", lambda path: pytest.fail(f"{path} is read again"))
    assert check()[0].findings


def test_the_folder_is_not_in_the_project(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE)
    monkeypatch.setenv("HOME", str(folder / "home"))
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    assert default_folder().startswith(str(folder / "home")) or sys.platform == "win32"
    assert cli.main(["check", "--quiet", "good.py"]) == 0
    assert sorted(path.name for path in folder.iterdir()) == ["bad.py", "good.py", "home", "not_python.py"]
