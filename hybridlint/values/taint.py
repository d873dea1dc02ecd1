"""Why a value changes between calls."""

from __future__ import annotations

import dataclasses
from typing import Any

from hybridlint.dataclass import dataclass, replace


@dataclass(frozen=True)
class Taint:
    """The reason why a value changes between imperative calls, while the traced graph has it as a constant.

    `kind` is "drawn" (a random number, the time), "parameter" (its data), "gradient" (of a parameter), "layer" (a
    result computed outside of the graph), "carried" (by an attribute or a global, from call to call) or "mode" (of
    autograd). `words` names it in messages ("`random.random()`"). It is false for a value that does not change.
    """

    kind: str = ""
    words: str = ""
    #: The expression that introduced it, if one report for all of its uses is enough; otherwise None.
    place: Any = dataclasses.field(default=None, compare=False)

    def __bool__(self) -> bool:
        return bool(self.kind)


def merged_taint(first: Taint, second: Taint) -> Taint:
    """Return the join of two taints: one reason is enough to report."""
    if first != second:
        return max(first, second, key=lambda taint: (taint.kind, taint.words))
    return first if first.place is second.place else replace(first, place=None)


#: The taint of a value that does not change.
UNTAINTED = Taint()
