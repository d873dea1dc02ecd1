"""The plugin in a real flake8 process."""

from __future__ import annotations

import re
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import List, Tuple

import pytest

from hybridlint import flake8_plugin
from hybridlint.mxnet_api import VERSIONS
from hybridlint.rules import all_rules

BLOCK = """\
from mxnet import gluon


class Net(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x[0]){comment}
"""


def flake8(folder: Path, *arguments: str, code: int = 1) -> List[Tuple[str, int, int, str, str]]:
    """(file, line, column, code, text) of all that `flake8` prints in `folder`."""
    run = subprocess.run(
        [sys.executable, "-m", "flake8", *arguments], cwd=folder, capture_output=True, encoding="utf-8", timeout=300
    )
    assert run.returncode == code, run.stdout + run.stderr
    assert not run.stderr
    message = []
    for line in run.stdout.splitlines():
        match = re.fullmatch(r"(.+?):(\d+):(\d+): (\w+) (.*)", line)
        assert match, run.stdout
        message.append((match[1], int(match[2]), int(match[3]), match[4], match[5]))
    return message


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def opt_in_example() -> Tuple[str, str]:
    """The code of an opt-in rule, and a module that it reports something in."""
    rule = next(rule for rule in all_rules() if not rule.default)
    return rule.code, textwrap.dedent(rule.examples[0].bad).strip() + "\n"


def test_reports_where_the_subscript_stands(tmp_path: Path) -> None:
    write(tmp_path, "net.py", BLOCK.format(comment=""))
    message = flake8(tmp_path, "--select", "HYB")
    line = BLOCK.splitlines()[message[0][1] - 1]
    assert [(name, code) for name, _, _, code, _ in message] == [("./net.py", "HYB301")]
    # flake8 counts columns from 1.
    assert line[message[0][2] - 1 :].startswith("x[0]")


def test_runs_beside_flake8s_own_checks(tmp_path: Path) -> None:
    write(tmp_path, "net.py", "import os\n" + BLOCK.format(comment=""))
    assert {code for _, _, _, code, _ in flake8(tmp_path)} >= {"F401", "HYB301"}


def test_the_message_holds_the_edit_where_it_is_short(tmp_path: Path) -> None:
    body = ["return x.reshape((x.shape[0], -1))", f"return F.concat(x.reshape((x.shape[0], {'2 * ' * 30}3)), x)"]
    for number, code in enumerate(body):
        write(tmp_path, f"net{number}.py", BLOCK.replace("return F.relu(x[0]){comment}", code))
    short, long = (text for *_, text in flake8(tmp_path, "--select", "HYB"))
    assert short == "`x.shape` raises after hybridize(); write `x.reshape((0, -1))`"
    assert long.startswith("`x.shape` raises after hybridize(); use")


def test_noqa(tmp_path: Path) -> None:
    suppressing = ["  # noqa", "  # noqa: HYB301", "  # NOQA:E501,HYB3", "  # noqa: HYB301 E501"]
    for number, comment in enumerate([*suppressing, "  # noqa: HYB302"]):
        write(tmp_path, f"net{number}.py", BLOCK.format(comment=comment))
    assert [message[0] for message in flake8(tmp_path, "--select", "HYB")] == [f"./net{len(suppressing)}.py"]


@pytest.mark.slow
def test_per_file_ignores(tmp_path: Path) -> None:
    write(tmp_path, "old.py", BLOCK.format(comment=""))
    write(tmp_path, "new.py", BLOCK.format(comment=""))
    write(tmp_path, ".flake8", "[flake8]\nselect = HYB\nper-file-ignores =\n    old.py:HYB3\n")
    assert [name for name, *_ in flake8(tmp_path)] == ["./new.py"]


def test_a_file_that_libcst_cannot_parse_does_not_hide_the_next(tmp_path: Path) -> None:
    unparsable = BLOCK.format(comment="") + "\n\n(y): int = 3\n"
    write(tmp_path, "a_first.py", unparsable)
    write(tmp_path, "b_second.py", BLOCK.format(comment=""))
    message = flake8(tmp_path, "--select", "HYB", "--jobs", "1")
    codes = {(name, code) for name, _, _, code, _ in message}
    assert ("./b_second.py", "HYB301") in codes
    assert {code for name, code in codes if name == "./a_first.py"} == {"HYB301"}


def test_opt_in_rules_must_be_selected(tmp_path: Path) -> None:
    code, module = opt_in_example()
    write(tmp_path, "net.py", module)
    for quiet in ([], ["--select", "HYB", "--ignore", "E501"]):
        run = subprocess.run(
            [sys.executable, "-m", "flake8", *quiet], cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=300
        )
        assert "HYB9" not in run.stdout + run.stderr, quiet
    for asking in (["--extend-select", "HYB9"], ["--select", f"HYB,{code}"]):
        assert code in {message[3] for message in flake8(tmp_path, *asking)}, asking
    write(tmp_path, "setup.cfg", "[flake8]\nextend-select = HYB9\n")
    assert code in {message[3] for message in flake8(tmp_path)}


