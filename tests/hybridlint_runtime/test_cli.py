"""The command as a user meets it: real processes, real exit codes, one clear line for what cannot be done."""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import pty
import re
import subprocess
import sys
import textwrap
import xml.etree.ElementTree as ElementTree
from typing import Any, Dict, Tuple

import jsonschema
import pytest

from hybridlint_runtime.cli import main
from hybridlint_runtime.report import Stage, Status, Verdict
from hybridlint_runtime.reporting.json_format import SCHEMA_PATH

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

PROJECT = {
    "good.py": """
        from mxnet.gluon import HybridBlock, nn

        class Net(HybridBlock):
            def __init__(self, units=3, **kwargs):
                super().__init__(**kwargs)
                self.fc = nn.Dense(units)

            def hybrid_forward(self, F, x):
                return F.relu(self.fc(x))
    """,
    "bad.py": """
        from mxnet.gluon import HybridBlock

        class Net(HybridBlock):
            def hybrid_forward(self, F, x):
                return x.reshape((x.shape[0], -1)) * 2
    """,
    "empty.toml": "",
    "pyproject.toml": """
        [tool.hybridlint.check]
        jobs = 2
        shape = "2,5"
        skip = ["outputs"]

        [[tool.hybridlint.check.targets]]
        target = "good:Net"
        arg = {units = 4}

        [[tool.hybridlint.check.targets]]
        target = "bad.py:Net"
        shape = ["2,3,4"]
    """,
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    folder = tmp_path_factory.mktemp("project")
    for name, text in PROJECT.items():
        (folder / name).write_text(textwrap.dedent(text))
    return folder


def run(folder: pathlib.Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "hybridlint_runtime", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **more},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def configured(project: pathlib.Path) -> Tuple[subprocess.CompletedProcess[str], Dict[str, Any]]:
    """Both targets of the project's table, checked by `check` without arguments from a folder below it."""
    below = project / "below"
    below.mkdir()
    ran = run(below, "check", "--format", "json", "--repro", "shown")
    return ran, json.loads(ran.stdout)


def test_the_json_report_fits_its_schema(configured: Any) -> None:
    with open(SCHEMA_PATH, encoding="utf-8") as stream:
        schema = json.load(stream)
    jsonschema.Draft7Validator.check_schema(schema)
    jsonschema.validate(configured[1], schema)
    definitions = schema["definitions"]
    for name, kind in (("verdict", Verdict), ("status", Status), ("stage", Stage)):
        assert definitions[name]["enum"] == [member.value for member in kind]


def test_check_without_arguments_checks_the_projects_models(configured: Any) -> None:
    ran, document = configured
    assert ran.returncode == 1
    good, bad = document["reports"]
    assert (good["target"], good["verdict"]) == ("good:Net(units=4)", "passed")
    assert (bad["target"], bad["verdict"]) == ("bad.py:Net", "failed")
    assert document["verdict"] == "failed"
    for report in (good, bad):
        (left_out,) = [probe for probe in report["probes"] if probe["probe"] == "outputs"]
        assert left_out["status"] == "not run" and left_out["reason"]


def test_a_failing_trace_names_block_line_and_message(configured: Any) -> None:
    (problem,) = configured[1]["reports"][1]["problems"]
    assert problem["stage"] == "trace" and problem["block_class"] == "Net"
    assert os.path.basename(problem["location"]["file"]) == "bad.py"
    assert problem["location"]["source"] == "return x.reshape((x.shape[0], -1)) * 2"
    assert "'Symbol' object has no attribute 'shape'" in problem["mxnet_message"]


@pytest.mark.slow
def test_further_inputs_that_the_imperative_model_refuses_could_not_be_looked_at(project: pathlib.Path) -> None:
    few = ["check", "good.py:Net", "--shape", "2,5", "--format", "json", "--quiet", "--probe", "shapes"]
    ran = run(project, *few, "--also-shape", "4,5", "--also-shape", "2,3,4")
    assert ran.returncode == 2
    assert "float32[2, 3, 4]" in ran.stderr and "Traceback" not in ran.stderr
    (report,) = json.loads(ran.stdout)["reports"]
    assert report["verdict"] == "could not look" and not report["problems"]
    (result,) = [probe for probe in report["probes"] if probe["probe"] == "shapes"]
    assert result["status"] == "not run" and "the imperative model itself raises MXNetError" in result["reason"]


def test_off_a_terminal_progress_is_one_line_for_each_target(configured: Any) -> None:
    lines = [re.sub(r" in [0-9.]+ s$", "", line) for line in configured[0].stderr.splitlines()]
    assert sorted(lines) == ["bad.py:Net: failed", "good:Net(units=4): passed"]


@pytest.mark.slow
def test_a_named_target_is_checked_as_the_table_states(project: pathlib.Path) -> None:
    """Its inputs and arguments come from its entry, also from another folder; what is typed wins."""
    few = ["--probe", "trace", "--format", "json", "--quiet"]
    (report,) = json.loads(run(project, "check", "good:Net", *few).stdout)["reports"]
    assert (report["target"], report["inputs"]) == ("good:Net(units=4)", ["float32 (2, 5)"])
    subfolder = project / "elsewhere"
    subfolder.mkdir()
    (report,) = json.loads(run(subfolder, "check", "../bad.py:Net", "--seed", "7", *few).stdout)["reports"]
    assert (report["target"], report["inputs"], report["seed"]) == ("bad.py:Net", ["float32 (2, 3, 4)"], 7)
    # A target that has no entry takes what holds for all.
    (report,) = json.loads(run(project, "check", "good.py:Net", *few).stdout)["reports"]
    assert (report["target"], report["inputs"]) == ("good.py:Net", ["float32 (2, 5)"])


def test_the_version_and_the_name_that_was_typed(project: pathlib.Path) -> None:
    version = run(project, "--version").stdout
    assert re.fullmatch(r"hybridlint-runtime \d\S*\n", version)
    assert run(project, "check", "--help").stdout.startswith("usage: python -m hybridlint_runtime check")
    script = pathlib.Path(sys.executable).with_name("hybridlint-runtime")
    shown = subprocess.run([str(script), "export", "--help"], capture_output=True, text=True, check=True).stdout
    assert shown.startswith("usage: hybridlint-runtime export") and "python -m" not in shown


@pytest.mark.slow
def test_progress_moves_on_a_terminal(project: pathlib.Path) -> None:
    ours, theirs = pty.openpty()
    few = ["check", "good.py:Net", "--shape", "2,5", "--probe", "trace"]
    command = [sys.executable, "-m", "hybridlint_runtime", *few]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm"}
    with subprocess.Popen(command, cwd=project, env=environment, stdout=subprocess.DEVNULL, stderr=theirs) as ran:
        os.close(theirs)
        shown = b""
        with contextlib.suppress(OSError):  # the terminal is gone when the command is
            while True:
                shown += os.read(ours, 4096)
    os.close(ours)
    assert ran.returncode == 0
    assert b"\x1b[" in shown and b"good.py:Net" in shown and "━".encode() in shown


@pytest.mark.slow
def test_the_reproduction_shows_the_failure_without_us(project: pathlib.Path, configured: Any) -> None:
    script = project / "below" / "shown" / "bad.py-Net" / "repro.py"
    assert any(str(script) in note for note in configured[1]["reports"][1]["notes"])
    ran = subprocess.run([sys.executable, str(script)], cwd="/", capture_output=True, text=True, check=False)
    assert ran.returncode == 1 and "'Symbol' object has no attribute 'shape'" in ran.stdout
    # Of this package only what makes MXNet importable is used, and only where it is installed.
    lines = [line.strip() for line in script.read_text().splitlines() if "hybridlint" in line]
    assert set(lines) <= {'importlib.import_module("hybridlint_runtime.enable_mxnet")'}
    assert [path.name for path in script.parent.parent.iterdir()] == ["bad.py-Net"]


@pytest.mark.slow
def test_a_report_is_written_whole_or_not_at_all(project: pathlib.Path) -> None:
    report = project / "report.xml"
    report.write_text("the report of yesterday")
    few = ["check", "good.py:Net", "--shape", "2,5", "--probe", "trace"]
    page = project / "report.HTML"
    ran = run(project, *few, "--output", str(report), "--output", str(page), "--quiet")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("PASSED good.py:Net") and ran.stdout.count("\n") == 1
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    suites = ElementTree.parse(report).getroot()
    assert suites.get("failures") == "0" and suites.findall(".//testcase[@name='trace']")


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["check", "good.py:Net", "--config", "empty.toml"], "needs inputs: pass --shape"),
        (["check", "good.py:Net", "--shape", "16,1,x"], "'x'"),
        (["check", "good.py:Net", "--shape", "2,5", "--ctx", "tpu"], "'tpu' is not a context"),
        (["check", "good.py:Net", "--shape", "2,5", "--memory", "much"], "is not a size: write 512M"),
        (["check", "good.py:Net", "--shape", "2,5", "--timeout", "0"], "must be more than 0"),
        (["check", "good.py:Net", "--shape", "2,5", "--timeout", "soon"], "invalid float value"),
        (["check", "good.py:Net", "--shape", "2,5", "--jobs", "0"], "at least 1"),
        (["check", "good.py", "--shape", "2,5"], "write good.py:Net"),
        (["check", "good.py:Net", "--shape", "2,5", "--output", "nowhere/report"], "there is no folder"),
        (["check", "good.py:Net", "--shape", "2,5", "--output", "."], "it is a folder"),
        (["check", "--config", "nowhere.toml"], "nowhere.toml: it cannot be read"),
        (["check", "good.py:Net", "--shape", "2,5", "--format", "yaml"], "invalid choice"),
        (["explain", "HYB99999"], "no rule 'HYB99999'"),
        (["explain", "no-such-probe"], "there is no probe and no rule"),
        (["chekc"], "invalid choice"),
        (["check", "good.py:Net", "--shapes", "2,5"], "unknown option --shapes: did you mean --shape?"),
        (["check", "--tollerance=1e-3"], "unknown option --tollerance=1e-3: did you mean --tolerance?"),
        (["load", "archive", "--chekc"], "unknown option --chekc: did you mean --check?"),
        (["load", "archive", "another"], "unknown argument another"),
        (["export", "good.py:Net", "--shape", "2,5"], "arguments are required: PATH"),
        (["export", "good.py:Net", "a", "--output", "b", "--shape", "2,5"], "pass the folder to write, once"),
        ([], "required"),
        (["check", "good.py:Net", "--shape", "-2,5"], "'-2,5' is not a shape: a dimension is at least 1, not -2"),
    ],
)
def test_bad_arguments_get_one_line(
    project: pathlib.Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: Any,
    message: str,
) -> None:
    monkeypatch.chdir(project)
    try:
        code: Any = main(arguments)
    except SystemExit as exit_:
        code = exit_.code
    captured = capsys.readouterr()
    assert code == 2 and captured.out == ""
    assert message in captured.err and len(captured.err.splitlines()) == 1


