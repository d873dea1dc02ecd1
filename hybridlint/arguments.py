"""The argument parser of both commands: help under the typed name, and suggestions for mistyped arguments."""

from __future__ import annotations

import argparse
import difflib
import os
import re
import sys
from typing import Any, List, NoReturn, Sequence, Tuple


def typed_name(package: str, command: str) -> str:
    """Return the command as the user typed it: `command`, another name of it, or "python -m `package`"."""
    script = os.path.basename(sys.argv[0]) if sys.argv else ""
    if script == "__main__.py":
        return f"python -m {package}"
    return command if script in ("", "-c", "-") else script


class Parser(argparse.ArgumentParser):
    """Reports an error in one line, with a suggestion for a mistyped option or command, and exits with 2."""

    def __init__(self, **settings: Any) -> None:
        # An abbreviated option would change its meaning when another one is added.
        if "epilog" in settings:  # examples, a line each
            settings.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(**{"allow_abbrev": False, **settings})
        self._given: List[str] = []
        self._negative_number_matcher = re.compile(r"-\d")  # `-2,3` is a value too, which its option may reject

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Tuple[Any, List[str]]:
        """Parse as argparse does, but report an unknown argument as an error of the subcommand, which can suggest an
        option."""
        self._given = list(sys.argv[1:] if args is None else args)
        parsed, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(self._unknown(unknown[0]))
        return parsed, unknown

    def _unknown(self, argument: str) -> str:
        kind = "option" if argument.startswith("-") else "argument"
        return f"unknown {kind} {argument}{_suggestion(argument.split('=')[0], list(self._option_string_actions))}"

    def error(self, message: str) -> NoReturn:
        """Print `message`, with a suggestion for an invalid choice in it, and exit with 2."""
        choice = re.search(r"invalid choice: '([^']*)' \(choose from (.*)\)", message)
        if choice:
            message += _suggestion(choice.group(1), re.findall(r"[\w-]+", choice.group(2)))
        if "arguments are required" in message:  # most likely because one option is unknown
            options = [item for item in self._given if item.startswith("--")]
            unknown = [option for option in options if option.split("=")[0] not in self._option_string_actions]
            message = self._unknown(unknown[0]) if unknown else message
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


class _Completion(argparse.Action):
    """Print the completion of the command for a shell, and exit."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option: Any = None) -> None:
        try:
            import shtab
        except ImportError:
            parser.exit(2, f"{parser.prog}: shtab is not installed: pip install 'hybridlint[completion]'\n")
        print(shtab.complete(parser, shell=values))
        parser.exit()


def add_completion(parser: argparse.ArgumentParser) -> None:
    """Add the option that prints the completion of the whole command."""
    parser.add_argument(
        "--print-completion",
        action=_Completion,
        choices=("bash", "zsh", "tcsh"),
        metavar="SHELL",
        help="print the completion for bash, zsh or tcsh (extra `completion`)",
    )


def _suggestion(text: str, known: Sequence[str]) -> str:
    near = difflib.get_close_matches(text, known, n=1, cutoff=0.7)
    return f": did you mean {near[0]}?" if near else ""
