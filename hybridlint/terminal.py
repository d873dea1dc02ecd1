"""Output for terminals: wrapping at their width, colour, and a progress bar.

It uses the standard library only, so that the linter just needs flake8 and libcst. `NO_COLOR` (https://no-color.org)
and `FORCE_COLOR` are respected.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import shutil
import sys
import textwrap
import time
from typing import Any, Callable, Mapping, Optional, TextIO, Union

#: Maximum width of text, however wide the terminal: longer lines are hard to read.
WIDEST = 120
COLOR_CHOICES = ("auto", "always", "never")

_CODES: Mapping[str, str] = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


@dataclasses.dataclass(frozen=True)
class Terminal:
    """The properties of an output stream. `width` is None for a file or a pipe, whose lines are not wrapped. `links`
    is whether text can be a link."""

    width: Optional[int] = None
    color: bool = False
    links: bool = False

    @classmethod
    def of(cls, stream: TextIO, color: str = "auto") -> Terminal:
        """Return the terminal of `stream`; `color` is one of COLOR_CHOICES."""
        is_terminal = stream.isatty()
        width = min(shutil.get_terminal_size().columns, WIDEST) if is_terminal else None
        colored = _wants_color(is_terminal) if color == "auto" else color == "always"
        return cls(width, colored, colored and is_terminal and _has_links(os.environ))

    def styled(self, text: str, *styles: str, link: str = "") -> str:
        """Return `text` in colour, if colour is on, as a link to the address `link`, if links are on."""
        if not text:
            return text
        if self.color and styles:
            text = f"\033[{';'.join(_CODES[style] for style in styles)}m{text}\033[0m"
        if self.links and link:
            text = f"\033]8;;{link}\033\\{text}\033]8;;\033\\"
        return text

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


class CannotWrite(Exception):
    """Standard output cannot be written; the message states why."""


def write(text: Union[str, bytes]) -> None:
    """Write `text` to standard output, and nothing more once the reader has closed the pipe, as `head` does. Raise
    :class:`CannotWrite` if it cannot be written."""
    try:
        if isinstance(text, bytes):
            sys.stdout.flush()
            sys.stdout.buffer.write(text)
        else:
            sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        # Python would raise again when it closes the stream.
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise CannotWrite(f"the output cannot be written: {error.strerror or error}") from error


def _wants_color(is_terminal: bool) -> bool:
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (is_terminal and not _is_dumb())


def _has_links(environment: Mapping[str, str]) -> bool:
    """Return whether the terminal makes links of OSC 8, according to the variables by which such terminals are known.

    https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda describes the sequence and lists the terminals.
    """
    vte = environment.get("VTE_VERSION", "")
    return (
        (vte.isdecimal() and int(vte) >= 5000)
        or environment.get("TERM_PROGRAM") in ("iTerm.app", "vscode", "WezTerm", "ghostty", "Hyper")
        or environment.get("TERM", "").startswith(("xterm-kitty", "alacritty", "foot"))
        or bool(environment.get("WT_SESSION") or environment.get("KONSOLE_VERSION"))
    )


def _is_dumb() -> bool:
    """Return whether the terminal declares that it supports no control sequences."""
    return os.environ.get("TERM") == "dumb"


class ProgressBar:
    """A bar that appears on a terminal when the work takes longer than `delay` seconds, and disappears afterwards."""

    def __init__(
        self,
        stream: TextIO,
        delay: float = 1.0,
        clock: Callable[[], float] = time.monotonic,
        shown: bool = True,
    ) -> None:
        self._stream, self._clock, self._wanted = stream, clock, shown
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
        if not self._wanted or done == total or self._clock() < self._next or not self._stream.isatty() or _is_dumb():
            return
        self._next = self._clock() + 0.1
        self._shown = True
        filled = 30 * done // total
        self._stream.write(f"\r[{'#' * filled}{'.' * (30 - filled)}] {done} of {total} files\033[K")
        self._stream.flush()
