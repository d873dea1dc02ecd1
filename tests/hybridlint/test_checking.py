"""A failure of hybridlint itself concerns the file it happened in, and costs nobody else anything."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from hybridlint import checking
from hybridlint.configuration import Configuration

BAD = """\
from mxnet import gluon


class Net(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x[0])
"""
SPOILING = BAD.replace("F.relu(x[0])", "F.spoiling(x)")

#: A rule that fails as rules may: with an error, or, as native code may, by taking the process down.
RULE = """\
import os
from hybridlint.rules.base import Rule
from hybridlint.events import OperatorCall


class Spoiling(Rule):
    code, name, about = "HYB198", "spoiling", (OperatorCall,)
    after_hybridize = why = instead = "It is spoilt."
    examples = ()

    def judge(self, event, api):
        if event.path == "spoiling":
            {how}
        return iter(())
"""
RAISES, DIES = "raise RuntimeError('the milk is sour')", "os._exit(3)"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "rules").mkdir()
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "a.py").write_text(SPOILING)
    (tmp_path / "code" / "b.py").write_text(BAD)
    return tmp_path


def run(folder: Path, how: str, command: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command line `command` ("hybridlint.cli", "flake8.main.cli") with one rule more than there are."""
    (folder / "rules" / "spoiling.py").write_text(RULE.format(how=how))
    program = (
        f"import sys, hybridlint.rules; hybridlint.rules.__path__.append({str(folder / 'rules')!r}); "
        f"from {command} import main; sys.exit(main({list(arguments)!r}))"
    )
    return subprocess.run(
        [sys.executable, "-c", program], cwd=folder / "code", capture_output=True, encoding="utf-8", timeout=300
    )


def test_a_rule_that_fails_under_flake8(folder: Path) -> None:
    done = run(folder, RAISES, "flake8.main.cli", "--isolated", "--select", "HYB", "--jobs", "1", ".")
    message = done.stdout.splitlines()
    assert done.returncode == 1 and not done.stderr
    assert [line.split()[1] for line in message] == ["HYB002", "HYB301"] and "the milk is sour" in message[0]


def test_a_rule_that_fails_on_its_own(folder: Path) -> None:
    done = run(folder, RAISES, "hybridlint.cli", "check", "--isolated", "--format", "json", "--traceback")
    document = json.loads(done.stdout)
    assert done.returncode == document["exit_code"] == 2
    assert [Path(item["path"]).name for item in document["findings"]] == ["b.py"]
    (entries,) = document["not_analysed"]
    assert (Path(entries["path"]).name, entries["code"]) == ("a.py", "HYB002")
    assert "the milk is sour" in entries["reason"] and "spoiling.py:" in entries["reason"]


def test_a_process_that_dies_takes_no_other_file_with_it(folder: Path) -> None:
    for number in range(3):
        (folder / "code" / f"c{number}.py").write_text(BAD)
    done = run(folder, DIES, "hybridlint.cli", "check", "--isolated", "--format", "json", "--jobs", "2")
    document = json.loads(done.stdout)
    assert done.returncode == 2 and len(document["findings"]) == 4
    assert [(Path(item["path"]).name, item["code"]) for item in document["not_analysed"]] == [("a.py", "HYB002")]


def test_a_file_without_a_hybrid_block_does_not_wait_for_the_analysis() -> None:
    program = (
        "import sys; from hybridlint import checking; from hybridlint.flake8_plugin import Plugin; import ast; "
        "text = 'class Net(Block): pass\\n'; "
        "assert not list(Plugin(ast.parse(text), 'a.py', [text]).run()); "
        "sys.exit('hybridlint.analysis' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], timeout=300).returncode == 0


@pytest.mark.parametrize(
    "text",
    [
        "s = 'a\u2028b'\n" + BAD,
        "\x0c\n" + BAD,
        "s = '\x85\x1c'\n" + BAD,
        BAD.replace("    ", "\t"),
        BAD.rstrip("\n"),
        BAD.replace("F.relu(", "F.relu('é𝄞' and "),
        BAD.replace("x[0]", "\\\n    x[0]"),
    ],
    ids=["line separator", "form feed", "controls", "tabs", "no line end", "wide characters", "continued"],
)
def test_places_are_counted_as_python_counts_them(text: str) -> None:
    result = checking.check_text(text, "a.py", Configuration(select=("HYB301",)))
    reported = [text.split("\n")[item.line - 1][item.column : item.end_column] for item in result.findings]
    assert reported == ["x[0]"], result


@pytest.mark.parametrize("code", ["x = (1,\n  2 3)\n", "def f(:\n", "\n\n  x = 1\n", "a b\n"])
def test_a_syntax_error_has_the_place_that_python_gives(code: str) -> None:
    text = f"import hybrid\n{code}"
    with pytest.raises(SyntaxError) as raised:
        ast.parse(text)
    (failure,) = checking.check_text(text, "net.py", Configuration()).could_not_look
    assert (failure.line, failure.column + 1) == (raised.value.lineno, raised.value.offset)


@pytest.mark.parametrize("data", [b"print 'Python 2'\n", b"# \xd1\xb5\xc1\xb7\n", b"# coding: none\n"])
def test_a_file_that_can_hold_no_block_need_not_be_python(data: bytes) -> None:
    for code, failures in ((data, 0), (data + b"# hybrid\n", 1)):
        (result,) = checking.check_file("setup.py", Configuration(), data=code)
        assert len(result.could_not_look) == failures


def test_odd_files_are_fine() -> None:
    for text in ("", "\n", "# hybrid", "class HybridNet: ...", "if True:\n  hybrid = 1;"):
        result = checking.check_text(text, "a.py", Configuration())
        assert not result.findings and not result.could_not_look, text


@pytest.mark.parametrize("name", [r'"\d"', r'"a" "\d"', r'b"\d"'])
def test_what_python_warns_of_in_a_file_is_no_concern_of_its_reader(name: str) -> None:
    text = BAD.replace("F.relu(x[0])", f"F.relu(x[0], name={name})")
    result = checking.check_text(text, "a.py", Configuration(select=("HYB301",)))
    assert [item.line for item in result.findings] == [6] and not result.could_not_look
