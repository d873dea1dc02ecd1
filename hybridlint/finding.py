"""A finding: a place in a file, the code of a rule, a message and an optional fix."""

from __future__ import annotations

import dataclasses
from typing import Optional, Tuple


@dataclasses.dataclass(frozen=True)
class Edit:
    """Replace the text from (`line`, `column`) to (`end_line`, `end_column`) by `text`.

    Lines count from 1, columns from 0, in characters.
    """

    line: int
    column: int
    end_line: int
    end_column: int
    text: str


@dataclasses.dataclass(frozen=True)
class Fix:
    """Edits that fix a finding.

    `safe`: the imperative result stays the same, as verified by running the examples; otherwise `risk` states in one
    line what may change.
    """

    edits: Tuple[Edit, ...]
    safe: bool
    description: str
    risk: str = ""


@dataclasses.dataclass(frozen=True)
class Finding:
    """A finding. `line` and `end_line` count from 1, `column` and `end_column` from 0, in characters (as in flake8)."""

    code: str
    line: int
    column: int
    message: str
    end_line: int = 0
    end_column: int = 0
    fix: Optional[Fix] = None
    default: bool = True

    def sort_key(self) -> Tuple[int, int, str]:
        return (self.line, self.column, self.code)
