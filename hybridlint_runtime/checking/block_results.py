"""The tree of blocks with their results, for the report."""

from __future__ import annotations

import collections
from typing import Collection, Dict, List, Optional, Set

from ..backend import load_backend
from ..model.artefacts import BlockComparison, BlockTimes, Hybridized, Tracing
from ..model.block_details import graph_of, parameters_of, shapes_of
from ..model.subject import Subject
from ..model.tree import Node, walk_blocks
from ..report import BlockResult, Stage, Status, walk


def tree_of(subject: Subject, earlier: Optional[BlockResult]) -> BlockResult:
    made: Dict[str, BlockResult] = {}
    before = {block.path: block for block in walk(earlier)} if earlier else {}
    nodes: List[Node] = walk_blocks(subject.net)
    children: Dict[Optional[str], Set[str]] = collections.defaultdict(set)
    for node in nodes:
        children[node.parent].add(node.path)
    for node in nodes:
        calls = len(subject.recorded.calls_of(node.shared_with or node.path))
        known = before.get(node.path)
        statuses = statuses_of(subject, node.shared_with or node.path)
        made[node.path] = BlockResult(
            path=node.path,
            class_name=type(node.block).__name__,
            kind=node.kind,
            name=load_backend().name_of(node.block),
            calls=calls,
            parameters=len(node.block.params.keys()),
            shared_with=node.shared_with,
            reason=subject.learned(Tracing).reasons.get(node.path) or _reason(node, subject, calls),
            results={**(known.results if known else {}), subject.context_name: statuses},
            own_parameters=parameters_of(node.block),
            measured=dict(known.measured) if known else {},
        )
        _add_details(made[node.path], node, children[node.path], subject)
        if node.parent is not None:
            made[node.parent].children.append(made[node.path])
    return made[""]


def statuses_of(subject: Subject, path: str) -> Dict[str, Status]:
    """Return the status of the block at `path` by stage."""
    tracing, compared = subject.learned(Tracing), subject.learned(BlockComparison).statuses
    statuses: Dict[str, Status] = {}
    if path in tracing.failed:
        statuses[Stage.TRACE.value] = Status.FAILED
    elif path in tracing.traced:
        statuses[Stage.TRACE.value] = Status.PASSED
    if path in compared:
        stage, status = compared[path]
        statuses.setdefault(stage.value, status)
    return statuses


def failed_blocks(subject: Subject) -> List[str]:
    """Return the paths of blocks that cannot be traced, or whose graphs do not agree."""
    compared = subject.learned(BlockComparison).statuses
    failed = [path for path, (_, status) in compared.items() if status is Status.FAILED]
    return list(dict.fromkeys([*subject.learned(Tracing).failed, *failed]))


def _add_details(block: BlockResult, node: Node, children: Collection[str], subject: Subject) -> None:
    """Add the shapes, the figures and the graph of the first recorded call of `node`."""
    path = node.shared_with or node.path
    figures = dict(subject.learned(BlockComparison).figures.get(path, {}))
    seconds = subject.learned(BlockTimes).seconds.get(path)
    if seconds is not None:
        figures["imperative_s"] = round(seconds, 7)
    if figures:
        block.measured[subject.context_name] = figures
    call = next(iter(subject.recorded.calls_of(path)), None)
    if call is None:
        return
    block.inputs, block.outputs = shapes_of(call)
    graph = subject.graphs.get((path, call.structure))
    if graph is not None and node.shared_with is None:
        block.graph = graph_of(graph, children)


def _reason(node: Node, subject: Subject, calls: int) -> str:
    if node.kind == "plain":
        return "a plain Block has no graph"
    if not calls:
        return "never called with these inputs"
    if node.path not in subject.learned(Hybridized).checked and node.shared_with is None:
        return "not hybridized"
    return ""
