"""The one place where the running half asks the reading half which of its rules explains a failure."""

from __future__ import annotations

import importlib
import inspect
from typing import Any, Optional, Tuple

from .report import SourceLocation, Stage


def line_with_rule(block: Any, shown_as: str) -> Optional[SourceLocation]:
    """The first line of the forward function of `block` with a finding of a rule whose example is "`shown_as`".

    `shown_as` is a key of `hybridlint.rules.base.SHOWN_AS`, such as "gradients".
    """
    try:
        explaining = importlib.import_module("hybridlint.explaining")
        rules = importlib.import_module("hybridlint.rules")
    except ImportError:
        return None
    for name in ("hybrid_forward", "forward"):
        function = inspect.unwrap(getattr(type(block), name))
        try:
            lines, first = inspect.getsourcelines(function)
        except (OSError, TypeError):
            continue
        file = function.__code__.co_filename
        for number, text in enumerate(lines, first):
            found = explaining.rule_for("", file, number, "gradients")
            if found and any(example.shown_as == shown_as for example in rules.find_rule(found[0]).examples):
                return SourceLocation(file, number, name, text.strip())
    return None


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
