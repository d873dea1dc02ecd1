"""An input to which a graph hands the gradient of its output on as it is.

If that input needs no gradient, MXNet 1.9.1 cannot tell how the gradient is stored, and `backward` raises (#14228,
#16752). It is an input that is returned untouched, or one added, by `elemwise_add`, as the last thing that is done:
an addition computes nothing for its gradients. Imperatively, and in graphs of at most two operators, which MXNet runs
one by one, nothing is wrong.
"""

from __future__ import annotations

import collections
import json
from typing import Any, List, Mapping, Optional, Tuple

from ..diagnostics.source_lines import return_of
from ..model.tracing import TracedGraph
from .engine import GraphNode
from .operators import described

#: What MXNet says of it.
SAID = "storage_type_num_unknown_nodes"
#: What helps.
REMEDY = "Copy the input, with F.identity(x) or x * 1: the graph then has an operator for its gradient."


def forwarding_node(graph: TracedGraph, block: Any, parameters: Mapping[str, Any]) -> Optional[GraphNode]:
    """The addition that hands the gradient on to an input of `graph`, which is that of `block`, or the input itself
    where it is an output; None if there is no such input."""
    found = _found(graph)
    if found is None:
        return None
    name, addition = found
    if addition is not None:
        return described(graph, addition, parameters)
    return GraphNode(name, f"{name}, an input that is returned as it came", graph.path, return_of(block))


def _found(graph: TracedGraph) -> Optional[Tuple[str, Optional[str]]]:
    """The name of the input, and that of the addition."""
    made = json.loads(graph.symbol.tojson())
    nodes, heads = made["nodes"], [head[0] for head in made["heads"]]
    uses = collections.Counter([*heads, *(source[0] for node in nodes for source in node["inputs"])])
    found: List[Tuple[int, str, Optional[str]]] = []
    waiting: List[Tuple[int, Optional[str], int]] = [(number, None, 0) for number in heads]
    while waiting:
        number, addition, others = waiting.pop(0)
        node, others = nodes[number], others + uses[number] - 1
        if node["op"] == "null" and node["name"] in graph.input_names:
            found.append((others, node["name"], addition))
        elif node["op"] == "elemwise_add":
            waiting.extend((source[0], node["name"], others) for source in node["inputs"])
    # What has other uses has another gradient, too, unless nothing asks for that: F.BlockGrad, or x > 0.
    return min(found, key=lambda item: item[0])[1:] if found else None
