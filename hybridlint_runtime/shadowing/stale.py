"""Explain a graph that no longer is what the block would be traced to: the first different operator, and the attributes
that have changed since it was traced."""

from __future__ import annotations

import ast
import contextlib
import json
import re
from typing import Any, Dict, List, NamedTuple, Optional

from ..backend import load_backend
from ..diagnostics.failures import TraceFailure
from ..model.graphs import nodes_of
from ..model.state import texts_of
from ..model.tracing import NoGraph, TracedGraph, trace
from ..model.tree import walk_blocks
from ..mxnet_compat import import_mxnet
from ..report import SourceLocation
from .control import Entry
from .interception import unobserved

mx = import_mxnet()

#: Longest text of an attribute's value in a report.
_LONGEST = 60


class Stale(NamedTuple):
    """`attributes` are texts such as "head.scale: 1 when it was traced, 2 now"; `block` and `location` are those of the
    first operator that only one of the graphs has, if known."""

    attributes: List[str]
    block: str
    location: Optional[SourceLocation]


def attributes_of(block: Any) -> Dict[str, Dict[str, str]]:
    """Return path → name → text of the attributes that the user's classes have set."""
    return {node.path: texts_of(vars(node.block)) for node in walk_blocks(block) if node.shared_with is None}


def stale_graph(entry: Entry, block: Any, traced: Optional[Dict[str, Dict[str, str]]]) -> Optional[Stale]:
    """Compare the graph that `block` executes with a new trace of its copy in `entry`.

    `traced` are the attributes at the time of the trace, None if they are not known. None if the graphs are equal, or
    if there is no graph to compare with.
    """
    if not block._cached_graph:
        return None
    fresh = _traced(entry, entry.net())
    if fresh is None:
        return None
    new, old = nodes_of(fresh.document), nodes_of(json.loads(block._cached_graph[1].tojson()))
    place = next((index for index, pair in enumerate(zip(new, old)) if pair[0] != pair[1]), min(len(new), len(old)))
    if place == len(new) == len(old):
        return None
    if len(new) < len(old):  # the operator is one of the old graph
        fresh = _traced(entry, _with_attributes(entry.net(), traced or {}))
        if fresh is None or nodes_of(fresh.document)[: place + 1] != old[: place + 1]:
            return Stale(_changes(traced or {}, attributes_of(block)), "", None)
    name = fresh.document["nodes"][place]["name"]
    return Stale(
        _changes(traced or {}, attributes_of(block)), fresh.node_blocks.get(name, ""), fresh.node_lines.get(name)
    )


def _traced(entry: Entry, net: Any) -> Optional[TracedGraph]:
    # MXNet 2 traces with arrays, and not while it records for gradients.
    mode = entry.mode if load_backend().has_symbols else entry.mode._replace(recording=False)
    try:
        with unobserved(), mx.name.NameManager(), mode.entered():
            return trace(net, entry.args, kwargs=entry.kwargs)
    except (NoGraph, TraceFailure):
        return None


def _with_attributes(net: Any, texts: Dict[str, Dict[str, str]]) -> Any:
    """Return `net` after setting its attributes to those of `texts` that are numbers, flags or texts."""
    for node in walk_blocks(net):
        for name, text in texts.get(node.path, {}).items():
            with contextlib.suppress(ValueError, SyntaxError):  # not a literal
                vars(node.block)[name] = ast.literal_eval(text)
    return net


def _changes(before: Dict[str, Dict[str, str]], after: Dict[str, Dict[str, str]]) -> List[str]:
    return [
        f"{path + '.' if path else ''}{name}: {_shown(before[path].get(name))} when it was traced, "
        f"{_shown(after[path].get(name))} now"
        for path in after
        if path in before
        for name in sorted({*before[path], *after[path]})
        if before[path].get(name) != after[path].get(name)
    ]


def _shown(text: Optional[str]) -> str:
    """Return the text of an attribute without what only tells two equal-looking objects apart."""
    if text is None:
        return "not set"
    short = re.sub(r"(tensor \[[\d, ]*\]| object) [0-9a-f-]+", r"\1", text)
    return short if len(short) <= _LONGEST else short[: _LONGEST - 1] + "…"
