"""What a run of the linter found: plain data that every report format reads."""

from __future__ import annotations

import dataclasses
from typing import Dict, List, Optional, Tuple

from hybridlint.finding import Finding


@dataclasses.dataclass(frozen=True)
class CouldNotLook:
    """A file, or a part of one, that was not analysed. `line` counts from 1, `column` from 0.

    `code` is "HYB001" (it cannot be read, is no Python, or libcst cannot parse it) or "HYB002" (the linter itself
    failed; `traceback` then says where).
    """

    path: str
    reason: str
    line: int = 1
    column: int = 0
    code: str = "HYB001"
    traceback: str = ""

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

    @property
    def message(self) -> str:
        return f"unused suppression of {self.code}: {self.reason}"


@dataclasses.dataclass(frozen=True)
class FileResult:
    """What became of one file. `lines` holds the text of the lines on which something is said."""

    path: str
    findings: Tuple[Finding, ...] = ()
    could_not_look: Tuple[CouldNotLook, ...] = ()
    unused_suppressions: Tuple[UnusedSuppression, ...] = ()
    lines: Dict[int, str] = dataclasses.field(default_factory=dict)
    suppressed: int = 0


@dataclasses.dataclass(frozen=True)
class BaselineOutcome:
    """How the findings compare with the baseline: how many were `known`, and how many of its entries are `gone`."""

    path: str
    known: int
    gone: int


@dataclasses.dataclass(frozen=True)
class Result:
    """What became of a run. `could_not_look` holds what concerns no single file, such as a path that is not there."""

    files: Tuple[FileResult, ...]
    mxnet_version: str
    could_not_look: Tuple[CouldNotLook, ...] = ()
    baseline: Optional[BaselineOutcome] = None

    @property
    def not_looked_at(self) -> List[CouldNotLook]:
        return [*self.could_not_look, *(item for file in self.files for item in file.could_not_look)]

    @property
    def findings(self) -> int:
        return sum(len(file.findings) for file in self.files)

    @property
    def unused_suppressions(self) -> int:
        return sum(len(file.unused_suppressions) for file in self.files)

    @property
    def exit_code(self) -> int:
        """2 if something could not be looked at, whatever else was found; else 1 if something was found; else 0."""
        if self.not_looked_at:
            return 2
        return 1 if self.findings or self.unused_suppressions else 0
