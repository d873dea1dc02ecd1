"""Joins what the linter reported of the packages with what MXNet did: true and false alarms, hits and misses, by rule.

    python benchmarks/ecosystem/table.py FOLDER --lint lint.json --judged JUDGED [--write docs/measurements/ecosystem.md]

A finding is judged by its statement. It *breaks* where an error of the hybridized run passed that statement, or where
its function silently did something else. It is a *false alarm* where the statement ran while a graph was made, no
configuration broke on it, and its function did the same in both phases. The rest was not reached. A *miss* is a
statement that breaks its function, without a finding. Every false alarm and every miss needs a reason in
`explanations.json`; exit 1 where one has none.
"""

from __future__ import annotations

import argparse
import collections
import dataclasses
import json
import pathlib
import sys
import textwrap
from typing import Any, Dict, Iterable, List, Optional, Set, Tuple

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))

from benchmarks.ecosystem.judge import read
from benchmarks.ecosystem.texts import Statement, Texts
from benchmarks.processes import commit

EXPLANATIONS = pathlib.Path(__file__).with_name("explanations.json")


@dataclasses.dataclass
class Breakage:
    """One way in which a function breaks. `statement` is where, if an error or a node has a place."""

    function: str
    statement: Optional[Statement]
    stage: str
    error: str
    subject: str
    own_file: bool
    reached: Set[Statement]


@dataclasses.dataclass
class Evidence:
    """What the judge saw, by function and statement."""

    runs: Dict[str, int] = dataclasses.field(default_factory=collections.Counter)
    ran: Set[Statement] = dataclasses.field(default_factory=set)
    passed: Dict[Statement, List[Breakage]] = dataclasses.field(default_factory=lambda: collections.defaultdict(list))
    breakages: List[Breakage] = dataclasses.field(default_factory=list)
    functions: Set[str] = dataclasses.field(default_factory=set)
    not_judged: Dict[str, str] = dataclasses.field(default_factory=dict)
    subjects: int = 0
    failed_subjects: Dict[str, str] = dataclasses.field(default_factory=dict)


def gather(judged: pathlib.Path, texts: Texts) -> Evidence:
    """The evidence of all files of the judge."""
    evidence = Evidence()
    for file in sorted(judged.glob("*.jsonl")):
        for event in read(file):
            if event["event"] == "end":
                evidence.subjects += 1
                if event["error"]:
                    evidence.failed_subjects[f"{file.stem}: {event['subject']}"] = event["error"]
            elif event["event"] == "call":
                _take(event, evidence, texts)
    return evidence


def _take(event: Dict[str, Any], evidence: Evidence, texts: Texts) -> None:
    if texts.repeated(event["path"], event["line"]):
        return
    function = texts.function(event["path"], event["line"])
    if event["outcome"] == "not judged":
        evidence.not_judged.setdefault(function, event["error"])
        return
    evidence.functions.add(function)
    reached = {texts.statement(path, line) for path, line in event["executed"]}
    if event["outcome"] == "runs":
        evidence.runs[function] += 1
        for path, line in event["functions"]:
            evidence.runs[texts.function(path, line)] += 1
            if not texts.repeated(path, line):
                evidence.functions.add(texts.function(path, line))
        evidence.ran |= reached
        return
    places = [tuple(place) for place in event["lines"]]
    innermost = places[-1] if places else None
    if innermost is not None:
        inside = texts.function(*innermost)
        if inside.endswith("hybrid_forward"):
            function = inside
            evidence.functions.add(function)
    breakage = Breakage(
        function,
        None if innermost is None else texts.statement(*innermost),
        event["stage"],
        event["error"],
        event["subject"],
        innermost is None or innermost[0] == function.split(":")[0],
        reached,
    )
    evidence.breakages.append(breakage)
    for place in places:
        evidence.passed[texts.statement(*place)].append(breakage)


@dataclasses.dataclass
class Judged:
    """A finding and what became of it: "breaks", "false alarm" or "not reached"."""

    finding: Dict[str, Any]
    outcome: str
    function: str
    evidence: str = ""

    @property
    def key(self) -> str:
        return f"{self.finding['path']}:{self.finding['line']} {self.finding['code']}"


#: The breakages without a line of their own that a rule reports, by stage.
_SILENT = {
    "HYB404": ("mode",),
    "HYB405": ("mode", "gradient"),
    "HYB606": ("gradient", "trace"),
    "HYB604": ("trace",),
    "HYB605": ("trace",),
}


_STATE = ("HYB503", "HYB601", "HYB602", "HYB603")


