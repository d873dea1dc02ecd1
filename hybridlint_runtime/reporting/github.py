"""Annotations on a pull request, as workflow commands of GitHub Actions."""

from __future__ import annotations

from typing import Dict, List, Sequence

from hybridlint.reporting.github import command

from ..report import Problem, Report, Stage, Verdict
from ..spec.importing import shown_path
from .console import verdict_lines
from .wording import further_lines, rule_or_stage, stage_id, warnings


def render_github(reports: Sequence[Report]) -> str:
    """Return an annotation for each problem, warning and failing line, and a line for each report."""
    commands: List[str] = []
    for report in reports:
        commands += [_annotation("error", report, problem) for problem in report.problems]
        commands += [_annotation("warning", report, problem) for _, problem in warnings(report)]
        for line in further_lines(report):
            place = {"file": shown_path(line.location.file), "line": line.location.line}
            commands.append(command("error", {**place, "title": line.rule or stage_id(Stage.TRACE)}, line.message))
        if report.verdict is Verdict.COULD_NOT_LOOK:
            commands.append(command("error", {"title": report.target}, report.summary))
    return "".join(f"{text}\n" for text in commands) + verdict_lines(reports)


def _annotation(level: str, report: Report, problem: Problem) -> str:
    place: Dict[str, object] = {}
    if problem.location is not None:
        place = {"file": shown_path(problem.location.file), "line": problem.location.line}
    text = "; ".join(filter(None, (problem.message, problem.remedy)))
    return command(level, {**place, "title": f"{rule_or_stage(problem)} in {report.target}"}, text)
