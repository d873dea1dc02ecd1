"""The wording of messages."""

from __future__ import annotations

import re

from hybridlint.events import Event


def given_to(event: Event, words: str) -> str:
    """The expression that `words` name, as the subject of a sentence; with the expression of `event` if the value
    reached it through a variable."""
    return words if words.strip("`") in event.code(event.node) else f"{words} (in `{event.source}`)"


#: The maximum length of a message, and the minimum length of a shortened quotation in it.
LONGEST, SHORTEST = 119, 5
_QUOTATION = re.compile(r"`[^`]*`")


def fitted(message: str, longest: int = LONGEST) -> str:
    """`message` in at most `longest` characters, with its quotations of code shortened if need be: first those of the
    code at which the finding stands, "(in `…`)" or the first one, then the longest."""
    spans = [match.span() for match in _QUOTATION.finditer(message)]
    order = [span for span in spans if message[: span[0]].endswith("(in ")] + spans[:1]
    order += sorted(set(spans).difference(order), key=lambda span: span[0] - span[1])
    cut = {}
    excess = len(message) - longest
    for start, end in order:
        if excess > 0:
            length = max(SHORTEST, end - start - 2 - excess)
            if length < end - start - 2:
                excess -= end - start - 2 - length
                cut[start, end] = message[start + 1 : start + length].rstrip("…") + "…"
    for (start, end), text in sorted(cut.items(), reverse=True):
        message = f"{message[:start]}`{text}`{message[end:]}"
    return message


def construct(words: str) -> str:
    """A construct of Python as the events name it ("if", "zip()", "a comprehension"), for a sentence."""
    return words if " " in words else f"`{words}`"
