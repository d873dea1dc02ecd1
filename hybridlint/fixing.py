"""Apply the fixes of findings repeatedly until nothing changes.

A fix whose result Python cannot parse is skipped.
"""

from __future__ import annotations

import ast
import bisect
import dataclasses
import itertools
from typing import Callable, Dict, Iterable, List, Optional, Sequence, Set, Tuple, Union

from hybridlint.checking import parse
from hybridlint.editing import applied, universal, without_overlaps
from hybridlint.facts import Facts
from hybridlint.finding import Edit, Finding
from hybridlint.selection import Selects, everything
from hybridlint.validation import shown

#: Nested findings are fixed round by round. No code nests this deep; the limit stops fixes that never converge.
MOST_ROUNDS = 200


@dataclasses.dataclass(frozen=True)
class Fixed:
    """The text after fixing, and the fixed findings in order, with the places that they had at the time.

    `settled` is False if there was still something to fix after :data:`MOST_ROUNDS`.
    """

    text: str
    fixed: Tuple[Finding, ...] = ()
    settled: bool = True


def fix(
    text: str,
    facts: Optional[Facts] = None,
    unsafe: bool = False,
    *,
    mxnet_version: Optional[str] = None,
    selects: Selects = everything,
) -> Fixed:
    """Apply the safe fixes, and the others if `unsafe`, of the selected rules to `text` until there are none.

    `facts` are those of a run of its blocks. Comments suppress nothing. Raise :class:`hybridlint.analysis.NotAnalysed`
    if the original `text` is not Python.
    """
    from hybridlint.analysis import analyse

    def find(code: str) -> List[Finding]:
        known = None if facts is None else facts.moved(universal(text), code)
        return analyse(code, mxnet_version=mxnet_version, selects=selects, facts=known)

    return apply_fixes(text, find, unsafe)


def apply_fixes(text: str, find: Callable[[str], Sequence[Finding]], unsafe: bool = False) -> Fixed:
    r"""Apply to `text`, with any line ends, the safe fixes of the findings of `find`, and the others if `unsafe`.

    `find` gets the text with the line ends `\n`, and omits findings that must not be fixed. A safe fix is applied if
    the imperative results are shown to be the same; see :mod:`hybridlint.validation`.
    """
    fixed: List[Finding] = []
    seen: Set[str] = {text}
    refused: Set[Tuple[str, Tuple[Edit, ...]]] = set()
    before = _Round(text)
    for _ in range(MOST_ROUNDS):
        result = find(universal(text))
        repeated = _found_again(before, text, result)
        if repeated:
            refused.update((before.text, _edits(item)) for item in repeated)
            del fixed[len(fixed) - len(before.chosen) :]
            seen.discard(text)
            text, before = before.text, _Round(before.text)
            continue
        candidates = [
            finding
            for finding in result
            if finding.fix and finding.fix.edits and (unsafe or finding.fix.safe)
            if (text, _edits(finding)) not in refused
        ]
        if not candidates:
            return Fixed(text, tuple(fixed))
        chosen = without_overlaps([item for item in candidates if item.fix and item.fix.safe])
        chosen = chosen or without_overlaps(_first_of_each_definition(text, candidates))
        changed = applied(text, chosen)
        if not _parses(changed):
            # One at a time: the first that is harmless on its own; the others are never tried again.
            harmless = [item for item in chosen if _parses(applied(text, [item]))]
            refused.update((text, _edits(item)) for item in chosen if item not in harmless)
            chosen = harmless[:1]
            if not chosen:
                continue
            changed = applied(text, chosen)
        if not unsafe:
            harmless = shown(text, chosen)
            refused.update((text, _edits(item)) for item in chosen if item not in harmless)
            chosen = harmless
            if not chosen:
                continue
            changed = applied(text, chosen)
        before = _Round(text, result, chosen)
        fixed.extend(chosen)
        if changed in seen:
            # The fixes of two rules undo each other, or one changes nothing: stop here.
            return Fixed(changed, tuple(fixed), settled=False)
        seen.add(changed)
        text = changed
    return Fixed(text, tuple(fixed), settled=False)


