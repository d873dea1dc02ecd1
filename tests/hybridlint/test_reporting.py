"""The forms of a report are what their readers expect."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any, Callable, Dict, List
from urllib.parse import unquote

import jsonschema
import junitparser
import pytest

import hybridlint.reporting
from hybridlint.finding import Edit, Finding, Fix
from hybridlint.reporting import FORMATS
from hybridlint.reporting.style import Style
from hybridlint.results import BaselineOutcome, CouldNotLook, FileResult, Result, UnusedSuppression
from hybridlint.rules import all_rules

LINE = "        return F.relu(x[0])"


@pytest.fixture
def result() -> Result:
    """One of everything."""
    start = LINE.index("x[0]")
    fix = Fix((Edit(6, start, 6, start + 4, "x"),), True, "take it all")
    finding = Finding("HYB301", 6, start, "100% wrong:\nreally", 6, start + 4, fix)
    optional = Finding(all_rules()[-1].code, 7, 0, "perhaps", default=False)
    file = FileResult(
        os.path.join("a folder,", "ä.py"),
        (finding, optional),
        (CouldNotLook("a folder,/ä.py", "a rule failed", 9, 3, "HYB002", "Traceback"),),
        (UnusedSuppression("a folder,/ä.py", 3, 8, "HYB2", "it reports nothing here"),),
        {6: LINE, 7: "pass"},
        suppressed=4,
    )
    missing = CouldNotLook("c.py", "it is not there")
    return Result((file, FileResult("b.py")), "1.9.1", (missing,), BaselineOutcome("k", 2, 1))


EMPTY = Result((FileResult("b.py"),), "1.9.1")


def schema() -> Dict[str, Any]:
    folder = Path(hybridlint.reporting.__file__).parent
    return dict(json.loads((folder / "schema.json").read_text(encoding="utf-8")))


def test_json_is_what_its_schema_states(result: Result) -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    for item in (result, EMPTY):
        jsonschema.validate(json.loads(FORMATS["json"](item, Style())), schema())


def test_the_schema_and_the_page_name_every_field(result: Result) -> None:
    """So that a new field cannot be forgotten in either."""
    document = json.loads(FORMATS["json"](result, Style()))
    rules = schema()
    page = (Path(__file__).parents[2] / "docs" / "json-format.md").read_text(encoding="utf-8")

    def compare(value: Any, described: Dict[str, Any]) -> None:
        if "$ref" in described:
            described = {**described, **rules["$defs"][described["$ref"].rsplit("/", 1)[1]]}
        if "oneOf" in described:
            described = next(choice for choice in described["oneOf"] if choice.get("type") != "null")
            described = rules["$defs"][described["$ref"].rsplit("/", 1)[1]] if "$ref" in described else described
        if isinstance(value, dict):
            assert set(value) == set(described["properties"]) == set(described["required"])
            for key, item in value.items():
                assert f"`{key}`" in page, key
                if item is not None:
                    compare(item, described["properties"][key])
        elif isinstance(value, list):
            for item in value[:1]:
                compare(item, described["items"])

    compare(document, rules)


def test_json_counts_from_one_and_ends_after_the_last_character(result: Result) -> None:
    finding = json.loads(FORMATS["json"](result, Style()))["findings"][0]
    assert LINE[finding["column"] - 1 : finding["end_column"] - 1] == "x[0]"
    edit = finding["fix"]["edits"][0]
    assert LINE[edit["column"] - 1 : edit["end_column"] - 1] == "x[0]"


def test_text_is_in_the_order_of_lines(result: Result) -> None:
    expected_text = FORMATS["text"](result, Style()).splitlines()
    numbers = [re.match(r"a folder,.*?py:(\d+):", line) for line in expected_text]
    assert [int(match[1]) for match in numbers if match] == [3, 6, 7, 9]


@pytest.mark.parametrize("source", ["\treturn x[0]", "  é = x[0]", "x[0]"])
def test_the_mark_stands_below_what_it_marks(source: str) -> None:
    start = source.index("x[0]")
    finding = Finding("HYB301", 1, start, "wrong", 1, start + 4)
    expected_text = FORMATS["text"](
        Result((FileResult("a.py", (finding,), lines={1: source}),), "1.9.1"), Style(show_source=True)
    ).splitlines()
    shown, mark = expected_text[1], expected_text[2]
    assert shown[mark.index("^") :][: mark.count("^")] == "x[0]"


@pytest.mark.parametrize("message", ["wrong; write `x[1]`", "wrong"])
@pytest.mark.parametrize("line", [1, 2])
def test_the_risk_of_a_fix_is_shown_below_the_source(message: str, line: int) -> None:
    edit = Edit(line, 0, line, 4, "x[1]")
    finding = Finding("HYB301", 1, 0, message, 1, 4, fix=Fix((edit,), False, "read the second", "there may be one row"))
    result = Result((FileResult("a.py", (finding,), lines={1: "x[0]"}),), "1.9.1")
    shown = FORMATS["text"](result, Style(show_source=True)).splitlines()
    assert "    unsafe: there may be one row" in shown
    assert ("  + x[1]" in shown) is (message == "wrong" and line == 1)


def test_github_escapes_what_would_end_a_command(result: Result) -> None:
    expected_text = FORMATS["github"](result, Style()).splitlines()
    commands = [line for line in expected_text if line.startswith("::")]
    assert len(commands) == 5
    for command in commands:
        match = re.fullmatch(r"::(error|warning) ([^:]*)::(.*)", command)
        assert match, command
        properties = dict(item.split("=", 1) for item in match[2].split(","))
        assert unquote(properties["file"]) in {os.path.join("a folder,", "ä.py"), "c.py"}
    wrong = next(command for command in commands if "wrong" in command)
    assert unquote(wrong.rsplit("::", 1)[1]) == "100% wrong:\nreally"


def test_gitlab_issues_have_what_gitlab_requires_and_fingerprints_of_their_own(result: Result) -> None:
    """The fields are those of GitLab's documentation; there is no published schema."""
    same = Finding("HYB301", 1, 0, "wrong")
    twice = Result((FileResult("a.py", (same, same), lines={1: LINE}),), "1.9.1")
    for reported in (result, twice):
        issues = json.loads(FORMATS["gitlab"](reported, Style()))
        assert len(issues) == reported.findings + reported.unused_suppressions + len(reported.not_looked_at)
        assert len({issue["fingerprint"] for issue in issues}) == len(issues)
        for issue in issues:
            assert set(issue) == {"description", "check_name", "fingerprint", "severity", "location"}
            assert issue["severity"] in ("info", "minor", "major", "critical", "blocker")
            assert not os.path.isabs(issue["location"]["path"]) and issue["location"]["lines"]["begin"] >= 1
    assert json.loads(FORMATS["gitlab"](EMPTY, Style())) == []