def judge_findings(findings: Iterable[Dict[str, Any]], evidence: Evidence, texts: Texts) -> List[Judged]:
    """Every finding of a default rule against the evidence."""
    without_line: Dict[str, List[Breakage]] = collections.defaultdict(list)
    for breakage in evidence.breakages:
        if breakage.statement is None:
            without_line[breakage.function].append(breakage)
    judged = []
    for finding in findings:
        statement = texts.statement(finding["path"], finding["line"])
        function = texts.function(finding["path"], finding["line"])
        silent = [
            item
            for item in without_line.get(function, ())
            if item.stage in _SILENT.get(finding["code"], (item.stage,))
            and (not item.reached or statement in item.reached)
        ]
        if finding["code"] in _STATE:  # what is kept on the block breaks where it is used
            silent = [item for item in evidence.breakages if item.function == function]
        shown = evidence.passed.get(statement) or silent
        if shown:
            judged.append(
                Judged(finding, "breaks", function, f"{shown[0].stage}: {shown[0].error} [{shown[0].subject}]")
            )
        elif statement in evidence.ran or _constructed(finding, function, evidence, texts):
            judged.append(Judged(finding, "false alarm", function))
        else:
            judged.append(Judged(finding, "not reached", function))
    return judged


def _constructed(finding: Dict[str, Any], function: str, evidence: Evidence, texts: Texts) -> bool:
    """Whether a finding of a constructor is in a class whose graph did the same as the block itself."""
    owner = texts.class_of(finding["path"], finding["line"])
    return function == f"{owner}.__init__" and evidence.runs.get(f"{owner}.hybrid_forward", 0) > 0


@dataclasses.dataclass
class Miss:
    """A breakage that no finding names."""

    breakage: Breakage
    kind: str

    @property
    def key(self) -> str:
        place = self.breakage.statement
        return f"{place[0]}:{place[1]}" if place else self.breakage.function


def misses(
    findings: Iterable[Dict[str, Any]], opt_in: Iterable[Dict[str, Any]], evidence: Evidence, texts: Texts
) -> List[Miss]:
    """Breakages without a finding on their statement, once per place: "missed", "other line" where the function has
    one, "opt-in" where only an opt-in rule has one. Those "in another file" than the function's are none of
    the linter's business."""
    opt_in_statements = {texts.statement(f["path"], f["line"]) for f in opt_in}
    opt_in_functions = {texts.function(f["path"], f["line"]) for f in opt_in if f["code"] == "HYB906"}
    statements = {texts.statement(f["path"], f["line"]) for f in findings}
    functions = {texts.function(f["path"], f["line"]) for f in findings}
    by_key: Dict[str, Miss] = {}
    for breakage in evidence.breakages:
        if breakage.statement in statements or (breakage.statement is None and breakage.function in functions):
            continue
        chain = [place for place, items in evidence.passed.items() if breakage in items]
        if any(place in statements for place in chain):
            continue
        if not breakage.own_file:
            kind = "in another file"
        elif (
            breakage.statement in opt_in_statements
            or breakage.statement is None
            and breakage.function in opt_in_functions
        ):
            kind = "opt-in"
        else:
            kind = "other line" if breakage.function in functions else "missed"
        miss = Miss(breakage, kind)
        by_key.setdefault(miss.key, miss)
    return list(by_key.values())


