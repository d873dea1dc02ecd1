"""All failing lines of one report: those where MXNet raised, and those that the linter finds with the facts of the run.

The model is not run again, so lines after the first one that raises are found as well.
"""

from __future__ import annotations

import ast
import os
from typing import Any, Dict, Iterator, List, Mapping, Sequence, Tuple

from hybridlint import analysis
from hybridlint.facts import Facts, executed
from hybridlint.files.suppression import Suppressions
from hybridlint.finding import Finding
from hybridlint.rules import find_rule
from hybridlint.selection import opted_in

from ..backend import load_backend
from ..report import FailingLine, Problem, Report, SourceLocation, Stage
from .explaining import rule_for
from .linting import fix_of, function_around, text_of
from .source_lines import is_user_file, location_at


def add_failing_lines(report: Report, shown: Sequence[Tuple[SourceLocation, range, str]] = ()) -> None:
    """Fill `report.failing_lines`, and let problems take rule, fix and remedy from the finding at their line.

    A finding at the location of a problem is proven by it, or by an entry of `shown`: a line, the range of lines that
    it may be, and what MXNet raised there. Problems and entries without a finding get a line of their own.
    """
    lines: Dict[Tuple[str, int], FailingLine] = {}
    proofs: List[Tuple[FailingLine, Problem]] = []
    known = [*report.problems, *(problem for probe in report.probes for problem in probe.problems)]
    for file, finding in _findings(report.facts):
        line = FailingLine(location_of(file, finding), finding.message, finding.code, fix=fix_of(file, finding))
        problems = [problem for problem in known if _shows(problem, file, finding)]
        proofs += [(line, problem) for problem in problems]
        messages = [text for place, around, text in shown if _is_at(place, file, finding, around)]
        line.evidence = next(iter([*(problem.message for problem in problems), *messages]), "")
        line.proven = bool(problems or messages)
        # One expression may fail in several ways: the first is the one that raises, unless a problem names another.
        key, named = (os.path.realpath(file), finding.line), [problem.rule for problem in problems]
        if key not in lines or line.rule in named and lines[key].rule not in named:
            lines[key] = line
    for problem in report.problems:
        place = problem.location
        if place is None or not is_user_file(place.file) or problem.details.get("consequence_of") is not None:
            continue
        if not any(line.evidence == problem.message for line in lines.values()):
            key = (os.path.realpath(place.file), place.line)
            failing = lines.setdefault(key, FailingLine(place, problem.message, problem.rule, fix=problem.fix))
            failing.proven, failing.evidence = True, failing.evidence or problem.message
    for place, around, message in shown:
        file = os.path.realpath(place.file)
        if not any(of == file and number in around for of, number in lines):
            explanation = rule_for(message, place, Stage.TRACE)
            # The rule may have its finding on another line, whose fix does not repair this one.
            of_line = explanation is not None and explanation.finding is None
            rule, fix = explanation and explanation.rule, explanation.fix if explanation and of_line else None
            failing = FailingLine(place, f"raises or differs while tracing: {message}", rule, True, message, fix)
            lines[file, place.line] = failing
    report.failing_lines = [lines[key] for key in sorted(lines)]
    for line, problem in sorted(proofs, key=lambda pair: pair[0].rule == pair[1].rule):
        if any(line is item for item in report.failing_lines):
            _agree(problem, line)


def _agree(problem: Problem, line: FailingLine) -> None:
    """Let a problem and the finding at its line have one rule and propose the same edit.

    A problem without a rule keeps its remedy: what localized it knows more than the finding.
    """
    if problem.rule == line.rule:
        line.fix = line.fix or problem.fix
    if line.fix is not None or not problem.remedy or problem.rule not in (None, line.rule):
        problem.remedy = line.message.rpartition("; ")[2]
    problem.rule, problem.fix = line.rule, line.fix


def findings_beside_a_pass(document: Mapping[str, Any]) -> Iterator[Tuple[str, str, Finding, bool]]:
    """Yield what the linter reports of a model that passes: file, class, finding, and whether the line ran.

    A line that ran has been traced as well: only silent rules are still about it. Code of the model's classes that did
    not run is analysed without facts, which are about the configuration that did. Suppressed findings are omitted.
    """
    for file, finding in _findings(document):
        if find_rule(finding.code).silent and not _is_suppressed(file, finding):
            yield file, "", finding, True
    for item in document.get("files", ()):
        if "lines" not in item:
            continue
        tree = ast.parse(text_of(item["file"]))
        ran = executed(tree, item["lines"])
        classes = {
            line: node.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ClassDef) and node.name in item["blocks"]
            for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
        }
        others = [line for line in executed(tree, classes) if line in classes and line not in ran]
        for file, finding in _findings({"files": [{**item, "blocks": {}, "lines": others}]}):
            if finding.line in classes and ran.isdisjoint(range(finding.line, (finding.end_line or finding.line) + 1)):
                if not _is_suppressed(file, finding):
                    yield file, classes[finding.line], finding, False


def _is_suppressed(file: str, finding: Finding) -> bool:
    suppressions = Suppressions(text_of(file))
    return suppressions.whole_file or suppressions.cover(finding)


def _findings(document: Mapping[str, Any]) -> Iterator[Tuple[str, Finding]]:
    """Yield the findings of the linter's default rules in the files of `document`, each with its file."""
    for item in document.get("files", ()):
        if item.get("lines") == []:
            continue
        try:
            text, version = text_of(item["file"]), load_backend().api_version
            facts = Facts.from_json(item)
            result = analysis.analyse(text, mxnet_version=version, selects=_is_default, facts=facts)
        except analysis.NotAnalysed:  # the file has changed since it was imported
            continue
        for finding in result:
            if not finding.code.startswith("HYB0"):
                yield item["file"], finding


def _is_default(code: str) -> bool:
    return opted_in(code, ())


def location_of(file: str, finding: Finding) -> SourceLocation:
    return location_at(file, finding.line, function_around(text_of(file), finding.line)[1])


def _shows(problem: Problem, file: str, finding: Finding) -> bool:
    """Return whether a problem confirms a finding: it is at that line, or its rule was found there."""
    place = problem.location
    if place is None or os.path.realpath(place.file) != os.path.realpath(file):
        return False
    if _is_at(place, file, finding):
        return True
    found_at: List[str] = str(problem.details.get("finding_at", "")).split(":")
    return problem.rule == finding.code and len(found_at) > 1 and found_at[1] == str(finding.line)


def _is_at(place: SourceLocation, file: str, finding: Finding, around: Sequence[int] = ()) -> bool:
    """Return whether a finding is at `place`, or begins in the lines `around` it."""
    if os.path.realpath(place.file) != os.path.realpath(file):
        return False
    return finding.line in around or finding.line <= place.line <= max(finding.end_line, finding.line)
