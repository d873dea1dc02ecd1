"""SARIF 2.1.0 for code hosts: one result per problem, at the line of the user's file if it is known."""

from __future__ import annotations

import json
import os
import pathlib
import re
import urllib.parse
from typing import Any, Dict, List, Sequence

from hybridlint import about
from hybridlint.reporting.sarif import rule_descriptor

from ..report import FailingLine, FixDiff, Problem, Report, Stage, Status, Verdict
from .wording import PROVEN, READ, STAGES, finding_at, fix_heading, further_lines, others, rule_or_stage, stage_id

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def render_sarif(reports: Sequence[Report]) -> str:
    """Return one run with the problems of all reports."""
    results: List[Dict[str, Any]] = []
    for report in reports:
        results += [_result(report, problem, "error") for problem in report.problems]
        for probe in report.probes:
            if probe.status is Status.WARNED:
                results += [_result(report, problem, "warning") for problem in probe.problems]
        results += [_result_of_line(report, line) for line in further_lines(report)]
    rules = sorted({result["ruleId"] for result in results})
    for result in results:
        result["ruleIndex"] = rules.index(result["ruleId"])
    driver = {
        "name": "hybridlint_runtime",
        "version": about.version(),
        "informationUri": about.INFORMATION_URI,
        "rules": [_rule(rule) for rule in rules],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(report) for report in reports],
        "results": results,
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=False) + "\n"


def _rule(identifier: str) -> Dict[str, Any]:
    """Return the texts of rule `HYBnnn`, or of the stage of a problem that no rule explains."""
    stage = next((stage for stage in Stage if stage_id(stage) == identifier), None)
    if stage is None:
        return rule_descriptor(identifier)
    return {
        "id": identifier,
        "name": "".join(word.capitalize() for word in re.findall(r"\w+", stage.value)),
        "shortDescription": {"text": f"The check fails at the stage: {stage.value}"},
        "fullDescription": {"text": STAGES[stage]},
        "help": {"text": f"{STAGES[stage]} hybridlint-runtime explain describes the probes."},
    }


def _result(report: Report, problem: Problem, level: str) -> Dict[str, Any]:
    rule = f"{problem.rule}{finding_at(problem)}" if finding_at(problem) else ""
    parts = [problem.message, problem.mxnet_message or "", rule, problem.remedy or "", others(problem.also)]
    result: Dict[str, Any] = {
        "ruleId": rule_or_stage(problem),
        "level": level,
        "message": {"text": "\n".join(part for part in parts if part)},
        "properties": {"target": report.target, "stage": problem.stage.value},
    }
    place: Dict[str, Any] = {
        "logicalLocations": [{"fullyQualifiedName": f"{report.target}/{problem.block}", "kind": "member"}]
    }
    if problem.location is not None:
        region: Dict[str, Any] = {"startLine": max(problem.location.line, 1)}
        if problem.location.source:
            region["snippet"] = {"text": problem.location.source}
        place["physicalLocation"] = {"artifactLocation": _artifact(problem.location.file), "region": region}
    result["locations"] = [place]
    if problem.fix is not None and problem.fix.edits and problem.location is not None:
        result["fixes"] = [_fix(problem.location.file, problem.fix)]
    return result


def _result_of_line(report: Report, line: FailingLine) -> Dict[str, Any]:
    """Return a result for a failing line that no problem of the check is about."""
    region = {"startLine": max(line.location.line, 1), "snippet": {"text": line.location.source}}
    place = {"physicalLocation": {"artifactLocation": _artifact(line.location.file), "region": region}}
    result: Dict[str, Any] = {
        "ruleId": line.rule or stage_id(Stage.TRACE),
        "level": "error",
        "message": {"text": f"{line.message} ({PROVEN if line.proven else READ})"},
        "properties": {"target": report.target, "proven": line.proven},
        "locations": [place],
    }
    if line.fix is not None and line.fix.edits:
        result["fixes"] = [_fix(line.location.file, line.fix)]
    return result


def _fix(file: str, fix: FixDiff) -> Dict[str, Any]:
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
        "description": {"text": fix_heading(fix)},
        "artifactChanges": [{"artifactLocation": _artifact(file), "replacements": replacements}],
    }


def _artifact(file: str) -> Dict[str, Any]:
    """Return the location of `file`: relative if it is below the current folder, so that a code host finds it, else
    absolute."""
    relative = os.path.relpath(file)
    if relative.startswith(os.pardir):
        return {"uri": pathlib.Path(os.path.abspath(file)).as_uri()}
    return {
        "uri": urllib.parse.quote(pathlib.PurePath(relative).as_posix(), errors="surrogateescape"),
        "uriBaseId": "%SRCROOT%",
    }


def _invocation(report: Report) -> Dict[str, Any]:
    looked = report.verdict is not Verdict.COULD_NOT_LOOK
    invocation: Dict[str, Any] = {"executionSuccessful": looked, "properties": {"target": report.target}}
    if not looked:
        invocation["toolExecutionNotifications"] = [
            {"level": "error", "message": {"text": report.summary or "no reason"}}
        ]
    return invocation
