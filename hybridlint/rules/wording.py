"""Helpers of rules: views of values, and the wording of messages."""

from __future__ import annotations

import re
from typing import Any, Optional

from hybridlint.events import Event
from hybridlint.mxnet_api import Api, Method
from hybridlint.values import Plain, Tensor, Value


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


def tensor(value: Optional[Value], numpy: bool = False) -> Optional[Tensor]:
    """`value` where it is a classic array: NDArray imperatively and Symbol while tracing. With `numpy`, also arrays of
    `mx.np`."""
    return value if isinstance(value, Tensor) and (numpy or not value.numpy) else None


def certain_tensor(value: Optional[Value], numpy: bool = False) -> Optional[Tensor]:
    """`value` where it is an array and cannot be a list of arrays; `numpy` as for :func:`tensor`."""
    found = tensor(value, numpy)
    return found if found is not None and found.certain else None


def method_of(array: Optional[Tensor], name: str, api: Api) -> Optional[Method]:
    """The attribute or method `name` of an array, as its semantics have it."""
    if array is None:
        return None
    return api.np_method(name) if array.numpy else api.method(name)


def known(value: Optional[Value]) -> Any:
    """The Python value that `value` certainly is; None for anything else (and for None itself)."""
    return value.value if isinstance(value, Plain) and value.known and not value.taint else None


def construct(words: str) -> str:
    """A construct of Python as the events name it ("if", "zip()", "a comprehension"), for a sentence."""
    return words if " " in words else f"`{words}`"
