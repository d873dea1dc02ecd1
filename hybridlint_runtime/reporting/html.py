"""One self-contained HTML file: no scripts, nothing loaded from elsewhere."""

from __future__ import annotations

import os
from typing import Any, Dict, Sequence

import jinja2

from ..report import Report, Status, walk
from .block_tree import Row, judged_tree, shown_tree
from .json_format import worst
from .wording import (
    MARKS,
    SEVERITY,
    block_name,
    contexts_line,
    finding_at,
    first_line,
    others,
    place,
    timing_lines,
    warnings,
)

_FOLDER = os.path.dirname(os.path.abspath(__file__))


def render_html(reports: Sequence[Report]) -> str:
    """The page for all reports. Everything that comes from a model is escaped."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_FOLDER),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.globals.update(
        place=place,
        block_name=block_name,
        first_line=first_line,
        finding_at=finding_at,
        others=others,
        contexts_line=contexts_line,
        timing_lines=timing_lines,
        warnings=warnings,
    )
    page = environment.get_template("report.html.jinja").render(
        verdict=worst(reports).value, reports=[_view(report) for report in reports], marks=MARKS, status=Status
    )
    return page if page.endswith("\n") else page + "\n"


def _view(report: Report) -> Dict[str, Any]:
    tree = judged_tree(report)
    return {
        "report": report,
        "tree": shown_tree(tree, all_blocks=True) if tree is not None else None,
        "blocks": len(walk(report.blocks)) if report.blocks is not None else 0,
        "open": _open_rows(report),
    }


def _open_rows(report: Report) -> Any:
    """A test for the template: whether a row is shown with what is below it."""

    def is_open(row: Row) -> bool:
        return any(_worst(child) in (Status.FAILED, Status.WARNED) for child in row.below)

    return is_open


def _worst(row: Row) -> Any:
    seen = {row.status, *(_worst(child) for child in row.below)}
    return next((status for status in SEVERITY if status in seen), None)
