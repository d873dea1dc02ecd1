"""`explain`: the documentation of a probe or a rule, for a terminal."""

from __future__ import annotations

import textwrap
from typing import List, Optional

from hybridlint import explaining

from .errors import CannotLook
from .questions import BY_NAME, Probe, hint

#: Maximum width of lines.
WIDTH = 100


def explain(what: Optional[str], width: int = WIDTH) -> str:
    """Return the documentation of the probe or rule `what` in lines of `width` columns; without a name, the list of
    probes.

    Code is never wrapped. Raise CannotLook for an unknown name.
    """
    width = min(width, WIDTH)
    if what is None:
        return _list(list(BY_NAME.values()), width)
    if what in BY_NAME:
        return _probe(BY_NAME[what], width)
    if explaining.find(what) is not None:
        return explaining.explain(what, width)
    if what.upper().startswith("HYB"):
        raise CannotLook(f"there is no rule {what!r}: {explaining.suggestion(what)}")
    raise CannotLook(f"there is no probe and no rule {what!r}: {hint(what)}")


def _list(probes: List[Probe], width: int) -> str:
    longest = max(len(probe.name) for probe in probes)
    lines = [
        textwrap.fill(
            probe.asks, width, initial_indent=probe.name.ljust(longest + 2), subsequent_indent=" " * (longest + 2)
        )
        for probe in probes
    ]
    return "\n".join(["The probes of a check, in the order in which they run:", "", *lines])


def _probe(probe: Probe, width: int) -> str:
    parts: List[str] = [textwrap.fill(f"{probe.name}: {probe.asks}", width), *_paragraphs(probe.why, width)]
    if probe.bad is not None:
        parts += ["A model that fails here:", textwrap.indent(probe.bad.source.strip(), "    ")]
    else:
        parts += _paragraphs(probe.no_bad, width)
    parts += _paragraphs(probe.remedy, width)
    if probe.good is not None:
        heading = "Instead:" if probe.bad is not None else "A model that passes:"
        parts += [heading, textwrap.indent(probe.good.source.strip(), "    ")]
    if probe.needs:
        parts.append(textwrap.fill(f"Not run if one of these fails: {', '.join(probe.needs)}", width))
    return "\n\n".join(parts)


def _paragraphs(text: str, width: int) -> List[str]:
    return [textwrap.fill(" ".join(part.split()), width) for part in text.split("\n\n") if part.strip()]
