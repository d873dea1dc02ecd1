"""Reports as annotations and suites of cases, which the formats of `hybridlint.reporting` show."""

from __future__ import annotations

import dataclasses
import re
from typing import Any, Dict, Iterator, List, Optional, Sequence

from hybridlint.reporting.annotation import Annotation, Fix
from hybridlint.reporting.junit import Case, Suite
from hybridlint.reporting.sarif import rule_descriptor

from ..report import FixDiff, ProbeResult, Problem, Report, SourceLocation, Stage, Status, Verdict
from ..spec.importing import shown_path
from . import wording


def annotations_of(report: Report) -> Iterator[Annotation]:
    """Yield the problems, warnings and further failing lines of a report, at the user's lines if they are known."""
    for problem in report.problems:
        yield _of_problem("error", report, problem)
    for _, problem in wording.warnings(report):
        yield _of_problem("warning", report, problem)
    for line in wording.further_lines(report):
        yield Annotation(
            "error",
            line.rule or wording.stage_id(Stage.TRACE),
            line.message,
            details=f"{line.message} ({wording.PROVEN if line.proven else wording.READ})",
            properties={"target": report.target, "proven": line.proven},
            **_placed(line.location, line.fix),
        )


def _of_problem(level: str, report: Report, problem: Problem) -> Annotation:
    rule = f"{problem.rule}{wording.finding_at(problem)}" if wording.finding_at(problem) else ""
    parts = [problem.message, problem.mxnet_message or "", rule, problem.remedy or "", wording.others(problem.also)]
    return Annotation(
        level,
        wording.rule_or_stage(problem),
        "; ".join(filter(None, (problem.message, problem.remedy))),
        title=f"{wording.rule_or_stage(problem)} in {report.target}",
        details="\n".join(filter(None, parts)),
        block=f"{report.target}/{problem.block}",
        properties={"target": report.target, "stage": problem.stage.value},
        **_placed(problem.location, problem.fix),
    )


def _placed(location: Optional[SourceLocation], fix: Optional[FixDiff]) -> Dict[str, Any]:
    if location is None:
        return {}
    heading = Fix(wording.fix_heading(fix), fix.edits) if fix is not None else None
    return {"path": shown_path(location.file), "line": location.line, "source": location.source, "fix": heading}


def rule_of(code: str) -> Dict[str, Any]:
    """Return the SARIF descriptor of rule `HYBnnn`, or of the stage of a problem that no rule explains."""
    stage = next((stage for stage in Stage if wording.stage_id(stage) == code), None)
    if stage is None:
        return rule_descriptor(code)
    return {
        "id": code,
        "name": "".join(word.capitalize() for word in re.findall(r"\w+", stage.value)),
        "shortDescription": {"text": f"The check fails at the stage: {stage.value}"},
        "fullDescription": {"text": wording.STAGES[stage]},
        "help": {"text": f"{wording.STAGES[stage]} hybridlint-runtime explain describes the probes."},
    }


def invocation_of(report: Report) -> Dict[str, Any]:
    looked = report.verdict is not Verdict.COULD_NOT_LOOK
    reason = {"level": "error", "message": {"text": report.summary or "no reason"}}
    return {
        "executionSuccessful": looked,
        "properties": {"target": report.target},
        **({} if looked else {"toolExecutionNotifications": [reason]}),
    }


def suite_of(report: Report) -> Suite:
    """Return a case for each probe, for failing lines that no probe reported, and for what no probe can report.

    A cause counts as one failure: a probe that fails for the same cause as an earlier one is skipped.
    """
    first_with: Dict[str, str] = {}  # text of a problem → the case that fails with it
    cases = [_case_of(report, probe, first_with) for probe in report.probes]
    return Suite(report.target, [*cases, *_of_verdict(report), *_of_lines(report)], report.model_output)


def _case_of(report: Report, probe: ProbeResult, first_with: Dict[str, str]) -> Case:
    case = Case(f"{report.target} on {probe.context}", probe.probe, seconds=probe.seconds)
    texts = [_text(problem) for problem in probe.problems]
    text = "\n\n".join(texts)
    if probe.status is Status.WARNED:
        return dataclasses.replace(case, output=text)
    if probe.status is Status.NOT_RUN:
        return dataclasses.replace(case, outcome="skipped", message=probe.reason)
    if probe.status is not Status.FAILED:
        return case
    if texts and all(item in first_with for item in texts):
        message = f"fails for the same cause as {first_with[texts[0]]}"
        return dataclasses.replace(case, outcome="skipped", message=message)
    for item in texts:
        first_with.setdefault(item, f"{probe.probe} on {probe.context}")
    message = probe.reason or _headline(probe.problems)
    return dataclasses.replace(case, outcome="failure", message=message, text=text)


def _of_verdict(report: Report) -> List[Case]:
    """Return a case for what no probe reports: why nothing could be checked, or how the process ended."""
    known = {_text(problem) for probe in report.probes for problem in probe.problems}
    rest = [problem for problem in report.problems if _text(problem) not in known]
    text = "\n\n".join(map(_text, rest))
    if report.verdict is Verdict.COULD_NOT_LOOK:
        return [Case(report.target, "check", "error", report.summary, text)]
    if rest:
        return [Case(report.target, "check", "failure", _headline(rest), text)]
    return [] if report.probes else [Case(report.target, "check")]


def _of_lines(report: Report) -> List[Case]:
    further = wording.further_lines(report)
    texts = [f"{wording.place(line.location)}: {line.rule}: {line.message}\n{line.location.source}" for line in further]
    message = f"further: {wording.failing_lines_heading(further)}"
    return [Case(report.target, "failing lines", "failure", message, "\n\n".join(texts))] if further else []


def _headline(problems: Sequence[Problem]) -> str:
    return problems[0].message if problems else "failed"


def _text(problem: Problem) -> str:
    lines = [problem.message, f"in {wording.block_name(problem.block, problem.block_class)}"]
    if problem.location is not None:
        lines.append(f"{wording.place(problem.location)}: {problem.location.source}")
    rule = f"{problem.rule}{wording.finding_at(problem)}: " if problem.rule else ""
    lines += [problem.mxnet_message or "", rule + (problem.remedy or ""), wording.others(problem.also)]
    return "\n".join(line for line in lines if line)
