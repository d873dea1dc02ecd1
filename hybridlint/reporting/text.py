"""For people, and for editors that read `path:line:column: CODE message`."""

from __future__ import annotations

import collections
import dataclasses
from typing import Counter, Iterator, List, Optional

from hybridlint.explaining import meaning_of
from hybridlint.finding import Fix
from hybridlint.reporting.style import Style
from hybridlint.results import FileResult, Result, place_name
from hybridlint.rules import find_rule
from hybridlint.rules.wording import fitted


@dataclasses.dataclass(frozen=True, order=True)
class _Item:
    """One thing reported of a file. `line` counts from 1, `column` and `end_column` (on that line) from 0."""

    line: int
    column: int
    end_column: int
    code: str
    message: str
    color: str
    fix: Optional[Fix] = dataclasses.field(default=None, compare=False)


def render(result: Result, style: Style) -> str:
    """A paragraph for each finding, the statistics if they are wanted, and a summary."""
    terminal = style.terminal
    paragraphs: List[str] = []
    for failure in result.could_not_look:
        paragraphs.append(_paragraph(style, failure.path, "", failure.code, failure.message, "red"))
    for file in result.files:
        for item in sorted(_items(file)):
            place = f":{item.line}:{item.column + 1}"
            paragraphs.append(_paragraph(style, file.name, place, item.code, item.message, item.color))
            source = file.lines.get(item.line, "")
            if style.show_source and source.strip():
                paragraphs += _excerpt(source, item, style)
                paragraphs += _remedy(source, item, style)
    if style.statistics:
        paragraphs += _statistics(result)
    color = "red" if result.exit_code else "green"
    if style.summary:
        paragraphs.append(terminal.styled(terminal.wrapped(summary(result)), "bold", color))
    return "".join(f"{paragraph}\n" for paragraph in paragraphs)


def _paragraph(style: Style, path: str, place: str, code: str, message: str, color: str) -> str:
    """`path:line:column: CODE message`, on a terminal wrapped with a hanging indent."""
    terminal = style.terminal
    words = [f"{path}{place}:", *([code] if code else [])]
    text = terminal.wrapped(message, start=len(" ".join(words)) + 1)
    link = meaning_of(code).url if code and terminal.links else ""
    shown = [
        terminal.styled(path, "bold") + terminal.styled(f"{place}:", "cyan"),
        terminal.styled(code, "bold", color, link=link),
    ]
    return " ".join([*filter(None, shown), text])


def _items(file: FileResult) -> Iterator[_Item]:
    for failure in file.could_not_look:
        yield _Item(failure.line, failure.column, failure.column, failure.code, failure.message, "red")
    for finding in file.findings:
        end = finding.end_column if finding.end_line == finding.line else len(file.lines.get(finding.line, ""))
        color = "red" if finding.default else "yellow"
        yield _Item(finding.line, finding.column, end, finding.code, fitted(finding.message), color, finding.fix)
    for unused in file.unused_suppressions:
        yield _Item(unused.line, unused.column, unused.column + len(unused.code), "", unused.message, "yellow")


def _excerpt(source: str, item: _Item, style: Style) -> List[str]:
    indent = len(source) - len(source.lstrip())
    # Tabs stay tabs, so that the mark is below what it marks.
    before = "".join("\t" if character == "\t" else " " for character in source[indent : item.column])
    mark = "^" * max(min(item.end_column, len(source.rstrip())) - item.column, 1)
    shown, width = source.strip(), (style.terminal.width or len(source) + 4) - 4
    cut = max(min(len(before) + len(mark) - width + 1, len(before)), 0) if len(shown) > width else 0
    marked = f"{before[cut:]}{style.terminal.styled(mark[:width], item.color)}"
    return [f"    {_cut(shown[cut:], width)}", f"    {marked}"]


def _cut(line: str, width: int) -> str:
    return line if len(line) <= width else f"{line[: width - 1]}…"


def _remedy(source: str, item: _Item, style: Style) -> List[str]:
    """The line after a fix that changes no other one, unless the message has the code, and what an unsafe fix may
    change."""
    fix, terminal = item.fix, style.terminal
    if fix is None:
        return []
    risk = [] if fix.safe else [f"    {terminal.wrapped(f'unsafe: {fix.risk}', start=4)}"]
    for edit in sorted(fix.edits, key=lambda edit: edit.column, reverse=True):
        source = source[: edit.column] + edit.text + source[edit.end_column :]
    of_line = all(edit.line == edit.end_line == item.line for edit in fix.edits) and "\n" not in source
    if not of_line or "; write `" in item.message:
        return risk
    return [f"  + {_cut(source.strip(), (terminal.width or len(source) + 4) - 4)}", *risk]


def _statistics(result: Result) -> List[str]:
    """How often each code was found, the most frequent first, with the name of its rule."""
    counted: Counter[str] = collections.Counter(finding.code for file in result.files for finding in file.findings)
    ordered = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    return [f"{count:<7} {code}  {find_rule(code).name}" for code, count in ordered]


def summary(result: Result) -> str:
    """What was found, in one line."""
    parts = []
    if result.findings:
        paths = {file.path for file in result.files}
        concerned = {file.path for file in result.files if file.findings}
        parts.append(f"Found {_count(result.findings, 'problem')} in {len(concerned)} of {_count(len(paths), 'file')}")
    elif result.checked:
        parts.append(f"No problem found in {_count(result.checked, 'file')}")
    else:
        parts.append("No file was analysed")
    fixes = [finding.fix for file in result.files for finding in file.findings if finding.fix]
    if fixes:
        parts.append(f"{len(fixes)} with a fix: `hybridlint fix --diff`, or `--unsafe-fixes --diff` for all")
    if result.unused_suppressions:
        parts.append(_count(result.unused_suppressions, "unused suppression"))
    if result.not_looked_at:
        names = {place_name(item.path, None) for item in result.not_looked_at}
        parts.append(f"{_count(len(names), 'path')} could not be analysed")
    if result.baseline:
        parts.append(f"{_count(result.baseline.known, 'known problem')} in the baseline")
        if result.baseline.gone:
            entries = _count(result.baseline.gone, "entry", "entries")
            parts.append(f"{entries} of the baseline no longer found: remove them with --write-baseline")
    return "; ".join(parts) + "."


def _count(number: int, noun: str, plural: str = "") -> str:
    return f"{number} {noun if number == 1 else plural or noun + 's'}"
