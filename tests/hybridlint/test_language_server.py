"""The plugin for python-lsp-server, in a real server which an editor reaches over its standard streams."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Dict, Iterator, List

import pytest
from language_client import LanguageServer

from hybridlint import checking
from hybridlint.configuration import Configuration

BLOCK = '''\
from mxnet import gluon


class Net(gluon.HybridBlock):
    """A block."""

    def hybrid_forward(self, F, x):
        y = "𝛼" if x[0] is None else F.reshape(x, (x.shape[0], -1))
        return F.relu(x.asnumpy()) + F.reshape(y, (y.shape[0], -1))
'''


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "net.py").write_text("")
    return tmp_path


@pytest.fixture
def server(project: Path) -> Iterator[LanguageServer]:
    server = LanguageServer(project)
    yield server
    server.close()


def opened(server: LanguageServer, project: Path, text: str, **plugins: Any) -> List[Dict[str, Any]]:
    """The diagnostics of hybridlint and flake8 for an open document, which is not the saved one."""
    server.request("initialize", {"processId": None, "rootUri": project.as_uri(), "capabilities": {}})
    server.send("initialized", {})
    disabled = {name: {"enabled": False} for name in ("pycodestyle", "pyflakes", "mccabe")}
    server.send("workspace/didChangeConfiguration", {"settings": {"pylsp": {"plugins": {**disabled, **plugins}}}})
    document = {"uri": (project / "net.py").as_uri(), "languageId": "python", "version": 1, "text": text}
    server.send("textDocument/didOpen", {"textDocument": document})
    diagnostics = server.diagnostics()
    return [item for item in diagnostics if item["source"] in ("hybridlint", "flake8")]


def place(text: str, of: str, number: int = 0) -> Dict[str, Any]:
    """The range of the occurrence of a part of a text, in UTF-16."""
    start = [match.start() for match in re.finditer(re.escape(of), text)][number]
    line = text.count("\n", 0, start)
    before = text[text.rfind("\n", 0, start) + 1 : start]
    first = len(before.encode("utf-16-le")) // 2
    return {"start": {"line": line, "character": first}, "end": {"line": line, "character": first + len(of)}}


def applied(text: str, action: Dict[str, Any], uri: str) -> str:
    lines = text.splitlines(keepends=True)
    for edit in reversed(action["edit"]["changes"][uri]):
        assert edit["range"]["start"]["character"] == edit["range"]["end"]["character"] == 0
        lines[edit["range"]["start"]["line"] : edit["range"]["end"]["line"]] = [edit["newText"]]
    return "".join(lines)


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_diagnostics_hover_and_actions(newline: str, server: LanguageServer, project: Path) -> None:
    text = BLOCK.replace("\n", newline)
    uri = (project / "net.py").as_uri()
    diagnostics = opened(server, project, text)
    expected = [finding.code for finding in checking.check_text(BLOCK, "net.py", Configuration()).findings]
    assert [item["code"] for item in diagnostics] == expected and len(set(expected)) >= 3
    shape = next(item for item in diagnostics if item["range"] == place(BLOCK, "x.shape"))
    assert shape["severity"] == 1 and shape["codeDescription"]["href"].endswith("/rules/HYB101.html")

    def at(part: str) -> Dict[str, Any]:
        return {"textDocument": {"uri": uri}, "position": place(BLOCK, part)["start"]}

    shown = server.request("textDocument/hover", at("x.shape"))["contents"]
    assert shown["kind"] == "markdown" and "# HYB101" in shown["value"] and shape["message"] in shown["value"]
    elsewhere = server.request("textDocument/hover", at("Net"))
    assert "HYB" not in str(elsewhere)

    def actions(part: str, **context: Any) -> List[Dict[str, Any]]:
        parameters = {"textDocument": {"uri": uri}, "range": place(BLOCK, part)}
        offered = server.request("textDocument/codeAction", {**parameters, "context": {"diagnostics": [], **context}})
        return [item for item in offered if "hybridlint" in item["title"] or item["title"].startswith("HYB")]

    fix, noqa, everything = actions("x.shape[0]")
    assert fix["isPreferred"] and fix["diagnostics"][0]["code"] == "HYB101" and fix["kind"] == "quickfix"
    fixed = applied(text, fix, uri)
    assert "F.reshape(x, (0, -1))" in fixed and "y.shape" in fixed and fixed.count(newline) == text.count(newline)
    assert re.search(r"(?m)-1\)\)  # noqa: HYB101\r?$", applied(text, noqa, uri))
    fixed = applied(text, everything, uri)
    assert "y.shape" not in fixed and "x.shape" not in fixed and "x.asnumpy()" in fixed
    assert [item["kind"] for item in actions("x.asnumpy()")] == ["quickfix", "source.fixAll.hybridlint"]
    assert [item["kind"] for item in actions("A block", only=["source.fixAll"])] == ["source.fixAll.hybridlint"]
    assert actions("A block") == []


def test_the_settings_of_the_project_apply(server: LanguageServer, project: Path) -> None:
    (project / "pyproject.toml").write_text("[tool.hybridlint]\nignore = ['HYB1']\n")
    codes = {item["code"] for item in opened(server, project, BLOCK)}
    assert codes and not any(code.startswith("HYB1") for code in codes)


def test_a_wrong_setting_is_shown(server: LanguageServer, project: Path) -> None:
    (project / "pyproject.toml").write_text("[tool.hybridlint]\nignored = ['HYB1']\n")
    (problem,) = opened(server, project, BLOCK)
    assert "did you mean 'ignore'?" in problem["message"]


def test_flake8_in_the_server_shows_each_finding_once(server: LanguageServer, project: Path) -> None:
    diagnostics = [item for item in opened(server, project, BLOCK, flake8={"enabled": True}) if "HYB" in item["code"]]
    assert diagnostics and {item["source"] for item in diagnostics} == {"flake8"}


def test_flake8_can_leave_the_findings_to_the_plugin(server: LanguageServer, project: Path) -> None:
    flake8 = {"enabled": True, "extendIgnore": ["HYB"]}
    diagnostics = [item for item in opened(server, project, BLOCK, flake8=flake8) if "HYB" in item["code"]]
    assert diagnostics and {item["source"] for item in diagnostics} == {"hybridlint"}


def test_what_is_not_python_has_no_diagnostics(server: LanguageServer, project: Path) -> None:
    assert opened(server, project, BLOCK + "class Hybrid(:\n") == []
