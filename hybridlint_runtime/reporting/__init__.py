"""Render reports as text in one of several formats."""

from __future__ import annotations

import os
from typing import Sequence

from hybridlint import files

from ..errors import CannotLook
from ..report import Report, Verdict


def render(
    reports: Sequence[Report],
    format: str,
    all_blocks: bool = False,
    to_file: bool = False,
    verbose: bool = False,
    quiet: bool = False,
) -> str:
    """Return `reports` as "console", "json", "junit", "sarif", "github" or "html" text, which ends with a line break.

    For the console format, `all_blocks` shows the whole tree of blocks and `verbose` one line for every probe; `quiet`
    is one line for a model that passes; `to_file` omits colours and does not wrap lines.
    """
    if format == "console":
        from .console import render_console

        return render_console(reports, all_blocks, to_file, verbose, quiet)
    if format == "json":
        from .json_format import render_json

        return render_json(reports)
    if format in ("junit", "sarif", "github"):
        return _for_programs(reports, format)
    if format == "html":
        from .html_report import render_html

        return render_html(reports)
    raise ValueError(f"there is no format {format!r}")


def _for_programs(reports: Sequence[Report], format: str) -> str:
    """Return `reports` in a format that the linter has too."""
    from hybridlint.reporting import github, junit, sarif
    from hybridlint.reporting.annotation import Annotation

    from .annotations import annotations_of, invocation_of, rule_of, suite_of
    from .console import verdict_lines

    name = "hybridlint_runtime"
    if format == "junit":
        return junit.document(name, [suite_of(report) for report in reports])
    annotations = [annotation for report in reports for annotation in annotations_of(report)]
    if format == "sarif":
        rules = [rule_of(code) for code in sorted({annotation.code for annotation in annotations})]
        return sarif.document(name, rules, [invocation_of(report) for report in reports], annotations)
    unread = [report for report in reports if report.verdict is Verdict.COULD_NOT_LOOK]
    annotations += [Annotation("error", report.target, report.summary) for report in unread]
    return github.document(annotations, verdict_lines(reports))


def refuse_unwritable(path: str) -> None:
    """Raise CannotLook if no file can be written at `path`, so that a check does not run in vain."""
    folder = os.path.dirname(os.path.realpath(path))
    if os.path.isdir(path):
        raise CannotLook(f"{path} cannot be written: it is a folder")
    if os.path.exists(path) and not os.path.isfile(path):
        if not os.access(path, os.W_OK):
            raise CannotLook(f"{path} cannot be written: no permission to write to it")
        return
    if not os.path.isdir(folder):
        raise CannotLook(f"{path} cannot be written: there is no folder {folder}")
    if not os.access(folder, os.W_OK):
        raise CannotLook(f"{path} cannot be written: no permission to write to {folder}")


def write_atomically(path: str, text: str) -> None:
    """Write `text` to `path` atomically, or directly if `path` is a device or a pipe. Raise CannotLook on failure."""
    try:
        files.replace(path, text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise CannotLook(f"{path} cannot be written: {error.strerror}") from error
