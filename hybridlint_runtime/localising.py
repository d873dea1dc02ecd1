"""Which operator of a graph, made by which line, is to blame."""

from __future__ import annotations

import dataclasses
from typing import Optional

from .recording import Call
from .report import SourceLocation
from .tracing import TracedGraph


@dataclasses.dataclass
class GraphNode:
    """One operator of a graph. `text` names it for a person, with shapes and dtypes of its inputs where known."""

    name: str
    text: str
    block: str
    location: Optional[SourceLocation]


def node_of_message(graph: TracedGraph, message: str) -> Optional[GraphNode]:
    """The node of `graph` that an MXNet message names ("Error in operator net0__plus0"), if it names one."""
    named = graph.line_of(message)
    if named is None:
        return None
    name, location = named
    return GraphNode(name, name, graph.node_blocks.get(name, graph.path), location)


def first_diverging_operator(call: Call, graph: TracedGraph) -> Optional[GraphNode]:
    """The first operator of `graph` whose result the imperative run does not have, if that can be told."""
    return None