def test_junit_is_read_back_by_junitparser(result: Result) -> None:
    text = FORMATS["junit"](result, Style())
    assert f'"HYB301 at line 6, column {LINE.index("x[0]") + 1}"' in text
    for reported in (result, EMPTY):
        document = junitparser.JUnitXml.fromstring(FORMATS["junit"](reported, Style()).encode())
        cases = [case for suite in document for case in suite]
        outcomes = [type(outcome) for case in cases for outcome in case.result]
        assert outcomes.count(junitparser.Error) == document.errors == len(reported.not_looked_at)
        assert (
            outcomes.count(junitparser.Failure) == document.failures == reported.findings + reported.unused_suppressions
        )
        assert len(cases) == document.tests and len({(case.classname, case.name) for case in cases}) == len(cases)
    passed = [case for suite in document for case in suite if case.is_passed]
    assert [case.classname for case in passed] == ["b.py"]


def test_a_place_in_a_notebook_is_a_cell_and_a_line(result: Result, check_sarif: Callable[[Any], None]) -> None:
    finding = Finding("HYB301", 2, 4, "wrong", 2, 8)
    cells = (FileResult("n.ipynb"), FileResult("n.ipynb", (finding,), lines={2: LINE}, cell=3))
    notebook = Result(cells, "1.9.1")
    assert FORMATS["text"](notebook, Style()).splitlines() == [
        "n.ipynb:cell 3:2:5: HYB301 wrong",
        "Found 1 problem in 1 of 1 file.",
    ]
    (entries,) = json.loads(FORMATS["json"](notebook, Style()))["findings"]
    assert (entries["path"], entries["cell"], entries["line"]) == ("n.ipynb", 3, 2)
    assert "::error file=n.ipynb,title=HYB301::cell 3, line 2: wrong" in FORMATS["github"](notebook, Style())
    (issue,) = json.loads(FORMATS["gitlab"](notebook, Style()))
    assert issue["description"] == "cell 3, line 2: wrong" and issue["location"]["lines"]["begin"] == 1
    log = json.loads(FORMATS["sarif"](notebook, Style()))
    check_sarif(log)
    assert "region" not in log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]


