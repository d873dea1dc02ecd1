"""What flake8 loads: the checker `HYB`. Selection, suppression and output are flake8's own."""

from __future__ import annotations

import argparse
import ast
from typing import Any, ClassVar, Iterator, List, Tuple, Type

from hybridlint import about
from hybridlint.checking import examine
from hybridlint.configuration import (
    OPT_IN,
    Configuration,
    ConfigurationError,
    opted_in,
    parse_version,
)


class Plugin:
    """Checks one file. flake8 hands over its syntax tree and its lines."""

    name: ClassVar[str] = about.NAME
    version: ClassVar[str] = about.version()

    _mxnet_version: ClassVar[str] = Configuration.mxnet_version
    _selected: ClassVar[Tuple[str, ...]] = ()

    def __init__(self, tree: ast.Module, filename: str, lines: List[str]) -> None:
        self._tree = tree
        self._filename = filename
        self._lines = lines

    @classmethod
    def add_options(cls, option_manager: Any) -> None:
        """Registers the options, for the command line and for flake8's configuration files."""
        option_manager.add_option(
            "--hybridlint-mxnet-version",
            default=Configuration.mxnet_version,
            parse_from_config=True,
            type=_version,
            metavar="VERSION",
            help=f"The MXNet that the code is for (default: {Configuration.mxnet_version}).",
        )
        option_manager.extend_default_ignore([OPT_IN])

    @classmethod
    def parse_options(cls, options: argparse.Namespace) -> None:
        """Keeps what flake8 parsed."""
        cls._mxnet_version = options.hybridlint_mxnet_version
        cls._selected = (*(options.select or ()), *(options.extend_select or ()))

    def run(self) -> Iterator[Tuple[int, int, str, Type[Plugin]]]:
        """(line from 1, column from 0, text, class) of every finding. Never raises.

        `--select HYB` alone would bring flake8 to show the opt-in codes too, for an explicit selection outweighs what
        is ignored by default. They are left out unless their own beginning is selected.
        """
        examined = examine("".join(self._lines), self._filename, self._mxnet_version, self._tree)
        for failure in examined.could_not_look:
            yield failure.line, failure.column, f"{failure.code} {failure.message}", type(self)
        for finding in sorted(examined.findings, key=lambda item: item.sort_key()):
            if opted_in(finding.code, self._selected):
                yield finding.line, finding.column, f"{finding.code} {finding.message}", type(self)


def _version(text: str) -> str:
    try:
        return parse_version(text)
    except ConfigurationError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
