"""The values inside of a graph, node by node, also where several nodes have one name: those of a layer called twice."""

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


class Internals:
    """All that a graph computes, in the order of execution; `symbol` gives all of it.

    `names` are those of the values, each once: as `get_internals()` has them, and where several values have one name,
    with their place behind it ("relu0_fwd_output#12").
    """

    def __init__(self, symbol: Any) -> None:
        self.symbol = symbol.get_internals()
        graph = json.loads(self.symbol.tojson(remove_amp_cast=False))
        listed = self.symbol.list_outputs()
        times = collections.Counter(listed)
        self.names: List[str] = [name if times[name] == 1 else f"{name}#{place}" for place, name in enumerate(listed)]
        self._places: Dict[str, int] = {name: place for place, name in enumerate(self.names)}
        # The heads of this graph are its internals, in their order: a node, and which of its outputs.
        named = {(head[0], head[1]): name for head, name in zip(graph["heads"], self.names)}
        outputs: Dict[int, List[str]] = collections.defaultdict(list)
        for head, name in zip(graph["heads"], self.names):
            outputs[head[0]].append(name)
        #: An input that is a hidden output of its node (as the mean of BatchNorm) has no name, and is left out.
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
        """The node that gives a value."""
        return next(node for node in self.nodes if name in node.outputs)

    def place(self, name: str) -> int:
        """Which of the outputs of `symbol` a value is."""
        return self._places[name]

    def value(self, name: str) -> Any:
        """The Symbol of one value."""
        return self.symbol[self._places[name]]
