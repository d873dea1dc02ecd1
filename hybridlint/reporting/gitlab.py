"""The code quality report of GitLab, which shows findings in merge requests.

Its form: https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
"""

from __future__ import annotations

import json
import os
from typing import Any, Dict

from hybridlint.files import baseline
from hybridlint.reporting.annotation import Annotation, of_result
from hybridlint.reporting.style import Style
from hybridlint.results import Result
from hybridlint.selection import COULD_NOT_LOOK


def render(result: Result, style: Style) -> str:
    """A JSON array with an issue for each annotation."""
    return json.dumps(list(map(_issue, of_result(result))), indent=1) + "\n"


def _issue(item: Annotation) -> Dict[str, Any]:
    """GitLab knows lines of files, not of cells: those of a notebook are in the description."""
    path = baseline.relative_to(os.curdir, item.path)
    mark = item.fingerprints.get("codeAndLine/v1", f"{item.code}:{item.cell}:{item.line}:{item.column}")
    severity = "critical" if item.code in COULD_NOT_LOOK else "major" if item.level == "error" else "minor"
    return {
        "description": item.text,
        "check_name": item.code.replace(" ", "-"),
        "fingerprint": baseline.digest(f"{path}:{mark}"),
        "severity": severity,
        "location": {"path": path, "lines": {"begin": item.line if item.cell is None else 1}},
    }
