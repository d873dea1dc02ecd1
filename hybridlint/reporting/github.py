"""Annotations on a pull request: the workflow commands that GitHub Actions reads from the output of a step.

Their form: https://docs.github.com/actions/reference/workflow-commands-for-github-actions
"""

from __future__ import annotations

import os
from typing import Dict, List, Mapping, Optional

from hybridlint.reporting.style import Style
from hybridlint.reporting.text import summary
from hybridlint.results import Result


def render(result: Result, style: Style) -> str:
    """One annotation per finding, and the summary as a plain line of the log."""
    commands: List[str] = [
        command("error", {"file": item.path, "title": item.code}, item.message) for item in result.could_not_look
    ]
    for file in result.files:
        for item in file.could_not_look:
            place = {"line": item.line, "col": item.column + 1}
            commands.append(_annotation("error", file.path, file.cell, place, item.code, item.message))
        for finding in file.findings:
            place = {"line": finding.line, "col": finding.column + 1}
            if finding.end_line:
                place.update(endLine=finding.end_line, endColumn=finding.end_column + 1)
            level = "error" if finding.default else "warning"
            commands.append(_annotation(level, file.path, file.cell, place, finding.code, finding.message))
        for unused in file.unused_suppressions:
            place = {"line": unused.line, "col": unused.column + 1}
            title = "unused suppression"
            commands.append(_annotation("warning", file.path, file.cell, place, title, unused.message))
    return "\n".join([*commands, summary(result)]) + "\n"


def _annotation(level: str, path: str, cell: Optional[int], place: Dict[str, int], title: str, message: str) -> str:
    """GitHub knows lines of files, not of cells: those of a notebook are in the message."""
    if cell is not None:
        return command(level, {"file": path, "title": title}, f"cell {cell}, line {place['line']}: {message}")
    return command(level, {"file": path, **place, "title": title}, message)


def command(level: str, properties: Mapping[str, object], message: str) -> str:
    """Return a workflow command that annotates the place in `properties`: file, line, col, title."""
    shown = {key: str(value).replace(os.sep, "/") if key == "file" else value for key, value in properties.items()}
    listed = ",".join(f"{key}={_escaped(str(value), ':,')}" for key, value in shown.items())
    return f"::{level} {listed}::{_escaped(message, '')}"


def _escaped(text: str, also: str) -> str:
    for character in "%\r\n" + also:
        text = text.replace(character, f"%{ord(character):02X}")
    return text
