"""The plugin for python-lsp-server: diagnostics with links, hover, and code actions.

https://github.com/python-lsp/python-lsp-server describes the hooks, and
https://microsoft.github.io/language-server-protocol/specification the values. Positions are in UTF-16 code units.
"""

from __future__ import annotations

import ast
import difflib
import functools
from typing import Any, Dict, Generator, List, Mapping, Tuple

from pylsp import hookimpl

from hybridlint import about, checking, configuration, editing, explaining, fixing
from hybridlint.configuration import Configuration
from hybridlint.files import suppression
from hybridlint.finding import Finding
from hybridlint.pyproject import ConfigurationError
from hybridlint.results import FileResult
from hybridlint.validation import validated

_ERROR, _WARNING, _INFORMATION = 1, 2, 3
_FIX_ALL = f"source.fixAll.{about.NAME}"


@hookimpl
def pylsp_settings() -> Dict[str, Any]:
    """Return the default settings of the plugin."""
    return {"plugins": {about.NAME: {"enabled": True}}}


@hookimpl
def pylsp_lint(config: Any, workspace: Any, document: Any, is_saved: bool) -> List[Dict[str, Any]]:
    """Return the diagnostics of a document; none if the server's own flake8 plugin reports the same findings."""
    flake8 = config.plugin_settings("flake8", document_path=document.path)
    ignored = [*(flake8.get("ignore") or ()), *(flake8.get("extendIgnore") or ())]
    if flake8.get("enabled") and "HYB" not in ignored:
        return []
    try:
        result = _result(workspace, document)
    except ConfigurationError as error:
        here = {"line": 0, "character": 0}
        text = {"severity": _ERROR, "message": str(error), "source": about.NAME}
        return [{"range": {"start": here, "end": here}, **text}]
    lines = _lines(document)
    diagnostics = [
        {**_described(finding.code, finding.message, finding.default), "range": _range(finding, lines)}
        for finding in result.findings
    ]
    for failure in result.could_not_look:
        start = {"line": failure.line - 1, "character": failure.column}
        described = _described(failure.code, failure.message, True)
        diagnostics.append({**described, "severity": _INFORMATION, "range": {"start": start, "end": start}})
    return diagnostics


@hookimpl(hookwrapper=True)
def pylsp_hover(config: Any, workspace: Any, document: Any, position: Mapping[str, int]) -> Generator[None, Any, None]:
    """Put the pages of the rules of the findings at `position` before what other plugins show there."""
    outcome = yield
    try:
        findings = _at(workspace, document, {"start": position, "end": position})
    except ConfigurationError:
        return
    if not findings:
        return
    supported = config.capabilities.get("textDocument", {}).get("hover", {}).get("contentFormat", ["markdown"])
    markdown = "markdown" in supported
    parts = []
    for finding in findings:
        page = explaining.meaning_of(finding.code).markdown
        parts.append(f"{finding.message}\n\n{page if markdown else explaining.plain(page)}")
    others = _text((outcome.get_result() or {}).get("contents"))
    text = "\n\n---\n\n".join([*parts, *filter(None, [others])])
    outcome.force_result({"contents": {"kind": "markdown" if markdown else "plaintext", "value": text}})


