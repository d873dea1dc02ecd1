"""`# noqa` and `# flake8: noqa`, interpreted exactly as by the installed flake8.

flake8's own classes are used, so that `flake8` and `hybridlint check` agree.
"""

from __future__ import annotations

import argparse
import io
import tokenize
from typing import Callable, Dict, Iterator, Sequence, Tuple

from flake8 import defaults
from flake8.processor import FileProcessor
from flake8.utils import parse_comma_separated_list
from flake8.violation import Violation

from hybridlint.finding import Finding
from hybridlint.results import UnusedSuppression

_OPTIONS = argparse.Namespace(
    disable_noqa=False,
    hang_closing=False,
    indent_size=defaults.INDENT_SIZE,
    max_doc_length=None,
    max_line_length=defaults.MAX_LINE_LENGTH,
    stdin_display_name="stdin",
    verbose=0,
)


def add_noqa(original: str, findings: Sequence[Finding]) -> Tuple[str, int]:
    """Return the text `original`, with any line ends, in which a `# noqa` comment suppresses each of `findings`, and
    the number of codes that were added.

    The comment is at the end of the line of the finding; where that is within a string of several lines, or continued
    with a backslash, at the end of the last line.
    """
    lines = original.splitlines(keepends=True)
    lasts = _last_lines(original.replace("\r\n", "\n").replace("\r", "\n"))
    codes: Dict[int, Dict[str, None]] = {}
    for finding in findings:
        codes.setdefault(lasts.get(finding.line, finding.line), {})[finding.code] = None
    added = 0
    for number, wanted in codes.items():
        line = lines[number - 1]
        end = line[len(line.rstrip("\r\n")) :]
        text = line[: len(line) - len(end)].rstrip()
        match = defaults.NOQA_INLINE_REGEXP.search(text)
        if match and match.group("codes"):
            place = match.start("codes") + len(match.group("codes").rstrip(", \t"))
            text = f"{text[:place]},{','.join(wanted)}{text[place:]}"
        else:
            text = f"{text}  # noqa: {','.join(wanted)}"
        lines[number - 1] = text + end
        added += len(wanted)
    return "".join(lines), added


def _last_lines(text: str) -> Dict[int, int]:
    """Return, for each line within several that flake8 regards as one, the last of these."""
    lasts: Dict[int, int] = {}
    first = 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        first = first or token.start[0]
        if token.type in (tokenize.NL, tokenize.NEWLINE):
            lasts.update((number, token.end[0]) for number in range(first, token.end[0]))
            first = 0
    return lasts


class Suppressions:
    r"""The suppressions in `text`, which has `\n` as its line ends."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._processor = FileProcessor("-", _OPTIONS, lines=list(io.StringIO(text)))

    @property
    def whole_file(self) -> bool:
        """Return whether a line `# flake8: noqa` excludes the whole file."""
        return bool(self._processor.should_ignore_file())

    def cover(self, finding: Finding) -> bool:
        """Return whether a `# noqa` on the line of `finding` suppresses it."""
        line = self._line_for(finding.line)
        violation = Violation(finding.code, "-", finding.line, finding.column + 1, finding.message, line)
        return bool(violation.is_inline_ignored(False))

    def unused(
        self, path: str, findings: Sequence[Finding], is_code: Callable[[str], bool]
    ) -> Iterator[UnusedSuppression]:
        """Yield the codes of hybridlint in `# noqa: …` comments that suppress none of `findings`.

        `is_code` returns whether a code or a prefix of one is known. A bare `# noqa` is never reported: it may be meant
        for other tools.
        """
        for line, column, code in self._codes():
            if not code.upper().startswith("HYB"):
                continue
            here = [finding for finding in findings if self._same_line(finding.line, line)]
            if code != code.upper() and is_code(code.upper()):
                yield UnusedSuppression(path, line, column, code, f"flake8 requires capitals, {code.upper()}")
            elif not is_code(code):
                yield UnusedSuppression(path, line, column, code, "there is no such rule")
            elif not any(finding.code.startswith(code) for finding in here):
                yield UnusedSuppression(path, line, column, code, "it reports nothing here")

    def _codes(self) -> Iterator[Tuple[int, int, str]]:
        """Yield every code of every `# noqa: …` comment, with its place."""
        try:
            tokens = list(tokenize.generate_tokens(io.StringIO(self._text).readline))
        except (tokenize.TokenError, SyntaxError):
            return
        for token in tokens:
            match = defaults.NOQA_INLINE_REGEXP.search(token.string) if token.type == tokenize.COMMENT else None
            if match and match.group("codes"):
                start = match.start("codes")
                for code in parse_comma_separated_list(match.group("codes")):
                    start = token.string.index(code, start)
                    yield token.start[0], token.start[1] + start, code
                    start += len(code)

    def _line_for(self, number: int) -> str:
        """Return the text in which flake8 looks for `# noqa`: the physical line, or all those of a multi-line
        string."""
        return self._processor.noqa_line_for(number) or ""

    def _same_line(self, first: int, second: int) -> bool:
        text = self._line_for(first)
        return first == second or (text == self._line_for(second) and abs(first - second) < text.count("\n"))
