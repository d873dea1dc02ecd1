"""Fold the tree of blocks into few rows: blocks that passed are collapsed, repeated ones are shown once."""

from __future__ import annotations

import collections
import copy
import dataclasses
from typing import Any, Iterator, List, Optional, Sequence, Tuple

from ..report import BlockResult, Report, Status, Verdict, walk
from .wording import SEVERITY, block_status, counted, failed_stages, remark, worst_of

#: A tree of at most this many blocks is shown in full.
SMALL = 24
#: This many passed or equal siblings in sequence become one row.
_RUN = 3


@dataclasses.dataclass
class Row:
    """One row of the displayed tree: the status of a block, its name in its parent, its class, a remark, and the rows
    below."""

    status: Optional[Status]
    name: str
    class_name: str
    remark: str = ""
    below: List[Row] = dataclasses.field(default_factory=list)


def judged_tree(report: Report) -> Optional[BlockResult]:
    """Return the tree of `report` in which every block that a problem or a warning names carries its stage.

    Probes of the whole model record no result on individual blocks. A report that failed for a cause outside its blocks
    marks the root as failed.
    """
    if report.blocks is None:
        return None
    root = copy.deepcopy(report.blocks)
    contexts = report.contexts_checked or list(root.results) or [""]
    result = [(probe.status, probe.context, problem) for probe in report.probes for problem in probe.problems]
    inside_probes = [problem for _, _, problem in result]
    result += [(Status.FAILED, contexts[0], problem) for problem in report.problems if problem not in inside_probes]
    blocks = {block.path: block for block in walk(root)}
    for status, context, problem in result:
        for path in (problem.block, *problem.also):
            if path in blocks and status in (Status.FAILED, Status.WARNED):
                stages = blocks[path].results.setdefault(context, {})
                stages[problem.stage.value] = min(status, stages.get(problem.stage.value, status), key=SEVERITY.index)
    for block in blocks.values():
        if block.shared_with in blocks:
            block.results = blocks[block.shared_with].results
    if report.verdict is Verdict.FAILED and worst_status(root) is not Status.FAILED:
        root.results.setdefault(contexts[0], {})["check"] = Status.FAILED
    return root


def worst_status(block: BlockResult) -> Optional[Status]:
    """Return the most severe status of `block` and all blocks below it, None if none has one."""
    return worst_of(block_status(each) for each in walk(block))


def shown_tree(root: BlockResult, all_blocks: bool = False) -> Row:
    """Return the row for `root` with those below it.

    All blocks have a row if `all_blocks` is set or the tree is small; otherwise only the children of the root and
    blocks that failed, warned or were not checked.
    """
    whole = all_blocks or len(walk(root)) <= SMALL
    return _row(root, "", whole, fold=False)


def _row(block: BlockResult, parent: str, whole: bool, fold: bool = True) -> Row:
    row = Row(worst_status(block), name_below(block, parent), block.class_name, remark(block))
    if fold and not whole and block.children and not _is_notable(block):
        below = len(walk(block)) - 1
        row.remark = ", ".join(filter(None, [row.remark, f"and {counted(below, 'block')} below"]))
        return row
    for run in _runs(block.children, whole):
        row.below.extend(_rows_of_run(run, block.path, whole))
    return row


def _rows_of_run(run: Sequence[BlockResult], parent: str, whole: bool) -> Iterator[Row]:
    """Yield the rows of consecutive siblings: one row if they all passed or are equal, else one each."""
    if len(run) < _RUN or whole:
        for block in run:
            yield _row(block, parent, whole)
        return
    first, rest = run[0], run[1:]
    if _is_notable(first):
        yield _row(first, parent, whole)
        span = f"{name_below(rest[0], parent)} … {name_below(rest[-1], parent)}"
        yield Row(worst_status(first), span, f"{len(rest)} more like it", remark(first))
        return
    classes = collections.Counter(block.class_name for block in run)
    below = sum(len(walk(block)) - 1 for block in run)
    names = ", ".join(f"{count} {name}" if count > 1 else name for name, count in classes.most_common(4))
    if len(classes) > 4:
        names += ", …"
    span = f"{name_below(first, parent)} … {name_below(run[-1], parent)}"
    yield Row(block_status(first), span, names, f"and {below} below" if below else "")


def _runs(children: Sequence[BlockResult], whole: bool) -> List[List[BlockResult]]:
    runs: List[List[BlockResult]] = []
    last: Any = None
    for child in children:
        key = _signature(child) if _is_notable(child) else ("healthy", block_status(child))
        if runs and key == last:
            runs[-1].append(child)
        else:
            runs.append([child])
        last = key
    return runs


def _is_notable(block: BlockResult) -> bool:
    """Return whether `block` or a block below it failed, warned, or is hybrid and was not checked."""
    return any(
        block_status(each) in (Status.FAILED, Status.WARNED) or (each.kind == "hybrid" and each.reason)
        for each in walk(block)
    )


def _signature(block: BlockResult) -> Tuple[Any, ...]:
    """Return a key that is equal for siblings which one row can represent."""
    failed = tuple((context, tuple(stages)) for context, stages in failed_stages(block).items())
    below = tuple(_signature(child) for child in block.children)
    return (block.class_name, block_status(block), block.reason, failed, below)


def name_below(block: BlockResult, parent: str) -> str:
    """Return the path of `block` without that of its `parent`."""
    return block.path[len(parent) + 1 :] if parent and block.path.startswith(parent + ".") else block.path
