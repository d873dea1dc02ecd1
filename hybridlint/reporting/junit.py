"""JUnit XML, which most continuous integration servers show: a suite for each file, a case for each finding."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from typing import Dict, List

from hybridlint import about
from hybridlint.reporting.style import Style
from hybridlint.results import FileResult, Result

#: Characters that XML 1.0 does not allow, even when escaped.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(result: Result, style: Style) -> str:
    """One `testsuites` document. A file without findings has one case, which passes."""
    cases: Dict[str, List[ElementTree.Element]] = {}
    for item in result.could_not_look:
        cases.setdefault(item.path, []).append(_case(item.path, item.path, item.code, "error", item.message, ""))
    for file in result.files:
        cases.setdefault(file.path, []).extend(_cases(file))
    root = ElementTree.Element("testsuites", name=about.NAME)
    for path, matches in cases.items():
        suite = ElementTree.SubElement(root, "testsuite", name=clean(path))
        suite.extend(matches or [ElementTree.Element("testcase", classname=clean(path), name=about.NAME)])
    return text_of(root)


def text_of(root: ElementTree.Element) -> str:
    """Return the document `root`, after counting the cases in each suite and in the whole."""
    for element in root.iter():
        if element.tag in ("testsuites", "testsuite"):
            _count(element)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _cases(file: FileResult) -> List[ElementTree.Element]:
    made = []
    for failure in file.could_not_look:
        name = f"{failure.code} at line {failure.line}"
        made.append(_case(file.path, file.name, name, "error", failure.message, file.lines.get(failure.line, "")))
    for finding in file.findings:
        name = f"{finding.code} at line {finding.line}, column {finding.column + 1}"
        made.append(_case(file.path, file.name, name, "failure", finding.message, file.lines.get(finding.line, "")))
    for unused in file.unused_suppressions:
        name = f"unused suppression at line {unused.line}, column {unused.column + 1}"
        made.append(_case(file.path, file.name, name, "failure", unused.message, file.lines.get(unused.line, "")))
    return made


def _case(path: str, classname: str, name: str, outcome: str, message: str, source: str) -> ElementTree.Element:
    case = ElementTree.Element("testcase", classname=clean(classname), name=name, file=clean(path))
    element = ElementTree.SubElement(case, outcome, message=clean(message), type=name.split(" at ")[0])
    element.text = clean(f"{classname}, {name}: {message}\n{source}".rstrip())
    return case


def _count(element: ElementTree.Element) -> None:
    """Set the attributes that count the cases in `element`."""
    cases = list(element.iter("testcase"))
    element.set("tests", str(len(cases)))
    for attribute, outcome in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        element.set(attribute, str(sum(case.find(outcome) is not None for case in cases)))


def clean(text: str) -> str:
    """Return `text` without the characters that XML 1.0 does not allow."""
    return _NOT_XML.sub("\ufffd", text)
