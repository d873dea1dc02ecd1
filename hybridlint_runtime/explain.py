"""`explain`: the text on a probe or a rule, for a terminal."""

from __future__ import annotations

import difflib
import textwrap
from typing import List, Optional

from .errors import CannotLook
from .probe import Probe, documented_probes


def explain(what: Optional[str]) -> str:
    """What the probe or rule named `what` is about; without a name, the list of all probes. Raises CannotLook."""
    if what is not None and what.upper().startswith("HYB"):
        return _rule(what)
    probes = {probe.name: probe for probe in documented_probes()}
    if what is None:
        width = max(map(len, probes))
        lines = [f"{probe.name.ljust(width)}  {probe.asks}" for probe in probes.values()]
        return "\n".join(["The probes of a check, in the order in which they are asked:", "", *lines])
    if what not in probes:
        near = difflib.get_close_matches(what, probes, n=1)
        hint = f": did you mean {near[0]!r}?" if near else f": there are {', '.join(probes)}"
        raise CannotLook(f"there is no probe and no rule {what!r}{hint}")
    return _probe(probes[what])


def _rule(code: str) -> str:
    from hybridlint import explaining

    try:
        return explaining.explain(code.upper())
    except KeyError:
        raise CannotLook(f"there is no rule {code!r}: hybridlint rules lists them") from None


def _probe(probe: Probe) -> str:
    parts: List[str] = [f"{probe.name}: {probe.asks}", *_paragraphs(probe.why)]
    if probe.bad is not None:
        parts += ["A model that fails here:", textwrap.indent(probe.bad.source.strip(), "    ")]
    else:
        parts += _paragraphs(f"A model that fails here: {probe.no_bad}")
    parts += _paragraphs(probe.remedy)
    if probe.good is not None:
        parts += ["Instead:", textwrap.indent(probe.good.source.strip(), "    ")]
    if probe.needs:
        parts.append(f"Asked after: {', '.join(probe.needs)}")
    return "\n\n".join(parts)


def _paragraphs(text: str) -> List[str]:
    return [textwrap.fill(" ".join(part.split()), 100) for part in text.split("\n\n") if part.strip()]
