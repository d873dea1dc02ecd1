"""The results of a run of the linter: plain data that every report format reads."""

from __future__ import annotations

import dataclasses
from typing import Dict, List, Optional, Tuple

from hybridlint.finding import Finding


@dataclasses.dataclass(frozen=True)
class CouldNotLook:
    """A file, or a part of one, that was not analysed. `line` counts from 1, `column` from 0.

    `code` is "HYB001" (it cannot be read, is not Python, or takes too long) or "HYB002" (the linter itself failed;
    `traceback` is set). `cell` is the cell of a notebook, from 1, to which `line` is relative.
    """

    path: str
    reason: str
    line: int = 1
    column: int = 0
    code: str = "HYB001"
    traceback: str = ""
    cell: Optional[int] = None

    @property
    def message(self) -> str:
        return f"not analysed: {self.reason}" if self.code == "HYB001" else self.reason


@dataclasses.dataclass(frozen=True)
class UnusedSuppression:
    """A code in a `# noqa` comment that suppresses nothing. `line` counts from 1, `column` from 0."""

    path: str
    line: int
    column: int
    code: str
    reason: str
    cell: Optional[int] = None

    @property
    def message(self) -> str:
        return f"unused suppression of {self.code}: {self.reason}"


@dataclasses.dataclass(frozen=True)
class FileResult:
    """The findings in one file, or in one cell of a notebook. `lines` has the text of the reported lines.

    A notebook has a result for each cell with findings, and one without a `cell` for all the others.
    """

    path: str
    findings: Tuple[Finding, ...] = ()
    could_not_look: Tuple[CouldNotLook, ...] = ()
    unused_suppressions: Tuple[UnusedSuppression, ...] = ()
    lines: Dict[int, str] = dataclasses.field(default_factory=dict)
    suppressed: int = 0
    cell: Optional[int] = None

    @property
    def name(self) -> str:
        """The file, and the cell of a notebook, as reports show it."""
        return place_name(self.path, self.cell)


def place_name(path: str, cell: Optional[int]) -> str:
    """Return `net.py`, or `notebook.ipynb:cell 3`."""
    return path if cell is None else f"{path}:cell {cell}"


@dataclasses.dataclass(frozen=True)
class BaselineOutcome:
    """The comparison of the findings with the baseline: the number of `known` ones, and of entries that are `gone`."""

    path: str
    known: int
    gone: int


@dataclasses.dataclass(frozen=True)
class Result:
    """The results of a run. `could_not_look` contains what concerns no single file, such as a path that does not
    exist."""

    files: Tuple[FileResult, ...]
    mxnet_version: str
    could_not_look: Tuple[CouldNotLook, ...] = ()
    baseline: Optional[BaselineOutcome] = None

    @property
    def not_looked_at(self) -> List[CouldNotLook]:
        return [*self.could_not_look, *(item for file in self.files for item in file.could_not_look)]

    @property
    def checked(self) -> int:
        """The number of files that were read and analysed completely."""
        return len({file.path for file in self.files} - {item.path for item in self.not_looked_at})

    @property
    def findings(self) -> int:
        return sum(len(file.findings) for file in self.files)

    @property
    def unused_suppressions(self) -> int:
        return sum(len(file.unused_suppressions) for file in self.files)

    @property
    def exit_code(self) -> int:
        """2 if something could not be analysed, whatever else was found; else 1 if something was found; else 0."""
        if self.not_looked_at:
            return 2
        return 1 if self.findings or self.unused_suppressions else 0
