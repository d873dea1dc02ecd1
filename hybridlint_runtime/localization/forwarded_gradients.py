"""An input to which a graph passes the gradient of its output unchanged.

If that input needs no gradient, MXNet 1.9.1 cannot infer the storage type of the gradient, and `backward` raises
(#14228, #16752). Such an input is returned unchanged, or added last, by `elemwise_add`, which computes nothing for its
gradients. Imperative execution is not affected, nor are graphs of at most two operators, which MXNet runs one by one.
"""

from __future__ import annotations

import collections
from typing import Any, List, Mapping, Optional, Tuple

from ..diagnostics.source_lines import return_of
from ..model.tracing import TracedGraph
from .engine import GraphNode
from .operators import described

#: A part of MXNet's message.
SAID = "storage_type_num_unknown_nodes"
#: What to write instead.
REMEDY = "Copy the input, with F.identity(x) or x * 1: the graph then has an operator for its gradient."


def forwarding_node(graph: TracedGraph, block: Any, parameters: Mapping[str, Any]) -> Optional[GraphNode]:
    """Return the addition that passes the gradient on to an input of `graph`, the graph of `block`, or the input itself
    if it is an output; None if there is no such input."""
    nodes, heads = graph.document["nodes"], [head[0] for head in graph.document["heads"]]
    uses = collections.Counter([*heads, *(source[0] for node in nodes for source in node["inputs"])])
    result: List[Tuple[int, str, Optional[str]]] = []
    waiting: List[Tuple[int, Optional[str], int]] = [(number, None, 0) for number in heads]
    while waiting:
        number, addition, others = waiting.pop(0)
        node, others = nodes[number], others + uses[number] - 1
        if node["op"] == "null" and node["name"] in graph.input_names:
            result.append((others, node["name"], addition))
        elif node["op"] == "elemwise_add":
            waiting.extend((source[0], node["name"], others) for source in node["inputs"])
    if not result:
        return None
    # An input with other uses gets another gradient, unless those need none: F.BlockGrad, or x > 0.
    _, name, addition = min(result, key=lambda item: item[0])
    if addition is not None:
        return described(graph, addition, parameters)
    return GraphNode(name, f"{name}, an input that is returned unchanged", graph.path, return_of(block))
