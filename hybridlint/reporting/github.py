"""Annotations on a pull request: the workflow commands that GitHub Actions reads from the output of a step.

Their form: https://docs.github.com/actions/reference/workflow-commands-for-github-actions
"""

from __future__ import annotations

import os
from typing import Dict, Iterable

from hybridlint.reporting.annotation import Annotation, of_result
from hybridlint.reporting.style import Style
from hybridlint.reporting.text import summary
from hybridlint.results import Result


def render(result: Result, style: Style) -> str:
    """One annotation per finding, and the summary as a plain line of the log."""
    return document(of_result(result), f"{summary(result)}\n")


def document(annotations: Iterable[Annotation], end: str) -> str:
    """Return a workflow command for each annotation, and then the plain lines `end`."""
    return "".join(f"{_command(item)}\n" for item in annotations) + end


def _command(item: Annotation) -> str:
    shown: Dict[str, object] = {"file": item.path.replace(os.sep, "/")} if item.path else {}
    if item.line and item.cell is None:
        shown["line"] = item.line
        if item.column is not None:
            shown["col"] = item.column + 1
        if item.end_line:
            shown.update(endLine=item.end_line, endColumn=item.end_column + 1)
    shown["title"] = item.title or item.code
    listed = ",".join(f"{key}={_escaped(str(value), ':,')}" for key, value in shown.items())
    return f"::{item.level} {listed}::{_escaped(item.text, '')}"


def _escaped(text: str, also: str) -> str:
    for character in "%\r\n" + also:
        text = text.replace(character, f"%{ord(character):02X}")
    return text
