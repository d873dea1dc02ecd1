"""Analysis: from the text of a file to its findings."""

from __future__ import annotations

import ast
import contextlib
import dataclasses
import functools
import gc
import os
import pathlib
import sys
import threading
import traceback
from typing import Any, Callable, Dict, FrozenSet, Iterable, Iterator, List, NamedTuple, Optional, Set, Tuple, Union

from hybridlint import editing, mxnet_api, neighbours, rules
from hybridlint.events import Event, TaintUse
from hybridlint.facts import Facts, executed
from hybridlint.finding import Finding, Fix
from hybridlint.interpreter import interpret
from hybridlint.module import Module
from hybridlint.mxnet_api import Api
from hybridlint.numpy_semantics import is_for_mxnet2
from hybridlint.prefilter import may_concern, may_hold_block
from hybridlint.rewrites import helpers
from hybridlint.rewrites.rewrite import of_rule, rewritten
from hybridlint.rewrites.source import Source
from hybridlint.rules.base import About, Report, Rule
from hybridlint.selection import Selects, everything
from hybridlint.symbols import Divergence


class NotAnalysed(Exception):
    """The file could not be analysed, for `reason`, at `line` (from 1) and `column` (from 0)."""

    def __init__(self, reason: str, line: int = 1, column: int = 0) -> None:
        super().__init__(reason)
        self.reason, self.line, self.column = reason, line, column


def analyse(
    text: str,
    *,
    tree: Optional[ast.Module] = None,
    mxnet_version: Optional[str] = None,
    selects: Selects = everything,
    for_messages: bool = False,
    facts: Optional[Facts] = None,
    path: str = "",
) -> List[Finding]:
    """Return the findings in a file of all rules that `selects` selects, in the order of lines.

    Findings of opt-in rules have `default` False. With `for_messages` findings may lack a fix that no message shows:
    one that is not safe, or that changes several lines. Without an `mxnet_version`, code for MXNet 2 is recognized, and
    all other code is analysed for the default version. `tree` is the `ast` of the file, if the caller has it; `facts`
    are those of a run of its blocks. `path` is the path of the file, beside which names that it imports are looked up,
    "" for none.

    Raises :class:`NotAnalysed` if the text is not Python, ValueError for an MXNet version without data.
    """
    if facts is None and not may_hold_block(text) and not (path and may_concern(text) and _derives(text, tree, path)):
        return []
    with _without_garbage_collection(), _deeper_recursion():
        return _analyse(text, tree, mxnet_version, selects, for_messages, facts, path)


def _derives(text: str, tree: Optional[ast.Module], path: str) -> bool:
    """Return whether a class of the file derives from a hybrid block of a file beside it."""
    try:
        return bool(neighbours.hybrid_classes(path, ast.parse(text) if tree is None else tree))
    except (SyntaxError, ValueError, RecursionError):
        return False


def _analyse(
    text: str,
    tree: Optional[ast.Module],
    mxnet_version: Optional[str],
    selects: Selects,
    for_messages: bool,
    facts: Optional[Facts],
    path: str,
) -> List[Finding]:
    api = None if mxnet_version is None else mxnet_api.load(mxnet_version)
    module = _parse(text, tree, frozenset() if facts is None else facts.function_lines, path)
    if api is None:
        api = mxnet_api.load(
            mxnet_api.RECORDING if is_for_mxnet2(text, module.classes, module.imports) else mxnet_api.DEFAULT
        )
    interpretation = interpret(module, api, facts)
    judge = _Judge(api, selects, interpretation.divergences)
    source = Source(module, api, interpretation.events, for_messages)
    parts = _occurrences(judge, source, interpretation.events)
    firsts = [of_line[min(of_line)][0].finding for of_line in parts.values()]
    chosen = list(_most_important([*firsts, *map(_limit, interpretation.limits)]))
    if facts is not None and facts.lines is not None:
        ran = executed(ast.parse(text), facts.lines)
        chosen = [item for item in chosen if not ran.isdisjoint(range(item.line, (item.end_line or item.line) + 1))]
    for number, item in enumerate(chosen):
        of_line = parts.get((item.code, item.line, item.message), {})
        fix = _fix(judge, source, [of_line[column] for column in sorted(of_line)])
        chosen[number] = dataclasses.replace(item, fix=fix)
    for code, (node, error) in judge.broken.items():
        message = f"the rule {code} failed on this line ({error}) and was skipped for this file: please report it"
        chosen.append(Finding("HYB002", module.span(node).line, 0, message))
    interpretation.close()
    return sorted(chosen, key=Finding.sort_key)