@hookimpl
def pylsp_code_actions(
    config: Any, workspace: Any, document: Any, range: Mapping[str, Any], context: Mapping[str, Any]
) -> List[Dict[str, Any]]:
    """Return the fixes and suppressions of the findings in `range`, and all safe fixes of the document."""
    try:
        findings = _at(workspace, document, range)
        chosen = _configuration(workspace)
    except ConfigurationError:
        return []
    text = document.source
    lines = _lines(document)

    def action(title: str, kind: str, after: str, **more: Any) -> Dict[str, Any]:
        edits = _edits(text, after)
        return {"title": title, "kind": kind, "edit": {"changes": {document.uri: edits}}, **more}

    actions: List[Dict[str, Any]] = []
    for finding in validated(editing.universal(text), findings):
        diagnostic = {
            **_described(finding.code, finding.message, finding.default),
            "range": _range(finding, lines),
        }
        if finding.fix is not None:
            after = _fixed(text, finding)
            safe = finding.fix.safe
            title = f"{finding.code}: {finding.fix.description}{'' if safe else f' (unsafe: {finding.fix.risk})'}"
            if after != text:
                actions.append(action(title, "quickfix", after, diagnostics=[diagnostic], isPreferred=safe))
        title = f"{finding.code}: suppress with # noqa"
        after = suppression.add_noqa(text, [finding])[0]
        actions.append(action(title, "quickfix", after, diagnostics=[diagnostic]))

    def find(code: str) -> Tuple[Finding, ...]:
        return checking.check_text(code, document.path, chosen).findings

    only = context.get("only") or []
    # Only where it is asked for, or could change something: it analyses the document for each round of fixes.
    wanted = any(_FIX_ALL.startswith(kind) for kind in only) if only else bool(findings)
    every = _result(workspace, document).findings
    if wanted and any(finding.fix and finding.fix.safe for finding in every):
        after = fixing.apply_fixes(text, find).text
        if after != text:
            actions.append(action(f"{about.NAME}: apply all safe fixes", _FIX_ALL, after))
    if only:
        actions = [item for item in actions if any(item["kind"].startswith(kind) for kind in only)]
    return actions


def _fixed(text: str, finding: Finding) -> str:
    """Return `text` with the fix of one of its findings."""
    before = editing.universal(text)
    return fixing.apply_fixes(text, lambda current: [finding] if current == before else [], unsafe=True).text


def _configuration(workspace: Any) -> Configuration:
    return configuration.discover(workspace.root_path or ".")[0]


def _result(workspace: Any, document: Any) -> FileResult:
    """Return the findings in a document; none in one that is not Python, which other plugins report."""
    return _checked(editing.universal(document.source), document.path, _configuration(workspace))


@functools.lru_cache(maxsize=16)
def _checked(text: str, path: str, chosen: Configuration) -> FileResult:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return FileResult(path)
    return checking.check_text(text, path, chosen)


def _lines(document: Any) -> List[str]:
    return editing.universal(document.source).split("\n")


def _described(code: str, message: str, default: bool) -> Dict[str, Any]:
    url = explaining.meaning_of(code).url
    return {
        "source": about.NAME,
        "code": code,
        "message": message,
        "severity": _ERROR if default else _WARNING,
        **({"codeDescription": {"href": url}} if url else {}),
    }


def _range(finding: Finding, lines: List[str]) -> Dict[str, Any]:
    end_line = finding.end_line or finding.line
    end_column = finding.end_column if finding.end_line else finding.column + 1
    return {
        "start": _position(finding.line, finding.column, lines),
        "end": _position(end_line, end_column, lines),
    }


def _position(line: int, column: int, lines: List[str]) -> Dict[str, int]:
    """Convert a line from 1 and a column in characters from 0."""
    return {"line": line - 1, "character": len(lines[line - 1][:column].encode("utf-16-le")) // 2}


def _at(workspace: Any, document: Any, place: Mapping[str, Any]) -> List[Finding]:
    """Return the findings that overlap a range."""

    def ordered(position: Mapping[str, int]) -> Tuple[int, int]:
        return position["line"], position["character"]

    lines = _lines(document)
    overlapping = []
    for finding in _result(workspace, document).findings:
        own = _range(finding, lines)
        if ordered(own["start"]) <= ordered(place["end"]) and ordered(place["start"]) <= ordered(own["end"]):
            overlapping.append(finding)
    return overlapping


def _edits(before: str, after: str) -> List[Dict[str, Any]]:
    """Return the edits of whole lines that turn `before` into `after`."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    return [
        {
            "range": {"start": {"line": first, "character": 0}, "end": {"line": last, "character": 0}},
            "newText": "".join(new[start:end]),
        }
        for kind, first, last, start, end in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        if kind != "equal"
    ]


def _text(contents: Any) -> str:
    """Return the text of the contents of a hover, in any of their forms."""
    if isinstance(contents, dict):
        return str(contents.get("value", ""))
    if isinstance(contents, list):
        return "\n\n".join(filter(None, map(_text, contents)))
    return str(contents or "")
