"""SARIF 2.1.0, which code scanning services and editors read.

The standard: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
"""

from __future__ import annotations

import json
import os
import pathlib
from typing import Any, Dict, Iterable, Mapping, Optional
from urllib.parse import quote

from hybridlint import about, baseline
from hybridlint.explaining import meaning_of, meanings
from hybridlint.finding import Finding
from hybridlint.reporting.style import Style
from hybridlint.results import CouldNotLook, FileResult, Result, place_name

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_ROOT = "PROJECTROOT"


def render(result: Result, style: Style) -> str:
    """A log with one run. Paths below the current folder are relative to it."""
    index = {meaning.code: number for number, meaning in enumerate(meanings())}
    run = {
        "tool": {
            "driver": {
                "name": about.NAME,
                "version": about.version(),
                "informationUri": about.documentation() or about.INFORMATION_URI,
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
        "results": [_result(file, finding, mark, index) for file, finding, mark in baseline.identified(result)],
        "properties": {"mxnetVersion": result.mxnet_version},
    }
    return log_of(run)


def log_of(run: Mapping[str, Any]) -> str:
    """Return the text of a log with one run, whose relative paths are below the current folder."""
    root = {_ROOT: {"uri": pathlib.Path.cwd().as_uri().rstrip("/") + "/"}}
    runs = [{**run, "originalUriBaseIds": root, "columnKind": "unicodeCodePoints"}]
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": runs}, indent=2) + "\n"


def rule_descriptor(code: str) -> Dict[str, Any]:
    """The `reportingDescriptor` of a code."""
    meaning = meaning_of(code)
    return {
        "id": meaning.code,
        "name": "".join(word.capitalize() for word in meaning.name.split("-")),
        "shortDescription": {"text": meaning.summary},
        "fullDescription": {"text": meaning.after_hybridize},
        "help": {"text": meaning.text, "markdown": meaning.markdown},
        **({"helpUri": meaning.url} if meaning.url else {}),
        "defaultConfiguration": {"enabled": meaning.default, "level": _level(meaning.default)},
        "properties": {"silent": meaning.silent},
    }


def _level(default: bool) -> str:
    return "error" if default else "warning"


def _result(file: FileResult, finding: Finding, mark: str, index: Dict[str, int]) -> Dict[str, Any]:
    region: Dict[str, Any] = {"startLine": finding.line, "startColumn": finding.column + 1}
    if finding.end_line:
        region.update(endLine=finding.end_line, endColumn=finding.end_column + 1)
    if finding.line in file.lines:
        region["snippet"] = {"text": file.lines[finding.line]}
    message = finding.message if file.cell is None else f"cell {file.cell}, line {finding.line}: {finding.message}"
    described: Dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": index[finding.code],
        "level": _level(finding.default),
        "message": {"text": message},
        "locations": [_location(file.path, region, file.cell)],
        "partialFingerprints": {"codeAndLine/v1": mark},
    }
    if finding.fix:
        fix = finding.fix
        description = f"{fix.description}{'' if fix.safe else f' (unsafe: {fix.risk})'}"
        described["fixes"] = [fix_of(file.path, description, map(vars, fix.edits))]
    return described


def fix_of(path: str, description: str, edits: Iterable[Mapping[str, Any]]) -> Dict[str, Any]:
    """Return a `fix` object. The items of `edits` have the fields of :class:`hybridlint.finding.Edit`."""
    replacements = [
        {
            "deletedRegion": {
                "startLine": edit["line"],
                "startColumn": edit["column"] + 1,
                "endLine": edit["end_line"],
                "endColumn": edit["end_column"] + 1,
            },
            "insertedContent": {"text": edit["text"]},
        }
        for edit in edits
    ]
    return {
        "description": {"text": description},
        "artifactChanges": [{"artifactLocation": artifact(path), "replacements": replacements}],
    }


def _notification(item: CouldNotLook) -> Dict[str, Any]:
    region = {"startLine": item.line, "startColumn": item.column + 1}
    return {
        "level": "error",
        "message": {"text": item.message},
        "descriptor": {"id": item.code},
        "locations": [_location(item.path, region, item.cell)],
    }


def _location(path: str, region: Dict[str, Any], cell: Optional[int]) -> Dict[str, Any]:
    """A region of a file. SARIF has no cells: a place in a notebook is the file, and the cell a logical location."""
    if cell is None:
        return {"physicalLocation": {"artifactLocation": artifact(path), "region": region}}
    return {
        "physicalLocation": {"artifactLocation": artifact(path)},
        "logicalLocations": [{"fullyQualifiedName": f"{place_name(path, cell)}:{region['startLine']}"}],
    }


def artifact(path: str) -> Dict[str, str]:
    """Return the `artifactLocation` of a file: relative if it is below the current folder, so that a code host finds
    it."""
    relative = os.path.relpath(path)
    if relative.startswith(os.pardir):
        return {"uri": pathlib.Path(path).absolute().as_uri()}
    return {"uri": quote(relative.replace(os.sep, "/"), errors="surrogateescape"), "uriBaseId": _ROOT}