class _Occurrence(NamedTuple):
    """A report of a rule, from which a finding is made; in several calls a rule reports the same of one node."""

    finding: Finding
    rule: Rule
    event: Event
    report: Report


#: Code, line and message → column → what is reported there.
_Parts = Dict[Tuple[str, int, str], Dict[int, List[_Occurrence]]]


def _occurrences(judge: _Judge, source: Source, events: Iterable[Event]) -> _Parts:
    """Return the reports on `events`, but those on lines of other files, which are reported there. The uses of one
    value on a line have one cause, of which the first is reported."""
    parts: _Parts = {}
    causes: Set[Tuple[str, Any]] = set()
    for event in events:
        if event.caller is None and neighbours.file_of(event.node):
            continue
        for rule, report in judge.reports(event):
            if event.caller is None and neighbours.file_of(_node(event, report)):
                continue
            if isinstance(event, TaintUse):
                taint, line = event.reason, getattr(event.caller or event.node, "lineno", 0)
                cause = rule.code, (line, taint.words) if taint.place is None else id(taint.place)
                if cause in causes:
                    continue
                causes.add(cause)
            occurrence = _Occurrence(_finding(source, rule, event, report), rule, event, report)
            finding = occurrence.finding
            of_line = parts.setdefault((finding.code, finding.line, finding.message), {})
            of_line.setdefault(finding.column, []).append(occurrence)
    return parts


def _limit(limit: Tuple[Any, str]) -> Finding:
    """Return the finding on a node that was not analysed to its end, for a reason."""
    node, reason = limit
    title = f"`{node.name}` is " if hasattr(node, "name") else ""
    return Finding("HYB001", getattr(node, "lineno", 1), 0, f"{title}not analysed to the end: {reason}")


def _fix(judge: _Judge, source: Source, parts: List[List[_Occurrence]]) -> Optional[Fix]:
    """Return the fix of a finding on several parts of one line, which makes the edits of all if each has a fix: of two
    that overlap, those of the inner one, as the next round fixes the outer one."""
    fixes: List[Fix] = []
    # Whether fixes of parts overlap is known of their edits alone.
    only_safe = source.for_messages and len(parts) == 1
    for occurrences in parts:
        fix = judge.fix(occurrences[0], source, only_safe)
        for occurrence in occurrences[1:]:
            if fix is not None and not fix.safe:
                # A class may be called in several ways: a fix with the lengths of one is wrong in the others.
                fix = _common_fix(fix, judge.fix(occurrence, source, only_safe))
        if fix is None:
            return fixes[0] if fixes else None
        fixes.append(fix)
    if len(fixes) < 2:
        return fixes[0] if fixes else None
    chosen = editing.compatible(fixes)
    risky = next((fix for fix in chosen if not fix.safe), chosen[0])
    return dataclasses.replace(risky, edits=tuple(dict.fromkeys(edit for fix in chosen for edit in fix.edits)))


def _common_fix(unsafe: Fix, other: Optional[Fix]) -> Optional[Fix]:
    """Return the fix of a finding with the facts of two calls: a safe one of either, or the unsafe one of both."""
    if other is None or unsafe.edits == other.edits:
        return unsafe
    return other if other.safe else None