def test_statistics_count_each_code() -> None:
    codes = ["HYB301", "HYB101", "HYB301"]
    findings = tuple(Finding(code, line, 0, "wrong") for line, code in enumerate(codes, 1))
    expected_text = FORMATS["text"](
        Result((FileResult("a.py", findings),), "1.9.1"), Style(statistics=True)
    ).splitlines()
    assert [line.split()[:2] for line in expected_text[3:5]] == [["2", "HYB301"], ["1", "HYB101"]]


def sarif(result: Result) -> Dict[str, Any]:
    document = json.loads(FORMATS["sarif"](result, Style()))
    assert document["runs"][0]["tool"]["driver"]["informationUri"].startswith("https://")
    assert document["version"] == "2.1.0" and document["$schema"].endswith("sarif-schema-2.1.0.json")
    (run,) = document["runs"]
    return dict(run)


def test_sarif_is_valid(result: Result, check_sarif: Callable[[Any], None]) -> None:
    for reported in (result, EMPTY):
        check_sarif(json.loads(FORMATS["sarif"](reported, Style())))
    with pytest.raises(jsonschema.ValidationError):
        check_sarif({"version": "2.1.0", "runs": [{"results": []}]})


def test_sarif_describes_every_rule_and_refers_to_it_rightly(result: Result) -> None:
    run = sarif(result)
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["HYB001", "HYB002", *(rule.code for rule in all_rules())]
    assert len({rule["name"] for rule in rules}) == len(rules)
    for entries in run["results"]:
        assert rules[entries["ruleIndex"]]["id"] == entries["ruleId"]
        assert entries["level"] in ("error", "warning") and entries["message"]["text"]


def places(value: Any) -> List[Dict[str, Any]]:
    """Every region in a SARIF value."""
    if isinstance(value, dict):
        here = [value[key] for key in ("region", "deletedRegion") if key in value]
        return here + [place for item in value.values() for place in places(item)]
    return [place for item in value for place in places(item)] if isinstance(value, list) else []


def test_sarif_regions_and_paths(result: Result) -> None:
    run = sarif(result)
    for region in places(run):
        assert region["startLine"] >= 1 and region["startColumn"] >= 1
        assert (region.get("endLine", region["startLine"]), region.get("endColumn", 10**6)) > (
            region["startLine"],
            region["startColumn"],
        )
    location = run["results"][0]["locations"][0]["physicalLocation"]
    assert unquote(location["artifactLocation"]["uri"]) == "a folder,/ä.py"
    base = run["originalUriBaseIds"][location["artifactLocation"]["uriBaseId"]]["uri"]
    assert base.startswith("file://") and base.endswith("/")
    (invocation,) = run["invocations"]
    assert not invocation["executionSuccessful"] and len(invocation["toolExecutionNotifications"]) == 2
    assert sarif(EMPTY)["invocations"][0]["executionSuccessful"] and sarif(EMPTY)["results"] == []


def test_sarif_replacements_are_those_of_the_fix(result: Result) -> None:
    (artifact,) = sarif(result)["results"][0]["fixes"][0]["artifactChanges"]
    (replacement,) = artifact["replacements"]
    region = replacement["deletedRegion"]
    assert region["startLine"] == region["endLine"] == 6
    before, after = LINE[: region["startColumn"] - 1], LINE[region["endColumn"] - 1 :]
    assert before + replacement["insertedContent"]["text"] + after == LINE.replace("x[0]", "x")


def test_equal_findings_have_different_sarif_fingerprints() -> None:
    two = tuple(Finding("HYB301", line, 0, "wrong") for line in (1, 2))
    run = sarif(Result((FileResult("a.py", two, lines={1: "x[0]", 2: "x[0]"}),), "1.9.1"))
    assert len({json.dumps(item["partialFingerprints"]) for item in run["results"]}) == 2
