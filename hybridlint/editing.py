"""Apply the edits of fixes to a text."""

from __future__ import annotations

import bisect
import re
from typing import Dict, List, Optional, Sequence, Tuple

from hybridlint.finding import Edit, Finding, Fix

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")


def applied(text: str, findings: Sequence[Finding]) -> str:
    """Return `text` with the edits of `findings`. Added lines get the line ends of the line to which they are added."""
    lines = _LINE.findall(text) or [""]
    if lines[-1].endswith(("\r", "\n")):
        lines.append("")
    newline = _newline(lines)
    edits = [edit for finding in findings for edit in (finding.fix.edits if finding.fix else ())]
    for edit in sorted(edits, key=lambda e: (e.line, e.column, e.end_line, e.end_column), reverse=True):
        first, last = edit.line - 1, edit.end_line - 1
        ending = lines[first][len(lines[first].rstrip("\r\n")) :] or newline
        replaced = lines[first][: edit.column] + edit.text.replace("\n", ending) + lines[last][edit.end_column :]
        lines[first : last + 1] = [replaced]
        # Edits are applied from the end, so the places of earlier ones are unchanged.
    return "".join(lines)


def without_overlaps(findings: Sequence[Finding]) -> List[Finding]:
    """Return as many of `findings` as can be fixed at once.

    Of two that touch each other, it is the inner one; the next round fixes the outer one. Fixes are applied completely
    or not at all.
    """

    def size(finding: Finding) -> Tuple[int, int, Tuple[int, int]]:
        (line, column), (end_line, end_column) = _span(finding)
        return (end_line - line, end_column - column, (line, column))

    taken: List[Tuple[Tuple[int, int], Tuple[int, int]]] = []
    chosen: List[Finding] = []
    for finding in sorted(findings, key=size):
        start, end = _span(finding)
        place = bisect.bisect(taken, (start, end))
        before, after = taken[:place][-1:], taken[place:][:1]
        if all(other_end < start for _, other_end in before) and all(other_start > end for other_start, _ in after):
            taken.insert(place, (start, end))
            chosen.append(finding)
    return sorted(chosen, key=lambda item: item.sort_key())


def compatible(fixes: Sequence[Fix]) -> List[Fix]:
    """Return as many of `fixes` as can be applied at once, of two that overlap the inner one. They may share edits,
    such as an import."""
    edits: Dict[Edit, None] = {}
    chosen: List[Fix] = []
    for fix in sorted(fixes, key=lambda fix: max(map(_extent, fix.edits))):
        if not any(_overlap(edit, other) for edit in fix.edits if edit not in edits for other in edits):
            chosen.append(fix)
            edits.update(dict.fromkeys(fix.edits))
    return chosen


def _extent(edit: Edit) -> Tuple[int, int]:
    return edit.end_line - edit.line, edit.end_column - edit.column


def _overlap(edit: Edit, other: Edit) -> bool:
    begins = max((edit.line, edit.column), (other.line, other.column))
    return begins < min((edit.end_line, edit.end_column), (other.end_line, other.end_column))


def _span(finding: Finding) -> Tuple[Tuple[int, int], Tuple[int, int]]:
    edits = finding.fix.edits if finding.fix else ()
    return min((e.line, e.column) for e in edits), max((e.end_line, e.end_column) for e in edits)


def _newline(lines: Sequence[str]) -> str:
    """Return the most frequent line end."""
    ends: List[Optional[str]] = [re.sub(r"[^\r\n]", "", line) for line in lines]
    return max(("\n", "\r\n", "\r"), key=ends.count)


def universal(text: str) -> str:
    r"""Return `text` with the line ends `\n`."""
    return text.replace("\r\n", "\n").replace("\r", "\n")