def _most_important(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the most important finding of each position: default rules come before opt-in rules, errors before silent
    divergences. A silent finding is dropped if a part of its expression raises."""
    by_position: Dict[Tuple[int, int], List[Finding]] = {}
    for finding in findings:
        by_position.setdefault((finding.line, finding.column), []).append(finding)
    best = [min(several, key=_priority) for several in by_position.values()]
    raising = [finding for finding in best if finding.default and not _is_silent(finding)]
    for finding in best:
        if not (_is_silent(finding) and any(_contains(finding, other) for other in raising)):
            yield finding


def _contains(outer: Finding, inner: Finding) -> bool:
    """Return whether the span of `inner` lies in that of `outer`, so that `inner` is evaluated first."""
    start, end = (outer.line, outer.column), (outer.end_line, outer.end_column)
    return start < (inner.line, inner.column) and (inner.end_line, inner.end_column) <= end


def _is_silent(finding: Finding) -> bool:
    return not finding.code.startswith("HYB0") and rules.find_rule(finding.code).silent


def _priority(finding: Finding) -> Tuple[bool, bool, bool, str]:
    of_rule = not finding.code.startswith("HYB0")
    return of_rule, not finding.default, _is_silent(finding), finding.code


@contextlib.contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Disable the cyclic garbage collector, which takes a fifth of the time on gluoncv and frees next to nothing: the
    objects of an analysis are reachable until its end. The work budget bounds their number."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


#: Nested statements and expressions of the analysed code are nested calls of the interpreter.
_RECURSION = 3000


@contextlib.contextmanager
def _deeper_recursion() -> Iterator[None]:
    """Raise Python's limit of recursion in the main thread of a system whose stack is large enough."""
    before = sys.getrecursionlimit()
    if threading.current_thread() is not threading.main_thread() or os.name == "nt" or before >= _RECURSION:
        yield
        return
    sys.setrecursionlimit(_RECURSION)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def _parse(text: str, tree: Optional[ast.Module], called: FrozenSet[int], path: str) -> Module:
    try:
        return Module(text, ast.parse(text) if tree is None else tree, called, path)
    except SyntaxError as error:
        raise NotAnalysed(f"not Python: {error.msg}", error.lineno or 1, max((error.offset or 1) - 1, 0)) from None
    except (ValueError, RecursionError) as error:
        raise NotAnalysed(f"not Python: {error}") from None


@functools.lru_cache(maxsize=8)
def _rules_by_subject(generation: int, selects: Selects) -> Dict[About, List[Rule]]:
    by_subject: Dict[About, List[Rule]] = {}
    for rule in rules.rules_for(generation):
        for subject in rule.subjects if selects(rule.code) else ():
            by_subject.setdefault(subject, []).append(rule)
    return by_subject


class _Judge:
    """The selected rules, by the kinds of divergences and the types of events that they are about."""

    def __init__(self, api: Api, selects: Selects, divergences: Callable[[Event], Tuple[Divergence, ...]]) -> None:
        self._api = api
        self._divergences = divergences
        self._rules = _rules_by_subject(2 if api.records else 1, selects)
        #: Code of a rule that raised → the node that it judged, and the error.
        self.broken: Dict[str, Tuple[Any, str]] = {}

    def reports(self, event: Event) -> Iterator[Tuple[Rule, Report]]:
        """Yield the reports of every rule on `event` and on how the phases differ there."""
        for divergence in self._divergences(event):
            yield from self._judge(divergence.kind, divergence, event)
        if type(event) in self._rules:
            yield from self._judge(type(event), event, event)

    def _judge(self, about: About, subject: Union[Divergence, Event], event: Event) -> Iterator[Tuple[Rule, Report]]:
        for rule in self._rules.get(about, ()):
            if rule.code in self.broken:
                continue
            try:
                reports = list(rule.judge(subject, self._api))
            except Exception as error:  # the failure of one rule must not lose the reports of the others
                self._failed(rule, event, error)
                continue
            for report in reports:
                yield rule, report

    def fix(self, occurrence: _Occurrence, source: Source, only_safe: bool) -> Optional[Fix]:
        """Return the fix of a report, None if it has none. With `only_safe` an unsafe one is without edits."""
        _, rule, event, report = occurrence
        try:
            if not of_rule(rule.code) or neighbours.file_of(_node(event, report)):
                return None
            made = helpers.best(event.node, lambda item: rewritten(rule.code, event, item, report.facts), source)
            risk = "" if made is None else made.risk or ("" if made.of_any_call else source.shared(event.node))
            edits = None if made is None else () if risk and only_safe else source.rendered(made.edits)
        except Exception as error:
            self._failed(rule, event, error)
            return None
        return None if made is None or edits is None else Fix(edits, not risk, made.description, risk)

    def _failed(self, rule: Rule, event: Event, error: Exception) -> None:
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{pathlib.Path(place.filename).name}:{place.lineno}"
        self.broken[rule.code] = (event.caller or event.node, f"{type(error).__name__}: {error}, in {where}")


def _finding(source: Source, rule: Rule, event: Event, report: Report) -> Finding:
    node, message = _node(event, report), report.message
    other = neighbours.file_of(node)
    if other:
        node, message = event.caller, f"{pathlib.Path(other).name}:{node.lineno}: {message}"
    span = source.module.span(node)
    return Finding(
        rule.code,
        span.line,
        span.column,
        message,
        span.end_line,
        span.end_column,
        default=rule.default,
    )


def _node(event: Event, report: Report) -> Any:
    """Return the node that a report is about."""
    return event.node if report.node is None else report.node
