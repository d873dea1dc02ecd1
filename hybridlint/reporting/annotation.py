"""What the formats of programs show: messages about places in files, for the linter and for `hybridlint_runtime`."""

from __future__ import annotations

import dataclasses
from typing import Any, Iterator, Mapping, Optional, Sequence

from hybridlint.files import baseline
from hybridlint.results import CouldNotLook, Result


@dataclasses.dataclass(frozen=True)
class Fix:
    """A description, and edits with the fields of :class:`hybridlint.finding.Edit`."""

    description: str
    edits: Sequence[Mapping[str, Any]]


@dataclasses.dataclass(frozen=True)
class Annotation:
    """A message of `level` "error" or "warning" about a place in a file, "" if there is none.

    `code` is that of a rule; `title` is shown instead of it, and `details` instead of the message, where there is room.
    Lines count from 1 and columns from 0; 0 and None are unknown. `cell` is that of a notebook, within which lines
    count. `source` is the text of the line. `block` is the place in a model. `fingerprints` identify the annotation in
    other versions of the file; `properties` are for programs.
    """

    level: str
    code: str
    message: str
    path: str = ""
    cell: Optional[int] = None
    line: int = 0
    column: Optional[int] = None
    end_line: int = 0
    end_column: int = 0
    source: str = ""
    title: str = ""
    details: str = ""
    block: str = ""
    fix: Optional[Fix] = None
    fingerprints: Mapping[str, str] = dataclasses.field(default_factory=dict)
    properties: Mapping[str, Any] = dataclasses.field(default_factory=dict)

    @property
    def text(self) -> str:
        """The message, after its line in a cell: formats know lines of files only."""
        return self.message if self.cell is None else f"cell {self.cell}, line {self.line}: {self.message}"


def level_of(default: bool) -> str:
    """The level of a rule: an error if it is reported by default."""
    return "error" if default else "warning"


def of_result(result: Result) -> Iterator[Annotation]:
    """Yield what was not analysed, the findings, which alone have fingerprints, and the unused suppressions, file by
    file."""
    marks = (mark for _, _, mark in baseline.identified(result))
    yield from map(of_not_looked_at, result.could_not_look)
    for file in result.files:
        yield from map(of_not_looked_at, file.could_not_look)
        for finding in file.findings:
            fix = finding.fix
            yield Annotation(
                level_of(finding.default),
                finding.code,
                finding.message,
                file.path,
                file.cell,
                finding.line,
                finding.column,
                finding.end_line,
                finding.end_column,
                file.lines.get(finding.line, ""),
                fix=Fix(fix.description + ("" if fix.safe else f" (unsafe: {fix.risk})"), [*map(vars, fix.edits)])
                if fix
                else None,
                fingerprints={"codeAndLine/v1": next(marks)},
            )
        for unused in file.unused_suppressions:
            source = file.lines.get(unused.line, "")
            place = file.path, file.cell, unused.line, unused.column
            yield Annotation("warning", "unused suppression", unused.message, *place, source=source)


def of_not_looked_at(item: CouldNotLook) -> Annotation:
    """Return the annotation of what could not be analysed."""
    return Annotation("error", item.code, item.message, item.path, item.cell, item.line, item.column)