@dataclasses.dataclass(frozen=True)
class _Round:
    """A text, its findings, and those that were chosen to be fixed."""

    text: str
    findings: Sequence[Finding] = ()
    chosen: Sequence[Finding] = ()


def _parses(text: str) -> bool:
    try:
        parse(universal(text))
    except SyntaxError:
        return False
    return True


def _edits(finding: Finding) -> Tuple[Edit, ...]:
    return finding.fix.edits if finding.fix else ()


def _found_again(before: _Round, text: str, findings: Sequence[Finding]) -> List[Finding]:
    """Return the fixes of `before` after which the same code is found in the same place, or in one that contains it.

    They would be applied forever.
    """
    if not before.chosen:
        return []
    old, new = _Places(before.text), _Places(text)
    grown = [(*old.of(edit), len(edit.text)) for finding in before.chosen for edit in _edits(finding)]
    again = []
    for item in before.chosen:
        places = [old.of(item), *map(old.of, _edits(item))]
        first, last = min(start for start, _ in places), max(end for _, end in places)
        moved = first + sum(size - (end - start) for start, end, size in grown if start < first)
        moved_last = last + sum(size - (end - start) for start, end, size in grown if end <= last)
        inside = [
            candidate
            for candidate in findings
            if candidate.code == item.code and new.within(candidate, moved, moved_last)
        ]
        same = [candidate for candidate in inside if new.text_of(candidate) == old.text_of(item)]
        owed = [
            candidate
            for candidate in before.findings
            if candidate.code == item.code and old.text_of(candidate) == old.text_of(item)
        ]
        owed = [candidate for candidate in owed if old.within(candidate, first, last)]
        instead = [
            candidate
            for candidate in inside
            if new.of(candidate) == (moved, moved_last) and _description(candidate) == _description(item)
        ]
        if not _touches(item, old):
            # The fix changes uses of the name of a value: of those that stay, the same finding remains.
            same = [
                candidate
                for candidate in same
                if [edit.text for edit in _edits(candidate)] == [edit.text for edit in _edits(item)]
            ]
        if len(same) >= len(owed) or instead:
            again.append(item)
    return again


def _touches(finding: Finding, places: _Places) -> bool:
    """Return whether a fix edits the code that the finding is about."""
    start, end = places.of(finding)
    return any(
        first < end and start < last or first == last == start for first, last in map(places.of, _edits(finding))
    )


def _description(finding: Finding) -> str:
    return finding.fix.description if finding.fix else ""


class _Places:
    """Converts places in a text to numbers of characters before them."""

    def __init__(self, text: str) -> None:
        self._text = universal(text)
        self._starts = [0, *itertools.accumulate(len(line) + 1 for line in self._text.split("\n"))]

    def of(self, part: Union[Edit, Finding]) -> Tuple[int, int]:
        """Return the start and the end of the text that an edit replaces, or that a finding is about."""
        last = part.end_line or part.line
        return self._starts[part.line - 1] + part.column, self._starts[last - 1] + part.end_column

    def text_of(self, part: Finding) -> str:
        start, end = self.of(part)
        return self._text[start:end]

    def within(self, part: Finding, first: int, last: int) -> bool:
        start, end = self.of(part)
        return first <= start and end <= last


def _first_of_each_definition(text: str, findings: Iterable[Finding]) -> List[Finding]:
    """Return the first of the unsafe fixes in each class and function of the module. After it more may be known for the
    others: of a tensor whose shape could not be followed."""
    starts = [statement.lineno for statement in ast.parse(universal(text)).body]
    first: Dict[int, Finding] = {}
    for finding in sorted(findings, key=Finding.sort_key):
        first.setdefault(bisect.bisect(starts, finding.line), finding)
    return list(first.values())