@pytest.mark.slow
def test_the_constructor_gets_any_literal(tmp_path: pathlib.Path) -> None:
    (tmp_path / "picky.py").write_text(
        textwrap.dedent(
            """
            from mxnet.gluon import nn

            def make_net(size, names, widths):
                assert size == (2, 3) and isinstance(size, tuple) and names == {"a"} and widths == {1: 0.5}
                return nn.Dense(3)
            """
        )
    )
    literals = ["--arg", "size=(2, 3)", "--arg", "names={'a'}", "--arg", "widths={1: 0.5}"]
    ran = run(tmp_path, "check", "picky.py:make_net", "--shape", "2,3", "--probe", "trace", *literals)
    assert ran.returncode == 0, ran.stderr
    assert "PASSED  picky.py:make_net(size=(2, 3), names={'a'}, widths={1: 0.5})" in ran.stdout


@pytest.mark.slow
def test_warnings_and_wrong_arguments_are_named(tmp_path: pathlib.Path) -> None:
    (tmp_path / "warned.py").write_text(
        textwrap.dedent(
            """
            from mxnet.gluon import HybridBlock, nn

            class Net(HybridBlock):
                def __init__(self, units=3):
                    super().__init__()
                    self.dense = nn.Dense(units)
                    self.scale = (self.params.get("scale", shape=(1,)),)

                def hybrid_forward(self, F, x):
                    return self.dense(x)
            """
        )
    )
    ran = run(tmp_path, "check", "warned.py:Net", "--shape", "2,3", "--probe", "unused", "--strict", "--quiet")
    assert ran.returncode == 1 and ran.stdout == "PASSED warned.py:Net: 2 probes, 1 warning\n"
    assert "warned.py:Net passed with 1 warning: with --strict the exit code is 1" in ran.stderr
    ran = run(tmp_path, "check", "warned.py:Net", "--shape", "2,3", "--arg", "units=five", "--quiet")
    assert ran.returncode == 2 and "_weight has the shape ('five', 0), cannot be built: TypeError" in ran.stderr


