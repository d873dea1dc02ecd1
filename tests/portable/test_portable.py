"""The linter on any system: paths, line ends, the start method of processes, encodings, the cache and the baseline."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

BLOCK = """\
from mxnet import gluon


class Net(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x[0])  # é
"""


@pytest.fixture
def project(tmp_path):
    (tmp_path / "models").mkdir()
    for number in range(60):
        text = BLOCK.replace("\n", "\r\n" if number % 2 else "\n")
        (tmp_path / "models" / f"net{number}.py").write_bytes(text.encode("utf-8"))
    return tmp_path


def run(project, code, *arguments, **settings):
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=str(project),
        capture_output=True,
        env={**os.environ, **settings},
    )
    assert done.returncode == code, done.stdout.decode() + done.stderr.decode()
    return done.stdout.decode("utf-8", "replace")


def test_several_processes_find_what_one_finds(project):
    reports = [
        json.loads(run(project, 1, "hybridlint", "check", "--no-cache", "--jobs", jobs, "--format", "json"))
        for jobs in ("1", "3")
    ]
    assert reports[0] == reports[1]
    assert len(reports[0]["findings"]) == 60
    assert {os.path.dirname(item["path"]) for item in reports[0]["findings"]} == {os.path.join(".", "models")}


def test_every_start_method_works(project):
    code = (
        "import multiprocessing, sys\nfrom hybridlint import cli\nif __name__ == '__main__':\n"
        "    multiprocessing.set_start_method(sys.argv.pop())\n    sys.exit(cli.main())\n"
    )
    (project / "main.txt").write_text(code)
    import multiprocessing

    for method in multiprocessing.get_all_start_methods():
        command = [sys.executable, "main.txt", "check", "--no-cache", "--jobs", "2", "-q", method]
        done = subprocess.run(command, cwd=str(project), capture_output=True)
        assert (done.returncode, done.stdout.count(b"HYB301"), done.stderr) == (1, 60, b""), method


def test_fixes_preserve_line_ends_and_encoding(project):
    assert "Fixed 60 problems" in run(project, 0, "hybridlint", "fix")
    for number in (0, 1):
        data = (project / "models" / f"net{number}.py").read_bytes()
        assert data.count(b"\r\n") == (data.count(b"\n") if number else 0)
        assert "# é".encode() in data and b"slice_axis" in data


def test_the_cache_and_the_baseline(project):
    for _ in range(2):
        run(project, 1, "hybridlint", "check")
    run(project, 0, "hybridlint", "check", "--write-baseline", "baseline.json")
    assert "models/net0.py" in (project / "baseline.json").read_text()
    assert "60 known problems" in run(project, 0, "hybridlint", "check", "--baseline", "baseline.json")


def test_flake8_and_a_console_without_unicode(project):
    assert run(project, 1, "flake8", "--select", "HYB", "--isolated").count("HYB301") == 60
    run(project, 0, "hybridlint", "rules", PYTHONIOENCODING="ascii")
    run(project, 0, "hybridlint", "explain", "HYB301", PYTHONIOENCODING="cp1252")


def test_reports_have_slashes(project):
    for name in ("gitlab", "sarif", "github"):
        text = run(project, 1, "hybridlint", "check", "--format", name)
        assert "models/net0.py" in text and "models\\net0.py" not in text


@pytest.mark.parametrize("pattern", ["models/*", "*/net?.py"])
def test_patterns(pattern, project):
    document = json.loads(
        run(project, 1, "hybridlint", "check", "--format", "json", "--extend-exclude", "models/net1.py", "models")
    )
    assert len(document["findings"]) == 59
    run(project, 0 if pattern == "models/*" else 1, "hybridlint", "check", "--per-file-ignores", pattern + ":HYB3")
    assert Path(project / "models").is_dir()
