"""The linter against cases whose outcome on real MXNet is known, and against rewritten forms of each.

Those of `tests/cases` and the rules' own examples are always among them; HYBRIDLINT_TRUTH may name a file of more.
"""

from __future__ import annotations

import ast
import contextlib
import difflib
import functools
import os
import pathlib
import re
import textwrap
from typing import Any, Callable, Dict, Iterable, Iterator, List

import pytest

from hybridlint import rules
from hybridlint.analysis import analyse
from hybridlint.fixing import fix
from hybridlint.mxnet_api import RECORDING
from tests.case_format import read
from tests.judging import fixes, linter
from tests.transformations import TRANSFORMATIONS, forward

OWN_CASES = pathlib.Path(__file__).parent.parent / "cases"
CASES = os.environ.get("HYBRIDLINT_TRUTH")
#: Rules about how blocks are built, which do not need a trace.
STRUCTURE = ("HYB7",)


def examples() -> List[Dict[str, Any]]:
    """The examples of the default rules, in the form of cases."""
    return [
        {
            "id": f"{rule.code}-{number}",
            "src": example.bad,
            "fixed": example.good,
            "label": "flag",
            "static": "decidable",
        }
        for rule in rules.rules_of(1)
        if rule.default
        for number, example in enumerate(rule.examples)
    ]


#: Name → what reads the cases of a file, or the rules' examples.
SOURCES: Dict[str, Callable[[], List[Dict[str, Any]]]] = {
    **{
        file.relative_to(OWN_CASES).as_posix(): functools.partial(read, str(file))
        for file in sorted(OWN_CASES.rglob("*.py"))
    },
    **({"HYBRIDLINT_TRUTH": functools.partial(read, CASES)} if CASES else {}),
    "examples": examples,
}


def cases() -> List[Dict[str, Any]]:
    """The cases of all sources."""
    return [case for source in SOURCES.values() for case in source()]


def wrong(outcomes: List[linter.Outcome]) -> List[str]:
    """Names of the cases that were missed or falsely reported without a known reason."""
    return [o.name for o in outcomes if (o.missed or o.false_alarm) and not o.reason]


def unexpected(outcome: linter.Outcome) -> Iterator[str]:
    """In what a case is not as its file states."""
    reported = [*outcome.findings, *outcome.opt_in]
    for expected in outcome.expected:
        codes = {finding.code for finding in reported if finding.line == expected.line}
        for code in sorted(set(expected.codes) - codes):
            yield f"expects {code} in line {expected.line}, which has {', '.join(sorted(codes)) or 'no finding'}"
        if expected.fix and fixed_line(outcome, expected.line) != ast.dump(ast.parse(expected.fix)):
            yield f"expects the fix `{expected.fix}` in line {expected.line}"
    if (outcome.missed or outcome.false_alarm) and not outcome.reason:
        yield f"missed: {outcome.label}" if outcome.missed else f"reported: {outcome.findings[0].message}"
    if outcome.reason and not (outcome.missed or outcome.false_alarm):
        yield "is stated to be missed or reported, and is not"
    if any(finding.code == "HYB002" for finding in reported):
        yield f"a rule fails: {reported[0].message}"


def fixed_line(outcome: linter.Outcome, line: int) -> str:
    """The statement that takes the place of a line, as `ast.dump` prints it; "" if it stays."""
    changed = fix(outcome.text, unsafe=True, selects=fixes.is_default).text.splitlines()
    before = outcome.text.splitlines()
    for kind, first, last, start, end in difflib.SequenceMatcher(None, before, changed, autojunk=False).get_opcodes():
        if kind != "equal" and first <= line - 1 < last:
            with contextlib.suppress(SyntaxError):
                return ast.dump(ast.parse(textwrap.dedent("\n".join(changed[start:end]))))
    return ""


def test_cases_have_names_of_their_own() -> None:
    names = [case["id"] for case in cases()]
    assert len(set(names)) == len(names)


def test_no_two_cases_are_the_same_block() -> None:
    first: Dict[str, str] = {}
    repeated = []
    for case in read(str(OWN_CASES)):
        parts = [case.get(key) for key in ("inputs", "ctor", "call", "between", "hybridize")]
        block = repr([re.sub(r"\s*#.*", "", case["src"]), *parts])
        if first.setdefault(block, case["id"]) != case["id"]:
            repeated.append((first[block], case["id"]))
    assert repeated == []


def test_cases_are_in_the_file_of_a_rule() -> None:
    codes = {rule.code for rule in rules.all_rules()}
    files = sorted(file for file in OWN_CASES.rglob("*.py") if file.parent.name != "no_rule")
    assert [str(file) for file in files if file.stem not in codes or file.parent.name != file.stem[:4]] == []


@functools.lru_cache(maxsize=1)
def judged(source: str) -> List[linter.Outcome]:
    """The outcomes of a source. The tests of one source follow each other."""
    return linter.judge(SOURCES[source]())


@pytest.mark.parametrize("source", SOURCES)
def test_every_case_is_as_its_file_states(source: str) -> None:
    outcomes = linter.judge(SOURCES[source]())
    assert outcomes
    assert [
        f"{outcome.place} {outcome.name}: {problem}" for outcome in outcomes for problem in unexpected(outcome)
    ] == []
    assert [outcome.name for outcome in outcomes if outcome.right_line is False] == [], "not on the line that fails"
    findings = [finding for outcome in outcomes for finding in (*outcome.findings, *outcome.opt_in)]
    assert wordy(finding.message for finding in findings) == []


def wordy(messages: Iterable[str]) -> List[str]:
    """The messages of 120 characters or more apart from quoted code, and those that end with a full stop."""
    return [message for message in messages if len(re.sub("`[^`]*`", "`…`", message)) >= 120 or message.endswith(".")]


def test_messages_about_mxnet2_are_under_120_characters_and_end_without_a_full_stop() -> None:
    bad = [example.bad for rule in rules.rules_of(2) for example in rule.examples]
    messages = [finding.message for text in bad for finding in analyse(text, mxnet_version=RECORDING)]
    assert messages
    assert wordy(messages) == []


@pytest.mark.parametrize("turn", range(len(TRANSFORMATIONS)), ids=sorted(TRANSFORMATIONS))
def test_rewriting_a_block_does_not_change_the_verdict(turn: int, run_slow: bool) -> None:
    """A tenth of the cases, in turns, for there are thousands; `--run-slow` rewrites each in every way."""
    name = sorted(TRANSFORMATIONS)[turn]
    all_cases = cases()
    rewritten = all_cases if run_slow else all_cases[turn :: 10 * len(TRANSFORMATIONS)]
    outcomes = linter.judge(rewritten, TRANSFORMATIONS[name])
    assert len(outcomes) >= 20
    assert wrong(outcomes) == []


def test_what_is_never_traced_is_not_reported(run_slow: bool) -> None:
    reported = []
    tried = 0
    for case in cases()[:: 1 if run_slow else 10]:
        text = forward(case["src"])
        others = ("hybrid_forward", "HybridLambda", "use_np", "set_np")
        if text is not None and not any(word in text for word in others):
            tried += 1
            codes = {finding.code for finding in analyse(text) if finding.default}
            if any(not code.startswith(STRUCTURE) for code in codes):
                reported.append((case["id"], sorted(codes)))
    assert tried >= 50
    assert reported == []
