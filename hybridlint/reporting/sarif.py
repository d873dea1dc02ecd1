"""SARIF 2.1.0, which code scanning services and editors read.

The standard: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
"""

from __future__ import annotations

import collections
import json
import os
import pathlib
from typing import Any, Counter, Dict, List, Tuple
from urllib.parse import quote

from hybridlint import about, baseline
from hybridlint.explaining import meaning_of, meanings
from hybridlint.finding import Finding
from hybridlint.results import CouldNotLook, FileResult, Result

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_ROOT = "PROJECTROOT"


def render(result: Result, show_source: bool) -> str:
    """A log with one run. Paths below the current folder are told relative to it."""
    index = {meaning.code: number for number, meaning in enumerate(meanings())}
    seen: Counter[Tuple[str, str]] = collections.Counter()
    run = {
        "tool": {
            "driver": {
                "name": about.NAME,
                "version": about.version(),
                "rules": [rule_descriptor(meaning.code) for meaning in meanings()],
            }
        },
        "invocations": [
            {
                "executionSuccessful": not result.not_looked_at,
                "exitCode": result.exit_code,
                "toolExecutionNotifications": [_notification(item) for item in result.not_looked_at],
            }
        ],
        "originalUriBaseIds": {_ROOT: {"uri": pathlib.Path.cwd().as_uri().rstrip("/") + "/"}},
        "columnKind": "unicodeCodePoints",
        "results": [_result(file, finding, index, seen) for file in result.files for finding in file.findings],
        "properties": {"mxnetVersion": result.mxnet_version},
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def rule_descriptor(code: str) -> Dict[str, Any]:
    """The `reportingDescriptor` of a code."""
    meaning = meaning_of(code)
    return {
        "id": meaning.code,
        "name": "".join(word.capitalize() for word in meaning.name.split("-")),
        "shortDescription": {"text": meaning.name.replace("-", " ")},
        "fullDescription": {"text": meaning.after_hybridize},
        "help": {"text": meaning.text, "markdown": meaning.markdown},
        "defaultConfiguration": {"enabled": meaning.default, "level": _level(meaning.default)},
        "properties": {"silent": meaning.silent},
    }


def _level(default: bool) -> str:
    return "error" if default else "warning"


def _result(
    file: FileResult, finding: Finding, index: Dict[str, int], seen: Counter[Tuple[str, str]]
) -> Dict[str, Any]:
    mark = baseline.fingerprint(file, finding)
    seen[file.path, mark] += 1
    region: Dict[str, Any] = {"startLine": finding.line, "startColumn": finding.column + 1}
    if finding.end_line:
        region.update(endLine=finding.end_line, endColumn=finding.end_column + 1)
    if finding.line in file.lines:
        region["snippet"] = {"text": file.lines[finding.line]}
    told: Dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": index[finding.code],
        "level": _level(finding.default),
        "message": {"text": finding.message},
        "locations": [{"physicalLocation": {"artifactLocation": _artifact(file.path), "region": region}}],
        "partialFingerprints": {"codeAndLine/v1": f"{mark}:{seen[file.path, mark]}"},
    }
    if finding.fix:
        told["fixes"] = [_fix(file.path, finding)]
    return told


def _fix(path: str, finding: Finding) -> Dict[str, Any]:
    fix = finding.fix
    assert fix is not None
    replacements: List[Dict[str, Any]] = [
        {
            "deletedRegion": {
                "startLine": edit.line,
                "startColumn": edit.column + 1,
                "endLine": edit.end_line,
                "endColumn": edit.end_column + 1,
            },
            "insertedContent": {"text": edit.text},
        }
        for edit in fix.edits
    ]
    return {
        "description": {"text": f"{fix.description}{'' if fix.safe else ' (may change the imperative result)'}"},
        "artifactChanges": [{"artifactLocation": _artifact(path), "replacements": replacements}],
    }


def _notification(item: CouldNotLook) -> Dict[str, Any]:
    region = {"startLine": item.line, "startColumn": item.column + 1}
    return {
        "level": "error",
        "message": {"text": item.message},
        "descriptor": {"id": item.code},
        "locations": [{"physicalLocation": {"artifactLocation": _artifact(item.path), "region": region}}],
    }


def _artifact(path: str) -> Dict[str, str]:
    relative = os.path.relpath(path)
    if relative.startswith(os.pardir):
        return {"uri": pathlib.Path(path).absolute().as_uri()}
    return {"uri": quote(relative.replace(os.sep, "/"), errors="surrogateescape"), "uriBaseId": _ROOT}
