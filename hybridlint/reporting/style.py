"""The style of a report. Only the text report depends on it; the others are read by programs."""

from __future__ import annotations

import dataclasses

from hybridlint.terminal import Terminal


@dataclasses.dataclass(frozen=True)
class Style:
    """`show_source`: the line below each finding. `statistics`: how often each code was found. `summary`: a last line
    with the numbers."""

    show_source: bool = False
    statistics: bool = False
    terminal: Terminal = Terminal()
    summary: bool = True
