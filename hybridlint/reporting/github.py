"""Annotations on a pull request: the workflow commands that GitHub Actions reads from the output of a step.

Their form: https://docs.github.com/actions/reference/workflow-commands-for-github-actions
"""

from __future__ import annotations

from typing import Dict, List

from hybridlint.reporting.text import summary
from hybridlint.results import Result


def render(result: Result, show_source: bool) -> str:
    """One annotation per finding, and the summary as a plain line of the log."""
    said: List[str] = [
        _command("error", {"file": item.path, "title": item.code}, item.message) for item in result.could_not_look
    ]
    for file in result.files:
        for item in file.could_not_look:
            place = {"file": file.path, "line": item.line, "col": item.column + 1, "title": item.code}
            said.append(_command("error", place, item.message))
        for finding in file.findings:
            place = {"file": file.path, "line": finding.line, "col": finding.column + 1}
            if finding.end_line:
                place["endLine"] = finding.end_line
                place["endColumn"] = finding.end_column + 1
            place["title"] = finding.code
            said.append(_command("error" if finding.default else "warning", place, finding.message))
        for unused in file.unused_suppressions:
            place = {"file": file.path, "line": unused.line, "col": unused.column + 1, "title": "unused suppression"}
            said.append(_command("warning", place, unused.message))
    return "\n".join([*said, summary(result)]) + "\n"


def _command(level: str, properties: Dict[str, object], message: str) -> str:
    listed = ",".join(f"{key}={_escaped(str(value), ':,')}" for key, value in properties.items())
    return f"::{level} {listed}::{_escaped(message, '')}"


def _escaped(text: str, also: str) -> str:
    for character in "%\r\n" + also:
        text = text.replace(character, f"%{ord(character):02X}")
    return text
