"""JUnit XML, which most continuous integration servers show: a suite for each file, a case for each finding."""

from __future__ import annotations

import dataclasses
import re
import xml.etree.ElementTree as ElementTree
from typing import Dict, List, Optional, Sequence

from hybridlint import about
from hybridlint.reporting.annotation import Annotation, of_result
from hybridlint.reporting.style import Style
from hybridlint.results import Result, place_name
from hybridlint.selection import COULD_NOT_LOOK

#: Characters that XML 1.0 does not allow, even when escaped.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclasses.dataclass(frozen=True)
class Case:
    """A case of a suite. `outcome` is "failure", "error", "skipped", or "" for one that passes.

    `message` and `text` describe the outcome, `kind` is its type. `output` is what was printed.
    """

    classname: str
    name: str
    outcome: str = ""
    message: str = ""
    text: str = ""
    kind: str = ""
    file: str = ""
    seconds: Optional[float] = None
    output: str = ""


@dataclasses.dataclass(frozen=True)
class Suite:
    """Cases of one file or one model, and what was printed."""

    name: str
    cases: List[Case]
    output: str = ""


def render(result: Result, style: Style) -> str:
    """One `testsuites` document. A file without findings has one case, which passes."""
    cases: Dict[str, List[Case]] = {file.path: [] for file in result.files}
    for item in of_result(result):
        cases.setdefault(item.path, []).append(_case_of(item))
    return document(about.NAME, [Suite(path, own or [Case(path, about.NAME)]) for path, own in cases.items()])


def _case_of(item: Annotation) -> Case:
    classname, name = place_name(item.path, item.cell), f"{item.code} at line {item.line}"
    found = item.code not in COULD_NOT_LOOK
    name += f", column {(item.column or 0) + 1}" if found else ""
    text = f"{classname}, {name}: {item.message}\n{item.source}".rstrip()
    return Case(classname, name, "failure" if found else "error", item.message, text, item.code, item.path)


def document(name: str, suites: Sequence[Suite]) -> str:
    """Return the text of one `testsuites` document, in which suites and the whole count their cases."""
    root = ElementTree.Element("testsuites", name=name)
    for suite in suites:
        element = ElementTree.SubElement(root, "testsuite", name=_clean(suite.name))
        element.extend(map(_element, suite.cases))
        seconds = [case.seconds for case in suite.cases if case.seconds is not None]
        if seconds:
            element.set("time", f"{sum(seconds):.3f}")
        if suite.output:
            ElementTree.SubElement(element, "system-out").text = _clean(suite.output)
    for element in (root, *root):
        _count(element)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _element(case: Case) -> ElementTree.Element:
    element = ElementTree.Element("testcase", classname=_clean(case.classname), name=case.name)
    if case.file:
        element.set("file", _clean(case.file))
    if case.seconds is not None:
        element.set("time", f"{case.seconds:.3f}")
    if case.outcome:
        outcome = ElementTree.SubElement(element, case.outcome, message=_clean(case.message))
        outcome.text = _clean(case.text)
        if case.kind:
            outcome.set("type", case.kind)
    if case.output:
        ElementTree.SubElement(element, "system-out").text = _clean(case.output)
    return element


def _count(element: ElementTree.Element) -> None:
    """Set the attributes that count the cases in `element`."""
    cases = list(element.iter("testcase"))
    element.set("tests", str(len(cases)))
    for attribute, outcome in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        element.set(attribute, str(sum(case.find(outcome) is not None for case in cases)))


def _clean(text: str) -> str:
    """Return `text` without the characters that XML 1.0 does not allow."""
    return _NOT_XML.sub("\ufffd", text)
