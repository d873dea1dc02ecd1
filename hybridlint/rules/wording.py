"""The wording of messages."""

from __future__ import annotations

import re

#: The length to which a message is shortened for a terminal, and that to which the quotations in it are at most.
LONGEST, SHORTEST = 119, 24
_QUOTATION = re.compile(r"`[^`]*`")


def fitted(message: str, longest: int = LONGEST) -> str:
    """`message` in about `longest` characters: its longest quotations of code are cut, to :data:`SHORTEST` characters
    at least, but for the code that it says to write."""
    advice = message.rpartition("; write `")[0]
    quoted = (match.span() for match in _QUOTATION.finditer(advice or message))
    spans = sorted(quoted, key=lambda span: span[0] - span[1])
    cut = {}
    excess = len(message) - longest
    for start, end in spans:
        length = max(SHORTEST, end - start - 2 - excess)
        if excess > 0 and length < end - start - 2:
            excess -= end - start - 2 - length
            cut[start, end] = message[start + 1 : start + length].rstrip("…") + "…"
    for (start, end), text in sorted(cut.items(), reverse=True):
        message = f"{message[:start]}`{text}`{message[end:]}"
    return message
