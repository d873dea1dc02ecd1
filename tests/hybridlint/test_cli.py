"""The command, mostly within this process."""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Dict, List

import psutil
import pytest

from hybridlint import checking, cli
from hybridlint.results import CouldNotLook, FileResult
from hybridlint.rules import all_rules, find_rule

BAD = """\
from mxnet import gluon


class Net(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x[0])
"""
GOOD = BAD.replace("x[0]", "x")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], code: int, *arguments: str) -> str:
    """What the command prints to standard output, after it came to exit code `code`."""
    try:
        came_to = cli.main(arguments)
    except SystemExit as error:  # argparse
        came_to = int(error.code or 0)
    printed = capsys.readouterr()
    assert came_to == code, printed.out + printed.err
    return printed.out


def check(capsys: pytest.CaptureFixture[str], code: int, *arguments: str) -> Dict[str, Any]:
    document = json.loads(run(capsys, code, "check", "--format", "json", *arguments))
    assert document["exit_code"] == code
    return dict(document)


def findings(capsys: pytest.CaptureFixture[str], code: int, *arguments: str) -> List[str]:
    return [f"{item['path']}:{item['code']}" for item in check(capsys, code, *arguments)["findings"]]


def test_exit_code_0_without_findings(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "a.py").write_text(GOOD)
    (folder / "empty.py").write_text("")
    assert run(capsys, 0, "check", "a.py", "empty.py") == "No problem found in 2 files.\n"


def test_exit_code_1_with_findings(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "a.py").write_text(BAD)
    line, column = 6, BAD.splitlines()[5].index("x[0]") + 1
    message = run(capsys, 1, "check", "--show-source").splitlines()
    assert message[0].startswith(f"./a.py:{line}:{column}: HYB301 ".replace("./", os.path.join(".", "")))
    assert message[1].strip() == "return F.relu(x[0])"
    # The mark stands below what it marks.
    assert message[1][message[2].index("^") : message[2].rindex("^") + 1] == "x[0]"
    assert message[3].strip() == "+ return F.relu(F.squeeze(F.slice_axis(x, axis=0, begin=0, end=1), axis=0))"
    assert "1 problem in 1 of 1 file" in message[4]


def test_what_cannot_be_looked_at_outweighs_what_is_found(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "bad.py").write_text(BAD)
    (folder / "broken.py").write_text("a = 1\nclass Hybrid(:\n")
    (folder / "latin.py").write_bytes(b"# a hybrid block\ns = '\xe9'\n")
    (folder / "null.py").write_bytes(b"# hybrid\n\0\n")
    document = check(capsys, 2, "bad.py", "broken.py", "latin.py", "null.py", "missing.py")
    assert [item["path"] for item in document["findings"]] == ["bad.py"]
    entries = {item["path"]: item for item in document["not_analysed"]}
    assert set(entries) == {"broken.py", "latin.py", "null.py", "missing.py"}
    assert entries["broken.py"]["line"] == 2 and entries["latin.py"]["line"] == 2 and entries["null.py"]["line"] == 2
    assert document["files_checked"] == 1
    text = run(capsys, 2, "check", "broken.py", "latin.py", "missing.py")
    assert len(text.splitlines()) == 4, "one line each, and the summary"


def test_a_file_that_cannot_be_read(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    # A link that leads nowhere: there for whoever lists the folder, and unreadable even for root.
    (folder / "link.py").symlink_to(folder / "gone.py")
    (folder / "a.py").write_text(GOOD)
    entries = check(capsys, 2)["not_analysed"]
    assert [os.path.basename(item["path"]) for item in entries] == ["link.py"] and "cannot be read" in entries[0][
        "reason"
    ]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_in_a_folder_is_no_file(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    os.mkfifo(folder / "pipe.py")
    (folder / "a.py").write_text(GOOD)
    assert check(capsys, 0)["files_checked"] == 1


def test_valid_python_that_libcst_cannot_parse(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "a.py").write_text(BAD.replace("        return", "        (y): int = 3\n        return"))
    (folder / "b.py").write_text(BAD)
    document = check(capsys, 1)
    assert not document["not_analysed"]
    assert [os.path.basename(item["path"]) for item in document["findings"]] == ["a.py", "b.py"]


def test_a_folder_without_python_is_nothing_looked_at(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    assert check(capsys, 2)["not_analysed"][0]["path"] == "."


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "--select", "E501"],
        ["check", "--ignore", "HYB3,HYB777"],
        ["check", "--mxnet-version", "3.0"],
        ["check", "--jobs", "0"],
        ["check", "--format", "xml"],
        ["check", "--per-file-ignores", "nonsense"],
        ["check", "--config", "missing.toml"],
        ["check", "--baseline", "missing.json"],
        ["check", "--output", "missing/folder/report.txt"],
        ["explain", "HYB777"],
        ["frobnicate"],
        [],
    ],
)
def test_what_cannot_be_done_is_reported_on_standard_error(
    capsys: pytest.CaptureFixture[str], folder: Path, arguments: List[str]
) -> None:
    (folder / "a.py").write_text(GOOD)
    try:
        assert cli.main(arguments) == 2
    except SystemExit as error:
        assert error.code == 2
    printed = capsys.readouterr()
    assert printed.err and not printed.out and "Traceback" not in printed.err


