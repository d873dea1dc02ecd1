"""Output for terminals: wrapping at their width, colour, and a progress bar.

It uses the standard library only, so that the linter just needs flake8 and libcst. `NO_COLOR` (https://no-color.org)
and `FORCE_COLOR` are respected.
"""

from __future__ import annotations

import dataclasses
import os
import shutil
import textwrap
import time
from typing import Any, Callable, Mapping, Optional, TextIO

#: Maximum width of text, however wide the terminal: longer lines are hard to read.
WIDEST = 120
COLOR_CHOICES = ("auto", "always", "never")

_CODES: Mapping[str, str] = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


@dataclasses.dataclass(frozen=True)
class Terminal:
    """The properties of an output stream. `width` is None for a file or a pipe, whose lines are not wrapped."""

    width: Optional[int] = None
    color: bool = False

    @classmethod
    def of(cls, stream: TextIO, color: str = "auto") -> Terminal:
        """Return the terminal of `stream`; `color` is one of COLOR_CHOICES."""
        is_terminal = stream.isatty()
        width = min(shutil.get_terminal_size().columns, WIDEST) if is_terminal else None
        return cls(width, _wants_color(is_terminal) if color == "auto" else color == "always")

    def styled(self, text: str, *styles: str) -> str:
        """Return `text` in colour, if colour is on."""
        if not self.color or not styles or not text:
            return text
        return f"\033[{';'.join(_CODES[style] for style in styles)}m{text}\033[0m"

    def wrapped(self, text: str, start: int = 0, hanging: int = 4) -> str:
        """Return `text` wrapped to continue a line of `start` columns, further lines indented by `hanging` columns.

        Lines break only at blanks: a name such as `F.contrib.arange_like` is never split.
        """
        if self.width is None:
            return text
        return textwrap.fill(
            text,
            self.width,
            initial_indent=" " * start,
            subsequent_indent=" " * hanging,
            break_long_words=False,
            break_on_hyphens=False,
        )[start:]


def _wants_color(is_terminal: bool) -> bool:
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (is_terminal and not _is_dumb())


def _is_dumb() -> bool:
    """Return whether the terminal declares that it supports no control sequences."""
    return os.environ.get("TERM") == "dumb"


class ProgressBar:
    """A bar that appears on a terminal when the work takes longer than `delay` seconds, and disappears afterwards."""

    def __init__(self, stream: TextIO, delay: float = 1.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream, self._clock = stream, clock
        self._next = clock() + delay
        self._shown = False

    def __enter__(self) -> ProgressBar:
        return self

    def __exit__(self, *_: Any) -> None:
        if self._shown:
            self._stream.write("\r\033[K")
            self._stream.flush()

    def __call__(self, done: int, total: int) -> None:
        """Show that `done` of `total` files are checked, at most ten times a second."""
        if done == total or self._clock() < self._next or not self._stream.isatty() or _is_dumb():
            return
        self._next = self._clock() + 0.1
        self._shown = True
        filled = 30 * done // total
        self._stream.write(f"\r[{'#' * filled}{'.' * (30 - filled)}] {done} of {total} files\033[K")
        self._stream.flush()
