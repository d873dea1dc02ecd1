"""SARIF 2.1.0 for code hosts: one result per problem, at the line of the user's file if it is known."""

from __future__ import annotations

import re
from typing import Any, Dict, List, Sequence

from hybridlint import about
from hybridlint.reporting.sarif import artifact, fix_of, log_of, rule_descriptor

from ..report import FailingLine, Problem, Report, Stage, Status, Verdict
from .wording import PROVEN, READ, STAGES, finding_at, fix_heading, further_lines, others, rule_or_stage, stage_id


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
        "invocations": [_invocation(report) for report in reports],
        "results": results,
    }
    return log_of(run)


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
        place["physicalLocation"] = {"artifactLocation": artifact(problem.location.file), "region": region}
    result["locations"] = [place]
    if problem.fix is not None and problem.fix.edits and problem.location is not None:
        result["fixes"] = [fix_of(problem.location.file, fix_heading(problem.fix), problem.fix.edits)]
    return result


def _result_of_line(report: Report, line: FailingLine) -> Dict[str, Any]:
    """Return a result for a failing line that no problem of the check is about."""
    region = {"startLine": max(line.location.line, 1), "snippet": {"text": line.location.source}}
    place = {"physicalLocation": {"artifactLocation": artifact(line.location.file), "region": region}}
    result: Dict[str, Any] = {
        "ruleId": line.rule or stage_id(Stage.TRACE),
        "level": "error",
        "message": {"text": f"{line.message} ({PROVEN if line.proven else READ})"},
        "properties": {"target": report.target, "proven": line.proven},
        "locations": [place],
    }
    if line.fix is not None and line.fix.edits:
        result["fixes"] = [fix_of(line.location.file, fix_heading(line.fix), line.fix.edits)]
    return result


def _invocation(report: Report) -> Dict[str, Any]:
    looked = report.verdict is not Verdict.COULD_NOT_LOOK
    invocation: Dict[str, Any] = {"executionSuccessful": looked, "properties": {"target": report.target}}
    if not looked:
        invocation["toolExecutionNotifications"] = [
            {"level": "error", "message": {"text": report.summary or "no reason"}}
        ]
    return invocation
