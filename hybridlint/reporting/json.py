"""For programs. The form is described in `docs/json-format.md` and by `schema.json` beside this file."""

from __future__ import annotations

import json
from typing import Any, Dict, Optional, Union

from hybridlint import about
from hybridlint.files import baseline
from hybridlint.finding import Finding, Fix
from hybridlint.reporting.style import Style
from hybridlint.results import CouldNotLook, FileResult, Result, UnusedSuppression
from hybridlint.rules import find_rule

#: It is raised when a field changes its meaning or goes away; new fields do not raise it.
FORMAT_VERSION = 1


def render(result: Result, style: Style) -> str:
    """The whole result as one JSON object."""
    return json.dumps(document(result), indent=2, ensure_ascii=False) + "\n"


def document(result: Result) -> Dict[str, Any]:
    """The result as JSON values."""
    outcome = result.baseline
    return {
        "format_version": FORMAT_VERSION,
        "tool": {"name": about.NAME, "version": about.version()},
        "mxnet_version": result.mxnet_version,
        "exit_code": result.exit_code,
        "files_checked": result.checked,
        "findings": [_finding(file, finding) for file in result.files for finding in file.findings],
        "not_analysed": [_place_and_reason(item) for item in result.not_looked_at],
        "unused_suppressions": [_place_and_reason(item) for file in result.files for item in file.unused_suppressions],
        "suppressed": sum(file.suppressed for file in result.files),
        "baseline": {"path": outcome.path, "known": outcome.known, "gone": outcome.gone} if outcome else None,
    }


def _finding(file: FileResult, finding: Finding) -> Dict[str, Any]:
    rule = find_rule(finding.code)
    return {
        "path": file.path,
        "cell": file.cell,
        "line": finding.line,
        "column": finding.column + 1,
        "end_line": finding.end_line or finding.line,
        "end_column": finding.end_column + 1 if finding.end_line else finding.column + 1,
        "code": finding.code,
        "name": rule.name,
        "message": finding.message,
        "silent": rule.silent,
        "source": file.lines.get(finding.line, ""),
        "fingerprint": baseline.fingerprint(file, finding),
        "fix": _fix(finding.fix),
    }


def _fix(fix: Optional[Fix]) -> Optional[Dict[str, Any]]:
    if fix is None:
        return None
    edits = [
        {
            "line": edit.line,
            "column": edit.column + 1,
            "end_line": edit.end_line,
            "end_column": edit.end_column + 1,
            "text": edit.text,
        }
        for edit in fix.edits
    ]
    return {"description": fix.description, "safe": fix.safe, "risk": fix.risk, "edits": edits}


def _place_and_reason(item: Union[CouldNotLook, UnusedSuppression]) -> Dict[str, Any]:
    return {
        "path": item.path,
        "cell": item.cell,
        "line": item.line,
        "column": item.column + 1,
        "code": item.code,
        "reason": item.reason,
    }
