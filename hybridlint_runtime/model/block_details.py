"""The details of one block in a report: shapes, parameters, the time of its calls and its graph."""

from __future__ import annotations

import time
from typing import Any, Callable, Collection, Dict, List, Optional, Tuple

from ..backend import load_backend
from ..structures import describe_arrays, wait
from .calls import watching
from .recording import UNREGISTERED, Call
from .tracing import TracedGraph
from .tree import blocks_of, paths_by_identity

#: A larger graph, such as that of a SymbolBlock, is not described: the drawing would be unreadable.
MOST_NODES = 600


def shapes_of(call: Call) -> Tuple[List[str], List[str]]:
    """Return the arguments and the outputs of `call`, one text each: "float32[2, 3]"."""
    given = [describe_arrays(value) for value in call.args]
    given += [f"{name}: {describe_arrays(value)}" for name, value in call.kwargs.items()]
    outputs = call.outputs if isinstance(call.outputs, (list, tuple)) else [call.outputs]
    return given, [describe_arrays(value) for value in outputs]


def parameters_of(block: Any) -> Dict[str, str]:
    """Return the block's own parameters: name in the block → dtype and shape, "float32[10, 3]"."""
    parameters = {}
    for name, parameter in load_backend().keyed_parameters(block).items():
        dtype = getattr(parameter.dtype, "__name__", parameter.dtype)
        parameters[name] = f"{dtype}{list(parameter.shape or ())}"
    return parameters


def seconds_of_blocks(net: Any, run: Callable[[], Any], seconds: Dict[str, float]) -> None:
    """Run `net` once with `run`; add to `seconds`, by path, those spent in the calls of a block, with its children."""
    paths = paths_by_identity(net)

    def measure(block: Any, inputs: Tuple[Any, ...], named: Dict[str, Any], call: Callable[[], Any]) -> Any:
        start = time.perf_counter()
        outputs = wait(call())
        path = paths.get(id(block), UNREGISTERED)
        seconds[path] = seconds.get(path, 0.0) + time.perf_counter() - start
        return outputs

    with watching(measure, blocks_of(net)):
        wait(run())


def graph_of(traced: TracedGraph, children: Collection[str]) -> Optional[Dict[str, Any]]:
    """Return the graph of one block as JSON values, with all operators of a child (its path is in `children`) as one
    node.

    `nodes` are in topological order: `kind` is "input", "operator" or "block"; `name` is the input, the operator or the
    path of the child; `parameters` are the variables that an operator uses besides its inputs, `line` the user's line
    that made it. `edges` are pairs of indices into `nodes`. None for a graph of more than MOST_NODES nodes.
    """
    symbol = traced.document
    nodes: List[Dict[str, Any]] = []
    place_of: Dict[str, int] = {}  # key of a drawn node → its index
    drawn: Dict[int, int] = {}  # node of the symbol → index
    edges: Dict[Tuple[int, int], None] = {}
    for number, node in enumerate(symbol["nodes"]):
        if node["op"] == "null" and node["name"] not in traced.input_names:
            continue
        owner = traced.node_blocks.get(node["name"], traced.path)
        child = "" if node["op"] == "null" else _child_of(owner, traced.path, children)
        key = f"block {child}" if child else f"node {number}"
        if key not in place_of:
            place_of[key] = len(nodes)
            nodes.append(_described(node, child, traced))
        drawn[number] = place_of[key]
        for source, *_ in node.get("inputs", []):
            if source in drawn:
                if drawn[source] != drawn[number]:
                    edges[drawn[source], drawn[number]] = None
            elif not child:
                nodes[drawn[number]]["parameters"].append(symbol["nodes"][source]["name"])
    for source, *_ in symbol["heads"]:
        if source in drawn:
            nodes[drawn[source]]["output"] = True
    return {"nodes": nodes, "edges": [list(edge) for edge in edges]} if len(nodes) <= MOST_NODES else None


def _child_of(owner: str, path: str, children: Collection[str]) -> str:
    """Return the child of the block at `path` that contains the block at `owner`; "" for the block itself."""
    if owner == path:
        return ""
    inside = f"{path}." if path else ""
    child = inside + owner[len(inside) :].partition(".")[0]
    return child if owner.startswith(inside) and child in children else owner


def _described(node: Dict[str, Any], child: str, traced: TracedGraph) -> Dict[str, Any]:
    if child:
        return {"kind": "block", "name": child, "parameters": []}
    if node["op"] == "null":
        return {"kind": "input", "name": node["name"], "parameters": []}
    described: Dict[str, Any] = {"kind": "operator", "name": node["op"], "parameters": []}
    attributes = node.get("attrs", node.get("param", {}))
    described["attributes"] = {name: text for name, text in attributes.items() if not name.startswith("__")}
    location = traced.node_lines.get(node["name"])
    if location is not None:
        described["line"] = f"{location.file}:{location.line}"
    return described
