"""The values inside a graph, node by node, also if several nodes share a name: those of a layer called twice."""

from __future__ import annotations

import collections
import json
from typing import Any, Dict, List, NamedTuple


class Node(NamedTuple):
    """A node of a graph: `operator` is "null" for an input or parameter; `inputs` and `outputs` name values."""

    name: str
    operator: str
    inputs: List[str]
    outputs: List[str]


def document_of(symbol: Any) -> Dict[str, Any]:
    """Return a graph in MXNet's JSON format, with its casts of AMP: they are part of what is compared."""
    return json.loads(symbol.tojson(remove_amp_cast=False))  # type: ignore[no-any-return]


class Internals:
    """All values that a graph computes, in execution order; `symbol` returns all of them.

    `names` are the unique names of the values: those of `get_internals()`, with their index appended if several values
    share a name ("relu0_fwd_output#12").
    """

    def __init__(self, symbol: Any) -> None:
        self.symbol = symbol.get_internals()
        graph = document_of(self.symbol)
        listed = self.symbol.list_outputs()
        times = collections.Counter(listed)
        self.names: List[str] = [name if times[name] == 1 else f"{name}#{place}" for place, name in enumerate(listed)]
        self._places: Dict[str, int] = {name: place for place, name in enumerate(self.names)}
        # The heads of this graph are its internals, in order: a node, and the index of its output.
        named = {(head[0], head[1]): name for head, name in zip(graph["heads"], self.names)}
        outputs: Dict[int, List[str]] = collections.defaultdict(list)
        for head, name in zip(graph["heads"], self.names):
            outputs[head[0]].append(name)
        #: An input that is a hidden output of its node (such as the mean of BatchNorm) has no name and is omitted.
        self.nodes: List[Node] = [
            Node(
                entry["name"],
                entry["op"],
                [named[source[0], source[1]] for source in entry["inputs"] if (source[0], source[1]) in named],
                outputs[number],
            )
            for number, entry in enumerate(graph["nodes"])
        ]

    def node_of(self, name: str) -> Node:
        return next(node for node in self.nodes if name in node.outputs)

    def place(self, name: str) -> int:
        """Return the index of a value in the outputs of `symbol`."""
        return self._places[name]

    def value(self, name: str) -> Any:
        return self.symbol[self._places[name]]
