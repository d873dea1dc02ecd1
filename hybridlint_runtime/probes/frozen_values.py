"""Is the graph the same whenever it is made?"""

from __future__ import annotations

import itertools
import json
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

from ..diagnostics.failures import TraceFailure
from ..model.recording import seed_all
from ..model.subject import Subject, mode_of
from ..model.tracing import NoGraph, TracedGraph, trace
from ..report import Problem, Stage
from .base import Example, Outcome, Probe, explained, judged

#: One graph is made with each.
_SEEDS = (11, 12)


class _Node(NamedTuple):
    """A node of a graph without the names that MXNet counts up: equal nodes compute the same."""

    operator: str
    inputs: Tuple[Any, ...]
    attributes: Tuple[Tuple[str, str], ...]
    inside: Tuple[Any, ...]


def _run(subject: Subject) -> Outcome:
    problems: List[Problem] = []
    for root, mode in itertools.product(subject.roots, ("predict", "train")):
        for call in subject.recorded.structures_of(root):
            graphs: List[TracedGraph] = []
            for seed in _SEEDS:
                seed_all(seed)
                try:
                    with mode_of(mode):
                        graphs.append(trace(call.block, call.args, root, call.kwargs))
                except (NoGraph, TraceFailure):
                    break
            problem = _difference(subject, graphs, mode) if len(graphs) == len(_SEEDS) else None
            if problem is not None and not any(problem.location == other.location for other in problems):
                problems.append(problem)
    return judged(problems)


def _difference(subject: Subject, graphs: List[TracedGraph], mode: str) -> Optional[Problem]:
    first, second = (json.loads(graph.symbol.tojson()) for graph in graphs)
    pairs = itertools.zip_longest(_nodes(first), _nodes(second))
    place = next((place for place, (one, other) in enumerate(pairs) if one != other), None)
    if place is None:
        return None
    known = 0 if place < len(first["nodes"]) else 1
    node = (first, second)[known]["nodes"][place]
    block = graphs[known].node_blocks.get(node["name"], graphs[known].path)
    in_mode = ", in training" if mode == "train" else ""
    problem = Problem(
        Stage.MODES if mode == "train" else Stage.VALUES,
        f"made once more with other random numbers{in_mode}, the graph is another: {_parting(first, second, place)}",
        block,
        subject.class_of(block),
        graphs[known].node_lines.get(node["name"]),
        operator=f"{node['name']} ({node['op']})",
    )
    explained(problem)
    problem.remedy = problem.remedy or PROBE.remedy
    return problem


def _parting(first: Dict[str, Any], second: Dict[str, Any], place: int) -> str:
    """What is different at the first node that is."""
    one, other = (graph["nodes"][place] if place < len(graph["nodes"]) else None for graph in (first, second))
    if one is None or other is None or one["op"] != other["op"]:
        names = [node["op"] if node is not None else "nothing" for node in (one, other)]
        return f"{names[0]} the first time, {names[1]} the second"
    values = [node.get("attrs", {}) for node in (one, other)]
    for name, value in values[0].items():
        if name in values[1] and value != values[1][name] and not name.startswith("__"):
            return f"{name} of {one['op']} is {value} the first time, {values[1][name]} the second"
    return f"{one['op']} is given something else"


def _nodes(graph: Dict[str, Any]) -> List[_Node]:
    return [
        _Node(
            node["op"],
            tuple((source, output) for source, output, *_ in node["inputs"]),  # behind them is a count of changes
            # Those of a variable say how it is initialised; those with underscores are MXNet's notes, with names.
            tuple((k, v) for k, v in sorted(node.get("attrs", {}).items()) if node["op"] != "null" and k[:2] != "__"),
            tuple(tuple(_nodes(inner)) for inner in node.get("subgraphs", ())),
        )
        for node in graph["nodes"]
    ]


PROBE = Probe(
    name="frozen_values",
    title="Values baked into the graph",
    stage=Stage.VALUES,
    asks="Is the graph the same each time it is traced, without values from Python's random numbers or a clock?",
    why=(
        "What random, numpy.random, time or os.urandom return in hybrid_forward is drawn once, while tracing, and "
        "repeated at every call. Where it is small, or used in training only, outputs hardly differ."
    ),
    remedy="Draw with F.random, which draws at every call; make what Python computes an input of the model.",
    run=_run,
    bad=Example(
        """
import random

from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + random.uniform(-1e-7, 1e-7)
"""
    ),
    good=Example(
        """
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.random.uniform_like(x, -1e-7, 1e-7)
"""
    ),
)
