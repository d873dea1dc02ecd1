"""Is the graph the same each time it is traced?"""

from __future__ import annotations

import itertools
import random
from types import FrameType
from typing import Any, Dict, List, Optional, Tuple

import numpy as np

from ...diagnostics.source_lines import nearest
from ...model.graphs import FURTHER_SEEDS, SEEDS, draws, graph_in, nodes_of
from ...model.recording import Call, seed_all
from ...model.steps import mode_of
from ...model.subject import Subject
from ...model.tracing import TracedGraph, trace, traced
from ...report import Problem, SourceLocation, Stage
from .base import USUAL_REMEDY, Outcome, explained, judged
from .variations import FROZEN


def run(subject: Subject) -> Outcome:
    problems: List[Problem] = []
    for root, mode in itertools.product(subject.roots, ("predict", "train")):
        for call in subject.recorded.structures_of(root):
            graphs = [graph for graph in (graph_in(subject, call, mode, seed) for seed in SEEDS) if graph is not None]
            problem = _difference(subject, call, graphs, mode) if len(graphs) == len(SEEDS) else None
            for seed in FURTHER_SEEDS if problem is None and graphs and draws(subject, call, mode) else ():
                other = graph_in(subject, call, mode, seed)
                problem = _difference(subject, call, [graphs[0], other], mode) if other is not None else None
                if problem is not None:
                    break
            if problem is not None and not any(problem.location == other.location for other in problems):
                problems.append(problem)
    subject.nets.share_recorded()
    return judged(problems)


def _difference(subject: Subject, call: Call, graphs: List[TracedGraph], mode: str) -> Optional[Problem]:
    first, second = (graph.document for graph in graphs)
    pairs = itertools.zip_longest(nodes_of(first, named=True), nodes_of(second, named=True))
    places = [place for place, (left, right) in enumerate(pairs) if left != right]
    if not places:
        return None
    # Other operators have other variables, which are less telling.
    place = next((place for place in places if _operator(first, place) or _operator(second, place)), places[0])
    known = 0 if place < len(first["nodes"]) else 1
    node = (first, second)[known]["nodes"][place]
    block = graphs[known].node_blocks.get(node["name"], graphs[known].path)
    drawing = _drawing_calls(call, mode)
    how = " with other random numbers" if drawing else ""  # without any, it is state that Python keeps
    in_mode = ", in training" if mode == "train" else ""
    problem = Problem(
        Stage.MODES if mode == "train" else Stage.VALUES,
        f"traced again{how}{in_mode}, the graph differs: {_describe(first, second, place)}",
        block,
        subject.class_of(block),
        graphs[known].node_lines.get(node["name"]),
        operator=f"{node['name']} ({node['op']})" if node["op"] != "null" else None,
        remedy=None if drawing else FROZEN,
    )
    if drawing and problem.location not in [location for _, location in drawing]:
        function, problem.location = drawing[0]
        problem.message += f"; {function}() draws once, while tracing"
        problem.remedy = USUAL_REMEDY  # the rule of the line may be about its test of the mode
    explained(problem)
    problem.remedy = problem.remedy or USUAL_REMEDY
    return problem


def _operator(graph: Dict[str, Any], place: int) -> str:
    """Return the operator of a node, "" for variables and where there is no node."""
    operator = graph["nodes"][place]["op"] if place < len(graph["nodes"]) else "null"
    return "" if operator == "null" else operator


def _drawing_calls(call: Call, mode: str) -> List[Tuple[str, SourceLocation]]:
    """Return the calls of Python's and NumPy's random generators while a graph of `call` is traced: the function, and
    the user's line."""
    calls: List[Tuple[str, SourceLocation]] = []

    def listen(frame: FrameType, event: str, argument: Any) -> None:
        owner = getattr(argument, "__self__", None) if event == "c_call" else None
        if isinstance(owner, (random.Random, np.random.RandomState, np.random.Generator)):
            location = nearest(frame, trace.__code__)
            if location is not None:
                module = "random" if isinstance(owner, random.Random) else "numpy.random"
                calls.append((f"{module}.{argument.__name__}", location))

    seed_all(SEEDS[0])
    with mode_of(mode):
        traced(call, listen)
    return calls


def _describe(first: Dict[str, Any], second: Dict[str, Any], place: int) -> str:
    """Describe the difference at the first node that differs."""
    names = [_operator(graph, place) or "no operator" for graph in (first, second)]
    if names[0] != names[1]:
        return f"{names[0]} the first time, {names[1]} the second"
    left, right = (graph["nodes"][place] for graph in (first, second))
    values = [node.get("attrs", {}) for node in (left, right)]
    for name, value in values[0].items():
        if name in values[1] and value != values[1][name] and not name.startswith("__"):
            return f"{name} of {left['op']} is {value} the first time, {values[1][name]} the second"
    if left["op"] == "null":
        return f"{left['name']} the first time, {right['name']} the second"
    return f"{left['op']} has other inputs"