def main() -> int:
    """Print the table, and write the page with `--write`."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--lint", type=pathlib.Path, required=True)
    parser.add_argument("--judged", type=pathlib.Path, required=True)
    parser.add_argument("--write", type=pathlib.Path)
    options = parser.parse_args()
    texts = Texts(options.folder.resolve())
    linted = json.loads(options.lint.read_text(encoding="utf-8"))
    evidence = gather(options.judged, texts)
    findings = [f for result in linted for f in result["findings"] if f["default"]]
    opt_in = [f for result in linted for f in result["findings"] if not f["default"]]
    explanations = json.loads(EXPLANATIONS.read_text(encoding="utf-8")) if EXPLANATIONS.exists() else {}
    judged, missed = judge_findings(findings, evidence, texts), misses(findings, opt_in, evidence, texts)
    text, unexplained = page(linted, judged, missed, evidence, explanations)
    if options.write:
        options.write.write_text(text, encoding="utf-8")
        JUDGEMENTS.write_text(json.dumps(judgements(judged, missed), indent=1) + "\n", encoding="utf-8")
    print(text)
    for item in unexplained:
        print(f"NOT EXPLAINED: {item}", file=sys.stderr)
    return 1 if unexplained else 0


#: The head of the page, which is written by hand.
_HEAD = pathlib.Path(__file__).with_name("page.md")
#: Every finding and every breakage without one, with how MXNet judges it.
JUDGEMENTS = pathlib.Path(__file__).with_name("judgements.json")


def judgements(judged: List[Judged], missed: List[Miss]) -> List[Dict[str, str]]:
    """`place`, `outcome` and `evidence` of every finding and of every breakage without a finding, by place."""
    entries = [{"place": item.key, "outcome": item.outcome, "evidence": str(item.evidence or "")} for item in judged]
    for miss in missed:
        evidence = f"{miss.breakage.stage}: {miss.breakage.error}"
        entries.append({"place": miss.key, "outcome": f"no finding: {miss.kind}", "evidence": evidence})
    return sorted(entries, key=lambda item: item["place"])


def page(
    linted: List[Dict[str, Any]],
    judged: List[Judged],
    missed: List[Miss],
    evidence: Evidence,
    explanations: Dict[str, str],
) -> Tuple[str, List[str]]:
    """The page as Markdown, and the disagreements without a reason."""
    packages = [
        "| package | lines | `hybrid_forward` | new | judged | seconds | findings | breaks | false alarms | not "
        "reached |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for result in linted:
        mine = [item for item in judged if item.finding["path"].split("/")[0] == result["package"]]
        count = collections.Counter(item.outcome for item in mine)
        functions = sum(
            f.split("/")[0] == result["package"] and f.endswith("hybrid_forward") for f in evidence.functions
        )
        packages.append(
            f"| {result['package']} | {result['lines']} | {result['hybrid_forward']} | {result['new']} | {functions} "
            f"| {result['seconds']} "
            f"| {len(mine)} | {count['breaks']} | {count['false alarm']} | {count['not reached']} |"
        )
    rules = ["| rule | findings | breaks | false alarms | not reached |", "|---|---|---|---|---|"]
    for code in sorted({item.finding["code"] for item in judged}):
        count = collections.Counter(item.outcome for item in judged if item.finding["code"] == code)
        rules.append(
            f"| {code} | {sum(count.values())} | {count['breaks']} | {count['false alarm']} | {count['not reached']} |"
        )
    broken = {item.function for item in evidence.breakages}
    lines = [item for item in evidence.breakages if item.own_file]
    places = {item.statement or item.function for item in lines}
    lost = [item for item in missed if item.kind == "missed"]
    total = [sum(result[key] for result in linted) for key in ("lines", "hybrid_forward", "new")]
    summary = [
        f"- linted: {total[0]} lines with {total[1]} `hybrid_forward`, {total[2]} of them new",
        f"- functions judged: {len([f for f in evidence.functions if f.endswith('hybrid_forward')])}, "
        f"of which {len([f for f in broken if f.endswith('hybrid_forward')])} break or silently do something else in "
        "some tested configuration",
        f"- places that break a function: {len(places)}; of these {sum(item.kind == 'opt-in' for item in missed)} are "
        f"reported by an opt-in rule only, and {len(lost)} not at all",
    ]
    unexplained: List[str] = []

    def reason(key: str) -> str:
        release, _, rest = key.partition("/")
        if key not in explanations and "==" in release:
            key = rest  # what holds of a function of the newest release, holds of an earlier one
        if key not in explanations:
            unexplained.append(f"{release}/{rest}")
        return explanations.get(key, "**not explained**")

    false = [
        _wrapped(f"- `{item.key}` {item.finding['message'].split(';')[0]}. {reason(item.key)}")
        for item in judged
        if item.outcome == "false alarm"
    ]
    lost_lines = [
        _wrapped(f"- `{item.key}` ({item.kind}; {item.breakage.stage}: {item.breakage.error}). {reason(item.key)}")
        for item in missed
        if item.kind in ("missed", "in another file")
    ]
    sections = [
        _HEAD.read_text(encoding="utf-8").replace("COMMIT", commit()),
        "\n".join(packages),
        "\n".join(summary),
        "## By rule",
        "\n".join(rules),
        "## False alarms",
        "\n".join(false) or "None.",
        "## Breakages without a finding",
        "\n".join(lost_lines) or "None.",
    ]
    return "\n\n".join(section for section in sections if section) + "\n", unexplained


def _wrapped(item: str) -> str:
    """Break an item of a list into lines."""
    return textwrap.fill(item, 130, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


if __name__ == "__main__":
    sys.exit(main())