@pytest.mark.slow
def test_what_the_worker_finds_wrong_is_one_line_too(project: pathlib.Path) -> None:
    ran = run(project, "check", "good.py:Nett", "--shape", "2,5", "--quiet")
    assert ran.returncode == 2 and ran.stdout == ""
    assert "good.py has no 'Nett': did you mean 'Net'?" in ran.stderr and len(ran.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ('exec "$@" > /dev/full', ["explain"]),
        # No file may have more than 1 KiB, on whatever disk.
        ('ulimit -f 1; exec "$@"', ["check", "good.py:Net", "--shape", "2,5", "--quiet"]),
    ],
)
def test_a_disk_without_room_is_no_fault_of_the_tool(project: pathlib.Path, command: str, arguments: Any) -> None:
    python = [sys.executable, "-B", "-m", "hybridlint_runtime"]
    ran = subprocess.run(
        ["bash", "-c", command, "bash", *python, *arguments],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 2 and ran.stdout == ""
    assert re.search("this machine lacks|output cannot be written", ran.stderr) and len(ran.stderr.splitlines()) == 1


@pytest.mark.slow
def test_a_shape_that_the_model_rejects_imperatively(project: pathlib.Path) -> None:
    ran = run(project, "check", "good.py:Net", "--shape", "2,5", "--shape", "2,6", "--quiet")
    assert ran.returncode == 2
    assert "good.py:Net" in ran.stderr and "without hybridize()" in ran.stderr


@pytest.mark.slow
def test_contexts_that_are_not_there(project: pathlib.Path) -> None:
    few = ["check", "good.py:Net", "--shape", "2,5", "--probe", "trace"]
    ran = run(project, *few, "--require-ctx", "gpu", "--output", "gpu.json", "--output", "gpu.txt", "--quiet", PATH="")
    assert "gpu(0): not checked, no GPU found" in (project / "gpu.txt").read_text()
    (report,) = json.loads((project / "gpu.json").read_text())["reports"]
    assert ran.returncode == 1
    assert report["contexts_checked"] == ["cpu(0)"] and "gpu(0)" in report["contexts_not_checked"]
    assert [problem["stage"] for problem in report["problems"]] == ["contexts"]


def test_explain_lists_and_explains(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain"]) == 0
    listed = capsys.readouterr().out
    assert main(["explain", "trace"]) == 0
    explained = capsys.readouterr().out
    assert "trace" in listed and len(explained.splitlines()) > 5


def test_a_pipe_that_closes_early_changes_nothing() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "hybridlint_runtime", "explain"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b"" and process.wait() == 0
    process.stderr.close()
