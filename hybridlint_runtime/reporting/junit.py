"""JUnit XML, for continuous integration servers: one suite per target, one case per probe.

A cause counts as one failure: a probe that fails for the same cause as an earlier one is reported as skipped.
"""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from typing import Dict, List, Sequence

from hybridlint.reporting.junit import clean, text_of

from ..report import Problem, Report, Status, Verdict
from .wording import block_name, failing_lines_heading, finding_at, further_lines, others, place


def render_junit(reports: Sequence[Report]) -> str:
    """Return one `testsuites` document."""
    root = ElementTree.Element("testsuites", name="hybridlint_runtime")
    for report in reports:
        root.append(_suite(report))
    return text_of(root)


def _suite(report: Report) -> ElementTree.Element:
    cases = [_probe_cases(report), _verdict_case(report), _lines_case(report)]
    suite = ElementTree.Element("testsuite", name=clean(report.target))
    for case in (case for group in cases for case in group):
        suite.append(case)
    suite.set("time", f"{sum(float(case.get('time', '0')) for case in suite):.3f}")
    if report.model_output:
        ElementTree.SubElement(suite, "system-out").text = clean(report.model_output)
    return suite


def _probe_cases(report: Report) -> List[ElementTree.Element]:
    cases = []
    first_with: Dict[str, str] = {}  # text of a problem → the case that fails with it
    for probe in report.probes:
        name = f"{report.target} on {probe.context}"
        case = ElementTree.Element("testcase", classname=clean(name), name=probe.probe, time=f"{probe.seconds:.3f}")
        if probe.status is Status.FAILED:
            texts = [_text(problem) for problem in probe.problems]
            if texts and all(text in first_with for text in texts):
                message = f"fails for the same cause as {first_with[texts[0]]}"
                ElementTree.SubElement(case, "skipped", message=clean(message))
            else:
                _add_result(case, "failure", probe.reason or _headline(probe.problems), probe.problems)
            for text in texts:
                first_with.setdefault(text, f"{probe.probe} on {probe.context}")
        elif probe.status is Status.NOT_RUN:
            ElementTree.SubElement(case, "skipped", message=clean(probe.reason))
        elif probe.status is Status.WARNED:
            text = "\n\n".join(_text(problem) for problem in probe.problems)
            ElementTree.SubElement(case, "system-out").text = clean(text)
        cases.append(case)
    return cases


def _verdict_case(report: Report) -> List[ElementTree.Element]:
    """Return a case for what no probe reports: why nothing could be checked, or how the process ended."""
    reported = {id(problem) for probe in report.probes for problem in probe.problems}
    texts = [_text(problem) for probe in report.probes for problem in probe.problems]
    rest = [problem for problem in report.problems if id(problem) not in reported and _text(problem) not in texts]
    case = ElementTree.Element("testcase", classname=clean(report.target), name="check")
    if report.verdict is Verdict.COULD_NOT_LOOK:
        _add_result(case, "error", report.summary, rest)
    elif rest:
        _add_result(case, "failure", _headline(rest), rest)
    elif report.probes:
        return []
    return [case]


def _lines_case(report: Report) -> List[ElementTree.Element]:
    """Return a case for the failing lines that no probe reported."""
    further = further_lines(report)
    if not further:
        return []
    case = ElementTree.Element("testcase", classname=clean(report.target), name="failing lines")
    message = f"further: {failing_lines_heading(further)}"
    element = ElementTree.SubElement(case, "failure", message=clean(message))
    texts = [f"{place(line.location)}: {line.rule}: {line.message}\n{line.location.source}" for line in further]
    element.text = clean("\n\n".join(texts))
    return [case]


def _add_result(case: ElementTree.Element, tag: str, message: str, problems: Sequence[Problem]) -> None:
    element = ElementTree.SubElement(case, tag, message=clean(message))
    element.text = clean("\n\n".join(_text(problem) for problem in problems))


def _headline(problems: Sequence[Problem]) -> str:
    return problems[0].message if problems else "failed"


def _text(problem: Problem) -> str:
    lines = [problem.message, f"in {block_name(problem.block, problem.block_class)}"]
    if problem.location is not None:
        lines.append(f"{place(problem.location)}: {problem.location.source}")
    rule = f"{problem.rule}{finding_at(problem)}: " if problem.rule else ""
    lines += [problem.mxnet_message or "", rule + (problem.remedy or ""), others(problem.also)]
    return "\n".join(line for line in lines if line)