def test_selection(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "a.py").write_text(BAD)
    assert findings(capsys, 1, "a.py", "--select", "HYB3") == ["a.py:HYB301"]
    assert findings(capsys, 0, "a.py", "--select", "HYB1") == []
    assert findings(capsys, 0, "a.py", "--ignore", "HYB301") == []
    assert findings(capsys, 1, "a.py", "--ignore", "HYB3", "--extend-select", "HYB301") == ["a.py:HYB301"]
    assert findings(capsys, 0, "a.py", "--extend-ignore", "HYB3") == []
    assert findings(capsys, 0, "a.py", "--per-file-ignores", "a.py:HYB3") == []
    assert findings(capsys, 1, "a.py", "--per-file-ignores", "b.py:HYB3") == ["a.py:HYB301"]
    (folder / "b.py").write_text(BAD)
    assert findings(capsys, 1, "a.py", "b.py", "--exclude", "b.py") == ["a.py:HYB301"]


def test_opt_in_rules_must_be_selected(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    rule = next(rule for rule in all_rules() if not rule.default)
    (folder / "a.py").write_text(rule.examples[0].bad)
    shown = {item["code"] for item in json.loads(capture(capsys, "check", "--format", "json"))["findings"]}
    assert not any(code.startswith("HYB9") for code in shown)
    for asking in (["--extend-select", "HYB9"], ["--select", rule.code], ["--select", "HYB,HYB9"]):
        document = check(capsys, 1, *asking)
        assert rule.code in {item["code"] for item in document["findings"]}


def capture(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    cli.main(arguments)
    return capsys.readouterr().out


def test_noqa(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "a.py").write_text(BAD.replace("x[0])", "x[0])  # noqa: HYB301"))
    assert check(capsys, 0)["suppressed"] == 1
    (folder / "a.py").write_text("# flake8: noqa\n" + BAD)
    assert findings(capsys, 0) == []


def test_unused_suppressions_on_request(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "a.py").write_text(GOOD.replace("(x)", "(x)  # noqa: HYB301"))
    (folder / "b.py").write_text("a = 1  # noqa: HYB2\n")
    assert findings(capsys, 0) == []
    entries = check(capsys, 1, "--show-unused-suppressions")["unused_suppressions"]
    assert [(os.path.basename(item["path"]), item["line"], item["code"]) for item in entries] == [
        ("a.py", 6, "HYB301"),
        ("b.py", 1, "HYB2"),
    ]


def test_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for name, options in (("stdin", []), ("net.py", ["--stdin-display-name", "net.py"])):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(BAD.encode())))
        assert findings(capsys, 1, "-", *options) == [f"{name}:HYB301"]


def test_output_goes_to_a_file(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "a.py").write_text(BAD)
    assert run(capsys, 1, "check", "a.py", "--format", "json", "--output", "report.json") == ""
    assert json.loads((folder / "report.json").read_text())["findings"][0]["path"] == "a.py"


def test_several_processes_find_the_same(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    for number in range(7):
        (folder / f"m{number}.py").write_text(BAD if number % 2 else GOOD)
    alone = check(capsys, 1, "--jobs", "1")
    assert check(capsys, 1, "--jobs", "2") == alone and len(alone["findings"]) == 3


def test_rules_and_explain_know_every_rule(capsys: pytest.CaptureFixture[str]) -> None:
    listed = [line.split()[0] for line in run(capsys, 0, "rules").splitlines()]
    assert listed == ["HYB001", "HYB002", *(rule.code for rule in all_rules())]
    page = run(capsys, 0, "explain", "hyb301")
    assert find_rule("HYB301").name in page and "```" not in page
    assert page == run(capsys, 0, "explain", find_rule("HYB301").name)


def test_a_real_process(folder: Path) -> None:
    (folder / "a.py").write_text(BAD, encoding="utf-8")
    command = [sys.executable, "-m", "hybridlint", "check", "a.py"]
    # A terminal with ASCII only, as in many containers.
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, timeout=300)
    assert done.returncode == 1 and done.stdout.startswith(b"a.py:6:") and not done.stderr