def test_options_come_from_the_configuration_file_too(tmp_path: Path) -> None:
    write(tmp_path, "net.py", BLOCK.format(comment=""))
    write(tmp_path, "tox.ini", "[flake8]\nselect = HYB\nhybridlint-mxnet-version = 1.6.0\n")
    assert len(flake8(tmp_path)) == 1


def test_an_unknown_mxnet_version_is_refused(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "flake8", "--hybridlint-mxnet-version", "0.3"],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )
    assert run.returncode == 2
    assert "0.3" in run.stderr and "1.9.1" in run.stderr


def test_a_byte_order_mark_does_not_move_columns(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_bytes(b"\xef\xbb\xbf" + BLOCK.format(comment="").replace("\n", "\r\n").encode())
    write(tmp_path, "plain.py", BLOCK.format(comment=""))
    message = flake8(tmp_path, "--select", "HYB")
    assert len(message) == 2 and message[0][1:] == message[1][1:]


def test_reports_what_flake8_reads_though_python_cannot(tmp_path: Path) -> None:
    """flake8 reads a file that is not UTF-8 as Latin-1, and the JSON of a notebook as an expression."""
    (tmp_path / "latin.py").write_bytes(b"a = 1\ns = '\xe9'\n")
    (tmp_path / "cookie.py").write_bytes(b"# -*- coding: latin-1 -*-\ns = '\xe9'\n")
    write(tmp_path, "utf8.py", "s = 'é'\n")
    write(tmp_path, "n.ipynb", '{"cells": []}\n')
    message = flake8(tmp_path, "--select", "HYB", "latin.py", "cookie.py", "utf8.py", "n.ipynb")
    assert {(name, line, code) for name, line, _, code, _ in message} == {
        ("latin.py", 2, "HYB001"),
        ("n.ipynb", 1, "HYB001"),
    }
    assert flake8(tmp_path, "--select", "HYB", "--extend-ignore", "HYB001", "latin.py", code=0) == []


def test_a_buffer_is_not_compared_with_the_file_of_its_name(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_bytes(b"s = '\xe9'\n")
    run = subprocess.run(
        [sys.executable, "-m", "flake8", "--select", "HYB", "--stdin-display-name", "net.py", "-"],
        input="s = 'é'\n",
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )
    assert run.returncode == 0 and not run.stdout


def test_the_default_version_is_the_newest() -> None:
    assert VERSIONS[-1] == flake8_plugin.DEFAULT_MXNET


def test_the_plugin_adds_no_import_to_a_start_of_flake8() -> None:
    """Besides its own modules, which import no other."""
    program = (
        "import __future__, sys, flake8.main.cli, flake8.checker; before = set(sys.modules); "
        "import hybridlint.flake8_plugin; print(*sorted(set(sys.modules) - before))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", timeout=300, check=True
    )
    own = {"hybridlint", "hybridlint.flake8_plugin", "hybridlint.prefilter", "hybridlint.selection"}
    assert set(run.stdout.split()) == own


@pytest.mark.slow
def test_nothing_is_analysed_where_no_code_is_selected(tmp_path: Path) -> None:
    write(tmp_path, "net.py", BLOCK.format(comment=""))
    program = (
        "import sys; from flake8.main.cli import main; main(['--isolated', '--jobs', '1', *sys.argv[1:]]); "
        "print('hybridlint.analysis' in sys.modules)"
    )
    for selection, analysed in (("--select=F401", "False"), ("--select=HYB3", "True"), ("--ignore=HYB", "False")):
        run = subprocess.run(
            [sys.executable, "-c", program, selection], cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=300
        )
        assert run.stdout.splitlines()[-1] == analysed, (selection, run.stdout + run.stderr)


@pytest.mark.parametrize("code, fixed", [("x.reshape(2, 3)", True), ("F.relu(x)", False)])
def test_libcst_is_imported_only_where_a_finding_has_a_fix(tmp_path: Path, code: str, fixed: bool) -> None:
    """It is slow to import, and most files have no finding."""
    write(tmp_path, "net.py", BLOCK.format(comment="").replace("x[0]", code))
    program = (
        "import sys; from flake8.main.cli import main; main(['--isolated', '--jobs', '1', '--select', 'HYB']); "
        "print('libcst' in sys.modules)"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=300
    )
    *reported, imported = run.stdout.splitlines()
    assert (bool(reported), imported) == (fixed, str(fixed))


def test_reads_standard_input(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "flake8", "--select", "HYB", "-"],
        input=BLOCK.format(comment=""),
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )
    assert run.returncode == 1 and run.stdout.startswith("stdin:6:")
