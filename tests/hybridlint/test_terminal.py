"""What a terminal shows, in a real pseudo-terminal, and what a pipe gets instead."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path
from typing import Dict, Tuple

import pytest

from hybridlint.explaining import find, meanings
from hybridlint.rules import find_rule
from hybridlint.terminal import ProgressBar, Terminal

ESCAPE = re.compile("\033\\[[0-9;]*[mK]")


def in_terminal(folder: Path, *arguments: str, columns: int = 80, settings: Dict[str, str]) -> Tuple[int, str]:
    """The exit code of `hybridlint` with these arguments in a terminal of so many columns, and what it shows."""
    main, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    unset = ("COLUMNS", "NO_COLOR", "FORCE_COLOR")
    environment = {name: value for name, value in os.environ.items() if name not in unset}
    command = [sys.executable, "-m", "hybridlint", *arguments]
    process = subprocess.Popen(
        command,
        cwd=folder,
        env={**environment, "TERM": "xterm", **settings},
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
    )
    os.close(terminal)
    shown = b""
    while True:
        try:
            part = os.read(main, 4096)
        except OSError:  # what Linux reports when the other end is closed
            break
        if not part:
            break
        shown += part
    os.close(main)
    return process.wait(timeout=300), shown.decode().replace("\r\n", "\n")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "net.py").write_text(find_rule("HYB101").examples[0].bad)
    return tmp_path


def test_a_terminal_is_filled_to_its_width_and_no_word_is_broken(folder: Path) -> None:
    code, wide = in_terminal(folder, "check", "net.py", columns=500, settings={"NO_COLOR": "1"})
    piped = subprocess.run(
        [sys.executable, "-m", "hybridlint", "check", "net.py"], cwd=folder, capture_output=True, encoding="utf-8"
    ).stdout
    assert code == 1 and "\033" not in wide + piped
    for columns in (40, 80):
        arguments = ("check", "--no-show-source", "net.py")
        _, shown = in_terminal(folder, *arguments, columns=columns, settings={"NO_COLOR": "1"})
        lines = shown.splitlines()
        assert max(map(len, lines)) <= columns
        # Continued lines hang, and put together again they are the words that a pipe gets.
        assert shown.split() == piped.split()
        assert len(lines) > len(piped.splitlines())
        assert {line[:5].strip() == "" for line in lines if not line.startswith(("net.py", "Found"))} == {False}
        assert all(line.startswith("    ") for line in lines if not line.startswith(("net.py", "Found")))


def test_source_lines_fit_the_terminal_and_have_their_mark(folder: Path) -> None:
    long = "        return F.relu(x) + " + "F.sigmoid(x) + " * 8 + "F.reshape(x, (x.shape[0], -1))"
    text = (folder / "net.py").read_text().splitlines()
    (folder / "net.py").write_text("\n".join(long if "return" in line else line for line in text) + "\n")
    for columns in (60, 200):
        _, shown = in_terminal(folder, "check", "net.py", columns=columns, settings={"NO_COLOR": "1"})
        lines = shown.splitlines()
        assert max(map(len, lines)) <= columns
        mark = next(line for line in lines if set(line.strip()) == {"^"})
        marked = lines[lines.index(mark) - 1]
        assert marked[mark.index("^") : mark.rindex("^") + 1] == "x.shape"


def test_codes_are_links_in_terminals_that_make_links(folder: Path) -> None:
    link = f"\033]8;;{find('HYB101').url}\033\\"  # type: ignore[union-attr]
    assert find("HYB101").url.endswith("/rules/HYB101.html")  # type: ignore[union-attr]
    for settings, expected in (({"VTE_VERSION": "7200"}, True), ({"VTE_VERSION": "", "TERM_PROGRAM": ""}, False)):
        _, shown = in_terminal(folder, "check", "net.py", settings=settings)
        assert (link in shown) is expected
    assert not Terminal(links=True).styled("text", link="").startswith("\033")


@pytest.mark.slow
def test_colour_is_for_terminals_that_want_it(folder: Path) -> None:
    def coloured(*arguments: str, **settings: str) -> bool:
        return "\033[" in in_terminal(folder, "check", *arguments, "net.py", settings=settings)[1]

    assert coloured()
    assert not coloured(NO_COLOR="1") and not coloured(TERM="dumb") and not coloured("--color", "never")
    assert coloured("--color", "always", NO_COLOR="1")
    _, shown = in_terminal(folder, "check", "net.py", settings={})
    _, plain = in_terminal(folder, "check", "net.py", settings={"NO_COLOR": "1"})
    assert ESCAPE.sub("", shown) == plain


def test_the_list_of_rules_fits_80_columns(folder: Path) -> None:
    code, shown = in_terminal(folder, "rules", settings={"NO_COLOR": "1"})
    assert code == 0 and max(map(len, shown.splitlines())) <= 80
    words = " ".join(shown.split())
    for meaning in meanings():
        assert f"{meaning.code} {meaning.name} {meaning.summary}" in words


def test_an_explanation_fits_the_terminal_but_for_its_code(folder: Path) -> None:
    _, shown = in_terminal(folder, "explain", "HYB301", columns=60, settings={})
    prose = [line for line in shown.splitlines() if not line.startswith("    ")]
    assert max(map(len, prose)) <= 60


def test_a_word_wider_than_the_terminal_stays_whole() -> None:
    text = Terminal(width=20).wrapped("call `F.contrib.arange_like(x, axis=0)` instead", start=10)
    assert "`F.contrib.arange_like(x," in text.split()


class Recorder:
    """A stream that is a terminal, for what changes by the clock."""

    def __init__(self) -> None:
        self.written = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.written += text
        return len(text)

    def flush(self) -> None:
        pass


def test_the_progress_bar_appears_for_long_runs_only_and_is_erased() -> None:
    time = [0.0]
    stream = Recorder()
    with ProgressBar(stream, clock=lambda: time[0]) as progress:  # type: ignore[arg-type]
        progress(1, 4)
        assert stream.written == ""
        time[0] = 2.0
        progress(2, 4)
        assert "2 of 4 files" in stream.written
        assert stream.written.count("#") == stream.written.count(".")
    assert stream.written.endswith("\r\033[K")
