"""The graphs of outermost blocks in both modes and with several seeds, each traced once."""

from __future__ import annotations

import collections
import json
import random
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Tuple

import numpy as np

from ..backend import load_backend
from ..structures import describe_arrays
from .recording import Call, seed_all
from .steps import mode_of
from .subject import Subject
from .tracing import TracedGraph, traced

#: A graph is traced with each of these seeds, so that values drawn by Python differ between them.
SEEDS = (11, 12)
#: Further seeds, used if something was drawn: a branch may be taken one time in ten.
FURTHER_SEEDS = tuple(range(13, 33))


class Node(NamedTuple):
    """A node of a graph without the names that MXNet numbers: equal nodes compute the same."""

    operator: str
    inputs: Tuple[Tuple[int, int], ...]
    attributes: Tuple[Tuple[str, str], ...]
    inside: Tuple[Any, ...]


def graph_in(subject: Subject, call: Call, mode: str = "predict", seed: int = SEEDS[0]) -> Optional[TracedGraph]:
    """Return the graph of the block of `call` in a mode of `Step`, traced after seeding; None if tracing fails."""
    known = _known(subject)
    first = subject.graphs.get((call.path, call.structure))
    if first is not None and (mode, seed) == ("predict", SEEDS[0]):
        return first
    key = call.path, call.structure, mode, seed
    if key not in known:
        if mode == "train":
            subject.nets.separate_recorded()
        seed_all(seed)
        before = _generators()
        with mode_of(mode):
            graph = traced(call)
        known[key] = graph and graph.without_values(), _generators() != before
    return known[key][0]


def _known(subject: Subject) -> Dict[Tuple[str, str, str, int], Tuple[Optional[TracedGraph], bool]]:
    """Return the graphs by path, structure, mode and seed, with whether Python's or NumPy's generators were used."""
    return subject.once("graphs", dict)


def equal_in_both_modes(subject: Subject, call: Call) -> bool:
    """Return whether the block of `call` has the same graph for inference and for training."""
    predict, train = (graph_in(subject, call, mode) for mode in ("predict", "train"))
    if predict is None or train is None or predict.output_format != train.output_format:
        return False
    return signature(predict, named=True) == signature(train, named=True)


def draws(subject: Subject, call: Call, mode: str) -> bool:
    """Return whether Python's or NumPy's random generators were used while a graph of `call` was traced."""
    return any(drew and key[:3] == (call.path, call.structure, mode) for key, (_, drew) in _known(subject).items())


def _generators() -> Tuple[Any, ...]:
    state: Any = np.random.get_state()
    kind, keys, place, *_ = state
    return random.getstate(), kind, bytes(keys), place


def nodes_of(graph: Dict[str, Any], named: bool = False) -> List[Node]:
    """Return the nodes of a graph in MXNet's JSON format, with the names of variables if `named`."""
    return [
        Node(
            f"null {node['name']}" if named and node["op"] == "null" else node["op"],
            tuple((source, output) for source, output, *_ in node["inputs"]),  # the rest is a count of changes
            # Attributes of a variable describe its initialization; those with underscores are MXNet's notes, with
            # names.
            tuple((k, v) for k, v in sorted(node.get("attrs", {}).items()) if node["op"] != "null" and k[:2] != "__"),
            tuple(tuple(nodes_of(inner)) for inner in node.get("subgraphs", ())),
        )
        for node in graph["nodes"]
    ]


def one_graph(subject: Subject) -> bool:
    """Return whether each outermost block has the same graph for inference and for training."""
    calls = [call for root in subject.roots for call in subject.recorded.structures_of(root)]
    equal = all(equal_in_both_modes(subject, call) for call in calls)
    subject.nets.share_recorded()
    return equal


def operators_inside(graph: TracedGraph) -> Dict[str, Tuple[Any, ...]]:
    """Return the operators and the results of each block inside `graph` by path: equal blocks have equal ones.

    Nodes are numbered in the order of their first use. Blocks of which not all nodes are in this graph are omitted:
    those in the graph of a loop, and all if a SymbolBlock, whose nodes are of no path, is in it.
    """
    inside: Dict[str, List[Any]] = collections.defaultdict(list)
    numbers: Dict[str, Dict[str, int]] = collections.defaultdict(dict)
    names = [node["name"] for node in graph.document["nodes"]]

    def number(path: str, name: str) -> int:
        return numbers[path].setdefault(name, len(numbers[path]))

    def around(path: str) -> Iterator[str]:
        while path and path != graph.path:
            yield path
            path = path.rpartition(".")[0]

    for name, node in zip(names, nodes_of(graph.document)):
        if node.operator != "null" and name not in graph.node_blocks:
            return {}
        for path in around(graph.node_blocks[name] if node.operator != "null" else ""):
            inputs = tuple((number(path, names[source]), output) for source, output in node.inputs)
            inside[path].append((number(path, name), node._replace(inputs=inputs)))
    for call in graph.inner_calls:
        outputs = [(output.name or "", output.list_outputs()) for output in call.outputs]
        results = ((number(call.path, name), *(each[len(name) :] for each in each_name)) for name, each_name in outputs)
        inside[call.path].append(tuple(results))
    elsewhere = {path for name in {*graph.node_blocks} - {*names} for path in around(graph.node_blocks[name])}
    return {path: tuple(parts) for path, parts in inside.items() if path not in elsewhere}


def graph_key(call: Call, operators: Tuple[Any, ...]) -> Tuple[Any, ...]:
    """Return a key that is equal for blocks that run the same operators on tensors of the same shapes."""
    owned = load_backend().variables(call.block).values()
    shapes = tuple((parameter.shape, str(parameter.dtype)) for parameter in owned)
    return type(call.block), call.structure, describe_arrays([call.args, call.kwargs]), shapes, operators


def signature(graph: TracedGraph, named: bool = False) -> Tuple[Any, ...]:
    """Return a key that is equal for two graphs of the same operators in the same order, on variables of the same
    names if `named`."""
    entire = graph.document
    return tuple(nodes_of(entire, named)), tuple((head[0], head[1]) for head in entire["heads"])


def same_graph(first: Any, second: Any, named: bool = True) -> bool:
    """Return whether two Symbols have the same operators in the same order, and variables of the same names if they
    are `named`."""
    documents = [json.loads(symbol.tojson()) for symbol in (first, second)]
    alike = [(nodes_of(each), [head[:2] for head in each["heads"]]) for each in documents]
    return alike[0] == alike[1] and not (named and first.list_inputs() != second.list_inputs())
