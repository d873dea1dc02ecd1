"""Does a call leave state behind on the blocks?"""

from __future__ import annotations

from typing import Any, Dict, List, Tuple

from ...backend import load_backend
from ...diagnostics.source_lines import forward_of
from ...model.standard import standard_of
from ...model.state import BlockTexts, Change, assigning_lines
from ...model.subject import Subject
from ...model.tree import Block, walk_blocks
from ...report import Problem, SourceLocation, Stage
from .base import USUAL_REMEDY, Outcome, explained, not_run, passed, warned


def run(subject: Subject) -> Outcome:
    executions = [standard_of(subject).execution(hybridized=False), standard_of(subject).execution(hybridized=True)]
    if any(execution.failure is not None for execution in executions):
        return not_run("the model raises when it is called several times")
    # Users cannot fix what MXNet's own layers store on themselves.
    theirs = {node.path for node in walk_blocks(subject.net) if type(node.block).__module__.startswith("mxnet.")}
    plain, hybrid = (
        {(change.path, change.name): change for change in execution.changes if change.path not in theirs}
        for execution in executions
    )
    blocks = {node.path: node.block for node in walk_blocks(subject.net)}
    problems: List[Problem] = []
    for (path, name), change in hybrid.items():
        if change.holds_symbol:
            text = (
                f"after a hybridized call self.{name} holds a Symbol, which has no values for code that reads it "
                f"outside of the block"
            )
            problems.append(_problem(text, path, blocks, change))
    for (path, name), change in plain.items():
        after = hybrid.get((path, name))
        if name in blocks[path]._children or isinstance(vars(blocks[path]).get(name), Block):
            continue  # a child that the first call creates is a different object in each net
        if (after is None or after.after != change.after) and not (after is not None and after.holds_symbol):
            text = f"every imperative call changes self.{name}; hybridized, only the first one does"
            problems.append(_problem(text, path, blocks, change))
    if not load_backend().has_symbols:
        reported = {(problem.block, problem.details["attribute"]) for problem in problems}
        followed = _second_call(subject, hybridized=True)
        for (path, name), change in _second_call(subject, hybridized=False).items():
            if path not in theirs and (path, name) not in reported and (path, name) not in followed:
                text = f"every imperative call changes the contents of self.{name}; hybridized, the first call only"
                problems.append(_problem(text, path, blocks, change))
    if not problems:
        return passed()
    lines = lines_of_assignments(subject)
    for problem in problems:
        problem.location = lines.get((problem.block, problem.details["attribute"])) or problem.location
        explained(problem)
    return warned(problems)


def _second_call(subject: Subject, hybridized: bool) -> Dict[Tuple[str, str], Change]:
    """What a second call with other inputs changes, by path and name."""
    net = subject.prepared_net(hybridized)
    subject.call(net, subject.inputs(1))
    texts = BlockTexts(net)
    subject.call(net, subject.inputs(2))
    return {(change.path, change.name): change for change in texts.changes()}


def lines_of_assignments(subject: Subject, mode: str = "predict") -> Dict[Tuple[str, str], SourceLocation]:
    """Return the user's line that assigns an attribute in an imperative call in a mode of `Step`, by path and name."""
    net = subject.prepared_net(hybridized=False)
    with assigning_lines(net, lines_of_assignments.__code__) as lines:
        subject.call(net, subject.inputs(1), mode)
    return lines


def _problem(text: str, path: str, blocks: Dict[str, Any], change: Change) -> Problem:
    details = {"attribute": change.name, "before": change.before, "after": change.after}
    block = blocks[path]
    return Problem(
        Stage.STATE, text, path, type(block).__name__, forward_of(block), remedy=USUAL_REMEDY, details=details
    )
