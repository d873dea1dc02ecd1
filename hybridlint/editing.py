"""Apply the edits of fixes to a text."""

from __future__ import annotations

import re
from typing import List, Optional, Sequence

from hybridlint.finding import Finding

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


def _newline(lines: Sequence[str]) -> str:
    """Return the most frequent line end."""
    ends: List[Optional[str]] = [re.sub(r"[^\r\n]", "", line) for line in lines]
    return max(("\n", "\r\n", "\r"), key=ends.count)


def universal(text: str) -> str:
    r"""Return `text` with the line ends `\n`."""
    return text.replace("\r\n", "\n").replace("\r", "\n")
