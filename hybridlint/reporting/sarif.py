"""SARIF 2.1.0, which code scanning services and editors read.

The standard: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
"""

from __future__ import annotations

import json
import os
import pathlib
from typing import Any, Dict, Iterable, Mapping, Optional, Sequence
from urllib.parse import quote

from hybridlint import about
from hybridlint.explaining import meaning_of, meanings
from hybridlint.reporting.annotation import Annotation, Fix, level_of, of_not_looked_at, of_result
from hybridlint.reporting.style import Style
from hybridlint.results import CouldNotLook, Result, place_name

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_ROOT = "PROJECTROOT"


def render(result: Result, style: Style) -> str:
    """A log with one run. Paths below the current folder are relative to it."""
    invocation = {
        "executionSuccessful": not result.not_looked_at,
        "exitCode": result.exit_code,
        "toolExecutionNotifications": [_notification(item) for item in result.not_looked_at],
    }
    return document(
        about.NAME,
        [rule_descriptor(meaning.code) for meaning in meanings()],
        [invocation],
        (item for item in of_result(result) if item.fingerprints),
        {"mxnetVersion": result.mxnet_version},
    )


def document(
    name: str,
    rules: Sequence[Mapping[str, Any]],
    invocations: Sequence[Mapping[str, Any]],
    annotations: Iterable[Annotation],
    properties: Optional[Mapping[str, Any]] = None,
) -> str:
    """Return the text of a log with one run of the tool `name`. Each annotation has the code of one of `rules`."""
    index = {rule["id"]: number for number, rule in enumerate(rules)}
    run = {
        "tool": {
            "driver": {
                "name": name,
                "version": about.version(),
                "informationUri": about.documentation() or about.INFORMATION_URI,
                "rules": rules,
            }
        },
        "invocations": invocations,
        "results": [_result(item, index) for item in annotations],
        "originalUriBaseIds": {_ROOT: {"uri": pathlib.Path.cwd().as_uri().rstrip("/") + "/"}},
        "columnKind": "unicodeCodePoints",
        "properties": properties or {},
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


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
        "defaultConfiguration": {"enabled": meaning.default, "level": level_of(meaning.default)},
        "properties": {"silent": meaning.silent},
    }


def _result(item: Annotation, index: Mapping[str, int]) -> Dict[str, Any]:
    described: Dict[str, Any] = {
        "ruleId": item.code,
        "ruleIndex": index[item.code],
        "level": item.level,
        "message": {"text": item.details or item.text},
        "locations": [_location(item)],
    }
    if item.fingerprints:
        described["partialFingerprints"] = item.fingerprints
    if item.properties:
        described["properties"] = item.properties
    if item.fix and item.fix.edits:
        described["fixes"] = [_fix(item.path, item.fix)]
    return described


def _fix(path: str, fix: Fix) -> Dict[str, Any]:
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
        for edit in fix.edits
    ]
    return {
        "description": {"text": fix.description},
        "artifactChanges": [{"artifactLocation": _artifact(path), "replacements": replacements}],
    }


def _notification(item: CouldNotLook) -> Dict[str, Any]:
    return {
        "level": "error",
        "message": {"text": item.message},
        "descriptor": {"id": item.code},
        "locations": [_location(of_not_looked_at(item))],
    }


def _location(item: Annotation) -> Dict[str, Any]:
    """Return the place of an annotation. SARIF has no cells: a place in a notebook is the file, and the cell a logical
    location."""
    place: Dict[str, Any] = {}
    if item.path:
        place["physicalLocation"] = {"artifactLocation": _artifact(item.path)}
    if item.block:
        place["logicalLocations"] = [{"fullyQualifiedName": item.block, "kind": "member"}]
    if item.cell is not None:
        place["logicalLocations"] = [{"fullyQualifiedName": f"{place_name(item.path, item.cell)}:{item.line}"}]
    elif item.path:
        region: Dict[str, Any] = {"startLine": max(item.line, 1)}
        if item.column is not None:
            region["startColumn"] = item.column + 1
        if item.end_line:
            region.update(endLine=item.end_line, endColumn=item.end_column + 1)
        if item.source:
            region["snippet"] = {"text": item.source}
        place["physicalLocation"]["region"] = region
    return place


def _artifact(path: str) -> Dict[str, str]:
    """Return the `artifactLocation` of a file: relative if it is below the current folder, so that a code host finds
    it."""
    relative = os.path.relpath(path)
    if relative.startswith(os.pardir):
        return {"uri": pathlib.Path(path).absolute().as_uri()}
    return {"uri": quote(relative.replace(os.sep, "/"), errors="surrogateescape"), "uriBaseId": _ROOT}
