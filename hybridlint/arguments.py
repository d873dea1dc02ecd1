"""The argument parser of both commands: help under the name that was typed, and a suggestion for what was mistyped."""

from __future__ import annotations

import argparse
import difflib
import os
import re
import sys
from typing import Any, List, NoReturn, Optional, Sequence


def typed_name(package: str) -> str:
    """The command as the user typed it: "hybridlint", or "python -m hybridlint" for the package `package`."""
    script = sys.argv[0] if sys.argv else ""
    if os.path.basename(script) == "__main__.py" or not script:
        return f"python -m {package}"
    return os.path.basename(script)


class Parser(argparse.ArgumentParser):
    """A parser that suggests the option or command which a mistyped one resembles. It exits with 2 for an error."""

    def __init__(self, **settings: Any) -> None:
        # An abbreviated option would change its meaning when another one is added.
        super().__init__(**{"allow_abbrev": False, **settings})

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        parsed, unknown = self.parse_known_args(args, namespace)
        if unknown:
            # The parser of the subcommand, where there is one, knows the options that were meant.
            meant: Parser = getattr(parsed, "parser", self)
            meant.error(f"unknown {'option' if unknown[0].startswith('-') else 'argument'} {unknown[0]}", unknown[0])
        return parsed

    def error(self, message: str, mistyped: str = "") -> NoReturn:
        """Print `message`, with a suggestion for `mistyped` or for the invalid choice in it, and exit with 2."""
        choice = re.search(r"invalid choice: '([^']*)' \(choose from (.*)\)", message)
        if mistyped:
            hint = _nearest(mistyped.split("=")[0], list(self._option_string_actions))
        else:
            hint = _nearest(choice.group(1), re.findall(r"[\w-]+", choice.group(2))) if choice else None
        advice = f"did you mean {hint}?" if hint else f"see {self.prog} --help"
        self.exit(2, f"{self.prog}: {message}; {advice}\n")


def _nearest(text: str, known: Sequence[str]) -> Optional[str]:
    near: List[str] = difflib.get_close_matches(text, known, n=1, cutoff=0.7)
    return near[0] if near else None
