"""The one place where the running half asks the reading half which of its rules explains a failure."""

from __future__ import annotations

import importlib
from typing import Optional, Tuple

from .report import SourceLocation, Stage


def rule_for(message: str, location: Optional[SourceLocation], stage: Stage) -> Optional[Tuple[str, str]]:
    """(code, what to write instead) of the rule that explains `message` at `location`, or None if none does.

    None too where the location is unknown or the linter offers no explanations.
    """
    if location is None:
        return None
    try:
        explaining = importlib.import_module("hybridlint.explaining")
    except ImportError:
        return None
    explanation: Optional[Tuple[str, str]] = explaining.rule_for(message, location.file, location.line, stage.value)
    return explanation