def test_reading_code_imports_neither_mxnet_nor_the_code(folder: Path) -> None:
    (folder / "a.py").write_text(BAD + "\n\nraise SystemExit('imported')\n")
    program = (
        "import sys; from hybridlint import cli; code = cli.main(['check', 'a.py']); "
        "sys.exit('mxnet imported' if 'mxnet' in sys.modules or 'numpy' in sys.modules else code)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, timeout=300)
    assert done.returncode == 1 and not done.stderr


def blocks(folder: Path, count: int, text: str = BAD) -> None:
    for number in range(count):
        (folder / f"net{number}.py").write_text(text)


@pytest.mark.parametrize("start_method", ["fork", "spawn"])
def test_interrupts_end_all_processes(start_method: str, folder: Path) -> None:
    """A terminal sends SIGINT to the whole group. A second one, which a user in doubt sends, changes nothing."""
    body = "".join(f"        y{number} = F.concat(x, y{number - 1} if {number} else x)\n" for number in range(400))
    blocks(folder, 60, BAD.replace("        return", f"{body}        return"))
    code = (
        "import multiprocessing, sys\nfrom hybridlint import cli\nif __name__ == '__main__':\n"
        f"    multiprocessing.set_start_method({start_method!r})\n    sys.exit(cli.main())\n"
    )
    (folder / "run").mkdir()
    (folder / "run" / "main.txt").write_text(code)
    process = subprocess.Popen(
        [sys.executable, "run/main.txt", "check", "--jobs", "3", "--no-cache"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    children = psutil.Process(process.pid)
    while process.poll() is None and len(children.children(recursive=True)) < 3:
        time.sleep(0.05)
    time.sleep(0.5)
    every = children.children(recursive=True)
    for _ in range(2):
        os.killpg(process.pid, signal.SIGINT)
        time.sleep(0.05)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors.decode()
    assert (output, errors) == (b"", b"main.txt: interrupted\n")
    assert not psutil.wait_procs(every, timeout=10)[1]


@pytest.mark.parametrize("arguments, code", [(["rules"], 0), (["explain", "HYB301"], 0), (["check"], 1)])
def test_a_pipe_that_closes_early_changes_nothing(arguments: List[str], code: int, folder: Path) -> None:
    blocks(folder, 5)
    process = subprocess.Popen(
        [sys.executable, "-m", "hybridlint", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b"" and process.wait() == code
    process.stderr.close()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device of Linux")
@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "good.py"],
        ["check", "bad.py", "--format", "json"],
        ["fix", "--diff", "bad.py"],
        ["fix", "-"],
        ["rules"],
    ],
)
def test_a_full_disk_is_no_finding(arguments: List[str], folder: Path) -> None:
    (folder / "good.py").write_text(GOOD)
    (folder / "bad.py").write_text(BAD)
    command = [sys.executable, "-m", "hybridlint", *arguments]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command, cwd=folder, stdout=full, stderr=subprocess.PIPE, input=BAD, encoding="utf-8")
    assert done.returncode == 2
    assert done.stderr == "python -m hybridlint: the output cannot be written: No space left on device\n"


def test_an_error_of_the_command_is_no_finding(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(checking, "check", fail)
    (folder / "bad.py").write_text(BAD)
    assert cli.main(["check", "bad.py"]) == 2
    assert "this is a bug in hybridlint" in capsys.readouterr().err


def test_quiet_and_exit_zero(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    blocks(folder, 1)
    (line,) = run(capsys, 1, "check", "-q").splitlines()
    assert run(capsys, 0, "check", "-q", "--exit-zero").splitlines() == [line]
    (folder / "broken.py").write_text("class Hybrid(:\n")
    run(capsys, 2, "check", "--exit-zero")
    (folder / "broken.py").unlink()
    (folder / "net0.py").write_text(GOOD)
    assert run(capsys, 0, "check", "-q") == ""


def test_what_cannot_be_analysed_after_a_fix_is_not_written(
    capsys: pytest.CaptureFixture[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocks(folder, 1)
    before = (folder / "net0.py").read_text()

    def fails(path: str, *_: Any, **options: Any) -> List[FileResult]:
        return [FileResult(path, could_not_look=(CouldNotLook(path, "broken on purpose", code="HYB002"),))]

    monkeypatch.setattr(checking, "check_file", fails)
    assert "fixed, it could not be analysed (broken on purpose)" in run(capsys, 2, "fix")
    assert (folder / "net0.py").read_text() == before


def test_only_fixes(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    """As the hook for pre-commit: what remains is reported by the other hook."""
    (folder / "net.py").write_text(BAD.replace("x[0]", "x[0] * x.asnumpy()"))
    assert run(capsys, 0, "fix", "--fix-only") == "Fixed 1 problem.\n"
    assert run(capsys, 0, "fix", "--fix-only") == ""
    assert "HYB102" in run(capsys, 1, "fix")


def test_fixing_does_not_report_what_the_baseline_has(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "pyproject.toml").write_text("[tool.hybridlint]\nbaseline = 'known.json'\n")
    (folder / "net.py").write_text(BAD.replace("x[0]", "x[0] * x.asnumpy()"))
    run(capsys, 0, "check", "--write-baseline", "known.json")
    # The finding on a line that another fix changes is a new one: lines identify findings.
    (folder / "known.json").unlink()
    run(capsys, 1, "fix", "--isolated")
    run(capsys, 0, "check", "--write-baseline", "known.json")
    assert "1 known problem" in run(capsys, 0, "fix")


def test_settings_and_files_are_shown(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / ".flake8").write_text("[flake8]\nextend-exclude = old\n")
    (folder / "pyproject.toml").write_text("[tool.hybridlint]\nignore = ['HYB301']\n")
    blocks(folder, 2)
    (folder / "old").mkdir()
    (folder / "old" / "net.py").write_text(BAD)
    shown = run(capsys, 0, "check", "--show-settings", "--extend-select", "HYB9").splitlines()
    assert any(line.startswith("# [flake8] of ") for line in shown)
    assert {'ignore = ["HYB301"]', 'extend-exclude = ["old"]', 'extend-select = ["HYB9"]'} <= set(shown)
    assert run(capsys, 0, "check", "--show-files").split() == ["./net0.py", "./net1.py"]
    assert run(capsys, 2, "check", "--show-files", "missing") == ""


def test_suppressions_are_added(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    text = (
        "from mxnet import gluon\n\n\nclass Net(gluon.HybridBlock):\n    def hybrid_forward(self, F, x):\n"
        "        y = x[0] + x.asnumpy()\n"
        "        y = y + x[0]  # a comment\n"
        "        y = y + x[0]  # noqa: E501  a reason\n"
        "        y = y + \\\n            x[0]\n"
        '        self.name = """a text\n{}""".format(x.shape)\n'
        "        return F.concat(\n            x[0],\n            y,\n        )\n"
    )
    for end in ("\n", "\r\n"):
        (folder / "net.py").write_bytes(text.replace("\n", end).encode())
        count = len(findings(capsys, 1))
        assert count >= 7
        assert run(capsys, 0, "check", "--add-noqa") == f"Added {count} suppressions.\n"
        assert findings(capsys, 0) == []
        flake8 = subprocess.run([sys.executable, "-m", "flake8", "--select", "HYB"], capture_output=True)
        assert flake8.returncode == 0, flake8.stdout
        changed = (folder / "net.py").read_bytes()
        assert changed.count(b"\n") == changed.count(end.encode()) == text.count("\n")
        assert b"# noqa: E501,HYB301  a reason" in changed and b"\\" + end.encode() in changed
        assert run(capsys, 0, "check", "--add-noqa") == "Added 0 suppressions.\n"
        assert run(capsys, 0, "check", "--show-unused-suppressions").startswith("No problem")


def test_rules_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    rules = json.loads(run(capsys, 0, "rules", "--format", "json"))
    assert {rule["code"] for rule in rules} > {rule.code for rule in all_rules()}
    (page,) = json.loads(run(capsys, 0, "explain", "row-index-ignored", "--format", "json"))
    assert page["code"] == "HYB301" and page["silent"] and page["fix"] and page["url"].endswith("HYB301.html")


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_completion(shell: str, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    script = run(capsys, 0, "--print-completion", shell)
    if shutil.which(shell):
        (folder / "completion").write_text(script)
        subprocess.run([shell, "-n", "completion"], check=True)
    assert "--show-unused-suppressions" in script
