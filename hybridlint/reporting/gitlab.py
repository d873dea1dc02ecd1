"""The code quality report of GitLab, which shows findings in merge requests.

Its form: https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
"""

from __future__ import annotations

import json
import os
from typing import Any, Dict, List, Optional

from hybridlint import baseline
from hybridlint.reporting.style import Style
from hybridlint.results import Result


def render(result: Result, style: Style) -> str:
    """A JSON array with an issue for each finding and for each file that could not be analysed."""
    issues: List[Dict[str, Any]] = [
        _issue(
            item.code, item.message, "critical", item.path, item.line, item.cell, f"{item.code}:{item.path}:{item.line}"
        )
        for item in result.not_looked_at
    ]
    for file, finding, mark in baseline.identified(result):
        severity = "major" if finding.default else "minor"
        where = f"{baseline.relative_to(os.curdir, file.path)}:{mark}"
        issues.append(_issue(finding.code, finding.message, severity, file.path, finding.line, file.cell, where))
    for file in result.files:
        for unused in file.unused_suppressions:
            where = f"{unused.path}:{unused.cell}:{unused.line}:{unused.column}"
            issues.append(
                _issue("unused-suppression", unused.message, "minor", file.path, unused.line, file.cell, where)
            )
    return json.dumps(issues, indent=1) + "\n"


def _issue(
    check: str, message: str, severity: str, path: str, line: int, cell: Optional[int], identity: str
) -> Dict[str, Any]:
    """GitLab knows lines of files, not of cells: those of a notebook are in the description."""
    return {
        "description": message if cell is None else f"cell {cell}, line {line}: {message}",
        "check_name": check,
        "fingerprint": baseline.digest(identity),
        "severity": severity,
        "location": {
            "path": baseline.relative_to(os.curdir, path),
            "lines": {"begin": line if cell is None else 1},
        },
    }
