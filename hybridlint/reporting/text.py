"""For people, and for editors that read `path:line:column: CODE message`."""

from __future__ import annotations

from typing import List, Tuple

from hybridlint.results import FileResult, Result


def render(result: Result, show_source: bool) -> str:
    """One line per finding, with the source line below it if `show_source`, and a summary."""
    said: List[str] = [f"{item.path}: {item.code} {item.message}" for item in result.could_not_look]
    for file in result.files:
        for line, column, end, text in _items(file):
            said.append(f"{file.path}:{line}:{column + 1}: {text}")
            source = file.lines.get(line, "")
            if show_source and source.strip():
                said.extend(_excerpt(source, column, end))
    return "\n".join([*said, summary(result)]) + "\n"


def _items(file: FileResult) -> List[Tuple[int, int, int, str]]:
    """(line from 1, column from 0, column where it ends on that line, text) of all that is said of a file, in order."""
    items = [(item.line, item.column, item.column, f"{item.code} {item.message}") for item in file.could_not_look]
    for finding in file.findings:
        end = finding.end_column if finding.end_line == finding.line else len(file.lines.get(finding.line, ""))
        items.append((finding.line, finding.column, end, f"{finding.code} {finding.message}"))
    items.extend(
        (item.line, item.column, item.column + len(item.code), item.message) for item in file.unused_suppressions
    )
    return sorted(items)


def _excerpt(source: str, column: int, end: int) -> List[str]:
    indent = len(source) - len(source.lstrip())
    # Tabs stay tabs, so that the mark stands below what it marks.
    before = "".join("\t" if character == "\t" else " " for character in source[indent:column])
    return [f"    {source.strip()}", f"    {before}{'^' * max(min(end, len(source.rstrip())) - column, 1)}"]


def summary(result: Result) -> str:
    """What came of it, in one line."""
    looked_at = sum(not file.could_not_look for file in result.files)
    parts = []
    if result.findings:
        in_files = sum(bool(file.findings) for file in result.files)
        parts.append(f"{_count(result.findings, 'problem')} in {in_files} of {_count(len(result.files), 'file')}")
    else:
        parts.append(f"No problem found in {_count(looked_at, 'file')}")
    fixable = sum(finding.fix is not None for file in result.files for finding in file.findings)
    if fixable:
        parts.append(f"`hybridlint fix` can mend {fixable} of them")
    if result.unused_suppressions:
        parts.append(_count(result.unused_suppressions, "unused suppression"))
    if result.not_looked_at:
        parts.append(f"{_count(len(result.not_looked_at), 'thing')} could not be analysed")
    if result.baseline:
        parts.append(f"{result.baseline.known} more are in the baseline")
        if result.baseline.gone:
            parts.append(f"{result.baseline.gone} of the baseline are gone: shrink it with --write-baseline")
    return "; ".join(parts) + "."


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
