"""The flake8 plugin: the checker `HYB`. Selection, suppression and output are flake8's own.

flake8 imports this module at every start, so its imports must be fast: everything else is imported for the first file
that can contain a hybrid block.
"""

from __future__ import annotations

import argparse
import ast
import functools
import sys
from typing import Any, ClassVar, Iterator, List, Optional, Tuple, Type

from flake8.style_guide import Decision, DecisionEngine

from hybridlint.prefilter import may_concern
from hybridlint.selection import OPT_IN, PREFIX, opted_in

#: :data:`hybridlint.mxnet_api.DEFAULT`.
DEFAULT_MXNET = "1.9.1"

_Violation = Tuple[int, int, str, Type["Plugin"]]


class Plugin:
    """Checks one file. flake8 passes its syntax tree and its lines."""

    _mxnet_version: ClassVar[Optional[str]] = None
    _selection: ClassVar[Optional[_Selection]] = None
    #: The number of files that were examined.
    _examined: ClassVar[int] = 0
    #: The name under which flake8 reads standard input, None if it does not.
    _stdin_name: ClassVar[Optional[str]] = None

    def __init__(self, tree: ast.Module, filename: str, lines: List[str]) -> None:
        self._tree = tree
        self._filename = filename
        self._lines = lines

    @classmethod
    def add_options(cls, option_manager: Any) -> None:
        """Register the options, for the command line and for flake8's configuration files."""
        option_manager.add_option(
            "--hybridlint-mxnet-version",
            parse_from_config=True,
            type=_version,
            metavar="VERSION",
            help=f"The MXNet that the code targets (default: {DEFAULT_MXNET}; 2.0.0b1 for files that use its API).",
        )
        option_manager.extend_default_ignore([OPT_IN])

    @classmethod
    def parse_options(cls, options: argparse.Namespace) -> None:
        """Store the options that flake8 parsed."""
        cls._mxnet_version = options.hybridlint_mxnet_version
        cls._selection = _Selection(options)
        cls._stdin_name = options.stdin_display_name if "-" in (options.filenames or ()) else None

    def run(self) -> Iterator[_Violation]:
        """Yield (line from 1, column from 0, text, class) of every finding. Never raises."""
        text = "".join(self._lines)
        yield from self._unreadable(text)
        selection = self._selection
        if not may_concern(text) or (selection is not None and not selection.any):
            return
        from hybridlint.examination import examine
        from hybridlint.remedies import message_with_remedy
        from hybridlint.rules.wording import fitted
        from hybridlint.selection import everything

        selects = everything if selection is None else selection
        examined = examine(text, self._filename, self._mxnet_version, self._tree, selects, for_messages=True)
        Plugin._examined += 1
        _freeze(len(sys.modules), Plugin._examined.bit_length())
        for failure in examined.could_not_look:
            yield failure.line, failure.column, f"{failure.code} {failure.message}", type(self)
        for finding in sorted(examined.findings, key=lambda item: item.sort_key()):
            if selects(finding.code):
                message = fitted(message_with_remedy(finding, text, self._tree, examined.findings))
                yield finding.line, finding.column, f"{finding.code} {message}", type(self)

    def _unreadable(self, text: str) -> Iterator[_Violation]:
        """Report files that flake8 reads and Python cannot: notebooks, and files in another encoding than they declare.

        flake8 reads the latter as Latin-1. A file is only read again if it has a character that is not ASCII.
        """
        reason, line = "", 1
        if self._filename.endswith(".ipynb"):
            reason = "flake8 does not read notebooks; run `hybridlint check` or `nbqa flake8` on it"
        elif not text.isascii() and self._filename != self._stdin_name:
            from hybridlint import files

            try:
                files.read(self._filename)
            except files.CannotRead as error:
                reason, line = error.reason, error.line
        if reason:
            yield line, 0, f"HYB001 not analysed: {reason}", type(self)


@functools.lru_cache(maxsize=None)
def _freeze(modules: int, magnitude: int) -> None:
    """Exclude everything in memory from garbage collection, which flake8 causes every few files: once for each number
    of imported `modules` and for each `magnitude` of the number of files, since the analysis imports and retains what a
    file needs."""
    import gc

    gc.freeze()


class _Selection:
    """Decides whether a code is selected by flake8's options, before `per-file-ignores`.

    `--select HYB` alone would make flake8 report the opt-in codes too, since an explicit selection overrides the
    default ignores. They are excluded unless their own prefix is selected.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        self._engine = DecisionEngine(options)
        self._prefixes = (*(options.select or ()), *(options.extend_select or ()))
        families = [f"{PREFIX}{digit}" for digit in range(10)]
        #: Whether any code of hybridlint may be selected.
        self.any = any(map(self, [*families, *(prefix for prefix in self._prefixes if prefix.startswith(PREFIX))]))

    def __call__(self, code: str) -> bool:
        return opted_in(code, self._prefixes) and self._engine.decision_for(code) is Decision.Selected


def _version(text: str) -> str:
    from hybridlint.configuration import parse_version
    from hybridlint.pyproject import ConfigurationError

    try:
        return parse_version(text)
    except ConfigurationError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
